/*
 * Numbers as text: where one ends, when two are equal however they are written, what Go prints for
 * them (the `floats` case of corpus registry-edge and registry-extractor.md section 3), and hex and
 * octal digits made decimal, checked against residues worked out digit by digit.
 */
#include "source/number.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void test_scan(void)
{
    static const struct {
        const char *text;
        int len;
    } cases[] = {
        {"", 0},        {"-", 0},
        {"+1", 0},      {".5", 0},
        {"a", 0},       {"0", 1},
        {"-0", 2},      {"7", 1},
        {"10", 2},      {"01", 1},
        {"-01", 2},     {"00", 1},
        {"1.5", 3},     {"1.", 1},
        {"1.e3", 1},    {"0.0", 3},
        {"-0.0e-0", 7}, {"1e3", 3},
        {"1E+3", 4},    {"1e-03", 5},
        {"1e", 1},      {"1e+", 1},
        {"1ex", 1},     {"1.5e", 3},
        {"1.5e+", 3},   {"1.5.2", 3},
        {"1e5.2", 3},   {"12ab", 2},
        {"1,2", 1},     {"1-2", 1},
        {"--1", 0},     {"-.5", 0},
        {"-a", 0},      {"Infinity", 0},
        {"0x1F", 1},    {"1e400", 5},
        {"1_000", 1},   {"9007199254740993", 16},
        {"1.0]", 3},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        is_int(number_scan(str_of(cases[i].text)), cases[i].len, "scan \"%s\"", cases[i].text);
    is_int(number_scan((str){"123", 2}), 2, "scan stops where the str ends");
    is_int(number_scan((str){"1.5", 2}), 1, "scan does not look behind a point at the end");
    is_int(number_scan((str){"1e5", 2}), 1, "scan does not look behind an e at the end");
    is_int(number_scan((str){"1e+5", 3}), 1, "scan does not look behind a sign at the end");
    is_int(number_scan((str){0}), 0, "scan of no bytes");
}

static void test_equal(void)
{
    static const struct {
        const char *a, *b;
        bool equal;
    } cases[] = {
        {"1", "1", true},
        {"1.0", "1", true},
        {"10e-1", "1", true},
        {"0.1e1", "1", true},
        {"100", "1e2", true},
        {"100", "1E+2", true},
        {"1.50", "15e-1", true},
        {"0.00015", "1.5e-4", true},
        {"1200.00", "12e2", true},
        {"-1", "1", false},
        {"-1.0", "-1", true},
        {"0", "-0", true},
        {"0.000", "-0e99", true},
        {"0", "0e99999999999999999999999", true},
        {"0", "1", false},
        {"0", "0.1", false},
        {"1", "2", false},
        {"10", "1", false},
        {"1", "1.1", false},
        {"1.01", "1.1", false},
        {"101", "11", false},
        {"1.23", "1.234", false},
        {"1e1", "1e-1", false},
        {"1e0000001", "10", true},
        {"9007199254740993", "9007199254740992", false},
        {"9007199254740993.0", "9007199254740993", true},
        {"0.1", "0.10000000000000001", false},
        {"0.1", "0.1000000000000000055511151231257827", false},
        {"123456789012345678901234567890", "12345678901234567890123456789e1", true},
        {"123456789012345678901234567890", "123456789012345678901234567891", false},
        {"1e400", "10e399", true},
        {"1e400", "1e401", false},
        {"1e999999999999", "10e999999999998", true},
        {"1e99999999999999999", "1e99999999999999998", false},
        {"1e100000000000000000000", "1e100000000000000000000", true},
        {"1e100000000000000000000", "10e99999999999999999999", true},
        {"1e100000000000000000", "10e99999999999999999", true},
        {"1e-100000000000000000", "0.1e-99999999999999999", true},
        {"1e-99999999999999999", "10e-100000000000000000", true},
        {"0.001e100000000000000000001", "1e99999999999999999998", true},
        {"1000e-100000000000000000001", "1e-99999999999999999998", true},
        {"1000e99999999999999999999999999999999999999", "1e100000000000000000000000000000000000002",
         true},
        {"1000e99999999999999999999999999999999999999", "1e100000000000000000000000000000000000001",
         false},
        {"1e99999999999999999", "1e100000000000000000", false},
        {"1e100000000000000000001", "10e100000000000000000000", true},
        {"1e100000000000000000000", "1e200000000000000000000", false},
        {"1e100000000000000000000", "1e1000000000000000000000", false},
        {"1e100000000000000000000", "1e-100000000000000000000", false},
        {"1e+100000000000000000000", "1e0100000000000000000000", true},
        {"1e-9223372036854775808", "1e9223372036854775808", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        str a = str_of(cases[i].a), b = str_of(cases[i].b);
        ok(number_equal(a, b) == cases[i].equal && number_equal(b, a) == cases[i].equal, "%s %s %s",
           cases[i].a, cases[i].equal ? "equals" : "differs from", cases[i].b);
    }
}

/* Long runs of digits: a shift by the exponent against one by zeros. */
static void test_equal_long(void)
{
    enum { LONG = 100000 };
    struct arena arena = {0};
    struct buf whole = buf_in(&arena, PTRDIFF_MAX), power = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&whole, S("17"));
    buf_add_bytes(&whole, '0', LONG);
    buf_printf(&power, "1.7e%d", LONG + 1);
    ok(number_equal(buf_view(&whole), buf_view(&power)), "100,000 zeros are an exponent");
    whole.data[LONG] = '1';
    ok(!number_equal(buf_view(&whole), buf_view(&power)), "one digit among 100,000 differs");

    struct buf small = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&small, S("0."));
    buf_add_bytes(&small, '0', LONG);
    buf_add(&small, S("17"));
    power.len = 0;
    buf_printf(&power, "17e-%d", LONG + 2);
    ok(number_equal(buf_view(&small), buf_view(&power)), "and so are those behind the point");
    arena_free(&arena);
}

