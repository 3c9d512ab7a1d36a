#include "schema/pointer.h"

#include "base/utf8.h"
#include "schema/uri.h"

bool pointer_is_valid(str text)
{
    bool is_valid = !text.len || text.data[0] == '/';
    for (ptrdiff_t at = 0, hop; is_valid && (hop = str_find_byte(str_skip(text, at), '~')) >= 0;) {
        at += hop + 1;
        is_valid = at < text.len && (text.data[at] == '0' || text.data[at] == '1');
    }
    return is_valid;
}

void pointer_add_token(struct buf *pointer, str token)
{
    buf_add_byte(pointer, '/');
    ptrdiff_t done = 0, room = pointer->ceiling - pointer->len;
    if (token.len > room) /* what is beyond that need not be looked through */
        token = str_first(token, room + 1);
    for (ptrdiff_t i = 0; i < token.len; i++) {
        char c = token.data[i];
        if (c != '~' && c != '/')
            continue;
        buf_add(pointer, str_first(str_skip(token, done), i - done));
        buf_add(pointer, c == '~' ? S("~0") : S("~1"));
        done = i + 1;
    }
    buf_add(pointer, str_skip(token, done));
}

void pointer_add_index(struct buf *pointer, ptrdiff_t index)
{
    buf_add_byte(pointer, '/');
    buf_add_number(pointer, index);
}

bool pointer_is_below(str pointer, str above)
{
    return str_starts(pointer, above) &&
           (pointer.len == above.len || pointer.data[above.len] == '/');
}

str pointer_without_index(str pointer)
{
    ptrdiff_t len = pointer.len;
    while (len && pointer.data[len - 1] >= '0' && pointer.data[len - 1] <= '9')
        len--;
    bool is_index = len && len < pointer.len && pointer.data[len - 1] == '/';
    return is_index ? str_first(pointer, len - 1) : pointer;
}

bool pointer_token_decode(struct arena *arena, str token, str *ret_name)
{
    *ret_name = token;
    if (str_find_byte(token, '~') < 0)
        return true;

    char *name = arena_new(arena, char, token.len);
    ptrdiff_t len = 0;
    for (str rest = token; rest.len; rest = str_skip(rest, 1)) {
        name[len] = rest.data[0];
        if (str_starts(rest, S("~1")))
            name[len] = '/';
        else if (rest.data[0] == '~' && !str_starts(rest, S("~0")))
            return false;
        if (rest.data[0] == '~')
            rest = str_skip(rest, 1);
        len++;
    }
    *ret_name = (str){name, len};
    return true;
}

ptrdiff_t pointer_token_index(str token)
{
    if (token.len < 1 || token.len > 10 || (token.len > 1 && token.data[0] == '0'))
        return -1;
    int64_t index = 0;
    for (ptrdiff_t i = 0; i < token.len; i++) {
        char c = token.data[i];
        if (c < '0' || c > '9')
            return -1;
        index = index * 10 + (c - '0');
    }
    return index < UINT32_MAX ? (ptrdiff_t)index : -1;
}

bool pointer_from_fragment(struct arena *arena, str fragment, str *ret_pointer)
{
    return uri_decode(arena, fragment, ret_pointer) && utf8_find_bad(*ret_pointer) < 0;
}

void pointer_add_fragment(struct buf *out, str pointer)
{
    uri_add_fragment(out, pointer);
}

/* The value that the name or index TOKEN leads to from NODE, or NULL. */
static const struct node *step(const struct node *node, str token, str name)
{
    if (node->kind == NODE_OBJECT)
        return node_get(node, name);
    if (node->kind != NODE_ARRAY)
        return NULL;
    ptrdiff_t index = pointer_token_index(token);
    return index >= 0 && index < node->count ? node_item(node, (uint32_t)index) : NULL;
}

struct pointer_target pointer_resolve(struct arena *arena, const struct node *root, str pointer)
{
    struct pointer_target target = {.last = root};
    while (target.resolved < pointer.len) {
        str rest = str_skip(pointer, target.resolved), token, behind, name;
        target.malformed = rest.data[0] != '/';
        if (target.malformed)
            return target;
        str_cut(str_skip(rest, 1), '/', &token, &behind);
        target.malformed = !pointer_token_decode(arena, token, &name);
        const struct node *next = target.malformed ? NULL : step(target.last, token, name);
        if (!next)
            return target;
        target.last = next;
        target.resolved += 1 + token.len;
    }
    target.node = target.last;
    return target;
}
