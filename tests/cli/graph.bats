#!/usr/bin/env bats
#
# What graph draws: the schemas of a root, or all, in two languages.

bats_require_minimum_version 1.5.0
load helper

small() {
    cat >in.yaml <<'END'
openapi: 3.0.3
info: { title: T, version: "1" }
components:
  schemas:
    Order: { properties: { item: { $ref: '#/components/schemas/Item' } } }
    Item: { properties: { parts: { items: { $ref: '#/components/schemas/Item' } } } }
    Other: { type: string }
END
}

@test "dot: what a root reaches" {
    small
    schemac 0 graph in.yaml --root Order
    printf '%s\n' "$output" >out
    file_is out <<'END'
digraph schemas {
  rankdir=LR;
  node [shape=box];
  "Order" [label="Order\n47 bytes"];
  "Item" [label="Item\n58 bytes", color=red, penwidth=2];
  "Order" -> "Item";
  "Item" -> "Item" [color=red, penwidth=2];
}
END
    no_stderr
}

@test "mermaid: all schemas without a root" {
    small
    schemac 0 graph in.yaml --as mermaid
    printf '%s\n' "$output" >out
    file_is out <<'END'
flowchart LR
  classDef cycle stroke:red,stroke-width:2px
  s_Order["Order<br/>47 bytes"]
  s_Item["Item<br/>58 bytes"]:::cycle
  s_Other["Other<br/>17 bytes"]
  s_Order --> s_Item
  s_Item ==> s_Item
END
}

@test "several roots, and pointers" {
    small
    schemac 0 graph in.yaml --root Other --root '#/components/schemas/Item' --as dot
    out_has '"Other" ['
    out_has '"Item" ['
    out_lacks '"Order"'
}

@test "-o writes a file in one step, but not over the document" {
    small
    schemac 0 graph in.yaml --as dot
    printf '%s\n' "$output" >expected
    schemac 0 graph in.yaml -o out.dot
    no_output
    same_files expected out.dot
    schemac 2 graph in.yaml -o ./in.yaml
    err_has 'is the document itself [E0605]'
    schemac 2 graph in.yaml -o missing/out.dot
    err_has E0003
}

@test "faults are those of extract" {
    small
    echo "    Bad: { \$ref: '#/components/schemas/Itm' }" >>in.yaml
    schemac 2 graph in.yaml
    no_output
    err_has 'did you mean "Item"?'
    schemac 0 graph in.yaml --root Order
    err_has W0301
    schemac 2 graph in.yaml --root Ordr
    err_has 'did you mean "Order"?'
    schemac 2 graph in.yaml --as svg
    err_has '"svg"'
}

@test "the picture in README.md is the one that graph makes" {
    # shellcheck disable=SC2016,SC2154  # for sed to expand; the helper sets project
    sed -n '/^```mermaid$/,/^```$/p' "$project/README.md" | sed '1d; $d' >picture
    [ -s picture ]
    schemac 0 graph "$project/openapi/openapi.yaml" --root ServerDetail --as mermaid
    printf '%s\n' "$output" | file_is picture
}

# shellcheck disable=SC2154  # the helper sets corpus
@test "real documents: as many boxes as schemas" {
    need_corpus
    schemac 0 graph "$corpus/openapi/github.api.github.com.json"
    [ "$(grep -c ' \[label=' <<<"$output")" -eq 969 ]
    [ "$(grep -c ' -> ' <<<"$output")" -eq 2532 ]
    schemac 0 graph "$corpus/openapi/kubernetes-swagger.json" --as mermaid
    [ "$(grep -c 'bytes"\]' <<<"$output")" -eq 492 ]
    [ "$(grep -c ':::cycle$' <<<"$output")" -eq 1 ]
}
