#!/usr/bin/env bats
#
# Translation as users see it: what a keyword becomes, what is said about what is lost, and the
# options that decide. Each pair of dialects is tried in tests/unit/openapi_translate.c.

bats_require_minimum_version 1.5.0
load helper

# document VERSION <<<SCHEMAS: in.yaml with these schemas, which begin in line 5.
document() {
    case $1 in
    2.*) printf '%s\n' "swagger: '$1'" 'info: { title: T, version: "1" }' '# no components in 2.0' \
        'definitions:' ;;
    *) printf '%s\n' "openapi: $1" 'info: { title: T, version: "1" }' 'components:' '  schemas:' ;;
    esac >in.yaml
    cat >>in.yaml
}

# extract STATUS OPTION...: of in.yaml.
extract() {
    local expected=$1
    shift
    schemac "$expected" extract in.yaml "$@"
}

# definition NAME <<<JSON: that is its definition in the last result; both as canonical JSON.
definition() {
    local got wanted
    got=$(jq -cS --arg name "$1" '(."$defs" // .definitions)[$name]' <<<"$output")
    wanted=$(jq -cS .)
    [ "$got" = "$wanted" ] || fail "$1 is $got, not $wanted"
}

need_jq() {
    need jq
}

# ---- the conversions that people ask for ------------------------------------------------------------

# What other converters lose, in one document (peers measured on such a one lose most of it).
hard_cases() {
    document 3.0.3 <<'END'
    Root:
      type: object
      properties:
        plain: { type: string, nullable: true, enum: [a, b] }
        composed: { nullable: true, allOf: [{ $ref: '#/components/schemas/Leaf' }], description: d }
        bound: { type: number, minimum: 0, exclusiveMinimum: true }
        shown: { type: string, example: v, readOnly: true, deprecated: true, xml: { name: n }, x-foo: 1 }
        file: { type: string, format: binary }
        nullable: { type: boolean, default: false }
        example: { type: string, example: e }
        default: { $ref: '#/components/schemas/Leaf' }
        $ref: { type: string }
        data: { type: object, default: { nullable: true, example: 1, $ref: '#/none' } }
        number: { type: number, minimum: 0.10, maximum: 12345678901234567890, multipleOf: 1.0e-7 }
    Leaf: { type: object }
END
}

@test "3.0 to draft-07, the cases that are hard" {
    need_jq
    hard_cases
    extract 0 --root Root --dialect draft-07
    no_stderr
    out_has '"minimum": 0.10'
    out_has '"maximum": 12345678901234567890'
    out_has '"multipleOf": 1.0e-7'
    definition Root <<'END'
{"type": "object", "properties": {
  "plain": {"type": ["string", "null"], "enum": ["a", "b", null]},
  "composed": {"anyOf": [{"allOf": [{"$ref": "#/definitions/Leaf"}]}, {"type": "null"}], "description": "d"},
  "bound": {"type": "number", "exclusiveMinimum": 0},
  "shown": {"type": "string", "examples": ["v"], "readOnly": true, "$comment": "deprecated",
            "xml": {"name": "n"}, "x-foo": 1},
  "file": {"type": "string", "contentMediaType": "application/octet-stream"},
  "nullable": {"type": "boolean", "default": false},
  "example": {"type": "string", "examples": ["e"]},
  "default": {"$ref": "#/definitions/Leaf"},
  "$ref": {"type": "string"},
  "data": {"type": "object", "default": {"nullable": true, "example": 1, "$ref": "#/none"}},
  "number": {"type": "number", "minimum": 0.10, "maximum": 12345678901234567890, "multipleOf": 1.0e-7}}}
END
}

@test "3.0 to draft-04, which knows less" {
    need_jq
    hard_cases
    extract 0 --root Root --dialect draft-04
    no_stderr
    definition Root <<'END'
{"type": "object", "properties": {
  "plain": {"type": ["string", "null"], "enum": ["a", "b", null]},
  "composed": {"anyOf": [{"allOf": [{"$ref": "#/definitions/Leaf"}]}, {"type": "null"}], "description": "d"},
  "bound": {"type": "number", "minimum": 0, "exclusiveMinimum": true},
  "shown": {"type": "string", "x-example": "v", "x-readOnly": true, "x-deprecated": true,
            "xml": {"name": "n"}, "x-foo": 1},
  "file": {"type": "string", "format": "binary"},
  "nullable": {"type": "boolean", "default": false},
  "example": {"type": "string", "x-example": "e"},
  "default": {"$ref": "#/definitions/Leaf"},
  "$ref": {"type": "string"},
  "data": {"type": "object", "default": {"nullable": true, "example": 1, "$ref": "#/none"}},
  "number": {"type": "number", "minimum": 0.10, "maximum": 12345678901234567890, "multipleOf": 1.0e-7}}}
END
}

