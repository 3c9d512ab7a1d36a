/*
 * What is left of a schema that annotates nothing, and what the digests of both tell apart.
 */
#include "schema/canonical.h"

#include "reading.h"
#include "tap.h"

#include <string.h>

#define D07 "\"$schema\":\"http://json-schema.org/draft-07/schema#\","

static const struct {
    const char *name, *text, *form;
} cases[] = {
    {"annotations go",
     "{\"title\":\"t\",\"description\":\"d\",\"type\":\"string\",\"default\":1,\"examples\":[1]}",
     "{\"type\":\"string\"}"},
    {"members are sorted", "{\"type\":\"string\",\"maxLength\":2}",
     "{\"maxLength\":2,\"type\":\"string\"}"},
    {"format stays", "{\"format\":\"date\",\"deprecated\":true}", "{\"format\":\"date\"}"},
    {"references and identifiers stay",
     "{\"$id\":\"https://a.example/b\",\"$ref\":\"#/$defs/a\",\"$anchor\":\"c\",\"$comment\":\"d\"}",
     "{\"$anchor\":\"c\",\"$id\":\"https://a.example/b\",\"$ref\":\"#/$defs/a\"}"},
    {"what is not known goes", "{\"x-a\":{\"type\":\"string\"},\"typ\":\"string\"}", "{}"},
    {"below applicators too",
     "{\"properties\":{\"title\":{\"title\":\"t\"}},\"allOf\":[{\"title\":\"t\"},true],"
     "\"not\":{\"title\":\"t\",\"const\":{\"title\":\"t\"}},\"$defs\":{\"a\":{\"title\":\"t\"}}}",
     "{\"$defs\":{\"a\":{}},\"allOf\":[{},true],\"not\":{\"const\":{\"title\":\"t\"}},"
     "\"properties\":{\"title\":{}}}"},
    {"lists of names are data", "{" D07 "\"dependencies\":{\"a\":[\"b\"],\"c\":{\"title\":\"t\"}}}",
     "{" D07 "\"dependencies\":{\"a\":[\"b\"],\"c\":{}}}"},
    {"each dialect has its own keywords",
     "{" D07 "\"prefixItems\":[],\"items\":[{\"title\":\"t\"}]}", "{" D07 "\"items\":[{}]}"},
    {"a schema may be of another dialect",
     "{\"$defs\":{\"a\":{" D07 "\"contentEncoding\":\"x\"}},\"contentEncoding\":\"x\"}",
     "{\"$defs\":{\"a\":{" D07 "\"contentEncoding\":\"x\"}}}"},
    {"what is no schema stays", "true", "true"},
    {"a misshapen member stays", "{\"properties\":3,\"allOf\":{\"title\":\"t\"}}",
     "{\"allOf\":{},\"properties\":3}"},
};

static void test_forms(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading r;
        struct buf out;
        const struct node *bad;
        const struct node *schema =
            reading_open(&r, "a.json", str_of(cases[i].text), (struct read_policy){0});
        out = buf_in(&r.arena, PTRDIFF_MAX);
        if (ok(schema, "%s: it is read", cases[i].name)) {
            node_write(&out, canonical_constraints(&r.arena, schema, DIALECT_2020_12),
                       (struct write_options){.style = WRITE_CANONICAL}, &bad);
            is_str(buf_view(&out), cases[i].form, "%s", cases[i].name);
        }
        reading_close(&r);
    }
}

static struct canonical_digests digests_of(const char *text)
{
    struct reading r;
    const struct node *schema = reading_open(&r, "a.json", str_of(text), (struct read_policy){0});
    struct canonical_digests digests = canonical_digests(schema, DIALECT_2020_12);
    reading_close(&r);
    return digests;
}

static bool is_same(const struct digest *a, const struct digest *b)
{
    return strcmp(a->hex, b->hex) == 0;
}

static void test_digests(void)
{
    struct canonical_digests a = digests_of("{\"title\": \"t\", \"type\": \"null\"}"),
                             form = digests_of("{\"type\":\"null\",\"title\":\"\\u0074\"}"),
                             title = digests_of("{\"title\": \"u\", \"type\": \"null\"}"),
                             type = digests_of("{\"title\": \"t\", \"type\": \"string\"}");
    ok(is_same(&a.content, &form.content), "order, blanks and escapes make no other content");
    ok(is_same(&a.constraints, &form.constraints), "nor other constraints");
    ok(!is_same(&a.content, &title.content), "another title is other content");
    ok(is_same(&a.constraints, &title.constraints), "and the same constraints");
    ok(!is_same(&a.constraints, &type.constraints), "another type is another constraint");
    is_str(str_of(digests_of("{}").content.hex),
           "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
           "the digest is that of the bytes");
}

int main(void)
{
    test_forms();
    test_digests();
    return done_testing();
}
