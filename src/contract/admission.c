#include "contract/admission.h"

#include "base/show.h"
#include "contract/admission_schema.h"
#include "contract/shape.h"
#include "schema/pointer.h"

#include <string.h>

const char *const profile_names[] = {[PROFILE_SPEC] = "spec", [PROFILE_STRICT] = "strict", NULL};

const char *const mirrored_types[] = {[MIRRORED_STRING] = "string",
                                      [MIRRORED_INTEGER] = "integer",
                                      [MIRRORED_BOOLEAN] = "boolean",
                                      NULL};

enum profile profile_of(const char *name)
{
    return name && strcmp(name, profile_names[PROFILE_STRICT]) == 0 ? PROFILE_STRICT : PROFILE_SPEC;
}

static const struct {
    const char *word;
    enum diag_code code;
} classes[ADMISSION_CLASS_COUNT] = {
    [ADMISSION_NAME] = {"name", D1041},
    [ADMISSION_INPUT_SCHEMA] = {"input-schema", D1042},
    [ADMISSION_OUTPUT_SCHEMA] = {"output-schema", D1043},
    [ADMISSION_OUTPUT_ANNOTATION] = {"output-annotation", D1044},
    [ADMISSION_PLACEMENT] = {"placement", D1045},
    [ADMISSION_HEADER_TOKEN] = {"header-token", D1046},
    [ADMISSION_HEADER_DUPLICATE] = {"header-duplicate", D1047},
    [ADMISSION_HEADER_TYPE] = {"header-type", D1048},
    [ADMISSION_SENSITIVE] = {"sensitive", D1049},
    [ADMISSION_DESCRIPTOR] = {"descriptor", D1041},
};

const char *admission_word(enum admission_class reason)
{
    return classes[reason].word;
}

str admission_name(const struct tool *tool)
{
    return node_is(tool_member(tool, "name"), NODE_STRING) ? tool->name : S("<unknown>");
}

/* ---- reasons --------------------------------------------------------------------------------- */

enum { POINTERS_CAP = 1 << 16 }; /* bytes of the pointers of one tool: keys may be very long */

bool judging_keeps(const struct judging *j)
{
    return j->admission->reason_count < ADMISSION_REASONS && j->pointer_bytes < POINTERS_CAP;
}

struct rejection *judging_add(struct judging *j, enum admission_class reason,
                              const struct node *node, str pointer, const char *format, ...)
{
    bool is_kept = judging_keeps(j);
    j->admission->reason_count++;
    if (!is_kept)
        return NULL;
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(j->arena, format, args);
    va_end(args);
    struct rejection *added = arena_new(j->arena, struct rejection, 1);
    *added = (struct rejection){.reason = reason,
                                .code = classes[reason].code,
                                .node = node,
                                .pointer = arena_copy(j->arena, pointer),
                                .message = message.data};
    j->pointer_bytes += pointer.len;
    *j->last = added;
    j->last = &added->next;
    return added;
}

/* Adds that the member KEY of the descriptor, VALUE or NULL, is not what is WANTED. */
static struct rejection *refuse_member(struct judging *j, enum admission_class reason,
                                       const char *key, const struct node *value,
                                       const char *wanted)
{
    struct buf pointer = buf_in(j->arena, PTRDIFF_MAX);
    if (value)
        pointer_add_token(&pointer, str_of(key));
    return judging_add(j, reason, value ? value : j->admission->tool->entry, buf_view(&pointer),
                       "\"%s\" must be %s, %s", key, wanted,
                       value ? arena_printf(j->arena, "not %s", node_kind_words(value->kind)).data
                             : "and is missing");
}

static void hint(struct rejection *added, const char *text)
{
    if (added)
        added->hint = text;
}

/* ---- the name -------------------------------------------------------------------------------- */

enum { LONGEST_NAME = 128 };

/* MCP 2026-07-28, server/tools, "Tool Names": what names SHOULD be. */
static bool is_advised_name(str name)
{
    static const str others = STR_INIT("_-.");
    for (ptrdiff_t i = 0; i < name.len; i++) {
        char c = name.data[i];
        if (!byte_is_alphanumeric(c) && str_find_byte(others, c) < 0)
            return false;
    }
    return name.len >= 1 && name.len <= LONGEST_NAME;
}

static void judge_name(struct judging *j)
{
    const struct tool *tool = j->admission->tool;
    struct sources *sources = j->listing->sources;
    const struct node *name = tool_member(tool, "name");
    if (!node_is(name, NODE_STRING)) {
        refuse_member(j, ADMISSION_NAME, "name", name, "a string");
    } else if (!tool->name.len && j->admission->profile == PROFILE_STRICT) {
        hint(judging_add(j, ADMISSION_NAME, name, S("/name"), "the name is empty"),
             "a tool is called by its name");
    } else if (!is_advised_name(tool->name)) {
        struct diag *diag = diag_report(sources->found, W1041, sources_place(sources, name),
                                        "the tool is called \"%s\"", show(j->arena, tool->name));
        diag_hint(sources->found, diag,
                  "hosts expect 1 to %d characters of A-Z a-z 0-9 _ - . in a name", LONGEST_NAME);
    }
}

