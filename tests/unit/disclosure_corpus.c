/*
 * Disclosures of the corpus, $SCHEMAC_CORPUS or ../shared/corpus, and of our own tools: the vectors
 * of corpus/disclosure, all tools of real servers there and back, and all that is written held to
 * the two schemas that the project publishes. Without a corpus its parts are skipped; what it tests
 * is tested on data of our own here and in disclosure_disclose.c and disclosure_restore.c.
 */
#include "contract/listing.h"
#include "validate/compile.h"
#include "validate/run.h"

#include "corpus.h"
#include "disclosing.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* ---- the published schemas ------------------------------------------------------------------- */

static struct published {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct compiler compiler;
    const struct scheme *manifest, *fragment;
    struct runner runner;
    int judged, refused; /* of what was written */
} published;

static struct document *add_schema(struct published *p, const char *path)
{
    struct document *document = sources_load(&p->sources, path, str_of(path));
    if (document)
        registry_add(&p->registry, document, path);
    return document;
}

/* Both in one registry: the one of fragments refers to that of manifests. */
static void open_published(struct published *p)
{
    p->found.arena = &p->arena;
    p->sources = (struct sources){.arena = &p->arena, .found = &p->found};
    registry_init(&p->registry, &p->sources, S("."), true);
    compiler_init(&p->compiler, &p->registry, DIALECT_2020_12, FORMATS_AUTO);
    struct document *manifest = add_schema(p, "schemas/schema-manifest.schema.json"),
                    *fragment = add_schema(p, "schemas/schema-fragment.schema.json");
    if (manifest && fragment) {
        p->manifest = compile(&p->compiler, manifest->root);
        p->fragment = compile(&p->compiler, fragment->root);
    }
    runner_init(&p->runner, &p->compiler.program);
    ok(p->manifest && p->fragment, "the published schemas are compiled");
}

static bool is_valid(struct published *p, const struct scheme *scheme, const struct node *root)
{
    return root && run(&p->runner, scheme, root) == VERDICT_VALID;
}

/* Holds all that is written of DISCLOSURE to the schemas. */
static void judge(struct published *p, const struct disclosure *d)
{
    struct arena arena = {0};
    str manifest = manifest_text(&arena, &d->manifest);
    p->judged++;
    p->refused += !is_valid(p, p->manifest, read_into(&arena, "manifest.json", manifest));
    for (int64_t i = 0; i < d->manifest.fragment_count; i++) {
        str fragment = fragment_text(&arena, d, i);
        p->judged++;
        p->refused += !is_valid(p, p->fragment, read_into(&arena, "fragment.json", fragment));
    }
    arena_free(&arena);
}

/* ---- the corpus ------------------------------------------------------------------------------ */

/* The file NAME of the corpus as a tree, NULL when that is skipped, for what ABOUT says. */
static const struct node *corpus_file(struct arena *arena, const char *name, const char *about)
{
    str text;
    const char *path = corpus_path(arena, name);
    if (!path) {
        skip("no corpus", "%s", about);
        return NULL;
    }
    bool is_read = file_read(arena, path, FILE_CEILING, &text) == 0;
    const struct node *root = is_read ? read_into(arena, name, text) : NULL;
    ok(root, "%s is read", name);
    return root;
}

static str text_at(const struct node *object, const char *name)
{
    const struct node *value = node_get(object, str_of(name));
    return node_is(value, NODE_STRING) || node_is(value, NODE_NUMBER) ? node_text(value) : (str){0};
}

static long long integer_at(const struct node *object, const char *name)
{
    str text = text_at(object, name);
    return text.len ? strtoll(text.data, NULL, 10) : -1;
}

/* True when TEXT, written here, is the same JSON as WANTED. */
static bool is_same(struct arena *arena, str text, const struct node *wanted)
{
    const struct node *root = read_into(arena, "written.json", text);
    return root && node_equal(root, wanted);
}

/* One file of documents: manifest, fragments, their sizes. */
static bool check_vector(const struct node *root)
{
    struct reading r;
    struct disclosure d = {0};
    const struct node *input = node_get(root, S("input")),
                      *fragments = node_get(root, S("fragments")),
                      *sizes = node_get(root, S("envelope_bytes"));
    struct digest source = digest_sha256(text_at(input, "source_text"));
    struct disclosure_names names = {text_at(input, "operation"), text_at(input, "alias"),
                                     S(MANIFEST_URI_PREFIX), str_of(source.hex)};
    bool good = disclose_text(&r, text_at(input, "input_schema_json"),
                              text_at(input, "output_schema_json"), names, &d);
    good = good &&
           is_same(&r.arena, manifest_text(&r.arena, &d.manifest), node_get(root, S("manifest")));
    good = good && d.document.len == integer_at(root, "document_bytes") &&
           d.manifest.fragment_count == (int64_t)fragments->count;
    for (uint32_t i = 0; good && i < fragments->count; i++) {
        str text = fragment_text(&r.arena, &d, i);
        good = is_same(&r.arena, text, node_item(fragments, i)) &&
               text.len == strtoll(node_item(sizes, i)->chars, NULL, 10);
    }
    good = good && comes_back(&r, &d);
    if (good)
        judge(&published, &d);
    reading_close(&r);
    return good;
}

