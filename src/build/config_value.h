/*
 * config_value.h - single values of a schemac.yaml, as tables of options say (base/option.h).
 * Internal to build/.
 */
#ifndef BUILD_CONFIG_VALUE_H
#define BUILD_CONFIG_VALUE_H

#include "base/similar.h"
#include "build/config_read.h"

/* What reads one file. */
struct config_reader {
    struct sources *sources;
    struct config_file *file;
    struct config_content *content;
    struct artifact defaults;
    const char *source; /* the default for artifacts */
    const struct node *source_declared;
    ptrdiff_t mapped_cap;
    bool source_failed; /* one is named, and what is wrong with it is reported */
};

/* Reports CODE with MESSAGE at AT. */
struct diag *config_report(struct config_reader *r, enum diag_code code, const struct node *at,
                           const char *message);

/* The text of STRING for a message. */
const char *config_shown(struct config_reader *r, const struct node *string);

/* Reports that VALUE is not what NAME wants; false. */
bool config_wrong_type(struct config_reader *r, const struct node *value, const char *name,
                       const char *wanted);

/* The string VALUE, which is that of NAME, as a C string in the arena; NULL when reported. */
const char *config_string(struct config_reader *r, const struct node *value, const char *name);

/*
 * PATH, which stands in NODE, of the file that is read as one from the folder of the first file.
 * NULL when reported: it is empty.
 */
const char *config_from_first(struct config_reader *r, const char *path, const struct node *node);

/* True when WORD is a pattern for files; else reported at WHERE. */
bool config_accepts_pattern(struct diag_list *found, place where, const char *word);

/* Fills the field of BASE that OPTION describes from VALUE. False when reported. */
bool config_value(struct config_reader *r, const struct node *value, const struct option *option,
                  void *base);

/* NAME of an option as a key of the file: with "_". */
str config_key_spelling(struct arena *arena, const char *name);

/* True when KEY is the option NAME as a key; "roots" is another word for "root". */
bool config_key_is(str key, const char *name);

/*
 * Reports that there is no member KEY, and HOME, where one of that name belongs, or, when that is
 * NULL, which one SIMILAR has found that may be meant.
 */
void config_unknown_member(struct config_reader *r, const struct node *key,
                           const struct similar *similar, const char *home);

#endif
