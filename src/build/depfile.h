/*
 * depfile.h - which files a result was made from, as rules for make and ninja.
 *
 * One text serves both. Blanks, "#", ":" and "$" are escaped as both read them; a path that one of
 * them can only read as another is refused: a build that misses a change is worse than none. Each
 * input also gets a rule without prerequisites, so that make does not stop when it is deleted.
 */
#ifndef BUILD_DEPFILE_H
#define BUILD_DEPFILE_H

#include "base/buf.h"
#include "base/diag.h"
#include "base/map.h"

struct depfile {
    struct diag_list *found;
    struct buf rules;
    struct map targets, inputs; /* of all rules */
    bool is_target;             /* set by who makes it: the file with the rules is one */
    bool failed;                /* reported: a path cannot be written */
};

/*
 * True when PATH, which --depfile names, can be a file: "-" is standard output elsewhere, and what
 * reads a depfile wants a file. Else reported.
 */
bool depfile_is_file(struct diag_list *found, const char *path);

/* An empty one. Its memory, and what goes wrong, is FOUND's. */
void depfile_init(struct depfile *depfile, struct diag_list *found);

/* Adds the rule that TARGET is made from INPUTS, the keys of a map; each once. */
void depfile_add(struct depfile *depfile, str target, const struct map *inputs);

/*
 * Writes the rules to the file PATH in one step; also when it has them already, so that it can be a
 * target itself. False when reported, also what could not be added.
 */
bool depfile_write(struct depfile *depfile, const char *path);

#endif
