/*
 * candidates.c - all schemas of a document, extracted at once to see what each reaches.
 *
 * In a document with faults that fails as a whole. Then inspect.h tells in which of the schemas the
 * faults lie, and which reach these, and the others are extracted without them.
 */
#include "openapi/candidates.h"

#include "openapi/extract.h"
#include "openapi/inspect.h"
#include "schema/pointer.h"

/* The dialect to read copied schemas by. It tells which of their keywords may hold references. */
static const enum dialect reader = DIALECT_2020_12;

/*
 * Where a node was read. A copy of a schema in a result says the same place, so this is how the two
 * are known to be one. As the key of a map it has no padding.
 */
struct spot {
    const struct text *text; /* NULL: it was made */
    uint64_t start;          /* in TEXT */
};

static str spot_key(const struct spot *spot)
{
    return (str){(const char *)spot, sizeof *spot};
}

static struct spot spot_of(const struct sources *sources, const struct node *node)
{
    const struct document *document = sources_document(sources, node);
    return (struct spot){document ? &document->text : NULL, node->start};
}

/* Puts SPOT, which is copied, with VALUE into the map SPOTS. */
static void spot_note(struct map *spots, struct spot spot, void *value)
{
    struct spot *kept = arena_new(spots->arena, struct spot, 1);
    *kept = spot;
    map_put(spots, spot_key(kept), value);
}

static void *spot_find(const struct map *spots, struct spot spot)
{
    return map_get(spots, spot_key(&spot));
}

/* The root that stands for all. */
static struct string_list all_roots(void)
{
    static const char *all[] = {"*"};
    return (struct string_list){all, 1};
}

/* The number of the definition of CANDIDATE, a named schema, in X; or -1. */
static ptrdiff_t named_number(const struct inspection *x, const struct candidate *candidate)
{
    struct target target;
    str tail;
    return openapi_schema_target(x->closure.openapi, candidate->name, &target)
               ? inspect_number(x, closure_find(&x->closure, &target, &tail))
               : -1;
}

/* The schema of CANDIDATE as a root that can be no name of another kind. */
static const char *root_text(const struct openapi *openapi, const struct candidate *candidate)
{
    struct buf text = buf_in(openapi->sources->arena, PTRDIFF_MAX);
    buf_add_byte(&text, '#');
    pointer_add_fragment(&text, candidate->pointer);
    buf_add_byte(&text, '\0');
    return text.data;
}

/* Marks those of LIST, named schemas, that are faulty, and gives the others as *RET_ROOTS. */
static void mark_faulty(struct inspection *x, struct candidates *list,
                        struct string_list *ret_roots)
{
    const struct openapi *openapi = x->closure.openapi;
    for (ptrdiff_t i = 0; i < list->count; i++) {
        ptrdiff_t number = named_number(x, &list->at[i]);
        bool is_doubled =
            sources_report_member_faults(openapi->sources, openapi->schemas, list->at[i].name);
        if (number >= 0 && is_doubled)
            x->faulty[number] = true;
    }
    inspect_spread(x);
    *ret_roots =
        (struct string_list){arena_new(openapi->sources->arena, const char *, list->count), 0};
    for (ptrdiff_t i = 0; i < list->count; i++) {
        struct candidate *candidate = &list->at[i];
        ptrdiff_t number = named_number(x, candidate);
        candidate->is_faulty = number < 0 || x->faulty[number];
        if (!candidate->is_faulty)
            ret_roots->at[ret_roots->count++] = root_text(openapi, candidate);
    }
}

const struct node *candidates_schema(const struct openapi *openapi, str name)
{
    enum { MAX_FILES = 100 }; /* one after the other, in a ring perhaps */
    struct target target, next;
    if (!openapi_schema_target(openapi, name, &target))
        return NULL;
    for (int i = 0; i < MAX_FILES; i++) {
        const struct node *reference = openapi_sole_reference(target.node);
        bool leads_out = reference && resolve_key(&openapi->lookup, reference).len &&
                         resolve_reference(&openapi->lookup, reference, OBJECT_SCHEMA, &next) &&
                         next.document != target.document;
        if (!leads_out)
            break;
        target = next;
    }
    return target.node;
}

/* True when the named schema NAME can be given as a root by just that. */
static bool is_root_name(str name)
{
    bool reads_as_pointer = str_starts(name, S("/")) || str_starts(name, S("#"));
    return name.len && !reads_as_pointer && !str_equal(name, S("*")) &&
           str_find_byte(name, '\0') < 0;
}

const char *candidates_root(const struct openapi *openapi, str name)
{
    struct buf pointer = buf_in(openapi->sources->arena, PTRDIFF_MAX);
    if (is_root_name(name))
        return arena_copy(openapi->sources->arena, name).data;
    if (str_find_byte(name, '\0') >= 0)
        return NULL;
    buf_add(&pointer, openapi->schemas_pointer);
    pointer_add_token(&pointer, name);
    return arena_copy(openapi->sources->arena, buf_view(&pointer)).data;
}

