/* Drop-down lists. */
#include "menu.h"
#include "panels.h"
#include "tab.h"
#include "views.h"
#include "water.h"

enum { ROW = 28, WIDTH = 320, MOST_ROWS = 16 };

static void begin(Ui *ui, Rect at) {
    ui->menu_at = at;
    ui->overlay = OVERLAY_MENU;
    ui->overlay_scroll = 0;
    ui->overlay_row = -1;
    ui->menu_of_tracks = false;
    arena_reset(ui->menu_arena);
    memset(&ui->menu, 0, sizeof ui->menu);
    ui_touch(ui);
}

static void add(Ui *ui, MenuItem item) {
    array_push(ui->menu_arena, &ui->menu, item);
}

void menu_tracks(Ui *ui) {
    const Tab *tab = ui_tab(ui);
    begin(ui, ui->anchors[ANCHOR_TRACKS]);
    ui->menu_of_tracks = true;
    if (tab->document->tracks.count > 1)
        add(ui, (MenuItem){STR("all tracks"), (Str){0}, STR("track all"), tab->track < 0});
}

static MenuItem item_of_track(Arena *arena, const Tab *tab, const Track *t) {
    return (MenuItem){t->title, unit_format(arena, t->unit, t->total), str_format(arena, "track %u", t->index),
                      tab->track == (int)t->index};
}

size_t menu_count(const Ui *ui) {
    const Tab *tab = ui_tab(ui);
    return ui->menu.count + (ui->menu_of_tracks && tab && tab->document ? tab->document->tracks.count : 0);
}

MenuItem menu_item(const Ui *ui, Arena *arena, size_t i) {
    const Tab *tab = ui_tab(ui);
    if (i < ui->menu.count)
        return ui->menu.data[i];
    return item_of_track(arena, tab, tab->document->tracks.data[tab->order[i - ui->menu.count]]);
}

void menu_views(Ui *ui) {
    Tab *tab = ui_tab(ui);
    begin(ui, ui->anchors[ANCHOR_VIEWS]);
    char key[16];
    for (int i = 0; i < views_count(); i++)
        if (views_at(i)->can(tab))
            add(ui, (MenuItem){views_label(tab, i), str_copy(ui->menu_arena, str_from(views_key(i, key, sizeof key))),
                               str_format(ui->menu_arena, "view %s", views_at(i)->name), tab->view == i});
}

static Str state_of(const Tab *tab) {
    if (tab->document)
        return tab->document->format_label;
    return tab->state == TAB_FAILED ? STR("could not be opened") : STR("is being read");
}

void menu_files(Ui *ui) {
    Arena *arena = ui->menu_arena;
    begin(ui, ui->anchors[ANCHOR_FILES]);
    for (size_t i = 0; i < ui->tabs.count; i++) {
        const Tab *tab = ui->tabs.data[i].tab;
        add(ui, (MenuItem){str_copy(arena, tab_label(arena, ui, tab)), str_copy(arena, state_of(tab)),
                           str_format(arena, "file %zu", i), (int)i == ui->active});
    }
    ui->overlay_row = ui->active;
    ui->overlay_moved = true;
}

/* The list hangs from the pointer. */
static void begin_here(Ui *ui) {
    begin(ui, (Rect){ui->x + ui_px(ui, WIDTH), ui->y, 0, 0});
}

void menu_row(Ui *ui) {
    begin_here(ui);
    add(ui, (MenuItem){STR("Show in the flame graph"), STR("Enter"), STR("row open"), false});
    add(ui, (MenuItem){STR("Callers and callees"), STR(""), STR("sandwich"), false});
    add(ui, (MenuItem){STR("Search this name"), STR("#"), STR("find-this"), false});
    add(ui, (MenuItem){STR("Copy the name"), STR("Ctrl C"), STR("copy-name"), false});
    add(ui, (MenuItem){STR("Copy as Markdown"), STR("Ctrl Shift C"), STR("copy-row"), false});
    add(ui, (MenuItem){STR("Open in the editor"), STR("e"), STR("edit"), false});
}

