#include "build/init_source.h"

#include "base/file.h"
#include "openapi/unreached.h"

#include <errno.h>
#include <string.h>

place init_place(struct initiator *in, const char *path)
{
    return place_named(in->arena, str_of(path));
}

bool init_cannot_read(struct initiator *in, const char *path, int problem)
{
    if (problem == EFBIG)
        diag_report(in->found, L0001, init_place(in, path), "the document is longer than %td MiB",
                    FILE_CEILING / ((ptrdiff_t)1024 * 1024));
    else
        diag_report(in->found, E0002, init_place(in, path), "cannot read it: %s",
                    strerror(problem));
    return false;
}

str init_stem(const char *path)
{
    str stem, rest;
    str_cut(path_base(str_of(path)), '.', &stem, &rest);
    return stem;
}

/* Reads and opens the document. False when reported. */
static bool open_source(const struct initiator *in, struct sources *sources,
                        struct registry *registry, struct openapi *ret_openapi)
{
    const char *path = in->request->source;
    struct document *document = sources_load(sources, path, str_of(path));
    struct root_rule rule = root_of_config(&in->request->root, in->folder);
    if (!document || !registry_init(registry, sources, rule.directory, rule.allow_outside))
        return false;
    registry_add(registry, document, path);
    return openapi_open(registry, document, ret_openapi);
}

bool init_try_open(const struct initiator *in, struct init_trial *ret_trial)
{
    *ret_trial = (struct init_trial){0};
    ret_trial->found.arena = &ret_trial->arena;
    ret_trial->sources = (struct sources){.arena = &ret_trial->arena, .found = &ret_trial->found};
    bool ok = open_source(in, &ret_trial->sources, &ret_trial->registry, &ret_trial->openapi);
    /* A file that cannot be read fails every attempt, not just the first. */
    ret_trial->registry.quiet = true;
    return ok;
}

bool init_make(struct initiator *in, struct rendering *ret_rendering)
{
    struct registry registry;
    struct openapi openapi;
    if (!open_source(in, in->sources, &registry, &openapi))
        return false;
    bool ok = render(&openapi, &in->artifact.keys, NULL, NULL, ret_rendering);
    openapi_warn_unreached(&openapi);
    sources_warn_unreached(in->sources);
    return ok;
}
