#include "source/sources.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/host.h"
#include "base/show.h"
#include "base/utf8.h"
#include "source/reader.h"

#include <errno.h>
#include <string.h>

/* The faults of a document, most of which have none. */
struct fault_index {
    struct map by_owner;  /* the bytes of `owner`, to the first of its faults */
    struct map by_member; /* the bytes of `member`, to the first of its faults */
};

/* Makes DOCUMENT one without nodes and faults, whose text is TEXT. */
static void document_init(struct document *document, struct text text)
{
    *document = (struct document){.text = text};
    document->last_fault = &document->faults;
}

static struct document *document_new(struct sources *sources, str name)
{
    sources->documents = arena_make_room(sources->arena, sources->documents,
                                         sizeof *sources->documents, sources->count, &sources->cap);
    struct document *document = arena_new(sources->arena, struct document, 1);
    document_init(
        document,
        (struct text){.name = name, .chars = S(""), .is_secret = sources->policy.is_secret});
    if (sources->count == UINT16_MAX) {
        diag_report(sources->found, L0103, place_file(&document->text),
                    "one run reads at most %d documents", UINT16_MAX);
        return NULL;
    }
    sources->documents[sources->count++] = document;
    document->id = (uint16_t)sources->count;
    return document;
}

/* False, and reported, when the document's text is not UTF-8; it then ends before that. */
static bool check_utf8(struct sources *sources, struct document *document)
{
    ptrdiff_t bad = utf8_find_bad(document->text.chars);
    if (bad < 0)
        return true;
    unsigned byte = (unsigned char)document->text.chars.data[bad];
    document->text.chars.len = bad; /* what comes before can be shown */
    struct diag *diag = diag_report(sources->found, E0101, (place){&document->text, bad, 0},
                                    "the byte 0x%02x is not valid UTF-8 here", byte);
    diag_hint(sources->found, diag, "save the file as UTF-8");
    return false;
}

/* Sets the document's text to BYTES as UTF-8 without a BOM. */
static bool decode(struct sources *sources, struct document *document, str bytes)
{
    ptrdiff_t mark = 0, bad = -1;
    enum utf_bom bom = utf_bom(bytes, &mark);
    str chars = str_skip(bytes, mark);
    bool utf16 = bom == BOM_UTF16LE || bom == BOM_UTF16BE;
    if (utf16) {
        str encoded = chars;
        if (!utf16_to_utf8(sources->arena, encoded, bom == BOM_UTF16BE, &chars, &bad)) {
            document->text.chars = chars;
            diag_report(sources->found, E0101, (place){&document->text, chars.len, 0},
                        "the text is not valid UTF-16 from its byte %td on", bad + mark);
            return false;
        }
    }
    document->text.chars = chars.data ? chars : S("");
    return utf16 || check_utf8(sources, document);
}

static void report_read_error(struct sources *sources, struct document *document,
                              const struct read_error *error)
{
    struct diag *diag =
        diag_report(sources->found, error->code, (place){&document->text, error->start, error->len},
                    "%s", error->message);
    if (error->hint)
        diag_hint(sources->found, diag, "%s", error->hint);
    if (error->context)
        diag_note(sources->found, diag, (place){&document->text, error->context_start, 0}, "%s",
                  error->context);
}

static bool looks_like_json(str chars)
{
    ptrdiff_t at = 0;
    while (at < chars.len && memchr(" \t\r\n", chars.data[at], 4))
        at++;
    return at < chars.len && (chars.data[at] == '{' || chars.data[at] == '[');
}

/* Drops what a reader that failed has found: its nodes are not used. */
static void forget_faults(struct document *document)
{
    document->faults = NULL;
    document->fault_count = 0;
    document->last_fault = &document->faults;
    document->fault_index = NULL;
}

static bool is_limit(const struct read_error *error)
{
    return diag_code_severity(error->code) == DIAG_LIMIT;
}

/* Reads what begins like JSON but may be YAML. Of two errors *RET_ERROR is the one further on. */
static bool read_either(struct sources *sources, struct document *document,
                        struct read_error *ret_error)
{
    struct read_error json_error = {0};
    if (json_read(sources, document, &json_error))
        return true;
    *ret_error = json_error;
    if (is_limit(&json_error))
        return false;
    forget_faults(document);
    if (yaml_read(sources, document, ret_error))
        return true;
    if (!is_limit(ret_error) && json_error.start >= ret_error->start)
        *ret_error = json_error;
    return false;
}

static bool parse(struct sources *sources, struct document *document, enum document_format format)
{
    struct read_error error = {0};
    bool ok;
    bool is_json = format == FORMAT_BY_NAME && str_ends(document->text.name, S(".json"));
    if (format == FORMAT_JSON || is_json)
        ok = json_read(sources, document, &error);
    else if (format == FORMAT_BY_NAME && looks_like_json(document->text.chars))
        ok = read_either(sources, document, &error);
    else
        ok = yaml_read(sources, document, &error);
    if (ok)
        return true;
    forget_faults(document);
    report_read_error(sources, document, &error);
    return false;
}

