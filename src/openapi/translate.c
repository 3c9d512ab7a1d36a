/*
 * translate.c - one schema object from one dialect to another.
 *
 * Members that count, by the row of the table that they fall under, become what the steps below
 * make of them, one kind after the other. What does not count in the source and would in the target
 * goes, and is reported. What null is let into, and what a "$ref" would hide, is seen to at the
 * end.
 */
#include "openapi/translate.h"

#include "base/show.h"
#include "openapi/translate_steps.h"

/* A step, and the drafts that a translation must lead to for it to be taken. */
struct step {
    enum dialect since, before;
    edit_step *take;
};

#define TO_ALL DIALECT_DRAFT_04, DIALECT_OPENAPI_2_0
#define TO_BEFORE(dialect) DIALECT_DRAFT_04, DIALECT_##dialect
#define TO_SINCE(dialect) DIALECT_##dialect, DIALECT_OPENAPI_2_0

static const struct step steps[TRANSLATE_COUNT] = {
    [TRANSLATE_IDENTIFIER] = {TO_ALL, step_identifier},
    [TRANSLATE_INERT] = {TO_ALL, step_inert},
    [TRANSLATE_DEFINITIONS] = {TO_ALL, step_definitions},
    [TRANSLATE_DYNAMIC_REFERENCE] = {TO_ALL, step_dynamic_reference},
    [TRANSLATE_EXAMPLE] = {TO_ALL, step_example},
    [TRANSLATE_DEPRECATED] = {TO_BEFORE(2019_09), step_deprecated},
    [TRANSLATE_ANNOTATION] = {TO_BEFORE(2019_09), step_annotation},
    [TRANSLATE_CONTENT] = {TO_BEFORE(2019_09), step_annotation},
    [TRANSLATE_TYPE] = {TO_ALL, step_type},
    [TRANSLATE_FORMAT] = {TO_SINCE(DRAFT_07), step_format},
    [TRANSLATE_ENUM] = {TO_BEFORE(DRAFT_07), step_enum},
    [TRANSLATE_REQUIRED] = {TO_ALL, step_required},
    [TRANSLATE_BOUND_FLAG] = {TO_SINCE(DRAFT_06), step_bound_flag},
    [TRANSLATE_BOUND_NUMBER] = {TO_BEFORE(DRAFT_06), step_bound_number},
    [TRANSLATE_CONST] = {TO_BEFORE(DRAFT_06), step_const},
    [TRANSLATE_DEPENDENCIES] = {TO_ALL, step_dependencies},
    [TRANSLATE_DEPENDENT] = {TO_BEFORE(2019_09), step_dependent},
    [TRANSLATE_PROPERTY_NAMES] = {TO_BEFORE(DRAFT_06), step_property_names},
    [TRANSLATE_CONTAINS] = {TO_ALL, step_contains},
    [TRANSLATE_CONTAINS_BOUND] = {TO_BEFORE(2019_09), step_contains_bound},
    [TRANSLATE_ITEMS] = {TO_SINCE(2020_12), step_items},
    [TRANSLATE_PREFIX_ITEMS] = {TO_BEFORE(2020_12), step_prefix_items},
    [TRANSLATE_ADDITIONAL_ITEMS] = {TO_SINCE(2020_12), step_additional_items},
    [TRANSLATE_UNEVALUATED_ITEMS] = {TO_BEFORE(2020_12), step_unevaluated_items},
    [TRANSLATE_UNEVALUATED_PROPERTIES] = {TO_BEFORE(2019_09), step_unevaluated_properties},
    [TRANSLATE_DISCRIMINATOR] = {TO_ALL, step_discriminator},
    [TRANSLATE_IF] = {TO_BEFORE(DRAFT_07), step_if},
    [TRANSLATE_THEN] = {TO_BEFORE(DRAFT_07), step_then},
    [TRANSLATE_NULLABLE] = {TO_ALL, step_nullable},
};

/* True when VALUE has the form that ROW demands, among those that one keyword has had. */
static bool has_form(const struct keyword *row, const struct node *value)
{
    switch (row->translation) {
    case TRANSLATE_BOUND_FLAG:
    case TRANSLATE_NULLABLE:
        return value->kind == NODE_BOOL;
    case TRANSLATE_BOUND_NUMBER:
        return value->kind == NODE_NUMBER;
    default:
        return true;
    }
}

/* The row of NAME in DIALECT, which may be DIALECT_COUNT, if VALUE has its form; else NULL. */
static const struct keyword *fitting_row(enum dialect dialect, str name, const struct node *value)
{
    const struct keyword *row =
        dialect == DIALECT_COUNT ? NULL : keyword_find(OBJECT_SCHEMA, name, dialect);
    return row && has_form(row, value) ? row : NULL;
}

const struct keyword *translate_row(const struct translation *t, str name, const struct node *value)
{
    const struct keyword *row = fitting_row(t->from, name, value);
    return row ? row : fitting_row(t->options.assume, name, value);
}

/* What is to be done with a member that does not count in the source. */
enum stray { STRAY_STAYS, STRAY_OF_3_0, STRAY_OF_TARGET };

/*
 * What only OpenAPI 3.0 has (nullable, boolean bounds) is often meant under another label, and the
 * validators that know it disagree with the others; so it goes, as does what the target would read
 * a meaning into.
 */