/* The named schemas, without what they reach. Booleans say nothing about documents. */
static struct candidates list_named(const struct openapi *openapi)
{
    const struct node *schemas = openapi->schemas;
    struct arena *arena = openapi->sources->arena;
    uint32_t count = schemas ? schemas->count : 0;
    struct candidates list = {arena_new(arena, struct candidate, count), 0};
    for (uint32_t i = 0; i < count; i++) {
        str name = node_text(node_key(schemas, i));
        bool is_doubled = node_find(schemas, name) != (ptrdiff_t)i;
        if (node_value(schemas, i)->kind == NODE_BOOL || is_doubled)
            continue;
        struct buf pointer = buf_in(arena, PTRDIFF_MAX);
        buf_add(&pointer, openapi->schemas_pointer);
        pointer_add_token(&pointer, name);
        list.at[list.count++] = (struct candidate){
            .name = name,
            .document = openapi->document,
            .pointer = buf_view(&pointer),
            .is_named = is_root_name(name),
        };
    }
    return list;
}

/* Finds the pointers of CANDIDATES, by their places, in NODE at POINTER of its document. */
static void find_pointers(const struct openapi *openapi, const struct map *candidates,
                          const struct node *node, struct buf *pointer)
{
    struct candidate *candidate =
        node->kind == NODE_OBJECT ? spot_find(candidates, spot_of(openapi->sources, node)) : NULL;
    if (candidate && !candidate->pointer.data)
        candidate->pointer = arena_copy(openapi->sources->arena, buf_view(pointer));
    ptrdiff_t len = pointer->len;
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++, pointer->len = len) {
        pointer_add_token(pointer, node_text(node_key(node, i)));
        find_pointers(openapi, candidates, node_value(node, i), pointer);
    }
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++, pointer->len = len) {
        pointer_add_index(pointer, (ptrdiff_t)i);
        find_pointers(openapi, candidates, node_item(node, i), pointer);
    }
}

/* All definitions of GRAPH, which lead to REACH and are FAULTY, or NULL: none is. */
static struct candidates list_definitions(const struct openapi *openapi, const struct graph *graph,
                                          const struct graph_reach *reach, const bool *faulty)
{
    struct arena *arena = openapi->sources->arena;
    struct map candidates = {.arena = arena};
    struct document_set documents = {.arena = arena};
    const bool *referred = graph_referred(arena, graph);
    struct candidates list = {arena_new(arena, struct candidate, graph->edges.count), 0};
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        struct document *document = sources_document(openapi->sources, node->schema);
        if (node->schema->kind != NODE_OBJECT || !document)
            continue;
        struct candidate *candidate = &list.at[list.count++];
        *candidate = (struct candidate){.name = node->name,
                                        .document = document,
                                        .is_faulty = faulty && faulty[i],
                                        .is_referred = referred[i],
                                        .reach = reach[i]};
        spot_note(&candidates, spot_of(openapi->sources, node->schema), candidate);
        document_set_add(&documents, document);
    }
    for (ptrdiff_t i = 0; i < documents.count; i++) {
        struct buf pointer = buf_in(arena, PTRDIFF_MAX);
        find_pointers(openapi, &candidates, documents.at[i]->root, &pointer);
    }
    return list;
}

/* Fills in what the named schemas of LIST reach that are not faulty: REACH, by the nodes of GRAPH.
 */
static void measure_named(const struct openapi *openapi, const struct graph *graph,
                          struct graph_reach *reach, struct candidates *list)
{
    struct map by_place = {.arena = openapi->sources->arena};
    struct map by_name = {.arena = openapi->sources->arena};
    const bool *referred = graph_referred(openapi->sources->arena, graph);
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        spot_note(&by_place, spot_of(openapi->sources, graph->nodes[i].schema), &reach[i]);
        map_put(&by_name, graph->nodes[i].name, &reach[i]);
    }
    for (ptrdiff_t i = 0; i < list->count; i++) {
        struct candidate *candidate = &list->at[i];
        if (candidate->is_faulty)
            continue;
        const struct node *schema = candidates_schema(openapi, candidate->name);
        const struct graph_reach *known =
            schema ? spot_find(&by_place, spot_of(openapi->sources, schema)) : NULL;
        if (!known) /* an equal one of another file stands for it */
            known = map_get(&by_name, candidate->name);
        assert(known);
        candidate->reach = *known;
        candidate->is_referred = referred[known - reach];
    }
}

/* Reports what is in ASIDE and keeps something from being extracted; as warnings when not FAILED.
 */
