#include "build/plan.h"

#include "base/file.h"
#include "base/host.h"
#include "base/map.h"
#include "base/show.h"
#include "base/similar.h"
#include "build/disclosures.h"
#include "build/plan_locate.h"
#include "build/release_plan.h"
#include "openapi/unreached.h"

#include <errno.h>
#include <string.h>

/* How far an artifact is built; a ring of refer comes back to one that is not done. */
enum progress { NOT_BEGUN, BEGUN, BUILT, FAILED };

struct planner {
    struct plan *plan;
    struct map openapis;     /* source path to struct openapi */
    enum progress *progress; /* of each artifact */
    str root;                /* the configuration's directory, resolved */
    ptrdiff_t unknown;       /* names of artifacts that are none */
};

/* The disclosure that NAME is, or is the folder of; or NULL. */
static const struct disclosed *find_disclosed(const struct plan *plan, str name)
{
    str folder = path_normalise(plan->sources->arena, name);
    for (ptrdiff_t i = 0; i < plan->config.disclosure_count; i++) {
        const struct disclosed *disclosed = &plan->disclosed[i];
        if (str_equal(node_text(disclosed->declared->declared), name) ||
            str_equal(path_directory(str_of(disclosed->manifest->listed)), folder))
            return disclosed;
    }
    return NULL;
}

/* Reports that no artifact is called NAME. */
static void report_no_artifact(struct planner *p, const char *name)
{
    enum { MANY = 20 }; /* a wrong list, not slips: to look each up among all takes long */
    struct sources *sources = p->plan->sources;
    struct similar similar = {.wanted = str_of(name)};
    ptrdiff_t considered = p->unknown++ < MANY ? p->plan->output_count : 0;
    for (ptrdiff_t i = 0; i < considered; i++) {
        str path = str_of(p->plan->outputs[i].listed);
        if (str_equal(path_base(path), path_base(similar.wanted)))
            similar = (struct similar){similar.wanted, path, 0}; /* said without its folder */
        else
            similar_consider(&similar, path);
    }
    struct diag *diag =
        diag_report(sources->found, E0610, place_file(&p->plan->config.document->text),
                    "there is no artifact \"%s\"", show(sources->arena, str_of(name)));
    const struct disclosed *disclosed = considered ? find_disclosed(p->plan, similar.wanted) : NULL;
    if (disclosed)
        diag_hint(sources->found, diag, "that disclosure is the files \"%s\" and \"%s\"",
                  show_all(sources->arena, str_of(disclosed->manifest->listed)),
                  show_all(sources->arena, str_of(disclosed->fragments->listed)));
    else if (similar.best.data)
        diag_hint(sources->found, diag, "did you mean \"%s\"?",
                  show_all(sources->arena, similar.best));
}

static bool select_outputs(struct planner *p, const struct plan_request *request)
{
    struct plan *plan = p->plan;
    bool ok = true;
    plan->everything = request->name_count == 0 && !request->only_named;
    for (ptrdiff_t i = 0; i < plan->output_count; i++)
        plan->outputs[i].selected = plan->everything;
    for (ptrdiff_t i = 0; i < request->name_count; i++) {
        str path = path_normalise(plan->sources->arena, str_of(request->names[i]));
        struct output *output = map_get(&plan->by_path, path);
        if (output)
            output->selected = true;
        else
            report_no_artifact(p, request->names[i]);
        ok = ok && output;
    }
    return ok;
}

/* What a path that is wrong may have meant; NULL: nothing is known of that. */
struct path_hints {
    const char *missing, *other_kind; /* when nothing is there; a folder for a file, or reverse */
};

/*
 * True when the file PATH, or where IS_FOLDER the folder, which DECLARED names as what WHAT is, is
 * there and may be read; else reported.
 */
