#include "build/releases.h"

#include "base/show.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* Reports that the index is damaged at NODE; false. */
static bool damaged(struct releases *r, const struct node *node, const char *why)
{
    struct diag *diag = diag_report(r->sources->found, E0912, sources_place(r->sources, node),
                                    "the index of releases is damaged: %s", why);
    diag_hint(r->sources->found, diag, "take it from git, as it was last");
    return false;
}

/* True when PATH is one of a file below the folder of the configuration, spelled plainly. */
static bool is_own_path(struct arena *arena, str path)
{
    return path.len && !str_starts(path, S("/")) && !str_starts(path, S("../")) &&
           str_find_byte(path, '\0') < 0 && !str_equal(path, S(".")) &&
           str_equal(path_normalise(arena, path), path);
}

/* The text of the member NAME of ENTRY; empty when reported. */
static str read_text(struct releases *r, const struct node *entry, str name)
{
    const struct node *value = node_get(entry, name);
    if (node_is(value, NODE_STRING) && value->count > 0)
        return arena_copy(r->sources->arena, node_text(value));
    damaged(r, value ? value : entry,
            arena_printf(r->sources->arena, "\"%s\" is missing or no text", name.data).data);
    return (str){0};
}

/* The digest NAME of DIGESTS; NULL when reported. */
static const char *read_digest(struct releases *r, const struct node *entry, str name)
{
    const struct node *digests = node_get(entry, S("sha256")), *digest = node_get(digests, name);
    if (node_is(digest, NODE_STRING) && digest_is_hex(node_text(digest)))
        return arena_copy(r->sources->arena, node_text(digest)).data;
    damaged(r,
            digest    ? digest
            : digests ? digests
                      : entry,
            arena_printf(r->sources->arena, "\"%s\" is missing or no digest", name.data).data);
    return NULL;
}

/* Reads the copies of ENTRY into ROW. False when reported. */
static bool read_copies(struct releases *r, const struct node *entry, struct released *row)
{
    struct arena *arena = r->sources->arena;
    const struct node *copies = node_get(entry, S("copies"));
    if (!copies)
        return true;
    if (copies->kind != NODE_ARRAY)
        return damaged(r, copies, "\"copies\" is no list");
    row->copies.at = arena_new(arena, const char *, copies->count);
    for (uint32_t i = 0; i < copies->count; i++) {
        const struct node *item = node_item(copies, i);
        if (!node_is(item, NODE_STRING) || !is_own_path(arena, node_text(item)))
            return damaged(r, item, "this is no path below the folder of the configuration");
        row->copies.at[row->copies.count++] = arena_copy(arena, node_text(item)).data;
    }
    return true;
}

/* Reads ENTRY into ROW. False when reported. */
static bool read_entry(struct releases *r, const struct node *entry, struct released *row)
{
    *row = (struct released){0};
    if (entry->kind != NODE_OBJECT)
        return damaged(r, entry, "a release is no object");
    row->version = read_text(r, entry, S("version"));
    row->id = read_text(r, entry, S("id"));
    row->file = read_text(r, entry, S("file"));
    row->bytes = read_digest(r, entry, S("bytes"));
    row->content = read_digest(r, entry, S("content"));
    row->constraints = read_digest(r, entry, S("constraints"));
    if (!row->version.len || !row->id.len || !row->file.len || !row->bytes || !row->content ||
        !row->constraints)
        return false;
    if (release_versioning(row->version) == VERSIONING_COUNT)
        return damaged(r, node_get(entry, S("version")), "this is no version");
    if (!is_own_path(r->sources->arena, row->file))
        return damaged(r, node_get(entry, S("file")),
                       "this is no path below the folder of the configuration");
    return read_copies(r, entry, row);
}

static bool read_entries(struct releases *r)
{
    const struct node *root = r->index->root;
    const struct node *version = node_get(root, S("version"));
    const struct node *entries = node_get(root, S("releases"));
    bool ok = true;
    if (sources_report_all_faults(r->sources, r->index))
        return false;
    if (!node_is(version, NODE_NUMBER) || !str_equal(node_text(version), S("1")))
        return damaged(r, version ? version : root, "it is not of version 1");
    if (!node_is(entries, NODE_ARRAY))
        return damaged(r, entries ? entries : root, "it has no list of releases");
    for (uint32_t i = 0; i < entries->count; i++) {
        struct released row;
        const struct node *entry = node_item(entries, i);
        if (!read_entry(r, entry, &row)) {
            ok = false;
            continue;
        }
        if (map_find(&r->by_file, row.file))
            ok = damaged(r, node_get(entry, S("file")), "this file is listed twice");
        else
            releases_add(r, &row)->declared = entry;
    }
    return ok;
}

