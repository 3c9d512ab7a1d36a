#include "drift/gate.h"

#include "base/show.h"

#include <string.h>

const char *const gate_fail_on_names[] = {"breaking", "undecided", "any", "none", NULL};
const char *const gate_rule_names[] = {"ignore", "safe", "undecided", "breaks", NULL};

const char *gate_step_word(enum version_step step)
{
    static const char *const words[] = {"none", "patch", "minor", "major"};
    return words[step];
}

const char *gate_class_word(enum gate_class class)
{
    static const char *const words[] = {"annotation", "safe", "undecided", "breaks"};
    return words[class];
}

/* ---- one change ------------------------------------------------------------------------------ */

static enum drift_effect effect_of(enum gate_rule rule)
{
    return rule == RULE_BREAKS ? DRIFT_BREAKS : rule == RULE_SAFE ? DRIFT_SAFE : DRIFT_UNDECIDED;
}

/* The class of a change for AUDIENCE with these effects, one that is no annotation. */
static enum gate_class class_of(unsigned audience, enum drift_effect writers,
                                enum drift_effect readers)
{
    enum drift_effect worst = audience & DRIFT_WRITERS ? writers : DRIFT_SAFE;
    if ((audience & DRIFT_READERS) && readers > worst)
        worst = readers;
    return worst == DRIFT_BREAKS ? CLASS_BREAKS
           : worst == DRIFT_SAFE ? CLASS_SAFE
                                 : CLASS_UNDECIDED;
}

/* Sees whom CHANGE breaks, by the rules. */
static void judge_effect(const struct gate *gate, const struct change *change, struct judgement *j)
{
    enum gate_rule rule = gate->rules[change->code];
    bool has_rule = rule != RULE_AS_FOUND && rule != RULE_IGNORE;
    j->is_ignored = rule == RULE_IGNORE;
    j->writers = has_rule ? effect_of(rule) : change->writers;
    j->readers = has_rule ? effect_of(rule) : change->readers;
    j->class = change->is_annotation && !has_rule
                   ? CLASS_ANNOTATION
                   : class_of(change->audience, j->writers, j->readers);
}

/* The waiver that lets the change ID pass; those that are over are told of. */
static const struct gate_waiver *find_waiver(struct gate *gate, const char *id)
{
    const struct gate_waiver *found = NULL;
    for (ptrdiff_t i = 0; i < gate->waiver_count; i++) {
        struct gate_waiver *waiver = &gate->waivers[i];
        if (strcmp(waiver->id, id) != 0)
            continue;
        bool is_late = waiver->until && strcmp(waiver->until, gate->today) < 0;
        waiver->is_late = waiver->is_late || is_late;
        waiver->is_used = waiver->is_used || !is_late;
        if (!is_late)
            found = waiver;
    }
    return found;
}

static bool is_to_fail(enum gate_fail_on fail_on, enum gate_class class)
{
    switch (fail_on) {
    case FAIL_ON_BREAKING:
        return class == CLASS_BREAKS;
    case FAIL_ON_UNDECIDED:
        return class == CLASS_BREAKS || class == CLASS_UNDECIDED;
    case FAIL_ON_ANY:
        return class != CLASS_ANNOTATION;
    case FAIL_ON_NONE:
        break;
    }
    return false;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/*
 * The step that CHANGE asks for. Whoever counts and breaks needs a major version to be warned by,
 * and so does who may break: undecided is never taken for safe, and a rule can settle it. That the
 * change is waived or known does not alter what it does. What is only accepted or declared in
 * addition, or refused to nobody who counts, is minor; what no validator sees is a patch.
 */
static enum version_step step_of(const struct change *change, const struct judgement *j)
{
    if (j->class == CLASS_BREAKS || j->class == CLASS_UNDECIDED)
        return STEP_MAJOR;
    if (j->class == CLASS_SAFE || change->code == D0118 || change->code == D0154)
        return STEP_MINOR;
    return STEP_PATCH;
}

void gate_judge(struct gate *gate, const struct drift *drift, struct arena *arena,
                struct gate_result *ret_result)
{
    struct gate_result *result = ret_result;
    *result = (struct gate_result){.judgements = arena_new(arena, struct judgement, drift->count)};
    for (ptrdiff_t i = 0; i < drift->count; i++) {
        const struct change *change = &drift->changes[i];
        struct judgement *j = &result->judgements[i];
        judge_effect(gate, change, j);
        j->waiver = find_waiver(gate, change->id);
        j->is_known = map_find(&gate->known, str_of(change->id)) != NULL;
        if (j->is_ignored) {
            result->ignored++;
            continue;
        }
        bool is_bad = is_to_fail(gate->fail_on, j->class);
        j->fails = is_bad && !j->waiver && !j->is_known;
        result->counts[j->class]++;
        result->failing += j->fails;
        result->waived += j->waiver != NULL;
        result->known += j->is_known;
        enum version_step step = step_of(change, j);
        if (step > result->step)
            result->step = step;
    }
}

/* ---- what it is told ------------------------------------------------------------------------- */

bool gate_accepts_code(struct diag_list *found, place where, const char *word)
{
    enum diag_code code = diag_code_find(str_of(word));
    if (code != DIAG_CODE_COUNT && strncmp(diag_code_name(code), "D01", 3) == 0)
        return true;
    struct diag *diag =
        diag_report(found, where.text ? E0604 : E0001, where, "\"%s\" is no code of a change",
                    show(found->arena, str_of(word)));
    diag_hint(found, diag, "codes of changes are D0101 and on: `schemac explain D0116`");
    return false;
}

bool gate_add_rule(struct gate *gate, const struct pair *pair)
{
    for (int i = 0; gate_rule_names[i]; i++)
        if (strcmp(gate_rule_names[i], pair->value) == 0) {
            gate->rules[diag_code_find(str_of(pair->name))] = (enum gate_rule)(i + 1);
            return true;
        }
    return false;
}

bool gate_add_known(struct gate *gate, const struct node *report)
{
    const struct node *changes = node_get(report, S("changes"));
    if (!node_is(changes, NODE_ARRAY))
        return false;
    for (uint32_t i = 0; i < changes->count; i++) {
        const struct node *id = node_get(node_item(changes, i), S("id"));
        if (!node_is(id, NODE_STRING))
            return false;
        map_put(&gate->known, arena_copy(gate->known.arena, node_text(id)), gate);
    }
    return true;
}

/* ---- days ------------------------------------------------------------------------------------ */

const char *gate_date(struct arena *arena, int64_t seconds)
{
    /* Of the Gregorian calendar, whose years are taken to begin in March; 719468 days before 1970
       is the first of March of the year 0, and 146097 days make 400 years. */
    enum { DAY = 24 * 60 * 60, TO_1970 = 719468, ERA = 146097, LAST = 2932896 /* 9999-12-31 */ };
    int64_t since = seconds > 0 ? seconds / DAY : 0;
    int days = (int)(since < LAST ? since : LAST) + TO_1970, day = days % ERA;
    int year = (day - day / 1460 + day / 36524 - day / (ERA - 1)) / 365;
    day -= 365 * year + year / 4 - year / 100;
    int month = (5 * day + 2) / 153; /* from March on */
    day -= (153 * month + 2) / 5;
    year += days / ERA * 400 + (month >= 10);
    return arena_printf(arena, "%04d-%02d-%02d", year, month < 10 ? month + 3 : month - 9, day + 1)
        .data;
}
