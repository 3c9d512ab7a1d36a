/*
 * Maps hold what strangers choose, so most of this is about keys made to collide. Cost is read off
 * the table itself, as the longest run of taken slots, since a clock would say something else on
 * each machine.
 */
#include "base/map.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* 2 to the power of BLOCKS keys, each a choice between two parts that hash alike per block. */
enum { BLOCKS = 20, KEYS = 1 << BLOCKS, PART = 8 };

static void test_basics(void)
{
    struct arena arena = {0};
    struct map map = {.arena = &arena};
    int values[3];
    bool is_new;
    ok(!map_get(&map, S("a")), "nothing is in an empty map");
    map_put(&map, S("b"), &values[0]);
    map_put(&map, S("a"), &values[1]);
    map_put(&map, S(""), &values[2]);
    ok(map_get(&map, S("b")) == &values[0] && map_get(&map, S("a")) == &values[1], "get");
    ok(map_get(&map, (str){0}) == &values[2], "the empty key is a key");
    map_put(&map, S("b"), &values[2]);
    ok(map_get(&map, S("b")) == &values[2] && map.count == 3, "put replaces");
    ok(map_entry(&map, S("a"), &is_new)->value == &values[1] && !is_new, "an entry that is there");
    ok(!map_entry(&map, S("c"), &is_new)->value && is_new, "an entry that is made");
    map_put(&map, S("x\0y"), &values[0]);
    ok(!map_get(&map, S("x\0z")) && !map_get(&map, S("x")), "NUL does not end a key");
    arena_free(&arena);
}

static void test_addresses(void)
{
    struct arena arena = {0};
    struct map map = {.arena = &arena};
    int things[2];
    bool is_new;
    ok(!map_find_address(&map, &things[0]), "no address is in an empty map");
    map_entry_address(&map, &things[0], &is_new)->value = things;
    ok(is_new && map_find_address(&map, &things[0])->value == things, "an address is found");
    ok(!map_find_address(&map, &things[1]) && !map_find_address(&map, NULL), "no other one is");
    ok(map_entry_address(&map, &things[0], &is_new)->value == things && !is_new, "nor made anew");
    map_entry_address(&map, NULL, NULL);
    ok(map_find_address(&map, NULL) && map.count == 2, "NULL is one, too");
    arena_free(&arena);
}

static ptrdiff_t longest_cluster(const struct map *map)
{
    ptrdiff_t longest = 0, run = 0;
    for (ptrdiff_t i = 0; i < 2 * map->slot_count; i++) { /* twice, for a run across the end */
        run = map->slots[i & (map->slot_count - 1)] ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* Fills a map with the KEYS combinations of PARTS and looks at the table. */
static void check_near_linear(char parts[BLOCKS][2][PART], ptrdiff_t part_len,
                              uint32_t (*hash)(str), const char *name)
{
    struct arena arena = {0};
    struct map map = {.arena = &arena};
    ptrdiff_t key_len = part_len * BLOCKS;
    char *bytes = heap_resize(NULL, key_len * KEYS);
    bool collide = true, in_order = true, found = true;
    for (ptrdiff_t i = 0; i < KEYS; i++) {
        for (int block = 0; block < BLOCKS; block++)
            memcpy(bytes + i * key_len + block * part_len, parts[block][i >> block & 1],
                   (size_t)part_len);
        str key = {bytes + i * key_len, key_len};
        collide &= hash(key) == hash((str){bytes, key_len});
        map_put(&map, key, bytes + i);
    }
    for (ptrdiff_t i = 0; i < KEYS; i++) {
        str key = {bytes + i * key_len, key_len};
        in_order &= map.entries[i].key.data == key.data;
        found &= map_get(&map, key) == bytes + i;
    }
    ok(collide, "the keys do collide under %s", name);
    is_int(map.count, KEYS, "all of them are different");
    ok(found, "each is found");
    ok(in_order, "they stand in the order of insertion");
    ok(map.slot_count >= 2 * map.count, "the table is at most half full");
    /* At half full, runs longer than 300 of a million keys have a chance of about 1 in 10^20. */
    ok(longest_cluster(&map) <= 300, "no more than 300 slots to look at (%td)",
       longest_cluster(&map));
    free(bytes);
    arena_free(&arena);
}

static uint32_t hash_31(str s)
{
    uint32_t hash = 0;
    for (ptrdiff_t i = 0; i < s.len; i++)
        hash = hash * 31 + (unsigned char)s.data[i];
    return hash;
}

/* FNV-1a from a state on. Its low 32 bits are those of the 64-bit variant's for the same state. */
static uint32_t fnv_from(uint32_t hash, str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++)
        hash = (hash ^ (unsigned char)s.data[i]) * UINT32_C(16777619);
    return hash;
}

static uint32_t hash_fnv(str s)
{
    return fnv_from(UINT32_C(2166136261), s);
}

struct trial {
    uint32_t hash, number;
};

static int by_hash(const void *left, const void *right)
{
    const struct trial *a = left, *b = right;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

static void write_part(char part[PART], uint32_t number)
{
    snprintf(part, PART, "%07x", (unsigned)(number & 0xFFFFFFF));
}

/*
 * Finds two parts that lead from STATE to the same state, by trying so many that two agree (Joux,
 * "Multicollisions in iterated hash functions"). Returns the state that they lead to.
 */
static uint32_t find_pair(uint32_t state, char pair[2][PART])
{
    enum { TRIALS = 1 << 18 };
    struct trial *trials = heap_resize(NULL, TRIALS * (ptrdiff_t)sizeof *trials);
    for (uint32_t i = 0; i < TRIALS; i++) {
        char part[PART];
        write_part(part, i * 977);
        trials[i] = (struct trial){fnv_from(state, str_of(part)), i * 977};
    }
    qsort(trials, TRIALS, sizeof *trials, by_hash);
    for (ptrdiff_t i = 1; i < TRIALS; i++)
        if (trials[i].hash == trials[i - 1].hash) {
            write_part(pair[0], trials[i - 1].number);
            write_part(pair[1], trials[i].number);
            state = trials[i].hash;
            break;
        }
    free(trials);
    return state;
}

static void test_collisions(void)
{
    char parts[BLOCKS][2][PART];
    for (int block = 0; block < BLOCKS; block++) {
        memcpy(parts[block][0], "Aa", 3);
        memcpy(parts[block][1], "BB", 3);
    }
    check_near_linear(parts, 2, hash_31, "multiplication by 31");

    uint32_t state = UINT32_C(2166136261);
    for (int block = 0; block < BLOCKS; block++)
        state = find_pair(state, parts[block]);
    check_near_linear(parts, PART - 1, hash_fnv, "FNV-1a");
}

int main(void)
{
    test_basics();
    test_addresses();
    test_collisions();
    return done_testing();
}
