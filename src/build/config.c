/*
 * config.c - finds the configuration, goes through what it includes, and settles what each of its
 * files is for.
 */
#include "build/config.h"

#include "base/file.h"
#include "base/glob.h"
#include "base/host.h"
#include "base/map.h"
#include "base/show.h"
#include "build/config_find.h"
#include "build/config_read.h"
#include "build/each.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* A file that is to be included, from the folder of the first, and what says so. */
struct wanted {
    const char *path;
    const struct node *declared;
    bool is_found; /* by a pattern */
};

/* A file that is being read, or was. */
struct visit {
    struct config_file *file;
    struct visit *includer;
    const struct node *declared; /* what includes it, or NULL */
    struct wanted *wanted;       /* what it includes itself */
    ptrdiff_t count, cap, next;  /* next: the first of these that is not read yet */
    bool is_open;                /* some of what it includes, or that includes, is not read yet */
};

struct loader {
    struct sources *sources;
    struct config *config;
    ptrdiff_t file_cap, artifact_cap, mapped_cap, schemas_cap, example_cap, mentions_cap,
        disclosure_cap;
    struct map visits; /* identity of a file (identify) to its visit; NULL: it cannot be read */
    str root;          /* the directory of the first file, resolved; of a view, empty */
};

static place place_of(const struct loader *l, const struct node *node)
{
    return sources_place(l->sources, node);
}

/* config_find_pattern, of the configuration that is being read. */
static bool find_files(struct loader *l, const struct config_file *file, const char *pattern,
                       const struct node *declared, struct file_list *ret_files)
{
    return config_find_pattern(l->sources, l->config, file, pattern, declared, ret_files);
}

/* ---- artifacts ------------------------------------------------------------------------------- */

/* Adds ARTIFACT under the name PATH, which it declares from the folder of its file. */
static void add_artifact(struct loader *l, const struct artifact *artifact, str path)
{
    struct config *config = l->config;
    const char *own = config_own_path(l->sources, artifact->file, path, artifact->declared);
    if (!own)
        return;
    config->artifacts = arena_make_room(l->sources->arena, config->artifacts,
                                        sizeof *config->artifacts, config->count, &l->artifact_cap);
    config->artifacts[config->count] = *artifact;
    config->artifacts[config->count++].path = own;
}

/* Adds one artifact for the file MATCH, as DECLARED says. */
static void add_match(struct loader *l, const struct artifact *declared, str match)
{
    struct arena *arena = l->sources->arena;
    struct artifact artifact = *declared;
    str folder = str_of(declared->file->folder);
    artifact.source = path_normalise(arena, path_join(arena, folder, match)).data;
    each_fill(arena, &artifact.keys, match);
    add_artifact(l, &artifact, each_path(arena, str_of(declared->path), match));
}

/* Adds one artifact for each file that the patterns of DECLARED stand for. */
static void add_matches(struct loader *l, const struct artifact *declared)
{
    struct map seen = {.arena = l->sources->arena};
    for (ptrdiff_t i = 0; i < declared->each.count; i++) {
        const char *pattern = declared->each.at[i];
        struct file_list files;
        if (!find_files(l, declared->file, pattern, declared->declared, &files))
            continue;
        if (files.count == 0)
            config_warn_no_match(l->sources, declared->declared, "each", pattern);
        for (ptrdiff_t j = 0; j < files.count; j++) {
            bool is_new,
                is_own = str_equal(files.paths[j], path_base(str_of(declared->file->path)));
            map_entry(&seen, files.paths[j], &is_new);
            if (is_new && !is_own)
                add_match(l, declared, files.paths[j]);
        }
    }
}

/* Adds what DECLARED stands for. */
static void add_declared(struct loader *l, const struct artifact *declared)
{
    str path = str_of(declared->path);
    if (declared->each.count && each_is_path(path))
        add_matches(l, declared);
    else if (declared->each.count)
        diag_report(l->sources->found, E0606, place_of(l, declared->declared),
                    "a path has no placeholders but {name} and {dir}");
    else
        add_artifact(l, declared, path);
}

/* ---- including ------------------------------------------------------------------------------- */

/*
 * What tells the file PATH, for the system, from others, whatever it is called. Returns an errno
 * value when that cannot be told; that there is no file is told when it is read.
 */
static int identify(struct loader *l, const char *path, str *ret_identity)
{
    int problem = l->sources->view ? ENOENT : file_resolve(l->sources->arena, path, ret_identity);
    if (problem == ENOENT || problem == ENOTDIR) {
        *ret_identity = path_normalise(l->sources->arena, str_of(path));
        problem = 0;
    }
    return problem;
}