struct document *sources_read_as(struct sources *sources, str name, str bytes,
                                 enum document_format format)
{
    struct document *document = document_new(sources, name);
    if (!document || !decode(sources, document, bytes) || !parse(sources, document, format))
        return NULL;
    return document;
}

bool sources_read_apart(struct sources *sources, struct text text, enum document_format format,
                        struct document *document)
{
    document_init(document, text);
    return check_utf8(sources, document) && parse(sources, document, format);
}

struct document *sources_read(struct sources *sources, str name, str bytes)
{
    return sources_read_as(sources, name, bytes, FORMAT_BY_NAME);
}

/*
 * Reports that a file is not in git's index, which documents are read from; PATH is where it may be
 * all the same.
 */
static void report_unstaged(struct sources *sources, place where, const char *which,
                            const char *path)
{
    struct stat info;
    char here[4096];
    str resolved;
    struct buf room = buf_in(sources->arena, PTRDIFF_MAX);
    struct diag *diag =
        diag_report(sources->found, E0002, where, "the file%s is not staged", which);
    bool is_file = host.stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
                   host.getcwd(here, sizeof here) &&
                   file_resolve(sources->arena, path, &resolved) == 0;
    /* What lies behind a link cannot be added. */
    if (is_file && str_equal(resolved, path_place(&room, str_of(here), str_of(path))))
        diag_hint(sources->found, diag, "`git add` it");
}

/* Reports PROBLEM, which kept the file PATH from being read; WHICH is " NAME" or "". */
static void report_unreadable(struct sources *sources, place where, const char *which,
                              const char *path, int problem)
{
    struct diag_list *found = sources->found;
    if (problem == EFBIG)
        diag_report(found, L0001, where, "the document%s is longer than %td MiB", which,
                    FILE_CEILING / ((ptrdiff_t)1024 * 1024));
    else if (problem == FILE_UNMERGED)
        diag_hint(found, diag_report(found, E0005, where, "the file%s is unmerged", which),
                  "settle the conflict, then `git add` the file");
    else if (problem == FILE_INTENDED)
        diag_hint(
            found,
            diag_report(found, E0006, where, "the file%s is only intended to be added", which),
            "`git add` it");
    else if (sources->view && sources->view->is_index && problem == ENOENT)
        report_unstaged(sources, where, which, path);
    else
        diag_report(found, E0002, where, "cannot read the file%s: %s", which,
                    sources->view && problem == EIO ? "git does not tell what is staged"
                                                    : strerror(problem));
}

static struct document *load_text(struct sources *sources, const char *path, str name,
                                  bool is_secret)
{
    str bytes;
    int problem = file_view_read(sources->view, sources->arena, path, FILE_CEILING, &bytes);
    struct document *document = document_new(sources, name);
    if (!document)
        return NULL;
    document->text.is_secret = document->text.is_secret || is_secret;
    if (problem)
        report_unreadable(sources, place_file(&document->text), "", path, problem);
    return !problem && decode(sources, document, bytes) ? document : NULL;
}

struct document *sources_load_text(struct sources *sources, const char *path, str name)
{
    return load_text(sources, path, name, false);
}

struct document *sources_load_secret_text(struct sources *sources, const char *path, str name)
{
    return load_text(sources, path, name, true);
}

struct document *sources_load_secret(struct sources *sources, const char *path, str name)
{
    struct document *document = load_text(sources, path, name, true);
    return document && parse(sources, document, FORMAT_JSON) ? document : NULL;
}

struct document *sources_load_asked(struct sources *sources, const char *path, str name,
                                    const struct node *asking)
{
    str bytes;
    int problem = file_view_read(sources->view, sources->arena, path, FILE_CEILING, &bytes);
    if (sources->label.len)
        name =
            arena_printf(sources->arena, "%s%.*s", sources->label.data, (int)name.len, name.data);
    if (!problem)
        return sources_read(sources, name, bytes);

    struct document *document = document_new(sources, name);
    if (!document)
        return NULL;
    place where = asking ? sources_place(sources, asking) : place_file(&document->text);
    const char *which =
        asking ? arena_printf(sources->arena, " %s", show_all(sources->arena, name)).data : "";
    report_unreadable(sources, where, which, path, problem);
    return NULL;
}

struct document *sources_load(struct sources *sources, const char *path, str name)
{
    return sources_load_asked(sources, path, name, NULL);
}

struct document *sources_document(const struct sources *sources, const struct node *node)
{
    return node->text ? sources->documents[node->text - 1] : NULL;
}

