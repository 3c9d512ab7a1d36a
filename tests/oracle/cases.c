/*
 * cases.c - is the oracle itself right?
 *
 *     cases [CASES.yaml]             our own cases (default: tests/oracle/cases.yaml)
 *     cases --suite [METASCHEMAS]    the required tests of JSON-Schema-Test-Suite in the corpus, in
 *                                    $SCHEMAC_CORPUS or ../shared/corpus
 *
 * Prints TAP: a line for each rule of ours, or for each file of the suite. METASCHEMAS is a folder
 * of the drafts' own schemas; tests that refer to these are left out where it is not given.
 */
#include "question.h"

#include "base/host.h"

#include "../unit/tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* ---- our own --------------------------------------------------------------------------------- */

/* Judges all INSTANCES of a case; each has to get WANTED. */
static bool judge_all(struct oracle *oracle, const struct resource *home, const struct node *schema,
                      const struct node *instances, enum verdict wanted)
{
    bool right = true;
    for (uint32_t i = 0; instances && i < instances->count; i++)
        if (oracle_judge(oracle, home, schema, node_item(instances, i)) != wanted) {
            printf("# %s instance %u is not judged so%s%s\n",
                   wanted == VERDICT_VALID ? "valid" : "invalid", i, oracle->problem ? ": " : "",
                   oracle->problem ? oracle->problem : "");
            right = false;
        }
    return right;
}

/* One case by one of the dialects it is for. */
static void run_case(struct arena *arena, const struct node *item, const struct node *dialect)
{
    const struct node *rule = node_get(item, S("rule")), *schema = node_get(item, S("schema"));
    const struct node *valid = node_get(item, S("valid")), *invalid = node_get(item, S("invalid"));
    const struct node *definitions = node_get(item, S("document"));
    struct oracle oracle = oracle_in(arena, rules_named(item));
    enum dialect named = dialect_named(node_text(dialect));
    bool asks = named != DIALECT_COUNT && ((valid && valid->count) || (invalid && invalid->count));
    const struct resource *home =
        oracle_add(&oracle, (str){0}, definitions ? definitions : schema, named);
    bool right = judge_all(&oracle, home, schema, valid, VERDICT_VALID);
    right = judge_all(&oracle, home, schema, invalid, VERDICT_INVALID) && right;
    ok(right && asks, "%.*s: %.*s", (int)dialect->count, dialect->chars, (int)rule->count,
       rule->chars);
}

static void run_own_cases(struct arena *arena, const char *path)
{
    struct reading reading;
    reading_init(&reading, arena);
    const struct node *cases = read_file(&reading, path);
    ok(node_is(cases, NODE_ARRAY), "%s can be read", path);
    for (uint32_t i = 0; node_is(cases, NODE_ARRAY) && i < cases->count; i++) {
        const struct node *item = node_item(cases, i), *dialects = node_get(item, S("dialects"));
        for (uint32_t j = 0; j < dialects->count; j++)
            run_case(arena, item, node_item(dialects, j));
    }
}

/* ---- the suite ------------------------------------------------------------------------------- */

/* A document that tests refer to. */
struct remote {
    str uri;
    const struct node *root;
    enum dialect dialect;
};

struct suite {
    struct reading reading;
    struct remote remotes[300];
    int remote_count;
    bool has_metaschemas;
};

static const struct {
    const char *folder;
    enum dialect dialect;
} drafts[] = {{"draft4", DIALECT_DRAFT_04},
              {"draft6", DIALECT_DRAFT_06},
              {"draft7", DIALECT_DRAFT_07},
              {"draft2019-09", DIALECT_2019_09},
              {"draft2020-12", DIALECT_2020_12}};
enum { DRAFT_COUNT = sizeof drafts / sizeof *drafts };

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_json(const char *name)
{
    return str_ends(str_of(name), S(".json"));
}

