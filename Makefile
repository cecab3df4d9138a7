# cresset: make [all|run|test|unit|bench|lint|fuzz|install|clean] [MODE=release|debug|asan|tsan] [CC=gcc|clang]
# Incremental, no configure. run, test and lint first install what the machine lacks (.ci/packages).
MODE     ?= release
BUILD    ?= build
PREFIX   ?= /usr/local
OUT      := $(BUILD)/$(MODE)$(if $(findstring clang,$(CC)),-clang)
PACKAGES := sdl2 SDL2_ttf libcjson zlib libzstd libpcre2-8
SAMPLE   := samples/checkout.json.gz

WARN := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith
FLAGS_release := -O2 -g
FLAGS_debug   := -O0 -g3
FLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_fuzz    := $(FLAGS_asan) -fsanitize=fuzzer-no-link
PKG_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PKG_LIBS   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null)
CPPFLAGS += -Iinclude -D_GNU_SOURCE $(PKG_CFLAGS)
CFLAGS   += -std=c11 -pthread $(WARN) $(WERROR) $(FLAGS_$(MODE))
LDLIBS   += $(PKG_LIBS) -lm -pthread

SOURCES := $(sort $(wildcard src/*/*.c))
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
LIBRARY := $(filter-out $(OUT)/src/app/main.o,$(OBJECTS))
# the tests of the window need X11
E2E     := $(if $(filter Linux,$(shell uname)),$(wildcard tests/e2e/*.c))
TESTS   := $(sort $(wildcard tests/test_*.c) $(filter tests/e2e/test_%,$(E2E)))
TESTED  := $(patsubst %.c,$(OUT)/%.o,$(sort $(wildcard tests/*.c) $(E2E)))
TEST_PACKAGES := check $(if $(E2E),x11 xtst)
CODE    := $(SOURCES) $(wildcard tests/*.c tests/*/*.c)
HEADERS := $(wildcard include/*/*.h src/*/*.h tests/*.h tests/*/*.h)
SCRIPTS := $(wildcard .ci/* tests/*/*.sh)

.PHONY: all run test unit bench lint checks format fuzz install clean
all: $(OUT)/cresset
	@[ $(MODE) != release ] || ln -sf $(OUT:$(BUILD)/%=%)/cresset $(BUILD)/cresset

$(OUT)/cresset: $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# the fonts are read by the assembler
$(OUT)/src/render/font_data.o: $(wildcard fonts/*.otf fonts/*.ttf)

run:
	@.ci/packages build && $(MAKE) --no-print-directory -s all
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then $(OUT)/cresset $(SAMPLE); else \
	    $(OUT)/cresset hotspots $(SAMPLE) && $(OUT)/cresset shot $(SAMPLE) -o $(BUILD)/sample.png && \
	    echo "no display here: the picture is $(BUILD)/sample.png"; fi

# tests/test_x.c and tests/e2e/test_x.c have one function Suite *test_x(void) each; tests/main.c runs them all
test:
	@.ci/packages test && $(MAKE) --no-print-directory -s all $(OUT)/tests/run
	$(OUT)/tests/run $(T)
unit: $(OUT)/tests/run
	$< $(or $(T),-cases -golden -samples -window -wild -pictures)
$(OUT)/suites.inc: $(TESTS) Makefile
	@mkdir -p $(@D)
	@for t in $(notdir $(basename $(TESTS))); do echo "SUITE($$t)"; done > $@
$(OUT)/tests/%.o $(OUT)/tests/%.tidy: CPPFLAGS += -I$(OUT) -Itests -DOUT='"$(OUT)"' $(shell pkg-config --cflags $(TEST_PACKAGES) 2>/dev/null)
$(OUT)/tests/main.o: $(OUT)/suites.inc
$(OUT)/tests/run: $(TESTED) $(LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(shell pkg-config --libs $(TEST_PACKAGES))

lint:
	@.ci/packages lint && $(MAKE) --no-print-directory -s checks && echo lint: clean
checks: $(CODE:%.c=$(OUT)/%.tidy)
	tests/tools/layers.sh
	tests/tools/comments.sh
	clang-format --dry-run -Werror $(CODE) $(HEADERS)
	mkdir -p $(OUT)/cppcheck && cppcheck -q --cppcheck-build-dir=$(OUT)/cppcheck --std=c11 --error-exitcode=1 \
	    --enable=warning,performance,portability --inline-suppr -Iinclude src
	shellcheck $(SCRIPTS)
$(OUT)/%.tidy: %.c $(OUT)/%.o .clang-tidy
	clang-tidy --quiet $< -- -std=c11 $(CPPFLAGS) 2>/dev/null && touch $@
format:
	clang-format -i $(CODE) $(HEADERS)

clean:
	rm -rf $(BUILD)

-include $(OBJECTS:.o=.d) $(TESTED:.o=.d)
