/*
 * reachable.h - the schemas that the operations of a document use. Internal to openapi/.
 */
#ifndef OPENAPI_REACHABLE_H
#define OPENAPI_REACHABLE_H

#include "openapi/document.h"

/*
 * Gives each Schema Object that is reached from the paths and webhooks of OPENAPI, over references
 * of all kinds and over files, to USE, with CONTEXT. Schemas within schemas are not given. LOOKUP
 * is that of OPENAPI, with USED set. References on the way that lead nowhere are reported.
 */
void reachable_schemas(const struct openapi *openapi, const struct lookup *lookup,
                       void (*use)(void *context, const struct target *target), void *context);

#endif
