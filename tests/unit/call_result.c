/*
 * result.h, with answers.h, content.h, subset.h and tool_schema.h: which results are refused, and
 * the first reason, by both profiles. First on data of our own, then on the vectors of the corpus
 * and on recorded answers of servers there; without it those are skipped. What the specification
 * leaves open may come out either way, and is counted.
 */
#include "call/result.h"

#include "base/utf8.h"
#include "call/answers.h"
#include "call/subset.h"
#include "vectors.h"

#include <string.h>

static const struct read_policy policy = {.duplicates = DUPLICATES_WARN,
                                          .max_depth = INSTANCE_DEPTH};

/* The word for what comes of RESULT by TOOL: the outcome, or the first reason where it is refused.
 */
static str judged(struct reading *r, const struct node *tool, const struct node *result,
                  enum profile profile)
{
    struct result_rule rule = {.sources = &r->sources, .profile = profile};
    struct result_verdict verdict = {.outcome = RESULT_IS_UNDECIDED};
    struct tool entry = {.entry = tool};
    if (result_rule_open(&rule, &entry))
        result_judge(&rule, result, &verdict);
    else
        verdict.flaws.refusals = 0;
    result_rule_close(&rule);
    const struct flaw *refusal = verdict.flaws.refusals ? flaws_refusal(&verdict.flaws) : NULL;
    return str_of(refusal ? refusal->word : result_outcome_word(verdict.outcome));
}

/* ---- data of our own ------------------------------------------------------------------------- */

/* What comes of RESULT by the output schema OUTPUT, or NULL without one: as STRICT and SPEC say. */
static void check(const char *output, const char *result, const char *strict, const char *spec)
{
    struct reading r;
    reading_begin(&r, policy);
    const char *text = output ? arena_printf(&r.arena,
                                             "{\"name\": \"t\", \"inputSchema\": {\"type\": "
                                             "\"object\"}, \"outputSchema\": %s}",
                                             output)
                                    .data
                              : "{\"name\": \"t\"}";
    const struct node *tool = reading_read(&r, "tool.json", str_of(text));
    const struct node *root = reading_read(&r, "result.json", str_of(result));
    if (ok(tool && root, "both are read")) {
        is_str(judged(&r, tool, root, PROFILE_STRICT), strict, "strict: %s", result);
        is_str(judged(&r, tool, root, PROFILE_SPEC), spec, "spec: %s", result);
    }
    reading_close(&r);
}

#define DONE "{\"resultType\": \"complete\", \"content\": [{\"type\": \"text\", \"text\": \"\"}]"
#define BLOCKS "{\"resultType\": \"complete\", \"content\": ["

static void test_results(void)
{
    check(NULL, DONE "}", "complete", "complete");
    check(NULL, "{\"content\": []}", "result-type", "complete");
    check(NULL, "{\"resultType\": \"input_required\"}", "result-type", "input-required");
    check(NULL, "{\"resultType\": \"input_required\", \"requestState\": 1}", "result-type",
          "member");
    check(NULL, "{\"resultType\": \"halfway\", \"content\": []}", "result-type", "result-type");
    check(NULL, "{\"resultType\": \"complete\", \"content\": []}", "content", "complete");
    check(NULL, "{\"resultType\": \"complete\"}", "content", "content");
    check(NULL, DONE ", \"isError\": 1}", "complete", "member");
    check(NULL, DONE ", \"_meta\": 1}", "complete", "member");
    check(NULL, "[]", "result-type", "result-type");
    check(NULL, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": " DONE "}}", "complete", "complete");
    check(NULL, "{\"jsonrpc\": \"2.0\", \"id\": 1}", "result-type", "result-type");
    check(NULL, "{\"content\": 1, \"result\": " DONE "}}", "result-type", "content");
    check(NULL, "{\"content\": [], \"error\": {\"code\": 1, \"message\": \"\"}}", "result-type",
          "complete");
    check(NULL, "{\"jsonrpc\": \"2.0\", \"result\": " DONE "}, \"error\": {}}", "error", "error");
    check(NULL, "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32602, \"message\": \"no\"}}",
          "error", "error");
    check(NULL, "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": \"x\"}}", "error", "error");
    check(NULL,
          "{\"jsonrpc\": \"2.0\", \"result\": " DONE
          "}, \"error\": {\"code\": 1, \"message\": \"m\"}}",
          "error", "error");
    check(NULL, "{\"structuredContent\": 1, \"error\": {\"code\": 1, \"message\": \"m\"}}",
          "result-type", "content");
}

