#include "disclosure/manifest.h"

#include "base/digest.h"
#include "base/show.h"
#include "source/write.h"

#include <string.h>

enum member_kind { MEMBER_INTEGER, MEMBER_NAME, MEMBER_DIGEST, MEMBER_URI, MEMBER_TEXT };

struct member {
    str name;
    enum member_kind kind;
    size_t offset;       /* in a fragment */
    int64_t least, most; /* of integers */
};

#define MEMBER(name, kind, ...)                                                                    \
    {                                                                                              \
        STR_INIT(#name), kind, offsetof(struct fragment, manifest.name), __VA_ARGS__               \
    }

/* In the order in which they are written. Where an index may lie is another class of refusals. */
static const struct member members[] = {
    MEMBER(version, MEMBER_INTEGER, MANIFEST_VERSION, MANIFEST_VERSION),
    MEMBER(operation, MEMBER_NAME, 0, 0),
    MEMBER(alias, MEMBER_NAME, 0, 0),
    MEMBER(source_sha256, MEMBER_DIGEST, 0, 0),
    MEMBER(schema_sha256, MEMBER_DIGEST, 0, 0),
    MEMBER(schema_bytes, MEMBER_INTEGER, 1, DOCUMENT_MAX),
    MEMBER(input_schema_sha256, MEMBER_DIGEST, 0, 0),
    MEMBER(output_schema_sha256, MEMBER_DIGEST, 0, 0),
    MEMBER(fragment_count, MEMBER_INTEGER, 1, FRAGMENT_COUNT_MAX),
    MEMBER(manifest_uri, MEMBER_URI, MANIFEST_URI, 0),
    MEMBER(fragment_uri_template, MEMBER_URI, MANIFEST_FRAGMENT_TEMPLATE, 0),
    {STR_INIT("index"), MEMBER_INTEGER, offsetof(struct fragment, index), INT64_MIN, INT64_MAX},
    {STR_INIT("fragment_sha256"), MEMBER_DIGEST, offsetof(struct fragment, fragment_sha256), 0, 0},
    {STR_INIT("text"), MEMBER_TEXT, offsetof(struct fragment, text), 0, 0},
};

enum { FRAGMENT_MEMBERS = sizeof members / sizeof *members, MANIFEST_MEMBERS = 11 };

static str *text_of(struct fragment *fragment, const struct member *member)
{
    return (str *)(void *)((char *)fragment + member->offset);
}

static int64_t *integer_of(struct fragment *fragment, const struct member *member)
{
    return (int64_t *)(void *)((char *)fragment + member->offset);
}

/* ---- URIs ------------------------------------------------------------------------------------ */

static void add_encoded(struct buf *out, str text)
{
    static const char digits[] = "0123456789ABCDEF";
    for (ptrdiff_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (byte_is_alphanumeric((char)c) || (c && strchr("-._~", c))) {
            buf_add_byte(out, (char)c);
            continue;
        }
        const char encoded[] = {'%', digits[c >> 4], digits[c & 15]};
        buf_add(out, (str){encoded, sizeof encoded});
    }
}

void manifest_add_uri(struct buf *out, enum manifest_uri which, str prefix, str operation,
                      str alias)
{
    buf_add(out, prefix);
    add_encoded(out, operation);
    buf_add_byte(out, '/');
    add_encoded(out, alias);
    buf_add(out, which == MANIFEST_URI ? S("/manifest") : S("/fragments/{index}"));
}

/* ---- reading --------------------------------------------------------------------------------- */

/* What is read, and where it goes. */
struct reading {
    struct arena *arena;
    const struct node *node;
    const char *what;  /* "manifest" or "fragment" */
    ptrdiff_t members; /* how many of the table it has */
    str prefix;
    struct fragment *to;
    struct manifest_flaw *flaw;
};

__attribute__((format(printf, 4, 5))) static bool
refuse(struct reading *r, const struct node *where, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *r->flaw = (struct manifest_flaw){
        .where = where, .message = arena_vprintf(r->arena, format, args).data, .hint = hint};
    va_end(args);
    return false;
}

/* The integer that LEXEME, a JSON number, is; the nearest there is beyond 64 bits. False: none. */
static bool integer_value(str lexeme, int64_t *ret_value)
{
    bool is_negative = str_starts(lexeme, S("-"));
    uint64_t most = is_negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX, value = 0;
    for (ptrdiff_t i = is_negative; i < lexeme.len; i++) {
        if (lexeme.data[i] < '0' || lexeme.data[i] > '9')
            return false;
        unsigned digit = (unsigned)(lexeme.data[i] - '0');
        value = value > (most - digit) / 10 ? most : value * 10 + digit;
    }
    *ret_value = is_negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

static bool read_integer(struct reading *r, const struct member *member, const struct node *value)
{
    const char *name = member->name.data, *hint = "write it in digits: no text, no fraction";
    int64_t *to = integer_of(r->to, member);
    if (value->kind != NODE_NUMBER)
        return refuse(r, value, hint, "\"%s\" has to be an integer, not %s", name,
                      node_kind_words(value->kind));
    if (!integer_value(node_text(value), to))
        return refuse(r, value, hint, "\"%s\" has to be an integer, not %s", name,
                      show(r->arena, node_text(value)));
    if (*to >= member->least && *to <= member->most)
        return true;
    if (member->least == member->most)
        return refuse(r, value, "this version of schemac knows no other",
                      "\"%s\" has to be %lld, not %s", name, (long long)member->least,
                      show(r->arena, node_text(value)));
    return refuse(r, value, NULL, "\"%s\" has to be from %lld to %lld, not %s", name,
                  (long long)member->least, (long long)member->most,
                  show(r->arena, node_text(value)));
}

static bool read_text(struct reading *r, const struct member *member, const struct node *value)
{
    const char *name = member->name.data;
    if (value->kind != NODE_STRING)
        return refuse(r, value, NULL, "\"%s\" has to be a string, not %s", name,
                      node_kind_words(value->kind));
    str text = node_text(value);
    *text_of(r->to, member) = text;
    if (member->kind == MEMBER_NAME && !text.len)
        return refuse(r, value, NULL, "\"%s\" is empty", name);
    if (member->kind == MEMBER_DIGEST && !digest_is_hex(text))
        return refuse(r, value, "SHA-256 digests are written in lower case",
                      "\"%s\" has to be 64 hexadecimal digits", name);
    return true;
}

/* True when the object has a member that only fragments have. */
static bool has_of_fragment(const struct reading *r)
{
    for (ptrdiff_t i = MANIFEST_MEMBERS; i < FRAGMENT_MEMBERS; i++)
        if (node_get(r->node, members[i].name))
            return true;
    return false;
}

static bool read_member(struct reading *r, const struct member *member)
{
    const struct node *value = node_get(r->node, member->name);
    if (!value)
        return refuse(r, r->node,
                      member < members + MANIFEST_MEMBERS || has_of_fragment(r)
                          ? NULL
                          : "this is a manifest, such as --select names",
                      "the %s has no \"%s\"", r->what, member->name.data);
    return member->kind == MEMBER_INTEGER ? read_integer(r, member, value)
                                          : read_text(r, member, value);
}

/* False, and refused, when the object has a member that is none, or one twice. */
static bool knows_members(struct reading *r)
{
    const struct node *object = r->node;
    for (uint32_t i = 0; i < object->count; i++) {
        const struct node *key = node_key(object, i);
        str name = node_text(key);
        ptrdiff_t known = 0;
        while (known < r->members && !str_equal(members[known].name, name))
            known++;
        if (known == r->members)
            return refuse(r, key,
                          has_of_fragment(r) && r->members == MANIFEST_MEMBERS
                              ? "this is a fragment: name the manifest that it repeats"
                              : "the format is closed: take it out",
                          "a %s has no member \"%s\"", r->what, show(r->arena, name));
        if (node_find(object, name) != (ptrdiff_t)i)
            return refuse(r, key, NULL, "\"%s\" stands twice", show(r->arena, name));
    }
    return true;
}

/* False, and refused, when a URI is not what the names give. */
static bool check_uris(struct reading *r)
{
    struct buf derived = buf_in(r->arena, PTRDIFF_MAX);
    const struct manifest *manifest = &r->to->manifest;
    for (ptrdiff_t i = 0; i < MANIFEST_MEMBERS; i++) {
        if (members[i].kind != MEMBER_URI)
            continue;
        derived.len = 0;
        manifest_add_uri(&derived, (enum manifest_uri)members[i].least, r->prefix,
                         manifest->operation, manifest->alias);
        if (str_equal(buf_view(&derived), *text_of(r->to, &members[i])))
            continue;
        const char *hint =
            arena_printf(r->arena,
                         "operation and alias give %s; --uri-prefix says what URIs begin "
                         "with",
                         show(r->arena, buf_view(&derived)))
                .data;
        return refuse(r, node_get(r->node, members[i].name), hint,
                      "\"%s\" is not the URI that follows from the other members",
                      members[i].name.data);
    }
    return true;
}

static bool read_object(struct reading *r)
{
    if (r->node->kind != NODE_OBJECT)
        return refuse(r, r->node, NULL, "a %s has to be an object, not %s", r->what,
                      node_kind_words(r->node->kind));
    if (!knows_members(r))
        return false;
    for (ptrdiff_t i = 0; i < r->members; i++)
        if (!read_member(r, &members[i]))
            return false;
    return check_uris(r);
}

bool fragment_read(struct arena *arena, const struct node *node, str prefix,
                   struct fragment *ret_fragment, struct manifest_flaw *ret_flaw)
{
    struct reading reading = {arena,  node,         "fragment", FRAGMENT_MEMBERS,
                              prefix, ret_fragment, ret_flaw};
    *ret_fragment = (struct fragment){0};
    return read_object(&reading);
}

bool manifest_read(struct arena *arena, const struct node *node, str prefix,
                   struct manifest *ret_manifest, struct manifest_flaw *ret_flaw)
{
    struct fragment read = {0};
    struct reading reading = {arena, node, "manifest", MANIFEST_MEMBERS, prefix, &read, ret_flaw};
    bool ok = read_object(&reading);
    *ret_manifest = read.manifest;
    return ok;
}

const char *manifest_difference(const struct manifest *a, const struct manifest *b)
{
    struct fragment one = {.manifest = *a}, other = {.manifest = *b};
    for (ptrdiff_t i = 0; i < MANIFEST_MEMBERS; i++) {
        const struct member *member = &members[i];
        bool is_same = member->kind == MEMBER_INTEGER
                           ? *integer_of(&one, member) == *integer_of(&other, member)
                           : str_equal(*text_of(&one, member), *text_of(&other, member));
        if (!is_same)
            return member->name.data;
    }
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Adds the first COUNT members of FRAGMENT, each behind what INDENTED says. */
static void write_members(struct buf *out, struct fragment fragment, ptrdiff_t count,
                          bool is_indented)
{
    buf_add_byte(out, '{');
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct member *member = &members[i];
        if (i)
            buf_add_byte(out, ',');
        if (is_indented)
            buf_add(out, S("\n  "));
        write_string(out, member->name, WRITE_PYTHON);
        buf_add(out, is_indented ? S(": ") : S(":"));
        if (member->kind == MEMBER_INTEGER)
            buf_printf(out, "%lld", (long long)*integer_of(&fragment, member));
        else
            write_string(out, *text_of(&fragment, member), WRITE_PYTHON);
    }
    buf_add(out, is_indented ? S("\n}\n") : S("}"));
}

void manifest_write(struct buf *out, const struct manifest *manifest)
{
    write_members(out, (struct fragment){.manifest = *manifest}, MANIFEST_MEMBERS, true);
}

void fragment_write(struct buf *out, const struct fragment *fragment)
{
    write_members(out, *fragment, FRAGMENT_MEMBERS, false);
}

/* The bytes of S as a JSON string with its quotes. */
static ptrdiff_t string_length(str s)
{
    ptrdiff_t len = s.len + 2;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.data[i];
        if (c == '"' || c == '\\' || (c < ' ' && c && strchr("\b\f\n\r\t", c)))
            len++;
        else if (c < ' ')
            len += 5;
    }
    return len;
}

static ptrdiff_t integer_length(int64_t value)
{
    ptrdiff_t len = value < 0 ? 2 : 1;
    for (; value > 9 || value < -9; value /= 10)
        len++;
    return len;
}

ptrdiff_t fragment_envelope(const struct fragment *fragment)
{
    struct fragment copy = *fragment;
    ptrdiff_t len = 1; /* what separates the members, and the braces */
    for (ptrdiff_t i = 0; i < FRAGMENT_MEMBERS; i++) {
        const struct member *member = &members[i];
        len += 1 + member->name.len + 3;
        len += member->kind == MEMBER_INTEGER ? integer_length(*integer_of(&copy, member))
                                              : string_length(*text_of(&copy, member));
    }
    return len;
}

int64_t fragment_index(str text, int64_t count)
{
    int64_t index;
    bool has_zero = text.len > 1 && text.data[0] == '0';
    if (!text.len || text.data[0] == '-' || has_zero || !integer_value(text, &index))
        return -1;
    return index < count ? index : -1;
}
