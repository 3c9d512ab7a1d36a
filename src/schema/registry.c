#include "schema/registry.h"

#include "base/host.h"
#include "base/show.h"
#include "schema/identify.h"

#include <errno.h>
#include <string.h>

/* A file that was to be read. */
struct file {
    struct document *document; /* NULL when it could not be read */
    struct diag_list *why;     /* when not */
    bool told;                 /* who asked in WHY is the one to be told of */
};

/* The current directory; where that is not known, nothing but its own name is at a relative path.
 */
static str current_directory(struct arena *arena)
{
    char here[4096];
    return host.getcwd(here, sizeof here) ? arena_copy(arena, str_of(here)) : S("/");
}

/* An empty registry over SOURCES, for files in the directory ROOT; it is run in HERE. */
static struct registry empty_registry(struct sources *sources, str here, str root)
{
    struct arena *arena = sources->arena;
    return (struct registry){.sources = sources,
                             .here = here,
                             .root = root,
                             .unsaid_dialect = DIALECT_COUNT,
                             .written = {.arena = arena},
                             .files = {.arena = arena},
                             .folders = {.arena = arena},
                             .uris = {.arena = arena},
                             .room = buf_in(arena, PTRDIFF_MAX),
                             .asked = buf_in(arena, PTRDIFF_MAX),
                             .dynamic_anchors = {.arena = arena}};
}

bool registry_init(struct registry *registry, struct sources *sources, str root, bool allow_outside)
{
    struct arena *arena = sources->arena;
    *registry = empty_registry(sources, current_directory(arena), path_normalise(arena, root));
    registry->allow_outside = allow_outside;
    if (allow_outside || sources->view)
        return true; /* what the work tree has in the place of a copy does not count */
    int problem = file_resolve(sources->arena, registry->root.data, &registry->resolved_root);
    if (problem)
        diag_report(sources->found, E0002, (place){0},
                    "cannot tell where the root directory %s is: %s",
                    show_all(sources->arena, root), strerror(problem));
    return !problem;
}

void registry_init_like(struct registry *registry, struct sources *sources,
                        const struct registry *like)
{
    *registry = empty_registry(sources, like->here, like->root);
    registry->resolved_root = like->resolved_root;
    registry->allow_outside = like->allow_outside;
}

str registry_location(const struct registry *registry, str path)
{
    struct arena *arena = registry->sources->arena;
    struct buf location = buf_in(arena, PTRDIFF_MAX);
    return path_place(&location, registry->here, path);
}

/* True when PATH, normalised, ends in no name: where it leads, its folder does not tell. */
static bool leads_up(str path)
{
    str last = path_base(path);
    return last.len == 0 || str_equal(last, S(".")) || str_equal(last, S(".."));
}

/* is_inside, by the folder of PATH. */
static int is_folder_inside(struct registry *registry, str path, bool *ret_inside)
{
    struct arena *arena = registry->sources->arena;
    str folder = path_directory(path);
    const struct map_entry *known = map_find(&registry->folders, folder);
    if (known) {
        *ret_inside = known->value != NULL;
        return 0;
    }
    int problem =
        file_lies_in(arena, arena_copy(arena, folder).data, registry->resolved_root, ret_inside);
    if (!problem)
        map_put(&registry->folders, folder, *ret_inside ? registry : NULL);
    return problem;
}

/*
 * Tells whether PATH may be read: it lies in the root directory, its symbolic links followed, or
 * does not exist. Returns an errno value when that cannot be told.
 */
static int is_inside(struct registry *registry, str path, bool *ret_inside)
{
    char link[1];
    *ret_inside = true;
    if (registry->allow_outside)
        return 0;
    if (registry->sources->view) {
        *ret_inside = path_is_inside(registry_location(registry, path),
                                     registry_location(registry, registry->root));
        return 0;
    }
    if (!leads_up(path) && host.readlink(path.data, link, sizeof link) < 0 && errno == EINVAL)
        return is_folder_inside(registry, path, ret_inside); /* it is no link itself */
    return file_lies_in(registry->sources->arena, path.data, registry->resolved_root, ret_inside);
}

/* The same as registry_may_read for a PATH that is normalised. */
static bool may_read(struct registry *registry, str path, const struct node *asking)
{
    struct sources *sources = registry->sources;
    bool inside;
    int problem = is_inside(registry, path, &inside);
    if (!problem && inside)
        return true;
    place where = asking ? sources_place(sources, asking) : (place){0};
    const char *name = show_all(sources->arena, path_from_here(sources->arena, path));
    if (problem) {
        diag_report(sources->found, E0002, where, "cannot tell where %s is: %s", name,
                    strerror(problem));
        return false;
    }
    struct diag *diag =
        diag_report(sources->found, E0004, where, "%s lies outside the root directory %s", name,
                    show_all(sources->arena, registry->root));
    diag_hint(sources->found, diag, REGISTRY_OUTSIDE_HINT);
    return false;
}

