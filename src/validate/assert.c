/*
 * What keywords ask of a value itself (2020-12 validation section 6; draft-04 validation section
 * 5).
 */
#include "source/number.h"
#include "validate/frame.h"
#include "validate/value.h"

#include <string.h>

bool kinds_hold(const struct scheme *scheme, const struct node *node, uint8_t kinds)
{
    uint8_t both = scheme->kinds & kinds;
    if (both == kinds || kinds != KIND_NUMBER || !both)
        return both != 0;
    bool is_integer = value_is_integer(node_text(node), scheme->dialect);
    return both & (is_integer ? KIND_INTEGER : KIND_FRACTION);
}

/* The steps that it counts for to look at all of NODE. An alias in YAML is shorter than its items.
 */
static uint64_t whole_work(const struct node *node)
{
    enum { BYTES_A_STEP = 32 };
    return node->len / BYTES_A_STEP + (node->kind < NODE_ARRAY ? 0 : node->count);
}

/* The order of the number TEXT and BOUND: below 0, 0 or above 0. */
static int compare_to(const struct bound *bound, str text)
{
    int64_t integer;
    if (bound->is_small && value_read_integer(text, &integer))
        return (integer > bound->integer) - (integer < bound->integer);
    return number_compare(text, bound->text);
}

static bool bound_holds(const struct bound *bound, str text)
{
    int order = compare_to(bound, text);
    order = bound->is_upper ? order : -order;
    return bound->is_exclusive ? order < 0 : order <= 0;
}

static bool multiple_holds(struct runner *r, const struct scheme *scheme, const struct rule *rule,
                           const struct node *node)
{
    int64_t integer;
    const struct bound *bound = rule->bound;
    if (bound->is_small && bound->integer && value_read_integer(node_text(node), &integer))
        return integer % bound->integer == 0;
    int is_multiple = number_is_multiple(node_text(node), bound->text);
    if (is_multiple < 0)
        run_stop(r, LIMIT_DIGITS, scheme, rule, node);
    return is_multiple > 0;
}

bool pattern_holds(struct runner *r, const struct scheme *scheme, const struct rule *rule,
                   struct pattern *pattern, const struct node *text)
{
    enum pattern_verdict verdict = pattern_search(pattern, node_text(text));
    if (verdict == PATTERN_UNDECIDED)
        run_stop(r, LIMIT_PATTERN, scheme, rule, text);
    else if (!run_works(r, pattern_steps(pattern) + whole_work(text), scheme, text))
        return false;
    return verdict == PATTERN_MATCHES;
}

/* A string has at most as many code points as bytes, and at least a quarter. */
static bool max_length_holds(uint64_t max, str text)
{
    uint64_t bytes = (uint64_t)text.len;
    return bytes <= max || (bytes / 4 <= max && value_length(text) <= max);
}

static bool min_length_holds(uint64_t min, str text)
{
    uint64_t bytes = (uint64_t)text.len;
    return bytes >= min && (bytes / 4 >= min || value_length(text) >= min);
}

/* True when NODE has all names that the array NAMES gives. */
static bool has_all(const struct node *node, const struct node *names)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (!node_get(node, node_text(node_item(names, i))))
            return false;
    return true;
}

static bool dependent_holds(const struct dependencies *dependencies, const struct node *node)
{
    for (uint32_t i = 0; i < dependencies->count; i++) {
        const struct dependency *dependency = &dependencies->at[i];
        if (dependency->required && node_get(node, dependency->name) &&
            !has_all(node, dependency->required))
            return false;
    }
    return true;
}

/* Notes each of NAMES that the value of F has not. */
static void violate_names(struct runner *r, struct frame *f, const struct node *names)
{
    r->work += names->count;
    for (uint32_t i = 0; i < names->count; i++)
        if (!node_get(f->node, node_text(node_item(names, i))))
            run_violate(r, f, f->rule->member, node_item(names, i));
}

void violate_required(struct runner *r, struct frame *f, const struct rule *rule)
{
    if (rule->op == OP_REQUIRED) {
        violate_names(r, f, rule->value);
        return;
    }
    for (uint32_t i = 0; i < rule->dependencies->count; i++) {
        const struct dependency *dependency = &rule->dependencies->at[i];
        if (dependency->required && node_get(f->node, dependency->name))
            violate_names(r, f, dependency->required);
    }
}

static bool content_holds(const struct node *schema, const struct node *node)
{
    const struct node *encoding = node_get(schema, S("contentEncoding"));
    const struct node *media_type = node_get(schema, S("contentMediaType"));
    return value_is_content(node_text(node),
                            node_is(encoding, NODE_STRING) ? node_text(encoding) : (str){0},
                            node_is(media_type, NODE_STRING) ? node_text(media_type) : (str){0});
}

/* The steps that it counts for to ask RULE, which looks at the value itself, of NODE. */
static uint64_t rule_work(const struct rule *rule, const struct node *node)
{
    switch ((enum op)rule->op) {
    case OP_TYPE:
    case OP_PATTERN: /* which counts its own */
    case OP_MAX_COUNT:
    case OP_MIN_COUNT:
        return 0;
    case OP_REQUIRED:
        return rule->value->count;
    case OP_DEPENDENT_REQUIRED:
        return rule->dependencies->count;
    default:
        return whole_work(node);
    }
}

bool value_holds(struct runner *r, const struct scheme *scheme, const struct rule *rule,
                 const struct node *node)
{
    uint32_t first, second;
    uint64_t work = rule_work(rule, node);
    if (work && !run_works(r, work, scheme, node))
        return false;
    switch ((enum op)rule->op) {
    case OP_CONST:
        return node_equal(node, rule->value);
    case OP_ENUM:
        return value_is_among(rule->values, node);
    case OP_BOUND:
        return bound_holds(rule->bound, node_text(node));
    case OP_MULTIPLE_OF:
        return multiple_holds(r, scheme, rule, node);
    case OP_MAX_LENGTH:
        return max_length_holds(rule->count, node_text(node));
    case OP_MIN_LENGTH:
        return min_length_holds(rule->count, node_text(node));
    case OP_PATTERN:
        return pattern_holds(r, scheme, rule, rule->pattern, node);
    case OP_FORMAT:
        return format_holds(rule->format, node_text(node));
    case OP_CONTENT:
        return content_holds(scheme->schema, node);
    case OP_MAX_COUNT:
        return node->count <= rule->count;
    case OP_MIN_COUNT:
        return node->count >= rule->count;
    case OP_UNIQUE_ITEMS:
        return !value_find_equal_items(node, &first, &second);
    case OP_REQUIRED:
        return has_all(node, rule->value);
    case OP_DEPENDENT_REQUIRED:
        return dependent_holds(rule->dependencies, node);
    default:
        return kinds_hold(scheme, node, kinds_of_node(node));
    }
}
