#include "validate/ecma_reader.h"

/* A ClassAtom: one code point, or what a class escape holds. */
static bool read_class_atom(struct ecma_reader *reader, struct ecma_escape *ret)
{
    if (ecma_peek(reader, 0) == '\\') {
        reader->at++;
        return ecma_read_escape(reader, true, ret);
    }
    *ret = (struct ecma_escape){.code = ecma_take(reader)};
    return true;
}

static void add_atom(struct ecma_reader *reader, struct ecma_set *set,
                     const struct ecma_escape *atom)
{
    if (!atom->is_set) {
        ecma_set_add(reader->arena, set, atom->code, atom->code);
        return;
    }
    ecma_set_add_set(reader->arena, set, atom->set, false);
    if (atom->set->properties) { /* which is one */
        atom->set->properties->next = set->properties;
        set->properties = atom->set->properties;
    }
}

/* NonemptyClassRanges behind FIRST and its `-`: the other end, and the two added to SET. */
static bool read_range(struct ecma_reader *reader, struct ecma_set *set, ptrdiff_t start,
                       const struct ecma_escape *first)
{
    struct ecma_escape last;
    if (!read_class_atom(reader, &last))
        return false;
    if (first->is_set || last.is_set) {
        add_atom(reader, set, first);
        add_atom(reader, set, &last);
        ecma_set_add(reader->arena, set, '-', '-');
        return ecma_bend(reader, start, S("a range goes from one character to another (22.2.1.1)"));
    }
    if (first->code > last.code)
        return ecma_fail(reader, start, S("the range ends before it begins (22.2.1.1)"));
    ecma_set_add(reader->arena, set, first->code, last.code);
    return true;
}

struct ecma_set *ecma_read_class(struct ecma_reader *reader)
{
    struct ecma_set *set = arena_new(reader->arena, struct ecma_set, 1);
    ptrdiff_t open = reader->at++;
    bool negated = ecma_skip(reader, S("^"));
    while (!ecma_skip(reader, S("]"))) {
        ptrdiff_t start = reader->at;
        struct ecma_escape atom;
        if (ecma_peek(reader, 0) == -1) {
            ecma_fail(reader, open, S("this class has no ] (22.2.1)"));
            return NULL;
        }
        if (!read_class_atom(reader, &atom))
            return NULL;
        bool is_range = ecma_peek(reader, 0) == '-' && ecma_peek(reader, 1) != ']' &&
                        ecma_peek(reader, 1) != -1;
        if (!is_range) {
            add_atom(reader, set, &atom);
            continue;
        }
        reader->at++;
        if (!read_range(reader, set, start, &atom))
            return NULL;
    }
    ecma_set_finish(set);
    if (negated && set->properties)
        set->negated = true;
    else if (negated)
        ecma_set_negate(reader->arena, set);
    return set;
}
