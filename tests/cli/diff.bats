#!/usr/bin/env bats
# diff: two schemas compared; what fails, and how it is told. diff-git.bats has commits and drivers.
bats_require_minimum_version 1.5.0
load helper

setup() {
    need jq
    enter_work_folder
}

# two OLD NEW: old.json and new.json, schemas of 2020-12 in flow style.
two() {
    printf '%s\n' "$1" >old.json
    printf '%s\n' "$2" >new.json
}

# diff_of STATUS OPTION...: of these two.
diff_of() {
    local expected=$1
    shift
    schemac "$expected" diff old.json new.json "$@"
}

# Two schemas of which one asks for more, one for less, one for something else.
required='{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}'
optional='{"type": "object", "properties": {"a": {"type": "string"}}}'
described='{"type": "object", "description": "d", "properties": {"a": {"type": "string"}}}'

# api VERSION SCHEMA [USED]: an OpenAPI document with the schema A, which the request and the response
# of an operation use as they are told: "request", "response", "both" or nothing.
api() {
    printf 'openapi: 3.1.0\ninfo: {title: t, version: "%s"}\n' "$1"
    echo "components: {schemas: {A: $2}}"
    echo 'paths:'
    echo '  /a/{id}:'
    echo '    post:'
    case ${3-} in request | both)
        echo '      requestBody: {content: {a/b: {schema: {$ref: "#/components/schemas/A"}}}}' ;;
    esac
    echo '      responses:'
    echo '        "200":'
    echo '          description: d'
    case ${3-} in response | both)
        echo '          content: {a/b: {schema: {items: {$ref: "#/components/schemas/A"}}}}' ;;
    esac
}

# ---- verdicts ---------------------------------------------------------------------------------------

@test "nothing changed: nothing is said" {
    two "$required" "$required"
    diff_of 0
    no_output
    no_stderr
    on_terminal "$SCHEMAC" diff old.json new.json
    out_has 'nothing changed; suggested step: none'
}

@test "a narrower schema breaks writers, with a value that shows it" {
    two "$optional" "$required"
    diff_of 1
    no_stderr
    [[ ${lines[0]} == 'new.json:1:'*': error: '*'(breaks writers, safe for readers) [D0116]' ]]
    out_has 'for example {} was accepted and is refused'
    out_has 'old.json:1:1: note: there was none here'
    [ "${lines[-1]}" = '1 breaking; suggested step: major' ]
}

@test "a wider schema breaks readers, and is told where it was" {
    two "$required" "$optional"
    diff_of 1
    [[ ${lines[0]} == 'old.json:1:'*': error: '*'(safe for writers, breaks readers) [D0117]' ]]
    out_has 'for example {} was refused and is accepted'
    out_has 'note: it is missing here'
}

@test "whom a change may break: --for" {
    two "$optional" "$required"
    diff_of 1 --for writers
    out_has '(breaks writers)'
    diff_of 0 --for readers
    out_has ': note: '
    out_has '(safe for readers)'
    out_has '1 safe; suggested step: minor'
    diff_of 1 --for both
    diff_of 1 --for auto
    diff_of 2 --for nobody
    err_has '[E0001]'
}

@test "what fails: --fail-on" {
    two '{"pattern": "^a$", "title": "a", "maxLength": 3}' '{"title": "b", "maxLength": 2}'
    diff_of 0 --for readers --fail-on none
    out_has ': warning: '
    two "$required" "$optional"
    diff_of 0 --for writers --fail-on breaking
    diff_of 0 --for writers --fail-on undecided
    diff_of 1 --for writers --fail-on any
    diff_of 0 --for both --fail-on none
    diff_of 0 --rule D0117=undecided
    out_has ': warning: '
    out_has '1 undecided; suggested step: major'
    diff_of 1 --rule D0117=undecided --fail-on undecided
}

@test "annotations are counted, and told when asked for" {
    two "$optional" "$described"
    diff_of 0
    [ "$output" = '1 annotation; suggested step: patch' ]
    diff_of 0 --annotations
    out_has '[D0151]'
    diff_of 0 --fail-on any
    diff_of 1 --rule D0151=breaks
    schemac 0 diff old.json new.json --format json
    out_has '"effect": "annotation"'
}

