/* The first screen: where to drop a file, recent files, the example, what can be opened. */
#include "panels.h"
#include "widget.h"

enum { WIDTH = 720, CARD = 230, ROW = 32, ROW_GAP = 4 };

int welcome_rows(const Ui *ui) {
    return ui->settings.recent_count + 1; /* the last one is the example */
}

static void draw_card(Ui *ui, Rect r) {
    const Theme *t = ui->theme;
    bool over = hot_command(ui, r, STR("open"));
    bool lit = ui->drag_file || over;
    Color edge = ui->drag_file ? t->accent : over ? t->faint : color_mix(t->hairline, t->faint, 0.4);
    if (lit)
        draw_round(ui->list, r, ui_px(ui, 12), t->panel);
    draw_dashed_outline(ui->list, r, ui_px(ui, 12), ui_px(ui, 1), ui_px(ui, 6), edge);
    int icon = ui_px(ui, 68);
    if (r.h > ui_px(ui, 180))
        draw_icon(ui->list, ICON_FLAME, rect_centred((Rect){r.x, r.y + ui_px(ui, 24), r.w, icon}, icon, icon),
                  t->accent);
    Rect words = rect_centred(r, r.w, ui_px(ui, 70));
    words.y = r.h > ui_px(ui, 180) ? r.y + ui_px(ui, 128) : words.y;
    Rect title = rect_cut_top(&words, ui_px(ui, 40));
    ui_bold(ui, title, ALIGN_CENTRE, r.w > ui_px(ui, 320) ? 26 : TITLE_SIZE, t->text, STR("Drop a profile here"));
    ui_text(ui, words, ALIGN_CENTRE, r.w > ui_px(ui, 320) ? 14 : SMALL_SIZE, t->muted,
            STR("or press Ctrl O, or run cresset FILE"));
}

static Str ago(Ui *ui, int64_t then) {
    static const struct {
        int64_t seconds;
        const char *word;
    } units[] = {{86400 * 7, "week"}, {86400, "day"}, {3600, "hour"}, {60, "minute"}};
    int64_t passed = ui->frame->unix_now - then;
    if (!then || !ui->frame->unix_now || passed < 0)
        return (Str){0};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        int64_t n = passed / units[i].seconds;
        if (n == 1 && units[i].seconds == 86400)
            return STR("yesterday");
        if (n > 0)
            return ui_format(ui, "%lld %s%s ago", (long long)n, units[i].word, n == 1 ? "" : "s");
    }
    return STR("just now");
}

/* The longest of the facts that leaves room for a word about the kind: all of them, else the last ones alone. */
static Str facts_that_fit(Ui *ui, const Str facts[2], int room) {
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    for (size_t i = 0; i < 2; i++) {
        Str text = ui_facts(ui, facts + i, 2 - i);
        if (ui_text_width(ui, style, text) <= room)
            return text;
    }
    return (Str){0};
}

static void draw_row(Ui *ui, Rect r, int index, Str name, Str kind, const Str facts[2], Str command) {
    const Theme *t = ui->theme;
    hot_command(ui, r, command);
    draw_round(ui->list, r, ui_px(ui, 5), index == ui->welcome_row ? t->raised : t->panel);
    Rect in = rect_inset(r, ui_px(ui, 16), 0);
    Rect left = rect_cut_left(&in, in.w * 4 / 10);
    ui_text_cut(ui, left, ui_style(ui, FONT_BOLD, TEXT_SIZE), t->text, name);
    rect_cut_left(&in, ui_px(ui, 8));
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int kind_w = ui_text_width(ui, style, kind), least = ui_px(ui, 100);
    Str fact = facts_that_fit(ui, facts, in.w - ui_px(ui, 12) - (kind_w < least ? kind_w : least));
    int w = ui_text_width(ui, style, fact);
    ui_text(ui, rect_cut_right(&in, w), ALIGN_RIGHT, SMALL_SIZE, t->muted, fact);
    rect_cut_right(&in, w ? ui_px(ui, 12) : 0);
    ui_text_cut(ui, in, ui_style(ui, FONT_UI, SMALL_SIZE), t->muted, kind);
}

