#!/usr/bin/env bats
# check --index and tools/pre-commit: a commit is judged by what it takes, never by what happens to
# lie in the work tree. Repositories are made here; the commits are real.
bats_require_minimum_version 1.5.0
load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    use_git
    mkdir bin
    ln -s "$SCHEMAC" bin/schemac
    PATH=$PWD/bin:$PATH
}

# repo [OPTION...]: a repository with the small project in it, generated and committed; in it then.
repo() {
    git init -q -b main "$@" repo
    cd repo || return
    small_project
    mkdir tools
    cp "$project/tools/pre-commit" tools/pre-commit
    commit_all
}

commit_all() {
    schemac 0 generate
    git add -A
    git commit -q -m all
}

# with_hook: the hook is installed.
with_hook() {
    run -0 --separate-stderr tools/pre-commit --install
    no_stderr
}

index() {
    local expected=$1
    shift
    schemac "$expected" check --index "$@"
}

# commit STATUS ARGUMENT...: git commit, which runs the hook, ends so.
commit() {
    local expected=$1
    shift
    run --separate-stderr git commit -q -m more "$@"
    [ "$status" -eq "$expected" ] || fail "git commit $*: exit status $status, not $expected"
}

# change NUMBER: of the source; nothing is generated.
change() {
    sed -i "s/maxLength: [0-9]*/maxLength: $1/" openapi/openapi.yaml
}

# unmerged_repo: the same with a source that a merge left in conflict.
unmerged_repo() {
    repo
    git checkout -q -b other
    change 30
    commit_all
    git checkout -q main
    change 40
    commit_all
    run -1 git merge -q other
}

# ---- what is staged ------------------------------------------------------------------------------

@test "in sync: quiet" {
    repo
    index 0
    no_output
    no_stderr
}

@test "the source is staged without the artifact: D0006, how to mend and stage" {
    repo
    change 30
    git add openapi
    index 1
    err_has "$pet:"
    err_has "[D0006]"
    err_has 'hint: run `schemac generate`, then `git add` what it wrote'
    err_has "--- $pet (staged)"
    index 1 --mend 'make schemas'
    err_has 'hint: run `make schemas`, then `git add` what it wrote'
    schemac 0 generate
    index 1
    git add -A
    index 0
}

@test "the artifact is staged without the source: D0006" {
    repo
    change 30
    schemac 0 generate
    git add schemas
    schemac 0 check
    index 1
    err_has "[D0006]"
    git add openapi
    index 0
}

@test "the record is staged alone, or not at all" {
    repo
    change 30
    schemac 0 generate
    git add openapi "$pet"
    index 1
    err_has "$pet: error: the staged record of fingerprints is older than this file, or was staged without it [D0009]"
    err_has "hint: \`git add\` $record, or else what was generated with it"
    err_lacks interrupted
    err_count 1 error
    (cd openapi && index 1 && err_has "hint: \`git add\` ../$record, ")
    git add "$record"
    index 0
    git add -A
    index 0
    git reset -q --hard
    change 35
    sed -i 's/a <person>/someone/' openapi/openapi.yaml
    schemac 0 generate
    git add openapi "$pet" "$owner"
    index 1
    err_count 1 "[D0009]" # of the first of them
    git reset -q --hard
    change 40
    schemac 0 generate
    git add "$record"
    index 1
    err_has "or was staged without it [D0009]"
    git add openapi "$pet"
    index 0
}

@test "a new artifact is staged without the record: D0010" {
    repo
    sed -i 's,^artifacts:,&\n  schemas/new.json: {root: Pet},' schemac.yaml
    schemac 0 generate
    git add schemac.yaml schemas/new.json
    index 1
    err_has "schemas/new.json: error: the record of fingerprints does not list this file yet [D0010]"
    err_has "hint: run \`schemac generate\`, then \`git add\` $record"
    err_lacks interrupted
    git add "$record"
    index 0
}

@test "each hint says what to stage; the work tree is not asked" {
    repo
    sed -i '/owner.schema.json/,/style: go/d' schemac.yaml
    git add schemac.yaml
    index 1
    err_has 'hint: `git rm` the file, run `schemac generate`, then `git add` what it wrote'
    rm schemas/owner.schema.json
    index 1
    err_has 'hint: `git rm` the file, run'
    git rm -q --cached schemas/owner.schema.json
    : >schemas/owner.schema.json
    index 1
    err_has 'hint: run `schemac generate`, then `git add` what it wrote'
    err_lacks '`git rm`'
    git reset -q --hard

    { echo '<<<<<<< HEAD'; cat "$pet"; } >marked
    mv marked "$pet"
    echo '{' >"$record"
    git add schemas
    index 1
    err_has "[D0004]"
    err_has 'hint: settle the conflict in the source, run `schemac generate`, then `git add` what it wrote'
    err_has "[D0008]"
    err_count 2 'then `git add` what it wrote'
    git reset -q --hard
    git rm -q --cached "$record" "$pet"
    index 1
    err_count 2 'hint: run `schemac generate`, then `git add` what it wrote'
}

