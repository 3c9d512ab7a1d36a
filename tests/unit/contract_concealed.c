#include "contract/concealed.h"

#include "base/utf8.h"

#include "reading.h"
#include "tap.h"

#include <string.h>

#define TAG_H "\xF3\xA0\x81\xA8"
#define TAG_I "\xF3\xA0\x81\xA9"
#define TAG_END "\xF3\xA0\x81\xBF"
#define VS16 "\xEF\xB8\x8F"

/* The listing in TEXT, searched; its reports are in R. True when it has nothing concealed. */
static bool search(struct reading *r, const char *name, str text, bool is_allowed)
{
    reading_begin(r, (struct read_policy){.duplicates = DUPLICATES_WARN});
    struct listing listing = {.sources = &r->sources};
    if (!reading_read(r, name, text) || !listing_add(&listing, r->document)) {
        ok(false, "%s is a listing: %s", name, reading_message(r));
        return false;
    }
    return concealed_report(&r->found, &listing, is_allowed);
}

static void check_kind(const char *text, enum concealed_kind kind, uint32_t code, ptrdiff_t at,
                       ptrdiff_t len)
{
    struct concealed c = {0};
    ok(concealed_find(str_of(text), &c) && c.kind == kind && c.code == code && c.at == at &&
           c.len == len,
       "U+%04X is found at byte %td", (unsigned)code, at);
}

static void test_kinds(void)
{
    check_kind("a" TAG_H TAG_I "b" TAG_I, CONCEALED_TAG, 0xE0068, 1, 8);
    check_kind("\xE2\x80\xAE", CONCEALED_BIDI, 0x202E, 0, 3);
    check_kind("x\xE2\x80\x8E", CONCEALED_BIDI, 0x200E, 1, 3);
    check_kind("\xD8\x9C", CONCEALED_BIDI, 0x61C, 0, 2);
    check_kind("\xE2\x81\xA9", CONCEALED_BIDI, 0x2069, 0, 3);
    check_kind("ab\xE2\x80\x8B\xE2\x80\x8D", CONCEALED_ZERO_WIDTH, 0x200B, 2, 6);
    check_kind("\xEF\xBB\xBF", CONCEALED_ZERO_WIDTH, 0xFEFF, 0, 3);
    check_kind("\xE1\xA0\x8E", CONCEALED_ZERO_WIDTH, 0x180E, 0, 3);
    check_kind("\xE2\x81\xA0", CONCEALED_ZERO_WIDTH, 0x2060, 0, 3);
    check_kind("\xEE\x80\x80", CONCEALED_PRIVATE, 0xE000, 0, 3);
    check_kind("\xF4\x8F\xBF\xBD", CONCEALED_PRIVATE, 0x10FFFD, 0, 4);
    check_kind("\xF3\xA0\x84\x80", CONCEALED_VARIATION, 0xE0100, 0, 4);
    check_kind("\xE2\x9D\xA4" VS16 "b" VS16 VS16, CONCEALED_VARIATION, 0xFE0F, 7, 6);
    check_kind("a" VS16 "b" VS16, CONCEALED_VARIATION, 0xFE0F, 1, 3);
    check_kind(VS16 "a", CONCEALED_VARIATION, 0xFE0F, 0, 3);
    check_kind("\xC3\xA9" VS16, CONCEALED_VARIATION, 0xFE0F, 2, 3);
    check_kind("\t\r\n\33", CONCEALED_CONTROL, 0x1B, 3, 1);
    check_kind("\x7F", CONCEALED_CONTROL, 0x7F, 0, 1);
    check_kind("\xC2\x85", CONCEALED_CONTROL, 0x85, 0, 2);
    check_kind("\xC2\xAD", CONCEALED_OTHER, 0xAD, 0, 2);
    check_kind("\xE2\x80\xA8", CONCEALED_OTHER, 0x2028, 0, 3);
    check_kind("\xF3\xA0\x82\x80", CONCEALED_OTHER, 0xE0080, 0, 4);
    check_kind("\xEF\xBF\xBF", CONCEALED_OTHER, 0xFFFF, 0, 3);
    struct concealed c;
    ok(concealed_find(S("a\0b"), &c) && c.code == 0 && c.at == 1, "NUL is found");
}

