/*
 * record.c - changes as JSON. Values from schemas are in it as they were written, so it is a tree
 * (source/node.h), not put together by jansson.
 */
#include "drift/report.h"

#include "base/show.h"
#include "base/utf8.h"
#include "report/report.h"
#include "source/sources.h"
#include "source/write.h"

#include <string.h>

struct record {
    struct arena *arena;
    struct diag_list *found;
    struct node_stack stack;
};

/* Pushes TEXT; bytes that are no UTF-8, as file names may hold, are written \x{hex}. */
static void push_text(struct record *r, str text)
{
    if (utf8_find_bad(text) >= 0) {
        struct buf visible = buf_in(r->arena, PTRDIFF_MAX);
        show_add(&visible, text, true);
        text = buf_view(&visible);
    }
    node_push_str(&r->stack, text);
}

static void put_text(struct record *r, str key, str text)
{
    node_push_str(&r->stack, key);
    push_text(r, text);
}

static void put_bool(struct record *r, str key, bool value)
{
    node_push_str(&r->stack, key);
    node_push_bool(&r->stack, value);
}

static void put_number(struct record *r, str key, ptrdiff_t number)
{
    str digits = arena_printf(r->arena, "%td", number);
    node_push_str(&r->stack, key);
    node_push(
        &r->stack,
        (struct node){.kind = NODE_NUMBER, .count = (uint32_t)digits.len, .chars = digits.data});
}

static void put_node(struct record *r, str key, const struct node *node)
{
    node_push_str(&r->stack, key);
    node_push(&r->stack, *node);
}

/* Closes what lies on the stack from BASE on into an object or an array. */
static void close_at(struct record *r, ptrdiff_t base, enum node_kind kind)
{
    node_close(&r->stack, base, (struct node){.kind = (uint8_t)kind}, r->arena);
}

static void put_place(struct record *r, str key, const struct drift_place *at)
{
    place where = drift_place_of(at);
    node_push_str(&r->stack, key);
    ptrdiff_t base = r->stack.len;
    if (where.text)
        put_text(r, S("file"), diag_path(r->found, where.text));
    if (where.text && where.start >= 0) {
        struct line_column first = text_position(r->arena, where.text, where.start);
        put_number(r, S("line"), first.line);
        put_number(r, S("column"), first.column);
    }
    put_text(r, S("pointer"), at->pointer);
    put_bool(r, S("exists"), at->is_there);
    close_at(r, base, NODE_OBJECT);
}

static void push_change(struct record *r, const struct change *change, const struct judgement *j)
{
    ptrdiff_t base = r->stack.len;
    put_text(r, S("id"), str_of(change->id));
    put_text(r, S("code"), str_of(diag_code_name(change->code)));
    put_text(r, S("message"), str_of(change->message));
    put_text(r, S("effect"), str_of(gate_class_word(j->class)));
    if (change->audience & DRIFT_WRITERS)
        put_text(r, S("writers"), str_of(drift_effect_word(j->writers)));
    if (change->audience & DRIFT_READERS)
        put_text(r, S("readers"), str_of(drift_effect_word(j->readers)));
    put_bool(r, S("annotation"), change->is_annotation);
    put_bool(r, S("fails"), j->fails);
    if (j->waiver)
        put_text(r, S("waived"), str_of(j->waiver->reason));
    if (j->is_known)
        put_bool(r, S("known"), true);
    put_place(r, S("old"), &change->old);
    put_place(r, S("new"), &change->new);
    if (change->writers_witness)
        put_node(r, S("writers_example"), change->writers_witness);
    if (change->readers_witness)
        put_node(r, S("readers_example"), change->readers_witness);
    close_at(r, base, NODE_OBJECT);
}

static void put_changes(struct record *r, const struct told *told)
{
    node_push_str(&r->stack, S("changes"));
    ptrdiff_t base = r->stack.len;
    for (ptrdiff_t i = 0; told->result && i < told->drift->count; i++)
        if (!told->result->judgements[i].is_ignored)
            push_change(r, &told->drift->changes[i], &told->result->judgements[i]);
    close_at(r, base, NODE_ARRAY);
}

static void put_counts(struct record *r, const struct gate_result *result)
{
    node_push_str(&r->stack, S("counts"));
    ptrdiff_t base = r->stack.len;
    put_number(r, S("breaks"), result->counts[CLASS_BREAKS]);
    put_number(r, S("undecided"), result->counts[CLASS_UNDECIDED]);
    put_number(r, S("safe"), result->counts[CLASS_SAFE]);
    put_number(r, S("annotations"), result->counts[CLASS_ANNOTATION]);
    put_number(r, S("failing"), result->failing);
    put_number(r, S("waived"), result->waived);
    put_number(r, S("known"), result->known);
    put_number(r, S("ignored"), result->ignored);
    close_at(r, base, NODE_OBJECT);
}

/* Puts the diagnostics as `--format json` of other commands has them (report.h). */
static void put_diagnostics(struct record *r)
{
    struct buf json = buf_in(r->arena, PTRDIFF_MAX);
    struct sources sources = {.arena = r->arena, .found = r->found};
    struct document *document = arena_new(r->arena, struct document, 1);
    report_json(r->found, &json);
    struct text text = {.name = S("report"), .chars = buf_view(&json)};
    if (sources_read_apart(&sources, text, FORMAT_JSON, document))
        put_node(r, S("diagnostics"), node_get(document->root, S("diagnostics")));
}

void drift_json(struct diag_list *diagnostics, const struct told *told, struct buf *out)
{
    struct record r = {.arena = diagnostics->arena, .found = diagnostics};
    put_number(&r, S("version"), 1);
    put_number(&r, S("status"), told->status);
    put_text(&r, S("for"), str_of(told->audience));
    put_bool(&r, S("complete"), told->is_complete);
    if (told->result) {
        put_text(&r, S("step"), str_of(gate_step_word(told->result->step)));
        put_counts(&r, told->result);
    }
    put_changes(&r, told);
    put_diagnostics(&r);
    close_at(&r, 0, NODE_OBJECT);
    node_write_shown(out, node_pop(&r.stack, r.arena));
    node_stack_done(&r.stack);
}
