/*
 * Annotations "x-mcp-header": what is wrong with one, and, for the profile strict, where they
 * stand. Where they may stand with spec is found by admission_schema.c.
 */
#include "base/show.h"
#include "contract/admission_inner.h"
#include "contract/header_name.h"
#include "schema/pointer.h"

const str header_member = STR_INIT("x-mcp-header");

/* ---- one annotation -------------------------------------------------------------------------- */

/* True when NAME is WANTED, in lower case: as Unicode has it, by which the Kelvin sign is a k. */
static bool is_folded(str name, str wanted)
{
    static const str kelvin = STR_INIT("\u212A");
    for (ptrdiff_t i = 0; i < wanted.len; i++) {
        bool is_kelvin = wanted.data[i] == 'k' && str_starts(name, kelvin);
        if (!is_kelvin && (!name.len || byte_lower(name.data[0]) != wanted.data[i]))
            return false;
        name = str_skip(name, is_kelvin ? kelvin.len : 1);
    }
    return !name.len;
}

bool header_is_sensitive(str name)
{
    static const str secrets[] = {STR_INIT("api_key"),       STR_INIT("apikey"),
                                  STR_INIT("authorization"), STR_INIT("password"),
                                  STR_INIT("secret"),        STR_INIT("token")};
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
        if (is_folded(name, secrets[i]))
            return true;
    return false;
}

/* The annotation of A as the name of a header; what is wrong with it. */
static struct annotation_fault check_token(struct arena *arena, const struct node *annotation)
{
    bool is_string = annotation->kind == NODE_STRING;
    if (is_string && header_is_token(node_text(annotation)))
        return (struct annotation_fault){.reason = ADMISSION_CLASS_COUNT};
    const char *got = is_string
                          ? arena_printf(arena, "\"%s\"", show(arena, node_text(annotation))).data
                          : node_kind_words(annotation->kind);
    return (struct annotation_fault){
        ADMISSION_HEADER_TOKEN, annotation, header_member.data,
        arena_printf(arena, "the name of a header is a token, which %s is not", got).data,
        "a token is one or more of A-Z a-z 0-9 ! # $ % & ' * + - . ^ _ ` | ~"};
}

/* The same for its uniqueness; NAME is a token. */
static struct annotation_fault check_unique(struct headers *headers, const struct node *annotation)
{
    str name = node_text(annotation);
    bool is_new;
    map_entry(&headers->seen, header_folded(headers->seen.arena, name), &is_new);
    if (is_new)
        return (struct annotation_fault){.reason = ADMISSION_CLASS_COUNT};
    return (struct annotation_fault){
        ADMISSION_HEADER_DUPLICATE, annotation, header_member.data,
        arena_printf(headers->judging->arena, "another parameter is mirrored in the header \"%s\"",
                     show(headers->judging->arena, name))
            .data,
        "names of headers have to differ in more than upper and lower case"};
}

/* The same for the type of the schema that has it. */
static struct annotation_fault check_type(struct arena *arena, const struct node *schema,
                                          enum mirrored_type *ret_type)
{
    const struct node *type = node_get(schema, S("type"));
    for (int i = 0; mirrored_types[i]; i++) {
        if (!node_is_text(type, str_of(mirrored_types[i])))
            continue;
        *ret_type = (enum mirrored_type)i;
        return (struct annotation_fault){.reason = ADMISSION_CLASS_COUNT};
    }
    const char *got = !type                       ? "says no type"
                      : type->kind == NODE_STRING ? "has another"
                                                  : "has no single one";
    return (struct annotation_fault){
        ADMISSION_HEADER_TYPE, type ? type : schema, type ? "type" : NULL,
        arena_printf(arena, "what is mirrored in a header has one of three types, and this %s", got)
            .data,
        "give the parameter the \"type\" \"string\", \"integer\" or \"boolean\" itself"};
}

struct annotation_fault headers_check(struct headers *headers, const struct annotated *a,
                                      enum mirrored_type *ret_type)
{
    struct judging *j = headers->judging;
    const struct node *annotation = node_get(a->schema, header_member);
    struct annotation_fault fault = check_token(j->arena, annotation);
    if (fault.reason == ADMISSION_CLASS_COUNT)
        fault = check_unique(headers, annotation);
    if (fault.reason == ADMISSION_CLASS_COUNT)
        fault = check_type(j->arena, a->schema, ret_type);
    bool is_checked =
        fault.reason == ADMISSION_CLASS_COUNT && j->admission->profile == PROFILE_STRICT;
    if (is_checked && (header_is_sensitive(a->name) || header_is_sensitive(node_text(annotation))))
        return (struct annotation_fault){
            ADMISSION_SENSITIVE, annotation, header_member.data,
            "a parameter or header of this name holds a secret, which headers would show",
            "do not mirror it: gateways and their logs see headers"};
    return fault;
}

