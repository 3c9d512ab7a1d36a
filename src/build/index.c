/*
 * index.c - asks git for ":./PATH", which is PATH in stage 0 of the index.
 */
#include "build/index.h"

#include "base/buf.h"
#include "base/host.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LISTING_CEILING = 1024 * 1024 * 1024 };

/* The absolute PATH as one from HERE, the current directory. */
static str from_here(struct arena *arena, str path, str here)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    while (!path_is_inside(path, here)) {
        buf_add(&out, S("../"));
        here = path_directory(here);
    }
    bool is_root = str_ends(here, S("/"));
    buf_add(&out, str_skip(path, here.len + (is_root || path.len == here.len ? 0 : 1)));
    return buf_view(&out);
}

/* PATH as one from the current directory, without parts that mean nothing. */
static int relative_path(struct arena *arena, const char *path, str *ret_name)
{
    char here[4096];
    str name = str_of(path), directory;
    if (str_starts(name, S("/"))) {
        if (!host.getcwd(here, sizeof here))
            return errno == ENOENT ? EIO : errno; /* no directory here says nothing about PATH */
        if (file_resolve(arena, arena_copy(arena, path_directory(name)).data, &directory) == 0)
            name = path_join(arena, directory, path_base(name)); /* as getcwd has it */
        name = from_here(arena, path_normalise(arena, name), str_of(here));
    }
    *ret_name = path_normalise(arena, name);
    return 0;
}

static bool leads_up(str path)
{
    return str_equal(path, S("..")) || str_starts(path, S("../"));
}

/* The name of PATH, a relative one, for git: in stage 0 of the index. */
static const char *revision(struct arena *arena, str path)
{
    return arena_printf(arena, ":%s%s", leads_up(path) ? "" : "./", path.data).data;
}

/* True when the first LEN bytes of PATH name the top of a work tree. */
static bool is_top(struct arena *arena, str path, ptrdiff_t len)
{
    struct stat info;
    return host.stat(arena_printf(arena, "%.*s.git", (int)len, path.data).data, &info) == 0;
}

/* True when PATH, a relative one, leads out of the work tree, for which git would end. */
static bool leads_out(struct arena *arena, str path)
{
    ptrdiff_t at = 0;
    while (at < path.len && leads_up(str_skip(path, at)) && !is_top(arena, path, at))
        at += 3;
    return at < path.len && leads_up(str_skip(path, at));
}

/* Learns which paths of the index are unmerged. EIO when git does not tell. */
static int learn_unmerged(struct git_index *index)
{
    static const char *const argv[] = {"git", "ls-files", "--unmerged", "-z", "--", ":/", NULL};
    str entries, entry, what, path;
    if (batch_alone(&index->arena, argv, PTRDIFF_MAX - 1, &entries))
        return EIO;
    index->unmerged.arena = &index->arena;
    while (str_cut(entries, '\0', &entry, &entries))
        if (str_cut(entry, '\t', &what, &path)) /* WHAT: mode, object and stage */
            map_put(&index->unmerged, path, index);
    index->knows_unmerged = true;
    return 0;
}

/* FILE_INTENDED when PATH, which is empty, is only intended to be added (git add -N). */
static int check_intended(struct arena *arena, const char *path)
{
    const char *const argv[] = {"git",
                                "--literal-pathspecs",
                                "diff-files",
                                "--ita-invisible-in-index",
                                "--diff-filter=A",
                                "--name-only",
                                "-z",
                                "--",
                                path,
                                NULL};
    str names;
    if (batch_alone(arena, argv, PTRDIFF_MAX - 1, &names))
        return EIO;
    return names.len ? FILE_INTENDED : 0;
}

/*
 * What the index means by PROBLEM and BYTES of the entry PATH: one that is unmerged has no content
 * under its name, one that is only intended the empty one.
 */
static int explained(struct git_index *index, struct arena *arena, str path, int problem, str bytes)
{
    if (!problem && bytes.len == 0)
        return check_intended(arena, path.data);
    if (problem != ENOENT || leads_out(arena, path))
        return problem;
    if (!index->knows_unmerged && learn_unmerged(index))
        return EIO;
    return map_find(&index->unmerged, path) ? FILE_UNMERGED : ENOENT;
}

