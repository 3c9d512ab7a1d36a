#!/usr/bin/env bats
# schemac.yaml: what it may say, and each way in which it can be wrong.
bats_require_minimum_version 1.5.0
load helper

# config: schemac.yaml is what standard input has.
config() {
    cat >schemac.yaml
}

# refused CODE LINE:COLUMN MESSAGE [HINT]: generate and check say so and write nothing.
refused() {
    for command in generate check; do
        schemac 2 "$command"
        err_has "schemac.yaml${2:+:$2}: error: $3 [$1]"
        err_count 1 ": error: "
        if [ -n "${4-}" ]; then err_has "hint: $4"; fi
    done
    [ ! -e schemas ] || fail "something was written"
}

setup() {
    enter_work_folder
    small_project
}

@test "no schemac.yaml: E0608" {
    rm schemac.yaml
    schemac 2 check
    err_has "schemac: error: there is no schemac.yaml here or above [E0608]"
    err_has 'hint: name one with --config, or have one written: `schemac init FILE`'
    schemac 0 init openapi/openapi.yaml
    schemac 1 check
    rm schemac.yaml
    schemac 2 generate
    err_has "[E0608]"
}

@test "empty, only a comment, not a mapping" {
    : >schemac.yaml
    refused E0102 1:1 "there is no document in this file"
    echo '# nothing' >schemac.yaml
    refused E0102 1:1 "there is no document in this file"
    echo '- a' >schemac.yaml
    refused E0602 1:1 '"schemac.yaml" must be a mapping, this is an array'
    echo 'text' >schemac.yaml
    refused E0602 1:1 '"schemac.yaml" must be a mapping, this is a string'
    echo '~' >schemac.yaml
    refused E0602 1:1 '"schemac.yaml" must be a mapping, this is null'
}

@test "not YAML" {
    printf 'version: 1\nsource: [\n' >schemac.yaml
    schemac 2 check
    err_has schemac.yaml:
    err_has "[E0201]"
    printf 'version: 1\n\xff\n' >schemac.yaml
    refused E0101 2:1 'the byte 0xff is not valid UTF-8 here'
    printf 'version: 1\n---\nversion: 1\n' >schemac.yaml
    refused E0202 2:1 'a second document begins here'
}

@test "a member that is missing" {
    config <<<'{}'
    schemac 2 check
    err_count 2 '[E0603]'
    err_has 'schemac.yaml: error: "version" is missing [E0603]
      hint: add "version: 1" at the top of the file'
    err_has 'schemac.yaml:1:1: error: no artifact is declared [E0603]'
    sed -i 1d openapi/openapi.yaml # which is not read
    schemac 2 check
    err_count 2 error
}

@test "no source for an artifact" {
    config <<'END'
version: 1
artifacts:
  schemas/a.json: {root: Pet}
END
    refused E0603 3:3 'no source is named for this artifact' 'add "source: FILE" at the top of the file'
}

@test "a source that is no string is told once, not as missing" {
    sed -i 's/^source: .*/source: 7/' schemac.yaml
    refused E0602 2:9 '"source" must be a string, this is a number'
}

@test "a source that is no string is all that is wrong" {
    config <<'END'
version: 1
artifacts:
  schemas/a.json: {root: Pet, source: 7}
END
    refused E0602 3:39 '"source" must be a string, this is a number' 'quote it'
}

@test "a value that has a fault of its own is not used" {
    config <<'END'
version: 1
source: openapi/openapi.yaml
artifacts:
  schemas/a.json: {root: Pet, title: .nan, comment: !!int abc}
END
    schemac 2 check
    err_has 'schemac.yaml:4:38: error: JSON has no not-a-number [E0303]'
    err_has 'error: !!int needs an integer [E0205]'
    err_lacks W0301
    sed -i 's/, title.*/, id: "https:\/\/x.example\/{info.version}"}/' schemac.yaml
    sed -i 's/version: "1.0"/version: .inf/' openapi/openapi.yaml
    schemac 2 check
    err_has 'error: JSON has no infinity [E0303]'
}

@test "an artifact in what is a file" {
    config <<'END'
version: 1
source: openapi/openapi.yaml
artifacts: {schemas/a: {root: Pet}, schemas/a/b/c: {root: Pet}}
END
    refused E0605 3:37 'it lies in what is a file'
    err_has 'schemac.yaml:3:13: note: that file is declared here'
}

@test "no artifact" {
    config <<'END'
version: 1
source: openapi/openapi.yaml
artifacts: {}
END
    refused E0603 1:1 'no artifact is declared'
}

@test "no artifact, but what other commands use" {
    config <<'END'
version: 1
rules: {D0109: ignore}
END
    local command
    for command in check generate; do # else a check that checks nothing would pass
        schemac 2 "$command"
        err_has 'schemac.yaml: error: no artifact is declared [E0603]'
        err_has '`diff` and `validate` use this file all the same'
    done
    echo '{"maxLength": 2}' >old.json
    echo '{"maxLength": 1}' >new.json
    schemac 1 diff --for writers old.json new.json
    out_has D0110
    sed -i s/D0109/D0110/ schemac.yaml
    schemac 0 diff --for writers old.json new.json
}

