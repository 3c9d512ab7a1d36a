#!/usr/bin/env bats
#
# What hurts people with the tools that they glue together today, each answered right. A test is
# named after the pain, and begins with whose it was, as OWNER/REPOSITORY#THREAD. Behind them stand
# the findings of our own trials of those tools.
#
# The numbers are those of the collection.

bats_require_minimum_version 1.5.0
load helper
load npm/tools

setup_file() {
    prepare_tools
}

# document VERSION <<<SCHEMAS: in.yaml, a document of OpenAPI 3 with these schemas, which begin in
# line 5.
document() {
    { printf '%s\n' "openapi: $1" 'info: { title: T, version: "1" }' 'components:' '  schemas:' &&
        cat; } >in.yaml
}

# extract STATUS OPTION...: of in.yaml.
extract() {
    local expected=$1
    shift
    schemac "$expected" extract in.yaml "$@"
}

# inlined OPTION... <<<TEXT: the schema Root of in.yaml, without its $schema, is TEXT.
inlined() {
    extract 0 --root Root --root-form inline "$@"
    sed '/^  "\$schema": /d' <<<"$output" >out.json
    file_is out.json
}

# definitions NAME...: those of the last result, in their order.
definitions() {
    local names
    names=$(sed -n '/^  "\($defs\|definitions\)": /,$ s/^    "\(.*\)": .*/\1/p' <<<"$output" |
        tr '\n' ' ')
    [ "$names" = "${*:+$* }" ] || fail "the definitions are: $names"
}

# ends_within SECONDS STATUS ARGUMENT...: as schemac, in no more CPU time than that.
ends_within() {
    local expected=$2
    run --separate-stderr bash -c 'ulimit -t "$1"; shift; exec "$@"' - "$1" "$SCHEMAC" "${@:3}"
    [ "$status" -eq "$expected" ] || fail "schemac ${*:3}: status $status"
}

# bomb: in.yaml, where Root is aliases of aliases, nine to the power of nine of them.
bomb() {
    local i
    {
        echo '    Root:'
        echo '      default:'
        echo '      - &a0 [x, x, x, x, x, x, x, x, x]'
        for i in {0..8}; do
            printf -- '      - &a%d [%s]\n' $((i + 1)) \
                "*a$i, *a$i, *a$i, *a$i, *a$i, *a$i, *a$i, *a$i, *a$i"
        done
    } | document 3.1.0
}

# ---- the pains ------------------------------------------------------------------------------------

@test "pain 1: what a generated schema lost had to be found by a person" {
    # modelcontextprotocol/registry#629
    cat >written.json <<'END'
{
  "type": "object",
  "required": ["name", "version"],
  "properties": {
    "name": {"type": "string", "pattern": "^[a-z]+/[a-z]+$", "minLength": 3, "maxLength": 200},
    "version": {"type": "string", "maxLength": 255, "description": "SECURITY: pin it."},
    "status": {"enum": ["active", "deleted"]}
  },
  "additionalProperties": false
}
END
    cat >generated.json <<'END'
{
  "properties": {
    "status": {"type": "string"},
    "version": {"type": "string"},
    "name": {"type": "string", "minLength": 1}
  },
  "required": ["name"],
  "type": "object"
}
END
    schemac 1 diff written.json generated.json --annotations --for readers
    # A line for each constraint that is lost or loosened, at the place where it was.
    local code
    for code in D0106 D0111 D0113 D0117 D0121 D0152; do out_has "[$code]"; done
    out_has 'written.json:5:32: '
    out_has 'written.json:5:62: note: it was this'
    out_has 'SECURITY: pin it.'
    out_has 'for example'
    err_lacks '['
}

@test "pain 2: the published bytes of a Go program had to be imitated" {
    # modelcontextprotocol/registry#1380, #178, #459
    document 3.1.0 <<'END'
    Root: { type: number, minimum: 1.0, maximum: 1.0e+21, description: "a <b> & c\u2028" }
END
    extract 0 --root Root --style go --dialect draft-07 --root-form ref --no-translate
    printf '%s\n' "$output" >out.json
    file_is out.json <<'END'
{
  "$ref": "#/definitions/Root",
  "$schema": "http://json-schema.org/draft-07/schema#",
  "definitions": {
    "Root": {
      "description": "a \u003cb\u003e \u0026 c\u2028",
      "maximum": 1e+21,
      "minimum": 1,
      "type": "number"
    }
  }
}
END
}

