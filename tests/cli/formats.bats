#!/usr/bin/env bats
# --format: each form of the report is what its readers take, whatever stands in names and messages,
# and the exit status is the same in all.
bats_require_minimum_version 1.5.0
load helper
load npm/tools

formats='text json sarif junit github gitlab markdown'

setup_file() {
    prepare_tools
}

setup() {
    need jq
    enter_work_folder
}

# Which of them is judged by what: SARIF by ajv, JUnit by xmllint, each with the schema of the corpus.
need_sarif() {
    need_corpus
    need_tools
}

need_junit() {
    need_corpus
    need xmllint
}

# is_sarif FILE
is_sarif() {
    [ "$(ajv draft-04 '{"strict": false, "validateFormats": false}' \
        "$corpus/reports/sarif-schema-2.1.0.json" "@$1")" = valid ]
}

# is_junit FILE
is_junit() {
    xmllint --noout --schema "$corpus/reports/JUnit.xsd" "$1"
}

# is_github FILE: each line is a command, properties and message escaped, but for the last one, which
# may say how many are not shown.
is_github() {
    local value='([^%:,[:cntrl:]]|%(25|0D|0A|3A|2C))*' data='([^%[:cntrl:]]|%(25|0D|0A))*' bad
    local property="((file|title)=$value|(line|col|endLine|endColumn)=[1-9][0-9]*)"
    bad=$(grep -anvE "^::(error|warning|notice) $property(,$property)*::$data\$" "$1") || return 0
    [[ $bad =~ ^[0-9]+:'schemac: '[0-9]+' more '(is|are)' not shown'$ ]]
}

# is_gitlab FILE: a list of issues with the members that must be there, no two fingerprints equal.
is_gitlab() {
    jq -e 'type == "array" and (map(.fingerprint) | length == (unique | length)) and all(.[];
        (.description | type == "string" and length > 0) and (.check_name | test("^[A-Z][0-9]{4}$"))
        and (.severity | IN("info", "minor", "major", "critical", "blocker"))
        and (.location.path | length > 0 and (startswith("./") | not))
        and .location.lines.begin >= 1)' "$1" >/dev/null
}

