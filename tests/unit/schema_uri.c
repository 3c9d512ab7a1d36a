/* URI references: splitting, resolving, decoding. */
#include "schema/uri.h"

#include "tap.h"

/* RFC 3986 sections 5.4.1 and 5.4.2 (strict), against this base. */
static const char rfc_base[] = "http://a/b/c/d;p?q";

static const struct {
    const char *reference, *target;
} rfc_examples[] = {
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
    {"../../../g", "http://a/g"},
    {"../../../../g", "http://a/g"},
    {"/./g", "http://a/g"},
    {"/../g", "http://a/g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
    {"http:g", "http:g"},
};

static const struct {
    const char *base, *reference, *target;
} other_examples[] = {
    {"http://a", "g", "http://a/g"},
    {"http://a?q", "", "http://a?q"},
    {"http://a/b", "?", "http://a/b?"},
    {"http://a/b", "#", "http://a/b#"},
    {"http://a/b#old", "", "http://a/b"},
    {"http://a/b/c", "//g/../h", "http://g/h"},
    {"http://a/b/c", "s:x/../y", "s:/y"},
    {"urn:example:root", "#/$defs/a", "urn:example:root#/$defs/a"},
    {"urn:example:root", "other", "urn:other"},
    {"file:///a/b/openapi.yaml", "../schemas/x.yaml#/A", "file:///a/schemas/x.yaml#/A"},
    {"file:/a/b", "/c/..//d", "file:/.//d"},
    {"a/b/c.yaml", "../d.yaml", "a/d.yaml"},
    {"a/b.yaml", "#/x", "a/b.yaml#/x"},
    {"", "a.json", "a.json"},
    {"", "", ""},
};

static void test_resolve(struct arena *arena)
{
    for (size_t i = 0; i < sizeof rfc_examples / sizeof *rfc_examples; i++)
        is_str(uri_resolve(arena, str_of(rfc_base), str_of(rfc_examples[i].reference)),
               rfc_examples[i].target, "RFC 3986 5.4: '%s'", rfc_examples[i].reference);
    for (size_t i = 0; i < sizeof other_examples / sizeof *other_examples; i++)
        is_str(
            uri_resolve(arena, str_of(other_examples[i].base), str_of(other_examples[i].reference)),
            other_examples[i].target, "'%s' at '%s'", other_examples[i].reference,
            other_examples[i].base);
    is_str(uri_remove_dot_segments(arena, S("/a/b/c/./../../g")), "/a/g", "RFC 3986 5.2.4, first");
    is_str(uri_remove_dot_segments(arena, S("mid/content=5/../6")), "mid/6",
           "RFC 3986 5.2.4, second");
    is_str(uri_remove_dot_segments(arena, S("../.././..")), "", "nothing but dots");
}

static void test_split(struct arena *arena)
{
    struct uri uri = uri_split(S("http://www.ics.uci.edu/pub/ietf/uri/?a?b#Related#x"));
    is_str(uri.scheme, "http", "scheme");
    is_str(uri.authority, "www.ics.uci.edu", "authority");
    is_str(uri.path, "/pub/ietf/uri/", "path");
    is_str(uri.query, "a?b", "query, up to the #");
    is_str(uri.fragment, "Related#x", "fragment, all the rest");

    uri = uri_split(S("//h?"));
    ok(!uri.has_scheme && uri.has_authority && uri.has_query && !uri.has_fragment,
       "parts that are there and empty");
    is_str(uri.path, "", "no path");
    uri = uri_split(S("http://"));
    ok(uri.has_authority && !uri.authority.len, "an empty authority");

    ok(!uri_split(S("1a:b")).has_scheme, "a scheme begins with a letter");
    ok(!uri_split(S(":b")).has_scheme, "a scheme is not empty");
    ok(!uri_split(S("a/b:c")).has_scheme, "a colon behind a slash");
    ok(!uri_split(S("#a:b")).has_scheme, "a colon in the fragment");
    is_str(uri_split(S("1a:b")).path, "1a:b", "what is no scheme is path");
    ok(uri_is_absolute(S("a+b-c.d:")), "all characters of a scheme");
    ok(!uri_is_absolute(S("schemas/a.json")), "a relative reference");
    ok(!uri_is_absolute(S("")), "an empty reference");
    is_str(uri_without_fragment(S("a#b#c")), "a", "without its fragment");
    is_str(uri_without_fragment(S("a")), "a", "without a fragment");

    static const char *const texts[] = {"a:b//c?d#e", "//a/b", "?#", "", "a://b", "x:"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct buf buf = buf_in(arena, 100);
        uri = uri_split(str_of(texts[i]));
        uri_add(&buf, &uri);
        is_str(buf_view(&buf), texts[i], "split and put together: '%s'", texts[i]);
    }
}

static void test_decode(struct arena *arena)
{
    str bytes;
    ok(uri_decode(arena, S("a%20b%2Fc%7e%c3%A9"), &bytes), "decodes");
    is_str(bytes, "a b/c~\xc3\xa9", "upper and lower case");
    ok(uri_decode(arena, S("a%00b"), &bytes) && bytes.len == 3, "a NUL is a byte");
    ok(uri_decode(arena, S("%2525"), &bytes), "decodes once");
    is_str(bytes, "%25", "and no more");
    ok(uri_decode(arena, (str){0}, &bytes) && bytes.len == 0, "nothing");

    static const char *const faults[] = {"a%", "a%2", "a%2g", "a%g0", "a%%20"};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        ok(!uri_decode(arena, str_of(faults[i]), &bytes), "'%s' is a fault", faults[i]);
        is_str(bytes, "a", "what stands before it");
    }

    struct buf buf = buf_in(arena, 200);
    uri_add_fragment(&buf, S("/a b/{id}~1%^|\"<>[]`\\#\xc3\xa9$&'()*+,;=:@?!-._"));
    is_str(buf_view(&buf),
           "/a%20b/%7Bid%7D~1%25%5E%7C%22%3C%3E%5B%5D%60%5C%23%C3%A9$&'()*+,;=:@?!-._",
           "what may not stand in a fragment is encoded");
    buf = buf_in(arena, 10);
    uri_add_fragment(&buf, (str){"\0", 1});
    is_str(buf_view(&buf), "%00", "a NUL in a fragment");
}

int main(void)
{
    struct arena arena = {0};
    test_resolve(&arena);
    test_split(&arena);
    test_decode(&arena);
    arena_free(&arena);
    return done_testing();
}
