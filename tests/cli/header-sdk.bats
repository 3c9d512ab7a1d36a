#!/usr/bin/env bats
#
# schemac header beside the official SDK of MCP (npm/headers.js): each understands the other's
# headers, and both judge alike where the specification says how.

bats_require_minimum_version 1.5.0
load helper
load npm/tools

setup_file() {
    prepare_tools
}

setup() {
    enter_work_folder
    need_tools
}

headers() {
    node "$BATS_TEST_DIRNAME/npm/headers.js" "$@"
}

# verify FILE [OPTION...]: what schemac answers to the request FILE.json with the headers in
# FILE.headers.
verify() {
    local -a lines=() given=()
    local line
    mapfile -t lines <"$1.headers"
    for line in "${lines[@]}"; do given+=(--header "$line"); done
    run --separate-stderr "$SCHEMAC" header verify --tools tools.json "${given[@]}" "$1.json"
}

@test "header-sdk: values by chance are mirrored alike, and each side takes the other's headers" {
    local seed
    for seed in 1 2 3 4 5; do
        headers values . "$seed"
        "$SCHEMAC" header build --tool tools.json --name find arguments.json >built
        [ "$(wc -l <built)" -eq 600 ]
        run headers fixed .
        [ -z "$output" ] || fail "seed $seed: the headers differ"
        run headers answer .
        [ "$output" = 200 ] || fail "seed $seed: the SDK refuses ours"
        printf '%s\n' 'MCP-Protocol-Version: 2026-07-28' 'Mcp-Method: tools/call' 'Mcp-Name: find' |
            cat - sent >request.headers
        verify request
        [ "$output" = '200 ok' ] || fail "seed $seed: schemac refuses the SDK's"
    done
}

@test "header-sdk: requests get the same answer" {
    local number=0 answer ours # bats itself uses i
    headers cases . >answers
    while read -r answer; do
        verify "$number"
        ours=${output% *}
        [ "$ours" = "$answer" ] || fail "$(cat "$number.json" "$number.headers"): the SDK answers $answer"
        number=$((number + 1))
    done <answers
    [ "$number" -ge 50 ] || fail "only $number cases"
}
