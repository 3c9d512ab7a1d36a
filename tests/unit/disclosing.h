/*
 * disclosing.h - disclosures of schemas that a test has as text, and what restores them.
 */
#ifndef TESTS_DISCLOSING_H
#define TESTS_DISCLOSING_H

#include "disclosure/disclose.h"
#include "disclosure/restore.h"

#include "reading.h"
#include "tap.h"

static const struct read_policy as_they_come = {.duplicates = DUPLICATES_LAST,
                                                .max_depth = INSTANCE_DEPTH};

/* SHA-256 of nothing, for a source that does not matter. */
#define NO_SOURCE "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static inline struct disclosure_names names_of(const char *operation, const char *alias)
{
    return (struct disclosure_names){str_of(operation), str_of(alias), S(MANIFEST_URI_PREFIX),
                                     S(NO_SOURCE)};
}

/* Discloses INPUT and OUTPUT, JSON or empty; false with a message in R (reading_message). */
static inline bool disclose_text(struct reading *r, str input, str output,
                                 struct disclosure_names names, struct disclosure *ret_disclosure)
{
    const struct node *in, *out = NULL;
    reading_begin(r, as_they_come);
    in = reading_read(r, "input.json", input);
    if (output.len)
        out = reading_read(r, "output.json", output);
    return in && (out || !output.len) && disclose(&r->sources, in, out, &names, ret_disclosure);
}

/* TEXT, JSON, given to RESTORATION as the next fragment. */
static inline void add_text(struct reading *r, struct restoration *restoration, str text)
{
    struct document document;
    struct text named = {.name = S("fragment.json"), .chars = text};
    if (sources_read_apart(&r->sources, named, FORMAT_JSON, &document))
        restore_add(restoration, &document.text, document.root);
}

/* Begins to restore what the manifest TEXT says. */
static inline bool begin_text(struct reading *r, struct restoration *restoration, str text)
{
    struct document *document = sources_read(&r->sources, S("manifest.json"), text);
    return document && restore_begin(restoration, &r->arena, &r->found, &document->text,
                                     document->root, S(MANIFEST_URI_PREFIX));
}

static inline str manifest_text(struct arena *arena, const struct manifest *manifest)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    manifest_write(&out, manifest);
    return buf_view(&out);
}

static inline str fragment_text(struct arena *arena, const struct disclosure *disclosure,
                                int64_t index)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    struct digest digest;
    struct fragment fragment = disclosure_fragment(disclosure, index, &digest);
    fragment_write(&out, &fragment);
    return buf_view(&out);
}

/* True when DISCLOSURE, all of it as text, is restored to its document. */
static inline bool comes_back(struct reading *r, const struct disclosure *disclosure)
{
    struct restoration restoration;
    struct restored restored;
    if (!begin_text(r, &restoration, manifest_text(&r->arena, &disclosure->manifest)))
        return false;
    for (int64_t i = 0; i < disclosure->manifest.fragment_count; i++)
        add_text(r, &restoration, fragment_text(&r->arena, disclosure, i));
    return restore_end(&restoration, &restored) &&
           str_equal(restored.document, disclosure->document);
}

/* How the last restoration ended: "accepted", or the code and message of what was reported. */
static inline str ending(struct reading *r, bool ok)
{
    struct diag *first = r->found.first;
    if (ok || !first)
        return ok ? S("accepted") : S("nothing was reported");
    return arena_printf(&r->arena, "%s %s", diag_code_name(first->code), first->message);
}

#endif
