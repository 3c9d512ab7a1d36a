/*
 * Formats: the input is one string, which each format judges. What they are made of or contain one
 * another in holds between the verdicts.
 */
#include "fuzz.h"

#include "base/utf8.h"
#include "schema/pointer.h"
#include "schema/uri.h"
#include "validate/format.h"

static bool holds(const char *name, enum dialect dialect, str value)
{
    return format_holds(format_find(str_of(name), dialect), value);
}

/* The same in the draft that has them all. */
static bool is(const char *name, str value)
{
    return holds(name, DIALECT_2020_12, value);
}

static void check_all(str value)
{
    ptrdiff_t count;
    const struct format *rows = format_rows(&count);
    bool utf8 = utf8_find_bad(value) < 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const char *fault = format_fault(&rows[i], value);
        MUST(!fault || *fault, "there is a reason");
        MUST(rows[i].check ? fault || utf8 : !fault, "what is no UTF-8 is of no checked format");
        MUST(fault == format_fault(&rows[i], value), "a verdict comes out the same again");
    }
}

/* BEFORE, VALUE and AFTER in one. */
static str around(struct arena *arena, const char *before, str value, const char *after)
{
    struct buf buf = buf_in(arena, PTRDIFF_MAX);
    buf_add(&buf, str_of(before));
    buf_add(&buf, value);
    buf_add(&buf, str_of(after));
    return buf_view(&buf);
}

static void check_uris(struct arena *arena, str value)
{
    bool uri = is("uri", value), reference = is("uri-reference", value), iri = is("iri", value);
    MUST(uri == (reference && uri_is_absolute(value)), "a URI is a reference with a scheme");
    MUST(iri == (is("iri-reference", value) && uri_is_absolute(value)), "and so for IRIs");
    MUST(reference == (is("iri-reference", value) && utf8_is_ascii(value)),
         "a URI reference is an IRI reference of ASCII");
    MUST(!reference || uri_is_reference(value), "it has only what may stand in one");
    str resolved = uri_resolve(arena, S("http://a/b"), value);
    MUST(!reference || is("uri", resolved), "at a URI, a reference makes a URI");
    MUST(!is("ipv6", value) || is("uri", around(arena, "x://[", value, "]")),
         "IPv6 can be a host of a URI");
    MUST(!is("hostname", value) || is("uri", around(arena, "x://", value, ":1/")),
         "and so can a name");
}

static void check_hosts(struct arena *arena, str value)
{
    bool host = is("hostname", value), plain = holds("hostname", DIALECT_DRAFT_04, value);
    MUST(!host || plain, "A-labels are labels");
    MUST(!host || is("idn-hostname", value), "a host name is an international one");
    MUST(!is("idn-hostname", value) || !utf8_is_ascii(value) || host, "which in ASCII is one");
    MUST(!is("ipv4", value) || (plain && !is("ipv6", value)), "IPv4 looks like a host name");
    MUST(is("email", around(arena, "a@", value, "")) == plain || str_starts(value, S("[")),
         "a mail domain is a host name");
    MUST(!is("email", value) || is("idn-email", value), "an address is an international one");
    MUST(!is("idn-hostname", value) || str_find(value, S("\xE3\x80\x82")) >= 0 ||
             str_find(value, S("\xEF\xBC\x8E")) >= 0 || str_find(value, S("\xEF\xBD\xA1")) >= 0 ||
             is("idn-email", around(arena, "a@", value, "")),
         "an international host name can be a mail domain");
}

static void check_dates(struct arena *arena, str value)
{
    if (is("date-time", value)) {
        MUST(is("date", str_first(value, 10)), "what is before T is a date");
        MUST(is("time", str_skip(value, 11)), "what is behind T is a time");
    }
    MUST(!is("date", value) || is("date-time", around(arena, "", value, "T00:00:00Z")),
         "a date and midnight");
    MUST(!is("time", value) || str_find(value, S(":60")) >= 0 ||
             is("date-time", around(arena, "2000-02-29T", value, "")),
         "a date and a time");
    MUST(!is("duration", value) || is("duration", around(arena, "P1", str_skip(value, 1), "")) ||
             value.data[1] == 'T' || value.data[1] == 't',
         "a digit more in front makes no difference");
}

static void check_pointers(struct arena *arena, str value)
{
    bool pointer = is("json-pointer", value);
    MUST(pointer == is("relative-json-pointer", around(arena, "10", value, "")) || !value.len ||
             value.data[0] != '/',
         "behind a number, a pointer is a relative one");
    MUST(!holds("relative-json-pointer", DIALECT_DRAFT_07, value) ||
             is("relative-json-pointer", value),
         "2020-12 knows more relative pointers");
    struct pointer_target target = pointer_resolve(arena, &(struct node){0}, value);
    MUST(!pointer || !target.malformed, "a pointer can be followed");
    MUST(pointer || utf8_find_bad(value) >= 0 || target.malformed || target.resolved < value.len,
         "and nothing else");
    MUST(!is("uuid", value) || value.len == 36, "a UUID has 36 characters");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    str value = fuzz_input(data, size);
    check_all(value);
    check_uris(&arena, value);
    check_hosts(&arena, value);
    check_dates(&arena, value);
    check_pointers(&arena, value);
    arena_free(&arena);
    return 0;
}
