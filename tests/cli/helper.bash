# helper.bash - what the tests of the program share. Each test file begins with
#
#     bats_require_minimum_version 1.5.0
#     load helper
#
# A test starts in an empty folder of its own, which goes away with it. It runs the program
# with `schemac STATUS ARGUMENT...` and looks at $output, $lines, $stderr, $stderr_lines.

# The program that is tested, and the folder of the project.
project=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
SCHEMAC=${SCHEMAC:-$project/build/release/schemac}
corpus=${SCHEMAC_CORPUS:-../shared/corpus}
case $corpus in
/*) ;;
*) corpus=$project/$corpus ;;
esac

# Output must not depend on who runs the tests; and make and prove that a test runs are no part of those
# that run the tests: they would say so, and count what fails on purpose.
unset NO_COLOR TERM COLUMNS GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES PROVE_FLAGS PERL_TEST_HARNESS_DUMP_TAP
export LC_ALL=C

# A file with a setup of its own calls this in it.
enter_work_folder() {
    mkdir -p "$BATS_TEST_TMPDIR/folder" # bats keeps files of its own beside it
    cd "$BATS_TEST_TMPDIR/folder" || return
}

# enter_memory_folder: a folder in memory, where that can be, for tests that write very much: a disk
# takes its time to sync.
enter_memory_folder() {
    if [ -w /dev/shm ]; then
        memory_folder=$(mktemp -d /dev/shm/schemac-test.XXXXXX)
        cd "$memory_folder" || return
    else
        enter_work_folder
    fi
}

setup() {
    enter_work_folder
}

# A file with a teardown of its own calls this in it.
leave_memory_folder() {
    if [ -n "${memory_folder-}" ]; then rm -rf "$memory_folder"; fi
}

teardown() {
    leave_memory_folder
}

# use_git: for tests that make repositories; those of whoever runs the tests have no say.
use_git() {
    unset GIT_COMMON_DIR GIT_PREFIX GIT_OBJECT_DIRECTORY GIT_CEILING_DIRECTORIES
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always
    export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com
    export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
}

# .ci/run fails for each skipped test whose reason is not in its list of those allowed.

# need PROGRAM: skips the test where that is not installed.
need() {
    command -v "$1" >/dev/null || skip "there is no $1"
}

# Skips the test where there is no corpus.
need_corpus() {
    if [ ! -d "$corpus" ]; then skip "no corpus"; fi
}

# need_script: skips the test where there is no script(1) that runs a command, which is util-linux's.
need_script() {
    script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "no script(1) of util-linux"
}

# on_terminal COMMAND...: runs it on a terminal; what it prints there is in $output.
on_terminal() {
    need_script
    run script -qec "$*" /dev/null </dev/null
}

# schemac STATUS ARGUMENT...: runs the program, which must end with STATUS.
schemac() {
    local expected=$1
    shift
    run --separate-stderr "$SCHEMAC" "$@"
    # shellcheck disable=SC2154  # run sets status
    if [ "$status" -ne "$expected" ]; then
        fail "schemac $*: exit status $status, not $expected"
    fi
}

# few: true for the build with sanitizers, which is ten times as slow, but at night: there a few of many
# inputs do, since the other builds try all.
few() {
    [[ $SCHEMAC == */asan/* && -z ${NIGHTLY-} ]]
}

# bounds SECONDS KILOBYTES: sets seconds and memory, for timeout and ulimit, to these; to six times as
# many seconds for builds that are not optimised, and to no bound of memory for the one with sanitizers,
# which takes terabytes of addresses.
bounds() {
    seconds=$1 memory=$2
    case $SCHEMAC in
    */asan/*) seconds=$((6 * $1)) memory=unlimited ;;
    */coverage/* | */debug/*) seconds=$((6 * $1)) ;;
    esac
}

# fail MESSAGE: ends the test, and shows what the last run printed.
fail() {
    echo "$1"
    # shellcheck disable=SC2154  # run sets output and stderr
    printf '%s\n' '-- output' "${output-}" '-- stderr' "${stderr-}"
    return 1
}

# The following look at the last run; TEXT stands anywhere, unless it says line.
out_has() {
    [[ $output == *"$1"* ]] || fail "the output lacks: $1"
}

out_lacks() {
    [[ $output != *"$1"* ]] || fail "the output has: $1"
}

err_has() {
    [[ $stderr == *"$1"* ]] || fail "standard error lacks: $1"
}

err_lacks() {
    [[ $stderr != *"$1"* ]] || fail "standard error has: $1"
}

# err_count COUNT TEXT: so many lines of standard error have TEXT.
err_count() {
    local line count=0
    # shellcheck disable=SC2154  # run sets stderr_lines
    for line in "${stderr_lines[@]}"; do
        if [[ $line == *"$2"* ]]; then count=$((count + 1)); fi
    done
    [ "$count" -eq "$1" ] || fail "$count lines of standard error, not $1, have: $2"
}

no_output() {
    [ -z "$output" ] || fail "there is output"
}

no_stderr() {
    [ -z "$stderr" ] || fail "there is text on standard error"
}

# file_is FILE <<<TEXT: FILE holds exactly what standard input does.
file_is() {
    local difference
    # shellcheck disable=SC2034  # fail shows it
    difference=$(diff -u - "$1") || fail "$1 is not as expected (-):"$'\n'"$difference"
}

# same_files A B: byte for byte.
same_files() {
    cmp -- "$1" "$2" || fail "$1 and $2 differ:"$'\n'"$(diff -u -- "$1" "$2" | head -n 20)"
}

# age FILE...: makes them old, so that stamp shows whether they are written or touched after that.
age() {
    touch -t 200102030405 -- "$@"
}

stamp() {
    ls -il -- "$@"
}

# What is made in the small project.
pet=schemas/pet.schema.json
owner=schemas/owner.schema.json
record=schemas/fingerprints.json

# small_project: a repository with one source and two artifacts, not generated yet.
small_project() {
    mkdir -p openapi
    cat >openapi/openapi.yaml <<'END'
openapi: 3.1.0
info: {title: Pets, version: "1.0"}
paths: {}
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name:
          type: string
          maxLength: 20
        owner:
          $ref: '#/components/schemas/Owner'
    Owner:
      description: 'a <person>'
      type: object
    Unused:
      type: string
END
    cat >schemac.yaml <<'END'
version: 1
source: openapi/openapi.yaml
artifacts:
  schemas/pet.schema.json:
    root: Pet
  schemas/owner.schema.json:
    root: Owner
    dialect: draft-07
    translate: false
    style: go
fingerprints: schemas/fingerprints.json
END
}

# project: the small project, generated.
project() {
    small_project
    schemac 0 generate
}

# fresh_copy DIR: what the project's own goals need. The program under test takes the place of the
# one that make would build, and make (own_make) finds nothing to compile.
fresh_copy() {
    mkdir -p "$1/build/release" "$1/src" "$1/tests"
    cp -R "$project"/{Makefile,schemac.yaml,openapi,schemas,tools} "$1"
    cp -R "$project/tests/examples" "$1/tests"
    ln -s "$SCHEMAC" "$1/build/release/schemac"
}

# own_make: make that is run in a fresh copy has nothing to compile.
own_make() {
    export MAKEFLAGS=OBJECTS=
}

# no_drafts: nothing is left beside the files that were written.
no_drafts() {
    [ -z "$(find . -name '*schemac-draft*')" ] || fail "a draft is left"
}

# release_project: the small project with releases, generated.
release_project() {
    small_project
    cat >>schemac.yaml <<'END'
release:
  dir: releases/{version}
  id: https://schemas.example/{version}/{file}
  record: releases/index.json
  copies: latest/{file}
END
    schemac 0 generate
}
