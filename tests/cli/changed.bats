#!/usr/bin/env bats
# check --changed-since: only artifacts are judged of which a file differs from a commit.
bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    use_git
    git init -q -b main repo
    cd repo || return
}

# api FILE [LENGTH [REFERENCE]]: a document with the schema A, which may refer to another.
api() {
    mkdir -p "$(dirname "./$1")"
    printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\ncomponents:\n  schemas:\n' >"$1"
    printf '    A: {maxLength: %s, items: {$ref: "%s"}}\n' "${2-1}" "${3-#/components/schemas/A}" >>"$1"
}

# three_artifacts: one.json and two.json of documents of their own, of which that of two.json refers to
# a third; three.json refers to one.json. All is generated and committed.
three_artifacts() {
    api api/one.yaml
    api api/shared.yaml
    api api/two.yaml 1 'shared.yaml#/components/schemas/A'
    api api/three.yaml
    cat >schemac.yaml <<'END'
version: 1
artifacts:
  out/one.json: {source: api/one.yaml, root: A, id: https://a.example/one}
  out/two.json: {source: api/two.yaml, root: A}
  out/three.json: {source: api/three.yaml, root: A, refer: [out/one.json]}
fingerprints: out/fingerprints.json
END
    schemac 0 generate
    git add -A
    git commit -q -m first
}

# summary STATUS ARGUMENT...: the program's summary is in $output.
summary() {
    local expected=$1
    shift
    on_terminal "$SCHEMAC" "$@"
    [ "$status" -eq "$expected" ] || fail "schemac $*: exit status $status, not $expected"
}

# judged NUMBER [OPTION...]: so many artifacts are judged since HEAD, and agree.
judged() {
    local count=$1
    shift
    summary 0 check --changed-since HEAD "$@"
    [[ $output == "$count of "*" artifacts judged: "* ]] || fail "not $count were judged"
}

# drift FILE... -- OPTION...: exactly these artifacts are told of, each once besides its changes.
drift() {
    local files=() file
    while [ "$1" != -- ]; do
        files+=("$1")
        shift
    done
    shift
    schemac 1 check --changed-since "${since-HEAD}" "$@"
    for file in "${files[@]}"; do err_has "$file:"; done
    local line count=0
    for line in "${stderr_lines[@]}"; do
        if [[ $line != *": error: "* ]]; then continue; fi
        [[ " ${files[*]} " == *" ${line%%:*} "* ]] || fail "another is told of: $line"
        if [[ $line != *"[D01"* ]]; then count=$((count + 1)); fi
    done
    [ "$count" -eq "${#files[@]}" ] || fail "$count are told of, not ${#files[@]}"
}

@test "nothing has changed: nothing is judged" {
    three_artifacts
    schemac 0 check --changed-since HEAD
    no_output
    no_stderr
    judged 0
    out_has "0 of 3 artifacts judged: none has changed"
    schemac 0 check --changed-since HEAD --format json
    out_has '"diagnostics": []'
}

@test "a source that has changed: committed, staged, in the work tree" {
    three_artifacts
    api api/two.yaml 2 'shared.yaml#/components/schemas/A'
    drift out/two.json --
    git add -A
    drift out/two.json --
    git commit -q -m second
    judged 0
    since=HEAD~1
    drift out/two.json --
    schemac 0 generate
    git add -A
    git commit -q -m third
    summary 0 check --changed-since HEAD~1
    out_has "1 of 3 artifacts judged: it agrees with its source"
    summary 0 check --changed-since HEAD~2
    out_has "1 of 3 artifacts judged"
}

@test "a file that a source refers to, or an artifact that is referred to" {
    three_artifacts
    api api/shared.yaml 2
    drift out/two.json --
    git checkout -q .
    echo '# a comment' >>api/one.yaml
    judged 2 # three.json refers to it
    out_has "2 of 3 artifacts judged: they agree with their sources"
}

@test "the configuration is an input of all artifacts" {
    three_artifacts
    echo '# a comment' >>schemac.yaml
    judged 3
}

@test "an artifact or its entry in the record has changed" {
    three_artifacts
    echo >>out/one.json
    drift out/one.json --
    git checkout -q .
    rm out/two.json
    drift out/two.json --
    git checkout -q .
    schemac 0 check
    sed -i '/two.json/,/}/s/sha256": "./sha256": "f/' out/fingerprints.json
    judge=$(grep -c . out/fingerprints.json)
    [ "$judge" -gt 0 ]
    schemac 1 check --changed-since HEAD
    err_has "out/two.json: error: a generate was interrupted"
    rm out/fingerprints.json
    schemac 1 check --changed-since HEAD
    err_has "[D0008]"
}

@test "a new artifact, untracked or ignored" {
    three_artifacts
    api api/new.yaml
    sed -i 's|^fingerprints|  out/new.json: {source: api/new.yaml, root: A}\n&|' schemac.yaml
    schemac 0 generate
    git add schemac.yaml out/fingerprints.json
    git commit -q -m second
    judged 1
    echo '/api/new.yaml' >.gitignore
    echo '/out/new.json' >>.gitignore
    git add .gitignore
    judged 1 # git does not tell whether they have changed
    echo >>out/new.json
    drift out/new.json --
}

@test "what is broken and has not changed does not fail the run" {
    three_artifacts
    cat >api/two.yaml <<<'[broken'
    rm out/three.json
    api api/lost.yaml 1 'nowhere.yaml'
    sed -i 's|^fingerprints|  out/lost.json: {source: api/lost.yaml, root: A}\n&|' schemac.yaml
    sed -i 's|^fingerprints|  out/gone.json: {source: api/gone.yaml, root: A}\n&|' schemac.yaml
    git add -A
    git commit -q -m broken
    schemac 2 check
    schemac 0 check --changed-since HEAD
    no_stderr
    echo '# a comment' >>api/one.yaml
    git rm -q --cached -- out/one.json
    schemac 1 check --changed-since HEAD # of one.json three.json takes something
    err_has "out/three.json: error: the file is missing"
    err_count 1 ": error: "
    git reset -q --hard
    api nowhere.yaml
    judged 0
    api api/nowhere.yaml
    schemac 2 check --changed-since HEAD
    err_lacks two.yaml
    err_has "api/lost.yaml"
}

@test "a source that breaks, or goes, is told of" {
    three_artifacts
    echo '[broken' >api/two.yaml
    schemac 2 check --changed-since HEAD
    err_has "api/two.yaml:2:1: error"
    git checkout -q .
    rm api/shared.yaml
    schemac 2 check --changed-since HEAD
    err_has "shared.yaml"
    err_lacks one.json
    git checkout -q .
    rm api/three.yaml
    schemac 2 check --changed-since HEAD
    err_has "schemac.yaml:5:28: error: cannot read the source api/three.yaml: No such file"
}

@test "artifacts that are made no more: D0002" {
    three_artifacts
    sed -i '/two.json/d' schemac.yaml
    schemac 1 check --changed-since HEAD
    err_has "out/two.json: error: no artifact of schemac.yaml is this file any more"
    git commit -q -a -m second
    schemac 1 check
    judged 0
    cat >schemac.yaml <<'END'
version: 1
artifacts:
  out/{name}.json: {each: api/*.yaml, root: A}
END
    echo 'fingerprints: out/fingerprints.json' >>schemac.yaml
    schemac 0 generate
    git add -A
    git commit -q -m third
    git rm -q api/three.yaml
    schemac 1 check --changed-since HEAD
    err_has "out/three.json: error: no artifact of schemac.yaml is this file any more"
}

@test "only of the artifacts that are asked for" {
    three_artifacts
    echo '# a comment' >>schemac.yaml
    judged 1 out/two.json
    out_has "1 of 1 artifacts judged"
    schemac 2 check --changed-since HEAD out/tow.json
    err_has "[E0610]"
    git checkout -q .
    schemac 2 check --changed-since HEAD out/tow.json out/one.json
    err_has "[E0610]"
    judged 0 out/two.json
}

@test "--index: what is staged" {
    three_artifacts
    api api/two.yaml 2 'shared.yaml#/components/schemas/A'
    judged 0 --index
    git add -A
    git checkout -q HEAD -- api/one.yaml
    drift out/two.json -- --index
    git show HEAD:api/two.yaml >api/two.yaml
    drift out/two.json -- --index
    judged 0 # the work tree is as the commit
    git rm -q --cached out/two.json
    drift out/two.json -- --index
    git reset -q --hard
    echo >new.txt
    judged 0 --index
}

@test "from folders below, with --config, and in the configuration's folder below the top" {
    mkdir sub
    cd sub
    three_artifacts
    judged 0
    api api/shared.yaml 2
    drift out/two.json --
    cd api
    drift ../out/two.json --
    cd ../..
    drift sub/out/two.json -- --config sub/schemac.yaml
    drift sub/out/two.json -- --config "$PWD/sub/schemac.yaml"
    cd sub
    git config diff.relative true
    git config diff.noprefix true
    git config diff.ignoreSubmodules all
    git config diff.renames copies
    git config color.ui always
    cd api
    drift ../out/two.json --
    git config diff.external false
    drift ../out/two.json --
}

@test "in a linked work tree, behind a link, and with odd names" {
    three_artifacts
    git worktree add -q ../linked -b other
    cd ../linked
    judged 0
    api api/two.yaml 2 'shared.yaml#/components/schemas/A'
    drift out/two.json --
    ln -s "$PWD" ../link
    cd ../link
    drift out/two.json --
    git checkout -q .
    odd=$'a b/"ü\n\'$x'
    api "$odd/in.yaml"
    printf '{"version": 1, "artifacts": {"out.json": {"source": %s, "root": "A"}}}' \
        '"a b/\"ü\n'\''$x/in.yaml"' >schemac.yaml
    schemac 0 generate
    git add -A
    git commit -q -m odd
    judged 0
    api "$odd/in.yaml" 2
    drift out.json --
    cd "$odd"
    drift ../../out.json --
}

@test "a link on the way, and a submodule" {
    mkdir real
    api real/api.yaml
    ln -s real link
    git init -q ../inner
    (cd ../inner && api inner.yaml && git add -A && git commit -q -m inner)
    git submodule --quiet add "$PWD/../inner" module
    cat >schemac.yaml <<'END'
version: 1
artifacts:
  link.json: {source: link/api.yaml, root: A}
  module.json: {source: module/inner.yaml, root: A}
END
    schemac 0 generate
    git add -A
    git commit -q -m first
    judged 0
    api real/api.yaml 2
    drift link.json --
    git checkout -q .
    mkdir other
    api other/api.yaml 3
    ln -sfn other link
    drift link.json --
    git checkout -q .
    api module/inner.yaml 2
    drift module.json --
    (cd module && git commit -q -a -m inner)
    drift module.json --
}

@test "what changes how git takes paths does not count" {
    local how
    three_artifacts
    api api/one.yaml 2
    git commit -q -a -m drift
    for how in LITERAL GLOB NOGLOB ICASE; do
        run -0 --separate-stderr env "GIT_${how}_PATHSPECS=1" "$SCHEMAC" check --changed-since HEAD
    done
}

@test "merge-base: from where two branches parted" {
    three_artifacts
    git branch start
    git checkout -q -b topic
    api api/two.yaml 2 'shared.yaml#/components/schemas/A'
    git commit -q -a -m topic
    git checkout -q main
    api api/one.yaml 2
    git commit -q -a -m main
    git checkout -q topic
    since=merge-base:main
    drift out/two.json --
    since=start
    drift out/two.json --
    schemac 0 generate
    summary 0 check --changed-since merge-base:main
    out_has "1 of 3 artifacts judged"
    summary 0 check --changed-since main
    out_has "3 of 3 artifacts judged"
}

@test "commits that are none: E0007" {
    three_artifacts
    for since in nowhere '' -p --all '^HEAD' HEAD..HEAD HEAD:schemac.yaml merge-base: merge-base:nowhere \
        merge-base:HEAD:schemac.yaml 0000000000000000000000000000000000000000 'HEAD^{tree}' '@{u}' \
        '@{push}' '@{9}' merge-base:HEAD^{tree} HEAD^9 ':/nothing' 'HEAD^{blob}' '@{-9}'; do
        run -2 --separate-stderr "$SCHEMAC" check "--changed-since=$since"
        case $since in
        '') err_has 'schemac: error: the name of a commit is missing [E0007]' ;;
        merge-base:) err_has 'schemac: error: the name of a commit is missing behind merge-base: [E0007]' ;;
        *) err_has "schemac: error: there is no commit \"${since#merge-base:}\" [E0007]" ;;
        esac
        # git itself says nothing
        # shellcheck disable=SC2154  # run sets stderr_lines
        [ "${#stderr_lines[@]}" -eq 2 ] || fail "there are more lines"
        no_output
    done
    schemac 2 check --changed-since=merge-base:
    err_has 'hint: merge-base:BRANCH is the commit where BRANCH and HEAD parted'
    schemac 2 check --changed-since 'HEAD^{tree}'
    err_has 'hint: it names something else: --changed-since takes a branch, a tag or the id of a commit'
    schemac 2 check --changed-since '@{u}'
    err_has 'hint: a branch has an upstream when one was set: `git branch --set-upstream-to`'
    schemac 2 check --changed-since nowhere
    err_has 'hint: where the clone is not whole, `git fetch` it first'
    git checkout -q --orphan other
    git commit -q -m other
    schemac 2 check --changed-since merge-base:main
    err_has 'HEAD and "main" have no commit in common [E0007]'
    git init -q ../new
    cd ../new
    small_project
    for since in HEAD main merge-base:HEAD merge-base:main; do
        schemac 2 check --changed-since "$since"
        err_has "there is no commit \"${since#merge-base:}\" [E0007]"
        err_has 'hint: nothing has been committed here yet'
    done
    cd ../repo
    git checkout -q --orphan third
    schemac 2 check --changed-since merge-base:main
    err_has 'HEAD and "main" have no commit in common [E0007]'
    err_has 'hint: nothing has been committed here yet'
}

@test "no repository, no git: E0008" {
    cd ..
    export GIT_CEILING_DIRECTORIES=$PWD
    small_project
    schemac 2 check --changed-since HEAD
    err_has "error: git does not tell what has changed [E0008]"
    mkdir empty
    run -2 --separate-stderr env "PATH=$PWD/empty" "$SCHEMAC" check --changed-since HEAD
    err_has "[E0008]"
    git init -q --bare bare
    cp -R schemac.yaml openapi bare
    cd bare
    schemac 2 check --changed-since HEAD
    err_has "[E0008]"
    schemac 2 check --changed-since HEAD --depfile deps
    err_has "[E0001]"
}

@test "git ends in the middle: E0008" {
    three_artifacts
    git=$(command -v git)
    mkdir ../bin
    for step in diff ls-files; do
        printf '#!/bin/sh\ncase " $* " in *" %s "*) exit 3 ;; esac\nexec %s "$@"\n' "$step" "$git" >../bin/git
        chmod +x ../bin/git
        run -2 --separate-stderr env "PATH=$PWD/../bin:$PATH" "$SCHEMAC" check --changed-since HEAD
        err_has "[E0008]"
    done
}