bool releases_read(struct sources *sources, const struct config *config,
                   struct releases *ret_releases)
{
    struct arena *arena = sources->arena;
    const char *path = config_path(arena, config, config->release->record);
    str bytes;
    *ret_releases =
        (struct releases){.sources = sources,
                          .config = config,
                          .path = path,
                          .name = arena_copy(arena, path_from_here(arena, str_of(path))).data,
                          .by_file = {.arena = arena}};
    int problem = file_view_read(sources->view, arena, path, FILE_CEILING, &bytes);
    if (problem == ENOENT || problem == ENOTDIR)
        return true;
    if (problem) {
        diag_report(sources->found, E0912, place_named(arena, str_of(ret_releases->name)),
                    "the index of releases cannot be read: %s",
                    problem == FILE_UNMERGED   ? "it is unmerged in git's index"
                    : problem == FILE_INTENDED ? "it is only intended to be added"
                                               : strerror(problem));
        return false;
    }
    ret_releases->index = sources_read_as(sources, str_of(ret_releases->name), bytes, FORMAT_JSON);
    return ret_releases->index && read_entries(ret_releases);
}

/* By version, then by file. */
static int compare(const struct released *a, const struct released *b)
{
    int order = release_version_compare(a->version, b->version);
    return order ? order : str_compare(a->file, b->file);
}

/* Where ROW belongs: behind all that do not come after it. */
static ptrdiff_t place_of(const struct releases *releases, const struct released *row)
{
    ptrdiff_t low = 0, high = releases->count;
    while (low < high) {
        ptrdiff_t middle = low + (high - low) / 2;
        if (compare(&releases->at[middle]->row, row) > 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct release *releases_add(struct releases *releases, const struct released *row)
{
    struct arena *arena = releases->sources->arena;
    struct release *release = arena_new(arena, struct release, 1);
    release->row = *row;
    releases->at =
        arena_make_room(arena, releases->at, sizeof *releases->at, releases->count, &releases->cap);
    ptrdiff_t at = place_of(releases, row), behind = releases->count++ - at;
    if (behind)
        memmove(&releases->at[at + 1], &releases->at[at], (size_t)behind * sizeof *releases->at);
    releases->at[at] = release;
    map_put(&releases->by_file, row->file, release);
    return release;
}

str releases_render(const struct releases *releases)
{
    struct arena *arena = releases->sources->arena;
    const struct released **rows = arena_new(arena, const struct released *, releases->count);
    struct buf out = buf_in(arena, FILE_CEILING);
    for (ptrdiff_t i = 0; i < releases->count; i++)
        rows[i] = &releases->at[i]->row;
    report_releases(&out, rows, releases->count);
    return buf_view(&out);
}

const struct release *releases_by_id(const struct releases *releases, str id)
{
    for (ptrdiff_t i = 0; i < releases->count; i++)
        if (str_equal(releases->at[i]->row.id, id))
            return releases->at[i];
    return NULL;
}

const struct release *releases_last(const struct releases *releases, str series, str version)
{
    const struct release *last = NULL;
    for (ptrdiff_t i = 0; i < releases->count; i++) {
        const struct released *row = &releases->at[i]->row;
        if (version.len && release_version_compare(row->version, version) >= 0)
            break;
        if (str_equal(release_series(releases->sources->arena, row->id, row->version), series))
            last = releases->at[i];
    }
    return last;
}

place releases_place(const struct releases *releases, const struct release *release)
{
    if (release->declared)
        return sources_place(releases->sources, release->declared);
    return releases->index ? place_file(&releases->index->text) : (place){0};
}

void release_digest(struct arena *arena, str bytes, const struct node *schema, struct released *row)
{
    struct canonical_digests digests = canonical_digests(schema, DIALECT_2020_12);
    struct digest of_bytes = digest_sha256(bytes);
    row->bytes = arena_copy(arena, str_of(of_bytes.hex)).data;
    row->content = arena_copy(arena, str_of(digests.content.hex)).data;
    row->constraints = arena_copy(arena, str_of(digests.constraints.hex)).data;
}

str release_id_of(const struct node *schema)
{
    const struct node *said = node_get(schema, S("$schema"));
    enum dialect dialect =
        node_is(said, NODE_STRING) ? dialect_of_uri(node_text(said)) : DIALECT_COUNT;
    const struct node *id =
        node_get(schema, dialect == DIALECT_COUNT ? S("$id") : dialect_info(dialect)->id);
    return node_is(id, NODE_STRING) ? node_text(id) : (str){0};
}

enum versioning release_versioning_of(const struct config *config)
{
    const char *word = config->release->versioning;
    return word && strcmp(word, release_versionings[VERSIONING_SEMVER]) == 0 ? VERSIONING_SEMVER
                                                                             : VERSIONING_DATE;
}
