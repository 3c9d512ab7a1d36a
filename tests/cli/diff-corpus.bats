#!/usr/bin/env bats
#
# diff on real documents: a recorded history of drift, published schemas, two versions of one API,
# large documents with planted changes. Each test on the corpus has a smaller one on data of our own.
#
# tests/cli/drift has what they share: jq programs, and what must come out, as lines without the
# texts of the corpus.
bats_require_minimum_version 1.5.0
load helper

drift=$BATS_TEST_DIRNAME/drift
classes=$BATS_TEST_DIRNAME/drift-classes.txt
# shellcheck disable=SC2154  # the helper sets corpus
history=$corpus/registry
convert=$(dirname "$SCHEMAC")/tests/bench/convert

setup() {
    need jq
    enter_work_folder
}

# report OLD NEW OPTION...: the comparison in report.json.
report() {
    run --separate-stderr "$SCHEMAC" diff "$@" --format json -o report.json
    [ "$status" -le 1 ] || fail "diff $*: exit status $status"
}

# ---- the classes of drift ---------------------------------------------------------------------------

# unlike CLASSES: what is wrong with report.json, by the list of classes that it has to show.
unlike() {
    jq -r --rawfile table "$classes" --argjson classes "$1" -f "$drift/classes.jq" report.json
}

# drift_apart: published.json and openapi.yaml, in which each class of the table is to be seen.
drift_apart() {
    cat >published.json <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://a.example/1", "$ref": "#/$defs/Root",
  "$defs": {
    "Root": {
      "type": "object", "description": "old", "required": ["gone", "name"], "additionalProperties": false,
      "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^a", "not": {"const": "ab"}, "title": "t", "remarks": "r"},
        "state": {"enum": ["on", "off"]},
        "extra": {"type": "object", "additionalProperties": true},
        "gone": {"type": "string"},
        "way": {"anyOf": [{"$ref": "#/$defs/One"}, {"$ref": "#/$defs/Two"}]}
      }
    },
    "One": {"type": "object", "properties": {"to": {"type": "string"}}},
    "Two": {"type": "object", "properties": {"to": {"type": "string", "format": "uri"}}}
  }
}
END
    cat >openapi.yaml <<'END'
openapi: 3.1.0
info: { title: t, version: "1" }
components:
  schemas:
    Root:
      type: object
      description: new
      required: [name, state]
      properties:
        name: { type: string, example: a }
        state: { enum: [on] }
        extra: { type: object, properties: { more: { type: string } }, additionalProperties: false }
        new: { type: integer }
        way: { $ref: '#/components/schemas/Way' }
    Way: { type: object, properties: { to: { type: string, format: uri } } }
END
}

@test "classes: each is shown by a change, and each change is of a class" {
    local all
    drift_apart
    report published.json openapi.yaml --root Root
    all=$(sed -n 's/^\([a-z][^:]*\): .*/"\1"/p' "$classes" | jq -cs .)
    [ "$(jq length <<<"$all")" -eq 20 ]
    run -0 unlike "$all"
    no_output
}

@test "classes: what is not covered is said" {
    drift_apart
    sed -i 's/minLength": 1/minLength": 0/' published.json
    sed -i 's/minLength//; s/type: integer/type: integer, minimum: 1/; s/example: a/example: a, multipleOf: 2/' openapi.yaml
    report published.json openapi.yaml --root Root
    run -0 unlike '["constraint minLength schema-only", "no such class"]'
    out_has 'no change shows the class: constraint minLength schema-only'
    out_has 'no change shows the class: no such class'
    out_has 'no class has the change: D0109:'
}

@test "classes: the table names each once" {
    run -0 sed -n 's/^\([a-z][^:]*\): .*/\1/p' "$classes"
    [ "$(sort -u <<<"$output")" = "$(sort <<<"$output")" ]
    run ! grep -Ev '^#|^[a-z$A-Z -]+: D01[0-9]{2}(/[$a-zA-Z]+)?( D01[0-9]{2}(/[$a-zA-Z]+)?)*$' "$classes"
    while read -r code; do
        schemac 0 explain "$code"
    done < <(grep -oE 'D01[0-9]{2}' "$classes" | sort -u)
}