@test "rules on the command line" {
    two "$optional" "$required"
    diff_of 0 --rule D0116=ignore
    [ "$output" = 'nothing changed (1 ignored); suggested step: none' ]
    diff_of 0 --rule D0116=safe
    diff_of 1 --rule D0116=undecided --rule D0116=breaks
    diff_of 2 --rule D0116=maybe
    err_has '"maybe" is no rule for D0116'
    err_has 'rules are ignore, safe, undecided and breaks'
    diff_of 2 --rule D0001=safe
    err_has '"D0001" is no code of a change'
    diff_of 2 --rule D0116
    err_has '[E0001]'
}

# config TEXT: a schemac.yaml that has TEXT besides what it must.
config() {
    printf 'version: 1\nsource: api.yaml\nartifacts: {a.json: {root: A}}\n%s\n' "$1" >schemac.yaml
}

@test "rules and compatibility in schemac.yaml" {
    two "$optional" "$required"
    config 'compatibility: readers'
    diff_of 0
    diff_of 1 --for writers
    config 'rules: { D0116: ignore }'
    diff_of 0
    diff_of 1 --rule D0116=breaks
    mkdir sub
    cd sub
    schemac 0 diff ../old.json ../new.json
    cd ..
    mv schemac.yaml other.yaml
    diff_of 1
    diff_of 0 --config other.yaml
    diff_of 2 --config none.yaml
    config 'rules: { D0116: perhaps }'
    diff_of 2
    err_has 'schemac.yaml:4:'
    err_has '[E0604]'
}

@test "a waiver lets one change pass until its day is over" {
    local id
    two "$optional" "$required"
    schemac 1 diff old.json new.json --format json
    id=$(jq -r '.changes[0].id' <<<"$output")
    config "waivers: [{ id: '$id', reason: all were asked, until: '2027-01-31' }]"
    diff_of 0 --today 2027-01-31
    out_has 'waived until 2027-01-31: all were asked'
    out_has '1 breaking (1 waived); suggested step: major'
    diff_of 1 --today 2027-02-01
    err_has 'schemac.yaml:4:'
    err_has 'has expired on 2027-01-31 [W0902]'
    config "waivers: [{ id: '$id', reason: for ever }]"
    diff_of 0
    no_stderr
    diff_of 0 --format markdown
    out_has '<br>waived: `for ever` | breaks writers'
    diff_of 0 --format json -o waived.json
    is_valid "$project/schemas/diff-report.schema.json" waived.json
    jq -e '.changes[0] | .waived == "for ever" and .fails == false' waived.json
    config "waivers: [{ id: 'D0116:/nowhere', reason: r }]"
    diff_of 1
    err_has 'no change has the id D0116:/nowhere [W0901]'
    diff_of 2 --today tomorrow
    err_has '--today takes a day'
    config "waivers: [{ id: a, reason: r, until: '2027-02-30' }]"
    diff_of 2
    err_has '"until" must be a day'
}

@test "the id in a hint is one for schemac.yaml" {
    two '{"enum": ["a"]}' '{"enum": ["a", "b: #1", "c"]}'
    diff_of 1
    out_has 'hint: a waiver for it has the id "D0104:/enum/\"b: #1\""'
    out_has 'hint: a waiver for it has the id D0104:/enum/"c"'
    { echo waivers:; sed -n 's/.* has the id \(.*\)/  - id: \1\n    reason: r/p' <<<"$output"; } >waivers
    diff_of 1 --format markdown
    out_has '<br>id: `D0104:/enum/"c"` | **fails**'
    config "$(cat waivers)"
    diff_of 0
    no_stderr
    out_has '(2 waived)'
}

@test "a declaration is shown by a value, not by what is required besides" {
    two '{"type": "object"}' '{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}'
    diff_of 1
    out_has 'for example {} was accepted and is refused' # of "required"
    out_has 'for example {"a": null} was accepted and is refused'
    schemac 1 diff new.json old.json
    out_has 'for example {} was refused and is accepted'
    out_has 'for example {"a": null} was refused and is accepted'
}

@test "of another type nothing else is told" {
    two '{"type": "object", "required": ["a"], "properties": {"a": {}}, "minProperties": 1}' \
        '{"type": "array", "items": {"type": "string"}, "minItems": 1, "title": "t"}'
    diff_of 1
    out_has 'the type was an object, and is an array (breaks writers and readers) [D0101]'
    out_has '1 breaking, 1 annotation; suggested step: major'
    two '{"type": "string", "minLength": 2}' '{"type": ["integer", "null"], "minimum": 2, "enum": [2, 3]}'
    diff_of 1
    out_lacks D0107
    out_lacks D0111
    # with one type in common the rest is told
    two '{"type": "string", "minLength": 2}' '{"type": ["string", "null"], "minLength": 3}'
    diff_of 1
    out_has '[D0110]'
}

