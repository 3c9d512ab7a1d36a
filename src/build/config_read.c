/*
 * config_read.c - reads schemac.yaml by tables: `members` for its top level, config_keys for
 * artifacts.
 */
#include "build/config_read.h"

#include "base/file.h"
#include "base/glob.h"
#include "base/show.h"
#include "base/similar.h"
#include "source/number.h"

#include <string.h>

enum { LONGEST_PATH = 4095 }; /* that a system takes */

struct config_reader {
    struct sources *sources;
    struct config_file *file;
    struct config_content *content;
    struct artifact defaults;
    const char *source; /* the default for artifacts */
    const struct node *source_declared;
    ptrdiff_t mapped_cap;
    bool source_failed; /* one is named, and what is wrong with it is reported */
};

/* True when WORD is a pattern for files; else reported at WHERE. */
static bool accepts_pattern(struct diag_list *found, place where, const char *word)
{
    const char *problem = glob_problem(str_of(word));
    if (problem)
        diag_report(found, E0614, where, "\"%s\" is no pattern: %s",
                    show(found->arena, str_of(word)), problem);
    return !problem;
}

const struct option config_keys[] = {
    {OPTION_FILE, 0, "source", "FILE", NULL, "the OpenAPI document",
     OPTION_FIELD(struct artifact, source, const char *), NULL},
    CHECKED_LIST(struct artifact, each, "each", "PATTERN",
                 "one artifact for each file that matches", accepts_pattern),
    ARTIFACT_KEYS(struct artifact, keys),
    {0},
};

static struct diag *report(struct config_reader *r, enum diag_code code, const struct node *at,
                           const char *message)
{
    return diag_report(r->sources->found, code, sources_place(r->sources, at), "%s", message);
}

static const char *shown(struct config_reader *r, const struct node *string)
{
    return show(r->sources->arena, node_text(string));
}

/* Reports that VALUE is not what NAME wants. */
static bool wrong_type(struct config_reader *r, const struct node *value, const char *name,
                       const char *wanted)
{
    struct diag *diag =
        diag_report(r->sources->found, E0602, sources_place(r->sources, value),
                    "\"%s\" must be %s, this is %s", name, wanted, node_kind_words(value->kind));
    bool is_word = value->kind == NODE_BOOL || value->kind == NODE_NUMBER;
    if (is_word && strcmp(wanted, "a string") == 0)
        diag_hint(r->sources->found, diag, "quote it");
    return false;
}

/* The string VALUE as a C string; NULL when reported. */
static const char *string_of(struct config_reader *r, const struct node *value, const char *name)
{
    if (sources_report_faults(r->sources, value))
        return NULL;
    if (value->kind != NODE_STRING) {
        wrong_type(r, value, name, "a string");
        return NULL;
    }
    if (str_find_byte(node_text(value), '\0') >= 0) {
        report(r, E0602, value, "a NUL character cannot stand here");
        return NULL;
    }
    return arena_copy(r->sources->arena, node_text(value)).data;
}

/*
 * PATH, which stands in NODE, of the file that is read as one from the folder of the first file.
 * NULL when reported: it is empty.
 */
static const char *from_first(struct config_reader *r, const char *path, const struct node *node)
{
    struct arena *arena = r->sources->arena;
    if (!*path) {
        struct diag *diag = report(r, E0602, node, "the path of a file is missing here");
        diag_hint(r->sources->found, diag,
                  "paths are relative to the folder of the file that they stand in");
        return NULL;
    }
    return path_normalise(arena, path_join(arena, str_of(r->file->folder), str_of(path))).data;
}

/* True when the values of OPTION are paths. */
static bool takes_paths(const struct option *option)
{
    return option->kind == OPTION_FILE || option->kind == OPTION_FILES ||
           (option->kind == OPTION_LIST && strcmp(option->argument, "FILE") == 0);
}

/* True when OPTION takes TEXT, which stands in NODE. */
static bool is_accepted(struct config_reader *r, const struct option *option,
                        const struct node *node, const char *text)
{
    return !option->accepts ||
           option->accepts(r->sources->found, sources_place(r->sources, node), text);
}

static bool read_list(struct config_reader *r, const struct node *value,
                      const struct option *option, const char *name, struct string_list *list)
{
    uint32_t count = value->kind == NODE_ARRAY ? value->count : 1;
    *list = (struct string_list){arena_new(r->sources->arena, const char *, count), 0};
    for (uint32_t i = 0; i < count; i++) {
        const struct node *item = value->kind == NODE_ARRAY ? node_item(value, i) : value;
        const char *text = string_of(r, item, name);
        if (text && !is_accepted(r, option, item, text))
            return false;
        if (text && takes_paths(option))
            text = from_first(r, text, item);
        if (!text)
            return false;
        list->at[list->count++] = text;
    }
    return true;
}

