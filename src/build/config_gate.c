#include "build/config_gate.h"

#include "base/show.h"

#include <string.h>

const char *const config_compatibilities[] = {"writers", "readers", "both", NULL};

void config_read_rules(struct config_reader *r, const struct node *value)
{
    static const struct option option =
        PAIRS(struct config_gate, rules, "rules", "CODE=RULE", "what is made of changes of a code",
              gate_accepts_code);
    struct option choice = {.kind = OPTION_CHOICE, .choices = gate_rule_names};
    struct config_gate gate = {0};
    if (value->kind == NODE_OBJECT)
        for (uint32_t i = 0; i < value->count; i++) {
            const struct node *key = node_key(value, i);
            const char *word;
            choice.name = config_shown(r, key);
            if (!config_value(r, node_value(value, i), &choice, &word))
                return;
        }
    if (config_value(r, value, &option, &gate))
        r->content->gate.rules = gate.rules;
}

void config_read_compatibility(struct config_reader *r, const struct node *value)
{
    static const struct option option =
        CHOICE(struct config_gate, compatibility, 0, "compatibility", "AUDIENCE",
               config_compatibilities, "whom changes must not break");
    config_value(r, value, &option, &r->content->gate);
}

const struct option config_waiver_keys[] = {
    STRING(struct gate_waiver, id, 0, "id", "ID", "the id of the change"),
    STRING(struct gate_waiver, reason, 0, "reason", "TEXT", "why it may pass"),
    STRING(struct gate_waiver, until, 0, "until", "DATE", "the last day on which it may"),
    {0},
};

static void read_member(struct config_reader *r, const struct node *key, const struct node *value,
                        struct gate_waiver *waiver)
{
    struct similar similar = {.wanted = node_text(key)};
    for (const struct option *option = config_waiver_keys; option->name; option++) {
        if (str_equal(node_text(key), str_of(option->name))) {
            config_value(r, value, option, waiver);
            return;
        }
        similar_consider(&similar, str_of(option->name));
    }
    config_unknown_member(r, key, &similar, NULL);
}

/* Sees that WAIVER, which ITEM says, has what it must; else reported. */
static void check_waiver(struct config_reader *r, const struct node *item,
                         const struct gate_waiver *waiver)
{
    static const char *const required[] = {"id", "reason", NULL};
    for (const char *const *name = required; *name; name++) {
        const struct node *value = node_get(item, str_of(*name));
        if (!value)
            diag_report(r->sources->found, E0603, sources_place(r->sources, item),
                        "\"%s\" is missing", *name);
        else if (value->kind == NODE_STRING && value->count == 0)
            diag_report(r->sources->found, E0602, sources_place(r->sources, value),
                        "\"%s\" cannot be empty", *name);
    }
    if (waiver->until && !format_is_date(str_of(waiver->until)))
        config_report(r, E0602, node_get(item, S("until")),
                      "\"until\" must be a day such as 2027-01-31");
}

static void read_waiver(struct config_reader *r, const struct node *item)
{
    struct config_gate *gate = &r->content->gate;
    struct gate_waiver waiver = {.where = sources_place(r->sources, item)};
    int before = r->sources->found->errors;
    if (item->kind != NODE_OBJECT) {
        config_wrong_type(r, item, "waivers", "a list of mappings");
        return;
    }
    sources_report_faults(r->sources, item);
    for (uint32_t i = 0; i < item->count; i++)
        read_member(r, node_key(item, i), node_value(item, i), &waiver);
    check_waiver(r, item, &waiver);
    if (r->sources->found->errors == before)
        gate->waivers[gate->waiver_count++] = waiver;
}

void config_read_waivers(struct config_reader *r, const struct node *value)
{
    if (value->kind != NODE_ARRAY) {
        config_wrong_type(r, value, "waivers", "a list of mappings");
        return;
    }
    sources_report_faults(r->sources, value);
    r->content->gate.waivers = arena_new(r->sources->arena, struct gate_waiver, value->count);
    for (uint32_t i = 0; i < value->count; i++)
        read_waiver(r, node_item(value, i));
}

void config_gate_add_rules(const struct config *config, struct gate *gate, const char **audience)
{
    for (ptrdiff_t i = config->file_count - 1; i >= 0; i--) {
        const struct config_gate *one = &config->gates[i];
        for (ptrdiff_t j = 0; j < one->rules.count; j++)
            gate_add_rule(gate, &one->rules.at[j]); /* they are words for rules, as was read */
        if (one->compatibility)
            *audience = one->compatibility;
    }
}
