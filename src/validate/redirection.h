/*
 * redirection.h - where dynamic references lead during a run: to what the outermost of the
 * resources that were entered has under the name (2020-12 core section 8.2.3.2).
 */
#ifndef VALIDATE_REDIRECTION_H
#define VALIDATE_REDIRECTION_H

#include "validate/run.h"

/*
 * Room for the resources of PROGRAM, of which none was entered; NULL, which all that follow take,
 * when it has no dynamic anchors. The caller frees it by redirection_free.
 */
struct redirection *redirection_new(const struct program *program);
void redirection_free(struct redirection *redirection);

/* How many resources are entered. */
ptrdiff_t redirection_depth(const struct redirection *redirection);

/* Enters the resource of SCOPE, one of the program; not when it has no anchors or is entered. */
void redirection_enter(struct redirection *redirection, const struct dynamic_scope *scope);

/* Leaves all resources but the first DEPTH that were entered. */
void redirection_leave(struct redirection *redirection, ptrdiff_t depth);

/* What SCOPE has under the name that has the number NAME; NULL when it has none. */
struct scheme *redirection_find(const struct dynamic_scope *scope, uint32_t name);

/*
 * The scheme that REDIRECT, one of the program, leads to now. For each resource in which its name
 * had to be looked for, WORK grows by 1.
 */
struct scheme *redirection_target(struct redirection *redirection, const struct redirect *redirect,
                                  uint64_t *work);

#endif
