#include "build/source_examples.h"

#include "build/object_examples.h"
#include "openapi/roots.h"
#include "validate/compile.h"
#include "validate/explain.h"

#include <string.h>

/* A value to be judged, and what its artifact makes of it. */
struct item {
    const struct scheme *scheme;
    const struct node *value;
    enum diag_code code;
};

/* What belongs to one source. */
struct origin {
    struct compiler compiler;
    struct map inherited;
    struct item *items;
    ptrdiff_t count, cap;
    struct object_examples beside; /* their `schema` is NULL when they have become items */
};

struct reader {
    struct plan *plan;
    struct arena *arena;
    struct map origins; /* address of a struct openapi to its struct origin */
    struct map seen;    /* addresses of schemas that were looked at */
    const struct node **waiting;
    ptrdiff_t count, cap;

    /* of the artifact at hand */
    const struct openapi *openapi;
    struct origin *origin;
    enum diag_code code;
};

static struct origin *origin_of(struct reader *r)
{
    bool is_new;
    struct map_entry *entry = map_entry_address(&r->origins, r->openapi, &is_new);
    if (!is_new)
        return entry->value;
    struct origin *origin = arena_new(r->arena, struct origin, 1);
    origin->inherited.arena = r->arena;
    compiler_init(&origin->compiler, &r->plan->registry, r->openapi->schema_dialect, FORMATS_AUTO);
    origin->compiler.lookup = r->openapi->lookup;
    origin->compiler.lookup.inherited = &origin->inherited;
    origin->compiler.trusts = true; /* whether the source is right is not the question here */
    origin->beside = object_examples_find(r->openapi);
    return entry->value = origin;
}

/* Has SCHEMA looked at, once. */
static void wait_for(struct reader *r, const struct node *schema)
{
    bool is_new;
    map_entry_address(&r->seen, schema, &is_new);
    if (!is_new || schema->kind != NODE_OBJECT)
        return;
    r->waiting = arena_make_room(r->arena, r->waiting, sizeof *r->waiting, r->count, &r->cap);
    r->waiting[r->count++] = schema;
}

/* Has the schema of the root NAME looked at. It was extracted, so there is one. */
static void wait_for_root(struct reader *r, str name)
{
    const struct openapi *openapi = r->openapi;
    struct target target;
    if (str_equal(name, S("*"))) {
        for (uint32_t i = 0; openapi->schemas && i < openapi->schemas->count; i++)
            wait_for(r, node_value(openapi->schemas, i));
        return;
    }
    if (roots_find(openapi, &r->origin->compiler.lookup, name, NULL, &target))
        wait_for(r, target.node);
}

/* ---- schemas --------------------------------------------------------------------------------- */

static void add_item(struct reader *r, const struct scheme *scheme, const struct node *value)
{
    struct origin *origin = r->origin;
    origin->items = arena_make_room(r->arena, origin->items, sizeof *origin->items, origin->count,
                                    &origin->cap);
    origin->items[origin->count++] = (struct item){scheme, value, r->code};
}

/* SCHEMA, compiled; NULL, and reported, when that cannot be. */
static const struct scheme *compile_quietly(struct reader *r, const struct node *schema)
{
    struct compiler *compiler = &r->origin->compiler;
    struct diag_list *found = r->plan->sources->found;
    struct registry_hush hush;
    registry_hush(&r->plan->registry, &hush);
    compiler->found = r->plan->sources->found; /* the list that is set aside */
    const struct scheme *scheme = compile(compiler, schema);
    registry_speak(&r->plan->registry, &hush);
    compiler->found = found;
    if (scheme)
        return scheme;
    const struct diag *why = hush.aside.first;
    struct diag *diag = diag_report(found, r->code, sources_place(r->plan->sources, schema),
                                    "the examples in this schema cannot be judged");
    if (why)
        diag_note(found, diag, why->where, "%s", why->message);
    else
        diag_note(found, diag, (place){0}, "it leads to one that cannot be compiled either");
    return NULL;
}

/* Notes the values that SCHEMA, of DIALECT, gives as examples. */
static void note_examples(struct reader *r, const struct node *schema, enum dialect dialect)
{
    static const struct {
        str name;
        bool is_list;
    } members[] = {
        {STR_INIT("example"), false}, {STR_INIT("examples"), true}, {STR_INIT("default"), false}};
    const struct scheme *scheme = NULL;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const struct node *value = node_get(schema, members[i].name);
        bool is_list = members[i].is_list;
        if (!value || (is_list && value->kind != NODE_ARRAY) ||
            !keyword_find(OBJECT_SCHEMA, members[i].name, dialect))
            continue;
        if (!scheme)
            scheme = compile_quietly(r, schema);
        if (!scheme)
            return;
        for (uint32_t j = 0; is_list && j < value->count; j++)
            add_item(r, scheme, node_item(value, j));
        if (!is_list)
            add_item(r, scheme, value);
    }
}

