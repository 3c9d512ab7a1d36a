#!/usr/bin/env bats
#
# What roots lists: the schemas that can be a root, what each takes along, and which cannot be one.

bats_require_minimum_version 1.5.0
load helper

# document <<<SCHEMAS: in.yaml, an OpenAPI 3.1 document with these schemas, which begin in line 5.
document() {
    { printf '%s\n' 'openapi: 3.1.0' 'info: { title: T, version: "1" }' 'components:' \
        '  schemas:' && cat; } >in.yaml
}

small() {
    document <<'END'
    Tree: { properties: { left: { $ref: '#/components/schemas/Tree' } } }
    Order: { properties: { item: { $ref: '#/components/schemas/Item' } } }
    Item: { type: string }
    Forest: { items: { $ref: '#/components/schemas/Tree' } }
    Anything: true
END
}

# table OPTION... <<<TABLE: what roots prints for in.yaml.
table() {
    schemac 0 roots in.yaml "$@"
    printf '%s\n' "$output" >out
    file_is out
}

@test "a table by name: definitions, bytes, cycles; a boolean is no candidate" {
    small
    table <<'END'
root    definitions  bytes
Forest            2     80  cyclic
Item              1     17
Order             2     64
Tree              1     47  cyclic
END
    no_stderr
}

@test "by size, the largest first" {
    small
    table --sort size <<'END'
root    definitions  bytes
Forest            2     80  cyclic
Order             2     64
Tree              1     47  cyclic
Item              1     17
END
}

@test "the numbers are those of what extract copies" {
    small
    schemac 0 extract in.yaml --root Forest --no-translate
    out_has '"Forest"'
    out_has '"Tree"'
    out_lacks '"Order"'
    # shellcheck disable=SC2016  # nothing is to be expanded
    local tree='{"properties":{"left":{"$ref":"#/$defs/Tree"}}}' forest='{"items":{"$ref":"#/$defs/Tree"}}'
    schemac 0 roots in.yaml
    out_has "Forest            2     $((${#tree} + ${#forest}))  cyclic"
}

@test "as JSON" {
    document <<'END'
    a/b: { items: { $ref: '#/components/schemas/a~1b' } }
    C: { $ref: '#/components/schemas/nothing' }
END
    schemac 0 roots in.yaml --format json
    printf '%s\n' "$output" >out
    file_is out <<'END'
[
  {
    "name": "C",
    "file": "in.yaml",
    "pointer": "/components/schemas/C",
    "definitions": null,
    "bytes": null,
    "cyclic": null,
    "faulty": true
  },
  {
    "name": "a/b",
    "file": "in.yaml",
    "pointer": "/components/schemas/a~1b",
    "definitions": 1,
    "bytes": 33,
    "cyclic": true,
    "faulty": false
  }
]
END
    err_has '"code": "W0405"'
}

@test "what is wrong with some schemas marks those that reach it, and no others" {
    document <<'END'
    Good: { items: { $ref: '#/components/schemas/Fine' } }
    Fine: { type: string }
    Dangling: { items: { $ref: '#/components/schemas/Nowhere' } }
    Doubled: { type: string, type: object }
    In data: { default: { a: 1, a: 2 } }
    Infinite: { maximum: .inf }
    List: [1, 2]
    Shape: { properties: { a: 1 } }
    Mapped: { discriminator: { propertyName: p, mapping: { a: Nowhere } } }
    Reaches: { not: { $ref: '#/components/schemas/Round' } }
    Round: { items: { $ref: '#/components/schemas/About' } }
    About: { anyOf: [ { $ref: '#/components/schemas/Round' }, { $ref: '#/components/schemas/Doubled' } ] }
    Inward: { items: { $ref: '#/components/schemas/Dangling/items' } }
    Alone: { items: { $ref: '#/components/schemas/Alone' } }
    Aside: { x-fault: { $ref: '#/components/schemas/Nowhere' } }
END
    table <<'END'
root      definitions  bytes
About               -      -  faulty
Alone               1     34  cyclic
Aside               1     51
Dangling            -      -  faulty
Doubled             -      -  faulty
Fine                1     17
Good                2     50
In data             -      -  faulty
Infinite            -      -  faulty
Inward              -      -  faulty
List                -      -  faulty
Mapped              -      -  faulty
Reaches             -      -  faulty
Round               -      -  faulty
Shape               -      -  faulty
END
    err_has 'in.yaml:7:32: warning: "#/components/schemas/Nowhere" leads nowhere: there is no "Nowhere" in /components/schemas; it can keep schemas that reach it from being extracted [W0405]'
    err_has 'and 2 more of this kind'
}

@test "a schema that stands twice" {
    document <<'END'
    A: { type: string }
    A: { type: object }
    B: { items: { $ref: '#/components/schemas/A' } }
END
    table <<'END'
root  definitions  bytes
A               -      -  faulty
B               -      -  faulty
END
    err_has 'in.yaml:6:5: warning: the key "A" stands twice'
    err_has 'first here'
    err_count 1 W0405
}

