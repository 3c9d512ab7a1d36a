#!/usr/bin/env bats
#
# Is the oracle (tests/oracle) right, which says whether translations keep the meaning? Its own cases
# are a program of `make test`, as are the rows of translations; here stands what others say.

bats_require_minimum_version 1.5.0
load helper
load npm/tools

oracle=$(dirname "$SCHEMAC")/tests/oracle
sources=$project/tests/oracle

setup_file() {
    prepare_tools
}

# answers LINE...: what the oracle says of questions, one a line.
answers() {
    run --separate-stderr "$oracle/oracle" < <(printf '%s\n' "$@")
    [ "$status" -eq 0 ] || fail "oracle: status $status"
    no_stderr
}

@test "oracle: one verdict for each line" {
    answers '{"dialect": "3.0", "schema": {"type": "string", "nullable": true}, "instance": null}' \
        '{"dialect": "3.1", "schema": {"type": "string", "nullable": true}, "instance": null}' \
        '{"dialect": "3.1", "assume": "3.0", "schema": {"type": "string", "nullable": true}, "instance": null}' \
        '{"dialect": "draft-07", "document": {"definitions": {"a": {"type": "null"}}}, "at": "/definitions/a", "instance": 1}' \
        '{"dialect": "2020-12", "schema": {"$ref": "https://o.example/"}, "documents": {"https://o.example/": {"const": 1}}, "instance": 1.0}' \
        '{"dialect": "2020-12", "schema": {"$ref": "#/nowhere"}, "instance": 1}' \
        '{"dialect": "2020-12", "schema": {"$ref": "#"}, "instance": 1}' \
        '{"dialect": "2020-12", "schema": {"type": "str"}, "instance": 1}' \
        '{"dialect": "4.0", "schema": {}, "instance": 1}' \
        'nonsense' ''
    echo "$output" >answers
    file_is answers <<'END'
true
false
true
false
true
error: there is no oracle:/document#/nowhere here
error: evaluation does not end
error: a type is none
error: this is no question
error: this is no question
error: this is no question
END
}

@test "oracle: a case that is judged otherwise is told" {
    local cases="- { rule: r, dialects: ['3.0'], schema: { type: integer }, valid: [1], invalid: [2, x] }"
    echo "$cases" >cases.yaml
    run --separate-stderr "$oracle/cases" cases.yaml
    [ "$status" -eq 1 ] || fail "status $status"
    out_has 'not ok 2 - 3.0: r'
    out_has '# invalid instance 0 is not judged so'
    echo "${cases/2, /}" >cases.yaml
    run --separate-stderr "$oracle/cases" cases.yaml
    [ "$status" -eq 0 ] || fail "status $status"
}

# suite [METASCHEMAS]: runs the JSON-Schema-Test-Suite; all that is tried must be right. Prints how
# many tests were right, and how many were left out.
suite() {
    # shellcheck disable=SC2154  # helper sets corpus
    SCHEMAC_CORPUS=$corpus "$oracle/cases" --suite "$@" >tap || { grep -v '^ok' tap; return 1; }
    awk '/^ok/ { for (i = 2; i <= NF; i++) {
             if ($i == "right,") right += $(i - 1)
             if ($i == "need") left_out += $(i - 1)
         } }
         END { print right, left_out }' tap
}

@test "oracle: the required tests of JSON-Schema-Test-Suite but for those on metaschemas" {
    need_corpus
    run suite
    [ "$status" -eq 0 ] || fail "status $status"
    [ "$output" = '4912 20' ] || fail "another number of tests"
}

@test "oracle: those on metaschemas, too" {
    need_corpus
    need_tools
    mkdir metaschemas
    node "$BATS_TEST_DIRNAME/npm/metaschemas.js" metaschemas
    run suite metaschemas
    [ "$status" -eq 0 ] || fail "status $status"
    [ "$output" = '4932 0' ] || fail "another number of tests"
}

tab=$'\t'

# listed QUESTIONS: the rows of the list for sources, or translations.
listed() {
    cut -f 1-4 "$sources/differences.txt" | grep "^${1%s}"
}

# judged QUESTIONS: writes what the list has of others that judge QUESTIONS otherwise than the oracle
# into the file listed, and what there is into found.
judged() {
    need_tools
    LC_ALL=C sort -c "$sources/differences.txt" || fail "differences.txt is not sorted"
    (cd "$project" && "$oracle/rows" "--$1") | node "$BATS_TEST_DIRNAME/npm/judges.js" |
        LC_ALL=C sort -u >found
    listed "$1" | grep -v "^[a-z]*$tab"schemac >listed
}

@test "oracle: other validators judge sources alike, but for what is listed with a reason" {
    judged sources
    same_files listed found
}

@test "oracle: and translations, too" {
    judged translations
    if [ -n "${NIGHTLY-}" ]; then
        same_files listed found
    else # not all of them are tried
        [ -z "$(LC_ALL=C comm -13 listed found)" ] || fail "not listed: $(LC_ALL=C comm -13 listed found)"
    fi
}

# judged_by_us QUESTIONS: the same of our own validator.
judged_by_us() {
    (cd "$project" && "$oracle/rows" "--$1") | "$oracle/verdicts" | LC_ALL=C sort -u >found
    listed "$1" | grep "^[a-z]*$tab"schemac >listed
}

@test "oracle: our own validator judges sources alike, but for what is listed with a reason" {
    judged_by_us sources
    same_files listed found
}

@test "oracle: and translations" {
    judged_by_us translations
    if [ -n "${NIGHTLY-}" ]; then
        same_files listed found
    else
        [ -z "$(LC_ALL=C comm -13 listed found)" ] || fail "not listed: $(LC_ALL=C comm -13 listed found)"
    fi
}
