/*
 * anchors.h - the anchors that evaluation may redirect a reference to: "$dynamicAnchor" (2020-12
 * core section 8.2.2) and "$recursiveAnchor" (2019-09 core section 8.2.4.2.2). Internal to
 * validate/.
 */
#ifndef VALIDATE_ANCHORS_H
#define VALIDATE_ANCHORS_H

#include "validate/scope.h"

/* Takes in that the program has a schema of SCOPE: the anchors of its resource count. */
void anchors_enter(struct compiler *c, struct scope *scope);

/*
 * Adds to the program the schemas of all anchors with a name that is asked for, in the resources
 * that were entered. To be called again when these were compiled, for they may ask for other names
 * or stand in other resources. What was looked at before is not looked at again; false when there
 * was nothing else.
 */
bool anchors_seek(struct compiler *c);

/* Fills in the anchors of each scope, when there are no more to be sought. */
void anchors_fill(struct compiler *c);

#endif
