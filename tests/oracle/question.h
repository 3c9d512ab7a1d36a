/*
 * question.h - documents and questions, read for the programs of the oracle.
 */
#ifndef ORACLE_QUESTION_H
#define ORACLE_QUESTION_H

#include "oracle.h"

#include "../unit/dialects.h"
#include "source/sources.h"

/* What is needed to read texts. */
struct reading {
    struct arena *arena;
    struct diag_list found;
    struct sources sources;
};
void reading_init(struct reading *reading, struct arena *arena);

/* The tree of a text, JSON or YAML, or of a file; NULL when there is none. */
const struct node *read_text(struct reading *reading, str text);
const struct node *read_file(struct reading *reading, const char *path);

/* The rules that the members of OPTIONS, which may be NULL, say. */
struct rules rules_named(const struct node *options);

/* The answer to a question, one object as oracle.c says; *RET_PROBLEM is why there is none, or "".
 */
enum verdict question_answer(struct arena *arena, str line, const char **ret_problem);

#endif
