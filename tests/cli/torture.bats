#!/usr/bin/env bats
# Every allocation and every system call of a command fails once: it ends with 70 or 2 and says why,
# and no file is cut, lost or left over. tools/torture --help says what is judged. Here a few hundred
# allocations at both ends of each run and some between; all of them with NIGHTLY=1.
bats_require_minimum_version 1.5.0
load helper

setup() {
    export TORTURE=${TORTURE:-$(dirname "$SCHEMAC")/tests/torture/schemac}
    enter_memory_folder
}

need_torture() {
    if [ "$(uname -s)" != Linux ]; then skip "the torture program is for Linux"; fi
    if [ ! -x "$TORTURE" ]; then fail "there is no $TORTURE: run make torture"; fi
}

# torture ARGUMENT...: runs the tool, which must find no fault.
torture() {
    need_torture
    if few; then
        set -- --ends 40 --step 100 "$@"
    elif [ -z "${NIGHTLY-}" ]; then
        set -- --ends 100 --step 40 "$@"
    fi
    # shellcheck disable=SC2154  # helper sets project
    run --separate-stderr "$project/tools/torture" "$@"
    if [ "$status" -ne 0 ]; then fail "torture $*: exit status $status"; fi
    no_stderr
}

# stale_project: one artifact is to be changed, with a mode of its own, one to be made.
stale_project() {
    small_project
    schemac 0 generate
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    chmod 640 schemas/pet.schema.json
    rm schemas/owner.schema.json
}

@test "the tool: help and wrong use" {
    run -0 "$project/tools/torture" --help
    [ "${lines[0]}" = "usage: tools/torture [OPTION...] COMMAND..." ]
    run -2 "$project/tools/torture"
    need_torture
    run -2 "$project/tools/torture" --from x version
    run -2 "$project/tools/torture" --nope version
    run -2 "$project/tools/torture" --allocations
}

@test "generate: allocations" {
    stale_project
    torture --allocations generate
}

@test "generate: system calls" {
    stale_project
    torture --system-calls generate
}

@test "generate, for the first time: system calls" {
    small_project
    torture --system-calls generate
}

@test "generate: killed before each system call and in each write" {
    stale_project
    torture --crashes generate
}

@test "generate, for the first time: killed before each system call and in each write" {
    small_project
    torture --crashes generate
}

@test "check, with drift: allocations" {
    stale_project
    torture --allocations check
}

@test "check, with drift: system calls" {
    stale_project
    torture --system-calls check
}

@test "check without drift, as JSON: system calls" {
    small_project
    schemac 0 generate
    torture --system-calls check --format json
}

@test "check --index: system calls" {
    stale_project
    git init -q .
    git add .
    torture --system-calls check --index
}

@test "check --index: allocations" {
    stale_project
    git init -q .
    git add .
    torture --allocations check --index
}

# pattern_project: what is generated from is found by patterns, and in files that are included.
pattern_project() {
    small_project
    mkdir team
    cat >team/schemac.yaml <<'END'
version: 1
artifacts: {"{dir}/{name}.json": {each: "**/api*.yaml", root: Pet}}
fingerprints: prints.json
END
    cp openapi/openapi.yaml team/api.yaml
    echo 'include: "*/schemac.yaml"' >>schemac.yaml
}

@test "generate with patterns and what is included: allocations and system calls" {
    pattern_project
    torture --allocations generate
    torture --system-calls generate
}

@test "check --index with patterns: system calls" {
    pattern_project
    schemac 0 generate
    git init -q
    git add -A
    torture --system-calls check --index
}

# System calls too would fail where it looks aside which artifacts to judge, without notice.
@test "check --changed-since: allocations" {
    stale_project
    git init -q .
    git add .
    git -c user.name=a -c user.email=a@example.com commit -q -m first
    echo '# a comment' >>openapi/openapi.yaml
    torture --allocations check --changed-since HEAD
}

