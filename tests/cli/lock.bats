#!/usr/bin/env bats
# schemac fingerprint --lock: the first lock, what differs from it, and how it is brought up to date.
bats_require_minimum_version 1.5.0
load helper

# listing: the listing of a library, as a file here.
listing() {
    # shellcheck disable=SC2154  # the helper sets project
    cp "$project/tests/examples/tools/library.json" listing.json
}

# locked: the listing and its lock.
locked() {
    listing
    schemac 0 fingerprint --lock a.lock.json listing.json
    no_output
    no_stderr
    cp a.lock.json before.json
}

# check STATUS OPTION...: holds the listing to the lock.
check() {
    local expected=$1
    shift
    schemac "$expected" fingerprint --lock a.lock.json --check "$@" listing.json
}

# edit SCRIPT: the listing as sed makes it.
edit() {
    sed "$1" listing.json >edited.json
    if cmp -s edited.json listing.json; then fail "nothing was edited: $1"; fi
    mv edited.json listing.json
}

# as_before: the lock was not written.
as_before() {
    same_files a.lock.json before.json
    no_drafts
}

# taken_over: the listing is as locked now.
taken_over() {
    check 0
    no_output
    no_stderr
}

@test "lock: the first one is what the project shows" {
    locked
    sed 's/"generator": ".*"/"generator": "x"/' a.lock.json >ours.json
    sed 's/"generator": ".*"/"generator": "x"/' "$project/tests/examples/tool-lock/valid/library.json" |
        file_is ours.json
    schemac 0 validate --schema "$project/schemas/tool-lock.schema.json" a.lock.json
    taken_over
    no_drafts
}

@test "lock: the first one never replaces a file" {
    locked
    edit s/titles/names/
    schemac 2 fingerprint --lock a.lock.json listing.json
    err_has 'a.lock.json: error: there is a file already, and the first lock never replaces one [E1011]'
    err_has 'hint: --check compares with it, --update brings it up to date'
    as_before
    ln -s nowhere.json link.json
    schemac 2 fingerprint --lock link.json listing.json
    err_has E1011
    [ ! -e nowhere.json ]
}

@test "lock: what nobody can hold to anything is not locked" {
    echo '[{"name": "a"}, {"name": "a"}, {"inputSchema": {}}, {"name": "b", "x": 1e999}]' >listing.json
    schemac 1 fingerprint --lock a.lock.json listing.json
    err_has 'listing.json:1:26: error: the listing has two tools "a" [D1019]'
    err_has 'listing.json:1:11: note: the first one is here'
    err_has 'listing.json:1:32: error: tool number 3 cannot be locked: it has no name [D1020]'
    err_has 'error: tool number 4 cannot be locked: a number in it lies beyond those of double precision [D1020]'
    [ ! -e a.lock.json ]
    printf '[{"name": "a", "description": "x\342\200\256y"}]' >listing.json
    schemac 1 fingerprint --lock a.lock.json listing.json
    err_has '[D1001]'
    [ ! -e a.lock.json ]
    schemac 0 fingerprint --lock a.lock.json --allow-concealed listing.json
    grep -q '"description": "x\\u202ey"' a.lock.json
}

@test "lock: what the server says has a digest, or there is no lock" {
    echo '{"initialize": {"serverInfo": {"name": "s"}, "x": 1e999}, "pages": [{"tools": [{"name": "a"}]}]}' >listing.json
    schemac 1 fingerprint --lock a.lock.json listing.json
    err_has 'listing.json:1:51: error: the server cannot be locked: a number in it lies beyond those of double precision [D1020]'
    [ ! -e a.lock.json ]
    sed -i 's/1e999/1e99/' listing.json
    schemac 0 fingerprint --lock a.lock.json listing.json
    sed -i 's/1e99/1e999/; s/"raw": "[0-9a-f]*"/"raw": ""/' a.lock.json
    check 2
    err_has 'error: a number lies beyond those of double precision [E1012]'
}

