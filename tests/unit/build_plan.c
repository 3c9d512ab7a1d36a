/*
 * Plans of configurations whose files are links. The host tells of paths as if the folder of the
 * test were "/", which no test could have for itself. tests/cli has the rest.
 */
#include "build/plan.h"

#include "base/host.h"

#include "folder.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct arena arena;
static struct host usual;

static char *rooted_realpath(const char *path, char *resolved)
{
    char *real = usual.realpath(path, resolved);
    size_t length = strlen(folder);
    if (!real || strncmp(real, folder, length) != 0)
        return real;
    if (real[length])
        memmove(real, real + length, strlen(real) - length + 1);
    else
        real[1] = '\0'; /* "/" */
    return real;
}

/* The first that is found wrong with a plan of the configuration here. */
static const struct diag *first_wrong(void)
{
    struct diag_list *found = arena_new(&arena, struct diag_list, 1);
    struct sources *sources = arena_new(&arena, struct sources, 1);
    struct plan plan;
    found->arena = &arena;
    *sources = (struct sources){.arena = &arena, .found = found};
    plan_make(sources, &(struct plan_request){.config = "schemac.yaml"}, &plan);
    return found->first;
}

static void test_root(void)
{
    write_file("api.yaml", S("openapi: 3.1.0\ninfo: {title: t, version: v}\npaths: {}\n"
                             "components: {schemas: {A: {type: string}}}\n"));
    write_file("schemac.yaml", S("version: 1\nsource: api.yaml\n"
                                 "artifacts: {a.json: {root: A}, b.json: {root: A}}\n"));
    ok(symlink("a.json", "b.json") == 0, "a link");
    host.realpath = rooted_realpath;
    const struct diag *diag = first_wrong();
    ok(diag && diag->code == E0605, "two uses of a file below /");
    is_str(str_of(diag ? diag->message : ""), "this is a link to a.json, which has another use",
           "and its name is whole");
    unlink("b.json");
    diag = first_wrong();
    ok(!diag, "files below / are no links: %s", diag ? diag->message : "");
    ok(symlink(".", "b.json") == 0, "a link to / itself");
    diag = first_wrong();
    ok(diag && diag->code == E0002, "which is no file");
    is_str(str_of(diag ? diag->message : ""), "this is a link to the directory .",
           "and has a name");
    host = usual;
}

int main(void)
{
    usual = host;
    enter_folder(false);
    test_root();
    arena_free(&arena);
    leave_folder();
    return done_testing();
}
