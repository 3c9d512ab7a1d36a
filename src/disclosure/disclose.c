#include "disclosure/disclose.h"

#include "base/show.h"
#include "base/utf8.h"
#include "schema/uri.h"
#include "source/write.h"

/* ---- what a tool has ------------------------------------------------------------------------- */

/* False, and reported, when SCHEMA, which messages call WHAT, is no object. */
static bool check_schema(struct sources *sources, const char *what, const struct node *schema)
{
    if (schema->kind == NODE_OBJECT)
        return true;
    diag_report(sources->found, E1102, sources_place(sources, schema),
                "the %s schema is %s, not an object", what, node_kind_words(schema->kind));
    return false;
}

bool disclose_accepts(struct sources *sources, const struct node *input, const struct node *output)
{
    bool is_none = !output || output->kind == NODE_NULL;
    bool ok = check_schema(sources, "input", input);
    return (is_none || check_schema(sources, "output", output)) && ok;
}

/* ---- what the producer says ------------------------------------------------------------------ */

static bool check_name(struct sources *sources, const char *what, str name)
{
    ptrdiff_t bad = utf8_find_bad(name);
    struct diag_list *found = sources->found;
    if (bad >= 0)
        diag_report(found, E1101, (place){0}, "the %s \"%s\" is not valid UTF-8", what,
                    show(sources->arena, name));
    else if (!name.len)
        diag_report(found, E1101, (place){0}, "the %s is empty", what);
    else if (utf8_count(name) > MANIFEST_NAME_MAX)
        diag_report(found, E1101, (place){0}, "the %s has more than %d characters", what,
                    MANIFEST_NAME_MAX);
    else
        return true;
    return false;
}

static bool check_names(struct sources *sources, const struct disclosure_names *names)
{
    struct diag_list *found = sources->found;
    bool ok = check_name(sources, "operation", names->operation);
    ok = check_name(sources, "alias", names->alias) && ok;
    if (uri_is_absolute(names->prefix) && uri_is_reference(names->prefix))
        return ok;
    struct diag *diag =
        diag_report(found, E1101, (place){0}, "no URI begins with the prefix \"%s\"",
                    show(sources->arena, names->prefix));
    diag_hint(found, diag, "a prefix is a scheme and what is to stand behind it, as in \"%s\"",
              MANIFEST_URI_PREFIX);
    return false;
}

/* ---- the document ---------------------------------------------------------------------------- */

/* Adds the member KEY with SCHEMA, or null. *RET_SCHEMA is where that stands. */
static bool add_schema(struct sources *sources, struct buf *out, str key, const struct node *schema,
                       place *ret_schema)
{
    static const struct node none = {.kind = NODE_NULL};
    const struct node *bad;
    buf_add(out, key);
    ret_schema->start = out->len;
    if (!node_write(out, schema ? schema : &none, (struct write_options){.style = WRITE_PYTHON},
                    &bad)) {
        struct diag *diag = diag_report(sources->found, D1111, sources_place(sources, bad),
                                        "the number %s cannot be disclosed: it lies beyond what a "
                                        "double can hold",
                                        show(sources->arena, node_text(bad)));
        diag_hint(sources->found, diag, "write a smaller one, or leave it out");
        return false;
    }
    ret_schema->len = out->len - ret_schema->start;
    return true;
}

/* The digest of BYTES, in the arena. */
static str digest_in(struct arena *arena, str bytes)
{
    return arena_copy(arena, str_of(digest_sha256(bytes).hex));
}

/* Writes the document and sets what depends on it alone. */
static bool write_document(struct sources *sources, const struct node *input,
                           const struct node *output, struct disclosure *disclosure)
{
    struct buf out = buf_in(sources->arena, DOCUMENT_MAX);
    place in, of;
    if (!add_schema(sources, &out, S("{\"inputSchema\":"), input, &in) ||
        !add_schema(sources, &out, S(",\"outputSchema\":"), output, &of))
        return false;
    buf_add_byte(&out, '}');
    if (out.full) {
        struct diag *diag =
            diag_report(sources->found, D1112, sources_place(sources, input),
                        "the document of both schemas is longer than %d bytes", DOCUMENT_MAX);
        diag_hint(sources->found, diag, "16 MiB is the most that one tool may disclose");
        return false;
    }
    str text = buf_view(&out);
    disclosure->document = text;
    disclosure->manifest = (struct manifest){
        .version = MANIFEST_VERSION,
        .schema_sha256 = digest_in(sources->arena, text),
        .schema_bytes = text.len,
        .input_schema_sha256 = digest_in(sources->arena, (str){text.data + in.start, in.len}),
        .output_schema_sha256 = digest_in(sources->arena, (str){text.data + of.start, of.len}),
    };
    return true;
}

