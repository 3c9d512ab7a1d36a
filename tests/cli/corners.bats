#!/usr/bin/env bats
# What documents and projects hardly ever have, by the message or the bytes that come of it.
bats_require_minimum_version 1.5.0
load helper

# document LINE...: an OpenAPI document whose schemas are these.
document() {
    printf '%s\n' 'openapi: 3.1.0' "${info:-info: {title: T, version: \"1\"\}}" "${dialect:-paths: {\}}" \
        components: '  schemas:' "$@" >api.yaml
}

# extract STATUS ARGUMENT...: from the document.
extract() {
    local expected=$1
    shift
    schemac "$expected" extract api.yaml "$@"
}

@test "corners: a reference into a list" {
    document "    A: {properties: {b: {\$ref: '#/components/schemas/B/allOf/0'}}}" \
        '    B: {allOf: [{type: string}]}'
    extract 0 --root A
    no_stderr
    out_has '"#/$defs/B_allOf_0"'
    document "    A: {\$ref: '#/components/schemas/B/allOf/1'}" '    B: {allOf: [{type: string}]}'
    extract 2 --root A
    err_has 'there is no "1" in /components/schemas/B/allOf [E0402]'
}

@test "corners: identifiers that are no strings mean nothing" {
    document '    A: {$id: 5, $schema: 7}'
    extract 0 --root A
    no_stderr
    out_has '"$id": 5'
}

@test "corners: a schema, or all of them, of another dialect" {
    document "    A: {\$schema: 'http://json-schema.org/draft-07/schema#', items: [{}]}"
    extract 0 --root A
    no_stderr
    out_has '"prefixItems": ['
    document "    A: {\$schema: 'urn:x'}"
    extract 2 --root A
    err_has 'api.yaml:6:18: error: schemas of this dialect cannot be translated [E0501]'
    dialect='jsonSchemaDialect: http://json-schema.org/draft-07/schema' document '    A: {items: [{}]}'
    extract 0 --root A
    no_stderr
    out_has '"prefixItems": ['
    dialect='jsonSchemaDialect: urn:x' document '    A: {}'
    extract 2 --root A
    err_has 'api.yaml:3:20: error: schemas of this dialect cannot be translated [E0501]'
}

@test "corners: example beside examples that are no list" {
    document '    A: {example: 1, examples: 5}'
    extract 0 --root A
    no_stderr
    out_has '"example": 1'
    out_has '"examples": 5'
}

@test "corners: two versions, where one is asked for" {
    info='info: {title: T, version: "1", version: "2"}' document '    A: {}'
    extract 2 --root A --id 'https://x.example/{info.version}'
    err_has 'api.yaml:2:32: error: the key "version" stands twice [E0302]'
}

@test "corners: the output is the document itself" {
    document '    A: {}'
    cp api.yaml before.yaml
    ln -s api.yaml link.yaml
    extract 2 --root A -o ./api.yaml
    err_has 'error: ./api.yaml is the document itself [E0605]'
    extract 2 --root A -o link.yaml
    err_has 'error: link.yaml is the document itself [E0605]'
    same_files api.yaml before.yaml
}

@test "corners: the output is a document that is referred to" {
    document '    A: {$ref: b.yaml}' '    C: {}'
    echo 'title: b' >b.yaml
    cp b.yaml before.yaml
    ln -s . folder
    for out in b.yaml folder/b.yaml; do
        extract 2 --root A -o "$out"
        err_has "error: $out is a document that is referred to [E0605]"
        printf '%s\n' 'version: 1' 'source: api.yaml' 'artifacts:' "  $out: {root: A}" >schemac.yaml
        schemac 2 generate
        err_has 'api.yaml:6:15: error: b.yaml is an artifact itself, and none is made from another [E0605]'
        err_has 'schemac.yaml:4:3: note: it is declared here'
        schemac 2 check
    done
    printf '%s\n' 'version: 1' 'source: api.yaml' 'fingerprints: b.yaml' \
        'artifacts: {a.json: {root: A}}' >schemac.yaml
    schemac 2 generate
    err_has 'schemac.yaml:3:15: error: artifacts are made from this file [E0605]'
    same_files b.yaml before.yaml
    extract 0 --root C -o b.yaml
}

@test "corners: a fingerprint that is none" {
    small_project
    schemac 0 generate
    sed -i '0,/"[0-9a-f]\{64\}"/ s/"[0-9a-f]\{8\}\([0-9a-f]\{56\}\)"/"ABCDEFGH\1"/' schemas/fingerprints.json
    grep -q ABCDEFGH schemas/fingerprints.json
    schemac 1 check
    cp schemas/fingerprints.json broken
    schemac 0 generate
    run ! cmp -s broken schemas/fingerprints.json
    schemac 0 check
}

