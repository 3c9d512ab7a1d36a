#include "build/release_name.h"

#include "base/buf.h"
#include "base/file.h"
#include "validate/format.h"

#include <stdint.h>

#define VERSION S("{version}")
#define FILE_NAME S("{file}")

const char *const release_versionings[] = {"date", "semver", NULL};

const char *release_version_form(enum versioning versioning)
{
    return versioning == VERSIONING_SEMVER ? "X.Y.Z" : "YYYY-MM-DD";
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The bytes of the number without zeros in front that TEXT begins with; 0 when there is none. */
static ptrdiff_t number_len(str text)
{
    ptrdiff_t len = 0;
    while (len < text.len && is_digit(text.data[len]))
        len++;
    return len > 1 && text.data[0] == '0' ? 0 : len;
}

/* The bytes of the version X.Y.Z that TEXT begins with; 0 when there is none. */
static ptrdiff_t semver_len(str text)
{
    ptrdiff_t at = 0;
    for (int part = 0; part < 3; part++) {
        if (part && (at == text.len || text.data[at++] != '.'))
            return 0;
        ptrdiff_t len = number_len(str_skip(text, at));
        if (!len)
            return 0;
        at += len;
    }
    return at;
}

/* The bytes of the date that TEXT begins with; 0 when there is none. */
static ptrdiff_t date_len(str text)
{
    enum { DATE_LEN = 10 };
    return text.len >= DATE_LEN && format_is_date(str_first(text, DATE_LEN)) ? DATE_LEN : 0;
}

static ptrdiff_t version_len(enum versioning versioning, str text)
{
    return versioning == VERSIONING_SEMVER ? semver_len(text) : date_len(text);
}

bool release_is_version(enum versioning versioning, str version)
{
    return version.len && version_len(versioning, version) == version.len;
}

enum versioning release_versioning(str version)
{
    return release_is_version(VERSIONING_DATE, version)     ? VERSIONING_DATE
           : release_is_version(VERSIONING_SEMVER, version) ? VERSIONING_SEMVER
                                                            : VERSIONING_COUNT;
}

/* The number PART of VERSION as its digits; empty when there is none. */
static str digits_of(str version, int part)
{
    str digits = version, rest = version;
    while (part-- >= 0)
        str_cut(rest, '.', &digits, &rest);
    return digits;
}

ptrdiff_t release_version_part(str version, int part)
{
    str digits = digits_of(version, part);
    ptrdiff_t number = 0;
    for (ptrdiff_t i = 0; i < digits.len; i++) {
        if (number > PTRDIFF_MAX / 10 - 1)
            return PTRDIFF_MAX;
        number = number * 10 + (digits.data[i] - '0');
    }
    return number;
}

int release_version_compare(str a, str b)
{
    enum versioning one = release_versioning(a), other = release_versioning(b);
    if (one != other)
        return one < other ? -1 : 1;
    for (int part = 0; one == VERSIONING_SEMVER && part < 3; part++) {
        str x = digits_of(a, part), y = digits_of(b, part);
        if (x.len != y.len)
            return x.len < y.len ? -1 : 1;
        int order = str_compare(x, y);
        if (order)
            return order;
    }
    return one == VERSIONING_SEMVER ? 0 : str_compare(a, b);
}

const char *release_name_problem(str name, bool takes_file)
{
    while (name.len) {
        if (str_starts(name, VERSION))
            name = str_skip(name, VERSION.len);
        else if (takes_file && str_starts(name, FILE_NAME))
            name = str_skip(name, FILE_NAME.len);
        else if (name.data[0] == '{' || name.data[0] == '}')
            return takes_file ? "has no placeholders but {version} and {file}"
                              : "has no placeholder but {version}";
        else
            name = str_skip(name, 1);
    }
    return NULL;
}

str release_name_fill(struct arena *arena, str name, str version, str file)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    while (name.len) {
        bool is_version = str_starts(name, VERSION), is_file = str_starts(name, FILE_NAME);
        if (is_version || is_file)
            buf_add(&out, is_version ? version : file);
        else
            buf_add_byte(&out, name.data[0]);
        name = str_skip(name, is_version ? VERSION.len : is_file ? FILE_NAME.len : 1);
    }
    return arena_copy(arena, buf_view(&out));
}

/* TEXT up to where the rest of NAME, which begins behind a placeholder, may begin. */
static str placeholder_value(str name, str text)
{
    ptrdiff_t end = str_find_byte(name, '{');
    str next = end < 0 ? name : str_first(name, end);
    ptrdiff_t len = next.len ? str_find(text, next) : text.len;
    if (end < 0 && next.len) /* what stands at the end, stands there */
        len = str_ends(text, next) ? text.len - next.len : -1;
    return str_first(text, len < 0 ? 0 : len);
}

bool release_name_match(str name, str text, struct release_match *ret_match)
{
    *ret_match = (struct release_match){0};
    while (name.len) {
        bool is_version = str_starts(name, VERSION), is_file = str_starts(name, FILE_NAME);
        if (!is_version && !is_file) {
            if (!text.len || text.data[0] != name.data[0])
                return false;
            name = str_skip(name, 1);
            text = str_skip(text, 1);
            continue;
        }
        str *known = is_version ? &ret_match->version : &ret_match->file;
        name = str_skip(name, is_version ? VERSION.len : FILE_NAME.len);
        str value = known->len && str_starts(text, *known) ? *known : placeholder_value(name, text);
        if (!value.len || str_find_byte(value, '/') >= 0 ||
            (known->len && !str_equal(*known, value)))
            return false;
        *known = value;
        text = str_skip(text, value.len);
    }
    return text.len == 0;
}

/* True when TEXT goes on in front of AT, where a version would begin; "v" may stand there. */
static bool is_inside(str text, ptrdiff_t at)
{
    if (at == 0)
        return false;
    char before = text.data[at - 1];
    if (before == '.' && at > 1 && is_digit(text.data[at - 2]))
        return true;
    return byte_is_alphanumeric(before) && before != 'v';
}

/* True when REST, behind a version, goes on as part of it. */
static bool goes_on(str rest)
{
    return rest.len && (byte_is_alphanumeric(rest.data[0]) ||
                        (rest.len > 1 && rest.data[0] == '.' && is_digit(rest.data[1])));
}

/* The first version in TEXT that is no part of a longer word. */
static str version_in(enum versioning versioning, str text)
{
    for (ptrdiff_t at = 0; at < text.len; at++) {
        str rest = str_skip(text, at);
        ptrdiff_t len = is_inside(text, at) ? 0 : version_len(versioning, rest);
        if (len && !goes_on(str_skip(rest, len)))
            return str_first(rest, len);
    }
    return (str){0};
}

str release_find_version(str name, enum versioning versioning, str id, str path)
{
    struct release_match match;
    if (release_name_match(name, id, &match) && release_is_version(versioning, match.version))
        return match.version;
    str version = version_in(versioning, id);
    while (!version.len) {
        version = version_in(versioning, path_base(path));
        str directory = path_directory(path);
        if (str_equal(directory, path) || str_equal(directory, S(".")))
            break;
        path = directory;
    }
    return version;
}

str release_series(struct arena *arena, str id, str version)
{
    ptrdiff_t at = version.len ? str_find(id, version) : -1;
    if (at < 0)
        return id;
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    buf_add(&out, str_first(id, at));
    buf_add(&out, VERSION);
    buf_add(&out, str_skip(id, at + version.len));
    return arena_copy(arena, buf_view(&out));
}
