#include "build/config_value.h"

#include "base/file.h"
#include "base/glob.h"
#include "base/show.h"
#include "source/number.h"

#include <string.h>

bool config_accepts_pattern(struct diag_list *found, place where, const char *word)
{
    const char *problem = glob_problem(str_of(word));
    if (problem)
        diag_report(found, E0614, where, "\"%s\" is no pattern: %s",
                    show(found->arena, str_of(word)), problem);
    return !problem;
}

struct diag *config_report(struct config_reader *r, enum diag_code code, const struct node *at,
                           const char *message)
{
    return diag_report(r->sources->found, code, sources_place(r->sources, at), "%s", message);
}

const char *config_shown(struct config_reader *r, const struct node *string)
{
    return show(r->sources->arena, node_text(string));
}

bool config_wrong_type(struct config_reader *r, const struct node *value, const char *name,
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

const char *config_string(struct config_reader *r, const struct node *value, const char *name)
{
    if (sources_report_faults(r->sources, value))
        return NULL;
    if (value->kind != NODE_STRING) {
        config_wrong_type(r, value, name, "a string");
        return NULL;
    }
    if (str_find_byte(node_text(value), '\0') >= 0) {
        config_report(r, E0602, value, "a NUL character cannot stand here");
        return NULL;
    }
    return arena_copy(r->sources->arena, node_text(value)).data;
}

const char *config_from_first(struct config_reader *r, const char *path, const struct node *node)
{
    struct arena *arena = r->sources->arena;
    if (!*path) {
        struct diag *diag = config_report(r, E0602, node, "the path of a file is missing here");
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
        const char *text = config_string(r, item, name);
        if (text && !is_accepted(r, option, item, text))
            return false;
        if (text && takes_paths(option))
            text = config_from_first(r, text, item);
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
        return config_string(r, value, name);
    config_wrong_type(r, value, name, "a string, a number, true or false");
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
        return config_wrong_type(r, value, name, "a mapping");
    if (sources_report_faults(r->sources, value))
        return false;
    *pairs = (struct pair_list){arena_new(r->sources->arena, struct pair, value->count), 0};
    for (uint32_t i = 0; i < value->count; i++) {
        const struct node *key = node_key(value, i), *item = node_value(value, i);
        struct pair pair = {.name = config_string(r, key, name)};
        if (!pair.name || !is_accepted(r, option, key, pair.name))
            return false;
        pair.value = takes_paths(option) ? config_string(r, item, config_shown(r, key))
                                         : scalar_of(r, item, config_shown(r, key));
        if (!pair.value)
            return false;
        if (takes_paths(option)) {
            pair.value = config_from_first(r, pair.value, item);
            if (!pair.value)
                return false;
            note_mapped(r, pair.name, pair.value, item);
        }
        pairs->at[pairs->count++] = pair;
    }
    return true;
}

str config_key_spelling(struct arena *arena, const char *name)
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
        text = config_string(r, value, name);
    if (!text)
        return false;
    if (option_choice(option, text) >= 0) {
        *ret = text;
        return true;
    }
    option_hint(r->sources->found,
                diag_report(r->sources->found, E0604, sources_place(r->sources, value),
                            "\"%s\" cannot be \"%s\"", name, config_shown(r, value)),
                option, text);
    return false;
}

bool config_value(struct config_reader *r, const struct node *value, const struct option *option,
                  void *base)
{
    const char *name = config_key_spelling(r->sources->arena, option->name).data;
    void *field = (char *)base + option->offset;
    switch (option->kind) {
    case OPTION_NO:
        if (value->kind != NODE_BOOL)
            return config_wrong_type(r, value, name, "true or false");
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
        const char *text = config_string(r, value, name);
        if (text && takes_paths(option))
            text = config_from_first(r, text, value);
        if (text)
            *(const char **)field = text;
        return text != NULL;
    }
    }
}

bool config_key_is(str key, const char *name)
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

void config_unknown_member(struct config_reader *r, const struct node *key,
                           const struct similar *similar, const char *home)
{
    struct diag *diag = diag_report(r->sources->found, E0601, sources_place(r->sources, key),
                                    "there is no \"%s\" here", config_shown(r, key));
    if (home)
        diag_hint(r->sources->found, diag, "%s", home);
    else if (similar->best.data)
        diag_hint(r->sources->found, diag, "did you mean \"%s\"?",
                  show(r->sources->arena, similar->best));
}
