#include "build/config_judge.h"

#include "build/config_schema.h"
#include "validate/compile.h"
#include "validate/explain.h"

/* The schema, compiled by COMPILER over REGISTRY, both of which stay; NULL: there is none. */
static const struct scheme *compile_schema(struct registry *registry, struct compiler *compiler)
{
    str here = S("."), name = S("schemac-config.schema.json");
    if (!config_schema.len || !registry_init(registry, registry->sources, here, true))
        return NULL;
    struct document *document =
        sources_read_as(registry->sources, name, config_schema, FORMAT_JSON);
    if (!document)
        return NULL;
    const struct node *id = node_get(document->root, S("$id"));
    registry_add_at(registry, document, node_is(id, NODE_STRING) ? node_text(id) : name);
    compiler_init(compiler, registry, DIALECT_2020_12, FORMATS_AUTO);
    compiler->trusts = true; /* a test judges it by its metaschema */
    compiler->lookup.entry = document;
    return compile(compiler, document->root);
}

bool config_judge(struct sources *sources, struct config_file *const *files, ptrdiff_t count)
{
    struct sources own = {.arena = sources->arena, .found = sources->found};
    struct registry registry = {.sources = &own};
    struct compiler compiler;
    struct runner runner;
    struct arena scratch = {0};
    const struct scheme *scheme = compile_schema(&registry, &compiler);
    bool ok = true;
    if (!scheme)
        return true;
    runner_init(&runner, &compiler.program);
    for (ptrdiff_t i = 0; i < count; i++) {
        struct violations violations;
        struct explainer explainer = {.sources = &own,
                                      .found = sources->found,
                                      .text = &files[i]->document->text,
                                      .code = E0618,
                                      .max = 100};
        if (run(&runner, scheme, files[i]->document->root) != VERDICT_INVALID)
            continue;
        ok = false;
        run_explained(&runner, scheme, files[i]->document->root, &scratch, &violations);
        explain(&explainer, &violations);
    }
    runner_done(&runner);
    arena_free(&scratch);
    return ok;
}
