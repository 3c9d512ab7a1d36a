/*
 * The tree itself: building on a stack, finding members with and without an index, equality by
 * value, on trees of our own making and on deep and shared ones.
 */
#include "base/buf.h"
#include "source/node.h"
#include "source/sources.h"

#include "reading.h"
#include "tap.h"

#include <stdint.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void test_kinds(void)
{
    struct node string = node_string(S("a\0b")), empty = node_string((str){0});
    is_int(node_text(&string).len, 3, "a string keeps its NUL");
    ok(empty.chars != NULL && node_is_text(&empty, S("")),
       "the empty string has bytes all the same");
    ok(!node_is(NULL, NODE_NULL), "no node is of no kind");
    ok(!node_is_text(NULL, S("")), "and no text");
    ok(!node_is_text(&string, S("a")), "a text is all of it");
    static const char *const words[] = {"null",     "a boolean", "a number",
                                        "a string", "an array",  "an object"};
    for (int kind = NODE_NULL; kind <= NODE_OBJECT; kind++)
        is_str(str_of(node_kind_words((enum node_kind)kind)), words[kind], "words for kind %d",
               kind);
    ok(sizeof(struct node) == 24 || sizeof(void *) != 8, "24 bytes a node");
}

static void test_building(void)
{
    struct arena arena = {0};
    struct node_stack stack = {0};
    node_push_str(&stack, S("list"));
    ptrdiff_t base = stack.len;
    node_push_bool(&stack, true);
    node_push_bool(&stack, false);
    node_push_null(&stack);
    ok(node_close(&stack, base, (struct node){.kind = NODE_ARRAY, .start = 7, .len = 3}, &arena),
       "an array closes");
    node_push_str(&stack, S("none"));
    node_close(&stack, stack.len, (struct node){.kind = NODE_OBJECT}, &arena);
    is_int(stack.len, 4, "what is closed takes one place");
    ok(node_close(&stack, 0, (struct node){.kind = NODE_OBJECT, .flags = NODE_PLAIN}, &arena),
       "an object closes");
    const struct node *root = node_pop(&stack, &arena);
    is_int(stack.len, 0, "nothing is left on the stack");
    node_stack_done(&stack);

    const struct node *list = node_get(root, S("list"));
    ok(node_is(root, NODE_OBJECT) && root->count == 2 && root->flags == NODE_PLAIN, "the object");
    ok(node_is(list, NODE_ARRAY) && list->count == 3, "the array in it");
    ok(list->start == 7 && list->len == 3 && list->text == 0, "has the place that was given");
    ok(node_item(list, 0)->count == 1 && node_item(list, 1)->count == 0, "true and false");
    ok(node_is(node_item(list, 2), NODE_NULL), "null");
    ok(node_is(node_get(root, S("none")), NODE_OBJECT), "the empty object");
    is_str(node_text(node_key(root, 1)), "none", "a key");
    ok(!node_get(root, S("lis")) && !node_get(list, S("list")) && !node_get(NULL, S("list")),
       "what has no such member gives nothing");
    arena_free(&arena);
}

static void push_member(struct node_stack *stack, struct arena *arena, int key)
{
    node_push_str(stack, arena_printf(arena, "key %d", key));
    node_push_str(stack, arena_printf(arena, "value %d of %td", key, stack->len / 2));
}

static void test_find(void)
{
    static const int counts[] = {1, 2, 15, 16, 17, 18, 31, 32, 33, 63, 64, 65, 1000, 20000};
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct arena arena = {0};
        struct node_stack stack = {0};
        for (int j = 0; j < counts[i]; j++)
            push_member(&stack, &arena, j);
        bool unique = node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, &arena);
        const struct node *object = node_pop(&stack, &arena);
        bool right = unique && object->count == (uint32_t)counts[i];
        for (int j = 0; right && j < counts[i]; j++)
            right = node_find(object, arena_printf(&arena, "key %d", j)) == j;
        ok(right, "all of %d members are found", counts[i]);
        ok(node_find(object, S("key")) < 0 && node_find(object, S("")) < 0, "others are not");

        for (int j = 0; j < counts[i]; j++)
            push_member(&stack, &arena, j);
        push_member(&stack, &arena, counts[i] / 2);
        unique = node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, &arena);
        object = node_pop(&stack, &arena);
        str key = arena_printf(&arena, "key %d", counts[i] / 2);
        ok(!unique && node_find(object, key) == counts[i], "of two equal keys the last is found");
        node_stack_done(&stack);
        arena_free(&arena);
    }
}

