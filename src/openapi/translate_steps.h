/*
 * translate_steps.h - what becomes of the keywords, by the values of enum keyword_translation.
 * Internal to openapi/translate*.c.
 *
 * Each step is called for a member whose row asks for it, when the target is one for which the
 * table in translate.c has it. It looks at the members as the steps before it left them, and leaves
 * alone what has not the form that its standard demands.
 */
#ifndef OPENAPI_TRANSLATE_STEPS_H
#define OPENAPI_TRANSLATE_STEPS_H

#include "openapi/edit.h"

/* The row under which NAME: VALUE counts in the source: its own, or of the dialect to assume. NULL:
 * it does not count. */
const struct keyword *translate_row(const struct translation *t, str name,
                                    const struct node *value);

/* translate.c: what means nothing. */
edit_step step_inert;

/* translate_names.c: identifiers, annotations and other members that go under another name. */
edit_step step_identifier, step_definitions, step_dynamic_reference, step_example, step_deprecated,
    step_annotation;

/* translate_values.c: assertions about one value. */
edit_step step_type, step_format, step_enum, step_required, step_bound_flag, step_bound_number,
    step_const;

/* translate_objects.c: properties and their names. */
edit_step step_dependencies, step_dependent, step_property_names;

/* translate_arrays.c: items. */
edit_step step_contains, step_contains_bound, step_items, step_prefix_items, step_additional_items;

/* translate_unevaluated.c */
edit_step step_unevaluated_items, step_unevaluated_properties;

/* translate_discriminator.c */
edit_step step_discriminator;

/* translate_conditions.c: if, then and else. */
edit_step step_if, step_then;

/*
 * The schema that means `if` CONDITION `then` YES `else` NO, either of which may be NULL, in the
 * target. What it repeats where the target has no "if" is the smallest of the three.
 */
const struct node *translate_condition(struct edit *edit, const struct node *condition,
                                       const struct node *yes, const struct node *no);

/* True when NODE holds at most COUNT nodes. Takes at most that many steps. */
bool translate_is_small(const struct node *node, ptrdiff_t count);

/* What may be repeated in a result, in nodes: enough for any schema that a person wrote there. */
enum { REPEATED_NODES = 1000 };

/* translate_null.c: lets null in at the end, when all members are in the target's dialect. */
edit_step step_nullable;
void translate_with_null(struct edit *edit);

/* translate_references.c: true when of SCHEMA, as the source has it, only "$ref" counts. */
bool translate_is_hidden(const struct translation *t, const struct node *schema);

/* Such a SCHEMA with nothing but its "$ref"; what else there is is reported. */
const struct node *translate_bare(const struct translation *t, const struct node *schema);

/* Where the target's "$ref" hides its siblings, one that has siblings goes into "allOf". */
void translate_unhide(struct edit *edit);

/* translate_losses.c: true when a subschema of SOURCE has lost something. */
bool translate_has_lost(const struct translation *t, const struct node *source);

/* Then what would refuse more for that gives way, before all steps. */
void translate_give_up(struct edit *edit);

#endif