static bool is_there(struct planner *p, const char *path, bool is_folder,
                     const struct node *declared, const char *what, struct path_hints hints)
{
    struct sources *sources = p->plan->sources;
    struct stat info;
    if (!registry_may_read(&p->plan->registry, str_of(path), declared))
        return false;
    if (sources->view)
        return true; /* what the work tree has in its place is not what is read */
    int problem = host.stat(path, &info) < 0 ? errno : 0;
    bool is_other_kind = !problem && is_folder != (bool)S_ISDIR(info.st_mode);
    if (is_other_kind)
        problem = is_folder ? ENOTDIR : EISDIR;
    if (!problem)
        return true;
    struct diag *diag = diag_report(
        sources->found, E0002, sources_place(sources, declared), "cannot read the %s %s: %s", what,
        show_all(sources->arena, path_from_here(sources->arena, str_of(path))), strerror(problem));
    const char *hint = is_other_kind ? hints.other_kind : hints.missing;
    if (hint)
        diag_hint(sources->found, diag, "%s", hint);
    return false;
}

/* True when the source of ARTIFACT, which is at PATH, is a file; else reported. */
static bool is_source(struct planner *p, const struct artifact *artifact, const char *path)
{
    struct path_hints hints = {.other_kind =
                                   "a source is one file; each takes a pattern for several"};
    if (strchr(path, '#'))
        hints.missing =
            "a source is a whole file, without a \"#\"; root says which schema is meant";
    return is_there(p, path, false, artifact->source_declared, "source", hints);
}

/* True when all that URLs are mapped to is there, used or not; else reported. */
static bool has_mapped(struct planner *p)
{
    const struct config *config = &p->plan->config;
    bool ok = true;
    for (ptrdiff_t i = 0; i < config->mapped_count; i++) {
        const struct config_mapped *mapped = &config->mapped[i];
        const char *path = config_path(p->plan->sources->arena, config, mapped->path);
        const char *hint = mapped->is_folder
                               ? "a URL that ends in \"/\" is mapped to a folder"
                               : "a URL is mapped to a file, one that ends in \"/\" to a folder";
        ok = is_there(p, path, mapped->is_folder, mapped->declared,
                      mapped->is_folder ? "folder" : "file", (struct path_hints){hint, hint}) &&
             ok;
    }
    return ok;
}

/* The opened source of ARTIFACT, read once for all that share it; NULL when reported. */
static const struct openapi *open_source(struct planner *p, const struct artifact *artifact)
{
    struct sources *sources = p->plan->sources;
    bool is_new;
    struct map_entry *entry = map_entry(&p->openapis, str_of(artifact->source), &is_new);
    if (!is_new)
        return entry->value;
    const char *path = config_path(sources->arena, &p->plan->config, artifact->source);
    if (!is_source(p, artifact, path))
        return NULL;
    struct document *document =
        registry_load(&p->plan->registry, str_of(path), artifact->source_declared);
    struct openapi *openapi = arena_new(sources->arena, struct openapi, 1);
    if (document && openapi_open(&p->plan->registry, document, openapi))
        entry->value = openapi;
    return entry->value;
}

struct pair_list plan_map(const struct plan *plan, const struct pair_list *map)
{
    struct pair_list all = {arena_new(plan->sources->arena, struct pair, map->count), map->count};
    for (ptrdiff_t i = 0; i < map->count; i++)
        all.at[i] = (struct pair){
            map->at[i].name, config_path(plan->sources->arena, &plan->config, map->at[i].value)};
    return all;
}

/* An artifact that is being built. */
struct building {
    ptrdiff_t number;
    const struct openapi *openapi; /* its source; NULL when reported */
    const struct node **referred;  /* the schemas of what it refers to */
    ptrdiff_t count;               /* of these that are there */
    struct building *waiting;      /* the artifact that refers to it, or NULL */
};

/* Begins to build the artifact NUMBER, which WAITING refers to. */
static struct building *begin(struct planner *p, ptrdiff_t number, struct building *waiting)
{
    struct arena *arena = p->plan->sources->arena;
    const struct artifact *artifact = p->plan->outputs[number].artifact;
    struct building *building = arena_new(arena, struct building, 1);
    p->progress[number] = BEGUN;
    *building = (struct building){
        .number = number,
        .openapi = open_source(p, artifact),
        .referred = arena_new(arena, const struct node *, artifact->keys.refer.count),
        .waiting = waiting,
    };
    p->plan->outputs[number].openapi = building->openapi;
    return building;
}