static void test_equal(void)
{
    static const struct {
        const char *a, *b;
        bool equal;
    } cases[] = {
        {"null", "null", true},
        {"null", "false", false},
        {"true", "true", true},
        {"true", "false", false},
        {"0", "false", false},
        {"1", "1.0", true},
        {"-0", "0.0", true},
        {"1", "\"1\"", false},
        {"1", "2", false},
        {"\"a\"", "\"\\u0061\"", true},
        {"\"a\"", "\"A\"", false},
        {"\"a\"", "\"a\\u0000\"", false},
        {"\"\xC3\xA4\"", "\"a\xCC\x88\"", false}, /* code points, not what they look like */
        {"[]", "[]", true},
        {"[]", "{}", false},
        {"[]", "null", false},
        {"[1,2]", "[1,2]", true},
        {"[1,2]", "[2,1]", false},
        {"[1]", "[1,1]", false},
        {"{}", "{}", true},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1.0}", true},
        {"{\"a\":1}", "{\"a\":2}", false},
        {"{\"a\":1}", "{\"b\":1}", false},
        {"{\"a\":1}", "{\"a\":1,\"b\":1}", false},
        {"{\"a\":null}", "{\"b\":null}", false},
        {"{\"a\":{\"b\":[{\"c\":1}]}}", "{\"a\":{\"b\":[{\"c\":1e0}]}}", true},
        {"{\"a\":{\"b\":[{\"c\":1}]}}", "{\"a\":{\"b\":[{\"c\":2}]}}", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        const struct node *a = read_into(&arena, "a.json", str_of(cases[i].a));
        const struct node *b = read_into(&arena, "a.json", str_of(cases[i].b));
        ok(node_equal(a, b) == cases[i].equal && node_equal(b, a) == cases[i].equal, "%s %s %s",
           cases[i].a, cases[i].equal ? "equals" : "differs from", cases[i].b);
        arena_free(&arena);
    }
}

/* An object of COUNT members, from the first to the last or the other way round. */
static str members(struct arena *arena, int count, bool backwards)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (int i = 0; i < count; i++) {
        int key = backwards ? count - 1 - i : i;
        str member = arena_printf(arena, "%c\"%d\":[%d]", i ? ',' : '{', key, key);
        buf_add(&out, member);
    }
    buf_add_byte(&out, '}');
    return buf_view(&out);
}

static void test_equal_large(void)
{
    struct arena arena = {0};
    const struct node *a = read_into(&arena, "a.json", members(&arena, 5000, false));
    const struct node *b = read_into(&arena, "a.json", members(&arena, 5000, true));
    ok(node_equal(a, b), "5,000 members in the other order");
    ok(!node_equal(a, read_into(&arena, "a.json", members(&arena, 4999, true))), "and one less");

    struct buf deep = buf_in(&arena, PTRDIFF_MAX);
    buf_add_bytes(&deep, '[', INSTANCE_DEPTH);
    buf_add_bytes(&deep, ']', INSTANCE_DEPTH);
    a = read_into(&arena, "a.json", buf_view(&deep));
    ok(a && node_equal(a, read_into(&arena, "a.json", buf_view(&deep))), "10,000 levels");
    arena_free(&arena);
}

/* A tree of 60 levels, each holding the one below twice: 2 to the power of 60 nodes if walked. */
static void test_equal_shared(void)
{
    struct arena arena = {0};
    struct node_stack stack = {0};
    node_push_bool(&stack, true);
    struct node *root = node_pop(&stack, &arena);
    for (int i = 0; i < 60; i++) {
        node_push(&stack, *root);
        node_push(&stack, *root);
        node_close(&stack, 0, (struct node){.kind = NODE_ARRAY}, &arena);
        root = node_pop(&stack, &arena);
    }
    struct node copy = *root;
    copy.start = 5;
    ok(node_equal(root, &copy), "what shares its items is equal without a walk");
    node_stack_done(&stack);
    arena_free(&arena);
}

int main(void)
{
    test_kinds();
    test_building();
    test_find();
    test_equal();
    test_equal_large();
    test_equal_shared();
    return done_testing();
}
