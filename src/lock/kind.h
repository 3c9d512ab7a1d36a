/*
 * kind.h - what tells tools, prompts and resource templates apart. Internal to the locks.
 */
#ifndef LOCK_KIND_H
#define LOCK_KIND_H

#include "lock/lock.h"

/*
 * What fingerprint_tool gives, for a tool; for an entry of another KIND its raw digest, which is
 * that of a label, NUL and the entry in the encoding of connector-sdk.md section 2.3.
 */
struct fingerprints lock_prints(enum locked_kind kind, const struct tool *entry);

/*
 * The same digest of what a server says of itself. Empty, with the node in *RET_BAD, when that has
 * a number beyond the doubles.
 */
struct digest lock_server_digest(const struct node *server, const struct node **ret_bad);

/* What KIND is called in messages: "tool", "prompt", "resource template". */
const char *locked_kind_word(enum locked_kind kind);

/* The member that is the name of an entry of KIND. */
const char *locked_name_key(enum locked_kind kind);

/* The member of the file that lists KIND. */
const char *locked_list_key(enum locked_kind kind);

#endif
