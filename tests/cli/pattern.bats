#!/usr/bin/env bats
#
# Are patterns (src/validate/pattern.h) what V8 takes them for? tests/unit/validate_pattern.c has rows
# of our own; here are patterns made by chance, other ones each night.

bats_require_minimum_version 1.5.0
load helper

need_node() {
    need node
    [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || skip "node is too old"
}

# compare SEED [OPTION]: all patterns of a seed are judged as V8 judges them.
compare() {
    need_node
    local pairs=4000
    if [ -n "${NIGHTLY-}" ]; then pairs=100000; fi
    # shellcheck disable=SC2154  # the helper sets project
    run node "$project/tests/pattern/compare.js" "$(dirname "$SCHEMAC")/tests/pattern/judge" \
        --seed "$1" --pairs "$pairs" "${@:2}"
    echo "# ${lines[-1]}" >&3 # the seed
    [ "$status" -eq 0 ] || fail "judged differently"
}

# seed: the same in each run, but at night.
seed() {
    if [ -n "${NIGHTLY-}" ]; then date +%s; else echo 1; fi
}

@test "pattern: patterns without references are what V8 says" {
    compare "$(seed)"
}

@test "pattern: patterns with references are, too" {
    compare "$(seed)" --references
}

@test "pattern: the comparison finds what is judged differently" {
    need_node
    printf '#!/bin/sh\ncat >/dev/null\nyes "fine 00000000"\n' >liar
    chmod +x liar
    run node "$project/tests/pattern/compare.js" ./liar --seed 1 --pairs 80
    [ "$status" -eq 1 ] || fail "status $status"
}
