/*
 * The JSON reader: every production of RFC 8259, every message with its place, places in bytes,
 * strings with NUL and beyond the BMP, equal keys under both policies, depth at and past the caps,
 * large objects. jansson is the oracle: what it accepts, mutants of valid texts included, must give
 * the same value here.
 */
#include "source/sources.h"
#include "source/write.h"

#include "reading.h"
#include "tap.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void test_accepted(void)
{
    static const struct {
        str text;
        const char *value;
    } cases[] = {
        {STR_INIT("null"), "null"},
        {STR_INIT("true"), "true"},
        {STR_INIT("false"), "false"},
        {STR_INIT(" \t\r\n1 \t\r\n"), "1"},
        {STR_INIT("0"), "0"},
        {STR_INIT("-0"), "-0"},
        {STR_INIT("-0.0"), "-0.0"},
        {STR_INIT("10.00"), "10.00"},
        {STR_INIT("1E+400"), "1E+400"},
        {STR_INIT("-1.5e-03"), "-1.5e-03"},
        {STR_INIT("123456789012345678901234567890"), "123456789012345678901234567890"},
        {STR_INIT("\"\""), "\"\""},
        {STR_INIT("\"a b\""), "\"a b\""},
        {STR_INIT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), "\"\\\"\\\\/\\b\\f\\n\\r\\t\""},
        {STR_INIT("\"\\u0041\\u00e4\\u4F60\""), "\"A\xC3\xA4\xE4\xBD\xA0\""},
        {STR_INIT("\"x\\ud83d\\ude00y\""), "\"x\xF0\x9F\x98\x80y\""},
        {STR_INIT("\"\\uD800\\uDC00\\uDBFF\\uDFFF\""), "\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""},
        {STR_INIT("\"\\ud7ff\\ue000\""), "\"\xED\x9F\xBF\xEE\x80\x80\""},
        {STR_INIT("\"\x7F\xC2\x80\xE2\x80\xA8\""), "\"\x7F\xC2\x80\xE2\x80\xA8\""},
        {STR_INIT("\"\xF0\x9F\x98\x80\""), "\"\xF0\x9F\x98\x80\""},
        {STR_INIT("\"\\u0000\""), "\"\\u0000\""},
        {STR_INIT("\"\\\\\""), "\"\\\\\""},
        {STR_INIT("\"\\\\u0041\""), "\"\\\\u0041\""},
        {STR_INIT("[]"), "[]"},
        {STR_INIT("[ \n ]"), "[]"},
        {STR_INIT("{}"), "{}"},
        {STR_INIT("{ \t }"), "{}"},
        {STR_INIT("[1,2 , 3]"), "[1,2,3]"},
        {STR_INIT("[[],[[]],{}]"), "[[],[[]],{}]"},
        {STR_INIT("{\"b\":1 , \"a\" :[true,false,null]}"), "{\"b\": 1,\"a\": [true,false,null]}"},
        {STR_INIT("{\"\":{\"\":\"\"}}"), "{\"\": {\"\": \"\"}}"},
        {STR_INIT("{\"\\u0061\":1}"), "{\"a\": 1}"},
        {STR_INIT("{\"a\\u0000b\":1,\"a\":2}"), "{\"a\\u0000b\": 1,\"a\": 2}"},
        {STR_INIT("\xEF\xBB\xBF[1]"), "[1]"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reading r;
        reading_open(&r, "a.json", cases[i].text, (struct read_policy){0});
        is_str(reading_line(&r), cases[i].value, "accepts case %zu: %s", i, cases[i].value);
        is_int(r.found.count, 0, "says nothing about it");
        reading_close(&r);
    }
}

static void test_nul(void)
{
    struct reading r;
    reading_open(&r, "a.json", S("{\"a\\u0000b\": \"x\\u0000y\", \"a\\u0000c\": 1}"),
                 (struct read_policy){0});
    const struct node *value = r.document ? node_get(r.document->root, S("a\0b")) : NULL;
    ok(node_is_text(value, S("x\0y")), "NUL in a key and in a value");
    ok(r.document && !node_get(r.document->root, S("a")), "a key does not end at NUL");
    reading_close(&r);
}

/* What is refused, the place in bytes and the message. A LEN of -1 is not looked at. */
static const struct {
    str text;
    int start, len;
    const char *code, *message;
} refused[] = {
    {STR_INIT(""), 0, 0, "E0102", "there is no document in this file"},
    {STR_INIT(" \n\t"), 0, 0, "E0102", "there is no document in this file"},
    {STR_INIT("\xEF\xBB\xBF"), 0, 0, "E0102", "there is no document in this file"},
    /* values */
    {STR_INIT("["), 1, 0, "E0301", "the text ends where a value should be"},
    {STR_INIT("[1,"), 3, 0, "E0301", "the text ends where a value should be"},
    {STR_INIT("{\"a\":"), 5, 0, "E0301", "the text ends where a value should be"},
    {STR_INIT("[1,]"), 3, 1, "E0301", "a value is missing here"},
    {STR_INIT("[,1]"), 1, 1, "E0301", "a value is missing here"},
    {STR_INIT("[1,,2]"), 3, 1, "E0301", "a value is missing here"},
    {STR_INIT("{\"a\":}"), 5, 1, "E0301", "a value is missing here"},
    {STR_INIT("{\"a\":,"), 5, 1, "E0301", "a value is missing here"},
    {STR_INIT("{\"a\"::1}"), 5, 1, "E0301", "a value is missing here"},
    {STR_INIT("]"), 0, 1, "E0301", "a value is missing here"},
    {STR_INIT("}"), 0, 1, "E0301", "a value is missing here"},
    {STR_INIT("nul"), 0, 3, "E0301", "\"nul\" is not a JSON value"},
    {STR_INIT("nulll"), 0, 5, "E0301", "\"nulll\" is not a JSON value"},
    {STR_INIT("[True]"), 1, 4, "E0301", "\"True\" is not a JSON value"},
    {STR_INIT("[NaN]"), 1, 3, "E0301", "\"NaN\" is not a JSON value"},
    {STR_INIT("[+1]"), 1, 2, "E0301", "\"+1\" is not a JSON value"},
    {STR_INIT("[.5]"), 1, 2, "E0301", "\".5\" is not a JSON value"},
    {STR_INIT("[\xC3\xA4\xE4\xBD\xA0]"), 1, 5, "E0301",
     "\"\xC3\xA4\xE4\xBD\xA0\" is not a JSON value"},
    {STR_INIT("[a\x01]"), 1, 2, "E0301", "\"a\\u{1}\" is not a JSON value"},
    {STR_INIT("[\0]"), 1, 1, "E0301", "\"\\u{0}\" is not a JSON value"},
    {STR_INIT("['a']"), 1, 1, "E0301", "strings stand in double quotes"},
    {STR_INIT("[1, // x\n2]"), 4, 2, "E0301", "JSON has no comments"},
    {STR_INIT("/* x */ 1"), 0, 2, "E0301", "JSON has no comments"},
    {STR_INIT("# x"), 0, 1, "E0301", "JSON has no comments"},
    {STR_INIT("{\"a\": 1 // x\n}"), 8, 2, "E0301", "JSON has no comments"},
    {STR_INIT("{/* x */}"), 1, 2, "E0301", "JSON has no comments"},
    {STR_INIT("{\"a\": 1,\n# x\n}"), 9, 1, "E0301", "JSON has no comments"},
    {STR_INIT("{\"a\" /**/: 1}"), 5, 4, "E0301", "JSON has no comments"},
    {STR_INIT("1 // x"), 2, 2, "E0301", "JSON has no comments"},
    {STR_INIT("{\"a\": 1 / 2}"), 8, 1, "E0301", "a comma or } is missing here"},
    {STR_INIT("1 /"), 2, 1, "E0301", "there is text after the document"},
    /* numbers */
    {STR_INIT("-"), 0, 1, "E0301", "a minus sign needs a digit behind it"},
    {STR_INIT("[-]"), 1, 1, "E0301", "a minus sign needs a digit behind it"},
    {STR_INIT("[-Infinity]"), 1, 1, "E0301", "a minus sign needs a digit behind it"},
    {STR_INIT("[-.5]"), 1, 1, "E0301", "a minus sign needs a digit behind it"},
    {STR_INIT("[01]"), 1, 1, "E0301", "a number has no leading zeros"},
    {STR_INIT("[-012]"), 1, 2, "E0301", "a number has no leading zeros"},
    {STR_INIT("[00]"), 1, 1, "E0301", "a number has no leading zeros"},
    {STR_INIT("[1.]"), 2, 1, "E0301", "this number is not complete"},
    {STR_INIT("1."), 1, 1, "E0301", "this number is not complete"},
    {STR_INIT("[1.e3]"), 2, 1, "E0301", "this number is not complete"},
    {STR_INIT("[1e]"), 2, 1, "E0301", "this number is not complete"},
    {STR_INIT("[1e+]"), 2, 1, "E0301", "this number is not complete"},
    {STR_INIT("[1.5E-]"), 4, 1, "E0301", "this number is not complete"},
    {STR_INIT("[1.5.2]"), 4, 1, "E0301", "this number is not complete"},
    {STR_INIT("[1-2]"), 2, 1, "E0301", "this number is not complete"},
    {STR_INIT("[0x1F]"), 2, 1, "E0301", "a comma or ] is missing here"},
    {STR_INIT("[1_000]"), 2, 1, "E0301", "a comma or ] is missing here"},
    /* strings */
    {STR_INIT("\""), 0, 1, "E0301", "this string is never closed"},
    {STR_INIT("[\"abc"), 1, 1, "E0301", "this string is never closed"},
    {STR_INIT("\"abc\\"), 0, 1, "E0301", "this string is never closed"},
    {STR_INIT("\"abc\\\""), 0, 1, "E0301", "this string is never closed"},
    {STR_INIT("\"\\n abc"), 0, 1, "E0301", "this string is never closed"},
    {STR_INIT("\"ab\ncd\""), 3, 1, "E0301", "a string must end on its line"},
    {STR_INIT("\"\\tab\ncd\""), 5, 1, "E0301", "a string must end on its line"},
    {STR_INIT("\"a\tb\""), 2, 1, "E0301", "a control character must be escaped in a string"},
    {STR_INIT("\"a\rb\""), 2, 1, "E0301", "a control character must be escaped in a string"},
    {STR_INIT("\"\x1F\""), 1, 1, "E0301", "a control character must be escaped in a string"},
    {STR_INIT("\"\0\""), 1, 1, "E0301", "a control character must be escaped in a string"},
    {STR_INIT("\"\\n\0\""), 3, 1, "E0301", "a control character must be escaped in a string"},
    {STR_INIT("\"a\\x41\""), 2, 2, "E0301", "JSON has no such escape"},
    {STR_INIT("\"\\'\""), 1, 2, "E0301", "JSON has no such escape"},
    {STR_INIT("\"\\\xE4\xBD\xA0\""), 1, 4, "E0301", "JSON has no such escape"},
    {STR_INIT("\"\\\0\""), 1, 2, "E0301", "JSON has no such escape"},
    {STR_INIT("\"\\U0041\""), 1, 2, "E0301", "JSON has no such escape"},
    {STR_INIT("\"\\u\""), 1, 2, "E0301", "\\u needs four hexadecimal digits"},
    {STR_INIT("\"\\u004\""), 1, 2, "E0301", "\\u needs four hexadecimal digits"},
    {STR_INIT("\"\\u00g0\""), 1, 2, "E0301", "\\u needs four hexadecimal digits"},
    {STR_INIT("\"\\u00"), 1, 2, "E0301", "\\u needs four hexadecimal digits"},
    {STR_INIT("\"\\u"), 1, 2, "E0301", "\\u needs four hexadecimal digits"},
    {STR_INIT("\"a\\ud83d\""), 2, 6, "E0301",
     "a surrogate stands alone; there is no such character"},
    {STR_INIT("\"\\ude00\""), 1, 6, "E0301",
     "a surrogate stands alone; there is no such character"},
    {STR_INIT("\"\\ud83dx\""), 1, 6, "E0301",
     "a surrogate stands alone; there is no such character"},
    {STR_INIT("\"\\ud83d\\n\""), 1, 6, "E0301",
     "a surrogate stands alone; there is no such character"},
    {STR_INIT("\"\\ud83d\\u0041\""), 1, 6, "E0301",
     "a surrogate stands alone; there is no such character"},
    {STR_INIT("\"\\ud83d\\ud83d\""), 1, 6, "E0301",
     "a surrogate stands alone; there is no such character"},
    {STR_INIT("\"\\ude00\\ud83d\""), 1, 6, "E0301",
     "a surrogate stands alone; there is no such character"},
    {STR_INIT("\"\\ud83d\\u"), 1, 6, "E0301",
     "a surrogate stands alone; there is no such character"},
    /* containers */
    {STR_INIT("{"), 1, 0, "E0301", "the text ends inside an object"},
    {STR_INIT("{\"a\":1,"), 7, 0, "E0301", "the text ends inside an object"},
    {STR_INIT("{\"a\":1"), 6, 0, "E0301", "the text ends before this is closed"},
    {STR_INIT("[1"), 2, 0, "E0301", "the text ends before this is closed"},
    {STR_INIT("{\"a\":1,}"), 7, 1, "E0301", "a key in double quotes is missing here"},
    {STR_INIT("{a:1}"), 1, 1, "E0301", "a key in double quotes is missing here"},
    {STR_INIT("{1:1}"), 1, 1, "E0301", "a key in double quotes is missing here"},
    {STR_INIT("{,}"), 1, 1, "E0301", "a key in double quotes is missing here"},
    {STR_INIT("{\xE4\xBD\xA0:1}"), 1, 3, "E0301", "a key in double quotes is missing here"},
    {STR_INIT("{\"a\"}"), 4, 1, "E0301", "a colon is missing after the key"},
    {STR_INIT("{\"a\" 1}"), 5, 1, "E0301", "a colon is missing after the key"},
    {STR_INIT("{\"a\""), 4, 0, "E0301", "a colon is missing after the key"},
    {STR_INIT("[1 2]"), 3, 1, "E0301", "a comma or ] is missing here"},
    {STR_INIT("[1}"), 2, 1, "E0301", "a comma or ] is missing here"},
    {STR_INIT("[1:2]"), 2, 1, "E0301", "a comma or ] is missing here"},
    {STR_INIT("[\"a\"\xF0\x9F\x98\x80]"), 4, 4, "E0301", "a comma or ] is missing here"},
    {STR_INIT("{\"a\":1 \"b\":2}"), 7, 1, "E0301", "a comma or } is missing here"},
    {STR_INIT("{\"a\":1]"), 6, 1, "E0301", "a comma or } is missing here"},
    {STR_INIT("1 2"), 2, 1, "E0301", "there is text after the document"},
    {STR_INIT("{} abc, d"), 3, 3, "E0301", "there is text after the document"},
    {STR_INIT("[]]"), 2, 1, "E0301", "there is text after the document"},
    {STR_INIT("1\0"), 1, 1, "E0301", "there is text after the document"},
    /* places are bytes; what stands before is counted as bytes too */
    {STR_INIT("[\"\xE4\xBD\xA0\xF0\x9F\x98\x80\xC3\xA4\", x]"), 14, 1, "E0301",
     "\"x\" is not a JSON value"},
    {STR_INIT("\xEF\xBB\xBF[x]"), 1, 1, "E0301", "\"x\" is not a JSON value"},
    {STR_INIT("[\xEF\xBB\xBF"
              "1]"),
     1, 4, "E0301", "\"\\u{feff}1\" is not a JSON value"},
    {STR_INIT("\xC2\xA0"
              "1"),
     0, 3, "E0301",
     "\"\xC2\xA0"
     "1\" is not a JSON value"},
    /* bytes that are no UTF-8 */
    {STR_INIT("[\"a\xFF\"]"), 3, -1, "E0101", "the byte 0xff is not valid UTF-8 here"},
    {STR_INIT("[\"\xED\xA0\x80\"]"), 2, -1, "E0101", "the byte 0xed is not valid UTF-8 here"},
    {STR_INIT("\"\xC0\x80\""), 1, -1, "E0101", "the byte 0xc0 is not valid UTF-8 here"},
    {STR_INIT("\"\xF4\x90\x80\x80\""), 1, -1, "E0101", "the byte 0xf4 is not valid UTF-8 here"},
    {STR_INIT("\"\xE4\xBD"), 1, -1, "E0101", "the byte 0xe4 is not valid UTF-8 here"},
};

static void test_refused(void)
{
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct reading r;
        reading_open(&r, "a.json", refused[i].text, (struct read_policy){0});
        const struct diag *diag = r.found.first;
        if (ok(!r.document && r.found.count == 1, "refuses case %zu with one message", i)) {
            is_str(str_of(diag->message), refused[i].message, "its message");
            is_str(str_of(diag_code_name(diag->code)), refused[i].code, "its code");
            is_int(diag->where.start, refused[i].start, "where it begins");
            if (refused[i].len >= 0)
                is_int(diag->where.len, refused[i].len, "how long it is");
            ok(diag->where.start + diag->where.len <= refused[i].text.len, "within the text");
        }
        reading_close(&r);
    }
}

