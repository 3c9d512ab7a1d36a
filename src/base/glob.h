/*
 * glob.h - files by patterns such as services/[a-m]?/openapi.yaml.
 *
 * A pattern is a path whose parts may have wildcards: "*" stands for any characters, "?" for one,
 * "[a-z]" for one of a set, "[!a-z]" or "[^a-z]" for one that is not in it. A part that is "**"
 * stands for any number of folders, none too; at the end, for all files in them. A backslash takes
 * the meaning from what follows it. What begins with a dot is found only by a part that does so,
 * too. Characters are code points; a byte that is no UTF-8 counts as one.
 *
 * Links to folders are followed only in front of the first part with a wildcard: no ring of links
 * can hold the walk, and the files themselves and git's index, which has no paths through links,
 * give the same. No shell is asked.
 */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include "base/file.h"

enum { GLOB_PARTS = 60 }; /* a pattern may have as many */

/* What is wrong with PATTERN, as half a sentence; or NULL. */
const char *glob_problem(str pattern);

/* True when PATTERN, which has no problem, has wildcards. */
bool glob_is_pattern(str pattern);

/* True when PATTERN, which has no problem, stands for the relative PATH. */
bool glob_matches(struct arena *arena, str pattern, str path);

/*
 * The files below DIRECTORY that PATTERN, which has no problem, stands for: paths from DIRECTORY,
 * each once, sorted by their bytes, in the arena. Files are regular ones and links to such; of a
 * VIEW, all that it lists. Returns 0, or an errno value when a folder cannot be listed, which
 * *RET_FAILED then names.
 */
int glob_files(struct file_view *view, struct arena *arena, const char *directory, str pattern,
               struct file_list *ret_files, const char **ret_failed);

#endif
