/*
 * Any bytes as a schema, an instance and other schemas (files.h): the two bytes in front choose the
 * dialect of what does not say it and when formats assert; then comes the schema, and in the files
 * behind it "instance" and whatever it refers to. The verdict comes out the same with and without
 * its reasons, each time, and when the schema is written out and read again; what is refused has a
 * reason. However schemas lead to each other, all ends soon.
 */
#include "files.h"

#include "base/show.h"
#include "report/report.h"
#include "validate/compile.h"
#include "validate/explain.h"

/* Steps of one run, of which a sanitizer takes some seconds. */
enum { STEPS = 300000 };

#define NAME "schema.yaml"

/* One judgement, from the bytes of the schema to what is reported. */
struct session {
    struct run run;
    struct registry registry;
    struct compiler compiler;
    struct document *schema;
    const struct scheme *scheme;
    struct runner runner;
    enum verdict verdict;
};

static enum dialect dialect_of_byte(str *input)
{
    unsigned byte = input->len ? (unsigned char)input->data[0] : 0;
    *input = str_skip(*input, input->len > 0);
    return (enum dialect)((byte - '0') % DIALECT_COUNT);
}

static enum format_assertion formats_of_byte(str *input)
{
    char byte = '\0';
    if (input->len)
        byte = input->data[0];
    *input = str_skip(*input, input->len > 0);
    return byte == '+' ? FORMATS_ON : byte == '-' ? FORMATS_OFF : FORMATS_AUTO;
}

/* Compiles the schema TEXT; session->scheme is NULL when reported. */
static void session_open(struct session *session, str text, enum dialect dialect,
                         enum format_assertion formats)
{
    struct run *run = &session->run;
    *session = (struct session){0};
    run_begin(run, 0);
    MUST(registry_init(&session->registry, &run->sources, S("."), false), "there is a folder");
    session->registry.unsaid_kind = OBJECT_SCHEMA;
    session->registry.unsaid_dialect = dialect;
    compiler_init(&session->compiler, &session->registry, dialect, formats);
    session->compiler.work_cap = STEPS;
    session->schema = sources_read(&run->sources, S(NAME), text);
    if (session->schema) {
        registry_add(&session->registry, session->schema, NAME);
        session->compiler.lookup.entry = session->schema;
        session->scheme = compile(&session->compiler, session->schema->root);
        MUST((session->scheme != NULL) == !run_failed(run), "what cannot be compiled is reported");
    } else {
        MUST(run_failed(run), "what cannot be read is reported");
    }
    runner_init(&session->runner, &session->compiler.program);
    session->runner.work_cap = STEPS;
}

static void session_close(struct session *session)
{
    runner_done(&session->runner);
    run_end(&session->run);
}

/* Holds VIOLATION to be about what it says it is about, and its branches, too. */
static void check_violation(const struct violation *violation, int depth)
{
    enum { DEPTH = 50 };
    const struct scheme *scheme = violation->scheme;
    MUST(scheme && violation->rule && violation->instance, "a reason has a keyword and a value");
    MUST(violation->member == NO_MEMBER || violation->member < scheme->schema->count,
         "its keyword is in the schema");
    MUST(violation->rule >= scheme->rules && violation->rule < scheme->rules + scheme->count,
         "its rule is one of the schema");
    MUST(!violation->pointer.len || violation->pointer.data[0] == '/', "it has a pointer");
    for (uint32_t i = 0; depth < DEPTH && i < violation->branch_count; i++)
        for (uint32_t k = 0; k < violation->branches[i].count; k++)
            check_violation(&violation->branches[i].violations[k], depth + 1);
}