/* In ascending order; those of one line are equal. */
static void test_compare(void)
{
    static const char *const lines[][3] = {
        {"-1e100000000000000000001"},
        {"-10e99999999999999999999", "-1e100000000000000000000"},
        {"-1e400", "-10e399"},
        {"-12.5", "-1.25e1", "-125e-1"},
        {"-12"},
        {"-1e-400"},
        {"0", "-0", "0.0e5"},
        {"1e-1000000000000000000000000000000000000000"},
        {"1e-100000000000000000002"},
        {"1e-100000000000000000001"},
        {"10e-100000000000000000000", "1e-99999999999999999999"},
        {"1e-400"},
        {"0.999999999999999999999999999999"},
        {"1", "1.0", "10e-1"},
        {"1.000000000000000000000000000001"},
        {"1.5", "1.50"},
        {"9"},
        {"10", "1e1", "0.1e2"},
        {"12"},
        {"100"},
        {"9007199254740993"},
        {"9007199254740994"},
        {"1e400", "10e399"},
        {"1.1e400"},
        {"1e99999999999999999"},
        {"10e99999999999999999", "1e100000000000000000"},
        {"1.1e100000000000000000"},
        {"1e99999999999999999999"},
        {"10e99999999999999999999", "1e100000000000000000000", "0.1e100000000000000000001"},
        {"1e100000000000000000001"},
        {"1e200000000000000000001"},
        {"1e999999999999999999999999999999999999999"},
        {"100e999999999999999999999999999999999999998",
         "1e1000000000000000000000000000000000000000"},
    };
    for (size_t i = 0; i < COUNT(lines) * 3; i++)
        for (size_t j = 0; j < COUNT(lines) * 3; j++) {
            const char *a = lines[i / 3][i % 3], *b = lines[j / 3][j % 3];
            int wanted = (i / 3 > j / 3) - (i / 3 < j / 3);
            if (!a || !b)
                continue;
            int got = number_compare(str_of(a), str_of(b));
            ok((got > 0) - (got < 0) == wanted, "%s against %s", a, b);
        }
}

