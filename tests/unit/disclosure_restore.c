/*
 * What is put together again, and what is refused as which class, where, in which order.
 */
#include "disclosing.h"

#include <string.h>

/* A disclosure of three parts, whose envelopes a test changes. */
struct parts {
    struct reading r;
    struct disclosure d;
    struct fragment fragments[4];
    struct digest digests[4];
    ptrdiff_t count;
    struct manifest selected;
};

static void parts_open(struct parts *p)
{
    struct arena arena = {0};
    struct buf input = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&input, S("{\"description\":\""));
    for (int i = 0; i < 1000; i++)
        buf_printf(&input, "line %d\\n", i);
    buf_add(&input, S("\"}"));
    ok(disclose_text(&p->r, buf_view(&input), S("true"), names_of("a.read", "read_a"), &p->d) &&
           p->d.manifest.fragment_count == 3,
       "a disclosure of three parts");
    arena_free(&arena);
    p->selected = p->d.manifest;
    for (p->count = 0; p->count < 3; p->count++)
        p->fragments[p->count] = disclosure_fragment(&p->d, p->count, &p->digests[p->count]);
}

static void parts_close(struct parts *p)
{
    reading_close(&p->r);
}

static bool restore(struct parts *p, struct restored *ret_restored)
{
    struct restoration restoration;
    if (!begin_text(&p->r, &restoration, manifest_text(&p->r.arena, &p->selected)))
        return false;
    for (ptrdiff_t i = 0; i < p->count; i++) {
        struct buf out = buf_in(&p->r.arena, PTRDIFF_MAX);
        fragment_write(&out, &p->fragments[i]);
        add_text(&p->r, &restoration, buf_view(&out));
    }
    return restore_end(&restoration, ret_restored);
}

/* Restores P, and says how that ended up to the first colon behind the code. */
static str class_of(struct parts *p)
{
    struct restored restored;
    str end = ending(&p->r, restore(p, &restored)), before, after;
    str_cut(end, ':', &before, &after);
    return before;
}

static void rehash(struct parts *p, ptrdiff_t index)
{
    p->digests[index] = digest_sha256(p->fragments[index].text);
    p->fragments[index].fragment_sha256 = str_of(p->digests[index].hex);
}

static void test_accepted(void)
{
    struct parts p;
    struct restored restored;
    parts_open(&p);
    ok(restore(&p, &restored), "all parts are restored");
    ok(str_equal(restored.document, p.d.document), "to the document");
    ok(node_is(restored.input, NODE_OBJECT) && node_is(restored.output, NODE_BOOL), "as a pair");
    is_int(p.r.found.count, 0, "without a word");
    parts_close(&p);
}

/* Any split into whole characters is legal. */
static void test_uneven(void)
{
    struct parts p;
    struct restored restored;
    parts_open(&p);
    str first = p.fragments[0].text, second = p.fragments[1].text;
    p.fragments[0].text = str_first(first, 1);
    p.fragments[1].text = (str){first.data + 1, 4000}; /* they follow each other in the document */
    p.fragments[2].text = (str){first.data + 4001, 4096};
    p.fragments[3] = p.fragments[2];
    p.fragments[3].index = 3;
    p.fragments[3].text = str_skip(p.d.document, 8097);
    ok(second.data == first.data + first.len, "the parts lie one behind the other");
    p.count = 4;
    p.selected.fragment_count = 4;
    for (ptrdiff_t i = 0; i < 4; i++) {
        p.fragments[i].manifest = p.selected;
        rehash(&p, i);
    }
    ok(restore(&p, &restored) && str_equal(restored.document, p.d.document), "an uneven split");
    parts_close(&p);
}

