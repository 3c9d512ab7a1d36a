#!/usr/bin/env bats
#
# init: a schemac.yaml for what is there. With --like the keys that reproduce a file to the byte, or
# those that come nearest; without, a start that generate can go on from. tests/unit/build_init.c
# tries every combination of keys, and every name.
#
# shellcheck disable=SC2016,SC2154  # "$ref" and `schemac` are meant to stay; the helper sets corpus
bats_require_minimum_version 1.5.0
load helper

# small_source: openapi.yaml, with a root, what it needs, and a schema beside them.
small_source() {
    cat >openapi.yaml <<'END'
openapi: 3.1.0
info: { title: Shop, version: "2026-01-31" }
components:
  schemas:
    Item: { type: string, description: "a <b>" }
    Order:
      type: object
      properties:
        item: { $ref: "#/components/schemas/Item" }
        count: { type: number, minimum: 1.0, example: 2 }
    Other: { type: object }
END
}

# published: order.schema.json in the shape that a registry publishes.
published() {
    schemac 0 extract openapi.yaml --root Order --dialect draft-07 --root-form ref --style go \
        --no-translate --id 'https://shop.example/{info.version}/order.json' --title 'An: order' \
        --comment 'By make.' -o order.schema.json
}

# refused STATUS CODE ARGUMENT...: init ends with both and makes no schemac.yaml.
refused() {
    local expected=$1 code=$2
    shift 2
    schemac "$expected" init "$@"
    err_has "[$code]"
    no_output
    [ ! -e schemac.yaml ] || fail "there is a schemac.yaml"
}

# ---- a start --------------------------------------------------------------------------------------

@test "a first schemac.yaml is one that generate and check work with" {
    small_source
    schemac 0 init openapi.yaml
    no_output
    no_stderr
    file_is schemac.yaml <<'END'
# Which JSON Schemas come out of which OpenAPI document. `schemac generate` writes them, and
# `schemac check` fails when they and the document have drifted apart. Paths are relative to
# this file.
version: 1

# The OpenAPI document.
source: openapi.yaml

# The files that are written, each with its keys. Add as many as you need.
artifacts:
  schemas/Order.schema.json:
    # The schema to write, with all that it refers to: a name, a list of names, a JSON Pointer
    # into the document, or "*" for all named schemas.
    root: Order
    # Other schemas, first those that no other refers to, with the definitions that each takes along,
    # itself among them:
    #   Other (1)
    #   Item (1)
    # More keys, each with a # in front as long as it is not wanted:
    # dialect: draft-07       # of JSON Schema; 2020-12 without this key
    # id: "https://schemas.example/{info.version}/name.schema.json"  # with info.version filled in
    # title: what the schema describes
    # drop: ["x-*", xml]     # members to leave out

# The record of what was generated. With it, `schemac check` can say which side moved.
fingerprints: schemas/fingerprints.json
END
    schemac 0 generate
    schemac 0 check
    no_stderr
    [ -f schemas/Order.schema.json ] && [ -f schemas/fingerprints.json ]
}

@test "the keys in its comments are keys" {
    small_source
    schemac 0 init openapi.yaml
    sed -i 's/^    # \(dialect\|id\|title\|drop\):/    \1:/' schemac.yaml
    [ "$(grep -c '^    [a-z]*:' schemac.yaml)" -eq 5 ]
    schemac 0 generate
    schemac 0 check
}

# starts_with ROOT <<<SCHEMAS: for the components SCHEMAS, in flow style, init takes ROOT.
starts_with() {
    rm -rf schemac.yaml schemas
    printf 'openapi: 3.1.0\ninfo: {title: t, version: v}\ncomponents:\n  schemas: %s\n' "$(cat)" \
        >openapi.yaml
    schemac 0 init openapi.yaml
    grep -qxF -- "    root: $1" schemac.yaml || fail "the root is not $1: $(cat schemac.yaml)"
    schemac 0 generate
    schemac 0 check
}

