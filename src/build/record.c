#include "build/record.h"

#include "base/file.h"
#include "report/record.h"

#include <errno.h>

/* True for what is no path of a file below the configuration, as it would be written there. */
static bool path_leads_out(str path)
{
    str begin = S("../"), middle = S("/../");
    return path.len == 0 || str_starts(path, S("/")) || str_starts(path, begin) ||
           str_find(path, middle) >= 0 || str_find_byte(path, '\0') >= 0;
}

static bool is_digest(const struct node *node)
{
    if (!node_is(node, NODE_STRING) || node->count != DIGEST_HEX_LEN)
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        char c = node->chars[i];
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f'))
            return false;
    }
    return true;
}

static void damaged(struct record *record, place where, const char *why)
{
    record->damage = why;
    record->damage_place = where;
}

/* Takes the digests out of ROOT: {"version": 1, "artifacts": {PATH: {"sha256": HEX}}}. */
static void read_digests(const struct plan *plan, struct sources *sources, struct record *record,
                         const struct node *root)
{
    const struct node *version = node_get(root, S("version"));
    const struct node *artifacts = node_get(root, S("artifacts"));
    if (!node_is(version, NODE_NUMBER) || !str_equal(node_text(version), S("1"))) {
        damaged(record, sources_place(sources, version ? version : root), "it is not of version 1");
        return;
    }
    if (!node_is(artifacts, NODE_OBJECT)) {
        damaged(record, sources_place(sources, root), "it has no artifacts");
        return;
    }
    for (uint32_t i = 0; i < artifacts->count; i++) {
        const struct node *entry = node_value(artifacts, i);
        const struct node *digest = node_get(entry, S("sha256"));
        str path = node_text(node_key(artifacts, i));
        if (path_leads_out(path)) {
            damaged(record, sources_place(sources, node_key(artifacts, i)),
                    "it lists a file outside its directory");
            return;
        }
        if (!is_digest(digest)) {
            damaged(record, sources_place(sources, entry), "it has an entry without a digest");
            return;
        }
        str hex = arena_copy(plan->sources->arena, node_text(digest));
        map_put(&record->digests, path, (void *)hex.data);
    }
}

void record_read(const struct plan *plan, const struct plan_record *planned,
                 struct record *ret_record)
{
    struct arena *arena = plan->sources->arena;
    *ret_record = (struct record){.planned = planned, .digests = {.arena = arena}};
    int problem =
        file_view_read(plan->sources->view, arena, planned->path, FILE_CEILING, &ret_record->bytes);
    if (problem == ENOENT || problem == ENOTDIR) {
        ret_record->missing = true;
        return;
    }
    ret_record->problem = problem;
    if (problem)
        return;
    /* What is wrong with it is a finding of check, so its reading reports to a list of its own. */
    struct diag_list *aside = arena_new(arena, struct diag_list, 1);
    struct sources *sources = arena_new(arena, struct sources, 1);
    aside->arena = arena;
    *sources = (struct sources){.arena = arena, .found = aside};
    struct document *document =
        sources_read_as(sources, str_of(planned->name), ret_record->bytes, FORMAT_JSON);
    if (!document)
        damaged(ret_record, aside->first->where, aside->first->message);
    else
        read_digests(plan, sources, ret_record, document->root);
}

bool record_is_usable(const struct record *record)
{
    return !record->missing && !record->problem && !record->damage;
}

const char *record_digest(const struct record *record, const char *path)
{
    return map_get(&record->digests, str_of(path));
}

str record_render(const struct plan *plan, ptrdiff_t number, const struct record *old)
{
    struct arena *arena = plan->sources->arena;
    struct fingerprint *prints = arena_new(arena, struct fingerprint, plan->config.count);
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < plan->config.count; i++) {
        const struct output *output = &plan->outputs[i];
        const char *path = output->recorded_path;
        if (output->record != number)
            continue;
        const char *digest = output->selected ? output->digest.hex : record_digest(old, path);
        if (digest)
            prints[count++] = (struct fingerprint){path, digest};
    }
    struct buf out = buf_in(arena, FILE_CEILING);
    record_fingerprints(&out, prints, count);
    return buf_view(&out);
}
