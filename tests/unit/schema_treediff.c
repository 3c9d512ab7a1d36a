/*
 * Where two JSON values differ: pointers, in order, and what stands on each side.
 */
#include "schema/treediff.h"

#include "source/sources.h"
#include "source/write.h"
#include "tap.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static struct arena arena;
static struct diag_list found = {.arena = &arena};
static struct sources sources = {.arena = &arena, .found = &found};

static const struct node *read_json(const char *text)
{
    struct document *document = sources_read_as(&sources, S("t.json"), str_of(text), FORMAT_JSON);
    return document ? document->root : NULL;
}

static void add_value(struct buf *out, const struct node *value)
{
    const struct node *bad;
    if (value)
        node_write(out, value, (struct write_options){.style = WRITE_CANONICAL}, &bad);
    else
        buf_add_byte(out, '-');
}

/* "POINTER OLD NEW" for each difference, "; " between. */
static str differences(const char *old, const char *new)
{
    enum { MAX = 10 };
    struct tree_difference all[MAX];
    ptrdiff_t count = tree_differences(&arena, read_json(old), read_json(new), all, MAX);
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < count && i < MAX; i++) {
        buf_printf(&out, "%s%.*s ", i ? "; " : "", (int)all[i].pointer.len, all[i].pointer.data);
        add_value(&out, all[i].old);
        buf_add_byte(&out, ' ');
        add_value(&out, all[i].new);
    }
    return buf_view(&out);
}

static void test_table(void)
{
    static const struct {
        const char *old, *new, *differences;
    } cases[] = {
        {"1", "1", ""},
        {"1", "2", " 1 2"},
        {"1.0", "1", ""},
        {"10", "1e1", ""},
        {"9007199254740993", "9007199254740992", " 9007199254740993 9007199254740992"},
        {"\"a\"", "\"\\u0061\"", ""},
        {"null", "false", " null false"},
        {"[]", "{}", " [] {}"},
        {"[1]", "1", " [1] 1"},
        {"{}", "{}", ""},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", ""},
        {"{\"a\":1}", "{\"a\":2}", "/a 1 2"},
        {"{\"a\":1}", "{}", "/a 1 -"},
        {"{}", "{\"a\":1}", "/a - 1"},
        {"{\"a\":null}", "{}", "/a null -"},
        {"{\"b\":1,\"a\":1,\"c\":1}", "{\"d\":1,\"a\":2,\"b\":2}",
         "/b 1 2; /a 1 2; /c 1 -; /d - 1"},
        {"{\"a/b\":1,\"c~d\":1,\"\":1}", "{\"a/b\":2,\"c~d\":2,\"\":2}",
         "/a~1b 1 2; /c~0d 1 2; / 1 2"},
        {"{\"a\":{\"b\":[1,{\"c\":2}]}}", "{\"a\":{\"b\":[1,{\"c\":3}]}}", "/a/b/1/c 2 3"},
        {"[1,2,3]", "[1,3]", "/1 2 3; /2 3 -"},
        {"[1]", "[1,2]", "/1 - 2"},
        {"{\"a\":[],\"b\":1}", "{\"a\":{},\"b\":2}", "/a [] {}; /b 1 2"},
        {"{\"a\":1,\"a\":1}", "{\"a\":1}", ""},
        {"{\"a\":1,\"a\":2}", "{\"a\":2}", "/a 1 2"},
        {"{\"a\":1}", "{\"a\":2,\"a\":1}", ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        is_str(differences(cases[i].old, cases[i].new), cases[i].differences, "%s and %s",
               cases[i].old, cases[i].new);
}

static void test_parents(void)
{
    struct tree_difference d[2];
    const struct node *old = read_json("{\"a\":{\"b\":1}}"), *new = read_json("{\"a\":{\"c\":1}}");
    is_int(tree_differences(&arena, old, new, d, 2), 2, "two differences");
    ok(d[0].old && !d[0].new &&d[0].old_parent == node_get(old, S("a")) &&
           d[0].new_parent == node_get(new, S("a")),
       "what holds a value that is gone, on both sides");
    ok(!d[1].old && d[1].new == node_get(node_get(new, S("a")), S("c")), "a value that is new");
    is_int(tree_differences(&arena, old, old, d, 2), 0, "a tree and itself");
}

static void test_cap(void)
{
    struct tree_difference d[3] = {0};
    const struct node *old = read_json("[1,2,3,4,5]"), *new = read_json("[0,0,0,0,0]");
    is_int(tree_differences(&arena, old, new, d, 2), 5, "all are counted");
    ok(d[1].old && !d[2].old, "no more than asked for are given");
    is_int(tree_differences(&arena, old, new, NULL, 0), 5, "or none");
}

static void test_deep(void)
{
    struct buf a = buf_in(&arena, PTRDIFF_MAX), b = buf_in(&arena, PTRDIFF_MAX);
    enum { DEPTH = 500 };
    buf_add_bytes(&a, '[', DEPTH);
    buf_add_bytes(&b, '[', DEPTH);
    buf_add_byte(&a, '1');
    buf_add_byte(&b, '2');
    buf_add_bytes(&a, ']', DEPTH);
    buf_add_bytes(&b, ']', DEPTH);
    buf_add_byte(&a, '\0');
    buf_add_byte(&b, '\0');
    struct tree_difference d;
    is_int(tree_differences(&arena, read_json(a.data), read_json(b.data), &d, 1), 1, "deep down");
    is_int(d.pointer.len, 2LL * DEPTH, "with the whole pointer");
}

int main(void)
{
    test_table();
    test_parents();
    test_cap();
    test_deep();
    is_int(found.errors, 0, "all texts could be read");
    arena_free(&arena);
    return done_testing();
}