static void draw_recent(Ui *ui, Rect *r, int rows) {
    int n = ui->settings.recent_count;
    int shown = n < rows - 1 ? n : rows - 1;
    ui_bold(ui, rect_cut_top(r, ui_px(ui, 30)), ALIGN_LEFT, TEXT_SIZE, ui->theme->muted,
            n ? STR("Recent") : STR("Nothing at hand?"));
    ui_choose_row(ui, *r, r->y, ui_px(ui, ROW) + ui_px(ui, ROW_GAP), shown < rows ? shown + 1 : shown,
                  &ui->welcome_row);
    for (int i = 0; i < shown; i++) {
        const Recent *recent = &ui->settings.recent[i];
        Str facts[2] = {recent->summary, ago(ui, recent->opened_unix)};
        draw_row(ui, rect_cut_top(r, ui_px(ui, ROW)), i, str_base_name(recent->path), recent->format_label, facts,
                 str_format(ui->scene, "open-recent %d", i));
        rect_cut_top(r, ui_px(ui, ROW_GAP));
    }
    if (shown < rows)
        draw_row(ui, rect_cut_top(r, ui_px(ui, ROW)), n, STR("Open the example"), STR("to look around"),
                 (const Str[2]){0}, STR("example"));
}

/* The list of formats, broken at its dots. */
static void draw_formats(Ui *ui, Rect *r) {
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    if (!ui->formats.len || r->h < ui_px(ui, 70))
        return;
    rect_cut_top(r, ui_px(ui, 22));
    ui_bold(ui, rect_cut_top(r, ui_px(ui, 26)), ALIGN_LEFT, TEXT_SIZE, ui->theme->muted, STR("Opens"));
    Str rest = ui->formats;
    while (rest.len && r->h >= ui_px(ui, 20)) {
        size_t end = 0, at = 0;
        while (at != SIZE_MAX) {
            at = str_find(rest, STR(" · "), end + 1);
            size_t to = at == SIZE_MAX ? rest.len : at;
            if (end && text_width(ui->list->metrics, style, str_slice(rest, 0, to)) > r->w)
                break;
            end = to;
        }
        ui_text_cut(ui, rect_cut_top(r, ui_px(ui, 21)), style, ui->theme->muted, str_slice(rest, 0, end));
        rest = str_slice(rest, end + strlen(" · "), rest.len);
    }
}

Rect welcome_foot(const Ui *ui, Rect r) {
    int up = ui_px(ui, r.h > ui_px(ui, 820) ? 108 : 34);
    return (Rect){r.x, r.y + r.h - up, r.w, ui_px(ui, 20)};
}

void welcome_draw(Ui *ui, Rect r) {
    int width = ui_px(ui, WIDTH), margin = ui_px(ui, 16);
    width = width < r.w - 2 * margin ? width : r.w - 2 * margin;
    if (width <= 0)
        return;
    int row = ui_px(ui, ROW + ROW_GAP), rows = welcome_rows(ui) > 6 ? 6 : welcome_rows(ui);
    int card = ui_px(ui, CARD), rest = r.h - ui_px(ui, 90);
    while (rows > 1 && rows * row + ui_px(ui, 110) > rest)
        rows--;
    if (card > rest - rows * row - ui_px(ui, 40))
        card = rest - rows * row - ui_px(ui, 40);
    int content = card + rows * row + ui_px(ui, 170);
    int top = (r.h - content) / 2 - ui_px(ui, 20);
    Rect column = {r.x + (r.w - width) / 2, r.y + (top > margin ? top : margin), width, 0};
    column.h = r.y + r.h - column.y - ui_px(ui, 44);
    if (card > ui_px(ui, 60))
        draw_card(ui, rect_cut_top(&column, card));
    rect_cut_top(&column, ui_px(ui, column.h > rows * row + ui_px(ui, 60) ? 24 : 4));
    draw_recent(ui, &column, rows);
    draw_formats(ui, &column);
    Rect foot = welcome_foot(ui, r);
    Str hint = STR("Click a frame to zoom · hover for self and total · Ctrl F to find · ? for every key");
    if (ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), hint) < r.w && column.h > ui_px(ui, 8))
        ui_text(ui, foot, ALIGN_CENTRE, SMALL_SIZE, ui->theme->faint, hint);
}
