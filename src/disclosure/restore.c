#include "disclosure/restore.h"

#include "base/digest.h"
#include "base/show.h"
#include "source/write.h"

#include <string.h>

static const struct {
    enum diag_code code;
    const char *word;
} classes[RESTORE_CLASSES] = {
    [RESTORE_MALFORMED] = {D1101, "malformed"},   [RESTORE_INDEX] = {D1102, "index"},
    [RESTORE_TOO_LARGE] = {D1103, "too large"},   [RESTORE_MIXED] = {D1104, "mixed"},
    [RESTORE_INCOMPLETE] = {D1105, "incomplete"}, [RESTORE_REORDERED] = {D1106, "reordered"},
    [RESTORE_CORRUPT] = {D1107, "corrupt"},       [RESTORE_INCONSISTENT] = {D1108, "inconsistent"},
};

const char *restore_class_word(enum restore_class class)
{
    return classes[class].word;
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* A copy of TEXT, which may go, for a place that stays. */
static struct text *keep_text(struct arena *arena, const struct text *text)
{
    struct text *kept = arena_new(arena, struct text, 1);
    *kept = *text;
    kept->chars = arena_copy(arena, text->chars);
    kept->lines = NULL;
    return kept;
}

/* Remembers what is wrong at WHERE in TEXT, if nothing of CLASS is known yet. */
__attribute__((format(printf, 6, 7))) static void
refuse(struct restoration *r, enum restore_class class, struct text *text, const struct node *where,
       const char *hint, const char *format, ...)
{
    struct restore_refusal *refusal = &r->refusals[class];
    if (refusal->is_there)
        return;
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(r->arena, format, args).data;
    va_end(args);
    struct text *kept = text == r->text ? text : keep_text(r->arena, text);
    *refusal = (struct restore_refusal){
        .is_there = true,
        .where = {kept, where->start, where->len},
        .message = message,
        .hint = hint ? arena_copy(r->arena, str_of(hint)).data : NULL,
    };
}

/* Reports what was found of the first class of which there is something. False: nothing is. */
static bool report(struct restoration *r)
{
    for (enum restore_class class = 0; class < RESTORE_CLASSES; class ++) {
        const struct restore_refusal *refusal = &r->refusals[class];
        if (!refusal->is_there)
            continue;
        struct diag *diag = diag_report(r->found, classes[class].code, refusal->where, "%s: %s",
                                        classes[class].word, refusal->message);
        if (refusal->hint)
            diag_hint(r->found, diag, "%s", refusal->hint);
        return true;
    }
    return false;
}

/* ---- the manifest ---------------------------------------------------------------------------- */

bool restore_begin(struct restoration *r, struct arena *arena, struct diag_list *found,
                   struct text *text, const struct node *root, str prefix)
{
    struct manifest_flaw flaw = {0};
    *r = (struct restoration){.arena = arena,
                              .found = found,
                              .prefix = prefix,
                              .text = text,
                              .root = root,
                              .document = buf_in(arena, DOCUMENT_MAX)};
    if (manifest_read(arena, root, prefix, &r->selected, &flaw))
        return true;
    refuse(r, RESTORE_MALFORMED, text, flaw.where, flaw.hint, "%s", flaw.message);
    report(r);
    return false;
}

/* ---- fragments ------------------------------------------------------------------------------- */

static const struct node *member(const struct node *root, const char *name)
{
    const struct node *value = node_get(root, str_of(name));
    return value ? value : root;
}

static void check_index(struct restoration *r, struct text *text, const struct node *root,
                        const struct fragment *fragment)
{
    if (fragment->index < 0 || fragment->index >= fragment->manifest.fragment_count)
        refuse(r, RESTORE_INDEX, text, member(root, "index"), "indices are counted from 0",
               "the index %lld is not one of %lld fragments", (long long)fragment->index,
               (long long)fragment->manifest.fragment_count);
}

/* True when an envelope so small is not too large, however its strings are written. */
static bool is_small(const struct fragment *fragment)
{
    enum { AROUND = 1024, GROWTH = 6 }; /* names of members and numbers; a control as \u0000 */
    const struct manifest *manifest = &fragment->manifest;
    ptrdiff_t bytes = fragment->text.len + manifest->operation.len + manifest->alias.len +
                      manifest->manifest_uri.len + manifest->fragment_uri_template.len;
    return AROUND + GROWTH * bytes <= FRAGMENT_ENVELOPE_MAX;
}

static void check_size(struct restoration *r, struct text *text, const struct node *root,
                       const struct fragment *fragment)
{
    if (fragment->text.len > FRAGMENT_TEXT_MAX)
        refuse(r, RESTORE_TOO_LARGE, text, member(root, "text"),
               "who split the document has to "
               "split it smaller",
               "the text has %td bytes of UTF-8; %d may be", fragment->text.len, FRAGMENT_TEXT_MAX);
    else if (!is_small(fragment) && fragment_envelope(fragment) > FRAGMENT_ENVELOPE_MAX)
        refuse(r, RESTORE_TOO_LARGE, text, root, "operation or alias are too long",
               "the fragment is JSON of %td bytes; %d may be", fragment_envelope(fragment),
               FRAGMENT_ENVELOPE_MAX);
}

static void check_membership(struct restoration *r, struct text *text, const struct node *root,
                             const struct fragment *fragment)
{
    const char *differs = manifest_difference(&fragment->manifest, &r->selected);
    if (differs)
        refuse(r, RESTORE_MIXED, text, member(root, differs),
               "it belongs to another tool or another version of it: read all fragments anew by "
               "the selected manifest",
               "\"%s\" is not that of the selected manifest", differs);
}

static void check_order(struct restoration *r, struct text *text, const struct node *root,
                        const struct fragment *fragment)
{
    if (fragment->index != r->count)
        refuse(r, RESTORE_REORDERED, text, member(root, "index"),
               "give the fragments in the order of their indices, each once",
               "fragment %lld comes where fragment %lld should", (long long)fragment->index,
               (long long)r->count);
}

static void check_digest(struct restoration *r, struct text *text, const struct node *root,
                         const struct fragment *fragment)
{
    struct digest digest = digest_sha256(fragment->text);
    if (!str_equal(str_of(digest.hex), fragment->fragment_sha256))
        refuse(r, RESTORE_CORRUPT, text, member(root, "fragment_sha256"),
               "the text was changed on its way: read this fragment anew",
               "the text of fragment %lld has the digest %s", (long long)fragment->index,
               digest.hex);
}

bool restore_wants_more(const struct restoration *restoration)
{
    return !restoration->refusals[RESTORE_MALFORMED].is_there;
}

void restore_add(struct restoration *r, struct text *text, const struct node *root)
{
    struct arena scratch = {0};
    struct fragment fragment = {0};
    struct manifest_flaw flaw = {0};
    if (fragment_read(&scratch, root, r->prefix, &fragment, &flaw)) {
        check_index(r, text, root, &fragment);
        check_size(r, text, root, &fragment);
        check_membership(r, text, root, &fragment);
        check_order(r, text, root, &fragment);
        check_digest(r, text, root, &fragment);
        buf_add(&r->document, fragment.text);
    } else {
        refuse(r, RESTORE_MALFORMED, text, flaw.where, flaw.hint, "%s", flaw.message);
    }
    r->count++;
    arena_free(&scratch);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void check_count(struct restoration *r)
{
    long long count = r->selected.fragment_count;
    if (r->count != count)
        refuse(r, RESTORE_INCOMPLETE, r->text, member(r->root, "fragment_count"),
               "all fragments of the manifest are needed, and nothing else",
               "there %s %lld fragment%s of %lld", r->count == 1 ? "is" : "are",
               (long long)r->count, r->count == 1 ? "" : "s", count);
}

static void check_total(struct restoration *r)
{
    str document = buf_view(&r->document);
    if (r->document.full || document.len != r->selected.schema_bytes) {
        refuse(r, RESTORE_CORRUPT, r->text, member(r->root, "schema_bytes"), NULL,
               "the fragments have %s%td bytes together, not %lld",
               r->document.full ? "more than " : "", document.len,
               (long long)r->selected.schema_bytes);
        return;
    }
    struct digest digest = digest_sha256(document);
    if (!str_equal(str_of(digest.hex), r->selected.schema_sha256))
        refuse(r, RESTORE_CORRUPT, r->text, member(r->root, "schema_sha256"),
               "a fragment and its own digest were changed: read all fragments anew",
               "all fragments together have the digest %s", digest.hex);
}

/* A text and what is left of it. */
struct comparison {
    str rest;
    bool differs;
};

static void compare_piece(void *context, str piece)
{
    struct comparison *c = context;
    if (c->differs)
        return;
    c->differs =
        piece.len > c->rest.len || memcmp(piece.data, c->rest.data, (size_t)piece.len) != 0;
    if (!c->differs)
        c->rest = str_skip(c->rest, piece.len);
}

/* True when DOCUMENT is the canonical form of ROOT, which was read from it. */
static bool is_canonical(str document, const struct node *root)
{
    struct comparison comparison = {.rest = document};
    const struct node *bad;
    return node_write_pieces(root, (struct write_options){.style = WRITE_PYTHON}, compare_piece,
                             &comparison, &bad) &&
           !comparison.differs && comparison.rest.len == 0;
}

/* Holds the digest of SCHEMA, a part of the canonical document, to the manifest's member NAME. */
static void check_schema(struct restoration *r, str document, const struct node *schema,
                         const char *name, str wanted)
{
    struct digest digest = digest_sha256((str){document.data + schema->start, schema->len});
    if (!str_equal(str_of(digest.hex), wanted))
        refuse(r, RESTORE_INCONSISTENT, r->text, member(r->root, name),
               "the producer's manifest is wrong", "the schema has the digest %s", digest.hex);
}

/* Looks at the document, which is what the manifest's total digest says. */
static void check_document(struct restoration *r, const struct document *document,
                           struct restored *restored)
{
    const struct node *root = document->root;
    const char *hint = "the producer did not write it in canonical form";
    restored->input = node_get(root, S("inputSchema"));
    restored->output = node_get(root, S("outputSchema"));
    if (root->kind != NODE_OBJECT || root->count != 2 || !restored->input || !restored->output) {
        refuse(r, RESTORE_INCONSISTENT, r->text, member(r->root, "schema_sha256"), hint,
               "the document is not an object with \"inputSchema\" and \"outputSchema\" alone");
        return;
    }
    if (document->faults || !is_canonical(restored->document, root)) {
        refuse(r, RESTORE_INCONSISTENT, r->text, member(r->root, "schema_sha256"), hint,
               "the document is not in canonical form");
        return;
    }
    check_schema(r, restored->document, restored->input, "input_schema_sha256",
                 r->selected.input_schema_sha256);
    check_schema(r, restored->document, restored->output, "output_schema_sha256",
                 r->selected.output_schema_sha256);
}

/*
 * Reads the document. False when reported: that stopped at a limit. What is no JSON is refused, and
 * has no root.
 */
static bool read_document(struct restoration *r, str bytes, struct document *document)
{
    struct diag_list aside = {.arena = r->arena};
    struct sources sources = {
        .arena = r->arena, .found = &aside, .policy = {.max_depth = INSTANCE_DEPTH}};
    struct text text = {.name = S("the restored document"), .chars = bytes};
    if (sources_read_apart(&sources, text, FORMAT_JSON, document))
        return true;
    document->root = NULL;
    if (aside.limits) {
        diag_repeat(r->found, &aside);
        return false;
    }
    refuse(r, RESTORE_INCONSISTENT, r->text, member(r->root, "schema_sha256"),
           "the producer split something else", "the document is not JSON: %s",
           aside.first ? aside.first->message : "");
    return true;
}

bool restore_end(struct restoration *r, struct restored *ret_restored)
{
    check_count(r);
    check_total(r);
    if (report(r))
        return false;
    struct document *document = arena_new(r->arena, struct document, 1);
    ret_restored->document = buf_view(&r->document);
    if (!read_document(r, ret_restored->document, document))
        return false;
    if (document->root)
        check_document(r, document, ret_restored);
    return !report(r);
}