static void want(struct loader *l, struct visit *visit, str path, const struct node *declared,
                 bool is_found)
{
    struct arena *arena = l->sources->arena;
    str all = path_normalise(arena, path_join(arena, str_of(visit->file->folder), path));
    visit->wanted = arena_make_room(l->sources->arena, visit->wanted, sizeof *visit->wanted,
                                    visit->count, &visit->cap);
    visit->wanted[visit->count++] = (struct wanted){all.data, declared, is_found};
}

/* Finds the files that INCLUDE of VISIT's file stands for. */
static void want_included(struct loader *l, struct visit *visit,
                          const struct config_include *include)
{
    struct file_list files;
    if (!glob_is_pattern(str_of(include->pattern))) {
        want(l, visit, str_of(include->pattern), include->declared, false);
        return;
    }
    if (!find_files(l, visit->file, include->pattern, include->declared, &files))
        return;
    if (files.count == 0)
        config_warn_no_match(l->sources, include->declared, "include", include->pattern);
    for (ptrdiff_t i = 0; i < files.count; i++)
        want(l, visit, files.paths[i], include->declared, true);
}

/* Adds what CONTENT says of schemas that are known and of examples. */
static void add_judged(struct loader *l, const struct config_content *content)
{
    struct config *config = l->config;
    if (content->schemas.file) {
        config->schemas =
            arena_make_room(l->sources->arena, config->schemas, sizeof *config->schemas,
                            config->schemas_count, &l->schemas_cap);
        config->schemas[config->schemas_count++] = content->schemas;
    }
    for (ptrdiff_t i = 0; i < content->example_count; i++) {
        config->examples =
            arena_make_room(l->sources->arena, config->examples, sizeof *config->examples,
                            config->example_count, &l->example_cap);
        config->examples[config->example_count++] = content->examples[i];
    }
}

/* Adds what CONTENT says of disclosures. */
static void add_disclosures(struct loader *l, const struct config_content *content)
{
    struct config *config = l->config;
    for (ptrdiff_t i = 0; i < content->disclosure_count; i++) {
        config->disclosures =
            arena_make_room(l->sources->arena, config->disclosures, sizeof *config->disclosures,
                            config->disclosure_count, &l->disclosure_cap);
        config->disclosures[config->disclosure_count++] = content->disclosures[i];
    }
}

/* Adds what CONTENT says of releases. */
static void add_released(struct loader *l, const struct config_content *content)
{
    struct config *config = l->config;
    if (content->release)
        config->release = content->release;
    if (!content->mentions.file)
        return;
    config->mentions =
        arena_make_room(l->sources->arena, config->mentions, sizeof *config->mentions,
                        config->mentions_count, &l->mentions_cap);
    config->mentions[config->mentions_count++] = content->mentions;
}

/* Reads FILE, which DECLARED, or NULL, includes into INCLUDER. NULL when reported. */
static struct visit *read_file(struct loader *l, struct config_file *file, struct visit *includer,
                               const struct node *declared)
{
    struct arena *arena = l->sources->arena;
    struct config *config = l->config;
    struct config_content content;
    str directory = str_of(config_path(arena, config, file->folder));
    str path = path_join(arena, directory, path_base(str_of(file->path)));
    file->document =
        sources_load_asked(l->sources, file->path, path_from_here(arena, path), declared);
    if (!file->document)
        return NULL;
    struct visit *visit = arena_new(arena, struct visit, 1);
    *visit =
        (struct visit){.file = file, .includer = includer, .declared = declared, .is_open = true};
    file->includer = includer ? includer->file : NULL;
    config->files = arena_make_room(l->sources->arena, config->files, sizeof *config->files,
                                    config->file_count, &l->file_cap);
    file->number = config->file_count;
    config->files[config->file_count++] = file;
    config_read(l->sources, file, &content);
    for (ptrdiff_t i = 0; i < content.count; i++)
        add_declared(l, &content.artifacts[i]);
    for (ptrdiff_t i = 0; i < content.mapped_count; i++) {
        config->mapped = arena_make_room(l->sources->arena, config->mapped, sizeof *config->mapped,
                                         config->mapped_count, &l->mapped_cap);
        config->mapped[config->mapped_count++] = content.mapped[i];
    }
    add_judged(l, &content);
    add_disclosures(l, &content);
    add_released(l, &content);
    config->gates = arena_make_room(arena, config->gates, sizeof *config->gates, file->number,
                                    &config->gate_cap);
    config->gates[file->number] = content.gate;
    for (ptrdiff_t i = 0; i < content.include_count; i++)
        want_included(l, visit, &content.includes[i]);
    return visit;
}

/* Reports that VISIT includes OTHER, which includes it, and on which way: both ends of a long one.
 */
