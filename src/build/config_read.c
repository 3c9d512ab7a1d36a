/*
 * config_read.c - reads schemac.yaml by tables: `members` for its top level, config_keys for
 * artifacts.
 */
#include "build/config_disclosures.h"
#include "build/config_examples.h"
#include "build/config_gate.h"
#include "build/config_release.h"

#include "base/file.h"
#include "base/show.h"
#include "source/number.h"

#include <string.h>

enum { LONGEST_PATH = 4095 }; /* that a system takes */

const struct option config_keys[] = {
    {OPTION_FILE, 0, "source", "FILE", NULL, "the OpenAPI document",
     OPTION_FIELD(struct artifact, source, const char *), NULL},
    CHECKED_LIST(struct artifact, each, "each", "PATTERN",
                 "one artifact for each file that matches", config_accepts_pattern),
    ARTIFACT_KEYS(struct artifact, keys),
    CHOICE(struct artifact, keys.source_examples, 0, "source-examples", "LEVEL",
           key_source_examples,
           "whether check judges the examples and defaults in the source by the schemas that they "
           "stand in (default: off)"),
    NO_FLAG(struct artifact, keys.draft, 0, "draft",
            "whether it may move on from the last release (default: false)"),
    {0},
};

static bool is_artifact_key(str key)
{
    const struct option *option = config_keys;
    while (option->name && !config_key_is(key, option->name))
        option++;
    return option->name != NULL;
}

/* True when KEY is a member of the whole file. */
static bool is_member(str key)
{
    enum config_need need;
    str name;
    for (ptrdiff_t i = 0; (name = config_member(i, &need)).data; i++)
        if (str_equal(key, name))
            return true;
    return false;
}

static void read_key(struct config_reader *r, const struct node *key, const struct node *value,
                     struct artifact *artifact)
{
    struct similar similar = {.wanted = node_text(key)};
    for (const struct option *option = config_keys; option->name; option++) {
        if (config_key_is(node_text(key), option->name)) {
            bool names_source =
                strcmp(option->name, "source") == 0 || strcmp(option->name, "each") == 0;
            bool ok = config_value(r, value, option, artifact);
            if (names_source)
                artifact->source_declared = value;
            r->source_failed = r->source_failed || (!ok && names_source);
            return;
        }
        similar_consider(&similar, config_key_spelling(r->sources->arena, option->name));
    }
    config_unknown_member(
        r, key, &similar,
        is_member(node_text(key)) ? "it is no key of artifacts: it stands at the top" : NULL);
}

/* Reports, with CODE, that the keys A and B are both in OBJECT, where one of them may be. */
static void check_pair(struct config_reader *r, const struct node *object, str a, str b,
                       enum diag_code code, const char *why)
{
    ptrdiff_t one = node_find(object, a), other = node_find(object, b);
    if (one < 0 || other < 0)
        return;
    ptrdiff_t first = one < other ? one : other, second = one + other - first;
    struct diag *diag = diag_report(r->sources->found, code,
                                    sources_place(r->sources, node_key(object, (uint32_t)second)),
                                    "\"%s\" and \"%s\" %s", a.data, b.data, why);
    diag_note(r->sources->found, diag, sources_place(r->sources, node_key(object, (uint32_t)first)),
              "first here");
}

/* Fills ARTIFACT from the keys in VALUE. */
static void read_keys(struct config_reader *r, const struct node *value, const char *name,
                      struct artifact *artifact)
{
    if (value->kind == NODE_NULL)
        return; /* "path:" with nothing below: all defaults */
    if (value->kind != NODE_OBJECT) {
        config_wrong_type(r, value, name, "a mapping");
        return;
    }
    sources_report_faults(r->sources, value);
    check_pair(r, value, S("root"), S("roots"), E0302, "are two words for one key");
    check_pair(r, value, S("source"), S("each"), E0616, "exclude each other");
    for (uint32_t i = 0; i < value->count; i++)
        read_key(r, node_key(value, i), node_value(value, i), artifact);
}

static void read_version(struct config_reader *r, const struct node *value)
{
    if (value->kind != NODE_NUMBER || !number_equal(node_text(value), S("1")))
        config_report(r, E0609, value, "this version of schemac reads \"version: 1\"");
}