/* Notes what SCHEMA gives as examples, and has the schemas looked at that it holds or refers to. */
static void look_at(struct reader *r, const struct node *schema)
{
    const struct lookup *lookup = &r->origin->compiler.lookup;
    enum dialect dialect = resolve_dialect(lookup, schema, OBJECT_SCHEMA);
    if (dialect == DIALECT_COUNT)
        return;
    bool is_reference = dialect_info(dialect)->ref_hides_siblings && node_get(schema, S("$ref"));
    struct walk_children it;
    struct walk_child child;
    struct target target;
    struct registry_hush hush;
    if (!is_reference)
        note_examples(r, schema, dialect);
    registry_hush(&r->plan->registry, &hush);
    walk_begin(&it, schema, OBJECT_SCHEMA, dialect);
    while (walk_next(&it, &child)) {
        if (child.kind == CHILD_REFERENCE || child.kind == CHILD_MAPPING) {
            if (openapi_resolve_child(r->openapi, lookup, &child, &target) &&
                target.kind == OBJECT_SCHEMA)
                wait_for(r, target.node);
        } else if (child.kind == CHILD_SCHEMA && !is_reference) {
            wait_for(r, child.node);
        }
    }
    registry_speak(&r->plan->registry, &hush);
}

/* True when SCHEMA, or what it refers to and nothing else, is looked at: an artifact reaches it. */
static bool is_reached(struct reader *r, const struct node *schema)
{
    enum { MAX_REFERENCES = 10 }; /* they may go round in a ring */
    struct lookup lookup = r->origin->compiler.lookup;
    lookup.offline = true; /* what was not read is not reached */
    for (int i = 0; i < MAX_REFERENCES; i++) {
        struct target target;
        const struct node *reference = openapi_sole_reference(schema);
        if (map_find_address(&r->seen, schema))
            return true;
        if (!reference || !resolve_reference(&lookup, reference, OBJECT_SCHEMA, &target))
            return false;
        schema = target.node;
    }
    return false;
}

/*
 * True when EXAMPLE is one by SCHEME. That of a parameter or header may be the text form of a value
 * that is no string (OpenAPI 3.1, Parameter Object): a string is one where strings are asked for.
 */
static bool is_value(const struct object_example *example, const struct scheme *scheme)
{
    bool wants_text = scheme->quick_kinds != KIND_ANY && scheme->quick_kinds & KIND_STRING;
    return !example->is_serialised || example->value->kind != NODE_STRING || wants_text;
}

/* Notes the examples beside schemas that are reached by now. */
static void note_beside(struct reader *r)
{
    struct object_examples *beside = &r->origin->beside;
    struct registry_hush hush;
    for (ptrdiff_t i = 0; i < beside->count; i++) {
        struct object_example *example = &beside->at[i];
        registry_hush(&r->plan->registry, &hush);
        bool is_meant = example->schema && is_reached(r, example->schema);
        registry_speak(&r->plan->registry, &hush);
        if (!is_meant)
            continue;
        const struct scheme *scheme = compile_quietly(r, example->schema);
        if (scheme && is_value(example, scheme))
            add_item(r, scheme, example->value);
        example->schema = NULL;
    }
}

/* Looks at all that OUTPUT reaches. References were followed before, so all that is said is known.
 */
static void read_output(struct reader *r, const struct output *output)
{
    const struct string_list *roots = &output->artifact->keys.roots;
    struct pair_list *map;
    struct registry_hush hush;
    r->openapi = output->openapi;
    r->origin = origin_of(r);
    map = &r->origin->compiler.lookup.map;
    *map = plan_map(r->plan, &output->artifact->keys.map);
    registry_hush(&r->plan->registry, &hush);
    for (ptrdiff_t i = 0; i < roots->count; i++)
        wait_for_root(r, str_of(roots->at[i]));
    registry_speak(&r->plan->registry, &hush);
    while (r->count) {
        const struct node *schema = r->waiting[--r->count];
        look_at(r, schema);
    }
    note_beside(r);
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static void judge(struct reader *r, struct runner *runner, const struct item *item)
{
    struct sources *sources = r->plan->sources;
    struct document *document = sources_document(sources, item->value);
    struct explainer explainer = {.sources = sources,
                                  .found = sources->found,
                                  .text = document ? &document->text : NULL,
                                  .code = item->code,
                                  .max = 100};
    struct arena scratch = {0};
    struct violations violations;
    enum verdict verdict = document ? run(runner, item->scheme, item->value) : VERDICT_VALID;
    if (verdict == VERDICT_UNDECIDED) {
        diag_report(sources->found, item->code, sources_place(sources, item->value),
                    "whether this is valid by its schema is not decided");
    } else if (verdict == VERDICT_INVALID) {
        run_explained(runner, item->scheme, item->value, &scratch, &violations);
        explain(&explainer, &violations);
    }
    arena_free(&scratch);
}

static void judge_origin(struct reader *r, const struct origin *origin)
{
    struct runner runner;
    runner_init(&runner, &origin->compiler.program);
    for (ptrdiff_t i = 0; i < origin->count; i++)
        judge(r, &runner, &origin->items[i]);
    runner_done(&runner);
}

/* Reads the selected artifacts that ask for LEVEL. */
static void read_level(struct reader *r, const char *level, enum diag_code code)
{
    r->code = code;
    for (ptrdiff_t i = 0; i < r->plan->config.count; i++) {
        const struct output *output = &r->plan->outputs[i];
        const char *asked = output->artifact->keys.source_examples;
        if (output->selected && output->openapi && asked && strcmp(asked, level) == 0)
            read_output(r, output);
    }
}

void source_examples_judge(struct plan *plan)
{
    struct arena *arena = plan->sources->arena;
    struct reader r = {
        .plan = plan, .arena = arena, .origins = {.arena = arena}, .seen = {.arena = arena}};
    read_level(&r, "error", D0813); /* first: what both reach is told as that alone */
    read_level(&r, "warn", W0802);
    for (ptrdiff_t i = 0; i < r.origins.count; i++)
        judge_origin(&r, r.origins.entries[i].value);
}
