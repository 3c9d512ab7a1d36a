/*
 * keys.h - what can be said of an artifact.
 *
 * The same settings are keys in schemac.yaml (root_form: ref) and options of `schemac extract`
 * (--root-form ref). ARTIFACT_KEYS is their one table; design.md section 6 lists them.
 */
#ifndef BUILD_KEYS_H
#define BUILD_KEYS_H

#include "base/option.h"
#include "openapi/extract.h"
#include "source/write.h"

/* As written; NULL, UNSET and empty lists stand for what was not. Strings are borrowed. */
struct artifact_keys {
    struct string_list roots, refer;
    const char *dialect, *id, *title, *comment, *root_form, *style, *order;
    enum tristate translate;
};

extern const char *const key_dialects[], *const key_root_forms[], *const key_styles[],
                                                                      *const key_orders[];

/* Rows of an option table for a struct T with a struct artifact_keys in its field KEYS. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a field has no parentheses */
#define ARTIFACT_KEYS(T, keys)                                                                     \
    LIST(T, keys.roots, 'r', "root", "ROOT",                                                       \
         "the schema to extract: a component name, a JSON Pointer, or \"*\" for all"),             \
        CHOICE(T, keys.dialect, 'd', "dialect", "DIALECT", key_dialects,                           \
               "the dialect of JSON Schema to write (default: 2020-12)"),                          \
        STRING(T, keys.id, 0, "id", "URI",                                                         \
               "the $id; {info.version} stands for that of the document"),                         \
        STRING(T, keys.title, 0, "title", "TEXT", "the title of the whole"),                       \
        STRING(T, keys.comment, 0, "comment", "TEXT", "the $comment of the whole"),                \
        CHOICE(T, keys.root_form, 0, "root-form", "FORM", key_root_forms,                          \
               "how the top refers to the root (default: allof)"),                                 \
        CHOICE(T, keys.style, 0, "style", "STYLE", key_styles,                                     \
               "how JSON is written, go being the bytes of Go's encoder (default: exact)"),        \
        CHOICE(T, keys.order, 0, "order", "ORDER", key_orders,                                     \
               "of members (default: sorted with style go, else source)"),                         \
        NO_FLAG(T, keys.translate, 0, "translate",                                                 \
                "keep the meaning in the target dialect (default), or copy keywords as they are"), \
        LIST(T, keys.refer, 0, "refer", "FILE",                                                    \
             "refer to the definitions of this schema instead of repeating them")
/* NOLINTEND(bugprone-macro-parentheses) */

/* The keys as the stages want them; what is UNSET gets its default. */
struct extract_request keys_request(const struct artifact_keys *keys);
struct write_options keys_write_options(const struct artifact_keys *keys);

#endif
