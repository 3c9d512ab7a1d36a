/* JSON Pointer: making, decoding, following. */
#include "schema/pointer.h"

#include "reading.h"
#include "tap.h"

/* The document of RFC 6901 section 5, and what it asks for, as plain pointers and as fragments. */
static const char rfc_document[] =
    "{\"foo\": [\"bar\", \"baz\"], \"\": 0, \"a/b\": 1, \"c%d\": 2, \"e^f\": 3, \"g|h\": 4,"
    " \"i\\\\j\": 5, \"k\\\"l\": 6, \" \": 7, \"m~n\": 8}";

static const struct {
    const char *pointer, *fragment, *value;
} rfc_examples[] = {
    {"/foo/0", "/foo/0", "bar"}, {"/", "/", "0"},          {"/a~1b", "/a~1b", "1"},
    {"/c%d", "/c%25d", "2"},     {"/e^f", "/e%5Ef", "3"},  {"/g|h", "/g%7Ch", "4"},
    {"/i\\j", "/i%5Cj", "5"},    {"/k\"l", "/k%22l", "6"}, {"/ ", "/%20", "7"},
    {"/m~0n", "/m~0n", "8"},
};

static const char other_document[] =
    "{\"list\": [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], \"map\": {\"0\": \"zero\","
    " \"01\": \"one\", \"-\": \"dash\", \"~1\": \"tilde\"}, \"scalar\": \"text\","
    " \"components\": {\"schemas\": {\"A\": {\"type\": \"object\"}}}}";

static const struct node *read_tree(struct reading *fixture, const char *json)
{
    return reading_read(fixture, "test.json", str_of(json));
}

static void test_valid(void)
{
    ok(pointer_is_valid((str){0}) && pointer_is_valid(S("/")) && pointer_is_valid(S("/a~0~1b//")),
       "pointers");
    ok(!pointer_is_valid(S("a")) && !pointer_is_valid(S("#/a")) && !pointer_is_valid(S("/~")) &&
           !pointer_is_valid(S("/~0~2")),
       "and what is none");
}

static void test_below(void)
{
    ok(pointer_is_below(S("/a"), S("/a")) && pointer_is_below(S("/a/b"), S("/a")) &&
           pointer_is_below(S("/a"), S("")) && pointer_is_below(S(""), S("")),
       "a pointer, and those below it");
    ok(!pointer_is_below(S("/ab"), S("/a")) && !pointer_is_below(S("/a"), S("/a/b")) &&
           !pointer_is_below(S("/b/a"), S("/a")),
       "others are not");
    is_str(pointer_without_index(S("/a/12")), "/a", "an index");
    is_str(pointer_without_index(S("/0")), "", "the only step");
    is_str(pointer_without_index(S("/a1")), "/a1", "a name that ends so");
    is_str(pointer_without_index(S("/a/")), "/a/", "an empty name");
    is_str(pointer_without_index(S("")), "", "nothing");
}

static void test_rfc_examples(struct reading *fixture)
{
    const struct node *root = read_tree(fixture, rfc_document);
    struct pointer_target target = pointer_resolve(&fixture->arena, root, (str){0});
    ok(target.node == root && target.resolved == 0, "the empty pointer is the whole document");
    for (size_t i = 0; i < sizeof rfc_examples / sizeof *rfc_examples; i++) {
        const char *text = rfc_examples[i].pointer;
        target = pointer_resolve(&fixture->arena, root, str_of(text));
        is_str(node_text(target.node), rfc_examples[i].value, "RFC 6901 5: '%s'", text);
        is_int(target.resolved, str_of(text).len, "all of '%s' resolved", text);

        str pointer;
        ok(pointer_from_fragment(&fixture->arena, str_of(rfc_examples[i].fragment), &pointer),
           "'#%s' is decoded", rfc_examples[i].fragment);
        is_str(pointer, text, "RFC 6901 6: '#%s'", rfc_examples[i].fragment);
        struct buf buf = buf_in(&fixture->arena, 100);
        pointer_add_fragment(&buf, str_of(text));
        is_str(buf_view(&buf), rfc_examples[i].fragment, "'%s' is encoded", text);
    }
}

