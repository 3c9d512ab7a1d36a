/* mirror.h: headers that are built for a call; our own and those of the corpus. */
#include "call/mirror.h"

#include "calling.h"

/* The headers that are built and the event, or the word of the fault in brackets. */
static str built(struct bench *bench, str tool_name, const struct node *arguments,
                 enum profile profile)
{
    struct arena *arena = &bench->r.arena;
    const struct tool *tool = listing_find(&bench->listing, tool_name);
    struct admission admission = admission_judge(&bench->listing, tool, profile);
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (admission.reasons)
        return arena_printf(arena, "(%s)", admission_word(admission.reasons->reason));
    struct mirror mirror = mirror_build(arena, &admission, arguments);
    if (mirror.fault != HEADER_FINE)
        return arena_printf(arena, "(%s)%s%s", header_word(mirror.fault),
                            mirror.event ? " with an event" : "",
                            mirror.headers.count ? " with headers" : "");
    for (ptrdiff_t i = 0; i < mirror.headers.count; i++)
        buf_printf(&out, "%.*s: %.*s\n", (int)mirror.headers.at[i].name.len,
                   mirror.headers.at[i].name.data, (int)mirror.headers.at[i].value.len,
                   mirror.headers.at[i].value.data);
    buf_add(&out, as_json(arena, mirror.event));
    return buf_view(&out);
}

/* ---- data of our own ------------------------------------------------------------------------- */

#define EVENT(names, encoded)                                                                      \
    "{\"encodedHeaderNames\":[" encoded "],\"event\":\"parameter_headers_built\","                 \
    "\"headerNames\":[" names "]}"

static const struct {
    const char *tool, *arguments, *strict, *spec; /* spec NULL: the same */
} builds[] = {
    {"find", "{}", EVENT("", ""), NULL},
    {"find", "{\"dry\": true, \"zone\": \"a b\", \"level\": 4, \"other\": \"x\"}",
     "Mcp-Param-Zone: =?base64?YSBi?=\nMcp-Param-Level: 4\nMcp-Param-A-Dry: true\n" EVENT(
         "\"Mcp-Param-A-Dry\",\"Mcp-Param-Level\",\"Mcp-Param-Zone\"", "\"Mcp-Param-Zone\""),
     NULL},
    {"find", "{\"zone\": null}", "(type-mismatch)", EVENT("", "")},
    {"find", "{\"level\": 4.0}", "(type-mismatch)",
     "Mcp-Param-Level: 4\n" EVENT("\"Mcp-Param-Level\"", "")},
    {"find", "{\"zone\": \"ok\", \"level\": 9007199254740992}", "(integer-range)", NULL},
    {"find", "{\"dry\": \"true\"}", "(type-mismatch)", NULL},
    {"deep", "{\"site\": {\"room\": \"4\"}}", "(placement)",
     "Mcp-Param-Room: 4\n" EVENT("\"Mcp-Param-Room\"", "")},
    {"deep", "{\"site\": [\"room\"]}", "(placement)", EVENT("", "")},
    {"hush", "{\"password\": \"x\"}", "(sensitive)",
     "Mcp-Param-Word: x\n" EVENT("\"Mcp-Param-Word\"", "")},
    {"broken", "{}", "(header-type)", NULL},
};

static void test_builds(void)
{
    struct bench bench;
    bench_open(&bench, str_of(own_tools));
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        const struct node *arguments =
            reading_read(&bench.r, "arguments.json", str_of(builds[i].arguments));
        str tool = str_of(builds[i].tool);
        const char *spec = builds[i].spec ? builds[i].spec : builds[i].strict;
        is_str(built(&bench, tool, arguments, PROFILE_STRICT), builds[i].strict, "%s %s, strict",
               builds[i].tool, builds[i].arguments);
        is_str(built(&bench, tool, arguments, PROFILE_SPEC), spec, "%s %s, spec", builds[i].tool,
               builds[i].arguments);
    }
    reading_close(&bench.r);
}

/* ---- the corpus ------------------------------------------------------------------------------ */

/* What built() gives where a build goes as ITEM expects. */
static str expected_build(struct arena *arena, const struct node *item)
{
    const struct node *headers = node_get(item, S("headers"));
    str reason = vectors_said(item, "reason");
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (!headers)
        return arena_printf(arena, "(%.*s)", (int)reason.len, reason.data);
    for (uint32_t i = 0; i < headers->count; i++) {
        str name = node_text(node_key(headers, i)), value = node_text(node_value(headers, i));
        buf_printf(&out, "%.*s: %.*s\n", (int)name.len, name.data, (int)value.len, value.data);
    }
    buf_add(&out, as_json(arena, node_get(item, S("audit"))));
    return buf_view(&out);
}

static void test_build_vectors(void)
{
    struct arena arena = {0};
    struct bench bench;
    struct vectors_tally strict = {0};
    const struct node *root = bench_vectors(&bench, "tool-contracts/header-build.json");
    if (!root)
        return;
    const struct node *cases = node_get(root, S("cases"));
    for (uint32_t i = 0; i < cases->count; i++) {
        const struct node *item = node_item(cases, i);
        str got = built(&bench, vectors_said(item, "tool"), node_get(item, S("arguments")),
                        PROFILE_STRICT);
        vectors_count(&strict, item, "strict", str_equal(got, expected_build(&arena, item)), got);
    }
    ok(cases->count > 0 && !strict.wrong, "header-build: %d of %u as strict has it", strict.right,
       cases->count);
    reading_close(&bench.r);
    arena_free(&arena);
}

int main(void)
{
    test_builds();
    test_build_vectors();
    return done_testing();
}
