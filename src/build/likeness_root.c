#include "build/likeness_root.h"

#include "base/file.h"
#include "openapi/candidates.h"
#include "openapi/graph.h"
#include "schema/pointer.h"
#include "schema/walk.h"

#include <string.h>

/* What stands at the top besides the envelope and the definitions. */
enum top_shape {
    TOP_NOTHING, /* several roots: there are only definitions */
    TOP_REF,     /* "$ref": one root, root_form: ref */
    TOP_ALLOF,   /* "allOf": [{"$ref"}]: one root, root_form: allof */
    TOP_MEMBERS  /* more: one root, root_form: inline */
};

struct guesser {
    const struct openapi *openapi;
    const struct existing *existing;
    enum dialect dialect;
    struct arena *arena;
    const struct node *definitions; /* of what is there; an object, or NULL */
    struct root_guess *guesses;
    ptrdiff_t count;
};

static struct string_list one_root(struct arena *arena, const char *root)
{
    const char **at = arena_new(arena, const char *, 1);
    at[0] = root;
    return (struct string_list){at, 1};
}

static void add_guess(struct guesser *g, struct string_list roots, const char *form)
{
    if (g->count < ROOT_GUESSES && roots.count)
        g->guesses[g->count++] = (struct root_guess){.roots = roots, .form = form};
}

static void add_inlined(struct guesser *g, struct string_list roots, const struct node *inlined,
                        bool is_comparable)
{
    if (g->count < ROOT_GUESSES)
        g->guesses[g->count++] = (struct root_guess){roots, "inline", inlined, is_comparable};
}

/* ---- the top --------------------------------------------------------------------------------- */

static bool is_envelope(str name)
{
    static const str names[] = {STR_INIT("$schema"),    STR_INIT("$id"),   STR_INIT("id"),
                                STR_INIT("$comment"),   STR_INIT("title"), STR_INIT("$defs"),
                                STR_INIT("definitions")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_equal(name, names[i]))
            return true;
    return false;
}

/* The shape of the top, and the reference in it. */
static enum top_shape top_shape(const struct node *top, const struct node **ret_reference)
{
    ptrdiff_t more = 0;
    const struct node *all = node_get(top, S("allOf"));
    for (uint32_t i = 0; i < top->count; i++)
        more += !is_envelope(node_text(node_key(top, i)));
    if (more == 0)
        return TOP_NOTHING;
    bool is_all = node_is(all, NODE_ARRAY) && all->count == 1 && node_item(all, 0)->count == 1;
    *ret_reference = node_get(is_all ? node_item(all, 0) : top, S("$ref"));
    if (more > 1 || !node_is(*ret_reference, NODE_STRING))
        return TOP_MEMBERS;
    return is_all ? TOP_ALLOF : TOP_REF;
}

/* Takes "#/definitions/NAME/TAIL" apart; the tail is empty or begins with "/". */
static bool split_reference(struct guesser *g, str reference, str *ret_name, str *ret_tail)
{
    str pointer, keyword, token, rest;
    if (!str_starts(reference, S("#/")) ||
        !pointer_from_fragment(g->arena, str_skip(reference, 1), &pointer))
        return false;
    str_cut(str_skip(pointer, 1), '/', &keyword, &rest);
    if (!str_equal(keyword, S("$defs")) && !str_equal(keyword, S("definitions")))
        return false;
    bool has_tail = str_cut(rest, '/', &token, &rest);
    *ret_tail = has_tail ? (str){rest.data - 1, rest.len + 1} : (str){0};
    return pointer_token_decode(g->arena, token, ret_name);
}

/* ---- the schema that looks like it ----------------------------------------------------------- */

/* True when A and B, two values of one keyword, are the same, or references to the same name. */
static bool is_same_value(str keyword, const struct node *a, const struct node *b)
{
    if (a->kind >= NODE_ARRAY || !str_equal(keyword, S("$ref")) || a->kind != b->kind)
        return a->kind < NODE_ARRAY && node_equal(a, b);
    return node_is(a, NODE_STRING) && str_equal(path_base(node_text(a)), path_base(node_text(b)));
}

/* How much the members of SCHEMA are those of TARGET: a point each for equal names and values. */
static ptrdiff_t likeness_of_members(const struct node *schema, const struct node *target)
{
    ptrdiff_t points = 0;
    for (uint32_t i = 0; i < schema->count; i++) {
        const struct node *value = node_value(schema, i);
        str name = node_text(node_key(schema, i));
        const struct node *other = node_get(target, name);
        points += other ? 1 : -1;
        points += other && is_same_value(name, value, other);
    }
    return points - (target->count > schema->count ? target->count - schema->count : 0);
}

static ptrdiff_t likeness_of_schemas(const struct node *schema, const struct node *target)
{
    const struct node *own = node_get(schema, S("properties")),
                      *theirs = node_get(target, S("properties"));
    ptrdiff_t points = likeness_of_members(schema, target);
    if (node_is(own, NODE_OBJECT) && node_is(theirs, NODE_OBJECT))
        points += 2 * likeness_of_members(own, theirs);
    return points;
}

