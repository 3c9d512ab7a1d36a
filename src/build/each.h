/*
 * each.h - what {name} and {dir} stand for where an artifact is declared for each of several files.
 */
#ifndef BUILD_EACH_H
#define BUILD_EACH_H

#include "build/config.h"

/*
 * The file PATH, normalised: {name} is its name without the last extension (openapi of
 * api/openapi.yaml), {dir} the directory that it is in (api), "." for the folder itself. There
 * "{dir}/" stands for nothing.
 */

/* True when TEXT has no "{" and "}" but those of {name} and {dir}. */
bool each_is_path(str text);

/* TEXT, a path, with what {name} and {dir} stand for; in the arena. */
str each_path(struct arena *arena, str text, str path);

/*
 * Fills {name} and {dir} into the id, the title and the comment of KEYS. In the id, what cannot
 * stand in the path of a URI is percent-encoded.
 */
void each_fill(struct arena *arena, struct artifact_keys *keys, str path);

#endif
