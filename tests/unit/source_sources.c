/*
 * Documents and how they come in: which reader a name and a first character choose, which of two
 * errors is told, files that cannot be read, faults reported once, places across documents.
 */
#include "base/file.h"
#include "source/sources.h"
#include "source/write.h"

#include "reading.h"
#include "tap.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void test_which_reader(void)
{
    static const struct {
        const char *name, *text;
        const char *value; /* canonical, or NULL: refused with MESSAGE at START */
        enum diag_code code;
        int start;
        const char *message; /* NULL: libyaml's own */
    } cases[] = {
        {"a.json", "{\"a\": 1}", "{\"a\":1}", 0, 0, NULL},
        {"a.yaml", "{\"a\": 1}", "{\"a\":1}", 0, 0, NULL},
        {"a.yaml", "a: 1", "{\"a\":1}", 0, 0, NULL},
        {"-", "a: 1", "{\"a\":1}", 0, 0, NULL},
        {"-", " \n\t[1]", "[1]", 0, 0, NULL},
        {"a", "{\"a\": \"\\ud83d\\ude00\", \"b\": \"\x7F\"}",
         "{\"a\":\"\xF0\x9F\x98\x80\",\"b\":\"\x7F\"}", 0, 0, NULL}, /* libyaml refuses both */
        {"a.yaml", "{a: 1, b: [x, 'y']}", "{\"a\":1,\"b\":[\"x\",\"y\"]}", 0, 0, NULL},
        {"a.yaml", "{\"a\": 1,} # c\n", "{\"a\":1}", 0, 0, NULL},
        {"a.yaml", "[a]: b\n", "{\"[a]\":\"b\"}", 0, 0, NULL},
        {"a.yaml", "\xEF\xBB\xBF{\"a\": 1}", "{\"a\":1}", 0, 0, NULL},
        {"a.json", "a: 1", NULL, E0301, 0, "\"a\" is not a JSON value"},
        {"a.json", "{a: 1}", NULL, E0301, 1, "a key in double quotes is missing here"},
        {"x.json", "", NULL, E0102, 0, "there is no document in this file"},
        {"a.jsonx", "a: 1", "{\"a\":1}", 0, 0, NULL},
        {"json", "a: 1", "{\"a\":1}", 0, 0, NULL},
        /* both readers fail: the error that lies further on */
        {"a", "{\"a\": 1, \"b\": 1 2 3, \"c\": ]", NULL, E0201, 26, NULL},
        {"a", "{\"a\": \"\\ud83d\\ude00\", \"b\": nope, \"c\": 1}", NULL, E0301, 27,
         "\"nope\" is not a JSON value"},
        {"a", "{\"a\": [1, 2}, \"b\": 1}", NULL, E0301, 11, "a comma or ] is missing here"},
        {"a", "[1, 2", NULL, E0301, 5, "the text ends before this is closed"},
        {"a",
         "{a: &a [0,0,0,0,0,0,0,0,0], b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a], "
         "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b], d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c], "
         "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d], f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e], g: [*f, *f]}",
         NULL, L0102, 212,
         "the aliases of this document expand to more nodes than the limit allows"},
        {"a", "{a: 1, b: *x}", NULL, E0203, 10, "no node is marked &x before this"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reading run;
        reading_begin(&run, (struct read_policy){0});
        struct document *document =
            sources_read(&run.sources, str_of(cases[i].name), str_of(cases[i].text));
        ok((document != NULL) == (cases[i].value != NULL), "%s as %s: %s", cases[i].text,
           cases[i].name, reading_message(&run));
        if (document && cases[i].value) {
            struct buf out = buf_in(&run.arena, 10000);
            const struct node *bad;
            node_write(&out, document->root, (struct write_options){.style = WRITE_CANONICAL},
                       &bad);
            is_str(buf_view(&out), cases[i].value, "its value");
        } else if (run.found.first) {
            is_int(run.found.errors + run.found.limits, 1, "one error");
            is_int(run.found.first->code, cases[i].code, "its code");
            is_int(run.found.first->where.start, cases[i].start, "its place");
            if (cases[i].message)
                is_str(str_of(reading_message(&run)), cases[i].message, "its message");
        }
        reading_close(&run);
    }
}

/* What JSON's reader found before it gave up is not told once more, or for nodes that are not
 * there. */
static void test_faults_of_both(void)
{
    struct reading run;
    reading_begin(&run, (struct read_policy){0});
    struct document *document =
        sources_read(&run.sources, S("a"), S("{\"x\": {\"a\": 1, \"a\": 2}, \"b\": yaml}"));
    ok(document, "YAML after JSON failed behind a fault");
    sources_report_faults(&run.sources, node_get(document->root, S("x")));
    sources_warn_unreached(&run.sources);
    is_int(run.found.count, 1, "the fault is there once");
    reading_close(&run);

    reading_begin(&run, (struct read_policy){0});
    document = sources_read(&run.sources, S("a.json"), S("{\"x\": {\"a\": 1, \"a\": 2}, ]"));
    sources_warn_unreached(&run.sources);
    ok(!document && run.found.count == 1, "faults of a document that cannot be read are not told");
    reading_close(&run);
}

static void write_file(const char *path, const char *mode, ptrdiff_t len)
{
    FILE *file = fopen(path, mode);
    if (!file)
        return;
    char block[65536];
    memset(block, ' ', sizeof block);
    for (ptrdiff_t left = len; left > 0; left -= (ptrdiff_t)sizeof block)
        fwrite(block, 1, left < (ptrdiff_t)sizeof block ? (size_t)left : sizeof block, file);
    fclose(file);
}

static void check_load(struct reading *run, const char *path, enum diag_code code,
                       const char *wanted, const char *name)
{
    ptrdiff_t before = run->found.count;
    struct document *document = sources_load(&run->sources, path, S("name"));
    const struct diag *diag = run->found.last;
    ok(!document && run->found.count == before + 1, "%s: one message", name);
    if (!diag)
        return;
    is_str(str_of(diag->message), wanted, "%s: the message", name);
    ok(diag->code == code && diag->where.start < 0, "%s: about the whole file", name);
    is_str(diag->where.text->name, "name", "%s: by the name it was given", name);
}

static void test_load(void)
{
    char directory[] = "/tmp/schemac-sources-XXXXXX";
    if (!ok(mkdtemp(directory) != NULL, "a directory for files"))
        return;
    struct reading run;
    reading_begin(&run, (struct read_policy){0});
    const char *good = arena_printf(&run.arena, "%s/good.yaml", directory).data;
    const char *big = arena_printf(&run.arena, "%s/big.yaml", directory).data;
    const char *missing = arena_printf(&run.arena, "%s/missing.yaml", directory).data;
    FILE *file = fopen(good, "w");
    assert(file);
    fputs("a: 1\n", file);
    fclose(file);

    struct document *document = sources_load(&run.sources, good, S("good.yaml"));
    ok(document && node_get(document->root, S("a")), "a file");
    is_str(document->text.name, "good.yaml", "is called by its name");
    check_load(&run, missing, E0002, "cannot read the file: No such file or directory", "missing");
    check_load(&run, directory, E0002, "cannot read the file: Is a directory", "a directory");
    is_int(diag_status(&run.found), 2, "no verdict");

    write_file(big, "w", FILE_CEILING);
    document = sources_load(&run.sources, big, S("big.yaml"));
    ok(!document && run.found.last->code == E0102, "64 MiB of blanks are read, and empty");
    write_file(big, "a", 1);
    check_load(&run, big, L0001, "the document is longer than 64 MiB", "one byte more");
    unlink(good);
    unlink(big);
    rmdir(directory);
    reading_close(&run);
}

static void test_places(void)
{
    struct reading run;
    reading_begin(&run, (struct read_policy){0});
    struct document *a = sources_read(&run.sources, S("a.yaml"), S("x: 1\n"));
    struct document *b = sources_read(&run.sources, S("b.json"), S("{\"y\": [2]}"));
    ok(a->id == 1 && b->id == 2, "documents are numbered");
    place where = sources_place(&run.sources, node_get(b->root, S("y")));
    ok(where.text == &b->text && where.start == 6 && where.len == 3,
       "a node knows where it stands");
    ok(sources_document(&run.sources, a->root) == a, "and whose it is");
    struct node made = node_string(S("made"));
    where = sources_place(&run.sources, &made);
    ok(!where.text && !sources_document(&run.sources, &made), "one made by a stage has no place");
    made.flags = NODE_FAULTY;
    sources_report_faults(&run.sources, &made);
    is_int(run.found.count, 0, "nor faults to report");
    reading_close(&run);
}

static void test_unreached(void)
{
    static const struct {
        const char *text, *message; /* NULL: no warning */
        int start;
    } cases[] = {
        {"a: 1\n", NULL, 0},
        {"a: .inf\n", "JSON has no infinity; nothing that is used contains it", 3},
        {"a: .inf\nb: .nan\n",
         "JSON has no infinity; this and 1 more fault lie in parts that are not used", 3},
        {"a: .inf\nb: .nan\nc: .nan\n",
         "JSON has no infinity; this and 2 more faults lie in parts that are not used", 3},
    };
    struct reading run;
    reading_begin(&run, (struct read_policy){0});
    int warnings = 0;
    for (size_t i = 0; i < COUNT(cases); i++)
        sources_read(&run.sources, arena_printf(&run.arena, "%zu.yaml", i), str_of(cases[i].text));
    sources_warn_unreached(&run.sources);
    const struct diag *diag = run.found.first;
    for (size_t i = 0; i < COUNT(cases); i++) {
        if (!cases[i].message)
            continue;
        is_str(str_of(diag ? diag->message : NULL), cases[i].message, "document %zu", i);
        is_int(diag ? diag->where.start : -1, cases[i].start, "its first fault");
        diag = diag ? diag->next : NULL;
        warnings++;
    }
    is_int(run.found.count, warnings, "one warning a document");
    is_int(diag_status(&run.found), 0, "no effect on the status");
    reading_close(&run);

    reading_begin(&run, (struct read_policy){0});
    struct document *document = sources_read(&run.sources, S("a.yaml"), S("a: .inf\nb: .nan\n"));
    sources_report_faults(&run.sources, node_get(document->root, S("a")));
    sources_warn_unreached(&run.sources);
    is_int(run.found.errors, 1, "what is reached is an error");
    is_str(str_of(run.found.last->message),
           "JSON has no not-a-number; nothing that is used contains it", "the rest is one warning");
    reading_close(&run);
}

/* An alias to a faulty scalar is that scalar: one error, however often it is reached. */
static void test_shared_fault(void)
{
    struct reading run;
    reading_begin(&run, (struct read_policy){0});
    struct document *document = sources_read(&run.sources, S("a.yaml"),
                                             S("a: &a .inf\nb: *a\nc: &c {x: 1, x: 2}\nd: *c\n"));
    static const char *const keys[] = {"b", "a", "d", "c", "d"};
    for (size_t i = 0; i < COUNT(keys); i++)
        sources_report_faults(&run.sources, node_get(document->root, str_of(keys[i])));
    is_int(run.found.count, 2, "two faults reached by five ways");
    is_int(run.found.errors, 5, "count each time");
    is_int(run.found.first->where.start, 6, "at its own place");
    sources_warn_unreached(&run.sources);
    is_int(run.found.count, 2, "and nothing more");
    reading_close(&run);
}

/* OBJECT without its members named LEFT_OUT, and with the faults that it then has. */
static struct node *without(struct reading *run, const struct node *object, str left_out)
{
    struct node_stack stack = {0};
    for (uint32_t i = 0; i < object->count; i++)
        if (!str_equal(node_text(node_key(object, i)), left_out)) {
            node_push(&stack, *node_key(object, i));
            node_push(&stack, *node_value(object, i));
        }
    node_close(&stack, 0, *object, &run->arena);
    struct node *copy = node_pop(&stack, &run->arena);
    node_stack_done(&stack);
    sources_keep_faults(&run->sources, object, copy);
    return copy;
}

static void test_kept_faults(void)
{
    struct reading run;
    reading_begin(&run, (struct read_policy){0});
    struct document *document = sources_read(
        &run.sources, S("a.yaml"), S("{x: 1, y: 2, x: 3, y: 4, x: 5, [z]: 6, w: {v: 7}}"));
    const struct node *without_x = without(&run, document->root, S("x"));
    const struct node *without_both = without(&run, without_x, S("y"));
    ok(!sources_report_member_faults(&run.sources, without_x, S("x")), "x went with its faults");
    sources_report_faults(&run.sources, without_both);
    is_int(run.found.count, 1, "a key that is no scalar is left");
    is_int(run.found.first->where.start, 31, "at its own place");
    sources_report_faults(&run.sources, without_x);
    is_int(run.found.count, 2, "and y, once");
    is_int(run.found.last->where.start, 19, "at its own place");
    ok(sources_report_member_faults(&run.sources, without_x, S("y")), "it is found by its key");
    sources_report_faults(&run.sources, document->root);
    is_int(run.found.count, 4, "the original has all, and those of the copies are not told again");
    const struct node *clean = without(&run, without_both, S("[z]"));
    ok(!sources_report_faults(&run.sources, clean) && !(clean->flags & NODE_FAULTY),
       "nothing is left");
    const struct node *inner = node_get(document->root, S("w"));
    ok(!(without(&run, inner, S("v"))->flags & NODE_FAULTY), "a copy of what has no faults");
    reading_close(&run);
}

static void test_many(void)
{
    struct reading run;
    reading_begin(&run, (struct read_policy){0});
    bool read = true;
    for (int i = 0; read && i < UINT16_MAX; i++)
        read = sources_read(&run.sources, S("a.json"), S("1")) != NULL;
    ok(read, "65,535 documents");
    ok(sources_read(&run.sources, S("a.json"), S("1")) == NULL && run.found.limits == 1 &&
           run.found.first->code == L0103,
       "one more is a limit");
    reading_close(&run);
}

int main(void)
{
    test_which_reader();
    test_faults_of_both();
    test_load();
    test_places();
    test_unreached();
    test_shared_fault();
    test_kept_faults();
    test_many();
    return done_testing();
}
