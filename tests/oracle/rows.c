/*
 * rows.c - does a translation mean what its source means?
 *
 *     rows [ROWS.yaml]...        (default: all in tests/oracle/rows)
 *     rows --random SEED COUNT
 *     rows --sources [ROWS.yaml]...
 *     rows --translations [ROWS.yaml]...
 *
 * Each row of a file is a few named schemas. For each version of OpenAPI and each dialect of it a
 * document is made of them, `schemac extract` ($SCHEMAC) writes its schema Case in each target, and
 * instances are judged by the source's rules and by the target's. Prints TAP: a line for each row,
 * source and target. With --sources it prints, instead, a JSON line for each row and source with
 * all that was asked and the verdicts, for other validators to judge; with --translations one for
 * each source and a target, by turns, and with NIGHTLY=1 for all targets.
 *
 * With --random the rows are made by chance, COUNT of them from number SEED on. Nothing is known of
 * what is to be said of these; a translation that takes more than its source needs a W0501, and
 * none may take less. NIGHTLY=1 adds RANDOM_ROWS of them.
 *
 * A row has: "row", its name; "from" and "to", lists of dialects; "options" of schemac; "schemas",
 * among them Case, whose references begin with #/components/schemas/; "seeds", instances that
 * chance would not find; "says", what schemac has to say: a list of "code" with "from" and "to"
 * where not for all, and "then: looser" where the translation takes more than the source.
 */
#include "extract.h"
#include "instances.h"
#include "random.h"
#include "values.h"

#include "base/buf.h"
#include "base/host.h"

#include "../unit/tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANDOM_ROWS = 500 };
enum { WANTED = 240, FEWEST = 200, LONGER = 4 }; /* instances a row; times as many in the nightly */

/* Under the sanitizers each run of schemac takes its time. */
#ifdef ARENA_EXACT
enum { SLOW = true };
#else
enum { SLOW = false };
#endif

struct run {
    struct reading reading;
    const char *schemac, *folder;
    ptrdiff_t wanted;
    bool sources, translations; /* what to print, instead of tests */
    bool random;                /* rows made by chance */
    bool all;                   /* all targets of each source; else one, by turns */
    int turn;
    ptrdiff_t instances, valid; /* of all rows and sources */
};

/* One row, read as one source. */
struct source {
    const struct node *row;
    str dialect;
    struct rules rules;
    str path; /* of its document */
    const struct node *document, *schema;
    struct instances instances;
};

static const char *const all_targets[] = {"draft-04", "draft-06", "draft-07", "2019-09", "2020-12"};
enum { TARGET_COUNT = sizeof all_targets / sizeof *all_targets };

/* True when LIST, the value of "from" or "to", has NAME, or is missing. */
static bool lists(const struct node *list, str name)
{
    for (uint32_t i = 0; list && i < list->count; i++)
        if (node_is_text(node_item(list, i), name))
            return true;
    return !list;
}

/* The rules that the row's options are about. */
static struct rules rules_of(const struct node *options)
{
    return (struct rules){
        .honour_ref_siblings = options && lists(options, S("--honour-ref-siblings")),
        .assume_3_0 = options && lists(options, S("--assume=3.0")),
        .conditional = options && lists(options, S("--discriminator=conditional")),
        .request = options && lists(options, S("--view=request")),
        .response = options && lists(options, S("--view=response")),
    };
}

/* True when all names in the list TO, or NULL, are those of targets. */
static bool are_targets(const struct node *to)
{
    for (uint32_t i = 0; to && i < to->count; i++) {
        bool is_one = false;
        for (int j = 0; j < TARGET_COUNT; j++)
            is_one = is_one || node_is_text(node_item(to, i), str_of(all_targets[j]));
        if (!is_one)
            return false;
    }
    return true;
}

