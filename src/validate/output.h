/*
 * output.h - verdicts in the output formats of JSON Schema (2020-12 core section 12.4).
 */
#ifndef VALIDATE_OUTPUT_H
#define VALIDATE_OUTPUT_H

#include "base/buf.h"
#include "schema/registry.h"
#include "validate/run.h"

/* Adds {"valid": true} or {"valid": false}, and a line feed (section 12.4.1). */
void output_flag(struct buf *out, bool is_valid);

/*
 * Adds a line, as BASIC or not, for an instance without a verdict, which is reported, so that each
 * instance has one: it is not valid, and the error of the form "basic" says why.
 */
void output_undecided(struct buf *out, bool basic);

/*
 * Adds the form "basic" on one line (section 12.4.2): with VIOLATIONS, which make it invalid, a
 * list of "errors" with their locations, also those of the branches of choices. The schemas are in
 * REGISTRY. Annotations are not given.
 */
void output_basic(struct buf *out, const struct registry *registry,
                  const struct violations *violations);

#endif
