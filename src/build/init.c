/*
 * init.c - to read along: init, make_like, make_start.
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
#include "build/check.h"
#include "build/disk.h"
#include "build/init_text.h"
#include "build/likeness.h"
#include "build/render.h"
#include "openapi/candidates.h"
#include "openapi/unreached.h"
#include "schema/vocabulary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct initiator {
    struct sources *sources;
    struct arena *arena;
    struct diag_list *found;
    const struct init_request *request;
    const char *folder; /* of the file to write, as it was given */
    str directory;      /* of the file to write, resolved */
    struct artifact artifact;
};

/* A document opened where nobody sees what is reported of it. Give it back with arena_free. */
struct quiet {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct openapi openapi;
};

/* ---- paths ------------------------------------------------------------------------------------
 */

static place at_file(struct initiator *in, const char *path)
{
    struct text *text = arena_new(in->arena, struct text, 1);
    *text = (struct text){.name = str_of(path), .chars = S("")};
    return place_file(text);
}

static bool cannot_read(struct initiator *in, const char *path, int problem)
{
    if (problem == EFBIG)
        diag_report(in->found, L0001, at_file(in, path), "the document is longer than %td MiB",
                    FILE_CEILING / ((ptrdiff_t)1024 * 1024));
    else
        diag_report(in->found, E0002, at_file(in, path), "cannot read it: %s", strerror(problem));
    return false;
}

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
    if (problem)
        return cannot_read(in, path, problem);
    str whole = path_join(in->arena, folder, base);
    if (!path_is_inside(whole, in->directory) || !path_is_inside(*ret_target, in->directory)) {
        struct diag *diag = diag_report(in->found, E0004, at_file(in, path),
                                        "this file lies outside the directory of %s",
                                        show_all(in->arena, str_of(in->request->out)));
        diag_hint(in->found, diag, "put schemac.yaml into a folder above it with --output");
        return false;
    }
    bool is_root = str_ends(in->directory, S("/"));
    str name = str_skip(whole, in->directory.len + (is_root ? 0 : 1));
    if (utf8_find_bad(name) >= 0) {
        diag_report(in->found, E0101, at_file(in, path), "this path is not valid UTF-8");
        return false;
    }
    *ret_name = arena_copy(in->arena, name).data;
    return true;
}

static bool cannot_write(struct initiator *in, int problem)
{
    diag_report(in->found, E0003, at_file(in, in->request->out), "cannot write it: %s",
                strerror(problem));
    return false;
}

/* Reports that the file to write is there. */
static bool is_taken(struct initiator *in)
{
    struct diag *diag = diag_report(in->found, E0613, at_file(in, in->request->out),
                                    "this file is there already, and is not overwritten");
    diag_hint(in->found, diag,
              "edit it, name another with --output FILE, or see the text with --output -");
    return true;
}

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
    return S_ISDIR(info.st_mode) ? cannot_write(in, EISDIR) : !is_taken(in);
}

/* ---- documents --------------------------------------------------------------------------------
 */

/* Reads and opens the document. False when reported. */
static bool open_source(const struct initiator *in, struct sources *sources,
                        struct registry *registry, struct openapi *ret_openapi)
{
    const char *path = in->request->source;
    struct document *document = sources_load(sources, path, str_of(path));
    struct root_rule rule = root_of_config(&in->request->root, in->folder);
    if (!document || !registry_init(registry, sources, rule.directory, rule.allow_outside))
        return false;
    registry_add(registry, document, path);
    return openapi_open(registry, document, ret_openapi);
}

/* Q is zeroed. */
static bool open_quietly(const struct initiator *in, struct quiet *q)
{
    q->found.arena = &q->arena;
    q->sources = (struct sources){.arena = &q->arena, .found = &q->found};
    bool ok = open_source(in, &q->sources, &q->registry, &q->openapi);
    q->registry.quiet =
        true; /* a file that cannot be read fails every attempt, not just the first */
    return ok;
}

/* Makes the artifact in the open. False when reported. */
static bool make_artifact(struct initiator *in, struct rendering *ret_rendering)
{
    struct registry registry;
    struct openapi openapi;
    if (!open_source(in, in->sources, &registry, &openapi))
        return false;
    bool ok = render(&openapi, &in->artifact.keys, NULL, NULL, ret_rendering);
    openapi_warn_unreached(&openapi);
    sources_warn_unreached(in->sources);
    return ok;
}

