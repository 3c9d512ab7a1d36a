/*
 * The YAML reader: what becomes of each construct, places in bytes for every style behind text of
 * several bytes a character, anchors, aliases, merge keys, keys, tags, encodings and line breaks,
 * the faults that stay where they are, errors with their places, and the limits.
 */
#include "source/sources.h"
#include "source/write.h"

#include "reading.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Reads TEXT as a YAML file. Give it back with reading_close. */
static void open_yaml(struct reading *r, str text)
{
    reading_open(r, "a.yaml", text, (struct read_policy){0});
}

/* What stands at NODE's place. */
static str source(const struct reading *r, const struct node *node)
{
    if (!node)
        return S("(no such node)");
    return (str){r->document->text.chars.data + node->start, node->len};
}

/* The node at PATH, keys and numbers of items with slashes between; "" is the root. */
static const struct node *at(const struct reading *r, const char *path)
{
    const struct node *node = r->document ? r->document->root : NULL;
    str rest = str_of(path);
    while (node && rest.len) {
        str step;
        str_cut(rest, '/', &step, &rest);
        if (node_is(node, NODE_ARRAY)) {
            uint32_t item = (uint32_t)strtoul(step.data, NULL, 10);
            node = item < node->count ? node_item(node, item) : NULL;
        } else {
            node = node_get(node, step);
        }
    }
    return node;
}

/* Walks the tree and reports the faults of all nodes in it. */
static void report_all(struct reading *r, const struct node *node)
{
    sources_report_faults(&r->sources, node);
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        report_all(r, node_item(node, i));
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++)
        report_all(r, node_value(node, i));
}

