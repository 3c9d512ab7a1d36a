/*
 * What is made of the schemas of a tool: the document, where it is split, what is refused.
 */
#include "base/utf8.h"

#include "disclosing.h"

#include <stdlib.h>
#include <string.h>

static void test_document(void)
{
    struct reading r;
    struct disclosure d = {0};
    ok(disclose_text(&r, S("{\"b\": [1.50, 1E2, -0], \"a\": \"\\u00e9\\u0001/\\u2028\"}"), S(""),
                     names_of("forecast.read", "read_forecast"), &d),
       "a tool without an output schema is disclosed");
    is_str(d.document,
           "{\"inputSchema\":{\"a\":\"\xC3\xA9\\u0001/\xE2\x80\xA8\",\"b\":[1.5,100.0,0]},"
           "\"outputSchema\":null}",
           "the document: sorted, compact, literal, null for no output schema");
    is_int(d.manifest.schema_bytes, d.document.len, "its length");
    is_int(d.manifest.fragment_count, 1, "one part");
    is_str(d.manifest.output_schema_sha256,
           "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
           "the digest of null");
    is_str(d.manifest.schema_sha256, digest_sha256(d.document).hex, "the digest of the document");
    ok(comes_back(&r, &d), "and back");
    reading_close(&r);
}

static void test_uris(void)
{
    static const struct {
        const char *prefix, *operation, *alias, *manifest;
    } cases[] = {
        {"schema://", "a.b-c_d~e", "F0", "schema://a.b-c_d~e/F0/manifest"},
        {"schema://", "a/b c", "\xC3\xA9?#%", "schema://a%2Fb%20c/%C3%A9%3F%23%25/manifest"},
        {"https://host.example/s/", "{index}", "+",
         "https://host.example/s/%7Bindex%7D/%2B/manifest"},
        {"urn:x:", "..", "\xF0\x9F\x98\x80", "urn:x:../%F0%9F%98%80/manifest"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading r;
        struct disclosure d = {0};
        struct disclosure_names names = names_of(cases[i].operation, cases[i].alias);
        names.prefix = str_of(cases[i].prefix);
        ok(disclose_text(&r, S("{}"), S("{}"), names, &d), "disclosed as %s", cases[i].operation);
        is_str(d.manifest.manifest_uri, cases[i].manifest, "its URI");
        ok(str_ends(d.manifest.fragment_uri_template, S("/fragments/{index}")), "its template");
        reading_close(&r);
    }
}

/* A schema with a description of COUNT times FILLER and then TAIL, as JSON text. */
static str described(struct arena *arena, ptrdiff_t count, const char *tail)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    buf_add(&out, S("{\"description\":\""));
    buf_add_bytes(&out, 'a', count);
    buf_add(&out, str_of(tail));
    buf_add(&out, S("\"}"));
    return buf_view(&out);
}

/* True when all parts but the last are as long as whole characters allow, and none is cut. */
static bool is_split_well(const struct disclosure *d)
{
    bool is_well = d->starts[0] == 0;
    for (int64_t i = 0; i < d->manifest.fragment_count; i++) {
        ptrdiff_t start = d->starts[i], end = d->starts[i + 1];
        str text = {d->document.data + start, end - start};
        ptrdiff_t next = end;
        while (next < d->document.len && !utf8_begins(d->document, ++next))
            ;
        is_well = is_well && text.len > 0 && text.len <= FRAGMENT_TEXT_MAX &&
                  utf8_find_bad(text) < 0 && (end == d->document.len || next - start > 4096);
    }
    return is_well && d->starts[d->manifest.fragment_count] == d->document.len;
}

/* Each kind of character and escape, at each place relative to the first boundary. */
static void test_boundaries(void)
{
    static const char *const tails[] = {
        "x",    "\xC3\xA9",     "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
        "\\\"", "\\\\",         "\\u0001",      "\\n",
        "\x7F", "\xE2\x80\xA8", "e\xCC\x81",    "\\u00e9\\ud83d\\ude00"};
    enum { BEFORE = sizeof "{\"inputSchema\":{\"description\":\"" - 1, AROUND = 9 };
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        int good = 0;
        for (int j = -AROUND; j <= AROUND; j++) {
            struct reading r;
            struct disclosure d = {0};
            struct arena arena = {0};
            str input = described(&arena, FRAGMENT_TEXT_MAX - BEFORE + j, tails[i]);
            good += disclose_text(&r, input, S("{}"), names_of("a", "b"), &d) &&
                    is_split_well(&d) && comes_back(&r, &d);
            reading_close(&r);
            arena_free(&arena);
        }
        is_int(good, 2 * AROUND + 1, "%s around the boundary", tails[i]);
    }
}

