#!/usr/bin/env bats
# schemac review: one report of all that there is to decide of a tool.

# shellcheck disable=SC2016,SC2154  # backticks are Markdown; the helper sets project

bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    cp -r "$project/tests/examples/lab" .
}

@test "a report as text" {
    schemac 0 review lab/page-1.json
    no_stderr
    out_has 'Review of 1 tool, profile spec'
    out_has 'Tool "search_evidence"'
    out_has '"/region" travels in "Mcp-Param-Region": string'
    out_has 'output schema: "lab/page-1.json:20", of the dialect "2020-12"'
    out_has '[ ] build: /region is "": header =?base64??='
    out_has '[ ] verify: /limit is 42, and the header stands twice: 400, code -32020: duplicate-header'
    out_has '[ ] result: structuredContent/0 has no "score": refused: required'
    out_has '[ ] arguments: arguments has no "query": a result with "isError": true'
    out_has '[ ] pages: a cursor comes again after two others: failed: cursor-cycle'
}

@test "the profiles expect what they do" {
    schemac 0 review lab/page-1.json
    out_has '/limit is 42, and the header is "42.0": accepted'
    out_has 'structuredContent/0/score breaks "maximum": refused: schema'
    schemac 0 review --profile strict lab/page-1.json
    out_has '/limit is 42, and the header is "42.0": 400, code -32020: value-mismatch'
    out_has 'structuredContent/0/score breaks "maximum": accepted, with a warning'
    out_has '/region is null: refused: type-mismatch'
}

@test "with its evidence, as Markdown" {
    schemac 1 review --pages lab/page-1.json --pages lab/page-2.json --results lab/result.json \
        --format markdown lab/page-1.json
    err_has D1046
    out_has '## Tool `search_evidence`'
    out_has '- the pages list the same'
    out_has '- page 1, asked for without a cursor'
    out_has '- page 2, asked for with `""`'
    out_has '- rejected: `purge_evidence`'
    out_has '- validated: the result at `lab/result.json:4`, SHA-256 '
    [[ $output != *$'\n\n\n'* ]]
}

@test "as JSON" {
    need jq
    schemac 2 review --pages lab/page-1.json --pages lab/page-2.json --results lab/result.json \
        --results lab/result-score.json --format json lab/page-1.json lab/page-2.json
    err_count 1 '"code": "D1046"'
    [ "$(jq -c '[.profile, .admitted, [.rejected[].name], .pages.end, .pages.cursors]' <<<"$output")" = \
        '["spec",["search_evidence","count_evidence"],["purge_evidence"],"complete",[null,""]]' ] || fail "the lists"
    err_count 2 'which of 3 tools gave this result is not said'
    schemac 1 review --results lab/result.json --results lab/result-score.json --format json lab/page-1.json
    [ "$(jq -c '.tools[0].evidence | [.listed, .results.complete, .results.invalid, .validated.line]' <<<"$output")" = \
        '[null,1,1,4]' ] || fail "the evidence"
    [ "$(jq -c '.tools[0].headers.mirrored[1]' <<<"$output")" = \
        '{"parameter":"/limit","header":"Mcp-Param-Limit","type":"integer"}' ] || fail "the headers"
    [ "$(jq '[.tools[0].tests[] | select(.kind == "result")] | length' <<<"$output")" -gt 15 ] || fail "the tests"
}

@test "a rejected tool has no plan, and says why" {
    schemac 1 review lab/page-2.json
    out_has 'rejected: header-token (D1046) at "lab/page-2.json:13"'
    out_has 'it is not called'
    err_has D1046
}

@test "what is reviewed is what is listed" {
    sed 's/kept in a region/kept/' lab/page-1.json >other.json
    schemac 1 review --pages lab/page-1.json --pages lab/page-2.json other.json
    err_has 'warning: tool "search_evidence" is not what the pages list under that name [W1082]'
    out_has 'the pages list another one under that name'
    echo '{"tools": []}' >none.json
    schemac 0 review --pages none.json lab/page-1.json
    err_has 'is not listed by the pages [W1082]'
}

