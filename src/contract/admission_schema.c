#include "contract/admission_schema.h"

#include "base/show.h"
#include "schema/meta.h"
#include "schema/pointer.h"
#include "schema/walk.h"
#include "validate/compile.h"
#include "validate/explain.h"
#include "validate/scope.h"

#include <string.h>

/* What is kept from one schema to the next: the metaschemas, each compiled once in a run. */
struct schema_judge {
    struct diag_list found; /* nothing: they are right */
    struct sources sources;
    struct registry registry;
    struct compiler compiler;
    const struct scheme *metaschemas[DIALECT_COUNT];
};

/* ---- a copy whose nodes are numbered ---------------------------------------------------------
 */

/* A value of the schema, with the way to it. */
struct value {
    const struct node *node; /* of the descriptor */
    struct node *copy;
    const struct node *key; /* of a member; NULL: an item, or the schema */
    uint32_t up, index;     /* the number of what holds it */
};

struct schema {
    struct judging *judging;
    const char *member; /* of the descriptor */
    enum admission_class reason;
    struct arena arena; /* of all that is only needed to judge it */

    struct value *values; /* by number, in document order */
    ptrdiff_t count, cap;
    struct node root; /* the copy: each node stands at its number in the text 1 */

    struct subschema *subschemas; /* in document order, those that are but referred to behind */
    ptrdiff_t subschema_count, subschema_cap;
    bool *is_subschema; /* by number */

    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct document *document;
    struct compiler compiler;
};

/* A schema in it. */
struct subschema {
    const struct node *node; /* of the copy */
    bool is_argument;        /* each step to it is one from "properties" to a property */
    bool is_referred;        /* only a reference makes it a schema */
    bool is_foreign;         /* only another dialect makes it one */
};

static uint32_t number_of(const struct node *node)
{
    return node->start;
}

static void add_value(struct schema *s, struct value value)
{
    s->values = arena_make_room(&s->arena, s->values, sizeof *s->values, s->count, &s->cap);
    s->values[s->count++] = value;
}

/* Makes NUMBER the place of NODE, a copy. */
static void put_at(struct node *node, ptrdiff_t number)
{
    node->text = 1;
    node->start = (uint32_t)number;
    node->len = 1;
    node->flags &= (uint8_t)~NODE_FAULTY; /* of equal keys the last counts */
}

/*
 * Numbers VALUE and its copy, which shares what it holds, and makes copies of that. False when
 * there are too many, or they lie too deep. The recursion ends there.
 */
static bool copy_value(struct schema *s, struct value value, int depth)
{
    struct node *copy = value.copy;
    if (depth > ADMISSION_DEPTH || s->count >= ADMISSION_VALUES)
        return false;
    put_at(copy, s->count);
    add_value(s, value);
    if (copy->kind < NODE_ARRAY || !copy->count)
        return true;
    struct node *items = node_copy_items(copy, &s->arena);
    bool is_object = copy->kind == NODE_OBJECT, ok = true;
    copy->items = items;
    for (uint32_t i = 0; ok && i < copy->count; i++) {
        struct value next = {.up = number_of(copy), .index = i};
        if (is_object) {
            put_at(&items[2 * (size_t)i], s->count); /* the key, at its value */
            next.key = node_key(value.node, i);
            next.node = node_value(value.node, i);
            next.copy = &items[2 * (size_t)i + 1];
        } else {
            next.node = node_item(value.node, i);
            next.copy = &items[i];
        }
        ok = copy_value(s, next, depth + 1);
    }
    return ok;
}

/* The pointer of what has NUMBER, from the descriptor, and of its MEMBER or NULL; in a new buf. */
static str pointer_of(struct schema *s, uint32_t number, const char *member)
{
    struct buf pointer = buf_in(&s->arena, PTRDIFF_MAX);
    uint32_t way[ADMISSION_DEPTH + 1];
    int depth = 0;
    for (; number; number = s->values[number].up)
        way[depth++] = number;
    pointer_add_token(&pointer, str_of(s->member));
    while (depth) {
        const struct value *value = &s->values[way[--depth]];
        if (value->key)
            pointer_add_token(&pointer, node_text(value->key));
        else
            pointer_add_index(&pointer, value->index);
    }
    if (member)
        pointer_add_token(&pointer, str_of(member));
    return buf_view(&pointer);
}

/* ---- what was found ---------------------------------------------------------------------------
 */

/* Adds that the schema has more than MAX of WHAT. */
static void refuse_limit(struct schema *s, int max, const char *what)
{
    struct rejection *added =
        judging_add(s->judging, s->reason, s->values[0].node, pointer_of(s, 0, NULL),
                    "the schema has more than %d %s", max, what);
    if (!added)
        return;
    added->code = L1041;
    added->hint = "no tool needs such a schema: ask whoever runs the server for a smaller one";
}

