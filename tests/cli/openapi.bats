#!/usr/bin/env bats
#
# Real OpenAPI documents: all of them are read, what is in them comes through, and what is extracted
# compiles in other people's validators and means what it meant. Each test on the corpus has a
# smaller one here on data of our own.
#
# What a document's own faults forbid is listed in openapi-faults.txt. With NIGHTLY=1 all
# documents go to the validators, instead of eight.

bats_require_minimum_version 1.5.0
load helper
load npm/tools

faults=$BATS_TEST_DIRNAME/openapi-faults.txt
documents=$corpus/openapi

# Of all versions, YAML and JSON, in one file and in many.
eight=(
    adyen/CheckoutService-v70.yaml
    multi/cafe-split/cafe.yaml
    multi/v2.0/json/petstore-separate/spec/swagger.json
    museum.yaml
    paypal_checkout_orders_v2.json
    redocly-cafe-3.2.yaml
    slack_web_openapi_v2.json
    xero_accounting.yaml
)

setup_file() {
    prepare_tools
}

# all_documents: their names, as sources.json has them, one a line.
all_documents() {
    sed -n 's/^ *"name": "\(.*\)",$/\1/p' "$documents/sources.json"
}

# named_schemas NAME: how many the document has.
named_schemas() {
    awk -v line="\"name\": \"$1\"," '
        index($0, line) { found = 1 }
        found && sub(/^ *"component_schemas": /, "") { print $0 + 0; exit }' "$documents/sources.json"
}

# definitions FILE: how many the schema in FILE has.
definitions() {
    sed -n '/^  "\($defs\|definitions\)": /,$ { /^    "/p }' "$1" | wc -l
}

# definition NAME FILE: the lines of one.
definition() {
    awk -v head="    \"$1\": " '
        substr($0, 1, length(head)) == head { found = 1 }
        found { sub(/,$/, ""); print }
        found && /^    }/ { exit }' "$2"
}

# ---- all documents are read -----------------------------------------------------------------------

# extracts FOLDER NAME...: all schemas of each document are extracted to two dialects, or what keeps
# it from that is listed.
extracts() {
    local folder=$1 name dialect bad=0
    shift
    for name; do
        for dialect in draft-07 2020-12; do
            run --separate-stderr "$SCHEMAC" extract "$folder/$name" --root-dir "$folder" \
                --root '*' --dialect $dialect -o out.json
            case $status in
            0) [ "$(definitions out.json)" -ge "$(named_schemas "$name")" ] && continue ;;
            2) grep -Eq "^$name: ([0-9]+:[0-9]+|\*): E[0-9]{4}: " "$faults" && continue ;;
            esac
            echo "$name, $dialect: status $status, $(grep -m 1 ': error: ' <<<"$stderr")"
            bad=$((bad + 1))
        done
    done
    [ "$bad" -eq 0 ]
}

