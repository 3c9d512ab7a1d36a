/*
 * judge.h - documents judged by schemas.
 *
 * A schema is a file, or a place in one behind "#": a JSON Schema, or a schema of an OpenAPI
 * document. Without one, an instance is judged by what its "$schema" names: a metaschema, or a
 * schema that is known, also by a schemac.yaml.
 */
#ifndef BUILD_JUDGE_H
#define BUILD_JUDGE_H

#include "build/known.h"
#include "build/root.h"
#include "openapi/document.h"
#include "validate/compile.h"

struct judge_options {
    const char *schema;  /* or NULL */
    const char *root;    /* of the schema, where that is an OpenAPI document; or NULL */
    const char *dialect; /* of schemas that do not say theirs (build/keys.h); NULL: 2020-12 */
    const char *formats; /* one of judge_formats, or NULL: auto */
    struct string_list resources; /* files of schemas that others refer to by their "$id" */
    struct pair_list map;
    struct root_options directory;
    bool has_known;               /* instances may name what a schemac.yaml makes known (known.h) */
    const struct root_rule *rule; /* what that says, when it is known; else NULL */
    struct file_view *view;       /* where schemas are read from; NULL: the file system */
    ptrdiff_t max_errors;         /* of one instance; 0: all that are kept */
    const char *more;             /* how to have more told, for a hint; or NULL */
};

/* What a "$schema" stands for. */
struct judge_uri {
    bool is_known;
    const struct scheme *scheme; /* NULL: there is none, or what is wrong with it is reported */
};

extern const char *const judge_formats[]; /* "auto", "on", "off", NULL */

struct judge {
    const struct judge_options *options;
    struct sources sources; /* of the schemas */
    struct registry registry;
    struct compiler compiler;
    const struct scheme *scheme; /* that of options->schema, or NULL */
    struct runner runner;
    bool has_runner;
    struct arena scratch; /* for one verdict */
    struct map by_uri;    /* the text of a "$schema" to struct judge_uri */
    struct known known;
};

/*
 * Reads and compiles the schema, if any, and the resources. False when reported. *JUDGE stays where
 * it is until judge_close, which has to follow in any case.
 */
bool judge_open(struct arena *arena, struct diag_list *found, const struct judge_options *options,
                struct judge *ret_judge);
void judge_close(struct judge *judge);

/* Makes the schemas in the file PATH known by their "$id". False when reported. */
bool judge_know(struct judge *judge, const char *path);

/*
 * The same for BYTES, which are what the file PATH holds whether it is there or not; messages call
 * it NAME. All are borrowed.
 */
bool judge_take(struct judge *judge, const char *path, str name, str bytes);

/*
 * Has instances judged by the schema WORD, a file that was taken or that is read, with the place in
 * it behind a "#". False when reported.
 */
bool judge_use(struct judge *judge, const char *word);

/*
 * The scheme for INSTANCE, whose nodes have their offsets in TEXT: that of the options, or by its
 * "$schema". NULL when reported: there is none, or what it names is not known.
 */
const struct scheme *judge_scheme(struct judge *judge, struct text *text,
                                  const struct node *instance);

/* How a verdict is told. */
enum judge_telling {
    TELL_FINDINGS, /* all that is wrong is reported */
    TELL_FLAG,     /* in an output format of JSON Schema (validate/output.h) */
    TELL_BASIC
};

/*
 * Judges INSTANCE by SCHEME. What is wrong with it is reported, or the verdict is added to OUT,
 * which may be NULL with TELL_FINDINGS, and only counts for the exit status. Without SCHEME, NULL,
 * it is reported before why there is no verdict.
 */
enum verdict judge_instance(struct judge *judge, const struct scheme *scheme, struct text *text,
                            const struct node *instance, enum judge_telling telling,
                            struct buf *out);

/* Tells of COUNT instances that could not be read, which is reported, what TELLING wants in OUT. */
void judge_unread(enum judge_telling telling, ptrdiff_t count, struct buf *out);

/*
 * Judges INSTANCE, which has to be refused by KEYWORD: that of something that is told of it, or of
 * a choice that this lies in. True when it is; else it is reported what came out.
 */
bool judge_refusal(struct judge *judge, const struct scheme *scheme, struct text *text,
                   const struct node *instance, str keyword);

#endif
