/*
 * changed.h - which files differ from a commit of git, and which artifacts that concerns.
 */
#ifndef BUILD_CHANGED_H
#define BUILD_CHANGED_H

#include "build/plan.h"
#include "build/revision.h"

/* What git says of a work tree, or of what is staged in it, against a commit. */
struct changed {
    struct arena *arena;
    bool staged;
    struct git_revision revision;
    struct map files;   /* that differ, from the top */
    struct map tracked; /* that git knows, likewise */
    bool deleted;       /* a file is gone */
    struct map answers; /* of changed_has, by path */
};

/*
 * Asks git what differs from the commit that SINCE names; "merge-base:X" names the one where X and
 * HEAD parted. STAGED: in the index, else in the work tree. False when reported: there is no such
 * commit (E0007), or git does not tell (E0008), and has said why on standard error. changed_done
 * has to follow in any case.
 */
bool changed_find(struct diag_list *found, const char *since, bool staged,
                  struct changed *ret_changed);
void changed_done(struct changed *changed);

/*
 * True when PATH, from the current directory or absolute, is not as it was. Of a file that is not
 * git's to tell, since it is ignored or lies outside of the work tree, that is assumed.
 */
bool changed_has(struct changed *changed, str path);

/* What is left of a request when only what has changed is asked for. */
struct changed_request {
    struct plan_request request;
    ptrdiff_t count, total; /* of artifacts: that have changed; that were asked for */
    ptrdiff_t examples;     /* set by who judges them: how many there were */
    bool stale;             /* what is generated no more, or released, has to be judged too */
    bool has_examples;      /* there may be some of schemas that are no artifacts (examples.h) */
};

/*
 * Narrows REQUEST, for which VIEW is read, to the artifacts of which a file has changed: one that
 * was read for it, itself, or its entry in the record. It builds them all to learn that, in memory
 * of its own, and reports nothing: what is wrong with those that are left will be found again.
 */
void changed_narrow(struct changed *changed, struct file_view *view,
                    const struct plan_request *request, struct changed_request *ret_narrowed);

#endif
