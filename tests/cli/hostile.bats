#!/usr/bin/env bats
# What a stranger's file, a full disk or a closed stream can do: be refused under a code, in time, in
# little memory, and without a loss. The table below has one row for each input; a test runs the
# rows of one group.
#
#     input   NAME STATUS CODE MAKE               MAKE writes in.yaml, or what $in names, which
#                                                 extract, generate and check then read, the two
#                                                 latter for two artifacts
#     once    NAME STATUS CODE MAKE COMMAND...    one command, or a script with the program as $0
#     refused NAME STATUS CODE MAKE COMMAND...    the same by a user without rights
#     config  NAME STATUS CODE LINE...            the LINEs are schemac.yaml for generate and check
#
# Each starts in a generated project with a source api.yaml, another good.yaml, an artifact
# out/a.json, a file old.json, which extract is to write over, and the links link and up. MAKE is a command of bash. CODE is one code, several ("E0401 E0404"), or - for none. In all rows
# the program has a time and, but under the sanitizers, a memory limit; what it prints may not hold
# control characters nor grow with the input; and unless STATUS is 0 no file may change.
# HOSTILE=NAME runs the rows whose name has NAME in it.
#
# shellcheck disable=SC2016  # MAKE is evaluated in the row's folder
bats_require_minimum_version 1.5.0
load helper

