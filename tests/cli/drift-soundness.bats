#!/usr/bin/env bats
#
# Is what src/drift says of two schemas true? Instances say (tests/oracle/drift.c).

bats_require_minimum_version 1.5.0
load helper

# shellcheck disable=SC2154  # helper sets SCHEMAC
drift=$(dirname "$SCHEMAC")/tests/oracle/drift

@test "drift soundness: no instance contradicts what is said of random pairs of schemas" {
    local seed=1 pairs=500
    if [ -n "${NIGHTLY-}" ]; then seed=$(date +%s) pairs=20000; fi
    # The sanitizers take ten times as long.
    if [ -n "${NIGHTLY-}" ] && [[ $SCHEMAC == */asan/* ]]; then pairs=4000; fi
    echo "# seed $seed, $pairs pairs" >&3
    run --separate-stderr "$drift" --seed "$seed" --pairs "$pairs"
    [ "$status" -eq 0 ] || fail "status $status"
    no_stderr
    sed -n '/^ok/s/^/# /p' <<<"$output" >&3
}

@test "drift soundness: one pair by its number, two schemas by their files" {
    run -0 --separate-stderr "$drift" --seed 1 --pair 3
    out_has 'seed 1, pair 3, draft-07'
    echo '{"type": "string", "maxLength": 4}' >old.json
    echo '{"type": "string", "maxLength": 5}' >new.json
    run -0 --separate-stderr "$drift" old.json new.json
    out_has 'writers: safe'
    out_has 'readers: breaks'
    run -2 --separate-stderr "$drift" --pairs none
    run -2 --separate-stderr "$drift" old.json
}
