#include "source/yaml_type.h"

#include "base/show.h"
#include "source/reader.h"
#include "source/scalar.h"

static void warn_yaml11(struct sources *sources, struct document *document, const struct node *node,
                        str text, const char *reading)
{
    struct diag_list *found = sources->found;
    const char *shown = diag_is_kept(found, W0201) ? show(sources->arena, text) : "";
    struct diag *diag = diag_report(found, W0201, (place){&document->text, node->start, node->len},
                                    "YAML 1.1 readers take \"%s\" for %s", shown, reading);
    bool is_number = node->kind == NODE_NUMBER;
    diag_hint(found, diag,
              is_number ? "write it as a plain decimal number, or quote it" : "quote it");
}

/* Gives NODE the kind and value of SCALAR, or the fault that it has. */
static void set_scalar(struct sources *sources, struct document *document, struct node *node,
                       const struct scalar *scalar)
{
    node->kind = (uint8_t)scalar->kind;
    node->count = (uint32_t)scalar->text.len;
    node->chars = scalar->text.data ? scalar->text.data : "";
    if (scalar->kind == NODE_BOOL)
        node->count = scalar->truth;
    const char *wrong = scalar->not_json ? scalar->not_json : scalar->bad_tag;
    if (!wrong)
        return;
    node->flags |= NODE_FAULTY;
    node->chars = arena_copy(sources->arena, scalar->text).data; /* an address of its own */
    struct fault fault = {.owner = node->chars,
                          .code = scalar->too_long   ? L0106
                                  : scalar->not_json ? E0303
                                                     : E0205,
                          .start = node->start,
                          .len = node->len,
                          .message = wrong};
    fault_add(sources, document, fault);
}

static void warn_tag(struct sources *sources, struct document *document, const struct node *node,
                     str tag)
{
    struct diag_list *found = sources->found;
    const char *shown = diag_is_kept(found, W0202) ? show(sources->arena, tag) : "";
    diag_report(found, W0202, (place){&document->text, node->start, node->len},
                "the tag \"%s\" means nothing here", shown);
}

void yaml_resolve_value(struct sources *sources, struct document *document, struct node *node,
                        str text, str tag)
{
    struct scalar scalar;
    if (tag.len) {
        scalar = scalar_resolve_tagged(sources->arena, text, tag);
        if (scalar.unknown_tag && !(node->flags & NODE_PLAIN))
            scalar = (struct scalar){.kind = NODE_STRING, .text = text, .unknown_tag = true};
    } else if (node->flags & NODE_PLAIN) {
        scalar = scalar_resolve(sources->arena, text);
    } else {
        scalar = (struct scalar){.kind = NODE_STRING, .text = text};
    }
    if (scalar.unknown_tag)
        warn_tag(sources, document, node, tag);
    set_scalar(sources, document, node, &scalar);
    const char *reading = node->flags & NODE_PLAIN && !tag.len ? scalar_yaml11(text) : NULL;
    if (reading)
        warn_yaml11(sources, document, node, text, reading);
}

void yaml_check_key(struct sources *sources, struct document *document, const struct node *key)
{
    const char *reading = key->flags & NODE_PLAIN ? scalar_yaml11_key(node_text(key)) : NULL;
    if (reading)
        warn_yaml11(sources, document, key, node_text(key), reading);
}

static bool is_one_of(str word, const str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(word, words[i]))
            return true;
    return false;
}

const char *yaml_check_tag(struct sources *sources, struct document *document,
                           const struct node *collection, str tag)
{
    bool is_mapping = collection->kind == NODE_OBJECT;
    str prefix = S("tag:yaml.org,2002:");
    static const str mappings[] = {STR_INIT("map"), STR_INIT("set")};
    static const str others[] = {STR_INIT("seq"),    STR_INIT("str"),      STR_INIT("int"),
                                 STR_INIT("float"),  STR_INIT("bool"),     STR_INIT("null"),
                                 STR_INIT("binary"), STR_INIT("timestamp")};
    if (str_equal(tag, S("!")))
        return NULL;
    str name = str_starts(tag, prefix) ? str_skip(tag, prefix.len) : (str){0};
    bool for_mapping = is_one_of(name, mappings, sizeof mappings / sizeof *mappings);
    bool for_other = is_one_of(name, others, sizeof others / sizeof *others);
    if (is_mapping ? for_mapping : str_equal(name, S("seq")))
        return NULL;
    if (for_mapping || for_other)
        return is_mapping ? "this is a mapping, which its tag does not fit"
                          : "this is a sequence, which its tag does not fit";
    warn_tag(sources, document, collection, tag);
    return NULL;
}
