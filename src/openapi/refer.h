/*
 * refer.h - shared definitions: one schema refers to another's instead of repeating them.
 */
#ifndef OPENAPI_REFER_H
#define OPENAPI_REFER_H

#include "schema/vocabulary.h"
#include "source/node.h"

/*
 * SCHEMA, an extracted schema of DIALECT, without the definitions that OTHER, of the same dialect
 * and with a $id, has under the same name and with the same content: references to them lead to
 * OTHER's by its $id. A definition counts as the same only when all that it refers to does.
 * KEYWORDS is the dialect of what is in the schemas, which is another one when they were copied as
 * they are. New nodes are in the arena; the result is SCHEMA itself when nothing is shared.
 */
const struct node *refer(struct arena *arena, const struct node *schema, const struct node *other,
                         enum dialect dialect, enum dialect keywords);

#endif