/* The scalar VALUE as it would stand on a command line; NULL when reported. */
static const char *scalar_of(struct config_reader *r, const struct node *value, const char *name)
{
    if (value->kind == NODE_BOOL)
        return value->count ? "true" : "false";
    if (value->kind == NODE_NUMBER)
        return arena_copy(r->sources->arena, node_text(value)).data;
    if (value->kind == NODE_STRING)
        return string_of(r, value, name);
    wrong_type(r, value, name, "a string, a number, true or false");
    return NULL;
}

/* Notes that URL is mapped to the file PATH in ITEM. */
static void note_mapped(struct config_reader *r, const char *url, const char *path,
                        const struct node *item)
{
    struct config_content *content = r->content;
    content->mapped = arena_make_room(r->sources->arena, content->mapped, sizeof *content->mapped,
                                      content->mapped_count, &r->mapped_cap);
    content->mapped[content->mapped_count++] = (struct config_mapped){
        .path = path, .is_folder = str_ends(str_of(url), S("/")), .declared = item};
}

/* Reads a mapping into PAIRS. The values are files or, of OPTION_PAIRS, any scalars. */
static bool read_pairs(struct config_reader *r, const struct node *value,
                       const struct option *option, const char *name, struct pair_list *pairs)
{
    if (value->kind != NODE_OBJECT)
        return wrong_type(r, value, name, "a mapping");
    if (sources_report_faults(r->sources, value))
        return false;
    *pairs = (struct pair_list){arena_new(r->sources->arena, struct pair, value->count), 0};
    for (uint32_t i = 0; i < value->count; i++) {
        const struct node *key = node_key(value, i), *item = node_value(value, i);
        struct pair pair = {.name = string_of(r, key, name)};
        if (!pair.name || !is_accepted(r, option, key, pair.name))
            return false;
        pair.value = takes_paths(option) ? string_of(r, item, shown(r, key))
                                         : scalar_of(r, item, shown(r, key));
        if (!pair.value)
            return false;
        if (takes_paths(option)) {
            pair.value = from_first(r, pair.value, item);
            if (!pair.value)
                return false;
            note_mapped(r, pair.name, pair.value, item);
        }
        pairs->at[pairs->count++] = pair;
    }
    return true;
}

/* Option names as keys of the file: with "_". */
static str key_spelling(struct arena *arena, const char *name)
{
    str spelling = arena_copy(arena, str_of(name));
    for (char *c = (char *)spelling.data; *c; c++)
        if (*c == '-')
            *c = '_';
    return spelling;
}

/* The choice of OPTION that is the number VALUE: 3.0 without quotes is one. NULL: none is. */
static const char *number_choice(const struct node *value, const struct option *option)
{
    for (ptrdiff_t i = 0; value->kind == NODE_NUMBER && option->choices[i]; i++) {
        str choice = str_of(option->choices[i]);
        if (number_scan(choice) == choice.len && number_equal(choice, node_text(value)))
            return option->choices[i];
    }
    return NULL;
}

static bool read_choice(struct config_reader *r, const struct node *value,
                        const struct option *option, const char *name, const char **ret)
{
    const char *text = number_choice(value, option);
    if (!text)
        text = string_of(r, value, name);
    if (!text)
        return false;
    if (option_choice(option, text) >= 0) {
        *ret = text;
        return true;
    }
    option_hint(r->sources->found,
                diag_report(r->sources->found, E0604, sources_place(r->sources, value),
                            "\"%s\" cannot be \"%s\"", name, shown(r, value)),
                option, text);
    return false;
}

/* Fills the field of BASE that OPTION describes from VALUE. */
static bool read_value(struct config_reader *r, const struct node *value,
                       const struct option *option, void *base)
{
    const char *name = key_spelling(r->sources->arena, option->name).data;
    void *field = (char *)base + option->offset;
    switch (option->kind) {
    case OPTION_NO:
        if (value->kind != NODE_BOOL)
            return wrong_type(r, value, name, "true or false");
        *(enum tristate *)field = value->count ? YES : NO;
        return true;
    case OPTION_LIST:
        return read_list(r, value, option, name, field);
    case OPTION_PAIRS:
    case OPTION_FILES:
        return read_pairs(r, value, option, name, field);
    case OPTION_CHOICE:
        return read_choice(r, value, option, name, field);
    default: {
        const char *text = string_of(r, value, name);
        if (text && takes_paths(option))
            text = from_first(r, text, value);
        if (text)
            *(const char **)field = text;
        return text != NULL;
    }
    }
}

/* True when KEY, written with "_" or "-", is NAME of an option; "roots" is another word for "root".
 */
static bool key_is(str key, const char *name)
{
    if (str_equal(key, S("roots")))
        key = S("root");
    if (key.len != (ptrdiff_t)strlen(name))
        return false;
    for (ptrdiff_t i = 0; i < key.len; i++)
        if (key.data[i] != (name[i] == '-' ? '_' : name[i]))
            return false;
    return true;
}

static void unknown_member(struct config_reader *r, const struct node *key,
                           const struct similar *similar)
{
    struct diag *diag = diag_report(r->sources->found, E0601, sources_place(r->sources, key),
                                    "there is no \"%s\" here", shown(r, key));
    if (similar->best.data)
        diag_hint(r->sources->found, diag, "did you mean \"%s\"?",
                  show(r->sources->arena, similar->best));
}

