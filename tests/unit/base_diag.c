#include "base/diag.h"

#include "tap.h"

static struct arena arena;
static struct text text_a = {.name = STR_INIT("a.yaml"), .chars = STR_INIT("0123456789")};
static struct text text_b = {.name = STR_INIT("b.yaml"), .chars = STR_INIT("0123456789")};

static void test_codes(void)
{
    ok(diag_code_find(S("E0302")) == E0302 && diag_code_find(S("w0201")) == W0201, "find a code");
    ok(diag_code_find(S("E03")) == DIAG_CODE_COUNT && diag_code_find((str){0}) == DIAG_CODE_COUNT &&
           diag_code_find(S("E03020")) == DIAG_CODE_COUNT,
       "what is no code");
    bool unique = true, complete = true, fitting = true;
    for (enum diag_code code = 0; code < DIAG_CODE_COUNT; code++) {
        const char *name = diag_code_name(code);
        unique &= diag_code_find(str_of(name)) == code;
        complete &= *diag_code_title(code) && *diag_code_explanation(code);
        fitting &= name[0] == "NWDLE"[diag_code_severity(code)];
    }
    ok(unique, "no code stands twice in the list");
    ok(complete, "each has a title and an explanation");
    ok(fitting, "the letter of each tells its severity");
    is_str(str_of(diag_severity_word(DIAG_LIMIT)), "error", "limits are errors in messages");
    is_str(str_of(diag_severity_word(DIAG_WARNING)), "warning", "warnings are warnings");
}

static void test_order(void)
{
    struct diag_list found = {.arena = &arena};
    diag_report(&found, E0302, (place){&text_b, 1, 1}, "6");
    diag_report(&found, E0302, (place){&text_a, 5, 1}, "5");
    diag_report(&found, E0302, (place){&text_a, 3, 1}, "4b");
    diag_report(&found, E0302, (place){&text_a, 3, 1}, "4a");
    diag_report(&found, E0301, (place){&text_a, 3, 1}, "3");
    diag_report(&found, E0002, place_file(&text_a), "2");
    diag_report(&found, E0001, (place){0}, "1");
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(&found, &count);
    static const char *const expected[] = {"1", "2", "3", "4a", "4b", "5", "6"};
    is_int(count, 7, "all are there");
    for (ptrdiff_t i = 0; i < 7; i++)
        is_str(str_of(sorted[i]->message), expected[i], "by file, place, code, message");
}

static void test_notes(void)
{
    struct diag_list found = {.arena = &arena};
    struct diag *diag = diag_report(&found, E0302, (place){&text_a, 1, 1}, "\"%s\" twice", "x");
    diag_note(&found, diag, (place){&text_a, 0, 1}, "first %d", 1);
    diag_note(&found, diag, (place){&text_b, 0, 1}, "second");
    diag_hint(&found, diag, "remove %s", "one");
    is_str(str_of(diag->message), "\"x\" twice", "message");
    is_str(str_of(diag->hint), "remove one", "hint");
    is_str(str_of(diag->notes->message), "first 1", "notes in the order added");
    ok(diag->notes->next && !diag->notes->next->next, "two of them");
}

static int status_of(enum diag_code first, enum diag_code second)
{
    struct diag_list found = {.arena = &arena};
    diag_report(&found, first, (place){0}, "x");
    diag_report(&found, second, (place){0}, "x");
    return diag_status(&found);
}

static void test_status(void)
{
    struct diag_list none = {.arena = &arena};
    is_int(diag_status(&none), 0, "nothing found");
    is_int(status_of(W0201, W0202), 0, "warnings have no effect");
    is_int(status_of(L0101, W0201), 3, "a limit");
    is_int(status_of(L0101, E0301), 2, "an error is worse than a limit");
    struct diag_list both = {.arena = &arena, .limits = 1, .findings = 1};
    is_int(diag_status(&both), 3, "a limit is worse than a finding");
    struct diag_list finding = {.arena = &arena, .findings = 1};
    is_int(diag_status(&finding), 1, "a finding");
}

static void test_groups(void)
{
    struct diag_list found = {.arena = &arena};
    for (int i = 0; i < 8; i++)
        diag_report(&found, W0201, (place){&text_a, i, 1}, "warning");
    for (int i = 0; i < 8; i++)
        diag_report(&found, E0302, (place){&text_b, i, 1}, "error");
    for (int i = 0; i < 5; i++)
        diag_report(&found, W0202, (place){&text_b, i, 1}, "warning");
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(&found, &count);
    is_int(count, 5 + 8 + 5, "of the warnings 5 of each code stay, of the errors all");
    ok(!sorted[3]->notes && sorted[4]->notes, "the last kept has a note");
    is_str(str_of(sorted[4]->notes->message), "and 3 more of this kind", "that counts the others");
    is_int(found.warnings, 13, "all are counted");
}

static void test_cap(void)
{
    struct diag_list found = {.arena = &arena};
    for (int i = 0; i < DIAG_CAP + 7; i++)
        diag_report(&found, W0201, (place){&text_a, 0, 1}, "warning %d", i);
    is_int(found.dropped, 7, "what is beyond the cap is counted");
    diag_report(&found, E0301, (place){&text_b, 0, 1}, "error");
    is_int(found.dropped, 7, "no number of warnings drops an error");
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(&found, &count);
    is_str(str_of(sorted[count - 1]->message), "error", "which is reported");
    for (int i = 0; i < DIAG_CAP; i++) {
        struct diag *diag = diag_report(&found, E0301, (place){&text_b, 0, 1}, "error");
        diag_note(&found, diag, (place){0}, "note");
        diag_hint(&found, diag, "hint");
    }
    is_int(found.dropped, 8, "errors have a cap of their own");
    is_int(found.errors, DIAG_CAP + 1, "all are counted");
    is_int(found.count, 2 * DIAG_CAP, "both caps are kept");
    ok(!found.spare.notes, "a dropped one takes no notes");
}

static void test_severity(void)
{
    struct diag_list found = {.arena = &arena}, again = {.arena = &arena};
    ptrdiff_t count;
    diag_report_as(&found, D0101, DIAG_NOTE, (place){0}, "a %s", "note");
    is_int(diag_status(&found), 0, "a note fails nothing, whatever its code says");
    is_str(str_of(found.first->message), "a note", "it has its message");
    for (int i = 0; i < 2 * DIAG_GROUP; i++)
        diag_report_as(&found, D0101, DIAG_WARNING, (place){&text_a, i, 1}, "a warning");
    is_int(diag_status(&found), 0, "nor does a warning");
    is_int(found.warnings, 2 * DIAG_GROUP, "which is counted as one");
    diag_sorted(&found, &count);
    is_int(count, 2 * DIAG_GROUP + 1, "and none is left out");
    diag_report_as(&found, D0101, DIAG_FINDING, (place){0}, "a finding");
    is_int(diag_status(&found), 1, "a finding is one");
    diag_repeat(&again, &found);
    ok(diag_status(&again) == 1 && again.findings == 1 && again.warnings == 2 * DIAG_GROUP,
       "and all is repeated as it is");
}

int main(void)
{
    test_severity();
    test_codes();
    test_order();
    test_notes();
    test_status();
    test_groups();
    test_cap();
    arena_free(&arena);
    return done_testing();
}