/* What to do about what DIAG says; NULL: nothing that is known here. */
static const char *hint_of(const struct diag *diag)
{
    if (diag->code == E0403)
        return "a schema has to hold what it refers to: the network is never asked for it";
    if (diag->code == E0802)
        return "give it the \"$schema\" of JSON Schema 2020-12, 2019-09, or draft-07, -06 or -04";
    return diag->hint;
}

/* Makes what was found wrong into reasons, at the values that it stands at. */
static void refuse_found(struct schema *s)
{
    struct judging *j = s->judging;
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(&s->found, &count);
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct diag *diag = sorted[i];
        if (diag->severity < DIAG_FINDING)
            continue;
        bool is_own = diag->where.text == &s->document->text && diag->where.start >= 0 &&
                      diag->where.start < s->count;
        uint32_t number = is_own ? (uint32_t)diag->where.start : 0;
        str pointer = judging_keeps(j) ? pointer_of(s, number, NULL) : (str){0};
        struct rejection *added =
            judging_add(j, s->reason, s->values[number].node, pointer, "%s", diag->message);
        if (!added)
            continue;
        const char *hint = hint_of(diag);
        added->hint = hint ? arena_copy(j->arena, str_of(hint)).data : NULL;
        if (diag->severity == DIAG_LIMIT)
            added->code = L1041;
    }
}

/* ---- the dialects and their metaschemas ------------------------------------------------------ */

static struct schema_judge *judge_of(struct listing *listing)
{
    if (listing->judge)
        return listing->judge;
    struct arena *arena = listing->sources->arena;
    struct schema_judge *judge = listing->judge = arena_new(arena, struct schema_judge, 1);
    judge->found.arena = arena;
    judge->sources = (struct sources){.arena = arena, .found = &judge->found};
    bool is_ready = registry_init(&judge->registry, &judge->sources, S("."), true);
    assert(is_ready);
    judge->registry.only_schemas = true;
    compiler_init(&judge->compiler, &judge->registry, DIALECT_2020_12, FORMATS_OFF);
    judge->compiler.trusts = true; /* they are built in */
    return judge;
}

/* The metaschema of DIALECT; NULL: there is none. */
static const struct scheme *metaschema_of(struct schema_judge *judge, enum dialect dialect)
{
    const struct scheme **known = &judge->metaschemas[dialect];
    const struct meta *meta = meta_of(dialect);
    if (!*known && meta) {
        struct document *document = scope_built_in(&judge->compiler, meta->uri);
        judge->compiler.lookup.entry = document;
        *known = document ? compile(&judge->compiler, document->root) : NULL;
    }
    return *known;
}

/* Finds what is of no dialect that is known. False when that is anything. */
static bool knows_dialects(struct schema *s)
{
    const struct document_info *info = registry_info(&s->registry, s->document);
    bool ok = true;
    for (ptrdiff_t i = 0; i < info->count; i++) {
        const struct node *unknown = info->resources[i]->unknown_dialect;
        if (unknown)
            diag_report(&s->found, E0802, sources_place(&s->sources, unknown),
                        "the dialect \"%s\" is not supported", show(&s->arena, node_text(unknown)));
        ok = ok && !unknown;
    }
    return ok;
}

/* Judges NODE by the metaschema of DIALECT. False when it is not valid, or a limit was reached. */
static bool is_valid_by(struct schema *s, struct schema_judge *judge, enum dialect dialect,
                        const struct node *node)
{
    const struct scheme *metaschema = metaschema_of(judge, dialect);
    if (!metaschema)
        return true;
    struct runner runner;
    struct violations violations;
    struct explainer explainer = {.sources = &judge->sources,
                                  .found = &s->found,
                                  .text = &s->document->text,
                                  .code = E0801,
                                  .max = ADMISSION_REASONS};
    runner_init(&runner, &judge->compiler.program);
    enum verdict verdict = run(&runner, metaschema, node);
    if (verdict == VERDICT_INVALID) {
        run_explained(&runner, metaschema, node, &s->arena, &violations);
        explain(&explainer, &violations);
    } else if (verdict == VERDICT_UNDECIDED) {
        explain_limit(&explainer, &runner);
    }
    runner_done(&runner);
    return verdict == VERDICT_VALID;
}

/*
 * The same for the whole. A metaschema has no say about what is of another dialect: that is judged
 * first, by its own, and stands for true while what is around it is.
 */
