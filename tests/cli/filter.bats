#!/usr/bin/env bats
#
# What extract leaves out: drop, omit and view, and what that keeps from being reached.

bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    cat >in.yaml <<'YAML'
openapi: 3.1.0
info: { title: T, version: "1" }
components:
  schemas:
    Order:
      x-team: a
      required: [id, item, audit]
      properties:
        id: { type: string, readOnly: true }
        item: { $ref: '#/components/schemas/Item' }
        audit: { $ref: '#/components/schemas/Audit' }
        x-note: { type: string, example: n }
      oneOf:
        - $ref: '#/components/schemas/Item'
        - $ref: '#/components/schemas/Audit'
      discriminator:
        propertyName: kind
        mapping: { item: Item, audit: Audit }
    Item: { type: object, x-team: { $ref: nowhere } }
    Audit:
      x-internal: true
      properties: { trail: { $ref: '#/components/schemas/Trail' } }
    Trail: { $ref: '#/components/schemas/Nothing' }
YAML
}

# definitions NAME...: those of the last result.
definitions() {
    local names
    names=$(sed -n '/^  "$defs": /,$ s/^    "\(.*\)": .*/\1/p' <<<"$output" | tr '\n' ' ')
    [ "$names" = "$* " ] || fail "the definitions are: $names"
}

@test "what is omitted pulls nothing in, and its dangling reference does not fail" {
    schemac 2 extract in.yaml --root Order
    err_has 'there is no "Nothing"'
    schemac 0 extract in.yaml --root Order --omit x-internal=true
    definitions Order Item
    out_lacks Audit
    out_lacks '"audit"'
    out_has '"x-note": {'
}

@test "omitted schemas are none of all" {
    sed -i 's/Trail: .*/Trail: { type: string }/' in.yaml
    schemac 0 extract in.yaml --root '*' --omit x-internal=true
    definitions Order Item Trail
}

@test "members are dropped from all definitions, and from what translation makes" {
    schemac 0 extract in.yaml --root Order --omit x-internal=true --drop 'x-*' --drop examples
    out_lacks x-team
    out_lacks examples
    out_has '"x-note": {'
}

@test "a request has no readOnly properties" {
    sed -i 's/Trail: .*/Trail: { type: string }/' in.yaml
    schemac 0 extract in.yaml --root Order --view request
    out_lacks '"id"'
    out_has '"audit"'
    schemac 0 extract in.yaml --root Order --view response
    out_has '"id"'
}

@test "a fault in what is left out does not count, one beside it does" {
    sed -i 's/Audit:$/Audit: { x-internal: true, title: a, title: b }/; /^      x-internal/,/trail/d' in.yaml
    schemac 2 extract in.yaml --root Order
    schemac 0 extract in.yaml --root Order --omit x-internal=true
    sed -i 's/x-team: a/title: a, title: b/; s/^      title: a, /      title: a\n      /' in.yaml
    schemac 2 extract in.yaml --root Order --omit x-internal=true
    err_has 'the key "title" stands twice'
}

@test "a copied reference may not lead to what is left out, or moved" {
    cat >in.yaml <<'YAML'
openapi: 3.1.0
info: { title: T, version: "1" }
components:
  schemas:
    A: { items: { $ref: '#/components/schemas/B/properties/b' } }
    B: { properties: { b: { x-internal: true, type: string } }, allOf: [ { x-internal: true }, { title: t } ] }
    C: { $ref: '#/components/schemas/B/allOf/1' }
    D: { $ref: '#/components/schemas/B' }
YAML
    schemac 2 extract in.yaml --root A --omit x-internal=true --no-translate
    err_has 'in.yaml:5:25: error: this leads to a schema that is left out, or that has moved for it [E0416]'
    schemac 2 extract in.yaml --root C --omit x-internal=true --no-translate
    err_has E0416
    schemac 2 extract in.yaml --root '#/components/schemas/B/allOf/1' --omit x-internal=true --no-translate
    schemac 0 extract in.yaml --root D --omit x-internal=true --no-translate
    schemac 0 extract in.yaml --root A --root C --omit x-internal=true
}