@test "check --depfile: system calls and allocations" {
    small_project
    schemac 0 generate
    torture --allocations check --depfile check.d
    torture --system-calls check --depfile check.d
}

@test "extract to a file: allocations, system calls and kills" {
    stale_project
    echo '{}' >out.json
    torture extract openapi/openapi.yaml --root Pet -o out.json
    torture --crashes extract openapi/openapi.yaml --root Pet -o out.json
}

@test "extract to standard output: allocations and system calls" {
    stale_project
    torture extract openapi/openapi.yaml --root Pet --dialect draft-07 --style go
}

@test "init: allocations and system calls" {
    stale_project
    rm schemac.yaml
    torture init openapi/openapi.yaml
    torture init openapi/openapi.yaml --like schemas/pet.schema.json -o other.yaml
}

# libyaml and our reader take memory in different places for each of these.
@test "extract from YAML with all that there is: allocations" {
    cat >rich.yaml <<'END'
%YAML 1.1
---
openapi: 3.1.0
info: {title: Pets, version: "1.0"}
x-scalars: &a {k: yes, v: [1, 0x1F, .5, !!binary aGk=, !foo bar, ! baz, "\u00e9 \x41"]}
x-merged:
  - {<<: *a, w: 12:30}
  - <<: [*a, {z: 1}]
x-blocks:
  - |
    literal
  - >-
    folded é 漢字
x-faults: {a: 1, a: 2, ? [1, 2] : .inf}
x-deep: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
components:
  schemas:
    Pet: {properties: {a: {const: 1.50}, b: {$ref: '#/components/schemas/B'}}}
    B: {oneOf: [{$ref: '#/components/schemas/Pet/properties/a'}, {enum: [*a, no]}]}
END
    schemac 0 extract rich.yaml --root Pet
    torture --allocations extract rich.yaml --root Pet
}

@test "extract of a root that is not there: allocations and system calls" {
    stale_project
    torture extract openapi/openapi.yaml --root Per
}

@test "help: allocations and system calls" {
    torture help --man
}

