#!/usr/bin/env bats
#
# validate on what is meant to break it, and on what is merely odd: what is said of it, and that it
# ends. Much of this shows only under the sanitizers.

# shellcheck disable=SC2016,SC2154  # nothing is to be expanded; the helper runs the program
bats_require_minimum_version 1.5.0
load helper

# judge STATUS SCHEMA-TEXT INSTANCE-TEXT [OPTION...]
judge() {
    local status_wanted=$1
    printf '%s\n' "$2" >schema.json
    printf '%s\n' "$3" >in.json
    shift 3
    schemac "$status_wanted" validate --schema schema.json "$@" in.json
}

# copies COUNT TEXT: so many times TEXT, where % is the number of the copy, with commas between.
copies() {
    local number
    for ((number = 0; number < $1; number++)); do
        [ "$number" -eq 0 ] || printf ,
        printf '%s' "${2//%/$number}"
    done
}

# run_of COUNT TEXT: so many times TEXT.
run_of() {
    printf "%.0s$2" $(seq "$1")
}

@test "a choice of very many values names the first" {
    judge 1 "{ \"oneOf\": [ $(copies 200 '{ "properties": { "kind": { "const": "the kind %" } } }') ] }" '{ "kind": "x" }'
    err_has '/kind: expected one of "the kind 0", "the kind 1", '
    err_has ', ..., got "x" [D0802]'
    judge 1 "{ \"anyOf\": [ $(copies 200 '{ "enum": [ "the value %" ] }') ] }" 1
    err_has ', ..., got 1 [D0802]'
    judge 1 "{ \"enum\": [ $(copies 200 '"a long value, longer than others, the number %"') ] }" 1
    err_has ' more, got 1 [D0802]'
}

@test "a value in a message is its beginning, when it is long" {
    judge 1 '{ "type": "integer" }' "\"$(run_of 2000 x)\""
    err_has "got the string \"$(run_of 79 x)... [D0801]"
    judge 1 '{ "pattern": "^x" }' "\"$(run_of 2000 ä)\""
    err_has "\"$(run_of 79 ä)... does not match the pattern ^x [D0804]"
    judge 1 '{ "const": 1 }' "[ $(copies 2000 1) ]"
    err_has "got [$(run_of 26 '1, ')1... [D0802]"
    judge 1 '{ "const": 1 }' "$(run_of 500 '[')$(run_of 500 ']')"
    err_has 'got [[[[[[[[[[[[[[[[[[[[[...]]]]]]]]]]]]]]]]]]]]] [D0802]'
}

@test "of arrays and objects that are not equal it is said what they are" {
    judge 1 '{ "const": { "a": [ 1, null ] } }' '{ "a": [ 2, "x\n" ] }'
    err_has 'expected {"a": [1, null]}, got {"a": [2, "x\n"]} [D0802]'
    judge 1 '{ "enum": [ [ 1 ], { "a": 1.50 } ] }' '{}'
    err_has 'expected [1] or {"a": 1.50}, got {} [D0802]'
    judge 1 '{ "uniqueItems": true }' '[ { "a": 1 }, { "a": 1.0 } ]'
    err_has 'the items 0 and 1 are equal: {"a": 1.0} [D0805]'
    judge 1 '{ "enum": [] }' 1
    err_has 'no value is allowed here: "enum" is empty [D0802]'
}

@test "counts beyond all bounds stand in messages as in the schema" {
    judge 1 '{ "minLength": 1e400 }' '"a"'
    err_has 'the string has 1 character, at least 1e400 are needed [D0804]'
    judge 1 '{ "minItems": 99999999999999999999999 }' '[ 1 ]'
    err_has 'there is 1 item, at least 99999999999999999999999 are needed [D0805]'
    judge 1 '{ "contains": true, "minContains": 1e400 }' '[ 1 ]'
    err_has '1 of its items is what "contains" asks for, at least 1e400 must [D0805]'
    judge 1 '{ "contains": true, "maxContains": 1 }' '[ 1, 2 ]'
    err_has 'at most 1 may [D0805]'
}

