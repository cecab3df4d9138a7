/* doc/demangle: symbols of C++ and Rust, what stands around them, and names that would fill the memory. */
#include <check.h>

#include "doc/demangle.h"

static const struct {
    const char *in, *want;
} rows[] = {
    {"_Z4betav", "beta()"},
    {"_ZN9JavaCalls11call_helperEP9JavaValueP6Thread", "JavaCalls::call_helper(JavaValue*, Thread*)"},
    {"__ZN3foo3barEi", "foo::bar(int)"},
    {"_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write"},
    {"_RNvCs15kBYyAo9fc_7mycrate7example", "mycrate::example"},
    {"_ZN3foo3barEv+0x1f", "foo::bar()+0x1f"},
    {"libx.so`_ZN3foo3barEv", "libx.so`foo::bar()"},
    {"_ZN3foo3barEv_[k]", "foo::bar()_[k]"},
    {"_ZN3foo3barEv@plt", "foo::bar()@plt"},
    {"main", "main"},
    {"_Z", "_Z"},
    {"_Zx?", "_Zx?"},
    {"_Z what is this", "_Z what is this"},
    {"_Read", "_Read"},
    {"", ""},
    {"__Z", "__Z"},
};

START_TEST(names) {
    Arena *arena = arena_new();
    Str got = demangle(arena, str_from(rows[_i].in));
    ck_assert_str_eq(str_c(arena, got), demangle_available() ? rows[_i].want : rows[_i].in);
    arena_free(arena);
}
END_TEST

static Str nested_pairs(Arena *arena, int levels) {
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    Text text = text_new(arena);
    text_add_c(&text, "_Z1f1PI1AS0_E");
    for (int i = 0; i < levels; i++)
        text_addf(&text, "S_IS%c_S%c_E", digits[i + 1], digits[i + 1]);
    return text_str(&text);
}

/* Each parameter is a pair of the one before: the last of 33 would be 2^33 names long. */
START_TEST(bomb) {
    Arena *arena = arena_new();
    Str few = nested_pairs(arena, 4), many = nested_pairs(arena, 33);
    if (demangle_available())
        ck_assert_uint_gt(demangle(arena, few).len, 100);
    ck_assert(str_equal(demangle(arena, many), many));
    arena_free(arena);
}
END_TEST

START_TEST(frames) {
    Document *d = document_new(arena_new());
    FrameId f = frames_add_name(&d->frames, STR("_Z4betav"), FRAME_CODE),
            g = frames_add_name(&d->frames, STR("g"), FRAME_CODE);
    demangle_frames(d);
    ck_assert(str_is(frame_name(&d->frames, f), demangle_available() ? "beta()" : "_Z4betav"));
    ck_assert(str_is(frame_name(&d->frames, g), "g"));
    document_free(d);
}
END_TEST

Suite *test_demangle(void);
Suite *test_demangle(void) {
    Suite *s = suite_create("demangle");
    TCase *t = tcase_create("demangle");
    tcase_add_loop_test(t, names, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, bomb);
    tcase_add_test(t, frames);
    suite_add_tcase(s, t);
    return s;
}
