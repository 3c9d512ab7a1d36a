/* schema.h of the locks: what the schemas of a listing may take together. */
#include "lock/schema.h"

#include "reading.h"
#include "tap.h"

/* Compares OLD with NEW out of WORK; *RET_WRITERS is what the only change is to who calls. */
static bool compare(struct reading *run, const char *old, const char *new, uint64_t *work,
                    enum drift_effect *ret_writers)
{
    struct drift drift;
    bool ok = lock_schema_compare(&run->arena, reading_read(run, "old.json", str_of(old)),
                                  reading_read(run, "new.json", str_of(new)), DRIFT_WRITERS, work,
                                  &drift);
    *ret_writers = drift.count == 1 ? drift.changes[0].writers : DRIFT_SAFE;
    return ok;
}

static void test_work(void)
{
    static const char old[] = "{\"properties\": {\"a\": {\"pattern\": \"^[a-f]{2,9}$\"}}}";
    static const char new[] = "{\"properties\": {\"a\": {\"pattern\": \"^[a-f]{3,9}$\"}}}";
    struct reading run;
    enum drift_effect writers;
    uint64_t work = DRIFT_WORK, before = work;
    reading_begin(&run, (struct read_policy){0});
    ok(compare(&run, old, new, &work, &writers), "schemas are compared");
    is_int(writers, DRIFT_BREAKS, "what is refused now is found");
    ok(work < before && work > 0, "it takes some of the work");
    uint64_t taken = before - work;
    before = work;
    ok(compare(&run, old, new, &work, &writers), "they are compared once more");
    ok(before - work == taken, "and take the same");
    work = 0;
    ok(compare(&run, old, new, &work, &writers), "without work, too");
    is_int(writers, DRIFT_UNDECIDED, "but what it means is not decided");
    ok(work == 0, "and none is taken");
    reading_close(&run);
}

int main(void)
{
    test_work();
    return done_testing();
}
