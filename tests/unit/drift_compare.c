/*
 * What is found when two schemas are compared, keyword by keyword: the codes, where, and whom it
 * breaks. A row is two schemas, as YAML, and all that is expected, a change each: its code, its
 * pointers (one when both are the same), and its effects for writers and readers.
 */
#include "drifting.h"
#include "source/write.h"
#include "tap.h"

struct row {
    const char *old, *new, *expected;
};

static const char letters[] = "?ub";

/* What was found, a change a line: "D0110 /maxLength b-". */
static str summary(struct drifting *d)
{
    struct buf out = buf_in(&d->arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < d->drift.count; i++) {
        const struct change *change = &d->drift.changes[i];
        char effects[3] = {letters[change->writers], letters[change->readers], '\0'};
        for (int k = 0; k < 2; k++)
            if (effects[k] == '?')
                effects[k] = '-';
        buf_printf(&out, "%s%s %s", out.len ? "\n" : "", change->id, effects);
    }
    return buf_view(&out);
}

static void show_values(struct drifting *d)
{
    for (ptrdiff_t i = 0; i < d->drift.count; i++) {
        const struct change *change = &d->drift.changes[i];
        const struct node *values[2] = {change->writers_witness, change->readers_witness}, *bad;
        struct buf out = buf_in(&d->arena, PTRDIFF_MAX);
        buf_printf(&out, "%s", change->message);
        for (int k = 0; k < 2; k++)
            if (values[k]) {
                buf_printf(&out, k ? "; readers: " : "; writers: ");
                node_write(&out, values[k], (struct write_options){.style = WRITE_CANONICAL}, &bad);
            }
        tap_comment("found", buf_view(&out));
    }
}

static void try_rows(const struct row *rows, size_t count, enum dialect dialect)
{
    for (size_t i = 0; i < count; i++) {
        struct drifting d;
        drifting_open(&d, str_of(rows[i].old), str_of(rows[i].new), dialect);
        if (!d.ok || !is_str(summary(&d), rows[i].expected, "%s -> %s", rows[i].old, rows[i].new)) {
            ok(d.ok, "both are schemas");
            show_values(&d);
        }
        drifting_close(&d);
    }
}

#define TRY(rows, dialect) try_rows(rows, sizeof(rows) / sizeof *(rows), dialect)

static const struct row values[] = {
    {"{}", "{}", ""},
    {"{type: string}", "{type: [string]}", ""},
    {"{type: [string, integer]}", "{type: [integer, string]}", ""},
    {"{maximum: 1.0}", "{maximum: 1}", ""},
    {"{const: a}", "{enum: [a]}", ""},
    {"{enum: [a, b]}", "{enum: [b, a]}", ""},
    {"{type: string}", "{type: integer}", "D0101:/type bb"},
    {"{type: [string, 'null']}", "{type: string}", "D0101:/type b-"},
    {"{type: integer}", "{type: number}", "D0102:/type -b"},
    {"{}", "{type: string}", "D0101:/type b-"},
    {"{type: string}", "{}", "D0102:/type -b"},
    {"true", "false", "D0141: b-"},
    {"false", "true", "D0142: -b"},
    {"{enum: [a, b]}", "{enum: [a]}", "D0103:/enum/\"b\" b-"},
    {"{enum: [a]}", "{enum: [a, c]}", "D0104:/enum/\"c\" -b"},
    {"{}", "{enum: [a]}", "D0105:/enum b-"},
    {"{const: 1}", "{}", "D0106:/const -b"},
    {"{const: 1}", "{const: 2}", "D0103:/const/1 b-\nD0104:/const/2 -b"},
    {"{minimum: 1}", "{minimum: 2}", "D0107:/minimum b-"},
    {"{minimum: 1}", "{exclusiveMinimum: 1}", "D0107:/minimum=>/exclusiveMinimum b-"},
    {"{maximum: 1}", "{maximum: 2}", "D0108:/maximum -b"},
    {"{type: string, minimum: 1}", "{type: string, minimum: 2}", "D0107:/minimum --"},
    {"{multipleOf: 2}", "{multipleOf: 4}", "D0109:/multipleOf b-"},
    {"{multipleOf: 4}", "{multipleOf: 2}", "D0109:/multipleOf -b"},
    {"{multipleOf: 2}", "{multipleOf: 3}", "D0109:/multipleOf bb"},
    {"{maxLength: 100}", "{maxLength: 99}", "D0110:/maxLength b-"},
    {"{maxLength: 99}", "{}", "D0111:/maxLength -b"},
    {"{minItems: 1}", "{minItems: 2}", "D0110:/minItems b-"},
    {"{minProperties: 2}", "{minProperties: 1}", "D0111:/minProperties -b"},
    {"{}", "{pattern: '^a+$'}", "D0112:/pattern b-"},
    {"{pattern: '^a$'}", "{pattern: '^b$'}", "D0112:/pattern bb"},
    {"{pattern: '^a$'}", "{}", "D0113:/pattern -b"},
    {"{type: string}", "{type: string, format: date}", "D0114:/format u-"},
    {"{type: string, format: uri}", "{type: string}", "D0115:/format -u"},
    {"{}", "{uniqueItems: true}", "D0124:/uniqueItems b-"},
    {"{uniqueItems: true}", "{uniqueItems: false}", "D0125:/uniqueItems -b"},
    {"{title: a}", "{title: b}", "D0150:/title --"},
    {"{}", "{x-a: b}", "D0151:/x-a --"},
    {"{description: b}", "{}", "D0152:/description --"},
    {"{$id: 'https://a.example/'}", "{$id: 'https://b.example/'}", "D0156:/$id --"},
    /* All that the type lets through are listed. */
    {"{enum: [a]}", "{enum: [a], type: string}", "D0101:/type --"},
    {"{type: boolean}", "{type: boolean, not: {const: 5}}", "D0136:/not --"},
};

