#!/usr/bin/env bats
#
# What other people's tools (npm/tools.bash) say of the project's source and schemas.

bats_require_minimum_version 1.5.0
load helper
load npm/tools

schemas=$project/schemas

setup_file() {
    prepare_tools
}

setup() {
    enter_work_folder
    need_tools
    server='{"name": "com.example/x", "description": "d", "version": "1.0.0"}'
    printf '%s\n' "$server" >server.json
    echo '{"name": "com.example/x"}' >bad.json
}

# All that strict mode asks for, but two: schemas may require what another subschema defines, and
# ajv itself has no formats.
strict='{"strict": true, "strictRequired": false, "validateFormats": false}'

# judge DOCUMENT SCHEMA [VERDICT EDIT]...: what ajv says of DOCUMENT after each EDIT, one of sed's.
judge() {
    local document=$1 schema=$2 i
    local -a with=() documents=() verdicts=() got
    shift 2
    [ "${schema##*/}" = schema-manifest.schema.json ] ||
        with=(--with "$schemas/schema-manifest.schema.json")
    while [ $# -gt 0 ]; do
        verdicts+=("$1 $2")
        documents+=("$(sed "$2" <<<"$document")")
        shift 2
    done
    run --separate-stderr ajv 2020-12 "$strict" "$schema" "${with[@]}" "${documents[@]}"
    [ "$status" -eq 0 ] || fail "$schema: status $status"
    mapfile -t got <<<"$output"
    for i in "${!verdicts[@]}"; do
        [ "${got[i]}" = "${verdicts[i]%% *}" ] || fail "${schema##*/}: not ${verdicts[i]}"
    done
}

@test "validators: Redocly's linter finds nothing in the source" {
    # One rule wants each required property defined right beside it, but JSON Schema lets "required"
    # name what another subschema defines, as PositionalArgument does. The other minds components
    # that no operation uses; some of ours are there to become schemas.
    run --separate-stderr env REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
        "$tools/node_modules/.bin/redocly" lint "$project/openapi/openapi.yaml" \
        --extends recommended --format json \
        --skip-rule no-required-schema-properties-undefined --skip-rule no-unused-components
    [ "$status" -eq 0 ] || fail "status $status"
    out_has '"errors": 0,'
    out_has '"warnings": 0,'
}

@test "validators: ajv compiles the strict schema in strict mode" {
    run --separate-stderr ajv 2020-12 "$strict" "$schemas/server.strict.schema.json" "$server" '{}'
    [ "$status" -eq 0 ] || fail "status $status"
    no_stderr
    [ "$output" = $'valid\ninvalid' ] || fail "wrong verdicts"
}

@test "validators: ajv compiles the other 2020-12 schemas in strict mode" {
    local file
    for file in "$schemas"/*.schema.json; do
        case ${file##*/} in
        server.* | schema-fragment.*) continue ;;
        esac
        run --separate-stderr ajv 2020-12 "$strict" "$file"
        [ "$status" -eq 0 ] || fail "$file: status $status"
        no_stderr
    done
    run --separate-stderr ajv 2020-12 "$strict" "$schemas/schema-fragment.schema.json" \
        --with "$schemas/schema-manifest.schema.json"
    [ "$status" -eq 0 ] || fail "status $status"
}