static str joined(struct arena *arena, const char *folder, const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

/* The document itself tells what it is called in URI, when that is empty. */
static void add_remote(struct suite *suite, str uri, const char *path, enum dialect dialect)
{
    const struct node *root = read_file(&suite->reading, path);
    const struct node *id =
        node_get(root, S("$id")) ? node_get(root, S("$id")) : node_get(root, S("id"));
    if (!uri.len && node_is(id, NODE_STRING))
        uri = node_text(id);
    if (root && uri.len && suite->remote_count < 300)
        suite->remotes[suite->remote_count++] = (struct remote){uri, root, dialect};
}

/* Adds all documents in FOLDER and the folders in it, whose URIs begin with BASE unless NULL. */
static void add_remotes(struct suite *suite, const char *folder, const char *base,
                        enum dialect dialect)
{
    struct dirent **entries;
    struct arena *arena = suite->reading.arena;
    int count = scandir(folder, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        str path = joined(arena, folder, name);
        str uri = base ? joined(arena, base, name) : (str){0};
        enum dialect known = dialect;
        for (int j = 0; j < DRAFT_COUNT; j++)
            if (strcmp(drafts[j].folder, name) == 0)
                known = drafts[j].dialect;
        if (is_json(name))
            add_remote(suite, uri, path.data, known);
        else if (strcmp(name, "draft3") != 0 && strcmp(name, "v1") != 0)
            add_remotes(suite, path.data, base ? uri.data : NULL, known);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

struct tally {
    int right, wrong, left_out;
};

/* One group of a file: a schema and instances. */
static void run_group(struct suite *suite, const struct node *group, enum dialect dialect,
                      struct tally *tally)
{
    struct arena arena = {0};
    struct oracle oracle = oracle_in(&arena, (struct rules){0});
    for (int i = 0; i < suite->remote_count; i++)
        if (suite->remotes[i].dialect == dialect || suite->remotes[i].dialect == DIALECT_COUNT)
            oracle_add(&oracle, suite->remotes[i].uri, suite->remotes[i].root, dialect);
    const struct node *schema = node_get(group, S("schema")), *tests = node_get(group, S("tests"));
    const struct resource *home = oracle_add(&oracle, (str){0}, schema, dialect);
    for (uint32_t i = 0; i < tests->count; i++) {
        const struct node *test = node_item(tests, i), *wanted = node_get(test, S("valid"));
        enum verdict verdict = oracle_judge(&oracle, home, schema, node_get(test, S("data")));
        bool about_metaschema =
            verdict == VERDICT_NONE && strstr(oracle.problem, "json-schema.org");
        if (verdict == (wanted->count ? VERDICT_VALID : VERDICT_INVALID)) {
            tally->right++;
        } else if (about_metaschema && !suite->has_metaschemas) {
            tally->left_out++;
        } else {
            const struct node *what = node_get(group, S("description"));
            const struct node *name = node_get(test, S("description"));
            tally->wrong++;
            printf("# %.*s: %.*s%s%s\n", (int)what->count, what->chars, (int)name->count,
                   name->chars, oracle.problem ? ": " : "", oracle.problem ? oracle.problem : "");
        }
    }
    arena_free(&arena);
}

static void run_file(struct suite *suite, const char *folder, const char *name,
                     enum dialect dialect)
{
    struct tally tally = {0};
    const struct node *groups =
        read_file(&suite->reading, joined(suite->reading.arena, folder, name).data);
    for (uint32_t i = 0; groups && i < groups->count; i++)
        run_group(suite, node_item(groups, i), dialect, &tally);
    ok(tally.right + tally.left_out > 0 && !tally.wrong,
       "suite, %s, %s: %d right, %d need a metaschema", dialect_info(dialect)->name.data, name,
       tally.right, tally.left_out);
}

static void run_suite(struct arena *arena, const char *metaschemas)
{
    static struct suite suite;
    const char *corpus = host_environment("SCHEMAC_CORPUS");
    str root = joined(arena, corpus ? corpus : "../shared/corpus", "json-schema-test-suite");
    DIR *found = opendir(root.data);
    if (!found) {
        skip("no corpus", "JSON-Schema-Test-Suite");
        return;
    }
    closedir(found);
    suite = (struct suite){.has_metaschemas = metaschemas != NULL};
    reading_init(&suite.reading, arena);
    add_remotes(&suite, joined(arena, root.data, "remotes").data, "http://localhost:1234",
                DIALECT_COUNT);
    if (metaschemas)
        add_remotes(&suite, metaschemas, NULL, DIALECT_COUNT);
    for (int i = 0; i < DRAFT_COUNT; i++) {
        str tests = joined(arena, root.data, "tests");
        str folder = joined(arena, tests.data, drafts[i].folder);
        struct dirent **entries;
        int count = scandir(folder.data, &entries, is_visible, alphasort);
        for (int j = 0; j < count; j++) {
            /* Metaschemas that switch vocabularies off are no business of OpenAPI. */
            if (is_json(entries[j]->d_name) && strcmp(entries[j]->d_name, "vocabulary.json") != 0)
                run_file(&suite, folder.data, entries[j]->d_name, drafts[i].dialect);
            free(entries[j]);
        }
        if (count >= 0)
            free(entries);
    }
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    if (argc > 1 && strcmp(argv[1], "--suite") == 0)
        run_suite(&arena, argc > 2 ? argv[2] : NULL);
    else
        run_own_cases(&arena, argc > 1 ? argv[1] : "tests/oracle/cases.yaml");
    arena_free(&arena);
    return done_testing();
}