/* The second place and the hint of some errors. */
static void test_refused_more(void)
{
    static const struct {
        const char *text, *hint, *note;
        int note_start;
    } cases[] = {
        {"[1,]", "remove the comma before it", NULL, 0},
        {"[1 ,\n ]", "remove the comma before it", NULL, 0},
        {"{\"a\":1,}", "remove the comma before it", NULL, 0},
        {"{\"a\":}", NULL, NULL, 0},
        {"]", NULL, NULL, 0},
        {"[1,:", NULL, NULL, 0},
        {"\"a\nb\"", "a line break is written as \\n", NULL, 0},
        {"\"\\x\"", "a backslash itself is written as two backslashes", NULL, 0},
        {"\"\\ud800\"", "a character beyond U+FFFF is written as two escapes", NULL, 0},
        {"[[1}", NULL, "the array begins here", 1},
        {"[{\"a\":1", NULL, "the object begins here", 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reading r;
        reading_open(&r, "a.json", str_of(cases[i].text), (struct read_policy){0});
        const struct diag *diag = r.found.first;
        is_str(str_of(diag->hint), cases[i].hint, "hint of %s", cases[i].text);
        is_str(str_of(diag->notes ? diag->notes->message : NULL), cases[i].note, "its note");
        if (diag->notes)
            is_int(diag->notes->where.start, cases[i].note_start, "where the note points");
        reading_close(&r);
    }
}

/* What stands at NODE's place. */
static str source(const struct reading *r, const struct node *node)
{
    if (!node)
        return S("(no such node)");
    return (str){r->document->text.chars.data + node->start, node->len};
}

static void test_places(void)
{
    struct reading r;
    reading_open(&r, "a.json",
                 S("\xEF\xBB\xBF{ \"\xE4\xBD\xA0\": \"\xF0\x9F\x98\x80\\u0041\" , \"n\":-1.50,\n"
                   "  \"l\" : [ true, null ,{} , [ ] ] , \"\\u0061\": \"x\" }"),
                 (struct read_policy){0});
    const struct node *root = r.document->root, *list = node_get(root, S("l"));
    is_str(source(&r, node_key(root, 0)), "\"\xE4\xBD\xA0\"", "place of a key");
    is_str(source(&r, node_value(root, 0)), "\"\xF0\x9F\x98\x80\\u0041\"", "place of a string");
    is_str(source(&r, node_get(root, S("n"))), "-1.50", "place of a number");
    is_str(source(&r, list), "[ true, null ,{} , [ ] ]", "place of an array");
    is_str(source(&r, node_item(list, 0)), "true", "place of true");
    is_str(source(&r, node_item(list, 1)), "null", "place of null");
    is_str(source(&r, node_item(list, 2)), "{}", "place of an empty object");
    is_str(source(&r, node_item(list, 3)), "[ ]", "place of an empty array");
    is_str(source(&r, node_get(root, S("a"))), "\"x\"", "place of the value of an escaped key");
    is_str(source(&r, root),
           "{ \"\xE4\xBD\xA0\": \"\xF0\x9F\x98\x80\\u0041\" , \"n\":-1.50,\n"
           "  \"l\" : [ true, null ,{} , [ ] ] , \"\\u0061\": \"x\" }",
           "place of the root, without the BOM");
    ok(node_value(root, 1)->text == r.document->id, "nodes know their text");
    is_int(r.document->node_count, 13, "values and keys are counted");
    reading_close(&r);
}

static void test_duplicates(void)
{
    str text = S("{\"a\": {\"x\": 1, \"y\": 2, \"x\": 3, \"\\u0078\": 4}, \"b\": 5}");
    struct reading r;
    reading_open(&r, "a.json", text, (struct read_policy){0});
    const struct node *root = r.document->root, *object = node_get(root, S("a"));
    ok(object->flags & NODE_FAULTY, "an object with equal keys is faulty");
    ok(!(root->flags & NODE_FAULTY), "the one around it is not");
    is_int(r.found.count, 0, "nothing is said before somebody looks");
    is_str(node_text(node_get(object, S("x"))), "4", "the last one counts");
    sources_report_faults(&r.sources, object);
    is_int(r.found.errors, 2, "one error for each key too many");
    const struct diag *diag = r.found.first;
    is_str(str_of(diag->message), "the key \"x\" stands twice", "its message");
    is_int(diag->where.start, 23, "its place: the later key");
    is_int(diag->where.len, 3, "its length");
    is_int(diag->notes->where.start, 7, "the second place: the first key");
    is_int(diag->notes->where.len, 3, "its length");
    is_int(diag->next->where.start, 31, "the place of the third");
    is_int(diag->next->where.len, 8, "its length, as written");
    sources_report_faults(&r.sources, object);
    sources_warn_unreached(&r.sources);
    is_int(r.found.count, 2, "and each is reported once");
    reading_close(&r);

    reading_open(&r, "a.json", text, (struct read_policy){.duplicates = DUPLICATES_LAST});
    is_str(reading_line(&r), "{\"a\": {\"x\": 4,\"y\": 2},\"b\": 5}",
           "policy last: the last value at the place of the first");
    ok(!(node_get(r.document->root, S("a"))->flags & NODE_FAULTY), "and nothing is faulty");
    ok(!r.found.count, "nor told");
    reading_close(&r);

    reading_open(&r, "a.json", text, (struct read_policy){.duplicates = DUPLICATES_WARN});
    is_str(reading_line(&r), "{\"a\": {\"x\": 4,\"y\": 2},\"b\": 5}", "policy warn: the same");
    is_int(r.found.warnings, r.found.count, "with warnings, and nothing else,");
    is_int(r.found.count, 2, "one for each that stands again");
    is_int(r.found.first->code, W0302, "their code");
    is_int(r.found.last->where.start, 31, "and the place of the last");
    reading_close(&r);
}

/* An object of COUNT members "k0": 0 and so on, and after them COUNT_AGAIN of the same keys. */
static str many_members(struct arena *arena, int count, int count_again)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (int i = 0; i < count + count_again; i++) {
        char member[64];
        int key = i < count ? i : i - count;
        snprintf(member, sizeof member, "%c\"k%d\": %d", i ? ',' : '{', key, i);
        buf_add(&out, str_of(member));
    }
    buf_add(&out, count ? S("}") : S("{}"));
    return buf_view(&out);
}