/* True when A and B are one word but for case and the marks "-", "_" and ".". */
static bool is_same_word(str a, str b)
{
    ptrdiff_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a.len && str_find_byte(S("-_."), a.data[i]) >= 0)
            i++;
        while (j < b.len && str_find_byte(S("-_."), b.data[j]) >= 0)
            j++;
        if (i == a.len || j == b.len)
            return i == a.len && j == b.len;
        char x = a.data[i], y = b.data[j];
        x = (char)(x >= 'A' && x <= 'Z' ? x | 0x20 : x);
        y = (char)(y >= 'A' && y <= 'Z' ? y | 0x20 : y);
        if (x != y)
            return false;
    }
}

/*
 * True when the steps of POINTER below the named schemas appear in HINT one after the other, as
 * they do in the name of a schema that was lifted out.
 */
static bool steps_fit(const struct guesser *g, str pointer, str hint)
{
    str prefix = g->openapi->schemas_pointer, token, name;
    if (!str_starts(pointer, prefix))
        return false;
    str rest = str_skip(pointer, prefix.len);
    if (!str_starts(rest, S("/")))
        return false;
    rest = str_skip(rest, 1);
    for (bool more = true; more;) {
        more = str_cut(rest, '/', &token, &rest);
        if (str_equal(token, S("properties")))
            continue;
        ptrdiff_t at = pointer_token_decode(g->arena, token, &name) ? str_find(hint, name) : -1;
        if (at < 0)
            return false;
        hint = str_skip(hint, at + name.len);
    }
    return true;
}

/* The schemas of the document that look most like TARGET, the likeliest first. */
struct contest {
    struct guesser *guesser;
    const struct node *target;
    str hint;           /* a name that it may have */
    struct buf pointer; /* of what is walked */
    struct entrant {
        const struct node *schema;
        const char *root; /* the schema as a root */
        ptrdiff_t points;
    } best[ROOT_GUESSES];
    ptrdiff_t count, max;
};

/* Lets SCHEMA, at the pointer, take part; NAME is that of a named schema, else without data. */
static void enter(struct contest *c, const struct node *schema, str name)
{
    struct guesser *g = c->guesser;
    ptrdiff_t at = c->count, points = 3 * likeness_of_schemas(schema, c->target);
    bool fits =
        name.data ? is_same_word(name, c->hint) : steps_fit(g, buf_view(&c->pointer), c->hint);
    points += fits + (name.data != NULL);
    while (at > 0 && c->best[at - 1].points < points)
        at--;
    if (at == c->max)
        return;
    str pointer = c->pointer.len ? buf_view(&c->pointer) : S("#");
    const char *root = name.data                          ? candidates_root(g->openapi, name)
                       : str_find_byte(pointer, '\0') < 0 ? arena_copy(g->arena, pointer).data
                                                          : NULL;
    if (!root)
        return;
    c->count += c->count < c->max;
    memmove(&c->best[at + 1], &c->best[at], (size_t)(c->count - at - 1) * sizeof *c->best);
    c->best[at] = (struct entrant){schema, root, points};
}

/* Enters all schemas below NODE, an object of KIND. The reader has bounded the depth. */
static void enter_all(struct contest *c, const struct node *node, enum object_kind kind)
{
    const struct openapi *openapi = c->guesser->openapi;
    struct walk_children it;
    struct walk_child child;
    walk_begin(&it, node, kind, resolve_dialect(&openapi->lookup, node, kind));
    while (walk_next(&it, &child)) {
        bool is_schema = child.kind == CHILD_SCHEMA && node_is(child.node, NODE_OBJECT);
        if (!is_schema && (child.kind != CHILD_OBJECT || child.misshapen))
            continue;
        ptrdiff_t up = c->pointer.len;
        walk_add_steps(&c->pointer, &child);
        bool is_named = child.entry && node_get(node, node_text(child.member)) == openapi->schemas;
        str name = is_named ? node_text(child.entry) : (str){0};
        const struct node *schema = is_named ? candidates_schema(openapi, name) : child.node;
        if (is_schema && node_is(schema, NODE_OBJECT))
            enter(c, schema, name);
        enter_all(c, child.node, child.object);
        c->pointer.len = up;
    }
}

/* Finds the schemas that look most like C's target. */
static void hold_contest(struct contest *c)
{
    struct guesser *g = c->guesser;
    c->pointer = buf_in(g->arena, PTRDIFF_MAX);
    const struct document *document = g->openapi->document;
    enum object_kind kind = registry_info(g->openapi->lookup.registry, document)->kind;
    if (kind == OBJECT_SCHEMA) /* the document is a JSON Schema */
        enter(c, document->root, (str){0});
    enter_all(c, document->root, kind);
}

/* Guesses with FORM the schemas that look most like the definition TARGET, which is called NAME. */
static void guess_alike(struct guesser *g, const struct node *target, str name, const char *form)
{
    struct contest c = {.guesser = g, .target = target, .hint = name, .max = 4};
    hold_contest(&c);
    for (ptrdiff_t i = 0; i < c.count; i++)
        add_guess(g, one_root(g->arena, c.best[i].root), form);
}