@test "where nothing was allowed, the other side is there" {
    two '{"additionalProperties": false}' '{"additionalProperties": true}'
    diff_of 1
    out_lacks 'missing here'
    two '{"items": false}' '{"items": true}'
    diff_of 1
    out_has 'something is allowed where nothing was (safe for writers, breaks readers) [D0142]'
    out_has ': note: it is this now'
    schemac 1 diff new.json old.json
    out_has 'nothing is allowed any more (breaks writers, safe for readers) [D0141]'
    out_has ': note: it was this'
}

@test "a text that shows a change can be read" {
    two '{"type": "string", "pattern": "^[^<>]+$"}' '{"type": "string", "pattern": "^[^<>]+$", "minLength": 2}'
    diff_of 1
    out_has 'for example "0" was accepted and is refused'
}

@test "what a baseline has does not fail again" {
    two "$optional" "$required"
    diff_of 1 --format json -o known.json
    no_output
    diff_of 0 --baseline known.json
    out_has 'the baseline has it'
    out_has '1 breaking (1 known); suggested step: major'
    diff_of 0 --baseline known.json --format markdown
    out_has '<br>known | breaks writers'
    diff_of 0 --baseline known.json --format json -o again.json
    is_valid "$project/schemas/diff-report.schema.json" again.json
    jq -e '.changes[0].known' again.json
    diff_of 0 --baseline again.json
    printf '%s\n' '{"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "required": ["a", "b"]}' >new.json
    diff_of 1 --baseline known.json
    out_has '1 known'
    err_lacks '['
    diff_of 2 --baseline none.json
    err_has 'none.json'
    diff_of 2 --baseline old.json
    err_has 'this is no report of schemac diff [E0906]'
    echo '{' >broken.json
    diff_of 2 --baseline broken.json
    err_has 'broken.json:'
}

# ---- operands ---------------------------------------------------------------------------------------

@test "standard input, parts of files, and wrong operands" {
    two "$optional" "$required"
    run --separate-stderr "$SCHEMAC" diff - new.json <old.json
    [ "$status" -eq 1 ]
    out_has '<stdin>:1:1: note:'
    run --separate-stderr "$SCHEMAC" diff old.json - <new.json
    [ "$status" -eq 1 ]
    printf '{"$defs": {"one": %s, "two": %s}}\n' "$optional" "$required" >both.json
    schemac 1 diff 'both.json#/$defs/one' 'both.json#/$defs/two'
    schemac 0 diff 'both.json#/$defs/one' old.json
    schemac 2 diff 'both.json#/$defs/none' old.json
    err_has '/$defs/none'
    schemac 2 diff - -
    err_has 'standard input is named more than once'
    schemac 2 diff old.json
    err_has 'NEW and --against REF'
    schemac 2 diff
    schemac 2 diff a b c
    schemac 2 diff '#/a' new.json
    err_has 'an operand has no FILE'
    schemac 2 diff old.json none.json
    err_has 'none.json: error: '
    schemac 2 diff . new.json
    err_has 'directory'
}

@test "what is no schema is refused" {
    two "$optional" '[1]'
    diff_of 2
    no_output
    err_has 'new.json:1:1: error: this is no schema but an array [E0904]'
    echo '{"name": "x", "version": 1}' >new.json
    diff_of 2
    err_has 'no member of it is a keyword [E0904]'
    echo '{"type": "objekt"}' >new.json
    diff_of 2
    err_has 'new.json:1:'
    printf '\x7fELF\x00\xff\xfe\x80' >new.json
    diff_of 2
    err_has '[E0101]'
    : >new.json
    diff_of 2
    err_has '[E0102]'
    echo '{"type":' >new.json
    diff_of 2
    err_has 'new.json:'
    echo '{"$schema": "https://a.example/unknown", "type": "string"}' >new.json
    diff_of 2
    err_has 'new.json:1:'
    echo '{"items": {"$ref": "#/$defs/none"}}' >new.json
    diff_of 2
    err_has '[E0402]'
    echo 'true' >new.json
    diff_of 1
    schemac 2 diff old.json new.json --dialect draft-05
    err_has 'draft-05'
}