@test "names of strangers are made safe" {
    printf '%s' '{"name": "a`|\n[x](y) \u001b[31m<b>", "inputSchema": {"type": "object", "properties": ' \
        '{"\u001b`p": {"type": "string", "x-mcp-header": "P"}}}}' >tool.json
    schemac 1 review --format markdown tool.json
    out_lacks $'\e'
    out_has '``a`|'
    schemac 1 review tool.json
    out_lacks $'\e'
}

@test "no argument and no result is shown" {
    cat >calls.json <<'END'
{"calls": [{"tool": "search_evidence", "arguments": {"query": "s3cr3t"}, "response": {"result": {"content": []}}}, {"tool": "other", "arguments": {"query": "s3cr3t"}, "response": {"content": [1]}}]}
END
    local format
    for format in text json markdown sarif junit github gitlab; do
        schemac 1 review --format "$format" --results calls.json lab/page-1.json
        out_lacks s3cr3t
        err_lacks s3cr3t
        schemac 1 result --format "$format" --tool lab/page-1.json calls.json
        out_lacks s3cr3t
        err_lacks s3cr3t
        schemac 2 result --format "$format" --tool lab/page-1.json - <<<'{"calls": [{"arguments": {"query": "s3cr3t}]}'
        out_lacks s3cr3t
        err_lacks s3cr3t
        schemac 2 result --format "$format" --tool lab/page-1.json - <<<'{"calls": [{"arguments": {"query": "s3cr3t"}}]}'
        out_lacks s3cr3t
        err_lacks s3cr3t
    done
}

@test "wrong use" {
    schemac 2 review
    schemac 2 review - --pages -
    err_has 'standard input is named more than once'
    schemac 2 review missing.json
    schemac 2 review --pages missing.json lab/page-1.json
    schemac 2 review --results missing.json lab/page-1.json
    schemac 0 review - <lab/page-1.json
}

@test "large descriptors" {
    { printf '{"tools": ['
        for i in {1..500}; do
            printf '{"name": "t%d", "inputSchema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}},' "$i"
        done
        printf '{"name": "t", "inputSchema": {"type": "object", "properties": {'
        for i in {1..5000}; do printf '"p%d": {"type": "string"},' "$i"; done
        printf '"p": {}}}}]}'; } >many.json
    schemac 0 review many.json
    out_has '4808 more'
}

@test "evidence is the first result that is complete, and none of a tool that is rejected" {
    echo '{"name": "t", "inputSchema": {"type": "object"}}' >tool.json
    printf '[{"resultType": "complete"},\n{"content": []},\n{"content": []}]' >results.json
    schemac 1 review --results results.json tool.json
    out_has 'results, complete: 2'
    out_has 'results, invalid: 1'
    out_has 'validated: the result at "results.json:2", SHA-256 '
    schemac 1 review --results results.json - <<<'{"name": "t", "inputSchema": {}}'
    err_has D1042
    err_lacks D1072
    out_lacks 'results, '
}

# counted NUMBER: how many tests review makes of a tool with so many mirrored parameters, told or left out.
counted() {
    { printf '{"name": "t", "inputSchema": {"type": "object", "properties": {'
        for ((i = 0; i < $1; i++)); do printf '"p%d": {"type": "string", "x-mcp-header": "H%d"},' "$i" "$i"; done
        printf '"p": {}}}}'; } >mirrored.json
    schemac 0 review --format json mirrored.json
    count=$(($(grep -c '"kind": ' <<<"$output") + $(sed -n 's/.*"testsLeftOut": //p' <<<"$output" | tr -d ,)))
}

@test "tests that are left out are counted, and of all tools 20,000 are kept" {
    counted 2
    two=$count
    counted 3
    three=$count
    counted 40
    [ "$count" -eq $((two + 38 * (three - two))) ] || fail "$count tests of 40 parameters"
    { printf '['
        for i in {1..150}; do
            printf '{"name": "t%d", "inputSchema": {"type": "object", "properties": {' "$i"
            for j in {1..200}; do printf '"p%d": {"type": "string"},' "$j"; done
            printf '"p": {}}}},'
        done
        printf '{"name": "t", "inputSchema": {"type": "object"}}]'; } >many.json
    schemac 0 review --format json many.json
    # all but the eight that any list gets
    [ "$(grep -c '"kind": ' <<<"$output")" -eq $((20000 + 8)) ] || fail "too many or too few"
}
