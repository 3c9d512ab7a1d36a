/*
 * admission.h - may a tool descriptor from elsewhere reach a model?
 *
 * tool-contracts.md sections 1.2 and 2. Two profiles: spec, the rules of MCP 2026-07-28, and
 * strict, those of the lesson: parameters are mirrored in headers only from the root's own
 * properties, names that sound of secrets are refused there, and error results are held to the
 * output schema.
 */
#ifndef CONTRACT_ADMISSION_H
#define CONTRACT_ADMISSION_H

#include "contract/listing.h"

enum profile { PROFILE_SPEC, PROFILE_STRICT };

/* Their names, NULL at the end, in the order of the enum, for option tables; and the one of a NAME,
 * NULL being spec. */
extern const char *const profile_names[];
enum profile profile_of(const char *name);

/* Why a tool is rejected. */
enum admission_class {
    ADMISSION_NAME, /* no string, or an empty one with strict; an entry that is no object */
    ADMISSION_INPUT_SCHEMA,
    ADMISSION_OUTPUT_SCHEMA,
    ADMISSION_OUTPUT_ANNOTATION,
    ADMISSION_PLACEMENT,
    ADMISSION_HEADER_TOKEN,
    ADMISSION_HEADER_DUPLICATE,
    ADMISSION_HEADER_TYPE,
    ADMISSION_SENSITIVE,
    ADMISSION_DESCRIPTOR, /* spec: another member is not as schema.json has it */
    ADMISSION_CLASS_COUNT
};

/* The word for programs: "name", "input-schema", "header-token", ... */
const char *admission_word(enum admission_class reason);

enum {
    ADMISSION_DEPTH = 256,        /* levels of nesting in a schema, with spec */
    ADMISSION_VALUES = 1000000,   /* values in it */
    ADMISSION_SUBSCHEMAS = 10000, /* schemas in it */
    ADMISSION_REASONS = 100       /* kept for one tool, fewer where their pointers are long */
};

/* One reason. */
struct rejection {
    enum admission_class reason;
    enum diag_code code;     /* it is reported under: by its class; or L1041, a limit was reached */
    const struct node *node; /* what is wrong, to point at */
    str pointer;             /* JSON Pointer of that in the descriptor (RFC 6901) */
    const char *message;     /* one line, fit to show; never a value of an argument */
    const char *hint;        /* or NULL */
    struct rejection *next;
};

/* A parameter whose value is mirrored in the header Mcp-Param-NAME. */
enum mirrored_type { MIRRORED_STRING, MIRRORED_INTEGER, MIRRORED_BOOLEAN };

/* What JSON Schema calls the types, NULL at the end, in the order of the enum. */
extern const char *const mirrored_types[];

struct mirrored {
    str *path; /* the members that lead to the value in the arguments; one with strict */
    ptrdiff_t depth;
    str header; /* as the annotation says it, without "Mcp-Param-" */
    enum mirrored_type type;
    const struct node *annotation;
};

struct admission {
    const struct tool *tool;
    enum profile profile;
    struct rejection *reasons; /* in the order of the document; with strict in that of the checks of
                                  section 1.2 before; NULL: admitted */
    ptrdiff_t reason_count;    /* with those beyond ADMISSION_REASONS, which are not kept */
    struct mirrored *mirrored; /* in document order; only good ones */
    ptrdiff_t mirrored_count, mirrored_cap;
};

/*
 * Judges TOOL, one of LISTING, by PROFILE. Nothing of it is reported but what is worth a warning:
 * SHOULD rules on names (W1041), with spec sensitive names (W1042) and icons that clients must not
 * load (W1044). All memory is in the arena of
 * the listing's sources. With spec the schemas are compiled in their dialect, 2020-12 where
 * "$schema" is absent; no reference is followed out of the schema, but to the metaschemas that are
 * built in.
 *
 * Annotations with spec: "x-mcp-header" counts in each schema of the input schema, also in those
 * that only a reference or another dialect makes one ("$defs" in draft-07). What stands in data
 * (default, enum, const, examples, members of no known keyword) says nothing, and the output schema
 * is not looked at.
 */
struct admission admission_judge(struct listing *listing, const struct tool *tool,
                                 enum profile profile);

/* The name of TOOL in lists: "<unknown>" where it has none that is a string. */
str admission_name(const struct tool *tool);

/* Reports the rejection, a finding or a limit: the first reason, and the others as notes of it. */
void admission_report(const struct listing *listing, const struct admission *admission);

/* Warns of each name that stands more than once in LISTING (W1043): the last one counts. */
void admission_warn_twins(const struct listing *listing);

#endif
