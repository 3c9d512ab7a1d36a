/*
 * The root directory of a document that a command line names.
 */
#include "build/root.h"

#include "base/draft.h"
#include "folder.h"
#include "tap.h"

static struct arena arena;

static void is_root(const char *from, const char *path, const char *wanted)
{
    struct root_options none = {0};
    char before[4096];
    if (!ok(getcwd(before, sizeof before) && chdir(from) == 0, "the folder %s", from))
        return;
    struct root_rule rule = root_of_file(&arena, &none, path);
    is_str(rule.directory, wanted, "the root directory of %s in %s", path, from);
    ok(!rule.allow_outside, "outside of which nothing is read");
    ok(chdir(before) == 0, "back");
}

/* Without a work tree around it; /tmp may be one, so that is asked for first. */
static void test_alone(void)
{
    struct stat info;
    if (stat("/.git", &info) == 0 || stat("/tmp/.git", &info) == 0) {
        skip("the folder for tests lies in a work tree", "a document without one around it");
        return;
    }
    is_root(".", "a.yaml", ".");
    is_root(".", "deep/er/a.yaml", "deep/er");
    is_root("deep", "../a.yaml", "..");
    is_root(".", "-", ".");
    is_root(".", "nowhere/a.yaml", "nowhere");
}

static void test_work_tree(const char *top)
{
    mkdir("tree", 0777);
    mkdir("tree/in", 0777);
    mkdir("tree/in/ner", 0777);
    mkdir("tree/.git", 0777);
    is_root("tree", "a.yaml", ".");
    is_root("tree", "in/ner/a.yaml", ".");
    is_root("tree/in/ner", "a.yaml", "../..");
    is_root("tree/in", "../../tree/in/a.yaml", "..");
    is_root("tree/in", "-", "..");
    is_root(".", "tree/in/a.yaml", "tree");
    is_root("deep", "../tree/in/a.yaml", arena_printf(&arena, "%s/tree", top).data);
    ok(symlink("tree/in", "link") == 0, "a link into it");
    is_root(".", "link/a.yaml", "tree");
    ok(draft_replace(&arena, "tree/in/.git", S("gitdir: ../.git/modules/in\n")) == 0,
       "a file, as submodules have it");
    is_root("tree/in/ner", "a.yaml", "..");
    is_root("tree", "a.yaml", ".");
}

static void test_options(void)
{
    struct root_options options = {"deep", true};
    struct root_rule rule = root_of_file(&arena, &options, "tree/a.yaml");
    is_str(rule.directory, "deep", "one that is named");
    ok(rule.allow_outside, "and may be left");
    is_str(root_of_config(&options, "tree").directory, "deep", "also for a configuration");
    options = (struct root_options){0};
    rule = root_of_config(&options, "tree");
    is_str(rule.directory, "tree", "else its folder");
    ok(!rule.allow_outside, "which is not left");
}

int main(void)
{
    enter_folder(false);
    mkdir("deep", 0777);
    mkdir("deep/er", 0777);
    test_alone();
    test_work_tree(folder);
    test_options();
    arena_free(&arena);
    leave_folder();
    return done_testing();
}