static void test_vectors(void)
{
    for (int i = 1; i <= 24; i++) {
        struct arena arena = {0};
        const char *name = arena_printf(&arena, "disclosure/documents/d%02d.json", i).data;
        const struct node *root = corpus_file(&arena, name, "documents of the corpus");
        if (root)
            ok(check_vector(root), "%s comes out the same", name);
        arena_free(&arena);
        if (!root)
            return;
    }
}

/* ---- reconstruct.json ------------------------------------------------------------------------ */

/* How restoring NODE's fragments by its manifest ends: "accepted" or the class. */
static str restore_case(struct reading *r, const struct node *node)
{
    const struct node *fragments = node_get(node, S("fragments"));
    struct restoration restoration;
    struct restored restored;
    struct text text = {.name = S("case"), .chars = S("")};
    bool good = restore_begin(&restoration, &r->arena, &r->found, &text,
                              node_get(node, S("selected_manifest")), S(MANIFEST_URI_PREFIX));
    for (uint32_t i = 0; good && i < fragments->count; i++)
        restore_add(&restoration, &text, node_item(fragments, i));
    good = good && restore_end(&restoration, &restored);
    if (good)
        return S("accepted");
    for (enum restore_class i = 0; i < RESTORE_CLASSES; i++)
        if (r->found.first &&
            str_starts(str_of(r->found.first->message), str_of(restore_class_word(i))))
            return str_of(restore_class_word(i));
    return S("refused without a class");
}

/* True when the schemas refuse the manifest or a fragment of NODE. */
static bool is_refused(const struct node *node)
{
    const struct node *fragments = node_get(node, S("fragments"));
    bool good = is_valid(&published, published.manifest, node_get(node, S("selected_manifest")));
    for (uint32_t i = 0; i < fragments->count; i++)
        good = good && is_valid(&published, published.fragment, node_item(fragments, i));
    return !good;
}

/*
 * What no schema can express: that a URI is derived, an index below a count beside it, the bytes of
 * a text, and all that concerns several values. "too_large" is refused by the characters of a text,
 * and "index" where it is negative.
 */
static bool is_expressible(str id, str class)
{
    return str_equal(id, S("index-negative")) || str_equal(id, S("fragment-too-large")) ||
           (str_equal(class, S("malformed")) && !str_equal(id, S("foreign-uri")));
}

static void test_reconstruct(void)
{
    struct arena arena = {0};
    const struct node *root =
        corpus_file(&arena, "disclosure/reconstruct.json", "reconstruct.json of the corpus");
    const struct node *cases = node_get(root, S("cases"));
    for (uint32_t i = 0; cases && i < cases->count; i++) {
        struct reading r;
        const struct node *node = node_item(cases, i);
        str id = text_at(node, "id"), class = text_at(node, "expect");
        reading_begin(&r, as_they_come);
        str wanted = str_equal(class, S("too_large")) ? S("too large") : class;
        is_str(restore_case(&r, node), arena_copy(&arena, wanted).data, "%.*s", (int)id.len,
               id.data);
        ok(is_refused(node) == is_expressible(id, class), "%.*s: the schemas %s it", (int)id.len,
           id.data, is_expressible(id, class) ? "refuse" : "accept");
        reading_close(&r);
    }
    arena_free(&arena);
}

/* ---- limits.json ----------------------------------------------------------------------------- */

static void check_size(const struct node *entry)
{
    struct arena arena = {0};
    struct reading r;
    struct disclosure d = {0};
    struct buf input = buf_in(&arena, PTRDIFF_MAX);
    const struct node *expect = node_get(entry, S("expect"));
    buf_add(&input, S("{\"description\":\""));
    buf_add_bytes(&input, 'a', integer_at(node_get(entry, S("recipe")), "n"));
    buf_add(&input, S("\"}"));
    bool made = disclose_text(&r, buf_view(&input), S("{}"), names_of("a", "b"), &d);
    long long bytes = integer_at(entry, "document_bytes");
    if (node_get(expect, S("refused"))) {
        ok(!made && r.found.first->code == D1112, "%lld bytes are refused", bytes);
    } else {
        struct digest first, last;
        int64_t count = d.manifest.fragment_count;
        str last_text = disclosure_fragment(&d, count - 1, &last).text;
        disclosure_fragment(&d, 0, &first);
        ok(made && d.document.len == bytes && count == integer_at(expect, "fragment_count") &&
               last_text.len == integer_at(expect, "last_fragment_bytes"),
           "%lld bytes in %lld parts", bytes, (long long)count);
        ok(str_equal(d.manifest.schema_sha256, text_at(expect, "schema_sha256")) &&
               str_equal(d.manifest.input_schema_sha256, text_at(expect, "input_schema_sha256")) &&
               str_equal(d.manifest.output_schema_sha256, text_at(expect, "output_schema_sha256")),
           "with these digests");
        ok(str_equal(str_of(first.hex), text_at(expect, "first_fragment_sha256")) &&
               str_equal(str_of(last.hex), text_at(expect, "last_fragment_sha256")),
           "of the parts, too");
    }
    reading_close(&r);
    arena_free(&arena);
}

