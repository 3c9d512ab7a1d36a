/*
 * linediff.c - Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations", section
 * 4) on lines, between a common head and tail.
 */
#include "build/linediff.h"

#include "base/hash.h"

enum { CONTEXT = 3, MAX_EDITS = 1000 };

struct line {
    str text; /* with its line feed, which the last one may lack */
    uint64_t hash;
};

struct lines {
    struct line *at;
    ptrdiff_t count;
};

/* What becomes of a line of the old or the new text. */
struct script {
    bool *removed, *added; /* of each old line, of each new line */
};

static struct lines split_lines(struct arena *arena, str text)
{
    struct lines lines = {0};
    ptrdiff_t count = 1;
    for (ptrdiff_t i = 0; i < text.len; i++)
        count += text.data[i] == '\n';
    lines.at = arena_new(arena, struct line, count);
    while (text.len) {
        ptrdiff_t end = str_find_byte(text, '\n');
        str line = str_first(text, end < 0 ? text.len : end + 1);
        lines.at[lines.count++] = (struct line){line, hash_str(line)};
        text = str_skip(text, line.len);
    }
    return lines;
}

static bool same(const struct line *a, const struct line *b)
{
    return a->hash == b->hash && str_equal(a->text, b->text);
}

/* Follows a diagonal from X and Y as far as lines agree; returns the X where it ends. */
static ptrdiff_t slide(struct lines old, struct lines new, ptrdiff_t x, ptrdiff_t y)
{
    while (x < old.count && y < new.count &&same(&old.at[x], &new.at[y])) {
        x++;
        y++;
    }
    return x;
}

/* The X that a path with one edit more can start from on diagonal K; FURTHEST is indexed by k. */
static ptrdiff_t step(const ptrdiff_t *furthest, ptrdiff_t k, ptrdiff_t edits)
{
    bool down = k == -edits || (k != edits && furthest[k - 1] < furthest[k + 1]);
    return down ? furthest[k + 1] : furthest[k - 1] + 1;
}

/* Walks back along the kept rows of FURTHEST and marks the edits. */
static void mark_edits(ptrdiff_t *const *rows, ptrdiff_t edits, ptrdiff_t x, ptrdiff_t y,
                       struct script script)
{
    for (; edits > 0; edits--) {
        const ptrdiff_t *furthest = rows[edits - 1] + edits; /* row e - 1 is centred at e */
        ptrdiff_t k = x - y;
        bool down = k == -edits || (k != edits && furthest[k - 1] < furthest[k + 1]);
        x = down ? furthest[k + 1] : furthest[k - 1];
        y = x - (down ? k + 1 : k - 1);
        if (down)
            script.added[y] = true;
        else
            script.removed[x] = true;
    }
}

/* Marks the shortest edit script; false, with nothing marked, when it has more than MAX_EDITS. */
static bool find_edits(struct arena *arena, struct lines old, struct lines new,
                       struct script script)
{
    ptrdiff_t **rows = arena_new(arena, ptrdiff_t *, MAX_EDITS + 1);
    for (ptrdiff_t edits = 0; edits <= MAX_EDITS; edits++) {
        /* One slot more on each side, so that the next row finds neighbours that are out of reach.
         */
        rows[edits] = arena_new(arena, ptrdiff_t, 2 * edits + 3);
        ptrdiff_t *furthest = rows[edits] + edits + 1;
        furthest[-edits - 1] = furthest[edits + 1] = -1;
        for (ptrdiff_t k = -edits; k <= edits; k += 2) {
            ptrdiff_t x = edits ? step(rows[edits - 1] + edits, k, edits) : 0;
            x = x - k <= new.count ? slide(old, new, x, x - k) : x;
            furthest[k] = x;
            if (x >= old.count && x - k >= new.count) {
                mark_edits(rows, edits, old.count, new.count, script);
                return true;
            }
        }
    }
    return false;
}

/* Marks what differs between OLD and NEW: as one block when no short script is found. */
static struct script compare(struct arena *arena, struct lines old, struct lines new)
{
    struct script script = {arena_new(arena, bool, old.count + 1),
                            arena_new(arena, bool, new.count + 1)};
    ptrdiff_t head = slide(old, new, 0, 0), tail = 0;
    while (tail < old.count - head && tail < new.count - head &&same(&old.at[old.count - 1 - tail],
                                                                     &new.at[new.count - 1 - tail]))
        tail++;
    struct lines old_middle = {old.at + head, old.count - head - tail};
    struct lines new_middle = {new.at + head, new.count - head - tail};
    struct script middle = {script.removed + head, script.added + head};
    if (find_edits(arena, old_middle, new_middle, middle))
        return script;
    for (ptrdiff_t i = 0; i < old_middle.count; i++)
        middle.removed[i] = true;
    for (ptrdiff_t i = 0; i < new_middle.count; i++)
        middle.added[i] = true;
    return script;
}