bool registry_may_read(struct registry *registry, str path, const struct node *asking)
{
    return may_read(registry, path_normalise(registry->sources->arena, path), asking);
}

/* Notes what DOCUMENT, which is at PATH and LOCATION (struct document_info), says of itself. */
static void add(struct registry *registry, struct document *document, const char *path,
                str location)
{
    struct arena *arena = registry->sources->arena;
    while (registry->info_count < registry->sources->count) {
        registry->infos = arena_make_room(arena, registry->infos, sizeof *registry->infos,
                                          registry->info_count, &registry->info_cap);
        registry->infos[registry->info_count++] = NULL;
    }
    struct document_info *info = arena_new(arena, struct document_info, 1);
    *info = (struct document_info){.path = path, .location = location, .uris = {.arena = arena}};
    registry->infos[document->id - 1] = info;
    identify(registry, document, info);
}

void registry_add(struct registry *registry, struct document *document, const char *path)
{
    struct arena *arena = registry->sources->arena;
    str location = registry_location(registry, str_of(path));
    if (strcmp(path, "-") == 0) /* standard input lies in the current directory, but is no file */
        location = arena_printf(arena, "%s/", registry->here.data);
    struct file *file = arena_new(arena, struct file, 1);
    file->document = document;
    map_put(&registry->files, location, file);
    add(registry, document, path_normalise(arena, str_of(path)).data, location);
}

void registry_add_at(struct registry *registry, struct document *document, str uri)
{
    struct file *file = arena_new(registry->sources->arena, struct file, 1);
    file->document = document;
    map_put(&registry->files, uri, file);
    add(registry, document, NULL, uri);
}

/*
 * True, and reported at ASKING, when the file PATH at LOCATION is written in this run: what is read
 * from it would be what an earlier run has written.
 */
static bool is_written(struct registry *registry, str path, str location, const struct node *asking)
{
    struct sources *sources = registry->sources;
    if (!registry->written.count)
        return false;
    const struct map_entry *entry = map_find(&registry->written, location);
    str resolved;
    if (!entry && !sources->view && file_resolve(sources->arena, path.data, &resolved) == 0)
        entry = map_find(&registry->written, resolved);
    if (!entry)
        return false;
    struct diag *diag =
        diag_report(sources->found, E0605, asking ? sources_place(sources, asking) : (place){0},
                    "%s is an artifact itself, and none is made from another",
                    show_all(sources->arena, path_from_here(sources->arena, path)));
    diag_note(sources->found, diag, sources_place(sources, entry->value), "it is declared here");
    diag_hint(sources->found, diag, "refer to what it is made from");
    return true;
}

/* Reads the file PATH, normalised, at LOCATION for ASKING or NULL. NULL when reported. */
static struct document *read_file(struct registry *registry, str path, str location,
                                  const struct node *asking)
{
    struct sources *sources = registry->sources;
    if (!may_read(registry, path, asking) || is_written(registry, path, location, asking))
        return NULL;
    const char *file = str_equal(path, S("-")) ? "./-" : path.data; /* not standard input */
    str name = path_from_here(sources->arena, path);
    return sources_load_asked(sources, file, name, asking);
}

struct document *registry_load(struct registry *registry, str path, const struct node *asking)
{
    struct sources *sources = registry->sources;
    struct diag_list aside = {.arena = sources->arena}, *found = sources->found;
    str location = registry_location(registry, path);
    bool is_new;
    struct map_entry *entry = map_entry(&registry->files, location, &is_new);
    struct file *file = is_new ? arena_new(sources->arena, struct file, 1) : entry->value;
    entry->value = file;
    if (is_new || (!file->document && !file->told && !registry->quiet)) {
        str normalised = path_normalise(sources->arena, path);
        sources->found = &aside;
        file->document = read_file(registry, normalised, location, asking);
        sources->found = found;
        file->told = !registry->quiet;
        if (file->document) {
            diag_repeat(registry->spoken ? registry->spoken : found, &aside);
            add(registry, file->document, normalised.data, location);
        } else {
            file->why = arena_new(sources->arena, struct diag_list, 1);
            *file->why = aside;
        }
    }
    if (!file->document)
        diag_repeat(found, file->why);
    return file->document;
}

