#include "call/content.h"

#include "base/base64.h"
#include "base/show.h"
#include "contract/shape.h"
#include "schema/pointer.h"

/* What is looked at: an object, whose pointer is that of the flaws. */
struct object {
    struct flaws *flaws;
    const struct node *node;
    bool is_lenient; /* what only schema.json asks for is a warning */
};

static const struct node *member(const struct object *object, const char *key)
{
    return node_get(object->node, str_of(key));
}

/* ---- what must be there ---------------------------------------------------------------------- */

/* True when the member KEY is a string; else FAULT. */
static bool need_string(const struct object *object, const char *key, enum result_fault fault)
{
    const struct node *value = member(object, key);
    if (node_is(value, NODE_STRING))
        return true;
    if (value)
        flaws_add_below(object->flaws, key, fault, false, value, "\"%s\" must be a string, not %s",
                        key, node_kind_words(value->kind));
    else
        flaws_add(object->flaws, fault, false, object->node, "the block has no \"%s\"", key);
    return false;
}

/* The member KEY, a string, must be base64. */
static void need_base64(const struct object *object, const char *key, bool takes_surplus)
{
    const struct node *value = member(object, key);
    enum base64_verdict verdict = base64_decode(NULL, node_text(value));
    if (verdict == BASE64_BAD)
        flaws_add_below(object->flaws, key, RESULT_BASE64, false, value,
                        "\"%s\" is not base64 (RFC 4648 section 4)", key);
    else if (verdict == BASE64_SURPLUS)
        flaws_add_below(object->flaws, key, RESULT_BASE64, takes_surplus, value,
                        "\"%s\" has padding behind base64 that is complete", key);
}

/* ---- what may be there ----------------------------------------------------------------------- */

static void check_optional(const struct object *object, const struct shape_member *optional);

static void check_all(const struct object *object, const struct shape_member *table)
{
    for (; table->key; table++)
        check_optional(object, table);
}

static void check_icon(const struct object *icon)
{
    const struct node *src = member(icon, "src");
    if (!src)
        flaws_add(icon->flaws, RESULT_MEMBER, icon->is_lenient, icon->node,
                  "an icon must be an object with a string \"src\"");
    else
        check_all(icon, shape_icon);
    if (node_is(src, NODE_STRING) && !shape_is_loadable(node_text(src)))
        flaws_add_below(icon->flaws, "src", RESULT_MEMBER, true, src,
                        "an icon is loaded by https or from a data URI only");
}

static void check_icons(const struct object *icons)
{
    struct buf *pointer = &icons->flaws->pointer;
    ptrdiff_t before = pointer->len;
    for (uint32_t i = 0; i < icons->node->count; i++) {
        struct object icon = *icons;
        icon.node = node_item(icons->node, i);
        pointer_add_index(pointer, i);
        check_icon(&icon);
        pointer->len = before;
    }
}

/* A member that is there must have its shape. */
static void check_optional(const struct object *object, const struct shape_member *optional)
{
    static const struct shape_member annotations[] = {{"audience", SHAPE_AUDIENCE},
                                                      {"priority", SHAPE_PRIORITY},
                                                      {"lastModified", SHAPE_STRING},
                                                      {0}};
    struct object value = {object->flaws, member(object, optional->key), object->is_lenient};
    struct buf *pointer = &object->flaws->pointer;
    ptrdiff_t before = pointer->len;
    if (!value.node)
        return;
    pointer_add_token(pointer, str_of(optional->key));
    if (!shape_fits(value.node, optional->shape))
        flaws_add(object->flaws, RESULT_MEMBER, object->is_lenient, value.node, "\"%s\" must be %s",
                  optional->key, shape_words(optional->shape));
    else if (optional->shape == SHAPE_ANNOTATIONS)
        check_all(&value, annotations);
    else if (optional->shape == SHAPE_ICONS)
        check_icons(&value);
    pointer->len = before;
}

/* ---- the blocks ------------------------------------------------------------------------------ */

static void judge_text(const struct object *block)
{
    need_string(block, "text", RESULT_TEXT);
}

/* An image or a sound. */
static void judge_media(const struct object *block)
{
    if (need_string(block, "data", RESULT_BASE64))
        need_base64(block, "data", block->is_lenient);
    need_string(block, "mimeType", RESULT_MIME_TYPE);
}