static void test_structured(void)
{
    check("{\"minLength\": 18446744073709551616}", DONE ", \"structuredContent\": \"abc\"}",
          "min-length", "min-length");
    check("{\"minLength\": 3}", DONE ", \"structuredContent\": \"\xc3\xa9\xc3\xa9\"}", "min-length",
          "min-length");
    check("{\"minLength\": 2}", DONE ", \"structuredContent\": \"\xc3\xa9\xc3\xa9\"}", "complete",
          "complete");
    static const char scores[] =
        "{\"type\": \"array\", \"items\": {\"type\": \"object\", \"required\": [\"score\"], "
        "\"properties\": {\"score\": {\"type\": \"number\", \"maximum\": 1}}}}";
    check(scores, DONE ", \"structuredContent\": [{\"score\": 0.5}]}", "complete", "complete");
    check(scores, DONE ", \"structuredContent\": [{\"score\": 7}]}", "complete", "schema");
    check(scores, DONE ", \"structuredContent\": [{\"score\": \"7\"}]}", "type", "type");
    check(scores, DONE ", \"structuredContent\": [{}]}", "required", "required");
    check(scores, DONE ", \"structuredContent\": null}", "type", "type");
    check(scores, DONE "}", "structured-missing", "structured-missing");
    check(scores, DONE ", \"isError\": true}", "structured-missing", "complete");
    check(scores, DONE ", \"isError\": true, \"structuredContent\": 1}", "type", "complete");
    check(scores, DONE ", \"isError\": false}", "structured-missing", "structured-missing");
    check(scores,
          BLOCKS "{\"type\": \"audio\", \"data\": \"\", \"mimeType\": \"\"}], "
                 "\"structuredContent\": []}",
          "text-mirror-missing", "complete");
    check("null", DONE "}", "complete", "complete");
    check("true", DONE "}", "undecided", "undecided");
    check("{\"type\": \"strange\"}", DONE ", \"structuredContent\": 1}", "unsupported-type",
          "undecided");
    check("{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {\"const\": 1}}}",
          DONE ", \"structuredContent\": 2}", "complete", "schema");
    check("{\"$ref\": \"#/definitions/a\", \"definitions\": {\"a\": {\"type\": \"null\"}}, "
          "\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"maxLength\": 0}",
          DONE ", \"structuredContent\": \"as in draft-07\"}", "complete", "type");
    check("{\"$ref\": \"other.json\"}", DONE ", \"structuredContent\": 2}", "complete",
          "undecided");
    check("{\"$ref\": \"https://schemas.example/a.json\"}", DONE ", \"structuredContent\": 2}",
          "complete", "undecided");
    check("{\"$ref\": \"#/outputSchema\"}", DONE ", \"structuredContent\": 2}", "complete",
          "undecided");
}

