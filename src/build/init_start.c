#include "build/init_start.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "build/init_text.h"
#include "openapi/candidates.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* True when the artifact can be made with ROOT. */
static bool can_make(struct init_trial *trial, struct artifact_keys *keys, const char *root)
{
    struct rendering rendering;
    keys->roots.at[0] = root;
    keys->roots.count = 1;
    return render(&trial->openapi, keys, NULL, NULL, &rendering);
}

/* The likeliest root first: sound, referred to by none, with most that it brings along. */
static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *a = *(struct candidate *const *)left;
    const struct candidate *b = *(struct candidate *const *)right;
    if (a->is_faulty != b->is_faulty)
        return a->is_faulty ? 1 : -1;
    if (a->is_referred != b->is_referred)
        return a->is_referred ? 1 : -1;
    if (a->reach.definitions != b->reach.definitions)
        return a->reach.definitions > b->reach.definitions ? -1 : 1;
    return a < b ? -1 : 1; /* as they are listed */
}

/* Brings the likeliest of LIST to the front. */
static void sort_candidates(struct arena *arena, struct candidates *list)
{
    struct candidate **order = arena_new(arena, struct candidate *, list->count);
    struct candidate *sorted = arena_new(arena, struct candidate, list->count);
    for (ptrdiff_t i = 0; i < list->count; i++)
        order[i] = &list->at[i];
    if (list->count)
        qsort(order, (size_t)list->count, sizeof *order, compare_candidates);
    for (ptrdiff_t i = 0; i < list->count; i++)
        sorted[i] = *order[i];
    list->at = sorted;
}

/*
 * Chooses the root out of CANDIDATES, named schemas: the first that can be made, translated if any
 * can; the others stay. False when none can; the first of them is then the root.
 */
static bool choose_root(struct initiator *in, struct init_trial *trial,
                        struct candidates *candidates, str *ret_name)
{
    enum { TRIED = 20 };
    struct artifact_keys *keys = &in->artifact.keys;
    const char *first = candidates_root(&trial->openapi, candidates->at[0].name);
    for (int translated = 1; translated >= 0; translated--) {
        keys->translate = translated ? UNSET : NO;
        for (ptrdiff_t i = 0; i < candidates->count && i < TRIED; i++) {
            str name = candidates->at[i].name;
            const char *root = candidates_root(&trial->openapi, name);
            if (!root || !can_make(trial, keys, root))
                continue;
            keys->roots.at[0] = arena_copy(in->arena, str_of(root)).data;
            *ret_name = name;
            memmove(&candidates->at[i], &candidates->at[i + 1],
                    (size_t)(candidates->count - i - 1) * sizeof *candidates->at);
            candidates->count--;
            return true;
        }
    }
    keys->translate = UNSET;
    keys->roots.at[0] = first ? arena_copy(in->arena, str_of(first)).data : "*";
    return false;
}

/* NAME, of a schema, as part of a file's name, cut so that there is room for what is put behind. */
static str file_name(struct arena *arena, str name)
{
    enum { MAX_NAME = 200 };
    struct buf out = buf_in(arena, MAX_NAME);
    for (ptrdiff_t i = 0; i < name.len; i++) {
        char c = name.data[i];
        bool is_first = out.len == 0; /* no file is hidden, or looks like an option */
        if (byte_is_alphanumeric(c) || c == '_' || (c == '.' && !is_first))
            buf_add_byte(&out, c);
        else if (!is_first)
            buf_add_byte(&out, '-');
    }
    return out.len ? buf_view(&out) : S("schema");
}

/* Looks at PATH, from the configuration's directory. False when reported: it cannot be told. */
static bool look_at(struct initiator *in, const char *path, const char **ret_path,
                    struct stat *ret_info, bool *ret_is_there)
{
    *ret_path = path_join(in->arena, str_of(in->folder), str_of(path)).data;
    *ret_is_there = host.stat(*ret_path, ret_info) == 0;
    if (*ret_is_there || errno == ENOENT || errno == ENOTDIR)
        return true;
    return init_cannot_read(in, *ret_path, errno);
}

