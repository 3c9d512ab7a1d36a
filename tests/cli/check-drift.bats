#!/usr/bin/env bats
# schemac check and generate: what an artifact asks otherwise than its source, change by change, in
# the file, in the source, in git's index and in each format; and in time, whatever the file is.
# Which changes there are and what they mean is diff.bats's, which files have drifted check.bats's.
bats_require_minimum_version 1.5.0
load helper

pet=schemas/pet.schema.json
source=openapi/openapi.yaml

setup() {
    enter_work_folder
    mkdir openapi
    cat >$source <<'END'
openapi: 3.1.0
info: {title: Pets, version: "1.0"}
paths: {}
components:
  schemas:
    Pet:
      title: A pet
      type: object
      required: [name]
      properties:
        name:
          type: string
          maxLength: 20
        kind:
          enum: [cat, dog]
        size:
          type: integer
          minimum: 1
        owner:
          $ref: '#/components/schemas/Owner'
        tag:
          oneOf:
            - type: string
            - type: integer
    Owner:
      type: object
      properties:
        mail:
          type: string
END
    cat >schemac.yaml <<'END'
version: 1
source: openapi/openapi.yaml
artifacts:
  schemas/pet.schema.json:
    root: Pet
    id: https://schemas.example/pet
fingerprints: schemas/fingerprints.json
END
    schemac 0 generate
}

# of_source SCRIPT: sed edits the source.
of_source() {
    sed -i "$1" $source
    moved='the source, schemac.yaml or schemac has changed since it was generated'
}

# by_hand SCRIPT: sed edits the artifact.
by_hand() {
    sed -i "$1" $pet
    moved='it was edited by hand since it was generated'
}

# told PLACE MESSAGE SOURCE NOTE: one change is told, at PLACE of the artifact, and at SOURCE what
# that has, as an error unless it is an annotation; besides it the drift, which side moved and what
# mends it.
told() {
    local level=error errors=2
    [[ $2 != *'(an annotation)'* ]] || { level=note errors=1; }
    schemac 1 check
    no_output
    err_count $errors ': error: '
    err_has "$pet:$1: $level: $2
"
    err_has "
$3: note: the source has $4
"
    err_has "error: the file and its source $source differ in "
    err_has "; $moved [D0006]"
    err_has "--- $pet (on disk)"
    err_has '      hint: run `schemac generate`'
}

