/*
 * Strings as YAML: what is written is read as the same string, as a key and as a value, and with
 * quotes wherever a reader could take it for something else.
 */
#include "source/quote.h"

#include "base/utf8.h"
#include "source/sources.h"

#include "tap.h"

static struct arena arena;

/* S as YAML. */
static str quoted(str s)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    quote_yaml(&out, s);
    return buf_view(&out);
}

/* The document TEXT, read; NULL when there is so much as a warning. */
static const struct node *read_text(str text)
{
    struct diag_list *found = arena_new(&arena, struct diag_list, 1);
    struct sources *sources = arena_new(&arena, struct sources, 1);
    found->arena = &arena;
    *sources = (struct sources){.arena = &arena, .found = found};
    struct document *document = sources_read(sources, S("quote.yaml"), text);
    return document && found->count == 0 ? document->root : NULL;
}

static bool is_string(const struct node *node, str wanted)
{
    return node && node->kind == NODE_STRING && str_equal(node_text(node), wanted);
}

/* True when S comes back as a key, a value, and an item of a list in brackets. */
static bool comes_back(str s)
{
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    str form = quoted(s);
    buf_add(&text, S("top:\n  "));
    if (form.len > QUOTE_KEY)
        buf_add(&text, S("? "));
    buf_add(&text, form);
    buf_add(&text, form.len > QUOTE_KEY ? S("\n  : [") : S(": ["));
    buf_add(&text, form);
    buf_add(&text, S(", "));
    buf_add(&text, form);
    buf_add(&text, S("]\nother: "));
    buf_add(&text, form);
    buf_add(&text, S("\n"));
    const struct node *root = read_text(buf_view(&text));
    const struct node *top = node_get(root, S("top")), *list = node_get(top, s);
    return str_find_byte(form, '\n') < 0 && list && top->count == 1 && list->count == 2 &&
           is_string(node_item(list, 0), s) && is_string(node_item(list, 1), s) &&
           is_string(node_get(root, S("other")), s);
}

static void test_plain(void)
{
    static const char *const plain[] = {
        "a",
        "ServerDetail",
        "schemas/server.schema.json",
        "./a b",
        "https://x.example/a/b.json",
        "a title (with a remark)",
        "$comment",
        "/a~1b/c^",
        "_x",
        "1.0.0",
        "2026-11-29-rc",
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        is_str(quoted(str_of(plain[i])), plain[i], "%s needs no quotes", plain[i]);
        ok(comes_back(str_of(plain[i])), "%s comes back", plain[i]);
    }
}

static void test_quoted(void)
{
    static const char *const risky[] = {
        "",
        "no",
        "Yes",
        "on",
        "y",
        "true",
        "null",
        "Null",
        "~",
        "1",
        "1.0",
        "017",
        "0x1F",
        "1_000",
        "12:30",
        "1e3",
        ".inf",
        ".5",
        "-1",
        "+1",
        "2026-11-29",
        "-",
        "- a",
        "---",
        "...",
        "a: b",
        "a:",
        ":a",
        "#x",
        "a #x",
        "a#",
        "[a]",
        "a, b",
        "{a}",
        "*a",
        "&a",
        "!a",
        "|",
        ">",
        "'a'",
        "\"a\"",
        "%a",
        "@a",
        "`a",
        " a",
        "a ",
        "a  b",
        "a\nb",
        "a\\b",
        "\t",
        "?",
        "? a",
        "=",
        "<<",
        "*",
        "\x7f",
        "\xc2\x85",
        "\xe2\x80\xa8",
        ("\xef\xbb\xbf"
         "a"),
        "\xf0\x9f\x98\x80",
        "caf\xc3\xa9",
    };
    for (size_t i = 0; i < sizeof risky / sizeof *risky; i++) {
        ok(quoted(str_of(risky[i])).data[0] == '"', "%s has quotes", risky[i]);
        ok(comes_back(str_of(risky[i])), "%s comes back", risky[i]);
    }
    is_str(quoted(S("\"\\\n\r\t\0\x1b")), "\"\\\"\\\\\\n\\r\\t\\x00\\x1B\"", "escapes");
    is_str(quoted(S("\xe2\x80\xae\xf3\xa0\x80\x81")), "\"\\u202E\\U000E0001\"",
           "what would not show is escaped");
    ok(comes_back(S("a\0b")), "NUL comes back");
}

/* Every character by itself and between two letters. */
static void test_characters(void)
{
    int bad = 0;
    for (uint32_t code = 0; code <= 0x10FFFF; code += code < 0x3000 ? 1 : 251) {
        char bytes[6] = "a";
        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        ptrdiff_t len = utf8_encode(code, bytes + 1);
        bytes[1 + len] = 'b';
        if (!comes_back((str){bytes + 1, len}) || !comes_back((str){bytes, len + 2})) {
            printf("# U+%04X does not come back\n", (unsigned)code);
            bad++;
        }
        arena_free(&arena);
    }
    is_int(bad, 0, "every character comes back");
}

static void test_long(void)
{
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    buf_add_bytes(&text, 'x', 4000);
    ok(comes_back(buf_view(&text)), "a long key comes back");
    buf_add(&text, S(": \n"));
    ok(comes_back(buf_view(&text)), "a long key in quotes comes back");
}

int main(void)
{
    test_plain();
    test_quoted();
    test_characters();
    test_long();
    arena_free(&arena);
    return done_testing();
}