@test "lock: an answer to initialize need not say who the server is" {
    echo '{"initialize": {"instructions": "Be good."}, "pages": [{"tools": [{"name": "a"}]}]}' >listing.json
    schemac 0 fingerprint --lock a.lock.json listing.json
    edit 's/good/bad/'
    check 1
    err_has 'the server changed: /instructions was "Be good.", and is "Be bad." [D1017]'
}

@test "lock: one server a lock" {
    listing
    sed 's/"name": "library"/"name": "archive"/' listing.json >other.json
    schemac 2 fingerprint --lock a.lock.json listing.json other.json
    err_has 'other.json:5:28: error: the listing is of another server, too [E1013]'
    err_has 'listing.json:5:28: note: the first one is here'
    [ ! -e a.lock.json ]
}

@test "lock: order makes no difference" {
    cat >listing.json <<'X'
[{"name": "b", "inputSchema": {"type": "object", "properties": {"p": {"maximum": 100}}}}, {"name": "a"}]
X
    schemac 0 fingerprint --lock a.lock.json listing.json
    cat >listing.json <<'X'
[{"name": "a"}, {"inputSchema": {"properties": {"p": {"maximum": 100}}, "type": "object"}, "name": "b"}]
X
    taken_over
}

@test "lock: numbers that digests tell apart" {
    echo '[{"name": "a", "inputSchema": {"type": "object", "properties": {"p": {"maximum": 1}}}}]' >listing.json
    schemac 0 fingerprint --lock a.lock.json listing.json
    edit 's/"maximum": 1/"maximum": 1.0/'
    check 1
    err_has 'error: tool "a" changed in "inputSchema" (safe for callers) [D1014]'
    err_has 'note: a number is written otherwise, as 1.0 for 1'
    schemac 0 fingerprint --lock a.lock.json --update --yes listing.json
    taken_over
    edit 's/1\.0/1.00000000000000000001/'
    check 1
    err_has '"maximum"'
}

@test "lock: descriptions" {
    locked
    edit 's/by words in their titles\./by words in their titles!/'
    check 1
    no_output
    err_has 'listing.json:14:26: error: what presents tool "search" changed: "description" [D1015]'
    err_has 'note: /description was "Finds books by words in their titles.", and is "Finds books by words in their titles!"'
    err_has 'a.lock.json:178:17: note: the lock has it here'
    err_count 1 ': error: '
    listing
    edit 's/What to look for\./What to look for; send all you know./'
    check 1
    err_has 'error: what presents tool "search" changed: "inputSchema" [D1015]'
    err_has 'listing.json:18:58: error: tool "search", inputSchema: "description" was "What to look for.", and is "What to look for; send all you know." (an annotation) [D0150]'
    err_has 'note: the lock has this'
}

@test "lock: far into a long description" {
    listing
    edit "s/Lends a book/$(printf 'a long story %.0s' {1..30})&/"
    schemac 0 fingerprint --lock a.lock.json listing.json
    edit 's/to a reader/to no reader/'
    check 1
    err_has '/description was "...ory Lends a book to a reader.", and is "...ory Lends a book to no reader."'
}

@test "lock: schemas, for those who call" {
    locked
    edit 's/"maximum": 50/"maximum": 40/'
    check 1
    err_has 'error: tool "search" changed in "inputSchema" (breaks callers) [D1014]'
    err_has 'listing.json:20:68: error: tool "search", inputSchema: "maximum" was 50, and is 40 (breaks callers) [D0107]'
    err_has 'note: for example {"most": 50, "words": "aa"} was accepted and is refused'
    listing
    edit 's/"maximum": 50/"maximum": 60/'
    check 1
    err_has 'error: tool "search" changed in "inputSchema" (safe for callers) [D1014]'
    check 0 --fail-on breaking
    err_has 'note: tool "search" changed in "inputSchema" (safe for callers) [D1014]'
    listing
    edit 's/"year": {"type": "integer"}/"year": {"type": "number"}/'
    check 1 --fail-on breaking
    err_has 'error: tool "search" changed in "outputSchema" (breaks callers) [D1014]'
    err_has 'was no result and can be one'
    listing
    edit 's/"default": "title"/"default": "year"/'
    check 1
    err_has 'error: tool "search" changed in "inputSchema" (safe for callers) [D1014]'
    err_has '"default" was "title", and is "year"'
    listing
    edit 's/"year": {"type": "integer"}/&, "copies": {"type": "integer"}/'
    check 1
    err_has 'error: tool "search" changed in "outputSchema" (safe for callers) [D1014]'
}

