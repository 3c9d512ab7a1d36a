/* Each translation in all pairs of dialects that it is for: what goes in, what comes out. */
#include "openapi/translate.h"

#include "schema/pointer.h"
#include "schema/rebuild.h"
#include "source/write.h"
#include "tap.h"

#include <string.h>

enum {
    D04 = DIALECT_BIT(DIALECT_DRAFT_04),
    D06 = DIALECT_BIT(DIALECT_DRAFT_06),
    D07 = DIALECT_BIT(DIALECT_DRAFT_07),
    D19 = DIALECT_BIT(DIALECT_2019_09),
    D20 = DIALECT_BIT(DIALECT_2020_12),
    V20 = DIALECT_BIT(DIALECT_OPENAPI_2_0),
    V30 = DIALECT_BIT(DIALECT_OPENAPI_3_0),
    V31 = DIALECT_BIT(DIALECT_OPENAPI_3_1),
    V32 = DIALECT_BIT(DIALECT_OPENAPI_3_2),

    /* Sources that are 2020-12 but for what OpenAPI adds, and so on. */
    IS_2020 = D20 | V31 | V32,
    IS_2019 = D19 | IS_2020,
    IS_07 = D07 | IS_2019,
    IS_06 = D06 | IS_07,
    FLAGS = D04 | V20 | V30, /* with bounds as booleans */
    ANY = FLAGS | IS_06,
    HIDES = FLAGS | D06 | D07,
    V3X = V30 | V31 | V32,
    V = V20 | V3X,

    TO_04 = D04,
    TO_06 = D06,
    TO_07 = D07,
    TO_19 = D19,
    TO_20 = D20,
    TO_04_06 = D04 | D06,
    TO_UNTIL_07 = D04 | D06 | D07,
    TO_FROM_06 = D06 | D07 | D19 | D20,
    TO_FROM_07 = D07 | D19 | D20,
    TO_FROM_19 = D19 | D20,
    TO_UNTIL_19 = D04 | D06 | D07 | D19,
    TO_ALL = D04 | D06 | D07 | D19 | D20,

    STRICT = 1,
    HONOUR = 2,
    CONDITIONAL = 4,
    ASSUME_3_0 = 8,
    ASSUME_3_1 = 16
};

struct fixture {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct translation translation;
    struct translation_log log;
    const struct node *root;
};

/* A reference within the document, into a schema of its own dialect. */
static bool find(void *context, const struct node *reference, struct translate_target *ret_target)
{
    struct fixture *f = context;
    str text = node_text(reference);
    if (!str_starts(text, S("#")))
        return false;
    ret_target->dialect = f->translation.from;
    ret_target->schema = pointer_resolve(&f->arena, f->root, str_skip(text, 1)).node;
    return ret_target->schema;
}

static const struct node *translated(struct fixture *f, const struct node *node,
                                     enum object_kind kind, str keyword);

static const struct node *translated_child(void *context, const struct walk_child *child)
{
    bool is_schema = child->kind == CHILD_SCHEMA && !child->misshapen;
    return is_schema || child->kind == CHILD_OBJECT
               ? translated(context, child->node, child->object, node_text(child->member))
               : child->node;
}

/* As extract does it, but for references, which lead to their places by now. */
static const struct node *translated(struct fixture *f, const struct node *node,
                                     enum object_kind kind, str keyword)
{
    const struct node *copy = rebuild(
        &f->arena, node, kind, f->translation.from,
        kind == OBJECT_SCHEMA ? f->translation.options.assume : DIALECT_COUNT, translated_child, f);
    if (kind != OBJECT_SCHEMA)
        return copy;
    return copy->kind == NODE_OBJECT ? translate_schema(&f->translation, node, copy)
                                     : translate_boolean(&f->translation, copy, keyword);
}

/* NODE in one line, members as they stand. */
static void write_compact(struct buf *out, const struct node *node)
{
    const struct node *bad;
    if (node->kind != NODE_OBJECT && node->kind != NODE_ARRAY) {
        ptrdiff_t before = out->len;
        node_write(out, node, (struct write_options){0}, &bad);
        out->len = before + (out->len - before - 1); /* without the line feed */
        return;
    }
    bool is_object = node->kind == NODE_OBJECT;
    buf_add_byte(out, is_object ? '{' : '[');
    for (uint32_t i = 0; i < node->count; i++) {
        if (i)
            buf_add(out, S(", "));
        if (is_object) {
            write_string(out, node_text(node_key(node, i)), WRITE_EXACT);
            buf_add(out, S(": "));
        }
        write_compact(out, is_object ? node_value(node, i) : node_item(node, i));
    }
    buf_add_byte(out, is_object ? '}' : ']');
}

static void fixture_init(struct fixture *f, enum dialect from, enum dialect to, int options)
{
    *f = (struct fixture){0};
    f->found.arena = &f->arena;
    f->sources.arena = &f->arena;
    f->sources.found = &f->found;
    f->log.lost.arena = &f->arena;
    f->translation = (struct translation){
        .sources = &f->sources,
        .log = &f->log,
        .find = find,
        .context = f,
        .from = from,
        .to = to,
        .options = {.strict = options & STRICT,
                    .honour_ref_siblings = options & HONOUR,
                    .discriminator =
                        options & CONDITIONAL ? DISCRIMINATOR_CONDITIONAL : DISCRIMINATOR_KEEP,
                    .assume = options & ASSUME_3_0   ? DIALECT_OPENAPI_3_0
                              : options & ASSUME_3_1 ? DIALECT_OPENAPI_3_1
                                                     : DIALECT_COUNT}};
}

/* The schema JSON, in which ' stands for ", translated; and the codes of what was found. */
static str translate(struct fixture *f, const char *json, str *ret_codes)
{
    str text = arena_copy(&f->arena, str_of(json));
    for (char *c = (char *)text.data; *c; c++)
        if (*c == '\'')
            *c = '"';
    const struct document *document = sources_read(&f->sources, S("in.json"), text);
    struct buf out = buf_in(&f->arena, PTRDIFF_MAX), codes = buf_in(&f->arena, PTRDIFF_MAX);
    if (!document)
        return S("(not read)");
    f->root = document->root;
    write_compact(&out, translated(f, document->root, OBJECT_SCHEMA, (str){0}));
    for (char *c = out.data; c < out.data + out.len; c++)
        if (*c == '"')
            *c = '\'';
    ptrdiff_t count;
    struct diag **diags = diag_sorted(&f->found, &count);
    for (ptrdiff_t i = 0; i < count; i++)
        buf_printf(&codes, "%s%s", i ? " " : "", diag_code_name(diags[i]->code));
    *ret_codes = codes.len ? buf_view(&codes) : S("");
    return buf_view(&out);
}

/* FROM and TO are sets; each pair is tried. CODES: what is reported, in the order of the text. */
struct row {
    const char *about;
    int from, to, options;
    const char *in, *out, *codes;
};

static void test_pair(const struct row *row, enum dialect from, enum dialect to)
{
    struct fixture f;
    str codes;
    fixture_init(&f, from, to, row->options);
    str out = translate(&f, row->in, &codes);
    is_str(out, row->out, "%s: %s to %s", row->about, dialect_info(from)->name.data,
           dialect_info(to)->name.data);
    is_str(codes, row->codes ? row->codes : "", "%s: reports, %s to %s", row->about,
           dialect_info(from)->name.data, dialect_info(to)->name.data);
    arena_free(&f.arena);
}

static void test_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (enum dialect from = 0; from < DIALECT_COUNT; from++)
            for (enum dialect to = 0; to <= DIALECT_2020_12; to++)
                if ((rows[i].from & DIALECT_BIT(from)) && (rows[i].to & DIALECT_BIT(to)))
                    test_pair(&rows[i], from, to);
}

#define TEST_ROWS(rows) test_rows(rows, sizeof(rows) / sizeof *(rows))

/* ---- what stays, what goes ------------------------------------------------------------------- */

