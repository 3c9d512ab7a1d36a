#!/usr/bin/env bats
#
# What extract makes of a document: roots, references, definitions, the top of the result.

bats_require_minimum_version 1.5.0
load helper

# document <<<SCHEMAS: in.yaml, an OpenAPI 3.1 document with these schemas, which begin in line 5.
document() {
    { printf '%s\n' 'openapi: 3.1.0' 'info: { title: T, version: "2026-01-31" }' 'components:' \
        '  schemas:' && cat; } >in.yaml
}

# extract STATUS OPTION...: of in.yaml.
extract() {
    local expected=$1
    shift
    schemac "$expected" extract in.yaml "$@"
}

# definitions NAME...: those of the last result, in their order.
definitions() {
    local names
    names=$(sed -n '/^  "\($defs\|definitions\)": /,$ s/^    "\(.*\)": .*/\1/p' <<<"$output" | tr '\n' ' ')
    [ "$names" = "$* " ] || fail "the definitions are: $names"
}

small() {
    document <<'END'
    Order: { properties: { items: { items: { $ref: '#/components/schemas/Item' } } } }
    Item: { properties: { size: { $ref: '#/components/schemas/Size' } } }
    Size: { enum: [s, m] }
    Customer: { properties: { orders: { items: { $ref: '#/components/schemas/Order' } } } }
END
}

# ---- roots ----------------------------------------------------------------------------------------

@test "a root by its name, with exactly what it reaches, in the order of the document" {
    small
    extract 0 --root Item
    no_stderr
    printf '%s\n' "$output" >out
    file_is out <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "allOf": [
    {
      "$ref": "#/$defs/Item"
    }
  ],
  "$defs": {
    "Item": {
      "properties": {
        "size": {
          "$ref": "#/$defs/Size"
        }
      }
    },
    "Size": {
      "enum": [
        "s",
        "m"
      ]
    }
  }
}
END
    extract 0 --root Customer
    definitions Order Item Size Customer
}

@test "a root by a JSON Pointer, with or without its #" {
    small
    local root
    for root in /components/schemas/Item '#/components/schemas/Item'; do
        extract 0 --root "$root"
        out_has '"$ref": "#/$defs/Item"'
        definitions Item Size
    done
}

@test "a root in the middle of a schema" {
    small
    extract 0 --root /components/schemas/Item/properties/size
    out_has '"$ref": "#/$defs/Item_size"'
    definitions Item_size Size
    extract 0 --root /components/schemas/Item/properties/size --no-translate
    out_has '"$ref": "#/$defs/Item/properties/size"'
    definitions Item Size
}

@test "a JSON Pointer is plain text, its form in a fragment is percent-encoded" {
    document <<'END'
    a b: {}
    a%20b: {}
END
    extract 0 --root '/components/schemas/a b'
    definitions 'a b'
    extract 0 --root '/components/schemas/a%20b'
    definitions 'a%20b'
    extract 0 --root '#/components/schemas/a%20b'
    definitions 'a b'
    extract 2 --root '/components/schemas/a%'
    err_has 'in.yaml: error: '
    err_has '[E0402]'
}

@test "several roots, and all: the top only holds definitions" {
    small
    extract 0 --root Size --root Item
    definitions Item Size
    out_lacks allOf
    extract 0 --root '*'
    definitions Order Item Size Customer
    out_lacks allOf
}

@test "a root that is not there: the nearest name" {
    small
    extract 2 --root Itme
    no_output
    err_has 'in.yaml:4:3: error: there is no schema "Itme" in /components/schemas [E0407]'
    err_has 'did you mean "Item"?'
    extract 2 --root Itme --root size --root Order
    err_count 2 '[E0407]'
}

@test "a root that is not there: the place that there is" {
    printf 'openapi: 3.1.0\ncomponents: {schemas: {}}\n' >in.yaml
    extract 2 --root A
    err_has 'in.yaml:2:14: error: there is no schema "A" in /components/schemas [E0407]'
    extract 2 --root '*'
    err_has 'in.yaml:2:14: error: the document has no schema: /components/schemas is empty, and no operation uses one [E0407]'
    printf 'openapi: 3.1.0\ncomponents: {}\n' >in.yaml
    extract 2 --root A
    err_has 'in.yaml:2:1: error: the document has no schemas: /components/schemas is missing [E0407]'
    extract 2 --root '*'
    err_has 'in.yaml:2:1: error: the document has no schema: /components/schemas is missing, and no operation uses one [E0407]'
    printf 'swagger: "2.0"\npaths: {}\n' >in.yaml
    extract 2 --root '*'
    err_has 'in.yaml: error: the document has no schema: /definitions is missing, and no operation uses one [E0407]'
    printf 'version: 1\nsource: in.yaml\nartifacts: {a.json: {root: "*"}}\n' >schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:3:13: error: the document has no schema: /definitions is missing'
    err_has 'in.yaml: note: this is the document'
}

