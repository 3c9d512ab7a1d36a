/* Rules, waivers, baselines, what fails, and the step of the version. */
#include "drift/gate.h"

#include "reading.h"
#include "tap.h"

static struct arena arena;

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A change of CODE, which concerns AUDIENCE. */
static struct change change(enum diag_code code, enum drift_effect writers,
                            enum drift_effect readers, unsigned audience)
{
    return (struct change){.code = code,
                           .message = "",
                           .writers = writers,
                           .readers = readers,
                           .audience = audience,
                           .id = diag_code_name(code)};
}

static struct gate_result judge(struct gate *gate, struct change *changes, ptrdiff_t count)
{
    struct drift drift = {.changes = changes, .count = count};
    struct gate_result result;
    gate->known.arena = &arena;
    gate_judge(gate, &drift, &arena, &result);
    return result;
}

static void test_audience(void)
{
    static const struct {
        enum drift_effect writers, readers;
        unsigned audience;
        enum gate_class class;
    } cases[] = {
        {DRIFT_BREAKS, DRIFT_SAFE, DRIFT_WRITERS, CLASS_BREAKS},
        {DRIFT_BREAKS, DRIFT_SAFE, DRIFT_READERS, CLASS_SAFE},
        {DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH, CLASS_BREAKS},
        {DRIFT_SAFE, DRIFT_BREAKS, DRIFT_WRITERS, CLASS_SAFE},
        {DRIFT_SAFE, DRIFT_BREAKS, DRIFT_BOTH, CLASS_BREAKS},
        {DRIFT_SAFE, DRIFT_UNDECIDED, DRIFT_BOTH, CLASS_UNDECIDED},
        {DRIFT_SAFE, DRIFT_UNDECIDED, DRIFT_WRITERS, CLASS_SAFE},
        {DRIFT_SAFE, DRIFT_SAFE, DRIFT_BOTH, CLASS_SAFE},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct change one = change(D0116, cases[i].writers, cases[i].readers, cases[i].audience);
        struct gate_result result = judge(&(struct gate){0}, &one, 1);
        is_int(result.judgements[0].class, cases[i].class, "the worse effect of those who count");
        is_int(result.failing, cases[i].class == CLASS_BREAKS, "what breaks fails");
    }
}

static void test_fail_on(void)
{
    static const struct {
        enum gate_fail_on fail_on;
        ptrdiff_t failing;
    } cases[] = {
        {FAIL_ON_BREAKING, 1}, {FAIL_ON_UNDECIDED, 2}, {FAIL_ON_ANY, 3}, {FAIL_ON_NONE, 0}};
    struct change changes[] = {change(D0101, DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0112, DRIFT_UNDECIDED, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0102, DRIFT_SAFE, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0150, DRIFT_SAFE, DRIFT_SAFE, DRIFT_BOTH)};
    changes[3].is_annotation = true;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct gate gate = {.fail_on = cases[i].fail_on};
        struct gate_result result = judge(&gate, changes, COUNT(changes));
        is_int(result.failing, cases[i].failing, "on %s", gate_fail_on_names[cases[i].fail_on]);
        for (int class = 0; class < CLASS_COUNT; class ++)
            is_int(result.counts[class], 1, "one is %s", gate_class_word(class));
    }
}

static void test_rules(void)
{
    struct gate gate = {0};
    struct change changes[] = {change(D0101, DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0102, DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0150, DRIFT_SAFE, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0112, DRIFT_SAFE, DRIFT_SAFE, DRIFT_BOTH)};
    changes[2].is_annotation = true;
    ok(gate_add_rule(&gate, &(struct pair){"D0101", "ignore"}) &&
           gate_add_rule(&gate, &(struct pair){"d0102", "safe"}) &&
           gate_add_rule(&gate, &(struct pair){"D0150", "breaks"}) &&
           gate_add_rule(&gate, &(struct pair){"D0112", "undecided"}),
       "rules are taken");
    ok(!gate_add_rule(&gate, &(struct pair){"D0101", "Ignore"}), "what is none is not");
    struct gate_result result = judge(&gate, changes, COUNT(changes));
    ok(result.judgements[0].is_ignored && result.ignored == 1, "one is ignored");
    is_int(result.judgements[1].class, CLASS_SAFE, "one is safe");
    is_int(result.judgements[2].class, CLASS_BREAKS, "an annotation breaks");
    is_int(result.judgements[3].class, CLASS_UNDECIDED, "one is undecided");
    ok(result.failing == 1 && result.judgements[2].fails, "what breaks by a rule fails");
    struct diag_list found = {.arena = &arena};
    ok(gate_accepts_code(&found, (place){0}, "D0116") && !found.first, "a code of a change");
    ok(!gate_accepts_code(&found, (place){0}, "D0001") &&
           !gate_accepts_code(&found, (place){0}, "x") && found.errors == 2,
       "other codes, and what is none, are refused");
}