static const struct row kept[] = {
    {"what all dialects say alike", ANY, TO_ALL, 0,
     "{'title': 't', 'type': ['string', 'null'], 'enum': ['a', null], 'maxLength': 5.0,"
     " 'required': ['a'], 'properties': {'a': {'minimum': 1e3}}, 'allOf': [{'pattern': 'x'}],"
     " 'additionalProperties': false}",
     "{'title': 't', 'type': ['string', 'null'], 'enum': ['a', null], 'maxLength': 5.0,"
     " 'required': ['a'], 'properties': {'a': {'minimum': 1e3}}, 'allOf': [{'pattern': 'x'}],"
     " 'additionalProperties': false}",
     NULL},
    {"properties that are named like keywords", ANY, TO_ALL, 0,
     "{'properties': {'nullable': {}, 'example': {}, 'const': {}, 'if': {}, '$ref': {}, '$id': {},"
     " 'exclusiveMinimum': {}, 'discriminator': {}}}",
     "{'properties': {'nullable': {}, 'example': {}, 'const': {}, 'if': {}, '$ref': {}, '$id': {},"
     " 'exclusiveMinimum': {}, 'discriminator': {}}}",
     NULL},
    {"data that looks like a schema", ANY, TO_ALL, 0,
     "{'default': {'nullable': true, 'example': 1, 'if': {}}, 'enum': [{'const': 1}],"
     " 'x-a': {'example': 1, '$id': 'x'}}",
     "{'default': {'nullable': true, 'example': 1, 'if': {}}, 'enum': [{'const': 1}],"
     " 'x-a': {'example': 1, '$id': 'x'}}",
     NULL},
    {"what no dialect knows, and misshapen values", ANY, TO_ALL, 0,
     "{'foo': {'nullable': true}, 'required': true, 'type': 5, 'enum': {}, 'x-nullable': true}",
     "{'foo': {'nullable': true}, 'required': true, 'type': 5, 'enum': {}, 'x-nullable': true}",
     NULL},
    {"the type null", ANY, TO_ALL, 0, "{'type': 'null'}", "{'type': 'null'}", NULL},
    {"xml and externalDocs", V, TO_ALL, 0, "{'xml': {'name': 'x'}, 'externalDocs': {'url': 'u'}}",
     "{'xml': {'name': 'x'}, 'externalDocs': {'url': 'u'}}", NULL},
    {"a discriminator", V3X, TO_ALL, 0,
     "{'discriminator': {'propertyName': 'k', 'mapping': {'a': 'A'}}}",
     "{'discriminator': {'propertyName': 'k', 'mapping': {'a': 'A'}}}", NULL},
    {"a discriminator of 2.0", V20, TO_ALL, 0, "{'discriminator': 'k'}", "{'discriminator': 'k'}",
     NULL},

    {"identifiers", IS_2020, TO_ALL, 0,
     "{'$schema': 's', '$id': 'i', '$anchor': 'a', '$dynamicAnchor': 'd', '$vocabulary': {},"
     " 'type': 'string'}",
     "{'type': 'string'}", NULL},
    {"identifiers of 2019-09", D19, TO_ALL, 0,
     "{'$schema': 's', '$id': 'i', '$anchor': 'a', '$recursiveAnchor': true, '$vocabulary': {},"
     " 'type': 'string'}",
     "{'type': 'string'}", NULL},
    {"identifiers of draft-06 and draft-07", D06 | D07, TO_ALL, 0, "{'$schema': 's', '$id': 'i'}",
     "{}", NULL},
    {"identifiers of draft-04", D04, TO_ALL, 0, "{'$schema': 's', 'id': 'i', 'type': 'string'}",
     "{'type': 'string'}", NULL},
    {"identifiers that are no strings", IS_06, TO_ALL, 0, "{'$id': 5}", "{'$id': 5}", NULL},
    {"dynamic references", IS_2020, TO_ALL, 0, "{'not': {'$dynamicRef': '#/a'}}",
     "{'not': {'$ref': '#/a'}}", NULL},
    {"recursive references", D19, TO_ALL, 0, "{'not': {'$recursiveRef': '#'}}",
     "{'not': {'$ref': '#'}}", NULL},
    {"two references", IS_2020, TO_FROM_19, 0, "{'$ref': '#/a', '$dynamicRef': '#/b'}",
     "{'$ref': '#/a', 'allOf': [{'$ref': '#/b'}]}", NULL},
    {"two references where one hides", IS_2020, TO_UNTIL_07, 0,
     "{'$ref': '#/a', '$dynamicRef': '#/b'}", "{'allOf': [{'$ref': '#/a'}, {'$ref': '#/b'}]}",
     NULL},
    {"recursive references after their time", IS_2020, TO_ALL, 0,
     "{'$recursiveAnchor': true, '$recursiveRef': '#'}", "{}", "W0504 W0504"},
    {"dependencies after their time", IS_2019, TO_ALL, 0, "{'dependencies': {'a': ['b']}}", "{}",
     "W0504"},

    {"definitions until draft-07", D04 | D06 | D07, TO_FROM_19, 0,
     "{'definitions': {'a': {}}, 'title': 't'}", "{'$defs': {'a': {}}, 'title': 't'}", NULL},
    {"$defs", IS_2019, TO_UNTIL_07, 0, "{'$defs': {'a': {}}}", "{'definitions': {'a': {}}}", NULL},
    {"definitions in newer drafts", IS_2019, TO_ALL, 0, "{'definitions': {'a': {}}}",
     "{'definitions': {'a': {}}}", NULL},
    {"both", IS_2019, TO_UNTIL_07, 0,
     "{'definitions': {'a': {}}, '$defs': {'a': {'not': {}}, 'b': {}}}",
     "{'definitions': {'a': {}, 'b': {}}}", NULL},

    {"what 3.0 does not know", V30, TO_FROM_07, 0,
     "{'const': 1, 'if': {}, 'examples': {'a': 1}, 'patternProperties': {}, 'type': 'string'}",
     "{'type': 'string'}", "W0504 W0504 W0504 W0504"},
    {"what neither 3.0 nor draft-04 knows", V30, TO_04, 0, "{'const': 1, 'if': {}}",
     "{'const': 1, 'if': {}}", NULL},
    {"what 2.0 does not know", V20, TO_ALL, 0, "{'anyOf': [{}], 'oneOf': [{}], 'not': {}}", "{}",
     "W0504 W0504 W0504"},
    {"2.0, assume 3.0", V20, TO_ALL, ASSUME_3_0,
     "{'anyOf': [{'nullable': true, 'type': 'string'}]}",
     "{'anyOf': [{'type': ['string', 'null']}]}", NULL},
    {"3.0, assume 3.1", V30, TO_FROM_07, ASSUME_3_1,
     "{'const': 1, 'if': {'nullable': true, 'type': 'string'}, 'then': {}, 'minimum': 1,"
     " 'exclusiveMinimum': true}",
     "{'const': 1, 'if': {'type': ['string', 'null']}, 'then': {}, 'exclusiveMinimum': 1}", NULL},
    {"a number as a bound under 3.0", V30 | V20, TO_FROM_06, 0, "{'exclusiveMinimum': 1}", "{}",
     "W0504"},
    {"a number as a bound under 3.0, assume 3.1", V30, TO_FROM_06, ASSUME_3_1,
     "{'exclusiveMinimum': 1}", "{'exclusiveMinimum': 1}", NULL},
    {"keywords of 3.0 under other labels", IS_06, TO_ALL, 0,
     "{'type': 'string', 'nullable': true, 'minimum': 1, 'exclusiveMinimum': true}",
     "{'type': 'string', 'minimum': 1}", "W0503 W0503"},
    {"keywords of 3.0 under 3.1, assume 3.0", V31 | V32, TO_FROM_06, ASSUME_3_0,
     "{'type': 'string', 'nullable': true, 'minimum': 1, 'exclusiveMinimum': true}",
     "{'type': ['string', 'null'], 'exclusiveMinimum': 1}", NULL},
    {"and to draft-04", V31 | V32, TO_04, ASSUME_3_0,
     "{'minimum': 1, 'exclusiveMinimum': true, 'exclusiveMaximum': 5}",
     "{'minimum': 1, 'exclusiveMinimum': true, 'maximum': 5, 'exclusiveMaximum': true}", NULL},
    {"nullable in 2.0", V20, TO_ALL, 0, "{'type': 'string', 'nullable': true}",
     "{'type': 'string'}", "W0503"},
    {"nullable that is no boolean", ANY, TO_ALL, 0, "{'nullable': 'yes'}", "{'nullable': 'yes'}",
     NULL},
};

/* ---- references and their siblings ----------------------------------------------------------- */

static const struct row siblings[] = {
    {"a reference alone", ANY, TO_ALL, 0, "{'$ref': '#/a'}", "{'$ref': '#/a'}", NULL},
    {"hidden siblings", HIDES, TO_ALL, 0,
     "{'description': 'd', '$ref': '#/a', 'type': 'string', 'x-a': 1}", "{'$ref': '#/a'}", "W0502"},
    {"hidden identifiers are not worth a word", D06 | D07, TO_ALL, 0, "{'$id': 'i', '$ref': '#/a'}",
     "{'$ref': '#/a'}", NULL},
    {"honoured, to a dialect that keeps them", HIDES, TO_FROM_19, HONOUR,
     "{'description': 'd', '$ref': '#/a', 'maxLength': 1}",
     "{'description': 'd', '$ref': '#/a', 'maxLength': 1}", NULL},
    {"honoured, to a dialect that hides them", HIDES, TO_UNTIL_07, HONOUR,
     "{'description': 'd', '$ref': '#/a', 'maxLength': 1}",
     "{'description': 'd', 'allOf': [{'$ref': '#/a'}], 'maxLength': 1}", NULL},
    {"siblings from 2019-09 on", IS_2019, TO_FROM_19, 0, "{'$ref': '#/a', 'description': 'd'}",
     "{'$ref': '#/a', 'description': 'd'}", NULL},
    {"siblings from 2019-09 on, to older drafts", IS_2019, TO_UNTIL_07, 0,
     "{'$ref': '#/a', 'description': 'd'}", "{'allOf': [{'$ref': '#/a'}], 'description': 'd'}",
     NULL},
    {"siblings that are identifiers", IS_2019, TO_ALL, 0, "{'$ref': '#/a', '$anchor': 'x'}",
     "{'$ref': '#/a'}", NULL},
    {"siblings with allOf", IS_2019, TO_UNTIL_07, 0,
     "{'$ref': '#/a', 'description': 'd', 'allOf': [{'$ref': '#/b'}]}",
     "{'description': 'd', 'allOf': [{'$ref': '#/a'}, {'$ref': '#/b'}]}", NULL},
    {"siblings that are translated", IS_2020, TO_04, 0, "{'const': 1, '$ref': '#/a', 'enum': [2]}",
     "{'allOf': [{'$ref': '#/a'}, {'enum': [1]}], 'enum': [2]}", NULL},
    {"a reference that is no string", ANY, TO_ALL, 0, "{'$ref': 5, 'type': 'string'}",
     "{'$ref': 5, 'type': 'string'}", NULL},
    {"strict is no matter of siblings", V30, TO_ALL, STRICT, "{'$ref': '#/a', 'title': 't'}",
     "{'$ref': '#/a'}", "W0502"},
};

/* ---- null ------------------------------------------------------------------------------------ */