@test "corners: a submodule is staged where the source should be" {
    small_project
    schemac 0 generate
    git init -q .
    git add .
    git rm -q --cached openapi/openapi.yaml
    git update-index --add --cacheinfo "160000,$(printf x | git hash-object --stdin),openapi/openapi.yaml"
    schemac 2 check --index
    err_has 'openapi/openapi.yaml'
}

@test "corners: one schema under two names, by an alias" {
    document "    A: {properties: {c: {\$ref: '#/components/schemas/C'}, b: {\$ref: '#/components/schemas/B'}}}" \
        '    B: &b {type: string}' '    C: *b'
    extract 0 --root A --order source
    no_stderr
    [ "$(grep -c '^    "[ABC]": {' <<<"$output")" -eq 3 ] || fail "not three definitions"
    [ "$(grep '^    "[ABC]": {' <<<"$output" | tr -dc ABC)" = ABC ] || fail "not in the order of the source"
}

@test "corners: the output is a FIFO that no one reads" {
    document '    A: {}'
    mkfifo pipe
    extract 2 --root A -o pipe
    err_has 'error: cannot write pipe: '
    err_has '[E0003]'
    [ -p pipe ] || fail "the FIFO is gone"
}

@test "corners: what is staged lies in folders that are gone" {
    small_project
    mkdir -p far/away
    mv openapi/openapi.yaml far/away/api.yaml
    sed -i 's|openapi/openapi.yaml|far/away/api.yaml|' schemac.yaml
    schemac 0 generate
    git init -q .
    git add .
    rm -r far
    schemac 0 check --index
    no_stderr
}

@test "corners: what is faulty stays so where a map of schemas is put in its place" {
    printf '%s\n' 'm: {q: {type: string}}' 'f: {q: {type: string}, q: {}}' >maps.yaml
    document '    A:' '      type: object' '      type: string' "      properties: {\$ref: 'maps.yaml#/m'}"
    extract 2 --root A
    err_has 'api.yaml:8:7: error: the key "type" stands twice [E0302]'
    err_lacks "api.yaml:8:7: warning"
    document '    A:' '      not: {type: string, type: number, properties: {$ref: "maps.yaml#/m"}}'
    extract 2 --root A
    err_has 'api.yaml:7:27: error: the key "type" stands twice [E0302]'
    document '    A:' '      properties: {p: {}, p: {properties: {$ref: "maps.yaml#/m"}}}'
    extract 2 --root A
    err_has 'api.yaml:7:27: error: the key "p" stands twice [E0302]'
    extract 2 --root A --drop x-a
    err_has 'api.yaml:7:27: error: the key "p" stands twice [E0302]'
    schemac 0 roots api.yaml
    out_has faulty
    document '    A: {properties: {$ref: "maps.yaml#/f"}}'
    extract 2 --root A
    err_has 'maps.yaml:2:24: error: the key "q" stands twice [E0302]'
    schemac 0 roots api.yaml
    out_has faulty
}

@test "corners: copied, an anchor stands in the result once, or not at all" {
    document '    A: {properties: {b: {$ref: b.yaml}, c: {$ref: c.yaml}}}' \
        '    B: {$id: "https://a.example/b", $anchor: here, allOf: [{$anchor: there, $dynamicAnchor: there}]}'
    echo '{$anchor: here, type: string}' >b.yaml
    echo '{properties: {x: {$anchor: here, type: number}, r: {$ref: "#here"}, s: {$anchor: own}}}' >c.yaml
    extract 0 --root A --no-translate
    no_stderr
    out_lacks '"here"'
    out_has '"$anchor": "own"'
    out_has '"$ref": "#/$defs/c_x"'
    extract 0 --root B --no-translate
    out_has '"$anchor": "here"'
    out_has '"$anchor": "there"'
    out_has '"$dynamicAnchor": "there"'
    extract 0 --root A --root B --no-translate
    out_lacks '"here"'
    out_has '"$anchor": "there"'
    dialect='jsonSchemaDialect: http://json-schema.org/draft-07/schema' document \
        '    A: {items: {$id: "#here"}, not: {$ref: "#/components/schemas/B"}}' '    B: {$id: "#here", not: {$id: "#own"}}'
    extract 0 --root A --no-translate --dialect draft-07
    out_lacks '"#here"'
    out_has '"$id": "#own"'
}

@test "corners: copied, a \$recursiveRef that is settled is a \$ref" {
    cat >r.yaml <<'END'
$schema: https://json-schema.org/draft/2019-09/schema
$recursiveAnchor: true
properties: {n: {$recursiveRef: "#"}, $recursiveRef: {type: string}}
END
    schemac 0 extract r.yaml --root '#' --no-translate --dialect 2019-09
    no_stderr
    out_has '"n": {
          "$ref": "#/$defs/r"'
    out_has '"$recursiveRef": {
          "type": "string"'
}