@test "examples without an artifact" {
    config <<'END'
version: 1
examples: [{schema: word.json, valid: good.json, invalid: bad.type.json}]
END
    echo '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string"}' >word.json
    echo '"a"' >good.json
    echo 1 >bad.type.json
    schemac 0 generate
    schemac 0 check
    echo 2 >good.json
    schemac 1 check
    err_has good.json:1:1
}

@test "another version" {
    sed -i 's/^version: 1/version: 2/' schemac.yaml
    refused E0609 1:10 'this version of schemac reads "version: 1"'
    sed -i 's/^version: 2/version: "1"/' schemac.yaml
    refused E0609 1:10 'this version of schemac reads "version: 1"'
}

@test "an unknown member, at each level, with did you mean" {
    sed -i 's/^fingerprints/fingerprint/' schemac.yaml
    refused E0601 11:1 'there is no "fingerprint" here' 'did you mean "fingerprints"?'
    small_project
    sed -i 's/    dialect/    dialekt/' schemac.yaml
    refused E0601 8:5 'there is no "dialekt" here' 'did you mean "dialect"?'
    small_project
    echo 'defaults: {rootform: ref}' >>schemac.yaml
    refused E0601 12:12 'there is no "rootform" here' 'did you mean "root_form"?'
    small_project
    echo 'xyzzy: 1' >>schemac.yaml
    refused E0601 12:1 'there is no "xyzzy" here'
    err_lacks 'did you mean'
}

@test "a member that stands on the wrong level: the hint says where it belongs" {
    echo 'source_examples: warn' >>schemac.yaml
    refused E0601 12:1 'there is no "source_examples" here' \
        'it is a key of artifacts: it stands in one, or, for all, in "defaults"'
    sed -i '$s/.*/defaults: {source_examples: warn}/' schemac.yaml
    schemac 0 generate
    rm -r schemas
    small_project
    sed -i 's/^    dialect: .*/&\n    schemas: a.json/' schemac.yaml
    refused E0601 9:5 'there is no "schemas" here' 'it is no key of artifacts: it stands at the top'
}

@test "a key is written with _, not with -" {
    echo 'defaults: {root-form: ref}' >>schemac.yaml
    refused E0601 12:12 'there is no "root-form" here' 'did you mean "root_form"?'
}

@test "a value of the wrong type" {
    config <<'END'
version: 1
source: [openapi/openapi.yaml]
fingerprints: {}
defaults: 1
artifacts:
  schemas/a.json: {root: {}, source: o.yaml}
  schemas/b.json: {root: [Pet, 1], source: o.yaml}
  schemas/c.json: {root: Pet, translate: "no", source: o.yaml}
  schemas/d.json: {root: Pet, title: 1.0, source: o.yaml}
  schemas/e.json: {root: Pet, dialect: 7, source: o.yaml}
  schemas/f.json: [Pet]
  schemas/g.json: {root: Pet, source: 2025-10-11, id: null}
END
    schemac 2 check
    err_has 'schemac.yaml:2:9: error: "source" must be a string, this is an array [E0602]'
    err_has 'schemac.yaml:3:15: error: "fingerprints" must be a string, this is an object [E0602]'
    err_has 'schemac.yaml:4:11: error: "defaults" must be a mapping, this is a number [E0602]'
    err_has 'schemac.yaml:6:26: error: "root" must be a string, this is an object [E0602]'
    err_has 'schemac.yaml:7:32: error: "root" must be a string, this is a number [E0602]'
    err_has 'schemac.yaml:8:42: error: "translate" must be true or false, this is a string [E0602]'
    err_has 'schemac.yaml:9:38: error: "title" must be a string, this is a number [E0602]'
    err_has 'schemac.yaml:10:40: error: "dialect" must be a string, this is a number [E0602]'
    err_has 'schemac.yaml:11:19: error: "schemas/f.json" must be a mapping, this is an array [E0602]'
    err_has 'schemac.yaml:12:55: error: "id" must be a string, this is null [E0602]'
    err_count 10 '[E0602]'
    err_has 'hint: quote it'
}

@test "artifacts that is no mapping" {
    config <<'END'
version: 1
source: openapi/openapi.yaml
artifacts: [schemas/a.json]
END
    refused E0602 3:12 '"artifacts" must be a mapping from paths to keys, this is an array'
}

@test "a value that is none of the known ones" {
    sed -i 's/draft-07/draft7/' schemac.yaml
    refused E0604 8:14 '"dialect" cannot be "draft7"' 'did you mean "draft-07"?'
    sed -i 's/draft7/whatever/' schemac.yaml
    refused E0604 8:14 '"dialect" cannot be "whatever"' \
        'it is one of draft-04, draft-06, draft-07, 2019-09, 2020-12'
    small_project
    echo 'defaults: {root_form: bare, order: alphabetic, style: Go}' >>schemac.yaml
    schemac 2 check
    err_count 3 '[E0604]'
    err_has '"root_form" cannot be "bare"'
    err_has '"order" cannot be "alphabetic"'
    err_has 'did you mean "go"?'
}

