/*
 * Locks of listings. The input is a script in one line, a listing, a line "#==" and a later listing
 * of the same server; the first one may be a lock, too. A lock that was written reads back as the
 * same, and nothing differs from what it was made of; what was accepted no longer differs, and all
 * else does as before. The script changes bytes of a written lock: whatever is then still taken for
 * one has no tool that was not locked.
 */
#include "fuzz.h"

#include "lock/tell.h"

#include <string.h>

enum { OPERATION = 4, NAMES_CAP = 5 };

/* The texts are from listings as long as this at most when schemas are compared: that takes as many
 * steps as it may, for each tool. */
enum { TOLD_TOOLS = 3, TOLD_BYTES = 1500 };

/* A listing with its lock. */
struct listed_lock {
    struct listing listing;
    struct lock lock;
    bool is_good; /* it can be written */
};

/* The texts of locks are read into sources of their own, as the program does. */
static void locks_begin(struct run *run, struct sources *locks)
{
    *locks = (struct sources){.arena = &run->arena, .found = &run->found, .policy = LOCK_POLICY};
}

/* Reads TEXT and makes a lock of it. */
static void make(struct run *run, const char *name, str text, struct listed_lock *ret)
{
    *ret = (struct listed_lock){.listing = {.sources = &run->sources}};
    struct document *document = sources_read_as(&run->sources, str_of(name), text, FORMAT_JSON);
    if (!document || !listing_add(&ret->listing, document))
        return;
    int before = diag_problems(&run->found);
    bool ok = lock_make(&ret->listing, &ret->lock);
    MUST(ok || diag_problems(&run->found) > before, "what cannot be locked is reported");
    ret->is_good = ok && ret->lock.lists[LOCKED_TOOL].count > 0;
}

/* ---- written and read ------------------------------------------------------------------------ */

static str write_text(struct run *run, const struct lock *lock)
{
    struct buf out = buf_in(&run->arena, FILE_CEILING);
    return lock_write(lock, &out) ? buf_view(&out) : S("");
}

/* Reads TEXT as a lock. False when reported. */
static bool take(struct run *run, str text, struct lock *ret_lock)
{
    struct sources *locks = arena_new(&run->arena, struct sources, 1);
    locks_begin(run, locks);
    int before = diag_problems(&run->found);
    struct document *document = sources_read_as(locks, S("a.lock.json"), text, FORMAT_JSON);
    bool ok = document && lock_take(locks, document, ret_lock);
    MUST(ok || diag_problems(&run->found) > before, "what is no lock is reported");
    return ok;
}

static ptrdiff_t count_differences(struct run *run, const struct lock *old, const struct lock *new)
{
    struct lock_differences differences;
    lock_compare(&run->arena, old, new, &differences);
    return differences.count + differences.server;
}

/* Holds LOCK to be what is read when it is written; returns that. *RET_TEXT is empty if it is too
 * long. */
static struct lock write_and_read(struct run *run, const struct lock *lock, str *ret_text)
{
    struct lock back = {0};
    *ret_text = write_text(run, lock);
    if (!ret_text->len)
        return back;
    MUST(take(run, *ret_text, &back), "a lock that was written is read");
    MUST(str_equal(write_text(run, &back), *ret_text), "and written again, it is the same");
    MUST(!count_differences(run, lock, &back) && !count_differences(run, &back, lock),
         "nothing in it differs");
    MUST(lock_is_comparable(&run->found, &back, lock), "it is of the same server");
    return back;
}

/* ---- changed bytes --------------------------------------------------------------------------- */

/* The lock TEXT, changed as the bytes at SCRIPT say. */
static str change(struct arena *arena, str text, const unsigned char *script)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    ptrdiff_t at = (script[1] * 256 + script[2]) % text.len;
    buf_add(&out, str_first(text, at));
    if (script[0] % 3)
        buf_add_byte(&out, (char)script[3]);
    buf_add(&out, str_skip(text, at + (script[0] % 3 != 1)));
    return buf_view(&out);
}

static const struct locked *find(const struct locked_list *list, str name)
{
    for (ptrdiff_t i = 0; i < list->count; i++)
        if (str_equal(list->at[i].tool.name, name))
            return &list->at[i];
    return NULL;
}

/* Holds CHANGED, which came of the text of LOCK, to have no tool that this has not. */
static void check_tools(const struct lock *lock, const struct lock *changed)
{
    for (ptrdiff_t i = 0; i < changed->lists[LOCKED_TOOL].count; i++) {
        const struct locked *one = &changed->lists[LOCKED_TOOL].at[i];
        const struct locked *was = find(&lock->lists[LOCKED_TOOL], one->tool.name);
        MUST(was, "a lock that was changed has no other tool");
        MUST(node_equal(was->tool.entry, one->tool.entry), "nor another contract");
    }
}

