/*
 * redirect.h - where dynamic references lead during a run: to what the outermost of the resources
 * that were entered has under the name (2020-12 core section 8.2.3.2).
 */
#ifndef VALIDATE_REDIRECT_H
#define VALIDATE_REDIRECT_H

#include "validate/run.h"

/*
 * Room for the resources of PROGRAM, of which none was entered; NULL when it has no dynamic
 * anchors. The caller frees it by redirection_free, which takes NULL, too.
 */
struct redirection *redirection_new(const struct program *program);
void redirection_free(struct redirection *redirection);

/* How many resources are entered. */
ptrdiff_t redirection_depth(const struct redirection *redirection);

/* Enters the resource of SCOPE, or of none when that is NULL, unless it was entered before. */
void redirection_enter(struct redirection *redirection, const struct dynamic_scope *scope);

/* Leaves all resources but the first DEPTH. */
void redirection_leave(struct redirection *redirection, ptrdiff_t depth);

/* What SCOPE has under the name that has the number NAME; NULL when it has none. */
struct scheme *dynamic_scope_find(const struct dynamic_scope *scope, uint32_t name);

/* The scheme that REDIRECT leads to now. What it takes to find it is added to WORK, as steps. */
struct scheme *redirection_target(struct redirection *redirection, const struct redirect *redirect,
                                  uint64_t *work);

#endif
