#!/usr/bin/env bats
# schemac generate: what it writes, what it leaves alone, and that a run that fails changes nothing.
# That no failing call and no kill loses a byte is tested in tests/unit/build_generate.c.
bats_require_minimum_version 1.5.0
load helper

edit_source() {
    sed -i -e 's/maxLength: 20/maxLength: 30/' -e 's/a <person>/a human/' openapi/openapi.yaml
}

# generate_eight_at_once: each time the source has changed; all end well, and all is right then.
generate_eight_at_once() {
    local round pids pid
    for round in 1 2 3; do
        sed -i "s/maxLength: [0-9]*/maxLength: 10$round/" openapi/openapi.yaml
        pids=()
        for _ in 1 2 3 4 5 6 7 8; do
            "$SCHEMAC" generate &
            pids+=($!)
        done
        for pid in "${pids[@]}"; do wait "$pid"; done
        schemac 0 check
        no_drafts
    done
}

need_root() {
    [ "$(id -u)" -eq 0 ] || skip "not root"
}

need_user() {
    [ "$(id -u)" -ne 0 ] || skip "root may write everywhere"
}

# all_files: names, inodes, times, modes and contents of all there is.
all_files() {
    find . -type f -exec ls -i --full-time {} + -exec md5sum {} + | sort
}

@test "the artifacts and the record are made, with their folders" {
    small_project
    sed -i 's|schemas/owner|deep/er/owner|' schemac.yaml
    schemac 0 generate
    no_output
    no_stderr
    file_is "$pet" <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
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
END
    file_is deep/er/owner.schema.json <<'END'
{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "allOf": [
    {
      "$ref": "#/definitions/Owner"
    }
  ],
  "definitions": {
    "Owner": {
      "description": "a \u003cperson\u003e",
      "type": "object"
    }
  }
}
END
    # Digests by another tool: of the bytes, and of canonical JSON as it has to be.
    local described='"description":"a <person>",'
    local one='{"$schema":"http://json-schema.org/draft-07/schema#","allOf":[{"$ref":"#/definitions/Owner"}],"definitions":{"Owner":{'$described'"type":"object"}}}'
    local two='{"$defs":{"Owner":{'$described'"type":"object"},"Pet":{"properties":{"name":{"maxLength":20,"type":"string"},"owner":{"$ref":"#/$defs/Owner"}},"required":["name"],"type":"object"}},"$schema":"https://json-schema.org/draft/2020-12/schema","allOf":[{"$ref":"#/$defs/Pet"}]}'
    file_is "$record" <<END
{
  "artifacts": {
    "deep/er/owner.schema.json": {
      "constraints": "$(printf %s "${one/$described/}" | sha256sum | cut -d' ' -f1)",
      "content": "$(printf %s "$one" | sha256sum | cut -d' ' -f1)",
      "sha256": "$(sha256sum <deep/er/owner.schema.json | cut -d' ' -f1)"
    },
    "schemas/pet.schema.json": {
      "constraints": "$(printf %s "${two/$described/}" | sha256sum | cut -d' ' -f1)",
      "content": "$(printf %s "$two" | sha256sum | cut -d' ' -f1)",
      "sha256": "$(sha256sum <"$pet" | cut -d' ' -f1)"
    }
  },
  "version": 1
}
END
    no_drafts
}

@test "without fingerprints no record is written" {
    small_project
    sed -i '/fingerprints/d' schemac.yaml
    schemac 0 generate
    [ "$(ls schemas)" = $'owner.schema.json\npet.schema.json' ]
    schemac 0 check
}

@test "nothing is touched when all is right" {
    project
    before=$(all_files)
    sleep 0.02
    schemac 0 generate
    schemac 0 generate "$pet"
    [ "$before" = "$(all_files)" ] || fail "something was touched"
}

@test "only what differs is written" {
    project
    before=$(stamp "$owner")
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    schemac 0 generate
    [ "$before" = "$(stamp "$owner")" ]
    grep -q '"maxLength": 30' "$pet"
    schemac 0 check
}

