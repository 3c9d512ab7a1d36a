/*
 * header_list.h - the headers of a request, by name.
 */
#ifndef CALL_HEADER_LIST_H
#define CALL_HEADER_LIST_H

#include "base/map.h"

/* One header of a request, as it came or as it is sent. */
struct header {
    str name, value;
};

struct header_list {
    struct header *at;
    ptrdiff_t count, cap;
};

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
