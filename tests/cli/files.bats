#!/usr/bin/env bats
#
# References over files: what they lead to, what may be read, and what the schemas are called.
#
# shellcheck disable=SC2016  # $ref and $defs are no variables

bats_require_minimum_version 1.5.0
load helper

# put FILE <<<TEXT: writes it, with its folders.
put() {
    mkdir -p "$(dirname "$1")"
    cat >"$1"
}

# document [VERSION [FILE]] <<<SCHEMAS: a document with these schemas, which begin in line 5.
document() {
    { printf '%s\n' "openapi: ${1:-3.1.0}" 'info: { title: T, version: "1" }' 'components:' \
        '  schemas:' && cat; } >"${2:-e.yaml}"
}

# extract STATUS OPTION...: of e.yaml.
extract() {
    local expected=$1
    shift
    schemac "$expected" extract e.yaml "$@"
}

# squeeze: JSON in one line, without its $schema, and without blanks between its parts.
squeeze() {
    sed -e '/^  "$schema": /d' -e 's/^ *//' | tr -d '\n' | sed -e 's/, /,/g' -e 's/": /":/g'
    echo
}

# result <<<JSON: the output, but for its $schema, is that.
result() {
    diff <(squeeze) <(printf '%s\n' "$output" | squeeze) >difference ||
        fail "the output is not as expected (<): $(cat difference)"
}

# definitions <<<JSON: the members of $defs are these, and nothing else stands beside $ref in allOf.
definitions() {
    local inner
    inner=$(printf '%s\n' "$output" | squeeze)
    inner=${inner#*'"$defs":'}
    diff <(squeeze) <(printf '%s\n' "${inner%\}}") >difference ||
        fail "the definitions are not as expected (<): $(cat difference)"
}

# says <<<LINES: these are the messages, without the lines of the files that they show.
says() {
    diff - <(printf '%s\n' "$stderr" | sed -e '/^ *[0-9]* | /d' -e 's/^  *hint: /hint: /' \
        -e 's/^  *note: /note: /' -e '/^$/d') >difference ||
        fail "the messages are not as expected (<): $(cat difference)"
}

# ---- where references lead ------------------------------------------------------------------------

@test "relative files, in YAML and JSON, whole and into them" {
    document <<'END'
    Root:
      properties:
        whole: { $ref: a.yaml }
        json: { $ref: './b.json' }
        below: { $ref: d/c.yml }
        into: { $ref: 'd/c.yml#/properties/x' }
        hash: { $ref: 'a.yaml#' }
END
    put a.yaml <<<'{ type: string, title: a }'
    put b.json <<<'{"type": "integer", "title": "b"}'
    put d/c.yml <<<'{ properties: { x: { $ref: ../a.yaml }, y: { $ref: c.yml } } }'
    extract 0 --root Root
    no_stderr
    result <<'END'
{"allOf": [{"$ref": "#/$defs/Root"}],
 "$defs": {
  "Root": {"properties": {
    "whole": {"$ref": "#/$defs/a"},
    "json": {"$ref": "#/$defs/b"},
    "below": {"$ref": "#/$defs/c"},
    "into": {"$ref": "#/$defs/a"},
    "hash": {"$ref": "#/$defs/a"}}},
  "a": {"type": "string", "title": "a"},
  "b": {"type": "integer", "title": "b"},
  "c": {"properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "#/$defs/c"}}}}}
END
}

@test "names of files and pointers are percent-encoded, pointers have ~0 and ~1" {
    document <<'END'
    Root:
      properties:
        a: { $ref: 'my%20pet.yaml' }
        b: { $ref: 'my pet.yaml#/a~1b' }
        c: { $ref: 'my%20pet.yaml#/a~0b' }
        d: { $ref: '100%25.yaml' }
        e: { $ref: 'my%20pet.yaml#/c%20d' }
        f: { $ref: 'my%20pet.yaml#/%C3%A4%7E1' }
        g: { $ref: 'b%C3%A4r.yaml' }
        h: { $ref: 'bär.yaml' }
        i: { $ref: 'a%23b%3Fc.yaml' }
        j: { $ref: '%74rue.yaml' }
END
    put 'my pet.yaml' <<'END'
a/b: { title: slash }
a~b: { title: tilde }
c d: { title: blank }
ä/: { title: umlaut }
END
    put '100%.yaml' <<<'{ title: percent }'
    put 'bär.yaml' <<<'{ title: bear }'
    put 'a#b?c.yaml' <<<'{ title: marks }'
    put true.yaml <<<true
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {
    "a": {"$ref": "#/$defs/my%20pet"},
    "b": {"$ref": "#/$defs/a~1b"},
    "c": {"$ref": "#/$defs/a~0b"},
    "d": {"$ref": "#/$defs/100%25"},
    "e": {"$ref": "#/$defs/c%20d"},
    "f": {"$ref": "#/$defs/%C3%A4~1"},
    "g": {"$ref": "#/$defs/b%C3%A4r"},
    "h": {"$ref": "#/$defs/b%C3%A4r"},
    "i": {"$ref": "#/$defs/a%23b?c"},
    "j": {"$ref": "#/$defs/true"}}},
 "100%": {"title": "percent"},
 "a#b?c": {"title": "marks"},
 "bär": {"title": "bear"},
 "my pet": {"a/b": {"title": "slash"}, "a~b": {"title": "tilde"}, "c d": {"title": "blank"}, "ä/": {"title": "umlaut"}},
 "a/b": {"title": "slash"},
 "a~b": {"title": "tilde"},
 "c d": {"title": "blank"},
 "ä/": {"title": "umlaut"},
 "true": true}
END
}

@test "through paths, responses, parameters, headers, media types and callbacks, over their references" {
    document <<'END'
    Root:
      properties:
        response: { $ref: 'api.yaml#/paths/~1pets~1{id}/get/responses/200/content/application~1json/schema' }
        parameter: { $ref: 'api.yaml#/paths/~1pets~1{id}/parameters/0/schema' }
        body: { $ref: 'api.yaml#/paths/~1pets~1{id}/get/requestBody/content/application~1json/schema' }
        header: { $ref: 'api.yaml#/components/headers/Rate/schema' }
        callback: { $ref: 'api.yaml#/components/callbacks/Done/~1done/post/requestBody/content/text~1csv/schema' }
        webhook: { $ref: 'api.yaml#/webhooks/new/post/requestBody/content/application~1json/schema' }
        property: { $ref: 'api.yaml#/paths/~1pets~1{id}/get/responses/200/content/application~1json/schema/properties/name' }
END
    put api.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: "1" }
paths: { '/pets/{id}': { $ref: path.yaml } }
webhooks: { new: { post: { requestBody: { $ref: 'rest.yaml#/body' } } } }
components:
  headers: { Rate: { $ref: 'rest.yaml#/header' } }
  callbacks: { Done: { $ref: 'rest.yaml#/callback' } }
END
    put path.yaml <<'END'
get:
  requestBody: { $ref: 'rest.yaml#/body' }
  responses: { 200: { $ref: 'rest.yaml#/response' } }
parameters: [{ $ref: 'rest.yaml#/parameter' }]
END
    put rest.yaml <<'END'
response: { description: d, content: { application/json: { schema: { $ref: pet.yaml } } } }
body: { content: { application/json: { schema: { title: body } } } }
parameter: { name: id, in: path, schema: { title: parameter } }
header: { schema: { title: header } }
callback: { /done: { post: { requestBody: { content: { text/csv: { schema: { title: callback } } } } } } }
END
    put pet.yaml <<<'{ properties: { name: { title: name } } }'
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {
    "response": {"$ref": "#/$defs/pet"},
    "parameter": {"$ref": "#/$defs/rest_parameter"},
    "body": {"$ref": "#/$defs/rest_body"},
    "header": {"$ref": "#/$defs/rest_header"},
    "callback": {"$ref": "#/$defs/rest_callback_done_post_requestBody_text_csv"},
    "webhook": {"$ref": "#/$defs/rest_body"},
    "property": {"$ref": "#/$defs/pet_name"}}},
 "pet": {"properties": {"name": {"title": "name"}}},
 "pet_name": {"title": "name"},
 "rest_body": {"title": "body"},
 "rest_parameter": {"title": "parameter"},
 "rest_header": {"title": "header"},
 "rest_callback_done_post_requestBody_text_csv": {"title": "callback"}}
END
}

@test "a pointer goes on over a \$ref on its way, from file to file" {
    document <<'END'
    Root: { properties: { x: { $ref: 'a.yaml#/properties/b/properties/c' }, y: { $ref: '#/components/schemas/A/properties/b' } } }
    A: { $ref: a.yaml }
END
    put a.yaml <<<'{ properties: { b: { $ref: b.yaml } } }'
    put b.yaml <<<'{ $ref: "c.yaml#/$defs/d", description: beside }'
    put c.yaml <<<'{ $defs: { d: { properties: { c: { title: c } } } } }'
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"x": {"$ref": "#/$defs/d_c"}, "y": {"$ref": "#/$defs/b"}}},
 "b": {"$ref": "#/$defs/d", "description": "beside"},
 "d": {"properties": {"c": {"title": "c"}}},
 "d_c": {"title": "c"}}
