#include "build/examples.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "base/similar.h"
#include "build/inputs.h"
#include "build/judge.h"
#include "validate/instances.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* What the examples of one schema are judged by. */
struct bench {
    struct judge *judge;
    const struct scheme *scheme; /* NULL: it is reported why there is none */
};

struct examiner {
    struct examples *examples;
    const struct plan *plan;
    struct sources *sources;
    struct arena *arena;
    struct judge_options options;
    struct judge *common; /* of artifacts; NULL: not needed yet */
    bool ids_differ;      /* no two artifacts have one "$id" */
    struct map written;   /* artifacts, as of a registry */
    struct map benches;   /* by schema as it is declared */
    struct arena scratch; /* of one file */
};

/* How the documents of a list are judged. */
enum expectation { VALID, INVALID, BLOCKS };

static const char *const words[] = {[VALID] = "valid", [INVALID] = "invalid", [BLOCKS] = "files"};

static const struct config_files *files_of(const struct config_examples *entry,
                                           enum expectation expectation)
{
    return expectation == VALID     ? &entry->valid
           : expectation == INVALID ? &entry->invalid
                                    : &entry->markdown;
}

/* The artifact that ENTRY is judged by, or NULL when that is another file. */
static struct output *output_of(const struct plan *plan, const struct config_examples *entry)
{
    str path, fragment;
    str_cut(str_of(entry->schema), '#', &path, &fragment);
    return plan_artifact(plan, path);
}

/* What FILE, from the folder of the configuration, is called in messages. */
static str name_of(const struct plan *plan, str file)
{
    struct arena *arena = plan->sources->arena;
    return arena_copy(arena,
                      path_from_here(arena, str_of(config_path(arena, &plan->config, file.data))));
}

/* ---- schemas --------------------------------------------------------------------------------- */

/* Takes in OUTPUT as it was built. False when reported. */
static bool take_output(struct judge *judge, const struct output *output)
{
    return judge_take(judge, output->path, str_of(output->name), output->rendering.bytes);
}

/* Takes in OUTPUT and, before it, all artifacts that it refers to. False when reported. */
static bool take_with_referred(const struct plan *plan, struct judge *judge,
                               const struct output *output)
{
    struct map all = {.arena = plan->sources->arena};
    bool ok = true;
    map_put(&all, str_of(output->artifact->path), (void *)output);
    for (ptrdiff_t i = 0; i < all.count; i++) {
        const struct output *one = all.entries[i].value;
        const struct string_list *refer = &one->artifact->keys.refer;
        ok = take_output(judge, one) && ok;
        for (ptrdiff_t j = 0; j < refer->count; j++) {
            str path = path_normalise(plan->sources->arena, str_of(refer->at[j]));
            void *other = plan_artifact(plan, path);
            if (other)
                map_put(&all, path, other);
        }
    }
    return ok;
}

/* Takes in all that a schema that is no artifact may refer to. False when reported. */
static bool take_known(struct examiner *e, struct judge *judge)
{
    const struct plan *plan = e->plan;
    bool ok = true;
    for (ptrdiff_t i = 0; i < plan->config.count; i++)
        if (plan->outputs[i].rendering.bytes.data)
            ok = take_output(judge, &plan->outputs[i]) && ok;
    for (ptrdiff_t i = 0; i < plan->config.schemas_count; i++) {
        const struct config_schemas *schemas = &plan->config.schemas[i];
        struct file_list files;
        ok = config_find(e->sources, &plan->config, schemas->file, &schemas->files, "schemas",
                         &files) &&
             ok;
        for (ptrdiff_t j = 0; j < files.count; j++)
            if (!map_find(&plan->by_path, files.paths[j]))
                ok = judge_know(judge, config_path(e->arena, &plan->config, files.paths[j].data)) &&
                     ok;
    }
    return ok;
}

/* True when the schema of ENTRY, a file, is there and may be read; else reported. */
static bool is_there(struct examiner *e, const struct config_examples *entry)
{
    str file, fragment;
    struct stat info;
    str_cut(str_of(entry->schema), '#', &file, &fragment);
    const char *path = config_path(e->arena, &e->plan->config, arena_copy(e->arena, file).data);
    struct registry *registry = (struct registry *)&e->plan->registry;
    if (!registry_may_read(registry, str_of(path), entry->schema_declared))
        return false;
    if (e->sources->view || host.stat(path, &info) == 0)
        return true;
    struct diag *diag =
        diag_report(e->sources->found, E0002, sources_place(e->sources, entry->schema_declared),
                    "cannot read the schema %s: %s",
                    show_all(e->arena, path_from_here(e->arena, str_of(path))), strerror(errno));
    struct similar similar = {.wanted = file};
    for (ptrdiff_t i = 0; i < e->plan->config.count; i++)
        similar_consider(&similar, str_of(e->plan->config.artifacts[i].path));
    if (similar.best.data)
        diag_hint(e->sources->found, diag, "did you mean \"%s\"?",
                  show_all(e->arena, similar.best));
    return false;
}

