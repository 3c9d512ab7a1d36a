/* Formats: the table, and rows at the edges of each. tests/unit/validate_format_suite.c has more.
 */
#include "validate/format.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* "+" before what is of the format, "-" before what is not. */
struct rows {
    const char *format;
    enum dialect dialect;
    const char *const *values;
};

static const char *const dates[] = {"+0000-01-01", "+9999-12-31", "+1600-02-29",
                                    "+2024-02-29", "-1900-02-29", "-2023-02-29",
                                    "-2023-06-31", "-2023-00-10", "-2023-13-10",
                                    "-2023-10-00", "-2023-1-010", "-2023/10/10",
                                    "-",           "-2023-10-1",  "-2023-10-10Z",
                                    "-2023-10-1 ", "-202a-10-10", "-2023-10-1\xC2\xB2",
                                    NULL};

static const char *const times[] = {"+00:00:00Z",
                                    "+23:59:59.0z",
                                    "+12:30:45.000000000000000000001+00:00",
                                    "+23:59:60.9Z",
                                    "+06:29:60+06:30",
                                    "+18:14:60-05:45",
                                    "+00:00:00-23:59",
                                    "-06:30:60+06:30",
                                    "-12:59:60Z",
                                    "-24:00:00Z",
                                    "-00:00:00",
                                    "-00:00:00.Z",
                                    "-00:00:00,5Z",
                                    "-00:00Z",
                                    "-00:00:00+24:00",
                                    "-00:00:00+00:60",
                                    "-00:00:00+0000",
                                    "-00:00:00+00",
                                    "-00:00:00ZZ",
                                    "-00:00:00 Z",
                                    "-0:00:00Z",
                                    "-00:60:00Z",
                                    "-00:00:61Z",
                                    "-",
                                    "-:::::::Z",
                                    NULL};

static const char *const date_times[] = {
    "+2001-02-03T04:05:06Z",      "+2001-02-03t04:05:06.5-07:08", "+2016-12-31T23:59:60Z",
    "+2017-01-01T08:59:60+09:00", "+2016-06-30T18:59:60-05:00",   NULL};

static const char *const date_times_bad[] = {"-2001-02-03",
                                             "-2001-02-03T",
                                             "-2001-02-03 04:05:06Z",
                                             "-2001-02-0304:05:06Z",
                                             "-2001-02-29T04:05:06Z",
                                             "-2001-02-03T04:05:06",
                                             "-2001-02-03T24:05:06Z",
                                             "-2016-12-30T23:59:60Z",
                                             "-2017-01-02T08:59:60+09:00",
                                             "-2016-12-31T23:58:60Z",
                                             "-20010203T040506Z",
                                             "-",
                                             "-T",
                                             "-2001-02-03T04:05:06Z\n",
                                             NULL};

static const char *const durations[] = {"+P0Y",
                                        "+P3Y6M4DT12H30M5S",
                                        "+PT1S",
                                        "+PT1M",
                                        "+P1M",
                                        "+P52W",
                                        "+P1DT1M",
                                        "+p1dt2h",
                                        "+P00000000000000000000000000000000000000000000000000001D",
                                        "-",
                                        "-P",
                                        "-PT",
                                        "-P1",
                                        "-PD",
                                        "-P1S",
                                        "-PT1Y",
                                        "-P1YT",
                                        "-P1Y1D",
                                        "-PT1H1S",
                                        "-P1D1M",
                                        "-P1W1D",
                                        "-P1WT1S",
                                        "-P1Y1W",
                                        "-1D",
                                        "-+P1D",
                                        "-P-1D",
                                        "-P1.5D",
                                        "-PT1.5S",
                                        "-P1DT",
                                        "-P1DT1",
                                        "-P1D ",
                                        "-P1D1D",
                                        "-PTT1S",
                                        NULL};

