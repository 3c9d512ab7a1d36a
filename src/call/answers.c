#include "call/answers.h"

#include "base/show.h"
#include "call/result.h"

static const struct node *member(const struct node *node, const char *key)
{
    return node_get(node, str_of(key));
}

static void add_answer(struct answers *answers, const struct node *node, str tool)
{
    answers->at = arena_make_room(answers->sources->arena, answers->at, sizeof *answers->at,
                                  answers->count, &answers->cap);
    answers->at[answers->count++] = (struct answer){node, tool};
}

static bool refuse(struct answers *answers, const struct node *node, const char *what)
{
    struct diag_list *found = answers->sources->found;
    diag_hint(found,
              diag_report(found, E1072, sources_place(answers->sources, node), "%s here, not %s",
                          what, node_kind_words(node->kind)),
              "results are a result of tools/call, the response with it, an array of these, or a "
              "capture with \"calls\"");
    return false;
}

/* True when NODE is a call with its answer. */
static bool is_call(const struct node *node)
{
    return member(node, "response") && !result_is_answer(node);
}

/* True when NODE is a capture of calls. */
static bool is_capture(const struct node *node)
{
    return member(node, "calls") && !result_is_answer(node);
}

/* Adds NODE, a call or an answer. */
static void add_item(struct answers *answers, const struct node *node)
{
    const struct node *tool = member(node, "tool");
    if (!is_call(node))
        add_answer(answers, node, S(""));
    else
        add_answer(answers, member(node, "response"),
                   node_is(tool, NODE_STRING) ? node_text(tool) : S(""));
}

static bool add_calls(struct answers *answers, const struct node *calls)
{
    if (calls->kind != NODE_ARRAY)
        return refuse(answers, calls, "\"calls\" must be an array");
    if (!calls->count)
        return refuse(answers, calls, "a call must stand");
    for (uint32_t i = 0; i < calls->count; i++) {
        if (!is_call(node_item(calls, i)))
            return refuse(answers, node_item(calls, i), "a call with a \"response\" must stand");
        add_item(answers, node_item(calls, i));
    }
    return true;
}

bool answers_add(struct answers *answers, const struct document *document)
{
    const struct node *root = document->root;
    if (is_capture(root))
        return add_calls(answers, member(root, "calls"));
    if (root->kind == NODE_OBJECT)
        add_item(answers, root);
    else if (root->kind != NODE_ARRAY || !root->count)
        return refuse(answers, root, "a result must stand");
    for (uint32_t i = 0; root->kind == NODE_ARRAY && i < root->count; i++)
        add_item(answers, node_item(root, i));
    return true;
}

/* True when NODE, or what it holds, has a member that a request or its headers have. */
static bool has_request(const struct node *node)
{
    static const char *const members[] = {"arguments", "params", "headers"};
    bool has = false;
    for (size_t i = 0; !has && i < sizeof members / sizeof *members; i++)
        has = node->kind == NODE_OBJECT && member(node, members[i]);
    for (uint32_t i = 0; node->kind >= NODE_ARRAY && !has && i < node->count; i++)
        has = has_request(node->kind == NODE_OBJECT ? node_value(node, i) : node_item(node, i));
    return has;
}

/* True when ROOT is nothing but answers: what else it were could be what was sent. */
static bool is_public(const struct node *root)
{
    bool is_known = root->kind == NODE_ARRAY || result_is_answer(root);
    for (uint32_t i = 0; root->kind == NODE_ARRAY && is_known && i < root->count; i++)
        is_known = result_is_answer(node_item(root, i));
    return is_known && !has_request(root);
}

bool answers_load(struct answers *answers, const char *path, str name)
{
    struct document *document = sources_load_secret(answers->sources, path, name);
    if (!document)
        return false;
    document->text.is_secret = !is_public(document->root);
    return answers_add(answers, document);
}

void answers_report_unsaid(const struct sources *sources, const struct answer *answer,
                           ptrdiff_t count, const char *hint)
{
    diag_hint(sources->found,
              diag_report(sources->found, E0001, sources_place(sources, answer->node),
                          "which of %td tools gave this result is not said", count),
              "%s", hint);
}

void answers_warn_unlisted(const struct sources *sources, const struct answer *answer)
{
    diag_report(sources->found, W1072, sources_place(sources, answer->node),
                "a call names the tool \"%s\", which is not listed",
                show(sources->arena, answer->tool));
}
