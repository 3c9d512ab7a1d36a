#include "build/likeness_envelope.h"

#include "base/buf.h"
#include "schema/uri.h"

/* The string MEMBER of SCHEMA as a C string; NULL when it is none that a key can say. */
static const char *text_member(struct arena *arena, const struct node *schema, str member)
{
    const struct node *value = node_get(schema, member);
    if (!node_is(value, NODE_STRING) || str_find_byte(node_text(value), '\0') >= 0)
        return NULL;
    return arena_copy(arena, node_text(value)).data;
}

enum dialect envelope_dialect(const struct node *schema)
{
    const struct node *said = node_get(schema, S("$schema"));
    enum dialect dialect =
        node_is(said, NODE_STRING) ? dialect_of_uri(node_text(said)) : DIALECT_COUNT;
    if (dialect != DIALECT_COUNT && !dialect_info(dialect)->openapi)
        return dialect;
    if (node_get(schema, S("id")) && !node_get(schema, S("$id")))
        return DIALECT_DRAFT_04;
    return node_get(schema, S("definitions")) ? DIALECT_DRAFT_07 : DIALECT_2020_12;
}

/*
 * True when the LEN bytes at AT of ID stand by themselves: "1.0" in "/v1.0/" but not in "/21.0" or
 * "/1.0.1".
 */
static bool stands_alone(str id, ptrdiff_t at, ptrdiff_t len)
{
    str before = str_first(id, at), after = str_skip(id, at + len);
    if (before.len && (before.data[before.len - 1] | 0x20) == 'v')
        before.len--;
    bool went_on = before.len && (byte_is_alphanumeric(before.data[before.len - 1]) ||
                                  before.data[before.len - 1] == '.');
    bool goes_on =
        after.len &&
        (byte_is_alphanumeric(after.data[0]) ||
         (after.len > 1 && after.data[0] == '.' && after.data[1] >= '0' && after.data[1] <= '9'));
    return !went_on && !goes_on;
}

/* ID with {info.version} wherever the version of the document stands in it. */
static const char *with_version(const struct openapi *openapi, struct arena *arena, str id)
{
    const struct node *info = node_get(openapi->document->root, S("info"));
    const struct node *version = node_get(info, S("version"));
    if (!node_is(version, NODE_STRING) || version->count == 0)
        return arena_copy(arena, id).data;
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (ptrdiff_t at = 0; at < id.len;) {
        bool is_version = str_starts(str_skip(id, at), node_text(version)) &&
                          stands_alone(id, at, version->count);
        if (is_version)
            buf_add(&out, S("{info.version}"));
        else
            buf_add_byte(&out, id.data[at]);
        at += is_version ? version->count : 1;
    }
    return arena_copy(arena, buf_view(&out)).data;
}

void envelope_take(const struct openapi *openapi, const struct node *schema, struct arena *arena,
                   struct artifact_keys *keys)
{
    enum dialect dialect = envelope_dialect(schema);
    const char *id = text_member(arena, schema, dialect == DIALECT_DRAFT_04 ? S("id") : S("$id"));
    if (dialect != DIALECT_2020_12)
        keys->dialect = dialect_info(dialect)->name.data;
    if (id && *id && uri_is_reference(str_of(id)) && uri_split(str_of(id)).fragment.len == 0)
        keys->id = with_version(openapi, arena, str_of(id));
    keys->title = text_member(arena, schema, S("title"));
    keys->comment = text_member(arena, schema, S("$comment"));
}

void envelope_leave_to_root(struct artifact_keys *keys, const struct node *schema)
{
    const struct node *title = node_get(schema, S("title")),
                      *comment = node_get(schema, S("$comment"));
    if (keys->title && node_is(title, NODE_STRING) &&
        str_equal(node_text(title), str_of(keys->title)))
        keys->title = NULL;
    if (keys->comment && node_is(comment, NODE_STRING) &&
        str_equal(node_text(comment), str_of(keys->comment)))
        keys->comment = NULL;
}