table() {
    local wanted=$1
    group files
    input "empty" 2 E0102 ': >in.yaml'
    input "empty JSON" 2 E0102 ': >in.json; in=in.json'
    input "only comments" 2 E0102 'echo "# nothing" >in.yaml'
    input "a directory" 2 E0002 'mkdir in.yaml'
    input "missing" 2 E0002 ':'
    input "a link to nowhere" 2 E0002 'ln -s nowhere in.yaml'
    input "a link to itself" 2 E0002 'ln -s in.yaml in.yaml'
    input "a folder is a file" 2 E0002 ': >file; in=file/in.yaml'
    input "a very long name" 2 E0002 'in=$(repeat 300 x).yaml'
    input "FIFO without a writer" 2 E0102 'mkfifo in.yaml'
    once "FIFO with a slow writer" 0 - 'mkfifo in.yaml; slowly in.yaml' extract in.yaml --root A
    once "a slow pipe" 0 - ':' bash -c 'sleep 0.3 | cat - good.yaml | "$0" extract - --root A'
    once "a device without end" 3 L0001 ':' extract /dev/zero --root A
    once "a device without end as the configuration" 3 L0001 ':' check --config /dev/zero
    refused "unreadable source" 2 E0002 'chmod 0 api.yaml' generate
    refused "unreadable folder" 2 E0002 'mkdir d; mv api.yaml d; chmod 0 d' extract d/api.yaml --root A
    refused "unreadable configuration" 2 E0002 'chmod 0 schemac.yaml' check
    refused "unreadable artifact, check" 2 E0002 'chmod 0 out/a.json' check
    refused "unreadable artifact, generate" 2 E0003 'chmod 0 out/a.json' generate

    group bytes
    input "binary" 2 E0101 'head -c 4096 /proc/self/exe >in.yaml'
    input "NUL bytes" 2 E0201 'head -c 4096 /dev/zero >in.yaml'
    input "NUL bytes as JSON" 2 E0301 'head -c 4096 /dev/zero >in.json; in=in.json'
    input "UTF-8 that is cut off" 2 E0101 '{ doc; printf "# \342\202"; } >in.yaml'
    input "UTF-8 of a surrogate" 2 E0101 '{ doc; printf "# \355\240\200"; } >in.yaml'
    input "UTF-8 that is too long" 2 E0101 '{ doc; printf "# \300\200"; } >in.yaml'
    input "Latin-1" 2 E0101 '{ doc; printf "# \344\n"; } >in.yaml'
    input "a lone surrogate in UTF-16" 2 E0101 'printf "\377\376a\000\000\330a\000" >in.yaml'
    input "half a UTF-16 unit" 2 E0101 'printf "\377\376a\000b" >in.yaml'
    input "only a byte order mark" 2 E0102 'printf "\357\273\277" >in.yaml'
    input "a tab in the indentation" 2 E0201 'printf "a:\n\tb: 1\n" >in.yaml'
    input "a quote that is never closed" 2 E0201 '{ doc; echo "x: \""; repeat 1000000 y; } >in.yaml'
    input "control characters" 2 E0201 '{ doc; printf "x: \033[2J\007\n"; } >in.yaml'
    input "a second document" 2 E0202 '{ doc; echo ---; doc; } >in.yaml'
    input "an alias to nothing" 2 E0203 '{ doc; echo "x: *y"; } >in.yaml'
    input "an anchor in itself" 2 E0203 '{ doc; echo "x: &x [*x]"; } >in.yaml'
    input "a merge of no mapping" 2 E0204 '{ doc; echo "x: {<<: 1}"; } >in.yaml'
    input "a lone surrogate in JSON" 2 E0301 'echo "{\"a\": \"\\ud800\"}" >in.json; in=in.json'

    group keys
    input "a key twice" 2 E0302 'doc "type: string" "type: object" >in.yaml'
    input "a key twice as JSON" 2 E0302 'json "\"type\": 1, \"type\": 2" >in.json; in=in.json'
    input "a schema twice that is referred to" 2 E0302 \
        '{ doc "\$ref: \"#/components/schemas/B\""; echo "    B: {}"; echo "    B: {}"; } >in.yaml'
    input "a key twice, not reached" 0 W0301 '{ doc; echo "x: {a: 1, a: 2}"; } >in.yaml'
    input "infinity" 2 E0303 'doc "maximum: .inf" >in.yaml'
    input "a key that is a list" 2 E0304 'doc "default: {[a]: 1}" >in.yaml'
    input "NUL in a key" 0 - 'json "\"\\u0000\": {\"a\\u0000b\": 1}" >in.json; in=in.json'
    input "NUL in a name" 2 E0402 'json "\"\$ref\": \"#/components/schemas/A\\u0000B\"" >in.json
        in=in.json'
    once "a million keys as JSON" 0 - \
        '{ echo "{\"openapi\": \"3.1.0\", \"components\": {\"schemas\": {\"A\": {}}}, \"x\": {"
            colliding "\"" "\": 0,"; echo "\"\": 0}}"; } >in.json; in=in.json' \
        extract in.json --root A -o old.json
    once "a million keys as YAML" 0 - '{ doc; echo "x:"; colliding " " ": 0"; } >in.yaml' \
        extract in.yaml --root A -o old.json
    once "a million properties" 0 - '{ doc "properties:"; colliding "        " ": {}"; } >in.yaml' \
        extract in.yaml --root A -o old.json
    input "a key of a megabyte" 0 - '{ doc; echo "? $(repeat 1000000 x)"; echo ": 1"; } >in.yaml'
    input "a key of a megabyte twice" 2 E0302 \
        '{ k=$(repeat 1000000 x); echo "{\"$k\": 1, \"$k\": 2}"; } >a
        json "\"default\": $(cat a)" >in.json; in=in.json'

    group depth
    input "lists in a line" 3 L0101 '{ doc; printf "x: "; repeat 100000 "["; } >in.yaml'
    input "closed lists in a line" 3 L0101 \
        '{ doc; printf "x: "; repeat 100000 "["; repeat 100000 "]"; } >in.yaml'
    input "maps in a line" 3 L0101 '{ doc; printf "x: "; repeat 100000 "{a: "; } >in.yaml'
    input "keys that are maps in a line" 3 L0101 '{ doc; printf "x: "; repeat 100000 "{? "; } >in.yaml'
    input "lists in blocks" 3 L0101 '{ doc; echo "x:"; repeat 100000 "- "; } >in.yaml'
    input "keys in blocks" 3 L0101 '{ doc; echo "x:"; printf " "; repeat 100000 "? "; } >in.yaml'
    input "maps in blocks" 3 L0101 'awk "BEGIN { while (i < 3000) printf \"%*sa:\n\", i++, \"\" }" >in.yaml'
    input "JSON" 3 L0101 'repeat 100000 "{\"a\":" >in.json; in=in.json'
    input "JSON of lists" 3 L0101 'repeat 100000 "[" >in.yaml'
    input "closed JSON of lists" 3 L0101 '{ repeat 100000 "["; repeat 100000 "]"; } >in.json; in=in.json'
    input "schemas" 3 L0101 'doc "$(repeat 600 "not: {") a: 1 $(repeat 600 "}")" >in.yaml'
    input "schemas to the limit" 0 - 'doc "$(repeat 240 "not: {") a: 1 $(repeat 240 "}")" >in.yaml'
    input "through aliases" 3 "L0101 L0102" '{ doc; echo "x:"; echo "  - &a0 [0]"
        awk "BEGIN { while (i < 5000) printf \"  - &a%d [*a%d]\n\", i + 1, i++ }"; } >in.yaml'
    input "through aliases, reached" 3 "L0101 L0102" '{ echo "x:"; echo "  - &a0 {not: {}}"
        awk "BEGIN { for (; i < 5000; i++) printf \"  - &a%d {not: *a%d}\n\", i + 1, i }"
        doc "not: *a5000"; } >in.yaml'

    group expansion
    input "aliases" 3 L0102 '{ echo "a: &a [0,0,0,0,0,0,0,0,0]"; bomb "[*%s,*%s,*%s,*%s,*%s,*%s,*%s]"
        doc; } >in.yaml'
    input "aliases in maps" 3 L0102 '{ echo "a: &a {a: 0}"; bomb "{a: *%s, b: *%s, c: *%s, d: *%s, e: *%s, f: *%s}"
        doc; } >in.yaml'
    input "aliases in JSON's clothes" 3 L0102 '{ echo "{a: &a [0,0,0,0,0,0,0,0,0],"
        bomb "[*%s,*%s,*%s,*%s,*%s,*%s,*%s]," ; echo "z: 1}"; } >in.yaml'
    input "merge keys" 3 L0102 '{ echo "a: &a {a: [0,0,0,0,0,0,0,0,0]}"
        bomb "{<<: *%s, \"%s\": *%s, c: *%s, d: *%s, e: *%s}"; doc; } >in.yaml'
    input "a list of merges" 3 L0102 '{ echo "a: &a"
        awk "BEGIN { while (i < 1000) print \"  k\" i++ \": 0\" }"
        printf "b: {<<: ["; repeat 50000 "*a,"; echo "]}"; doc; } >in.yaml'
    input "merges of merges" 3 "L0101 L0102" '{ echo "a0: &a0 {k: 0}"
        awk "BEGIN { while (i < 5000) { printf \"a%d: &a%d {<<: *a%d, k%d: 0}\n\", i+1, i+1, i, i; i++ } }"
        doc; } >in.yaml'
    input "an anchor said a hundred thousand times" 0 - '{ doc; echo "x:"
        awk "BEGIN { while (i++ < 100000) print \" - &a \" i \"\n - *a\" }"; } >in.yaml'
    input "a hundred thousand anchors" 0 - '{ doc; echo "x:"
        awk "BEGIN { while (i++ < 100000) print \" - &a\" i, i \"\n - *a\" i }"; } >in.yaml'

    group size
    input "a line of 100 MB" 3 L0001 'head -c 100000000 /dev/zero | tr "\0" x >in.yaml'
    once "a line of 100 MB as JSON" 3 L0001 \
        '{ printf "\""; head -c 100000000 /dev/zero | tr "\0" x; } >in.json; in=in.json' \
        extract in.json --root A -o old.json
    input "64 MiB and a byte" 3 L0001 'padded 67108865 >in.yaml'
    once "64 MiB" 0 - 'padded 67108864 >in.yaml' \
        extract in.yaml --root A -o old.json
    once "a line of 60 MB" 0 - '{ doc; printf "x: "; head -c 60000000 /dev/zero | tr "\0" x; } >in.yaml' \
        extract in.yaml --root A -o old.json
    once "a line of 60 MB in an error" 2 E0201 \
        '{ doc; printf "x: ]"; head -c 60000000 /dev/zero | tr "\0" x; } >in.yaml' \
        extract in.yaml --root A -o old.json
    once "60 MB of blanks" 2 E0102 'head -c 60000000 /dev/zero | tr "\0" " " >in.yaml' \
        extract in.yaml --root A -o old.json
    once "60 MB of line feeds" 2 E0102 'head -c 60000000 /dev/zero | tr "\0" "\n" >in.yaml' \
        extract in.yaml --root A -o old.json
    once "two million warnings" 0 W0201 \
        '{ doc; echo "x: ["; yes "yes," | head -n 2000000; echo "]"; } >in.yaml' \
        extract in.yaml --root A -o old.json
    once "a million faults" 3 L0105 \
        '{ doc; echo "x: ["; yes "{a: 1, a: 2}," | head -n 1000000; echo "]"; } >in.yaml' \
        extract in.yaml --root A -o old.json
    input "ten thousand faults" 0 W0301 \
        '{ doc; echo "x: ["; yes "{a: 1, a: 2}," | head -n 10000; echo "]"; } >in.yaml'
    input "a hundred thousand faults" 3 L0105 \
        '{ doc; echo "x: {"; yes "a: 1," | head -n 100000; echo "}"; } >in.yaml'
    input "a hundred thousand faults, reached" 3 L0105 \
        '{ doc "default: {"; yes "        a: 1," | head -n 100000; echo "        }"; } >in.yaml'

    group references
    input "the root is missing" 2 E0407 'doc >a; sed "s/ A:/ B:/" a >in.yaml'
    input "there are no schemas" 2 E0407 'echo "openapi: 3.1.0" >in.yaml'
    input "no OpenAPI document" 2 E0409 'echo "[]" >in.yaml'
    input "the root is no schema" 2 E0405 'doc >a; sed "s/ A:.*/ A: 1/; /type:/d" a >in.yaml'
    input "leads nowhere" 2 E0402 'doc "\$ref: \"#/components/schemas/B\"" >in.yaml'
    input "no string" 2 E0401 'doc "\$ref: [1]" >in.yaml'
    input "null" 2 E0401 'doc "\$ref: null" >in.yaml'
    input "to itself" 0 - 'doc "\$ref: \"#/components/schemas/A\"" >in.yaml'
    input "in a ring" 0 - '{ doc "\$ref: \"#/components/schemas/B\""
        echo "    B: {\$ref: \"#/components/schemas/C\"}"
        echo "    C: {\$ref: \"#/components/schemas/A\"}"; } >in.yaml'
    input "to no schema" 2 E0404 'doc "\$ref: \"#/openapi\"" >in.yaml'
    input "to the document" 2 "E0404 E0403" 'doc "\$ref: \"#\"" >in.yaml'
    input "to another document" 2 E0002 'doc "\$ref: \"other.yaml#/A\"" >in.yaml'
    input "over the network" 2 E0403 'doc "\$ref: \"https://127.0.0.1:9/a.yaml#/A\"" >in.yaml'
    input "percent signs" 2 "E0406 E0402" 'doc "\$ref: \"#/components/schemas/%zz%\"" >in.yaml'
    input "percent signs that are no UTF-8" 2 "E0406 E0402" 'doc "\$ref: \"#/%ff%fe%00\"" >in.yaml'
    input "tildes" 2 "E0406 E0402" 'doc "\$ref: \"#/~/~2/~\"" >in.yaml'
    input "blanks and quotes" 2 "E0002" "doc '\$ref: \"a b\\\"<>{}|#^\"' >in.yaml"
    input "no URI at all" 2 "E0406 E0403" 'doc "\$ref: \"http://[::1\"" >in.yaml'
    input "a reference of a megabyte" 2 E0402 'doc "\$ref: \"#/$(repeat 1000000 a)\"" >in.yaml'
    input "a pointer of a hundred thousand steps" 2 E0402 \
        'doc "\$ref: \"#/components$(repeat 100000 /a)\"" >in.yaml'
    input "a long tail that leads somewhere" 0 - \
        '{ doc "\$ref: \"#/components/schemas/B$(repeat 200 /not)\""
        echo "    B: $(repeat 220 "{not: ") {} $(repeat 220 "}")"; } >in.yaml'
    input "a pointer that goes round through a reference" 2 "E0414" \
        'doc "\$ref: \"#/components/schemas/A$(repeat 1000 /not)\"" >in.yaml'
    input "a hundred thousand" 0 - '{ doc "anyOf:"
        yes "        - {\$ref: \"#/components/schemas/B\"}" | head -n 100000; echo "    B: {}"; } >in.yaml'
    input "a hundred thousand that lead nowhere" 2 E0402 '{ doc "anyOf:"
        yes "        - {\$ref: \"#/components/schemas/B\"}" | head -n 100000; } >in.yaml'
    input "a chain of 5,000 schemas" 0 - '{ doc "\$ref: \"#/components/schemas/S0\""
        awk "BEGIN { for (; i < 5000; i++)
            printf \"    S%d: {\$ref: \\\"#/components/schemas/S%d\\\"}\n\", i, i + 1 }"
        echo "    S5000: {type: string}"; } >in.yaml'
    input "a chain of 5,000 owners" 0 - '{ doc "properties: {a: {\$ref: \"#/components/schemas/S0\"}}"
        awk "BEGIN { for (; i < 5000; i++)
            printf \"    S%d: {not: {\$ref: \\\"#/components/schemas/S%d\\\"}}\n\", i, i + 1 }"
        echo "    S5000: {type: string}"; } >in.yaml'
    input "a chain into the middle" 0 - '{ doc "\$ref: \"#/components/schemas/S0/not\""
        awk "BEGIN { for (; i < 2000; i++)
            printf \"    S%d: {not: {\$ref: \\\"#/components/schemas/S%d/not\\\"}}\n\", i, i + 1 }"
        echo "    S2000: {not: {}}"; } >in.yaml'
    input "20,000 that evaluation may redirect to each other" 2 E0410 '{ doc "anyOf:"
        awk "BEGIN { for (; i < 20000; i++)
            printf \"        - {\$ref: \\\"#/components/schemas/S%d\\\"}\n\", i
            for (i = 0; i < 20000; i++)
                printf \"    S%d: {\$id: \\\"urn:x:%d\\\", \$dynamicAnchor: n, not: {\$dynamicRef: \\\"#n\\\"}}\n\",
                    i, i }"; } >in.yaml'
    input "50,000 schemas" 0 - '{ doc "anyOf:"
        awk "BEGIN { for (; i < 50000; i++)
            printf \"        - {\$ref: \\\"#/components/schemas/S%d\\\"}\n\", i
            for (i = 0; i < 50000; i++) printf \"    S%d: {}\n\", i }"; } >in.yaml'
    once "many anchors below a long key" 3 L0401 \
        'below 2000 "\"a%d\": {\"\$anchor\": \"n%d\"}" "" >in.json' extract in.json --root "*"
    once "many resources below a long key" 3 L0401 \
        'below 2000 "\"a%d\": {\"\$id\": \"n%d\"}" "" >in.json' extract in.json --root "*"
    once "many schemas below a long key" 3 L0401 '{ printf "{\"openapi\": \"3.1.0\", \"paths\": {\"/%s\": {" "$(repeat 100000 k)"
        printf "\"get\": {\"parameters\": ["; seq -s, 2000 | sed "s/[0-9]*/{\"schema\": {}}/g"; echo "]}}}}"; } >in.json' \
        extract in.json --root "*"
    once "many references to an anchor below a long key" 3 L0401 \
        'below 1 "\"a%d\": {\"\$anchor\": \"n\"}" "$(seq -s, 10000 | sed "s/[0-9]*/{\"\$ref\": \"long#n\"}/g")" >in.json' \
        extract in.json --root "#"
    once "many references into what has a long way to it" 3 L0401 \
        'below 1 "\"a%d\": {}" "$(seq -s, 10000 | sed "s/[0-9]*/{\"\$ref\": \"long#\/\$defs\/a1\"}/g")" >in.json' \
        extract in.json --root "#"

    group "other files"
    input "missing" 2 E0002 'ref f.yaml'
    input "a folder" 2 E0002 'mkdir f.yaml; ref f.yaml'
    input "a FIFO without a writer" 2 E0102 'mkfifo f.yaml; ref f.yaml'
    input "a device" 2 E0004 'ref /dev/zero'
    input "a link to a device" 2 E0004 'ln -s /dev/zero f.yaml; ref f.yaml'
    input "a link to itself" 2 E0002 'ln -s f.yaml f.yaml; ref f.yaml'
    input "a folder is a file" 2 E0002 'echo {} >f.yaml; ref f.yaml/g.yaml'
    input "outside" 2 E0004 'ref ../outside.yaml'
    input "outside, by a link" 2 E0004 'ln -s ../outside.yaml f.yaml; ref f.yaml'
    input "outside, by a folder that is a link" 2 E0004 'ref up/outside.yaml'
    input "standard input" 2 E0002 'ref ./-'
    input "empty" 2 E0102 ': >f.yaml; ref f.yaml'
    input "binary" 2 E0101 'head -c 4096 /proc/self/exe >f.yaml; ref f.yaml'
    input "NUL bytes" 2 E0201 'head -c 4096 /dev/zero >f.yaml; ref f.yaml'
    input "70 MB" 3 L0001 'truncate -s 70M f.yaml; ref f.yaml'
    input "aliases that expand" 3 L0102 \
        '{ echo "a: &a [0,0,0,0,0,0,0,0,0]"; bomb "[*%s,*%s,*%s,*%s,*%s,*%s,*%s]"; } >f.yaml; ref f.yaml'
    input "a very long name" 2 E0002 'ref $(repeat 300 x).yaml'
    input "a very long path" 2 E0002 'ref $(repeat 100000 d/)f.yaml'
    input "a long way to a near place" 0 - 'echo {} >f.yaml; ref $(repeat 100000 d/../)f.yaml'
    input "NUL in a path" 2 E0406 'echo {} >f.yaml; ref f.yaml%00.json'
    input "NUL at the end of a path" 2 E0406 'echo {} >f.yaml; ref f.yaml%00'
    input "NUL in a fragment" 2 E0402 'echo {} >f.yaml; ref "f.yaml#/%00"'
    input "escapes in a path" 2 E0002 'ref "%1b%5b2J%07.yaml"'
    input "a path that is no UTF-8" 2 E0002 'ref "%ff%fe.yaml"'
    input "nothing but a reference to itself" 0 - 'echo "{\$ref: f.yaml}" >f.yaml; ref f.yaml'
    input "nothing but references in a ring" 2 E0414 \
        'echo "{\$ref: g.yaml}" >f.yaml; echo "{\$ref: f.yaml}" >g.yaml; ref f.yaml'
    input "a pointer that grows on its way" 2 E0414 'echo "{x: {\$ref: \"f.yaml#/x/x\"}}" >f.yaml; ref "f.yaml#/x/y"'
    input "a pointer round in a ring of files" 2 E0414 \
        'echo "{\$ref: \"g.yaml#/x\"}" >f.yaml; echo "{\$ref: \"f.yaml#/x\"}" >g.yaml; ref "f.yaml#/x/y"'
    input "500 levels" 0 - '{ repeat 500 "not: {"; repeat 500 "}"; } >a; echo "{$(cat a)}" >f.yaml; ref f.yaml'
    input "600 levels" 3 L0101 '{ repeat 600 "not: {"; repeat 600 "}"; } >a; echo "{$(cat a)}" >f.yaml; ref f.yaml'
    input "500 levels of ids" 0 - \
        '{ yes "{\$id: x, not: " | head -n 500 | tr "\n" " "; echo "{ }"; repeat 500 "}"; } >f.yaml; ref f.yaml'
    input "100,000 references to a missing file" 2 E0002 '{ doc "anyOf:"
        yes "        - {\$ref: no.yaml}" | head -n 100000; } >in.yaml'
    input "100,000 references to missing URIs" 2 E0403 '{ doc "anyOf:"
        awk "BEGIN { for (; i < 100000; i++) print \"        - {\$ref: urn:x:\" i + 0 \"}\" }"; } >in.yaml'
    input "100,000 references to anchors that are not there" 2 E0402 '{ doc "anyOf:"
        awk "BEGIN { for (; i < 100000; i++) print \"        - {\$ref: \\\"f.yaml#n\" i \"\\\"}\" }"; } >in.yaml
        awk "BEGIN { for (; i < 1000; i++) print \"a\" i \": {\$anchor: a\" i \"}\" }" >f.yaml'
    once "50,000 ids" 0 - '{ echo "\$defs:"
        awk "BEGIN { for (; i < 50000; i++) print \"  a\" i \": {\$id: \\\"urn:x:\" i \"\\\"}\" }"
        echo "anyOf:"
        awk "BEGIN { for (; i < 50000; i++) print \"  - {\$ref: \\\"urn:x:\" i \"\\\"}\" }"; } >f.yaml; ref f.yaml' \
        bash -c '"$0" extract in.yaml --root A -o old.json && test "$(grep -c "#/.defs/a" old.json)" = 50000'
    input "20,000 schemas of one id" 2 E0415 '{ echo "not: {\$ref: urn:x}"; awk "BEGIN { print \"\$defs:\"
        for (; i < 20000; i++) print \"  a\" i \": {\$id: urn:x, title: t\" i \"}\" }"; } >f.yaml; ref f.yaml'
    input "ids that are none" 2 "E0002 E0403" '{ echo "{\$id: \"http://[::1\", allOf: [{\$id: \"%zz\"}, {\$id: \"\"}, {\$id: \"#\"},"
        echo "{\$id: \"a%00b\", \$ref: x}, {\$anchor: \"\"}]}"; } >f.yaml; ref f.yaml'
    once "20,000 names that are one" 0 - '{ doc "anyOf:"
        odd_names "        - {\$ref: \"f.yaml#/components/responses/" "/content/application~1json/schema\"}"; } >in.yaml
        { doc; echo "  responses:"; odd_names "    \"" "\": {content: {application/json: {schema: {title: x" n; } >f.yaml' \
        bash -c '"$0" extract in.yaml --root A -o old.json && grep -q "\"f_components_20000\": {" old.json'
    once "two chains of 5,000 schemas of the same names" 0 W0402 '{ doc "anyOf:"
        echo "        - {\$ref: \"f.yaml#/\$defs/S0\"}"; echo "        - {\$ref: \"g.yaml#/\$defs/S0\"}"; } >in.yaml
        awk "BEGIN { print \"\$defs:\"; for (; i < 5000; i++)
            printf \"  S%d: {not: {\$ref: \\\"#/\$defs/S%d\\\"}}\n\", i, i + 1 }" >f.yaml
        cp f.yaml g.yaml; echo "  S5000: {title: f}" >>f.yaml; echo "  S5000: {title: g}" >>g.yaml' \
        bash -c '"$0" extract in.yaml --root A -o old.json && grep -q "\"S0_2\": {" old.json'
    once "two such chains that are the same" 0 - '{ doc "anyOf:"
        echo "        - {\$ref: \"f.yaml#/\$defs/S0\"}"; echo "        - {\$ref: \"g.yaml#/\$defs/S0\"}"; } >in.yaml
        awk "BEGIN { print \"\$defs:\"; for (; i < 5000; i++)
            printf \"  S%d: {not: {\$ref: \\\"#/\$defs/S%d\\\"}}\n\", i, i + 1 }" >f.yaml
        echo "  S5000: {title: f}" >>f.yaml; cp f.yaml g.yaml' \
        bash -c '"$0" extract in.yaml --root A -o old.json && ! grep -q "\"S0_2\": {" old.json'
    input "a thousand files that refer to each other" 0 - '{ doc "anyOf:"
        awk "BEGIN { for (; i < 1000; i++) print \"        - {\$ref: f\" i \".yaml}\" }"; } >in.yaml
        awk "BEGIN { for (; i < 1000; i++) { file = \"f\" i \".yaml\"; for (j = 0; j < 50; j++)
            print \"a\" j \": {\$ref: f\" (i * 7 + j) % 1000 \".yaml}\" >file; close(file) } }"'
    refused "unreadable" 2 E0002 'echo {} >f.yaml; chmod 0 f.yaml; ref f.yaml' extract in.yaml --root A
    refused "in an unreadable folder" 2 "E0002 E0004" 'mkdir d; echo {} >d/f.yaml; chmod 0 d; ref d/f.yaml' \
        extract in.yaml --root A

    group values
    input "a number of 100,000 digits" 0 - 'doc "maximum: $(repeat 100000 9)" >in.yaml'
    input "100,000 digits behind the point" 0 - 'doc "maximum: 0.$(repeat 100000 9)e-5" >in.yaml'
    input "100,000 hexadecimal digits" 3 L0106 'doc "maximum: 0x$(repeat 100000 f)" >in.yaml'
    input "100,000 octal digits" 3 L0106 'doc "maximum: 0o$(repeat 100000 7)" >in.yaml'
    input "a huge exponent" 0 - 'doc "maximum: 1e$(repeat 1000 9)" >in.yaml'
    input "a huge negative exponent" 0 - 'doc "maximum: 1e-999999999999" >in.yaml'
    once "a number too large for style go" 2 E0502 'doc "maximum: 1e400" >in.yaml' \
        extract in.yaml --root A --style go
    once "100,000 digits in style go" 2 E0502 'doc "maximum: $(repeat 100000 9)" >in.yaml' \
        extract in.yaml --root A --style go
    input "a bad !!int" 2 E0205 'doc "default: !!int x" >in.yaml'
    input "a tag of a megabyte" 0 W0202 'doc "default: !$(repeat 1000000 x) y" >in.yaml'
    input "bad !!binary" 2 E0205 'doc "default: !!binary \"$(repeat 100000 =)\"" >in.yaml'
    once "a dialect that nobody knows" 2 E0409 'echo "{\"\$schema\": \"urn:x\"}" >in.json' extract in.json --root "#"
    input "unknown OpenAPI" 2 E0409 'doc >a; sed s/3.1.0/9.9.9/ a >in.yaml'

    group messages
    input "escapes in a name" 2 E0402 'doc "\$ref: \"#/components/schemas/\\e[2J\\e]0;x\\a\\x9b31m\"" >in.yaml'
    input "escapes in a key" 2 E0302 'doc "default: {\"\\e[31m\": 1, \"\\e[31m\": 2}" >in.yaml'
    input "C1 in a line that is shown" 2 E0201 'doc "\$ref: \"#/$(printf "\302\233")31m\"" >in.yaml'
    input "C1 in a line of JSON that is shown" 2 E0402 \
        'json "\"\$ref\": \"#/$(printf "\302\233")31m\"" >in.json; in=in.json'
    input "text that runs the other way" 2 E0402 'doc "\$ref: \"#/$(printf "\342\200\256")a\"" >in.yaml'
    input "escapes in JSON" 2 E0301 'printf "{\"a\": \033[31m}" >in.json; in=in.json'
    input "escapes in the name of a file" 2 "E0002" 'in=$(printf "a\033[31m\r\n.yaml")'
    input "an unknown tag with escapes" 0 - 'doc "default: !%1B%5B31m y" >in.yaml'
    once "escapes in a root" 2 E0407 ':' extract good.yaml --root $'\e[31m\a'
    once "escapes in an option" 2 E0001 ':' extract good.yaml $'--\e[31m\a'
    once "escapes in the value of an option" 2 E0001 ':' extract good.yaml --style $'\e[31m\a'
    once "escapes in a command" 2 E0001 ':' $'\e[31m\a'
    once "escapes in a code" 2 E0001 ':' explain $'\e[31m\a'
    once "escapes in an artifact" 2 E0610 ':' check $'\e[31m\a'
    once "escapes in an output" 2 E0003 ':' extract good.yaml --root A -o $'no/\e[31m\a'
    once "escapes in the configuration's name" 2 E0002 ':' check --config $'\e[31m\a'
    once "bytes that are no UTF-8 in a root" 2 E0407 ':' extract good.yaml --root $'\xff\xfe'
    once "a root of a hundred kilobytes" 2 E0407 ':' extract good.yaml --root "$(repeat 100000 x)"
    once "an artifact of a hundred kilobytes" 2 E0610 ':' check "$(repeat 100000 x)"
    once "escapes in an artifact's name" 1 D0001 \
        'printf "  \"out/\\\\e[31m.json\": {root: A}\n" >>schemac.yaml' check
    once "escapes in a record" 1 D0008 'printf "{\033" >out/prints.json' check
    once "escapes in what is recorded" 1 D0002 \
        'echo "{\"version\":1,\"artifacts\":{\"\\u001b[31m\":{\"sha256\":\"$(repeat 64 0)\"}}}" >out/prints.json' \
        check
    once "escapes in an artifact's text" 1 D0006 'echo "{\"\\u001b[31m\": \"\\u009b\"}" >out/a.json' check
    once "an artifact of noise" 1 D0003 'head -c 100000 /proc/self/exe >out/a.json' check
    once "an artifact that is nested deeply" 1 D0003 'repeat 100000 "[" >out/a.json' check
    once "an artifact of 65 MB" 1 D0006 '{ printf "\""; head -c 65000000 /dev/zero | tr "\0" x; echo "\""; } >out/a.json' \
        check
    once "an artifact of a million lines" 1 "D0003 D0005 D0006" 'yes "{}" | head -n 1000000 >out/a.json' check
    once "an artifact of a million members" 1 D0006 \
        '{ echo "{"; colliding "\"" "\": 0,"; echo "\"\": 0}"; } >out/a.json' check

    group configuration
    config "empty" 2 E0102 ''
    config "a list" 2 E0602 '[]'
    config "no YAML" 2 E0201 'a: ]'
    config "unknown member" 2 E0601 'sources: x'
    config "unknown key" 2 E0601 'artifacts: {a.json: {dialects: 7}}'
    config "a member twice" 2 E0302 'version: 1' 'version: 1'
    config "version 2" 2 E0609 'version: 2'
    config "version true" 2 E0609 'version: true'
    config "no artifacts" 2 E0603 'version: 1'
    config "artifacts that are none" 2 E0603 'artifacts: {}'
    config "artifacts in a list" 2 E0602 'artifacts: [a.json]'
    config "no source" 2 E0603 'version: 1' 'artifacts: {a.json: {root: A}}'
    config "a source that is a list" 2 E0602 'source: [a]'
    config "a path that leads up" 2 E0004 'artifacts: {../a.json: {root: A}}'
    config "a path that leads up later" 2 E0004 'artifacts: {a/../../a.json: {root: A}}'
    config "an absolute path" 2 E0004 'artifacts: {/tmp/a.json: {root: A}}'
    config "a path that is the folder" 2 E0602 'artifacts: {./: {root: A}}'
    config "a path longer than paths can be" 2 E0602 "fingerprints: $(repeat 5000 a/)p.json"
    config "a record that leads up" 2 E0004 'fingerprints: ../p.json'
    config "a source that leads up" 2 E0004 'version: 1' 'source: ../outside.yaml' 'artifacts: {b.json: {root: A}}'
    config "a source that is absolute" 2 E0004 'version: 1' 'source: /dev/null' 'artifacts: {b.json: {root: A}}'
    config "NUL in a path" 2 E0602 'artifacts: {"a\0.json": {root: A}}'
    config "the source is written over" 2 E0605 'version: 1' 'source: api.yaml' 'artifacts: {api.yaml: {root: A}}'
    config "the configuration is written over" 2 E0605 'version: 1' 'source: api.yaml' \
        'artifacts: {schemac.yaml: {root: A}}'
    config "a file of git is written over" 2 E0605 'version: 1' 'source: api.yaml' \
        'artifacts: {.git/config: {root: A}}'
    config "a hook, under another spelling" 2 E0605 'version: 1' 'source: api.yaml' \
        'artifacts: {sub/.GIT/hooks/pre-commit: {root: A}}'
    once "a file of git by a link" 2 E0605 \
        'mkdir .git; ln -s .git git; sed -i "s,out/a.json,git/config," schemac.yaml' generate
    config "the record is a file of git" 2 E0605 'version: 1' 'source: api.yaml' \
        'fingerprints: .git/prints.json' 'artifacts: {b.json: {root: A}}'
    config "a draft of another artifact" 2 E0605 'version: 1' 'source: api.yaml' \
        'artifacts: {.b.json.schemac-draft-new: {root: A}}'
    config "a mark of another artifact" 2 E0605 'version: 1' 'source: api.yaml' \
        'artifacts: {.b.json.schemac-draft: {root: A}}'
    config "names like those of git and of drafts" 0 - 'version: 1' 'source: api.yaml' \
        'artifacts: {.github/b.json: {root: A}, x.git/b.json: {root: A}, .schemac-draft.json: {root: A}}'
    config "two artifacts in one file" 2 E0605 'version: 1' 'source: api.yaml' \
        'artifacts: {b.json: {root: A}, ./b.json: {root: A}}'
    config "two artifacts in one file by a link" 2 E0605 'version: 1' 'source: api.yaml' \
        'artifacts: {out/a.json: {root: A}, link/a.json: {root: A}}'
    config "a link out of the folder" 2 E0004 'version: 1' 'source: api.yaml' 'artifacts: {up/a.json: {root: A}}'
    config "refer in a ring" 2 E0607 'version: 1' 'source: api.yaml' \
        'artifacts: {b.json: {root: A, id: "x:b", refer: c.json}, c.json: {root: A, id: "x:c", refer: b.json}}'
    config "refer to itself" 2 E0607 'version: 1' 'source: api.yaml' \
        'artifacts: {b.json: {root: A, id: "x:b", refer: b.json}}'
    config "a placeholder nobody knows" 2 E0606 'version: 1' 'source: api.yaml' \
        'artifacts: {b.json: {root: A, id: "x:{y}"}}'
    config "a bomb of anchors" 3 L0102 'a: &a [0,0,0,0,0,0,0,0,0]' "$(bomb '[*%s,*%s,*%s,*%s,*%s,*%s,*%s]')"
    config "too deep" 3 L0101 "a: $(repeat 10000 '[')"
    once "a configuration of 65 MiB" 3 L0001 'padded 70000000 >schemac.yaml' generate
    once "a configuration that is a directory" 2 E0002 'rm schemac.yaml; mkdir schemac.yaml' generate
    once "a configuration that is a FIFO" 2 E0102 'rm schemac.yaml; mkfifo schemac.yaml' generate
    once "no configuration" 2 E0608 'rm schemac.yaml' check
    once "10,000 artifacts of one source" 1 D0001 \
        'awk "BEGIN { while (i++ < 10000) printf \"  out/%d.json: {root: A}\n\", i }" >>schemac.yaml' check
    once "refer in a chain of 1,000" 1 D0001 \
        'awk "BEGIN { print \"  out/0.json: {root: A, id: \\\"x:0\\\"}\"; while (i++ < 1000)
            printf \"  out/%d.json: {root: A, id: \\\"x:%d\\\", refer: out/%d.json}\n\", i, i, i - 1 }" \
            >>schemac.yaml' check

    group output
    once "no such folder" 2 E0003 ':' extract good.yaml --root A -o no/such/out.json
    once "a folder that is a file" 2 E0003 ':' extract good.yaml --root A -o old.json/out.json
    once "a directory" 2 E0003 'mkdir d' extract good.yaml --root A -o d
    once "/dev/full" 2 E0003 ':' extract good.yaml --root A -o /dev/full
    once "standard output is full" 2 E0003 ':' bash -c '"$0" extract good.yaml --root A >/dev/full'
    once "standard output is closed" 2 E0003 ':' bash -c '"$0" extract good.yaml --root A >&-'
    once "standard error is closed" 2 - ':' bash -c '"$0" extract no.yaml --root A 2>&-'
    once "standard error is full" 2 - ':' bash -c '"$0" extract no.yaml --root A 2>/dev/full'
    once "standard input is closed" 2 "E0002 E0102" ':' bash -c '"$0" extract - --root A <&-'
    once "all streams are closed" 2 - ':' bash -c '"$0" extract good.yaml --root A <&- >&- 2>&-'
    once "all streams are closed, generate" 2 E0201 'echo "x: ]" >api.yaml' bash -c '"$0" generate <&- >&- 2>&-
        "$0" generate'
    once "nobody reads" 0 - ':' bash -c '"$0" explain | true'
    once "a link: what it leads to is written" 0 - 'mkdir d; echo old >d/real; ln -s d/real l' \
        bash -c '"$0" extract good.yaml --root A -o l && test -L l && grep -q schema d/real'
    once "a link to nowhere: its end is made" 0 - 'mkdir d; ln -s d/new l' \
        bash -c '"$0" extract good.yaml --root A -o l && test -L l && grep -q schema d/new'
    once "a link to itself" 2 E0003 'ln -s l l' extract good.yaml --root A -o l
    once "a hard link: the other name keeps the old" 0 - 'echo old >a; ln a b' \
        bash -c '"$0" extract good.yaml --root A -o b && test "$(cat a)" = old && grep -q schema b'
    once "mode bits stay" 0 - 'echo old >a; chmod 604 a' \
        bash -c '"$0" extract good.yaml --root A -o a && test "$(stat -c %a a)" = 604'
    once "set-id bits and mode 0 stay" 0 - 'echo old >a; chmod 2471 a' \
        bash -c '"$0" extract good.yaml --root A -o a && test "$(stat -c %a a)" = 2471'
    once "generate into a file for a folder" 2 E0003 'rm -r out; echo x >out' generate
    once "generate over a directory" 2 E0003 'rm out/a.json; mkdir out/a.json' generate
    once "generate over a FIFO" 2 E0003 'rm out/a.json; mkfifo out/a.json' generate
    once "generate over a device" 2 "E0003 E0004" 'rm out/a.json; ln -s /dev/full out/a.json' generate
    once "check a FIFO" 1 D0003 'rm out/a.json; mkfifo out/a.json' check
    once "a directory in the place of the draft" 2 E0003 \
        'sed -i s/string/object/ api.yaml; mkdir out/.a.json.schemac-draft' generate
    once "a link in the place of the draft" 0 - \
        'sed -i s/string/object/ api.yaml; ln -s ../old.json out/.a.json.schemac-draft' \
        bash -c '"$0" generate && test "$(cat old.json)" = old'
    once "the disk is full" 2 E0003 'small_disk full; echo old >full/out.json; fill full' \
        extract good.yaml --root A -o full/out.json
    once "the disk is full, generate" 2 E0003 \
        'cp -r out keep; small_disk out; cp keep/* out; sed -i s/string/object/ api.yaml; fill out' generate
    once "the disk has no files left" 2 E0003 \
        'cp -r out keep; small_disk out nr_inodes=3; cp keep/* out; sed -i s/string/object/ api.yaml' generate
    once "the file size is limited" 2 E0003 'sed -i s/string/object/ api.yaml' \
        bash -c 'trap "" XFSZ; (ulimit -f 0; exec "$0" generate) 2>&1 | cat >&2; exit "${PIPESTATUS[0]}"'
    refused "a folder that may not be written" 2 E0003 'mkdir d; chmod 555 d' \
        extract good.yaml --root A -o d/out.json
    refused "a file in such a folder" 2 E0003 'mkdir d; echo old >d/out.json; chmod 555 d' \
        extract good.yaml --root A -o d/out.json
    refused "generate into such a folder" 2 E0003 'sed -i s/string/object/ api.yaml; chmod 555 out' generate
    refused "generate, nothing to do in such a folder" 0 - 'chmod 555 out' generate
    refused "a file that may not be written is replaced" 0 - 'echo old >a; chmod 444 a' \
        bash -c '"$0" extract good.yaml --root A -o a && grep -q schema a && test "$(stat -c %a a)" = 444'
    refused "a configuration that may not be written" 0 - \
        'sed -i s/string/object/ api.yaml; chmod 444 schemac.yaml' generate
}