place sources_place(const struct sources *sources, const struct node *node)
{
    struct document *document = sources_document(sources, node);
    return document ? (place){&document->text, node->start, node->len} : (place){0};
}

/* The address in *OWNER as a key: its bytes. */
static str owner_key(const void *const *owner)
{
    return (str){(const char *)owner, sizeof *owner};
}

/* What stands for the member KEY of the object with the items OWNER in a map. */
static struct fault_member member_of(const void *owner, str key)
{
    return (struct fault_member){(uint64_t)(uintptr_t)owner, hash_str(key)};
}

static str member_key(const struct fault_member *member)
{
    return (str){(const char *)member, sizeof *member};
}

/* Puts FAULT behind those of the same member, so that they are found without the others. */
static void index_member(struct document *document, struct fault *fault)
{
    bool is_first;
    fault->member = member_of(fault->owner, fault->key);
    struct map_entry *entry =
        map_entry(&document->fault_index->by_member, member_key(&fault->member), &is_first);
    if (is_first) {
        entry->value = fault;
    } else {
        struct fault *first = entry->value;
        (first->last_same ? first->last_same : first)->same = fault;
        first->last_same = fault;
    }
}

struct fault *fault_add(struct sources *sources, struct document *document, struct fault fault)
{
    struct arena *arena = sources->arena;
    if (!document->fault_index) {
        document->fault_index = arena_new(arena, struct fault_index, 1);
        *document->fault_index = (struct fault_index){{.arena = arena}, {.arena = arena}};
    }
    struct fault *added = arena_new(arena, struct fault, 1);
    *added = fault;
    *document->last_fault = added;
    document->last_fault = &added->next;
    document->fault_count++;
    bool first;
    struct map_entry *entry =
        map_entry(&document->fault_index->by_owner, owner_key(&added->owner), &first);
    if (first)
        entry->value = added;
    if (added->key.data)
        index_member(document, added);
    return added;
}

struct read_error too_many_faults(const struct document *document)
{
    const struct fault *last = document->faults;
    while (last->next)
        last = last->next;
    return (struct read_error){.code = L0105,
                               .start = last->start,
                               .len = last->len,
                               .message = "the document has more faults than the limit allows"};
}

/* The faults of NODE, of which those with one owner follow each other; NULL when it has none. */
static struct fault *faults_of(const struct document *document, const struct node *node)
{
    const void *owner = node->kind >= NODE_ARRAY ? (const void *)node->items : node->chars;
    const struct fault_index *index = document->fault_index;
    return index ? map_get(&index->by_owner, owner_key(&owner)) : NULL;
}

/*
 * Gives the object with the items OWNER the faults of FROM, one for each key; with COPY only those
 * of keys that COPY has. True when there are any.
 */
static bool inherit(struct sources *sources, struct document *document, const void *owner,
                    const struct node *from, const struct node *copy)
{
    struct fault *fault = faults_of(document, from);
    struct map seen = {.arena = sources->arena};
    for (const void *same = from->items; fault && fault->owner == same; fault = fault->next) {
        bool is_new;
        if (copy && node_find(copy, fault->key) < 0)
            continue;
        map_entry(&seen, fault->key, &is_new);
        if (!is_new)
            continue;
        struct fault added = {.owner = owner,
                              .code = fault->code,
                              .start = fault->start,
                              .len = fault->len,
                              .first_start = fault->first_start,
                              .first_len = fault->first_len,
                              .key = fault->key,
                              .message = fault->message};
        fault_add(sources, document, added)->origin = fault->origin ? fault->origin : fault;
    }
    return seen.count > 0;
}

void fault_inherit(struct sources *sources, struct document *document, const void *owner,
                   const struct node *from)
{
    inherit(sources, document, owner, from, NULL);
}

void sources_keep_faults(struct sources *sources, const struct node *original, struct node *copy)
{
    if (!(original->flags & NODE_FAULTY))
        return;
    assert(copy->kind == NODE_OBJECT);
    struct document *document = sources_document(sources, original);
    copy->flags &= (uint8_t)~NODE_FAULTY;
    if (document && inherit(sources, document, copy->items, original, copy))
        copy->flags |= NODE_FAULTY;
}

/* Warns, where the policy says so, that a member of the key KEY stands before it. */
static void warn_of_second(struct sources *sources, struct document *document,
                           const struct node *key)
{
    place where = {&document->text, key->start, key->len};
    if (sources->policy.duplicates != DUPLICATES_WARN)
        return;
    if (document->text.is_secret)
        diag_report(sources->found, W0302, where, "a key stands twice; the last value counts");
    else
        diag_report(sources->found, W0302, where,
                    "the key \"%s\" stands twice; the last value counts",
                    show(sources->arena, node_text(key)));
}

