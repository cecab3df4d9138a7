/* Every key, drawn from the tables of keys and commands: neighbours with the same words share a line. */
#include <string.h>

#include "do.h"
#include "panels.h"
#include "ui/command.h"
#include "ui/keymap.h"
#include "views.h"
#include "widget.h"

enum { COLUMN = 250, ROW = 34, MOST_CAPS = 5, MOST_ACROSS = 4 };

typedef struct HelpRow {
    Str keys, words;
} HelpRow;
typedef struct HelpColumn {
    Array(HelpRow) rows;
} HelpColumn;

/* The first key of a command line that begins with this command; more when it stands alone on its line. */
static int keys_of(const Command *command, const KeyRow **rows, int most) {
    int n = 0;
    for (int i = 0; i < keymap_count() && n < most; i++) {
        Str args;
        const KeyRow *row = keymap_at(i);
        if (command_find(str_from(row->line), &args) == command && row->context != KEYS_SEARCH)
            rows[n++] = row;
    }
    return n;
}

static Str join(Arena *arena, const KeyRow **rows, int n) {
    /* of this key and of the one before: T binds with and without Shift, and is shown once */
    char word[2][64] = {"", ""};
    Text text = text_new(arena);
    for (int i = 0; i < n; i++) {
        const char *now = keymap_word(rows[i], word[i % 2], sizeof word[0]);
        if (strcmp(now, word[(i + 1) % 2]) == 0)
            continue;
        if (i)
            text_add_c(&text, "  ");
        text_add_c(&text, now);
    }
    return text_str(&text);
}

static void add(Ui *ui, HelpColumn *column, Str keys, const char *words) {
    for (size_t i = 0; i < column->rows.count; i++) /* "W" and "S" both zoom: one line */
        if (str_is(column->rows.data[i].words, words) && keys.len < 12 && column->rows.data[i].keys.len < 12 &&
            keys.data[keys.len - 1] != 'l') {
            HelpRow *row = &column->rows.data[i];
            row->keys = str_format(ui->frame->arena, "%.*s  %.*s", STR_ARG(row->keys), STR_ARG(keys));
            return;
        }
    array_push(ui->frame->arena, &column->rows, (HelpRow){keys, str_from(words)});
}

static bool shares_line(int index) {
    const Command *c = command_at(index);
    bool before = index > 0 && str_is(str_from(c->help), command_at(index - 1)->help);
    bool after = index + 1 < command_count() && str_is(str_from(c->help), command_at(index + 1)->help);
    return before || after;
}

/* Commands whose keys each mean something else. */
static bool shows_all_keys(const Command *command) {
    static const char *const names[] = {"step", "pill"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(command->name, names[i]) == 0)
            return true;
    return false;
}

/* Each by its name: a key means the same one in every file. */
static void add_views(Ui *ui, HelpColumn *column) {
    char key[16];
    for (int i = 0; i < views_count(); i++) {
        Str words = str_copy(ui->frame->arena, str_from(views_at(i)->label));
        Str cap = str_copy(ui->frame->arena, str_from(views_key(i, key, sizeof key)));
        ((char *)words.data)[0] |= 0x20;
        if (views_at(i)->tab)
            array_push(ui->frame->arena, &column->rows, (HelpRow){cap, words});
    }
}

static void collect(Ui *ui, HelpColumn *columns) {
    for (int i = 0; i < keymap_gesture_count(); i++) {
        const GestureRow *g = keymap_gesture_at(i);
        array_push(ui->frame->arena, &columns[g->group].rows, (HelpRow){str_from(g->gesture), str_from(g->help)});
    }
    for (int i = 0; i < command_count(); i++) {
        const Command *c = command_at(i);
        const KeyRow *rows[16];
        if (c->group == GROUP_NONE)
            continue;
        if (c->run == do_view) {
            add_views(ui, &columns[c->group]);
            continue;
        }
        int most = shows_all_keys(c) ? MOST_CAPS : shares_line(i) ? 1 : 2;
        int n = keys_of(c, rows, most);
        if (n)
            add(ui, &columns[c->group], join(ui->frame->arena, rows, n), c->help);
    }
}

