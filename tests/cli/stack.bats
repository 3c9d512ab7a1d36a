#!/usr/bin/env bats
# The stack may be small (ulimit -s): documents as deep as they may be are read, translated, written
# and compared all the same, and what cannot be is refused. No signal ends a run.
bats_require_minimum_version 1.5.0
load helper

# deep_schema PAIRS: allOf and properties in turn, PAIRS pairs of levels below this one.
deep_schema() {
    local i open='' close=''
    for ((i = 0; i < $1; i++)); do
        if ((i % 2)); then
            open+='{"allOf": [' close="]}$close"
        else
            open+='{"properties": {"a": ' close="}}$close"
        fi
    done
    printf '%s{"type": "string", "maxLength": %d}%s' "$open" "${2-20}" "$close"
}

deep_document() {
    printf '{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {},'
    printf ' "components": {"schemas": {"Deep": %s}}}\n' "$(deep_schema "$@")"
}

# deep_block PAIRS: the same in block style.
deep_block() {
    local i space='      '
    printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\npaths: {}\ncomponents:\n  schemas:\n'
    printf '    Deep:\n'
    for ((i = 0; i < $1; i++)); do
        if ((i % 2)); then
            printf '%sallOf:\n%s-\n' "$space" "$space"
        else
            printf '%sproperties:\n%s  a:\n' "$space" "$space"
        fi
        space+='    '
    done
    printf '%stype: string\n%smaxLength: 20\n' "$space" "$space"
}

# with_stack KIB STATUS ARGUMENT...: runs the program with so much stack.
with_stack() {
    local kib=$1 expected=$2
    shift 2
    run --separate-stderr bash -c 'ulimit -s "$0" && exec "$@"' "$kib" "$SCHEMAC" "$@"
    [ "$status" -eq "$expected" ] ||
        fail "ulimit -s $kib; schemac $*: exit status $status, not $expected"
}

@test "documents of 512 levels, read and written" {
    deep_document 254 >flow.json
    deep_document 254 >flow.yaml
    deep_block 254 >block.yaml
    for file in flow.json flow.yaml block.yaml; do
        for dialect in 2020-12 draft-04; do
            schemac 0 extract "$file" --root Deep --dialect "$dialect"
            expected=$output
            for kib in 64 96 128 256 2047; do
                with_stack "$kib" 0 extract "$file" --root Deep --dialect "$dialect"
                [ "$output" = "$expected" ] || fail "$file, $dialect: another result"
            done
        done
    done
    deep_document 255 >flow.json
    deep_block 255 >block.yaml
    for file in flow.json block.yaml; do
        with_stack 64 3 extract "$file" --root Deep
        err_has "[L0101]"
    done
}

@test "what is referred to lies 500 levels deep" {
    local pointer='' i
    for ((i = 0; i < 250; i++)); do
        if ((i % 2)); then pointer+=/allOf/0; else pointer+=/properties/a; fi
    done
    deep_document 254 |
        sed "s|\"schemas\": {|&\"Top\": {\"\$ref\": \"#/components/schemas/Deep$pointer\"}, |" >deep.json
    schemac 0 extract deep.json --root Top
    expected=$output
    with_stack 64 0 extract deep.json --root Top
    [ "$output" = "$expected" ] || fail "another result"
}

@test "artifacts of 512 levels, generated and compared" {
    printf 'version: 1\nsource: api.json\nartifacts: {a.json: {root: Deep}, b.json: {root: Deep}}\n' \
        >schemac.yaml
    printf 'fingerprints: prints.json\n' >>schemac.yaml
    deep_document 253 >api.json
    with_stack 64 0 generate
    with_stack 64 0 check
    deep_document 253 30 >api.json
    with_stack 64 1 check
    err_has "the file and its source api.json differ in 1 place"
    with_stack 64 1 check --format json
    out_has '"D0006"'
}

@test "no memory for another stack: L0002" {
    if [[ $SCHEMAC == */asan/* ]] || ! (ulimit -v 1000000) 2>/dev/null; then
        skip "memory cannot be limited"
    fi
    local kib ended=127
    for ((kib = 4000; kib < 40000 && ended != 3; kib += 500)); do
        ended=0
        bash -c 'ulimit -s 64 && ulimit -v "$0" && exec "$1" version' "$kib" "$SCHEMAC" || ended=$?
        # The program does not load, has no memory for anything, has none for a stack.
        [ "$ended" -eq 127 ] || [ "$ended" -eq 70 ] || [ "$ended" -eq 3 ] ||
            fail "with $kib KiB of memory: exit status $ended"
    done
    kib=$((kib - 500))
    run --separate-stderr bash -c 'ulimit -s 64 && ulimit -v "$0" && exec "$1" version' "$kib" "$SCHEMAC"
    [ "$status" -eq 3 ]
    no_output
    err_has "error: the stack is too small, and there is no memory for another [L0002]"
}

@test "artifacts that refer to each other in a long chain, and in a ring" {
    printf '%s\n' 'openapi: 3.1.0' 'components: {schemas: {A: {type: string}}}' >api.yaml
    {
        printf '%s\n' 'version: 1' 'source: api.yaml' 'defaults: {root: A}' 'artifacts:'
        for ((i = 0; i < 5000; i++)); do
            printf '  %d.json: {id: "https://x.example/%d", refer: [%d.json]}\n' $i $i $((i + 1))
        done
        echo '  5000.json: {id: "https://x.example/5000"}'
    } >schemac.yaml
    with_stack 2048 0 generate --depfile deps 0.json 4999.json
    [ "$(head -n 6 deps)" = $'0.json: \\\n  api.yaml \\\n  schemac.yaml\n4999.json: \\\n  api.yaml \\\n  schemac.yaml' ] || fail "$(<deps)"
    with_stack 2048 0 check --depfile deps 0.json 4999.json
    [ "$(head -n 5 deps)" = $'deps: \\\n  api.yaml \\\n  schemac.yaml \\\n  0.json \\\n  4999.json' ] || fail "$(<deps)"
    sed -i '$s/}/, refer: [0.json]}/' schemac.yaml
    with_stack 2048 2 check
    err_has ':5005:3: error: refer: 0.json refers back to this one [E0607]'
}