/*
 * Sees whether the artifact and the record can be made in FOLDER, of the configuration's directory.
 * False when reported: it cannot be told.
 */
static bool can_hold(struct initiator *in, const char *folder, bool *ret_can)
{
    const char *path;
    str resolved;
    struct stat info;
    bool is_there;
    *ret_can = false;
    if (str_equal(path_directory(str_of(in->artifact.source)), str_of(folder)))
        return true; /* one of the two might be the document */
    if (!look_at(in, folder, &path, &info, &is_there))
        return false;
    *ret_can = !is_there;
    if (!is_there || !S_ISDIR(info.st_mode))
        return true;
    int problem = file_resolve(in->arena, path, &resolved);
    if (problem)
        return init_cannot_read(in, path, problem);
    *ret_can = path_is_inside(resolved, in->directory);
    return true;
}

/* Gives the artifact, of the root NAME, its path and the record its own. False when reported. */
static bool choose_paths(struct initiator *in, str name, const char **ret_fingerprints)
{
    static const char *const folders[] = {"schemas", "generated", "generated-schemas"};
    enum { COUNT = sizeof folders / sizeof *folders };
    bool can = false;
    int i = 0;
    for (; i < COUNT - 1 && !can; i += !can)
        if (!can_hold(in, folders[i], &can))
            return false;
    str file = file_name(in->arena, name);
    in->artifact.path =
        arena_printf(in->arena, "%s/%.*s.schema.json", folders[i], (int)file.len, file.data).data;
    *ret_fingerprints = arena_printf(in->arena, "%s/fingerprints.json", folders[i]).data;
    return true;
}

/* Looks for a root, with its name for a file. False when none can be made. */
static bool find_start(struct initiator *in, struct init_trial *trial,
                       struct candidates *candidates, str *ret_name)
{
    bool is_schema = !dialect_info(trial->openapi.dialect)->openapi;
    *ret_name = S("all");
    candidates_list(&trial->openapi, candidates); /* when it cannot tell sizes, they are 0 */
    if (!trial->openapi.schemas || trial->openapi.schemas->count == 0)
        candidates->count = 0; /* those of a document without names are named after places */
    sort_candidates(&trial->arena, candidates);
    if (is_schema && can_make(trial, &in->artifact.keys, "#")) {
        *ret_name = init_stem(in->request->source);
        return true;
    }
    if (candidates->count)
        return choose_root(in, trial, candidates, ret_name);
    return can_make(trial, &in->artifact.keys, "*");
}

/* Warns when generate would overwrite a file in the artifact's place. False when reported. */
static bool warn_of_existing(struct initiator *in)
{
    struct stat info;
    const char *path;
    bool is_there;
    if (!look_at(in, in->artifact.path, &path, &info, &is_there))
        return false;
    if (!is_there)
        return true;
    struct diag *diag =
        diag_report(in->found, W0702, init_place(in, path),
                    "this file is there already, and `schemac generate` will overwrite it");
    diag_hint(in->found, diag, "to start from it, use `schemac init SOURCE --like %s`",
              show_all(in->arena, str_of(path)));
    return true;
}

bool init_start(struct initiator *in, struct init_result *result)
{
    struct rendering rendering;
    struct init_trial trial;
    struct candidates candidates;
    const char *fingerprints;
    str name;
    in->artifact.keys.roots.at = arena_new(in->arena, const char *, 1);
    bool found = init_try_open(in, &trial) && find_start(in, &trial, &candidates, &name);
    bool ok = found && choose_paths(in, name, &fingerprints) && warn_of_existing(in);
    if (ok)
        init_text_start(&result->text, &in->artifact, fingerprints, &candidates);
    arena_free(&trial.arena);
    if (!found)
        init_make(in, &rendering); /* which tells why */
    return ok;
}