@test "a member that cannot be dropped" {
    local member
    for member in type required properties allOf '$ref' '$id' definitions nullable minContains \
        dependencies '$recursiveRef' 'd*' '*'; do
        config <<END
version: 1
source: openapi/openapi.yaml
artifacts:
  schemas/pet.schema.json:
    root: Pet
    drop: [xml, '$member']
END
        local named=${member%\*}
        case $member in 'd*') named=definitions ;; '*') named='$schema' ;; esac
        refused E0611 6:17 "drop: without \"$named\" other values would be valid" \
            "what can be dropped are members such as x-*"
    done
    config <<END
version: 1
source: openapi/openapi.yaml
defaults:
  drop: x-*-internal
artifacts: {schemas/pet.schema.json: {root: Pet}}
END
    refused E0611 4:9 'drop: "x-*-internal" is no name, nor the beginning of one with "*" behind it'
}

@test "a map without a value, and to what is no URL" {
    config <<END
version: 1
source: openapi/openapi.yaml
artifacts:
  schemas/pet.schema.json:
    root: Pet
    map:
      https://a.example/a:
END
    refused E0602 7:27 '"https://a.example/a" must be a string, this is null'
    sed -i 's,https://a.example/a:,vendor/a: b,' schemac.yaml
    refused E0612 7:7 'map: "vendor/a" is no absolute URL' 'it has a scheme and no fragment'
    sed -i 's,vendor/a: b,[1],' schemac.yaml
    refused E0602 7:7 '"map" must be a mapping, this is an array'
}

@test "omit takes scalars" {
    config <<END
version: 1
source: openapi/openapi.yaml
artifacts:
  schemas/pet.schema.json:
    root: Pet
    omit:
      x-level: 3
      x-internal:
END
    refused E0602 8:18 '"x-internal" must be a string, a number, true or false, this is null'
    sed -i 's/x-internal:/"": 1/' schemac.yaml
    refused E0612 8:7 'omit: the name of a member is missing'
}

@test "assume: 3.0 needs no quotes" {
    local version
    for version in 3.0 3.1 "'3.0'" '"3.1"'; do
        sed -i "/^defaults/d; s/^artifacts:/defaults: {assume: $version}\nartifacts:/" schemac.yaml
        schemac 0 generate
        no_stderr
    done
    sed -i "/^defaults/d; s/^artifacts:/defaults: {assume: '2.0'}\nartifacts:/" schemac.yaml
    rm -r schemas
    refused E0604 3:20 '"assume" cannot be "2.0"' 'did you mean "3.0"?'
}

@test "a word that YAML 1.1 reads otherwise gets a warning beside the error" {
    sed -i 's/translate: false/translate: no/' schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:9:16: error: "translate" must be true or false, this is a string [E0602]'
    err_has 'schemac.yaml:9:16: warning: '
    err_has '[W0201]'
}

@test "an artifact outside the folder" {
    for path in ../a.json /etc/a.json a/../../b.json ..; do
        small_project
        sed -i "s|schemas/pet.schema.json|$path|" schemac.yaml
        refused E0004 4:3 'this path leads out of the directory of the configuration'
    done
    small_project
    sed -i 's|fingerprints: .*|fingerprints: ../f.json|' schemac.yaml
    refused E0004 11:15 'this path leads out of the directory of the configuration'
}

@test "a source outside the folder" {
    mkdir repo
    cp schemac.yaml repo
    cp -r openapi repo
    cd repo
    sed -i 's|source: .*|source: ../openapi/openapi.yaml|' schemac.yaml
    refused E0004 2:9 '../openapi/openapi.yaml lies outside the root directory .' '--root-dir names another root directory'
    sed -i 's|source: .*|source: openapi/openapi.yaml|' schemac.yaml
    ln -sf ../../openapi/openapi.yaml openapi/openapi.yaml
    refused E0004 2:9 'openapi/openapi.yaml lies outside the root directory .' '--root-dir names another root directory'
}

@test "--root-dir and --allow-outside: where a source may lie" {
    mkdir team
    sed 's,openapi/openapi,../openapi/openapi,' schemac.yaml >team/schemac.yaml
    cd team
    schemac 2 generate
    err_has "schemac.yaml:2:9: error: ../openapi/openapi.yaml lies outside the root directory . [E0004]"
    schemac 2 generate --root-dir .
    schemac 2 generate --root-dir ../nowhere/at/all
    err_has "schemac: error: cannot take ../nowhere/at/all for the root directory: No such file or directory [E0002]"
    schemac 2 check --root-dir ../nowhere
    err_has "schemac: error: cannot take ../nowhere for the root directory: No such file or directory [E0002]"
    schemac 2 check --root-dir schemac.yaml --allow-outside
    err_has "schemac: error: cannot take schemac.yaml for the root directory: Not a directory [E0002]"
    schemac 2 generate --root-dir ""
    err_has 'schemac: error: --root-dir cannot be "": FOLDER is a path [E0001]'
    [ ! -e schemas ]
    schemac 0 generate --root-dir ..
    schemac 0 check --root-dir ../openapi
    schemac 0 check --root-dir "$PWD/.."
    schemac 0 check --allow-outside
    schemac 2 check
    err_has "[E0004]"
    rm -r schemas
    ln -s ../openapi schemas
    schemac 2 generate --allow-outside
    err_has "/pet.schema.json, outside the directory of the configuration [E0004]"
}