static const char *const emails[] = {
    "+a@b",
    "+first.last+tag@mail.example",
    "+!#$%&'*+-/=?^_`{|}~@mail.example",
    "+\"a b\"@mail.example",
    "+\"\\\"\\\\\"@mail.example",
    "+\"\"@mail.example",
    "+a@[192.0.2.1]",
    "+a@[IPv6:2001:db8::1]",
    "+a@[ipv6:::]",
    "-a@[tag-1:any!thing]",
    "+0123456789012345678901234567890123456789012345678901234567890123@mail.example",
    "-01234567890123456789012345678901234567890123456789012345678901234@mail.example",
    "-",
    "-a",
    "-@",
    "-a@",
    "-@b",
    "-a@b@c",
    "-a..b@c",
    "-.a@b",
    "-a.@b",
    "-a b@c",
    "-a@b c",
    "-a@-b",
    "-a@b-",
    "-a@b..c",
    "-a@b.",
    "-a@.b",
    "-a@b_c",
    "-\"a@b",
    "-\"a\"b@c",
    "-a\"b\"@c",
    "-\"a\"",
    "-a@[192.0.2.256]",
    "-a@[192.0.2.1",
    "-a@[192.0.2.1]x",
    "-a@[IPv6:1]",
    "-a@[]",
    "-a@[tag:]",
    "-a@[:x]",
    "-a@[tag-:x]",
    "-a@[t_g:x]",
    "-a@[x:a b]",
    "-A <a@b>",
    "-a@b (c)",
    "-\xC3\xA4@b",
    "-a@\xC3\xA4",
    "-\"\x01\"@b",
    "-\"a\\\xC3\xA4\"@b",
    NULL};

static const char *const idn_emails[] = {"+\xC3\xA4@b",
                                         "+a@\xC3\xA4.example",
                                         "+\"\xE4\xBD\xA0 \xE5\xA5\xBD\"@\xE4\xBE\x8B.example",
                                         "+a@b",
                                         "+a@xn--X",
                                         "+a@[192.0.2.1]",
                                         "-\xC3\xA4",
                                         "-a@\xC3\x84.example",
                                         "-a@-\xC3\xA4",
                                         "-\xC3\xA4..b@c",
                                         "-a@\xC3\xA4\xE3\x80\x82"
                                         "b",
                                         "-\"a\\\xC3\xA4\"@b",
                                         "-\xC2\xA0 @b",
                                         NULL};

static const char *const hosts_plain[] = {
    "+a",
    "+A.B",
    "+1",
    "+127.0.0.1",
    "+a-b.c--d",
    "+xn--X",
    "+ab--cd",
    "+a.b.c.d.e.f",
    "+012345678901234567890123456789012345678901234567890123456789012.x",
    "-0123456789012345678901234567890123456789012345678901234567890123.x",
    "-",
    "-.",
    "-a.",
    "-.a",
    "-a..b",
    "-a b",
    "-a_b",
    "-a/b",
    "-a:80",
    "-[::1]",
    "-a.-b",
    "-a-.b",
    "--",
    "-\xC3\xA4.example",
    NULL};

static const char *const hosts[] = {
    "+a",
    "+A.B",
    "+ab--cd",
    "+xn--mnchen-3ya.example",
    "+XN--MNCHEN-3YA.example",
    "+xn--bcher-kva",
    "+xn--nxasmm1c.example",
    "+xn--fiq228c.xn--fiqs8s",
    "-xn--",
    "-xn---",
    "-xn--a",
    "-xn--abc",
    "-xn--abc-",
    "-xn--mnchen-3yA-",
    "-xn--0",
    "-xn--a-b",
    "-xn--99999999999999999999",
    "-xn--zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
    "-xn--bcher-kva.",
    "-",
    "-m\xC3\xBCnchen",
    "-xn--tiq49xqyj0.xn--4dbcagdahymbxekheh6e0a7fei0b.1a",
    NULL};

