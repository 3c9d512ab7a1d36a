#include "build/depfile.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/show.h"

#include <errno.h>
#include <string.h>

bool depfile_is_file(struct diag_list *found, const char *path)
{
    if (strcmp(path, "-") != 0)
        return true;
    struct diag *diag =
        diag_report(found, E0001, (place){0}, "--depfile needs a file, not standard output");
    diag_hint(found, diag, "a file of that name is ./-");
    return false;
}

void depfile_init(struct depfile *depfile, struct diag_list *found)
{
    struct arena *arena = found->arena;
    *depfile = (struct depfile){.found = found,
                                .rules = buf_in(arena, PTRDIFF_MAX),
                                .targets = {.arena = arena},
                                .inputs = {.arena = arena}};
}

/*
 * True for a byte that ends a path for make (";", "|", "="), for ninja (the others) or both, and
 * that neither has an escape for. Ninja takes quotes, "&" and "?" since version 1.13; before, it
 * makes anew what depends on such a path each time.
 */
static bool ends_path(char c)
{
    return (unsigned char)c < ' ' || c == 0x7F || (c && strchr(";|=*<>^`", c));
}

/* True for a byte that is escaped. A backslash in front of it has another meaning for each. */
static bool is_escaped(char c)
{
    return c == '#' || c == ':' || c == '$';
}

/* True when make and ninja can both be told of PATH. */
static bool is_writable(str path)
{
    for (ptrdiff_t i = 0; i < path.len; i++) {
        bool is_last = i + 1 == path.len;
        if (ends_path(path.data[i]) ||
            (path.data[i] == '\\' && (is_last || is_escaped(path.data[i + 1]))))
            return false;
    }
    ptrdiff_t archive = str_find_byte(path, '('); /* make: LIBRARY(MEMBER) */
    bool is_member = archive > 0 && str_ends(path, S(")"));
    bool is_home = str_starts(path, S("~")); /* make: somebody's */
    return path.len && !str_ends(path, S(" ")) && !str_ends(path, S(":")) && !is_member && !is_home;
}

/* True when a rule of make for the target PATH is one for that file. */
static bool is_plain_target(str path)
{
    return str_find_byte(path, '%') < 0;
}

static void add_path(struct buf *out, str path)
{
    ptrdiff_t backslashes = 0; /* in front */
    for (ptrdiff_t i = 0; i < path.len; i++) {
        char c = path.data[i];
        if (c == ' ')
            buf_add_bytes(out, '\\', backslashes + 1);
        else if (is_escaped(c))
            buf_add_byte(out, c == '$' ? '$' : '\\');
        buf_add_byte(out, c);
        backslashes = c == '\\' ? backslashes + 1 : 0;
    }
}

/* Takes PATH into SET; false when it was there. A path that cannot be written is reported, once. */
static bool take(struct depfile *depfile, struct map *set, str path, bool is_target)
{
    bool is_new;
    map_entry(set, path, &is_new);
    if (!is_new || (is_writable(path) && (!is_target || is_plain_target(path))))
        return is_new;
    struct diag *diag =
        diag_report(depfile->found, E0009, (place){0}, "make and ninja cannot both be told of %s",
                    show_all(depfile->found->arena, path));
    diag_hint(depfile->found, diag, "rename the file, or do without --depfile");
    depfile->failed = true;
    return true;
}

void depfile_add(struct depfile *depfile, str target, const struct map *inputs)
{
    if (!take(depfile, &depfile->targets, target, true))
        return;
    add_path(&depfile->rules, target);
    buf_add_byte(&depfile->rules, ':');
    for (ptrdiff_t i = 0; i < inputs->count; i++) {
        take(depfile, &depfile->inputs, inputs->entries[i].key, false);
        buf_add(&depfile->rules, S(" \\\n  "));
        add_path(&depfile->rules, inputs->entries[i].key);
    }
    buf_add_byte(&depfile->rules, '\n');
}

/* Adds the rules without prerequisites. */
static void add_inputs(struct depfile *depfile)
{
    for (ptrdiff_t i = 0; i < depfile->inputs.count; i++) {
        str path = depfile->inputs.entries[i].key;
        if (!is_plain_target(path) || map_find(&depfile->targets, path))
            continue;
        buf_add_byte(&depfile->rules, '\n');
        add_path(&depfile->rules, path);
        buf_add(&depfile->rules, S(":\n"));
    }
}

/* Finds where PATH leads: *RET_RESOLVED is empty when there is no such file. False when reported.
 */
static bool resolve(struct depfile *depfile, str path, str *ret_resolved)
{
    struct arena *arena = depfile->found->arena;
    *ret_resolved = (str){0};
    int problem = file_resolve(arena, arena_copy(arena, path).data, ret_resolved);
    if (problem == 0 || problem == ENOENT || problem == ENOTDIR)
        return true;
    diag_report(depfile->found, E0002, (place){0}, "cannot tell where %s is: %s",
                show_all(arena, path), strerror(problem));
    return false;
}

/* True when the file RESOLVED, which messages call NAME, is none of PATHS; else reported. */
static bool is_none_of(struct depfile *depfile, str resolved, const char *name,
                       const struct map *paths)
{
    struct arena *arena = depfile->found->arena;
    for (ptrdiff_t i = 0; i < paths->count; i++) {
        str other;
        if (!resolve(depfile, paths->entries[i].key, &other))
            return false;
        if (other.len == 0 || !str_equal(resolved, other))
            continue;
        diag_report(depfile->found, E0605, (place){0}, "the depfile %s is %s",
                    show(arena, str_of(name)), show_all(arena, paths->entries[i].key));
        return false;
    }
    return true;
}

bool depfile_write(struct depfile *depfile, const char *path)
{
    str resolved;
    if (depfile->failed || !resolve(depfile, str_of(path), &resolved) ||
        !is_none_of(depfile, resolved, path, &depfile->inputs) ||
        (!depfile->is_target && !is_none_of(depfile, resolved, path, &depfile->targets)))
        return false;
    add_inputs(depfile);
    int problem = draft_renew(depfile->found->arena, path, buf_view(&depfile->rules));
    if (problem)
        diag_report(depfile->found, E0003, (place){0}, "cannot write %s: %s",
                    show(depfile->found->arena, str_of(path)), strerror(problem));
    return problem == 0;
}
