/*
 * config.c - reads schemac.yaml by tables: `members` for its top level, ARTIFACT_KEYS for
 * artifacts.
 */
#include "build/config.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "base/similar.h"
#include "source/number.h"

#include <errno.h>
#include <string.h>

struct config_reader {
    struct sources *sources;
    struct config *config;
    struct artifact_keys defaults;
    const char *source; /* the default for artifacts */
    bool source_failed; /* one is named, and what is wrong with it is reported */
};

const struct option config_keys[] = {
    {OPTION_FILE, 0, "source", "FILE", NULL, "the OpenAPI document",
     OPTION_FIELD(struct artifact, source, const char *), NULL},
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
    if (value->kind != NODE_ARRAY && value->kind != NODE_OBJECT && strcmp(wanted, "a string") == 0)
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
        if (!text || !is_accepted(r, option, item, text))
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
        pair.value = option->kind == OPTION_FILES ? string_of(r, item, shown(r, key))
                                                  : scalar_of(r, item, shown(r, key));
        if (!pair.value)
            return false;
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
                     void *base)
{
    struct similar similar = {.wanted = node_text(key)};
    for (const struct option *option = config_keys; option->name; option++) {
        if (key_is(node_text(key), option->name)) {
            bool ok = read_value(r, value, option, base);
            r->source_failed = r->source_failed || (!ok && strcmp(option->name, "source") == 0);
            return;
        }
        similar_consider(&similar, key_spelling(r->sources->arena, option->name));
    }
    unknown_member(r, key, &similar);
}

/* Reports "root" and "roots" in one object: which of the two is meant? */
static void check_roots(struct config_reader *r, const struct node *object)
{
    ptrdiff_t root = node_find(object, S("root")), roots = node_find(object, S("roots"));
    if (root < 0 || roots < 0)
        return;
    ptrdiff_t first = root < roots ? root : roots, second = root + roots - first;
    struct diag *diag = report(r, E0302, node_key(object, (uint32_t)second),
                               "\"root\" and \"roots\" are two words for one key");
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
    check_roots(r, value);
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
    r->source = string_of(r, value, "source");
    r->source_failed = !r->source;
}

static void read_defaults(struct config_reader *r, const struct node *value)
{
    struct artifact artifact = {0};
    read_keys(r, value, "defaults", &artifact);
    r->defaults = artifact.keys;
    if (artifact.source)
        r->source = artifact.source;
}

/* A path of the file, below the configuration's directory; NULL when reported. */
static const char *own_path(struct config_reader *r, const struct node *value, const char *name)
{
    const char *text = string_of(r, value, name);
    if (!text)
        return NULL;
    str path = path_normalise(r->sources->arena, str_of(text));
    bool outside =
        str_starts(path, S("/")) || str_equal(path, S("..")) || str_starts(path, S("../"));
    if (outside) {
        report(r, E0004, value, "this path leads out of the directory of the configuration");
        return NULL;
    }
    if (path.len == 1 && path.data[0] == '.') {
        report(r, E0602, value, "this names a directory, not a file");
        return NULL;
    }
    if (str_find_byte(path, '{') >= 0 || str_find_byte(path, '}') >= 0) {
        report(r, E0606, value, "a path has no placeholders");
        return NULL;
    }
    return path.data;
}

static void read_fingerprints(struct config_reader *r, const struct node *value)
{
    r->config->fingerprints = own_path(r, value, "fingerprints");
}

