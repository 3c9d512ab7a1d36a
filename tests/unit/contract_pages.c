/*
 * pages.h: how a discovery ends, what is sent for each page, and what was listed until then. First
 * on data of our own, then on the vectors of the corpus; without it those are skipped.
 */
#include "contract/pages.h"

#include "contract/admission_record.h"
#include "vectors.h"

/* What a discovery over PAGES gives, as one line: how it ended, the cursors, the two lists. */
static str followed(struct reading *r, const struct pages *pages, ptrdiff_t limit,
                    enum profile profile)
{
    struct discovery d;
    struct buf out = buf_in(&r->arena, PTRDIFF_MAX);
    discovery_run(&d, pages, limit, profile);
    buf_printf(&out, "%s:", pages_word(d.end));
    for (ptrdiff_t i = 0; i < d.cursor_count; i++)
        if (d.cursors[i])
            buf_printf(&out, " \"%.*s\"", (int)d.cursors[i]->count, d.cursors[i]->chars);
        else
            buf_add(&out, S(" -"));
    struct map names = admission_names(&r->arena, d.admissions, d.listing.count);
    for (ptrdiff_t i = 0; i < names.count; i++)
        buf_printf(&out, " +%.*s", (int)names.entries[i].key.len, names.entries[i].key.data);
    for (ptrdiff_t i = 0; i < d.listing.count; i++)
        if (d.admissions[i].reasons)
            buf_printf(&out, " !%.*s", (int)admission_name(d.admissions[i].tool).len,
                       admission_name(d.admissions[i].tool).data);
    if (d.surplus)
        buf_add(&out, S(" surplus"));
    return buf_view(&out);
}

static void check(const char *text, ptrdiff_t limit, const char *wanted)
{
    struct reading r;
    reading_open(&r, "pages.json", str_of(text), (struct read_policy){0});
    struct pages pages = {.sources = &r.sources};
    pages_add(&pages, r.document);
    is_str(followed(&r, &pages, limit, PROFILE_SPEC), wanted, "%s", text);
    is_str(followed(&r, &pages, limit, PROFILE_STRICT), wanted, "strict: %s", text);
    reading_close(&r);
}

#define TOOL(name) "{\"name\": \"" name "\", \"inputSchema\": {\"type\": \"object\"}}"
#define PAGE(name, more) "{\"tools\": [" TOOL(name) "]" more "}"
#define NEXT(cursor) ", \"nextCursor\": " cursor

static void test_own(void)
{
    check(PAGE("a", ""), 9, "complete: - +a");
    check(PAGE("a", NEXT("null")), 9, "complete: - +a");
    check("[" PAGE("a", NEXT("\"\"")) ", " PAGE("b", "") "]", 9, "complete: - \"\" +a +b");
    check("{\"pages\": [" PAGE("a", "") "]}", 9, "complete: - +a");
    check("[{\"result\": " PAGE("a", NEXT("\"x\"")) "}, {\"tools\": []}]", 9,
          "complete: - \"x\" +a");
    check(
        "[" PAGE("a", NEXT("\"x\"")) ", " PAGE("b", NEXT("\"\"")) ", " PAGE("c", NEXT("\"x\"")) "]",
        9, "cursor-cycle: - \"x\" \"\" +a +b +c");
    check(PAGE("a", NEXT("false")), 9, "cursor-type: - +a");
    check("[" PAGE("a", NEXT("\"x\"")) ", " PAGE("b", NEXT("\"y\"")) "]", 2,
          "page-limit: - \"x\" +a +b");
    check("[" PAGE("a", NEXT("\"x\"")) ", " PAGE("b", "") "]", 2, "complete: - \"x\" +a +b");
    check("[" PAGE("a", NEXT("\"x\"")) ", {\"error\": {}}]", 9, "list-error: - \"x\" +a");
    check("[{\"tools\": {}}]", 9, "list-error: -");
    check("[" PAGE("a", ", \"result\": " PAGE("b", "")) "]", 9, "complete: - +a");
    check("[{\"jsonrpc\": \"2.0\", \"tools\": [], \"result\": " PAGE("b", "") "}]", 9,
          "complete: - +b");
    check(PAGE("a", ", \"pages\": [" PAGE("b", "") "]"), 9, "complete: - +a");
    check("{\"tools\": [" TOOL("a") "], \"pages\": [" PAGE("b", "") "]}", 9, "complete: - +a");
    check("{\"jsonrpc\": \"2.0\", \"result\": " PAGE("a", "") ", \"pages\": [" PAGE("b", "") "]}",
          9, "complete: - +a");
    check("{\"error\": {}, \"pages\": [" PAGE("b", "") "]}", 9, "list-error: -");
    check("[1]", 9, "list-error: -");
    check("null", 9, "list-error: -");
    check(PAGE("a", NEXT("\"x\"")), 9, "page-missing: - \"x\" +a");
    check("[]", 9, "page-missing: -");
    check("[" PAGE("a", "") ", " PAGE("b", "") "]", 9, "complete: - +a surplus");
    check("{\"tools\": [" TOOL("a") ", {\"name\": \"b\"}, " TOOL("c") ", 1, " TOOL("a") "]}", 9,
          "complete: - +a +c !b !<unknown>");
}

/* What the case ITEM expects, in the form of followed(). */
static str expected(struct reading *r, const struct node *item)
{
    struct buf out = buf_in(&r->arena, PTRDIFF_MAX);
    bool is_complete = str_equal(vectors_said(item, "expect"), S("complete"));
    const struct node *cursors = node_get(item, S("cursors_sent"));
    buf_add(&out, is_complete ? S("complete") : vectors_said(item, "reason"));
    buf_add(&out, S(":"));
    for (uint32_t i = 0; i < cursors->count; i++) {
        const struct node *cursor = node_item(cursors, i);
        if (cursor->kind == NODE_STRING)
            buf_printf(&out, " \"%.*s\"", (int)cursor->count, cursor->chars);
        else
            buf_add(&out, S(" -"));
    }
    static const struct {
        const char *key, *mark;
    } lists[] = {{"admitted", "+"}, {"rejected", "!"}};
    for (int i = 0; i < 2; i++) {
        const struct node *names = node_get(item, str_of(lists[i].key));
        for (uint32_t j = 0; j < names->count; j++)
            buf_printf(&out, " %s%.*s", lists[i].mark, (int)node_item(names, j)->count,
                       node_item(names, j)->chars);
    }
    return buf_view(&out);
}

static void test_vectors(void)
{
    struct reading r;
    reading_begin(&r, (struct read_policy){0});
    const struct node *cases =
        node_get(vectors_file(&r, "tool-contracts/pagination.json"), S("cases"));
    for (uint32_t i = 0; cases && i < cases->count; i++) {
        const struct node *item = node_item(cases, i), *list = node_get(item, S("pages"));
        struct pages pages = {.sources = &r.sources};
        struct document document = {.root = list};
        pages_add(&pages, &document);
        const struct node *limit = node_get(item, S("page_limit"));
        ptrdiff_t most = limit->count == 1 ? limit->chars[0] - '0' : PAGE_LIMIT;
        for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++)
            ok(str_equal(followed(&r, &pages, most, profile), expected(&r, item)), "%.*s, %s",
               (int)vectors_said(item, "id").len, vectors_said(item, "id").data,
               profile_names[profile]);
    }
    reading_close(&r);
}

int main(void)
{
    test_own();
    test_vectors();
    return done_testing();
}