static void check_changed(struct run *run, const struct lock *lock, str text, str script)
{
    struct lock changed;
    for (; script.len >= OPERATION && text.len; script = str_skip(script, OPERATION))
        text = change(&run->arena, text, (const unsigned char *)script.data);
    if (take(run, text, &changed)) {
        check_tools(lock, &changed);
        write_and_read(run, &changed, &text);
    }
}

/* ---- accepted -------------------------------------------------------------------------------- */

static void tell(struct run *run, const struct lock *old, const struct lock *new,
                 const struct lock_differences *differences)
{
    static const struct lock_gate gates[] = {
        {FINGERPRINT_RAW, LOCK_FAIL_ON_ANY, false, NULL},
        {FINGERPRINT_COMPAT, LOCK_FAIL_ON_BREAKING, false, NULL},
        {FINGERPRINT_EXACT, LOCK_FAIL_ON_ANY, true, NULL},
    };
    for (size_t i = 0; i < sizeof gates / sizeof *gates; i++) {
        struct diag_list *found = &run->found;
        ptrdiff_t count = found->count + (gates[i].algorithm != FINGERPRINT_RAW);
        int findings = found->findings;
        lock_tell(found, old, new, differences, &gates[i]);
        findings = found->findings - findings;
        MUST((differences->count + differences->server > 0) == (found->count > count),
             "what differs is told, and nothing else");
        MUST(i || findings >= differences->count, "all of it fails by the gate that sees all");
        MUST(!gates[i].is_shown || !findings, "what is about to be accepted does not fail");
    }
}

/* Holds that what DIFFERENCES has of the tool NAME is gone, and nothing else, when it is taken. */
static void check_accepted(struct run *run, const struct lock *old, const struct lock *new,
                           const struct lock_differences *differences, str name)
{
    struct map names = {.arena = &run->arena};
    struct lock_differences left;
    ptrdiff_t others = 0;
    str text;
    map_entry(&names, name, NULL);
    struct lock merged =
        lock_merge(&run->arena, old, new, differences, &names, S("looked at \x1b it"));
    write_and_read(run, &merged, &text);
    lock_compare(&run->arena, &merged, new, &left);
    for (ptrdiff_t i = 0; i < left.count; i++)
        MUST(!lock_is_of(&left.at[i], &names), "what was accepted no longer differs");
    for (ptrdiff_t i = 0; i < differences->count; i++)
        others += !lock_is_of(&differences->at[i], &names);
    MUST(left.count == others && left.server == differences->server, "all else does as before");
}

static void check_update(struct run *run, const struct lock *old, const struct lock *new, bool told)
{
    struct lock_differences differences;
    str text;
    lock_compare(&run->arena, old, new, &differences);
    if (told && run->found.count < DIAG_CAP / 2)
        tell(run, old, new, &differences);
    struct lock merged = lock_merge(&run->arena, old, new, &differences, NULL, S("all"));
    MUST(!count_differences(run, &merged, new), "what was taken over no longer differs");
    write_and_read(run, &merged, &text);
    for (ptrdiff_t i = 0; i < differences.count && i < NAMES_CAP; i++) {
        const struct lock_difference *one = &differences.at[i];
        if (one->kind == LOCKED_TOOL)
            check_accepted(run, old, new, &differences,
                           (one->old ? one->old : one->new)->tool.name);
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Holds the two listings to one another; the lock of the first one is TEXT. */
static void check_both(struct run *run, const struct lock *old, const struct listed_lock *later,
                       bool is_short)
{
    if (!later->is_good)
        return;
    lock_warn_shadowed(&run->found, old, &later->lock);
    if (lock_is_comparable(&run->found, old, &later->lock))
        check_update(run, old, &later->lock,
                     is_short && later->lock.lists[LOCKED_TOOL].count <= TOLD_TOOLS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run;
    struct listed_lock first, later;
    struct lock read;
    str script, rest, text = S("");
    run_begin(&run, 0);
    run.sources.policy.duplicates = DUPLICATES_WARN;
    str_cut(fuzz_input(data, size), '\n', &script, &rest);
    ptrdiff_t mark = str_find(rest, S("\n#==\n"));
    str old = str_first(rest, mark < 0 ? rest.len : mark);
    str new = mark < 0 ? S("") : str_skip(rest, mark + 5);
    make(&run, "old.json", old, &first);
    make(&run, "new.json", new, &later);
    if (first.is_good) {
        read = write_and_read(&run, &first.lock, &text);
        if (text.len) {
            check_changed(&run, &first.lock, text, script);
            check_both(&run, &read, &later, rest.len < TOLD_BYTES);
        }
    } else if (take(&run, old, &read)) {
        write_and_read(&run, &read, &text);
        check_both(&run, &read, &later, rest.len < TOLD_BYTES);
    }
    run_end(&run);
    return 0;
}
