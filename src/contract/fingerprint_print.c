#include "contract/fingerprint_print.h"

#include "base/show.h"
#include "source/write.h"

enum { SHOWN_DIGITS = 12, NAME_COLUMNS = 60 };

/* The name of TOOL in a table. */
static const char *name_of(struct arena *arena, const struct tool *tool)
{
    return tool->name.len ? show_all(arena, tool->name) : "(no name)";
}

/* The number of characters of TEXT, which is UTF-8. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xC0) != 0x80;
    return width;
}

void fingerprint_table(struct buf *out, const struct listing *listing,
                       const struct fingerprints *prints)
{
    int width = width_of("TOOL");
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        int own = width_of(name_of(out->arena, &listing->tools[i]));
        width = own > width && own <= NAME_COLUMNS ? own : width;
    }
    buf_printf(out, "%-*s  %-*s  %-*s  %-*s  %-*s  %s\n", width, "TOOL", SHOWN_DIGITS, "COMPAT",
               SHOWN_DIGITS, "EXACT", SHOWN_DIGITS, "OUTPUT", SHOWN_DIGITS, "V1", "RAW");
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        const char *name = name_of(out->arena, &listing->tools[i]);
        buf_add(out, str_of(name));
        if (width_of(name) < width)
            buf_add_bytes(out, ' ', width - width_of(name));
        for (enum fingerprint_algorithm j = 0; j < FINGERPRINT_COUNT; j++) {
            const char *hex = prints[i].of[j].hex;
            if (*hex)
                buf_printf(out, "  %.*s", SHOWN_DIGITS, hex);
            else
                buf_printf(out, j + 1 == FINGERPRINT_COUNT ? "  -" : "  %-*s", SHOWN_DIGITS, "-");
        }
        buf_add_byte(out, '\n');
    }
}

void fingerprint_lines(struct buf *out, const struct listing *listing,
                       const struct fingerprints *prints, enum fingerprint_algorithm algorithm)
{
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        const char *hex = prints[i].of[algorithm].hex;
        if (*hex)
            buf_printf(out, "%s  %s\n", hex, name_of(out->arena, &listing->tools[i]));
    }
}

void fingerprint_payloads(struct buf *out, const struct listing *listing,
                          enum fingerprint_algorithm algorithm)
{
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        struct arena arena = {0};
        str payload = fingerprint_payload(&arena, &listing->tools[i], algorithm);
        buf_add(out, payload);
        if (payload.len)
            buf_add_byte(out, '\n');
        arena_free(&arena);
    }
}

static void push_tool(struct node_stack *stack, struct arena *arena, const struct tool *tool,
                      const struct fingerprints *prints)
{
    ptrdiff_t base = stack->len;
    const struct node *name = tool_member(tool, "name");
    bool is_refused = prints->refusal != REFUSED_NOT;
    node_push_str(stack, S("name"));
    if (node_is(name, NODE_STRING))
        node_push_str(stack, tool->name);
    else
        node_push_null(stack);
    for (enum fingerprint_algorithm i = 0; i < FINGERPRINT_COUNT; i++) {
        const char *hex = prints->of[i].hex;
        if (!*hex && is_refused)
            continue;
        node_push_str(stack, str_of(fingerprint_names[i]));
        node_push_str(stack, str_of(hex));
    }
    if (is_refused) {
        node_push_str(stack, S("refused"));
        node_push_str(stack, str_of(fingerprint_refusal_word(prints->refusal)));
    }
    node_close(stack, base, (struct node){.kind = NODE_OBJECT}, arena);
}

void fingerprint_json(struct buf *out, const struct listing *listing,
                      const struct fingerprints *prints)
{
    struct node_stack stack = {0};
    node_push_str(&stack, S("tools"));
    for (ptrdiff_t i = 0; i < listing->count; i++)
        push_tool(&stack, out->arena, &listing->tools[i], &prints[i]);
    node_close(&stack, 1, (struct node){.kind = NODE_ARRAY}, out->arena);
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, out->arena);
    const struct node *result = node_pop(&stack, out->arena);
    node_stack_done(&stack);
    node_write_shown(out, result);
}