static void tamper(struct parts *p)
{
    char *copy = arena_alloc(&p->r.arena, 1, p->fragments[1].text.len);
    memcpy(copy, p->fragments[1].text.data, (size_t)p->fragments[1].text.len);
    copy[7] ^= 1;
    p->fragments[1].text.data = copy;
}
static void tamper_rehashed(struct parts *p)
{
    tamper(p);
    rehash(p, 1);
}
static void lose_last(struct parts *p)
{
    p->count = 2;
}
static void lose_all(struct parts *p)
{
    p->count = 0;
}
static void swap(struct parts *p)
{
    struct fragment first = p->fragments[0];
    p->fragments[0] = p->fragments[1];
    p->fragments[1] = first;
}
static void repeat(struct parts *p)
{
    p->fragments[1] = p->fragments[0];
}
static void add_one(struct parts *p)
{
    p->fragments[3] = p->fragments[2];
    p->count = 4;
}
static void other_source(struct parts *p)
{
    p->fragments[2].manifest.source_sha256 = p->selected.schema_sha256;
}
static void copied_manifest(struct parts *p)
{
    /* All agree with each other, and say that the schema is another one than it is. */
    p->selected.input_schema_sha256 = p->selected.source_sha256;
    for (int i = 0; i < 3; i++)
        p->fragments[i].manifest = p->selected;
}
static void stale(struct parts *p)
{
    p->selected.schema_sha256 = p->selected.source_sha256;
}
static void other_length(struct parts *p)
{
    p->selected.schema_bytes++;
    for (int i = 0; i < 3; i++)
        p->fragments[i].manifest = p->selected;
}
static void high_index(struct parts *p)
{
    p->fragments[2].index = 3;
}
static void negative_index(struct parts *p)
{
    p->fragments[0].index = INT64_MIN;
}
static void other_version(struct parts *p)
{
    p->fragments[2].manifest.version = 2;
}
static void wrong_manifest(struct parts *p)
{
    p->selected.fragment_count = 0;
}
static void foreign_uri(struct parts *p)
{
    p->fragments[1].manifest.manifest_uri = S("schema://a.read/read_b/manifest");
}
static void long_text(struct parts *p)
{
    p->fragments[0].text = str_first(p->d.document, FRAGMENT_TEXT_MAX + 1);
}
/* Gives the tool a name of LEN characters, and all that follows from it. */
static void name_long(struct parts *p, int len)
{
    struct arena *arena = &p->r.arena;
    struct manifest *m = &p->selected;
    struct buf name = buf_in(arena, PTRDIFF_MAX), uri = buf_in(arena, PTRDIFF_MAX),
               template = buf_in(arena, PTRDIFF_MAX);
    buf_add_bytes(&name, 'n', len);
    m->alias = buf_view(&name);
    manifest_add_uri(&uri, MANIFEST_URI, S(MANIFEST_URI_PREFIX), m->operation, m->alias);
    manifest_add_uri(&template, MANIFEST_FRAGMENT_TEMPLATE, S(MANIFEST_URI_PREFIX), m->operation,
                     m->alias);
    m->manifest_uri = buf_view(&uri);
    m->fragment_uri_template = buf_view(&template);
    for (ptrdiff_t i = 0; i < p->count; i++)
        p->fragments[i].manifest = *m;
}
static void long_name(struct parts *p)
{
    name_long(p, FRAGMENT_ENVELOPE_MAX / 3);
}

/* An envelope may have exactly so many bytes. */
static void test_envelope(void)
{
    for (int more = 0; more < 2; more++) {
        struct parts p;
        struct restored restored;
        parts_open(&p);
        p.count = 1; /* the longest */
        name_long(&p, 1);
        ptrdiff_t rest = FRAGMENT_ENVELOPE_MAX - fragment_envelope(&p.fragments[0]);
        p.count = 3;
        name_long(&p, 1 + (int)(rest / 3) + more);
        ok(restore(&p, &restored) == !more, "%td bytes", fragment_envelope(&p.fragments[0]));
        parts_close(&p);
    }
}
static void all_at_once(struct parts *p)
{
    swap(p);         /* reordered */
    tamper(p);       /* corrupt */
    other_source(p); /* mixed */
    p->count = 3;
    p->selected.fragment_count = 2; /* incomplete, mixed */
}

