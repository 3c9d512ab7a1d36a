/*
 * yaml_type.h - what the nodes of a YAML document are, by their text and their tags, with what
 * there is to say about that. Internal to source/.
 */
#ifndef SOURCE_YAML_TYPE_H
#define SOURCE_YAML_TYPE_H

#include "source/sources.h"

/*
 * Makes NODE, a scalar's head, the value that TEXT is with the TAG, or without one. What does not
 * fit becomes a fault of NODE; what a reader of YAML 1.1 would read otherwise, or no tag of ours, a
 * warning.
 */
void yaml_resolve_value(struct sources *sources, struct document *document, struct node *node,
                        str text, str tag);

/* Warns of KEY, a string, where a reader of YAML 1.1 would not take it for one. */
void yaml_check_key(struct sources *sources, struct document *document, const struct node *key);

/*
 * Looks at the TAG of COLLECTION, the head of an object or array: NULL when it fits, or says
 * nothing to us, which is told of; else why it does not.
 */
const char *yaml_check_tag(struct sources *sources, struct document *document,
                           const struct node *collection, str tag);

#endif
