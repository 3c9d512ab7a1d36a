/*
 * What a schema asks of one value, from wherever it says it; which branches of two choices are the
 * same one; and which schemas are so plainly the same that nobody has to compare them.
 */
#include "drift/branches.h"
#include "drift/same.h"
#include "drifting.h"
#include "tap.h"
#include "validating.h"

/* KINDS as letters: null, boolean, integer, string, array, object, fraction. */
static const char *kind_letters(struct arena *arena, uint8_t kinds)
{
    static const char letters[] = "nbisaof";
    struct buf out = buf_in(arena, 16);
    for (int i = 0; letters[i]; i++)
        if (kinds >> i & 1)
            buf_add_byte(&out, letters[i]);
    buf_add_byte(&out, '\0');
    return out.data;
}

/* ---- constraints ----------------------------------------------------------------------------- */

struct row {
    const char *schema, *expected; /* kinds; keywords by op; schemas merged, schemas apart */
};

static const struct row rows[] = {
    {"{}", "nbisaof:; 1 merged, 0 apart"},
    {"false", ":; 1 merged, 0 apart"},
    {"{\"type\":\"string\",\"minLength\":1}", "s: minLength; 1 merged, 0 apart"},
    {"{\"maxLength\":9,\"allOf\":[{\"minLength\":1},{\"maxLength\":5}]}",
     "nbisaof: maxLength maxLength minLength; 3 merged, 0 apart"},
    {"{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"integer\",\"maximum\":3}}}",
     "i: maximum; 2 merged, 0 apart"},
    {"{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":"
     "\"#/$defs/a\",\"minimum\":1}}}",
     "nbisaof: minimum; 3 merged, 0 apart"},
    {"{\"anyOf\":[{\"type\":\"string\",\"minLength\":2}]}", "s: minLength; 2 merged, 0 apart"},
    {"{\"anyOf\":[{\"type\":\"null\"},{\"minLength\":2}]}",
     "nbisaof: minLength; 2 merged, 0 apart"},
    {"{\"oneOf\":[{\"type\":\"null\"},{\"minLength\":2}]}", "nbisaof: oneOf; 1 merged, 0 apart"},
    {"{\"anyOf\":[{\"minLength\":2},{\"minLength\":3}]}", "nbisaof: anyOf; 1 merged, 0 apart"},
    {"{\"allOf\":[{\"properties\":{\"a\":true},\"unevaluatedProperties\":false}]}",
     "nbisaof:; 1 merged, 1 apart"},
};

static const char *summary(struct arena *arena, const struct constraints *all)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    buf_printf(&out, "%s:", kind_letters(arena, all->kinds));
    for (uint32_t i = 0; i < all->count; i++) {
        const struct constraint *one = &all->at[i];
        str key = node_text(node_key(one->scheme->schema, one->rule->member));
        buf_printf(&out, " %.*s", (int)key.len, key.data);
    }
    buf_printf(&out, "; %u merged, %u apart", all->merged_count, all->apart_count);
    return arena_copy(arena, buf_view(&out)).data;
}

static void try_constraints(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct validating v;
        struct constraints all = {0};
        validating_open(&v, str_of(rows[i].schema), DIALECT_2020_12, FORMATS_ON, NULL);
        if (ok(v.scheme, "compiled: %s", rows[i].schema)) {
            constraints_of(&v.arena, v.scheme, CONSTRAINTS_ALL, &all);
            is_str(str_of(summary(&v.arena, &all)), rows[i].expected, "%s", rows[i].schema);
        }
        validating_close(&v);
    }
}

/* ---- what is listed and required ------------------------------------------------------------- */

static void try_listing(void)
{
    struct validating v;
    struct constraints all;
    validating_open(&v,
                    S("{\"enum\":[1,\"a\",null,{\"b\":[2]}],\"required\":[\"r\"],"
                      "\"allOf\":[{\"const\":\"a\"},{\"required\":[\"s\"],\"properties\":"
                      "{\"p\":true}}]}"),
                    DIALECT_2020_12, FORMATS_ON, NULL);
    constraints_of(&v.arena, v.scheme, CONSTRAINTS_ALL, &all);
    const struct constraint *listing = constraints_listing(&all);
    if (ok(listing, "there is a list")) {
        const struct node string = node_string(S("a")), other = node_string(S("b"));
        const struct node one = {.kind = NODE_NUMBER, .chars = "1.0", .count = 3};
        uint32_t count;
        const struct constraint *many = constraints_op(&all, OP_ENUM, &count);
        is_int(listed_count(listing), 1, "the shortest list counts");
        ok(listed_has(listing, &string), "a const has its value");
        ok(!listed_has(listing, &one), "and no other one");
        is_int(count, 1, "there is one enum");
        ok(listed_has(many, &string) && listed_has(many, &one), "an enum has its values");
        ok(!listed_has(many, &other), "and no others");
        ok(listed_has(many, listed_value(many, 3)), "an object is found in an enum");
    }
    ok(constraints_require(&all, S("r")) && constraints_require(&all, S("s")),
       "what is required here and in allOf");
    ok(!constraints_require(&all, S("p")), "what is only declared is not required");
    validating_close(&v);
}

/* ---- branches -------------------------------------------------------------------------------- */

#define DEFINITIONS                                                                                \
    "\"$defs\":{\"a\":{\"type\":\"object\"},\"b\":{\"type\":\"array\"},\"c\":{\"type\":\"string\"}}"
