#include "build/keys.h"

#include <string.h>

const char *const key_dialects[] = {"draft-04", "draft-06", "draft-07", "2019-09", "2020-12", NULL};
const char *const key_root_forms[] = {"allof", "ref", "inline", NULL};
const char *const key_styles[] = {"exact", "go", NULL};
const char *const key_orders[] = {"source", "sorted", NULL};

static bool is(const char *value, const char *wanted)
{
    return value && strcmp(value, wanted) == 0;
}

struct extract_request keys_request(const struct artifact_keys *keys)
{
    return (struct extract_request){
        .roots = keys->roots,
        .dialect = keys->dialect ? dialect_of_name(str_of(keys->dialect)) : DIALECT_2020_12,
        .id = keys->id,
        .title = keys->title,
        .comment = keys->comment,
        .root_form = is(keys->root_form, "ref")      ? ROOT_FORM_REF
                     : is(keys->root_form, "inline") ? ROOT_FORM_INLINE
                                                     : ROOT_FORM_ALLOF,
        .translate = keys->translate != NO,
        .how = {.assume = DIALECT_COUNT},
    };
}

struct write_options keys_write_options(const struct artifact_keys *keys)
{
    bool go = is(keys->style, "go");
    bool sorted = keys->order ? is(keys->order, "sorted") : go;
    return (struct write_options){go ? WRITE_GO : WRITE_EXACT,
                                  sorted ? WRITE_SORTED : WRITE_SOURCE_ORDER};
}
