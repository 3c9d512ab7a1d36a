/*
 * What keywords ask by other schemas: of the value itself, of its members and items (2020-12 core
 * sections 8.2, 10 and 11; draft-07 validation section 6.4 to 6.7).
 */
#include "validate/metaschema.h"
#include "validate/rules.h"

#include <string.h>

/* ---- references ------------------------------------------------------------------------------ */

/*
 * Resolves REFERENCE to a schema. What stands in data, as under "examples", is one when it is
 * referred to; what is known to be another object is not.
 */
static bool resolve(struct compiler *c, const struct node *reference, struct target *ret_target)
{
    if (!resolve_reference(&c->lookup, reference, OBJECT_DATA, ret_target))
        return false;
    return ret_target->kind == OBJECT_DATA || ret_target->kind == OBJECT_SCHEMA ||
           resolve_reference(&c->lookup, reference, OBJECT_SCHEMA, ret_target);
}

/* Finds what REFERENCE leads to, also in a metaschema that is built in. False when reported. */
static bool find_target(struct compiler *c, const struct node *reference, struct target *ret_target)
{
    str missed = {0};
    c->lookup.missed = &missed;
    bool ok = resolve(c, reference, ret_target);
    c->lookup.missed = NULL;
    if (!ok && missed.len) {
        scope_built_in(c, missed);
        ok = resolve(c, reference, ret_target);
    }
    ok = ok && metaschema_accepts(c, ret_target->node);
    c->failed = c->failed || !ok;
    return ok;
}

static void add_ref(struct rules *rules)
{
    struct compiler *c = rules->compiler;
    const struct node *reference = rules_value(rules, KW_REF, NODE_STRING);
    struct target target;
    if (reference && find_target(c, reference, &target))
        rules_add(rules, OP_REF, KIND_ANY, KW_REF)->scheme = rules_scheme_of(c, target.node);
}

/* The number of the anchor by which evaluation may redirect the reference NUMBER to NODE. */
static uint32_t anchor_of(struct rules *rules, enum keyword_number number,
                          const struct node *reference, const struct node *node)
{
    if (number == KW_RECURSIVE_REF) {
        const struct node *anchor = node_get(node, S("$recursiveAnchor"));
        bool is_one = node_is(anchor, NODE_BOOL) && anchor->count;
        return is_one ? scope_anchor_number(rules->compiler, (str){0}) : NO_ANCHOR;
    }
    const struct node *anchor = node_get(node, S("$dynamicAnchor"));
    str before, fragment;
    str_cut(node_text(reference), '#', &before, &fragment);
    return fragment.len && node_is_text(anchor, fragment)
               ? scope_anchor_number(rules->compiler, fragment)
               : NO_ANCHOR;
}

static void add_dynamic_ref(struct rules *rules, enum keyword_number number)
{
    struct compiler *c = rules->compiler;
    const struct node *reference = rules_value(rules, number, NODE_STRING);
    struct target target;
    if (!reference || !find_target(c, reference, &target))
        return;
    struct redirect *redirect = arena_new(c->arena, struct redirect, 1);
    redirect->initial = rules_scheme_of(c, target.node);
    redirect->anchor = anchor_of(rules, number, reference, target.node);
    rules_add(rules, OP_DYNAMIC_REF, KIND_ANY, number)->redirect = redirect;
}

/* ---- of the value itself --------------------------------------------------------------------- */

static void add_choice(struct rules *rules, enum op op, enum keyword_number number)
{
    struct schemes *schemes = arena_new(rules->compiler->arena, struct schemes, 1);
    *schemes = rules_schemes(rules, number);
    if (schemes->count)
        rules_add(rules, op, KIND_ANY, number)->schemes = schemes;
}

static void add_if(struct rules *rules)
{
    struct scheme *test = rules_scheme(rules, KW_IF), *yes = rules_scheme(rules, KW_THEN),
                  *no = rules_scheme(rules, KW_ELSE);
    if (!test)
        return;
    struct condition *condition = arena_new(rules->compiler->arena, struct condition, 1);
    *condition = (struct condition){.test = test,
                                    .yes = yes,
                                    .no = no,
                                    .yes_member = rules->keywords.members[KW_THEN],
                                    .no_member = rules->keywords.members[KW_ELSE]};
    rules_add(rules, OP_IF, KIND_ANY, KW_IF)->condition = condition;
}

/* True when LIST is an array of strings; else reported, as a value of the keyword NUMBER. */
static bool are_names(struct rules *rules, enum keyword_number number, const struct node *list)
{
    bool ok = list->kind == NODE_ARRAY;
    for (uint32_t i = 0; ok && i < list->count; i++)
        ok = node_item(list, i)->kind == NODE_STRING;
    if (!ok)
        rules_refuse(rules, number, list, "an array of names");
    return ok;
}