@test "lock: a finding says how the lock gets what was found, what passes does not" {
    locked
    edit 's/titles\./titles!/; s/four weeks/two weeks/; s/What to read next\./What to read now./'
    check 1
    err_count 1 'hint: when that is right, --accept TOOL --reason WHY takes it into the lock, --update all'
    err_count 2 'hint: when that is right, --update takes it into the lock'
    check 0 --fail-on breaking
    err_lacks 'hint: '
    schemac 0 fingerprint --lock a.lock.json --update --yes listing.json
    err_lacks 'hint: '
}

@test "lock: a parameter that may be given is news, one that must be breaks" {
    locked
    edit 's/"shelf": {"type": "string"}}/"shelf": {"type": "string"}, "why": {"type": "string"}}/'
    check 1
    err_has 'error: tool "discard" changed in "inputSchema" (news to callers) [D1014]'
    check 0 --fail-on breaking
    edit 's/"required": \["shelf"\]$/"required": ["shelf", "why"]/'
    check 1 --fail-on breaking
    err_has 'the property "why" is required now (breaks callers) [D0116]'
}

@test "lock: other members" {
    locked
    edit 's/"taskSupport": "optional"/"taskSupport": "required"/'
    check 1 --fail-on breaking
    err_has 'error: tool "lend" changed in "execution" (undecided for callers) [D1014]'
    err_has 'note: /execution/taskSupport was "optional", and is "required"'
    listing
    edit 's/"title": "Search"/"title": "Find"/'
    check 1
    err_has 'error: what presents tool "search" changed: "title" [D1015]'
    listing
    edit 's/"readOnlyHint": true/"readOnlyHint": false, "idempotentHint": true/'
    check 1 --fail-on breaking
    err_has 'error: tool "search" may destroy now; it changed in "annotations" [D1021]'
    err_has 'note: /annotations/readOnlyHint was true, and is false'
    err_has 'note: /annotations/idempotentHint was nothing, and is true'
}

@test "lock: added, removed, renamed" {
    locked
    edit 's/"name": "lend"/"name": "give"/'
    check 1
    err_has 'error: tool "lend" was renamed to "give" (breaks callers) [D1013]'
    err_count 1 ': error: '
    edit 's/Lends a book/Gives a book/'
    check 1
    err_has 'error: tool "lend" was renamed to "give", and changed in "description" (breaks callers) [D1013]'
    sed 's/"destructiveHint": false/"destructiveHint": true/' listing.json >destroys.json
    schemac 1 fingerprint --lock a.lock.json --check destroys.json
    err_has 'renamed to "give", and changed in "description", "annotations"; it may destroy now (breaks callers) [D1013]'
    edit 's/"weeks": /"days": /'
    check 1
    err_has 'listing.json: error: tool "lend" was removed (breaks callers) [D1012]'
    err_has 'error: tool "give" was added [D1011]'
    err_has 'note: it says of itself: "Gives a book to a reader."'
    check 1 --fail-on breaking
    err_has ': error: tool "lend" was removed'
    err_has ': note: tool "give" was added'
}

@test "lock: a new tool that may destroy" {
    locked
    edit 's/^        {$/        {"name": "burn"}, {/;s/"name": "burn"},/"name": "burn", "annotations": {"destructiveHint": true}},/'
    edit '0,/"burn"/!s/"burn"/"melt"/'
    check 1 --fail-on breaking
    err_has 'tool "burn" was added; it says that it may destroy [D1021]'
}

