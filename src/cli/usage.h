/*
 * usage.h - what several commands ask of a command line.
 */
#ifndef CLI_USAGE_H
#define CLI_USAGE_H

#include "cli/command.h"

/* Reports MESSAGE, what is wrong with the command line (E0001). Always false. */
bool usage_refuse(struct session *session, const char *message);

/* How many of the PATHS are "-", standard input. */
int usage_streams(const char *const *paths, ptrdiff_t count);

/*
 * False, and reported, when one of OPERANDS, files that messages call WHAT ("a FILE"), is "", or
 * when more than one of these and of what options name, STREAMS of them, is standard input, which
 * can be read only once.
 */
bool usage_check_files(struct session *session, struct operands operands, const char *what,
                       int streams);

#endif
