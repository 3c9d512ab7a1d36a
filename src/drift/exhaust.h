/*
 * exhaust.h - proof by trying out. Internal to drift/.
 *
 * What schemas ask of numbers and strings mostly draws a few lines: bounds, lengths, listed values.
 * Any other value is then like one at a line, next to it, or between two; when those are tried, all
 * are.
 */
#ifndef DRIFT_EXHAUST_H
#define DRIFT_EXHAUST_H

#include "drift/sample.h"

/*
 * True when each value that HERE takes is taken by THERE, which the values tried show for all.
 * False when one is not, or when those that can be tried do not stand for all: HERE takes objects
 * or arrays, or one of them asks for a pattern, a format, multiples, or numbers of many digits.
 */
bool exhaust(struct sampler *sampler, const struct sample_side *here_side,
             const struct scheme *here, const struct sample_side *there_side,
             const struct scheme *there);

#endif
