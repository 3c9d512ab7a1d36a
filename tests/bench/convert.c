/*
 * convert.c - a document in the other language, to have large ones in both.
 *
 * usage: convert yaml|json|reversed FILE
 *
 * Writes FILE, which is YAML or JSON, to standard output. YAML comes out as people write it: block
 * style, quotes only where they are needed, texts of several lines as literal blocks. "reversed" is
 * JSON in which the members of each object come in reverse order. What was
 * written is read again and compared, so nobody measures a document that has lost something.
 */
#include "base/buf.h"
#include "base/file.h"
#include "base/utf8.h"
#include "source/scalar.h"
#include "source/sources.h"
#include "source/write.h"

#include <stdint.h>
#include <unistd.h>

/* What may stand in YAML as it is: printable, no line break, no byte order mark. */
static bool is_printable(uint32_t code)
{
    return (code >= 0x20 && code < 0x7F) || (code >= 0xA0 && code != 0x2028 && code != 0x2029 &&
                                             code != 0xFEFF && (code & 0xFFFE) != 0xFFFE);
}

/* True when all characters of TEXT are printable or, if BREAKS, line feeds. */
static bool all_printable(str text, bool breaks)
{
    for (ptrdiff_t len; text.len; text = str_skip(text, len))
        if (!is_printable(utf8_decode(text, &len)) && !(breaks && text.data[0] == '\n'))
            return false;
    return true;
}

static bool is_plain(struct arena *arena, str text)
{
    if (!text.len || !all_printable(text, false) || str_find(text, S(": ")) >= 0 ||
        str_find(text, S(" #")) >= 0 || str_ends(text, S(":")) || str_ends(text, S(" ")))
        return false;
    char first = text.data[0];
    bool is_word = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') ||
                   (first >= '0' && first <= '9') || first == '/' || first == '_' || first == '$' ||
                   (unsigned char)first >= 0x80;
    return is_word && scalar_resolve(arena, text).kind == NODE_STRING && !scalar_yaml11(text);
}

static void write_quoted(struct buf *out, str text)
{
    buf_add_byte(out, '"');
    for (ptrdiff_t len; text.len; text = str_skip(text, len)) {
        uint32_t code = utf8_decode(text, &len);
        if (code == '"' || code == '\\')
            buf_printf(out, "\\%c", (char)code);
        else if (is_printable(code))
            buf_add(out, str_first(text, len));
        else
            buf_printf(out, code > 0xFFFF ? "\\U%08x" : "\\u%04x", (unsigned)code);
    }
    buf_add_byte(out, '"');
}

static void write_literal(struct buf *out, str text, int indent)
{
    buf_add(out, str_ends(text, S("\n\n")) ? S("|+") : str_ends(text, S("\n")) ? S("|") : S("|-"));
    while (text.len) {
        str line;
        str_cut(text, '\n', &line, &text);
        buf_add_byte(out, '\n');
        buf_add_bytes(out, ' ', line.len ? indent : 0);
        buf_add(out, line);
    }
}

static void write_text(struct buf *out, str text, int indent)
{
    bool literal = str_find_byte(text, '\n') > 0 && text.data[0] != ' ';
    if (is_plain(out->arena, text))
        buf_add(out, text);
    else if (literal && all_printable(text, true))
        write_literal(out, text, indent);
    else
        write_quoted(out, text);
}

static void write_scalar(struct buf *out, const struct node *node, int indent)
{
    if (node->kind == NODE_STRING) {
        write_text(out, node_text(node), indent);
        return;
    }
    const struct node *bad;
    struct write_options compact = {.style = WRITE_CANONICAL}; /* has no line feed at the end */
    node_write(out, node, compact, &bad);
}

static bool is_block(const struct node *node)
{
    return node->kind >= NODE_ARRAY && node->count > 0;
}

/*
 * Writes NODE, a block, at INDENT, of which the line has the first already. Depth is no danger: the
 * reader has a limit.
 */
static void write_block(struct buf *out, const struct node *node, int indent)
{
    for (uint32_t i = 0; i < node->count; i++) {
        bool is_object = node->kind == NODE_OBJECT;
        const struct node *value = is_object ? node_value(node, i) : node_item(node, i);
        buf_add_bytes(out, ' ', i ? indent : 0);
        if (is_object)
            write_text(out, node_text(node_key(node, i)), indent);
        buf_add(out, is_object ? S(":") : S("-"));
        if (is_block(value) && is_object) {
            buf_add_byte(out, '\n');
            buf_add_bytes(out, ' ', indent + 2);
        } else {
            buf_add_byte(out, ' ');
        }
        if (is_block(value)) {
            write_block(out, value, indent + 2);
        } else {
            write_scalar(out, value, indent + 2);
            buf_add_byte(out, '\n');
        }
    }
}

static struct node reversed(struct arena *arena, const struct node *node)
{
    struct node copy = *node;
    if (node->kind == NODE_ARRAY) {
        copy.items = arena_new(arena, struct node, node->count);
        for (uint32_t i = 0; i < node->count; i++)
            copy.items[i] = reversed(arena, node_item(node, i));
    }
    if (node->kind == NODE_OBJECT) {
        copy.items = arena_new(arena, struct node, 2 * (ptrdiff_t)node->count);
        for (uint32_t i = 0; i < node->count; i++) {
            uint32_t from = node->count - 1 - i;
            copy.items[2 * (size_t)i] = *node_key(node, from);
            copy.items[2 * (size_t)i + 1] = reversed(arena, node_value(node, from));
        }
    }
    return copy;
}

static int fail(const char *path, const char *why)
{
    fprintf(stderr, "convert: %s: %s\n", path, why);
    return 2;
}

int main(int argc, char **argv)
{
    bool yaml = argc == 3 && strcmp(argv[1], "yaml") == 0;
    bool turns = argc == 3 && strcmp(argv[1], "reversed") == 0;
    if (argc != 3 || (!yaml && !turns && strcmp(argv[1], "json") != 0)) {
        fputs("usage: convert yaml|json|reversed FILE\n", stderr);
        return 2;
    }
    struct arena arena = {0};
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found};
    struct document *document = sources_load(&sources, argv[2], str_of(argv[2]));
    if (!document)
        return fail(argv[2], "cannot be read");

    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    const struct node *bad;
    struct node turned = turns ? reversed(&arena, document->root) : *document->root;
    if (!yaml)
        node_write(&out, &turned, (struct write_options){0}, &bad);
    else if (is_block(document->root))
        write_block(&out, document->root, 0);
    else
        write_scalar(&out, document->root, 0);

    struct document *again =
        sources_read(&sources, yaml ? S("out.yaml") : S("out.json"), buf_view(&out));
    if (!again || !node_equal(document->root, again->root))
        return fail(argv[2], "reads otherwise when it is converted; this is a bug");
    int problem = file_write_all(STDOUT_FILENO, buf_view(&out));
    return problem ? fail("standard output", strerror(problem)) : 0;
}
