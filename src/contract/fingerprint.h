/*
 * fingerprint.h - digests of tool contracts.
 *
 * connector-sdk.md section 2 has the first four, byte-compatible with the public connector SDK.
 * They do not see all of a descriptor; what each leaves out stands in fingerprint_blind. The raw
 * digest, which is our own, sees all: it is that of "schemac:tool-raw:v1", NUL, and the whole
 * descriptor in the encoding of section 2.3. contract/README.md shows the bytes.
 */
#ifndef CONTRACT_FINGERPRINT_H
#define CONTRACT_FINGERPRINT_H

#include "base/digest.h"
#include "contract/listing.h"

enum fingerprint_algorithm {
    FINGERPRINT_COMPAT, /* the pin: name, input and output schema without what only presents */
    FINGERPRINT_EXACT,  /* the same with titles, descriptions and examples */
    FINGERPRINT_OUTPUT, /* the output schema of the pin alone; "" without one */
    FINGERPRINT_V1,     /* the retired pin: name and input schema */
    FINGERPRINT_RAW,    /* the whole descriptor */
    FINGERPRINT_COUNT
};

/* Their names, NULL at the end, in the order of the enum, for option tables. */
extern const char *const fingerprint_names[];

/* What is hashed in front of the payload, with a NUL behind it; NULL: nothing is. */
const char *fingerprint_label(enum fingerprint_algorithm algorithm);

/* What a change can be in that ALGORITHM does not see: half a sentence; NULL: nothing. */
const char *fingerprint_blind(enum fingerprint_algorithm algorithm);

/* Why a descriptor has no fingerprint (connector-sdk.md sections 2.1 and 2.2). */
enum fingerprint_refusal {
    REFUSED_NOT,
    REFUSED_NO_OBJECT,   /* the descriptor is no object: it has no raw digest either */
    REFUSED_NO_NAME,     /* the name is missing, empty or no string */
    REFUSED_INPUT,       /* the input schema is no object */
    REFUSED_EMPTY_INPUT, /* it says nothing */
    REFUSED_OUTPUT,      /* the output schema is no object */
    REFUSED_NUMBER,      /* a number lies beyond the doubles: no digest that reads it can be made */
    REFUSAL_COUNT
};

/* The class as a word for programs: "no_name", "input_not_object", "empty_input_schema", ... */
const char *fingerprint_refusal_word(enum fingerprint_refusal refusal);

/* What to do about it. */
const char *fingerprint_refusal_hint(enum fingerprint_refusal refusal);

/* The sentence that the SDK refuses TOOL with, in the arena; ours where the SDK has none. */
const char *fingerprint_refusal_message(struct arena *arena, const struct tool *tool,
                                        enum fingerprint_refusal refusal);

/* Digests with an empty hex are not there: refused, or of an output schema that is not there. */
struct fingerprints {
    struct digest of[FINGERPRINT_COUNT];
    enum fingerprint_refusal refusal;
    const struct node *refused; /* what is wrong, to point at: a node of the descriptor */
};

/* The fingerprints of TOOL. Nothing is reported. */
struct fingerprints fingerprint_tool(const struct tool *tool);

/*
 * The bytes that are hashed behind the label for ALGORITHM, in the arena: ASCII. Empty when TOOL
 * has no such fingerprint.
 */
str fingerprint_payload(struct arena *arena, const struct tool *tool,
                        enum fingerprint_algorithm algorithm);

/*
 * What compat or v1 would be for a tool called NAME with an input schema that says nothing and
 * without an output schema. A pin that is this was made from something else than a listing
 * (connector-sdk.md section 2.4).
 */
struct digest fingerprint_empty(str name, enum fingerprint_algorithm algorithm);

/*
 * The digest of ALGORITHM with NAME in place of the tool's own: two tools that have this in common
 * for one NAME are the same but for their names. With FINGERPRINT_RAW the whole descriptor counts.
 */
struct digest fingerprint_renamed(const struct tool *tool, str name,
                                  enum fingerprint_algorithm algorithm);

#endif
