#!/usr/bin/env bats
# schemac check: each way in which artifact, source and record can disagree has its code, and the
# message says where, which side moved and what mends it.
bats_require_minimum_version 1.5.0
load helper

# mended: generate makes all right again, and leaves nothing behind.
mended() {
    schemac 0 generate
    schemac 0 check
    no_output
    no_stderr
    no_drafts
}

edit_source() {
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
}

edit_by_hand() {
    sed -i 's/"maxLength": 20/"maxLength": 40/' "$pet"
}

@test "in sync: quiet, status 0" {
    project
    schemac 0 check
    no_output
    no_stderr
}

@test "check writes nothing" {
    project
    edit_source
    rm "$owner"
    before=$(stamp openapi schemas schemas/*)
    schemac 1 check
    [ "$before" = "$(stamp openapi schemas schemas/*)" ]
}

@test "missing: D0001" {
    project
    rm "$pet"
    schemac 1 check
    err_has "$pet: error: the file is missing [D0001]"
    err_has 'hint: run `schemac generate`'
    err_lacks "$owner"
    mended
}

@test "missing with its folder: D0001, and D0008 for the record" {
    project
    rm -r schemas
    schemac 1 check
    err_has "$pet: error: the file is missing [D0001]"
    err_has "$owner: error: the file is missing [D0001]"
    err_has "$record: error: the record is missing [D0008]"
    mended
}

@test "missing since a file stands where its folder was: D0001" {
    project
    rm -r schemas
    echo >schemas
    schemac 1 check
    err_count 2 D0001
}

@test "unreadable: E0002, status 2" {
    project
    rm "$pet"
    mkdir "$pet"
    schemac 2 check
    err_has "$pet: error: cannot read the file: Is a directory [E0002]"
}

@test "an error outweighs drift" {
    project
    rm "$pet" "$owner"
    mkdir "$pet"
    schemac 2 check
    err_has "[E0002]"
    err_has "[D0001]"
}

@test "a link in a circle: E0002 at the line of schemac.yaml" {
    project
    ln -sf pet.schema.json "$pet"
    schemac 2 check
    err_has "schemac.yaml:4:3: error: cannot tell where $pet is: "
    err_has "[E0002]"
}

@test "stale: D0002 for what the record lists and schemac.yaml does not" {
    project
    sed -i '/owner.schema.json/,/style: go/d' schemac.yaml
    schemac 1 check
    err_has "$owner: error: no artifact of schemac.yaml is this file any more [D0002]"
    err_has 'hint: delete the file, then run `schemac generate`'
    rm "$owner"
    schemac 1 check
    err_has 'hint: run `schemac generate`'
    mended
}

@test "stale is not asked of a single artifact" {
    project
    sed -i '/owner.schema.json/,/style: go/d' schemac.yaml
    schemac 0 check "$pet"
    no_stderr
}

@test "cut off: D0003 at the place where it ends" {
    project
    truncate -s 100 "$pet"
    schemac 1 check
    err_has "$pet:5:15: "
    err_has "error: the file is cut off or damaged: "
    err_has "[D0003]"
    mended
}

@test "cut off at every length: never right, never a crash" {
    project
    local step=1
    whole=$(wc -c <"$pet")
    cp "$pet" whole
    if few; then step=7; fi
    for ((len = 0; len < whole; len += step)); do
        head -c "$len" whole >"$pet"
        schemac 1 check
        if ((len < whole - 1)); then err_has "[D0003]"; else err_has "[D0005]"; fi
    done
}

@test "empty, binary, no JSON at all: D0003" {
    project
    : >"$pet"
    schemac 1 check
    err_has "[D0003]"
    printf '\0\377\1' >"$pet"
    schemac 1 check
    err_has "[D0003]"
    echo 'a: yaml' >"$pet"
    schemac 1 check
    err_has "[D0003]"
    mended
}

@test "nested beyond the limit: D0003, not a crash" {
    project
    head -c 100000 /dev/zero | tr '\0' '[' >"$pet"
    schemac 1 check
    err_has "nested"
    err_has "[D0003]"
    mended
}

@test "conflict markers: D0004" {
    project
    sed -i -e '/maxLength/{h;s/.*/<<<<<<< HEAD/p;x;p;s/.*/=======/p;s/.*/          "maxLength": 21/p' \
        -e 's/.*/>>>>>>> branch/}' "$pet"
    schemac 1 check
    err_has "$pet:17:1: error: a merge left its conflict markers in this file [D0004]"
    err_has 'hint: settle the conflict in the source, then run `schemac generate`'
    mended
}