# ---- what makes the files ------------------------------------------------------------------------

# repeat COUNT TEXT: TEXT that often, in one line.
repeat() {
    yes -- "$2" | head -n "$1" | tr -d '\n'
}

# doc [LINE...]: an OpenAPI document whose schema A has the LINEs.
doc() {
    printf '%s\n' 'openapi: 3.1.0' 'components:' '  schemas:' '    A:'
    if [ $# -eq 0 ]; then set -- 'type: string'; fi
    printf '      %s\n' "$@"
}

# below COUNT FORMAT ALL: a schema with COUNT definitions of FORMAT, numbers in it, below a key of 100,000
# bytes, and an allOf of ALL.
below() {
    printf '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://x.example/",'
    printf '"$defs": {"%s": {"$id": "long", "$defs": {' "$(repeat 100000 k)"
    yes "$2" | head -n "$1" | awk '{ gsub(/%d/, NR); printf (NR > 1 ? "," : "") "%s", $0 }'
    printf '}}}, "allOf": [{}%s]}' "${3:+,$3}"
}

# ref REFERENCE: in.yaml, whose schema A refers to that.
ref() {
    doc "not: {\$ref: \"$1\"}" >in.yaml
}

# odd_names BEFORE AFTER [NUMBERED]: 20,000 lines, each with a name between that has no letter.
odd_names() {
    awk -v before="$1" -v after="$2" -v numbered="$3" 'BEGIN {
        split("! & * + = @ ^ |", odd, " ")
        for (i = 0; i < 20000; i++) {
            name = ""
            for (rest = i + 32768; rest > 1; rest = int(rest / 8)) name = name odd[rest % 8 + 1]
            print before name after (numbered == "" ? "" : i "}}}}")
        }
    }'
}

