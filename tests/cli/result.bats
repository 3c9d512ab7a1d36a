#!/usr/bin/env bats
# schemac result: what calls of a tool returned, judged by both profiles.

# shellcheck disable=SC2016,SC2154  # $ref and $schema are JSON; the helper sets corpus

bats_require_minimum_version 1.5.0
load helper

# tool [SCHEMA]: a tool with that output schema, in tool.json.
tool() {
    echo "{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}${1:+, \"outputSchema\": $1}}" >tool.json
}

# result MEMBERS: a result with one text, in r.json.
result() {
    echo "{\"resultType\": \"complete\", \"content\": [{\"type\": \"text\", \"text\": \"x\"}]$1}" >r.json
}

@test "a result that keeps its promise" {
    tool '{"type": "string"}'
    result ', "structuredContent": "a"'
    schemac 0 result --tool tool.json r.json
    no_output
    no_stderr
    schemac 0 result --profile strict --tool tool.json r.json
    no_output
    no_stderr
}

@test "a result that breaks it, at its line" {
    tool '{"type": "object", "properties": {"a": {"type": "integer"}}}'
    result $',\n"structuredContent": {"a": "\\u001b[31m"}'
    schemac 1 result --tool tool.json r.json
    no_output
    err_has 'r.json:2:28: error: structuredContent/a: expected an integer, got the string "\u001b[31m" [D1075]'
    err_has 'tool.json:1:'
    schemac 1 result --profile strict --tool tool.json r.json
    err_has 'r.json:2:28: error: structuredContent/a: expected an integer, got a string [D1075]'
}

@test "all that is wrong is told, the first reason first" {
    tool '{"type": "string"}'
    echo '{"resultType": "half", "content": [{"type": "text"}, {"type": "film"}], "isError": 1}' >r.json
    schemac 1 result --tool tool.json r.json
    err_count 1 D1071
    err_count 1 D1072
    err_count 1 D1073
    err_count 1 D1074
    err_count 1 D1077
    schemac 1 result --format json --tool tool.json r.json
    out_has '"outcome": "invalid"'
    [[ $output == *'"result-type"'*'"text"'*'"unknown-block"'*'"structured-missing"'*'"member"'* ]]
}

@test "what the profiles part on" {
    tool '{"type": "number"}'
    echo '{"content": []}' >r.json
    schemac 1 result --tool tool.json r.json
    err_has D1074
    echo '{"content": [], "isError": true}' >r.json
    schemac 0 result --tool tool.json r.json
    no_stderr
    schemac 1 result --profile strict --tool tool.json r.json
    err_count 1 D1071
    err_count 1 D1072
    err_count 1 D1074
    err_count 1 D1076
    result ', "isError": true, "structuredContent": "a"'
    schemac 0 result --tool tool.json r.json
    err_has 'warning: structuredContent: expected a number, got the string "a" [W1071]'
    schemac 1 result --profile strict --tool tool.json r.json
    echo '{"resultType": "input_required", "requestState": "s"}' >r.json
    schemac 0 result --format json --tool tool.json r.json
    out_has '"outcome": "input-required"'
    schemac 1 result --profile strict --tool tool.json r.json
}

@test "what only the whole schema refuses is a warning of strict" {
    tool '{"const": 1}'
    result ', "structuredContent": 2'
    schemac 0 result --profile strict --tool tool.json r.json
    err_has W1071
    schemac 1 result --tool tool.json r.json
    err_has D1075
}

@test "the dialect is that of \$schema, else 2020-12" {
    tool '{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}]}'
    result ', "structuredContent": [1]'
    schemac 1 result --tool tool.json r.json
    tool '{"prefixItems": [{"type": "string"}]}'
    schemac 1 result --tool tool.json r.json
    tool '{"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": [{"type": "string"}]}'
    schemac 0 result --tool tool.json r.json
}

@test "an output schema that cannot be used" {
    result ', "structuredContent": 1'
    tool 'true'
    schemac 2 result --tool tool.json r.json
    err_has 'error: the output schema is a boolean [E1071]'
    tool '{"type": 1}'
    schemac 2 result --tool tool.json r.json
    tool '{"$ref": "r.json"}'
    schemac 2 result --tool tool.json r.json
    tool '{"$ref": "#/inputSchema"}'
    schemac 2 result --tool tool.json r.json
    tool '{"$schema": "https://schemas.example/dialect"}'
    schemac 2 result --tool tool.json r.json
}

@test "responses, errors, arrays and captures" {
    echo '[{"name": "a"}, {"name": "b", "outputSchema": {"type": "string"}}]' >tools.json
    echo '{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}}' >r.json
    schemac 0 result --tool tools.json --name a r.json
    err_has 'warning: result of "a": there is no result: the call failed with code -32602: no [W1073]'
    schemac 1 result --tool tools.json --name a --profile strict r.json
    err_has D1078
    echo '[{"content": []}, {"result": {"content": []}}]' >r.json
    schemac 0 result --tool tools.json --name a r.json
    schemac 1 result --tool tools.json --name b r.json
    err_count 2 'error: result of "b": '
    echo '{"calls": [{"tool": "b", "response": {"content": []}}, {"tool": "c", "response": {"content": []}}]}' >r.json
    schemac 1 result --tool tools.json r.json
    err_count 1 D1074
    err_count 1 'a call names the tool "c", which is not listed [W1072]'
}

