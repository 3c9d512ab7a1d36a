/*
 * verdicts - what our own validator says of questions.
 *
 *     rows --sources | verdicts              (or rows --translations)
 *     verdicts --answers <questions
 *
 * Each line is a question as rows.c prints them: "row", "dialect", "document", the pointer "at" of
 * the schema in it, "options" and "instances", pairs of a value and the oracle's verdict. Prints a
 * line for each question of which it judges some instance otherwise, as tests/cli/npm/judges.js
 * does: "source<tab>schemac<tab>DIALECT<tab>ROW", or "schemac fails" for what is no schema for it.
 * With --answers it prints a line for each question instead: an array of verdicts, null where a
 * limit was reached; or the first message, a string, when there is none. Formats do not assert.
 */
#include "openapi/document.h"
#include "schema/pointer.h"
#include "source/number.h"
#include "source/write.h"
#include "validate/compile.h"
#include "validate/run.h"
#include "validate/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A question that is being answered. */
struct answering {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct compiler compiler;
    const struct node *question;
    const struct scheme *scheme; /* NULL: reported */
    struct runner runner;
};

static str member_text(const struct node *object, const char *name)
{
    const struct node *value = node_get(object, str_of(name));
    return node_is(value, NODE_STRING) ? node_text(value) : (str){0};
}

/* The dialect of schemas that do not say; documents of OpenAPI say their version themselves. */
static enum dialect dialect_asked(const struct node *question)
{
    enum dialect dialect = dialect_of_name(member_text(question, "dialect"));
    return dialect == DIALECT_COUNT ? DIALECT_2020_12 : dialect;
}

/* NODE as a document of its own, in which places are those in its own text. */
static struct document *document_of(struct answering *a, const struct node *node)
{
    struct buf out = buf_in(&a->arena, PTRDIFF_MAX);
    const struct node *bad;
    node_write(&out, node, (struct write_options){.style = WRITE_EXACT}, &bad);
    return sources_read_as(&a->sources, S("document.json"), buf_view(&out), FORMAT_JSON);
}

/* Compiles the schema that the question is about. */
static const struct scheme *compile_asked(struct answering *a, struct document *document)
{
    registry_add_at(&a->registry, document, S("test:document"));
    a->compiler.lookup.entry = document;
    if (node_get(document->root, S("openapi")) || node_get(document->root, S("swagger"))) {
        struct openapi openapi;
        a->registry.unsaid_kind = OBJECT_DATA;
        a->registry.unsaid_dialect = DIALECT_COUNT;
        if (!openapi_open(&a->registry, document, &openapi))
            return NULL;
        a->compiler.lookup = openapi.lookup;
    }
    struct pointer_target target =
        pointer_resolve(&a->arena, document->root, member_text(a->question, "at"));
    return target.node ? compile(&a->compiler, target.node) : NULL;
}

/* False when LINE is no question that says something. */
static bool answering_open(struct answering *a, str line)
{
    *a = (struct answering){0};
    a->found.arena = &a->arena;
    a->sources = (struct sources){.arena = &a->arena, .found = &a->found};
    struct document *read = sources_read_as(&a->sources, S("question"), line, FORMAT_JSON);
    const struct node *document = read ? node_get(read->root, S("document")) : NULL;
    if (!document || !registry_init(&a->registry, &a->sources, S("."), true))
        return false;
    a->question = read->root;
    a->registry.unsaid_kind = OBJECT_SCHEMA;
    a->registry.unsaid_dialect = dialect_asked(a->question);
    compiler_init(&a->compiler, &a->registry, a->registry.unsaid_dialect, FORMATS_OFF);
    struct document *own = document_of(a, document);
    a->scheme = own ? compile_asked(a, own) : NULL;
    runner_init(&a->runner, &a->compiler.program);
    return true;
}

static void answering_close(struct answering *a)
{
    runner_done(&a->runner);
    arena_free(&a->arena);
}

