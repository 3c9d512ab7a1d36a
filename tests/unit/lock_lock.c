/*
 * Locks of tool listings: what is written is read again, a listing that was shuffled is as locked,
 * and one character planted anywhere is told as what it is. The captures of real servers are in the
 * corpus, $SCHEMAC_CORPUS or ../shared/corpus; without it they are skipped, and the twin, a listing
 * of our own, still runs.
 */
#include "lock/compare.h"
#include "lock/tell.h"

#include "base/host.h"

#include "corpus.h"
#include "reading.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const char own_listing[] = "tests/examples/tools/library.json";

/* A listing, and a lock, each read from a text. */
struct bench {
    struct reading listed, locked;
    struct listing listing;
    struct lock live, lock;
    struct lock_differences differences;
};

/* Reads TEXT as a listing, and makes a lock of it. False when that is reported. */
static bool bench_list(struct bench *b, str text)
{
    reading_begin(&b->listed, (struct read_policy){.duplicates = DUPLICATES_WARN});
    b->listing = (struct listing){.sources = &b->listed.sources};
    return reading_read(&b->listed, "live.json", text) &&
           listing_add(&b->listing, b->listed.document) && lock_make(&b->listing, &b->live);
}

/* Reads TEXT as a lock. */
static bool bench_lock(struct bench *b, str text)
{
    reading_begin(&b->locked, LOCK_POLICY);
    return reading_read(&b->locked, "a.lock.json", text) &&
           lock_take(&b->locked.sources, b->locked.document, &b->lock);
}

static void bench_close(struct bench *b)
{
    reading_close(&b->listed);
    reading_close(&b->locked);
}

/* The lock of the listing TEXT, in ARENA. */
static str lock_of(struct arena *arena, str text)
{
    struct bench b = {0};
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (bench_list(&b, text))
        lock_write(&b.live, &out);
    bench_close(&b);
    return buf_view(&out);
}

/*
 * Holds the listing TEXT to LOCK. What is reported of it is in B->listed.found; the lock has to be
 * a good one.
 */
static void hold(struct bench *b, str text, str lock, const struct lock_gate *gate)
{
    struct diag_list *found = &b->listed.found;
    *b = (struct bench){0};
    bench_list(b, text);
    if (!bench_lock(b, lock))
        ok(false, "the lock is read: %s", reading_message(&b->locked));
    else if (b->live.lists[LOCKED_TOOL].count && lock_is_comparable(found, &b->lock, &b->live)) {
        lock_compare(&b->listed.arena, &b->lock, &b->live, &b->differences);
        lock_tell(found, &b->lock, &b->live, &b->differences, gate);
    }
}

static const struct lock_gate strict = {.algorithm = FINGERPRINT_RAW};

/* The codes in FOUND, sorted as they are told, with blanks between: "D1014 D0110". */
static const char *codes_of(struct bench *b)
{
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(&b->listed.found, &count);
    struct buf out = buf_in(&b->listed.arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < count; i++)
        buf_printf(&out, "%s%s", i ? " " : "", diag_code_name(sorted[i]->code));
    buf_add_byte(&out, '\0');
    return out.data;
}

/* ---- planted characters ---------------------------------------------------------------------- */

/* What is planted into one listing. */
struct garden {
    const char *name;
    struct arena *arena;
    str text, lock;
    ptrdiff_t stride, number; /* of the values, each STRIDE-th is changed */
    ptrdiff_t planted, missed;
};

/* The text of GARDEN with NODE changed by a character; a boolean is turned round. */
static str plant(struct arena *arena, const struct garden *garden, const struct node *node)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    str text = garden->text;
    ptrdiff_t start = node->start, end = start + node->len;
    bool is_minus = text.data[start] == '-';
    buf_add(&out, str_first(text, start));
    switch (node->kind) {
    case NODE_STRING:
        buf_add(&out, (str){text.data + start, node->len - 1});
        buf_add(&out, S("~\""));
        break;
    case NODE_NUMBER:
        buf_add(&out, is_minus ? S("-1") : S("1"));
        buf_add(&out, (str){text.data + start + is_minus, node->len - is_minus});
        break;
    case NODE_BOOL:
        buf_add(&out, node->count ? S("false") : S("true"));
        break;
    default:
        buf_add(&out, S("0"));
    }
    buf_add(&out, str_skip(text, end));
    return buf_view(&out);
}

