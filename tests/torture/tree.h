/*
 * tree.h - all files below the current directory, remembered, compared and put back.
 */
#ifndef TORTURE_TREE_H
#define TORTURE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct tree_entry {
    char *path;
    mode_t mode;   /* as stat has it, with the type of the file */
    char *content; /* of a file; where a link leads */
    size_t size;
};

/* Sorted by path; what is below .git is left out. */
struct tree {
    struct tree_entry *entries;
    size_t count;
};

/* Exits with a message when there is more than a torture should be tried on. */
struct tree tree_read(void);
void tree_free(struct tree *tree);

bool tree_equal(const struct tree *a, const struct tree *b);

/* True when PATH is the same in both, or in neither. */
bool tree_same_file(const struct tree *a, const struct tree *b, const char *path);

/* Makes the current directory, now in the state NOW, what it was in the state BEFORE. */
void tree_restore(const struct tree *now, const struct tree *before);

/* How one tree lies between an old and a new one. */
struct tree_mix {
    int old_files, new_files; /* those that differ between old and new */
    int drafts;
    const char *wrong; /* a path that is neither old nor new, nor a draft; or NULL */
};

struct tree_mix tree_compare(const struct tree *now, const struct tree *before,
                             const struct tree *after);

#endif
