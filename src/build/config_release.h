/*
 * config_release.h - what one schemac.yaml says of releases. Internal to build/.
 */
#ifndef BUILD_CONFIG_RELEASE_H
#define BUILD_CONFIG_RELEASE_H

#include "build/config_value.h"

/* Reads VALUE, that of "release", into the content of R. What is wrong is reported. */
void config_read_release(struct config_reader *r, const struct node *value);

/* The same for VALUE of "mentions". */
void config_read_mentions(struct config_reader *r, const struct node *value);

#endif
