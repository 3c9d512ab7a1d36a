/*
 * init_like.h - the keys with which a schema that is there comes out. Internal to init.c.
 */
#ifndef BUILD_INIT_LIKE_H
#define BUILD_INIT_LIKE_H

#include "build/init_source.h"

/*
 * Fills in the artifact's keys from the schema at the request's LIKE, and the text and IS_SAME of
 * RESULT. What differs from that schema is reported as check does. False when reported: the schema
 * or the document cannot be read, or nothing can be made.
 */
bool init_like(struct initiator *in, struct init_result *result);

#endif