static const char *const idn_hosts[] = {
    "+a",
    "+A.B",
    "+m\xC3\xBCnchen.example",
    "+xn--mnchen-3ya",
    "+b\xC3\xBC"
    "cher",
    "+\xE4\xBE\x8B\xE3\x80\x82\xE6\xB5\x8B\xEF\xBC\x8E\xE8\xAF\x95\xEF\xBD\xA1x",
    "+fa\xC3\x9F",
    "+\xCF\x83\xCF\x82",
    "+col\xC2\xB7lega",
    "+\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D",
    "+\xD9\x85\xD8\xAB\xD8\xA7\xD9\x84.a1",
    "-\xD9\x85\xD8\xAB\xD8\xA7\xD9\x84.\xD9\xA1",
    "-\xD9\x85\xD8\xAB\xD8\xA7\xD9\x84.1a",
    "-M\xC3\xBCnchen",
    "-m\xC3\x9Cnchen",
    "-mu\xCC\x88nchen",
    "-\xCC\x88u",
    "-co\xC2\xB7lega",
    "-\xC2\xB7",
    "-\xE2\x98\x83",
    "-\xF0\x9F\x98\x80",
    "-\xC3\xBC-",
    "--\xC3\xBC",
    "-\xC3\xBC"
    "a--b",
    "-\xC3\xBC.",
    "-.\xC3\xBC",
    "-\xC3\xBC..a",
    "-",
    "-\xE3\x80\x82",
    "-\xD7\xA9"
    "a",
    "-a\xD7\xA9",
    "-\xD7\xA9-\xD6\xB0",
    "-\xD7\xA9"
    "1\xD9\xA1",
    "-a\xE2\x80\x8D",
    "-a\xE2\x80\x8C"
    "b",
    "-\xEF\xBC\xA1",
    "-\xE2\x85\xA0",
    "-a b",
    "-\xF0\x90\xBF\xBF",
    NULL};

static const char *const ipv4s[] = {"+0.0.0.0",
                                    "+255.255.255.255",
                                    "+1.20.249.99",
                                    "-256.0.0.0",
                                    "-0.0.0.999",
                                    "-00.0.0.0",
                                    "-1.2.3.04",
                                    "-1.2.3",
                                    "-1.2.3.4.5",
                                    "-1.2.3.4.",
                                    "-.1.2.3.4",
                                    "-1..3.4",
                                    "-1.2.3.4 ",
                                    "-1.2.3.0x1",
                                    "-1.2.3.+4",
                                    "-",
                                    "-...",
                                    "-1",
                                    "-1.2.3.4444",
                                    "-1.2.3.\xD9\xA3",
                                    NULL};

static const char *const ipv6s[] = {"+::",
                                    "+::1",
                                    "+1::",
                                    "+1:2:3:4:5:6:7:8",
                                    "+1:2:3:4:5:6:7::",
                                    "+::2:3:4:5:6:7:8",
                                    "+ABCD:ef01::",
                                    "+0000::0000",
                                    "+::255.255.255.255",
                                    "+1:2:3:4:5:6:7.8.9.10",
                                    "+1::7.8.9.10",
                                    "+1:2:3:4::6:7.8.9.10",
                                    "-",
                                    "-:",
                                    "-:::",
                                    "-::1::",
                                    "-1",
                                    "-1:2:3:4:5:6:7",
                                    "-1:2:3:4:5:6:7:8:9",
                                    "-1:2:3:4:5:6:7:8::",
                                    "-::1:2:3:4:5:6:7:8",
                                    "-1:2:3:4::5:6:7:8",
                                    "-12345::",
                                    "-g::",
                                    "-1:",
                                    "-:1",
                                    "-1:::2",
                                    "-::1%eth0",
                                    "-::1/64",
                                    "-[::1]",
                                    "-1.2.3.4",
                                    "-1:2:3:4:5:6:7:1.2.3.4",
                                    "-::1.2.3",
                                    "-::1.2.3.4:5",
                                    "-::256.1.1.1",
                                    "-::01.1.1.1",
                                    "- ::1",
                                    NULL};

