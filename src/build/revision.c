#include "build/revision.h"

#include "base/host.h"
#include "base/show.h"

#include <errno.h>
#include <stdint.h>

/* The one line that the git of ARGV prints, without its line feed. False when it fails. */
static bool ask_line(struct arena *arena, const char *const *argv, str *ret_line)
{
    if (batch_alone(arena, argv, PTRDIFF_MAX - 1, ret_line) || !str_ends(*ret_line, S("\n")))
        return false;
    *ret_line = arena_copy(arena, str_first(*ret_line, ret_line->len - 1));
    return true;
}

/*
 * The id of the object that NAME stands for, as of the KIND "commit" when that is said; NULL when
 * there is none. Why is not git's to say: it knows nothing of our option.
 */
static const char *object_id(struct arena *arena, str name, const char *kind)
{
    const char *object = arena_printf(arena, "%.*s%s", (int)name.len, name.data, kind).data;
    const char *const argv[] = {"git", "rev-parse", "--quiet", "--verify", object, NULL};
    int status = 0;
    str id;
    if (name.len == 0 || str_starts(name, S("-")) || str_starts(name, S("^")))
        return NULL; /* an option; all but these commits */
    if (process_read_quietly(arena, argv, PTRDIFF_MAX - 1, &id, &status) != 0 || status != 0 ||
        !str_ends(id, S("\n")))
        return NULL;
    return arena_copy(arena, str_first(id, id.len - 1)).data;
}

static const char *commit_id(struct arena *arena, str name)
{
    return object_id(arena, name, "^{commit}");
}

/* The id of the commit where the commit ID and HEAD parted, or NULL. */
static const char *merge_base(struct arena *arena, const char *id)
{
    const char *const argv[] = {"git", "merge-base", "HEAD", id, NULL};
    str base;
    return id && commit_id(arena, S("HEAD")) && ask_line(arena, argv, &base) ? base.data : NULL;
}

/* True when this clone has not the whole history. */
static bool is_shallow(struct arena *arena)
{
    static const char *const argv[] = {"git", "rev-parse", "--is-shallow-repository", NULL};
    str answer;
    return ask_line(arena, argv, &answer) && str_equal(answer, S("true"));
}

/* What can be done when NAME is no commit or, with an ID, none that HEAD has parted from. */
static const char *hint_for(struct arena *arena, const struct revision_words *words, str name,
                            const char *id)
{
    if (name.len == 0)
        return "merge-base:BRANCH is the commit where BRANCH and HEAD parted";
    if (!commit_id(arena, S("HEAD")))
        return "nothing has been committed here yet";
    if (str_find(name, S("@{u")) >= 0 || str_find(name, S("@{push")) >= 0)
        return "a branch has an upstream when one was set: `git branch --set-upstream-to`";
    if (!id && object_id(arena, name, ""))
        return arena_printf(arena,
                            "it names something else: %s takes a branch, a tag or the id of a "
                            "commit",
                            words->option)
            .data;
    if (is_shallow(arena))
        return "this clone is shallow: `git fetch --unshallow` gets what it lacks";
    return "where the clone is not whole, `git fetch` it first";
}

/* Finds the commit that SINCE names. False when reported. */
static bool find_commit(struct git_revision *revision, struct diag_list *found,
                        const struct revision_words *words, str since)
{
    str prefix = S("merge-base:"), name = since;
    struct arena *arena = found->arena;
    bool parted = str_starts(name, prefix);
    if (parted)
        name = str_skip(name, prefix.len);
    const char *id = commit_id(arena, name);
    revision->commit = parted ? merge_base(arena, id) : id;
    if (revision->commit)
        return true;
    const char *shown = show(arena, name);
    struct diag *diag =
        id ? diag_report(found, words->is_parted, (place){0},
                         "HEAD and \"%s\" have no commit in common", shown)
        : name.len == 0
            ? diag_report(found, words->is_none, (place){0}, "the name of a commit is missing%s",
                          parted ? " behind merge-base:" : "")
            : diag_report(found, words->is_none, (place){0}, "there is no commit \"%s\"", shown);
    diag_hint(found, diag, "%s", hint_for(arena, words, name, id));
    return false;
}

