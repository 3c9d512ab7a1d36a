#!/usr/bin/env bats
# --depfile of extract, generate and check, as make and ninja read it. How paths are written is in
# tests/unit/build_depfile.c.
bats_require_minimum_version 1.5.0
load helper

# Names that make or ninja take otherwise when they are not escaped.
odd_names=('plain' 'with blank' ' first' 'a#b' 'a$b' '$(x)y' 'a\b' 'a\ b' 'c:d' 'a~' '100%' '[id]' '(1)'
    '{x}' 'a,b+c@d!e' 'é漢' '.hidden' '..x' '-c')

# document FILE [LENGTH]: a small OpenAPI document.
document() {
    printf 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\npaths: {}\n' >"$1"
    printf 'components: {schemas: {A: {type: string, maxLength: %d}}}\n' "${2-1}" >>"$1"
}

# build_script: what make and ninja run; it says that it ran. A result that is right is not touched by
# schemac, and for make is out of date then.
build_script() {
    cat >build.sh <<'END'
echo BUILT
"$SCHEMAC" extract -o "$2" --root A --depfile deps -- "$1" || exit
touch -- "$2"
END
    export SCHEMAC
}

# built COMMAND...: runs it, which must build; not_built: which must not.
built() {
    run -0 "$@"
    out_has BUILT
}

not_built() {
    run -0 "$@"
    out_lacks BUILT
}

# later FILE...: changes them, as far as build tools see.
later() {
    clock=$((${clock-0} + 100))
    touch -d "now + $clock seconds" -- "$@"
}

# rebuilds FILE COMMAND...: a run builds, the next does not; when FILE is newer or gone it does.
rebuilds() {
    local file=$1
    shift
    built "$@"
    not_built "$@"
    later "$file"
    built "$@"
}

@test "make: inputs with odd names" {
    build_script
    printf 'out.json:\n\t@sh build.sh "$$SOURCE" $@\n-include deps\n' >Makefile
    for name in "${odd_names[@]}"; do
        rm -f out.json deps
        document "./$name"
        export SOURCE=$name
        built make -s
        not_built make -s
        later "./$name"
        built make -s
        touch -d 'now + 1 day' out.json
        not_built make -s
        rm "./$name"
        if [ "$name" != '100%' ]; then # a rule for it would be one for a pattern
            run -0 make -n
            out_has "sh build.sh"
        fi
    done
}

@test "ninja: inputs with odd names" {
    need ninja
    build_script
    printf 'rule extract\n command = sh build.sh "$$SOURCE" $out\n depfile = deps\n deps = gcc\n' >build.ninja
    printf 'build out.json: extract\n' >>build.ninja
    for name in "${odd_names[@]}"; do
        rm -rf out.json deps .ninja_*
        document "./$name"
        export SOURCE=$name
        built ninja
        not_built ninja
        later "./$name"
        built ninja
    done
}

@test "make: results with odd names" {
    build_script
    document in.yaml
    for name in "${odd_names[@]}"; do
        case $name in *%* | -*) continue ;; esac # a pattern; an option of make
        rm -f deps
        # make knows only by the depfile what the file depends on
        printf '.DEFAULT:\n\t@sh build.sh in.yaml "$$TARGET"\ninclude deps\n' >Makefile
        export TARGET=$name
        schemac 0 extract in.yaml --root A -o "$name" --depfile deps
        touch -d 'now + 1 day' -- "./$name"
        run make -q -- "$name"
        [ "$status" -eq 0 ] || fail "$name is not up to date: $(cat deps)"
        touch -d 'now + 2 days' in.yaml
        run make -n -d -- "$name"
        out_has "Prerequisite 'in.yaml' is newer than target"
    done
}

