#include "build/config_release.h"

#include "base/show.h"
#include "build/release_name.h"
#include "schema/uri.h"

#include <string.h>

#define VERSION S("{version}")

/* True when WORD, a name for releases of which WHAT is one, has only known placeholders. */
static bool has_placeholders(struct diag_list *found, place where, const char *what,
                             const char *word, bool takes_file)
{
    const char *problem = release_name_problem(str_of(word), takes_file);
    if (problem)
        diag_report(found, E0606, where, "%s %s", what, problem);
    return !problem;
}

/* True when WORD has a place for the version; else reported, as what WHAT is. */
static bool has_version(struct diag_list *found, place where, const char *what, const char *word)
{
    if (str_find(str_of(word), VERSION) >= 0)
        return true;
    struct diag *diag = diag_report(found, E0911, where, "%s has no {version}", what);
    diag_hint(found, diag, "each release has files and names of its own");
    return false;
}

static bool accepts_directory(struct diag_list *found, place where, const char *word)
{
    return has_placeholders(found, where, "the folder of a release", word, false) &&
           has_version(found, where, "the folder of a release", word);
}

static bool accepts_copy(struct diag_list *found, place where, const char *word)
{
    return has_placeholders(found, where, "a copy", word, true);
}

static bool accepts_record(struct diag_list *found, place where, const char *word)
{
    bool ok = !strpbrk(word, "{}");
    if (!ok)
        diag_report(found, E0606, where, "a path has no placeholders");
    return ok;
}

static bool accepts_id(struct diag_list *found, place where, const char *word)
{
    struct arena scratch = {0};
    if (!has_placeholders(found, where, "the id of a release", word, true) ||
        !has_version(found, where, "the id of a release", word))
        return false;
    str id = release_name_fill(&scratch, str_of(word), S("1"), S("a"));
    bool ok = uri_is_reference(id) && uri_is_absolute(id) && !uri_split(id).has_fragment;
    if (!ok)
        diag_report(found, E0413, where,
                    "the id of a release has to be an absolute URI without "
                    "a fragment");
    arena_free(&scratch);
    return ok;
}

const struct option config_release_keys[] = {
    {OPTION_STRING, 0, "dir", "FOLDER", NULL, "the folder of a release's files",
     OPTION_FIELD(struct config_release, directory, const char *), accepts_directory},
    {OPTION_STRING, 0, "id", "URI", NULL, "the $id of a released file",
     OPTION_FIELD(struct config_release, id, const char *), accepts_id},
    {OPTION_STRING, 0, "record", "FILE", NULL, "the index of releases",
     OPTION_FIELD(struct config_release, record, const char *), accepts_record},
    CHECKED_LIST(struct config_release, copies, "copies", "PATH",
                 "further files that get what the last release has", accepts_copy),
    CHOICE(struct config_release, versioning, 0, "versioning", "FORM", release_versionings,
           "what versions look like (default: date)"),
    {0},
};

/* The row for KEY; NULL, and what may be meant in SIMILAR, when there is none. */
static const struct option *find_key(const struct node *key, struct similar *similar)
{
    for (const struct option *option = config_release_keys; option->name; option++) {
        if (str_equal(node_text(key), str_of(option->name)))
            return option;
        similar_consider(similar, str_of(option->name));
    }
    return NULL;
}

/* True when VALUE is what OPTION, a string, accepts; else reported. What is none is told later. */
static bool is_accepted(struct config_reader *r, const struct option *option,
                        const struct node *value)
{
    return option->kind != OPTION_STRING || value->kind != NODE_STRING ||
           option->accepts(r->sources->found, sources_place(r->sources, value),
                           arena_copy(r->sources->arena, node_text(value)).data);
}

static void read_member(struct config_reader *r, const struct node *key, const struct node *value,
                        struct config_release *release)
{
    struct similar similar = {.wanted = node_text(key)};
    const struct option *option = find_key(key, &similar);
    if (!option)
        config_unknown_member(r, key, &similar, NULL);
    else if (is_accepted(r, option, value))
        config_value(r, value, option, release);
}

/* Sees that the paths of RELEASE, which OBJECT says, lie below the folder of the file. */
static void place_paths(struct config_reader *r, const struct node *object,
                        struct config_release *release)
{
    struct sources *sources = r->sources;
    const struct node *copies = node_get(object, S("copies"));
    release->record_declared = node_get(object, S("record"));
    if (release->record)
        release->record =
            config_own_path(sources, r->file, str_of(release->record), release->record_declared);
    if (release->directory)
        release->directory = config_own_path(sources, r->file, str_of(release->directory),
                                             node_get(object, S("dir")));
    for (ptrdiff_t i = 0; i < release->copies.count; i++) {
        bool is_list = copies->kind == NODE_ARRAY;
        release->copies.at[i] = config_own_path(sources, r->file, str_of(release->copies.at[i]),
                                                is_list ? node_item(copies, (uint32_t)i) : copies);
    }
}

void config_read_release(struct config_reader *r, const struct node *value)
{
    static const char *const required[] = {"dir", "id", "record", NULL};
    struct config_release *release = arena_new(r->sources->arena, struct config_release, 1);
    int before = r->sources->found->errors;
    if (r->file->includer) {
        struct diag *diag =
            config_report(r, E0911, value, "an included file has no releases of its own");
        diag_hint(r->sources->found, diag, "say it in the file that includes this one");
        return;
    }
    if (value->kind != NODE_OBJECT) {
        config_wrong_type(r, value, "release", "a mapping");
        return;
    }
    sources_report_faults(r->sources, value);
    release->declared = value;
    for (uint32_t i = 0; i < value->count; i++)
        read_member(r, node_key(value, i), node_value(value, i), release);
    for (const char *const *name = required; *name; name++)
        if (!node_get(value, str_of(*name)))
            diag_report(r->sources->found, E0603, sources_place(r->sources, value),
                        "\"%s\" is missing", *name);
    place_paths(r, value, release);
    if (r->sources->found->errors == before)
        r->content->release = release;
}

void config_read_mentions(struct config_reader *r, const struct node *value)
{
    static const struct option option =
        CHECKED_LIST(struct config_mentions, files.patterns, "mentions", "PATTERN",
                     "files that name released schemas", config_accepts_pattern);
    struct config_mentions mentions = {.files.declared = value, .file = r->file};
    sources_report_faults(r->sources, value);
    if (config_value(r, value, &option, &mentions))
        r->content->mentions = mentions;
}
