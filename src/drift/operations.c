#include "drift/operations.h"

#include "base/show.h"
#include "schema/pointer.h"

/* Callbacks may lead back to where they came from; nobody nests them deeper by hand. */
enum { MAX_DEPTH = 64, MAX_STEPS = 1000000 };

/* A walk over the objects of a document. */
struct journey {
    struct operations *operations;
    const struct openapi *openapi;
    struct arena *arena;
    struct buf key;
    struct map ambiguous; /* forms of paths that more than one path of a document has */
};

/* An object on the way. */
struct stop {
    const struct node *node;
    enum object_kind kind;
    unsigned audience; /* of requests here */
    unsigned now;      /* of what hangs here; 0: not known yet */
    int depth;
};

static unsigned other(unsigned audience)
{
    return audience ^ DRIFT_BOTH;
}

/* False, and reported once, when the walk has gone on for too long. */
static bool may_go_on(struct journey *j)
{
    struct operations *operations = j->operations;
    if (operations->steps++ == MAX_STEPS)
        diag_hint(j->openapi->sources->found,
                  diag_report(j->openapi->sources->found, L0901,
                              place_file(&j->openapi->document->text),
                              "its operations use schemas at too many places"),
                  "--root compares one schema");
    return operations->steps <= MAX_STEPS;
}

static void add_use(struct journey *j, const struct node *schema, unsigned audience)
{
    struct operations *operations = j->operations;
    bool is_new;
    str key = arena_copy(j->arena, buf_view(&j->key));
    struct map_entry *entry = map_entry(&operations->by_key, key, &is_new);
    if (!is_new)
        return; /* two parameters of one name: the first counts */
    operations->uses = arena_make_room(j->arena, operations->uses, sizeof *operations->uses,
                                       operations->count, &operations->cap);
    operations->uses[operations->count] = (struct operation_use){key, schema, audience};
    operations->count++;
    entry->value = (void *)schema;
}

/* PATH with all its variables called alike: "/pets/{id}" and "/pets/{petId}" are one. */
static str path_form(struct arena *arena, str path)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    bool is_variable = false;
    for (ptrdiff_t i = 0; i < path.len; i++) {
        char c = path.data[i];
        is_variable = is_variable && c != '}';
        if (!is_variable)
            buf_add_byte(&out, c);
        is_variable = is_variable || c == '{';
    }
    return buf_view(&out);
}

/* Adds the forms that more than one path of OPENAPI has. */
static void add_ambiguous(struct journey *j, const struct openapi *openapi)
{
    struct map forms = {.arena = j->arena};
    const struct node *root = openapi->document->root;
    const struct node *paths = node_is(root, NODE_OBJECT) ? node_get(root, S("paths")) : NULL;
    for (uint32_t i = 0; node_is(paths, NODE_OBJECT) && i < paths->count; i++) {
        bool is_new;
        str form = path_form(j->arena, node_text(node_key(paths, i)));
        map_entry(&forms, form, &is_new);
        if (!is_new)
            map_put(&j->ambiguous, form, j);
    }
}

/* Adds to the key what tells the parameter CHILD from others: where it is, and its name. */
static void add_parameter(struct journey *j, const struct walk_child *child)
{
    struct target target = {.node = child->node};
    const struct node *reference = node_get(child->node, S("$ref"));
    if (node_is(reference, NODE_STRING))
        resolve_reference(&j->openapi->lookup, reference, OBJECT_PARAMETER, &target);
    const struct node *in = node_get(target.node, S("in")),
                      *name = node_get(target.node, S("name"));
    if (!node_is(in, NODE_STRING) || !node_is(name, NODE_STRING)) {
        pointer_add_index(&j->key, child->index);
        return;
    }
    str token = arena_printf(j->arena, "%.*s %.*s", (int)in->count, in->chars, (int)name->count,
                             name->chars);
    bool is_body = node_is_text(in, S("body")); /* of OpenAPI 2.0: its name means nothing */
    pointer_add_token(&j->key, is_body ? S("body") : token);
}

