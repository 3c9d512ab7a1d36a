#!/usr/bin/env bats
# What all commands share: the command line, help, exit status, and streams that fail.
bats_require_minimum_version 1.5.0
load helper

commands=(generate check extract explain help version)

# usage_error MESSAGE HINT ARGUMENT...: status 2, nothing on standard output.
usage_error() {
    local message=$1 hint=$2
    shift 2
    schemac 2 "$@"
    no_output
    err_has "schemac: error: $message [E0001]"
    if [ -n "$hint" ]; then err_has "hint: $hint"; fi
}

@test "no command: the overview on standard error, status 2" {
    schemac 2
    no_output
    err_has 'usage: schemac COMMAND'
    err_has 'generate'
}

@test "an unknown command, with did you mean" {
    usage_error 'there is no command "chek"' 'did you mean "check"?' chek
    usage_error 'there is no command "Generate"' 'did you mean "generate"?' Generate
    usage_error 'there is no command "frobnicate"' '`schemac help` lists the commands' frobnicate
    usage_error 'there is no command ""' '' ''
    usage_error 'there is no option "-"' '' -
}

@test "an option before the command" {
    usage_error 'there is no option "--config"' 'options stand behind the command' --config x check
}

@test "an unknown option, with did you mean" {
    usage_error 'check has no option "--confg"' 'did you mean "--config"?' check --confg x
    usage_error 'check has no option "--confg"' 'did you mean "--config"?' check --confg=x
    usage_error 'check has no option "-z"' '`schemac help check` lists the options' check -z
    usage_error 'version has no option "--format"' '' version --format json
}

@test "an option without its value, and a flag with one" {
    usage_error '--config needs a value, FILE' '' check --config
    usage_error '--config needs a value, FILE' '' check -c
    usage_error '--help takes no value' '' check --help=yes
}

@test "a value that cannot be" {
    usage_error '--format cannot be "jsn"' 'did you mean "json"?' check --format jsn
    usage_error '--format cannot be "xml"' 'it is one of text, json' check --format=xml
    usage_error '--format cannot be ""' '' check --format=
    usage_error '--config cannot be "": FILE is a path' '' check --config ''
    usage_error '--root-dir cannot be "": FOLDER is a path' '' generate --root-dir=
    usage_error '--depfile cannot be "": FILE is a path' '' check --depfile=
    usage_error '--output cannot be "": OUT is a path' '' extract a.yaml -o ''
    usage_error '--map: the file behind "https://a.example/x=" is missing' '' roots a.yaml --map https://a.example/x=
}

@test "operands: too many, too few" {
    usage_error 'version does not take the operand "x"' 'usage: schemac version [OPTION...]' version x
    usage_error 'help does not take the operand "b"' 'usage: schemac help' help check b
    usage_error 'extract needs FILE' 'usage: schemac extract' extract
}

@test "all faults of one command line are told at once" {
    schemac 2 check --one --two -3
    err_count 3 '[E0001]'
}

@test "faults of the command line in json" {
    schemac 2 check --format json --nonsense
    out_has '"code": "E0001"'
    no_stderr
}

@test "control characters of the command line do not reach the terminal" {
    schemac 2 $'\e[31m\u202echeck\n'
    err_lacks $'\e'
    err_has '\u{1b}[31m'
    schemac 2 check $'--\e[31m'
    err_lacks $'\e'
    schemac 2 explain $'\xff'
    err_has '\x{ff}'
}

@test "--help: each command has one, the same as help COMMAND" {
    for command in "${commands[@]}"; do
        schemac 0 "$command" --help
        no_stderr
        out_has "usage: schemac $command"
        help=$output
        schemac 0 "$command" -h
        [ "$help" = "$output" ]
        schemac 0 help "$command"
        [ "$help" = "$output" ]
        [ "$(grep -v '^  schemac ' <<<"$help" | wc -L)" -le 80 ] || fail "a line is too long"
    done
}

@test "help names every command, --help and -h do the same" {
    schemac 0 help
    no_stderr
    for command in "${commands[@]}"; do out_has "  $command "; done
    help=$output
    for option in --help -h; do
        schemac 0 "$option"
        [ "$help" = "$output" ]
    done
}

@test "help for a command that is not there" {
    usage_error 'there is no command "genrate"' 'did you mean "generate"?' help genrate
}

