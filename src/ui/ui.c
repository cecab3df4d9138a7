/* The entry: inputs and answers come in, requests and draw lists go out. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "do.h"
#include "field.h"
#include "flame.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "views.h"

/* ---- life ---- */
static void copy_settings(Ui *ui, const Settings *settings) {
    ui->settings = *settings;
    Settings *s = &ui->settings;
    s->editor = str_copy(ui->arena, s->editor);
    for (int i = 0; i < s->recent_count; i++) {
        s->recent[i].path = str_copy(ui->arena, s->recent[i].path);
        s->recent[i].format_label = str_copy(ui->arena, s->recent[i].format_label);
        s->recent[i].summary = str_copy(ui->arena, s->recent[i].summary);
    }
    if (!(s->text_scale >= 0.7 && s->text_scale <= 2))
        s->text_scale = 1;
}

Ui *ui_new(const Settings *settings) {
    Arena *arena = arena_new();
    Ui *ui = arena_one(arena, Ui);
    ui->arena = arena;
    ui->scene = arena_new();
    ui->request_arena = arena_new();
    ui->press_arena = arena_new();
    ui->menu_arena = arena_new();
    ui->log_arena = arena_new();
    ui->search.arena = arena_new();
    ui->search.at = ui->hover = ui->want_hover = NODE_NONE;
    ui->log = text_new(ui->log_arena);
    ui->active = -1;
    ui->field = FIELD_NONE;
    ui->px = 1;
    ui->dirty = true;
    copy_settings(ui, settings);
    return ui;
}

void ui_free(Ui *ui) {
    if (!ui)
        return;
    for (size_t i = 0; i < ui->tabs.count; i++)
        tab_free(ui->tabs.data[i].tab);
    arena_free(ui->scene);
    arena_free(ui->request_arena);
    arena_free(ui->press_arena);
    arena_free(ui->menu_arena);
    arena_free(ui->log_arena);
    search_end(ui->search.run);
    search_end(ui->search.found);
    arena_free(ui->search.arena);
    arena_free(ui->arena);
}

const Settings *ui_settings(const Ui *ui) {
    return &ui->settings;
}

void ui_set_formats(Ui *ui, const Str *labels, size_t count) {
    Text text = text_new(ui->arena);
    for (size_t i = 0; i < count; i++) {
        if (i)
            text_add_c(&text, " · ");
        text_add(&text, labels[i]);
    }
    ui->formats = text_str(&text);
}

/* ---- requests and messages ---- */
void ui_ask(Ui *ui, UiRequest request) {
    if (ui->request_at == ui->requests.count) {
        arena_reset(ui->request_arena);
        memset(&ui->requests, 0, sizeof ui->requests);
        ui->request_at = 0;
    }
    request.text = str_copy(ui->request_arena, request.text);
    request.bytes = str_copy(ui->request_arena, request.bytes);
    array_push(ui->request_arena, &ui->requests, request);
}

UiRequest ui_request(Ui *ui) {
    if (ui->request_at == ui->requests.count)
        return (UiRequest){0};
    return ui->requests.data[ui->request_at++];
}

void ui_settings_changed(Ui *ui) {
    ui_ask(ui, (UiRequest){.kind = UI_SETTINGS});
    ui_touch(ui);
}

void ui_say(Ui *ui, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(ui->message, sizeof ui->message, format, args);
    va_end(args);
    size_t letters = strlen(ui->message);
    ui->message_until =
        ui->now + 4 + (letters > 40 ? (double)(letters - 40) / 10 : 0); /* long ones take longer to read */
    ui_touch(ui);
}

void ui_hush(Ui *ui) {
    ui->message_until = ui->now;
    ui_touch(ui);
}

void ui_message(Ui *ui, Str text, double now) {
    ui->now = now;
    ui_say(ui, "%.*s", STR_ARG(text));
}

double ui_wait(const Ui *ui, double now) {
    if (ui->dirty || ui->moving)
        return 0;
    if (ui->message_until > ui->last_drawn)
        return ui->message_until > now ? ui->message_until - now : 0;
    return INFINITY;
}

bool ui_searching(const Ui *ui) {
    const Tab *tab = ui_tab(ui);
    return tab && (ui->search.run || ui->search.tracks.counting || (tab->filter && !tab->filter_done));
}

bool ui_busy(const Ui *ui) {
    const Tab *tab = ui_tab(ui);
    if (!tab)
        return false;
    if (ui_searching(ui) || ui->later_tab == tab->id)
        return true;
    return tab->loading || tab->next || tab->asked.count > 0 || (ui->request_at < ui->requests.count && tab->document);
}

UiStats ui_stats(const Ui *ui) {
    UiStats stats = {0};
    const Tab *tab = ui_tab(ui);
    for (int k = 0; tab && k < VIEW_KINDS; k++) {
        const Flame *flame = &tab->flames[k];
        stats.drawn += flame->drawn;
        stats.culled += flame->culled;
        stats.merged += flame->merged;
    }
    return stats;
}

Str ui_log(Ui *ui, Arena *arena) {
    Str lines = str_copy(arena, text_str(&ui->log));
    arena_reset(ui->log_arena);
    ui->log = text_new(ui->log_arena);
    return lines;
}

