#include "build/changed.h"

#include "base/file.h"
#include "base/host.h"
#include "base/process.h"
#include "base/show.h"
#include "build/examples.h"
#include "build/inputs.h"
#include "build/record.h"

#include <errno.h>
#include <string.h>

/* Learns which files differ from the commit. */
static bool find_files(struct changed *changed)
{
    const char *const argv[] = {"git",
                                "--no-optional-locks",
                                "-c",
                                "diff.relative=false",
                                "diff",
                                "--name-status",
                                "-z",
                                "--no-renames",
                                "--no-ext-diff",
                                "--ignore-submodules=none",
                                changed->staged ? "--cached" : "--no-color",
                                changed->revision.commit,
                                "--",
                                NULL};
    str rest, status, name;
    if (batch_alone(changed->arena, argv, PTRDIFF_MAX - 1, &rest))
        return false;
    while (str_cut(rest, '\0', &status, &rest) && str_cut(rest, '\0', &name, &rest)) {
        map_put(&changed->files, name, changed);
        changed->deleted = changed->deleted || str_equal(status, S("D"));
    }
    return true;
}

/* Learns which files git knows. */
static bool find_tracked(struct changed *changed)
{
    static const char *const argv[] = {"git", "ls-files", "--full-name", "-z", "--", ":/", NULL};
    str rest, name;
    if (batch_alone(changed->arena, argv, PTRDIFF_MAX - 1, &rest))
        return false;
    while (str_cut(rest, '\0', &name, &rest))
        map_put(&changed->tracked, name, changed);
    return true;
}

bool changed_find(struct diag_list *found, const char *since, bool staged,
                  struct changed *ret_changed)
{
    static const struct revision_words words = {"--changed-since", E0007, E0007, E0008,
                                                "git does not tell what has changed"};
    struct arena *arena = found->arena;
    *ret_changed = (struct changed){.arena = arena,
                                    .staged = staged,
                                    .files = {.arena = arena},
                                    .tracked = {.arena = arena},
                                    .answers = {.arena = arena}};
    if (!revision_find(found, &words, str_of(since), &ret_changed->revision))
        return false;
    if (find_files(ret_changed) && find_tracked(ret_changed))
        return true;
    diag_report(found, words.is_no_tree, (place){0}, "%s", words.no_tree);
    return false;
}

void changed_done(struct changed *changed)
{
    revision_done(&changed->revision);
}

/* True when NAMES has NAME or a directory on the way to it: a link, or a submodule. */
static bool has_on_way(const struct map *names, str name)
{
    bool has = map_find(names, name) != NULL;
    for (ptrdiff_t at = 0; at < name.len && !has; at++)
        has = name.data[at] == '/' && map_find(names, str_first(name, at));
    return has;
}

/* As changed_has, for the absolute PATH without a look at links. */
static bool has_path(const struct changed *changed, str path)
{
    struct stat info;
    if (!path_is_inside(path, changed->revision.top) || path.len == changed->revision.top.len)
        return true;
    str name = str_skip(path, changed->revision.top.len + !str_ends(changed->revision.top, S("/")));
    if (has_on_way(&changed->files, name))
        return true;
    if (changed->staged || has_on_way(&changed->tracked, name))
        return false;
    return host.stat(path.data, &info) == 0 || errno != ENOENT; /* new, or ignored */
}

bool changed_has(struct changed *changed, str path)
{
    static char yes, no;
    struct arena *arena = changed->arena;
    str absolute = path_normalise(arena, path_join(arena, changed->revision.here, path)), resolved;
    struct map_entry *answer = map_entry(&changed->answers, absolute, NULL);
    if (answer->value)
        return answer->value == &yes;
    bool has = has_path(changed, absolute);
    if (!has && file_resolve(arena, absolute.data, &resolved) == 0)
        has = has_path(changed, resolved); /* behind links */
    answer->value = has ? &yes : &no;
    return has;
}

/* ---- artifacts ------------------------------------------------------------------------------ */

/* A record as it is now and as it was. The same when it has not changed. */
struct two_records {
    struct record now, then;
    bool differ;
};

static void read_records(struct changed *changed, const struct plan *plan,
                         struct two_records *records)
{
    struct sources sources = *plan->sources;
    struct plan committed = *plan;
    sources.view = &changed->revision.view;
    committed.sources = &sources;
    for (ptrdiff_t i = 0; i < plan->record_count; i++) {
        if (!changed_has(changed, str_of(plan->records[i].path)))
            continue;
        record_read(plan, &plan->records[i], &records[i].now);
        record_read(&committed, &plan->records[i], &records[i].then);
        records[i].differ = true;
    }
}

/* True when RECORDS, or NULL, tell another digest of OUTPUT than they did. */
static bool has_other_digest(const struct two_records *records, const struct output *output)
{
    if (!records || !records->differ)
        return false;
    const char *now = record_digest(&records->now, output->recorded_path);
    const char *then = record_digest(&records->then, output->recorded_path);
    return !now != !then || (now && strcmp(now, then) != 0);
}

