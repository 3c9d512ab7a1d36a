/*
 * Readers and writer on real documents: what is written reads back the same, order and number text
 * included; JSON is the same read as YAML; openai.yaml is openai.json; Xero's numbers keep their
 * zero fractions. The corpus is in $SCHEMAC_CORPUS or ../shared/corpus; without it each is skipped,
 * and the twin on a small document of our own still runs.
 */
#include "base/host.h"
#include "source/sources.h"
#include "source/write.h"

#include "corpus.h"
#include "reading.h"
#include "tap.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Documents as they come: deep, and with equal keys, of which the last counts. */
static const struct read_policy any = {.duplicates = DUPLICATES_LAST, .max_depth = INSTANCE_DEPTH};

static const struct node *root_of(const struct document *document)
{
    return document ? document->root : NULL;
}

/* True when both trees have the same keys in the same order, and the same text for each number. */
static bool strictly_equal(const struct node *a, const struct node *b)
{
    if (!a || !b || a->kind != b->kind || a->count != b->count)
        return false;
    if (a->kind == NODE_NUMBER || a->kind == NODE_STRING)
        return str_equal(node_text(a), node_text(b));
    bool equal = true;
    for (uint32_t i = 0; equal && a->kind == NODE_ARRAY && i < a->count; i++)
        equal = strictly_equal(node_item(a, i), node_item(b, i));
    for (uint32_t i = 0; equal && a->kind == NODE_OBJECT && i < a->count; i++)
        equal = node_is_text(node_key(a, i), node_text(node_key(b, i))) &&
                strictly_equal(node_value(a, i), node_value(b, i));
    return equal;
}

static str write_as(struct arena *arena, const struct node *node, struct write_options options)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    const struct node *bad;
    return node_write(&out, node, options, &bad) ? buf_view(&out) : (str){0};
}

/* True when ROOT comes back from each style that keeps what it says. */
static bool comes_back(struct reading *r, const struct node *root)
{
    struct write_options exact = {0}, canonical = {.style = WRITE_CANONICAL};
    const struct node *again =
        root_of(sources_read(&r->sources, S("exact.json"), write_as(&r->arena, root, exact)));
    const struct node *sorted = root_of(
        sources_read(&r->sources, S("canonical.json"), write_as(&r->arena, root, canonical)));
    return strictly_equal(root, again) && sorted && node_equal(root, sorted);
}

/*
 * True when libyaml, forced upon ROOT's JSON text by a "---", reads the same or cannot read it. It
 * folds the line breaks of YAML 1.1, so a text with one is not compared. Style exact is indented:
 * the text of one line would be refused for keys past 1,024 characters.
 */
static bool is_same_as_yaml(struct reading *r, const struct node *root, bool *ret_read)
{
    str json = write_as(&r->arena, root, (struct write_options){0});
    *ret_read = false;
    if (str_find(json, S("\xC2\x85")) >= 0 || str_find(json, S("\xE2\x80\xA8")) >= 0 ||
        str_find(json, S("\xE2\x80\xA9")) >= 0)
        return true;
    struct buf yaml = buf_in(&r->arena, PTRDIFF_MAX);
    buf_add(&yaml, S("--- "));
    buf_add(&yaml, json);
    const struct node *again = root_of(sources_read(&r->sources, S("again.yaml"), buf_view(&yaml)));
    *ret_read = again != NULL;
    return !again || strictly_equal(root, again);
}

/* What the walk over the corpus has seen. */
struct tally {
    int read, refused, as_yaml, bad;
};

static void check_file(struct tally *tally, const char *path)
{
    struct reading r;
    reading_begin(&r, any);
    const struct node *root = root_of(sources_load(&r.sources, path, str_of(path)));
    bool as_yaml = false;
    if (root && (!comes_back(&r, root) || !is_same_as_yaml(&r, root, &as_yaml))) {
        tally->bad++;
        printf("# differs: %s\n", path);
    }
    tally->read += root != NULL;
    tally->refused += root == NULL;
    tally->as_yaml += as_yaml;
    reading_close(&r);
}

static bool is_document(const char *name)
{
    str s = str_of(name);
    return str_ends(s, S(".json")) || str_ends(s, S(".yaml")) || str_ends(s, S(".yml"));
}

static void check_folder(struct tally *tally, const char *folder)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[PATH_MAX];
        struct stat info;
        if (entry->d_name[0] == '.' ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path ||
            stat(path, &info) < 0)
            continue;
        if (S_ISDIR(info.st_mode))
            check_folder(tally, path);
        else if (is_document(path))
            check_file(tally, path);
    }
    closedir(directory);
}

