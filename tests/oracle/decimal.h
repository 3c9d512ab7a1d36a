/*
 * decimal.h - JSON numbers compared and divided as decimals, digit by digit.
 */
#ifndef ORACLE_DECIMAL_H
#define ORACLE_DECIMAL_H

#include "base/str.h"

/* Below 0, 0 or above 0, as A is less than B, equal or more. Both are JSON numbers. */
int decimal_compare(str a, str b);

/* True when the JSON number NUMBER has no fraction: 1, 1.0 and 10e-1 have none. */
bool decimal_is_integer(str number);

/*
 * True when NUMBER divided by DIVISOR, which is more than 0, is an integer. *RET_TOO_LONG tells
 * that the numbers have more digits than this can divide.
 */
bool decimal_is_multiple(str number, str divisor, bool *ret_too_long);

#endif
