#include "base/map.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

/* The slot that holds KEY, or the free one where it belongs. */
static uint32_t *find_slot(const struct map *map, str key)
{
    uint64_t mask = (uint64_t)map->slot_count - 1;
    for (uint64_t at = hash_str(key) & mask;; at = (at + 1) & mask) {
        uint32_t *slot = &map->slots[at];
        if (!*slot || str_equal(map->entries[*slot - 1].key, key))
            return slot;
    }
}

static void grow(struct map *map)
{
    ptrdiff_t cap = map->cap ? map->cap * 2 : 8;
    assert(cap <= UINT32_MAX / 2);
    ptrdiff_t size = (ptrdiff_t)sizeof *map->entries;
    map->entries = arena_grow(map->arena, map->entries, map->count * size, cap * size);
    map->cap = cap;
    ptrdiff_t old_bytes = map->slot_count * (ptrdiff_t)sizeof *map->slots;
    map->slot_count = cap * 2;
    ptrdiff_t bytes = map->slot_count * (ptrdiff_t)sizeof *map->slots;
    map->slots = arena_grow(map->arena, map->slots, old_bytes, bytes);
    memset(map->slots, 0, (size_t)bytes);
    for (ptrdiff_t i = 0; i < map->count; i++)
        *find_slot(map, map->entries[i].key) = (uint32_t)i + 1;
}

const struct map_entry *map_find(const struct map *map, str key)
{
    if (map->count == 0)
        return NULL;
    uint32_t slot = *find_slot(map, key);
    return slot ? &map->entries[slot - 1] : NULL;
}

void *map_get(const struct map *map, str key)
{
    const struct map_entry *entry = map_find(map, key);
    return entry ? entry->value : NULL;
}

struct map_entry *map_entry(struct map *map, str key, bool *ret_new)
{
    if (map->count == map->cap)
        grow(map);
    uint32_t *slot = find_slot(map, key);
    bool is_new = !*slot;
    if (is_new) {
        map->entries[map->count++] = (struct map_entry){key, NULL};
        *slot = (uint32_t)map->count;
    }
    if (ret_new)
        *ret_new = is_new;
    return &map->entries[*slot - 1];
}

void map_put(struct map *map, str key, void *value)
{
    map_entry(map, key, NULL)->value = value;
}

const struct map_entry *map_find_address(const struct map *map, const void *address)
{
    return map_find(map, (str){(const char *)&address, sizeof address});
}

struct map_entry *map_entry_address(struct map *map, const void *address, bool *ret_new)
{
    bool is_new;
    struct map_entry *entry =
        map_entry(map, (str){(const char *)&address, sizeof address}, &is_new);
    if (is_new) {
        const void **kept = arena_new(map->arena, const void *, 1);
        *kept = address;
        entry->key.data = (const char *)kept;
    }
    if (ret_new)
        *ret_new = is_new;
    return entry;
}
