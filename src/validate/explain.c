#include "validate/explain.h"

#include "base/show.h"
#include "base/utf8.h"
#include "schema/pointer.h"
#include "validate/choice.h"
#include "validate/message.h"

#include <string.h>

/* The choices that a violation lies in, the innermost first. */
struct inside {
    const struct violation *choice;
    const struct choice *chosen;
    const struct inside *outer;
    int depth;
};

enum {
    DEEPEST_CHOICE = 200, /* choices in choices that are told by a branch of theirs */
    CHOICES_NOTED = 4     /* of those that a finding lies in, the innermost */
};

struct telling {
    const struct explainer *explainer;
    struct arena *arena;
    ptrdiff_t told;
    bool is_cut;
};

static place instance_place(const struct explainer *explainer, const struct node *node)
{
    return (place){explainer->text, (ptrdiff_t)node->start, (ptrdiff_t)node->len};
}

/* Where VIOLATION is to be shown: what is not wanted at its name, all else at the value. */
static place violation_place(const struct explainer *explainer, const struct violation *violation)
{
    bool is_name = violation->key && message_code(violation) == D0807;
    return instance_place(explainer, is_name ? violation->key : violation->instance);
}

/* The place in the schema of the keyword that VIOLATION is about. */
static place keyword_place(const struct explainer *explainer, const struct violation *violation)
{
    const struct node *schema = violation->scheme->schema;
    return sources_place(explainer->sources, violation->member == NO_MEMBER
                                                 ? schema
                                                 : node_key(schema, violation->member));
}

/*
 * POINTER for a message. Of one into something very deep the middle is left out: what it is about
 * is at its end, and the whole is in the record (diag.h).
 */
static const char *shown_pointer(struct arena *arena, str pointer)
{
    enum { LONG = 600, KEPT = 200 };
    if (pointer.len <= LONG)
        return show_all(arena, pointer);
    str head = str_first(pointer, utf8_skip(pointer, 0, KEPT)),
        tail = str_skip(pointer, utf8_unskip(pointer, pointer.len, KEPT));
    if (head.len + tail.len > pointer.len)
        return show_all(arena, pointer);
    return arena_printf(arena, "%s...%s", show_all(arena, head), show_all(arena, tail)).data;
}

/* What a message begins with: where in the instance it is, unless that is the root. */
static const char *prefix(struct arena *arena, str pointer)
{
    return pointer.len ? arena_printf(arena, "%s: ", shown_pointer(arena, pointer)).data : "";
}

/* True when enough was told of this instance. */
static bool is_full(const struct telling *t)
{
    return t->explainer->max && t->told >= t->explainer->max;
}

/* Reports CODE; NULL when enough was told in all: then there are no notes. */
static struct diag *tell(struct telling *t, enum diag_code code, place where, str pointer,
                         const char *message)
{
    t->told++;
    if (code == D0807 && t->explainer->unwanted)
        code = t->explainer->unwanted;
    else if (t->explainer->code)
        code = t->explainer->code;
    struct diag *diag =
        diag_report(t->explainer->found, code, where, "%s%s", prefix(t->arena, pointer), message);
    struct diag_list *found = t->explainer->found;
    if (diag == &found->spare)
        return NULL;
    diag->pointer = arena_copy(found->arena, pointer).data;
    return diag;
}

/* "anyOf" and the like, with the pointer of the value that it is about. */
static const char *choice_name(struct arena *arena, const struct violation *choice)
{
    return arena_printf(arena, "\"%s\"%s%s",
                        message_keyword(choice).data ? show(arena, message_keyword(choice)) : "",
                        choice->pointer.len ? " at " : "", shown_pointer(arena, choice->pointer))
        .data;
}

