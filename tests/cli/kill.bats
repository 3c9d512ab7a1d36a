#!/usr/bin/env bats
# SIGKILL at a random moment of generate: check then names the state, no file is cut, and the next
# generate mends it. 200 kills; with NIGHTLY=1 10,000; of a sanitizer's slow program 100 and 1,000. Kills
# before every single system call are in torture.bats.
bats_require_minimum_version 1.5.0
load helper

setup() {
    enter_memory_folder
}

# wide_project: many artifacts of one source, in two versions that all of them differ in.
wide_project() {
    small_project
    {
        printf 'version: 1\nsource: openapi/openapi.yaml\nfingerprints: schemas/fingerprints.json\n'
        printf 'artifacts:\n'
        for i in {1..40}; do
            printf '  schemas/pet%d.schema.json: {root: Pet, title: Pet %d}\n' "$i" "$i"
        done
    } >schemac.yaml
    cp openapi/openapi.yaml one.yaml
    sed 's/maxLength: 20/maxLength: 30/' one.yaml >two.yaml
    schemac 0 generate
    chmod 600 schemas/pet1.schema.json schemas/fingerprints.json
    chmod 664 schemas/pet2.schema.json
}

# now: microseconds.
now() {
    local time=${EPOCHREALTIME/[.,]/}
    echo "$time"
}

# measure: sets `duration` to the microseconds that a generate of all artifacts takes.
measure() {
    local start source
    start=$(now)
    for source in two one two one; do
        cp "$source.yaml" openapi/openapi.yaml
        "$SCHEMAC" generate
    done
    duration=$((($(now) - start) / 4))
}

# check_names_state STATUS OUTPUT: true for what check may say after a kill.
check_names_state() {
    case $1 in
    0) [ -z "$2" ] ;;
    1) [[ $2 =~ D000[167] && ! $2 =~ D000[3458] ]] ;;
    *) false ;;
    esac
}

@test "killed at random moments: check names the state, generate mends it" {
    local kills=200 killed=0 torn=0 i source delay status state found draft
    if [ -n "${NIGHTLY-}" ]; then kills=10000; fi
    if [[ -n ${NIGHTLY-} && $SCHEMAC == */asan/* ]]; then kills=1000; fi
    if few; then kills=100; fi
    wide_project
    modes=$(stat -c '%a %n' schemas/*)
    measure
    for ((i = 0; killed < kills; i++)); do
        if ((i > 20 * kills)); then fail "only $killed kills in $i runs"; fi
        if ((i % 2)); then source=one; else source=two; fi
        cp "$source.yaml" openapi/openapi.yaml
        delay=$(((RANDOM * 32768 + RANDOM) % duration + 1))
        status=0
        timeout --foreground -s KILL "$(printf '0.%06d' "$delay")" "$SCHEMAC" generate || status=$?
        # The span of the delays follows the machine's load: three in four runs are to be killed.
        if [ "$status" -eq 137 ]; then
            killed=$((killed + 1))
            duration=$((duration + duration / 100 + 1))
        else
            duration=$((duration - duration / 33))
        fi

        state=0
        found=$("$SCHEMAC" check 2>&1) || state=$?
        if ! check_names_state "$state" "$found" || [ "$status" -ne 137 ] && [ "$state" -ne 0 ]; then
            fail "run $i, delay $delay, status $status: check ends with $state: $found"
        fi
        if [[ $found == *D0007* ]]; then torn=$((torn + 1)); fi

        "$SCHEMAC" generate || fail "run $i: generate does not mend it"
        found=$("$SCHEMAC" check 2>&1) || fail "run $i: it is not mended: $found"
        for draft in schemas/.*-draft; do
            [ ! -e "$draft" ] || fail "run $i: $draft is left"
        done
        [ "$modes" = "$(stat -c '%a %n' schemas/*)" ] || fail "run $i: a mode is lost"
    done
    echo "# $killed kills in $i runs, after at most $duration us; $torn left a generate half done" >&3
    [ "$torn" -gt 0 ] || fail "no kill fell while files were written"
}