@test "conflict markers with CRLF: D0004" {
    project
    printf '{\r\n<<<<<<< HEAD\r\n=======\r\n>>>>>>> x\r\n}\r\n' >"$pet"
    schemac 1 check
    err_has "$pet:2:1: error: a merge left its conflict markers"
    rm "$pet" # or its line ends would stay
    mended
}

# form_only: the file differs in form only, by hand.
form_only() {
    schemac 1 check
    err_has "$1: error: the file differs from its source in form only: "
    err_has "it was edited by hand since it was generated [D0005]"
    err_has "--- $1 (on disk)"
    err_has "+++ $1 (generated)"
    mended
}

@test "form: indentation" {
    project
    sed -i 's/^ */&&/' "$pet"
    form_only "$pet"
}

@test "form: order of members" {
    project
    sed -i -e '/"type": "string",/d' -e 's/"maxLength": 20/&,"type": "string"/' "$pet"
    form_only "$pet"
}

@test "form: escapes" {
    project
    sed -i 's/\\u003c/</' "$owner"
    form_only "$owner"
}

@test "form: how a number is written" {
    project
    sed -i 's/: 20/: 2.0e1/' "$pet"
    form_only "$pet"
}

@test "form: no line feed at the end" {
    project
    truncate -s -1 "$pet"
    schemac 1 check
    err_has '\ No newline at end of file'
    form_only "$pet"
}

@test "form: a byte order mark" {
    project
    sed -i '1s/^/\xef\xbb\xbf/' "$pet"
    form_only "$pet"
}

@test "form: UTF-16" {
    project
    iconv -f UTF-8 -t UTF-16 "$pet" >wide
    mv wide "$pet"
    schemac 1 check
    err_has "$pet: error: the file differs from its source in form only: it is UTF-16, not UTF-8; "
    mended
}

@test "form: mixed line ends" {
    project
    sed -i '2s/$/\r/' "$pet"
    schemac 1 check
    err_has "in form only: the line ends are mixed; it was edited by hand"
    mended
    file_is "$pet" < <(tr -d '\r' <"$pet")
}

