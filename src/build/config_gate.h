/*
 * config_gate.h - what one schemac.yaml says of changes of schemas. Internal to build/.
 */
#ifndef BUILD_CONFIG_GATE_H
#define BUILD_CONFIG_GATE_H

#include "build/config_value.h"

/*
 * Read VALUE, that of "rules", "compatibility" or "waivers", into the content of R. What is wrong
 * is reported.
 */
void config_read_rules(struct config_reader *r, const struct node *value);
void config_read_compatibility(struct config_reader *r, const struct node *value);
void config_read_waivers(struct config_reader *r, const struct node *value);

#endif