void registry_hush(struct registry *registry, struct registry_hush *hush)
{
    struct sources *sources = registry->sources;
    *hush = (struct registry_hush){{.arena = sources->arena}, sources->found, registry->quiet};
    registry->spoken = registry->spoken ? registry->spoken : sources->found;
    registry->quiet = true;
    sources->found = &hush->aside;
}

void registry_speak(struct registry *registry, struct registry_hush *hush)
{
    registry->sources->found = hush->found;
    registry->quiet = hush->quiet;
    if (registry->spoken == hush->found)
        registry->spoken = NULL;
}

struct document *registry_loaded(const struct registry *registry, str location)
{
    const struct file *file = map_get(&registry->files, location);
    return file ? file->document : NULL;
}

void document_set_add(struct document_set *set, struct document *document)
{
    while (set->size <= document->id) {
        set->has =
            arena_make_room(set->arena, set->has, sizeof *set->has, set->size, &set->has_cap);
        set->has[set->size++] = false;
    }
    if (set->has[document->id])
        return;
    set->has[document->id] = true;
    set->at = arena_make_room(set->arena, set->at, sizeof *set->at, set->count, &set->cap);
    set->at[set->count++] = document;
}

bool document_set_has(const struct document_set *set, const struct document *document)
{
    return document->id < set->size && set->has[document->id];
}

struct resource *registry_identified(const struct registry *registry, str uri,
                                     const struct document_set *used, struct resource **ret_twin)
{
    struct resource *found = NULL, *one = map_get(&registry->uris, uri);
    *ret_twin = NULL;
    for (; one && !*ret_twin; one = one->same_uri) {
        if (used && !document_set_has(used, one->document))
            continue;
        *ret_twin = found ? one : one->twin;
        found = found ? found : one;
    }
    return found;
}

struct document_info *registry_info(const struct registry *registry,
                                    const struct document *document)
{
    return registry->infos[document->id - 1];
}

struct resource *registry_resource(const struct registry *registry, const struct document *document,
                                   const struct node *node)
{
    const struct document_info *info = registry_info(registry, document);
    ptrdiff_t low = 0, high = info->count;
    if (info->count == 1 || !node->text)
        return info->resources[0];
    while (high - low > 1) { /* the last that begins before NODE or at it */
        ptrdiff_t middle = low + (high - low) / 2;
        if (info->resources[middle]->root->start <= node->start)
            low = middle;
        else
            high = middle;
    }
    struct resource *resource = info->resources[low];
    while (resource->outer && resource->end <= (ptrdiff_t)node->start)
        resource = resource->outer;
    return resource;
}

void registry_report_limit(struct registry *registry, struct document *document)
{
    struct diag_list *found = registry->spoken ? registry->spoken : registry->sources->found;
    if (registry->told_limit != found)
        diag_report(found, L0401, place_file(&document->text),
                    "too many places in it have long ways to them");
    registry->told_limit = found;
    registry->lacks_names = true;
}

bool registry_affords(struct registry *registry, struct document *document, ptrdiff_t length)
{
    enum { PLAIN = 256, CEILING = 32 * 1024 * 1024 };
    ptrdiff_t beyond = length > PLAIN ? length - PLAIN : 0;
    bool affords = beyond <= CEILING - registry->pointer_bytes;
    if (affords)
        registry->pointer_bytes += beyond;
    else
        registry_report_limit(registry, document);
    return affords;
}

/* The dialect for the value of "openapi" or "swagger". */
static enum dialect dialect_of_version(str version, bool swagger)
{
    static const struct {
        str prefix;
        enum dialect dialect;
    } known[] = {
        {STR_INIT("3.0."), DIALECT_OPENAPI_3_0},
        {STR_INIT("3.1."), DIALECT_OPENAPI_3_1},
        {STR_INIT("3.2."), DIALECT_OPENAPI_3_2},
    };
    if (swagger)
        return str_equal(version, S("2.0")) ? DIALECT_OPENAPI_2_0 : DIALECT_COUNT;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_starts(version, known[i].prefix))
            return known[i].dialect;
    return DIALECT_COUNT;
}

enum dialect registry_openapi_version(const struct node *root, const struct node **ret_said)
{
    const struct node *version = node_get(root, S("openapi"));
    *ret_said = version ? version : node_get(root, S("swagger"));
    bool is_text = node_is(*ret_said, NODE_STRING) || node_is(*ret_said, NODE_NUMBER);
    return is_text ? dialect_of_version(node_text(*ret_said), !version) : DIALECT_COUNT;
}
