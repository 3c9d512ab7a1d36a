#!/usr/bin/env bats
# diff --against: one side from a commit of git; and diff as a diff driver of git.
bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    use_git
    git init -q -b main repo
    cd repo || return
}

# schema FILE TYPE: FILE, whose property a is of TYPE by a reference into another file.
schema() {
    mkdir -p "$(dirname "./$1")"
    echo '{"properties": {"a": {"$ref": "part.json"}}}' >"$1"
    echo "{\"type\": \"$2\"}" >"$(dirname "./$1")/part.json"
}

# commit MESSAGE: all there is.
commit() {
    git add -A
    git commit -q -m "$1"
}

# two_commits: s/a.json, whose property is a string in the first commit (tag one) and a number in main.
two_commits() {
    schema s/a.json string
    commit one
    git tag one
    schema s/a.json number
    commit two
}

@test "a file, and what it refers to, as a commit has them" {
    two_commits
    schemac 1 diff --against one s/a.json
    out_has 's/part.json:1:2: error: '
    out_has 'one:s/part.json:1:2: note: it was this'
    no_stderr
    schemac 0 diff --against HEAD s/a.json
    schema s/a.json boolean
    schemac 1 diff --against HEAD s/a.json
    schemac 1 diff --against HEAD~1:s/a.json s/a.json
    rm -r s
    schemac 2 diff --against HEAD s/a.json
    err_has 's/a.json: error: '
}

@test "paths: from the top, from here, another one, a part of one" {
    two_commits
    schemac 1 diff --against one:s/a.json s/a.json
    schemac 1 diff --against one:s/part.json s/part.json
    cd s
    schemac 1 diff --against one a.json
    out_has 'one:part.json:1:2: note: '
    schemac 1 diff --against one:s/a.json a.json
    schemac 1 diff --against one:./a.json a.json
    schemac 1 diff --against one:../s/a.json a.json
    mkdir -p ../other/deep
    cd ../other/deep
    schemac 1 diff --against one:s/a.json ../../s/a.json
    out_has 'one:../../s/part.json:1:2: note: '
    cd ../../s
    schemac 1 diff --against one "$PWD/a.json"
    schemac 1 diff --against 'one:s/a.json#/properties/a' 'a.json#/properties/a'
    schemac 1 diff --against one 'a.json#/properties/a'
    git mv a.json b.json
    schemac 1 diff --against one:s/a.json b.json
    schemac 1 diff --against one:s/a.json - <b.json
    schemac 2 diff --against one - <b.json
    err_has 'standard input has no path in git'
}

@test "a folder that is gone by now, and files behind links" {
    two_commits
    git mv s t
    commit three
    schemac 0 diff --against main~1:s/a.json t/a.json
    schemac 1 diff --against one:s/a.json t/a.json
    ln -s t/part.json link.json
    commit four
    rm link.json
    schemac 0 diff --against HEAD:link.json t/part.json
    ln -s ../outside.json link.json
    commit five
    schemac 2 diff --against HEAD:link.json t/part.json
    err_has 'HEAD has no file link.json [E0903]'
}

@test "where branches parted" {
    two_commits
    git switch -q -c work
    schema s/a.json boolean
    commit three
    git switch -q main
    schema s/a.json array
    commit four
    git switch -q work
    schemac 1 diff --against merge-base:main s/a.json
    out_has '"number"'
    out_has 'merge-base:main:s/part.json:1:'
    schemac 1 diff --against merge-base:main:s/a.json s/a.json
    schemac 1 diff --against main s/a.json
    out_has '"array"'
}

@test "what git does not have" {
    two_commits
    schemac 2 diff --against nowhere s/a.json
    err_has 'there is no commit "nowhere" [E0901]'
    schemac 2 diff --against '' s/a.json
    err_has 'the name of a commit is missing [E0901]'
    schemac 2 diff --against merge-base: s/a.json
    err_has 'behind merge-base: [E0901]'
    schemac 2 diff --against one:none.json s/a.json
    err_has 'one has no file none.json [E0903]'
    schemac 2 diff --against one:s s/a.json
    err_has 'directory'
    echo '{}' >new.json
    schemac 2 diff --against one new.json
    err_has 'one has no file new.json [E0903]'
    err_has '--against REF:PATH'
    schemac 2 diff --against one s/a.json s/a.json
    err_has 'with --against, diff takes NEW only'
    cd ..
    schemac 2 diff --against one repo/s/a.json
    err_has '[E0901]'
}

