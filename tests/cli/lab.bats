#!/usr/bin/env bats
# The practice lab: one tool from the first page that lists it to a result that is used, and all
# that goes wrong on the way. Its data are in tests/examples/lab.

# shellcheck disable=SC2016,SC2154  # backticks are Markdown; the helper sets project

bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    cp "$project"/tests/examples/lab/* .
}

# arguments REGION [LIMIT]: arguments of a call, in arguments.json; both are JSON.
arguments() {
    echo "{\"query\": \"lamp\", \"region\": $1${2:+, \"limit\": $2}}" >arguments.json
}

# call REGION [LIMIT]: the call with them, in request.json.
call() {
    cat >request.json <<END
{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "search_evidence",
  "arguments": {"query": "lamp", "region": $1${2:+, \"limit\": $2}},
  "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
END
}

# verify STATUS HEADER...: what is made of the request with these and the standard headers.
verify() {
    local status=$1 header headers=()
    shift
    for header; do headers+=(--header "$header"); done
    schemac "$status" header verify "${profile[@]}" --tools page-1.json --header 'MCP-Protocol-Version: 2026-07-28' \
        --header 'Mcp-Method: tools/call' --header 'Mcp-Name: search_evidence' "${headers[@]}" request.json
}

@test "two pages list two tools that are admitted, and one with a bad annotation" {
    local name
    for name in spec strict; do
        schemac 1 tools --profile "$name" page-1.json page-2.json
        [ "$output" = $'search_evidence\ncount_evidence' ]
        err_count 1 'page-2.json:13:58: error: tool "purge_evidence" is rejected, header-token'
        schemac 0 admit --profile "$name" page-1.json
        [ "$output" = search_evidence ]
    done
    schemac 2 tools page-1.json
    schemac 1 tools page-1.json page-1.json
    err_has D1082
}

@test "a rejected tool is not called" {
    arguments '"eu"'
    schemac 1 header build --tool page-2.json --name purge_evidence arguments.json
    no_output
}

@test "headers of values at the edges" {
    local name
    while IFS='|' read -r region header; do
        for name in spec strict; do
            arguments "$region"
            schemac 0 header build --profile "$name" --tool page-1.json --name search_evidence arguments.json
            [ "$output" = "Mcp-Param-Region: $header" ] || fail "$region"
            profile=(--profile "$name")
            call "$region"
            verify 0 "Mcp-Param-Region: $header"
        done
    done <<'END'
"eu-west"|eu-west
""|=?base64??=
"a b"|=?base64?YSBi?=
" a"|=?base64?IGE=?=
"a "|=?base64?YSA=?=
"\t"|=?base64?CQ==?=
"a\nb"|=?base64?YQpi?=
"São Paulo"|=?base64?U8OjbyBQYXVsbw==?=
"=?base64?ZXU=?="|=?base64?PT9iYXNlNjQ/WlhVPT89?=
"=?base64?"|=?base64?PT9iYXNlNjQ/?=
"=?BASE64?ZXU=?="|=?BASE64?ZXU=?=
"~!"|~!
"\u007f"|=?base64?fw==?=
END
}

@test "integers at the edges" {
    local limit
    for limit in 1 -1 9007199254740991 -9007199254740991; do
        arguments '"eu"' "$limit"
        schemac 0 header build --tool page-1.json --name search_evidence arguments.json
        [ "$output" = "Mcp-Param-Region: eu"$'\n'"Mcp-Param-Limit: $limit" ]
    done
    for limit in 9007199254740992 -9007199254740992 1.5 '"1"' true; do
        arguments '"eu"' "$limit"
        schemac 1 header build --tool page-1.json --name search_evidence arguments.json
        no_output
    done
}

@test "headers that say something else than the body" {
    profile=(--profile spec)
    call '"eu"' 42
    verify 0 'Mcp-Param-Region: eu' 'mcp-param-limit: 42'
    verify 1 'Mcp-Param-Limit: 42'
    out_has '400 -32020 missing-header'
    verify 1 'Mcp-Param-Region: us' 'Mcp-Param-Limit: 42'
    out_has '400 -32020 value-mismatch'
    verify 1 'Mcp-Param-Region: eu' 'MCP-PARAM-REGION: eu' 'Mcp-Param-Limit: 42'
    out_has '400 -32020 duplicate-header'
    verify 1 'Mcp-Param-Region: =?base64?ZXU?=' 'Mcp-Param-Limit: 42'
    out_has '400 -32020 bad-base64-or-utf8'
    verify 0 'Mcp-Param-Region: eu' 'Mcp-Param-Limit: 42.0'
    profile=(--profile strict)
    verify 1 'Mcp-Param-Region: eu' 'Mcp-Param-Limit: 42.0'
    verify 1 'Mcp-Param-Region: eu' 'Mcp-Param-Limit: 42' 'Mcp-Param-Exact: true'
    out_has '400 -32020 unexpected-header'
}

@test "a result that is used, and one with a score that is none" {
    local name
    for name in spec strict; do
        schemac 0 result --profile "$name" --tool page-1.json result.json
        no_stderr
        schemac 1 result --profile "$name" --tool page-1.json result-score.json
        err_has 'result-score.json:4:49: error: structuredContent/0/score: expected a number'
    done
    sed 's/0.75,/1.75,/' result.json >beyond.json
    schemac 1 result --tool page-1.json beyond.json
    err_has D1075
    schemac 0 result --profile strict --tool page-1.json beyond.json
    err_has W1071
    echo '{"resultType": "complete", "isError": true, "content": [{"type": "text", "text": "no such region"}]}' >error.json
    schemac 0 result --tool page-1.json error.json
    schemac 1 result --profile strict --tool page-1.json error.json
    err_has D1074
}

@test "the whole as one report" {
    schemac 1 review --pages page-1.json --pages page-2.json --results result.json --format markdown page-1.json
    out_has '- the pages list the same'
    out_has '- rejected: `purge_evidence`'
    out_has '- validated: the result at `result.json:4`'
    out_has '`/region` travels in `Mcp-Param-Region`: string'
}