void headers_keep(struct headers *headers, const struct annotated *a, str *path, ptrdiff_t depth,
                  enum mirrored_type type)
{
    struct judging *j = headers->judging;
    struct admission *admission = j->admission;
    const struct node *annotation = node_get(a->schema, header_member);
    admission->mirrored =
        arena_make_room(j->arena, admission->mirrored, sizeof *admission->mirrored,
                        admission->mirrored_count, &admission->mirrored_cap);
    admission->mirrored[admission->mirrored_count++] =
        (struct mirrored){path, depth, node_text(annotation), type, annotation};
}

/* ---- where they stand, with strict ----------------------------------------------------------- */

/* A way from a schema to a value in it. */
struct step {
    const struct step *up;  /* NULL: the schema */
    const struct node *key; /* of a member; NULL: an item */
    uint32_t index;
};

/* A walk over all objects and lists. Its recursion goes as deep as the reader went. */
struct strict {
    struct headers headers;
    const char *root; /* the member of the descriptor that is walked */
    bool is_output;
};

static void add_steps(struct buf *pointer, const struct step *step)
{
    if (!step)
        return;
    add_steps(pointer, step->up);
    if (step->key)
        pointer_add_token(pointer, node_text(step->key));
    else
        pointer_add_index(pointer, step->index);
}

/* The pointer of MEMBER, or NULL, of what STEP leads to, from the descriptor; in a new buf. */
static str pointer_of(const struct strict *s, const struct step *step, const char *member)
{
    struct buf pointer = buf_in(s->headers.judging->arena, PTRDIFF_MAX);
    if (!judging_keeps(s->headers.judging))
        return (str){0};
    pointer_add_token(&pointer, str_of(s->root));
    add_steps(&pointer, step);
    if (member)
        pointer_add_token(&pointer, str_of(member));
    return buf_view(&pointer);
}

/* True when STEP leads to a property of the root. */
static bool is_own_property(const struct step *step)
{
    const struct step *up = step ? step->up : NULL;
    return up && !up->up && step->key && up->key && node_is_text(up->key, S("properties"));
}

static void check_annotation(struct strict *s, const struct node *schema, const struct step *step)
{
    struct judging *j = s->headers.judging;
    const struct node *annotation = node_get(schema, header_member);
    struct rejection *added;
    if (s->is_output || !is_own_property(step)) {
        str pointer = pointer_of(s, step, header_member.data);
        added = judging_add(j, s->is_output ? ADMISSION_OUTPUT_ANNOTATION : ADMISSION_PLACEMENT,
                            annotation, pointer, "%s",
                            s->is_output
                                ? "nothing in an output schema may be called \"x-mcp-header\""
                                : "\"x-mcp-header\" may stand in direct properties of the input "
                                  "only, nowhere else");
        if (added)
            added->hint = s->is_output ? "only arguments are mirrored in headers: take it out"
                                       : "move the parameter up, or take the annotation out";
        return;
    }
    struct annotated a = {schema, node_text(step->key)};
    enum mirrored_type type = MIRRORED_STRING;
    struct annotation_fault fault = headers_check(&s->headers, &a, &type);
    if (fault.reason == ADMISSION_CLASS_COUNT) {
        str *path = arena_new(j->arena, str, 1);
        *path = a.name;
        headers_keep(&s->headers, &a, path, 1, type);
        return;
    }
    added = judging_add(j, fault.reason, fault.node, pointer_of(s, step, fault.member), "%s",
                        fault.message);
    if (added)
        added->hint = fault.hint;
}

/* The readers have bounded the depth. */
static void walk_strict(struct strict *s, const struct node *node, const struct step *step)
{
    if (node->kind == NODE_OBJECT && node_find(node, header_member) >= 0)
        check_annotation(s, node, step);
    for (uint32_t i = 0; node->kind >= NODE_ARRAY && i < node->count; i++) {
        bool is_object = node->kind == NODE_OBJECT;
        struct step next = {step, is_object ? node_key(node, i) : NULL, i};
        walk_strict(s, is_object ? node_value(node, i) : node_item(node, i), &next);
    }
}

static void walk(struct judging *j, const struct node *schema, bool is_output)
{
    struct arena scratch = {0};
    struct strict strict = {
        {j, {.arena = &scratch}}, is_output ? "outputSchema" : "inputSchema", is_output};
    walk_strict(&strict, schema, NULL);
    arena_free(&scratch);
}

void headers_check_strict(struct judging *j, const struct node *schema)
{
    walk(j, schema, false);
}

void headers_refuse_output(struct judging *j, const struct node *schema)
{
    walk(j, schema, true);
}