@test "the root is the schema that no other refers to and that takes along most" {
    starts_with Only <<<'{Only: {type: string}}'
    starts_with B <<<"{A: {}, B: {items: {\$ref: '#/components/schemas/A'}}}"
    starts_with First <<<'{First: {}, Second: {}}'
    starts_with A <<<"{Big: {}, A: {items: {\$ref: '#/components/schemas/B'}}, B: {\$ref: '#/components/schemas/A'}}"
    starts_with '"no"' <<<'{no: {}}'
    starts_with '"/components/schemas/*"' <<<'{"*": {}}'
}

@test "a root that cannot be made is passed over" {
    starts_with Good <<<"{Bad: {items: {\$ref: '#/components/schemas/None'}, not: {\$ref: '#/components/schemas/Good'}}, Good: {}}"
    starts_with Good <<<"{Bad: true, Good: {}}"
    printf 'openapi: 3.1.0\ncomponents:\n  schemas: {Bad: {$ref: 5}}\n' >openapi.yaml
    rm -rf schemac.yaml schemas
    refused 2 E0401 openapi.yaml
    err_has 'openapi.yaml:3:25: error: '
}

@test "keywords that cannot be translated are copied" {
    small_source
    echo 'jsonSchemaDialect: https://dialect.example/' >>openapi.yaml
    schemac 0 init openapi.yaml
    grep -qxF '    translate: false' schemac.yaml
    schemac 0 generate
    schemac 0 check
}

@test "a document in JSON, and one in a folder" {
    mkdir api
    echo '{"openapi": "3.0.3", "components": {"schemas": {"A b": {"type": "string"}}}}' >api/shop.json
    schemac 0 init api/shop.json
    grep -qxF 'source: api/shop.json' schemac.yaml
    grep -qxF '  schemas/A-b.schema.json:' schemac.yaml
    schemac 0 generate
    schemac 0 check
}

@test "what lies where the schemas would go" {
    small_source
    mkdir schemas
    echo old >schemas/Order.schema.json
    schemac 0 init openapi.yaml
    err_has 'schemas/Order.schema.json: warning: '
    err_has '[W0702]'
    err_has '`schemac init SOURCE --like schemas/Order.schema.json`'
    grep -qx old schemas/Order.schema.json

    rm -r schemas schemac.yaml
    echo file >schemas
    schemac 0 init openapi.yaml
    no_stderr
    schemac 0 generate
    [ -f generated/Order.schema.json ] && [ -f generated/fingerprints.json ]

    rm -r schemas generated schemac.yaml
    mkdir schemas
    mv openapi.yaml schemas/fingerprints.json
    echo '{"openapi": "3.1.0", "components": {"schemas": {"A": {}}}}' >schemas/fingerprints.json
    schemac 0 init schemas/fingerprints.json
    schemac 0 generate
    [ -f generated/A.schema.json ]
}

# ---- like a file that is there --------------------------------------------------------------------

@test "the keys of a published schema" {
    small_source
    published
    schemac 0 init openapi.yaml --like order.schema.json
    no_output
    no_stderr
    file_is schemac.yaml <<'END'
# With these keys the file below comes out as it was, byte for byte. Keys that are not there
# have their defaults.
version: 1
source: openapi.yaml
artifacts:
  order.schema.json:
    root: Order
    dialect: draft-07
    id: "https://shop.example/{info.version}/order.json"
    title: "An: order"
    comment: By make.
    root_form: ref
    style: go
    translate: false
# A record of what was generated, with which `schemac check` can say which side moved: take the
# first # away, and run `schemac generate` once.
# fingerprints: fingerprints.json
END
    schemac 0 check
    no_stderr
    sed -i 's/^# fingerprints/fingerprints/' schemac.yaml
    schemac 0 generate
    schemac 0 check
    age order.schema.json
    schemac 0 generate
}

@test "keys that make no difference are left out, and named" {
    echo '{"openapi": "3.1.0", "components": {"schemas": {"A": {"type": "string"}}}}' >a.json
    schemac 0 extract a.json --root A --no-translate --root-form inline -o a.schema.json
    schemac 0 init a.json --like a.schema.json
    grep -qxF '    # translate, style and order make no difference to this file.' schemac.yaml
    [ "$(grep -c '^    [a-z_]*:' schemac.yaml)" -eq 2 ]
    schemac 0 check
}

