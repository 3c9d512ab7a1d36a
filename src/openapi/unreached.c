#include "openapi/unreached.h"

/* Reports the references in NODE, an object of KIND, that lead nowhere. */
static void try_references(const struct openapi *openapi, const struct lookup *lookup,
                           const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    struct target target;
    walk_begin(&it, node, kind, resolve_dialect(lookup, node, kind));
    while (walk_next(&it, &child)) {
        if (child.kind == CHILD_REFERENCE || child.kind == CHILD_MAPPING)
            openapi_resolve_child(openapi, lookup, &child, &target);
        else if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT)
            try_references(openapi, lookup, child.node, child.object);
    }
}

/* The first of the records that are faults of the document, not just not supported; and how many.
 */
static const struct diag *first_fault(const struct diag_list *found, int *ret_count)
{
    const struct diag *first = NULL;
    *ret_count = 0;
    for (const struct diag *diag = found->first; diag; diag = diag->next) {
        if (diag->code == E0403 || diag->code == E0404 || diag->code == E0410)
            continue;
        first = first ? first : diag;
        ++*ret_count;
    }
    return first;
}

void openapi_warn_unreached(const struct openapi *openapi)
{
    /* What is found is told as one warning, so it goes to a list of its own first. */
    struct diag_list aside = {.arena = openapi->sources->arena};
    struct lookup lookup = openapi->lookup;
    struct diag_list *found = openapi->sources->found;
    lookup.offline = true; /* what nothing needs is not read */
    openapi->sources->found = &aside;
    for (uint32_t i = 0; openapi->schemas && i < openapi->schemas->count; i++)
        if (!openapi->reached[i])
            try_references(openapi, &lookup, node_value(openapi->schemas, i), OBJECT_SCHEMA);
    openapi->sources->found = found;
    int count;
    const struct diag *first = first_fault(&aside, &count);
    if (count == 1)
        diag_report(openapi->sources->found, W0301, first->where,
                    "%s; nothing that is used contains it", first->message);
    else if (count > 1)
        diag_report(openapi->sources->found, W0301, first->where,
                    "%s; this and %d more reference%s lie in parts that are not used",
                    first->message, count - 1, count == 2 ? "" : "s");
}