/*
 * The keyword NUMBER, one of those that count where an object has a property: what is an array of
 * names is required then, all else is a schema.
 */
static void add_dependencies(struct rules *rules, enum keyword_number number)
{
    struct compiler *c = rules->compiler;
    const struct node *map = rules_value(rules, number, NODE_OBJECT);
    bool has_names = false, has_schemas = false;
    if (!map || !map->count)
        return;
    struct dependencies *all = arena_new(c->arena, struct dependencies, 1);
    *all = (struct dependencies){arena_new(c->arena, struct dependency, map->count), map->count};
    for (uint32_t i = 0; i < map->count; i++) {
        const struct node *value = node_value(map, i), *key = node_key(map, i);
        bool is_list = number == KW_DEPENDENT_REQUIRED ||
                       (number == KW_DEPENDENCIES && value->kind == NODE_ARRAY);
        bool is_name = number == KW_DEPENDENCIES && value->kind == NODE_STRING; /* draft-03 */
        all->at[i] = (struct dependency){.name = node_text(key), .key = key};
        if (is_name || (is_list && !are_names(rules, number, value)))
            continue;
        if (is_list)
            all->at[i].required = value;
        else
            all->at[i].scheme = rules_scheme_of(c, value);
        has_names = has_names || is_list;
        has_schemas = has_schemas || !is_list;
    }
    if (has_names)
        rules_add(rules, OP_DEPENDENT_REQUIRED, KIND_OBJECT, number)->dependencies = all;
    if (has_schemas)
        rules_add(rules, OP_DEPENDENT_SCHEMAS, KIND_OBJECT, number)->dependencies = all;
}

/* ---- of the members of an object ------------------------------------------------------------- */

/* Takes the names of "required" into M, whose NAMES are those of "properties" already. */
static void take_required(struct members *m, const struct node *required, struct map *numbers)
{
    for (uint32_t i = 0; i < required->count; i++) {
        const struct node *name = node_item(required, i);
        bool is_new;
        struct map_entry *entry = map_entry(numbers, node_text(name), &is_new);
        uint32_t number = (uint32_t)(entry - numbers->entries);
        struct property *property = &m->properties[number];
        if (is_new) {
            *property = (struct property){.name = node_text(name)};
            m->property_count++;
        }
        m->required_count += !property->is_required;
        property->is_required = true;
        property->required_key = name;
    }
}

/* Takes in what stands under "properties" and "required", which may be NULL. */
static void take_properties(struct rules *rules, struct members *m, const struct node *properties,
                            const struct node *required)
{
    struct arena *arena = rules->compiler->arena;
    struct map numbers = {.arena = arena};
    ptrdiff_t room = (ptrdiff_t)(properties ? properties->count : 0) +
                     (ptrdiff_t)(required ? required->count : 0);
    m->properties = arena_new(arena, struct property, room);
    for (uint32_t i = 0; properties && i < properties->count; i++) {
        const struct node *key = node_key(properties, i);
        map_entry(&numbers, node_text(key), NULL);
        m->properties[i] =
            (struct property){.name = node_text(key),
                              .scheme = rules_scheme_of(rules->compiler, node_value(properties, i)),
                              .key = key};
        m->property_count++;
    }
    if (required)
        take_required(m, required, &numbers);
    str *names = arena_new(arena, str, m->property_count);
    for (uint32_t i = 0; i < m->property_count; i++)
        names[i] = m->properties[i].name;
    m->names = names_make(arena, names, m->property_count);
}

static void take_patterns(struct rules *rules, struct members *m, const struct node *patterns)
{
    m->patterns = arena_new(rules->compiler->arena, struct pattern_property, patterns->count);
    for (uint32_t i = 0; i < patterns->count; i++) {
        const struct node *key = node_key(patterns, i);
        struct pattern *pattern = rules_pattern(rules, key);
        if (pattern)
            m->patterns[m->pattern_count++] = (struct pattern_property){
                pattern, rules_scheme_of(rules->compiler, node_value(patterns, i)), key};
    }
}