/* One line for each other branch of CHOICE: what it says first. */
static void note_others(struct telling *t, struct diag *diag, const struct violation *choice,
                        uint32_t but)
{
    enum { MANY = 4 };
    struct diag_list *found = t->explainer->found;
    int noted = 0;
    for (uint32_t i = 0; i < choice->branch_count; i++) {
        const struct branch *branch = &choice->branches[i];
        if (i == but || !branch->count)
            continue;
        if (noted++ == MANY) {
            diag_note(found, diag, keyword_place(t->explainer, choice),
                      "and %u other branches do not hold", choice->branch_count - 1 - MANY);
            return;
        }
        const struct violation *first = branch->violations;
        str below = str_skip(first->pointer, choice->pointer.len);
        diag_note(found, diag, keyword_place(t->explainer, first), "branch %u: %s%s", i + 1,
                  prefix(t->arena, below), message_text(t->arena, first));
    }
}

/* Adds where the schema asks for it, and by which branches of which choices. */
static void add_notes(struct telling *t, struct diag *diag, const struct violation *violation,
                      const struct inside *inside)
{
    struct diag_list *found = t->explainer->found;
    const char *hint = message_hint(t->arena, violation);
    if (hint)
        diag_hint(found, diag, "%s", hint);
    str keyword = message_keyword(violation);
    if (keyword.len)
        diag_note(found, diag, keyword_place(t->explainer, violation), "\"%s\" asks for it",
                  show(t->arena, keyword));
    else
        diag_note(found, diag, keyword_place(t->explainer, violation), "this schema is false");
    for (int i = 0; inside && i < CHOICES_NOTED; i++, inside = inside->outer) {
        const struct choice *chosen = inside->chosen;
        const struct violation *choice = inside->choice;
        const char *because = "which comes nearest";
        if (chosen->key)
            because = arena_printf(t->arena, "because \"%s\" is %s",
                                   show(t->arena, node_text(chosen->key)),
                                   message_value(t->arena, chosen->key + 1))
                          .data;
        diag_note(found, diag, keyword_place(t->explainer, choice), "in branch %u of %u of %s, %s",
                  chosen->number + 1, choice->branch_count, choice_name(t->arena, choice), because);
        if (!chosen->key)
            note_others(t, diag, choice, chosen->number);
    }
}

static void tell_violation(struct telling *t, const struct violation *violation,
                           const struct inside *inside);

/* The pointer of the member KEY of what is at POINTER. */
static str below(struct arena *arena, str pointer, const struct node *key)
{
    struct buf whole = buf_in(arena, PTRDIFF_MAX);
    buf_add(&whole, pointer);
    pointer_add_token(&whole, node_text(key));
    return buf_view(&whole);
}

/* Tells VIOLATION, a choice that no single branch explains. */
static void tell_merged(struct telling *t, const struct violation *violation,
                        const struct choice *choice, const struct inside *inside)
{
    const struct node *instance = violation->instance;
    enum diag_code code = choice->how == CHOICE_KINDS ? D0801 : choice->lacks ? D0806 : D0802;
    place where = instance_place(t->explainer, choice->key ? choice->key + 1 : instance);
    const struct node *value = choice->key ? choice->key + 1 : instance;
    str pointer = violation->pointer;
    const char *message;
    if (choice->how == CHOICE_KINDS)
        message =
            arena_printf(t->arena, "expected %s, got %s", message_kinds(t->arena, choice->kinds),
                         instance->kind < NODE_ARRAY ? message_value(t->arena, instance)
                                                     : node_kind_words(instance->kind))
                .data;
    else if (choice->lacks)
        message = arena_printf(t->arena, "the property \"%s\" is missing, which is one of %s",
                               show(t->arena, node_text(choice->lacks)), choice->values.data)
                      .data;
    else
        message = arena_printf(t->arena, "expected one of %s, got %s", choice->values.data,
                               message_value(t->arena, value))
                      .data;
    if (choice->key)
        pointer = below(t->arena, pointer, choice->key);
    struct diag *diag = tell(t, code, where, pointer, message);
    if (!diag)
        return;
    diag_note(t->explainer->found, diag, keyword_place(t->explainer, violation),
              "none of the %u branches of %s holds", violation->branch_count,
              choice_name(t->arena, violation));
    for (int i = 0; inside && i < CHOICES_NOTED; i++, inside = inside->outer)
        diag_note(t->explainer->found, diag, keyword_place(t->explainer, inside->choice),
                  "in branch %u of %u of %s", inside->chosen->number + 1,
                  inside->choice->branch_count, choice_name(t->arena, inside->choice));
}

