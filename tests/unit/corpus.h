/*
 * corpus.h - where real documents and recorded runs are: $SCHEMAC_CORPUS or ../shared/corpus.
 */
#ifndef TESTS_CORPUS_H
#define TESTS_CORPUS_H

#include "base/arena.h"
#include "base/host.h"

#include <sys/stat.h>

/* The file NAME of the corpus; NULL when there is no corpus. */
static inline const char *corpus_path(struct arena *arena, const char *name)
{
    struct stat info;
    const char *corpus = host_environment("SCHEMAC_CORPUS");
    const char *path =
        arena_printf(arena, "%s/%s", corpus ? corpus : "../shared/corpus", name).data;
    return stat(path, &info) == 0 ? path : NULL;
}

#endif
