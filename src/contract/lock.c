#include "contract/lock.h"

#include "base/show.h"
#include "contract/lock_digest.h"
#include "source/write.h"

#include <string.h>

/* What tells the kinds apart. */
static const struct {
    const char *word, *name, *list, *label;
} kinds[LOCKED_KIND_COUNT] = {
    [LOCKED_TOOL] = {"tool", "name", "tools", NULL},
    [LOCKED_PROMPT] = {"prompt", "name", "prompts", "schemac:prompt-raw:v1"},
    [LOCKED_TEMPLATE] = {"resource template", "uriTemplate", "resourceTemplates",
                         "schemac:resource-template-raw:v1"},
};

const char *locked_kind_word(enum locked_kind kind)
{
    return kinds[kind].word;
}

const char *locked_name_key(enum locked_kind kind)
{
    return kinds[kind].name;
}

const char *locked_list_key(enum locked_kind kind)
{
    return kinds[kind].list;
}

static void take_piece(void *context, str piece)
{
    digest_add(context, piece);
}

/* An empty digest, with what is to blame in *RET_BAD: NODE has a number that is none. */
static struct digest digest_node(const char *label, const struct node *node,
                                 const struct node **ret_bad)
{
    struct digest_run run;
    digest_begin(&run);
    digest_add(&run, (str){label, (ptrdiff_t)strlen(label) + 1});
    bool ok = node_write_pieces(node, (struct write_options){.style = WRITE_PYTHON_ASCII},
                                take_piece, &run, ret_bad);
    struct digest digest = digest_end(&run);
    return ok ? digest : (struct digest){0};
}

struct fingerprints lock_prints(enum locked_kind kind, const struct tool *entry)
{
    if (kind == LOCKED_TOOL)
        return fingerprint_tool(entry);
    struct fingerprints prints = {0};
    struct digest *raw = &prints.of[FINGERPRINT_RAW];
    *raw = digest_node(kinds[kind].label, entry->entry, &prints.refused);
    if (!*raw->hex)
        prints.refusal = REFUSED_NUMBER;
    return prints;
}

struct digest lock_server_digest(const struct node *server)
{
    const struct node *bad;
    return digest_node("schemac:server-raw:v1", server, &bad);
}

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
