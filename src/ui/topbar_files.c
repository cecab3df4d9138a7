/* The open files in the top bar. Each is as wide as its name while there is room, then the wider ones share what is left; where that would
 * cut names too short, as many as fit are shown, and "2 of 12" leads to the list of all. */
#include <limits.h>

#include "layout/label.h"
#include "panels.h"
#include "tab.h"
#include "widget.h"

enum { LEAST = 110, LEAST_WITH_CLOSE = 60, PLUS = 28, CLOSE = 28 };

static int wanted_width(Ui *ui, const Tab *tab) {
    return ui_text_width(ui, ui_style(ui, FONT_BOLD, TEXT_SIZE), tab_label(ui->frame->arena, ui, tab)) + ui_px(ui, 44);
}

static void draw_close(Ui *ui, Rect r, int index) {
    bool over = hot_commandf(ui, r, "close-file %d", index);
    int side = ui_px(ui, 11);
    draw_icon(ui->list, ICON_CLOSE, rect_centred(r, side, side), over ? ui->theme->text : ui->theme->faint);
}

static void draw_file(Ui *ui, Rect r, int index) {
    const Theme *t = ui->theme;
    bool active = index == ui->active;
    bool over = hot_commandf(ui, r, "file %d", index);
    if (r.w >= ui_px(ui, LEAST_WITH_CLOSE))
        draw_close(ui, rect_cut_right(&r, ui_px(ui, CLOSE)), index);
    rect_cut_left(&r, ui_px(ui, 8));
    TextStyle style = ui_style(ui, active ? FONT_BOLD : FONT_UI, TEXT_SIZE);
    Str name = tab_label(ui->frame->arena, ui, ui->tabs.data[index].tab);
    draw_text_in(ui->list, r, ALIGN_LEFT, style, active || over ? t->text : t->muted,
                 label_fit_file(ui->frame->arena, ui->list->metrics, style, name, r.w));
}

/* The width that no file goes beyond, so that all of them take up the room and no more. */
static int shared_width(const int *wanted, int count, int room) {
    int share = room / count;
    for (bool grew = true; grew;) {
        int left = room, wide = 0;
        for (int i = 0; i < count; i++) {
            left -= wanted[i] <= share ? wanted[i] : 0;
            wide += wanted[i] > share;
        }
        grew = wide > 0 && left / wide > share;
        share = wide == 0 ? INT_MAX : grew ? left / wide : share;
    }
    return share;
}

/* Draws `count` files from `first` on into the left of r. least: draws none when one had to be narrower. */
static bool draw_files(Ui *ui, Rect *r, int first, int count, int least) {
    int *wanted = arena_many(ui->frame->arena, int, (size_t)count);
    for (int i = 0; i < count; i++)
        wanted[i] = wanted_width(ui, ui->tabs.data[first + i].tab);
    int most = shared_width(wanted, count, r->w);
    if (most < least)
        return false;
    for (int i = 0; i < count; i++)
        draw_file(ui, rect_cut_left(r, wanted[i] < most ? wanted[i] : most), first + i);
    return true;
}

/* Files stand in pages, so that going from one to the next does not move the others. */
static void draw_page(Ui *ui, Rect *r, int room) {
    int n = (int)ui->tabs.count, fit = room / ui_px(ui, LEAST), first;
    if (fit < 1)
        fit = 1;
    first = ui->active / fit * fit;
    if (first > n - fit)
        first = n - fit;
    Rect page = {r->x, r->y, room, r->h};
    draw_files(ui, &page, first, fit, 0);
    rect_cut_left(r, page.x - r->x);
}

static int count_width(Ui *ui, Str text) {
    return ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), text) + ui_px(ui, 24);
}

/* The last to go is the arrow. */
static void draw_count(Ui *ui, Rect r, Str text) {
    bool over = hot_command(ui, r, STR("files"));
    ui->anchors[ANCHOR_FILES] = r;
    Rect arrow = rect_cut_right(&r, r.w < count_width(ui, text) ? 0 : ui_px(ui, 18));
    rect_cut_left(&r, ui_px(ui, 6));
    ui_text(ui, r, ALIGN_LEFT, SMALL_SIZE, over ? ui->theme->text : ui->theme->muted, text);
    if (arrow.w)
        draw_icon(ui->list, ICON_DOWN, rect_centred(arrow, ui_px(ui, 8), ui_px(ui, 8)), ui->theme->muted);
}

/* Where there is no room for a name beside it, the count stands alone. */
static void draw_some(Ui *ui, Rect *r) {
    Str which = ui_format(ui, "%d of %zu", ui->active + 1, ui->tabs.count);
    if (count_width(ui, which) > r->w)
        which = ui_format(ui, "%d/%zu", ui->active + 1, ui->tabs.count);
    int count = count_width(ui, which), room = r->w - count;
    if (room >= ui_px(ui, LEAST_WITH_CLOSE))
        draw_page(ui, r, room);
    draw_count(ui, rect_cut_left(r, count < r->w ? count : r->w), which);
}

void topbar_files(Ui *ui, Rect r) {
    int n = (int)ui->tabs.count, plus = ui_px(ui, PLUS);
    if (r.w < plus)
        return;
    draw_push_clip(ui->list, r);
    Rect room = {r.x, r.y, r.w - plus, r.h};
    ui->anchors[ANCHOR_FILES] = (Rect){r.x, r.y, 0, r.h};
    bool may_fit = n == 1 || n * ui_px(ui, LEAST_WITH_CLOSE) <= room.w;
    if (n > 0 && !(may_fit && draw_files(ui, &room, 0, n, n > 1 ? ui_px(ui, LEAST) : 0)))
        draw_some(ui, &room);
    ui_icon_button(ui, (Rect){room.x, r.y, plus, r.h}, ICON_PLUS, 12, STR("open"));
    draw_pop_clip(ui->list);
}
