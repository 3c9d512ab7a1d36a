/* header_list.c - headers by their names in small letters. */
#include "call/header_list.h"

#include "contract/header_name.h"

struct map received_map(struct arena *arena, const struct header_list *headers)
{
    struct map map = {.arena = arena};
    for (ptrdiff_t i = 0; i < headers->count; i++) {
        bool is_first;
        struct map_entry *entry =
            map_entry(&map, header_folded(arena, headers->at[i].name), &is_first);
        if (is_first) {
            struct received *received = arena_new(arena, struct received, 1);
            received->value = headers->at[i].value;
            entry->value = received;
        }
        ((struct received *)entry->value)->count++;
    }
    return map;
}

const struct received *received_get(const struct map *map, str name)
{
    return map_get(map, header_folded(map->arena, name));
}
