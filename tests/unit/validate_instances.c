/*
 * Instances out of files: documents, JSON Lines, fenced blocks of Markdown. What is told of them
 * has its place in the file, and lasts longer than they do.
 */
#include "validate/instances.h"

#include "base/host.h"
#include "report/report.h"

#include "folder.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/resource.h>

static struct arena arena;
static struct diag_list found;

static void add_value(struct buf *out, const struct node *node)
{
    if (node->kind == NODE_STRING || node->kind == NODE_NUMBER) {
        buf_add(out, node_text(node));
    } else if (node->kind == NODE_OBJECT) {
        for (uint32_t i = 0; i < node->count; i++) {
            buf_printf(out, "%s", i ? " " : "");
            buf_add(out, node_text(node_key(node, i)));
            buf_add_byte(out, '=');
            add_value(out, node_value(node, i));
        }
    } else {
        buf_add(out, str_of(node_kind_words(node->kind)));
    }
}

/* Where INSTANCE begins, for people, and what it is: "2:1 a=1". */
static void add_instance(struct buf *out, const struct instance *instance)
{
    struct line_column at = text_position(&arena, instance->text, instance->root->start);
    buf_printf(out, "%td:%td ", at.line, at.column);
    add_value(out, instance->root);
    buf_add_byte(out, '\n');
}

/* All instances in the file PATH, a line each, then what was reported, as in a report. */
static str instances_as(const char *path, struct instance_options options)
{
    struct instances instances;
    struct instance instance;
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    found = (struct diag_list){.arena = &arena};
    if (instances_open(&instances, &arena, &found, &options, path, str_of(path)))
        while (instances_next(&instances, &instance))
            add_instance(&out, &instance);
    instances_close(&instances);
    report_text(&found, &out, false);
    return buf_view(&out);
}

static str instances_in(const char *path, const char *text)
{
    write_file(path, str_of(text));
    return instances_as(path, (struct instance_options){0});
}

static void test_documents(void)
{
    is_str(instances_in("a.json", "{\"a\": 1}"), "1:1 a=1\n", "a JSON file");
    is_str(instances_in("a.yaml", "a: 1\nb: x\n"), "1:1 a=1 b=x\n", "a YAML file");
    is_str(instances_in("b.yaml", "a: 1\n---\nb: 2\n"),
           "b.yaml:2:1: error: a second document begins here [E0202]\n"
           "    2 | ---\n"
           "      | ^~~\n"
           "      hint: keep one document in a file\n",
           "YAML with two documents");
    is_str(instances_in("b.json", "{\"a\": 1,\n\"a\": 2}"),
           "b.json:2:1: error: the key \"a\" stands twice [E0302]\n"
           "    2 | \"a\": 2}\n"
           "      | ^~~\n"
           "b.json:1:2: note: first here\n"
           "    1 | {\"a\": 1,\n"
           "      |  ^~~\n",
           "a document with a fault is no instance");
    is_str(instances_as("none.json", (struct instance_options){0}),
           "none.json: error: cannot read the file: No such file or directory [E0002]\n",
           "a file that is not there");
    is_str(instances_as(".", (struct instance_options){.form = INSTANCES_LINES}),
           ".: error: cannot read the file: Is a directory [E0002]\n", "a folder as lines");
    is_str(instances_as("none.md", (struct instance_options){0}),
           "none.md: error: cannot read the file: No such file or directory [E0002]\n",
           "a Markdown file that is not there");
}

static void test_depth(void)
{
    enum { DEPTH = 10000 };
    static char text[2 * DEPTH + 2];
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    is_str(instances_in("deep.json", text), "1:1 an array\n", "10,000 levels in a document");
    is_str(instances_in("deep.jsonl", text), "1:1 an array\n", "10,000 levels in a line");
    memset(text, '[', DEPTH + 1);
    str refused = instances_in("deep.jsonl", text);
    ok(str_find(refused, S("[L0101]")) >= 0, "10,001 levels are a limit");
}

