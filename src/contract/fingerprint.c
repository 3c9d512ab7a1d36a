#include "contract/fingerprint.h"

#include "contract/repr.h"
#include "source/number.h"
#include "source/write.h"

#include <string.h>

const char *const fingerprint_names[] = {"compat", "exact", "output", "v1", "raw", NULL};

/* ---- what is dropped ------------------------------------------------------------------------- */

static bool is_default(str key)
{
    return str_equal(key, S("default"));
}

static bool is_presentation(str key)
{
    return is_default(key) || str_equal(key, S("title")) || str_equal(key, S("description")) ||
           str_equal(key, S("examples")) || str_equal(key, S("$comment"));
}

/* How a digest is made. */
static const struct form {
    const char *label, *blind;
    bool (*leaves_out)(str key);
    bool is_bare, has_output; /* bare: of one value, not of an object with a name */
} forms[FINGERPRINT_COUNT] = {
    [FINGERPRINT_COMPAT] =
        {"agent-connector-sdk:mcp-tool-contract-compat:v2",
         "descriptions, titles, examples, comments and defaults, also a "
         "property or an entry of \"enum\" that is named so; annotations, icons "
         "and all else outside of the two schemas; the order of strings in lists",
         is_presentation, false, true},
    [FINGERPRINT_EXACT] = {"agent-connector-sdk:mcp-tool-contract:v2",
                           "defaults, also a property that is named \"default\"; the tool's own "
                           "description and title, annotations, icons and all else outside of the "
                           "two schemas; the order of strings in lists",
                           is_default, false, true},
    [FINGERPRINT_OUTPUT] = {NULL, "all but the output schema, and in that what compat does not see",
                            is_presentation, true, true},
    [FINGERPRINT_V1] = {"agent-utilities:mcp-tool-schema-compat:v1",
                        "the output schema, and what compat does not see", is_presentation, false,
                        false},
    [FINGERPRINT_RAW] = {"schemac:tool-raw:v1", NULL, NULL, true, true},
};

const char *fingerprint_label(enum fingerprint_algorithm algorithm)
{
    return forms[algorithm].label;
}

const char *fingerprint_blind(enum fingerprint_algorithm algorithm)
{
    return forms[algorithm].blind;
}

/* ---- refusals -------------------------------------------------------------------------------- */

static const struct {
    const char *word, *message, *hint;
} refusals[REFUSAL_COUNT] = {
    [REFUSED_NO_OBJECT] = {"not_an_object", "an MCP tool definition is an object",
                           "list the tools again, or take this out of the list"},
    [REFUSED_NO_NAME] = {"no_name", "MCP tool definition has no name",
                         "\"name\" is a string that is not empty"},
    [REFUSED_INPUT] = {"input_not_object", "live MCP tool input schema is not an object",
                       "\"inputSchema\" is an object with a \"type\""},
    [REFUSED_EMPTY_INPUT] = {"empty_input_schema",
                             "has an empty input schema; certify the definition a client receives "
                             "from tools/list",
                             "descriptions, titles, defaults, examples and comments do not count; "
                             "a tool without parameters has {\"type\": \"object\"}"},
    [REFUSED_OUTPUT] = {"output_not_object", "live MCP tool output schema is not an object",
                        "\"outputSchema\" is an object, null or not there"},
    [REFUSED_NUMBER] = {"number_out_of_range", "a number lies beyond those of double precision",
                        "programs that read it as infinity make different digests of it: write a "
                        "number below 1.8e308"},
};

const char *fingerprint_refusal_word(enum fingerprint_refusal refusal)
{
    return refusals[refusal].word;
}

const char *fingerprint_refusal_hint(enum fingerprint_refusal refusal)
{
    return refusals[refusal].hint;
}

const char *fingerprint_refusal_message(struct arena *arena, const struct tool *tool,
                                        enum fingerprint_refusal refusal)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (refusal == REFUSED_EMPTY_INPUT) {
        buf_add(&out, S("MCP tool "));
        repr_add(&out, tool->name);
        buf_add_byte(&out, ' ');
    }
    buf_add(&out, str_of(refusals[refusal].message));
    buf_add_byte(&out, '\0');
    return out.data;
}

