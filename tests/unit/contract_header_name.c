/* Names of headers: which bytes may be in them, and that case does not count. */
#include "contract/header_name.h"

#include "tap.h"

/* The bytes of a token are those of RFC 9110 section 5.6.2, and no others. */
static void test_names(void)
{
    struct arena arena = {0};
    int count = 0;
    for (int c = 0; c < 256; c++) {
        char byte = (char)c;
        count += header_is_token((str){&byte, 1});
    }
    is_int(count, 62 + 15, "bytes that a token may have");
    ok(header_is_token(S("!#$%&'*+-.^_`|~azAZ09")), "these");
    ok(!header_is_token(S("")) && !header_is_token(S("a ")) && !header_is_token(S("a:")) &&
           !header_is_token((str){"a\0", 2}) && !header_is_token(S("\xc3\xa9")),
       "and not these");
    is_str(header_folded(&arena, S("Mcp-Param-\xc3\x89Z@[`{")), "mcp-param-\xc3\x89z@[`{",
           "only letters of ASCII have two cases");
    arena_free(&arena);
}

int main(void)
{
    test_names();
    return done_testing();
}
