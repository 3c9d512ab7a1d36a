/*
 * shape.h - what schema.json of MCP 2026-07-28 asks of members that may be there, in descriptors
 * and in content blocks (tool-contracts.md section 6).
 */
#ifndef CONTRACT_SHAPE_H
#define CONTRACT_SHAPE_H

#include "source/node.h"

enum shape {
    SHAPE_STRING,
    SHAPE_BOOL,
    SHAPE_INTEGER, /* by its value: 1.0 is one */
    SHAPE_OBJECT,
    SHAPE_PRIORITY, /* a number from 0 to 1 */
    SHAPE_STRINGS,
    SHAPE_AUDIENCE,    /* an array of "user" and "assistant" */
    SHAPE_THEME,       /* "light" or "dark" */
    SHAPE_ANNOTATIONS, /* an object; what is in it is another table */
    SHAPE_ICONS        /* an array; what is in its items is shape_icon */
};

/* A member and its shape. Tables of these end with {0}. */
struct shape_member {
    const char *key;
    enum shape shape;
};

/* The members of an icon, of which "src" has to be there. */
extern const struct shape_member shape_icon[];

/* True when VALUE has that SHAPE. */
bool shape_fits(const struct node *value, enum shape shape);

/* SHAPE for messages, with its article: "a string". */
const char *shape_words(enum shape shape);

/*
 * True when SRC, that of an icon, may be loaded: it is an https or a data URI. Clients must refuse
 * others, such as javascript: and file: (section 3).
 */
bool shape_is_loadable(str src);

#endif