@test "version" {
    schemac 0 version
    [[ $output =~ ^schemac\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
    version=$output
    schemac 0 --version
    [ "$version" = "$output" ]
    grep -qF "\"${version#schemac }\"" "$project/src/base/version.h"
}

@test "explain a code, several, in small letters" {
    schemac 0 explain D0006
    out_has "D0006: an artifact differs in content"
    out_has "(finding, exit status 1)"
    one=$output
    schemac 0 explain d0006
    [ "$one" = "$output" ]
    schemac 0 explain E0001 D0006
    out_has "E0001: the command line is wrong"
    out_has "$one"
}

@test "explain lists all codes, and each has a title and an explanation" {
    schemac 0 explain
    codes=()
    for line in "${lines[@]}"; do
        [[ $line =~ ^[EWNDL][0-9]{4}\ \ .+ ]] || fail "a strange line: $line"
        codes+=("${line%% *}")
    done
    [ "${#codes[@]}" -gt 50 ]
    [ "$(printf '%s\n' "${codes[@]}" | sort | uniq -d)" = "" ]
    schemac 0 explain "${codes[@]}"
    [ "$(grep -cE '^\((note|warning|finding|limit|error),' <<<"$output")" -eq "${#codes[@]}" ]
}

@test "explain: an unknown code, with did you mean; known ones are explained all the same" {
    schemac 2 explain D0066 E0001
    err_has 'there is no diagnostic "D0066" [E0001]'
    err_has 'hint: did you mean "D0006"?'
    out_has 'E0001: the command line is wrong'
    usage_error 'there is no diagnostic "nonsense"' '`schemac explain` lists all' explain nonsense
}

@test "-- ends the options" {
    small_project
    schemac 0 generate -- schemas/pet.schema.json
    schemac 2 check -- --format
    err_has 'there is no artifact "--format"'
    schemac 1 check --
    err_has 'schemas/owner.schema.json: error: the file is missing [D0001]'
}

@test "- is standard input" {
    small_project
    schemac 0 extract - --root Owner <openapi/openapi.yaml
    piped=$output
    schemac 0 extract openapi/openapi.yaml --root Owner
    [ "$piped" = "$output" ]
    schemac 2 extract - --root Owner </dev/null
    err_has '<stdin>:1:1: error: '
    cp schemac.yaml config
    rm schemac.yaml
    schemac 0 generate --config - <config
    schemac 0 check -c - <config
}

@test "options may stand behind operands, in one word or two" {
    small_project
    schemac 0 generate schemas/pet.schema.json --config schemac.yaml
    schemac 0 check schemas/pet.schema.json --config=schemac.yaml
    schemac 0 check -cschemac.yaml schemas/pet.schema.json
    schemac 0 check -c none.yaml -c schemac.yaml schemas/pet.schema.json
}

@test "exit status: 0 in sync, 1 drift, 2 no verdict, 3 a limit; the worst counts" {
    small_project
    schemac 0 generate
    schemac 0 check
    rm schemas/pet.schema.json
    schemac 1 check
    mkdir schemas/pet.schema.json
    rm schemas/owner.schema.json
    schemac 2 check
    head -c 600 /dev/zero | tr '\0' '[' >openapi/openapi.yaml
    schemac 3 check
    err_has '[L0101]'
    sed 's|source: .*|source: none.yaml|' schemac.yaml >two.yaml
    sed -i '/owner.schema.json/a\    source: openapi/openapi.yaml' two.yaml
    schemac 2 check --config two.yaml
    err_has '[L0101]'
    err_has '[E0002]'
}

@test "standard output closed: status 2 when there is something to say" {
    small_project
    schemac 0 generate
    run --separate-stderr bash -c '"$1" check >&-' - "$SCHEMAC"
    [ "$status" -eq 0 ]
    run --separate-stderr bash -c '"$1" help >&-' - "$SCHEMAC"
    [ "$status" -eq 2 ]
    err_has 'standard output cannot be written: '
    err_has '[E0003]'
}

@test "a full disk behind standard output: status 2" {
    [ -c /dev/full ] || skip "no /dev/full"
    for words in help version explain 'help --man'; do
        # shellcheck disable=SC2016,SC2086  # the inner shell expands; several words
        run --separate-stderr bash -c '"$0" "$@" >/dev/full' "$SCHEMAC" $words
        [ "$status" -eq 2 ]
        err_has 'standard output cannot be written: No space left on device [E0003]'
    done
}

@test "standard error closed or full: the status tells all the same" {
    small_project
    schemac 0 generate
    cp -r schemas before
    rm schemas/pet.schema.json
    run bash -c '"$1" check 2>&-' - "$SCHEMAC"
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    run bash -c '"$1" generate 2>&- >&- <&-' - "$SCHEMAC"
    [ "$status" -eq 0 ]
    diff -r schemas before
    [ -c /dev/full ] || skip "no /dev/full"
    rm schemas/pet.schema.json
    run bash -c '"$1" check 2>/dev/full' - "$SCHEMAC"
    [ "$status" -eq 1 ]
}

@test "a reader that goes away: status 2, no message" {
    # shellcheck disable=SC2016  # the inner shell expands
    run --separate-stderr bash -c '(sleep 0.1; "$1" help --man; echo "status $?" >&2) | true' - "$SCHEMAC"
    [ "$stderr" = "status 2" ]
}

@test "many artifacts and long operands do no harm" {
    small_project
    long=$(head -c 100000 /dev/zero | tr '\0' x)
    schemac 2 check "$long"
    err_has '[E0610]'
    [ "${#stderr}" -lt 1000 ]
    schemac 2 "$long"
    [ "${#stderr}" -lt 1000 ]
    schemac 2 check "--$long=1"
    [ "${#stderr}" -lt 1000 ]
}

@test "standard output cannot be written: the report for a machine says so too, and is whole" {
    small_project
    for command in "extract openapi/openapi.yaml --root Pet" check; do
        # shellcheck disable=SC2086
        run --separate-stderr bash -c '"$@" >/dev/full' - "$SCHEMAC" $command --format json
        [ "$status" -eq 2 ]
        err_has '"code": "E0003"'
        err_has "standard output cannot be written: No space left on device"
        [ "${stderr:0:1}" = '{' ] || fail "there is text before the report"
        err_lacks '"status": 0'
    done
}

@test "standard input is read once, and no file is called \"\"" {
    local command
    for command in 'admit - -' 'fingerprint - -' 'header build --tool - --name x -' 'header verify --tools - -' \
        'result --tool - -' 'tools - -' 'review - -' 'review - --pages -' 'review x --pages - --results -' \
        'disclose --operation o --alias a --source - -o out -' 'restore --select - -' 'restore --select x - -' \
        'validate --schema - -'; do
        # shellcheck disable=SC2086
        schemac 2 $command </dev/null
        err_has 'error: standard input is named more than once, but can be read only once [E0001]'
    done
    for command in admit fingerprint 'header encode --type string' 'result --tool x' tools review \
        'disclose --operation o --alias a --source x -o out' 'restore --select x' validate; do
        # shellcheck disable=SC2086
        schemac 2 $command ''
        err_has ' cannot be "" [E0001]'
    done
}