/* Keeps the last value of each key at the place of the first, of the object on top of STACK. */
static void keep_last(struct sources *sources, struct document *document, struct node_stack *stack)
{
    struct node object = stack->at[--stack->len], head = object;
    ptrdiff_t base = stack->len;
    struct map seen = {.arena = sources->arena};
    for (uint32_t i = 0; i < object.count; i++) {
        str key = node_text(node_key(&object, i));
        bool is_new;
        map_entry(&seen, key, &is_new);
        if (!is_new) {
            warn_of_second(sources, document, node_key(&object, i));
            continue;
        }
        node_push(stack, *node_key(&object, i));
        node_push(stack, *node_value(&object, (uint32_t)node_find(&object, key)));
    }
    head.flags &= (uint8_t)~NODE_INDEXED;
    node_close(stack, base, head, sources->arena);
}

void settle_duplicates(struct sources *sources, struct document *document, struct node_stack *stack)
{
    if (sources->policy.duplicates != DUPLICATES_FAULT) {
        keep_last(sources, document, stack);
        return;
    }
    struct node *object = &stack->at[stack->len - 1];
    object->flags |= NODE_FAULTY;
    struct map first = {.arena = sources->arena};
    for (uint32_t i = 0; i < object->count && document->fault_count <= FAULT_CAP; i++) {
        const struct node *key = node_key(object, i);
        bool is_new;
        struct map_entry *entry = map_entry(&first, node_text(key), &is_new);
        if (is_new) {
            entry->value = (void *)key;
            continue;
        }
        const struct node *other = entry->value;
        const char *message = document->text.is_secret
                                  ? "a key stands twice"
                                  : arena_printf(sources->arena, "the key \"%s\" stands twice",
                                                 show(sources->arena, node_text(key)))
                                        .data;
        struct fault fault = {.owner = object->items,
                              .code = E0302,
                              .start = key->start,
                              .len = key->len,
                              .first_start = other->start,
                              .first_len = other->len,
                              .key = node_text(key),
                              .message = message};
        fault_add(sources, document, fault);
    }
}

/* Reports FAULT, or the one that it repeats; the first time in words. */
static void report_fault(struct sources *sources, struct document *document, struct fault *fault)
{
    struct fault *origin = fault->origin ? fault->origin : fault;
    if (origin->reported) {
        diag_count_again(sources->found, fault->code);
        return;
    }
    origin->reported = true;
    struct diag *diag =
        diag_report(sources->found, fault->code, (place){&document->text, fault->start, fault->len},
                    "%s", fault->message);
    if (fault->code == E0302)
        diag_note(sources->found, diag,
                  (place){&document->text, fault->first_start, fault->first_len}, "first here");
}

bool sources_report_faults(struct sources *sources, const struct node *node)
{
    if (!(node->flags & NODE_FAULTY))
        return false;
    struct document *document = sources_document(sources, node);
    struct fault *first = document ? faults_of(document, node) : NULL;
    for (struct fault *fault = first; fault && fault->owner == first->owner; fault = fault->next)
        report_fault(sources, document, fault);
    return true;
}

bool sources_report_all_faults(struct sources *sources, struct document *document)
{
    for (struct fault *fault = document->faults; fault; fault = fault->next)
        report_fault(sources, document, fault);
    return document->faults != NULL;
}

bool sources_report_member_faults(struct sources *sources, const struct node *object, str key)
{
    if (!node_is(object, NODE_OBJECT) || !(object->flags & NODE_FAULTY))
        return false;
    struct document *document = sources_document(sources, object);
    const struct fault_index *index = document ? document->fault_index : NULL;
    struct fault_member member = member_of(object->items, key);
    struct fault *fault = index ? map_get(&index->by_member, member_key(&member)) : NULL;
    bool any = false;
    for (; fault; fault = fault->same)
        if (fault->owner == object->items && str_equal(fault->key, key)) {
            report_fault(sources, document, fault);
            any = true;
        }
    return any;
}

void sources_warn_unreached(struct sources *sources)
{
    for (ptrdiff_t i = 0; i < sources->count; i++) {
        struct document *document = sources->documents[i];
        int count = 0;
        struct fault *shown = NULL;
        for (struct fault *fault = document->faults; fault; fault = fault->next)
            if (!fault->reported && !fault->origin) {
                shown = shown ? shown : fault;
                count++;
            }
        if (!shown)
            continue;
        place where = {&document->text, shown->start, shown->len};
        if (count == 1)
            diag_report(sources->found, W0301, where, "%s; nothing that is used contains it",
                        shown->message);
        else
            diag_report(sources->found, W0301, where,
                        "%s; this and %d more fault%s lie in parts that are not used",
                        shown->message, count - 1, count == 2 ? "" : "s");
    }
}
