/*
 * Schemas in parts. The input is a script in one line, and behind it a JSON document, which is
 * disclosed as an input schema, in parts as short as the first byte of the script says. The rest of
 * the script changes manifest and fragments: their bytes, their order, where they are split, texts
 * together with their digests. Whatever it does, what is restored is the document that was
 * disclosed.
 */
#include "fuzz.h"

#include "disclosure/disclose.h"
#include "disclosure/restore.h"

#include <string.h>

enum { PARTS_MAX = 64, OPERATION = 4 };

/* Manifest and fragments as they travel. */
struct travel {
    struct arena *arena;
    struct disclosure disclosure;
    str manifest;
    struct fragment fragments[PARTS_MAX];
    str texts[PARTS_MAX]; /* of the fragments, as JSON */
    ptrdiff_t count;
    bool is_changed;
};

/* The JSON text of FRAGMENT with the digest that its text has. */
static str seal(struct travel *t, struct fragment *fragment)
{
    struct buf out = buf_in(t->arena, PTRDIFF_MAX);
    fragment->fragment_sha256 = arena_copy(t->arena, str_of(digest_sha256(fragment->text).hex));
    fragment_write(&out, fragment);
    return buf_view(&out);
}

/* Splits the document anew, at the first boundary of characters behind SIZE bytes each time. */
static void split(struct travel *t, ptrdiff_t size)
{
    str document = t->disclosure.document;
    ptrdiff_t least = document.len / (PARTS_MAX - 8) + 1;
    if (size < least)
        size = least;
    t->count = 0;
    for (ptrdiff_t at = 0; at < document.len;) {
        ptrdiff_t end = document.len - at > size ? at + size : document.len;
        while (end < document.len && ((unsigned char)document.data[end] & 0xC0) == 0x80)
            end++;
        t->fragments[t->count++].text = (str){document.data + at, end - at};
        at = end;
    }
    t->disclosure.manifest.fragment_count = t->count;
    for (ptrdiff_t i = 0; i < t->count; i++) {
        t->fragments[i].manifest = t->disclosure.manifest;
        t->fragments[i].index = i;
        t->texts[i] = seal(t, &t->fragments[i]);
    }
    struct buf out = buf_in(t->arena, PTRDIFF_MAX);
    manifest_write(&out, &t->disclosure.manifest);
    t->manifest = buf_view(&out);
}

/* TEXT with COUNT bytes at AT replaced by WITH. */
static str edit(struct arena *arena, str text, ptrdiff_t at, ptrdiff_t count, str with)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    buf_add(&out, str_first(text, at));
    buf_add(&out, with);
    buf_add(&out, str_skip(text, at + count));
    return buf_view(&out);
}

/* Replaces, inserts or removes a byte of TEXT, where there is one. */
static str edit_byte(struct arena *arena, str text, int how, unsigned at, char byte)
{
    if (!text.len)
        return text;
    ptrdiff_t where = (ptrdiff_t)at % text.len;
    str with = {&byte, how == 2 ? 0 : 1};
    return edit(arena, text, where, how == 1 ? 0 : 1, with);
}

static void remove_fragment(struct travel *t, ptrdiff_t at)
{
    t->count--;
    memmove(&t->texts[at], &t->texts[at + 1], (size_t)(t->count - at) * sizeof *t->texts);
    memmove(&t->fragments[at], &t->fragments[at + 1],
            (size_t)(t->count - at) * sizeof *t->fragments);
}

/* Moves where fragment AT ends and the next begins, digests and all: a legal split. */
static void move_boundary(struct travel *t, ptrdiff_t at, ptrdiff_t by)
{
    if (at + 1 >= t->count)
        return;
    struct fragment *one = &t->fragments[at], *next = &t->fragments[at + 1];
    if (one->text.data + one->text.len != next->text.data || by > next->text.len)
        return;
    one->text.len += by;
    next->text = str_skip(next->text, by);
    t->texts[at] = seal(t, one);
    t->texts[at + 1] = seal(t, next);
}

/* What the four bytes at SCRIPT say: what to do, to which fragment, where, with which byte. */
static void change(struct travel *t, const unsigned char *script)
{
    if (!t->count)
        return;
    ptrdiff_t at = script[1] % t->count, other = script[2] % t->count;
    unsigned where = script[2] * 7U;
    char byte = (char)script[3];
    struct fragment *fragment = &t->fragments[at];
    str text = t->texts[at];
    t->is_changed = true;
    switch (script[0] % 9) {
    case 0:
    case 1:
    case 2:
        t->texts[at] = edit_byte(t->arena, text, script[0] % 9, where, byte);
        break;
    case 3:
        t->texts[at] = t->texts[other];
        t->texts[other] = text;
        break;
    case 4:
        t->texts[at] = t->texts[other];
        break;
    case 5:
        remove_fragment(t, at);
        break;
    case 6: /* a text and its digest */
        fragment->text = edit_byte(t->arena, fragment->text, script[2] % 3, script[2] / 3, byte);
        t->texts[at] = seal(t, fragment);
        break;
    case 7:
        move_boundary(t, at, script[3] % 32);
        break;
    default:
        t->manifest = edit_byte(t->arena, t->manifest, script[1] % 3, where, byte);
        break;
    }
}

/* Restores what travels. True when it is accepted. */
static bool restore(struct run *run, struct travel *t, struct restored *ret_restored)
{
    struct restoration restoration;
    struct document *selected =
        sources_read_as(&run->sources, S("manifest.json"), t->manifest, FORMAT_JSON);
    if (!selected || !restore_begin(&restoration, &run->arena, &run->found, &selected->text,
                                    selected->root, S(MANIFEST_URI_PREFIX)))
        return false;
    for (ptrdiff_t i = 0; i < t->count; i++) {
        struct document *document =
            sources_read_as(&run->sources, S("fragment.json"), t->texts[i], FORMAT_JSON);
        if (document)
            restore_add(&restoration, &document->text, document->root);
    }
    return restore_end(&restoration, ret_restored);
}

static void check(struct run *run, struct travel *t)
{
    struct restored restored;
    int before = diag_problems(&run->found);
    if (restore(run, t, &restored)) {
        MUST(str_equal(restored.document, t->disclosure.document),
             "no other document is restored than the one that was disclosed");
        MUST(restored.input && restored.output, "it has both schemas");
        return;
    }
    MUST(t->is_changed, "what was not changed is restored");
    MUST(diag_problems(&run->found) > before, "what is refused is told of");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run;
    str script, schema;
    run_begin(&run, INSTANCE_DEPTH - 1);
    run.sources.policy.duplicates = DUPLICATES_LAST;
    str_cut(fuzz_input(data, size), '\n', &script, &schema);
    struct document *document =
        sources_read_as(&run.sources, S("schema.json"), schema.len ? schema : S("{}"), FORMAT_JSON);
    struct disclosure_names names = {
        S("forecast.read"), S("read"), S(MANIFEST_URI_PREFIX),
        S("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")};
    struct travel *t = arena_new(&run.arena, struct travel, 1);
    t->arena = &run.arena;
    if (document && disclose(&run.sources, document->root, NULL, &names, &t->disclosure) &&
        t->disclosure.document.len <= (PARTS_MAX - 8) * FRAGMENT_TEXT_MAX) {
        const unsigned char *bytes = (const unsigned char *)script.data;
        split(t, script.len ? bytes[0] + 1 : FRAGMENT_TEXT_MAX);
        check(&run, t);
        for (ptrdiff_t i = 1; i + OPERATION <= script.len; i += OPERATION)
            change(t, bytes + i);
        check(&run, t);
    }
    run_end(&run);
    return 0;
}
