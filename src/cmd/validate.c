#include "cli/command.h"

#include "base/file.h"
#include "build/judge.h"
#include "build/keys.h"
#include "cli/usage.h"
#include "schema/pointer.h"
#include "validate/instances.h"

#include <stdlib.h>
#include <string.h>

static void validate_run(struct session *session, const void *options, struct operands operands);

struct validate_options {
    struct judge_options judge;
    const char *max_errors, *input, *contains, *at;
};

static const char *const inputs[] = {"document", "lines", "markdown", NULL};

static const struct option options[] = {
    FILE_OPTION(struct validate_options, judge.schema, 's', "schema", "FILE",
                "the schema: a JSON Schema or an OpenAPI document, with a place in it behind a #"),
    STRING(struct validate_options, judge.root, 'r', "root", "ROOT",
           "the schema of an OpenAPI document: a component name or a JSON Pointer"),
    CHOICE(struct validate_options, judge.dialect, 'd', "dialect", "DIALECT", key_dialects,
           "the dialect of schemas without \"$schema\" (default: 2020-12)"),
    LIST(struct validate_options, judge.resources, 0, "resource", "FILE",
         "a schema that others refer to, or instances name, by its \"$id\""),
    MAP_KEY(struct validate_options, judge.map),
    CHOICE(struct validate_options, judge.formats, 0, "format-assertion", "WHEN", judge_formats,
           "whether \"format\" asserts; auto: up to draft-07, or by the vocabulary, and not in "
           "OpenAPI documents (default: auto)"),
    CHOICE(struct validate_options, input, 0, "input", "FORM", inputs,
           "what INSTANCE is (default: by its name, .jsonl and .ndjson lines, .md, .mdx and "
           ".markdown markdown)"),
    STRING(struct validate_options, contains, 0, "contains", "TEXT",
           "of markdown, take the fenced blocks that hold TEXT (default: those with a "
           "\"$schema\")"),
    STRING(struct validate_options, at, 0, "at", "POINTER",
           "of markdown, take this part of a block, where there is one"),
    STRING(struct validate_options, max_errors, 0, "max-errors", "NUMBER",
           "tell at most so many errors of one instance (default: 100; 0: all); a run tells 1,000"),
    ROOT_OPTIONS(struct validate_options, judge.directory,
                 "the top of the git work tree that holds the schema, else its folder"),
    {0},
};

static const struct example examples[] = {
    {"schemac validate --schema openapi/openapi.yaml --root SchemacConfig schemac.yaml",
     "is schemac.yaml what its schema says?"},
    {"schemac validate schemas/server.schema.json", "is this schema one, by its metaschema?"},
    {0},
};

const struct command cmd_validate = {
    .name = "validate",
    .operands = "INSTANCE...",
    .summary = "judge documents by a schema",
    .about =
        "Reads each INSTANCE and says all that is wrong with it, at the line where it stands. A "
        "file is one instance, in JSON or YAML; or it is JSON Lines, an instance a line, in "
        "memory that does not grow with the file; or Markdown, of which fenced blocks are "
        "instances. The operand - is standard input, one instance unless --input says "
        "otherwise. Of a choice (anyOf, oneOf) it tells what is wrong with the branch that is "
        "meant: the one that a property with \"const\" or \"enum\" selects, or else the one "
        "that comes nearest.\n\n"
        "Without --schema an instance is judged by what its own \"$schema\" names: a metaschema "
        "of JSON Schema, a schema that is given with --resource, or one that the schemac.yaml "
        "here or above makes known by its \"$id\": an artifact, as it is on disk, or a file of "
        "its \"schemas\". All drafts from draft-04 to 2020-12 and the Schema Objects of OpenAPI "
        "are known; a schema is judged by its metaschema first.\n\n"
        "The exit status is 0 when all are valid, 1 when one is not, and 2 or 3 when there is "
        "one that could not be judged.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct validate_options),
    .min_operands = 1,
    .max_operands = -1,
    .report_is_result = true,
    .has_format = true,
    .gives_verdicts = true,
    .run = validate_run,
};