@test "lock: what the server says of itself" {
    locked
    edit 's/"version": "1.4.0"/"version": "1.5.0"/'
    check 1
    err_has 'listing.json:5:72: error: the server changed: /serverInfo/version was "1.4.0", and is "1.5.0" [D1016]'
    err_has 'note: the lock has this'
    check 0 --fail-on breaking
    listing
    edit 's/due in four weeks/due in two weeks/'
    check 1
    err_has 'error: the server changed: /instructions was '
    err_has '[D1017]'
    listing
    edit 's/"2025-11-25"/"2025-06-18"/;s/"prompts": {}}/"prompts": {}, "logging": {}}/'
    check 1 --fail-on breaking
    err_has '/protocolVersion was "2025-11-25", and is "2025-06-18" [D1016]'
    err_has '/capabilities/logging was nothing, and is {} [D1016]'
}

@test "lock: the versions that a server supports" {
    echo '[{"serverInfo": {"name": "s"}, "supportedVersions": ["1", "2"]}, {"tools": [{"name": "a"}]}]' >listing.json
    schemac 0 fingerprint --lock a.lock.json listing.json
    edit 's/, "2"//'
    check 1 --fail-on breaking
    err_has '/supportedVersions/1 was "2", and is nothing [D1016]'
}

@test "lock: prompts and resource templates" {
    locked
    edit 's/"What to read next\."/"What to read now."/;s/text.plain/text\/html/'
    check 1
    err_has 'error: what presents prompt "recommend" changed: "description" [D1018]'
    err_has 'error: resource template "shelf://{shelf}" changed in "mimeType" (undecided for callers) [D1018]'
    listing
    edit 's/"recommend"/"suggest"/'
    check 1
    err_has 'error: prompt "recommend" was removed [D1018]'
    err_has 'error: prompt "suggest" was added [D1018]'
    listing
    edit 's/"arguments": \[{"name": "author"}\]}\]/&, "nextCursor": "x"/'
    check 2
    err_has 'the listing is not complete: its last page says that more prompts follow [E1014]'
}

@test "lock: a gate that does not see all says so" {
    locked
    edit 's/titles\./titles!/;s/"default": "title"/"default": "year"/'
    check 0 --gate compat
    err_has 'note: --gate compat does not see: descriptions, titles, examples, comments and defaults'
    err_has '; what the server says of itself, its prompts and resource templates [N1011]'
    err_has ': note: tool "search" changed in '
    check 0 --gate exact
    edit 's/What to look for\./What to find./'
    check 0 --gate compat
    check 1 --gate exact
    edit 's/"minLength": 2/"minLength": 3/'
    check 1 --gate compat
    listing
    edit 's/"version": "1.4.0"/"version": "1.5.0"/'
    check 0 --gate compat
    err_has 'note: the server changed'
}

@test "lock: what is never in sync" {
    locked
    edit 's/"name": "library"/"name": "archive"/'
    check 2
    err_has 'listing.json:5:28: error: the server is "archive", and the lock is of "library" [E1013]'
    sed -i 's/"name": "archive", //' listing.json
    check 2 --fail-on breaking
    err_has 'error: the server has no name, and the lock is of "library" [E1013]'
    echo '{"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "no"}}' >listing.json
    check 2
    err_has '[E1002]'
    echo '{"tools": []}' >listing.json
    check 2
    err_has '[E1003]'
    echo '{"tools": [{"name": "search"}], "nextCursor": "x"}' >listing.json
    check 2
    err_has '[E1014]'
    echo '{"tools": [{"name": "search"}]}' >listing.json
    check 2
    err_has 'the lock has what the server says of itself, and the listing has not [E1016]'
    err_has 'the lock has the prompts of the server, and the listing has not [E1016]'
    err_has 'the lock has the resource templates of the server, and the listing has not [E1016]'
    rm listing.json
    check 2
    err_has '[E0002]'
    listing
    rm a.lock.json
    check 2
    err_has 'cannot read the lock'
    err_has 'hint: --lock without --check, --update or --accept makes the first one'
}