#define REF(name) "{\"$ref\":\"#/$defs/" name "\"}"
#define TAGGED(tag, more)                                                                          \
    "{\"type\":\"object\",\"required\":[\"k\"],\"properties\":{\"k\":{\"const\":\"" tag "\"}" more \
    "}}"

struct branch_row {
    const char *old, *new; /* what stands in "oneOf" */
    const char *expected;  /* the partner of each old one, "-" for none; then whether old and new
                              are disjoint */
};

static const struct branch_row branch_rows[] = {
    {REF("a") "," REF("b"), REF("b") "," REF("a"), "1 0; disjoint, disjoint"},
    {REF("a") "," REF("b"), REF("b") "," REF("c"), "- 0; disjoint, disjoint"},
    {TAGGED("x", "") "," TAGGED("y", ""), TAGGED("y", ",\"z\":true") "," TAGGED("x", ""),
     "1 0; disjoint, disjoint"},
    {"{\"minLength\":1},{\"minLength\":2}", "{\"minLength\":2},{\"minLength\":3}", "1 0; not, not"},
    {"{\"type\":\"string\"},{\"type\":\"integer\"}",
     "{\"type\":\"integer\",\"minimum\":1},{\"type\":\"string\",\"minLength\":1}",
     "1 0; disjoint, disjoint"},
    {"{\"type\":\"string\"}", "{\"type\":\"array\"},{\"type\":\"object\"}",
     "-; disjoint, disjoint"},
};

/* The branches that TEXT lists, compiled into V; what they are read from is in ARENA. */
static const struct schemes *compile_branches(struct validating *v, struct arena *arena,
                                              const char *text)
{
    str schema = arena_printf(arena, "{\"oneOf\":[%s]," DEFINITIONS "}", text);
    validating_open(v, schema, DIALECT_2020_12, FORMATS_ON, NULL);
    for (uint32_t i = 0; v->scheme && i < v->scheme->count; i++)
        if (v->scheme->rules[i].op == OP_ONE_OF)
            return v->scheme->rules[i].schemes;
    return NULL;
}

static void try_branches(void)
{
    for (size_t i = 0; i < sizeof branch_rows / sizeof *branch_rows; i++) {
        const struct branch_row *row = &branch_rows[i];
        struct validating old_v, new_v;
        struct arena texts = {0}, *arena = &texts;
        const struct schemes *old = compile_branches(&old_v, arena, row->old);
        const struct schemes *new = compile_branches(&new_v, arena, row->new);
        if (ok(old && new, "compiled: %s", row->old)) {
            uint32_t partners[8];
            struct buf out = buf_in(arena, PTRDIFF_MAX);
            branches_pair(arena, old, new, partners);
            for (uint32_t k = 0; k < old->count; k++)
                if (partners[k] == NO_BRANCH)
                    buf_printf(&out, "%s-", k ? " " : "");
                else
                    buf_printf(&out, "%s%u", k ? " " : "", partners[k]);
            buf_printf(&out, "; %s, %s", branches_are_disjoint(arena, old) ? "disjoint" : "not",
                       branches_are_disjoint(arena, new) ? "disjoint" : "not");
            is_str(buf_view(&out), row->expected, "%s -> %s", row->old, row->new);
        }
        validating_close(&old_v);
        validating_close(&new_v);
        arena_free(&texts);
    }
}

/* ---- the same text --------------------------------------------------------------------------- */

static const struct same_row {
    const char *old, *new;
    bool is_same;
} same_rows[] = {
    {"{\"type\":\"string\",\"minLength\":1}", "{\"minLength\": 1.0, \"type\": \"string\"}", true},
    {"{\"minLength\":1}", "{\"minLength\":2}", false},
    {"{\"$ref\":\"#/a\",\"a\":{\"type\":\"null\"}}", "{\"a\":{\"type\":\"null\"},\"$ref\":\"#/a\"}",
     true},
    {"{\"$ref\":\"#/a\",\"a\":{\"$ref\":\"#\"}}", "{\"$ref\":\"#/a\",\"a\":{\"$ref\":\"#\"}}",
     true},
    {"{\"$ref\":\"other.json\"}", "{\"$ref\":\"other.json\"}", false}, /* it is not known */
    {"{\"$id\":\"test:x\"}", "{\"$id\":\"test:x\"}", false},
    {"{\"$ref\":\"#/none\"}", "{\"$ref\":\"#/none\"}", false},
    {"{\"enum\":[{\"$comment\":\"#\"}]}", "{\"enum\":[{\"$comment\":\"#\"}]}", true},
};

static void try_same(void)
{
    for (size_t i = 0; i < sizeof same_rows / sizeof *same_rows; i++) {
        const struct same_row *row = &same_rows[i];
        struct drifting d = {0};
        bool both = drifting_read(&d, &d.old, "old", str_of(row->old), DIALECT_2020_12) &&
                    drifting_read(&d, &d.new, "new", str_of(row->new), DIALECT_2020_12);
        if (ok(both, "read: %s", row->old)) {
            struct document *old = d.old.side.document, *new = d.new.side.document;
            struct sameness sameness = {.arena = &d.arena, .old = old, .new = new};
            bool is_same = same_schemas(&sameness, old->root, new->root);
            ok(is_same == row->is_same, "%s %s %s", row->old, row->is_same ? "is" : "is not known",
               row->new);
            ok(same_schemas(&sameness, old->root, new->root) == is_same, "and when asked again");
        }
        drifting_close(&d);
    }
}

int main(void)
{
    try_constraints();
    try_listing();
    try_branches();
    try_same();
    return done_testing();
}