END
}

@test "a path that is spelled in several ways is one file, and is read once" {
    document <<'END'
    Root:
      properties:
        a: { $ref: d/a.yaml }
        b: { $ref: ./d//a.yaml }
        c: { $ref: 'd/../d/./%61.yaml' }
        d: { $ref: 'd/a.yaml#' }
END
    echo "    Absolute: { \$ref: '$PWD/d/a.yaml' }" >>e.yaml
    echo "    Round: { \$ref: '../$(basename "$PWD")/d/a.yaml' }" >>e.yaml
    mkdir d
    mkfifo d/a.yaml # which can be read once
    put text <<<'{ properties: { self: { $ref: ../d/a.yaml }, back: { $ref: ../e.yaml#/components/schemas/Round } } }'
    cat text >d/a.yaml &
    extract 0 --root '*'
    no_stderr
    definitions <<'END'
{"Root": {"properties": {
    "a": {"$ref": "#/$defs/Absolute"},
    "b": {"$ref": "#/$defs/Absolute"},
    "c": {"$ref": "#/$defs/Absolute"},
    "d": {"$ref": "#/$defs/Absolute"}}},
 "Absolute": {"properties": {"self": {"$ref": "#/$defs/Absolute"}, "back": {"$ref": "#/$defs/Round"}}},
 "Round": {"$ref": "#/$defs/Absolute"}}
END
}

@test "a source of several artifacts that another one refers to is read once" {
    mkfifo e.yaml
    document 3.1.0 text <<<'    A: { properties: { b: { $ref: "b.yaml#/components/schemas/B" } } }'
    document 3.1.0 b.yaml <<<'    B: { properties: { a: { $ref: "e.yaml#/components/schemas/A" } } }'
    put schemac.yaml <<'END'
version: 1
artifacts:
  out/1.json: { source: b.yaml, root: B }
  out/2.json: { source: e.yaml, root: A }
  out/3.json: { source: ./e.yaml, root: A }
END
    cat text >e.yaml &
    schemac 0 generate
    no_stderr
    same_files out/2.json out/3.json
}

@test "the entry from standard input: files lie beside it, and it is no file itself" {
    document <<'END'
    Root: { properties: { a: { $ref: a.yaml }, b: { $ref: '-' }, c: { $ref: '#/components/schemas/C' } } }
    C: { $ref: d/c.yaml }
END
    put a.yaml <<<'{ title: a }'
    put ./- <<<'{ title: a file that is called - }'
    put d/c.yaml <<<'{ title: c, properties: { a: { $ref: ../a.yaml } } }'
    schemac 0 extract - --root Root <e.yaml
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/-"}, "c": {"$ref": "#/$defs/C"}}},
 "C": {"title": "c", "properties": {"a": {"$ref": "#/$defs/a"}}},
 "-": {"title": "a file that is called -"},
 "a": {"title": "a"}}
END
    schemac 0 extract - --root '#' <<<'{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"$ref": "#"}}'
    result <<<'{"allOf": [{"$ref": "#/$defs/schema"}], "$defs": {"schema": {"items": {"$ref": "#/$defs/schema"}}}}'
}

@test "a file that refers to itself by its name, and back into the entry document" {
    document <<'END'
    Root: { properties: { a: { $ref: a.yaml }, self: { $ref: 'e.yaml#/components/schemas/Root' } } }
    Other: { title: other }
END
    put a.yaml <<<'{ items: { $ref: a.yaml }, not: { $ref: "e.yaml#/components/schemas/Other" } }'
    local name
    for name in e.yaml ./e.yaml "$PWD/e.yaml" "../$(basename "$PWD")/e.yaml"; do
        schemac 0 extract "$name" --root Root
        no_stderr
        definitions <<'END'
{"Root": {"properties": {"a": {"$ref": "#/$defs/a"}, "self": {"$ref": "#/$defs/Root"}}},
 "Other": {"title": "other"},
 "a": {"items": {"$ref": "#/$defs/a"}, "not": {"$ref": "#/$defs/Other"}}}
END
    done
}

@test "rings over files: of nothing but references, and with content" {
    document <<'END'
    Ring: { properties: { a: { $ref: ring/a.yaml } } }
    Content: { properties: { a: { $ref: content/a.yaml } } }
END
    put ring/a.yaml <<<'{ $ref: b.yaml }'
    put ring/b.yaml <<<'{ $ref: c.yaml }'
    put ring/c.yaml <<<'{ $ref: a.yaml }'
    put content/a.yaml <<<'{ anyOf: [{ $ref: b.yaml }, { type: string }] }'
    put content/b.yaml <<<'{ anyOf: [{ $ref: a.yaml }, { type: number }] }'
    extract 2 --root Ring
    says <<<'ring/a.yaml:1:1: error: this is nothing but a reference round in a ring [E0414]'
    document <<<"    Way: { properties: { a: { \$ref: 'ring/a.yaml#/properties/x' } } }"
    extract 2 --root Way
    says <<<'e.yaml:5:37: error: "ring/a.yaml#/properties/x" leads round in a ring, or over more than 100 other references [E0414]'
    document <<<'    Content: { properties: { a: { $ref: content/a.yaml } } }'
    extract 0 --root Content
    no_stderr
    definitions <<'END'
{"Content": {"properties": {"a": {"$ref": "#/$defs/a"}}},
 "a": {"anyOf": [{"$ref": "#/$defs/b"}, {"type": "string"}]},
 "b": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "number"}]}}
END
}

@test "10,000 files that each refer to the next: in time, on a small stack" {
    document <<'END'
    Pure: { properties: { a: { $ref: pure/0.yaml } } }
    Content: { properties: { a: { $ref: content/0.yaml } } }
END
    mkdir pure content
    awk 'BEGIN { for (i = 0; i < 10000; i++) {
        print "{ $ref: " i + 1 ".yaml }" >("pure/" i ".yaml"); close("pure/" i ".yaml")
        print "{ items: { $ref: " i + 1 ".yaml } }" >("content/" i ".yaml"); close("content/" i ".yaml") } }'
    put pure/10000.yaml <<<'{ title: end }'
    put content/10000.yaml <<<'{ title: end }'
    ulimit -s 512
    run --separate-stderr timeout 60 "$SCHEMAC" extract e.yaml --root Pure
    [ "$status" -eq 0 ] || fail "status $status"
    definitions <<<'{"Pure": {"properties": {"a": {"$ref": "#/$defs/10000"}}}, "10000": {"title": "end"}}'
    run --separate-stderr timeout 60 "$SCHEMAC" extract e.yaml --root Content
    [ "$status" -eq 0 ] || fail "status $status"
    [ "$(grep -c '"items": {' <<<"$output")" -eq 10000 ]
    out_has '"$ref": "#/$defs/10000"'
}

@test "a pointer over more references than 100 is refused" {
    local i
    for ((i = 0; i < 101; i++)); do put $i.yaml <<<"{ \$ref: $((i + 1)).yaml }"; done
    put 101.yaml <<<'{ properties: { x: { title: x } } }'
    document <<'END'
    Hundred: { properties: { a: { $ref: '1.yaml#/properties/x' } } }
    More: { properties: { a: { $ref: '0.yaml#/properties/x' } } }
END
    extract 0 --root Hundred
    definitions <<<'{"Hundred": {"properties": {"a": {"$ref": "#/$defs/101_x"}}}, "101_x": {"title": "x"}}'
    extract 2 --root More
    says <<<'e.yaml:6:38: error: "0.yaml#/properties/x" leads round in a ring, or over more than 100 other references [E0414]'
}

# ---- references that lead nowhere -----------------------------------------------------------------