bool revision_path(const struct git_revision *revision, struct arena *arena, str path,
                   str *ret_path)
{
    str absolute = path_normalise(arena, path_join(arena, revision->here, path)), directory;
    bool is_other = str_starts(path, S("/")) && !path_is_inside(absolute, revision->top);
    if (is_other && file_resolve(arena, arena_copy(arena, path_directory(absolute)).data,
                                 &directory) == 0) /* git knows no links on the way to it */
        absolute = path_join(arena, directory, path_base(absolute));
    if (!path_is_inside(absolute, revision->top))
        return false;
    *ret_path = path_below(absolute, revision->top);
    return true;
}

str revision_from_here(const struct git_revision *revision, struct arena *arena, str path)
{
    str here = path_below(revision->here, revision->top);
    if (str_equal(here, S(".")))
        return path;
    path = path_normalise(arena, path);
    if (path_is_inside(path, here))
        return path_below(path, here);
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    buf_add(&out, S("../"));
    for (ptrdiff_t i = 0; i < here.len; i++)
        if (here.data[i] == '/')
            buf_add(&out, S("../"));
    buf_add(&out, path);
    return arena_copy(arena, buf_view(&out));
}

/* A file_view's read. What lies outside of the work tree is not there. */
static int read_file(struct file_view *view, struct arena *arena, const char *path,
                     ptrdiff_t ceiling, str *ret_bytes)
{
    struct git_revision *revision = (struct git_revision *)view; /* its first member */
    str name;
    *ret_bytes = (str){0};
    if (!revision_path(revision, arena, str_of(path), &name))
        return ENOENT;
    const char *object = arena_printf(arena, "%s:%s", revision->commit, name.data).data;
    return batch_read(&revision->batch, arena, object, ceiling, ret_bytes);
}

/* A file_view's list. */
static int list_files(struct file_view *view, struct arena *arena, const char *directory,
                      struct file_list *ret_files)
{
    const struct git_revision *revision = (struct git_revision *)view;
    str name, output, path;
    *ret_files = (struct file_list){0};
    if (!revision_path(revision, arena, str_of(directory), &name))
        return 0;
    bool is_top = str_equal(name, S("."));
    const char *tree = arena_printf(arena, "%s:%s", revision->commit, is_top ? "" : name.data).data;
    const char *const argv[] = {"git",         "ls-tree",     "-r", "-z",
                                "--name-only", "--full-tree", tree, NULL};
    int status = 0, problem = process_read_quietly(arena, argv, PTRDIFF_MAX - 1, &output, &status);
    if (problem || status)
        return problem; /* there is no such directory */
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < output.len; i++)
        count += output.data[i] == '\0';
    ret_files->paths = arena_new(arena, str, count);
    while (str_cut(output, '\0', &path, &output))
        ret_files->paths[ret_files->count++] = arena_copy(arena, path);
    return 0;
}

bool revision_find(struct diag_list *found, const struct revision_words *words, str name,
                   struct git_revision *ret_revision)
{
    static const char *const top[] = {"git", "rev-parse", "--show-toplevel", NULL};
    struct arena *arena = found->arena;
    char here[4096];
    *ret_revision = (struct git_revision){.view = {.read = read_file, .list = list_files},
                                          .batch = {.follows_links = true}};
    if (!host.getcwd(here, sizeof here) || !ask_line(arena, top, &ret_revision->top)) {
        diag_report(found, words->is_no_tree, (place){0}, "%s", words->no_tree);
        return false;
    }
    ret_revision->here = arena_copy(arena, str_of(here));
    return find_commit(ret_revision, found, words, name);
}

void revision_done(struct git_revision *revision)
{
    batch_done(&revision->batch);
}