static void test_integral(void)
{
    static const char *const integral[] = {"0",
                                           "-0.0",
                                           "1.0",
                                           "10e-1",
                                           "1e400",
                                           "-12.50e2",
                                           "1e99999999999999999999",
                                           "0e-99999999999999999999"};
    static const char *const others[] = {"0.5", "1e-1", "12.5e0", "1e-99999999999999999999"};
    for (size_t i = 0; i < sizeof integral / sizeof *integral; i++)
        ok(number_is_integral(str_of(integral[i])), "%s is an integer", integral[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ok(!number_is_integral(str_of(others[i])), "%s is none", others[i]);
    ok(number_is_digits(S("0")) && number_is_digits(S("-12")), "so is what is written as one");
    ok(!number_is_digits(S("1.0")) && !number_is_digits(S("1e2")) && !number_is_digits(S("1E2")),
       "a fraction or an exponent is another way");
}

static void test_multiple(void)
{
    static const struct {
        const char *a, *b;
        int expected;
    } rows[] = {
        {"0", "7", 1},
        {"600.03", "0.01", 1},
        {"19.99", "0.01", 1},
        {"0.0075", "0.0001", 1},
        {"0.00751", "0.0001", 0},
        {"-9", "4.5", 1},
        {"35", "1.5", 0},
        {"1e308", "0.123456789", 0},
        {"1e308", "0.5", 1},
        {"12391239123", "1e-8", 1},
        {"7", "70", 0},
        {"70", "7e1", 1},
        {"1e99999999999999999999", "4096", 1},
        {"1e99999999999999999999", "3", 0},
        {"3e99999999999999999999", "3e99999999999999999998", 1},
        {"1e-99999999999999999999", "1", 0},
        {"1", "1e-99999999999999999999", 1},
        {"246913578024691357802469135780", "123456789012345678901234567890", 1},
        {"246913578024691357802469135781", "123456789012345678901234567890", 0},
        {"1.000000000000000000000000000002", "0.500000000000000000000000000001", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        is_int(number_is_multiple(str_of(rows[i].a), str_of(rows[i].b)), rows[i].expected,
               "%s as a multiple of %s", rows[i].a, rows[i].b);
    static char nines[NUMBER_DIGITS_CAP + 2];
    memset(nines, '9', sizeof nines - 1);
    is_int(number_is_multiple(str_of(nines), S("9")), 1, "a long number and a short one");
    is_int(number_is_multiple(S("9"), str_of(nines)), -1, "a number that is too long");
}

static void test_hash(void)
{
    static const char *const equal[][2] = {
        {"1", "1.0"},
        {"10", "1e1"},
        {"0", "-0.0e5"},
        {"12.5", "1250e-2"},
        {"-3", "-0.3e1"},
        {"1e100000000000000000", "10e99999999999999999"},
        {"1e-100000000000000000", "0.1e-99999999999999999"},
    };
    static const char *const others[][2] = {{"1", "-1"}, {"1", "10"}, {"12", "21"}, {"1", "1e-1"}};
    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++)
        ok(number_hash(str_of(equal[i][0])) == number_hash(str_of(equal[i][1])),
           "%s and %s have one hash", equal[i][0], equal[i][1]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ok(number_hash(str_of(others[i][0])) != number_hash(str_of(others[i][1])),
           "%s and %s have not", others[i][0], others[i][1]);
}

static void test_go(void)
{
    static const struct {
        const char *lexeme, *printed; /* NULL: refused */
    } cases[] = {
        /* corpus registry-edge, floats; what YAML 1.2 normalises (.5, +1.5, 1.) comes normalised */
        {"1.0", "1"},
        {"0.5", "0.5"},
        {"-0.5", "-0.5"},
        {"1.5", "1.5"},
        {"1e3", "1000"},
        {"1E3", "1000"},
        {"1e+3", "1000"},
        {"1e20", "100000000000000000000"},
        {"1e21", "1e+21"},
        {"1.5e21", "1.5e+21"},
        {"1e-6", "0.000001"},
        {"1e-7", "1e-7"},
        {"1.25e-7", "1.25e-7"},
        {"0.1", "0.1"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"123456789.123456789", "123456789.12345679"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"5e-324", "5e-324"},
        {"5.684341886080802e-14",
         "5.684341886080802e-14"}, /* 2^-44: not the nearest of 16 digits */
        {"5.6843418860808015e-14", "5.684341886080802e-14"},
        {"9007199254740993.0", "9007199254740992"},
        {"-0.0", "-0"},
        {"0.0", "0"},
        /* integers */
        {"0", "0"},
        {"-0", "0"},
        {"7", "7"},
        {"9007199254740993", "9007199254740993"},
        {"-9007199254740993", "-9007199254740993"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"-9223372036854775809", "-9223372036854776000"},
        {"18446744073709551615", "18446744073709551615"},
        {"18446744073709551616", "18446744073709552000"},
        {"99999999999999999999", "100000000000000000000"},
        {"1000000000000000000000", "1e+21"},
        {"999999999999999999999", "1e+21"},
        {"123456789012345678901234567890", "1.2345678901234568e+29"},
        /* around the places where the notation changes */
        {"999999999999999900000.0", "999999999999999900000"},
        {"0.00000099", "9.9e-7"},
        {"0.0000010000000000000001", "0.0000010000000000000002"},
        {"0.0000015", "0.0000015"},
        {"-1.5e-10", "-1.5e-10"},
        {"-2.50e100", "-2.5e+100"},
        {"100.0", "100"},
        {"100.25", "100.25"},
        {"0.00001", "0.00001"},
        {"2.2250738585072014e-308", "2.2250738585072014e-308"},
        {"4.9406564584124654e-324", "5e-324"},
        {"1.7976931348623158e308", "1.7976931348623157e+308"},
        /* below the doubles: nothing is left; beyond them: refused */
        {"1e-400", "0"},
        {"-1e-400", "-0"},
        {"1e400", NULL},
        {"-1e400", NULL},
        {"1.7976931348623159e308", NULL},
        {"1e99999999999999999999", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        struct buf out = buf_in(&arena, 1000);
        bool said = number_go(&out, str_of(cases[i].lexeme));
        if (cases[i].printed)
            is_str(buf_view(&out), cases[i].printed, "Go prints %s", cases[i].lexeme);
        else
            ok(!said && out.len == 0, "Go cannot say %s", cases[i].lexeme);
        arena_free(&arena);
    }
}

/* What Python 3 prints: json.dumps(json.loads(lexeme)). */
static void test_python(void)
{
    static const struct {
        const char *lexeme, *printed; /* NULL: refused */
    } cases[] = {
        {"0", "0"},
        {"-0", "0"},
        {"1", "1"},
        {"-17", "-17"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {"1.0", "1.0"},
        {"1.50", "1.5"},
        {"-0.0", "-0.0"},
        {"0e5", "0.0"},
        {"1e2", "100.0"},
        {"1E2", "100.0"},
        {"100.0", "100.0"},
        {"1e15", "1000000000000000.0"},
        {"1e16", "1e+16"},
        {"123456789012345680.0", "1.2345678901234568e+17"},
        {"9007199254740993.0", "9007199254740992.0"},
        {"0.0001", "0.0001"},
        {"0.00001", "1e-05"},
        {"0.000012345", "1.2345e-05"},
        {"1e-7", "1e-07"},
        {"1.5e300", "1.5e+300"},
        {"0.1000000000000000055511151231257827", "0.1"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"2.5e-323", "2.5e-323"},
        {"5e-324", "5e-324"},
        {"2.2250738585072014e-308", "2.2250738585072014e-308"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"9.5367431640625e-07", "9.5367431640625e-07"},
        {"1e-400", "0.0"},
        {"-1e-400", "-0.0"},
        {"1e400", NULL},
        {"-1e400", NULL},
        {"1.7976931348623159e308", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        struct buf out = buf_in(&arena, 1000);
        bool said = number_python(&out, str_of(cases[i].lexeme));
        if (cases[i].printed)
            is_str(buf_view(&out), cases[i].printed, "Python prints %s", cases[i].lexeme);
        else
            ok(!said && out.len == 0, "%s lies beyond the doubles", cases[i].lexeme);
        arena_free(&arena);
    }
}

/* The value of DIGITS modulo PRIME. */
static uint64_t residue(str digits, unsigned base, uint64_t prime)
{
    static const char all[] = "0123456789abcdef";
    uint64_t value = 0;
    for (ptrdiff_t i = 0; i < digits.len; i++) {
        char c = digits.data[i];
        const char *found = strchr(all, c >= 'A' && c <= 'F' ? c + 32 : c);
        value = (value * base + (uint64_t)(found - all)) % prime;
    }
    return value;
}

static void test_to_decimal(void)
{
    static const struct {
        const char *digits;
        unsigned base;
        const char *decimal;
    } cases[] = {
        {"0", 16, "0"},
        {"000", 16, "0"},
        {"1F", 16, "31"},
        {"1f", 16, "31"},
        {"00ff", 16, "255"},
        {"17", 8, "15"},
        {"777", 8, "511"},
        {"101", 2, "5"},
        {"017", 10, "17"},
        {"000", 10, "0"},
        {"", 10, ""},
        {"3b9ac9ff", 16, "999999999"},
        {"3b9aca00", 16, "1000000000"},
        {"de0b6b3a7640000", 16, "1000000000000000000"},
        {"ffffffffffffffff", 16, "18446744073709551615"},
        {"10000000000000000", 16, "18446744073709551616"},
        {"1777777777777777777777", 8, "18446744073709551615"},
        {"7fffffffffffffffffffffffffffffff", 16, "170141183460469231731687303715884105727"},
        {"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", 16,
         "115792089237316195423570985008687907853269984665640564039457584007913129639935"},
        {"100000000000000000000000000000000000000000000", 8,
         "5444517870735015415413993718908291383296"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        is_str(number_to_decimal(&arena, str_of(cases[i].digits), cases[i].base), cases[i].decimal,
               "%s of base %u", cases[i].digits, cases[i].base);
        arena_free(&arena);
    }
}

static void test_to_decimal_long(void)
{
    static const uint64_t primes[] = {4294967291, 4294967279, 1000000007};
    static const struct {
        unsigned base;
        int len;
    } cases[] = {{16, 100},
                 {16, 1000},
                 {16, NUMBER_DIGITS_CAP},
                 {8, 100},
                 {8, 4095},
                 {8, NUMBER_DIGITS_CAP},
                 {2, NUMBER_DIGITS_CAP}};
    char digits[NUMBER_DIGITS_CAP + 1];
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        uint32_t random = 1;
        for (int j = 0; j < cases[i].len; j++) {
            random = random * 1664525 + 1013904223;
            digits[j] = "0123456789abcdef"[(random >> 24) % cases[i].base];
        }
        digits[0] = cases[i].base == 2 ? '1' : '7';
        str all = {digits, cases[i].len};
        str decimal = number_to_decimal(&arena, all, cases[i].base);
        bool same = decimal.len > 0 && number_scan(decimal) == decimal.len;
        for (size_t p = 0; same && p < COUNT(primes); p++)
            same = residue(all, cases[i].base, primes[p]) == residue(decimal, 10, primes[p]);
        ok(same, "%d digits of base %u", cases[i].len, cases[i].base);
        arena_free(&arena);
    }

    struct arena arena = {0};
    memset(digits, 'f', sizeof digits);
    ok(number_to_decimal(&arena, (str){digits, NUMBER_DIGITS_CAP}, 16).len > NUMBER_DIGITS_CAP,
       "as many digits as the cap allows, all f");
    ok(number_to_decimal(&arena, (str){digits, sizeof digits}, 16).len == 0, "one more: no answer");
    memset(digits, '0', sizeof digits);
    digits[NUMBER_DIGITS_CAP] = 'f';
    is_str(number_to_decimal(&arena, (str){digits, sizeof digits}, 16), "15",
           "zeros in front do not count");
    arena_free(&arena);
}

int main(void)
{
    test_scan();
    test_equal();
    test_equal_long();
    test_compare();
    test_integral();
    test_multiple();
    test_hash();
    test_go();
    test_python();
    test_to_decimal();
    test_to_decimal_long();
    return done_testing();
}