/* Adds the steps to CHILD of AT to the key. */
static void add_steps(struct journey *j, const struct stop *at, const struct walk_child *child)
{
    if (child->kind == CHILD_REFERENCE)
        return;
    if (child->object == OBJECT_PARAMETER && child->index >= 0) {
        pointer_add_token(&j->key, node_text(child->member));
        add_parameter(j, child);
    } else if (at->kind == OBJECT_PATHS) {
        str path = node_text(child->member), form = path_form(j->arena, path);
        pointer_add_token(&j->key, map_find(&j->ambiguous, form) ? path : form);
    } else {
        walk_add_steps(&j->key, child);
    }
}

/* Sets for NEXT, which hangs at AT by MEMBER, whom it serves. */
static void settle_audience(const struct stop *at, str member, struct stop *next)
{
    switch (next->kind) {
    case OBJECT_REQUEST_BODY:
    case OBJECT_PARAMETER:
        next->now = at->audience;
        break;
    case OBJECT_RESPONSES:
    case OBJECT_RESPONSE:
        next->now = other(at->audience);
        break;
    case OBJECT_CALLBACK:
        next->audience = other(at->audience);
        break;
    default:
        if (at->kind == OBJECT_DOCUMENT && str_equal(member, S("webhooks")))
            next->audience = other(at->audience);
    }
}

static void walk(struct journey *j, const struct stop *at);

/* Goes on to CHILD of AT, an object or a reference to one. */
static void go_on(struct journey *j, const struct stop *at, const struct walk_child *child)
{
    struct stop next = *at;
    struct target target = {.node = child->node};
    next.kind = child->object;
    next.depth++;
    if (child->kind == CHILD_REFERENCE) {
        if (!openapi_resolve_child(j->openapi, &j->openapi->lookup, child, &target))
            return;
    } else {
        settle_audience(at, node_text(child->member), &next);
    }
    next.node = target.node;
    if (next.kind != OBJECT_SCHEMA)
        walk(j, &next);
}

static void walk(struct journey *j, const struct stop *at)
{
    struct walk_children it;
    struct walk_child child;
    if (at->depth > MAX_DEPTH)
        return;
    sources_report_faults(j->openapi->sources, at->node);
    walk_begin(&it, at->node, at->kind, resolve_dialect(&j->openapi->lookup, at->node, at->kind));
    while (walk_next(&it, &child) && may_go_on(j)) {
        bool operations = str_equal(node_text(child.member), S("paths")) ||
                          str_equal(node_text(child.member), S("webhooks"));
        if (at->kind == OBJECT_DOCUMENT && !operations)
            continue;
        ptrdiff_t len = j->key.len;
        add_steps(j, at, &child);
        if (child.kind == CHILD_SCHEMA && !child.misshapen)
            add_use(j, child.node, at->now ? at->now : DRIFT_BOTH);
        else if (child.kind == CHILD_OBJECT || child.kind == CHILD_REFERENCE)
            go_on(j, at, &child);
        j->key.len = len;
    }
}

/* ---- what the schemas in use reach ----------------------------------------------------------- */

struct queue {
    struct operations *operations;
    struct arena *arena;
    struct reach_stop {
        const struct node *node;
        enum object_kind kind;
        unsigned audience;
    } * stops;
    ptrdiff_t count, cap;
};

/* Puts NODE into the queue, unless all of AUDIENCE has been there. */
static void reach(struct queue *queue, const struct node *node, enum object_kind kind,
                  unsigned audience)
{
    bool is_new;
    struct map_entry *entry = map_entry_address(&queue->operations->reached, node, &is_new);
    uintptr_t known = is_new ? 0 : (uintptr_t)entry->value;
    if ((known & audience) == audience)
        return;
    known |= audience;
    entry->value = (void *)known;
    queue->stops = arena_make_room(queue->arena, queue->stops, sizeof *queue->stops, queue->count,
                                   &queue->cap);
    queue->stops[queue->count++] = (struct reach_stop){node, kind, (unsigned)known};
}

/* Reaches the children of AT. References that lead nowhere are told of when schemas are compiled.
 */
