#include "build/shelf.h"

#include <string.h>

static void start(struct shelf *shelf, struct arena *arena)
{
    *shelf =
        (struct shelf){.arena = arena, .found = {.arena = arena}, .documents = {.arena = arena}};
    shelf->sources = (struct sources){.arena = arena, .found = &shelf->found};
}

static void expect_schemas(struct registry *registry)
{
    registry->unsaid_kind = OBJECT_SCHEMA;
    registry->unsaid_dialect = DIALECT_2020_12;
}

bool shelf_open(struct shelf *shelf, struct arena *arena, struct diag_list *found,
                const struct root_rule *rule)
{
    start(shelf, arena);
    shelf->sources.found = found;
    if (!registry_init(&shelf->registry, &shelf->sources, rule->directory, rule->allow_outside))
        return false;
    shelf->sources.found = &shelf->found;
    expect_schemas(&shelf->registry);
    return true;
}

void shelf_open_like(struct shelf *shelf, struct arena *arena, const struct registry *like)
{
    start(shelf, arena);
    registry_init_like(&shelf->registry, &shelf->sources, like);
    expect_schemas(&shelf->registry);
}

void shelf_put(struct shelf *shelf, const char *file, const char *path, str name, str bytes)
{
    struct document *document = sources_read_as(&shelf->sources, name, bytes, FORMAT_JSON);
    if (document)
        registry_add(&shelf->registry, document, path);
    map_put(&shelf->documents, str_of(file), document);
}

struct shelved shelf_get(struct shelf *shelf, str file)
{
    struct document *document = map_get(&shelf->documents, file);
    return (struct shelved){shelf, document, document ? document->text.name.data : file.data};
}

/* Reads the file of ROW onto the shelf. */
static void read_onto(struct shelf *shelf, const struct releases *releases,
                      const struct released *row)
{
    struct arena *arena = shelf->arena;
    const char *file = arena_copy(arena, row->file).data;
    const char *path = config_path(arena, releases->config, file);
    str name = arena_copy(arena, path_from_here(arena, str_of(path))), bytes;
    int problem = file_view_read(releases->sources->view, arena, path, FILE_CEILING, &bytes);
    if (!problem) {
        shelf_put(shelf, file, path, name, bytes);
        return;
    }
    diag_report(&shelf->found, E0002, place_named(arena, name), "cannot read the file: %s",
                problem > 0 ? strerror(problem) : "it is not settled in git's index");
    map_put(&shelf->documents, str_of(file), NULL);
}

bool shelves_get(struct shelves *shelves, const struct release *release,
                 struct shelved *ret_shelved)
{
    const struct releases *releases = shelves->releases;
    bool is_new;
    shelves->by_version.arena = shelves->arena;
    struct map_entry *entry = map_entry(&shelves->by_version, release->row.version, &is_new);
    if (is_new) {
        struct shelf *shelf = arena_new(shelves->arena, struct shelf, 1);
        if (!shelf_open(shelf, shelves->arena, releases->sources->found, shelves->rule))
            return false;
        entry->value = shelf;
        for (ptrdiff_t i = 0; i < releases->count; i++)
            if (str_equal(releases->at[i]->row.version, release->row.version))
                read_onto(shelf, releases, &releases->at[i]->row);
    }
    if (!entry->value)
        return false;
    *ret_shelved = shelf_get(entry->value, release->row.file);
    return true;
}
