/*
 * github.c - the report as workflow commands of GitHub Actions, which become annotations:
 * ::error file=F,line=L,col=C,endLine=M,endColumn=D,title=T::MESSAGE.
 */
#include "report/report.h"

#include "base/show.h"
#include "report/entry.h"

#include <string.h>

/* GitHub shows so many annotations of each level for one step. */
enum { SHOWN = 10 };

/*
 * Adds S, which may have line feeds, as a value: what could end it is percent-encoded (its
 * documentation of toolkit commands), in a property also what parts properties.
 */
static void add_escaped(struct arena *arena, struct buf *out, str s, bool is_property)
{
    struct buf visible = buf_in(arena, PTRDIFF_MAX);
    for (bool more = true; more;) {
        str line;
        more = str_cut(s, '\n', &line, &s);
        show_add(&visible, line, false);
        if (more)
            buf_add_byte(&visible, '\n');
    }
    for (ptrdiff_t i = 0; i < visible.len; i++) {
        char c = visible.data[i];
        if (strchr(is_property ? "%\r\n:," : "%\r\n", c))
            buf_printf(out, "%%%02X", (unsigned)c);
        else
            buf_add_byte(out, c);
    }
}

/* Adds the properties of DIAG: where it stands, and its title. */
static void add_properties(struct diag_list *found, const struct diag *diag, struct buf *out)
{
    struct region region;
    if (diag->where.text) {
        buf_add(out, S("file="));
        add_escaped(found->arena, out, diag_path(found, diag->where.text), true);
        buf_add_byte(out, ',');
    }
    if (entry_region(found->arena, diag->where, &region)) {
        /* Columns are for places within one line only. */
        bool is_line = region.first.line == region.last.line;
        buf_printf(out, "line=%td,", region.first.line);
        if (is_line)
            buf_printf(out, "col=%td,", region.first.column);
        buf_printf(out, "endLine=%td,", region.last.line);
        if (is_line)
            buf_printf(out, "endColumn=%td,", region.last.column);
    }
    buf_printf(out, "title=%s ", diag_code_name(diag->code));
    add_escaped(found->arena, out, str_of(diag_code_title(diag->code)), true);
}

/* Adds the command for DIAG. */
static void add_command(struct diag_list *found, const struct diag *diag, struct buf *out)
{
    buf_printf(out, "::%s ", entry_level(diag->severity, "notice"));
    add_properties(found, diag, out);
    buf_add(out, S("::"));
    add_escaped(found->arena, out, entry_message(found->arena, diag), false);
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        if (!note->where.text)
            continue;
        struct region region;
        buf_add(out, S("%0Anote: "));
        add_escaped(found->arena, out, diag_path(found, note->where.text), false);
        if (entry_region(found->arena, note->where, &region))
            buf_printf(out, ":%td:%td", region.first.line, region.first.column);
        buf_add(out, S(": "));
        add_escaped(found->arena, out, str_of(note->message), false);
    }
    buf_add_byte(out, '\n');
}

void report_github(struct diag_list *found, struct buf *out)
{
    ptrdiff_t count, shown = 0;
    struct diag **sorted = diag_sorted(found, &count);
    ptrdiff_t room[DIAG_ERROR + 1] = {0};
    ptrdiff_t *errors = &room[DIAG_ERROR];
    *errors = room[DIAG_WARNING] = room[DIAG_NOTE] = SHOWN;
    for (int severity = DIAG_ERROR; severity >= DIAG_NOTE; severity--) {
        ptrdiff_t *left = severity > DIAG_WARNING ? errors : &room[severity];
        for (ptrdiff_t i = 0; i < count && *left; i++) {
            if ((int)sorted[i]->severity != severity)
                continue;
            add_command(found, sorted[i], out);
            --*left;
            shown++;
        }
    }
    ptrdiff_t more = count - shown + found->dropped;
    if (more)
        buf_printf(out, "schemac: %td more %s not shown\n", more, more == 1 ? "is" : "are");
}
