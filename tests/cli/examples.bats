#!/usr/bin/env bats
#
# Documents that `check` judges by schemas: those of "examples" in schemac.yaml, those in a source,
# and schemac.yaml itself; and the schemas that `validate` knows by a schemac.yaml.

bats_require_minimum_version 1.5.0
load helper

# with_examples: the project, generated, and one valid and two invalid examples of its first
# artifact.
with_examples() {
    project
    mkdir -p good bad
    echo '{ "name": "Rex" }' >good/rex.json
    echo '{ "owner": {} }' >bad/no-name.required.json
    echo 'name: 5' >bad/number.type.yaml
    cat >>schemac.yaml <<'END'
examples:
  - schema: schemas/pet.schema.json
    valid: good/*
    invalid: [bad/*.json, bad/*.yaml]
END
}

@test "examples that are as they should be: nothing is said, and check counts them" {
    with_examples
    schemac 0 check
    no_output
    no_stderr
    on_terminal "$SCHEMAC" check
    out_has '2 artifacts agree with their sources; 3 examples are what they should be'
    schemac 0 check --format junit
    out_has 'name="good/rex.json"'
    out_has 'name="bad/no-name.required.json"'
}

@test "an example that should be valid: what is wrong with it, at its line" {
    with_examples
    printf '{ "name":\n  7 }\n' >good/seven.json
    schemac 1 check
    err_has 'good/seven.json:2:3: error: /name: expected a string, got the number 7 [D0801]'
    err_has 'schemas/pet.schema.json:'
    err_has 'note: "type" asks for it'
}

@test "an example that should be refused: valid, by another keyword, without a keyword in its name" {
    with_examples
    echo '{ "name": "Rex" }' >bad/valid.pattern.json
    echo '{ "name": "Rexxxxxxxxxxxxxxxxxxxxxxxxxx" }' >bad/long.minLength.json
    schemac 1 check
    err_has 'bad/valid.pattern.json:1:1: error: this is valid, where "pattern" should refuse it [D0811]'
    err_has 'bad/long.minLength.json:1:1: error: this is refused by "maxLength", not by "minLength" as the name of its file says [D0812]'
    err_count 2 error:
    echo '{}' >bad/plain.json
    schemac 2 check
    err_has 'schemac.yaml:15:14: error: the name of bad/plain.json does not say which keyword must refuse it [E0617]'
    err_has 'no-name.required.json'
}

@test "a choice: the keyword of what is told, or of the choice itself" {
    small_project
    sed -i 's|^          maxLength: 20|          maxLength: 20\n        kind:\n          oneOf: [{const: cat}, {const: dog}]\n        size:\n          anyOf: [{type: integer, minimum: 3}, {type: "null"}]|' openapi/openapi.yaml
    schemac 0 generate
    mkdir bad
    echo '{ "name": "a", "kind": "cow" }' | tee bad/cow.oneOf.json bad/cow.const.json >bad/cow.enum.json
    echo '{ "name": "a", "size": 2 }' | tee bad/two.anyOf.json >bad/two.minimum.json
    echo '{ "name": "a", "size": "2" }' | tee bad/text.type.json >bad/text.anyOf.json
    printf 'examples: [{schema: schemas/pet.schema.json, invalid: bad/*}]\n' >>schemac.yaml
    schemac 0 check
    no_stderr
    echo '{ "name": "a", "size": 2 }' >bad/two.type.json
    schemac 1 check
    err_has 'this is refused by "anyOf", "minimum", not by "type"'
}

@test "the schema is the artifact as it is built, not as it is on disk; generate judges nothing" {
    with_examples
    sed -i 's/maxLength: 20/maxLength: 2/' openapi/openapi.yaml
    schemac 1 check
    err_has '[D0006]'
    err_has 'good/rex.json:1:11: error: /name: the string has 3 characters, at most 2 are allowed [D0804]'
    schemac 0 generate
    err_count 1 ': warning: '
    err_has 'schemas/pet.schema.json:17:11: warning: "maxLength" was 20, and is 2 (breaks writers, safe for readers) [D0110]'
    err_lacks good/rex.json
    schemac 1 check
    err_lacks '[D0006]'
    rm schemas/pet.schema.json
    schemac 1 check
    err_has '[D0001]'
    err_has 'good/rex.json:1:11: error: /name'
}

@test "check ARTIFACT judges its examples only" {
    with_examples
    echo '{ "type": "integer" }' >own.json
    cat >>schemac.yaml <<'END'
  - { schema: own.json, valid: good/* }
  - { schema: schemas/owner.schema.json, invalid: good/* }
END
    schemac 2 check
    err_has 'good/rex.json:1:1: error: expected an integer, got an object [D0801]'
    err_has '[E0617]'
    schemac 0 check schemas/pet.schema.json
    no_stderr
    schemac 2 check schemas/owner.schema.json
    err_lacks 'an integer'
}

@test "schemas that are no artifacts: a file, a place in one, a schema of the source" {
    with_examples
    mkdir own
    echo '{ "$defs": { "a": { "$ref": "other.json" }, "p": { "$ref": "../schemas/pet.schema.json" } } }' >own/some.json
    echo '{ "type": "object", "maxProperties": 0 }' >own/other.json
    cat >>schemac.yaml <<'END'
  - { schema: 'own/some.json#/$defs/a', valid: good/rex.json }
  - { schema: 'openapi/openapi.yaml#/components/schemas/Pet', valid: good/rex.json, invalid: bad/* }
  - { schema: 'own/some.json#/$defs/p', valid: good/rex.json, invalid: bad/* }
END
    rm schemas/pet.schema.json # own/some.json refers to what is built
    schemac 1 check
    err_has 'good/rex.json:1:1: error: there is 1 property, at most 0 are allowed [D0805]'
    err_has 'own/other.json:1:21: note:'
    err_has '[D0001]'
    err_count 2 error:
}

@test "an OpenAPI document without a place in it: the hint says how to name one" {
    with_examples
    sed -i 's|schema: .*|schema: openapi/openapi.yaml|' schemac.yaml
    schemac 2 check
    err_has 'openapi/openapi.yaml: error: no root is named: which schema is meant? [E0408]'
    err_has '      hint: name it behind the file, as #/components/schemas/NAME: it may be Pet, '
    sed -i 's|schema: .*|&#/components/schemas/Pet|' schemac.yaml
    schemac 0 check
}

@test "schemas that others refer to by their \$id are those of \"schemas\"" {
    project
    mkdir own
    echo '{ "$ref": "https://s.example/n" }' >own/a.json
    echo '{ "$id": "https://s.example/n", "type": "number" }' >own/n.json
    echo '"x"' >in.json
    cat >>schemac.yaml <<'END'
examples: [{ schema: own/a.json, valid: in.json }]
END
    schemac 2 check
    err_has '[E0403]'
    echo 'schemas: own/*.json' >>schemac.yaml
    schemac 1 check
    err_has 'in.json:1:1: error: expected a number, got the string "x"'
}

@test "artifacts that refer to each other" {
    small_project
    cat >schemac.yaml <<'END'
version: 1
source: openapi/openapi.yaml
artifacts:
  pet.json: { root: Pet, id: 'https://s.example/pet', refer: owner.json }
  owner.json: { root: Owner, id: 'https://s.example/owner' }
examples:
  - { schema: pet.json, valid: in.json }
END
    echo '{ "name": "a", "owner": 1 }' >in.json
    schemac 0 generate
    schemac 1 check
    err_has 'in.json:1:25: error: /owner: expected an object, got the number 1'
    err_has 'owner.json:'
}

@test "Markdown: the blocks that are meant, how many, and where in the file" {
    with_examples
    cat >doc.md <<'END'
A pet, in a list:

- item

  ```json
  { "pet": { "name": "Rex" } }
  ```

```yaml title="x"
pet:
  name: 3
```

```json
{ "other": 1 }
```
END
    cat >>schemac.yaml <<'END'
  - schema: schemas/pet.schema.json
    markdown: { files: doc.md, contains: pet, at: /pet, count: 2 }
END
    schemac 1 check
    err_has 'doc.md:11:9: error: /name: expected a string, got the number 3 [D0801]'
    err_count 1 error:
    sed -i 's/name: 3/name: x/' doc.md
    schemac 0 check
    sed -i 's/count: 2/count: 3/' schemac.yaml
    schemac 2 check
    err_has 'doc.md: error: 2 blocks of this file are instances, not 3 [E0812]'
    sed -i 's/, contains: pet, at: .pet, count: 3//' schemac.yaml
    schemac 2 check
    err_has 'doc.md: error: no block of this file is an instance [E0811]'
    sed -i 's/files: doc.md/files: [doc.md, "*.mdx"]/' schemac.yaml
    schemac 2 check
    err_has 'warning: files: no file matches "*.mdx" [W0601]'
}

@test "what is wrong in schemac.yaml is told by every command" {
    with_examples
    sed -i 's/    valid: good/    vaild: good/' schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:14:5: error: there is no "vaild" here [E0601]'
    err_has 'did you mean "valid"?'
    schemac 2 generate
    sed -i 's/    vaild: good.*/    markdown: { file: x }/' schemac.yaml
    schemac 2 check
    err_has 'there is no "file" here'
    err_has 'did you mean "files"?'
    err_has '"files" is missing [E0603]'
}