/* True when no two artifacts have one "$id", as far as they say so. */
static bool have_ids_of_their_own(const struct plan *plan)
{
    struct map ids = {.arena = plan->sources->arena};
    bool is_new = true;
    for (ptrdiff_t i = 0; i < plan->config.count && is_new; i++)
        if (plan->config.artifacts[i].keys.id)
            map_entry(&ids, str_of(plan->config.artifacts[i].keys.id), &is_new);
    return is_new;
}

/*
 * The judge for a schema that OUTPUT is or, without that, a file; NULL when reported. Artifacts
 * share one; but where two have one "$id", those that refer to others have their own, in which it
 * is clear whom that names.
 */
static struct judge *judge_for(struct examiner *e, const struct output *output)
{
    bool is_common = output && (e->ids_differ || !output->artifact->keys.refer.count), ok = true;
    struct judge *judge = is_common ? e->common : NULL;
    if (!judge) {
        judge = arena_new(e->arena, struct judge, 1);
        ok = judge_open(e->arena, e->sources->found, &e->options, judge);
    }
    if (is_common && ok)
        e->common = judge;
    ok = ok && (output ? take_with_referred(e->plan, judge, output) : take_known(e, judge));
    return ok ? judge : NULL;
}

/* The files that are not read where they are (registry.written), for registries of their own. */
static const struct map *written_files(struct examiner *e)
{
    static struct node declared; /* in no text */
    const struct map *written = &e->plan->registry.written;
    for (ptrdiff_t i = e->written.count; i < written->count; i++)
        map_put(&e->written, written->entries[i].key, &declared);
    return &e->written;
}

/*
 * A judge that uses the schema PATH, a file, without what else is known; NULL, and nothing
 * reported, when that is not enough. Artifacts are not read from the disk.
 */
static struct judge *judge_alone(struct examiner *e, const char *path)
{
    struct judge *judge = arena_new(e->arena, struct judge, 1);
    struct diag_list *aside = arena_new(e->arena, struct diag_list, 1);
    aside->arena = e->arena;
    bool ok = judge_open(e->arena, aside, &e->options, judge);
    judge->registry.written = *written_files(e);
    ok = ok && judge_use(judge, path);
    if (!ok) {
        judge_close(judge);
        return NULL;
    }
    diag_repeat(e->sources->found, aside);
    judge->sources.found = judge->compiler.found = e->sources->found;
    return judge;
}

/* The judge for ENTRY, which is judged by OUTPUT or, without that, a file; NULL when reported. */
static struct judge *judge_of(struct examiner *e, const struct config_examples *entry,
                              const struct output *output)
{
    const char *path = config_path(e->arena, &e->plan->config, entry->schema);
    struct judge *judge = NULL;
    if (!output && !is_there(e, entry))
        return NULL;
    if (!output)
        judge = judge_alone(e, path);
    if (judge)
        return judge;
    judge = judge_for(e, output);
    return judge && judge_use(judge, path) ? judge : NULL;
}

/* The bench for ENTRY, made once for a schema; NULL when reported. */
static struct bench *bench_of(struct examiner *e, const struct config_examples *entry,
                              const struct output *output)
{
    bool is_new;
    struct map_entry *known = map_entry(&e->benches, str_of(entry->schema), &is_new);
    struct bench *bench = known->value;
    if (is_new) {
        known->value = bench = arena_new(e->arena, struct bench, 1);
        bench->judge = judge_of(e, entry, output);
        bench->scheme = bench->judge ? bench->judge->scheme : NULL;
    }
    return bench->scheme ? bench : NULL;
}

/* Notes the files that BENCH has read. */
static void note_schemas(const struct bench *bench, struct map *files)
{
    assert(bench->judge); /* it has a scheme */
    const struct registry *registry = &bench->judge->registry;
    for (ptrdiff_t i = 0; i < registry->info_count; i++)
        if (registry->infos[i] && registry->infos[i]->path)
            map_entry(files, registry->sources->documents[i]->text.name, NULL);
}

/* ---- documents ------------------------------------------------------------------------------- */

/*
 * The keyword that the name of FILE says, between its last two dots; empty, and reported at
 * DECLARED, when it says none.
 */
static str keyword_of(struct examiner *e, str file, const struct node *declared)
{
    str base = path_base(file), keyword = {0};
    ptrdiff_t dots[2] = {-1, -1}; /* the last but one, and the last */
    for (ptrdiff_t i = 0; i < base.len; i++)
        if (base.data[i] == '.') {
            dots[0] = dots[1];
            dots[1] = i;
        }
    if (dots[0] >= 0)
        keyword = str_first(str_skip(base, dots[0] + 1), dots[1] - dots[0] - 1);
    if (keyword.len)
        return keyword;
    struct diag *diag = diag_report(e->sources->found, E0617, sources_place(e->sources, declared),
                                    "the name of %s does not say which keyword must refuse it",
                                    show_all(e->arena, name_of(e->plan, file)));
    diag_hint(e->sources->found, diag, "call it NAME.KEYWORD.json, such as no-name.required.json");
    return keyword;
}

