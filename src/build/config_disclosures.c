#include "build/config_disclosures.h"

#include "base/file.h"
#include "base/utf8.h"
#include "disclosure/manifest.h"
#include "schema/uri.h"

#include <string.h>

/* True when WORD can name an operation or a tool; else reported. */
static bool accepts_name(struct diag_list *found, place where, const char *word)
{
    ptrdiff_t count = utf8_count(str_of(word));
    if (count == 0)
        diag_report(found, E0602, where, "this name is empty");
    else if (count > MANIFEST_NAME_MAX)
        diag_report(found, E0602, where, "this name is longer than %d characters",
                    MANIFEST_NAME_MAX);
    return count > 0 && count <= MANIFEST_NAME_MAX;
}

static bool accepts_prefix(struct diag_list *found, place where, const char *word)
{
    if (uri_is_absolute(str_of(word)) && uri_is_reference(str_of(word)))
        return true;
    struct diag *diag = diag_report(found, E0602, where, "no URI begins with this prefix");
    diag_hint(found, diag, "a prefix is a scheme and what is to stand behind it, as in schema://");
    return false;
}

static bool accepts_folder(struct diag_list *found, place where, const char *word)
{
    bool ok = !strpbrk(word, "{}");
    if (!ok)
        diag_report(found, E0606, where, "a path has no placeholders");
    return ok;
}

const struct option config_disclosure_keys[] = {
    STRING(struct config_disclosure, tool, 0, "tool", "FILE",
           "the file of a tool's descriptor, with a place in it behind a #, or of a listing"),
    STRING(struct config_disclosure, tool_name, 0, "name", "TOOL",
           "which tool of a listing (default: the alias)"),
    STRING(struct config_disclosure, input.path, 0, "input", "FILE",
           "in place of a tool, the schema of its input: an artifact, or a file"),
    STRING(struct config_disclosure, output.path, 0, "output", "FILE",
           "the schema of its output, likewise"),
    {OPTION_STRING, 0, "operation", "NAME", NULL, "the operation that the tool performs",
     OPTION_FIELD(struct config_disclosure, operation, const char *), accepts_name},
    {OPTION_STRING, 0, "alias", "NAME", NULL,
     "what the tool is called (default: the name of the disclosure)",
     OPTION_FIELD(struct config_disclosure, alias, const char *), accepts_name},
    STRING(struct config_disclosure, source.path, 0, "source", "FILE",
           "what the schemas come from, whose digest is told: an artifact, or a file"),
    {OPTION_STRING, 0, "uri-prefix", "PREFIX", NULL, "what the URIs begin with",
     OPTION_FIELD(struct config_disclosure, prefix, const char *), accepts_prefix},
    {OPTION_STRING, 0, "out", "FOLDER", NULL, "where manifest.json and fragments.jsonl are written",
     OPTION_FIELD(struct config_disclosure, out, const char *), accepts_folder},
    {0},
};

/* The row for KEY; NULL, and what may be meant in SIMILAR, when there is none. */
static const struct option *find_key(struct config_reader *r, const struct node *key,
                                     struct similar *similar)
{
    for (const struct option *option = config_disclosure_keys; option->name; option++) {
        if (config_key_is(node_text(key), option->name))
            return option;
        similar_consider(similar, config_key_spelling(r->sources->arena, option->name));
    }
    return NULL;
}

static void read_member(struct config_reader *r, const struct node *key, const struct node *value,
                        struct config_disclosure *disclosure)
{
    struct similar similar = {.wanted = node_text(key)};
    const struct option *option = find_key(r, key, &similar);
    if (!option) {
        config_unknown_member(r, key, &similar, NULL);
        return;
    }
    if (config_value(r, value, option, disclosure) && option->accepts) {
        const char *text = *(const char **)((char *)disclosure + option->offset);
        option->accepts(r->sources->found, sources_place(r->sources, value), text);
    }
}

/* Gives REFERENCE, which is what KEY of OBJECT says, its path from the first file's folder. */
static void place_file_of(struct config_reader *r, const struct node *object, str key,
                          struct config_reference *reference)
{
    reference->declared = node_get(object, key);
    if (reference->path)
        reference->path = config_from_first(r, reference->path, reference->declared);
}

