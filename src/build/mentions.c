#include "build/mentions.h"

#include "base/show.h"
#include "base/similar.h"

#include <string.h>

/* True when C can be part of a URI and does not end one in Markdown, HTML or a program. */
static bool goes_on(char c)
{
    return byte_is_alphanumeric(c) || (c && strchr("-._~:/?#@!$&*+,;=%(", c));
}

/* The URL that TEXT begins with, as it is meant. */
static str url_at(str text)
{
    ptrdiff_t len = 0;
    while (len < text.len && goes_on(text.data[len]))
        len++;
    while (len > 0 && strchr(".,:;!?*_(#~", text.data[len - 1]))
        len--;
    return str_first(text, len);
}

/* True when URL has the variable of a shell in it, or goes on with a placeholder in TEXT at END. */
static bool has_placeholder(str url, str text, ptrdiff_t end)
{
    return str_find_byte(url, '$') >= 0 || (end < text.len && text.data[end] == '{');
}

bool mentions_next(str name, str text, ptrdiff_t at, struct mention *ret_mention,
                   struct release_match *ret_match)
{
    ptrdiff_t brace = str_find_byte(name, '{');
    str prefix = str_first(name, brace < 0 ? name.len : brace);
    while (at < text.len) {
        ptrdiff_t found = str_find(str_skip(text, at), prefix);
        if (found < 0)
            return false;
        at += found;
        str whole = url_at(str_skip(text, at)), url, fragment;
        str_cut(whole, '#', &url, &fragment);
        bool is_whole = !has_placeholder(url, text, at + whole.len);
        if (is_whole && release_name_match(name, url, ret_match)) {
            *ret_mention = (struct mention){at, url.len, url};
            return true;
        }
        at += prefix.len;
    }
    return false;
}

struct checker {
    const struct plan *plan;
    const struct releases *releases;
    struct arena *arena;
    struct map ids, files; /* what was released: "$id" to struct release; names of files */
};

/* True when a URL with MATCH is that of a schema. */
static bool is_schema(const struct checker *c, const struct release_match *match)
{
    return !match->file.len || release_versioning(match->version) != VERSIONING_COUNT ||
           map_find(&c->files, match->file);
}

/* The version among releases of SERIES that comes nearest to VERSION; empty when there is none. */
static str nearest(const struct checker *c, str series, str version)
{
    str last = {0};
    struct similar similar = {.wanted = version};
    for (ptrdiff_t i = 0; i < c->releases->count; i++) {
        const struct released *row = &c->releases->at[i]->row;
        if (!str_equal(release_series(c->arena, row->id, row->version), series))
            continue;
        similar_consider(&similar, row->version);
        last = row->version;
    }
    return similar.best.data ? similar.best : last;
}

static void report(struct checker *c, struct text *text, const struct mention *mention,
                   const struct release_match *match)
{
    struct diag_list *found = c->plan->sources->found;
    const char *name = c->plan->config.release->id;
    struct diag *diag = diag_report(found, D0206, (place){text, mention->start, mention->len},
                                    "%s was not released", show_all(c->arena, mention->url));
    str series = release_name_fill(c->arena, str_of(name), S("{version}"), match->file);
    str version = nearest(c, series, match->version);
    if (version.len) {
        diag_hint(
            found, diag, "did you mean %s?",
            show_all(c->arena, release_name_fill(c->arena, str_of(name), version, match->file)));
        return;
    }
    struct similar similar = {.wanted = mention->url};
    for (ptrdiff_t i = 0; i < c->ids.count; i++)
        similar_consider(&similar, c->ids.entries[i].key);
    if (similar.best.data)
        diag_hint(found, diag, "did you mean %s?", show_all(c->arena, similar.best));
}

static void check_text(struct checker *c, struct text *text)
{
    str name = str_of(c->plan->config.release->id);
    struct mention mention;
    struct release_match match;
    for (ptrdiff_t at = 0; mentions_next(name, text->chars, at, &mention, &match);
         at = mention.start + mention.len)
        if (is_schema(c, &match) && !map_find(&c->ids, mention.url))
            report(c, text, &mention, &match);
}

static void check_file(struct checker *c, str file, const struct node *declared)
{
    const struct plan *plan = c->plan;
    const char *path = config_path(c->arena, &plan->config, file.data);
    if (!registry_may_read((struct registry *)&plan->registry, str_of(path), declared))
        return;
    int before = diag_problems(plan->sources->found);
    str name = arena_copy(c->arena, path_from_here(c->arena, str_of(path)));
    struct document *document = sources_load_text(plan->sources, path, name);
    if (document)
        check_text(c, &document->text);
    diag_judged(plan->sources->found, name, diag_problems(plan->sources->found) == before);
}

void mentions_check(const struct plan *plan)
{
    const struct config *config = &plan->config;
    struct arena *arena = plan->sources->arena;
    struct checker c = {.plan = plan,
                        .releases = plan->releases,
                        .arena = arena,
                        .ids = {.arena = arena},
                        .files = {.arena = arena}};
    for (ptrdiff_t i = 0; i < c.releases->count; i++) {
        struct release *release = c.releases->at[i];
        struct release_match match;
        map_put(&c.ids, release->row.id, release);
        if (release_name_match(str_of(config->release->id), release->row.id, &match))
            map_entry(&c.files, match.file, NULL);
    }
    for (ptrdiff_t i = 0; i < config->count; i++)
        map_entry(&c.files, path_base(str_of(config->artifacts[i].path)), NULL);
    for (ptrdiff_t i = 0; i < config->mentions_count; i++) {
        const struct config_mentions *mentions = &config->mentions[i];
        struct file_list files;
        config_find(plan->sources, config, mentions->file, &mentions->files, "mentions", &files);
        for (ptrdiff_t j = 0; j < files.count; j++)
            check_file(&c, files.paths[j], mentions->files.declared);
    }
}

void mentions_files(const struct plan *plan, struct map *files)
{
    const struct config *config = &plan->config;
    struct arena *arena = plan->sources->arena;
    for (ptrdiff_t i = 0; i < config->mentions_count; i++) {
        const struct config_mentions *mentions = &config->mentions[i];
        struct file_list found;
        config_find(plan->sources, config, mentions->file, &mentions->files, "mentions", &found);
        for (ptrdiff_t j = 0; j < found.count; j++) {
            const char *path = config_path(arena, config, found.paths[j].data);
            map_entry(files, arena_copy(arena, path_from_here(arena, str_of(path))), NULL);
        }
    }
}
