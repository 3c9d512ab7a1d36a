#include "build/init_text.h"

#include "base/show.h"
#include "source/quote.h"

#include <string.h>

enum { SHOWN_CANDIDATES = 10 };

/* The name of OPTION as a key of the file: with "_". */
static void add_key(struct buf *out, const struct option *option)
{
    buf_add(out, S("    "));
    for (str word, rest = str_of(option->name); rest.len;) {
        bool more = str_cut(rest, '-', &word, &rest);
        buf_add(out, word);
        buf_add(out, more ? S("_") : S(""));
    }
    buf_add(out, S(": "));
}

static void add_list(struct buf *out, const struct string_list *list)
{
    for (ptrdiff_t i = 0; i < list->count; i++) {
        buf_add(out, i ? S(", ") : S("["));
        quote_yaml(out, str_of(list->at[i]));
    }
    buf_add(out, S("]"));
}

/* Adds the value in FIELD, which OPTION describes; nothing when it was not set. */
static void add_value(struct buf *out, const struct option *option, const void *field)
{
    enum tristate answer;
    const struct string_list *list;
    const char *text;
    switch (option->kind) {
    case OPTION_NO:
        answer = *(const enum tristate *)field;
        if (answer != UNSET)
            buf_add(out, answer == YES ? S("true") : S("false"));
        break;
    case OPTION_LIST:
        list = field;
        if (list->count == 1 && strcmp(option->name, "root") == 0)
            quote_yaml(out, str_of(list->at[0]));
        else if (list->count)
            add_list(out, list);
        break;
    case OPTION_STRING:
    case OPTION_FILE:
    case OPTION_CHOICE:
        text = *(const char *const *)field;
        if (text)
            quote_yaml(out, str_of(text));
        break;
    default: /* pairs: nothing that is found here sets them */
        break;
    }
}

/* Adds the line of the key that OPTION describes, when the field of ARTIFACT says something. */
static void add_setting(struct buf *out, const struct option *option,
                        const struct artifact *artifact)
{
    struct arena scratch = {0};
    struct buf value = buf_in(&scratch, PTRDIFF_MAX);
    add_value(&value, option, (const char *)artifact + option->offset);
    if (value.len) {
        add_key(out, option);
        buf_add(out, buf_view(&value));
        buf_add_byte(out, '\n');
    }
    arena_free(&scratch);
}

static void add_source(struct buf *out, const struct artifact *artifact)
{
    buf_add(out, S("source: "));
    quote_yaml(out, str_of(artifact->source));
    buf_add_byte(out, '\n');
}

/* The path of ARTIFACT as a key, up to where its own keys follow. */
static void add_path(struct buf *out, const struct artifact *artifact)
{
    struct arena scratch = {0};
    struct buf path = buf_in(&scratch, PTRDIFF_MAX);
    quote_yaml(&path, str_of(artifact->path));
    bool is_long = path.len > QUOTE_KEY;
    buf_add(out, is_long ? S("  ? ") : S("  "));
    buf_add(out, buf_view(&path));
    buf_add(out, is_long ? S("\n  :\n") : S(":\n"));
    arena_free(&scratch);
}

static void add_settings(struct buf *out, const struct artifact *artifact)
{
    struct artifact settings = *artifact;
    settings.source = NULL; /* which stands at the top */
    for (const struct option *option = config_keys; option->name; option++)
        add_setting(out, option, &settings);
}

/* "a", "a and b", "a, b and c". */
static void add_words(struct buf *out, const struct string_list *words)
{
    for (ptrdiff_t i = 0; i < words->count; i++) {
        const char *before = i == 0 ? "" : i + 1 < words->count ? ", " : " and ";
        buf_printf(out, "%s%s", before, words->at[i]);
    }
}

static const char like_same[] =
    "# With these keys the file below comes out as it was, byte for byte. Keys that are not there\n"
    "# have their defaults.\n";

static const char like_nearest[] =
    "# The keys that come nearest to the file below as it was. `schemac check` tells what differs.\n";

