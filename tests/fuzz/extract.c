/*
 * Any bytes as an OpenAPI document and the files that it refers to (files.h), of which "*", single
 * components and the texts of "x-roots" are extracted in several ways. What comes out reads back
 * equal, holds what its references lead to and nothing else, and comes out the same when it is made
 * again, whatever was extracted before. Nothing is read outside of the root directory.
 */
#include "files.h"

#include "build/render.h"
#include "openapi/candidates.h"
#include "openapi/draw.h"
#include "schema/pointer.h"
#include "schema/walk.h"

/* How many components and how many texts of "x-roots" are tried; none when "*" has more bytes. */
enum { COMPONENTS = 6, ROOTS = 4, MUCH = 256 * 1024 };

#define NAME "openapi.yaml"

/* A document, and what was found since the last attempt. */
struct session {
    struct run run;
    bool is_open;
    struct registry registry;
    struct openapi openapi;
};

static const struct pair pairs[] = {{"https://m.example/a", "a.yaml"}, {"https://m.example/", "m"}};
static const struct pair_list mapped_urls = {(struct pair *)pairs, sizeof pairs / sizeof *pairs};
static const char *dropped[] = {"x-*", "description", "examples"};
static struct pair omitted[] = {{"x-internal", "true"}, {"deprecated", "true"}};

static const struct artifact_keys ways[] = {
    {.style = "exact", .root_form = "allof", .dialect = "2020-12"},
    {.style = "go", .root_form = "ref", .dialect = "draft-07", .translate = NO},
    {.style = "exact",
     .order = "sorted",
     .root_form = "inline",
     .dialect = "2020-12",
     .id = "https://schemas.example/{info.version}/a.json"},
    {.style = "exact",
     .root_form = "inline",
     .dialect = "draft-04",
     .translate = NO,
     .title = "title",
     .comment = "comment"},
    {.style = "go", .order = "source", .root_form = "ref", .dialect = "2020-12"},
    {.style = "exact", .root_form = "allof", .dialect = "2019-09", .translate = NO},
    {.style = "exact",
     .dialect = "2020-12",
     .translate = NO,
     .drop = {dropped, 3},
     .omit = {omitted, 2},
     .view = "request"},
    {.style = "go", .dialect = "draft-07", .omit = {omitted, 2}, .view = "response"},
};

/* Opens the entry document, which is ENTRY. */
static bool session_open(struct session *session, str entry)
{
    run_begin(&session->run, 0);
    struct sources *sources = &session->run.sources;
    struct document *document = sources_read(sources, S(NAME), entry);
    session->is_open = document && registry_init(&session->registry, sources, S("."), false);
    if (session->is_open)
        registry_add(&session->registry, document, NAME);
    session->is_open =
        session->is_open && openapi_open(&session->registry, document, &session->openapi);
    return session->is_open;
}

/* Forgets what was found, so that the next attempt finds it anew. */
static void forget(struct session *session)
{
    const struct sources *sources = &session->run.sources;
    session->run.found = (struct diag_list){.arena = &session->run.arena};
    for (ptrdiff_t i = 0; i < sources->count; i++)
        for (struct fault *fault = sources->documents[i]->faults; fault; fault = fault->next)
            fault->reported = false;
}

/* A result whose references are followed. */
struct closure {
    struct arena *arena;
    const struct node *top, *definitions;
    str keyword;
    enum dialect dialect; /* of its keywords */
    bool inlined;         /* its root is at the top, where names of components do not lead */
    struct map reached;   /* names of definitions, in the order found */
    str other_id;         /* of the schema that it refers to, or empty */
    const struct node *other;
};

static void reach(struct closure *c, str name)
{
    if (node_get(c->definitions, name))
        map_entry(&c->reached, name, NULL);
}

/* Holds FRAGMENT to lead to a schema in TOP, and notes the definition that it leads into. */
static void follow_fragment(struct closure *c, const struct node *top, str fragment)
{
    str pointer, keyword, token, rest, name;
    MUST(pointer_from_fragment(c->arena, fragment, &pointer), "a reference is well-formed");
    struct pointer_target target = pointer_resolve(c->arena, top, pointer);
    MUST(target.node, "a reference leads to something in the result");
    MUST(target.node->kind == NODE_OBJECT || target.node->kind == NODE_BOOL, "and to a schema");
    if (top != c->top || pointer.len == 0)
        return;
    str_cut(str_skip(pointer, 1), '/', &keyword, &rest);
    str_cut(rest, '/', &token, &rest);
    if (str_equal(keyword, c->keyword) && pointer_token_decode(c->arena, token, &name))
        reach(c, name);
}

