#include "validate/refusal.h"

#include "base/map.h"
#include "base/show.h"
#include "validate/choice.h"
#include "validate/message.h"

struct refusal {
    struct arena *arena;
    struct map keywords; /* those that were met */
};

static void add(struct refusal *r, str keyword)
{
    map_entry(&r->keywords, keyword, NULL);
}

/* Adds what VIOLATION, a choice that is told as one thing, is told as. */
static void add_merged(struct refusal *r, const struct choice *choice)
{
    if (choice->how == CHOICE_KINDS) {
        add(r, S("type"));
    } else if (choice->lacks) {
        add(r, S("required"));
    } else {
        add(r, S("enum"));
        add(r, S("const"));
    }
}

/* The depth is that of choices in choices, as in explain.c. */
static void add_violation(struct refusal *r, const struct violation *violation)
{
    str keyword = message_keyword(violation);
    add(r, keyword.len ? keyword : S("false"));
    if (!violation->branch_count)
        return;
    struct choice choice = choose(r->arena, violation);
    if (choice.how == CHOICE_KINDS || choice.how == CHOICE_VALUES) {
        add_merged(r, &choice);
    } else if (choice.how == CHOICE_BRANCH) {
        const struct branch *branch = &violation->branches[choice.number];
        for (uint32_t i = 0; i < branch->count; i++)
            add_violation(r, &branch->violations[i]);
    }
}

bool refusal_is_by(struct arena *arena, const struct violations *violations, str keyword,
                   struct buf *told)
{
    struct refusal r = {.arena = arena, .keywords = {.arena = arena}};
    for (ptrdiff_t i = 0; i < violations->count; i++)
        add_violation(&r, &violations->at[i]);
    for (ptrdiff_t i = 0; i < r.keywords.count; i++) {
        buf_add(told, i ? S(", \"") : S("\""));
        buf_add(told, str_of(show(arena, r.keywords.entries[i].key)));
        buf_add(told, S("\""));
    }
    return map_find(&r.keywords, keyword) != NULL;
}