static void test_all(void)
{
    struct arena arena = {0};
    const char *folder = corpus_path(&arena, "");
    if (!folder) {
        skip("no corpus", "all documents of the corpus come back as they were");
        return;
    }
    struct tally tally = {0};
    check_folder(&tally, folder);
    ok(tally.read > 4000 && tally.bad == 0, "%d documents come back as they were", tally.read);
    ok(tally.as_yaml > 4000, "%d of them also by way of YAML", tally.as_yaml);
    ok(tally.refused < 100, "%d are refused, which the corpus means them to be", tally.refused);
    arena_free(&arena);
}

static void test_all_twin(void)
{
    static const char *const texts[] = {
        "a: &a {x: 1.0, y: [1e3, -0, .5, 0x1F]}\nb: {<<: *a, x: 'no'}\n200: |\n  l1\n  l2\n~: ''\n",
        "{\"z\": \"\\u0000 \\ud83d\\ude00 <&> \\\\ \\\"\", \"a\": [[], {}, null, true, 10.00]}",
        "- \xE4\xBD\xA0\n- \"\\x85\\L\\P\\t\"\n- [{}]\n",
        "{\"\": 1, \" \": {\"#\": \": \", \"-\": \"- \", \"%\": \"&*!|>'@`\"}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reading r;
        reading_begin(&r, any);
        const struct node *root = root_of(sources_read(&r.sources, S("a"), str_of(texts[i])));
        bool as_yaml = false;
        ok(root && comes_back(&r, root), "own document %zu comes back", i);
        ok(root && is_same_as_yaml(&r, root, &as_yaml) && as_yaml == (i != 2),
           "and so by way of YAML");
        reading_close(&r);
    }
}

static void test_openai(void)
{
    struct reading r;
    reading_begin(&r, any);
    const char *yaml = corpus_path(&r.arena, "openapi/openai.yaml");
    const char *json = corpus_path(&r.arena, "openapi/openai.json");
    if (yaml && json)
        ok(strictly_equal(root_of(sources_load(&r.sources, yaml, S("openai.yaml"))),
                          root_of(sources_load(&r.sources, json, S("openai.json")))),
           "openai.yaml and openai.json give one tree");
    else
        skip("no corpus", "openai.yaml and openai.json give one tree");

    static const char own_yaml[] = "openapi: 3.1.0\ninfo: {title: Pets, version: '1.0'}\n"
                                   "limit: 10.00\nlist:\n- 0.1\n- no # one\n- 1e-7\n"
                                   "text: >-\n  two\n  lines\n200: {}\n";
    static const char own_json[] = "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"Pets\", "
                                   "\"version\": \"1.0\"}, \"limit\": 10.00, "
                                   "\"list\": [0.1, \"no\", 1e-7], \"text\": \"two lines\", "
                                   "\"200\": {}}";
    const struct node *a = root_of(sources_read(&r.sources, S("a.yaml"), str_of(own_yaml)));
    const struct node *b = root_of(sources_read(&r.sources, S("a.json"), str_of(own_json)));
    ok(strictly_equal(a, b), "a document of our own in YAML and JSON gives one tree");
    b = root_of(sources_read(&r.sources, S("b.json"), S("{\"limit\": 10.0}")));
    ok(!strictly_equal(node_get(a, S("limit")), node_get(b, S("limit"))),
       "which the comparison sees: 10.00 is not 10.0");
    reading_close(&r);
}

/* True for 1.0 and 10.00, not for 10 or 1.50. */
static bool has_zero_fraction(str number)
{
    str whole, fraction;
    bool zero = str_cut(number, '.', &whole, &fraction);
    for (ptrdiff_t i = 0; zero && i < fraction.len; i++)
        zero = fraction.data[i] == '0';
    return zero;
}

static int count_zero_fractions(const struct node *node)
{
    if (node->kind == NODE_NUMBER)
        return has_zero_fraction(node_text(node));
    int count = 0;
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        count += count_zero_fractions(node_item(node, i));
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++)
        count += count_zero_fractions(node_value(node, i));
    return count;
}

static void test_zero_fractions(void)
{
    struct reading r;
    reading_begin(&r, any);
    const char *xero = corpus_path(&r.arena, "openapi/xero_accounting.yaml");
    const struct node *root = xero ? root_of(sources_load(&r.sources, xero, S("xero"))) : NULL;
    if (xero) {
        ok(root && comes_back(&r, root), "Xero's document comes back");
        is_int(root ? count_zero_fractions(root) : 0, 629, "with its numbers of a zero fraction");
    } else {
        skip("no corpus", "Xero's 629 numbers with a zero fraction come back");
    }
    root = root_of(sources_read(&r.sources, S("a.yaml"), S("a: [1.0, 10.00, 10, 1.50, 1.0e+1]\n")));
    ok(root && comes_back(&r, root), "a document of our own comes back");
    is_int(count_zero_fractions(root), 2, "with its two numbers of a zero fraction");
    reading_close(&r);
}

int main(void)
{
    test_all();
    test_all_twin();
    test_openai();
    test_zero_fractions();
    return done_testing();
}