static void report_ring(struct loader *l, const struct visit *visit, const struct visit *other,
                        const struct node *declared)
{
    enum { FEW = 5 };
    struct arena *arena = l->sources->arena;
    struct diag *diag = diag_report(
        l->sources->found, E0615, place_of(l, declared), "%s includes itself%s",
        show_all(arena, other->file->document->text.name), visit == other ? "" : " in a ring");
    ptrdiff_t length = 0, done = 0;
    for (const struct visit *at = visit; at != other; at = at->includer)
        length++;
    for (; visit != other; visit = visit->includer, done++) {
        if (done < FEW || done >= length - FEW)
            diag_note(l->sources->found, diag, place_of(l, visit->declared), "%s is included here",
                      show_all(arena, visit->file->document->text.name));
        else if (done == FEW)
            diag_note(l->sources->found, diag, (place){0}, "%td more lie on this way",
                      length - FEW - FEW);
    }
}

/* Goes on to WANTED, which VISIT includes. The visit of it, or NULL when it is not to be read. */
static struct visit *include(struct loader *l, struct visit *visit, const struct wanted *wanted)
{
    struct arena *arena = l->sources->arena;
    const char *path = config_path(arena, l->config, wanted->path);
    str known;
    bool is_new;
    int problem = identify(l, path, &known);
    if (problem) {
        diag_report(l->sources->found, E0002, place_of(l, wanted->declared),
                    "cannot tell where %s is: %s",
                    show_all(arena, path_from_here(arena, str_of(path))), strerror(problem));
        return NULL;
    }
    struct map_entry *entry = map_entry(&l->visits, known, &is_new);
    const struct visit *other = entry->value;
    if (!is_new) {
        bool is_own_pattern = other == visit && wanted->is_found;
        if (other && other->is_open && !is_own_pattern)
            report_ring(l, visit, other, wanted->declared);
        return NULL;
    }
    if (str_starts(known, S("/")) && !path_is_inside(known, l->root)) {
        diag_report(l->sources->found, E0004, place_of(l, wanted->declared),
                    "%s is a link out of the directory of the configuration",
                    show_all(arena, path_from_here(arena, str_of(path))));
        return NULL;
    }
    struct config_file *file = arena_new(arena, struct config_file, 1);
    *file = (struct config_file){
        .path = path, .folder = arena_copy(arena, path_directory(str_of(wanted->path))).data};
    struct visit *next = read_file(l, file, visit, wanted->declared);
    map_put(&l->visits, known, next);
    return next;
}

/* Sees where VISIT's file, the first, is, before others are included. False when reported. */
static bool know_first(struct loader *l, struct visit *visit)
{
    struct arena *arena = l->sources->arena;
    str known;
    int problem = identify(l, visit->file->path, &known);
    if (!problem && !l->sources->view)
        problem = file_resolve(arena, l->config->directory, &l->root);
    if (problem)
        diag_report(l->sources->found, E0002, place_file(&visit->file->document->text),
                    "cannot tell where it is: %s", strerror(problem));
    else
        map_put(&l->visits, known, visit);
    return !problem;
}

/* Reads the first file and, each before the next, what it includes. */
static void read_all(struct loader *l)
{
    struct arena *arena = l->sources->arena;
    struct config *config = l->config;
    struct config_file *first = arena_new(arena, struct config_file, 1);
    *first = (struct config_file){.path = config->path, .folder = "."};
    struct visit *visit = read_file(l, first, NULL, NULL);
    config->document = first->document;
    if (visit && visit->count && !know_first(l, visit))
        return;
    while (visit) {
        struct visit *next = NULL;
        if (visit->next < visit->count)
            next = include(l, visit, &visit->wanted[visit->next++]);
        else
            visit->is_open = false;
        visit = next ? next : visit->is_open ? visit : visit->includer;
    }
}

/* ---- uses of files --------------------------------------------------------------------------- */

/* Reports when PATH, DECLARED to be written, is a file that has another use. */
static void claim_path(struct loader *l, struct map *claimed, const char *path,
                       const struct node *declared)
{
    bool is_new;
    struct map_entry *entry = map_entry(claimed, str_of(path), &is_new);
    if (is_new) {
        entry->value = (void *)declared;
        return;
    }
    struct diag *diag = diag_report(l->sources->found, E0605, place_of(l, declared),
                                    "this file has another use already");
    const struct node *other = entry->value;
    if (other == declared)
        diag_hint(l->sources->found, diag,
                  "{name} and {dir} in its path tell the files apart that each finds");
    else if (other)
        diag_note(l->sources->found, diag, place_of(l, other), "also declared here");
}

