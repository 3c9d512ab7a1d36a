/*
 * identify.h - finds the resources and anchors of a document. Internal to schema/.
 */
#ifndef SCHEMA_IDENTIFY_H
#define SCHEMA_IDENTIFY_H

#include "schema/registry.h"

/*
 * Fills in what DOCUMENT says of itself and of the schemas in it: kind, dialects, and the resources
 * with their URIs and anchors, which also go into the registry's maps. What cannot stand as it is,
 * such as two resources of one URI, is left for whoever refers to it.
 */
void identify(struct registry *registry, struct document *document, struct document_info *info);

#endif
