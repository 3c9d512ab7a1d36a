#include "extract.h"

#include "base/buf.h"
#include "base/file.h"
#include "values.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { LONGEST_COMMAND = 40, CODE_LENGTH = 5, CODE_CAP = 20 };

/* TEXT with each FROM replaced by TO. */
static str replaced(struct arena *arena, str text, str from, str to)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (ptrdiff_t at; (at = str_find(text, from)) >= 0; text = str_skip(text, at + from.len)) {
        buf_add(&out, str_first(text, at));
        buf_add(&out, to);
    }
    buf_add(&out, text);
    return arena_copy(arena, buf_view(&out));
}

str document_text(struct arena *arena, str dialect, const struct node *schemas)
{
    static const struct {
        const char *dialect, *head;
    } heads[] = {
        {"2.0", "\"swagger\": \"2.0\""},
        {"3.0", "\"openapi\": \"3.0.4\""},
        {"3.1", "\"openapi\": \"3.1.1\""},
        {"3.2", "\"openapi\": \"3.2.0\""},
    };
    static const char rest[] = "\"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {}";
    str text = value_text(arena, schemas);
    if (str_equal(dialect, S("2.0")))
        return arena_printf(
            arena, "{%s, %s, \"definitions\": %s}\n", heads[0].head, rest,
            replaced(arena, text, S("#/components/schemas/"), S("#/definitions/")).data);
    for (size_t i = 1; i < sizeof heads / sizeof *heads; i++)
        if (str_equal(dialect, str_of(heads[i].dialect)))
            return arena_printf(arena, "{%s, %s, \"components\": {\"schemas\": %s}}\n",
                                heads[i].head, rest, text.data);
    return arena_printf(arena,
                        "{\"openapi\": \"3.1.1\", \"jsonSchemaDialect\": \"%s\", %s, "
                        "\"components\": {\"schemas\": %s}}\n",
                        dialect_info(dialect_named(dialect))->uri.data, rest, text.data);
}

bool write_file(const char *path, str text)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool written = fwrite(text.data, 1, (size_t)text.len, file) == (size_t)text.len;
    return fclose(file) == 0 && written;
}

/* Runs ARGV with its output in the files OUT and ERR. Its exit status; 127 when it cannot run. */
static int run_command(const char *const *argv, const char *out, const char *err)
{
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 1, out, flags, 0666);
    posix_spawn_file_actions_addopen(&files, 2, err, flags, 0666);
    int problem = posix_spawn(&child, argv[0], &files, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (problem || waitpid(child, &status, 0) < 0)
        return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct extracted extract_case(struct reading *reading, const char *schemac, const char *folder,
                              const char *document, const char *target, const struct node *options,
                              bool strict)
{
    struct arena *arena = reading->arena;
    const char *out = arena_printf(arena, "%s/out.json", folder).data;
    const char *err = arena_printf(arena, "%s/err.txt", folder).data;
    const char *argv[LONGEST_COMMAND + 1] = {
        schemac,  "extract", document,
        "--root", "Case",    "--dialect",
        target,   "--id",    "https://schemas.example/case.json"};
    int count = 9;
    for (uint32_t i = 0; options && i < options->count && count < LONGEST_COMMAND - 1; i++)
        argv[count++] = arena_copy(arena, node_text(node_item(options, i))).data;
    if (strict)
        argv[count++] = "--strict";

    struct extracted result = {.status = run_command(argv, out, err)};
    file_read(arena, err, FILE_CEILING, &result.said);
    result.schema = result.status == 0 ? read_file(reading, out) : NULL;
    return result;
}

/* True when TEXT begins with a code in brackets. */
static bool is_code(str text)
{
    if (text.len < CODE_LENGTH + 2 || text.data[0] != '[' || text.data[CODE_LENGTH + 1] != ']' ||
        !memchr("ELDWN", text.data[1], 5))
        return false;
    for (int i = 2; i <= CODE_LENGTH; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    return str_compare(*(const str *)a, *(const str *)b);
}

str codes_in(struct arena *arena, str text)
{
    str codes[CODE_CAP];
    int count = 0;
    for (; text.len; text = str_skip(text, 1)) {
        bool known = !is_code(text) || count == CODE_CAP;
        for (int i = 0; !known && i < count; i++)
            known = str_equal(codes[i], (str){text.data + 1, CODE_LENGTH});
        if (!known)
            codes[count++] = (str){text.data + 1, CODE_LENGTH};
    }
    qsort(codes, (size_t)count, sizeof *codes, by_bytes);
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (int i = 0; i < count; i++) {
        buf_add(&out, i ? S(" ") : S(""));
        buf_add(&out, codes[i]);
    }
    return arena_copy(arena, buf_view(&out));
}
