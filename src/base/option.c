#include "base/option.h"

#include "base/buf.h"
#include "base/diag.h"
#include "base/similar.h"

#include <stdint.h>
#include <string.h>

ptrdiff_t option_choice(const struct option *option, const char *word)
{
    for (ptrdiff_t i = 0; option->choices[i]; i++)
        if (strcmp(option->choices[i], word) == 0)
            return i;
    return -1;
}

bool option_is_list(const struct option *option)
{
    return option->kind == OPTION_LIST || option->kind == OPTION_PAIRS ||
           option->kind == OPTION_FILES;
}

bool option_has_argument(const struct option *option)
{
    return option->kind != OPTION_FLAG && option->kind != OPTION_NO;
}

bool option_pair(struct arena *arena, const struct option *option, const char *word,
                 struct pair *ret_pair)
{
    str all = str_of(word);
    ptrdiff_t at =
        option->kind == OPTION_FILES ? str_find_last_byte(all, '=') : str_find_byte(all, '=');
    if (at < 0)
        return false;
    *ret_pair = (struct pair){arena_copy(arena, str_first(all, at)).data, word + at + 1};
    return true;
}

void option_hint(struct diag_list *found, struct diag *diag, const struct option *option,
                 const char *word)
{
    struct similar similar = {.wanted = str_of(word)};
    struct buf all = buf_in(found->arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; option->choices[i]; i++) {
        similar_consider(&similar, str_of(option->choices[i]));
        buf_printf(&all, "%s%s", i ? ", " : "", option->choices[i]);
    }
    if (similar.best.data)
        diag_hint(found, diag, "did you mean \"%s\"?", similar.best.data);
    else
        diag_hint(found, diag, "it is one of %.*s", (int)all.len, all.data);
}
