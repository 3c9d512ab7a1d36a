#!/usr/bin/env bats
# Text that people do not see: what is found of it, and that no form of a report has it as it is.
bats_require_minimum_version 1.5.0
load helper

# U+202E, U+E0041, U+200B, U+E000, ESC, U+00AD
concealed=$'\xe2\x80\xae\xf3\xa0\x81\x81\xe2\x80\x8b\xee\x80\x80\xc2\xad'

# poisoned: listing.json with concealed text in names, keys and values, as it is and escaped.
poisoned() {
    cat >listing.json <<END
{"tools": [{"name": "t$concealed\u001b[2J",
  "description": "d$concealed\u001b]0;x\u0007", "title": "\u202e\udb40\udc41\u200b\ue000",
  "inputSchema": {"type": "object", "properties": {"p$concealed\u001b[2J": {"const": "$concealed"}}}},
 {"name": "r$concealed"}]}
END
}

# raw_count FILE: how many of these, and of other controls, stand there as they are.
raw_count() {
    grep -aoP '\xe2\x80[\x8b\xaa-\xae]|\xf3\xa0[\x80\x81]|\xee\x80\x80|\xc2\xad|[\x00-\x08\x0b-\x1f\x7f]' "$1" | wc -l
}

@test "tags, bidirectional controls, zero-width and private-use characters are findings" {
    poisoned
    schemac 1 fingerprint listing.json
    err_count 6 "[D1001]"
    err_has 'listing.json:1:23: error: tool "t\u{202e}\u{e0041}\u{200b}\u{e000}\u{ad}\u{1b}[2J": /name has \u{202e}, a bidirectional control [D1001]'
    err_has '/title has \u{202e}, a bidirectional control'
    err_has 'the name of /inputSchema/properties/p\u{202e}\u{e0041}\u{200b}\u{e000}\u{ad}\u{1b}[2J has \u{202e}'
    err_has '/inputSchema/properties/p\u{202e}\u{e0041}\u{200b}\u{e000}\u{ad}\u{1b}[2J/const has \u{202e}'
    err_has 'note: what is hidden there reads "A"'
    err_has 'note: 6 such characters are in this text'
    err_has '--allow-concealed'
}

@test "what tags and variation selectors spell is told" {
    printf '[{"name": "a", "description": "Adds.\xf3\xa0\x81\x93 it \xf3\xa0\x81\xa5\xf3\xa0\x81\xae\xf3\xa0\x81\xa4", "inputSchema": {"a": 1}}]' >a.json
    schemac 1 fingerprint a.json
    err_has 'a.json:1:37: error: tool "a": /description has \u{e0053}, a tag character [D1001]'
    err_has 'note: what is hidden there reads "Send"'
    err_has 'hint: it is real text only in the flag of a region'
}

@test "each kind is named" {
    local kind
    while IFS='=' read -r escape kind; do
        printf '[{"name": "a", "description": "x%s", "inputSchema": {"a": 1}}]' "$escape" >a.json
        schemac 1 fingerprint a.json
        err_has ", $kind [D1001]"
    done <<'END'
\u061c=a bidirectional control
\u2066=a bidirectional control
\u200d=a zero-width character
\ufeff=a zero-width character
\u180e=a zero-width character
\udb80\udc00=a private-use character
\ufe0f\ufe0e=a variation selector
\udb40\udd00=a variation selector
\u0000=a control character
\u009b=a control character
\u00ad=a character that does not show
\u2028=a character that does not show
END
}

@test "what is seen is no finding" {
    cat >a.json <<'END'
[{"name": "a", "description": "two\nlines\tand a tab\r\n, ❤️, é, 漢字, עברית", "inputSchema": {"a": "1\ufe0f"}}]
END
    schemac 0 fingerprint a.json
    no_stderr
}

@test "--allow-concealed warns, and the digests are the same" {
    poisoned
    schemac 1 fingerprint --format json listing.json
    local digests=$output
    schemac 1 fingerprint --allow-concealed --format json listing.json # the second has no schema
    [ "$output" = "$digests" ]
    sed -i 's/"r[^"]*"/"r\\u200b", "inputSchema": {"a": 1}/' listing.json
    schemac 0 fingerprint --allow-concealed listing.json
    err_has "warning: "
    err_has "[W1001]"
    err_lacks "[D1001]"
    err_lacks "--allow-concealed"
}

