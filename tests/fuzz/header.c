/*
 * Headers: the input is the text of a header, a string to be mirrored in one, and a number, all in
 * one. What is encoded is decoded again, and what strict takes, spec takes alike.
 */
#include "fuzz.h"

#include "base/utf8.h"
#include "call/header.h"
#include "source/number.h"

/* What TEXT stands for by PROFILE, in ARENA; false when it is refused. */
static bool decode(struct arena *arena, str text, enum profile profile, str *ret_text)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    buf_add(&out, S("before"));
    enum header_fault fault = header_decode(&out, text, profile);
    MUST(fault == HEADER_FINE || str_equal(buf_view(&out), S("before")), "a fault adds nothing");
    MUST(fault == HEADER_FINE || (fault >= HEADER_NOT_PLAIN && fault <= HEADER_NOT_CANONICAL),
         "a fault of decoding is one");
    *ret_text = str_skip(buf_view(&out), 6);
    return fault == HEADER_FINE;
}

/* The header for VALUE; false when there is none. */
static bool encode(struct arena *arena, struct node value, enum mirrored_type type,
                   enum profile profile, str *ret_header)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    bool omitted;
    enum header_fault fault = header_encode(&out, &value, type, profile, &omitted);
    MUST(!omitted && fault <= HEADER_INTEGER_RANGE,
         "a string or number is a header or has a fault");
    MUST(fault == HEADER_FINE || !out.len, "a fault adds nothing");
    *ret_header = buf_view(&out);
    return fault == HEADER_FINE;
}

/* Holds HEADER to be visible ASCII that both profiles decode to TEXT. */
static void check_header(struct arena *arena, str header, str text)
{
    str again;
    MUST(header.len > 0, "a header is not empty");
    for (ptrdiff_t i = 0; i < header.len; i++)
        MUST(header.data[i] > ' ' && header.data[i] <= '~', "a header is visible ASCII");
    for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++)
        MUST(decode(arena, header, profile, &again) && str_equal(again, text),
             "a header stands for what it was made of");
}

static void check_decoding(struct arena *arena, str text)
{
    str strict, spec, header;
    bool is_strict = decode(arena, text, PROFILE_STRICT, &strict);
    bool is_spec = decode(arena, text, PROFILE_SPEC, &spec);
    MUST(!is_strict || (is_spec && str_equal(strict, spec)), "spec takes what strict does");
    MUST(!is_spec || utf8_find_bad(spec) < 0, "what is decoded is UTF-8");
    if (is_spec) {
        MUST(encode(arena, node_string(spec), MIRRORED_STRING, PROFILE_STRICT, &header),
             "what is decoded can be encoded");
        check_header(arena, header, spec);
    }
}

static void check_number(struct arena *arena, str lexeme)
{
    struct node number = node_string(lexeme);
    number.kind = NODE_NUMBER;
    str strict, spec;
    bool is_strict = encode(arena, number, MIRRORED_INTEGER, PROFILE_STRICT, &strict);
    bool is_spec = encode(arena, number, MIRRORED_INTEGER, PROFILE_SPEC, &spec);
    MUST(!is_strict || (is_spec && str_equal(strict, spec)), "spec encodes what strict does");
    MUST(!is_spec || number_is_integral(lexeme), "integers are encoded");
    if (is_spec) {
        MUST(spec.len <= 17 && number_equal(spec, lexeme), "and stay what they are");
        check_header(arena, spec, spec);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    str input = fuzz_input(data, size), header;
    check_decoding(&arena, input);
    if (utf8_find_bad(input) < 0) {
        MUST(encode(&arena, node_string(input), MIRRORED_STRING, PROFILE_SPEC, &header),
             "each string can be encoded");
        check_header(&arena, header, input);
    }
    if (input.len && number_scan(input) == input.len)
        check_number(&arena, input);
    arena_free(&arena);
    return 0;
}