@test "the definitions of several roots, and of all" {
    small_source
    schemac 0 extract openapi.yaml --root Order --root Other -o some.json
    schemac 0 init openapi.yaml --like some.json -o -
    out_has $'\n    root: "*"\n'
    sed -i 's/^    Other:/    More: {}\n&/' openapi.yaml
    schemac 0 init openapi.yaml --like some.json
    grep -qxF '    root: [Order, Other]' schemac.yaml
    schemac 0 check
}

@test "line ends and the end of the text are the writer's" {
    small_source
    published
    cp order.schema.json right.json
    sed "s/\$/$(printf '\r')/" right.json >order.schema.json
    schemac 0 init openapi.yaml --like order.schema.json
    err_has '[N0001]'
    schemac 0 check

    rm schemac.yaml
    printf %s "$(cat right.json)" >order.schema.json
    schemac 1 init openapi.yaml --like order.schema.json
    err_has 'order.schema.json: note: the keys give this file but for the line feed at its end'
    err_has '[D0005]'
    schemac 0 generate
    same_files order.schema.json right.json

    rm schemac.yaml
    { printf '\357\273\277' && cat right.json; } >order.schema.json
    schemac 1 init openapi.yaml --like order.schema.json
    err_has '[D0005]'
    schemac 0 generate
    same_files order.schema.json right.json
}

@test "nothing gives the file: the nearest keys, and what differs" {
    small_source
    published
    sed -i 's/"number"/"integer"/' order.schema.json
    cp order.schema.json before.json
    schemac 1 init openapi.yaml --like order.schema.json
    no_output
    err_has 'order.schema.json: note: no keys give just this file'
    err_has '[N0601]'
    err_has 'order.schema.json:16:19: error: the file and its source openapi.yaml differ in 1 place'
    err_has '[D0006]'
    err_has '-          "type": "integer"'
    err_has '+          "type": "number"'
    err_has 'openapi.yaml:10:24: note: the source has "number" at /definitions/Order/properties/count/type'
    same_files order.schema.json before.json
    head -n 1 schemac.yaml | grep -qxF '# The keys that come nearest to the file below as it was. `schemac check` tells what differs.'
    grep -qxF '    root_form: ref' schemac.yaml
    grep -qxF '    style: go' schemac.yaml
    schemac 1 check
    sed -i 's/type: number/type: integer/' openapi.yaml
    schemac 0 check

    rm schemac.yaml
    sed -i 's/^ *//' order.schema.json
    schemac 1 init openapi.yaml --like order.schema.json
    err_has '[D0005]'
    schemac 0 generate
}

@test "a root of another name is found by what it looks like" {
    small_source
    published
    sed -i 's/Order"/Purchase"/' order.schema.json
    schemac 1 init openapi.yaml --like order.schema.json
    grep -qxF '    root: Order' schemac.yaml
}

@test "a schema that nothing can be made of" {
    small_source
    published
    sed -i 's/schemas\/Item"/schemas\/Gone"/' openapi.yaml
    refused 2 E0402 openapi.yaml --like order.schema.json
    err_has 'openapi.yaml:9:23: error: '
    printf 'openapi: 3.1.0\ninfo: {}\npaths: {}\n' >openapi.yaml
    refused 2 E0407 openapi.yaml --like order.schema.json
    refused 2 E0407 openapi.yaml
}

# ---- files ----------------------------------------------------------------------------------------