static const char *const uris[] = {"+a:",
                                   "+a:b",
                                   "+a+b-c.1:d",
                                   "+http://h",
                                   "+http://h:/",
                                   "+http://h:80/p;q=1,2?x=/?#y/?",
                                   "+http://u:p@h/",
                                   "+http://u%40:p@h",
                                   "+http://[::1]:80/",
                                   "+http://[v7.a:b]",
                                   "+http:///p",
                                   "+file:///a/b",
                                   "+urn:isbn:0",
                                   "+a:/b//c",
                                   "+a:%00",
                                   "+x://[::1.2.3.4]",
                                   "+a:b:c",
                                   "+a:?#",
                                   "-",
                                   "-a",
                                   "-/a",
                                   "-//h",
                                   "-:a",
                                   "-1a:",
                                   "-a_b:c",
                                   "-http://h:8x",
                                   "-http://h:80:80",
                                   "-http://[::1",
                                   "-http://[::1]x",
                                   "-http://[1]",
                                   "-http://[v.a]",
                                   "-http://[vg.a]",
                                   "-http://[v1.]",
                                   "-http://[v1.%41]",
                                   "-http://[v1]",
                                   "-http://a@b@c",
                                   "-http://[::1]@h",
                                   "-a:b c",
                                   "-a:\"",
                                   "-a:<",
                                   "-a:\\",
                                   "-a:^",
                                   "-a:`",
                                   "-a:{",
                                   "-a:|",
                                   "-a:%",
                                   "-a:%4",
                                   "-a:%4x",
                                   "-a:[",
                                   "-a:?[",
                                   "-a:##",
                                   "-a:#[",
                                   "-http://h\xC3\xA4",
                                   "-a:\xC3\xA4",
                                   "-a:\x7F",
                                   "-a:\n",
                                   NULL};

static const char *const uri_references[] = {
    "+",     "+a",     "+.",   "+../a",  "+a/b:c",    "+./a:b", "+/a:b", "+?a:b",
    "+#a:b", "+//",    "+///", "+//h:1", "+a:b",      "-1:b",   "-:",    "-a b",
    "-%",    "-//h:x", "-//[", "-a[",    "-\xC3\xA4", "-#a#",   NULL};

static const char *const iris[] = {
    "+http://\xC3\xA4.example/\xE4\xBD\xA0?\xC3\xA4\xEE\x80\x80#\xC3\xA4",
    "+a:b",
    "+http://\xC3\xA4@h:80/",
    "+x:\xF0\x9F\x98\x80",
    "-\xC3\xA4",
    "-\xC3\xA4:a",
    "-x:\xEE\x80\x80",
    "-x:#\xEE\x80\x80",
    "-x:\xC2\x80",
    "-x:\xEF\xB7\x90",
    "-x:\xEF\xBF\xBF",
    "-x:\xF3\xA0\x80\x81",
    "-x:a b",
    "-x:<",
    "-http://h:\xD9\xA1",
    "-http://[\xC3\xA4]",
    "-",
    NULL};

static const char *const iri_references[] = {"+",   "+\xC3\xA4",   "+//\xC3\xA4", "+#\xC3\xA4",
                                             "-\\", "-\xC3\xA4:b", "-\xC3\xA4 ",  NULL};

static const char *const templates[] = {"+",
                                        "+a",
                                        "+/a/{b}",
                                        "+{a}{b}",
                                        "+{+a,b*}",
                                        "+{#a:3}",
                                        "+{.a}{/a}{;a}{?a,b}{&a}",
                                        "+{=a}",
                                        "+{|a}",
                                        "+{a.b.c}",
                                        "+{%41}",
                                        "+{_}",
                                        "+{a:9999}",
                                        "+\xC3\xA4{a}",
                                        "+{1}",
                                        "+a'b",
                                        "+%41",
                                        "+[a]",
                                        "-{",
                                        "-}",
                                        "-{}",
                                        "-{a",
                                        "-a}",
                                        "-{{a}}",
                                        "-{a}}",
                                        "-{+}",
                                        "-{+,a}",
                                        "-{a,}",
                                        "-{a,,b}",
                                        "-{a b}",
                                        "-{a:}",
                                        "-{a:0}",
                                        "-{a:x}",
                                        "-{a:12345}",
                                        "-{a**}",
                                        "-{a*:1}",
                                        "-{.a.}",
                                        "-{a..b}",
                                        "-{..a}",
                                        "-{a-b}",
                                        "-{\xC3\xA4}",
                                        "-{%4}",
                                        "-%",
                                        "-%4",
                                        "-a b",
                                        "-a\"b",
                                        "-a<b",
                                        "-a\\b",
                                        "-a^b",
                                        "-a`b",
                                        "-a|b",
                                        "-\x01",
                                        "-\xC2\x80",
                                        NULL};