# json MEMBERS: the same as JSON.
json() {
    printf '{"openapi": "3.1.0", "components": {"schemas": {"A": {%s}}}}\n' "$1"
}

# padded SIZE: a document of so many bytes.
padded() {
    { doc && head -c "$1" /dev/zero | tr '\0' '#'; } | head -c "$1"
}

# colliding BEFORE AFTER: 2^20 lines, each with a key between; all keys have one hash by 33 (DJB),
# and by 31 (Java) so have those of each 1,024 that follow each other.
colliding() {
    awk -v before="$1" -v after="$2" 'BEGIN {
        for (i = 0; i < 1024; i++) {
            for (bit = 512; bit >= 1; bit /= 2) {
                djb[i] = djb[i] (int(i / bit) % 2 ? "Ez" : "FY")
                java[i] = java[i] (int(i / bit) % 2 ? "Aa" : "BB")
            }
        }
        for (i = 0; i < 1024; i++)
            for (j = 0; j < 1024; j++)
                print before djb[i] java[j] after
    }'
}

# bomb FORMAT: eight lines b to i; in each the %s of FORMAT are the name of the line before.
bomb() {
    local before=a name
    for name in b c d e f g h i; do
        echo "$name: &$name ${1//%s/$before}"
        before=$name
    done
}