static void pass_on(const struct openapi *openapi, const struct diag_list *aside, bool failed)
{
    struct diag_list *found = openapi->sources->found;
    for (const struct diag *diag = aside->first; diag; diag = diag->next) {
        if (diag->severity < DIAG_LIMIT)
            continue;
        struct diag *passed =
            failed ? diag_report(found, diag->code, diag->where, "%s", diag->message)
                   : diag_report(found, W0405, diag->where,
                                 "%s; it can keep schemas that reach it from being extracted",
                                 diag->message);
        for (const struct diag_note *note = diag->notes; note; note = note->next)
            diag_note(found, passed, note->where, "%s", note->message);
        if (diag->hint)
            diag_hint(found, passed, "%s", diag->hint);
    }
}

/* All that ROOTS reach, with the keywords of OPENAPI, and reports to ASIDE; NULL when that failed.
 */
static const struct node *extract_aside(const struct openapi *openapi,
                                        const struct string_list *roots, struct diag_list *aside)
{
    const struct extract_request request = {.roots = *roots,
                                            .dialect = reader,
                                            .how = {.assume = DIALECT_COUNT},
                                            .map = openapi->lookup.map};
    struct diag_list *found = openapi->sources->found;
    struct document_set used;
    openapi->sources->found = aside;
    const struct node *schema = extract(openapi, &request, &used);
    openapi->sources->found = found;
    return schema;
}

/* What each node of GRAPH leads to; NULL when reported. */
static struct graph_reach *reach_all(const struct openapi *openapi, const struct graph *graph)
{
    struct graph_reach *reach = graph_reach_all(openapi->sources->arena, graph);
    if (!reach)
        diag_report(openapi->sources->found, L0503, place_file(&openapi->document->text),
                    "the schemas refer to each other too much to count what each of them reaches");
    return reach;
}

/* Fills LIST from GRAPH: its named schemas, or when it has none the definitions. False when
 * reported.
 */
static bool fill(const struct openapi *openapi, const struct graph *graph, const bool *faulty,
                 struct candidates *list)
{
    struct graph_reach *reach = reach_all(openapi, graph);
    if (!reach)
        return false;
    if (openapi->schemas && openapi->schemas->count)
        measure_named(openapi, graph, reach, list);
    else
        *list = list_definitions(openapi, graph, reach, faulty);
    return true;
}

/* The place of DEFINITION as a name: its file and the pointer in that. */
static str place_name(const struct openapi *openapi, const struct definition *definition)
{
    struct buf name = buf_in(openapi->sources->arena, PTRDIFF_MAX);
    if (definition->document != openapi->document)
        buf_add(&name, definition->document->text.name);
    buf_add_byte(&name, '#');
    pointer_add_fragment(&name, definition->pointer);
    return buf_view(&name);
}

/* The definitions of X as they stand in their documents. */
static struct graph inspected_graph(const struct inspection *x)
{
    const struct openapi *openapi = x->closure.openapi;
    struct arena *arena = openapi->sources->arena;
    struct graph graph = {.nodes = arena_new(arena, struct graph_node, x->closure.count),
                          .edges = x->graph};
    for (ptrdiff_t i = 0; i < x->closure.count; i++) {
        graph.nodes[i].name = place_name(openapi, x->closure.definitions[i]);
        graph.nodes[i].schema = x->closure.definitions[i]->schema;
    }
    graph_complete(arena, &graph);
    return graph;
}

/*
 * Fills LIST, the named schemas, where ERRORS keep some of them from being extracted: what can be
 * is measured without the others. False when reported.
 */
static bool fill_without_faulty(const struct openapi *openapi, const struct diag_list *errors,
                                struct candidates *list)
{
    struct arena *arena = openapi->sources->arena;
    struct inspection x;
    struct string_list roots = all_roots();
    struct diag_list *found = openapi->sources->found, aside = {.arena = arena};
    openapi->sources->found = &aside; /* what is wrong is known already */
    inspect(&x, openapi, &roots, reader);
    mark_faulty(&x, list, &roots);
    openapi->sources->found = found;
    pass_on(openapi, errors, !x.closure.count);
    const struct node *schema = roots.count ? extract_aside(openapi, &roots, &aside) : NULL;
    struct graph graph =
        schema ? graph_of(arena, schema, reader, openapi->schema_dialect) : inspected_graph(&x);
    return fill(openapi, &graph, x.faulty, list) && list->count;
}

bool candidates_list(const struct openapi *openapi, struct candidates *ret_candidates)
{
    struct diag_list aside = {.arena = openapi->sources->arena};
    struct string_list roots = all_roots();
    *ret_candidates = list_named(openapi);
    const struct node *schema = extract_aside(openapi, &roots, &aside);
    if (!schema)
        return fill_without_faulty(openapi, &aside, ret_candidates);
    struct graph graph = graph_of(openapi->sources->arena, schema, reader, openapi->schema_dialect);
    return fill(openapi, &graph, NULL, ret_candidates);
}
