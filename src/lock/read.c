/*
 * read.c - a lock from its file, held to its own digests.
 */
#include "base/show.h"
#include "lock/kind.h"
#include "lock/lock.h"

#include <errno.h>
#include <string.h>

#define DAMAGED_HINT                                                                               \
    "a lock is written by schemac alone: take it from git, or move it away and lock anew"

#define BEYOND_DOUBLES "a number lies beyond those of double precision"

/* Reports that the lock is damaged at NODE. Always false. */
static bool refuse(struct lock *lock, const struct node *node, const char *message)
{
    struct diag_list *found = lock->sources->found;
    place where = node ? sources_place(lock->sources, node) : place_file(&lock->document->text);
    diag_hint(found, diag_report(found, E1012, where, "%s", message), DAMAGED_HINT);
    return false;
}

/* The member KEY of OBJECT, which must be of KIND; NULL when reported. */
static const struct node *need(struct lock *lock, const struct node *object, const char *key,
                               enum node_kind kind)
{
    const struct node *value = node_get(object, str_of(key));
    if (node_is(value, kind))
        return value;
    refuse(lock, value ? value : object,
           arena_printf(lock->sources->arena, "the lock lacks a \"%s\" that is %s", key,
                        node_kind_words(kind))
               .data);
    return NULL;
}

static bool check_version(struct lock *lock, const struct node *root)
{
    const struct node *version = need(lock, root, "version", NODE_NUMBER);
    if (!version)
        return false;
    if (str_equal(node_text(version), S("1")))
        return true;
    struct diag_list *found = lock->sources->found;
    struct diag *diag =
        diag_report(found, E1015, sources_place(lock->sources, version),
                    "the lock is of version %s, not 1", show(found->arena, node_text(version)));
    diag_hint(found, diag, "a newer schemac has written it");
    return false;
}

/* Holds the digest KEY, which OBJECT records of WHAT, to DIGEST. False when reported. */
static bool check_digest(struct lock *lock, const struct node *object, const char *key,
                         const struct digest *digest, const char *what)
{
    const struct node *recorded = need(lock, object, key, NODE_STRING);
    if (!recorded || str_equal(node_text(recorded), str_of(digest->hex)))
        return recorded != NULL;
    return refuse(lock, recorded,
                  arena_printf(lock->sources->arena,
                               "the recorded %s digest is not that of the contract of %s", key,
                               what)
                      .data);
}

/* Reads ENTRY of a list. False when reported. */
static bool read_entry(struct lock *lock, enum locked_kind kind, const struct node *entry,
                       struct locked *locked)
{
    struct arena *arena = lock->sources->arena;
    const struct node *name = need(lock, entry, "name", NODE_STRING);
    const struct node *contract = name ? need(lock, entry, "contract", NODE_OBJECT) : NULL;
    const struct node *reason = node_get(entry, S("reason"));
    if (!contract)
        return false;
    locked->tool = (struct tool){.entry = contract};
    const struct node *own = tool_member(&locked->tool, locked_name_key(kind));
    if (!node_text(name).len || !node_is_text(own, node_text(name)))
        return refuse(lock, name, "the name is not that in the contract");
    locked->tool.name = node_text(own);
    locked->reason = node_is(reason, NODE_STRING) ? node_text(reason) : S("");
    locked->prints = lock_prints(kind, &locked->tool);
    if (!*locked->prints.of[FINGERPRINT_RAW].hex)
        return refuse(lock, locked->prints.refused, BEYOND_DOUBLES);
    const char *what =
        arena_printf(arena, "%s \"%s\"", locked_kind_word(kind), show(arena, locked->tool.name))
            .data;
    bool ok = true;
    for (enum fingerprint_algorithm i = 0; ok && i < FINGERPRINT_COUNT; i++)
        if (kind == LOCKED_TOOL || i == FINGERPRINT_RAW)
            ok = check_digest(lock, entry, fingerprint_names[i], &locked->prints.of[i], what);
    return ok;
}

