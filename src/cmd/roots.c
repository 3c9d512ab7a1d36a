#include "cli/command.h"

#include "base/show.h"
#include "build/keys.h"
#include "cli/input.h"
#include "openapi/candidates.h"
#include "source/write.h"

#include <stdlib.h>
#include <string.h>

static void roots_run(struct session *session, const void *options, struct operands operands);

struct roots_options {
    struct root_options root;
    struct pair_list map;
    const char *sort;
};

static const char *const orders[] = {"name", "size", NULL};

static const struct option options[] = {
    CHOICE(struct roots_options, sort, 0, "sort", "ORDER", orders,
           "by name, or by size with the largest first (default: name)"),
    MAP_KEY(struct roots_options, map),
    ROOT_OPTIONS(struct roots_options, root,
                 "the top of the git work tree that holds FILE, else its folder"),
    {0},
};

static const struct example examples[] = {
    {"schemac roots openapi/openapi.yaml", "what --root of extract can be, and what comes with it"},
    {"schemac roots openapi/openapi.yaml --sort size", "the same, the largest first"},
    {0},
};

const struct command cmd_roots = {
    .name = "roots",
    .operands = "FILE",
    .summary = "list the schemas of an OpenAPI document that can be a root",
    .about = "Reads FILE and lists its named schemas, or where it has none the schemas that its "
             "paths and webhooks reach. For each: the number of definitions that it takes along, "
             "itself among them, their bytes, and whether some of them form a cycle. The bytes are "
             "those of JSON without blanks, copied as with --no-translate. A schema that cannot be "
             "extracted, for what is wrong in it or in one that it reaches, is marked as "
             "faulty.\n\n"
             "With --format json the list is an array of objects with name, file, pointer, "
             "definitions, bytes, cyclic and faulty; what is not known is null.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct roots_options),
    .min_operands = 1,
    .max_operands = 1,
    .has_format = true,
    .run = roots_run,
};

static int compare_names(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    int order = str_compare(x->name, y->name);
    return order ? order : str_compare(x->pointer, y->pointer);
}

/* The largest first, and what has no size last. */
static int compare_sizes(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->reach.bytes != y->reach.bytes)
        return x->reach.bytes > y->reach.bytes ? -1 : 1;
    return compare_names(a, b);
}

/* The columns of the table. */
enum { COLUMN_ROOT, COLUMN_DEFINITIONS, COLUMN_BYTES, COLUMN_REMARK, COLUMN_COUNT };

struct row {
    str columns[COLUMN_COUNT];
};

/* The number of characters of TEXT, which is UTF-8. */
static ptrdiff_t width_of(str text)
{
    ptrdiff_t width = 0;
    for (ptrdiff_t i = 0; i < text.len; i++)
        width += (text.data[i] & 0xC0) != 0x80;
    return width;
}

/* ENTRY is the document that roots are looked for in. */
static struct row row_of(struct arena *arena, const struct document *entry,
                         const struct candidate *candidate)
{
    bool has_pointer = candidate->document == entry && candidate->pointer.data;
    str root = candidate->is_named || !has_pointer ? candidate->name : candidate->pointer;
    struct row row = {{str_of(show_all(arena, root)), S("-"), S("-"), S("faulty")}};
    if (candidate->is_faulty)
        return row;
    row.columns[COLUMN_DEFINITIONS] = arena_printf(arena, "%td", candidate->reach.definitions);
    row.columns[COLUMN_BYTES] = arena_printf(arena, "%td", candidate->reach.bytes);
    row.columns[COLUMN_REMARK] = candidate->reach.is_cyclic ? S("cyclic") : (str){0};
    return row;
}

