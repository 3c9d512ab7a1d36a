/*
 * memory.h - files in memory, for tests of what reads several.
 *
 * A struct memory is a file_view (base/file.h) over a list of files, with the documents, the
 * registry and the diagnostics of one run. Files are given as text, each begun by a line "== PATH";
 * a file of JSON is called .json.
 */
#ifndef TESTS_MEMORY_H
#define TESTS_MEMORY_H

#include "base/buf.h"
#include "schema/registry.h"

#include <errno.h>
#include <stdio.h>

struct memory {
    struct file_view view; /* the first, so that a view is a memory */
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct map files; /* path to its text, a str */
    int reads;
};

static int memory_read(struct file_view *view, struct arena *arena, const char *path,
                       ptrdiff_t ceiling, str *ret_bytes)
{
    struct memory *memory = (struct memory *)view;
    (void)ceiling;
    memory->reads++;
    const str *text = map_get(&memory->files, path_normalise(arena, str_of(path)));
    if (text)
        *ret_bytes = *text;
    return text ? 0 : ENOENT;
}

static void memory_put(struct memory *memory, str path, str text)
{
    str *kept = arena_new(&memory->arena, str, 1);
    *kept = text;
    map_put(&memory->files, arena_copy(&memory->arena, path), kept);
}

/* Begins a run over FILES with the root directory ROOT. */
static void memory_open(struct memory *memory, const char *files, const char *root)
{
    *memory = (struct memory){.view = {.read = memory_read}};
    memory->found.arena = memory->files.arena = &memory->arena;
    memory->sources =
        (struct sources){.arena = &memory->arena, .found = &memory->found, .view = &memory->view};
    for (str all = str_of(files); all.len;) {
        str head, path, rest;
        str_cut(str_skip(all, 3), '\n', &path, &rest);
        ptrdiff_t next = str_find(rest, S("\n== "));
        head = next < 0 ? rest : str_first(rest, next + 1);
        memory_put(memory, path, head);
        all = next < 0 ? (str){0} : str_skip(rest, next + 1);
    }
    registry_init(&memory->registry, &memory->sources, str_of(root), false);
}

static void memory_close(struct memory *memory)
{
    arena_free(&memory->arena);
}

/* The codes and messages of all reports, a line each: "E0002 a.yaml:1:5 cannot read ...". */
static str memory_reports(struct memory *memory)
{
    struct buf out = buf_in(&memory->arena, PTRDIFF_MAX);
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(&memory->found, &count);
    for (ptrdiff_t i = 0; i < count; i++) {
        place where = sorted[i]->where;
        buf_printf(&out, "%s%s ", i ? "\n" : "", diag_code_name(sorted[i]->code));
        if (where.text) {
            struct line_column at =
                text_position(&memory->arena, (struct text *)where.text, where.start);
            buf_add(&out, where.text->name);
            buf_printf(&out, ":%td:%td ", at.line, at.column);
        }
        buf_printf(&out, "%s", sorted[i]->message);
    }
    return buf_view(&out);
}

#endif
