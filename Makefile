# schemac - one Makefile, no generated parts. `make help` lists the goals.
#
# Each build mode has a folder of its own: make MODE=debug, asan, coverage, fuzz (default: release).
# Yours to set: CC, CFLAGS, LDFLAGS, PREFIX, DESTDIR, V=1 to see the commands, PROVE_FLAGS, JOBS.

MODE := release
BUILD := build/$(MODE)
PREFIX := /usr/local
DESTDIR :=
JOBS := 2
PKG_CONFIG := pkg-config
# The project's stack; patterns, and so PCRE2, come with validation (--as-needed leaves it out till then).
LIBRARIES := yaml-0.1 jansson libpcre2-8 libcrypto

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-8s %s\n' '$(1)' '$(2)')

# ---- flags ----------------------------------------------------------------------------------------

ifeq ($(origin CC),default)
CC := cc
endif
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wvla -Wundef \
        -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wformat=2
FLAGS := -std=c17 -D_XOPEN_SOURCE=700 $(WARN) -Isrc -include src/base/banned.h -MMD -MP \
         -ffile-prefix-map='$(CURDIR)=.'
FLAGS.release  := -O2 -g -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
FLAGS.debug    := -O0 -g3 -Werror
FLAGS.asan     := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DARENA_EXACT
FLAGS.coverage := -O0 -g --coverage
FLAGS.fuzz     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
                  -DARENA_EXACT
LINK.release   := -pie -Wl,--as-needed
LINK.asan      := -fsanitize=address,undefined
LINK.coverage  := --coverage
LINK.fuzz      := -fsanitize=address,undefined
CFLAGS :=
LDFLAGS :=

GOALS := $(or $(MAKECMDGOALS),$(.DEFAULT_GOAL))
ifneq ($(filter-out help clean uninstall install-hook,$(GOALS)),)
PACKAGES_FOUND := $(shell $(PKG_CONFIG) --exists $(LIBRARIES) && echo yes)
ifneq ($(PACKAGES_FOUND),yes)
$(error a library is missing ($(LIBRARIES)): run tools/setup once)
endif
LIB_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(LIBRARIES))
LIB_LIBS := $(shell $(PKG_CONFIG) --libs $(LIBRARIES)) -lm -pthread
endif

# macOS's linker has no --as-needed: unused libraries cost it nothing there.
ifeq ($(shell uname -s),Darwin)
LINK.release :=
endif

# `make -j clean all`: one after the other.
ifneq ($(filter clean,$(GOALS)),)
.NOTPARALLEL:
endif

# ---- what there is to build -----------------------------------------------------------------------

