/*
 * releases.h - the index of what was released: release.record of schemac.yaml.
 *
 * It lists each schema of each release with its "$id", its file and digests, and is only added to.
 * What it lists is never written again.
 */
#ifndef BUILD_RELEASES_H
#define BUILD_RELEASES_H

#include "base/map.h"
#include "build/config.h"
#include "build/release_name.h"
#include "report/releases.h"
#include "schema/canonical.h"

struct release {
    struct released row;         /* files are from the folder of the configuration */
    const struct node *declared; /* its entry in the index; NULL: it is to be added */
};

struct releases {
    struct sources *sources;
    const struct config *config;
    const char *path, *name; /* of the index: for the system, in messages */
    struct document *index;  /* NULL: there is none yet */
    struct release **at;     /* by version, then by file */
    ptrdiff_t count, cap;
    struct map by_file; /* file to the release that lists it */
};

/*
 * Reads the index of CONFIG, which has one, from where SOURCES read files. That it is not there is
 * no fault: nothing was released yet. False when reported: it cannot be read, or is damaged.
 */
bool releases_read(struct sources *sources, const struct config *config,
                   struct releases *ret_releases);

/* Adds ROW, which is copied, at its place; it is not in the file yet. */
struct release *releases_add(struct releases *releases, const struct released *row);

/* The index as it should be, with LF line ends; in the arena. */
str releases_render(const struct releases *releases);

/* The first release with the "$id" ID; NULL when there is none. */
const struct release *releases_by_id(const struct releases *releases, str id);

/*
 * The last release of SERIES (release_name.h) before VERSION, or with an empty VERSION the last of
 * all; NULL when there is none.
 */
const struct release *releases_last(const struct releases *releases, str series, str version);

/* The place of RELEASE in the index. */
place releases_place(const struct releases *releases, const struct release *release);

/* Gives ROW the digests of BYTES, which have LF line ends, and of SCHEMA, which they hold. */
void release_digest(struct arena *arena, str bytes, const struct node *schema,
                    struct released *row);

/* The "$id" of SCHEMA, or in draft-04 its "id"; empty when it has none that is a string. */
str release_id_of(const struct node *schema);

/* How versions are written by CONFIG, which has releases. */
enum versioning release_versioning_of(const struct config *config);

#endif