@test "definitions that nothing reaches, and files of definitions for others" {
    two '{"type": "object", "$defs": {"a": {"type": "string"}}}' \
        '{"type": "object", "$defs": {"a": {"type": "integer"}}}'
    diff_of 0
    out_has '(nothing that both have reaches it) [D0101]'
    two '{"$id": "https://a.example/a", "$defs": {"a": {"type": "string"}}}' \
        '{"$id": "https://a.example/a", "$defs": {"a": {"type": "integer"}}}'
    diff_of 1
    out_has '(breaks writers and readers) [D0101]'
    two '{"definitions": {"a": {"type": "string"}}}' '{"$defs": {"a": {"type": "integer"}}}'
    diff_of 1
}

@test "the dialect of schemas that do not say theirs" {
    two '{"items": [{"type": "string"}]}' '{"items": [{"type": "string"}], "additionalItems": false}'
    diff_of 1 --dialect draft-07 --fail-on undecided
    diff_of 2 # an array of items is none of 2020-12
    two '{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"a": {"type": "string"}}, "items": {"$ref": "#/definitions/a"}}' \
        '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"a": {"type": "string"}}, "items": {"$ref": "#/$defs/a"}}'
    diff_of 0
}

@test "URLs that are mapped, and the root directory" {
    mkdir -p one two
    echo '{"type": "string"}' >one/a.json
    echo '{"type": "integer"}' >two/a.json
    two '{"$ref": "https://a.example/a.json"}' '{"$ref": "https://a.example/a.json"}'
    diff_of 2
    err_has 'https://a.example/a.json'
    diff_of 0 --map https://a.example/=one/
    echo '{"$ref": "../old.json"}' >one/b.json
    echo '{"type": "string"}' >old.json
    schemac 2 diff one/b.json old.json --root-dir one
    err_has '[E0004]'
    schemac 0 diff one/b.json old.json --root-dir one --allow-outside
    schemac 0 diff one/b.json old.json --root-dir .
}

# ---- OpenAPI ----------------------------------------------------------------------------------------

@test "OpenAPI: whom a schema serves is seen from its operations" {
    local used
    for used in request response both none; do
        api 1 "$optional" $used >old.yaml
        api 2 "$required" $used >new.yaml
        case $used in
        response) schemac 0 diff old.yaml new.yaml ;;
        *) schemac 1 diff old.yaml new.yaml ;;
        esac
        api 1 "$required" $used >old.yaml
        api 2 "$optional" $used >new.yaml
        case $used in
        request) schemac 0 diff old.yaml new.yaml ;;
        *) schemac 1 diff old.yaml new.yaml ;;
        esac
        schemac 1 diff old.yaml new.yaml --for readers
        schemac 0 diff old.yaml new.yaml --for writers
    done
}

@test "OpenAPI: one root, in both documents or in one" {
    api 1 "$optional" request >old.yaml
    api 2 "$required" request >new.yaml
    schemac 1 diff old.yaml new.yaml --root A
    schemac 0 diff old.yaml new.yaml --root A --for readers
    api 1 "$optional" response >old.yaml
    api 2 "$required" response >new.yaml
    schemac 0 diff old.yaml new.yaml --root A
    schemac 1 diff old.yaml new.yaml --root /components/schemas/A --for writers
    schemac 2 diff old.yaml new.yaml --root B
    err_has 'there is no '
    echo "$optional" >plain.json
    schemac 1 diff plain.json new.yaml --root A
    schemac 1 diff plain.json 'new.yaml#/components/schemas/A'
    schemac 2 diff plain.json 'new.yaml#/components/schemas'
    err_has 'leads to a place that is no schema [E0404]'
    schemac 2 diff plain.json new.yaml
    err_has 'a whole OpenAPI document cannot be compared with one schema [E0905]'
    err_has '--root NAME'
    schemac 2 diff plain.json plain.json --root A
    err_has 'neither is one'
}

