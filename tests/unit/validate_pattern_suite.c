/*
 * What JSON-Schema-Test-Suite says of regular expressions: its files on pattern, patternProperties,
 * ecmascript-regex, non-bmp-regex and the format regex, in all drafts. The corpus is in
 * $SCHEMAC_CORPUS or ../shared/corpus; without it each is skipped.
 *
 * Only the keywords that are about patterns are looked at; a group with others is left out.
 */
#include "validate/pattern.h"

#include "base/host.h"
#include "source/sources.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

struct tally {
    struct arena *arena;
    int right, wrong, left_out;
};

enum truth { TRUE, FALSE, UNKNOWN };

static enum truth both(enum truth a, enum truth b)
{
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a == FALSE || b == FALSE ? FALSE : TRUE;
}

/* Whether TEXT has a match, in all ways alike. */
static enum truth has_match(struct tally *tally, str source, str text)
{
    struct pattern_fault fault;
    struct pattern *pattern = pattern_new(tally->arena, source, &fault);
    if (!pattern)
        return UNKNOWN;
    enum pattern_verdict first = pattern_search(pattern, text);
    for (int way = PATTERN_INTERPRETED; way <= PATTERN_COUNTED; way++) {
        pattern_force(pattern, (enum pattern_way)way);
        if (pattern_search(pattern, text) != first)
            return UNKNOWN;
    }
    return first == PATTERN_MATCHES ? TRUE : first == PATTERN_FAILS ? FALSE : UNKNOWN;
}

static enum truth judge(struct tally *tally, const struct node *schema, const struct node *value);

static enum truth judge_properties(struct tally *tally, const struct node *patterns,
                                   const struct node *object)
{
    enum truth all = TRUE;
    for (uint32_t i = 0; node_is(object, NODE_OBJECT) && i < object->count; i++)
        for (uint32_t j = 0; j < patterns->count; j++) {
            enum truth matches =
                has_match(tally, node_text(node_key(patterns, j)), node_text(node_key(object, i)));
            if (matches != FALSE)
                all = both(all, matches == UNKNOWN
                                    ? UNKNOWN
                                    : judge(tally, node_value(patterns, j), node_value(object, i)));
        }
    return all;
}

/* additionalProperties: false next to PATTERNS. */
static enum truth judge_others(struct tally *tally, const struct node *patterns,
                               const struct node *object)
{
    enum truth all = TRUE;
    for (uint32_t i = 0; node_is(object, NODE_OBJECT) && i < object->count; i++) {
        enum truth some = FALSE;
        for (uint32_t j = 0; j < patterns->count && some == FALSE; j++)
            some =
                has_match(tally, node_text(node_key(patterns, j)), node_text(node_key(object, i)));
        all = both(all, some);
    }
    return all;
}

static double number(const struct node *node)
{
    char text[40] = "";
    snprintf(text, sizeof text, "%.*s", (int)node->count, node->chars);
    return strtod(text, NULL);
}

static enum truth judge_type(str type, const struct node *value)
{
    static const char *const names[] = {"null", "boolean", "number", "string", "array", "object"};
    bool right = str_equal(type, str_of(names[value->kind]));
    bool is_integer = value->kind == NODE_NUMBER && str_find_byte(node_text(value), '.') < 0;
    return right || (is_integer && str_equal(type, S("integer"))) ? TRUE : FALSE;
}

static enum truth judge_keyword(struct tally *tally, str keyword, const struct node *says,
                                const struct node *value)
{
    bool is_string = value->kind == NODE_STRING;
    if (str_equal(keyword, S("$schema")) || str_equal(keyword, S("additionalProperties")))
        return TRUE;
    if (str_equal(keyword, S("type")) && says->kind == NODE_STRING)
        return judge_type(node_text(says), value);
    if (str_equal(keyword, S("maximum")))
        return value->kind != NODE_NUMBER || number(value) <= number(says) ? TRUE : FALSE;
    if (str_equal(keyword, S("pattern")))
        return is_string ? has_match(tally, node_text(says), node_text(value)) : TRUE;
    if (node_is_text(says, S("regex")) && str_equal(keyword, S("format")))
        return !is_string || pattern_is_regex(tally->arena, node_text(value), NULL) ? TRUE : FALSE;
    if (str_equal(keyword, S("patternProperties")))
        return judge_properties(tally, says, value);
    return UNKNOWN;
}