@test "the same input gives the same bytes, anywhere" {
    mkdir a b
    (cd a && small_project && "$SCHEMAC" generate)
    (cd b && small_project && mkdir x && cd x && "$SCHEMAC" generate)
    diff -r a/schemas b/schemas
}

@test "the mode stays, a new file has what the umask leaves" {
    small_project
    umask 027
    schemac 0 generate
    [ "$(stat -c %a "$pet")" = 640 ]
    chmod 4751 "$pet"
    chmod 600 "$record"
    edit_source
    schemac 0 generate
    [ "$(stat -c %a "$pet")" = 4751 ]
    [ "$(stat -c %a "$record")" = 600 ]
    no_drafts
}

@test "a read-only file is replaced: its folder decides" {
    project
    chmod 444 "$pet"
    edit_source
    schemac 0 generate
    [ "$(stat -c %a "$pet")" = 444 ]
    schemac 0 check
}

@test "a link is written through and stays" {
    project
    mkdir real
    mv "$pet" real/pet.json
    ln -s ../real/pet.json "$pet"
    edit_source
    schemac 0 generate
    [ "$(readlink "$pet")" = ../real/pet.json ]
    [ ! -L real/pet.json ]
    grep -q '"maxLength": 30' real/pet.json
    no_drafts
}

@test "a linked folder is written through" {
    project
    mv schemas real
    ln -s real schemas
    edit_source
    schemac 0 generate
    [ -L schemas ]
    grep -q '"maxLength": 30' real/pet.schema.json
    schemac 0 check
    no_drafts
}

@test "a link to nothing is followed: the file is made where it leads" {
    project
    ln -sf nothing.json "$pet"
    schemac 0 generate
    [ -L "$pet" ]
    [ -f schemas/nothing.json ]
    schemac 0 check
}

@test "a link out of the folder is refused: E0004" {
    mkdir repo
    cd repo
    project
    mv "$pet" ../outside.json
    ln -s ../../outside.json "$pet"
    edit_source
    before=$(all_files; cat ../outside.json)
    schemac 2 generate
    err_has "schemac.yaml:4:3: error: this is a link to "
    err_has "/outside.json, outside the directory of the configuration [E0004]"
    [ "$before" = "$(all_files; cat ../outside.json)" ] || fail "something was written"
}

@test "a folder that is a link out of the folder is refused, and nothing is made there" {
    mkdir repo elsewhere
    cd repo
    small_project
    ln -s ../elsewhere schemas
    sed -i 's|schemas/pet|schemas/new/pet|' schemac.yaml
    schemac 2 generate
    err_count 3 E0004
    [ -z "$(ls ../elsewhere)" ] || fail "something was made outside"
}

@test "a link to the source, schemac.yaml or another artifact is refused: E0605" {
    project
    for target in ../openapi/openapi.yaml ../schemac.yaml owner.schema.json fingerprints.json; do
        ln -sf "$target" "$pet"
        edit_source
        before=$(all_files)
        schemac 2 generate
        err_has ": error: this is a link to "
        err_has ", which has another use [E0605]"
        schemac 2 check
        err_has "[E0605]"
        [ "$before" = "$(all_files)" ] || fail "something was written"
    done
}

@test "a hard link: the file gets a new inode, the other name keeps the old bytes" {
    project
    ln "$pet" other
    cp "$pet" old
    edit_source
    schemac 0 generate
    same_files other old
    grep -q '"maxLength": 30' "$pet"
    [ "$(stat -c %h "$pet")" = 1 ]
}

@test "a file with CRLF line ends keeps them, also in the record" {
    project
    sed -i 's/$/\r/' "$pet" "$record"
    before=$(stamp "$pet" "$record")
    schemac 0 generate
    [ "$before" = "$(stamp "$pet" "$record")" ] || fail "something was touched"
    edit_source
    schemac 0 generate
    [ "$(grep -c $'\r$' "$pet")" = "$(wc -l <"$pet")" ]
    [ "$(grep -c $'\r$' "$record")" = "$(wc -l <"$record")" ]
    grep -q '"maxLength": 30' "$pet"
    schemac 0 check
    err_lacks error
    [ "$(grep -c $'\r' "$owner")" = 0 ]
}

