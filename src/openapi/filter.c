/*
 * filter.c - schemas without what is left out. What that is, is asked of hidden.h.
 */
#include "openapi/filter.h"

#include "openapi/hidden.h"
#include "schema/walk.h"

/* Where a schema stands. */
struct scope {
    const struct node *schema;
    struct scope *outer;        /* of a schema around it that speaks of the same object; or NULL */
    bool is_negated;            /* in a "not" or an "if" */
    bool is_asked;              /* NAMES is known */
    struct hidden_names *names; /* of SCHEMA */
};

bool filter_is_needed(const struct filter_options *options)
{
    return options->drop.count || options->omit.count || options->view != VIEW_BOTH;
}

void filter_init(struct filter *f)
{
    f->facts = (struct map){.arena = f->sources->arena};
    f->queries = f->work = 0;
    f->stack = (struct node_stack){0};
}

bool filter_omits(struct filter *f, const struct node *schema)
{
    return hidden_is_omitted(f, schema);
}

static bool is_dropped(const struct string_list *drop, str member)
{
    for (ptrdiff_t i = 0; i < drop->count; i++) {
        str name = str_of(drop->at[i]);
        bool is_prefix = str_ends(name, S("*"));
        if (is_prefix ? str_starts(member, str_first(name, name.len - 1)) : str_equal(member, name))
            return true;
    }
    return false;
}

/* True when OMIT or VIEW may take something out of the schema at SCOPE. */
static bool hides(const struct filter *f, const struct scope *scope)
{
    return !scope->is_negated && (f->options.omit.count || f->options.view != VIEW_BOTH);
}

static struct hidden_names *names_at(struct filter *f, struct scope *scope)
{
    if (!scope->is_asked)
        scope->names = hidden_names_of(f, scope->schema);
    scope->is_asked = true;
    return scope->names;
}

/* True when NAME is a property that is taken out of the object that SCOPE speaks of. */
static bool is_hidden_name(struct filter *f, struct scope *scope, str name)
{
    if (!hides(f, scope))
        return false;
    for (; scope; scope = scope->outer) {
        if (names_at(f, scope) && hidden_has(f, scope->names, name))
            return true;
        /* Scopes without names are taken out of the chain: each is asked for these once. */
        while (scope->outer && !names_at(f, scope->outer))
            scope->outer = scope->outer->outer;
    }
    return false;
}

/*
 * Makes what lies on the stack from BASE on into a copy of ORIGINAL, an object or array. When that
 * was not CHANGED it is ORIGINAL itself, and NULL when all of it was left out.
 */
static const struct node *close_copy(struct filter *f, ptrdiff_t base, const struct node *original,
                                     bool changed)
{
    if (!changed || f->stack.len == base) {
        f->stack.len = base;
        return changed ? NULL : original;
    }
    struct node head = *original;
    head.flags &= (uint8_t)~NODE_INDEXED;
    node_close(&f->stack, base, head, f->sources->arena);
    struct node *copy = node_pop(&f->stack, f->sources->arena);
    sources_keep_faults(f->sources, original, copy);
    return copy;
}

/* LIST without the names of properties that are taken out; NULL when none is left. */
static const struct node *filter_names(struct filter *f, struct scope *scope,
                                       const struct node *list)
{
    ptrdiff_t base = f->stack.len;
    bool changed = false;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct node *name = node_item(list, i);
        bool leaves = name->kind == NODE_STRING && is_hidden_name(f, scope, node_text(name));
        changed = changed || leaves;
        if (!leaves)
            node_push(&f->stack, *name);
    }
    return close_copy(f, base, list, changed);
}

static const struct node *filter_object(struct filter *f, struct scope *scope,
                                        const struct node *node, enum object_kind kind);

static bool is_one_of(str name, const char *const *names)
{
    for (; *names; names++)
        if (str_equal(name, str_of(*names)))
            return true;
    return false;
}

/* What an entry or the value of KEYWORD becomes; NULL when it is left out. */
static const struct node *filter_child(struct filter *f, struct scope *scope,
                                       const struct keyword *keyword, const struct node *node)
{
    static const char *const same_object[] = {"allOf",        "then", "else", "dependentSchemas",
                                              "dependencies", NULL};
    static const char *const negations[] = {"not", "if", NULL};
    bool may_be_names = keyword->shape == SHAPE_MAP_OR_NAMES || keyword->holds == CHILD_DATA;
    if (node->kind == NODE_ARRAY && may_be_names)
        return filter_names(f, scope, node);
    if (node->kind != NODE_OBJECT)
        return node;
    if (keyword->holds == CHILD_OBJECT)
        return filter_object(f, scope, node, keyword->object);
    struct scope inner = {
        .schema = node,
        .outer = is_one_of(keyword->name, same_object) ? scope : NULL,
        .is_negated = scope->is_negated || is_one_of(keyword->name, negations),
    };
    return filter_object(f, &inner, node, OBJECT_SCHEMA);
}

/* True when the entry KEY, NULL in a list, with the value NODE leaves what KEYWORD holds. */
static bool leaves(struct filter *f, struct scope *scope, const struct keyword *keyword,
                   const struct node *key, const struct node *node)
{
    static const char *const by_property[] = {"dependentSchemas", "dependencies",
                                              "dependentRequired", NULL};
    if (!hides(f, scope) || (!key && keyword->order == ORDER_SEQUENCE))
        return false;
    if (key && is_one_of(keyword->name, by_property) && is_hidden_name(f, scope, node_text(key)))
        return true;
    if (keyword->holds == CHILD_MAPPING)
        return node_is(node, NODE_STRING) &&
               hidden_is_omitted(f, f->target(f->context, node, CHILD_MAPPING));
    if (keyword->holds != CHILD_SCHEMA)
        return false;
    return str_equal(keyword->name, S("properties")) ? hidden_is_property(f, node)
                                                     : hidden_is_omitted(f, node);
}

