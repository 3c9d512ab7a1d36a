#include "lock/parts.h"

#include "base/show.h"
#include "base/utf8.h"
#include "drift/report.h"
#include "schema/pointer.h"
#include "source/write.h"

#include <string.h>

/* ---- values ---------------------------------------------------------------------------------- */

/* The number of bytes that A and B begin with alike, whole characters. */
static ptrdiff_t common_start(str a, str b)
{
    ptrdiff_t len = a.len < b.len ? a.len : b.len, i = 0;
    while (i < len && a.data[i] == b.data[i])
        i++;
    return i < a.len ? utf8_unskip(a, i, 0) : i;
}

const char *lock_shown(struct arena *arena, const struct node *value, const struct node *other)
{
    enum { SHORT = 60, BEFORE = 20 };
    if (!value)
        return "nothing";
    if (value->kind != NODE_STRING)
        return drift_shown_value(arena, value);
    str text = node_text(value);
    ptrdiff_t from = node_is(other, NODE_STRING) ? common_start(text, node_text(other)) : 0;
    from = from > SHORT ? utf8_unskip(text, from, BEFORE) : 0;
    return arena_printf(arena, "\"%s%s\"", from ? "..." : "", show(arena, str_skip(text, from)))
        .data;
}

/* What hosts decide by before they call a tool, and what holds where nothing is said (MCP, schema
   of ToolAnnotations). */
static const struct hint {
    str name;
    bool unsaid;
} hints[] = {{STR_INIT("readOnlyHint"), false},
             {STR_INIT("destructiveHint"), true},
             {STR_INIT("idempotentHint"), false},
             {STR_INIT("openWorldHint"), true}};
enum { READ_ONLY, DESTRUCTIVE, HINT_COUNT = sizeof hints / sizeof *hints };

/* What CONTRACT says of HINT, or what holds as it says nothing; *RET_SAYS tells which. */
static bool hint_of(const struct node *contract, const struct hint *hint, bool *ret_says)
{
    const struct node *value = node_get(node_get(contract, S("annotations")), hint->name);
    *ret_says = node_is(value, NODE_BOOL);
    return *ret_says ? value->count : hint->unsaid;
}

bool lock_may_destroy(const struct node *contract, bool *ret_says)
{
    bool is_said, only_reads = hint_of(contract, &hints[READ_ONLY], &is_said);
    bool destroys = hint_of(contract, &hints[DESTRUCTIVE], ret_says);
    *ret_says = *ret_says && destroys;
    return destroys && !only_reads;
}

/* True when a host that goes by the hints may treat NEW otherwise than OLD. */
static bool is_hinted_otherwise(const struct node *old, const struct node *new)
{
    bool differs = false, is_said;
    for (int i = 0; i < HINT_COUNT; i++)
        differs = differs || hint_of(old, &hints[i], &is_said) != hint_of(new, &hints[i], &is_said);
    return differs;
}

/* The digest of NODE as that of a descriptor is made. */
static struct digest digest_of(const struct node *node)
{
    struct digest_run run;
    const struct node *bad;
    digest_begin(&run);
    node_write_pieces(node, (struct write_options){.style = WRITE_PYTHON_ASCII}, digest_take, &run,
                      &bad);
    return digest_end(&run);
}

/* The bytes of the longest pointer into NODE, but for escapes. */
static ptrdiff_t longest_pointer(const struct node *node)
{
    bool is_object = node_is(node, NODE_OBJECT);
    ptrdiff_t longest = 0;
    for (uint32_t i = 0; (is_object || node_is(node, NODE_ARRAY)) && i < node->count; i++) {
        const struct node *value = is_object ? node_value(node, i) : node_item(node, i);
        ptrdiff_t own = 1 + (is_object ? node_key(node, i)->count : 8) + longest_pointer(value);
        longest = own > longest ? own : longest;
    }
    return longest;
}

/* ---- members --------------------------------------------------------------------------------- */

static bool presents(str key)
{
    static const char *const names[] = {"title", "description", "annotations", "icons"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_equal(key, str_of(names[i])))
            return true;
    return false;
}

static bool is_output_key(str key)
{
    return str_equal(key, S("outputSchema")) || str_equal(key, S("output_schema"));
}

static void raise_to(struct parts *parts, enum lock_grade grade)
{
    if (grade > parts->grade)
        parts->grade = grade;
    if (grade > GRADE_TEXT)
        parts->is_text = false;
}