/* "properties", "patternProperties", "additionalProperties" and, with these, "required". */
static void add_members(struct rules *rules)
{
    const struct keywords *k = &rules->keywords;
    const struct node *properties = rules_value(rules, KW_PROPERTIES, NODE_OBJECT);
    const struct node *patterns = rules_value(rules, KW_PATTERN_PROPERTIES, NODE_OBJECT);
    const struct node *required = k->values[KW_REQUIRED];
    struct scheme *additional = rules_scheme(rules, KW_ADDITIONAL_PROPERTIES);
    if (required && !are_names(rules, KW_REQUIRED, required))
        required = NULL;
    if (!properties && !patterns && !additional) {
        if (required && required->count)
            rules_add(rules, OP_REQUIRED, KIND_OBJECT, KW_REQUIRED)->value = required;
        return;
    }
    struct members *m = arena_new(rules->compiler->arena, struct members, 1);
    *m = (struct members){.additional = additional,
                          .properties_member = k->members[KW_PROPERTIES],
                          .patterns_member = k->members[KW_PATTERN_PROPERTIES],
                          .additional_member = k->members[KW_ADDITIONAL_PROPERTIES],
                          .required_member = k->members[KW_REQUIRED]};
    take_properties(rules, m, properties, required);
    if (patterns)
        take_patterns(rules, m, patterns);
    enum keyword_number first = properties ? KW_PROPERTIES
                                : patterns ? KW_PATTERN_PROPERTIES
                                           : KW_ADDITIONAL_PROPERTIES;
    rules_add(rules, OP_MEMBERS, KIND_OBJECT, first)->members = m;
}

/* ---- of the items of an array ---------------------------------------------------------------- */

/* "prefixItems" and "items", or before 2020-12 "items" and "additionalItems". */
static void add_items(struct rules *rules)
{
    const struct keywords *k = &rules->keywords;
    const struct node *value = k->values[KW_ITEMS];
    enum keyword_number prefix = KW_PREFIX_ITEMS, rest = KW_ITEMS;
    const struct keyword *row = keyword_find(OBJECT_SCHEMA, S("items"), rules->scope->dialect);
    if (row && row->shape == SHAPE_ONE_OR_LIST && value && value->kind == NODE_ARRAY) {
        prefix = KW_ITEMS;
        rest = KW_ADDITIONAL_ITEMS;
    }
    struct items *items = arena_new(rules->compiler->arena, struct items, 1);
    *items = (struct items){.prefix = rules_schemes(rules, prefix),
                            .rest = rules_scheme(rules, rest),
                            .prefix_member = k->members[prefix],
                            .rest_member = k->members[rest]};
    if (items->prefix.count || items->rest)
        rules_add(rules, OP_ITEMS, KIND_ARRAY, items->prefix.count ? prefix : rest)->items = items;
}

static void add_contains(struct rules *rules)
{
    const struct keywords *k = &rules->keywords;
    struct scheme *scheme = rules_scheme(rules, KW_CONTAINS);
    uint64_t min = 1, max = UINT64_MAX;
    rules_count(rules, KW_MIN_CONTAINS, &min);
    rules_count(rules, KW_MAX_CONTAINS, &max);
    if (!scheme)
        return;
    const struct keyword *row = keyword_find(OBJECT_SCHEMA, S("contains"), rules->scope->dialect);
    struct contains *contains = arena_new(rules->compiler->arena, struct contains, 1);
    *contains = (struct contains){.scheme = scheme,
                                  .min = min,
                                  .max = max,
                                  .min_member = k->members[KW_MIN_CONTAINS],
                                  .max_member = k->members[KW_MAX_CONTAINS],
                                  .evaluates = row && row->evaluates == EVALUATES_ITEMS};
    rules_add(rules, OP_CONTAINS, KIND_ARRAY, KW_CONTAINS)->contains = contains;
}

/* Adds the rule OP, of one schema, if the schema has the keyword NUMBER. */
static void add_one(struct rules *rules, enum op op, uint8_t kinds, enum keyword_number number)
{
    struct scheme *scheme = rules_scheme(rules, number);
    if (scheme)
        rules_add(rules, op, kinds, number)->scheme = scheme;
}

void rules_of_schemas(struct rules *rules)
{
    add_ref(rules);
    add_dynamic_ref(rules, KW_DYNAMIC_REF);
    add_dynamic_ref(rules, KW_RECURSIVE_REF);
    add_choice(rules, OP_ALL_OF, KW_ALL_OF);
    add_choice(rules, OP_ANY_OF, KW_ANY_OF);
    add_choice(rules, OP_ONE_OF, KW_ONE_OF);
    add_one(rules, OP_NOT, KIND_ANY, KW_NOT);
    add_if(rules);
    add_dependencies(rules, KW_DEPENDENT_REQUIRED);
    add_dependencies(rules, KW_DEPENDENT_SCHEMAS);
    add_dependencies(rules, KW_DEPENDENCIES);
    add_one(rules, OP_PROPERTY_NAMES, KIND_OBJECT, KW_PROPERTY_NAMES);
    add_members(rules);
    add_items(rules);
    add_contains(rules);
    add_one(rules, OP_UNEVALUATED_ITEMS, KIND_ARRAY, KW_UNEVALUATED_ITEMS);
    add_one(rules, OP_UNEVALUATED_PROPERTIES, KIND_OBJECT, KW_UNEVALUATED_PROPERTIES);
}
