/*
 * release_name.h - versions of releases, and what is named after them.
 *
 * In the names that "release" of schemac.yaml gives, {version} stands for the version and {file}
 * for the name of an artifact's file. Schemas of several releases are of one series when their
 * "$id" differs in nothing but the version.
 */
#ifndef BUILD_RELEASE_NAME_H
#define BUILD_RELEASE_NAME_H

#include "base/arena.h"
#include "base/str.h"

enum versioning { VERSIONING_DATE, VERSIONING_SEMVER, VERSIONING_COUNT };

extern const char *const release_versionings[]; /* "date", "semver", NULL */

/* How such versions are written: "YYYY-MM-DD", "X.Y.Z". */
const char *release_version_form(enum versioning versioning);

/* True when VERSION is one: a day of the calendar; three numbers without zeros in front. */
bool release_is_version(enum versioning versioning, str version);

/* Which of the two VERSION is; VERSIONING_COUNT when it is none. */
enum versioning release_versioning(str version);

/* The order of two versions, below 0, 0 or above; all dates come before all others. */
int release_version_compare(str a, str b);

/* The number PART, 0 to 2, of a version X.Y.Z. One that is too large is the largest. */
ptrdiff_t release_version_part(str version, int part);

/* What is wrong with the placeholders of NAME, as half a sentence; or NULL. */
const char *release_name_problem(str name, bool takes_file);

/* NAME with VERSION and FILE for its placeholders; in the arena. */
str release_name_fill(struct arena *arena, str name, str version, str file);

/* What the placeholders of NAME stand for in TEXT; parts of that, or empty. */
struct release_match {
    str version, file;
};

/* True when TEXT is NAME with something for each placeholder that has no "/" in it. */
bool release_name_match(str name, str text, struct release_match *ret_match);

/*
 * The version in the first of ID, the name of the file PATH and the names of its folders, the
 * innermost first, that has one; where ID is NAME with one, that. Empty when there is none.
 */
str release_find_version(str name, enum versioning versioning, str id, str path);

/* The series of the schema ID in the release VERSION: ID with {version} for that; in the arena. */
str release_series(struct arena *arena, str id, str version);

#endif
