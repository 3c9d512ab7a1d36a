#!/usr/bin/env bats
# The Makefile: what a goal needs, and what makes it build anew.
bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    unset MODE BUILD CFLAGS LDFLAGS
    folder=$PWD/build
    object=$folder/src/base/str.o
}

# build ARGUMENT...: runs make in the project, which builds into the folder of the test.
build() {
    (cd "$project" && "$(command -v gmake || echo make)" --no-print-directory BUILD="$folder" "$@")
}

# builds YES|NO ARGUMENT...: whether make, with these, makes the object.
builds() {
    local wanted=$1
    shift
    run -0 build "$@" "$object"
    if [[ $output == *str.c* ]]; then set -- yes; else set -- no; fi
    [ "$1" = "$wanted" ] || fail "was it built: $1"
}

@test "goals that build nothing need no library, others do" {
    local goal
    for goal in help clean uninstall install-hook 'clean uninstall'; do
        # shellcheck disable=SC2086  # a list of goals
        run -0 build -n PKG_CONFIG=false $goal
    done
    for goal in '' all 'clean all' 'help test'; do
        # shellcheck disable=SC2086
        run ! build -n PKG_CONFIG=false $goal
        out_has 'run tools/setup once'
    done
}

@test "clean all: links with the libraries" {
    run -0 build -n clean all
    out_has -lyaml
}

@test "other flags or another compiler build anew, the same do not" {
    builds yes
    builds no
    builds yes CFLAGS=-DX="'\"a b\"'"
    builds no CFLAGS=-DX="'\"a b\"'"
    builds yes LDFLAGS=-L.
    builds yes
    printf '#!/bin/sh\nexec cc "$@"\n' >other-cc
    chmod +x other-cc
    builds yes CC="$PWD/other-cc"
    builds no CC="$PWD/other-cc"
    builds yes MODE=debug
}

@test "the tests say which tools they lack" {
    mkdir bin
    printf '#!/bin/sh\nexit 1\n' >bin/sed
    chmod +x bin/sed
    PATH=$PWD/bin:$PATH run ! build test-tools
    out_has 'the tests need GNU sed'
    run -0 build test-tools
}

@test "a test that fails is shown with its reason, without PROVE_FLAGS" {
    printf '#!/bin/sh\necho "not ok 1 - this one"\necho "# for this reason"\necho 1..1\n' >failing
    chmod +x failing
    run ! build -o "$folder/schemac" test PROGRAM="$folder/schemac" TEST_PROGRAMS= UNIT_TESTS="$PWD/failing" \
        REPLAYS= ORACLE_TESTS= BATS_TESTS=
    out_has 'not ok 1 - this one'
    out_has '# for this reason'
}

@test "tests that call jq are skipped without it" {
    # Asked for outside of a test, it is for all behind it.
    run -0 awk '
        FNR == 1 { for_all = in_test = 0 }
        /^@test / { in_test = 1; is_asked = for_all; name = $0; next }
        /^ *need jq$/ { is_asked = 1; if (!in_test) for_all = 1 }
        in_test && !is_asked && /(^|[ (|])[j]q / { print FILENAME ":" FNR ": " name }
        /^}/ { in_test = 0 }' "$project"/tests/cli/*.bats
    no_output
}

@test "setup: what a Mac lacks comes from brew" {
    local tool
    mkdir bin
    for tool in sh env dirname awk grep cat id ls make cc git pkg-config; do
        ln -s "$(command -v "$tool")" "bin/$tool"
    done
    printf '#!/bin/sh\necho /nowhere\n' >bin/brew
    chmod +x bin/brew
    PATH=$PWD/bin run -0 "$project/tools/setup" --dry-run test
    [ "${lines[0]}" = 'brew install bats-core perl bash gnu-sed coreutils' ]
    [ "${lines[1]}" = 'make test' ]
}

@test "lint-shell: tests are programs" {
    printf '#!/usr/bin/env bats\n' >a.bats
    cp a.bats b.bats
    chmod +x b.bats
    run ! build lint-shell SHELL_FILES=/dev/null BATS_TESTS="$PWD/a.bats $PWD/b.bats"
    out_has "$PWD/a.bats is not executable: chmod +x it"
    out_lacks b.bats
    run ! build lint-shell SHELL_FILES=/dev/null BATS_TESTS="$PWD/nowhere.bats"
    run -0 build -n lint-shell
    out_has tests/cli/build.bats
}
