/*
 * roots.h - which schemas of a document the roots mean that somebody names.
 */
#ifndef OPENAPI_ROOTS_H
#define OPENAPI_ROOTS_H

#include "base/option.h"
#include "openapi/document.h"

struct closure;

/*
 * The schema that ROOT means in OPENAPI, looked up with LOOKUP: by its name, by a JSON Pointer, or
 * by a reference such as "#/a" or "pets.yaml#/a". A name may have a "#", too, and comes first.
 * False when reported, at WHERE, which asks for it, or NULL.
 */
bool roots_find(const struct openapi *openapi, const struct lookup *lookup, str root,
                const struct node *where, struct target *ret_target);

/* Defines in C what ROOTS mean, of which "*" is all. What is wrong is reported. */
void roots_define(struct closure *c, const struct string_list *roots);

#endif
