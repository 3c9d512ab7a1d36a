/*
 * translate_discriminator.c - a discriminator as conditions.
 *
 * With `discriminator: conditional`, oneOf or anyOf over references becomes: the property is there,
 * its value is one of the known names, and if it is NAME, then the schema of that name holds (3.0,
 * 3.1 and 3.2, Discriminator Object). Which names are known is said by the mapping, and by the
 * references, each of which ends in one.
 */
#include "openapi/translate_steps.h"

#include "base/show.h"
#include "schema/pointer.h"
#include "schema/uri.h"

/* One schema among those to choose from. */
struct branch {
    const struct node *schema; /* in the target */
    str reference;             /* where it leads in the result */
    const struct node **names; /* strings; the values of the property that choose it */
    ptrdiff_t count, cap;
};

struct choice {
    struct edit *edit;
    const struct member *discriminator;
    str property;
    struct branch *branches;
    ptrdiff_t count;
    struct map by_reference;  /* to the branch */
    struct map by_name;       /* to the branch */
    const struct node *other; /* 3.2: what holds for other values and none; or NULL */
};

/* Reports that the discriminator stays as it is, or what of it does not count. */
static void report(const struct choice *choice, const struct node *where, const char *what)
{
    struct sources *sources = choice->edit->t->sources;
    diag_report(sources->found, W0505, sources_place(sources, where), "%s", what);
}

/* The reference that stands for SCHEMA, a branch: its own, or that in its allOf. */
static str branch_reference(const struct node *schema)
{
    const struct node *all_of = node_get(schema, S("allOf"));
    if (node_is(all_of, NODE_ARRAY) && all_of->count && !node_get(schema, S("$ref")))
        schema = node_item(all_of, 0);
    const struct node *reference = node_get(schema, S("$ref"));
    return node_is(reference, NODE_STRING) ? node_text(reference) : (str){0};
}

/*
 * The name that the reference REFERENCE, as it was read, ends in: the last token of its pointer, or
 * the name of the file without its extension. Empty when there is none.
 */
static str implicit_name(struct arena *arena, str reference)
{
    struct uri uri = uri_split(reference);
    str pointer, name = {0};
    if (uri.fragment.len && pointer_from_fragment(arena, uri.fragment, &pointer)) {
        str token = str_skip(pointer, str_find_last_byte(pointer, '/') + 1);
        return pointer_token_decode(arena, token, &name) ? name : (str){0};
    }
    str file = str_skip(uri.path, str_find_last_byte(uri.path, '/') + 1);
    if (!pointer_from_fragment(arena, file, &name))
        return (str){0};
    ptrdiff_t dot = str_find_last_byte(name, '.');
    return dot > 0 ? str_first(name, dot) : name;
}

static void add_name(struct choice *choice, struct branch *branch, const struct node *name)
{
    branch->names = arena_make_room(choice->edit->arena, branch->names, sizeof *branch->names,
                                    branch->count, &branch->cap);
    branch->names[branch->count++] = name;
    map_put(&choice->by_name, node_text(name), branch);
}

/* The place in the result that MAPPING, a name or a reference that leads there, means. */
static str mapped_reference(const struct choice *choice, const struct node *mapping)
{
    str text = node_text(mapping);
    struct buf pointer = buf_in(choice->edit->arena, PTRDIFF_MAX),
               reference = buf_in(choice->edit->arena, PTRDIFF_MAX);
    if (map_get(&choice->by_reference, text) || str_find_byte(text, '#') >= 0)
        return text;
    pointer_add_token(&pointer, dialect_info(choice->edit->t->to)->definitions);
    pointer_add_token(&pointer, text);
    buf_add_byte(&reference, '#');
    pointer_add_fragment(&reference, buf_view(&pointer));
    return buf_view(&reference);
}

/* The names that "mapping" gives. */
static void add_mapping(struct choice *choice)
{
    const struct node *mapping = node_get(choice->discriminator->value, S("mapping"));
    for (uint32_t i = 0; node_is(mapping, NODE_OBJECT) && i < mapping->count; i++) {
        const struct node *name = node_key(mapping, i), *value = node_value(mapping, i);
        struct branch *branch = NULL;
        if (value->kind == NODE_STRING)
            branch = map_get(&choice->by_reference, mapped_reference(choice, value));
        if (branch)
            add_name(choice, branch, name);
        else
            report(choice, value,
                   "this mapping is left out: it leads to no schema that can be chosen");
    }
}

/*
 * The names that references end in, unless the mapping has them. WRITTEN are the branches as they
 * were read. NULL, or why that is not clear.
 */
static const char *add_implicit(struct choice *choice, const struct node *written)
{
    struct map taken = {.arena = choice->edit->arena};
    for (ptrdiff_t i = 0; i < choice->count; i++) {
        const struct node *source = node_get(node_item(written, (uint32_t)i), S("$ref"));
        struct branch *branch = map_get(&choice->by_reference, choice->branches[i].reference);
        struct node *name = arena_new(choice->edit->arena, struct node, 1);
        *name = *source;
        str text = implicit_name(choice->edit->arena, node_text(source));
        name->chars = text.data;
        name->count = (uint32_t)text.len;
        const struct branch *other = map_get(&taken, text);
        if (other && other != branch)
            return "two of its schemas have one name";
        if (!other && text.len && !map_get(&choice->by_name, text))
            add_name(choice, branch, name);
        map_put(&taken, text, branch);
    }
    return choice->by_name.count ? NULL : "its schemas have no names";
}