@test "validators: manifest and fragment refuse what is not one" {
    local digest=82ef96cebaf5fbe16269fd18b0240d78f5b9b90a4155a17eb797115b09148ecf
    local manifest="{\"version\": 1, \"operation\": \"op\", \"alias\": \"a\", \"source_sha256\": \"$digest\", \
\"schema_sha256\": \"$digest\", \"schema_bytes\": 2048, \"input_schema_sha256\": \"$digest\", \
\"output_schema_sha256\": \"$digest\", \"fragment_count\": 1, \"manifest_uri\": \"u\", \
\"fragment_uri_template\": \"u/{index}\"}"
    local fragment="${manifest%\}}, \"index\": 0, \"fragment_sha256\": \"$digest\", \"text\": \"t\"}"
    local long name
    printf -v long '%4097s' x
    printf -v name '%1024s' x

    # verdict, then an edit in the language of sed
    local -a shared=(
        valid 's/x/x/'
        valid 's/"version": 1/"version": 1.0/'
        invalid 's/"version": 1/"version": 2/'
        invalid 's/"version": 1/"version": "1"/'
        invalid 's/"alias": "a"/"alias": ""/'
        invalid 's/"alias": "a"/"alias": null/'
        valid "s/\"alias\": \"a\"/\"alias\": \"$name\"/"
        invalid "s/\"alias\": \"a\"/\"alias\": \"$name.\"/"
        valid "s/\"op\"/\"$name\"/"
        invalid "s/\"op\"/\"$name.\"/"
        invalid 's/"op"/""/'
        invalid 's/, "alias": "a"//'
        invalid 's/"version": 1/"version": 1, "unknown": 1/'
        invalid 's/82ef/82EF/'
        invalid 's/82ef//'
        invalid 's/82ef/82efa/'
        invalid 's/2048/0/'
        invalid 's/2048/16777217/'
        invalid 's/"fragment_count": 1/"fragment_count": 0/'
        valid 's/"fragment_count": 1/"fragment_count": 16777216/'
        invalid 's/"fragment_count": 1/"fragment_count": 16777217/'
        invalid 's/"fragment_count": 1/"fragment_count": true/'
        invalid 's/"fragment_count": 1/"fragment_count": 1.5/'
        invalid 's/{index}/index/'
    )
    local -a own=(
        valid 's/"index": 0/"index": 0.0/'
        invalid 's/"index": 0/"index": -1/'
        invalid 's/"index": 0/"index": "0"/'
        valid 's/"index": 0/"index": 16777215/'
        invalid 's/"index": 0/"index": 16777216/'
        valid 's/"text": "t"/"text": ""/'
        valid "s/\"text\": \"t\"/\"text\": \"${long:1}\"/"
        invalid "s/\"text\": \"t\"/\"text\": \"$long\"/"
        invalid 's/, "text": "t"//'
        invalid 's/"index": 0/"index": 0, "more": 0/'
    )
    judge "$manifest" "$schemas/schema-manifest.schema.json" "${shared[@]}"
    judge "$fragment" "$schemas/schema-fragment.schema.json" "${shared[@]}" "${own[@]}"
}

@test "validators: sourcemeta finds the strict schema right and compiles it" {
    run --separate-stderr sourcemeta metaschema "$schemas/server.strict.schema.json"
    [ "$status" -eq 0 ] || fail "metaschema: status $status"
    run --separate-stderr sourcemeta compile "$schemas/server.strict.schema.json"
    [ "$status" -eq 0 ] || fail "compile: status $status"
    run --separate-stderr sourcemeta validate "$schemas/server.strict.schema.json" server.json
    [ "$status" -eq 0 ] || fail "a right document: status $status"
    run --separate-stderr sourcemeta validate "$schemas/server.strict.schema.json" bad.json
    [ "$status" -eq 2 ] || fail "a wrong document: status $status"
}

@test "validators: ajv compiles the published schema" {
    run --separate-stderr ajv draft-07 '{"strict": false, "validateFormats": false}' \
        "$schemas/server.schema.json" "$server" '{}'
    [ "$status" -eq 0 ] || fail "status $status"
    [ "$output" = $'valid\ninvalid' ] || fail "wrong verdicts"
}

@test "validators: sourcemeta finds the published schema right" {
    run --separate-stderr sourcemeta metaschema "$schemas/server.schema.json"
    [ "$status" -eq 0 ] || fail "status $status"
}

@test "validators: what is extracted for them, they compile" {
    cat >in.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: "1" }
components:
  schemas:
    Root:
      type: object
      properties:
        kind: { type: string }
        part: { $ref: '#/components/schemas/a~1b%20c' }
        deep: { $ref: '#/components/schemas/Owner/properties/x', description: beside }
        self: { $ref: '#/components/schemas/Root' }
      discriminator: { propertyName: kind, mapping: { o: Owner } }
      example: { kind: o }
    a/b c: { type: string, example: x }
    Owner: { type: object, properties: { x: { type: integer, xml: { name: y } } } }
END
    local form
    for form in allof ref inline; do
        schemac 0 extract in.yaml --root Root --root-form $form --id https://example.com/x -o out.json
        run --separate-stderr ajv 2020-12 '{"strict": false}' out.json \
            '{"part": "s", "deep": 1, "self": {"deep": 2}}' '{"self": {"deep": "x"}}' '{"part": 1}'
        [ "$status" -eq 0 ] || fail "$form: status $status"
        [ "$output" = $'valid\ninvalid\ninvalid' ] || fail "$form: wrong verdicts"
        run --separate-stderr sourcemeta compile out.json
        [ "$status" -eq 0 ] || fail "$form: compile: status $status"
    done
}
