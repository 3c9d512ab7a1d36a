/*
 * header_list.h - the headers of a request, by name.
 */
#ifndef CALL_HEADER_LIST_H
#define CALL_HEADER_LIST_H

#include "base/map.h"
#include "source/sources.h"

/* One header of a request, as it came or as it is sent. */
struct header {
    str name, value;
};

struct header_list {
    struct header *at;
    ptrdiff_t count, cap;
};

/*
 * Adds the header in LINE, "Name: value", whose bytes are borrowed, to LIST. One blank behind the
 * colon does not belong to the value. False when LINE is none.
 */
bool header_list_add(struct arena *arena, struct header_list *list, str line);

/*
 * Adds the headers in the file PATH, "-" being standard input, one a line, which ends with LF or
 * CRLF; empty lines do not count. No message and no report shows anything of the file. False when
 * reported: it cannot be read (E0002, L0001), or a line is no header (E1052, at its place).
 */
bool header_list_load(struct sources *sources, const char *path, struct header_list *list);

/* What came under one name, whatever its case (RFC 9110 section 5.1). */
struct received {
    str value; /* of the first */
    ptrdiff_t count;
};

/* What HEADERS have under each name: a map to struct received, for received_get, in ARENA. */
struct map received_map(struct arena *arena, const struct header_list *headers);

/* What came under NAME, or NULL. MAP is one of received_map. */
const struct received *received_get(const struct map *map, str name);

#endif
