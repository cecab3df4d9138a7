/* ui/keymap, ui/command: the two tables agree, and nothing is bound twice. */
#include <check.h>
#include <string.h>

#include "ui/command.h"
#include "ui/keymap.h"

START_TEST(no_key_twice) {
    for (int i = 0; i < keymap_count(); i++)
        for (int j = 0; j < i; j++) {
            const KeyRow *a = keymap_at(i), *b = keymap_at(j);
            bool same = a->context == b->context && a->key == b->key && a->mods == b->mods;
            ck_assert_msg(!same, "one key for '%s' and '%s'", a->line, b->line);
        }
}
END_TEST

/* A key of a field or of everywhere must not be hidden by one of a view that means something else. */
START_TEST(no_key_hidden) {
    for (int i = 0; i < keymap_count(); i++)
        for (int j = 0; j < keymap_count(); j++) {
            const KeyRow *a = keymap_at(i), *b = keymap_at(j);
            bool hides = a->context == KEYS_PICTURE && (b->context == KEYS_ANYWHERE || b->context == KEYS_WINDOW);
            ck_assert_msg(!(hides && a->key == b->key && a->mods == b->mods), "'%s' hides '%s'", a->line, b->line);
        }
}
END_TEST

START_TEST(every_line_is_a_command) {
    for (int i = 0; i < keymap_count(); i++) {
        Str args;
        ck_assert_msg(command_find(str_from(keymap_at(i)->line), &args) != NULL, "no command: %s", keymap_at(i)->line);
    }
}
END_TEST

static bool is_bound(const Command *command) {
    for (int i = 0; i < keymap_count(); i++) {
        Str args;
        if (command_find(str_from(keymap_at(i)->line), &args) == command)
            return true;
    }
    return false;
}

/* What can be run without words is in the help or in the list of commands; what the help shows has a key. */
START_TEST(every_command_is_to_be_found) {
    static const char *const inner[] = {"stop",    "dismiss",   "copy-error", "copy-record",
                                        "page-up", "page-down", NULL}; /* buttons, and keys that need no telling */
    for (int i = 0; i < command_count(); i++) {
        const Command *c = command_at(i);
        bool button = false;
        for (int k = 0; inner[k]; k++)
            button |= strcmp(inner[k], c->name) == 0;
        bool shown = c->label[0] || c->group != GROUP_NONE;
        ck_assert_msg(c->args[0] || shown || button, "nobody finds '%s'", c->name);
        ck_assert_msg(c->group == GROUP_NONE || is_bound(c), "'%s' is in the help without a key", c->name);
        ck_assert_msg((c->group == GROUP_NONE) == !c->help[0], "words and group of '%s'", c->name);
    }
}
END_TEST

START_TEST(names_are_unique) {
    for (int i = 0; i < command_count(); i++)
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(command_at(i)->name, command_at(j)->name);
}
END_TEST

static const struct {
    Input in;
    KeyContext context;
    const char *line;
} finds[] = {
    {{.kind = INPUT_KEY, .key = 'o', .mods = MOD_CTRL}, KEYS_ANYWHERE, "open"},
    {{.kind = INPUT_KEY, .key = 'o'}, KEYS_ANYWHERE, NULL},
    {{.kind = INPUT_TEXT, .text = {"?", 1}}, KEYS_WINDOW, "help"},
    {{.kind = INPUT_KEY, .key = '?'}, KEYS_WINDOW, NULL},                                  /* it comes as text */
    {{.kind = INPUT_TEXT, .text = {"#", 1}, .mods = MOD_SHIFT}, KEYS_WINDOW, "find-this"}, /* with Shift or without */
    {{.kind = INPUT_TEXT, .text = {"w", 1}}, KEYS_PICTURE, NULL},                          /* it comes as a key */
    {{.kind = INPUT_KEY, .key = 'w'}, KEYS_PICTURE, "zoom-in"},
    {{.kind = INPUT_KEY, .key = '+', .mods = MOD_CTRL}, KEYS_ANYWHERE, "text-larger"},
    {{.kind = INPUT_KEY, .key = 't', .mods = MOD_SHIFT}, KEYS_WINDOW, "theme"},
    {{.kind = INPUT_KEY, .key = 'w', .mods = MOD_SHIFT}, KEYS_PICTURE, "zoom-in"},
    {{.kind = INPUT_KEY, .key = '=', .mods = MOD_CTRL | MOD_SHIFT}, KEYS_ANYWHERE, "text-larger"},
    {{.kind = INPUT_KEY, .key = KEY_F3, .mods = MOD_SHIFT}, KEYS_ANYWHERE, "previous-match"},
    {{.kind = INPUT_TEXT}, KEYS_WINDOW, NULL},
};

START_TEST(finding) {
    const char *line = keymap_find(finds[_i].context, &finds[_i].in);
    ck_assert(!line == !finds[_i].line && (!line || strcmp(line, finds[_i].line) == 0));
}
END_TEST

static const struct {
    KeyRow row;
    const char *want;
} words[] = {
    {{KEYS_ANYWHERE, 'c', MOD_CTRL | MOD_SHIFT, ""}, "Ctrl Shift C"},
    {{KEYS_ANYWHERE, KEY_F5, 0, ""}, "F5"},
    {{KEYS_ANYWHERE, KEY_F12, MOD_ALT, ""}, "Alt F12"},
    {{KEYS_WINDOW, '?', 0, ""}, "?"},
    {{KEYS_WINDOW, 'n', MOD_SHIFT, ""}, "N"},
    {{KEYS_WINDOW, KEY_PAGE_DOWN, 0, ""}, "PgDn"},
};

START_TEST(words_for_people) {
    char word[32];
    ck_assert_str_eq(keymap_word(&words[_i].row, word, sizeof word), words[_i].want);
}
END_TEST

Suite *test_keymap(void);
Suite *test_keymap(void) {
    Suite *s = suite_create("keymap");
    TCase *t = tcase_create("keymap");
    tcase_add_test(t, no_key_twice);
    tcase_add_test(t, no_key_hidden);
    tcase_add_test(t, every_line_is_a_command);
    tcase_add_test(t, every_command_is_to_be_found);
    tcase_add_test(t, names_are_unique);
    tcase_add_loop_test(t, finding, 0, sizeof finds / sizeof *finds);
    tcase_add_loop_test(t, words_for_people, 0, sizeof words / sizeof *words);
    suite_add_tcase(s, t);
    return s;
}
