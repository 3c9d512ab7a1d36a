/*
 * Texts that are of a format, the plainest first, and such that are not by a little.
 */
#include "drift/sample_inner.h"

static const struct format_example {
    const char *format;
    const char *valid[4], *invalid[3];
} examples[] = {
    {"date-time",
     {"2020-01-31T12:00:00Z", "2020-01-31T12:00:00.5+01:00", "1990-12-31T23:59:60Z"},
     {"2020-01-31T12:00:00", "2020-01-31", "2020-13-31T12:00:00Z"}},
    {"date", {"2020-01-31", "2020-02-29"}, {"2020-02-30", "2020-1-31", "31.01.2020"}},
    {"time", {"12:00:00Z", "12:00:00.5+01:00"}, {"12:00:00", "25:00:00Z", "12:00"}},
    {"duration", {"P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "P1W"}, {"P", "1D", "P1S"}},
    {"email", {"a@b.example", "a.b+c@d.example", "a@b"}, {"a", "a@", "@b.example"}},
    {"idn-email", {"a@b.example", "\xC3\xA9@b.example", "a@b"}, {"a", "a@", "@b.example"}},
    {"hostname", {"a.example", "a", "a-b.c.example"}, {"-a.example", "a_b.example", "a..b"}},
    {"idn-hostname",
     {"a.example", "a", "\xC3\xA9.example"},
     {"-a.example", "a..b", "\xE3\x80\xAE"}},
    {"ipv4", {"127.0.0.1", "0.0.0.0", "255.255.255.255"}, {"256.0.0.1", "127.0.0", "127.0.0.01"}},
    {"ipv6",
     {"::1", "::", "2001:db8::8a2e:370:7334", "1:2:3:4:5:6:7:8"},
     {"12345::", "1:2:3:4:5:6:7", ":1"}},
    {"uri",
     {"https://a.example/", "a:", "urn:isbn:0451450523", "https://a.example/b?c=d#e"},
     {"/a", "a b", "//a.example"}},
    {"uri-reference", {"/a", "", "https://a.example/b", "#c"}, {"a b", "\\\\a", "%"}},
    {"iri", {"https://a.example/", "a:", "https://a.example/\xC3\xA9"}, {"/a", "a b", ""}},
    {"iri-reference", {"/a", "", "/\xC3\xA9", "#c"}, {"a b", "\\\\a", "%"}},
    {"uri-template", {"/a/{b}", "", "/a{?b,c*}"}, {"/a/{b", "{", "{a b}"}},
    {"json-pointer", {"/a", "", "/a~1b/0"}, {"a", "/~", "/~2"}},
    {"relative-json-pointer", {"0", "1/a", "0#"}, {"/a", "-1", "01"}},
    {"uuid",
     {"2eb8aa08-aa98-11ea-b4aa-73b441d16380", "00000000-0000-0000-0000-000000000000"},
     {"2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8"}},
    {"regex", {"a", "", "^[a-z]+$"}, {"(", "[", "*"}},
};

static void add_text(struct arena *arena, struct list *texts, const char *text)
{
    str *kept = arena_new(arena, str, 1);
    *kept = str_of(text);
    list_add(arena, texts, kept);
}

void format_texts(struct arena *arena, const struct format *format, bool is_valid,
                  struct list *ret_texts)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const struct format_example *one = &examples[i];
        if (!str_equal(format->name, str_of(one->format)))
            continue;
        for (size_t k = 0; k < sizeof one->valid / sizeof *one->valid && one->valid[k]; k++)
            add_text(arena, ret_texts, one->valid[k]);
        for (size_t k = 0; !is_valid && k < sizeof one->invalid / sizeof *one->invalid; k++)
            add_text(arena, ret_texts, one->invalid[k]);
    }
}
