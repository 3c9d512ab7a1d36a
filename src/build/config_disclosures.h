/*
 * config_disclosures.h - what one schemac.yaml says of schemas that are disclosed in parts.
 * Internal to build/.
 */
#ifndef BUILD_CONFIG_DISCLOSURES_H
#define BUILD_CONFIG_DISCLOSURES_H

#include "build/config_value.h"

/* Reads VALUE, that of "disclosures", into the content of R. What is wrong is reported. */
void config_read_disclosures(struct config_reader *r, const struct node *value);

#endif
