#include "base/hash.h"

#include "base/host.h"

#include <string.h>

static uint64_t rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* One SipRound (Aumasson and Bernstein, "SipHash: a fast short-input PRF", section 2). */
static inline void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[0] = rotate(v[0], 32);
    v[2] += v[3];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
}

static const uint64_t *hash_key(void)
{
    static uint64_t key[2];
    static bool drawn;
    if (!drawn) {
        host_random(key, sizeof key);
        drawn = true;
    }
    return key;
}

uint64_t hash_str(str s)
{
    const uint64_t *key = hash_key();
    uint64_t v[4] = {
        key[0] ^ UINT64_C(0x736f6d6570736575),
        key[1] ^ UINT64_C(0x646f72616e646f6d),
        key[0] ^ UINT64_C(0x6c7967656e657261),
        key[1] ^ UINT64_C(0x7465646279746573),
    };
    uint64_t word;
    ptrdiff_t at = 0;
    for (; at + 8 <= s.len; at += 8) {
        memcpy(&word, s.data + at, 8);
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }
    word = (uint64_t)s.len << 56;
    for (ptrdiff_t i = 0; at + i < s.len; i++)
        word |= (uint64_t)(unsigned char)s.data[at + i] << (8 * i);
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
    v[2] ^= 0xFF;
    for (int i = 0; i < 3; i++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
