#include "contract/answers.h"

#include "base/show.h"

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

/* True when NODE is what a server answered, in which members of other names mean nothing. */
static bool is_answer(const struct node *node)
{
    return member(node, "jsonrpc") || member(node, "content") || member(node, "resultType");
}

/* True when NODE is a call with its answer. */
static bool is_call(const struct node *node)
{
    return member(node, "response") && !is_answer(node);
}

/* True when NODE is a capture of calls. */
static bool is_capture(const struct node *node)
{
    return member(node, "calls") && !is_answer(node);
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

/* True when nothing in ROOT, which was read as results, is the arguments of a call. */
static bool has_no_arguments(const struct node *root)
{
    bool has_none = !is_capture(root) && !is_call(root) && !member(root, "arguments");
    for (uint32_t i = 0; root->kind == NODE_ARRAY && has_none && i < root->count; i++)
        has_none = !is_call(node_item(root, i)) && !member(node_item(root, i), "arguments");
    return has_none;
}

bool answers_load(struct answers *answers, const char *path, str name)
{
    struct document *document = sources_load_secret(answers->sources, path, name);
    if (!document)
        return false;
    document->text.is_secret = !has_no_arguments(document->root);
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