@test "ninja: results with odd names" {
    need ninja
    build_script
    document in.yaml
    for name in "${odd_names[@]}"; do
        case $name in *%*) continue ;; esac
        rm -rf deps .ninja_*
        touch in.yaml
        escaped=$(printf %s "$name" | sed 's/[$ :]/$&/g')
        printf 'rule extract\n command = sh build.sh in.yaml "$$TARGET"\n depfile = deps\n' >build.ninja
        printf 'build %s: extract\n' "$escaped" >>build.ninja
        export TARGET=$name
        built ninja
        not_built ninja
        later in.yaml
        built ninja
    done
}

@test "paths that cannot be written: E0009, and no depfile" {
    for name in $'a\nb' $'a\tb' 'a;b' 'a|b' 'a=b' 'a*b' 'a\#b' 'a ' 'a\' '~' '~root'; do
        document "$name"
        schemac 2 extract "$name" --root A -o out.json --depfile deps
        err_has "error: make and ninja cannot both be told of"
        err_has "[E0009]"
        [ ! -e deps ] || fail "there is a depfile"
    done
    document a.yaml
    schemac 2 extract a.yaml --root A -o 'a%b' --depfile deps
    err_has "told of a%b [E0009]"
}

@test "extract: all files that were read for it, and no other" {
    document unused.yaml
    document other.yaml
    cat >a.yaml <<'END'
openapi: 3.1.0
info: {title: t, version: "1"}
components:
  schemas:
    A: {$ref: 'other.yaml#/components/schemas/A'}
    B: {$ref: 'unused.yaml#/components/schemas/A'}
END
    printf '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://a.example/r"}' >refer.json
    schemac 0 extract a.yaml --root A -o out.json --refer refer.json --depfile deps
    file_is deps <<'END'
out.json: \
  a.yaml \
  other.yaml \
  refer.json

a.yaml:

other.yaml:

refer.json:
END
}

@test "extract: standard input is no file, standard output no target" {
    document a.yaml
    run -0 bash -c '"$0" extract - --root A -o out.json --depfile deps <a.yaml' "$SCHEMAC"
    [ "$(cat deps)" = "out.json:" ]
    schemac 2 extract a.yaml --root A --depfile deps2
    err_has "--depfile needs --output [E0001]"
    schemac 2 extract a.yaml --root A -o - --depfile deps2
    err_has "[E0001]"
    [ ! -e deps2 ]
}

@test "the depfile is none of the files that it is about: E0605" {
    document a.yaml
    cp a.yaml before.yaml
    for depfile in a.yaml ./a.yaml out.json; do
        schemac 2 extract a.yaml --root A -o out.json --depfile "$depfile"
        err_has "[E0605]"
    done
    same_files a.yaml before.yaml
    small_project
    schemac 0 generate
    schemac 2 generate --depfile openapi/openapi.yaml
    err_has "[E0605]"
    schemac 2 generate --depfile schemas/pet.schema.json
    err_has "[E0605]"
}

