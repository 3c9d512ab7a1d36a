/*
 * source_examples.h - the examples and defaults in a source, judged by the schemas that they stand
 * in or beside ("source_examples" of an artifact).
 *
 * "example", "examples" and "default" are annotations: nothing makes them agree with their schema
 * (JSON Schema 2020-12 validation, sections 9.2 and 9.5; OpenAPI 3.1, Schema Object). They are
 * judged as the source says it, by the rules of its own dialect, whatever the artifact leaves out
 * or translates.
 */
#ifndef BUILD_SOURCE_EXAMPLES_H
#define BUILD_SOURCE_EXAMPLES_H

#include "build/plan.h"

/*
 * Judges those in the schemas that the roots of the selected artifacts lead to, where these ask for
 * it, and those beside such a schema (object_examples.h). What is refused is a warning (W0802) or a
 * finding (D0813), as they say, at its line.
 */
void source_examples_judge(struct plan *plan);

#endif