static void test_limits(void)
{
    struct arena arena = {0};
    const struct node *root =
        corpus_file(&arena, "disclosure/limits.json", "limits.json of the corpus");
    const struct node *encodings = node_get(root, S("encoding")),
                      *sizes = node_get(root, S("sizes")), *index = node_get(root, S("index_text"));
    const struct node *texts = node_get(index, S("cases"));
    for (uint32_t i = 0; root && i < encodings->count; i++) {
        struct reading r;
        struct disclosure d = {0};
        const struct node *entry = node_item(encodings, i);
        ok(!disclose_text(&r, text_at(entry, "input_schema_json"), S("{}"), names_of("a", "b"), &d),
           "not encodable: %.*s", (int)text_at(entry, "id").len, text_at(entry, "id").data);
        reading_close(&r);
    }
    for (uint32_t i = 0; root && i < sizes->count; i++)
        check_size(node_item(sizes, i));
    for (uint32_t i = 0; root && i < texts->count; i++) {
        const struct node *entry = node_item(texts, i);
        is_int(fragment_index(text_at(entry, "text"), integer_at(index, "fragment_count")),
               integer_at(entry, "index"), "the index \"%.*s\"", (int)text_at(entry, "text").len,
               text_at(entry, "text").data);
    }
    arena_free(&arena);
}

/* ---- tools of servers ------------------------------------------------------------------------ */

struct tally {
    int tools, good;
};

/* Discloses and restores all tools of the listing in the file PATH, and judges what is written. */
static void disclose_listing(struct tally *tally, const char *path)
{
    struct reading r;
    reading_begin(&r, as_they_come);
    struct listing listing = {.sources = &r.sources};
    bool is_read = listing_read(&listing, &path, 1);
    for (ptrdiff_t i = 0; is_read && i < listing.count; i++) {
        struct disclosure d = {0};
        const struct tool *tool = &listing.tools[i];
        struct disclosure_names names = names_of("tools.call", "");
        names.alias = tool->name;
        tally->tools++;
        if (!disclose(&r.sources, tool_input(tool), tool_output(tool), &names, &d))
            continue;
        tally->good += comes_back(&r, &d);
        judge(&published, &d);
    }
    if (!is_read)
        printf("# %s: %s\n", path, reading_message(&r));
    reading_close(&r);
}

static void test_servers(void)
{
    struct arena arena = {0};
    struct tally tally = {0};
    const char *folder = corpus_path(&arena, "mcp-servers");
    DIR *files = folder ? opendir(folder) : NULL;
    if (!files) {
        skip("no corpus", "all tools of the servers of the corpus");
        return;
    }
    for (struct dirent *entry; (entry = readdir(files));)
        if (str_ends(str_of(entry->d_name), S(".tools.json")))
            disclose_listing(&tally, arena_printf(&arena, "%s/%s", folder, entry->d_name).data);
    closedir(files);
    is_int(tally.tools, 267, "tools of real servers");
    is_int(tally.good, tally.tools, "come back byte for byte");
    arena_free(&arena);
}

/* ---- our own --------------------------------------------------------------------------------- */

static void test_own(void)
{
    static const char *const inputs[] = {
        "{}",
        "true",
        "{\"type\":\"object\",\"properties\":{\"\\ud83d\\ude00\":{\"default\":1e-7}}}",
        "{\"description\":\"\\u0000\\u001f\\u007f\\u2028\\\"\\\\\"}",
    };
    int good = 0, count = sizeof inputs / sizeof *inputs;
    for (int i = 0; i < count; i++) {
        struct reading r;
        struct disclosure d = {0};
        good += disclose_text(&r, str_of(inputs[i]), S(""), names_of("a/b \xC3\xA9", "%"), &d) &&
                comes_back(&r, &d);
        judge(&published, &d);
        reading_close(&r);
    }
    is_int(good, count, "our own schemas come back");
    struct tally tally = {0};
    disclose_listing(&tally, "tests/examples/tools/weather.json");
    ok(tally.tools > 0 && tally.good == tally.tools, "so do our own tools");

    struct arena arena = {0};
    const struct node *bad = read_into(&arena, "bad.json", S("{\"version\":1}"));
    ok(!is_valid(&published, published.manifest, bad), "what lacks members is no manifest");
    ok(!is_valid(&published, published.fragment, bad), "and no fragment");
    arena_free(&arena);
}

int main(void)
{
    open_published(&published);
    test_own();
    test_vectors();
    test_reconstruct();
    test_limits();
    test_servers();
    ok(published.judged > 8, "%d manifests and fragments were written", published.judged);
    is_int(published.refused, 0, "and are valid by the schemas that are published");
    runner_done(&published.runner);
    arena_free(&published.arena);
    return done_testing();
}