static void test_lines(void)
{
    is_str(instances_in("a.jsonl", "{\"a\":1}\n\n  \t\r\n [2]\r\n\"x\"\n3"),
           "1:1 a=1\n4:2 an array\n5:1 x\n6:1 3\n",
           "one instance a line, blank ones are skipped, the last needs no line feed");
    is_str(instances_in("a.ndjson", ""), "", "no line at all");
    is_str(instances_in("b.jsonl", "\xEF\xBB\xBF{\"a\": 1}\n\xEF\xBB\xBF{}\n"),
           "1:1 a=1\n"
           "b.jsonl:2:1: error: \"\\u{feff}\" is not a JSON value [E0301]\n"
           "    2 | \\u{feff}{}\n"
           "      | ^~~~~~~~\n",
           "a byte order mark belongs to the file");
    is_str(
        instances_in("c.jsonl", "{\"a\": }\n{\"b\": 1}\n{\"c\": 1, \"c\": 2}\n{} {}\n\xFF\n[0]\n"),
        "2:1 b=1\n6:1 an array\n"
        "c.jsonl:1:7: error: a value is missing here [E0301]\n"
        "    1 | {\"a\": }\n"
        "      |       ^\n"
        "c.jsonl:3:10: error: the key \"c\" stands twice [E0302]\n"
        "    3 | {\"c\": 1, \"c\": 2}\n"
        "      |          ^~~\n"
        "c.jsonl:3:2: note: first here\n"
        "    3 | {\"c\": 1, \"c\": 2}\n"
        "      |  ^~~\n"
        "c.jsonl:4:4: error: there is text after the document [E0301]\n"
        "    4 | {} {}\n"
        "      |    ^\n"
        "c.jsonl:5:1: error: the byte 0xff is not valid UTF-8 here [E0101]\n"
        "    5 | \n"
        "      | ^\n"
        "      hint: save the file as UTF-8\n",
        "what is no JSON is reported, and the other lines go on");
    write_file("lines", S("1\n2\n"));
    is_str(instances_as("lines", (struct instance_options){.form = INSTANCES_LINES}),
           "1:1 1\n2:1 2\n", "lines by the option");
}

static void test_offsets(void)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    instances_in("o.jsonl", "\xEF\xBB\xBF[1]\n[2,]\n");
    report_json(&found, &out);
    ok(str_find(buf_view(&out), S("\"offset\": 10,")) >= 0, "offsets are those in the file");
}

/* What is said of an instance lasts, however many lines come after it. */
static void test_reports_last(void)
{
    struct instances instances;
    struct instance instance;
    struct instance_options options = {0};
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    write_file("r.jsonl", S("{\"a\": 1}\n{\"b\": 22}\n{\"c\": 3}\n"));
    found = (struct diag_list){.arena = &arena};
    instances_open(&instances, &arena, &found, &options, "r.jsonl", S("r.jsonl"));
    while (instances_next(&instances, &instance)) {
        const struct node *b = node_get(instance.root, S("b"));
        const struct node *c = node_get(instance.root, S("c"));
        const struct node *node = b ? b : c;
        if (node)
            diag_report(&found, D0006, (place){instance.text, node->start, node->len}, "said");
    }
    instances_close(&instances);
    report_text(&found, &out, false);
    is_str(buf_view(&out),
           "r.jsonl:2:7: error: said [D0006]\n"
           "    2 | {\"b\": 22}\n"
           "      |       ^~\n"
           "r.jsonl:3:7: error: said [D0006]\n"
           "    3 | {\"c\": 3}\n"
           "      |       ^\n",
           "reports about lines last, that about the last one too");
}

/* Fills a file with a line of COUNT bytes, then "1". */
static void write_long_line(const char *path, ptrdiff_t count)
{
    char *bytes = arena_alloc(&arena, 1, count + 4);
    memset(bytes, ' ', (size_t)count);
    bytes[0] = '[';
    bytes[count - 1] = ']';
    memcpy(bytes + count, "\n1\n", 3);
    write_file(path, (str){bytes, count + 3});
}

