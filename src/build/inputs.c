#include "build/inputs.h"

#include "base/file.h"

void inputs_add(struct map *inputs, const struct document_set *documents)
{
    for (ptrdiff_t i = 0; i < documents->count; i++)
        map_entry(inputs, documents->at[i]->text.name, NULL);
}

/* Adds what OUTPUT refers to in PLAN to the map ALL. */
static void add_referred(const struct plan *plan, const struct output *output, struct map *all)
{
    const struct string_list *refer = &output->artifact->keys.refer;
    for (ptrdiff_t i = 0; i < refer->count; i++) {
        str path = path_normalise(plan->sources->arena, str_of(refer->at[i]));
        struct output *other = map_get(&plan->by_path, path);
        if (other)
            map_put(all, path, other);
    }
}

void inputs_of(const struct plan *plan, const struct output *output, struct map *inputs)
{
    struct map all = {.arena = plan->sources->arena}; /* the output, and what it refers to */
    map_put(&all, str_of(output->artifact->path), (void *)output);
    for (ptrdiff_t i = 0; i < all.count; i++) {
        const struct output *one = all.entries[i].value;
        map_entry(inputs, str_of(one->source_name), NULL);
        inputs_add(inputs, &one->rendering.used);
        add_referred(plan, one, &all);
    }
    for (ptrdiff_t i = 0; i < all.count; i++) {
        const struct output *one = all.entries[i].value;
        const struct config_file *file = one->artifact->file;
        for (; file; file = file->includer)
            map_entry(inputs, file->document->text.name, NULL);
    }
}
