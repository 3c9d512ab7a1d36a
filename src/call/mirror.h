/*
 * mirror.h - the headers that mirror arguments of a call: built for one, and compared with one.
 *
 * tool-contracts.md sections 1.3, 1.4 and 2. Nothing here holds or shows a value but the headers
 * that are built: events have names only, and faults are told by a word and a place.
 */
#ifndef CALL_MIRROR_H
#define CALL_MIRROR_H

#include "call/header.h"
#include "call/header_list.h"
#include "contract/header_name.h"

/* The name of the header that PARAMETER is mirrored in, in ARENA. */
str mirror_header(struct arena *arena, const struct mirrored *parameter);

/* The JSON Pointer of PARAMETER in the arguments, in ARENA. */
str mirror_pointer(struct arena *arena, const struct mirrored *parameter);

/* What became of the parameters of one call. */
struct mirror {
    enum header_fault fault;
    str header;               /* with a fault, the name of the header that it is about */
    const struct node *value; /* with a fault, what is wrong in the arguments, to point at; or NULL
                               */
    struct header_list headers; /* of mirror_build: in the order of the schema */
    const struct node *event;   /* the audit event: names, never values; NULL with a fault */
};

/*
 * Builds the headers for a call of an admitted tool with ARGUMENTS, an object. All memory is in
 * ARENA. With a fault there are no headers.
 */
struct mirror mirror_build(struct arena *arena, const struct admission *admission,
                           const struct node *arguments);

/*
 * The parity gate: do HEADERS say of the mirrored parameters what ARGUMENTS, an object, do? Other
 * headers are not looked at.
 */
struct mirror mirror_compare(struct arena *arena, const struct admission *admission,
                             const struct node *arguments, const struct header_list *headers);

#endif
