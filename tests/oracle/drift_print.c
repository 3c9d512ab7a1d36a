#include "drift_print.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const audiences[] = {"writers", "readers"};

static void print_value(const struct node *value)
{
    struct arena scratch = {0};
    str text = value ? value_text(&scratch, value) : S("null");
    printf("%.*s", (int)text.len, text.data);
    arena_free(&scratch);
}

static void print_text(str words)
{
    struct node text = value_string(words);
    print_value(&text);
}

static void print_witness(const char *label, const struct node *value)
{
    if (!value)
        return;
    printf("    %s ", label);
    print_value(value);
    putchar('\n');
}

static void print_change(const struct change *change)
{
    const struct drift_place *where = change->new.is_there ? &change->new : &change->old;
    printf("  %.*s: %s: %s for writers, %s for readers\n", (int)where->pointer.len,
           where->pointer.data, change->message, drift_effect_word(change->writers),
           drift_effect_word(change->readers));
    print_witness("only the old one accepts", change->writers_witness);
    print_witness("only the new one accepts", change->readers_witness);
}

void print_pair(const struct drift_pair *pair)
{
    if (pair->mutation_count)
        printf("seed %" PRIu64 ", pair %" PRIu64 ", ", pair->seed, pair->number);
    puts(pair->is_new ? "2020-12" : "draft-07");
    for (int i = 0; i < pair->mutation_count; i++)
        printf("%.*s at \"%.*s\"\n", (int)pair->mutations[i].kind.len, pair->mutations[i].kind.data,
               (int)pair->mutations[i].pointer.len, pair->mutations[i].pointer.data);
    printf("old %.*s\nnew %.*s\n", (int)pair->texts[0].len, pair->texts[0].data,
           (int)pair->texts[1].len, pair->texts[1].data);
    if (pair->failure) {
        printf("cannot be compared: %s\n", pair->failure);
        return;
    }
    printf("%td changes%s\n", pair->drift.count, pair->drift.is_cut ? ", and more" : "");
    for (ptrdiff_t i = 0; i < pair->drift.count; i++)
        print_change(&pair->drift.changes[i]);
    printf("%td instances, %td valid by one schema at least\n", pair->instances, pair->valid);
    for (int i = 0; i < 2; i++) {
        printf("%s: %s\n", audiences[i], drift_effect_word(pair->effects[i]));
        print_witness("an instance shows that it breaks:", pair->brute[i]);
        print_witness("so does, at the root, of the comparison:", pair->own[i]);
        print_witness("shows nothing, of the comparison:", pair->nothing[i]);
    }
}

void print_verdicts(const struct drift_pair *pair)
{
    printf("%" PRIu64, pair->number);
    for (int i = 0; i < 2; i++) {
        bool is_missed = pair->effects[i] == DRIFT_BREAKS && !pair->own[i];
        printf(" %s%s", drift_effect_word(pair->effects[i]),
               pair->brute[i] ? "!"
               : is_missed    ? "-"
                              : "");
    }
    for (int i = 0; i < pair->mutation_count; i++)
        printf("%s%.*s", i ? "; " : " ", (int)pair->mutations[i].kind.len,
               pair->mutations[i].kind.data);
    putchar('\n');
}

/* What is printed of a pair in which something must not be. */
struct printing {
    const struct drift_pair *pair;
    int *counts;
};

static void print_violation(const struct printing *p, enum wrong kind, int audience,
                            const struct node *instance)
{
    static const char *const names[] = {
        [WRONG_FAILURE] = "it cannot be compared",
        [WRONG_SAFE] = "it is called safe",
        [WRONG_WITNESS] = "a witness shows nothing",
        [WRONG_EFFECT] = "the mutation has an effect",
        [WRONG_VERDICT] = "the oracle judges otherwise",
    };
    const struct drift_pair *pair = p->pair;
    if (p->counts[kind]++ >= PRINTED_MAX)
        return;
    printf("{\"violation\":\"%s\",\"seed\":%" PRIu64 ",\"pair\":%" PRIu64
           ",\"for\":\"%s\",\"mutations\":[",
           names[kind], pair->seed, pair->number, audiences[audience]);
    for (int i = 0; i < pair->mutation_count; i++) {
        fputs(i ? "," : "", stdout);
        print_text(pair->mutations[i].kind);
        putchar(',');
        print_text(pair->mutations[i].pointer);
    }
    printf("],\"old\":%.*s,\"new\":%.*s,\"instance\":", (int)pair->texts[0].len,
           pair->texts[0].data, (int)pair->texts[1].len, pair->texts[1].data);
    print_value(instance);
    if (pair->failure) {
        fputs(",\"message\":", stdout);
        print_text(str_of(pair->failure));
    }
    puts("}");
}

void print_violations(const struct drift_pair *pair, int counts[WRONG_COUNT])
{
    struct printing p = {pair, counts};
    if (pair->failure)
        print_violation(&p, WRONG_FAILURE, 0, NULL);
    for (int i = 0; i < 2; i++) {
        if (pair->brute[i] && pair->effects[i] == DRIFT_SAFE && !pair->failure)
            print_violation(&p, WRONG_SAFE, i, pair->brute[i]);
        if (pair->nothing[i])
            print_violation(&p, WRONG_WITNESS, i, pair->nothing[i]);
        if (pair->brute[i] && pair->no_effect)
            print_violation(&p, WRONG_EFFECT, i, pair->brute[i]);
    }
    if (pair->disputed)
        print_violation(&p, WRONG_VERDICT, pair->disputed_side, pair->disputed);
}