@test "a schemac.yaml that is there stays as it is" {
    small_source
    published
    echo mine >schemac.yaml
    schemac 2 init openapi.yaml
    err_has 'schemac.yaml: error: this file is there already, and is not overwritten [E0613]'
    err_has 'hint: edit it, name another with --output FILE, or see the text with --output -'
    schemac 2 init openapi.yaml --like order.schema.json
    err_has '[E0613]'
    file_is schemac.yaml <<<mine
    schemac 0 init openapi.yaml -o -
    out_has 'root: Order'
    schemac 0 init openapi.yaml --output other.yaml
    schemac 0 check --config other.yaml || schemac 1 check --config other.yaml
    schemac 2 init openapi.yaml -o other.yaml
    err_has '[E0613]'
    file_is schemac.yaml <<<mine

    rm schemac.yaml
    ln -s nowhere schemac.yaml
    schemac 2 init openapi.yaml
    err_has '[E0613]'
    [ ! -e nowhere ]
    mkdir folder
    schemac 2 init openapi.yaml -o folder
    err_has '[E0003]'
    schemac 2 init openapi.yaml -o nowhere/schemac.yaml
    err_has '[E0003]'
    [ -z "$(find . -name '*draft*')" ]
}

@test "of several at once one writes" {
    small_source
    local i
    for i in 1 2 3 4 5 6 7 8; do
        { "$SCHEMAC" init openapi.yaml 2>"$i.err"; echo $? >"$i.status"; } &
    done
    wait
    [ "$(cat ./*.status | grep -c '^0$')" -eq 1 ]
    [ "$(cat ./*.err | grep -c E0613)" -eq 7 ]
    schemac 0 generate
    [ -z "$(find . -name '*draft*')" ]
}

@test "paths are relative to schemac.yaml, wherever init runs" {
    mkdir -p project/api project/schemas
    cd project
    small_source
    published
    mv openapi.yaml api
    mv order.schema.json schemas
    cd api
    schemac 0 init "$PWD/openapi.yaml" --like ../schemas/order.schema.json -o ../schemac.yaml
    grep -qxF 'source: api/openapi.yaml' ../schemac.yaml
    grep -qxF '  schemas/order.schema.json:' ../schemac.yaml
    schemac 0 check
    cd ../..
    schemac 0 init ./project//api/openapi.yaml -o -
    out_has $'\nsource: project/api/openapi.yaml\n'
}

@test "files outside the folder of schemac.yaml are refused" {
    mkdir inside outside
    cd outside
    small_source
    published
    cd ../inside
    refused 2 E0004 ../outside/openapi.yaml
    err_has 'hint: put schemac.yaml into a folder above it with --output'
    ln -s ../outside/openapi.yaml link.yaml
    refused 2 E0004 link.yaml
    cp ../outside/openapi.yaml .
    refused 2 E0004 openapi.yaml --like ../outside/order.schema.json
    ln -s ../outside/order.schema.json link.json
    refused 2 E0004 openapi.yaml --like link.json
}

@test "operands that cannot be" {
    small_source
    published
    refused 2 E0001
    refused 2 E0001 openapi.yaml order.schema.json
    refused 2 E0001 -
    refused 2 E0001 openapi.yaml --like -
    refused 2 E0002 missing.yaml
    refused 2 E0002 openapi.yaml --like missing.json
    refused 2 E0002 .
    refused 2 E0002 openapi.yaml --like .
    refused 2 E0605 openapi.yaml --like ./openapi.yaml
    ln -s openapi.yaml same.json
    refused 2 E0605 openapi.yaml --like same.json
    cp order.schema.json 'a{b}.json'
    refused 2 E0606 openapi.yaml --like 'a{b}.json'
    cp order.schema.json $'a\377.json'
    refused 2 E0101 openapi.yaml --like $'a\377.json'
}

# ---- bad documents --------------------------------------------------------------------------------

@test "what is no OpenAPI document" {
    small_source
    published
    echo 'a: 1' >other.yaml
    refused 2 E0409 other.yaml
    refused 2 E0409 other.yaml --like order.schema.json
    echo '{' >other.yaml
    refused 2 E0301 other.yaml
    echo 'a: [' >other.yaml
    refused 2 E0201 other.yaml --like order.schema.json
}

@test "a JSON Schema as the document" {
    small_source
    published
    schemac 0 init order.schema.json
    grep -qxF '    root: "#"' schemac.yaml
    schemac 0 generate
    mv schemas/order.schema.json like.json
    rm -r schemas schemac.yaml
    schemac 0 init order.schema.json --like like.json
    schemac 0 check
}