/* Makes the document of a row, and instances for its schema Case. False when the row is wrong. */
static bool prepare(struct run *run, struct source *source)
{
    if (dialect_named(source->dialect) == DIALECT_COUNT ||
        !are_targets(node_get(source->row, S("to"))))
        return false;
    struct arena *arena = run->reading.arena;
    const struct node *schemas = node_get(source->row, S("schemas"));
    const struct node *seeds = node_get(source->row, S("seeds"));
    str text = document_text(arena, source->dialect, schemas);
    source->path = arena_printf(arena, "%s/source.json", run->folder);
    if (!write_file(source->path.data, text))
        return false;
    source->document = read_text(&run->reading, text);
    const struct node *named = node_get(node_get(source->document, S("components")), S("schemas"));
    if (!named)
        named = node_get(source->document, S("definitions"));
    source->schema = node_get(named, S("Case"));
    source->rules = rules_of(node_get(source->row, S("options")));
    if (!source->schema)
        return false;

    struct oracle oracle = oracle_in(arena, source->rules);
    const struct resource *home =
        oracle_add(&oracle, (str){0}, source->document, dialect_named(source->dialect));
    source->instances =
        instances_for(arena, &oracle, home, source->schema, named, seeds, run->wanted);
    if (oracle.problem)
        printf("# %s\n", oracle.problem);
    return !oracle.problem;
}

/* ---- one target ------------------------------------------------------------------------------ */

/* What the row says that schemac says of a source and a target. */
struct expected {
    str codes;   /* as codes_in gives them */
    bool looser; /* it takes more than the source; less it never may */
};

static struct expected expected_of(struct arena *arena, const struct source *source, str target)
{
    const struct node *says = node_get(source->row, S("says"));
    struct expected expected = {0};
    struct buf codes = buf_in(arena, PTRDIFF_MAX);
    for (uint32_t i = 0; says && i < says->count; i++) {
        const struct node *one = node_item(says, i), *then = node_get(one, S("then"));
        if (!lists(node_get(one, S("from")), source->dialect) ||
            !lists(node_get(one, S("to")), target))
            continue;
        buf_printf(&codes, "[%s]", arena_copy(arena, node_text(node_get(one, S("code")))).data);
        expected.looser = expected.looser || node_is_text(then, S("looser"));
    }
    expected.codes = codes_in(arena, buf_view(&codes));
    return expected;
}

/* How the verdicts on the translation differ from those on the source. */
struct difference {
    int looser, stricter; /* instances that it lets pass, or does not */
    const struct instance *first;
};

/* False when there is an instance without a verdict. */
static bool compare(struct run *run, const struct source *source, const struct node *schema,
                    enum dialect target, struct difference *ret)
{
    struct oracle oracle = oracle_in(run->reading.arena, (struct rules){0});
    const struct resource *home = oracle_add(&oracle, (str){0}, schema, target);
    *ret = (struct difference){0};
    for (ptrdiff_t i = 0; i < source->instances.count; i++) {
        const struct instance *instance = &source->instances.at[i];
        enum verdict verdict = oracle_judge(&oracle, home, schema, instance->value);
        if (verdict == VERDICT_NONE) {
            printf("# the translation: %s\n", oracle.problem);
            return false;
        }
        bool valid = verdict == VERDICT_VALID;
        ret->looser += valid && !instance->valid;
        ret->stricter += !valid && instance->valid;
        if (valid != instance->valid && !ret->first)
            ret->first = instance;
    }
    return true;
}

static void print_comment(const char *label, str text)
{
    printf("# %s: ", label);
    for (ptrdiff_t i = 0; i < text.len; i++)
        printf(text.data[i] == '\n' ? "\n#   " : "%c", text.data[i]);
    printf("\n");
}

/* Says what is wrong with a translation. */
static void explain(struct run *run, const struct source *source, const struct extracted *result,
                    const struct difference *difference)
{
    struct arena *arena = run->reading.arena;
    print_comment("source", value_text(arena, source->schema));
    if (result->schema)
        print_comment("translation", value_text(arena, result->schema));
    if (result->said.len)
        print_comment("schemac says", result->said);
    if (difference->first) {
        printf("# %d instances more are valid, %d less\n", difference->looser,
               difference->stricter);
        print_comment(difference->first->valid ? "valid by the source, not by the translation"
                                               : "valid by the translation, not by the source",
                      difference->first->text);
    }
}