static void test_large_objects(void)
{
    static const int counts[] = {0, 1, 15, 16, 17, 31, 32, 33, 1000};
    for (size_t i = 0; i < COUNT(counts); i++) {
        int count = counts[i];
        struct arena arena = {0};
        struct reading r;
        reading_open(&r, "a.json", many_members(&arena, count, 0), (struct read_policy){0});
        const struct node *root = r.document->root;
        bool right = root->count == (uint32_t)count;
        for (int j = 0; right && j < count; j++) {
            char key[32];
            snprintf(key, sizeof key, "k%d", j);
            right = node_find(root, str_of(key)) == j;
        }
        ok(right && !(root->flags & NODE_FAULTY), "%d members, each is found", count);
        ok(!!(root->flags & NODE_INDEXED) == (count > 16), "an index past 16 members");
        is_int(node_find(root, S("k")), -1, "what is not there is not found");
        reading_close(&r);
        arena_free(&arena);
    }
    for (size_t i = 1; i < COUNT(counts); i++) {
        int count = counts[i];
        struct arena arena = {0};
        struct reading r;
        str text = many_members(&arena, count, count);
        reading_open(&r, "a.json", text, (struct read_policy){0});
        const struct node *root = r.document->root;
        ok(root->flags & NODE_FAULTY && node_find(root, S("k0")) == count,
           "%d keys, each twice: faulty, the last is found", count);
        reading_close(&r);
        reading_open(&r, "a.json", text, (struct read_policy){.duplicates = DUPLICATES_LAST});
        root = r.document->root;
        char last[32];
        snprintf(last, sizeof last, "%d", 2 * count - 1);
        is_int(root->count, count, "policy last leaves one of each");
        is_str(node_text(node_value(root, (uint32_t)count - 1)), last, "with the last value");
        reading_close(&r);
        arena_free(&arena);
    }
}