/* Adds ROW, whose columns are as wide as WIDTHS: the root to the left, numbers to the right. */
static void add_row(struct buf *out, const struct row *row, const ptrdiff_t *widths)
{
    for (int i = 0; i < COLUMN_COUNT; i++) {
        str text = row->columns[i];
        bool is_number = i == COLUMN_DEFINITIONS || i == COLUMN_BYTES;
        if (i > 0 && text.len)
            buf_add(out, S("  "));
        if (is_number)
            buf_add_bytes(out, ' ', widths[i] - text.len);
        buf_add(out, text);
        if (i == COLUMN_ROOT)
            buf_add_bytes(out, ' ', widths[i] - width_of(text));
    }
    buf_add_byte(out, '\n');
}

static void add_table(struct buf *out, const struct document *entry, const struct candidates *list)
{
    const struct row head = {{S("root"), S("definitions"), S("bytes"), {0}}};
    struct row *rows = arena_new(out->arena, struct row, list->count);
    ptrdiff_t widths[COLUMN_COUNT];
    for (int i = 0; i < COLUMN_COUNT; i++)
        widths[i] = head.columns[i].len;
    for (ptrdiff_t i = 0; i < list->count; i++) {
        rows[i] = row_of(out->arena, entry, &list->at[i]);
        for (int j = 0; j < COLUMN_COUNT; j++) {
            ptrdiff_t width = width_of(rows[i].columns[j]);
            widths[j] = width > widths[j] ? width : widths[j];
        }
    }
    add_row(out, &head, widths);
    for (ptrdiff_t i = 0; i < list->count; i++)
        add_row(out, &rows[i], widths);
}

/* Pushes the member KEY: NUMBER; null when it is not KNOWN. */
static void push_number(struct node_stack *stack, struct arena *arena, str key, bool known,
                        ptrdiff_t number)
{
    node_push_str(stack, key);
    if (!known) {
        node_push_null(stack);
        return;
    }
    str text = arena_printf(arena, "%td", number);
    node_push(stack,
              (struct node){.kind = NODE_NUMBER, .count = (uint32_t)text.len, .chars = text.data});
}

static void push_candidate(struct node_stack *stack, struct arena *arena,
                           const struct candidate *candidate)
{
    ptrdiff_t base = stack->len;
    bool known = !candidate->is_faulty;
    node_push_str(stack, S("name"));
    node_push_str(stack, candidate->name);
    node_push_str(stack, S("file"));
    node_push_str(stack, candidate->document->text.name);
    node_push_str(stack, S("pointer"));
    if (candidate->pointer.data)
        node_push_str(stack, candidate->pointer);
    else
        node_push_null(stack);
    push_number(stack, arena, S("definitions"), known, candidate->reach.definitions);
    push_number(stack, arena, S("bytes"), known, candidate->reach.bytes);
    node_push_str(stack, S("cyclic"));
    if (known)
        node_push_bool(stack, candidate->reach.is_cyclic);
    else
        node_push_null(stack);
    node_push_str(stack, S("faulty"));
    node_push_bool(stack, !known);
    node_close(stack, base, (struct node){.kind = NODE_OBJECT}, arena);
}

static void add_json(struct buf *out, const struct candidates *list)
{
    struct node_stack stack = {0};
    for (ptrdiff_t i = 0; i < list->count; i++)
        push_candidate(&stack, out->arena, &list->at[i]);
    node_close(&stack, 0, (struct node){.kind = NODE_ARRAY}, out->arena);
    const struct node *array = node_pop(&stack, out->arena);
    node_stack_done(&stack);
    node_write_shown(out, array);
}

static void roots_run(struct session *session, const void *options_, struct operands operands)
{
    const struct roots_options *o = options_;
    struct input input;
    struct candidates list;
    if (!input_open(session, &o->root, operands.at[0], &input))
        return;
    input.openapi.lookup.map = o->map;
    if (!candidates_list(&input.openapi, &list))
        return;
    bool by_size = o->sort && strcmp(o->sort, "size") == 0;
    if (list.count)
        qsort(list.at, (size_t)list.count, sizeof *list.at,
              by_size ? compare_sizes : compare_names);
    if (session->format == REPORT_JSON)
        add_json(&session->out, &list);
    else
        add_table(&session->out, input.openapi.document, &list);
}
