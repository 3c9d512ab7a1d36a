/*
 * output.h - where a command's result goes when its user names a file.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "cli/command.h"

/*
 * True, and reported (E0605), when OUT, which would be written, is the file SOURCE, "-" being
 * standard input. WHAT says what that is.
 */
bool output_is_source(struct session *session, const char *out, const char *source,
                      const char *what);

/*
 * Gives BUF to the file OUT in one step: it has its old content or the new. NULL and "-" stand for
 * standard output. A failure is reported (E0003).
 */
void output_write(struct session *session, const char *out, struct buf buf);

#endif