/* True when the last code of those that a change of the member KEY may have is among CODES. */
static bool is_expected(const char *key, const char *codes)
{
    static const struct {
        const char *key, *codes;
    } expected[] = {
        {"name", "D1013 D1018 D1020"},
        {"description", "D1015"},
        {"title", "D1015"},
        {"annotations", "D1014 D1015 D1021"},
        {"inputSchema", "D1014 D1015"},
        {"outputSchema", "D1014 D1015"},
        {"execution", "D1014"},
        {"_meta", "D1014"},
        {"instructions", "D1017"},
        {"protocolVersion", "D1016"},
        {"capabilities", "D1016"},
        {"serverInfo", "D1016 E1013"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        if (strcmp(expected[i].key, key) != 0)
            continue;
        for (const char *code = expected[i].codes; *code; code += code[5] ? 6 : 5)
            if (strstr(codes, (char[]){code[0], code[1], code[2], code[3], code[4], '\0'}))
                return true;
        return false;
    }
    return *codes != '\0';
}

/* At day one character is planted for so many bytes of a capture, and the same again. */
#ifdef ARENA_EXACT /* the sanitizers' build */
enum { PLANTED_PART = 2000 };
#else
enum { PLANTED_PART = 8000 };
#endif

/* Plants into NODE, which belongs to the member KEY of a tool or of the server, or is its key. */
static void try_one(struct garden *garden, const struct node *node, const char *key, bool is_key)
{
    if (garden->number++ % garden->stride)
        return;
    struct arena arena = {0};
    struct bench b;
    hold(&b, plant(&arena, garden, node), garden->lock, &strict);
    const char *codes = codes_of(&b);
    garden->planted++;
    if (is_key ? !diag_problems(&b.listed.found) : !is_expected(key, codes)) {
        garden->missed++;
        printf("# %s, byte %u, %s: %s\n", garden->name, node->start, key, codes);
    }
    bench_close(&b);
    arena_free(&arena);
}

static void plant_below(struct garden *garden, const struct node *node, const char *key)
{
    if (node->kind < NODE_ARRAY) {
        try_one(garden, node, key, false);
        return;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        bool is_object = node->kind == NODE_OBJECT;
        if (is_object)
            try_one(garden, node_key(node, i), key, false);
        plant_below(garden, is_object ? node_value(node, i) : node_item(node, i), key);
    }
}

/* Plants into all that OBJECT, a tool or what a server says of itself, has. */
static void plant_members(struct garden *garden, const struct node *object)
{
    for (uint32_t i = 0; object && i < object->count; i++) {
        const char *key = arena_copy(garden->arena, node_text(node_key(object, i))).data;
        try_one(garden, node_key(object, i), key, true);
        plant_below(garden, node_value(object, i), key);
    }
}

/* The listing that B has read, with its members in another order. */
static str shuffled(struct arena *arena, const struct bench *b)
{
    const struct node *root = b->listed.document->root, *bad;
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    node_write(&out, root, (struct write_options){.style = WRITE_CANONICAL}, &bad);
    return buf_view(&out);
}

/* That the listing in TEXT, called NAME, is as LOCK has it. */
static void check_in_sync(const char *name, str text, str lock)
{
    struct bench b;
    hold(&b, text, lock, &strict);
    ok(lock.len && b.lock.lists[LOCKED_TOOL].count && !b.differences.count &&
           !b.differences.server && !diag_problems(&b.listed.found),
       "%s is as locked", name);
    bench_close(&b);
}

/* Holds the listing in TEXT, called NAME, to its lock: as it is, and with something planted. */
static void check_listing(const char *name, str text, ptrdiff_t stride)
{
    struct arena arena = {0};
    struct bench b;
    struct garden garden = {name, &arena, text, lock_of(&arena, text), stride, 0, 0, 0};
    hold(&b, text, garden.lock, &strict);
    check_in_sync(name, text, garden.lock);
    check_in_sync(name, shuffled(&arena, &b), garden.lock);
    for (ptrdiff_t i = 0; i < b.listing.count; i++)
        plant_members(&garden, b.listing.tools[i].entry);
    plant_members(&garden, b.listing.opening);
    ok(garden.planted && !garden.missed,
       "%s: %td characters planted, %td not told as what they are", name, garden.planted,
       garden.missed);
    bench_close(&b);
    arena_free(&arena);
}

static void test_own(void)
{
    struct arena arena = {0};
    str text;
    if (ok(file_read(&arena, own_listing, FILE_CEILING, &text) == 0, "the listing is read"))
        check_listing("library", text, 1);
    arena_free(&arena);
}

static void test_corpus(void)
{
    struct arena arena = {0};
    const char *folder = corpus_path(&arena, "mcp-servers");
    DIR *files = folder ? opendir(folder) : NULL;
    if (!files)
        skip("no corpus", "the captures of real servers");
    for (struct dirent *file; files && (file = readdir(files));) {
        str text;
        if (!str_ends(str_of(file->d_name), S(".tools.json")))
            continue;
        const char *path = arena_printf(&arena, "%s/%s", folder, file->d_name).data;
        if (ok(file_read(&arena, path, FILE_CEILING, &text) == 0, "%s is read", file->d_name))
            check_listing(file->d_name, text,
                          host_environment("NIGHTLY") ? 1 : 1 + text.len / PLANTED_PART);
    }
    if (files)
        closedir(files);
    arena_free(&arena);
}

/* ---- what is told ---------------------------------------------------------------------------- */

/* A server of tools, each written as an object. */
#define SERVER(tools)                                                                                   \
    "{\"initialize\":{\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}},\"pages\":[{\"tools\":[" tools \
    "]}]}"
#define READS "\"annotations\":{\"readOnlyHint\":true}"
#define TOOL(name, properties)                                                                     \
    "{\"name\":\"" name "\"," READS                                                                \
    ",\"inputSchema\":{\"type\":\"object\",\"properties\":{" properties "}}}"

/* That NEW, held to the lock of OLD by GATE, is told by CODES, with the exit status STATUS. */
static void check_told(const char *old, const char *new, const struct lock_gate *gate,
                       const char *codes, int status)
{
    struct arena arena = {0};
    struct bench b;
    hold(&b, str_of(new), lock_of(&arena, str_of(old)), gate);
    is_str(str_of(codes_of(&b)), codes, "the codes of %s", new);
    is_int(diag_status(&b.listed.found), status, "and the status");
    bench_close(&b);
    arena_free(&arena);
}

static void test_told(void)
{
    static const struct lock_gate breaking = {FINGERPRINT_RAW, LOCK_FAIL_ON_BREAKING, false, NULL};
    static const struct lock_gate compat = {FINGERPRINT_COMPAT, LOCK_FAIL_ON_ANY, false, NULL};
    static const char a[] = SERVER(TOOL("a", "\"p\":{\"type\":\"string\"}"));
    check_told(a, a, &strict, "", 0);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\"}") "," TOOL("b", "")), &strict,
               "D1011", 1);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\"}") "," TOOL("b", "")), &breaking,
               "D1011", 0);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\"}") ",{\"name\":\"b\"}"), &breaking,
               "D1021", 1);
    check_told(a, SERVER(TOOL("b", "\"p\":{\"type\":\"string\"}")), &breaking, "D1013", 1);
    check_told(a, SERVER(TOOL("b", "\"q\":{\"type\":\"string\"}")), &strict, "D1012 D1011", 1);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\"},\"q\":{\"type\":\"string\"}")),
               &breaking, "D1014 D0118", 0);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\",\"maxLength\":3}")), &breaking,
               "D1014 D0110", 1);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\",\"description\":\"x\"}")), &breaking,
               "D1015 D0151", 0);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\",\"description\":\"x\"}")), &compat,
               "N1011 D1015 D0151", 0);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\",\"maxLength\":3}")), &compat,
               "N1011 D1014 D0110", 1);
    check_told(SERVER("{\"name\":\"a\",\"description\":\"x\"," READS
                      ",\"inputSchema\":{\"type\":\"object\"}}"),
               SERVER("{\"name\":\"b\",\"description\":\"y\"," READS
                      ",\"inputSchema\":{\"type\":\"object\"}}"),
               &strict, "D1012 D1011", 1);
    check_told(SERVER(TOOL("a", "\"p\":{\"default\":100}")),
               SERVER(TOOL("a", "\"p\":{\"default\":1e2}")), &strict, "D1014", 1);
    check_told(SERVER(TOOL("a", "\"p\":{\"default\":0.1}")),
               SERVER(TOOL("a", "\"p\":{\"default\":0.10000000000000000001}")), &strict,
               "D1014 D0150", 1);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\",\"x-mcp-header\":\"P\"}")),
               &breaking, "D1014 D0151", 1);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\",\"contentEncoding\":\"base64\"}")),
               &breaking, "D1014 D0151", 1);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\",\"deprecated\":true}")), &breaking,
               "D1015 D0151", 0);
    check_told(a, SERVER(TOOL("a", "\"p\":{\"type\":\"string\",\"default\":1}")), &breaking,
               "D1014 D0151", 0);
    check_told(SERVER("{\"name\":\"a\",\"annotations\":{\"idempotentHint\":true}}"),
               SERVER("{\"name\":\"a\",\"annotations\":{\"idempotentHint\":false}}"), &breaking,
               "D1014", 1);
    check_told(SERVER("{\"name\":\"a\"}"),
               SERVER("{\"name\":\"a\",\"annotations\":{\"readOnlyHint\":true}}"), &breaking,
               "D1014", 1); /* hosts call without asking what only reads */
    check_told(SERVER("{\"name\":\"a\",\"annotations\":{\"openWorldHint\":false}}"),
               SERVER("{\"name\":\"a\",\"annotations\":{\"openWorldHint\":true}}"), &breaking,
               "D1014", 1);
    check_told(SERVER("{\"name\":\"a\"}"),
               SERVER("{\"name\":\"a\",\"annotations\":{\"openWorldHint\":true}}"), &breaking,
               "D1015", 0); /* which is what holds without it */
    check_told(SERVER("{\"name\":\"a\"}"), SERVER("{\"name\":\"a\",\"_meta\":{}}"), &breaking,
               "D1014", 1);
    check_told(a,
               SERVER("{\"name\":\"a\"," READS
                      ",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                      "{\"p\":{\"type\":\"string\"}}},\"outputSchema\":{\"type\":\"object\"}}"),
               &breaking, "D1014", 0);
    check_told(SERVER("{\"name\":\"a\"," READS ",\"outputSchema\":{\"type\":\"object\"}}"),
               SERVER("{\"name\":\"a\"," READS "}"), &breaking, "D1014", 1);
    check_told(SERVER("{\"name\":\"a\"," READS "}"),
               SERVER("{\"name\":\"a\"," READS ",\"title\":\"A\"}"), &compat, "N1011 D1015", 1);
    check_told(a, SERVER(TOOL("a", "") "," TOOL("a", "\"p\":{\"type\":\"string\"}")), &strict,
               "D1019", 1);
}