@test "files and places that are not there" {
    document <<'END'
    Root:
      properties:
        a: { $ref: no.yaml }
        b: { $ref: 'a.yaml#/properties/nmae' }
        c: { $ref: 'a.yaml#name' }
        d: { $ref: folder }
        e: { $ref: 'a.yaml?x' }
        f: { $ref: '//host.example/a.yaml' }
        g: { $ref: 'a.yaml ' }
        h: { $ref: 'a%.yaml' }
        i: { $ref: 'a.yaml#/%zz' }
        j: { $ref: 'a.yaml#/~2' }
        k: { $ref: 's.yaml#/properties' }
        l: { $ref: 's.yaml#/title' }
        m: { $ref: 'file:///a.yaml' }
        n: { $ref: 'a.yaml%00' }
        o: { $ref: 'a%00.yaml' }
        p: { $ref: no.yaml }
        q: { $ref: list.yaml }
        r: { $ref: bad.yaml }
        s: { $ref: 's.yaml#/examples/0/x' }
        t: { $ref: 'a.yaml#/title' }
END
    put a.yaml <<<'{ title: a, properties: { name: { title: n } } }'
    put s.yaml <<<'{ $schema: "https://json-schema.org/draft/2020-12/schema", title: s, properties: {}, examples: [{ x: {} }] }'
    put list.yaml <<<'[1]'
    put bad.yaml <<<'{ a: b'
    mkdir folder
    extract 2 --root Root
    no_output
    says <<'END'
a.yaml:1:10: error: a schema is an object or a boolean, this is a string [E0405]
bad.yaml:2:1: error: did not find expected ',' or '}' [E0201]
bad.yaml:1:1: note: while parsing a flow mapping
e.yaml:7:20: error: cannot read the file no.yaml: No such file or directory [E0002]
e.yaml:8:20: error: "a.yaml#/properties/nmae" leads nowhere: there is no "nmae" in /properties [E0402]
hint: did you mean "name"?
e.yaml:9:20: error: "a.yaml#name" leads nowhere: there is no such anchor [E0402]
hint: a JSON Pointer begins with "#/"
e.yaml:10:20: error: cannot read the file folder: Is a directory [E0002]
e.yaml:11:20: error: "a.yaml?x" leads to no file: it has a host or a query [E0403]
e.yaml:12:20: error: "//host.example/a.yaml" leads to no file: it has a host or a query [E0403]
e.yaml:13:20: error: "a.yaml " is no reference: it begins or ends with a blank [E0406]
hint: remove the blank
e.yaml:14:20: error: "a%.yaml" is no reference: a % needs two hexadecimal digits behind it [E0406]
e.yaml:15:20: error: "a.yaml#/%zz" is no reference: a % needs two hexadecimal digits of UTF-8 behind it [E0406]
e.yaml:16:20: error: "a.yaml#/~2" is no reference: a ~ is written as ~0, and a / in a name as ~1 [E0406]
e.yaml:17:20: error: "s.yaml#/properties" leads to a place that is no schema [E0404]
e.yaml:18:20: error: "s.yaml#/title" leads to a place that is no schema [E0404]
e.yaml:19:20: error: "file:///a.yaml" leads to another document, which is not at hand [E0403]
hint: the network is never asked; map the URL to a file: --map URL=FILE
e.yaml:20:20: error: "a.yaml%00" is no reference: there is NUL (%00) in its path [E0406]
e.yaml:21:20: error: "a%00.yaml" is no reference: there is NUL (%00) in its path [E0406]
e.yaml:25:20: error: "s.yaml#/examples/0/x" leads to a place that is no schema [E0404]
list.yaml:1:1: error: a schema is an object or a boolean, this is an array [E0405]
END
}

@test "a file that cannot be read fails every artifact that needs it, and is told of once" {
    document <<'END'
    A: { properties: { a: { $ref: no.yaml }, b: { $ref: no.yaml } } }
    B: { properties: { a: { $ref: no.yaml } } }
    C: { properties: { a: { $ref: bad.yaml } } }
    D: { properties: { a: { $ref: bad.yaml } } }
END
    put bad.yaml <<<'{ a: b'
    put schemac.yaml <<'END'
version: 1
source: e.yaml
artifacts:
  out/a.json: { root: A }
  out/b.json: { root: B }
  out/c.json: { root: C }
  out/d.json: { root: D }
END
    schemac 2 generate
    says <<'END'
bad.yaml:2:1: error: did not find expected ',' or '}' [E0201]
bad.yaml:1:1: note: while parsing a flow mapping
e.yaml:5:35: error: cannot read the file no.yaml: No such file or directory [E0002]
END
    [ ! -e out ]
}

# ---- what documents say of themselves -------------------------------------------------------------

@test "\$id: absolute, relative, nested; \$anchor" {
    document <<'END'
    Root:
      properties:
        a: { $ref: 'ids.yaml#/$defs/name' }
        b: { $ref: 'ids.yaml#name' }
        c: { $ref: 'https://s.example/schemas/common.json#/$defs/n' }
        d: { $ref: 'https://s.example/schemas/common.json' }
        e: { $ref: 'https://s.example/schemas/root.json#name' }
        f: { $ref: 'https://s.example/schemas/common.json#inner' }
        g: { $ref: 'https://s.example/schemas/deep/er.json' }
        h: { $ref: 'ids.yaml#inner' }
END
    put ids.yaml <<'END'
$schema: https://json-schema.org/draft/2020-12/schema
$id: https://s.example/schemas/root.json
$defs:
  name: { $anchor: name, title: name }
  common:
    $id: common.json
    properties:
      own: { $ref: '#/$defs/n' }
      root: { $ref: 'root.json#name' }
      anchor: { $ref: '#inner' }
    $defs:
      n: { title: n }
      i: { $anchor: inner, title: inner }
      deep: { $id: deep/er.json, items: { $ref: '../common.json#inner' } }
END
    extract 2 --root Root
    says <<<'e.yaml:14:20: error: "ids.yaml#inner" leads nowhere: there is no such anchor [E0402]
hint: a JSON Pointer begins with "#/"'
    sed -i '$d' e.yaml
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {
    "a": {"$ref": "#/$defs/name"},
    "b": {"$ref": "#/$defs/name"},
    "c": {"$ref": "#/$defs/common_n"},
    "d": {"$ref": "#/$defs/common"},
    "e": {"$ref": "#/$defs/name"},
    "f": {"$ref": "#/$defs/common_i"},
    "g": {"$ref": "#/$defs/common_deep"}}},
 "name": {"title": "name"},
 "common": {
   "properties": {"own": {"$ref": "#/$defs/common_n"}, "root": {"$ref": "#/$defs/name"}, "anchor": {"$ref": "#/$defs/common_i"}},
   "$defs": {"n": {"title": "n"}, "i": {"title": "inner"}, "deep": {"items": {"$ref": "#/$defs/common_i"}}}},
 "common_n": {"title": "n"},
 "common_i": {"title": "inner"},
 "common_deep": {"items": {"$ref": "#/$defs/common_i"}}}
END
}

@test "two schemas of one file have the same \$anchor" {
    document <<'END'
    Root: { items: { $ref: 'twice.yaml#x' } }
    Alias: { items: { $ref: 'alias.yaml#x' } }
    Own: { items: { $ref: 'twice.yaml#/$defs/c' } }
END
    put twice.yaml <<'END'
$defs: { a: { $anchor: x, title: a },
         b: { $anchor: x, title: b },
         c: { $id: 'https://s.example/c', $anchor: x, $dynamicAnchor: x, items: { $ref: '#x' } } }
END
    put alias.yaml <<<'$defs: { a: &a { $anchor: x, title: a }, b: *a }'
    extract 2 --root Root
    says <<'END'
e.yaml:5:28: error: "twice.yaml#x" leads to two schemas, which have the same anchor [E0415]
twice.yaml:1:13: note: this is one
twice.yaml:2:13: note: this is the other
END
    extract 0 --root Alias
    no_stderr
    extract 0 --root Own
}

@test "a relative \$id without an absolute one around it starts from the file's path" {
    document <<'END'
    Root: { properties: { a: { $ref: 'd/a.yaml' }, b: { $ref: 'd/b.json' }, c: { $ref: 'd/x/c' } } }
END
    put d/a.yaml <<'END'
$id: b.json
properties: { own: { $ref: 'b.json#/$defs/y' }, nested: { $ref: x/c }, file: { $ref: f.yaml } }
$defs: { y: { title: y }, c: { $id: x/c, title: c } }
END
    put d/f.yaml <<<'{ title: f }'
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/a"}, "c": {"$ref": "#/$defs/c"}}},
 "a": {
   "properties": {"own": {"$ref": "#/$defs/y"}, "nested": {"$ref": "#/$defs/c"}, "file": {"$ref": "#/$defs/f"}},
   "$defs": {"y": {"title": "y"}, "c": {"title": "c"}}},
 "y": {"title": "y"},
 "c": {"title": "c"},
 "f": {"title": "f"}}
END
}

@test "a URI is known whichever reference comes first" {
    document <<'END'
    First: { properties: { a: { $ref: pet.yaml }, b: { $ref: 'https://s.example/pet' }, c: { $ref: 'https://s.example/own#/$defs/o' } } }
    Last: { properties: { c: { $ref: 'https://s.example/own#/$defs/o' }, b: { $ref: 'https://s.example/pet' }, a: { $ref: pet.yaml } } }
    Pet: { $ref: 'https://s.example/pet' }
    Star: { $ref: pet.yaml }
END
    put pet.yaml <<<'{ $id: "https://s.example/pet", properties: { o: { $ref: sub/own.yaml } } }'
    put sub/own.yaml <<<'{ $id: "https://s.example/own", $defs: { o: { title: o } } }'
    extract 0 --root First
    no_stderr
    local first=$output
    extract 0 --root Last
    no_stderr
    [ "$(tail -n +32 <<<"$output")" = "$(tail -n +32 <<<"$first")" ]
    out_has '"o": {'
    extract 0 --root Pet --root Star
    definitions <<'END'
{"Pet": {"$ref": "#/$defs/Star"},
 "Star": {"properties": {"o": {"$ref": "#/$defs/own"}}},
 "own": {"$defs": {"o": {"title": "o"}}}}
END
    extract 2 --root Pet
    says <<<'e.yaml:7:18: error: "https://s.example/pet" leads to another document, which is not at hand [E0403]
hint: the network is never asked; map the URL to a file: --map URL=FILE'
}

