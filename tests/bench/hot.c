/*
 * hot - how long validation itself takes: compiling, and warm passes over documents that were read.
 *
 *     hot SCHEMA INSTANCES.jsonl
 *
 * Prints a line of microseconds of CPU time: reading the schema, compiling, reading the instances,
 * the mean of 100 warm passes over all instances, and the sum over the instances of the mean of 100
 * times in a row, which is what sourcemeta's jsonschema tells; and how many are valid, invalid and
 * undecided.
 */
#include "source/sources.h"
#include "validate/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e6 + (double)at.tv_nsec / 1e3;
}

/* What is measured. */
struct session {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct compiler compiler;
    const struct scheme *scheme;
    const struct node **instances;
    ptrdiff_t count;
    double read, compile, parse;
};

/* Reads and compiles the schema in FILE. False when that cannot be. */
static bool open_schema(struct session *s, const char *file)
{
    s->found.arena = &s->arena;
    s->sources = (struct sources){.arena = &s->arena, .found = &s->found};
    if (!registry_init(&s->registry, &s->sources, S("."), true))
        return false;
    s->registry.unsaid_kind = OBJECT_SCHEMA;
    s->registry.unsaid_dialect = DIALECT_2020_12;
    compiler_init(&s->compiler, &s->registry, DIALECT_2020_12, FORMATS_OFF);
    double start = now();
    struct document *schema = registry_load(&s->registry, str_of(file), NULL);
    double read = now();
    s->compiler.lookup.entry = schema;
    s->scheme = schema ? compile(&s->compiler, schema->root) : NULL;
    s->read = read - start;
    s->compile = now() - read;
    for (const struct diag *diag = s->found.first; diag; diag = diag->next)
        fprintf(stderr, "hot: %s\n", diag->message);
    return s->scheme != NULL;
}

/* Reads the instances, one a line. */
static bool read_instances(struct session *s, const char *file)
{
    str text, line;
    ptrdiff_t cap = 0;
    if (file_read(&s->arena, file, INT32_MAX, &text) != 0)
        return false;
    double start = now();
    while (text.len) {
        str_cut(text, '\n', &line, &text);
        if (!line.len)
            continue;
        struct document *document = sources_read_as(&s->sources, S("x.json"), line, FORMAT_JSON);
        if (!document)
            return false;
        s->instances =
            arena_make_room(&s->arena, s->instances, sizeof *s->instances, s->count, &cap);
        s->instances[s->count++] = document->root;
    }
    s->parse = now() - start;
    return true;
}

static void measure(const struct session *s)
{
    enum { PASSES = 100 };
    struct runner runner;
    runner_init(&runner, &s->compiler.program);
    ptrdiff_t verdicts[3] = {0};
    for (ptrdiff_t i = 0; i < s->count; i++)
        verdicts[run(&runner, s->scheme, s->instances[i])]++;
    double begin = now();
    for (int pass = 0; pass < PASSES; pass++)
        for (ptrdiff_t i = 0; i < s->count; i++)
            run(&runner, s->scheme, s->instances[i]);
    double middle = now();
    for (ptrdiff_t i = 0; i < s->count; i++)
        for (int pass = 0; pass < PASSES; pass++)
            run(&runner, s->scheme, s->instances[i]);
    printf("read %.0f compile %.0f parse %.0f pass %.0f hot %.0f us; valid %td invalid %td "
           "undecided %td\n",
           s->read, s->compile, s->parse, (middle - begin) / PASSES, (now() - middle) / PASSES,
           verdicts[VERDICT_VALID], verdicts[VERDICT_INVALID], verdicts[VERDICT_UNDECIDED]);
    runner_done(&runner);
}

int main(int argc, char **argv)
{
    struct session session = {0};
    if (argc != 3 || !open_schema(&session, argv[1]) || !read_instances(&session, argv[2]))
        return 2;
    measure(&session);
    arena_free(&session.arena);
    return 0;
}
