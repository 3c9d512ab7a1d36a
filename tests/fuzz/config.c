/*
 * Any bytes as schemac.yaml, read through a host that lives in memory: all other files there are
 * one small OpenAPI document. What is accepted keeps its promises about paths, and its artifacts
 * are built twice to the same bytes. Nothing is ever written.
 */
#include "memory.h"

#include "base/file.h"
#include "base/host.h"
#include "build/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char openapi[] =
    "openapi: 3.1.0\n"
    "info: {title: T, version: '1.0'}\n"
    "paths: {}\n"
    "components:\n"
    "  schemas:\n"
    "    A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}\n"
    "    B: {type: array, items: {$ref: '#/components/schemas/C'}}\n"
    "    C: {type: string, example: c}\n";

/* The files of the host. */
enum { CONFIG, OTHER };

static struct {
    str bytes[2];
    int listed; /* of the folder that is read */
} memory;

static int memory_open(const char *path, int flags, mode_t mode)
{
    (void)flags;
    (void)mode;
    int file = strcmp(path, "schemac.yaml") == 0 ? CONFIG : OTHER;
    return memory_open_text(file, memory.bytes[file]);
}

static int memory_stat(const char *path, struct stat *ret)
{
    (void)path;
    *ret = (struct stat){.st_mode = S_IFREG | 0644};
    return 0;
}

/* Each folder has the same two files. */
static DIR *memory_opendir(const char *path)
{
    (void)path;
    memory.listed = 0;
    return (DIR *)&memory;
}

static struct dirent *memory_readdir(DIR *directory)
{
    static const char *const names[] = {"a.yaml", "schemac.yaml"};
    static struct dirent entry;
    MUST((void *)directory == (void *)&memory, "what is read is open");
    if (memory.listed == 2)
        return NULL;
    const char *name = names[memory.listed++];
    memcpy(entry.d_name, name, strlen(name) + 1);
    return &entry;
}

static int memory_closedir(DIR *directory)
{
    (void)directory;
    return 0;
}

/* There are no links. */
static ssize_t memory_readlink(const char *path, char *to, size_t size)
{
    (void)path;
    (void)to;
    (void)size;
    errno = EINVAL;
    return -1;
}

static char *memory_realpath(const char *path, char *resolved)
{
    MUST(!resolved, "the host allocates what realpath returns");
    struct arena arena = {0};
    str all = path_normalise(&arena, path_join(&arena, S("/here"), str_of(path)));
    char *copy = heap_resize(NULL, all.len + 1);
    memcpy(copy, all.data, (size_t)all.len + 1);
    arena_free(&arena);
    return copy;
}

static const struct host memory_host = {
    .open = memory_open,
    .read = memory_read,
    .close = memory_close,
    .fstat = memory_fstat,
    .stat = memory_stat,
    .opendir = memory_opendir,
    .readdir = memory_readdir,
    .closedir = memory_closedir,
    .readlink = memory_readlink,
    .realpath = memory_realpath,
    .getcwd = memory_getcwd,
    /* what writes is not there: to call it is a crash */
};

static bool is_among(const char *text, const char *const *choices)
{
    for (; *choices; choices++)
        if (strcmp(text, *choices) == 0)
            return true;
    return false;
}

static void check_list(const struct string_list *list)
{
    for (ptrdiff_t i = 0; i < list->count; i++)
        MUST(list->at[i], "a list has no holes");
}

static void check_keys(const struct artifact_keys *keys)
{
    MUST(!keys->dialect || is_among(keys->dialect, key_dialects), "a dialect is a known one");
    MUST(!keys->root_form || is_among(keys->root_form, key_root_forms), "so is a root form");
    MUST(!keys->style || is_among(keys->style, key_styles), "so is a style");
    MUST(!keys->order || is_among(keys->order, key_orders), "so is an order");
    check_list(&keys->roots);
    check_list(&keys->refer);
}

