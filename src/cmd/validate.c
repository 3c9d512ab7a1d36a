#include "cli/command.h"

#include "build/judge.h"
#include "build/keys.h"

#include <stdlib.h>
#include <string.h>

static void validate_run(struct session *session, const void *options, struct operands operands);

struct validate_options {
    struct judge_options judge;
    const char *max_errors;
};

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
           "whether \"format\" asserts; auto: up to draft-07, or by the vocabulary (default: "
           "auto)"),
    STRING(struct validate_options, max_errors, 0, "max-errors", "NUMBER",
           "tell at most so much of one instance (default: 100; 0: all)"),
    ROOT_OPTIONS(struct validate_options, judge.directory,
                 "the top of the git work tree that holds the schema, else its folder"),
    {0},
};

static const struct example examples[] = {
    {"schemac validate --schema schemas/schema-manifest.schema.json "
     "tests/examples/manifest/valid/minimal.json",
     "is this a manifest?"},
    {"schemac validate --schema openapi/openapi.yaml --root SchemacConfig schemac.yaml",
     "is schemac.yaml what its schema says?"},
    {"schemac validate schemas/server.schema.json", "is this schema one, by its metaschema?"},
    {0},
};

const struct command cmd_validate = {
    .name = "validate",
    .operands = "INSTANCE...",
    .summary = "judge documents by a schema",
    .about = "Reads each INSTANCE, JSON or YAML, and says all that is wrong with it, at the line "
             "where it stands. Of a choice (anyOf, oneOf) it tells what is wrong with the branch "
             "that is meant: the one that a property with \"const\" or \"enum\" selects, or else "
             "the one that comes nearest.\n\n"
             "Without --schema an instance is judged by what its own \"$schema\" names: a "
             "metaschema of JSON Schema, or a schema that is given with --resource. All drafts "
             "from draft-04 to 2020-12 and the Schema Objects of OpenAPI are known; a schema is "
             "judged by its metaschema first.",
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
    enum { DEFAULT = 100, MOST = 1000000 };
    char *end;
    o->judge.max_errors = DEFAULT;
    if (!o->max_errors)
        return true;
    long number = strtol(o->max_errors, &end, 10);
    o->judge.max_errors = number;
    if (*o->max_errors && !*end && number >= 0 && number <= MOST)
        return true;
    diag_report(&session->found, E0001, (place){0}, "--max-errors takes a number from 0 on");
    return false;
}

static void validate_file(struct session *session, struct judge *judge, const char *path)
{
    struct sources instances = {
        .arena = session->arena, .found = &session->found, .policy = {.max_depth = INSTANCE_DEPTH}};
    str name = strcmp(path, "-") == 0 ? S("<stdin>") : str_of(path);
    struct document *document = sources_load(&instances, path, name);
    if (!document)
        return;
    const struct scheme *scheme = judge_scheme(judge, &document->text, document->root);
    if (!scheme)
        return;
    enum judge_telling telling = session->format == REPORT_FLAG    ? TELL_FLAG
                                 : session->format == REPORT_BASIC ? TELL_BASIC
                                                                   : TELL_FINDINGS;
    enum verdict verdict =
        judge_instance(judge, scheme, &document->text, document->root, telling, &session->out);
    diag_judged(&session->found, name, verdict == VERDICT_VALID);
}

static void validate_run(struct session *session, const void *options_, struct operands operands)
{
    struct validate_options o = *(const struct validate_options *)options_;
    struct judge judge;
    if (!read_max_errors(session, &o))
        return;
    if (judge_open(session->arena, &session->found, &o.judge, &judge))
        for (ptrdiff_t i = 0; i < operands.count; i++)
            validate_file(session, &judge, operands.at[i]);
    judge_close(&judge);
}
