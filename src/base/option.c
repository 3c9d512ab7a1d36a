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
