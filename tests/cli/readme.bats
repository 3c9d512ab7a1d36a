#!/usr/bin/env bats
#
# The documents are true: the commands of README.md print what it says, its tables are complete,
# and links lead somewhere.
#
# Blocks of README.md that are marked ```console are run from the top to the bottom, in a fresh copy
# of the project. In them "$ " begins a command and "> " carries it on; what follows is what the
# command prints, on standard output and standard error. A line "..." stands for any lines. Folder,
# files and $? last from one command to the next.

bats_require_minimum_version 1.5.0
load helper

# shellcheck disable=SC2154  # the helper sets project
readme=$project/README.md

# parse FILE DIR: takes the console blocks of FILE apart. The commands go to DIR/1/command,
# DIR/2/command ..., and beside each what it should print (expected) and its line in FILE (line).
parse() {
    awk -v dir="$2" '
        !in_block && $0 == "```console" { in_block = 1; next }
        in_block && $0 == "```" { in_block = goes_on = 0; next }
        !in_block { next }
        /^\$ / {
            folder = dir "/" ++count
            system("mkdir \"" folder "\"")
            print NR >(folder "/line")
            print substr($0, 3) >(folder "/command")
            printf "" >(folder "/expected")
            goes_on = 1
            next
        }
        goes_on && /^> / { print substr($0, 3) >(folder "/command"); next }
        !count { print FILENAME ":" NR ": a console block begins with \"$ \""; exit 1 }
        { goes_on = 0; print >(folder "/expected") }
    ' "$1"
}

# same_lines EXPECTED ACTUAL: have both files the same lines, where "..." stands for any?
same_lines() {
    awk '
        FILENAME == ARGV[1] { expected[++expected_count] = $0; next }
        { actual[++actual_count] = $0 }
        END { exit !match_from(1, 1) }

        function match_from(e, a,    skip_to) {
            for (; e <= expected_count; e++) {
                if (expected[e] == "...") {
                    for (skip_to = a; skip_to <= actual_count + 1; skip_to++)
                        if (match_from(e + 1, skip_to))
                            return 1
                    return 0
                }
                if (a > actual_count || expected[e] != actual[a++])
                    return 0
            }
            return a > actual_count
        }' "$1" "$2"
}

# run_command DIR/N: runs the command as the ones before it left things, and compares.
run_command() {
    local status_before=$last_status
    last_status=0
    (
        export PATH=$copy/build/release:$PATH
        own_make
        cd "$(cat "$steps/folder")" || exit
        # shellcheck disable=SC2016  # for that shell to expand
        bash -c '(exit "$1"); eval "$2"; status=$?; pwd >"$3"; exit "$status"' \
            README "$status_before" "$(cat "$1/command")" "$steps/folder" \
            >"$1/actual" 2>&1 </dev/null
    ) || last_status=$?
    same_lines "$1/expected" "$1/actual" ||
        fail "README.md:$(cat "$1/line"): $(head -n 1 "$1/command")
$(diff -u "$1/expected" "$1/actual")"
}

@test "every command of README.md prints what README.md says" {
    use_git
    copy=$PWD/copy steps=$PWD/steps
    mkdir steps
    parse "$readme" "$steps"
    fresh_copy "$copy"

    echo "$copy" >"$steps/folder"
    last_status=0
    count=$(find "$steps" -name command | wc -l)
    [ "$count" -ge 20 ]
    for ((i = 1; i <= count; i++)); do
        run_command "$steps/$i"
    done
}

@test "every block of README.md is marked, and every command is in a block" {
    # shellcheck disable=SC2016  # for awk to expand
    run -0 awk '
        /^```/ {
            open = !open
            if (open && !/^```(console|make|mermaid|sh|yaml)$/)
                print FILENAME ":" NR ": " $0
        }
        /^\$ / && !open { print FILENAME ":" NR ": " $0 }' "$readme"
    no_output
}

@test "every goal that a block of README.md wants exists" {
    goals=$(make -s -C "$project" help | awk '{ print $1 }')
    wanted=$(awk '/^```/ { in_sh = $0 == "```sh"; next } in_sh' "$readme" |
        sed -n 's/^make\>//p; s/^tools\/setup\>//p' | tr ' ' '\n' | grep '^[a-z]')
    [ -n "$wanted" ]
    while read -r goal; do
        grep -qxF -- "$goal" <<<"$goals" || fail "there is no goal $goal"
    done <<<"$wanted"
}

@test "every link of the documents leads to a file" {
    cd "$project"
    for document in README.md CONTRIBUTING.md CHANGELOG.md DRIFT_ANALYSIS.md src/README.md; do
        while read -r link; do
            [ -e "$(dirname "$document")/$link" ] || fail "$document: there is no $link"
        done < <(grep -oE '\]\([^)#]+' "$document" | cut -c 3- | grep -v '^https:')
    done
}

@test "README.md names every key of an artifact and its option" {
    schemac 0 extract --help
    options=$(sed -n 's/^  .*--\(\[no-\]\)*\([a-z-]*\).*/\2/p' <<<"$output")
    [ "$(wc -l <<<"$options")" -ge 10 ]
    while read -r option; do
        case $option in
        output | depfile | root-dir | allow-outside | format | help) continue ;; # of extract only
        esac
        grep -qF -- "\`--$option\`" "$readme" || fail "README.md lacks --$option"
        grep -qF -- "\`${option//-/_}\`" "$readme" || fail "README.md lacks ${option//-/_}"
    done <<<"$options"
}

