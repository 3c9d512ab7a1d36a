#!/usr/bin/env bats
# Help, man page and completions as people meet them: all say the same of each command and option,
# the man page is clean, the examples run, and keys typed into real shells complete what they
# should. What is not installed is skipped.
bats_require_minimum_version 1.5.0
load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir bin home
    ln -s "$SCHEMAC" bin/schemac
    export PATH=$PWD/bin:$PATH HOME=$PWD/home ZDOTDIR=$PWD/home
    local shell
    for shell in bash zsh fish; do
        "$SCHEMAC" help --completion "$shell" >"$shell.completion"
    done
    touch 'some file.yaml' other.json
}

# The names of all commands, from the overview.
all_commands() {
    "$SCHEMAC" help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'
}

# long_options COMMAND: their names without dashes, from the command's help; a --[no-]x twice.
long_options() {
    "$SCHEMAC" "$1" --help | sed -n \
        -e 's/^  \(-.,\|   \) --\[no-]\([a-z0-9-]*\).*/\2 no-\2/p' \
        -e 's/^  \(-.,\|   \) --\([a-z][a-z0-9-]*\).*/\2/p'
}

# letters COMMAND: its options of one letter.
letters() {
    "$SCHEMAC" "$1" --help | sed -n 's/^  -\(.\), --.*/\1/p'
}

# man_section COMMAND: what the man page says of it.
man_section() {
    "$SCHEMAC" help --man | awk -v head=".Ss $1" '/^\.S[sh] / { on = $0 == head } on'
}

# bash_words WORD...: what bash's function completes the last word with.
bash_words() {
    bash --norc -c 'source ./bash.completion
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _schemac
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}

# fish_words LINE: what fish completes the end of the line with.
fish_words() {
    fish --no-config -c 'source ./fish.completion; complete -C "$argv[1]"' "$1" | cut -f 1
}

