#include "build/each.h"

#include "base/buf.h"
#include "base/file.h"
#include "schema/uri.h"

#include <stdint.h>

#define NAME S("{name}")
#define DIR S("{dir}")

bool each_is_path(str text)
{
    while (text.len) {
        if (str_starts(text, NAME))
            text = str_skip(text, NAME.len);
        else if (str_starts(text, DIR))
            text = str_skip(text, DIR.len);
        else if (text.data[0] == '{' || text.data[0] == '}')
            return false;
        else
            text = str_skip(text, 1);
    }
    return true;
}

/* The name of PATH without its last extension; the dot of a hidden file begins none. */
static str stem(str path)
{
    str name = path_base(path);
    ptrdiff_t dot = str_find_last_byte(name, '.');
    return dot > 0 ? str_first(name, dot) : name;
}

/* Adds BYTES of a path, as they can stand in that of a URI when IS_URI. */
static void add(struct buf *out, str bytes, bool is_uri)
{
    if (!is_uri) {
        buf_add(out, bytes);
        return;
    }
    for (str part, rest = bytes; rest.len;) { /* in a fragment a "?" is like others */
        bool has_mark = str_cut(rest, '?', &part, &rest);
        uri_add_fragment(out, part);
        buf_add(out, has_mark ? S("%3F") : (str){0});
    }
}

/* TEXT with what {name} and {dir} stand for of PATH. */
static str fill(struct arena *arena, str text, str path, bool is_uri)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    str directory = path_directory(path);
    bool is_here = str_equal(directory, S("."));
    while (text.len) {
        if (str_starts(text, NAME)) {
            add(&out, stem(path), is_uri);
            text = str_skip(text, NAME.len);
        } else if (is_here && str_starts(text, S("{dir}/"))) {
            text = str_skip(text, DIR.len + 1);
        } else if (str_starts(text, DIR)) {
            add(&out, directory, is_uri);
            text = str_skip(text, DIR.len);
        } else {
            buf_add_byte(&out, text.data[0]);
            text = str_skip(text, 1);
        }
    }
    return arena_copy(arena, buf_view(&out));
}

str each_path(struct arena *arena, str text, str path)
{
    return fill(arena, text, path, false);
}

void each_fill(struct arena *arena, struct artifact_keys *keys, str path)
{
    if (keys->id)
        keys->id = fill(arena, str_of(keys->id), path, true).data;
    if (keys->title)
        keys->title = fill(arena, str_of(keys->title), path, false).data;
    if (keys->comment)
        keys->comment = fill(arena, str_of(keys->comment), path, false).data;
}