@test "pain 3: nullable beside allOf, oneOf or anyOf is stripped" {
    # openapi-contrib/openapi-schema-to-json-schema#76
    local keyword dialect
    for keyword in allOf oneOf anyOf; do
        document 3.0.3 <<END
    Root: { nullable: true, $keyword: [{ \$ref: '#/components/schemas/Leaf' }] }
    Leaf: { type: object }
END
        for dialect in draft-04 draft-07 2020-12; do
            extract 0 --root Root --root-form inline --dialect $dialect
            out_has '"type": "null"'
            out_has '/Leaf"'
            out_lacks nullable
        done
    done
}

@test "pain 4: a nullable enum refuses null after the conversion" {
    # mikunn/openapi-schema-to-json-schema#18, PrefectHQ/fastmcp#2093
    document 3.0.3 <<'END'
    Root: { type: string, nullable: true, enum: [a, b] }
END
    inlined --dialect draft-07 <<'END'
{
  "type": [
    "string",
    "null"
  ],
  "enum": [
    "a",
    "b",
    null
  ]
}
END
}

@test "pain 5: a whole document comes back with only \$schema added" {
    # openapi-contrib/openapi-schema-to-json-schema#75
    document 3.0.3 <<'END'
    Order: {}
    Customer: {}
END
    extract 2
    no_output
    err_has '[E0408]'
    err_has 'Order, Customer'
}

@test "pain 6: no root can be chosen, and only components count" {
    # instrumenta/openapi2jsonschema#41, #39
    cat >in.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /pets:
    get:
      responses:
        "200":
          description: d
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Pet' } }
components:
  schemas:
    Pet: { type: object }
    Other: { type: object }
END
    extract 0 --root '/paths/~1pets/get/responses/200/content/application~1json/schema'
    out_has '"type": "array"'
    out_has '"$ref": "#/$defs/Pet"'
    out_lacks Other
    extract 0 --root Pet
    definitions Pet
}

@test "pain 7: OpenAPI users cannot use a JSON Schema program on their schemas" {
    # sourcemeta/jsonschema#80
    need_tools
    document 3.0.3 <<'END'
    Root:
      type: object
      example: { n: 1 }
      properties:
        n: { type: integer, nullable: true, minimum: 0, exclusiveMinimum: true }
        next: { $ref: '#/components/schemas/Root' }
END
    echo '{"n": 1, "next": {"n": null}}' >right.json
    echo '{"n": 1, "next": {"n": 0}}' >wrong.json
    local dialect
    for dialect in draft-04 draft-06 draft-07 2019-09 2020-12; do
        extract 0 --root Root --dialect $dialect -o out.json
        run --separate-stderr sourcemeta metaschema out.json
        [ "$status" -eq 0 ] || fail "$dialect: metaschema: status $status"
        run --separate-stderr sourcemeta validate out.json right.json
        [ "$status" -eq 0 ] || fail "$dialect: a right document: status $status"
        run --separate-stderr sourcemeta validate out.json wrong.json
        [ "$status" -eq 2 ] || fail "$dialect: a wrong document: status $status"
    done
}

@test "pain 8: a component of \$ref and required is replaced by its target" {
    # Redocly/redocly-cli#1611
    document 3.1.0 <<'END'
    Root: { $ref: '#/components/schemas/Leaf', required: [name] }
    Leaf: { type: object }
END
    extract 0 --root Root
    definitions Root Leaf
    out_has $'"$ref": "#/$defs/Leaf",\n      "required": [\n        "name"\n      ]'
    extract 0 --root Root --dialect draft-07
    definitions Root Leaf
    out_has $'"allOf": [\n        {\n          "$ref": "#/definitions/Leaf"\n        }\n      ]'
    out_has $'"required": [\n        "name"\n      ]'
}

@test "pain 9: references in what stands beside a \$ref are not followed" {
    # Redocly/redocly-cli#2768
    document 3.1.0 <<'END'
    Root: { $ref: '#/components/schemas/A', properties: { b: { $ref: '#/components/schemas/B' } } }
    A: {}
    B: { not: { $ref: '#/components/schemas/C' } }
    C: {}
END
    local dialect
    for dialect in draft-07 2020-12; do
        extract 0 --root Root --dialect $dialect
        definitions Root A B C
        out_lacks '#/components'
    done
}

@test "pain 10: nullable beside \$ref is ignored without a word" {
    # getkin/kin-openapi#927, Pylons/pyramid_openapi3#159
    document 3.0.3 <<'END'
    Root:
      properties:
        leaf: { $ref: '#/components/schemas/Leaf', nullable: true }
    Leaf: { type: object }
END
    extract 0 --root Root
    err_has 'in.yaml:7:'
    err_has ': warning: '
    err_has 'honour_ref_siblings'
    out_lacks null
    extract 0 --root Root --honour-ref-siblings
    out_has '"type": "null"'
}