/* True when the number LEXEME is 0 as Python reads it, which takes 1e-400 for 0.0. */
static bool is_zero(str lexeme)
{
    struct arena arena = {0};
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    bool is_read = number_python(&out, lexeme);
    str text = buf_view(&out);
    bool is_zero = is_read && number_equal(text, S("0"));
    arena_free(&arena);
    return is_zero;
}

/* True when Python takes NODE for false: connector-sdk.md section 2.1. */
static bool is_falsy(const struct node *node)
{
    return !node || node->kind == NODE_NULL ||
           (node->kind == NODE_NUMBER ? is_zero(node_text(node)) : !node->count);
}

/* True when nothing is left of SCHEMA without what only presents. */
static bool says_nothing(const struct node *schema)
{
    if (is_falsy(schema))
        return true;
    for (uint32_t i = 0; schema->kind == NODE_OBJECT && i < schema->count; i++)
        if (!is_presentation(node_text(node_key(schema, i))))
            return false;
    return schema->kind == NODE_OBJECT;
}

/* The schemas of a tool as they are hashed. */
struct contract {
    str name;
    const struct node *input, *output; /* NULL: {}; NULL: there is none */
};

static enum fingerprint_refusal find_contract(const struct tool *tool, struct contract *contract,
                                              const struct node **ret_bad)
{
    const struct node *input = tool_input(tool), *output = tool_output(tool);
    const struct node *name = tool_member(tool, "name");
    *contract = (struct contract){tool->name, input, node_is(output, NODE_NULL) ? NULL : output};
    *ret_bad = tool->entry;
    if (tool->entry->kind != NODE_OBJECT)
        return REFUSED_NO_OBJECT;
    *ret_bad = name ? name : tool->entry;
    if (!tool->name.len)
        return REFUSED_NO_NAME;
    *ret_bad = input ? input : tool->entry;
    if (!is_falsy(input) && input->kind != NODE_OBJECT)
        return REFUSED_INPUT;
    if (says_nothing(input))
        return REFUSED_EMPTY_INPUT;
    *ret_bad = contract->output;
    if (contract->output && contract->output->kind != NODE_OBJECT)
        return REFUSED_OUTPUT;
    *ret_bad = NULL;
    return REFUSED_NOT;
}

/* ---- payloads -------------------------------------------------------------------------------- */

/* What a payload is given to, piece by piece. */
struct taker {
    void (*take)(void *context, str piece);
    void *context;
};

static void take_text(void *context, str piece)
{
    buf_add(context, piece);
}

/* Gives out NODE, or EMPTY for NULL. False, with the node in *RET_BAD: it has no such form. */
static bool give_node(const struct taker *taker, const struct form *form, const struct node *node,
                      str empty, const struct node **ret_bad)
{
    struct write_options options = {.style = WRITE_PYTHON_ASCII,
                                    .leaves_out = form->leaves_out,
                                    .sort_texts = form->leaves_out != NULL};
    if (node)
        return node_write_pieces(node, options, taker->take, taker->context, ret_bad);
    taker->take(taker->context, empty);
    return true;
}

/* Gives out the payload of section 2.3 of CONTRACT. */
static bool give_contract(const struct taker *taker, const struct form *form,
                          const struct contract *contract, const struct node **ret_bad)
{
    taker->take(taker->context, S("{\"input_schema\":"));
    if (!give_node(taker, form, contract->input, S("{}"), ret_bad))
        return false;
    taker->take(taker->context, S(",\"name\":"));
    struct node name = node_string(contract->name);
    if (!give_node(taker, form, &name, S(""), ret_bad))
        return false;
    if (form->has_output) {
        taker->take(taker->context, S(",\"output_schema\":"));
        if (!give_node(taker, form, contract->output, S("null"), ret_bad))
            return false;
    }
    taker->take(taker->context, S("}"));
    return true;
}

