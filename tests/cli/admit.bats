#!/usr/bin/env bats
#
# Which tools admit lets through, in all the forms of a listing: names, reasons, statuses.

bats_require_minimum_version 1.5.0
load helper

# listing: tools of which three are good, one of them only by spec.
listing() {
    cat >tools.json <<'END'
{"tools": [
  {"name": "good", "inputSchema": {"type": "object", "properties": {
    "region": {"type": "string", "x-mcp-header": "Region"}}}},
  {"name": "nested", "inputSchema": {"type": "object", "properties": {
    "at": {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}}}},
  {"name": "wrong", "inputSchema": {"type": "object", "properties": {
    "a": {"type": ["string", "null"], "x-mcp-header": "A"},
    "b": {"type": "string", "x-mcp-header": "B b"}}}},
  {"inputSchema": {"type": "object"}},
  {"name": "last", "inputSchema": {"type": "object"}}
]}
END
}

@test "spec: the names on standard output, the reasons on standard error" {
    listing
    schemac 1 admit tools.json
    [ "$output" = $'good\nnested\nlast' ]
    err_has 'tools.json:7:19: error: tool "wrong" is rejected, header-type: '
    err_has '[D1048]'
    err_has 'tools.json:8:45: note: also header-token: '
    err_has 'tools.json:9:3: error: tool number 4 is rejected, name: "name" must be a string, and is missing [D1041]'
}

@test "strict: only direct properties of the input are mirrored" {
    listing
    schemac 1 admit --profile strict tools.json
    [ "$output" = $'good\nlast' ]
    err_has 'tool "nested" is rejected, placement: '
    err_has '[D1045]'
}

@test "json: admitted and rejected, with the first reason" {
    need jq
    listing
    schemac 1 admit --format json tools.json
    jq -e '.admitted == ["good", "nested", "last"] and (.rejected | map(.name)) == ["wrong", "<unknown>"]
        and .rejected[0] == {"name": "wrong", "reason": "header-type", "code": "D1048",
            "pointer": "/inputSchema/properties/a/type", "line": 7}
        and .rejected[1].pointer == "" and .rejected[1].reason == "name"' <<<"$output"
    jq -e '[.diagnostics[].code] == ["D1048", "D1041"]' <<<"$stderr"
}

@test "all that is good: no word on standard error" {
    need jq
    schemac 0 admit "$project/tests/examples/tools/weather.json"
    [ "$output" = $'current_weather\nset_alert\nforecast' ]
    no_stderr
    schemac 0 admit -p strict --format json "$project/tests/examples/tools/weather.json"
    jq -e '.rejected == [] and (.admitted | length) == 3' <<<"$output"
}

@test "all forms of a listing: pages, responses, captures, one tool, standard input" {
    need jq
    listing
    jq '.tools' tools.json >array.json
    jq '{jsonrpc: "2.0", id: 1, result: .}' tools.json >response.json
    jq '{initialize: {serverInfo: {name: "s", version: "1"}}, pages: [.]}' tools.json >capture.json
    jq '.tools[0]' tools.json >one.json
    for file in array.json response.json capture.json; do
        schemac 1 admit $file
        [ "$output" = $'good\nnested\nlast' ] || fail "$file"
    done
    schemac 0 admit one.json
    [ "$output" = good ]
    run --separate-stderr "$SCHEMAC" admit - <tools.json
    [ "$status" -eq 1 ]
    err_has '<stdin>:7:19: error: '
    schemac 1 admit one.json array.json
    [ "$output" = $'good\nnested\nlast' ]
    err_has 'warning: a tool before this is called "good", too [W1043]'
}

@test "YAML: what an alias stands for counts where it stands" {
    need jq
    cat >tools.yaml <<'END'
tools:
  - name: a
    inputSchema:
      type: object
      $defs: {r: &region {type: string, x-mcp-header: Region}}
  - name: b
    inputSchema:
      type: object
      properties: {region: *region}
END
    schemac 1 admit --format json tools.yaml
    jq -e '.admitted == ["b"] and .rejected[0].pointer == "/inputSchema/$defs/r/x-mcp-header"
        and .rejected[0].line == 5' <<<"$output"
}

@test "a last page that is not the last" {
    echo '{"tools": [{"name": "a", "inputSchema": {"type": "object"}}], "nextCursor": "b"}' >tools.json
    schemac 0 admit tools.json
    [ "$output" = a ]
    err_has '[W1010]'
}

@test "what cannot be read is no verdict" {
    schemac 2 admit missing.json
    no_output
    echo '{"error": {"code": -32603, "message": "no"}, "jsonrpc": "2.0"}' >error.json
    schemac 2 admit error.json
    err_has '[E1002]'
    echo '{"tools": []}' >empty.json
    schemac 2 admit empty.json
    err_has '[E1003]'
    schemac 2 admit - -
    err_has 'standard input is named more than once'
    schemac 2 admit ''
    schemac 2 admit --profile loose empty.json
    err_has 'spec'
}