# judged_project: examples of several kinds, two of which are not as they should be.
judged_project() {
    small_project
    sed -i 's|    root: Pet|    root: Pet\n    id: https://s.example/pet\n    source_examples: error|' schemac.yaml
    sed -i 's|          maxLength: 20|          maxLength: 20\n          example: 5|' openapi/openapi.yaml
    schemac 0 generate
    mkdir good
    echo '{ "name": "Rex" }' >good/rex.json
    echo '{ "name": 1 }' >good/one.json
    echo '{ "name": 1 }' >one.type.json
    printf '```json\n{ "$schema": "https://s.example/pet", "name": "Rex" }\n```\n' >doc.md
    cat >>schemac.yaml <<'END'
examples:
  - schema: schemas/pet.schema.json
    valid: good/*
    invalid: '*.type.json'
    markdown: { files: doc.md, count: 1 }
END
}

@test "check with examples: allocations and system calls" {
    judged_project
    torture --allocations check
    torture --system-calls check
}

@test "validate by what schemac.yaml makes known: allocations" {
    judged_project
    torture --allocations validate doc.md
}

# releasing_project: one release is there; the next one writes files, copies and the index.
releasing_project() {
    release_project
    schemac 0 release 2026-01-31
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml
    echo 'See https://schemas.example/2026-01-31/pet.schema.json' >a.md
    echo 'mentions: a.md' >>schemac.yaml
}

@test "release: allocations" {
    releasing_project
    torture --allocations release 2026-02-28
}

@test "release: system calls" {
    releasing_project
    torture --system-calls release 2026-02-28
}

@test "release: killed before each system call and in each write" {
    releasing_project
    torture --crashes release 2026-02-28
}

@test "release --import: system calls and allocations" {
    releasing_project
    mv releases/index.json .
    torture --system-calls release --import releases/2026-01-31/pet.schema.json
    torture --allocations release --import releases/2026-01-31/pet.schema.json
}

@test "log: system calls and allocations" {
    releasing_project
    schemac 0 release 2026-02-28
    torture --system-calls log
    torture --allocations log
}

@test "check of releases: system calls and allocations" {
    releasing_project
    schemac 0 generate
    torture --system-calls check
    torture --allocations check
}

# two_schemas: openapi/old.json and openapi/new.json, which differ.
two_schemas() {
    mkdir openapi
    echo '{"properties": {"a": {"type": "string"}}}' >openapi/old.json
    echo '{"properties": {"a": {"type": "string"}}, "required": ["a"]}' >openapi/new.json
}

@test "diff: allocations and system calls" {
    two_schemas
    torture --allocations diff openapi/old.json openapi/new.json --fail-on none
    torture --system-calls diff openapi/old.json openapi/new.json --fail-on none --format json -o out
}

@test "diff --against: system calls" {
    two_schemas
    use_git
    git init -q -b main .
    git add .
    git commit -q -m one
    mv openapi/new.json openapi/old.json
    torture --system-calls diff --against HEAD openapi/old.json --fail-on none
}

@test "fingerprint --lock --update: allocations, system calls and kills" {
    echo '{"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}' >tools.json
    schemac 0 fingerprint --lock a.lock.json tools.json
    echo '{"tools": [{"name": "a", "inputSchema": {"type": "array"}}]}' >tools.json
    torture fingerprint --lock a.lock.json --update --yes tools.json
    torture --crashes fingerprint --lock a.lock.json --update --yes tools.json
}

# disclosed_tool: a tool, and its schemas in parts: the folder out, out.jsonl, out.manifest.json.
disclosed_tool() {
    echo '{"name": "a", "inputSchema": {"type": "object"}}' >tool.json
    schemac 0 disclose tool.json --operation a --alias b --source tool.json -o out
    schemac 0 disclose tool.json --operation a --alias b --source tool.json -o out.jsonl
}

@test "disclose: allocations and system calls" {
    disclosed_tool
    torture --allocations disclose tool.json --operation a --alias c --source tool.json -o out
    torture --system-calls disclose tool.json --operation a --alias c --source tool.json -o out
    torture --system-calls disclose tool.json --operation a --alias c --source tool.json -o out.jsonl
}

@test "restore: allocations and system calls" {
    disclosed_tool
    torture --allocations restore --select out.manifest.json out.jsonl
    torture --system-calls restore --select out.manifest.json out -o document
}

# called_tool: a tool, a call of it with its headers, and what that returned.
called_tool() {
    cat >tool.json <<'JSON'
{"name": "find", "inputSchema": {"type": "object", "properties": {
  "region": {"type": "string", "pattern": "^[a-z]+$", "x-mcp-header": "Region"}}},
 "outputSchema": {"type": "array", "items": {"type": "integer"}}}
JSON
    echo '{"region": "é"}' >arguments.json
    echo '"é"' >value.json
    cat >request.json <<'JSON'
{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "find", "arguments": {"region": "eu"},
 "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
JSON
    printf '%s\n' 'MCP-Protocol-Version: 2026-07-28' 'Mcp-Method: tools/call' 'Mcp-Name: find' \
        'Mcp-Param-Region: us' >headers
    echo '{"content": [{"type": "text", "text": "[1]"}], "structuredContent": [1, "a"]}' >result.json
    echo "{\"tools\": [$(cat tool.json), {\"name\": \"\"}], \"nextCursor\": \"\"}" >page.json
    echo '{"tools": []}' >last.json
}

@test "admit and tools: allocations and system calls" {
    called_tool
    torture admit page.json
    torture tools --format json page.json last.json
}

@test "header: allocations and system calls" {
    called_tool
    torture header encode value.json --type string
    torture header build --tool tool.json arguments.json
    torture header verify --tools tool.json --header @headers request.json
}

@test "result and review: allocations and system calls" {
    called_tool
    torture result --tool tool.json result.json
    torture review --pages page.json --pages last.json --results result.json tool.json
}
