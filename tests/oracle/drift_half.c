#include "drift_half.h"

#include "drift_spots.h"

void half_read(struct half *side, struct arena *arena, str text, enum dialect dialect)
{
    *side = (struct half){.arena = arena};
    side->found.arena = arena;
    side->sources = (struct sources){.arena = arena, .found = &side->found};
    if (!registry_init(&side->registry, &side->sources, S("."), true))
        return;
    side->registry.unsaid_kind = OBJECT_SCHEMA;
    side->registry.unsaid_dialect = dialect;
    side->document = sources_read_as(&side->sources, S("schema.json"), text, FORMAT_JSON);
    if (side->document)
        registry_add_at(&side->registry, side->document, S("test:schema"));
}

void half_open(struct half *side, struct arena *arena, str text, enum dialect dialect,
               enum format_assertion formats, bool judged)
{
    half_read(side, arena, text, dialect);
    compiler_init(&side->compiler, &side->registry, dialect, formats);
    side->compiler.trusts = !judged;
    side->compiler.lookup.entry = side->document;
    side->scheme = side->document ? compile(&side->compiler, side->document->root) : NULL;
    runner_init(&side->runner, &side->compiler.program);
}

void half_done(struct half *side)
{
    runner_done(&side->runner);
}

const char *half_complaint(const struct half *side)
{
    return side->found.first ? side->found.first->message : NULL;
}

/* The verdict by SCHEMA, a part of SIDE's. */
static enum verdict verdict_by(struct half *side, const struct node *schema,
                               const struct node *value)
{
    struct runner runner;
    const struct scheme *scheme = compile(&side->compiler, schema);
    if (!scheme)
        return VERDICT_UNDECIDED;
    runner_init(&runner, &side->compiler.program);
    enum verdict verdict = run(&runner, scheme, value);
    runner_done(&runner);
    return verdict;
}

static bool shows(struct half *old, const struct node *old_schema, struct half *new,
                  const struct node *new_schema, const struct node *value)
{
    return verdict_by(old, old_schema, value) == VERDICT_VALID &&
           verdict_by(new, new_schema, value) == VERDICT_INVALID;
}

/* The innermost schema around POINTER, but for OUT more that lie around that; or NULL. */
static const struct spot *around(const struct spots *spots, str pointer, int out)
{
    for (ptrdiff_t i = spots->count - 1; i >= 0; i--) {
        const struct spot *spot = &spots->at[i];
        ptrdiff_t len = spot->pointer.len;
        bool is_prefix =
            str_starts(pointer, spot->pointer) && (pointer.len == len || pointer.data[len] == '/');
        if (is_prefix && out-- == 0)
            return spot;
    }
    return NULL;
}

enum shown half_shows(struct half *old, struct half *new, str old_pointer, str new_pointer,
                      const struct node *value)
{
    struct node *old_root = (struct node *)old->document->root;
    struct node *new_root = (struct node *)new->document->root;
    if (shows(old, old_root, new, new_root, value))
        return SHOWN_AT_ROOT;
    struct spots olds = spots_in(old->arena, old_root), news = spots_in(new->arena, new_root);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const struct spot *a = around(&olds, old_pointer, i);
            const struct spot *b = around(&news, new_pointer, j);
            if (a && b && shows(old, a->schema, new, b->schema, value))
                return SHOWN_AT_PLACE;
        }
    for (ptrdiff_t i = 0; i < olds.count; i++)
        for (ptrdiff_t j = 0; j < news.count; j++)
            if (str_equal(olds.at[i].pointer, news.at[j].pointer) &&
                shows(old, olds.at[i].schema, new, news.at[j].schema, value))
                return SHOWN_ELSEWHERE;
    return SHOWN_NOWHERE;
}