/* Documents of exactly so many bytes. */
static void test_lengths(void)
{
    static const struct {
        ptrdiff_t bytes;
        int count; /* 0: refused */
    } cases[] = {
        {4095, 1},
        {4096, 1},
        {4097, 2},
        {8192, 2},
        {8193, 3},
        {DOCUMENT_MAX - 1, 4096},
        {DOCUMENT_MAX, 4096},
        {DOCUMENT_MAX + 1, 0},
        {DOCUMENT_MAX + 100000, 0},
    };
    enum { AROUND = sizeof "{\"inputSchema\":{\"description\":\"\"},\"outputSchema\":{}}" - 1 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading r;
        struct disclosure d = {0};
        struct arena arena = {0};
        str input = described(&arena, cases[i].bytes - AROUND, "");
        bool made = disclose_text(&r, input, S("{}"), names_of("a", "b"), &d);
        if (cases[i].count) {
            is_int(made ? d.document.len : -1, cases[i].bytes, "%td bytes", cases[i].bytes);
            is_int(d.manifest.fragment_count, cases[i].count, "in parts");
            ok(made && comes_back(&r, &d), "and back");
        } else {
            ok(!made, "%td bytes are refused", cases[i].bytes);
            is_str(ending(&r, made),
                   "D1112 the document of both schemas is longer than 16777216 bytes", "as that");
        }
        reading_close(&r);
        arena_free(&arena);
    }
}

static void test_refused(void)
{
    struct reading r;
    struct disclosure d = {0};
    ok(!disclose_text(&r, S("{\"a\": [1,\n 1e400]}"), S("{}"), names_of("a", "b"), &d),
       "a number beyond the doubles");
    is_str(ending(&r, false),
           "D1111 the number 1e400 cannot be disclosed: it lies beyond what a double can hold",
           "is refused");
    place where = r.found.first->where;
    struct line_column at = text_position(&r.arena, where.text, where.start);
    is_int(at.line * 100 + at.column, 202, "at its place");
    reading_close(&r);

    char *long_name = calloc(1, 4 * MANIFEST_NAME_MAX + 8);
    for (int i = 0; i < MANIFEST_NAME_MAX; i++)
        memcpy(long_name + 4 * i, "\xF0\x9F\x98\x80", 4);
    ok(!disclose_text(&r, S("{}"), S("{}"), names_of(long_name, long_name), &d),
       "names of 1,024 characters of four bytes");
    is_str(ending(&r, false), "D1113 fragment 0 would be JSON of 58002 bytes; 32768 may be",
           "make the envelope too large");
    reading_close(&r);
    ok(disclose_text(&r, S("{}"), S("{}"), names_of("a", long_name), &d), "one of them does not");
    ok(comes_back(&r, &d), "and comes back");
    reading_close(&r);

    memcpy(long_name + 4 * MANIFEST_NAME_MAX, "x", 2);
    const char *const names[][3] = {
        {"", "b", "E1101 the operation is empty"},
        {"a", "", "E1101 the alias is empty"},
        {"a", long_name, "E1101 the alias has more than 1024 characters"},
        {"a\xFF", "b", "E1101 the operation \"a\\x{ff}\" is not valid UTF-8"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ok(!disclose_text(&r, S("{}"), S("{}"), names_of(names[i][0], names[i][1]), &d), "refused");
        is_str(ending(&r, false), names[i][2], "a name");
        reading_close(&r);
    }
    free(long_name);

    const char *const prefixes[] = {"", "schema", "//host.example/", "a b://", "s://{index}/"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        struct disclosure_names wrong = names_of("a", "b");
        wrong.prefix = str_of(prefixes[i]);
        ok(!disclose_text(&r, S("{}"), S("{}"), wrong, &d), "no prefix: \"%s\"", prefixes[i]);
        reading_close(&r);
    }
}

/* The size that envelopes are told to have is that of what is written. */
static void test_envelope(void)
{
    struct reading r;
    struct disclosure d = {0};
    const char *input = "{\"a\": \"\\\"\\\\\\u0001\\n\xC3\xA9 0123456789\"}";
    ok(disclose_text(&r, str_of(input), S("{}"), names_of("a\n\"\x01\\", "b\x7F"), &d),
       "disclosed");
    struct digest digest;
    struct fragment fragment = disclosure_fragment(&d, 0, &digest);
    is_int(fragment_envelope(&fragment), fragment_text(&r.arena, &d, 0).len, "bytes");
    fragment.index = 4095;
    fragment.text = S("\x01\x02\b\f\n\r\t\"\\/\x1F\x7F");
    struct buf out = buf_in(&r.arena, PTRDIFF_MAX);
    fragment_write(&out, &fragment);
    is_int(fragment_envelope(&fragment), out.len, "bytes with controls");
    ok(comes_back(&r, &d), "names with controls come back");
    reading_close(&r);
}

static void test_index(void)
{
    static const struct {
        const char *text;
        int index;
    } cases[] = {{"0", 0},
                 {"10", 10},
                 {"11", -1},
                 {"007", -1},
                 {"00", -1},
                 {"+1", -1},
                 {"-1", -1},
                 {"-0", -1},
                 {" 1", -1},
                 {"1 ", -1},
                 {"", -1},
                 {"1.0", -1},
                 {"0x1", -1},
                 {"1_0", -1},
                 {"1\n", -1},
                 {"%31", -1},
                 {"{index}", -1},
                 {"\xD9\xA1", -1},
                 {"99999999999999999999999", -1},
                 {"18446744073709551616", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_int(fragment_index(str_of(cases[i].text), 11), cases[i].index, "index %s",
               cases[i].text);
    is_int(fragment_index((str){"1\0", 2}, 11), -1, "index 1 and NUL");
}

int main(void)
{
    test_document();
    test_uris();
    test_boundaries();
    test_lengths();
    test_refused();
    test_envelope();
    test_index();
    return done_testing();
}
