/*
 * metaschema.h - schemas judged by the metaschemas of their dialects, which are built in. Internal
 * to validate/.
 */
#ifndef VALIDATE_METASCHEMA_H
#define VALIDATE_METASCHEMA_H

#include "validate/scope.h"

/*
 * Judges what the schema NODE stands in, once: a whole document of schemas, or the schema itself
 * where the document is of another kind. False when reported: it is not valid (2020-12 core,
 * section 4.3.3; draft-04 core, section 6).
 */
bool metaschema_accepts(struct compiler *c, const struct node *node);

#endif
