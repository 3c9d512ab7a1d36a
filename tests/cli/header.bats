#!/usr/bin/env bats
#
# schemac header: encode, decode, build and verify, and that none of them tells a value.

# shellcheck disable=SC2030,SC2031  # each test is a subshell, and looks at what it has run itself

bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    cat >tools.json <<'END'
{"tools": [
  {"name": "find", "inputSchema": {"type": "object", "properties": {
    "region": {"type": "string", "x-mcp-header": "Region"},
    "shard": {"type": "integer", "x-mcp-header": "Shard"},
    "dry": {"type": "boolean", "x-mcp-header": "Dry"},
    "note": {"type": "string"},
    "site": {"type": "object", "properties": {"room": {"type": "string"}}}}}},
  {"name": "deep", "inputSchema": {"type": "object", "properties": {
    "site": {"type": "object", "properties": {
      "room": {"type": "string", "x-mcp-header": "Room"}}}}}},
  {"name": "broken", "inputSchema": {"type": "object", "properties": {
    "region": {"type": "number", "x-mcp-header": "Region"}}}}
]}
END
    standard=(--header 'MCP-Protocol-Version: 2026-07-28' --header 'Mcp-Method: tools/call'
        --header 'Mcp-Name: find')
}

# request ARGUMENTS [TOOL]: a call, in request.json.
request() {
    printf '%s' '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "' \
        "${2-find}" '", "arguments": ' "$1" ', "_meta": {' \
        '"io.modelcontextprotocol/protocolVersion": "2026-07-28", ' \
        '"io.modelcontextprotocol/clientCapabilities": {}}}}' >request.json
}

# encode STATUS JSON ARGUMENT...
encode() {
    local status=$1
    printf '%s' "$2" >value.json
    shift 2
    schemac "$status" header encode value.json "$@"
}

@test "encode: prints the text of a header" {
    encode 0 '"eu-1"' --type string
    [ "$output" = eu-1 ]
    encode 0 '"a b"' --type string --profile strict
    [ "$output" = '=?base64?YSBi?=' ]
    encode 0 true --type boolean
    [ "$output" = true ]
    encode 0 1e2 --type integer
    [ "$output" = 100 ]
    encode 0 '"a b"' --type string --format json
    [ "$output" = '{
  "header": "=?base64?YSBi?="
}' ]
    run -0 "$SCHEMAC" header encode - --type string <<<'"x"'
    [ "$output" = x ]
}

@test "encode: says by a word what cannot be" {
    encode 1 1e2 --type integer --profile strict
    no_output
    err_has 'value.json:1:1: error: type-mismatch: the value is not of the declared type [D1051]'
    encode 1 9007199254740992 --type integer
    err_has 'error: integer-range: '
    encode 1 null --type string --profile strict
    err_has 'type-mismatch'
    encode 0 null --type string
    no_output
    err_has 'value.json:1:1: note: null is sent without a header [N1051]'
    encode 0 null --type string --format json
    [ "$output" = '{
  "header": null
}' ]
    encode 2 '"\ud83d"' --type string
    err_has 'a surrogate stands alone'
}

@test "decode: prints what a text stands for, byte by byte" {
    schemac 0 header decode '=?base64?YSBi?='
    [ "$output" = 'a b' ]
    "$SCHEMAC" header decode '=?base64?AAEK/w==?=' >got || [ $? -eq 1 ] # no UTF-8
    "$SCHEMAC" header decode '=?base64?AAEK?=' >got
    printf '\0\1\n\n' | cmp - got
    schemac 0 header decode -- -x
    [ "$output" = -x ]
    schemac 0 header decode ''
    no_output
    schemac 0 header decode --format json ' a'$'\t''b '
    [ "$output" = '{
  "text": "a\tb"
}' ]
}

@test "decode: tells the kinds of faults apart" {
    schemac 1 header decode --profile strict 'a b'
    no_output
    err_has 'schemac: error: plain-not-visible-ascii: '
    schemac 1 header decode --profile strict ''
    err_has 'plain-not-visible-ascii'
    schemac 1 header decode 'é'
    err_has 'plain-not-visible-ascii'
    schemac 1 header decode --profile strict '=?base64?YQ=='
    err_has 'malformed-sentinel'
    schemac 0 header decode '=?base64?YQ=='
    schemac 1 header decode '=?base64?Y?='
    err_has 'bad-base64-or-utf8'
    schemac 1 header decode --profile strict '=?base64?YR==?='
    err_has 'non-canonical-base64: the base64 is not the one of its bytes [D1052]'
    schemac 0 header decode '=?base64?YR==?='
    [ "$output" = a ]
}

