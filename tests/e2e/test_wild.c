/* A thousand random things that a hand can do, by one seed, over several files: nothing may fall over or be lost. */
#include "stage.h"

#include <check.h>
#include <string.h>

static const char *const files[] = {"samples/package.tree.json",
                                    "samples/shop.cpuprofile",
                                    "samples/checkout.json.gz",
                                    "samples/order.operations.json",
                                    "README.md",
                                    "samples/wordmill.folded.txt"};
enum { FILES = sizeof files / sizeof *files };

static const char *const keys[] = {
    "1",
    "2",
    "3",
    "4",
    "5",
    "w",
    "a",
    "s",
    "d",
    "t",
    "x",
    "c",
    "i",
    "n",
    "r",
    "e",
    "Home",
    "Escape",
    "Return",
    "Left",
    "Down",
    "Up",
    "Right",
    "BackSpace",
    "Page_Down",
    "F5",
    "question",
    "slash",
    "bracketleft",
    "bracketright",
    "ctrl+Tab",
    "ctrl+plus",
    "ctrl+minus",
    "ctrl+w",
    "ctrl+f",
    "ctrl+c",
    "ctrl+shift+p",
    "ctrl+shift+c",
    "alt+Left",
    "alt+Right",
};
enum { KEYS = sizeof keys / sizeof *keys };

static void drag(Hand *hand, int x, int y, int to_x, int to_y) {
    hand_move(hand, x, y);
    hand_button(hand, 1, true);
    hand_move(hand, to_x, to_y);
    hand_button(hand, 1, false);
}

static void do_something(Stage *s, uint32_t random, const char *const *paths) {
    int x = (int)(random >> 8 & 1023) % s->width, y = (int)(random >> 18) % s->height;
    switch (random % 16) {
    case 0:
        hand_resize(s->hand, 200 + x, 150 + y % 900);
        break;
    case 1: /* one file or several, and a reading that is cancelled at once */
        hand_drop(s->hand, x % 100, y % 100, &paths[x % FILES], 1 + (size_t)y % (FILES - x % FILES));
        if (y % 4 == 0)
            hand_key(s->hand, "Escape");
        break;
    case 2:
    case 3:
    case 4:
        hand_click(s->hand, x, y, x % 20 == 0 ? 3 : 1);
        break;
    case 5:
    case 6:
        hand_wheel(s->hand, y % 2 ? 2 : -2);
        break;
    case 7:
        drag(s->hand, x, y, y % s->width, x % s->height);
        break;
    case 8:
    case 9:
        hand_move(s->hand, x, y);
        break;
    default:
        hand_key(s->hand, keys[x % KEYS]);
    }
}

/* Each file is dropped once more and opens as on the first day; the one that is no profile is refused. */
static void answers_still(Stage *s, const char *const *paths) {
    for (size_t i = 0; i < FILES; i++) {
        const char *name = str_c(s->arena, str_base_name(str_from(paths[i])));
        bool profile = strcmp(name, "README.md") != 0;
        stage_skip(s);
        ck_assert_msg(hand_drop(s->hand, 20, 20, &paths[i], 1), "it takes no more: %s", name);
        cJSON *answer = stage_wait(s, profile ? "loaded" : "failed", 20);
        ck_assert_msg(strstr(json_text(answer, "file"), name) != NULL, "%s is answered for %s",
                      json_text(answer, "file"), name);
        cJSON_Delete(answer);
    }
}

START_TEST(survives_a_wild_hand) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, files[2]);
    const char *paths[FILES];
    for (size_t i = 0; i < FILES; i++)
        paths[i] = stage_copy(s, files[i], strrchr(files[i], '/') ? strrchr(files[i], '/') + 1 : files[i]);
    uint64_t seed = 1;
    for (int i = 0; i < 1000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        do_something(s, (uint32_t)(seed >> 32), paths);
    }
    answers_still(s, paths);
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

Suite *test_wild(void);
Suite *test_wild(void) {
    Suite *s = suite_create("wild window");
    TCase *t = tcase_create("wild");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, survives_a_wild_hand);
    suite_add_tcase(s, t);
    return s;
}