static void read_source(struct config_reader *r, const struct node *value)
{
    const char *source = config_string(r, value, "source");
    r->source = source ? config_from_first(r, source, value) : NULL;
    r->source_declared = value;
    r->source_failed = !r->source;
}

static void read_defaults(struct config_reader *r, const struct node *value)
{
    read_keys(r, value, "defaults", &r->defaults);
}

const char *config_own_path(struct sources *sources, const struct config_file *file, str path,
                            const struct node *at)
{
    struct arena *arena = sources->arena;
    place where = sources_place(sources, at);
    path = path_normalise(arena, path);
    if (str_starts(path, S("/")) || str_equal(path, S("..")) || str_starts(path, S("../"))) {
        diag_report(sources->found, E0004, where,
                    "this path leads out of the directory of the configuration");
        return NULL;
    }
    if (str_equal(path, S("."))) {
        diag_report(sources->found, E0602, where, "this names a directory, not a file");
        return NULL;
    }
    if (path.len > LONGEST_PATH) {
        diag_report(sources->found, E0602, where, "this path is longer than a path can be");
        return NULL;
    }
    return path_normalise(arena, path_join(arena, str_of(file->folder), path)).data;
}

static void read_fingerprints(struct config_reader *r, const struct node *value)
{
    const char *path = config_string(r, value, "fingerprints");
    r->file->fingerprints_declared = value;
    if (path && strpbrk(path, "{}"))
        config_report(r, E0606, value, "a path has no placeholders");
    else if (path)
        r->file->fingerprints = config_own_path(r->sources, r->file, str_of(path), value);
}

/* Gives ARTIFACT the source that is named for all when it has none of its own. */
static void settle_source(struct config_reader *r, struct artifact *artifact)
{
    if (!artifact->source && !artifact->each.count) {
        artifact->source = r->defaults.source;
        artifact->each = r->defaults.each;
        artifact->source_declared = r->defaults.source_declared;
    }
    if (!artifact->source && !artifact->each.count) {
        artifact->source = r->source;
        artifact->source_declared = r->source_declared;
    }
    if (artifact->source || artifact->each.count || r->source_failed)
        return;
    struct diag *diag =
        config_report(r, E0603, artifact->declared, "no source is named for this artifact");
    diag_hint(r->sources->found, diag, "add \"source: FILE\" at the top of the file");
}

/* True when the path of ARTIFACT may stand there; placeholders may only where there is an each. */
static bool is_path(struct config_reader *r, const struct artifact *artifact)
{
    if (artifact->each.count || !strpbrk(artifact->path, "{}"))
        return true;
    if (!r->source_failed) /* else it may be an each that is wrong */
        config_report(r, E0606, artifact->declared, "without each, a path has no placeholders");
    return false;
}

static void read_artifacts(struct config_reader *r, const struct node *value)
{
    struct config_content *content = r->content;
    if (value->kind != NODE_OBJECT) {
        config_wrong_type(r, value, "artifacts", "a mapping from paths to keys");
        return;
    }
    sources_report_faults(r->sources, value);
    content->artifacts = arena_new(r->sources->arena, struct artifact, value->count);
    for (uint32_t i = 0; i < value->count; i++) {
        struct artifact artifact = {.path = config_string(r, node_key(value, i), "a path"),
                                    .keys = r->defaults.keys,
                                    .declared = node_key(value, i),
                                    .file = r->file};
        read_keys(r, node_value(value, i), config_shown(r, node_key(value, i)), &artifact);
        settle_source(r, &artifact);
        if (artifact.path && is_path(r, &artifact))
            content->artifacts[content->count++] = artifact;
    }
}

/* Takes ITEM, a file or a pattern for several. */
static void read_include(struct config_reader *r, const struct node *item)
{
    struct config_content *content = r->content;
    const char *text = config_string(r, item, "include");
    if (!text ||
        !config_accepts_pattern(r->sources->found, sources_place(r->sources, item), text) ||
        !config_own_path(r->sources, r->file, str_of(text), item))
        return;
    content->includes[content->include_count++] =
        (struct config_include){path_normalise(r->sources->arena, str_of(text)).data, item};
}

