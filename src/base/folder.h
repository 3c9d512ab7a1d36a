/*
 * folder.h - a folder of files that is replaced as a whole: who looks finds all of the old files or
 * all of the new ones.
 *
 * Beside the folder stand, while it is being replaced, the mark of base/draft.h, which whoever
 * wants the same waits for, the new folder `.NAME.schemac-tmp`, and, where the system cannot
 * exchange two folders in one step, the old one as `.NAME.schemac-old` (of long names:
 * draft_beside). What a process that was killed left is put right by the next.
 */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include "base/arena.h"
#include "base/str.h"

/* A file in a folder; NAME has no slash. */
struct folder_file {
    const char *name;
    str bytes;
};

/*
 * Gives the folder PATH the FILES, COUNT of them, and no others, durably; it is made when it is not
 * there, the one around it is not. Only a folder whose files are all ours is replaced. Returns 0 or
 * an errno value, and then all is as it was: ENOTEMPTY when there is something else, the path of
 * which *RET_FOREIGN gets; ENOTDIR when PATH is something else.
 */
int folder_replace(struct arena *arena, const char *path, const struct folder_file *files,
                   ptrdiff_t count, bool (*is_ours)(str name), const char **ret_foreign);

#endif