@test "2.0 to 2020-12" {
    need_jq
    document 2.0 <<'END'
  Root:
    type: object
    discriminator: kind
    required: [kind]
    properties:
      kind: { type: string, x-nullable: true }
      file: { type: file }
      pair: { type: array, items: [{ type: string }, { type: integer, maximum: 5, exclusiveMaximum: true }] }
END
    extract 0 --root Root --dialect 2020-12
    no_stderr
    definition Root <<'END'
{"type": "object", "discriminator": "kind", "required": ["kind"], "properties": {
  "kind": {"type": "string", "x-nullable": true},
  "file": {"type": "string", "contentMediaType": "application/octet-stream"},
  "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer", "exclusiveMaximum": 5}]}}}
END
}

@test "3.1 to draft-04, which lacks most of it" {
    need_jq
    document 3.1.0 <<'END'
    Root:
      $ref: '#/components/schemas/Leaf'
      description: d
      const: { a: 1 }
      prefixItems: [true, { if: { const: 1 }, then: { maximum: 2 } }]
      items: false
      dependentRequired: { a: [b] }
      contains: { exclusiveMinimum: 3 }
      $defs: { x: { propertyNames: { pattern: '^a' } } }
    Leaf: { unevaluatedProperties: false, properties: { a: {} } }
END
    extract 0 --root Root --dialect draft-04
    no_stderr
    definition Leaf <<<'{"additionalProperties": false, "properties": {"a": {}}}'
    definition Root <<'END'
{"allOf": [{"$ref": "#/definitions/Leaf"}],
 "description": "d",
 "enum": [{"a": 1}],
 "items": [{}, {"anyOf": [{"not": {"enum": [1]}}, {"maximum": 2}]}],
 "additionalItems": false,
 "dependencies": {"a": ["b"]},
 "not": {"type": "array", "items": {"not": {"minimum": 3, "exclusiveMinimum": true}}},
 "definitions": {"x": {"allOf": [{"patternProperties": {"^a": {}}, "additionalProperties": false}]}}}
END
}

@test "closed schemas over references, in a draft that knows no unevaluatedProperties" {
    need_jq
    document 3.1.0 <<'END'
    Dog:
      allOf: [{ $ref: '#/components/schemas/Pet' }]
      properties: { breed: { type: string } }
      unevaluatedProperties: false
    Pet:
      allOf: [{ $ref: '#/components/schemas/Named' }]
      properties: { age: { type: integer } }
    Named: { properties: { name: { type: string } } }
END
    extract 0 --root Dog --dialect draft-07 --strict
    no_stderr
    definition Dog <<'END'
{"allOf": [{"$ref": "#/definitions/Pet"}],
 "properties": {"breed": {"type": "string"}, "name": {}, "age": {}},
 "additionalProperties": false}
END
}

# ---- what is said about what is lost -----------------------------------------------------------------

lossy() {
    document 3.1.0 <<'END'
    Root:
      contains: { type: string }
      minContains: 2
      properties:
        a: { anyOf: [{ properties: { b: {} } }, true], unevaluatedProperties: false }
END
}

@test "what the dialect cannot say: a warning with keyword, dialect and place" {
    lossy
    extract 0 --root Root --dialect draft-07
    err_has 'in.yaml:7:7: warning: "minContains" cannot be said in draft-07 beyond 1 [W0501]'
    err_has 'in.yaml:9:56: warning: "unevaluatedProperties" cannot be said in draft-07 and is left out [W0501]'
    out_has '"contains": {'
    out_lacks minContains
    extract 0 --root Root --dialect 2019-09 --strict
    no_stderr
    out_has '"minContains": 2'
}

@test "under strict it is an error, and nothing is written" {
    lossy
    echo old >out.json
    extract 2 --root Root --dialect draft-07 --strict -o out.json
    err_has 'in.yaml:7:7: error: "minContains" cannot be said in draft-07 beyond 1 [E0503]'
    err_has 'in.yaml:9:56: error: "unevaluatedProperties" cannot be said in draft-07 and is left out [E0503]'
    file_is out.json <<<old
}

@test "the keys of schemac.yaml do the same" {
    lossy
    cat >schemac.yaml <<'END'
version: 1
source: in.yaml
artifacts:
  out.json: { root: Root, dialect: draft-07, strict: true }
END
    schemac 2 generate
    err_has 'in.yaml:7:7: error: "minContains" cannot be said in draft-07 beyond 1 [E0503]'
    [ ! -e out.json ]
    sed -i 's/, strict: true//' schemac.yaml
    schemac 0 generate
    err_has '[W0501]'
    schemac 0 check
    err_has '[W0501]'
}

