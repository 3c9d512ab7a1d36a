/*
 * init_start.h - a first artifact for a document that has none. Internal to init.c.
 */
#ifndef BUILD_INIT_START_H
#define BUILD_INIT_START_H

#include "build/init_source.h"

/*
 * Chooses the artifact's root, path and keys so that generate can make it, and fills in the text of
 * RESULT. False when reported: no artifact can be made, or it cannot be told where it may lie.
 */
bool init_start(struct initiator *in, struct init_result *result);

#endif
