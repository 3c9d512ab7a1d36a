#include "build/diff.h"

#include "base/show.h"
#include "drift/library.h"
#include "drift/operations.h"

#include <string.h>

const char *const diff_audiences[] = {"writers", "readers", "both", "auto", NULL};

/* ---- what is compared ------------------------------------------------------------------------ */

/*
 * Finds the commit of AGAINST, "REF[:PATH]", and where OLD is in it: at PATH, from the top of the
 * work tree as git has it, or else where NEW is. False when reported.
 */
static bool find_against(struct diag_list *found, struct diff *diff, const char *against,
                         const struct side_place *new, struct side_place *old)
{
    static const struct revision_words words = {
        "--against", E0901, E0902, E0901,
        "--against takes a commit of git, and here is no work tree"};
    struct arena *arena = found->arena;
    str prefix = S("merge-base:"), word = str_of(against), name, path;
    bool parted = str_starts(word, prefix);
    bool has_path = str_cut(parted ? str_skip(word, prefix.len) : word, ':', &name, &path);
    name = str_first(word, (parted ? prefix.len : 0) + name.len);
    *old = (struct side_place){.revision = &diff->revision,
                               .label = arena_printf(arena, "%.*s:", (int)name.len, name.data)};
    if (!revision_find(found, &words, name, &diff->revision))
        return false;
    old->path = new->path;
    old->fragment = new->fragment;
    if (has_path) {
        old->fragment = side_split(arena, arena_copy(arena, path).data, &old->path);
        str there = str_of(old->path);
        if (!str_starts(there, S("./")) && !str_starts(there, S("../")))
            old->path = revision_from_here(&diff->revision, arena, there).data;
    }
    if (strcmp(old->path, "-") != 0)
        return true;
    diag_report(found, E0001, (place){0},
                "standard input has no path in git: --against REF:PATH names one");
    return false;
}

/* Reads both documents. False when reported. */
static bool open_sides(struct diag_list *found, const struct diff_request *request,
                       struct diff *diff)
{
    struct arena *arena = found->arena;
    struct side_place old = {0}, new = {.bytes_in = request->new_bytes};
    new.fragment = side_split(arena, request->new, &new.path);
    new.label = request->new_bytes ? S("b/") : (str){0};
    if (request->against) {
        if (!find_against(found, diff, request->against, &new, &old))
            return false;
    } else {
        old.fragment = side_split(arena, request->old, &old.path);
        old.bytes_in = request->old_bytes;
        old.label = request->old_bytes ? S("a/") : (str){0};
    }
    bool ok = side_open(found, &request->sides, &old, &diff->old);
    return side_open(found, &request->sides, &new, &diff->new) && ok;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* The mask for the word AUDIENCE; 0 for auto. */
static unsigned mask_of(const char *audience)
{
    static const unsigned masks[] = {DRIFT_WRITERS, DRIFT_READERS, DRIFT_BOTH, 0};
    for (int i = 0; diff_audiences[i]; i++)
        if (strcmp(audience, diff_audiences[i]) == 0)
            return masks[i];
    return 0;
}

/* True when what was asked for can be compared; else reported. */
static bool can_compare(struct diag_list *found, const struct diff_request *request,
                        const struct diff *diff)
{
    const struct side *old = &diff->old, *new = &diff->new;
    if (request->sides.root && !old->is_openapi && !new->is_openapi) {
        diag_report(found, E0001, (place){0},
                    "--root names a schema of an OpenAPI document, and neither is one");
        return false;
    }
    if (!old->schema == !new->schema)
        return true;
    const struct side *whole = old->schema ? new : old;
    struct diag *diag = diag_report(found, E0905, place_file(&whole->document->text),
                                    "a whole OpenAPI document cannot be compared with one schema");
    diag_hint(found, diag, "--root NAME, or FILE#POINTER, names one of its schemas");
    return false;
}

/* Compares all that two OpenAPI documents have. False when reported. */
static bool compare_documents(struct diag_list *found, struct diff *diff,
                              struct comparison *comparison, unsigned audience,
                              struct operations *old, struct operations *new)
{
    ptrdiff_t count;
    if (!operations_find(&diff->old.openapi, &diff->new.openapi, old) ||
        !operations_find(&diff->new.openapi, &diff->old.openapi, new) ||
        !operations_compare(comparison, old, new, audience, found, &count))
        return false;
    if (count)
        return true;
    diag_report(found, E0905, place_file(&diff->new.document->text),
                "it has no schema that the other document has, too, by name or in an operation");
    return false;
}

/* Whom the one schema of each side serves. */
static unsigned audience_of_roots(struct diff *diff, unsigned audience)
{
    struct operations old, new;
    bool is_auto = !audience && diff->old.is_openapi && diff->new.is_openapi;
    if (!is_auto || !operations_find(&diff->old.openapi, &diff->new.openapi, &old) ||
        !operations_find(&diff->new.openapi, &diff->old.openapi, &new))
        return audience ? audience : DRIFT_BOTH;
    return operations_audience(&old, diff->old.schema, &new, diff->new.schema);
}

/* Compares the one schema of each side. False when reported. */
static bool compare_schemas(struct diff *diff, struct comparison *comparison, unsigned audience)
{
    const struct node *old = diff->old.schema, *new = diff->new.schema;
    bool ok = drift_compare(comparison, old, new, audience_of_roots(diff, audience));
    if (library_is(&diff->old.lookup, old) && library_is(&diff->new.lookup, new))
        ok = library_compare(comparison, old, new, audience ? audience : DRIFT_BOTH) && ok;
    return ok;
}

/* False when reported: not all was compared. */
static bool compare(struct diag_list *found, struct diff *diff)
{
    struct drift_side old = {&diff->old.registry, diff->old.document, diff->old.dialect};
    struct drift_side new = {&diff->new.registry, diff->new.document, diff->new.dialect};
    struct comparison *comparison = drift_begin(found->arena, &old, &new);
    unsigned audience = mask_of(diff->audience);
    struct operations old_all, new_all;
    drift_look_up(comparison, &diff->old.lookup, &diff->new.lookup);
    bool ok = diff->new.schema
                  ? compare_schemas(diff, comparison, audience)
                  : compare_documents(found, diff, comparison, audience, &old_all, &new_all);
    drift_finish(comparison, &diff->drift);
    if (ok && !diff->new.schema)
        operations_add_names(&diff->drift, &old_all, &new_all, audience, found->arena);
    if (diff->drift.is_cut)
        diag_hint(found,
                  diag_report(found, L0901, place_file(&diff->new.document->text),
                              "there may be more changes than were found"),
                  "FILE#POINTER on both sides compares a part");
    return ok && !diff->drift.is_cut;
}

bool diff_find(struct diag_list *found, const struct diff_request *request, struct diff *ret_diff)
{
    *ret_diff = (struct diff){0};
    bool ok = diff_gate(found, request, &ret_diff->gate, &ret_diff->audience);
    if (!open_sides(found, request, ret_diff) || !can_compare(found, request, ret_diff) || !ok)
        return false;
    ret_diff->is_complete = compare(found, ret_diff);
    if (!ret_diff->is_complete && !ret_diff->drift.count)
        return false;
    gate_judge(&ret_diff->gate, &ret_diff->drift, found->arena, &ret_diff->result);
    /* git's driver compares one file of many: a waiver may be for another. */
    if (ret_diff->is_complete && !request->new_bytes)
        diff_check_waivers(found, &ret_diff->gate);
    return true;
}

void diff_done(struct diff *diff)
{
    revision_done(&diff->revision);
}