@test "a loss never makes the result refuse more" {
    need_jq
    document 3.1.0 <<'END'
    Root:
      type: array
      not: { contains: { minimum: 3 }, minContains: 2 }
END
    extract 0 --root Root --dialect draft-07
    err_has 'in.yaml:7:40: warning: "minContains" cannot be said in draft-07 beyond 1 [W0501]'
    err_has 'in.yaml:7:7: warning: "not" cannot be said in draft-07 since what it holds cannot, and is left out [W0501]'
    definition Root <<<'{"type": "array"}'
}

# ---- siblings of references ---------------------------------------------------------------------------

siblings() {
    document "$1" <<'END'
    Root:
      properties:
        a: { description: d, $ref: '#/components/schemas/Leaf', nullable: true, x-a: 1 }
        b: { $ref: '#/components/schemas/Leaf', title: t }
    Leaf: {}
END
}

@test "beside a reference nothing counts in 3.0: a warning at the first of it" {
    need_jq
    siblings 3.0.3
    extract 0 --root Root
    err_has 'in.yaml:7:14: warning: beside "$ref", "description" and 2 more do not count in OpenAPI 3.0 and are left out [W0502]'
    err_has 'in.yaml:8:49: warning: beside "$ref", "title" does not count in OpenAPI 3.0 and is left out [W0502]'
    err_has 'hint: honour_ref_siblings: true (--honour-ref-siblings) lets it count'
    definition Root <<'END'
{"properties": {"a": {"$ref": "#/$defs/Leaf"}, "b": {"$ref": "#/$defs/Leaf"}}}
END
}

@test "unless it is honoured" {
    need_jq
    siblings 3.0.3
    extract 0 --root Root --honour-ref-siblings
    no_stderr
    definition Root <<'END'
{"properties": {"a": {"description": "d", "anyOf": [{"$ref": "#/$defs/Leaf"}, {"type": "null"}], "x-a": 1},
                "b": {"$ref": "#/$defs/Leaf", "title": "t"}}}
END
    extract 0 --root Root --honour-ref-siblings --dialect draft-07
    no_stderr
    definition Root <<'END'
{"properties": {"a": {"description": "d", "anyOf": [{"$ref": "#/definitions/Leaf"}, {"type": "null"}], "x-a": 1},
                "b": {"allOf": [{"$ref": "#/definitions/Leaf"}], "title": "t"}}}
END
}

# ---- versions that lie ---------------------------------------------------------------------------------

@test "keywords of 3.0 under a label of 3.1: a warning each, and what to do" {
    need_jq
    document 3.1.0 <<'END'
    Root: { type: string, nullable: true }
    Other: { minimum: 1, exclusiveMinimum: true }
END
    extract 0 --root '*'
    err_has 'in.yaml:5:27: warning: "nullable" means nothing in OpenAPI 3.1 and is left out [W0503]'
    err_has 'in.yaml:6:26: warning: a boolean "exclusiveMinimum" means nothing in OpenAPI 3.1 and is left out [W0503]'
    err_has 'hint: with assume: 3.0 (--assume 3.0) it counts as in OpenAPI 3.0'
    definition Root <<<'{"type": "string"}'
    definition Other <<<'{"minimum": 1}'
    extract 0 --root '*' --assume 3.0
    no_stderr
    definition Root <<<'{"type": ["string", "null"]}'
    definition Other <<<'{"exclusiveMinimum": 1}'
}

@test "keywords that the version does not know are left out, or assumed with what they refer to" {
    need_jq
    document 3.0.3 <<'END'
    Root: { const: 1, if: { $ref: '#/components/schemas/Leaf' }, then: {}, nullable: true }
    Leaf: {}
END
    extract 0 --root Root
    err_has 'in.yaml:5:13: warning: "const" means nothing in OpenAPI 3.0 and is left out [W0504]'
    err_has 'hint: with assume: 3.1 (--assume 3.1) it counts as in OpenAPI 3.1'
    err_count 3 '[W0504]'
    definition Root <<<'{}'
    out_lacks Leaf
    extract 0 --root Root --assume 3.1
    no_stderr
    definition Root <<'END'
{"anyOf": [{"const": 1, "if": {"$ref": "#/$defs/Leaf"}, "then": {}}, {"type": "null"}]}
END
    definition Leaf <<<'{}'
}

@test "many warnings of one kind are told by the first of them" {
    { for i in 1 2 3 4 5 6 7; do echo "    A$i: { nullable: true }"; done; } | document 3.1.0
    extract 0 --root '*'
    err_count 5 '[W0503]'
    err_has 'note: and 2 more of this kind'
}