static const struct row nullable[] = {
    {"with a type", V30, TO_ALL, 0, "{'type': 'string', 'nullable': true}",
     "{'type': ['string', 'null']}", NULL},
    {"with a type and an enum", V30, TO_ALL, 0,
     "{'nullable': true, 'type': 'string', 'enum': ['a', 'b']}",
     "{'type': ['string', 'null'], 'enum': ['a', 'b', null]}", NULL},
    {"with an enum that has null", V30, TO_ALL, 0,
     "{'type': 'string', 'enum': ['a', null], 'nullable': true}",
     "{'type': ['string', 'null'], 'enum': ['a', null]}", NULL},
    {"with a type and an enum that are none", V30, TO_ALL, 0,
     "{'type': 5, 'enum': 6, 'nullable': true}", "{'type': 5, 'enum': 6}", NULL},
    {"with a list of types", V30, TO_ALL, 0, "{'type': ['string', 'integer'], 'nullable': true}",
     "{'type': ['string', 'integer', 'null']}", NULL},
    {"with null among the types", V30, TO_ALL, 0, "{'type': ['string', 'null'], 'nullable': true}",
     "{'type': ['string', 'null']}", NULL},
    {"with the type null", V30, TO_ALL, 0, "{'type': 'null', 'nullable': true}", "{'type': 'null'}",
     NULL},
    {"false", V30, TO_ALL, 0, "{'type': 'string', 'nullable': false}", "{'type': 'string'}", NULL},
    {"false without a type", V30, TO_ALL, 0, "{'nullable': false}", "{}", NULL},
    {"without anything that refuses null", V30, TO_ALL, 0,
     "{'nullable': true, 'maxLength': 5, 'properties': {}}", "{'maxLength': 5, 'properties': {}}",
     NULL},
    {"with an enum alone", V30, TO_ALL, 0, "{'title': 't', 'enum': ['a'], 'nullable': true}",
     "{'title': 't', 'anyOf': [{'enum': ['a']}, {'type': 'null'}]}", NULL},
    {"with an enum alone that has null", V30, TO_ALL, 0, "{'enum': ['a', null], 'nullable': true}",
     "{'enum': ['a', null]}", NULL},
    {"with allOf", V30, TO_ALL, 0,
     "{'allOf': [{'$ref': '#/a'}], 'nullable': true, 'description': 'd', 'x-a': 1}",
     "{'anyOf': [{'allOf': [{'$ref': '#/a'}]}, {'type': 'null'}], 'description': 'd', 'x-a': 1}",
     NULL},
    {"with a type and allOf", V30, TO_ALL, 0,
     "{'title': 't', 'type': 'object', 'nullable': true, 'allOf': [{'$ref': '#/a'}]}",
     "{'title': 't', 'anyOf': [{'type': 'object', 'allOf': [{'$ref': '#/a'}]}, {'type': 'null'}]}",
     NULL},
    {"with oneOf", V30, TO_ALL, 0, "{'oneOf': [{'$ref': '#/a'}], 'nullable': true}",
     "{'anyOf': [{'oneOf': [{'$ref': '#/a'}]}, {'type': 'null'}]}", NULL},
    {"with not", V30, TO_ALL, 0, "{'not': {}, 'nullable': true}",
     "{'anyOf': [{'not': {}}, {'type': 'null'}]}", NULL},
    {"with anyOf alone", V30, TO_ALL, 0,
     "{'nullable': true, 'anyOf': [{'$ref': '#/a'}, {'$ref': '#/b'}], 'title': 't'}",
     "{'anyOf': [{'$ref': '#/a'}, {'$ref': '#/b'}, {'type': 'null'}], 'title': 't'}", NULL},
    {"with anyOf that has a branch for null", V30, TO_ALL, 0,
     "{'anyOf': [{'type': 'null'}, {'$ref': '#/b'}], 'nullable': true}",
     "{'anyOf': [{'type': 'null'}, {'$ref': '#/b'}]}", NULL},
    {"with anyOf and more", V30, TO_ALL, 0,
     "{'anyOf': [{'$ref': '#/a'}], 'required': ['a'], 'nullable': true}",
     "{'anyOf': [{'anyOf': [{'$ref': '#/a'}], 'required': ['a']}, {'type': 'null'}]}", NULL},
    {"with a discriminator, which stays beside its schemas", V30, TO_ALL, 0,
     "{'discriminator': {'propertyName': 'k'}, 'anyOf': [{'$ref': '#/a'}], 'nullable': true}",
     "{'anyOf': [{'discriminator': {'propertyName': 'k'}, 'anyOf': [{'$ref': '#/a'}]},"
     " {'type': 'null'}]}",
     NULL},
    {"beside a reference", V30, TO_ALL, 0, "{'$ref': '#/a', 'nullable': true}", "{'$ref': '#/a'}",
     "W0502"},
    {"beside a reference, honoured", V30, TO_ALL, HONOUR,
     "{'$ref': '#/a', 'nullable': true, 'description': 'd'}",
     "{'anyOf': [{'$ref': '#/a'}, {'type': 'null'}], 'description': 'd'}", NULL},
    {"beside a reference and more, honoured, to new drafts", V30, TO_FROM_19, HONOUR,
     "{'maxLength': 1, '$ref': '#/a', 'nullable': true}",
     "{'anyOf': [{'maxLength': 1, '$ref': '#/a'}, {'type': 'null'}]}", NULL},
    {"beside a reference and more, honoured, to old drafts", V30, TO_UNTIL_07, HONOUR,
     "{'maxLength': 1, '$ref': '#/a', 'nullable': true}",
     "{'anyOf': [{'maxLength': 1, 'allOf': [{'$ref': '#/a'}]}, {'type': 'null'}]}", NULL},
    {"with bounds and an example", V30, TO_FROM_06, 0,
     "{'type': 'number', 'minimum': 0, 'exclusiveMinimum': true, 'nullable': true, 'example': 1}",
     "{'type': ['number', 'null'], 'exclusiveMinimum': 0, 'examples': [1]}", NULL},
    {"with const", V30, TO_FROM_06, ASSUME_3_1, "{'const': 1, 'nullable': true}",
     "{'anyOf': [{'const': 1}, {'type': 'null'}]}", NULL},
    {"with const that means nothing in draft-04 either", V30, TO_04, 0,
     "{'type': 'string', 'nullable': true, 'const': 'a'}",
     "{'type': ['string', 'null'], 'const': 'a'}", NULL},
    {"with what means nothing in draft-04 either", V30, TO_04, 0,
     "{'nullable': true, 'if': {}, 'const': 1}", "{'if': {}, 'const': 1}", NULL},
    {"with const that is null", V30, TO_FROM_06, ASSUME_3_1, "{'const': null, 'nullable': true}",
     "{'const': null}", NULL},
    {"with const and a type", V30, TO_ALL, ASSUME_3_1,
     "{'type': 'string', 'const': 'a', 'nullable': true}",
     "{'type': ['string', 'null'], 'enum': ['a', null]}", NULL},
    {"with if", V30, TO_FROM_07, ASSUME_3_1, "{'if': {}, 'else': {}, 'nullable': true}",
     "{'anyOf': [{'if': {}, 'else': {}}, {'type': 'null'}]}", NULL},
    {"with what is evaluated", V31, TO_FROM_19, ASSUME_3_0,
     "{'$ref': '#/a', 'unevaluatedProperties': false, 'nullable': true, 'title': 't'}",
     "{'anyOf': [{'$ref': '#/a', 'unevaluatedProperties': false}, {'type': 'null'}], 'title': 't'}",
     NULL},
};

/* ---- values ---------------------------------------------------------------------------------- */

