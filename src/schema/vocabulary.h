/*
 * vocabulary.h - the one table of keywords.
 *
 * It says what each member of each object means: of schemas in all dialects of JSON Schema and
 * OpenAPI, and of the OpenAPI objects on the way to a schema. What stands in no row is data,
 * however it looks: so "$ref" inside "example", "const" or "x-anything" refers to nothing, and a
 * property that is named "$ref" is a property, because the walk (walk.h) knows where it is.
 *
 * Sources: the JSON Schema drafts 04, 06, 07, 2019-09 and 2020-12 (core and validation), and the
 * OpenAPI Specification 2.0, 3.0.4, 3.1.1 and 3.2.0.
 */
#ifndef SCHEMA_VOCABULARY_H
#define SCHEMA_VOCABULARY_H

#include "base/str.h"

#include <stdint.h>

/* The rules that a document or a schema follows. Those of OpenAPI cover its Schema Objects too. */
enum dialect {
    DIALECT_DRAFT_04,
    DIALECT_DRAFT_06,
    DIALECT_DRAFT_07,
    DIALECT_2019_09,
    DIALECT_2020_12,
    DIALECT_OPENAPI_2_0, /* Swagger 2.0 */
    DIALECT_OPENAPI_3_0,
    DIALECT_OPENAPI_3_1,
    DIALECT_OPENAPI_3_2,
    DIALECT_COUNT
};

/* Sets of dialects are masks. */
#define DIALECT_BIT(dialect) (1u << (dialect))

/*
 * The objects whose members the table knows, under their names in the OpenAPI Specification. A
 * member of any other object, OBJECT_DATA, means nothing to this program.
 */
enum object_kind {
    OBJECT_DATA,
    OBJECT_SCHEMA,
    OBJECT_DISCRIMINATOR,
    OBJECT_DOCUMENT, /* OpenAPI Object, Swagger Object */
    OBJECT_COMPONENTS,
    OBJECT_PATHS,
    OBJECT_PATH_ITEM,
    OBJECT_OPERATION,
    OBJECT_PARAMETER,
    OBJECT_REQUEST_BODY,
    OBJECT_RESPONSES,
    OBJECT_RESPONSE,
    OBJECT_MEDIA_TYPE,
    OBJECT_ENCODING,
    OBJECT_HEADER,
    OBJECT_CALLBACK,
    OBJECT_ITEMS, /* Swagger 2.0: the items of a parameter or header that is no schema */
    OBJECT_KIND_COUNT
};

/* How a member's value holds what it holds. */
enum keyword_shape {
    SHAPE_ONE,         /* it is the value */
    SHAPE_LIST,        /* an array of them */
    SHAPE_MAP,         /* an object from free names to them */
    SHAPE_ONE_OR_LIST, /* "items" up to 2019-09 */
    SHAPE_MAP_OR_NAMES /* "dependencies": a map to them, or to lists of property names, which are
                          data */
};

/* What a member holds, and what a child in a walk is. */
enum child_kind {
    CHILD_DATA,       /* opaque: nothing in it is a reference or a schema */
    CHILD_SCHEMA,     /* a schema */
    CHILD_OBJECT,     /* an object of another kind in the table */
    CHILD_REFERENCE,  /* a string: a URI reference to an object of the kind that holds it */
    CHILD_IDENTIFIER, /* a string that names this place or its dialect: $id, $anchor, $schema */
    CHILD_MAPPING     /* a string: the name of a component schema, or a URI reference to a schema */
};

/* What it is for (JSON Schema 2020-12 core, section 7). */
enum keyword_role {
    ROLE_ASSERTS,    /* some instances are not valid under it */
    ROLE_APPLIES,    /* applies a schema to the instance or a part of it */
    ROLE_ANNOTATES,  /* says something to readers or tools */
    ROLE_IDENTIFIES, /* names the object, its base URI or its dialect */
    ROLE_HOLDS       /* a place for objects that has no effect of its own */
};

/* What the order of an array that is the member's value means. */
enum keyword_order {
    ORDER_NONE,    /* the value is no array */
    ORDER_SET,     /* nothing */
    ORDER_SEQUENCE /* the meaning of the array, or how it is shown */
};

/*
 * What adding the member to an object, with whatever value, does to the set of valid instances. An
 * applicator counts as it does where no unevaluatedItems or unevaluatedProperties sees it: under
 * one of these, every applicator is undecided.
 */
enum keyword_effect {
    EFFECT_NEITHER,  /* it stays the same */
    EFFECT_TIGHTENS, /* it may shrink, and never grows */
    EFFECT_WIDENS,   /* it may grow, and never shrinks */
    EFFECT_UNDECIDED /* depends on the value or on the other members, or on who validates */
};

/*
 * What of the instance it makes evaluated, so that unevaluatedItems and unevaluatedProperties do
 * not see it (2020-12 core, section 11). References count as EVALUATES_SAME by what they hold.
 */
enum keyword_evaluates {
    EVALUATES_NOTHING,
    EVALUATES_SAME, /* what the schemas in it do: they apply to the same instance */
    EVALUATES_ITEMS,
    EVALUATES_PROPERTIES
};

