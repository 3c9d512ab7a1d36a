/*
 * extract.h - documents for the tests, and what `schemac extract` makes of them.
 */
#ifndef ORACLE_EXTRACT_H
#define ORACLE_EXTRACT_H

#include "question.h"

/*
 * An OpenAPI document with SCHEMAS, an object from names to schemas whose references begin with
 * #/components/schemas/. DIALECT is 2.0 to 3.2, or a draft that the document then names.
 */
str document_text(struct arena *arena, str dialect, const struct node *schemas);

/* Writes TEXT into a file; false when it cannot be written. */
bool write_file(const char *path, str text);

/* What a run of schemac left. */
struct extracted {
    int status;
    const struct node *schema; /* NULL when there is none */
    str said;                  /* on standard error */
};

/*
 * `schemac extract DOCUMENT --root Case --dialect TARGET` with the words of OPTIONS, an array or
 * NULL, and STRICT. FOLDER is where it leaves its output.
 */
struct extracted extract_case(struct reading *reading, const char *schemac, const char *folder,
                              const char *document, const char *target, const struct node *options,
                              bool strict);

/* The codes of diagnostics in TEXT, each once, in order, with a blank between: "W0501 W0502". */
str codes_in(struct arena *arena, str text);

#endif
