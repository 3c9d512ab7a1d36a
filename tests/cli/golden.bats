#!/usr/bin/env bats
# Whole outputs, byte for byte: each folder of tests/golden is a case. Its `cmd` is run by sh in a
# copy of its folder `in`, when it has one; stdout, stderr and status are what must come out.
# `make golden` (GOLDEN_WRITE=1) writes these three anew, for the difference to be reviewed.
bats_require_minimum_version 1.5.0
load helper

golden=$project/tests/golden

# run_case CASE: leaves stdout, stderr and status in the current folder.
run_case() {
    mkdir work bin
    ln -s "$SCHEMAC" bin/schemac
    if [ -d "$golden/$1/in" ]; then cp -R "$golden/$1/in/." work; fi
    local code=0
    (cd work && PATH=$PWD/../bin:$PATH sh "$golden/$1/cmd") >stdout 2>stderr || code=$?
    echo "$code" >status
}

# judge_case CASE: compares the three, or writes them.
judge_case() {
    local file
    for file in stdout stderr status; do
        if [ -n "${GOLDEN_WRITE-}" ]; then
            cp "$file" "$golden/$1/$file"
        else
            diff -u "$golden/$1/$file" "$file" || return 1
        fi
    done
}

@test "each case gives what it must" {
    local failed=0 count=0 folder name
    for folder in "$golden"/*/; do
        name=$(basename "$folder")
        rm -rf work bin stdout stderr status
        run_case "$name"
        judge_case "$name" || { echo "-- case $name differs"; failed=$((failed + 1)); }
        count=$((count + 1))
    done
    [ "$count" -gt 0 ]
    [ "$failed" -eq 0 ] || fail "$failed of $count cases differ; make golden writes them anew"
}

@test "each case says what it is for" {
    for folder in "$golden"/*/; do
        head -n 1 "$folder/cmd" | grep -q '^# ' || fail "$folder/cmd has no comment"
    done
}