@test "content: places on both sides, pointers, a unified diff" {
    project
    edit_source
    schemac 1 check
    err_has "$pet:17:24: error: the file and its source openapi/openapi.yaml differ in 1 place"
    err_has "[D0006]"
    err_has "$pet:17:11: error: \"maxLength\" was 20, and is 30 (safe for writers, breaks readers) [D0111]
   17 |           \"maxLength\": 20
      |           ^~~~~~~~~~~
openapi/openapi.yaml:12:22: note: the source has 30 at /\$defs/Pet/properties/name/maxLength
   12 |           maxLength: 30
      |                      ^~
      note: for example the file refuses {\"name\": \"aaaaaaaaaaaaaaaa...\"}, and the source takes it
"
    err_lacks "the file has"
    err_count 2 error
    err_has "    --- $pet (on disk)
    +++ $pet (generated)
    @@ -14,7 +14,7 @@
"
    err_has '
    -          "maxLength": 20
    +          "maxLength": 30
'
    mended
}

@test "content: what only one side has" {
    project
    sed -i 's/maxLength: 20/minLength: 1/' openapi/openapi.yaml
    schemac 1 check
    err_has "differ in 2 places"
    err_has "$pet:17:11: error: \"maxLength\" is gone: it was 20 (safe for writers, breaks readers) [D0111]
   17 |           \"maxLength\": 20
      |           ^~~~~~~~~~~
openapi/openapi.yaml:11:11: note: the source has nothing at /\$defs/Pet/properties/name/maxLength
"
    err_has "$pet:15:17: error: \"minLength\" is new: 1 (breaks writers, safe for readers) [D0110]
   15 |         \"name\": {
      |                 ^
openapi/openapi.yaml:12:22: note: the source has 1 at /\$defs/Pet/properties/name/minLength
"
    err_count 3 error
    mended
}

@test "content: what the source does not say itself has no place there" {
    project
    sed -i 's/2020-12/2019-09/' "$pet"
    schemac 1 check
    err_has "$pet:2:14: error: the file and its source"
    err_has "$pet:2:3: note: \"\$schema\" was \"https://json-schema.org/draft/2019-09/schema\", and is \"https://json-schema.org/draft/2020-12/schema\" (an annotation) [D0156]"
    err_has 'schemac.yaml:4:3: note: the source has "https://json-schema.org/draft/2020-12/schema" at /$schema'
    err_lacks openapi.yaml:
    mended
}

@test "content: the same in other words: what both sides have, place by place" {
    small_project
    sed -i 's/maxLength: 20/enum: [a, b, c]/' openapi/openapi.yaml
    schemac 0 generate
    sed -i 's/enum: .*/enum: [a, c, b]/' openapi/openapi.yaml
    schemac 1 check
    err_count 1 error
    err_has "$pet:19:13: error: the file and its source openapi/openapi.yaml differ in 2 places; the source, "
    err_has "$pet:19:13: note: the file has \"b\" at /\$defs/Pet/properties/name/enum/1"
    err_has "openapi/openapi.yaml:12:21: note: the source has \"c\" at /\$defs/Pet/properties/name/enum/1"
    err_has "$pet:20:13: note: the file has \"c\" at /\$defs/Pet/properties/name/enum/2"
    err_has "openapi/openapi.yaml:12:24: note: the source has \"b\" at /\$defs/Pet/properties/name/enum/2"
    err_lacks "[D01"
    mended
}

@test "content: what no change to the schema is about is told beside the changes" {
    small_project
    sed -i 's/maxLength: 20/enum: [a, b]/; s/type: object/&, maxProperties: 7/; s/      type: object, \(.*\)/      type: object\n      \1/' openapi/openapi.yaml
    schemac 0 generate
    sed -i 's/enum: .*/enum: [b, a]/; s/maxProperties: 7/maxProperties: 8/' openapi/openapi.yaml
    schemac 1 check "$pet"
    err_count 2 "[D0111]"
    err_count 1 "[D0006]"
    err_has "differ in 4 places"
    err_has "$pet:19:13: note: the file has \"a\" at /\$defs/Pet/properties/name/enum/0"
    err_has "note: the source has \"b\" at /\$defs/Pet/properties/name/enum/0"
    err_count 2 "note: the file has "
    err_count 4 "note: the source has "
    err_count 2 "note: the source has 8 at "
    mended
}

@test "content: a file that is no schema: what both sides have" {
    project
    for content in '1' '"a"' '[1, 2]' null; do
        echo "$content" >"$pet"
        schemac 1 check
        err_count 1 error
        err_has "$pet:1:1: note: the file has ${content// /} at the top"
        err_has 'note: the source has {"$defs":{"Owner":'
        err_has "[D0006]"
    done
    sed -i 's/"type": "object",/"type": 7,/' "$pet"
    mended
    sed -i 's/"type": "string"/"type": 7/' "$pet"
    schemac 1 check
    err_count 1 error
    err_has "$pet:16:19: note: the file has 7 at /\$defs/Pet/properties/name/type"
    err_has "openapi/openapi.yaml:11:17: note: the source has \"string\" at /\$defs/Pet/properties/name/type"
    mended
}

@test "content: another kind of value at the top" {
    project
    echo '[]' >"$pet"
    schemac 1 check
    err_has "note: the file has [] at the top"
    err_has "[D0006]"
    mended
}

@test "content: names in pointers are escaped, long values are cut" {
    small_project
    sed -i 's|name:|a/b~c:|' openapi/openapi.yaml
    schemac 0 generate
    long=$(printf 'x%.0s' {1..5000})
    sed -i "s|maxLength: 20|const: $long|" openapi/openapi.yaml
    schemac 1 check
    err_has '/$defs/Pet/properties/a~1b~0c/maxLength'
    err_has 'openapi/openapi.yaml:12:18: note: the source has "xxxxxxxxxx'
    err_has 'xxx... at /$defs/Pet/properties/a~1b~0c/const'
    mended
}

@test "content: many places are counted, a long diff is cut" {
    small_project
    for ((i = 0; i < 300; i++)); do echo "        p$i: {type: string}"; done >members
    sed -i '/properties:/r members' openapi/openapi.yaml
    schemac 0 generate
    sed -i 's/{type: string}/{type: number}/' openapi/openapi.yaml
    schemac 1 check
    err_has "differ in 300 places"
    err_has "note: and 200 more changes"
    err_count 100 "[D0101]"
    err_has "more lines"
    schemac 0 generate
    { printf '          enum: ['; printf '%s, ' {1..299}; echo '0]'; } >values
    sed -i '/maxLength: 20/{
        r values
        d
    }' openapi/openapi.yaml
    schemac 0 generate
    sed -i 's/enum: \[\(.*\), 0\]/enum: [0, \1]/' openapi/openapi.yaml
    schemac 1 check
    err_has "differ in 300 places"
    err_count 10 "note: the file has "
    err_count 10 "note: the source has "
    err_has "note: and 290 more places"
    err_lacks "[D01"
    schemac 0 generate
    printf '[%s1]' "$(printf '1,%.0s' {1..5000})" >"$pet"
    schemac 1 check
    err_has "more bytes"
    [ "${#stderr}" -lt 20000 ]
    [ "${#stderr_lines[@]}" -lt 200 ]
}

