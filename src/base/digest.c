#include "base/digest.h"

#include "base/arena.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdlib.h>

/*
 * OpenSSL's memory. Where its own allocator would return NULL, OpenSSL 3.0 goes on without some of
 * its tables or reads through the NULL; here the program ends as for all other memory.
 */
static void *ssl_malloc(size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    return size ? heap_resize(NULL, (ptrdiff_t)size) : NULL;
}

static void *ssl_realloc(void *old, size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    if (size)
        return heap_resize(old, (ptrdiff_t)size);
    free(old);
    return NULL;
}

static void ssl_free(void *old, const char *file, int line)
{
    (void)file;
    (void)line;
    free(old);
}

/* The configuration costs a millisecond, the texts and names a quarter; none of them is needed. */
static void ssl_init(void)
{
    static bool done;
    if (done)
        return;
    done = true;
    CRYPTO_set_mem_functions(ssl_malloc, ssl_realloc, ssl_free);
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS |
                            OPENSSL_INIT_NO_ADD_ALL_CIPHERS | OPENSSL_INIT_NO_ADD_ALL_DIGESTS,
                        NULL);
}

/* A digest over memory fails for no other reason than that there is none. */
static void check(int ok)
{
    if (!ok)
        die_oom();
}

/* The SIZE bytes at RAW as hex digits. */
static struct digest hex_of(const unsigned char *raw, unsigned size)
{
    static const char digits[] = "0123456789abcdef";
    struct digest digest = {0};
    assert(size == DIGEST_HEX_LEN / 2);
    for (size_t i = 0; i < size; i++) {
        digest.hex[2 * i] = digits[raw[i] >> 4];
        digest.hex[2 * i + 1] = digits[raw[i] & 15];
    }
    return digest;
}

struct digest digest_sha256(str bytes)
{
    ssl_init();
    unsigned char raw[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    check(EVP_Digest(bytes.data, (size_t)bytes.len, raw, &size, EVP_sha256(), NULL));
    return hex_of(raw, size);
}

bool digest_is_hex(str text)
{
    bool is_hex = text.len == DIGEST_HEX_LEN;
    for (ptrdiff_t i = 0; is_hex && i < text.len; i++) {
        char c = text.data[i];
        is_hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }
    return is_hex;
}

void digest_begin(struct digest_run *run)
{
    ssl_init();
    run->context = EVP_MD_CTX_new();
    check(run->context && EVP_DigestInit_ex(run->context, EVP_sha256(), NULL));
}

void digest_add(struct digest_run *run, str bytes)
{
    check(EVP_DigestUpdate(run->context, bytes.data, (size_t)bytes.len));
}

void digest_take(void *run, str bytes)
{
    digest_add(run, bytes);
}

struct digest digest_end(struct digest_run *run)
{
    unsigned char raw[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    check(EVP_DigestFinal_ex(run->context, raw, &size));
    EVP_MD_CTX_free(run->context);
    run->context = NULL;
    return hex_of(raw, size);
}
