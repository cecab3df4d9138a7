/* ui/bytes: the file where reading stopped, as numbers and text. */
#include <check.h>

#include "desk.h"

#define CUT "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\"}}],\"samples\":[1,1,{"

START_TEST(shows) {
    Desk desk = desk_new();
    desk_open(&desk, 0, "cut.cpuprofile", CUT);
    Rect link = desk_find(&desk, "Show the bytes");
    ck_assert_int_gt(link.w, 0);
    desk_click(&desk, link.x + 2, link.y - 4);
    ck_assert(desk_sees(&desk, "Where reading stopped: byte 69"));
    ck_assert(desk_sees(&desk, "7b 22 6e 6f 64 65 73 22  3a 5b 7b 22 69 64 22 3a"));
    ck_assert(desk_sees(&desk, "{\"nodes\":[{\"id\":") && desk_sees(&desk, "1,1,{"));
    ck_assert(desk_sees(&desk, "the file ends here"));
    desk_key(&desk, KEY_ESCAPE, 0);
    ck_assert(!desk_sees(&desk, "Where reading stopped"));
    desk_free(&desk);
}
END_TEST

START_TEST(refused) {
    Desk desk = desk_new();
    desk_open(&desk, 0, "whole.folded", "a;b 1\n");
    ck_assert(!desk_sees(&desk, "Show the bytes"));
    ck_assert(!desk_do(&desk, "bytes"));
    desk_free(&desk);
}
END_TEST

Suite *test_bytes(void);
Suite *test_bytes(void) {
    Suite *suite = suite_create("bytes");
    TCase *t = tcase_create("all");
    tcase_add_test(t, shows);
    tcase_add_test(t, refused);
    suite_add_tcase(suite, t);
    return suite;
}