static bool is_valid(struct schema *s, struct schema_judge *judge)
{
    const struct document_info *info = registry_info(&s->registry, s->document);
    struct node *kept = arena_new(&s->arena, struct node, info->count);
    bool ok = true;
    for (ptrdiff_t i = info->count - 1; i >= 0; i--) {
        const struct resource *resource = info->resources[i];
        struct node *root = s->values[number_of(resource->root)].copy;
        kept[i] = *root;
        if (resource->outer && resource->dialect == resource->outer->dialect)
            continue;
        enum dialect dialect =
            resource->dialect == DIALECT_COUNT ? DIALECT_2020_12 : resource->dialect;
        ok = is_valid_by(s, judge, dialect, root) && ok;
        root->kind = NODE_BOOL;
        root->count = 1;
    }
    for (ptrdiff_t i = 0; i < info->count; i++)
        *s->values[number_of(info->resources[i]->root)].copy = kept[i];
    return ok;
}

/* ---- the schemas in it ------------------------------------------------------------------------
 */

static void add_subschema(struct schema *s, struct subschema subschema)
{
    s->is_subschema[number_of(subschema.node)] = true;
    s->subschemas = arena_make_room(&s->arena, s->subschemas, sizeof *s->subschemas,
                                    s->subschema_count, &s->subschema_cap);
    s->subschemas[s->subschema_count++] = subschema;
}

/* Gathers SUBSCHEMA and those in it, by the table of keywords. False when there are too many. */
static bool gather(struct schema *s, struct subschema subschema)
{
    struct walk_children it;
    struct walk_child child;
    if (s->is_subschema[number_of(subschema.node)])
        return true;
    if (s->subschema_count >= ADMISSION_SUBSCHEMAS)
        return false;
    add_subschema(s, subschema);
    walk_begin(&it, subschema.node, OBJECT_SCHEMA,
               resolve_dialect(&s->compiler.lookup, subschema.node, OBJECT_SCHEMA));
    while (walk_next(&it, &child)) {
        if (child.kind != CHILD_SCHEMA)
            continue;
        struct subschema next = {child.node,
                                 (subschema.is_argument || subschema.node == &s->root) &&
                                     child.entry && str_equal(child.keyword->name, S("properties")),
                                 subschema.is_referred, subschema.is_foreign};
        if (!gather(s, next))
            return false;
    }
    return true;
}

/* Compiles all of them, with what they refer to: no reference may lead nowhere. */
static void compile_subschemas(struct schema *s)
{
    const struct node **nodes = arena_new(&s->arena, const struct node *, s->subschema_count);
    for (ptrdiff_t i = 0; i < s->subschema_count; i++)
        nodes[i] = s->subschemas[i].node;
    compile_each(&s->compiler, nodes, s->subschema_count);
}

/* Gathers what only references have made schemas. False when there are too many. */
static bool gather_referred(struct schema *s)
{
    const struct program *program = &s->compiler.program;
    for (ptrdiff_t i = 0; i < program->count; i++) {
        const struct node *node = program->schemes[i]->schema;
        if (node->text == 1 && !gather(s, (struct subschema){node, false, true, false}))
            return false;
    }
    return true;
}

/*
 * Gathers what stands below the keywords of other dialects than the schema's own, such as "$defs"
 * in draft-07: peers look for annotations there whatever "$schema" says. False when there are too
 * many.
 */
static bool gather_foreign(struct schema *s)
{
    static const enum dialect others[] = {DIALECT_DRAFT_07, DIALECT_2020_12};
    for (ptrdiff_t i = 0; i < s->subschema_count; i++)
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            struct walk_children it;
            struct walk_child child;
            walk_begin(&it, s->subschemas[i].node, OBJECT_SCHEMA, others[k]);
            while (walk_next(&it, &child))
                if (child.kind == CHILD_SCHEMA && !child.misshapen &&
                    !gather(s, (struct subschema){child.node, false, false, true}))
                    return false;
        }
    return true;
}

/* ---- annotations ------------------------------------------------------------------------------
 */

/* The names that lead to the argument that has NUMBER; each second step is "properties". */
static str *path_of(struct schema *s, uint32_t number, ptrdiff_t *ret_depth)
{
    ptrdiff_t depth = 0;
    for (uint32_t at = number; at; at = s->values[s->values[at].up].up)
        depth++;
    str *path = arena_new(s->judging->arena, str, depth);
    *ret_depth = depth;
    for (uint32_t at = number; at; at = s->values[s->values[at].up].up)
        path[--depth] = node_text(s->values[at].key);
    return path;
}

static void refuse_place(struct schema *s, const struct subschema *at)
{
    const struct node *annotation = node_get(s->values[number_of(at->node)].node, header_member);
    str pointer = judging_keeps(s->judging) ? pointer_of(s, number_of(at->node), header_member.data)
                                            : (str){0};
    struct rejection *added = judging_add(
        s->judging, ADMISSION_PLACEMENT, annotation, pointer, "%s",
        at->is_referred ? "\"x-mcp-header\" stands where only a reference leads"
        : at->is_foreign
            ? "\"x-mcp-header\" stands below a keyword of another dialect, which peers look at"
            : "\"x-mcp-header\" may stand only where each step is from \"properties\" to a property");
    if (added)
        added->hint = "move the parameter there, or take the annotation out";
}