/* The first and last code point of each range, and its kind. */
static void test_ranges(void)
{
    static const struct {
        uint32_t first, last;
        enum concealed_kind kind;
    } ranges[] = {
        {0x01, 0x08, CONCEALED_CONTROL},         {0x0B, 0x0C, CONCEALED_CONTROL},
        {0x0E, 0x1F, CONCEALED_CONTROL},         {0x7F, 0x9F, CONCEALED_CONTROL},
        {0x200B, 0x200D, CONCEALED_ZERO_WIDTH},  {0x200E, 0x200F, CONCEALED_BIDI},
        {0x202A, 0x202E, CONCEALED_BIDI},        {0x2066, 0x2069, CONCEALED_BIDI},
        {0xE000, 0xF8FF, CONCEALED_PRIVATE},     {0xE0000, 0xE007F, CONCEALED_TAG},
        {0xE0100, 0xE01EF, CONCEALED_VARIATION}, {0xF0000, 0xFFFFD, CONCEALED_PRIVATE},
        {0x100000, 0x10FFFD, CONCEALED_PRIVATE},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        for (int last = 0; last < 2; last++) {
            char text[5] = "";
            uint32_t code = last ? ranges[i].last : ranges[i].first;
            ptrdiff_t len = utf8_encode(code, text);
            check_kind(text, ranges[i].kind, code, 0, len);
        }
    }
}

static void test_plain(void)
{
    static const char *const texts[] = {
        "",
        "plain \"text\", with\ttabs\r\nand lines",
        "\xE2\x9D\xA4" VS16 " one selector",
        "\xE6\xBC\xA2\xE5\xAD\x97 \xD7\xA2\xD7\x91 \xF0\x9F\x98\x80 \xC3\xA9 e\xCC\x81",
        "\xEF\xBF\xBD \xC2\xA0",
        "1" VS16 "\xE2\x9D\xA4" VS16 "\xE2\x9D\xA4" VS16 "#" VS16 "\xC2\xA9" VS16,
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct concealed c;
        ok(!concealed_find(str_of(texts[i]), &c), "plain text %zu has nothing concealed", i);
    }
}

/* That the first report of TEXT is MESSAGE about POINTER, and points at MARKED. */
static void check_report(const char *name, const char *text, const char *message,
                         const char *pointer, const char *marked)
{
    struct reading r;
    ok(!search(&r, name, str_of(text), false), "%s is found", pointer);
    const struct diag *diag = r.found.first;
    if (ok(diag && diag->code == D1001 && diag->where.text && diag->pointer, "with a place")) {
        is_str(str_of(diag->message), message, "the message");
        is_str(str_of(diag->pointer), pointer, "the pointer");
        is_str(str_first(str_skip(diag->where.text->chars, diag->where.start), diag->where.len),
               marked, "the place");
        ok(diag->hint && strstr(diag->hint, "--allow-concealed"), "the hint says how to go on");
    }
    reading_close(&r);
}

static void test_places(void)
{
    check_report("a.json", "[{\"name\": \"a\", \"description\": \"x \\\\ \\\"\xE2\x80\xAE\"}]",
                 "tool \"a\": /description has \\u{202e}, a bidirectional control", "/description",
                 "\xE2\x80\xAE");
    check_report("b.json", "[{\"name\": \"a\", \"description\": \"\\\\u202e \\u202E.\"}]",
                 "tool \"a\": /description has \\u{202e}, a bidirectional control", "/description",
                 "\\u202E");
    check_report("c.json", "[{\"name\": \"a\", \"x\": [1, {\"y/~\": \"-\\uDB40\\udc68\"}]}]",
                 "tool \"a\": /x/1/y~1~0 has \\u{e0068}, a tag character", "/x/1/y~1~0",
                 "\\uDB40\\udc68");
    check_report("d.json",
                 "{\"name\": \"a\", \"inputSchema\": {\"properties\": {\"p\xE2\x80\x8B\": 1}}}",
                 "tool \"a\": the name of /inputSchema/properties/p\\u{200b} has \\u{200b}, a "
                 "zero-width character",
                 "/inputSchema/properties/p\xE2\x80\x8B", "\xE2\x80\x8B");
    check_report("e.json", "[{\"description\": \"\\b\", \"inputSchema\": {}}]",
                 "tool number 1: /description has \\u{8}, a control character", "/description",
                 "\"\\b\"");
    check_report("f.json", "[\"\xEE\x80\x80\"]",
                 "tool number 1: itself has \\u{e000}, a private-use character", "",
                 "\xEE\x80\x80");
    check_report("g.yaml", "- name: a\n  description: 'it''s \\u202e \xC2\xAD'\n",
                 "tool \"a\": /description has \\u{ad}, a character that does not show",
                 "/description", "\xC2\xAD");
    check_report("h.yaml", "- name: a\n  description: \"\\x41 \\U000E0041\"\n",
                 "tool \"a\": /description has \\u{e0041}, a tag character", "/description",
                 "\\U000E0041");
    check_report("i.json", "[{\"name\": \"a\\u200b\", \"inputSchema\": {}}]",
                 "tool \"a\\u{200b}\": /name has \\u{200b}, a zero-width character", "/name",
                 "\\u200b");
}