/* Reads what the index has under PATH itself: for a symbolic link, the text of the link. */
static int read_entry(struct git_index *index, struct arena *arena, str path, ptrdiff_t ceiling,
                      str *ret_bytes)
{
    if (leads_out(arena, path))
        return ENOENT;
    return batch_read(&index->batch, arena, revision(arena, path), ceiling, ret_bytes);
}

/* How git is asked for a file of a work tree. */
struct tree {
    const char *repository; /* an option: --git-dir=..., or for our own one without effect here */
    const char *prefix;     /* of the name of a file in it: ":./", or "COMMIT:" */
    ptrdiff_t begin;        /* the bytes of the path that lead to it */
};

/*
 * Goes from TREE to the submodule whose top is the first END bytes of PATH, in the commit that TREE
 * has of it. Returns an errno value.
 */
static int enter_submodule(struct arena *arena, str path, ptrdiff_t end, struct tree *tree)
{
    int len = (int)(end - tree->begin);
    const char *name =
        arena_printf(arena, "%s%.*s", tree->prefix, len, path.data + tree->begin).data;
    const char *const argv[] = {"git", tree->repository, "rev-parse", "--quiet", "--verify", name,
                                NULL};
    str commit, rest;
    int problem = batch_alone(arena, argv, 1024, &commit);
    if (problem)
        return problem;
    str_cut(commit, '\n', &commit, &rest);
    tree->repository = arena_printf(arena, "--git-dir=%.*s/.git", (int)end, path.data).data;
    tree->prefix = arena_printf(arena, "%.*s:", (int)commit.len, commit.data).data;
    tree->begin = end + 1;
    return 0;
}

/*
 * Reads PATH, which lies in a submodule or in a submodule's own, as it is in the commit that the
 * index has of that. ENOENT when there is no submodule on the way.
 */
static int read_submodule(struct arena *arena, str path, ptrdiff_t ceiling, str *ret_bytes)
{
    struct tree tree = {"--no-pager", leads_up(path) ? ":" : ":./", 0};
    for (ptrdiff_t at = 1; at < path.len; at++) {
        bool is_up = leads_up(path_base(str_first(path, at)));
        if (path.data[at] != '/' || is_up || !is_top(arena, path, at + 1))
            continue;
        int problem = enter_submodule(arena, path, at, &tree);
        if (problem)
            return problem;
    }
    if (tree.begin == 0)
        return ENOENT;
    const char *name = arena_printf(arena, "%s%s", tree.prefix, path.data + tree.begin).data;
    const char *const argv[] = {
        "git", tree.repository, "--no-replace-objects", "cat-file", "blob", name, NULL};
    return batch_alone(arena, argv, ceiling, ret_bytes);
}

/* Learns whether the index has PATH as a link. EIO when git does not tell. */
static int learn_link(struct arena *arena, str path, bool *ret_is_link)
{
    const char *const argv[] = {
        "git", "--literal-pathspecs", "ls-files", "--stage", "-z", "--", path.data, NULL};
    str entries;
    if (batch_alone(arena, argv, PTRDIFF_MAX - 1, &entries))
        return EIO;
    *ret_is_link = str_starts(entries, S("120000 "));
    return 0;
}

/* Where PATH leads when index and work tree have it as a link with the text TARGET; else {0}. */
static int followed(struct arena *arena, str path, str target, str *ret_name)
{
    char there[4096];
    bool is_link = false;
    *ret_name = (str){0};
    if (target.len == 0 || target.len > (ptrdiff_t)sizeof there)
        return 0;
    ssize_t len = host.readlink(path.data, there, sizeof there);
    if (len != target.len || memcmp(there, target.data, (size_t)len) != 0)
        return 0;
    int problem = learn_link(arena, path, &is_link);
    if (problem || !is_link)
        return problem;
    return relative_path(arena, path_join(arena, path_directory(path), target).data, ret_name);
}

