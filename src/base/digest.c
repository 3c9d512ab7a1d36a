#include "base/digest.h"

#include "base/arena.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

struct digest digest_sha256(str bytes)
{
    /* Reading the system's OpenSSL configuration costs a millisecond and nothing here needs it. */
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    unsigned char raw[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    if (!EVP_Digest(bytes.data, (size_t)bytes.len, raw, &size, EVP_sha256(), NULL))
        die_oom(); /* a digest over memory fails for no other reason */

    static const char digits[] = "0123456789abcdef";
    struct digest digest = {0};
    for (size_t i = 0; i < DIGEST_HEX_LEN / 2; i++) {
        digest.hex[2 * i] = digits[raw[i] >> 4];
        digest.hex[2 * i + 1] = digits[raw[i] & 15];
    }
    return digest;
}
