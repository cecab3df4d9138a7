/* Every command by name, with a filter: words of the label in any order. Also where lists are walked with the keys. */
#include <stdio.h>
#include <string.h>

#include "do.h"
#include "field.h"
#include "launcher.h"
#include "menu.h"
#include "panels.h"
#include "ui/keymap.h"

enum { WIDTH = 560, ROW = 30, MOST_ROWS = 12, MOST = 128 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool has_word(Str s, Str word) {
    for (size_t i = 0; i + word.len <= s.len; i++) {
        size_t j = 0;
        while (j < word.len && lower(s.data[i + j]) == lower(word.data[j]))
            j++;
        if (j == word.len)
            return true;
    }
    return false;
}

static bool has_all(Str label, Str filter) {
    while (filter.len) {
        size_t space = str_find_char(filter, ' ');
        Str word = str_slice(filter, 0, space == SIZE_MAX ? filter.len : space);
        if (word.len && !has_word(label, word))
            return false;
        filter = str_slice(filter, word.len + 1, filter.len);
    }
    return true;
}

/* Commands that can run now and pass the filter. */
static int matching(Ui *ui, const Command **list) {
    int n = 0;
    Str filter = field_text(&ui->fields[FIELD_LAUNCHER]);
    for (int i = 0; i < command_count() && n < MOST; i++) {
        const Command *c = command_at(i);
        if (c->label[0] && command_can(ui, c, NULL) && has_all(str_from(c->label), filter))
            list[n++] = c;
    }
    return n;
}

static const char *key_of(const Command *command, char *buffer, size_t size) {
    for (int i = 0; i < keymap_count(); i++)
        if (strcmp(keymap_at(i)->line, command->name) == 0)
            return keymap_word(keymap_at(i), buffer, size);
    return "";
}

static void scroll(Ui *ui, const Pointer *p) {
    ui->overlay_scroll = ui_scrolled(ui, p, ui->overlay_scroll, ui->overlay_content, ui_px(ui, ROW));
    ui_touch(ui);
}

static void draw_row(Ui *ui, Rect r, const Command *command, int index) {
    const Theme *t = ui->theme;
    hot_commandf(ui, r, "pick %d", index);
    if (index == ui->overlay_row)
        draw_round(ui->list, r, ui_px(ui, 4), t->raised);
    char key[64];
    Rect in = rect_inset(r, ui_px(ui, 10), 0);
    int w = ui_mono(ui, in, ALIGN_RIGHT, SMALL_SIZE, t->muted,
                    str_copy(ui->frame->arena, str_from(key_of(command, key, sizeof key))));
    in.w -= w + ui_px(ui, 10);
    ui_text_cut(ui, in, ui_style(ui, FONT_UI, TEXT_SIZE), t->text, str_from(command->label));
}

void launcher_draw(Ui *ui) {
    const Command *list[MOST];
    int n = matching(ui, list), row = ui_px(ui, ROW);
    if (ui->overlay_row >= n)
        ui->overlay_row = n > 0 ? n - 1 : 0;
    Rect r = ui_sheet(ui, ui_px(ui, WIDTH), ui_px(ui, 56) + MOST_ROWS * row + ui_px(ui, 10));
    Rect head = rect_inset(rect_cut_top(&r, ui_px(ui, 48)), ui_px(ui, 20), 0);
    field_draw(ui, head, FIELD_LAUNCHER, STR("Type what you want to do"), 15);
    draw_rect(ui->list, rect_cut_top(&r, ui_px(ui, 1)), ui->theme->hairline);
    Rect body = rect_inset(r, ui_px(ui, 10), ui_px(ui, 6));
    ui->overlay_content = (double)n * row;
    double at = ui->overlay_row * row;
    if (ui->overlay_moved) /* keep the chosen row in sight, unless the wheel took it away */
        ui->overlay_scroll = ui_clamp(ui->overlay_scroll, at + row - body.h, at);
    ui->overlay_moved = false;
    ui->overlay_scroll = ui_clamp(ui->overlay_scroll, 0, ui->overlay_content - body.h);
    hot_pointer(ui, body, scroll, 0, CURSOR_ARROW);
    ui_choose_row(ui, body, body.y - (int)ui->overlay_scroll, row, n, &ui->overlay_row);
    draw_push_clip(ui->list, body);
    for (int i = 0; i < n; i++) {
        Rect line = {body.x, body.y + i * row - (int)ui->overlay_scroll, body.w, row};
        if (!rect_is_empty(rect_meet(line, body)))
            draw_row(ui, line, list[i], i);
    }
    if (!n)
        ui_text(ui, (Rect){body.x, body.y, body.w, row}, ALIGN_CENTRE, TEXT_SIZE, ui->theme->muted,
                STR("No command has these words"));
    draw_pop_clip(ui->list);
    ui_scroll_bar(ui, body, ui->overlay_scroll, ui->overlay_content, scroll, 0);
}

/* ---- walking lists ---- */
typedef struct Walk {
    int *row;
    int count;
} Walk;

static Walk list_now(Ui *ui) {
    const Command *list[MOST];
    if (ui->overlay == OVERLAY_LAUNCHER)
        return (Walk){&ui->overlay_row, matching(ui, list)};
    if (ui->overlay == OVERLAY_MENU)
        return (Walk){&ui->overlay_row, (int)menu_count(ui)};
    if (!ui_tab(ui) && ui->overlay == OVERLAY_NONE)
        return (Walk){&ui->welcome_row, welcome_rows(ui)};
    return (Walk){0};
}

static bool run_line(Ui *ui, const char *line, Err *err) {
    ui->overlay = OVERLAY_NONE;
    field_close(ui);
    return ui_command(ui, str_from(line), ui->now, err);
}

static bool run_row(Ui *ui, int row, Err *err) {
    char line[512];
    const Command *list[MOST];
    if (ui->overlay == OVERLAY_LAUNCHER && row < matching(ui, list))
        return run_line(ui, list[row]->name, err);
    if (ui->overlay == OVERLAY_MENU) {
        MenuItem item = menu_item(ui, ui->menu_arena, (size_t)row);
        snprintf(line, sizeof line, "%.*s", STR_ARG(item.command));
        return run_line(ui, line, err);
    }
    if (row < ui->settings.recent_count) {
        snprintf(line, sizeof line, "open-recent %d", row);
        return run_line(ui, line, err);
    }
    return run_line(ui, "example", err);
}

bool do_pick(Ui *ui, Str args, Err *err) {
    Walk walk = list_now(ui);
    int64_t n;
    if (!walk.count)
        return err_set(err, ERR_USAGE, "there is no list to choose from");
    if (str_is(args, "open"))
        return *walk.row < 0 || *walk.row >= walk.count || run_row(ui, *walk.row, err);
    bool step = str_starts(args, "+") || str_starts(args, "-");
    if (!str_to_i64(str_starts(args, "+") ? str_slice(args, 1, args.len) : args, &n))
        return err_set(err, ERR_USAGE, "no row '%.*s'", STR_ARG(args));
    if (!step)
        return n < walk.count ? run_row(ui, (int)n, err) : err_set(err, ERR_USAGE, "no row '%.*s'", STR_ARG(args));
    *walk.row = (int)((*walk.row + n + walk.count) % walk.count);
    ui->overlay_moved = true;
    return true;
}

bool launcher_has_list(Ui *ui) {
    return list_now(ui).count > 0;
}