static enum truth judge(struct tally *tally, const struct node *schema, const struct node *value)
{
    enum truth all = TRUE;
    if (schema->kind == NODE_BOOL)
        return schema->count ? TRUE : FALSE;
    const struct node *patterns = node_get(schema, S("patternProperties"));
    const struct node *others = node_get(schema, S("additionalProperties"));
    if (patterns && node_is(others, NODE_BOOL) && !others->count)
        all = judge_others(tally, patterns, value);
    for (uint32_t i = 0; i < schema->count; i++)
        all = both(all, judge_keyword(tally, node_text(node_key(schema, i)), node_value(schema, i),
                                      value));
    return all;
}

static void judge_group(struct tally *tally, const struct node *group)
{
    const struct node *tests = node_get(group, S("tests"));
    for (uint32_t i = 0; i < tests->count; i++) {
        const struct node *test = node_item(tests, i);
        enum truth truth = judge(tally, node_get(group, S("schema")), node_get(test, S("data")));
        bool valid = node_get(test, S("valid"))->count;
        if (truth == UNKNOWN) {
            tally->left_out++;
            tap_comment("left out", node_text(node_get(group, S("description"))));
        } else if ((truth == TRUE) == valid) {
            tally->right++;
        } else {
            tally->wrong++;
            tap_comment("wrong", node_text(node_get(test, S("description"))));
        }
    }
}

static void judge_file(struct tally *tally, const char *path, const char *name)
{
    struct diag_list found = {.arena = tally->arena};
    struct sources sources = {.arena = tally->arena, .found = &found};
    struct document *document = sources_load(&sources, path, str_of(name));
    for (uint32_t i = 0; document && i < document->root->count; i++)
        judge_group(tally, node_item(document->root, i));
}

int main(void)
{
    static const char *const drafts[] = {"draft4", "draft6", "draft7", "draft2019-09",
                                         "draft2020-12"};
    static const char *const files[] = {"pattern.json",
                                        "patternProperties.json",
                                        "optional/ecmascript-regex.json",
                                        "optional/non-bmp-regex.json",
                                        "optional/format/regex.json",
                                        "optional/format/ecmascript-regex.json"};
    const char *corpus = host_environment("SCHEMAC_CORPUS");
    for (size_t i = 0; i < sizeof drafts / sizeof *drafts; i++)
        for (size_t j = 0; j < sizeof files / sizeof *files; j++) {
            struct arena arena = {0};
            struct stat info;
            struct tally tally = {.arena = &arena};
            str path = arena_printf(&arena, "%s/json-schema-test-suite/tests/%s/%s",
                                    corpus ? corpus : "../shared/corpus", drafts[i], files[j]);
            str draft = arena_printf(&arena, "%s/json-schema-test-suite/tests/%s",
                                     corpus ? corpus : "../shared/corpus", drafts[i]);
            if (host.stat(draft.data, &info) != 0) {
                skip("no corpus", "%s, %s", drafts[i], files[j]);
            } else if (host.stat(path.data, &info) == 0) { /* not all drafts have all files */
                judge_file(&tally, path.data, files[j]);
                ok(tally.right > 0 && tally.wrong == 0 && tally.left_out == 0,
                   "%s, %s: %d right, %d wrong, %d left out", drafts[i], files[j], tally.right,
                   tally.wrong, tally.left_out);
            }
            arena_free(&arena);
        }
    return done_testing();
}
