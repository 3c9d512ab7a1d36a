/*
 * exhaust.h - proof by trying out. Internal to drift/.
 *
 * What schemas ask of numbers and strings draws a few lines: bounds, lengths, listed values. Any
 * other value is then like one at a line, next to it, or between two, with or without each label
 * that is asked for (atom.h); when those are tried, all are.
 */
#ifndef DRIFT_EXHAUST_H
#define DRIFT_EXHAUST_H

#include "drift/sample.h"

/*
 * The kinds of value of which each one that HERE takes is taken by THERE, too, which the values
 * tried show for all. Others are those of which one is not; objects and arrays; and those for which
 * one of the two asks for many patterns, or for numbers of many digits. Schemas are asked of atoms
 * at most *WORK times, which is less afterwards; when none is left, nothing more is shown.
 * *RET_VALUE is a string that HERE takes and THERE refuses, in ARENA, or NULL: the patterns gave
 * none.
 */
uint8_t exhaust(struct sampler *sampler, const struct sample_side *here_side,
                const struct scheme *here, const struct sample_side *there_side,
                const struct scheme *there, uint64_t *work, struct arena *arena,
                const struct node **ret_value);

#endif