static const struct row values[] = {
    {"exclusive bounds as booleans", FLAGS, TO_FROM_06, 0,
     "{'minimum': 0, 'exclusiveMinimum': true, 'exclusiveMaximum': true, 'maximum': 1.50}",
     "{'exclusiveMinimum': 0, 'exclusiveMaximum': 1.50}", NULL},
    {"that say no", FLAGS, TO_FROM_06, 0, "{'minimum': 0, 'exclusiveMinimum': false}",
     "{'minimum': 0}", NULL},
    {"without a bound", FLAGS, TO_FROM_06, 0,
     "{'exclusiveMinimum': true, 'exclusiveMaximum': false, 'maximum': 'x'}", "{'maximum': 'x'}",
     NULL},
    {"to draft-04", FLAGS, TO_04, 0, "{'minimum': 0, 'exclusiveMinimum': true}",
     "{'minimum': 0, 'exclusiveMinimum': true}", NULL},
    {"exclusive bounds as numbers", IS_06, TO_04, 0,
     "{'exclusiveMinimum': 0, 'title': 't', 'exclusiveMaximum': 1.50}",
     "{'minimum': 0, 'exclusiveMinimum': true, 'title': 't', 'maximum': 1.50,"
     " 'exclusiveMaximum': true}",
     NULL},
    {"the tighter of two", IS_06, TO_04, 0,
     "{'minimum': 1, 'exclusiveMinimum': 1.0, 'exclusiveMaximum': 1e400, 'maximum': 10e399}",
     "{'minimum': 1.0, 'exclusiveMinimum': true, 'exclusiveMaximum': true, 'maximum': 1e400}",
     NULL},
    {"the looser of two", IS_06, TO_04, 0,
     "{'minimum': 1, 'exclusiveMinimum': -1, 'exclusiveMaximum': 11, 'maximum': 10}",
     "{'minimum': 1, 'maximum': 10}", NULL},
    {"beside what is no bound", IS_06, TO_04, 0, "{'minimum': 'x', 'exclusiveMinimum': 1}",
     "{'minimum': 'x', 'allOf': [{'minimum': 1, 'exclusiveMinimum': true}]}", NULL},
    {"numbers stay", IS_06, TO_FROM_06, 0, "{'minimum': 1, 'exclusiveMinimum': 1}",
     "{'minimum': 1, 'exclusiveMinimum': 1}", NULL},

    {"const", IS_06, TO_04, 0, "{'const': {'a': 1}}", "{'enum': [{'a': 1}]}", NULL},
    {"const stays", IS_06, TO_FROM_06, 0, "{'const': null}", "{'const': null}", NULL},
    {"const beside enum", IS_06, TO_04, 0, "{'const': 1, 'enum': [1, 2]}",
     "{'allOf': [{'enum': [1]}], 'enum': [1, 2]}", NULL},
    {"const beside enum and an allOf that is no list", IS_06, TO_04, 0,
     "{'allOf': 5, 'const': 1, 'enum': [1, 2]}", "{'allOf': 5, 'enum': [1, 2]}", "W0501"},
    {"a key that stands twice", V20, TO_FROM_07, 0, "{'type': 'file', 'type': 'file'}",
     "{'type': 'string', 'contentMediaType': 'application/octet-stream'}", NULL},
    {"const beside enum and allOf", IS_06, TO_04, 0,
     "{'allOf': [{'type': 'string'}], 'const': 1, 'enum': [1, 2]}",
     "{'allOf': [{'type': 'string'}, {'enum': [1]}], 'enum': [1, 2]}", NULL},

    {"bytes", V20 | V30, TO_FROM_07, 0, "{'type': 'string', 'format': 'byte'}",
     "{'type': 'string', 'contentEncoding': 'base64'}", NULL},
    {"binary", V20 | V30, TO_FROM_07, 0, "{'format': 'binary', 'type': 'string'}",
     "{'contentMediaType': 'application/octet-stream', 'type': 'string'}", NULL},
    {"nullable binary", V30, TO_FROM_07, 0,
     "{'format': 'binary', 'type': 'string', 'nullable': true}",
     "{'contentMediaType': 'application/octet-stream', 'type': ['string', 'null']}", NULL},
    {"bytes in drafts without content", V20 | V30, TO_04_06, 0,
     "{'type': 'string', 'format': 'byte'}", "{'type': 'string', 'format': 'byte'}", NULL},
    {"other formats, and other types", V20 | V30, TO_ALL, 0,
     "{'type': 'string', 'format': 'date', 'properties': {'a': {'format': 'byte'},"
     " 'b': {'type': 'integer', 'format': 'binary'}}}",
     "{'type': 'string', 'format': 'date', 'properties': {'a': {'format': 'byte'},"
     " 'b': {'type': 'integer', 'format': 'binary'}}}",
     NULL},
    {"formats of others", IS_06 | D04, TO_ALL, 0, "{'type': 'string', 'format': 'byte'}",
     "{'type': 'string', 'format': 'byte'}", NULL},
    {"a file", V20, TO_FROM_07, 0, "{'type': 'file', 'title': 't'}",
     "{'type': 'string', 'contentMediaType': 'application/octet-stream', 'title': 't'}", NULL},
    {"a file for older drafts", V20, TO_04_06, 0, "{'type': 'file', 'title': 't'}",
     "{'type': 'string', 'format': 'binary', 'title': 't'}", NULL},
    {"a file with a format", V20, TO_FROM_07, 0, "{'format': 'byte', 'type': 'file'}",
     "{'contentEncoding': 'base64', 'type': 'string'}", NULL},
    {"file means nothing else", ANY & ~V20, TO_ALL, 0, "{'type': 'file'}", "{'type': 'file'}",
     NULL},

    {"an empty enum", ANY, TO_04_06, 0, "{'enum': [], 'title': 't'}", "{'not': {}, 'title': 't'}",
     NULL},
    {"an empty enum beside not", IS_06 | D04 | V30, TO_04_06, 0,
     "{'not': {'title': 'n'}, 'enum': []}", "{'not': {'title': 'n'}, 'allOf': [{'not': {}}]}",
     NULL},
    {"which newer drafts allow", ANY, TO_FROM_07, 0, "{'enum': []}", "{'enum': []}", NULL},
    {"an empty list of required names", ANY, TO_04, 0, "{'required': [], 'type': 'object'}",
     "{'type': 'object'}", NULL},
    {"which newer drafts allow", ANY, TO_FROM_06, 0, "{'required': []}", "{'required': []}", NULL},
    {"names that are required twice", ANY, TO_ALL, 0, "{'required': ['a', 'b', 'a'], 'title': 't'}",
     "{'required': ['a', 'b'], 'title': 't'}", NULL},
    {"required that are no names", ANY, TO_ALL, 0, "{'required': ['a', 1, 'a']}",
     "{'required': ['a', 1, 'a']}", NULL},
};

/* ---- annotations ----------------------------------------------------------------------------- */

static const struct row annotations[] = {
    {"example", V, TO_FROM_06, 0, "{'example': [1], 'type': 'array'}",
     "{'examples': [[1]], 'type': 'array'}", NULL},
    {"example in draft-04", V, TO_04, 0, "{'example': 1}", "{'x-example': 1}", NULL},
    {"example before examples", V31 | V32, TO_FROM_06, 0, "{'examples': [1, 2, 3], 'example': 2.0}",
     "{'examples': [2.0, 1, 3]}", NULL},
    {"example before examples in draft-04", V31 | V32, TO_04, 0, "{'examples': [1], 'example': 2}",
     "{'x-examples': [1], 'x-example': 2}", NULL},
    {"example beside no list", V31 | V32, TO_FROM_06, 0, "{'example': 1, 'examples': 5}",
     "{'example': 1, 'examples': 5}", NULL},
    {"examples", IS_06, TO_FROM_06, 0, "{'examples': [1]}", "{'examples': [1]}", NULL},
    {"examples in draft-04", IS_06, TO_04, 0, "{'examples': [1]}", "{'x-examples': [1]}", NULL},
    {"an extension of that name", IS_06, TO_04, 0, "{'examples': [1], 'x-examples': 2}",
     "{'x-examples': 2}", NULL},
    {"readOnly and writeOnly", IS_07 | V30, TO_FROM_07, 0, "{'readOnly': true, 'writeOnly': true}",
     "{'readOnly': true, 'writeOnly': true}", NULL},
    {"readOnly and writeOnly before draft-07", IS_07 | V30, TO_04_06, 0,
     "{'readOnly': true, 'writeOnly': true}", "{'x-readOnly': true, 'x-writeOnly': true}", NULL},
    {"readOnly in 2.0", V20, TO_04_06, 0, "{'readOnly': true}", "{'x-readOnly': true}", NULL},
    {"deprecated", IS_2019 | V30, TO_FROM_19, 0, "{'deprecated': true}", "{'deprecated': true}",
     NULL},
    {"deprecated in draft-07", IS_2019 | V30, TO_07, 0, "{'deprecated': true}",
     "{'$comment': 'deprecated'}", NULL},
    {"deprecated beside a comment", IS_2019, TO_07, 0, "{'deprecated': true, '$comment': 'c'}",
     "{'x-deprecated': true, '$comment': 'c'}", NULL},
    {"not deprecated", IS_2019 | V30, TO_UNTIL_07, 0, "{'deprecated': false}",
     "{'x-deprecated': false}", NULL},
    {"deprecated before draft-07", IS_2019 | V30, TO_04_06, 0, "{'deprecated': true}",
     "{'x-deprecated': true}", NULL},
    {"comments", IS_07, TO_FROM_07, 0, "{'$comment': 'c'}", "{'$comment': 'c'}", NULL},
    {"comments before draft-07", IS_07, TO_04_06, 0, "{'$comment': 'c'}", "{'x-comment': 'c'}",
     NULL},
    {"content", IS_07, TO_FROM_07, 0, "{'contentEncoding': 'e', 'contentMediaType': 'm'}",
     "{'contentEncoding': 'e', 'contentMediaType': 'm'}", NULL},
    {"content before draft-07", IS_07, TO_04_06, 0,
     "{'contentEncoding': 'e', 'contentMediaType': 'm'}",
     "{'x-contentEncoding': 'e', 'x-contentMediaType': 'm'}", NULL},
    {"contentSchema", IS_2019, TO_FROM_19, 0, "{'contentSchema': {}}", "{'contentSchema': {}}",
     NULL},
    {"contentSchema before 2019-09", IS_2019, TO_UNTIL_07, 0, "{'contentSchema': {}}",
     "{'x-contentSchema': {}}", NULL},
};

/* ---- conditions ------------------------------------------------------------------------------ */

static const struct row conditions[] = {
    {"if, then and else", IS_07, TO_FROM_07, 0,
     "{'if': {'title': 'i'}, 'then': {'title': 't'}, 'else': {'title': 'e'}}",
     "{'if': {'title': 'i'}, 'then': {'title': 't'}, 'else': {'title': 'e'}}", NULL},
    {"without if", IS_07, TO_04_06, 0,
     "{'if': {'title': 'i'}, 'then': {'title': 't'}, 'else': {'title': 'e'}}",
     "{'anyOf': [{'allOf': [{'title': 'i'}, {'title': 't'}]},"
     " {'allOf': [{'not': {'title': 'i'}}, {'title': 'e'}]}]}",
     NULL},
    {"then alone", IS_07, TO_04_06, 0, "{'then': {'title': 't'}, 'if': {'title': 'i'}}",
     "{'anyOf': [{'not': {'title': 'i'}}, {'title': 't'}]}", NULL},
    {"else alone", IS_07, TO_04_06, 0, "{'else': {'title': 'e'}, 'if': {'title': 'i'}}",
     "{'anyOf': [{'title': 'i'}, {'title': 'e'}]}", NULL},
    {"if alone", IS_07, TO_04_06, 0, "{'if': {'title': 'i'}}", "{}", NULL},
    {"then and else alone", IS_07, TO_04_06, 0, "{'then': {}, 'else': {}, 'title': 't'}",
     "{'title': 't'}", NULL},
    {"beside anyOf", IS_07, TO_04_06, 0,
     "{'anyOf': [{}], 'if': {'title': 'i'}, 'then': {'title': 't'}}",
     "{'anyOf': [{}], 'allOf': [{'anyOf': [{'not': {'title': 'i'}}, {'title': 't'}]}]}", NULL},
    {"booleans in draft-04", IS_07, TO_04, 0, "{'if': true, 'then': false}",
     "{'anyOf': [{'not': {}}, {'not': {}}]}", NULL},
};

