#include "lock/kind.h"

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

/* An empty digest, with what is to blame in *RET_BAD: NODE has a number that is none. */
static struct digest digest_node(const char *label, const struct node *node,
                                 const struct node **ret_bad)
{
    struct digest_run run;
    digest_begin(&run);
    digest_add(&run, (str){label, (ptrdiff_t)strlen(label) + 1});
    bool ok = node_write_pieces(node, (struct write_options){.style = WRITE_PYTHON_ASCII},
                                digest_take, &run, ret_bad);
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

struct digest lock_server_digest(const struct node *server, const struct node **ret_bad)
{
    return digest_node("schemac:server-raw:v1", server, ret_bad);
}