static const struct row objects[] = {
    {"{required: [a, b]}", "{required: [b, a]}", ""},
    {"{required: [a]}", "{required: [a, b]}", "D0116:/required/b b-"},
    {"{required: [a]}", "{}", "D0117:/required/a -b"},
    {"{properties: {a: {}}}", "{properties: {}}", "D0119:/properties/a --"},
    {"{properties: {a: {type: string}}}", "{}", "D0119:/properties/a -b"},
    {"{}", "{properties: {a: {type: string}}}", "D0118:/properties/a u-"},
    {"{additionalProperties: false}",
     "{properties: {a: {type: string}}, additionalProperties: false}", "D0118:/properties/a -b"},
    {"{properties: {a: {type: string}}, additionalProperties: false}",
     "{additionalProperties: false}", "D0119:/properties/a b-"},
    {"{additionalProperties: {}}", "{additionalProperties: {title: a}}",
     "D0151:/additionalProperties/title --"},
    {"{}", "{additionalProperties: false}", "D0120:/additionalProperties b-"},
    {"{additionalProperties: {type: string}}", "{}", "D0121:/additionalProperties -b"},
    {"{additionalProperties: {type: string}}", "{additionalProperties: {type: integer}}",
     "D0101:/additionalProperties/type bb"},
    {"{properties: {a: {type: string}}}", "{properties: {a: {type: string, maxLength: 3}}}",
     "D0110:/properties/a/maxLength b-"},
    {"{}", "{patternProperties: {'^x': {type: string}}}", "D0128:/patternProperties/^x b-"},
    {"{patternProperties: {'^x': {type: string}}}", "{}", "D0129:/patternProperties/^x -b"},
    {"{}", "{propertyNames: {maxLength: 3}}", "D0128:/propertyNames b-"},
    {"{propertyNames: {maxLength: 3}}", "{propertyNames: {maxLength: 4}}",
     "D0111:/propertyNames/maxLength -b"},
    {"{}", "{dependentRequired: {a: [b]}}", "D0130:/dependentRequired/a b-"},
    {"{dependentRequired: {a: [b]}}", "{dependentRequired: {a: [b, c]}}",
     "D0130:/dependentRequired/a b-"},
    {"{dependentSchemas: {a: {required: [b]}}}", "{dependentSchemas: {a: {}}}",
     "D0117:/dependentSchemas/a/required/b -b"},
    {"{properties: {a: {}}, unevaluatedProperties: false}",
     "{properties: {a: {}, b: {}}, unevaluatedProperties: false}", "D0118:/properties/b -b"},
    {"{properties: {a: {}}, additionalProperties: false}",
     "{properties: {a: {}}, unevaluatedProperties: false}", ""},
};

