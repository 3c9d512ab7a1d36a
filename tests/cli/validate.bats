#!/usr/bin/env bats
#
# Documents judged by a schema: the verdict, what is said of what is wrong, and where.

bats_require_minimum_version 1.5.0
load helper

# shape_schema: in shape.json, a schema with one of most things.
shape_schema() {
    cat >shape.json <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "name": { "type": "string", "minLength": 3 },
    "shape": { "oneOf": [ { "$ref": "#/$defs/circle" }, { "$ref": "#/$defs/square" } ] },
    "note": { "anyOf": [ { "type": "string" }, { "type": "null" } ] },
    "size": { "anyOf": [ { "type": "integer", "minimum": 10 }, { "enum": [ "small", "large" ] } ] },
    "tags": { "type": "array", "uniqueItems": true, "items": { "enum": [ "red", "green", "blue" ] } }
  },
  "required": [ "name" ],
  "additionalProperties": false,
  "$defs": {
    "circle": { "properties": { "kind": { "const": "circle" }, "r": { "type": "number" } }, "required": [ "kind", "r" ] },
    "square": { "properties": { "kind": { "const": "square" }, "a": { "type": "number" } }, "required": [ "kind", "a" ] }
  }
}
END
}

# judge STATUS SCHEMA-TEXT INSTANCE-TEXT [OPTION...]
judge() {
    local status_wanted=$1
    printf '%s\n' "$2" >schema.json
    printf '%s\n' "$3" >in.json
    shift 3
    schemac "$status_wanted" validate --schema schema.json "$@" in.json
}

@test "a valid document: nothing is said" {
    shape_schema
    echo '{ "name": "abc", "shape": { "kind": "circle", "r": 2 }, "note": null, "tags": [ "red" ] }' >in.json
    schemac 0 validate --schema shape.json in.json
    no_output
    no_stderr
}

@test "all that is wrong, each at its own place, with what was meant" {
    shape_schema
    cat >in.json <<'END'
{ "nmae": "x",
  "shape": { "kind": "circle", "r": "2" },
  "note": 5,
  "size": "medium",
  "tags": [ "red", "gren", "red" ] }
END
    schemac 1 validate --schema shape.json in.json
    err_has 'in.json:1:1: error: the property "name" is missing [D0806]'
    err_has 'hint: "nmae" is there: is that it?'
    err_has 'in.json:1:3: error: the property "nmae" is not allowed [D0807]'
    err_has 'hint: did you mean "name"?'
    err_has 'in.json:2:37: error: /shape/r: expected a number, got the string "2" [D0801]'
    err_has 'shape.json:14:71: note: "type" asks for it'
    err_has 'shape.json:6:16: note: in branch 1 of 2 of "oneOf" at /shape, because "kind" is "circle"'
    err_has 'in.json:3:11: error: /note: expected a string or null, got 5 [D0801]'
    err_has 'in.json:4:11: error: /size: expected "small" or "large", got "medium" [D0802]'
    err_has 'note: branch 1: expected an integer, got the string "medium"'
    err_has 'in.json:5:11: error: /tags: the items 0 and 2 are equal: "red" [D0805]'
    err_has 'in.json:5:20: error: /tags/1: expected "red", "green" or "blue", got "gren" [D0802]'
    err_has 'hint: did you mean "green"?'
}

@test "what was meant is no name that is right where it stands" {
    judge 1 '{ "properties": { "name": {} }, "additionalProperties": false }' '{ "name": 1, "nam": 2 }'
    err_lacks 'hint:'
    judge 1 '{ "properties": { "name": {}, "nams": {} }, "additionalProperties": false }' '{ "name": 1, "nam": 2 }'
    err_has '      hint: did you mean "nams"?'
    judge 1 '{ "required": [ "name" ], "properties": { "names": {} } }' '{ "names": 1 }'
    err_lacks 'hint:'
    judge 1 '{ "required": [ "name" ], "properties": { "names": {} } }' '{ "names": 1, "nam": 1 }'
    err_has '      hint: "nam" is there: is that it?'
}

@test "a choice that a property tells apart: a value of none, and the property missing" {
    shape_schema
    echo '{ "name": "abc", "shape": { "kind": "cirlce" } }' >in.json
    schemac 1 validate --schema shape.json in.json
    err_has 'in.json:1:37: error: /shape/kind: expected one of "circle", "square", got "cirlce" [D0802]'
    err_count 1 error:
    echo '{ "name": "abc", "shape": { "r": 1 } }' >in.json
    schemac 1 validate --schema shape.json in.json
    err_has 'in.json:1:27: error: /shape: the property "kind" is missing, which is one of "circle", "square" [D0806]'
    err_count 1 error:
}

