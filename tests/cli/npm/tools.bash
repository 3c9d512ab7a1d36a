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

# with_limit SECONDS COMMAND...: where the system can limit its time.
with_limit() {
    if command -v timeout >/dev/null; then timeout "$@"; else "${@:2}"; fi
}

# Why the tools cannot be had, or nothing when they are in build/npm. They are installed beside it
# first: another run may be doing the same.
install_tools() {
    local wanted=$BATS_TEST_DIRNAME/npm/package.json fresh=$tools.$$ command
    cmp -s "$wanted" "$tools/package.json" && return
    for command in npm node; do
        command -v "$command" >/dev/null || { echo "there is no $command"; return; }
    done
    [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || { echo "node is too old"; return; }

    mkdir -p "$fresh"
    cp "$wanted" "$fresh"
    if (cd "$fresh" && with_limit 120 npm install --ignore-scripts --no-package-lock --no-audit \
        --no-fund --no-update-notifier --fetch-retries=1 --fetch-retry-mintimeout=1000 \
        --fetch-timeout=20000 --silent) >/dev/null 2>&1 </dev/null &&
        ! cmp -s "$wanted" "$tools/package.json"; then
        rm -rf "$tools"
        mv "$fresh" "$tools" 2>/dev/null || true
    fi
    rm -rf "$fresh"
    cmp -s "$wanted" "$tools/package.json" || echo "npm cannot install the tools"
}

# prepare_tools: for setup_file.
prepare_tools() {
    without_tools=$(install_tools)
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
