/*
 * chain.h - patterns that are searched for by hand, in one pass and without going back.
 *
 * Most patterns of real schemas are `^`, a few runs of single code points, `$`: `^x-`,
 * `^[a-z][a-z0-9]*$`, `^.{1,64}$`, `^\d{4}-\d{2}$`; or look for a literal anywhere. Where no run
 * can take what the next one needs, each takes all that it can, and whether that matches is the
 * verdict.
 */
#ifndef VALIDATE_CHAIN_H
#define VALIDATE_CHAIN_H

#include "base/arena.h"
#include "base/str.h"
#include "validate/ecma.h"

struct chain;

/* Returns REGEX as a chain, or NULL when it is none. Nothing of REGEX is kept. */
struct chain *chain_new(struct arena *arena, const struct ecma_regex *regex);

/* True when SUBJECT, which is well-formed UTF-8, has a match. */
bool chain_search(const struct chain *chain, str subject);

#endif