@test "a capture as the server wrote it, a line each, is told how it becomes a listing" {
    echo '{"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {"name": "s"}}}' >lines.json
    echo '{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "a"}]}}' >>lines.json
    local command
    for command in 'fingerprint --lock a.lock.json' admit tools 'review lines.json --pages'; do
        # shellcheck disable=SC2086  # options and command
        schemac 2 $command lines.json
        err_has 'lines.json:2:1: error: there is text after the document [E0301]'
        err_has 'hint: these are JSON Lines, '
    done
    sed 's/^{/x/' lines.json >words.json
    schemac 2 fingerprint words.json
    err_count 0 'JSON Lines'
    { echo '{}' && echo 'x'; } >words.json
    schemac 2 fingerprint words.json
    err_count 0 'JSON Lines'
}

@test "lock: a lock in place of a listing, and a folder in place of a lock" {
    locked
    schemac 2 fingerprint --lock listing.json --check a.lock.json
    err_has 'a.lock.json:1:1: error: a listing of tools must stand here, not a lock [E1001]'
    err_has ' names a lock; what is judged'
    schemac 2 admit a.lock.json
    err_has 'not a lock [E1001]'
    schemac 2 tools a.lock.json
    no_output
    err_has 'a.lock.json:1:1: error: page 1 must be a result of tools/list with an array "tools", not a lock [E1073]'
    mkdir folder
    schemac 2 fingerprint --lock folder --check listing.json
    err_has 'folder: error: cannot read the lock: '
    err_count 0 'hint:'
}

@test "lock: a damaged one" {
    locked
    sed -i 's/"maximum": 50/"maximum": 51/' a.lock.json
    check 2
    err_has 'error: the recorded compat digest is not that of the contract of tool "search" [E1012]'
    err_has 'hint: a lock is written by schemac alone'
    schemac 2 fingerprint --lock a.lock.json --update --yes listing.json
    err_has E1012
    # shellcheck disable=SC2016  # sed has the dollar
    for change in '1,40s/four weeks/two weeks/;s/four weeks/two weeks/' 's/"version": 1$/"version": 2/' \
        's/^  "tools": \[$/  "tools": null, "was": [/' '$d' 's/"version": 1$/&, &/'; do
        sed "$change" before.json >a.lock.json
        check 2
        err_has 'a.lock.json:'
    done
    echo '[]' >a.lock.json
    check 2
    err_has 'a.lock.json:1:1: error: a lock is an object [E1012]'
}

@test "lock: entries stand in their order, each once" {
    need jq
    locked
    local change
    while read -r change; do
        jq "$change" before.json >a.lock.json
        check 2
        err_has 'error: the entries are not sorted by name, each once [E1012]'
    done <<'X'
.tools |= reverse
.tools += [.tools[-1]]
.removed = [{"name": "b", "reason": "x"}, {"name": "a", "reason": "x"}]
.removed = [{"name": "a", "reason": "x"}, {"name": "a", "reason": "y"}]
.prompts += [.prompts[-1]]
X
}

@test "lock: update tells, and needs somebody's yes" {
    locked
    edit 's/titles\./titles!/;s/"version": "1.4.0"/"version": "1.5.0"/'
    schemac 2 fingerprint --lock a.lock.json --update listing.json </dev/null
    err_has ': error: what presents tool "search" changed'
    err_has 'a.lock.json: error: the lock was not updated: there is no terminal to ask at [E1017]'
    err_has 'hint: look at what changed, then run it again with --yes'
    as_before
    schemac 0 fingerprint --lock a.lock.json --update --yes listing.json
    err_has ': warning: what presents tool "search" changed'
    err_has ': warning: the server changed: /serverInfo/version'
    taken_over
    no_drafts
    age a.lock.json
    stamp a.lock.json >before
    schemac 0 fingerprint --lock a.lock.json --update listing.json
    no_stderr
    stamp a.lock.json >after
    same_files before after
}

