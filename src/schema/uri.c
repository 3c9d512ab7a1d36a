#include "schema/uri.h"

#include <ctype.h>
#include <string.h>

static bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* True when C is one of the characters in SET. */
static bool is_among(char c, const char *set)
{
    return c && strchr(set, c);
}

/* Section 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) */
static bool is_scheme(str s)
{
    if (!s.len || !is_alpha(s.data[0]))
        return false;
    for (ptrdiff_t i = 1; i < s.len; i++)
        if (!is_alpha(s.data[i]) && !is_digit(s.data[i]) && !is_among(s.data[i], "+-."))
            return false;
    return true;
}

/* The length of S before its scheme's colon, or -1 when it has no scheme. */
static ptrdiff_t scheme_length(str s)
{
    ptrdiff_t colon = str_find_byte(s, ':');
    return colon >= 0 && is_scheme(str_first(s, colon)) ? colon : -1;
}

struct uri uri_split(str reference)
{
    struct uri uri = {0};
    str rest;
    uri.has_fragment = str_cut(reference, '#', &rest, &uri.fragment);
    uri.has_query = str_cut(rest, '?', &rest, &uri.query);

    ptrdiff_t colon = scheme_length(rest);
    uri.has_scheme = colon >= 0;
    if (uri.has_scheme) {
        uri.scheme = str_first(rest, colon);
        rest = str_skip(rest, colon + 1);
    }
    uri.has_authority = str_starts(rest, S("//"));
    if (uri.has_authority) {
        rest = str_skip(rest, 2);
        ptrdiff_t slash = str_find_byte(rest, '/');
        uri.authority = slash < 0 ? rest : str_first(rest, slash);
        rest = str_skip(rest, uri.authority.len);
    }
    uri.path = rest;
    return uri;
}

void uri_add(struct buf *out, const struct uri *uri)
{
    if (uri->has_scheme) {
        buf_add(out, uri->scheme);
        buf_add_byte(out, ':');
    }
    if (uri->has_authority) {
        buf_add(out, S("//"));
        buf_add(out, uri->authority);
    } else if (str_starts(uri->path, S("//"))) {
        buf_add(out, S("/.")); /* or the path would be read as an authority (section 3.3) */
    }
    buf_add(out, uri->path);
    if (uri->has_query) {
        buf_add_byte(out, '?');
        buf_add(out, uri->query);
    }
    if (uri->has_fragment) {
        buf_add_byte(out, '#');
        buf_add(out, uri->fragment);
    }
}

bool uri_is_absolute(str reference)
{
    return uri_split(reference).has_scheme;
}

str uri_without_fragment(str reference)
{
    str before, fragment;
    str_cut(reference, '#', &before, &fragment);
    return before;
}

/* The length of OUT without its last segment and the "/" before it. */
static ptrdiff_t without_last_segment(str out)
{
    ptrdiff_t slash = str_find_last_byte(out, '/');
    return slash < 0 ? 0 : slash;
}

/* Section 5.2.4. The letters are those of its steps; IN is its input buffer, OUT its output. */
str uri_remove_dot_segments(struct arena *arena, str path)
{
    if (!path.len)
        return path;
    char *out = arena_new(arena, char, path.len);
    ptrdiff_t len = 0;
    str in = path;
    while (in.len) {
        if (str_starts(in, S("../"))) { /* A */
            in = str_skip(in, 3);
        } else if (str_starts(in, S("./")) || str_starts(in, S("/./"))) { /* A, B */
            in = str_skip(in, 2);
        } else if (str_equal(in, S("/."))) {
            in = S("/");
        } else if (str_starts(in, S("/../"))) { /* C */
            in = str_skip(in, 3);
            len = without_last_segment((str){out, len});
        } else if (str_equal(in, S("/.."))) {
            in = S("/");
            len = without_last_segment((str){out, len});
        } else if (str_equal(in, S(".")) || str_equal(in, S(".."))) { /* D */
            in = (str){0};
        } else { /* E */
            ptrdiff_t end = str_find_byte(str_skip(in, 1), '/');
            str segment = end < 0 ? in : str_first(in, end + 1);
            memcpy(out + len, segment.data, (size_t)segment.len);
            len += segment.len;
            in = str_skip(in, segment.len);
        }
    }
    return (str){out, len};
}

