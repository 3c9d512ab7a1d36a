#!/usr/bin/env bats
# What a stranger's schemas can do to diff: be compared or refused under a code, in time and without
# a crash. Each row of a table makes OLD and NEW anew:
#
#     pair NAME STATUS CODE OLD NEW [ARGUMENT...]
#
# OLD and NEW are commands of bash that write the two files; ARGUMENTs go to diff after them. CODE
# stands in what is printed, or is - for none. In all rows the program has a time and, but under the
# sanitizers, a memory limit, and what it prints may not hold control characters.
# HOSTILE=NAME runs the rows whose name has NAME in it.
#
# shellcheck disable=SC2016  # OLD and NEW are evaluated in the row
bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_work_folder
    failures=0
    bounds 10 1000000 # of CPU time
}

wrong() {
    failures=$((failures + 1))
    echo "-- $1: $2"
    head -c 500 printed | cat -v
}

none_failed() {
    [ "$failures" -eq 0 ] || {
        echo "$failures failed"
        return 1
    }
}

pair() {
    local name=$1 expected=$2 code=$3
    [[ $name == *"${HOSTILE-}"* ]] || return 0
    eval "$4" >old.json
    eval "$5" >new.json
    shift 5
    status=0
    (ulimit -v "$memory" -t "$seconds" && exec "$SCHEMAC" diff old.json new.json "$@") \
        >printed 2>&1 || status=$?
    [ "$status" -eq "$expected" ] || wrong "$name" "exit status $status, not $expected"
    [ "$code" = - ] || grep -qF "[$code]" printed || wrong "$name" "no $code"
    [ "$(tr -d '\n\t\040-\176\200-\377' <printed | wc -c)" -eq 0 ] ||
        wrong "$name" "control characters are shown"
}

# list COUNT BEFORE AFTER: BEFORE, a number and AFTER, so many times with commas between.
list() {
    seq -f "$2%.0f$3" "$1" | paste -sd ,
}

# properties COUNT PREFIX SCHEMA: an object with so many properties.
properties() {
    printf '{"properties": {%s}}\n' "$(list "$1" "\"$2" "\": $3")"
}

required() {
    printf '{"required": [%s]}\n' "$(list "$1" "\"$2" '"')"
}

@test "more changes than are told" {
    pair "all names are new" 3 L0901 'required 100000 a' 'required 100000 b'
    pair "all properties are new" 3 L0901 'properties 100000 a "{}"' \
        'properties 100000 b "{\"type\": \"string\"}"'
    none_failed
}

@test "many changes in one object" {
    local count=16000
    if few; then count=3000; fi
    pair "all properties have another type" 1 D0101 \
        "properties $count a '{\"type\": \"string\"}'" "properties $count a '{\"type\": \"integer\"}'"
    none_failed
}

# patterns COUNT PREFIX SCHEMA [PROPERTIES]: an object with so many patterns, closed to other names.
patterns() {
    printf '{"patternProperties": {%s}, "additionalProperties": false, "properties": {%s}}\n' \
        "$(list "$1" "\"^$2" "x\": $3")" "${4-}"
}

@test "many patterns" {
    local count=50000
    if few; then count=8000; fi
    pair "each has another schema" 1 D0101 "patterns $count a '{\"type\": \"string\"}'" \
        "patterns $count a '{\"type\": \"integer\"}'"
    pair "each is another one" 1 D0129 "patterns $count a '{\"type\": \"string\"}'" \
        "patterns $count b '{\"type\": \"string\"}'"
    pair "and as many names" 1 D0119 \
        'patterns 20000 a "{\"type\": \"string\"}" "$(list 20000 "\"b" "\": {}")"' \
        'patterns 20000 a "{\"type\": \"string\"}" "$(list 20000 "\"c" "\": {}")"'
    none_failed
}

# dependent COUNT STEP: an object in which each of so many names calls for that STEP names on.
dependent() {
    seq "$1" | awk -v step="$2" 'BEGIN { printf "{\"dependentSchemas\": {" }
        { printf "%s\"k%d\": {\"required\": [\"k%d\"]}", (NR > 1 ? "," : ""), $1, $1 + step }
        END { print "}}" }'
}

@test "many names that depend on each other" {
    pair "each calls for another one" 3 L0901 "dependent 64000 1" "dependent 64000 2"
    none_failed
}

# anchors COUNT SCHEMA: an object with so many properties, each of which is redirected to an anchor.
anchors() {
    printf '{"$id": "http://s.example/a", "properties": {%s}, "$defs": {%s}}\n' \
        "$(seq -f '%.0f' "$1" | sed 's/.*/"p&": {"$dynamicRef": "#a&"}/' | paste -sd ,)" \
        "$(seq -f '%.0f' "$1" | sed 's|.*|"a&": {"$dynamicAnchor": "a&", "type": "'"$2"'"}|' | paste -sd ,)"
}

@test "very many dynamic anchors of one resource" {
    pair "each has another type" 1 D0101 "anchors 16000 string" "anchors 16000 integer"
    none_failed
}

@test "a path with control characters, as git gives it to its driver" {
    echo '{"type": "string"}' >old.json
    echo '{"type": "integer"}' >new.json
    local name=$'a\e[2J\xe2\x80\xae\n.json'
    schemac 0 diff --git-driver "$name" old.json 0 100644 new.json 0 100644
    out_has '[D0101]'
    out_lacks $'\e'
    out_lacks $'\xe2\x80\xae'
    schemac 0 diff --git-driver "$name" old.json 0 100644 /dev/null . .
    [ "${#lines[@]}" -eq 2 ] || fail "the name takes lines of its own"
    out_lacks $'\e'
}