@test "lock: nothing is taken over from a listing with findings" {
    locked
    edit 's/titles\./titles!\\u202e/'
    schemac 1 fingerprint --lock a.lock.json --update --yes listing.json
    err_has '[D1001]'
    err_has 'error: what presents tool "search" changed'
    as_before
    schemac 1 fingerprint --lock a.lock.json --accept search --reason x listing.json
    err_has '[D1001]'
    err_has 'error: what presents tool "search" changed'
    as_before
    schemac 0 fingerprint --lock a.lock.json --accept search --reason x --allow-concealed listing.json
    grep -qF 'titles!\u202e' a.lock.json
}

@test "lock: update asks on a terminal" {
    locked
    edit 's/titles\./titles!/'
    on_terminal "$SCHEMAC fingerprint --lock a.lock.json --update listing.json"
    [ "$status" -eq 2 ] || fail "status $status"
    out_has 'what presents tool "search" changed'
    out_has 'Take this over into the lock? [y/N]'
    as_before
    run script -qec "$SCHEMAC fingerprint --lock a.lock.json --update listing.json" /dev/null <<<y
    [ "$status" -eq 0 ] || fail "status $status"
    taken_over
}

@test "lock: one tool accepted, with a reason" {
    locked
    edit 's/titles\./titles!/;s/to a reader/to no reader/;s/"name": "discard"/"name": "burn"/;s/for good/with fire/'
    edit 's/"shelf": {"type": "string"}}/"shelf": {"type": "string"}, "why": {"type": "string"}}/'
    schemac 2 fingerprint --lock a.lock.json --accept search listing.json
    err_has '--accept needs --reason, which says why'
    as_before
    schemac 2 fingerprint --lock a.lock.json --accept search --accept nobody --reason 'x' listing.json
    err_has 'a.lock.json: error: no tool "nobody" is otherwise than locked [E1018]'
    as_before
    schemac 0 fingerprint --lock a.lock.json --accept search --reason 'louder' listing.json
    err_count 1 ': warning: '
    grep -q '"reason": "louder"' a.lock.json
    check 1
    err_lacks '"search"'
    err_has 'tool "lend"'
    schemac 0 fingerprint --lock a.lock.json --accept discard --accept burn --accept lend \
        --reason 'the library closes' listing.json
    taken_over
    grep -A3 '"removed": ' a.lock.json | grep -q '"name": "discard"'
    schemac 0 validate --schema "$project/schemas/tool-lock.schema.json" a.lock.json
    grep -q '"reason": "louder"' a.lock.json
    edit 's/"name": "burn"/"name": "discard"/'
    check 1
    err_has 'a tool of that name was removed before: the library closes'
    schemac 0 fingerprint --lock a.lock.json --update --yes --reason 'it is open again' listing.json
    taken_over
    grep -A3 '"removed": ' a.lock.json | grep -q '"name": "burn"'
    [ "$(grep -c '"name": "discard"' a.lock.json)" -eq 2 ] # the tool that is there, no more a removed one
}

@test "lock: accepting a tool takes over nothing else" {
    cat >listing.json <<'X'
{"initialize": {"serverInfo": {"name": "s", "version": "1"}}, "pages": [{"tools": [{"name": "a", "title": "x"}]}]}
X
    schemac 0 fingerprint --lock a.lock.json listing.json
    cat >listing.json <<'X'
{"initialize": {"serverInfo": {"name": "s", "version": "2"}}, "pages": [{"tools": [{"name": "a", "title": "y"}]}],
 "prompts": [{"prompts": [{"name": "p"}]}], "resourceTemplates": [{"resourceTemplates": []}]}
X
    schemac 0 fingerprint --lock a.lock.json --accept a --reason 'x' listing.json
    if grep -q '"prompts"\|"resourceTemplates"' a.lock.json; then fail "what nobody accepted is locked"; fi
    check 1
    err_has '/serverInfo/version was "1", and is "2" [D1016]'
    err_has 'prompt "p" was added [D1018]'
    err_count 2 ': error: '
    schemac 0 fingerprint --lock a.lock.json --update --yes listing.json
    grep -qF '"resourceTemplates": []' a.lock.json
    taken_over
}