static void test_blocks(void)
{
    static const struct {
        const char *block, *strict, *spec;
    } cases[] = {
        {"1", "block-type", "block-type"},
        {"{\"type\": \"film\"}", "unknown-block", "unknown-block"},
        {"{\"type\": [\"text\"]}", "unknown-block", "unknown-block"},
        {"{\"type\": \"text\", \"text\": null}", "text", "text"},
        {"{\"type\": \"image\", \"mimeType\": \"a/b\"}", "base64", "base64"},
        {"{\"type\": \"image\", \"data\": \"Zg\", \"mimeType\": \"a/b\"}", "base64", "base64"},
        {"{\"type\": \"image\", \"data\": \"Zh==\", \"mimeType\": \"a/b\"}", "complete",
         "complete"},
        {"{\"type\": \"image\", \"data\": \"Zm9v=\", \"mimeType\": \"a/b\"}", "complete", "base64"},
        {"{\"type\": \"audio\", \"data\": \"Zg==\"}", "mime-type", "mime-type"},
        {"{\"type\": \"resource_link\", \"uri\": \"a:b\"}", "resource-link", "resource-link"},
        {"{\"type\": \"resource_link\", \"uri\": \"\", \"name\": \"\"}", "complete", "complete"},
        {"{\"type\": \"resource_link\", \"uri\": \"\", \"name\": \"\", \"size\": 1.5}", "complete",
         "member"},
        {"{\"type\": \"resource_link\", \"uri\": \"\", \"name\": \"\", \"size\": 1.0, "
         "\"icons\": [{\"src\": \"data:,\", \"theme\": \"dark\", \"sizes\": [\"1x1\"]}]}",
         "complete", "complete"},
        {"{\"type\": \"resource_link\", \"uri\": \"\", \"name\": \"\", \"icons\": [{}]}",
         "complete", "member"},
        {"{\"type\": \"resource_link\", \"uri\": \"\", \"name\": \"\", \"icons\": [{\"src\": "
         "\"data:,\", \"theme\": \"blue\"}]}",
         "complete", "member"},
        {"{\"type\": \"resource\", \"resource\": {}}", "resource-uri", "resource-uri"},
        {"{\"type\": \"resource\", \"resource\": {\"uri\": \"a:b\"}}", "resource-body",
         "resource-body"},
        {"{\"type\": \"resource\", \"resource\": {\"uri\": \"a:b\", \"blob\": \"?\"}}", "complete",
         "resource-body"},
        {"{\"type\": \"resource\", \"resource\": {\"uri\": \"a:b\", \"text\": 1}}", "complete",
         "resource-body"},
        {"{\"type\": \"resource\", \"resource\": {\"uri\": \"a:b\", \"blob\": \"Zm9v=\"}}",
         "complete", "resource-body"},
        {"{\"type\": \"resource_link\", \"uri\": \"\", \"name\": \"\", \"icons\": {}}", "complete",
         "member"},
        {"{\"type\": \"resource\", \"resource\": {\"uri\": \"a:b\", \"text\": 1, \"blob\": "
         "\"Zg==\"}}",
         "complete", "complete"},
        {"{\"type\": \"text\", \"text\": \"\", \"annotations\": {\"priority\": 1.01}}", "complete",
         "member"},
        {"{\"type\": \"text\", \"text\": \"\", \"annotations\": {\"audience\": [\"user\", "
         "\"all\"]}}",
         "complete", "member"},
        {"{\"type\": \"text\", \"text\": \"\", \"_meta\": null}", "complete", "member"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        str result = arena_printf(&arena, BLOCKS "%s]}", cases[i].block);
        check(NULL, result.data, cases[i].strict, cases[i].spec);
        arena_free(&arena);
    }
}

/* All that is wrong is found, in the order of the checks, with where it is. */
static void test_all(void)
{
    static const char text[] =
        "{\"resultType\": 1, \"content\": [{}, {\"type\": \"text\"}],\n\"structuredContent\": "
        "[{\"a/b\": 1}], \"isError\": \"no\"}";
    struct reading r;
    reading_begin(&r, policy);
    const struct node *tool = reading_read(
        &r, "tool.json",
        S("{\"outputSchema\": {\"items\": {\"properties\": {\"a/b\": {\"type\": \"null\"}}}}}"));
    const struct node *result = reading_read(&r, "result.json", str_of(text));
    struct result_rule rule = {.sources = &r.sources, .profile = PROFILE_SPEC};
    struct result_verdict verdict;
    struct tool entry = {.entry = tool};
    ok(result_rule_open(&rule, &entry), "the output schema is compiled");
    result_judge(&rule, result, &verdict);
    static const char *const pointers[] = {"/resultType", "/content/0", "/content/1",
                                           "/structuredContent/0/a~1b", "/isError"};
    const struct flaw *flaw = verdict.flaws.first;
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers && flaw; i++) {
        while (flaw->is_warning)
            flaw = flaw->next;
        is_str(flaw->pointer, pointers[i], "flaw %zu", i);
        flaw = flaw->next;
    }
    ok(!flaw, "and no more");
    is_int(verdict.flaws.refusals, 5, "they are counted");
    is_int(verdict.flaws.warnings, 1, "that no text stands there is a warning");
    result_report(&rule, &verdict, NULL);
    is_int(r.found.findings, 5, "all are reported");
    is_str(str_of(r.found.first->pointer), "/resultType", "with where they are");
    result_rule_close(&rule);
    reading_close(&r);
}

