#!/usr/bin/env bats
# disclosures in schemac.yaml: generate writes the schemas of tools in parts, and check holds them to
# what they are made from as it does artifacts.
bats_require_minimum_version 1.5.0
load helper

folder=schemas/add_pet
manifest=$folder/manifest.json
fragments=$folder/fragments.jsonl

# disclosing: the small project with a disclosure of one of its artifacts, not generated yet.
disclosing() {
    small_project
    cat >>schemac.yaml <<'YAML'
disclosures:
  add_pet:
    input: schemas/pet.schema.json
    output: schemas/owner.schema.json
    operation: pets
    source: openapi/openapi.yaml
    out: schemas/add_pet
YAML
}

# listing: a configuration of nothing but a disclosure, of a tool in tools.json; $1: more members.
listing() {
    cat >tools.json <<'JSON'
{"tools": [
  {"name": "add", "inputSchema": {"type": "object", "title": "a"}, "outputSchema": {"type": "object"}},
  {"name": "drop", "inputSchema": {"type": "object", "title": "b"}},
  {"name": "bare"}
]}
JSON
    cat >schemac.yaml <<YAML
version: 1
disclosures:
  drop:
    tool: tools.json
    operation: pets
    source: tools.json
    out: out${1:+
    $1}
YAML
}

sum() {
    sha256sum | cut -d ' ' -f 1
}

# shows KEY VALUE: the manifest has that member.
shows() {
    grep -qF "\"$1\": $2" "${3:-$manifest}" || fail "${3:-$manifest} lacks $1: $2"
}

# mended: generate makes all right again.
mended() {
    schemac 0 generate
    schemac 0 check
    no_output
    no_stderr
    no_drafts
}

@test "generate writes a manifest and fragments, whose digests other tools agree with" {
    disclosing
    schemac 0 generate
    local owner_text='"Owner":{"description":"a <person>","type":"object"}'
    local input='{"$defs":{'$owner_text',"Pet":{"properties":{"name":{"maxLength":20,"type":"string"},"owner":{"$ref":"#/$defs/Owner"}},"required":["name"],"type":"object"}},"$schema":"https://json-schema.org/draft/2020-12/schema","allOf":[{"$ref":"#/$defs/Pet"}]}'
    local result='{"$schema":"http://json-schema.org/draft-07/schema#","allOf":[{"$ref":"#/definitions/Owner"}],"definitions":{'$owner_text'}}'
    local document='{"inputSchema":'$input',"outputSchema":'$result'}'
    shows operation '"pets"'
    shows alias '"add_pet"'
    shows source_sha256 "\"$(sum <openapi/openapi.yaml)\""
    shows schema_sha256 "\"$(printf %s "$document" | sum)\""
    shows schema_bytes "${#document}"
    shows input_schema_sha256 "\"$(printf %s "$input" | sum)\""
    shows output_schema_sha256 "\"$(printf %s "$result" | sum)\""
    shows fragment_count 1
    shows manifest_uri '"schema://pets/add_pet/manifest"'
    [ "$(wc -l <$fragments)" -eq 1 ]
    schemac 0 restore --select $manifest $fragments
    [ "$output" = "$document" ] || fail "it is another document that is restored"
    schemac 0 check
    no_output
    no_stderr
    no_drafts
}

@test "they are what the published schemas take" {
    disclosing
    schemac 0 generate
    local schemas=$project/schemas
    schemac 0 validate --schema "$schemas/schema-manifest.schema.json" $manifest
    schemac 0 validate --schema "$schemas/schema-fragment.schema.json" \
        --resource "$schemas/schema-manifest.schema.json" $fragments
}

@test "the record has the digests of their bytes and no others" {
    disclosing
    schemac 0 generate
    [ "$(grep -c '"sha256"' "$record")" -eq 4 ]
    [ "$(grep -c '"content"' "$record")" -eq 2 ]
    grep -A 1 "\"$manifest\"" "$record" | grep -q "\"sha256\": \"$(sum <$manifest)\""
    grep -A 1 "\"$fragments\"" "$record" | grep -q "\"sha256\": \"$(sum <$fragments)\""
    sed -i "/\"${manifest//\//\\/}\"/ s/\$/\"content\": \"$(repeat 64 0)\", \"constraints\": \"$(repeat 64 0)\",/" "$record"
    schemac 1 check
    err_has "this is not the digest of the content of $manifest [D0014]"
    err_count 2 error
    mended
}