/* "const" or "enum": one of NAMES. */
static const struct node *one_of_names(struct edit *edit, const struct node *const *names,
                                       ptrdiff_t count)
{
    if (count == 1 && edit->t->to > DIALECT_DRAFT_04)
        return EDIT_OBJECT(edit, {S("const"), names[0]});
    return EDIT_OBJECT(edit, {S("enum"), edit_array(edit, names, count)});
}

/* The object whose property is there and one of NAMES. */
static const struct node *has_name(const struct choice *choice, const struct node *const *names,
                                   ptrdiff_t count)
{
    struct edit *edit = choice->edit;
    const struct node *value = one_of_names(edit, names, count);
    const struct node *property = EDIT_OBJECT(edit, {choice->property, value});
    return EDIT_OBJECT(edit, {S("required"), EDIT_LIST(edit, edit_string(edit, choice->property))},
                       {S("properties"), property});
}

/* Puts the conditions in place of MEMBER, oneOf or anyOf. */
static void say_conditions(struct choice *choice, struct member *member)
{
    struct edit *edit = choice->edit;
    struct arena *arena = edit->arena;
    ptrdiff_t name_count = 0, count = 0;
    for (ptrdiff_t i = 0; i < choice->count; i++)
        name_count += choice->branches[i].count;
    const struct node **names = arena_new(arena, const struct node *, name_count);
    const struct node **conditions = arena_new(arena, const struct node *, choice->count + 1);
    name_count = 0;
    for (ptrdiff_t i = 0; i < choice->count; i++) {
        struct branch *branch = &choice->branches[i];
        for (ptrdiff_t j = 0; j < branch->count; j++)
            names[name_count++] = branch->names[j];
        if (branch->count)
            conditions[++count] = translate_condition(
                edit, has_name(choice, branch->names, branch->count), branch->schema, NULL);
    }
    const struct node *known = has_name(choice, names, name_count);
    conditions[0] = choice->other ? translate_condition(edit, known, NULL, choice->other) : known;
    edit_require(edit, member, conditions, count + 1);
}

/* Fills in the branches from MEMBER, oneOf or anyOf. False when they are not all references. */
static bool find_branches(struct choice *choice, const struct member *member,
                          const struct node *written)
{
    const struct node *schemas = member->value;
    if (schemas->kind != NODE_ARRAY || !schemas->count || !node_is(written, NODE_ARRAY) ||
        written->count != schemas->count)
        return false;
    choice->branches = arena_new(choice->edit->arena, struct branch, schemas->count);
    choice->count = schemas->count;
    choice->by_reference = (struct map){.arena = choice->edit->arena};
    for (uint32_t i = 0; i < schemas->count; i++) {
        struct branch *branch = &choice->branches[i];
        *branch = (struct branch){.schema = node_item(schemas, i),
                                  .reference = branch_reference(node_item(schemas, i))};
        if (!branch->reference.data ||
            !node_is(node_get(node_item(written, i), S("$ref")), NODE_STRING))
            return false;
        if (!map_get(&choice->by_reference, branch->reference))
            map_put(&choice->by_reference, branch->reference, branch);
    }
    return true;
}

/* The member to choose from, oneOf or anyOf, with the branches filled in; else NULL. */
static struct member *find_choice(struct choice *choice)
{
    static const char *const names[] = {"oneOf", "anyOf"};
    for (int i = 0; i < 2; i++) {
        str name = str_of(names[i]);
        struct member *member = edit_find(choice->edit, name);
        if (member && find_branches(choice, member, node_get(choice->edit->source, name)))
            return member;
    }
    return NULL;
}

/* What the property's other values choose (3.2). */
static void find_other(struct choice *choice)
{
    const struct node *other = node_get(choice->discriminator->value, S("defaultMapping"));
    if (!node_is(other, NODE_STRING))
        return;
    str reference = mapped_reference(choice, other);
    choice->other = EDIT_OBJECT(choice->edit, {S("$ref"), edit_string(choice->edit, reference)});
}

void step_discriminator(struct edit *edit, struct member *member)
{
    if (edit->t->options.discriminator == DISCRIMINATOR_KEEP)
        return;
    struct choice choice = {
        .edit = edit, .discriminator = member, .by_name = {.arena = edit->arena}};
    const struct node *property = node_get(member->value, S("propertyName"));
    struct member *schemas = find_choice(&choice);
    const char *why = NULL;
    if (!node_is(property, NODE_STRING)) {
        why = "it names no property";
    } else if (!schemas) {
        why = "there is no oneOf or anyOf of references alone beside it";
    } else {
        choice.property = node_text(property);
        add_mapping(&choice);
        why = add_implicit(&choice, node_get(edit->source, node_text(&schemas->key)));
    }
    if (why) {
        report(&choice, &member->key,
               arena_printf(edit->arena, "the discriminator stays as it is: %s", why).data);
        return;
    }
    find_other(&choice);
    say_conditions(&choice, schemas);
    edit_drop(edit, member);
}