/* The verdict on the instance NUMBER, both ways, which have to agree. */
static enum verdict answer(struct answering *a, const struct node *instance)
{
    struct arena scratch = {0};
    struct violations violations;
    enum verdict quick = run(&a->runner, a->scheme, instance);
    enum verdict explained = run_explained(&a->runner, a->scheme, instance, &scratch, &violations);
    arena_free(&scratch);
    if (quick == explained && (quick == VERDICT_INVALID) == (violations.count > 0))
        return quick;
    fprintf(stderr, "verdicts: a verdict and its reasons differ\n");
    exit(2);
}

/* True when an option of the question makes it another one than that of JSON Schema. */
static bool has_options(const struct node *question)
{
    const struct node *options = node_get(question, S("options"));
    for (uint32_t i = 0; node_is(options, NODE_ARRAY) && i < options->count; i++)
        if (!str_starts(node_text(node_item(options, i)), S("--drop=")))
            return true;
    return false;
}

/*
 * True when VALUE has an integer that is not written as one: in draft-04 that is none for our
 * validator (draft-04 core, section 3.5), but one for the oracle, as for most others.
 */
static bool has_written_fraction(const struct node *value)
{
    if (value->kind == NODE_NUMBER)
        return number_is_integral(node_text(value)) &&
               !value_is_integer(node_text(value), DIALECT_DRAFT_04);
    bool has = false;
    uint32_t count = value->kind == NODE_ARRAY    ? value->count
                     : value->kind == NODE_OBJECT ? 2 * value->count
                                                  : 0;
    for (uint32_t i = 0; i < count && !has; i++)
        has = has_written_fraction(&value->items[i]);
    return has;
}

/* Prints what is judged otherwise than the question says. */
static void compare(struct answering *a, const struct node *instances)
{
    bool differs = false;
    for (uint32_t i = 0; a->scheme && i < instances->count && !differs; i++) {
        const struct node *pair = node_item(instances, i);
        if (dialect_asked(a->question) == DIALECT_DRAFT_04 &&
            has_written_fraction(node_item(pair, 0)))
            continue;
        enum verdict wanted = node_item(pair, 1)->count ? VERDICT_VALID : VERDICT_INVALID;
        differs = answer(a, node_item(pair, 0)) != wanted;
    }
    str dialect = member_text(a->question, "dialect"), row = member_text(a->question, "row");
    if (!a->scheme || differs)
        printf("%s\tschemac%s\t%.*s\t%.*s\n",
               member_text(a->question, "at").len ? "source" : "translation",
               a->scheme ? "" : " fails", (int)dialect.len, dialect.data, (int)row.len, row.data);
}

/* Prints all verdicts. */
static void print_answers(struct answering *a, const struct node *instances)
{
    static const char *const words[] = {"true", "false", "null"};
    if (!a->scheme) {
        struct node message = node_string(str_of(a->found.first ? a->found.first->message : ""));
        struct buf out = buf_in(&a->arena, PTRDIFF_MAX);
        const struct node *bad;
        node_write(&out, &message, (struct write_options){.style = WRITE_EXACT}, &bad);
        printf("%.*s", (int)out.len, out.data); /* which ends the line */
        return;
    }
    putchar('[');
    for (uint32_t i = 0; i < instances->count; i++)
        printf("%s%s", i ? "," : "", words[answer(a, node_item(node_item(instances, i), 0))]);
    puts("]");
}

int main(int argc, char **argv)
{
    bool answers = argc > 1 && strcmp(argv[1], "--answers") == 0;
    char *line = NULL;
    size_t size = 0;
    for (ssize_t len; (len = getline(&line, &size, stdin)) > 0;) {
        struct answering a;
        if (!answering_open(&a, (str){line, len}))
            return 2;
        const struct node *instances = node_get(a.question, S("instances"));
        if (answers)
            print_answers(&a, instances);
        else if (!has_options(a.question))
            compare(&a, instances);
        answering_close(&a);
    }
    free(line);
    return 0;
}
