#include "schema/meta.h"

#include "schema/meta_texts.h"

static const struct meta metas[] = {
    {STR_INIT("http://json-schema.org/draft-04/schema"), DIALECT_DRAFT_04, &meta_draft_04},
    {STR_INIT("http://json-schema.org/draft-06/schema"), DIALECT_DRAFT_06, &meta_draft_06},
    {STR_INIT("http://json-schema.org/draft-07/schema"), DIALECT_DRAFT_07, &meta_draft_07},
    {STR_INIT("https://json-schema.org/draft/2019-09/schema"), DIALECT_2019_09, &meta_2019_09},
    {STR_INIT("https://json-schema.org/draft/2019-09/meta/core"), DIALECT_2019_09,
     &meta_2019_09_core},
    {STR_INIT("https://json-schema.org/draft/2019-09/meta/applicator"), DIALECT_2019_09,
     &meta_2019_09_applicator},
    {STR_INIT("https://json-schema.org/draft/2019-09/meta/validation"), DIALECT_2019_09,
     &meta_2019_09_validation},
    {STR_INIT("https://json-schema.org/draft/2019-09/meta/meta-data"), DIALECT_2019_09,
     &meta_2019_09_meta_data},
    {STR_INIT("https://json-schema.org/draft/2019-09/meta/format"), DIALECT_2019_09,
     &meta_2019_09_format},
    {STR_INIT("https://json-schema.org/draft/2019-09/meta/content"), DIALECT_2019_09,
     &meta_2019_09_content},
    {STR_INIT("https://json-schema.org/draft/2020-12/schema"), DIALECT_2020_12, &meta_2020_12},
    {STR_INIT("https://json-schema.org/draft/2020-12/meta/core"), DIALECT_2020_12,
     &meta_2020_12_core},
    {STR_INIT("https://json-schema.org/draft/2020-12/meta/applicator"), DIALECT_2020_12,
     &meta_2020_12_applicator},
    {STR_INIT("https://json-schema.org/draft/2020-12/meta/unevaluated"), DIALECT_2020_12,
     &meta_2020_12_unevaluated},
    {STR_INIT("https://json-schema.org/draft/2020-12/meta/validation"), DIALECT_2020_12,
     &meta_2020_12_validation},
    {STR_INIT("https://json-schema.org/draft/2020-12/meta/meta-data"), DIALECT_2020_12,
     &meta_2020_12_meta_data},
    {STR_INIT("https://json-schema.org/draft/2020-12/meta/format-annotation"), DIALECT_2020_12,
     &meta_2020_12_format_annotation},
    {STR_INIT("https://json-schema.org/draft/2020-12/meta/format-assertion"), DIALECT_2020_12,
     &meta_2020_12_format_assertion},
    {STR_INIT("https://json-schema.org/draft/2020-12/meta/content"), DIALECT_2020_12,
     &meta_2020_12_content},
    {STR_INIT("https://spec.openapis.org/oas/3.0/dialect"), DIALECT_OPENAPI_3_0, &meta_openapi_3_0},
    {STR_INIT("https://spec.openapis.org/oas/3.1/dialect/base"), DIALECT_OPENAPI_3_1,
     &meta_openapi_3_1},
    {STR_INIT("https://spec.openapis.org/oas/3.1/meta/base"), DIALECT_OPENAPI_3_1,
     &meta_openapi_3_1_base},
    {STR_INIT("https://spec.openapis.org/oas/3.2/dialect/2025-09-17"), DIALECT_OPENAPI_3_2,
     &meta_openapi_3_2},
    {STR_INIT("https://spec.openapis.org/oas/3.2/meta/2025-09-17"), DIALECT_OPENAPI_3_2,
     &meta_openapi_3_2_base},
};

enum { META_COUNT = sizeof metas / sizeof *metas };

const struct meta *meta_rows(ptrdiff_t *ret_count)
{
    *ret_count = META_COUNT;
    return metas;
}

/* URI without its scheme, http or https, and without an empty fragment; empty for other URIs. */
static str bare_uri(str uri)
{
    str scheme, rest;
    if (!str_cut(uri, ':', &scheme, &rest) ||
        (!str_equal(scheme, S("https")) && !str_equal(scheme, S("http"))))
        return (str){0};
    return str_ends(rest, S("#")) ? str_first(rest, rest.len - 1) : rest;
}

/* URI without its last segment, where that is a date or "base" behind "dialect" or "meta". */
static str undated(str uri)
{
    str above = str_first(uri, str_find_last_byte(uri, '/') + 1);
    if (!str_starts(uri, S("//spec.openapis.org/oas/")))
        return uri;
    if (!str_ends(above, S("/dialect/")) && !str_ends(above, S("/meta/")))
        return uri;
    return str_first(above, above.len - 1);
}

bool meta_find(str uri, str *ret_text)
{
    str wanted = undated(bare_uri(uri));
    for (size_t i = 0; wanted.len && i < META_COUNT; i++)
        if (str_equal(undated(bare_uri(metas[i].uri)), wanted)) {
            *ret_text = *metas[i].text;
            return true;
        }
    return false;
}

const struct meta *meta_of(enum dialect dialect)
{
    for (size_t i = 0; i < META_COUNT; i++)
        if (metas[i].dialect == dialect)
            return &metas[i];
    return NULL;
}
