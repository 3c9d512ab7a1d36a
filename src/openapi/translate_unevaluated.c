/*
 * translate_unevaluated.c - unevaluatedItems and unevaluatedProperties.
 *
 * Where nothing but the neighbours in the same object can make items or properties evaluated, the
 * two say what additionalItems (or items) and additionalProperties do, and the older drafts can say
 * it.
 */
#include "openapi/evaluated.h"
#include "openapi/translate_steps.h"

/* True for true and {}, which allow everything. */
static bool allows_all(const struct node *schema)
{
    return schema->kind == NODE_BOOL ? schema->count : !schema->count;
}

static void leave_out(struct edit *edit, struct member *member)
{
    edit_cannot_say(edit, member, "and is left out");
    edit_drop(edit, member);
}

/* True, and noted, when COUNT more names or items may be said again in this extraction. */
static bool may_repeat(const struct edit *edit, ptrdiff_t count)
{
    enum { ALL_REPEATED_CAP = 1000000 };
    struct translation_log *log = edit->t->log;
    if (count > REPEATED_NODES || (log && count > ALL_REPEATED_CAP - log->repeated))
        return false;
    if (log)
        log->repeated += count;
    return true;
}

/* The names that are not in OWN, a map or NULL, which joins them with anything as their schema. */
static const struct node *joined_names(struct edit *edit, const struct node *own,
                                       const struct evaluated_names *names)
{
    struct node_stack stack = {0};
    for (uint32_t i = 0; own && i < own->count; i++) {
        node_push(&stack, *node_key(own, i));
        node_push(&stack, *node_value(own, i));
    }
    for (ptrdiff_t i = 0; i < names->map.count; i++)
        if (!own || node_find(own, names->map.entries[i].key) < 0) {
            node_push(&stack, *(const struct node *)names->map.entries[i].value);
            node_push(&stack, *edit_anything(edit));
        }
    return edit_map(edit, &stack);
}

/* Puts NAMES into the map KEYWORD, in front of MEMBER when it is not there. */
static struct member *add_names(struct edit *edit, struct member *member, str keyword,
                                const struct evaluated_names *names)
{
    struct member *own = edit_find(edit, keyword);
    if (!names->map.count)
        return member;
    if (own) {
        own->value = joined_names(edit, own->value, names);
        return member;
    }
    struct node key = member->key;
    const struct node *value = member->value;
    edit_put(edit, member, keyword, joined_names(edit, NULL, names));
    return edit_insert(edit, member, node_text(&key), value);
}

/* True when the map KEYWORD, if there is one, can take names. */
static bool takes_names(const struct edit *edit, str keyword)
{
    const struct member *member = edit_find(edit, keyword);
    return !member || member->value->kind == NODE_OBJECT;
}

/*
 * 2020-12 core, section 11.3, in a draft that has no such keyword. Properties that neighbours
 * evaluate whatever the instance is are named, to be no additional ones.
 */
void step_unevaluated_properties(struct edit *edit, struct member *member)
{
    const struct node *value = edit_boolean_value(edit, member);
    if (allows_all(value) || edit_find(edit, S("additionalProperties"))) {
        edit_drop(edit, member);
        return;
    }
    struct arena scratch = {0};
    struct evaluated evaluated =
        evaluated_by_neighbours(edit->t, edit->source, EVALUATES_PROPERTIES, &scratch);
    ptrdiff_t more = evaluated.properties.map.count + evaluated.patterns.map.count;
    if (evaluated.all) {
        edit_drop(edit, member);
    } else if (evaluated.unsure || !takes_names(edit, S("properties")) ||
               !takes_names(edit, S("patternProperties")) || !may_repeat(edit, more)) {
        leave_out(edit, member);
    } else {
        member = add_names(edit, member, S("properties"), &evaluated.properties);
        member = add_names(edit, member, S("patternProperties"), &evaluated.patterns);
        edit_put(edit, member, S("additionalProperties"), value);
    }
    arena_free(&scratch);
}

/*
 * What "contains" of the same object has matched is evaluated in 2020-12 (core, section 10.3.1.3),
 * and nowhere else: then an item must match that, or VALUE. NULL when that would have to repeat
 * more than is sane.
 */
