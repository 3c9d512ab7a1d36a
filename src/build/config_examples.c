#include "build/config_examples.h"

#include "schema/pointer.h"

#include <stdlib.h>
#include <string.h>

/* True when WORD is a JSON Pointer; else reported at WHERE. */
static bool accepts_pointer(struct diag_list *found, place where, const char *word)
{
    bool ok = pointer_is_valid(str_of(word));
    if (!ok)
        diag_report(found, E0602, where, "\"at\" must be a JSON Pointer such as /server");
    return ok;
}

const struct option config_examples_keys[] = {
    STRING(struct config_examples, schema, 0, "schema", "FILE",
           "the schema: an artifact, or a file, with a place in it behind a #"),
    CHECKED_LIST(struct config_examples, valid.patterns, "valid", "PATTERN",
                 "files that must be valid", config_accepts_pattern),
    CHECKED_LIST(struct config_examples, invalid.patterns, "invalid", "PATTERN",
                 "files that must be refused, each by the keyword in its name",
                 config_accepts_pattern),
    {0},
};

const struct option config_markdown_keys[] = {
    CHECKED_LIST(struct config_examples, markdown.patterns, "files", "PATTERN",
                 "files with fenced blocks", config_accepts_pattern),
    STRING(struct config_examples, contains, 0, "contains", "TEXT", "what a block must hold"),
    {OPTION_STRING, 0, "at", "POINTER", NULL, "the part of a block that is meant",
     OPTION_FIELD(struct config_examples, at, const char *), accepts_pointer},
    {0},
};

/* The row of TABLE for KEY; NULL, and what may be meant in SIMILAR, when there is none. */
static const struct option *find_key(struct config_reader *r, const struct option *table,
                                     const struct node *key, struct similar *similar)
{
    for (const struct option *option = table; option->name; option++) {
        if (str_equal(node_text(key), str_of(option->name)))
            return option;
        similar_consider(similar, config_key_spelling(r->sources->arena, option->name));
    }
    return NULL;
}

/* True when VALUE, which option->accepts has a say about, may be that of OPTION; else reported. */
static bool is_accepted(struct config_reader *r, const struct option *option,
                        const struct node *value)
{
    return option->kind != OPTION_STRING || !option->accepts || value->kind != NODE_STRING ||
           option->accepts(r->sources->found, sources_place(r->sources, value),
                           arena_copy(r->sources->arena, node_text(value)).data);
}

/* Reads "count", which says how many blocks there have to be. */
static void read_count(struct config_reader *r, const struct node *value,
                       struct config_examples *examples)
{
    enum { MOST = 999999 };
    double number = 0;
    if (value->kind == NODE_NUMBER) /* which may be written as 3.0 */
        number = strtod(arena_copy(r->sources->arena, node_text(value)).data, NULL);
    if (number >= 1 && number <= MOST && number == (double)(ptrdiff_t)number)
        examples->count = (ptrdiff_t)number;
    else
        config_report(r, E0602, value, "\"count\" must be a whole number from 1 to 999999");
}

static void read_markdown(struct config_reader *r, const struct node *value,
                          struct config_examples *examples)
{
    if (value->kind != NODE_OBJECT) {
        config_wrong_type(r, value, "markdown", "a mapping");
        return;
    }
    sources_report_faults(r->sources, value);
    examples->markdown.declared = value;
    for (uint32_t i = 0; i < value->count; i++) {
        const struct node *key = node_key(value, i), *item = node_value(value, i);
        struct similar similar = {.wanted = node_text(key)};
        const struct option *option = find_key(r, config_markdown_keys, key, &similar);
        if (option && is_accepted(r, option, item))
            config_value(r, item, option, examples);
        else if (str_equal(node_text(key), S("count")))
            read_count(r, item, examples);
        else if (!option) {
            similar_consider(&similar, S("count"));
            config_unknown_member(r, key, &similar, NULL);
        }
        if (option && strcmp(option->name, "files") == 0)
            examples->markdown.declared = item;
    }
    if (!node_get(value, S("files")))
        config_report(r, E0603, value, "\"files\" is missing");
}

/* Reads the member KEY with VALUE of one entry of "examples". */
static void read_member(struct config_reader *r, const struct node *key, const struct node *value,
                        struct config_examples *examples)
{
    struct similar similar = {.wanted = node_text(key)};
    const struct option *option = find_key(r, config_examples_keys, key, &similar);
    if (option && config_value(r, value, option, examples)) {
        struct config_files *files = strcmp(option->name, "valid") == 0     ? &examples->valid
                                     : strcmp(option->name, "invalid") == 0 ? &examples->invalid
                                                                            : NULL;
        if (files)
            files->declared = value;
        else
            examples->schema_declared = value;
    } else if (str_equal(node_text(key), S("markdown"))) {
        read_markdown(r, value, examples);
    } else if (!option) {
        similar_consider(&similar, S("markdown"));
        config_unknown_member(r, key, &similar, NULL);
    }
}

/* The schema of EXAMPLES with its path from the folder of the first file; NULL when reported. */
static const char *place_schema(struct config_reader *r, const struct config_examples *examples)
{
    struct arena *arena = r->sources->arena;
    str path, fragment;
    bool has_fragment = str_cut(str_of(examples->schema), '#', &path, &fragment);
    const char *file =
        config_from_first(r, arena_copy(arena, path).data, examples->schema_declared);
    if (!file || !has_fragment)
        return file;
    return arena_printf(arena, "%s#%.*s", file, (int)fragment.len, fragment.data).data;
}

/* Reads ITEM, one entry. */
static void read_entry(struct config_reader *r, const struct node *item)
{
    struct config_examples examples = {.file = r->file};
    if (item->kind != NODE_OBJECT) {
        config_wrong_type(r, item, "examples", "a list of mappings");
        return;
    }
    sources_report_faults(r->sources, item);
    for (uint32_t i = 0; i < item->count; i++)
        read_member(r, node_key(item, i), node_value(item, i), &examples);
    if (!node_get(item, S("schema")))
        config_report(r, E0603, item, "\"schema\" is missing");
    if (!node_get(item, S("valid")) && !node_get(item, S("invalid")) &&
        !node_get(item, S("markdown")))
        config_report(r, E0603, item, "there is none of \"valid\", \"invalid\" and \"markdown\"");
    if (examples.schema)
        examples.schema = place_schema(r, &examples);
    if (examples.schema)
        r->content->examples[r->content->example_count++] = examples;
}

void config_read_examples(struct config_reader *r, const struct node *value)
{
    if (value->kind != NODE_ARRAY) {
        config_wrong_type(r, value, "examples", "a list of mappings");
        return;
    }
    sources_report_faults(r->sources, value);
    r->content->examples = arena_new(r->sources->arena, struct config_examples, value->count);
    for (uint32_t i = 0; i < value->count; i++)
        read_entry(r, node_item(value, i));
}

void config_read_schemas(struct config_reader *r, const struct node *value)
{
    static const struct option option =
        CHECKED_LIST(struct config_schemas, files.patterns, "schemas", "PATTERN",
                     "files of schemas that are known by their $id", config_accepts_pattern);
    struct config_schemas schemas = {.files.declared = value, .file = r->file};
    sources_report_faults(r->sources, value);
    if (config_value(r, value, &option, &schemas))
        r->content->schemas = schemas;
}
