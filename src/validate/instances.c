#include "validate/instances.h"

#include "base/show.h"
#include "base/utf8.h"
#include "schema/pointer.h"

#include <errno.h>
#include <string.h>

/* Lines of which something is told stay as long as there are no more bytes of them. */
enum { KEPT_CEILING = 64 * 1024 * 1024 };

static enum instance_form form_of_name(str name)
{
    static const struct {
        str suffix;
        enum instance_form form;
    } forms[] = {
        {STR_INIT(".jsonl"), INSTANCES_LINES},       {STR_INIT(".ndjson"), INSTANCES_LINES},
        {STR_INIT(".md"), INSTANCES_MARKDOWN},       {STR_INIT(".mdx"), INSTANCES_MARKDOWN},
        {STR_INIT(".markdown"), INSTANCES_MARKDOWN},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (str_ends(name, forms[i].suffix))
            return forms[i].form;
    return INSTANCES_DOCUMENT;
}

/* Remembers what has been reported up to now. */
static void mark_reports(struct instances *in)
{
    in->count_before = in->found->count;
    in->last_before = in->found->last;
}

/* True when something was reported since then, whose places have to stay. */
static bool has_reports(const struct instances *in)
{
    return in->found->count != in->count_before;
}

/* A document of lines, which stays where it is when something is told of it. */
static struct document *line_document(struct instances *in)
{
    return arena_new(in->arena, struct document, 1);
}

/* Opens the lines of PATH as the view has it, which is read whole. Returns an errno value. */
static int open_viewed_lines(struct instances *in, const char *path)
{
    struct arena scratch = {0};
    str bytes = {0};
    int problem = file_view_read(in->options.view, &scratch, path, FILE_CEILING, &bytes);
    lines_init_text(&in->lines, bytes, FILE_CEILING);
    arena_free(&scratch);
    return problem;
}

static int open_file_lines(struct instances *in, const char *path)
{
    int fd;
    int problem = file_open(path, &fd);
    lines_init(&in->lines, fd, FILE_CEILING);
    return problem;
}

static bool open_lines(struct instances *in, const char *path)
{
    int problem = in->options.view ? open_viewed_lines(in, path) : open_file_lines(in, path);
    in->document = line_document(in);
    in->document->text = (struct text){.name = in->name, .chars = S("")};
    arena_new(in->own, char, 1);
    in->empty = arena_mark(in->own);
    if (problem)
        diag_report(in->found, E0002, place_file(&in->document->text), "cannot read the file: %s",
                    problem < 0 || in->options.view ? "git does not tell what is staged"
                                                    : strerror(problem));
    return problem == 0;
}

/*
 * Where a file is no document for what begins on a line behind a whole one, adds how JSON Lines are
 * known.
 */
static void hint_lines(struct instances *in)
{
    struct diag *diag = in->found->last;
    if (!has_reports(in) || diag->code != E0301 || !diag->where.text)
        return;
    str before = str_first(diag->where.text->chars, diag->where.start);
    if (!str_ends(before, S("\n")))
        return;
    struct arena scratch = {0};
    struct diag_list aside = {.arena = &scratch};
    struct sources sources = {.arena = &scratch, .found = &aside, .policy = in->sources.policy};
    struct document document;
    if (sources_read_apart(&sources, (struct text){.name = in->name, .chars = before}, FORMAT_JSON,
                           &document))
        diag_hint(in->found, diag,
                  "is each line a document? JSON Lines are called .jsonl, or want --input lines");
    arena_free(&scratch);
}

/* Opens PATH by the form that IN has. False when reported. */
static bool open_as(struct instances *in, const char *path)
{
    switch (in->form) {
    case INSTANCES_LINES:
        return open_lines(in, path);
    case INSTANCES_MARKDOWN:
        in->document = sources_load_text(&in->sources, path, in->name);
        if (in->document)
            fences_init(&in->fences, in->document->text.chars, str_ends(in->name, S(".mdx")));
        break;
    case INSTANCES_BY_NAME:
    case INSTANCES_DOCUMENT:
        in->document = sources_load(&in->sources, path, in->name);
        hint_lines(in);
        break;
    }
    return in->document != NULL;
}

bool instances_open(struct instances *in, struct arena *arena, struct diag_list *found,
                    const struct instance_options *options, const char *path, str name)
{
    *in = (struct instances){.arena = arena,
                             .found = found,
                             .options = *options,
                             .form = options->form,
                             .own = options->scratch ? options->scratch
                                                     : arena_new(arena, struct arena, 1),
                             .name = name,
                             .lines = {.fd = -1}};
    if (options->scratch)
        arena_new(in->own, char, 1); /* a chunk to come back to */
    in->begin = arena_mark(in->own);
    mark_reports(in);
    in->sources = (struct sources){.arena = in->own,
                                   .found = found,
                                   .policy = {.max_depth = INSTANCE_DEPTH},
                                   .view = options->view};
    if (in->form == INSTANCES_BY_NAME)
        in->form = form_of_name(name);
    bool ok = open_as(in, path);
    in->unread = !ok;
    return ok;
}

static bool next_document(struct instances *in, struct instance *ret_instance)
{
    if (in->is_done)
        return false;
    in->is_done = true;
    *ret_instance = (struct instance){&in->document->text, in->document->root};
    in->unread += sources_report_all_faults(&in->sources, in->document);
    return !in->unread;
}

/* Makes WHERE a place at the begin of its line, when it lies in TEXT. */
static void forget_column(place *where, const struct text *text)
{
    if (where->text != text || where->start < 0)
        return;
    where->start = where->len = 0;
}

/*
 * Has the present line stay, since it is pointed at. When too much stays already, its text goes and
 * diagnostics name the line alone.
 */
static void keep_line(struct instances *in)
{
    struct text *text = &in->document->text;
    text->lines = NULL;
    if (text->chars.len <= KEPT_CEILING - in->kept) {
        in->kept += text->chars.len;
        text->chars = arena_copy(in->arena, text->chars);
    } else {
        text->chars = S("");
        struct diag *diag = in->last_before ? in->last_before->next : in->found->first;
        for (; diag; diag = diag->next) {
            forget_column(&diag->where, text);
            for (struct diag_note *note = diag->notes; note; note = note->next)
                forget_column(&note->where, text);
        }
    }
    in->document = line_document(in);
}

/* Is done with the present line. */
static void leave_line(struct instances *in)
{
    if (has_reports(in))
        keep_line(in);
    mark_reports(in);
}

static bool is_blank(str line)
{
    for (ptrdiff_t i = 0; i < line.len; i++)
        if (line.data[i] != ' ' && line.data[i] != '\t' && line.data[i] != '\r')
            return false;
    return true;
}

/* The text of LINE, which was given out last. */
static struct text line_text(const struct instances *in, str line)
{
    ptrdiff_t mark = 0;
    if (in->lines.number == 1 && utf_bom(line, &mark) == BOM_UTF8)
        line = str_skip(line, mark);
    else
        mark = 0;
    return (struct text){.name = in->name,
                         .chars = line,
                         .lines_before = in->lines.number - 1,
                         .bytes_before = in->lines.offset + mark};
}

/* Reports what kept the present line from being read. */
static void report_line(struct instances *in, enum diag_code code, const char *message)
{
    in->document->text = line_text(in, S(""));
    diag_report(in->found, code, (place){&in->document->text, 0, 0}, "%s", message);
}

static bool next_line(struct instances *in, struct instance *ret_instance)
{
    for (;;) {
        str line;
        leave_line(in);
        arena_return(in->own, in->empty);
        switch (lines_next(&in->lines, &line)) {
        case LINES_LINE:
            break;
        case LINES_TOO_LONG:
            in->unread++;
            report_line(in, L0001, "the line is longer than 64 MiB");
            continue;
        case LINES_FAILED:
            in->unread++;
            report_line(in, E0002,
                        arena_printf(in->own, "cannot read on: %s", strerror(errno)).data);
            return false;
        case LINES_END:
            return false;
        }
        struct text text = line_text(in, line);
        if (is_blank(text.chars))
            continue;
        if (!sources_read_apart(&in->sources, text, FORMAT_JSON, in->document) ||
            sources_report_all_faults(&in->sources, in->document)) {
            in->unread++;
            continue;
        }
        *ret_instance = (struct instance){&in->document->text, in->document->root};
        return true;
    }
}

/* The text of FENCE as a part of its file. JSON stays as it is, blanks mean nothing to it. */
static struct text block_text(struct instances *in, const struct fence *fence, bool is_yaml)
{
    struct text *file = &in->document->text;
    struct text text = {.name = in->name,
                        .chars = {file->chars.data + fence->start, fence->len},
                        .bytes_before = fence->start};
    text.lines_before = text_position(in->own, file, fence->start).line - 1;
    if (is_yaml && fence->indentation) {
        struct buf content = buf_in(in->own, PTRDIFF_MAX);
        fence_add_content(&in->fences, fence, &content);
        text.chars = buf_view(&content);
        text.columns_before = fence->indentation;
    }
    return text;
}

/*
 * Reads the block FENCE. False when it is no instance; without a root in *RET_INSTANCE when it is
 * one that cannot be read, which is reported.
 */
static bool read_block(struct instances *in, const struct fence *fence,
                       struct instance *ret_instance)
{
    bool is_yaml = fence_is(fence, S("yaml")) || fence_is(fence, S("yml"));
    const char *contains = in->options.contains;
    str content = {in->fences.text.data + fence->start, fence->len};
    if (!is_yaml && !fence_is(fence, S("json")))
        return false;
    if (str_find(content, contains ? str_of(contains) : S("$schema")) < 0)
        return false;
    struct document *document = arena_new(in->own, struct document, 1);
    *ret_instance = (struct instance){&document->text, NULL};
    if (!sources_read_apart(&in->sources, block_text(in, fence, is_yaml),
                            is_yaml ? FORMAT_YAML : FORMAT_JSON, document))
        return true;
    const struct node *part = NULL;
    if (in->options.at)
        part = pointer_resolve(in->own, document->root, str_of(in->options.at)).node;
    if (!contains && !node_get(document->root, S("$schema")) && !node_get(part, S("$schema")))
        return false;
    if (!sources_report_all_faults(&in->sources, document))
        ret_instance->root = part ? part : document->root;
    return true;
}

/* Reports, at the end of the file, that there are not as many blocks as there should be. */
static void check_count(struct instances *in)
{
    ptrdiff_t wanted = in->options.count;
    const char *contains = in->options.contains;
    place where = place_file(&in->document->text);
    struct diag *diag;
    if (wanted ? in->blocks == wanted : in->blocks > 0)
        return;
    if (in->blocks == 0)
        diag = diag_report(in->found, E0811, where, "no block of this file is an instance");
    else
        diag = diag_report(in->found, E0812, where, "%td block%s of this file %s, not %td",
                           in->blocks, in->blocks == 1 ? "" : "s",
                           in->blocks == 1 ? "is an instance" : "are instances", wanted);
    if (contains)
        diag_hint(in->found, diag,
                  "a fenced block of json, yaml or yml is one when it contains \"%s\"",
                  show(in->arena, str_of(contains)));
    else
        diag_hint(in->found, diag,
                  "a fenced block of json, yaml or yml is one when it has a \"$schema\", or, "
                  "with \"contains\", when it has that text");
}

static bool next_block(struct instances *in, struct instance *ret_instance)
{
    struct fence fence;
    while (fences_next(&in->fences, &fence)) {
        if (!read_block(in, &fence, ret_instance))
            continue;
        in->blocks++;
        if (ret_instance->root)
            return true;
        in->unread++;
    }
    if (!in->is_done)
        check_count(in);
    in->is_done = true;
    return false;
}

bool instances_next(struct instances *in, struct instance *ret_instance)
{
    switch (in->form) {
    case INSTANCES_LINES:
        return next_line(in, ret_instance);
    case INSTANCES_MARKDOWN:
        return next_block(in, ret_instance);
    case INSTANCES_BY_NAME:
    case INSTANCES_DOCUMENT:
        break;
    }
    return next_document(in, ret_instance);
}

static void free_own(void *arena)
{
    arena_free(arena);
}

void instances_close(struct instances *in)
{
    bool stays = in->form != INSTANCES_LINES && has_reports(in);
    if (in->form == INSTANCES_LINES)
        leave_line(in);
    file_close(in->lines.fd);
    lines_done(&in->lines);
    if (stays) {
        struct arena *kept = arena_new(in->arena, struct arena, 1);
        *kept = *in->own;
        *in->own = (struct arena){0};
        arena_on_free(in->arena, free_own, kept);
    } else if (in->options.scratch) {
        arena_return(in->own, in->begin);
    } else {
        arena_free(in->own);
    }
}
