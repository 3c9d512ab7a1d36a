/*
 * read.c - texts read into the tree, and by the parser alone that others would use.
 *
 * usage: read yaml|json FILE...
 *        read events FILE...
 *
 * One line for each FILE: its bytes, then seconds and bytes of memory of our reader, then those of
 * libyaml counting events or of jansson. The text is in memory before, and counts for nobody; nor
 * does giving the memory back.
 *
 * With "events" nothing is measured and nothing printed: libyaml counts those of all FILEs, for
 * others to measure the process.
 */
#include "bench.h"

#include "base/arena.h"
#include "base/file.h"
#include "source/sources.h"

#include <jansson.h>
#include <yaml.h>

static void fail(const char *reader, str name, const char *why)
{
    fprintf(stderr, "%s cannot read %.*s: %s\n", reader, (int)name.len, name.data, why);
    _exit(2);
}

static void read_tree(const struct text *text)
{
    struct arena arena = {0};
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found};
    if (!sources_read(&sources, text->name, text->chars))
        fail("schemac", text->name, found.last ? found.last->message : "");
}

static void read_events(const struct text *text)
{
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->chars.data,
                                 (size_t)text->chars.len);
    volatile size_t count = 0; /* kept by the compiler */
    for (bool ended = false; !ended; count = count + 1) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event))
            fail("libyaml", text->name, parser.problem);
        ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
}

static json_t *load_jansson(const struct text *text, size_t flags, json_error_t *ret_error)
{
    return json_loadb(text->chars.data, (size_t)text->chars.len, flags, ret_error);
}

static void read_jansson(const struct text *text)
{
    json_error_t error;
    if (!load_jansson(text, 0, &error))
        fail("jansson", text->name, error.text);
}

static void read_jansson_reals(const struct text *text)
{
    json_error_t error;
    if (!load_jansson(text, JSON_DECODE_INT_AS_REAL, &error))
        fail("jansson", text->name, error.text);
}

/*
 * jansson refuses integers beyond 64 bits unless it reads all integers as reals. It tries in a
 * child, since what it leaves on the heap would make the later runs look small.
 */
static bool jansson_refuses(const struct text *text)
{
    int status;
    json_error_t error;
    pid_t child = fork();
    if (child == 0)
        _exit(load_jansson(text, 0, &error) == NULL);
    return child < 0 || waitpid(child, &status, 0) != child || status != 0;
}

/* What READ takes beyond what the process had before. */
static struct cost cost_of(void (*read)(const struct text *), const struct text *text)
{
    double bytes = bench_peak(RUSAGE_SELF), seconds = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    read(text);
    return (struct cost){bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - seconds,
                         bench_peak(RUSAGE_SELF) - bytes};
}

static struct cost run_tree(const void *text)
{
    return cost_of(read_tree, text);
}

static struct cost run_events(const void *text)
{
    return cost_of(read_events, text);
}

static struct cost run_jansson(const void *text)
{
    return cost_of(read_jansson, text);
}

static struct cost run_jansson_reals(const void *text)
{
    return cost_of(read_jansson_reals, text);
}

static struct text *load_texts(struct arena *arena, char **paths, int files)
{
    struct text *texts = arena_new(arena, struct text, files);
    for (int i = 0; i < files; i++) {
        texts[i].name = str_of(paths[i]);
        int problem = file_read(arena, paths[i], FILE_CEILING, &texts[i].chars);
        if (problem)
            fail("read", texts[i].name, strerror(problem));
    }
    return texts;
}

int main(int argc, char **argv)
{
    bool yaml = argc > 2 && strcmp(argv[1], "yaml") == 0;
    bool events = argc > 2 && strcmp(argv[1], "events") == 0;
    if (argc < 3 || (!yaml && !events && strcmp(argv[1], "json") != 0)) {
        fputs("usage: read yaml|json|events FILE...\n", stderr);
        return 2;
    }
    struct arena arena = {0};
    int files = argc - 2;
    struct text *texts = load_texts(&arena, argv + 2, files);
    if (events) {
        for (int i = 0; i < files; i++)
            read_events(&texts[i]);
        return 0;
    }
    struct job *jobs = arena_new(&arena, struct job, 2 * (ptrdiff_t)files);
    for (int i = 0; i < files; i++) {
        jobs[2 * i] = (struct job){.run = run_tree, .what = &texts[i]};
        jobs[2 * i + 1] = (struct job){.what = &texts[i]};
        jobs[2 * i + 1].run = yaml                         ? run_events
                              : jansson_refuses(&texts[i]) ? run_jansson_reals
                                                           : run_jansson;
    }
    bench_measure(jobs, 2 * files);
    for (int i = 0; i < files; i++) {
        struct cost ours = jobs[2 * i].median, theirs = jobs[2 * i + 1].median;
        printf("%td %.6f %.0f %.6f %.0f\n", texts[i].chars.len, ours.seconds, ours.bytes,
               theirs.seconds, theirs.bytes);
    }
    return 0;
}