@test "OpenAPI: schemas in operations are paired by path, method, status and media type" {
    cat >old.yaml <<'END'
openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /a/{id}:
    get:
      parameters:
      - {$ref: '#/components/parameters/Limit'}
      - {name: id, in: path, required: true, schema: {type: string}}
      responses: {"200": {$ref: '#/components/responses/R'}}
  /gone:
    get: {responses: {"200": {description: d, content: {a/b: {schema: {type: string}}}}}}
components:
  parameters: {Limit: {name: limit, in: query, schema: {type: integer, maximum: 100}}}
  responses: {R: {description: d, content: {a/b: {schema: {type: string, maxLength: 5}}}}}
END
    sed -e 's/{id}/{name}/' -e 's/maximum: 100/maximum: 10/' -e 's/maxLength: 5/maxLength: 7/' \
        -e 's/gone/new/' old.yaml >new.yaml
    sed -i '/Limit.}/d; /name: id/a\      - {$ref: "#/components/parameters/Limit"}' new.yaml
    schemac 1 diff old.yaml new.yaml --format json
    [ "$(jq -c '[.changes[] | [.code, .writers, .readers]] | sort' <<<"$output")" = \
        '[["D0107","breaks",null],["D0111",null,"breaks"]]' ]
    schemac 1 diff old.yaml new.yaml
    err_has 'old.yaml:11:'
    err_has '/paths/~1gone/get/responses/200/content/a~1b/schema is only in the old document [N0901]'
    err_has 'is only in the new document [N0901]'
}

@test "OpenAPI: paths that differ by the names of their variables only" {
    local name
    {
        printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\npaths:\n'
        for name in id file; do
            echo "  /a/{$name}: {get: {responses: {'200': {content: {a/b: {schema: {type: string, title: $name}}}}}}}"
        done
    } >old.yaml
    # The second of two; in another order, too.
    sed 's/title: file/&, maxLength: 3/' old.yaml >new.yaml
    schemac 0 diff old.yaml new.yaml
    out_has '[D0110]'
    { sed '/{id}/d' new.yaml && sed -n '/{id}/p' new.yaml; } >other.yaml
    schemac 0 diff old.yaml other.yaml --annotations
    out_has '1 safe; suggested step: minor'
    # One more beside the only one, and that one by another name.
    sed '/{file}/d' old.yaml >one.yaml
    schemac 0 diff one.yaml new.yaml
    err_has '/paths/~1a~1{file}/get/responses/200/content/a~1b/schema is only in the new document [N0901]'
    sed 's/{id}/{key}/; s/title: id/&, maxLength: 3/' one.yaml >other.yaml
    schemac 0 diff one.yaml other.yaml
    out_has '[D0110]'
}

@test "OpenAPI: callbacks and webhooks turn about" {
    local where
    for where in callbacks webhooks; do
        {
            printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\n'
            if [ $where = webhooks ]; then
                echo 'webhooks: {w: {post: {requestBody: {content: {a/b: {schema: {maxLength: 5}}}}}}}'
            else
                echo 'paths: {/a: {post: {callbacks: {c: {"{$url}": {post: {requestBody: {content: {a/b: {schema: {maxLength: 5}}}}}}}}}}}'
            fi
        } >old.yaml
        sed 's/maxLength: 5/maxLength: 4/' old.yaml >new.yaml
        schemac 0 diff old.yaml new.yaml
        out_has '(safe for readers)'
        schemac 1 diff new.yaml old.yaml
        out_has '(breaks readers)'
    done
}

@test "OpenAPI: callbacks that lead back to themselves" {
    {
        printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\n'
        echo 'paths: {/a: {post: {callbacks: {a: {$ref: "#/components/callbacks/A"}}}}}'
        echo 'components: {schemas: {X: {type: string}}, callbacks: {A: {x: {post: {callbacks: {a: {$ref: "#/components/callbacks/A"}}}}}}}'
    } >ring.yaml
    schemac 0 diff ring.yaml ring.yaml
    # Three ways at each turn.
    sed -i '$s/callbacks: {a: \({[^}]*}\)}/callbacks: {a: \1, b: \1, c: \1}/' ring.yaml
    schemac 3 diff ring.yaml ring.yaml
    err_has '[L0901]'
}

@test "OpenAPI: many schemas without a counterpart" {
    local i
    for i in old new; do
        printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\ncomponents: {schemas: {X: {type: string}}}\npaths:\n' >$i.yaml
        for path in {1..9}; do
            echo "  /$i/$path: {get: {responses: {'200': {content: {a/b: {schema: {}}}}}}}" >>$i.yaml
        done
    done
    schemac 0 diff old.yaml new.yaml
    err_count 10 '[N0901]'
    err_count 2 'note: and 4 more schemas of operations'
}