/* Judges INSTANCE, and holds the verdicts to one another. */
static void session_judge(struct session *session, struct document *instance)
{
    struct runner *runner = &session->runner;
    struct diag_list *found = &session->run.found;
    struct violations violations;
    struct arena scratch = {0};
    struct explainer explainer = {
        .sources = &session->run.sources, .found = found, .text = &instance->text, .max = 100};
    enum verdict quick = run(runner, session->scheme, instance->root);
    MUST((quick == VERDICT_UNDECIDED) == (runner->limit != LIMIT_NONE),
         "what is undecided has a limit");
    session->verdict = quick;
    if (quick == VERDICT_UNDECIDED)
        explain_limit(&explainer, runner);
    if (runner->limit == LIMIT_PATTERN) /* which took long enough */
        return;
    enum verdict explained =
        run_explained(runner, session->scheme, instance->root, &scratch, &violations);
    if (quick != VERDICT_UNDECIDED)
        MUST(explained == quick, "reasons do not change the verdict");
    MUST((explained == VERDICT_INVALID) == (violations.count > 0), "what is refused has reasons");
    ptrdiff_t before = found->count;
    for (ptrdiff_t i = 0; i < violations.count; i++)
        check_violation(&violations.at[i], 0);
    explain(&explainer, &violations);
    MUST(explained != VERDICT_INVALID || found->count > before, "and they are told");
    arena_free(&scratch);
    MUST(run(runner, session->scheme, instance->root) == quick,
         "a verdict comes out the same again");
}

/* What was found, as text; in the memory of the host, which outlives the session. */
static str session_report(struct session *session)
{
    struct buf text = buf_in(&memory.arena, PTRDIFF_MAX);
    report_text(&session->run.found, &text, false);
    return buf_view(&text);
}

/* Judges the file "instance" by SCHEMA. False when one of them cannot be taken. */
static bool judge(struct session *session, str schema, enum dialect dialect,
                  enum format_assertion formats)
{
    const struct memory_file *file = memory_find(S("/here/instance"));
    session_open(session, schema, dialect, formats);
    struct sources instances = {.arena = &session->run.arena,
                                .found = &session->run.found,
                                .policy = {.max_depth = INSTANCE_DEPTH}};
    struct document *instance =
        session->scheme && file ? sources_read(&instances, S("instance"), file->text) : NULL;
    if (instance)
        session_judge(session, instance);
    return instance != NULL;
}

/* A judgement that is to come out again: of what, and what came out. */
struct judgement {
    enum dialect dialect;
    enum format_assertion formats;
    bool is_judged, is_slow;
    enum verdict verdict;
    str report, written; /* WRITTEN: the schema, written out; or empty */
};

static struct judgement judge_first(str schema, enum dialect dialect, enum format_assertion formats)
{
    struct session session;
    struct judgement first = {.dialect = dialect, .formats = formats};
    struct write_options options = {.style = WRITE_EXACT};
    first.is_judged = judge(&session, schema, dialect, formats);
    first.is_slow = session.runner.limit == LIMIT_PATTERN;
    first.verdict = session.verdict;
    first.report = session_report(&session);
    if (!first.is_judged ||
        !fuzz_write(&memory.arena, session.schema->root, options, &first.written))
        first.written = (str){0};
    session_close(&session);
    return first;
}

/* Judges by SCHEMA, which gives the verdict of FIRST, and for the same reasons if it IS_SAME. */
static void judge_again(const struct judgement *first, str schema, bool is_same)
{
    struct session session;
    MUST(judge(&session, schema, first->dialect, first->formats) == first->is_judged,
         "a schema that was taken is taken again");
    MUST(session.verdict == first->verdict, "a judgement comes out the same again");
    MUST(!is_same || str_equal(session_report(&session), first->report), "and so do its reasons");
    session_close(&session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    str input = fuzz_input(data, size);
    enum dialect dialect = dialect_of_byte(&input);
    enum format_assertion formats = formats_of_byte(&input);
    str schema = memory_begin(input, S(NAME));
    struct judgement first = judge_first(schema, dialect, formats);
    if (!first.is_slow)
        judge_again(&first, schema, true);
    if (!first.is_slow && first.written.len) {
        memory.files[0].text = first.written;
        judge_again(&first, first.written, false);
    }
    memory_end();
    return 0;
}
