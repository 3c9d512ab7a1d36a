/*
 * idna_table.h - what host names need to know of each code point of Unicode.
 *
 * The tables are in idna_table.c, which tools/idna-table makes of the Unicode Character Database.
 * Internal to validate/.
 */
#ifndef VALIDATE_IDNA_TABLE_H
#define VALIDATE_IDNA_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* RFC 5892 section 3: whether it may stand in a label, or does where its surroundings allow it. */
enum idna_status { IDNA_DISALLOWED, IDNA_PVALID, IDNA_CONTEXT };

/* Bidi_Class, of what may stand in a label. */
enum idna_bidi {
    BIDI_L,
    BIDI_R,
    BIDI_AL,
    BIDI_AN,
    BIDI_EN,
    BIDI_ES,
    BIDI_CS,
    BIDI_ET,
    BIDI_ON,
    BIDI_BN,
    BIDI_NSM
};

/* Joining_Type: left, right, dual, transparent; any other. */
enum idna_joining { JOINING_NONE, JOINING_L, JOINING_R, JOINING_D, JOINING_T };

/* The scripts that rules ask for. */
enum idna_script {
    SCRIPT_OTHER,
    SCRIPT_GREEK,
    SCRIPT_HEBREW,
    SCRIPT_HIRAGANA,
    SCRIPT_KATAKANA,
    SCRIPT_HAN
};

struct idna_class {
    uint8_t status, bidi, joining, script;
    bool mark;         /* General_Category M */
    uint8_t combining; /* Canonical_Combining_Class */
};

extern const struct idna_class idna_classes[];

/*
 * The code points from which on another class counts, in order: the code point times 256, plus the
 * number of the class. The first is that of U+0000.
 */
extern const uint32_t idna_runs[];
extern const ptrdiff_t idna_run_count;

/* FIRST and SECOND that normalisation form C makes WHOLE; sorted by first, then second. */
struct idna_pair {
    uint32_t first, second, whole;
};

extern const struct idna_pair idna_pairs[];
extern const ptrdiff_t idna_pair_count;

#endif