@test "the index is right and the work tree wrong" {
    repo
    change 30
    schemac 0 generate
    git add -A
    change 40
    echo '{}' >"$pet"
    echo broken >"$record"
    echo ': :' >schemac.yaml
    index 0
    no_stderr
    rm -r openapi schemas schemac.yaml
    index 0
    no_stderr
}

@test "the index is wrong and the work tree right" {
    repo
    change 30
    git add openapi
    schemac 0 generate
    schemac 0 check
    index 1
    err_has "[D0006]"
}

@test "one hunk of two is staged" {
    repo
    cp openapi/openapi.yaml both.yaml
    sed -i 's/maxLength: 20/maxLength: 30/; s/a <person>/someone/' both.yaml
    change 30
    schemac 0 generate
    git add openapi schemas
    index 0
    cp both.yaml openapi/openapi.yaml
    index 0
    schemac 0 generate
    git add schemas
    index 1
    err_has schemas/owner.schema.json
    git add openapi
    index 0
}

@test "one of two edits is committed with what it gives, as README.md says" {
    repo
    with_hook
    git config core.editor "sh -c 'echo part >\"\$1\"' --"
    change 30
    git add openapi
    sed -i 's/a <person>/someone/' openapi/openapi.yaml
    cp openapi/openapi.yaml ../both.yaml
    schemac 0 generate
    commit 1
    git add schemas
    commit 1

    steps=$(awk '/^```/ { if (/^```$/ && block ~ /git stash push/) print block; block = ""; next }
        { block = block $0 "\n" }' "$project/README.md")
    run -0 --separate-stderr bash -e -c "$steps"
    run -0 git show HEAD:openapi/openapi.yaml
    out_has 'maxLength: 30'
    out_lacks someone
    cmp openapi/openapi.yaml ../both.yaml
    schemac 0 check
    commit 0 -a
    run -0 git status --short
    no_output
}

@test "a draft in the work tree is not staged" {
    repo
    : >schemas/.pet.schema.json.schemac-draft
    index 0
    schemac 1 check
    err_has "[D0007]"
}

@test "only the artifacts that are asked for" {
    repo
    sed -i 's/a <person>/someone/' openapi/openapi.yaml
    git add openapi
    schemac 0 generate
    index 1 "$pet"
    index 1 schemas/owner.schema.json
    git add schemas/owner.schema.json "$record"
    index 0 schemas/owner.schema.json
    index 1 "$pet"
}

# ---- deleted, renamed, half there ----------------------------------------------------------------

@test "an artifact is deleted: D0001; a source: E0002" {
    repo
    git rm -q "$pet"
    index 1
    err_has "$pet: error: the file is missing [D0001]"
    git reset -q --hard
    git rm -q --cached "$pet"
    index 1
    err_has "[D0001]"
    git reset -q --hard
    git rm -q --cached openapi/openapi.yaml
    index 2
    err_has "schemac.yaml:2:9: error: the file openapi/openapi.yaml is not staged [E0002]"
    err_has '      hint: `git add` it'
    git add openapi/openapi.yaml
    index 0
    git rm -q openapi/openapi.yaml
    index 2
    err_has "the file openapi/openapi.yaml is not staged [E0002]"
    err_lacks 'hint:'
    git reset -q --hard
    git rm -q --cached "$record"
    index 1
    err_has "[D0008]"
}

@test "an artifact is renamed with the configuration, or without" {
    repo
    git mv "$pet" schemas/animal.schema.json
    index 1
    err_has "$pet: error: the file is missing [D0001]"
    sed -i 's/pet.schema/animal.schema/' schemac.yaml
    git add schemac.yaml
    index 1
    err_has "$pet: error: no artifact of schemac.yaml is this file any more [D0002]"
    schemac 0 generate
    git add -A
    index 0
}

@test "a source is renamed with the configuration, or without" {
    repo
    git mv openapi/openapi.yaml api.yaml
    index 2
    sed -i 's,openapi/openapi.yaml,api.yaml,' schemac.yaml
    index 2
    git add schemac.yaml
    index 0
}

@test "schemac.yaml is not staged: E0608" {
    repo
    git rm -q --cached schemac.yaml
    index 2
    err_has "[E0608]"
    err_lacks fatal
    index 2 --config schemac.yaml
    err_has "[E0002]"
}

@test "nothing is staged yet in a new repository" {
    git init -q new
    cd new
    small_project
    schemac 0 generate
    index 2
    err_has "[E0608]"
    git add -A
    index 0
}

@test "intended to be added: D0012, E0006" {
    local source=openapi/openapi.yaml
    repo
    git rm -q --cached "$pet"
    git add -N "$pet"
    index 1
    err_has "$pet: error: the file is only intended to be added [D0012]"
    err_has 'hint: `git add` it'
    git add "$pet"
    git rm -q --cached "$record"
    git add -N "$record"
    index 1
    err_has "$record: error: the record is only intended to be added [D0012]"
    git add "$record"
    git rm -q --cached "$source"
    git add -N "$source"
    (cd schemas && index 2 && err_has "error: the file ../$source is only intended" && err_has "[E0006]")
    git add "$source"
    git rm -q --cached schemac.yaml
    git add -N schemac.yaml
    index 2
    err_has "schemac.yaml: error: the file is only intended to be added [E0006]"
    git add schemac.yaml
    index 0
}

@test "staged as an empty file: not taken for one that is intended" {
    repo
    : >"$pet"
    git add "$pet"
    index 1
    err_has "[D0003]"
    cp "$project/openapi/openapi.yaml" "$pet" # what the work tree has does not matter
    index 1
    err_has "[D0003]"
}

@test "unmerged: D0011, E0005" {
    unmerged_repo
    index 2
    err_has "schemac.yaml:2:9: error: the file openapi/openapi.yaml is unmerged [E0005]"
    err_has 'hint: settle the conflict, then `git add` the file'
    (cd schemas && index 2 && err_has "error: the file ../openapi/openapi.yaml is unmerged [E0005]")
    change 50
    git checkout -q --theirs openapi
    git add openapi
    index 1
    err_has "$pet: error: the file is unmerged [D0011]"
    err_has "$record: error: the record is unmerged [D0011]"
    err_has 'hint: settle the conflict in the source, run `schemac generate`, then `git add` what it wrote'
    schemac 0 generate
    git add -A
    index 0
}

@test "what changes how git takes paths, as for the command whose hook this is, does not count" {
    local how
    unmerged_repo
    for how in LITERAL GLOB NOGLOB ICASE; do
        run --separate-stderr env "GIT_${how}_PATHSPECS=1" "$SCHEMAC" check --index
        [ "$status" -eq 2 ] || fail "$how: status $status"
        err_has "the file openapi/openapi.yaml is unmerged [E0005]"
    done
    git reset -q --hard
    : >"$pet"
    git add "$pet"
    for how in LITERAL GLOB NOGLOB ICASE; do
        run --separate-stderr env "GIT_${how}_PATHSPECS=1" "$SCHEMAC" check --index
        [ "$status" -eq 1 ] || fail "$how: status $status"
        err_has "[D0003]"
    done
}

@test "a directory stands where a file was" {
    repo
    git rm -q "$pet"
    mkdir "$pet"
    touch "$pet/a"
    git add -A
    index 1
    err_has "$pet"
}

# ---- where git keeps its index -------------------------------------------------------------------

@test "GIT_INDEX_FILE, absolute and relative" {
    repo
    cp .git/index other-index
    change 30
    schemac 0 generate
    GIT_INDEX_FILE=$PWD/other-index git add openapi
    index 0
    GIT_INDEX_FILE=$PWD/other-index index 1
    err_has "[D0006]"
    GIT_INDEX_FILE=other-index index 1
    err_has "[D0006]"
    GIT_INDEX_FILE=other-index git add -A schemas
    GIT_INDEX_FILE=other-index index 0
    git add openapi
    index 1
    GIT_INDEX_FILE=other-index index 0
}

@test "an index split in two files, and one without names of objects in the work tree" {
    repo
    git update-index --split-index
    change 30
    schemac 0 generate
    git add openapi
    index 1
    git add -A
    index 0
    git update-index --no-split-index --index-version 4
    index 0
    git update-index --skip-worktree "$pet"
    rm "$pet"
    index 0
}

@test "commit --only and commit -a are judged by what they take" {
    repo
    with_hook
    change 30
    schemac 0 generate
    git add -A
    commit 1 --only openapi
    err_has "[D0006]"
    commit 0 --only openapi schemas
    change 40
    commit 1 -a
    err_has "[D0006]"
    schemac 0 generate
    commit 0 -a
}

@test "from a folder below, with and without --config" {
    repo
    mkdir -p deep/er
    cd deep/er
    index 0
    index 0 --config ../../schemac.yaml
    index 0 --config "$PWD/../../schemac.yaml"
    (cd ../.. && change 30 && schemac 0 generate && git add openapi)
    schemac 0 check
    index 1
    err_has "[D0006]"
    index 1 --config "$PWD/../../schemac.yaml"
    err_has "[D0006]"
    ln -s "$BATS_TEST_TMPDIR/repo" "$BATS_TEST_TMPDIR/link"
    cd "$BATS_TEST_TMPDIR/link/deep"
    index 1
    index 1 --config "$BATS_TEST_TMPDIR/link/schemac.yaml"
    err_has "[D0006]"
    git add "$BATS_TEST_TMPDIR/repo"
    index 0 --config "$BATS_TEST_TMPDIR/link/schemac.yaml"
    index 0
}

@test "from outside, by --config: the index is that of the current directory" {
    repo
    cd ..
    index 2 --config repo/schemac.yaml
}

@test "the configuration lies below the top" {
    git init -q repo
    cd repo
    mkdir -p sub
    (cd sub && small_project && "$SCHEMAC" generate)
    git add -A
    index 2
    index 0 --config sub/schemac.yaml
    cd sub
    index 0
    change 30
    git add openapi
    index 1
    err_has "$pet:"
}

@test "a linked work tree" {
    repo
    with_hook
    git worktree add -q -b side ../side
    cd ../side
    index 0
    change 30
    git add openapi
    index 1
    (cd ../repo && index 0)
    commit 1
    err_has "[D0006]"
    schemac 0 generate
    git add -A
    commit 0
}

@test "the repository is a submodule" {
    repo
    cd ..
    git init -q -b main outer
    cd outer
    git submodule add -q "$BATS_TEST_TMPDIR/repo" inner
    git commit -q -m all
    cd inner
    with_hook
    [ -x ../.git/modules/inner/hooks/pre-commit ]
    index 0
    change 30
    git add openapi
    commit 1
    err_has "[D0006]"
    schemac 0 generate
    git add -A
    commit 0
    cp schemac.yaml ..
    git rm -q --cached schemac.yaml
    rm schemac.yaml
    index 2
    err_has "[E0608]"
}

@test "a source in a submodule: the commit that is staged counts" {
    repo
    cd ..
    git init -q -b main outer
    cd outer
    git submodule add -q "$BATS_TEST_TMPDIR/repo" 'in ner'
    sed 's,openapi/openapi.yaml,in ner/openapi/openapi.yaml,' ../repo/schemac.yaml >schemac.yaml
    commit_all
    index 0
    no_stderr
    mkdir below
    (cd below && index 0)
    (cd 'in ner' && change 30)
    schemac 1 check
    index 0
    (cd 'in ner' && commit_all)
    index 0
    schemac 0 generate
    git add schemas
    index 1
    err_has "[D0006]"
    git add 'in ner'
    index 0
    git worktree add -q ../linked
    cd ../linked
    index 2
    err_has "[E0002]"
    git submodule -q update --init
    index 0
}

@test "a repository in the folder that is no submodule" {
    repo
    git init -q lost
    cp openapi/openapi.yaml lost
    sed -i 's,openapi/openapi.yaml,lost/openapi.yaml,' schemac.yaml
    git add schemac.yaml
    schemac 0 check
    index 2
    err_has "[E0002]"
}

@test "a repository with SHA-256 names" {
    git init -q --object-format=sha256 probe || skip "git has no SHA-256"
    repo --object-format=sha256
    index 0
    change 30
    git add openapi
    index 1
    err_has "[D0006]"
}

@test "a repository whose folder is elsewhere" {
    repo --separate-git-dir="$BATS_TEST_TMPDIR/git folder"
    with_hook
    index 0
    change 30
    commit 1 -a
}

# ---- names and kinds of files --------------------------------------------------------------------

# named NAME: artifact and source are called so.
named() {
    git init -q -b main repo
    cd repo || return
    small_project
    mkdir -p -- "$1"
    mv openapi/openapi.yaml "./$1/$1.yaml"
    local quoted
    quoted=$(printf %s "$1" | jq -Rs .)
    quoted=${quoted:1:-1}
    {
        echo 'version: 1'
        echo "source: \"$quoted/$quoted.yaml\""
        echo 'artifacts:'
        echo "  \"$quoted/$quoted.json\": {root: Pet}"
        echo "fingerprints: \"$quoted/$quoted.prints\""
    } >schemac.yaml
    schemac 0 generate
    git add -A
    index 0
    no_stderr
    sed -i 's/maxLength: 20/maxLength: 30/' "./$1/$1.yaml"
    git add -A
    index 1
    err_has "[D0006]"
    schemac 0 generate
    git add -A
    index 0
    git rm -q --cached -- ":(literal,top)$1/$1.json"
    index 1
    err_has "[D0001]"
    cd .. && rm -rf repo
}

@test "names with spaces, quotes, line feeds, letters, dashes and colons" {
    need jq
    local name
    for name in 'a b' ' a ' "it's" 'a"b' '-rf' '--batch' ':x' ':0:x' '@' 'HEAD~1' ':(top)x' 'a missing' \
        '..x' '*' '[a]' '$(x)' 'a\b' '#x' 'ünï' '日本' $'a\tb' $'a\nb' $'a\n' $'\nmissing'; do
        echo "name: <$name>"
        named "$name"
    done
}

@test "an artifact is a link" {
    repo
    mkdir out
    git mv "$pet" out/real.json
    ln -s ../out/real.json "$pet"
    git add -A
    index 0
    change 30
    schemac 0 generate
    git add openapi "$record"
    index 1
    err_has "[D0006]"
    git add -A
    index 0
    git rm -q --cached out/real.json
    index 1
    err_has "[D0001]"
}

@test "what is staged as a file is none of the work tree's links" {
    repo
    mkdir out
    mv "$pet" out/real.json
    printf ../out/real.json >"$pet"
    git add -A
    rm "$pet"
    ln -s ../out/real.json "$pet"
    schemac 0 check
    index 1
    err_has "$pet:1:1: error: the file is cut off or damaged"
    git add -A
    index 0
}

@test "a folder of artifacts is a link" {
    repo
    git mv schemas out
    ln -s out schemas
    git add -A
    schemac 0 check
    index 0
    change 30
    schemac 0 generate
    git add openapi
    index 1
    git add -A
    index 0
}

@test "links in a ring, and out of the repository" {
    repo
    ln -sf pet.schema.json "$pet"
    git add -A
    index 2
    cp openapi/openapi.yaml ..
    git reset -q --hard
    ln -sf ../../openapi.yaml openapi/openapi.yaml
    git add -A
    index 2
    err_has "schemac.yaml:2:9: error: the file openapi/openapi.yaml is not staged [E0002]"
    err_lacks 'hint:'
}

@test "CRLF in the work tree only" {
    repo
    echo '* text eol=crlf' >.gitattributes
    git add -A
    rm -r schemas openapi
    git checkout -q .
    grep -q $'\r$' "$pet"
    schemac 0 check
    err_has "[N0001]"
    index 0
    no_stderr
}

@test "a filter that changes what is staged" {
    repo
    git config filter.name.clean 'sed s/maxLength/maxLength/'
    git config filter.name.smudge 'sed s/maxLength/minLength/'
    echo 'openapi/** filter=name' >.gitattributes
    git add -A
    rm openapi/openapi.yaml
    git checkout -q .
    grep -q minLength openapi/openapi.yaml
    index 0
}

@test "a huge source is staged: L0001, and the others are judged" {
    repo
    sed -i 's,^artifacts:,&\n  schemas/huge.json: {root: A\, source: huge.yaml},' schemac.yaml
    { cat openapi/openapi.yaml && head -c 68000000 /dev/zero | tr '\0' '#'; } >huge.yaml
    git add -A
    run --separate-stderr timeout 20 "$SCHEMAC" check --index
    [ "$status" -eq 3 ] || fail "status $status"
    err_count 1 "[L0001]"
    err_count 0 fatal
    change 30
    git add openapi
    run --separate-stderr timeout 20 "$SCHEMAC" check --index
    [ "$status" -eq 3 ] || fail "status $status"
    err_count 1 "[L0001]"
}

@test "the huge artifact is staged: drift" {
    repo
    { cat "$pet" && head -c 20000000 /dev/zero | tr '\0' ' '; } >huge
    mv huge "$pet"
    git add -A
    run --separate-stderr timeout 60 "$SCHEMAC" check --index
    [ "$status" -eq 1 ] || fail "status $status"
    err_has "$pet"
}

# ---- without git ---------------------------------------------------------------------------------

@test "no git repository: no verdict" {
    small_project
    schemac 0 generate
    index 2
    index 2 --config schemac.yaml
}

@test "a bare repository: no verdict" {
    git init -q --bare bare
    cd bare
    index 2
    cp "$project/tools/pre-commit" .
    run -2 ./pre-commit --install
    [ ! -e hooks/pre-commit ]
    run -2 ./pre-commit
}

@test "no git in PATH: no verdict, and not from the work tree" {
    repo
    run --separate-stderr env PATH=/nowhere "$SCHEMAC" check --index
    [ "$status" -eq 2 ] || fail "status $status"
    run --separate-stderr env PATH=/nowhere "$SCHEMAC" check --index --config schemac.yaml
    [ "$status" -eq 2 ] || fail "status $status"
    err_lacks "No such file"
}

@test "git ends in the middle" {
    repo
    mkdir ../fake
    # shellcheck disable=SC2016  # for the script
    printf '#!/bin/sh\nread -r line\nprintf "0123 blob 100\\nversion: 1\\n"\n' >../fake/git
    chmod +x ../fake/git
    PATH=$PWD/../fake:$PATH run --separate-stderr timeout 10 "$SCHEMAC" check --index
    [ "$status" -eq 2 ] || fail "status $status"
    printf '#!/bin/sh\nexit 1\n' >../fake/git
    PATH=$PWD/../fake:$PATH run --separate-stderr timeout 10 "$SCHEMAC" check --index
    [ "$status" -eq 2 ] || fail "status $status"
}

# ---- the hook ------------------------------------------------------------------------------------

@test "git commit fails on drift, and passes when it is mended as told" {
    repo
    with_hook
    change 30
    commit 1 -a
    err_has "$pet:"
    err_has "[D0006]"
    err_has 'hint: run `make generate-schema`, then `git add` what it wrote'
    [ "$(git log --oneline | wc -l)" -eq 1 ]
    schemac 0 generate
    commit 1 openapi
    git add -A
    commit 0
    no_stderr
    [ "$(git log --oneline | wc -l)" -eq 2 ]
    change 40
    git add openapi
    commit 0 --no-verify
    commit 1 --amend
}

@test "the hook tells each change, whom it breaks, how to mend, and what to stage" {
    repo
    with_hook
    sed -i 's/required: \[name\]/required: []/; s/maxLength: 20/maxLength: 10/' openapi/openapi.yaml
    commit 1 -a
    err_count 1 '"maxLength" was 20, and is 10 (breaks writers, safe for readers) [D0110]'
    err_count 1 'the property "name" is no longer required (safe for writers, breaks readers) [D0117]'
    err_count 1 "openapi/openapi.yaml:12:22: note: the source has 10 at /\$defs/Pet/properties/name/maxLength"
    err_count 1 '[D0006]'
    err_count 1 'hint: run `make generate-schema`, then `git add` what it wrote'
    [ "${#stderr_lines[@]}" -le 45 ] || fail "the report has ${#stderr_lines[@]} lines"
}

@test "the hook says when a file that is judged has changes that are not staged" {
    repo
    with_hook
    change 50
    git add openapi
    commit 1
    err_lacks 'not staged'
    change 60
    commit 1
    err_has 'pre-commit: what is staged was judged; some of those files have changes that are not staged'
}

@test "git commit from a folder below" {
    repo
    with_hook
    change 30
    git add -A
    mkdir deep
    cd deep
    commit 1
    err_has "[D0006]"
    schemac 0 generate
    git add ..
    commit 0
}

@test "a commit without schemac.yaml, and without a schemac, has no verdict" {
    repo
    with_hook
    git rm -q --cached schemac.yaml
    commit 1
    err_has "[E0608]"
    git reset -q --hard
    rm ../bin/schemac
    run --separate-stderr tools/pre-commit
    [ "$status" -eq 2 ] || fail "status $status"
    err_has "there is no schemac"
    mkdir -p build/release
    ln -s "$SCHEMAC" build/release/schemac
    run -0 tools/pre-commit
}

@test "installing twice is quiet, and from a folder below" {
    repo
    cd openapi
    run -0 --separate-stderr ../tools/pre-commit --install
    out_has "installed as"
    [ -x ../.git/hooks/pre-commit ]
    run -0 --separate-stderr ../tools/pre-commit --install
    no_output
    no_stderr
}

@test "a hook that is there is never overwritten, link or file" {
    repo
    mkdir -p .git/hooks
    echo mine >.git/hooks/pre-commit
    run -1 --separate-stderr tools/pre-commit --install
    err_has "is there already and stays as it is"
    [ "$(cat .git/hooks/pre-commit)" = mine ]
    ln -sf nowhere .git/hooks/pre-commit
    run -1 --separate-stderr tools/pre-commit --install
    [ "$(readlink .git/hooks/pre-commit)" = nowhere ]
    rm .git/hooks/pre-commit
    mkdir .git/hooks/pre-commit
    run -1 --separate-stderr tools/pre-commit --install
    [ -z "$(ls .git/hooks/pre-commit)" ]
}

@test "a hook of ours that git would not run, or is cut off, is not left so" {
    repo
    with_hook
    chmod -x .git/hooks/pre-commit
    with_hook
    out_has "installed as .git/hooks/pre-commit"
    [ -x .git/hooks/pre-commit ]
    mkdir bin
    printf '#!/bin/sh\nhead -c 100 "$1" >"$2"\nexit 1\n' >bin/cp # as on a full disk
    chmod +x bin/cp
    rm .git/hooks/*
    run -2 --separate-stderr env PATH="$PWD/bin:$PATH" tools/pre-commit --install
    no_output
    [ -z "$(ls -A .git/hooks)" ] || fail "a part is left"
    with_hook
}

@test "core.hooksPath, relative and absolute" {
    repo
    git config core.hooksPath "$BATS_TEST_TMPDIR/all hooks"
    with_hook
    [ -x "$BATS_TEST_TMPDIR/all hooks/pre-commit" ]
    change 30
    commit 1 -a
    git config core.hooksPath my/hooks
    commit 0 -a
    cd openapi
    run -0 --separate-stderr ../tools/pre-commit --install
    cd ..
    [ -x my/hooks/pre-commit ]
    [ ! -e .git/hooks/pre-commit ]
    commit 1 --amend
    err_has "[D0006]"
    git config core.hooksPath -hooks
    with_hook
    out_has "installed as -hooks/pre-commit"
    commit 1 --amend
}

@test "the hook in a linked work tree is the one of all" {
    repo
    git worktree add -q ../side
    cd ../side
    with_hook
    [ -x ../repo/.git/hooks/pre-commit ]
}

@test "the hook takes the program of the main work tree in a linked one, and renews itself" {
    repo
    with_hook
    git worktree add -q ../side
    mkdir -p build/release
    ln -s "$SCHEMAC" build/release/schemac
    cd ../side
    run -0 --separate-stderr env PATH=/usr/bin:/bin tools/pre-commit
    cd ../repo
    echo '# older' >>.git/hooks/pre-commit
    run -0 --separate-stderr tools/pre-commit --install
    cmp tools/pre-commit .git/hooks/pre-commit
}

@test "a branch without schemac.yaml has nothing to be judged" {
    repo
    with_hook
    git checkout -q --orphan pages
    git rm -rqf --cached .
    echo page >index.html
    git add index.html
    commit 0
}

@test "a schemac.yaml whose content git has lost is no branch without one" {
    local object
    repo
    with_hook
    object=$(git rev-parse :schemac.yaml)
    rm -f ".git/objects/${object:0:2}/${object:2}"
    run -2 --separate-stderr tools/pre-commit
    err_has "[E0608]"
}

@test "what the work tree has in the place of a source does not count" {
    repo
    git add -A
    rm openapi/openapi.yaml
    ln -s /etc/passwd openapi/openapi.yaml
    index 0
}

@test "replaced objects do not count" {
    repo
    git replace "$(git rev-parse :openapi/openapi.yaml)" "$(echo 'a: 1' | git hash-object -w --stdin)"
    index 0
}

@test "usage" {
    repo
    run -0 --separate-stderr tools/pre-commit --help
    out_has "usage:"
    run -2 --separate-stderr tools/pre-commit --nonsense
    err_has "usage:"
}

@test "the entry of .pre-commit-hooks.yaml is a command that works" {
    repo
    local entry
    entry=$(sed -n 's/^ *entry: //p' "$project/.pre-commit-hooks.yaml")
    [ "$(wc -l <<<"$entry")" -eq 1 ]
    [ -n "$entry" ]
    # shellcheck disable=SC2086  # words
    run -0 env $entry
    change 30
    git add -A
    # shellcheck disable=SC2086
    run -1 env $entry
}

# ---- this repository -----------------------------------------------------------------------------

# own_repo: what this repository generates, committed in one of its own.
own_repo() {
    fresh_copy own
    own_make
    cd own || return
    git init -q -b main
    echo build >.git/info/exclude
    git add -A
    git commit -q -m all
}

@test "make install-hook: a commit that drifts fails, and says which goal mends it" {
    own_repo
    run -0 --separate-stderr make install-hook
    [ "$output" = "pre-commit: installed as .git/hooks/pre-commit" ]
    no_stderr
    same_files tools/pre-commit .git/hooks/pre-commit
    sed -i 's/maxLength: 200$/maxLength: 199/' openapi/openapi.yaml
    commit 1 -a
    err_has "schemas/server.schema.json:"
    err_has "[D0006]"
    err_has 'hint: run `make generate-schema`, then `git add` what it wrote'
    run -0 make generate-schema
    commit 1 openapi
    git add -A
    commit 0
    no_stderr
}

# cpu COMMAND...: sets used to the milliseconds of CPU time that it takes, with its children; the
# least of several runs.
cpu() {
    local TIMEFORMAT='%3U %3S' i
    : >"$BATS_TEST_TMPDIR/times"
    for i in {1..7}; do
        { time "$@" >/dev/null 2>"$BATS_TEST_TMPDIR/said"; } 2>>"$BATS_TEST_TMPDIR/times"
        [ ! -s "$BATS_TEST_TMPDIR/said" ] || fail "$*: $(cat "$BATS_TEST_TMPDIR/said")"
    done
    used=$(awk '{ print ($1 + $2) * 1000 }' "$BATS_TEST_TMPDIR/times" | sort -n | head -n 1)
}

@test "the hook takes 50 ms of CPU time at most, git included" {
    own_repo
    local used nothing most=50
    if [[ $SCHEMAC == */asan/* ]]; then most=500; fi # it is ten times as slow
    cpu /bin/true
    nothing=$used
    cpu tools/pre-commit
    awk -v used="$used" -v nothing="$nothing" -v most="$most" \
        'BEGIN { exit !(used > nothing && used - nothing <= most) }' ||
        fail "it takes $used ms, and /bin/true $nothing ms"
}

# ---- patterns ------------------------------------------------------------------------------------

# pattern_repo: a repository whose configuration includes others and finds documents by patterns.
pattern_repo() {
    git init -q -b main repo
    cd repo || return
    mkdir -p teams/a teams/b services/x 'services/with blank'
    local folder
    for folder in services/x 'services/with blank'; do
        printf 'openapi: 3.1.0\ninfo: {title: t, version: v}\ncomponents: {schemas: {A: {type: string}}}\n' \
            >"$folder/api.yaml"
    done
    cp services/x/api.yaml teams/a/
    cp services/x/api.yaml teams/b/
    printf 'version: 1\nartifacts: {"{name}.json": {each: "a*.yaml", root: A}}\n' |
        tee teams/a/schemac.yaml >teams/b/schemac.yaml
    cat >schemac.yaml <<'END'
version: 1
include: teams/*/schemac.yaml
artifacts:
  out/{dir}.json: {each: services/*/api.yaml, root: A}
fingerprints: prints.json
END
    commit_all
}

@test "patterns find what is staged" {
    pattern_repo
    index 0
    no_stderr
    mkdir services/new
    cp services/x/api.yaml services/new/
    index 0 # not staged yet
    schemac 1 check
    err_has 'out/services/new.json: error: the file is missing [D0001]'
    git add services/new
    index 1
    err_has 'out/services/new.json: error: the file is missing [D0001]'
    schemac 0 generate
    git add -A
    index 0
    rm -r services/x teams/a # on disk only
    index 0
    git rm -q -r --cached services/x
    index 1
    err_has 'out/services/x.json: error: no artifact of schemac.yaml is this file any more [D0002]'
}

@test "patterns find what is staged, from below and from a folder that is a link" {
    pattern_repo
    cd 'services/with blank'
    index 0
    no_stderr
    cd ../..
    ln -s services linked
    sed -i 's,services/\*/api,linked/*/api,' schemac.yaml
    schemac 0 generate
    git add -A
    index 0
    no_stderr
    rm 'out/linked/with blank.json'
    git add -A
    index 1
    err_has 'out/linked/with blank.json: error: the file is missing [D0001]'
}

@test "a pattern without a match, and one outside of the work tree" {
    pattern_repo
    sed -i 's,services/\*/api,none/**/api,' schemac.yaml
    git add schemac.yaml
    index 1
    err_has 'schemac.yaml:4:3: warning: each: no file matches "none/**/api.yaml" [W0601]'
    sed -i 's,none/\*\*/api,../*/api,' schemac.yaml
    git add schemac.yaml
    index 1
    err_has 'warning: each: no file matches "../*/api.yaml" [W0601]'
}

@test "submodules have no files that patterns find" {
    pattern_repo
    git init -q -b main ../module
    (cd ../module && cp ../repo/services/x/api.yaml . && git add api.yaml && git commit -q -m m)
    git submodule --quiet add ../module services/module 2>/dev/null
    git add -A
    index 0
    no_stderr
}
