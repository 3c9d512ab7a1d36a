#!/usr/bin/env bats
# schemac log: the releases in their order, each with the class of its step.
bats_require_minimum_version 1.5.0
load helper

# released: a project with a release for each kind of step.
released() {
    release_project
    schemac 0 release 2025-01-01
    schemac 0 release 2025-01-02 # equal
    sed -i 's/a <person>/a person/' openapi/openapi.yaml
    schemac 0 release 2025-02-01 # annotations
    sed -i 's/maxLength: 20/maxLength: 10/' openapi/openapi.yaml
    schemac 0 release 2025-03-01 # breaks writers
    sed -i 's/maxLength: 10/maxLength: 20/' openapi/openapi.yaml
    schemac 0 release 2025-04-01 # breaks readers
    sed -i 's/maxLength: 20/minLength: 2/' openapi/openapi.yaml
    schemac 0 release 2025-05-01 # breaks both
}

# steps: the steps of what --format json has printed, for the schemas whose file is called NAME.
steps() {
    jq -r '.[] | select(.file | endswith("/'"$1"'")) | .step // "first"' <<<"$output" | tr '\n' ' '
}

@test "text" {
    released
    sed -i '/owner.schema.json:/,/style: go/d' schemac.yaml
    schemac 0 log
    file_is <(echo "$output" | grep -A1 /pet.schema.json) <<'X'
2025-01-01  https://schemas.example/2025-01-01/pet.schema.json  releases/2025-01-01/pet.schema.json
    the first one
--
2025-01-02  https://schemas.example/2025-01-02/pet.schema.json  releases/2025-01-02/pet.schema.json
    equal
--
2025-02-01  https://schemas.example/2025-02-01/pet.schema.json  releases/2025-02-01/pet.schema.json
    annotations only: 1 change
--
2025-03-01  https://schemas.example/2025-03-01/pet.schema.json  releases/2025-03-01/pet.schema.json
    breaking for writers: 1 change, 1 breaks writers
--
2025-04-01  https://schemas.example/2025-04-01/pet.schema.json  releases/2025-04-01/pet.schema.json
    breaking for readers: 1 change, 1 breaks readers
--
2025-05-01  https://schemas.example/2025-05-01/pet.schema.json  releases/2025-05-01/pet.schema.json
    breaking for writers and readers: 2 changes, 1 breaks writers, 1 breaks readers
X
    no_stderr
}

@test "json" {
    need jq
    released
    schemac 0 log --format json
    [ "$(steps pet.schema.json)" = 'first equal annotations breaking breaking breaking ' ]
    [ "$(steps owner.schema.json)" = 'first equal annotations equal equal equal ' ]
    file_is <(jq -c '.[7]' <<<"$output") <<'X'
{"version":"2025-03-01","id":"https://schemas.example/2025-03-01/pet.schema.json","file":"releases/2025-03-01/pet.schema.json","previous":"2025-02-01","step":"breaking","changes":1,"breaks_writers":1,"breaks_readers":0,"undecided":0,"annotations":0}
X
    file_is <(jq -c '.[1]' <<<"$output") <<'X'
{"version":"2025-01-01","id":"https://schemas.example/2025-01-01/pet.schema.json","file":"releases/2025-01-01/pet.schema.json"}
X
}

@test "markdown" {
    release_project
    schemac 0 release 2025-01-01
    schemac 0 log --format markdown
    no_stderr
    file_is <(echo "$output") <<'X'
| version | `$id` | file | step |
|---|---|---|---|
| `2025-01-01` | `https://schemas.example/2025-01-01/owner.schema.json` | `releases/2025-01-01/owner.schema.json` | the first one |
| `2025-01-01` | `https://schemas.example/2025-01-01/pet.schema.json` | `releases/2025-01-01/pet.schema.json` | the first one |
X
}

@test "nothing was released yet" {
    release_project
    schemac 0 log
    no_output
    schemac 0 log --format json
    [ "$output" = '[]' ]
    on_terminal "$SCHEMAC" log
    out_has '0 released schemas'
}

@test "from another folder, and of another configuration" {
    released
    mkdir sub
    cd sub
    schemac 0 log
    [ "${#lines[@]}" = 24 ]
    schemac 0 log --config ../schemac.yaml
    [ "${#lines[@]}" = 24 ]
}

@test "versions X.Y.Z come in the order of their numbers" {
    release_project
    sed -i 's/^  copies:.*/  versioning: semver/' schemac.yaml
    for version in 1.10.0 1.9.0 1.2.10 1.2.9; do schemac 0 release $version; done
    schemac 0 log
    [ "$(grep -oE '^[0-9.]+ ' <<<"$output" | uniq | tr -d '\n')" = '1.2.9 1.2.10 1.9.0 1.10.0 ' ]
}

@test "a file that is missing, or no schema" {
    released
    rm releases/2025-02-01/pet.schema.json
    schemac 2 log
    no_output
    err_has 'how far it is from releases/2025-01-02/pet.schema.json cannot be told [E0918]'
    err_has 'releases/2025-02-01/pet.schema.json: note: cannot read the file: No such file or directory'
    echo '{"type": 3}' >releases/2025-02-01/pet.schema.json
    schemac 2 log
    err_count 2 E0918
    echo '{' >releases/2025-02-01/pet.schema.json
    schemac 2 log
    err_count 2 E0918
}

@test "schemas that refer to another one of their release" {
    small_project
    sed -i '/owner.schema.json/,$d' schemac.yaml
    cat >>schemac.yaml <<'X'
    refer: schemas/owner.schema.json
  schemas/owner.schema.json:
    root: Owner
    id: https://a.example/owner
release:
  dir: releases/{version}
  id: https://schemas.example/{version}/{file}
  record: releases/index.json
X
    schemac 0 release 2025-01-01
    grep -qF '"$ref": "https://schemas.example/2025-01-01/owner.schema.json#/$defs/Owner"' releases/2025-01-01/pet.schema.json
    sed -i "s/description: 'a <person>'/minProperties: 1/" openapi/openapi.yaml
    schemac 0 release 2025-01-02
    schemac 0 log
    out_has '    breaking for writers'
    [ "$(grep -c '    breaking for writers' <<<"$output")" = 2 ]
    schemac 0 generate
    schemac 0 check
    no_stderr
}

@test "the published schemas of the registry" {
    need_corpus
    need jq
    cp "$corpus"/openapi/mcp-registry/published/*.json .
    cat >schemac.yaml <<'X'
version: 1
source: openapi.yaml
artifacts: {server.schema.json: {root: ServerDetail}}
release:
  dir: "{version}"
  id: https://static.modelcontextprotocol.io/schemas/{version}/server.schema.json
  record: index.json
X
    schemac 0 release --import ./*.server.schema.json
    schemac 0 log --format json
    [ "$(jq -r '.[] | "\(.version) \(.step // "first")"' <<<"$output")" = "$(
        cat <<'X'
2025-07-09 first
2025-09-16 breaking
2025-09-29 breaking
2025-10-11 breaking
2025-10-17 annotations
2025-12-11 breaking
X
    )" ]
    # The fourth and the fifth differ in nothing but two dates, the $id and an example.
    [ "$(jq -c '.[4] | [.changes, .annotations]' <<<"$output")" = '[1,1]' ]
}