@test "build: gives the headers of a call in the order of the schema, and the event" {
    echo '{"dry": false, "shard": 7, "note": "x", "region": "S o"}' >arguments.json
    schemac 0 header build --tool tools.json --name find arguments.json
    no_stderr
    [ "$output" = 'Mcp-Param-Region: =?base64?UyBv?=
Mcp-Param-Shard: 7
Mcp-Param-Dry: false' ]
    schemac 0 header build --tool tools.json --name find --format json arguments.json
    [ "$output" = '{
  "headers": {
    "Mcp-Param-Region": "=?base64?UyBv?=",
    "Mcp-Param-Shard": "7",
    "Mcp-Param-Dry": "false"
  },
  "audit": {
    "event": "parameter_headers_built",
    "headerNames": [
      "Mcp-Param-Dry",
      "Mcp-Param-Region",
      "Mcp-Param-Shard"
    ],
    "encodedHeaderNames": [
      "Mcp-Param-Region"
    ]
  }
}' ]
}

@test "build: is refused as a whole, without an event" {
    echo '{"region": "eu", "shard": "7"}' >arguments.json
    schemac 1 header build --tool tools.json --name find --format json arguments.json
    no_output
    err_has '"message": "Mcp-Param-Shard: type-mismatch: the value is not of the declared type"'
    err_has '"code": "D1051"'
    echo '{"region": null, "shard": 9007199254740992}' >arguments.json
    schemac 1 header build --tool tools.json --name find arguments.json
    no_output
    err_has 'arguments.json:1:27: error: Mcp-Param-Shard: integer-range: '
    schemac 1 header build --tool tools.json --name find --profile strict arguments.json
    err_has 'Mcp-Param-Region: type-mismatch'
    schemac 1 header build --tool tools.json --name broken arguments.json
    no_output
    err_has 'tools.json:12:'
    err_has '[D1048]'
    schemac 1 header build --tool tools.json --name fnd arguments.json
    err_has 'there is no tool "fnd" [D1054]'
    err_has 'did you mean "find"?'
    echo '[]' >arguments.json
    schemac 2 header build --tool tools.json --name find arguments.json
    err_has 'arguments.json:1:1: error: the arguments must be an object, not an array [E1051]'
}

@test "build: parameters in objects are mirrored by spec only" {
    echo '{"site": {"room": "4"}}' >arguments.json
    schemac 0 header build --tool tools.json --name deep arguments.json
    [ "$output" = 'Mcp-Param-Room: 4' ]
    schemac 1 header build --tool tools.json --name deep --profile strict arguments.json
    err_has '[D1045]'
}

@test "verify: says what a server answers, in one line" {
    request '{"region": "eu", "note": "n"}'
    schemac 0 header verify --tools tools.json "${standard[@]}" --header 'mcp-param-region: eu' request.json
    [ "$output" = '200 ok' ]
    no_stderr
    schemac 1 header verify --tools tools.json "${standard[@]}" request.json
    [ "$output" = '400 -32020 missing-header' ]
    err_has 'error: Mcp-Param-Region: missing-header: the header is missing [D1053]'
    schemac 1 header verify --tools tools.json --header 'Mcp-Param-Region: eu' request.json
    [ "$output" = '400 -32020 missing-header' ]
    err_has 'error: MCP-Protocol-Version: missing-header'
    schemac 0 header verify --profile strict --tools tools.json --header 'Mcp-Param-Region: eu' request.json
    [ "$output" = '200 ok' ]
    schemac 1 header verify --tools tools.json "${standard[@]}" --header 'Mcp-Param-Region: eU' request.json
    [ "$output" = '400 -32020 value-mismatch' ]
    schemac 1 header verify --tools tools.json "${standard[@]}" --header 'Mcp-Param-Region: eu' \
        --header 'MCP-PARAM-REGION: eu' request.json
    [ "$output" = '400 -32020 duplicate-header' ]
}

@test "verify: of what stands behind the colon one blank is not the value's" {
    request '{"region": "eu"}'
    for header in 'Mcp-Param-Region:eu' 'Mcp-Param-Region: eu'; do
        schemac 0 header verify --profile strict --tools tools.json --header "$header" request.json
    done
    schemac 1 header verify --profile strict --tools tools.json --header 'Mcp-Param-Region:  eu' request.json
    [ "$output" = '400 -32020 plain-not-visible-ascii' ]
    schemac 0 header verify --tools tools.json "${standard[@]}" --header 'Mcp-Param-Region:  eu ' request.json
}

@test "verify: takes headers from files and from standard input, too" {
    request '{"region": "eu"}'
    printf '%s\r\n\r\n' 'MCP-Protocol-Version: 2026-07-28' 'Mcp-Method: tools/call' >some
    printf 'mcp-param-region:eu\n\nMcp-Name: find' >others
    schemac 0 header verify --tools tools.json --header @some --header @others request.json
    [ "$output" = '200 ok' ]
    schemac 1 header verify --tools tools.json "${standard[@]}" --header @others request.json
    [ "$output" = '400 -32020 duplicate-header' ]
    run -0 --separate-stderr "$SCHEMAC" header verify --tools tools.json --header @some --header @- \
        request.json <others
    [ "$output" = '200 ok' ]
    : >none
    schemac 1 header verify --tools tools.json --header @none request.json
    [ "$output" = '400 -32020 missing-header' ]
}

@test "verify: a file of headers is told of where it is none" {
    request '{"region": "eu"}'
    printf 'Mcp-Name: find\r\nPOST /s3cret HTTP/1.1\r\n' >bad
    schemac 2 header verify --tools tools.json --header @bad request.json
    err_has 'bad:2:1: error: this line is no header [E1052]'
    [[ $output$stderr != *s3cret* ]]
    printf 'Mcp-Name: find\n folded: s3cret\n' >bad
    schemac 2 header verify --tools tools.json --header @bad request.json
    err_has 'bad:2:1: error: this line is no header [E1052]'
    [[ $output$stderr != *s3cret* ]]
    printf 'Mcp-Name: \377s3cret\n' >bad
    schemac 2 header verify --tools tools.json --header @bad request.json
    err_has 'bad:1:11: error:'
    [[ $output$stderr != *s3cret* ]]
    schemac 2 header verify --tools tools.json --header @gone request.json
    err_has 'gone: error: cannot read the file: No such file or directory [E0002]'
    schemac 2 header verify --tools tools.json --header @ request.json
    err_has '--header @ needs the name of a file behind it'
    schemac 2 header verify --tools tools.json --header @- - <request.json
    err_has 'standard input'
}

@test "verify: has the event and the reason as JSON" {
    request '{"region": "eu", "shard": 2}'
    schemac 0 header verify --format json --tools tools.json "${standard[@]}" \
        --header 'Mcp-Param-Shard: 2.0' --header 'Mcp-Param-Region: eu' request.json
    [ "$output" = '{
  "status": 200,
  "code": null,
  "reason": null,
  "audit": {
    "event": "parameter_headers_validated",
    "headerNames": [
      "Mcp-Param-Region",
      "Mcp-Param-Shard"
    ]
  }
}' ]
    schemac 1 header verify --format json --profile strict --tools tools.json \
        --header 'Mcp-Param-Shard: 2.0' --header 'Mcp-Param-Region: eu' request.json
    [ "$output" = '{
  "status": 400,
  "code": -32020,
  "reason": "value-mismatch",
  "audit": null
}' ]
}

@test "verify: a tool that is not admitted never passes" {
    request '{}' broken
    schemac 1 header verify --tools tools.json "${standard[@]:0:4}" --header 'Mcp-Name: broken' request.json
    [ "$output" = '400 -32020 header-type' ]
    err_has 'header-type: the tool is rejected [D1053]'
    err_has 'tools.json:12:'
    request '{"site": {"room": "4"}}' deep
    schemac 0 header verify --tools tools.json "${standard[@]:0:4}" --header 'Mcp-Name: deep' \
        --header 'Mcp-Param-Room: 4' request.json
    schemac 1 header verify --profile strict --tools tools.json --header 'Mcp-Param-Room: 4' request.json
    [ "$output" = '400 -32020 placement' ]
}

@test "verify: a request that cannot be read has no verdict" {
    echo '{"jsonrpc": ' >request.json
    schemac 2 header verify --tools tools.json request.json
    no_output
    schemac 2 header verify --tools tools.json missing.json
    no_output
    echo '{}' >empty.json
    request '{}'
    schemac 2 header verify --tools empty.json request.json
    no_output
    echo '[]' >request.json
    schemac 1 header verify --tools tools.json request.json
    [ "$output" = '400 -32600 invalid-request' ]
}

@test "header: options and operands that cannot be" {
    schemac 2 header decode
    err_has 'header needs encode VALUE | decode TEXT | build ARGUMENTS | verify REQUEST [E0001]'
    schemac 2 header encrypt x
    err_has 'header is followed by encode, decode, build or verify [E0001]'
    schemac 2 header encode x.json
    err_has 'header encode needs --type [E0001]'
    schemac 2 header decode x --type string
    err_has 'header decode does not take --type [E0001]'
    schemac 2 header build x.json --tools tools.json
    err_has 'header build needs --tool [E0001]'
    schemac 2 header verify request.json
    err_has 'header verify needs --tools [E0001]'
    schemac 2 header verify request.json --tool tools.json
    err_has 'header verify needs --tools [E0001]'
    schemac 2 header verify --tools - -
    err_has 'standard input is named more than once'
    schemac 2 header build '' --tool tools.json --name find
    err_has 'a FILE cannot be ""'
    schemac 2 header verify --tools tools.json --header 'no colon' --header 'a b: c' request.json
    err_has 'the --header number 1 is no header [E0001]'
    err_has 'the --header number 2 is no header [E0001]'
}

@test "header build: a tool by itself needs no name, one of several does" {
    find='{"name": "find", "inputSchema": {"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "A"}}}}'
    echo "$find" >tool.json
    echo "[$find, {\"name\": \"b\", \"inputSchema\": {\"type\": \"object\"}}]" >several.json
    echo '{"a": "x"}' >arguments.json
    schemac 0 header build --tool tool.json arguments.json
    [ "$output" = 'Mcp-Param-A: x' ]
    schemac 2 header build --tool several.json arguments.json
    no_output
    err_has 'which of 2 tools is called is not said [E0001]'
    err_has 'hint: --name names it'
}

# ---- secrets --------------------------------------------------------------------------------------

secret=kJ8qZw2VxT
number=74839201847362

# no_secret WHAT TEXT: neither secret is in TEXT, in no form.
no_secret() {
    local each
    for each in "$secret" "$number" "$(printf %s "$secret" | base64)" "$(printf '%s ' "$secret" | base64)"; do
        [[ $2 != *"$each"* ]] || fail "$1 tells a secret: $each"
    done
}

formats=(text json sarif junit github gitlab markdown)

# silent STATUS ARGUMENT...: in all formats the program ends with STATUS and tells no secret.
silent() {
    local format
    for format in "${formats[@]}"; do
        schemac "$1" "${@:2}" --format "$format"
        no_secret "${*:2:2} --format $format" "${output-}${stderr-}"
    done
}

@test "secrets: no verdict of verify tells a value" {
    local all=("${standard[@]}" --header "Mcp-Param-Region: $secret" --header "Mcp-Param-Shard: $number")
    request "{\"region\": \"$secret\", \"shard\": $number, \"note\": \"$secret\", \"$secret\": 1}"
    silent 0 header verify --tools tools.json "${all[@]}" --header "Other: $secret" request.json
    silent 1 header verify --tools tools.json "${all[@]}" --header "Mcp-Param-Dry: $secret" \
        --header "Mcp-Param-Region: $secret" request.json
    silent 1 header verify --tools tools.json "${all[@]:0:6}" --header "Mcp-Param-Region: $secret-" \
        --header "Mcp-Param-Shard: $number" request.json
    silent 1 header verify --tools tools.json "${all[@]:0:6}" \
        --header "Mcp-Param-Region: =?base64?$secret?=" request.json
    silent 1 header verify --profile strict --tools tools.json "${all[@]}" \
        --header "Mcp-Param-Dry: $secret" request.json
    silent 1 header verify --tools tools.json "${all[@]:0:4}" --header "Mcp-Name: $secret" request.json
    silent 1 header verify --tools tools.json --header "MCP-Protocol-Version: $secret" request.json
    request "{\"region\": [\"$secret\"], \"shard\": \"$secret\", \"dry\": \"$secret\"}"
    silent 1 header verify --tools tools.json "${all[@]}" request.json
    silent 1 header verify --profile strict --tools tools.json "${all[@]}" request.json
    request "\"$secret\""
    silent 1 header verify --tools tools.json "${all[@]}" request.json
    request "{\"region\": \"$secret\"}" "$secret"
    silent 1 header verify --tools tools.json "${all[@]:0:4}" --header "Mcp-Name: $secret" request.json
    sed -i "s/tools.call/$secret/" request.json
    silent 1 header verify --profile strict --tools tools.json "${all[@]}" request.json
    sed -i "s/2026-07-28/$secret/" request.json
    silent 1 header verify --tools tools.json "${all[@]}" request.json
}

@test "secrets: no fault in a file with values tells one" {
    local broken
    for broken in "$secret" "{\"a\": $secret}" "{\"a\": \"$secret}" "{\"a\": \"$secret\\x\"}" \
        "{\"a\": \"$secret\" $secret}" "{\"a\": $number.}" "{\"a\": '$secret'}" "[\"$secret\", \"\\ud800\"]" \
        "{\"$secret\" 1}" "$secret: $secret" "{\"a\": // $secret"; do
        printf '%s' "$broken" >broken.json
        cp broken.json broken
        silent 2 header encode --type string broken.json
        silent 2 header build --tool tools.json --name find broken
        silent 2 header verify --tools tools.json broken.json
    done
    printf '{"a": "%s \xff"}' "$secret" >broken.json
    silent 2 header encode --type string broken.json
    printf '{"%s": 1, "%s": 2}' "$secret" "$secret" >arguments.json
    silent 0 header build --tool tools.json --name find arguments.json
    silent 1 header encode --type string arguments.json
    printf '"%s"' "$secret" >arguments.json
    silent 2 header build --tool tools.json --name find arguments.json
}

@test "secrets: build tells values in the headers only" {
    printf '{"region": "%s ", "shard": %s, "note": "%s"}' "$secret" "$number" "$secret" >arguments.json
    local format
    for format in "${formats[@]}"; do
        schemac 0 header build --tool tools.json --name find --format "$format" arguments.json
        no_secret "build --format $format" "$(grep -v '"\?Mcp-Param-[A-Za-z]*"\?: ' <<<"$output")$stderr"
    done
    printf '{"region": "%s", "shard": "%s"}' "$secret" "$secret" >arguments.json
    silent 1 header build --tool tools.json --name find arguments.json
    silent 1 header build --tool tools.json --name broken arguments.json
    printf '{"region": "%s", "shard": %s%s}' "$secret" "$number" "$number" >arguments.json
    silent 1 header build --tool tools.json --name find --profile strict arguments.json
}

@test "secrets: encode and decode tell no value that they refuse, nor what was mistyped" {
    printf '%s%s' "$number" "$number" >value.json
    silent 1 header encode --type integer value.json
    silent 1 header encode --type string value.json
    silent 1 header decode --profile strict "$secret $secret"
    silent 1 header decode "=?base64?$secret?="
    silent 2 header decode "-$secret"
    silent 2 header decode "--$secret"
    silent 2 header decode a "$secret"
    silent 2 header verify --tools tools.json --header "$secret" request.json
    silent 2 header verify --tools tools.json --header ": $secret" request.json
    silent 2 header "$secret" x
}

@test "what stands in the wrong place is not shown" {
    request '{"region": "s3cret", "note": "s3cret"}'
    printf '{"region": "s3cret"}' >arguments.json
    printf '{"name": "find", "arguments": {"region": "s3cret"}}' >call.json
    printf '{"region": "s3cret}' >broken.json
    printf 'region: s3cret\n' >plain.yaml
    local file
    for file in request.json arguments.json call.json broken.json plain.yaml; do
        run --separate-stderr "$SCHEMAC" header verify --tools "$file" tools.json
        [ "$status" -ne 0 ]
        [[ $output$stderr != *s3cret* ]] || fail "verify shows $file"
        run --separate-stderr "$SCHEMAC" header build --tool "$file" --name find tools.json
        [ "$status" -ne 0 ]
        [[ $output$stderr != *s3cret* ]] || fail "build shows $file"
        run --separate-stderr "$SCHEMAC" result --tool "$file" tools.json
        [ "$status" -ne 0 ]
        [[ $output$stderr != *s3cret* ]] || fail "result shows $file"
    done
    run --separate-stderr "$SCHEMAC" header encode --type string s3cret
    [ "$status" -eq 2 ]
    [[ $stderr == '<operand>: error: cannot read the file'* ]]
    run --separate-stderr "$SCHEMAC" header build --tool tools.json --name find '{"region": "s3cret"}'
    [ "$status" -eq 2 ]
    [[ $stderr != *s3cret* ]]
    # a list of tools is shown as ever
    schemac 1 header build --tool tools.json --name broken arguments.json
    err_has '"type": "number"'
}
