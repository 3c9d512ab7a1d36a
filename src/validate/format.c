#include "validate/format.h"

#include "base/utf8.h"
#include "validate/format_checks.h"

/* Sets of dialects. A format stays defined once a draft has defined it; OpenAPI names its draft. */
enum {
    OPENAPI_3_1_ON = DIALECT_BIT(DIALECT_OPENAPI_3_1) | DIALECT_BIT(DIALECT_OPENAPI_3_2),
    OPENAPI_OLD = DIALECT_BIT(DIALECT_OPENAPI_2_0) | DIALECT_BIT(DIALECT_OPENAPI_3_0),
    OPENAPI_ALL = OPENAPI_OLD | OPENAPI_3_1_ON,
    FROM_2020_12 = DIALECT_BIT(DIALECT_2020_12) | OPENAPI_3_1_ON,
    FROM_2019_09 = DIALECT_BIT(DIALECT_2019_09) | FROM_2020_12,
    FROM_07 = DIALECT_BIT(DIALECT_DRAFT_07) | FROM_2019_09,
    FROM_06 = DIALECT_BIT(DIALECT_DRAFT_06) | FROM_07,
    UP_TO_06 = DIALECT_BIT(DIALECT_DRAFT_04) | DIALECT_BIT(DIALECT_DRAFT_06) | OPENAPI_OLD,
    ALL = UP_TO_06 | FROM_07
};

static const struct format formats[] = {
    /* draft-04 validation, section 7.3; draft-06 section 8.3; draft-07 section 7.3;
       2019-09 and 2020-12 section 7.3; OpenAPI 2.0 and 3.0, "Data Types", for "date" */
    {STR_INIT("date-time"), ALL, format_date_time},
    {STR_INIT("date"), FROM_07 | OPENAPI_OLD, format_date},
    {STR_INIT("time"), FROM_07, format_time},
    {STR_INIT("duration"), FROM_2019_09, format_duration},
    {STR_INIT("email"), ALL, format_email},
    {STR_INIT("idn-email"), FROM_07, format_idn_email},
    {STR_INIT("hostname"), UP_TO_06, format_hostname_plain},
    {STR_INIT("hostname"), FROM_07, format_hostname},
    {STR_INIT("idn-hostname"), FROM_07, format_idn_hostname},
    {STR_INIT("ipv4"), ALL, format_ipv4},
    {STR_INIT("ipv6"), ALL, format_ipv6},
    {STR_INIT("uri"), ALL, format_uri},
    {STR_INIT("uri-reference"), FROM_06, format_uri_reference},
    {STR_INIT("iri"), FROM_07, format_iri},
    {STR_INIT("iri-reference"), FROM_07, format_iri_reference},
    {STR_INIT("uri-template"), FROM_06, format_uri_template},
    {STR_INIT("json-pointer"), FROM_06, format_json_pointer},
    {STR_INIT("relative-json-pointer"), FROM_07 & ~FROM_2020_12, format_relative_json_pointer},
    {STR_INIT("relative-json-pointer"), FROM_2020_12, format_relative_json_pointer_indexed},
    {STR_INIT("uuid"), FROM_2019_09, format_uuid},
    {STR_INIT("regex"), FROM_07, format_regex},

    /* OpenAPI 2.0 and 3.x, "Data Types" and its registry of formats: annotations */
    {STR_INIT("int32"), OPENAPI_ALL, NULL},
    {STR_INIT("int64"), OPENAPI_ALL, NULL},
    {STR_INIT("float"), OPENAPI_ALL, NULL},
    {STR_INIT("double"), OPENAPI_ALL, NULL},
    {STR_INIT("byte"), OPENAPI_OLD, NULL},
    {STR_INIT("binary"), OPENAPI_OLD, NULL},
    {STR_INIT("password"), OPENAPI_ALL, NULL},
};

const struct format *format_rows(ptrdiff_t *ret_count)
{
    *ret_count = (ptrdiff_t)(sizeof formats / sizeof *formats);
    return formats;
}

const struct format *format_find(str name, enum dialect dialect)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].dialects & DIALECT_BIT(dialect) && str_equal(formats[i].name, name))
            return &formats[i];
    return NULL;
}

const char *format_fault(const struct format *format, str value)
{
    if (!format->check)
        return NULL;
    return utf8_find_bad(value) < 0 ? format->check(value) : "it is not UTF-8";
}

bool format_is_date(str text)
{
    return !format_date(text);
}

bool format_holds(const struct format *format, str value)
{
    return !format_fault(format, value);
}
