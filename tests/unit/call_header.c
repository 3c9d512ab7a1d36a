/* header.h: values to headers and back, on data of our own, by chance, and on the corpus. */
#include "call/header.h"

#include "base/utf8.h"
#include "vectors.h"

#include <string.h>

static struct arena arena;

static const char *const type_names[] = {"string", "integer", "boolean", NULL};

/* The outcome of an encoding in one str: the header, or the word of the fault in brackets. */
static str encoded(const struct node *value, enum mirrored_type type, enum profile profile)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    bool omitted;
    enum header_fault fault = header_encode(&out, value, type, profile, &omitted);
    if (omitted)
        return S("(omitted)");
    return fault == HEADER_FINE ? buf_view(&out) : arena_printf(&arena, "(%s)", header_word(fault));
}

static str decoded(str text, enum profile profile)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    enum header_fault fault = header_decode(&out, text, profile);
    return fault == HEADER_FINE ? buf_view(&out) : arena_printf(&arena, "(%s)", header_word(fault));
}

/* ---- data of our own ------------------------------------------------------------------------- */

static const struct {
    const char *json;
    enum mirrored_type type;
    const char *strict, *spec; /* NULL: the same */
} values[] = {
    {"\"eu-1\"", MIRRORED_STRING, "eu-1", NULL},
    {"\"a b\"", MIRRORED_STRING, "=?base64?YSBi?=", NULL},
    {"\"\"", MIRRORED_STRING,
     "=?base64?"
     "?=",
     NULL},
    {"\"a\\nb\"", MIRRORED_STRING, "=?base64?YQpi?=", NULL},
    {"\"\\u0000\"", MIRRORED_STRING, "=?base64?AA==?=", NULL},
    {"\"\\u00e9\"", MIRRORED_STRING, "=?base64?w6k=?=", NULL},
    {"\"=?base64?x\"", MIRRORED_STRING, "=?base64?PT9iYXNlNjQ/eA==?=", NULL},
    {"\"=?Base64?x?=\"", MIRRORED_STRING, "=?Base64?x?=", NULL},
    {"7", MIRRORED_STRING, "(type-mismatch)", NULL},
    {"null", MIRRORED_STRING, "(type-mismatch)", "(omitted)"},
    {"true", MIRRORED_BOOLEAN, "true", NULL},
    {"false", MIRRORED_BOOLEAN, "false", NULL},
    {"0", MIRRORED_BOOLEAN, "(type-mismatch)", NULL},
    {"-0", MIRRORED_INTEGER, "0", NULL},
    {"-12", MIRRORED_INTEGER, "-12", NULL},
    {"9007199254740991", MIRRORED_INTEGER, "9007199254740991", NULL},
    {"9007199254740992", MIRRORED_INTEGER, "(integer-range)", NULL},
    {"-9007199254740992", MIRRORED_INTEGER, "(integer-range)", NULL},
    {"1.0", MIRRORED_INTEGER, "(type-mismatch)", "1"},
    {"10e-1", MIRRORED_INTEGER, "(type-mismatch)", "1"},
    {"-0.0", MIRRORED_INTEGER, "(type-mismatch)", "0"},
    {"0.9007199254740991e16", MIRRORED_INTEGER, "(type-mismatch)", "9007199254740991"},
    {"9007199254740991.0000000000000000000001", MIRRORED_INTEGER, "(type-mismatch)", NULL},
    {"9007199254740990.5", MIRRORED_INTEGER, "(type-mismatch)", NULL},
    {"9007199254740992e0", MIRRORED_INTEGER, "(type-mismatch)", "(integer-range)"},
    {"1e999999999999999999999", MIRRORED_INTEGER, "(type-mismatch)", "(integer-range)"},
    {"1e-999999999999999999999", MIRRORED_INTEGER, "(type-mismatch)", NULL},
    {"[1]", MIRRORED_INTEGER, "(type-mismatch)", NULL},
    {"{}", MIRRORED_STRING, "(type-mismatch)", NULL},
};

static const struct {
    const char *text, *strict, *spec;
} texts[] = {
    {"eu-1", "eu-1", NULL},
    {"a b", "(plain-not-visible-ascii)", "a b"},
    {"a\tb", "(plain-not-visible-ascii)", "a\tb"},
    {" \t a \t", "(plain-not-visible-ascii)", "a"},
    {"", "(plain-not-visible-ascii)", ""},
    {"a\nb", "(plain-not-visible-ascii)", NULL},
    {"\xc3\xa9", "(plain-not-visible-ascii)", NULL},
    {"\xff", "(plain-not-visible-ascii)", NULL},
    {"=?base64?YSBi?=", "a b", NULL},
    {"=?base64?"
     "?=",
     "", NULL},
    {"=?base64?=", "", NULL},
    {"=?base64?", "(malformed-sentinel)", "=?base64?"},
    {"=?base64?YSBi", "(malformed-sentinel)", "=?base64?YSBi"},
    {"=?base64?YSBi?= ", "(malformed-sentinel)", "a b"},
    {"=?BASE64?YSBi?=", "=?BASE64?YSBi?=", NULL},
    {"=?base64?YSB?=", "(bad-base64-or-utf8)", NULL},
    {"=?base64?YS-_?=", "(bad-base64-or-utf8)", NULL},
    {"=?base64?/w==?=", "(bad-base64-or-utf8)", NULL},
    {"=?base64?YQ==?=", "a", NULL},
    {"=?base64?YR==?=", "(non-canonical-base64)", "a"},
    {"=?base64?YSBi=?=", "(non-canonical-base64)", NULL},
};

