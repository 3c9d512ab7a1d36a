/*
 * mentions.h - where files name schemas by URLs that look like those of releases.
 *
 * A URL is one when it is what release.id says, but for its placeholders, and either its version
 * has the form of one or its file is one that is released. It ends where a URI does, and what ends
 * a sentence or closes a link of Markdown is no part of it. A placeholder in a text, such as
 * {version}, <version> or $VERSION, makes it none.
 */
#ifndef BUILD_MENTIONS_H
#define BUILD_MENTIONS_H

#include "build/plan.h"
#include "build/releases.h"

/* One URL in a text. */
struct mention {
    ptrdiff_t start, len; /* in bytes of the text */
    str url;              /* without a fragment */
};

/* The first URL in TEXT, from AT on, that is NAME (release_name.h). False when there is none. */
bool mentions_next(str name, str text, ptrdiff_t at, struct mention *ret_mention,
                   struct release_match *ret_match);

/*
 * Reports (D0206) each URL of a schema in the files of "mentions" that was not released, with the
 * one that may be meant.
 */
void mentions_check(const struct plan *plan);

/* Adds these files, as messages have them, to the map FILES. */
void mentions_files(const struct plan *plan, struct map *files);

#endif
