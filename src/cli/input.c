#include "cli/input.h"

#include "base/file.h"

bool input_open(struct session *session, const struct root_options *root, const char *path,
                struct input *ret_input)
{
    struct sources *sources = &ret_input->sources;
    struct registry *registry = &ret_input->registry;
    *sources = (struct sources){.arena = session->arena, .found = &session->found};
    if (!root_takes(&session->found, root, path))
        return false;
    str name = file_called(path);
    session->judged = name;
    struct document *document = sources_load(sources, path, name);
    struct root_rule rule = root_of_file(session->arena, root, path);
    if (!document || !registry_init(registry, sources, rule.directory, rule.allow_outside))
        return false;
    registry_add(registry, document, path);
    return openapi_open(registry, document, &ret_input->openapi);
}