static void test_classes(void)
{
    static const struct {
        const char *about, *class;
        void (*change)(struct parts *p);
    } cases[] = {
        {"a text was changed", "D1107 corrupt", tamper},
        {"and its digest with it", "D1107 corrupt", tamper_rehashed},
        {"the last is missing", "D1105 incomplete", lose_last},
        {"all are missing", "D1105 incomplete", lose_all},
        {"two are swapped", "D1106 reordered", swap},
        {"one stands twice, another not", "D1106 reordered", repeat},
        {"one too many", "D1105 incomplete", add_one},
        {"one has another source", "D1104 mixed", other_source},
        {"all have another digest of the input schema", "D1108 inconsistent", copied_manifest},
        {"the selected manifest is another", "D1104 mixed", stale},
        {"all say another length", "D1107 corrupt", other_length},
        {"an index beyond the count", "D1102 index", high_index},
        {"an index below 0", "D1102 index", negative_index},
        {"another version", "D1101 malformed", other_version},
        {"the selected manifest counts to 0", "D1101 malformed", wrong_manifest},
        {"a URI of another tool", "D1101 malformed", foreign_uri},
        {"a text of 4,097 bytes", "D1103 too large", long_text},
        {"names that make an envelope of more than 32 KiB", "D1103 too large", long_name},
        {"several at once: the first class counts", "D1104 mixed", all_at_once},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parts p;
        parts_open(&p);
        cases[i].change(&p);
        is_str(class_of(&p), cases[i].class, "%s", cases[i].about);
        is_int(p.r.found.count, 1, "and nothing else is told");
        ok(p.r.found.first->where.text && p.r.found.first->where.start >= 0, "with its place");
        parts_close(&p);
    }
}

/* A later fragment of an earlier class counts before an earlier one of a later class. */
static void test_order(void)
{
    struct parts p;
    parts_open(&p);
    tamper(&p);
    high_index(&p);
    is_str(class_of(&p), "D1102 index", "the index of the last before the digest of the second");
    parts_close(&p);
    parts_open(&p);
    negative_index(&p);
    other_version(&p);
    is_str(class_of(&p), "D1101 malformed", "the version of the last before the first's index");
    parts_close(&p);
}

/* The manifest that VALUE in place of the member NAME gives, and how restoring with it ends. */
static str with_member(struct parts *p, const char *name, const char *value)
{
    struct buf out = buf_in(&p->r.arena, PTRDIFF_MAX);
    str text = manifest_text(&p->r.arena, &p->d.manifest);
    ptrdiff_t at = str_find(text, arena_printf(&p->r.arena, "\"%s\": ", name));
    str rest = str_skip(text, at);
    ptrdiff_t end = at + str_find_byte(rest, '\n');
    bool is_last = str_starts(str_skip(text, end), S("\n}"));
    buf_add(&out, str_first(text, at));
    buf_printf(&out, "\"%s\": %s%s", name, value, is_last ? "" : ",");
    buf_add(&out, str_skip(text, end));
    struct restoration restoration;
    p->r.found = (struct diag_list){.arena = &p->r.arena};
    p->r.sources.policy.duplicates = DUPLICATES_FAULT;
    bool good = begin_text(&p->r, &restoration, buf_view(&out));
    return ending(&p->r, good);
}

