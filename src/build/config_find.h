/*
 * config_find.h - the files that patterns of a configuration stand for, and where it is itself.
 * Internal to build/.
 */
#ifndef BUILD_CONFIG_FIND_H
#define BUILD_CONFIG_FIND_H

#include "build/config.h"

/*
 * The files in the folder of FILE that PATTERN, which DECLARED says, stands for. False when
 * reported.
 */
bool config_find_pattern(struct sources *sources, const struct config *config,
                         const struct config_file *file, const char *pattern,
                         const struct node *declared, struct file_list *ret_files);

/* Warns that PATTERN, which DECLARED says as what WHAT is, stands for nothing. */
void config_warn_no_match(struct sources *sources, const struct node *declared, const char *what,
                          const char *pattern);

#endif