static double seconds_since(clock_t start)
{
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void test_million_keys(void)
{
#ifdef ARENA_EXACT
    enum { MANY = 100000 };
#else
    enum { MANY = 1000000 };
#endif
    struct arena arena = {0};
    str text = many_members(&arena, MANY, 0);
    struct reading r;
    clock_t start = clock();
    reading_open(&r, "a.json", text, (struct read_policy){0});
    double took = seconds_since(start);
    const struct node *root = r.document->root;
    ok(root->count == MANY && node_find(root, S("k99999")) == 99999, "%d keys", MANY);
    ok(took < 10, "in %.2f s", took);
    reading_close(&r);
    arena_free(&arena);
}

/* DEPTH times OPEN around nothing, and CLOSE as often. */
static str nested(struct arena *arena, int depth, const char *open, const char *close)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (int i = 0; i < depth; i++)
        buf_add(&out, str_of(open));
    bool is_object = open[0] == '{';
    if (is_object)
        buf_add(&out, S("1"));
    for (int i = 0; i < depth; i++)
        buf_add(&out, str_of(close));
    return buf_view(&out);
}

static void test_depth(void)
{
    static const struct {
        ptrdiff_t max_depth;
        int depth;
        bool accepted;
    } cases[] = {
        {0, 1, true},       {0, 511, true},       {0, 512, true},         {0, 513, false},
        {10000, 513, true}, {10000, 10000, true}, {10000, 10001, false},  {1, 1, true},
        {1, 2, false},      {0, 200000, false},   {10000, 200000, false},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int object = 0; object < 2; object++) {
            const char *open = object ? "{\"a\":" : "[", *close = object ? "}" : "]";
            struct arena arena = {0};
            struct reading r;
            clock_t start = clock();
            reading_open(&r, "a.json", nested(&arena, cases[i].depth, open, close),
                         (struct read_policy){.max_depth = cases[i].max_depth});
            ok((r.document != NULL) == cases[i].accepted, "%d times %s under a cap of %td",
               cases[i].depth, open, cases[i].max_depth);
            if (!cases[i].accepted) {
                ptrdiff_t cap = cases[i].max_depth ? cases[i].max_depth : SCHEMA_DEPTH;
                is_int(r.found.first->code, L0101, "a limit");
                is_int(r.found.first->where.start, cap * (ptrdiff_t)strlen(open),
                       "at the first bracket that is too deep");
                is_int(diag_status(&r.found), 3, "undecided");
            }
            ok(seconds_since(start) < 2, "quickly");
            reading_close(&r);
            arena_free(&arena);
        }
    struct arena arena = {0};
    struct reading r;
    reading_open(&r, "a.json", nested(&arena, 200000, "[", ""), (struct read_policy){0});
    ok(!r.document && r.found.first->code == L0101, "200,000 [ that are never closed");
    reading_close(&r);
    arena_free(&arena);
}