@test "content: a key that stands twice in the file" {
    project
    sed -i 's/"maxLength": 20/"maxLength": 20, "maxLength": 21/' "$pet"
    schemac 1 check
    err_has "[D0006]"
    sed -i 's/"maxLength": 21/"maxLength": 20/' "$pet"
    schemac 1 check
    err_has "[D0005]"
    mended
}

@test "content: control characters of the file do not reach the terminal" {
    project
    sed -i 's/"type": "string"/"type": "\x1b[31mstring\\u001b[31m"/' "$pet"
    schemac 1 check
    err_lacks $'\x1b'
    err_has "[D0003]"
    mended
    sed -i 's/"type": "string"/"type": "\\u001b[31m\xe2\x80\xae"/' "$pet"
    schemac 1 check
    err_lacks $'\x1b'
    err_lacks $'\xe2\x80\xae'
    err_has "[D0006]"
    mended
}

@test "moved: nothing, when the edit lies outside what is reached" {
    project
    sed -i -e 's/title: Pets/title: Cats/' -e '/Unused/,$d' openapi/openapi.yaml
    schemac 0 check
    no_stderr
}

@test "moved: the source" {
    project
    edit_source
    schemac 1 check
    err_has "; the source, schemac.yaml or schemac has changed since it was generated [D0006]"
}

@test "moved: the artifact" {
    project
    edit_by_hand
    schemac 1 check
    err_has "; it was edited by hand since it was generated [D0006]"
}

@test "moved: both" {
    project
    edit_source
    edit_by_hand
    schemac 1 check
    err_has "; both it and its source have changed since it was generated [D0006]"
}

@test "moved: both, to the same: only the record is old" {
    project
    edit_source
    cp "$record" old
    schemac 0 generate
    cp old "$record"
    schemac 1 check
    err_count 1 error
    err_has "$pet: error: a generate was interrupted, or its record was not committed: "
    mended
}

@test "moved: schemac.yaml" {
    project
    sed -i 's/style: go/style: exact/' schemac.yaml
    schemac 1 check
    err_has "$owner: error: the file differs from its source in form only"
    err_has "; the source, schemac.yaml or schemac has changed since it was generated [D0005]"
}

@test "moved: unknown without a record" {
    small_project
    sed -i '/fingerprints/d' schemac.yaml
    schemac 0 generate
    [ ! -e "$record" ]
    edit_source
    schemac 1 check
    err_has "; there is no record of which side moved [D0006]"
}

@test "moved: the file has CRLF line ends and the source moved" {
    project
    sed -i 's/$/\r/' "$pet"
    edit_source
    schemac 1 check
    err_has "; the source, schemac.yaml or schemac has changed since it was generated [D0006]"
    [ "$(grep -c '^    [-+] ' <<<"$stderr")" -eq 2 ]
}

@test "CRLF line ends: N0001, status 0" {
    project
    sed -i 's/$/\r/' "$pet"
    schemac 0 check
    no_output
    err_has "$pet: note: the file is right but has CRLF line ends [N0001]"
    err_has "hint: a line \"$pet text eol=lf\" in .gitattributes keeps LF"
    err_lacks error
}

@test "CRLF line ends of the record are right too" {
    project
    sed -i 's/$/\r/' "$record"
    schemac 0 check
    no_stderr
}

@test "interrupted: a file that is newer than the record: D0007" {
    project
    cp "$record" old
    edit_source
    schemac 0 generate
    cp old "$record"
    schemac 1 check
    err_has "$pet: error: a generate was interrupted, or its record was not committed: this file is newer than the record of fingerprints [D0007]"
    err_has 'hint: run `schemac generate`'
    mended
}

@test "interrupted: a draft that was left behind: D0007" {
    project
    echo '{' >schemas/.pet.schema.json.schemac-draft
    schemac 1 check
    err_has "$pet: error: a generate was interrupted: it left a draft beside this file [D0007]"
    mended
    [ ! -e schemas/.pet.schema.json.schemac-draft ]
}