/* What is kept is bounded, and no warning hides a refusal. */
static void test_many(void)
{
    struct reading r;
    reading_begin(&r, policy);
    struct buf text = buf_in(&r.arena, PTRDIFF_MAX);
    buf_add(&text, S(BLOCKS));
    for (int i = 0; i < 3000; i++)
        buf_add(&text, S("{\"type\": \"text\", \"text\": \"\", \"_meta\": 1}, "));
    buf_add(&text, S("0]}"));
    const struct node *result = reading_read(&r, "result.json", buf_view(&text));
    is_str(judged(&r, result, result, PROFILE_STRICT), "block-type", "3,000 warnings are cut");
    struct result_rule rule = {.sources = &r.sources, .profile = PROFILE_SPEC};
    struct result_verdict verdict;
    result_rule_open(&rule, NULL);
    result_judge(&rule, result, &verdict);
    result_report(&rule, &verdict, "\"t\"");
    is_int(verdict.flaws.refusals, 3001, "all are counted");
    is_int(r.found.findings, FLAW_CAP, "so many are told");
    result_rule_close(&rule);
    reading_close(&r);
}

/* Of what is not complete the rest is not held against it. */
static void test_not_complete(void)
{
    struct reading r;
    reading_begin(&r, policy);
    const struct node *result =
        reading_read(&r, "result.json", S("{\"resultType\": \"input_required\"}"));
    struct result_rule rule = {.sources = &r.sources, .profile = PROFILE_STRICT};
    struct result_verdict verdict;
    result_rule_open(&rule, NULL);
    result_judge(&rule, result, &verdict);
    is_int(verdict.flaws.refusals, 1, "the type alone is wrong");
    result_rule_close(&rule);
    reading_close(&r);
}

/* The schema of another tool is not at hand, by whatever name it has. */
static void test_apart(void)
{
    static const char text[] =
        "[{\"name\": \"a\", \"outputSchema\": {\"$id\": \"https://a.example/s\", \"$anchor\": \"x\"}},"
        " {\"name\": \"b\", \"outputSchema\": {\"$ref\": \"https://a.example/s\"}},"
        " {\"name\": \"c\", \"outputSchema\": {\"$ref\": \"#x\"}},"
        " {\"name\": \"d\", \"outputSchema\": {\"$ref\": \"#/0/outputSchema\"}},"
        " {\"name\": \"e\", \"outputSchema\": {\"$ref\": \"result.json\"}},"
        " {\"name\": \"f\", \"outputSchema\": {\"$ref\": \"#/$defs/y\", \"$defs\": {\"y\": {}}}}]";
    for (uint32_t i = 1; i < 6; i++) {
        struct reading r;
        reading_begin(&r, policy);
        reading_read(&r, "result.json", S("{}"));
        const struct node *root = reading_read(&r, "tools.json", str_of(text));
        struct tool tool = {.entry = node_item(root, i)};
        struct result_rule rule = {.sources = &r.sources, .profile = PROFILE_SPEC};
        ok(result_rule_open(&rule, &tool) == (i == 5), "number %d", (int)i);
        ok(diag_status(&r.found) == (i == 5 ? 0 : 2), "which is told");
        result_rule_close(&rule);
        reading_close(&r);
    }
}

/* An icon that clients must not load is worth a warning, and no more. */
static void test_icons(void)
{
    struct reading r;
    reading_begin(&r, policy);
    const struct node *result = reading_read(
        &r, "result.json",
        S(BLOCKS
          "{\"type\": \"resource_link\", \"uri\": \"\", \"name\": \"\", \"icons\": [{\"src\": "
          "\"https://a.example\"}, {\"src\": \"javascript:x\"}]}]}"));
    struct result_rule rule = {.sources = &r.sources, .profile = PROFILE_SPEC};
    struct result_verdict verdict;
    result_rule_open(&rule, NULL);
    result_judge(&rule, result, &verdict);
    is_int(verdict.flaws.refusals, 0, "the result is fine");
    if (is_int(verdict.flaws.warnings, 1, "with a warning"))
        is_str(verdict.flaws.first->pointer, "/content/0/icons/1/src", "of the second icon");
    result_rule_close(&rule);
    reading_close(&r);
}

