/*
 * The validator on the JSON Schema Test Suite: every test of five drafts, required and optional,
 * with formats as annotations, and the formats with their assertion on. It is read in place, in the
 * corpus, $SCHEMAC_CORPUS or ../shared/corpus; without it this is skipped, and its twin on data of
 * our own is validate_run.c.
 *
 * Each test is judged twice, for the verdict alone and for all that is wrong, and both must agree.
 */
#include "base/host.h"

#include "tap.h"
#include "validating.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct suite {
    struct arena *arena;
    const char *remotes;
    enum dialect dialect;
    enum format_assertion formats;
    const char *file;
    int tests, bad;
};

static void tell(struct suite *suite, const struct node *group, const struct node *test,
                 const char *what)
{
    suite->bad++;
    printf("# %s: %s\n", suite->file, what);
    tap_comment("group", node_text(node_get(group, S("description"))));
    if (test)
        tap_comment("test", node_text(node_get(test, S("description"))));
}

static void check_test(struct suite *suite, struct validating *v, const struct node *group,
                       const struct node *test)
{
    const struct node *data = node_get(test, S("data")), *valid = node_get(test, S("valid"));
    struct violations violations;
    enum verdict wanted = valid->count ? VERDICT_VALID : VERDICT_INVALID;
    enum verdict quick = run(&v->runner, v->scheme, data);
    enum verdict explained = run_explained(&v->runner, v->scheme, data, &v->arena, &violations);
    if (quick != wanted)
        tell(suite, group, test, quick == VERDICT_UNDECIDED ? "undecided" : "judged otherwise");
    else if (explained != quick)
        tell(suite, group, test, "judged otherwise when it is explained");
    else if ((violations.count > 0) != (wanted == VERDICT_INVALID))
        tell(suite, group, test, "what is wrong does not go with the verdict");
}

static void check_group(struct suite *suite, const struct node *group)
{
    struct validating v;
    struct arena arena = {0};
    const struct node *tests = node_get(group, S("tests"));
    validating_open(&v, validating_text(&arena, node_get(group, S("schema"))), suite->dialect,
                    suite->formats, suite->remotes);
    suite->tests += (int)tests->count;
    if (!v.scheme)
        tell(suite, group, NULL, validating_message(&v));
    for (uint32_t i = 0; v.scheme && i < tests->count; i++)
        check_test(suite, &v, group, node_item(tests, i));
    validating_close(&v);
    arena_free(&arena);
}

static void check_file(struct suite *suite, const char *path)
{
    struct arena arena = {0};
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found};
    struct document *document = sources_load(&sources, path, str_of(path));
    suite->file = path;
    if (document)
        for (uint32_t i = 0; i < document->root->count; i++)
            check_group(suite, node_item(document->root, i));
    arena_free(&arena);
}

/* Runs the files of FOLDER; of its own folders only what is asked for. */
static void check_folder(struct suite *suite, const char *folder, const char *only,
                         const char *without)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        str name = str_of(entry->d_name);
        if (!str_ends(name, S(".json")) || (only && !str_equal(name, str_of(only))) ||
            (without && str_equal(name, str_of(without))))
            continue;
        check_file(suite, arena_printf(suite->arena, "%s/%s", folder, entry->d_name).data);
    }
    closedir(directory);
}

static void check_draft(struct arena *arena, const char *root, const char *name,
                        enum dialect dialect, const int counts[3])
{
    struct suite suite = {.arena = arena,
                          .remotes = arena_printf(arena, "%s/remotes", root).data,
                          .dialect = dialect,
                          .formats = FORMATS_OFF};
    const char *tests = arena_printf(arena, "%s/tests/%s", root, name).data;
    const char *optional = arena_printf(arena, "%s/optional", tests).data;
    check_folder(&suite, tests, NULL, NULL);
    is_int(suite.bad, 0, "%s: what is required", name);
    ok(suite.tests >= counts[0], "%s: %d tests", name, suite.tests);

    suite.bad = suite.tests = 0;
    check_folder(&suite, optional, NULL, "format-assertion.json");
    suite.formats = FORMATS_AUTO;
    check_folder(&suite, optional, "format-assertion.json", NULL);
    is_int(suite.bad, 0, "%s: what is optional", name);
    ok(suite.tests >= counts[1], "%s: %d tests", name, suite.tests);

    suite.bad = suite.tests = 0;
    suite.formats = FORMATS_ON;
    check_folder(&suite, arena_printf(arena, "%s/format", optional).data, NULL, NULL);
    is_int(suite.bad, 0, "%s: formats", name);
    ok(suite.tests >= counts[2], "%s: %d tests", name, suite.tests);
}

int main(void)
{
    static const struct {
        const char *name;
        enum dialect dialect;
        int counts[3]; /* required, optional, formats: what there was when this was written */
    } drafts[] = {
        {"draft4", DIALECT_DRAFT_04, {618, 100, 219}},
        {"draft6", DIALECT_DRAFT_06, {839, 106, 325}},
        {"draft7", DIALECT_DRAFT_07, {927, 118, 676}},
        {"draft2019-09", DIALECT_2019_09, {1259, 158, 757}},
        {"draft2020-12", DIALECT_2020_12, {1299, 162, 764}},
    };
    struct arena arena = {0};
    const char *corpus = host_environment("SCHEMAC_CORPUS");
    const char *root =
        arena_printf(&arena, "%s/json-schema-test-suite", corpus ? corpus : "../shared/corpus")
            .data;
    struct stat info;
    for (size_t i = 0; i < sizeof drafts / sizeof *drafts; i++)
        if (stat(root, &info) < 0)
            skip("no corpus", "%s", drafts[i].name);
        else
            check_draft(&arena, root, drafts[i].name, drafts[i].dialect, drafts[i].counts);
    arena_free(&arena);
    return done_testing();
}