@test "a property that tells branches apart may stand below allOf, and what that refers to" {
    local base='"base": { "properties": { "kind": { "enum": [ "a", "b" ] }, "mode": { "enum": [ "x", "y" ] } }, "required": [ "kind" ] }'
    local a='"a": { "allOf": [ { "$ref": "#/$defs/base" }, { "properties": { "kind": { "const": "a" }, "n": { "type": "integer" } } } ] }'
    local b='"b": { "allOf": [ { "$ref": "#/$defs/base" } ], "properties": { "kind": { "allOf": [ { "enum": [ "b" ] } ] } }, "required": [ "m", "l" ] }'
    local schema="{ \"oneOf\": [ { \"\$ref\": \"#/\$defs/a\" }, { \"allOf\": [ { \"\$ref\": \"#/\$defs/b\" } ] } ], \"\$defs\": { $base, $a, $b } }"
    judge 1 "$schema" '{ "kind": "b", "n": 1.5 }'
    err_has 'in.json:1:1: error: the property "m" is missing [D0806]'
    err_has 'in.json:1:1: error: the property "l" is missing [D0806]'
    err_has 'note: in branch 2 of 2 of "oneOf", because "kind" is "b"'
    err_count 2 error:
    judge 1 "$schema" '{ "kind": "c" }'
    err_has 'in.json:1:11: error: /kind: expected one of "a", "b", got "c" [D0802]'
    err_count 1 error:
    # what all branches fix alike tells none apart
    judge 1 "$schema" '{ "mode": "z", "kind": "a", "n": 1.5 }'
    err_has 'in.json:1:11: error: /mode: expected "x" or "y", got "z" [D0802]'
    err_has 'in.json:1:34: error: /n: expected an integer, got the number 1.5 [D0801]'
    err_count 2 error:
}

@test "what each keyword says" {
    judge 1 '{ "const": { "a": 1 } }' '[ 1 ]'
    err_has 'in.json:1:1: error: expected {"a": 1}, got [1] [D0802]'
    judge 1 '{ "maximum": 3, "multipleOf": 0.01 }' 3.005
    err_has '3.005 is not at most 3 [D0803]'
    err_has '3.005 is not a multiple of 0.01 [D0803]'
    judge 0 '{ "multipleOf": 0.01 }' 600.03
    judge 1 '{ "exclusiveMinimum": 0 }' -0.0
    err_has '-0.0 is not above 0'
    judge 1 '{ "maxLength": 2 }' '"äöü"'
    err_has 'the string has 3 characters, at most 2 are allowed [D0804]'
    judge 1 '{ "pattern": "^a+$" }' '"ab"'
    err_has '"ab" does not match the pattern ^a+$ [D0804]'
    judge 1 '{ "minItems": 2 }' '[ 1 ]'
    err_has 'there is 1 item, at least 2 are needed [D0805]'
    judge 1 '{ "dependentRequired": { "a": [ "b" ] } }' '{ "a": 1 }'
    err_has 'the property "b" is missing, for which "a" asks [D0806]'
    judge 1 '{ "dependencies": { "x": [ "c" ], "y": [ "c", "b" ] } }' '{ "y": 1, "c": 2 }'
    err_has 'the property "b" is missing, for which "y" asks [D0806]'
    judge 1 '{ "not": { "type": "string" } }' '"x"'
    err_has 'this is what it must not be: the schema of "not" holds [D0810]'
    judge 1 '{ "oneOf": [ { "minimum": 1 }, { "maximum": 9 } ] }' 5
    err_has '2 schemas of "oneOf" hold, those at /0 and /1, where one may [D0809]'
    judge 1 '{ "oneOf": [ { "minimum": 9 }, { "minimum": 1 }, {}, { "maximum": 9 } ] }' 5
    err_has '3 schemas of "oneOf" hold, such as those at /1 and /2, where one may [D0809]'
    judge 1 '{ "contains": { "const": 1 } }' '[ 2, 3 ]'
    err_has '0 of its items are what "contains" asks for, at least 1 must [D0805]'
    judge 1 '{ "properties": { "a": false } }' '{ "a": 1 }'
    err_has 'in.json:1:8: error: /a: nothing may be here: the schema is false [D0807]'
    judge 1 '{ "propertyNames": { "maxLength": 1 } }' '{ "abc": 1 }'
    err_has 'in.json:1:3: error: the string has 3 characters'
    judge 1 '{ "unevaluatedProperties": false, "allOf": [ { "properties": { "name": true } } ] }' '{ "nam": 1 }'
    err_has 'in.json:1:3: error: the property "nam" is not allowed [D0807]'
    err_has 'did you mean "name"?'
}

