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

/* What the member becomes in another dialect. */
enum keyword_translation {
    TRANSLATE_KEEP,    /* the same member */
    TRANSLATE_EXAMPLE, /* "example": v becomes "examples": [v] */
    TRANSLATE_DEFS     /* it goes under the target's keyword for definitions */
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