/* A very long pointer is cut, but no character of it. */
static void test_long_pointer(void)
{
    struct reading r;
    struct flaws flaws;
    reading_begin(&r, policy);
    const struct node *node = reading_read(&r, "result.json", S("{}"));
    flaws_init(&flaws, &r.sources);
    buf_add_byte(&flaws.pointer, '/');
    for (int i = 0; i < 40000; i++)
        buf_add(&flaws.pointer, S("\xc3\xa9"));
    const struct flaw *flaw = flaws_add(&flaws, RESULT_TYPE, false, node, "long");
    is_int(flaw->pointer.len, 64 * 1024 - 1, "as much as fits");
    is_int(utf8_find_bad(flaw->pointer), -1, "is UTF-8");
    is_int(flaws.pointer.len, 80001, "what is looked at is the same");
    reading_close(&r);
}

/* Comparing much with much ends, undecided. */
static void test_work(void)
{
    struct reading r;
    reading_begin(&r, policy);
    struct buf text = buf_in(&r.arena, PTRDIFF_MAX);
    buf_add(&text, S("{\"outputSchema\": {\"items\": {\"enum\": ["));
    for (int i = 0; i < 10000; i++)
        buf_printf(&text, "%d, ", i);
    buf_add(&text, S("-1]}}}"));
    const struct node *tool = reading_read(&r, "tool.json", buf_view(&text));
    text = buf_in(&r.arena, PTRDIFF_MAX);
    buf_add(&text, S(DONE ", \"structuredContent\": ["));
    for (int i = 0; i < 10000; i++)
        buf_add(&text, S("-1, "));
    buf_add(&text, S("-1]}"));
    const struct node *result = reading_read(&r, "result.json", buf_view(&text));
    is_str(judged(&r, tool, result, PROFILE_STRICT), "undecided", "100,000,000 comparisons");
    is_int(r.found.limits, 1, "the limit is told");
    is_str(judged(&r, tool, result, PROFILE_SPEC), "complete", "the validator has a table");
    reading_close(&r);
}

/* ---- files of results ------------------------------------------------------------------------ */

static void check_answers(const char *text, const char *wanted)
{
    struct reading r;
    reading_open(&r, "results.json", str_of(text), policy);
    struct answers answers = {.sources = &r.sources};
    struct buf out = buf_in(&r.arena, 1000);
    bool is_read = answers_add(&answers, r.document);
    for (ptrdiff_t i = 0; is_read && i < answers.count; i++)
        buf_printf(&out, "%.*s;", (int)answers.at[i].tool.len,
                   answers.at[i].tool.len ? answers.at[i].tool.data : "");
    is_str(is_read ? buf_view(&out) : S("refused"), wanted, "%s", text);
    reading_close(&r);
}

/* To compare with a long text takes more steps than with a short one. */
static void test_long_texts(void)
{
    struct reading r;
    reading_begin(&r, policy);
    struct buf tool = buf_in(&r.arena, PTRDIFF_MAX), text = buf_in(&r.arena, PTRDIFF_MAX);
    buf_add(&tool, S("{\"name\": \"t\", \"outputSchema\": {\"items\": {\"enum\": [\""));
    buf_add_bytes(&tool, 'x', 1 << 20);
    buf_add(&tool, S("\", \"a\"]}}}"));
    buf_add(&text, S(DONE ", \"structuredContent\": ["));
    for (int i = 0; i < 2000; i++)
        buf_add(&text, S("\"a\", "));
    buf_add(&text, S("\"a\"]}"));
    const struct node *entry = reading_read(&r, "tool.json", buf_view(&tool));
    const struct node *result = reading_read(&r, "result.json", buf_view(&text));
    is_str(judged(&r, entry, result, PROFILE_STRICT), "undecided", "2,000 times 1 MiB");
    is_str(judged(&r, entry, result, PROFILE_SPEC), "complete", "spec has a quicker way");
    reading_close(&r);
}

