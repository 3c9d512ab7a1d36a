#!/usr/bin/env bats
# tools/action and tools/gitlab-ci.yml: what CI runs, as CI runs it. The files are read by schemac, and
# their scripts are run in a repository made here, with the environment that CI would set.
bats_require_minimum_version 1.5.0
load helper

setup() {
    need jq
    enter_work_folder
    use_git
    unset GITHUB_BASE_REF GITHUB_STEP_SUMMARY GITHUB_OUTPUT
    mkdir bin
    ln -s "$SCHEMAC" bin/schemac
    PATH=$PWD/bin:$PATH
}

# as_json FILE: a YAML file as JSON, which schemac reads as the value of a keyword.
as_json() {
    {
        printf 'openapi: 3.1.0\ninfo: {title: t, version: v}\ncomponents:\n  schemas:\n    A:\n      const:\n'
        sed 's/^/        /' "$1"
    } >document.yaml
    "$SCHEMAC" extract document.yaml --root A --root-form inline | jq .const
}

# repo: the small project, generated and committed on main; in it then, on a branch.
repo() {
    git init -q -b main repo
    cd repo || return
    small_project
    schemac 0 generate
    git add -A
    git commit -q -m all
    git update-ref refs/remotes/origin/main HEAD
    git checkout -q -b change
}

# change NUMBER: of the source; the schemas are generated.
change() {
    sed -i "s/maxLength: [0-9]*/maxLength: $1/" openapi/openapi.yaml
    "$SCHEMAC" generate 2>/dev/null
}