/* ---- like a file that is there ----------------------------------------------------------------
 */

/* True when some member of ROOT is a keyword of a dialect of JSON Schema. */
static bool has_keywords(const struct node *root)
{
    for (uint32_t i = 0; i < root->count; i++)
        for (int dialect = DIALECT_DRAFT_04; dialect <= DIALECT_2020_12; dialect++)
            if (keyword_find(OBJECT_SCHEMA, node_text(node_key(root, i)), (enum dialect)dialect))
                return true;
    return false;
}

/* Reports the faults of NODE and all that it holds: keys that stand twice. False when there are. */
static bool is_faultless(struct initiator *in, const struct node *node)
{
    bool ok = !sources_report_faults(in->sources, node);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++)
        ok = is_faultless(in, node_value(node, i)) && ok;
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        ok = is_faultless(in, node_item(node, i)) && ok;
    return ok;
}

/* Reads the schema that is there. False when reported: it is none. */
static bool read_existing(struct initiator *in, struct disk_file *disk,
                          const struct node **ret_root)
{
    const char *path = in->request->like;
    disk_read(NULL, in->arena, path, disk);
    if (!disk->problem && disk->bytes.len > FILE_CEILING)
        disk->problem = EFBIG;
    if (disk->problem)
        return cannot_read(in, path, disk->problem);
    struct document *document =
        sources_read_as(in->sources, str_of(path), disk->bytes, FORMAT_JSON);
    if (!document || (document->faults && !is_faultless(in, document->root)))
        return false;
    const struct node *root = document->root;
    place where = sources_place(in->sources, root);
    bool is_document = node_get(root, S("openapi")) || node_get(root, S("swagger"));
    struct diag *diag = NULL;
    if (root->kind != NODE_OBJECT)
        diag =
            diag_report(in->found, E0405, where, "a schema of this kind is an object, this is %s",
                        node_kind_words(root->kind));
    else if (is_document || !has_keywords(root))
        diag = diag_report(in->found, E0405, where, "this is no JSON Schema but %s",
                           is_document ? "an OpenAPI document" : "an object without keywords");
    if (diag)
        diag_hint(in->found, diag,
                  "`schemac init SOURCE --like SCHEMA`: first the document, then the schema");
    *ret_root = root;
    return !diag;
}

/* The file name PATH without suffixes: "server" for a/server.schema.json. */
static str stem_of(const char *path)
{
    str stem, rest;
    str_cut(path_base(str_of(path)), '.', &stem, &rest);
    return stem;
}

/* Finds the keys. False when the document cannot be read. */
static bool find_likeness(struct initiator *in, const struct disk_file *disk,
                          const struct node *root, struct likeness *likeness)
{
    struct quiet q = {0};
    ptrdiff_t mark;
    utf_bom(disk->lines, &mark);
    struct existing existing = {root, str_skip(disk->lines, mark), stem_of(in->request->like)};
    bool ok = open_quietly(in, &q);
    if (ok)
        likeness_find(&q.openapi, &existing, in->arena, likeness);
    arena_free(&q.arena);
    return ok;
}

/* Compares what the keys give with what is there, and reports it as check does. */
static void compare(struct initiator *in, const struct rendering *rendering)
{
    struct output output = {
        .artifact = &in->artifact,
        .path = in->request->like,
        .name = in->request->like,
        .file = in->request->like,
        .source_name = in->request->source,
        .record = -1,
        .selected = true,
        .rendering = *rendering,
        .digest = digest_sha256(rendering->bytes),
    };
    struct plan plan = {
        .sources = in->sources,
        .config =
            {
                .path = in->request->out,
                .directory = in->folder,
                .artifacts = &in->artifact,
                .count = 1,
            },
        .outputs = &output,
    };
    check(&plan, "schemac generate");
}

/* Says what the findings of `compare` mean for who asked for the keys. */
static void explain_nearest(struct initiator *in, const struct likeness *likeness)
{
    place where = at_file(in, in->request->like);
    if (likeness->is_same_but_ended) {
        diag_report(
            in->found, N0601, where,
            "the keys give this file but for the line feed at its end, which schemac writes");
        return;
    }
    struct diag *diag = diag_report(
        in->found, N0601, where, "no keys give just this file; those that come nearest were taken");
    diag_hint(in->found, diag,
              "change the document or the keys until `schemac check` has nothing to say; "
              "`schemac generate` settles it the other way, and overwrites this file");
}

