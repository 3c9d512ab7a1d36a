#include "build/record.h"

#include "base/file.h"
#include "schema/canonical.h"
#include "source/number.h"

#include <errno.h>

/* True for what is no path of a file below the configuration, as it would be written there. */
static bool path_leads_out(str path)
{
    bool leads_out = path.len == 0 || str_starts(path, S("/")) || str_find_byte(path, '\0') >= 0;
    for (str part, rest = path; !leads_out && rest.len;) {
        str_cut(rest, '/', &part, &rest);
        leads_out = str_equal(part, S(".."));
    }
    return leads_out;
}

static void damaged(struct record *record, place where, const char *why)
{
    record->damage = why;
    record->damage_place = where;
}

/* True when OBJECT is one whose keys are among the COUNT of KNOWN; else RECORD is damaged. */
static bool has_only(const struct sources *sources, struct record *record,
                     const struct node *object, const char *const *known, size_t count)
{
    if (!node_is(object, NODE_OBJECT)) {
        damaged(record, sources_place(sources, object), "it has something else than an object");
        return false;
    }
    for (uint32_t i = 0; i < object->count; i++) {
        const struct node *key = node_key(object, i);
        size_t at = 0;
        while (at < count && !str_equal(node_text(key), str_of(known[at])))
            at++;
        if (at == count) {
            damaged(record, sources_place(sources, key), "it has an unknown member");
            return false;
        }
    }
    return true;
}

/*
 * Takes the member KEY of ENTRY, a C string in the arena and where it stands, into RET_DIGEST and
 * RET_WHERE. False, and RECORD is damaged, when it is no digest.
 */
static bool take_digest(const struct sources *sources, struct record *record,
                        const struct node *entry, str key, const char **ret_digest,
                        place *ret_where)
{
    const struct node *digest = node_get(entry, key);
    *ret_where = sources_place(sources, digest ? digest : entry);
    if (node_is(digest, NODE_STRING) && digest_is_hex(node_text(digest))) {
        *ret_digest = arena_copy(sources->arena, node_text(digest)).data;
        return true;
    }
    damaged(record, *ret_where, "it has an entry without a digest");
    return false;
}

/* Takes NODE, an entry of RECORD, into ENTRY. False when that is damaged. */
static bool read_entry(const struct sources *sources, struct record *record,
                       const struct node *node, struct record_entry *entry)
{
    static const char *const known[] = {"sha256", "content", "constraints"};
    struct fingerprint *print = &entry->print;
    place unused;
    entry->where = sources_place(sources, node);
    if (!has_only(sources, record, node, known, sizeof known / sizeof *known) ||
        !take_digest(sources, record, node, S("sha256"), &print->sha256, &unused))
        return false;
    if (!node_get(node, S("content")) && !node_get(node, S("constraints")))
        return true;
    return take_digest(sources, record, node, S("content"), &print->content,
                       &entry->content_where) &&
           take_digest(sources, record, node, S("constraints"), &print->constraints,
                       &entry->constraints_where);
}

/* Takes the entries out of ROOT: {"version": 1, "artifacts": {PATH: {"sha256": HEX, ...}}}. */
static void read_entries(struct sources *sources, struct record *record, const struct node *root)
{
    static const char *const known[] = {"version", "artifacts"};
    const struct node *version = node_get(root, S("version"));
    const struct node *artifacts = node_get(root, S("artifacts"));
    if (!node_is(version, NODE_NUMBER) || !number_equal(node_text(version), S("1"))) {
        damaged(record, sources_place(sources, version ? version : root), "it is not of version 1");
        return;
    }
    if (!node_is(artifacts, NODE_OBJECT)) {
        damaged(record, sources_place(sources, root), "it has no artifacts");
        return;
    }
    if (!has_only(sources, record, root, known, sizeof known / sizeof *known))
        return;
    struct record_entry *entries = arena_new(sources->arena, struct record_entry, artifacts->count);
    for (uint32_t i = 0; i < artifacts->count; i++) {
        const struct node *key = node_key(artifacts, i);
        if (path_leads_out(node_text(key))) {
            damaged(record, sources_place(sources, key), "it lists a file outside its directory");
            return;
        }
        if (!read_entry(sources, record, node_value(artifacts, i), &entries[i]))
            return;
        entries[i].print.path = arena_copy(sources->arena, node_text(key)).data;
        map_put(&record->entries, node_text(key), &entries[i]);
    }
}

void record_read(const struct plan *plan, const struct plan_record *planned,
                 struct record *ret_record)
{
    struct arena *arena = plan->sources->arena;
    *ret_record = (struct record){.planned = planned, .entries = {.arena = arena}};
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
    if (!document || sources_report_all_faults(sources, document))
        damaged(ret_record, aside->first->where, aside->first->message);
    else
        read_entries(sources, ret_record, document->root);
}

bool record_is_usable(const struct record *record)
{
    return !record->missing && !record->problem && !record->damage;
}

const struct record_entry *record_find(const struct record *record, const char *path)
{
    return map_get(&record->entries, str_of(path));
}

const char *record_digest(const struct record *record, const char *path)
{
    const struct record_entry *entry = record_find(record, path);
    return entry ? entry->print.sha256 : NULL;
}

struct fingerprint record_print(struct arena *arena, const struct output *output)
{
    struct fingerprint print = {.path = output->recorded_path, .sha256 = output->digest.hex};
    if (!output->artifact) /* no schema */
        return print;
    struct canonical_digests *digests = arena_new(arena, struct canonical_digests, 1);
    *digests =
        canonical_digests(output->rendering.schema, keys_request(&output->artifact->keys).dialect);
    print.content = digests->content.hex;
    print.constraints = digests->constraints.hex;
    return print;
}

str record_render(const struct plan *plan, ptrdiff_t number, const struct record *old)
{
    struct arena *arena = plan->sources->arena;
    struct fingerprint *prints = arena_new(arena, struct fingerprint, plan->output_count);
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < plan->output_count; i++) {
        const struct output *output = &plan->outputs[i];
        if (output->record != number)
            continue;
        const struct record_entry *kept = record_find(old, output->recorded_path);
        if (output->selected)
            prints[count++] = record_print(arena, output);
        else if (kept)
            prints[count++] = kept->print;
    }
    struct buf out = buf_in(arena, FILE_CEILING);
    record_fingerprints(&out, prints, count);
    return buf_view(&out);
}
