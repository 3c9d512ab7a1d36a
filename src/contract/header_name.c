#include "contract/header_name.h"

bool header_is_token(str name)
{
    for (ptrdiff_t i = 0; i < name.len; i++) {
        char c = name.data[i];
        if (!byte_is_alphanumeric(c) && (!c || str_find_byte(S("!#$%&'*+-.^_`|~"), c) < 0))
            return false;
    }
    return name.len > 0;
}

str header_folded(struct arena *arena, str name)
{
    char *chars = arena_new(arena, char, name.len + 1);
    for (ptrdiff_t i = 0; i < name.len; i++)
        chars[i] = byte_lower(name.data[i]);
    return (str){chars, name.len};
}
