#!/usr/bin/env bats
# The record of fingerprints: what generate writes into it, what check makes of one that was written
# before it had all digests or was edited by hand, and the published schema of it.
bats_require_minimum_version 1.5.0
load helper

# Makes the record one of before there were digests of content and constraints.
make_old() {
    sed -i '/"content"\|"constraints"/d' "$record"
    [ "$(grep -c sha256 "$record")" -eq 2 ]
    run ! grep -q content "$record"
}

# spoil KEY: gives the first digest of KEY in the record another first digit; line says where.
spoil() {
    line=$(grep -n "\"$1\"" "$record" | head -n 1 | cut -d : -f 1)
    sed -i "$line s/: \"[0-7]/: \"f/; t; $line s/: \"[89a-f]/: \"0/" "$record"
}

# mended: generate writes the record as it was, and nothing else.
mended() {
    age "$pet" "$owner"
    local before
    before=$(stamp "$pet" "$owner")
    schemac 0 generate
    same_files "$record" complete
    [ "$before" = "$(stamp "$pet" "$owner")" ] || fail "an artifact was touched"
    schemac 0 check
    no_output
    no_stderr
}

@test "a record of before: check says once that generate completes it" {
    project
    cp "$record" complete
    make_old
    schemac 1 check
    err_has "$record:6:32: error: the record has no digests of what the artifacts say yet [D0013]"
    err_has 'hint: run `schemac generate`'
    err_count 1 error
    mended
}

@test "a record of before still tells which side moved" {
    project
    make_old
    sed -i 's/"maxLength": 20/"maxLength": 40/' "$pet"
    schemac 1 check "$pet"
    err_has 'it was edited by hand since it was generated [D0006]'
    err_lacks D0013
}

@test "generate of one artifact leaves the others as the record has them" {
    project
    cp "$record" complete
    make_old
    schemac 0 generate "$pet"
    [ "$(grep -c '"content"' "$record")" -eq 1 ]
    schemac 0 check "$pet"
    schemac 1 check
    err_has '[D0013]'
    mended
}

@test "a digest of content or constraints that was edited: D0014 with its place" {
    project
    cp "$record" complete
    for key in content constraints; do
        spoil $key
        run ! cmp -s complete "$record"
        schemac 1 check
        err_has "$record:$line:"
        err_has "error: this is not the digest of the $key of $owner [D0014]"
        err_has 'hint: run `schemac generate`'
        err_count 1 error
        schemac 0 check "$pet"
        mended
    done
}

@test "a digest of bytes that was edited: the record is not that of the file" {
    project
    cp "$record" complete
    spoil sha256
    schemac 1 check
    err_has "$owner: error: "
    err_has '[D0007]'
    err_count 1 error
    mended
}

@test "the digests of two artifacts exchanged, as a merge may leave them" {
    project
    cp "$record" complete
    first=$(grep '"content"' "$record" | head -n 1 | cut -d '"' -f 4)
    second=$(grep '"content"' "$record" | tail -n 1 | cut -d '"' -f 4)
    [ "$first" != "$second" ]
    sed -i "s/$first/X/; s/$second/$first/; s/X/$second/" "$record"
    schemac 1 check
    err_has "of the content of $owner [D0014]"
    err_has "of the content of $pet [D0014]"
    err_count 2 error
    mended
}

@test "an artifact listed twice: the record is damaged" {
    project
    cp "$record" complete
    sed -i 's,schemas/owner,schemas/pet,' "$record"
    schemac 1 check
    err_has "$record:8:5: error: the record is damaged: "
    err_has '[D0008]'
    mended
}

@test "what is staged: a record of before, and an edited one" {
    use_git
    git init -q
    project
    cp "$record" complete
    make_old
    git add -A
    cp complete "$record"
    schemac 1 check --index
    err_has '[D0013]'
    err_has 'hint: run `schemac generate`, then `git add` what it wrote'
    spoil content
    git add -A
    cp complete "$record"
    schemac 1 check --index
    err_has '[D0014]'
    git add -A
    schemac 0 check --index
}

@test "form alone does not change what the artifacts say" {
    project
    cp "$record" complete
    sed -i 's/    style: go/    style: exact/' schemac.yaml
    schemac 0 generate
    run diff complete "$record"
    [ "$(grep -c '^[<>].*sha256' <<<"$output")" -eq 2 ] || fail "the bytes are the same"
    [ "$(grep -c '^[<>]' <<<"$output")" -eq 2 ] || fail "more has changed than the bytes"
}

@test "annotations alone do not change the constraints" {
    project
    cp "$record" complete
    sed -i 's/a <person>/a keeper/' openapi/openapi.yaml
    schemac 0 generate
    run diff complete "$record"
    [ "$(grep -c '^[<>].*content' <<<"$output")" -eq 4 ] || fail "the content is the same"
    [ "$(grep -c '^[<>].*constraints' <<<"$output")" -eq 0 ] || fail "the constraints have changed"
}

@test "what is written is what the published schema takes" {
    project
    schemac 0 validate --schema "$project/schemas/fingerprints.schema.json" "$record" \
        "$project/schemas/fingerprints.json"
    make_old
    schemac 0 validate --schema "$project/schemas/fingerprints.schema.json" "$record"
}

@test "check takes of a record what the published schema takes" {
    project
    for file in "$project"/tests/examples/fingerprints/invalid/*.json; do
        cp "$file" "$record"
        schemac 1 check
        err_has "$record:"
        err_has 'error: the record is damaged: '
        err_has '[D0008]'
        err_count 1 error
    done
    for file in "$project"/tests/examples/fingerprints/valid/*.json; do
        cp "$file" "$record"
        schemac 1 check
        err_lacks '[D0008]'
    done
}