/* Tells VIOLATION, a choice, by its branches. */
static void tell_choice(struct telling *t, const struct violation *violation,
                        const struct inside *inside)
{
    struct choice choice = choose(t->arena, violation);
    struct inside here = {violation, &choice, inside, inside ? inside->depth + 1 : 1};
    bool is_kept = choice.how != CHOICE_BRANCH || violation->branches[choice.number].count;
    if (here.depth > DEEPEST_CHOICE || !is_kept)
        choice.how = CHOICE_NONE;
    if (choice.how == CHOICE_KINDS || choice.how == CHOICE_VALUES) {
        tell_merged(t, violation, &choice, inside);
    } else if (choice.how == CHOICE_BRANCH) {
        const struct branch *branch = &violation->branches[choice.number];
        for (uint32_t i = 0; i < branch->count; i++)
            tell_violation(t, &branch->violations[i], &here);
    } else {
        struct diag *diag =
            tell(t, message_code(violation), violation_place(t->explainer, violation),
                 violation->pointer, message_text(t->arena, violation));
        if (diag)
            add_notes(t, diag, violation, inside);
    }
}

static void tell_violation(struct telling *t, const struct violation *violation,
                           const struct inside *inside)
{
    if (is_full(t)) {
        t->is_cut = true;
        return;
    }
    if (violation->branch_count) {
        tell_choice(t, violation, inside);
        return;
    }
    struct diag *diag = tell(t, message_code(violation), violation_place(t->explainer, violation),
                             violation->pointer, message_text(t->arena, violation));
    if (diag)
        add_notes(t, diag, violation, inside);
}

/* The end of the instance's text: what is said of the whole comes behind all the rest. */
static place end_place(const struct explainer *explainer)
{
    str chars = explainer->text->chars;
    while (chars.len && memchr(" \t\r\n", chars.data[chars.len - 1], 4))
        chars.len--;
    return (place){explainer->text, chars.len, 0};
}

/* Reports that there are findings that are not told, or, unless IS_CERTAIN, that there may be. */
static void tell_cut(const struct explainer *explainer, bool is_certain)
{
    struct diag *diag =
        diag_report(explainer->found, N0801, end_place(explainer), "%s",
                    is_certain ? "more is wrong than is told here"
                               : "there may be more that is wrong than is told here");
    if (is_certain && explainer->more)
        diag_hint(explainer->found, diag, "%s", explainer->more);
}

void explain(const struct explainer *explainer, const struct violations *violations)
{
    struct arena scratch = {0}; /* reports keep copies of what they say */
    struct telling t = {.explainer = explainer, .arena = &scratch};
    for (ptrdiff_t i = 0; i < violations->count; i++)
        tell_violation(&t, &violations->at[i], NULL);
    if (t.is_cut || violations->is_cut)
        tell_cut(explainer, t.is_cut);
    arena_free(&scratch);
}

void explain_limit(const struct explainer *explainer, const struct runner *runner)
{
    static const struct {
        enum diag_code code;
        const char *message;
    } limits[] = {
        [LIMIT_NONE] = {L0802, ""},
        [LIMIT_PATTERN] = {L0801, "whether this matches the pattern is not decided"},
        [LIMIT_DIGITS] = {L0802, "these numbers have too many digits"},
        [LIMIT_WORK] = {L0802, "this takes more than 200,000,000 steps"},
        [LIMIT_IN_PLACE] = {L0802, "schemas lead to each other without end here"},
    };
    struct diag *diag = diag_report(explainer->found, limits[runner->limit].code,
                                    instance_place(explainer, runner->limit_instance), "%s",
                                    limits[runner->limit].message);
    diag_note(explainer->found, diag,
              sources_place(explainer->sources, runner->limit_scheme->schema), "by this schema");
}