/* Section 5.2.3: PATH in the place of the last segment of the base's path. */
static str merge_paths(struct arena *arena, const struct uri *base, str path)
{
    str kept = str_first(base->path, str_find_last_byte(base->path, '/') + 1);
    if (base->has_authority && !base->path.len)
        kept = S("/");
    struct buf merged = buf_in(arena, kept.len + path.len);
    buf_add(&merged, kept);
    buf_add(&merged, path);
    return buf_view(&merged);
}

/* Section 5.2.2: the parts that R lacks come from the base; its path may be relative to it. */
static void inherit(struct arena *arena, const struct uri *base, struct uri *r)
{
    bool has_own_root = r->has_scheme || r->has_authority;
    if (!r->has_scheme) {
        r->has_scheme = base->has_scheme;
        r->scheme = base->scheme;
    }
    if (has_own_root) {
        r->path = uri_remove_dot_segments(arena, r->path);
        return;
    }
    r->has_authority = base->has_authority;
    r->authority = base->authority;
    if (!r->path.len) {
        r->path = base->path;
        if (!r->has_query) {
            r->has_query = base->has_query;
            r->query = base->query;
        }
        return;
    }
    str path = str_starts(r->path, S("/")) ? r->path : merge_paths(arena, base, r->path);
    r->path = uri_remove_dot_segments(arena, path);
}

str uri_resolve(struct arena *arena, str base, str reference)
{
    struct uri from = uri_split(base), target = uri_split(reference);
    inherit(arena, &from, &target);
    struct buf out = buf_in(arena, base.len + reference.len + (ptrdiff_t)sizeof "://?#/./");
    uri_add(&out, &target);
    return buf_view(&out);
}

/* The value of a hexadecimal digit, or -1. */
static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool uri_decode(struct arena *arena, str text, str *ret_bytes)
{
    *ret_bytes = text;
    if (str_find_byte(text, '%') < 0)
        return true;

    char *bytes = arena_new(arena, char, text.len);
    ptrdiff_t len = 0;
    bool valid = true;
    for (ptrdiff_t i = 0; i < text.len && valid; i++) {
        char c = text.data[i];
        if (c == '%') {
            int high = i + 2 < text.len ? hex_value(text.data[i + 1]) : -1;
            int low = i + 2 < text.len ? hex_value(text.data[i + 2]) : -1;
            valid = high >= 0 && low >= 0;
            c = (char)(unsigned char)(valid ? high * 16 + low : 0);
            i += 2;
        }
        if (valid)
            bytes[len++] = c;
    }
    *ret_bytes = (str){bytes, len};
    return valid;
}

/* Section 3.5: fragment = *( pchar / "/" / "?" ), of which "%" has to be encoded itself. */
static bool is_fragment_character(char c)
{
    return is_alpha(c) || is_digit(c) || is_among(c, "-._~!$&'()*+,;=:@/?");
}

void uri_add_fragment(struct buf *out, str bytes)
{
    for (ptrdiff_t i = 0; i < bytes.len; i++) {
        char c = bytes.data[i];
        if (is_fragment_character(c))
            buf_add_byte(out, c);
        else
            buf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
    }
}

bool uri_is_reference(str reference)
{
    for (ptrdiff_t i = 0; i < reference.len; i++) {
        char c = reference.data[i];
        if (c <= ' ' || c > '~' || memchr("\"<>\\^`{|}", c, 9))
            return false;
    }
    struct uri uri = uri_split(reference);
    if (str_find_byte(uri.fragment, '#') >= 0)
        return false;
    for (ptrdiff_t at = 0, hop; (hop = str_find_byte(str_skip(reference, at), '%')) >= 0;) {
        at += hop + 1;
        str digits = str_skip(reference, at);
        if (digits.len < 2 || !isxdigit((unsigned char)digits.data[0]) ||
            !isxdigit((unsigned char)digits.data[1]))
            return false;
    }
    return true;
}