@test "mixed line ends become LF" {
    project
    sed -i '3s/$/\r/' "$pet"
    schemac 0 generate
    [ "$(grep -c $'\r' "$pet")" = 0 ]
}

@test "two artifacts, the second cannot be written: the first is as before" {
    project
    edit_source
    rm "$owner"
    mkdir "$owner"
    before=$(all_files)
    schemac 2 generate
    err_has "$owner: error: cannot write the file: Is a directory [E0003]"
    [ "$before" = "$(all_files)" ] || fail "something was written"
    no_drafts
}

@test "all that cannot be written is told at once" {
    project
    edit_source
    rm "$owner" "$pet"
    mkdir "$owner" "$pet"
    schemac 2 generate
    err_count 2 E0003
}

@test "a file stands where a folder must be: E0003" {
    project
    echo in the way >schemas/notes
    sed -i 's|schemas/pet.schema.json|schemas/notes/pet.json|' schemac.yaml
    before=$(all_files)
    schemac 2 generate
    err_has "schemas/notes/pet.json: error: cannot write the file: Not a directory [E0003]"
    [ "$before" = "$(all_files)" ] || fail "something was written"
    no_drafts
}

@test "a FIFO or device in the place of an artifact is not replaced" {
    project
    rm "$pet"
    mkfifo "$pet"
    schemac 2 generate
    err_has "$pet: error: cannot write the file: "
    [ -p "$pet" ]
    no_drafts
}

@test "a name that is too long: E0003, nothing is written" {
    small_project
    long=$(printf 'x%.0s' {1..250})
    sed -i "s|schemas/pet|schemas/$long|" schemac.yaml
    schemac 2 generate
    err_has "File name too long"
    [ -z "$(find . -name '*.json')" ] || fail "something was written"
    no_drafts
}

@test "names as long as a file system takes them" {
    local long name
    long=$(printf 'é%.0s' {1..121}) # 255 bytes with what follows
    small_project
    sed -i "s|schemas/pet|schemas/x$long|" schemac.yaml
    schemac 0 generate
    [ -f "schemas/x$long.schema.json" ]
    schemac 0 check
    name=$(printf '%s' "x$long.schema.json" | sha256sum | cut -d ' ' -f 1)
    : >"schemas/.$name.schemac-draft-long"
    schemac 1 check
    err_has "schemas/x$long.schema.json: error: a generate was interrupted"
    err_has '[D0007]'
    schemac 0 generate
    no_drafts
    echo '{"name": "a", "inputSchema": {"type": "object"}}' >tool.json
    name=$(printf 'x%.0s' {1..255})
    schemac 0 disclose tool.json --operation a --alias b --source tool.json -o "$name"
    schemac 0 disclose tool.json --operation a --alias c --source tool.json -o "$name"
    [ -d "$name" ]
    no_drafts
    : >"$name/$name"
    schemac 2 disclose tool.json --operation a --alias b --source tool.json -o "$name"
    err_has "$name/$name"
}

@test "a file called as the digest of a long name, beside that" {
    local long
    long=$(printf 'x%.0s' {1..130}).json
    small_project
    sed -i "s|schemas/pet.schema.json|schemas/$long|
        s|schemas/owner.schema.json|schemas/$(printf '%s' "$long" | sha256sum | cut -d ' ' -f 1)|" schemac.yaml
    schemac 0 generate
    schemac 0 check
    [ "$(find schemas -type f | wc -l)" -eq 3 ]
    sed -i "s|schemas/$long|schemas/.a.schemac-draft-long-new|" schemac.yaml
    schemac 2 check
    err_has '[E0605]'
}

@test "a read-only folder: E0003, all as before" {
    need_user
    project
    edit_source
    mkdir safe
    sed -i 's|schemas/owner|safe/owner|' schemac.yaml
    chmod 555 safe
    before=$(all_files)
    schemac 2 generate
    chmod 755 safe
    err_has "safe/owner.schema.json: error: cannot write the file: Permission denied [E0003]"
    [ "$before" = "$(all_files)" ] || fail "something was written"
    no_drafts
}

