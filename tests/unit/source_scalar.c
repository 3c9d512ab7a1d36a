/*
 * What a YAML scalar means: the resolution table of the core schema of YAML 1.2 (section 10.3.2),
 * the JSON text that each number becomes, the tags, and what a reader of YAML 1.1 would make of it.
 */
#include "source/number.h"
#include "source/scalar.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum outcome { AS_NULL, AS_TRUE, AS_FALSE, AS_NUMBER, AS_STRING, NOT_JSON, BAD_TAG };

static enum outcome outcome(const struct scalar *scalar)
{
    if (scalar->bad_tag)
        return BAD_TAG;
    if (scalar->not_json)
        return NOT_JSON;
    switch (scalar->kind) {
    case NODE_NULL:
        return AS_NULL;
    case NODE_BOOL:
        return scalar->truth ? AS_TRUE : AS_FALSE;
    case NODE_NUMBER:
        return AS_NUMBER;
    default:
        return AS_STRING;
    }
}

/* One line a text; VALUE, unless NULL, is the number or string that comes of it. */
static const struct {
    const char *text;
    enum outcome outcome;
    const char *value;
} plain[] = {
    {"", AS_NULL, NULL},
    {"~", AS_NULL, NULL},
    {"null", AS_NULL, NULL},
    {"Null", AS_NULL, NULL},
    {"NULL", AS_NULL, NULL},
    {"nULL", AS_STRING, "nULL"},
    {"nulls", AS_STRING, "nulls"},
    {"~~", AS_STRING, "~~"},
    {"none", AS_STRING, "none"},
    {"true", AS_TRUE, NULL},
    {"True", AS_TRUE, NULL},
    {"TRUE", AS_TRUE, NULL},
    {"tRUE", AS_STRING, "tRUE"},
    {"false", AS_FALSE, NULL},
    {"False", AS_FALSE, NULL},
    {"FALSE", AS_FALSE, NULL},
    {"fALSE", AS_STRING, "fALSE"},
    {"yes", AS_STRING, "yes"},
    {"no", AS_STRING, "no"},
    {"on", AS_STRING, "on"},
    {"off", AS_STRING, "off"},
    {"y", AS_STRING, "y"},
    {"t", AS_STRING, "t"},
    {"0", AS_NUMBER, "0"},
    {"-0", AS_NUMBER, "-0"},
    {"7", AS_NUMBER, "7"},
    {"-7", AS_NUMBER, "-7"},
    {"+7", AS_NUMBER, "7"},
    {"+0", AS_NUMBER, "0"},
    {"017", AS_NUMBER, "17"},
    {"-017", AS_NUMBER, "-17"},
    {"+017", AS_NUMBER, "17"},
    {"08", AS_NUMBER, "8"},
    {"00", AS_NUMBER, "0"},
    {"0o17", AS_NUMBER, "15"},
    {"0o0", AS_NUMBER, "0"},
    {"0o8", AS_STRING, "0o8"},
    {"0o", AS_STRING, "0o"},
    {"0O17", AS_STRING, "0O17"},
    {"-0o17", AS_STRING, "-0o17"},
    {"0x1F", AS_NUMBER, "31"},
    {"0xdeadBEEF", AS_NUMBER, "3735928559"},
    {"0x0010", AS_NUMBER, "16"},
    {"0xFFFFFFFFFFFFFFFFFFFFFFFF", AS_NUMBER, "79228162514264337593543950335"},
    {"0X1F", AS_STRING, "0X1F"},
    {"0x", AS_STRING, "0x"},
    {"0xG", AS_STRING, "0xG"},
    {"-0x1F", AS_STRING, "-0x1F"},
    {"0x1_F", AS_STRING, "0x1_F"},
    {"0b101", AS_STRING, "0b101"},
    {"1_000", AS_STRING, "1_000"},
    {"12:30", AS_STRING, "12:30"},
    {"12:30:45", AS_STRING, "12:30:45"},
    {"2025-10-11", AS_STRING, "2025-10-11"},
    {"1.0", AS_NUMBER, "1.0"},
    {"10.00", AS_NUMBER, "10.00"},
    {"1.", AS_NUMBER, "1.0"},
    {"-1.", AS_NUMBER, "-1.0"},
    {".5", AS_NUMBER, "0.5"},
    {"-.5", AS_NUMBER, "-0.5"},
    {"+.5", AS_NUMBER, "0.5"},
    {"00.5", AS_NUMBER, "0.5"},
    {"01.50", AS_NUMBER, "1.50"},
    {"+1.5", AS_NUMBER, "1.5"},
    {"1e3", AS_NUMBER, "1e3"},
    {"1E+3", AS_NUMBER, "1E+3"},
    {"1.e3", AS_NUMBER, "1.0e3"},
    {".5e-3", AS_NUMBER, "0.5e-3"},
    {"+01e3", AS_NUMBER, "1e3"},
    {"1e400", AS_NUMBER, "1e400"},
    {"18446744073709551616", AS_NUMBER, "18446744073709551616"},
    {"1e", AS_STRING, "1e"},
    {"1e+", AS_STRING, "1e+"},
    {"1e3x", AS_STRING, "1e3x"},
    {"1.5.2", AS_STRING, "1.5.2"},
    {"1-2", AS_STRING, "1-2"},
    {"--1", AS_STRING, "--1"},
    {"+-1", AS_STRING, "+-1"},
    {"-", AS_STRING, "-"},
    {"+", AS_STRING, "+"},
    {".", AS_STRING, "."},
    {"-.", AS_STRING, "-."},
    {"..", AS_STRING, ".."},
    {".e3", AS_STRING, ".e3"},
    {"1 2", AS_STRING, "1 2"},
    {".inf", NOT_JSON, NULL},
    {".Inf", NOT_JSON, NULL},
    {".INF", NOT_JSON, NULL},
    {"-.inf", NOT_JSON, NULL},
    {"+.INF", NOT_JSON, NULL},
    {".nan", NOT_JSON, NULL},
    {".NaN", NOT_JSON, NULL},
    {".NAN", NOT_JSON, NULL},
    {"-.nan", AS_STRING, "-.nan"},
    {".iNF", AS_STRING, ".iNF"},
    {".Nan", AS_STRING, ".Nan"},
    {"inf", AS_STRING, "inf"},
    {"NaN", AS_STRING, "NaN"},
    {"text", AS_STRING, "text"},
    {"\xE4\xBD\xA0", AS_STRING, "\xE4\xBD\xA0"},
};

