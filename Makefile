# cresset: make [all|run|test|unit|bench|bench-large|lint|fuzz|icons|install|uninstall|clean] [MODE=release|debug|asan|tsan] [CC=gcc|clang]
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
# an empty slice may be null + 0, which C2y (N3322) defines and clang's pointer-overflow check still counts
FLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize=pointer-overflow -fno-sanitize-recover=undefined -fno-omit-frame-pointer
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_fuzz    := $(FLAGS_asan) -fsanitize=fuzzer-no-link
PKG_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PKG_LIBS   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null)
CPPFLAGS += -Iinclude -D_GNU_SOURCE $(PKG_CFLAGS)
CFLAGS   += -std=c11 -pthread $(WARN) $(WERROR) $(FLAGS_$(MODE))
LDLIBS   += $(PKG_LIBS) -lm -pthread
# names of C++ and Rust symbols, where binutils' libiberty is installed
IBERTY   := $(filter /%,$(shell $(CC) -print-file-name=libiberty.a))
ifneq ($(IBERTY),)
CPPFLAGS += -DHAVE_IBERTY
LDLIBS   += $(IBERTY)
endif

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

.PHONY: all run test unit pictures bench bench-large lint checks format fuzz icons install uninstall clean
all: $(OUT)/cresset
	@[ $(MODE) != release ] || ln -sf $(OUT:$(BUILD)/%=%)/cresset $(BUILD)/cresset