@test "of a pointer into the depth the ends are shown, and the record has all of it" {
    judge 1 '{ "type": "array", "items": { "$ref": "#" } }' "$(run_of 1000 '[')1$(run_of 1000 ']')"
    err_has "error: $(run_of 100 /0)...$(run_of 100 /0): expected an array, got the number 1 [D0801]"
    schemac 1 validate --schema schema.json --format json in.json
    out_has "\"pointer\": \"$(run_of 1000 /0)\""
}

@test "that not all is told is said at the end, at its place" {
    echo '{ "items": { "type": "string" } }' >schema.json
    printf '[ 1, 2, 3 ]\n[ "a" ]\n[ 1,\t2 ] \n' >in.jsonl
    schemac 1 validate --schema schema.json --max-errors 1 in.jsonl
    err_has 'in.jsonl:1:12: note: more is wrong than is told here [N0801]'
    err_has 'in.jsonl:3:9: note: more is wrong than is told here [N0801]'
    [ "${stderr_lines[0]}" = 'in.jsonl:1:3: error: /0: expected a string, got the number 1 [D0801]' ]
    local defs # more than are followed to find all that is wrong
    defs=$(for number in {0..2500}; do printf '"a%d": { "$ref": "#/$defs/a%d" }, ' "$number" $((number + 1)); done)
    judge 1 "{ \"\$ref\": \"#/\$defs/a0\", \"\$defs\": { $defs \"a2501\": { \"type\": \"string\" } } }" 1
    err_has 'in.json:1:1: error: expected a string, got the number 1 [D0801]'
    err_has 'in.json:1:2: note: there may be more that is wrong than is told here [N0801]'
}

@test "options that mean nothing are refused before anything is read" {
    local bad
    echo '{}' >in.json
    for bad in '' ' 5' +5 -1 5x 0x5 1e3; do
        schemac 2 validate --schema in.json --max-errors "$bad" in.json
        err_has 'error: --max-errors takes a number from 0 on [E0001]'
    done
    schemac 0 validate --schema in.json --max-errors 99999999999999999999 in.json
    for bad in a '#/a' /a~2 /a~; do
        schemac 2 validate --schema in.json --at "$bad" in.json
        err_has 'error: --at takes a JSON Pointer, '
    done
    schemac 0 validate --schema in.json --at /a~0b~1c/ in.json
    schemac 0 validate --schema in.json --at '' in.json
    schemac 2 validate --schema '#/a' in.json
    err_has 'error: --schema has no FILE in front of the # [E0001]'
    schemac 2 validate --root A in.json
    err_has 'error: --root says which schema of a document is meant: name that with --schema [E0001]'
    schemac 2 validate --schema in.json in.json ''
    err_has 'error: an INSTANCE cannot be "" [E0001]'
}

@test "standard input is read once" {
    echo '{}' >schema.json
    for arguments in '-s - -' '-s -#/a -' '-s schema.json - -'; do
        # shellcheck disable=SC2086  # several words
        run -2 --separate-stderr "$SCHEMAC" validate $arguments <<<'{}'
        err_has 'error: standard input is named more than once, but can be read only once [E0001]'
    done
    run -0 --separate-stderr "$SCHEMAC" validate -s - schema.json <<<'{}'
}

@test "a number of errors beyond the most that are told" {
    judge 1 '{ "items": { "type": "string" } }' "[ $(copies 1100 %) ]" --max-errors 0
    err_count 1000 'expected a string'
    judge 1 '{ "items": { "type": "string" } }' "[ $(copies 1100 %) ]" --max-errors 5000000000
    err_count 1000 'expected a string'
    err_has 'told here [N0801]'
}