@test "formats assert as the dialect has it, or as asked" {
    judge 1 '{ "$schema": "http://json-schema.org/draft-07/schema#", "format": "date" }' '"2026-13-01"'
    err_has '"2026-13-01" is not of the format date: '
    judge 0 '{ "$schema": "http://json-schema.org/draft-07/schema#", "format": "date" }' '"2026-13-01"' --format-assertion=off
    judge 0 '{ "format": "date" }' '"2026-13-01"'
    judge 1 '{ "format": "date" }' '"2026-13-01"' --format-assertion on
    echo '"2026-13-01"' >in.json
    local version
    for version in 3.0.3 3.1.0 3.2.0; do
        echo "{ openapi: $version, components: { schemas: { Day: { type: string, format: date } } } }" >api.yaml
        schemac 0 validate --schema api.yaml --root Day in.json
        schemac 1 validate --schema api.yaml --root Day --format-assertion on in.json
    done
}

@test "a schema is judged first: by its metaschema, its patterns, its references" {
    judge 2 '{ "type": "strin", "minLength": -1 }' 1
    err_has 'schema.json:1:11: error: /type: expected "array", '
    err_has 'hint: did you mean "string"?'
    err_has 'schema.json:1:33: error: /minLength: -1 is not at least 0 [E0801]'
    judge 2 '{ "pattern": "(" }' '""'
    err_has 'schema.json:1:14: error: the pattern "(", at its byte '
    err_has '[E0804]'
    judge 0 '{ "pattern": "^\\-$" }' '"-"'
    err_has 'warning: the pattern "^\-$", at its byte '
    err_has '[W0801]'
    judge 2 '{ "$ref": "#/$defs/Nam", "$defs": { "Name": true } }' 1
    err_has 'did you mean "Name"?'
    judge 2 '{ "$schema": "https://json-schema.org/draft/2020-21/schema" }' 1
    err_has 'the dialect "https://json-schema.org/draft/2020-21/schema" is unknown [E0802]'
    err_has 'did you mean "https://json-schema.org/draft/2020-12/schema"?'
    judge 2 '{ "items": 1 }' 1
    err_has 'schema.json:1:12: error: /items: expected an object or a boolean, got the number 1 [E0801]'
}

@test "the dialect of a schema that does not say" {
    judge 0 '{ "id": "x", "items": [ { "type": "string" } ] }' '[ "a", 1 ]' --dialect draft-04
    judge 2 '{ "items": [ { "type": "string" } ] }' '[ "a", 1 ]'
    judge 2 '{}' 1 --dialect draft-4
    err_has 'draft-04'
}

@test "a schema of an OpenAPI document, by name and by pointer, by its own rules" {
    cat >api.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string, nullable: true }, other: { $ref: '#/components/schemas/Age' } } }
    Age: { type: integer, minimum: 0, exclusiveMinimum: true }
END
    echo '{ "name": null, "other": 1 }' >in.json
    schemac 0 validate --schema api.yaml --root Pet in.json
    schemac 0 validate --schema 'api.yaml#/components/schemas/Pet' in.json
    echo '{ "name": 1, "other": 0 }' >in.json
    schemac 1 validate --schema api.yaml --root Pet in.json
    err_has 'in.json:1:11: error: /name: expected a string or null, got the number 1'
    err_has 'in.json:1:23: error: /other: 0 is not above 0'
    err_has 'api.yaml:7:27: note: "minimum" asks for it'
    schemac 2 validate --schema api.yaml in.json
    err_has 'no root is named'
    err_has 'name it with --root: it may be Pet, Age; `schemac roots` lists them'
    schemac 2 validate --schema api.yaml --root Pat in.json
    err_has 'Pet'
    schemac 2 validate --schema shape.json --root Pet in.json
}

