/*
 * Patterns for files: what each stands for, on disk and of a list; and walks that a hostile tree or
 * pattern must not make long.
 */
#include "base/glob.h"

#include "base/buf.h"
#include "base/host.h"

#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct arena arena;
static struct host real;

/* ---- matching -------------------------------------------------------------------------------- */

static const struct {
    const char *pattern, *path;
    bool matches;
} cases[] = {
    {"a.yaml", "a.yaml", true},
    {"a.yaml", "b.yaml", false},
    {"a.yaml", "x/a.yaml", false},
    {"*.yaml", "a.yaml", true},
    {"*.yaml", ".yaml", false},
    {"*.yaml", "a.yaml.old", false},
    {"*.yaml", "x/a.yaml", false},
    {"*", "a", true},
    {"*", ".a", false},
    {".*", ".a", true},
    {"\\.*", ".a", true},
    {"?a", ".a", false},
    {"[.]a", ".a", false},
    {"[!x]a", ".a", false},
    {"a*b*c", "abc", true},
    {"a*b*c", "axbxbxc", true},
    {"a*b*c", "axbxbx", false},
    {"**x", "yx", true},
    {"a?c", "abc", true},
    {"a?c",
     "a\xC3\xA9"
     "c",
     true},
    {"a?c",
     "a\xFF"
     "c",
     true},
    {"a?c", "ac", false},
    {"[a-c]", "b", true},
    {"[a-c]", "d", false},
    {"[!a-c]", "d", true},
    {"[^a-c]", "b", false},
    {"[]]", "]", true},
    {"[]-a]", "^", true},
    {"[!]]", "]", false},
    {"[a-]", "-", true},
    {"[-a]", "-", true},
    {"[\\]]", "]", true},
    {"[a\\-c]", "b", false},
    {"[\xC3\xA0-\xC3\xAF]", "\xC3\xA9", true},
    {"[\xC3\xA0-\xC3\xAF]", "\xC3", false},
    {"\\*", "*", true},
    {"\\*", "a", false},
    {"\\[a]", "[a]", true},
    {"*/b", "a/b", true},
    {"*/b", "b", false},
    {"*/b", "a/a/b", false},
    {"*/b", ".a/b", false},
    {"**/b", "b", true},
    {"**/b", "a/a/b", true},
    {"**/b", "a/.a/b", false},
    {"**/b", "a/a/c", false},
    {"a/**/b", "a/b", true},
    {"a/**/b", "a/x/y/b", true},
    {"a/**/b", "b", false},
    {"a/**", "a/x/y", true},
    {"a/**", "a", false},
    {"**", "a/b/c", true},
    {"**", "a/.b", false},
    {"**/**/b", "b", true},
    {"**/a/**/b", "x/a/y/a/b", true},
    {"**/a/**/b", "x/y/b", false},
    {"./a", "a", true},
    {"a//b", "a/b", true},
};

static void test_matches(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ok(!glob_problem(str_of(cases[i].pattern)), "\"%s\" is a pattern", cases[i].pattern);
        ok(glob_matches(&arena, str_of(cases[i].pattern), str_of(cases[i].path)) ==
               cases[i].matches,
           "it stands %s \"%s\"", cases[i].matches ? "for" : "not for", cases[i].path);
    }
}