@test "pain 11: references lead to positions in other schemas, even through a \$ref" {
    # APIDevTools/json-schema-ref-parser#338, #15, APIDevTools/swagger-parser#127, #161
    document 3.1.0 <<'END'
    Root:
      properties:
        a: { $ref: '#/components/schemas/Owner/properties/part' }
        b: { $ref: '#/components/schemas/Owner/properties/part/properties/x' }
    Owner: { properties: { part: { properties: { x: { type: string } } }, unused: {} } }
END
    extract 0 --root Root
    definitions Root Owner_part Owner_part_x
    out_has '"$ref": "#/$defs/Owner_part"'
    out_has '"$ref": "#/$defs/Owner_part_x"'
    out_lacks unused
}

@test "pain 12: unquoted NO and YES become booleans" {
    # OpenAPITools/openapi-generator#18510, swagger-api/swagger-parser#1205, #1741
    document 3.1.0 <<'END'
    Root: { enum: [NO, YES, on, off, y, n, true] }
END
    inlined <<'END'
{
  "enum": [
    "NO",
    "YES",
    "on",
    "off",
    "y",
    "n",
    true
  ]
}
END
    err_has 'in.yaml:5:20: warning: YAML 1.1 readers take "NO" for '
}

@test "pain 13: 1.0 becomes 1, and long numbers are rounded" {
    # Redocly/redocly-cli#1618, stoplightio/yaml#53, swagger-api/swagger-parser#2242
    document 3.0.3 <<'END'
    Root:
      type: number
      minimum: 1.0
      maximum: 12345678901234567890
      multipleOf: 0.0000001
      default: 1e3
END
    inlined <<'END'
{
  "type": "number",
  "minimum": 1.0,
  "maximum": 12345678901234567890,
  "multipleOf": 0.0000001,
  "default": 1e3
}
END
}

@test "pain 14: unquoted dates turn into time stamps" {
    # swagger-api/swagger-ui#8021, Redocly/redoc#1293
    document 3.1.0 <<'END'
    Root: { default: 2020-01-01, enum: [2020-01-01, 2020-01-01T00:00:00Z] }
END
    inlined <<'END'
{
  "default": "2020-01-01",
  "enum": [
    "2020-01-01",
    "2020-01-01T00:00:00Z"
  ]
}
END
    err_has 'in.yaml:5:22: warning: '
}

@test "pain 15: a \$ref in example data is resolved and reported missing" {
    # stoplightio/spectral#2830, Azure/azure-rest-api-specs#13197
    document 3.1.0 <<'END'
    Root:
      const: { $ref: '#/nowhere' }
      enum: [{ $ref: missing.yaml }]
      default: { $ref: https://example.com/x.json }
      example: { $ref: '#/components/schemas/None' }
      examples: [{ $ref: 1 }]
      x-data: { $ref: '#/nowhere' }
END
    extract 0 --root Root
    no_stderr
    [ "$(grep -c '"$ref": ' <<<"$output")" -eq 7 ] || fail "not 6 in data and 1 at the top"
    definitions Root
}

@test "pain 16: discriminator.mapping keeps paths of files that are no more" {
    # Redocly/redocly-cli#1602, pb33f/libopenapi#433, RonnyPfannschmidt/prance#173
    document 3.1.0 <<'END'
    Root:
      oneOf: [{ $ref: pets/cat.yaml }]
      discriminator:
        propertyName: kind
        mapping: { cat: pets/cat.yaml, dog: './pets/dog.yaml#/Dog' }
END
    mkdir pets
    echo '{ type: object, title: cat }' >pets/cat.yaml
    echo 'Dog: { type: object, title: dog }' >pets/dog.yaml
    extract 0 --root Root
    definitions Root cat Dog
    out_has '"cat": "#/$defs/cat"'
    out_has '"dog": "#/$defs/Dog"'
    out_lacks pets
}

@test "pain 17: %24, %7B and ~1 in a reference are looked up as they stand" {
    # Azure/autorest#4552, gazpachoking/jsonref#38, manchenkoff/openapi3-parser#98
    document 3.1.0 <<'END'
    Root:
      properties:
        a: { $ref: '#/components/schemas/%24a%7Bb%7D' }
        b: { $ref: '#/components/schemas/a~1b~0c' }
        c: { $ref: '#/components/schemas/d%7E1e' }
    $a{b}: { title: one }
    a/b~c: { title: two }
    d/e: { title: three }
END
    extract 0 --root Root
    definitions Root '$a{b}' 'a/b~c' d/e
    out_has '"$ref": "#/$defs/$a%7Bb%7D"'
    out_has '"$ref": "#/$defs/a~1b~0c"'
    out_has '"$ref": "#/$defs/d~1e"'
}

@test "pain 18: keys that stand twice pass, and one definition is lost" {
    # go-swagger/go-swagger#1464, ttlequals0/MinusPod#287
    document 3.1.0 <<'END'
    Root: { type: object }
    Leaf: {}
    Root: { type: string }
END
    extract 2 --root Root
    no_output
    err_has 'in.yaml:7:5: error: the key "Root" stands twice [E0302]'
    err_has 'in.yaml:5:5: note: first here'
}

@test "pain 19: git diff passes when the generated file was never committed" {
    # awslabs/automated-security-helper#466, cilium/cilium#26790, linagora/cozy-client#1712
    small_project
    git init -q .
    git add -A
    schemac 1 check
    err_has 'schemas/pet.schema.json: error: '
    err_has '[D0001]'
    schemac 0 generate
    schemac 0 check
    schemac 1 check --index # it is made, but not staged
    err_has '[D0001]'
    git add -A
    schemac 0 check --index
}

@test "pain 19, too: the gate was there, and nothing ran it" {
    # adcontextprotocol/adcp#4515
    "$project/tools/pre-commit" --help >/dev/null
    grep -q '^- id: schemac' "$project/.pre-commit-hooks.yaml"
    grep -q 'make check-schema' "$project/README.md"
    grep -q "^stage check-schema " "$project/.ci/run"
}

# ---- more threads ---------------------------------------------------------------------------------

@test "pain 20: \"no breaking changes\", though a type changed" {
    # oasdiff/oasdiff#1090, #314, #610
    document 3.0.3 <<'END'
    Root: { type: object, properties: { a: { $ref: '#/components/schemas/Deep' } } }
    Deep: { oneOf: [{ type: object, properties: { list: { type: array, items: { type: string } } } }] }
END
    mv in.yaml old.yaml
    sed 's/type: array, items: { type: string }/type: object/' old.yaml >in.yaml
    schemac 1 diff old.yaml in.yaml
    out_has '/Deep/oneOf/0/properties/list/type'
    out_has 'breaks writers'
    # In one of several branches, behind references.
    document 3.0.3 <<'END'
    Root: { type: array, items: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] } }
    Cat: { type: object, required: [is], properties: { is: { enum: [cat] }, lives: { type: integer } } }
    Dog: { type: object, required: [is], properties: { is: { enum: [dog] }, tricks: { type: array } } }