static bool make_like(struct initiator *in, struct init_result *result)
{
    struct disk_file disk;
    const struct node *root = NULL;
    struct likeness likeness = {0};
    struct rendering rendering;
    if (!read_existing(in, &disk, &root))
        return false;
    find_likeness(in, &disk, root, &likeness); /* what goes wrong is told by make_artifact */
    in->artifact.keys = likeness.keys;
    if (!make_artifact(in, &rendering))
        return false;
    init_text_like(&result->text, &in->artifact, &likeness);
    result->is_same = likeness.is_same;
    compare(in, &rendering);
    if (diag_status(in->found) == 1)
        explain_nearest(in, &likeness);
    return true;
}

/* ---- a start ----------------------------------------------------------------------------------
 */

/* True when the artifact can be made with ROOT. */
static bool can_make(struct quiet *q, struct artifact_keys *keys, const char *root)
{
    struct rendering rendering;
    keys->roots.at[0] = root;
    keys->roots.count = 1;
    return render(&q->openapi, keys, NULL, NULL, &rendering);
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
static bool choose_root(struct initiator *in, struct quiet *q, struct candidates *candidates,
                        str *ret_name)
{
    enum { TRIED = 20 };
    struct artifact_keys *keys = &in->artifact.keys;
    const char *first = candidates_root(&q->openapi, candidates->at[0].name);
    for (int translated = 1; translated >= 0; translated--) {
        keys->translate = translated ? UNSET : NO;
        for (ptrdiff_t i = 0; i < candidates->count && i < TRIED; i++) {
            str name = candidates->at[i].name;
            const char *root = candidates_root(&q->openapi, name);
            if (!root || !can_make(q, keys, root))
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
    return cannot_read(in, *ret_path, errno);
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
        return cannot_read(in, path, problem);
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
static bool find_start(struct initiator *in, struct quiet *q, struct candidates *candidates,
                       str *ret_name)
{
    bool is_schema = !dialect_info(q->openapi.dialect)->openapi;
    *ret_name = S("all");
    candidates_list(&q->openapi, candidates); /* when it cannot tell sizes, they are 0 */
    if (!q->openapi.schemas || q->openapi.schemas->count == 0)
        candidates->count = 0; /* those of a document without names are named after places */
    sort_candidates(&q->arena, candidates);
    if (is_schema && can_make(q, &in->artifact.keys, "#")) {
        *ret_name = stem_of(in->request->source);
        return true;
    }
    if (candidates->count)
        return choose_root(in, q, candidates, ret_name);
    return can_make(q, &in->artifact.keys, "*");
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
        diag_report(in->found, W0702, at_file(in, path),
                    "this file is there already, and `schemac generate` will overwrite it");
    diag_hint(in->found, diag, "to start from it, use `schemac init SOURCE --like %s`",
              show_all(in->arena, str_of(path)));
    return true;
}

static bool make_start(struct initiator *in, struct init_result *result)
{
    struct rendering rendering;
    struct quiet q = {0};
    struct candidates candidates;
    const char *fingerprints;
    str name;
    in->artifact.keys.roots.at = arena_new(in->arena, const char *, 1);
    bool found = open_quietly(in, &q) && find_start(in, &q, &candidates, &name);
    bool ok = found && choose_paths(in, name, &fingerprints) && warn_of_existing(in);
    if (ok)
        init_text_start(&result->text, &in->artifact, fingerprints, &candidates);
    arena_free(&q.arena);
    if (!found)
        make_artifact(in, &rendering); /* which tells why */
    return ok;
}

/* ---- all of it --------------------------------------------------------------------------------
 */

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
        diag_report(in->found, E0605, at_file(in, request->like), "this is the document itself");
        return false;
    }
    if (strpbrk(in->artifact.path, "{}")) {
        diag_report(in->found, E0606, at_file(in, request->like),
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
    bool ok = request->like ? make_like(&in, ret_result) : make_start(&in, ret_result);
    ret_result->artifact = in.artifact.path;
    if (!ok || request->prints)
        return ok;
    int problem = draft_create(sources->arena, request->out, buf_view(&ret_result->text));
    if (problem == EEXIST)
        return !is_taken(&in);
    return !problem || cannot_write(&in, problem);
}