@test "a folder that may not be changed, with root too: E0003, all as before" {
    need_root
    project
    edit_source
    mkdir safe
    sed -i 's|schemas/owner|safe/owner|' schemac.yaml
    chattr +i safe 2>/dev/null || skip "the file system has no immutable folders"
    before=$(all_files)
    schemac 2 generate
    chattr -i safe
    err_has "safe/owner.schema.json: error: cannot write the file: Operation not permitted [E0003]"
    [ "$before" = "$(all_files)" ] || fail "something was written"
    no_drafts
}

@test "a full disk: E0003, all as before" {
    need_root
    mkdir disk
    mount -t tmpfs -o size=64k,mode=777 none disk 2>/dev/null || skip "no tmpfs can be mounted"
    cd disk
    project
    edit_source
    head -c 100000 /dev/zero >filler 2>/dev/null || true
    before=$(all_files)
    run --separate-stderr "$SCHEMAC" generate
    after=$(all_files)
    left=$(find . -name '*schemac-draft*')
    rm filler
    "$SCHEMAC" generate
    "$SCHEMAC" check
    cd ..
    umount disk
    [ "$status" -eq 2 ] || fail "status $status"
    err_has "error: cannot write the file: No space left on device [E0003]"
    [ "$before" = "$after" ] || fail "something was written"
    [ -z "$left" ] || fail "a draft is left"
}

@test "a source that cannot be read: nothing is written" {
    project
    edit_source
    echo 'x: [' >>openapi/openapi.yaml
    before=$(all_files)
    schemac 2 generate
    err_has "[E0201]"
    [ "$before" = "$(all_files)" ] || fail "something was written"
}

@test "one artifact that cannot be built: none is written" {
    project
    edit_source
    sed -i 's/root: Owner/root: Onwer/' schemac.yaml
    before=$(all_files)
    schemac 2 generate
    err_has '[E0407]'
    err_has 'did you mean "Owner"?'
    [ "$before" = "$(all_files)" ] || fail "something was written"
}

@test "one artifact of two: the other and its entry in the record stay" {
    project
    edit_source
    cp "$owner" old
    entry=$(grep -A1 owner "$record")
    schemac 0 generate "$pet"
    same_files "$owner" old
    [ "$entry" = "$(grep -A1 owner "$record")" ]
    schemac 0 check "$pet"
    schemac 1 check
    err_has "$owner:10:"
    err_has "the source, schemac.yaml or schemac has changed"
    err_lacks "$pet"
}

@test "one artifact, with a record that is missing or damaged" {
    project
    echo '{' >"$record"
    schemac 0 generate "$pet"
    schemac 0 check "$pet"
    schemac 1 check
    err_has "$owner: error: the record of fingerprints does not list this file yet [D0010]"
    schemac 0 generate
    schemac 0 check
}

@test "an artifact that was taken out of schemac.yaml leaves the record, its file stays" {
    project
    sed -i '/owner.schema.json/,/style: go/d' schemac.yaml
    schemac 0 generate
    [ "$(grep -c owner "$record")" = 0 ]
    [ -e "$owner" ]
    schemac 0 check
}

@test "an unknown artifact: E0610, nothing is written" {
    small_project
    schemac 2 generate "$pet" schemas/onwer.schema.json
    err_has "[E0610]"
    err_has "did you mean \"$owner\"?"
    [ ! -e schemas ]
}

@test "a draft that was left behind is removed, also beside a file that is right" {
    project
    for file in pet.schema.json owner.schema.json fingerprints.json; do
        for end in '' -new -old; do echo '{' >"schemas/.$file.schemac-draft$end"; done
    done
    : >.schemac.yaml.schemac-draft
    schemac 0 generate "$pet"
    no_drafts
}

@test "a draft that is a link is not followed" {
    project
    echo precious >victim
    ln -s ../victim schemas/.pet.schema.json.schemac-draft
    edit_source
    schemac 0 generate
    [ "$(cat victim)" = precious ]
    no_drafts
}

@test "a schemac.yaml that may not be written is no hindrance" {
    project
    chmod 444 schemac.yaml
    edit_source
    schemac 0 generate
    schemac 0 check
}

