#!/usr/bin/env bats
#
# The bytes that a registry publishes: what its own extractor makes of a document, schemac makes
# too. Each test on the corpus has a smaller one here on data of our own.

bats_require_minimum_version 1.5.0
load helper

differences=$BATS_TEST_DIRNAME/registry-edge-differences.txt

# config ID COMMENT TITLE NAME...: writes a schemac.yaml with NAME/server.schema.json, the published
# shape of NAME/openapi.yaml, for each NAME. COMMENT and TITLE come with their quotes.
config() {
    local id=$1 comment=$2 title=$3 name
    shift 3
    cat <<END
version: 1
defaults:
  root: ServerDetail
  dialect: draft-07
  id: "$id"
  comment: $comment
  title: $title
  root_form: ref
  style: go
  translate: false
artifacts:
END
    for name; do
        printf '  %s/server.schema.json: { source: %s/openapi.yaml }\n' "$name" "$name"
    done
}

# member NAME FILE: the string, with its quotes, that FILE, indented JSON, has at the top as NAME.
member() {
    sed -n "s/^  \"$1\": \(\".*\"\),*\$/\1/p" "$2"
}

# entries FILE FIELD...: of the records in FILE, an array in indented JSON, those that have the first
# FIELD, one a line: the strings of the fields, with tabs between them.
entries() {
    awk -v wanted="${*:2}" '
        function finish(i, line) {
            for (i = 1; i <= count; i++)
                line = line (i > 1 ? "\t" : "") value[field[i]]
            if (value[field[1]] != "") print line
            split("", value)
        }
        BEGIN { count = split(wanted, field, " ") }
        /^  \{/ { split("", value) }
        /^   "[a-z_]+": / {
            key = $1
            gsub(/[":]/, "", key)
            text = $0
            sub(/^ *"[a-z_]+": "?/, "", text)
            sub(/"?,?$/, "", text)
            value[key] = text
        }
        /^  \}/ { finish() }' "$1"
}

# pairs STATUS: the pairs of that status: their folder, and the id as schemac.yaml would have it.
pairs() {
    entries "$corpus/registry/PAIRS.json" dir status id id_rule |
        awk -F '\t' -v status="$1" '$2 == status {
            id = $3
            if ($4 != "") {
                split($4, words, " ")
                id = words[1] == "fixed" ? words[2] : words[1]
                sub(/<info\.version>/, "{info.version}", id)
            }
            print $1 "\t" id
        }'
}

# The head that upstream writes, with the names of its own files; it is in the corpus only.
upstream_head() {
    local published=$corpus/registry/2025-10-07-568748e/server.schema.json
    upstream_comment=$(member '\$comment' "$published")
    upstream_title=$(member title "$published")
}

# ---- on data of our own ---------------------------------------------------------------------------

# A shop whose artifact is made of it, in the published shape.
make_shop() {
    mkdir shop
    cat >shop/openapi.yaml <<'END'
openapi: 3.1.0
info: { title: Shop, version: "2026-01-31" }
paths: {}
components:
  schemas:
    Unused: { type: string }
    ServerDetail:
      type: object
      required: [zeta, alpha]
      properties:
        zeta: { $ref: '#/components/schemas/Leaf', description: "a < b && c > d" }
        Alpha: { type: "integer", minimum: -9223372036854775808, maximum: 18446744073709551615 }
        alpha: { description: "\b\f\n\r\t\x01\x1f \"\\/ \u2028\u2029 é 😀" }
        _under: {}
        9: { enum: [], default: {} }
        $dollar: { examples: [1.0, -0.0, 1.0e+20, 1.0e+21, 1.50, 0.000001, 1.0e-7, 9007199254740993] }
        "～": { $ref: "#/components/schemas/Leaf" }
        "😀": { type: "null" }
        flags: { examples: [true, null, ~, "no"] }
    Leaf:
      description: |
        One line.
        Another.
      additionalProperties: { $ref: '#/components/schemas/ServerDetail' }
END
    config 'https://shop.example/{info.version}/s.json' "'by \`make\`, not by hand'" '"a title"' shop \
        >schemac.yaml
    schemac 0 generate
}

@test "the published shape of a small document, byte for byte" {
    make_shop
    no_stderr
    file_is shop/server.schema.json <<'END'
{
  "$comment": "by `make`, not by hand",
  "$id": "https://shop.example/2026-01-31/s.json",
  "$ref": "#/definitions/ServerDetail",
  "$schema": "http://json-schema.org/draft-07/schema#",
  "definitions": {
    "Leaf": {
      "additionalProperties": {
        "$ref": "#/definitions/ServerDetail"
      },
      "description": "One line.\nAnother.\n"
    },
    "ServerDetail": {
      "properties": {
        "$dollar": {
          "examples": [
            1,
            -0,
            100000000000000000000,
            1e+21,
            1.5,
            0.000001,
            1e-7,
            9007199254740993
          ]
        },
        "9": {
          "default": {},
          "enum": []
        },
        "Alpha": {
          "maximum": 18446744073709551615,
          "minimum": -9223372036854775808,
          "type": "integer"
        },
        "_under": {},
        "alpha": {
          "description": "\b\f\n\r\t\u0001\u001f \"\\/ \u2028\u2029 é 😀"
        },
        "flags": {
          "examples": [
            true,
            null,
            null,
            "no"
          ]
        },
        "zeta": {
          "$ref": "#/definitions/Leaf",
          "description": "a \u003c b \u0026\u0026 c \u003e d"
        },
        "～": {
          "$ref": "#/definitions/Leaf"
        },
        "😀": {
          "type": "null"
        }
      },
      "required": [
        "zeta",
        "alpha"
      ],
      "type": "object"
    }
  },
  "title": "a title"
}
END
}

@test "what has drifted is told from what has not" {
    make_shop
    schemac 0 check
    cp shop/server.schema.json right.json

    sed 's/Another/An other/' right.json >shop/server.schema.json
    schemac 1 check
    err_has 'shop/server.schema.json:11:22: error: '
    err_has '[D0006]'

    sed 's/^ *//' right.json >shop/server.schema.json
    schemac 1 check
    err_has 'shop/server.schema.json: error: '
    err_has '[D0005]'

    sed "s/\$/$(printf '\r')/" right.json >shop/server.schema.json
    schemac 0 check
    err_has 'shop/server.schema.json: note: '
    err_has '[N0001]'
}

# refused STATUS CODE PLACE: with standard input as ServerDetail, generate writes nothing.
refused() {
    rm -rf shop
    mkdir shop
    { printf '%s\n' 'openapi: 3.1.0' 'info: { title: T, version: "1" }' \
        'components:' '  schemas:' '    Leaf: { type: string }' && cat; } >shop/openapi.yaml
    config 'https://shop.example/{info.version}/s.json' '""' '""' shop >schemac.yaml
    schemac "$1" generate
    err_has "$3: error: "
    err_has "[$2]"
    no_output
    [ "$(ls shop)" = openapi.yaml ] || fail "it has written a file"
}

@test "what cannot be published is refused, with its place, and nothing is written" {
    refused 2 E0402 shop/openapi.yaml:6:27 <<<'    ServerDetail: { $ref: "#/components/schemas/None" }'
    refused 2 E0002 shop/openapi.yaml:6:27 <<<'    ServerDetail: { $ref: "other.yaml#/components/schemas/Leaf" }'
    refused 2 E0401 shop/openapi.yaml:6:27 <<<'    ServerDetail: { $ref: 5 }'
    refused 2 E0404 shop/openapi.yaml:6:27 <<<'    ServerDetail: { $ref: "#/info" }'
    refused 2 E0405 shop/openapi.yaml:6:19 <<<'    ServerDetail: true'
    refused 2 E0302 shop/openapi.yaml:6:35 <<<'    ServerDetail: { type: object, type: string }'
    refused 2 E0303 shop/openapi.yaml:6:30 <<<'    ServerDetail: { default: .nan }'
    refused 2 E0502 shop/openapi.yaml:6:30 <<<'    ServerDetail: { default: 1.0e+400 }'
    refused 2 E0407 schemac.yaml:12:3 <<<'    ServerDetails: {}'
    refused 2 E0203 shop/openapi.yaml:6:33 <<<'    ServerDetail: &a { default: *a }'
    refused 2 E0202 shop/openapi.yaml:7:1 <<<$'    ServerDetail: {}\n---\nmore'
}

# ---- on the corpus --------------------------------------------------------------------------------

# published DIR ID: generate gives the artifact of the pair DIR. Says so when not.
published() {
    local difference
    mkdir -p "$1"
    cp "$corpus/registry/$1/openapi.yaml" "$1"
    config "$2" "$upstream_comment" "$upstream_title" "$1" >schemac.yaml
    run --separate-stderr "$SCHEMAC" generate
    [ "$status" -eq 0 ] || { echo "$1: status $status: $stderr"; return 1; }
    difference=$(cmp "$1/server.schema.json" "$corpus/registry/$1/server.schema.json" 2>&1) ||
        { echo "$1: $difference"; return 1; }
}

@test "registry: all pairs that the upstream extractor reproduces" {
    need_corpus
    upstream_head
    local dir id count=0 bad=0
    while IFS=$'\t' read -r dir id; do
        count=$((count + 1))
        published "$dir" "$id" || bad=$((bad + 1))
    done < <(pairs match)
    [ "$count" -eq 17 ] || fail "$count pairs, not 17"
    [ "$bad" -eq 0 ]
}

@test "registry: the reconstructed pair with cargo" {
    need_corpus
    upstream_head
    local dir id
    IFS=$'\t' read -r dir id < <(pairs reconstructed | grep cargo)
    published "$dir" "$id"
}

@test "registry: all pairs that had drifted, and the checkout with CRLF" {
    need_corpus
    upstream_head
    local dir id count=0 bad=0 expected code
    while IFS=$'\t' read -r dir id; do
        count=$((count + 1))
        mkdir "$dir"
        cp "$corpus/registry/$dir/openapi.yaml" "$corpus/registry/$dir/server.schema.json" "$dir"
        config "$id" "$upstream_comment" "$upstream_title" "$dir" >schemac.yaml
        expected=1 code='D000[56]'
        if [[ $dir == *-7b22fab ]]; then expected=0 code=N0001; fi

        run --separate-stderr "$SCHEMAC" check
        if [ "$status" -ne "$expected" ] ||
            ! grep -q "^$dir/server\.schema\.json:.*\[$code]\$" <<<"$stderr" ||
            ! cmp "$dir/server.schema.json" "$corpus/registry/$dir/server.schema.json"; then
            echo "$dir: status $status, $(head -n 1 <<<"$stderr")"
            bad=$((bad + 1))
        fi
    done < <(pairs drifted)
    [ "$count" -eq 29 ] || fail "$count pairs, not 29"
    [ "$bad" -eq 0 ]
}

# outcome CASE: what we do with a case, in comparison with the upstream extractor: "same", or one of
# the words of registry-edge-differences.txt. What is wrong in any event goes to standard error.
outcome() {
    local theirs=$corpus/registry-edge/$1/server.schema.json ours=case/server.schema.json
    rm -rf case
    mkdir case
    cp "$corpus/registry-edge/$1/openapi.yaml" case
    run --separate-stderr "$SCHEMAC" generate
    case $status in
    0)
        if [ ! -f "$theirs" ]; then
            echo accepted
        elif cmp -s "$ours" "$theirs"; then
            echo same
        else
            echo other bytes
        fi
        ;;
    2 | 3)
        if ! grep -Eq '^(case/openapi|schemac)\.yaml(:[0-9]+:[0-9]+)?: error: .*\[[EL][0-9]{4}\]$' <<<"$stderr"
        then
            echo "$1: no error with a place and a code: $stderr" >&2
        fi
        if [ "$(ls case)" != openapi.yaml ]; then echo "$1: refused, and a file is written" >&2; fi
        if [ -f "$theirs" ]; then echo refused; else echo same; fi
        ;;
    *) echo "$1: exit status $status: $stderr" >&2 ;;
    esac
}

@test "registry-edge: the same bytes, the same refusal, or a difference that is listed" {
    need_corpus
    upstream_head
    local case does count=0
    config "$(pairs match | cut -f 2 | grep -F '{info.version}' | head -n 1)" \
        "$upstream_comment" "$upstream_title" case >schemac.yaml
    while read -r case; do
        count=$((count + 1))
        does=$(outcome "$case")
        if [ "$does" != same ]; then echo "$case: $does"; fi
    done < <(entries "$corpus/registry-edge/EDGE.json" case) 2>wrong | LC_ALL=C sort >found
    sed -n 's/^\([a-z0-9-]*: [a-z ]*\): .*/\1/p' "$differences" >listed
    [ "$(entries "$corpus/registry-edge/EDGE.json" case | wc -l)" -eq 58 ] || fail "not 58 cases"
    diff -u listed found
    diff /dev/null wrong
}

@test "registry-edge: the list of differences is sorted and gives reasons" {
    LC_ALL=C sort -c "$differences"
    run ! grep -Ev '^#|^[a-z0-9-]+: (accepted|refused|other bytes): [^ ].*[^ ]\.$' "$differences"
}
