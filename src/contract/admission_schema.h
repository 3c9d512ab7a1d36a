/*
 * admission_schema.h - the schemas of a descriptor by the rules of their dialects. Internal to
 * contract/admission*.
 *
 * A schema is judged as a document of its own, a copy in memory that lives as long as the
 * judgement: "#" is its root, no other tool's "$id" is known to it, and no file is read. Its nodes
 * are numbered in the order of the document, which leads from what is found back to the descriptor.
 */
#ifndef CONTRACT_ADMISSION_SCHEMA_H
#define CONTRACT_ADMISSION_SCHEMA_H

#include "contract/admission_inner.h"

/*
 * Judges SCHEMA, an object, the member MEMBER of the descriptor: is it valid by its metaschema, and
 * can it be compiled with all that it refers to? Reasons are of the class REASON. With HEADERS, not
 * NULL, its annotations are checked, too.
 */
void schema_judge(struct judging *j, const struct node *schema, const char *member,
                  enum admission_class reason, struct headers *headers);

#endif