static void test_values(void)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const struct node *value = read_into(&arena, "value.json", str_of(values[i].json));
        const char *spec = values[i].spec ? values[i].spec : values[i].strict;
        is_str(encoded(value, values[i].type, PROFILE_STRICT), values[i].strict, "%s as %s, strict",
               values[i].json, type_names[values[i].type]);
        is_str(encoded(value, values[i].type, PROFILE_SPEC), spec, "%s as %s, spec", values[i].json,
               type_names[values[i].type]);
    }
}

static void test_texts(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *spec = texts[i].spec ? texts[i].spec : texts[i].strict;
        is_str(decoded(str_of(texts[i].text), PROFILE_STRICT), texts[i].strict,
               "\"%s\" stands for, strict", texts[i].text);
        is_str(decoded(str_of(texts[i].text), PROFILE_SPEC), spec, "\"%s\" stands for, spec",
               texts[i].text);
    }
}

/* A fault leaves what was there before. */
static void test_unchanged(void)
{
    struct buf out = buf_in(&arena, 100);
    bool omitted;
    buf_add(&out, S("before"));
    header_decode(&out, S("=?base64?/w==?="), PROFILE_SPEC);
    header_encode(&out, read_into(&arena, "v.json", S("1e30")), MIRRORED_INTEGER, PROFILE_SPEC,
                  &omitted);
    is_str(buf_view(&out), "before", "faults add nothing");
}

/* ---- values by chance ------------------------------------------------------------------------ */

enum { RANDOM_VALUES = 100000 };

static uint64_t state = UINT64_C(0x9E3779B97F4A7C15);

/* A number below LIMIT, the same in each run. */
static uint32_t below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % limit;
}

static uint32_t random_character(void)
{
    static const char marks[] = "=?base64?= \tAQ\"\\";
    uint32_t code;
    switch (below(5)) {
    case 0:
        return below(0x80);
    case 1:
        return (unsigned char)marks[below(sizeof marks - 1)];
    case 2:
        return 0x21 + below(0x7F - 0x21);
    default:
        code = below(below(2) ? 0x110000 : 0x1000);
        return code >= 0xD800 && code < 0xE000 ? 0xFFFD : code;
    }
}

static str random_text(struct arena *at)
{
    struct buf out = buf_in(at, 1000);
    if (below(8) == 0)
        buf_add(&out, S("=?base64?"));
    for (uint32_t left = below(20); left; left--) {
        char bytes[4];
        buf_add(&out, (str){bytes, utf8_encode(random_character(), bytes)});
    }
    if (below(8) == 0)
        buf_add(&out, S("?="));
    return buf_view(&out);
}

/* A value of a type that it sets, in both forms: as a node, and the text that it stands for. */
static struct node random_value(struct arena *at, enum mirrored_type *ret_type, str *ret_text)
{
    *ret_type = below(4) < 2 ? MIRRORED_STRING : below(2) ? MIRRORED_INTEGER : MIRRORED_BOOLEAN;
    if (*ret_type == MIRRORED_BOOLEAN) {
        struct node node = {.kind = NODE_BOOL, .count = below(2)};
        *ret_text = node.count ? S("true") : S("false");
        return node;
    }
    if (*ret_type == MIRRORED_STRING) {
        *ret_text = random_text(at);
        return node_string(*ret_text);
    }
    int64_t most = INT64_C(9007199254740991) >> below(53);
    int64_t number = (int64_t)((uint64_t)below(UINT32_MAX) << 21 | below(1 << 21)) % (most + 1);
    *ret_text = arena_printf(at, "%lld", (long long)(below(2) ? -number : number));
    struct node node = node_string(*ret_text);
    node.kind = NODE_NUMBER;
    return node;
}