@test "what an artifact finds by its URI does not depend on what others have read" {
    document <<'END'
    Url: { properties: { b: { $ref: 'https://s.example/pet' } } }
    File: { properties: { a: { $ref: pet.yaml } } }
END
    put pet.yaml <<<'{ $id: "https://s.example/pet", title: pet }'
    put schemac.yaml <<'END'
version: 1
source: e.yaml
artifacts:
  out/file.json: { root: File }
  out/url.json: { root: Url }
END
    schemac 2 generate
    says <<<'e.yaml:5:37: error: "https://s.example/pet" leads to another document, which is not at hand [E0403]
hint: the network is never asked; map the URL to a file: --map URL=FILE'
}

@test "two schemas of one URI: an error where it is used, unless the document has its own" {
    document <<'END'
    Root: { properties: { a: { $ref: a.yaml }, b: { $ref: b.yaml }, c: { $ref: 'https://s.example/x' } } }
    Own: { properties: { a: { $ref: a.yaml }, b: { $ref: b.yaml } } }
    Twice: { $ref: twice.yaml }
END
    put a.yaml <<<'{ items: { $ref: "https://s.example/x" }, $defs: { x: { $id: "https://s.example/x", title: a } } }'
    put b.yaml <<<'{ items: { $ref: "https://s.example/x" }, $defs: { x: { $id: "https://s.example/x", title: b } } }'
    put twice.yaml <<'END'
{ items: { $ref: "https://s.example/2" },
  $defs: { x: { $id: "https://s.example/2" }, y: { $id: "https://s.example/2" } } }
END
    extract 0 --root Own
    definitions <<'END'
{"Own": {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/b"}}},
 "a": {"items": {"$ref": "#/$defs/x"}, "$defs": {"x": {"title": "a"}}},
 "x": {"title": "a"},
 "b": {"items": {"$ref": "#/$defs/x_2"}, "$defs": {"x": {"title": "b"}}},
 "x_2": {"title": "b"}}
END
    extract 2 --root Root
    says <<'END'
e.yaml:5:80: error: "https://s.example/x" leads to two schemas, which have the same URI [E0415]
a.yaml:1:55: note: this is one
b.yaml:1:55: note: this is the other
END
    extract 0 --root Root --map https://s.example/x=a.yaml
    extract 2 --root Twice
    says <<'END'
twice.yaml:1:18: error: "https://s.example/2" leads to two schemas, which have the same URI [E0415]
twice.yaml:2:15: note: this is one
twice.yaml:2:50: note: this is the other
END
}

@test "a file beside a document comes before what another one says of itself" {
    document <<'END'
    Root: { $id: 'https://s.example/root', properties: { b: { $ref: b.yaml }, c: { $ref: c.yaml } } }
    Turned: { $id: 'https://s.example/turned', properties: { c: { $ref: c.yaml }, b: { $ref: b.yaml } } }
END
    put b.yaml <<<'{ title: b }'
    put c.yaml <<<'{ $defs: { x: { $id: "https://s.example/b.yaml", title: x } } }'
    extract 0 --root Root --root Turned
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"b": {"$ref": "#/$defs/b"}, "c": {"$ref": "#/$defs/c"}}},
 "Turned": {"properties": {"c": {"$ref": "#/$defs/c"}, "b": {"$ref": "#/$defs/b"}}},
 "b": {"title": "b"},
 "c": {"$defs": {"x": {"title": "x"}}}}
END
}

@test "map: an exact URL, a prefix, the first that fits; what is not mapped" {
    document <<'END'
    Root:
      properties:
        a: { $ref: 'https://s.example/a.json' }
        b: { $ref: 'https://s.example/v1/b%20b.json#/$defs/x' }
        c: { $ref: 'https://s.example/v1/c.json' }
    Other: { $ref: 'https://other.example/a.json' }
END
    put local/a.json <<<'{"title": "a", "items": {"$ref": "b b.json"}}'
    put 'local/b b.json' <<<'{"$defs": {"x": {"title": "x"}}}'
    put c.json <<<'{"title": "c"}'
    extract 0 --root Root --map https://s.example/a.json=local/a.json \
        --map https://s.example/v1/c.json=c.json --map https://s.example/v1/=local \
        --map https://s.example/=no
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/x"}, "c": {"$ref": "#/$defs/c"}}},
 "c": {"title": "c"},
 "a": {"title": "a", "items": {"$ref": "#/$defs/b%20b"}},
 "b b": {"$defs": {"x": {"title": "x"}}},
 "x": {"title": "x"}}
END
    extract 2 --root Root --map https://s.example/=no --map https://s.example/a.json=local/a.json
    says <<'END'
e.yaml:7:20: error: cannot read the file no/a.json: No such file or directory [E0002]
e.yaml:8:20: error: cannot read the file no/v1/b b.json: No such file or directory [E0002]
e.yaml:9:20: error: cannot read the file no/v1/c.json: No such file or directory [E0002]
END
    extract 2 --root Other --map https://s.example/=local
    says <<'END'
e.yaml:10:20: error: "https://other.example/a.json" leads to another document, which is not at hand [E0403]
hint: the network is never asked; map the URL to a file: --map URL=FILE
END
}

@test "\$self: a document's own URI, files beside it, and documents by theirs" {
    put e.yaml <<'END'
openapi: 3.2.0
$self: https://api.example/v1/openapi
info: { title: T, version: "1" }
components:
  schemas:
    Root:
      properties:
        own: { $ref: 'https://api.example/v1/openapi#/components/schemas/Own' }
        relative: { $ref: 'openapi#/components/schemas/Own' }
        beside: { $ref: schemas/pet.yaml }
        self: { $ref: 'shared/api#/components/schemas/Shared' }
        name: { $ref: 'parts/api.yaml#/components/schemas/Shared' }
    Own: { title: own }
END
    put schemas/pet.yaml <<<'{ title: pet, items: { $ref: own.yaml } }'
    put schemas/own.yaml <<<'{ title: own file }'
    put parts/api.yaml <<'END'
openapi: 3.2.0
$self: https://api.example/v1/shared/api
info: { title: T, version: "1" }
components: { schemas: { Shared: { title: shared, items: { $ref: '../openapi#/components/schemas/Own' } } } }
END
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {
    "own": {"$ref": "#/$defs/Own"},
    "relative": {"$ref": "#/$defs/Own"},
    "beside": {"$ref": "#/$defs/pet"},
    "self": {"$ref": "#/$defs/Shared"},
    "name": {"$ref": "#/$defs/Shared"}}},
 "Own": {"title": "own"},
 "Shared": {"title": "shared", "items": {"$ref": "#/$defs/Own"}},
 "own": {"title": "own file"},
 "pet": {"title": "pet", "items": {"$ref": "#/$defs/own"}}}
END
}

@test "\$dynamicRef and \$recursiveRef: settled where one schema has the anchor" {
    document <<'END'
    Tree: { properties: { a: { $ref: tree.yaml } } }
    Strict: { properties: { a: { $ref: strict.yaml } } }
    Both: { properties: { a: { $ref: tree.yaml }, b: { $ref: strict.yaml } } }
    Turned: { properties: { b: { $ref: strict.yaml }, a: { $ref: tree.yaml } } }
END
    put tree.yaml <<'END'
$schema: https://json-schema.org/draft/2020-12/schema
$id: https://s.example/tree.yaml
$dynamicAnchor: node
properties:
  kids: { items: { $dynamicRef: '#node' } }
  plain: { $dynamicRef: '#plain' }
  pointer: { $dynamicRef: '#/$defs/p' }
$defs: { p: { $anchor: plain, title: plain } }
END
    put strict.yaml <<'END'
$schema: https://json-schema.org/draft/2020-12/schema
$id: https://s.example/strict.yaml
$dynamicAnchor: node
$ref: tree.yaml
$defs: { p: { $dynamicAnchor: plain } }
END
    local root
    for root in Strict Both Turned; do
        extract 2 --root $root
        says <<<'tree.yaml:5:33: error: which of several schemas "#node" leads to depends on the way to it [E0410]'
    done
    extract 0 --root Tree
    no_stderr
    local expected='{"Tree": {"properties": {"a": {"$ref": "#/$defs/tree"}}},
 "tree": {
   "properties": {
     "kids": {"items": {"$ref": "#/$defs/tree"}},
     "plain": {"$ref": "#/$defs/p"},
     "pointer": {"$ref": "#/$defs/p"}},
   "$defs": {"p": {"title": "plain"}}},
 "p": {"title": "plain"}}'
    definitions <<<"$expected"
    put schemac.yaml <<'END' # what another artifact has read is no way to it
version: 1
source: e.yaml
artifacts:
  out/strict.json: { root: Strict, strict: true }
  out/tree.json: { root: Tree }
END
    schemac 2 generate out/strict.json
    schemac 0 generate out/tree.json
    no_stderr
}