@test "a path that is a folder or empty" {
    for path in . ./ a/.. '""'; do
        small_project
        sed -i "s|schemas/pet.schema.json|$path|" schemac.yaml
        refused E0602 4:3 'this names a directory, not a file'
    done
}

@test "a path with a NUL character" {
    sed -i 's|schemas/pet.schema.json|"a\\0b"|' schemac.yaml
    refused E0602 4:3 'a NUL character cannot stand here'
}

@test "one file, two uses" {
    sed -i 's|schemas/pet.schema.json|openapi/openapi.yaml|' schemac.yaml
    refused E0605 4:3 'this file has another use already'
    small_project
    sed -i 's|schemas/pet.schema.json|./schemac.yaml|' schemac.yaml
    refused E0605 4:3 'this file has another use already'
    small_project
    sed -i 's|schemas/pet.schema.json|schemas//fingerprints.json|' schemac.yaml
    refused E0605 4:3 'this file has another use already'
    err_has 'schemac.yaml:11:15: note: also declared here'
    small_project
    sed -i 's|schemas/owner.schema.json|schemas/x/../pet.schema.json|' schemac.yaml
    refused E0605 6:3 'this file has another use already'
    err_has 'schemac.yaml:4:3: note: also declared here'
}

@test "the record may be neither source nor configuration" {
    cp openapi/openapi.yaml before
    sed -i 's|fingerprints: .*|fingerprints: openapi/openapi.yaml|' schemac.yaml
    refused E0605 11:15 'this file has another use already'
    same_files openapi/openapi.yaml before
    sed -i 's|fingerprints: .*|fingerprints: schemac.yaml|' schemac.yaml
    refused E0605 11:15 'this file has another use already'
}

@test "placeholders" {
    sed -i 's|schemas/pet.schema.json|"schemas/{name}.json"|' schemac.yaml
    refused E0606 4:3 'without each, a path has no placeholders'
    small_project
    sed -i 's|root: Pet|&\n    id: https://x.example/{info.version}/{dir}|' schemac.yaml
    schemac 2 check
    err_count 1 '[E0606]'
    sed -i 's|/{dir}||' schemac.yaml
    schemac 0 generate
    grep -q '"$id": "https://x.example/1.0"' schemas/pet.schema.json
}

@test "keys that stand twice" {
    echo 'version: 1' >>schemac.yaml
    refused E0302 12:1 'the key "version" stands twice'
    err_has 'schemac.yaml:1:1: note: first here'
    small_project
    sed -i 's|schemas/owner|schemas/pet|' schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:6:3: error: the key "schemas/pet.schema.json" stands twice [E0302]'
    small_project
    sed -i 's|root: Pet|&\n    root: Owner|' schemac.yaml
    refused E0302 6:5 'the key "root" stands twice'
    small_project
    echo 'defaults: {style: go, style: exact}' >>schemac.yaml
    refused E0302 12:23 'the key "style" stands twice'
}

@test "root and roots are one key" {
    sed -i 's|root: Pet|&\n    roots: [Owner]|' schemac.yaml
    refused E0302 6:5 '"root" and "roots" are two words for one key'
    err_has 'schemac.yaml:5:5: note: first here'
    small_project
    sed -i 's|root: Pet|roots: Pet|' schemac.yaml
    schemac 0 generate
    cp schemas/pet.schema.json one
    sed -i 's|roots: Pet|root: [Pet]|' schemac.yaml
    schemac 0 check
    sed -i 's|root: \[Pet\]|roots: [Pet, Owner]|' schemac.yaml
    schemac 0 generate
    ! cmp -s one schemas/pet.schema.json || fail "two roots make no difference"
}

@test "no root" {
    sed -i 's|    root: Pet||' schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:4:3: error: '
    err_has '[E0408]'
    err_has '      hint: name it as "root": it may be '
}

@test "a root that is not there, at the line of the artifact, with did you mean" {
    sed -i 's|root: Pet|root: Pets|' schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:4:3: error: there is no schema "Pets" in /components/schemas [E0407]'
    err_has 'hint: did you mean "Pet"?'
}

@test "all that is wrong is told at once" {
    config <<'END'
version: 3
sources: openapi/openapi.yaml
fingerprints: /tmp/f.json
defaults: {style: fast}
artifacts:
  ../a.json: {root: Pet, colour: red}
  b.json: {root: 1, dialect: draft-7}
  ./b.json: {root: Pet}
END
    schemac 2 check
    err_has 'schemac.yaml:1:10: '
    err_has 'schemac.yaml:2:1: '
    err_has 'schemac.yaml:3:15: '
    err_has 'schemac.yaml:4:19: '
    err_has 'schemac.yaml:6:3: '
    err_has 'schemac.yaml:6:26: '
    err_has 'schemac.yaml:7:18: '
    err_has 'schemac.yaml:7:30: '
    err_has 'schemac.yaml:8:3: error: this file has another use already'
    first=$stderr
    schemac 2 generate
    [ "$first" = "$stderr" ]
}