@test "interrupted: the draft of the record, and of a file behind a link" {
    project
    echo '{' >schemas/.fingerprints.json.schemac-draft
    schemac 1 check
    err_has "$record: error: a generate was interrupted: it left a draft beside this file [D0007]"
    mended
    mkdir real
    mv "$pet" real/pet.json
    ln -s ../real/pet.json "$pet"
    echo '{' >real/.pet.json.schemac-draft
    schemac 1 check
    err_has "$pet: error: a generate was interrupted: it left a draft beside this file [D0007]"
    mended
}

@test "record missing: D0008" {
    project
    rm "$record"
    schemac 1 check
    err_has "$record: error: the record is missing [D0008]"
    err_count 1 error
    mended
}

@test "record damaged: D0008 with the place" {
    project
    for content in '{' '[]' '{"version": 2, "artifacts": {}}' '{"version": 1}' \
        '{"version": 1, "artifacts": {"a": {"sha256": "0"}}}' '{"version": 1, "artifacts": {"a": 1}}' ''; do
        printf '%s' "$content" >"$record"
        schemac 1 check
        err_has "$record:1:"
        err_has "error: the record is damaged: "
        err_has "[D0008]"
        err_count 1 error
        mended
    done
}

@test "record damaged: it lists what lies in no folder of ours" {
    project
    local path digest
    digest=$(printf '%064d' 0)
    for path in '' /a ../a a/../../b .. a/..; do
        printf '{"version": 1, "artifacts": {"%s": {"sha256": "%s"}}}' "$path" "$digest" >"$record"
        schemac 1 check
        err_has "$record:1:30: error: the record is damaged: it lists a file outside its directory [D0008]"
    done
    printf '{"version": 1, "artifacts": {"..a/b..": {"sha256": "%s"}}}' "$digest" >"$record"
    schemac 1 check
    err_lacks D0008
}

@test "not in the record: D0010 for each, which is not called interrupted" {
    small_project
    sed -i '/fingerprints/d' schemac.yaml
    schemac 0 generate
    echo "fingerprints: $record" >>schemac.yaml
    schemac 1 check
    err_has "$record: error: the record is missing [D0008]"
    err_count 1 error
    schemac 0 generate "$pet"
    schemac 1 check
    err_has "$owner: error: the record of fingerprints does not list this file yet [D0010]"
    err_has 'hint: run `schemac generate`'
    err_lacks interrupted
    err_count 1 error
    schemac 0 check "$pet"
    mended
}

@test "not in the record while a generate was interrupted: only that is said" {
    project
    echo '{"version": 1, "artifacts": {}}' >"$record"
    echo '{' >schemas/.fingerprints.json.schemac-draft
    schemac 1 check
    err_has "[D0007]"
    err_count 1 error
    mended
}

@test "record that may not be read, or is too long: no verdict" {
    project
    chmod 000 "$record"
    if [ ! -r "$record" ]; then
        schemac 2 check
        err_has "$record: error: cannot read the record: Permission denied [E0002]"
        err_lacks hint
    fi
    chmod 644 "$record"
    truncate -s 70M "$record"
    schemac 3 check
    err_has "$record: error: the record is too long [L0001]"
}

