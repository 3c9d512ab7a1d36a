/*
 * config_examples.h - what one schemac.yaml says of documents that its schemas judge. Internal to
 * build/.
 */
#ifndef BUILD_CONFIG_EXAMPLES_H
#define BUILD_CONFIG_EXAMPLES_H

#include "build/config_value.h"

/* Reads VALUE, that of "schemas", into the content of R. What is wrong is reported. */
void config_read_schemas(struct config_reader *r, const struct node *value);

/* The same for VALUE of "examples". */
void config_read_examples(struct config_reader *r, const struct node *value);

#endif