static void read_includes(struct config_reader *r, const struct node *value)
{
    uint32_t count = value->kind == NODE_ARRAY ? value->count : 1;
    sources_report_faults(r->sources, value);
    r->content->includes = arena_new(r->sources->arena, struct config_include, count);
    for (uint32_t i = 0; i < count; i++)
        read_include(r, value->kind == NODE_ARRAY ? node_item(value, i) : value);
}

/* The top level, in the order in which it must be read: artifacts start from the defaults. */
static const struct {
    str name;
    void (*read)(struct config_reader *r, const struct node *value);
    enum config_need need;
} members[] = {
    {STR_INIT("version"), read_version, CONFIG_REQUIRED},
    {STR_INIT("source"), read_source, CONFIG_OPTIONAL},
    {STR_INIT("defaults"), read_defaults, CONFIG_OPTIONAL},
    {STR_INIT("fingerprints"), read_fingerprints, CONFIG_OPTIONAL},
    {STR_INIT("artifacts"), read_artifacts, CONFIG_DECLARES},
    {STR_INIT("include"), read_includes, CONFIG_DECLARES},
    {STR_INIT("schemas"), config_read_schemas, CONFIG_DECLARES},
    {STR_INIT("examples"), config_read_examples, CONFIG_DECLARES},
    {STR_INIT("disclosures"), config_read_disclosures, CONFIG_DECLARES},
    {STR_INIT("release"), config_read_release, CONFIG_DECLARES},
    {STR_INIT("mentions"), config_read_mentions, CONFIG_DECLARES},
    {STR_INIT("compatibility"), config_read_compatibility, CONFIG_DECLARES},
    {STR_INIT("rules"), config_read_rules, CONFIG_DECLARES},
    {STR_INIT("waivers"), config_read_waivers, CONFIG_DECLARES},
};
enum { MEMBER_COUNT = sizeof members / sizeof *members };

str config_member(ptrdiff_t index, enum config_need *ret_need)
{
    if (index >= MEMBER_COUNT)
        return (str){0};
    *ret_need = members[index].need;
    return members[index].name;
}

static void check_members(struct config_reader *r, const struct node *root)
{
    for (uint32_t i = 0; i < root->count; i++) {
        const struct node *key = node_key(root, i);
        struct similar similar = {.wanted = node_text(key)};
        bool known = false;
        for (int j = 0; j < MEMBER_COUNT; j++) {
            known = known || str_equal(node_text(key), members[j].name);
            similar_consider(&similar, members[j].name);
        }
        if (!known)
            config_unknown_member(r, key, &similar,
                                  is_artifact_key(node_text(key))
                                      ? "it is a key of artifacts: it stands in one, or, for all, "
                                        "in \"defaults\""
                                      : NULL);
    }
}

/* Reports required members that ROOT lacks, and that it declares nothing at all. */
static void check_required(struct config_reader *r, const struct node *root)
{
    bool declares = false;
    for (int i = 0; i < MEMBER_COUNT; i++) {
        const struct node *value = node_get(root, members[i].name);
        bool is_empty = value && value->kind >= NODE_ARRAY && value->count == 0;
        if (members[i].need == CONFIG_REQUIRED && !value)
            diag_hint(r->sources->found,
                      diag_report(r->sources->found, E0603, place_file(&r->file->document->text),
                                  "\"%s\" is missing", members[i].name.data),
                      "add \"version: 1\" at the top of the file");
        declares = declares || (members[i].need == CONFIG_DECLARES && value && !is_empty);
    }
    if (!declares)
        diag_hint(r->sources->found,
                  diag_report(r->sources->found, E0603, sources_place(r->sources, root),
                              "no artifact is declared"),
                  "`schemac init` writes a file with one");
}

void config_read(struct sources *sources, struct config_file *file,
                 struct config_content *ret_content)
{
    struct config_reader r = {.sources = sources, .file = file, .content = ret_content};
    const struct node *root = file->document->root;
    *ret_content = (struct config_content){0};
    if (root->kind != NODE_OBJECT) {
        config_wrong_type(&r, root, "schemac.yaml", "a mapping");
        return;
    }
    sources_report_faults(sources, root);
    check_members(&r, root);
    check_required(&r, root);
    for (int i = 0; i < MEMBER_COUNT; i++) {
        const struct node *value = node_get(root, members[i].name);
        if (value)
            members[i].read(&r, value);
    }
}
