/*
 * meta_texts.h - the files of src/schema/meta/, each a str. Internal to schema/: see meta.h.
 */
#ifndef SCHEMA_META_TEXTS_H
#define SCHEMA_META_TEXTS_H

#include "base/str.h"

extern const str meta_draft_04, meta_draft_06, meta_draft_07;

extern const str meta_2019_09, meta_2019_09_core, meta_2019_09_applicator, meta_2019_09_validation,
    meta_2019_09_meta_data, meta_2019_09_format, meta_2019_09_content;

extern const str meta_2020_12, meta_2020_12_core, meta_2020_12_applicator, meta_2020_12_unevaluated,
    meta_2020_12_validation, meta_2020_12_meta_data, meta_2020_12_format_annotation,
    meta_2020_12_format_assertion, meta_2020_12_content;

extern const str meta_openapi_3_0;
extern const str meta_openapi_3_1, meta_openapi_3_1_base;
extern const str meta_openapi_3_2, meta_openapi_3_2_base;

#endif