static void test_long_lines(void)
{
    write_long_line("long.jsonl", FILE_CEILING);
    is_str(instances_as("long.jsonl", (struct instance_options){0}), "1:1 an array\n2:1 1\n",
           "a line of 64 MiB");
    write_long_line("long.jsonl", FILE_CEILING + 1);
    is_str(instances_as("long.jsonl", (struct instance_options){0}),
           "2:1 1\n"
           "long.jsonl:1:1: error: the line is longer than 64 MiB [L0001]\n"
           "    1 | \n"
           "      | ^\n",
           "one byte more is a limit, and the next line is read");
    write_long_line("long.jsonl", FILE_CEILING + 9000000);
    is_str(instances_as("long.jsonl", (struct instance_options){0}),
           "2:1 1\n"
           "long.jsonl:1:1: error: the line is longer than 64 MiB [L0001]\n"
           "    1 | \n"
           "      | ^\n",
           "so are many, which are read past in pieces");
    ok(truncate("long.jsonl", FILE_CEILING + 9000000) == 0, "no line feed");
    is_str(instances_as("long.jsonl", (struct instance_options){0}),
           "long.jsonl:1:1: error: the line is longer than 64 MiB [L0001]\n"
           "    1 | \n"
           "      | ^\n",
           "so is a last line that does not end");
}

static void test_kept_lines(void)
{
    enum { LINE = 24 * 1024 * 1024, COUNT = 4 };
    char *line = arena_alloc(&arena, 1, LINE);
    memset(line, ' ', LINE);
    line[LINE - 2] = '}';
    line[LINE - 1] = '\n';
    FILE *file = fopen("kept.jsonl", "w");
    for (int i = 0; file && i < COUNT; i++)
        if (fwrite(line, 1, LINE, file) != LINE)
            perror("kept.jsonl");
    if (file)
        fclose(file);
    instances_as("kept.jsonl", (struct instance_options){0});
    ptrdiff_t count, kept = 0;
    struct diag **sorted = diag_sorted(&found, &count);
    is_int(count, COUNT, "each line is told of");
    for (ptrdiff_t i = 0; i < count; i++)
        kept += sorted[i]->where.text->chars.len;
    is_int(kept, 2 * (LINE - 1), "but their texts do not stay beyond 64 MiB");
    const struct diag *last = found.last;
    is_int(text_position(&arena, last->where.text, last->where.start).line, COUNT,
           "a line without its text has its number");
}

/* The memory of a run must not grow with the number of lines. */
static void test_memory(void)
{
    enum { LINES = 300000 };
    FILE *file = fopen("many.jsonl", "w");
    for (int i = 0; file && i < LINES; i++)
        fprintf(file,
                "{\"number\": %d, \"text\": \"a \\u00e9 %d\", \"list\": [1, 2, {\"x\": null}]}\n",
                i, i);
    if (file)
        fclose(file);
    struct rusage before, after;
    struct instances instances;
    struct instance instance;
    struct instance_options options = {0};
    ptrdiff_t count = 0;
    found = (struct diag_list){.arena = &arena};
    getrusage(RUSAGE_SELF, &before);
    instances_open(&instances, &arena, &found, &options, "many.jsonl", S("many.jsonl"));
    while (instances_next(&instances, &instance))
        count += node_find(instance.root, S("list")) == 2;
    instances_close(&instances);
    getrusage(RUSAGE_SELF, &after);
    is_int(count, LINES, "many lines");
#ifdef ARENA_EXACT
    skip("each object has a chunk of its own", "in constant memory");
#else
    ok(after.ru_maxrss - before.ru_maxrss < 2048, "in constant memory");
#endif
}

static int failing_read_calls;

static ssize_t failing_read(int fd, void *to, size_t count)
{
    if (failing_read_calls++ == 0)
        return read(fd, to, count < 9 ? count : 9);
    errno = EIO;
    return -1;
}

static void test_read_failure(void)
{
    write_file("f.jsonl", S("{\"a\":1}\n{\"b\":2}\n"));
    host.read = failing_read;
    is_str(instances_as("f.jsonl", (struct instance_options){0}),
           "1:1 a=1\n"
           "f.jsonl:2:1: error: cannot read on: Input/output error [E0002]\n"
           "    2 | \n"
           "      | ^\n",
           "a read that fails on the way");
    host.read = read;
}