@test "what the server says of itself, prompts and templates are searched" {
    cat >a.json <<'END'
{"initialize": {"serverInfo": {"name": "s"}, "instructions": "\u200b"}, "discover": {"instructions": "\u200b"},
 "pages": [{"tools": [{"name": "a", "inputSchema": {"a": 1}}]}],
 "prompts": [{"prompts": [{"name": "p", "arguments": [{"name": "\u200b"}]}]}],
 "resourceTemplates": [{"resourceTemplates": [{"name": "r", "\u200b": 1}]}]}
END
    schemac 1 fingerprint a.json
    err_has 'a.json:1:63: error: server: /instructions has'
    err_has 'a.json:1:103: error: server: /instructions has'
    err_has 'a.json:3:65: error: prompt "p": /arguments/0/name has'
    err_has 'a.json:4:62: error: resource template "r": the name of /\u{200b} has'
}

@test "of many texts 100 are told, and how many more there are" {
    {
        printf '[{"name": "a", "inputSchema": {"enum": ["'
        printf 'x\\u200b%.0s", "' {1..299}
        printf '\\u200b"]}}]'
    } >a.json
    schemac 1 fingerprint a.json
    err_count 101 "[D1001]"
    err_has "200 more texts have concealed characters"
}

@test "no form of a report has concealed characters as they are" {
    poisoned
    mkdir "d$concealed"
    cp listing.json "d$concealed/l$concealed.json"
    for format in text json sarif junit github gitlab markdown; do
        "$SCHEMAC" fingerprint --format $format "d$concealed/l$concealed.json" >out 2>err || [ $? -eq 1 ]
        [ -s err ] || fail "$format: nothing is reported"
        [ "$(raw_count err)" -eq 0 ] || { cat -v err; fail "$format: concealed characters in the report"; }
        [ "$(raw_count out)" -eq 0 ] || { cat -v out; fail "$format: concealed characters in the result"; }
        grep -q '\\u{202e}' err || fail "$format: they do not show"
    done
    [ "$(raw_count listing.json)" -gt 5 ] # it does find them
}

@test "nor has a lock, nor a comparison with one" {
    echo '{"serverInfo": {"name": "s"}}' >opening.json
    echo '[{"name": "a", "description": "d", "inputSchema": {"type": "object"}}]' >listing.json
    schemac 0 fingerprint --lock before opening.json listing.json
    poisoned
    sed -i "s/\"r$concealed\"/\"a\", \"description\": \"$concealed\", \"inputSchema\": {\"$concealed\": 1}/" listing.json
    schemac 0 fingerprint --allow-concealed --lock after opening.json listing.json
    [ "$(raw_count after)" -eq 0 ] || { cat -v after; fail "concealed characters in the lock"; }
    grep -q 'u202e' after
    for format in text json sarif junit github gitlab markdown; do
        "$SCHEMAC" fingerprint --check --lock before --format $format opening.json listing.json >out 2>err || [ $? -eq 1 ]
        cat out >>err
        grep -q '\\u{202e}' err || fail "$format: they do not show"
        [ "$(raw_count err)" -eq 0 ] || { cat -v err; fail "$format: concealed characters in the report"; }
    done
}

@test "forms for programs keep names as they are, escaped" {
    need jq
    poisoned
    "$SCHEMAC" fingerprint --format json listing.json >out 2>err || [ $? -eq 1 ]
    name="t$concealed"$'\e[2J'
    [ "$(jq -r '.tools[0].name' out)" = "$name" ]
    jq -e --arg p "/inputSchema/properties/p$concealed"$'\e[2J/const' 'any(.diagnostics[]; .pointer == $p)' err
    jq -e 'all(.diagnostics[]; .message | test("[\u202e\u200b\ue000\u00ad\u001b]") | not)' err
    "$SCHEMAC" fingerprint --format sarif listing.json >out 2>err || [ $? -eq 1 ]
    jq -e --arg p "/inputSchema/properties/p$concealed"$'\e[2J/const' \
        'any(.runs[0].results[].locations[].logicalLocations[]?; .fullyQualifiedName == $p)' err
}

@test "long names of members are not told again and again" {
    key=$(head -c 1000000 /dev/zero | tr '\0' k)
    { printf '[{"name": "a", "x": {"%s": [""' "$key"
        printf ', "\\u200b%s"' {1..50}
        printf ']}}]'; } >listing.json
    "$SCHEMAC" fingerprint listing.json >out 2>err || [ $? -eq 1 ]
    [ "$(wc -c <err)" -lt 4000000 ]
    grep -q '48 more texts have concealed characters \[D1001\]' err
}

@test "nothing is concealed in what real servers say" {
    need_corpus
    local file count=0
    for file in "$corpus"/mcp-servers/*.tools.json; do
        schemac 0 fingerprint "$file"
        err_lacks "1001]"
        count=$((count + ${#lines[@]} - 1))
    done
    [ "$count" -eq 267 ]
}
