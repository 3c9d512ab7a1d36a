#include "base/str.h"

#include <assert.h>
#include <string.h>

str str_of(const char *c_string)
{
    return c_string ? (str){c_string, (ptrdiff_t)strlen(c_string)} : (str){0};
}

bool str_equal(str a, str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, (size_t)a.len) == 0);
}

int str_compare(str a, str b)
{
    ptrdiff_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.data, b.data, (size_t)shorter) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool byte_is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char byte_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

bool str_starts(str s, str prefix)
{
    return s.len >= prefix.len && str_equal(str_first(s, prefix.len), prefix);
}

bool str_ends(str s, str suffix)
{
    return s.len >= suffix.len && str_equal(str_skip(s, s.len - suffix.len), suffix);
}

str str_skip(str s, ptrdiff_t count)
{
    assert(count >= 0 && count <= s.len);
    return count ? (str){s.data + count, s.len - count} : s;
}

str str_first(str s, ptrdiff_t count)
{
    assert(count >= 0 && count <= s.len);
    return (str){s.data, count};
}

ptrdiff_t str_find_byte(str s, char c)
{
    const char *found = s.len ? memchr(s.data, c, (size_t)s.len) : NULL;
    return found ? found - s.data : -1;
}

ptrdiff_t str_find(str s, str what)
{
    if (what.len == 0)
        return 0;
    for (ptrdiff_t at = 0; at + what.len <= s.len; at++) {
        ptrdiff_t hop = str_find_byte(str_skip(s, at), what.data[0]);
        if (hop < 0)
            return -1;
        at += hop;
        if (str_starts(str_skip(s, at), what))
            return at;
    }
    return -1;
}

ptrdiff_t str_find_last_byte(str s, char c)
{
    for (ptrdiff_t at = s.len - 1; at >= 0; at--)
        if (s.data[at] == c)
            return at;
    return -1;
}

bool str_cut(str s, char c, str *before, str *after)
{
    ptrdiff_t at = str_find_byte(s, c);
    *before = at < 0 ? s : str_first(s, at);
    *after = str_skip(s, at < 0 ? s.len : at + 1);
    return at >= 0;
}