/* What tells a finding from the others does not change with lines, and is its own. */
static void test_identities(void)
{
    struct arena arena = {0};
    struct bench b;
    hold(
        &b,
        S(SERVER("\n\n" TOOL("b", "\"p\":{\"maximum\":2}") "," TOOL("a", "\"p\":{\"maximum\":2}"))),
        lock_of(&arena, S(SERVER(TOOL("a", "\"p\":{\"maximum\":3}") "," TOOL(
                            "b", "\"p\":{\"maximum\":3}")))),
        &strict);
    static const char *const expected[] = {
        "tool a ", "tool a inputSchema D0107:/properties/p/maximum", "tool b ",
        "tool b inputSchema D0107:/properties/p/maximum"};
    const struct diag *diag = b.listed.found.first;
    for (int i = 0; i < 4; i++, diag = diag ? diag->next : NULL)
        is_str(str_of(diag && diag->id ? diag->id : "none"), expected[i], "the id of finding %d",
               i);
    bench_close(&b);
    arena_free(&arena);
}

/* Of more differences in what a server says than are told, the rest may break who calls. */
static void test_cut(void)
{
    enum { SAID = 25, TOLD = 20 };
    static const struct lock_gate breaking = {FINGERPRINT_RAW, LOCK_FAIL_ON_BREAKING, false, NULL};
    for (int count = TOLD; count <= SAID; count += SAID - TOLD) {
        struct arena arena = {0};
        struct bench b;
        struct buf texts[2] = {buf_in(&arena, PTRDIFF_MAX), buf_in(&arena, PTRDIFF_MAX)};
        for (int i = 0; i < 2; i++) {
            buf_add(&texts[i], S("[{\"serverInfo\":{\"name\":\"s\""));
            for (int j = 0; j < count; j++)
                buf_printf(&texts[i], ",\"m%d\":%d", j, i);
            buf_add(&texts[i], S("}},{\"tools\":[" TOOL("a", "") "]}]"));
        }
        hold(&b, buf_view(&texts[1]), lock_of(&arena, buf_view(&texts[0])), &breaking);
        is_int(b.listed.found.count, TOLD, "of %d differences", count);
        is_int(diag_status(&b.listed.found), count > TOLD, "and the status");
        bench_close(&b);
        arena_free(&arena);
    }
}

