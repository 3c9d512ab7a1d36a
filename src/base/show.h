/*
 * show.h - outside text made fit for a message or a terminal.
 *
 * What a stranger's file says must not move the cursor, hide characters or end a C string. All text
 * from outside passes through here before it is part of a message.
 */
#ifndef BASE_SHOW_H
#define BASE_SHOW_H

#include "base/buf.h"
#include "base/str.h"

#include <stdint.h>

/*
 * True for code points that do not show as themselves: controls, line and paragraph separators,
 * bidirectional controls, zero-width and tag characters, private use and noncharacters.
 */
bool show_is_concealed(uint32_t code);

/*
 * Adds S to BUF with concealed characters written as \u{hex} and bytes that are no UTF-8 as
 * \x{hex}. Tabs stay when KEEP_TABS is set.
 */
void show_add(struct buf *buf, str s, bool keep_tabs);

/*
 * Adds JSON, a text of RFC 8259, with concealed characters written as show_add_json_escape does,
 * but for blanks between values: the same value, and nothing in it moves a cursor.
 */
void show_add_json(struct buf *buf, str json);

/* Adds CODE as JSON escapes it (RFC 8259 section 7): four hex digits behind \u, or two of these. */
void show_add_json_escape(struct buf *buf, uint32_t code);

/*
 * S as a C string for messages: concealed characters as \u{hex}, and cut to about 80 characters,
 * then with "..." at the end.
 */
const char *show(struct arena *arena, str s);

/* The same but never cut: for paths and JSON Pointers, of which a part names something else. */
const char *show_all(struct arena *arena, str s);

#endif
