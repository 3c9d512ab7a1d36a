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

/*
 * Adds the rules of CONFIG to GATE, and puts its compatibility, if it has one, into *AUDIENCE; the
 * first of its files has the last word.
 */
void config_gate_add_rules(const struct config *config, struct gate *gate, const char **audience);

#endif