# by_metaschema STATUS MEMBERS: judges by a schema whose metaschema has these members.
by_metaschema() {
    local status_wanted=$1
    printf '{ "$id": "https://s.example/m", %s }\n' "$2" >m.json
    judge "$status_wanted" '{ "$schema": "https://s.example/m", "type": "string" }' 1 --resource m.json
}

@test "a metaschema is judged by its own, and its vocabularies have to be known" {
    local dialect='"$schema": "https://json-schema.org/draft/2020-12/schema"'
    local core='"https://json-schema.org/draft/2020-12/vocab/core": true'
    by_metaschema 1 "$dialect"
    by_metaschema 0 "$dialect, \"\$vocabulary\": { $core }"
    by_metaschema 0 "$dialect, \"\$vocabulary\": { $core, \"https://s.example/v\": false }"
    by_metaschema 2 "$dialect, \"\$vocabulary\": { $core, \"https://s.example/v\": true }"
    err_has 'schema.json:1:14: error: the dialect "https://s.example/m" needs the vocabulary "https://s.example/v", which is unknown [E0802]'
    err_has 'm.json:1:167: note: false would say that it is not needed'
    by_metaschema 2 "$dialect, \"\$vocabulary\": [ 1 ]"
    err_has 'm.json:1:107: error: /$vocabulary: expected an object, got an array [E0801]'
    by_metaschema 2 "$dialect, \"type\": \"objekt\""
    err_has 'error: /type: expected "array", '
    err_has 'hint: did you mean "object"?'
    err_count 0 D0801
    by_metaschema 2 "$dialect, \"required\": [ \"title\" ]"
    err_has 'schema.json:1:1: error: the property "title" is missing [E0801]'
}

@test "a metaschema that leads to no dialect is told apart from one that is not at hand" {
    by_metaschema 2 '"type": "object"'
    err_has 'schema.json:1:14: error: the dialect "https://s.example/m" is unknown [E0802]'
    err_has 'm.json:1:1: note: this metaschema does not say its own dialect'
    by_metaschema 2 '"$schema": "https://s.example/m"'
    err_has 'm.json:1:44: note: this does not lead to a dialect that is known'
    err_has 'hint: have the "$schema" of the metaschema name one of JSON Schema'
    judge 2 '{ "$schema": "https://s.example/m" }' 1
    err_has 'hint: give its metaschema with --resource'
    # a compiled schema of another dialect is judged by none, and refused all the same
    judge 2 '{ "$ref": "#/$defs/a", "$defs": { "a": { "$id": "a", "$schema": "http://json-schema.org/draft-07/schema#", "type": "objekt" } } }' 1
    err_has '"type" takes the name of a type, not "objekt" [E0803]'
}

# quick STATUS ARGUMENT...: judges within seconds of CPU time, also under the sanitizers.
quick() {
    local status_wanted=$1
    shift
    run "-$status_wanted" --separate-stderr bash -c 'ulimit -t 20 && exec "$@"' - "$SCHEMAC" "$@"
}

@test "what was meant is looked for in time that does not grow with all there is" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" - <<'END'
import json
names = ['property number %d' % i for i in range(100000)]
slips = ['proprety nmuber %d' % i for i in range(500)]
json.dump({'properties': {name: {} for name in names}, 'additionalProperties': False}, open('schema.json', 'w'))
json.dump({name: 1 for name in slips}, open('in.json', 'w'))
json.dump({'items': {'enum': names}}, open('values.json', 'w'))
json.dump(slips, open('items.json', 'w'))
END
    quick 1 validate --schema schema.json --max-errors 0 in.json
    err_count 500 'is not allowed'
    quick 1 validate --schema values.json --max-errors 0 items.json
    err_has 'hint: did you mean "property number'
}

