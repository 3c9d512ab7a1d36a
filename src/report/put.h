/*
 * put.h - JSON that this program authors, put together with jansson. Internal to report/.
 *
 * Jansson fails for want of memory and for nothing else, which ends the program: what it is given
 * here is UTF-8. A value that is put into an object or an array belongs to that.
 */
#ifndef REPORT_PUT_H
#define REPORT_PUT_H

#include "base/buf.h"

#include <jansson.h>

/* New values, for the caller to put somewhere. */
json_t *put_object(void);
json_t *put_array(void);

/* Puts VALUE under KEY, or at the end of ARRAY. */
void put(json_t *object, const char *key, json_t *value);
void put_item(json_t *array, json_t *value);

void put_number(json_t *object, const char *key, ptrdiff_t number);

/*
 * Puts TEXT as it is: what is concealed is escaped as JSON has it. Bytes that are no UTF-8, as file
 * names may hold, are written \x{hex}.
 */
void put_text(struct arena *arena, json_t *object, const char *key, str text);

/* The same at the end of ARRAY. */
void put_item_text(struct arena *arena, json_t *array, str text);

/* Puts TEXT, lines for people to read, with what is concealed as \u{hex}. */
void put_visible(struct arena *arena, json_t *object, const char *key, str text);

/* Puts the words of the program itself. */
void put_word(json_t *object, const char *key, const char *word);

/* Puts {"text": TEXT}, made visible, which is what SARIF calls a message. */
void put_message(struct arena *arena, json_t *object, const char *key, str text);

/* Adds VALUE, which is given up, to OUT with a line feed behind it. */
enum put_order { PUT_IN_ORDER, PUT_SORTED };
void put_finish(json_t *value, struct buf *out, enum put_order order);

#endif