static const struct row arrays[] = {
    {"{items: {type: string}}", "{items: {type: integer}}", "D0101:/items/type bb"},
    {"{}", "{items: {type: string}}", "D0122:/items b-"},
    {"{items: false}", "{}", "D0123:/items -b"},
    {"{prefixItems: [{type: string}]}", "{prefixItems: [{type: string}, {type: integer}]}",
     "D0122:/prefixItems/1 b-"},
    {"{prefixItems: [{type: string}], items: {type: integer}}",
     "{prefixItems: [{type: string}, {type: integer}], items: {type: integer}}", ""},
    {"{}", "{contains: {const: 1}}", "D0126:/contains b-"},
    {"{contains: {const: 1}}", "{contains: {const: 1}, minContains: 2}", "D0126:/minContains b-"},
    {"{contains: {type: integer}}", "{contains: {type: number}}", "D0102:/contains/type -b"},
    {"{items: {$ref: '#/$defs/a'}, $defs: {a: {type: string}}}",
     "{items: {type: string}, $defs: {}}", "D0155:/$defs/a --"},
};

static const struct row choices[] = {
    {"{anyOf: [{type: string}, {type: integer}]}", "{anyOf: [{type: integer}, {type: string}]}",
     ""},
    {"{anyOf: [{type: string}, {type: integer}]}", "{anyOf: [{type: string}]}",
     "D0133:/anyOf/1=>/anyOf b-"},
    {"{oneOf: [{type: string}]}", "{oneOf: [{type: string}, {type: integer}]}",
     "D0132:/oneOf=>/oneOf/1 -b"},
    {"{oneOf: [{type: string}, {type: integer}]}", "{anyOf: [{type: string}, {type: integer}]}",
     "D0144:/oneOf=>/anyOf --"},
    {"{anyOf: [{type: string, maxLength: 5}, {type: integer}]}",
     "{anyOf: [{type: string, maxLength: 4}, {type: integer}]}", "D0110:/anyOf/0/maxLength b-"},
    {"{not: {type: string}}", "{not: {type: [string, 'null']}}", "D0102:/not/type b-"},
    {"{not: {type: string}}", "{}", "D0137:/not -b"},
    {"{}", "{not: {type: string}}", "D0136:/not b-"},
    {"{if: {type: string}, then: {maxLength: 3}}", "{if: {type: string}, then: {maxLength: 2}}",
     "D0110:/then/maxLength b-"},
    {"{if: {type: string}, then: {maxLength: 3}}", "{if: {type: integer}, then: {maxLength: 3}}",
     "D0101:/if/type -b"},
    {"{if: {type: string}, then: {maxLength: 3}}", "{}", "D0138:/if -b"},
    {"{anyOf: [{type: string}, {type: 'null'}]}", "{type: [string, 'null']}", ""},
    {"{anyOf: [{type: string, title: a}, {type: 'null', title: b}]}",
     "{anyOf: [{type: string, title: a}, {type: 'null', title: c}]}", "D0150:/anyOf/1/title --"},
    {"{oneOf: [{enum: [a]}, {enum: [b, c]}]}", "{oneOf: [{allOf: [{enum: [c, b]}]}, {enum: [a]}]}",
     ""},
    {"{anyOf: [{properties: {l: {type: number}}}, {properties: {l: {type: string}}}]}",
     "{anyOf: [{properties: {l: {type: string}}, title: t}, {properties: {l: {type: number}}}]}",
     "D0151:/anyOf/1/title=>/anyOf/0/title --"},
    {"{anyOf: [{$ref: '#/$defs/a'}, {$ref: '#/$defs/b'}], $defs: {a: {type: object}, b: {type: object, title: t}}}",
     "{anyOf: [{allOf: [{$ref: '#/$defs/b'}]}, {$ref: '#/$defs/a'}], "
     "$defs: {a: {type: object}, b: {type: object, title: t}}}",
     ""},
    {"{oneOf: [{type: 'null'}, {$ref: '#/$defs/a'}], $defs: {a: {type: integer, oneOf: [{const: 1}, {const: 2}]}}}",
     "{oneOf: [{allOf: [{$ref: '#/$defs/a'}]}, {allOf: [{type: 'null'}]}], "
     "$defs: {a: {type: integer, oneOf: [{const: 1}, {const: 2}]}}}",
     ""},
    /* What all branches ask is no news on a side without a choice. */
    {"{anyOf: [{type: object, minProperties: 1}, {type: object, maxProperties: 3}]}",
     "{type: object}", "D0135:/anyOf -u"},
    {"{anyOf: [{type: object}, {type: array}, {type: string}]}", "{type: [object, string]}",
     "D0135:/anyOf -u\nD0101:/type b-"},
    {"{anyOf: [{type: string}, {type: integer}]}",
     "{type: string, anyOf: [{type: string}, {type: integer}]}", "D0101:/type b-"},
    {"{type: object, anyOf: [{required: [a], properties: {k: {const: 1}}}, "
     "{required: [b, a], properties: {k: {const: 2}}}]}",
     "{type: object, required: [a], properties: {k: {enum: [1, 2]}}}", "D0135:/anyOf -b"},
    {"{type: object, required: [a], properties: {a: {maxLength: 3}}}",
     "{type: object, anyOf: [{required: [a], properties: {a: {maxLength: 3}}}, "
     "{required: [a], properties: {a: {maxLength: 2}}}]}",
     "D0134:/anyOf u-\nD0110:/properties/a/maxLength=>/anyOf/1/properties/a/maxLength u-"},
};

