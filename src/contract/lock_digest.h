/*
 * lock_digest.h - digests of what is no tool. Internal to the locks.
 */
#ifndef CONTRACT_LOCK_DIGEST_H
#define CONTRACT_LOCK_DIGEST_H

#include "contract/lock.h"

/*
 * What fingerprint_tool gives, for a tool; for an entry of another KIND its raw digest, which is
 * that of a label, NUL and the entry in the encoding of connector-sdk.md section 2.3.
 */
struct fingerprints lock_prints(enum locked_kind kind, const struct tool *entry);

/* The same digest of what a server says of itself. */
struct digest lock_server_digest(const struct node *server);

/* The member that is the name of an entry. */
const char *locked_name_key(enum locked_kind kind);

/* The member of the file that lists KIND. */
const char *locked_list_key(enum locked_kind kind);

#endif