static void test_stdin(void)
{
    static const struct {
        const char *text, *expected;
        enum instance_form form;
    } rows[] = {
        {"a: 1\n", "1:1 a=1\n", INSTANCES_BY_NAME},
        {"{\"a\": 1}", "1:1 a=1\n", INSTANCES_BY_NAME},
        {"{\"a\": 1}\n2\n", "1:1 a=1\n2:1 2\n", INSTANCES_LINES},
        {"```json\n{\"$schema\": 1}\n```\n", "2:1 $schema=1\n", INSTANCES_MARKDOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file("stdin", str_of(rows[i].text));
        int fd = open("stdin", O_RDONLY);
        dup2(fd, STDIN_FILENO);
        close(fd);
        is_str(instances_as("-", (struct instance_options){.form = rows[i].form}), rows[i].expected,
               "standard input, %zu", i);
    }
}

static void test_blocks(void)
{
    is_str(instances_in("a.md",
                        "# T\n\n```json\n{\"$schema\": 1,\n \"a\": 2}\n```\n\n"
                        "~~~~ JSON title=\"x\"\n{\"$schema\": 2, \"b\": \"```\n~~~\"}\n~~~~\n"
                        "```jsonc\n{\"$schema\": 3}\n```\n```\n{\"$schema\": 3}\n```\n"
                        "```yaml\n$schema: 4\n```\n```yml\n$schema: 5\n``` \t\n"
                        "```json\n{\"$schema\": 6}"),
           "4:1 $schema=1 a=2\n"
           "19:1 $schema=4\n22:1 $schema=5\n25:1 $schema=6\n"
           "a.md:9:25: error: a string must end on its line [E0301]\n"
           "    9 | {\"$schema\": 2, \"b\": \"```\n"
           "      |                         ^\n"
           "      hint: a line break is written as \\n\n",
           "fences of any length, words behind the language, an open end");
    is_str(instances_in("b.md",
                        "```json\n{\"a\": 1}\n```\n```json\n[\"$schema\"]\n```\n"
                        "```json\n{\"a\": \"$schema\"}\n```\n```json\n{\"$schema\": {}}\n```\n"),
           "11:1 $schema=\n", "by default those with a $schema");
    is_str(instances_in("c.md", "no blocks\n"),
           "c.md: error: no block of this file is an instance [E0811]\n"
           "      hint: a fenced block of json, yaml or yml is one when it has a \"$schema\", "
           "or, with \"contains\", when it has that text\n",
           "none is an error");
}

static void test_indented_blocks(void)
{
    is_str(instances_in("l.md",
                        "1. A\n   - b\n\n     ```json\n     {\"$schema\": 1,\n     \"a\": }\n"
                        "     ```\n\n   ```yaml title=x\n   ---\n   $schema: 2\n   b: [1\n"
                        "   ```\n\n- ```json\n  {\"$schema\": 3}\n  ```\n"),
           "16:3 $schema=3\n"
           "l.md:6:11: error: a value is missing here [E0301]\n"
           "    6 |      \"a\": }\n"
           "      |           ^\n"
           "l.md:13:4: error: did not find expected ',' or ']' [E0201]\n"
           "   13 | \n"
           "      | ^\n"
           "l.md:12:7: note: while parsing a flow sequence\n"
           "   12 | b: [1\n"
           "      |    ^\n",
           "in lists: lines and columns are those of the file");
    is_str(instances_in("i.md", "    ```json\n    {\"$schema\": 1}\n    ```\n\n   ```json\n"
                                "   {\"$schema\": 2}\n```\n"),
           "6:4 $schema=2\n", "four blanks make code, three do not");
    is_str(instances_in("i.mdx",
                        "<Step>\n      ```json\n      {\"$schema\": 1}\n        ```\n</Step>\n"
                        "{/*\n```json\n{\"$schema\": 2}\n```\n*/}\n```json\n"
                        "{\"$schema\": 3}\n```\n"),
           "3:7 $schema=1\n12:1 $schema=3\n", "MDX: any indentation, comments of its own");
    is_str(instances_in("t.md", "- a\n\n\t```yaml\n\t$schema: 1\n\tb: 2\n\t```\n"),
           "4:5 $schema=1 b=2\n", "tabs");
    is_str(instances_in("e.md", "- a\n  ```json\n  {\"$schema\": 1}\nend of the list\n\n"
                                "```json\n{\"$schema\": 2}\n```\n"),
           "3:3 $schema=1\n7:1 $schema=2\n", "a block ends with its list item");
    is_str(instances_in("h.md", "<!--\n```json\n{\"$schema\": 1}\n```\n-->\n```json `x`\n\n"
                                "~~~json `x`\n{\"$schema\": 2}\n~~~\n"),
           "9:1 $schema=2\n", "no block in a comment, none by backticks in its info string");
    is_str(instances_in("w.md", "x\r\n```json\r\n{\"$schema\": 1}\r\n```\r\n```json{1,3}\r"
                                "{\"$schema\": 2}\r```\r"),
           "3:1 $schema=1\n6:1 $schema=2\n", "line breaks of all kinds");
}

static void test_selection(void)
{
    const char *text = "```json\n{\"$schema\": \"s\", \"server\": {\"a\": 1}}\n```\n"
                       "```json\n{\"b\": 1}\n```\n```json\n{\"server\": {\"$schema\": 1}}\n```\n"
                       "```yaml\nb: [\n```\n";
    write_file("s.md", str_of(text));
    is_str(instances_as("s.md", (struct instance_options){.at = "/server", .count = 2}),
           "2:28 a=1\n8:12 $schema=1\n", "the part at a pointer");
    is_str(instances_as("s.md", (struct instance_options){.contains = "b\"", .at = "/server"}),
           "5:1 b=1\n", "a text that is asked for, and no such part");
    is_str(instances_as("s.md", (struct instance_options){.contains = "b", .count = 1}),
           "5:1 b=1\n"
           "s.md: error: 2 blocks of this file are instances, not 1 [E0812]\n"
           "      hint: a fenced block of json, yaml or yml is one when it contains \"b\"\n"
           "s.md:12:1: error: did not find expected node content [E0201]\n"
           "   12 | \n"
           "      | ^\n"
           "s.md:12:1: note: while parsing a flow node\n"
           "   12 | \n"
           "      | ^\n",
           "a number; what cannot be read counts");
    is_str(instances_as("s.md", (struct instance_options){.contains = "none", .count = 3}),
           "s.md: error: no block of this file is an instance [E0811]\n"
           "      hint: a fenced block of json, yaml or yml is one when it contains \"none\"\n",
           "none, where there should be three");
}

/* Any bytes are a file: nothing crashes, places lie in the text, and the sanitizers are content. */
static void test_any_bytes(void)
{
    static const char sample[] =
        "1. a\n   ```json x\n   {\"$schema\": [1]}\n   ```\n\n~~~yaml\n$schema: {a: b}\n~~~\n<!-- x -->\n"
        "- - ```yml\n    $schema: |\n     x\n  {/* */}\n\t```json\r\n\t{\"$schema\": \"\\u00e9\"}\r\n\t```\r";
    static const char alphabet[] = "`~ \n\r\t-1.)<!>{}/*[]:\"$aj\xC3\xA9\xFF";
    uint32_t state = 1;
    struct arena outer = arena;
    bool good = true;
    for (int round = 0; round < 3000; round++) {
        char text[sizeof sample];
        arena = (struct arena){0};
        memcpy(text, sample, sizeof sample);
        for (int i = 0; i < 1 + round % 7; i++) {
            state = state * 1664525 + 1013904223;
            text[(state >> 8) % (sizeof sample - 1)] =
                alphabet[(state >> 4) % (sizeof alphabet - 1)];
        }
        static const char *const names[] = {"x.md", "x.mdx", "x.jsonl"};
        write_file(names[round % 3], (str){text, sizeof sample - 1});
        instances_as(names[round % 3], (struct instance_options){0});
        for (const struct diag *diag = found.first; diag; diag = diag->next) {
            place where = diag->where;
            good = good && where.text && where.start <= where.text->chars.len;
        }
        arena_free(&arena);
    }
    arena = outer;
    ok(good, "3,000 broken files");
}

int main(void)
{
    enter_folder(true);
    test_memory();
    test_documents();
    test_depth();
    test_lines();
    test_offsets();
    test_reports_last();
    test_long_lines();
    test_kept_lines();
    test_read_failure();
    test_stdin();
    test_blocks();
    test_indented_blocks();
    test_selection();
    test_any_bytes();
    leave_folder();
    arena_free(&arena);
    return done_testing();
}
