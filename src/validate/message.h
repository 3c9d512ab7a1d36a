/*
 * message.h - one violation in words. Internal to explain.c.
 */
#ifndef VALIDATE_MESSAGE_H
#define VALIDATE_MESSAGE_H

#include "base/diag.h"
#include "validate/run.h"

/* The code for VIOLATION. */
enum diag_code message_code(const struct violation *violation);

/* What is wrong, without the place: "expected a string, got the number 5". In the arena. */
const char *message_text(struct arena *arena, const struct violation *violation);

/* What may have been meant; NULL when nothing comes near. */
const char *message_hint(struct arena *arena, const struct violation *violation);

/* The value NODE as JSON, cut to about 80 characters; of an object or array that it is one. */
const char *message_value(struct arena *arena, const struct node *node);

/* The kinds in the set KINDS: "a string or null". */
const char *message_kinds(struct arena *arena, unsigned kinds);

/* The name of the keyword that VIOLATION is about; empty for the schema false. */
str message_keyword(const struct violation *violation);

#endif
