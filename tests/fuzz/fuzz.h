/*
 * fuzz.h - what the fuzz targets share.
 *
 * A target is one function, LLVMFuzzerTestOneInput: it gives its input to a module and holds what
 * comes out to rules that are true of all inputs. A broken rule is named and aborts, which both
 * fuzzers and the replay driver notice. All memory is given back before the function returns.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "source/sources.h"
#include "source/write.h"

/* What fuzzers call. Takes SIZE bytes at DATA; 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program unless RULE, said in words, holds. */
#define MUST(condition, rule) ((condition) ? (void)0 : fuzz_broken(__FILE__, __LINE__, (rule)))

__attribute__((noreturn)) void fuzz_broken(const char *file, int line, const char *rule);

/* The input as a str, whose bytes are never NULL. */
str fuzz_input(const uint8_t *data, size_t size);

/* One reading of documents, with the memory and the list that it needs. Must not be moved. */
struct run {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
};

/* MAX_DEPTH as in struct read_policy. */
void run_begin(struct run *run, ptrdiff_t max_depth);

/* True when what was found has left a verdict impossible. */
bool run_failed(const struct run *run);

/* Reports the faults of ROOT and all that it holds. */
void fuzz_report_faults(struct run *run, const struct node *root);

/* Renders what was found, which must be fit for a terminal and for readers of JSON; frees all. */
void run_end(struct run *run);

/* Writes ROOT to *RET_TEXT. False when the style refuses it or the text becomes very long. */
bool fuzz_write(struct arena *arena, const struct node *root, struct write_options options,
                str *ret_text);

/* How numbers are compared. */
enum numbers { NUMBERS_AS_WRITTEN, NUMBERS_AS_DOUBLES };

/* Holds A and B to be one tree: same kinds, strings and members in the same order. */
void fuzz_same(const struct node *a, const struct node *b, enum numbers numbers);

/*
 * Writes ROOT in all styles, reads each text back and holds the trees to be equal. False, with
 * nothing held, when the text would be very long: short inputs can mean long ones by aliases.
 */
bool fuzz_round_trip(struct run *run, const struct node *root);

/*
 * Holds the nodes of DOCUMENT to be well-formed and to stand in its text; when NESTED, each behind
 * the one before it and inside of what holds it.
 */
void fuzz_check_document(const struct document *document, bool nested);

#endif