@test "lock: names in the locks of other servers" {
    locked
    echo '[{"name": "search"}, {"name": "other"}]' >other.json
    schemac 0 fingerprint --lock b.lock.json other.json
    ln -s a.lock.json link.json
    check 0 --beside b.lock.json --beside a.lock.json --beside ./link.json
    err_has 'listing.json:12:19: warning: two servers have a tool "search" [W1011]'
    err_has 'b.lock.json:'
    err_has 'note: the other lock has it here'
    err_count 1 ': warning: '
    schemac 0 fingerprint --lock c.lock.json --beside a.lock.json other.json
    err_has 'other.json:1:11: warning: two servers have a tool "search" [W1011]'
    check 2 --beside nothing.json
    err_has '[E0002]'
}

@test "lock: reports for machines" {
    locked
    edit 's/"maximum": 50/"maximum": 40/'
    check 1 --format json
    no_stderr
    out_has '"code": "D0107"'
    out_has '"pointer": "/inputSchema/properties/most/maximum"'
    out_has '"status": 1'
    check 1 --format sarif
    out_has '"ruleId": "D0107"'
    listing
    edit 's/titles\./titles!/;s/"version": "1.4.0"/"version": "1.5.0"/'
    check 1 --format json
    out_has '"pointer": "/description"'
    out_has '"pointer": "/serverInfo/version"'
    listing
    check 0 --format json
    out_has '"diagnostics": []'
}

@test "lock: what clients read in two ways is not held to anything" {
    echo '[{"name": "a", "description": "good"}]' >listing.json
    schemac 0 fingerprint --lock a.lock.json listing.json
    echo '[{"name": "a", "description": "bad", "description": "good"}]' >listing.json
    check 2
    err_has 'listing.json:1:38: error: the key "description" stands twice [E0302]'
    echo '{"tools": [{"name": "a", "description": "bad"}], "pages": [{"tools": [{"name": "a", "description": "good"}]}]}' >listing.json
    check 2
    err_has 'listing.json:1:11: error: "tools" stands beside "pages": it is not clear what is listed [E1001]'
    err_has 'hint: a client reads the one'
}

@test "lock: who comes late does not undo what was accepted meanwhile" {
    local i status one two
    echo '[{"name": "a"}, {"name": "b"}]' >old.json
    echo '[{"name": "a", "title": "x"}, {"name": "b", "title": "x"}]' >listing.json
    for ((i = 0; i < 20; i++)); do
        rm -f a.lock.json
        "$SCHEMAC" fingerprint --lock a.lock.json old.json
        "$SCHEMAC" fingerprint --lock a.lock.json --accept a --reason y listing.json 2>one.err &
        one=$!
        "$SCHEMAC" fingerprint --lock a.lock.json --accept b --reason y listing.json 2>two.err &
        two=$!
        status=0
        wait $one || status=$?
        wait $two || status=$?
        if [ $status -eq 0 ]; then
            [ "$(grep -c '"reason"' a.lock.json)" -eq 2 ]
        else
            [ $status -eq 2 ]
            grep -q 'a.lock.json: error: the lock was changed by somebody else in the meantime \[E1020\]' one.err two.err
        fi
    done
    no_drafts
}