/* Judges the document or documents in FILE as ENTRY and EXPECTATION have it. */
static void judge_file(struct examiner *e, struct bench *bench, const struct config_examples *entry,
                       enum expectation expectation, str file)
{
    struct diag_list *found = e->sources->found;
    struct instance_options how = {.view = e->sources->view, .scratch = &e->scratch};
    struct instances instances;
    struct instance instance;
    str name = name_of(e->plan, file), keyword = {0};
    const char *path = config_path(e->arena, &e->plan->config, file.data);
    const struct node *declared = files_of(entry, expectation)->declared;
    int before = diag_problems(found);
    map_entry(&e->examples->files, name, NULL);
    if (expectation == INVALID && !(keyword = keyword_of(e, file, declared)).len)
        return;
    if (!registry_may_read((struct registry *)&e->plan->registry, str_of(path), declared))
        return;
    if (expectation == BLOCKS) {
        how.form = INSTANCES_MARKDOWN;
        how.contains = entry->contains;
        how.at = entry->at;
        how.count = entry->count;
    }
    if (instances_open(&instances, e->arena, found, &how, path, name))
        while (instances_next(&instances, &instance)) {
            const struct scheme *scheme = bench->scheme;
            e->examples->count++;
            if (expectation == INVALID)
                judge_refusal(bench->judge, scheme, instance.text, instance.root, keyword);
            else
                judge_instance(bench->judge, scheme, instance.text, instance.root, TELL_FINDINGS,
                               NULL);
        }
    instances_close(&instances);
    diag_judged(found, name, diag_problems(found) == before);
}

/* The files of one entry. */
struct entry_files {
    struct file_list lists[BLOCKS + 1];
};

static void find_files(struct sources *sources, const struct plan *plan,
                       const struct config_examples *entry, struct entry_files *ret_files)
{
    for (enum expectation i = VALID; i <= BLOCKS; i++)
        config_find(sources, &plan->config, entry->file, files_of(entry, i), words[i],
                    &ret_files->lists[i]);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* True when one of FILES, or of what BENCH has read, is not as it was. */
static bool has_changed(struct examiner *e, const struct bench *bench,
                        const struct entry_files *files)
{
    struct map read = {.arena = e->arena};
    for (enum expectation i = VALID; i <= BLOCKS; i++)
        for (ptrdiff_t j = 0; j < files->lists[i].count; j++)
            map_entry(&read, name_of(e->plan, files->lists[i].paths[j]), NULL);
    if (bench)
        note_schemas(bench, &read);
    for (ptrdiff_t i = 0; i < read.count; i++)
        if (changed_has(e->examples->changed, read.entries[i].key))
            return true;
    return !bench;
}

static void judge_entry(struct examiner *e, const struct config_examples *entry)
{
    const struct output *output = output_of(e->plan, entry);
    struct entry_files files;
    bool is_meant = output ? output->selected : !e->examples->artifacts_named;
    if (!is_meant || (output && !output->rendering.bytes.data))
        return;
    find_files(e->sources, e->plan, entry, &files);
    struct bench *bench = bench_of(e, entry, output);
    if (!output && e->examples->changed && !has_changed(e, bench, &files))
        return;
    if (!bench)
        return;
    if (!output)
        note_schemas(bench, &e->examples->files);
    for (enum expectation i = VALID; i <= BLOCKS; i++)
        for (ptrdiff_t j = 0; j < files.lists[i].count; j++)
            judge_file(e, bench, entry, i, files.lists[i].paths[j]);
}

void examples_judge(struct examples *examples)
{
    const struct plan *plan = examples->plan;
    struct arena *arena = plan->sources->arena;
    struct examiner e = {
        .examples = examples,
        .plan = plan,
        .sources = plan->sources,
        .arena = arena,
        .options = {.rule = &plan->root, .view = plan->sources->view, .max_errors = 100},
        .ids_differ = have_ids_of_their_own(plan),
        .written = {.arena = arena},
        .benches = {.arena = arena}};
    examples->files.arena = arena;
    for (ptrdiff_t i = 0; i < plan->config.example_count; i++)
        judge_entry(&e, &plan->config.examples[i]);
    for (ptrdiff_t i = 0; i < e.benches.count; i++) {
        struct bench *bench = e.benches.entries[i].value;
        if (bench->judge && bench->judge != e.common)
            judge_close(bench->judge);
    }
    if (e.common)
        judge_close(e.common);
    arena_free(&e.scratch);
}

void examples_of(const struct plan *plan, const struct output *output, struct map *files)
{
    for (ptrdiff_t i = 0; i < plan->config.example_count; i++) {
        const struct config_examples *entry = &plan->config.examples[i];
        struct entry_files found;
        if (output_of(plan, entry) != output)
            continue;
        find_files(plan->sources, plan, entry, &found);
        for (enum expectation j = VALID; j <= BLOCKS; j++)
            for (ptrdiff_t k = 0; k < found.lists[j].count; k++)
                map_entry(files, name_of(plan, found.lists[j].paths[k]), NULL);
    }
}