static void test_refused(void)
{
    static const char a[] = SERVER(TOOL("a", ""));
    check_told(a,
               "{\"initialize\":{\"serverInfo\":{\"name\":\"t\"}},\"pages\":[{\"tools\":[" TOOL(
                   "a", "") "]}]}",
               &strict, "E1013", 2);
    check_told(a,
               "{\"initialize\":{\"serverInfo\":{\"version\":\"1\"}},\"pages\":[{\"tools\":[" TOOL(
                   "a", "") "]}]}",
               &strict, "E1013", 2);
    check_told(a,
               "[{\"serverInfo\":{\"name\":\"s\"}},{\"serverInfo\":{\"name\":\"t\"}},"
               "{\"tools\":[" TOOL("a", "") "]}]",
               &strict, "E1013", 2);
    check_told(
        a, "[{\"serverInfo\":{\"name\":\"s\",\"version\":1e999}},{\"tools\":[" TOOL("a", "") "]}]",
        &strict, "D1016 D1020", 1);
    check_told(a, "[" TOOL("a", "") "]", &strict, "E1016", 2);
    check_told(a, "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"x\"}}", &strict,
               "E1002", 2);
    check_told(a, "{\"nextCursor\":\"x\",\"tools\":[" TOOL("a", "") "]}", &strict, "E1014", 2);
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* That the lock of a listing, with OLD in it replaced by NEW, is refused with CODE. */
static void check_damaged(const char *old, const char *new, enum diag_code code)
{
    struct arena arena = {0};
    struct bench b = {0};
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    str lock = lock_of(&arena, S(SERVER(TOOL("a", "\"p\":{\"maximum\":7}"))));
    ptrdiff_t at = str_find(lock, str_of(old));
    if (ok(at >= 0, "the lock has %s", old)) {
        buf_add(&out, str_first(lock, at));
        buf_add(&out, str_of(new));
        buf_add(&out, str_skip(lock, at + str_of(old).len));
        bool read = bench_lock(&b, buf_view(&out));
        ok(!read && b.locked.found.first && b.locked.found.first->code == code,
           "%s in its place is refused: %s", new, reading_message(&b.locked));
    }
    bench_close(&b);
    arena_free(&arena);
}

static void test_damaged(void)
{
    check_damaged("\"maximum\": 7", "\"maximum\": 8", E1012);
    check_damaged("\"version\": \"1\"", "\"version\": \"2\"", E1012);
    check_damaged("\"name\": \"a\",\n      \"output\"", "\"name\": \"b\",\n      \"output\"",
                  E1012);
    check_damaged("\"tools\": [", "\"tool\": [", E1012);
    check_damaged("\"tools\": [", "\"tools\": [1, ", E1012);
    check_damaged("\"raw\": \"", "\"row\": \"", E1012);
    check_damaged("\"version\": 1\n", "\"version\": 2\n", E1015);
    check_damaged("\"version\": 1\n", "\"version\": \"1\"\n", E1012);
    check_damaged("\"version\": 1\n", "\"version\": 1,\"version\": 1\n", E0302);
}

static void test_written(void)
{
    struct arena arena = {0};
    str one = lock_of(&arena, S(SERVER(TOOL("b", "\"p\":{\"a\":1,\"b\":2}") "," TOOL("a", ""))));
    str two = lock_of(&arena, S(SERVER(TOOL("a", "") "," TOOL("b", "\"p\":{\"b\":2,\"a\":1}"))));
    ok(one.len && str_equal(one, two), "the order of tools and members makes no difference");
    str odd = lock_of(&arena, S(SERVER(TOOL("a", "\"p\":{\"default\":1.50e+2}"))));
    ok(str_find(odd, S("1.50e+2")) > 0, "a number stays as it is written");
    str hidden = lock_of(&arena, S(SERVER(TOOL("a", "\"p\":{\"title\":\"x\xE2\x80\xAEy\"}"))));
    ok(str_find(hidden, S("\"x\\u202ey\"")) > 0, "a concealed character is escaped");
    arena_free(&arena);
}

/* ---- what is taken over ---------------------------------------------------------------------- */

/* The names and reasons in the lock that comes of accepting NAME, or all of it for NULL. */
static void check_merged(const char *name, const char *expected)
{
    struct arena arena = {0};
    struct bench b;
    struct map names = {.arena = &arena};
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    str lock =
        lock_of(&arena, S(SERVER(TOOL("a", "") "," TOOL("b", "") "," TOOL("c", "\"p\":{}"))));
    hold(&b, S(SERVER(TOOL("b", "\"q\":{}") "," TOOL("c", "\"p\":{}") "," TOOL("d", "\"r\":{}"))),
         lock, &strict);
    if (name)
        map_entry(&names, str_of(name), NULL);
    struct lock merged =
        lock_merge(&arena, &b.lock, &b.live, &b.differences, name ? &names : NULL, S("why"));
    for (ptrdiff_t i = 0; i < merged.lists[LOCKED_TOOL].count; i++) {
        const struct locked *tool = &merged.lists[LOCKED_TOOL].at[i];
        buf_printf(&out, "%.*s%s ", (int)tool->tool.name.len, tool->tool.name.data,
                   tool->reason.len ? "!" : "");
    }
    for (ptrdiff_t i = 0; i < merged.gone_count; i++)
        buf_printf(&out, "-%.*s ", (int)merged.gone[i].name.len, merged.gone[i].name.data);
    is_str(buf_view(&out), expected, "accepting %s", name ? name : "all");
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    struct bench again = {0};
    ok(lock_write(&merged, &text) && bench_lock(&again, buf_view(&text)), "and that is a lock: %s",
       reading_message(&again.locked));
    bench_close(&again);
    bench_close(&b);
    arena_free(&arena);
}

static void test_merged(void)
{
    check_merged(NULL, "b! c d! -a ");
    check_merged("a", "b c -a ");
    check_merged("b", "a b! c ");
    check_merged("d", "a b c d! ");
}

/* ---- what strangers write -------------------------------------------------------------------- */

static void test_many(void)
{
    enum { MANY = 10000 };
    struct arena arena = {0};
    struct bench b;
    struct buf out = buf_in(&arena, PTRDIFF_MAX), other = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&out, S("["));
    buf_add(&other, S("["));
    for (int i = 0; i < MANY; i++) {
        buf_printf(&out, "%s" TOOL("t%d", "\"p\":{\"type\":\"string\"}"), i ? "," : "", i);
        buf_printf(&other, "%s" TOOL("t%d", "\"p\":{\"type\":\"number\"}"), i ? "," : "", i);
    }
    buf_add(&out, S("]"));
    buf_add(&other, S("]"));
    hold(&b, buf_view(&other), lock_of(&arena, buf_view(&out)), &strict);
    is_int(b.differences.count, MANY, "all of many tools differ");
    bench_close(&b);
    arena_free(&arena);
}

/* A descriptor as deep as a listing may be is not too deep for a lock. */
static void test_deep(void)
{
    enum { DEEP = SCHEMA_DEPTH - 1 };
    struct arena arena = {0};
    struct bench b;
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&out, S("{\"name\":\"a\",\"inputSchema\":"));
    for (int i = 0; i < DEEP; i++)
        buf_add(&out, S("{\"not\":"));
    buf_add(&out, S("true"));
    buf_add_bytes(&out, '}', DEEP + 1);
    str lock = lock_of(&arena, buf_view(&out));
    ok(lock.len, "a deep tool is locked");
    hold(&b, buf_view(&out), lock, &strict);
    is_str(str_of(codes_of(&b)), "", "and is as locked");
    bench_close(&b);
    arena_free(&arena);
}

int main(void)
{
    test_own();
    test_corpus();
    test_told();
    test_identities();
    test_cut();
    test_refused();
    test_damaged();
    test_written();
    test_merged();
    test_many();
    test_deep();
    return done_testing();
}
