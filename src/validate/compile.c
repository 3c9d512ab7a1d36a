/*
 * One schema after the other, from a list that grows by what each refers to; so no chain of schemas
 * is too deep. What a schema asks is put together by rules_value.c and rules_apply.c.
 */
#include "validate/compile.h"

#include "base/show.h"
#include "validate/anchors.h"
#include "validate/broken.h"
#include "validate/message.h"
#include "validate/metaschema.h"
#include "validate/rules.h"

#include <stdlib.h>
#include <string.h>

void compiler_init(struct compiler *compiler, struct registry *registry, enum dialect dialect,
                   enum format_assertion formats)
{
    struct arena *arena = registry->sources->arena;
    *compiler = (struct compiler){
        .registry = registry,
        .lookup = {.registry = registry, .objects = DIALECT_COUNT, .schemas = dialect},
        .arena = arena,
        .found = registry->sources->found,
        .formats = formats,
        .work_cap = WORK_CAP,
        .schemes = {.arena = arena},
        .scopes = {.arena = arena},
        .anchors = {.arena = arena},
        .homes = {.arena = arena},
        .patterns = {.arena = arena},
        .judged = {.arena = arena},
        .documents = {.arena = arena}};
}

struct scheme *rules_scheme_of(struct compiler *c, const struct node *schema)
{
    struct program *program = &c->program;
    bool is_new;
    struct map_entry *entry = map_entry_address(&c->schemes, schema, &is_new);
    if (!is_new)
        return entry->value;
    program->schemes = arena_make_room(c->arena, program->schemes, sizeof *program->schemes,
                                       program->count, &program->cap);
    struct scheme *scheme = arena_new(c->arena, struct scheme, 1);
    *scheme = (struct scheme){.schema = schema, .kinds = KIND_ANY, .same = scheme};
    program->schemes[program->count++] = scheme;
    entry->value = scheme;
    return scheme;
}

/* ---- what the rules are put together with -----------------------------------------------------
 */

struct rule *rules_add(struct rules *rules, enum op op, uint8_t kinds, enum keyword_number number)
{
    struct rule *rule = &rules->at[rules->count++];
    *rule =
        (struct rule){.op = (uint8_t)op, .kinds = kinds, .member = rules->keywords.members[number]};
    return rule;
}

void rules_refuse(struct rules *rules, enum keyword_number number, const struct node *value,
                  const char *wanted)
{
    struct compiler *c = rules->compiler;
    const struct node *schema = rules->scheme->schema;
    str name = node_text(node_key(schema, rules->keywords.members[number]));
    diag_report(c->found, E0803, sources_place(c->registry->sources, value),
                "\"%s\" takes %s, not %s", show(c->arena, name), wanted,
                value->kind < NODE_ARRAY ? message_value(c->arena, value)
                                         : node_kind_words(value->kind));
    c->failed = true;
}

const struct node *rules_value(struct rules *rules, enum keyword_number number, enum node_kind kind)
{
    const struct node *value = rules->keywords.values[number];
    if (value && value->kind == kind) {
        struct compiler *c = rules->compiler;
        c->failed = sources_report_faults(c->registry->sources, value) || c->failed;
        return value;
    }
    if (value)
        rules_refuse(rules, number, value, node_kind_words(kind));
    return NULL;
}

struct scheme *rules_scheme(struct rules *rules, enum keyword_number number)
{
    const struct node *value = rules->keywords.values[number];
    return value ? rules_scheme_of(rules->compiler, value) : NULL;
}

struct schemes rules_schemes(struct rules *rules, enum keyword_number number)
{
    const struct node *list = rules_value(rules, number, NODE_ARRAY);
    if (!list || !list->count)
        return (struct schemes){0};
    struct schemes schemes = {arena_new(rules->compiler->arena, struct scheme *, list->count),
                              list->count};
    for (uint32_t i = 0; i < list->count; i++)
        schemes.at[i] = rules_scheme_of(rules->compiler, node_item(list, i));
    return schemes;
}

/* Says what is wrong with the pattern TEXT. */
static void report_pattern(struct compiler *c, const struct node *text,
                           const struct pattern_fault *fault)
{
    enum diag_code code = fault->severity == PATTERN_WARNING       ? W0801
                          : fault->severity == PATTERN_UNSUPPORTED ? E0805
                                                                   : E0804;
    diag_report(c->found, code, sources_place(c->registry->sources, text),
                "the pattern \"%s\", at its byte %td: %.*s", show(c->arena, node_text(text)),
                fault->offset + 1, (int)fault->message.len, fault->message.data);
    c->failed = c->failed || code != W0801;
}

struct pattern *rules_pattern(struct rules *rules, const struct node *text)
{
    struct compiler *c = rules->compiler;
    struct map_entry *entry = map_entry(&c->patterns, node_text(text), NULL);
    if (entry->value) /* one that was refused is told of wherever it stands */
        return entry->value;
    struct pattern_fault fault;
    entry->value = pattern_new(c->arena, node_text(text), &fault);
    if (fault.severity != PATTERN_FINE)
        report_pattern(c, text, &fault);
    return entry->value;
}

/* ---- one schema ------------------------------------------------------------------------------ */

/* Rules that look at the value itself first, and the type before all; else as they were added. */
static int compare_rules(const void *left, const void *right)
{
    const struct rule *a = left, *b = right;
    if (a->op != b->op)
        return a->op < b->op ? -1 : 1;
    return (a->member > b->member) - (a->member < b->member);
}

/*
 * "nullable" of OpenAPI 3.0 admits null whatever else stands there, as it does for translations: no
 * rule is asked about it.
 */