@test "wrong use" {
    tool
    result
    schemac 2 result r.json
    err_has '--tool is missing'
    schemac 2 result --tool tool.json
    schemac 2 result --tool - -
    err_has 'standard input is named more than once'
    schemac 2 result --tool tool.json --name weather r.json
    err_has 'there is no tool "weather" [E0001]'
    echo '[{"name": "weather"}, {"name": "b"}]' >tools.json
    schemac 2 result --tool tools.json --name wether r.json
    err_has 'did you mean "weather"?'
    schemac 2 result --tool tools.json r.json
    err_has 'r.json:1:1: error: which of 2 tools gave this result is not said [E0001]'
    schemac 2 result --tool tool.json missing.json
    echo '{' >bad.json
    schemac 2 result --tool tool.json bad.json
    echo '1' >bad.json
    schemac 2 result --tool tool.json bad.json
    err_has E1072
    schemac 0 result --tool tool.json - <r.json
}

@test "the forms of the report" {
    tool '{"type": "string"}'
    result ', "structuredContent": 1'
    for format in json sarif junit github gitlab markdown; do
        schemac 1 result --format "$format" --tool tool.json r.json
    done
    schemac 1 result --format json --tool tool.json r.json
    out_has '"pointer": "/structuredContent"'
    out_has '"code": "D1075"'
}

@test "hostile results end" {
    tool '{"type": "array", "items": {"type": "object"}}'
    result ", \"structuredContent\": $(printf '[%.0s' {1..20000})"
    schemac 3 result --tool tool.json r.json
    result ", \"structuredContent\": $(printf '[%.0s' {1..100000})$(printf ']%.0s' {1..100000})"
    schemac 3 result --tool tool.json r.json
    err_has L0101
    result ", \"structuredContent\": $(printf '[%.0s' {1..9000})$(printf ']%.0s' {1..9000})"
    schemac 1 result --tool tool.json r.json
    schemac 1 result --profile strict --tool tool.json r.json
    { printf '{"content": [{"type": "image", "mimeType": "", "data": "'
        head -c 9000000 /dev/zero | tr '\0' A
        printf '"}, {"type": "text", "text": "'
        head -c 9000000 /dev/zero | tr '\0' x
        printf '"}], "structuredContent": []}'; } >r.json
    schemac 0 result --tool tool.json r.json
    { printf '{"content": ['
        yes '{},' | head -n 300000
        printf '1]}'; } >r.json
    schemac 1 result --tool tool.json r.json
    err_has 'and 299902 more'
}

@test "what servers returned, recorded" {
    need_corpus
    local calls
    for calls in "$corpus"/mcp-servers/*.calls.json; do
        schemac 0 result --tool "${calls%.calls.json}.tools.json" "$calls"
    done
}

@test "a rejected tool does not take the place of an admitted one of its name" {
    cat >tools.json <<'END'
{"tools": [
  {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "string"}},
  {"name": "u", "inputSchema": {"type": "object"}},
  {"name": "t", "inputSchema": {"type": "list"}}]}
END
    result ', "structuredContent": 5'
    schemac 1 result --tool tools.json --name t r.json
    err_has D1075
    echo '{"calls": [{"tool": "t", "response": {"content": [], "structuredContent": 5}}]}' >calls.json
    schemac 1 result --tool tools.json calls.json
    err_has D1075
    schemac 1 review --results calls.json tools.json
    err_has D1075
}

@test "a server cannot pass a result for a capture" {
    tool '{"type": "string"}'
    result ', "structuredContent": "a"'
    printf '{"jsonrpc": "2.0", "id": 1, "result": {"content": [], "structuredContent": 5}, "response": %s}' \
        "$(cat r.json)" >answer.json
    schemac 1 result --tool tool.json answer.json
    err_has D1075
    echo '{"jsonrpc": "2.0", "id": 1, "result": {"content": 5}, "calls": []}' >answer.json
    schemac 1 result --tool tool.json answer.json
    err_has D1072
    echo '{"calls": []}' >answer.json
    schemac 2 result --tool tool.json answer.json
    err_has E1072
}

@test "no line is shown of what holds a request beside the results" {
    tool
    local text
    for text in '{"request": {"params": {"arguments": {"token": "s3cret"}}}, "result": {"content": 5}}' \
        '[{"jsonrpc": "2.0", "method": "tools/call", "params": {"x": "s3cret"}}, {"jsonrpc": "2.0", "result": {"content": 5}}]' \
        '{"headers": {"Authorization": "s3cret"}, "result": {"content": 5}}' \
        '{"calls": [{"tool": "t", "arguments": {"token": "s3cret"}}]}' \
        '{"token": "s3cret"}' '["s3cret"]' '"s3cret"'; do
        printf '%s' "$text" >r.json
        run --separate-stderr "$SCHEMAC" result --tool tool.json r.json
        [ "$status" -ne 0 ] || fail "$text: passes"
        [[ $stderr != *s3cret* ]] || fail "$text: is shown"
        run --separate-stderr "$SCHEMAC" review --results r.json tool.json
        [[ $stderr != *s3cret* ]] || fail "$text: is shown by review"
    done
}

@test "what a metaschema refuses is told by its name" {
    tool '{"$ref": "https://json-schema.org/draft/2020-12/schema"}'
    result ', "structuredContent": {"type": "nope"}'
    schemac 1 result --tool tool.json r.json
    err_has D1075
    err_has 'https://json-schema.org/draft/2020-12/meta/validation: note:'
    schemac 0 result --profile strict --tool tool.json r.json
    err_has W1071
    for format in json sarif junit github gitlab; do
        schemac 1 result --format "$format" --tool tool.json r.json
    done
    schemac 1 review --results r.json tool.json
    err_has D1075
}
