#!/usr/bin/env bats
#
# The metaschemas in src/schema/meta/, held to what others publish (npm/tools.bash).

bats_require_minimum_version 1.5.0
load helper
load npm/tools

metaschemas=$project/src/schema/meta

setup_file() {
    prepare_tools
}

setup() {
    enter_work_folder
    need_tools
}

@test "metaschemas: each is the published one, as a JSON value" {
    run -0 --separate-stderr node "$BATS_TEST_DIRNAME/npm/published.js" "$metaschemas"
    (cd "$metaschemas" && ls) >names
    diff -u names - <<<"$output"
}

@test "metaschemas: that of OpenAPI 3.0 knows good schemas from bad ones" {
    local -a good=(
        '{}'
        '{"type": "object", "nullable": true, "properties": {"$ref": {"type": "string"}}, "x-a": 1}'
        '{"$ref": "#/components/schemas/A", "description": "does not count", "minimum": "nor this"}'
        '{"allOf": [], "anyOf": [{"$ref": "a.json"}], "additionalProperties": false, "enum": [1, 1]}'
        '{"maximum": 1, "exclusiveMaximum": true, "discriminator": {"propertyName": "a", "mapping": {}}}'
    )
    local -a bad=(
        'true'
        '{"type": ["string", "null"]}'
        '{"type": "null"}'
        '{"$ref": 1}'
        '{"items": [{}]}'
        '{"items": {"const": 1}}'
        '{"exclusiveMaximum": 1}'
        '{"enum": []}'
        '{"required": []}'
        '{"discriminator": {}}'
        '{"xml": {"nodeType": "text"}}'
        '{"properties": {"a": true}}'
    )
    run -0 --separate-stderr ajv draft-07 '{"strict": false, "validateFormats": false}' \
        "$metaschemas/openapi-3.0.json" "${good[@]}" "${bad[@]}"
    { printf 'valid%.0s\n' "${good[@]}"; printf 'invalid%.0s\n' "${bad[@]}"; } >expected
    diff -u expected - <<<"$output"
}
