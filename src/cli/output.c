#include "cli/output.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/host.h"
#include "base/show.h"

#include <string.h>
#include <unistd.h>

/* True when the file OUT is what SOURCE, "-" being standard input, was read from. */
static bool is_same_file(struct arena *arena, const char *out, const char *source)
{
    str a, b;
    struct stat written, read;
    if (file_is_stream(source))
        return host.stat(out, &written) == 0 && host.fstat(STDIN_FILENO, &read) == 0 &&
               S_ISREG(read.st_mode) && written.st_dev == read.st_dev &&
               written.st_ino == read.st_ino;
    return file_resolve(arena, out, &a) == 0 && file_resolve(arena, source, &b) == 0 &&
           str_equal(a, b);
}

/* True when OUT names a file, not standard output. */
static bool is_file(const char *out)
{
    return out && !file_is_stream(out);
}

bool output_is_source(struct session *session, const char *out, const char *source,
                      const char *what)
{
    if (!is_file(out) || !is_same_file(session->arena, out, source))
        return false;
    diag_report(&session->found, E0605, (place){0}, "%s is %s", show(session->arena, str_of(out)),
                what);
    return true;
}

void output_write(struct session *session, const char *out, struct buf buf)
{
    if (!is_file(out)) {
        session->out = buf;
        return;
    }
    int problem = draft_replace(session->arena, out, buf_view(&buf));
    if (problem)
        diag_report(&session->found, E0003, (place){0}, "cannot write %s: %s",
                    show(session->arena, str_of(out)), strerror(problem));
}
