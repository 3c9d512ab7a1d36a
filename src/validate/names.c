#include "validate/names.h"

#include "base/hash.h"

#include <string.h>

enum { LONGEST_RUN = 8 }; /* of slots that one search may pass */

/* Quick: length, first and last bytes. Most names of one schema differ in these. */
static uint32_t quick_hash(str name)
{
    uint64_t head = 0, tail = 0;
    if (name.len >= 8) {
        memcpy(&head, name.data, 8);
        memcpy(&tail, name.data + name.len - 8, 8);
    } else if (name.len >= 4) {
        uint32_t low, high;
        memcpy(&low, name.data, 4);
        memcpy(&high, name.data + name.len - 4, 4);
        head = low;
        tail = high;
    } else if (name.len) {
        head = (unsigned char)name.data[0];
        tail = (uint64_t)(unsigned char)name.data[name.len / 2] << 8 |
               (unsigned char)name.data[name.len - 1];
    }
    uint64_t mixed = (head + (uint64_t)name.len) * 0x9E3779B97F4A7C15u;
    mixed ^= tail * 0xC2B2AE3D27D4EB4Fu;
    mixed ^= mixed >> 29;
    return (uint32_t)((mixed * 0x9E3779B97F4A7C15u) >> 32);
}

static uint32_t hash_of(const struct names *names, str name)
{
    return names->is_keyed ? (uint32_t)hash_str(name) : quick_hash(name);
}

/* Fills the slots; false when names stand too close. */
static bool fill(struct names *table, const str *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t hash = hash_of(table, names[i]), at = hash & table->mask;
        for (uint32_t run = 0; table->slots[at].number; at = (at + 1) & table->mask)
            if (++run > LONGEST_RUN && !table->is_keyed)
                return false;
        table->slots[at] = (struct name_slot){names[i], hash, i + 1};
    }
    return true;
}

struct names names_make(struct arena *arena, const str *names, uint32_t count)
{
    struct names table = {0};
    if (!count)
        return table;
    uint32_t size = 2;
    while (size < UINT32_MAX / 2 && size < 2 * (uint64_t)count)
        size *= 2;
    table.mask = size - 1;
    table.slots = arena_new(arena, struct name_slot, size);
    if (!fill(&table, names, count)) {
        memset(table.slots, 0, size * sizeof *table.slots);
        table.is_keyed = true;
        fill(&table, names, count);
    }
    return table;
}

uint32_t names_find(const struct names *names, str name)
{
    if (!names->slots)
        return NO_NAME;
    uint32_t hash = hash_of(names, name);
    for (uint32_t at = hash & names->mask;; at = (at + 1) & names->mask) {
        const struct name_slot *slot = &names->slots[at];
        if (!slot->number)
            return NO_NAME;
        if (slot->hash == hash && str_equal(slot->name, name))
            return slot->number - 1;
    }
}
