/*
 * disk.h - an artifact as it is on disk, beside what it should be.
 */
#ifndef BUILD_DISK_H
#define BUILD_DISK_H

#include "build/plan.h"

enum line_ends { LINE_ENDS_LF, LINE_ENDS_CRLF, LINE_ENDS_MIXED };

struct disk_file {
    int problem; /* 0, or why it could not be read; ENOENT for a missing one */
    str bytes;   /* as they are */
    str lines;   /* with LF line ends */
    enum line_ends ends;
};

/* Reads PATH through VIEW (file.h). Nothing is reported. */
void disk_read(struct file_view *view, struct arena *arena, const char *path,
               struct disk_file *ret_file);

/* BYTES, which have LF line ends, with the ends of FILE: CRLF when all of its lines have them. */
str disk_line_ends(struct arena *arena, const struct disk_file *file, str bytes);

/* True when FILE holds BYTES but for its line ends, which are all of one kind. */
bool disk_holds(const struct disk_file *file, str bytes);

#endif
