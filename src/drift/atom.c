#include "drift/atom.h"

#include "source/number.h"
#include "validate/value.h"

/* The text that tells the labels of one op apart. */
static str label_text(const struct rule *rule, const struct node *asked)
{
    return rule->op == OP_MULTIPLE_OF   ? rule->bound->text
           : asked->kind == NODE_STRING ? node_text(asked)
                                        : (str){0};
}

static int find_label(const struct labels *labels, const struct rule *rule,
                      const struct node *asked)
{
    str text = label_text(rule, asked);
    for (unsigned i = 0; i < labels->count; i++)
        if (labels->at[i].op == rule->op &&
            (rule->op == OP_MULTIPLE_OF ? number_equal(labels->at[i].text, text)
                                        : str_equal(labels->at[i].text, text)))
            return (int)i;
    return -1;
}

void labels_add(struct labels *labels, const struct rule *rule, const struct node *asked)
{
    bool is_content = rule->op == OP_CONTENT; /* which asks for two things at once */
    if (is_content || (labels->count == LABEL_CAP && find_label(labels, rule, asked) < 0))
        labels->overflow |= rule->kinds;
    else if (find_label(labels, rule, asked) < 0)
        labels->at[labels->count++] = (struct label){rule->op, label_text(rule, asked)};
}

static enum atom_verdict judge(const struct atom *atom, const struct scheme *scheme,
                               unsigned depth);

static enum atom_verdict verdict_of(bool is_taken)
{
    return is_taken ? ATOM_TAKEN : ATOM_REFUSED;
}

/* How many of SCHEMES take ATOM; -1 when that is unknown of one. */
static int count_taking(const struct atom *atom, const struct schemes *schemes, unsigned depth)
{
    int count = 0;
    for (uint32_t i = 0; i < schemes->count; i++) {
        enum atom_verdict verdict = judge(atom, schemes->at[i], depth);
        if (verdict == ATOM_UNKNOWN)
            return -1;
        count += verdict == ATOM_TAKEN;
    }
    return count;
}

static enum atom_verdict judge_choice(const struct atom *atom, const struct rule *rule,
                                      unsigned depth)
{
    int count = count_taking(atom, rule->schemes, depth);
    if (count < 0)
        return ATOM_UNKNOWN;
    return verdict_of(rule->op == OP_ALL_OF   ? count == (int)rule->schemes->count
                      : rule->op == OP_ANY_OF ? count > 0
                                              : count == 1);
}

static enum atom_verdict judge_condition(const struct atom *atom, const struct condition *condition,
                                         unsigned depth)
{
    enum atom_verdict test = judge(atom, condition->test, depth);
    const struct scheme *next = test == ATOM_TAKEN ? condition->yes : condition->no;
    if (test == ATOM_UNKNOWN)
        return ATOM_UNKNOWN;
    return next ? judge(atom, next, depth) : ATOM_TAKEN;
}

static bool bound_holds(const struct atom *atom, const struct bound *bound)
{
    int order = number_compare(node_text(atom->value), bound->text);
    if (!order)
        return !bound->is_exclusive;
    return bound->is_upper ? order < 0 : order > 0;
}

static enum atom_verdict judge_label(const struct atom *atom, const struct scheme *scheme,
                                     const struct rule *rule)
{
    int label = find_label(atom->labels, rule, node_value(scheme->schema, rule->member));
    return label < 0 ? ATOM_UNKNOWN : verdict_of(atom->has >> label & 1);
}

static enum atom_verdict judge_rule(const struct atom *atom, const struct scheme *scheme,
                                    const struct rule *rule, unsigned depth)
{
    enum atom_verdict inner;
    switch (rule->op) {
    case OP_NEVER:
        return ATOM_REFUSED;
    case OP_CONST:
        return verdict_of(node_equal(rule->value, atom->value));
    case OP_ENUM:
        return verdict_of(value_is_among(rule->values, atom->value));
    case OP_BOUND:
        return verdict_of(bound_holds(atom, rule->bound));
    case OP_MAX_LENGTH:
        return verdict_of(atom->length <= rule->count);
    case OP_MIN_LENGTH:
        return verdict_of(atom->length >= rule->count);
    case OP_MULTIPLE_OF:
    case OP_PATTERN:
    case OP_FORMAT:
        return judge_label(atom, scheme, rule);
    case OP_REF:
        return judge(atom, rule->scheme, depth);
    case OP_DYNAMIC_REF:
        return rule->redirect->anchor == NO_ANCHOR ? judge(atom, rule->redirect->initial, depth)
                                                   : ATOM_UNKNOWN;
    case OP_ALL_OF:
    case OP_ANY_OF:
    case OP_ONE_OF:
        return judge_choice(atom, rule, depth);
    case OP_NOT:
        inner = judge(atom, rule->scheme, depth);
        return inner == ATOM_UNKNOWN ? inner : verdict_of(inner == ATOM_REFUSED);
    case OP_IF:
        return judge_condition(atom, rule->condition, depth);
    default:
        return ATOM_UNKNOWN;
    }
}

static enum atom_verdict judge(const struct atom *atom, const struct scheme *scheme, unsigned depth)
{
    enum { MAX_DEPTH = 64 };
    uint8_t kind = atom->kind;
    if (kind & KIND_NUMBER)
        kind = value_is_integer(node_text(atom->value), scheme->dialect) ? KIND_INTEGER
                                                                         : KIND_FRACTION;
    if (depth >= MAX_DEPTH || !*atom->work)
        return ATOM_UNKNOWN;
    --*atom->work;
    if (!(scheme->kinds & kind))
        return ATOM_REFUSED;
    enum atom_verdict all = ATOM_TAKEN;
    for (uint32_t i = 0; i < scheme->count; i++) {
        const struct rule *rule = &scheme->rules[i];
        if (!(rule->kinds & kind) || rule->op == OP_TYPE)
            continue;
        enum atom_verdict verdict = judge_rule(atom, scheme, rule, depth + 1);
        if (verdict == ATOM_REFUSED)
            return verdict;
        if (verdict == ATOM_UNKNOWN)
            all = verdict;
    }
    return all;
}

enum atom_verdict atom_judge(const struct atom *atom, const struct scheme *scheme)
{
    return judge(atom, scheme, 0);
}