/* Reads the list of KIND; only that of tools has to be there. */
static bool read_list(struct lock *lock, const struct node *root, enum locked_kind kind)
{
    const char *key = locked_list_key(kind);
    struct locked_list *list = &lock->lists[kind];
    if (kind != LOCKED_TOOL && !node_get(root, str_of(key)))
        return true;
    const struct node *array = need(lock, root, key, NODE_ARRAY);
    if (!array)
        return false;
    *list = (struct locked_list){.at = arena_new(lock->sources->arena, struct locked, array->count),
                                 .count = array->count,
                                 .is_listed = true};
    for (uint32_t i = 0; i < array->count; i++) {
        const struct node *entry = node_item(array, i);
        if (!read_entry(lock, kind, entry, &list->at[i]))
            return false;
        if (i && str_compare(list->at[i - 1].tool.name, list->at[i].tool.name) >= 0)
            return refuse(lock, entry, "the entries are not sorted by name, each once");
    }
    return true;
}

static bool read_gone(struct lock *lock, const struct node *root)
{
    if (!node_get(root, S("removed")))
        return true;
    const struct node *array = need(lock, root, "removed", NODE_ARRAY);
    if (!array)
        return false;
    lock->gone = arena_new(lock->sources->arena, struct locked_gone, array->count);
    for (uint32_t i = 0; i < array->count; i++) {
        const struct node *name = need(lock, node_item(array, i), "name", NODE_STRING);
        const struct node *reason =
            name ? need(lock, node_item(array, i), "reason", NODE_STRING) : NULL;
        if (!reason)
            return false;
        lock->gone[i] = (struct locked_gone){node_text(name), node_text(reason)};
        if (i && str_compare(lock->gone[i - 1].name, lock->gone[i].name) >= 0)
            return refuse(lock, name, "the entries are not sorted by name, each once");
    }
    lock->gone_count = array->count;
    return true;
}

static bool read_server(struct lock *lock, const struct node *root)
{
    if (!node_get(root, S("server")))
        return true;
    const struct node *server = need(lock, root, "server", NODE_OBJECT);
    const struct node *contract = server ? need(lock, server, "contract", NODE_OBJECT) : NULL;
    if (!contract)
        return false;
    const struct node *bad;
    struct digest digest = lock_server_digest(contract, &bad);
    lock->server = lock->opening = contract;
    if (!*digest.hex)
        return refuse(lock, bad, BEYOND_DOUBLES);
    return check_digest(lock, server, "raw", &digest, "the server");
}

bool lock_take(struct sources *sources, struct document *document, struct lock *ret_lock)
{
    const struct node *root = document->root;
    *ret_lock = (struct lock){.sources = sources, .document = document};
    if (sources_report_all_faults(sources, document))
        return false;
    if (root->kind != NODE_OBJECT)
        return refuse(ret_lock, root, "a lock is an object");
    bool ok =
        check_version(ret_lock, root) && read_server(ret_lock, root) && read_gone(ret_lock, root);
    for (enum locked_kind kind = 0; ok && kind < LOCKED_KIND_COUNT; kind++)
        ok = read_list(ret_lock, root, kind);
    return ok;
}

bool lock_read(struct sources *sources, const char *path, struct lock *ret_lock)
{
    struct arena *arena = sources->arena;
    str name = path_from_here(arena, str_of(path)), bytes;
    int problem = file_read(arena, path, FILE_CEILING, &bytes);
    if (problem) {
        struct diag *diag =
            diag_report(sources->found, E0002, place_named(arena, arena_copy(arena, name)),
                        "cannot read the lock: %s", strerror(problem));
        if (problem == ENOENT)
            diag_hint(sources->found, diag,
                      "--lock without --check, --update or --accept makes the first one");
        return false;
    }
    struct document *document = sources_read_as(sources, name, bytes, FORMAT_JSON);
    bool ok = document && lock_take(sources, document, ret_lock);
    ret_lock->bytes = bytes;
    return ok;
}