@test "defaults are applied, and an artifact's own keys go before them" {
    config <<'END'
version: 1
defaults:
  source: openapi/openapi.yaml
  dialect: draft-07
  root_form: ref
  title: All
  root: Pet
  translate: false
artifacts:
  a.json:
  b.json: {dialect: 2019-09, title: Own, root: Owner}
END
    schemac 0 generate
    grep -q 'draft-07/schema' a.json
    grep -q '"$ref": "#/definitions/Pet"' a.json
    grep -q '"title": "All"' a.json
    grep -q '2019-09/schema' b.json
    grep -q '"$ref": "#/$defs/Owner"' b.json
    grep -q '"title": "Own"' b.json
}

@test "defaults may stand behind the artifacts" {
    echo 'defaults: {title: Late}' >>schemac.yaml
    schemac 0 generate
    grep -q '"title": "Late"' schemas/pet.schema.json
    grep -q '"title": "Late"' schemas/owner.schema.json
}

@test "each artifact may have a source of its own" {
    sed 's/maxLength: 20/maxLength: 7/' openapi/openapi.yaml >other.yaml
    sed -i 's|root: Pet|&\n    source: ./other.yaml|' schemac.yaml
    schemac 0 generate
    grep -q '"maxLength": 7' schemas/pet.schema.json
    grep -q '"Owner"' schemas/owner.schema.json
    sed -i 's/maxLength: 7/maxLength: 8/' other.yaml
    schemac 1 check
    err_has 'other.yaml:12:22: note: the source has 8 at /$defs/Pet/properties/name/maxLength'
}

@test "a source that is no file: where schemac.yaml says so, and what may be meant" {
    # source LINE:COLUMN: schemac.yaml, in which standard input stands, is refused there for each.
    source() {
        local text
        text=$(cat)
        config <<<"${text/SOURCE/\"\"}"
        refused E0602 "$1" 'the path of a file is missing here' 'paths are relative to the folder of the file that they stand in'
        config <<<"${text/SOURCE/openapi}"
        refused E0002 "$1" 'cannot read the source openapi: Is a directory' 'a source is one file; each takes a pattern for several'
        config <<<"${text/SOURCE/openapi/openapi.yaml#/a}"
        refused E0002 "$1" 'cannot read the source openapi/openapi.yaml#/a: No such file or directory' 'a source is a whole file, without a "#"; root says which schema is meant'
        config <<<"${text/SOURCE/openapi/openapi.yaml#}"
        refused E0002 "$1" 'cannot read the source openapi/openapi.yaml#: No such file or directory' 'a source is a whole file'
        config <<<"${text/SOURCE/nowhere.yaml}"
        refused E0002 "$1" 'cannot read the source nowhere.yaml: No such file or directory'
    }
    source 2:9 <<'END'
version: 1
source: SOURCE
artifacts: {schemas/a.json: {root: Pet}, schemas/b.json: {root: Owner}}
END
    source 3:20 <<'END'
version: 1
source: openapi/openapi.yaml
defaults: {source: SOURCE}
artifacts: {schemas/a.json: {root: Pet}}
END
    source 2:38 <<'END'
version: 1
artifacts: {schemas/a.json: {source: SOURCE, root: Pet}}
END
}

@test "map: what is not there is told of, used or not" {
    mkdir lib
    echo '{}' >lib/a.yaml
    # mapped MAP: it is a default.
    mapped() {
        config <<END
version: 1
source: openapi/openapi.yaml
defaults: {map: {$1}}
artifacts: {schemas/a.json: {root: Pet}}
END
    }
    mapped '"https://a.example/x": lib/b.yaml'
    refused E0002 3:41 'cannot read the file lib/b.yaml: No such file or directory' 'a URL is mapped to a file, one that ends in "/" to a folder'
    mapped '"https://a.example/x": lib'
    refused E0002 3:41 'cannot read the file lib: Is a directory' 'a URL is mapped to a file'
    mapped '"https://a.example/": lib/a.yaml'
    refused E0002 3:40 'cannot read the folder lib/a.yaml: Not a directory' 'a URL that ends in "/" is mapped to a folder'
    mapped '"https://a.example/": nowhere'
    refused E0002 3:40 'cannot read the folder nowhere: No such file or directory'
    mapped '"https://a.example/": ..'
    refused E0004 3:40 '.. lies outside the root directory .' '--root-dir names another root directory'
    mapped '"https://a.example/x": /dev/null'
    refused E0004 3:41 '/dev/null lies outside the root directory .'
    mapped '"https://a.example/x": ""'
    refused E0602 3:41 'the path of a file is missing here'
    mapped '"https://a.example/x": lib/a.yaml, "https://a.example/": lib, "https://b.example/": .'
    schemac 0 generate
    no_stderr
    mapped '"https://a.example/": ..'
    schemac 0 check --allow-outside
}

