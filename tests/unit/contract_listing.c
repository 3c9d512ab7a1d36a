#include "contract/listing.h"

#include "reading.h"
#include "tap.h"

#include <string.h>

static const struct read_policy warn = {.duplicates = DUPLICATES_WARN};

#define A "{\"name\": \"a\", \"inputSchema\": {}}"
#define B "{\"name\": \"b\", \"inputSchema\": {}}"
#define PAGE_A "{\"tools\": [" A "], \"nextCursor\": \"2\"}"
#define PAGE_B "{\"tools\": [" B "]}"
#define OPENING "{\"serverInfo\": {\"name\": \"s\"}}"

/* Adds the text NAME to LISTING. */
static bool add(struct reading *r, struct listing *listing, const char *name, const char *text)
{
    if (!listing->sources)
        listing->sources = &r->sources;
    return reading_read(r, name, str_of(text)) && listing_add(listing, r->document);
}

/* The names of the tools, with "." for none and the number of its page behind each. */
static str names(struct reading *r, const struct listing *listing)
{
    struct buf out = buf_in(&r->arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        buf_add(&out, listing->tools[i].name.len ? listing->tools[i].name : S("."));
        buf_printf(&out, "%td", listing->tools[i].page);
    }
    return buf_view(&out);
}

static void test_forms(void)
{
    static const struct {
        const char *text, *names;
        ptrdiff_t pages;
        bool has_page, pending, opening;
    } rows[] = {
        {PAGE_B, "b0", 1, true, false, false},
        {PAGE_A, "a0", 1, true, true, false},
        {"{\"tools\": [" A "], \"nextCursor\": null}", "a0", 1, true, false, false},
        {"{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": " PAGE_B "}", "b0", 1, true, false, false},
        {"{\"result\": " PAGE_B "}", "b0", 1, true, false, false},
        {"[" A "," B "]", "a0b0", 1, false, false, false},
        {"[" A ", 5, {\"x\": 1}, " B "]", "a0.0.0b0", 1, false, false, false},
        {"[" PAGE_A "," PAGE_B "]", "a0b1", 2, true, false, false},
        {"[" PAGE_B "," PAGE_A "]", "b0a1", 2, true, true, false},
        {"[{\"result\": " OPENING "}, {\"jsonrpc\": \"2.0\", \"result\": " PAGE_A "}, " PAGE_B "]",
         "a0b1", 2, true, false, true},
        {"{\"pages\": [" PAGE_A "," PAGE_B "]}", "a0b1", 2, true, false, false},
        {"{\"pages\": [" PAGE_A "], \"initialize\": " OPENING "}", "a0", 1, true, true, true},
        {"{\"pages\": [{\"result\": " PAGE_B "}], \"discover\": {\"jsonrpc\": \"2.0\", \"result\": "
         "{\"supportedVersions\": []}}}",
         "b0", 1, true, false, true},
        {"{\"pages\": [" PAGE_B "], \"initialize\": {\"instructions\": \"i\"}}", "b0", 1, true,
         false, true},
        {"{\"pages\": [" PAGE_B "], \"initialize\": {\"error\": {}}, \"discover\": null}", "b0", 1,
         true, false, false},
        {"[{\"result\": {\"protocolVersion\": \"1\"}}, {\"jsonrpc\": \"2.0\", \"method\": \"x\"}, "
         "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"roots/list\"}, " PAGE_B "]",
         "b0", 1, true, false, true},
        {A, "a0", 1, false, false, false},
        {"{\"inputSchema\": {}}", ".0", 1, false, false, false},
        {"{\"name\": \"a\", \"input_schema\": {}}", "a0", 1, false, false, false},
        {"{\"name\": \"a\"}", "a0", 1, false, false, false},
        {"{\"tools\": []}", "", 1, true, false, false},
        {"[]", "", 1, false, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading r;
        struct listing listing = {0};
        reading_begin(&r, warn);
        ok(add(&r, &listing, "a.json", rows[i].text), "%s is a listing", rows[i].text);
        is_str(names(&r, &listing), rows[i].names, "its tools");
        is_int(listing.page_count, rows[i].pages, "its pages");
        ok(listing.page_count && !listing.pages[0] == !rows[i].has_page, "by themselves or not");
        ok(!listing.pending == !rows[i].pending, "whether more follows");
        ok(!listing.opening == !rows[i].opening, "what the server said first");
        reading_close(&r);
    }
}

static void test_several_files(void)
{
    struct reading r;
    struct listing listing = {0};
    reading_begin(&r, warn);
    ok(add(&r, &listing, "a.json", PAGE_A) && listing.pending, "the first page");
    ok(add(&r, &listing, "b.yaml", "tools:\n- name: c\n  inputSchema: {}\n") && !listing.pending,
       "the last, as YAML");
    is_str(names(&r, &listing), "a0c1", "in their order");
    ok(add(&r, &listing, "d.json", A), "one tool more");
    is_str(names(&r, &listing), "a0c1a2", "of the same name");
    ok(listing_find(&listing, S("a")) == &listing.tools[2], "the last of a name is found");
    ok(!listing_find(&listing, S("x")) && !listing_find(&listing, S("")), "others are not");
    ok(add(&r, &listing, "e.json", "[{\"name\": \"\"}, {\"name\": 5}]") &&
           listing_find(&listing, S("")) == &listing.tools[3],
       "the empty name is one, unlike none");
    reading_close(&r);
}

/* For whoever must not take one tool for another. */
static void test_choice(void)
{
    static const struct {
        const char *text, *name;
        bool is_given;
        int count, index; /* of the tool; -1: none */
    } rows[] = {
        {A, "x", false, 1, 0},
        {A, "x", true, 0, -1},
        {A, "a", true, 1, 0},
        {"[" A "]", "x", false, 1, 0},
        {PAGE_A, "x", false, 0, -1}, /* a page may list more tomorrow */
        {PAGE_A, "a", false, 1, 0},
        {"[" A "," B "]", "x", false, 0, -1},
        {"[" A "," B "," A "]", "a", false, 2, 2},
        {"[" A ",{}]", "", true, 0, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading r;
        struct listing listing = {0};
        ptrdiff_t count;
        reading_begin(&r, warn);
        add(&r, &listing, "a.json", rows[i].text);
        const struct tool *tool =
            listing_choose(&listing, str_of(rows[i].name), rows[i].is_given, &count);
        is_int(count, rows[i].count, "\"%s\" in %s", rows[i].name, rows[i].text);
        is_int(tool ? tool - listing.tools : -1, rows[i].index, "which");
        reading_close(&r);
    }
}

/* All answers to initialize and server/discover are kept, that to initialize as the last. */
static void test_openings(void)
{
    struct reading r;
    struct listing listing = {0};
    reading_begin(&r, warn);
    ok(add(&r, &listing, "a.json",
           "{\"initialize\": " OPENING ", \"discover\": {\"result\": {\"supportedVersions\": []}}, "
           "\"pages\": [" PAGE_B "]}"),
       "a capture with both");
    is_int(listing.openings.count, 2, "both are kept");
    ok(node_get(listing.opening, S("serverInfo")) && listing.opening == listing.openings.entries[1],
       "that to initialize counts");
    ok(add(&r, &listing, "b.json", "{\"supportedVersions\": []}") &&
           listing.opening == listing.openings.entries[2],
       "of several files the last");
    reading_close(&r);
}

static void test_beside_tools(void)
{
    struct reading r;
    struct listing listing = {0};
    reading_begin(&r, warn);
    ok(add(&r, &listing, "a.json",
           "{\"pages\": [" PAGE_B
           "], \"prompts\": [{\"prompts\": [{\"name\": \"p\"}]}, {\"result\": "
           "{\"prompts\": [{\"name\": \"q\"}]}}], \"resourceTemplates\": [{\"resourceTemplates\": []}]}"),
       "a capture with more than tools");
    ok(listing.has_prompts && listing.prompts.count == 2, "prompts, of two pages");
    ok(listing.has_templates && listing.templates.count == 0, "templates, of which there are none");
    is_str(names(&r, &listing), "b0", "and tools");
    reading_close(&r);

    listing = (struct listing){0};
    reading_begin(&r, warn);
    ok(add(&r, &listing, "a.json",
           "[" PAGE_B ", {\"jsonrpc\": \"2.0\", \"result\": {\"prompts\": [{\"name\": \"p\"}]}}, "
           "{\"resourceTemplates\": [{}, {}]}]") &&
           listing.prompts.count == 1 && listing.templates.count == 2,
       "an array of responses is taken apart");
    reading_close(&r);
}

static void test_refused(void)
{
    static const struct {
        const char *text;
        enum diag_code code;
        int line;
    } rows[] = {
        {"5", E1001, 1},
        {"\"a\"", E1001, 1},
        {"{}", E1001, 1},
        {"{\"x\":\n 1}", E1001, 1},
        {"{\"tools\":\n {}}", E1001, 2},
        {"{\"tools\":\n null}", E1001, 2},
        {"{\"pages\":\n 5}", E1001, 2},
        {"{\"pages\": [\n 5]}", E1001, 2},
        {"{\"pages\": [" PAGE_B ",\n" A "]}", E1001, 2},
        {"{\"result\": \n{\"result\": " PAGE_B "}}", E1001, 2},
        {"{\"result\":\n 5}", E1001, 2},
        {"{\"jsonrpc\": \"2.0\"}", E1001, 1},
        {"{\"jsonrpc\": \"2.0\", \"error\":\n {\"code\": -32603, \"message\": \"no\\u202e\"}}",
         E1002, 2},
        {"{\"error\":\n 1}", E1002, 2},
        {"[" PAGE_B ", {\"error\":\n {}}]", E1002, 2},
        {"{\"prompts\": 1}", E1001, 1},
        {"{\"tools\":\n [" A "], \"pages\": [" PAGE_B "]}", E1001, 2},
        {"{\"jsonrpc\": \"2.0\", \"result\": " PAGE_B ", \"tools\":\n [" A "]}", E1001, 2},
        {"{\"result\":\n " PAGE_B ", \"tools\": [" A "]}", E1001, 2},
        {"{\"pages\": [{\"result\":\n " PAGE_B ", \"tools\": [" A "]}]}", E1001, 2},
        {"{\"result\": {\"tools\": [" A "], \"prompts\":\n []}}", E1001, 2},
        {"{\"name\": \"a\", \"inputSchema\": {}, \"tools\":\n [" B "]}", E1001, 2},
        {"{\"serverInfo\": {}, \"result\":\n " PAGE_B "}", E1001, 2},
        {"{\"version\": 1, \"algorithms\": {}, \"tools\":\n [" A "]}", E1001, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading r;
        struct listing listing = {0};
        reading_begin(&r, warn);
        ok(!add(&r, &listing, "a.json", rows[i].text), "%s is none", rows[i].text);
        const struct diag *diag = r.found.first;
        if (ok(diag && diag->code == rows[i].code && diag->hint, "with its code and a hint"))
            is_int(text_position(&r.arena, diag->where.text, diag->where.start).line, rows[i].line,
                   "and its line");
        reading_close(&r);
    }
}

static void test_messages(void)
{
    struct reading r;
    struct listing listing = {0};
    reading_begin(&r, warn);
    add(&r, &listing, "a.json", "{\"error\": {\"code\": -32603, \"message\": \"no\\u202e\"}}");
    is_str(str_of(reading_message(&r)), "the listing failed: no\\u{202e}, code -32603",
           "the server's words are shown");
    add(&r, &listing, "b.json", "[{\"name\": \"x\\u202e\"}, {\"name\": 5}]");
    is_str(str_of(tool_shown(&r.arena, &listing, &listing.tools[0])), "\"x\\u{202e}\"", "a name");
    is_str(str_of(tool_shown(&r.arena, &listing, &listing.tools[1])), "number 2", "no name");
    reading_close(&r);
}

static void test_members(void)
{
    struct reading r;
    struct listing listing = {0};
    reading_begin(&r, warn);
    add(&r, &listing, "a.json",
        "[{\"inputSchema\": null, \"input_schema\": {}, \"output_schema\": 5}, \"x\", "
        "{\"name\": \"a\", \"name\": \"b\"}]");
    const struct tool *tools = listing.tools;
    ok(node_is(tool_input(&tools[0]), NODE_NULL), "a member that is null is there");
    ok(node_is(tool_output(&tools[0]), NODE_NUMBER), "the other spelling");
    ok(!tool_input(&tools[1]) && !tool_output(&tools[1]) && !tool_member(&tools[1], "name"),
       "what is no object has none");
    is_str(tools[2].name, "b", "the last of equal keys counts");
    ok(r.found.first && r.found.first->code == W0302 && diag_status(&r.found) == 0,
       "with a warning");
    reading_close(&r);
}

int main(void)
{
    test_forms();
    test_several_files();
    test_choice();
    test_openings();
    test_beside_tools();
    test_refused();
    test_messages();
    test_members();
    return done_testing();
}
