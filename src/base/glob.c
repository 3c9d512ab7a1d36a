/*
 * glob.c - a pattern is run over the parts of a path as a set of positions: those parts of the
 * pattern that may come next. "**" keeps its position and lets the one behind it begin, so that
 * each folder is read once, however many of them a pattern has.
 */
#include "base/glob.h"

#include "base/host.h"
#include "base/utf8.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* One part of a pattern. */
struct part {
    str text;
    str literal;   /* what it stands for when it has no wildcard, without backslashes; else {0} */
    bool is_depth; /* "**" */
};

/* A pattern in parts; a set of positions has bit N for the part N, and bit COUNT for the end. */
struct pattern {
    struct part parts[GLOB_PARTS + 1];
    int count;
};

/* ---- one part -------------------------------------------------------------------------------- */

/* Takes the first character off S, which is not empty: a code point, or above those a bad byte. */
static uint32_t take(str *s)
{
    enum { BAD_BYTES = 0x110000 };
    ptrdiff_t len = 1;
    uint32_t code;
    if (utf8_find_bad(str_first(*s, s->len < 4 ? s->len : 4)) == 0)
        code = BAD_BYTES + (unsigned char)s->data[0];
    else
        code = utf8_decode(*s, &len);
    *s = str_skip(*s, len);
    return code;
}

static bool starts(str s, char c)
{
    return s.len && s.data[0] == c;
}

/* Takes a character of the inside of "[...]" off SET; a backslash quotes the next. */
static uint32_t take_member(str *set)
{
    if (starts(*set, '\\') && set->len > 1)
        *set = str_skip(*set, 1);
    return take(set);
}

/*
 * Takes a "[...]", behind its "[", off PATTERN, and tells whether C is one of it. An unclosed one
 * leaves PATTERN without data.
 */
static bool take_set(str *pattern, uint32_t c)
{
    bool is_negated = starts(*pattern, '!') || starts(*pattern, '^'), found = false;
    str rest = str_skip(*pattern, is_negated);
    for (bool is_first = true; is_first || !starts(rest, ']'); is_first = false) {
        if (rest.len == 0) {
            *pattern = (str){0};
            return false;
        }
        uint32_t low = take_member(&rest), high = low;
        if (rest.len > 1 && rest.data[0] == '-' && rest.data[1] != ']') {
            rest = str_skip(rest, 1);
            high = take_member(&rest);
        }
        found = found || (low <= c && c <= high);
    }
    *pattern = str_skip(rest, 1);
    return found != is_negated;
}

/* Takes what stands for one character off PATTERN, which is not empty, and tells whether C is it.
 */
static bool take_one(str *pattern, uint32_t c)
{
    uint32_t own = take(pattern);
    if (own == '?')
        return true;
    if (own == '[')
        return take_set(pattern, c);
    if (own == '\\' && pattern->len)
        own = take(pattern);
    return own == c;
}

/* True when the part PATTERN stands for NAME. After a mismatch the last "*" takes one more. */
static bool part_matches(str pattern, str name)
{
    str behind_star = {0}, from = {0};
    bool dot_is_meant = starts(pattern, '.') || str_starts(pattern, S("\\."));
    if (starts(name, '.') && !dot_is_meant)
        return false;
    for (;;) {
        if (starts(pattern, '*')) {
            behind_star = pattern = str_skip(pattern, 1);
            from = name;
            continue;
        }
        if (pattern.len == 0 && name.len == 0)
            return true;
        if (pattern.len && name.len) {
            uint32_t c = take(&name);
            if (take_one(&pattern, c))
                continue;
        }
        if (from.len == 0)
            return false;
        take(&from);
        pattern = behind_star;
        name = from;
    }
}

/* ---- patterns -------------------------------------------------------------------------------- */

/* The text of the part PATTERN, which has no wildcard, without its backslashes. */
static str unquoted(struct arena *arena, str pattern)
{
    if (str_find_byte(pattern, '\\') < 0)
        return pattern;
    char *text = arena_alloc(arena, 1, pattern.len);
    ptrdiff_t len = 0;
    for (ptrdiff_t i = 0; i < pattern.len; i++) {
        i += pattern.data[i] == '\\' && i + 1 < pattern.len;
        text[len++] = pattern.data[i];
    }
    return (str){text, len};
}

static bool has_wildcard(str part)
{
    for (ptrdiff_t i = 0; i < part.len; i++) {
        if (part.data[i] == '*' || part.data[i] == '?' || part.data[i] == '[')
            return true;
        i += part.data[i] == '\\';
    }
    return false;
}

/* What is wrong with PART, or NULL. */
static const char *part_problem(str part)
{
    while (part.len) {
        bool is_quote = part.data[0] == '\\', is_set = part.data[0] == '[';
        part = str_skip(part, 1);
        if (is_quote && part.len == 0)
            return "it ends with a backslash";
        if (is_set)
            take_set(&part, 0);
        else if (is_quote)
            take(&part);
        if (!part.data)
            return "a [ has no ]";
    }
    return NULL;
}

