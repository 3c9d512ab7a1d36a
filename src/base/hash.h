/*
 * hash.h - hashing of keys that strangers choose.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/str.h"

#include <stdint.h>

/*
 * SipHash-1-3 of S under a key drawn once per process, so that nobody can prepare keys that all
 * collide. Never let an order of output depend on it.
 */
uint64_t hash_str(str s);

#endif
