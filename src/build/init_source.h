/*
 * init_source.h - the document that init reads, and what the parts of init share. Internal to
 * init.c and init_*.c.
 */
#ifndef BUILD_INIT_SOURCE_H
#define BUILD_INIT_SOURCE_H

#include "build/config.h"
#include "build/init.h"
#include "build/render.h"
#include "openapi/document.h"

/* One run of init. All that it makes is in ARENA. */
struct initiator {
    struct sources *sources;
    struct arena *arena;
    struct diag_list *found;
    const struct init_request *request;
    const char *folder;       /* of the file to write, as it was given */
    str directory;            /* of the file to write, resolved */
    struct artifact artifact; /* what the file will declare */
};

/* A document opened where nobody sees what is reported of it. Give it back with arena_free. */
struct init_trial {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct openapi openapi;
};

/*
 * Opens the document of IN for attempts in *RET_TRIAL. False when it cannot be, which init_make
 * reports. *RET_TRIAL is to be given back all the same.
 */
bool init_try_open(const struct initiator *in, struct init_trial *ret_trial);

/* Makes the artifact in the open. False when reported. */
bool init_make(struct initiator *in, struct rendering *ret_rendering);

/* The file PATH as the place of a diagnostic; it need not have been read. */
place init_place(struct initiator *in, const char *path);

/* Reports that PATH cannot be read, for PROBLEM, an errno value. Always false. */
bool init_cannot_read(struct initiator *in, const char *path, int problem);

/* The file name of PATH without suffixes: "server" for a/server.schema.json. Borrowed from PATH. */
str init_stem(const char *path);

#endif
