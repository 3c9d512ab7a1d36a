/*
 * oracle.c - verdicts on the standard output for questions on the standard input.
 *
 * Each line is a JSON object: "dialect", "schema" and "instance"; "document", to which references
 * lead, with "at" in place of "schema" for a JSON Pointer into it; "documents", others by URI; and
 * the rules "honour_ref_siblings", "assume", "discriminator" and "view" as in schemac.yaml. Each
 * gets a line: true, false, or "error: " and why.
 */
#include "question.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const char *const words[] = {
        [VERDICT_INVALID] = "false", [VERDICT_VALID] = "true", [VERDICT_NONE] = "error: "};
    char *line = NULL;
    size_t size = 0;
    for (ssize_t len; (len = getline(&line, &size, stdin)) >= 0;) {
        struct arena arena = {0};
        const char *problem = "";
        enum verdict verdict = question_answer(&arena, (str){line, (ptrdiff_t)len}, &problem);
        printf("%s%s\n", words[verdict], problem);
        arena_free(&arena);
    }
    free(line);
    return ferror(stdin) || fflush(stdout) != 0;
}
