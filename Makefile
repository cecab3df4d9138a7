# cresset: make [all|run|test|bench|lint|fuzz|install|clean] [MODE=release|debug|asan|tsan] [CC=gcc|clang]
MODE  ?= release
BUILD ?= build
OUT   := $(BUILD)/$(MODE)
PREFIX ?= /usr/local
PACKAGES := sdl2 SDL2_ttf libcjson zlib libzstd libpcre2-8

WARN := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith $(WERROR)
FLAGS_release := -O2 -g
FLAGS_debug   := -O0 -g3
FLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
FLAGS_tsan    := -O1 -g -fsanitize=thread
CPPFLAGS += -Iinclude -D_GNU_SOURCE $(shell pkg-config --cflags $(PACKAGES))
CFLAGS   += -std=c11 -pthread $(WARN) $(FLAGS_$(MODE))
LDLIBS   += $(shell pkg-config --libs $(PACKAGES)) -lm -pthread

SOURCES := $(sort $(wildcard src/*/*.c))
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
LIBRARY := $(filter-out $(OUT)/src/app/main.o,$(OBJECTS))
TESTS   := $(sort $(wildcard tests/test_*.c))
TESTED  := $(TESTS:%.c=$(OUT)/%.o) $(OUT)/tests/main.o

.PHONY: all run test bench lint fuzz install clean
all: $(OUT)/cresset
	@[ $(MODE) != release ] || ln -sf $(MODE)/cresset $(BUILD)/cresset

$(OUT)/cresset: $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# every tests/test_x.c has one function Suite *test_x(void); the runner calls them all
$(OUT)/suites.inc: $(TESTS) Makefile
	@mkdir -p $(@D)
	@for t in $(notdir $(basename $(TESTS))); do echo "SUITE($$t)"; done > $@
$(OUT)/tests/%.o: CPPFLAGS += -I$(OUT) -Itests $(shell pkg-config --cflags check)
$(OUT)/tests/main.o: $(OUT)/suites.inc
$(OUT)/tests/run: $(TESTED) $(LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(shell pkg-config --libs check)

unit: $(OUT)/tests/run
	$<
clean:
	rm -rf $(BUILD)

-include $(OBJECTS:.o=.d) $(TESTED:.o=.d)
