/*
 * drift_make.h - schemas made by chance, as people write them: most are typed objects, arrays,
 * strings and numbers whose bounds leave room, so that most have instances.
 */
#ifndef ORACLE_DRIFT_MAKE_H
#define ORACLE_DRIFT_MAKE_H

#include "values.h"

/* What a schema or a keyword is about, as a mask. */
enum about {
    ABOUT_STRING = 1,
    ABOUT_NUMBER = 2,
    ABOUT_ARRAY = 4,
    ABOUT_OBJECT = 8,
    ABOUT_BOOL = 16,
    ABOUT_PARTS = ABOUT_ARRAY | ABOUT_OBJECT,
    ABOUT_ANY = ABOUT_STRING | ABOUT_NUMBER | ABOUT_PARTS
};

/* What the value of a keyword is. */
enum form {
    FORM_TYPE,
    FORM_VALUES,
    FORM_VALUE,
    FORM_LOW, /* a bound that leaves what is large */
    FORM_HIGH,
    FORM_DIVISOR,
    FORM_FEW, /* the same of counts */
    FORM_MANY,
    FORM_PATTERN,
    FORM_FORMAT,
    FORM_ENCODING,
    FORM_MEDIA_TYPE,
    FORM_FLAG,
    FORM_PART, /* a schema for parts */
    FORM_REST, /* the same for those that nothing else names; mostly false */
    FORM_NAME, /* a schema for names */
    FORM_PARTS,
    FORM_ITEMS, /* one, or in draft-07 a list */
    FORM_PROPERTIES,
    FORM_BY_PATTERN,
    FORM_NAMES,
    FORM_NAMES_BY_NAME,
    FORM_SAME_BY_NAME,
    FORM_DEPENDENCIES, /* of both */
    FORM_SAME,         /* a schema for the same value */
    FORM_ALL,          /* lists of these */
    FORM_CHOICES,
    FORM_IF, /* with a "then" */
    FORM_TEXT,
    FORM_ANNOTATION /* any value */
};

/* Drafts as a mask. */
enum { OLD = 1, NEW = 2, BOTH = OLD | NEW };

/* A keyword: it stands in so many of a hundred schemas about one of the types. */
struct drift_keyword {
    str name;
    unsigned drafts;
    int about, percent;
    enum form form;
};
extern const struct drift_keyword drift_keywords[];
extern const int drift_keyword_count;

/* The row of the keyword NAME of the draft; NULL for those of structure ($ref, $defs, ...). */
const struct drift_keyword *drift_keyword_find(str name, bool is_new);

struct maker {
    struct arena *arena;
    struct chance *chance;
    bool is_new;   /* 2020-12, else draft-07 */
    unsigned used; /* the definitions that are referred to, as a mask */
    bool defining; /* a definition is being made, which is not to be about itself */
};

bool in_hundred(struct maker *m, int percent);
const char *any_word(struct maker *m, const char *const *words, int count);
struct node with(struct maker *m, struct node object, const char *key, struct node value);
struct node text_node(const char *words);
struct node list_of_one(struct maker *m, struct node item);
struct node list_with(struct maker *m, struct node list, struct node item);

/* "$defs" or "definitions". */
const char *definitions_name(const struct maker *m);

/* A name of a property; a type; a pattern. */
const char *make_name(struct maker *m);
enum about make_about(struct maker *m);

/* A schema about ABOUT, at most DEPTH deep; and one keyword about that, alone. */
struct node make_schema(struct maker *m, enum about about, int depth);
struct node make_facet(struct maker *m, enum about about, int depth);

/* A value of the kind, of those that schemas name. */
struct node make_value(struct maker *m, enum about about);

/* A value for the keyword ROW in a schema about ABOUT. */
struct node make_keyword(struct maker *m, const struct drift_keyword *row, enum about about,
                         int depth);

/* The definitions MAP with those that are referred to and not in it. */
struct node make_definitions(struct maker *m, struct node map);

/* A whole schema, with "$schema" and the definitions that it refers to. */
struct node make_root(struct maker *m);

/* Strings that the patterns and formats above match, as an array. */
struct node make_samples(struct arena *arena);

#endif