static void report_no_choice(struct filter *f, const struct keyword *keyword,
                             const struct node *list)
{
    bool is_choice = str_equal(keyword->name, S("anyOf")) || str_equal(keyword->name, S("oneOf"));
    if (is_choice)
        diag_report(f->sources->found, W0403, sources_place(f->sources, list),
                    "all branches of this %s are omitted, so it is left out as a whole",
                    keyword->name.data);
}

/* The map or list VALUE of KEYWORD; NULL when nothing is left of it. */
static const struct node *filter_entries(struct filter *f, struct scope *scope,
                                         const struct keyword *keyword, const struct node *value)
{
    ptrdiff_t base = f->stack.len;
    bool changed = false, is_map = value->kind == NODE_OBJECT;
    for (uint32_t i = 0; i < value->count; i++) {
        const struct node *key = is_map ? node_key(value, i) : NULL;
        const struct node *entry = is_map ? node_value(value, i) : node_item(value, i);
        const struct node *kept = NULL;
        if (!leaves(f, scope, keyword, key, entry))
            kept = filter_child(f, scope, keyword, entry);
        changed = changed || kept != entry;
        if (kept && key)
            node_push(&f->stack, *key);
        if (kept)
            node_push(&f->stack, *kept);
    }
    const struct node *filtered = close_copy(f, base, value, changed);
    if (!filtered)
        report_no_choice(f, keyword, value);
    return filtered;
}

/* What the member NAME: VALUE of an object of KIND becomes; NULL when it is left out. */
static const struct node *filter_member(struct filter *f, struct scope *scope,
                                        enum object_kind kind, str name, const struct node *value)
{
    const struct keyword *keyword = keyword_find(kind, name, f->dialect);
    if (!keyword && kind == OBJECT_SCHEMA && f->also != DIALECT_COUNT)
        keyword = keyword_find(kind, name, f->also);
    if (!keyword)
        return value;
    if (str_equal(keyword->name, S("required")) && value->kind == NODE_ARRAY)
        return filter_names(f, scope, value);
    if (str_equal(keyword->name, S("dependentRequired")) && value->kind == NODE_OBJECT)
        return filter_entries(f, scope, keyword, value);
    if (keyword->holds == CHILD_MAPPING && keyword->shape == SHAPE_ONE)
        return leaves(f, scope, keyword, NULL, value) ? NULL : value;
    if (keyword->holds != CHILD_SCHEMA && keyword->holds != CHILD_OBJECT &&
        keyword->holds != CHILD_MAPPING)
        return value;
    if (walk_has_entries(keyword, value))
        return filter_entries(f, scope, keyword, value);
    return keyword->shape == SHAPE_ONE || keyword->shape == SHAPE_ONE_OR_LIST
               ? filter_child(f, scope, keyword, value)
               : value;
}

/* NODE, an object of KIND, without what is left out. Never NULL: an object without members stays.
 */
static const struct node *filter_object(struct filter *f, struct scope *scope,
                                        const struct node *node, enum object_kind kind)
{
    ptrdiff_t base = f->stack.len;
    bool changed = false;
    for (uint32_t i = 0; i < node->count; i++) {
        str name = node_text(node_key(node, i));
        const struct node *value = node_value(node, i), *kept = NULL;
        if (kind != OBJECT_SCHEMA || !is_dropped(&f->options.drop, name))
            kept = filter_member(f, scope, kind, name, value);
        changed = changed || kept != value;
        if (!kept)
            continue;
        node_push(&f->stack, *node_key(node, i));
        node_push(&f->stack, *kept);
    }
    const struct node *filtered = close_copy(f, base, node, changed);
    if (filtered)
        return filtered;
    struct node *empty = arena_new(f->sources->arena, struct node, 1);
    *empty = *node;
    empty->flags &= (uint8_t) ~(NODE_INDEXED | NODE_FAULTY);
    empty->count = 0;
    empty->items = NULL;
    return empty;
}

const struct node *filter_schema(struct filter *f, const struct node *schema)
{
    if (schema->kind != NODE_OBJECT)
        return schema;
    struct scope scope = {.schema = schema};
    const struct node *filtered = filter_object(f, &scope, schema, OBJECT_SCHEMA);
    node_stack_done(&f->stack);
    return filtered;
}

const struct node *filter_drop(struct arena *arena, const struct string_list *drop,
                               const struct node *schema)
{
    struct node_stack stack = {0};
    for (uint32_t i = 0; schema->kind == NODE_OBJECT && i < schema->count; i++) {
        const struct node *key = node_key(schema, i);
        if (is_dropped(drop, node_text(key)))
            continue;
        node_push(&stack, *key);
        node_push(&stack, *node_value(schema, i));
    }
    const struct node *result = schema;
    if (schema->kind == NODE_OBJECT && stack.len < 2 * (ptrdiff_t)schema->count) {
        struct node head = *schema;
        head.flags &= (uint8_t)~NODE_INDEXED;
        node_close(&stack, 0, head, arena);
        result = node_pop(&stack, arena);
    }
    node_stack_done(&stack);
    return result;
}
