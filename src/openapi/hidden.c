/*
 * hidden.c - answers about schemas.
 *
 * What VIEW hides, and under which names, follows from what a schema refers to and is composed of:
 * its parts. `settle` collects all parts of a schema that have no answer yet, finds the strongly
 * connected components among them (digraph.h), and answers these one by one, after all that they
 * lead to: what is on a cycle has one answer.
 */
#include "openapi/hidden.h"

#include "base/digraph.h"
#include "source/number.h"

#include <stdlib.h>

/* Looking at so many sets of names is more than any document of people needs. */
enum { WORK_CAP = 20000000 };

/* What is settled: whether VIEW hides a property of a schema, and the names of hidden_names_of. */
enum question { QUESTION_VIEW, QUESTION_NAMES, QUESTION_COUNT };

struct hidden_names {
    struct map own; /* values that are not NULL */
    struct hidden_names **others;
    ptrdiff_t other_count;
    ptrdiff_t query; /* the number of the last one that has looked here */
};

/* What is known of a schema that has parts; UNSET: not yet. */
struct fact {
    const struct node *schema;
    enum tristate omitted;
    enum tristate viewed_out; /* QUESTION_VIEW */
    enum tristate named;      /* QUESTION_NAMES: YES when NAMES is set, be it to NULL */
    struct hidden_names *names;
    uint32_t numbers[QUESTION_COUNT]; /* from 1: its place while a question is settled, else 0 */
};

static struct fact *fact_of(struct filter *f, const struct node *schema)
{
    bool is_new;
    str key = {(const char *)&schema->items, sizeof schema->items};
    struct map_entry *entry = map_entry(&f->facts, key, &is_new);
    if (is_new) {
        struct fact *fact = arena_new(f->facts.arena, struct fact, 1);
        fact->schema = schema;
        entry->value = fact;
    }
    return entry->value;
}

/* The $ref of SCHEMA, or NULL. */
static const struct node *reference_of(const struct node *schema)
{
    const struct node *reference = node_get(schema, S("$ref"));
    return node_is(reference, NODE_STRING) ? reference : NULL;
}

/* True when only the $ref of SCHEMA counts. */
static bool is_only_reference(const struct filter *f, const struct node *schema)
{
    return dialect_info(f->dialect)->ref_hides_siblings && !f->honour_ref_siblings &&
           reference_of(schema);
}

/* What SCHEMA refers to, if it has members; else NULL. */
static const struct node *referred(const struct filter *f, const struct node *schema)
{
    const struct node *reference = reference_of(schema);
    const struct node *target =
        reference ? f->target(f->context, reference, CHILD_REFERENCE) : NULL;
    return target && target->kind == NODE_OBJECT && target->count ? target : NULL;
}

static bool has_value(const struct node *node, str wanted)
{
    switch (node->kind) {
    case NODE_NULL:
        return str_equal(wanted, S("null"));
    case NODE_BOOL:
        return str_equal(wanted, node->count ? S("true") : S("false"));
    case NODE_NUMBER:
        return wanted.len && number_scan(wanted) == wanted.len &&
               number_equal(node_text(node), wanted);
    case NODE_STRING:
        return str_equal(node_text(node), wanted);
    default:
        return false;
    }
}

static bool has_omitted_member(const struct filter *f, const struct node *schema)
{
    for (ptrdiff_t i = 0; i < f->options.omit.count; i++) {
        const struct pair *pair = &f->options.omit.at[i];
        const struct node *member = node_get(schema, str_of(pair->name));
        if (member && has_value(member, str_of(pair->value)))
            return true;
    }
    return false;
}

/* Whether OMIT means SCHEMA, as far as is known without following its $ref; else UNSET. */
static enum tristate known_omission(struct filter *f, const struct node *schema)
{
    if (has_omitted_member(f, schema))
        return YES;
    return reference_of(schema) ? fact_of(f, schema)->omitted : NO;
}

bool hidden_is_omitted(struct filter *f, const struct node *schema)
{
    if (!f->options.omit.count || !node_is(schema, NODE_OBJECT))
        return false;
    const struct node *at = schema; /* goes from one to what it refers to, up to a known answer */
    enum tristate answer;
    while ((answer = known_omission(f, at)) == UNSET) {
        fact_of(f, at)->omitted = NO; /* so that a cycle comes to an end: nothing in it says YES */
        const struct node *next = referred(f, at);
        if (!next)
            return false;
        at = next;
    }
    if (answer == NO)
        return false;
    for (; schema != at; schema = referred(f, schema))
        fact_of(f, schema)->omitted = YES;
    return true;
}