/* ---- objects --------------------------------------------------------------------------------- */

static const struct row objects[] = {
    {"dependencies", D04 | D06 | D07, TO_FROM_19, 0,
     "{'dependencies': {'a': ['b'], 'c': {'title': 'x'}, 'd': []}, 'title': 't'}",
     "{'dependentRequired': {'a': ['b'], 'd': []}, 'dependentSchemas': {'c': {'title': 'x'}},"
     " 'title': 't'}",
     NULL},
    {"dependencies on schemas", D04 | D06 | D07, TO_FROM_19, 0,
     "{'dependencies': {'c': {'title': 'x'}}}", "{'dependentSchemas': {'c': {'title': 'x'}}}",
     NULL},
    {"dependencies on names", D04 | D06 | D07, TO_FROM_19, 0, "{'dependencies': {'c': ['a']}}",
     "{'dependentRequired': {'c': ['a']}}", NULL},
    {"dependencies on nothing", D04 | D06 | D07, TO_04, 0,
     "{'dependencies': {'a': ['b'], 'd': [], 'e': {}}, 'not': {'dependencies': {'a': []}}}",
     "{'dependencies': {'a': ['b'], 'e': {}}, 'not': {}}", NULL},
    {"dependencies that are none", D04 | D06 | D07, TO_FROM_19, 0,
     "{'dependencies': 5, 'properties': {'a': {'dependencies': {'a': 'b'}}}}",
     "{'dependencies': 5, 'properties': {'a': {'dependentRequired': {'a': 'b'}}}}", NULL},
    {"dependencies on names that are none", IS_2019, TO_UNTIL_07, 0, "{'dependentRequired': 5}",
     "{'dependentRequired': 5}", NULL},
    {"dependencies that are none in draft-04", D04 | D06 | D07, TO_04, 0, "{'dependencies': 5}",
     "{'dependencies': 5}", NULL},
    {"both, in one", IS_2019, TO_UNTIL_07, 0,
     "{'dependentRequired': {'a': ['b'], 'c': ['d']}, 'title': 't',"
     " 'dependentSchemas': {'c': {'title': 'x'}, 'e': {'title': 'y'}}}",
     "{'dependencies': {'a': ['b'], 'c': {'required': ['d'], 'allOf': [{'title': 'x'}]},"
     " 'e': {'title': 'y'}}, 'title': 't'}",
     NULL},
    {"both, the other way round", IS_2019, TO_UNTIL_07, 0,
     "{'dependentSchemas': {'c': {'title': 'x'}}, 'dependentRequired': {'c': ['d']}}",
     "{'dependencies': {'c': {'required': ['d'], 'allOf': [{'title': 'x'}]}}}", NULL},
    {"nothing required", IS_2019, TO_04, 0,
     "{'dependentSchemas': {'c': {'title': 'x'}}, 'dependentRequired': {'c': [], 'd': []}}",
     "{'dependencies': {'c': {'title': 'x'}}}", NULL},
    {"nothing required, in newer drafts", IS_2019, D06 | D07, 0, "{'dependentRequired': {'d': []}}",
     "{'dependencies': {'d': []}}", NULL},
    {"booleans", IS_2019, TO_04, 0, "{'dependentSchemas': {'a': true, 'b': false}}",
     "{'dependencies': {'a': {}, 'b': {'not': {}}}}", NULL},
    {"booleans stay", D06 | D07, TO_FROM_19, 0, "{'dependencies': {'a': true, 'b': false}}",
     "{'dependentSchemas': {'a': true, 'b': false}}", NULL},

    {"propertyNames", IS_06, TO_FROM_06, 0, "{'propertyNames': {'pattern': 'a'}}",
     "{'propertyNames': {'pattern': 'a'}}", NULL},
    {"names that match a pattern", IS_06, TO_04, 0,
     "{'propertyNames': {'type': 'string', 'title': 't', 'pattern': 'a', 'minimum': 5,"
     " 'allOf': [{'type': ['null', 'string']}]}}",
     "{'allOf': [{'patternProperties': {'a': {}}, 'additionalProperties': false}]}", NULL},
    {"names of an enum", IS_06, TO_04, 0, "{'propertyNames': {'enum': ['a', 1, 'b', 'a']}}",
     "{'allOf': [{'properties': {'a': {}, 'b': {}}, 'additionalProperties': false}]}", NULL},
    {"one name", IS_06, TO_04, 0, "{'properties': {'b': {}}, 'propertyNames': {'const': 'a'}}",
     "{'properties': {'b': {}}, 'allOf': [{'properties': {'a': {}}, 'additionalProperties': false}]}",
     NULL},
    {"several demands", IS_06, TO_04, 0,
     "{'propertyNames': {'pattern': 'a', 'allOf': [{'pattern': 'b'}, true]}, 'title': 't'}",
     "{'allOf': [{'patternProperties': {'a': {}}, 'additionalProperties': false},"
     " {'patternProperties': {'b': {}}, 'additionalProperties': false}], 'title': 't'}",
     NULL},
    {"any names", IS_06, TO_04, 0, "{'propertyNames': true, 'title': 't'}", "{'title': 't'}", NULL},
    {"no names", IS_06, TO_04, 0, "{'propertyNames': false}", "{'allOf': [{'maxProperties': 0}]}",
     NULL},
    {"names that are no strings", IS_06, TO_04, 0, "{'propertyNames': {'type': ['null']}}",
     "{'allOf': [{'maxProperties': 0}]}", NULL},
    {"names of a length", IS_06, TO_04, 0, "{'propertyNames': {'maxLength': 5}}", "{}", "W0501"},
    {"names of a length, strictly", IS_06, TO_04, STRICT, "{'propertyNames': {'maxLength': 5}}",
     "{}", "E0503"},
    {"names of which a part can be said", IS_06, TO_04, 0,
     "{'propertyNames': {'maxLength': 5, 'pattern': 'a'}}",
     "{'allOf': [{'patternProperties': {'a': {}}, 'additionalProperties': false}]}", "W0501"},
    {"names of a definition", IS_06, TO_04, 0, "{'propertyNames': {'$ref': '#/a'}}", "{}", "W0501"},
};

/* ---- arrays ---------------------------------------------------------------------------------- */

static const struct row arrays[] = {
    {"items", ANY, TO_ALL, 0, "{'items': {'type': 'string'}}", "{'items': {'type': 'string'}}",
     NULL},
    {"items as a list", D04 | D06 | D07 | D19, TO_20, 0,
     "{'additionalItems': {'title': 'r'}, 'items': [{'title': 'a'}, {}]}",
     "{'items': {'title': 'r'}, 'prefixItems': [{'title': 'a'}, {}]}", NULL},
    {"items as a list alone", D04 | D06 | D07 | D19 | V20, TO_20, 0, "{'items': [{}]}",
     "{'prefixItems': [{}]}", NULL},
    {"items as a list, where they stay", D04 | D06 | D07 | D19, TO_UNTIL_19, 0,
     "{'items': [{}], 'additionalItems': false}", "{'items': [{}], 'additionalItems': false}",
     NULL},
    {"an empty list", D04 | D06 | D07 | D19, TO_20, 0,
     "{'items': [], 'additionalItems': {'title': 'r'}}", "{'items': {'title': 'r'}}", NULL},
    {"additionalItems beside no list", D04 | D06 | D07 | D19, TO_20, 0,
     "{'items': {}, 'additionalItems': false}", "{'items': {}}", NULL},
    {"additionalItems alone", D04 | D06 | D07 | D19, TO_20, 0, "{'additionalItems': false}", "{}",
     NULL},
    {"additionalItems in 2020-12", IS_2020, TO_UNTIL_19, 0, "{'additionalItems': false}", "{}",
     "W0504"},
    {"prefixItems", IS_2020, TO_UNTIL_19, 0, "{'prefixItems': [{'title': 'a'}], 'items': {}}",
     "{'items': [{'title': 'a'}], 'additionalItems': {}}", NULL},
    {"prefixItems and nothing else", IS_2020, TO_UNTIL_19, 0,
     "{'items': false, 'prefixItems': [{}]}", "{'additionalItems': false, 'items': [{}]}", NULL},
    {"prefixItems alone", IS_2020, TO_UNTIL_19, 0, "{'prefixItems': [{}]}", "{'items': [{}]}",
     NULL},
    {"an empty prefix", IS_2020, TO_UNTIL_19, 0, "{'prefixItems': [], 'items': {'title': 'r'}}",
     "{'items': {'title': 'r'}}", NULL},
    {"booleans in draft-04", IS_2020, TO_04, 0, "{'items': false, 'not': {'prefixItems': [true]}}",
     "{'items': {'not': {}}, 'not': {'items': [{}]}}", NULL},

    {"contains", IS_06 & ~D19, TO_FROM_06, 0, "{'contains': {'title': 'c'}}",
     "{'contains': {'title': 'c'}}", NULL},
    {"contains in draft-04", IS_06, TO_04, 0, "{'contains': {'title': 'c'}, 'title': 't'}",
     "{'not': {'type': 'array', 'items': {'not': {'title': 'c'}}}, 'title': 't'}", NULL},
    {"contains beside not", IS_06, TO_04, 0, "{'not': {}, 'contains': {'title': 'c'}}",
     "{'not': {}, 'allOf': [{'not': {'type': 'array', 'items': {'not': {'title': 'c'}}}}]}", NULL},
    {"contains in 2019-09 makes nothing evaluated", D19, TO_20, 0,
     "{'contains': {'title': 'c'}, 'maxContains': 2, 'title': 't'}",
     "{'not': {'not': {'contains': {'title': 'c'}, 'maxContains': 2}}, 'title': 't'}", NULL},
    {"bounds", IS_2019, TO_19, 0, "{'contains': {}, 'minContains': 2, 'maxContains': 3}",
     "{'contains': {}, 'minContains': 2, 'maxContains': 3}", NULL},
    {"at least one", IS_2019, D06 | D07, 0, "{'minContains': 1.0, 'contains': {}}",
     "{'contains': {}}", NULL},
    {"at least none", IS_2019, D06 | D07, 0, "{'contains': {}, 'minContains': 0, 'title': 't'}",
     "{'title': 't'}", NULL},
    {"none", IS_2019, TO_UNTIL_07, 0,
     "{'items': {}, 'contains': {'title': 'c'}, 'minContains': 0, 'maxContains': 0}",
     "{'items': {}, 'allOf': [{'items': {'not': {'title': 'c'}}}]}", NULL},
    {"more than there may be", IS_2019, TO_UNTIL_07, 0, "{'contains': {}, 'maxContains': 0}",
     "{'not': {'type': 'array'}}", NULL},
    {"at least two", IS_2019, D06 | D07, 0, "{'contains': {}, 'minContains': 2}",
     "{'contains': {}}", "W0501"},
    {"at most two", IS_2019, D06 | D07, 0, "{'contains': {}, 'maxContains': 2}", "{'contains': {}}",
     "W0501"},
    {"at most two, strictly", IS_2019, D06 | D07, STRICT, "{'contains': {}, 'maxContains': 2}",
     "{'contains': {}}", "E0503"},
    {"bounds that the source does not know", D07, TO_UNTIL_07 & ~D04, 0,
     "{'contains': {}, 'maxContains': 0}", "{'contains': {}, 'maxContains': 0}", NULL},
    {"bounds of nothing", IS_2019, TO_UNTIL_07, 0, "{'minContains': 2, 'maxContains': 1}", "{}",
     NULL},
    {"bounds of nothing, where they are known", IS_2019, TO_FROM_19, 0, "{'minContains': 2}",
     "{'minContains': 2}", NULL},
};