$(OUT)/cresset: $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# vectors of 32 bytes in inlined functions: no ABI matters
$(OUT)/src/render/render_cpu.o: CFLAGS += -Wno-psabi
# the fonts are read by the assembler
$(OUT)/src/render/font_data.o: $(wildcard fonts/*.otf fonts/*.ttf)
$(OUT)/src/app/example.o: samples/checkout.json.gz

run:
	@.ci/packages build && $(MAKE) --no-print-directory -s all
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then $(OUT)/cresset $(SAMPLE); else \
	    $(OUT)/cresset hotspots $(SAMPLE) && $(OUT)/cresset shot $(SAMPLE) -o $(BUILD)/sample.png && \
	    echo "no display here: the picture is $(BUILD)/sample.png"; fi

# tests/test_x.c and tests/e2e/test_x.c have one function Suite *test_x(void) each; tests/main.c runs them all
# the runner lets go of much, which the sanitizer would keep for a while, and is copied for each test
test unit: export ASAN_OPTIONS ?= quarantine_size_mb=8
test:
	@.ci/packages test && $(MAKE) --no-print-directory -s all $(OUT)/tests/run
	$(OUT)/tests/run $(T)
unit: $(OUT)/tests/run
	$< $(or $(T),-cases -golden -samples -window -wild -pictures)
# draws tests/e2e/pictures anew: look at each before it is committed
pictures: all $(OUT)/tests/run
	mkdir -p tests/e2e/pictures && CRESSET_RECORD=1 $(OUT)/tests/run pictures
$(OUT)/suites.inc: $(TESTS) Makefile
	@mkdir -p $(@D)
	@for t in $(notdir $(basename $(TESTS))); do echo "SUITE($$t)"; done > $@
$(OUT)/tests/%.o $(OUT)/tests/%.tidy: CPPFLAGS += -I$(OUT) -Itests -DOUT='"$(OUT)"' $(shell pkg-config --cflags $(TEST_PACKAGES) 2>/dev/null)
$(OUT)/tests/main.o: $(OUT)/suites.inc
$(OUT)/tests/run: $(TESTED) $(LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(shell pkg-config --libs $(TEST_PACKAGES))

# what cresset costs against references measured in turn; G=GROUP for one of the groups in tests/bench/main.c. Files are made
# once. bench-large: a trace of 1 GB and a profile of half a GB.
bench: $(OUT)/bench $(OUT)/bare_window $(OUT)/cresset
	@mkdir -p $(BUILD)/bench && $(OUT)/bench $(G)
bench-large: $(OUT)/bench
	@mkdir -p $(BUILD)/bench && $(OUT)/bench large
$(OUT)/bench: $(patsubst %.c,$(OUT)/%.o,$(filter-out %/bare_window.c,$(wildcard tests/bench/*.c))) $(LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(OUT)/bare_window: $(OUT)/tests/bench/bare_window.o
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs sdl2)

lint:
	@.ci/packages lint && $(MAKE) --no-print-directory -s checks && echo lint: clean
checks: $(CODE:%.c=$(OUT)/%.tidy)
	tests/tools/layers.sh
	tests/tools/comments.sh
	clang-format --dry-run -Werror $(CODE) $(HEADERS)
	mkdir -p $(OUT)/cppcheck && cppcheck -q --cppcheck-build-dir=$(OUT)/cppcheck --std=c11 --error-exitcode=1 \
	    --enable=warning,performance,portability --inline-suppr -Iinclude src
	shellcheck $(SCRIPTS)
# the analyzer stays within one function: five times as fast, and our arenas do not puzzle it
SHALLOW := -Xclang -analyzer-config -Xclang mode=shallow
$(OUT)/%.tidy: %.c $(OUT)/%.o .clang-tidy
	clang-tidy --quiet $< -- -std=c11 $(CPPFLAGS) $(SHALLOW) 2>/dev/null && touch $@
format:
	clang-format -i $(CODE) $(HEADERS)

# the icons are committed: only who changes the drawing needs rsvg-convert (librsvg2-bin)
SMALL := 16 24 32
LARGE := 48 64 128 256 512
ICONS := $(patsubst %,assets/cresset-%.png,$(SMALL) $(LARGE))
icons: $(ICONS)
$(SMALL:%=assets/cresset-%.png): assets/cresset-small.svg
$(LARGE:%=assets/cresset-%.png): assets/cresset.svg
$(ICONS): assets/cresset-%.png:
	rsvg-convert -w $* -h $* $< -o $@

SHARE := $(DESTDIR)$(PREFIX)/share
HICOLOR := $(SHARE)/icons/hicolor
install: all
	install -Dm755 $(OUT)/cresset $(DESTDIR)$(PREFIX)/bin/cresset
	install -Dm644 assets/cresset.desktop $(SHARE)/applications/cresset.desktop
	install -Dm644 assets/cresset-mime.xml $(SHARE)/mime/packages/cresset.xml
	install -d $(SHARE)/doc/cresset && install -m644 fonts/*.md fonts/*.txt $(SHARE)/doc/cresset
	install -Dm644 assets/cresset.svg $(HICOLOR)/scalable/apps/cresset.svg
	for n in $(SMALL) $(LARGE); do \
	    install -Dm644 assets/cresset-$$n.png $(HICOLOR)/$${n}x$$n/apps/cresset.png || exit 1; done
	@$(TELL_DESKTOP)
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/cresset $(SHARE)/applications/cresset.desktop $(SHARE)/mime/packages/cresset.xml \
	    $(HICOLOR)/scalable/apps/cresset.svg $(patsubst %,$(HICOLOR)/%/apps/cresset.png,$(foreach n,$(SMALL) $(LARGE),$(n)x$(n)))
	rm -rf $(SHARE)/doc/cresset
	@$(TELL_DESKTOP)
# lets a running desktop know; not where files are only collected for a package
TELL_DESKTOP = [ -n "$(DESTDIR)" ] || { update-mime-database $(SHARE)/mime; update-desktop-database $(SHARE)/applications; \
    gtk-update-icon-cache -q -t $(HICOLOR); } 2>/dev/null || true

# SECONDS of libFuzzer over the load path and all views, from the samples and cases; finds go to build/finds
SECONDS ?= 60
fuzz:
	@.ci/packages lint && $(MAKE) --no-print-directory -s MODE=fuzz CC=clang $(BUILD)/fuzz-clang/fuzz_load
	tests/fuzz/run.sh $(BUILD)/fuzz-clang/fuzz_load $(BUILD)/finds $(SECONDS)
$(OUT)/fuzz_load: $(OUT)/tests/fuzz/fuzz_load.o $(OUT)/tests/walk.o $(filter-out $(addprefix $(OUT)/src/,report/% ui/% render/% app/%),$(LIBRARY))
	$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)

clean:
	rm -rf $(BUILD)

-include $(OBJECTS:.o=.d) $(TESTED:.o=.d) $(OUT)/tests/fuzz/fuzz_load.d $(wildcard $(OUT)/tests/bench/*.d)