@test "resources with very many dynamic anchors take memory for those that they have" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" - <<'END'
import json
json.dump({'$ref': 'http://s.example/r0', '$defs': {'r%d' % i: {
    '$id': 'http://s.example/r%d' % i, '$dynamicAnchor': 'a%d' % i, 'properties': {
        'own': {'$dynamicRef': '#a%d' % i}, 'next': {'$ref': 'http://s.example/r%d' % ((i + 1) % 10000)}}}
    for i in range(10000)}}, open('schema.json', 'w'))
END
    echo '{ "next": { "own": { "next": {} } } }' >in.json
    quick 0 validate --schema schema.json in.json
}

@test "dynamic anchors that lead to each other one by one take memory for each once" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" - <<'END'
import json
count = 20000
defs = {'r%d' % i: {'$id': 'http://s.example/r%d' % i, '$dynamicRef': '#a%d' % i,
    '$defs': {'own': {'$dynamicAnchor': 'a%d' % i}}} for i in range(count)}
for i in range(count): # the next resource is found when the anchor of the one before is
    defs['d%d' % i] = {'$dynamicAnchor': 'a%d' % i, 'items': {'$ref': 'http://s.example/r%d' % ((i + 1) % count)}}
json.dump({'$ref': 'http://s.example/r0', '$defs': defs}, open('schema.json', 'w'))
END
    echo '[ [ [] ] ]' >in.json
    quick 0 validate --schema schema.json in.json
}

@test "to enter a resource takes time that does not grow with its dynamic anchors" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" - <<'END'
import json
count = 20000
defs = {'d%d' % i: {'$dynamicAnchor': 'a%d' % i, 'type': 'integer'} for i in range(count)}
defs['item'] = {'minimum': 0, 'properties': {'a': {'anyOf': [{'$dynamicRef': '#a%d' % i} for i in range(count)]}}}
json.dump({'$id': 'http://s.example/a', 'items': {'$ref': 'b#/$defs/item'}, '$defs': {'b': {'$id': 'b', '$defs': defs}}},
          open('schema.json', 'w'))
json.dump([1] * 1000000 + [-1], open('in.json', 'w'))
END
    quick 1 validate --schema schema.json in.json
    err_has 'in.json:1:3000002: error: /1000000: -1 is not at least 0 [D0803]'
}

@test "where a dynamic reference leads depends on the way to it, also within one document" {
    local asked
    for asked in true '{"unevaluatedProperties": {}}'; do # judged by recursion, and by frames
        cat >schema.json <<END
{"\$id": "http://s.example/a", "items": {"allOf": [$asked], "properties": {
   "text": {"\$ref": "text"}, "number": {"\$ref": "number"}, "any": {"\$ref": "list"}}},
 "\$defs": {
  "text": {"\$id": "text", "\$ref": "list", "\$defs": {
    "last": {"\$dynamicAnchor": "last", "const": "z"}, "of": {"\$dynamicAnchor": "of", "type": "string"},
    "first": {"\$dynamicAnchor": "first", "const": "a"}}},
  "number": {"\$id": "number", "\$ref": "text", "\$defs": {"of": {"\$dynamicAnchor": "of", "type": "number"}}},
  "list": {"\$id": "list", "items": {"\$dynamicRef": "#of"},
   "prefixItems": [{"\$dynamicRef": "#first"}, {"\$dynamicRef": "#last"}], "\$defs": {
    "first": {"\$dynamicAnchor": "first"}, "of": {"\$dynamicAnchor": "of"}, "last": {"\$dynamicAnchor": "last"}}}}}
END
        echo '[{"text": ["a", "z", "of"], "number": ["a", "z", 1], "any": [true, true, true]},
            {"number": [1, "b", "c"], "text": ["z", "a", 2], "any": [2, "b", 3]}]' >in.json
        schemac 1 validate --schema schema.json in.json
        err_count 6 'error: '
        err_has '/1/number/2: expected a number, got the string "c"'
        err_has '/1/text/2: expected a string, got the number 2'
        err_count 2 '0: expected "a", got '
        err_count 2 '1: expected "z", got '
    done
}