/* What is evaluated counts where an unevaluatedProperties or unevaluatedItems sees it. */
/* What has no effect is told, and is safe. */
static const struct row idle[] = {
    {"{if: {minLength: 3}}", "{if: {minLength: 5}}", "D0110:/if/minLength --"},
    {"{anyOf: [{minLength: 3}, {}]}", "{anyOf: [{minLength: 5}, {}]}",
     "D0110:/anyOf/0/minLength --"},
    {"{required: [a, b], minProperties: 1}", "{required: [a, b]}", "D0111:/minProperties --"},
    {"{required: [a, b]}", "{required: [a, b], minProperties: 2}", "D0110:/minProperties --"},
    {"{required: [a, b]}", "{required: [a, b], minProperties: 3}", "D0110:/minProperties b-"},
    {"{pattern: '^.{2,5}$', maxLength: 9}", "{pattern: '^.{2,5}$', maxLength: 8}",
     "D0110:/maxLength --"},
    {"{pattern: '^[a-z]+$'}", "{pattern: '^[a-z_]+$'}", "D0112:/pattern -b"},
    {"{pattern: '^(a|b){1,3}$'}", "{pattern: '^[ab]{1,3}$'}", "D0112:/pattern --"},
    {"{pattern: 'x'}", "{pattern: '^.*x'}", "D0112:/pattern b-"},
    {"{pattern: '^a|b$'}", "{pattern: '^(a|b)$'}", "D0112:/pattern b-"},
    {"{properties: {'a/b': {type: object}}}", "{properties: {p: {}}}",
     "D0119:/properties/a~1b -b\nD0118:/properties/p --"},
};

static const struct row watched[] = {
    {"{items: {}, unevaluatedItems: {maxLength: 5}}", "{unevaluatedItems: {maxLength: 5}}",
     "D0123:/items bu"},
    {"{unevaluatedProperties: false}", "{unevaluatedProperties: false, additionalProperties: {}}",
     "D0120:/additionalProperties ub"},
    {"{unevaluatedProperties: false, anyOf: [{properties: {a: true}}, {type: string}]}",
     "{unevaluatedProperties: false, anyOf: [{properties: {b: true}}, {type: string}]}",
     "D0119:/anyOf/0/properties/a bb\nD0118:/anyOf/0/properties/b ub"},
    {"{unevaluatedProperties: false, if: {properties: {a: true}}}",
     "{unevaluatedProperties: false, if: true}", "D0119:/if/properties/a bu"},
    {"{unevaluatedItems: false, oneOf: [{prefixItems: [true]}, {type: string}]}",
     "{unevaluatedItems: false, oneOf: [{prefixItems: [true, true]}, {type: string}]}",
     "D0122:/oneOf/0/prefixItems/1 ub"},
    {"{unevaluatedProperties: false, allOf: [{unevaluatedProperties: true}]}",
     "{unevaluatedProperties: false, allOf: [{}]}", "D0139:/allOf/0=> uu"},
};