static void follow_reference(struct closure *c, const struct walk_child *child)
{
    str text = node_text(child->node);
    if (str_starts(text, S("#"))) {
        follow_fragment(c, c->top, str_skip(text, 1));
    } else if (c->other && str_starts(text, c->other_id)) {
        follow_fragment(c, c->other, str_skip(text, c->other_id.len + 1));
    } else {
        MUST(child->kind == CHILD_MAPPING, "a reference stays in the result");
        MUST(c->inlined || c->other || node_get(c->definitions, text),
             "a mapping names a definition");
        reach(c, text);
    }
}

static void follow(struct closure *c, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    walk_begin(&it, node, kind, c->dialect);
    while (walk_next(&it, &child)) {
        bool is_definition = node == c->top && str_equal(node_text(child.member), c->keyword);
        if (is_definition)
            continue;
        if (child.kind == CHILD_REFERENCE || child.kind == CHILD_MAPPING)
            follow_reference(c, &child);
        else if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT)
            follow(c, child.node, child.object);
    }
}

/* Holds all references to lead somewhere and, with a ROOT, all definitions to be reached. */
static void check_closure(struct closure *c, bool is_rooted)
{
    uint32_t count = c->definitions ? c->definitions->count : 0;
    follow(c, c->top, OBJECT_SCHEMA);
    for (uint32_t i = 0; !is_rooted && i < count; i++)
        reach(c, node_text(node_key(c->definitions, i)));
    for (ptrdiff_t i = 0; i < c->reached.count; i++)
        follow(c, node_get(c->definitions, c->reached.entries[i].key), OBJECT_SCHEMA);
    MUST(c->reached.count == (ptrdiff_t)count, "all definitions are reached");
}

static void check_bytes(const struct artifact_keys *keys, const struct rendering *made)
{
    struct run reading;
    run_begin(&reading, INSTANCE_DEPTH);
    struct write_options options = keys_write_options(keys);
    struct document *back =
        sources_read_as(&reading.sources, S("result"), made->bytes, FORMAT_JSON);
    MUST(back, "a result is JSON");
    MUST(!back->faults, "no key stands twice in a result");
    if (options.order == WRITE_SOURCE_ORDER)
        fuzz_same(made->schema, back->root,
                  options.style == WRITE_GO ? NUMBERS_AS_DOUBLES : NUMBERS_AS_WRITTEN);
    else if (options.style == WRITE_EXACT)
        MUST(node_equal(made->schema, back->root), "a result reads back equal");
    arena_free(&reading.arena);
}

/*
 * True when all that MADE was made from is of one dialect, which a walk of the result needs: it
 * does not know which part of it came from where.
 */
static bool is_of_one_dialect(const struct session *session, const struct rendering *made)
{
    for (ptrdiff_t i = 0; i < made->used.count; i++) {
        const struct document_info *info = registry_info(&session->registry, made->used.at[i]);
        for (ptrdiff_t j = 0; j < info->count; j++)
            if (info->resources[j]->dialect != session->openapi.schema_dialect &&
                info->resources[j]->dialect != DIALECT_COUNT)
                return false;
    }
    return true;
}

/* Renders as KEYS say; false when that is refused. */
static bool attempt(struct session *session, const struct artifact_keys *keys,
                    const struct node *other, struct rendering *ret)
{
    struct artifact_keys mapped = *keys;
    mapped.map = mapped_urls;
    forget(session);
    bool ok = render(&session->openapi, &mapped, &other, NULL, ret);
    MUST(ok == !run_failed(&session->run), "there is a result, or an error tells why not");
    return ok;
}

/* Extracts ROOTS by KEYS and checks the result; NULL when there is none. */
static const struct node *extract_as(struct session *session, struct artifact_keys keys,
                                     const char **roots, ptrdiff_t count, const struct node *other)
{
    struct rendering made, again;
    const char *refer[] = {"other.json"};
    keys.roots = (struct string_list){roots, count};
    keys.refer = (struct string_list){refer, other ? 1 : 0};
    if (!attempt(session, &keys, other, &made))
        return NULL;
    check_bytes(&keys, &made);
    MUST(attempt(session, &keys, other, &again), "what was extracted can be extracted again");
    MUST(str_equal(made.bytes, again.bytes), "the same extraction gives the same bytes");

    struct extract_request request = keys_request(&keys);
    struct closure closure = {
        .arena = &session->run.arena,
        .top = made.schema,
        .keyword = dialect_info(request.dialect)->definitions,
        .dialect = session->openapi.schema_dialect, /* which knows what was copied and kept */
        .inlined = request.root_form == ROOT_FORM_INLINE,
        .reached = {.arena = &session->run.arena},
        .other = other,
    };
    closure.definitions = node_get(made.schema, closure.keyword);
    struct graph graph =
        graph_of(&session->run.arena, made.schema, request.dialect, closure.dialect);
    struct buf picture = buf_in(&session->run.arena, MUCH);
    draw_dot(&picture, &graph);
    draw_mermaid(&picture, &graph);
    if (other)
        closure.other_id = node_text(node_get(other, dialect_info(request.dialect)->id));
    bool is_rooted = count == 1 && !str_equal(str_of(roots[0]), S("*"));
    if (is_of_one_dialect(session, &made))
        check_closure(&closure, is_rooted);
    return made.schema;
}