@test "classes: all pairs of the registry that had drifted" {
    need_corpus
    local dir wanted count=0 bad
    while IFS=$'\t' read -r dir wanted; do
        count=$((count + 1))
        report "$history/$dir/server.schema.json" "$history/$dir/openapi.yaml" --root ServerDetail
        bad=$(unlike "$wanted")
        [ -z "$bad" ] || fail "$dir:"$'\n'"$bad"
    done < <(jq -r '.pairs[] | select(.drift_classes) | .dir + "\t" + (.drift_classes | tojson)' "$history/PAIRS.json")
    [ "$count" -eq 28 ] || fail "$count pairs, not 28"
    [ "$(jq -r '[.pairs[].drift_classes // [] | .[]] | unique | .[]' "$history/PAIRS.json")" = \
        "$(sed -n 's/^\([a-z][^:]*\): .*/\1/p' "$classes" | sort)" ] || fail "the classes are others"
}

# ---- what is said, line by line ---------------------------------------------------------------------

# lines_of OLD NEW: of the comparison.
lines_of() {
    report "$1" "$2"
    jq -r -f "$drift/lines.jq" report.json
}

# golden FILE: standard input is what FILE has below its head. With GOLDEN_WRITE it is put there, for
# the difference to be reviewed, and checked by hand as the head says.
golden() {
    if [ -n "${GOLDEN_WRITE-}" ]; then
        { grep '^#' "$1" && cat; } >rewritten && cp rewritten "$1"
        return
    fi
    diff -u <(grep -v '^#' "$1") - || fail "$1 is not what came out (+)"
}

@test "lines: of two small schemas" {
    echo '{"properties": {"a/b": {"maxLength": 3}, "c": {"title": "t"}}, "required": ["c"]}' >old.json
    echo '{"properties": {"a/b": {"maxLength": 2}, "c": {}}, "$defs": {"d": {}}}' >new.json
    lines_of old.json new.json >lines
    file_is lines <<'END'
D0117 | writers safe, readers breaks | /required/0 | /required (none) | the property "c" is no longer required
D0110 | writers breaks, readers safe | /properties/a~1b/maxLength | = | "maxLength" was 3, and is 2
D0152 | annotation | /properties/c/title | = (none)
D0154 | annotation | /$defs/d (none) | =
END
}

@test "lines: the published schemas of the registry, step by step" {
    need_corpus
    local file before=
    for file in "$corpus"/openapi/mcp-registry/published/*.json; do
        if [ "$before" ]; then
            echo "== $(basename "$before" .server.schema.json) $(basename "$file" .server.schema.json)"
            lines_of "$before" "$file"
        fi
        before=$file
    done >lines
    [ "$(grep -c '^==' lines)" -eq 5 ]
    golden "$drift/published.txt" <lines
}

@test "lines: two versions of Adyen's API" {
    need_corpus
    lines_of "$corpus"/openapi/adyen/CheckoutService-v7{0,1}.yaml >lines
    golden "$drift/adyen.txt" <lines
}

# ---- against a plain difference ---------------------------------------------------------------------

# need_convert: skips the test where the program that turns YAML into JSON is not built.
need_convert() {
    [ -x "$convert" ] || skip "not built: convert"
}

# plain OLD NEW: where the two, YAML, differ as JSON, and how that stands to the comparison.
plain() {
    "$convert" json "$1" >old.json
    "$convert" json "$2" >new.json
    report "$1" "$2"
    jq -nr --slurpfile old old.json --slurpfile new new.json --slurpfile report report.json -f "$drift/plain.jq"
}

@test "plain difference: of two small documents" {
    need_convert
    cat >old.yaml <<'END'
openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /a:
    get:
      summary: old
      responses: { "200": { description: d, content: { a/b: { schema: { type: string } } } } }
components:
  examples: { E: { value: 1 } }
  schemas:
    A: { type: object, properties: { b: { type: string, maxLength: 3 } }, x-a: { b: 1 } }
    B: { enum: [1, 2] }
END
    sed -e 's/version: "1"/version: "2"/; s/summary: old/summary: new/; s/value: 1/value: 2/' \
        -e 's/schema: { type: string/&, maxLength: 7/; s/maxLength: 3/minLength: 1/; s/b: 1/b: 2/' \
        -e 's/\[1, 2\]/[1, 3]/' old.yaml >new.yaml
    plain old.yaml new.yaml | sort >lines
    file_is lines <<'END'
covered: /components/schemas/A/properties/b/maxLength
covered: /components/schemas/A/properties/b/minLength
covered: /components/schemas/A/x-a/b
covered: /components/schemas/B/enum/1
covered: /paths/~1a/get/responses/200/content/a~1b/schema/maxLength
examples beside schemas: /components/examples/E/value
operations but for their schemas: /paths/~1a/get/summary
the document's head: /info/version
END
    jq 'del(.changes[] | select(.code == "D0110"))' report.json >less.json
    run -0 jq -nr --slurpfile old old.json --slurpfile new new.json --slurpfile report less.json -f "$drift/plain.jq"
    out_has 'MISSED: /components/schemas/A/properties/b/minLength'
}

@test "plain difference: nothing of Adyen's API is missed" {
    need_corpus
    need_convert
    plain "$corpus"/openapi/adyen/CheckoutService-v7{0,1}.yaml >lines
    cut -d : -f 1 lines | sort | uniq -c | sed 's/^ *//' >counts
    file_is counts <<'END'
42 covered
7 examples beside schemas
3 the document's head
END
}

