#include "pattern.h"

#include "base/buf.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* PCRE2 knows the general categories by their letters only; ECMA-262 by their names, too. */
static str with_short_categories(struct arena *arena, str pattern)
{
    static const struct {
        str name, letters;
    } categories[] = {
        {STR_INIT("{Letter}"), STR_INIT("{L}")},
        {STR_INIT("{Uppercase_Letter}"), STR_INIT("{Lu}")},
        {STR_INIT("{Lowercase_Letter}"), STR_INIT("{Ll}")},
        {STR_INIT("{Number}"), STR_INIT("{N}")},
        {STR_INIT("{Punctuation}"), STR_INIT("{P}")},
    };
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    while (pattern.len) {
        str rest = pattern, letters = {0};
        for (size_t i = 0; i < sizeof categories / sizeof *categories && !letters.len; i++)
            if (str_starts(pattern, categories[i].name)) {
                letters = categories[i].letters;
                rest = str_skip(pattern, categories[i].name.len);
            }
        buf_add(&out, letters.len ? letters : str_first(pattern, 1));
        pattern = letters.len ? rest : str_skip(pattern, 1);
    }
    return buf_view(&out);
}

bool pattern_matches(struct arena *arena, str pattern, str text, bool *ret_broken)
{
    /* Without PCRE2_UCP \d and \w are ASCII, as in ECMA-262; $ is the end, not before a newline. */
    const uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_BSUX |
                             PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF;
    str translated = with_short_categories(arena, pattern);
    const char *code_units = translated.len ? translated.data : "";
    int code;
    PCRE2_SIZE offset;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    pcre2_set_compile_extra_options(context, PCRE2_EXTRA_ALT_BSUX);
    pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)code_units, (PCRE2_SIZE)translated.len,
                                         options, &code, &offset, context);
    pcre2_compile_context_free(context);
    *ret_broken = !compiled;
    if (!compiled)
        return false;
    pcre2_match_data *data = pcre2_match_data_create_from_pattern(compiled, NULL);
    int found = pcre2_match(compiled, (PCRE2_SPTR)(text.len ? text.data : ""), (PCRE2_SIZE)text.len,
                            0, 0, data, NULL);
    pcre2_match_data_free(data);
    pcre2_code_free(compiled);
    return found > 0;
}
