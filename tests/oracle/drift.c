/*
 * drift - is what src/drift says of two schemas true?
 *
 *     drift [--pairs N] [--first N] [--seed S] [--draft draft-07|2020-12]
 *     drift --seed S --pair N [--draft D]     one of these pairs, with all that is known of it
 *     drift [--draft D] OLD NEW               the same for the schemas in two files
 *
 * With --shrink yes, as small as it can be made while it shows what it shows. With --list yes, the
 * verdicts of each pair in a line.
 *
 * Pairs of a random schema and a changed one are compared, and judged by instances that are made
 * apart from src/drift: an instance that is valid by the old schema and not by the new one shows
 * that the change breaks writers; the other way round, readers. Prints a line of JSON for each
 * thing that must not be, a table by kind of mutation, and the requirements; the exit status is 1
 * when one of them does not hold.
 */
#include "drift_print.h"
#include "drift_shrink.h"
#include "drift_tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CROSS_ONE_IN = 20 };

struct options {
    uint64_t seed, pairs, first, pair;
    bool has_pair, shrinks, lists;
    enum dialect draft; /* DIALECT_COUNT: both */
    const char *files[2];
    int file_count;
};

static int usage(void)
{
    fputs("usage: drift [--pairs N] [--first N] [--seed S] [--pair N] [--draft D] [--shrink yes] "
          "[--list yes] [OLD NEW]\n",
          stderr);
    return 2;
}

/* Takes the option NAME with VALUE; false when there is none such. */
static bool take_option(struct options *options, const char *name, const char *value)
{
    char *end = (char *)value;
    uint64_t number = value ? strtoull(value, &end, 10) : 0;
    if (!value)
        return false;
    if (strcmp(name, "--draft") == 0) {
        options->draft = dialect_of_name(str_of(value));
        return options->draft == DIALECT_DRAFT_07 || options->draft == DIALECT_2020_12;
    }
    if (strcmp(name, "--shrink") == 0)
        return options->shrinks = true;
    if (strcmp(name, "--list") == 0)
        return options->lists = true;
    if (strcmp(name, "--pairs") == 0)
        options->pairs = number;
    else if (strcmp(name, "--first") == 0)
        options->first = number;
    else if (strcmp(name, "--seed") == 0)
        options->seed = number;
    else if (strcmp(name, "--pair") == 0)
        options->pair = number;
    else
        return false;
    options->has_pair = options->has_pair || strcmp(name, "--pair") == 0;
    return *value && !*end;
}

static bool read_options(int argc, char **argv, struct options *ret_options)
{
    *ret_options = (struct options){.seed = 1, .pairs = 500, .draft = DIALECT_COUNT};
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!take_option(ret_options, argv[i], argv[i + 1]))
                return false;
            i++;
        } else if (ret_options->file_count == 2) {
            return false;
        } else {
            ret_options->files[ret_options->file_count++] = argv[i];
        }
    }
    return ret_options->file_count != 1;
}

/* Judges all pairs; the exit status. */
static int judge_all(const struct options *options)
{
    struct tally tally = {0};
    int counts[WRONG_COUNT] = {0};
    printf("seed %" PRIu64 "\n", options->seed);
    for (uint64_t i = options->first; i < options->first + options->pairs; i++) {
        struct drift_pair pair;
        pair_make(&pair, options->seed, i, options->draft);
        pair_judge(&pair, i % CROSS_ONE_IN == 0);
        tally_add(&tally, &pair);
        print_violations(&pair, counts);
        if (options->lists)
            print_verdicts(&pair);
        pair_done(&pair);
    }
    bool holds = tally_print(&tally);
    tally_done(&tally);
    return holds ? 0 : 1;
}

/* Tells of one pair; the exit status. */
static int judge_one(const struct options *options)
{
    struct arena arena = {0};
    struct drift_pair pair;
    str texts[2] = {{0}, {0}};
    for (int i = 0; i < options->file_count; i++)
        if (file_read(&arena, options->files[i], FILE_CEILING, &texts[i]) != 0) {
            fprintf(stderr, "drift: cannot read %s\n", options->files[i]);
            return 2;
        }
    if (options->file_count)
        pair_of(&pair, texts[0], texts[1], options->draft);
    else
        pair_make(&pair, options->seed, options->pair, options->draft);
    pair_judge(&pair, true);
    if (options->shrinks)
        pair_shrink(&pair);
    print_pair(&pair);
    int counts[WRONG_COUNT] = {0}, violations = 0;
    print_violations(&pair, counts);
    for (int i = 0; i < WRONG_COUNT; i++)
        violations += counts[i];
    pair_done(&pair);
    arena_free(&arena);
    return violations ? 1 : 0;
}

int main(int argc, char **argv)
{
    struct options options;
    if (!read_options(argc, argv, &options))
        return usage();
    return options.file_count || options.has_pair ? judge_one(&options) : judge_all(&options);
}
