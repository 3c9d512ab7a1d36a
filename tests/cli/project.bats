#!/usr/bin/env bats
#
# The project's own source and schemas: what they are, and that an edit of either is found out and
# mended. tests/unit/project_schema.c compares their rules with those of the registry.

bats_require_minimum_version 1.5.0
load helper

published=schemas/server.schema.json
source=openapi/openapi.yaml

# copy: the project's source, configuration and schemas, as the folder of the test.
copy() {
    mkdir openapi
    cp "$project/$source" openapi
    cp -R "$project/schemas" .
    mkdir tests
    cp -R "$project/tests/examples" tests
    cp "$project/schemac.yaml" .
}

# edit SCRIPT FILE: as sed does.
edit() {
    sed "$1" "$2" >edited
    mv edited "$2"
}

# line TEXT FILE: the number of the only line of FILE that has TEXT.
line() {
    [ "$(grep -cF -- "$1" "$2")" -eq 1 ] || fail "not one line of $2 has: $1"
    grep -nF -- "$1" "$2" | cut -d : -f 1
}

# has FILE LINE: it is a line of the FILE.
has() {
    grep -qxF -- "$2" "$1" || fail "$1 lacks the line: $2"
}

# as_it_was [COUNT CODE]: generate makes the copy what the project has, and warns of COUNT changes of
# that CODE, and of nothing else.
as_it_was() {
    schemac 0 generate
    if [ $# -eq 0 ]; then
        no_stderr
    else
        err_count "$1" "[$2]"
        err_count "$1" ': warning: '
        err_lacks ': error: '
    fi
    diff -r schemas "$project/schemas" || fail "the schemas are not those of the project"
    schemac 0 check
    no_stderr
}

@test "project: the head of the published schema" {
    copy
    local version
    version=$(sed -n 's/^  version: "\(.*\)"$/\1/p' $source)
    [ -n "$version" ] || fail "no version"
    has $published "  \"\$id\": \"https://schemac.example/schemas/$version/server.schema.json\","
    has $published '  "$ref": "#/definitions/ServerDetail",'
    has $published '  "$schema": "http://json-schema.org/draft-07/schema#",'
    grep -q '^  "$comment": ".*openapi/openapi\.yaml.*make generate-schema.*",$' $published ||
        fail "no comment on where it comes from"
    grep -q '^  "title": ".*server\.json.*"$' $published || fail "no title"
    [ "$(grep -c '^  "' $published)" -eq 6 ] || fail "there is more at the top"
}

@test "project: the head of the strict schema" {
    copy
    local strict=schemas/server.strict.schema.json
    has $strict '  "$schema": "https://json-schema.org/draft/2020-12/schema",'
    has $strict '  "allOf": ['
    has $strict '      "$ref": "#/$defs/ServerDetail"'
    grep -q '^  "$id": "https://schemac\.example/schemas/.*/server\.strict\.schema\.json",$' $strict ||
        fail "no id"
    grep -q '^  "$comment": ".*openapi/openapi\.yaml.*make generate-schema.*",$' $strict ||
        fail "no comment on where it comes from"
    run ! grep -n '"example": ' $strict
}

@test "project: the definitions of the published schema are the schemas that a server needs" {
    local names
    names=$(sed -n '/^  "definitions": /,$ s/^    "\(.*\)": {$/\1/p' "$project/$published" | tr '\n' ' ')
    [ "$names" = "Argument Icon Input InputWithVariables KeyValueInput NamedArgument Package \
PositionalArgument Repository ServerDetail SseTransport StdioTransport StreamableHttpTransport " ] ||
        fail "they are: $names"
}

@test "project: source and schemas agree, and generate touches nothing" {
    copy
    schemac 0 check
    no_output
    no_stderr
    age schemas/*
    stamp schemas/* >before
    as_it_was
    stamp schemas/* >after
    same_files before after
}

@test "project: a schema edited by hand" {
    copy
    edit 's/"maxLength": 200/"maxLength": 201/' $published
    schemac 1 check --mend 'make generate-schema'
    err_has "$published:$(line '"maxLength": 201' $published):24: error: the file and its source $source differ in 1 place; it was edited by hand since it was generated [D0006]"
    err_has "$published:$(line '"maxLength": 201' $published):11: error: \"maxLength\" was 201, and is 200 (breaks writers, safe for readers) [D0110]"
    err_has "$source:$(line 'maxLength: 200' $source):22: note: the source has 200 at /definitions/ServerDetail/properties/name/maxLength"
    err_has '-          "maxLength": 201,'
    err_has '+          "maxLength": 200,'
    err_has 'run `make generate-schema`'
    err_count 2 ': error: '
    as_it_was 1 D0110
}

@test "project: the source edited" {
    copy
    edit 's/maxLength: 200/maxLength: 199/' $source
    schemac 1 check
    local file
    for file in $published schemas/server.strict.schema.json; do
        err_has "$file:$(line '"maxLength": 200' $file):24: error: the file and its source $source differ in 1 place; the source, schemac.yaml or schemac has changed since it was generated [D0006]"
        err_has "$file:$(line '"maxLength": 200' $file):11: error: \"maxLength\" was 200, and is 199 (breaks writers, safe for readers) [D0110]"
    done
    err_has "$source:$(line 'maxLength: 199' $source):22: note: the source has 199 at /definitions/ServerDetail/properties/name/maxLength"
    err_has "$source:$(line 'maxLength: 199' $source):22: note: the source has 199 at /\$defs/ServerDetail/properties/name/maxLength"
    err_has 'run `schemac generate`'
    err_count 4 ': error: '

    schemac 0 generate
    has $published '          "maxLength": 199,'
    schemac 0 check
    cp "$project/$source" $source
    as_it_was 2 D0111
}

@test "project: both edited" {
    copy
    edit 's/"maxLength": 200/"maxLength": 201/' $published
    edit 's/maxLength: 200/maxLength: 199/' $source
    schemac 1 check $published
    err_has 'both it and its source have changed since it was generated [D0006]'
    err_has "$published:$(line '"maxLength": 201' $published):11: error: \"maxLength\" was 201, and is 199 (breaks writers, safe for readers) [D0110]"
    err_has "$source:$(line 'maxLength: 199' $source):22: note: the source has 199 at /definitions/ServerDetail/properties/name/maxLength"
    cp "$project/$source" $source
    as_it_was 1 D0110
}

@test "project: a member taken away on one side is shown on both" {
    copy
    edit '/"maxLength": 200/d' $published
    schemac 1 check $published
    local name
    name=$(awk '/"name": \{/ { name = NR } /"maxLength": 200/ { print name }' "$project/$published")
    err_has "$published:$name:17: error: \"maxLength\" is new: 200 (breaks writers, safe for readers) [D0110]"
    err_has "$source:$(line 'maxLength: 200' $source):22: note: the source has 200 at /definitions/ServerDetail/properties/name/maxLength"
    as_it_was 1 D0110

    edit '/maxLength: 200/d' $source
    schemac 1 check $published
    err_has "$published:$(line '"maxLength": 200' $published):11: error: \"maxLength\" is gone: it was 200 (safe for writers, breaks readers) [D0111]"
    err_has "note: the source has nothing at /definitions/ServerDetail/properties/name/maxLength"
    cp "$project/$source" $source
    as_it_was
}

@test "project: an edit that the schemas do not reach changes nothing" {
    copy
    edit 's/^  title: .*/  title: Another title/; s/^\(  *summary: \).*/\1Another/' $source
    echo '# a comment' >>$source
    run ! cmp -s $source "$project/$source"
    schemac 0 check
    no_stderr
    as_it_was
}

@test "project: a schema that is missing, cut off or in another form" {
    copy
    rm $published
    schemac 1 check
    err_has "$published: error: the file is missing [D0001]"
    as_it_was

    head -c 1000 "$project/$published" >$published
    schemac 1 check
    err_has '[D0003]'
    as_it_was

    sed 's/^ *//' "$project/$published" >$published
    schemac 1 check
    err_has "$published: error: the file differs from its source in form only"
    err_has '[D0005]'
    as_it_was
}

@test "project: make bootstrap-schema writes the schema of schemac.yaml without that file" {
    local config=schemas/schemac-config.schema.json
    fresh_copy .
    own_make
    echo ': ]' >schemac.yaml
    echo '{}' >$config
    schemac 2 generate
    run -0 make bootstrap-schema
    same_files $config "$project/$config"
    rm schemac.yaml $config
    run -0 make bootstrap-schema
    same_files $config "$project/$config"
}

@test "project: examples that schemac.yaml leaves to the tests" {
    copy
    for name in schema-manifest schema-fragment fingerprints release-index diff-report tool-lock; do
        cat >>schemac.yaml <<END
  - schema: schemas/$name.schema.json
    valid: tests/examples/${name#schema-}/valid/*.json
    invalid: tests/examples/${name#schema-}/invalid/*.json
END
    done
    cat >>schemac.yaml <<'END'
  - schema: schemas/server.schema.json
    invalid: tests/examples/server/invalid/*.json
  - schema: schemas/server.strict.schema.json
    valid: tests/examples/server/valid/*.json
END
    schemac 0 check
    no_stderr
    cp tests/examples/server/valid/minimal.json tests/examples/server/invalid/minimal.type.json
    schemac 1 check
    err_has 'tests/examples/server/invalid/minimal.type.json'
    err_count 1 ': error: '
    rm tests/examples/server/invalid/minimal.type.json
    for name in manifest fragment fingerprints diff-report release-index tool-lock server; do
        echo '{}' >"tests/examples/$name/valid/empty.json"
    done
    schemac 1 check
    for name in manifest fragment fingerprints diff-report release-index tool-lock server; do
        err_has "tests/examples/$name/valid/empty.json:1:1: error: "
    done
}