@test "\$recursiveRef of 2019-09: settled where one schema has the anchor" {
    document <<'END'
    Tree: { properties: { a: { $ref: tree.yaml } } }
    Both: { properties: { a: { $ref: tree.yaml }, b: { $ref: strict.yaml } } }
END
    put tree.yaml <<'END'
$schema: https://json-schema.org/draft/2019-09/schema
$id: https://s.example/tree.yaml
$recursiveAnchor: true
properties: { kids: { items: { $recursiveRef: '#' } } }
END
    put strict.yaml <<'END'
$schema: https://json-schema.org/draft/2019-09/schema
$id: https://s.example/strict.yaml
$recursiveAnchor: true
$ref: tree.yaml
END
    extract 2 --root Both
    says <<<'tree.yaml:4:47: error: which of several schemas "#" leads to depends on the way to it [E0410]'
    extract 0 --root Tree
    no_stderr
    definitions <<'END'
{"Tree": {"properties": {"a": {"$ref": "#/$defs/tree"}}},
 "tree": {"properties": {"kids": {"items": {"$ref": "#/$defs/tree"}}}}}
END
    sed -i '/recursiveAnchor/d' strict.yaml
    extract 0 --root Both
    out_has '"$ref": "#/$defs/strict"'
}

@test "ids of old drafts: id in draft-04, \$id: '#name' in draft-06 and draft-07" {
    document <<'END'
    Root: { properties: { a: { $ref: d4.yaml }, b: { $ref: d6.yaml }, c: { $ref: d7.yaml }, d: { $ref: 'd4.yaml#x' }, e: { $ref: 'https://s.example/d7#x' }, f: { $ref: 'd7.yaml#hidden' } } }
END
    put d4.yaml <<'END'
$schema: http://json-schema.org/draft-04/schema#
id: https://s.example/d4
minimum: 1
exclusiveMinimum: true
not: { $ref: '#x' }
definitions: { x: { id: '#x', title: four } }
END
    local draft
    for draft in 6 7; do
        put d$draft.yaml <<END
\$schema: http://json-schema.org/draft-0$draft/schema#
\$id: https://s.example/d$draft
not: { \$ref: 'd$draft#x' }
definitions: { x: { \$id: '#x', title: '$draft' }, y: { \$ref: '#x', \$id: '#hidden' } }
END
    done
    extract 2 --root Root
    says <<'END'
e.yaml:5:169: error: "d7.yaml#hidden" leads nowhere: there is no such anchor [E0402]
hint: a JSON Pointer begins with "#/"
END
    sed -i 's/, f: { [^}]*}//' e.yaml
    extract 0 --root Root
    definitions <<'END'
{"Root": {"properties": {
    "a": {"$ref": "#/$defs/d4"},
    "b": {"$ref": "#/$defs/d6"},
    "c": {"$ref": "#/$defs/d7"},
    "d": {"$ref": "#/$defs/x"},
    "e": {"$ref": "#/$defs/x_3"}}},
 "d4": {"exclusiveMinimum": 1, "not": {"$ref": "#/$defs/x"}, "$defs": {"x": {"title": "four"}}},
 "x": {"title": "four"},
 "d6": {"not": {"$ref": "#/$defs/x_2"}, "$defs": {"x": {"title": "6"}, "y": {"$ref": "#/$defs/x_2"}}},
 "x_2": {"title": "6"},
 "d7": {"not": {"$ref": "#/$defs/x_3"}, "$defs": {"x": {"title": "7"}, "y": {"$ref": "#/$defs/x_3"}}},
 "x_3": {"title": "7"}}
END
}

@test "a file without a dialect has that of the entry document" {
    put f.yaml <<<'{ type: string, nullable: true, properties: { g: { $ref: g.yaml } } }'
    put g.yaml <<<'{ minimum: 1, exclusiveMinimum: true }'
    document 3.0.3 <<<'    Root: { properties: { f: { $ref: f.yaml } } }'
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"f": {"$ref": "#/$defs/f"}}},
 "f": {"type": ["string", "null"], "properties": {"g": {"$ref": "#/$defs/g"}}},
 "g": {"exclusiveMinimum": 1}}
END
    sed -i 's/3\.0\.3/3.1.0/' e.yaml
    extract 0 --root Root
    err_has 'f.yaml:1:17: warning: "nullable" means nothing in OpenAPI 3.1 and is left out [W0503]'
    put f.yaml <<<'{ items: [{ title: first }], not: { $ref: "#x" }, definitions: { x: { $id: "#x", title: x } } }'
    document 3.1.0 <<<'    Root: { properties: { f: { $ref: f.yaml } } }'
    sed -i '1a jsonSchemaDialect: http://json-schema.org/draft-07/schema#' e.yaml
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"f": {"$ref": "#/$defs/f"}}},
 "f": {"prefixItems": [{"title": "first"}], "not": {"$ref": "#/$defs/x"}, "$defs": {"x": {"title": "x"}}},
 "x": {"title": "x"}}
END
}

@test "a file without a dialect has that of the file that refers to it" {
    document 3.0.3 <<<'    Root: { properties: { s: { $ref: seven.json }, t: { $ref: "one.yaml#/components/schemas/One" } } }'
    put seven.json <<<'{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"$ref": "part.json"}}'
    put part.json <<<'{"type": ["string", "null"], "not": {"$ref": "more.json"}}'
    put more.json <<<'{"const": 1}'
    document 3.1.0 one.yaml <<<'    One: { not: { $ref: beside.yaml } }'
    put beside.yaml <<<'{ type: [string, "null"], exclusiveMinimum: 1 }'
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"s": {"$ref": "#/$defs/seven"}, "t": {"$ref": "#/$defs/One"}}},
 "beside": {"type": ["string", "null"], "exclusiveMinimum": 1},
 "more": {"const": 1},
 "One": {"not": {"$ref": "#/$defs/beside"}},
 "part": {"type": ["string", "null"], "not": {"$ref": "#/$defs/more"}},
 "seven": {"items": {"$ref": "#/$defs/part"}}}
END
}

@test "a file without a dialect that two refer to: the entry document's comes first, and it is told" {
    document 3.0.3 <<'END'
    Root: { properties: { s: { $ref: seven.json }, p: { $ref: part.json } } }
    Turned: { properties: { p: { $ref: part.json }, s: { $ref: seven.json } } }
END
    put seven.json <<<'{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"$ref": "part.json"}}'
    put part.json <<<'{"type": "string", "nullable": true}'
    local root
    for root in Root Turned; do
        extract 0 --root $root
        err_count 1 'seven.json:1:74: warning: the file that this leads to says no dialect, and is not read as draft-07 but as OpenAPI 3.0 [W0406]'
        err_has ': note: because of this reference to it'
        err_has 'hint: give the file a "$schema"'
        out_has '"null"'
    done
    put e.yaml <<<'{ openapi: 3.0.0, components: { schemas: { Root: { not: { $ref: seven.json } } } } }'
    extract 0 --root Root
    out_lacks '"null"'
    put seven.json <<<'{"$schema": "https://json-schema.org/draft/2020-12/schema", "not": {"$ref": "part.json"}}'
    put part.json <<<'{"type": "string"}'
    document 3.1.0 <<<'    Root: { properties: { s: { $ref: seven.json }, p: { $ref: part.json } } }'
    extract 0 --root Root # 3.1 is 2020-12 and more
    no_stderr
}

@test "a file with a \$schema of its own, and documents of other versions" {
    document 3.1.0 <<'END'
    Root:
      properties:
        old: { $ref: seven.yaml }
        three: { $ref: 'three.yaml#/components/schemas/A' }
        two: { $ref: 'two.yaml#/definitions/A' }
        response: { $ref: 'two.yaml#/responses/R/schema' }
        null: { nullable: true, type: string }
END
    put seven.yaml <<<'{ $schema: "http://json-schema.org/draft-07/schema#", items: [{ title: i }], $ref: "#/definitions/x", definitions: { x: { title: x } } }'
    document 3.0.0 three.yaml <<'END'
    A: { nullable: true, type: string, items: { $ref: '#/components/schemas/B', title: hidden } }
    B: { nullable: true, type: number }
END
    put two.yaml <<'END'
swagger: '2.0'
info: { title: T, version: '1' }
definitions: { A: { maximum: 3, exclusiveMaximum: true, items: { $ref: '#/definitions/B' } }, B: { title: b } }
responses: { R: { description: r, schema: { title: r } } }
END
    extract 0 --root Root
    definitions <<'END'
{"Root": {"properties": {
    "old": {"$ref": "#/$defs/seven"},
    "three": {"$ref": "#/$defs/A"},
    "two": {"$ref": "#/$defs/A_2"},
    "response": {"$ref": "#/$defs/two_R"},
    "null": {"type": "string"}}},
 "seven": {"$ref": "#/$defs/x"},
 "x": {"title": "x"},
 "A": {"type": ["string", "null"], "items": {"$ref": "#/$defs/B"}},
 "B": {"type": ["number", "null"]},
 "A_2": {"exclusiveMaximum": 3, "items": {"$ref": "#/$defs/B_2"}},
 "B_2": {"title": "b"},
 "two_R": {"title": "r"}}
END
    err_has 'e.yaml:11:17: warning: "nullable" means nothing in OpenAPI 3.1 and is left out [W0503]'
    err_has 'three.yaml:5:81: warning: beside "$ref", "title" does not count in OpenAPI 3.0 and is left out [W0502]'
}

