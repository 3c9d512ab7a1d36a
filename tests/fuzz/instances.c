/*
 * Any bytes as a file of many instances: the first two choose what it is (JSON Lines, Markdown,
 * MDX, a document) and how it is asked for. Each instance stands in the file where it says, is what
 * its own text is when it is read alone, and comes out the same again, however few bytes are read
 * at a time and wherever its memory is. Of JSON Lines each line that is not blank is given out or
 * told of. Memory that was given back is not looked at when the report is made.
 */
#include "memory.h"

#include "base/utf8.h"
#include "report/report.h"
#include "validate/instances.h"

#include <errno.h>

/* What the second byte asks for, in bits. */
enum { CONTAINS = 1, AT = 2, COUNT = 4 };

/* The file, and how many bytes one read gives at most. */
static struct {
    str text;
    ptrdiff_t piece;
} file;

static int file_open_it(const char *path, int flags, mode_t mode)
{
    (void)flags;
    (void)mode;
    if (strcmp(path, "in") == 0 || strcmp(path, "/here/in") == 0)
        return memory_open_text(0, file.text);
    errno = ENOENT;
    return -1;
}

static ssize_t file_read_piece(int fd, void *to, size_t count)
{
    return memory_read(fd, to, (ptrdiff_t)count < file.piece ? count : (size_t)file.piece);
}

static const struct host file_host = {
    .open = file_open_it,
    .read = file_read_piece,
    .close = memory_close,
    .fstat = memory_fstat,
    .getcwd = memory_getcwd,
    /* what writes is not there: to call it is a crash */
};

/* One reading of the file. */
struct reading {
    struct run run;
    struct instances instances;
    struct buf told;              /* all instances, written out */
    ptrdiff_t given, last, feeds; /* LAST: where the last one begins; line feeds in front of it */
};

static ptrdiff_t count_feeds(str text)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t at = 0, hop; (hop = str_find_byte(str_skip(text, at), '\n')) >= 0;) {
        at += hop + 1;
        count++;
    }
    return count;
}

/* Holds INSTANCE to stand where it says. */
static void check_place(struct reading *r, const struct instance *instance)
{
    const struct text *text = instance->text;
    ptrdiff_t start = text->bytes_before;
    struct document part = {.text = *text, .root = instance->root};
    if (r->instances.form == INSTANCES_DOCUMENT) {
        fuzz_check_document(r->instances.document, false);
        return;
    }
    fuzz_check_document(&part, false);
    MUST(start > r->last && start <= file.text.len, "instances stand one behind the other");
    ptrdiff_t last = r->last < 0 ? 0 : r->last;
    r->feeds += count_feeds(str_first(str_skip(file.text, last), start - last));
    r->last = start;
    if (r->instances.form == INSTANCES_LINES)
        MUST(text->lines_before == r->feeds, "a line knows its number");
    if (!text->columns_before)
        MUST(str_starts(str_skip(file.text, start), text->chars), "its text is in the file");
}

/* Holds INSTANCE to be what is read when its text stands alone. */
static void check_alone(const struct instance *instance)
{
    struct run alone;
    run_begin(&alone, INSTANCE_DEPTH);
    struct document *document =
        sources_read_as(&alone.sources, S("alone"), instance->text->chars, FORMAT_JSON);
    MUST(document != NULL, "a line is JSON by itself");
    fuzz_same(instance->root, document->root, NUMBERS_AS_WRITTEN);
    run_end(&alone);
}

/* Writes INSTANCE, which goes with the next one, to what is told. */
static void tell(struct reading *r, const struct instance *instance)
{
    struct arena scratch = {0};
    str text;
    if (fuzz_write(&scratch, instance->root, (struct write_options){.style = WRITE_EXACT}, &text))
        buf_add(&r->told, text);
    buf_printf(&r->told, "@%td+%td\n", instance->text->bytes_before, instance->text->lines_before);
    arena_free(&scratch);
}

/* Reads the file with OPTIONS; what was found is told behind the instances. Ends with read_end. */
static void read_all(struct reading *r, const struct instance_options *options, str name)
{
    struct instance instance;
    *r = (struct reading){.last = -1};
    run_begin(&r->run, 0);
    r->told = buf_in(&r->run.arena, PTRDIFF_MAX);
    bool is_open = instances_open(&r->instances, &r->run.arena, &r->run.found, options, "in", name);
    MUST(is_open || run_failed(&r->run), "what cannot be opened is reported");
    while (is_open && instances_next(&r->instances, &instance)) {
        r->given++;
        check_place(r, &instance);
        if (r->instances.form == INSTANCES_LINES)
            check_alone(&instance);
        tell(r, &instance);
    }
    MUST(!r->instances.unread || run_failed(&r->run), "what cannot be read is reported");
    instances_close(&r->instances);
    if (options->scratch)
        arena_free(options->scratch);
    report_text(&r->run.found, &r->told, false);
}

/* The lines of the file that are not blank. */
static ptrdiff_t count_lines(void)
{
    ptrdiff_t count = 0, mark = 0;
    str rest = file.text;
    if (utf_bom(rest, &mark) == BOM_UTF8)
        rest = str_skip(rest, mark);
    while (rest.len) {
        str line;
        bool is_blank = true;
        str_cut(rest, '\n', &line, &rest);
        for (ptrdiff_t i = 0; i < line.len; i++)
            is_blank =
                is_blank && (line.data[i] == ' ' || line.data[i] == '\t' || line.data[i] == '\r');
        count += !is_blank;
    }
    return count;
}

static enum instance_form form_of_byte(str *input, str *ret_name)
{
    char byte = '\0';
    if (input->len)
        byte = input->data[0];
    *input = str_skip(*input, input->len > 0);
    *ret_name = byte == 'x' ? S("in.mdx") : S("in");
    return byte == 'l'                  ? INSTANCES_LINES
           : byte == 'm' || byte == 'x' ? INSTANCES_MARKDOWN
                                        : INSTANCES_DOCUMENT;
}

static unsigned bits_of_byte(str *input)
{
    unsigned bits = input->len ? (unsigned char)input->data[0] : 0;
    *input = str_skip(*input, input->len > 0);
    return bits;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    str input = fuzz_input(data, size), name;
    struct arena scratch = {0};
    struct instance_options options = {.form = form_of_byte(&input, &name)};
    unsigned bits = bits_of_byte(&input);
    options.contains = bits & CONTAINS ? "a" : NULL;
    options.at = bits & AT ? "/a" : NULL;
    options.count = bits & COUNT ? 2 : 0;
    host = file_host;
    file.text = input;
    file.piece = 1 << 20;
    struct reading first, again;
    read_all(&first, &options, name);
    if (options.form == INSTANCES_LINES)
        MUST(first.given + first.instances.unread == count_lines(),
             "each line is given out or told of");
    file.piece = 7;
    options.scratch = &scratch;
    read_all(&again, &options, name);
    MUST(str_equal(buf_view(&again.told), buf_view(&first.told)), "all comes out the same again");
    run_end(&again.run);
    run_end(&first.run);
    return 0;
}