void menu_node(Ui *ui) {
    begin_here(ui);
    add(ui, (MenuItem){STR("Focus"), STR("Enter"), STR("focus-this"), false});
    if (record_subject(ui, (uint64_t[2]){0}))
        add(ui, (MenuItem){STR("Its record in the file"), STR("j"), STR("record"), false});
    add(ui, (MenuItem){STR("Callers and callees"), STR(""), STR("sandwich"), false});
    add(ui, (MenuItem){STR("Show in the hotspots"), STR(""), STR("hotspot"), false});
    add(ui, (MenuItem){STR("Search this name"), STR("#"), STR("find-this"), false});
    add(ui, (MenuItem){STR("Copy the name"), STR("Ctrl C"), STR("copy-name"), false});
    add(ui, (MenuItem){STR("Copy as Markdown"), STR("Ctrl Shift C"), STR("copy-row"), false});
    add(ui, (MenuItem){STR("Open in the editor"), STR("e"), STR("edit"), false});
}

/* Rows of a list of fixed choices. */
typedef struct Choice {
    const char *label, *command;
} Choice;

static void add_choices(Ui *ui, const Choice *choices, size_t count) {
    for (size_t i = 0; i < count; i++)
        add(ui, (MenuItem){str_from(choices[i].label), (Str){0}, str_from(choices[i].command), false});
}

static const Choice least[] = {{"any duration", "least 0"}, {"> 0.1 ms", "least 0.1ms"}, {"> 1 ms", "least 1ms"},
                               {"> 10 ms", "least 10ms"},   {"> 100 ms", "least 100ms"}, {"> 1 s", "least 1s"},
                               {"> 10 s", "least 10s"}};
static const Choice share[] = {{"any share of the root", "least 0%"},
                               {"> 0.5 %", "least 0.5%"},
                               {"> 1 %", "least 1%"},
                               {"> 2.5 %", "least 2.5%"},
                               {"> 5 %", "least 5%"},
                               {"> 10 %", "least 10%"},
                               {"> 25 %", "least 25%"}};
static const Choice depth[] = {{"Open all", "operation open-all"},   {"Close all", "operation close-all"},
                               {"To depth 1", "operation depth 1"},  {"To depth 2", "operation depth 2"},
                               {"To depth 3", "operation depth 3"},  {"To depth 5", "operation depth 5"},
                               {"To depth 10", "operation depth 10"}};

static const Choice operation[] = {{"Details", "details"},
                                   {"Zoom to it", "operation zoom"},
                                   {"Fit the axis to the rows in sight", "operation fit"},
                                   {"Only this channel", "channel this"},
                                   {"Links of all operations", "links"},
                                   {"Copy channel and label", "copy-name"},
                                   {"Copy the waterfall as Markdown", "copy-row"}};

static void add_channels(Ui *ui) {
    const View *view = water_current(ui);
    const Waterfall *w = view->waterfall;
    const Water *water = &ui_tab(ui)->water;
    add(ui, (MenuItem){STR("all channels"), (Str){0}, STR("channel"), water->channel == FRAME_NONE});
    for (size_t i = 0; i < w->channel_count && i < 1000; i++) {
        const WaterfallChannel *c = &w->channels[i];
        add(ui, (MenuItem){frame_name(&view->document->frames, c->frame),
                           str_format(ui->menu_arena, "%u · %.*s", c->count,
                                      STR_ARG(unit_format(ui->menu_arena, view->unit, c->total))),
                           str_format(ui->menu_arena, "channel f%u", c->frame), water->channel == c->frame});
    }
}

bool menu_water(Ui *ui, Str name) {
    static const struct {
        const char *name;
        const Choice *choices;
        size_t count;
    } lists[] = {{"least", least, sizeof least / sizeof *least},
                 {"share", share, sizeof share / sizeof *share},
                 {"depth", depth, sizeof depth / sizeof *depth},
                 {"operation", operation, sizeof operation / sizeof *operation},
                 {"channels", NULL, 0}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (!str_is(name, lists[i].name))
            continue;
        begin_here(ui);
        if (lists[i].choices)
            add_choices(ui, lists[i].choices, lists[i].count);
        else
            add_channels(ui);
        return true;
    }
    return false;
}