/* The parts of a schema: what it refers to, and the branches of its allOf. */
struct parts {
    const struct node *target; /* or NULL: none, or handed out */
    const struct node *list;   /* or NULL */
    uint32_t next;             /* of LIST */
};

static struct parts parts_of(const struct filter *f, const struct node *schema)
{
    struct parts parts = {.target = referred(f, schema)};
    const struct node *list = node_get(schema, S("allOf"));
    if (node_is(list, NODE_ARRAY) && !is_only_reference(f, schema))
        parts.list = list;
    return parts;
}

/* The next part that has members; NULL when there is none left. */
static const struct node *next_part(struct parts *parts)
{
    const struct node *part = parts->target;
    parts->target = NULL;
    while (!part && parts->list && parts->next < parts->list->count) {
        part = node_item(parts->list, parts->next++);
        if (part->kind != NODE_OBJECT || !part->count)
            part = NULL;
    }
    return part;
}

/* The schemas whose answers to QUESTION are being found. */
struct settling {
    struct filter *f;
    enum question question;
    struct arena scratch;
    struct fact **facts;
    ptrdiff_t count, cap;
    struct digraph_maker maker;
    struct digraph graph; /* of FACTS by their parts */
};

static bool is_settled(const struct fact *fact, enum question question)
{
    return (question == QUESTION_VIEW ? fact->viewed_out : fact->named) != UNSET;
}

/* The place of FACT among those of S, where it then is. */
static uint32_t number_of(struct settling *s, struct fact *fact)
{
    uint32_t *number = &fact->numbers[s->question];
    if (*number)
        return *number - 1;
    s->facts = arena_make_room(&s->scratch, s->facts, sizeof *s->facts, s->count, &s->cap);
    s->facts[s->count++] = fact;
    *number = (uint32_t)s->count;
    return *number - 1;
}

static void collect_parts(struct settling *s, const struct node *schema)
{
    number_of(s, fact_of(s->f, schema));
    for (ptrdiff_t i = 0; i < s->count; i++) {
        digraph_add_node(&s->maker);
        if (is_settled(s->facts[i], s->question))
            continue;
        struct parts parts = parts_of(s->f, s->facts[i]->schema);
        for (const struct node *part; (part = next_part(&parts));)
            digraph_add_edge(&s->maker, number_of(s, fact_of(s->f, part)));
    }
    s->graph = digraph_of(&s->maker);
}

/* True when NAME means something in schemas: 2.0, for one, has no "writeOnly". */
static bool is_keyword(const struct filter *f, str name)
{
    return keyword_find(OBJECT_SCHEMA, name, f->dialect) ||
           (f->also != DIALECT_COUNT && keyword_find(OBJECT_SCHEMA, name, f->also));
}

/* True when SCHEMA itself says that VIEW does without it. */
static bool says_view(const struct filter *f, const struct node *schema)
{
    str name = f->options.view == VIEW_REQUEST ? S("readOnly") : S("writeOnly");
    const struct node *mark = node_get(schema, name);
    return node_is(mark, NODE_BOOL) && mark->count && is_keyword(f, name) &&
           !is_only_reference(f, schema);
}

/* Answers QUESTION_VIEW for the COUNT facts of a component, whose numbers are in SCC. */
static void settle_view(struct settling *s, const uint32_t *scc, uint32_t count)
{
    enum tristate answer = NO;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = scc[i];
        if (says_view(s->f, s->facts[number]->schema))
            answer = YES;
        for (uint32_t edge = s->graph.first[number]; edge < s->graph.first[number + 1]; edge++)
            if (s->facts[s->graph.to[edge]]->viewed_out == YES)
                answer = YES;
    }
    for (uint32_t i = 0; i < count; i++)
        s->facts[scc[i]]->viewed_out = answer;
}

/* Adds the names of the properties of SCHEMA itself that are hidden. */
static void add_own_names(struct filter *f, struct hidden_names *names, const struct node *schema)
{
    const struct node *properties = node_get(schema, S("properties"));
    if (!node_is(properties, NODE_OBJECT) || is_only_reference(f, schema))
        return;
    for (uint32_t i = 0; i < properties->count; i++)
        if (hidden_is_property(f, node_value(properties, i)))
            map_put(&names->own, node_text(node_key(properties, i)), names);
}

/* Adds the names of the parts of number NUMBER; ROOM more of them may come. */
static void add_part_names(struct settling *s, struct hidden_names *names, uint32_t number,
                           ptrdiff_t room)
{
    for (uint32_t edge = s->graph.first[number]; edge < s->graph.first[number + 1]; edge++) {
        struct hidden_names *other = s->facts[s->graph.to[edge]]->names; /* NULL in this SCC */
        if (!other || other->query == s->f->queries)
            continue;
        other->query = s->f->queries;
        if (!names->others)
            names->others = arena_new(s->f->facts.arena, struct hidden_names *, room);
        names->others[names->other_count++] = other;
    }
}

