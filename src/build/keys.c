#include "build/keys.h"

#include "base/diag.h"
#include "base/show.h"
#include "schema/uri.h"

#include <string.h>

const char *const key_dialects[] = {"draft-04", "draft-06", "draft-07", "2019-09", "2020-12", NULL};
const char *const key_root_forms[] = {"allof", "ref", "inline", NULL};
const char *const key_styles[] = {"exact", "go", NULL};
const char *const key_orders[] = {"source", "sorted", NULL};
const char *const key_views[] = {"request", "response", "both", NULL};
const char *const key_discriminators[] = {"keep", "conditional", NULL};
const char *const key_assumed[] = {"3.0", "3.1", NULL};
const char *const key_source_examples[] = {"off", "warn", "error", NULL};

/* True when the name of KEYWORD is WORD, or begins with WORD but for a "*" at its end. */
static bool names(str word, const struct keyword *keyword)
{
    if (str_ends(word, S("*")))
        return str_starts(keyword->name, str_first(word, word.len - 1));
    return str_equal(keyword->name, word);
}

/*
 * True when no reader takes NAME, a member of schemas, for more than an annotation or an assertion
 * that others take for an annotation. One name can have rows for several dialects.
 */
static bool only_annotates(str name)
{
    ptrdiff_t count;
    const struct keyword *rows = keyword_rows(&count);
    bool annotates = false;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (rows[i].owner != OBJECT_SCHEMA || !str_equal(rows[i].name, name))
            continue;
        if (rows[i].role != ROLE_ANNOTATES && rows[i].role != ROLE_ASSERTS)
            return false;
        annotates |= rows[i].role == ROLE_ANNOTATES;
    }
    return annotates;
}

bool key_accepts_drop(struct diag_list *found, place where, const char *word)
{
    str name = str_of(word);
    ptrdiff_t count, star = str_find_byte(name, '*');
    const struct keyword *rows = keyword_rows(&count);
    if (name.len == 0 || (star >= 0 && star < name.len - 1)) {
        diag_report(found, E0611, where,
                    "drop: \"%s\" is no name, nor the beginning of one with \"*\" behind it",
                    show(found->arena, name));
        return false;
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        if (rows[i].owner != OBJECT_SCHEMA || !names(name, &rows[i]) ||
            only_annotates(rows[i].name))
            continue;
        struct diag *diag =
            diag_report(found, E0611, where, "drop: without \"%s\" other values would be valid",
                        rows[i].name.data);
        diag_hint(found, diag, "what can be dropped are members such as x-*, examples and format");
        return false;
    }
    return true;
}

bool key_accepts_omit(struct diag_list *found, place where, const char *word)
{
    if (!*word)
        diag_report(found, E0612, where, "omit: the name of a member is missing");
    return *word;
}

bool key_accepts_url(struct diag_list *found, place where, const char *word)
{
    str url = str_of(word);
    if (uri_is_reference(url) && uri_is_absolute(url) && !uri_split(url).has_fragment)
        return true;
    struct diag *diag =
        diag_report(found, E0612, where, "map: \"%s\" is no absolute URL", show(found->arena, url));
    diag_hint(found, diag, "it has a scheme and no fragment, such as https://schemas.example/a/");
    return false;
}

/* True when VALUE was given as WANTED. */
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
        .how =
            {
                .strict = keys->strict == YES,
                .honour_ref_siblings = keys->honour_ref_siblings == YES,
                .discriminator = is(keys->discriminator, "conditional") ? DISCRIMINATOR_CONDITIONAL
                                                                        : DISCRIMINATOR_KEEP,
                .assume = is(keys->assume, "3.0")   ? DIALECT_OPENAPI_3_0
                          : is(keys->assume, "3.1") ? DIALECT_OPENAPI_3_1
                                                    : DIALECT_COUNT,
            },
        .filter =
            {
                .drop = keys->drop,
                .omit = keys->omit,
                .view = is(keys->view, "request")    ? VIEW_REQUEST
                        : is(keys->view, "response") ? VIEW_RESPONSE
                                                     : VIEW_BOTH,
            },
        .map = keys->map,
    };
}

struct write_options keys_write_options(const struct artifact_keys *keys)
{
    bool go = is(keys->style, "go");
    bool sorted = keys->order ? is(keys->order, "sorted") : go;
    return (struct write_options){.style = go ? WRITE_GO : WRITE_EXACT,
                                  .order = sorted ? WRITE_SORTED : WRITE_SOURCE_ORDER};
}
