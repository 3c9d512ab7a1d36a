/*
 * mirror.c - mirror_build and mirror_compare visit the mirrored parameters in the order of the
 * schema.
 */
#include "call/mirror.h"

#include "contract/push.h"
#include "schema/pointer.h"
#include "source/number.h"

#include <stdlib.h>

/* ---- events ---------------------------------------------------------------------------------- */

/* Names of headers. */
struct names {
    str *at;
    ptrdiff_t count;
};

static int compare_names(const void *a, const void *b)
{
    return str_compare(*(const str *)a, *(const str *)b);
}

static void push_names(struct node_stack *stack, struct arena *arena, const char *key,
                       struct names names)
{
    ptrdiff_t base = push_open(stack, key);
    if (names.count)
        qsort(names.at, (size_t)names.count, sizeof *names.at, compare_names);
    for (ptrdiff_t i = 0; i < names.count; i++)
        node_push_str(stack, names.at[i]);
    push_close(stack, arena, base, NODE_ARRAY);
}

/* The event WHAT with the NAMES, and, unless NULL, those of headers in base64. */
static const struct node *event_new(struct arena *arena, const char *what, struct names names,
                                    const struct names *encoded)
{
    struct node_stack stack = {0};
    push_text(&stack, "event", str_of(what));
    push_names(&stack, arena, "headerNames", names);
    if (encoded)
        push_names(&stack, arena, "encodedHeaderNames", *encoded);
    push_close(&stack, arena, 0, NODE_OBJECT);
    const struct node *event = node_pop(&stack, arena);
    node_stack_done(&stack);
    return event;
}

/* ---- parameters ------------------------------------------------------------------------------ */

str mirror_header(struct arena *arena, const struct mirrored *parameter)
{
    return arena_printf(arena, "Mcp-Param-%.*s", (int)parameter->header.len,
                        parameter->header.data);
}

str mirror_pointer(struct arena *arena, const struct mirrored *parameter)
{
    struct buf pointer = buf_in(arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < parameter->depth; i++)
        pointer_add_token(&pointer, parameter->path[i]);
    return buf_view(&pointer);
}

/* The value of PARAMETER in ARGUMENTS; NULL when it is not there. */
static const struct node *value_of(const struct mirrored *parameter, const struct node *arguments)
{
    const struct node *value = arguments;
    for (ptrdiff_t i = 0; value && i < parameter->depth; i++)
        value = node_get(value, parameter->path[i]);
    return value;
}

/* The same, but by spec null is not there either. */
static const struct node *sent_value(const struct admission *admission,
                                     const struct mirrored *parameter, const struct node *arguments)
{
    const struct node *value = value_of(parameter, arguments);
    return admission->profile == PROFILE_SPEC && node_is(value, NODE_NULL) ? NULL : value;
}

static struct names names_in(struct arena *arena, const struct admission *admission)
{
    return (struct names){arena_new(arena, str, admission->mirrored_count), 0};
}

static struct mirror fault_in(enum header_fault fault, str header, const struct node *value)
{
    return (struct mirror){.fault = fault, .header = header, .value = value};
}

struct mirror mirror_build(struct arena *arena, const struct admission *admission,
                           const struct node *arguments)
{
    struct names names = names_in(arena, admission), encoded = names_in(arena, admission);
    struct mirror mirror = {0};
    mirror.headers.at = arena_new(arena, struct header, admission->mirrored_count);
    for (ptrdiff_t i = 0; i < admission->mirrored_count; i++) {
        const struct mirrored *parameter = &admission->mirrored[i];
        const struct node *value = sent_value(admission, parameter, arguments);
        if (!value)
            continue;
        str name = mirror_header(arena, parameter);
        struct buf text = buf_in(arena, PTRDIFF_MAX), header = buf_in(arena, PTRDIFF_MAX);
        enum header_fault fault =
            header_value_text(&text, value, parameter->type, admission->profile);
        if (fault != HEADER_FINE)
            return fault_in(fault, name, value);
        if (header_add_text(&header, buf_view(&text)))
            encoded.at[encoded.count++] = name;
        names.at[names.count++] = name;
        mirror.headers.at[mirror.headers.count++] = (struct header){name, buf_view(&header)};
    }
    mirror.event = event_new(arena, "parameter_headers_built", names, &encoded);
    return mirror;
}