@test "a schemac.yaml that may not be written: runs still wait for each other" {
    need_user
    project
    chmod 444 schemac.yaml
    generate_eight_at_once
}

@test "a schemac.yaml that is a FIFO is read, not locked" {
    project
    edit_source
    mv schemac.yaml config
    mkfifo schemac.yaml
    cat config >schemac.yaml 3>&- &
    run timeout 20 "$SCHEMAC" generate
    [ "$status" -eq 0 ]
    grep -q '"maxLength": 30' "$pet"
}

# hold FILE: locks FILE as a writer does, and says so; sets `holder`.
hold() {
    need python3
    python3 -c 'import fcntl, sys, time
file = open(sys.argv[1], "r+")
fcntl.lockf(file, fcntl.LOCK_EX)
open("held", "w").close()
time.sleep(60)' "$1" 3>&- &
    holder=$!
    until [ -e held ]; do sleep 0.01; done
    rm held
}

@test "a run that had to wait writes what the source says then" {
    project
    edit_source
    hold schemac.yaml
    "$SCHEMAC" generate 3>&- &
    waiting=$!
    sleep 0.3
    sed -i 's/maxLength: 30/maxLength: 40/' openapi/openapi.yaml
    kill "$holder"
    wait "$waiting"
    grep -q '"maxLength": 40' "$pet"
    schemac 0 check
}

@test "a draft of a process that lives is waited for, and not named by check" {
    project
    edit_source
    : >schemas/.pet.schema.json.schemac-draft
    hold schemas/.pet.schema.json.schemac-draft
    schemac 1 check
    err_lacks D0007
    "$SCHEMAC" generate 3>&- &
    waiting=$!
    sleep 0.3
    grep -q '"maxLength": 20' "$pet"
    kill "$holder"
    wait "$waiting"
    schemac 0 check
    no_drafts
}

# is_whole FILE: true when FILE has a first and a last line.
is_whole() {
    [ "$(head -c 1 "$1")" = '{' ] && [ "$(tail -n 1 "$1")" = '}' ]
}

@test "extract and generate of one file at once: nobody reads a cut file" {
    project
    sed 's/maxLength: 20/maxLength: 200000000/' openapi/openapi.yaml >other.yaml
    for _ in {1..100}; do
        "$SCHEMAC" extract other.yaml --root Pet -o "$pet"
    done 3>&- &
    one=$!
    for _ in {1..100}; do "$SCHEMAC" generate; done 3>&- &
    two=$!
    while kill -0 "$one" 2>/dev/null || kill -0 "$two" 2>/dev/null; do
        cat "$pet" >seen # cp minds a file that is replaced between its stat and its open
        is_whole seen || fail "a cut file: $(cat seen)"
    done
    wait "$one"
    wait "$two"
    schemac 0 generate
    schemac 0 check
    no_drafts
}

@test "folders made by a run that fails are removed again" {
    small_project
    sed -i 's|schemas/pet|new/er/pet|' schemac.yaml
    mkdir -p schemas/owner.schema.json
    schemac 2 generate
    [ ! -e new ] || fail "a folder is left"
    rmdir schemas/owner.schema.json
    ln -s nowhere/file schemas/.owner.schema.json.schemac-draft-new
    mkdir schemas/.owner.schema.json.schemac-draft
    schemac 2 generate
    [ ! -e new ] || fail "a folder is left"
}

@test "more artifacts than files may be open" {
    local count=2000
    if [ -n "${NIGHTLY-}" ]; then count=20000; fi
    enter_memory_folder
    small_project
    {
        printf 'version: 1\nsource: openapi/openapi.yaml\nfingerprints: schemas/fingerprints.json\n'
        printf 'artifacts:\n'
        for ((i = 0; i < count; i++)); do
            printf '  schemas/%d/pet%d.json: {root: Pet}\n' $((i % 300)) "$i"
        done
    } >schemac.yaml
    (ulimit -n 40 && "$SCHEMAC" generate)
    schemac 0 check
    edit_source
    before=$(all_files)
    mkdir schemas/.fingerprints.json.schemac-draft # the record is the last to be prepared
    run -2 --separate-stderr bash -c 'ulimit -n 40 && exec "$0" generate' "$SCHEMAC"
    err_has "schemas/fingerprints.json: error: cannot write the file"
    rmdir schemas/.fingerprints.json.schemac-draft
    [ "$before" = "$(all_files)" ] || fail "something was written"
    no_drafts
    (ulimit -n 40 && "$SCHEMAC" generate)
    schemac 0 check
    no_drafts
}

