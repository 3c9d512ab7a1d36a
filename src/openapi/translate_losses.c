/*
 * translate_losses.c - what becomes of a schema when a part of it has lost something.
 *
 * What cannot be said makes its object accept more. It shall not make one further out refuse more,
 * so that all that is valid in the source is valid by the result; but for references, behind which
 * nobody looks.
 */
#include "openapi/translate_steps.h"

#include "schema/walk.h"

/* True when something in CHILD could not be said. */
static bool is_lost(const struct translation *t, const struct walk_child *child)
{
    return child->kind == CHILD_SCHEMA && map_find_address(&t->log->lost, child->node);
}

static struct walk_children children_of(const struct translation *t, const struct node *source)
{
    struct walk_children it;
    walk_begin(&it, source, OBJECT_SCHEMA, t->from);
    it.also = t->options.assume;
    return it;
}

bool translate_has_lost(const struct translation *t, const struct node *source)
{
    if (!t->log || !t->log->lost.count)
        return false;
    struct walk_children it = children_of(t, source);
    struct walk_child child;
    while (walk_next(&it, &child))
        if (is_lost(t, &child))
            return true;
    return false;
}

static void drop_named(struct edit *edit, const char *name)
{
    struct member *member = edit_find(edit, str_of(name));
    if (member)
        edit_drop(edit, member);
}

static void leave_out(struct edit *edit, const char *name)
{
    struct member *member = edit_find(edit, str_of(name));
    if (member)
        edit_cannot_say(edit, member, "since what it holds cannot, and is left out");
    drop_named(edit, name);
}

/*
 * A schema that has lost something accepts more. What would then refuse more gives way: "not",
 * "if" and an upper bound of "contains" go, and "oneOf" is only "anyOf".
 */
static void give_up(struct edit *edit, str keyword)
{
    struct member *member = edit_find(edit, keyword);
    if (!member)
        return;
    if (str_equal(keyword, S("not"))) {
        leave_out(edit, "not");
    } else if (str_equal(keyword, S("if"))) {
        leave_out(edit, "if");
        drop_named(edit, "then");
        drop_named(edit, "else");
    } else if (str_equal(keyword, S("contains"))) {
        leave_out(edit, "maxContains");
    } else if (str_equal(keyword, S("oneOf"))) {
        edit_cannot_say(edit, member, "since what it holds cannot, but \"anyOf\" can");
        edit_say(edit, member, S("anyOf"), member->value);
    }
}

void translate_give_up(struct edit *edit)
{
    struct walk_children it = children_of(edit->t, edit->source);
    struct walk_child child;
    struct translation_log *log = edit->t->log;
    map_entry_address(&log->lost, edit->source, NULL);
    while (walk_next(&it, &child))
        if (is_lost(edit->t, &child))
            give_up(edit, node_text(child.member));
}