static void test_problems(void)
{
    static const char *const bad[][2] = {
        {"", "it is empty"},
        {"[a", "a [ has no ]"},
        {"[]", "a [ has no ]"},
        {"[!]", "a [ has no ]"},
        {"[a-", "a [ has no ]"},
        {"x/[/]", "a [ has no ]"},
        {"[\\]", "a [ has no ]"},
        {"a\\", "it ends with a backslash"},
        {"a\\/b", "it ends with a backslash"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        is_str(str_of(glob_problem(str_of(bad[i][0]))), bad[i][1], "\"%s\"", bad[i][0]);
    char many[2 * (GLOB_PARTS + 1) + 1];
    for (int i = 0; i <= GLOB_PARTS; i++)
        memcpy(many + 2 * i, "a/", 3);
    is_str(str_of(glob_problem(str_of(many))), "it has more than 60 parts", "61 parts");
    many[2 * GLOB_PARTS] = '\0';
    ok(!glob_problem(str_of(many)), "60 parts");
    ok(glob_matches(&arena, str_of(many), str_of(many)), "which stand for what they are");
    ok(glob_is_pattern(S("a/b*")) && glob_is_pattern(S("?")) && glob_is_pattern(S("[a]/b")),
       "patterns");
    ok(!glob_is_pattern(S("a/b")) && !glob_is_pattern(S("a\\*")), "and what is none");
}

/* Deep "**" could be tried in exponentially many ways. */
static void test_hostile_patterns(void)
{
    struct buf pattern = buf_in(&arena, PTRDIFF_MAX), path = buf_in(&arena, PTRDIFF_MAX);
    for (int i = 0; i < 25; i++)
        buf_add(&pattern, S("**/a/"));
    buf_add(&pattern, S("b"));
    for (int i = 0; i < 2000; i++)
        buf_add(&path, S("a/"));
    buf_add(&path, S("c"));
    clock_t begin = clock();
    ok(!glob_matches(&arena, buf_view(&pattern), buf_view(&path)), "25 times ** and no match");
    pattern.len = path.len = 0;
    for (int i = 0; i < 100; i++)
        buf_add(&pattern, S("*a"));
    buf_add(&pattern, S("*b"));
    buf_add_bytes(&path, 'a', 255);
    ok(!glob_matches(&arena, buf_view(&pattern), buf_view(&path)), "100 times * and no match");
    ok(clock() - begin < CLOCKS_PER_SEC, "at once");
}

/* ---- files ----------------------------------------------------------------------------------- */

static void make(const char *path)
{
    if (strrchr(path, '/') && path[strlen(path) - 1] == '/') {
        mkdir(path, 0777);
        return;
    }
    int fd = open(path, O_CREAT | O_WRONLY, 0666);
    if (fd >= 0)
        close(fd);
}

/* What PATTERN finds in DIRECTORY, with a blank behind each. */
static str found_in(struct file_view *view, const char *directory, const char *pattern,
                    int *ret_problem)
{
    struct file_list files;
    const char *failed;
    struct buf all = buf_in(&arena, PTRDIFF_MAX);
    *ret_problem = glob_files(view, &arena, directory, str_of(pattern), &files, &failed);
    for (ptrdiff_t i = 0; i < files.count; i++)
        buf_printf(&all, "%.*s ", (int)files.paths[i].len, files.paths[i].data);
    return buf_view(&all);
}

static const char *const tree[] = {
    "s/",
    "s/a/",
    "s/b/",
    "s/.h/",
    "s/a/x.yaml",
    "s/a/y.yaml",
    "s/b/x.yaml",
    "s/.h/x.yaml",
    "s/b/c/",
    "s/b/c/x.yaml",
    "s/x.yaml",
    "s/z.yaml/",
    "s/z.yaml/x.yaml",
    "top.yaml",
    "s/*.yaml",
};

static const struct {
    const char *directory, *pattern, *files;
} searches[] = {
    {".", "*.yaml", "top.yaml "},
    {".", "s/*.yaml", "s/*.yaml s/x.yaml "}, /* the folder z.yaml is no file */
    {".", "s/\\*.yaml", "s/*.yaml "},
    {".", "s/*/x.yaml", "s/a/x.yaml s/b/x.yaml s/z.yaml/x.yaml "},
    {"s", "*/x.yaml", "a/x.yaml b/x.yaml z.yaml/x.yaml "},
    {"s/", "a/?.yaml", "a/x.yaml a/y.yaml "},
    {"s/a", "../b/*.yaml", "../b/x.yaml "},
    {".", "**/x.yaml", "s/a/x.yaml s/b/c/x.yaml s/b/x.yaml s/x.yaml s/z.yaml/x.yaml "},
    {".", "**/b/**/x.yaml", "s/b/c/x.yaml s/b/x.yaml "},
    {".", "s/.*/*", "s/.h/x.yaml "},
    {".", "s/b/**", "s/b/c/x.yaml s/b/x.yaml "},
    {".", "top.yaml", "top.yaml "},
    {".", "s", ""},
    {".", "nowhere/*.yaml", ""},
    {".", "top.yaml/*", ""},
    {"nowhere", "*", ""},
    {".", "link/*.yaml", "link/x.yaml link/y.yaml "},
    {".", "l*/x.yaml", ""}, /* a link to a folder behind a wildcard */
    {".", "*/link/x.yaml", ""},
    {".", "*.link", "file.link "},
    {".", "gone.*", ""},
};

static void test_files(void)
{
    int problem;
    for (size_t i = 0; i < sizeof tree / sizeof *tree; i++)
        make(tree[i]);
    ok(symlink("s/a", "link") == 0 && symlink("../s/a", "s/link") == 0 &&
           symlink("top.yaml", "file.link") == 0 && symlink("nothing", "gone.link") == 0 &&
           symlink(".", "s/ring") == 0 && symlink("..", "s/a/ring") == 0,
       "links");
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        str files = found_in(NULL, searches[i].directory, searches[i].pattern, &problem);
        is_str(files, searches[i].files, "\"%s\" in %s", searches[i].pattern,
               searches[i].directory);
        is_int(problem, 0, "without a problem");
    }
}

/* ---- a view ---------------------------------------------------------------------------------- */

static int list_sample(struct file_view *view, struct arena *in, const char *directory,
                       struct file_list *ret_files)
{
    static const char *const names[] = {"b/x.yaml", "a/x.yaml", "x.yaml", "a/x.yaml", ".h/x.yaml"};
    (void)view;
    *ret_files = (struct file_list){arena_new(in, str, 5), 0};
    if (strcmp(directory, "broken") == 0)
        return EIO;
    for (int i = 0; i < 5 && strcmp(directory, "top/s") == 0; i++)
        ret_files->paths[ret_files->count++] = str_of(names[i]);
    return 0;
}

static void test_view(void)
{
    int problem;
    struct file_view view = {.list = list_sample};
    is_str(found_in(&view, "top", "s/*/x.yaml", &problem), "s/a/x.yaml s/b/x.yaml ", "of a view");
    is_str(found_in(&view, "top", "s/**/x.yaml", &problem), "s/a/x.yaml s/b/x.yaml s/x.yaml ",
           "at any depth");
    is_str(found_in(&view, "top", "s/a/*", &problem), "", "what is not listed is not there");
    is_str(found_in(&view, "top/s", "x.yaml", &problem), "x.yaml ", "a name");
    found_in(&view, "broken", "*", &problem);
    is_int(problem, EIO, "a view that cannot be listed");
}

/* ---- failures -------------------------------------------------------------------------------- */

static int calls_left;

static bool fails(void)
{
    if (calls_left-- != 0)
        return false;
    errno = EIO;
    return true;
}

static DIR *failing_opendir(const char *path)
{
    return fails() ? NULL : real.opendir(path);
}

static struct dirent *failing_readdir(DIR *directory)
{
    return fails() ? NULL : real.readdir(directory);
}

static int failing_stat(const char *path, struct stat *ret)
{
    return fails() ? -1 : real.stat(path, ret);
}

static void test_failures(void)
{
    int problem = EIO, at = 0;
    host.opendir = failing_opendir;
    host.readdir = failing_readdir;
    host.stat = failing_stat;
    for (; problem == EIO && at < 1000; at++) {
        calls_left = at;
        found_in(NULL, "s", "**/x.yaml", &problem);
    }
    host = real;
    is_int(problem, 0, "a search that no failure meets");
    ok(at > 20 && at < 1000, "each of %d calls that fails is told", at - 1);
}

/* ---- large trees ----------------------------------------------------------------------------- */

enum { MANY = 100000 };

static DIR *many_opendir(const char *path)
{
    (void)path;
    calls_left = MANY;
    return (DIR *)&calls_left;
}

static struct dirent *many_readdir(DIR *directory)
{
    static struct dirent entry;
    if ((void *)directory != (void *)&calls_left || calls_left == 0)
        return NULL;
    snprintf(entry.d_name, sizeof entry.d_name, "%06d.yaml", --calls_left);
    return &entry;
}

static int many_closedir(DIR *directory)
{
    (void)directory;
    return 0;
}

static int many_stat(const char *path, struct stat *ret)
{
    (void)path;
    *ret = (struct stat){.st_mode = S_IFREG};
    return 0;
}

static void test_many(void)
{
    struct file_list files;
    const char *failed;
    host.opendir = many_opendir;
    host.readdir = many_readdir;
    host.closedir = many_closedir;
    host.stat = many_stat;
    clock_t begin = clock();
    int problem = glob_files(NULL, &arena, ".", S("many/*[0-9].yaml"), &files, &failed);
    host = real;
    is_int(problem, 0, "many files");
    is_int(files.count, MANY, "are all found");
    is_str(files.paths[0], "many/000000.yaml", "in order");
    is_str(files.paths[MANY - 1], "many/099999.yaml", "to the last");
    ok(clock() - begin < 5 * CLOCKS_PER_SEC, "in no time");
}

/* As deep as the system lets paths be. */
static void test_deep(void)
{
    struct file_list files;
    const char *failed;
    struct buf path = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&path, S("deep/"));
    for (int i = 0; i < 1000; i++) {
        buf_add_byte(&path, '\0');
        mkdir(path.data, 0777);
        path.len--;
        buf_add(&path, S("d/"));
    }
    is_int(glob_files(NULL, &arena, ".", S("deep/**/x"), &files, &failed), 0, "1,000 folders deep");
    is_int(files.count, 0, "there is nothing");
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

int main(void)
{
    char folder[] = "/tmp/schemac-glob-XXXXXX";
    real = host;
    if (!mkdtemp(folder) || chdir(folder) < 0)
        return 1;
    test_matches();
    test_problems();
    test_hostile_patterns();
    test_files();
    test_view();
    test_failures();
    test_many();
    test_deep();
    ok(nftw(folder, remove_one, 64, FTW_DEPTH | FTW_PHYS) == 0, "nothing is left behind");
    arena_free(&arena);
    return done_testing();
}