static void test_beside_tools(void)
{
    static const char capture[] =
        "{\"initialize\": {\"serverInfo\": {\"name\": \"s\xE2\x80\x8F\"}, \"instructions\": \"\xE2\x80\x8F\","
        "  \"capabilities\": {\"\xE2\x80\x8F\": {}}},"
        " \"pages\": [{\"tools\": [{\"name\": \"a\", \"inputSchema\": {}}]}],"
        " \"prompts\": [{\"prompts\": [{\"name\": \"p\", \"description\": \"\xE2\x80\x8F\"}]}],"
        " \"resourceTemplates\": [{\"resourceTemplates\": [{\"uriTemplate\": \"\xE2\x80\x8F\"}]}]}";
    static const char *const starts[] = {
        "server: /serverInfo/name has", "server: /instructions has",
        "server: the name of /capabilities/\\u{200f} has", "prompt \"p\": /description has",
        "resource template 1: /uriTemplate has"};
    struct reading r;
    ok(!search(&r, "a.json", S(capture), false), "what is said beside the tools is searched");
    is_int(r.found.findings, 5, "all of it");
    const struct diag *diag = r.found.first;
    for (size_t i = 0; diag && i < sizeof starts / sizeof *starts; i++, diag = diag->next)
        ok(str_starts(str_of(diag->message), str_of(starts[i])), "%s", starts[i]);
    reading_close(&r);
}

/* The note of the first report that begins with START, or "". */
static str note_of(const struct reading *r, str start)
{
    const struct diag_note *note = r->found.first ? r->found.first->notes : NULL;
    while (note && !str_starts(str_of(note->message), start))
        note = note->next;
    return note ? str_of(note->message) : S("");
}

static void test_hidden(void)
{
    struct reading r;
    search(&r, "a.json",
           S("[{\"name\": \"a\", \"title\": \"x\xF3\xA0\x80\x81" TAG_H TAG_I TAG_END
             " and \xE2\x80\x8B\"}]"),
           false);
    is_str(note_of(&r, S("what")), "what is hidden there reads \"hi\"", "tags are read aloud");
    is_str(note_of(&r, S("5 ")), "5 such characters are in this text", "and counted");
    is_int(r.found.findings, 1, "a text is reported once");
    reading_close(&r);

    search(&r, "b.json", /* h is 0x68, 0x58 behind U+E0100; a line feed is in the first sixteen */
           S("[{\"name\": \"a\", \"title\": \"\xF3\xA0\x85\x98\xF3\xA0\x85\x99\xEF\xB8\x8A\"}]"),
           false);
    is_str(note_of(&r, S("what")), "what is hidden there reads \"hi\\u{a}\"",
           "so are variation selectors");
    reading_close(&r);
}

static void test_allowed(void)
{
    struct reading r;
    ok(!search(&r, "a.json", S("[{\"name\": \"a\\u200b\", \"inputSchema\": {}}]"), true),
       "what is allowed is found");
    ok(r.found.first && r.found.first->code == W1001 && diag_status(&r.found) == 0, "as a warning");
    reading_close(&r);
    ok(search(&r, "a.json", S("[{\"name\": \"a\", \"inputSchema\": {\"x\": [null, 1, true]}}]"),
              false) &&
           !r.found.first,
       "nothing is reported where nothing is concealed");
    reading_close(&r);
}

static void test_many(void)
{
    struct arena arena = {0};
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&text, S("[{\"name\": \"a\", \"inputSchema\": {\"enum\": [\"\""));
    for (int i = 0; i < 5000; i++)
        buf_add(&text, S(", \"\\u200b\""));
    buf_add(&text, S("]}}]"));
    struct reading r;
    ok(!search(&r, "a.json", buf_view(&text), false), "5,000 texts are found");
    is_int(r.found.findings, 101, "100 are told, and the number of the others");
    is_str(str_of(r.found.last->message), "4900 more texts have concealed characters", "4,900");
    reading_close(&r);
    arena_free(&arena);
}

/* Deep nesting, and escapes that end where the text does. */
static void test_hostile(void)
{
    struct arena arena = {0};
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&text, S("[{\"name\": \"a\", \"x\": "));
    buf_add_bytes(&text, '[', 500);
    buf_add(&text, S("\"\\ud83d\\ude00\\\\\\/\\u202e\""));
    buf_add_bytes(&text, ']', 500);
    buf_add(&text, S("}]"));
    struct reading r;
    ok(!search(&r, "a.json", buf_view(&text), false), "what lies 500 levels deep is found");
    is_int(r.found.first ? r.found.first->where.len : 0, 6, "where it is");
    reading_close(&r);
    arena_free(&arena);
}

int main(void)
{
    test_kinds();
    test_ranges();
    test_plain();
    test_places();
    test_beside_tools();
    test_hidden();
    test_allowed();
    test_many();
    test_hostile();
    return done_testing();
}