static void test_answers(void)
{
    check_answers("{\"content\": []}", ";");
    check_answers("[{\"content\": []}, {\"jsonrpc\": \"2.0\"}]", ";;");
    check_answers("{\"calls\": [{\"tool\": \"a\", \"response\": {}}, {\"response\": {}}]}", "a;;");
    check_answers("{\"calls\": []}", "refused");
    check_answers("{\"calls\": {}}", "refused");
    check_answers("{\"calls\": [{\"tool\": \"a\"}]}", "refused");
    check_answers("{\"content\": [], \"tool\": \"a\", \"response\": {}}", ";");
    check_answers("{\"resultType\": \"input_required\", \"tool\": \"a\", \"response\": {}}", ";");
    check_answers("[{\"jsonrpc\": \"2.0\", \"tool\": \"a\", \"response\": {}, \"result\": {}}]",
                  ";");
    check_answers(
        "{\"resultType\": \"complete\", \"calls\": [{\"response\": {}, \"tool\": \"a\"}]}", ";");
    check_answers("[]", "refused");
    check_answers("1", "refused");
    /* What a client takes for an answer is one, whatever a server adds to it. */
    check_answers(
        "{\"jsonrpc\": \"2.0\", \"result\": {}, \"response\": " DONE "}, \"tool\": \"a\"}", ";");
    check_answers("{\"result\": {}, \"calls\": []}", ";");
    check_answers("{\"structuredContent\": {}, \"response\": " DONE "}}", ";");
    check_answers("{\"resultType\": \"complete\", \"calls\": []}", ";");
}

/* ---- the corpus ------------------------------------------------------------------------------ */

struct tally {
    int right, wrong, open;
};

/* Counts that ITEM gave GOT, which goes for valid when it is an outcome. */
static void count(struct tally *tally, const struct node *item, const char *expect,
                  const char *reason, str got)
{
    str wanted = str_of(expect);
    bool is_valid = str_equal(got, S("complete"));
    bool is_right = str_equal(wanted, S("valid")) ? is_valid
                    : str_equal(wanted, S("not-complete"))
                        ? str_equal(got, S("input-required"))
                        : !is_valid && (!*reason || str_equal(got, str_of(reason)));
    if (str_equal(wanted, S("unspecified")))
        tally->open++;
    else if (is_right)
        tally->right++;
    else
        tally->wrong++;
    if (!is_right && !str_equal(wanted, S("unspecified")))
        printf("# %.*s: %s %s expected, got %.*s\n", (int)vectors_said(item, "id").len,
               vectors_said(item, "id").data, expect, reason, (int)got.len, got.data);
}

static const char *text_of(struct reading *r, const struct node *item, const char *key)
{
    return arena_copy(&r->arena, vectors_said(item, key)).data;
}

/* Counts what both profiles make of RESULT, the case ITEM. */
static void count_both(struct tally tallies[2], struct reading *r, const struct node *item,
                       const struct node *tool, const struct node *result)
{
    const char *expect = text_of(r, item, "expect"), *reason = text_of(r, item, "reason");
    const char *spec = text_of(r, item, "spec");
    reason = strcmp(reason, "crash") == 0 ? "" : reason;
    count(&tallies[0], item, expect, reason, judged(r, tool, result, PROFILE_STRICT));
    count(&tallies[1], item, *spec ? spec : expect, *spec ? "" : reason,
          judged(r, tool, result, PROFILE_SPEC));
}

static void tell(const struct tally tallies[2], const char *file, int count)
{
    for (int i = 0; i < 2; i++) {
        is_int(tallies[i].wrong, 0, "%s, %s: %d right, %d left open", file, i ? "spec" : "strict",
               tallies[i].right, tallies[i].open);
        is_int(tallies[i].right + tallies[i].open, count, "%s: all cases", file);
    }
}

static void test_vectors(void)
{
    struct reading r;
    struct tally tallies[2] = {0};
    reading_begin(&r, policy);
    const struct node *cases =
        node_get(vectors_file(&r, "tool-contracts/results.json"), S("cases"));
    for (uint32_t i = 0; cases && i < cases->count; i++) {
        const struct node *item = node_item(cases, i);
        count_both(tallies, &r, item, node_get(item, S("tool")), node_get(item, S("result")));
    }
    if (cases)
        tell(tallies, "results", (int)cases->count);
    reading_close(&r);
}

static void test_block_vectors(void)
{
    struct reading r;
    struct tally tallies[2] = {0};
    reading_begin(&r, policy);
    const struct node *cases =
        node_get(vectors_file(&r, "tool-contracts/content-blocks.json"), S("cases"));
    for (uint32_t i = 0; cases && i < cases->count; i++) {
        const struct node *item = node_item(cases, i), *block = node_get(item, S("block")), *bad;
        struct buf text = buf_in(&r.arena, PTRDIFF_MAX);
        buf_add(&text, S(BLOCKS));
        node_write(&text, block, (struct write_options){.style = WRITE_CANONICAL}, &bad);
        buf_add(&text, S("]}"));
        count_both(tallies, &r, item, block, reading_read(&r, "result.json", buf_view(&text)));
    }
    if (cases)
        tell(tallies, "content-blocks", (int)cases->count);
    reading_close(&r);
}

