/*
 * ecma_reader.h - what the parts of the parser share.
 *
 * Functions that read something return false or NULL when they cannot; they have then noted why.
 */
#ifndef VALIDATE_ECMA_READER_H
#define VALIDATE_ECMA_READER_H

#include "base/map.h"
#include "validate/ecma.h"

struct ecma_reader {
    struct arena *arena;
    str source; /* well-formed UTF-8 */
    ptrdiff_t at;
    bool annex_b;
    bool has_names;         /* some group has a name: what [+N] stands for in the grammar */
    ptrdiff_t group_total;  /* groups in all of the source */
    ptrdiff_t groups_begun; /* groups that began before `at` */
    bool has_lookaheads, has_properties;
    int depth;
    struct map names;              /* of groups: to their nodes */
    struct engine *identifiers[2]; /* what is in an identifier, and what begins one; made late */
    struct ecma_node **groups;
    struct ecma_pending *references; /* the last one first */
    ptrdiff_t reference_count;
    struct ecma_fault fault; /* the first error, or else the first need of Annex B */
};

/* A reference to a group, which may be one that follows. */
struct ecma_pending {
    struct ecma_pending *next;
    struct ecma_node *node;
    bool by_name;
    str name;
};

/* The byte COUNT bytes ahead, or -1 beyond the end. */
int ecma_peek(const struct ecma_reader *reader, ptrdiff_t count);

/* Skips WHAT if it stands here. */
bool ecma_skip(struct ecma_reader *reader, str what);

/* Notes an error at OFFSET, unless there was one before. Always false. */
bool ecma_fail(struct ecma_reader *reader, ptrdiff_t offset, str message);

/*
 * What stands at OFFSET is only valid by Annex B. False, with the error noted, when that does not
 * count.
 */
bool ecma_bend(struct ecma_reader *reader, ptrdiff_t offset, str message);

/* Takes one code point; there is one. */
uint32_t ecma_take(struct ecma_reader *reader);

/* A node of KIND that begins at OFFSET. */
struct ecma_node *ecma_node_new(struct arena *arena, enum ecma_kind kind, ptrdiff_t offset);

/* What a backslash in a class or an atom can stand for. */
struct ecma_escape {
    bool is_set;
    uint32_t code;        /* unless it is a set; may be a surrogate */
    struct ecma_set *set; /* finished */
};

/*
 * Reads what follows a backslash, which was taken: ClassEscape IN_CLASS, else a
 * CharacterClassEscape or CharacterEscape.
 */
bool ecma_read_escape(struct ecma_reader *reader, bool in_class, struct ecma_escape *ret);

/* Reads RegExpUnicodeEscapeSequence behind `\u`, which was taken; a pair of surrogates as one. */
bool ecma_read_unicode_escape(struct ecma_reader *reader, uint32_t *ret_code);

/* Reads a class whose `[` stands here, as a set. */
struct ecma_set *ecma_read_class(struct ecma_reader *reader);

/* Reads the name of a group with its `>`, behind the `<`. *RET_NAME is what it means, without
 * escapes. */
bool ecma_read_name(struct ecma_reader *reader, str *ret_name);

/* Reads decimal digits, at least one, else -1. What exceeds ECMA_WITHOUT_END is that. */
int32_t ecma_read_number(struct ecma_reader *reader);

/* Reads `{m}`, `{m,}` or `{m,n}`. False, with nothing taken, when what stands here is none. */
bool ecma_read_braces(struct ecma_reader *reader, int32_t *ret_min, int32_t *ret_max);

/* Reads Quantifier; false when there is none. Bounds in the wrong order are noted as an error. */
bool ecma_read_quantifier(struct ecma_reader *reader, int32_t *ret_min, int32_t *ret_max,
                          bool *ret_lazy);

#endif
