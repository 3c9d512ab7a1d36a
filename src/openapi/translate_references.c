/*
 * translate_references.c - "$ref" and what stands beside it.
 *
 * Up to draft-07 and OpenAPI 3.0, "$ref" hides its siblings (draft-07 core, section 8.3; 3.0,
 * Reference Object).
 */
#include "openapi/translate_steps.h"

#include "base/show.h"

/* Reports what stands beside the "$ref" of SCHEMA, at the first of it. */
static void report_hidden(const struct translation *t, const struct node *schema)
{
    const struct node *first = NULL;
    int others = 0;
    for (uint32_t i = 0; i < schema->count; i++) {
        str name = node_text(node_key(schema, i));
        const struct keyword *row = translate_row(t, name, node_value(schema, i));
        if (str_equal(name, S("$ref")) || (row && row->translation == TRANSLATE_IDENTIFIER))
            continue;
        others += first != NULL;
        first = first ? first : node_key(schema, i);
    }
    if (!first)
        return;
    struct diag_list *found = t->sources->found;
    const char *name = show(t->sources->arena, node_text(first));
    const char *dialect = dialect_info(t->from)->name.data;
    place where = sources_place(t->sources, first);
    struct diag *diag =
        others
            ? diag_report(found, W0502, where,
                          "beside \"$ref\", \"%s\" and %d more do not count in %s and are left out",
                          name, others, dialect)
            : diag_report(found, W0502, where,
                          "beside \"$ref\", \"%s\" does not count in %s and is left out", name,
                          dialect);
    diag_hint(found, diag, "honour_ref_siblings: true (--honour-ref-siblings) lets it count");
}

bool translate_is_hidden(const struct translation *t, const struct node *schema)
{
    return dialect_info(t->from)->ref_hides_siblings && !t->options.honour_ref_siblings &&
           node_is(node_get(schema, S("$ref")), NODE_STRING);
}

const struct node *translate_bare(const struct translation *t, const struct node *schema)
{
    if (schema->count == 1)
        return schema;
    report_hidden(t, schema);
    struct node *result = arena_new(t->sources->arena, struct node, 1);
    *result = *schema;
    result->flags &= (uint8_t)~NODE_INDEXED;
    result->count = 1;
    result->items = arena_new(t->sources->arena, struct node, 2);
    ptrdiff_t member = node_find(schema, S("$ref"));
    result->items[0] = *node_key(schema, (uint32_t)member);
    result->items[1] = *node_value(schema, (uint32_t)member);
    return result;
}

void translate_unhide(struct edit *edit)
{
    struct member *reference = edit_find(edit, S("$ref"));
    if (!dialect_info(edit->t->to)->ref_hides_siblings || !reference ||
        reference->value->kind != NODE_STRING)
        return;
    edit->place = *reference->value;
    const struct node *schema = EDIT_OBJECT(edit, {S("$ref"), reference->value});
    struct member *all_of = edit_find(edit, S("allOf"));
    if (!all_of || all_of->value->kind != NODE_ARRAY) {
        edit_require(edit, reference, &schema, 1);
        return;
    }
    ptrdiff_t count = 1 + (ptrdiff_t)all_of->value->count;
    const struct node **schemas = arena_new(edit->arena, const struct node *, count);
    schemas[0] = schema;
    for (ptrdiff_t i = 1; i < count; i++)
        schemas[i] = node_item(all_of->value, (uint32_t)(i - 1));
    edit_drop(edit, reference);
    edit->place = *all_of->value;
    all_of->value = edit_array(edit, schemas, count);
}
