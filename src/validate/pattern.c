#include "validate/pattern.h"

#include "validate/chain.h"
#include "validate/ecma.h"
#include "validate/engine.h"

enum {
    USES_BEFORE_MACHINE_CODE = 3,
    LARGE = 4000, /* bytes when compiled, about: it is tried at once whether PCRE2 can do it */
    QUICK_MOST = 100000,
    QUICK_FIRST = 2000, /* which nearly all searches need not; those beyond are told of */
    COUNTED_A_STEP = 30,
    QUICK_LEAST = 32
};

/* In code points that are stepped over, in the worst case; the second is counted. */
static const int64_t quick_work = INT64_C(100000000), counted_work = INT64_C(800000000);

struct pattern {
    struct arena *arena;
    str source;
    enum ecma_grammar grammar;
    enum pattern_way way;
    bool from_start; /* a match can only begin at the start */
    bool refused;    /* by PCRE2, when it was compiled late */
    int uses;
    uint64_t steps;                   /* of the last search */
    struct chain *chain;              /* NULL: it is none */
    struct engine *engine, *counting; /* made when they are needed */
};

/* ---- new patterns ---- */

static void set_fault(struct pattern_fault *fault, struct arena *arena,
                      const struct ecma_fault *found)
{
    fault->severity = found->problem == ECMA_FINE          ? PATTERN_FINE
                      : found->problem == ECMA_ANNEX_B     ? PATTERN_WARNING
                      : found->problem == ECMA_UNSUPPORTED ? PATTERN_UNSUPPORTED
                                                           : PATTERN_ERROR;
    fault->offset = found->offset;
    fault->message = arena_copy(arena, found->message);
}

/* Compiles REGEX, whose references were judged. NULL when it cannot be; *RET_FAULT says why. */
static struct engine *compile(struct arena *arena, const struct ecma_regex *regex, bool counted,
                              bool only_large, struct ecma_fault *ret_fault)
{
    struct arena scratch = {0};
    struct engine *engine = NULL;
    str translation;
    int64_t size;
    if (ecma_write(&scratch, regex, (struct ecma_writing){.counted = counted}, &translation, &size,
                   ret_fault) &&
        (!only_large || size > LARGE)) {
        struct engine_needs needs = {regex->has_lookaheads, regex->has_properties,
                                     regex->has_references};
        engine = engine_new(arena, translation, needs);
        if (!engine)
            *ret_fault = (struct ecma_fault){ECMA_UNSUPPORTED, 0,
                                             S("the pattern is too large to be supported here")};
    }
    arena_free(&scratch);
    return engine;
}

static bool starts_at_start(const struct ecma_node *node)
{
    while (node && (node->kind == ECMA_SEQUENCE || node->kind == ECMA_GROUP))
        node = node->first;
    return node && node->kind == ECMA_START;
}

/* Reads the source anew by its grammar, up to what has to be known of references. */
static bool read_again(struct arena *arena, const struct pattern *pattern,
                       struct ecma_regex *ret_regex)
{
    struct ecma_fault fault;
    return ecma_parse(arena, pattern->source, pattern->grammar, ret_regex, &fault) &&
           ecma_refer(ret_regex, &fault);
}

/* Strictly at first; then with Annex B, unless the pattern is valid but unsupported. */
static bool read(struct arena *scratch, struct pattern *pattern, struct ecma_regex *ret_regex,
                 struct ecma_fault *ret_fault)
{
    pattern->grammar = ECMA_UNICODE;
    if (ecma_parse(scratch, pattern->source, pattern->grammar, ret_regex, ret_fault))
        return true;
    if (ret_fault->problem == ECMA_UNSUPPORTED)
        return false;
    struct ecma_fault strict = *ret_fault;
    pattern->grammar = ECMA_WITH_ANNEX_B;
    if (ecma_parse(scratch, pattern->source, pattern->grammar, ret_regex, ret_fault))
        return true;
    if (ret_fault->problem == ECMA_ERROR && strict.offset > ret_fault->offset)
        *ret_fault = strict;
    return false;
}

