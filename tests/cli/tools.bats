#!/usr/bin/env bats
# schemac tools: the pages of a list as a client follows them.

# shellcheck disable=SC2154  # the helper sets corpus

bats_require_minimum_version 1.5.0
load helper

# page NAME MEMBERS: a file with one page that lists the tool NAME.
page() {
    echo "{\"resultType\": \"complete\", \"tools\": [{\"name\": \"$1\", \"inputSchema\": {\"type\": \"object\"}}]$2}" >"$1.json"
}

# is_record JSON: the output is that, but for white space.
is_record() {
    [ "$(tr -d ' \n' <<<"$output")" = "$1" ] || fail "the record is not: $1"
}

@test "pages in their order, the empty cursor among them" {
    page a ', "nextCursor": "x y"'
    page b ', "nextCursor": ""'
    page c ', "nextCursor": null'
    schemac 0 tools a.json b.json c.json
    [ "$output" = $'a\nb\nc' ]
    no_stderr
    schemac 0 tools --format json a.json b.json c.json
    is_record '{"end":"complete","cursors":[null,"xy",""],"admitted":["a","b","c"],"rejected":[]}'
    echo "[$(cat a.json), {\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": $(cat b.json)}]" >two.json
    schemac 0 tools two.json - <c.json
    [ "$output" = $'a\nb\nc' ]
    echo "{\"pages\": [$(cat c.json)]}" >capture.json
    schemac 0 tools capture.json
    [ "$output" = c ]
}

@test "cursors that are none" {
    local value
    for value in 0 false '{}' '[]'; do
        page a ", \"nextCursor\": $value"
        schemac 1 tools a.json
        no_output
        err_has 'a.json:1:'
        err_has '[D1081]'
        schemac 1 tools --format json a.json
        is_record '{"end":"cursor-type","cursors":[null],"admitted":["a"],"rejected":[]}'
    done
}

@test "cursors that come again, at any distance" {
    page a ', "nextCursor": "1"'
    page b ', "nextCursor": "2"'
    page c ', "nextCursor": "3"'
    page d ', "nextCursor": "1"'
    schemac 1 tools a.json b.json c.json d.json
    no_output
    err_has 'd.json:1:'
    err_has 'the cursor "1" comes a second time [D1082]'
    err_has 'a.json:1:'
    schemac 1 tools --format json a.json b.json c.json d.json
    is_record '{"end":"cursor-cycle","cursors":[null,"1","2","3"],"admitted":["a","b","c","d"],"rejected":[]}'
}

@test "the most pages that there may be" {
    page a ', "nextCursor": "1"'
    page b ''
    schemac 0 tools --page-limit 2 a.json b.json
    schemac 1 tools --page-limit 1 a.json b.json
    no_output
    err_has '[D1083]'
    local limit
    for limit in 0 -1 x '' 1.0 10000000000; do
        schemac 2 tools "--page-limit=$limit" a.json b.json
        err_has E0001
    done
    echo '[' >many.json
    for i in {1..100}; do echo "{\"tools\": [], \"nextCursor\": \"$i\"},"; done >>many.json
    echo '{"tools": []}]' >>many.json
    schemac 1 tools many.json
    err_has 'more follows page 100, the last that may be [D1083]'
    schemac 0 tools --page-limit 101 many.json
}

@test "errors, pages that are none, and pages that are not there" {
    page a ', "nextCursor": "1"'
    echo '{"jsonrpc": "2.0", "id": 2, "error": {"code": -32602, "message": "bad cursor"}}' >error.json
    schemac 2 tools a.json error.json
    no_output
    err_has 'error: page 2 failed: bad cursor, code -32602 [E1073]'
    schemac 2 tools --format json a.json error.json
    is_record '{"end":"list-error","cursors":[null,"1"],"admitted":["a"],"rejected":[]}'
    echo '{"prompts": []}' >other.json
    schemac 2 tools other.json
    err_has 'other.json:1:1: error: page 1 must be a result of tools/list with an array "tools" [E1073]'
    schemac 2 tools a.json
    err_has 'error: page 2 is not here [E1074]'
    echo '[]' >none.json
    schemac 2 tools none.json
    err_has 'page 1 is not here [E1074]'
    schemac 2 tools missing.json a.json
    err_has E0002
}

@test "pages behind the end do not count" {
    page a ''
    page b ''
    schemac 0 tools a.json b.json
    [ "$output" = a ]
    err_has 'b.json:1:1: warning: no client asks for page 2: the one before is the last [W1081]'
}

@test "rejected tools hide no others, and names stand once" {
    cat >list.json <<'END'
{"tools": [{"name": "a", "inputSchema": {"type": "object"}}, {"name": "b"}, {"inputSchema": {"type": "object"}},
  {"name": "c", "inputSchema": {"type": "object"}}, {"name": "a", "inputSchema": {"type": "array"}},
  {"name": "c", "inputSchema": {"type": "object"}}]}
END
    schemac 1 tools list.json
    [ "$output" = $'a\nc' ]
    err_count 3 'is rejected'
    schemac 1 tools --profile strict --format json list.json
    out_has '"<unknown>"'
    out_has '"input-schema"'
}

@test "10,000 pages, and as many files" {
    local i
    { echo '['
        for i in {1..9999}; do echo "{\"tools\": [], \"nextCursor\": \"cursor-$i\"},"; done
        echo '{"tools": []}]'; } >many.json
    timeout 10 "$SCHEMAC" tools --page-limit 10000 many.json
    for i in {1..2000}; do echo "{\"tools\": [], \"nextCursor\": \"$i\"}" >"$i.json"; done
    echo '{"tools": []}' >2001.json
    timeout 20 "$SCHEMAC" tools --page-limit 3000 {1..2001}.json
}

@test "the vectors of the corpus" {
    need_corpus
    need jq
    local limit profile
    jq -c '.cases[] | .pages, .page_limit,
        [if .expect == "complete" then .expect else .reason end, .cursors_sent, .admitted, .rejected]' \
        "$corpus/tool-contracts/pagination.json" >cases
    while read -r pages && read -r limit && read -r wanted; do
        echo "$pages" >pages.json
        for profile in spec strict; do
            run --separate-stderr "$SCHEMAC" tools --profile "$profile" --format json \
                --page-limit "$limit" pages.json
            [ "$(jq -c '[.end, .cursors, .admitted, [.rejected[].name]]' <<<"$output")" = "$wanted" ] ||
                fail "$profile: not $wanted"
        done
    done <cases
}

@test "text that people do not see is a finding" {
    page a ', "nextCursor": "x"'
    printf '{"tools": [{"name": "b", "description": "a\u200b", "inputSchema": {"type": "object"}}]}' >b.json
    schemac 1 tools a.json b.json
    [ "$output" = $'a\nb' ]
    err_has 'b.json:1:43: error: tool "b": /description has \u{200b}, a zero-width character [D1001]'
    schemac 0 tools --allow-concealed a.json b.json
    err_has '[W1001]'
    schemac 1 review b.json
    err_has 'b.json:1:43: error: tool "b": /description has \u{200b}, a zero-width character [D1001]'
    schemac 1 review --pages b.json a.json
    err_has '[D1001]'
    schemac 0 review --allow-concealed --pages b.json b.json
    err_has '[W1001]'
}
