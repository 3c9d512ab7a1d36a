#include "validate/engine.h"

#include <stdlib.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum {
    HEAP_LIMIT = 64 * 1024,      /* KiB of memory for one search in the interpreter */
    NESTING_LIMIT = 1000,        /* parentheses; ecma_write may write some for each that it reads */
    MACHINE_CODE_MOST = 1 << 14, /* bytes of a compiled pattern that is worth machine code */
    CALLOUT_COST = 64            /* what a callout costs, in code points that are stepped over */
};

struct engine {
    pcre2_general_context *memory;
    pcre2_code *code;
    pcre2_match_context *limits;
    pcre2_match_data *data; /* for machine code, which leaves it small */
    bool has_references;    /* then there is no machine code */
    bool has_machine_code;
};

/* ---- memory: running out of it ends the program, here as elsewhere ---- */

static void *take_memory(size_t size, void *unused)
{
    (void)unused;
    return heap_resize(NULL, size ? (ptrdiff_t)size : 1);
}

static void give_memory(void *memory, void *unused)
{
    (void)unused;
    free(memory);
}

static void *sure(void *made)
{
    if (!made)
        die_oom();
    return made;
}

static pcre2_general_context *new_memory(void)
{
    return sure(pcre2_general_context_create(take_memory, give_memory, NULL));
}

static void engine_release(void *engine_)
{
    struct engine *engine = engine_;
    pcre2_match_data_free(engine->data);
    pcre2_match_context_free(engine->limits);
    pcre2_code_free(engine->code);
    pcre2_general_context_free(engine->memory);
}

/* ---- patterns ---- */

static pcre2_code *compile(pcre2_general_context *memory, str pattern, uint32_t more_options)
{
    const uint32_t options = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY |
                             PCRE2_ALLOW_EMPTY_CLASS | PCRE2_NEVER_BACKSLASH_C;
    int error;
    PCRE2_SIZE offset;
    pcre2_compile_context *context = sure(pcre2_compile_context_create(memory));
    pcre2_set_parens_nest_limit(context, NESTING_LIMIT);
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)(pattern.len ? pattern.data : ""), (PCRE2_SIZE)pattern.len,
                      options | more_options, &error, &offset, context);
    pcre2_compile_context_free(context);
    return code;
}

struct engine *engine_new(struct arena *arena, str pattern, struct engine_needs needs)
{
    pcre2_general_context *memory = new_memory();
    uint32_t options = (needs.references ? PCRE2_MATCH_UNSET_BACKREF : 0) |
                       (needs.lookaheads ? PCRE2_NO_START_OPTIMIZE : 0) |
                       (needs.properties ? PCRE2_NO_AUTO_POSSESS : 0);
    pcre2_code *code = compile(memory, pattern, options);
    if (!code) {
        pcre2_general_context_free(memory);
        return NULL;
    }
    struct engine *engine = arena_new(arena, struct engine, 1);
    engine->memory = memory;
    engine->code = code;
    engine->has_references = needs.references;
    engine->limits = sure(pcre2_match_context_create(memory));
    pcre2_set_heap_limit(engine->limits, HEAP_LIMIT);
    arena_on_free(arena, engine_release, engine);
    return engine;
}

void engine_use_machine_code(struct engine *engine)
{
    size_t size = 0;
    if (engine->has_references || engine->has_machine_code ||
        pcre2_pattern_info(engine->code, PCRE2_INFO_SIZE, &size) != 0 || size > MACHINE_CODE_MOST ||
        pcre2_jit_compile(engine->code, PCRE2_JIT_COMPLETE) != 0)
        return; /* also where the system allows no machine code */
    engine->data = sure(pcre2_match_data_create(1, engine->memory));
    engine->has_machine_code = true;
}

/* ---- searches ---- */

static enum engine_result result_of(int code)
{
    if (code >= 0) /* 0: there was no room for what the groups matched, which nobody asks for */
        return ENGINE_MATCHES;
    return code == PCRE2_ERROR_NOMATCH ? ENGINE_FAILS : ENGINE_LIMIT;
}

/* Searches in the interpreter, whose memory is given back: it may be much. */
static enum engine_result interpret(struct engine *engine, str subject)
{
    pcre2_match_data *data = sure(pcre2_match_data_create(1, engine->memory));
    int code = pcre2_match(engine->code, (PCRE2_SPTR)(subject.len ? subject.data : ""),
                           (PCRE2_SIZE)subject.len, 0, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, data,
                           engine->limits);
    pcre2_match_data_free(data);
    return result_of(code);
}

enum engine_result engine_search(struct engine *engine, str subject, uint32_t limit)
{
    pcre2_set_match_limit(engine->limits, limit);
    if (!engine->has_machine_code)
        return interpret(engine, subject);
    return result_of(pcre2_jit_match(engine->code, (PCRE2_SPTR)(subject.len ? subject.data : ""),
                                     (PCRE2_SIZE)subject.len, 0, 0, engine->data, engine->limits));
}

/* What is left of a budget, and where the last callout was. */
struct account {
    int64_t left;
    PCRE2_SIZE at;
};

/*
 * Between two callouts PCRE2 steps over what lies between their places, which is mostly one run and
 * quick, and over what the number of the first one tells.
 */
static int count_step(pcre2_callout_block *here, void *account_)
{
    struct account *account = account_;
    PCRE2_SIZE at = here->current_position;
    account->left -= (int64_t)(at > account->at ? at - account->at : account->at - at);
    account->left -= CALLOUT_COST + (INT64_C(4) << here->callout_number);
    account->at = at;
    return account->left < 0 ? PCRE2_ERROR_CALLOUT : 0;
}

enum engine_result engine_search_counted(struct engine *engine, str subject, int64_t *budget)
{
    struct account account = {*budget, 0};
    pcre2_set_match_limit(engine->limits, UINT32_MAX);
    pcre2_set_callout(engine->limits, count_step, &account);
    enum engine_result result = interpret(engine, subject);
    pcre2_set_callout(engine->limits, NULL, NULL);
    *budget = account.left;
    return result;
}

/* ---- what PCRE2 knows of Unicode ---- */

bool engine_knows_property(str name)
{
    char pattern[80] = "\\p{";
    ptrdiff_t len = 3;
    if (name.len > (ptrdiff_t)sizeof pattern - 4)
        return false;
    for (ptrdiff_t i = 0; i < name.len; i++)
        pattern[len++] = name.data[i];
    pattern[len++] = '}';
    pcre2_general_context *memory = new_memory();
    pcre2_code *code = compile(memory, (str){pattern, len}, 0);
    pcre2_code_free(code);
    pcre2_general_context_free(memory);
    return code != NULL;
}