END
    mv in.yaml branches.yaml
    sed 's/tricks: { type: array }/tricks: { type: object }/' branches.yaml >in.yaml
    schemac 1 diff branches.yaml in.yaml --root Root
    out_has 'the type was an array, and is an object (breaks writers and readers) [D0101]'
    sed "s/, { .ref: '#.components.schemas.Dog' }//" branches.yaml >in.yaml
    ! cmp -s branches.yaml in.yaml
    schemac 1 diff branches.yaml in.yaml --root Root --for writers
    out_has '[D0133]'
    schemac 1 diff in.yaml branches.yaml --root Root --for readers
    out_has '[D0132]'
    # What cannot be compared is never taken for the same.
    sed 's/Deep. }/Nowhere'"'"' }/' old.yaml >in.yaml
    schemac 2 diff old.yaml in.yaml
    err_has '[E0402]'
    document 3.0.3 <<'END'
    Other: { type: string }
END
    schemac 2 diff old.yaml in.yaml
    err_has '[E0905]'
}

@test "pain, order: what stands elsewhere in a list is reported as a change" {
    # pb33f/openapi-changes#104, pb33f/libopenapi#170
    document 3.1.0 <<'END'
    Root: { anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, { type: "null" }], enum: [1, 2, null] }
    A: { type: [object, array], required: [a, b], allOf: [{ maxProperties: 3 }, { $ref: '#/components/schemas/B' }] }
    B: { oneOf: [{ type: string, maxLength: 3 }, { type: integer }, { type: object, properties: { a: {}, b: {} } }] }