@test "many runs at once end well" {
    project
    generate_eight_at_once
}

@test "a file called - is a file" {
    small_project
    sed -i 's|schemas/pet.schema.json|"-"|' schemac.yaml
    schemac 0 generate
    [ -s ./- ]
    schemac 0 check </dev/null
}

@test "from a folder of the repository, and with --config from elsewhere" {
    mkdir repo elsewhere
    cd repo
    small_project
    mkdir -p a/b
    cd a/b
    schemac 0 generate
    [ -s "../../$pet" ]
    rm -r ../../schemas
    cd ../../../elsewhere
    schemac 0 generate --config ../repo/schemac.yaml
    [ -s "../repo/$pet" ]
    [ -z "$(ls)" ]
}

@test "--format json: what went wrong, on standard error; nothing else" {
    project
    schemac 0 generate --format json
    no_output
    rm "$pet"
    mkdir "$pet"
    schemac 2 generate --format json
    err_has '"code": "E0003"'
    err_has "\"file\": \"$pet\""
}

@test "the summary is for a terminal" {
    small_project
    on_terminal "$SCHEMAC" generate
    [ "$status" -eq 0 ]
    out_has "2 artifacts, 2 written"
    on_terminal "$SCHEMAC" generate "$pet"
    out_has "1 artifact, 0 written"
    on_terminal "$SCHEMAC" check
    out_has "2 artifacts agree with their sources"
    on_terminal "$SCHEMAC" check "$pet" "$pet"
    out_has "1 artifact agrees with its source"
    on_terminal "$SCHEMAC" generate '2>/dev/null'
    no_output
    edit_source
    on_terminal "$SCHEMAC" check
    [ "$status" -eq 1 ]
    out_lacks agree
}

@test "colours are for a terminal, and NO_COLOR is honoured" {
    project
    rm "$pet"
    on_terminal TERM=xterm "$SCHEMAC" check
    out_has $'\x1b['
    on_terminal NO_COLOR=1 TERM=xterm "$SCHEMAC" check
    out_lacks $'\x1b'
    on_terminal TERM=dumb "$SCHEMAC" check
    out_lacks $'\x1b'
    schemac 1 check
    err_lacks $'\x1b'
}

@test "extract does not write over what it is made from: E0605" {
    project
    "$SCHEMAC" extract openapi/openapi.yaml --root Owner --id https://x.example/o.json -o o.json
    "$SCHEMAC" extract openapi/openapi.yaml --root Owner --id https://x.example/p.json -o p.json
    ln -s ../p.json schemas/link
    before=$(all_files)
    for out in openapi/openapi.yaml o.json schemas/link ./schemas/../p.json; do
        schemac 2 extract openapi/openapi.yaml --root Pet --refer o.json --refer p.json -o "$out"
        err_has "[E0605]"
    done
    cp openapi/openapi.yaml o.yaml
    run --separate-stderr bash -c '"$0" extract - --root Pet -o o.yaml <o.yaml' "$SCHEMAC"
    [ "$status" -eq 2 ]
    err_has "o.yaml is the document itself [E0605]"
    same_files o.yaml openapi/openapi.yaml
    rm o.yaml
    [ "$before" = "$(all_files)" ] || fail "something was written"
    schemac 2 extract openapi/openapi.yaml --root Pet -o $'no/\e[31m'
    err_has 'no/\u{1b}[31m'
}

@test "a file that is generated no more is told of once: W0701" {
    project
    sed -i '/schemas\/pet.schema.json/,/^  [^ ]/ { /pet.schema.json/d; /root: Pet/d }' schemac.yaml
    grep -q pet.schema schemac.yaml && fail "the edit is wrong"
    schemac 0 generate
    err_has "schemas/pet.schema.json: warning: no artifact of schemac.yaml is this file any more [W0701]"
    [ -f "$pet" ]
    schemac 0 generate
    no_stderr
}

