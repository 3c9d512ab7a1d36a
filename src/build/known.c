#include "build/known.h"

#include "base/file.h"
#include "base/show.h"
#include "build/releases.h"

str known_root(struct sources *sources, str folder)
{
    struct arena *arena = sources->arena;
    const char *path = config_nearest(sources);
    str own, other;
    if (!path)
        return folder;
    str directory = arena_copy(arena, path_directory(str_of(path)));
    bool is_held = file_resolve(arena, directory.data, &own) ||
                   file_resolve(arena, arena_copy(arena, folder).data, &other) ||
                   path_is_inside(own, other);
    return is_held ? folder : directory;
}

/* Adds PATH to the files that cannot be read. */
static void note_unread(struct known *known, struct arena *arena, const char *path)
{
    struct file_list *files = &known->files;
    files->paths =
        arena_make_room(arena, files->paths, sizeof *files->paths, files->count, &known->file_cap);
    files->paths[files->count++] = arena_copy(arena, path_from_here(arena, str_of(path)));
}

/* Reads the schema FILE, from the folder of CONFIG. */
static void read_schema(struct known *known, struct registry *registry, const struct config *config,
                        const char *file)
{
    struct arena *arena = registry->sources->arena;
    struct registry_hush hush;
    const char *path = config_path(arena, config, file);
    registry_hush(registry, &hush);
    bool ok = registry_load(registry, str_of(path), NULL) != NULL;
    registry_speak(registry, &hush);
    if (!ok)
        note_unread(known, arena, path);
}

/* Reads what CONFIG has released, but for what is known under its "$id" by now. */
static void read_released(struct known *known, struct registry *registry,
                          const struct config *config)
{
    struct releases releases;
    struct resource *twin;
    if (!config->release || !releases_read(registry->sources, config, &releases))
        return;
    for (ptrdiff_t i = 0; i < releases.count; i++) {
        const struct released *row = &releases.at[i]->row;
        if (!registry_identified(registry, row->id, NULL, &twin))
            read_schema(known, registry, config, row->file.data);
    }
}

void known_read(struct known *known, struct registry *registry)
{
    struct sources *sources = registry->sources;
    struct config config;
    if (known->is_read)
        return;
    known->is_read = true;
    known->path = config_nearest(sources);
    if (!known->path || !config_load(sources, known->path, &config))
        return;
    for (ptrdiff_t i = 0; i < config.count; i++)
        if (config.artifacts[i].keys.id)
            read_schema(known, registry, &config, config.artifacts[i].path);
    for (ptrdiff_t i = 0; i < config.schemas_count; i++) {
        struct file_list files;
        config_find(sources, &config, config.schemas[i].file, &config.schemas[i].files, "schemas",
                    &files);
        for (ptrdiff_t j = 0; j < files.count; j++)
            read_schema(known, registry, &config, files.paths[j].data);
    }
    read_released(known, registry, &config);
}

void known_note(const struct known *known, struct diag_list *found, struct diag *diag)
{
    enum { MANY = 5 };
    for (ptrdiff_t i = 0; i < known->files.count && i < MANY; i++)
        diag_note(found, diag, (place){0}, "%s, a schema of %s, cannot be read",
                  show_all(found->arena, known->files.paths[i]),
                  show_all(found->arena, str_of(known->path)));
    if (known->files.count > MANY)
        diag_note(found, diag, (place){0}, "nor can %td others", known->files.count - MANY);
}
