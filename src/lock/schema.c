#include "lock/schema.h"

#include "schema/pointer.h"
#include "source/write.h"

/* One of the two schemas, as a document. */
struct schema_side {
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct document *document;
};

/* Reads SCHEMA into *SIDE, which stays where it is. False: it cannot be read so. */
static bool open_side(struct arena *arena, const struct node *schema, struct schema_side *side)
{
    struct buf text = buf_in(arena, FILE_CEILING);
    const struct node *bad;
    node_write(&text, schema, (struct write_options){.style = WRITE_EXACT}, &bad);
    side->found = (struct diag_list){.arena = arena};
    side->sources =
        (struct sources){.arena = arena, .found = &side->found, .view = &file_view_empty};
    if (text.full || !registry_init(&side->registry, &side->sources, S("."), false))
        return false;
    side->registry.unsaid_kind = OBJECT_SCHEMA;
    side->registry.unsaid_dialect = DIALECT_2020_12;
    str uri = S("https://tool.example/schema"); /* what is relative leads nowhere */
    side->document = sources_read_as(&side->sources, uri, buf_view(&text), FORMAT_JSON);
    if (side->document)
        registry_add_at(&side->registry, side->document, uri);
    return side->document != NULL;
}

bool lock_schema_compare(struct arena *arena, const struct node *old, const struct node *new,
                         unsigned audience, uint64_t *work, struct drift *ret_drift)
{
    struct schema_side *sides = arena_new(arena, struct schema_side, 2);
    *ret_drift = (struct drift){0};
    if (!open_side(arena, old, &sides[0]) || !open_side(arena, new, &sides[1]))
        return false;
    struct drift_side from = {&sides[0].registry, sides[0].document, DIALECT_2020_12};
    struct drift_side to = {&sides[1].registry, sides[1].document, DIALECT_2020_12};
    struct comparison *comparison = drift_begin(arena, &from, &to);
    if (*work < DRIFT_WORK)
        drift_set_work(comparison, *work);
    bool ok = drift_compare(comparison, sides[0].document->root, sides[1].document->root, audience);
    drift_finish(comparison, ret_drift);
    *work -= ret_drift->steps;
    return ok && !ret_drift->is_cut;
}

/*
 * What a change of an annotation is. A default is more than text: it is what a call gets. Of what
 * else has no effect on what is valid ("contentEncoding", "readOnly", "x-mcp-header", what nobody
 * knows) nothing says that callers may overlook it.
 */
static enum lock_grade annotation_grade(const struct change *change)
{
    static const char *const texts[] = {"/title", "/description", "/examples", "/$comment",
                                        "/deprecated"};
    str pointer = change->new.is_there ? change->new.pointer : change->old.pointer;
    if (change->code == D0153 || change->code == D0154 || change->code == D0155 ||
        change->code == D0156) /* definitions that nothing refers to, names of schemas */
        return GRADE_SAFE;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (str_ends(pointer, str_of(texts[i])))
            return GRADE_TEXT;
    return str_ends(pointer, S("/default")) ? GRADE_SAFE : GRADE_UNDECIDED;
}

enum lock_grade lock_schema_grade(const struct change *change, unsigned audience)
{
    if (change->is_annotation)
        return annotation_grade(change);
    if (!change->audience)
        return GRADE_SAFE;
    if (change->code == D0118 && audience == DRIFT_WRITERS)
        return GRADE_NEWS;
    enum drift_effect effect = audience == DRIFT_WRITERS ? change->writers : change->readers;
    return effect == DRIFT_BREAKS ? GRADE_BREAKS
           : effect == DRIFT_SAFE ? GRADE_SAFE
                                  : GRADE_UNDECIDED;
}

const char *lock_grade_words(enum lock_grade grade)
{
    static const char *const words[] = {
        [GRADE_TEXT] = "an annotation",    [GRADE_SAFE] = "safe for callers",
        [GRADE_NEWS] = "news to callers",  [GRADE_UNDECIDED] = "undecided for callers",
        [GRADE_BREAKS] = "breaks callers", [GRADE_CRITICAL] = "may destroy",
    };
    return words[grade];
}

/* True when POINTER is where CHANGE is, above it or below it; a change of the whole schema
 * tells of nothing below it. */
static bool is_along(str change, str pointer)
{
    str at = pointer_without_index(change);
    return pointer_is_below(at, pointer) || (at.len && pointer_is_below(pointer, at));
}

bool lock_schema_tells(const struct drift *drift, str pointer)
{
    for (ptrdiff_t i = 0; i < drift->count; i++)
        if (is_along(drift->changes[i].old.pointer, pointer) ||
            is_along(drift->changes[i].new.pointer, pointer))
            return true;
    return false;
}