@test "without a schema, by the document's own \$schema" {
    shape_schema
    schemac 0 validate shape.json
    sed -i 's/"type": "object"/"type": "objekt"/' shape.json
    schemac 1 validate shape.json
    err_has 'shape.json:3:11: error: /type: '
    echo '{ "$id": "https://s.example/a", "required": [ "x" ] }' >a.json
    echo '{ "$schema": "https://s.example/a" }' >in.json
    schemac 1 validate --resource a.json in.json
    err_has 'the property "x" is missing'
    echo '{ "$schema": "https://s.example/b" }' >in.json
    schemac 2 validate --resource a.json in.json
    err_has 'in.json:1:14: error: no schema is known by the URI "https://s.example/b" [E0806]'
    err_has 'did you mean "https://s.example/a"?'
    echo '{}' >in.json
    schemac 2 validate in.json
    err_has 'nothing says by which schema this is to be judged [E0807]'
}

@test "a \$schema that is not known: the hint fits what it is" {
    echo '{ "$schema": "https://far.example/list.json" }' >in.json
    schemac 2 validate in.json
    err_has '      hint: name the schema'"'"'s file with --schema, or with --resource if this is its "$id"'
    echo '{ "$id": "https://far.example/list.json" }' >list.json
    schemac 0 validate --resource list.json in.json
    echo '{ "$schema": "./list.json" }' >in.json
    schemac 2 validate in.json
    err_has '      hint: name the schema'"'"'s file with --schema; "$schema" is no path to it'
    schemac 0 validate --schema list.json in.json
}

@test "definitions under the keyword of another draft: the hint says where they are" {
    judge 2 '{ "$ref": "#/definitions/a/items", "$defs": { "a": { "items": {} } } }' 1
    err_has '"#/definitions/a/items" leads nowhere: there is no "definitions" in the document [E0402]'
    err_has '      hint: did you mean "#/$defs/a/items"?'
    judge 0 '{ "$ref": "#/$defs/a/items", "$defs": { "a": { "items": {} } } }' 1
    judge 2 '{ "allOf": [ { "$ref": "#/$defs/a" } ], "definitions": { "a": {} } }' 1
    err_has '      hint: did you mean "#/definitions/a"?'
    judge 2 '{ "allOf": [ { "$ref": "#/$defs/b" } ], "definitions": { "a": {} } }' 1
    err_lacks 'hint:'
}

@test "a schema file that is not there, nor its folder; a URL" {
    echo 1 >in.json
    schemac 2 validate --schema no/such/schema.json in.json
    err_has 'no/such/schema.json: error: cannot read the file: No such file or directory [E0002]'
    schemac 2 validate --schema https://far.example/list.json#/a in.json
    err_has 'https://far.example/list.json: error: cannot read the file: No such file or directory [E0002]'
    err_has '      hint: nothing is fetched from a network: name a file'
}

@test "schemas over files: by path, by \$id, by a mapped URL" {
    mkdir parts
    echo '{ "$ref": "parts/b.json#/$defs/n" }' >schema.json
    echo '{ "$defs": { "n": { "$ref": "https://s.example/c" } } }' >parts/b.json
    echo '{ "$id": "https://s.example/c", "type": "integer" }' >parts/c.json
    echo '"x"' >in.json
    schemac 2 validate --schema schema.json in.json
    err_has '[E0403]'
    schemac 1 validate --schema schema.json --resource parts/c.json in.json
    err_has 'parts/c.json:1:33: note: "type" asks for it'
    schemac 1 validate --schema schema.json --map https://s.example/c=parts/c.json in.json
}

@test "several documents: the worst decides; YAML, and standard input" {
    echo 'type: integer' >schema.yaml
    echo 1 >good.json
    printf 'x: 1\ny: 2\n' >bad.yaml
    schemac 1 validate --schema schema.yaml good.json bad.yaml
    err_has 'bad.yaml:1:1: error: expected an integer, got an object'
    echo '{' >broken.json
    schemac 2 validate --schema schema.yaml good.json bad.yaml broken.json
    run -1 --separate-stderr "$SCHEMAC" validate --schema schema.yaml - <<<'"x"'
    err_has '<stdin>:1:1: error: expected an integer, got the string "x"'
    schemac 2 validate --schema nowhere.json good.json
    schemac 2 validate --schema schema.yaml nowhere.json
}

@test "so much is told of one document" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" -c 'print([1] * 300)' >in.json
    echo '{ "items": { "type": "string" } }' >schema.json
    schemac 1 validate --schema schema.json in.json
    err_count 100 'expected a string'
    err_has 'more is wrong than is told here [N0801]'
    schemac 1 validate --schema schema.json --max-errors 2 in.json
    err_count 2 'expected a string'
    err_has '      hint: --max-errors 0 tells all, up to 1,000 of a run'
    schemac 1 validate --schema schema.json --max-errors 0 in.json
    err_count 300 'expected a string'
    schemac 2 validate --schema schema.json --max-errors -1 in.json
    schemac 2 validate --schema schema.json --max-errors x in.json
}