@test "patterns that match nothing are warnings, a schema that is not there an error" {
    with_examples
    rm -r good
    schemac 0 check
    err_has 'schemac.yaml:14:12: warning: valid: no file matches "good/*" [W0601]'
    sed -i 's|schema: schemas/pet.schema.json|schema: schemas/pets.schema.json|' schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:13:13: error: cannot read the schema schemas/pets.schema.json: No such file or directory [E0002]'
    err_has 'did you mean "schemas/pet.schema.json"?'
}

@test "included configurations: their paths are from their own folders" {
    with_examples
    mkdir -p teams/a/good
    cat >teams/a/schemac.yaml <<'END'
version: 1
source: ../../openapi/openapi.yaml
artifacts:
  pet.json: { root: Pet }
examples:
  - { schema: pet.json, valid: good/*.json }
  - { schema: ../../schemas/pet.schema.json, valid: good/*.json }
END
    echo '{}' >teams/a/good/none.json
    echo 'include: teams/*/schemac.yaml' >>schemac.yaml
    schemac 0 generate
    schemac 1 check
    err_has 'teams/a/good/none.json:1:1: error: the property "name" is missing [D0806]'
    cd teams
    schemac 1 check teams/a/pet.json
    err_has 'a/good/none.json:1:1: error:'
}

@test "hostile files: broken, huge, a FIFO, a link out, a folder, nested deeply" {
    with_examples
    echo '{ "name": ' >good/broken.json
    schemac 2 check
    err_has 'good/broken.json:'
    rm good/broken.json
    mkfifo good/fifo.json
    mkdir good/folder.json
    schemac 0 check
    no_stderr
    sed -i 's|valid: good/\*|valid: good/fifo.json|' schemac.yaml
    schemac 0 check
    err_has '[W0601]'
    sed -i 's|valid: good/fifo.json|valid: good/*|' schemac.yaml
    rm -r good/f*
    truncate -s 70M good/huge.json
    schemac 3 check
    err_has 'good/huge.json: error: '
    err_has '[L0001]'
    rm good/huge.json
    echo '{ "name": "a" }' >../outside.json
    ln -s ../../outside.json good/outside.json
    schemac 2 check
    err_has 'good/outside.json lies outside the root directory . [E0004]'
    schemac 0 check --allow-outside
    ln -sf rex.json good/outside.json
    schemac 0 check
    { printf '%.0s[' {1..9000}; printf '%.0s]' {1..9000}; } >good/deep.json
    schemac 1 check
    printf '%.0s[' {1..11000} >good/deep.json
    schemac 3 check
    [ -z "$(find . -name '*draft*')" ]
}

@test "a pattern that is not decided leaves the example undecided" {
    small_project
    sed -i 's/maxLength: 20/pattern: "^(a+)+$"/' openapi/openapi.yaml
    schemac 0 generate
    printf '{ "name": "%s!" }\n' "$(printf 'a%.0s' {1..40})" >in.json
    cp in.json in.pattern.json
    echo 'examples: [{schema: schemas/pet.schema.json, valid: in.json}]' >>schemac.yaml
    schemac 3 check
    err_has 'in.json:1:11: error: whether this matches the pattern is not decided [L0801]'
    sed -i 's/valid: in.json/invalid: in.pattern.json/' schemac.yaml
    schemac 3 check
}

@test "check --index judges the examples that are staged" {
    use_git
    with_examples
    printf '{ "name": "a" }\n{ "name": "b" }\n' >good/lines.jsonl
    git init -q
    git add .
    schemac 0 check --index
    no_stderr
    echo '{}' >good/rex.json
    printf '{}\n' >>good/lines.jsonl
    schemac 0 check --index
    schemac 1 check
    err_has 'good/rex.json:1:1: error:'
    err_has 'good/lines.jsonl:3:1: error:'
    git add good
    rm -r good
    schemac 1 check --index
    err_has 'good/rex.json:1:1: error: the property "name" is missing [D0806]'
    err_has 'good/lines.jsonl:3:1: error:'
}

@test "check --changed-since judges the examples of what has changed" {
    use_git
    with_examples
    echo '{ "type": "object", "maxProperties": 0 }' >own.json
    cat >>schemac.yaml <<'END'
  - { schema: own.json, invalid: good/* }
  - { schema: own.json, valid: none.json }
END
    mv good/rex.json good/rex.maxProperties.json
    echo '{}' >none.json
    git init -q
    git add .
    git commit -qm 1
    on_terminal "$SCHEMAC" check --changed-since HEAD
    out_has '0 of 2 artifacts judged: none has changed'
    out_lacks example
    echo '{ "a": 1 }' >none.json
    schemac 1 check --changed-since HEAD
    err_has 'none.json:1:1: error: there is 1 property'
    git checkout -q none.json
    echo '{ "name": 7 }' >good/rex.maxProperties.json
    schemac 1 check --changed-since HEAD
    err_has 'good/rex.maxProperties.json:1:11: error: /name: expected a string'
    schemac 1 check --changed-since HEAD schemas/pet.schema.json
    schemac 0 check --changed-since HEAD schemas/owner.schema.json
    git checkout -q good
    echo '{ "type": "object", "maxProperties": 1 }' >own.json
    schemac 1 check --changed-since HEAD
    err_has 'error: this is valid, where "maxProperties" should refuse it [D0811]'
}

@test "--depfile lists the examples and what they were judged by" {
    with_examples
    echo '{ "$ref": "part.json" }' >own.json
    echo '{}' >part.json
    echo '  - { schema: own.json, valid: good/rex.json }' >>schemac.yaml
    schemac 0 check --depfile deps
    for file in good/rex.json bad/no-name.required.json own.json part.json schemas/pet.schema.json; do
        grep -q "$file" deps || fail "$file is not listed"
    done
    schemac 0 generate --depfile deps
    ! grep -q good/rex.json deps
}

@test "many examples: the schema is compiled once" {
    with_examples
    for i in {1..400}; do echo '{ "name": "Rex" }' >"good/$i.json"; done
    schemac 0 check
    for i in {1..400}; do echo '{ "name": 1 }' >"good/$i.json"; done
    schemac 1 check
    err_count 400 '/name: expected a string'
}

# ---- examples in a source

# source_with_examples LEVEL: artifacts whose source has wrong examples, with source_examples: LEVEL.
source_with_examples() {
    cat >parts.yaml <<'END'
Code: { type: string, pattern: '^[A-Z]+$', example: abc }
END
    cat >api.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    Pet:
      type: object
      required: [name]
      example: { nam: Rex }
      properties:
        name: { type: string, maxLength: 3, examples: [Rex, 5] }
        age: { type: integer, default: old }
        code: { $ref: 'parts.yaml#/Code' }
        example: { type: string }
    Unused: { type: string, default: 1 }
END
    cat >schemac.yaml <<END
version: 1
source: api.yaml
artifacts:
  pet.json: { root: Pet, source_examples: $1 }
END
    schemac 0 generate
    no_stderr
}

@test "source_examples: off, the default, says nothing" {
    source_with_examples '"off"'
    schemac 0 check
    no_stderr
    sed -i 's/, source_examples: "off"//' schemac.yaml
    schemac 0 check
    no_stderr
}

@test "source_examples: warn tells of examples and defaults that the artifact reaches, at their line" {
    source_with_examples warn
    schemac 0 check
    err_has 'api.yaml:9:16: warning: the property "name" is missing [W0802]'
    err_has 'hint: "nam" is there: is that it?'
    err_has 'api.yaml:11:61: warning: expected a string, got the number 5 [W0802]'
    err_has 'api.yaml:12:40: warning: expected an integer, got the string "old" [W0802]'
    err_has 'parts.yaml:1:53: warning: "abc" does not match the pattern ^[A-Z]+$ [W0802]'
    err_count 4 warning:
    schemac 0 check pet.json
    err_count 4 warning:
}

@test "source_examples: error fails; what two artifacts reach is told once" {
    source_with_examples error
    schemac 1 check
    err_has 'api.yaml:9:16: error: the property "name" is missing [D0813]'
    err_count 4 error:
    echo '  all.json: { root: "*", source_examples: warn }' >>schemac.yaml
    schemac 0 generate
    schemac 1 check
    err_count 4 error:
    err_count 1 warning:
    err_has 'api.yaml:15:38: warning: expected a string, got the number 1 [W0802]'
    schemac 1 check pet.json
    schemac 0 check all.json
    err_count 5 warning:
}

@test "source_examples: roots are meant however they are spelled" {
    cat >api.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: "1" }
paths: {}
components: { schemas: { "a%20b": { type: string, example: 5 } } }
END
    echo '{ $defs: { X: { type: string, default: 6 } } }' >parts.yaml
    for root in a%20b /components/schemas/a%20b '#/components/schemas/a%2520b' 'parts.yaml#/$defs/X'; do
        printf 'version: 1\nsource: api.yaml\nartifacts: { a.json: { root: "%s", source_examples: error } }\n' "$root" >schemac.yaml
        schemac 0 generate
        schemac 1 check
        err_has 'expected a string, got the number '
        echo 7 >in.json
        schemac 1 validate --schema api.yaml --root "$root" in.json
        err_has 'expected a string, got the number 7'
    done
}

@test "source_examples: those beside a schema that is reached, in JSON and in parameters" {
    cat >api.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /pets:
    get:
      parameters:
        - { name: age, in: query, schema: { $ref: '#/components/schemas/Age' }, example: -1 }
        - { name: text, in: query, schema: { $ref: '#/components/schemas/Age' }, example: "5", examples: { a: { value: "-5" } } }
        - { name: code, in: query, schema: { $ref: '#/components/schemas/Code' }, example: abc }
        - { name: other, in: query, schema: { type: integer }, example: x }
        - { name: deep, in: query, content: { application/json: { schema: { $ref: '#/components/schemas/Age' }, example: "7" } } }
      responses:
        "200":
          description: ok
          headers: { Age: { schema: { $ref: '#/components/schemas/Age' }, example: 1.5 } }
          content:
            application/json; charset=utf-8:
              schema: { $ref: '#/components/schemas/Alias' }
              examples:
                good: { value: { name: Rex } }
                bad: { value: { name: 5 } }
                far: { $ref: '#/components/examples/Far' }
                gone: { $ref: '#/components/examples/Gone' }
            application/problem+JSON: { schema: { $ref: '#/components/schemas/Pet' }, example: [] }
            application/xml: { schema: { $ref: '#/components/schemas/Pet' }, example: "<pet/>" }
components:
  examples: { Far: { value: { name: null } } }
  schemas:
    Pet: { type: object, properties: { name: { type: string }, age: { $ref: '#/components/schemas/Age' }, code: { $ref: '#/components/schemas/Code' }, of: { $ref: '#/components/schemas/Alias' } } }
    Alias: { $ref: '#/components/schemas/Pet' }
    Age: { type: integer, minimum: 0 }
    Code: { type: string, pattern: '^[A-Z]+$' }
END
    cat >schemac.yaml <<'END'
version: 1
source: api.yaml
artifacts: { pet.json: { root: Pet, source_examples: error }, age.json: { root: Age, source_examples: warn } }
END
    schemac 0 generate
    schemac 1 check
    err_has 'api.yaml:7:90: error: -1 is not at least 0 [D0813]'
    err_has 'api.yaml:9:92: error: "abc" does not match the pattern ^[A-Z]+$ [D0813]'
    err_has 'api.yaml:11:122: error: expected an integer, got the string "7" [D0813]'
    err_has 'api.yaml:15:84: error: expected an integer, got the number 1.5 [D0813]'
    err_has 'api.yaml:21:39: error: /name: expected a string, got the number 5 [D0813]'
    err_has 'api.yaml:24:96: error: expected an object, got an array [D0813]'
    err_has 'api.yaml:27:37: error: /name: expected a string, got null [D0813]'
    err_count 7 error:
    schemac 0 check age.json
    err_count 3 warning:
}

@test "source_examples: the rules are those of the source's dialect" {
    cat >api.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    Age: { type: integer, minimum: 0, exclusiveMinimum: true, nullable: true, example: null }
    Zero: { type: integer, minimum: 0, exclusiveMinimum: true, example: 0 }
    Ref: { $ref: '#/components/schemas/Age', example: nothing that counts }
END
    cat >schemac.yaml <<'END'
version: 1
source: api.yaml
defaults: { root: '*', source_examples: error }
artifacts: { a.json: { }, b.json: { dialect: draft-07, translate: false } }
END
    schemac 0 generate
    schemac 1 check
    err_has 'api.yaml:7:73: error: 0 is not above 0 [D0813]'
    err_count 1 error:
}

@test "source_examples: schemas that no validator takes, and patterns without end, are told alone" {
    cat >api.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    Bad: { type: string, pattern: '(', example: a }
    Slow: { type: string, pattern: '^(a+)+$', example: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! }
    Wrong: { type: string, example: 1 }
END
    cat >schemac.yaml <<'END'
version: 1
source: api.yaml
artifacts: { a.json: { root: '*', source_examples: warn } }
END
    schemac 0 generate
    schemac 0 check
    err_has 'api.yaml:6:10: warning: the examples in this schema cannot be judged [W0802]'
    err_has 'api.yaml:6:35: note: the pattern "("'
    err_has 'api.yaml:7:56: warning: whether this is valid by its schema is not decided [W0802]'
    err_has 'api.yaml:8:37: warning: expected a string, got the number 1 [W0802]'
}

# ---- schemas that validate knows

# with_ids: the project with ids, generated.
with_ids() {
    small_project
    sed -i 's|    root: Pet|    root: Pet\n    id: https://s.example/{info.version}/pet|; s|    root: Owner|    root: Owner\n    id: https://s.example/owner|' schemac.yaml
    schemac 0 generate
}

@test "validate knows the artifacts of schemac.yaml by their \$id, as they are on disk" {
    with_ids
    mkdir -p deep/er
    echo '{ "$schema": "https://s.example/1.0/pet", "name": 1 }' >deep/er/in.json
    schemac 1 validate deep/er/in.json
    err_has 'deep/er/in.json:1:51: error: /name: expected a string, got the number 1 [D0801]'
    cd deep/er
    schemac 1 validate in.json
    err_has '../../schemas/pet.schema.json:'
    cd ../..
    sed -i 's/"maxLength": 20/"maxLength": 2/' schemas/pet.schema.json
    echo '{ "$schema": "https://s.example/1.0/pet", "name": "Rex" }' >in.json
    schemac 1 validate in.json
    err_has 'at most 2 are allowed'
    schemac 0 validate --schema schemas/owner.schema.json in.json
}

@test "validate knows the files of \"schemas\", and what is not known has a guess" {
    with_ids
    mkdir own
    echo '{ "$id": "https://s.example/own", "properties": { "pet": { "$ref": "1.0/pet" } } }' >own/a.json
    echo 'schemas: own/*.json' >>schemac.yaml
    echo '{ "$schema": "https://s.example/own", "pet": {} }' >in.json
    schemac 1 validate in.json
    err_has 'in.json:1:46: error: /pet: the property "name" is missing'
    echo '{ "$schema": "https://s.example/owm" }' >in.json
    schemac 2 validate in.json
    err_has 'no schema is known by the URI "https://s.example/owm" [E0806]'
    err_has 'did you mean "https://s.example/own"?'
    rm schemas/pet.schema.json
    echo '{' >own/broken.json
    schemac 2 validate in.json
    err_has 'note: schemas/pet.schema.json, a schema of schemac.yaml, cannot be read'
    err_has 'note: own/broken.json, a schema of schemac.yaml, cannot be read'
    echo '{ "$schema": "https://s.example/owner" }' >in.json
    schemac 0 validate in.json
    no_stderr
}

@test "validate tells of a broken schemac.yaml only when an instance needs it" {
    with_ids
    echo 'artefacts: {}' >>schemac.yaml
    echo '{ "$schema": "https://s.example/owner" }' >in.json
    schemac 0 validate schemas/owner.schema.json
    no_stderr
    schemac 0 validate --resource schemas/owner.schema.json in.json
    no_stderr
    schemac 2 validate in.json
    err_has 'schemac.yaml:14:1: error: there is no "artefacts" here [E0601]'
    err_has '[E0806]'
    rm schemac.yaml
    schemac 2 validate in.json
    err_lacks schemac.yaml
}

@test "validate reads a schema that a link leads out to from nowhere" {
    with_ids
    echo '{ "$id": "https://s.example/out" }' >../out.json
    ln -s ../out.json out.json
    echo 'schemas: out.json' >>schemac.yaml
    echo '{ "$schema": "https://s.example/out" }' >in.json
    schemac 2 validate in.json
    err_has '[E0806]'
    err_has 'note: out.json, a schema of schemac.yaml, cannot be read'
    schemac 0 validate --allow-outside in.json
}

@test "validate compiles a schema that is not one once, and says so" {
    with_ids
    sed -i 's/"type": "string"/"type": "text"/' schemas/pet.schema.json
    echo '{ "$schema": "https://s.example/1.0/pet" }' >in.json
    schemac 2 validate in.json in.json
    err_count 1 '[E0801]'
    err_lacks '[E0806]'
}