/* True when TEXT is a decimal, as -042.50 is, without an exponent; *RET_NUMBER is it as JSON. */
static bool is_decimal(struct arena *arena, str text, str *ret_number)
{
    bool is_negative = str_starts(text, S("-"));
    str digits = str_skip(text, is_negative);
    if (!digits.len || digits.data[0] < '0' || digits.data[0] > '9')
        return false;
    while (digits.len > 1 && digits.data[0] == '0' && digits.data[1] >= '0' &&
           digits.data[1] <= '9')
        digits = str_skip(digits, 1);
    if (number_scan(digits) != digits.len || str_find_byte(digits, 'e') >= 0 ||
        str_find_byte(digits, 'E') >= 0)
        return false;
    *ret_number = is_negative ? arena_printf(arena, "-%.*s", (int)digits.len, digits.data) : digits;
    return true;
}

/*
 * What VALUE, which is not of the type that its schema declares, would be in a header: its schema
 * refuses it later, which is not for the headers to tell. A fault where no header can mirror it.
 */
static enum header_fault undeclared_text(struct buf *out, const struct node *value)
{
    if (value->kind == NODE_STRING)
        return header_value_text(out, value, MIRRORED_STRING, PROFILE_SPEC);
    if (value->kind == NODE_BOOL)
        return header_value_text(out, value, MIRRORED_BOOLEAN, PROFILE_SPEC);
    if (value->kind != NODE_NUMBER)
        return HEADER_TYPE_MISMATCH;
    if (number_is_integral(node_text(value)))
        return header_number_text(out, node_text(value));
    buf_add(out, node_text(value));
    return HEADER_FINE;
}

/* True when TEXT, out of a header, says what VALUE, in text EXPECTED, is. */
static bool is_same(struct arena *arena, const struct admission *admission,
                    const struct mirrored *parameter, const struct node *value, str expected,
                    str text)
{
    str number;
    bool by_value = admission->profile == PROFILE_SPEC && parameter->type == MIRRORED_INTEGER &&
                    value->kind == NODE_NUMBER && is_decimal(arena, text, &number);
    return by_value ? number_equal(number, node_text(value)) : str_equal(text, expected);
}

/* Compares PARAMETER, of which the arguments have VALUE, or NULL, with what was RECEIVED. */
static enum header_fault compare_one(struct arena *arena, const struct admission *admission,
                                     const struct mirrored *parameter, const struct node *value,
                                     const struct received *received)
{
    bool is_spec = admission->profile == PROFILE_SPEC;
    if (!value)
        return received && !is_spec ? HEADER_UNEXPECTED : HEADER_FINE;
    bool is_unmirrored = is_spec && value->kind >= NODE_ARRAY;
    if (!received)
        return is_unmirrored ? HEADER_FINE : HEADER_MISSING;
    if (received->count > 1)
        return HEADER_DUPLICATE;
    struct buf text = buf_in(arena, PTRDIFF_MAX), expected = buf_in(arena, PTRDIFF_MAX);
    enum header_fault fault = header_decode(&text, received->value, admission->profile);
    if (fault != HEADER_FINE)
        return fault;
    fault = header_value_text(&expected, value, parameter->type, admission->profile);
    if (fault == HEADER_TYPE_MISMATCH && is_spec)
        fault = undeclared_text(&expected, value);
    if (fault != HEADER_FINE)
        return fault;
    return is_same(arena, admission, parameter, value, buf_view(&expected), buf_view(&text))
               ? HEADER_FINE
               : HEADER_DIFFERS;
}

struct mirror mirror_compare(struct arena *arena, const struct admission *admission,
                             const struct node *arguments, const struct header_list *headers)
{
    struct map received = received_map(arena, headers);
    struct names names = names_in(arena, admission);
    for (ptrdiff_t i = 0; i < admission->mirrored_count; i++) {
        const struct mirrored *parameter = &admission->mirrored[i];
        const struct node *value = sent_value(admission, parameter, arguments);
        str name = mirror_header(arena, parameter);
        const struct received *header = received_get(&received, name);
        enum header_fault fault = compare_one(arena, admission, parameter, value, header);
        if (fault != HEADER_FINE)
            return fault_in(fault, name, value);
        if (value && header)
            names.at[names.count++] = name;
    }
    return (struct mirror){.event = event_new(arena, "parameter_headers_validated", names, NULL)};
}
