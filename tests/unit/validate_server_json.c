/*
 * Real server.json documents of the corpus, $SCHEMAC_CORPUS or ../shared/corpus: their verdicts
 * under the schemas of all releases, and what is told first of those that are not valid. Without a
 * corpus this is skipped; what is told is tested on documents of our own in
 * tests/cli/validate.bats.
 *
 * MANIFEST.json names the one error that a reader needs. Of an anyOf we tell the branch that comes
 * nearest, so there a note names the anyOf.
 */
#include "base/host.h"
#include "validate/explain.h"

#include "tap.h"
#include "validating.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { SCHEMAS_MAX = 20 };

/* One release's schema, compiled. */
struct release {
    str name;
    struct validating v;
};

struct session {
    struct arena *arena;
    const char *folder;
    struct diag_list found;
    struct sources sources;
    struct release releases[SCHEMAS_MAX];
    int release_count, verdicts, firsts, wrong;
};

static str read_text(struct session *s, const char *path)
{
    str text = {0};
    if (file_read(s->arena, path, FILE_CEILING, &text) != 0) {
        printf("# cannot be read: %s\n", path);
        s->wrong++;
    }
    return text;
}

/* The release NAME, its schema read when it is first asked for; NULL when it cannot be compiled. */
static struct release *release_of(struct session *s, str name)
{
    for (int i = 0; i < s->release_count; i++)
        if (str_equal(s->releases[i].name, name))
            return &s->releases[i];
    if (s->release_count == SCHEMAS_MAX)
        return NULL;
    struct release *release = &s->releases[s->release_count++];
    const char *path =
        arena_printf(s->arena, "%s/schemas/%.*s.json", s->folder, (int)name.len, name.data).data;
    release->name = name;
    validating_open(&release->v, read_text(s, path), DIALECT_DRAFT_07, FORMATS_AUTO, NULL);
    return release->v.scheme ? release : NULL;
}

static void tell(struct session *s, const struct node *entry, const char *what, const char *got)
{
    s->wrong++;
    tap_comment(what, node_text(node_get(entry, S("file"))));
    printf("# got: %s\n", got);
}

static str text_at(const struct node *object, str name)
{
    const struct node *value = node_get(object, name);
    return node_is(value, NODE_STRING) ? node_text(value) : (str){0};
}

/* The release that the file ENTRY names as its own schema: ".../NAME.json". */
static str own_release(const struct node *entry)
{
    str base = path_base(text_at(entry, S("schema")));
    return str_first(base, base.len - S(".json").len);
}

/* True when the note NOTE, or one behind it, holds WHAT. */
static bool has_note(const struct diag_note *note, str what)
{
    for (; note; note = note->next)
        if (str_find(str_of(note->message), what) >= 0)
            return true;
    return false;
}

/* Holds what is told first of DOCUMENT to what ENTRY says. */
static void check_first(struct session *s, const struct node *entry, struct document *document)
{
    struct release *release = release_of(s, own_release(entry));
    const struct node *primary = node_get(entry, S("primary"));
    str pointer = text_at(primary, S("instancePath")), keyword = text_at(primary, S("keyword"));
    struct violations violations;
    struct diag_list found = {.arena = s->arena};
    struct explainer explainer = {
        .sources = &release->v.sources, .found = &found, .text = &document->text};
    run_explained(&release->v.runner, release->v.scheme, document->root, s->arena, &violations);
    explain(&explainer, &violations);
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(&found, &count);
    s->firsts++;
    if (!count) {
        tell(s, entry, "nothing is told", "");
        return;
    }
    const struct diag *first = sorted[0];
    bool is_choice = str_equal(keyword, S("anyOf"));
    str note = is_choice
                   ? arena_printf(s->arena, "\"anyOf\" at %.*s", (int)pointer.len, pointer.data)
                   : arena_printf(s->arena, "\"%.*s\" asks", (int)keyword.len, keyword.data);
    str prefix = arena_printf(s->arena, "%.*s: ", (int)pointer.len, pointer.data);
    bool is_there = is_choice || !pointer.len || str_starts(str_of(first->message), prefix);
    if (!is_there || !has_note(first->notes, note))
        tell(s, entry, "something else is told first", first->message);
}

static void check_entry(struct session *s, const struct node *entry)
{
    str file = text_at(entry, S("file"));
    const char *path = arena_printf(s->arena, "%s/%.*s", s->folder, (int)file.len, file.data).data;
    struct document *document = sources_load(&s->sources, path, file);
    const struct node *valid_under = node_get(entry, S("valid_under"));
    if (!document) {
        tell(s, entry, "cannot be read", "");
        return;
    }
    for (uint32_t i = 0; i < valid_under->count; i++) {
        struct release *release = release_of(s, node_text(node_key(valid_under, i)));
        enum verdict wanted = node_value(valid_under, i)->count ? VERDICT_VALID : VERDICT_INVALID;
        s->verdicts++;
        if (!release || run(&release->v.runner, release->v.scheme, document->root) != wanted)
            tell(s, entry, "judged otherwise", "");
    }
    if (str_equal(text_at(entry, S("expected")), S("invalid")))
        check_first(s, entry, document);
}

int main(void)
{
    struct arena arena = {0};
    const char *corpus = host_environment("SCHEMAC_CORPUS");
    struct session s = {
        .arena = &arena,
        .folder = arena_printf(&arena, "%s/server-json", corpus ? corpus : "../shared/corpus").data,
        .found = {.arena = &arena}};
    struct stat info;
    s.sources = (struct sources){.arena = &arena, .found = &s.found};
    if (stat(s.folder, &info) < 0) {
        skip("no corpus", "real documents have their verdicts, and the right error first");
    } else {
        const char *path = arena_printf(&arena, "%s/MANIFEST.json", s.folder).data;
        struct document *manifest = sources_load(&s.sources, path, str_of(path));
        const struct node *files = manifest ? node_get(manifest->root, S("files")) : NULL;
        for (uint32_t i = 0; node_is(files, NODE_ARRAY) && i < files->count; i++)
            check_entry(&s, node_item(files, i));
        is_int(s.wrong, 0, "%d verdicts and %d first errors", s.verdicts, s.firsts);
        ok(s.verdicts >= 952 && s.firsts >= 57, "which are all that there were");
    }
    for (int i = 0; i < s.release_count; i++)
        validating_close(&s.releases[i].v);
    arena_free(&arena);
    return done_testing();
}