@test "limits end with 3: a pattern, schemas that lead to each other, numbers without end" {
    judge 3 '{ "pattern": "^(a+)+$" }' "\"$(printf 'a%.0s' {1..40})!\""
    err_has '[L0801]'
    judge 3 '{ "$ref": "#/$defs/a", "$defs": { "a": { "allOf": [ { "$ref": "#/$defs/a" } ] } } }' 1
    err_has 'schemas lead to each other without end here [L0802]'
    local digits
    digits=$(printf '7%.0s' {1..5000})
    judge 3 "{ \"multipleOf\": 1234567890123456789.5 }" "$digits"
    err_has 'these numbers have too many digits [L0802]'
}

@test "a document that is nested 10,000 deep" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" -c 'print("[" * 9990 + "]" * 9990)' >in.json
    echo '{ "type": "array", "items": { "$ref": "#" } }' >schema.json
    schemac 0 validate --schema schema.json in.json
    "$python3" -c 'print("[" * 9990 + "1" + "]" * 9990)' >in.json
    schemac 1 validate --schema schema.json in.json
    echo '{ "anyOf": [ { "type": "array", "items": { "$ref": "#" } }, { "type": "string" } ] }' >schema.json
    schemac 1 validate --schema schema.json in.json
}

# shellcheck disable=SC2016  # nothing is to be expanded
@test "the output formats of JSON Schema" {
    shape_schema
    echo '{ "name": "abc", "shape": { "kind": "circle", "r": "2" } }' >in.json
    echo '{ "name": "abc" }' >good.json
    schemac 1 validate --schema shape.json --format flag in.json good.json
    [ "$output" = '{"valid": false}
{"valid": true}' ]
    no_stderr
    schemac 1 validate --schema shape.json --format basic in.json good.json
    [ "${#lines[@]}" -eq 2 ]
    [ "${lines[1]}" = '{"valid": true}' ]
    out_has '{"valid": false, "errors": [{"valid": false, "keywordLocation": "/properties/shape/oneOf", "absoluteKeywordLocation": "file://'
    out_has '"keywordLocation": "/properties/shape/oneOf/0/$ref/properties/r/type"'
    out_has '/shape.json#/$defs/circle/properties/r/type", "instanceLocation": "/shape/r", "error": "expected a number, got the string \"2\""}'
    no_stderr
    schemac 0 validate --schema shape.json --format basic good.json
    schemac 2 check --format flag
}

@test "each instance has its line in flag and basic, also without a verdict" {
    echo '{ "type": "integer" }' >schema.json
    printf '1\nno\n\n"x"\n{ "a": 1, "a": 2 }\n2\n[' >in.jsonl
    schemac 2 validate --schema schema.json --format flag in.jsonl
    [ "$(grep -c . <<<"$output")" -eq 6 ]
    [ "${lines[*]}" = '{"valid": true} {"valid": false} {"valid": false} {"valid": false} {"valid": true} {"valid": false}' ]
    printf '```json\n{"$schema": }\n```\n```json\n{"$schema": "urn:a"}\n```\n' >in.md
    echo '{' >in.json
    echo '1' >good.json
    local none='{"valid": false, "errors": [{"valid": false, "keywordLocation": "", "instanceLocation": "", "error": "there is no verdict"}]}'
    schemac 2 validate --schema schema.json --format basic in.md in.json nowhere.json nowhere.jsonl good.json
    [ "${#lines[@]}" -eq 6 ]
    for line in 0 2 3 4; do
        [ "${lines[line]}" = "$none" ]
    done
    [ "${lines[5]}" = '{"valid": true}' ]
    # nothing says by which schema; a limit
    schemac 2 validate --format basic good.json
    [ "$output" = "$none" ]
    echo '{ "$ref": "#/$defs/a", "$defs": { "a": { "allOf": [ { "$ref": "#/$defs/a" } ] } } }' >schema.json
    schemac 3 validate --schema schema.json --format flag good.json
    [ "$output" = '{"valid": false}' ]
}

@test "the report as JSON names the place in the document" {
    shape_schema
    echo '{ "name": "abc", "note": 1 }' >in.json
    schemac 1 validate --schema shape.json --format json in.json
    out_has '"pointer": "/note"'
    out_has '"code": "D0801"'
}
