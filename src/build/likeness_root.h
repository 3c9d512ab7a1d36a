/*
 * likeness_root.h - which roots a schema that is there may have been extracted from. Internal to
 * likeness.c.
 */
#ifndef BUILD_LIKENESS_ROOT_H
#define BUILD_LIKENESS_ROOT_H

#include "build/likeness.h"

struct root_guess {
    struct string_list roots;
    const char *form;           /* root_form, or NULL for its default */
    const struct node *inlined; /* with "inline": the schema whose members stand at the top */
    bool is_comparable;         /* it is likelier than a guess whose result differs in more */
};

enum { ROOT_GUESSES = 8 };

/*
 * Fills GUESSES, of ROOT_GUESSES, with the roots that OPENAPI may give EXISTING from, the likeliest
 * first, and returns how many these are. DIALECT is that of EXISTING.
 */
ptrdiff_t root_guesses(const struct openapi *openapi, const struct existing *existing,
                       enum dialect dialect, struct arena *arena, struct root_guess *guesses);

#endif
