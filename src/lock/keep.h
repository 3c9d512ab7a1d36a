/*
 * keep.h - making a lock, holding a listing to it, and bringing it up to date.
 */
#ifndef LOCK_KEEP_H
#define LOCK_KEEP_H

#include "base/option.h"
#include "lock/tell.h"

enum lock_mode { LOCK_FIRST, LOCK_CHECK, LOCK_UPDATE, LOCK_ACCEPT };

struct lock_request {
    const char *path; /* of the lock */
    enum lock_mode mode;
    enum fingerprint_algorithm gate; /* of LOCK_CHECK, with the next */
    enum lock_fail_on fail_on;
    struct string_list beside; /* locks of other servers, whose tools may have the same names; PATH
                                  among them counts for nothing */
    struct string_list accept; /* the tools of LOCK_ACCEPT */
    const char *reason;        /* why that is right; or NULL */

    /*
     * Of LOCK_UPDATE: whether it was said beforehand that all is to be taken over; else ASK, unless
     * it is NULL, shows CHANGES to a person and returns what that one says.
     */
    bool is_confirmed;
    bool (*ask)(void *context, struct diag_list *changes);
    void *context;
};

/*
 * Does what REQUEST says of LISTING, which was read without an error. What differs from the lock is
 * reported: as findings, or as warnings where it is taken over. A lock is written in one step; the
 * first one is made only where there is no file (E1011). *RET_SUMMARY is a line for people, or NULL
 * after a problem.
 */
void lock_keep(const struct listing *listing, const struct lock_request *request,
               const char **ret_summary);

#endif