# mended [COUNT CODE]: generate mends it and warns of COUNT changes with that CODE, and of no more.
mended() {
    schemac 0 generate
    no_output
    err_count "${1-0}" ': warning: '
    [ $# -eq 0 ] || err_count "$1" "[$2]"
    err_lacks ': error: '
    schemac 0 check
    no_stderr
}

@test "a type" {
    of_source '/size:/,/minimum/s/type: integer/type: number/'
    told 28:11 'the type was an integer, and is a number (safe for writers, breaks readers) [D0102]' \
        $source:17:17 '"number" at /$defs/Pet/properties/size/type'
    err_has 'note: for example the file refuses {"size": '
    mended 1 D0102
    by_hand '/"size"/,/minimum/s/"type": "number"/"type": "string"/'
    told 28:11 'the type was a string, and is a number (breaks writers and readers) [D0101]' \
        $source:17:17 '"number" at /$defs/Pet/properties/size/type'
    err_has 'note: for example the file takes {"size": '
    err_has 'note: for example the file refuses {"size": '
    mended 1 D0101
}

@test "a value of an enum" {
    of_source 's/\[cat, dog\]/[cat, dog, cow]/'
    told 22:11 '"cow" is allowed now (safe for writers, breaks readers) [D0104]' \
        $source:15:28 '"cow" at /$defs/Pet/properties/kind/enum/2'
    err_has 'note: for example the file refuses {"kind": "cow", "name": "a"}, and the source takes it'
    mended 1 D0104
    of_source 's/\[cat, dog, cow\]/[cat, cow]/'
    told 24:13 '"dog" is no longer allowed (breaks writers, safe for readers) [D0103]' \
        $source:15:17 '["cat","cow"] at /$defs/Pet/properties/kind/enum'
    err_has '      note: the file has "dog" at /$defs/Pet/properties/kind/enum/1'
    err_has 'note: for example the file takes {"kind": "dog", "name": "a"}, and the source refuses it'
    mended 1 D0103
}

@test "a bound" {
    of_source 's/minimum: 1/minimum: 2/'
    told 29:11 '"minimum" was 1, and is 2 (breaks writers, safe for readers) [D0107]' \
        $source:18:20 '2 at /$defs/Pet/properties/size/minimum'
    err_has 'note: for example the file takes {"size": 1, "name": "a"}, and the source refuses it'
    mended 1 D0107
    by_hand 's/"minimum": 2/"minimum": 3/'
    told 29:11 '"minimum" was 3, and is 2 (safe for writers, breaks readers) [D0108]' \
        $source:18:20 '2 at /$defs/Pet/properties/size/minimum'
    err_has 'note: for example the file refuses {"size": 2, "name": "a"}, and the source takes it'
    mended 1 D0108
}

@test "a required property" {
    of_source 's/required: .name./required: [name, kind]/'
    told 13:7 'the property "kind" is required now (breaks writers, safe for readers) [D0116]' \
        $source:9:24 '"kind" at /$defs/Pet/required/1'
    mended 1 D0116
    of_source 's/required: .*/required: [kind]/'
    told 14:9 'the property "name" is no longer required (safe for writers, breaks readers) [D0117]' \
        $source:9:17 '["kind"] at /$defs/Pet/required'
    err_has '      note: the file has "name" at /$defs/Pet/required/0'
    mended 1 D0117
}

@test "a declared property" {
    of_source '/^        kind:/,/enum/d'
    told 21:9 'the property "kind" is no longer declared: it may have any value (safe for writers, breaks readers) [D0119]' \
        $source:11:9 'nothing at /$defs/Pet/properties/kind'
    mended 1 D0119
    by_hand '/"size": {/,/^        },/d'
    told 16:7 'the property "size" is declared now: before, it could have any value (undecided for writers, safe for readers) [D0118]' \
        $source:15:11 '{"minimum":1,"type":"integer"} at /$defs/Pet/properties/size'
    mended 1 D0118
}

@test "undeclared properties" {
    of_source 's/      title: A pet/&\n      additionalProperties: false/'
    told 10:12 'properties that are not declared are refused now (breaks writers, safe for readers) [D0120]' \
        $source:8:29 'false at /$defs/Pet/additionalProperties'
    mended 1 D0120
}

@test "a branch of a choice" {
    of_source '/            - type: integer/d'
    told 39:13 '"oneOf" has lost its branch number 2 (breaks writers, safe for readers) [D0133]' \
        $source:23:13 '[{"type":"string"}] at /$defs/Pet/properties/tag/oneOf'
    err_has '      note: the file has {"type":"integer"} at /$defs/Pet/properties/tag/oneOf/1'
    mended 1 D0133
}

@test "an annotation is told, and not warned of" {
    of_source 's/A pet/A cat/'
    told 11:7 '"title" was "A pet", and is "A cat" (an annotation) [D0150]' \
        $source:7:14 '"A cat" at /$defs/Pet/title'
    err_lacks 'for example'
    mended
}

@test "another order only" {
    of_source 's/enum: .cat, dog./enum: [dog, cat]/'
    schemac 1 check
    err_count 1 ': error: '
    err_has "error: the file and its source $source differ in 2 places; $moved [D0006]"
    err_has '      note: both ask for the same, in other words or order'
    mended
}

@test "a definition with another name, and where references lead" {
    of_source 's/Owner/Person/'
    told 46:5 'the definition "Owner" is called "Person" now (an annotation) [D0153]' \
        $source:26:7 'it at /$defs/Person'
    err_lacks '{"properties"'
    err_lacks 'both ask for the same'
    err_has "
$pet:32:19: note: the file has \"#/\$defs/Owner\" at /\$defs/Pet/properties/owner/\$ref
"
    err_has "
$source:20:17: note: the source has \"#/\$defs/Person\" at /\$defs/Pet/properties/owner/\$ref
"
    mended
}

@test "a reference that leads to another schema" {
    of_source "s|'#/components/schemas/Owner'|'#/components/schemas/Owner/properties/mail'|"
    schemac 1 check
    err_has "$pet:32:19: note: the file has \"#/\$defs/Owner\" at /\$defs/Pet/properties/owner/\$ref"
    err_has "$source:20:17: note: the source has \"#/\$defs/Owner_mail\" at /\$defs/Pet/properties/owner/\$ref"
    err_has 'the type was an object, and is a string ('
    err_count 1 "[D0006]"
    schemac 0 generate
    err_has 'the type was an object, and is a string ('
    schemac 0 check
}

@test "what the schema says of itself: schemac.yaml has it" {
    sed -i 's|example/pet|example/v2/pet|' schemac.yaml
    moved='the source, schemac.yaml or schemac has changed since it was generated'
    told 3:3 '"$id" was "https://schemas.example/pet", and is "https://schemas.example/v2/pet" (an annotation) [D0156]' \
        schemac.yaml:4:3 '"https://schemas.example/v2/pet" at /$id'
    mended
}

@test "the same in another order: no change, but both sides" {
    of_source 's/\[cat, dog\]/[dog, cat]/'
    schemac 1 check
    err_count 1 ': error: '
    err_has "$pet:23:13: error: the file and its source $source differ in 2 places; $moved [D0006]"
    err_has "$pet:23:13: note: the file has \"cat\" at /\$defs/Pet/properties/kind/enum/0"
    err_has "$source:15:18: note: the source has \"dog\" at /\$defs/Pet/properties/kind/enum/0"
    err_has "$pet:24:13: note: the file has \"dog\" at /\$defs/Pet/properties/kind/enum/1"
    err_has "$source:15:23: note: the source has \"cat\" at /\$defs/Pet/properties/kind/enum/1"
    mended
}

@test "the same in other characters: form only" {
    by_hand 's/A pet/\\u0041 pet/'
    schemac 1 check
    err_count 1 ': error: '
    err_has "$pet: error: the file differs from its source in form only: "
    err_has "; $moved [D0005]"
    err_lacks '[D01'
    mended
}

@test "a file with a byte order mark, in UTF-16, with CRLF: changes have their places" {
    cp $pet right
    sed '1s/^/\xef\xbb\xbf/; s/"minimum": 1/"minimum": 2/' right >$pet
    schemac 1 check
    err_has "$pet:29:11: error: \"minimum\" was 2, and is 1 (safe for writers, breaks readers) [D0108]
   29 |           \"minimum\": 2
"
    sed 's/"minimum": 1/"minimum": 2/' right | iconv -f UTF-8 -t UTF-16 >$pet
    schemac 1 check
    err_has "$pet:29:11: error: \"minimum\" was 2, and is 1 (safe for writers, breaks readers) [D0108]
   29 |           \"minimum\": 2
"
    sed 's/"minimum": 1/"minimum": 2/; s/$/\r/' right >$pet
    schemac 1 check
    err_has "$pet:29:11: error: \"minimum\" was 2, and is 1 (safe for writers, breaks readers) [D0108]
   29 |           \"minimum\": 2
"
}

@test "both sides moved: the change is from what is on disk to what the source says" {
    of_source 's/minimum: 1/minimum: 2/'
    by_hand 's/"minimum": 1/"minimum": 3/'
    moved='both it and its source have changed since it was generated'
    told 29:11 '"minimum" was 3, and is 2 (safe for writers, breaks readers) [D0108]' \
        $source:18:20 '2 at /$defs/Pet/properties/size/minimum'
    mended 1 D0108
}

@test "several changes: each is told, the worst are warned of first" {
    of_source 's/minimum: 1/minimum: 2/; s/maxLength: 20/maxLength: 30/; s/A pet/A cat/'
    schemac 1 check
    err_count 3 ': error: '
    err_has '[D0107]'
    err_has '[D0111]'
    err_has 'note: "title" was "A pet", and is "A cat" (an annotation) [D0150]'
    err_has 'differ in 3 places; '
    err_lacks 'the file has'
    schemac 1 check --mend 'make schemas'
    err_count 1 'hint: run `make schemas`'
    schemac 0 generate
    err_has "$pet:19:11: warning: \"maxLength\" was 20, and is 30 (safe for writers, breaks readers) [D0111]
   19 |           \"maxLength\": 30
      |           ^~~~~~~~~~~
$source:13:22: note: the source has 30 at /\$defs/Pet/properties/name/maxLength
   13 |           maxLength: 30
      |                      ^~
      note: for example {\"name\": \"aaaaaaaaaaaaaaaa...\"} was refused and is accepted
"
    err_has "$pet:29:11: warning: \"minimum\" was 1, and is 2 (breaks writers, safe for readers) [D0107]"
    err_has 'note: for example {"size": 1, "name": "a"} was accepted and is refused'
    err_count 2 ': warning: '
}

@test "generate warns of each artifact, once, and not where nothing was there" {
    sed -i 's|^fingerprints|  schemas/b.json: {root: Pet}\n  schemas/c.json: {root: Pet}\n&|' schemac.yaml
    schemac 0 generate
    no_stderr
    of_source 's/minimum: 1/minimum: 2/'
    rm schemas/c.json
    schemac 0 generate
    err_count 2 '[D0107]'
    err_count 2 ': warning: '
    err_has "schemas/b.json:"
    err_has "$pet:"
    schemac 0 generate
    no_stderr
    echo '{' >$pet
    echo '[]' >schemas/b.json
    echo '{"enum": [1, 2]}' >schemas/c.json
    schemac 0 generate
    err_lacks "$pet"
    err_lacks schemas/b.json
    err_has schemas/c.json
    err_lacks ': error: '
    schemac 0 check
}

@test "generate that fails warns of nothing: nothing was written" {
    sed -i 's|^fingerprints|  schemas/b.json: {root: Pet}\n&|' schemac.yaml
    of_source 's/minimum: 1/minimum: 2/'
    mkdir schemas/b.json
    schemac 2 generate
    err_lacks '[D01'
    grep -q '"minimum": 1' $pet
}

@test "--format json: a change has its code, places, pointer and notes" {
    of_source 's/minimum: 1/minimum: 2/'
    schemac 1 check --format json
    no_stderr
    need python3
    python3 - "$output" <<'END'
import json, sys
report = json.loads(sys.argv[1])
change, drift = report["diagnostics"]
assert report["status"] == 1 and drift["code"] == "D0006", report
assert (change["code"], change["severity"]) == ("D0107", "error"), change
assert change["message"] == '"minimum" was 1, and is 2 (breaks writers, safe for readers)', change
assert change["file"] == "schemas/pet.schema.json", change
assert (change["line"], change["column"], change["end_column"]) == (29, 11, 20), change
assert change["pointer"] == "/$defs/Pet/properties/size/minimum", change
note, example = change["notes"]
assert note["message"] == "the source has 2 at /$defs/Pet/properties/size/minimum", note
assert (note["file"], note["line"], note["column"]) == ("openapi/openapi.yaml", 18, 20), note
assert example == {"message": 'for example the file takes {"size": 1, "name": "a"}, and the source refuses it'}, example
END
    schemac 0 generate --format json
    python3 - "$stderr" <<'END'
import json, sys
(change,) = json.loads(sys.argv[1])["diagnostics"]
assert (change["code"], change["severity"]) == ("D0107", "warning"), change
assert (change["file"], change["line"], change["column"]) == ("schemas/pet.schema.json", 29, 11), change
END
}

@test "--format sarif: a change is a result with its rule, place and related place" {
    of_source 's/minimum: 1/minimum: 2/'
    schemac 1 check --format sarif
    no_stderr
    need python3
    python3 - "$output" <<'END'
import json, sys
run = json.loads(sys.argv[1])["runs"][0]
change, drift = run["results"]
assert (change["ruleId"], change["level"]) == ("D0107", "error"), change
assert run["tool"]["driver"]["rules"][change["ruleIndex"]]["id"] == "D0107", run
place = change["locations"][0]["physicalLocation"]
assert place["artifactLocation"]["uri"] == "schemas/pet.schema.json", place
assert (place["region"]["startLine"], place["region"]["startColumn"]) == (29, 11), place
logical = change["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
assert logical == "/$defs/Pet/properties/size/minimum", logical
related = change["relatedLocations"][0]
assert related["physicalLocation"]["artifactLocation"]["uri"] == "openapi/openapi.yaml", related
assert related["physicalLocation"]["region"]["startLine"] == 18, related
assert related["message"]["text"] == "the source has 2 at /$defs/Pet/properties/size/minimum", related
assert drift["ruleId"] == "D0006", drift
assert change["partialFingerprints"] != drift["partialFingerprints"], run
END
}

@test "--format github: a change is an annotation at its line" {
    of_source 's/minimum: 1/minimum: 2/'
    schemac 1 check --format github
    out_has "::error file=$pet,line=29,col=11,endLine=29,endColumn=20,title=D0107 a bound of numbers is stricter::\"minimum\" was 1, and is 2 (breaks writers, safe for readers)%0Anote: for example the file takes {\"size\": 1, \"name\": \"a\"}, and the source refuses it%0Anote: $source:18:20: the source has 2 at /\$defs/Pet/properties/size/minimum"
    out_has "::error file=$pet,line=29,col=22,endLine=29,endColumn=23,title=D0006 "
    schemac 0 generate --format github
    err_has "::warning file=$pet,line=29,col=11,endLine=29,endColumn=20,title=D0107 "
}

@test "--index: changes of what is staged, not of what lies in the work tree" {
    use_git
    git init -q -b main .
    git add -A
    git commit -q -m all
    by_hand 's/"minimum": 1/"minimum": 2/'
    git add $pet
    by_hand 's/"minimum": 2/"minimum": 3/'
    schemac 1 check --index
    err_has "$pet:29:11: error: \"minimum\" was 2, and is 1 (safe for writers, breaks readers) [D0108]
   29 |           \"minimum\": 2
"
    err_has "$source:18:20: note: the source has 1 at /\$defs/Pet/properties/size/minimum"
    err_has 'note: for example the file refuses {"size": 1, "name": "a"}, and the source takes it'
    err_has "--- $pet (staged)"
    err_has 'hint: run `schemac generate`, then `git add` what it wrote'
    err_count 2 ': error: '
    git checkout -q HEAD -- $pet
    of_source 's/minimum: 1/minimum: 4/'
    schemac 0 check --index
    no_stderr
    git add $source
    of_source 's/minimum: 4/minimum: 5/'
    schemac 1 check --index
    err_has '"minimum" was 1, and is 4 (breaks writers, safe for readers) [D0107]'
    err_has "$source:18:20: note: the source has 4 at /\$defs/Pet/properties/size/minimum
   18 |           minimum: 4
"
}

# referring: another artifact has Owner, and pet refers to it.
referring() {
    sed -i 's|    id: .*|&\n    refer: schemas/owner.json\n  schemas/owner.json: {root: Owner, id: "https://schemas.example/owner"}|' schemac.yaml
    schemac 0 generate
    grep -qF '"$ref": "https://schemas.example/owner#/$defs/Owner"' $pet
    schemac 0 check
}

@test "refer: a change in the other artifact is told there" {
    referring
    of_source '/mail:/,/type/s/type: string/type: integer/'
    schemac 1 check
    err_count 2 ': error: '
    err_has 'schemas/owner.json:14:11: error: the type was a string, and is an integer (breaks writers and readers) [D0101]'
    err_has "$source:29:17: note: the source has \"integer\" at /\$defs/Owner/properties/mail/type"
    err_lacks $pet
    mended 1 D0101
}

@test "refer: a change around the reference, and one of the reference itself" {
    referring
    of_source 's/minimum: 1/minimum: 2/'
    schemac 1 check
    err_count 2 ': error: '
    err_has '"minimum" was 1, and is 2 (breaks writers, safe for readers) [D0107]'
    err_lacks schemas/owner.json
    mended 1 D0107
    by_hand 's|"https://schemas.example/owner#/$defs/Owner"|"https://schemas.example/owner#/$defs/Owner/properties/mail"|'
    schemac 1 check
    err_has "[D0006]"
    err_has "$pet:32:19: note: the file has \"https://schemas.example/owner#/\$defs/Owner/properties/mail\" at /\$defs/Pet/properties/owner/\$ref"
    err_has "$source:20:17: note: the source has \"https://schemas.example/owner#/\$defs/Owner\" at /\$defs/Pet/properties/owner/\$ref"
    err_has '      note: the file leads to schemas/owner.json at /$defs/Owner/properties/mail'
    err_has '      note: the source leads to schemas/owner.json at /$defs/Owner'
    err_lacks schemas/owner.json:
    cp $pet edited
    by_hand 's|"https://schemas.example/owner#[^"]*"|"https://elsewhere.example/"|'
    schemac 1 check
    err_count 1 ': error: '
    err_has "$pet:32:19: note: the file has \"https://elsewhere.example/\" at /\$defs/Pet/properties/owner/\$ref"
    mended
}

# swollen COUNT FORMAT: the artifact has COUNT properties of that FORMAT; & in it is the number.
swollen() {
    {
        printf '{"$ref": "#/$defs/Pet", "$defs": {"Pet": {"required": ["p1"], "properties": {'
        seq "$1" | sed $'s\001.*\001,'"$2"$'\001; 1s\001,\001\001'
        echo '}}}}'
    } >$pet
}

@test "a hundred changes of one file are told, and the others counted" {
    swollen 300 '"p&": {"type": "string"}'
    schemac 1 check
    err_count 100 '[D01'
    err_has ' more changes'
    err_count 1 '[D0006]'
    [ "${#stderr_lines[@]}" -lt 1000 ]
    schemac 0 generate
    [ "$(grep -c ': warning: ' <<<"$stderr")" -le 100 ]
    schemac 0 check
}

@test "the changes of one file leave room for the drift of all others" {
    local i
    {
        printf 'version: 1\nsource: openapi/openapi.yaml\nartifacts:\n'
        for ((i = 0; i < 30; i++)); do echo "  schemas/$i.json: {root: Pet}"; done
    } >schemac.yaml
    swollen 300 '"p&": {"type": "string"}'
    for ((i = 0; i < 30; i++)); do cp $pet schemas/$i.json; done
    schemac 1 check
    err_count 30 '[D0006]'
    [ "$(grep -c '\[D01' <<<"$stderr")" -le 500 ]
    err_count 30 ' more changes'
    err_count 30 'run `schemac generate`'
}

# in_time COMMAND...: it ends with status 1 within ten seconds and 500 MB, and tells D0006.
in_time() {
    local seconds memory
    bounds 10 500000
    run --separate-stderr bash -c 'ulimit -v "$1"; shift; exec timeout "$@"' - \
        "$memory" "$seconds" "$SCHEMAC" "$@"
    [ "$status" -eq 1 ] || fail "exit status $status, not 1"
    err_has '[D0006]'
    [ "${#stderr}" -lt 400000 ] || fail "${#stderr} bytes of messages"
}

@test "hostile files are told of in time: large, wide, deep" {
    swollen 1000000 '"p&": {"type": "string"}'
    in_time check
    { printf '{"title": "'; head -c 65000000 /dev/zero | tr '\0' x; echo '"}'; } >$pet
    in_time check
    { for ((i = 0; i < 240; i++)); do printf '{"not": '; done; printf true
        for ((i = 0; i < 240; i++)); do printf '}'; done; } >$pet
    in_time check
    { for ((i = 0; i < 400; i++)); do printf '['; done; for ((i = 0; i < 400; i++)); do printf ']'; done; } >$pet
    in_time check
}

@test "hostile files are told of in time: of the size of an artifact" {
    swollen 4000 '"p&": {"type": "string", "minLength": 5&}'
    in_time check
    swollen 4000 '"p&": {"pattern": "^(a|b){&}c{1,900}$"}'
    in_time check
    swollen 5000 '"p&": {"$ref": "#/$defs/Pet"}'
    in_time check
    { printf '{"anyOf": ['; awk 'BEGIN { while (i++ < 5000) print "{\"const\": " i ", \"minimum\": " i "},"; print "false]}" }'; } >$pet
    in_time check
    { printf '{"enum": ['; awk 'BEGIN { while (i++ < 20000) print i "," ; print "0]}" }'; } >$pet
    in_time check
    { printf '{"allOf": ['; awk 'BEGIN { while (i++ < 3000) print "{\"required\": [\"a" i "\"]},"; print "true]}" }'; } >$pet
    in_time check
}
