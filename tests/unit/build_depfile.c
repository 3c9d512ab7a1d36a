#include "build/depfile.h"

#include "folder.h"
#include "tap.h"

static struct arena arena;

/* The text of a depfile whose one rule is TARGET: INPUT; {0} when it is refused. */
static str written(const char *target, const char *input)
{
    struct diag_list found = {.arena = &arena};
    struct depfile depfile;
    struct map inputs = {.arena = &arena};
    map_entry(&inputs, str_of(input), NULL);
    depfile_init(&depfile, &found);
    depfile_add(&depfile, str_of(target), &inputs);
    bool is_written = depfile_write(&depfile, "depfile");
    if (is_written == (found.errors > 0) || (found.errors && found.first->code != E0009))
        ok(false, "%s: %s: it is written, or refused as E0009", target, input);
    return is_written ? read_file(&arena, "depfile") : (str){0};
}

static void test_escapes(void)
{
    static const struct {
        const char *path, *escaped; /* NULL: refused */
    } cases[] = {
        {"plain/path.yaml", "plain/path.yaml"},
        {"with blank", "with\\ blank"},
        {" begin", "\\ begin"},
        {"two  blanks", "two\\ \\ blanks"},
        {"a#b", "a\\#b"},
        {"#", "\\#"},
        {"a$b", "a$$b"},
        {"$(x)y", "$$(x)y"},
        {"a\\b", "a\\b"},
        {"\\b", "\\b"},
        {"a\\\\b", "a\\\\b"},
        {"a\\ b", "a\\\\\\ b"},
        {"a\\\\ b", "a\\\\\\\\\\ b"},
        {"c:/x", "c\\:/x"},
        {"a:b:c", "a\\:b\\:c"},
        {"a~b", "a~b"},
        {"pets (1).yaml", "pets\\ (1).yaml"},
        {"(1)", "(1)"},
        {"[id].yaml", "[id].yaml"},
        {"it's r&d?\"!@+,{}", "it's\\ r&d?\"!@+,{}"},
        {"\xC3\xA9\xE6\xBC\xA2", "\xC3\xA9\xE6\xBC\xA2"},
        {"a\nb", NULL},
        {"a\rb", NULL},
        {"a\tb", NULL},
        {"a\x01", NULL},
        {"a\x7F", NULL},
        {"a;b", NULL},
        {"a|b", NULL},
        {"a=b", NULL},
        {"a*b", NULL},
        {"a<b", NULL},
        {"a>b", NULL},
        {"a^b", NULL},
        {"a`b", NULL},
        {"a ", NULL},
        {"a\\", NULL},
        {"a:", NULL},
        {"~", NULL},
        {"~a/b", NULL},
        {"a\\#b", NULL},
        {"a\\:b", NULL},
        {"a\\$b", NULL},
        {"lib(member)", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = cases[i].path, *escaped = cases[i].escaped;
        str input = written("out", path), target = written(path, "in");
        if (!escaped) {
            ok(!input.data && !target.data, "%s is refused", path);
            continue;
        }
        is_str(input, arena_printf(&arena, "out: \\\n  %s\n\n%s:\n", escaped, escaped).data,
               "%s as an input", path);
        is_str(target, arena_printf(&arena, "%s: \\\n  in\n\nin:\n", escaped).data,
               "%s as a target", path);
    }
    is_str(written("out", "100%.yaml"), "out: \\\n  100%.yaml\n", "no rule for a pattern of make");
    ok(!written("100%.json", "in").data, "nor as a target");
}

static void test_rules(void)
{
    struct diag_list found = {.arena = &arena};
    struct depfile depfile;
    struct map first = {.arena = &arena}, second = {.arena = &arena};
    depfile_init(&depfile, &found);
    map_entry(&first, S("api.yaml"), NULL);
    map_entry(&first, S("schemac.yaml"), NULL);
    map_entry(&second, S("other.yaml"), NULL);
    map_entry(&second, S("schemac.yaml"), NULL);
    depfile_add(&depfile, S("b.json"), &first);
    depfile_add(&depfile, S("a.json"), &second);
    depfile_add(&depfile, S("b.json"), &second);
    ok(depfile_write(&depfile, "depfile"), "two rules");
    is_str(read_file(&arena, "depfile"),
           "b.json: \\\n  api.yaml \\\n  schemac.yaml\n"
           "a.json: \\\n  other.yaml \\\n  schemac.yaml\n"
           "\napi.yaml:\n\nschemac.yaml:\n\nother.yaml:\n",
           "in the order in which they come, each input once");
}

static void test_failures(void)
{
    struct diag_list found = {.arena = &arena};
    struct depfile depfile;
    struct map inputs = {.arena = &arena};
    map_entry(&inputs, S("a\nb"), NULL);
    map_entry(&inputs, S("c\nd"), NULL);
    depfile_init(&depfile, &found);
    depfile_add(&depfile, S("out"), &inputs);
    depfile_add(&depfile, S("out2"), &inputs);
    ok(!depfile_write(&depfile, "depfile"), "two paths that cannot be written");
    is_int(found.errors, 2, "each is told of once");
    found = (struct diag_list){.arena = &arena};
    depfile_init(&depfile, &found);
    ok(!depfile_write(&depfile, "nowhere/depfile"), "a folder that is not there");
    ok(found.first && found.first->code == E0003, "is told of");
}

int main(void)
{
    enter_folder(false);
    test_escapes();
    test_rules();
    test_failures();
    arena_free(&arena);
    leave_folder();
    return done_testing();
}