@test "a JSON Schema as the entry document: its whole, its definitions, and files" {
    put e.yaml <<'END'
$schema: http://json-schema.org/draft-07/schema#
$id: https://s.example/e.yaml
properties: { a: { $ref: '#/definitions/A' }, f: { $ref: f.yaml } }
definitions: { A: { title: a }, Berry: { title: b, not: { $ref: '#' } } }
END
    put f.yaml <<<'{ items: { $ref: e.yaml } }'
    extract 0 --root '#'
    no_stderr
    result <<'END'
{"allOf": [{"$ref": "#/$defs/e"}],
 "$defs": {
  "e": {"properties": {"a": {"$ref": "#/$defs/A"}, "f": {"$ref": "#/$defs/f"}},
    "$defs": {"A": {"title": "a"}, "Berry": {"title": "b", "not": {"$ref": "#/$defs/e"}}}},
  "A": {"title": "a"},
  "f": {"items": {"$ref": "#/$defs/e"}}}}
END
    extract 0 --root A
    result <<<'{"allOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {"title": "a"}}}'
    extract 2 --root Bery
    says <<<'e.yaml:4:1: error: there is no schema "Bery" in /definitions [E0407]
hint: did you mean "Berry"?'
    extract 0 --root '*'
    out_has '"Berry": {'
}

# ---- the root directory ---------------------------------------------------------------------------

# rooted: a repository p with schemac.yaml and folders, files outside of it, and links there and back.
rooted() {
    mkdir -p p/api p/lib outside
    put outside/o.yaml <<<'{ title: outside }'
    put p/lib/in.yaml <<<'{ title: inside }'
    ln -s ../../outside/o.yaml p/api/link.yaml
    ln -s ../../outside p/api/dir
    ln -s ../lib p/api/lib
    ln -s ../../p/lib p/api/back
    ln -s nowhere.yaml p/api/dangling.yaml
    ln -s ../../outside/nowhere.yaml p/api/dangling-out.yaml
    ln -s loop.yaml p/api/loop.yaml
    cd p || return
    put schemac.yaml <<'END'
version: 1
source: api/e.yaml
artifacts: { out/root.json: { root: Root } }
END
}

# refers REFERENCE: api/e.yaml does.
refers() {
    document 3.1.0 api/e.yaml <<<"    Root: { not: { \$ref: '$1' } }"
}

# outside REFERENCE PATH: generate refuses it as leading out.
outside() {
    refers "$1"
    schemac 2 generate
    says <<END
api/e.yaml:5:26: error: $2 lies outside the root directory . [E0004]
hint: --root-dir names another root directory, --allow-outside lets files lie anywhere
END
}

@test "the root directory: what lies outside is not read, by no way" {
    rooted
    local root
    root=$(cd .. && pwd)
    outside ../../outside/o.yaml ../outside/o.yaml
    outside "$root/outside/o.yaml" "$root/outside/o.yaml"
    outside link.yaml api/link.yaml
    outside dir/o.yaml api/dir/o.yaml
    outside ../lib/../../outside/o.yaml ../outside/o.yaml
    outside ../../outside/no.yaml ../outside/no.yaml
    outside dangling-out.yaml api/dangling-out.yaml
    outside /dev/null /dev/null
    outside ../../.. ../..
    outside ../.. ..
    outside ../../ ..
    outside ../lib/.././.. ..
    outside dir api/dir
    outside dir/ api/dir
    outside / /
    outside "${root%/*}" "${root%/*}"
    outside "$root/p/.." "$root"
    refers ..
    schemac 2 generate
    says <<<'api/e.yaml:5:26: error: cannot read the file .: Is a directory [E0002]'
    refers link.yaml
    schemac 0 generate --allow-outside
    grep -q '"title": "outside"' out/root.json
    schemac 0 generate --root-dir ..
}

@test "the root directory: links and detours that stay inside are followed" {
    rooted
    local reference root
    root=$(pwd)
    for reference in ../lib/in.yaml lib/in.yaml back/in.yaml ../../p/lib/in.yaml "$root/lib/in.yaml" \
        ../lib/../../p/lib/in.yaml; do
        rm -rf out
        refers "$reference"
        schemac 0 generate
        no_stderr
        grep -q '"title": "inside"' out/root.json
    done
    refers dangling.yaml
    schemac 2 generate
    says <<<'api/e.yaml:5:26: error: cannot read the file api/dangling.yaml: No such file or directory [E0002]'
    refers loop.yaml
    schemac 2 generate
    says <<<'api/e.yaml:5:26: error: cannot read the file api/loop.yaml: Too many levels of symbolic links [E0002]'
    refers missing/x.yaml
    schemac 2 generate
    says <<<'api/e.yaml:5:26: error: cannot read the file api/missing/x.yaml: No such file or directory [E0002]'
}

@test "the root directory: the same from a folder below it, and for a configuration elsewhere" {
    rooted
    refers ../lib/in.yaml
    schemac 0 generate
    local config
    cd lib
    for config in schemac.yaml ../schemac.yaml "$(cd .. && pwd)/schemac.yaml" ../../p/schemac.yaml; do
        schemac 0 check --config "$([ "$config" = schemac.yaml ] && echo ../schemac.yaml || echo "$config")"
        no_stderr
    done
    schemac 0 check
    cd ..
    refers ../../outside/o.yaml
    cd lib
    schemac 2 check
    says <<'END'
../api/e.yaml:5:26: error: ../../outside/o.yaml lies outside the root directory .. [E0004]
hint: --root-dir names another root directory, --allow-outside lets files lie anywhere
END
}

@test "check --index reads what is staged, and nothing of the work tree" {
    rooted
    git init -q .
    git config user.name tester
    git config user.email tester@x.example
    refers ../lib/in.yaml
    schemac 0 generate
    git add -A
    echo '{ title: changed' >lib/in.yaml
    schemac 0 check --index
    no_stderr
    rm lib/in.yaml api/e.yaml
    schemac 0 check --index
    no_stderr
    git rm -q --cached lib/in.yaml
    put lib/in.yaml <<<'{ title: inside }'
    schemac 2 check --index
    says <<'END'
api/e.yaml:5:26: error: the file lib/in.yaml is not staged [E0002]
hint: `git add` it
END
    git add lib/in.yaml
    schemac 0 check --index
}

@test "check --index: no link, staged or not, leads out" {
    rooted
    git init -q .
    local reference root
    root=$(cd .. && pwd)
    for reference in ../../outside/o.yaml "$root/outside/o.yaml" ../lib/../../outside/o.yaml; do
        refers "$reference"
        git add -A
        schemac 2 check --index
        err_has 'lies outside the root directory . [E0004]'
    done
    for reference in link.yaml dir/o.yaml; do
        refers "$reference"
        git add -A
        schemac 2 check --index
        says <<<"api/e.yaml:5:26: error: the file api/$reference is not staged [E0002]"
    done
    for reference in ../lib/in.yaml lib/in.yaml back/in.yaml ../../p/lib/in.yaml "$root/p/lib/in.yaml"; do
        refers "$reference"
        schemac 0 generate
        git add -A
        mv lib moved
        schemac 0 check --index
        no_stderr
        mv moved lib
    done
}

# ---- names ----------------------------------------------------------------------------------------

@test "names: components first, whole files by their stems, entries of maps, lifted schemas by their owners" {
    document <<'END'
    Root:
      properties:
        a: { $ref: a/pet.yaml }
        b: { $ref: b/pet.yaml }
        c: { $ref: 'a/pet.yaml#/properties/name' }
        d: { $ref: 'b/pet.yaml#/$defs/deep/properties/x/items' }
        e: { $ref: 'map.yaml#/Dog' }
        f: { $ref: 'api.yaml#/components/schemas/Owner/properties/dog' }
        g: { $ref: '#/components/schemas/Root/properties/h' }
        h: { title: h }
        i: { $ref: 'map.yaml#/Dog/properties/tail' }
    Pet: { $ref: a/pet.yaml }
END
    put a/pet.yaml <<<'{ properties: { name: { title: a } } }'
    put b/pet.yaml <<<'{ title: b, $defs: { deep: { properties: { x: { items: { title: x } } } } } }'
    put map.yaml <<<'{ Dog: { properties: { tail: { title: tail } } }, Cat: {} }'
    document 3.1.0 api.yaml <<<'    Owner: { properties: { dog: { title: dog } } }'
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {
    "a": {"$ref": "#/$defs/Pet"},
    "b": {"$ref": "#/$defs/pet"},
    "c": {"$ref": "#/$defs/Pet_name"},
    "d": {"$ref": "#/$defs/deep_x_items"},
    "e": {"$ref": "#/$defs/Dog"},
    "f": {"$ref": "#/$defs/Owner_dog"},
    "g": {"$ref": "#/$defs/Root_h"},
    "h": {"title": "h"},
    "i": {"$ref": "#/$defs/Dog_tail"}}},
 "Root_h": {"title": "h"},
 "Pet": {"properties": {"name": {"title": "a"}}},
 "Pet_name": {"title": "a"},
 "Owner_dog": {"title": "dog"},
 "pet": {"title": "b", "$defs": {"deep": {"properties": {"x": {"items": {"title": "x"}}}}}},
 "deep_x_items": {"title": "x"},
 "Dog": {"properties": {"tail": {"title": "tail"}}},
 "Dog_tail": {"title": "tail"}}
