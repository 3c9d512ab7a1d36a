/*
 * init.c - to read along: init, then init_like.c or init_start.c.
 *
 * What has to be tried is tried quietly, on documents of its own, whose diagnostics nobody sees.
 * What was found is then done once more in the open: that is what is reported.
 */
#include "build/init.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "base/utf8.h"
#include "build/init_like.h"
#include "build/init_start.h"

#include <errno.h>
#include <string.h>

/*
 * The path of the file PATH from the directory of the configuration, and what it is with symbolic
 * links followed. False when reported.
 */
static bool name_from_directory(struct initiator *in, const char *path, const char **ret_name,
                                str *ret_target)
{
    str folder, base = path_base(str_of(path));
    const char *up = arena_copy(in->arena, path_directory(str_of(path))).data;
    int problem = file_resolve(in->arena, up, &folder);
    if (!problem)
        problem = file_resolve(in->arena, path, ret_target);
    if (problem) {
        init_cannot_read(in, path, problem);
        return false;
    }
    str whole = path_join(in->arena, folder, base);
    if (!path_is_inside(whole, in->directory) || !path_is_inside(*ret_target, in->directory)) {
        struct diag *diag = diag_report(in->found, E0004, init_place(in, path),
                                        "this file lies outside the directory of %s",
                                        show_all(in->arena, str_of(in->request->out)));
        diag_hint(in->found, diag, "put schemac.yaml into a folder above it with --output");
        return false;
    }
    bool is_root = str_ends(in->directory, S("/"));
    str name = str_skip(whole, in->directory.len + (is_root ? 0 : 1));
    if (utf8_find_bad(name) >= 0) {
        diag_report(in->found, E0101, init_place(in, path), "this path is not valid UTF-8");
        return false;
    }
    *ret_name = arena_copy(in->arena, name).data;
    return true;
}

static bool cannot_write(struct initiator *in, int problem)
{
    diag_report(in->found, E0003, init_place(in, in->request->out), "cannot write it: %s",
                strerror(problem));
    return false;
}

static bool cannot_overwrite(struct initiator *in)
{
    struct diag *diag = diag_report(in->found, E0613, init_place(in, in->request->out),
                                    "this file is there already, and is not overwritten");
    diag_hint(in->found, diag,
              "edit it, name another with --output FILE, or see the text with --output -");
    return false;
}

/* Finds where the file to write goes. False when reported: it cannot, or is there already. */
static bool find_directory(struct initiator *in)
{
    const char *out = in->request->out;
    struct stat info;
    in->folder = arena_copy(in->arena, path_directory(str_of(out))).data;
    int problem = file_resolve(in->arena, in->folder, &in->directory);
    if (!problem && host.stat(in->folder, &info) < 0)
        problem = errno;
    if (problem)
        return cannot_write(in, problem);
    if (in->request->prints || host.stat(out, &info) < 0)
        return true;
    return S_ISDIR(info.st_mode) ? cannot_write(in, EISDIR) : cannot_overwrite(in);
}

/* The paths of the artifact and its source. False when reported. */
static bool find_paths(struct initiator *in)
{
    const struct init_request *request = in->request;
    str source, like;
    if (!root_takes(in->found, &request->root, request->source) || !find_directory(in) ||
        !name_from_directory(in, request->source, &in->artifact.source, &source))
        return false;
    if (!request->like)
        return true;
    if (!name_from_directory(in, request->like, &in->artifact.path, &like))
        return false;
    if (str_equal(source, like)) {
        diag_report(in->found, E0605, init_place(in, request->like), "this is the document itself");
        return false;
    }
    if (strpbrk(in->artifact.path, "{}")) {
        diag_report(in->found, E0606, init_place(in, request->like),
                    "the path of an artifact has no \"{\" and \"}\" of its own");
        return false;
    }
    return true;
}

bool init(struct sources *sources, const struct init_request *request,
          struct init_result *ret_result)
{
    struct initiator in = {
        .sources = sources, .arena = sources->arena, .found = sources->found, .request = request};
    *ret_result = (struct init_result){.text = buf_in(sources->arena, PTRDIFF_MAX)};
    if (!find_paths(&in))
        return false;
    bool ok = request->like ? init_like(&in, ret_result) : init_start(&in, ret_result);
    ret_result->artifact = in.artifact.path;
    if (!ok || request->prints)
        return ok;
    int problem = draft_create(sources->arena, request->out, buf_view(&ret_result->text));
    if (problem == EEXIST)
        return cannot_overwrite(&in);
    return !problem || cannot_write(&in, problem);
}
