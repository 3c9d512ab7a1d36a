#include "contract/shape.h"

#include "source/number.h"

const struct shape_member shape_icon[] = {{"src", SHAPE_STRING},
                                          {"mimeType", SHAPE_STRING},
                                          {"sizes", SHAPE_STRINGS},
                                          {"theme", SHAPE_THEME},
                                          {0}};

const char *shape_words(enum shape shape)
{
    static const char *const words[] = {
        [SHAPE_STRING] = "a string",
        [SHAPE_BOOL] = "true or false",
        [SHAPE_INTEGER] = "an integer",
        [SHAPE_OBJECT] = "an object",
        [SHAPE_PRIORITY] = "a number from 0 to 1",
        [SHAPE_STRINGS] = "an array of strings",
        [SHAPE_AUDIENCE] = "an array of \"user\" and \"assistant\"",
        [SHAPE_THEME] = "\"light\" or \"dark\"",
        [SHAPE_ANNOTATIONS] = "an object",
        [SHAPE_ICONS] = "an array",
    };
    return words[shape];
}

static bool is_one_of(const struct node *value, const char *a, const char *b)
{
    return node_is_text(value, str_of(a)) || node_is_text(value, str_of(b));
}

static bool is_audience(const struct node *value)
{
    bool ok = node_is(value, NODE_ARRAY);
    for (uint32_t i = 0; ok && i < value->count; i++)
        ok = is_one_of(node_item(value, i), "user", "assistant");
    return ok;
}

static bool are_strings(const struct node *value)
{
    bool ok = node_is(value, NODE_ARRAY);
    for (uint32_t i = 0; ok && i < value->count; i++)
        ok = node_is(node_item(value, i), NODE_STRING);
    return ok;
}

bool shape_fits(const struct node *value, enum shape shape)
{
    switch (shape) {
    case SHAPE_STRING:
        return value->kind == NODE_STRING;
    case SHAPE_BOOL:
        return value->kind == NODE_BOOL;
    case SHAPE_INTEGER:
        return value->kind == NODE_NUMBER && number_is_integral(node_text(value));
    case SHAPE_PRIORITY:
        return value->kind == NODE_NUMBER && number_compare(node_text(value), S("0")) >= 0 &&
               number_compare(node_text(value), S("1")) <= 0;
    case SHAPE_STRINGS:
        return are_strings(value);
    case SHAPE_AUDIENCE:
        return is_audience(value);
    case SHAPE_THEME:
        return is_one_of(value, "light", "dark");
    case SHAPE_ICONS:
        return value->kind == NODE_ARRAY;
    case SHAPE_OBJECT:
    case SHAPE_ANNOTATIONS:
        break;
    }
    return value->kind == NODE_OBJECT;
}

bool shape_is_loadable(str src)
{
    static const str schemes[] = {STR_INIT("https:"), STR_INIT("data:")};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        ptrdiff_t at = 0;
        while (at < schemes[i].len && at < src.len &&
               byte_lower(src.data[at]) == schemes[i].data[at])
            at++;
        if (at == schemes[i].len)
            return true;
    }
    return false;
}