/* Judges the translation of a source to TARGET, and what is said of it. */
static void run_target(struct run *run, struct source *source, str target)
{
    struct arena *arena = run->reading.arena;
    const struct node *options = node_get(source->row, S("options"));
    struct expected expected = expected_of(arena, source, target);
    struct difference difference = {0};
    struct extracted result = extract_case(&run->reading, run->schemac, run->folder,
                                           source->path.data, target.data, options, false);
    str codes = codes_in(arena, result.said);
    bool judged =
        result.schema && compare(run, source, result.schema, dialect_named(target), &difference);
    if (run->random) {
        expected.looser = difference.looser > 0 && str_find(codes, S("W0501")) >= 0;
        expected.codes = codes;
    }
    bool fits = judged && str_equal(codes, expected.codes) &&
                (difference.looser > 0) == expected.looser && !difference.stricter;
    const struct node *name = node_get(source->row, S("row"));
    ok(fits, "%.*s: %.*s to %.*s%s%s", (int)name->count, name->chars, (int)source->dialect.len,
       source->dialect.data, (int)target.len, target.data, expected.codes.len ? ", " : "",
       expected.codes.data);
    if (!fits)
        explain(run, source, &result, &difference);
    if (!expected.looser)
        return;
    result = extract_case(&run->reading, run->schemac, run->folder, source->path.data, target.data,
                          options, true);
    ok(result.status == 2 && str_find(result.said, S("[E0503]")) >= 0,
       "%.*s: %.*s to %.*s, refused by --strict", (int)name->count, name->chars,
       (int)source->dialect.len, source->dialect.data, (int)target.len, target.data);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Prints what was asked, and the verdicts, as a JSON line. AT is the pointer of the schema. */
static void print_question(struct run *run, const struct source *source, str dialect,
                           const struct node *document, const char *at)
{
    const struct node *name = node_get(source->row, S("row"));
    const struct node *options = node_get(source->row, S("options"));
    struct arena *arena = run->reading.arena;
    if (node_get(source->row, S("exact")))
        return;
    printf("{\"row\":%s,\"dialect\":\"%.*s\",\"options\":%s,\"document\":%s,\"at\":\"%s\","
           "\"instances\":[",
           value_text(arena, name).data, (int)dialect.len, dialect.data,
           options && !run->translations ? value_text(arena, options).data : "[]",
           value_text(arena, document).data, at);
    for (ptrdiff_t i = 0; i < source->instances.count; i++)
        printf("%s[%s,%s]", i ? "," : "", source->instances.at[i].text.data,
               source->instances.at[i].valid ? "true" : "false");
    printf("]}\n");
}

/* Prints the translation of a source to TARGET, and the verdicts on it, as a JSON line. */
static void print_translation(struct run *run, const struct source *source, str target)
{
    struct arena *arena = run->reading.arena;
    struct source judged = *source;
    struct extracted result =
        extract_case(&run->reading, run->schemac, run->folder, source->path.data, target.data,
                     node_get(source->row, S("options")), false);
    if (!result.schema)
        return;
    judged.instances.at = arena_new(arena, struct instance, source->instances.count);
    struct oracle oracle = oracle_in(arena, (struct rules){0});
    const struct resource *home =
        oracle_add(&oracle, (str){0}, result.schema, dialect_named(target));
    for (ptrdiff_t i = 0; i < source->instances.count; i++) {
        struct instance *instance = &judged.instances.at[i];
        *instance = source->instances.at[i];
        instance->valid =
            oracle_judge(&oracle, home, result.schema, instance->value) == VERDICT_VALID;
    }
    print_question(run, &judged, target, result.schema, "");
}

/*
 * True when there are enough instances, and a tenth of the usual number at least on either side:
 * where few values are valid, more instances have no more of those.
 */
static bool is_balanced(const struct instances *found)
{
    ptrdiff_t usual = found->count < WANTED ? found->count : WANTED;
    return found->count >= FEWEST && found->valid * 10 >= usual &&
           (found->count - found->valid) * 10 >= usual;
}

/* Judges the translation of a source to TARGET, or prints it. */
static void run_target_of(struct run *run, struct source *source, str target)
{
    if (run->translations)
        print_translation(run, source, target);
    else
        run_target(run, source, target);
}

static void run_source(struct run *run, const struct node *row, str dialect)
{
    const struct node *name = node_get(row, S("row")), *to = node_get(row, S("to"));
    struct source source = {.row = row, .dialect = dialect};
    bool prepared = prepare(run, &source);
    run->instances += source.instances.count;
    run->valid += source.instances.valid;
    if (run->sources) {
        bool components = node_get(source.document, S("components"));
        print_question(run, &source, dialect, source.document,
                       components ? "/components/schemas/Case" : "/definitions/Case");
        return;
    }
    if (!run->translations)
        ok(prepared && (run->random || is_balanced(&source.instances)),
           "%.*s: %.*s: %td instances, %td of them valid", (int)name->count, name->chars,
           (int)dialect.len, dialect.data, source.instances.count, source.instances.valid);
    run->turn++;
    for (int i = 0; prepared && i < TARGET_COUNT; i++)
        if (lists(to, str_of(all_targets[i])) && (run->all || run->turn % TARGET_COUNT == i))
            run_target_of(run, &source, str_of(all_targets[i]));
}

static void run_file(struct run *run, const char *path)
{
    struct arena arena = {0};
    reading_init(&run->reading, &arena);
    const struct node *rows = read_file(&run->reading, path);
    if (!run->sources && !run->translations)
        ok(node_is(rows, NODE_ARRAY), "%s can be read", path);
    for (uint32_t i = 0; node_is(rows, NODE_ARRAY) && i < rows->count; i++) {
        const struct node *row = node_item(rows, i), *from = node_get(row, S("from"));
        for (uint32_t j = 0; j < from->count; j++)
            run_source(run, row, node_text(node_item(from, j)));
    }
    arena_free(&arena);
}

/* Tries COUNT rows made by chance, from number SEED on. */
static void run_random(struct run *run, uint64_t seed, uint64_t count)
{
    run->random = true;
    for (uint64_t i = seed; i < seed + count; i++) {
        struct arena arena = {0};
        reading_init(&run->reading, &arena);
        const struct node *row = random_row(&arena, i);
        run_source(run, row, node_text(node_item(node_get(row, S("from")), 0)));
        arena_free(&arena);
    }
    run->random = false;
}

static int is_rows(const struct dirent *entry)
{
    return str_ends(str_of(entry->d_name), S(".yaml"));
}

static void run_folder(struct run *run, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_rows, alphasort);
    for (int i = 0; i < count; i++) {
        struct arena arena = {0};
        run_file(run, arena_printf(&arena, "%s/%s", folder, entries[i]->d_name).data);
        arena_free(&arena);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static void remove_folder(const char *folder)
{
    static const char *const left[] = {"source.json", "out.json", "err.txt"};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        unlink(arena_printf(&arena, "%s/%s", folder, left[i]).data);
    arena_free(&arena);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/oracle-XXXXXX";
    const char *schemac = host_environment("SCHEMAC");
    bool nightly = host_environment("NIGHTLY") != NULL;
    struct run run = {.schemac = schemac ? schemac : "build/release/schemac",
                      .folder = mkdtemp(folder),
                      .wanted = WANTED * (nightly ? LONGER : 1),
                      .all = nightly || !SLOW,
                      .sources = argc > 1 && strcmp(argv[1], "--sources") == 0,
                      .translations = argc > 1 && strcmp(argv[1], "--translations") == 0};
    run.all = run.all && (nightly || !run.translations);
    int first = 1 + (run.sources || run.translations);
    if (argc == 4 && strcmp(argv[1], "--random") == 0)
        run_random(&run, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    else if (argc > first)
        for (int i = first; i < argc; i++)
            run_file(&run, argv[i]);
    else
        run_folder(&run, "tests/oracle/rows");
    if (nightly && argc == 1)
        run_random(&run, 1, RANDOM_ROWS);
    remove_folder(folder);
    if (run.sources || run.translations)
        return 0;
    printf("# %td instances, %td of them valid\n", run.instances, run.valid);
    return done_testing();
}