static const char *const pointers[] = {"+",     "+/",   "+//",   "+/a~0~1b", "+/~01", "+/ \"\\",
                                       "-a",    "-#",   "-#/a",  "-/~",      "-/~2",  "-/a~",
                                       "-/~~0", "- /a", "-~0/a", NULL};

static const char *const relative_pointers[] = {
    "+0",  "+0#",  "+12/a", "+1/",  "+0/~0", "-",    "-#",     "-/a", "-00", "-01",
    "-0a", "-0##", "-0#/a", "-0/~", "--1",   "-0+1", "-0-1/a", "-1 ", NULL};

static const char *const indexed_pointers[] = {"+0",     "+0#",   "+0+1", "+0-12/a", "+0+1#",
                                               "+1+0",   "-+1",   "-0+",  "-0+01",   "-0+-1",
                                               "-0+1+1", "-0+1a", "-0-#", NULL};

static const char *const regexes[] = {"+",       "+a|b",        "+^\\d+$",    "+(?<n>a)\\k<n>",
                                      "+\\p{L}", "+\\u{1F600}", "+(?<=a|bc)", "+[\\s\\S]",
                                      "-(",      "-[",          "-*",         "-a**",
                                      "-\\",     "-\\-",        "-{",         "-\\p{Nope}",
                                      "-(?i)a",  "-[b-a]",      "-\\1",       "-\\Z",
                                      NULL};

static const char *const uuids[] = {
    "+01234567-89ab-cdef-ABCD-EF0123456789", "+ffffffff-ffff-ffff-ffff-ffffffffffff",
    "-0123456-789ab-cdef-ABCD-EF0123456789", "-{1234567-89ab-cdef-ABCD-EF012345678}",
    "-01234567-89ab-cdef-ABCD-EF012345678g", "-01234567-89ab-cdef-ABCD-EF01234567890",
    "-0123456789abcdefABCDEF0123456789",     "-",
    "-01234567_89ab_cdef_ABCD_EF0123456789", NULL};

static const struct rows all_rows[] = {
    {"date", DIALECT_DRAFT_07, dates},
    {"time", DIALECT_2020_12, times},
    {"date-time", DIALECT_DRAFT_04, date_times},
    {"date-time", DIALECT_2019_09, date_times_bad},
    {"duration", DIALECT_2020_12, durations},
    {"email", DIALECT_DRAFT_04, emails},
    {"idn-email", DIALECT_DRAFT_07, idn_emails},
    {"hostname", DIALECT_DRAFT_06, hosts_plain},
    {"hostname", DIALECT_DRAFT_07, hosts},
    {"idn-hostname", DIALECT_2020_12, idn_hosts},
    {"ipv4", DIALECT_DRAFT_04, ipv4s},
    {"ipv6", DIALECT_DRAFT_04, ipv6s},
    {"uri", DIALECT_DRAFT_04, uris},
    {"uri-reference", DIALECT_DRAFT_06, uri_references},
    {"iri", DIALECT_DRAFT_07, iris},
    {"iri-reference", DIALECT_DRAFT_07, iri_references},
    {"uri-template", DIALECT_DRAFT_06, templates},
    {"json-pointer", DIALECT_DRAFT_06, pointers},
    {"relative-json-pointer", DIALECT_2019_09, relative_pointers},
    {"relative-json-pointer", DIALECT_2020_12, indexed_pointers},
    {"uuid", DIALECT_2019_09, uuids},
    {"regex", DIALECT_DRAFT_07, regexes},
};

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof all_rows / sizeof *all_rows; i++) {
        const struct rows *rows = &all_rows[i];
        const struct format *format = format_find(str_of(rows->format), rows->dialect);
        for (const char *const *at = rows->values; format && *at; at++) {
            str value = str_of(*at + 1);
            const char *fault = format_fault(format, value);
            ok((fault == NULL) == (**at == '+'), "%s: '%s' %s", rows->format, *at + 1,
               fault ? fault : "holds");
        }
        ok(format, "%s is a format", rows->format);
    }
}