/* True when one of FILES has changed. */
static bool any_has_changed(struct changed *changed, const struct map *files)
{
    bool any = false;
    for (ptrdiff_t i = 0; i < files->count && !any; i++)
        any = changed_has(changed, files->entries[i].key);
    return any;
}

/*
 * True when a file that could not be read has changed: the one that keeps an output from being
 * built is among them.
 */
static bool unread_has_changed(struct changed *changed, const struct plan *plan)
{
    struct map unread = {.arena = plan->sources->arena};
    const struct map *files = &plan->registry.files;
    for (ptrdiff_t i = 0; i < files->count; i++)
        if (!registry_loaded(&plan->registry, files->entries[i].key))
            map_entry(&unread, files->entries[i].key, NULL);
    return any_has_changed(changed, &unread);
}

/* True when a file that OUTPUT is made from, without what it refers to, has changed. */
static bool own_has_changed(struct changed *changed, const struct output *output, bool unread)
{
    struct arena scratch = {0};
    struct map files = {.arena = &scratch};
    inputs_add_own(&files, output);
    inputs_add_declaring(&files, output);
    bool has = (unread && !output->rendering.bytes.data) || any_has_changed(changed, &files);
    arena_free(&scratch);
    return has;
}

/* For each component of RELIANCE, whether a file that its artifacts are made from has changed. */
static const bool *find_changed(struct changed *changed, const struct plan *plan,
                                const struct reliance *reliance)
{
    const struct digraph *graph = &reliance->graph;
    bool *has = arena_new(plan->sources->arena, bool, reliance->scc_count);
    bool unread = unread_has_changed(changed, plan);
    for (uint32_t i = 0; i < graph->count; i++) {
        uint32_t number = reliance->order[i];
        bool *own = &has[reliance->sccs[number]];
        for (uint32_t e = graph->first[number]; e < graph->first[number + 1]; e++)
            *own = *own || has[reliance->sccs[graph->to[e]]];
        *own = *own || own_has_changed(changed, &plan->outputs[number], unread);
    }
    return has;
}

/* True when the file of OUTPUT, or an example of it, has changed. */
static bool file_has_changed(struct changed *changed, const struct plan *plan,
                             const struct output *output)
{
    struct map files = {.arena = plan->sources->arena};
    map_entry(&files, str_of(output->name), NULL);
    examples_of(plan, output, &files);
    return any_has_changed(changed, &files);
}

/* True when a configuration, or a file that is gone, may have left files that are made no more. */
static bool may_be_stale(struct changed *changed, const struct plan *plan,
                         const struct two_records *records)
{
    bool may = changed->deleted;
    for (ptrdiff_t i = 0; i < plan->config.file_count && !may; i++)
        may = changed_has(changed, plan->config.files[i]->document->text.name);
    for (ptrdiff_t i = 0; i < plan->record_count && !may; i++)
        may = records[i].differ;
    return may;
}

/* Puts the artifacts of PLAN that have changed into NARROWED. */
static void select_changed(struct changed *changed, const struct plan *plan,
                           struct changed_request *narrowed)
{
    struct plan_request *request = &narrowed->request;
    struct two_records *records =
        arena_new(plan->sources->arena, struct two_records, plan->record_count);
    const char **names =
        arena_new(changed->arena, const char *, plan->output_count + request->name_count);
    struct reliance reliance = reliance_of(plan);
    const bool *has_changed = find_changed(changed, plan, &reliance);
    ptrdiff_t count = 0;
    read_records(changed, plan, records);
    for (ptrdiff_t i = 0; i < plan->output_count; i++) {
        const struct output *output = &plan->outputs[i];
        if (!output->selected)
            continue;
        narrowed->total++;
        if (!has_other_digest(output->record < 0 ? NULL : &records[output->record], output) &&
            !has_changed[reliance.sccs[i]] && !file_has_changed(changed, plan, output))
            continue;
        narrowed->count++;
        names[count++] = arena_copy(changed->arena, str_of(output->listed)).data;
    }
    for (ptrdiff_t i = 0; i < request->name_count; i++) /* what is none is still to be told of */
        if (!plan_declares(plan, path_normalise(plan->sources->arena, str_of(request->names[i]))))
            names[count++] = request->names[i];
    narrowed->has_examples = request->name_count == 0 && plan->config.example_count > 0;
    narrowed->stale =
        request->name_count == 0 && (plan->config.release || may_be_stale(changed, plan, records));
    request->names = names;
    request->name_count = count;
    request->only_named = true;
}

void changed_narrow(struct changed *changed, struct file_view *view,
                    const struct plan_request *request, struct changed_request *ret_narrowed)
{
    struct arena arena = {0};
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found, .view = view};
    struct plan plan;
    *ret_narrowed = (struct changed_request){.request = *request};
    plan_make(&sources, request, &plan);
    if (plan.outputs) /* else there is no configuration, which is told when that is read again */
        select_changed(changed, &plan, ret_narrowed);
    arena_free(&arena);
}