/* Answers QUESTION_NAMES for the COUNT facts of a component, whose numbers are in SCC. */
static void settle_names(struct settling *s, const uint32_t *scc, uint32_t count)
{
    struct arena *arena = s->f->facts.arena;
    struct hidden_names *names = arena_new(arena, struct hidden_names, 1);
    names->own.arena = arena;
    ptrdiff_t edges = 0;
    for (uint32_t i = 0; i < count; i++) {
        edges += s->graph.first[scc[i] + 1] - s->graph.first[scc[i]];
        add_own_names(s->f, names, s->facts[scc[i]]->schema);
    }
    s->f->queries++;
    for (uint32_t i = 0; i < count; i++)
        add_part_names(s, names, scc[i], edges);
    if (!names->own.count && names->other_count < 2)
        names = names->other_count ? names->others[0] : NULL;
    for (uint32_t i = 0; i < count; i++) {
        s->facts[scc[i]]->named = YES;
        s->facts[scc[i]]->names = names;
    }
}

/* Answers QUESTION for all facts of S, component by component. */
static void settle_sccs(struct settling *s)
{
    uint32_t scc_count, count = s->graph.count;
    const uint32_t *sccs = digraph_sccs(&s->scratch, &s->graph, &scc_count);
    const uint32_t *order = digraph_scc_order(&s->scratch, sccs, count, scc_count);
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && sccs[order[end]] == sccs[order[begin]]; end++)
            ;
        if (is_settled(s->facts[order[begin]], s->question))
            continue;
        if (s->question == QUESTION_VIEW)
            settle_view(s, &order[begin], end - begin);
        else
            settle_names(s, &order[begin], end - begin);
    }
}

/* Answers QUESTION for SCHEMA and all that it depends on. */
static void settle(struct filter *f, const struct node *schema, enum question question)
{
    struct settling s = {.f = f, .question = question};
    s.maker.arena = &s.scratch;
    collect_parts(&s, schema);
    settle_sccs(&s);
    for (ptrdiff_t i = 0; i < s.count; i++)
        s.facts[i]->numbers[question] = 0;
    arena_free(&s.scratch);
}

static bool has_parts(const struct node *schema)
{
    return reference_of(schema) || node_get(schema, S("allOf"));
}

bool hidden_is_property(struct filter *f, const struct node *schema)
{
    if (!node_is(schema, NODE_OBJECT))
        return false;
    if (hidden_is_omitted(f, schema))
        return true;
    if (f->options.view == VIEW_BOTH)
        return false;
    if (!has_parts(schema))
        return says_view(f, schema);
    struct fact *fact = fact_of(f, schema);
    if (fact->viewed_out == UNSET)
        settle(f, schema, QUESTION_VIEW);
    return fact->viewed_out == YES;
}

struct hidden_names *hidden_names_of(struct filter *f, const struct node *schema)
{
    if (!has_parts(schema) && !node_get(schema, S("properties")))
        return NULL;
    struct fact *fact = fact_of(f, schema);
    if (fact->named == UNSET)
        settle(f, schema, QUESTION_NAMES);
    return fact->names;
}

/* Sets that are still to be looked at. */
struct name_stack {
    struct hidden_names **at;
    ptrdiff_t len, cap;
};

static void push_names(struct filter *f, struct name_stack *stack, struct hidden_names *names)
{
    f->work++;
    if (names->query == f->queries)
        return;
    names->query = f->queries;
    if (stack->len == stack->cap) {
        stack->cap = stack->cap ? stack->cap * 2 : 16;
        stack->at = heap_resize(stack->at, stack->cap * (ptrdiff_t)sizeof(struct hidden_names *));
    }
    stack->at[stack->len++] = names;
}

bool hidden_has(struct filter *f, struct hidden_names *names, str name)
{
    if (!names->other_count)
        return map_get(&names->own, name); /* as cheap as NAME is, so it does not count */
    if (f->work > WORK_CAP)
        return false; /* it has been reported */
    struct name_stack stack = {0};
    f->queries++;
    push_names(f, &stack, names);
    bool found = false;
    while (stack.len && !found) {
        names = stack.at[--stack.len];
        found = map_get(&names->own, name);
        for (ptrdiff_t i = 0; i < names->other_count; i++)
            push_names(f, &stack, names->others[i]);
    }
    free(stack.at);
    if (f->work > WORK_CAP)
        diag_report(f->sources->found, L0502, (place){0},
                    "too many schemas are composed of each other to find the properties that are "
                    "left out");
    return found;
}
