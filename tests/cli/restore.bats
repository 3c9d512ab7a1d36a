#!/usr/bin/env bats
#
# restore: where fragments are read from, what is refused, and that nothing is written then.

bats_require_minimum_version 1.5.0
load helper

# A disclosure of three fragments: the folder out, out.jsonl, and the manifest as chosen.json.
setup() {
    enter_work_folder
    {
        printf '{"name": "b", "outputSchema": true, "inputSchema": {"description": "'
        head -c 9000 /dev/zero | tr '\0' a
        printf '"}}'
    } | sed 's/true/{}/' >tool.json
    echo source >source.txt
    "$SCHEMAC" disclose --operation a --alias b --source source.txt tool.json -o out
    "$SCHEMAC" disclose --operation a --alias b --source source.txt tool.json -o out.jsonl \
        --manifest chosen.json
    echo old >document
}

# refused CLASS CODE ARGUMENT...: what restore must say first; nothing is written.
refused() {
    local class=$1 code=$2
    shift 2
    schemac 1 restore --select chosen.json "$@" -o document
    no_output
    err_has "error: $class: "
    err_has "[$code]"
    err_count 1 'error:'
    [ "$(cat document)" = old ] || fail "something was written"
}

@test "from a folder, from files in their order, from lines, from standard input" {
    schemac 0 restore --select chosen.json out
    no_stderr
    printf '%s' "$output" >expected
    grep -q '^{"inputSchema":{"description":"a*"},"outputSchema":{}}$' expected || fail "another document"
    schemac 0 restore --select chosen.json out/fragment-00000.json out/fragment-00001.json \
        out/fragment-00002.json -o document
    no_output
    same_files document expected
    schemac 0 restore --select chosen.json out.jsonl -o document
    same_files document expected
    schemac 0 restore --select chosen.json - -o document <out.jsonl
    same_files document expected
    head -n 1 out.jsonl >first.jsonl
    tail -n +2 out.jsonl >rest.ndjson
    schemac 0 restore --select chosen.json first.jsonl rest.ndjson
    schemac 0 restore --select - out.jsonl <chosen.json
}

@test "the manifest in a folder is not used" {
    echo broken >out/manifest.json
    schemac 0 restore --select chosen.json out
    schemac 2 restore --select out/manifest.json out
}

@test "a folder with all fragments in one file, as generate writes it" {
    mkdir lines
    cp out.jsonl lines/fragments.jsonl
    cp chosen.json lines/manifest.json
    schemac 0 restore --select chosen.json lines -o document
    schemac 0 restore --select chosen.json out
    printf '%s' "$output" >expected
    same_files document expected
}

@test "malformed" {
    sed '3s/"version":1/"version":1.0/' out.jsonl >bad.jsonl
    refused malformed D1101 bad.jsonl
    err_has 'bad.jsonl:3:12: error: malformed: "version" has to be an integer, not 1.0'
    sed '2s/"index":1/"index":"1"/' out.jsonl >bad.jsonl
    refused malformed D1101 bad.jsonl
    sed '2s/"index"/"Index"/' out.jsonl >bad.jsonl
    refused malformed D1101 bad.jsonl
    echo '[]' >bad.json
    refused malformed D1101 bad.json
    sed -i 's/"fragment_count": 3/"fragment_count": "3"/' chosen.json
    refused malformed D1101 out.jsonl
    err_has 'chosen.json:10:21: error: malformed: "fragment_count" has to be an integer, not a string'
}

@test "index, too large, mixed, incomplete, reordered, corrupt" {
    sed '3s/"index":2/"index":3/' out.jsonl >bad.jsonl
    refused index D1102 bad.jsonl
    err_has 'bad.jsonl:3:'
    sed '1s/"text":"/&a/' out.jsonl >bad.jsonl
    refused 'too large' D1103 bad.jsonl
    sed '2s/"source_sha256":"....../"source_sha256":"000000/' out.jsonl >bad.jsonl
    refused mixed D1104 bad.jsonl
    err_has '"source_sha256" is not that of the selected manifest'
    refused incomplete D1105 out/fragment-00000.json
    err_has 'chosen.json:10:21: error: incomplete: there is 1 fragment of 3'
    refused incomplete D1105
    refused incomplete D1105 out.jsonl out/fragment-00002.json
    refused reordered D1106 out/fragment-0000{1,0,2}.json
    refused reordered D1106 out/fragment-0000{0,0,2}.json
    sed '3s/aaa/aab/' out.jsonl >bad.jsonl
    refused corrupt D1107 bad.jsonl
    err_has 'bad.jsonl:3:'
}