/* The artifact that the next REFER of BUILDING names; -1 when reported: it may not refer to it. */
static ptrdiff_t find_referred(struct planner *p, const struct building *building,
                               const char *refer)
{
    struct plan *plan = p->plan;
    struct sources *sources = plan->sources;
    str path = path_normalise(sources->arena, str_of(refer));
    const struct output *output = plan_artifact(plan, path);
    ptrdiff_t other = output ? output - plan->outputs : -1;
    const char *wrong = other < 0                     ? "is no artifact"
                        : p->progress[other] == BEGUN ? "refers back to this one"
                                                      : NULL;
    if (!wrong)
        return other;
    const struct artifact *artifact = plan->outputs[building->number].artifact;
    diag_report(sources->found, E0607, sources_place(sources, artifact->declared), "refer: %s %s",
                show_all(sources->arena, path), wrong);
    return -1;
}

/*
 * Takes what BUILDING refers to as far as that is built. True when that is all of it; else
 * *RET_NEXT is what has to be built first, or -1 when there is something wrong, which is reported.
 */
static bool take_referred(struct planner *p, struct building *building, ptrdiff_t *ret_next)
{
    const struct string_list *refer = &p->plan->outputs[building->number].artifact->keys.refer;
    for (; building->count < refer->count; building->count++) {
        ptrdiff_t other = find_referred(p, building, refer->at[building->count]);
        *ret_next = other >= 0 && p->progress[other] == FAILED ? -1 : other;
        if (*ret_next < 0 || p->progress[other] == NOT_BEGUN)
            return false;
        building->referred[building->count] = p->plan->outputs[other].rendering.schema;
    }
    return true;
}

/* Renders what BUILDING has all for. False when reported. */
static bool finish(struct planner *p, const struct building *building)
{
    struct output *output = &p->plan->outputs[building->number];
    struct artifact_keys keys = output->artifact->keys;
    keys.map = plan_map(p->plan, &keys.map);
    bool ok = render(building->openapi, &keys, building->referred, output->artifact->declared,
                     &output->rendering);
    if (ok)
        output->digest = digest_sha256(output->rendering.bytes);
    return ok;
}

/*
 * Builds the artifact NUMBER and, each before what refers to it, what it refers to. False when
 * reported.
 */
static bool build(struct planner *p, ptrdiff_t number)
{
    struct building *building = p->progress[number] == NOT_BEGUN ? begin(p, number, NULL) : NULL;
    while (building) {
        ptrdiff_t next = -1;
        bool has_all = building->openapi && take_referred(p, building, &next);
        if (!has_all && next >= 0) {
            building = begin(p, next, building);
            continue;
        }
        p->progress[building->number] = has_all && finish(p, building) ? BUILT : FAILED;
        building = building->waiting;
    }
    return p->progress[number] == BUILT;
}

/* Builds all artifacts that are asked for. False when reported. */
static bool build_artifacts(struct planner *p)
{
    bool ok = true;
    for (ptrdiff_t i = 0; i < p->plan->config.count; i++)
        if (p->plan->outputs[i].selected)
            ok = build(p, i) && ok;
    return ok;
}

/* Builds the disclosures of which a file is asked for, each after what it is made from. */
static bool build_disclosures(struct planner *p)
{
    struct plan *plan = p->plan;
    bool ok = true;
    for (ptrdiff_t i = 0; i < plan->config.disclosure_count; i++) {
        struct disclosed *disclosed = &plan->disclosed[i];
        bool has_all = true;
        if (!disclosed->manifest->selected && !disclosed->fragments->selected)
            continue;
        for (ptrdiff_t j = 0; j < disclosed->artifact_count; j++)
            has_all = build(p, disclosed->artifacts[j] - plan->outputs) && has_all;
        ok = has_all && disclosures_render(plan, disclosed) && ok;
    }
    return ok;
}

/* Where in the root directory ROOT the current one is; empty when it is not in it. */
static str here_in(struct arena *arena, str root)
{
    char here[4096];
    if (!host.getcwd(here, sizeof here) || !path_is_inside(str_of(here), root))
        return (str){0};
    return arena_copy(arena, path_below(str_of(here), root));
}

/* PATH, which lies below FOLDER, as one from there. */
static const char *name_below_folder(const char *folder, const char *path)
{
    return strcmp(folder, ".") == 0 ? path : path + strlen(folder) + 1;
}

/*
 * Makes the records. Gives, for each file of the configuration, the number of the one that lists
 * its artifacts: its own, else that of the nearest file which includes it, or -1.
 */