/* Reads --max-errors into O; false when reported. */
static bool read_max_errors(struct session *session, struct validate_options *o)
{
    enum { DEFAULT = 100, DIGITS = 9 };
    const char *text = o->max_errors;
    o->judge.max_errors = DEFAULT;
    if (!text)
        return true;
    size_t digits = strspn(text, "0123456789");
    if (!digits || text[digits])
        return usage_refuse(session, "--max-errors takes a number from 0 on");
    o->judge.max_errors = digits > DIGITS ? 0 : strtol(text, NULL, 10); /* more than there can be */
    return true;
}

/* Looks for options that have no meaning, or none together; false when reported. */
static bool check_options(struct session *session, const struct validate_options *o,
                          struct operands operands)
{
    const char *schema = o->judge.schema;
    int streams = schema && (file_is_stream(schema) || strncmp(schema, "-#", 2) == 0);
    if (schema && schema[0] == '#')
        return usage_refuse(session, "--schema has no FILE in front of the #");
    if (!schema && o->judge.root)
        return usage_refuse(session,
                            "--root says which schema of a document is meant: name that with "
                            "--schema");
    if (o->at && !pointer_is_valid(str_of(o->at)))
        return usage_refuse(session,
                            "--at takes a JSON Pointer, which is empty or begins with a /, and "
                            "has no ~ but in ~0 and ~1");
    return usage_check_files(session, operands, "an INSTANCE", streams);
}

static enum instance_form form_of(const struct validate_options *o)
{
    static const enum instance_form forms[] = {INSTANCES_DOCUMENT, INSTANCES_LINES,
                                               INSTANCES_MARKDOWN};
    for (size_t i = 0; o->input && inputs[i]; i++)
        if (strcmp(o->input, inputs[i]) == 0)
            return forms[i];
    return INSTANCES_BY_NAME;
}

static enum judge_telling telling_of(const struct session *session)
{
    return session->format == REPORT_FLAG    ? TELL_FLAG
           : session->format == REPORT_BASIC ? TELL_BASIC
                                             : TELL_FINDINGS;
}

/* What was judged so far, for the summary. */
struct tally {
    ptrdiff_t valid, judged;
};

static void validate_instance(struct session *session, struct judge *judge,
                              const struct instance *instance, struct tally *tally)
{
    const struct scheme *scheme = judge_scheme(judge, instance->text, instance->root);
    tally->judged++;
    tally->valid += judge_instance(judge, scheme, instance->text, instance->root,
                                   telling_of(session), &session->out) == VERDICT_VALID;
}

/* The next of INSTANCES, behind what is to be told of those that could not be read. */
static bool next_instance(struct session *session, struct instances *instances,
                          struct instance *ret_instance)
{
    ptrdiff_t before = instances->unread;
    bool is_there = instances_next(instances, ret_instance);
    judge_unread(telling_of(session), instances->unread - before, &session->out);
    return is_there;
}

static void validate_file(struct session *session, struct judge *judge,
                          const struct validate_options *o, const char *path, struct tally *tally)
{
    struct instance_options how = {.form = form_of(o), .contains = o->contains, .at = o->at};
    struct instances instances;
    struct instance instance;
    str name = file_called(path);
    int before = diag_problems(&session->found);
    if (instances_open(&instances, session->arena, &session->found, &how, path, name))
        while (next_instance(session, &instances, &instance))
            validate_instance(session, judge, &instance, tally);
    else
        judge_unread(telling_of(session), instances.unread, &session->out);
    instances_close(&instances);
    diag_judged(&session->found, name, diag_problems(&session->found) == before);
}

static void validate_run(struct session *session, const void *options_, struct operands operands)
{
    struct validate_options o = *(const struct validate_options *)options_;
    struct judge judge;
    struct tally tally = {0};
    if (!read_max_errors(session, &o) || !check_options(session, &o, operands))
        return;
    o.judge.has_known = !o.judge.schema;
    o.judge.more = "--max-errors 0 tells all, up to 1,000 of a run";
    if (judge_open(session->arena, &session->found, &o.judge, &judge))
        for (ptrdiff_t i = 0; i < operands.count; i++)
            validate_file(session, &judge, &o, operands.at[i], &tally);
    judge_close(&judge);
    session->summary =
        arena_printf(session->arena, "%td of %td valid", tally.valid, tally.judged).data;
}