@test "a shallow clone" {
    two_commits
    git switch -q -c work one
    echo >more
    commit three
    git clone -q --depth 1 --no-single-branch "file://$PWD" ../clone
    cd ../clone
    git switch -q work
    schemac 2 diff --against merge-base:origin/main s/a.json
    err_has 'have no commit in common [E0902]'
    err_has 'this clone is shallow: `git fetch --unshallow` gets what it lacks'
    git fetch -q --unshallow
    schemac 0 diff --against merge-base:origin/main s/a.json
}

@test "OpenAPI documents of commits, and schemac.yaml of the work tree" {
    {
        printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\n'
        echo 'components: {schemas: {A: {type: object, properties: {b: {$ref: "part.json"}}}}}'
    } >api.yaml
    echo '{"type": "string"}' >part.json
    commit one
    echo '{"type": ["string", "null"]}' >part.json
    schemac 1 diff --against HEAD api.yaml
    out_has 'breaks readers'
    schemac 1 diff --against HEAD api.yaml --root A
    printf 'version: 1\nsource: api.yaml\nartifacts: {a.json: {root: A}}\ncompatibility: writers\n' >schemac.yaml
    schemac 0 diff --against HEAD api.yaml
}

# ---- the driver -------------------------------------------------------------------------------------

# driver: has git diff *.json by schemac.
driver() {
    git config diff.schema.command "'$SCHEMAC' diff --git-driver"
    echo '*.json diff=schema' >.gitattributes
}

@test "git diff shows changes of schemas" {
    two_commits
    driver
    run --separate-stderr git --no-pager diff one main
    [ "$status" -eq 0 ]
    no_stderr
    out_has 'diff --schemac a/s/part.json b/s/part.json'
    out_has 'b/s/part.json:1:2: error: '
    out_has 'a/s/part.json:1:2: note: it was this'
    out_has '1 breaking; suggested step: major'
    echo '{"type":   "number"}' >s/part.json
    run --separate-stderr git --no-pager diff
    [ "$status" -eq 0 ]
    out_has 'nothing that counts has changed'
    run --separate-stderr git --no-pager log -p --ext-diff --format=%s
    [ "$status" -eq 0 ]
    out_has 'a new schema'
}

@test "git diff: files that come, go, move, or are no schemas" {
    two_commits
    driver
    echo '{"minimum": 1}' >new.json
    git rm -q --cached s/a.json
    git add new.json
    run --separate-stderr git --no-pager diff --cached
    [ "$status" -eq 0 ]
    out_has 'diff --schemac a/new.json b/new.json'
    out_has 'a new schema'
    out_has 'the schema is gone'
    git reset -q --hard
    mkdir t
    git mv s/part.json t/moved.json
    git add -A
    git commit -q -m three
    printf '\n\n' >>t/moved.json
    git add -A
    git mv t/moved.json s/part.json
    run --separate-stderr git --no-pager diff --cached -M20%
    [ "$status" -eq 0 ]
    out_has 'diff --schemac a/t/moved.json b/s/part.json'
    out_has 'nothing that counts has changed'
    echo '[1' >s/part.json
    run --separate-stderr git --no-pager diff
    [ "$status" -eq 0 ]
    out_has 'b/s/part.json:'
}

@test "git diff: waivers count, and those for other files are no warning" {
    two_commits
    driver
    cat >schemac.yaml <<'END'
version: 1
source: openapi.yaml
artifacts: {a.json: {root: A}}
waivers:
  - {id: "D0101:/type", reason: r, until: "2999-01-01"}
  - {id: "D0101:/elsewhere", reason: r, until: "2999-01-01"}
END
    schemac 0 diff --against one s/part.json
    err_has '[W0901]'
    run --separate-stderr git --no-pager diff one main
    [ "$status" -eq 0 ]
    no_stderr
    out_has 's/part.json:1:2: '
    out_lacks W0901
}

@test "git diff in a merge that is not settled" {
    two_commits
    driver
    git switch -q -c work one
    schema s/a.json boolean
    commit three
    ! git merge -q main
    run --separate-stderr git --no-pager diff --ours -- s/part.json
    [ "$status" -eq 0 ]
    schemac 0 diff --git-driver s/part.json
    out_has '* Unmerged path s/part.json'
    schemac 2 diff --git-driver a b
    err_has '7 operands, or 9'
}

@test "a file that a document refers to is not in the commit" {
    printf 'openapi: 3.1.0\ninfo: {title: a, version: "1"}\ncomponents: {schemas: {A: {$ref: b.yaml}}}\n' >a.yaml
    commit a
    echo '{type: string}' >b.yaml
    schemac 2 diff --against HEAD a.yaml
    err_has 'HEAD:a.yaml:3:34: error: cannot read the file HEAD:b.yaml: No such file or directory [E0002]'
    err_lacks 'git add'
}
