#include "build/init_like.h"

#include "base/file.h"
#include "base/utf8.h"
#include "build/check.h"
#include "build/disk.h"
#include "build/init_text.h"
#include "build/likeness.h"
#include "schema/vocabulary.h"

#include <errno.h>

/* True when some member of ROOT is a keyword of a dialect of JSON Schema. */
static bool has_keywords(const struct node *root)
{
    for (uint32_t i = 0; i < root->count; i++)
        for (int dialect = DIALECT_DRAFT_04; dialect <= DIALECT_2020_12; dialect++)
            if (keyword_find(OBJECT_SCHEMA, node_text(node_key(root, i)), (enum dialect)dialect))
                return true;
    return false;
}

/* Reports the faults of NODE and all that it holds: keys that stand twice. False when there are. */
static bool is_faultless(struct initiator *in, const struct node *node)
{
    bool ok = !sources_report_faults(in->sources, node);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++)
        ok = is_faultless(in, node_value(node, i)) && ok;
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        ok = is_faultless(in, node_item(node, i)) && ok;
    return ok;
}

/* Reads the schema that is there. False when reported: it is none. */
static bool read_existing(struct initiator *in, struct disk_file *disk,
                          const struct node **ret_root)
{
    const char *path = in->request->like;
    disk_read(NULL, in->arena, path, disk);
    if (!disk->problem && disk->bytes.len > FILE_CEILING)
        disk->problem = EFBIG;
    if (disk->problem)
        return init_cannot_read(in, path, disk->problem);
    struct document *document =
        sources_read_as(in->sources, str_of(path), disk->bytes, FORMAT_JSON);
    if (!document || (document->faults && !is_faultless(in, document->root)))
        return false;
    const struct node *root = document->root;
    place where = sources_place(in->sources, root);
    bool is_document = node_get(root, S("openapi")) || node_get(root, S("swagger"));
    struct diag *diag = NULL;
    if (root->kind != NODE_OBJECT)
        diag =
            diag_report(in->found, E0405, where, "a schema of this kind is an object, this is %s",
                        node_kind_words(root->kind));
    else if (is_document || !has_keywords(root))
        diag = diag_report(in->found, E0405, where, "this is no JSON Schema but %s",
                           is_document ? "an OpenAPI document" : "an object without keywords");
    if (diag)
        diag_hint(in->found, diag,
                  "`schemac init SOURCE --like SCHEMA`: first the document, then the schema");
    *ret_root = root;
    return !diag;
}

/* Finds the keys; none when the document cannot be read, which init_make reports. */
static void find_likeness(struct initiator *in, const struct disk_file *disk,
                          const struct node *root, struct likeness *likeness)
{
    struct init_trial trial;
    ptrdiff_t mark;
    utf_bom(disk->lines, &mark);
    struct existing existing = {root, str_skip(disk->lines, mark), init_stem(in->request->like)};
    if (init_try_open(in, &trial))
        likeness_find(&trial.openapi, &existing, in->arena, likeness);
    arena_free(&trial.arena);
}

/* Compares what the keys give with what is there, and reports it as check does. */
static void compare(struct initiator *in, const struct rendering *rendering)
{
    struct output output = {
        .artifact = &in->artifact,
        .listed = in->artifact.path,
        .path = in->request->like,
        .name = in->request->like,
        .file = in->request->like,
        .source_name = in->request->source,
        .record = -1,
        .selected = true,
        .rendering = *rendering,
        .digest = digest_sha256(rendering->bytes),
    };
    struct plan plan = {
        .sources = in->sources,
        .config =
            {
                .path = in->request->out,
                .directory = in->folder,
                .artifacts = &in->artifact,
                .count = 1,
            },
        .outputs = &output,
        .output_count = 1,
    };
    check(&plan, "schemac generate");
}

/* Says what the findings of `compare` mean for who asked for the keys. */
static void explain_nearest(struct initiator *in, const struct likeness *likeness)
{
    place where = init_place(in, in->request->like);
    if (likeness->is_same_but_ended) {
        diag_report(
            in->found, N0601, where,
            "the keys give this file but for the line feed at its end, which schemac writes");
        return;
    }
    struct diag *diag = diag_report(
        in->found, N0601, where, "no keys give just this file; those that come nearest were taken");
    diag_hint(in->found, diag,
              "change the document or the keys until `schemac check` has nothing to say; "
              "`schemac generate` settles it the other way, and overwrites this file");
}

bool init_like(struct initiator *in, struct init_result *result)
{
    struct disk_file disk;
    const struct node *root = NULL;
    struct likeness likeness = {0};
    struct rendering rendering;
    if (!read_existing(in, &disk, &root))
        return false;
    find_likeness(in, &disk, root, &likeness);
    in->artifact.keys = likeness.keys;
    if (!init_make(in, &rendering))
        return false;
    init_text_like(&result->text, &in->artifact, &likeness);
    result->is_same = likeness.is_same;
    compare(in, &rendering);
    if (diag_status(in->found) == 1)
        explain_nearest(in, &likeness);
    return true;
}