# is_visible FILE: it is UTF-8, without control characters but for line feeds and tabs. In JSON names
# are as they are, the other forms have no bidirectional controls either.
is_visible() {
    local hidden='\x00-\x08\x0b-\x1f\x7f'
    [[ $(head -c 1 "$1") == [\[{] ]] || hidden+='\x{202a}-\x{202e}'
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null || return
    ! LC_ALL=C.UTF-8 grep -qP "[$hidden]" "$1"
}

# write_report STATUS FORMAT ARGUMENT...: runs check, whose report goes to the file "FORMAT".
write_report() {
    local expected=$1 format=$2 code=0
    shift 2
    "$SCHEMAC" check --format "$format" "$@" >"$format" 2>stderr || code=$?
    [ "$code" -eq "$expected" ] || fail "status $code in $format, not $expected"
    [ ! -s stderr ] || fail "$format: standard error has text: $(head -c 300 stderr)"
}

# write_reports STATUS: in all forms but text, which goes to standard error.
write_reports() {
    local format
    for format in ${formats#text }; do
        write_report "$1" "$format"
        is_visible "$format"
    done
    is_github github
    jq -e . json >/dev/null
    is_gitlab gitlab
}

# hostile_project: names and keys that could break out of a line, a command, a tag or a code span.
hostile_project() {
    mkdir schemas
    cat >source.yaml <<'END_OF_SOURCE'
openapi: 3.1.0
info: {title: t, version: "1"}
paths: {}
components:
  schemas:
    A: {type: object, properties: {"a\n::error title=x::%0A\r\e[2J\u202e]]><b>`|\"'&": {type: string}}}
END_OF_SOURCE
    cat >schemac.yaml <<'END_OF_CONFIG'
version: 1
source: source.yaml
artifacts:
  "schemas/a\n::error::x.json": {root: A}
  "schemas/b%0A,line=1:c::d.json": {root: A}
  "schemas/`c` <i>&amp; \"'|@all.json": {root: A}
  "schemas/d\e]0;x\a\u202e.json": {root: A}
END_OF_CONFIG
    schemac 0 generate
    local file
    for file in schemas/*; do
        sed -i 's/"type": "string"/"type": "integer"/' "$file"
    done
}

# many_findings COUNT: so many artifacts, none of which is there.
many_findings() {
    local i
    {
        printf 'version: 1\nsource: source.yaml\nartifacts:\n'
        for ((i = 1; i <= $1; i++)); do echo "  a$i.json: {root: A}"; done
    } >schemac.yaml
    cat >source.yaml <<'END_OF_SOURCE'
openapi: 3.1.0
info: {title: t, version: "1"}
paths: {}
components: {schemas: {A: {type: object}}}
END_OF_SOURCE
}

@test "a run without findings: every form is whole" {
    project
    write_reports 0
    [ ! -s github ]
    [ "$(jq -c . gitlab)" = '[]' ]
    grep -qx '### schemac: all is well (2 judged)' markdown
    grep -q "<testcase name=\"$pet\" classname=\"schemac\" time=\"0\"/>" junit
    grep -q 'tests="2" failures="0" errors="0"' junit
    [ "$(jq -c '.runs[0] | [.results, .invocations[0].exitCode]' sarif)" = '[[],0]' ]
}

@test "findings: the same status in every form" {
    project
    sed -i 's/"maxLength": 20/"maxLength": 40/' "$pet"
    write_reports 1
    schemac 1 check
    grep -q "^::error file=$pet,line=[0-9]*,col=[0-9]*,endLine=[0-9]*,endColumn=[0-9]*,title=D0006 " github
    grep -q 'tests="2" failures="1" errors="0"' junit
    grep -q "<testcase name=\"$owner\" classname=\"schemac\" time=\"0\"/>" junit
}

@test "no verdict: an error in JUnit, not a failure, and no success in SARIF" {
    project
    echo 'a: [' >>openapi/openapi.yaml
    write_reports 2
    grep -q 'failures="0" errors="1"' junit
    grep -q '<error type="E0201"' junit
    jq -e '.runs[0].invocations[0] | .exitCode == 2 and (.executionSuccessful | not)' sarif
}

@test "SARIF is valid: no finding, findings, no verdict, hostile names" {
    need_sarif
    project
    write_report 0 sarif
    is_sarif sarif
    jq 'del(.version)' sarif >wrong
    ! is_sarif wrong
    rm "$owner"
    sed -i 's/"maxLength": 20/"maxLength": 40/' "$pet"
    write_report 1 sarif
    is_sarif sarif
    echo 'a: [' >>openapi/openapi.yaml
    write_report 2 sarif
    is_sarif sarif
    rm -r openapi schemas schemac.yaml
    hostile_project
    write_report 1 sarif
    is_sarif sarif
}

@test "JUnit is valid: no finding, findings, no verdict, hostile names" {
    need_junit
    project
    write_report 0 junit
    is_junit junit
    rm "$owner"
    sed -i 's/"maxLength": 20/"maxLength": 40/' "$pet"
    write_report 1 junit
    is_junit junit
    echo 'a: [' >>openapi/openapi.yaml
    write_report 2 junit
    is_junit junit
    rm -r openapi schemas schemac.yaml
    hostile_project
    write_report 1 junit
    is_junit junit
}

@test "what is no workflow command is told from one" {
    echo '::error file=a%2Cb,line=1,title=D0001 x::100%25%0Aof a: b, c' >right
    is_github right
    for line in '::error file=a,line=0::m' '::error file=a:b::m' '::error title=a::50%' \
        '::fatal title=a::m' '::error ::m' 'm' '::error title=a'; do
        echo "$line" >wrong
        ! is_github wrong || fail "$line"
    done
}

@test "hostile names and keys stay where they belong" {
    hostile_project
    write_reports 1
    [ "$(grep -c '^::error ' github)" -eq 8 ]
    [ "$(wc -l <github)" -eq 8 ]
    [ "$(jq '.runs[0].results | length' sarif)" -eq 8 ]
    jq -e 'all(.runs[0].results[].locations[0].physicalLocation.artifactLocation.uri;
        test("^([A-Za-z0-9/._~-]|%[0-9A-F]{2})*$"))' sarif
    jq -e '[.runs[0].results[].partialFingerprints["schemac/v1"]] | unique | length == 8' sarif
    [ "$(grep -c '^- \*\*error\*\* D0006 `' markdown)" -eq 4 ]
    [ "$(grep -c '^- \*\*error\*\* D0101 `' markdown)" -eq 4 ]
    [ "$(grep -c '^  - note: `.*:6:95` ``the source has "string" at /' markdown)" -eq 4 ]
    ! grep -E '^(::|schemas|<)' markdown
}

@test "a file name that is no UTF-8" {
    local name=$'bad\xff\n::error::.yaml' format
    for format in $formats; do
        run --separate-stderr "$SCHEMAC" extract "$name" --root A --format "$format"
        [ "$status" -eq 2 ]
        no_output
        printf '%s\n' "$stderr" >report
        is_visible report
        [[ $stderr == *'x{ff}'* || $stderr == *%FF* ]] || fail "$format lacks the name"
    done
    "$SCHEMAC" extract "$name" --root A --format github 2>report || [ $? -eq 2 ]
    is_github report
}

@test "1,000 findings: GitHub gets ten and the number of the others" {
    many_findings 1003
    write_reports 1
    [ "$(grep -c '^::error ' github)" -eq 10 ]
    [ "$(tail -n 1 github)" = 'schemac: 993 more are not shown' ]
    [ "$(jq '.runs[0].results | length' sarif)" -eq 1000 ]
    jq -e '.runs[0].invocations[0].toolExecutionNotifications[0].message.text == "3 more are not shown"' sarif
    [ "$(jq length gitlab)" -eq 1000 ]
    grep -q 'tests="1003" failures="1003" errors="0"' junit
    [ "$(wc -c <markdown)" -lt 60000 ]
    tail -n 1 markdown | grep -qE '^[0-9]+ more are not shown\.$'
    [ $(($(grep -c '^- ' markdown) + $(tail -n 1 markdown | grep -oE '^[0-9]+'))) -eq 1003 ]
}

@test "1,000 findings: SARIF and JUnit are valid" {
    need_sarif
    need_junit
    many_findings 1003
    write_report 1 sarif
    is_sarif sarif
    write_report 1 junit
    is_junit junit
}

@test "GitHub: the worst first, at most ten of each level" {
    many_findings 12
    {
        echo 'openapi: 3.1.0'
        echo 'info: {title: yes, version: "1"}'
        echo 'paths: {}'
        echo 'components: {schemas: {A: {type: object, default: [no, on, off, yes, no]}}}'
    } >source.yaml
    write_report 1 github
    is_github github
    [ "$(grep -c '^::error ' github)" -eq 10 ]
    [ "$(cut -d ' ' -f 1 github | uniq | tr '\n' ' ')" = '::error ::warning schemac: ' ]
}

@test "fingerprints do not depend on lines" {
    project
    rm "$owner"
    sed -i 's/"maxLength": 20/"maxLength": 40/' "$pet"
    write_report 1 sarif
    write_report 1 gitlab
    before=$(jq '[.runs[0].results[].partialFingerprints]' sarif)
    gitlab_before=$(jq 'map(.fingerprint)' gitlab)
    sed -i '1s/^/\n\n/' "$pet"
    write_report 1 sarif
    write_report 1 gitlab
    [ "$before" = "$(jq '[.runs[0].results[].partialFingerprints]' sarif)" ]
    [ "$gitlab_before" = "$(jq 'map(.fingerprint)' gitlab)" ]
    [ "$(jq '.runs[0].results[0].locations[0].physicalLocation.region.startLine' sarif)" -gt 2 ] ||
        [ "$(jq '.runs[0].results[1].locations[0].physicalLocation.region.startLine' sarif)" -gt 2 ]
}

@test "columns count code points, ends lie behind the last" {
    project
    sed -i '$d' openapi/openapi.yaml
    echo '      {description: "💙é", $ref: "#/components/schemas/Nothing"}' >>openapi/openapi.yaml
    sed -i 's/root: Owner/root: Unused/' schemac.yaml
    write_report 2 sarif
    [ "$(jq -c '.runs[0].results[0].locations[0].physicalLocation.region' sarif)" = \
        '{"startLine":19,"startColumn":33,"endLine":19,"endColumn":63}' ]
}

@test "paths of SARIF, GitHub and GitLab are those from the root directory, wherever it is run" {
    project
    rm "$pet"
    for format in sarif github gitlab markdown; do
        write_report 1 "$format"
        (cd openapi && ! "$SCHEMAC" check --format "$format" >../below)
        same_files "$format" below
    done
}

@test "the summary of a step is added to the file that GitHub names" {
    project
    rm "$pet"
    echo 'before' >summary
    export GITHUB_STEP_SUMMARY=$PWD/summary
    schemac 1 check
    schemac 1 check --format sarif
    [ "$(cat summary)" = before ]
    schemac 1 check --format github
    [ "$(head -n 2 summary)" = $'before\n### schemac: 1 error (2 judged)' ]
    before=$(wc -l <summary)
    schemac 1 check --format github
    [ "$(wc -l <summary)" -eq $((2 * before - 1)) ]
    GITHUB_STEP_SUMMARY=new schemac 0 extract openapi/openapi.yaml --root Pet --format github
    [ "$(cat new)" = '### schemac: all is well (1 judged)' ]
}

@test "a summary that cannot be written is a warning" {
    project
    export GITHUB_STEP_SUMMARY=$PWD/nowhere/$'a\n::error::b'
    schemac 0 check --format github
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == '::warning title=W0001 '*'::the summary '*'a\u{a}::error::b cannot be written: '* ]]
    GITHUB_STEP_SUMMARY=$PWD schemac 0 check --format github
    out_has '::warning title=W0001 '
}

@test "many warnings of one kind are said once more in a summary, with their number" {
    project
    for i in 1 2 3 4 5 6 7 8; do
        echo "    U$i: {default: no}"
    done >>openapi/openapi.yaml
    GITHUB_STEP_SUMMARY=$PWD/summary schemac 0 check --format github
    [ "$(grep -o 'more of this kind' summary | wc -l)" -eq 1 ]
    [ "$(grep -o 'more of this kind' <<<"$output" | wc -l)" -eq 1 ]
}

@test "other commands have their result on standard output, and the report on standard error" {
    small_project
    for format in sarif junit github gitlab markdown; do
        schemac 0 extract openapi/openapi.yaml --root Pet --format "$format"
        out_has '"$schema"'
        schemac 2 extract openapi/openapi.yaml --root None --format "$format"
        no_output
        err_has E0407
    done
}