@test "a root in another file" {
    small
    mkdir sub
    cat >sub/x.yaml <<'END'
openapi: 3.1.0
info: {title: X, version: "1"}
paths: {/p: {get: {responses: {"200": {content: {text/json: {schema: {items: {$ref: '#/components/schemas/Q'}}}}}}}}}
components: {schemas: {Q: {type: integer}, "a#b": {type: number}}}
END
    echo '{"title": "S", "$defs": {"k": {"$anchor": "here", "type": "null"}}}' >sub/s.json
    extract 0 --root 'sub/x.yaml#/paths/~1p/get/responses/200/content/text~1json/schema'
    definitions x_p_get_200_text_json Q
    out_has '"$ref": "#/$defs/x_p_get_200_text_json"'
    extract 0 --root sub/s.json#here --root sub/s.json# --root Item
    definitions Item Size s k
    extract 2 --root sub/s.json#/a
    err_has 'in.yaml: error: "sub/s.json#/a" leads nowhere: there is no "a" in sub/s.json [E0402]'
    extract 2 --root sub/x.yaml#/info
    err_has 'in.yaml: error: "sub/x.yaml#/info" leads to a place that is no schema [E0404]'
    extract 2 --root ../x.yaml#/a
    err_has 'error: ../x.yaml lies outside the root directory . [E0004]'
    schemac 0 extract sub/x.yaml --root 'a#b' # a name comes first
    definitions a#b
    extract 0 --root sub/x.yaml#/components/schemas/Q -o out.json --depfile deps
    grep -q '^  sub/x.yaml$' deps
    printf 'version: 1\nsource: in.yaml\nartifacts:\n  a.json: {root: sub/s.json#here}\n  b.json: {root: no.json#}\n' >schemac.yaml
    schemac 0 generate a.json
    grep -q '"type": "null"' a.json
    schemac 2 check
    err_has 'schemac.yaml:5:3: error: cannot read the file no.json: No such file or directory [E0002]'
}

@test "no root: the names that it may be" {
    small
    extract 2
    err_has '[E0408]'
    err_has 'name it with --root: it may be Order, Item, Size, Customer, or "*" for all'
}

@test "a root that is no schema" {
    document <<'END'
    Yes: true
    Text: text
    Map: { properties: { a: {} } }
END
    extract 2 --root Yes
    err_has 'in.yaml:5:10: error: the root is a boolean'
    extract 2 --root Text
    err_has 'in.yaml:6:11: error: a schema is an object or a boolean, this is a string [E0405]'
    extract 2 --root /components/schemas/Map/properties
    err_has '[E0404]'
    extract 2 --root /info
    err_has '[E0404]'
}

# ---- references -----------------------------------------------------------------------------------

@test "every reference that leads nowhere is reported, each at its own line, all at once" {
    document <<'END'
    Root:
      properties:
        a: { $ref: '#/components/schemas/None' }
        b: { $ref: '#/components/schemas/Leaf/properties/none' }
        c: { $ref: 'other.yaml#/x' }
        d: { $ref: 'https://example.com/x' }
        e: { $ref: '#anchor' }
        f: { $ref: 7 }
        g: { $ref: '#/components/schemas/a~2b' }
        h: { $ref: '#/components/schemas/%zz' }
        i: { $ref: '#/components/schemas/Next' }
        j: { $ref: '#/components/schemas/a/b' }
        k: { $ref: ' #/components/schemas/Leaf' }
        l: { $ref: '#/components/schemas/Leaf/properties' }
    Next: { not: { $ref: '#/components/schemas/Laef' } }
    Leaf: { properties: { name: {} } }
    a/b: {}
END
    extract 2 --root Root
    no_output
    err_has 'in.yaml:7:20: error: "#/components/schemas/None" leads nowhere: there is no "None" in /components/schemas [E0402]'
    err_has 'in.yaml:8:20: error: "#/components/schemas/Leaf/properties/none" leads nowhere: there is no "none" in /components/schemas/Leaf/properties [E0402]'
    err_has 'in.yaml:9:20: error: cannot read the file other.yaml: No such file or directory [E0002]'
    err_has 'in.yaml:10:20: error: "https://example.com/x" leads to another document'
    err_has 'in.yaml:11:20: error: "#anchor" leads nowhere: there is no such anchor [E0402]'
    err_has 'in.yaml:12:20: error: "$ref" must be a string, this is a number [E0401]'
    err_has 'in.yaml:13:20: error: "#/components/schemas/a~2b" is no reference'
    err_has 'in.yaml:14:20: error: "#/components/schemas/%zz" is no reference'
    err_has 'in.yaml:16:20: error: "#/components/schemas/a/b" leads nowhere'
    err_has 'for the name "a/b" write "#/components/schemas/a~1b"'
    err_has 'in.yaml:17:20: error: " #/components/schemas/Leaf" is no reference'
    err_has 'in.yaml:18:20: error: "#/components/schemas/Leaf/properties" leads to a place that is no schema [E0404]'
    err_has 'in.yaml:19:26: error: "#/components/schemas/Laef" leads nowhere'
    err_has 'did you mean "Leaf"?'
    err_count 12 ': error: '
}

@test "what the root does not reach cannot fail: a reference that leads nowhere is a warning" {
    document <<'END'
    Root: { $ref: '#/components/schemas/Leaf' }
    Leaf: {}
    Out: { $ref: '#/components/schemas/None' }
    Way: { oneOf: [{ $ref: 1 }], discriminator: { propertyName: a, mapping: { a: Nobody } } }
END
    extract 0 --root Leaf
    definitions Leaf
    err_count 1 warning
    err_has 'in.yaml:7:18: warning: '
    err_has '; this and 2 more references lie in parts that are not used [W0301]'
    extract 2 --root '*'
    err_count 3 ': error: '
}

