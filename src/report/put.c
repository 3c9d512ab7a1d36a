#include "report/put.h"

#include "base/show.h"
#include "base/utf8.h"

static json_t *made(json_t *value)
{
    if (!value)
        die_oom();
    return value;
}

json_t *put_object(void)
{
    return made(json_object());
}

json_t *put_array(void)
{
    return made(json_array());
}

void put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, made(value)) < 0)
        die_oom();
}

void put_item(json_t *array, json_t *value)
{
    if (json_array_append_new(array, made(value)) < 0)
        die_oom();
}

void put_number(json_t *object, const char *key, ptrdiff_t number)
{
    put(object, key, json_integer(number));
}

/* TEXT as a value. */
static json_t *text_value(struct arena *arena, str text)
{
    if (utf8_find_bad(text) >= 0) {
        struct buf visible = buf_in(arena, PTRDIFF_MAX);
        show_add(&visible, text, true);
        text = buf_view(&visible);
    }
    return json_stringn(text.data ? text.data : "", (size_t)text.len);
}

void put_text(struct arena *arena, json_t *object, const char *key, str text)
{
    put(object, key, text_value(arena, text));
}

void put_item_text(struct arena *arena, json_t *array, str text)
{
    put_item(array, text_value(arena, text));
}

void put_visible(struct arena *arena, json_t *object, const char *key, str text)
{
    struct buf visible = buf_in(arena, PTRDIFF_MAX);
    for (bool more = true; more;) {
        str line;
        more = str_cut(text, '\n', &line, &text);
        show_add(&visible, line, true);
        if (more)
            buf_add_byte(&visible, '\n');
    }
    put_text(arena, object, key, buf_view(&visible));
}

void put_word(json_t *object, const char *key, const char *word)
{
    put(object, key, json_string(word));
}

void put_message(struct arena *arena, json_t *object, const char *key, str text)
{
    json_t *message = put_object();
    put_visible(arena, message, "text", text);
    put(object, key, message);
}

static int add_to_buf(const char *bytes, size_t count, void *out)
{
    show_add_json(out, (str){bytes, (ptrdiff_t)count}); /* jansson cuts no character */
    return 0;
}

void put_finish(json_t *value, struct buf *out, enum put_order order)
{
    size_t flags = JSON_INDENT(2) | (order == PUT_SORTED ? JSON_SORT_KEYS : JSON_PRESERVE_ORDER);
    if (json_dump_callback(value, add_to_buf, out, flags) < 0)
        die_oom();
    buf_add_byte(out, '\n');
    json_decref(value);
}
