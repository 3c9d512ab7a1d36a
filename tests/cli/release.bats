#!/usr/bin/env bats
# schemac release: what is frozen, what is refused, what check says of it afterwards.
bats_require_minimum_version 1.5.0
load helper

frozen=releases/2026-01-31

# semver: has versions of the project be numbers.
semver() {
    sed -i 's/^  copies:.*/  versioning: semver/' schemac.yaml
}

@test "a release: files, copies, index" {
    release_project
    schemac 0 release 2026-01-31
    no_output
    no_stderr
    file_is $frozen/pet.schema.json <<'X'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://schemas.example/2026-01-31/pet.schema.json",
  "allOf": [
    {
      "$ref": "#/$defs/Pet"
    }
  ],
  "$defs": {
    "Pet": {
      "type": "object",
      "required": [
        "name"
      ],
      "properties": {
        "name": {
          "type": "string",
          "maxLength": 20
        },
        "owner": {
          "$ref": "#/$defs/Owner"
        }
      }
    },
    "Owner": {
      "description": "a <person>",
      "type": "object"
    }
  }
}
X
    same_files $frozen/pet.schema.json latest/pet.schema.json
    same_files $frozen/owner.schema.json latest/owner.schema.json
    schemac 0 validate --schema "$project/schemas/release-index.schema.json" releases/index.json
    sum=$(sha256sum <$frozen/owner.schema.json)
    grep -qF "\"bytes\": \"${sum%% *}\"" releases/index.json
    no_drafts
    schemac 0 check
    no_stderr
}

@test "one line on a terminal" {
    release_project
    on_terminal "$SCHEMAC" release 2026-01-31
    out_has '2 schemas released as 2026-01-31, 5 files written'
}