/*
 * What the member becomes in another dialect: one step of a translation each, taken in this order,
 * with a function behind it in openapi/translate.c.
 */
enum keyword_translation {
    TRANSLATE_KEEP,              /* the same member */
    TRANSLATE_IDENTIFIER,        /* it goes: references no longer need it */
    TRANSLATE_INERT,             /* it goes: it means nothing, but not every reader knows that */
    TRANSLATE_DEFINITIONS,       /* under the target's keyword for definitions */
    TRANSLATE_DYNAMIC_REFERENCE, /* "$ref", since the target is settled by now */
    TRANSLATE_EXAMPLE,           /* "example": v becomes "examples": [v] */
    TRANSLATE_DEPRECATED,        /* as below, but a "$comment" where there is none */
    TRANSLATE_ANNOTATION,        /* under x-NAME where the target does not know it */
    TRANSLATE_CONTENT,           /* the same, of a member that speaks of strings only */
    TRANSLATE_TYPE,              /* "file" becomes "string" with a format */
    TRANSLATE_FORMAT,            /* byte and binary become contentEncoding and contentMediaType */
    TRANSLATE_ENUM,              /* not empty in draft-04 and draft-06 */
    TRANSLATE_REQUIRED,          /* each name once; not empty in draft-04 */
    TRANSLATE_BOUND_FLAG,        /* a boolean beside the bound becomes the bound itself */
    TRANSLATE_BOUND_NUMBER,      /* and the other way round */
    TRANSLATE_CONST,             /* "enum" with one value */
    TRANSLATE_DEPENDENCIES,      /* split into dependentRequired and dependentSchemas */
    TRANSLATE_DEPENDENT,         /* the two put together */
    TRANSLATE_PROPERTY_NAMES,    /* "patternProperties" and the like, as far as they can say it */
    TRANSLATE_CONTAINS,          /* with its bounds; "not" and "items" in draft-04 */
    TRANSLATE_CONTAINS_BOUND,    /* as above; without "contains" it goes */
    TRANSLATE_ITEMS,             /* a list becomes "prefixItems" */
    TRANSLATE_PREFIX_ITEMS,      /* "items" as a list, and "items" then "additionalItems" */
    TRANSLATE_ADDITIONAL_ITEMS,  /* "items"; beside no list it goes */
    TRANSLATE_UNEVALUATED_ITEMS, /* "items" or "additionalItems", where that says the same */
    TRANSLATE_UNEVALUATED_PROPERTIES, /* "additionalProperties", where that says the same */
    TRANSLATE_DISCRIMINATOR,          /* as it is, or conditions, as the options say */
    TRANSLATE_IF,                     /* with "then" and "else": "anyOf" and "not" */
    TRANSLATE_THEN,                   /* as above; without "if" it goes */
    TRANSLATE_NULLABLE,               /* "null" among the types, or a branch of "anyOf" */
    TRANSLATE_COUNT
};

/* One row: what a member of that name means in objects of that kind, in those dialects. */
struct keyword {
    str name; /* empty: any member without a row of its own, but for x-... */
    enum object_kind owner;
    unsigned dialects; /* a mask */
    enum keyword_shape shape;
    enum child_kind holds;
    enum object_kind
        object; /* CHILD_SCHEMA, CHILD_OBJECT: its kind; references: that of the target */
    enum keyword_role role;
    enum keyword_order order;
    enum keyword_effect effect;
    enum keyword_evaluates evaluates;
    enum keyword_translation translation;
    bool dynamic; /* a reference whose target depends on the path of evaluation */
};

/*
 * The row for the member NAME of an object of the kind OWNER in DIALECT; NULL when the table has
 * none, so that it is data. Takes constant time, whatever NAME is.
 */
const struct keyword *keyword_find(enum object_kind owner, str name, enum dialect dialect);

/* All rows, *RET_COUNT of them, in the order of the table. */
const struct keyword *keyword_rows(ptrdiff_t *ret_count);

/* What there is to know about a dialect besides its keywords. */
struct dialect_info {
    str name;        /* for users: "draft-07", "OpenAPI 3.1" */
    str uri;         /* its $schema, as published; empty for OpenAPI 2.0 and 3.0, which have none */
    str definitions; /* the keyword for definitions in a schema; empty when schemas have none */
    str schemas;     /* the JSON Pointer of the map of named schemas from the document's root */
    str id;          /* the keyword for a schema's URI; empty when schemas have none */
    bool openapi;    /* an OpenAPI version, not a draft of JSON Schema */
    bool ref_hides_siblings; /* beside "$ref" the other members of a schema do not count */
};

/* Never NULL. DIALECT is not DIALECT_COUNT. */
const struct dialect_info *dialect_info(enum dialect dialect);

/* The draft of JSON Schema of that name, such as "draft-07"; DIALECT_COUNT when there is none. */
enum dialect dialect_of_name(str name);

/*
 * The dialect that a "$schema" or a "jsonSchemaDialect" names; DIALECT_COUNT when it is none of
 * these. An empty fragment at the end makes no difference (draft-07 core, section 7), nor does http
 * or https. OpenAPI's dialects are known with and without their date.
 */
enum dialect dialect_of_uri(str uri);

#endif