struct pattern *pattern_new(struct arena *arena, str source, struct pattern_fault *ret_fault)
{
    struct arena scratch = {0};
    struct pattern made = {.arena = arena, .source = source};
    struct ecma_regex regex;
    struct ecma_fault fault, other = {0};
    bool usable = read(&scratch, &made, &regex, &fault) && ecma_refer(&regex, &other);
    if (usable) {
        made.from_start = starts_at_start(regex.root);
        made.chain = chain_new(arena, &regex);
        if (!made.chain)
            made.engine = compile(arena, &regex, false, true, &other);
        usable = other.problem == ECMA_FINE;
    }
    set_fault(ret_fault, arena, other.problem == ECMA_FINE ? &fault : &other);
    arena_free(&scratch);
    if (!usable)
        return NULL;
    struct pattern *pattern = arena_new(arena, struct pattern, 1);
    *pattern = made;
    return pattern;
}

str pattern_source(const struct pattern *pattern)
{
    return pattern->source;
}

bool pattern_is_regex(struct arena *arena, str source, struct pattern_fault *ret_fault)
{
    struct arena scratch = {0};
    struct ecma_regex regex;
    struct ecma_fault fault;
    bool is_regex = ecma_parse(&scratch, source, ECMA_UNICODE, &regex, &fault);
    if (ret_fault)
        set_fault(ret_fault, arena, &fault);
    arena_free(&scratch);
    return is_regex;
}

/* ---- searches ---- */

/* The engine of PATTERN, made now if there is none. NULL when PCRE2 refuses it. */
static struct engine *engine_of(struct pattern *pattern, bool counted)
{
    struct engine **engine = counted ? &pattern->counting : &pattern->engine;
    if (!*engine && !pattern->refused) {
        struct arena scratch = {0};
        struct ecma_regex regex;
        struct ecma_fault fault;
        if (read_again(&scratch, pattern, &regex))
            *engine = compile(pattern->arena, &regex, counted, false, &fault);
        pattern->refused = !*engine;
        arena_free(&scratch);
    }
    return *engine;
}

/* How much backtracking from one place keeps the whole search short, at any place and pattern. */
static uint32_t quick_limit(const struct pattern *pattern, str subject)
{
    int64_t len = subject.len + (int64_t)1;
    int64_t limit = quick_work / len / (pattern->from_start ? 1 : len);
    return (uint32_t)(limit > QUICK_MOST ? QUICK_MOST : limit);
}

static enum engine_result search_quickly(struct pattern *pattern, str subject)
{
    uint32_t limit = quick_limit(pattern, subject);
    struct engine *engine = engine_of(pattern, false);
    if (!engine || limit < QUICK_LEAST || pattern->way == PATTERN_COUNTED)
        return ENGINE_LIMIT;
    if (pattern->way == PATTERN_COMPILED ||
        (pattern->way == PATTERN_BEST && ++pattern->uses == USES_BEFORE_MACHINE_CODE))
        engine_use_machine_code(engine);
    if (limit > QUICK_FIRST) {
        enum engine_result result = engine_search(engine, subject, QUICK_FIRST);
        if (result != ENGINE_LIMIT)
            return result;
    }
    pattern->steps += limit;
    return engine_search(engine, subject, limit);
}

enum pattern_verdict pattern_search(struct pattern *pattern, str subject)
{
    pattern->steps = 0;
    if (pattern->chain && pattern->way == PATTERN_BEST)
        return chain_search(pattern->chain, subject) ? PATTERN_MATCHES : PATTERN_FAILS;
    enum engine_result result = search_quickly(pattern, subject);
    if (result == ENGINE_LIMIT) {
        struct engine *engine = engine_of(pattern, true);
        int64_t budget = counted_work;
        if (engine)
            result = engine_search_counted(engine, subject, &budget);
        pattern->steps += (uint64_t)(counted_work - budget) / COUNTED_A_STEP;
    }
    return result == ENGINE_MATCHES ? PATTERN_MATCHES
           : result == ENGINE_FAILS ? PATTERN_FAILS
                                    : PATTERN_UNDECIDED;
}

uint64_t pattern_steps(const struct pattern *pattern)
{
    return pattern->steps;
}

void pattern_force(struct pattern *pattern, enum pattern_way way)
{
    pattern->way = way;
}
