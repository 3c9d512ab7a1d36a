/*
 * canonical.h - what a schema says, as digests.
 *
 * The content is the canonical JSON of the value (WRITE_CANONICAL): indentation, escapes and the
 * order of members make no difference to it. The constraint form is the same without the members
 * of schemas that only annotate by the table of keywords. What names the schema or its dialect
 * stays, and so do references and "format", on which validators differ. A member that the dialect
 * does not know is an annotation (2020-12 core, section 4.3.1) and goes, also when a reference
 * leads into it; but for such references, schemas with one constraint form accept the same
 * documents.
 */
#ifndef SCHEMA_CANONICAL_H
#define SCHEMA_CANONICAL_H

#include "base/digest.h"
#include "schema/vocabulary.h"
#include "source/node.h"

struct canonical_digests {
    struct digest content, constraints;
};

/* The digests of SCHEMA, whose dialect is DIALECT where it does not say it ("$schema"). */
struct canonical_digests canonical_digests(const struct node *schema, enum dialect dialect);

/* The constraint form of SCHEMA, in the arena; SCHEMA shares what stays as it is. */
const struct node *canonical_constraints(struct arena *arena, const struct node *schema,
                                         enum dialect dialect);

#endif
