/*
 * admission_record.h - what was admitted and rejected, for programs.
 */
#ifndef CONTRACT_ADMISSION_RECORD_H
#define CONTRACT_ADMISSION_RECORD_H

#include "base/map.h"
#include "contract/admission.h"

/*
 * The names of the tools that are admitted, the keys of the map, which is in ARENA: each once,
 * where the first of that name stands.
 */
struct map admission_names(struct arena *arena, const struct admission *admissions,
                           ptrdiff_t count);

/*
 * Pushes two members of an object: "admitted", an array of those names, and "rejected", one of
 * objects with the first reason of each tool: "name", "reason", "code", "pointer" and "line".
 */
void admission_push(struct node_stack *stack, const struct listing *listing,
                    const struct admission *admissions, ptrdiff_t count);

#endif