/* ---- what is not evaluated ------------------------------------------------------------------- */

static const struct row unevaluated[] = {
    {"where it is known", IS_2019, TO_20, 0,
     "{'unevaluatedProperties': false, 'unevaluatedItems': {}, '$ref': '#/a'}",
     "{'unevaluatedProperties': false, 'unevaluatedItems': {}, '$ref': '#/a'}", NULL},
    {"true says nothing", IS_2019, TO_UNTIL_07, 0,
     "{'unevaluatedProperties': true, 'unevaluatedItems': {}, 'allOf': [{'$ref': '#/a'}]}",
     "{'allOf': [{'$ref': '#/a'}]}", NULL},
    {"properties by themselves", IS_2019, TO_UNTIL_07, 0,
     "{'properties': {'a': {}}, 'unevaluatedProperties': false}",
     "{'properties': {'a': {}}, 'additionalProperties': false}", NULL},
    {"properties beside what makes none evaluated", IS_2019, TO_UNTIL_07, 0,
     "{'anyOf': [{'required': ['a']}, {'not': {'$ref': '#/a'}}], 'unevaluatedProperties':"
     " {'type': 'string'}}",
     "{'anyOf': [{'required': ['a']}, {'not': {'$ref': '#/a'}}], 'additionalProperties':"
     " {'type': 'string'}}",
     NULL},
    {"properties that are all evaluated", IS_2019, TO_UNTIL_07, 0,
     "{'additionalProperties': {}, 'unevaluatedProperties': false, 'allOf': [{'$ref': '#/a'}]}",
     "{'additionalProperties': {}, 'allOf': [{'$ref': '#/a'}]}", NULL},
    {"properties beside a reference", IS_2019, D07, 0,
     "{'$ref': '#/a', 'unevaluatedProperties': false}", "{'$ref': '#/a'}", "W0501"},
    {"properties beside subschemas with properties", IS_2019, TO_UNTIL_07, 0,
     "{'allOf': [{'anyOf': [{'properties': {'a': {}}}]}], 'unevaluatedProperties': false}",
     "{'allOf': [{'anyOf': [{'properties': {'a': {}}}]}]}", "W0501"},
    {"items by themselves", IS_2019, D06 | D07, 0, "{'unevaluatedItems': false}",
     "{'items': false}", NULL},
    {"items by themselves in draft-04", IS_2019, TO_04, 0, "{'unevaluatedItems': false}",
     "{'items': {'not': {}}}", NULL},
};

static const struct row unevaluated_items[] = {
    {"items behind a prefix", IS_2020, TO_UNTIL_07, 0,
     "{'prefixItems': [{}], 'unevaluatedItems': false}",
     "{'items': [{}], 'additionalItems': false}", NULL},
    {"items behind a list", D19, TO_UNTIL_07, 0, "{'items': [{}], 'unevaluatedItems': false}",
     "{'items': [{}], 'additionalItems': false}", NULL},
    {"items that are all evaluated", IS_2020, TO_UNTIL_07, 0,
     "{'prefixItems': [{}], 'items': {}, 'unevaluatedItems': false}",
     "{'items': [{}], 'additionalItems': {}}", NULL},
    {"items beside a reference", IS_2019, TO_UNTIL_07, 0,
     "{'allOf': [{'$ref': '#/a'}], 'unevaluatedItems': false}", "{'allOf': [{'$ref': '#/a'}]}",
     "W0501"},
    {"items beside subschemas with items", IS_2019, TO_UNTIL_07, 0,
     "{'oneOf': [{'items': {}}], 'unevaluatedItems': {'type': 'string'}}",
     "{'oneOf': [{'items': {}}]}", "W0501"},
    {"what contains has matched", IS_2020, D06 | D07, 0,
     "{'contains': {'title': 'c'}, 'unevaluatedItems': false}",
     "{'contains': {'title': 'c'}, 'items': {'title': 'c'}}", NULL},
    {"what contains has matched, or else", IS_2020, D06 | D07, 0,
     "{'contains': {'title': 'c'}, 'unevaluatedItems': {'title': 'u'}}",
     "{'contains': {'title': 'c'}, 'items': {'anyOf': [{'title': 'c'}, {'title': 'u'}]}}", NULL},
    {"contains that all items match", IS_2020, D06 | D07, 0,
     "{'contains': true, 'unevaluatedItems': false}", "{'contains': true}", NULL},
    {"contains that all items match, behind a prefix", IS_2020, D06 | D07, 0,
     "{'prefixItems': [{}], 'contains': {}, 'unevaluatedItems': false}",
     "{'items': [{}], 'contains': {}}", NULL},
    {"what contains has matched is not evaluated", D19, D06 | D07, 0,
     "{'contains': {'title': 'c'}, 'unevaluatedItems': false}",
     "{'contains': {'title': 'c'}, 'items': false}", NULL},
    {"contains for a dialect that is blind to it", IS_2020, TO_19, 0,
     "{'contains': {'title': 'c'}, 'unevaluatedItems': {'title': 'u'}, '$ref': '#/contains'}",
     "{'contains': {'title': 'c'}, 'unevaluatedItems': {'anyOf': [{'title': 'c'}, {'title': 'u'}]},"
     " '$ref': '#/contains'}",
     NULL},
    {"a reference that is not known for a dialect that is blind to contains", IS_2020, TO_19, 0,
     "{'unevaluatedItems': false, '$ref': '#/a'}", "{'$ref': '#/a'}", "W0501"},
    {"contains further in for a dialect that is blind to it", IS_2020, TO_19, 0,
     "{'anyOf': [{'contains': {}}], 'unevaluatedItems': false}", "{'anyOf': [{'contains': {}}]}",
     "W0501"},
    {"no contains", IS_2020, TO_19, 0, "{'allOf': [{}], 'unevaluatedItems': false}",
     "{'allOf': [{}], 'unevaluatedItems': false}", NULL},
};