# no_reading ARTIFACT WHERE: neither command makes an artifact from ARTIFACT, to which WHERE refers.
no_reading() {
    local command
    for command in generate check 'generate schemas/other.json' 'check schemas/other.json'; do
        # shellcheck disable=SC2086  # words
        schemac 2 $command
        err_has "$2: error: $1 is an artifact itself, and none is made from another [E0605]"
        err_has "schemac.yaml:4:3: note: it is declared here"
        err_has "hint: refer to what it is made from"
        err_count 1 ': error: '
    done
}

@test "a source that refers to an artifact: refused, whether that is there or not" {
    small_project
    cat >schemac.yaml <<'END'
version: 1
source: openapi/openapi.yaml
artifacts:
  schemas/pet.schema.json: {root: Pet}
  schemas/other.json: {source: other.yaml, root: A, map: {"https://a.example/": schemas}}
END
    other() {
        printf 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\ncomponents: {schemas: {A: {not: {$ref: "%s"}}}}\n' "$1" >other.yaml
    }
    mkdir schemas
    other schemas/pet.schema.json
    no_reading schemas/pet.schema.json other.yaml:3:40
    [ -z "$(ls schemas)" ]
    other 'https://a.example/pet.schema.json#/$defs/Pet'
    no_reading schemas/pet.schema.json other.yaml:3:40
    schemac 0 generate schemas/pet.schema.json
    no_reading schemas/pet.schema.json other.yaml:3:40
    other "$PWD/schemas/./pet.schema.json#"
    no_reading schemas/pet.schema.json other.yaml:3:40
    ln -s schemas linked
    ln -s schemas/pet.schema.json link.json
    other linked/pet.schema.json
    no_reading linked/pet.schema.json other.yaml:3:40
    other link.json
    no_reading link.json other.yaml:3:40
    other step.yaml
    echo '{properties: {p: {$ref: schemas/pet.schema.json}}}' >step.yaml
    no_reading schemas/pet.schema.json step.yaml:1:25
    git init -q .
    git add -A
    schemac 2 check --index
    err_has 'step.yaml:1:25: error: schemas/pet.schema.json is an artifact itself'
    echo '{properties: {p: {$ref: openapi/openapi.yaml#/components/schemas/Pet}}}' >step.yaml
    schemac 0 generate
    schemac 0 check
}

@test "artifacts that refer to each other, and one to itself: refused" {
    printf 'openapi: 3.1.0\ncomponents: {schemas: {A: {not: {$ref: "b.json#"}}}}\n' >a.yaml
    printf 'openapi: 3.1.0\ncomponents: {schemas: {A: {not: {$ref: "a.json#"}}}}\n' >b.yaml
    printf 'version: 1\nartifacts: {a.json: {source: a.yaml, root: A}, b.json: {source: b.yaml, root: A}}\n' >schemac.yaml
    schemac 2 generate
    err_has 'a.yaml:2:40: error: b.json is an artifact itself'
    err_has 'b.yaml:2:40: error: a.json is an artifact itself'
    [ ! -e a.json ] && [ ! -e b.json ]
    printf 'version: 1\nartifacts: {b.json: {source: a.yaml, root: A}}\n' >schemac.yaml
    schemac 2 generate
    err_has 'a.yaml:2:40: error: b.json is an artifact itself'
}

@test "an artifact beside a document is not what that means by a URI" {
    echo '{$schema: "https://json-schema.org/draft/2020-12/schema", $id: "https://s.example/e.json", properties: {a: {$ref: k.yaml}, b: {$ref: m.json}}}' >e.yaml
    echo '{$id: "https://s.example/m.json", title: k}' >k.yaml
    printf 'version: 1\nsource: e.yaml\nartifacts: {m.json: {root: "#"}}\n' >schemac.yaml
    schemac 0 generate
    no_stderr
    cp m.json first.json
    schemac 0 check
    schemac 0 generate
    same_files m.json first.json
}