static void reach_children(struct queue *queue, const struct reach_stop *at)
{
    const struct openapi *openapi = queue->operations->openapi;
    struct walk_children it;
    struct walk_child child;
    struct target target;
    walk_begin(&it, at->node, at->kind, resolve_dialect(&openapi->lookup, at->node, at->kind));
    while (walk_next(&it, &child)) {
        bool is_reference = child.kind == CHILD_REFERENCE || child.kind == CHILD_MAPPING;
        if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT)
            reach(queue, child.node, child.object, at->audience);
        else if (is_reference && openapi_resolve_child(openapi, &openapi->lookup, &child, &target))
            reach(queue, target.node, OBJECT_SCHEMA, at->audience);
    }
}

static void reach_all(struct operations *operations)
{
    struct queue queue = {.operations = operations, .arena = operations->openapi->sources->arena};
    struct registry_hush hush;
    registry_hush(operations->openapi->lookup.registry, &hush);
    for (ptrdiff_t i = 0; i < operations->count; i++)
        reach(&queue, operations->uses[i].schema, OBJECT_SCHEMA, operations->uses[i].audience);
    while (queue.count) {
        struct reach_stop at = queue.stops[--queue.count];
        reach_children(&queue, &at);
    }
    registry_speak(operations->openapi->lookup.registry, &hush);
}

