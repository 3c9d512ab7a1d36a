/*
 * verdict.h - how a run may end that was disturbed. What is wrong is printed, and counted.
 */
#ifndef TORTURE_VERDICT_H
#define TORTURE_VERDICT_H

#include "run.h"

/* How many runs ended as they must not. */
extern long verdict_failures;

/* Judges the run that nothing disturbed; false when already that one ended as it must not. */
bool verdict_of_undisturbed(void);

/*
 * Judges a run in which a failure had to be told: by STATUS and by MARK in what it printed; unless
 * the place is harmless (harmless.h). No file may be cut, lost or left over.
 */
void verdict_of_failure(const struct outcome *outcome, int status, const char *mark);

/* Judges a run that had to go on as if nothing had happened. */
void verdict_of_survivor(const struct outcome *outcome);

/*
 * Judges what a run left that was killed: of generate, check names the state; the command, run
 * anew, mends it. OUTCOME has then the files as that left them.
 */
void verdict_of_crash(struct outcome *outcome);

#endif