@test "a document in several files" {
    mkdir api
    cat >openapi.yaml <<'END'
openapi: 3.1.0
info: { title: t, version: v }
components:
  schemas:
    Item: { $ref: api/item.yaml }
    Order: { $ref: api/order.yaml }
END
    echo '{ type: string, minLength: 1 }' >api/item.yaml
    echo '{ type: object, properties: { item: { $ref: item.yaml } } }' >api/order.yaml
    schemac 0 init openapi.yaml
    grep -qxF '    root: Order' schemac.yaml
    grep -qxF '    #   Item (1)' schemac.yaml
    schemac 0 roots "$(sed -n 's/^source: //p' schemac.yaml)" # counts as it does
    grep -q '^Item  *1 ' <<<"$output"
    schemac 0 generate
    for form in ref inline; do
        rm schemac.yaml
        schemac 0 extract openapi.yaml --root Order --root-form $form --dialect draft-07 -o like.json
        schemac 0 init openapi.yaml --like like.json
        schemac 0 check
    done
    rm schemac.yaml
    mkdir below
    cp openapi.yaml below
    sed -i 's/api\//..\/api\//' below/openapi.yaml
    cd below
    refused 2 E0004 openapi.yaml
}

# like STATUS CODE: standard input as the schema that is there is refused.
like() {
    cat >like.json
    refused "$1" "$2" openapi.yaml --like like.json
}

# levels COUNT BEGIN END: so many times BEGIN, then END.
levels() {
    printf "%$1s" '' | sed "s/ /$2/g"
    printf "%$1s" '' | sed "s/ /$3/g"
}

@test "--root-dir and --allow-outside: where what the document refers to may lie" {
    mkdir p
    cat >p/api.yaml <<'END'
openapi: 3.1.0
info: {title: T, version: "1"}
components: {schemas: {A: {properties: {b: {$ref: ../b.yaml}}}}}
END
    echo 'type: string' >b.yaml
    cd p
    schemac 2 init api.yaml
    err_has 'api.yaml:3:51: error: ../b.yaml lies outside the root directory . [E0004]'
    schemac 2 init api.yaml --root-dir ../nowhere
    [ "$stderr" = 'schemac: error: cannot take ../nowhere for the root directory: No such file or directory [E0002]' ]
    mkdir ../other
    schemac 2 init api.yaml --root-dir ../other
    err_has 'schemac: error: api.yaml lies outside the root directory ../other [E0004]'
    [ ! -e schemac.yaml ]
    schemac 0 init api.yaml --root-dir ..
    schemac 2 generate
    schemac 0 generate --root-dir ..
    grep -q '"\$ref": "#/$defs/b"' schemas/A.schema.json
    schemac 0 init api.yaml --allow-outside --like schemas/A.schema.json -o -
    out_has 'schemas/A.schema.json:'
    schemac 2 init api.yaml --like schemas/A.schema.json -o -
    err_has E0004
    rm schemac.yaml
    on_terminal "$SCHEMAC" init api.yaml --root-dir ..
    out_has 'schemac.yaml is written; next, `schemac generate --root-dir ..`'
    rm schemac.yaml
    on_terminal "$SCHEMAC" init api.yaml --allow-outside
    out_has 'next, `schemac generate --allow-outside`'
}

@test "what is no schema" {
    small_source
    like 2 E0102 </dev/null
    like 2 E0301 <<<'{"type": '
    like 2 E0301 <<<'type: object'
    like 2 E0405 <<<'[1]'
    like 2 E0405 <<<'true'
    like 2 E0405 <<<'{}'
    like 2 E0405 <<<'{"name": "a", "version": "1"}'
    like 2 E0405 <<<'{"openapi": "3.1.0", "components": {}}'
    err_has 'hint: `schemac init SOURCE --like SCHEMA`: first the document, then the schema'
    like 2 E0302 <<<'{"type": "a", "type": "b"}'
    like 2 E0302 <<<'{"properties": {"a": {"x": {"b": 1, "b": 2}}}}'
    like 2 E0101 < <(printf '{"type": "\377"}')
    like 3 L0101 < <(levels 100000 '\[' '\]')
    like 3 L0101 < <(levels 600 '{"not":' '}')
}

