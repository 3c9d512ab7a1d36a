/*
 * The index of releases, read and written; which version a step takes; URLs of releases in texts.
 */
#include "build/releases.h"

#include "build/mentions.h"
#include "build/step.h"
#include "folder.h"
#include "reading.h"
#include "tap.h"

#define DIGEST "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
#define SHA                                                                                        \
    "      \"sha256\": {\n        \"bytes\": \"" DIGEST "\",\n        \"content\": \"" DIGEST      \
    "\",\n        \"constraints\": \"" DIGEST "\"\n      }\n    }"
#define ENTRY(version, file)                                                                       \
    "    {\n      \"version\": \"" version "\",\n      \"id\": \"https://a.example/" version       \
    "/" file "\",\n      \"file\": \"" version "/" file "\",\n" SHA
#define INDEX(entries) "{\n  \"version\": 1,\n  \"releases\": [\n" entries "\n  ]\n}\n"

static const struct config_release release = {
    .directory = "{version}", .id = "https://a.example/{version}/{file}", .record = "index.json"};

/* An index that is read, with memory of its own. */
struct indexed {
    struct reading reading;
    struct config config;
    struct releases releases;
    bool ok;
};

static void open_index(struct indexed *indexed, const char *text)
{
    reading_begin(&indexed->reading, (struct read_policy){0});
    indexed->config = (struct config){.directory = ".", .release = &release};
    if (text)
        write_file("index.json", str_of(text));
    indexed->ok = releases_read(&indexed->reading.sources, &indexed->config, &indexed->releases);
}

static void close_index(struct indexed *indexed)
{
    reading_close(&indexed->reading);
}

static void test_reading(void)
{
    static const char text[] = INDEX(ENTRY("2025-01-02", "a.json") ",\n" ENTRY(
        "2025-01-02", "b.json") ",\n" ENTRY("2025-03-04", "a.json"));
    static const char mixed[] = INDEX(ENTRY("2025-03-04", "a.json") ",\n" ENTRY(
        "2025-01-02", "b.json") ",\n" ENTRY("2025-01-02", "a.json"));
    struct indexed indexed;
    open_index(&indexed, NULL);
    ok(indexed.ok && indexed.releases.count == 0, "without a file nothing was released");
    is_str(releases_render(&indexed.releases), "{\n  \"version\": 1,\n  \"releases\": []\n}\n",
           "which is how it is written");
    close_index(&indexed);
    for (int i = 0; i < 2; i++) {
        open_index(&indexed, i ? mixed : text);
        ok(indexed.ok && indexed.releases.count == 3, "it is read");
        is_str(releases_render(&indexed.releases), text, "and written as it should be");
        close_index(&indexed);
    }
}

static void test_lookup(void)
{
    struct indexed indexed;
    open_index(&indexed, INDEX(ENTRY("1.9.0", "a.json") ",\n" ENTRY("1.10.0", "a.json") ",\n" ENTRY(
                             "1.10.1", "b.json")));
    const struct releases *releases = &indexed.releases;
    str series = S("https://a.example/{version}/a.json");
    const struct release *found = releases_last(releases, series, (str){0});
    is_str(found ? found->row.version : S(""), "1.10.0", "the last of a series");
    found = releases_last(releases, series, S("1.10.0"));
    is_str(found ? found->row.version : S(""), "1.9.0", "the last before a version");
    ok(!releases_last(releases, series, S("1.9.0")), "none before the first");
    ok(!releases_last(releases, S("https://a.example/a.json"), (str){0}), "none of another series");
    found = releases_by_id(releases, S("https://a.example/1.10.1/b.json"));
    is_str(found ? found->row.file : S(""), "1.10.1/b.json", "by its $id");
    ok(!releases_by_id(releases, S("https://a.example/1.10.2/b.json")), "one that is not there");
    close_index(&indexed);
}

static const struct {
    const char *name, *text;
    enum diag_code code;
} faulty[] = {
    {"no JSON", "{", E0301},
    {"empty", "", E0102},
    {"a list", "[]", E0912},
    {"another version", "{\"version\": 2, \"releases\": []}", E0912},
    {"no releases", "{\"version\": 1}", E0912},
    {"releases in a mapping", "{\"version\": 1, \"releases\": {}}", E0912},
    {"a release that is a word", "{\"version\": 1, \"releases\": [\"a\"]}", E0912},
    {"a member twice", "{\"version\": 1, \"releases\": [], \"releases\": []}", E0302},
    {"no version", INDEX(ENTRY("draft", "a.json")), E0912},
    {"a path that leads up", INDEX(ENTRY("1.0.0", "../../a.json")), E0912},
    {"a path that is not plain", INDEX(ENTRY("1.0.0", "./a.json")), E0912},
    {"a file twice", INDEX(ENTRY("1.0.0", "a.json") ",\n" ENTRY("1.0.0", "a.json")), E0912},
};

