# tools.bash - other people's tools for the tests, and how a test file comes by them:
#
#     load npm/tools
#     setup_file() { prepare_tools; }
#     setup() { enter_work_folder; need_tools; }
#
# They come from npm, once, into build/npm; where there is no npm, or no way to its packages, the
# tests that need them are skipped.

# shellcheck disable=SC2154  # the helper sets project
tools=$project/build/npm

# prepare_tools: for setup_file.
prepare_tools() {
    without_tools=$("$BATS_TEST_DIRNAME/npm/install" "$tools")
    export without_tools
}

# need_tools: skips the test where there are none.
need_tools() {
    if [ -n "${without_tools-}" ]; then skip "$without_tools"; fi
    export NODE_PATH=$tools/node_modules
}

ajv() {
    node "$BATS_TEST_DIRNAME/npm/ajv.js" "$@"
}

sourcemeta() {
    "$tools/node_modules/.bin/jsonschema" "$@"
}