/* Adds the places in which OLD and NEW, the member KEY, differ, but for those that DRIFT tells. */
static void add_lines(struct arena *arena, struct parts *parts, str key, const struct node *old,
                      const struct node *new, const struct drift *drift)
{
    enum { LOOKED_AT = 1000, ROOM = 16 << 20 };
    struct arena scratch = {0};
    ptrdiff_t fit = ROOM / (1 + key.len + longest_pointer(old) + longest_pointer(new));
    ptrdiff_t most = fit > LOOKED_AT ? LOOKED_AT : fit > 1 ? fit : 1;
    struct tree_difference *all = arena_new(&scratch, struct tree_difference, most);
    ptrdiff_t count = tree_differences(&scratch, old, new, all, most);
    for (ptrdiff_t i = 0; i < count; i++) {
        if (i < most && drift && lock_schema_tells(drift, all[i].pointer))
            continue;
        if (drift)
            raise_to(parts, GRADE_SAFE);
        if (i < most && parts->line_count < LINE_CAP) {
            struct buf pointer = buf_in(arena, PTRDIFF_MAX);
            pointer_add_token(&pointer, key);
            buf_add(&pointer, all[i].pointer);
            parts->lines[parts->line_count] = all[i];
            parts->lines[parts->line_count].pointer = buf_view(&pointer);
        }
        parts->line_count++;
    }
    arena_free(&scratch);
}

/* The place in PARTS of the schema that KEY is the name of, with who it serves; or NULL. */
static struct part_schema *schema_slot(struct parts *parts, str key)
{
    bool is_output = is_output_key(key);
    bool is_input = str_equal(key, S("inputSchema")) || str_equal(key, S("input_schema"));
    if (!is_input && !is_output)
        return NULL;
    struct part_schema *schema = &parts->schemas[is_output];
    schema->audience = is_output ? DRIFT_READERS : DRIFT_WRITERS;
    return schema;
}

/* Compares two schemas: changes of them, or where that cannot be, places. */
static void compare_schemas(struct arena *arena, struct parts *parts, struct part_schema *schema,
                            str key, const struct node *old, const struct node *new)
{
    schema->key = arena_copy(arena, key).data;
    schema->old = old;
    schema->new = new;
    schema->is_compared =
        lock_schema_compare(arena, old, new, schema->audience, &parts->work, &schema->drift);
    if (!schema->is_compared)
        raise_to(parts, GRADE_UNDECIDED);
    for (ptrdiff_t i = 0; i < schema->drift.count; i++)
        raise_to(parts, lock_schema_grade(&schema->drift.changes[i], schema->audience));
    add_lines(arena, parts, key, old, new, schema->is_compared ? &schema->drift : NULL);
}

/* What it is to callers that the member KEY went from OLD to NEW, one of which may be NULL. */
static enum lock_grade grade_of(str key, const struct node *old, const struct node *new)
{
    bool is_output = is_output_key(key);
    if (presents(key))
        return GRADE_TEXT;
    if (is_output && old && !new)
        return GRADE_BREAKS;
    return is_output && !old ? GRADE_SAFE : GRADE_UNDECIDED;
}

/* Adds KEY to the names that a message has, unless they are too many. */
static void add_name(struct arena *arena, struct buf *names, str key)
{
    enum { ENOUGH = 200 };
    if (names->len < ENOUGH)
        buf_printf(names, "%s\"%s\"", names->len ? ", " : "", show(arena, key));
    else if (!str_ends(buf_view(names), S("...")))
        buf_printf(names, ", ...");
}

static void compare_member(struct arena *arena, struct parts *parts, struct buf *names, str key,
                           const struct node *old, const struct node *new)
{
    bool is_equal = old && new &&node_equal(old, new);
    if (str_equal(key, S("name")) ||
        (is_equal && strcmp(digest_of(old).hex, digest_of(new).hex) == 0))
        return;
    add_name(arena, names, key);
    if (is_equal) {
        parts->has_respelled = true;
        raise_to(parts, presents(key) ? GRADE_TEXT : GRADE_SAFE);
        return;
    }
    struct part_schema *schema = schema_slot(parts, key);
    if (schema && node_is(old, NODE_OBJECT) && node_is(new, NODE_OBJECT) && !schema->key) {
        compare_schemas(arena, parts, schema, key, old, new);
        return;
    }
    raise_to(parts, grade_of(key, old, new));
    add_lines(arena, parts, key, old, new, NULL);
}

void lock_parts(struct arena *arena, const struct node *old, const struct node *new, uint64_t work,
                struct parts *ret_parts)
{
    struct buf names = buf_in(arena, PTRDIFF_MAX);
    bool says;
    *ret_parts = (struct parts){.is_text = true, .work = work};
    for (uint32_t i = 0; i < new->count; i++) {
        str key = node_text(node_key(new, i));
        compare_member(arena, ret_parts, &names, key, node_get(old, key), node_value(new, i));
    }
    for (uint32_t i = 0; i < old->count; i++) {
        str key = node_text(node_key(old, i));
        if (!node_get(new, key))
            compare_member(arena, ret_parts, &names, key, node_value(old, i), NULL);
    }
    buf_add_byte(&names, '\0');
    ret_parts->members = names.data;
    if (is_hinted_otherwise(old, new))
        raise_to(ret_parts, GRADE_UNDECIDED);
    if (lock_may_destroy(new, &says) && !lock_may_destroy(old, &says))
        ret_parts->grade = GRADE_CRITICAL;
}
