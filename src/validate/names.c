/*
 * Most tables are made so that each name has a slot of its own, found by few of its bytes. Where
 * that does not come out, names are hashed whole and stand in the next free slot; and where many
 * meet even then, as somebody may want them to, they are hashed with a key.
 */
#include "validate/names.h"

#include "base/hash.h"

enum { LONGEST_RUN = 8 }; /* of slots that one search may pass */

/* Quick: length, first and last bytes. */
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

static bool is_name(const struct name_slot *slot, str name)
{
    return slot->len == name.len && names_same_bytes(slot->data, name.data, slot->len);
}

/* Fills the slots; false when names stand too close. */
static bool fill(struct names *table, const str *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = hash_of(table, names[i]) & table->mask;
        for (uint32_t run = 0; table->slots[at].number && !is_name(&table->slots[at], names[i]);
             at = (at + 1) & table->mask)
            if (++run > LONGEST_RUN && !table->is_keyed)
                return false;
        table->slots[at] = (struct name_slot){names[i].data, (uint32_t)names[i].len, i + 1};
    }
    return true;
}

/* Fills the slots with each name where its digest says; false when two of them meet. */
static bool fill_apart(struct names *table, const str *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!names[i].len)
            return false;
        struct name_slot *slot =
            &table->slots[(names_digest(names[i]) * table->multiplier) >> table->shift];
        if (slot->number && !is_name(slot, names[i]))
            return false;
        *slot = (struct name_slot){names[i].data, (uint32_t)names[i].len, i + 1};
    }
    return true;
}

/* Tries to make a table in which no two names meet, of up to four times the slots that it needs. */
static bool make_apart(struct arena *arena, struct names *table, const str *names, uint32_t count)
{
    enum { MANY = 64, TRIES = 20, LEAST_BITS = 2 };
    if (count > MANY)
        return false;
    uint32_t bits = LEAST_BITS, more = 2;
    while ((1u << bits) < 2 * count)
        bits++;
    for (uint32_t last = bits + more; bits <= last; bits++) {
        struct arena_mark mark = arena_mark(arena);
        table->slots = arena_new(arena, struct name_slot, (ptrdiff_t)1 << bits);
        table->shift = 32 - bits;
        table->multiplier = 0x9E3779B1u;
        for (int i = 0; i < TRIES; i++, table->multiplier = table->multiplier * 5 + 2) {
            memset(table->slots, 0, ((size_t)1 << bits) * sizeof *table->slots);
            if (fill_apart(table, names, count))
                return true;
        }
        arena_return(arena, mark);
    }
    table->multiplier = 0;
    return false;
}

struct names names_make(struct arena *arena, const str *names, uint32_t count)
{
    struct names table = {0};
    if (!count || make_apart(arena, &table, names, count))
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

uint32_t names_search(const struct names *names, str name)
{
    if (!names->slots || names->multiplier) /* it has none, or not the empty one */
        return NO_NAME;
    for (uint32_t at = hash_of(names, name) & names->mask;; at = (at + 1) & names->mask) {
        const struct name_slot *slot = &names->slots[at];
        if (!slot->number)
            return NO_NAME;
        if (is_name(slot, name))
            return slot->number - 1;
    }
}
