/*
 * sample_gather.h - what schemes ask, while it is put together. Internal to sample_facts.c, which
 * takes what has to hold, and sample_refusal.c, which takes what has to be refused.
 */
#ifndef DRIFT_SAMPLE_GATHER_H
#define DRIFT_SAMPLE_GATHER_H

#include "drift/sample_inner.h"

/* Facts being gathered from a list of schemes that grows by those that each of them applies. */
struct gathering {
    struct facts *facts;
    struct way *way;      /* NULL: all branches, for hints */
    struct literals work; /* in the order in which they were met */
    ptrdiff_t next;       /* the first of these that was not looked at */
    struct map visited;   /* addresses of schemes that have to accept, */
    struct map refused;   /* or to refuse */
    ptrdiff_t cap;        /* of the work */
};

/* Which of COUNT branches, at least one, WAY goes by. */
uint64_t way_choose(struct way *way, uint64_t count);

/* Has SCHEME looked at, too, as one that has to accept or, with IS_REFUSAL, to refuse the value. */
void gather_push(struct gathering *g, const struct scheme *scheme, bool is_refusal);

/* Has it looked at for the lines that it draws only. */
void gather_hint(struct gathering *g, const struct scheme *scheme);

/* Adds NAME to NAMES, one of the facts' lists; it may come to be there more than once. */
void gather_name(struct gathering *g, struct list *names, str name);

/* Takes what RULE asks, one that limits a length or a count. */
void gather_limit(struct gathering *g, const struct rule *rule);

/* Sets *MIN to COUNT where that is more. */
void raise_to(uint64_t *min, uint64_t count);

/* Takes it that SCHEME has to refuse the value. */
void gather_refusal(struct gathering *g, const struct scheme *scheme);

#endif
