/* Sandwich: a list of functions; of the chosen one, who calls it above and what it calls below. */
#include "do.h"
#include "flame.h"
#include "hot_columns.h"
#include "hot_figure.h"
#include "panels.h"
#include "tab.h"
#include "ui/keymap.h"
#include "views.h"

enum { SECTION = 30, BAR = 22, LEAST_LIST = 180 };

static ViewSpec half(const Tab *tab, ViewKind kind) {
    ViewSpec spec = tab_spec(tab, kind);
    spec.function = tab->function;
    return spec;
}

/* ---- the list ---- */
static void split_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    if (tab && p->what == POINTER_DRAG)
        tab->list_width = ui_clamp(p->x / ui->px, LEAST_LIST, ui->frame_width / ui->px - LEAST_LIST);
    ui_touch(ui);
}

/* Figures in the longest form that leaves the names some room. */
static void draw_list(Ui *ui, Tab *tab, const View *view, Rect r) {
    int number[2], side = ui_px(ui, SIDE), least = ui_px(ui, 95), names = ui_px(ui, 100);
    bool wide = r.w > ui_px(ui, 300);
    HotForm form = HOT_FULL;
    for (;; form++) {
        for (int i = 0; i < 2; i++) {
            int need = hot_figure_width(ui, tab, view, i ? COLUMN_TOTAL : COLUMN_SELF, form) + ui_px(ui, 14);
            number[i] = i && !wide ? 0 : need > least ? need : least;
        }
        if (form == HOT_SHORT || side + names + number[0] + number[1] <= r.w)
            break;
    }
    int name = r.w - side - number[0] - number[1];
    HotColumn columns[3] = {
        {COLUMN_FUNCTION, r.x + side, name},
        {COLUMN_SELF, r.x + side + name, number[0]},
        {COLUMN_TOTAL, r.x + side + name + number[0], number[1]},
    };
    draw_rect(ui->list, r, ui->theme->panel);
    hot_table_draw(ui, tab, view, r, columns, wide ? 3 : 2, form);
}

void sandwich_take(Tab *tab, const Hotspot *row) {
    if (!row || row->frame == tab->function || !str_is(str_from(views_at(tab->view)->name), "sandwich"))
        return;
    tab->function = row->frame;
    flame_reset(&tab->flames[VIEW_CALLERS]);
    flame_reset(&tab->flames[VIEW_CALLEES]);
}

/* The row under the cursor is the subject, and the other way round when the subject came from elsewhere. */
static void follow_subject(Ui *ui, Tab *tab, const View *view) {
    const Hotspots *h = view->hotspots;
    const Hotspot *row = hot_table_chosen(tab, view);
    if (tab->function == FRAME_NONE || tab->function >= view->document->frames.count ||
        h->row_of[tab->function] == UINT32_MAX) {
        tab->function = row ? row->frame : FRAME_NONE;
        return;
    }
    if (row && row->frame == tab->function)
        return;
    if (tab->cursor != tab->cursor_was) { /* the hand moved the cursor */
        sandwich_take(tab, row);
        return;
    }
    for (size_t i = 0; i < tab->row_count; i++)
        if (h->rows[tab->rows[i]].frame == tab->function) {
            hot_table_choose(ui, tab, (int64_t)i);
            return;
        }
}

/* ---- the halves ---- */
static void draw_half(Ui *ui, Tab *tab, ViewKind kind, Rect area) {
    Flame *flame = &tab->flames[kind];
    const View *view = tab_view(ui, tab, half(tab, kind));
    flame->lanes.count = 0;
    if (!view)
        return;
    int row = flame_row_height(ui), content = flame_height(ui, view) - row;
    if (!view->tree->count || content <= 0) {
        ui_text(ui, (Rect){area.x, kind == VIEW_CALLERS ? area.y + area.h - row : area.y, area.w, row}, ALIGN_LEFT,
                SMALL_SIZE, ui->theme->faint,
                kind == VIEW_CALLERS ? STR("Nothing calls it.") : STR("It calls nothing."));
        return;
    }
    if (!flame->placed && kind == VIEW_CALLERS)
        flame->scroll = content; /* the nearest callers first */
    flame_place(flame, (Span){view->tree->left, view->tree->right}, ui->now);
    flame_begin(ui, flame, area, content);
    hot_pointer(ui, area, flame_pointer, (int)kind, CURSOR_ARROW);
    bool up = kind == VIEW_CALLERS;
    Lane lane = {.view = view, .clip = area, .up = up};
    int scroll = (int)flame->scroll; /* the root row is the bar in the middle: it lies just outside */
    lane.rect = (Rect){area.x, area.y - scroll - (up ? 0 : row), area.w, content + row};
    flame_draw_lane(ui, tab, flame, lane);
    ui_scroll_bar(ui, area, flame->scroll, content, flame_scroll_pointer, (int)kind);
}

