/*
 * root.h - the root directory, outside of which no document is read.
 *
 * It is the folder of schemac.yaml; for a command without one, the top of the git work tree that
 * holds the file, else the file's folder (design.md section 4, References). --root-dir names
 * another, and --allow-outside lets documents lie anywhere. What is written lies below the folder
 * of schemac.yaml, whatever these say.
 */
#ifndef BUILD_ROOT_H
#define BUILD_ROOT_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/option.h"
#include "base/str.h"

/* What a command line says of it. */
struct root_options {
    const char *directory; /* or NULL */
    bool allow_outside;
};

/* Rows of an option table for a struct T with a struct root_options in its field ROOT. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a field has no parentheses */
#define ROOT_OPTIONS(T, root, default_directory)                                                   \
    FILE_OPTION(T, root.directory, 0, "root-dir", "FOLDER",                                        \
                "read no document outside of FOLDER (default: " default_directory ")"),            \
        FLAG(T, root.allow_outside, 0, "allow-outside", "read documents wherever they are")
/* NOLINTEND(bugprone-macro-parentheses) */

struct root_rule {
    str directory; /* for the system, from the current directory or absolute */
    bool allow_outside;
};

/* True when --root-dir names nothing, or a directory that there is; else reported. */
bool root_is_there(struct diag_list *found, const struct root_options *options);

/*
 * True when the document PATH, "-" being standard input, that a command line names may be read:
 * where --root-dir names a directory, it lies in that, symbolic links followed. What does not exist
 * is told of when it is read. Else reported.
 */
bool root_takes(struct diag_list *found, const struct root_options *options, const char *path);

/* The rule for the configuration in FOLDER. */
struct root_rule root_of_config(const struct root_options *options, const char *folder);

/* The rule for the document PATH, "-" being standard input, that a command line names. */
struct root_rule root_of_file(struct arena *arena, const struct root_options *options,
                              const char *path);

#endif