SOURCES := $(sort $(shell find src -name '*.c'))
METASCHEMAS := $(sort $(wildcard src/schema/meta/*.json))
EMBEDDED := $(BUILD)/embedded/config_schema \
            $(METASCHEMAS:src/schema/meta/%.json=$(BUILD)/embedded/meta/%)
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o) $(EMBEDDED:=.o)
CORE := $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
PROGRAM := $(BUILD)/schemac

UNIT_SOURCES := $(sort $(wildcard tests/unit/*.c))
UNIT_TESTS := $(UNIT_SOURCES:%.c=$(BUILD)/%)
BATS_TESTS := $(sort $(wildcard tests/cli/*.bats))
BENCH_SOURCES := $(sort $(wildcard tests/bench/*.c))
BENCHES := $(BENCH_SOURCES:%.c=$(BUILD)/%)

FUZZ_TARGETS := yaml json pointer config extract format validate instances restore admit header verify \
    diff lock result pages
REPLAYS := $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/replay-%)
FUZZ_OBJECTS := $(patsubst %,$(BUILD)/tests/fuzz/%.o,$(FUZZ_TARGETS) fuzz replay)

TORTURE := $(BUILD)/tests/torture/schemac
TORTURE_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/torture/*.c)))
# It needs ld's --wrap and glibc's allocator: on other systems its tests are skipped.
TORTURE_IF_ABLE := $(if $(filter Linux,$(shell uname -s)),$(TORTURE))

# The oracle: its programs, those of them that are tests, and what they share.
ORACLE_SOURCES := $(sort $(wildcard tests/oracle/*.c))
ORACLE_MAINS := $(filter %/oracle.c %/cases.c %/rows.c %/verdicts.c %/drift.c,$(ORACLE_SOURCES))
ORACLE_PROGRAMS := $(ORACLE_MAINS:%.c=$(BUILD)/%)
ORACLE_TESTS := $(BUILD)/tests/oracle/cases $(BUILD)/tests/oracle/rows
ORACLE_SHARED := $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(ORACLE_MAINS),$(ORACLE_SOURCES)))

# What tests/cli/pattern.bats asks for verdicts.
PATTERN_JUDGE := $(BUILD)/tests/pattern/judge

# What tests/cli/diff-corpus.bats turns YAML into JSON with.
CONVERT := $(BUILD)/tests/bench/convert

TEST_PROGRAMS := $(UNIT_TESTS) $(REPLAYS) $(TORTURE_IF_ABLE) $(ORACLE_PROGRAMS) $(PATTERN_JUDGE) $(CONVERT)

HEADERS := $(sort $(shell find src tests -name '*.h'))
C_FILES := $(SOURCES) $(sort $(shell find tests -name '*.c'))
SHELL_FILES := $(sort $(filter-out tools/action %.yml,$(wildcard tools/*)) tools/action/run) tests/bench/run tests/cli/npm/install \
    .ci/run

# What a folder was built with. All in it is built anew when that changes.
FLAGS_FILE := $(BUILD)/flags
FLAGS_NOW := $(CC) $(FLAGS) $(FLAGS.$(MODE)) $(LIB_CFLAGS) $(CFLAGS) $(LINK.$(MODE)) $(LDFLAGS) $(LIB_LIBS)
FLAGS_THEN := $(shell cat $(FLAGS_FILE) 2>/dev/null)
quoted = '$(subst ','\'',$(1))'

all: $(PROGRAM) ## build the program: build/$(MODE)/schemac

ifneq ($(strip $(FLAGS_NOW)),$(strip $(FLAGS_THEN)))
$(FLAGS_FILE): FORCE
endif
$(FLAGS_FILE):
	$(Q)mkdir -p $(@D)
	$(Q)printf '%s\n' $(call quoted,$(FLAGS_NOW)) >$@

$(PROGRAM): $(OBJECTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS.$(MODE)) $(CFLAGS) $(LINK.$(MODE)) $(LDFLAGS) -o $@ $(OBJECTS) $(LIB_LIBS)

$(BUILD)/%.o: %.c Makefile $(FLAGS_FILE)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) $(FLAGS.$(MODE)) $(LIB_CFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/embedded/%.o: $(BUILD)/embedded/%.c $(FLAGS_FILE)
	$(call say,CC,$<)
	$(Q)$(CC) $(FLAGS) $(FLAGS.$(MODE)) $(CFLAGS) -c -o $@ $<

# Without the file, as before a first bootstrap-schema, the program carries nothing.
CONFIG_SCHEMA := $(wildcard schemas/schemac-config.schema.json)

$(BUILD)/embedded/config_schema.c: $(CONFIG_SCHEMA) tools/embed Makefile
	$(call say,EMBED,$(CONFIG_SCHEMA))
	$(Q)mkdir -p $(@D)
	$(Q)tools/embed config_schema build/config_schema.h $(or $(CONFIG_SCHEMA),/dev/null) >$@

# 2019-09-core.json is meta_2019_09_core.
$(BUILD)/embedded/meta/%.c: src/schema/meta/%.json tools/embed Makefile
	$(call say,EMBED,$<)
	$(Q)mkdir -p $(@D)
	$(Q)tools/embed meta_$(subst .,_,$(subst -,_,$*)) schema/meta_texts.h $< >$@

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(CORE)
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS.$(MODE)) $(CFLAGS) $(LINK.$(MODE)) $(LDFLAGS) -o $@ $< $(CORE) $(LIB_LIBS)

# A fuzz target with the driver that runs it over files, and, by clang, with the fuzzer.
$(BUILD)/tests/fuzz/replay-%: $(addprefix $(BUILD)/tests/fuzz/,replay.o fuzz.o %.o) $(CORE)
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS.$(MODE)) $(CFLAGS) $(LINK.$(MODE)) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

$(BUILD)/tests/fuzz/fuzz-%: $(addprefix $(BUILD)/tests/fuzz/,fuzz.o %.o) $(CORE)
	$(call say,LINK,$@)
	$(Q)$(CC) -fsanitize=fuzzer $(LINK.$(MODE)) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

$(ORACLE_PROGRAMS): %: %.o $(ORACLE_SHARED) $(CORE)
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS.$(MODE)) $(CFLAGS) $(LINK.$(MODE)) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

# tests/torture/main.c stands before main.
$(TORTURE): $(TORTURE_OBJECTS) $(OBJECTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS.$(MODE)) $(CFLAGS) $(LINK.$(MODE)) $(LDFLAGS) -Wl,--wrap=main -o $@ $^ \
	    $(LIB_LIBS)

$(TORTURE_OBJECTS): FLAGS += -D_GNU_SOURCE

.PRECIOUS: $(BUILD)/%.o $(BUILD)/embedded/meta/%.c
-include $(OBJECTS:.o=.d) $(UNIT_TESTS:=.d) $(BENCHES:=.d) $(FUZZ_OBJECTS:.o=.d) \
    $(TORTURE_OBJECTS:.o=.d) $(ORACLE_SHARED:.o=.d) $(ORACLE_PROGRAMS:=.d) $(PATTERN_JUDGE:=.d)

# ---- the main job ---------------------------------------------------------------------------------

generate-schema: $(PROGRAM) ## write the schemas that openapi/openapi.yaml stands for
	$(Q)$(PROGRAM) generate

check-schema: $(PROGRAM) ## fail when a schema and openapi/openapi.yaml have drifted apart
	$(Q)$(PROGRAM) check --mend 'make generate-schema'

# The schema of schemac.yaml is part of the program that writes it: this way out needs no schemac.yaml.
bootstrap-schema: $(PROGRAM) ## write the schema of schemac.yaml anew, without schemac.yaml
	$(Q)$(PROGRAM) extract openapi/openapi.yaml --root SchemacConfig \
	    --id 'https://schemac.example/schemas/{info.version}/schemac-config.schema.json' \
	    --title 'schemac.yaml, the configuration of schemac' \
	    --comment 'Generated from openapi/openapi.yaml by `make generate-schema`. Do not edit.' \
	    -o schemas/schemac-config.schema.json

install-hook: ## run tools/pre-commit before each commit in this clone
	$(Q)tools/pre-commit --install

validate: check-schema ## check-schema, and all other checks of the published files

# ---- tests ----------------------------------------------------------------------------------------

test: test-tools $(PROGRAM) $(TEST_PROGRAMS) ## run all tests; PROVE_FLAGS=-v shows each
	$(Q)SCHEMAC='$(CURDIR)/$(PROGRAM)' prove -j$(JOBS) --failures --comments --exec '' $(PROVE_FLAGS) \
	    $(UNIT_TESTS) $(REPLAYS) $(ORACLE_TESTS) $(BATS_TESTS)

# The program needs none of these, its tests do: said once, not by a hundred failures.
TEST_TOOLS_HELP = the tests need GNU sed, coreutils and bash 4 in front in PATH, besides bats and prove: \
    `tools/setup test` sees to it

test-tools:
	@{ sed --version 2>/dev/null | grep -q '(GNU sed)' && stat -c %s Makefile && timeout 9 true && \
	    truncate --help && md5sum Makefile && bash -c '[ "$$BASH_VERSINFO" -ge 4 ]' && \
	    command -v bats && command -v prove; } >/dev/null 2>&1 || \
	    { echo $(call quoted,$(TEST_TOOLS_HELP)) >&2; exit 1; }

golden: $(PROGRAM) ## write the expected outputs below tests/golden anew; review the difference
	$(Q)GOLDEN_WRITE=1 SCHEMAC='$(CURDIR)/$(PROGRAM)' bats tests/cli/golden.bats

check: lint test validate ## lint, test and validate

torture: $(TORTURE) ## build the program that tools/torture runs

# What NIGHTLY=1 lengthens: CONTRIBUTING.md. Both are run, also when the first fails.
nightly: ## the long forms of the tests, under the sanitizers too
	$(Q)failed=0; \
	    $(MAKE) NIGHTLY=1 test || failed=1; \
	    $(MAKE) NIGHTLY=1 MODE=asan test || failed=1; \
	    exit $$failed

# tests/fuzz/README.md says what to do with what it finds.
TARGET := $(FUZZ_TARGETS)
FUZZ_SECONDS := $(or $(SECONDS),60)
FUZZ_FLAGS :=

fuzz: ## fuzz with libFuzzer; TARGET=yaml for one target, SECONDS=600 for longer than a minute each
	$(Q)$(MAKE) MODE=fuzz CC=clang $(TARGET:%=fuzz-%)

$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: $(BUILD)/tests/fuzz/fuzz-%
	$(Q)mkdir -p $(BUILD)/corpus/$* $(BUILD)/crashes
	$(Q)$< -max_len=65536 -timeout=10 -rss_limit_mb=2048 -max_total_time=$(FUZZ_SECONDS) \
	    -dict=tests/fuzz/$*.dict -artifact_prefix=$(BUILD)/crashes/$*- -print_final_stats=1 \
	    $(FUZZ_FLAGS) $(BUILD)/corpus/$* tests/fuzz/seeds/$*

bench: $(PROGRAM) $(BENCHES) ## measure speed and memory against the named references
	$(Q)SCHEMAC='$(CURDIR)/$(PROGRAM)' BENCH='$(BUILD)/tests/bench' tests/bench/run

coverage: ## run the tests, list the lines of src/ that none reaches; fails below 90 %
	$(Q)$(MAKE) MODE=coverage test
	$(Q)gcovr --root . --object-directory build/coverage --filter src/ --print-summary \
	    --fail-under-line 90 --txt build/coverage/coverage.txt; \
	    status=$$?; cat build/coverage/coverage.txt; exit $$status

# ---- lint -----------------------------------------------------------------------------------------

LINT_FLAGS = $(filter-out -MMD -MP,$(FLAGS)) $(LIB_CFLAGS)

lint: lint-layers lint-format lint-compilers lint-shell lint-man lint-cppcheck lint-tidy ## run all linters and analysers

lint-layers:
	$(call say,LINT,layers and headers)
	$(Q)tools/check-layers
	$(Q)CC='$(CC)' CFLAGS='$(LINT_FLAGS)' tools/check-headers

lint-format:
	$(call say,LINT,clang-format)
	$(Q)clang-format --dry-run -Werror $(C_FILES) $(HEADERS)

# Both compilers without a warning, and gcc's own analyser.
lint-compilers:
	$(Q)$(MAKE) MODE=debug CC=gcc BUILD=build/lint/gcc CFLAGS='-fanalyzer -O1' objects
	$(Q)$(MAKE) MODE=debug CC=clang BUILD=build/lint/clang objects

objects: $(OBJECTS) $(UNIT_TESTS:=.o) $(BENCHES:=.o) $(FUZZ_OBJECTS) $(TORTURE_OBJECTS) \
    $(ORACLE_PROGRAMS:=.o) $(ORACLE_SHARED) $(PATTERN_JUDGE:=.o)

# prove runs tests as programs, and ends where one is none.
lint-shell:
	$(call say,LINT,shellcheck)
	$(Q)bad=; for file in $(BATS_TESTS); do \
	    test -x "$$file" || { echo "$$file is not executable: chmod +x it" >&2; bad=1; }; \
	done; test -z "$$bad"
	$(Q)shellcheck $(SHELL_FILES)

lint-man: $(PROGRAM)
	$(call say,LINT,man page)
	$(Q)$(PROGRAM) help --man >$(BUILD)/schemac.1
	$(Q)mandoc -T lint -W all $(BUILD)/schemac.1

lint-cppcheck:
	$(call say,LINT,cppcheck)
	$(Q)cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	    --error-exitcode=1 --suppress=missingIncludeSystem --include=src/base/banned.h -Isrc src

# One file a run: given several, clang-tidy 14 invents findings about va_list.
lint-tidy:
	$(Q)$(MAKE) -j$(JOBS) $(SOURCES:%=build/lint/tidy/%)

build/lint/tidy/%.c: %.c $(HEADERS) .clang-tidy
	$(call say,TIDY,$<)
	$(Q)mkdir -p $(@D)
	$(Q)clang-tidy --quiet --warnings-as-errors='*' $< -- $(LINT_FLAGS) 2>$@.log || \
	    { cat $@.log; exit 1; }
	$(Q)touch $@

# ---- install --------------------------------------------------------------------------------------

BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share

install: $(PROGRAM) ## install program, man page and completions below $(PREFIX)
	install -d '$(BIN)' '$(SHARE)/man/man1' '$(SHARE)/bash-completion/completions' \
	    '$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d'
	install -m 755 $(PROGRAM) '$(BIN)/schemac'
	$(PROGRAM) help --man >'$(SHARE)/man/man1/schemac.1'
	$(PROGRAM) help --completion bash >'$(SHARE)/bash-completion/completions/schemac'
	$(PROGRAM) help --completion zsh >'$(SHARE)/zsh/site-functions/_schemac'
	$(PROGRAM) help --completion fish >'$(SHARE)/fish/vendor_completions.d/schemac.fish'

uninstall: ## remove what install wrote
	rm -f '$(BIN)/schemac' '$(SHARE)/man/man1/schemac.1' \
	    '$(SHARE)/bash-completion/completions/schemac' '$(SHARE)/zsh/site-functions/_schemac' \
	    '$(SHARE)/fish/vendor_completions.d/schemac.fish'

clean: ## remove all that was built
	rm -rf build

help: ## list the goals
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: all generate-schema check-schema bootstrap-schema install-hook validate test golden check \
        nightly torture fuzz bench coverage lint lint-layers lint-format lint-compilers objects \
        lint-shell lint-man lint-cppcheck lint-tidy install uninstall clean help FORCE \
        test-tools $(FUZZ_TARGETS:%=fuzz-%)