repeat() {
    printf "%$1s" | tr ' ' "$2"
}

@test "missing, edited, and with another source" {
    disclosing
    schemac 0 generate
    rm $manifest
    schemac 1 check
    err_has "$manifest: error: the file is missing [D0001]"
    err_count 1 error
    mended

    sed -i 's/"pets"/"cats"/' $manifest
    schemac 1 check
    err_has "$manifest:3:17: error: from here on the file differs from what schemas/pet.schema.json gives; it was edited by hand since it was generated [D0006]"
    err_count 1 error
    mended

    head -c 700 $fragments >short
    mv short $fragments
    schemac 1 check $fragments
    err_has "$fragments:1:700: error: "
    err_has '[D0006]'
    : >$fragments
    schemac 1 check $fragments
    err_has "$fragments: error: "
    mended

    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 1 check $manifest $fragments
    err_has "$manifest:5:21: error: from here on "
    err_has 'the source, schemac.yaml or schemac has changed since it was generated [D0006]'
    err_lacks "$pet:"
    err_count 2 error
    schemac 0 generate
    schemac 0 check
}

@test "a source of which nothing is left in the schemas still counts, an artifact as source does not" {
    disclosing
    schemac 0 generate
    echo '# more' >>openapi/openapi.yaml
    schemac 1 check
    err_count 2 '[D0006]'
    sed -i '/^disclosures/,$s,source: .*,source: schemas/pet.schema.json,' schemac.yaml
    schemac 0 generate
    shows source_sha256 "\"$(sum <"$pet")\""
    echo '# and more' >>openapi/openapi.yaml
    schemac 0 check
}

@test "one file by its path, with what it is made from built but not written" {
    disclosing
    schemac 0 generate $manifest
    [ -f $manifest ] && [ ! -e $fragments ] && [ ! -e "$pet" ]
    schemac 0 check $manifest
    schemac 1 check
    schemac 2 generate $folder
    err_has "there is no artifact \"$folder\""
    schemac 2 generate schemas/manifest.json
    err_has "did you mean \"$manifest\"?"
    mended
}

@test "conflict markers, CRLF line ends, and what is no longer disclosed" {
    disclosing
    schemac 0 generate
    sed -i 's/$/\r/' $manifest
    schemac 0 check
    err_has "$manifest: note: the file is right but has CRLF line ends [N0001]"
    mended_files=$(stamp $manifest)
    schemac 0 generate
    [ "$mended_files" = "$(stamp $manifest)" ]
    for file in $manifest $fragments; do
        sed -i '1s/^/<<<<<<< HEAD\n/' "$file"
        schemac 1 check
        err_has "$file:1:1: error: a merge left its conflict markers in this file [D0004]"
        schemac 0 generate
    done
    sed -i '/^disclosures/,$d' schemac.yaml
    schemac 1 check
    err_has "$manifest: error: no artifact of schemac.yaml is this file any more [D0002]"
    err_has "$fragments: error: no artifact of schemac.yaml is this file any more [D0002]"
}

@test "a tool in a listing, by alias, by name, and by a place in the file" {
    listing
    schemac 0 generate
    grep -qF '{\"inputSchema\":{\"title\":\"b\",\"type\":\"object\"},\"outputSchema\":null}' out/fragments.jsonl
    shows alias '"drop"' out/manifest.json
    schemac 0 check
    listing 'name: add'
    schemac 0 generate
    grep -qF '{\"inputSchema\":{\"title\":\"a\",\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\"}}' out/fragments.jsonl
    shows alias '"drop"' out/manifest.json
    sed -i 's,tool: tools.json,tool: tools.json#/tools/1,; /name: add/d' schemac.yaml
    schemac 0 generate
    grep -qF '\"title\":\"b\"' out/fragments.jsonl
}

@test "a descriptor by itself, whatever it is called" {
    listing 'uri_prefix: x-tools://a/'
    echo '{"name": "other", "inputSchema": {"type": "object"}}' >tools.json
    schemac 0 generate
    shows manifest_uri '"x-tools://a/pets/drop/manifest"' out/manifest.json
    schemac 0 check
}