static void admit_null(struct rules *rules)
{
    const struct node *nullable = rules_value(rules, KW_NULLABLE, NODE_BOOL);
    if (!nullable || !nullable->count)
        return;
    rules->scheme->kinds |= KIND_NULL;
    for (uint32_t i = 0; i < rules->count; i++)
        rules->at[i].kinds &= KIND_ANY & ~KIND_NULL;
}

/* Gives SCHEME the rules that were put together. */
static void keep_rules(struct rules *rules)
{
    struct scheme *scheme = rules->scheme;
    if (rules->count > 1)
        qsort(rules->at, rules->count, sizeof *rules->at, compare_rules);
    scheme->rules = arena_new(rules->compiler->arena, struct rule, rules->count);
    scheme->count = rules->count;
    scheme->is_plain = true;
    for (uint32_t i = 0; i < rules->count; i++) {
        scheme->rules[i] = rules->at[i];
        scheme->is_plain = scheme->is_plain && rules->at[i].op < OP_VALUE_COUNT;
        scheme->is_watching = scheme->is_watching || rules->at[i].op >= OP_UNEVALUATED_ITEMS;
    }
}

/* Puts together what SCHEMA, an object, asks. False when reported: its dialect is unknown. */
static bool read_object(struct compiler *c, const struct node *schema, struct rules *rules)
{
    struct scheme *scheme = rules->scheme;
    c->failed = sources_report_faults(c->registry->sources, schema);
    rules->scope = scope_of(c, schema);
    if (!rules->scope)
        return false;
    scheme->dialect = rules->scope->dialect;
    scheme->scope = &rules->scope->anchors;
    anchors_enter(c, rules->scope);
    keywords_of(schema, scheme->dialect, rules->scope->vocabularies, &rules->keywords);
    rules_of_value(rules);
    rules_of_schemas(rules);
    admit_null(rules);
    return !c->failed;
}

/* True when SCHEME is put together; else it is broken, which is reported. */
static bool read_schema(struct compiler *c, struct rules *rules)
{
    const struct node *schema = rules->scheme->schema;
    if (schema->kind == NODE_OBJECT)
        return read_object(c, schema, rules);
    if (schema->kind != NODE_BOOL) {
        diag_report(c->found, E0405, sources_place(c->registry->sources, schema),
                    "a schema is an object or a boolean, this is %s",
                    node_kind_words(schema->kind));
        return false;
    }
    if (!schema->count) {
        rules->at[rules->count++] =
            (struct rule){.op = OP_NEVER, .kinds = KIND_ANY, .member = NO_MEMBER};
        rules->scheme->kinds = 0;
    }
    return true;
}

static void compile_scheme(struct compiler *c, struct scheme *scheme)
{
    struct rules rules = {.compiler = c, .scheme = scheme};
    scheme->is_broken = !read_schema(c, &rules);
    c->has_broken = c->has_broken || scheme->is_broken;
    keep_rules(&rules);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* Compiles all that is asked for, and what anchors lead to, until there is nothing more. */
static void compile_all(struct compiler *c)
{
    bool has_news = false;
    do {
        while (c->next < c->program.count)
            compile_scheme(c, c->program.schemes[c->next++]);
        has_news = anchors_seek(c) || has_news;
    } while (c->next < c->program.count);
    if (has_news)
        anchors_fill(c);
}

/* The scheme that decides what SCHEME does, past references that do nothing else. */
static struct scheme *past_references(struct scheme *scheme)
{
    enum { MAX_REFERENCES = 100 }; /* they may go round in a ring */
    struct scheme *same = scheme;
    for (int i = 0; i < MAX_REFERENCES && same->count == 1 && same->rules[0].op == OP_REF; i++) {
        if (same->scope && same->scope->count)
            return scheme; /* that it was passed counts */
        same = same->rules[0].scheme;
    }
    return same;
}

/* Fills in what decides the verdict of SCHEME, which is complete. */
static void link_scheme(struct scheme *scheme)
{
    const struct scheme *same = scheme->same = past_references(scheme);
    uint32_t skipped = 0;
    while (skipped < same->count && same->rules[skipped].op <= OP_TYPE)
        skipped++;
    scheme->quick = same->rules + skipped;
    scheme->quick_count = same->count - skipped;
    scheme->quick_kinds = same->kinds;
    scheme->is_involved = same->is_watching || (same->scope && same->scope->count);
}

/* Compiles what is asked for since the program had so many schemes and anchors. */
static void finish(struct compiler *compiler, ptrdiff_t before, uint32_t anchor_count)
{
    compile_all(compiler);
    if (compiler->has_broken)
        broken_spread(compiler, before);
    if (compiler->program.anchor_count != anchor_count) /* older ones may have anchors now, too */
        compiler->linked = 0;
    while (compiler->linked < compiler->next)
        link_scheme(compiler->program.schemes[compiler->linked++]);
}

const struct scheme *compile(struct compiler *compiler, const struct node *schema)
{
    uint32_t anchor_count = compiler->program.anchor_count;
    ptrdiff_t before = compiler->program.count;
    if (!metaschema_accepts(compiler, schema))
        return NULL;
    struct scheme *scheme = rules_scheme_of(compiler, schema);
    finish(compiler, before, anchor_count);
    return scheme->is_broken ? NULL : scheme;
}

void compile_each(struct compiler *compiler, const struct node *const *schemas, ptrdiff_t count)
{
    uint32_t anchor_count = compiler->program.anchor_count;
    ptrdiff_t before = compiler->program.count;
    for (ptrdiff_t i = 0; i < count; i++)
        if (metaschema_accepts(compiler, schemas[i]))
            rules_scheme_of(compiler, schemas[i]);
    finish(compiler, before, anchor_count);
}