# Extract takes it as it is, so it is no fault here either (found by the fuzzer).
@test "what is no discriminator is no fault, also beside one" {
    document <<'END'
    Odd: { discriminator: kind }
    Shape: { properties: { a: 1 } }
END
    table <<'END'
root   definitions  bytes
Odd              1     24
Shape            -      -  faulty
END
    schemac 0 extract in.yaml --root Odd
}

@test "an alias to what is faulty is faulty, too" {
    document <<'END'
    A: &a { items: { $ref: '#/components/schemas/Nowhere' } }
    B: *a
    C: { maximum: &n .inf }
    D: { maximum: *n }
    E: {}
END
    schemac 0 roots in.yaml
    [ "${#lines[@]}" -eq 6 ]
    [[ ${lines[5]} =~ ^E\ +1\ +2$ ]] || fail "${lines[5]}"
    for i in 1 2 3 4; do
        [[ ${lines[i]} == *faulty ]] || fail "${lines[i]}"
    done
}

@test "an alias to what is faulty as a schema is right as data" {
    document <<'END'
    A: &a { properties: { x: { $ref: '#/components/schemas/Nowhere' } } }
    B: { default: *a, title: T }
END
    table <<'END'
root  definitions  bytes
A               -      -  faulty
B               1     84
END
}

@test "schemas that are right, but not in one result" {
    document <<'END'
    A: { $id: 'https://x.example/a', $dynamicAnchor: n, items: { $dynamicRef: '#n' } }
    B: { $id: 'https://x.example/b', $dynamicAnchor: n, items: { $dynamicRef: '#n' } }
    C: { items: { $ref: '#/components/schemas/A' } }
END
    schemac 0 extract in.yaml --root A --no-translate
    schemac 0 extract in.yaml --root B --no-translate
    schemac 0 roots in.yaml
    out_lacks faulty
    [[ ${lines[3]} =~ ^C\ +2\ +1[0-9][0-9]\ +cyclic$ ]] || fail "${lines[3]}"
}

@test "more faults than are kept" {
    {
        for i in $(seq 1500); do
            printf "    A%s: { \$ref: '#/components/schemas/N%s' }\n" "$i" "$i"
        done
        echo '    Fine: { type: string }'
    } | document
    schemac 0 roots in.yaml
    [ "${#lines[@]}" -eq 1502 ]
    [[ ${lines[1501]} =~ ^Fine\ +1\ +17$ ]] || fail "${lines[1501]}"
    [ "$(grep -c 'faulty$' <<<"$output")" -eq 1500 ]
}

@test "more of what is no schema than is kept" {
    {
        for i in $(seq 1500); do printf '    A%s: [1]\n' "$i"; done
        echo '    Fine: { type: string }'
    } | document
    schemac 0 roots in.yaml
    [[ ${lines[1501]} =~ ^Fine\ +1\ +17$ ]] || fail "${lines[1501]}"
    [ "$(grep -c 'faulty$' <<<"$output")" -eq 1500 ]
}

@test "names that a root cannot be given by have their pointer in the table" {
    document <<'END'
    '#a': { type: string }
    '/b': { type: string }
    '*': { type: string }
    "c\x1B[1m": { type: string }
    'd e': { type: string }
    "\u20AC": { type: string }
END
    schemac 0 roots in.yaml
    out_has '/components/schemas/#a             1     17'
    out_has '/components/schemas/~1b            1     17'
    out_has '/components/schemas/*              1     17'
    out_has 'c\u{1b}[1m                         1     17'
    out_has $'\xE2\x82\xAC                                  1     17'
    for root in '/components/schemas/#a' '/components/schemas/~1b' '/components/schemas/*' 'd e'; do
        schemac 0 extract in.yaml --root "$root"
    done
}

# paths: a document that names no schemas, one that it refers to, and what these two refer to.
paths() {
    cat >in.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /pets:
    get:
      responses:
        '200':
          description: d
          content:
            application/json: { schema: { items: { $ref: pet.yaml } } }
            text/plain: { schema: { type: string } }
END
    # shellcheck disable=SC2016  # nothing is to be expanded
    echo '{ properties: { owner: { $ref: "owner.yaml#/Owner" } } }' >pet.yaml
    # shellcheck disable=SC2016
    echo 'Owner: { properties: { pets: { items: { $ref: pet.yaml } } } }' >owner.yaml
}

@test "without named schemas, those that paths reach" {
    paths
    table <<'END'
root                                                              definitions  bytes
Owner                                                                       2    105  cyclic
pet                                                                         2    105  cyclic
/paths/~1pets/get/responses/200/content/application~1json/schema            3    137  cyclic
/paths/~1pets/get/responses/200/content/text~1plain/schema                  1     17
END
    schemac 0 extract in.yaml --root /paths/~1pets/get/responses/200/content/text~1plain/schema
    schemac 0 roots in.yaml --sort size --format json
    out_has $'"file": "owner.yaml",\n    "pointer": "/Owner",\n    "definitions": 2'
    out_has $'"file": "pet.yaml",\n    "pointer": "",\n'
}

