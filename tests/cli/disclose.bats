#!/usr/bin/env bats
#
# disclose: what is written, what is refused, and that nothing is left half.

bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    cat >tools.json <<'END'
{"tools": [
  {"name": "read_forecast",
   "inputSchema": {"type": "object", "properties": {"place": {"type": "string", "default": "Ulm"}}}},
  {"name": "odd", "inputSchema": [], "outputSchema": false},
  {"name": "twice", "inputSchema": {}},
  {"name": "twice", "inputSchema": {"type": "object"}}
]}
END
    printf 'source-v1' >source.txt
}

# disclose STATUS OPTION...: the tool read_forecast, or what the options say.
disclose() {
    local expected=$1
    shift
    schemac "$expected" disclose --operation forecast.read --alias read_forecast --source source.txt \
        tools.json "$@"
}

# long_tool BYTES: tool.json, whose document has so many bytes.
long_tool() {
    {
        printf '{"name": "long", "inputSchema": {"description": "'
        head -c $(($1 - 52)) /dev/zero | tr '\0' a
        printf '"}, "outputSchema": {}}'
    } >tool.json
}

@test "a folder with the manifest and a file for each fragment" {
    disclose 0 -o out
    no_output
    no_stderr
    [ "$(ls -A out)" = $'fragment-00000.json\nmanifest.json' ] || fail "other files: $(ls -A out)"
    file_is out/manifest.json <<'END'
{
  "version": 1,
  "operation": "forecast.read",
  "alias": "read_forecast",
  "source_sha256": "88850a88f6a356b5eb4e4be1fa2ccc95de2733368c80d5756c24b2853280cdd8",
  "schema_sha256": "23e0ae0af332729a1df7130c05a6b1eca2ed8094c2c97eab89a78bd0bebba116",
  "schema_bytes": 110,
  "input_schema_sha256": "2a874cd8ae05a25aee6a54731b1555b45d511e1d2ce1b78111a765d68d4b3947",
  "output_schema_sha256": "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
  "fragment_count": 1,
  "manifest_uri": "schema://forecast.read/read_forecast/manifest",
  "fragment_uri_template": "schema://forecast.read/read_forecast/fragments/{index}"
}
END
    [ "$(wc -l <out/fragment-00000.json)" -eq 1 ] || fail "a fragment is one line"
    schemac 0 restore --select out/manifest.json out
    [ "$output" = '{"inputSchema":{"properties":{"place":{"default":"Ulm","type":"string"}},"type":"object"},"outputSchema":null}' ] || fail "it comes back as something else"
}

@test "a file with a fragment a line, and the manifest beside it" {
    disclose 0 -o out.jsonl
    disclose 0 -o folder
    same_files out.jsonl folder/fragment-00000.json
    same_files out.manifest.json folder/manifest.json
    disclose 0 -o out.jsonl --manifest elsewhere.json
    same_files elsewhere.json folder/manifest.json
    disclose 0 -o - --manifest again.json
    printf '%s\n' "$output" >stream
    same_files stream out.jsonl
    same_files again.json elsewhere.json
    no_drafts
}

@test "many fragments: their order is that of their names" {
    long_tool 100000
    schemac 0 disclose --operation a --alias b --source source.txt tool.json -o out
    [ "$(find out -name 'fragment-*' | wc -l)" -eq 25 ] || fail "there are not 25 fragments"
    schemac 0 restore --select out/manifest.json out -o document
    [ "$(wc -c <document)" -eq 100000 ] || fail "the document is another"
    schemac 0 disclose --operation a --alias b --source source.txt tool.json -o out.jsonl
    cat out/fragment-* >all
    same_files all out.jsonl
}

@test "exactly 16 MiB, and a byte more" {
    enter_memory_folder
    printf x >source.txt
    long_tool 16777216
    schemac 0 disclose --operation a --alias b --source source.txt tool.json -o out.jsonl
    [ "$(wc -l <out.jsonl)" -eq 4096 ] || fail "there are not 4,096 fragments"
    schemac 0 restore --select out.manifest.json out.jsonl -o document
    [ "$(wc -c <document)" -eq 16777216 ] || fail "the document is another"
    long_tool 16777217
    schemac 1 disclose --operation a --alias b --source source.txt tool.json -o more
    err_has 'tool.json:1:33: error: the document of both schemas is longer than 16777216 bytes [D1112]'
    [ ! -e more ] || fail "something was written"
}

@test "the tool: a descriptor by itself, or one of a list by its name" {
    echo '{"name": "a", "inputSchema": {"type": "object"}}' >tool.json
    schemac 0 disclose --operation x --alias y --source source.txt tool.json -o out
    schemac 2 disclose --operation x --alias y --name b --source source.txt tool.json -o out
    err_has 'tool.json: error: there is no tool "b" here [E1105]'
    disclose 0 --name read_forecast -o out
    disclose 2 --name read_forcast -o out
    err_has 'did you mean "read_forecast"?'
    disclose 2 --name other_thing -o out
    err_has 'hint: --name says which tool is meant'
    disclose 2 --name twice -o out
    err_has 'tools.json:6:3: error: 2 tools are called "twice" [E1105]'
    disclose 2 --name odd -o out
    err_has 'tools.json:4:34: error: the input schema is an array, not an object [E1102]'
    err_has 'tools.json:4:54: error: the output schema is a boolean, not an object [E1102]'
    echo '{"name": "a", "inputSchema": null}' >tool.json
    schemac 2 disclose --operation x --alias y --source source.txt tool.json -o out
    err_has 'tool.json:1:30: error: the input schema is null, not an object [E1102]'
}