@test "generate: a rule for each artifact, also when all is right" {
    small_project
    schemac 0 generate --depfile deps
    file_is deps <<'END'
schemas/pet.schema.json: \
  openapi/openapi.yaml \
  schemac.yaml
schemas/owner.schema.json: \
  openapi/openapi.yaml \
  schemac.yaml

openapi/openapi.yaml:

schemac.yaml:
END
    cp deps before
    rm deps
    schemac 0 generate --depfile deps
    same_files deps before
    schemac 0 generate --depfile deps schemas/owner.schema.json
    [ "$(head -n 1 deps)" = 'schemas/owner.schema.json: \' ]
    before=$(cat schemas/*)
    sed -i s/maxLength/minLength/ openapi/openapi.yaml
    schemac 2 generate --depfile nowhere/deps
    [ "$before" = "$(cat schemas/*)" ] || fail "something else was written"
    echo broken >openapi/openapi.yaml
    schemac 2 generate --depfile other
    [ ! -e other ] || fail "a run that failed has written a depfile"
}

@test "generate: what an artifact refers to is made from counts" {
    small_project
    document two.yaml
    cat >schemac.yaml <<'END'
version: 1
artifacts:
  pet.json: {source: openapi/openapi.yaml, root: Pet, refer: [owner.json]}
  owner.json: {source: two.yaml, root: A, id: https://a.example/owner}
END
    schemac 0 generate --depfile deps pet.json
    [ "$(sed -n 1,4p deps)" = $'pet.json: \\\n  openapi/openapi.yaml \\\n  two.yaml \\\n  schemac.yaml' ]
}

@test "generate from another folder: paths start where it runs" {
    small_project
    mkdir build
    cd build
    schemac 0 generate --depfile deps
    [ "$(head -n 2 deps)" = $'../schemas/pet.schema.json: \\\n  ../openapi/openapi.yaml \\' ]
    cd ..
    schemac 0 generate --config "$PWD/schemac.yaml" --depfile build/deps
    [ "$(head -n 2 build/deps)" = $'schemas/pet.schema.json: \\\n  openapi/openapi.yaml \\' ]
}

@test "make and ninja generate and check when a file has changed" {
    need ninja
    small_project
    export SCHEMAC
    cat >Makefile <<'END'
check.d:
	@echo BUILT
	@"$$SCHEMAC" check --depfile $@
ifeq ($(filter generate-schema,$(MAKECMDGOALS)),)
include check.d
endif
generate-schema:
	@"$$SCHEMAC" generate
END
    cat >build.ninja <<'END'
rule generate
 command = "$$SCHEMAC" generate --depfile $out.d && touch $out && echo BUILT
 depfile = $out.d
 restat = 1
rule check
 command = "$$SCHEMAC" check --depfile $out
 depfile = $out
build schemas/pet.schema.json schemas/owner.schema.json: generate
END
    sed -i 's/\$out.d/gen.d/g; s/touch \$out/true/' build.ninja
    built ninja
    not_built ninja
    later openapi/openapi.yaml
    built ninja
    touch -d '2001-02-03' openapi/openapi.yaml schemac.yaml schemas/*
    built make -s
    not_built make -s
    sed -i 's/maxLength: 20/maxLength: 30/' openapi/openapi.yaml # make waits for what is of the future
    run make -s
    [ "$status" -ne 0 ] || fail "drift passes"
    run make -s
    [ "$status" -ne 0 ] || fail "drift passes the second time"
    mended=$(make -s generate-schema 2>&1) || fail "what mends the drift fails for it: $mended"
    [[ $mended == 'schemas/pet.schema.json:17:11: warning: "maxLength" was 20, and is 30 '* ]] ||
        fail "it does not tell what it wrote: $mended"
    [[ $mended != *error* ]] || fail "what mends the drift complains of it: $mended"
    built make -s
    rm check.d
    schemac 2 check --depfile check.d --index
    err_has "[E0001]"
}

@test "a depfile is written in one step, and made anew each time" {
    small_project
    schemac 0 generate
    schemac 0 check --depfile check.d
    age check.d
    before=$(stamp check.d)
    schemac 0 check --depfile check.d
    [ "$before" != "$(stamp check.d)" ] || fail "it is as old as before"
    schemac 2 check --depfile nowhere/check.d
    err_has "[E0003]"
}

@test "--depfile: a file, and nothing else" {
    small_project
    schemac 2 extract openapi/openapi.yaml --root Pet -o out.json --depfile -
    [ "${lines[*]}" = "" ]
    err_has 'schemac: error: --depfile needs a file, not standard output [E0001]'
    err_has 'hint: a file of that name is ./-'
    schemac 2 generate --depfile -
    err_has 'schemac: error: --depfile needs a file, not standard output [E0001]'
    [ ! -e - ] && [ ! -e out.json ] && [ ! -e schemas ]
    schemac 0 generate --depfile ./-
    grep -q '^schemas/pet.schema.json:' ./-
    rm ./-
    schemac 2 check --depfile -
    err_has 'schemac: error: --depfile needs a file, not standard output [E0001]'
    [ ! -e - ]
}