@test "without named schemas and with faults" {
    paths
    # shellcheck disable=SC2016
    sed -i 's/pets: .*/pets: { $ref: gone.yaml } } }/' owner.yaml
    table <<'END'
root                                                              definitions  bytes
/paths/~1pets/get/responses/200/content/application~1json/schema            -      -  faulty
/paths/~1pets/get/responses/200/content/text~1plain/schema                  1     17
owner.yaml#/Owner                                                           -      -  faulty
pet.yaml#                                                                   -      -  faulty
END
    err_has 'owner.yaml:1:38: warning: cannot read the file gone.yaml'
    err_has W0405
}

@test "a name that is just a reference to a file is that of its schema" {
    paths
    document <<'END'
    A: { $ref: pet.yaml }
    B: { items: { $ref: '#/components/schemas/A' } }
    C: { $ref: pet.yaml }
    D: { $ref: gone.yaml }
END
    table <<'END'
root  definitions  bytes
A               2    103  cyclic
B               3    133  cyclic
C               2    103  cyclic
D               -      -  faulty
END
    sed -i 's/D: .*/D: { }/' in.yaml
    table <<'END'
root  definitions  bytes
A               2    103  cyclic
B               3    133  cyclic
C               2    103  cyclic
D               1      2
END
}

@test "mapped URLs, and files outside of the root directory" {
    mkdir api lib
    # shellcheck disable=SC2016
    printf '%s\n' 'openapi: 3.1.0' 'components: { schemas: {' \
        '  A: { $ref: "https://x.example/b.yaml#/B" },' '  C: { $ref: ../lib/b.yaml#/B } } }' >api/in.yaml
    echo 'B: { type: string }' >lib/b.yaml
    schemac 0 roots api/in.yaml
    [ "$(grep -c 'faulty$' <<<"$output")" -eq 2 ]
    schemac 0 roots api/in.yaml --root-dir . --map https://x.example/b.yaml=lib/b.yaml
    out_lacks faulty
    no_stderr
    schemac 0 graph api/in.yaml --allow-outside --map https://x.example/=lib/ --as mermaid
    out_has '<br/>17 bytes'
}

@test "standard input, and OpenAPI 2.0 and 3.0" {
    printf '{"swagger": "2.0", "definitions": {"A": {"type": "string"}}}' >in.json
    # shellcheck disable=SC2016  # sh expands it
    run -0 --separate-stderr sh -c '"$1" roots - <in.json' sh "$SCHEMAC"
    out_has 'A               1     17'
    printf 'openapi: 3.0.3\ncomponents: { schemas: { A: { nullable: true } } }\n' >in.yaml
    schemac 0 roots in.yaml
    out_has 'A               1     17'
}

@test "no candidates, no document, wrong use" {
    printf 'openapi: 3.1.0\ninfo: {title: T, version: v}\npaths: {}\n' >in.yaml
    schemac 2 roots in.yaml
    no_output
    err_has E0407
    echo 'a: 1' >in.yaml
    schemac 2 roots in.yaml
    err_has E0409
    schemac 2 roots missing.yaml
    err_has E0002
    schemac 2 roots
    err_has E0001
    schemac 2 roots in.yaml --sort colour
    err_has '"colour"'
}

@test "too many references to count are a limit" {
    seq 0 29999 |
        awk '{ print "    A" $1 ": { $ref: \"#/components/schemas/A" $1 + 1 "\" }" }
             END { print "    A30000: {}" }' | document
    schemac 3 roots in.yaml
    no_output
    err_has 'in.yaml: error: the schemas refer to each other too much to count what each of them reaches [L0503]'
}

# shellcheck disable=SC2154  # the helper sets corpus
@test "each candidate of a real document that is not faulty can be extracted" {
    need_corpus
    local name count=0
    schemac 0 roots "$corpus/openapi/square.json"
    [ "${#lines[@]}" -eq 1402 ]
    [ "$(grep -c 'faulty$' <<<"$output")" -eq 22 ]
    awk 'NR % 100 == 2 { print $1 }' <<<"$output" >names
    while read -r name; do
        schemac 0 extract "$corpus/openapi/square.json" --root "$name" --no-translate
        count=$((count + 1))
    done <names
    [ "$count" -eq 15 ]
}

@test "stripe: one doubled key, and 85 schemas that reach it" {
    need_corpus
    schemac 0 roots "$corpus/openapi/stripe-old.yaml" --sort size
    [ "${#lines[@]}" -eq 538 ]
    [ "$(grep -c 'faulty$' <<<"$output")" -eq 85 ]
    [[ ${lines[537]} == *faulty ]]
    err_has 'stripe-old.yaml:20725:7: warning: the key "description" stands twice'
    err_count 1 W0405
}