bool operations_find(const struct openapi *openapi, const struct openapi *other,
                     struct operations *ret_operations)
{
    struct arena *arena = openapi->sources->arena;
    *ret_operations = (struct operations){
        .openapi = openapi, .by_key = {.arena = arena}, .reached = {.arena = arena}};
    struct journey j = {.operations = ret_operations,
                        .openapi = openapi,
                        .arena = arena,
                        .key = buf_in(arena, PTRDIFF_MAX),
                        .ambiguous = {.arena = arena}};
    add_ambiguous(&j, openapi);
    add_ambiguous(&j, other);
    struct stop top = {
        .node = openapi->document->root, .kind = OBJECT_DOCUMENT, .audience = DRIFT_WRITERS};
    walk(&j, &top);
    if (ret_operations->steps > MAX_STEPS)
        return false;
    reach_all(ret_operations);
    return true;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static unsigned reached_by(const struct operations *operations, const struct node *schema)
{
    const struct map_entry *entry = map_find_address(&operations->reached, schema);
    return entry ? (unsigned)(uintptr_t)entry->value : 0;
}

unsigned operations_audience(const struct operations *old, const struct node *old_schema,
                             const struct operations *new, const struct node *new_schema)
{
    unsigned audience = reached_by(old, old_schema) | reached_by(new, new_schema);
    return audience ? audience : DRIFT_BOTH;
}

/* What has no counterpart is told of, the first few of each document. */
struct lonely {
    struct diag_list *found;
    struct diag *last; /* that was told */
    ptrdiff_t count;
};

enum { MANY_LONELY = 5 };

static void tell_lonely(struct lonely *lonely, const struct operations *in,
                        const struct node *schema, str key, const char *word)
{
    if (lonely->count++ < MANY_LONELY)
        lonely->last =
            diag_report(lonely->found, N0901, sources_place(in->openapi->sources, schema),
                        "%s is only in the %s document", show_all(lonely->found->arena, key), word);
}

static void tell_number(const struct lonely *lonely)
{
    if (lonely->count > MANY_LONELY)
        diag_note(lonely->found, lonely->last, (place){0}, "and %td more schemas of operations",
                  lonely->count - MANY_LONELY);
}

/* Compares the schemas that operations use. */
static bool compare_uses(struct comparison *comparison, const struct operations *old,
                         const struct operations *new, unsigned audience, struct diag_list *found,
                         ptrdiff_t *count)
{
    bool ok = true;
    struct lonely added = {.found = found}, gone = {.found = found};
    for (ptrdiff_t i = 0; i < new->count; i++) {
        const struct operation_use *use = &new->uses[i];
        const struct map_entry *entry = map_find(&old->by_key, use->key);
        if (!entry) {
            tell_lonely(&added, new, use->schema, use->key, "new");
            continue;
        }
        ++*count;
        ok = drift_compare(comparison, entry->value, use->schema,
                           audience ? audience : use->audience) &&
             ok;
    }
    for (ptrdiff_t i = 0; i < old->count; i++)
        if (!map_find(&new->by_key, old->uses[i].key))
            tell_lonely(&gone, old, old->uses[i].schema, old->uses[i].key, "old");
    tell_number(&added);
    tell_number(&gone);
    return ok;
}

bool operations_compare(struct comparison *comparison, const struct operations *old,
                        const struct operations *new, unsigned audience, struct diag_list *found,
                        ptrdiff_t *ret_count)
{
    const struct node *schemas = new->openapi->schemas;
    *ret_count = 0;
    bool ok = compare_uses(comparison, old, new, audience, found, ret_count);
    for (uint32_t i = 0; schemas && i < schemas->count; i++) {
        const struct node *now = node_value(schemas, i);
        const struct node *then = node_get(old->openapi->schemas, node_text(node_key(schemas, i)));
        if (!then)
            continue;
        ++*ret_count;
        ok = drift_compare(comparison, then, now,
                           audience ? audience : operations_audience(old, then, new, now)) &&
             ok;
    }
    return ok;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Where the named schema NAME of OPERATIONS is, with its KEY, or would be. */
static struct drift_place name_place(struct arena *arena, const struct operations *operations,
                                     str name, const struct node *key)
{
    const struct openapi *openapi = operations->openapi;
    struct buf pointer = buf_in(arena, PTRDIFF_MAX);
    buf_add(&pointer, openapi->schemas_pointer);
    pointer_add_token(&pointer, name);
    const struct node *holder = openapi->schemas ? openapi->schemas : openapi->document->root;
    return (struct drift_place){.node = key ? key : holder,
                                .document = openapi->document,
                                .pointer = arena_copy(arena, buf_view(&pointer)),
                                .is_there = key != NULL};
}

/* The change that the named schema I, which IN has and BESIDE has not, is gone or new. */
static struct change name_change(struct arena *arena, const struct operations *in,
                                 const struct operations *beside, uint32_t i, bool is_gone)
{
    const struct node *key = node_key(in->openapi->schemas, i);
    struct drift_place there = name_place(arena, in, node_text(key), key);
    struct drift_place missing = name_place(arena, beside, node_text(key), NULL);
    unsigned reached = reached_by(in, node_value(in->openapi->schemas, i));
    enum diag_code code = is_gone ? D0155 : D0154;
    bool is_missed = is_gone && !reached;
    enum drift_effect effect = is_missed ? DRIFT_UNDECIDED : DRIFT_SAFE;
    const char *message = arena_printf(arena, "the schema \"%s\" is %s",
                                       show(arena, node_text(key)), is_gone ? "gone" : "new")
                              .data;
    str pointer = there.pointer;
    return (struct change){
        .code = code,
        .old = is_gone ? there : missing,
        .new = is_gone ? missing : there,
        .message = message,
        .writers = effect,
        .readers = effect,
        .audience = reached ? reached : DRIFT_BOTH,
        .is_annotation = !is_missed,
        .id = arena_printf(arena, "%s:%.*s", diag_code_name(code), (int)pointer.len, pointer.data)
                  .data};
}

void operations_add_names(struct drift *drift, const struct operations *old,
                          const struct operations *new, unsigned audience, struct arena *arena)
{
    const struct node *olds = old->openapi->schemas, *news = new->openapi->schemas;
    ptrdiff_t cap = drift->count + (olds ? olds->count : 0) + (news ? news->count : 0);
    struct change *all = arena_new(arena, struct change, cap);
    ptrdiff_t count = drift->count;
    for (ptrdiff_t i = 0; i < count; i++)
        all[i] = drift->changes[i];
    for (uint32_t i = 0; news && i < news->count; i++)
        if (!node_get(olds, node_text(node_key(news, i))))
            all[count++] = name_change(arena, new, old, i, false);
    for (uint32_t i = 0; olds && i < olds->count; i++)
        if (!node_get(news, node_text(node_key(olds, i))))
            all[count++] = name_change(arena, old, new, i, true);
    for (ptrdiff_t i = drift->count; audience && i < count; i++)
        all[i].audience = audience;
    drift->changes = all;
    drift->count = count;
}
