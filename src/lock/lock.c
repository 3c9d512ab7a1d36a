#include "lock/lock.h"

#include "base/show.h"

const struct node *lock_server_name(const struct lock *lock)
{
    const struct node *name = node_get(node_get(lock->server, S("serverInfo")), S("name"));
    return node_is(name, NODE_STRING) ? name : NULL;
}

place lock_file(const struct lock *lock)
{
    struct document *document = lock->document;
    if (!document)
        document = sources_document(lock->sources, lock->lists[LOCKED_TOOL].at[0].tool.entry);
    return document ? place_file(&document->text) : (place){0};
}

place locked_place(const struct lock *lock, const struct locked *locked)
{
    const struct tool *tool = &locked->tool;
    const struct node *name = tool_member(tool, "name"), *uri = tool_member(tool, "uriTemplate");
    bool is_uri = node_is(uri, NODE_STRING) && node_text(uri).data == tool->name.data;
    return sources_place(lock->sources, is_uri ? uri : name ? name : tool->entry);
}

void lock_warn_shadowed(struct diag_list *found, const struct lock *lock, const struct lock *other)
{
    const struct locked_list *own = &lock->lists[LOCKED_TOOL], *its = &other->lists[LOCKED_TOOL];
    for (ptrdiff_t i = 0, j = 0; i < own->count && j < its->count;) {
        int order = str_compare(own->at[i].tool.name, its->at[j].tool.name);
        if (order == 0) {
            struct diag *diag = diag_report(found, W1011, locked_place(lock, &own->at[i]),
                                            "two servers have a tool \"%s\"",
                                            show(found->arena, own->at[i].tool.name));
            diag_note(found, diag, locked_place(other, &its->at[j]), "the other lock has it here");
            diag_hint(found, diag, "who uses both has to tell them apart by the server");
        }
        i += order <= 0;
        j += order >= 0;
    }
}
