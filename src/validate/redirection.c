/*
 * redirection.c - see redirection.h.
 *
 * A resource may have thousands of anchors, and be entered for each item of an array, with hundreds
 * of others around it: to enter it costs the same however many anchors it has, and no name is
 * looked for twice in a resource that stays entered. For that, entries have numbers, none twice:
 * one that is on the stack, and whose number is not above N, was on it when N was the last.
 */
#include "validate/redirection.h"

#include <stdlib.h>

/* What is known of an anchor. {0} is nothing. */
struct binding {
    struct scheme *scheme; /* what it led to last, in the entry number HIT, at DEPTH */
    ptrdiff_t depth;
    uint64_t hit;
    uint64_t lacking; /* all entries up to this number lack it */
};

struct redirection {
    struct binding *bindings; /* by the number of the anchor */
    bool *is_entered;         /* by the number of the resource */
    struct entry {
        const struct dynamic_scope *scope;
        uint64_t number; /* of all times, from 1 on; it grows with the depth */
    } * entries;         /* the outermost first; each resource is there at most once */
    ptrdiff_t depth;
    uint64_t entry_count; /* of all times */
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

struct scheme *redirection_find(const struct dynamic_scope *scope, uint32_t name)
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

/* The depth of the first entry behind NUMBER. */
static ptrdiff_t depth_behind(const struct redirection *redirection, uint64_t number)
{
    ptrdiff_t first = 0, end = redirection->depth;
    while (first < end) {
        ptrdiff_t middle = first + (end - first) / 2;
        if (redirection->entries[middle].number > number)
            end = middle;
        else
            first = middle + 1;
    }
    return first;
}

/* Looks for the anchor NAME where it is not known to be missing. NULL when nobody has it. */
static struct scheme *seek(struct redirection *redirection, uint32_t name, uint64_t *work)
{
    struct binding *known = &redirection->bindings[name];
    for (ptrdiff_t i = depth_behind(redirection, known->lacking); i < redirection->depth; i++) {
        const struct entry *entry = &redirection->entries[i];
        struct scheme *scheme = redirection_find(entry->scope, name);
        ++*work;
        if (scheme) {
            known->scheme = scheme;
            known->depth = i;
            known->hit = entry->number;
            return scheme;
        }
        known->lacking = entry->number;
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
        known->hit == redirection->entries[known->depth].number)
        return known->scheme;
    struct scheme *found = seek(redirection, redirect->anchor, work);
    return found ? found : redirect->initial;
}