/* What neighbours evaluate for sure, in the object itself or behind references. */
static const struct row evaluated[] = {
    {"properties behind a reference", IS_2019, TO_UNTIL_07, 0,
     "{'$defs': {'a': {'properties': {'p': {'type': 'string'}, 'q': {}}, 'required': ['p']}},"
     " 'allOf': [{'$ref': '#/$defs/a'}], 'properties': {'q': {'title': 't'}},"
     " 'unevaluatedProperties': false}",
     "{'definitions': {'a': {'properties': {'p': {'type': 'string'}, 'q': {}}, 'required': ['p']}},"
     " 'allOf': [{'$ref': '#/$defs/a'}], 'properties': {'q': {'title': 't'}, 'p': {}},"
     " 'additionalProperties': false}",
     NULL},
    {"properties and patterns that are not in the object itself", IS_2019, TO_UNTIL_07, 0,
     "{'allOf': [{'properties': {'p': {}}}, {'allOf': [{'patternProperties': {'x': {}}}]}],"
     " 'unevaluatedProperties': false}",
     "{'allOf': [{'properties': {'p': {}}}, {'allOf': [{'patternProperties': {'x': {}}}]}],"
     " 'properties': {'p': {}}, 'patternProperties': {'x': {}}, 'additionalProperties': false}",
     NULL},
    {"properties that are evaluated in any case, and perhaps", IS_2019, TO_UNTIL_07, 0,
     "{'anyOf': [{'properties': {'p': {}}}, {'required': ['q']}],"
     " 'allOf': [{'properties': {'p': {}}}], 'unevaluatedProperties': false}",
     "{'anyOf': [{'properties': {'p': {}}}, {'required': ['q']}],"
     " 'allOf': [{'properties': {'p': {}}}], 'properties': {'p': {}},"
     " 'additionalProperties': false}",
     NULL},
    {"properties that are evaluated perhaps", IS_2019, TO_UNTIL_07, 0,
     "{'anyOf': [{'properties': {'p': {}, 'q': {}}}], 'allOf': [{'properties': {'p': {}}}],"
     " 'unevaluatedProperties': false}",
     "{'anyOf': [{'properties': {'p': {}, 'q': {}}}], 'allOf': [{'properties': {'p': {}}}]}",
     "W0501"},
    {"all properties, behind a reference", IS_2019, D06 | D07, 0,
     "{'$defs': {'a': {'additionalProperties': true}}, 'allOf': [{'$ref': '#/$defs/a'}],"
     " 'unevaluatedProperties': false}",
     "{'definitions': {'a': {'additionalProperties': true}}, 'allOf': [{'$ref': '#/$defs/a'}]}",
     NULL},
    {"all properties, perhaps", IS_2019, TO_UNTIL_07, 0,
     "{'oneOf': [{'additionalProperties': {}}], 'unevaluatedProperties': false}",
     "{'oneOf': [{'additionalProperties': {}}]}", "W0501"},
    {"references in a ring", IS_2019, TO_UNTIL_07, 0,
     "{'$defs': {'a': {'properties': {'p': {}}, 'anyOf': [{'$ref': '#/$defs/a'}]}},"
     " 'allOf': [{'$ref': '#/$defs/a'}], 'unevaluatedProperties': false}",
     "{'definitions': {'a': {'properties': {'p': {}}, 'anyOf': [{'$ref': '#/$defs/a'}]}},"
     " 'allOf': [{'$ref': '#/$defs/a'}], 'properties': {'p': {}}, 'additionalProperties': false}",
     NULL},
    {"seen perhaps, then for sure", IS_2019, D07, 0,
     "{'$defs': {'a': {'properties': {'p': {}}}}, 'if': {'$ref': '#/$defs/a'}, 'else': {},"
     " 'allOf': [{'$ref': '#/$defs/a'}], 'unevaluatedProperties': false}",
     "{'definitions': {'a': {'properties': {'p': {}}}}, 'if': {'$ref': '#/$defs/a'}, 'else': {},"
     " 'allOf': [{'$ref': '#/$defs/a'}], 'properties': {'p': {}}, 'additionalProperties': false}",
     NULL},
    {"a reference that depends on the path", IS_2020, D06 | D07, 0,
     "{'$defs': {'a': {}}, 'allOf': [{'$dynamicRef': '#/$defs/a'}],"
     " 'unevaluatedProperties': false}",
     "{'definitions': {'a': {}}, 'allOf': [{'$ref': '#/$defs/a'}]}", "W0501"},
    {"a schema of another dialect", IS_2019, D06 | D07, 0,
     "{'$defs': {'a': {'$schema': 'x'}}, 'allOf': [{'$ref': '#/$defs/a'}],"
     " 'unevaluatedProperties': false}",
     "{'definitions': {'a': {}}, 'allOf': [{'$ref': '#/$defs/a'}]}", "W0501"},
    {"items of neighbours", IS_2020, TO_UNTIL_07, 0,
     "{'allOf': [{'prefixItems': [{}, {}]}], 'prefixItems': [{'title': 't'}],"
     " 'unevaluatedItems': false}",
     "{'allOf': [{'items': [{}, {}]}], 'items': [{'title': 't'}, {}], 'additionalItems': false}",
     NULL},
    {"items of neighbours alone", D19, TO_UNTIL_07, 0,
     "{'allOf': [{'items': [{}, {}]}, {'additionalItems': {}}], 'unevaluatedItems': {'title': 'u'}}",
     "{'allOf': [{'items': [{}, {}]}, {'additionalItems': {}}], 'items': [{}, {}],"
     " 'additionalItems': {'title': 'u'}}",
     NULL},
    {"all items of a neighbour", D19, TO_UNTIL_07, 0,
     "{'allOf': [{'items': [{}], 'additionalItems': {}}], 'unevaluatedItems': {'title': 'u'}}",
     "{'allOf': [{'items': [{}], 'additionalItems': {}}]}", NULL},
    {"some items, perhaps", IS_2020, TO_UNTIL_07, 0,
     "{'anyOf': [{'prefixItems': [{}]}], 'unevaluatedItems': false}",
     "{'anyOf': [{'items': [{}]}]}", "W0501"},
    {"what a neighbour contains", IS_2020, D06 | D07, 0,
     "{'allOf': [{'contains': {}}], 'unevaluatedItems': false}", "{'allOf': [{'contains': {}}]}",
     "W0501"},
};

/* A loss makes a schema accept more, never less, where it stands too. */
static const struct row losses[] = {
    {"under not", IS_2019, D06 | D07, 0,
     "{'title': 't', 'not': {'contains': {}, 'minContains': 2}}", "{'title': 't'}", "W0501 W0501"},
    {"further down under not", IS_2019, D06 | D07, 0,
     "{'not': {'allOf': [{'properties': {'a': {'contains': {}, 'minContains': 2}}}]}}", "{}",
     "W0501 W0501"},
    {"under two of them", IS_2019, D06 | D07, 0,
     "{'not': {'not': {'contains': {}, 'minContains': 2}, 'title': 't'}}", "{}",
     "W0501 W0501 W0501"},
    {"under if", IS_2019, D06 | D07, 0,
     "{'if': {'contains': {}, 'minContains': 2}, 'then': {'title': 't'}, 'else': {'title': 'e'}}",
     "{}", "W0501 W0501"},
    {"under then", IS_2019, D07, 0, "{'if': {}, 'then': {'contains': {}, 'minContains': 2}}",
     "{'if': {}, 'then': {'contains': {}}}", "W0501"},
    {"under oneOf", IS_2019, D06 | D07, 0,
     "{'oneOf': [{'contains': {}, 'minContains': 2}, {'contains': {}, 'maxContains': 3}]}",
     "{'anyOf': [{'contains': {}}, {'contains': {}}]}", "W0501 W0501 W0501"},
    {"under oneOf beside anyOf", IS_2019, D06 | D07, 0,
     "{'anyOf': [{}], 'oneOf': [{'contains': {}, 'minContains': 2}]}",
     "{'anyOf': [{}], 'allOf': [{'anyOf': [{'contains': {}}]}]}", "W0501 W0501"},
    {"in what there may be none of", IS_2019, D06 | D07, 0,
     "{'contains': {'contains': {}, 'minContains': 2}, 'minContains': 0, 'maxContains': 0}", "{}",
     "W0501 W0501"},
    {"where it does no harm", IS_2019, D07, 0,
     "{'allOf': [{'contains': {}, 'minContains': 2}], 'not': {}, 'if': {}, 'oneOf': [{}]}",
     "{'allOf': [{'contains': {}}], 'not': {}, 'if': {}, 'oneOf': [{}]}", "W0501"},
};

/* ---- discriminators -------------------------------------------------------------------------- */

#define CAT_OR_DOG "'oneOf': [{'$ref': '#/$defs/Cat'}, {'$ref': '#/$defs/Dog'}]"