# nested DEPTH COUNT ITEMS: resources, so many, each around the next; the last has COUNT items in in.json,
# which are judged by the schema ITEMS.
nested() {
    seq "$1" | awk -v items="$3" '{ rest = rest sprintf(",\n\"r%d\": {\"$id\": \"r%d\", \"$dynamicAnchor\": \"a\", \"$ref\": \"r%d\"}",
            $1, $1, $1 + 1) }
        END { printf "{\"$id\": \"http://s.example/a\", \"$ref\": \"r1\", \"$defs\": {" \
            "\"leaf\": {\"$id\": \"leaf\", \"$defs\": {\"of\": {\"$dynamicAnchor\": \"of\", \"type\": \"integer\"}}, \"$dynamicRef\": \"#of\"},\n" \
            "\"r%d\": {\"$id\": \"r%d\", \"items\": %s, \"$defs\": {\"mid\": {\"$id\": \"mid\", " \
            "\"$dynamicAnchor\": \"a\", \"properties\": {\"x\": {\"$dynamicRef\": \"#a\"}}, \"$dynamicRef\": \"leaf#of\"}}}%s}}\n", NR + 1, NR + 1, items, rest }' >schema.json
    seq "$2" | sed 's/.*/1/' | paste -sd , | sed 's/.*/[&]/' >in.json
}

@test "a name is looked for once in the resources that stay around" {
    for items in '{"$ref": "leaf"}' '{"$dynamicRef": "leaf#of"}' '{"$ref": "mid"}'; do
        nested 900 300000 "$items"
        quick 0 validate --schema schema.json in.json
        no_stderr
    done
}

@test "of a choice of very many branches none is kept when there is no room for them" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" - <<'END'
import json
few, many = {'anyOf': [{'type': 'string'}]}, {'anyOf': [{'const': -number} for number in range(20000)]}
json.dump({'allOf': [{'items': few}, {'items': many}]}, open('schema.json', 'w'))
json.dump([1] * 1200000, open('in.json', 'w'))
END
    quick 1 validate --schema schema.json in.json
    err_has 'in.json:1:2: error: /0: expected a string, got 1 [D0801]'
    err_has 'told here [N0801]'
}

@test "a document of very many resources that refer to each other is looked at once" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" - <<'END'
import json
count = 120000
json.dump({'$ref': 'http://s.example/r0', '$defs': {'r%d' % i: {
    '$id': 'http://s.example/r%d' % i, 'items': {'$ref': 'r%d' % ((i + 1) % count)}}
    for i in range(count)}}, open('schema.json', 'w'))
END
    echo '[ [ [] ] ]' >in.json
    quick 0 validate --schema schema.json in.json
}

@test "what tells branches apart is looked up, and only while something is told of" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" - <<'END'
import json
names = {'enum': ['value %d' % number for number in range(20000)]}
branches = [{'properties': {'kind': {'$ref': '#/$defs/names'}, 'number': {'const': number}}} for number in range(100)]
json.dump({'items': {'anyOf': branches}, '$defs': {'names': names}}, open('schema.json', 'w'))
json.dump([{'kind': 'value', 'number': -1}] * 1000, open('in.json', 'w'))
END
    quick 1 validate --schema schema.json in.json
    err_count 100 '/number: expected one of 0, 1, 2, '
}

@test "the format basic takes time for each error that does not grow with the schema" {
    python3=$(command -v python3) || skip "no python3"
    "$python3" - <<'END'
import json
properties = {'p%d' % number: {'not': {}} for number in range(40000)}
json.dump({'properties': properties, 'items': {'anyOf': [{'type': 'string'}] * 20}}, open('schema.json', 'w'))
json.dump([1] * 4000, open('in.json', 'w'))
END
    quick 1 validate --schema schema.json --format basic in.json
    out_has '/schema.json#/items/anyOf/19/type", "instanceLocation": "/9", "error": "expected a string'
}