@test "OpenAPI: named schemas that are gone or new, and nothing in common" {
    api 1 '{}, B: {type: string}' >old.yaml
    api 2 '{}, C: {type: string}' >new.yaml
    schemac 0 diff old.yaml new.yaml --annotations
    out_has 'the schema "B" is gone (undecided for writers and readers) [D0155]'
    out_has 'the schema "C" is new (an annotation) [D0154]'
    schemac 1 diff old.yaml new.yaml --fail-on undecided
    printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\n' >none.yaml
    schemac 2 diff none.yaml new.yaml
    err_has '[E0905]'
}

@test "OpenAPI: what cannot be compared does not hide the rest" {
    api 1 "$optional, B: {\$ref: '#/nowhere'}" >old.yaml
    api 2 "$required, B: {\$ref: '#/nowhere'}" >new.yaml
    schemac 2 diff old.yaml new.yaml
    out_has '[D0116]'
    out_has 'not all could be compared'
    err_has '#/nowhere'
    schemac 2 diff old.yaml new.yaml --format json
    jq -e '.complete == false and (.changes | length) == 1 and .status == 2' <<<"$output"
}

@test "Swagger 2.0: a body is written, a response read" {
    cat >old.yaml <<'END'
swagger: "2.0"
info: {title: t, version: "1"}
paths:
  /a:
    post:
      parameters: [{in: body, name: one, schema: {$ref: '#/definitions/A'}}]
      responses: {200: {description: d, schema: {type: array, items: {$ref: '#/definitions/B'}}}}
definitions: {A: {type: object}, B: {type: object}}
END
    sed -e 's/name: one/name: other/' -e 's/A: {type: object/&, required: [a]/' old.yaml >new.yaml
    schemac 1 diff old.yaml new.yaml
    out_has '(breaks writers)'
    sed -e 's/B: {type: object/&, required: [a]/' old.yaml >new.yaml
    schemac 0 diff old.yaml new.yaml
    out_has '(safe for readers)'
}

# ---- reports ----------------------------------------------------------------------------------------

# many: old.json and new.json with changes of every class, and hostile names.
many() {
    two '{"properties": {"a|b": {"type": "string"}, "`x`": {"enum": [1, 2]}, "c": {"type": ["string", "null"]}, "d": {"minimum": 1.0e400}, "e": {"format": "a"}, "f": {"description": "old"}}}' \
        '{"properties": {"a|b": {"type": "integer"}, "`x`": {"enum": [1, 3]}, "c": {"type": "string"}, "d": {"minimum": 2.0e400}, "e": {"format": "b"}, "f": {"description": "new"}}, "required": ["c", "d"]}'
}

# is_valid SCHEMA FILE: by our own validate.
is_valid() {
    schemac 0 validate --schema "$1" "$2"
}

@test "JSON: as its published schema says, and numbers as they are written" {
    many
    diff_of 1 --format json -o report.json
    no_output
    no_stderr
    is_valid "$project/schemas/diff-report.schema.json" report.json
    jq -e '.status == 1 and .step == "major" and .complete' report.json
    jq -e '[.changes[].id] | length > 5 and (unique | length) == length' report.json
    grep -q 'e400' report.json
    diff_of 0 --format json -o report.json --fail-on none
    jq -e '.status == 0 and .counts.failing == 0' report.json
    schemac 2 diff old.json none.json --format json
    printf '%s\n' "$output" >report.json
    is_valid "$project/schemas/diff-report.schema.json" report.json
    jq -e '.status == 2 and .diagnostics[0].code == "E0002"' report.json
    echo "$required" >new.json
    config "waivers: [{ id: 'D0150:/x', reason: r }]"
    diff_of 1 --format json -o report.json
    is_valid "$project/schemas/diff-report.schema.json" report.json
    jq -e '.diagnostics[0].code == "W0901"' report.json
}