static const struct row references[] = {
    {"{type: object, title: t, allOf: [{minProperties: 1}]}",
     "{allOf: [{type: object, title: t, allOf: [{minProperties: 1}]}]}", ""},
    {"{additionalProperties: {$ref: '#/$defs/a'}, $defs: {a: {title: t}}}",
     "{additionalProperties: {allOf: [{$ref: '#/$defs/a'}]}, $defs: {a: {title: t}}}", ""},
    /* What is missing is missing where the other side has it. */
    {"{properties: {a: {oneOf: [{type: 'null'}, {$ref: '#/$defs/s'}]}, b: {anyOf: [{$ref: '#/$defs/s'}]}}, "
     "$defs: {s: {type: object}}}",
     "{properties: {a: {oneOf: [{type: 'null'}, {$ref: '#/$defs/s'}]}, b: {anyOf: [{$ref: '#/$defs/s'}]}}, "
     "$defs: {s: {type: object, title: t, minProperties: 1, required: [p], properties: {p: {}}}}}",
     "D0151:/$defs/s/title --\nD0110:/$defs/s/minProperties b-\nD0116:/$defs/s/required/p b-\n"
     "D0118:/$defs/s/properties/p --"},
    {"{properties: {a: {$ref: '#/$defs/s'}, b: {allOf: [{$ref: '#/$defs/s'}]}}, $defs: {s: {type: string}}}",
     "{properties: {a: {$ref: '#/$defs/s'}, b: {allOf: [{$ref: '#/$defs/s'}]}}, $defs: {s: {type: integer}}}",
     "D0101:/$defs/s/type bb"},
    {"{allOf: [{$ref: '#/$defs/s'}], $defs: {s: {type: [object, string]}}}",
     "{allOf: [{$ref: '#/$defs/s'}], type: object, $defs: {s: {type: [object, string]}}}",
     "D0101:/type b-"},
    {"{$ref: '#/$defs/a', $defs: {a: {type: string}}}",
     "{allOf: [{$ref: '#/$defs/a'}], $defs: {a: {type: string}}}", ""},
    {"{$ref: '#/$defs/a', $defs: {a: {type: string}}}",
     "{$ref: '#/$defs/b', $defs: {b: {type: string}}}", "D0153:/$defs/a=>/$defs/b --"},
    {"{$defs: {a: {type: string}}}", "{$defs: {a: {type: integer}}}", "D0101:/$defs/a/type --"},
    {"{$ref: '#/$defs/a', $defs: {a: {properties: {n: {$ref: '#/$defs/a'}}, maxProperties: 2}}}",
     "{$ref: '#/$defs/a', $defs: {a: {properties: {n: {$ref: '#/$defs/a'}}, maxProperties: 3}}}",
     "D0111:/$defs/a/maxProperties -b"},
    {"{properties: {a: {$ref: '#/$defs/s'}, b: {not: {$ref: '#/$defs/s'}}}, $defs: {s: {maxLength: 3}}}",
     "{properties: {a: {$ref: '#/$defs/s'}, b: {not: {$ref: '#/$defs/s'}}}, $defs: {s: {maxLength: 2}}}",
     "D0110:/$defs/s/maxLength bu"},
};