# slowly FIFO: writes a document to it, in two parts.
slowly() {
    (
        exec 4<>"$1"
        sleep 0.2
        doc >&4
        sleep 0.2
        echo '# end' >&4
        sleep 0.2
    ) </dev/null >/dev/null 2>&1 3>&- &
}

# small_disk FOLDER [OPTION]: mounts a file system of 64 KiB there.
small_disk() {
    mkdir -p "$1"
    mount -t tmpfs -o "size=64k${2:+,$2}" tmpfs "$1" 2>/dev/null || exit 77
}

fill() {
    cat /dev/zero >"$1/fill" 2>/dev/null || :
}

# ---- what runs the rows --------------------------------------------------------------------------

setup() {
    failures=0 ran=0
    trace=$BATS_TEST_TMPDIR/stderr
    : >"$trace"
    cp "$SCHEMAC" "$BATS_TEST_TMPDIR/program" # one that any user may run
    local folder=$BATS_TEST_TMPDIR
    while [[ $folder == "$BATS_RUN_TMPDIR"* ]]; do
        chmod a+x "$folder"
        folder=$(dirname "$folder")
    done
}

teardown() {
    cd "$BATS_TEST_TMPDIR" || return
    release
}

# release: lets go of what a row mounted and may not be removed.
release() {
    umount -q "$BATS_TEST_TMPDIR/row/full" "$BATS_TEST_TMPDIR/row/out" 2>/dev/null || :
    chmod -R u+rwx "$BATS_TEST_TMPDIR/row" 2>/dev/null || :
    rm -rf "$BATS_TEST_TMPDIR/row"
}

