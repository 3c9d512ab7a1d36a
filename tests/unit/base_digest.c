/* The vectors are those of NIST's examples for FIPS 180-4. */
#include "base/digest.h"

#include "base/arena.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* The digest of BYTES, at once and in pieces. */
static void check(str bytes, const char *hex, const char *what)
{
    struct digest digest = digest_sha256(bytes);
    is_str(str_of(digest.hex), hex, "%s", what);
    struct digest_run run;
    digest_begin(&run);
    for (ptrdiff_t size = 0; bytes.len; size++) {
        ptrdiff_t some = size < bytes.len ? size : bytes.len;
        digest_add(&run, str_first(bytes, some));
        bytes = str_skip(bytes, some);
    }
    is_str(str_of(digest_end(&run).hex), hex, "%s, in pieces of 0, 1, 2 bytes and so on", what);
}

int main(void)
{
    check((str){0}, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "nothing");
    check(S("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc");
    check(S("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", "448 bits");
    check(S("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnop"
            "qrlmnopqrsmnopqrstnopqrstu"),
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1", "896 bits");
    char *million = heap_resize(NULL, 1000000);
    memset(million, 'a', 1000000);
    check((str){million, 1000000},
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", "a million a");
    free(million);
    check(S("\0"), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d", "one NUL");
    str hex = str_of(digest_sha256((str){0}).hex);
    ok(digest_is_hex(hex), "what is written is a digest");
    ok(!digest_is_hex(str_skip(hex, 1)) && !digest_is_hex((str){0}), "63 digits and none are not");
    ok(!digest_is_hex(S("E3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")) &&
           !digest_is_hex(S("g3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")),
       "nor are other letters");
    return done_testing();
}
