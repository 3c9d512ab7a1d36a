#include "validate/value.h"

#include "base/base64.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "source/number.h"
#include "source/sources.h"
#include "validate/program.h"

#include <stdlib.h>

bool value_is_integer(str text, enum dialect dialect)
{
    for (ptrdiff_t i = 0; i < text.len; i++)
        if (text.data[i] != '-' && (text.data[i] < '0' || text.data[i] > '9'))
            return dialect != DIALECT_DRAFT_04 && number_is_integral(text);
    return true;
}

bool value_read_integer(str text, int64_t *ret_integer)
{
    enum { DIGITS = 18 }; /* which any int64_t holds */
    bool negative = text.len && text.data[0] == '-';
    str digits = str_skip(text, negative);
    int64_t value = 0;
    if (!digits.len || digits.len > DIGITS)
        return false;
    for (ptrdiff_t i = 0; i < digits.len; i++) {
        if (digits.data[i] < '0' || digits.data[i] > '9')
            return false;
        value = value * 10 + (digits.data[i] - '0');
    }
    *ret_integer = negative ? -value : value;
    return true;
}

uint64_t value_length(str text)
{
    return (uint64_t)utf8_count(text);
}

/* ---- equal values ---------------------------------------------------------------------------- */

/* The readers bound the depth. Members may stand in any order, so what they give is summed up. */
uint64_t value_hash(const struct node *node)
{
    uint64_t hash = ((uint64_t)node->kind + 1) * 0x9E3779B97F4A7C15u;
    if (node->kind == NODE_STRING)
        return hash ^ hash_str(node_text(node));
    if (node->kind == NODE_NUMBER)
        return hash ^ number_hash(node_text(node));
    if (node->kind == NODE_BOOL)
        return hash + node->count;
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++) {
        uint64_t item = hash + value_hash(node_item(node, i));
        hash = hash_str((str){(const char *)&item, sizeof item});
    }
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++) {
        uint64_t member[] = {value_hash(node_key(node, i)), value_hash(node_value(node, i))};
        hash += hash_str((str){(const char *)member, sizeof member});
    }
    return hash;
}

struct hashed {
    uint64_t hash;
    uint32_t number;
};

static int compare_hashes(const void *left, const void *right)
{
    const struct hashed *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Finds an item of ALL, in the order of hashes, that is equal to the one at AT and before it. */
static bool find_equal(const struct node *array, const struct hashed *all, uint32_t at,
                       uint32_t *ret_first)
{
    for (uint32_t i = at; i-- > 0 && all[i].hash == all[at].hash;) {
        *ret_first = all[i].number;
        if (node_equal(node_item(array, all[i].number), node_item(array, all[at].number)))
            return true;
    }
    return false;
}

static bool find_among_few(const struct node *array, uint32_t *ret_first, uint32_t *ret_second)
{
    for (uint32_t i = 0; i < array->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            *ret_first = j;
            *ret_second = i;
            if (node_equal(node_item(array, i), node_item(array, j)))
                return true;
        }
    return false;
}

bool value_find_equal_items(const struct node *array, uint32_t *ret_first, uint32_t *ret_second)
{
    enum { FEW = 8 };
    if (array->count <= FEW)
        return find_among_few(array, ret_first, ret_second);
    struct hashed *all = heap_resize(NULL, array->count * (ptrdiff_t)sizeof *all);
    for (uint32_t i = 0; i < array->count; i++)
        all[i] = (struct hashed){value_hash(node_item(array, i)), i};
    qsort(all, array->count, sizeof *all, compare_hashes);
    bool found = false;
    for (uint32_t i = 1; !found && i < array->count; i++) {
        found = find_equal(array, all, i, ret_first);
        *ret_second = all[i].number;
    }
    free(all);
    return found;
}

/* ---- one of several values ------------------------------------------------------------------- */

bool value_is_among(const struct value_set *values, const struct node *node)
{
    if (node->kind == NODE_STRING)
        return names_find(&values->strings, node_text(node)) != NO_NAME;
    if (!values->other_count)
        return false;
    uint64_t hash = value_hash(node);
    uint32_t low = 0, high = values->other_count;
    while (low < high) { /* the first that is not below */
        uint32_t middle = low + (high - low) / 2;
        if (values->others[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < values->other_count && values->others[low].hash == hash; low++)
        if (node_equal(node, values->others[low].value))
            return true;
    return false;
}

/* ---- content --------------------------------------------------------------------------------- */

/* Decodes TEXT; false when it is no base64 with its padding. */
static bool decode_base64(struct arena *arena, str text, str *ret_bytes)
{
    struct buf out = buf_in(arena, text.len);
    enum base64_verdict verdict = base64_decode(&out, text);
    *ret_bytes = out.len ? buf_view(&out) : S("");
    return verdict == BASE64_FINE || verdict == BASE64_LEFT_OVER;
}

bool value_is_content(str text, str encoding, str media_type)
{
    struct arena scratch = {0};
    bool ok = !str_equal(encoding, S("base64")) || decode_base64(&scratch, text, &text);
    if (ok && str_equal(media_type, S("application/json"))) {
        struct diag_list found = {.arena = &scratch};
        struct sources sources = {
            .arena = &scratch,
            .found = &found,
            .policy = {.duplicates = DUPLICATES_LAST, .max_depth = INSTANCE_DEPTH}};
        ok = sources_read_as(&sources, S("content"), text, FORMAT_JSON) != NULL;
    }
    arena_free(&scratch);
    return ok;
}