static void check(const struct scalar *scalar, enum outcome wanted, const char *value,
                  const char *name)
{
    bool right = outcome(scalar) == wanted;
    ok(right, "%s: is what it should be", name);
    if (right && value)
        is_str(scalar->text, value, "%s: value", name);
    if (wanted == AS_NUMBER)
        ok(number_scan(scalar->text) == scalar->text.len, "%s: a number is JSON", name);
}

static void test_plain(void)
{
    for (size_t i = 0; i < COUNT(plain); i++) {
        struct arena arena = {0};
        struct scalar scalar = scalar_resolve(&arena, str_of(plain[i].text));
        check(&scalar, plain[i].outcome, plain[i].value, plain[i].text);
        arena_free(&arena);
    }
    struct arena arena = {0};
    struct scalar scalar = scalar_resolve(&arena, S("1\0"));
    ok(scalar.kind == NODE_STRING, "NUL is no digit");
    char digits[2 + NUMBER_DIGITS_CAP + 1];
    memset(digits, 'f', sizeof digits);
    memcpy(digits, "0x", 2);
    scalar = scalar_resolve(&arena, (str){digits, sizeof digits - 1});
    ok(outcome(&scalar) == AS_NUMBER, "hex digits up to the cap");
    scalar = scalar_resolve(&arena, (str){digits, sizeof digits});
    ok(outcome(&scalar) == NOT_JSON, "more than the cap are a fault, not a string");
    arena_free(&arena);
}

#define CORE "tag:yaml.org,2002:"