/* Warns of the argument A, which the specification advises not to mirror. */
static void warn_sensitive(struct schema *s, const struct annotated *a)
{
    struct listing *listing = s->judging->listing;
    const struct node *annotation = node_get(a->schema, header_member);
    if (!header_is_sensitive(a->name) && !header_is_sensitive(node_text(annotation)))
        return;
    struct diag_list *found = listing->sources->found;
    struct diag *diag = diag_report(
        found, W1042, sources_place(listing->sources, annotation),
        "tool %s has the parameter \"%s\" mirrored in a header, where others can read it",
        tool_shown(&s->arena, listing, s->judging->admission->tool), show(&s->arena, a->name));
    diag_hint(found, diag, "the profile strict rejects the tool");
}

static void check_annotation(struct schema *s, struct headers *headers, const struct subschema *at)
{
    uint32_t number = number_of(at->node);
    struct annotated a = {s->values[number].node, {0}};
    enum mirrored_type type = MIRRORED_STRING;
    ptrdiff_t depth;
    if (!at->is_argument) {
        refuse_place(s, at);
        return;
    }
    a.name = node_text(s->values[number].key);
    struct annotation_fault fault = headers_check(headers, &a, &type);
    if (fault.reason == ADMISSION_CLASS_COUNT) {
        warn_sensitive(s, &a);
        str *path = path_of(s, number, &depth);
        headers_keep(headers, &a, path, depth, type);
        return;
    }
    str pointer = judging_keeps(s->judging) ? pointer_of(s, number, fault.member) : (str){0};
    struct rejection *added =
        judging_add(s->judging, fault.reason, fault.node, pointer, "%s", fault.message);
    if (added)
        added->hint = fault.hint;
}

static void check_annotations(struct schema *s, struct headers *headers)
{
    if (!gather_foreign(s))
        refuse_limit(s, ADMISSION_SUBSCHEMAS, "schemas in it");
    for (ptrdiff_t i = 0; i < s->subschema_count; i++) {
        const struct subschema *at = &s->subschemas[i];
        if (at->node->kind == NODE_OBJECT && node_find(at->node, header_member) >= 0)
            check_annotation(s, headers, at);
    }
}

/* ---- one schema ------------------------------------------------------------------------------ */

/* Makes the copy a document of its own. */
static void open_document(struct schema *s, struct schema_judge *judge)
{
    static const str words = STR_INIT("$id $anchor"); /* it is looked through for what it names */
    struct document *document = arena_new(&s->arena, struct document, 1);
    *document = (struct document){.text = {.name = S("the schema"), .chars = words},
                                  .id = 1,
                                  .root = &s->root,
                                  .node_count = s->count};
    document->last_fault = &document->faults;
    s->found.arena = &s->arena;
    s->sources = (struct sources){.arena = &s->arena, .found = &s->found};
    s->sources.documents =
        arena_make_room(&s->arena, NULL, sizeof *s->sources.documents, 0, &s->sources.cap);
    s->sources.documents[s->sources.count++] = s->document = document;
    registry_init_like(&s->registry, &s->sources, &judge->registry);
    s->registry.only_schemas = true;
    registry_add_at(&s->registry, document, S("tool:/schema"));
    compiler_init(&s->compiler, &s->registry, DIALECT_2020_12, FORMATS_AUTO);
    s->compiler.lookup.entry = document;
    s->compiler.trusts = true; /* it is judged here */
}

/* Judges the copy, which is a document, and adds what is wrong. */
static void judge_document(struct schema *s, struct schema_judge *judge)
{
    s->is_subschema = arena_new(&s->arena, bool, s->count);
    bool ok = gather(s, (struct subschema){&s->root, false, false, false});
    if (ok && knows_dialects(s) && is_valid(s, judge)) {
        compile_subschemas(s);
        ok = gather_referred(s);
    }
    refuse_found(s);
    if (!ok)
        refuse_limit(s, ADMISSION_SUBSCHEMAS, "schemas in it");
}

void schema_judge(struct judging *j, const struct node *schema, const char *member,
                  enum admission_class reason, struct headers *headers)
{
    struct schema s = {.judging = j, .member = member, .reason = reason, .root = *schema};
    struct schema_judge *judge = judge_of(j->listing);
    if (copy_value(&s, (struct value){.node = schema, .copy = &s.root}, 1)) {
        open_document(&s, judge);
        judge_document(&s, judge);
        if (headers)
            check_annotations(&s, headers);
    } else if (s.count >= ADMISSION_VALUES) {
        refuse_limit(&s, ADMISSION_VALUES, "values");
    } else {
        refuse_limit(&s, ADMISSION_DEPTH, "levels");
    }
    arena_free(&s.arena);
}