/* The same text means something else by the rules of another dialect. */
static void try_dialects(void)
{
    static const char text[] =
        "{exclusiveMinimum: 1, items: [{type: string}], additionalItems: false}";
    struct arena arena = {0};
    struct drifting d;
    str old =
        arena_printf(&arena, "{$schema: 'http://json-schema.org/draft-07/schema#', %s", text + 1);
    str new = arena_printf(&arena, "{$schema: 'https://json-schema.org/draft/2020-12/schema', %s",
                           text + 1);
    drifting_open(&d, old, old, DIALECT_2020_12);
    ok(d.ok && !d.drift.count, "nothing changes in draft-07");
    drifting_close(&d);
    drifting_open(&d, old, new, DIALECT_2020_12);
    ok(!d.ok, "a list under \"items\" is none of 2020-12");
    drifting_close(&d);
    arena_free(&arena);
}

/* In draft-07 these two assert. */
/* What a dynamic reference leads to counts; where it may be led elsewhere, that is undecided. */
static const struct row dynamic[] = {
    {"{properties: {a: {$dynamicRef: '#n'}}, $defs: {x: {$dynamicAnchor: n, type: string}}}",
     "{properties: {a: {$dynamicRef: '#n'}}, $defs: {x: {$dynamicAnchor: n, type: integer}}}",
     "D0101:/$defs/x/type bb"},
    {"{properties: {a: {$dynamicRef: '#n'}}, $defs: {x: {$dynamicAnchor: n, type: string}}}",
     "{properties: {a: {}}, $defs: {x: {$dynamicAnchor: n, type: string}}}",
     "D0140:/properties/a/$dynamicRef -b"},
    {"{properties: {a: {}}, $defs: {x: {$dynamicAnchor: n, type: string}}}",
     "{properties: {a: {$dynamicRef: '#n'}}, $defs: {x: {$dynamicAnchor: n, type: string}}}",
     "D0140:/properties/a/$dynamicRef b-"},
    {"{properties: {a: {$dynamicRef: '#n'}}, $defs: {x: {$dynamicAnchor: n, type: string}}}",
     "{properties: {a: {$dynamicRef: '#n'}}, $defs: {x: {$anchor: n, type: string}}}",
     "D0140:/properties/a/$dynamicRef uu\n"
     "D0156:/$defs/x/$dynamicAnchor --\nD0156:/$defs/x/$anchor --"},
    {"{properties: {a: {$dynamicRef: '#n'}}, $defs: {x: {$anchor: n, type: string}}}",
     "{properties: {a: {$dynamicRef: '#n'}}, $defs: {x: {$anchor: n, type: integer}}}",
     "D0101:/$defs/x/type bb"},
    {"{properties: {a: {$dynamicRef: '#n'}, b: {contains: {type: string}}}, $defs: {x: {$dynamicAnchor: n, contains: {$dynamicRef: '#n'}, dependentRequired: {a: [b]}}}}",
     "{properties: {a: {$dynamicRef: '#n'}, b: {contains: {type: string}}}, $defs: {x: {$dynamicAnchor: n, contains: {$dynamicRef: '#n'}, dependentRequired: {a: [c]}}}}",
     "D0130:/$defs/x/dependentRequired/a bb"},
};

static const struct row contents[] = {
    {"{contentEncoding: base64}", "{contentEncoding: base64, contentMediaType: application/json}",
     "D0143:/contentMediaType b-"},
    {"{contentEncoding: base64, contentMediaType: application/json}", "{contentEncoding: base64}",
     "D0143:/contentMediaType -b"},
    {"{}", "{contentEncoding: base64}", "D0143:/contentEncoding b-"},
    {"{contentMediaType: application/json}",
     "{contentMediaType: application/json, contentEncoding: base64}", "D0143:/contentEncoding bb"},
};

#define A_LIST                                                                                     \
    "list: {$id: list, type: array, items: {$dynamicRef: '#item'},"                                \
    " $defs: {item: {$dynamicAnchor: item}}}"
#define LIST_OF(name, type)                                                                        \
    name ": {$id: " name ", $ref: list, $defs: {item: {$dynamicAnchor: item, type: " type "}}}"

