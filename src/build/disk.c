#include "build/disk.h"

#include "base/file.h"

static enum line_ends line_ends(str bytes)
{
    ptrdiff_t crlf = 0, lf = 0;
    if (str_find_byte(bytes, '\r') < 0) /* as in most files */
        return LINE_ENDS_LF;
    for (str line, rest = bytes; str_cut(rest, '\n', &line, &rest);) {
        if (str_ends(line, S("\r")))
            crlf++;
        else
            lf++;
    }
    return crlf == 0 ? LINE_ENDS_LF : lf == 0 ? LINE_ENDS_CRLF : LINE_ENDS_MIXED;
}

static str without_cr(struct arena *arena, str bytes)
{
    char *out = arena_alloc(arena, 1, bytes.len);
    ptrdiff_t len = 0;
    for (ptrdiff_t i = 0; i < bytes.len; i++)
        if (bytes.data[i] != '\r' || i + 1 == bytes.len || bytes.data[i + 1] != '\n')
            out[len++] = bytes.data[i];
    return (str){out, len};
}

void disk_read(struct file_view *view, struct arena *arena, const char *path,
               struct disk_file *ret_file)
{
    *ret_file = (struct disk_file){0};
    ret_file->problem = file_view_read(view, arena, path, RENDER_CEILING, &ret_file->bytes);
    ret_file->ends = line_ends(ret_file->bytes);
    ret_file->lines =
        ret_file->ends == LINE_ENDS_LF ? ret_file->bytes : without_cr(arena, ret_file->bytes);
}

str disk_line_ends(struct arena *arena, const struct disk_file *file, str bytes)
{
    if (file->problem || file->ends != LINE_ENDS_CRLF)
        return bytes;
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (str line, rest = bytes; rest.len;) {
        bool ended = str_cut(rest, '\n', &line, &rest);
        buf_add(&out, line);
        if (ended)
            buf_add(&out, S("\r\n"));
    }
    return buf_view(&out);
}

bool disk_holds(const struct disk_file *file, str bytes)
{
    return !file->problem && file->ends != LINE_ENDS_MIXED && str_equal(file->lines, bytes);
}