const char *glob_problem(str pattern)
{
    ptrdiff_t count = 0;
    for (str part, rest = pattern; rest.len; count++) {
        str_cut(rest, '/', &part, &rest);
        const char *problem = part_problem(part);
        if (problem)
            return problem;
    }
    if (count > GLOB_PARTS)
        return "it has more than 60 parts";
    return count ? NULL : "it is empty";
}

bool glob_is_pattern(str pattern)
{
    for (str part, rest = pattern; rest.len;) {
        str_cut(rest, '/', &part, &rest);
        if (has_wildcard(part))
            return true;
    }
    return false;
}

static void add_part(struct arena *arena, struct pattern *pattern, str text)
{
    struct part *last = pattern->count ? &pattern->parts[pattern->count - 1] : NULL;
    struct part part = {.text = text, .is_depth = str_equal(text, S("**"))};
    if (text.len == 0 || str_equal(text, S(".")) || (part.is_depth && last && last->is_depth))
        return;
    if (!has_wildcard(text))
        part.literal = unquoted(arena, text);
    assert(pattern->count <= GLOB_PARTS);
    pattern->parts[pattern->count++] = part;
}

/* TEXT in parts. "**" at the end becomes all files below. */
static struct pattern parse(struct arena *arena, str text)
{
    struct pattern pattern = {0};
    for (str part, rest = text; rest.len;) {
        str_cut(rest, '/', &part, &rest);
        add_part(arena, &pattern, part);
    }
    if (pattern.count && pattern.parts[pattern.count - 1].is_depth)
        add_part(arena, &pattern, S("*"));
    return pattern;
}

/* POSITIONS, where one at "**" is also at the part behind it. */
static uint64_t closed(const struct pattern *pattern, uint64_t positions)
{
    for (int i = 0; i < pattern->count; i++)
        if (pattern->parts[i].is_depth && (positions & UINT64_C(1) << i))
            positions |= UINT64_C(1) << (i + 1);
    return positions;
}

/* The positions behind NAME, a part of a path, from POSITIONS. */
static uint64_t step(const struct pattern *pattern, uint64_t positions, str name)
{
    uint64_t next = 0;
    for (int i = 0; i < pattern->count; i++) {
        const struct part *part = &pattern->parts[i];
        if (!(positions & UINT64_C(1) << i))
            continue;
        if (part->is_depth)
            next |= starts(name, '.') ? 0 : UINT64_C(1) << i;
        else if (part->literal.data ? str_equal(part->literal, name)
                                    : part_matches(part->text, name))
            next |= UINT64_C(1) << (i + 1);
    }
    return closed(pattern, next);
}

static uint64_t end_of(const struct pattern *pattern)
{
    return UINT64_C(1) << pattern->count;
}

/* True when PATTERN stands for PATH from the part FIRST on. */
static bool matches_from(const struct pattern *pattern, int first, str path)
{
    uint64_t positions = closed(pattern, UINT64_C(1) << first);
    for (str name, rest = path; rest.len && positions;) {
        str_cut(rest, '/', &name, &rest);
        positions = step(pattern, positions, name);
    }
    return positions & end_of(pattern);
}