@test "an operand that is the name or the folder of a disclosure is told its files" {
    listing
    for name in drop out out/; do
        schemac 2 generate "$name"
        err_has "there is no artifact \"$name\" [E0610]"
        err_has 'hint: that disclosure is the files "out/manifest.json" and "out/fragments.jsonl"'
    done
    [ ! -e out ]
    schemac 0 generate out/manifest.json out/fragments.jsonl
    schemac 0 check
}

@test "a key that stands twice is a warning in a tool, and an error in what comes after it" {
    listing
    sed -i 's/"title": "b"/"title": "b", "title": "c"/' tools.json
    cat >>schemac.yaml <<'YAML'
  later:
    input: twice.json
    operation: pets
    source: tools.json
    out: later
YAML
    echo '{"type": "object", "type": "object"}' >twice.json
    schemac 2 generate
    err_has 'tools.json:3:68: warning: the key "title" stands twice; the last value counts [W0302]'
    err_has 'twice.json:1:20: error: '
}

@test "a source outside of the folder is not read" {
    mkdir inner
    cd inner || return
    listing
    mv tools.json ..
    cp ../tools.json .
    sed -i 's,source: tools.json,source: ../tools.json,' schemac.yaml
    schemac 2 generate
    err_has 'schemac.yaml:6:13: error: ../tools.json lies outside the root directory'
    [ ! -e out ] || fail "something was written"
}

@test "what names no tool is told at its key, and nothing is written" {
    listing 'name: ad'
    schemac 2 generate
    err_has 'schemac.yaml:4:11: error: no tool in this file is called "ad" [E0619]'
    err_has 'hint: did you mean "add"?'
    listing 'name: zzzzzz'
    schemac 2 generate
    err_has 'hint: "name" says which tool is meant'
    listing 'name: bare'
    schemac 2 generate
    err_has 'schemac.yaml:4:11: error: this tool has no schema of its input [E0619]'
    listing 'name: odd'
    sed -i 's/{"name": "bare"}/{"name": "odd", "inputSchema": 5, "outputSchema": true}/' tools.json
    schemac 2 generate
    err_has 'tools.json:4:34: error: the input schema is a number, not an object [E1102]'
    err_has 'tools.json:4:53: error: the output schema is a boolean, not an object [E1102]'
    listing 'name: add'
    sed -i 's/{"name": "bare"}/{"name": "add", "inputSchema": {"type": "object"}}/' tools.json
    schemac 2 generate
    err_has 'schemac.yaml:4:11: error: 2 tools in this file are called "add" [E0619]'
    listing
    sed -i 's,tool: tools.json,&#/tools/9,' schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:4:11: error: there is nothing at #/tools/9 in this file [E0619]'
    listing
    sed -i 's,source: tools.json,source: nowhere.json,' schemac.yaml
    schemac 2 generate
    err_has 'schemac.yaml:6:13: error: cannot read the source nowhere.json: '
    listing
    rm tools.json
    schemac 2 generate
    err_has 'schemac.yaml:4:11: error: '
    err_has '[E0002]'
    listing
    echo '[1' >tools.json
    schemac 2 generate
    err_has 'tools.json:'
    err_has '[E0301]'
    printf 'version: 1\ndisclosures:\n  drop: tools.json\n' >schemac.yaml
    schemac 2 generate
    err_has 'schemac.yaml:3:9: error: "drop" must be a mapping, this is a string [E0602]'
    [ ! -e out ]
}

@test "a number that cannot be disclosed: nothing is written" {
    listing
    sed -i 's/"title": "b"/"maximum": 1e999/' tools.json
    schemac 1 generate
    err_has 'tools.json:3:'
    err_has '[D1111]'
    [ ! -e out ]
}

@test "keys in a tool twice: the last counts, with a warning" {
    listing
    sed -i 's/"title": "b"/"title": "c", "title": "b"/' tools.json
    schemac 0 generate
    err_has '[W0302]'
    grep -qF '\"title\":\"b\"' out/fragments.jsonl
}

@test "an error in one disclosure leaves artifacts and record as they are" {
    disclosing
    schemac 0 generate
    cp "$record" "$pet" .
    cat >>schemac.yaml <<'YAML'
  other:
    tool: nowhere.json
    operation: pets
    source: openapi/openapi.yaml
    out: other
YAML
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 2 generate
    same_files "${record##*/}" "$record"
    same_files "${pet##*/}" "$pet"
    [ ! -e other ]
}