/* Holds PATH to be below the directory of the configuration, as spelled. */
static void check_own_path(struct arena *arena, const char *path)
{
    MUST(path && *path, "a path is not empty");
    MUST(str_equal(path_normalise(arena, str_of(path)), str_of(path)), "a path is normalised");
    MUST(path[0] != '/' && strcmp(path, "..") != 0 && strcmp(path, ".") != 0 &&
             strncmp(path, "../", 3) != 0,
         "a path to write lies below the directory");
}

static void check_config(struct arena *arena, const struct config *config)
{
    struct map paths = {.arena = arena}, written = {.arena = arena};
    for (ptrdiff_t i = 0; i < config->file_count; i++) {
        const char *path = config->files[i]->path, *record = config->files[i]->fingerprints;
        check_own_path(arena, path);
        MUST(!map_get(&paths, str_of(path)), "no file is read twice");
        map_put(&paths, str_of(path), arena); /* any value that is not NULL */
        if (record)
            check_own_path(arena, record);
        MUST(!record || !map_get(&paths, str_of(record)), "a record is no file that is read");
        if (record) {
            map_put(&paths, str_of(record), arena);
            map_put(&written, str_of(record), arena);
        }
    }
    for (ptrdiff_t i = 0; i < config->count; i++) {
        const struct artifact *artifact = &config->artifacts[i];
        check_own_path(arena, artifact->path);
        MUST(!map_get(&paths, str_of(artifact->path)), "no two things share a file");
        map_put(&paths, str_of(artifact->path), arena);
        map_put(&written, str_of(artifact->path), arena);
        MUST(artifact->source, "an artifact has a source");
        MUST(!strpbrk(artifact->path, "{}"), "placeholders are filled");
        check_keys(&artifact->keys);
    }
    for (ptrdiff_t i = 0; i < config->disclosure_count; i++) {
        const struct config_disclosure *disclosure = &config->disclosures[i];
        const char *const files[] = {disclosure->manifest, disclosure->fragments};
        for (int j = 0; j < 2; j++) {
            check_own_path(arena, files[j]);
            MUST(!map_get(&paths, str_of(files[j])), "nor do the files of a disclosure");
            map_put(&paths, str_of(files[j]), arena);
            map_put(&written, str_of(files[j]), arena);
        }
        MUST(!disclosure->tool != !disclosure->input.path, "either a tool or schemas is disclosed");
        MUST(disclosure->source.path, "a disclosure has a source");
    }
    for (ptrdiff_t i = 0; i < config->count; i++)
        MUST(!map_get(&written, str_of(config->artifacts[i].source)),
             "nothing is written over a source");
}

/* Plans all artifacts; the bytes of all of them, one after the other, or nothing when reported. */
static str plan_bytes(struct run *run)
{
    struct plan plan;
    struct buf all = buf_in(&run->arena, PTRDIFF_MAX);
    run_begin(run, 0);
    bool ok = plan_make(&run->sources, &(struct plan_request){0}, &plan);
    MUST(ok == !run_failed(run), "a plan is made, or an error tells why not");
    all.arena = &run->arena;
    if (!ok)
        return S("");
    check_config(&run->arena, &plan.config);
    for (ptrdiff_t i = 0; i < plan.output_count; i++) {
        str bytes = plan.outputs[i].rendering.bytes;
        MUST(plan.outputs[i].selected && bytes.len, "all outputs are built");
        if (i < 8 && plan.outputs[i].artifact)
            fuzz_round_trip(run, plan.outputs[i].rendering.schema);
        buf_add(&all, bytes);
    }
    return buf_view(&all);
}

static void check_load(void)
{
    struct run run;
    struct config config;
    run_begin(&run, 0);
    bool ok = config_load(&run.sources, "schemac.yaml", &config);
    MUST(ok == !run_failed(&run), "a configuration is accepted, or an error tells why not");
    if (ok)
        check_config(&run.arena, &config);
    run_end(&run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    host = memory_host;
    memory.bytes[CONFIG] = fuzz_input(data, size);
    memory.bytes[OTHER] = S(openapi);
    check_load();

    struct run first, second;
    str once = plan_bytes(&first), twice = plan_bytes(&second);
    MUST(str_equal(once, twice), "the same configuration gives the same bytes");
    run_end(&first);
    run_end(&second);
    return 0;
}
