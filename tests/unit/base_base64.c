/* base64.h: the vectors of RFC 4648 section 10, and what is none, or not the only way to say it. */
#include "base/base64.h"

#include "tap.h"

#include <string.h>

static struct arena arena;

static void check_both(const char *bytes, const char *text)
{
    struct buf encoded = buf_in(&arena, 100), decoded = buf_in(&arena, 100);
    base64_encode(&encoded, str_of(bytes));
    is_str(buf_view(&encoded), text, "\"%s\" is encoded", bytes);
    is_int(base64_decode(&decoded, str_of(text)), BASE64_FINE, "\"%s\" is base64", text);
    is_str(buf_view(&decoded), bytes, "\"%s\" is decoded", text);
}

/* TEXT gets VERDICT, and stands for BYTES; NULL: for nothing. */
static void check_verdict(const char *text, enum base64_verdict verdict, const char *bytes)
{
    struct buf out = buf_in(&arena, 100);
    buf_add(&out, S("<"));
    is_int(base64_decode(&out, str_of(text)), verdict, "the verdict on \"%s\"", text);
    is_str(str_skip(buf_view(&out), 1), bytes ? bytes : "", "what \"%s\" stands for", text);
    is_int(base64_decode(NULL, str_of(text)), verdict, "\"%s\" is only judged", text);
}

static void test_all_bytes(void)
{
    char all[256 + 2];
    for (int i = 0; i < 258; i++)
        all[i] = (char)i;
    for (ptrdiff_t len = 254; len <= 258; len++) {
        struct buf encoded = buf_in(&arena, 1000), decoded = buf_in(&arena, 1000);
        base64_encode(&encoded, (str){all, len});
        ok(base64_decode(&decoded, buf_view(&encoded)) == BASE64_FINE &&
               str_equal(buf_view(&decoded), (str){all, len}),
           "%td bytes of all values come back", len);
    }
}

int main(void)
{
    check_both("", "");
    check_both("f", "Zg==");
    check_both("fo", "Zm8=");
    check_both("foo", "Zm9v");
    check_both("foob", "Zm9vYg==");
    check_both("fooba", "Zm9vYmE=");
    check_both("foobar", "Zm9vYmFy");
    check_both("\xff\xef\xbe", "/+++");
    test_all_bytes();

    check_verdict("Zh==", BASE64_LEFT_OVER, "f");
    check_verdict("Zm9=", BASE64_LEFT_OVER, "fo");
    check_verdict("Zm9v=", BASE64_SURPLUS, "foo");
    check_verdict("Zm9v====", BASE64_SURPLUS, "foo");
    static const char *const bad[] = {
        "Z",          "Zg",    "Zg=",      "Zg===",      "Z===",     "Zm8",    "Zm8==", "=",
        "====",       "=Zm9v", "Zg==Zg==", "Zm9v\nZm9v", "Zm9v\n",   " Zm9v",  "Zm-_",  "Zm9!",
        "Zm\xc3\xa9", "Z=g=",  "Zg==\n",   "Zm9vZ",      "Zm9vZ===", "Zm9v=A",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_verdict(bad[i], BASE64_BAD, NULL);
    ok(base64_decode(NULL, S("Zm9\0")) == BASE64_BAD, "NUL is no digit");
    arena_free(&arena);
    return done_testing();
}