# rows GROUP: runs the rows of the group; all that failed are shown.
rows() {
    table "$1"
    [ "$failures" -eq 0 ] || {
        echo "$failures failed"
        return 1
    }
    [ "$ran" -gt 0 ] || [ -n "${HOSTILE-}" ] || fail "no row was run"
}

group() {
    current=$1
}

# is_wanted NAME: the row is of the group that is run, and called as asked for.
is_wanted() {
    [[ $current == "$wanted" && $1 == *"${HOSTILE-}"* ]]
}

row_project() {
    cd "$BATS_TEST_TMPDIR" || return
    release
    mkdir row
    cd row || return
    doc >api.yaml
    doc >good.yaml
    doc >../outside.yaml
    echo old >old.json
    write_config api.yaml
    ln -s out link
    ln -s .. up
    "$SCHEMAC" generate
}

write_config() {
    printf '%s\n' 'version: 1' "source: $1" 'fingerprints: out/prints.json' \
        'artifacts:' '  out/a.json: {root: A}' >schemac.yaml
}

# make MAKE: runs it, and sets in; false when this machine cannot.
make() {
    local rc=0
    (
        in=in.yaml
        eval "$1"
        printf %s. "$in" >"$BATS_TEST_TMPDIR/in"
    ) || rc=$?
    if [ "$rc" -eq 77 ]; then
        echo "# skipped: $current: $name" >&3
        return 1
    fi
    [ "$rc" -eq 0 ] || wrong "MAKE failed"
    in=$(cat "$BATS_TEST_TMPDIR/in")
    in=${in%.}
}