/* True when NODE is what jansson read, members in the same order. */
static bool same_as_jansson(const struct node *node, json_t *json)
{
    switch (json_typeof(json)) {
    case JSON_NULL:
        return node->kind == NODE_NULL;
    case JSON_TRUE:
    case JSON_FALSE:
        return node->kind == NODE_BOOL && node->count == json_is_true(json);
    case JSON_INTEGER:
        return node->kind == NODE_NUMBER &&
               strtoll(node->chars, NULL, 10) == json_integer_value(json);
    case JSON_REAL:
        return node->kind == NODE_NUMBER && strtod(node->chars, NULL) <= json_real_value(json) &&
               strtod(node->chars, NULL) >= json_real_value(json);
    case JSON_STRING:
        return node_is_text(node,
                            (str){json_string_value(json), (ptrdiff_t)json_string_length(json)});
    case JSON_ARRAY:
        if (node->kind != NODE_ARRAY || node->count != json_array_size(json))
            return false;
        for (uint32_t i = 0; i < node->count; i++)
            if (!same_as_jansson(node_item(node, i), json_array_get(json, i)))
                return false;
        return true;
    case JSON_OBJECT:
        break;
    }
    if (node->kind != NODE_OBJECT || node->count != json_object_size(json))
        return false;
    const char *key;
    json_t *value;
    json_object_foreach(json, key, value)
    {
        const struct node *member = node_get(node, str_of(key));
        if (!member || !same_as_jansson(member, value))
            return false;
    }
    return true;
}