/* Where each is defined: draft-04, 06, 07, 2019-09, 2020-12, OpenAPI 2.0, 3.0, 3.1, 3.2. */
static const struct {
    const char *name, *dialects;
} defined[] = {
    {"date-time", "+++++++++"},
    {"date", "--+++++++"},
    {"time", "--+++--++"},
    {"duration", "---++--++"},
    {"email", "+++++++++"},
    {"idn-email", "--+++--++"},
    {"hostname", "+++++++++"},
    {"ipv4", "+++++++++"},
    {"ipv6", "+++++++++"},
    {"idn-hostname", "--+++--++"},
    {"uri", "+++++++++"},
    {"uri-reference", "-++++--++"},
    {"iri", "--+++--++"},

    {"iri-reference", "--+++--++"},
    {"uri-template", "-++++--++"},
    {"uuid", "---++--++"},
    {"json-pointer", "-++++--++"},
    {"regex", "--+++--++"},
    {"int32", "-----++++"},
    {"int64", "-----++++"},
    {"float", "-----++++"},
    {"double", "-----++++"},
    {"password", "-----++++"},
    {"byte", "-----++--"},
    {"binary", "-----++--"},
    {"color", "---------"},
    {"", "---------"},
    {"Date", "---------"},
    {"date ", "---------"},
    {"relative-json-pointer", "--+++--++"},
};

static void test_table(void)
{
    ptrdiff_t count, known = 0;
    const struct format *rows = format_rows(&count);
    for (size_t i = 0; i < sizeof defined / sizeof *defined; i++) {
        char found[DIALECT_COUNT + 1] = {0};
        for (int dialect = 0; dialect < DIALECT_COUNT; dialect++)
            found[dialect] =
                format_find(str_of(defined[i].name), (enum dialect)dialect) ? '+' : '-';
        is_str(str_of(found), defined[i].dialects, "where '%s' is defined", defined[i].name);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        unsigned others = 0;
        for (ptrdiff_t k = 0; k < count; k++)
            if (k != i && str_equal(rows[k].name, rows[i].name))
                others |= rows[k].dialects;
        ok(rows[i].dialects && !(rows[i].dialects & others), "row %td means one thing", i);
        for (size_t k = 0; k < sizeof defined / sizeof *defined; k++)
            known += str_equal(rows[i].name, str_of(defined[k].name));
    }
    is_int(known, count, "each row is among those above");
    ok(format_holds(format_find(S("int32"), DIALECT_OPENAPI_3_0), S("no number")),
       "what is no assertion always holds");
    ok(format_holds(format_find(S("byte"), DIALECT_OPENAPI_3_0), S("\xFF")), "whatever the bytes");
}

/* Reasons end up in messages. */
static void test_reasons(void)
{
    const struct format *date = format_find(S("date"), DIALECT_2020_12);
    is_str(str_of(format_fault(date, S("2023-13-01"))), "the month is not 01 to 12", "a reason");
    is_str(str_of(format_fault(date, S("2023-02-29"))), "the month has no such day", "another");
    is_str(str_of(format_fault(date, S("\xFF"))), "it is not UTF-8", "and that of any format");
}

/* Strings are not C strings. */
static void test_nul(void)
{
    ptrdiff_t count;
    const struct format *rows = format_rows(&count);
    for (ptrdiff_t i = 0; i < count; i++) {
        bool is_pointer = str_equal(rows[i].name, S("json-pointer"));
        if (!rows[i].check || str_equal(rows[i].name, S("regex"))) /* which a NUL may stand in */
            continue;
        ok(!format_holds(&rows[i], (str){"\0", 1}), "format %td: a NUL alone", i);
        ok(format_holds(&rows[i], (str){"/\0", 2}) == is_pointer, "format %td: / and a NUL", i);
        ok(!format_holds(&rows[i], (str){"a\0", 2}), "format %td: a letter and a NUL", i);
        ok(!format_holds(&rows[i], (str){"1.1.1.1\0", 8}), "format %td: a NUL at the end", i);
        ok(format_holds(&rows[i], (str){0}) == format_holds(&rows[i], S("")),
           "format %td: no bytes", i);
    }
}

