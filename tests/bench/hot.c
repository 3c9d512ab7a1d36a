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

int main(int argc, char **argv)
{
    enum { PASSES = 100 };
    struct arena arena = {0};
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found};
    struct registry registry;
    struct compiler compiler;
    if (argc != 3 || !registry_init(&registry, &sources, S("."), true))
        return 2;
    registry.unsaid_kind = OBJECT_SCHEMA;
    registry.unsaid_dialect = DIALECT_2020_12;
    compiler_init(&compiler, &registry, DIALECT_2020_12, FORMATS_OFF);
    double start = now();
    struct document *schema = registry_load(&registry, str_of(argv[1]), NULL);
    double read = now();
    compiler.lookup.entry = schema;
    const struct scheme *scheme = schema ? compile(&compiler, schema->root) : NULL;
    double compiled = now();
    for (const struct diag *diag = found.first; diag; diag = diag->next)
        fprintf(stderr, "hot: %s\n", diag->message);
    if (!scheme)
        return 2;

    str text, line;
    if (file_read(&arena, argv[2], INT32_MAX, &text) != 0)
        return 2;
    const struct node **instances = NULL;
    ptrdiff_t count = 0, cap = 0;
    double parse = now();
    while (text.len) {
        str_cut(text, '\n', &line, &text);
        if (!line.len)
            continue;
        struct document *document = sources_read_as(&sources, S("x.json"), line, FORMAT_JSON);
        if (!document)
            return 2;
        instances = arena_make_room(&arena, instances, sizeof *instances, count, &cap);
        instances[count++] = document->root;
    }
    parse = now() - parse;
    struct runner runner;
    runner_init(&runner, &compiler.program);
    ptrdiff_t verdicts[3] = {0};
    for (ptrdiff_t i = 0; i < count; i++)
        verdicts[run(&runner, scheme, instances[i])]++;
    double begin = now();
    for (int pass = 0; pass < PASSES; pass++)
        for (ptrdiff_t i = 0; i < count; i++)
            run(&runner, scheme, instances[i]);
    double pass_time = (now() - begin) / PASSES;
    begin = now();
    for (ptrdiff_t i = 0; i < count; i++)
        for (int pass = 0; pass < PASSES; pass++)
            run(&runner, scheme, instances[i]);
    double hot = (now() - begin) / PASSES;
    printf("read %.0f compile %.0f parse %.0f pass %.0f hot %.0f us; valid %td invalid %td "
           "undecided %td\n",
           read - start, compiled - read, parse, pass_time, hot, verdicts[0], verdicts[1],
           verdicts[2]);
    runner_done(&runner);
    arena_free(&arena);
    return 0;
}