static void test_tags(void)
{
    static const struct {
        const char *tag, *text;
        enum outcome outcome;
        const char *value;
    } cases[] = {
        {"!", "1", AS_STRING, "1"},
        {"!", "", AS_STRING, ""},
        {CORE "str", "1", AS_STRING, "1"},
        {CORE "str", "null", AS_STRING, "null"},
        {CORE "str", "", AS_STRING, ""},
        {CORE "str", ".inf", AS_STRING, ".inf"},
        {CORE "int", "1", AS_NUMBER, "1"},
        {CORE "int", "+1", AS_NUMBER, "1"},
        {CORE "int", "-017", AS_NUMBER, "-17"},
        {CORE "int", "0x1F", AS_NUMBER, "31"},
        {CORE "int", "1.0", BAD_TAG, NULL},
        {CORE "int", "1e3", BAD_TAG, NULL},
        {CORE "int", "x", BAD_TAG, NULL},
        {CORE "int", "", BAD_TAG, NULL},
        {CORE "int", "true", BAD_TAG, NULL},
        {CORE "int", ".inf", BAD_TAG, NULL},
        {CORE "float", "1", AS_NUMBER, "1"},
        {CORE "float", "1.5", AS_NUMBER, "1.5"},
        {CORE "float", ".5", AS_NUMBER, "0.5"},
        {CORE "float", ".inf", NOT_JSON, NULL},
        {CORE "float", "x", BAD_TAG, NULL},
        {CORE "float", "", BAD_TAG, NULL},
        {CORE "bool", "true", AS_TRUE, NULL},
        {CORE "bool", "FALSE", AS_FALSE, NULL},
        {CORE "bool", "yes", BAD_TAG, NULL},
        {CORE "bool", "", BAD_TAG, NULL},
        {CORE "bool", "1", BAD_TAG, NULL},
        {CORE "null", "", AS_NULL, NULL},
        {CORE "null", "~", AS_NULL, NULL},
        {CORE "null", "x", BAD_TAG, NULL},
        {CORE "timestamp", "2025-10-11", AS_STRING, "2025-10-11"},
        {CORE "binary", "aGVsbG8=", AS_STRING, "hello"},
        {CORE "binary", "aGVs\n  bG8gIQ==\n", AS_STRING, "hello !"},
        {CORE "binary", "", AS_STRING, ""},
        {CORE "binary", "YQ==", AS_STRING, "a"},
        {CORE "binary", "YWI=", AS_STRING, "ab"},
        {CORE "binary", "4pyT", AS_STRING, "\xE2\x9C\x93"},
        {CORE "binary", "YQ=", BAD_TAG, NULL},
        {CORE "binary", "Y", BAD_TAG, NULL},
        {CORE "binary", "Y===", BAD_TAG, NULL},
        {CORE "binary", "====", BAD_TAG, NULL},
        {CORE "binary", "YQ==YQ==", BAD_TAG, NULL},
        {CORE "binary", "YQ=a", BAD_TAG, NULL},
        {CORE "binary", "a-b_", BAD_TAG, NULL},
        {CORE "binary", "\xC3\xA4\xC3\xA4", BAD_TAG, NULL},
        {CORE "binary", "/w==", BAD_TAG, NULL}, /* 0xFF is no text */
        {CORE "set", "1", AS_NUMBER, "1"},
        {CORE "omap", "x", AS_STRING, "x"},
        {"!thing", "1", AS_NUMBER, "1"},
        {"!thing", "", AS_NULL, NULL},
        {"!thing", ".nan", NOT_JSON, NULL},
        {"tag:example.org,2000:str", "1", AS_NUMBER, "1"},
        {CORE "", "1", AS_NUMBER, "1"},
        {CORE "strx", "1", AS_NUMBER, "1"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        char name[200];
        snprintf(name, sizeof name, "%s \"%s\"", cases[i].tag, cases[i].text);
        struct scalar scalar =
            scalar_resolve_tagged(&arena, str_of(cases[i].text), str_of(cases[i].tag));
        check(&scalar, cases[i].outcome, cases[i].value, name);
        arena_free(&arena);
    }
}

static void test_unknown_tags(void)
{
    static const struct {
        const char *tag;
        bool unknown;
    } cases[] = {
        {"!", false},           {CORE "str", false},       {CORE "int", false},
        {CORE "float", false},  {CORE "bool", false},      {CORE "null", false},
        {CORE "binary", false}, {CORE "timestamp", false}, {CORE "omap", true},
        {CORE "", true},        {"!thing", true},          {"tag:example.org,2000:str", true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        struct scalar scalar = scalar_resolve_tagged(&arena, S(""), str_of(cases[i].tag));
        ok(scalar.unknown_tag == cases[i].unknown, "%s is %s", cases[i].tag,
           cases[i].unknown ? "unknown" : "known");
        arena_free(&arena);
    }
}

static void test_yaml11(void)
{
    static const struct {
        const char *text, *reading, *as_key;
    } cases[] = {
        {"yes", "a boolean", "a boolean"},
        {"Yes", "a boolean", "a boolean"},
        {"YES", "a boolean", "a boolean"},
        {"no", "a boolean", "a boolean"},
        {"No", "a boolean", "a boolean"},
        {"NO", "a boolean", "a boolean"},
        {"on", "a boolean", "a boolean"},
        {"On", "a boolean", "a boolean"},
        {"ON", "a boolean", "a boolean"},
        {"off", "a boolean", "a boolean"},
        {"Off", "a boolean", "a boolean"},
        {"OFF", "a boolean", "a boolean"},
        {"yEs", NULL, NULL},
        {"y", NULL, NULL},
        {"n", NULL, NULL},
        {"true", NULL, NULL},
        {"none", NULL, NULL},
        {"", NULL, NULL},
        {"017", "an octal number", NULL},
        {"-017", "an octal number", NULL},
        {"+0017", "an octal number", NULL},
        {"07", NULL, NULL},
        {"00", NULL, NULL},
        {"0", NULL, NULL},
        {"08", "a string", NULL},
        {"0189", "a string", NULL},
        {"0o17", "a string", NULL},
        {"-0o17", NULL, NULL},
        {"0o8", NULL, NULL},
        {"0x1F", NULL, NULL},
        {"-0x1F", "a hexadecimal number", NULL},
        {"0x1_F", "a hexadecimal number", NULL},
        {"0xG_", NULL, NULL},
        {"0b101", "a binary number", NULL},
        {"-0b1_0", "a binary number", NULL},
        {"0b2", NULL, NULL},
        {"12:30", "a number to the base 60", NULL},
        {"12:30:45", "a number to the base 60", NULL},
        {"12:30:45.5", "a number to the base 60", NULL},
        {"-1:2", "a number to the base 60", NULL},
        {"00:30", NULL, NULL},
        {"12:60", NULL, NULL},
        {"12:30:", NULL, NULL},
        {"12:30pm", NULL, NULL},
        {"1:100", NULL, NULL},
        {"2025-10-11", "a time", NULL},
        {"2025-1-1", NULL, NULL},
        {"2025-10-111", NULL, NULL},
        {"2025-10-11T10:00:00Z", "a time", NULL},
        {"2025-1-1t1:00:00", "a time", NULL},
        {"2001-12-14 21:59:43.10 -5", "a time", NULL},
        {"2025-10-11 release", NULL, NULL},
        {"2025-10-11 12 apes", NULL, NULL},
        {"2025-10-11T", NULL, NULL},
        {"2025-10", NULL, NULL},
        {"20251011", NULL, NULL},
        {"1_000", "a number", NULL},
        {"-1_000", "a number", NULL},
        {"1_000.5", "a number", NULL},
        {"1_0.5_0e+3", "a number", NULL},
        {"1_0e3", NULL, NULL},
        {"1_000-2", NULL, NULL},
        {"2025_10-11", NULL, NULL},
        {"_1", NULL, NULL},
        {"1_a", NULL, NULL},
        {"1e3", "a string", NULL},
        {"1.5e3", "a string", NULL},
        {"1.5e+3", NULL, NULL},
        {"1.5E-3", NULL, NULL},
        {"1.5", NULL, NULL},
        {"1.", NULL, NULL},
        {"+1", NULL, NULL},
        {"-1", NULL, NULL},
        {"-", NULL, NULL},
        {"--", NULL, NULL},
        {"1.2.3", NULL, NULL},
        {"10.0.0.1", NULL, NULL},
        {"3.1.0", NULL, NULL},
        {"200", NULL, NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        str text = str_of(cases[i].text);
        const char *reading = scalar_yaml11(text), *key = scalar_yaml11_key(text);
        is_str(str_of(reading), cases[i].reading, "YAML 1.1 reads \"%s\"", cases[i].text);
        is_str(str_of(key), cases[i].as_key, "YAML 1.1 reads the key \"%s\"", cases[i].text);
    }
}

int main(void)
{
    test_plain();
    test_tags();
    test_unknown_tags();
    test_yaml11();
    return done_testing();
}
