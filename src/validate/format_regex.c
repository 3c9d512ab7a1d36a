/* Regular expressions (ECMA-262 with the flag u). */
#include "validate/format_checks.h"
#include "validate/pattern.h"

const char *format_regex(str value)
{
    struct arena arena = {0};
    bool valid = pattern_is_regex(&arena, value, NULL);
    arena_free(&arena);
    return valid ? NULL : "it is no regular expression of ECMA-262 with the flag u";
}