# action STATUS [INPUT=VALUE...]: runs the steps of the action as a runner does, inputs not named having
# their defaults, and must end so. The summary of the step is in ../summary, its outputs in ../outputs.
action() {
    local expected=$1 script values
    shift
    : >../summary
    : >../outputs
    as_json "$project/tools/action/action.yml" >../action.json
    rm document.yaml
    printf '%s\0' "$@" | jq -Rs '
        rtrimstr("\u0000") | split("\u0000")
        | map(select(. != "") | index("=") as $i | {(.[:$i]): .[$i + 1:]}) | add // {}' >../given.json
    values=()
    while IFS= read -r -d '' script; do
        values+=("$script")
    done < <(jq -j --slurpfile given ../given.json '
        ((.inputs | map_values(.default)) + $given[0]) as $inputs
        | .runs.steps[0].env | to_entries[]
        | .key + "=" + $inputs[.value | ltrimstr("${{ inputs.") | rtrimstr(" }}")] + "\u0000"' ../action.json)
    script=$(jq -r '.runs.steps[0].run' ../action.json)
    run --separate-stderr env "${values[@]}" GITHUB_ACTIONS=true GITHUB_ACTION_PATH="$project/tools/action" \
        GITHUB_STEP_SUMMARY="$PWD/../summary" GITHUB_OUTPUT="$PWD/../outputs" sh -e -c "$script"
    [ "$status" -eq "$expected" ] || fail "the action $*: exit status $status, not $expected"
    grep -qx "status=$expected" ../outputs || fail "the outputs are $(cat ../outputs)"
}

summary_has() {
    grep -qF -- "$1" ../summary || fail "the summary lacks $1: $(cat ../summary)"
}

# ---- the file ------------------------------------------------------------------------------------

@test "action.yml is a composite action, and inputs stay out of scripts" {
    cat >composite.json <<'JSON'
{
  "type": "object",
  "required": ["name", "description", "runs"],
  "additionalProperties": false,
  "properties": {
    "name": { "type": "string" },
    "description": { "type": "string", "maxLength": 125 },
    "inputs": {
      "additionalProperties": {
        "required": ["description", "default"],
        "additionalProperties": false,
        "properties": { "description": { "type": "string" }, "default": { "type": "string" } }
      }
    },
    "outputs": {
      "additionalProperties": {
        "required": ["description", "value"],
        "additionalProperties": false,
        "properties": {
          "description": { "type": "string" },
          "value": { "pattern": "^\\$\\{\\{ steps\\.[a-z]+\\.outputs\\.[a-z]+ \\}\\}$" }
        }
      }
    },
    "runs": {
      "required": ["using", "steps"],
      "additionalProperties": false,
      "properties": {
        "using": { "const": "composite" },
        "steps": {
          "minItems": 1,
          "items": {
            "required": ["run", "shell"],
            "additionalProperties": false,
            "properties": {
              "id": { "type": "string" },
              "shell": { "const": "sh" },
              "run": { "type": "string", "not": { "pattern": "\\$\\{\\{" } },
              "env": {
                "additionalProperties": { "pattern": "^\\$\\{\\{ inputs\\.[a-z-]+ \\}\\}$" }
              }
            }
          }
        }
      }
    }
  }
}
JSON
    schemac 0 validate --schema composite.json "$project/tools/action/action.yml"
}

@test "each input of action.yml goes to the script by its name, which knows it" {
    as_json "$project/tools/action/action.yml" >action.json
    jq -r '.inputs | keys[]' action.json | while read -r input; do
        name=INPUT_$(tr a-z- A-Z_ <<<"$input")
        [ "$(jq -r --arg n "$name" '.runs.steps[0].env[$n]' action.json)" = "\${{ inputs.$input }}" ] ||
            fail "$input is not in the environment as $name"
        grep -q "$name" "$project/tools/action/run" || fail "the script does not know $name"
        "$project/tools/action/run" --help | grep -qF "\$$name" || fail "its help lacks $name"
    done
    [ "$(jq '.inputs | length' action.json)" -eq "$(jq '.runs.steps[0].env | length' action.json)" ]
}

# ---- check ---------------------------------------------------------------------------------------

@test "check without drift" {
    repo
    action 0
    no_output
    no_stderr
    summary_has '### schemac: '
}

@test "check with drift: annotations, a summary, SARIF" {
    repo
    sed -i 's/maxLength: 20/maxLength: 10/' openapi/openapi.yaml
    action 1 sarif=out.sarif
    out_has '::error file=schemas/pet.schema.json,line='
    out_has 'title=D0110 '
    out_has 'title=D0006 '
    summary_has D0006
    grep -qx sarif=out.sarif ../outputs
    jq -e '.version == "2.1.0" and (.runs[0].results | map(.ruleId) | contains(["D0006", "D0110"]))' out.sarif
}

@test "check of some artifacts, by patterns; of what has changed; by another configuration" {
    repo
    echo '{}' >schemas/owner.schema.json
    action 0 files=schemas/pet.schema.json
    action 0 files='schemas/p*.json'
    action 1 files=$'schemas/pet.schema.json\nschemas/owner.schema.json'
    action 1 against=HEAD
    git commit -q -a -m more
    action 0 against=HEAD
    action 2 against=nowhere
    out_has 'title=E0007 '
    action 2 config=nowhere.yaml
    mv schemac.yaml other.yaml
    action 1 config=other.yaml
}

# ---- diff ----------------------------------------------------------------------------------------

@test "diff: where the pull request began, or the commit before, or the one that is named" {
    repo
    change 10
    git commit -q -a -m less
    git commit -q --allow-empty -m more
    GITHUB_BASE_REF=main action 1 command=diff files=openapi/openapi.yaml
    out_has '::error file=openapi/openapi.yaml,line=12,'
    out_has 'title=D0110 '
    summary_has 'breaks writers'
    action 0 command=diff files=openapi/openapi.yaml
    action 1 command=diff files=openapi/openapi.yaml against=HEAD~2
    action 0 command=diff files=openapi/openapi.yaml against=HEAD~2 for=readers
    action 1 command=diff files=openapi/openapi.yaml against=HEAD~2 for=readers fail-on=any
    action 2 command=diff files=openapi/openapi.yaml against=nowhere
    out_has 'title=E0901 '
}

@test "diff of several files: the worst counts, and a new one is no failure" {
    repo
    change 10
    cp schemas/pet.schema.json schemas/new.schema.json
    git add -A
    git commit -q -m less
    action 1 command=diff files='schemas/*.schema.json'
    out_has 'schemas/new.schema.json is new: there is nothing to compare it with'
    out_has '::error file=schemas/pet.schema.json,'
    action 0 command=diff files=$'schemas/owner.schema.json\nschemas/new.schema.json'
    action 2 command=diff files=$'schemas/nowhere.json\nschemas/pet.schema.json'
    out_has 'file=schemas/nowhere.json'
    action 1 command=diff files=schemas/pet.schema.json sarif=a.sarif
    jq -e '.runs[0].results[0].ruleId == "D0110"' a.sarif
    action 2 command=diff files='schemas/*.schema.json' sarif=a.sarif
    out_has '::error title=schemac::with diff, sarif takes one of files'
}

# ---- wrong use -----------------------------------------------------------------------------------

@test "inputs that make no sense" {
    repo
    action 2 command=generate
    out_has '::error title=schemac::command is check or diff, not generate'
    action 2 command=diff
    out_has 'diff wants files'
    action 2 for=writers
    action 2 command=diff files=openapi/openapi.yaml for=nobody
    action 2 program=nowhere
    out_has 'there is no program nowhere'
    action 2 sarif=$'a\nstatus=0'
    [ "$(cat ../outputs)" = status=2 ]
    action 2 command=$'x\n::warning::y%'
    out_has '::error title=schemac::command is check or diff, not x%0A::warning::y%25'
    run -2 "$project/tools/action/run" nonsense
}

@test "inputs are words, whatever they hold" {
    repo
    local evil='$(touch evil)`touch evil`; touch evil #'
    action 2 command="$evil"
    action 2 files="$evil"
    action 2 config="$evil"
    action 2 against="$evil"
    action 2 program="$evil"
    action 2 command=diff files="$evil"
    action 2 command=diff files=openapi/openapi.yaml against="$evil"
    action 2 command=diff files=openapi/openapi.yaml against=--output=evil
    action 2 command=diff files=--output=evil
    action 2 files=--depfile=evil
    action 0 sarif="\$(touch evil)"
    [ ! -e evil ]
    mkdir 'a b'
    cp -R openapi 'a b'
    sed 's,schemas/,out/,' schemac.yaml >'a b/schemac.yaml'
    (cd 'a b' && "$SCHEMAC" generate)
    action 0 config='a b/schemac.yaml' files='out/pet.schema.json'
}

@test "a program that is named, also from here; one that ends otherwise" {
    repo
    printf '#!/bin/sh\nkill -9 $$\n' >killed
    chmod +x killed
    action 137 program=./killed
    action 0 program="$SCHEMAC"
    ln -s "$SCHEMAC" own
    action 0 program=./own
}

@test "without a schemac, one is built beside the action" {
    repo
    rm ../bin/schemac
    mkdir -p ../there/tools/action
    cp "$project/tools/action/run" ../there/tools/action
    printf '#!/bin/sh\necho built "$@"\nmkdir -p "${0%%/*}/../build/release"\nln -s "$PROGRAM" "${0%%/*}/../build/release/schemac"\n' \
        >../there/tools/setup
    chmod +x ../there/tools/setup
    PROGRAM=$SCHEMAC PATH=/usr/bin:/bin run -0 ../there/tools/action/run
    [ "$output" = $'::group::schemac is built\nbuilt all\n::endgroup::' ]
    PATH=/usr/bin:/bin run -0 ../there/tools/action/run
    no_output
    printf '#!/bin/sh\nexit 1\n' >../there/tools/setup
    rm -r ../there/build
    PATH=/usr/bin:/bin run -2 ../there/tools/action/run
    out_has 'schemac could not be built'
}

# ---- GitLab --------------------------------------------------------------------------------------

# job STATUS FILE NAME: runs the script of a job as a runner does, which must end so.
job() {
    as_json "$2" >../job.json
    rm document.yaml
    jq -r --arg name "$3" '.[$name].script[]' ../job.json >../job.sh
    jq -r '.variables // {} | to_entries[] | "\(.key)=\(.value)"' ../job.json >../variables
    run --separate-stderr env $(cat ../variables) bash -e -o pipefail ../job.sh
    [ "$status" -eq "$1" ] || fail "$3: exit status $status, not $1"
    jq -r --arg name "$3" '.[$name].artifacts.reports[]' ../job.json | while read -r report; do
        [ -s "$report" ] || fail "$3 wrote no $report"
    done
}

@test "GitLab: both jobs, with drift and without" {
    repo
    local file=$project/tools/gitlab-ci.yml
    job 0 "$file" schemac-check
    jq -e '. == []' schemac-check.json
    export CI_MERGE_REQUEST_DIFF_BASE_SHA
    CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse HEAD)
    job 0 "$file" schemac-diff
    sed -i 's/maxLength: 20/maxLength: 10/' openapi/openapi.yaml
    job 1 "$file" schemac-check
    err_has '[D0006]'
    jq -e 'map(.check_name) | contains(["D0006"])' schemac-check.json
    grep -q '<failure type="D0110"' schemac-check.xml
    job 1 "$file" schemac-diff
    out_has '1 breaking; suggested step: major'
    jq -e '.[0].check_name == "D0110"' schemac-diff.json
    grep -q '<failure type="D0110"' schemac-diff.xml
    mkdir other
    sed 's,openapi/,../openapi/,' schemac.yaml >other/schemac.yaml
    echo 'rules: { D0110: safe }' >>other/schemac.yaml
    sed 's,CONFIG: schemac.yaml,CONFIG: other/schemac.yaml,' "$file" >../ci.yml
    job 0 "$PWD/../ci.yml" schemac-diff
    jq -e '.[0].severity == "info"' schemac-diff.json
    sed 's,CONFIG: schemac.yaml,CONFIG: none.yaml,' "$file" >../ci.yml
    job 1 "$PWD/../ci.yml" schemac-diff
}
