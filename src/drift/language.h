/*
 * language.h - which patterns one text can match together. Internal to drift/.
 *
 * Patterns of real schemas are regular: without lookarounds and references they are automata, and
 * whether there is a text that some of them match and others do not is decided by walking through
 * all of them at once.
 */
#ifndef DRIFT_LANGUAGE_H
#define DRIFT_LANGUAGE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { LANGUAGE_CAP = 8 }; /* patterns */

struct languages; /* lives in the arena that it was made in */

/* The COUNT patterns as automata; what is no regular language, or a large one, may match anything.
 */
struct languages *languages_new(struct arena *arena, const str *patterns, unsigned count);

/*
 * True unless it is certain that no text of LOW to HIGH code points (UINT64_MAX: any number)
 * matches each pattern of the mask HAS, and none of the others in the mask ASKED. *RET_TEXT is one
 * that does, in the arena of LANGUAGES, or has no data when none was found.
 */
bool languages_may(struct languages *languages, unsigned asked, unsigned has, uint64_t low,
                   uint64_t high, str *ret_text);

/* How many symbols were read for LANGUAGES so far, by all automata together. */
uint64_t languages_steps(const struct languages *languages);

#endif