# ---- planted changes --------------------------------------------------------------------------------

# plant COUNT FILE: planted.json, with as many changes as plan.json has.
plant() {
    jq --argjson count "$1" -f "$drift/plant.jq" "$2" >plan.json
    [ "$(jq length plan.json)" -eq "$1" ] || fail "$(jq length plan.json) places, not $1"
    jq --slurpfile plan plan.json 'reduce $plan[0][] as $p (.;
        if $p | has("set") then setpath($p.at; $p.set) else delpaths([$p.at]) end)' "$2" >planted.json
}

# all_found FILE [KINDS]: what was planted in it is found, once, and nothing else; of that many kinds.
all_found() {
    report "$1" planted.json
    jq -e '.complete' report.json >/dev/null || fail "not all could be compared"
    jq -r '.[] | "\(.code) \(.pointer)"' plan.json | sort >wanted
    jq -r '.changes[] | "\(.code) \((if .new.exists then .new else .old end).pointer)"' report.json | sort >found
    same_files wanted found
    [ "$(jq '[.[].kind] | unique | length' plan.json)" -ge "$2" ] || fail "too few kinds: $(jq -c '[.[].kind] | unique' plan.json)"
}

@test "planted changes: all are found, and nothing else, in our own document" {
    need_convert
    "$convert" json "$project/openapi/openapi.yaml" >own.json
    plant 20 own.json
    all_found own.json 12
}

@test "planted changes: in Kubernetes" {
    need_corpus
    local name
    for name in kubernetes-v3-api-v1 kubernetes-swagger; do
        plant 100 "$corpus/openapi/$name.json"
        all_found "$corpus/openapi/$name.json" 18
    done
}

@test "planted changes: in GitHub's API" {
    need_corpus
    plant 100 "$corpus/openapi/github.api.github.com.json"
    all_found "$corpus/openapi/github.api.github.com.json" 20
}

@test "planted changes: in other documents, and in a schema" {
    need_corpus
    need_convert
    local name
    for name in xero_accounting twilio_api_v2010 adyen/CheckoutService-v71; do
        "$convert" json "$corpus/openapi/$name.yaml" >document.json
        plant 150 document.json
        all_found document.json 13
    done
    plant 200 "$corpus/openapi/box.json"
    all_found "$corpus/openapi/box.json" 13
    plant 30 "$corpus/validate-bench/cmake-presets/schema.json"
    all_found "$corpus/validate-bench/cmake-presets/schema.json" 10
}

# ---- what is no change -----------------------------------------------------------------------------

# same_in_other_words FILE HOW...: rewritten in these ways, it asks for the same and says the same.
same_in_other_words() {
    local file=$1 how
    shift
    jq . "$file" >as-jq-writes.json # which rounds large numbers
    for how; do
        jq --arg how "$how" -f "$drift/rewrite.jq" "$file" >rewritten.json
        ! cmp -s as-jq-writes.json rewritten.json || fail "nothing is rewritten: $how"
        schemac 0 diff as-jq-writes.json rewritten.json --fail-on any --annotations
        no_output
    done
}

@test "other words: no change in our own document" {
    need_convert
    "$convert" json "$project/openapi/openapi.yaml" >own.json
    same_in_other_words own.json reference inline
}

@test "other words: no change in real documents" {
    need_corpus
    local name
    for name in github.api.github.com kubernetes-swagger box discord; do
        same_in_other_words "$corpus/openapi/$name.json" allof reference inline
    done
}

# reversed FILE: with the members of all objects in reverse order.
reversed() {
    jq --indent 3 'def reversed:
        if type == "object" then to_entries | reverse | map(.value |= reversed) | from_entries
        elif type == "array" then map(reversed) else . end;
        reversed' "$1"
}

@test "another order: no change in our own document" {
    need_convert
    "$convert" json "$project/openapi/openapi.yaml" >own.json
    reversed own.json >other.json
    schemac 0 diff own.json other.json --fail-on any --annotations
    no_output
}

@test "another order: no change in GitHub's API" {
    need_corpus
    reversed "$corpus/openapi/github.api.github.com.json" >other.json
    schemac 0 diff "$corpus/openapi/github.api.github.com.json" other.json --fail-on any --annotations
    no_output
}