static void scroll(Ui *ui, const Pointer *p) {
    ui->overlay_scroll =
        ui_scrolled(ui, p, ui->overlay_scroll, (double)menu_count(ui) * ui_px(ui, ROW), ui_px(ui, ROW));
    ui_touch(ui);
}

static Rect place(Ui *ui) {
    Rect window = {0, 0, ui->frame->width, ui->frame->height};
    size_t rows = menu_count(ui) < MOST_ROWS ? menu_count(ui) : MOST_ROWS;
    Rect r = {ui->menu_at.x + ui->menu_at.w - ui_px(ui, WIDTH), ui->menu_at.y + ui->menu_at.h, ui_px(ui, WIDTH),
              (int)rows * ui_px(ui, ROW) + ui_px(ui, 8)};
    int gap = ui_px(ui, 4);
    if (r.w > window.w - 2 * gap)
        r.w = window.w - 2 * gap;
    if (r.h > window.h - 2 * gap)
        r.h = window.h - 2 * gap;
    r.x = (int)ui_clamp(r.x, gap, window.w - r.w - gap);
    r.y = (int)ui_clamp(r.y, gap, window.h - r.h - gap);
    return r;
}

static void draw_item(Ui *ui, Rect r, size_t i) {
    const Theme *t = ui->theme;
    MenuItem item = menu_item(ui, ui->frame->arena, i);
    hot_commandf(ui, r, "pick %zu", i);
    if ((int)i == ui->overlay_row)
        draw_round(ui->list, r, ui_px(ui, 4), t->light ? t->raised : color_mix(t->bubble, t->text, 0.08));
    Rect mark = rect_cut_left(&r, ui_px(ui, 26));
    if (item.checked)
        draw_icon(ui->list, ICON_CHECK, rect_centred(mark, ui_px(ui, 12), ui_px(ui, 12)), t->accent);
    rect_cut_right(&r, ui_px(ui, 10));
    int w = ui_text(ui, r, ALIGN_RIGHT, SMALL_SIZE, t->muted, item.detail);
    r.w -= w + ui_px(ui, 8);
    ui_middle_cut(ui, r, ui_style(ui, FONT_UI, TEXT_SIZE), t->text, item.label);
}

void menu_draw(Ui *ui) {
    Rect window = {0, 0, ui->frame->width, ui->frame->height};
    draw_next_layer(ui->list);
    hot_next_layer(ui);
    hot_command(ui, window, STR("close"));
    Rect r = place(ui);
    tooltip_bubble(ui, r);
    Rect in = rect_inset(r, ui_px(ui, 4), ui_px(ui, 4));
    int row = ui_px(ui, ROW);
    size_t count = menu_count(ui);
    double content = (double)count * row;
    double at = ui->overlay_row * row;
    if (ui->overlay_moved) /* by a key: the chosen row stays in sight */
        ui->overlay_scroll = ui_clamp(ui->overlay_scroll, at + row - in.h, at);
    ui->overlay_moved = false;
    ui->overlay_scroll = ui_clamp(ui->overlay_scroll, 0, content > in.h ? content - in.h : 0);
    hot_pointer(ui, r, scroll, 0, CURSOR_ARROW);
    ui_choose_row(ui, in, in.y - (int)ui->overlay_scroll, row, (int)count, &ui->overlay_row);
    draw_push_clip(ui->list, in);
    for (size_t i = (size_t)(ui->overlay_scroll / row); i < count; i++) {
        Rect item = {in.x, in.y + (int)i * row - (int)ui->overlay_scroll, in.w, row};
        if (item.y >= in.y + in.h)
            break;
        draw_item(ui, item, i);
    }
    draw_pop_clip(ui->list);
    ui_scroll_bar(ui, in, ui->overlay_scroll, content, scroll, 0);
}
