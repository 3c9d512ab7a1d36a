#!/usr/bin/env bats
# mentions: URLs of released schemas in files have to be such as were released.
bats_require_minimum_version 1.5.0
load helper

base=https://schemas.example

# mentioning PATTERN...: a released project that looks into these files.
mentioning() {
    release_project
    schemac 0 release 2026-01-31
    echo "mentions: [$1]" >>schemac.yaml
}

@test "what was released may be mentioned, however it is written" {
    mentioning '"*.md"'
    cat >a.md <<X
See [the schema]($base/2026-01-31/pet.schema.json), <$base/2026-01-31/owner.schema.json>
or $base/2026-01-31/pet.schema.json. Also "$base/2026-01-31/pet.schema.json#/\$defs/Pet",
\`$base/2026-01-31/pet.schema.json\`; **$base/2026-01-31/pet.schema.json**: all the same.
No schemas: $base, $base/, $base/about.html, $base/docs/index.html, http://b.example/2026-02-01/pet.schema.json,
$base/{version}/pet.schema.json, $base/<version>/pet.schema.json, $base/\$VERSION/pet.schema.json,
$base/2026-02-01/sub/pet.schema.json.
X
    schemac 0 check
    no_stderr
}

@test "what was not released" {
    mentioning '"*.md", "docs/**/*.mdx"'
    mkdir -p docs/deep
    printf '\n  é %s/2026-01-13/pet.schema.json.\n' "$base" >a.md
    echo "$base/draft/pet.schema.json and $base/2026-01-31/pets.schema.json" >docs/deep/b.mdx
    echo "$base/2026-01-13/pet.schema.json" >docs/c.txt
    schemac 1 check
    file_is <(echo "$stderr") <<X
a.md:2:5: error: $base/2026-01-13/pet.schema.json was not released [D0206]
    2 |   é $base/2026-01-13/pet.schema.json.
      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      hint: did you mean $base/2026-01-31/pet.schema.json?
docs/deep/b.mdx:1:1: error: $base/draft/pet.schema.json was not released [D0206]
    1 | $base/draft/pet.schema.json and $base/2026-01-31/pets.schema.jso...
      | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      hint: did you mean $base/2026-01-31/pet.schema.json?
docs/deep/b.mdx:1:51: error: $base/2026-01-31/pets.schema.json was not released [D0206]
    1 | ...hemas.example/draft/pet.schema.json and $base/2026-01-31/pets.schema.json
      |                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      hint: did you mean $base/2026-01-31/pet.schema.json?
X
    schemac 0 check schemas/pet.schema.json
}

@test "the nearest version is meant, else the last" {
    mentioning a.md
    schemac 0 release 2025-06-30
    echo "$base/2025-06-31/pet.schema.json $base/latest/pet.schema.json" >a.md
    schemac 1 check
    err_has "did you mean $base/2025-06-30/pet.schema.json?"
    err_has "did you mean $base/2026-01-31/pet.schema.json?"
}

@test "the id of an artifact that is not released yet" {
    mentioning a.md
    sed -i "s,^    root: Pet,&\n    id: $base/draft/pet.schema.json\n    draft: true," schemac.yaml
    schemac 0 generate
    echo "$base/draft/pet.schema.json" >a.md
    schemac 1 check
    err_has 'a.md:1:1: error: https://schemas.example/draft/pet.schema.json was not released [D0206]'
}

@test "releases whose id has no name of a file" {
    mentioning a.md
    sed -i '/owner.schema.json/,/style: go/d; s,/{version}/{file},/{version}/pet,' schemac.yaml
    rm -r releases
    schemac 0 release 2026-01-31
    schemac 0 generate
    echo "$base/2026-01-31/pet $base/2026-01-31/dog $base/next/pet" >a.md
    schemac 1 check
    err_count 1 D0206
    err_has "$base/next/pet was not released"
}

@test "imported ids of another form are known, and ids of no form are not looked for" {
    mentioning a.md
    echo '{"$id": "https://b.example/pet"}' >2024-01-02.json
    schemac 0 release --import 2024-01-02.json
    echo "https://b.example/pet https://b.example/cat" >a.md
    schemac 0 check
}

@test "nothing was released yet" {
    release_project
    echo 'mentions: a.md' >>schemac.yaml
    echo "$base/2026-01-31/pet.schema.json" >a.md
    schemac 1 check
    err_has "a.md:1:1: error: $base/2026-01-31/pet.schema.json was not released [D0206]"
    err_lacks 'did you mean'
}

@test "mentions without releases" {
    project
    echo 'mentions: a.md' >>schemac.yaml
    schemac 2 check
    err_has 'schemac.yaml:12:11: error: "mentions" name what was released, and "release" is missing [E0603]'
    schemac 0 generate
}

@test "patterns for nothing, files that cannot be read, binary files" {
    mentioning '"*.md"'
    schemac 0 check
    err_has 'mentions: no file matches "*.md" [W0601]'
    head -c 300 /dev/zero >a.md
    schemac 0 check
    printf '\xff\xfe\x00' >a.md
    schemac 2 check
    err_has 'a.md'
    printf '\x80 %s/draft/pet.schema.json' "$base" >a.md
    schemac 2 check
    err_has E0101
}

@test "in an included file, and in other formats" {
    release_project
    schemac 0 release 2026-01-31
    echo 'include: sub/schemac.yaml' >>schemac.yaml
    mkdir sub
    printf 'version: 1\nartifacts: {}\ninclude: []\nmentions: "*.md"\n' >sub/schemac.yaml
    sed -i 's/artifacts: {}/artifacts: {x.json: {source: ..\/openapi\/openapi.yaml, root: Pet}}/' sub/schemac.yaml
    echo "$base/draft/pet.schema.json" >sub/a.md
    schemac 0 generate
    schemac 1 check --format json
    out_has '"file": "sub/a.md"'
    out_has '"code": "D0206"'
    schemac 1 check --format junit
    out_has 'sub/a.md'
}

@test "what is staged" {
    use_git
    mentioning a.md
    echo "$base/draft/pet.schema.json" >a.md
    git init -q
    git add .
    echo >a.md
    schemac 1 check --index
    err_has D0206
    schemac 0 check
    git add .
    schemac 0 check --index
}