/* What jansson cannot do: integers past 64 bits, reals past the doubles, NUL in keys, deep nesting.
 */
static bool is_limit_of_jansson(const json_error_t *error)
{
    enum json_error_code code = json_error_code(error);
    return code == json_error_numeric_overflow || code == json_error_null_byte_in_key ||
           code == json_error_stack_overflow;
}

/* Reads TEXT both ways. False, with a comment, when they disagree. */
static bool agrees_with_jansson(str text)
{
    struct reading r;
    json_error_t error;
    struct arena arena = {0};
    text = arena_copy(&arena, text); /* with an end behind it, which strtod needs */
    reading_open(&r, "a.json", text,
                 (struct read_policy){.duplicates = DUPLICATES_LAST, .max_depth = INSTANCE_DEPTH});
    json_t *json =
        json_loadb(text.data, (size_t)text.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    bool agrees = json ? r.document && same_as_jansson(r.document->root, json)
                       : !r.document || is_limit_of_jansson(&error);
    if (!agrees) {
        tap_comment("they disagree about", text);
        printf("# jansson: %s; ours: %s\n", json ? "accepted" : error.text,
               r.document ? "accepted" : r.found.first->message);
    }
    json_decref(json);
    reading_close(&r);
    arena_free(&arena);
    return agrees;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static void test_oracle(void)
{
    static const str seeds[] = {
        STR_INIT(
            "{\"a\": [1, 2.50, -0, 1e3, \"x\\n\\u00e4\\ud83d\\ude00\"], \"b\": {\"c\": null}}"),
        STR_INIT("[true, false, null, {}, [], \"\", {\"a\": 1, \"a\": 2, \"\": []}]"),
        STR_INIT("[0.1, 1E-2, 123456789, -9223372036854775808, 1.7976931348623157e308]"),
        STR_INIT("\"\xE4\xBD\xA0\xF0\x9F\x98\x80 \\\" \\\\ \\/ \\b \\f \\t \\u0000 \x7F\""),
    };
    static const char alphabet[] = "{}[],:\"\\/ \t\n0123456789.eE+-aubfnrtlsd\x01\x7F\xC3\xA4\xF0";
    enum { MUTANTS = 5000 };
    for (size_t i = 0; i < COUNT(refused); i++) {
        str text = refused[i].text;
        if (str_starts(text, S("\xEF\xBB\xBF")) || str_ends(text, S("1\0")))
            continue; /* no BOM is JSON for it, and NUL ends a text for it */
        ok(agrees_with_jansson(text), "jansson refuses case %zu too", i);
    }
    for (size_t i = 0; i < COUNT(seeds); i++) {
        ok(agrees_with_jansson(seeds[i]), "jansson agrees about seed %zu", i);
        uint32_t random = (uint32_t)i + 1;
        bool agrees = true;
        for (int j = 0; j < MUTANTS && agrees; j++) {
            char mutant[300];
            ptrdiff_t len = seeds[i].len;
            memcpy(mutant, seeds[i].data, (size_t)len);
            for (uint32_t edits = next_random(&random) % 3 + 1; edits; edits--) {
                ptrdiff_t at = next_random(&random) % (uint32_t)len;
                mutant[at] = alphabet[next_random(&random) % (sizeof alphabet - 1)];
            }
            if (next_random(&random) % 8 == 0)
                len = next_random(&random) % (uint32_t)len + 1;
            agrees = agrees_with_jansson((str){mutant, len});
        }
        ok(agrees, "and about %d mutants of it", MUTANTS);
    }
}

int main(void)
{
    test_accepted();
    test_nul();
    test_refused();
    test_refused_more();
    test_places();
    test_duplicates();
    test_large_objects();
    test_million_keys();
    test_depth();
    test_oracle();
    return done_testing();
}