@test "of several the first class counts, whichever fragment has it" {
    sed '1s/aaa/aab/; 2s/"source_sha256":"....../"source_sha256":"000000/; 3s/"index":2/"index":9/' \
        out.jsonl >bad.jsonl
    refused index D1102 bad.jsonl
    sed '3s/"version":1/"version":2/' bad.jsonl >worse.jsonl
    refused malformed D1101 worse.jsonl
}

@test "an older manifest, and another tool's" {
    sed -i 's/Schema": {}/Schema": {"type": "object"}/' tool.json
    schemac 0 disclose --operation a --alias b --source source.txt tool.json -o newer
    refused mixed D1104 newer
    schemac 0 disclose --operation a --alias c --source source.txt tool.json -o other
    refused mixed D1104 other
}

@test "what cannot be read is no verdict" {
    schemac 2 restore --select chosen.json nowhere.json
    err_has 'nowhere.json: error: cannot read the file: No such file or directory [E0002]'
    sed '2s/{/[/' out.jsonl >bad.jsonl
    schemac 2 restore --select chosen.json bad.jsonl -o document
    err_has 'bad.jsonl:2:'
    err_has '[E0301]'
    [ "$(cat document)" = old ] || fail "something was written"
    sed '2s/{/{"version":1,/' out.jsonl >bad.jsonl
    schemac 2 restore --select chosen.json bad.jsonl
    err_has '"version" stands twice'
    schemac 2 restore --select nowhere.json out
    err_has 'nowhere.json: error:'
    mkdir empty
    schemac 1 restore --select chosen.json empty
    err_has 'error: incomplete: there are 0 fragments of 3'
}

@test "a manifest in place of a fragment, and the reverse" {
    refused malformed D1101 out/manifest.json out/fragment-00000.json
    err_has 'out/manifest.json:1:1: error: malformed: the fragment has no "index" [D1101]'
    err_has 'hint: this is a manifest, such as --select names'
    schemac 1 restore --select out/fragment-00000.json out
    err_has 'error: malformed: a manifest has no member "index" [D1101]'
    err_has 'hint: this is a fragment: name the manifest that it repeats'
    sed 's/"index": 0/"other": 0/; s/"index":0/"other":0/' out/fragment-00000.json >part.json
    refused malformed D1101 part.json
    err_has 'hint: the format is closed: take it out'
}

@test "the command line" {
    schemac 2 restore out
    err_has 'restore needs --select, the manifest that was chosen [E0001]'
    schemac 2 restore --select - -
    err_has 'standard input is named more than once'
    schemac 2 restore --select chosen.json out.jsonl -o out.jsonl
    err_has 'out.jsonl is a fragment'
    schemac 2 restore --select chosen.json out.jsonl -o chosen.json
    err_has 'chosen.json is the manifest'
}

@test "standard output that cannot be written" {
    run --separate-stderr bash -c "'$SCHEMAC' restore --select chosen.json out >/dev/full"
    [ "$status" -eq 2 ] || fail "status $status"
}

@test "the example that help shows" {
    # shellcheck disable=SC2154  # helper sets project
    local example=$project/tests/examples/disclosure/weather tool=$project/tests/examples/tools/weather.json
    schemac 0 restore --select "$example.manifest.json" "$example.jsonl"
    schemac 0 disclose --operation weather.now --alias current_weather --source "$tool" "$tool" -o new.jsonl
    same_files new.jsonl "$example.jsonl"
    same_files new.manifest.json "$example.manifest.json"
}

@test "nothing is read behind a fragment that is malformed: an endless stream ends" {
    run --separate-stderr bash -c 'yes "{}" | timeout 20 "$0" restore --select chosen.json -' "$SCHEMAC"
    [ "$status" -eq 1 ] || fail "exit status $status"
    err_has 'malformed'
    err_has '<stdin>:1:1'
}