END
    mv in.yaml old.yaml
    document 3.1.0 <<'END'
    B: { oneOf: [{ type: object, properties: { b: {}, a: {} } }, { type: integer }, { maxLength: 3, type: string }] }
    A: { allOf: [{ $ref: '#/components/schemas/B' }, { maxProperties: 3 }], required: [b, a], type: [array, object] }
    Root: { enum: [null, 2, 1], anyOf: [{ type: "null" }, { $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/A' }] }
END
    schemac 0 diff old.yaml in.yaml --fail-on any --annotations
    no_output
}

@test "pain, aliases: bombs pass, and real documents meet a limit of 100" {
    # nodeca/js-yaml#738, microsoft/OpenAPI.NET#3000; scalar/openapi-parser#99, Mermade/openapi-filter#23
    bomb
    ends_within 5 3 extract in.yaml --root Root
    no_output
    err_has '[L0'

    local i
    {
        echo '    Leaf: &leaf { type: string }'
        echo '    Root:'
        echo '      properties:'
        for i in {1..5000}; do echo "        p$i: *leaf"; done
    } | document 3.1.0
    extract 0 --root Root
    out_has '"p5000": {'
}

@test "pain, merge keys: they are taken for properties, or for nothing" {
    # Mermade/oas-kit#217, daveshanley/vacuum#831, opticdev/optic#2826
    document 3.1.0 <<'END'
    Base: &base { type: object, title: base }
    Root: { <<: *base, title: own }
END
    inlined <<'END'
{
  "type": "object",
  "title": "own"
}
END
}

@test "pain, anchors: they stand in the output" {
    # metadevpro/openapi3-ts#143
    document 3.1.0 <<'END'
    Root: { properties: { a: &part { title: t }, b: *part } }
END
    extract 0 --root Root
    [ "$(grep -c '"title": "t"' <<<"$output")" -eq 2 ] || fail "not two"
    out_lacks '&part'
    out_lacks '*part'
}

@test "pain, escapes of Go: they come unasked" {
    # giantswarm/schemalint#41, TomWright/dasel#556
    document 3.1.0 <<'END'
    Root: { pattern: "^<[^&>]+>$" }
END
    extract 0 --root Root
    out_has '"pattern": "^<[^&>]+>$"'
    extract 0 --root Root --style go
    out_has '"pattern": "^\u003c[^\u0026\u003e]+\u003e$"'
}

@test "pain, time stamps: each run writes another file" {
    # dotkernel/api#547, infrahq/infra#1270
    small_project
    schemac 0 generate
    mv schemas before
    sleep 1.1
    TZ=Asia/Tokyo schemac 0 generate
    diff -r before schemas
}

@test "pain, clashes of names: two schemas of one name become one" {
    # Redocly/redocly-cli#1285, SebastienMelki/sebuf#243
    document 3.1.0 <<'END'
    Root:
      properties:
        a: { $ref: 'a.yaml#/Leaf' }
        b: { $ref: 'b.yaml#/Leaf' }
        c: { $ref: 'c.yaml#/Leaf' }
END
    echo 'Leaf: { type: string }' >a.yaml
    echo 'Leaf: { type: integer }' >b.yaml
    echo 'Leaf: { type: string }' >c.yaml
    extract 0 --root Root
    [ "$(grep -c '"type": "string"' <<<"$output")" -eq 1 ] || fail "what is the same is there twice"
    out_has '"type": "integer"'
    err_count 1 ': warning: '
}

@test "pain, order: it is told as a change" {
    # pb33f/openapi-changes#104, pb33f/libopenapi#170
    small_project
    schemac 0 generate
    sed -i -e '/"type": "string",/d' -e 's/^\( *\)"maxLength": 20$/\1"maxLength": 20,\n\1"type": "string"/' \
        schemas/pet.schema.json
    schemac 1 check
    err_has 'schemas/pet.schema.json: error: '
    err_has '[D0005]'
    err_lacks '[D0006]'
}

@test "pain, places: messages have none" {
    # readmeio/rdme#1046, swagger-api/swagger-parser#200
    document 3.1.0 <<'END'
    Root:
      properties:
        leaf: { $ref: '#/components/schemas/Laef' }
    Leaf: {}
END
    extract 2 --root Root
    err_has 'in.yaml:7:23: error: '
    err_has 'did you mean "Leaf"?'
}

@test "pain, boolean bounds: they are copied where numbers must stand" {
    # PayU/api-schema-builder#86
    document 3.0.3 <<'END'
    Root: { type: number, minimum: 0, exclusiveMinimum: true, maximum: 9.50, exclusiveMaximum: false }
END
    inlined --dialect draft-07 <<'END'
{
  "type": "number",
  "exclusiveMinimum": 0,
  "maximum": 9.50
}
END
}

@test "pain, octal: 017 and 0o17 mean one thing here and another there" {
    # eemeli/yaml#205
    document 3.1.0 <<'END'
    Root: { enum: [017, 0o17, 090, 0x1F, 1_000, 12:30] }
END
    inlined <<'END'
{
  "enum": [
    17,
    15,
    90,
    31,
    "1_000",
    "12:30"
  ]
}
END
    err_has 'in.yaml:5:20: warning: '
    err_has '[W0201]'
}

@test "pain, example: strict validators refuse the keyword" {
    # fastify/help#948
    need_tools
    document 3.0.3 <<'END'
    Root:
      type: object
      example: { a: 1 }
      properties: { example: { type: integer, example: 1 } }
END
    local dialect
    for dialect in draft-07 2020-12; do
        extract 0 --root Root --dialect $dialect -o out.json
        run --separate-stderr ajv $dialect '{"strict": true}' out.json '{"example": 1}' '{"example": "1"}'
        [ "$status" -eq 0 ] || fail "$dialect: status $status"
        [ "$output" = $'valid\ninvalid' ] || fail "$dialect: wrong verdicts"
    done
}

@test "pain, checking: the generator can only write" {
    # losisin/helm-values-schema-json#82
    small_project
    schemac 0 generate
    schemac 0 check
    sed -i 's/maxLength: 20/maxLength: 21/' openapi/openapi.yaml
    age schemas/*
    stamp schemas/* >before
    schemac 1 check
    err_has 'schemas/pet.schema.json:'
    err_has '[D0006]'
    stamp schemas/* >after
    same_files before after
}

# ---- what our own trials found --------------------------------------------------------------------

@test "finding 1: no tool takes a root and gives one standalone schema, checked" {
    cat >in.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
components:
  schemas:
    Root: { properties: { a: { $ref: 'leaf.yaml' } }, example: {} }
END
    printf '%s\n' 'type: string' 'nullable: true' >leaf.yaml
    printf '%s\n' 'version: 1' 'source: in.yaml' 'artifacts: { out.json: { root: Root } }' >schemac.yaml
    schemac 0 generate
    file_is out.json <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "allOf": [
    {
      "$ref": "#/$defs/Root"
    }
  ],
  "$defs": {
    "Root": {
      "properties": {
        "a": {
          "$ref": "#/$defs/leaf"
        }
      },
      "examples": [
        {}
      ]
    },
    "leaf": {
      "type": [
        "string",
        "null"
      ]
    }
  }
}
END
    schemac 0 check
    echo 'maxLength: 5' >>leaf.yaml
    schemac 1 check
    err_has 'leaf.yaml:3:'
}

@test "finding 2: the schema that is really published fails in three validators" {
    document 3.1.0 <<'END'
    Root: { type: object, example: {} }
END
    extract 0 --root Root --dialect draft-07 --id https://x.example/s.json --title T
    printf '%s\n' "$output" >out.json
    file_is out.json <<'END'
{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "$id": "https://x.example/s.json",
  "title": "T",
  "allOf": [
    {
      "$ref": "#/definitions/Root"
    }
  ],
  "definitions": {
    "Root": {
      "type": "object",
      "examples": [
        {}
      ]
    }
  }
}
END
    extract 0 --root Root --dialect draft-07 --root-form ref
    out_has $'schema#",\n  "$ref": "#/definitions/Root",\n  "definitions": {'
}

@test "finding 2, too: what is extracted for draft-07 is read by those three" {
    need_tools
    document 3.1.0 <<'END'
    Root: { type: object, required: [a], properties: { a: { type: string, example: x } } }
END
    extract 0 --root Root --dialect draft-07 --id https://x.example/s.json --title T -o out.json
    echo '{"a": "x"}' >right.json
    echo '{"a": 1}' >wrong.json
    run --separate-stderr sourcemeta validate out.json right.json
    [ "$status" -eq 0 ] || fail "a right document: status $status"
    run --separate-stderr sourcemeta validate out.json wrong.json
    [ "$status" -eq 2 ] || fail "a wrong document: status $status"
    run --separate-stderr sourcemeta bundle out.json
    [ "$status" -eq 0 ] || fail "bundle: status $status"
    run --separate-stderr ajv draft-07 '{"strict": true}' out.json '{"a": "x"}' '{"a": 1}'
    [ "$output" = $'valid\ninvalid' ] || fail "wrong verdicts"
}

@test "finding 3: the bytes of the registry's own tool can be had" {
    document 3.1.0 <<'END'
    Root:
      zeta: "&"
      properties:
        b: { $ref: '#/components/schemas/Leaf' }
        a: { const: '#/components/schemas/Leaf' }
    Leaf: { example: { '$text': '#/components/schemas/Leaf' } }
    Out: {}
END
    extract 0 --root Root --dialect draft-07 --root-form ref --style go --no-translate
    printf '%s\n' "$output" >out.json
    file_is out.json <<'END'
{
  "$ref": "#/definitions/Root",
  "$schema": "http://json-schema.org/draft-07/schema#",
  "definitions": {
    "Leaf": {
      "example": {
        "$text": "#/components/schemas/Leaf"
      }
    },
    "Root": {
      "properties": {
        "a": {
          "const": "#/components/schemas/Leaf"
        },
        "b": {
          "$ref": "#/definitions/Leaf"
        }
      },
      "zeta": "\u0026"
    }
  }
}
END
}

@test "finding 4: no diff guards a schema that is used as a file format" {
    # Nothing is reached from an operation, and three tools pass all of it.
    document 3.1.0 <<'END'
    Root:
      type: object
      required: [a]
      properties:
        a: { enum: [one, two, three] }
        b: { type: array, items: { type: string } }
paths: {}
END
    mv in.yaml old.yaml
    local change
    for change in 's/required: .a/&, c/;D0116' 's/, two//;D0103' 's/type: array, items.* }/type: object }/;D0101'; do
        sed "${change%;*}" old.yaml >in.yaml
        ! cmp -s old.yaml in.yaml
        schemac 1 diff old.yaml in.yaml
        out_has "[${change##*;}]"
        out_has 'breaks writers'
        out_has 'suggested step: major'
        schemac 1 diff old.yaml in.yaml --root Root --for writers
    done
    # Nor does an operation that reaches something else hide it, nor a schema that is gone.
    sed 's/^paths: {}/    Other: { type: string }/' old.yaml >used.yaml
    printf '%s\n' 'paths:' '  /a: { get: { responses: { "200": { description: d, content: { a/b: { schema: { $ref: "#/components/schemas/Other" } } } } } } }' >>used.yaml
    sed 's/, two//' used.yaml >in.yaml
    schemac 1 diff used.yaml in.yaml
    out_has '[D0103]'
    sed '/^    Root:/,/^        b:/d' used.yaml >in.yaml
    schemac 1 diff used.yaml in.yaml --fail-on undecided
    out_has 'the schema "Root" is gone'
    # The direction is a setting, and a property more breaks nobody.
    sed 's/, two//' old.yaml >in.yaml
    schemac 0 diff old.yaml in.yaml --for readers
    sed 's/b: { type/c: { type: string }\n        &/' old.yaml >in.yaml
    ! cmp -s old.yaml in.yaml
    schemac 0 diff old.yaml in.yaml --for writers --rule D0118=safe
    out_has '[D0118]'
}

@test "finding 5: a JSON reader refuses real documents" {
    printf '\xef\xbb\xbf{"openapi": "3.1.0", "components": {"schemas": {"Root": {
        "minimum": -9223372036854776000, "maximum": 18446744073709551616, "multipleOf": 1,
        "default": "a\\u0000b"}}}}' >in.json
    schemac 0 extract in.json --root Root --root-form inline
    no_stderr
    out_has '"minimum": -9223372036854776000,'
    out_has '"maximum": 18446744073709551616,'
    out_has '"multipleOf": 1,'
    out_has '"default": "a\u0000b"'

    echo '{"openapi": "3.1.0", "components": {"schemas": {"Root": {"title": "a", "title": "b"}}}}' >in.json
    schemac 2 extract in.json --root Root
    err_has 'in.json:1:72: error: the key "title" stands twice [E0302]'

    {
        printf '{"openapi": "3.1.0", "components": {"schemas": {"Root": {"default": '
        printf '[%.0s' {1..100000}
    } >in.json
    ends_within 5 3 extract in.json --root Root
    err_has '[L0'
}

@test "finding 6: every tool alters numbers" {
    local number
    for number in 12345678901234567890 1.0 1e3 0.0000001 0.10 -0.0 1.2345678901234567890e+19 2.00; do
        document 3.0.3 <<<"    Root: { default: $number }"
        extract 0 --root Root
        out_has "\"default\": $number"$'\n'
        echo "{\"openapi\": \"3.0.3\", \"components\": {\"schemas\": {\"Root\": {\"default\": $number}}}}" >in.json
        schemac 0 extract in.json --root Root
        out_has "\"default\": $number"$'\n'
    done
    document 3.0.3 <<<"    Root: { default: .inf }"
    extract 2 --root Root
    no_output
    err_has 'in.yaml:5:22: error: '
    err_has '[E0303]'
}

@test "finding 7: a \$ref in data is downloaded, or opened as a file" {
    document 3.0.3 <<'END'
    Root:
      type: object
      example: { schema: { $ref: 'https://schemas.example/v1/common.json#name' } }
      enum: [{ $ref: x }]
      default: { $ref: x }
      properties:
        $ref: { type: string }
        example: { type: object, properties: { $ref: { type: integer } } }
END
    extract 0 --root Root --root-form inline
    no_stderr
    definitions
    out_has '"$ref": "https://schemas.example/v1/common.json#name"'
    [ "$(grep -c '"$ref": "x"' <<<"$output")" -eq 2 ] || fail "not two in data"
    [ "$(grep -c '"$ref": {' <<<"$output")" -eq 2 ] || fail "not two properties"
}

@test "finding 8: a reference that leads nowhere fails the whole, needed or not" {
    document 3.0.3 <<'END'
    Root: { $ref: '#/components/schemas/Leaf' }
    Leaf: { type: object }
    Out: { allOf: [{ $ref: '#/components/schemas/None' }] }
END
    extract 0 --root Root
    err_has 'in.yaml:7:28: warning: '
    extract 2 --root Out
    err_has 'in.yaml:7:28: error: '
}

@test "finding 9: a key stands twice in a real document" {
    document 3.0.3 <<'END'
    Root:
      description: one
      description: two
    Good: {}
END
    extract 2 --root Root
    err_has 'in.yaml:7:7: error: the key "description" stands twice [E0302]'
    err_has 'in.yaml:6:7: note: first here'
    extract 0 --root Good
}

@test "finding 10: versions lie" {
    document 3.1.0 <<'END'
    Root:
      properties:
        a: { type: string, nullable: true }
        b: { type: integer, minimum: 0, exclusiveMinimum: true }
END
    extract 0 --root Root --root-form inline
    err_has 'in.yaml:7:'
    err_has 'in.yaml:8:'
    err_count 2 ': warning: '
    err_has 'assume'
    inlined --assume 3.0 <<'END'
{
  "properties": {
    "a": {
      "type": [
        "string",
        "null"
      ]
    },
    "b": {
      "type": "integer",
      "exclusiveMinimum": 0
    }
  }
}
END
}

@test "finding 11: a document that is broken gives an empty schema and status 0" {
    local text
    bomb
    mv in.yaml bomb.yaml
    echo old >out.json
    for text in 'Root: { a: [' 'Root: { a: 1, a: 2 }' $'Root:\n\ta: 1' ''; do
        document 3.0.3 <<<"    $text"
        extract 2 --root Root -o out.json
        no_output
        err_has ': error: '
    done
    schemac 3 extract bomb.yaml --root Root -o out.json
    file_is out.json <<<old
}

@test "finding 12: a property that is named example is lost" {
    document 3.0.3 <<'END'
    Root:
      type: object
      properties:
        example: { type: string, nullable: true }
        nullable: { type: boolean, example: true }
        default: { type: integer, default: 1 }
        discriminator: { type: string }
        properties: { type: object, properties: { example: { type: string, example: e } } }
        x-own: { type: string }
END
    inlined --drop 'x-*' --drop discriminator <<'END'
{
  "type": "object",
  "properties": {
    "example": {
      "type": [
        "string",
        "null"
      ]
    },
    "nullable": {
      "type": "boolean",
      "examples": [
        true
      ]
    },
    "default": {
      "type": "integer",
      "default": 1
    },
    "discriminator": {
      "type": "string"
    },
    "properties": {
      "type": "object",
      "properties": {
        "example": {
          "type": "string",
          "examples": [
            "e"
          ]
        }
      }
    },
    "x-own": {
      "type": "string"
    }
  }
}
END
}

@test "finding 13: bombs of aliases and of brackets take forever" {
    bomb
    ends_within 2 3 extract in.yaml --root Root
    {
        printf '    Root: { default: '
        printf '[%.0s' {1..200000}
    } | document 3.0.3
    ends_within 2 3 extract in.yaml --root Root
    err_has '[L0'
    err_has 'in.yaml:5:'
}

@test "finding 14: what moved, and did not change, is most of a difference" {
    document 3.1.0 <<'END'
    Root: { type: object, required: [b, a], properties: { b: { $ref: '#/components/schemas/Leaf' }, a: { maximum: 1.0, enum: [1, 0] } } }
    Leaf: { anyOf: [{ type: string }, { type: 'null' }], title: t }
END
    extract 0 --root Root
    printf '%s\n' "$output" >old.json
    cat >new.json <<'END'
{"$defs": {"L": {"title": "t", "type": ["null", "string"]},
           "Root": {"properties": {"a": {"enum": [0, 1], "maximum": 1}, "b": {"allOf": [{"$ref": "#/$defs/L"}]}},
                    "required": ["a", "b"], "type": "object"}},
 "$ref": "#/$defs/Root", "$schema": "https://json-schema.org/draft/2020-12/schema"}
END
    schemac 0 diff old.json new.json
    out_lacks ': error: '
    out_lacks ': warning: '
    extract 0 --root Root --order sorted --dialect draft-07 --root-form ref
    printf '%s\n' "$output" >new.json
    schemac 0 diff old.json new.json --fail-on any
    sed 's/required: .b, a/required: [a, b/' in.yaml >other.yaml
    schemac 0 diff in.yaml other.yaml
    no_output
}

@test "finding 14, too: real documents in another order" {
    need_corpus
    need jq
    local file
    for file in "$corpus"/openapi/{kubernetes-swagger,box}.json; do
        jq -S . "$file" >sorted.json
        schemac 0 diff "$file" sorted.json --fail-on any
        no_output
    done
}