@test "a real document of 3.1 with keywords of 3.0" {
    need_corpus
    # 109 are `nullable: true`, one is false, and 7 are boolean bounds.
    schemac 0 extract "$corpus/openapi/openai.json" --root '*' --dialect draft-07 -o out.json
    err_count 5 '[W0503]'
    err_has 'note: and 112 more of this kind'
    schemac 0 extract "$corpus/openapi/openai.json" --root '*' --dialect draft-07 -o out.json --assume 3.0
    err_lacks W0503
    ! grep -q '"nullable": \|"exclusiveMinimum": true' out.json
}

# ---- discriminators -------------------------------------------------------------------------------------

@test "a discriminator as conditions" {
    need_jq
    document 3.2.0 <<'END'
    Root:
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
      discriminator:
        propertyName: kind
        mapping: { kitten: Cat, hound: '#/components/schemas/Dog' }
    Cat: { properties: { kind: { type: string } } }
    Dog: { discriminator: { propertyName: kind } }
END
    extract 0 --root Root
    no_stderr
    out_has '"hound": "#/$defs/Dog"'
    extract 0 --root Root --discriminator conditional
    err_has 'in.yaml:11:12: warning: the discriminator stays as it is: there is no oneOf or anyOf of references alone beside it [W0505]'
    definition Root <<'END'
{"allOf": [
  {"required": ["kind"], "properties": {"kind": {"enum": ["kitten", "Cat", "hound", "Dog"]}}},
  {"if": {"required": ["kind"], "properties": {"kind": {"enum": ["kitten", "Cat"]}}}, "then": {"$ref": "#/$defs/Cat"}},
  {"if": {"required": ["kind"], "properties": {"kind": {"enum": ["hound", "Dog"]}}}, "then": {"$ref": "#/$defs/Dog"}}]}
END
}

@test "what holds for the other values of a discriminator" {
    need_jq
    document 3.2.0 <<'END'
    Root:
      oneOf: [{ $ref: '#/components/schemas/Cat' }]
      discriminator: { propertyName: kind, defaultMapping: Pet }
    Cat: {}
    Pet: {}
END
    extract 0 --root Root --discriminator conditional --dialect draft-07
    no_stderr
    definition Root <<'END'
{"allOf": [
  {"if": {"required": ["kind"], "properties": {"kind": {"const": "Cat"}}}, "else": {"$ref": "#/definitions/Pet"}},
  {"if": {"required": ["kind"], "properties": {"kind": {"const": "Cat"}}}, "then": {"$ref": "#/definitions/Cat"}}]}
END
}

# ---- the whole ------------------------------------------------------------------------------------------

@test "a root is not inlined when its definitions would meet those of the result" {
    document 3.1.0 <<<"    Root: { \$defs: { a: {} }, items: { \$ref: '#/components/schemas/Leaf' } }
    Leaf: {}"
    local dialect
    for dialect in draft-07 2020-12; do
        extract 2 --root Root --root-form inline --dialect "$dialect"
        err_has 'has definitions of its own [E0412]'
    done
}

# nested COUNT BEFORE AFTER: {} inside COUNT times BEFORE and AFTER, as one schema of in.yaml.
nested() {
    {
        printf '%s' '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "components": {"schemas": {"A": '
        printf "%.0s$2" $(seq "$1")
        printf '{}'
        printf "%.0s$3" $(seq "$1")
        printf '}}}'
    } >in.yaml
}

@test "deep conditions do not multiply" {
    local dialect
    nested 500 '{"if": ' ', "then": {"minimum": 1, "title": "a"}, "else": {"maximum": 2}}'
    for dialect in draft-04 draft-06; do
        extract 0 --root A --dialect "$dialect" -o out.json
        no_stderr
        # Each of the 500 is there, and no more often than a few times.
        [ "$(grep -c '"minimum": 1' out.json)" -ge 500 ]
        [ "$(grep -c '"minimum": 1' out.json)" -le 2500 ]
    done
}

@test "deep contains do not multiply" {
    local dialect
    nested 500 '{"contains": ' ', "unevaluatedItems": {"minimum": 1}}'
    for dialect in draft-04 draft-06 2019-09; do
        extract 0 --root A --dialect "$dialect" -o out.json
        err_has '"unevaluatedItems" cannot be said'
        [ "$(grep -c '"minimum": 1' out.json)" -le 2500 ]
    done
}

@test "all schemas of real documents in all dialects" {
    need_corpus
    local file dialect
    for file in museum.yaml redocly-cafe-3.2.yaml xero_accounting.yaml kubernetes-swagger.json \
        paypal_checkout_orders_v2.json discord.json adyen/CheckoutService-v70.yaml; do
        for dialect in draft-04 draft-06 draft-07 2019-09 2020-12; do
            schemac 0 extract "$corpus/openapi/$file" --root '*' --dialect "$dialect" -o out.json
            err_lacks W0501
            err_lacks error
        done
    done
}