static Str subject_facts(Ui *ui, const View *view, const Hotspot *row) {
    Arena *arena = ui->frame->arena;
    Str facts[3] = {str_format(arena, "self %.*s", STR_ARG(unit_format(arena, view->unit, row->self))),
                    str_format(arena, "total %.*s", STR_ARG(unit_format(arena, view->unit, row->total))),
                    {0}};
    uint64_t n = view->hotspots->has_calls ? row->calls : row->samples_total;
    if (n)
        facts[2] = ui_count(ui, n, view->hotspots->has_calls ? "call" : "sample");
    return ui_facts(ui, facts, 3);
}

static void draw_picture(Ui *ui, Tab *tab, const View *view, Rect r) {
    const Theme *t = ui->theme;
    uint32_t at = tab->function < view->document->frames.count ? view->hotspots->row_of[tab->function] : UINT32_MAX;
    if (at == UINT32_MAX)
        return;
    r = rect_inset(r, ui_px(ui, 20), ui_px(ui, 4));
    Rect head = rect_cut_top(&r, ui_px(ui, SECTION));
    Str facts = subject_facts(ui, view, &view->hotspots->rows[at]);
    ui_bold(ui, head, ALIGN_LEFT, TEXT_SIZE, t->muted, STR("Callers"));
    if (ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), facts) < head.w - ui_px(ui, 80))
        ui_text(ui, head, ALIGN_RIGHT, SMALL_SIZE, t->muted, facts);
    int row = flame_row_height(ui), middle = 2 * ui_px(ui, SECTION) + ui_px(ui, BAR);
    const View *callers = tab_view_now(tab, half(tab, VIEW_CALLERS));
    int want = callers && callers->tree->count ? flame_height(ui, callers) - row : row;
    want = want < row ? row : want;
    int most = (r.h - middle) * 55 / 100;
    Rect upper = rect_cut_top(&r, want < most ? want : most);
    draw_half(ui, tab, VIEW_CALLERS, upper);
    ui_bold(ui, rect_cut_top(&r, ui_px(ui, SECTION)), ALIGN_LEFT, TEXT_SIZE, t->muted, STR("Function"));
    Rect bar = rect_cut_top(&r, ui_px(ui, BAR));
    draw_round(ui->list, bar, ui_px(ui, 3), t->accent);
    ui_name_cut(ui, rect_inset(bar, ui_px(ui, 7), 0), ui_style(ui, FONT_BOLD, SMALL_SIZE), t->on_accent,
                frame_name(&view->document->frames, tab->function));
    ui_bold(ui, rect_cut_top(&r, ui_px(ui, SECTION)), ALIGN_LEFT, TEXT_SIZE, t->muted, STR("Callees"));
    draw_half(ui, tab, VIEW_CALLEES, r);
}

void view_sandwich_draw(Ui *ui, Tab *tab, Rect area) {
    const View *view = tab_view(ui, tab, tab_spec(tab, VIEW_HOTSPOTS));
    if (!view) {
        screen_building(ui, area);
        return;
    }
    hot_table_prepare(ui, tab, view);
    follow_subject(ui, tab, view);
    tab->cursor_was = tab->cursor;
    int w = ui_px(ui, tab->list_width);
    bool narrow = area.w < ui_px(ui, 2 * LEAST_LIST);
    w = narrow ? 0 : (int)ui_clamp(w, ui_px(ui, LEAST_LIST), area.w - ui_px(ui, LEAST_LIST));
    if (w > 0) {
        Rect list = rect_cut_left(&area, w);
        draw_list(ui, tab, view, list);
        Rect edge = {list.x + list.w - ui_px(ui, 1), list.y, ui_px(ui, 1), list.h};
        draw_rect(ui->list, edge, ui->theme->hairline);
        hot_pointer(ui, (Rect){edge.x - ui_px(ui, 3), edge.y, ui_px(ui, 7), edge.h}, split_pointer, 0, CURSOR_RESIZE_X);
    }
    draw_picture(ui, tab, view, area);
}

bool view_sandwich_key(Ui *ui, Tab *tab, const Input *input) {
    bool selected =
        tab->flames[VIEW_CALLERS].selected.node != TREE_NONE || tab->flames[VIEW_CALLEES].selected.node != TREE_NONE;
    const char *line = selected ? NULL : keymap_find(KEYS_TABLE, input);
    return line && ui_command(ui, str_from(line), ui->now, NULL);
}

Str view_sandwich_status(Ui *ui, Tab *tab, bool left) {
    (void)tab;
    (void)ui;
    return left ? STR("") : STR("↑↓ choose · Enter focus in Left heavy");
}

bool do_sandwich(Ui *ui, Str args, Err *err) {
    Tab *tab = ui_tab(ui);
    const View *view = NULL;
    FrameId function = args.len ? tab_function(tab, args) : ui_subject(ui, &view);
    if (function == FRAME_NONE)
        return args.len ? err_set(err, ERR_USAGE, "no function is called '%.*s'", STR_ARG(args))
                        : err_set(err, ERR_USAGE, "nothing is selected");
    tab->function = function;
    tab->cursor_was = tab->cursor;
    flame_reset(&tab->flames[VIEW_CALLERS]);
    flame_reset(&tab->flames[VIEW_CALLEES]);
    return views_show(ui, tab, views_find(STR("sandwich")));
}