/* Where a text is being printed. */
struct printer {
    struct buf *out;
    struct lines old, new;
    struct script script;
    ptrdiff_t lines, max_lines;
};

/* TEXT or, when it is long, its start: up to LINEDIFF_WIDTH bytes that end with a character. */
static str start_of(str text)
{
    if (text.len <= LINEDIFF_WIDTH)
        return text;
    ptrdiff_t len = LINEDIFF_WIDTH;
    while (len > LINEDIFF_WIDTH - 3 && ((unsigned char)text.data[len] & 0xC0) == 0x80)
        len--;
    return str_first(text, len);
}

static void print_line(struct printer *p, char mark, str text)
{
    if (p->lines++ >= p->max_lines)
        return;
    str start = start_of(text);
    buf_add_byte(p->out, mark);
    buf_add(p->out, start);
    if (start.len < text.len)
        buf_printf(p->out, "... and %td more bytes\n", text.len - start.len);
    else if (!str_ends(text, S("\n")))
        buf_add(p->out, S("\n\\ No newline at end of file\n"));
}

static bool changes_at(const struct printer *p, ptrdiff_t x, ptrdiff_t y)
{
    return (x < p->old.count && p->script.removed[x]) || (y < p->new.count && p->script.added[y]);
}

/*
 * Moves *X and *Y to where the hunk that begins there ends: after its last change, plus the
 * context, taking in changes that are nearer than two contexts.
 */
static void find_hunk_end(const struct printer *p, ptrdiff_t *x, ptrdiff_t *y)
{
    for (ptrdiff_t quiet = 0; *x < p->old.count || *y < p->new.count;) {
        if (changes_at(p, *x, *y)) {
            quiet = 0;
            while (*x < p->old.count && p->script.removed[*x])
                ++*x;
            while (*y < p->new.count && p->script.added[*y])
                ++*y;
            continue;
        }
        if (++quiet > (ptrdiff_t)2 * CONTEXT) {
            *x -= CONTEXT;
            *y -= CONTEXT;
            return;
        }
        ++*x;
        ++*y;
    }
}

/* Drops the context past three lines that find_hunk_end took in before the texts ended. */
static void trim_hunk(const struct printer *p, ptrdiff_t *x, ptrdiff_t *y)
{
    ptrdiff_t quiet = 0;
    while (*x > 0 && *y > 0 && !p->script.removed[*x - 1 - quiet] &&
           !p->script.added[*y - 1 - quiet]) {
        if (++quiet == *x || quiet == *y)
            break;
    }
    if (quiet > CONTEXT) {
        *x -= quiet - CONTEXT;
        *y -= quiet - CONTEXT;
    }
}

static void print_range(struct buf *out, char mark, ptrdiff_t start, ptrdiff_t count)
{
    buf_printf(out, "%c%td", mark, count ? start + 1 : start);
    if (count != 1)
        buf_printf(out, ",%td", count);
}

static void print_hunk(struct printer *p, ptrdiff_t x, ptrdiff_t y, ptrdiff_t x_end,
                       ptrdiff_t y_end)
{
    if (p->lines++ < p->max_lines) {
        buf_add(p->out, S("@@ "));
        print_range(p->out, '-', x, x_end - x);
        buf_add_byte(p->out, ' ');
        print_range(p->out, '+', y, y_end - y);
        buf_add(p->out, S(" @@\n"));
    }
    while (x < x_end || y < y_end) {
        if (x < x_end && p->script.removed[x])
            print_line(p, '-', p->old.at[x++].text);
        else if (y < y_end && p->script.added[y])
            print_line(p, '+', p->new.at[y++].text);
        else {
            print_line(p, ' ', p->old.at[x++].text);
            y++;
        }
    }
}

void linediff(struct buf *out, const char *old_name, str old, const char *new_name, str new,
              ptrdiff_t max_lines)
{
    if (str_equal(old, new))
        return;
    struct arena scratch = {0}; /* find_edits takes megabytes */
    struct printer p = {.out = out, .max_lines = max_lines};
    p.old = split_lines(&scratch, old);
    p.new = split_lines(&scratch, new);
    p.script = compare(&scratch, p.old, p.new);
    buf_printf(out, "--- %s\n+++ %s\n", old_name, new_name);
    for (ptrdiff_t x = 0, y = 0; x < p.old.count || y < p.new.count;) {
        if (!changes_at(&p, x, y)) {
            x++;
            y++;
            continue;
        }
        ptrdiff_t before = x < y ? x : y;
        before = before < CONTEXT ? before : CONTEXT;
        ptrdiff_t x_start = x - before, y_start = y - before;
        find_hunk_end(&p, &x, &y);
        trim_hunk(&p, &x, &y);
        print_hunk(&p, x_start, y_start, x, y);
    }
    if (p.lines > max_lines)
        buf_printf(out, "... and %td more lines\n", p.lines - max_lines);
    arena_free(&scratch);
}