/* The same for the tool, behind whose path a place in the file may stand. */
static void place_tool(struct config_reader *r, const struct node *object,
                       struct config_disclosure *disclosure)
{
    str path, fragment;
    disclosure->tool_declared = node_get(object, S("tool"));
    if (!disclosure->tool)
        return;
    bool has_fragment = str_cut(str_of(disclosure->tool), '#', &path, &fragment);
    disclosure->tool =
        config_from_first(r, arena_copy(r->sources->arena, path).data, disclosure->tool_declared);
    if (has_fragment)
        disclosure->tool_fragment = fragment;
}

/* The path of the file NAME in the folder of DISCLOSURE, from the first file's; NULL: reported. */
static const char *path_in(struct config_reader *r, const struct config_disclosure *disclosure,
                           const char *name, const struct node *declared)
{
    str path = path_join(r->sources->arena, str_of(disclosure->out), str_of(name));
    return config_own_path(r->sources, r->file, path, declared);
}

/* Reports when OBJECT has both A and B, or none of them. */
static void check_either(struct config_reader *r, const struct node *object, const char *a,
                         const char *b)
{
    bool has_a = node_get(object, str_of(a)), has_b = node_get(object, str_of(b));
    if (has_a && has_b)
        diag_report(r->sources->found, E0616,
                    sources_place(r->sources, node_get(object, str_of(b))),
                    "\"%s\" and \"%s\" exclude each other", a, b);
    else if (!has_a && !has_b)
        diag_report(r->sources->found, E0603, sources_place(r->sources, object),
                    "there is neither \"%s\" nor \"%s\"", a, b);
}

/* Reports what OBJECT lacks, or has beside what excludes it. */
static void check_members(struct config_reader *r, const struct node *object)
{
    static const char *const required[] = {"operation", "source", "out", NULL};
    for (const char *const *name = required; *name; name++)
        if (!node_get(object, str_of(*name)))
            diag_report(r->sources->found, E0603, sources_place(r->sources, object),
                        "\"%s\" is missing", *name);
    check_either(r, object, "tool", "input");
    const struct node *output = node_get(object, S("output")), *name = node_get(object, S("name"));
    if (output && node_get(object, S("tool")))
        config_report(r, E0616, output, "\"tool\" and \"output\" exclude each other");
    if (name && !node_get(object, S("tool")))
        config_report(r, E0616, name, "\"name\" says which tool of a listing, and there is none");
}

/* Reads what OBJECT says of the disclosure that KEY names. */
static void read_disclosure(struct config_reader *r, const struct node *key,
                            const struct node *object)
{
    int before = r->sources->found->errors;
    struct config_disclosure disclosure = {
        .alias = config_string(r, key, "a disclosure"), .declared = key, .file = r->file};
    if (object->kind != NODE_OBJECT) {
        config_wrong_type(r, object, config_shown(r, key), "a mapping");
        return;
    }
    sources_report_faults(r->sources, object);
    if (!node_get(object, S("alias")) && disclosure.alias)
        accepts_name(r->sources->found, sources_place(r->sources, key), disclosure.alias);
    for (uint32_t i = 0; i < object->count; i++)
        read_member(r, node_key(object, i), node_value(object, i), &disclosure);
    check_members(r, object);
    place_tool(r, object, &disclosure);
    place_file_of(r, object, S("input"), &disclosure.input);
    place_file_of(r, object, S("output"), &disclosure.output);
    place_file_of(r, object, S("source"), &disclosure.source);
    if (r->sources->found->errors > before)
        return;
    const struct node *out = node_get(object, S("out"));
    disclosure.out_declared = out;
    disclosure.manifest = path_in(r, &disclosure, "manifest.json", out);
    disclosure.fragments = path_in(r, &disclosure, "fragments.jsonl", out);
    if (disclosure.manifest && disclosure.fragments)
        r->content->disclosures[r->content->disclosure_count++] = disclosure;
}

void config_read_disclosures(struct config_reader *r, const struct node *value)
{
    if (value->kind != NODE_OBJECT) {
        config_wrong_type(r, value, "disclosures", "a mapping from names to disclosures");
        return;
    }
    sources_report_faults(r->sources, value);
    r->content->disclosures = arena_new(r->sources->arena, struct config_disclosure, value->count);
    for (uint32_t i = 0; i < value->count; i++)
        read_disclosure(r, node_key(value, i), node_value(value, i));
}