# snapshot: all files with their kinds, modes, inodes and, of those that count, contents.
snapshot() {
    find . ! -name fill -printf '%p %y %m %i\n' 2>/dev/null | sort
    find . -type f ! -name fill -size -200k -exec cksum {} + 2>/dev/null | sort
}

# bounded WORD...: runs the program with the WORDs, or a script with the program as $0.
bounded() {
    local words=("$BATS_TEST_TMPDIR/program" "$@") seconds memory
    if [ "$1" = bash ]; then words=("$@" "$BATS_TEST_TMPDIR/program"); fi
    bounds 10 500000
    status=0
    (ulimit -v "$memory" && exec timeout "$seconds" "${as[@]}" "${words[@]}") \
        >"$BATS_TEST_TMPDIR/stdout" 2>"$trace" || status=$?
}

wrong() {
    failures=$((failures + 1))
    echo "-- $current: $name: $1"
    head -c 500 "$trace" | cat -v
}

# judge STATUS CODES WORD...: runs the WORDs and looks at all that they did.
judge() {
    local expected=$1 codes=$2 code found=false after
    shift 2
    ran=$((ran + 1))
    bounded "$@"
    [ "$status" -eq "$expected" ] || wrong "$1: exit status $status, not $expected"
    for code in $codes; do
        if grep -qF "[$code]" "$trace"; then found=true; fi
    done
    if [ "$codes" != - ] && ! $found; then wrong "$1: no $codes"; fi
    if [ "$codes" = - ] && grep -qE '(error|limit):' "$trace"; then wrong "$1: not expected"; fi
    [ "$(tr -d '\n\t\040-\176\200-\377' <"$trace" | wc -c)" -eq 0 ] ||
        wrong "$1: control characters are shown"
    if grep -q $'\xc2[\x80-\x9f]\|\xe2\x80[\xaa-\xae\xa8]' "$trace"; then
        wrong "$1: characters that are not seen are shown"
    fi
    [ "$(wc -c <"$trace")" -le 400000 ] || wrong "$1: $(wc -c <"$trace") bytes of messages"
    [ "$expected" -ne 0 ] || return 0
    after=$(snapshot)
    [ "$after" = "$before" ] ||
        wrong "$1: files changed: $(diff <(echo "$before") <(echo "$after"))"
}

