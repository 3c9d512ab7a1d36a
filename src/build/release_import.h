/*
 * release_import.h - files that were published before, taken into the index of releases.
 */
#ifndef BUILD_RELEASE_IMPORT_H
#define BUILD_RELEASE_IMPORT_H

#include "base/option.h"
#include "build/releases.h"

/*
 * Lists FILES, paths from the current directory, in the index of the configuration CONFIG (as
 * config_load takes it), each under the version that its "$id", its name or that of a folder says.
 * *RET_ADDED is the number of those that were not listed yet; with DRY_RUN nothing is written.
 * False when reported: then the index stays as it was.
 */
bool release_import(struct sources *sources, const char *config, const struct string_list *files,
                    bool dry_run, ptrdiff_t *ret_added);

#endif