static void test_resolve(struct reading *fixture)
{
    static const struct {
        const char *pointer, *value; /* NULL: nothing there */
        ptrdiff_t resolved;
        bool malformed;
    } cases[] = {
        {"/list/0", "10", 7, false},
        {"/list/10", "20", 8, false},
        {"/list/11", NULL, 5, false},
        {"/list/-", NULL, 5, false},
        {"/list/01", NULL, 5, false},
        {"/list/+1", NULL, 5, false},
        {"/list/1e0", NULL, 5, false},
        {"/list/4294967296", NULL, 5, false},
        {"/list/18446744073709551616", NULL, 5, false},
        {"/list/", NULL, 5, false},
        {"/map/0", "zero", 6, false},
        {"/map/01", "one", 7, false},
        {"/map/-", "dash", 6, false},
        {"/map/~01", "tilde", 8, false},
        {"/map/~1", NULL, 4, false},
        {"/scalar/0", NULL, 7, false},
        {"/scalar/", NULL, 7, false},
        {"/components/schemas/B", NULL, 19, false},
        {"/components/schemas/B/type", NULL, 19, false},
        {"/components/schemas/A/type", "object", 26, false},
        {"//", NULL, 0, false},
        {"list", NULL, 0, true},
        {"/map/~", NULL, 4, true},
        {"/map/~2", NULL, 4, true},
    };
    const struct node *root = read_tree(fixture, other_document);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str pointer = str_of(cases[i].pointer);
        struct pointer_target target = pointer_resolve(&fixture->arena, root, pointer);
        if (cases[i].value && ok(target.node, "'%s' is there", cases[i].pointer))
            is_str(node_text(target.node), cases[i].value, "'%s' has the value", cases[i].pointer);
        if (!cases[i].value)
            ok(!target.node, "'%s' is not there", cases[i].pointer);
        is_int(target.resolved, cases[i].resolved, "'%s' resolved so far", cases[i].pointer);
        is_int(target.malformed, cases[i].malformed, "'%s' malformed", cases[i].pointer);
    }
    struct pointer_target target =
        pointer_resolve(&fixture->arena, root, S("/components/schemas/B/type"));
    ok(node_get(target.last, S("A")), "the last value reached is where the names are");
}

static void test_make(struct arena *arena)
{
    struct buf buf = buf_in(arena, 100);
    pointer_add_token(&buf, S("paths"));
    pointer_add_token(&buf, S("/a~b/"));
    pointer_add_token(&buf, (str){0});
    pointer_add_index(&buf, 0);
    pointer_add_index(&buf, 42);
    is_str(buf_view(&buf), "/paths/~1a~0b~1//0/42", "tokens are escaped");

    str name;
    ok(pointer_token_decode(arena, S("~1a~0b~01"), &name), "a token is decoded");
    is_str(name, "/a~b~1", "~01 is ~1, not /");
    ok(!pointer_token_decode(arena, S("a~"), &name), "a ~ at the end");
    ok(!pointer_token_decode(arena, S("~a"), &name), "a ~ before another character");
}

static void test_fragments(struct arena *arena)
{
    str pointer;
    ok(pointer_from_fragment(arena, S("/paths/~1pets~1%7Bid%7D"), &pointer), "a path with {}");
    is_str(pointer, "/paths/~1pets~1{id}", "percent first, then the tildes");
    ok(pointer_from_fragment(arena, S("/%7E1"), &pointer), "an encoded tilde");
    is_str(pointer, "/~1", "is a tilde of the pointer");
    ok(!pointer_from_fragment(arena, S("/a%2"), &pointer), "half a percent sequence");
    ok(!pointer_from_fragment(arena, S("/a%zz"), &pointer), "no digits");
    ok(!pointer_from_fragment(arena, S("/a%ff"), &pointer), "bytes that are no UTF-8");
    ok(pointer_from_fragment(arena, (str){0}, &pointer) && !pointer.len, "an empty fragment");
}

static void test_index(void)
{
    is_int(pointer_token_index(S("0")), 0, "0");
    is_int(pointer_token_index(S("10")), 10, "10");
    is_int(pointer_token_index(S("00")), -1, "00");
    is_int(pointer_token_index(S("")), -1, "no digits");
    is_int(pointer_token_index(S("-1")), -1, "-1");
    is_int(pointer_token_index(S("4294967294")), 4294967294, "the last that an array can have");
    is_int(pointer_token_index(S("4294967295")), -1, "beyond it");
    is_int(pointer_token_index(S("99999999999999999999")), -1, "far beyond it");
}

int main(void)
{
    struct reading fixture;
    reading_begin(&fixture, (struct read_policy){0});
    test_valid();
    test_below();
    test_rfc_examples(&fixture);
    test_resolve(&fixture);
    test_make(&fixture.arena);
    test_fragments(&fixture.arena);
    test_index();
    reading_close(&fixture);
    return done_testing();
}