@test "a number beyond double precision, NaN, a lone surrogate" {
    printf '{"name": "a", "inputSchema": {"maximum":\n 1e400}}' >tool.json
    schemac 1 disclose --operation x --alias y --source source.txt tool.json -o out
    err_has 'tool.json:2:2: error: the number 1e400 cannot be disclosed'
    err_has '[D1111]'
    printf '{"name": "a", "inputSchema": {"maximum": NaN}}' >tool.json
    schemac 2 disclose --operation x --alias y --source source.txt tool.json -o out
    err_has '[E0301]'
    printf '{"name": "a", "inputSchema": {"title": "\\ud800"}}' >tool.json
    schemac 2 disclose --operation x --alias y --source source.txt tool.json -o out
    err_has 'tool.json:1:'
    [ ! -e out ] || fail "something was written"
}

@test "names: bounds, URIs, their prefix" {
    schemac 2 disclose --operation '' --alias "$(printf '%01025d' 0)" --source source.txt tools.json \
        --name read_forecast -o out
    err_has 'error: the operation is empty [E1101]'
    err_has 'error: the alias has more than 1024 characters [E1101]'
    disclose 2 --uri-prefix 'no prefix' -o out
    err_has 'error: no URI begins with the prefix "no prefix" [E1101]'
    schemac 0 disclose --operation 'a/b c' --alias 'é%' --source source.txt tools.json \
        --name read_forecast --uri-prefix https://host.example/ -o out
    grep -q '"manifest_uri": "https://host.example/a%2Fb%20c/%C3%A9%25/manifest"' out/manifest.json
    schemac 1 restore --select out/manifest.json out
    err_has 'error: malformed: "manifest_uri" is not the URI'
    schemac 0 restore --uri-prefix https://host.example/ --select out/manifest.json out
    local long
    long=$(printf 'é%.0s' {1..1024})
    schemac 1 disclose --operation "$long" --alias "$long" --source source.txt tools.json \
        --name read_forecast --uri-prefix "x:$(printf '%010000d' 0)" -o more
    err_has '32768 may be [D1113]'
    [ ! -e more ] || fail "something was written"
}

@test "the source: bytes as they are, or their digest" {
    disclose 0 -o out
    schemac 0 disclose --operation forecast.read --alias read_forecast tools.json -o again \
        --source-sha256 88850a88f6a356b5eb4e4be1fa2ccc95de2733368c80d5756c24b2853280cdd8
    same_files out/manifest.json again/manifest.json
    disclose 2 --source-sha256 "$(printf '%064d' 0)" -o more
    err_has 'source.txt: error: the source does not have the digest of --source-sha256 [E1103]'
    err_has 'it has 88850a88f6a356b5eb4e4be1fa2ccc95de2733368c80d5756c24b2853280cdd8'
    disclose 2 --source-sha256 88850A -o more
    err_has '--source-sha256 takes 64 hexadecimal digits in lower case [E1103]'
    schemac 2 disclose --operation a --alias b --source nowhere tools.json -o more
    err_has 'nowhere: error: cannot read the file: No such file or directory [E0002]'
    head -c 70000000 /dev/zero >large
    schemac 0 disclose --operation a --alias b --name read_forecast --source large tools.json -o out
    grep -q "\"source_sha256\": \"$(sha256sum large | cut -d ' ' -f 1)\"" out/manifest.json
}

@test "a folder with something else, a file, a folder that is not there" {
    mkdir out
    echo mine >out/notes.txt
    disclose 2 -o out
    err_has 'out: error: the folder holds out/notes.txt, which is not of a disclosure [E1104]'
    [ "$(ls -A out)" = notes.txt ] || fail "the folder was changed"
    disclose 2 -o source.txt
    err_has 'is the source'
    echo >file
    disclose 2 -o file
    err_has 'file: error: cannot write the folder: Not a directory [E0003]'
    disclose 2 -o nowhere/out
    err_has 'nowhere/out: error: cannot write the folder: No such file or directory [E0003]'
    mkdir empty
    disclose 0 -o empty/
    [ -e empty/manifest.json ] || fail "an empty folder is replaced"
}

@test "what was written stays when the next run fails, and goes when it does not" {
    long_tool 20000
    schemac 0 disclose --operation a --alias b --source source.txt tool.json -o out
    cp -R out before
    long_tool 16777217
    schemac 1 disclose --operation a --alias b --source source.txt tool.json -o out
    diff -r before out || fail "the folder was changed"
    disclose 0 -o out
    [ "$(ls -A out)" = $'fragment-00000.json\nmanifest.json' ] || fail "old fragments stay"
    [ -z "$(find . -name '.out*')" ] || fail "something is left beside the folder"
}

@test "the command line" {
    schemac 2 disclose tools.json -o out
    err_has 'disclose needs --operation and --alias [E0001]'
    schemac 2 disclose --operation a --alias b tools.json -o out
    err_has 'disclose needs --source, or --source-sha256 [E0001]'
    disclose 2
    err_has 'disclose needs --output, a folder or a file called .jsonl [E0001]'
    disclose 2 -o out.json
    err_has 'fragments are many documents: --output is a folder, or a file called .jsonl, not .json [E0001]'
    [ ! -e out.json ]
    disclose 2 -o out --manifest m.json
    err_has 'a folder has a manifest.json of its own [E0001]'
    disclose 2 -o -
    err_has '--manifest has to say where the manifest goes [E0001]'
    disclose 2 -o out.jsonl --manifest tools.json
    err_has 'is the tool itself'
    disclose 2 -o out.jsonl --manifest out.jsonl
    err_has 'is the file of fragments'
}