static void test_random(void)
{
    int wrong = 0, unfit = 0;
    for (int i = 0; i < RANDOM_VALUES; i++) {
        struct arena own = {0};
        enum mirrored_type type;
        str text;
        struct node value = random_value(&own, &type, &text);
        for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++) {
            struct buf header = buf_in(&own, 1000), again = buf_in(&own, 1000);
            bool omitted;
            wrong +=
                header_encode(&header, &value, type, profile, &omitted) != HEADER_FINE || omitted;
            for (ptrdiff_t j = 0; j < header.len; j++)
                unfit += header.data[j] < 0x21 || header.data[j] > 0x7E;
            wrong += header_decode(&again, buf_view(&header), profile) != HEADER_FINE ||
                     !str_equal(buf_view(&again), text);
        }
        arena_free(&own);
    }
    is_int(wrong, 0, "%d random values come back as they were", RANDOM_VALUES);
    is_int(unfit, 0, "all their headers are visible ASCII");
}

/* ---- the corpus ------------------------------------------------------------------------------ */

static enum mirrored_type type_said(const struct node *item)
{
    int type = 0;
    while (type_names[type + 1] && !str_equal(vectors_said(item, "type"), str_of(type_names[type])))
        type++;
    return (enum mirrored_type)type;
}

static bool is_fault(str outcome)
{
    return str_starts(outcome, S("(")) && !str_equal(outcome, S("(omitted)"));
}

/* True when OUTCOME, of the profile strict, is what ITEM expects; KEY has the text. */
static bool is_as_strict(const struct node *item, str outcome, const char *key)
{
    str expect = vectors_said(item, "expect"), reason = vectors_said(item, "reason");
    if (str_equal(expect, S("omitted")))
        return str_equal(outcome, S("(omitted)"));
    if (!str_equal(expect, S("refused")))
        return str_equal(outcome, vectors_said(item, key));
    return is_fault(outcome) &&
           (str_equal(reason, S("crash")) ||
            str_equal(arena_printf(&arena, "(%.*s)", (int)reason.len, reason.data), outcome));
}

/*
 * The same by spec: the text by the member SPEC_KEY, where ITEM has a "spec" of its own. A header
 * is right also when it decodes to what the header that is named does.
 */
static bool is_as_spec(struct vectors_tally *tally, const struct node *item, str outcome,
                       const char *key, const char *spec_key)
{
    str spec = vectors_said(item, "spec");
    if (str_equal(spec, S("unspecified"))) {
        tally->open++;
        return true;
    }
    if (!spec.len)
        return str_equal(vectors_said(item, "expect"), S("refused"))
                   ? is_fault(outcome)
                   : is_as_strict(item, outcome, key);
    if (str_equal(spec, S("omitted")))
        return str_equal(outcome, S("(omitted)"));
    str wanted = vectors_said(item, spec_key);
    return str_equal(outcome, wanted) ||
           (str_equal(spec, S("header")) && !is_fault(outcome) &&
            str_equal(decoded(outcome, PROFILE_SPEC), decoded(wanted, PROFILE_SPEC)));
}

static void judge_cases(const char *name, const char *key, const char *spec_key,
                        str (*outcome_of)(const struct node *item, enum profile profile))
{
    struct vectors_tally strict = {0}, spec = {0};
    struct reading r;
    reading_begin(&r, (struct read_policy){0});
    const char *path = arena_printf(&arena, "tool-contracts/%s.json", name).data;
    const struct node *root = vectors_file(&r, path);
    if (!root) {
        reading_close(&r);
        return;
    }
    const struct node *cases = node_get(root, S("cases"));
    for (uint32_t i = 0; i < cases->count; i++) {
        const struct node *item = node_item(cases, i);
        str outcome = outcome_of(item, PROFILE_STRICT);
        vectors_count(&strict, item, "strict", is_as_strict(item, outcome, key), outcome);
        outcome = outcome_of(item, PROFILE_SPEC);
        vectors_count(&spec, item, "spec", is_as_spec(&spec, item, outcome, key, spec_key),
                      outcome);
    }
    ok(cases->count > 0 && !strict.wrong, "%s: %d of %u as strict has it", name, strict.right,
       cases->count);
    ok(!spec.wrong, "%s: %d of %u as spec has it, %d of them left open", name, spec.right,
       cases->count, spec.open);
    reading_close(&r);
}

static str encoding_outcome(const struct node *item, enum profile profile)
{
    const struct node *arguments =
        read_into(&arena, "a.json", vectors_said(item, "arguments_json"));
    const struct node *value = node_get(arguments, S("v"));
    if (!arguments)
        return S("(unreadable)");
    return value ? encoded(value, type_said(item), profile) : S("(omitted)");
}

static str decoding_outcome(const struct node *item, enum profile profile)
{
    return decoded(vectors_said(item, "header"), profile);
}

static void test_corpus(void)
{
    judge_cases("header-encoding", "header", "spec_header", encoding_outcome);
    judge_cases("lone-surrogates", "header", "spec_header", encoding_outcome);
    judge_cases("header-decoding", "text", "spec_text", decoding_outcome);
}

int main(void)
{
    test_values();
    test_texts();
    test_unchanged();
    test_random();
    test_corpus();
    arena_free(&arena);
    return done_testing();
}