/* Reports the file PATH, which is DECLARED, when a folder that it lies in is itself a file. */
static void check_folders(struct loader *l, const struct map *claimed, const char *file,
                          const struct node *declared)
{
    for (str path = path_directory(str_of(file)); !str_equal(path, S("."));
         path = path_directory(path)) {
        const struct map_entry *entry = map_find(claimed, path);
        if (!entry)
            continue;
        struct diag *diag = diag_report(l->sources->found, E0605, place_of(l, declared),
                                        "it lies in what is a file");
        const struct node *other = entry->value;
        if (other)
            diag_note(l->sources->found, diag, place_of(l, other), "that file is declared here");
    }
}

/* Gives the files of disclosures their one use, when the artifacts have theirs. */
static void settle_disclosures(struct loader *l, struct map *claimed)
{
    const struct config *config = l->config;
    for (ptrdiff_t i = 0; i < config->disclosure_count; i++) {
        const struct config_disclosure *disclosure = &config->disclosures[i];
        const char *const read[] = {disclosure->tool, disclosure->input.path,
                                    disclosure->output.path, disclosure->source.path};
        for (size_t j = 0; j < sizeof read / sizeof *read; j++)
            if (read[j] && !map_find(claimed, str_of(read[j])))
                map_entry(claimed, str_of(read[j]), NULL);
    }
    for (ptrdiff_t i = 0; i < config->disclosure_count; i++) {
        const struct config_disclosure *disclosure = &config->disclosures[i];
        claim_path(l, claimed, disclosure->manifest, disclosure->out_declared);
        claim_path(l, claimed, disclosure->fragments, disclosure->out_declared);
    }
    for (ptrdiff_t i = 0; i < config->disclosure_count; i++)
        check_folders(l, claimed, config->disclosures[i].manifest,
                      config->disclosures[i].out_declared);
}

/* Gives each file its one use: what is read first, then what is written. */
static void settle(struct loader *l)
{
    struct config *config = l->config;
    struct arena *arena = l->sources->arena;
    struct map claimed = {.arena = arena};
    for (ptrdiff_t i = 0; i < config->file_count; i++) {
        const struct config_file *file = config->files[i];
        str name = path_base(str_of(file->path));
        map_entry(&claimed, path_join(arena, str_of(file->folder), name), NULL);
    }
    for (ptrdiff_t i = 0; i < config->count; i++)
        if (config->artifacts[i].source)
            map_entry(&claimed, str_of(config->artifacts[i].source), NULL);
    for (ptrdiff_t i = 0; i < config->file_count; i++)
        if (config->files[i]->fingerprints)
            claim_path(l, &claimed, config->files[i]->fingerprints,
                       config->files[i]->fingerprints_declared);
    if (config->release)
        claim_path(l, &claimed, config->release->record, config->release->record_declared);
    for (ptrdiff_t i = 0; i < config->count; i++)
        claim_path(l, &claimed, config->artifacts[i].path, config->artifacts[i].declared);
    settle_disclosures(l, &claimed);
    for (ptrdiff_t i = 0; i < config->count; i++)
        check_folders(l, &claimed, config->artifacts[i].path, config->artifacts[i].declared);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/*
 * The directory of PATH, normalised: by text, unless it goes up from a directory below, which may
 * be a link.
 */
static str plain_directory(struct arena *arena, str path)
{
    str directory = path_directory(path), resolved, rest = directory;
    while (str_starts(rest, S("../")))
        rest = str_skip(rest, 3);
    bool goes_up = str_find(rest, S("/../")) >= 0 || str_ends(rest, S("/.."));
    if (goes_up && file_resolve(arena, arena_copy(arena, directory).data, &resolved) == 0)
        return path_from_here(arena, resolved);
    return path_normalise(arena, directory);
}

bool config_load(struct sources *sources, const char *path, struct config *ret_config)
{
    struct arena *arena = sources->arena;
    struct loader l = {
        .sources = sources, .config = ret_config, .visits = {.arena = sources->arena}};
    *ret_config = (struct config){.path = path ? path : config_nearest(sources)};
    if (!ret_config->path) {
        struct diag *diag =
            diag_report(sources->found, E0608, (place){0},
                        "there is no schemac.yaml%s here or above", sources->view ? " staged" : "");
        diag_hint(sources->found, diag,
                  sources->view
                      ? "`git add` it, or name another with --config"
                      : "name one with --config, or have one written: `schemac init FILE`");
        return false;
    }
    str directory = plain_directory(arena, str_of(ret_config->path));
    ret_config->directory = arena_copy(arena, directory).data;
    int before = sources->found->errors + sources->found->limits;
    read_all(&l);
    settle(&l);
    return sources->found->errors + sources->found->limits == before;
}