static void scroll(Ui *ui, const Pointer *p) {
    ui->overlay_scroll = ui_scrolled(ui, p, ui->overlay_scroll, ui->overlay_content, ui_px(ui, ROW));
    ui_touch(ui);
}

static int height_of(const Ui *ui, const HelpColumn *column) {
    return ui_px(ui, 30) + (int)column->rows.count * ui_px(ui, ROW) + ui_px(ui, 16);
}

static void draw_column(Ui *ui, Rect r, CommandGroup group, const HelpColumn *column) {
    int y = r.y;
    ui_bold(ui, (Rect){r.x, y, r.w, ui_px(ui, 24)}, ALIGN_LEFT, TEXT_SIZE, ui->theme->accent,
            str_from(command_group_word(group)));
    y += ui_px(ui, 30);
    for (size_t i = 0; i < column->rows.count; i++, y += ui_px(ui, ROW)) {
        Rect line = {r.x, y, r.w, ui_px(ui, ROW)};
        int w = ui_key_cap(ui, r.x, line, column->rows.data[i].keys) + ui_px(ui, 10);
        Rect words = {r.x + w, y, r.w - w - ui_px(ui, 8), line.h};
        ui_text_cut(ui, words, ui_style(ui, FONT_UI, SMALL_SIZE), ui->theme->muted, column->rows.data[i].words);
    }
}

/* Each group goes where least stands. Returns the height of all. */
static int place(const Ui *ui, const HelpColumn *columns, int across, int *column_of, int *top_of) {
    int filled[GROUP_COUNT] = {0}, most = 0;
    for (int i = 0; i < GROUP_COUNT; i++) {
        int least = 0;
        for (int c = 1; c < across; c++)
            least = filled[c] < filled[least] ? c : least;
        column_of[i] = least;
        top_of[i] = filled[least];
        filled[least] += height_of(ui, &columns[i]);
        most = filled[least] > most ? filled[least] : most;
    }
    return most;
}

void help_draw(Ui *ui) {
    HelpColumn columns[GROUP_COUNT] = {0};
    collect(ui, columns);
    int pad = ui_px(ui, 30), head = ui_px(ui, 72), column_of[GROUP_COUNT], top_of[GROUP_COUNT];
    int across = (ui->frame->width - 2 * pad - ui_px(ui, 16)) / ui_px(ui, COLUMN);
    across = across < 1 ? 1 : across > MOST_ACROSS ? MOST_ACROSS : across;
    int content = place(ui, columns, across, column_of, top_of);
    Rect r = ui_sheet(ui, across * ui_px(ui, COLUMN) + 2 * pad, head + content + ui_px(ui, 14));
    Rect title = {r.x + pad, r.y, r.w - 2 * pad, head};
    if (ui_bold(ui, title, ALIGN_LEFT, 20, ui->theme->text, STR("Every key")) < title.w - ui_px(ui, 90))
        ui_text(ui, title, ALIGN_RIGHT, SMALL_SIZE, ui->theme->muted, STR("Esc closes"));
    Rect body = {r.x, r.y + head, r.w, r.h - head - ui_px(ui, 12)};
    hot_pointer(ui, body, scroll, 0, CURSOR_ARROW);
    draw_push_clip(ui->list, body);
    int width = (body.w - 2 * pad) / across;
    for (int i = 0; i < GROUP_COUNT; i++) {
        int y = body.y - (int)ui->overlay_scroll + top_of[i];
        Rect at = {body.x + pad + column_of[i] * width, y, width, height_of(ui, &columns[i])};
        draw_column(ui, at, (CommandGroup)i, &columns[i]);
    }
    draw_pop_clip(ui->list);
    ui->overlay_content = content;
    ui->overlay_scroll = ui_clamp(ui->overlay_scroll, 0, ui->overlay_content - body.h);
    ui_scroll_bar(ui, body, ui->overlay_scroll, ui->overlay_content, scroll, 0);
}