static const struct row discriminators[] = {
    {"implicit names", V3X, TO_FROM_19, CONDITIONAL,
     "{'title': 't', " CAT_OR_DOG ", 'discriminator': {'propertyName': 'k'}}",
     "{'title': 't', 'allOf': [{'required': ['k'], 'properties': {'k': {'enum': ['Cat', 'Dog']}}},"
     " {'if': {'required': ['k'], 'properties': {'k': {'const': 'Cat'}}},"
     " 'then': {'$ref': '#/$defs/Cat'}},"
     " {'if': {'required': ['k'], 'properties': {'k': {'const': 'Dog'}}},"
     " 'then': {'$ref': '#/$defs/Dog'}}]}",
     NULL},
    {"a mapping, and implicit names", V3X, TO_FROM_19, CONDITIONAL,
     "{'type': 'object', 'anyOf': [{'$ref': '#/$defs/Cat'}, {'$ref': 'cats/Lion.yaml'}],"
     " 'discriminator': {'propertyName': 'k', 'mapping': {'c': 'Cat', 'Lion': '#/$defs/Cat',"
     " 'l': 'cats/Lion.yaml'}}}",
     "{'type': 'object', 'allOf': [{'required': ['k'], 'properties': {'k': {'enum':"
     " ['c', 'Lion', 'Cat', 'l']}}},"
     " {'if': {'required': ['k'], 'properties': {'k': {'enum': ['c', 'Lion', 'Cat']}}},"
     " 'then': {'$ref': '#/$defs/Cat'}},"
     " {'if': {'required': ['k'], 'properties': {'k': {'const': 'l'}}},"
     " 'then': {'$ref': 'cats/Lion.yaml'}}]}",
     NULL},
    {"without if", V3X, TO_06, CONDITIONAL,
     "{'oneOf': [{'$ref': '#/a/Cat'}], 'discriminator': {'propertyName': 'k'}}",
     "{'allOf': [{'required': ['k'], 'properties': {'k': {'const': 'Cat'}}},"
     " {'anyOf': [{'not': {'required': ['k'], 'properties': {'k': {'const': 'Cat'}}}},"
     " {'$ref': '#/a/Cat'}]}]}",
     NULL},
    {"without const", V3X, TO_04, CONDITIONAL,
     "{'oneOf': [{'$ref': '#/a/Cat'}], 'discriminator': {'propertyName': 'k'}}",
     "{'allOf': [{'required': ['k'], 'properties': {'k': {'enum': ['Cat']}}},"
     " {'anyOf': [{'not': {'required': ['k'], 'properties': {'k': {'enum': ['Cat']}}}},"
     " {'$ref': '#/a/Cat'}]}]}",
     NULL},
    {"a default", V32, TO_FROM_19, CONDITIONAL,
     "{'oneOf': [{'$ref': '#/$defs/Cat'}], 'allOf': [{}],"
     " 'discriminator': {'propertyName': 'k', 'defaultMapping': 'Other'}}",
     "{'allOf': [{}, {'if': {'required': ['k'], 'properties': {'k': {'const': 'Cat'}}},"
     " 'else': {'$ref': '#/$defs/Other'}},"
     " {'if': {'required': ['k'], 'properties': {'k': {'const': 'Cat'}}},"
     " 'then': {'$ref': '#/$defs/Cat'}}]}",
     NULL},
    {"nullable", V30, TO_FROM_19, CONDITIONAL,
     "{'oneOf': [{'$ref': '#/$defs/Cat'}], 'nullable': true, 'title': 't',"
     " 'discriminator': {'propertyName': 'k'}}",
     "{'anyOf': [{'allOf': [{'required': ['k'], 'properties': {'k': {'const': 'Cat'}}},"
     " {'if': {'required': ['k'], 'properties': {'k': {'const': 'Cat'}}},"
     " 'then': {'$ref': '#/$defs/Cat'}}]}, {'type': 'null'}], 'title': 't'}",
     NULL},
    {"branches with siblings", V31 | V32, TO_07, CONDITIONAL,
     "{'oneOf': [{'$ref': '#/definitions/Cat', 'title': 't'}],"
     " 'discriminator': {'propertyName': 'k', 'mapping': {'c': '#/definitions/Cat'}}}",
     "{'allOf': [{'required': ['k'], 'properties': {'k': {'enum': ['c', 'Cat']}}},"
     " {'if': {'required': ['k'], 'properties': {'k': {'enum': ['c', 'Cat']}}},"
     " 'then': {'allOf': [{'$ref': '#/definitions/Cat'}], 'title': 't'}}]}",
     NULL},
    {"a mapping to something else", V3X, TO_FROM_19, CONDITIONAL,
     "{'oneOf': [{'$ref': '#/$defs/Cat'}], 'discriminator': {'propertyName': 'k',"
     " 'mapping': {'d': 'Dog'}}}",
     "{'allOf': [{'required': ['k'], 'properties': {'k': {'const': 'Cat'}}},"
     " {'if': {'required': ['k'], 'properties': {'k': {'const': 'Cat'}}},"
     " 'then': {'$ref': '#/$defs/Cat'}}]}",
     "W0505"},
    {"inheritance", V3X, TO_ALL, CONDITIONAL,
     "{'discriminator': {'propertyName': 'k'}, 'type': 'object'}",
     "{'discriminator': {'propertyName': 'k'}, 'type': 'object'}", "W0505"},
    {"branches that are no references", V3X, TO_ALL, CONDITIONAL,
     "{'oneOf': [{'$ref': '#/a'}, {'type': 'null'}], 'discriminator': {'propertyName': 'k'}}",
     "{'oneOf': [{'$ref': '#/a'}, {'type': 'null'}], 'discriminator': {'propertyName': 'k'}}",
     "W0505"},
    {"branches that are no list", V3X, TO_ALL, CONDITIONAL,
     "{'oneOf': 5, 'discriminator': {'propertyName': 'k'}}",
     "{'oneOf': 5, 'discriminator': {'propertyName': 'k'}}", "W0505"},
    {"references that end in no name", V3X, TO_ALL, CONDITIONAL,
     "{'oneOf': [{'$ref': '%41%ff'}, {'$ref': '#/'}], 'discriminator': {'propertyName': 'k'}}",
     "{'oneOf': [{'$ref': '%41%ff'}, {'$ref': '#/'}], 'discriminator': {'propertyName': 'k'}}",
     "W0505"},
    {"two of one name", V3X, TO_ALL, CONDITIONAL,
     "{'oneOf': [{'$ref': '#/a/A'}, {'$ref': '#/b/A'}], 'discriminator': {'propertyName': 'k'}}",
     "{'oneOf': [{'$ref': '#/a/A'}, {'$ref': '#/b/A'}], 'discriminator': {'propertyName': 'k'}}",
     "W0505"},
    {"no property", V3X, TO_ALL, CONDITIONAL, "{'oneOf': [{'$ref': '#/a/A'}], 'discriminator': {}}",
     "{'oneOf': [{'$ref': '#/a/A'}], 'discriminator': {}}", "W0505"},
    {"2.0", V20, TO_ALL, CONDITIONAL, "{'discriminator': 'k'}", "{'discriminator': 'k'}", "W0505"},
};

/* ---- what is too much ------------------------------------------------------------------------ */

/* TEXT with COUNT times PART, which has one %d, in place of its "...". */
static const char *filled(struct arena *arena, const char *text, const char *part, int count)
{
    str before, after = str_of(text);
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    ptrdiff_t at = str_find(after, S("..."));
    before = str_first(after, at);
    buf_add(&out, before);
    for (int i = 0; i < count; i++) {
        str head = str_first(str_of(part), str_find(str_of(part), S("%d")));
        buf_add(&out, head);
        buf_printf(&out, "%d", i);
        buf_add(&out, str_skip(str_of(part), head.len + 2));
    }
    buf_add(&out, str_skip(after, at + 3));
    buf_add_byte(&out, '\0');
    return out.data;
}

/* What is reported of TEXT filled with COUNT parts, in draft-07. */
static void too_much(const char *about, const char *text, const char *part, int count,
                     const char *codes_wanted)
{
    struct fixture f;
    struct arena arena = {0};
    str codes;
    fixture_init(&f, DIALECT_2020_12, DIALECT_DRAFT_07, 0);
    translate(&f, filled(&arena, text, part, count), &codes);
    is_str(codes, codes_wanted, "%s", about);
    arena_free(&f.arena);
    arena_free(&arena);
}

static void test_ceilings(void)
{
    const char *names = "{'allOf': [{'properties': {...'z': {}}}], 'unevaluatedProperties': false}";
    too_much("1,000 names are said again", names, "'p%d': {}, ", 999, "");
    too_much("more are not", names, "'p%d': {}, ", 1000, "W0501");

    too_much("schemas are searched", "{'allOf': [...{}], 'unevaluatedItems': false}",
             "{'title': 'a%d'}, ", 2000, "");
    too_much("but not without end", "{'allOf': [...{}], 'unevaluatedItems': false}",
             "{'title': 'a%d'}, ", 10000, "W0501");
}

/* A ring of references would be a chain without end; here each is a schema of its own. */
static void test_long_chain(int length, const char *codes_wanted)
{
    struct fixture f;
    str codes;
    fixture_init(&f, DIALECT_2020_12, DIALECT_DRAFT_07, 0);
    struct buf text = buf_in(&f.arena, PTRDIFF_MAX);
    buf_add(&text, S("{'$ref': '#/$defs/d0', 'unevaluatedItems': false, '$defs': {"));
    for (int i = 0; i < length; i++)
        buf_printf(&text, "'d%d': {'$ref': '#/$defs/d%d'}, ", i, i + 1);
    buf_printf(&text, "'d%d': {}}}", length);
    buf_add_byte(&text, '\0');
    translate(&f, text.data, &codes);
    is_str(codes, codes_wanted, "a chain of %d references", length);
    arena_free(&f.arena);
}

/* Conditions of 200 members each: the smallest is repeated, whichever it is. */
static void test_which_is_repeated(void)
{
    static const char *const names[] = {"if", "then", "else"};
    for (int small = 0; small < 3; small++) {
        struct fixture f;
        str codes;
        int times = 0;
        fixture_init(&f, DIALECT_2020_12, DIALECT_DRAFT_06, 0);
        struct buf text = buf_in(&f.arena, PTRDIFF_MAX);
        for (int i = 0; i < 3; i++) {
            buf_printf(&text, "%s'%s': {'title': '%s'", i ? ", " : "{", names[i], names[i]);
            for (int j = 0; i != small && j < 200; j++)
                buf_printf(&text, ", 'x-%d': 0", j);
            buf_add_byte(&text, '}');
        }
        buf_add(&text, S("}"));
        buf_add_byte(&text, '\0');
        str out = translate(&f, text.data, &codes);
        const char *title = arena_printf(&f.arena, "'title': '%s'", names[small]).data;
        for (ptrdiff_t at = 0; at >= 0 && out.len; times += at >= 0) {
            at = str_find(out, str_of(title));
            out = str_skip(out, at < 0 ? out.len : at + 1);
        }
        is_int(times, 2, "the smallest of three is repeated: %s", names[small]);
        arena_free(&f.arena);
    }
}

int main(void)
{
    TEST_ROWS(kept);
    TEST_ROWS(siblings);
    TEST_ROWS(nullable);
    TEST_ROWS(values);
    TEST_ROWS(annotations);
    TEST_ROWS(conditions);
    TEST_ROWS(objects);
    TEST_ROWS(arrays);
    TEST_ROWS(unevaluated);
    TEST_ROWS(unevaluated_items);
    TEST_ROWS(evaluated);
    TEST_ROWS(losses);
    TEST_ROWS(discriminators);
    test_ceilings();
    test_long_chain(1000, "");
    test_long_chain(1030, "W0501");
    test_which_is_repeated();
    return done_testing();
}
