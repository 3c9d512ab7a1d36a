/*
 * memory.c - malloc, calloc and realloc that fail when told to.
 *
 * They are defined here, in the program, because the dynamic linker then binds every library's
 * calls to them too: libyaml, jansson, OpenSSL and the C library's own realpath are counted like
 * ours, linked dynamically as in the real program. (ld's --wrap would reach only what is linked
 * statically, and each library's own hooks would be another test than the program as it is.) The
 * memory comes from where it would have come from: the sanitizer's allocator under its second
 * names, so that its redzones, its leak check and free(), which is left alone, go on working; else
 * the C library's.
 */
#include "torture.h"

#include <errno.h>
#include <stdlib.h>

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define WITH_ASAN
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define WITH_ASAN
#endif

#ifdef WITH_ASAN
#define ALLOCATOR(name) __interceptor_##name
#else
#define ALLOCATOR(name) __libc_##name
#endif

void *ALLOCATOR(malloc)(size_t size);
void *ALLOCATOR(calloc)(size_t count, size_t size);
void *ALLOCATOR(realloc)(void *old, size_t size);

/* The sanitizer's first allocations come before it can check anything. */
#define PLAIN __attribute__((no_sanitize("address", "undefined")))

PLAIN static bool fails(const void *caller)
{
    if (!torture_armed)
        return false;
    torture->allocations++;
    if (torture->way != WAY_NO_MEMORY || torture->allocations != torture->at)
        return false;
    torture->hit = true;
    torture->caller = caller;
    errno = ENOMEM;
    return true;
}

PLAIN void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : ALLOCATOR(malloc)(size);
}

PLAIN void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : ALLOCATOR(calloc)(count, size);
}

PLAIN void *realloc(void *old, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : ALLOCATOR(realloc)(old, size);
}