END
    extract 0 --root Root --no-translate
    definitions <<'END'
{"Root": {"properties": {
    "a": {"$ref": "#/$defs/Pet"},
    "b": {"$ref": "#/$defs/pet"},
    "c": {"$ref": "#/$defs/Pet_name"},
    "d": {"$ref": "#/$defs/deep_x_items"},
    "e": {"$ref": "#/$defs/Dog"},
    "f": {"$ref": "#/$defs/Owner/properties/dog"},
    "g": {"$ref": "#/$defs/Root/properties/h"},
    "h": {"title": "h"},
    "i": {"$ref": "#/$defs/Dog_tail"}}},
 "Pet": {"properties": {"name": {"title": "a"}}},
 "Pet_name": {"title": "a"},
 "Owner": {"properties": {"dog": {"title": "dog"}}},
 "pet": {"title": "b", "$defs": {"deep": {"properties": {"x": {"items": {"title": "x"}}}}}},
 "deep_x_items": {"title": "x"},
 "Dog": {"properties": {"tail": {"title": "tail"}}},
 "Dog_tail": {"title": "tail"}}
END
}

@test "names: a component that is nothing but a reference to a file names its schema; two names are kept" {
    document <<'END'
    Root: { properties: { file: { $ref: pet.yaml }, name: { $ref: '#/components/schemas/Pet' }, other: { $ref: '#/components/schemas/Animal' } } }
    Pet: { $ref: pet.yaml }
    Animal: { $ref: ./pet.yaml }
    Part: { $ref: 'pet.yaml#/properties/name' }
    More: { $ref: pet.yaml, description: more }
    Own: { $ref: '#/components/schemas/Pet' }
END
    put pet.yaml <<<'{ properties: { name: { title: name }, mother: { $ref: pet.yaml } } }'
    local how
    for how in --translate --no-translate; do
        extract 0 --root '*' $how
        no_stderr
        definitions <<'END'
{"Root": {"properties": {"file": {"$ref": "#/$defs/Pet"}, "name": {"$ref": "#/$defs/Pet"}, "other": {"$ref": "#/$defs/Animal"}}},
 "Pet": {"properties": {"name": {"title": "name"}, "mother": {"$ref": "#/$defs/Pet"}}},
 "Animal": {"$ref": "#/$defs/Pet"},
 "Part": {"title": "name"},
 "More": {"$ref": "#/$defs/Pet", "description": "more"},
 "Own": {"$ref": "#/$defs/Pet"}}
END
    done
    extract 0 --root Animal
    definitions <<<'{"Animal": {"properties": {"name": {"title": "name"}, "mother": {"$ref": "#/$defs/Animal"}}}}'
    extract 0 --root Animal --root-form inline
    result <<<'{"properties": {"name": {"title": "name"}, "mother": {"$ref": "#"}}}'
}

@test "names: a component that is a place in a file, copied, is that place" {
    document <<'END'
    Root: { properties: { part: { $ref: '#/components/schemas/Part' } } }
    Part: { $ref: 'pet.yaml#/properties/name' }
END
    put pet.yaml <<<'{ $schema: "https://json-schema.org/draft/2020-12/schema", title: pet, properties: { name: { title: name } } }'
    extract 0 --root Root --no-translate
    definitions <<'END'
{"Root": {"properties": {"part": {"$ref": "#/$defs/Part"}}},
 "Part": {"$ref": "#/$defs/pet/properties/name"},
 "pet": {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "pet", "properties": {"name": {"title": "name"}}}}
END
}

@test "names: two different schemas of one name are kept, and told of once" {
    document <<'END'
    Root:
      properties:
        a: { $ref: a/x.yaml }
        b: { $ref: b/x.yaml }
        c: { $ref: c/x.yaml }
        again: { items: { $ref: b/x.yaml } }
        taken: { $ref: d/x_2.yaml }
    x_3: { title: component }
    Component: { $ref: '#/components/schemas/x_3' }
END
    put a/x.yaml <<<'{ title: a }'
    put b/x.yaml <<<'{ title: b }'
    put c/x.yaml <<<'{ title: a }'
    put d/x_2.yaml <<<'{ title: d }'
    extract 0 --root Root --root Component
    definitions <<'END'
{"Root": {"properties": {
    "a": {"$ref": "#/$defs/x"},
    "b": {"$ref": "#/$defs/x_2"},
    "c": {"$ref": "#/$defs/x"},
    "again": {"items": {"$ref": "#/$defs/x_2"}},
    "taken": {"$ref": "#/$defs/x_2_2"}}},
 "x_3": {"title": "component"},
 "Component": {"$ref": "#/$defs/x_3"},
 "x": {"title": "a"},
 "x_2": {"title": "b"},
 "x_2_2": {"title": "d"}}
END
    says <<'END'
b/x.yaml:1:1: warning: another schema is called "x" already; this one is called "x_2" [W0402]
a/x.yaml:1:1: note: this is the other one
d/x_2.yaml:1:1: warning: another schema is called "x_2" already; this one is called "x_2_2" [W0402]
b/x.yaml:1:1: note: this is the other one
END
}

# twins: folders a, b and c with a ring of node and edge and a chain from node to end; that of c
# differs at its end.
twins() {
    local folder
    for folder in a b c; do
        put $folder/node.yaml <<<'{ properties: { edge: { $ref: edge.yaml }, mid: { $ref: mid.yaml } } }'
        put $folder/edge.yaml <<<'{ properties: { node: { $ref: node.yaml } } }'
        put $folder/mid.yaml <<<'{ properties: { end: { $ref: end.yaml } } }'
        put $folder/end.yaml <<<'{ title: same }'
    done
    put c/end.yaml <<<'{ title: different }'
}

@test "names: schemas that are equal with all they refer to are one, also in rings; others are not" {
    twins
    document <<'END'
    Root: { properties: { a: { $ref: a/node.yaml }, b: { $ref: b/node.yaml }, c: { $ref: c/node.yaml } } }
END
    extract 0 --root Root
    definitions <<'END'
{"Root": {"properties": {"a": {"$ref": "#/$defs/node"}, "b": {"$ref": "#/$defs/node"}, "c": {"$ref": "#/$defs/node_2"}}},
 "edge": {"properties": {"node": {"$ref": "#/$defs/node"}}},
 "end": {"title": "same"},
 "mid": {"properties": {"end": {"$ref": "#/$defs/end"}}},
 "node": {"properties": {"edge": {"$ref": "#/$defs/edge"}, "mid": {"$ref": "#/$defs/mid"}}},
 "edge_2": {"properties": {"node": {"$ref": "#/$defs/node_2"}}},
 "end_2": {"title": "different"},
 "mid_2": {"properties": {"end": {"$ref": "#/$defs/end_2"}}},
 "node_2": {"properties": {"edge": {"$ref": "#/$defs/edge_2"}, "mid": {"$ref": "#/$defs/mid_2"}}}}
END
    err_count 4 '[W0402]'
}

@test "names do not depend on the order of references, nor on the current directory" {
    twins
    local order reference expected='' project
    project=$(basename "$PWD")
    for order in 'a b c' 'a c b' 'b a c' 'b c a' 'c a b' 'c b a'; do
        { for reference in $order; do echo "    R$reference: { not: { \$ref: $reference/node.yaml } }"; done; } |
            sort >sorted
        { for reference in $order; do sed -n "/ R$reference:/p" sorted; done; } | document
        extract 0 --root '*' --order sorted
        [ -n "$expected" ] || expected=$output
        [ "$output" = "$expected" ] || fail "the order $order gives another result"
        cp e.yaml api.yaml
    done
    mkdir -p d/e
    cp e.yaml d/e/
    sed -i 's|ref: |ref: ../../|' d/e/e.yaml
    local folder
    expected=''
    for folder in . d d/e a; do
        (cd $folder && "$SCHEMAC" extract "$(realpath --relative-to=. "$OLDPWD/d/e/e.yaml")" --root '*' \
            --allow-outside) >"out-${folder//\//-}" 2>/dev/null
        same_files out-. "out-${folder//\//-}"
    done
    grep -q '"node_2"' out-.
    cd ..
    "$SCHEMAC" extract "$project/d/e/e.yaml" --root '*' --allow-outside >above 2>/dev/null
    same_files above "$project/out-."
}

@test "names: a long chain that differs only at its end is kept twice, one that does not is one" {
    local i folder
    for folder in a b c; do
        mkdir $folder
        awk -v folder=$folder 'BEGIN { for (i = 0; i < 300; i++) {
            file = folder "/n" i ".yaml"; print "{ items: { $ref: n" i + 1 ".yaml } }" >file; close(file) } }'
    done
    put a/n300.yaml <<<'{ title: a }'
    put b/n300.yaml <<<'{ title: b }'
    put c/n300.yaml <<<'{ title: a }'
    document <<<'    Root: { properties: { a: { $ref: a/n0.yaml }, b: { $ref: b/n0.yaml }, c: { $ref: c/n0.yaml } } }'
    extract 0 --root Root
    [ "$(grep -c '^    "n' <<<"$output")" -eq 602 ]
    out_has '"n0_2": {'
    out_lacks '"n0_3": {'
}