@test "record that is a folder: E0002, and generate cannot mend it" {
    project
    rm "$record"
    mkdir "$record"
    edit_source
    schemac 2 check
    err_has "$record: error: cannot read the record: Is a directory [E0002]"
    err_has "[D0006]"
    err_lacks D0008
    before=$(stamp schemas/*)
    schemac 2 generate
    err_has "$record: error: cannot write the file: Is a directory [E0003]"
    [ "$before" = "$(stamp schemas/*)" ]
}

@test "record with conflict markers: D0004" {
    project
    sed -i '2s/^/<<<<<<< HEAD\n/' "$record"
    schemac 1 check
    err_has "$record:2:1: error: a merge left its conflict markers in this file [D0004]"
    err_has 'hint: run `schemac generate`'
    err_lacks D0008
    mended
}

@test "links to directories, the top among them: E0002, each at its line" {
    small_project
    sed -i 's,schemas/pet.schema.json,a.json,; s,schemas/owner.schema.json,b.json,; /fingerprints/d' schemac.yaml
    ln -s . a.json
    ln -s . b.json
    for command in check generate; do
        schemac 2 $command
        err_has "schemac.yaml:4:3: error: this is a link to the directory . [E0002]"
        err_has "schemac.yaml:6:3: error: this is a link to the directory . [E0002]"
        err_count 2 error
    done
    mkdir -p deep/er
    ln -sfn deep/er a.json
    ln -sfn "$PWD/deep" b.json
    echo 'fingerprints: c.json' >>schemac.yaml
    ln -s . c.json
    schemac 2 check
    err_has "schemac.yaml:4:3: error: this is a link to the directory deep/er [E0002]"
    err_has "schemac.yaml:6:3: error: this is a link to the directory deep [E0002]"
    err_has "schemac.yaml:11:15: error: this is a link to the directory . [E0002]"
    err_count 3 error
}

@test "a source that is a link to the top: E0002" {
    project
    ln -s . api.yaml
    ln -sf ../. "$pet"
    sed -i '/pet.schema.json:/a\    source: api.yaml' schemac.yaml
    schemac 2 check
    err_has "$pet"
    err_has "schemac.yaml:4:3: error: this is a link to the directory . [E0002]"
    rm "$pet"
    schemac 2 check
    err_has "schemac.yaml:5:13: error: cannot read the source api.yaml: Is a directory [E0002]"
}

@test "pointers and paths are whole in messages, however long" {
    small_project
    local long
    long=$(printf 'x%.0s' {1..200})
    sed -i "s,pet.schema,$long/pet.schema,; s,openapi/openapi,openapi/$long,; \$ s,:.*,: $long/p.json," schemac.yaml
    sed -i "s|name:|$long:|; s|Owner\$|Owner|" openapi/openapi.yaml
    mv openapi/openapi.yaml "openapi/$long.yaml"
    schemac 0 generate
    sed -i 's/maxLength: 20/maxLength: 30/' "openapi/$long.yaml"
    schemac 1 check
    err_has "the file and its source openapi/$long.yaml differ in 1 place; "
    err_has "error: \"maxLength\" was 20, and is 30 (safe for writers, breaks readers) [D0111]"
    err_has "openapi/$long.yaml:12:22: note: the source has 30 at /\$defs/Pet/properties/$long/maxLength"
    schemac 2 check "$long/pet.schema.json"
    err_has "there is no artifact \"xxxxx"
    err_has "did you mean \"schemas/$long/pet.schema.json\"?"
    ln -s "$long/pet.schema.json" "schemas/two.json"
    sed -i 's,schemas/owner.schema.json,schemas/two.json,' schemac.yaml
    schemac 2 check
    err_has "this is a link to schemas/$long/pet.schema.json, which has another use [E0605]"
    ln -sf "$BATS_TEST_TMPDIR/$long.json" "schemas/$long/pet.schema.json"
    schemac 2 check
    err_has "this is a link to $(realpath "$BATS_TEST_TMPDIR")/$long.json, outside"
}

@test "pointers have what is concealed made visible past the 80th character too" {
    small_project
    local long
    long=$(printf 'x%.0s' {1..200})
    sed -i "s|name:|\"$long\\\\e[31m\":|" openapi/openapi.yaml
    sed -i 's/required: .name./required: []/' openapi/openapi.yaml
    schemac 0 generate
    edit_source
    schemac 1 check
    err_has "/\$defs/Pet/properties/$long\\u{1b}[31m/maxLength"
    err_lacks $'\x1b'
}

# memory COMMAND...: runs it and leaves in $peak how many KiB it took at most.
memory() {
    need python3
    peak=$(ASAN_OPTIONS=quarantine_size_mb=1 python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@")
}

# drifted COUNT [ROOT [LINES]]: so many artifacts, each of 2,000 lines, or so many, that all differ.
drifted() {
    rm -rf schemas
    mkdir schemas
    local lines
    lines=$(echo '['; seq -f '%.0f,' "${3-2000}"; echo '0]')
    printf 'version: 1\nsource: openapi/openapi.yaml\nartifacts:\n' >schemac.yaml
    for ((i = 0; i < $1; i++)); do
        echo "  schemas/$i.json: {root: ${2-Big}}" >>schemac.yaml
        echo "$lines" >"schemas/$i.json"
    done
}

@test "many drifted artifacts take little more memory than a few" {
    small_project
    { echo '    Big:'; echo '      properties:'; printf '        p%s: {}\n' {1..1000}; } >>openapi/openapi.yaml
    drifted 2
    schemac 1 check
    err_count 2 "[D0006]"
    memory "$SCHEMAC" check
    local few=$peak
    drifted 40
    memory "$SCHEMAC" check
    [ $((peak - few)) -lt 60000 ] || fail "$few KiB for 2, $peak KiB for 40"
}

@test "drift past the number that is shown is counted" {
    small_project
    drifted 1100 Pet 3
    local status=0
    "$SCHEMAC" check 2>report || status=$? # run takes long to part that many lines
    [ "$status" -eq 1 ]
    [ "$(grep -cF "[D0006]" report)" -eq 1000 ]
    grep -F "100 more" report
}

@test "operands: only these artifacts are judged" {
    project
    edit_source
    rm "$owner"
    schemac 1 check "$owner"
    err_has "$owner"
    err_lacks "$pet"
    schemac 1 check "$pet"
    err_lacks "$owner"
    schemac 1 check "./schemas/../$pet" "$owner"
    err_has "$pet"
    err_has "$owner"
}

@test "operands: what is not asked for is not even read" {
    project
    sed -i '/owner.schema.json:/a\    source: nowhere.yaml' schemac.yaml
    schemac 0 check "$pet"
    schemac 2 check
    err_has "schemac.yaml:7:13: error: cannot read the source nowhere.yaml: No such file or directory [E0002]"
}

@test "operands: an unknown artifact, with did you mean" {
    project
    schemac 2 check schemas/pets.schema.json
    err_has "schemac.yaml: error: there is no artifact \"schemas/pets.schema.json\" [E0610]"
    err_has "hint: did you mean \"$pet\"?"
    schemac 2 check pet.schema.json
    err_has "hint: did you mean \"$pet\"?"
}

@test "a broken source: no verdict, status 2" {
    project
    echo 'x: [' >>openapi/openapi.yaml
    rm "$pet"
    schemac 2 check
    err_has openapi/openapi.yaml:
    err_has "[E0201]"
    err_lacks D0001
    err_count 1 error
}

@test "missing references: all of them, each at its line" {
    project
    sed -i 's|#/components/schemas/Owner|#/components/schemas/Gone|' openapi/openapi.yaml
    sed -i "s|type: string\$|\$ref: '#/components/schemas/Lost'|" openapi/openapi.yaml
    schemac 2 check
    err_has "openapi/openapi.yaml:14:17: error: "
    err_has "openapi/openapi.yaml:11:17: error: "
    err_count 2 "[E0402]"
}

# moved PREFIX TEXT: TEXT with PREFIX before the paths of the project.
moved() {
    printf '%s\n' "$2" | sed -E "s#(openapi/openapi\.yaml|schemas/[a-z.]+json)#$1\1#g"
}

# same_as TEXT: the last run printed it, on standard error.
same_as() {
    [ "$stderr" = "$1" ] || fail "$(diff <(echo "$1") <(echo "$stderr"))"
}

@test "from a folder of the repository, and below it: paths are from there" {
    project
    edit_source
    mkdir -p a/b
    schemac 1 check
    top=$stderr
    cd a/b
    schemac 1 check
    same_as "$(moved ../../ "$top")"
    schemac 1 check "$pet"
    same_as "$(moved ../../ "$top")"
    schemac 1 check --format json
    out_has '"file": "../../'"$pet\""
    out_has '"file": "../../openapi/openapi.yaml"'
    out_lacks '"file": "openapi'
}

@test "from the folder of the artifacts: paths are from there, the order is the same" {
    project
    edit_source
    rm "$owner" "$record"
    schemac 1 check
    top=$stderr
    cd schemas
    schemac 1 check
    same_as "$(echo "$top" | sed -E 's#schemas/([a-z.]+json)#\1#g; s#openapi/#../openapi/#g')"
    cd ../openapi
    echo 'x: [' >>openapi.yaml
    schemac 2 check
    err_has "openapi.yaml:21:1: error: "
    err_lacks /openapi.yaml
}

@test "the nearest schemac.yaml counts" {
    project
    mkdir inner
    echo 'version: 2' >inner/schemac.yaml
    cd inner
    schemac 2 check
    err_has "[E0609]"
}

@test "--config from elsewhere" {
    mkdir repo elsewhere
    cd repo
    project
    edit_source
    schemac 1 check
    top=$stderr
    cd ../elsewhere
    schemac 1 check --config ../repo/schemac.yaml
    same_as "$(moved ../repo/ "$top")"
    schemac 1 check -c "$PWD/../repo/schemac.yaml"
    same_as "$(moved "${PWD%/*}/repo/" "$top")"
    schemac 1 check -c "${PWD%/*}/repo/schemac.yaml"
    same_as "$(moved "${PWD%/*}/repo/" "$top")"
    cd ..
    schemac 1 check --config repo/schemac.yaml
    same_as "$(moved repo/ "$top")"
    schemac 1 check --config "$PWD/repo/schemac.yaml"
    same_as "$(moved repo/ "$top")"
}

@test "--config through a link and up again" {
    mkdir -p repo/below far
    cd repo
    project
    edit_source
    schemac 1 check
    top=$stderr
    cd ..
    ln -s ../repo/below far/link
    schemac 1 check --config far/link/../schemac.yaml
    same_as "$(moved repo/ "$top")"
}

@test "--config with another name, and one that is missing" {
    project
    mv schemac.yaml other.yaml
    schemac 0 check --config other.yaml
    schemac 2 check
    err_has "there is no schemac.yaml here or above [E0608]"
    schemac 2 check --config none.yaml
    err_has "none.yaml: error: cannot read the file: No such file or directory [E0002]"
    schemac 2 check --config schemas
    err_has "schemas: error: cannot read the file: Is a directory [E0002]"
}

@test "--mend names the command in the hints" {
    project
    edit_source
    rm "$owner" "$record"
    schemac 1 check --mend 'make generate-schema'
    err_count 3 'hint: run `make generate-schema`'
    err_lacks '`schemac generate`'
}

@test "--format json: in sync" {
    project
    schemac 0 check --format json
    no_stderr
    out_has '"version": 1'
    out_has '"status": 0'
    out_has '"diagnostics": []'
}

@test "--format json: drift, alone on standard output" {
    project
    edit_source
    rm "$owner"
    schemac 1 check --format=json
    no_stderr
    out_has '"status": 1'
    out_has '"code": "D0001"'
    out_has '"code": "D0006"'
    out_has '"pointer": "/$defs/Pet/properties/name/maxLength"'
    out_has '"file": "openapi/openapi.yaml"'
    if command -v python3 >/dev/null; then
        python3 - "$output" <<'END'
import json, sys
report = json.loads(sys.argv[1])
assert list(report) == ["version", "status", "diagnostics", "dropped"], list(report)
first, change, second = report["diagnostics"]
assert (first["code"], first["file"]) == ("D0001", "schemas/owner.schema.json"), first
assert "line" not in first, first
assert (second["line"], second["column"], second["end_column"]) == (17, 24, 26), second
assert second["code"] == "D0006" and "notes" not in second, second
assert second["pointer"] == change["pointer"] == "/$defs/Pet/properties/name/maxLength", report
assert change["code"] == "D0111", change
assert change["message"] == '"maxLength" was 20, and is 30 (safe for writers, breaks readers)', change
assert (change["line"], change["column"], change["end_column"]) == (17, 11, 22), change
note, example = change["notes"]
assert note["message"] == "the source has 30 at /$defs/Pet/properties/name/maxLength", note
assert (note["file"], note["line"], note["column"]) == ("openapi/openapi.yaml", 12, 22), note
assert "file" not in example, example
assert second["details"].startswith("--- "), second
END
    fi
}

@test "--format json: errors are there too" {
    project
    schemac 2 check --format json nothing
    no_stderr
    out_has '"code": "E0610"'
    out_has '"status": 2'
}

@test "two artifacts: sorted by name, the same each time" {
    project
    edit_source
    sed -i 's/a <person>/a person/' openapi/openapi.yaml
    schemac 1 check
    first=$stderr
    [[ $first == "$owner:"*"$pet:"* ]]
    for _ in 1 2 3; do
        schemac 1 check
        [ "$first" = "$stderr" ]
    done
    schemac 1 check "$pet" "$owner"
    [ "$first" = "$stderr" ]
}

@test "a file behind a link is judged; a link out of the folder is refused" {
    mkdir repo
    cd repo
    project
    mv "$pet" real.json
    ln -s ../real.json "$pet"
    schemac 0 check
    sed -i 's/: 20/: 21/' real.json
    schemac 1 check
    err_has "$pet:17:24: error: "
    mv real.json ..
    ln -sf ../../real.json "$pet"
    schemac 2 check
    err_has "schemac.yaml:4:3: error: this is a link to "
    err_has "/real.json, outside the directory of the configuration [E0004]"
}