/* Where PATH leads when a directory on the way is a link; {0} when none is. */
static int directory_followed(struct arena *arena, str path, str *ret_name)
{
    str resolved;
    *ret_name = (str){0};
    if (file_resolve(arena, arena_copy(arena, path_directory(path)).data, &resolved))
        return 0;
    int problem = relative_path(arena, path_join(arena, resolved, path_base(path)).data, ret_name);
    if (str_equal(*ret_name, path))
        *ret_name = (str){0};
    return problem;
}

int index_read(struct file_view *view, struct arena *arena, const char *path, ptrdiff_t ceiling,
               str *ret_bytes)
{
    enum { MAX_LINKS = 8 };
    struct git_index *index = (struct git_index *)view; /* its first member */
    str name = {0}, target;
    *ret_bytes = (str){0};
    int lost = relative_path(arena, path, &name);
    if (lost)
        return lost;
    for (int links = 0; links < MAX_LINKS; links++) {
        *ret_bytes = target = (str){0};
        int problem = read_entry(index, arena, name, ceiling, ret_bytes);
        problem = explained(index, arena, name, problem, *ret_bytes);
        if (!problem)
            lost = followed(arena, name, *ret_bytes, &target);
        else if (problem == ENOENT)
            lost = directory_followed(arena, name, &target);
        if (lost)
            return lost;
        if (problem == ENOENT && !target.data)
            return read_submodule(arena, name, ceiling, ret_bytes);
        if (!target.data)
            return problem;
        name = target;
    }
    return ELOOP;
}

/*
 * Adds to FILES what OUTPUT, of `git ls-files --stage -z`, has in DIRECTORY, an absolute path, as
 * paths from there. git tells them from the current directory, HERE, as short as they can be.
 */
static void take_listed(struct arena *arena, str output, str directory, str here,
                        struct file_list *files)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < output.len; i++)
        count += output.data[i] == '\0';
    files->paths = arena_new(arena, str, count);
    for (str entry = {0}, rest = output; rest.len;) {
        str head = {0}, path = {0};
        str_cut(rest, '\0', &entry, &rest);
        str_cut(entry, '\t', &head, &path);
        if (str_starts(head, S("160000 ")))
            continue; /* a submodule */
        path = path_normalise(arena, path_join(arena, here, path));
        if (path_is_inside(path, directory) && path.len > directory.len)
            files->paths[files->count++] =
                str_skip(path, directory.len + (str_ends(directory, S("/")) ? 0 : 1));
    }
}

/* Lists the directory NAME, a relative path. Nothing is in one outside of the work tree. */
static int list_directory(struct arena *arena, str name, struct file_list *files)
{
    const char *path = arena_copy(arena, name).data;
    const char *const argv[] = {
        "git", "--literal-pathspecs", "ls-files", "--stage", "-z", "--", path, NULL};
    char here[4096];
    str output;
    if (leads_out(arena, path_join(arena, name, S("."))))
        return 0;
    if (!host.getcwd(here, sizeof here))
        return errno == ENOENT ? EIO : errno;
    int problem = batch_alone(arena, argv, LISTING_CEILING, &output);
    if (!problem)
        take_listed(arena, output, path_normalise(arena, path_join(arena, str_of(here), name)),
                    str_of(here), files);
    return problem == ENOENT ? EIO : problem; /* it fails only where no repository is */
}

int index_list(struct file_view *view, struct arena *arena, const char *directory,
               struct file_list *ret_files)
{
    (void)view;
    str name = {0}, target = {0};
    *ret_files = (struct file_list){0};
    int problem = relative_path(arena, directory, &name);
    if (!problem)
        problem = list_directory(arena, name, ret_files);
    if (!problem && ret_files->count == 0)
        problem = directory_followed(arena, path_join(arena, name, S("x")), &target);
    if (!problem && target.len)
        problem = list_directory(arena, path_directory(target), ret_files);
    return problem;
}

void index_done(struct git_index *index)
{
    batch_done(&index->batch);
    arena_free(&index->arena);
    *index = (struct git_index){0};
}