input() {
    local name=$1 as=() in before
    is_wanted "$name" || return 0
    row_project
    make "$4" || return 0
    case $in in
    in.yaml | in.json)
        write_config "$in"
        few || echo '  out/b.json: {root: A}' >>schemac.yaml # which meets all that is wrong once more
        ;;
    esac
    before=$(snapshot)
    judge "$2" "$3" extract "$in" --root A -o old.json
    case $in in
    in.yaml | in.json)
        judge "$2" "$3" generate
        judge "$2" "$3" check
        ;;
    esac
}

once() {
    local name=$1 as=() in before expected=$2 codes=$3
    is_wanted "$name" || return 0
    row_project
    make "$4" || return 0
    shift 4
    before=$(snapshot)
    judge "$expected" "$codes" "$@"
}

refused() {
    local name=$1 as=() in before expected=$2 codes=$3
    is_wanted "$name" || return 0
    if [ "$(id -u)" -eq 0 ]; then
        if ! command -v setpriv >/dev/null; then
            echo "# skipped: $current: $name: no setpriv" >&3
            return 0
        fi
        as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    fi
    row_project
    make "$4" || return 0
    shift 4
    [ "$(id -u)" -ne 0 ] || chown -R 65534:65534 .
    before=$(snapshot)
    judge "$expected" "$codes" "$@"
}

config() {
    local name=$1 as=() before expected=$2 codes=$3
    is_wanted "$name" || return 0
    row_project
    shift 3
    printf '%s\n' "$@" >schemac.yaml
    before=$(snapshot)
    judge "$expected" "$codes" generate
    judge "$expected" "$codes" check
}

@test "hostile files" {
    rows files
}

@test "hostile bytes" {
    rows bytes
}

@test "hostile keys" {
    rows keys
}

@test "hostile depth" {
    rows depth
}

@test "hostile expansion" {
    rows expansion
}

@test "hostile size" {
    rows size
}

@test "hostile references" {
    rows references
}

@test "hostile other files" {
    rows "other files"
}

@test "hostile values" {
    rows values
}

@test "hostile messages" {
    rows messages
}

@test "hostile configuration" {
    rows configuration
}

@test "hostile output" {
    rows output
}
