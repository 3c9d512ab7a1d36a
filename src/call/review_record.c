/*
 * review_record.c - a review as JSON.
 */
#include "call/review.h"

#include "call/mirror.h"
#include "contract/admission_record.h"
#include "contract/push.h"

static void push_sentences(struct node_stack *stack, struct arena *arena, const char *key,
                           const char *const *sentences)
{
    ptrdiff_t base = push_open(stack, key);
    for (; *sentences; sentences++)
        node_push_str(stack, str_of(*sentences));
    push_close(stack, arena, base, NODE_ARRAY);
}

static void push_admission(struct node_stack *stack, const struct review *review,
                           const struct admission *admission)
{
    struct sources *sources = review->listing->sources;
    ptrdiff_t base = push_open(stack, "admission"), list;
    push_bool(stack, "admitted", !admission->reasons);
    list = push_open(stack, "reasons");
    for (const struct rejection *one = admission->reasons; one; one = one->next) {
        ptrdiff_t item = push_open(stack, NULL);
        push_text(stack, "reason", str_of(admission_word(one->reason)));
        push_text(stack, "code", str_of(diag_code_name(one->code)));
        push_text(stack, "pointer", one->pointer);
        push_line(stack, sources->arena, sources_place(sources, one->node));
        push_text(stack, "message", str_of(one->message));
        push_close(stack, sources->arena, item, NODE_OBJECT);
    }
    push_close(stack, sources->arena, list, NODE_ARRAY);
    push_close(stack, sources->arena, base, NODE_OBJECT);
}

static void push_plan(struct node_stack *stack, const struct review *review,
                      const struct review_tool *tool)
{
    struct arena *arena = review->listing->sources->arena;
    const char *rules[REVIEW_RULES];
    const struct node *output = tool->admission.reasons ? NULL : tool->output;
    ptrdiff_t base = push_open(stack, "result");
    push_bool(stack, "outputSchema", output != NULL);
    if (output)
        push_text(stack, "dialect", str_of(tool_schema_dialect(arena, output)));
    review_result_rules(review, tool, rules);
    push_sentences(stack, arena, "rules", rules);
    push_close(stack, arena, base, NODE_OBJECT);
}

static void push_headers(struct node_stack *stack, const struct review *review,
                         const struct review_tool *tool)
{
    struct arena *arena = review->listing->sources->arena;
    const struct admission *admission = &tool->admission;
    const char *rules[REVIEW_RULES];
    ptrdiff_t base = push_open(stack, "headers"), list = push_open(stack, "mirrored");
    for (ptrdiff_t i = 0; !admission->reasons && i < admission->mirrored_count; i++) {
        const struct mirrored *parameter = &admission->mirrored[i];
        ptrdiff_t item = push_open(stack, NULL);
        push_text(stack, "parameter", mirror_pointer(arena, parameter));
        push_text(stack, "header", mirror_header(arena, parameter));
        push_text(stack, "type", str_of(mirrored_types[parameter->type]));
        push_close(stack, arena, item, NODE_OBJECT);
    }
    push_close(stack, arena, list, NODE_ARRAY);
    review_header_rules(review, tool, rules);
    push_sentences(stack, arena, "rules", rules);
    push_close(stack, arena, base, NODE_OBJECT);
}

static void push_tests(struct node_stack *stack, const char *key, const struct review_tests *tests)
{
    ptrdiff_t base = push_open(stack, key);
    for (ptrdiff_t i = 0; i < tests->count; i++) {
        ptrdiff_t item = push_open(stack, NULL);
        push_text(stack, "kind", str_of(tests->at[i].kind));
        push_text(stack, "given", tests->at[i].given);
        push_text(stack, "expected", tests->at[i].expected);
        push_close(stack, tests->arena, item, NODE_OBJECT);
    }
    push_close(stack, tests->arena, base, NODE_ARRAY);
}

static void push_place(struct node_stack *stack, const struct review *review,
                       const struct node *node)
{
    struct sources *sources = review->listing->sources;
    place where = sources_place(sources, node);
    push_text(stack, "file", where.text ? where.text->name : S(""));
    push_line(stack, sources->arena, where);
}

static void push_evidence(struct node_stack *stack, const struct review *review,
                          const struct review_tool *tool)
{
    struct arena *arena = review->listing->sources->arena;
    ptrdiff_t base = push_open(stack, "evidence"), inner = push_open(stack, "descriptor");
    push_place(stack, review, tool->tool->entry);
    push_text(stack, "raw", str_of(tool->prints.of[FINGERPRINT_RAW].hex));
    push_text(stack, "compat", str_of(tool->prints.of[FINGERPRINT_COMPAT].hex));
    push_close(stack, arena, inner, NODE_OBJECT);
    if (tool->listed == REVIEW_NO_PAGES)
        push_null(stack, "listed");
    else
        push_text(stack, "listed", str_of(review_listed_word(tool->listed)));
    inner = push_open(stack, "results");
    for (enum result_outcome i = 0; i <= RESULT_IS_UNDECIDED; i++)
        push_number(stack, arena, result_outcome_word(i), tool->outcomes[i]);
    push_close(stack, arena, inner, NODE_OBJECT);
    inner = push_open(stack, "validated");
    if (tool->validated) {
        push_place(stack, review, tool->validated);
        push_text(stack, "sha256", str_of(tool->validated_digest.hex));
        push_close(stack, arena, inner, NODE_OBJECT);
    } else {
        node_push_null(stack);
    }
    push_close(stack, arena, base, NODE_OBJECT);
}

static void push_tool(struct node_stack *stack, const struct review *review,
                      const struct review_tool *tool)
{
    ptrdiff_t base = push_open(stack, NULL);
    push_text(stack, "name", admission_name(tool->tool));
    push_admission(stack, review, &tool->admission);
    push_plan(stack, review, tool);
    push_headers(stack, review, tool);
    push_tests(stack, "tests", &tool->tests);
    push_number(stack, tool->tests.arena, "testsLeftOut", tool->tests.dropped);
    push_evidence(stack, review, tool);
    push_close(stack, tool->tests.arena, base, NODE_OBJECT);
}

void review_push(struct node_stack *stack, const struct review *review)
{
    struct arena *arena = review->listing->sources->arena;
    struct admission *admissions = arena_new(arena, struct admission, review->listing->count);
    ptrdiff_t base = push_open(stack, NULL);
    push_text(stack, "profile", str_of(profile_names[review->profile]));
    for (ptrdiff_t i = 0; i < review->listing->count; i++)
        admissions[i] = review->tools[i].admission;
    admission_push(stack, review->listing, admissions, review->listing->count);
    ptrdiff_t tools = push_open(stack, "tools");
    for (ptrdiff_t i = 0; i < review->listing->count; i++)
        push_tool(stack, review, &review->tools[i]);
    push_close(stack, arena, tools, NODE_ARRAY);
    push_tests(stack, "tests", &review->tests);
    node_push_str(stack, S("pages"));
    if (review->discovery)
        discovery_push(stack, review->discovery);
    else
        node_push_null(stack);
    push_close(stack, arena, base, NODE_OBJECT);
}