@test "the index, to the byte" {
    release_project
    schemac 0 release 2026-01-31
    # Digests by other tools: of the bytes, and of canonical JSON where its form is plain.
    bytes=$(sha256sum <$frozen/owner.schema.json)
    id=https://schemas.example/2026-01-31/owner.schema.json
    content='{"$id":"'$id'","$schema":"http://json-schema.org/draft-07/schema#","allOf":[{"$ref":"#/definitions/Owner"}],"definitions":{"Owner":{"description":"a <person>","type":"object"}}}'
    content_sum=$(printf %s "$content" | sha256sum)
    constraints_sum=$(printf %s "${content/'"description":"a <person>",'/}" | sha256sum)
    sed -n '/{/,/^    },/p' releases/index.json | head -n 16 >first
    file_is first <<X
{
  "version": 1,
  "releases": [
    {
      "version": "2026-01-31",
      "id": "$id",
      "file": "releases/2026-01-31/owner.schema.json",
      "copies": [
        "latest/owner.schema.json"
      ],
      "sha256": {
        "bytes": "${bytes%% *}",
        "content": "${content_sum%% *}",
        "constraints": "${constraints_sum%% *}"
      }
    },
X
}

@test "the same again does nothing, and writes what is missing" {
    release_project
    schemac 0 release 2026-01-31
    age $frozen/* latest/* releases/index.json
    before=$(stamp $frozen/* releases/index.json)
    rm latest/pet.schema.json
    schemac 0 release 2026-01-31
    [ "$(stamp $frozen/* releases/index.json)" = "$before" ]
    same_files $frozen/pet.schema.json latest/pet.schema.json
}

@test "an earlier version leaves the copies that a later one has" {
    release_project
    sed -i 's,^  copies:.*,  copies: ["latest/{file}"\, "all/{version}-{file}"],' schemac.yaml
    schemac 0 release 2026-01-31
    before=$(stamp latest/*)
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 0 generate
    schemac 0 release 2026-01-15
    [ "$(stamp latest/*)" = "$before" ]
    same_files releases/2026-01-15/pet.schema.json all/2026-01-15-pet.schema.json
    schemac 0 check
    schemac 0 release 2026-01-15
    [ "$(stamp latest/*)" = "$before" ]
    schemac 0 release 2026-02-01
    same_files releases/2026-02-01/pet.schema.json latest/pet.schema.json
    schemac 0 check
}

@test "a release that is there with other content" {
    release_project
    schemac 0 release 2026-01-31
    cp -r releases before
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 2 release 2026-01-31
    err_has 'releases/index.json:17:5: error: 2026-01-31 was released already: schemas/pet.schema.json has other content now [E0913]'
    err_has 'hint: release under another version'
    diff -r before releases
    schemac 0 release 2026-02-01
    same_files before/2026-01-31/pet.schema.json $frozen/pet.schema.json
    same_files releases/2026-02-01/pet.schema.json latest/pet.schema.json
}

@test "a release that is there with other schemas" {
    release_project
    schemac 0 release 2026-01-31
    cp schemac.yaml whole.yaml
    sed -i 's,^release:,  schemas/third.schema.json: {root: Pet}\nrelease:,; /^fingerprints/d' schemac.yaml
    schemac 2 release 2026-01-31
    err_has '2026-01-31 was released already, with 2 of these 3 schemas [E0913]'
    sed '/pet.schema.json:/,/root: Pet/d' whole.yaml >schemac.yaml
    schemac 2 release 2026-01-31
    err_has '2026-01-31 was released already: no artifact is its file releases/2026-01-31/pet.schema.json [E0913]'
}

@test "a file that is in the place of a released one" {
    release_project
    mkdir -p $frozen
    echo '{}' >$frozen/pet.schema.json
    schemac 2 release 2026-01-31
    err_has "$frozen/pet.schema.json: error: this file is there already, with other content [E0913]"
    [ ! -e releases/index.json ]
    [ ! -e latest ]
    [ "$(ls $frozen)" = pet.schema.json ]
    rm $frozen/pet.schema.json
    mkdir $frozen/pet.schema.json
    schemac 2 release 2026-01-31
    err_has "$frozen/pet.schema.json: error: cannot write the file: Is a directory [E0003]"
}

@test "dry run" {
    release_project
    schemac 0 release --dry-run 2026-01-31
    file_is <(echo "$output") <<'X'
2026-01-31  https://schemas.example/2026-01-31/pet.schema.json  releases/2026-01-31/pet.schema.json
    the first one
2026-01-31  https://schemas.example/2026-01-31/owner.schema.json  releases/2026-01-31/owner.schema.json
    the first one
X
    [ ! -e releases ]
    schemac 0 release 2026-01-31
    schemac 0 release -n 2026-01-31
    out_has 'released already'
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 0 release -n 2026-02-01
    out_has 'breaking for readers: 1 change, 1 breaks readers'
    out_has '    equal'
    [ ! -e releases/2026-02-01 ]
}

@test "forms of versions" {
    release_project
    for version in 2026-1-31 2026-02-30 1.2.3 latest ''; do
        schemac 2 release "$version"
        err_has "error: \"$version\" is no version of the form YYYY-MM-DD [E0914]"
        err_has 'note: versioning is date here'
    done
    schemac 2 release ../2026-01-31
    err_has E0914
    semver
    for version in 1.2 v1.2.3 1.2.3-rc.1 01.2.3 2026-01-31; do
        schemac 2 release "$version"
        err_has "error: \"$version\" is no version of the form X.Y.Z [E0914]"
    done
    [ ! -e releases ]
}

@test "versions X.Y.Z: the step has to be as large as the changes" {
    release_project
    semver
    schemac 0 release 1.0.0
    sed -i 's/a <person>/a person/' openapi/openapi.yaml
    schemac 0 release 1.0.1
    sed -i 's/maxLength: 20/maxLength: 10/' openapi/openapi.yaml
    for version in 1.0.2 1.1.0; do
        schemac 2 release $version
        err_has "schemas/pet.schema.json: error: $version is too small a step from 1.0.1: breaking for writers: 1 change, 1 breaks writers [E0917]"
        err_has 'hint: release it as 2.0.0'
    done
    [ ! -e releases/1.1.0 ]
    schemac 0 release 2.0.0
    # between two releases counts the one before
    sed -i 's/maxLength: 10/maxLength: 20/' openapi/openapi.yaml
    schemac 0 release 1.0.2
}

@test "versions X.Y.Z: rules and compatibility have their say" {
    release_project
    semver
    schemac 0 release 1.0.0
    sed -i 's/maxLength: 20/maxLength: 30/; s/^\( *\)\(properties: *\)$/\1\2\n\1  tag: { type: string }/' openapi/openapi.yaml
    schemac 0 generate
    schemac 2 release 1.1.0
    err_has '1.1.0 is too small a step from 1.0.0: breaking for readers: 2 changes, 1 breaks readers, 1 undecided [E0917]'
    echo 'compatibility: writers' >>schemac.yaml
    schemac 2 release 1.1.0
    err_has '1.1.0 is too small a step from 1.0.0: undecided: 2 changes, 1 undecided [E0917]'
    echo 'rules: { D0118: safe }' >>schemac.yaml
    schemac 0 check
    err_has 'a release is pending; the step from 1.0.0 is safe: 2 changes [N0201]'
    err_has 'hint: `schemac release 1.1.0`'
    schemac 2 release 1.0.1
    schemac 0 release 1.1.0
    schemac 0 log
    out_has '    safe: 2 changes'
    sed -i 's/D0118: safe/D0118: ignore, D0111: ignore/' schemac.yaml
    schemac 0 log
    out_has '    equal'
}

@test "versions below 1.0.0: what breaks takes a new second number" {
    release_project
    semver
    schemac 0 release 0.1.0
    sed -i 's/maxLength: 20/maxLength: 10/' openapi/openapi.yaml
    schemac 2 release 0.1.1
    err_has 'hint: release it as 0.2.0'
    schemac 0 release 0.2.0
}

@test "versions X.Y.Z: a schema that is released no more" {
    release_project
    semver
    schemac 0 release 1.0.0
    sed -i '/pet.schema.json:/,/root: Pet/d' schemac.yaml
    schemac 2 release 1.1.0
    err_has 'releases/1.0.0/pet.schema.json: error: 1.1.0 is too small a step from 1.0.0: this schema is released no more [E0917]'
    schemac 0 release 2.0.0
}

@test "two artifacts that would be one file of a release" {
    release_project
    sed -i 's,schemas/pet.schema.json,other/owner.schema.json,' schemac.yaml
    schemac 2 release 2026-01-31
    err_has 'two artifacts have the same file in a release: owner.schema.json [E0911]'
    err_has 'schemac.yaml:4:3: note: the other one'
    release_project_with_one_id
    schemac 2 release 2026-01-31
    err_has 'two artifacts have the same $id in a release: https://schemas.example/2026-01-31 [E0911]'
    err_has 'hint: {file} in release.id tells them apart'
}

release_project_with_one_id() {
    rm -rf schemac.yaml schemas
    release_project
    sed -i 's,/{version}/{file},/{version},' schemac.yaml
}

@test "copies that are one file, or a file with another use" {
    release_project
    sed -i 's,latest/{file},latest.json,' schemac.yaml
    schemac 2 release 2026-01-31
    err_has 'latest.json is another file of this release already [E0605]'
    err_has 'hint: {version} and {file} tell copies apart'
    sed -i 's,latest.json,openapi/openapi.yaml,' schemac.yaml
    schemac 2 release 2026-01-31
    err_has 'openapi/openapi.yaml is a source already [E0605]'
    sed -i 's,copies: .*,copies: "schemas/{file}",' schemac.yaml
    schemac 2 release 2026-01-31
    err_has 'schemas/pet.schema.json is an artifact already [E0605]'
    [ ! -e releases ]
}

@test "a folder of releases that is a link out of the project" {
    release_project
    mkdir ../outside
    ln -s ../outside releases
    schemac 2 release 2026-01-31
    err_has 'releases/index.json leads out of the folder of the configuration [E0004]'
    sed -i 's,record: .*,record: index.json,' schemac.yaml
    schemac 2 release 2026-01-31
    err_has 'releases/2026-01-31/pet.schema.json leads out of the folder of the configuration [E0004]'
    [ -z "$(ls ../outside)" ]
}

@test "the index is no link out of the folder, nor a file of git" {
    release_project
    mkdir releases
    ln -s ../../index.json releases/index.json
    schemac 2 release 2026-01-31
    err_has 'schemac.yaml:15:11: error: releases/index.json leads out of the folder of the configuration [E0004]'
    schemac 2 release --import "$pet"
    err_has '[E0004]'
    schemac 2 check
    err_has '[E0004]'
    [ ! -e ../index.json ]
    rm releases/index.json
    sed -i 's,record: .*,record: .git/index.json,' schemac.yaml
    schemac 2 release 2026-01-31
    err_has '.git/index.json is a file of git already [E0605]'
    sed -i 's,record: .*,record: releases/index.json,; s,dir: .*,dir: ".git/{version}",' schemac.yaml
    schemac 2 release 2026-01-31
    err_has '.git/2026-01-31/pet.schema.json is a file of git already [E0605]'
    [ ! -e .git ]
}

@test "nothing says how artifacts are released" {
    project
    schemac 2 release 2026-01-31
    err_has 'schemac.yaml: error: nothing says how artifacts are released [E0911]'
    schemac 2 release --import schemas/pet.schema.json
    err_has 'schemac.yaml: error: nothing says where releases are listed [E0911]'
    schemac 2 log
    err_has 'schemac.yaml: error: nothing says where releases are listed [E0911]'
    schemac 2 release 2026-01-31 2026-02-01
    err_has 'release takes one VERSION, or files with --import [E0001]'
    schemac 2 release
    err_has E0001
}

@test "an included file has no releases of its own" {
    release_project
    printf 'version: 1\nartifacts: {}\ninclude: [schemac.yaml]\n' >top.yaml
    schemac 2 check --config top.yaml
    err_has 'an included file has no releases of its own [E0911]'
}

@test "a folder that may not be written" {
    release_project
    if [ "$(id -u)" = 0 ]; then skip "root may write everywhere"; fi
    mkdir releases
    chmod 555 releases
    schemac 2 release 2026-01-31
    chmod 755 releases
    err_has 'error: cannot write the file: Permission denied [E0003]'
    [ -z "$(ls releases)" ]
    [ ! -e latest ]
    no_drafts
}

@test "a folder that is a file" {
    release_project
    echo >releases
    schemac 2 release 2026-01-31
    err_has E0003
    [ ! -e latest ]
}

# interrupted: a release whose files are in place, but not its index.
interrupted() {
    release_project
    schemac 0 release 2026-01-31
    rm releases/index.json
    : >releases/.index.json.schemac-draft
}

@test "an interrupted release" {
    interrupted
    schemac 1 check
    err_has 'releases/index.json: error: a release was interrupted: it left a draft beside the index [D0205]'
    err_has 'hint: release that version again'
    schemac 0 release 2026-01-31
    no_drafts
    schemac 0 check
    no_stderr
}

@test "an interrupted release whose source went on" {
    interrupted
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 2 release 2026-01-31
    err_has "$frozen/pet.schema.json: error: this file is there already, with other content [E0913]"
    schemac 0 release 2026-02-01
}

@test "a damaged index" {
    release_project
    schemac 0 release 2026-01-31
    cp releases/index.json index.json
    damage() {
        sed "$1" index.json >releases/index.json
        for command in check generate log 'release 2026-02-01'; do
            # shellcheck disable=SC2086  # words
            schemac 2 $command
            err_has "$2"
        done
        [ ! -e releases/2026-02-01 ]
    }
    damage 's/"version": 1,/"version": 2,/' 'releases/index.json:2:14: error: the index of releases is damaged: it is not of version 1 [E0912]'
    err_has 'hint: take it from git, as it was last'
    damage '$d' 'releases/index.json'
    damage '0,/"bytes": "./s//"bytes": "x/' 'releases/index.json:12:18: error: the index of releases is damaged: "bytes" is missing or no digest [E0912]'
    damage '0,/"content"/s//"contents"/' 'the index of releases is damaged: "content" is missing or no digest [E0912]'
    damage '0,/"2026-01-31"/s//"yesterday"/' 'releases/index.json:5:18: error: the index of releases is damaged: this is no version [E0912]'
    damage '0,/"id": ".*"/s//"id": ""/' 'the index of releases is damaged: "id" is missing or no text [E0912]'
    damage '0,/releases.2026/s,,../2026,' 'this is no path below the folder of the configuration [E0912]'
    damage 's,/pet.schema.json",/owner.schema.json",' 'this file is listed twice [E0912]'
    damage '0,/"latest.owner.schema.json"/s,,"/latest",' 'this is no path below the folder of the configuration [E0912]'
    damage '/"copies"/{s/\[/{},/;N;N;s/\n.*//}' 'the index of releases is damaged: "copies" is no list [E0912]'
    echo '{"version": 1}' >releases/index.json
    schemac 2 check
    err_has 'the index of releases is damaged: it has no list of releases [E0912]'
    echo '{"version": 1, "releases": [1]}' >releases/index.json
    schemac 2 check
    err_has 'the index of releases is damaged: a release is no object [E0912]'
    echo '{"version": 1, "version": 1, "releases": []}' >releases/index.json
    schemac 2 check
    err_has E0302
    rm releases/index.json
    mkdir releases/index.json
    schemac 2 check
    err_has 'releases/index.json: error: the index of releases cannot be read: Is a directory [E0912]'
}

@test "check: a released file that changed" {
    release_project
    schemac 0 release 2026-01-31
    sed -i 's/"maxLength": 20/"maxLength": 21/' $frozen/pet.schema.json
    schemac 1 check
    err_has "$frozen/pet.schema.json:18:24: error: this file was released as 2026-01-31 and changed since [D0201]"
    err_has 'hint: its copy latest/pet.schema.json is as it was; what is to change goes into a new release'
    err_has 'releases/index.json:17:5: note: its digests are here'
    err_lacks N0201
    schemac 1 check schemas/pet.schema.json
    err_has D0201
    schemac 0 check schemas/owner.schema.json
    rm latest/pet.schema.json
    schemac 1 check
    err_has "$frozen/pet.schema.json: error: this file was released as 2026-01-31 and changed since [D0201]"
    err_has 'hint: take it from git'
    err_has 'latest/pet.schema.json: error: this copy of the release 2026-01-31 is missing [D0203]'
}

@test "check: a released file in another form, or cut" {
    release_project
    schemac 0 release 2026-01-31
    tr -d '\n' <$frozen/pet.schema.json >x
    mv x $frozen/pet.schema.json
    schemac 1 check
    err_has 'this file was released as 2026-01-31 and changed since, in form only [D0201]'
    head -c 100 latest/pet.schema.json >$frozen/pet.schema.json
    schemac 1 check
    err_has 'this file was released as 2026-01-31 and is no JSON any more [D0201]'
    sed 's/$/\r/' latest/pet.schema.json >$frozen/pet.schema.json
    schemac 0 check
    no_stderr
}

@test "check: an index that was edited" {
    release_project
    schemac 0 release 2026-01-31
    sed -i '0,/\("bytes": "\)................/s//\1ffffffffffffffff/' releases/index.json
    schemac 1 check
    err_has "$frozen/owner.schema.json: error: this file was released as 2026-01-31 and changed since, in form only [D0201]"
    err_has 'releases/index.json:4:5: note: its digests are here'
}

@test "check: a released file that is missing" {
    release_project
    schemac 0 release 2026-01-31
    rm $frozen/pet.schema.json
    schemac 1 check
    err_has "$frozen/pet.schema.json: error: this file was released as 2026-01-31 and is missing [D0202]"
    err_has 'releases/index.json:17:5: note: it is listed here'
    schemac 0 check schemas/owner.schema.json
    rm -r releases/2026-01-31
    echo >releases/2026-01-31
    schemac 1 check
    err_count 2 D0202
}

@test "check: a copy that differs, as far as no later release wrote it" {
    release_project
    schemac 0 release 2026-01-31
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 0 generate
    schemac 0 release 2026-02-28
    schemac 0 check
    no_stderr
    cp $frozen/pet.schema.json latest/
    schemac 1 check
    err_has 'latest/pet.schema.json: error: this copy of the release 2026-02-28 is not what was released [D0203]'
    err_has 'releases/2026-02-28/pet.schema.json: note: what was released'
    schemac 0 release 2026-02-28
    schemac 0 check
}

@test "check: what is pending" {
    release_project
    schemac 0 check
    no_stderr
    schemac 0 release 2026-01-31
    sed -i 's,^release:,  schemas/third.schema.json: {root: Pet}\nrelease:,; /^fingerprints/d' schemac.yaml
    schemac 0 generate
    schemac 0 check
    err_has 'schemas/third.schema.json: note: this was not released yet [N0202]'
    sed -i '/third/d' schemac.yaml
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 0 generate
    schemac 0 check
    file_is <(echo "$stderr") <<'X'
schemas/pet.schema.json: note: a release is pending; the step from 2026-01-31 is breaking for readers: 1 change, 1 breaks readers [N0201]
X
    schemac 0 check schemas/pet.schema.json
    err_has N0201
    schemac 0 check schemas/owner.schema.json
    no_stderr
}

@test "check: what is pending, and the version that it takes" {
    release_project
    semver
    schemac 0 release 1.2.3
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 0 generate
    schemac 0 check
    err_has 'a release is pending; the step from 1.2.3 is breaking for readers'
    err_has 'hint: `schemac release 2.0.0`'
    sed -i 's/maxLength: 30/maxLength: 20/; s/a <person>/a person/' openapi/openapi.yaml
    schemac 0 generate
    schemac 0 check
    err_has 'the step from 1.2.3 is annotations only: 1 change [N0201]'
    err_has 'hint: `schemac release 1.2.4`'
}

# with_id KEYS: a released project whose artifact has the released $id and KEYS, and moved on.
with_id() {
    release_project
    schemac 0 release 2026-01-31
    sed -i "s,^    root: Pet,&\n    id: https://schemas.example/2026-01-31/pet.schema.json$1," schemac.yaml
    schemac 0 generate
    schemac 0 check
    no_stderr
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 0 generate
}

@test "check: an artifact with the id of a release and other content" {
    with_id ''
    schemac 1 check
    err_has 'schemac.yaml:4:3: error: schemas/pet.schema.json has the $id of the release 2026-01-31 and other content [D0204]'
    err_has 'releases/index.json:17:5: note: released as https://schemas.example/2026-01-31/pet.schema.json'
    err_has 'hint: give it an id of its own, or say draft: true until it is released'
    schemac 1 check schemas/pet.schema.json
}

@test "check: a draft may have it" {
    with_id '\n    draft: true'
    schemac 0 check
    err_has N0201
    err_lacks D0204
}

@test "check: two artifacts, or two releases, with one id" {
    release_project
    sed -i 's,^    root: .*,&\n    id: https://a.example/one,' schemac.yaml
    schemac 0 generate
    schemac 1 check
    err_has 'schemac.yaml:7:3: error: two artifacts have the $id https://a.example/one and not the same content [D0204]'
    sed -i '/one$/d' schemac.yaml
    schemac 0 generate
    schemac 0 release 2026-01-31
    sed -i 's,/pet.schema.json",/owner.schema.json",; t; b' releases/index.json
    sed -i '0,/"file": "releases.2026-01-31.owner/!s,"file": "releases.2026-01-31.owner,"file": "releases/2026-01-31/pet,' releases/index.json
    schemac 1 check
    err_has 'two releases have the $id https://schemas.example/2026-01-31/owner.schema.json and not the same content [D0204]'
}

@test "generate never writes a released file" {
    release_project
    schemac 0 release 2026-01-31
    sed -i "s,schemas/pet.schema.json,$frozen/pet.schema.json," schemac.yaml
    cp $frozen/pet.schema.json before
    for command in generate check 'release 2026-02-01'; do
        # shellcheck disable=SC2086  # words
        schemac 2 $command
        err_has 'schemac.yaml:4:3: error: this is a file of the release 2026-01-31, which does not change [E0915]'
        err_has 'note: listed here'
    done
    sed -i "s,$frozen/pet.schema.json,schemas/link.json," schemac.yaml
    ln -s ../$frozen/pet.schema.json schemas/link.json
    schemac 2 generate
    err_has E0915
    same_files before $frozen/pet.schema.json
}

@test "the index has one use" {
    release_project
    sed -i 's,releases/index.json,schemas/pet.schema.json,' schemac.yaml
    schemac 2 generate
    err_has E0605
}

@test "what is staged, and what changed since a commit" {
    use_git
    release_project
    schemac 0 release 2026-01-31
    git init -q
    git add .
    git commit -qm one
    schemac 0 check --changed-since HEAD
    echo ' ' >>$frozen/pet.schema.json
    schemac 1 check --changed-since HEAD
    err_has D0201
    schemac 0 check --index
    git add .
    schemac 1 check --index
    err_has D0201
    git rm -q --cached $frozen/pet.schema.json
    schemac 1 check --index
    err_has D0202
}

@test "import: what was published before" {
    release_project
    mkdir -p old/2024-05-06
    echo '{"$id": "https://schemas.example/2024-01-02/pet.schema.json"}' >old/a.json
    echo '{"$id": "https://b.example/pet"}' >old/2024-03-04.json
    echo '{"$schema": "http://json-schema.org/draft-04/schema#", "id": "https://c.example/pet"}' >old/2024-05-06/c.json
    schemac 0 release --import --dry-run old/a.json
    [ ! -e releases ]
    schemac 0 release --import old/2024-05-06/c.json old/a.json old/2024-03-04.json
    [ "$(grep -c '"file"' releases/index.json)" = 3 ]
    [ "$(grep -o '"version": "[^"]*"' releases/index.json | tr '\n' ' ')" = '"version": "2024-01-02" "version": "2024-03-04" "version": "2024-05-06" ' ]
    cp releases/index.json before
    age releases/index.json
    schemac 0 release --import old/a.json old/2024-03-04.json
    same_files before releases/index.json
    (cd old && schemac 0 release --import a.json)
    schemac 0 check
    err_count 1 'pet.schema.json: note: a release is pending; the step from 2024-01-02'
}

@test "import: what cannot be" {
    release_project
    schemac 2 release --import nowhere.json
    err_has 'nowhere.json: error: cannot read the file'
    echo '{}' >x.json
    schemac 2 release --import x.json
    err_has 'x.json:1:1: error: this schema has no $id to be released under [E0916]'
    echo '{"$id": "2024-01-02/x.json"}' >x.json
    schemac 2 release --import x.json
    err_has 'the $id of this schema is no absolute URI [E0916]'
    echo '{"$id": "https://schemas.example/draft/x.json"}' >x.json
    schemac 2 release --import x.json
    err_has 'no version YYYY-MM-DD is found for this schema [E0916]'
    err_has 'hint: it may be in the $id, in the name of the file or in that of its folder'
    echo '{"$id": "https://schemas.example/2024-01-02/x.json"}' >../out.json
    schemac 2 release --import ../out.json
    err_has 'this file lies outside the folder of the configuration [E0004]'
    sed -i 's,"$id": ",&https://b.example/2024-01-02/,' schemas/pet.schema.json
    schemac 2 release --import schemas/pet.schema.json
    err_has 'schemas/pet.schema.json: error: this file is an artifact, which is generated [E0915]'
    err_has 'schemac.yaml:4:3: note: declared here'
    echo '{"$id": 1, "$id": 2}' >x.json
    schemac 2 release --import x.json
    err_has E0302
    echo '{' >x.json
    schemac 2 release --import x.json
    err_has 'x.json:'
    [ ! -e releases ]
}

@test "import: another content for what is listed" {
    release_project
    echo '{"$id": "https://schemas.example/2024-01-02/x.json"}' >x.json
    echo '{"$id": "https://schemas.example/2024-01-02/x.json", "type": "null"}' >y.json
    schemac 2 release --import x.json y.json
    err_has 'y.json: error: its $id was released already, with other content [E0913]'
    [ ! -e releases ]
    schemac 0 release --import x.json
    echo '{"$id": "https://schemas.example/2024-01-03/x.json"}' >x.json
    schemac 2 release --import x.json
    err_has 'x.json: error: this file was released already, as another schema [E0913]'
    err_has 'note: as 2024-01-02, in x.json'
}

@test "import: the published schemas of the registry" {
    need_corpus
    mkdir published
    cp "$corpus"/openapi/mcp-registry/published/*.json published/
    small_project
    cat >>schemac.yaml <<'X'
release:
  dir: published/{version}
  id: https://static.modelcontextprotocol.io/schemas/{version}/{file}
  record: published/index.json
X
    schemac 0 generate
    schemac 0 release --import published/*.json
    schemac 0 validate --schema "$project/schemas/release-index.schema.json" published/index.json
    [ "$(grep -c '"version": "' published/index.json)" = 6 ]
    schemac 0 check
    err_count 2 N0202
    sed -i 's/2025-10-17/2025-10-18/g' published/2025-10-17.server.schema.json
    schemac 1 check
    err_has 'published/2025-10-17.server.schema.json: error: this file was released as 2025-10-17 and changed since [D0201]'
}

@test "check --depfile lists what was released, copies, the index and mentions" {
    release_project
    echo x >a.md
    echo 'mentions: "*.md"' >>schemac.yaml
    schemac 0 check --depfile check.d
    grep -qF releases/index.json check.d && fail "there is no index yet"
    schemac 0 release 2026-01-31
    schemac 0 check --depfile check.d
    for file in releases/index.json $frozen/pet.schema.json latest/owner.schema.json a.md; do
        grep -qF "$file" check.d || fail "check.d lacks $file"
    done
}

@test "validate knows what was released by its id" {
    release_project
    schemac 0 release 2026-01-31
    sed -i 's/maxLength: 20/maxLength: 2/' openapi/openapi.yaml
    schemac 0 release 2026-02-28
    echo '{"$schema": "https://schemas.example/2026-01-31/pet.schema.json", "name": "Rex"}' >old.json
    echo '{"$schema": "https://schemas.example/2026-02-28/pet.schema.json", "name": "Rex"}' >new.json
    echo '{"$schema": "https://schemas.example/2026-03-31/pet.schema.json", "name": "Rex"}' >none.json
    schemac 0 validate old.json
    schemac 1 validate new.json
    err_has 'maxLength'
    schemac 2 validate none.json
    err_has 'no schema is known by the URI "https://schemas.example/2026-03-31/pet.schema.json"'
    # an artifact that has the id of a release is the one that counts
    sed -i "s,^    root: Pet,&\n    id: https://schemas.example/2026-02-28/pet.schema.json," schemac.yaml
    schemac 0 generate
    schemac 1 validate new.json
    schemac 0 check
}

@test "help" {
    schemac 0 help release
    out_has 'schemac release'
    out_has '--import'
    schemac 0 --help
    out_has 'list the releases, each with the class of its step'
    schemac 0 explain D0201
    out_has 'a released file changed'
}