static const char like_record[] =
    "# A record of what was generated, with which `schemac check` can say which side moved: take the\n"
    "# first # away, and run `schemac generate` once.\n"
    "# fingerprints: fingerprints.json\n";

void init_text_like(struct buf *out, const struct artifact *artifact,
                    const struct likeness *likeness)
{
    buf_add(out, str_of(likeness->is_same ? like_same : like_nearest));
    buf_add(out, S("version: 1\n"));
    add_source(out, artifact);
    buf_add(out, S("artifacts:\n"));
    add_path(out, artifact);
    add_settings(out, artifact);
    if (likeness->idle.count) {
        buf_add(out, S("    # "));
        add_words(out, &likeness->idle);
        buf_printf(out, " make%s no difference to this file.\n",
                   likeness->idle.count == 1 ? "s" : "");
    }
    buf_add(out, str_of(like_record));
}

/* The roots that could be chosen as well, as comments. */
static void add_others(struct buf *out, const struct candidates *others)
{
    struct arena scratch = {0};
    if (others->count == 0)
        return;
    buf_printf(out,
               "    # Other schemas%s, with the definitions that each takes along,\n"
               "    # itself among them:\n",
               others->at[0].is_referred ? "" : ", first those that no other refers to");
    for (ptrdiff_t i = 0; i < others->count && i < SHOWN_CANDIDATES; i++) {
        buf_printf(out, "    #   %s", show(&scratch, others->at[i].name));
        if (others->at[i].is_faulty)
            buf_add(out, S(" (faulty)"));
        else if (others->at[i].reach.definitions)
            buf_printf(out, " (%td)", others->at[i].reach.definitions);
        buf_add_byte(out, '\n');
    }
    if (others->count > SHOWN_CANDIDATES)
        buf_printf(out, "    #   and %td more\n", others->count - SHOWN_CANDIDATES);
    arena_free(&scratch);
}

/* ---- the texts of a first file --------------------------------------------------------------- */

static const char start_head[] =
    "# Which JSON Schemas come out of which OpenAPI document. `schemac generate` writes them, and\n"
    "# `schemac check` fails when they and the document have drifted apart. Paths are relative to\n"
    "# this file.\n"
    "version: 1\n"
    "\n"
    "# The OpenAPI document.\n";

static const char start_artifacts[] =
    "\n"
    "# The files that are written, each with its keys. Add as many as you need.\n"
    "artifacts:\n";

static const char start_root[] =
    "    # The schema to write, with all that it refers to: a name, a list of names, a JSON Pointer\n"
    "    # into the document, or \"*\" for all named schemas.\n";

static const char start_copied[] =
    "    # Keywords are copied as they are, since they cannot all be translated.\n";

static const char start_more[] =
    "    # More keys, each with a # in front as long as it is not wanted:\n"
    "    # dialect: draft-07       # of JSON Schema; 2020-12 without this key\n"
    "    # id: \"https://schemas.example/{info.version}/name.schema.json\"  # with info.version filled "
    "in\n"
    "    # title: what the schema describes\n"
    "    # drop: [\"x-*\", xml]     # members to leave out\n";

static const char start_record[] =
    "\n"
    "# The record of what was generated. With it, `schemac check` can say which side moved.\n"
    "fingerprints: ";

void init_text_start(struct buf *out, const struct artifact *artifact, const char *fingerprints,
                     const struct candidates *others)
{
    struct artifact root = {.keys.roots = artifact->keys.roots}, rest = *artifact;
    rest.keys.roots = (struct string_list){0};
    buf_add(out, str_of(start_head));
    add_source(out, artifact);
    buf_add(out, str_of(start_artifacts));
    add_path(out, artifact);
    buf_add(out, str_of(start_root));
    add_settings(out, &root);
    add_others(out, others);
    if (artifact->keys.translate == NO)
        buf_add(out, str_of(start_copied));
    add_settings(out, &rest);
    buf_add(out, str_of(start_more));
    buf_add(out, str_of(start_record));
    quote_yaml(out, str_of(fingerprints));
    buf_add_byte(out, '\n');
}
