#!/usr/bin/env bats
#
# Random schemas and instances, judged by our validator and by others (npm/pairs.js).

bats_require_minimum_version 1.5.0
load helper
load npm/tools

setup_file() {
    prepare_tools
}

@test "pairs: other validators judge random pairs alike, but for what is listed with a reason" {
    # shellcheck disable=SC2154  # helper sets project
    local list=$project/tests/oracle/pairs.txt seed=1 count=15
    need_tools
    if [ -n "${NIGHTLY-}" ]; then seed=$(date +%s) count=300; fi
    echo "# seed $seed, $count schemas of each dialect" >&3
    LC_ALL=C sort -c "$list" || fail "pairs.txt is not sorted"
    run --separate-stderr node "$BATS_TEST_DIRNAME/npm/pairs.js" \
        "$(dirname "$SCHEMAC")/tests/oracle/verdicts" "$seed" "$count"
    [ "$status" -eq 0 ] || fail "status $status: $stderr"
    LC_ALL=C sort <<<"$output" >"$BATS_TEST_TMPDIR/found"
    cut -f 1-2 "$list" >"$BATS_TEST_TMPDIR/listed"
    run -0 env LC_ALL=C comm -13 "$BATS_TEST_TMPDIR/listed" "$BATS_TEST_TMPDIR/found"
    [ -z "$output" ] || fail "seed $seed: not listed: $output"
}