UiCursor ui_cursor(const Ui *ui) {
    if (ui->is_captured && ui->dragged && ui->captured.pointer == flame_pointer)
        return CURSOR_GRAB;
    const Region *region = ui->is_captured ? &ui->captured : ui->inside ? hot_at(ui, ui->x, ui->y) : NULL;
    if (region && region->pointer == flame_pointer && ui->hover.node != TREE_NONE)
        return CURSOR_HAND;
    return region ? region->cursor : CURSOR_ARROW;
}

Str ui_title(const Ui *ui) {
    const Tab *tab = ui_tab(ui);
    return tab ? tab->name : STR("cresset");
}

/* ---- answers ---- */
uint32_t ui_load_begin(Ui *ui, uint32_t id, Str path, double now) {
    Tab *tab = tab_by_id(ui, id);
    ui->now = now;
    if (!tab) {
        tab = tab_new(ui, path);
        tab_activate(ui, (int)ui->tabs.count - 1);
        ui->overlay = OVERLAY_NONE;
        field_close(ui);
    }
    if (!tab->document)
        tab->state = TAB_LOADING;
    tab->loading = true;
    tab->load_began = now;
    tab->progress = (UiProgress){0};
    ui_touch(ui);
    return tab->id;
}

void ui_load_progress(Ui *ui, uint32_t id, UiProgress progress, double now) {
    Tab *tab = tab_by_id(ui, id);
    ui->now = now;
    if (!tab)
        return;
    if (!str_equal(progress.format_label, tab->progress.format_label))
        progress.format_label = str_copy(tab->arena, progress.format_label);
    else
        progress.format_label = tab->progress.format_label;
    tab->progress = progress;
    ui_touch(ui);
}

void ui_load_document(Ui *ui, uint32_t id, const Document *document, bool final, double now) {
    Tab *tab = tab_by_id(ui, id);
    ui->now = now;
    if (!tab)
        return;
    tab_document(ui, tab, document, final);
}

void ui_load_failed(Ui *ui, uint32_t id, Str path, const Err *err, double now) {
    ui->now = now;
    Tab *tab = tab_by_id(ui, id);
    if (!tab) {
        tab = tab_new(ui, path);
        tab_activate(ui, (int)ui->tabs.count - 1);
    }
    tab_failed(ui, tab, err);
}

void ui_view_ready(Ui *ui, uint32_t id, const View *view, double now) {
    Tab *tab = tab_by_id(ui, id);
    ui->now = now;
    if (!tab)
        return;
    tab_view_ready(ui, tab, view);
    command_later(ui, tab);
}

/* ---- frames ---- */
/* What the last frame drew of it; only what this one draws counts. */
static void clear_flame(Flame *flame) {
    memset(&flame->lanes, 0, sizeof flame->lanes);
    flame->drawn = flame->merged = flame->culled = 0;
}

static void begin(Ui *ui, const UiFrame *frame) {
    arena_reset(ui->scene);
    memset(&ui->regions, 0, sizeof ui->regions);
    ui->frame = frame;
    ui->frame_width = frame->width;
    ui->metrics = *frame->metrics;
    ui->now = frame->now;
    ui->theme = theme_of(ui->settings.light);
    ui->px = frame->scale * ui->settings.text_scale;
    ui->layer = 0;
    ui->columns = NULL;
    ui->column_count = 0;
    ui->dirty = ui->moving = false;
    ui->frame_number++;
    for (size_t i = 0; i < ui->tabs.count; i++) {
        for (int k = 0; k < VIEW_KINDS; k++)
            clear_flame(&ui->tabs.data[i].tab->flames[k]);
        ui->tabs.data[i].tab->shown.count = 0;
    }
    ui->list = draw_new(frame->arena, frame->metrics, frame->width, frame->height, ui->theme->background);
}

/* `hover NAME`: the pointer is put on the box, now that it is drawn and at rest. */
static void take_hover_wish(Ui *ui) {
    Flame *flame = flame_current(ui);
    if (ui->want_hover.node == TREE_NONE || ui->moving || !flame)
        return;
    const Lane *lane = flame_lane(flame, ui->want_hover.lane);
    const Box *box = lane ? flame_box(lane, ui->want_hover.node) : NULL;
    ui->want_hover = NODE_NONE;
    if (!box)
        return;
    Rect r = rect_meet(flame_box_rect(ui, lane, box), lane->clip);
    ui->x = r.x + r.w / 2;
    ui->y = r.y + r.h / 2;
    ui->inside = true;
    ui_touch(ui);
}

DrawList *ui_draw(Ui *ui, const UiFrame *frame, bool *moving) {
    Tab *tab = ui_tab(ui);
    begin(ui, frame);
    screen_draw(ui);
    ui->top_layer = ui->layer;
    take_hover_wish(ui);
    flame_hover(ui);
    if (tab)
        tab_forget(ui, tab);
    if (tab && tab->document)
        search_log(ui, tab);
    ui->pointed = false;
    ui->last_drawn = ui->now;
    ui->frame = NULL;
    if (moving)
        *moving = ui->moving || ui->dirty;
    return ui->list;
}
