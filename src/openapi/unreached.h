/*
 * unreached.h - what is wrong with schemas that no artifact needs.
 */
#ifndef OPENAPI_UNREACHED_H
#define OPENAPI_UNREACHED_H

#include "openapi/document.h"

/*
 * Warns, once (W0301), of references that lead nowhere in named schemas that none of the
 * extractions from OPENAPI has reached. To be called when all of them are done.
 */
void openapi_warn_unreached(const struct openapi *openapi);

#endif
