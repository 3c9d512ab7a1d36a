/*
 * Any bytes as JSON. Jansson reads the same text and must agree, in the verdict and in each value,
 * but for what it is known to refuse. So must our reader of YAML, of which JSON is a subset, where
 * libyaml is able to read it.
 */
#include "fuzz.h"

#include "base/utf8.h"
#include "source/reader.h"

#include <jansson.h>
#include <stdlib.h>

static void compare(struct arena *arena, const json_t *theirs, const struct node *ours);

static void compare_containers(struct arena *arena, const json_t *theirs, const struct node *ours)
{
    if (ours->kind == NODE_ARRAY) {
        MUST(json_array_size(theirs) == ours->count, "an array has as many items as for jansson");
        for (uint32_t i = 0; i < ours->count; i++)
            compare(arena, json_array_get(theirs, i), node_item(ours, i));
        return;
    }
    MUST(json_object_size(theirs) == ours->count, "an object has as many members as for jansson");
    for (uint32_t i = 0; i < ours->count; i++) {
        str key = node_text(node_key(ours, i));
        const json_t *value = json_object_getn(theirs, key.data, (size_t)key.len);
        MUST(value, "jansson knows the key");
        compare(arena, value, node_value(ours, i));
    }
}

static void compare(struct arena *arena, const json_t *theirs, const struct node *ours)
{
    switch (json_typeof(theirs)) {
    case JSON_NULL:
        MUST(ours->kind == NODE_NULL, "null as for jansson");
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        MUST(ours->kind == NODE_BOOL && ours->count == json_is_true(theirs),
             "a boolean as for jansson");
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        MUST(ours->kind == NODE_NUMBER, "a number as for jansson");
        MUST(strtod(arena_copy(arena, node_text(ours)).data, NULL) == json_number_value(theirs),
             "the value that jansson has");
        break;
    case JSON_STRING: {
        str string = {json_string_value(theirs), (ptrdiff_t)json_string_length(theirs)};
        MUST(node_is_text(ours, string), "a string as for jansson");
        break;
    }
    case JSON_ARRAY:
        MUST(ours->kind == NODE_ARRAY, "an array as for jansson");
        compare_containers(arena, theirs, ours);
        break;
    case JSON_OBJECT:
        MUST(ours->kind == NODE_OBJECT, "an object as for jansson");
        compare_containers(arena, theirs, ours);
        break;
    }
}

/* True when jansson refuses what is JSON all the same. */
static bool is_known_refusal(enum json_error_code code)
{
    return code == json_error_duplicate_key || code == json_error_null_byte_in_key ||
           code == json_error_numeric_overflow || code == json_error_stack_overflow;
}

static void ask_jansson(struct run *run, str text, const struct document *document)
{
    if (str_find_byte(text, '\0') >= 0) { /* which jansson takes for the end of the text */
        MUST(!document, "a NUL has no place in JSON");
        return;
    }
    json_error_t error;
    bool keeps_last = run->sources.policy.duplicates == DUPLICATES_LAST;
    size_t flags = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL |
                   (keeps_last ? 0 : JSON_REJECT_DUPLICATES);
    json_t *theirs = json_loadb(text.data, (size_t)text.len, flags, &error);
    if (!theirs) {
        MUST(!document || is_known_refusal(json_error_code(&error)),
             "jansson refuses only what it is known to refuse");
        return;
    }
    MUST(document, "what jansson reads is read");
    MUST(!document->faults, "what jansson reads has no faults");
    compare(&run->arena, theirs, document->root);
    json_decref(theirs);
}

/* True when a line break of YAML 1.1 stands in TEXT, which libyaml folds in strings. */
static bool has_old_breaks(str text)
{
    return str_find(text, S("\xC2\x85")) >= 0 || str_find(text, S("\xE2\x80\xA8")) >= 0 ||
           str_find(text, S("\xE2\x80\xA9")) >= 0;
}

static void read_as_yaml(const struct document *document)
{
    struct run other;
    struct read_error error;
    run_begin(&other, 0);
    struct document yaml = {.text = {.name = S("input.yaml"), .chars = document->text.chars},
                            .id = document->id};
    yaml.last_fault = &yaml.faults;
    if (!yaml_read(&other.sources, &yaml, &error)) {
        MUST(error.code == E0201 || error.code == L0101, "JSON is YAML that libyaml may refuse");
    } else if (!has_old_breaks(document->text.chars)) {
        fuzz_same(document->root, yaml.root, NUMBERS_AS_WRITTEN);
        MUST(!document->faults == !yaml.faults, "JSON and YAML have the same faults");
    }
    run_end(&other);
}

static void check_json(str input, enum duplicate_policy duplicates)
{
    struct run run;
    run_begin(&run, INSTANCE_DEPTH);
    run.sources.policy.duplicates = duplicates;
    struct document *document = sources_read_as(&run.sources, S("input.json"), input, FORMAT_JSON);
    MUST(!document == run_failed(&run), "a document that cannot be read has an error");
    ptrdiff_t mark;
    str text = utf_bom(input, &mark) == BOM_UTF8 ? str_skip(input, mark) : input;
    ask_jansson(&run, document ? document->text.chars : text, document);
    if (document && duplicates == DUPLICATES_FAULT) {
        fuzz_check_document(document, true);
        fuzz_round_trip(&run, document->root);
        read_as_yaml(document);
        fuzz_report_faults(&run, document->root);
    }
    run_end(&run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_json(fuzz_input(data, size), DUPLICATES_FAULT);
    check_json(fuzz_input(data, size), DUPLICATES_LAST);
    return 0;
}
