#!/usr/bin/env bats
# What validate takes for an instance: JSON Lines of any length, blocks of Markdown, standard input.
bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    echo '{"type": "object", "properties": {"id": {"type": "integer"}}}' >schema.json
}

@test "JSON Lines: each line is judged, and those that are no JSON are told of" {
    printf '{"id": 1}\n\n{"id": "x"}\nno\n{"id": 2}\n[]\n' >a.jsonl
    schemac 2 validate --schema schema.json a.jsonl
    no_output
    err_has 'a.jsonl:3:8: error: /id: expected an integer, got the string "x" [D0801]'
    err_has 'a.jsonl:4:1: error: "no" is not a JSON value [E0301]'
    err_has 'a.jsonl:6:1: error: expected an object, got an array [D0801]'
    err_count 3 ': error: '
    printf '{"id": 1}\n{"id": "x"}\n' >b.ndjson
    schemac 1 validate --schema schema.json b.ndjson
}

@test "JSON Lines: by --input, and from standard input" {
    printf '{"id": 1}\n{"id": "x"}\n' >a
    schemac 1 validate --schema schema.json --input lines a
    err_has 'a:2:8: error: '
    schemac 1 validate --schema schema.json --input lines - <a
    err_has '<stdin>:2:8: error: '
    schemac 0 validate --schema schema.json - <<<'id: 1'
}

@test "JSON Lines that are taken for one document: the hint says how they are known" {
    echo '{}' >schema.json
    printf '{"a": 1}\n{"a": 2}\n' >in.json
    schemac 2 validate --schema schema.json in.json
    err_has 'in.json:2:1: error: there is text after the document [E0301]'
    err_has '      hint: is each line a document? JSON Lines are called .jsonl, or want --input lines'
    schemac 0 validate --schema schema.json --input lines in.json
    schemac 2 validate --schema schema.json - <in.json
    err_has '--input lines'
    printf '{"a": [1\n{"a": 2}\n' >in.json
    schemac 2 validate --schema schema.json in.json
    err_lacks '--input lines'
    printf '{"a": 1} {"a": 2}\n' >in.json
    schemac 2 validate --schema schema.json in.json
    err_lacks '--input lines'
}

@test "JSON Lines: memory does not grow with the file" {
    if [[ $SCHEMAC == */asan/* ]] || ! (ulimit -v 1000000) 2>/dev/null; then
        skip "memory cannot be limited"
    fi
    local bytes=200000000
    if [ -n "${NIGHTLY-}" ]; then bytes=1000000000; fi
    yes '{"id": 1, "name": "some text", "list": [1, 2, 3, {"a": null}]}' | head -c "$bytes" | sed '$d' |
        (ulimit -v 100000 && "$SCHEMAC" validate --schema schema.json --input lines -)
}

@test "JSON Lines: what is said of many lines does not take memory without bound" {
    yes '{"id": "x"}' | head -n 200000 >a.jsonl
    need jq
    schemac 1 validate --schema schema.json --format json a.jsonl
    [ "$(jq '.diagnostics | length' <<<"$output")" -eq 1000 ]
    [ "$(jq '.dropped' <<<"$output")" -eq 199000 ]
    [ "$(jq -c '.diagnostics[999] | [.line, .column, .offset]' <<<"$output")" = '[1000,8,11995]' ]
}

@test "Markdown: blocks with a \$schema, at their lines" {
    cat >a.md <<'END_OF_FILE'
1. A list

   ```json title="a"
   {
     "$schema": "urn:a",
     "id": "x"
   }
   ```

```yaml
$schema: urn:a
id: y
```

```json
{"id": "not looked at"}
```
END_OF_FILE
    schemac 1 validate --schema schema.json a.md
    err_has 'a.md:6:12: error: /id: expected an integer, got the string "x" [D0801]'
    err_has 'a.md:12:5: error: /id: expected an integer, got the string "y" [D0801]'
    err_count 2 ': error: '
    schemac 1 validate --schema schema.json --contains looked a.md
    err_has 'a.md:16:8: error: '
    err_count 1 ': error: '
    schemac 2 validate --schema schema.json --contains nothing a.md
    err_has 'a.md: error: no block of this file is an instance [E0811]'
}

@test "Markdown: the part of a block that is the instance" {
    printf '```json\n{"$schema": "urn:a", "id": "x", "server": {"id": 1}}\n```\n' >a.mdx
    schemac 1 validate --schema schema.json a.mdx
    schemac 0 validate --schema schema.json --at /server a.mdx
}

@test "JUnit has a test case for each file" {
    printf '{"id": 1}\n' >a.jsonl
    printf '{"id": "x"}\n' >b.jsonl
    schemac 1 validate --schema schema.json --format junit a.jsonl b.jsonl
    out_has '<testcase name="a.jsonl" classname="schemac" time="0"/>'
    out_has 'tests="2" failures="1" errors="0"'
}