/* Splits the document: each part is as long as it can be without cutting a character in two. */
static void split(struct arena *arena, struct disclosure *disclosure)
{
    enum { LEAST = FRAGMENT_TEXT_MAX - 3 }; /* of all parts but the last */
    str document = disclosure->document;
    ptrdiff_t at = 0, count = 0;
    disclosure->starts = arena_new(arena, ptrdiff_t, document.len / LEAST + 2);
    while (at < document.len) {
        disclosure->starts[count++] = at;
        at = document.len - at > FRAGMENT_TEXT_MAX ? at + FRAGMENT_TEXT_MAX : document.len;
        while (!utf8_begins(document, at))
            at--;
    }
    disclosure->starts[count] = at;
    disclosure->manifest.fragment_count = count;
}

/* Sets what the names say. */
static void fill_manifest(struct arena *arena, const struct disclosure_names *names,
                          struct manifest *manifest)
{
    struct buf uri = buf_in(arena, PTRDIFF_MAX), fragments = buf_in(arena, PTRDIFF_MAX);
    manifest_add_uri(&uri, MANIFEST_URI, names->prefix, names->operation, names->alias);
    manifest_add_uri(&fragments, MANIFEST_FRAGMENT_TEMPLATE, names->prefix, names->operation,
                     names->alias);
    manifest->operation = names->operation;
    manifest->alias = names->alias;
    manifest->source_sha256 = names->source_sha256;
    manifest->manifest_uri = buf_view(&uri);
    manifest->fragment_uri_template = buf_view(&fragments);
}

/* The part INDEX of the document. */
static str part(const struct disclosure *disclosure, int64_t index)
{
    ptrdiff_t start = disclosure->starts[index], end = disclosure->starts[index + 1];
    return (str){disclosure->document.data + start, end - start};
}

/* False, and reported, when a fragment would be too long to travel: only long names lead there. */
static bool check_envelopes(struct sources *sources, const struct disclosure *disclosure)
{
    static const struct digest any = {
        "0000000000000000000000000000000000000000000000000000000000000000"};
    struct fragment fragment = {.manifest = disclosure->manifest,
                                .fragment_sha256 = str_of(any.hex)};
    ptrdiff_t around = fragment_envelope(&fragment);
    for (int64_t i = 0; i < disclosure->manifest.fragment_count; i++) {
        enum { ROOM = 8, GROWTH = 2 }; /* for the index; of text, which is JSON without controls */
        str text = part(disclosure, i);
        if (around + ROOM + GROWTH * text.len <= FRAGMENT_ENVELOPE_MAX)
            continue;
        fragment.index = i;
        fragment.text = text;
        ptrdiff_t bytes = fragment_envelope(&fragment);
        if (bytes <= FRAGMENT_ENVELOPE_MAX)
            continue;
        struct diag *diag = diag_report(sources->found, D1113, (place){0},
                                        "fragment %lld would be JSON of %td bytes; %d may be",
                                        (long long)i, bytes, FRAGMENT_ENVELOPE_MAX);
        diag_hint(sources->found, diag, "operation, alias or the prefix of URIs are too long");
        return false;
    }
    return true;
}

bool disclose(struct sources *sources, const struct node *input, const struct node *output,
              const struct disclosure_names *names, struct disclosure *ret_disclosure)
{
    *ret_disclosure = (struct disclosure){0};
    if (!check_names(sources, names) || !write_document(sources, input, output, ret_disclosure))
        return false;
    split(sources->arena, ret_disclosure);
    fill_manifest(sources->arena, names, &ret_disclosure->manifest);
    return check_envelopes(sources, ret_disclosure);
}

/* ---- fragments ------------------------------------------------------------------------------- */

struct fragment disclosure_fragment(const struct disclosure *disclosure, int64_t index,
                                    struct digest *ret_digest)
{
    str text = part(disclosure, index);
    *ret_digest = digest_sha256(text);
    return (struct fragment){
        .manifest = disclosure->manifest,
        .index = index,
        .fragment_sha256 = str_of(ret_digest->hex),
        .text = text,
    };
}

void disclosure_write(struct buf *out, const struct disclosure *disclosure)
{
    for (int64_t i = 0; i < disclosure->manifest.fragment_count; i++) {
        struct digest digest;
        struct fragment fragment = disclosure_fragment(disclosure, i, &digest);
        fragment_write(out, &fragment);
        buf_add_byte(out, '\n');
    }
}
