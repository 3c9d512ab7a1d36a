/*
 * dialects.h - dialects as the cases of the oracle name them.
 */
#ifndef TESTS_DIALECTS_H
#define TESTS_DIALECTS_H

#include "schema/vocabulary.h"

/* The dialect of that name: draft-04 to 2020-12, or 2.0 to 3.2; DIALECT_COUNT for none. */
static inline enum dialect dialect_named(str name)
{
    static const struct {
        str name;
        enum dialect dialect;
    } versions[] = {{STR_INIT("2.0"), DIALECT_OPENAPI_2_0},
                    {STR_INIT("3.0"), DIALECT_OPENAPI_3_0},
                    {STR_INIT("3.1"), DIALECT_OPENAPI_3_1},
                    {STR_INIT("3.2"), DIALECT_OPENAPI_3_2}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (str_equal(versions[i].name, name))
            return versions[i].dialect;
    return dialect_of_name(name);
}

#endif