static void judge_link(const struct object *block)
{
    static const struct shape_member members[] = {
        {"title", SHAPE_STRING}, {"description", SHAPE_STRING}, {"mimeType", SHAPE_STRING},
        {"size", SHAPE_INTEGER}, {"icons", SHAPE_ICONS},        {0}};
    need_string(block, "uri", RESULT_LINK);
    need_string(block, "name", RESULT_LINK);
    check_all(block, members);
}

/* What an embedded resource holds: a text, or a blob. One that is as it must be is enough. */
static void judge_body(const struct object *resource)
{
    const struct node *text = member(resource, "text"), *blob = member(resource, "blob");
    if (!text && !blob) {
        flaws_add(resource->flaws, RESULT_RESOURCE_BODY, false, resource->node,
                  "the resource has neither \"text\" nor \"blob\"");
        return;
    }
    enum base64_verdict verdict =
        node_is(blob, NODE_STRING) ? base64_decode(NULL, node_text(blob)) : BASE64_BAD;
    if (node_is(text, NODE_STRING) || verdict == BASE64_FINE || verdict == BASE64_LEFT_OVER)
        return;
    if (text)
        flaws_add_below(resource->flaws, "text", RESULT_RESOURCE_BODY, resource->is_lenient, text,
                        "\"text\" must be a string, not %s", node_kind_words(text->kind));
    else
        flaws_add_below(resource->flaws, "blob", RESULT_RESOURCE_BODY, resource->is_lenient, blob,
                        "\"blob\" is not base64 (RFC 4648 section 4)");
}

static void judge_resource(const struct object *block)
{
    static const struct shape_member members[] = {
        {"mimeType", SHAPE_STRING}, {"_meta", SHAPE_OBJECT}, {0}};
    struct object resource = {block->flaws, member(block, "resource"), block->is_lenient};
    struct buf *pointer = &block->flaws->pointer;
    ptrdiff_t before = pointer->len;
    if (!node_is(resource.node, NODE_OBJECT)) {
        flaws_add(block->flaws, RESULT_RESOURCE_URI, false, block->node,
                  "the block has no \"resource\" that is an object");
        return;
    }
    pointer_add_token(pointer, S("resource"));
    need_string(&resource, "uri", RESULT_RESOURCE_URI);
    judge_body(&resource);
    check_all(&resource, members);
    pointer->len = before;
}

static const struct {
    const char *type;
    void (*judge)(const struct object *block);
} blocks[] = {
    {"text", judge_text},          {"image", judge_media},       {"audio", judge_media},
    {"resource_link", judge_link}, {"resource", judge_resource},
};

static void refuse_type(struct flaws *flaws, const struct node *block, const struct node *type)
{
    struct flaw *flaw;
    if (node_is(type, NODE_STRING))
        flaw = flaws_add_below(flaws, "type", RESULT_UNKNOWN_BLOCK, false, type,
                               "there are no blocks of the type \"%s\"",
                               show(flaws->sources->arena, node_text(type)));
    else
        flaw = flaws_add(flaws, RESULT_UNKNOWN_BLOCK, false, block,
                         "the block has no \"type\" that is a string");
    if (flaw)
        flaw->hint = "a block is of the type text, image, audio, resource_link or resource";
}

void content_judge(struct flaws *flaws, const struct node *block, enum profile profile)
{
    static const struct shape_member members[] = {
        {"annotations", SHAPE_ANNOTATIONS}, {"_meta", SHAPE_OBJECT}, {0}};
    struct object object = {flaws, block, profile == PROFILE_STRICT};
    const struct node *type = node_get(block, S("type"));
    if (block->kind != NODE_OBJECT) {
        flaws_add(flaws, RESULT_BLOCK_TYPE, false, block, "a block must be an object, not %s",
                  node_kind_words(block->kind));
        return;
    }
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (node_is_text(type, str_of(blocks[i].type))) {
            blocks[i].judge(&object);
            check_all(&object, members);
            return;
        }
    refuse_type(flaws, block, type);
}

bool content_is_text(const struct node *block)
{
    return node_is_text(node_get(block, S("type")), S("text")) &&
           node_is(node_get(block, S("text")), NODE_STRING);
}
