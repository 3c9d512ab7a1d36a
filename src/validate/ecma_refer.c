/*
 * Captures are forgotten when a loop begins its next turn (22.2.2.3.1, RepeatMatcher), and a
 * reference to what was not captured is to the empty string (22.2.2.7.2, BackreferenceMatcher).
 * PCRE2 never forgets. So it is decided here, before anything is searched, for each reference
 *
 * - that its group never took part when it is reached: it is the empty string;
 * - that whatever PCRE2 remembers there is what the standard has, too: it stays;
 * - or that neither is certain: the pattern is refused.
 */
#include "validate/ecma.h"

#include <assert.h>

static int depth_of(const struct ecma_node *node)
{
    int depth = 0;
    for (; node->parent; node = node->parent)
        depth++;
    return depth;
}

/*
 * Where two nodes meet: the lowest node above both, or one of them; and its children through which
 * they are reached.
 */
struct meeting {
    const struct ecma_node *at, *toward_group, *toward_reference;
};

static struct meeting meet(const struct ecma_node *group, const struct ecma_node *reference)
{
    struct meeting found = {0};
    int a = depth_of(group), b = depth_of(reference);
    while (group != reference) {
        bool lift_group = a >= b, lift_reference = b >= a;
        if (lift_group) {
            found.toward_group = group;
            group = group->parent;
            a--;
        }
        if (lift_reference) {
            found.toward_reference = reference;
            reference = reference->parent;
            b--;
        }
    }
    assert(group); /* the root is above both */
    found.at = group;
    return found;
}

static bool is_loop(const struct ecma_node *node)
{
    return node->kind == ECMA_REPEAT && node->max > 1;
}

static bool is_within_loop(const struct ecma_node *node)
{
    for (; node; node = node->parent)
        if (is_loop(node))
            return true;
    return false;
}

/* The innermost lookaround above NODE, or NULL. */
static const struct ecma_node *look_above(const struct ecma_node *node)
{
    for (node = node->parent; node; node = node->parent)
        if (node->kind == ECMA_LOOK_AHEAD || node->kind == ECMA_LOOK_BEHIND)
            return node;
    return NULL;
}

static bool is_behind(const struct ecma_node *node)
{
    const struct ecma_node *look = look_above(node);
    return look && look->kind == ECMA_LOOK_BEHIND;
}

/* True when GROUP may take no part in a match of TOP, which is above it. */
static bool may_be_missed(const struct ecma_node *group, const struct ecma_node *top)
{
    for (const struct ecma_node *at = group; at != top; at = at->parent) {
        const struct ecma_node *above = at->parent;
        if (above->kind == ECMA_CHOICE || (above->kind == ECMA_REPEAT && above->min == 0))
            return true;
    }
    return false;
}

/* True when whatever GROUP captures below TOP is forgotten, or it is never tried. */
static bool is_never_kept(const struct ecma_node *group, const struct ecma_node *top)
{
    for (const struct ecma_node *at = group; at != top; at = at->parent) {
        const struct ecma_node *above = at->parent;
        if (above->negated)
            return true;
        if (above->kind == ECMA_REPEAT &&
            (above->max == 0 || (above->min == 0 && above->first->max_width == 0)))
            return true; /* a turn that matches nothing does not count */
    }
    return false;
}

/*
 * True when what GROUP captures below TOP may depend on how turns that match nothing are tried:
 * ECMA-262 goes back from them, PCRE2 goes on. It matters in loops, whose last turn counts, and
 * where a lookahead settles on one of several ways.
 */
static bool depends_on_idle_turns(const struct ecma_node *group, const struct ecma_node *top)
{
    bool in_look = false, in_loop = false;
    for (const struct ecma_node *at = group; at != top; at = at->parent) {
        const struct ecma_node *above = at->parent;
        if (above->kind == ECMA_LOOK_AHEAD) {
            in_look = true;
            if (above->idle_turns)
                return true;
        }
        if (above->kind == ECMA_REPEAT && above->max > above->min && at->min_width == 0 && in_look)
            return true;
        in_loop |= is_loop(above);
        if (above->kind == ECMA_LOOK_BEHIND && in_loop)
            return true; /* the last turn is the leftmost */
        if (is_loop(above) && (at->min_width == 0 || may_be_missed(group, at)))
            return true;
    }
    return false;
}

enum reference_meaning { MEANS_NOTHING, MEANS_CAPTURE, MEANS_BOTH };

/* What REFERENCE can be to when it is reached. */
static enum reference_meaning judge(const struct ecma_node *reference)
{
    const struct ecma_node *group = reference->group;
    struct meeting found = meet(group, reference);
    if (found.at == group || found.at->kind != ECMA_SEQUENCE)
        return MEANS_NOTHING; /* within itself, or in another alternative */
    assert(found.toward_group && found.toward_reference); /* it has no children */

    bool group_first = found.toward_group->offset < found.toward_reference->offset;
    bool backward = is_behind(found.toward_reference);
    if (group_first == backward || is_never_kept(group, found.at))
        return MEANS_NOTHING;

    /* From here on the group is tried first, each time. Loops around both: is it always new? */
    if (is_within_loop(found.at) && may_be_missed(group, found.at))
        return MEANS_BOTH;
    if (depends_on_idle_turns(group, found.at))
        return MEANS_BOTH;
    return MEANS_CAPTURE;
}

static bool refuse(const struct ecma_node *reference, str message, struct ecma_fault *ret_fault)
{
    *ret_fault = (struct ecma_fault){ECMA_UNSUPPORTED, reference->offset, message};
    return false;
}

bool ecma_refer(struct ecma_regex *regex, struct ecma_fault *ret_fault)
{
    for (ptrdiff_t i = 0; i < regex->reference_count; i++) {
        struct ecma_node *reference = regex->references[i];
        enum reference_meaning meaning = judge(reference);
        if (meaning == MEANS_BOTH)
            return refuse(reference,
                          S("a reference to a group that is repeated is not supported here"),
                          ret_fault);
        if (meaning == MEANS_NOTHING) {
            reference->kind = ECMA_SEQUENCE;
            reference->max_width = 0;
            continue;
        }
        for (const struct ecma_node *at = reference; (at = look_above(at));)
            if (at->kind == ECMA_LOOK_BEHIND)
                return refuse(reference, S("a reference within a lookbehind is not supported here"),
                              ret_fault);
        reference->group->used = true;
        regex->has_references = true;
    }
    return true;
}