/* Gives out what ALGORITHM hashes of ENTRY, whose CONTRACT was found. */
static bool give_payload(const struct taker *taker, enum fingerprint_algorithm algorithm,
                         const struct node *entry, const struct contract *contract,
                         const struct node **ret_bad)
{
    const struct form *form = &forms[algorithm];
    if (!form->is_bare)
        return give_contract(taker, form, contract, ret_bad);
    const struct node *node = algorithm == FINGERPRINT_OUTPUT ? contract->output : entry;
    return give_node(taker, form, node, S(""), ret_bad);
}

/* The digest of ALGORITHM; an empty one, with the node at fault, when there is none. */
static struct digest digest_of(enum fingerprint_algorithm algorithm, const struct node *entry,
                               const struct contract *contract, const struct node **ret_bad)
{
    struct digest_run run;
    const char *label = forms[algorithm].label;
    digest_begin(&run);
    if (label)
        digest_add(&run, (str){label, (ptrdiff_t)strlen(label) + 1});
    bool ok = give_payload(&(struct taker){digest_take, &run}, algorithm, entry, contract, ret_bad);
    struct digest digest = digest_end(&run);
    return ok ? digest : (struct digest){0};
}

/* True when TOOL, which was refused so, has that digest all the same. */
static bool has_digest(enum fingerprint_algorithm algorithm, enum fingerprint_refusal refusal,
                       const struct contract *contract)
{
    if (algorithm == FINGERPRINT_RAW)
        return refusal != REFUSED_NO_OBJECT;
    return refusal == REFUSED_NOT && (algorithm != FINGERPRINT_OUTPUT || contract->output);
}

struct fingerprints fingerprint_tool(const struct tool *tool)
{
    struct fingerprints prints = {0};
    struct contract contract;
    enum fingerprint_refusal refusal = find_contract(tool, &contract, &prints.refused);
    prints.refusal = refusal;
    for (enum fingerprint_algorithm i = 0; i < FINGERPRINT_COUNT; i++) {
        const struct node *bad = NULL;
        if (!has_digest(i, refusal, &contract))
            continue;
        prints.of[i] = digest_of(i, tool->entry, &contract, &bad);
        if (!prints.of[i].hex[0] && prints.refusal == REFUSED_NOT) {
            prints.refusal = REFUSED_NUMBER;
            prints.refused = bad;
        }
    }
    return prints;
}

str fingerprint_payload(struct arena *arena, const struct tool *tool,
                        enum fingerprint_algorithm algorithm)
{
    struct contract contract;
    const struct node *bad;
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    enum fingerprint_refusal refusal = find_contract(tool, &contract, &bad);
    if (!has_digest(algorithm, refusal, &contract) ||
        !give_payload(&(struct taker){take_text, &out}, algorithm, tool->entry, &contract, &bad))
        return S("");
    return buf_view(&out);
}

struct digest fingerprint_empty(str name, enum fingerprint_algorithm algorithm)
{
    const struct node *bad;
    return digest_of(algorithm, NULL, &(struct contract){.name = name}, &bad);
}

struct digest fingerprint_renamed(const struct tool *tool, str name,
                                  enum fingerprint_algorithm algorithm)
{
    struct arena arena = {0};
    struct contract contract;
    const struct node *bad;
    struct node entry = *tool->entry;
    enum fingerprint_refusal refusal = find_contract(tool, &contract, &bad);
    struct digest digest = {0};
    contract.name = name;
    if (refusal != REFUSED_NO_OBJECT && node_find(&entry, S("name")) >= 0) {
        struct node *items = node_copy_items(&entry, &arena);
        items[2 * node_find(&entry, S("name")) + 1] = node_string(name);
        entry.items = items;
    }
    if (has_digest(algorithm, refusal, &contract))
        digest = digest_of(algorithm, &entry, &contract, &bad);
    arena_free(&arena);
    return digest;
}