@test "names of inline schemas of operations can be read" {
    put e.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, schema: { title: id } }]
    get:
      parameters: [{ name: n, in: query, content: { application/json: { schema: { title: n } } } }]
      responses:
        200: { description: d, content: { application/json: { schema: { title: ok, properties: { x: { $ref: '#/paths/~1pets~1{id}/get/responses/200/content/application~1json/schema' } } } } } }
        default: { $ref: error.yaml#/Error }
    post:
      requestBody: { content: { text/csv: { schema: { type: string } }, application/json: { schema: { $ref: pet.yaml } } } }
      callbacks: { done: { '{$request.body}': { post: { requestBody: { content: { application/json: { schema: { title: callback } } } } } } } }
webhooks: { new pet: { post: { requestBody: { content: { application/json: { schema: { title: hook } } } } } } }
END
    put error.yaml <<<'{ Error: { description: e, content: { application/json: { schema: { title: error } } } } }'
    put pet.yaml <<<'{ title: pet }'
    extract 0 --root '*'
    no_stderr
    definitions <<'END'
{"pets_id_parameters_0": {"title": "id"},
 "pets_id_get_parameters_0": {"title": "n"},
 "pets_id_get_200": {"title": "ok", "properties": {"x": {"$ref": "#/$defs/pets_id_get_200"}}},
 "pets_id_post_requestBody_text_csv": {"type": "string"},
 "pets_id_post_callbacks_done_request.body_post_requestBody": {"title": "callback"},
 "new_pet_post_requestBody": {"title": "hook"},
 "error_Error": {"title": "error"},
 "pet": {"title": "pet"}}
END
}

@test "refer over schemas of other files" {
    document <<'END'
    Root: { properties: { a: { $ref: a.yaml }, b: { $ref: b.yaml } } }
    Other: { properties: { a: { $ref: a.yaml } } }
END
    put a.yaml <<<'{ items: { $ref: c.yaml } }'
    put b.yaml <<<'{ title: b }'
    put c.yaml <<<'{ title: c }'
    schemac 0 extract e.yaml --root Other --id https://s.example/other.json -o other.json
    extract 0 --root Root --refer other.json
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"a": {"$ref": "https://s.example/other.json#/$defs/a"}, "b": {"$ref": "#/$defs/b"}}},
 "b": {"title": "b"}}
END
}

# ---- roots ----------------------------------------------------------------------------------------

@test "roots: several, by pointers over paths and files, wrong ones, none" {
    put e.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: '1' }
paths: { /pets: { $ref: pets.yaml } }
components: { schemas: { Pet: { $ref: pet.yaml }, Owner: { title: owner } } }
END
    put pets.yaml <<<'{ get: { responses: { 200: { description: d, content: { application/json: { schema: { items: { $ref: "e.yaml#/components/schemas/Pet" } } } } } } } }'
    put pet.yaml <<<'{ title: pet, properties: { name: { title: name } } }'
    extract 0 --root Owner --root '/paths/~1pets/get/responses/200/content/application~1json/schema' --root '#/components/schemas/Pet/properties/name'
    no_stderr
    result <<'END'
{"$defs": {
  "Pet": {"title": "pet", "properties": {"name": {"title": "name"}}},
  "Owner": {"title": "owner"},
  "Pet_name": {"title": "name"},
  "pets_get_200": {"items": {"$ref": "#/$defs/Pet"}}}}
END
    extract 2 --root Onwer
    says <<<'e.yaml:4:15: error: there is no schema "Onwer" in /components/schemas [E0407]
hint: did you mean "Owner"?'
    extract 2 --root /paths/~1pet/get
    says <<<'e.yaml: error: "#/paths/~1pet/get" leads nowhere: there is no "/pet" in /paths [E0402]
hint: did you mean "/pets"?'
    extract 2 --root /paths/~1pets/get
    says <<<'e.yaml: error: "#/paths/~1pets/get" leads to a place that is no schema [E0404]'
    extract 2
    err_has 'it may be Pet, Owner, or "*" for all'
}

@test "roots: * without named schemas takes what the operations reach" {
    put e.yaml <<'END'
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a: { $ref: 'paths.yaml#/~1a' }
components: { responses: { Unused: { description: d, content: { application/json: { schema: { $ref: unused.yaml } } } } } }
END
    put paths.yaml <<'END'
/a:
  get:
    parameters: [{ $ref: 'parts.yaml#/p' }]
    responses: { 200: { $ref: 'parts.yaml#/r' } }
  trace: { responses: { 200: { $ref: 'parts.yaml#/r' } } }
END
    put parts.yaml <<'END'
p: { name: p, in: query, schema: { title: p } }
r: { description: d, headers: { h: { schema: { title: h } } }, content: { application/json: { schema: { $ref: pet.yaml }, example: { $ref: no.yaml } } } }
END
    put pet.yaml <<<'{ title: pet }'
    extract 0 --root '*'
    no_stderr
    result <<'END'
{"$defs": {
  "parts_p": {"title": "p"},
  "parts_r_headers_h": {"title": "h"},
  "pet": {"title": "pet"}}}
END
    extract 2
    err_has 'it may be "*" for all that the operations use'
    sed -i '/get:/,$d' paths.yaml
    echo '  get: { responses: { 200: { $ref: no.yaml } } }' >>paths.yaml
    extract 2 --root '*'
    says <<<'paths.yaml:2:36: error: cannot read the file no.yaml: No such file or directory [E0002]'
}

# ---- data -----------------------------------------------------------------------------------------

@test "data: a \$ref in example, default, enum, const, examples and x- of other files is not followed" {
    document <<'END'
    Root: { properties: { a: { $ref: a.yaml }, b: { $ref: 'api.yaml#/components/schemas/B' } } }
END
    put a.yaml <<'END'
example: { $ref: no1.yaml }
examples: [{ $ref: no2.yaml }]
default: { $ref: no3.yaml }
enum: [{ $ref: no4.yaml }]
const: { $ref: no5.yaml }
x-more: { $ref: no6.yaml, properties: { a: { $ref: no7.yaml } } }
properties:
  example: { $ref: b.yaml }
  default: { $ref: b.yaml }
END
    put b.yaml <<<'{ title: b }'
    document 3.1.0 api.yaml <<'END'
    B: { default: { $ref: '#/no' }, x-y: { $ref: '#/no' } }
    C: { $ref: no8.yaml }
END
    extract 0 --root Root --no-translate
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/B"}}},
 "a": {
   "example": {"$ref": "no1.yaml"},
   "examples": [{"$ref": "no2.yaml"}],
   "default": {"$ref": "no3.yaml"},
   "enum": [{"$ref": "no4.yaml"}],
   "const": {"$ref": "no5.yaml"},
   "x-more": {"$ref": "no6.yaml", "properties": {"a": {"$ref": "no7.yaml"}}},
   "properties": {"example": {"$ref": "#/$defs/b"}, "default": {"$ref": "#/$defs/b"}}},
 "B": {"default": {"$ref": "#/no"}, "x-y": {"$ref": "#/no"}},
 "b": {"title": "b"}}
END
}

@test "data: properties that are named \$ref, \$id, \$anchor and \$schema, and data that has them" {
    document <<'END'
    Root: { properties: { a: { $ref: a.yaml }, b: { $ref: 'a.yaml#x' }, c: { $ref: 'https://s.example/a' }, d: { $ref: 'a.yaml#y' } } }
END
    put a.yaml <<'END'
$id: https://s.example/a
example: { $id: 'https://s.example/a', $anchor: x, $schema: 'urn:x' }
properties:
  $ref: { title: ref }
  $id: { title: id }
  $anchor: { title: anchor }
  $schema: { title: schema }
  default: { $anchor: y, title: default }
$defs: { x: { $anchor: x, title: x } }
END
    extract 0 --root Root
    no_stderr
    definitions <<'END'
{"Root": {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/x"}, "c": {"$ref": "#/$defs/a"}, "d": {"$ref": "#/$defs/a_default"}}},
 "a": {
   "examples": [{"$id": "https://s.example/a", "$anchor": "x", "$schema": "urn:x"}],
   "properties": {"$ref": {"title": "ref"}, "$id": {"title": "id"}, "$anchor": {"title": "anchor"}, "$schema": {"title": "schema"}, "default": {"title": "default"}},
   "$defs": {"x": {"title": "x"}}},
 "a_default": {"title": "default"},
 "x": {"title": "x"}}
END
    sed -i -e 1d -e "s/\$id: 'https[^,]*, //" a.yaml # which does not say now that it is a schema
    grep -q '^example: { $anchor: x' a.yaml
    extract 0 --root Root --map https://s.example/a=a.yaml
    no_stderr
    out_has '"b": {
          "$ref": "#/$defs/x"'
    out_has '"d": {
          "$ref": "#/$defs/a_default"'
}

@test "files that the result does not need are not even opened" {
    document <<'END'
    Root: { properties: { a: { $ref: a.yaml } } }
    Unused: { $ref: pipe.yaml }
END
    put a.yaml <<<'{ title: a, example: { $ref: pipe.yaml } }'
    mkfifo pipe.yaml
    { echo >pipe.yaml && touch opened; } & # goes on when somebody opens the other end
    extract 0 --root Root
    no_stderr
    [ ! -e opened ]
    cat pipe.yaml >/dev/null
    wait
    [ -e opened ]
}