@test "no file that is generated is a tool, or the source of anything" {
    disclosing
    schemac 0 generate
    sed -i 's,input: .*,tool: schemas/pet.schema.json,; /output:/d' schemac.yaml
    schemac 2 check
    err_has '[E0605]'
    sed -i "s,tool: .*,tool: $manifest," schemac.yaml
    schemac 2 check
    err_has '[E0605]'
    sed -i "s,tool: .*,input: $manifest," schemac.yaml
    schemac 2 check
    err_has '[E0605]'
    sed -i "s,input: .*,input: schemas/pet.schema.json,; 2s,.*,source: $manifest," schemac.yaml
    schemac 2 check
    err_has '[E0605]'
}

@test "a schema in a file, and one as style go writes it, are disclosed as they can be read" {
    disclosing
    sed -i 's/maxLength: 20/maximum: 20.0/' openapi/openapi.yaml
    sed -i 's,schemas/owner.schema.json:,schemas/go.json:,; s/root: Owner/root: Pet/; s,input: .*,input: schemas/go.json,; /output:/d' schemac.yaml
    schemac 0 generate
    grep -qF '\"maximum\":20,' $fragments || grep -qF '\"maximum\":20}' $fragments
    one=$(grep input_schema_sha256 $manifest)
    cp schemas/go.json copy.json
    sed -i 's,input: .*,input: copy.json,' schemac.yaml
    schemac 0 generate
    [ "$one" = "$(grep input_schema_sha256 $manifest)" ]
}

@test "an included file discloses in its own folder" {
    disclosing
    mkdir team
    (cd team && listing && echo 'fingerprints: prints.json' >>schemac.yaml)
    echo 'include: team/schemac.yaml' >>schemac.yaml
    schemac 0 generate
    [ -f team/out/manifest.json ] && [ -f team/out/fragments.jsonl ]
    grep -q '"out/manifest.json"' team/prints.json
    run ! grep -q out/manifest "$record"
    schemac 0 check
    schemac 0 check team/out/manifest.json
}

@test "depfiles: what each file is made from, and what check has judged" {
    disclosing
    schemac 0 generate --depfile made.d
    sed -n "/^schemas\/add_pet\/manifest.json:/,/^  schemac.yaml/p" made.d >rule
    grep -q openapi/openapi.yaml rule
    run ! grep -q pet.schema.json rule
    grep -q '^schemas/add_pet/fragments.jsonl:' made.d
    schemac 0 check --depfile judged.d
    grep -q schemas/add_pet/manifest.json judged.d
    grep -q schemas/add_pet/fragments.jsonl judged.d
}

@test "what is staged, and what has changed since a commit" {
    use_git
    git init -q
    disclosing
    schemac 0 generate
    git add -A
    git commit -q -m all
    schemac 0 check --index
    schemac 0 check --changed-since HEAD
    sed -i 's/"pets"/"cats"/' $manifest
    schemac 0 check --index
    schemac 1 check --changed-since HEAD
    err_has "$manifest:3:17: error: "
    err_count 1 error
    git add -A
    schemac 1 check --index
    err_has "$manifest:3:17: error: "
    err_has "run \`schemac generate\`, then \`git add\` what it wrote"
    git checkout -q HEAD -- .
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 0 check --index
    schemac 1 check --changed-since HEAD
    err_has "$fragments:"
}

@test "drafts beside its files are what an interrupted generate leaves" {
    disclosing
    schemac 0 generate
    echo x >$folder/.manifest.json.schemac-draft
    schemac 1 check
    err_has '[D0007]'
    mended
}

@test "the project's own disclosure" {
    cd "$project"
    schemac 0 check schemas/disclosures/explain_changes/manifest.json \
        schemas/disclosures/explain_changes/fragments.jsonl
    [ "$(wc -l <schemas/disclosures/explain_changes/fragments.jsonl)" -gt 1 ]
    schemac 0 validate --schema schemas/schema-fragment.schema.json \
        --resource schemas/schema-manifest.schema.json schemas/disclosures/explain_changes/fragments.jsonl
    schemac 0 validate --schema schemas/schema-manifest.schema.json \
        schemas/disclosures/explain_changes/manifest.json
}