@test "openapi: all 38 documents are read, and all their schemas extracted" {
    need_corpus
    local names
    mapfile -t names < <(all_documents)
    [ ${#names[@]} -eq 38 ] || fail "${#names[@]} documents, not 38"
    extracts "$documents" "${names[@]}"
}

@test "openapi: YAML and JSON of one document give the same bytes" {
    need_corpus
    local dialect
    for dialect in draft-07 2020-12; do
        schemac 0 extract "$documents/openai.yaml" --root '*' --dialect $dialect -o yaml.json
        schemac 0 extract "$documents/openai.json" --root '*' --dialect $dialect -o json.json
        cmp yaml.json json.json
    done
}

@test "openapi: a document in one file equals the same in many, schema by schema" {
    need_corpus
    schemac 0 extract "$documents/redocly-cafe-3.2.yaml" --root '*' --order sorted -o one.json
    schemac 0 extract "$documents/multi/cafe-split/cafe.yaml" --root '*' --order sorted -o many.json
    local name count=0
    while read -r name; do
        count=$((count + 1))
        definition "$name" one.json >one
        definition "$name" many.json >many
        same_files one many
    done < <(sed -n '/^  "$defs": /,$ s/^    "\(.*\)": .*/\1/p' one.json)
    [ "$count" -eq 15 ] || fail "$count schemas, not 15"
}

@test "openapi: the golden pairs of the registry, byte for byte" {
    need_corpus
    local pair folder
    for folder in "$documents"/mcp-registry/2*; do
        pair=${folder##*/}
        cp "$folder/openapi.yaml" "$pair.yaml"
        head -n 1 "$folder/expected.server.schema.json" >"$pair.json" # for its line ends
        {
            printf '%s\n' 'version: 1' 'artifacts:' "  $pair.json:"
            printf '    %s\n' "source: $pair.yaml" 'root: ServerDetail' 'dialect: draft-07' \
                'root_form: ref' 'style: go' 'translate: false'
            sed -En 's/^  "\$?(id|comment|title)": (".*"),?\r?$/    \1: \2/p' \
                "$folder/expected.server.schema.json"
        } >schemac.yaml
        schemac 0 generate
        cmp "$pair.json" "$folder/expected.server.schema.json"
    done
    [ "$pair" = 2026-04-29 ]
}

# ---- files ----------------------------------------------------------------------------------------

# depends FOLDER NAME COUNT: the depfile of all schemas in the document has the files that they need
# (npm/files.js), and no other; that many.
depends() {
    need_tools
    cd "$1"
    schemac 0 extract "$2" --root-dir "$1" --root '*' -o "$BATS_TEST_TMPDIR/out.json" \
        --depfile "$BATS_TEST_TMPDIR/out.d"
    awk '
        /^[^ ].*: \\$/ && !found { found = open = 1; next }
        open { open = / \\$/; sub(/^ +/, ""); sub(/ \\$/, ""); gsub(/\\ /, " "); print }
        ' "$BATS_TEST_TMPDIR/out.d" | LC_ALL=C sort >"$BATS_TEST_TMPDIR/has"
    node "$BATS_TEST_DIRNAME/npm/files.js" "$2" | LC_ALL=C sort >"$BATS_TEST_TMPDIR/needs"
    same_files "$BATS_TEST_TMPDIR/needs" "$BATS_TEST_TMPDIR/has"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/has")" -eq "$3" ] || fail "$(wc -l <"$BATS_TEST_TMPDIR/has") files, not $3"
}

@test "openapi: the files that schemas need, and no other, in a small document" {
    mkdir -p paths models
    cat >in.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a: { $ref: paths/a.yaml }
END
    cat >paths/a.yaml <<'END'
get:
  parameters: [{ name: p, in: query, schema: { $ref: '../models/part.yaml#/b' } }]
  responses:
    "200":
      description: { $ref: text.md }
      content:
        application/json:
          schema: { properties: { a b: { $ref: '../models/a b.yaml' } } }
          examples: { one: { $ref: example.yaml } }
  x-samples: [{ $ref: sample.yaml }]
END
    printf '%s\n' 'example: { $ref: data.yaml }' 'items: { $ref: part.yaml#/b }' >'models/a b.yaml'
    printf '%s\n' 'b: { type: string }' 'c: { $ref: other.yaml }' >models/part.yaml
    touch {paths/{text.md,example,sample}.yaml,models/{data,other}.yaml}
    depends "$PWD" in.yaml 4
}

@test "openapi: the files that schemas of real documents need, and no other" {
    need_corpus
    depends "$documents/multi/cafe-split" cafe.yaml 40
    depends "$documents/multi/digitalocean/specification" DigitalOcean-public.v2.yaml 1483
}

# ---- what is in them comes through ----------------------------------------------------------------

# references_in_data FILE: how many "$ref" of the schema in FILE lead elsewhere.
references_in_data() {
    grep '"$ref": "' "$1" | grep -vc '"$ref": "#'
}

# properties_like_keywords FILE: how many properties in the schema, indented JSON, are named so.
properties_like_keywords() {
    awk '
        { match($0, /^ */); depth = RLENGTH; key = "" }
        match($0, /^ *"[^"]*": /) { key = $0; sub(/^ *"/, "", key); sub(/": .*/, "", key) }
        /[\[{]$/ { parent[depth] = key }
        key ~ /^(type|description|default|required|properties)$/ && /[{}],?$/ &&
            parent[depth - 2] == "properties" { count++ }
        END { print count + 0 }' "$1"
}

# zero_fractions FILE: the numbers with one, sorted.
zero_fractions() {
    sed -n 's/.* \(-\{0,1\}[0-9]*\.0*\),\{0,1\}$/\1/p' "$1" | sort | tr '\n' ' '
}

@test "openapi: figures pass through, in a small document" {
    cat >in.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
components:
  schemas:
    Root:
      type: object
      required: [type]
      example: { value: 2.00, schema: { $ref: 'https://schemas.example/common.json#a' } }
      properties:
        type: { type: object, properties: { properties: { type: string, default: 0.0 } } }
        description: { type: string, description: d }
        default: { type: object, nullable: true, default: { properties: 1.0 } }
        required: { type: boolean }
        $ref: { $ref: '#/components/schemas/Leaf' }
    Leaf: { type: number, default: -1.50, example: { $ref: 'x#/y', z: -2569.0 } }
END
    local dialect
    for dialect in draft-07 2020-12; do
        schemac 0 extract in.yaml --root '*' --dialect $dialect -o out.json
        [ "$(references_in_data out.json)" -eq 2 ] || fail "not 2 references"
        [ "$(properties_like_keywords out.json)" -eq 5 ] || fail "not 5 properties"
        [ "$(zero_fractions out.json)" = '-2569.0 0.0 1.0 2.00 ' ] || fail "$(zero_fractions out.json)"
    done
}

@test "openapi: 60 \$ref in the data of Square" {
    need_corpus
    local file=$documents/square.json name dialect
    local roots=()
    while read -r name; do
        roots+=(--root "$name")
    done < <(awk '
        /^      "[^"]*": \{/ { name = $1; gsub(/[":]/, "", name) }
        /"\$ref": "http/ && name != last { print name; last = name }' "$file")
    for dialect in draft-07 2020-12; do
        schemac 0 extract "$file" "${roots[@]}" --dialect $dialect -o out.json
        [ "$(references_in_data out.json)" -eq 60 ] || fail "$(references_in_data out.json), not 60"
    done
}

@test "openapi: 6 numbers with a zero fraction of Xero" {
    need_corpus
    local dialect
    for dialect in draft-07 2020-12; do
        schemac 0 extract "$documents/xero_accounting.yaml" --root '*' --dialect $dialect -o out.json
        [ "$(zero_fractions out.json)" = '-2569.00 0.00 0.00 2.00 2.00 2.00 ' ] ||
            fail "$(zero_fractions out.json)"
    done
}

@test "openapi: 1,130 properties of GitHub that are named like keywords" {
    need_corpus
    local dialect
    for dialect in draft-07 2020-12; do
        schemac 0 extract "$documents/github.api.github.com.json" --root '*' --dialect $dialect -o out.json
        [ "$(properties_like_keywords out.json)" -eq 1130 ] ||
            fail "$(properties_like_keywords out.json), not 1130"
    done
}

# ---- other people's validators --------------------------------------------------------------------

# judge FOLDER NAME...: what openapi.js finds in the documents, two at a time, in the file found. One
# of two equal documents is read as what it is by its keywords.
judge() {
    local folder=$1
    shift
    # shellcheck disable=SC2016  # for that shell to expand
    printf '%s\n' "$@" | xargs -P 2 -I{} bash -c '
        more=()
        [ "$4" != openai.json ] || more=(--assume 3.0)
        timeout 900 node "$1/npm/openapi.js" "$2" "$3" "$4" "${more[@]}" || echo "$4: status $?" >&2
        ' - "$BATS_TEST_DIRNAME" "$SCHEMAC" "$folder" {} 2>wrong | LC_ALL=C sort >found
}

# compiles FOLDER LIST NAME...: what is extracted from the documents compiles, but for what LIST has.
compiles() {
    local name
    need_tools
    judge "$1" "${@:3}"
    for name in "${@:3}"; do
        sed -En "s|^($name: [^ ]+: [^:]+): .*|\1|p" "$2"
    done | LC_ALL=C sort >listed
    diff /dev/null wrong
    diff -u listed found
}

@test "openapi: what is extracted from small documents compiles, but for their faults" {
    cat >good.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
components:
  schemas:
    Pet:
      type: object
      nullable: true
      required: [kind]
      discriminator: { propertyName: kind, mapping: { cat: Cat } }
      externalDocs: { url: https://docs.example }
      properties:
        kind: { type: string, example: cat, xml: { name: k } }
        age: { type: integer, minimum: 0, exclusiveMinimum: true, x-order: 1 }
        owner: { nullable: true, allOf: [{ $ref: '#/components/schemas/a~1b' }] }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
    a/b: { type: string, pattern: '^[a-z\-]+$', nullable: true, enum: [a] }
END
    cat >bad.json <<'END'
{ "openapi": "3.1.0", "components": { "schemas": {
  "Root": { "properties": { "a": { "$ref": "#/components/schemas/Pattern" } } },
  "Pattern": { "type": "string", "pattern": "(" },
  "Required": { "type": "object", "properties": { "a": { "type": "string", "required": true } } },
  "Dangling": { "$ref": "#/components/schemas/None" },
  "Needs": { "$ref": "#/components/schemas/Dangling" }
} } }
END
    cat >list <<'END'
bad.json: 5:25: E0402: the fault of Dangling.
bad.json: Pattern: ajv, compile: the fault of Pattern.
bad.json: Required: ajv, metaschema, compile: the fault of Required.
END
    compiles . list good.yaml bad.json
}

@test "openapi: what is extracted from eight documents, at night from all, compiles" {
    need_corpus
    local names=("${eight[@]}")
    if [ -n "${NIGHTLY-}" ]; then mapfile -t names < <(all_documents); fi
    compiles "$documents" "$faults" "${names[@]}"
}

# ---- verdicts on instances ------------------------------------------------------------------------

# verdicts COUNT FOLDER NAME...: the oracle and ajv judge COUNT instances of each schema alike, and
# both verdicts occur.
verdicts() {
    local count=$1 folder=$2
    shift 2
    need_tools
    # shellcheck disable=SC2016  # for that shell to expand
    printf '%s\n' "$@" | xargs -P 2 -I{} bash -c '
        more=()
        [ "$6" != openai.json ] || more=(--assume 3.0)
        timeout 900 node "$1/npm/verdicts.js" "$2" "$3" "$4" "$6" "$5" "${more[@]}" ||
            echo "$6: status $?"
        ' - "$BATS_TEST_DIRNAME" "$SCHEMAC" "$(dirname "$SCHEMAC")/tests/oracle/oracle" \
        "$folder" "$count" {} >judged 2>&1
    cat judged
    [ "$(wc -l <judged)" -eq $# ] || return 1
    awk '{ valid += $2; invalid += $4 } END { print valid, invalid; exit !(valid && invalid) }' judged
}

@test "openapi: what is extracted from a small document means what it means" {
    cat >in.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
components:
  schemas:
    Pet:
      type: object
      required: [kind]
      properties:
        kind: { type: string, enum: [cat, dog], nullable: true }
        age: { type: integer, minimum: 0, exclusiveMinimum: true }
        owner: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] }
    Owner: { type: object, additionalProperties: { $ref: '#/components/schemas/Pet', maxProperties: 1 } }
END
    verdicts 200 . in.yaml

    # A program that gets it wrong is found out.
    printf '%s\n' '#!/bin/sh' "exec '$SCHEMAC' \"\$@\" --honour-ref-siblings" >other
    chmod +x other
    ln -s "$(dirname "$SCHEMAC")/tests" tests
    SCHEMAC=$PWD/other run ! verdicts 200 . in.yaml
    out_has 'in.yaml: Owner: true, not false,false,false: '
}

@test "openapi: what is extracted from eight documents, at night from all, means what they mean" {
    need_corpus
    local names=("${eight[@]}") count=10
    if [ -n "${NIGHTLY-}" ]; then
        mapfile -t names < <(all_documents)
        count=20
    fi
    verdicts $count "$documents" "${names[@]}"
}

# ---- the list -------------------------------------------------------------------------------------

@test "openapi: the list of faults is sorted and gives reasons" {
    LC_ALL=C sort -c "$faults"
    run ! grep -Ev '^#|^[^ ]+: [^ ]+: [A-Za-z0-9, ()-]+: [^ ].*[^ ]\.$' "$faults"
}