/* Documents without a fault or a warning, and their values. */
static void test_values(void)
{
    static const struct {
        str text;
        const char *value;
    } cases[] = {
        {STR_INIT("a: 1"), "{\"a\": 1}"},
        {STR_INIT("- a\n- - b\n  - c\n-\n"), "[\"a\",[\"b\",\"c\"],null]"},
        {STR_INIT("a:\n- 1\n- b: 2\n  c: 3\nd: x\n"),
         "{\"a\": [1,{\"b\": 2,\"c\": 3}],\"d\": \"x\"}"},
        {STR_INIT("a: ~\nb:\nc: null\nd: ''\n"),
         "{\"a\": null,\"b\": null,\"c\": null,\"d\": \"\"}"},
        {STR_INIT("text"), "\"text\""},
        {STR_INIT("--- 5\n"), "5"},
        {STR_INIT("---\n"), "null"},
        {STR_INIT("--- {}\n...\n"), "{}"},
        {STR_INIT("# c\n\n--- # d\na: b # e\n"), "{\"a\": \"b\"}"},
        {STR_INIT("%YAML 1.2\n---\na: b\n"), "{\"a\": \"b\"}"},
        {STR_INIT("%YAML 1.1\n---\na: nope\n"), "{\"a\": \"nope\"}"},
        {STR_INIT("%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1\n"), "{\"a\": \"1\"}"},
        {STR_INIT("a: 'it''s'\nb: \"\\x41\\u00e4\\U0001F600\\0\\e\\/\"\n"),
         "{\"a\": \"it's\",\"b\": \"A\xC3\xA4\xF0\x9F\x98\x80\\u0000\\u001b/\"}"},
        {STR_INIT("a: \"x\n  y\n\n  z\\\n  w\"\nb: p\n  q\n\n  r\n"),
         "{\"a\": \"x y\\nzw\",\"b\": \"p q\\nr\"}"},
        {STR_INIT("a: |\n  l1\n   l2\n\n  l3\n\nb: 1\n"),
         "{\"a\": \"l1\\n l2\\n\\nl3\\n\",\"b\": 1}"},
        {STR_INIT("a: |-\n  l1\n\nb: |+\n  l2\n\nc: 1\n"),
         "{\"a\": \"l1\",\"b\": \"l2\\n\\n\",\"c\": 1}"},
        {STR_INIT("a: >\n  f1\n  f2\n\n  f3\nb: >-\n  g\n"),
         "{\"a\": \"f1 f2\\nf3\\n\",\"b\": \"g\"}"},
        {STR_INIT("a: |2\n   x\n"), "{\"a\": \" x\\n\"}"},
        {STR_INIT("a: |\n"), "{\"a\": \"\"}"},
        {STR_INIT("a: |\n  x"), "{\"a\": \"x\"}"},
        {STR_INIT("[a, [b: c], {d: e, f}, ]"),
         "[\"a\",[{\"b\": \"c\"}],{\"d\": \"e\",\"f\": null}]"},
        {STR_INIT("--- {\"a\":1,\"b\":[\"\\u00e4\"]}"), "{\"a\": 1,\"b\": [\"\xC3\xA4\"]}"},
        {STR_INIT("? a\n: b\n? c\n"), "{\"a\": \"b\",\"c\": null}"},
        {STR_INIT("a: 0x1F\nb: .5\nc: +1\nd: 1.\ne: 10.00\nf: 1.0e+3\n"),
         "{\"a\": 31,\"b\": 0.5,\"c\": 1,\"d\": 1.0,\"e\": 10.00,\"f\": 1.0e+3}"},
        {STR_INIT("a: \xE4\xBD\xA0\xE5\xA5\xBD\n\xE4\xBD\xA0: \xF0\x9F\x98\x80\n"),
         "{\"a\": \"\xE4\xBD\xA0\xE5\xA5\xBD\",\"\xE4\xBD\xA0\": \"\xF0\x9F\x98\x80\"}"},
        {STR_INIT("\xEF\xBB\xBF"
                  "a: 1\n"),
         "{\"a\": 1}"},
        {STR_INIT("a:\t1\nb: [\t2\t]\t\n"), "{\"a\": 1,\"b\": [2]}"},
        {STR_INIT("a: 'x\r\n  y'\r\nb: |\r\n  l1\r\n  l2\r\n"),
         "{\"a\": \"x y\",\"b\": \"l1\\nl2\\n\"}"},
        /* keys are their source text */
        {STR_INIT("200: a\ntrue: b\nnull: c\n~: d\n1.0: e\n0x1F: f\n1_0: g\n"),
         "{\"200\": \"a\",\"true\": \"b\",\"null\": \"c\",\"~\": \"d\",\"1.0\": \"e\",\"0x1F\": \"f\","
         "\"1_0\": \"g\"}"},
        {STR_INIT("2025-10-11: a\n017: b\n.inf: c\n"),
         "{\"2025-10-11\": \"a\",\"017\": \"b\",\".inf\": \"c\"}"},
        {STR_INIT("'': a\n"), "{\"\": \"a\"}"},
        {STR_INIT("? \n: a\n"), "{\"\": \"a\"}"},
        {STR_INIT("\"a\\nb\": 1\n? |\n  block\n: 2\n"), "{\"a\\nb\": 1,\"block\\n\": 2}"},
        {STR_INIT("!!str 200: a\n!!int 5: b\n"), "{\"200\": \"a\",\"5\": \"b\"}"},
        /* tags */
        {STR_INIT("- !!str 1\n- !!int '1'\n- !!float 1\n- !!bool true\n- !!null ''\n- ! 1\n"),
         "[\"1\",1,1,true,null,\"1\"]"},
        {STR_INIT("a: !!binary aGVs\nb: !!binary |\n  aGVs\n  bG8=\nc: !!timestamp 2025-10-11\n"),
         "{\"a\": \"hel\",\"b\": \"hello\",\"c\": \"2025-10-11\"}"},
        {STR_INIT("a: !!set {x, y}\nb: !!map {}\nc: !!seq []\nd: !!str\n"),
         "{\"a\": {\"x\": null,\"y\": null},\"b\": {},\"c\": [],\"d\": \"\"}"},
        /* anchors and aliases */
        {STR_INIT("a: &x 1\nb: *x\nc: &y [*x]\nd: *y\n"),
         "{\"a\": 1,\"b\": 1,\"c\": [1],\"d\": [1]}"},
        {STR_INIT("a: &x 1\nb: *x\nc: &x 2\nd: *x\n"), "{\"a\": 1,\"b\": 1,\"c\": 2,\"d\": 2}"},
        {STR_INIT("a: &x [&x 1, *x]\nb: *x\n"), "{\"a\": [1,1],\"b\": 1}"},
        {STR_INIT("&k 200: *k\nb: *k\n"), "{\"200\": 200,\"b\": 200}"},
        {STR_INIT("a: &k 0x1F\n*k : b\nc: &t true\n*t : &n ~\n*n : d\n"),
         "{\"a\": 31,\"0x1F\": \"b\",\"c\": true,\"true\": null,\"~\": \"d\"}"},
        {STR_INIT("a: &k 'x'\n*k : b\nc: &e\n*e : d\n"),
         "{\"a\": \"x\",\"x\": \"b\",\"c\": null,\"\": \"d\"}"},
        {STR_INIT("a: &x !!str 1\nb: !!str &y 2\nc: [*x, *y]\n"),
         "{\"a\": \"1\",\"b\": \"2\",\"c\": [\"1\",\"2\"]}"},
        /* merge keys: what is there wins, then the earlier of a list */
        {STR_INIT("a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3\n"),
         "{\"a\": {\"x\": 1,\"y\": 2},\"b\": {\"x\": 1,\"y\": 3}}"},
        {STR_INIT("a: &a {x: 1, y: 2}\nb:\n  y: 3\n  <<: *a\n  z: 4\n"),
         "{\"a\": {\"x\": 1,\"y\": 2},\"b\": {\"y\": 3,\"x\": 1,\"z\": 4}}"},
        {STR_INIT("b: {<<: [{x: 1}, {x: 2, y: 2}], z: 3}\n"),
         "{\"b\": {\"x\": 1,\"y\": 2,\"z\": 3}}"},
        {STR_INIT("a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b, z: 3}\n"),
         "{\"a\": {\"x\": 1},\"b\": {\"x\": 1,\"y\": 2},\"c\": {\"x\": 1,\"y\": 2,\"z\": 3}}"},
        {STR_INIT("a: {<<: {}}\nb: {<<: []}\nc: {<<: {x: 1}}\n"),
         "{\"a\": {},\"b\": {},\"c\": {\"x\": 1}}"},
        {STR_INIT("a: {'<<': {x: 1}, \"b\": 2}\n"), "{\"a\": {\"<<\": {\"x\": 1},\"b\": 2}}"},
        {STR_INIT("a: {!!str <<: {x: 1}}\n"), "{\"a\": {\"<<\": {\"x\": 1}}}"},
        {STR_INIT("a: {!!merge <<: {x: 1}}\n"), "{\"a\": {\"x\": 1}}"},
        {STR_INIT("a: <<\nb: [<<]\n"), "{\"a\": \"<<\",\"b\": [\"<<\"]}"},
        {STR_INIT("a: {<<: {x: 1, <<: {y: 2}}, <<: {z: 3}}\n"),
         "{\"a\": {\"x\": 1,\"y\": 2,\"z\": 3}}"},
        /* UTF-16, with a character beyond the BMP */
        {STR_INIT("\xFF\xFE"
                  "a\0:\0 \0\x60\x4F\x3D\xD8\x00\xDE\n\0"),
         "{\"a\": \"\xE4\xBD\xA0\xF0\x9F\x98\x80\"}"},
        {STR_INIT("\xFE\xFF\0a\0:\0 \x4F\x60\xD8\x3D\xDE\x00\0\n"),
         "{\"a\": \"\xE4\xBD\xA0\xF0\x9F\x98\x80\"}"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reading r;
        open_yaml(&r, cases[i].text);
        is_str(reading_line(&r), cases[i].value, "value of case %zu: %s", i, cases[i].value);
        if (r.document)
            report_all(&r, r.document->root);
        sources_warn_unreached(&r.sources);
        if (!is_int(r.found.count, 0, "nothing to say about it"))
            printf("# %s\n", r.found.first->message);
        reading_close(&r);
    }
}

/* Places of scalars in all styles, and of containers, behind characters of 2, 3 and 4 bytes. */
static void test_places(void)
{
    static const char text[] = "# \xC3\xA4 \xE4\xBD\xA0 \xF0\x9F\x98\x80\n"
                               "\xE4\xBD\xA0: pl\xC3\xA4in \xF0\x9F\x98\x80 text\n"
                               "single: '\xE4\xBD\xA0''s'\n"
                               "double: \"\xF0\x9F\x98\x80\\u00e4\"\n"
                               "escape: \"\xC3\xA4\\\\\"\n"
                               "quote: '\xC3\xA4'''\n"
                               "continued: \"\xC3\xA4\\\n  \"\n"
                               "literal: |\n  \xE4\xBD\xA0\n  two\n\n"
                               "folded: >-\n  \xE4\xBD\xA0\n  two\n"
                               "lines: one\n  \xE4\xBD\xA0\n"
                               "number: 0x1F\n"
                               "empty:\n"
                               "tagged: !!str &t 12\n"
                               "anchored: &a\n  # \xE4\xBD\xA0\n  !!int 7\n"
                               "bare: &none\n"
                               "glued: &g:x\n"
                               "alias: *a\n"
                               "flow: [\xE4\xBD\xA0, {\xF0\x9F\x98\x80: [ ]}, p: q]\n"
                               "map:\n  k: v\n  l: w   \n\n"
                               "tagmap: &m !!map\n  k: v\n"
                               "taglist: &l [ 1 ]\n"
                               "list:\n- a\n- b\n"
                               "last: \xC3\xA4";
    static const struct {
        const char *path, *source;
    } cases[] = {
        {"\xE4\xBD\xA0", "pl\xC3\xA4in \xF0\x9F\x98\x80 text"},
        {"single", "'\xE4\xBD\xA0''s'"},
        {"double", "\"\xF0\x9F\x98\x80\\u00e4\""},
        {"escape", "\"\xC3\xA4\\\\\""}, /* these three go on where their values end */
        {"quote", "'\xC3\xA4'''"},
        {"continued", "\"\xC3\xA4\\\n  \""},
        {"literal", "|\n  \xE4\xBD\xA0\n  two"},
        {"folded", ">-\n  \xE4\xBD\xA0\n  two"},
        {"lines", "one\n  \xE4\xBD\xA0"},
        {"number", "0x1F"},
        {"empty", ""},
        {"tagged", "12"},
        {"anchored", "7"},
        {"bare", ""},
        {"glued", ":x"},
        {"alias", "*a"},
        {"flow", "[\xE4\xBD\xA0, {\xF0\x9F\x98\x80: [ ]}, p: q]"},
        {"flow/0", "\xE4\xBD\xA0"},
        {"flow/1", "{\xF0\x9F\x98\x80: [ ]}"},
        {"flow/1/\xF0\x9F\x98\x80", "[ ]"},
        {"flow/2", "p: q"},
        {"map", "k: v\n  l: w"},
        {"map/l", "w"},
        {"tagmap", "k: v"},
        {"taglist", "[ 1 ]"},
        {"list", "- a\n- b"},
        {"last", "\xC3\xA4"},
    };
    static const struct {
        const char *text, *name;
    } breaks[] = {{"\n", "LF"},        {"\r\n", "CRLF"},       {"\r", "CR"},
                  {"\xC2\x85", "NEL"}, {"\xE2\x80\xA8", "LS"}, {"\xE2\x80\xA9", "PS"}};
    for (size_t b = 0; b < COUNT(breaks); b++) {
        struct reading r;
        struct arena arena = {0};
        struct buf all = buf_in(&arena, PTRDIFF_MAX);
        for (const char *c = text; *c; c++)
            buf_add(&all, *c == '\n' ? str_of(breaks[b].text) : (str){c, 1});
        open_yaml(&r, buf_view(&all));
        for (size_t i = 0; i < COUNT(cases); i++) {
            struct buf wanted = buf_in(&arena, PTRDIFF_MAX);
            for (const char *c = cases[i].source; *c; c++)
                buf_add(&wanted, *c == '\n' ? str_of(breaks[b].text) : (str){c, 1});
            buf_add_byte(&wanted, '\0');
            is_str(source(&r, at(&r, cases[i].path)), wanted.data, "place of %s with %s",
                   cases[i].path, breaks[b].name);
        }
        const struct node *root = at(&r, "");
        bool right = r.document != NULL;
        for (uint32_t i = 0; right && i < root->count; i++)
            right = str_equal(source(&r, node_key(root, i)), node_text(node_key(root, i)));
        ok(right, "places of all keys");
        ok(right && root->start == 13 + strlen(breaks[b].text) &&
               root->start + root->len == all.len,
           "the root reaches from the first key to the last value");
        reading_close(&r);
        arena_free(&arena);
    }
}

/* The text itself is where strings point to when it says the same. */
static void test_sharing(void)
{
    struct reading r;
    open_yaml(&r, S("plain: abc\nsingle: 'abc'\ndouble: \"abc\"\nother: 'it''s'\n"
                    "a: &a {x: [1]}\nb: *a\n"));
    const char *text = r.document->text.chars.data;
    ptrdiff_t len = r.document->text.chars.len;
    static const char *const paths[] = {"plain", "single", "double"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        const char *chars = at(&r, paths[i])->chars;
        ok(chars >= text && chars < text + len, "%s is not copied", paths[i]);
    }
    ok(at(&r, "plain")->flags & NODE_PLAIN, "a plain scalar says that it is one");
    ok(!(at(&r, "single")->flags & NODE_PLAIN), "a quoted one is none");
    ok(at(&r, "a")->items == at(&r, "b")->items, "an alias shares the items");
    ok(at(&r, "a")->start != at(&r, "b")->start, "with a place of its own");
    is_int(r.document->node_count, 16, "nodes are counted as written");
    reading_close(&r);
}

/* One warning each, with its place. */
static void test_warnings(void)
{
    static const struct {
        const char *text;
        enum diag_code code;
        const char *place, *message, *value;
    } cases[] = {
        {"a: yes\n", W0201, "yes", "YAML 1.1 readers take \"yes\" for a boolean",
         "{\"a\": \"yes\"}"},
        {"on: 1\n", W0201, "on", "YAML 1.1 readers take \"on\" for a boolean", "{\"on\": 1}"},
        {"a: 12:30\n", W0201, "12:30",
         "YAML 1.1 readers take \"12:30\" for a number to the base 60", "{\"a\": \"12:30\"}"},
        {"a: 017\n", W0201, "017", "YAML 1.1 readers take \"017\" for an octal number",
         "{\"a\": 17}"},
        {"a: 1_000\n", W0201, "1_000", "YAML 1.1 readers take \"1_000\" for a number",
         "{\"a\": \"1_000\"}"},
        {"a: 2025-10-11\n", W0201, "2025-10-11", "YAML 1.1 readers take \"2025-10-11\" for a time",
         "{\"a\": \"2025-10-11\"}"},
        {"a: &x 2025-10-11\n", W0201, "2025-10-11",
         "YAML 1.1 readers take \"2025-10-11\" for a time", "{\"a\": \"2025-10-11\"}"},
        {"a: 0o17\n", W0201, "0o17", "YAML 1.1 readers take \"0o17\" for a string", "{\"a\": 15}"},
        {"a: 1e3\n", W0201, "1e3", "YAML 1.1 readers take \"1e3\" for a string", "{\"a\": 1e3}"},
        {"a: !thing 1\n", W0202, "1", "the tag \"!thing\" means nothing here", "{\"a\": 1}"},
        {"a: !thing 'no'\n", W0202, "'no'", "the tag \"!thing\" means nothing here",
         "{\"a\": \"no\"}"},
        {"a: !thing {x: 1}\n", W0202, "{", "the tag \"!thing\" means nothing here",
         "{\"a\": {\"x\": 1}}"},
        {"a: !!omap [x: 1]\n", W0202, "[", "the tag \"tag:yaml.org,2002:omap\" means nothing here",
         "{\"a\": [{\"x\": 1}]}"},
        {"a: 'x\xC2\x85y'\n", W0203, "\xC2\x85",
         "U+0085 is read as a line break here, as YAML 1.1 did", "{\"a\": \"x y\"}"},
        {"a: 'x\xE2\x80\xA8y'\n", W0203, "\xE2\x80\xA8",
         "U+2028 is read as a line break here, as YAML 1.1 did", NULL},
        {"a: 'x\xE2\x80\xA9y'\n", W0203, "\xE2\x80\xA9",
         "U+2029 is read as a line break here, as YAML 1.1 did", NULL},
        {"# \xE2\x80\x9Cquotes\xE2\x80\x9D \xE2\x80\xA8\na: 1\n", W0203, "\xE2\x80\xA8",
         "U+2028 is read as a line break here, as YAML 1.1 did", "{\"a\": 1}"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reading r;
        open_yaml(&r, str_of(cases[i].text));
        if (cases[i].value)
            is_str(reading_line(&r), cases[i].value, "value of %s", cases[i].text);
        if (ok(r.document && r.found.count == 1, "one warning for %s", cases[i].text)) {
            const struct diag *diag = r.found.first;
            is_str(str_of(diag->message), cases[i].message, "its message");
            is_int(diag->code, cases[i].code, "its code");
            is_str((str){r.document->text.chars.data + diag->where.start, diag->where.len},
                   cases[i].place, "its place");
            is_int(diag_status(&r.found), 0, "no effect");
        }
        reading_close(&r);
    }
    static const char *const quiet[] = {
        "a: 'yes'\nb: \"017\"\nc: |-\n  on\nd: !!str no\n", "yes_or_no: n\ny: y\n",
        "'on': 1\n2025-10-11: x\n12:30: y\n", "{\"a\": \"\xE2\x80\xA8\"}"};
    for (size_t i = 0; i < COUNT(quiet); i++) {
        struct reading r;
        open_yaml(&r, str_of(quiet[i]));
        ok(r.document && r.found.count == 0, "no warning for %s", quiet[i]);
        reading_close(&r);
    }
}

/* Faults that do not fail the reading: one error each when somebody looks, one warning otherwise.
 */
static void test_faults(void)
{
    static const struct {
        const char *text, *path; /* of the faulty node */
        enum diag_code code;
        int start, len, first_start; /* first_start: of the second place, or -1 */
        const char *message;
    } cases[] = {
        {"a: .inf\n", "a", E0303, 3, 4, -1, "JSON has no infinity"},
        {"\xE4\xBD\xA0: [-.INF]\n", "\xE4\xBD\xA0/0", E0303, 6, 5, -1, "JSON has no infinity"},
        {"a: .NaN\n", "a", E0303, 3, 4, -1, "JSON has no not-a-number"},
        {"a: !!float .inf\n", "a", E0303, 11, 4, -1, "JSON has no infinity"},
        {"a: !!int x\n", "a", E0205, 9, 1, -1, "!!int needs an integer"},
        {"a: !!bool yes\n", "a", E0205, 10, 3, -1, "!!bool needs true or false"},
        {"a: !!binary '*'\n", "a", E0205, 12, 3, -1, "!!binary needs base64"},
        {"a: !!null\nb: !!int\n", "b", E0205, 18, 0, -1, "!!int needs an integer"},
        {"a: {x: 1, y: 2, x: 3}\n", "a", E0302, 16, 1, 4, "the key \"x\" stands twice"},
        {"x: 1\n'x': 2\n", "", E0302, 5, 3, 0, "the key \"x\" stands twice"},
        {"1: 1\n\"1\": 2\n", "", E0302, 5, 3, 0, "the key \"1\" stands twice"},
        {"\xF0\x9F\x98\x80: 1\n\xF0\x9F\x98\x80: 2\n", "", E0302, 8, 4, 0,
         "the key \"\xF0\x9F\x98\x80\" stands twice"},
        {"? \n: 1\n? \n: 2\n", "", E0302, 8, 0, 1, "the key \"\" stands twice"},
        {"a: &k x\nb: {x: 1, *k : 2}\n", "b", E0302, 18, 2, 12, "the key \"x\" stands twice"},
        {"? [a, b]\n: 1\n", "", E0304, 2, 6, -1, "a key must be a scalar"},
        {"? {a: b}\n: 1\n", "", E0304, 2, 6, -1, "a key must be a scalar"},
        {"a: &a [x]\n*a : 1\n", "", E0304, 10, 2, -1, "a key must be a scalar"},
        {"{[a]: 1}\n", "", E0304, 1, 3, -1, "a key must be a scalar"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reading r;
        open_yaml(&r, str_of(cases[i].text));
        const struct node *node = at(&r, cases[i].path);
        if (!ok(node && node->flags & NODE_FAULTY && r.found.count == 0, "reads %s, with a fault",
                cases[i].text)) {
            reading_close(&r);
            continue;
        }
        sources_report_faults(&r.sources, node);
        sources_report_faults(&r.sources, node);
        is_int(r.found.count, 1, "one error, once");
        const struct diag *diag = r.found.first;
        is_str(str_of(diag->message), cases[i].message, "its message");
        is_int(diag->code, cases[i].code, "its code");
        is_int(diag->where.start, cases[i].start, "where it begins");
        is_int(diag->where.len, cases[i].len, "how long it is");
        is_int(diag->notes ? diag->notes->where.start : -1, cases[i].first_start,
               "the second place");
        sources_warn_unreached(&r.sources);
        is_int(r.found.warnings, 0, "no warning when it was reached");
        reading_close(&r);

        open_yaml(&r, str_of(cases[i].text));
        sources_warn_unreached(&r.sources);
        ok(r.found.warnings == 1 && r.found.errors == 0 && r.found.first->code == W0301,
           "one warning when it was not");
        is_int(r.found.first->where.start, cases[i].start, "at the same place");
        reading_close(&r);
    }
}

/* A mapping that merges a faulty one has its faults, at their own places. */
static void test_merged_faults(void)
{
    static const char text[] = "a: &a {x: 1, x: 2, ? [k] : 3}\n"
                               "b: &b {<<: *a}\n"
                               "c: {<<: [{q: 1}, *b]}\n";
    static const char *const paths[] = {"a", "b", "c"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        struct reading r;
        open_yaml(&r, str_of(text));
        const struct node *node = at(&r, paths[i]);
        ok(node && node->flags & NODE_FAULTY, "%s is faulty", paths[i]);
        sources_report_faults(&r.sources, node);
        is_int(r.found.errors, 2, "both faults are reported");
        is_int(r.found.first->where.start, 13, "the key that stands twice, where it stands");
        is_int(r.found.first->notes->where.start, 7, "with the first place");
        is_int(r.found.first->next->where.start, 21, "the key that is no scalar");
        report_all(&r, r.document->root);
        sources_warn_unreached(&r.sources);
        is_int(r.found.count, 2, "and not again for the others");
        reading_close(&r);
    }
    struct reading r;
    open_yaml(&r, str_of(text));
    sources_warn_unreached(&r.sources);
    is_str(str_of(r.found.first->message),
           "the key \"x\" stands twice; this and 1 more fault lie in parts that are not used",
           "unreached, each counts once");
    reading_close(&r);
}

/* Merging brings in one fault for a key, however often the key stands in what is merged. */
static void test_merged_faults_are_few(void)
{
    struct reading r;
    struct arena arena = {0};
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&text, S("a: &a {"));
    for (int i = 0; i < 100; i++)
        buf_add(&text, S("x: 1, ? [y] : 2, "));
    buf_add(&text, S("}\nb: &b {<<: *a}\nc: ["));
    for (int i = 0; i < 100; i++)
        buf_add(&text, S("{<<: *b}, "));
    buf_add(&text, S("]\n"));
    open_yaml(&r, buf_view(&text));
    int count = 0;
    for (const struct fault *fault = r.document->faults; fault; fault = fault->next)
        count++;
    is_int(count, 2 * 99 + 100 + 2 + 2 * 100, "no more faults than members");
    reading_close(&r);
    arena_free(&arena);
}

/* What cannot be read: one error with its place in bytes. A MESSAGE of NULL is libyaml's own. */
static void test_errors(void)
{
    static const struct {
        str text;
        enum diag_code code;
        int start, len; /* len -1: not looked at */
        const char *message;
    } cases[] = {
        {STR_INIT(""), E0102, 0, 0, "there is no document in this file"},
        {STR_INIT("\n \n"), E0102, 0, 0, "there is no document in this file"},
        {STR_INIT("# only a comment\n"), E0102, 0, 0, "there is no document in this file"},
        {STR_INIT("\xEF\xBB\xBF"), E0102, 0, 0, "there is no document in this file"},
        {STR_INIT("\xFF\xFE"), E0102, 0, 0, "there is no document in this file"},
        {STR_INIT("a: 1\n---\nb: 2\n"), E0202, 5, 3, "a second document begins here"},
        {STR_INIT("a: \xE4\xBD\xA0\n---\nb: 2\n"), E0202, 7, 3, "a second document begins here"},
        {STR_INIT("a: 1\n---\n"), E0202, 5, 3, "a second document begins here"},
        {STR_INIT("a: 1\n---\n\"broken\n"), E0202, 5, 3, "a second document begins here"},
        {STR_INIT("a: 1\n...\n---\n"), E0202, 9, 3, "a second document begins here"},
        {STR_INIT("a: 1\n...\nb: 2\n"), E0202, 9, 3, "a second document begins here"},
        {STR_INIT("a: 1\n...\n%YAML 1.2\n---\nb: 2\n"), E0202, 9, 3,
         "a second document begins here"},
        {STR_INIT("a: !!str {x: 1}\n"), E0205, 9, 1,
         "this is a mapping, which its tag does not fit"},
        {STR_INIT("a: !!seq {x: 1}\n"), E0205, 9, 1,
         "this is a mapping, which its tag does not fit"},
        {STR_INIT("a: !!map [1]\n"), E0205, 9, 1, "this is a sequence, which its tag does not fit"},
        {STR_INIT("a: !!set [1]\n"), E0205, 9, 1, "this is a sequence, which its tag does not fit"},
        {STR_INIT("a: *x\n"), E0203, 3, 2, "no node is marked &x before this"},
        {STR_INIT("\xF0\x9F\x98\x80: [*x]\n"), E0203, 7, 2, "no node is marked &x before this"},
        {STR_INIT("a: *x\nb: &x 1\n"), E0203, 3, 2, "no node is marked &x before this"},
        {STR_INIT("a: &x [*x]\n"), E0203, 7, 2, "&x contains itself"},
        {STR_INIT("a: &x {b: {c: *x}}\n"), E0203, 14, 2, "&x contains itself"},
        {STR_INIT("&x a: {<<: *y}\n"), E0203, 11, 2, "no node is marked &y before this"},
        {STR_INIT("a: {<<: 1}\n"), E0204, 8, 1, "only mappings can be merged, this is a number"},
        {STR_INIT("a: {<<: [{}, x]}\n"), E0204, 13, 1,
         "only mappings can be merged, this is a string"},
        {STR_INIT("a: {<<: [[{}]]}\n"), E0204, 9, 4,
         "only mappings can be merged, this is an array"},
        {STR_INIT("a: {<<: }\n"), E0204, 8, 0, "only mappings can be merged, this is null"},
        {STR_INIT("a: b: c\n"), E0201, 4, 1, "mapping values are not allowed in this context"},
        {STR_INIT("\xE4\xBD\xA0: b: c\n"), E0201, 6, 1,
         "mapping values are not allowed in this context"},
        {STR_INIT("a:\n\t- b\n"), E0201, 3, 1, NULL},
        {STR_INIT("a: 'x\n"), E0201, 6, 0, NULL},
        {STR_INIT("a: [1, 2\n"), E0201, 9, 0, NULL},
        {STR_INIT("a: @x\n"), E0201, 3, 1, NULL},
        {STR_INIT("a: \"\\q\"\n"), E0201, 4, 1, NULL},
        {STR_INIT("--- \"\\ud83d\\ude00\"\n"), E0201, 7, -1, NULL},
        {STR_INIT("--- \"\\ud83d\"\n"), E0201, 7, -1, NULL},
        {STR_INIT("a: \xE4\xBD\xA0\x01\n"), E0201, 6, 0,
         "control characters are not allowed (U+0001)"},
        {STR_INIT("a: x\0\n"), E0201, 4, 0, "control characters are not allowed (U+0000)"},
        {STR_INIT("a: \xFFz\n"), E0101, 3, 0, "the byte 0xff is not valid UTF-8 here"},
        {STR_INIT("\xEF\xBB\xBF"
                  "a: \xE4\xBD\n"),
         E0101, 3, 0, "the byte 0xe4 is not valid UTF-8 here"},
        {STR_INIT("a: \xED\xA0\x80\n"), E0101, 3, 0, "the byte 0xed is not valid UTF-8 here"},
        {STR_INIT("\xFF\xFE"
                  "a\0:\0 \0\x3D\xD8x\0"),
         E0101, 3, 0, "the text is not valid UTF-16 from its byte 8 on"},
        {STR_INIT("\xFE\xFF\0a\0:\0"), E0101, 2, 0,
         "the text is not valid UTF-16 from its byte 6 on"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reading r;
        open_yaml(&r, cases[i].text);
        if (ok(!r.document && r.found.count == 1, "refuses case %zu with one message", i)) {
            const struct diag *diag = r.found.first;
            if (cases[i].message)
                is_str(str_of(diag->message), cases[i].message, "its message");
            is_str(str_of(diag_code_name(diag->code)), diag_code_name(cases[i].code), "its code");
            is_int(diag->where.start, cases[i].start, "where it begins");
            if (cases[i].len >= 0)
                is_int(diag->where.len, cases[i].len, "how long it is");
        } else {
            tap_comment("text", cases[i].text);
            printf("# %td messages, the first: %s\n", r.found.count,
                   r.found.first ? r.found.first->message : "none");
        }
        reading_close(&r);
    }
}

static void test_error_details(void)
{
    struct reading r;
    open_yaml(&r, S("\xE4\xBD\xA0:\n  k: [1, 2\nb: 3\n"));
    const struct diag *diag = r.found.first;
    ok(!r.document && diag->notes, "a flow sequence that is not closed has a second place");
    is_int(diag->notes->where.start, 10, "its bracket, in bytes");
    reading_close(&r);
    open_yaml(&r, S("a:\n\tb: 1\n"));
    is_str(str_of(r.found.first->hint), "YAML is indented with spaces, never with tabs",
           "a hint about tabs");
    reading_close(&r);
    open_yaml(&r, S("a: yes\nb: [\n"));
    ok(!r.document && r.found.errors == 1, "an error stays one beside a warning");
    reading_close(&r);
}

/* DEPTH times OPEN, then INSIDE, and CLOSE as often. */
static str nested(struct arena *arena, int depth, const char *open, const char *inside,
                  const char *close)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (int i = 0; i < depth; i++)
        buf_add(&out, str_of(open));
    buf_add(&out, str_of(inside));
    for (int i = 0; i < depth; i++)
        buf_add(&out, str_of(close));
    return buf_view(&out);
}

static double seconds_since(clock_t start)
{
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void test_depth(void)
{
    static const struct {
        const char *before, *open, *inside, *close;
        int depth;
        bool accepted;
    } cases[] = {
        {"--- ", "[", "", "]", 512, true},      {"--- ", "[", "", "]", 513, false},
        {"--- ", "[", "1", "]", 512, true},     {"--- ", "{a: ", "1", "}", 512, true},
        {"--- ", "{a: ", "1", "}", 513, false}, {"", "- ", "x", "", 512, true},
        {"", "- ", "x", "", 513, false},        {"--- ", "[", "", "", 100000, false},
        {"--- ", "[", "", "]", 100000, false},  {"--- ", "{a: ", "", "}", 100000, false},
        {"", "- ", "x", "", 100000, false},     {"", "? ", "x", "", 100000, false},
        {"", "[", "a", "]", 100000, false}, /* JSON is tried first */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        struct reading r;
        clock_t start = clock();
        str body = nested(&arena, cases[i].depth, cases[i].open, cases[i].inside, cases[i].close);
        str text = arena_printf(&arena, "%s%s", cases[i].before, arena_copy(&arena, body).data);
        open_yaml(&r, text);
        ok((r.document != NULL) == cases[i].accepted, "%d times \"%s\" around \"%s\"",
           cases[i].depth, cases[i].open, cases[i].inside);
        if (!cases[i].accepted)
            ok(r.found.first && r.found.first->code == L0101 && diag_status(&r.found) == 3,
               "too deep: a limit");
        ok(seconds_since(start) < 2, "in %.2f s", seconds_since(start));
        reading_close(&r);
        arena_free(&arena);
    }
}

/* Each line holds the one before by its alias, so the depth is nowhere in the text. */
static void test_alias_depth(void)
{
    static const struct {
        const char *first, *line; /* of line: the number before, its own and the number before */
        int lines, added;         /* levels that a line adds */
        bool accepted;
    } cases[] = {
        {"a0: &a0 []\n", "a%d: &a%d [*a%d]\n", 510, 1, true}, /* 511 and the root */
        {"a0: &a0 []\n", "a%d: &a%d [*a%d]\n", 511, 1, false},
        {"a0: &a0 {}\n", "a%d: &a%d {k: *a%d}\n", 510, 1, true},
        {"a0: &a0 {}\n", "a%d: &a%d {k: *a%d}\n", 511, 1, false},
        {"a0: &a0 1\n", "a%d: &a%d [*a%d]\n", 511, 1, true},
        {"a0: &a0 1\n", "a%d: &a%d [*a%d]\n", 512, 1, false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        struct buf text = buf_in(&arena, PTRDIFF_MAX);
        buf_add(&text, str_of(cases[i].first));
        for (int line = 1; line <= cases[i].lines; line++) {
            bool object = strchr(cases[i].line, '{');
            str member = object
                             ? arena_printf(&arena, "a%d: &a%d {k: *a%d}\n", line, line, line - 1)
                             : arena_printf(&arena, "a%d: &a%d [*a%d]\n", line, line, line - 1);
            buf_add(&text, member);
        }
        struct reading r;
        open_yaml(&r, buf_view(&text));
        ok((r.document != NULL) == cases[i].accepted, "%d aliases nested over %s", cases[i].lines,
           cases[i].first);
        if (!cases[i].accepted)
            ok(r.found.first && r.found.first->code == L0101, "too deep: a limit");
        reading_close(&r);
        arena_free(&arena);
    }
}

/* Small texts that stand for more nodes than the limit allows, by aliases and by merge keys. */
static void test_bombs(void)
{
    struct arena arena = {0};
    struct buf lists = buf_in(&arena, PTRDIFF_MAX), wide = buf_in(&arena, PTRDIFF_MAX),
               merges = buf_in(&arena, PTRDIFF_MAX), values = buf_in(&arena, PTRDIFF_MAX),
               keys = buf_in(&arena, PTRDIFF_MAX), merged_keys = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&lists, S("a0: &a0 [x, x, x, x, x, x, x, x, x]\n"));
    buf_add(&values, S("a0: &a0 {x: 1, y: 2}\n"));
    for (int i = 1; i <= 60; i++) {
        str line =
            arena_printf(&arena, "a%d: &a%d [*a%d, *a%d, *a%d]\n", i, i, i - 1, i - 1, i - 1);
        buf_add(&lists, line);
        line = arena_printf(&arena, "a%d: &a%d {<<: *a%d, x: *a%d, y: *a%d}\n", i, i, i - 1, i - 1,
                            i - 1);
        buf_add(&values, line);
    }
    buf_add(&wide, S("a: &a {"));
    for (int i = 0; i < 2000; i++)
        buf_printf(&wide, "k%d: 1, ", i);
    buf_add(&wide, S("}\nb:\n"));
    for (int i = 0; i < 2000; i++)
        buf_add(&wide, S("- <<: *a\n"));
    buf_add(&merges, S("a: &a {"));
    for (int i = 0; i < 2000; i++)
        buf_printf(&merges, "k%d: 1, ", i);
    buf_add(&merges, S("}\nb: {<<: ["));
    for (int i = 0; i < 2000; i++)
        buf_add(&merges, S("*a, "));
    buf_add(&merges, S("]}\n"));
    buf_add(&keys, S("a: &a "));
    buf_add_bytes(&keys, 'k', 200000);
    buf_add(&merged_keys, buf_view(&keys));
    buf_add(&keys, S("\nb: {"));
    buf_add(&merged_keys, S("\nb: &b {*a : 1}\nc: ["));
    for (int i = 0; i < 20000; i++) {
        buf_add(&keys, S("*a : 1, "));
        buf_add(&merged_keys, S("{<<: *b}, "));
    }
    buf_add(&keys, S("}\n"));
    buf_add(&merged_keys, S("]\n"));

    const struct {
        str text;
        const char *name;
    } bombs[] = {{buf_view(&lists), "lists of aliases"},
                 {buf_view(&values), "merges with aliases"},
                 {buf_view(&wide), "one mapping merged 2,000 times"},
                 {buf_view(&merges), "a list of 2,000 to merge"},
                 {buf_view(&keys), "a long key 20,000 times"},
                 {buf_view(&merged_keys), "a long key merged 20,000 times"}};
    for (size_t i = 0; i < COUNT(bombs); i++) {
        struct reading r;
        clock_t start = clock();
        open_yaml(&r, bombs[i].text);
        ok(!r.document && r.found.first->code == L0102, "%s: a limit", bombs[i].name);
        is_int(diag_status(&r.found), 3, "undecided");
        ok(seconds_since(start) < 3, "in %.2f s", seconds_since(start));
        reading_close(&r);
    }
    arena_free(&arena);
}

/* Each directive is compared with all others: a few are read, many are a limit. */
static void test_directives(void)
{
    static const int counts[] = {99, 100, 100000}; /* and one that only looks like it */
    static const char *const breaks[] = {"\n", "\r", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
    for (size_t i = 0; i < COUNT(counts) * COUNT(breaks); i++) {
        int count = counts[i % COUNT(counts)];
        const char *line_break = breaks[i / COUNT(counts)];
        struct arena arena = {0};
        struct reading r;
        struct buf text = buf_in(&arena, PTRDIFF_MAX);
        for (int j = 0; j < count; j++)
            buf_printf(&text, "%%TAG !%d! x%s", j, line_break);
        buf_add(&text, S("---\na: '\n%TAG'\n"));
        open_yaml(&r, buf_view(&text));
        if (count < 100)
            ok(r.document != NULL, "%d directives", count);
        else
            is_int(r.document ? 0 : r.found.last->code, L0104, "%d directives", count);
        reading_close(&r);
        arena_free(&arena);
    }
}

/* Aliases in honest numbers: as many nodes as the limit allows, and a few more. */
static void test_expansion_limit(void)
{
    static const struct {
        int aliases;
        bool accepted;
    } cases[] = {{990, true}, {1030, false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        struct buf text = buf_in(&arena, PTRDIFF_MAX);
        buf_add(&text, S("a: &a [0"));
        for (int j = 1; j < 1000; j++)
            buf_add(&text, S(",0"));
        buf_add(&text, S("]\nb: ["));
        for (int j = 0; j < cases[i].aliases; j++)
            buf_add(&text, S("*a,"));
        buf_add(&text, S("]\n"));
        struct reading r;
        open_yaml(&r, buf_view(&text));
        ok((r.document != NULL) == cases[i].accepted, "%d aliases of 1,001 nodes",
           cases[i].aliases);
        reading_close(&r);
        arena_free(&arena);
    }
}

/* Places in a long text that mixes widths: each value says at which byte it stands. */
static void test_places_long(void)
{
    static const char *const fillers[] = {"",    "\xC3\xA4",         "\xE4\xBD\xA0\xE5\xA5\xBD",
                                          "abc", "\xF0\x9F\x98\x80", "x\xE2\x80\x9Cy\xE2\x80\x9D"};
    enum { LINES = 20000 };
    struct arena arena = {0};
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    for (int i = 0; i < LINES; i++) {
        char line[100];
        const char *filler = fillers[(i * 7 + i / 11) % (int)COUNT(fillers)];
        int key = snprintf(line, sizeof line, "%sk%d: ", filler, i);
        snprintf(line + key, sizeof line - (size_t)key, "%td # %s\n", text.len + key, filler);
        buf_add(&text, str_of(line));
    }
    struct reading r;
    open_yaml(&r, buf_view(&text));
    bool right = r.document && r.document->root->count == LINES;
    for (uint32_t i = 0; right && i < LINES; i++) {
        const struct node *value = node_value(r.document->root, i);
        right = strtoul(value->chars, NULL, 10) == value->start &&
                str_equal(source(&r, value), node_text(value)) &&
                str_equal(source(&r, node_key(r.document->root, i)),
                          node_text(node_key(r.document->root, i)));
    }
    ok(right, "%d lines, each value at the byte it names", LINES);
    reading_close(&r);
    arena_free(&arena);
}

/* Found by fuzzing: a line break of YAML 1.1 behind a tag. */
static void test_found(void)
{
    static const char *const texts[] = {"!0\xE2\x80\xA8ifo: {\n{}\n",
                                        "!0\xE2\x80\xA8ifo: {a: b}\n"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct reading r;
        open_yaml(&r, str_of(texts[i]));
        bool inside = true;
        for (const struct diag *diag = r.found.first; diag; diag = diag->next)
            inside = inside && diag->where.len >= 0 &&
                     diag->where.start + diag->where.len <= diag->where.text->chars.len;
        ok(inside, "places stay in the text, case %zu", i);
        reading_close(&r);
    }
}

int main(void)
{
    test_values();
    test_places();
    test_places_long();
    test_sharing();
    test_warnings();
    test_faults();
    test_merged_faults();
    test_merged_faults_are_few();
    test_errors();
    test_error_details();
    test_depth();
    test_alias_depth();
    test_bombs();
    test_directives();
    test_expansion_limit();
    test_found();
    return done_testing();
}
