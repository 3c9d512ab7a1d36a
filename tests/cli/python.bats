#!/usr/bin/env bats
# Python's json and hashlib agree with the program on contracts and numbers made by chance.
bats_require_minimum_version 1.5.0
load helper

# agree WHAT COUNT: python-contracts.py finds no difference in that many.
agree() {
    need python3
    local seed=7
    if [ -n "${NIGHTLY-}" ]; then seed=$(date +%s); fi
    run python3 "$BATS_TEST_DIRNAME/python-contracts.py" "$1" "$SCHEMAC" "$seed" "$2"
    [ "$status" -eq 0 ] || fail "seed $seed"
    echo "# seed $seed: $output" >&3
    out_has "$2 "
}

@test "contracts have the digests that Python gives them" {
    local count=1000
    if [ -n "${NIGHTLY-}" ]; then count=20000; fi
    agree contracts "$count"
}

@test "numbers are written as Python writes them" {
    local count=20000
    if [ -n "${NIGHTLY-}" ]; then count=200000; fi
    agree doubles "$count"
}
