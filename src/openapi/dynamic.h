/*
 * dynamic.h - references that evaluation may redirect. Internal to openapi/.
 */
#ifndef OPENAPI_DYNAMIC_H
#define OPENAPI_DYNAMIC_H

#include "openapi/closure.h"

/*
 * Reports (E0410) those of C's dynamic references that may lead to more than one schema: the
 * anchor that they lead to is dynamic, and evaluation may have come through another schema resource
 * that has one of that name (2020-12 core, section 8.2.3.2; 2019-09 core, section 8.2.4.2.1).
 */
void dynamic_check(struct closure *c);

#endif