@test "SARIF, JUnit: valid, and fingerprints that lines do not change" {
    need_corpus
    many
    diff_of 1 --format sarif -o sarif
    is_valid "$corpus/reports/sarif-schema-2.1.0.json" sarif
    diff_of 1 --format junit -o junit
    [ "$(grep -c '<testcase' junit)" -eq 1 ]
    schemac 1 diff 'old.json#/properties/c' 'new.json#/properties/c' --format junit
    [ "$(grep -c '<testcase' <<<"$output")" -eq 1 ]
    if command -v xmllint >/dev/null; then
        xmllint --noout --schema "$corpus/reports/JUnit.xsd" junit
    fi
    jq -r '.runs[0].results[].partialFingerprints["schemac/v1"]' sarif | sort >before
    [ "$(sort -u before | wc -l)" -eq "$(jq '.runs[0].results | length' sarif)" ]
    sed -i 's/, /,\n\n/g' old.json new.json
    diff_of 1 --format sarif -o sarif
    jq -r '.runs[0].results[].partialFingerprints["schemac/v1"]' sarif | sort >after
    same_files before after
    jq -e '[.runs[0].results[].locations[0].physicalLocation.artifactLocation.uri] | unique == ["new.json"]' sarif
    schemac 2 diff old.json none.json --format sarif
    printf '%s\n' "$output" >sarif
    is_valid "$corpus/reports/sarif-schema-2.1.0.json" sarif
}

@test "GitHub and GitLab: at the new document, each fingerprint once" {
    many
    diff_of 1 --format github
    no_stderr
    out_has '::error file=new.json,line=1,'
    out_lacks 'file=old.json'
    diff_of 1 --format gitlab
    jq -e 'length > 5 and ([.[].fingerprint] | unique | length) == length' <<<"$output"
    jq -e 'all(.[]; .location.path == "new.json")' <<<"$output"
    jq -e '[.[].severity] | unique | contains(["info", "major"])' <<<"$output"
}

@test "Markdown: a table for each class, nothing hostile in it" {
    many
    diff_of 1 --format markdown
    no_stderr
    [[ ${lines[0]} == '### schemac diff: '*'; suggested step: major' ]]
    out_has '#### Breaking ('
    out_has '<details><summary>Annotations (1)</summary>'
    out_has 'a\|b'
    # Each row has three cells.
    ! grep '^|' <<<"$output" | sed 's/\\|//g' | grep -v '^|[^|]*|[^|]*|[^|]*|$'
    diff_of 2 --format markdown --config none.yaml
    out_has 'E0002'
}

@test "thousands of changes: JSON has all, Markdown as many as a host takes" {
    local types='string integer' type
    for type in $types; do
        {
            printf '{"properties": {"a": {}'
            printf ', "p%d": {"type": "'"$type"'"}' {1..3000}
            printf '}}'
        } >$type.json
    done
    schemac 1 diff string.json integer.json --format json
    [ "$(jq '.changes | length' <<<"$output")" -eq 3000 ]
    schemac 1 diff string.json integer.json --format markdown
    [ ${#output} -lt 60000 ]
    out_has ' more are not shown.'
    schemac 1 diff string.json integer.json
    out_has '2000 more are not shown'
    out_has '3000 breaking; suggested step: major'
    schemac 1 diff string.json integer.json --format gitlab
    jq -e '([.[].fingerprint] | unique | length) == length' <<<"$output"
}

@test "file names that are no UTF-8" {
    two "$optional" "$required"
    mv old.json $'old\xff.json'
    schemac 1 diff $'old\xff.json' new.json --format json -o report.json
    is_valid "$project/schemas/diff-report.schema.json" report.json
    jq -e '.changes[0].old.file == "old\\x{ff}.json"' report.json
}

@test "where the report goes" {
    two "$optional" "$required"
    diff_of 1 -o report
    no_output
    grep -q D0116 report
    diff_of 1 --format sarif -o report
    grep -q partialFingerprints report
    diff_of 2 --format sarif -o none/report
    out_has 'E0003'
    diff_of 2 -o none/report
    err_has '[E0003]'
    on_terminal "$SCHEMAC" diff old.json new.json
    out_has '1 breaking; suggested step: major'
    diff_of 2 -o new.json
    err_has 'new.json is a document that is compared [E0605]'
    schemac 2 diff 'old.json#/properties/a' 'new.json#/properties/a' -o ./old.json
    # Where nothing was compared, the file of an earlier report stays as it is.
    diff_of 1 --format json -o report
    cp report earlier
    schemac 2 diff old.json none.json --format json -o report
    out_has '"complete": false'
    same_files report earlier
}

@test "places with a colon, tabs and controls are shown safely" {
    printf '{"properties": {"\\u001b[31m": {"type": "string"}}}' >old.json
    printf '{"properties": {"\\u001b[31m": {"type": "integer"}}}' >new.json
    diff_of 1
    [[ $output != *$'\e'* ]]
    diff_of 1 --format json -o report.json
    is_valid "$project/schemas/diff-report.schema.json" report.json
}