@test "no reference is followed out of a descriptor" {
    echo '{"type": "string"}' >other.json
    cat >tools.json <<'END'
[{"name": "a", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "other.json"}}}},
 {"name": "b", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "https://schemas.example/a"}}}},
 {"name": "c", "inputSchema": {"$id": "file:///etc/", "type": "object", "properties": {"a": {"$ref": "passwd"}}}}]
END
    schemac 1 admit tools.json
    no_output
    err_count 3 '[D1042]'
    err_has 'hint: a schema has to hold what it refers to: the network is never asked for it'
}

@test "what a stranger wrote does not reach the terminal as it is" {
    printf '%s' '[{"name": "a\u202eb\u001b[2J", "inputSchema": {"type": "object", "properties": {
        "x\u0007": {"type": "string", "x-mcp-header": "\u001b]0;t\u0007"}}}},
        {"name": "c\u001b[1m", "inputSchema": {"type": "object"}}]' >tools.json
    schemac 1 admit tools.json
    if grep -q $'[\001-\010\013-\037]' <<<"$output$stderr"; then fail "control characters"; fi
    [ "$output" = 'c\u{1b}[1m' ]
    err_has 'a\u{202e}b'
}

# big COUNT MEMBER: a tool with so many members of its "properties", & being their numbers; then a good one.
big() {
    {
        printf '[{"name": "big", "inputSchema": {"type": "object", "properties": {'
        seq "$1" | sed "s/.*/$2/; \$! s/\$/,/"
        printf '}}}, {"name": "good", "inputSchema": {"type": "object"}}]'
    } >tools.json
}

@test "limits: very many properties, annotations and levels end soon, with their code" {
    big 1000000 '"p&": {"type": "string"}'
    schemac 3 admit tools.json
    [ "$output" = good ]
    err_has 'the schema has more than 1000000 values [L1041]'
    schemac 0 admit --profile strict tools.json
    big 100000 '"p&": {"type": "string", "x-mcp-header": "H&"}'
    schemac 3 admit tools.json
    [ "$output" = good ]
    err_has 'the schema has more than 10000 schemas in it [L1041]'
    big 100000 '"p&": {"type": "string", "x-mcp-header": "H"}'
    schemac 1 admit --profile strict tools.json
    [ "$output" = good ]
    err_has 'note: and 99899 other reasons'
}

nested() {
    local levels=$1
    {
        printf '[{"name": "good", "inputSchema": {"type": "object"}}, {"name": "deep", "inputSchema": {"type": "object", "not": '
        printf '{"not":%.0s' $(seq "$levels")
        printf 'true'
        printf '}%.0s' $(seq "$levels")
        printf '}}]'
    } >tools.json
}

@test "limits: nesting" {
    nested 200
    schemac 0 admit tools.json
    nested 5000
    schemac 3 admit tools.json
    [ "$output" = good ]
    err_has 'the schema has more than 256 levels [L1041]'
    schemac 0 admit -p strict tools.json
    nested 100000
    for profile in spec strict; do
        schemac 3 admit -p $profile tools.json
        no_output
        err_has '[L0101]'
    done
}

@test "limits: a description of 10 MB, and 10,000 tools" {
    need jq
    {
        printf '[{"name": "a", "inputSchema": {"type": "object"}, "description": "'
        head -c 10000000 /dev/zero | tr '\0' x
        printf '"}]'
    } >tools.json
    schemac 0 admit tools.json
    {
        printf '['
        seq -f '{"name": "t%.0f", "inputSchema": {"type": "object", "properties": {"a": {"type": "strin"}}}},' 5000
        seq -f '{"name": "u%.0f", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}},' 5000
        printf '{"name": "z", "inputSchema": {"type": "object"}}]'
    } >tools.json
    schemac 1 admit --format json tools.json
    jq -e '(.admitted | length) == 5001 and (.rejected | length) == 5000' <<<"$output"
}

@test "corpus: all tools of real servers are admitted" {
    need jq
    need_corpus
    for profile in spec strict; do
        schemac 0 admit --profile $profile --format json "$corpus"/mcp-servers/*.tools.json
        jq -e '.rejected == [] and (.admitted | length) == 265' <<<"$output" # two names stand twice
    done
}

@test "text that people do not see is a finding, whoever is admitted" {
    printf '{"tools": [{"name": "a", "description": "reads\\u200b", "inputSchema": {"type": "object"}}]}' >tools.json
    schemac 1 admit tools.json
    [ "$output" = a ]
    err_has 'tools.json:1:47: error: '
    err_has '\u{200b}'
    err_has '[D1001]'
    schemac 0 admit --allow-concealed tools.json
    err_has '[W1001]'
}