# typed SHELL KEYS: types KEYS into an interactive shell in which schemac prints its arguments, each
# with | behind it. Prints all that the terminal got, without escape sequences.
typed() {
    need_script
    cat >home/.bashrc <<'RC'
PS1='$ '
bind 'set enable-bracketed-paste off'
bind 'set bell-style none'
bind 'set page-completions off'
bind 'set completion-query-items 0'
source "${loader:-./bash.completion}"
RC
    cat >home/.zshrc <<'RC'
PS1='$ '
LISTMAX=1000
unsetopt beep
autoload -Uz compinit
compinit -u -D
source ./zsh.completion
RC
    # shellcheck disable=SC2016  # for the shells
    echo "stty rows 200 cols 200
schemac() { printf 'ran:'; printf '%s|' \"\$@\"; echo; }" | tee -a home/.bashrc >>home/.zshrc
    local command="bash --rcfile home/.bashrc -i"
    if [ "$1" = zsh ]; then command='zsh -i'; fi
    printf '%bexit\n' "$2" | TERM=dumb timeout 30 script -qec "$command" /dev/null |
        sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' | tr -d '\r'
}

# has LINE WORD: LINE is among the lines of standard input.
has_line() {
    local line
    while IFS= read -r line; do
        if [ "$line" = "$1" ]; then return 0; fi
    done
    fail "not offered: $1"
}

# ---- agreement -----------------------------------------------------------------------------------

@test "there are commands and options to look at" {
    [ "$(all_commands | wc -l)" -ge 6 ]
    long_options extract | grep -qx 'translate no-translate'
    long_options extract | grep -qx root-form
    letters extract | grep -qx r
    long_options explain | grep -qx help
}

@test "the man page has each command and option" {
    local command option letter
    for command in $(all_commands); do
        man_section "$command" >section
        [ -s section ] || fail "the man page lacks $command"
        for option in $(long_options "$command"); do
            grep -qE "Fl (\\\\-)${option//-/(\\\\)?-}( |\$)" section || fail "$command --$option"
        done
        for letter in $(letters "$command"); do
            grep -qF "Fl $letter ," section || fail "$command -$letter"
        done
    done
}

@test "the man page has each diagnostic and example" {
    "$SCHEMAC" help --man >page
    local code command
    for code in $("$SCHEMAC" explain | cut -d ' ' -f 1); do
        grep -qF ".It $code: " page || fail "$code"
    done
    for command in $(all_commands); do
        examples "$command"
    done >all
    [ "$(grep -c '^\.Dl ' page)" -eq "$(wc -l <all)" ]
}

@test "the man page is clean" {
    need mandoc
    "$SCHEMAC" help --man >schemac.1
    run mandoc -T lint -W all schemac.1
    if [ "$status" -ne 0 ] || [ -n "$output" ]; then fail "mandoc complains"; fi
    mandoc -T utf8 schemac.1 | sed 's/.\x08//g' >text
    grep -q 'EXIT STATUS' text
    if grep -nE '\\(f[BP]|e|&|\()|`' text; then fail "markup is left"; fi
    if grep -nF '?.' text; then fail "a full stop behind a question"; fi
}

@test "the schema of schemac.yaml is printed as it is published" {
    "$SCHEMAC" help --config-schema >printed
    same_files printed "$project/schemas/schemac-config.schema.json"
}

@test "bash offers each command and option" {
    local command option letter
    bash_words schemac '' >words
    for command in $(all_commands); do
        has_line "$command" <words
        bash_words schemac "$command" - >offered
        for option in $(long_options "$command"); do
            has_line "--$option" <offered
        done
        for letter in $(letters "$command"); do
            has_line "-$letter" <offered
        done
    done
}

@test "fish offers each command and option" {
    need fish
    local command option letter
    fish_words 'schemac ' >words
    for command in $(all_commands); do
        has_line "$command" <words
        fish_words "schemac $command --" >offered
        fish_words "schemac $command -" >short
        for option in $(long_options "$command"); do
            sed 's/=$//' offered | has_line "--$option"
        done
        for letter in $(letters "$command"); do
            has_line "-$letter" <short
        done
    done
}

@test "zsh offers each command and option" {
    need zsh
    local command option letter keys='schemac \t\n'
    for command in $(all_commands); do
        keys+="echo at $command\nschemac $command -\t\n"
    done
    typed zsh "$keys" >screen
    for command in $(all_commands); do
        grep -qE "^$command +-- " screen || fail "not offered: $command"
        awk -v at="at $command" '/^at / { on = $0 == at } on' screen >offered
        for option in $(long_options "$command"); do
            grep -qE -- "(^| )--$option( |\$)" offered || fail "$command --$option"
        done
        for letter in $(letters "$command"); do
            grep -qE -- "(^| )-$letter( |\$)" offered || fail "$command -$letter"
        done
    done
}

# ---- the shells ----------------------------------------------------------------------------------

# The same keys and what they make of the line, in bash and zsh; \t is the tab.
completes() {
    local shell=$1
    typed "$shell" 'schemac che\t\n''schemac check --ind\t\n''schemac explain E03\t1\n' >screen
    grep -q '^ran:check|$' screen || fail "a command: $(cat screen)"
    grep -q '^ran:check|--index|$' screen || fail "an option: $(cat screen)"
    grep -q '^ran:explain|E0301|$' screen || fail "a code: $(cat screen)"
    typed "$shell" 'schemac extract som\t--style g\t\n''schemac extract --output oth\t\n' >screen
    grep -q '^ran:extract|some file.yaml|--style|go|$' screen || fail "a file and a choice: $(cat screen)"
    grep -q '^ran:extract|--output|other.json|$' screen || fail "a file for an option: $(cat screen)"
    typed "$shell" 'schemac help expl\t\n''schemac help --compl\tz\t\n''schemac extract --sty\tg\t\n' >screen
    grep -q '^ran:help|explain|$' screen || fail "a command as operand: $(cat screen)"
    grep -qE '^ran:help\|--completion[=|]zsh\|$' screen || fail "a choice: $(cat screen)"
    grep -qE '^ran:extract\|--style[=|]go\|$' screen || fail "an option and its choice: $(cat screen)"
    typed "$shell" 'schemac explain E030\t\t\n''schemac extract -rA -o oth\t\n' >screen
    grep -q 'E0301' screen || fail "codes are listed: $(cat screen)"
    grep -q '^ran:extract|-rA|-o|other.json|$' screen || fail "a letter: $(cat screen)"
    typed "$shell" 'schemac extract --style=g\t\n''schemac extract --format=sa\t\n' >screen
    grep -q '^ran:extract|--style=go|$' screen || fail "a choice behind =: $(cat screen)"
    typed "$shell" 'schemac header ver\toth\t\n''schemac header verify ver\t\n' >screen
    grep -q '^ran:header|verify|other.json|$' screen || fail "an action and a file: $(cat screen)"
    grep -q '^ran:header|verify|ver|$' screen || fail "no action behind one: $(cat screen)"
}

@test "bash: keys typed" {
    completes bash
}

@test "bash: as a file where bash-completion looks for it" {
    local loader=/usr/share/bash-completion/bash_completion
    [ -r "$loader" ] || skip "no bash-completion"
    mkdir -p user/completions
    cp bash.completion user/completions/schemac
    export loader BASH_COMPLETION_USER_DIR=$PWD/user
    typed bash 'schemac explain E03\t1\n''schemac extract som\t--style g\t\n' >screen
    grep -q '^ran:explain|E0301|$' screen || fail "a code: $(cat screen)"
    grep -q '^ran:extract|some file.yaml|--style|go|$' screen || fail "a file and a choice: $(cat screen)"
}

@test "zsh: keys typed" {
    need zsh
    completes zsh
}

@test "zsh: as a file in a folder of fpath" {
    need zsh
    mkdir functions
    cp zsh.completion functions/_schemac
    zsh -f -c 'fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D
        [[ ${_comps[schemac]} == _schemac ]]'
}

@test "fish: what is offered" {
    need fish
    fish_words 'schemac che' | has_line check
    fish_words 'schemac check --ind' | has_line --index
    fish_words 'schemac extract --style ' | has_line go
    fish_words 'schemac extract --style=' | has_line --style=go
    fish_words 'schemac explain E030' | has_line E0302
    fish_words 'schemac extract som' | has_line 'some file.yaml'
    fish_words 'schemac extract --output oth' | has_line other.json
    fish_words 'schemac help expl' | has_line explain
    fish_words 'schemac help --completion ' | has_line zsh
    fish_words 'schemac header ver' | has_line verify
    fish_words 'schemac header verify oth' | has_line other.json
    [ -z "$(fish_words 'schemac header verify ver')" ]
    [ -z "$(fish_words 'schemac header oth')" ]
    [ -z "$(fish_words 'schemac extract --style zz')" ]
    [ -z "$(fish_words 'schemac explain zz')" ]
}

@test "the completions are sound to each shell's own reader, and to shellcheck" {
    bash -n bash.completion
    if command -v zsh >/dev/null; then zsh -n zsh.completion; fi
    if command -v fish >/dev/null; then fish --no-execute fish.completion; fi
    need shellcheck
    shellcheck -s bash -e SC2207 bash.completion # words of ours have no blanks
}

# ---- examples ------------------------------------------------------------------------------------

# examples COMMAND: the command lines in its help.
examples() {
    "$SCHEMAC" "$1" --help | awk '/^Examples:/ { on = 1; next } on && /^  [^ ]/ { print substr($0, 3) }'
}

@test "each example runs" {
    local command line program
    mkdir copy
    mkdir copy/tests
    cp -R "$project/openapi" "$project/schemas" "$project/schemac.yaml" copy
    cp -R "$project/tests/examples" copy/tests
    cd copy
    schemac 0 generate
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
    git init -q .
    git add -A
    git -c user.name=x -c user.email=x@host.example commit -qm x
    for command in $(all_commands); do
        examples "$command" >../lines
        if [ "$command" != version ]; then [ -s ../lines ] || fail "$command has no example"; fi
        while IFS= read -r line; do
            program=$(sed -n 's/.*| *\([a-z]*\).*/\1/p' <<<"$line")
            if [ -n "$program" ] && ! command -v "$program" >/dev/null; then continue; fi
            run --separate-stderr bash -o pipefail -c "$line" </dev/null
            [ "$status" -eq 0 ] || fail "$line: exit status $status"
            no_stderr
        done <../lines
    done
}
