/*
 * config_schema.h - the schema of schemac.yaml, which the program carries.
 *
 * It is schemas/schemac-config.schema.json, put into the program by tools/embed when it is built.
 */
#ifndef BUILD_CONFIG_SCHEMA_H
#define BUILD_CONFIG_SCHEMA_H

#include "base/str.h"

extern const str config_schema;

#endif