static void read_key(struct config_reader *r, const struct node *key, const struct node *value,
                     struct artifact *artifact)
{
    struct similar similar = {.wanted = node_text(key)};
    for (const struct option *option = config_keys; option->name; option++) {
        if (key_is(node_text(key), option->name)) {
            bool names_source =
                strcmp(option->name, "source") == 0 || strcmp(option->name, "each") == 0;
            bool ok = read_value(r, value, option, artifact);
            if (names_source)
                artifact->source_declared = value;
            r->source_failed = r->source_failed || (!ok && names_source);
            return;
        }
        similar_consider(&similar, key_spelling(r->sources->arena, option->name));
    }
    unknown_member(r, key, &similar);
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
        wrong_type(r, value, name, "a mapping");
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
    if (value->kind != NODE_NUMBER || !str_equal(node_text(value), S("1")))
        report(r, E0609, value, "this version of schemac reads \"version: 1\"");
}

static void read_source(struct config_reader *r, const struct node *value)
{
    const char *source = string_of(r, value, "source");
    r->source = source ? from_first(r, source, value) : NULL;
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
    const char *path = string_of(r, value, "fingerprints");
    r->file->fingerprints_declared = value;
    if (path && strpbrk(path, "{}"))
        report(r, E0606, value, "a path has no placeholders");
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
        report(r, E0603, artifact->declared, "no source is named for this artifact");
    diag_hint(r->sources->found, diag, "add \"source: FILE\" at the top of the file");
}

/* True when the path of ARTIFACT may stand there; placeholders may only where there is an each. */
static bool is_path(struct config_reader *r, const struct artifact *artifact)
{
    if (artifact->each.count || !strpbrk(artifact->path, "{}"))
        return true;
    if (!r->source_failed) /* else it may be an each that is wrong */
        report(r, E0606, artifact->declared, "without each, a path has no placeholders");
    return false;
}

static void read_artifacts(struct config_reader *r, const struct node *value)
{
    struct config_content *content = r->content;
    if (value->kind != NODE_OBJECT) {
        wrong_type(r, value, "artifacts", "a mapping from paths to keys");
        return;
    }
    sources_report_faults(r->sources, value);
    content->artifacts = arena_new(r->sources->arena, struct artifact, value->count);
    for (uint32_t i = 0; i < value->count; i++) {
        struct artifact artifact = {.path = string_of(r, node_key(value, i), "a path"),
                                    .keys = r->defaults.keys,
                                    .declared = node_key(value, i),
                                    .file = r->file};
        read_keys(r, node_value(value, i), "an artifact", &artifact);
        settle_source(r, &artifact);
        if (artifact.path && is_path(r, &artifact))
            content->artifacts[content->count++] = artifact;
    }
}

/* Takes ITEM, a file or a pattern for several. */
static void read_include(struct config_reader *r, const struct node *item)
{
    struct config_content *content = r->content;
    const char *text = string_of(r, item, "include");
    if (!text || !accepts_pattern(r->sources->found, sources_place(r->sources, item), text) ||
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
    bool required;
} members[] = {
    {STR_INIT("version"), read_version, true},
    {STR_INIT("source"), read_source, false},
    {STR_INIT("defaults"), read_defaults, false},
    {STR_INIT("fingerprints"), read_fingerprints, false},
    {STR_INIT("artifacts"), read_artifacts, false}, /* but see check_required */
    {STR_INIT("include"), read_includes, false},
};
enum { MEMBER_COUNT = sizeof members / sizeof *members };

str config_member(ptrdiff_t index, bool *ret_required)
{
    if (index >= MEMBER_COUNT)
        return (str){0};
    *ret_required = members[index].required;
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
            unknown_member(r, key, &similar);
    }
}

/* Reports required members that ROOT lacks: without artifacts, those of other files are included.
 */
static void check_required(struct config_reader *r, const struct node *root)
{
    bool includes = node_get(root, S("include")) != NULL;
    for (int i = 0; i < MEMBER_COUNT; i++) {
        bool required = members[i].required || (members[i].read == read_artifacts && !includes);
        if (required && !node_get(root, members[i].name))
            diag_report(r->sources->found, E0603, place_file(&r->file->document->text),
                        "\"%s\" is missing", members[i].name.data);
    }
}

void config_read(struct sources *sources, struct config_file *file,
                 struct config_content *ret_content)
{
    struct config_reader r = {.sources = sources, .file = file, .content = ret_content};
    const struct node *root = file->document->root;
    int before = sources->found->errors;
    *ret_content = (struct config_content){0};
    if (root->kind != NODE_OBJECT) {
        wrong_type(&r, root, "schemac.yaml", "a mapping");
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
    bool declares = ret_content->count || ret_content->include_count;
    if (!declares && sources->found->errors == before)
        report(&r, E0603, root, "no artifact is declared");
}
