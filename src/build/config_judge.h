/*
 * config_judge.h - a schemac.yaml judged by its published schema, which the program carries.
 */
#ifndef BUILD_CONFIG_JUDGE_H
#define BUILD_CONFIG_JUDGE_H

#include "build/config.h"

/*
 * Judges the documents of FILES, of which the reader has found nothing wrong. True when the schema
 * takes them; else it is reported (E0618) why not: one of the two is wrong.
 */
bool config_judge(struct sources *sources, struct config_file *const *files, ptrdiff_t count);

#endif
