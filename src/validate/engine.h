/*
 * engine.h - PCRE2, of which no other file knows.
 *
 * It gets patterns that ecma_write made, and strings that are well-formed UTF-8.
 */
#ifndef VALIDATE_ENGINE_H
#define VALIDATE_ENGINE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;

/*
 * What a pattern has that PCRE2 10.42 is wrong about unless it leaves something out: start
 * optimisations with lookaheads, (?=baa)a*b on "abaa"; automatic possession with properties,
 * \P{Lu}+\P{Cn}{2} on "abc"; machine code with references to groups that are not set.
 */
struct engine_needs {
    bool lookaheads, properties, references;
};

/*
 * Compiles PATTERN; NULL when PCRE2 refuses it, as it does what is too large. It goes with the
 * arena.
 */
struct engine *engine_new(struct arena *arena, str pattern, struct engine_needs needs);

/* Has ENGINE run as machine code from now on, if that can be. */
void engine_use_machine_code(struct engine *engine);

/* What came of a search. */
enum engine_result { ENGINE_FAILS, ENGINE_MATCHES, ENGINE_LIMIT };

/* Searches SUBJECT, with at most LIMIT steps of backtracking for each place where a match may
 * begin. */
enum engine_result engine_search(struct engine *engine, str subject, uint32_t limit);

/*
 * Searches SUBJECT in the interpreter, with at most *BUDGET of work, as the callouts count it; what
 * was done is taken off.
 */
enum engine_result engine_search_counted(struct engine *engine, str subject, int64_t *budget);

/* True when PCRE2 knows what is written as \p{NAME}. */
bool engine_knows_property(str name);

#endif
