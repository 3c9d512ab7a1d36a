#!/usr/bin/env bats
# schemac fingerprint: what it reads, prints and refuses. The digests themselves are tested in
# tests/unit/contract_fingerprint.c, and against Python in python.bats.
bats_require_minimum_version 1.5.0
load helper

a='{"name": "a", "inputSchema": {"type": "object"}}'
b='{"name": "b", "description": "é", "inputSchema": {"x": 1.0}, "outputSchema": {}}'
compat_label=agent-connector-sdk:mcp-tool-contract-compat:v2
exact_label=agent-connector-sdk:mcp-tool-contract:v2
v1_label=agent-utilities:mcp-tool-schema-compat:v1
raw_label=schemac:tool-raw:v1

# sha256 [LABEL] PAYLOAD: the digest as contract/README.md has it, by another program.
sha256() {
    need sha256sum
    if [ $# -eq 2 ]; then printf '%s\0%s' "$1" "$2"; else printf '%s' "$1"; fi | sha256sum | cut -d ' ' -f 1
}

@test "the digests are those of label, NUL and payload" {
    echo "[$a, $b]" >list.json
    schemac 0 fingerprint --format json list.json
    cat >expected <<END
{
  "tools": [
    {
      "name": "a",
      "compat": "$(sha256 $compat_label '{"input_schema":{"type":"object"},"name":"a","output_schema":null}')",
      "exact": "$(sha256 $exact_label '{"input_schema":{"type":"object"},"name":"a","output_schema":null}')",
      "output": "",
      "v1": "$(sha256 $v1_label '{"input_schema":{"type":"object"},"name":"a"}')",
      "raw": "$(sha256 $raw_label '{"inputSchema":{"type":"object"},"name":"a"}')"
    },
    {
      "name": "b",
      "compat": "$(sha256 $compat_label '{"input_schema":{"x":1.0},"name":"b","output_schema":{}}')",
      "exact": "$(sha256 $exact_label '{"input_schema":{"x":1.0},"name":"b","output_schema":{}}')",
      "output": "$(sha256 '{}')",
      "v1": "$(sha256 $v1_label '{"input_schema":{"x":1.0},"name":"b"}')",
      "raw": "$(sha256 $raw_label '{"description":"\u00e9","inputSchema":{"x":1.0},"name":"b","outputSchema":{}}')"
    }
  ]
}
END
    file_is expected <<<"$output"
}

@test "a table has the first digits" {
    echo "[$a, $b]" >list.json
    schemac 0 fingerprint list.json
    no_stderr
    [ "${#lines[@]}" -eq 3 ]
    [ "${lines[0]}" = 'TOOL  COMPAT        EXACT         OUTPUT        V1            RAW' ]
    local raw
    raw=$(sha256 $raw_label '{"inputSchema":{"type":"object"},"name":"a"}')
    [[ ${lines[1]} =~ ^a\ \ \ \ \ [0-9a-f]{12}\ \ [0-9a-f]{12}\ \ -\ {13}[0-9a-f]{12}\ \ ${raw:0:12}$ ]]
    [[ ${lines[2]} == b*44136fa355b3* ]]
}

@test "--algorithm prints whole digests of one kind, --payload what is hashed" {
    echo "[$a, $b]" >list.json
    local algorithm
    for algorithm in compat exact v1 raw; do
        schemac 0 fingerprint --algorithm $algorithm list.json
        [ "${#lines[@]}" -eq 2 ]
        [[ ${lines[1]} =~ ^[0-9a-f]{64}\ \ b$ ]]
        local first=${lines[0]} label=${algorithm}_label
        schemac 0 fingerprint --algorithm $algorithm --payload list.json
        [ "${#lines[@]}" -eq 2 ]
        [ "$(sha256 "${!label}" "${lines[0]}")  a" = "$first" ]
    done
    schemac 0 fingerprint -a output list.json
    [ "$output" = "$(sha256 '{}')  b" ]
    schemac 0 fingerprint -a output --payload list.json
    [ "$output" = '{}' ]
}

@test "a listing may have any of its forms" {
    local form expected
    echo "[$a, $b]" >list.json
    schemac 0 fingerprint --format json list.json
    expected=$output
    while read -r form; do
        eval "echo \"$form\"" >form.json
        schemac 0 fingerprint --format json form.json
        [ "$output" = "$expected" ] || fail "$form"
        schemac 0 fingerprint form.json
        no_stderr
    done <<'END'
{\"tools\": [$a, $b]}
{\"tools\": [$a, $b], \"nextCursor\": null, \"_meta\": {}}
{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"tools\": [$a, $b]}}
[{\"tools\": [$a], \"nextCursor\": \"x\"}, {\"tools\": [$b]}]
[{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"tools\": [$a], \"nextCursor\": \"x\"}}, {\"result\": {\"tools\": [$b]}}]
{\"pages\": [{\"tools\": [$a, $b]}]}
{\"name\": \"server\", \"initialize\": {\"serverInfo\": {}}, \"pages\": [{\"tools\": [$a]}, {\"tools\": [$b]}]}
END
    echo "{\"tools\": [$a], \"nextCursor\": \"x\"}" >one.json
    echo "{\"tools\": [$b]}" >two.json
    schemac 0 fingerprint --format json one.json two.json
    [ "$output" = "$expected" ]
    echo "$a" >a.json
    echo "$b" >b.json
    schemac 0 fingerprint --format json a.json b.json
    [ "$output" = "$expected" ]
    schemac 0 fingerprint --format json - <list.json
    [ "$output" = "$expected" ]
    printf 'tools:\n- {name: a, inputSchema: {type: object}}\n- %s\n' "$b" >list.yaml
    schemac 0 fingerprint --format json list.yaml
    [ "$output" = "$expected" ]
}

@test "the order of members, blanks and escapes do not count" {
    echo "$b" >b.json
    schemac 0 fingerprint --format json b.json
    local expected=$output
    printf '{ "outputSchema":{},\r\n\t"inputSchema" : {"\\u0078":1.00}, "description":"\\u00E9", "name":"b" }' >b.json
    schemac 0 fingerprint --format json b.json
    [ "$output" = "$expected" ]
}

@test "a listing that failed says nothing: status 2" {
    local form
    while read -r form; do
        echo "$form" >form.json
        schemac 2 fingerprint form.json
        no_output
        err_has 'form.json:'
        err_has '[E100'
        err_has 'hint: '
    done <<'END'
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no such method"}}
{"tools": {}}
{"tools": []}
[]
{}
5
{"pages": [{"error": {"code": 1, "message": "x"}}]}
{"content": [{"type": "text", "text": "x"}]}
END
    echo '{"error": {"code": -32601, "message": "no such method"}}' >form.json
    schemac 2 fingerprint form.json
    err_has 'the listing failed: no such method, code -32601 [E1002]'
    echo '{"tools": []}' >form.json
    schemac 2 fingerprint form.json
    err_has 'form.json: error: the listing has no tools [E1003]'
}

@test "one bad page leaves nothing to tell" {
    echo "[$a]" >a.json
    echo '{"error": {}}' >bad.json
    schemac 2 fingerprint a.json bad.json
    no_output
    schemac 2 fingerprint a.json missing.json
    no_output
    err_has 'missing.json: error: '
    printf '[%s' "$a" >cut.json
    schemac 2 fingerprint cut.json
    no_output
    err_has 'cut.json:1:50: error: the text ends before this is closed [E0301]'
}

@test "a page that says that more follows is a warning" {
    echo "{\"tools\": [$a], \"nextCursor\": \"2\"}" >one.json
    schemac 0 fingerprint one.json
    err_has 'one.json:1:77: warning: the last page says that more tools follow [W1010]'
    echo "{\"tools\": [$b]}" >two.json
    schemac 0 fingerprint two.json one.json
    err_has '[W1010]'
    schemac 0 fingerprint one.json two.json
    no_stderr
}

@test "of equal keys the last counts, with a warning" {
    echo "$a" >a.json
    schemac 0 fingerprint --format json a.json
    local expected=$output
    echo '{"name": "x", "name": "a", "inputSchema": {"type": "array", "type": "object"}}' >a.json
    schemac 0 fingerprint --format json a.json
    [ "$output" = "$expected" ]
    schemac 0 fingerprint a.json
    err_count 2 '[W0302]'
}

@test "what the connector SDK refuses has no pin: status 1" {
    cat >list.json <<'END'
[{"name": "a", "inputSchema": {"title": "x"}},
 {"name": "b's", "inputSchema": {"x": 1}, "outputSchema": false},
 {"name": "c", "inputSchema": true},
 {"inputSchema": {"x": 1}},
 5,
 {"name": "d", "inputSchema": {"x": 1e400}},
 {"name": "e", "inputSchema": {"x": 1}}]
END
    schemac 1 fingerprint list.json
    err_count 6 '[D1010]'
    err_has "list.json:1:31: error: MCP tool 'a' has an empty input schema; certify the definition a client receives from tools/list [D1010]"
    err_has 'list.json:2:59: error: live MCP tool output schema is not an object [D1010]'
    err_has 'list.json:3:31: error: live MCP tool input schema is not an object [D1010]'
    err_has 'list.json:4:2: error: MCP tool definition has no name [D1010]'
    err_has 'list.json:5:2: error: '
    err_has 'list.json:6:37: error: '
    err_has 'hint: tool "a" has no pin'
    err_has 'hint: tool number 4 has no pin'
    [ "${#lines[@]}" -eq 8 ]
    [[ ${lines[7]} == e* ]]
    need jq
    schemac 1 fingerprint --format json list.json
    echo "$output" >json
    [ "$(jq -c '[.tools[].refused]' json)" = '["empty_input_schema","output_not_object","input_not_object","no_name","not_an_object","number_out_of_range",null]' ]
    [ "$(jq -c '[.tools[] | has("compat")]' json)" = '[false,false,false,false,false,false,true]' ]
    [ "$(jq -c '[.tools[] | has("raw")]' json)" = '[true,true,true,true,false,false,true]' ]
    [ "$(jq -c '[.tools[].name]' json)" = '["a","b'"'"'s","c",null,null,"d","e"]' ]
}

@test "the command line" {
    echo "[$a]" >a.json
    schemac 2 fingerprint
    schemac 2 fingerprint --algorithm md5 a.json
    err_has '[E0001]'
    schemac 2 fingerprint --payload a.json
    err_has '--payload needs --algorithm'
    schemac 2 fingerprint - - <a.json
    schemac 2 fingerprint ''
}

@test "hostile listings end, with a status of the table" {
    printf '[{"name": "a", "inputSchema": %s{}%s}]' "$(printf '{"x":%.0s' {1..505})" \
        "$(printf '}%.0s' {1..505})" >deep.json
    schemac 0 fingerprint deep.json
    printf '[{"name": "a", "inputSchema": %s' "$(printf '[%.0s' {1..600})" >deeper.json
    schemac 3 fingerprint deeper.json
    err_has '[L0101]'
    printf '[{"name": "\\ud800", "inputSchema": {"x": 1}}]' >lone.json
    schemac 2 fingerprint lone.json
    printf '[{"name": "a\0b", "inputSchema": {}}]' >nul.json
    schemac 2 fingerprint nul.json
    printf '[{"name": "a\\u0000b", "inputSchema": {"x": 1}}]' >nul.json
    schemac 0 fingerprint --allow-concealed --algorithm v1 --payload nul.json
    [ "$output" = '{"input_schema":{"x":1},"name":"a\u0000b"}' ]
}

# block INFO: the lines of that fenced block of contract/README.md.
block() {
    awk -v info="\`\`\`$1" '$0 == info { on = 1; next } /^```/ { on = 0 } on' "$project/src/contract/README.md"
}

@test "contract/README.md shows what is hashed" {
    block json >tool.json
    local algorithm label digest count=0
    while read -r algorithm digest; do
        schemac 0 fingerprint --algorithm "$algorithm" --payload tool.json
        [ "$output" = "$(block "text $algorithm")" ] || fail "$algorithm"
        label=${algorithm}_label
        [ "$digest" = "$(sha256 ${!label+"${!label}"} "$output")" ] || fail "$algorithm"
        grep -qF "| \`${!label-}" "$project/src/contract/README.md" || fail "its label"
        schemac 0 fingerprint --algorithm "$algorithm" tool.json
        [ "$output" = "$digest  reserve_seat" ]
        count=$((count + 1))
    done < <(block 'text digests')
    [ "$count" -eq 5 ]

    local name='"name":"reserve_seat"'
    [ "$(block 'text empty')" = "compat  $(sha256 $compat_label "{\"input_schema\":{},$name,\"output_schema\":null}")
v1      $(sha256 $v1_label "{\"input_schema\":{},$name}")" ]
}

@test "contract/README.md shows what a lock has of what is no tool" {
    block 'json capture' >capture.json
    schemac 0 fingerprint --lock a.lock.json capture.json
    local what digest label count=0
    while read -r what digest; do
        label=schemac:${what/template/resource-template}-raw:v1
        [ "$digest" = "$(sha256 "$label" "$(block "text $what")")" ] || fail "$what"
        grep -qF "| \`$label\` |" "$project/src/contract/README.md" || fail "the label of $what"
        grep -qF "\"raw\": \"$digest\"" a.lock.json || fail "the lock has another digest of $what"
        count=$((count + 1))
    done < <(block 'text lock')
    [ "$count" -eq 3 ]
}

@test "the answer to server/discover is locked as that to initialize is" {
    echo '[{"serverInfo": {"name": "s"}, "supportedVersions": ["1"]}, {"tools": [{"name": "a"}]}]' >one.json
    cat >two.json <<'END'
[{"supportedVersions": ["1"], "resultType": "complete", "ttlMs": 5, "cacheScope": "public",
  "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s"}}}, {"tools": [{"name": "a"}]}]
END
    schemac 0 fingerprint --lock one.lock one.json
    schemac 0 fingerprint --lock two.lock two.json
    same_files one.lock two.lock
}

@test "contract/README.md shows the bytes" {
    need od
    local offset bytes shown=0
    printf '%s\0%s' $compat_label "$(block 'text compat')" >hashed
    while read -r offset bytes; do
        bytes=${bytes%%  |*}
        if [ "$offset" = ... ] || [ -z "$bytes" ]; then continue; fi
        [ "$(od -An -tx1 -v -j "$((16#$offset))" -N 16 hashed)" = " $bytes" ] || fail "$offset"
        shown=$((shown + 1))
    done < <(block 'text bytes')
    [ "$shown" -eq 6 ]
    [ "$(block 'text bytes' | tail -n 1)" = "$(printf %08x "$(stat -c %s hashed)")" ]
}

@test "contract/README.md shows how numbers are written" {
    local read written numbers='' expected=''
    while IFS='|' read -r _ read written _; do
        numbers+=${numbers:+,}${read//[ \`]/}
        expected+=${expected:+,}${written//[ \`]/}
    done < <(sed -n '/^| read | written |/,/^$/p' "$project/src/contract/README.md" | grep '^| `')
    [ "${#numbers}" -gt 100 ]
    echo "{\"name\": \"n\", \"inputSchema\": {\"enum\": [$numbers]}}" >n.json
    schemac 0 fingerprint --algorithm v1 --payload n.json
    [ "$output" = "{\"input_schema\":{\"enum\":[$expected]},\"name\":\"n\"}" ]
}

@test "contract/README.md has a program that gives the same" {
    need python3
    block json >tool.json
    {
        block python
        cat <<'END'
tool = json.load(open("tool.json", encoding="utf-8"))
contract = {"input_schema": canonical(tool["inputSchema"]), "name": tool["name"]}
print("v1     ", digest("agent-utilities:mcp-tool-schema-compat:v1", contract))
contract["output_schema"] = canonical(tool.get("outputSchema"))
print("compat ", digest("agent-connector-sdk:mcp-tool-contract-compat:v2", contract))
print("raw    ", digest("schemac:tool-raw:v1", tool))
END
    } >digests.py
    run -0 python3 digests.py
    [ "$(sort <<<"$output")" = "$(block 'text digests' | grep -v '^exact\|^output' | sort)" ]
}

@test "the tools of real servers have fingerprints" {
    need_corpus
    local file count=0
    for file in "$corpus"/mcp-servers/*.tools.json; do
        schemac 0 fingerprint --algorithm compat "$file"
        no_stderr
        count=$((count + ${#lines[@]}))
    done
    [ "$count" -eq 267 ]
}

@test "-o writes the digests to a file, and never over the listing" {
    cp "$project/tests/examples/tools/weather.json" list.json
    schemac 0 fingerprint --algorithm raw -o prints.txt list.json
    no_output
    [ "$(wc -l <prints.txt)" -eq 3 ]
    schemac 2 fingerprint -o list.json list.json
    err_has '[E0605]'
    cmp list.json "$project/tests/examples/tools/weather.json"
    schemac 2 fingerprint --lock a.lock.json -o prints.txt list.json
    err_has '[E0001]'
}

@test "one long name does not make the table wide" {
    name=$(head -c 100000 /dev/zero | tr '\0' n)
    { printf '[{"name": "%s"}' "$name"
        printf ', {"name": "t%s"}' {1..500}
        printf ']'; } >list.json
    "$SCHEMAC" fingerprint list.json >out 2>err || [ $? -eq 1 ]
    [ "$(wc -c <out)" -lt 200000 ]
    grep -q '^t500  *-' out
}
