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
    struct string_list roots, refer, drop;
    struct pair_list omit, map;
    const char *dialect, *id, *title, *comment, *root_form, *style, *order;
    const char *view, *discriminator, *assume, *source_examples;
    enum tristate translate, strict, honour_ref_siblings;
    enum tristate draft; /* a key of schemac.yaml only */
};

extern const char *const key_dialects[];
extern const char *const key_root_forms[];
extern const char *const key_styles[];
extern const char *const key_orders[];
extern const char *const key_views[];
extern const char *const key_discriminators[];
extern const char *const key_assumed[];
extern const char *const key_source_examples[]; /* a key of schemac.yaml only: check judges them */

/*
 * True when WORD, the name of a member of schemas or a prefix of such names that ends in "*", names
 * no member whose absence would change what is valid: annotations, and what only some validators
 * assert (format, readOnly ...). What is none is reported at WHERE.
 */
bool key_accepts_drop(struct diag_list *found, place where, const char *word);

/* True when WORD is a name; when it is empty, that is reported at WHERE. */
bool key_accepts_omit(struct diag_list *found, place where, const char *word);

/* True when WORD is an absolute URL without a fragment; else it is reported at WHERE. */
bool key_accepts_url(struct diag_list *found, place where, const char *word);

/* The row for the mapped URLs, in the field MAP; also of commands that take no other keys. */
#define MAP_KEY(T, map)                                                                            \
    FILES(T, map, "map", "URL=FILE",                                                               \
          "read FILE for the document at URL, or the files of a folder for all below a URL that "  \
          "ends in /",                                                                             \
          key_accepts_url)

/* Rows of an option table for a struct T with a struct artifact_keys in its field KEYS. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a field has no parentheses */
#define ARTIFACT_KEYS(T, keys)                                                                     \
    LIST(T, keys.roots, 'r', "root", "ROOT",                                                       \
         "the schema to extract: a component name, a JSON Pointer, a reference into another "      \
         "file such as pets.yaml#/a, or \"*\" for all"),                                           \
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
        NO_FLAG(T, keys.strict, 0, "strict",                                                       \
                "take it for an error when the dialect cannot say what the source says, or warn "  \
                "(default)"),                                                                      \
        CHOICE(T, keys.assume, 0, "assume", "VERSION", key_assumed,                                \
               "the version of OpenAPI whose keywords count too where the document's own version " \
               "does not know them"),                                                              \
        NO_FLAG(T, keys.honour_ref_siblings, 0, "honour-ref-siblings",                             \
                "let what stands beside a $ref count where OpenAPI 2.0 and 3.0 ignore it, or "     \
                "warn (default)"),                                                                 \
        CHOICE(T, keys.discriminator, 0, "discriminator", "FORM", key_discriminators,              \
               "what discriminators become: themselves, or if and then (default: keep)"),          \
        CHOICE(T, keys.view, 0, "view", "VIEW", key_views,                                         \
               "the messages that the schema is for: without what is readOnly, without what is "   \
               "writeOnly, or with all (default: both)"),                                          \
        CHECKED_LIST(                                                                              \
            T, keys.drop, "drop", "MEMBER",                                                        \
            "leave this member out of all schemas, or with * at the end those that begin "         \
            "so; it must be one that does not change what is valid",                               \
            key_accepts_drop),                                                                     \
        PAIRS(T, keys.omit, "omit", "NAME=VALUE",                                                  \
              "leave out schemas that have the member NAME with this value", key_accepts_omit),    \
        MAP_KEY(T, keys.map),                                                                      \
        LIST(T, keys.refer, 0, "refer", "FILE",                                                    \
             "refer to the definitions of this schema instead of repeating them")
/* NOLINTEND(bugprone-macro-parentheses) */

/* The keys as the stages want them; what is UNSET gets its default. */
struct extract_request keys_request(const struct artifact_keys *keys);
struct write_options keys_write_options(const struct artifact_keys *keys);

#endif
