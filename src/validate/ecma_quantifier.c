#include "validate/ecma_reader.h"

int32_t ecma_read_number(struct ecma_reader *reader)
{
    int64_t number = -1;
    for (int c; (c = ecma_peek(reader, 0)) >= '0' && c <= '9'; reader->at++) {
        number = (number < 0 ? 0 : number) * 10 + (c - '0');
        if (number > ECMA_WITHOUT_END)
            number = ECMA_WITHOUT_END;
    }
    return (int32_t)number;
}

/* True when the decimal number A is above B, however long they are. */
static bool is_above(str a, str b)
{
    while (a.len && a.data[0] == '0')
        a = str_skip(a, 1);
    while (b.len && b.data[0] == '0')
        b = str_skip(b, 1);
    return a.len != b.len ? a.len > b.len : str_compare(a, b) > 0;
}

static str bytes_since(const struct ecma_reader *reader, ptrdiff_t start)
{
    return str_first(str_skip(reader->source, start), reader->at - start);
}

bool ecma_read_braces(struct ecma_reader *reader, int32_t *ret_min, int32_t *ret_max)
{
    ptrdiff_t start = reader->at++, from = reader->at;
    *ret_min = *ret_max = ecma_read_number(reader);
    str min = bytes_since(reader, from), max = min;
    if (*ret_min >= 0 && ecma_skip(reader, S(","))) {
        from = reader->at;
        *ret_max = ecma_read_number(reader);
        max = bytes_since(reader, from);
        if (*ret_max < 0)
            *ret_max = ECMA_WITHOUT_END;
    }
    if (*ret_min < 0 || !ecma_skip(reader, S("}"))) {
        reader->at = start;
        return false;
    }
    if (max.len && is_above(min, max))
        ecma_fail(reader, start, S("the lower bound is above the upper one (22.2.1.1)"));
    return true;
}

bool ecma_read_quantifier(struct ecma_reader *reader, int32_t *ret_min, int32_t *ret_max,
                          bool *ret_lazy)
{
    int c = ecma_peek(reader, 0);
    if (c == '{') {
        if (!ecma_read_braces(reader, ret_min, ret_max))
            return false;
    } else if (c == '*' || c == '+' || c == '?') {
        reader->at++;
        *ret_min = c == '+';
        *ret_max = c == '?' ? 1 : ECMA_WITHOUT_END;
    } else {
        return false;
    }
    *ret_lazy = ecma_skip(reader, S("?"));
    return true;
}