@test "schemas at the limits" {
    small_source
    published
    { levels 500 '{"not":' '' && echo 1 && levels 500 '' '}'; } >deep.json
    schemac 1 init openapi.yaml --like deep.json
    err_has '[D0006]'

    # 64 MiB: a title that is too long to compare by eye, and one byte more.
    rm schemac.yaml
    { printf '{"title": "' && head -c $((64 * 1024 * 1024 - 13)) /dev/zero | tr '\0' x && printf '"}'; } >long.json
    schemac 1 init openapi.yaml --like long.json
    err_has '[D0006]'
    rm schemac.yaml
    echo ' ' >>long.json
    refused 3 L0001 openapi.yaml --like long.json
}

# ---- on a terminal, and in JSON -------------------------------------------------------------------

@test "on a terminal one line says what is done" {
    need_script
    small_source
    script -qec "'$SCHEMAC' init openapi.yaml" /dev/null </dev/null >seen
    grep -qF 'schemac.yaml is written; next, `schemac generate`' seen
}

@test "diagnostics as JSON" {
    small_source
    published
    sed -i 's/"number"/"integer"/' order.schema.json
    schemac 1 init openapi.yaml --like order.schema.json --format json
    no_output
    err_has '"code": "D0006"'
}

# ---- on the corpus --------------------------------------------------------------------------------

# pairs STATUS: the folders of the pairs that PAIRS.json says that of.
pairs() {
    awk -v wanted="\"$1\"" '
        $1 == "\"dir\":" { dir = $2 }
        $1 == "\"status\":" && index($2, wanted) { gsub(/[",]/, "", dir); print dir }
    ' "$corpus/registry/PAIRS.json"
}

# take PAIR: its files, alone.
take() {
    rm -f openapi.yaml server.schema.json schemac.yaml
    cp "$corpus/registry/$1/openapi.yaml" "$corpus/registry/$1/server.schema.json" .
    chmod u+w openapi.yaml server.schema.json
}

@test "registry: the keys of all pairs that can be reproduced" {
    need_corpus
    local pair count=0
    for pair in $(pairs match) reconstructed-cargo-145c2ec; do
        take "$pair"
        schemac 0 init openapi.yaml --like server.schema.json
        no_stderr
        schemac 0 check
        cp server.schema.json before.json
        schemac 0 generate
        same_files server.schema.json before.json
        count=$((count + 1))
    done
    [ "$count" -eq 18 ] || fail "$count pairs, not 18"
}

@test "registry: the nearest keys of all pairs that had drifted" {
    need_corpus
    local pair count=0
    for pair in $(pairs drifted); do
        take "$pair"
        count=$((count + 1))
        if [[ $pair == *-7b22fab ]]; then # CRLF alone
            schemac 0 init openapi.yaml --like server.schema.json
            continue
        fi
        schemac 1 init openapi.yaml --like server.schema.json
        err_has '[N0601]'
        err_has '[D0006]'
        grep -qxF '    root: ServerDetail' schemac.yaml || fail "$pair: $(cat schemac.yaml)"
        grep -qxF '    root_form: ref' schemac.yaml
        schemac 1 check
    done
    [ "$count" -eq 29 ] || fail "$count pairs, not 29"
}

@test "a document of 13 MB takes a second or two" {
    need_corpus
    local github=$corpus/openapi/github.api.github.com.json
    cp "$github" github.json
    schemac 0 extract github.json --root full-repository --dialect draft-07 --root-form inline \
        --no-translate -o like.json
    SECONDS=0
    schemac 0 init github.json --like like.json
    schemac 0 check
    sed 's/"description": "The/"description": "A/' like.json >other.json
    schemac 1 init github.json --like other.json -o -
    [ "$SECONDS" -le 20 ] || fail "it took $SECONDS seconds"
}