@test "README.md names every limit" {
    schemac 0 explain
    limits=$(grep -oE '^L[0-9]{4}' <<<"$output")
    while read -r code; do
        grep -qF "| $code |" "$readme" || fail "README.md lacks $code"
    done <<<"$limits"
}

# tables: those of DRIFT_ANALYSIS.md, each from the line with its name to an empty one.
tables() {
    awk '/^<!-- .* -->$/ { in_table = 1; if (count++) print "" } /^$/ { in_table = 0 } in_table' \
        "$project/DRIFT_ANALYSIS.md"
}

@test "the tables of DRIFT_ANALYSIS.md are those of tools/drift-analysis" {
    need_corpus
    need jq
    # shellcheck disable=SC2154  # the helper sets corpus
    export SCHEMAC SCHEMAC_CORPUS=$corpus
    tables >expected
    # shellcheck disable=SC2046  # words
    "$project/tools/drift-analysis" $(sed -n 's/^<!-- \(.*\) -->$/\1/p' expected) >actual
    [ "$(grep -c '^<!--' actual)" -eq 10 ]
    diff -u expected actual || fail "tools/drift-analysis --write mends this; look at what changed"
    # What the text says of them.
    grep -qxF '| drifted | 28 | 1 | D0006 |' actual
    grep -qxF '| drifted | 1 | 0 | N0001 |' actual
    [ "$(awk '/^<!-- pairs/ { in_pairs = 1 } /^$/ { in_pairs = 0 } in_pairs' actual | grep -c '^| 2025')" -eq 28 ]
    [ "$(awk '/^<!-- lost/ { in_lost = 1 } /^$/ { in_lost = 0 } in_lost' actual | wc -l)" -eq 4 ]
    [ "$(awk '/^<!-- releases/ { found = 1 } /^$/ { found = 0 } found' actual | grep -c ' major |$')" -eq 4 ]
}

# state DIR: a pair of files, of which the document bounds nothing and wants a URL.
state() {
    mkdir -p "$1"
    cat >"$1/openapi.yaml" <<'END'
openapi: 3.1.0
info: {title: t, version: v}
components:
  schemas:
    ServerDetail:
      type: object
      required: [url]
      properties: {name: {type: string}, url: {type: string}}
END
    cat >"$1/server.schema.json" <<'END'
{
  "$comment": "c", "$id": "https://host.example/a.json", "title": "t", "$ref": "#/definitions/ServerDetail",
  "definitions": {
    "ServerDetail": {
      "type": "object",
      "properties": {"name": {"type": "string", "maxLength": 9}, "url": {"type": "string"}}
    }
  }
}
END
}

@test "tools/drift-analysis of a small corpus" {
    need jq
    mkdir -p registry openapi/mcp-registry/published
    state registry/drifted-1-a
    state registry/match-2-b
    "$SCHEMAC" extract registry/match-2-b/openapi.yaml --root ServerDetail --dialect draft-07 --root-form ref \
        --id https://host.example/a.json --title t --comment c --style go --no-translate -o made.json
    mv made.json registry/match-2-b/server.schema.json
    cp registry/drifted-1-a/server.schema.json openapi/mcp-registry/published/1.server.schema.json
    cp registry/match-2-b/server.schema.json openapi/mcp-registry/published/2.server.schema.json
    jq -n '{pairs: [
        {dir: "drifted-1-a", status: "drifted", date: "2025-01-01", tool_variant: "none", schema_sha256: "1"},
        {dir: "match-2-b", status: "match", date: "2025-01-02", tool_variant: "A", schema_sha256: "2"}]
        | map(. + {id: "https://host.example/a.json"})}' >registry/PAIRS.json
    export SCHEMAC SCHEMAC_CORPUS=$PWD
    run -0 --separate-stderr "$project/tools/drift-analysis"
    no_stderr
    out_has '| drifted | 1 | 2025-01-01 | 2025-01-01 |'
    out_has '| D0111 | a limit of length or count is looser | 1 | 1 | 0 | 1 | 0 |'
    grep -qxE '\| 2025-01-01 \| `a` \| [0-9]+ \| 1 \| 1 \| 0 \| [0-9]+ \| each \|' <<<"$output"
    out_has '| `Server.name.maxLength` | "maxLength" is gone: it was 9 | D0111 | 1 |'
    out_has '| `Server` | the property "url" is required now | D0116 | 1 |'
    out_has '| schema | `Server` | the property "url" is required now | D0116 |'
    out_has '| `Server.name.maxLength` | "maxLength" is gone: it was 9 | D0111 | safe | breaks |'
    out_has '| 1 | 2 | 2 | 1 | 1 | 0 | '
    out_has '| `a.json` | 2 | 2025-01-01 | 2025-01-02 |'
    out_has '| drifted | 1 | 1 | D0006 |'
    out_has '| match | 1 | 0 | - |'
    run -0 "$project/tools/drift-analysis" ids states
    [ "${lines[0]}" = '<!-- ids -->' ]
    [ "$(grep -c '^<!--' <<<"$output")" -eq 2 ]
    SCHEMAC=/nowhere run -2 "$project/tools/drift-analysis"
    out_has 'no program /nowhere'
}

@test "tools/drift-analysis needs a corpus, and says so" {
    run -0 "$project/tools/drift-analysis" --help
    out_has 'usage: tools/drift-analysis'
    SCHEMAC_CORPUS=$PWD run -2 "$project/tools/drift-analysis"
    out_has 'drift-analysis: no corpus'
    run -2 "$project/tools/drift-analysis" nothing
    out_has 'there is no table nothing'
}