static void test_waivers(void)
{
    struct gate_waiver waivers[] = {{.id = "D0101", .reason = "a", .until = "2027-01-31"},
                                    {.id = "D0103", .reason = "b", .until = "2027-01-30"},
                                    {.id = "D0105", .reason = "c"},
                                    {.id = "D0107", .reason = "d"}};
    struct gate gate = {.waivers = waivers, .waiver_count = COUNT(waivers), .today = "2027-01-31"};
    struct change changes[] = {change(D0101, DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0103, DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0105, DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH)};
    struct gate_result result = judge(&gate, changes, COUNT(changes));
    ok(!result.judgements[0].fails && waivers[0].is_used, "on its last day a waiver holds");
    ok(result.judgements[1].fails && waivers[1].is_late && !waivers[1].is_used,
       "on the next it does not");
    ok(!result.judgements[2].fails && waivers[2].is_used, "without a day it holds");
    ok(!waivers[3].is_used && !waivers[3].is_late, "one that matches nothing is not used");
    ok(result.waived == 2 && result.failing == 1 && result.counts[CLASS_BREAKS] == 3,
       "what is waived still breaks");
    is_int(result.step, STEP_MAJOR, "and asks for a major version");
}

static void test_known(void)
{
    static const struct {
        const char *report;
        bool is_one;
    } cases[] = {{"{\"changes\": [{\"id\": \"D0101\"}, {\"id\": \"x\"}]}", true},
                 {"{\"changes\": []}", true},
                 {"{\"changes\": [{}]}", false},
                 {"{\"changes\": [1]}", false},
                 {"{\"changes\": {}}", false},
                 {"{\"diagnostics\": []}", false},
                 {"[]", false}};
    struct reading run;
    struct gate gate = {.known = {.arena = &arena}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct node *root =
            reading_open(&run, "a.json", str_of(cases[i].report), (struct read_policy){0});
        is_int(gate_add_known(&gate, root), cases[i].is_one, "%s", cases[i].report);
        reading_close(&run);
    }
    struct change changes[] = {change(D0101, DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH),
                               change(D0103, DRIFT_BREAKS, DRIFT_SAFE, DRIFT_BOTH)};
    struct gate_result result = judge(&gate, changes, COUNT(changes));
    ok(result.known == 1 && !result.judgements[0].fails && result.judgements[1].fails,
       "what is known does not fail again");
}

static void test_step(void)
{
    static const struct {
        enum diag_code code;
        enum drift_effect writers;
        bool is_annotation;
        enum version_step step;
    } cases[] = {
        {D0101, DRIFT_BREAKS, false, STEP_MAJOR}, {D0112, DRIFT_UNDECIDED, false, STEP_MAJOR},
        {D0102, DRIFT_SAFE, false, STEP_MINOR},   {D0118, DRIFT_SAFE, true, STEP_MINOR},
        {D0154, DRIFT_SAFE, true, STEP_MINOR},    {D0150, DRIFT_SAFE, true, STEP_PATCH},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct change one = change(cases[i].code, cases[i].writers, DRIFT_SAFE, DRIFT_BOTH);
        one.is_annotation = cases[i].is_annotation;
        is_int(judge(&(struct gate){0}, &one, 1).step, cases[i].step, "%s: %s",
               diag_code_name(cases[i].code), gate_step_word(cases[i].step));
    }
    is_int(judge(&(struct gate){0}, NULL, 0).step, STEP_NONE, "nothing changed, no step");
}

static void test_days(void)
{
    static const struct {
        const char *text;
        bool is_one;
    } cases[] = {{"2027-01-31", true},  {"2024-02-29", true},  {"2000-02-29", true},
                 {"2023-02-29", false}, {"1900-02-29", false}, {"2027-13-01", false},
                 {"2027-00-01", false}, {"2027-04-31", false}, {"2027-04-00", false},
                 {"2027-4-01", false},  {"20270401", false},   {"2027-01-3x", false},
                 {"", false},           {"2027/01/31", false}, {"2027-01-311", false}};
    for (size_t i = 0; i < COUNT(cases); i++)
        is_int(format_is_date(str_of(cases[i].text)), cases[i].is_one, "\"%s\"", cases[i].text);
    is_str(str_of(gate_date(&arena, 0)), "1970-01-01", "the first day");
    is_str(str_of(gate_date(&arena, 86399)), "1970-01-01", "to its last second");
    is_str(str_of(gate_date(&arena, 951782400)), "2000-02-29", "a leap day");
    is_str(str_of(gate_date(&arena, 1735689599)), "2024-12-31", "the end of a leap year");
    is_str(str_of(gate_date(&arena, -5)), "1970-01-01", "a clock before that");
}

int main(void)
{
    test_audience();
    test_fail_on();
    test_rules();
    test_waivers();
    test_known();
    test_step();
    test_days();
    arena_free(&arena);
    return done_testing();
}
