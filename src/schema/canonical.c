#include "schema/canonical.h"

#include "schema/walk.h"
#include "source/write.h"

struct stripper {
    struct arena *arena;
    struct node_stack stack;
};

/* True when the member KEYWORD, NULL for one that the table does not know, is part of the form. */
static bool stays(const struct keyword *keyword)
{
    return keyword && (keyword->role != ROLE_ANNOTATES || str_equal(keyword->name, S("format")));
}

static enum dialect dialect_at(const struct node *schema, enum dialect around)
{
    const struct node *said = node_get(schema, S("$schema"));
    enum dialect dialect =
        node_is(said, NODE_STRING) ? dialect_of_uri(node_text(said)) : DIALECT_COUNT;
    return dialect == DIALECT_COUNT ? around : dialect;
}

static void push_schema(struct stripper *s, const struct node *node, enum dialect dialect);

/* Makes what was pushed since BASE the items of a copy of ORIGINAL. */
static void close_copy(struct stripper *s, ptrdiff_t base, const struct node *original)
{
    struct node head = *original;
    head.flags &= (uint8_t)~NODE_INDEXED;
    node_close(&s->stack, base, head, s->arena);
}

/* Pushes VALUE, that of the member KEYWORD, with the schemas in it stripped. */
static void push_value(struct stripper *s, const struct keyword *keyword, const struct node *value,
                       enum dialect dialect)
{
    if (keyword->holds != CHILD_SCHEMA) {
        node_push(&s->stack, *value);
        return;
    }
    if (!walk_has_entries(keyword, value)) {
        push_schema(s, value, dialect);
        return;
    }
    ptrdiff_t base = s->stack.len;
    for (uint32_t i = 0; i < value->count; i++) {
        bool is_map = value->kind == NODE_OBJECT;
        if (is_map)
            node_push(&s->stack, *node_key(value, i));
        push_schema(s, is_map ? node_value(value, i) : node_item(value, i), dialect);
    }
    close_copy(s, base, value);
}

/* Pushes NODE, a schema in a document that may be nested as deep as readers allow. */
static void push_schema(struct stripper *s, const struct node *node, enum dialect dialect)
{
    ptrdiff_t base = s->stack.len;
    if (node->kind != NODE_OBJECT) {
        node_push(&s->stack, *node);
        return;
    }
    dialect = dialect_at(node, dialect);
    for (uint32_t i = 0; i < node->count; i++) {
        const struct node *key = node_key(node, i);
        const struct keyword *keyword = keyword_find(OBJECT_SCHEMA, node_text(key), dialect);
        if (!stays(keyword))
            continue;
        node_push(&s->stack, *key);
        push_value(s, keyword, node_value(node, i), dialect);
    }
    close_copy(s, base, node);
}

const struct node *canonical_constraints(struct arena *arena, const struct node *schema,
                                         enum dialect dialect)
{
    struct stripper s = {.arena = arena};
    push_schema(&s, schema, dialect);
    const struct node *form = node_pop(&s.stack, arena);
    node_stack_done(&s.stack);
    return form;
}

static struct digest digest_of(const struct node *value)
{
    struct digest_run run;
    const struct node *bad; /* the canonical style can say all numbers */
    digest_begin(&run);
    node_write_pieces(value, (struct write_options){.style = WRITE_CANONICAL}, digest_take, &run,
                      &bad);
    return digest_end(&run);
}

struct canonical_digests canonical_digests(const struct node *schema, enum dialect dialect)
{
    struct arena scratch = {0};
    struct canonical_digests digests = {
        .content = digest_of(schema),
        .constraints = digest_of(canonical_constraints(&scratch, schema, dialect))};
    arena_free(&scratch);
    return digests;
}
