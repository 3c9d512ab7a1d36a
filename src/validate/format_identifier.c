/* Names of places and things: JSON Pointers and UUIDs. */
#include "validate/format_checks.h"

/* RFC 6901 section 3: json-pointer = *( "/" reference-token ), in which "~" is "~0" or "~1". */
const char *format_json_pointer(str value)
{
    if (value.len && value.data[0] != '/')
        return "it is neither empty nor does it begin with /";
    for (ptrdiff_t at = 0, hop; (hop = str_find_byte(str_skip(value, at), '~')) >= 0;) {
        at += hop + 1;
        if (at == value.len || (value.data[at] != '0' && value.data[at] != '1'))
            return "a ~ is followed by neither 0 nor 1";
    }
    return NULL;
}

/* Digits without a leading zero, from the start of *REST; false when there are none. */
static bool take_integer(str *rest)
{
    str digits = leading_digits(*rest);
    *rest = str_skip(*rest, digits.len);
    return digits.len == 1 || (digits.len > 1 && digits.data[0] != '0');
}

/* What may follow the numbers of a relative JSON Pointer. */
static const char *relative_rest_fault(str rest)
{
    if (str_equal(rest, S("#")))
        return NULL;
    return format_json_pointer(rest) ? "the number is followed by neither # nor a JSON Pointer"
                                     : NULL;
}

static const char no_level[] = "it does not begin with a number, 0 or one without a leading 0";

/* draft-handrews-relative-json-pointer-01, section 3: levels, then a JSON Pointer or "#". */
const char *format_relative_json_pointer(str value)
{
    return take_integer(&value) ? relative_rest_fault(value) : no_level;
}

/*
 * draft-bhutton-relative-json-pointer-00, section 3: between the two, "+" or "-" and by how much an
 * index is moved. That its grammar has this before a JSON Pointer only was mended later.
 */
const char *format_relative_json_pointer_indexed(str value)
{
    if (!take_integer(&value))
        return no_level;
    if (str_starts(value, S("+")) || str_starts(value, S("-"))) {
        value = str_skip(value, 1);
        if (!take_integer(&value))
            return "the sign is not followed by a number, 0 or one without a leading 0";
    }
    return relative_rest_fault(value);
}

/* RFC 4122 section 3, whatever version and variant it says. */
const char *format_uuid(str value)
{
    static const char form[] = "00000000-0000-0000-0000-000000000000";
    if (value.len != (ptrdiff_t)sizeof form - 1)
        return "it does not have 36 characters";
    for (ptrdiff_t i = 0; i < value.len; i++) {
        bool digit = form[i] == '0';
        if (digit ? !is_hex_digit(value.data[i]) : value.data[i] != '-')
            return "it is not written as 8-4-4-4-12 hexadecimal digits";
    }
    return NULL;
}
