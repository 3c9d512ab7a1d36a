#include "base/show.h"
#include "build/config_gate.h"
#include "build/diff.h"

#include <string.h>

/* Adds PAIRS to the rules of GATE. False when reported, as said on the command line. */
static bool add_rules(struct diag_list *found, struct gate *gate, const struct pair_list *pairs)
{
    for (ptrdiff_t i = 0; i < pairs->count; i++) {
        if (gate_add_rule(gate, &pairs->at[i]))
            continue;
        struct diag *diag = diag_report(found, E0001, (place){0}, "\"%s\" is no rule for %s",
                                        show(found->arena, str_of(pairs->at[i].value)),
                                        show(found->arena, str_of(pairs->at[i].name)));
        diag_hint(found, diag, "rules are ignore, safe, undecided and breaks");
        return false;
    }
    return true;
}

/* Adds the waivers of CONFIG. */
static void add_waivers(struct diag_list *found, const struct config *config, struct gate *gate)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < config->file_count; i++)
        count += config->gates[i].waiver_count;
    gate->waivers = arena_new(found->arena, struct gate_waiver, count);
    for (ptrdiff_t i = 0; i < config->file_count; i++)
        for (ptrdiff_t j = 0; j < config->gates[i].waiver_count; j++)
            gate->waivers[gate->waiver_count++] = config->gates[i].waivers[j];
}

/* Adds the ids in the report PATH. False when reported. */
static bool add_baseline(struct diag_list *found, const char *path, struct gate *gate)
{
    struct sources sources = {.arena = found->arena, .found = found};
    struct document *document = sources_load(&sources, path, str_of(path));
    if (!document)
        return false;
    if (gate_add_known(gate, document->root))
        return true;
    struct diag *diag = diag_report(found, E0906, sources_place(&sources, document->root),
                                    "this is no report of schemac diff");
    diag_hint(found, diag, "`schemac diff --format json -o FILE` writes one");
    return false;
}

static enum gate_fail_on fail_on_of(const char *word)
{
    for (int i = 0; word && gate_fail_on_names[i]; i++)
        if (strcmp(gate_fail_on_names[i], word) == 0)
            return (enum gate_fail_on)i;
    return FAIL_ON_BREAKING;
}

bool diff_gate(struct diag_list *found, const struct diff_request *request, struct gate *ret_gate,
               const char **ret_audience)
{
    struct sources sources = {.arena = found->arena, .found = found};
    struct config config;
    const char *path = request->config ? request->config : config_nearest(&sources);
    *ret_gate = (struct gate){.fail_on = fail_on_of(request->fail_on),
                              .today = request->today,
                              .known = {.arena = found->arena}};
    *ret_audience = "auto";
    if (path && !config_load(&sources, path, &config))
        return false;
    if (path) {
        config_gate_add_rules(&config, ret_gate, ret_audience);
        add_waivers(found, &config, ret_gate);
    }
    if (request->audience)
        *ret_audience = request->audience;
    return add_rules(found, ret_gate, &request->rules) &&
           (!request->baseline || add_baseline(found, request->baseline, ret_gate));
}

void diff_check_waivers(struct diag_list *found, const struct gate *gate)
{
    for (ptrdiff_t i = 0; i < gate->waiver_count; i++) {
        const struct gate_waiver *waiver = &gate->waivers[i];
        const char *id = show_all(found->arena, str_of(waiver->id));
        if (waiver->is_late && !waiver->is_used)
            diag_report(found, W0902, waiver->where, "the waiver for %s has expired on %s", id,
                        waiver->until);
        else if (!waiver->is_used)
            diag_report(found, W0901, waiver->where, "no change has the id %s", id);
    }
}