/* Guesses, inlined, the schemas that look most like the top. */
static void guess_inlined(struct guesser *g, enum top_shape shape)
{
    struct contest c = {.guesser = g,
                        .target = g->existing->root,
                        .hint = g->existing->stem,
                        .max = shape == TOP_MEMBERS ? 4 : 2};
    hold_contest(&c);
    for (ptrdiff_t i = 0; i < c.count; i++)
        add_inlined(g, one_root(g->arena, c.best[i].root), c.best[i].schema, shape == TOP_MEMBERS);
}

/* ---- a root that has a name ------------------------------------------------------------------ */

/*
 * The root that the top's REFERENCE leads to; NULL when it is no named schema or in one. What it
 * leads to goes to *RET_TARGET, if it is there, and its name to *RET_NAME.
 */
static const char *named_root(struct guesser *g, str reference, str *ret_name,
                              const struct node **ret_target)
{
    str name, tail;
    if (!split_reference(g, reference, &name, &tail))
        return NULL;
    *ret_name = name;
    *ret_target = node_get(g->definitions, name);
    if (!g->openapi->schemas || node_find(g->openapi->schemas, name) < 0)
        return NULL;
    if (tail.len == 0)
        return candidates_root(g->openapi, name);
    struct buf pointer = buf_in(g->arena, PTRDIFF_MAX);
    buf_add(&pointer, g->openapi->schemas_pointer);
    pointer_add_token(&pointer, name);
    buf_add(&pointer, tail);
    return str_find_byte(buf_view(&pointer), '\0') < 0
               ? arena_copy(g->arena, buf_view(&pointer)).data
               : NULL;
}

/* ---- several roots --------------------------------------------------------------------------- */

/* True when every named schema is among the definitions. */
static bool has_all(const struct guesser *g)
{
    const struct node *schemas = g->openapi->schemas;
    for (uint32_t i = 0; schemas && i < schemas->count; i++)
        if (node_find(g->definitions, node_text(node_key(schemas, i))) < 0)
            return false;
    return true;
}

static bool add_root(struct guesser *g, struct string_list *roots, str name)
{
    bool is_named = g->openapi->schemas && node_find(g->openapi->schemas, name) >= 0;
    const char *root = is_named ? candidates_root(g->openapi, name) : NULL;
    if (root)
        roots->at[roots->count++] = root;
    return root != NULL;
}

/*
 * The fewest definitions that reach all. Where that is a single one, a second is named: one root
 * would be referred to at the top.
 */
static struct string_list several_roots(struct guesser *g)
{
    struct string_list roots = {arena_new(g->arena, const char *, g->definitions->count + 1), 0};
    str first = {0}, keyword = dialect_info(g->dialect)->definitions;
    if (node_get(g->existing->root, keyword) != g->definitions)
        return roots; /* they stand where no root puts them */
    struct graph graph =
        graph_of(g->arena, g->existing->root, g->dialect, g->openapi->schema_dialect);
    const bool *referred = graph_referred(g->arena, &graph);
    for (uint32_t i = 0; i < graph.edges.count; i++)
        if (!referred[i] && add_root(g, &roots, graph.nodes[i].name))
            first = graph.nodes[i].name;
    for (uint32_t i = 0; roots.count == 1 && i < g->definitions->count; i++) {
        str name = node_text(node_key(g->definitions, i));
        if (!str_equal(name, first) && add_root(g, &roots, name))
            break;
    }
    return roots;
}

ptrdiff_t root_guesses(const struct openapi *openapi, const struct existing *existing,
                       enum dialect dialect, struct arena *arena, struct root_guess *guesses)
{
    struct guesser g = {openapi, existing, dialect, arena, .guesses = guesses};
    const struct node *reference = NULL, *target = NULL, *top = existing->root;
    enum top_shape shape = top_shape(top, &reference);
    str name = {0};
    g.definitions = node_get(top, dialect_info(dialect)->definitions);
    if (!g.definitions)
        g.definitions = node_get(top, node_get(top, S("$defs")) ? S("$defs") : S("definitions"));
    if (!node_is(g.definitions, NODE_OBJECT))
        g.definitions = NULL;
    if (shape == TOP_NOTHING && g.definitions) {
        if (has_all(&g))
            add_guess(&g, one_root(arena, "*"), NULL);
        add_guess(&g, several_roots(&g), NULL);
    }
    if (shape == TOP_REF || shape == TOP_ALLOF) {
        const char *form = shape == TOP_REF ? "ref" : NULL;
        const char *root = named_root(&g, node_text(reference), &name, &target);
        if (root)
            add_guess(&g, one_root(arena, root), form);
        else if (node_is(target, NODE_OBJECT))
            guess_alike(&g, target, name, form);
    }
    guess_inlined(&g, shape);
    if (g.count == 0)
        add_guess(&g, one_root(arena, "*"), NULL);
    return g.count;
}
