/*
 * likeness_drop.h - which members a schema that is there was extracted without. Internal to
 * likeness.c.
 */
#ifndef BUILD_LIKENESS_DROP_H
#define BUILD_LIKENESS_DROP_H

#include "base/option.h"
#include "openapi/document.h"

/*
 * The members, as drop names them, that schemas in BUILT, extracted from OPENAPI in DIALECT, have
 * and the same schemas in EXISTING have nowhere.
 */
struct string_list droppable(const struct openapi *openapi, struct arena *arena,
                             const struct node *built, const struct node *existing,
                             enum dialect dialect);

#endif
