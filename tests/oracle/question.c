#include "question.h"

#include "schema/pointer.h"

void reading_init(struct reading *reading, struct arena *arena)
{
    *reading = (struct reading){.arena = arena, .found = {.arena = arena}};
    reading->sources = (struct sources){
        .arena = arena, .found = &reading->found, .policy = {.duplicates = DUPLICATES_LAST}};
}

const struct node *read_text(struct reading *reading, str text)
{
    struct document *document = sources_read(&reading->sources, S("text"), text);
    return document ? document->root : NULL;
}

const struct node *read_file(struct reading *reading, const char *path)
{
    struct document *document = sources_load(&reading->sources, path, str_of(path));
    return document ? document->root : NULL;
}

struct rules rules_named(const struct node *options)
{
    const struct node *honour = node_get(options, S("honour_ref_siblings"));
    const struct node *view = node_get(options, S("view"));
    return (struct rules){
        .honour_ref_siblings = node_is(honour, NODE_BOOL) && honour->count,
        .assume_3_0 = node_is_text(node_get(options, S("assume")), S("3.0")),
        .conditional = node_is_text(node_get(options, S("discriminator")), S("conditional")),
        .request = node_is_text(view, S("request")),
        .response = node_is_text(view, S("response")),
    };
}

enum verdict question_answer(struct arena *arena, str line, const char **ret_problem)
{
    struct reading reading;
    reading_init(&reading, arena);
    const struct node *question = read_text(&reading, line);
    const struct node *name = node_get(question, S("dialect"));
    const struct node *document = node_get(question, S("document"));
    const struct node *others = node_get(question, S("documents"));
    const struct node *schema = node_get(question, S("schema")), *at = node_get(question, S("at"));
    const struct node *instance = node_get(question, S("instance"));
    if (document && node_is(at, NODE_STRING))
        schema = pointer_resolve(arena, document, node_text(at)).node;
    enum dialect dialect =
        node_is(name, NODE_STRING) ? dialect_named(node_text(name)) : DIALECT_COUNT;
    *ret_problem = "this is no question";
    if (!schema || !instance || dialect == DIALECT_COUNT)
        return VERDICT_NONE;

    struct oracle oracle = oracle_in(arena, rules_named(question));
    for (uint32_t i = 0; node_is(others, NODE_OBJECT) && i < others->count; i++)
        oracle_add(&oracle, node_text(node_key(others, i)), node_value(others, i), dialect);
    const struct resource *home =
        oracle_add(&oracle, (str){0}, document ? document : schema, dialect);
    enum verdict verdict = oracle_judge(&oracle, home, schema, instance);
    *ret_problem = verdict == VERDICT_NONE ? oracle.problem : "";
    return verdict;
}