@test "what the root does not reach cannot fail: faults are a warning" {
    document <<'END'
    Root: { type: object }
    Twice: { type: string, type: string }
    Odd: { default: .nan, [a]: b }
END
    extract 0 --root Root
    definitions Root
    err_count 1 warning
    err_has 'in.yaml:6:28: warning: the key "type" stands twice; this and 2 more faults lie in parts that are not used [W0301]'
    extract 2 --root Twice
    err_has 'in.yaml:6:28: error: the key "type" stands twice [E0302]'
    err_has 'in.yaml:6:14: note: first here'
    extract 2 --root Odd
    err_has '[E0303]'
    err_has '[E0304]'
}

@test "a reference into the middle of a schema" {
    document <<'END'
    Root:
      properties:
        a: { $ref: '#/components/schemas/Owner/properties/deep' }
        b: { $ref: '#/components/schemas/Owner/properties/list/items/oneOf/1' }
    Owner:
      properties:
        deep: { type: integer }
        list: { items: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Leaf' }] } }
    Leaf: {}
    Owner_deep: { type: 'null' }
END
    # Copied, the pointer keeps its tail and brings the owner.
    extract 0 --root Root --no-translate
    out_has '"$ref": "#/$defs/Owner/properties/deep"'
    out_has '"$ref": "#/$defs/Owner/properties/list/items/oneOf/1"'
    definitions Root Owner Leaf

    # Translated, the place gets a name of its own.
    extract 0 --root Root
    out_has '"$ref": "#/$defs/Owner_deep"'
    out_has '"$ref": "#/$defs/Owner_list_items_oneOf_1"'
    definitions Root Owner_deep Owner_list_items_oneOf_1 Leaf

    # Names that the document has itself keep their meaning.
    extract 0 --root '*'
    out_has '"$ref": "#/$defs/Owner_deep_2"'
    definitions Root Owner Owner_deep_2 Owner_list_items_oneOf_1 Leaf Owner_deep
}

@test "a reference into the middle: a key on the way that stands twice leaves open which is meant" {
    document <<'END'
    Root: { $ref: '#/components/schemas/Owner/properties/x' }
    Owner: { properties: { x: { type: string }, x: { type: integer } } }
END
    extract 2 --root Root
    err_has 'in.yaml:6:49: error: the key "x" stands twice [E0302]'
}

@test "escapes in references are decoded, and kept where the reference is copied" {
    document <<'END'
    Root:
      properties:
        a: { $ref: '#/components/schemas/a~1b' }
        b: { $ref: '#/components/schemas/c~0d' }
        c: { $ref: '#/components/schemas/e%20f' }
        d: { $ref: '#/components/schemas/%C3%A9' }
        e: { $ref: '#/components/schemas/~01' }
        f: { $ref: '#/components/%73chemas/100%25' }
    a/b: {}
    c~d: {}
    e f: {}
    é: {}
    ~1: {}
    100%: {}
END
    local how
    for how in --translate --no-translate; do
        extract 0 --root Root "$how"
        definitions Root a/b 'c~d' 'e f' é '~1' 100%
        out_has '"$ref": "#/$defs/a~1b"'
        out_has '"$ref": "#/$defs/c~0d"'
        out_has '"$ref": "#/$defs/e%20f"'
        out_has '"$ref": "#/$defs/%C3%A9"'
        out_has '"$ref": "#/$defs/~01"'
        out_has '"$ref": "#/$defs/100%25"'
    done
}

@test "references that go round in a ring" {
    document <<'END'
    A: { properties: { self: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/B' } } }
    B: { items: { $ref: '#/components/schemas/A' } }
    C: { $ref: '#/components/schemas/C' }
END
    extract 0 --root B
    definitions A B
    out_has '"$ref": "#/$defs/A"'
    extract 0 --root C
    definitions C
}

@test "mappings of a discriminator are references" {
    document <<'END'
    Pet:
      oneOf: [{ $ref: '#/components/schemas/Cat' }]
      discriminator:
        propertyName: kind
        mapping: { cat: Cat, dog: '#/components/schemas/Dog', bird: Bird.v1, fish: '#/components/schemas/a~1b' }
    Cat: {}
    Dog: {}
    Bird.v1: {}
    a/b: {}
END
    local how
    for how in --translate --no-translate; do
        extract 0 --root Pet "$how"
        definitions Pet Cat Dog Bird.v1 a/b
        out_has '"cat": "Cat"'
        out_has '"dog": "#/$defs/Dog"'
        out_has '"bird": "Bird.v1"'
        out_has '"fish": "#/$defs/a~1b"'
    done

    document <<'END'
    Pet: { discriminator: { propertyName: kind, mapping: { a: Cats, b: '#/components/schemas/None', c: 5 } } }
    Cat: {}
END
    extract 2 --root Pet
    err_has 'in.yaml:5:63: error: there is no schema "Cats" in /components/schemas [E0407]'
    err_has 'did you mean "Cat"?'
    err_has 'in.yaml:5:72: error: '
    err_has 'in.yaml:5:104: error: "mapping" must be a string, this is a number [E0401]'
}

@test "data is no schema, and a property is one whatever its name" {
    document <<'END'
    Root:
      default: { $ref: '#/components/schemas/None' }
      examples: [{ $ref: '#/components/schemas/None' }]
      enum: [{ $ref: '#/components/schemas/None' }]
      const: { $ref: 5 }
      x-more: { $ref: '#/components/schemas/Leaf' }
      unknown: { $ref: '#/components/schemas/Leaf' }
      description: '$ref: #/components/schemas/None'
      properties:
        $ref: { $ref: '#/components/schemas/P1' }
        default: { $ref: '#/components/schemas/P2' }
        example: { $ref: '#/components/schemas/P3' }
        enum: { $ref: '#/components/schemas/P4' }
        const: { $ref: '#/components/schemas/P5' }
        x-more: { $ref: '#/components/schemas/P6' }
        properties: { properties: { examples: { $ref: '#/components/schemas/P7' } } }
    Leaf: {}
    P1: {}
    P2: {}
    P3: {}
    P4: {}
    P5: {}
    P6: {}
    P7: {}
END
    local how
    for how in --translate --no-translate; do
        extract 0 --root Root "$how"
        no_stderr
        definitions Root P1 P2 P3 P4 P5 P6 P7
        out_has '"$ref": "#/components/schemas/None"'
        out_has '"$ref": 5'
        [ "$(grep -c '"#/components/schemas/None"' <<<"$output")" -eq 3 ] || fail "data was changed"
        [ "$(grep -c '"#/components/schemas/Leaf"' <<<"$output")" -eq 2 ] || fail "data was changed"
        [ "$(grep -c '"#/$defs/P[1-7]"' <<<"$output")" -eq 7 ] || fail "not all are rewritten"
    done
}

@test "subschemas are found wherever a keyword has them" {
    document <<'END'
    Root:
      allOf: [{ $ref: '#/components/schemas/A' }]
      if: { $ref: '#/components/schemas/B' }
      dependentSchemas: { x: { $ref: '#/components/schemas/C' } }
      prefixItems: [{ $ref: '#/components/schemas/D' }]
      contains: { $ref: '#/components/schemas/E' }
      patternProperties: { '^x': { $ref: '#/components/schemas/F' } }
      propertyNames: { $ref: '#/components/schemas/G' }
      unevaluatedProperties: { $ref: '#/components/schemas/H' }
      $defs: { inner: { contentSchema: { $ref: '#/components/schemas/I' } } }
      additionalProperties: { not: { items: { $ref: '#/components/schemas/J' } } }
    A: {}
    B: {}
    C: {}
    D: {}
    E: {}
    F: {}
    G: {}
    H: {}
    I: true
    J: {}
END
    extract 0 --root Root
    definitions Root A B C D E F G H I J
    out_lacks components
}

@test "what a \$ref hides pulls nothing in, unless it counts or is copied" {
    document <<'END'
    A: { $ref: '#/components/schemas/B', properties: { x: { $ref: '#/components/schemas/C' } } }
    B: { type: string }
    C: { type: string }
END
    sed -i 's/3\.1\.0/3.0.3/' in.yaml
    extract 0 --root A
    definitions A B
    err_has 'in.yaml:5:42: warning: beside "$ref", "properties" does not count in OpenAPI 3.0 and is left out [W0502]'
    extract 0 --root A --honour-ref-siblings
    definitions A B C
    extract 0 --root A --no-translate
    definitions A B C
}

@test "places that are no schemas" {
    document <<'END'
    Id: { $id: 'https://example.com/x', properties: { a: 5, b: { items: [] } } }
END
    extract 2 --root Id
    err_has 'in.yaml:5:58: error: a schema is an object or a boolean, this is a number [E0405]'
    err_has 'in.yaml:5:73: error: a schema is an object or a boolean, this is an array [E0405]'
}

# ---- the top of the result ------------------------------------------------------------------------

@test "the forms of the root" {
    document <<'END'
    Root: { title: own, type: object, properties: { up: { $ref: '#/components/schemas/Root' } } }
END
    extract 0 --root Root --id urn:x --title given --comment why
    printf '%s\n' "$output" >out
    file_is out <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:x",
  "$comment": "why",
  "title": "given",
  "allOf": [
    {
      "$ref": "#/$defs/Root"
    }
  ],
  "$defs": {
    "Root": {
      "title": "own",
      "type": "object",
      "properties": {
        "up": {
          "$ref": "#/$defs/Root"
        }
      }
    }
  }
}
END
    extract 0 --root Root --root-form ref --dialect draft-07 --no-translate
    printf '%s\n' "$output" >out
    file_is out <<'END'
{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "$ref": "#/definitions/Root",
  "definitions": {
    "Root": {
      "title": "own",
      "type": "object",
      "properties": {
        "up": {
          "$ref": "#/definitions/Root"
        }
      }
    }
  }
}
END
    extract 0 --root Root --root-form inline --title given
    printf '%s\n' "$output" >out
    file_is out <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "given",
  "type": "object",
  "properties": {
    "up": {
      "$ref": "#"
    }
  }
}
END
}

@test "an inlined root: references to it and into it, and what else it needs" {
    document <<'END'
    Root:
      properties:
        leaf: { $ref: '#/components/schemas/Leaf' }
        into: { $ref: '#/components/schemas/Root/properties/a~1b' }
        a/b: {}
      discriminator: { propertyName: k, mapping: { r: Root, s: '#/components/schemas/Root', l: Leaf } }
    Leaf: { not: { $ref: '#/components/schemas/Root' } }
    Own: { $defs: { a: {} } }
END
    extract 0 --root Root --root-form inline --no-translate
    definitions Leaf
    out_has '"$ref": "#/$defs/Leaf"'
    out_has '"$ref": "#/properties/a~1b"'
    out_has '"$ref": "#"'
    out_has '"r": "#"'
    out_has '"s": "#"'
    out_has '"l": "Leaf"'
    extract 0 --root Root --root-form inline
    definitions Root_a/b Leaf
    out_has '"$ref": "#/$defs/Root_a~1b"'

    extract 2 --root Own --root-form inline
    err_has 'in.yaml:12:10: error: this root cannot be inlined: it has definitions of its own [E0412]'
    extract 2 --root /components/schemas/Root/properties/into --root-form inline --no-translate
    err_has '[E0412]'
}

@test "the dialects: their \$schema, the keyword for definitions and that for the id" {
    small
    local dialect schema keyword id
    while read -r dialect schema keyword id; do
        extract 0 --root Size --dialect "$dialect" --no-translate --id urn:x
        out_has "\"\$schema\": \"$schema\""
        out_has "\"$keyword\": {"
        out_has "\"$id\": \"urn:x\""
    done <<'END'
draft-04 http://json-schema.org/draft-04/schema# definitions id
draft-06 http://json-schema.org/draft-06/schema# definitions $id
draft-07 http://json-schema.org/draft-07/schema# definitions $id
2019-09 https://json-schema.org/draft/2019-09/schema $defs $id
2020-12 https://json-schema.org/draft/2020-12/schema $defs $id
END
    extract 2 --root Size --dialect draft-7 --no-translate
    err_has 'draft-07'
}

@test "example becomes examples in a translation, and stays in a copy" {
    document <<'END'
    Root:
      example: 2
      examples: [1, 2, 3]
      properties: { example: { example: [a] } }
END
    extract 0 --root Root --root-form inline
    printf '%s\n' "$output" >out
    file_is out <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "examples": [
    2,
    1,
    3
  ],
  "properties": {
    "example": {
      "examples": [
        [
          "a"
        ]
      ]
    }
  }
}
END
    extract 0 --root Root --no-translate
    out_has '"example": 2'
    out_has '"examples": ['
}

@test "{info.version} in the id" {
    small
    extract 0 --root Size --id 'https://x.example/{info.version}/s-{info.version}.json'
    out_has '"$id": "https://x.example/2026-01-31/s-2026-01-31.json"'
    extract 2 --root Size --id '{info.title}'
    err_has 'the id has no placeholder "{info.title}" [E0606]'
    extract 2 --root Size --id 'x{info.version'
    err_has '[E0606]'

    sed 's/"2026-01-31"/1.0/' in.yaml >number.yaml
    schemac 2 extract number.yaml --root Size --id '{info.version}'
    err_has 'number.yaml:2:28: error: info.version must be a string, this is a number [E0411]'
    schemac 0 extract number.yaml --root Size --id plain

    sed 's/, version: "2026-01-31"//' in.yaml >none.yaml
    schemac 2 extract none.yaml --root Size --id '{info.version}'
    err_has 'none.yaml:2:7: error: the document has no info.version [E0411]'
}

# ---- how it is written and where ------------------------------------------------------------------

@test "style and order" {
    document <<'END'
    Root: { type: number, minimum: 1.0, description: "a < b", maximum: 1.0e+3 }
END
    extract 0 --root Root --root-form inline
    out_has $'"type": "number",\n  "minimum": 1.0,\n  "description": "a < b",\n  "maximum": 1.0e+3'
    extract 0 --root Root --root-form inline --order sorted
    out_has $'"description": "a < b",\n  "maximum": 1.0e+3,\n  "minimum": 1.0,\n  "type": "number"'
    extract 0 --root Root --root-form inline --style go
    out_has $'"description": "a \\u003c b",\n  "maximum": 1000,\n  "minimum": 1,\n  "type": "number"'
    extract 0 --root Root --root-form inline --style go --order source
    out_has $'"type": "number",\n  "minimum": 1,\n  "description": "a \\u003c b",\n  "maximum": 1000'
}

@test "-o writes the file in one step, and leaves one that is right alone" {
    small
    extract 0 --root Item
    printf '%s\n' "$output" >expected
    extract 0 --root Item -o out.json
    no_output
    no_stderr
    same_files expected out.json

    age out.json
    stamp out.json >before
    extract 0 --root Item --output out.json
    stamp out.json >after
    same_files before after

    # A failure leaves the old file, and nothing else.
    ls -A >before
    extract 2 --root None -o out.json
    ls -A >after
    same_files before after
    same_files expected out.json

    extract 2 --root Item -o missing/out.json
    err_has '[E0003]'
    extract 0 --root Item -o -
    out_has '"$ref": "#/$defs/Item"'
}

@test "the document from standard input, and as JSON" {
    small
    run --separate-stderr "$SCHEMAC" extract - --root Size <in.yaml
    [ "$status" -eq 0 ] || fail "status $status"
    definitions Size

    printf '{"openapi": "3.1.0", "components": {"schemas": {"A": {"$ref": "#\\/components\\/schemas\\/B"}, "B": {"maximum": 1e2}}}}' >in.json
    schemac 0 extract in.json --root A
    definitions A B
    out_has '"$ref": "#/$defs/B"'
    out_has '"maximum": 1e2'
    run --separate-stderr "$SCHEMAC" extract - --root B <in.json
    definitions B

    run --separate-stderr "$SCHEMAC" extract - --root None <in.yaml
    [ "$status" -eq 2 ] || fail "status $status"
    err_has '<stdin>:4:3: error: '
}

@test "the other versions of OpenAPI, and what is none" {
    printf '%s\n' 'swagger: "2.0"' 'definitions:' "  A: { \$ref: '#/definitions/B' }" '  B: {}' >two.yaml
    schemac 0 extract two.yaml --root A --no-translate --dialect draft-04
    definitions A B
    out_has '"$ref": "#/definitions/B"'
    printf '%s\n' 'openapi: 3.0.3' 'components: { schemas: { A: { nullable: true } } }' >three.yaml
    schemac 0 extract three.yaml --root A --no-translate
    out_has '"nullable": true'
    printf '%s\n' 'openapi: 4.0.0' 'components: { schemas: { A: {} } }' >four.yaml
    schemac 2 extract four.yaml --root A
    err_has 'four.yaml:1:10: error: this version of OpenAPI is not known'
    printf '%s\n' '{ "a": 1 }' >none.json
    schemac 2 extract none.json --root A
    err_has '[E0409]'
    schemac 2 extract missing.yaml --root A
    err_has '[E0002]'
}

@test "aliases and merge keys are what they stand for" {
    document <<'END'
    A: &a { properties: { x: &x { $ref: '#/components/schemas/Leaf' }, y: *x } }
    B: *a
    C: { <<: *a, title: C, not: { $ref: '#/components/schemas/B/properties/x' } }
    Leaf: {}
END
    extract 0 --root C
    definitions B_x C Leaf
    extract 0 --root C --no-translate
    definitions B C Leaf
    extract 0 --root '*' --no-translate
    definitions A B C Leaf
}

# ---- refer ----------------------------------------------------------------------------------------

# shared: a project of two artifacts; small.json refers to big.json.
shared() {
    document <<'END'
    Big: { properties: { leaf: { $ref: '#/components/schemas/Leaf' }, mid: { $ref: '#/components/schemas/Mid' } } }
    Small:
      properties:
        leaf: { $ref: '#/components/schemas/Leaf' }
        mid: { $ref: '#/components/schemas/Mid' }
        own: { $ref: '#/components/schemas/Own' }
        into: { $ref: '#/components/schemas/Mid/properties/leaf' }
      discriminator: { propertyName: k, mapping: { a: Mid, b: '#/components/schemas/Leaf', c: Own } }
    Mid: { properties: { leaf: { $ref: '#/components/schemas/Leaf' }, mid: { $ref: '#/components/schemas/Mid' } } }
    Leaf: { type: string }
    Own: { type: integer }
END
    cat >schemac.yaml <<'END'
version: 1
source: in.yaml
artifacts:
  small.json: { root: Small, id: "https://x.example/small.json", refer: [big.json] }
  big.json: { root: Big, id: "https://x.example/big.json#" }
END
}

# show FILE: makes its text the output to look at.
show() {
    output=$(cat "$1") stderr=
}

@test "refer: definitions that another artifact has too are left to it" {
    shared
    schemac 0 generate
    show small.json
    definitions Small Mid_leaf Own
    out_has '"$ref": "https://x.example/big.json#/$defs/Leaf"'
    out_has '"$ref": "https://x.example/big.json#/$defs/Mid"'
    out_has '"$ref": "#/$defs/Own"'
    out_has '"$ref": "#/$defs/Mid_leaf"'
    out_has '"a": "https://x.example/big.json#/$defs/Mid"'
    out_has '"b": "https://x.example/big.json#/$defs/Leaf"'
    out_has '"c": "Own"'
    show big.json
    definitions Big Mid Leaf
    schemac 0 check

    # The same from a file, on the command line.
    extract 0 --root Small --id https://x.example/small.json --refer big.json -o again.json
    same_files small.json again.json

    # Into the middle, where pointers are copied.
    extract 0 --root Small --no-translate --refer big.json
    out_has '"$ref": "https://x.example/big.json#/$defs/Mid/properties/leaf"'
    definitions Small Own
}

@test "refer: nothing is left when all is shared" {
    shared
    schemac 0 generate
    extract 0 --root Leaf --refer big.json
    out_has '"$ref": "https://x.example/big.json#/$defs/Leaf"'
    out_lacks '"$defs": {'
}

@test "refer: a definition that differs stays, and what refers to it" {
    shared
    sed 's/Leaf: { type: string }/Leaf: { type: number }/' in.yaml >other.yaml
    sed -i.old '/small.json:/ s/root:/source: other.yaml, root:/' schemac.yaml
    schemac 0 generate
    show small.json
    definitions Small Mid Mid_leaf Leaf Own
    out_lacks big.json
}

@test "refer: through a third artifact" {
    shared
    sed -i.old 's/refer: .*/refer: [leaf.json, mid.json] }/' schemac.yaml
    cat >>schemac.yaml <<'END'
  leaf.json: { root: Leaf, id: "https://x.example/leaf.json" }
  mid.json: { root: Mid, id: "https://x.example/mid.json", refer: [leaf.json] }
END
    schemac 0 generate
    show mid.json
    definitions Mid
    show small.json
    definitions Small Mid_leaf Own
    out_has '"$ref": "https://x.example/leaf.json#/$defs/Leaf"'
    out_has '"$ref": "https://x.example/mid.json#/$defs/Mid"'
}

@test "refer: what cannot be referred to" {
    shared
    sed 's/id: "[^"]*big[^"]*"/title: x/' schemac.yaml >no-id.yaml
    schemac 2 generate --config no-id.yaml
    err_has 'no-id.yaml:4:3: error: refer: big.json has no $id to refer by [E0607]'

    sed '/ big.json:/ s/root:/dialect: draft-07, translate: false, root:/' schemac.yaml >dialect.yaml
    schemac 2 generate --config dialect.yaml
    err_has 'dialect.yaml:4:3: error: refer: big.json is of another dialect [E0607]'

    sed 's/refer: .*/refer: [none.json] }/' schemac.yaml >none.yaml
    schemac 2 generate --config none.yaml
    err_has 'none.yaml:4:3: error: refer: none.json is no artifact [E0607]'

    sed '/ big.json:/ s/root:/refer: [small.json], root:/' schemac.yaml >ring.yaml
    schemac 2 generate --config ring.yaml
    err_has 'ring.yaml:5:3: error: refer: small.json refers back to this one [E0607]'

    sed 's/refer: .*/refer: [small.json] }/' schemac.yaml >self.yaml
    schemac 2 generate --config self.yaml
    err_has '[E0607]'
    [ ! -e small.json ] && [ ! -e big.json ] || fail "something was written"
}

@test "refer: what depends on a definition that differs stays, however long the chain" {
    {
        echo 'openapi: 3.1.0'
        echo 'components: {schemas: {'
        echo 'Big: {properties: {a: {$ref: "#/components/schemas/C0"}}},'
        echo 'Small: {properties: {a: {$ref: "#/components/schemas/C0"}}},'
        for i in {0..299}; do
            echo "C$i: {properties: {a: {\$ref: '#/components/schemas/C$((i + 1))'}}},"
        done
        echo 'C300: {const: 1}, Own: {const: 2}}}'
    } >in.yaml
    schemac 0 extract in.yaml --root Big --id https://x.example/big.json -o big.json
    schemac 0 extract in.yaml --root Small --refer big.json
    definitions Small
    sed '/"C300"/,/}/ s/"const": 1/"const": 3/' big.json >other.json
    schemac 0 extract in.yaml --root Small --refer other.json
    out_has '"$ref": "#/$defs/C300"'
    out_lacks 'https://x.example/big.json'
}

@test "names with NUL are names like others" {
    printf '%s\n' 'openapi: 3.1.0' 'info: {version: "1\0x"}' 'components: {schemas: {' \
        'Root: {properties: {a: {$ref: "#/components/schemas/A\0B"},' \
        '  b: {$ref: "#/components/schemas/A/properties/x"},' \
        '  c: {$ref: "#/components/schemas/A%00~1properties~1x"}}},' \
        '"A\0B": {type: string}, A: {properties: {x: {type: integer}}},' \
        '"A\0/properties/x": {type: boolean}}}' >in.yaml
    schemac 2 extract in.yaml --root Root --id 'https://x.example/{info.version}/a'
    err_has 'the id "https://x.example/1\u{0}x/a" is no URI [E0413]'
    schemac 0 extract in.yaml --root Root
    definitions Root 'A\u0000B' A_x 'A\u0000/properties/x'
    out_has '"$ref": "#/$defs/A%00B"'
    out_has '"$ref": "#/$defs/A_x"'
    out_has '"$ref": "#/$defs/A%00~1properties~1x"'
    schemac 0 extract in.yaml --root Root --no-translate
    out_has '"$ref": "#/$defs/A\u0000B"'
}

@test "an id is a URI without a fragment" {
    document <<'END'
    A: {type: string}
END
    for id in '' 'a b' '#frag' 'https://x.example/a#b' 'https://x.example/%zz' $'a\nb' 'x\y' ü; do
        schemac 2 extract in.yaml --root A --id "$id"
        err_has '[E0413]'
    done
    for id in a/b.json urn:x:y 'https://x.example/%7e?q#' 'https://[::1]/a'; do
        schemac 0 extract in.yaml --root A --id "$id"
    done
    schemac 2 extract in.yaml --root A --title $'\xff'
    err_has '[E0101]'
}

@test "copied: what only the target dialect takes for a schema is one" {
    for version in 3.0.3 3.1.0; do
        cat >in.yaml <<END
openapi: $version
info: {title: t, version: "1"}
components:
  schemas:
    R:
      patternProperties: {"^x": {\$ref: "#/components/schemas/B"}}
      additionalItems: {\$ref: "#/components/schemas/C"}
      x-note: {\$ref: "#/components/schemas/D"}
    B: {type: integer}
    C: {type: string}
END
        schemac 0 extract in.yaml --root R --no-translate --dialect draft-07
        out_has '"$ref": "#/definitions/B"'
        out_has '"$ref": "#/definitions/C"'
        out_has '"$ref": "#/components/schemas/D"'
    done
}

@test "refer: an id that others cannot refer to" {
    document <<'END'
    A: {properties: {b: {$ref: "#/components/schemas/B"}}}
    C: {properties: {b: {$ref: "#/components/schemas/B"}}}
    B: {type: string}
END
    for id in rel.json 'urn:x:a'; do
        schemac 0 extract in.yaml --root A --id "$id" -o other.json
        case $id in
        urn:*)
            schemac 0 extract in.yaml --root C --refer other.json
            out_has '"$ref": "urn:x:a#/$defs/B"'
            schemac 2 extract in.yaml --root C --refer other.json --id "$id"
            err_has 'refer: other.json has the same $id [E0607]'
            ;;
        *)
            schemac 2 extract in.yaml --root C --refer other.json
            err_has 'refer: other.json has a $id that is no absolute URI without a fragment [E0607]'
            ;;
        esac
    done
}

@test "translated: no \$schema is left in a definition" {
    document <<'END'
    A: {$schema: "https://json-schema.org/draft/2020-12/schema", type: string}
END
    schemac 0 extract in.yaml --root A
    [ "$(grep -c '"$schema"' <<<"$output")" -eq 1 ] || fail "not one"
}

@test "what cannot be dropped, omitted or mapped" {
    small_project
    schemac 2 extract openapi/openapi.yaml --root Pet --drop xml --drop allOf
    err_has 'schemac: error: drop: without "allOf" other values would be valid [E0611]'
    no_output
    schemac 2 extract openapi/openapi.yaml --root Pet --drop '*'
    err_has '[E0611]'
    schemac 2 extract openapi/openapi.yaml --root Pet --omit x-internal
    err_has '--omit needs a value NAME=VALUE, "x-internal" has no "=" [E0001]'
    schemac 2 extract openapi/openapi.yaml --root Pet --omit =true
    err_has 'omit: the name of a member is missing [E0612]'
    schemac 2 extract openapi/openapi.yaml --root Pet --map a.yaml=b.yaml
    err_has 'map: "a.yaml" is no absolute URL [E0612]'
    schemac 2 extract openapi/openapi.yaml --root Pet --view all
    err_has 'error: --view cannot be "all" [E0001]'
    err_has 'hint: it is one of request, response, both'
}

@test "all keys are options" {
    small_project
    schemac 0 extract openapi/openapi.yaml --root Owner --strict --no-strict --assume 3.0 \
        --no-honour-ref-siblings --discriminator keep --view both --drop 'x-*' --drop content* \
        --drop format --drop readOnly --drop discriminator --omit x-internal=true --omit a=b=c \
        --map 'https://a.example/?v=1=b.yaml'
    out_has 'a <person>'
    no_stderr
}

@test "--root-dir and --allow-outside: where referred documents may lie" {
    mkdir -p tree/api other
    cat >tree/api/openapi.yaml <<'END'
openapi: 3.1.0
info: {title: t, version: v}
components: {schemas: {A: {$ref: '../shared.yaml#/components/schemas/B'}}}
END
    cat >tree/shared.yaml <<'END'
openapi: 3.1.0
info: {title: t, version: v}
components: {schemas: {B: {type: string}}}
END
    schemac 2 extract tree/api/openapi.yaml --root A
    err_has "tree/api/openapi.yaml:3:34: error: tree/shared.yaml lies outside the root directory"
    err_has "[E0004]"
    err_has "hint: --root-dir names another root directory, --allow-outside lets files lie anywhere"
    schemac 0 extract tree/api/openapi.yaml --root A --allow-outside
    schemac 0 extract tree/api/openapi.yaml --root A --root-dir tree
    schemac 2 extract tree/api/openapi.yaml --root A --root-dir other
    err_has "[E0004]"
    mkdir tree/.git
    schemac 0 extract tree/api/openapi.yaml --root A
    cd tree/api
    schemac 0 extract openapi.yaml --root A
    schemac 0 extract - --root A <openapi.yaml
    mv ../shared.yaml ../../other/
    ln -s ../other/shared.yaml ../shared.yaml
    schemac 2 extract openapi.yaml --root A
    err_has "openapi.yaml:3:34: error: ../shared.yaml lies outside the root directory"
}

@test "--root-dir: a folder that is there, and the document in it" {
    small_project
    mkdir in out
    cp openapi/openapi.yaml in/a.yaml
    ln -s ../in/a.yaml out/link.yaml
    local command
    for command in "extract --root Owner" roots graph; do
        # shellcheck disable=SC2086  # words
        set -- $command
        schemac 2 "$@" --root-dir out in/a.yaml
        err_has 'schemac: error: in/a.yaml lies outside the root directory out [E0004]'
        err_has 'hint: --root-dir names another root directory, --allow-outside lets files lie anywhere'
        no_output
        schemac 2 "$@" --root-dir out out/link.yaml
        err_has 'schemac: error: out/link.yaml lies outside the root directory out [E0004]'
        schemac 2 "$@" --root-dir out in/nowhere.yaml
        err_has 'schemac: error: in/nowhere.yaml lies outside the root directory out [E0004]'
        schemac 2 "$@" --root-dir in in/nowhere.yaml
        err_has 'in/nowhere.yaml: error: cannot read the file: No such file or directory [E0002]'
        schemac 2 "$@" --root-dir nowhere in/a.yaml
        [ "$stderr" = 'schemac: error: cannot take nowhere for the root directory: No such file or directory [E0002]' ]
        schemac 2 "$@" --root-dir in/a.yaml --allow-outside in/a.yaml
        [ "$stderr" = 'schemac: error: cannot take in/a.yaml for the root directory: Not a directory [E0002]' ]
        schemac 2 "$@" --root-dir "" in/a.yaml
        [ "$stderr" = 'schemac: error: --root-dir cannot be "": FOLDER is a path [E0001]' ]
        schemac 0 "$@" --root-dir out --allow-outside in/a.yaml
        schemac 0 "$@" --root-dir in out/link.yaml
        schemac 0 "$@" --root-dir in/../in/. "$PWD/in/a.yaml"
        schemac 0 "$@" --root-dir out - <in/a.yaml
        schemac 0 "$@" out/link.yaml
    done
}