/* A string of LEN bytes, PART over and over, in memory that ends where it ends. */
static str repeat(const char *part, ptrdiff_t len)
{
    char *bytes = heap_resize(NULL, len);
    ptrdiff_t size = (ptrdiff_t)strlen(part);
    for (ptrdiff_t i = 0; i < len; i++)
        bytes[i] = part[i % size];
    return (str){bytes, len};
}

static void test_long(void)
{
    static const char *const parts[] = {
        "a",    "a.", "1",  ":",        "a@", "\"",           "{a}", "a,",  "/~0",       "%41",
        "xn--", "[",  "1:", "\xC3\xBC", "-",  "\xE3\x80\x82", "{",   "P1Y", "\xD7\xA9.", "a-"};
    enum { LONG = 1000 * 1000 };
    ptrdiff_t count;
    const struct format *rows = format_rows(&count);
    clock_t begin = clock();
    int held = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        str value = repeat(parts[i], LONG / 12 * 12);
        for (ptrdiff_t k = 0; k < count; k++)
            held += rows[k].check && format_holds(&rows[k], value);
        free((char *)value.data);
    }
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ok(held > 10 && seconds < 60, "long strings: %d hold, %.1f s of CPU time", held, seconds);
}

/* Random strings of pieces that formats are made of; under the sanitizers this finds what is read
   beyond an end. */
static void test_random(void)
{
    static const char *const pieces[] = {"a",
                                         "Z",
                                         "0",
                                         "9",
                                         "-",
                                         "--",
                                         ".",
                                         ":",
                                         "::",
                                         "@",
                                         "/",
                                         "~",
                                         "~0",
                                         "%",
                                         "%4",
                                         "%41",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         "\"",
                                         "\\",
                                         "#",
                                         "?",
                                         "+",
                                         ",",
                                         "T",
                                         "P",
                                         "W",
                                         "Z",
                                         " ",
                                         "xn--",
                                         "IPv6:",
                                         "1.2.3.4",
                                         "2024-02-29",
                                         "23:59:60",
                                         "\xC3\xBC",
                                         "\xD7\xA9",
                                         "\xE2\x80\x8C",
                                         "\xE2\x80\x8D",
                                         "\xE0\xA5\x8D",
                                         "\xC2\xB7",
                                         "\xCC\x88",
                                         "\xD9\xA1",
                                         "\xE3\x80\x82",
                                         "\xF0\x9F\x98\x80",
                                         "\x80",
                                         "\xFF",
                                         "\xE2\x80",
                                         "kva",
                                         "v1.",
                                         "99999"};
    enum { TRIALS = 100 * 1000 };
    uint64_t random = 12345;
    ptrdiff_t count, held = 0, bad = 0;
    const struct format *rows = format_rows(&count);
    for (int trial = 0; trial < TRIALS; trial++) {
        char bytes[200];
        ptrdiff_t len = 0, parts = 0;
        do {
            random = random * 6364136223846793005u + 1442695040888963407u;
            str piece = str_of(pieces[(random >> 33) % (sizeof pieces / sizeof *pieces)]);
            memcpy(bytes + len, piece.data, (size_t)piece.len);
            len += piece.len;
            parts++;
        } while (parts < 12 && (random >> 60) != 0);
        char *exact = heap_resize(NULL, len);
        str value = {memcpy(exact, bytes, (size_t)len), len};
        bool utf8 = utf8_find_bad(value) < 0;
        for (ptrdiff_t i = 0; i < count; i++) {
            bool holds = format_holds(&rows[i], value);
            held += holds;
            bad += holds && rows[i].check && !utf8;
        }
        free(exact);
    }
    ok(held > 0 && bad == 0, "random strings: %td hold, none of them with bad UTF-8", held);
}

int main(void)
{
    test_table();
    test_rows();
    test_reasons();
    test_nul();
    test_long();
    test_random();
    return done_testing();
}