@test "a source that is missing is told once" {
    sed -i 's|^source: .*|source: none.yaml|' schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:2:9: error: cannot read the source none.yaml: No such file or directory [E0002]'
    err_count 1 error
}

@test "comments, anchors and merge keys work" {
    config <<'END'
# What is generated.
version: 1 # the only one
source: &source openapi/openapi.yaml
artifacts:
  schemas/a.json: &common
    root: Owner
    title: &title Shared
    source: *source
  schemas/b.json:
    <<: *common
    comment: *title
  schemas/c.json: *common
END
    schemac 0 generate
    same_files schemas/a.json schemas/c.json
    grep -q '"$comment": "Shared"' schemas/b.json
    grep -q '"title": "Shared"' schemas/b.json
}

@test "an alias bomb ends at the limit, status 3" {
    {
        echo 'a: &a [x,x,x,x,x,x,x,x,x,x]'
        previous=a
        for name in b c d e f g h i; do
            echo "$name: &$name [*$previous,*$previous,*$previous,*$previous,*$previous,*$previous,*$previous,*$previous,*$previous,*$previous]"
            previous=$name
        done
    } >schemac.yaml
    schemac 3 check
    err_has '[L0102]'
}

@test "it may be JSON" {
    config <<'END'
{"version": 1, "source": "openapi/openapi.yaml",
 "artifacts": {"schemas/a.json": {"root": "Pet"}}}
END
    schemac 0 generate
    schemac 0 check
}

@test "CRLF and a byte order mark do not matter" {
    sed -i -e 's/$/\r/' -e '1s/^/\xef\xbb\xbf/' schemac.yaml
    schemac 0 generate
    schemac 0 check
    no_stderr
}

@test "refer: to an artifact with an id; not to nothing, itself or in a ring" {
    sed -i 's|root: Pet|&\n    refer: [schemas/none.json]|' schemac.yaml
    refused E0607 4:3 'refer: schemas/none.json is no artifact'
    sed -i 's|none.json|pet.schema.json|' schemac.yaml
    refused E0607 4:3 'refer: schemas/pet.schema.json refers back to this one'
    sed -i 's|refer: .*|refer: schemas/owner.schema.json|' schemac.yaml
    refused E0607 4:3 'refer: schemas/owner.schema.json has no $id to refer by'
    sed -i 's|root: Owner|&\n    id: https://x.example/owner|' schemac.yaml
    refused E0607 4:3 'refer: schemas/owner.schema.json is of another dialect'
    sed -i '/draft-07\|translate\|style/d' schemac.yaml
    schemac 0 generate
    grep -q '"$ref": "https://x.example/owner#/$defs/Owner"' schemas/pet.schema.json
    schemac 0 check
}

@test "control characters of the file do not reach the terminal" {
    printf 'version: 1\n"\\e[31m\\u202e": 1\nartifacts: {"\\e[2J\\n/../..": {}}\nsource: "\\e"\n' >schemac.yaml
    schemac 2 check
    err_lacks $'\x1b'
    err_lacks $'\xe2\x80\xae'
    err_has 'there is no "\u{1b}[31m\u{202e}" here'
}

# ---- each ----------------------------------------------------------------------------------------

# service FOLDER NAME: an OpenAPI document FOLDER/NAME.yaml with one schema, named NAME.
service() {
    mkdir -p "$1"
    printf 'openapi: 3.1.0\ninfo: {title: %s, version: "1.0"}\ncomponents: {schemas: {%s: {type: string}}}\n' \
        "$2" "$2" >"$1/$2.yaml"
}

@test "each: one artifact for each file that matches" {
    service services/a api
    service services/b api
    service services/b/more deep
    service .hidden api
    service top api
    config <<END
version: 1
artifacts:
  out/{dir}/{name}.schema.json:
    each: ['services/**/*.yaml', top/api.yaml]
    root: "*"
    id: https://x.example/{info.version}/{dir}/{name}
    title: The schemas of {name} in {dir}
    comment: "{name} {other}"
fingerprints: out/fingerprints.json
END
    schemac 0 generate
    no_stderr
    [ "$(cd out && find . -type f | LC_ALL=C sort | xargs)" = "./fingerprints.json \
./services/a/api.schema.json ./services/b/api.schema.json ./services/b/more/deep.schema.json \
./top/api.schema.json" ] || fail "$(find out -type f)"
    grep -qF '"$id": "https://x.example/1.0/services/b/more/deep"' out/services/b/more/deep.schema.json
    grep -qF '"title": "The schemas of deep in services/b/more"' out/services/b/more/deep.schema.json
    grep -qF '"$comment": "deep {other}"' out/services/b/more/deep.schema.json
    schemac 0 check
    schemac 0 check out/top/api.schema.json
    service services/c api
    schemac 1 check
    err_has 'out/services/c/api.schema.json: error: the file is missing [D0001]'
    err_count 1 error
    rm services/a/api.yaml
    schemac 0 generate
    err_has 'out/services/a/api.schema.json: warning: no artifact of schemac.yaml is this file any more'
}