static enum stray stray_kind(const struct translation *t, str name, const struct node *value)
{
    const struct keyword *row = fitting_row(DIALECT_OPENAPI_3_0, name, value);
    if (row && (row->translation == TRANSLATE_NULLABLE || row->translation == TRANSLATE_BOUND_FLAG))
        return STRAY_OF_3_0;
    return fitting_row(t->to, name, value) ? STRAY_OF_TARGET : STRAY_STAYS;
}

/* The version of OpenAPI to assume so that NAME: VALUE counts; NULL when there is none. */
static const char *version_to_assume(str name, const struct node *value)
{
    const struct keyword *row = fitting_row(DIALECT_OPENAPI_3_1, name, value);
    if (fitting_row(DIALECT_OPENAPI_3_0, name, value))
        return "3.0";
    return row && row->translation != TRANSLATE_INERT ? "3.1" : NULL;
}

/* Leaves out MEMBER, which means nothing in the source. */
static void drop_stray(struct edit *edit, struct member *member, enum diag_code code)
{
    const struct translation *t = edit->t;
    str name = node_text(&member->key);
    const char *version = version_to_assume(name, member->value);
    bool is_flag = code == W0503 && keyword_find(OBJECT_SCHEMA, name, t->from);
    struct diag *diag =
        diag_report(t->sources->found, code, sources_place(t->sources, &member->key),
                    "%s\"%s\" means nothing in %s and is left out", is_flag ? "a boolean " : "",
                    show(edit->arena, name), dialect_info(t->from)->name.data);
    if (version)
        diag_hint(t->sources->found, diag,
                  "with assume: %s (--assume %s) it counts as in OpenAPI %s", version, version,
                  version);
    edit_drop(edit, member);
}

/* What is inert by the standard goes: some validators still give it its old meaning. */
void step_inert(struct edit *edit, struct member *member)
{
    drop_stray(edit, member, W0504);
}

/* The step for members under ROW, when there is one on the way to the target; else NULL. */
static edit_step *step_of(const struct translation *t, const struct keyword *row)
{
    const struct step *step = &steps[row->translation];
    return step->take && t->to >= step->since && t->to < step->before ? step->take : NULL;
}

/* True when SCHEMA may have to change; most do not. */
static bool needs_work(const struct translation *t, const struct node *schema)
{
    bool refers = false;
    for (uint32_t i = 0; i < schema->count; i++) {
        str name = node_text(node_key(schema, i));
        const struct node *value = node_value(schema, i);
        const struct keyword *row = translate_row(t, name, value);
        if (row ? step_of(t, row) != NULL : stray_kind(t, name, value) != STRAY_STAYS)
            return true;
        refers = refers || (row && row->holds == CHILD_REFERENCE);
    }
    return refers && schema->count > 1 && dialect_info(t->to)->ref_hides_siblings;
}

/* Says of each member what it means; those that mean nothing and may not stay are dropped. */
static void read_members(struct edit *edit, uint64_t *ret_translations)
{
    static_assert(TRANSLATE_COUNT <= 64, "the set of translations is a mask");
    for (ptrdiff_t i = 0; i < edit->count; i++) {
        struct member *member = &edit->members[i];
        str name = node_text(&member->key);
        member->row = translate_row(edit->t, name, member->value);
        enum stray stray = member->row ? STRAY_STAYS : stray_kind(edit->t, name, member->value);
        if (stray != STRAY_STAYS)
            drop_stray(edit, member, stray == STRAY_OF_3_0 ? W0503 : W0504);
        if (member->row)
            *ret_translations |= UINT64_C(1) << member->row->translation;
    }
}

/* Takes the step KIND for all members that ask for it. */
static void take_step(struct edit *edit, enum keyword_translation kind)
{
    for (ptrdiff_t i = 0; i < edit->count; i++) {
        struct member *member = &edit->members[i];
        if (!member_is_there(member) || !member->row || member->row->translation != kind)
            continue;
        edit_step *take = step_of(edit->t, member->row);
        edit->place = *member->value;
        if (take)
            take(edit, member);
    }
}

/* True when more than one member is there. */
static bool has_several(const struct edit *edit)
{
    int count = 0;
    for (ptrdiff_t i = 0; count < 2 && i < edit->count; i++)
        count += member_is_there(&edit->members[i]);
    return count > 1;
}

const struct node *translate_schema(const struct translation *t, const struct node *source,
                                    const struct node *schema)
{
    if (translate_is_hidden(t, schema))
        return translate_bare(t, schema);
    bool lost = translate_has_lost(t, source);
    if (!lost && !needs_work(t, schema))
        return schema;
    struct edit edit = edit_begin(t, source, schema);
    uint64_t translations = 0;
    read_members(&edit, &translations);
    if (lost)
        translate_give_up(&edit);
    for (enum keyword_translation kind = 0; kind < TRANSLATE_COUNT; kind++)
        if (translations >> kind & 1)
            take_step(&edit, kind);
    if (edit.nullable)
        translate_with_null(&edit);
    if (has_several(&edit))
        translate_unhide(&edit);
    const struct node *result = edit.changed ? edit_result(&edit, NULL) : schema;
    edit_done(&edit);
    return result;
}

const struct node *translate_boolean(const struct translation *t, const struct node *schema,
                                     str keyword)
{
    if (t->to != DIALECT_DRAFT_04 || str_equal(keyword, S("additionalItems")) ||
        str_equal(keyword, S("additionalProperties")))
        return schema;
    struct edit edit = {.arena = t->sources->arena, .place = *schema};
    const struct node *anything = edit_anything(&edit);
    return schema->count ? anything : edit_not(&edit, anything);
}