/* ---- other members (schema.json of MCP 2026-07-28, "Tool") ----------------------------------- */

/* Adds that MEMBER of the object in the member KEY, or of its item INDEX >= 0, is not WANTED. */
static void refuse_inner(struct judging *j, const char *key, ptrdiff_t index, const char *member,
                         const struct node *node, const char *wanted)
{
    struct buf pointer = buf_in(j->arena, PTRDIFF_MAX);
    pointer_add_token(&pointer, str_of(key));
    if (index >= 0)
        pointer_add_index(&pointer, index);
    if (member)
        pointer_add_token(&pointer, str_of(member));
    judging_add(j, ADMISSION_DESCRIPTOR, node, buf_view(&pointer), "\"%s\" must be %s, not this",
                member ? member : key, wanted);
}

/* Checks what OBJECT has of MEMBERS; it stands in the member KEY, or is its item INDEX >= 0. */
static void judge_members(struct judging *j, const struct node *object, const char *key,
                          ptrdiff_t index, const struct shape_member *members)
{
    for (; members->key; members++) {
        const struct node *value = node_get(object, str_of(members->key));
        if (value && !shape_fits(value, members->shape))
            refuse_inner(j, key, index, members->key, value, shape_words(members->shape));
    }
}

static void warn_unloadable(struct judging *j, const struct node *src)
{
    struct sources *sources = j->listing->sources;
    struct diag *diag = diag_report(sources->found, W1044, sources_place(sources, src),
                                    "tool %s has an icon that is not to be loaded: \"%s\"",
                                    tool_shown(j->arena, j->listing, j->admission->tool),
                                    show(j->arena, node_text(src)));
    diag_hint(sources->found, diag, "icons are https or data URIs");
}

static void judge_icon(struct judging *j, const struct node *icon, ptrdiff_t index)
{
    const struct node *src = node_get(icon, S("src"));
    if (icon->kind != NODE_OBJECT) {
        refuse_inner(j, "icons", index, NULL, icon, "a list of objects");
        return;
    }
    if (!src)
        refuse_inner(j, "icons", index, NULL, icon, "a list of objects with \"src\"");
    judge_members(j, icon, "icons", index, shape_icon);
    if (node_is(src, NODE_STRING) && !shape_is_loadable(node_text(src)))
        warn_unloadable(j, src);
}

/* Judges what else a descriptor may have, by the profile spec. */
static void judge_others(struct judging *j)
{
    static const struct shape_member others[] = {
        {"title", SHAPE_STRING}, {"description", SHAPE_STRING},
        {"icons", SHAPE_ICONS},  {"annotations", SHAPE_ANNOTATIONS},
        {"_meta", SHAPE_OBJECT}, {0}};
    static const struct shape_member annotations[] = {
        {"title", SHAPE_STRING},         {"readOnlyHint", SHAPE_BOOL},
        {"destructiveHint", SHAPE_BOOL}, {"idempotentHint", SHAPE_BOOL},
        {"openWorldHint", SHAPE_BOOL},   {0}};
    const struct tool *tool = j->admission->tool;
    for (const struct shape_member *other = others; other->key; other++) {
        const struct node *value = tool_member(tool, other->key);
        if (value && !shape_fits(value, other->shape))
            refuse_member(j, ADMISSION_DESCRIPTOR, other->key, value, shape_words(other->shape));
    }
    const struct node *icons = tool_member(tool, "icons");
    for (uint32_t i = 0; node_is(icons, NODE_ARRAY) && i < icons->count; i++)
        judge_icon(j, node_item(icons, i), (ptrdiff_t)i);
    if (node_is(tool_member(tool, "annotations"), NODE_OBJECT))
        judge_members(j, tool_member(tool, "annotations"), "annotations", -1, annotations);
}

/* ---- the schemas ----------------------------------------------------------------------------- */

/* The input schema, when it is an object; what it has to be is judged. */
static const struct node *judge_input_shape(struct judging *j)
{
    const struct node *schema = tool_member(j->admission->tool, "inputSchema");
    const struct node *type = node_get(schema, S("type"));
    if (!node_is(schema, NODE_OBJECT)) {
        struct rejection *added =
            refuse_member(j, ADMISSION_INPUT_SCHEMA, "inputSchema", schema, "an object");
        if (!schema && tool_member(j->admission->tool, "input_schema"))
            hint(added, "MCP spells it \"inputSchema\"");
        return NULL;
    }
    if (!node_is_text(type, S("object")))
        hint(judging_add(j, ADMISSION_INPUT_SCHEMA, type ? type : schema,
                         type ? S("/inputSchema/type") : S("/inputSchema"),
                         "the \"type\" of an input schema must be \"object\""),
             "arguments are always an object: say so by \"type\": \"object\"");
    return schema;
}