static const ptrdiff_t *lay_out_records(struct plan *plan)
{
    struct arena *arena = plan->sources->arena;
    const struct config *config = &plan->config;
    ptrdiff_t *numbers = arena_new(arena, ptrdiff_t, config->file_count);
    plan->records = arena_new(arena, struct plan_record, config->file_count);
    for (ptrdiff_t i = 0; i < config->file_count; i++) {
        const struct config_file *file = config->files[i];
        numbers[i] = file->includer ? numbers[file->includer->number] : -1;
        if (!file->fingerprints)
            continue;
        numbers[i] = plan->record_count;
        plan->records[plan->record_count++] = (struct plan_record){
            .path = config_path(arena, config, file->fingerprints),
            .name = plan_name(plan, file->fingerprints),
            .asked = file,
        };
    }
    return numbers;
}

/* Adds OUTPUT, of which is known what declares it, whose record is among RECORDS. */
static struct output *add_output(struct plan *plan, const ptrdiff_t *records,
                                 const struct output *output)
{
    struct output *added = &plan->outputs[plan->output_count++];
    ptrdiff_t record = records[output->declaring->number];
    const char *folder = record < 0 ? "." : plan->records[record].asked->folder;
    *added = *output;
    added->path = config_path(plan->sources->arena, &plan->config, output->listed);
    added->name = plan_name(plan, output->listed);
    added->record = record;
    added->recorded_path = name_below_folder(folder, output->listed);
    map_put(&plan->by_path, str_of(output->listed), added);
    return added;
}

/* Adds the two files of each disclosure. */
static void lay_out_disclosures(struct plan *plan, const ptrdiff_t *records)
{
    const struct config *config = &plan->config;
    plan->disclosed = arena_new(plan->sources->arena, struct disclosed, config->disclosure_count);
    for (ptrdiff_t i = 0; i < config->disclosure_count; i++) {
        const struct config_disclosure *declared = &config->disclosures[i];
        struct disclosed *disclosed = &plan->disclosed[i];
        disclosures_begin(plan, declared, disclosed);
        struct output output = {
            .disclosed = disclosed,
            .listed = declared->manifest,
            .declared = declared->out_declared,
            .declaring = declared->file,
            .source_name = plan_name(plan, declared->tool ? declared->tool : declared->input.path),
        };
        disclosed->manifest = add_output(plan, records, &output);
        output.listed = declared->fragments;
        disclosed->fragments = add_output(plan, records, &output);
    }
}

/* Makes the outputs and records, which are all that is not built and located yet. */
static void lay_out(struct plan *plan)
{
    struct arena *arena = plan->sources->arena;
    const struct config *config = &plan->config;
    const ptrdiff_t *records = lay_out_records(plan);
    plan->by_path.arena = arena;
    plan->outputs = arena_new(arena, struct output, config->count + 2 * config->disclosure_count);
    for (ptrdiff_t i = 0; i < config->count; i++) {
        const struct artifact *artifact = &config->artifacts[i];
        add_output(plan, records,
                   &(struct output){
                       .artifact = artifact,
                       .listed = artifact->path,
                       .declared = artifact->declared,
                       .declaring = artifact->file,
                       .source_name = plan_name(plan, artifact->source),
                   });
    }
    lay_out_disclosures(plan, records);
}

/* Resolves the configuration's directory and the root directory. False when reported. */
static bool find_directories(struct planner *p, const struct root_options *options)
{
    struct plan *plan = p->plan;
    struct arena *arena = plan->sources->arena;
    int problem = file_resolve(arena, plan->config.directory, &p->root);
    if (problem) {
        diag_report(plan->sources->found, E0002, place_file(&plan->config.document->text),
                    "cannot tell where its directory is: %s", strerror(problem));
        return false;
    }
    plan->sources->found->here = here_in(arena, p->root);
    if (!plan->sources->view && !root_is_there(plan->sources->found, options))
        return false; /* of a view, what the work tree has in its place is not what is read */
    plan->root = root_of_config(options, plan->config.directory);
    return true;
}

