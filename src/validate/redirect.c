/*
 * redirect.c - see redirect.h.
 *
 * A resource may have thousands of anchors, and be entered for each item of an array: to enter it
 * costs the same however many it has. An anchor is looked for when it is asked for, and what was
 * found is kept for as long as the resource that has it is entered.
 */
#include "validate/redirect.h"

#include <stdlib.h>

/* What an anchor led to last: of use while the resource number DEPTH is the one that came as ENTRY.
 */
struct binding {
    struct scheme *scheme;
    ptrdiff_t depth;
    uint64_t entry;
};

struct redirection {
    struct binding *bindings; /* by the number of the anchor */
    bool *is_entered;         /* by the number of the resource */
    struct entry {
        const struct dynamic_scope *scope;
        uint64_t number; /* no two are alike */
    } * entries;         /* the outermost first; each resource is there at most once */
    ptrdiff_t depth;
    uint64_t entry_count; /* of all times; 0 is the number of none */
};

struct redirection *redirection_new(const struct program *program)
{
    if (!program->anchor_count)
        return NULL;
    ptrdiff_t anchors = program->anchor_count, scopes = program->scope_count;
    struct redirection *made = heap_resize(NULL, (ptrdiff_t)sizeof *made);
    *made = (struct redirection){
        .bindings = heap_resize(NULL, anchors * (ptrdiff_t)sizeof *made->bindings),
        .is_entered = heap_resize(NULL, scopes * (ptrdiff_t)sizeof *made->is_entered),
        .entries = heap_resize(NULL, scopes * (ptrdiff_t)sizeof *made->entries),
    };
    for (ptrdiff_t i = 0; i < anchors; i++)
        made->bindings[i] = (struct binding){0};
    for (ptrdiff_t i = 0; i < scopes; i++)
        made->is_entered[i] = false;
    return made;
}

void redirection_free(struct redirection *redirection)
{
    if (!redirection)
        return;
    free(redirection->bindings);
    free(redirection->is_entered);
    free(redirection->entries);
    free(redirection);
}

ptrdiff_t redirection_depth(const struct redirection *redirection)
{
    return redirection ? redirection->depth : 0;
}

void redirection_enter(struct redirection *redirection, const struct dynamic_scope *scope)
{
    if (!scope || !scope->count || redirection->is_entered[scope->number])
        return;
    redirection->is_entered[scope->number] = true;
    redirection->entries[redirection->depth++] = (struct entry){scope, ++redirection->entry_count};
}

void redirection_leave(struct redirection *redirection, ptrdiff_t depth)
{
    while (redirection && redirection->depth > depth)
        redirection->is_entered[redirection->entries[--redirection->depth].scope->number] = false;
}

struct scheme *dynamic_scope_find(const struct dynamic_scope *scope, uint32_t name)
{
    uint32_t first = 0, end = scope->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (scope->at[middle].name == name)
            return scope->at[middle].scheme;
        if (scope->at[middle].name < name)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

/* Looks for the anchor NAME in the resources that are entered. NULL when none of them has it. */
static struct scheme *seek(struct redirection *redirection, uint32_t name, uint64_t *work)
{
    for (ptrdiff_t i = 0; i < redirection->depth; i++) {
        const struct entry *entry = &redirection->entries[i];
        struct scheme *scheme = dynamic_scope_find(entry->scope, name);
        ++*work;
        if (!scheme)
            continue;
        redirection->bindings[name] = (struct binding){scheme, i, entry->number};
        return scheme;
    }
    return NULL;
}

struct scheme *redirection_target(struct redirection *redirection, const struct redirect *redirect,
                                  uint64_t *work)
{
    if (redirect->anchor == NO_ANCHOR)
        return redirect->initial;
    const struct binding *known = &redirection->bindings[redirect->anchor];
    if (known->depth < redirection->depth &&
        known->entry == redirection->entries[known->depth].number)
        return known->scheme;
    struct scheme *found = seek(redirection, redirect->anchor, work);
    return found ? found : redirect->initial;
}