bool glob_matches(struct arena *arena, str pattern, str path)
{
    struct pattern parsed = parse(arena, pattern);
    return matches_from(&parsed, 0, path);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* A folder that is still to be read, as a path from the directory of the search. */
struct folder {
    str path;
    uint64_t positions;
    struct folder *next;
};

struct search {
    struct file_view *view;
    struct arena *arena;
    struct arena scratch; /* for what one folder holds */
    str directory;
    struct pattern pattern;
    str prefix; /* the folder that the parts in front of the first wildcard lead to */
    int first;  /* the first part behind these */
    struct folder *folders;
    struct file_list files;
    ptrdiff_t cap;
};

static const char *system_path(struct arena *arena, const struct search *s, str path)
{
    str all = path.len ? path_join(arena, s->directory, path) : s->directory;
    return arena_copy(arena, all).data;
}

static str path_in(struct arena *arena, str folder, str name)
{
    return folder.len ? path_join(arena, folder, name) : name;
}

static void add_file(struct search *s, str path)
{
    struct file_list *files = &s->files;
    files->paths =
        arena_make_room(s->arena, files->paths, sizeof *files->paths, files->count, &s->cap);
    files->paths[files->count++] = arena_copy(s->arena, path);
}

/* Takes the parts that lead to a folder and have no wildcard off the pattern. */
static void find_prefix(struct search *s)
{
    while (s->first + 1 < s->pattern.count && s->pattern.parts[s->first].literal.data) {
        str part = s->pattern.parts[s->first++].literal;
        s->prefix = path_in(s->arena, s->prefix, part);
    }
}

static bool is_link(const char *path)
{
    char target[1];
    return host.readlink(path, target, sizeof target) >= 0;
}

/*
 * Takes what has the path PATH and is reached with POSITIONS for a file, a folder, or neither.
 * Returns an errno value when that cannot be told; what has gone and a link to nothing are neither.
 */
static int visit(struct search *s, str path, uint64_t positions)
{
    struct stat info;
    const char *file = system_path(&s->scratch, s, path);
    uint64_t end = end_of(&s->pattern);
    if (host.stat(file, &info) < 0)
        return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? 0 : errno;
    if (S_ISREG(info.st_mode) && (positions & end))
        add_file(s, path);
    if (S_ISDIR(info.st_mode) && (positions & ~end) && !is_link(file)) {
        struct folder *folder = arena_new(s->arena, struct folder, 1);
        *folder = (struct folder){arena_copy(s->arena, path), positions & ~end, s->folders};
        s->folders = folder;
    }
    return 0;
}

/* The only name that can lead on from POSITIONS; {0} when there may be several. */
static str only_name(const struct search *s, uint64_t positions)
{
    for (int i = s->first; i < s->pattern.count; i++)
        if (positions == UINT64_C(1) << i)
            return s->pattern.parts[i].literal;
    return (str){0};
}

/*
 * Takes NAME, which stands in FOLDER; IS_FILE says that it is a file and no link. Returns 0 or an
 * errno value.
 */
static int enter(struct search *s, const struct folder *folder, str name, bool is_file)
{
    uint64_t positions = step(&s->pattern, folder->positions, name);
    if (!positions)
        return 0;
    str path = path_in(&s->scratch, folder->path, name);
    if (!is_file)
        return visit(s, path, positions);
    if (positions & end_of(&s->pattern))
        add_file(s, path);
    return 0;
}

/* True when ENTRY says, as not all systems do, that it is a file and no link. */
static bool says_file(const struct dirent *entry)
{
#ifdef _DIRENT_HAVE_D_TYPE
    return entry->d_type == S_IFREG >> 12; /* DT_REG, which POSIX has not */
#else
    (void)entry;
    return false;
#endif
}

/* Reads FOLDER. Returns an errno value; 0 when there is none. */
static int read_folder(struct search *s, const struct folder *folder)
{
    str only = only_name(s, folder->positions);
    if (only.data)
        return enter(s, folder, only, false);
    DIR *stream = host.opendir(system_path(&s->scratch, s, folder->path));
    if (!stream && errno == ENOMEM)
        die_oom();
    if (!stream)
        return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
    int problem = 0;
    while (!problem) {
        errno = 0;
        const struct dirent *entry = host.readdir(stream);
        if (!entry) {
            problem = errno;
            break;
        }
        str name = str_of(entry->d_name);
        if (!str_equal(name, S(".")) && !str_equal(name, S("..")))
            problem = enter(s, folder, name, says_file(entry));
    }
    host.closedir(stream);
    return problem;
}

/* Finds files on disk. */
static int walk(struct search *s, const char **ret_failed)
{
    struct folder start = {s->prefix, closed(&s->pattern, UINT64_C(1) << s->first), NULL};
    int problem = 0;
    s->folders = &start;
    while (s->folders && !problem) {
        const struct folder *folder = s->folders;
        s->folders = folder->next;
        problem = read_folder(s, folder);
        if (problem)
            *ret_failed = system_path(s->arena, s, folder->path);
        arena_free(&s->scratch);
    }
    return problem;
}

/* Finds files of the view. */
static int look_up(struct search *s, const char **ret_failed)
{
    struct file_list all = {0};
    *ret_failed = system_path(s->arena, s, s->prefix);
    int problem = s->view->list(s->view, &s->scratch, *ret_failed, &all);
    for (ptrdiff_t i = 0; i < all.count && !problem; i++)
        if (matches_from(&s->pattern, s->first, all.paths[i]))
            add_file(s, path_in(&s->scratch, s->prefix, all.paths[i]));
    arena_free(&s->scratch);
    return problem;
}

static int compare(const void *left, const void *right)
{
    return str_compare(*(const str *)left, *(const str *)right);
}

/* Sorts FILES and takes those out that stand there twice. */
static void sort(struct file_list *files)
{
    ptrdiff_t kept = 0;
    if (files->count)
        qsort(files->paths, (size_t)files->count, sizeof *files->paths, compare);
    for (ptrdiff_t i = 0; i < files->count; i++)
        if (kept == 0 || !str_equal(files->paths[kept - 1], files->paths[i]))
            files->paths[kept++] = files->paths[i];
    files->count = kept;
}

int glob_files(struct file_view *view, struct arena *arena, const char *directory, str pattern,
               struct file_list *ret_files, const char **ret_failed)
{
    struct search s = {.view = view,
                       .arena = arena,
                       .directory = str_of(directory),
                       .pattern = parse(arena, pattern)};
    find_prefix(&s);
    int problem = view ? look_up(&s, ret_failed) : walk(&s, ret_failed);
    sort(&s.files);
    *ret_files = s.files;
    return problem;
}