/* Has no artifact read: what it is made from would depend on when it was written. */
static void keep_from_reading(struct plan *plan)
{
    struct registry *registry = &plan->registry;
    for (ptrdiff_t i = 0; i < plan->output_count; i++) {
        const struct output *output = &plan->outputs[i];
        void *declared = (void *)output->declared;
        map_put(&registry->written, registry_location(registry, str_of(output->path)), declared);
        if (output->file)
            map_put(&registry->written, registry_location(registry, str_of(output->file)),
                    declared);
    }
}

/* The document that was read at PATH, or FILE, the same resolved; NULL when none was. */
static const struct document *read_at(const struct plan *plan, const char *path, const char *file)
{
    const struct registry *registry = &plan->registry;
    const struct document *document =
        registry_loaded(registry, registry_location(registry, str_of(path)));
    return document || !file ? document : registry_loaded(registry, str_of(file));
}

/* False, and reported, when a record would be written over what was read through references. */
static bool spare_documents(const struct plan *plan)
{
    struct sources *sources = plan->sources;
    bool ok = true;
    for (ptrdiff_t i = 0; i < plan->record_count; i++) {
        const struct plan_record *record = &plan->records[i];
        if (!read_at(plan, record->path, record->file))
            continue;
        diag_report(sources->found, E0605,
                    sources_place(sources, record->asked->fingerprints_declared),
                    "artifacts are made from this file");
        ok = false;
    }
    return ok;
}

/* True when a file of CONFIG declares artifacts, though "each" may stand for none. */
static bool declares_artifacts(const struct config *config)
{
    for (ptrdiff_t i = 0; i < config->file_count; i++)
        if (node_get(config->files[i]->document->root, S("artifacts")))
            return true;
    return false;
}

/* False, and reported, when all that CONFIG has is for other commands, as the rules of diff are. */
static bool has_work(struct sources *sources, const struct config *config)
{
    if (declares_artifacts(config) || config->disclosure_count || config->example_count ||
        config->mentions_count || config->release)
        return true;
    diag_hint(sources->found,
              diag_report(sources->found, E0603, place_file(&config->document->text),
                          "no artifact is declared"),
              "`diff` and `validate` use this file all the same");
    return false;
}

bool plan_make(struct sources *sources, const struct plan_request *request, struct plan *ret_plan)
{
    *ret_plan = (struct plan){.sources = sources};
    struct planner p = {.plan = ret_plan, .openapis = {.arena = sources->arena}};
    struct config *config = &ret_plan->config;
    if (!config_load(sources, request->config, config) || !has_work(sources, config))
        return false;
    if (request->release && !release_take_ids(sources, config, request->release))
        return false;
    if (!find_directories(&p, &request->root))
        return false;
    if (!registry_init(&ret_plan->registry, sources, ret_plan->root.directory,
                       ret_plan->root.allow_outside))
        return false;
    lay_out(ret_plan);
    p.progress = arena_new(sources->arena, enum progress, config->count);
    bool ok = select_outputs(&p, request);
    ok = has_mapped(&p) && ok;
    ok = plan_locate(ret_plan, p.root) && ok;
    ok = release_guard(ret_plan, p.root) && ok;
    keep_from_reading(ret_plan);
    ok = build_artifacts(&p) && ok;
    ok = build_disclosures(&p) && ok;
    ok = spare_documents(ret_plan) && ok;
    for (ptrdiff_t i = 0; i < p.openapis.count; i++)
        if (p.openapis.entries[i].value)
            openapi_warn_unreached(p.openapis.entries[i].value);
    sources_warn_unreached(sources);
    return ok;
}

const char *plan_name(const struct plan *plan, const char *path)
{
    const char *file = config_path(plan->sources->arena, &plan->config, path);
    return arena_copy(plan->sources->arena, path_from_here(plan->sources->arena, str_of(file)))
        .data;
}

ptrdiff_t plan_count(const struct plan *plan)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < plan->output_count; i++)
        count += plan->outputs[i].selected;
    return count;
}

str plan_listed(const struct plan *plan, const struct plan_record *record, str path)
{
    struct arena *arena = plan->sources->arena;
    return path_normalise(arena, path_join(arena, str_of(record->asked->folder), path));
}

bool plan_declares(const struct plan *plan, str path)
{
    return map_find(&plan->by_path, path) != NULL;
}

struct output *plan_artifact(const struct plan *plan, str path)
{
    struct output *output = map_get(&plan->by_path, path);
    return output && output->artifact ? output : NULL;
}