/* Extracts ROOT in every way, also with what STARS have in common with it left to them. */
static void extract_root(struct session *session, const char *root, const struct node *const *stars)
{
    const char *roots[] = {root};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        extract_as(session, ways[i], roots, 1, NULL);
        if (stars[i])
            extract_as(session, ways[i], roots, 1, stars[i]);
    }
}

static void extract_all(struct session *session, bool is_much)
{
    enum { WAYS = sizeof ways / sizeof *ways };
    const struct node *stars[WAYS];
    const char *all[] = {"*"};
    for (size_t i = 0; i < WAYS; i++) {
        struct artifact_keys keys = ways[i];
        keys.id = "https://schemas.example/all.json";
        stars[i] = extract_as(session, keys, all, 1, NULL);
    }
    if (is_much)
        return;
    struct arena *arena = &session->run.arena;
    const struct node *schemas = session->openapi.schemas;
    for (uint32_t i = 0; schemas && i < schemas->count && i < COMPONENTS; i++)
        extract_root(session, arena_copy(arena, node_text(node_key(schemas, i))).data, stars);
    const struct node *wanted = node_get(session->openapi.document->root, S("x-roots"));
    const char *roots[ROOTS];
    ptrdiff_t count = 0;
    for (uint32_t i = 0; node_is(wanted, NODE_ARRAY) && i < wanted->count && count < ROOTS; i++)
        if (node_is(node_item(wanted, i), NODE_STRING))
            roots[count++] = arena_copy(arena, node_text(node_item(wanted, i))).data;
    for (ptrdiff_t i = 0; i < count; i++)
        extract_root(session, roots[i], stars);
    for (size_t i = 0; i < WAYS && count > 1; i++)
        extract_as(session, ways[i], roots, count, NULL);
}

/*
 * Holds those candidates of the document ENTRY to be faulty that cannot be extracted. With several
 * files, or with names that evaluation looks for, that depends on what else is extracted.
 */
static void check_candidates(str entry)
{
    struct session listing;
    struct candidates list = {0};
    bool is_open = session_open(&listing, entry);
    listing.openapi.lookup.map = mapped_urls;
    bool ok = is_open && candidates_list(&listing.openapi, &list);
    bool is_plain = ok && listing.registry.files.count == 1 && str_find(entry, S("$id")) < 0 &&
                    str_find(entry, S("$dynamic")) < 0 && str_find(entry, S("$recursive")) < 0;
    for (ptrdiff_t i = 0; is_plain && i < list.count && i < ROOTS; i++) {
        struct session session;
        struct rendering made;
        const char *root = arena_copy(&listing.run.arena, list.at[i].name).data;
        struct artifact_keys keys = {.roots = {&root, 1}, .translate = NO};
        MUST(session_open(&session, entry), "what was read once is read again");
        if (list.at[i].is_named)
            MUST(attempt(&session, &keys, NULL, &made) == !list.at[i].is_faulty,
                 "a candidate that is not faulty can be extracted, and no other");
        run_end(&session.run);
    }
    run_end(&listing.run);
}

/* The bytes of all schemas, or nothing. */
static str star_bytes(struct session *session)
{
    const char *roots[] = {"*"};
    struct artifact_keys keys = {.roots = {roots, 1}, .translate = NO};
    struct rendering made;
    bool ok = session->is_open && attempt(session, &keys, NULL, &made);
    return ok ? made.bytes : S("");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    str entry = memory_begin(fuzz_input(data, size), S(NAME));
    struct session first, second;
    session_open(&first, entry);
    session_open(&second, entry);
    str once = star_bytes(&first), twice = star_bytes(&second);
    MUST(str_equal(once, twice), "the same document gives the same bytes");
    run_end(&second.run);
    if (first.is_open)
        extract_all(&first, once.len > MUCH);
    MUST(str_equal(once, star_bytes(&first)), "whatever was extracted before");
    sources_warn_unreached(&first.run.sources);
    run_end(&first.run);
    check_candidates(entry);
    memory_end();
    return 0;
}