@test "each: the folder itself is . and {dir}/ nothing; the last extension goes" {
    service . api
    mv api.yaml api.v1.yaml
    service 'a b' 'x#?'
    config <<'END'
version: 1
artifacts:
  "out/{dir}/{name}.json": {each: ["*.v?.yaml", "a */*"], root: "*", id: "x:/{dir}/{name}"}
  "out2/{name} in {dir}.json": {each: "*.v?.yaml", root: "*"}
END
    schemac 0 generate
    [ "$(find out out2 -type f | LC_ALL=C sort)" = "out/a b/x#?.json
out/api.v1.json
out2/api.v1 in ..json" ] || fail "$(find out out2 -type f)"
    grep -qF '"$id": "x:/api.v1"' out/api.v1.json
    grep -qF '"$id": "x:/a%20b/x%23%3F"' 'out/a b/x#?.json'
}

@test "each: what does not tell the files apart, and what finds none" {
    service services/a api
    service services/b api
    config <<'END'
version: 1
artifacts:
  schemas/{name}.json:
    each: services/*/api.yaml
    root: api
END
    refused E0605 3:3 'this file has another use already' '{name} and {dir} in its path tell the files'
    sed -i 's,services/\*,nowhere/*,' schemac.yaml
    schemac 0 generate
    err_has 'schemac.yaml:3:3: warning: each: no file matches "nowhere/*/api.yaml" [W0601]'
    schemac 0 check
    err_has '[W0601]'
    sed -i 's,nowhere/\*,services/[ab,' schemac.yaml
    refused E0614 4:11 '"services/[ab/api.yaml" is no pattern: a [ has no ]'
    sed -i 's,each:.*,each: services/a/*\n    source: openapi/openapi.yaml,' schemac.yaml
    refused E0616 5:5 '"source" and "each" exclude each other'
    sed -i '/source:/d; s,{name},{nome},' schemac.yaml
    refused E0606 3:3 'a path has no placeholders but {name} and {dir}'
}

@test "each: a folder that cannot be listed" {
    if [ "$(id -u)" -eq 0 ]; then skip "root may write everywhere"; fi
    service services/a api
    mkdir services/locked
    chmod 0 services/locked
    config <<'END'
version: 1
artifacts: {"schemas/{dir}.json": {each: "services/**/*.yaml", root: api}}
END
    refused E0002 2:13 'cannot list services/locked: Permission denied'
    chmod 700 services/locked
}

@test "each: links in a ring hold nothing" {
    service services/a api
    ln -s .. services/a/up
    ln -s . services/again
    config <<'END'
version: 1
artifacts: {"schemas/{dir}.json": {each: "**/api.yaml", root: api}}
END
    schemac 0 generate
    [ "$(find schemas -type f)" = schemas/services/a.json ]
}

@test "each: 5,000 documents, of which one is asked for" {
    mkdir many
    service many api
    (cd many && seq 5000 | xargs -I{} ln api.yaml {}.yaml && rm api.yaml)
    config <<'END'
version: 1
artifacts: {"schemas/{name}.json": {each: "many/*.yaml", root: api}}
END
    SECONDS=0
    schemac 0 generate schemas/4711.json
    [ "$(ls schemas)" = 4711.json ]
    schemac 2 generate schemas/4711.jsn
    err_has 'hint: did you mean "schemas/4711.json"?'
    [ "$SECONDS" -lt 20 ] || fail "$SECONDS s"
}

# ---- include -------------------------------------------------------------------------------------

# team NAME [LINE]: a configuration in teams/NAME with one artifact, and LINE.
team() {
    service "teams/$1/api" "$1"
    printf 'version: 1\nsource: api/%s.yaml\nartifacts: {schemas/%s.json: {root: %s}}\n%s\n' \
        "$1" "$1" "$1" "${2-}" >"teams/$1/schemac.yaml"
}

@test "include: the artifacts of other configurations, with their records" {
    team a
    team b 'fingerprints: schemas/prints.json'
    config <<'END'
version: 1
include: [teams/*/schemac.yaml]
fingerprints: prints.json
END
    schemac 0 generate
    no_stderr
    [ -e teams/a/schemas/a.json ]
    [ "$(grep -o '"[^"]*json"' prints.json)" = '"teams/a/schemas/a.json"' ]
    [ "$(grep -o '"[^"]*json"' teams/b/schemas/prints.json)" = '"schemas/b.json"' ]
    schemac 0 check
    schemac 0 check teams/b/schemas/b.json
    schemac 2 check schemas/b.json
    err_has 'did you mean "teams/b/schemas/b.json"?'
    (
        cd teams/b
        schemac 0 check # by itself it is the same
        sed -i 's/string/integer/' api/b.yaml
        schemac 1 check
        err_has 'schemas/b.json:10:15: error: the file and its source api/b.yaml differ in 1 place; the source'
    )
    schemac 1 check
    err_has 'teams/b/schemas/b.json:10:15: error: the file and its source teams/b/api/b.yaml differ in 1 place; the source'
    schemac 0 generate teams/b/schemas/b.json
    cd teams/b
    schemac 0 check
}

@test "include: included files include, and count once" {
    team a
    team b 'include: sub/*.yaml'
    mkdir teams/b/sub
    service teams/b/sub/api c
    printf 'version: 1\nsource: api/c.yaml\nartifacts: {c.json: {root: c}}\n' >teams/b/sub/schemac.yaml
    config <<'END'
version: 1
source: openapi/openapi.yaml
include: ["**/schemac.yaml", teams/b/sub/schemac.yaml, teams/a/schemac.yaml]
artifacts: {pet.json: {root: Pet}}
fingerprints: prints.json
END
    schemac 0 generate
    no_stderr
    [ "$(grep -o '"[^"]*json"' prints.json | xargs)" = \
        "pet.json teams/a/schemas/a.json teams/b/schemas/b.json teams/b/sub/c.json" ] || fail "$(cat prints.json)"
    schemac 0 check
}

@test "include: a ring, itself, and what is missing" {
    team a 'include: other.yaml'
    printf 'version: 1\ninclude: schemac.yaml\n' >teams/a/other.yaml
    config <<'END'
version: 1
include: teams/a/schemac.yaml
END
    schemac 2 check
    err_has 'teams/a/other.yaml:2:10: error: teams/a/schemac.yaml includes itself in a ring [E0615]'
    err_has 'teams/a/schemac.yaml:4:10: note: teams/a/other.yaml is included here'
    err_count 1 ': error: '
    printf 'version: 1\ninclude: other.yaml\n' >teams/a/other.yaml
    schemac 2 check
    err_has 'teams/a/other.yaml:2:10: error: teams/a/other.yaml includes itself [E0615]'
    rm teams/a/other.yaml
    schemac 2 check
    err_has 'teams/a/schemac.yaml:4:10: error: cannot read the file teams/a/other.yaml: No such file'
    team a 'include: "none/*.yaml"'
    schemac 0 generate
    err_has 'teams/a/schemac.yaml:4:10: warning: include: no file matches "none/*.yaml" [W0601]'
    config <<'END'
version: 1
include: [../folder/schemac.yaml]
END
    refused E0004 2:11 'this path leads out of the directory of the configuration'
}

@test "include: one file has one use, in all of them" {
    team a
    config <<'END'
version: 1
source: openapi/openapi.yaml
include: teams/a/schemac.yaml
artifacts: {teams/a/schemas/a.json: {root: Pet}}
END
    schemac 2 check
    err_has 'teams/a/schemac.yaml:3:13: error: this file has another use already [E0605]'
    err_has 'schemac.yaml:4:13: note: also declared here'
    sed -i 's,teams/a/schemas/a.json: ,teams/a/schemac.yaml: ,' schemac.yaml
    refused E0605 4:13 'this file has another use already'
}

@test "include: paths are from the file's own folder, refer may lead to others" {
    team a 'defaults: {id: "https://x.example/a"}'
    team b
    service teams/b/api a
    cat >teams/b/schemac.yaml <<'END'
version: 1
source: api/a.yaml
artifacts: {schemas/b.json: {root: a, id: "https://x.example/b", refer: ../a/schemas/a.json}}
END
    config <<'END'
version: 1
include: "teams/*/schemac.yaml"
END
    schemac 0 generate
    grep -qF '"$ref": "https://x.example/a#/$defs/a"' teams/b/schemas/b.json
}

@test "include: what is wrong is told of all files at once" {
    team a 'sorces: b'
    team b 'defaults: {style: rust}'
    config <<'END'
version: 1
include: "teams/*/schemac.yaml"
END
    schemac 2 check
    err_has 'teams/a/schemac.yaml:4:1: error: there is no "sorces" here [E0601]'
    err_has 'teams/b/schemac.yaml:4:19: error: "style" cannot be "rust" [E0604]'
    err_count 2 ': error: '
}

@test "include: a link out of the folder, and one file under two names" {
    team a
    mkdir ../away
    cp teams/a/schemac.yaml ../away/
    ln -s ../../../away/schemac.yaml teams/a/away.yaml
    config <<'END'
version: 1
include: teams/a/away.yaml
END
    refused E0004 2:10 'teams/a/away.yaml is a link out of the directory of the configuration'
    ln -s schemac.yaml teams/a/same.yaml
    sed -i 's,away,s*,' schemac.yaml
    schemac 0 generate
    no_stderr
}

@test "include: a chain of 2,000 files" {
    for i in $(seq 2000); do
        printf 'version: 1\ninclude: c%d.yaml\n' $((i + 1)) >"c$i.yaml"
    done
    printf 'version: 1\nsource: openapi/openapi.yaml\nartifacts: {pet.json: {root: Pet}}\n' >c2001.yaml
    schemac 0 generate -c c1.yaml
    [ -e pet.json ]
    printf 'version: 1\ninclude: c1.yaml\n' >c2001.yaml
    schemac 2 generate -c c1.yaml
    err_has 'c2001.yaml:2:10: error: c1.yaml includes itself in a ring [E0615]'
    [ "$(grep -c 'is included here' <<<"$stderr")" -eq 10 ] # five files at each end
    err_has 'note: c2.yaml is included here'
    err_has 'note: 1990 more lie on this way'
}
