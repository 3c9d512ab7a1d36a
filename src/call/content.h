/*
 * content.h - the content blocks of a result: tool-contracts.md sections 1.5 and 6.
 */
#ifndef CALL_CONTENT_H
#define CALL_CONTENT_H

#include "call/flaw.h"
#include "contract/admission.h"

/*
 * Adds to FLAWS all that is wrong with BLOCK, an item of "content"; flaws->pointer is that of it.
 * Strict looks at what a block must have, and accepts surplus padding of base64 as CPython 3.11
 * does; spec also holds "annotations", "_meta" and the other optional members to schema.json, and
 * the texts and blobs of resources, which is a warning with strict. That the bits which are left
 * over in base64 are not zero is accepted by both.
 */
void content_judge(struct flaws *flaws, const struct node *block, enum profile profile);

/* True when BLOCK is one with a text. */
bool content_is_text(const struct node *block);

#endif