/* Where a dynamic reference leads is settled by the resources on the way to it. */
static const struct row redirects[] = {
    {"{$id: 'x:a', $ref: list, $defs: {own: {$anchor: item, type: string}, " A_LIST "}}",
     "{$id: 'x:a', $ref: list, $defs: {own: {$dynamicAnchor: item, type: string}, " A_LIST "}}",
     "D0140:=>/$defs/own bu\nD0156:/$defs/own/$anchor --\n"
     "D0156:/$defs/own/$dynamicAnchor --"},
    {"{$id: 'x:a', $ref: list, $defs: {own: {$dynamicAnchor: item, type: string}, " A_LIST "}}",
     "{$id: 'x:a', $ref: list, $defs: {own: {$dynamicAnchor: item}, " A_LIST "}}",
     "D0102:/$defs/own/type ub"},
    {"{$id: 'x:a', $ref: one, $defs: {" A_LIST
     ", " LIST_OF("one", "string") ", " LIST_OF("two", "integer") "}}",
     "{$id: 'x:a', $ref: two, $defs: {" A_LIST
     ", " LIST_OF("one", "string") ", " LIST_OF("two", "integer") "}}",
     "D0156:/$defs/one/$id=>/$defs/two/$id --\n"
     "D0101:/$defs/one/$defs/item/type=>/$defs/two/$defs/item/type uu"},
    {"{$id: 'x:a', $ref: one, $defs: {" A_LIST ", " LIST_OF("one", "string") "}}",
     "{$id: 'x:a', allOf: [{$ref: one}], $defs: {" LIST_OF("one", "string") ", " A_LIST "}}", ""},
    {"{$id: 'x:a', properties: {l: {$ref: one}}, $defs: {" A_LIST
     ", " LIST_OF("one", "string") "}}",
     "{$id: 'x:a', properties: {l: {$ref: list}}, $defs: {" A_LIST
     ", " LIST_OF("one", "string") "}}",
     "D0140:/$defs/one/$defs/item=>/$defs/list ub"},
};

/* The same of "$recursiveRef". */
static const struct row recursions[] = {
    {"{$id: 'x:a', $ref: tree, $defs: {tree: {$id: tree, $recursiveAnchor: true,"
     " properties: {a: {$recursiveRef: '#'}}}}, required: [b]}",
     "{$id: 'x:a', $recursiveAnchor: true, $ref: tree, $defs: {tree: {$id: tree,"
     " $recursiveAnchor: true, properties: {a: {$recursiveRef: '#'}}}}, required: [b]}",
     "D0140: bu\nD0156:/$recursiveAnchor --"},
};

/* Work that is taken is told, and none beyond what may be. */
static void test_work(void)
{
    static const uint64_t allowed[] = {DRIFT_WORK, 3000, 0};
    str old = S("{type: object, properties: {a: {pattern: '^[a-f]{2,40}$'}, b: {minLength: 2}}}");
    str new = S("{type: object, properties: {a: {pattern: '^[a-f]{3,40}$'}, b: {minLength: 3}}}");
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        struct drifting d;
        drifting_open_within(&d, old, new, DIALECT_2020_12, allowed[i]);
        ok(d.ok && !d.drift.is_cut, "it is compared to the end");
        ok(d.drift.steps <= allowed[i], "it takes no more than %llu steps",
           (unsigned long long)allowed[i]);
        ok((d.drift.steps > 0) == (allowed[i] > 0), "and tells how many");
        if (is_int(d.drift.count, 2, "nothing is lost"))
            is_int(d.drift.changes[1].writers, allowed[i] ? DRIFT_BREAKS : DRIFT_UNDECIDED,
                   "what it means needs some");
        drifting_close(&d);
    }
}

int main(void)
{
    test_work();
    try_dialects();
    TRY(values, DIALECT_2020_12);
    TRY(objects, DIALECT_2020_12);
    TRY(arrays, DIALECT_2020_12);
    TRY(choices, DIALECT_2020_12);
    TRY(contents, DIALECT_DRAFT_07);
    TRY(idle, DIALECT_2020_12);
    TRY(watched, DIALECT_2020_12);
    TRY(references, DIALECT_2020_12);
    TRY(redirects, DIALECT_2020_12);
    TRY(recursions, DIALECT_2019_09);
    TRY(dynamic, DIALECT_2020_12);
    return done_testing();
}