static const struct node *or_contained(struct edit *edit, const struct node *value)
{
    const struct keyword *row = NULL;
    const struct node *source = node_get(edit->source, S("contains"));
    if (source)
        row = translate_row(edit->t, S("contains"), source);
    if (!row || row->evaluates != EVALUATES_ITEMS)
        return value;
    const struct node *contains = node_get(edit->schema, S("contains"));
    if (!translate_is_small(contains, REPEATED_NODES))
        return NULL;
    if (value->kind == NODE_BOOL)
        return contains;
    return EDIT_OBJECT(edit, {S("anyOf"), EDIT_LIST(edit, contains, value)});
}

/* True when the neighbours in the source's object leave no item unevaluated. */
static bool all_items_are_evaluated(const struct edit *edit)
{
    const struct node *items = node_get(edit->source, S("items"));
    return items && (items->kind != NODE_ARRAY || node_get(edit->source, S("additionalItems")));
}

/* 2019-09 knows the keyword, but is blind to "contains". */
static void see_contained(struct edit *edit, struct member *member,
                          const struct evaluated *evaluated)
{
    const struct node *value = edit_boolean_value(edit, member), *both = or_contained(edit, value);
    bool is_same = edit->t->from == DIALECT_2019_09 || evaluated->all ||
                   (!evaluated->contains && !evaluated->unknown);
    if (!both || !is_same) {
        leave_out(edit, member);
    } else if (both != value) {
        member->value = both;
        edit->changed = true;
    }
}

/* The list of items OWN, or none, filled up with schemas that accept all to COUNT. */
static const struct node *padded_list(struct edit *edit, const struct node *own, ptrdiff_t count)
{
    const struct node **items = arena_new(edit->arena, const struct node *, count);
    for (ptrdiff_t i = 0; i < count; i++)
        items[i] = own && i < own->count ? node_item(own, (uint32_t)i) : edit_anything(edit);
    return edit_array(edit, items, count);
}

/*
 * VALUE for the items that are not evaluated, of which there are none before PREFIX; the keywords
 * of the same object are in the target's terms by now.
 */
static void say_items(struct edit *edit, struct member *member, const struct node *value,
                      ptrdiff_t prefix)
{
    struct member *list = edit_find(edit, S("items"));
    if (!list && !prefix) {
        bool is_boolean = value->kind == NODE_BOOL; /* which "items" is not in draft-04 */
        edit_put(edit, member, S("items"), is_boolean ? member->value : value);
        return;
    }
    if (!list) {
        edit_put(edit, member, S("items"), padded_list(edit, NULL, prefix));
        edit_insert(edit, member, S("additionalItems"), value);
        return;
    }
    if (prefix > list->value->count)
        list->value = padded_list(edit, list->value, prefix);
    edit_put(edit, member, S("additionalItems"), value);
}

/* 2020-12 core, section 11.2, in a draft that has no such keyword. */
static void say_unevaluated_items(struct edit *edit, struct member *member,
                                  const struct evaluated *evaluated)
{
    const struct node *value = or_contained(edit, edit_boolean_value(edit, member));
    if (evaluated->all || (value && allows_all(value)))
        edit_drop(edit, member);
    else if (evaluated->unsure || !value || !may_repeat(edit, evaluated->prefix))
        leave_out(edit, member);
    else
        say_items(edit, member, value, evaluated->prefix);
}

void step_unevaluated_items(struct edit *edit, struct member *member)
{
    if (allows_all(edit_boolean_value(edit, member)) || all_items_are_evaluated(edit)) {
        if (edit->t->to < DIALECT_2019_09)
            edit_drop(edit, member);
        return;
    }
    struct arena scratch = {0};
    struct evaluated evaluated =
        evaluated_by_neighbours(edit->t, edit->source, EVALUATES_ITEMS, &scratch);
    if (edit->t->to == DIALECT_2019_09)
        see_contained(edit, member, &evaluated);
    else
        say_unevaluated_items(edit, member, &evaluated);
    arena_free(&scratch);
}