static const struct node *judge_output_shape(struct judging *j)
{
    const struct node *schema = tool_member(j->admission->tool, "outputSchema");
    bool is_none =
        !schema || (j->admission->profile == PROFILE_STRICT && schema->kind == NODE_NULL);
    if (is_none || schema->kind == NODE_OBJECT)
        return is_none ? NULL : schema;
    hint(refuse_member(j, ADMISSION_OUTPUT_SCHEMA, "outputSchema", schema, "an object"),
         "leave the member out where there is no schema");
    return NULL;
}

static void judge_strict(struct judging *j)
{
    const struct node *input = judge_input_shape(j), *output = judge_output_shape(j);
    if (output)
        headers_refuse_output(j, output);
    if (input)
        headers_check_strict(j, input);
}

/* Puts the reasons in the order of the document; of several at one place the first stays so. */
static void sort_reasons(struct admission *admission)
{
    struct rejection *sorted = NULL;
    for (struct rejection *one = admission->reasons, *next; one; one = next) {
        struct rejection **at = &sorted;
        while (*at && (*at)->node->start <= one->node->start)
            at = &(*at)->next;
        next = one->next;
        one->next = *at;
        *at = one;
    }
    admission->reasons = sorted;
}

static void judge_spec(struct judging *j)
{
    struct arena scratch = {0};
    struct headers headers = {j, {.arena = &scratch}};
    const struct node *input = judge_input_shape(j);
    if (input)
        schema_judge(j, input, "inputSchema", ADMISSION_INPUT_SCHEMA, &headers);
    const struct node *output = judge_output_shape(j);
    if (output)
        schema_judge(j, output, "outputSchema", ADMISSION_OUTPUT_SCHEMA, NULL);
    judge_others(j);
    sort_reasons(j->admission);
    arena_free(&scratch);
}

struct admission admission_judge(struct listing *listing, const struct tool *tool,
                                 enum profile profile)
{
    struct admission admission = {.tool = tool, .profile = profile};
    struct judging judging = {.listing = listing,
                              .arena = listing->sources->arena,
                              .admission = &admission,
                              .last = &admission.reasons};
    if (tool->entry->kind != NODE_OBJECT) {
        judging_add(&judging, ADMISSION_NAME, tool->entry, S(""),
                    "a tool must be described by an object, not by %s",
                    node_kind_words(tool->entry->kind));
        return admission;
    }
    judge_name(&judging);
    if (profile == PROFILE_STRICT)
        judge_strict(&judging);
    else
        judge_spec(&judging);
    return admission;
}

/* ---- reports --------------------------------------------------------------------------------- */

void admission_report(const struct listing *listing, const struct admission *admission)
{
    struct sources *sources = listing->sources;
    struct diag_list *found = sources->found;
    const struct rejection *first = admission->reasons;
    if (!first)
        return;
    struct diag *diag = diag_report(found, first->code, sources_place(sources, first->node),
                                    "tool %s is rejected, %s: %s",
                                    tool_shown(found->arena, listing, admission->tool),
                                    admission_word(first->reason), first->message);
    diag->pointer = first->pointer.data;
    if (first->hint)
        diag_hint(found, diag, "%s", first->hint);
    ptrdiff_t noted = 1;
    for (const struct rejection *one = first->next; one; one = one->next, noted++)
        diag_note(found, diag, sources_place(sources, one->node), "also %s: %s",
                  admission_word(one->reason), one->message);
    if (admission->reason_count > noted)
        diag_note(found, diag, sources_place(sources, admission->tool->entry),
                  "and %td other reasons", admission->reason_count - noted);
}

void admission_warn_twins(const struct listing *listing)
{
    struct sources *sources = listing->sources;
    struct arena scratch = {0};
    struct map names = {.arena = &scratch};
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        const struct tool *tool = &listing->tools[i], *before;
        const struct node *name = tool_member(tool, "name");
        if (!node_is(name, NODE_STRING))
            continue;
        struct map_entry *entry = map_entry(&names, tool->name, NULL);
        before = entry->value;
        entry->value = &listing->tools[i];
        if (!before)
            continue;
        struct diag *diag = diag_report(sources->found, W1043, sources_place(sources, name),
                                        "a tool before this is called \"%s\", too",
                                        show(sources->arena, tool->name));
        diag_note(sources->found, diag, sources_place(sources, tool_member(before, "name")),
                  "the one before; clients forget it");
    }
    arena_free(&scratch);
}
