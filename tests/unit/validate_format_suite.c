/*
 * Formats as the JSON Schema Test Suite has them: each test of optional/format in five drafts, read
 * in place. The suite is in the corpus, $SCHEMAC_CORPUS or ../shared/corpus; without it this is
 * skipped, and its twin on data of our own is validate_format.c.
 */
#include "base/host.h"
#include "validate/format.h"

#include "reading.h"
#include "tap.h"

#include <dirent.h>
#include <sys/stat.h>

struct tally {
    int tests, bad, strings;
};

static bool is_valid(const struct node *schema, const struct node *data, enum dialect dialect)
{
    const struct node *name = node_get(schema, S("format"));
    const struct format *format =
        node_is(name, NODE_STRING) ? format_find(node_text(name), dialect) : NULL;
    return !format || data->kind != NODE_STRING || format_holds(format, node_text(data));
}

static void check_group(struct tally *tally, const struct node *group, enum dialect dialect,
                        const char *file)
{
    const struct node *tests = node_get(group, S("tests"));
    for (uint32_t i = 0; node_is(tests, NODE_ARRAY) && i < tests->count; i++) {
        const struct node *test = node_item(tests, i), *data = node_get(test, S("data")),
                          *valid = node_get(test, S("valid"));
        tally->tests++;
        tally->strings += data->kind == NODE_STRING;
        if (is_valid(node_get(group, S("schema")), data, dialect) == (valid->count == 1))
            continue;
        tally->bad++;
        printf("# %s\n", file);
        tap_comment("differs", node_text(node_get(test, S("description"))));
    }
}

static void check_folder(struct tally *tally, const char *folder, enum dialect dialect)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        struct reading r;
        if (!str_ends(str_of(entry->d_name), S(".json")))
            continue;
        reading_begin(&r, (struct read_policy){.duplicates = DUPLICATES_LAST});
        const char *path = arena_printf(&r.arena, "%s/%s", folder, entry->d_name).data;
        struct document *document = sources_load(&r.sources, path, str_of(path));
        if (!document) {
            tally->bad++;
            printf("# cannot be read: %s\n", path);
        }
        for (uint32_t i = 0; document && i < document->root->count; i++)
            check_group(tally, node_item(document->root, i), dialect, path);
        reading_close(&r);
    }
    closedir(directory);
}

int main(void)
{
    static const struct {
        const char *name;
        enum dialect dialect;
        int tests;
    } drafts[] = {
        {"draft4", DIALECT_DRAFT_04, 219},      {"draft6", DIALECT_DRAFT_06, 325},
        {"draft7", DIALECT_DRAFT_07, 676},      {"draft2019-09", DIALECT_2019_09, 757},
        {"draft2020-12", DIALECT_2020_12, 764},
    };
    struct arena arena = {0};
    const char *corpus = host_environment("SCHEMAC_CORPUS");
    for (size_t i = 0; i < sizeof drafts / sizeof *drafts; i++) {
        struct stat info;
        const char *folder =
            arena_printf(&arena, "%s/json-schema-test-suite/tests/%s/optional/format",
                         corpus ? corpus : "../shared/corpus", drafts[i].name)
                .data;
        if (stat(folder, &info) < 0) {
            skip("no corpus", "the formats of %s", drafts[i].name);
            continue;
        }
        struct tally tally = {0};
        check_folder(&tally, folder, drafts[i].dialect);
        is_int(tally.bad, 0, "the formats of %s: %d tests, %d with strings", drafts[i].name,
               tally.tests, tally.strings);
        ok(tally.tests >= drafts[i].tests, "which are all that there were when this was written");
    }
    arena_free(&arena);
    return done_testing();
}
