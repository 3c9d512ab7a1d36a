#include "build/release_import.h"

#include "base/show.h"
#include "build/plan_locate.h"
#include "build/release_plan.h"
#include "build/writing.h"
#include "schema/uri.h"

#include <string.h>

struct importer {
    struct sources *sources;
    struct arena *arena;
    struct diag_list *found;
    struct config config;
    struct releases releases;
    str root; /* the folder of the configuration, resolved */
    ptrdiff_t added;
};

static bool refuse(struct importer *m, place where, const char *why, const char *hint)
{
    struct diag *diag = diag_report(m->found, E0916, where, "%s", why);
    if (hint)
        diag_hint(m->found, diag, "%s", hint);
    return false;
}

/* Finds the path of the file NAME from the folder of the configuration. False when reported. */
static bool locate(struct importer *m, const char *name, struct text *text, str *ret_file)
{
    str resolved;
    int problem = file_resolve(m->arena, name, &resolved);
    if (problem) {
        diag_report(m->found, E0002, place_file(text), "cannot tell where this file is: %s",
                    strerror(problem));
        return false;
    }
    if (!path_is_inside(resolved, m->root)) {
        diag_report(m->found, E0004, place_file(text),
                    "this file lies outside the folder of the configuration");
        return false;
    }
    *ret_file = path_below(resolved, m->root);
    for (ptrdiff_t i = 0; i < m->config.count; i++) {
        const struct artifact *artifact = &m->config.artifacts[i];
        if (!str_equal(str_of(artifact->path), *ret_file))
            continue;
        struct diag *diag = diag_report(m->found, E0915, place_file(text),
                                        "this file is an artifact, which is generated");
        diag_note(m->found, diag, sources_place(m->sources, artifact->declared), "declared here");
        return false;
    }
    return true;
}

/* Fills ROW in but for the digests, for DOCUMENT, which is FILE. False when reported. */
static bool name_release(struct importer *m, struct document *document, str file,
                         struct released *row)
{
    const struct config_release *config = m->config.release;
    enum versioning versioning = release_versioning_of(&m->config);
    str id = release_id_of(document->root);
    place where = sources_place(m->sources, document->root);
    if (!id.len)
        return refuse(m, where, "this schema has no $id to be released under", NULL);
    if (!uri_is_absolute(id) || !uri_is_reference(id))
        return refuse(m, where, "the $id of this schema is no absolute URI", NULL);
    str version = release_find_version(str_of(config->id), versioning, id, file);
    if (!version.len)
        return refuse(m, where,
                      arena_printf(m->arena, "no version %s is found for this schema",
                                   release_version_form(versioning))
                          .data,
                      "it may be in the $id, in the name of the file or in that of its folder");
    *row = (struct released){.version = version, .id = id, .file = file};
    return true;
}

/* True when ROW, of DOCUMENT, is to be added; false when it is listed already, or reported. */
static bool is_new(struct importer *m, struct document *document, const struct released *row,
                   bool *ret_ok)
{
    const struct release *same_file = map_get(&m->releases.by_file, row->file);
    const struct release *same_id = releases_by_id(&m->releases, row->id);
    const struct release *other = same_file ? same_file : same_id;
    if (!other)
        return true;
    bool is_same =
        str_equal(other->row.id, row->id) && strcmp(other->row.content, row->content) == 0;
    if (is_same)
        return false;
    struct diag *diag = diag_report(m->found, E0913, place_file(&document->text),
                                    same_file ? "this file was released already, as another schema"
                                              : "its $id was released already, with other content");
    diag_note(m->found, diag, releases_place(&m->releases, other), "as %s, in %s",
              show(m->arena, other->row.version), show_all(m->arena, other->row.file));
    *ret_ok = false;
    return false;
}

/* Takes in the file NAME. False when reported. */
static bool import_file(struct importer *m, const char *name)
{
    struct document *document =
        sources_load(m->sources, name, path_from_here(m->arena, str_of(name)));
    struct disk_file disk;
    struct released row;
    str file;
    bool ok = document != NULL;
    if (!ok || sources_report_all_faults(m->sources, document) ||
        !locate(m, name, &document->text, &file) || !name_release(m, document, file, &row))
        return false;
    disk_read(NULL, m->arena, name, &disk);
    if (disk.problem) {
        diag_report(m->found, E0002, place_file(&document->text), "cannot read the file: %s",
                    strerror(disk.problem));
        return false;
    }
    release_digest(m->arena, disk.lines, document->root, &row);
    if (is_new(m, document, &row, &ok)) {
        releases_add(&m->releases, &row);
        m->added++;
    }
    return ok;
}

/* Writes the index. False when reported. */
static bool write_index(struct importer *m)
{
    struct writing writing;
    str file;
    writing_begin(&writing, m->arena, m->found, 1);
    int problem = plan_follow(m->arena, str_of(m->releases.path), &file);
    bool ok = !problem || writing_fail(&writing, m->releases.name, problem);
    if (ok)
        draft_remove_left(m->arena, file.data);
    ok = ok && writing_add(&writing, m->releases.name, file.data, releases_render(&m->releases)) &&
         writing_commit(&writing);
    writing_end(&writing, ok);
    return ok;
}

bool release_import(struct sources *sources, const char *config, const struct string_list *files,
                    bool dry_run, ptrdiff_t *ret_added)
{
    struct importer m = {.sources = sources, .arena = sources->arena, .found = sources->found};
    if (!config_load(sources, config, &m.config))
        return false;
    if (!m.config.release) {
        struct diag *diag = diag_report(m.found, E0911, place_file(&m.config.document->text),
                                        "nothing says where releases are listed");
        diag_hint(m.found, diag, "add \"release\" with dir, id and record");
        return false;
    }
    if (!releases_read(sources, &m.config, &m.releases))
        return false;
    int problem = file_resolve(m.arena, m.config.directory, &m.root);
    bool ok = !problem;
    if (problem)
        diag_report(m.found, E0002, place_file(&m.config.document->text),
                    "cannot tell where its folder is: %s", strerror(problem));
    else if (!release_may_list(&m.releases, m.root))
        return false;
    for (ptrdiff_t i = 0; !problem && i < files->count; i++)
        ok = import_file(&m, files->at[i]) && ok;
    *ret_added = m.added;
    return ok && (dry_run || !m.added || write_index(&m));
}