/* Strict knows a part of JSON Schema; the verdicts of spec are tested with `validate`. */
static void test_subset_vectors(void)
{
    struct reading r;
    struct tally tally = {0};
    reading_begin(&r, policy);
    const struct node *cases =
        node_get(vectors_file(&r, "tool-contracts/schema-subset.json"), S("cases"));
    for (uint32_t i = 0; cases && i < cases->count; i++) {
        const struct node *item = node_item(cases, i);
        const struct node *value = reading_read(&r, "value.json", vectors_said(item, "value_json"));
        struct flaws flaws;
        flaws_init(&flaws, &r.sources);
        ok(subset_check(&flaws, node_get(item, S("schema")), value, "value"), "it is decided");
        count(&tally, item, text_of(&r, item, "expect"), text_of(&r, item, "reason"),
              str_of(flaws.first ? flaws.first->word : "complete"));
    }
    if (cases)
        is_int(tally.wrong, 0, "schema-subset: %d right", tally.right);
    reading_close(&r);
}

/* What was recorded of one server. */
struct recorded {
    int results, errors, invalid, structured, missing, unmirrored;
};

/* Counts the recorded calls of the server NAME; strict is asked as if "resultType" were there. */
static void count_calls(const char *name, struct recorded *all)
{
    struct reading r;
    struct listing listing = {.sources = &r.sources};
    reading_begin(&r, policy);
    struct answers answers = {.sources = &r.sources};
    const char *tools = arena_printf(&r.arena, "mcp-servers/%s.tools.json", name).data;
    const char *calls = arena_printf(&r.arena, "mcp-servers/%s.calls.json", name).data;
    if (!vectors_file(&r, tools) || !listing_add(&listing, r.document) ||
        !vectors_file(&r, calls) || !answers_add(&answers, r.document)) {
        reading_close(&r);
        return;
    }
    for (ptrdiff_t i = 0; i < answers.count; i++) {
        struct result_rule rule = {.sources = &r.sources, .profile = PROFILE_SPEC};
        struct result_verdict verdict;
        const struct tool *tool = listing_find(&listing, answers.at[i].tool);
        result_rule_open(&rule, tool);
        result_judge(&rule, answers.at[i].node, &verdict);
        all->invalid += verdict.outcome == RESULT_IS_INVALID;
        all->errors += verdict.outcome == RESULT_IS_ERROR;
        all->results += verdict.outcome == RESULT_IS_COMPLETE;
        all->structured += rule.output && node_get(verdict.result, S("structuredContent"));
        result_rule_close(&rule);
        rule.profile = PROFILE_STRICT;
        result_rule_open(&rule, tool);
        result_judge(&rule, answers.at[i].node, &verdict);
        for (const struct flaw *flaw = verdict.flaws.first; flaw; flaw = flaw->next) {
            all->missing += flaw->fault == RESULT_STRUCTURED_MISSING;
            all->unmirrored += flaw->fault == RESULT_MIRROR_MISSING && !flaw->is_warning;
        }
        result_rule_close(&rule);
    }
    reading_close(&r);
}

static void test_servers(void)
{
    static const char *const names[] = {"eslint", "everything", "filesystem",         "leanspec",
                                        "memory", "n8n",        "sequential-thinking"};
    struct recorded all = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        count_calls(names[i], &all);
    if (!all.results)
        return;
    is_int(all.invalid, 0, "spec: %d recorded results are valid, %d calls have none", all.results,
           all.errors);
    is_int(all.structured, 17, "structured results of tools with an output schema");
    is_int(all.missing, 9, "strict: error results without structured content");
    is_int(all.unmirrored, 1, "strict: without a text");
}

int main(void)
{
    test_results();
    test_structured();
    test_blocks();
    test_all();
    test_many();
    test_long_pointer();
    test_icons();
    test_not_complete();
    test_apart();
    test_work();
    test_long_texts();
    test_answers();
    test_vectors();
    test_block_vectors();
    test_subset_vectors();
    test_servers();
    return done_testing();
}