static void read_artifacts(struct config_reader *r, const struct node *value)
{
    if (value->kind != NODE_OBJECT) {
        wrong_type(r, value, "artifacts", "a mapping from paths to keys");
        return;
    }
    sources_report_faults(r->sources, value);
    r->config->artifacts = arena_new(r->sources->arena, struct artifact, value->count);
    for (uint32_t i = 0; i < value->count; i++) {
        const char *path = own_path(r, node_key(value, i), "a path");
        struct artifact artifact = {
            .path = path ? path : "", .keys = r->defaults, .declared = node_key(value, i)};
        read_keys(r, node_value(value, i), "an artifact", &artifact);
        r->config->artifacts[r->config->count++] = artifact;
    }
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
    {STR_INIT("artifacts"), read_artifacts, true},
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

/* The normalised source of ARTIFACT, its own or the common one; NULL when reported. */
static const char *source_of(struct config_reader *r, const struct artifact *artifact)
{
    const char *source = artifact->source ? artifact->source : r->source;
    if (!source && r->source_failed)
        return NULL;
    if (!source) {
        struct diag *diag =
            report(r, E0603, artifact->declared, "no source is named for this artifact");
        diag_hint(r->sources->found, diag, "add \"source: FILE\" at the top of the file");
        return NULL;
    }
    return path_normalise(r->sources->arena, str_of(source)).data;
}

/* Reports when PATH, DECLARED to be written, is a file that has another use. */
static void claim_path(struct config_reader *r, struct map *claimed, const char *path,
                       const struct node *declared)
{
    bool is_new;
    struct map_entry *entry = map_entry(claimed, str_of(path), &is_new);
    if (is_new || !*path) {
        entry->value = (void *)declared;
        return;
    }
    struct diag *diag = report(r, E0605, declared, "this file has another use already");
    const struct node *other = entry->value;
    if (other)
        diag_note(r->sources->found, diag, sources_place(r->sources, other), "also declared here");
}

/* Reports an artifact that lies in a folder which is itself one of the files. */
static void check_folders(struct config_reader *r, const struct map *claimed,
                          const struct artifact *artifact)
{
    for (str path = path_directory(str_of(artifact->path)); !str_equal(path, S("."));
         path = path_directory(path)) {
        const struct map_entry *entry = map_find(claimed, path);
        if (!entry)
            continue;
        struct diag *diag = report(r, E0605, artifact->declared, "it lies in what is a file");
        const struct node *other = entry->value;
        if (other)
            diag_note(r->sources->found, diag, sources_place(r->sources, other),
                      "that file is declared here");
    }
}

static void settle_artifacts(struct config_reader *r)
{
    struct config *config = r->config;
    struct map claimed = {.arena = r->sources->arena};
    map_entry(&claimed, path_base(str_of(config->path)), NULL);
    for (ptrdiff_t i = 0; i < config->count; i++) {
        config->artifacts[i].source = source_of(r, &config->artifacts[i]);
        if (config->artifacts[i].source)
            map_entry(&claimed, str_of(config->artifacts[i].source), NULL);
    }
    if (config->fingerprints)
        claim_path(r, &claimed, config->fingerprints,
                   node_get(config->document->root, S("fingerprints")));
    for (ptrdiff_t i = 0; i < config->count; i++)
        claim_path(r, &claimed, config->artifacts[i].path, config->artifacts[i].declared);
    for (ptrdiff_t i = 0; i < config->count; i++)
        check_folders(r, &claimed, &config->artifacts[i]);
    if (config->document && config->count == 0 && r->sources->found->errors == 0)
        report(r, E0603, config->document->root, "no artifact is declared");
}

static void read_config(struct config_reader *r, const struct node *root)
{
    if (root->kind != NODE_OBJECT) {
        wrong_type(r, root, "schemac.yaml", "a mapping");
        return;
    }
    sources_report_faults(r->sources, root);
    check_members(r, root);
    for (int i = 0; i < MEMBER_COUNT; i++) {
        const struct node *value = node_get(root, members[i].name);
        if (value)
            members[i].read(r, value);
        else if (members[i].required)
            diag_report(r->sources->found, E0603, place_file(&r->config->document->text),
                        "\"%s\" is missing", members[i].name.data);
    }
    settle_artifacts(r);
}

static bool is_there(struct sources *sources, const char *path)
{
    struct stat info;
    str bytes;
    if (!sources->view)
        return host.stat(path, &info) == 0;
    /* What cannot be told will be reported when it is read. */
    return file_view_read(sources->view, sources->arena, path, FILE_CEILING, &bytes) != ENOENT;
}

/* The schemac.yaml of the current directory or the nearest above, as a relative path; NULL: none.
 */
static const char *find_config(struct sources *sources)
{
    struct arena *arena = sources->arena;
    char here[4096];
    if (!host.getcwd(here, sizeof here))
        return NULL;
    ptrdiff_t levels = 0;
    for (const char *c = here; *c; c++)
        levels += *c == '/';
    struct buf path = buf_in(arena, PTRDIFF_MAX);
    for (; levels >= 0; levels--) {
        ptrdiff_t up = path.len;
        buf_add(&path, S("schemac.yaml"));
        buf_add_byte(&path, '\0');
        if (is_there(sources, path.data))
            return path.data;
        path.len = up;
        buf_add(&path, S("../"));
    }
    return NULL;
}

/*
 * The directory of PATH, normalised: by text, unless it goes up from a directory below, which may
 * be a link.
 */
static str plain_directory(struct arena *arena, str path)
{
    str directory = path_directory(path), resolved, rest = directory;
    while (str_starts(rest, S("../")))
        rest = str_skip(rest, 3);
    bool goes_up = str_find(rest, S("/../")) >= 0 || str_ends(rest, S("/.."));
    if (goes_up && file_resolve(arena, arena_copy(arena, directory).data, &resolved) == 0)
        return path_from_here(arena, resolved);
    return path_normalise(arena, directory);
}

bool config_load(struct sources *sources, const char *path, struct config *ret_config)
{
    struct config_reader r = {.sources = sources, .config = ret_config};
    *ret_config = (struct config){.path = path ? path : find_config(sources)};
    if (!ret_config->path) {
        struct diag *diag =
            diag_report(sources->found, E0608, (place){0},
                        "there is no schemac.yaml%s here or above", sources->view ? " staged" : "");
        diag_hint(sources->found, diag,
                  sources->view ? "`git add` it, or name another with --config"
                                : "name one with --config, or see `schemac help generate`");
        return false;
    }
    str directory = plain_directory(sources->arena, str_of(ret_config->path));
    ret_config->directory = arena_copy(sources->arena, directory).data;
    str path_here = path_join(sources->arena, directory, path_base(str_of(ret_config->path)));
    int before = sources->found->errors + sources->found->limits;
    ret_config->document =
        sources_load(sources, ret_config->path, path_from_here(sources->arena, path_here));
    if (ret_config->document)
        read_config(&r, ret_config->document->root);
    return sources->found->errors + sources->found->limits == before;
}

const char *config_path(struct arena *arena, const struct config *config, const char *file)
{
    str path = path_join(arena, str_of(config->directory), str_of(file));
    if (str_equal(path, S("-")))
        path = S("./-"); /* a file of that name, not standard input */
    return arena_copy(arena, path).data;
}