@test "lock: long names of members take no more memory than they are worth" {
    local key
    key=$(head -c 1000000 /dev/zero | tr '\0' k)
    { printf '[{"name": "a", "%s": 1, "inputSchema": {"properties": {"%s": {"properties": {"a": {}' "$key" "$key"
        printf ', "p%s": {"maximum": 1}' {1..500}
        printf '}}}}, "x": {"%s": [1' "$key"
        printf ', "1%s"' {1..500}
        printf ']}}]'; } >listing.json
    schemac 0 fingerprint --lock a.lock.json listing.json
    sed 's/"maximum": 1/"maximum": 2/g; s/"1/"2/g' listing.json >edited.json
    mv edited.json listing.json
    # A gigabyte is less than each of these places with a pointer of its own would take.
    [[ $SCHEMAC == *asan* ]] || ulimit -v 1000000
    "$SCHEMAC" fingerprint --lock a.lock.json --check listing.json 2>err || [ $? -eq 1 ]
    grep -q 'changed in "inputSchema", "x" (undecided for callers) \[D1014\]' err
}

@test "lock: options that do not go together" {
    listing
    local line
    while read -r line; do
        # shellcheck disable=SC2086  # words
        schemac 2 fingerprint $line listing.json
        err_has '[E0001]'
        [ ! -e a.lock.json ]
    done <<'X'
--check
--update
--accept a
--beside a
--lock a.lock.json --check --update
--lock a.lock.json --check --accept a --reason b
--lock a.lock.json --reason b
--lock a.lock.json --yes
--lock a.lock.json --gate raw
--lock a.lock.json --check --gate v1
--lock a.lock.json --fail-on any
--lock a.lock.json --algorithm raw
--lock -
X
    schemac 2 fingerprint --lock listing.json listing.json
    err_has 'listing.json is the listing [E0605]'
}

@test "lock: a capture as README.md makes it" {
    need jq
    mkdir bin
    cat >bin/node <<'X'
#!/bin/sh
while read -r question; do
    case $question in
    *'"initialize"'*)
        echo '{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}'
        echo '{"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {"name": "s"}, "instructions": "Be good."}}'
        ;;
    *'"tools/list"'*) echo '{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "a"}]}}' ;;
    esac
done
X
    chmod +x bin/node
    awk '/^cat >questions.jsonl/ { on = 1 } /^```/ { on = 0 } on' "$project/README.md" |
        sed 's/sleep 5/sleep 0.1/' >capture
    PATH=$PWD/bin:$PATH bash -e capture
    schemac 0 fingerprint --lock a.lock.json library.json
    grep -qF '"instructions": "Be good."' a.lock.json
    grep -qF '"name": "a"' a.lock.json
}

@test "lock: what strangers write" {
    { printf '[{"name": "a\\u001b[2Jb", "description": "'
        head -c 10000000 /dev/zero | tr '\0' x
        printf '"}]'; } >listing.json
    schemac 0 fingerprint --lock a.lock.json --allow-concealed listing.json
    sed 's/"}]$/y"}]/' listing.json >more.json
    mv more.json listing.json
    check 1 --allow-concealed
    err_has 'what presents tool "a\u{1b}[2Jb" changed: "description"'
    err_has 'xxxxx", and is "...xxxxx'
    # shellcheck disable=SC2016  # JSON has it
    echo '[{"name": "a", "inputSchema": {"$ref": "file:///etc/passwd"}}]' >listing.json
    schemac 0 fingerprint --lock b.lock.json listing.json
    sed -i 's/passwd/group/' listing.json
    schemac 1 fingerprint --lock b.lock.json --check listing.json
    err_has 'error: tool "a" changed in "inputSchema" (undecided for callers) [D1014]'
    # shellcheck disable=SC2016
    err_has 'note: /inputSchema/$ref was "file:///etc/passwd", and is "file:///etc/group"'
    err_count 1 ': error: '
}

@test "lock: servers as they are" {
    need_corpus
    local file name
    # shellcheck disable=SC2154  # the helper sets corpus
    for file in "$corpus"/mcp-servers/*.tools.json; do
        name=${file##*/}
        schemac 0 fingerprint --lock "$name.lock" "$file"
        schemac 0 fingerprint --lock "$name.lock" --check "$file"
        no_stderr
        schemac 0 validate --schema "$project/schemas/tool-lock.schema.json" "$name.lock"
    done
}