static void test_no_coercion(void)
{
    static const char *const cases[][3] = {
        {"version", "1.0", "D1101 malformed: \"version\" has to be an integer, not 1.0"},
        {"version", "1e0", "D1101 malformed: \"version\" has to be an integer, not 1e0"},
        {"version", "true", "D1101 malformed: \"version\" has to be an integer, not a boolean"},
        {"version", "\"1\"", "D1101 malformed: \"version\" has to be an integer, not a string"},
        {"version", "null", "D1101 malformed: \"version\" has to be an integer, not null"},
        {"version", "18446744073709551617",
         "D1101 malformed: \"version\" has to be 1, not 18446744073709551617"},
        {"version", "1", "accepted"},
        {"schema_bytes", "0",
         "D1101 malformed: \"schema_bytes\" has to be from 1 to 16777216, not 0"},
        {"schema_bytes", "16777216", "accepted"},
        {"schema_bytes", "16777217",
         "D1101 malformed: \"schema_bytes\" has to be from 1 to 16777216, not 16777217"},
        {"operation", "\"\"", "D1101 malformed: \"operation\" is empty"},
        {"operation", "7", "D1101 malformed: \"operation\" has to be a string, not a number"},
        {"alias", "\"read_b\"",
         "D1101 malformed: \"manifest_uri\" is not the URI that follows from the other members"},
        {"source_sha256", "\"E3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
         "D1101 malformed: \"source_sha256\" has to be 64 hexadecimal digits"},
        {"source_sha256", "\"\"",
         "D1101 malformed: \"source_sha256\" has to be 64 hexadecimal digits"},
        {"source_sha256", "null",
         "D1101 malformed: \"source_sha256\" has to be a string, not null"},
        {"fragment_uri_template", "\"schema://a.read/read_a/fragments/0\"",
         "D1101 malformed: \"fragment_uri_template\" is not the URI that follows from the other "
         "members"},
        {"alias", "\"read_a\", \"index\": 0",
         "D1101 malformed: a manifest has no member \"index\""},
        {"alias", "\"read_a\", \"version\": 1", "D1101 malformed: \"version\" stands twice"},
    };
    struct parts p;
    parts_open(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_str(with_member(&p, cases[i][0], cases[i][1]), cases[i][2], "%s: %s", cases[i][0],
               cases[i][1]);
    static const char *const whole[][2] = {
        {"[]", "D1101 malformed: a manifest has to be an object, not an array"},
        {"{}", "D1101 malformed: the manifest has no \"version\""},
        {"{\"index\": 0}", "D1101 malformed: a manifest has no member \"index\""},
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        struct restoration restoration;
        p.r.found = (struct diag_list){.arena = &p.r.arena};
        is_str(ending(&p.r, begin_text(&p.r, &restoration, str_of(whole[i][0]))), whole[i][1], "%s",
               whole[i][0]);
    }
    parts_close(&p);
}

/* A disclosure of DOCUMENT whatever that is, with all digests right; how restoring it ends. */
static str end_of_document(struct reading *r, const char *text)
{
    struct disclosure d = {0};
    struct restored restored;
    struct restoration restoration;
    struct digest whole = digest_sha256(str_of(text)), in = digest_sha256(S("{}"));
    disclose_text(r, S("{}"), S("{}"), names_of("a", "b"), &d);
    struct manifest manifest = d.manifest;
    manifest.schema_sha256 = str_of(whole.hex);
    manifest.schema_bytes = str_of(text).len;
    manifest.input_schema_sha256 = manifest.output_schema_sha256 = str_of(in.hex);
    struct fragment fragment = {manifest, 0, str_of(whole.hex), str_of(text)};
    struct buf out = buf_in(&r->arena, PTRDIFF_MAX);
    fragment_write(&out, &fragment);
    if (!begin_text(r, &restoration, manifest_text(&r->arena, &manifest)))
        return ending(r, false);
    add_text(r, &restoration, buf_view(&out));
    return ending(r, restore_end(&restoration, &restored));
}

static void test_documents(void)
{
    static const char *const cases[][2] = {
        {"{\"inputSchema\":{},\"outputSchema\":{}}", "accepted"},
        {"{\"inputSchema\":{}, \"outputSchema\":{}}",
         "D1108 inconsistent: the document is not in canonical form"},
        {"{\"outputSchema\":{},\"inputSchema\":{}}",
         "D1108 inconsistent: the document is not in canonical form"},
        {"{\"inputSchema\":{\"a\":1,\"a\":1},\"outputSchema\":{}}",
         "D1108 inconsistent: the document is not in canonical form"},
        {"{\"inputSchema\":{\"a\":1e400},\"outputSchema\":{}}",
         "D1108 inconsistent: the document is not in canonical form"},
        {"{\"inputSchema\":{\"a\":1.50},\"outputSchema\":{}}",
         "D1108 inconsistent: the document is not in canonical form"},
        {"{\"inputSchema\":{},\"outputSchema\":{\"a\":\"\\u00e9\"}}",
         "D1108 inconsistent: the document is not in canonical form"},
        {"{\"inputSchema\":{},\"outputSchema\":{}}\n",
         "D1108 inconsistent: the document is not in canonical form"},
        {"{\"inputSchema\":{},\"outputSchema\":{},\"x\":0}",
         "D1108 inconsistent: the document is not an object with \"inputSchema\" and "
         "\"outputSchema\" alone"},
        {"{\"inputSchema\":{},\"inputSchema\":{}}",
         "D1108 inconsistent: the document is not an object with \"inputSchema\" and "
         "\"outputSchema\" alone"},
        {"[]", "D1108 inconsistent: the document is not an object with \"inputSchema\" and "
               "\"outputSchema\" alone"},
        {"{\"inputSchema\":{},\"outputSchema\":null}",
         "D1108 inconsistent: the schema has the digest "
         "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b"},
        {"{\"inputSchema\":\"\",\"outputSchema\":{}}",
         "D1108 inconsistent: the schema has the digest "
         "12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading r;
        is_str(end_of_document(&r, cases[i][0]), cases[i][1], "%s", cases[i][0]);
        reading_close(&r);
    }
    struct reading r;
    str end = end_of_document(&r, "{\"inputSchema\":{},\"outputSchema\":NaN}");
    ok(str_starts(end, S("D1108 inconsistent: the document is not JSON: ")), "NaN is not JSON");
    reading_close(&r);
    end = end_of_document(&r, "{\"inputSchema\":\"\\ud800\",\"outputSchema\":{}}");
    ok(str_starts(end, S("D1108 inconsistent: the document is not JSON: ")),
       "nor a lone surrogate");
    reading_close(&r);
}

/* What is nested deeper than the readers go is not decided. */
static void test_deep(void)
{
    struct arena arena = {0};
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    struct reading r;
    enum { DEEP = 10000 };
    buf_add(&out, S("{\"inputSchema\":"));
    buf_add_bytes(&out, '[', DEEP - 1);
    buf_add_bytes(&out, ']', DEEP - 1);
    struct disclosure d = {0};
    struct buf input = buf_in(&arena, PTRDIFF_MAX);
    buf_add_bytes(&input, '[', DEEP - 1);
    buf_add_bytes(&input, ']', DEEP - 1);
    ok(disclose_text(&r, buf_view(&input), S("{}"), names_of("a", "b"), &d), "10,000 deep");
    ok(comes_back(&r, &d), "and back");
    reading_close(&r);
    input.len = 0;
    buf_add_bytes(&input, '[', DEEP);
    buf_add_bytes(&input, ']', DEEP);
    ok(disclose_text(&r, buf_view(&input), S("{}"), names_of("a", "b"), &d), "one deeper");
    ok(!comes_back(&r, &d), "is not restored");
    is_int(diag_status(&r.found), 3, "because of a limit");
    reading_close(&r);
    arena_free(&arena);
}

/* The place of a refusal outlives the text of the fragment. */
static void test_places(void)
{
    struct parts p;
    struct restoration restoration;
    struct restored restored;
    parts_open(&p);
    begin_text(&p.r, &restoration, manifest_text(&p.r.arena, &p.selected));
    char text[] = "{\n\"operation\": 1}";
    add_text(&p.r, &restoration, str_of(text));
    memset(text, 'x', sizeof text);
    ok(!restore_end(&restoration, &restored), "refused");
    is_str(ending(&p.r, false), "D1101 malformed: the fragment has no \"version\"", "as malformed");
    is_str(p.r.found.first->where.text->chars, "{\n\"operation\": 1}", "with the text as it was");
    parts_close(&p);
}

int main(void)
{
    test_accepted();
    test_uneven();
    test_classes();
    test_envelope();
    test_order();
    test_no_coercion();
    test_documents();
    test_deep();
    test_places();
    return done_testing();
}
