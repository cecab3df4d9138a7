/* Each screen against its picture in tests/e2e/pictures. `make pictures` draws them anew: look at each before you commit it. */
#include "ask.h"
#include "picture.h"

#include "base/file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define PICTURES "tests/e2e/pictures/"

static const struct {
    const char *name, *file, *theme, *doing[3];
} screens[] = {
    {"time", "samples/checkout.json.gz", "dark", {NULL}},
    {"time-light", "samples/checkout.json.gz", "light", {NULL}},
    {"tree", "samples/package.tree.json", "dark", {NULL}},
    {"heavy", "samples/shop.cpuprofile", "dark", {"view heavy"}},
    {"focus", "samples/shop.cpuprofile", "dark", {"view heavy", "focus handleRequest", "hover priceCart"}},
    {"search", "samples/shop.cpuprofile", "dark", {"view heavy", "search render"}},
    {"hotspots", "samples/shop.cpuprofile", "dark", {"view hotspots"}},
    {"sandwich", "samples/shop.cpuprofile", "dark", {"view sandwich"}},
    {"waterfall", "samples/order.operations.json", "dark", {"view waterfall"}},
    {"waterfall-light", "samples/order.operations.json", "light", {"view waterfall"}},
    {"help", "samples/package.tree.json", "dark", {"help"}},
};
enum { SCREENS = sizeof screens / sizeof *screens };

static void shoot(Arena *arena, int screen, const char *path) {
    const char *args[20] = {"shot",   screens[screen].file, "-o",      path,
                            "--size", "1100x700",           "--theme", screens[screen].theme};
    size_t n = 8;
    for (size_t i = 0; i < 3 && screens[screen].doing[i]; i++) {
        args[n++] = "--do";
        args[n++] = screens[screen].doing[i];
    }
    Answer answer = ask(arena, 20, args);
    ck_assert_msg(answer.status == 0, "%s: status %d: %.*s", screens[screen].name, answer.status, STR_ARG(answer.err));
}

/* Small differences of colour are allowed (another FreeType), and few larger ones (the edge of a letter). */
START_TEST(screen_looks_as_it_did) {
    Arena *arena = arena_new();
    Picture want, got;
    Err err = {0};
    const char *path = str_c(arena, str_format(arena, PICTURES "%s.png", screens[_i].name));
    if (getenv("CRESSET_RECORD")) {
        shoot(arena, _i, path);
        arena_free(arena);
        return;
    }
    const char *now = str_c(arena, str_format(arena, OUT "/%s.png", screens[_i].name));
    shoot(arena, _i, now);
    ck_assert_msg(picture_read(arena, now, &got, &err) && picture_read(arena, path, &want, &err), "%s", err.message);
    double share = picture_difference(&want, &got, 24, 0, want.height);
    ck_assert_msg(share < 0.002, "%s: %.2f %% of the pixels differ from %s", now, share * 100, path);
    arena_free(arena);
}
END_TEST

Suite *test_pictures(void);
Suite *test_pictures(void) {
    Suite *s = suite_create("pictures");
    TCase *t = tcase_create("pictures");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, screen_looks_as_it_did, 0, SCREENS);
    suite_add_tcase(s, t);
    return s;
}