static void test_faults(void)
{
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        struct indexed indexed;
        open_index(&indexed, faulty[i].text);
        const struct diag *first = indexed.reading.found.first;
        ok(!indexed.ok && first && first->code == faulty[i].code, "%s is refused with %s",
           faulty[i].name, diag_code_name(faulty[i].code));
        ok(first && first->where.text, "at its place");
        close_index(&indexed);
    }
}

static const struct {
    const char *previous;
    enum gate_class class;
    const char *version;
} steps[] = {
    {"1.2.3", CLASS_BREAKS, "2.0.0"},     {"1.2.3", CLASS_UNDECIDED, "2.0.0"},
    {"1.2.3", CLASS_SAFE, "1.3.0"},       {"1.2.3", CLASS_ANNOTATION, "1.2.4"},
    {"0.2.3", CLASS_BREAKS, "0.3.0"},     {"0.2.3", CLASS_SAFE, "0.2.4"},
    {"0.2.3", CLASS_ANNOTATION, "0.2.4"}, {"9.9.9", CLASS_ANNOTATION, "9.9.10"},
    {"9.9.9", CLASS_BREAKS, "10.0.0"},
};

static void test_steps(struct arena *arena)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        is_str(step_version(arena, str_of(steps[i].previous), steps[i].class), steps[i].version,
               "after %s, %s", steps[i].previous, gate_class_word(steps[i].class));
    is_str(step_words(arena, &(struct release_step){CLASS_ANNOTATION, 0, 0, 0, 0, 0, false}),
           "equal", "equal");
    is_str(step_words(arena, &(struct release_step){CLASS_SAFE, 2, 0, 0, 0, 1, false}),
           "safe: 2 changes, 1 of annotations", "safe");
    is_str(step_words(arena, &(struct release_step){CLASS_UNDECIDED, 1, 0, 0, 1, 0, true}),
           "undecided: 1 change or more, 1 undecided", "undecided, and cut");
    is_str(step_words(arena, &(struct release_step){CLASS_UNDECIDED, 0, 0, 0, 0, 0, true}),
           "undecided: the comparison took too long", "given up");
    is_str(step_words(arena, &(struct release_step){CLASS_BREAKS, 3, 2, 1, 0, 0, false}),
           "breaking for writers and readers: 3 changes, 2 break writers, 1 breaks readers",
           "breaking");
}

static const struct {
    const char *text, *url; /* URL NULL: none is found */
} texts[] = {
    {"https://a.example/1/b.json", "https://a.example/1/b.json"},
    {"(https://a.example/1/b.json).", "https://a.example/1/b.json"},
    {"**https://a.example/1/b.json**", "https://a.example/1/b.json"},
    {"\"https://a.example/1/b.json#/a\"", "https://a.example/1/b.json"},
    {"https://a.example/ https://a.example/1/b.json", "https://a.example/1/b.json"},
    {"https://a.example/https://a.example/1/b.json", "https://a.example/1/b.json"},
    {"https://a.example/1/b.json?x", "https://a.example/1/b.json?x"},
    {"https://a.example/{version}/b.json", NULL},
    {"https://a.example/$V/b.json", NULL},
    {"https://a.example/1/{file}", NULL},
    {"https://a.example/1", NULL},
    {"https://a.example/", NULL},
    {"https://a.exampl", NULL},
    {"", NULL},
};

static void test_mentions(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct mention mention = {0};
        struct release_match match;
        bool found = mentions_next(str_of(release.id), str_of(texts[i].text), 0, &mention, &match);
        ok(found == (texts[i].url != NULL), "in \"%s\"", texts[i].text);
        if (found && texts[i].url)
            is_str(mention.url, texts[i].url, "the URL");
    }
}

int main(void)
{
    struct arena arena = {0};
    enter_folder(false);
    test_reading();
    test_lookup();
    test_faults();
    test_steps(&arena);
    test_mentions();
    arena_free(&arena);
    leave_folder();
    return done_testing();
}
