#include "build/inputs.h"

#include "base/file.h"
#include "build/disclosures.h"

void inputs_add(struct map *inputs, const struct document_set *documents)
{
    for (ptrdiff_t i = 0; i < documents->count; i++)
        map_entry(inputs, documents->at[i]->text.name, NULL);
}

void inputs_add_own(struct map *inputs, const struct output *output)
{
    if (output->disclosed) {
        for (ptrdiff_t i = 0; i < output->disclosed->file_count; i++)
            map_entry(inputs, str_of(output->disclosed->names[i]), NULL);
        return;
    }
    map_entry(inputs, str_of(output->source_name), NULL);
    inputs_add(inputs, &output->rendering.used);
}

void inputs_add_declaring(struct map *inputs, const struct output *output)
{
    const struct config_file *file = output->declaring;
    for (; file; file = file->includer)
        map_entry(inputs, file->document->text.name, NULL);
}

/* Adds edges to what ARTIFACT refers to. */
static void add_referred(struct digraph_maker *maker, const struct plan *plan,
                         const struct artifact *artifact)
{
    const struct string_list *refer = &artifact->keys.refer;
    for (ptrdiff_t i = 0; i < refer->count; i++) {
        str path = path_normalise(plan->sources->arena, str_of(refer->at[i]));
        const struct output *other = plan_artifact(plan, path);
        if (other)
            digraph_add_edge(maker, (uint32_t)(other - plan->outputs));
    }
}

/* Adds edges to the artifacts that DISCLOSED is made from. */
static void add_disclosed(struct digraph_maker *maker, const struct plan *plan,
                          const struct disclosed *disclosed)
{
    for (ptrdiff_t i = 0; i < disclosed->artifact_count; i++)
        digraph_add_edge(maker, (uint32_t)(disclosed->artifacts[i] - plan->outputs));
}

struct reliance reliance_of(const struct plan *plan)
{
    struct arena *arena = plan->sources->arena;
    struct digraph_maker maker = {.arena = arena};
    struct reliance reliance;
    for (ptrdiff_t i = 0; i < plan->output_count; i++) {
        digraph_add_node(&maker);
        if (plan->outputs[i].artifact)
            add_referred(&maker, plan, plan->outputs[i].artifact);
        else
            add_disclosed(&maker, plan, plan->outputs[i].disclosed);
    }
    reliance.graph = digraph_of(&maker);
    reliance.sccs = digraph_sccs(arena, &reliance.graph, &reliance.scc_count);
    reliance.order =
        digraph_scc_order(arena, reliance.sccs, reliance.graph.count, reliance.scc_count);
    return reliance;
}

/* Adds all keys of FROM to TO. */
static void unite(struct map *to, const struct map *from)
{
    for (ptrdiff_t i = 0; to != from && i < from->count; i++)
        map_entry(to, from->entries[i].key, NULL);
}

struct inputs inputs_find(const struct plan *plan)
{
    struct arena *arena = plan->sources->arena;
    struct reliance reliance = reliance_of(plan);
    const struct digraph *graph = &reliance.graph;
    struct inputs inputs = {.plan = plan, .sccs = reliance.sccs};
    inputs.made_from = arena_new(arena, struct map, reliance.scc_count);
    inputs.declared_in = arena_new(arena, struct map, reliance.scc_count);
    for (uint32_t i = 0; i < graph->count; i++) {
        uint32_t number = reliance.order[i], scc = reliance.sccs[number];
        struct map *made_from = &inputs.made_from[scc], *declared_in = &inputs.declared_in[scc];
        made_from->arena = declared_in->arena = arena;
        inputs_add_own(made_from, &plan->outputs[number]);
        inputs_add_declaring(declared_in, &plan->outputs[number]);
        for (uint32_t e = graph->first[number]; e < graph->first[number + 1]; e++) {
            uint32_t other = reliance.sccs[graph->to[e]];
            unite(made_from, &inputs.made_from[other]);
            unite(declared_in, &inputs.declared_in[other]);
        }
    }
    return inputs;
}

void inputs_of(const struct inputs *inputs, const struct output *output, struct map *ret_paths)
{
    uint32_t scc = inputs->sccs[output - inputs->plan->outputs];
    unite(ret_paths, &inputs->made_from[scc]);
    unite(ret_paths, &inputs->declared_in[scc]);
}

void inputs_of_selected(const struct plan *plan, struct map *ret_paths)
{
    struct reliance reliance = reliance_of(plan);
    const struct digraph *graph = &reliance.graph;
    bool *needed = arena_new(plan->sources->arena, bool, reliance.scc_count);
    for (uint32_t i = 0; i < graph->count; i++)
        needed[reliance.sccs[i]] |= plan->outputs[i].selected;
    for (uint32_t i = graph->count; i-- > 0;) { /* each before what it refers to */
        uint32_t number = reliance.order[i];
        for (uint32_t e = graph->first[number]; e < graph->first[number + 1]; e++)
            needed[reliance.sccs[graph->to[e]]] |= needed[reliance.sccs[number]];
    }
    for (uint32_t i = 0; i < graph->count; i++) {
        if (!needed[reliance.sccs[i]])
            continue;
        inputs_add_own(ret_paths, &plan->outputs[i]);
        inputs_add_declaring(ret_paths, &plan->outputs[i]);
    }
}
