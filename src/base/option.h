/*
 * option.h - the record of one setting, and the field that it fills.
 *
 * A table of these is all that is known of a command's options (cli/) and of the keys of an
 * artifact in schemac.yaml (build/), which are the same thing written in two places. Parser, help,
 * man page, completions and the reader of schemac.yaml work from the table.
 */
#ifndef BASE_OPTION_H
#define BASE_OPTION_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum option_kind {
    OPTION_FLAG,   /* bool: --name sets it */
    OPTION_NO,     /* enum tristate: --name sets yes, --no-name sets no */
    OPTION_STRING, /* const char * */
    OPTION_FILE,   /* const char *, completed as a file name */
    OPTION_LIST,   /* struct string_list: may be given several times */
    OPTION_CHOICE, /* const char *: one of `choices` */
    OPTION_PAIRS,  /* struct pair_list: NAME=VALUE, may be given several times */
    OPTION_FILES,  /* struct pair_list: NAME=FILE, may be given several times */
};

enum tristate { UNSET, NO, YES };

struct string_list {
    const char **at;
    ptrdiff_t count;
};

/* Names with a value each, both borrowed; a boolean or number as its JSON text. */
struct pair {
    const char *name, *value;
};

struct pair_list {
    struct pair *at;
    ptrdiff_t count;
};

struct diag;
struct diag_list;

struct option {
    enum option_kind kind;
    char letter;                /* or 0 */
    const char *name;           /* without the dashes; NULL ends a table */
    const char *argument;       /* the word for its argument in help, in capitals; NULL for flags */
    const char *const *choices; /* for OPTION_CHOICE, NULL at the end */
    const char *help;           /* half a sentence, without a full stop */
    size_t offset;              /* of the field in the command's options struct */

    /*
     * NULL, or what says whether WORD, for pairs their name, can stand here. It reports at WHERE
     * what cannot, and returns false then.
     */
    bool (*accepts)(struct diag_list *found, place where, const char *word);
};

/* offsetof, with a check at compile time that FIELD has the type TYPE. */
#define OPTION_FIELD(T, field, type)                                                               \
    (offsetof(T, field) + 0 * sizeof(*(1 ? (type *)0 : &((T *)0)->field)))

#define FLAG(T, field, letter, name, help)                                                         \
    {                                                                                              \
        OPTION_FLAG, letter, name, NULL, NULL, help, OPTION_FIELD(T, field, bool), NULL            \
    }
#define NO_FLAG(T, field, letter, name, help)                                                      \
    {                                                                                              \
        OPTION_NO, letter, name, NULL, NULL, help, OPTION_FIELD(T, field, enum tristate), NULL     \
    }
#define STRING(T, field, letter, name, argument, help)                                             \
    {                                                                                              \
        OPTION_STRING, letter, name, argument, NULL, help, OPTION_FIELD(T, field, const char *),   \
            NULL                                                                                   \
    }
#define FILE_OPTION(T, field, letter, name, argument, help)                                        \
    {                                                                                              \
        OPTION_FILE, letter, name, argument, NULL, help, OPTION_FIELD(T, field, const char *),     \
            NULL                                                                                   \
    }
#define LIST(T, field, letter, name, argument, help)                                               \
    {                                                                                              \
        OPTION_LIST, letter, name, argument, NULL, help,                                           \
            OPTION_FIELD(T, field, struct string_list), NULL                                       \
    }
#define CHOICE(T, field, letter, name, argument, choices, help)                                    \
    {                                                                                              \
        OPTION_CHOICE, letter, name, argument, choices, help,                                      \
            OPTION_FIELD(T, field, const char *), NULL                                             \
    }

/* OPTION_LIST, OPTION_PAIRS or OPTION_FILES with ACCEPTS. */
#define CHECKED_LIST(T, field, name, argument, help, accepts)                                      \
    {                                                                                              \
        OPTION_LIST, 0, name, argument, NULL, help, OPTION_FIELD(T, field, struct string_list),    \
            accepts                                                                                \
    }
#define PAIRS(T, field, name, argument, help, accepts)                                             \
    {                                                                                              \
        OPTION_PAIRS, 0, name, argument, NULL, help, OPTION_FIELD(T, field, struct pair_list),     \
            accepts                                                                                \
    }
#define FILES(T, field, name, argument, help, accepts)                                             \
    {                                                                                              \
        OPTION_FILES, 0, name, argument, NULL, help, OPTION_FIELD(T, field, struct pair_list),     \
            accepts                                                                                \
    }

/* True when OPTION may be given several times. */
bool option_is_list(const struct option *option);

/* True when OPTION takes a value. */
bool option_has_argument(const struct option *option);

/*
 * The pair that WORD writes as NAME=VALUE, in the arena. A value of OPTION_PAIRS may hold a "=" and
 * begins behind the first; a URL that OPTION_FILES maps may, so there the last one counts. False,
 * and nothing reported, without a "=".
 */
bool option_pair(struct arena *arena, const struct option *option, const char *word,
                 struct pair *ret_pair);

/* The index of WORD among the choices of OPTION, -1 when it is none of them. */
ptrdiff_t option_choice(const struct option *option, const char *word);

/*
 * Hints, on a DIAG that refuses WORD for OPTION, at the choice that it looks like, or at all there
 * are.
 */
void option_hint(struct diag_list *found, struct diag *diag, const struct option *option,
                 const char *word);

#endif
