/*
 * Versions and the names of releases: what is one, their order, what placeholders stand for.
 */
#include "build/release_name.h"

#include "tap.h"

#include <stdint.h>

static const struct {
    const char *text;
    enum versioning is;
} versions[] = {
    {"2025-10-17", VERSIONING_DATE},  {"2024-02-29", VERSIONING_DATE},
    {"2025-02-29", VERSIONING_COUNT}, {"2025-13-01", VERSIONING_COUNT},
    {"2025-1-1", VERSIONING_COUNT},   {"2025-10-17a", VERSIONING_COUNT},
    {"20251017", VERSIONING_COUNT},   {"", VERSIONING_COUNT},
    {"1.2.3", VERSIONING_SEMVER},     {"0.0.0", VERSIONING_SEMVER},
    {"10.20.30", VERSIONING_SEMVER},  {"01.2.3", VERSIONING_COUNT},
    {"1.2", VERSIONING_COUNT},        {"1.2.3.4", VERSIONING_COUNT},
    {"1.2.3-rc.1", VERSIONING_COUNT}, {"v1.2.3", VERSIONING_COUNT},
    {"1..3", VERSIONING_COUNT},       {"1.2.", VERSIONING_COUNT},
    {"draft", VERSIONING_COUNT},
};

/* In their order. */
static const char *const ordered[] = {
    "2025-10-11", "2025-10-17", "0.9.10", "1.2.3",
    "1.2.10",     "1.10.0",     "2.0.0",  "18446744073709551616.0.0"};

static const struct {
    const char *name, *text, *version, *file; /* VERSION NULL: no match */
} matches[] = {
    {"https://a.example/{version}/{file}", "https://a.example/1/b.json", "1", "b.json"},
    {"https://a.example/{version}/b.json", "https://a.example/1/b.json", "1", ""},
    {"https://a.example/{version}/b.json", "https://a.example/1/c.json", NULL, NULL},
    {"https://a.example/{version}/b.json", "https://a.example/1/2/b.json", NULL, NULL},
    {"https://a.example/{version}/b.json", "https://a.example//b.json", NULL, NULL},
    {"https://a.example/{version}", "https://a.example/1", "1", ""},
    {"https://a.example/b-{version}.json", "https://a.example/b-1.2.json", "1.2", ""},
    {"https://a.example/{version}/b-{version}.json", "https://a.example/1/b-1.json", "1", ""},
    {"https://a.example/{version}/b-{version}.json", "https://a.example/1/b-2.json", NULL, NULL},
    {"https://a.example/{file}?v={version}", "https://a.example/b.json?v=1", "1", "b.json"},
    {"https://a.example/{version}/", "https://a.example/1", NULL, NULL},
};

static const struct {
    const char *id, *path;
    enum versioning versioning;
    const char *version;
} found[] = {
    {"https://a.example/2025-10-17/b.json", "1.json", VERSIONING_DATE, "2025-10-17"},
    {"https://b.example/x/2025-10-17.json", "2024-01-01.json", VERSIONING_DATE, "2025-10-17"},
    {"https://b.example/x", "2024-01-01/2025-10-11.b.json", VERSIONING_DATE, "2025-10-11"},
    {"https://b.example/x", "s/2024-01-01/b.json", VERSIONING_DATE, "2024-01-01"},
    {"https://b.example/x", "s/12024-01-01/b.json", VERSIONING_DATE, ""},
    {"https://b.example/x", "b.json", VERSIONING_DATE, ""},
    {"https://b.example/x", "/b.json", VERSIONING_DATE, ""},
    {"https://b.example/v1.2.3/b", "b.json", VERSIONING_SEMVER, "1.2.3"},
    {"https://b.example/1.2.3.4/b", "b-1.0.0.json", VERSIONING_SEMVER, "1.0.0"},
};

static void test_names(struct arena *arena)
{
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        struct release_match match;
        bool is = release_name_match(str_of(matches[i].name), str_of(matches[i].text), &match);
        ok(is == (matches[i].version != NULL), "%s is %s", matches[i].text, matches[i].name);
        if (!is || !matches[i].version)
            continue;
        is_str(match.version, matches[i].version, "its version");
        is_str(match.file, matches[i].file, "its file");
        is_str(release_name_fill(arena, str_of(matches[i].name), match.version, match.file),
               matches[i].text, "and back");
    }
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        is_str(release_find_version(S("https://a.example/{version}/b.json"), found[i].versioning,
                                    str_of(found[i].id), str_of(found[i].path)),
               found[i].version, "the version of %s in %s", found[i].id, found[i].path);
    ok(!release_name_problem(S("a/{version}/{file}"), true), "both placeholders");
    ok(release_name_problem(S("a/{version}/{file}"), false), "{file} is none in a folder");
    ok(release_name_problem(S("a/{versio}"), true), "an unknown placeholder");
    ok(release_name_problem(S("a}"), true), "half a placeholder");
    is_str(release_series(arena, S("x:/1.0.0/b"), S("1.0.0")), "x:/{version}/b", "a series");
    is_str(release_series(arena, S("x:/b"), S("1.0.0")), "x:/b", "one without a version");
}

int main(void)
{
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        is_int(release_versioning(str_of(versions[i].text)), versions[i].is, "\"%s\"",
               versions[i].text);
    for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++)
        for (size_t j = 0; j < sizeof ordered / sizeof *ordered; j++) {
            int order = release_version_compare(str_of(ordered[i]), str_of(ordered[j]));
            is_int((order > 0) - (order < 0), (i > j) - (i < j), "%s and %s", ordered[i],
                   ordered[j]);
        }
    is_int(release_version_part(S("1.22.333"), 1), 22, "the second number of a version");
    ok(release_version_part(S("99999999999999999999.0.0"), 0) == PTRDIFF_MAX, "a huge one");
    test_names(&arena);
    arena_free(&arena);
    return done_testing();
}
