/* Everything about the selected operation: figures, why it is on the critical path, its neighbours, and its records as the file has
 * them. The records are read again from the file in the background. */
#include <math.h>

#include "panels.h"
#include "report/waterfall_page.h"
#include "tab.h"
#include "water.h"

enum { LINE = 21, KEY_WIDTH = 104, PAD = 14, MOST_LINES = 40 };

typedef struct PanelLine {
    Str key, value, command;
    Color color;
} PanelLine;

typedef struct Panel {
    const WaterScene *s;
    Ui *ui;
    Arena *arena;
    uint32_t row;
    WaterfallRow r;
    const Operation *o;
    PanelLine lines[MOST_LINES];
    int count;
} Panel;

static void add(Panel *p, const char *key, Str value) {
    if (value.len && p->count < MOST_LINES)
        p->lines[p->count++] = (PanelLine){str_from(key), value, {0}, p->ui->theme->text};
}

static void add_link(Panel *p, const char *key, uint32_t row, Str value) {
    add(p, key, value);
    p->lines[p->count - 1].command = str_format(p->arena, "operation %u", row);
    p->lines[p->count - 1].color = p->ui->theme->accent;
}

static Str time_text(const Panel *p, double value) {
    return unit_format(p->arena, p->s->view->unit, value);
}

static Str string_of(const Panel *p, StrId id) {
    return intern_str(p->s->view->document->frames.strings, id);
}

static Str share_of(const Panel *p, uint32_t row, const char *of) {
    Str share =
        percent_format(p->arena, operation_duration(p->o), operation_duration(waterfall_row(p->s->w, row).operation));
    return share.len ? str_format(p->arena, "%.*s of %s", STR_ARG(share), of) : share;
}

/* ---- figures ---- */

static void add_state(Panel *p) {
    add(p, "status", str_from(operation_status_word(p->o)));
    p->lines[0].color = p->o->status == OPERATION_ERROR     ? p->ui->theme->bad
                        : p->o->status == OPERATION_SUCCESS ? p->ui->theme->good
                                                            : p->ui->theme->accent;
    add(p, "error", string_of(p, p->o->error));
    add(p, "service", water_service(p->s->view, p->row));
    add(p, "id", string_of(p, p->o->id));
}

static void add_times(Panel *p) {
    const Waterfall *w = p->s->w;
    uint32_t root = p->row;
    while (waterfall_row(w, root).parent != TREE_NONE)
        root = waterfall_row(w, root).parent;
    Str shares[2] = {root != p->row ? share_of(p, root, "its root") : (Str){0}, {0}};
    if (p->r.parent != TREE_NONE && p->r.parent != root)
        shares[1] = share_of(p, p->r.parent, "its parent");
    Str facts[3] = {time_text(p, operation_duration(p->o)), shares[0], shares[1]};
    add(p, "start", time_text(p, p->o->start));
    if (operation_ends(p->o))
        add(p, "end", time_text(p, p->o->end));
    add(p, "duration", ui_facts(p->ui, facts, 3));
    add(p, "own time", time_text(p, p->r.self));
}

static void add_path(Panel *p) {
    const WaterfallStep *step = waterfall_step(p->s->w, p->row);
    if (!step)
        return;
    add(p, "critical path", str_format(p->arena, "with %.*s of its own", STR_ARG(time_text(p, step->own))));
    if (step->why == WHY_ROOT)
        return;
    add(p, "because it", waterfall_why(p->arena, p->s->view, step));
    add(p, "saves at most", time_text(p, step->saves));
}

static void add_slow(Panel *p) {
    Str facts[2] = {0};
    if (p->r.flags & WATERFALL_SLOW)
        facts[0] = ui_format(p->ui, "by duration (P%g is %.*s)", p->s->w->options.percentile,
                             STR_ARG(time_text(p, p->s->w->threshold)));
    if (p->r.flags & WATERFALL_SLOW_SELF)
        facts[1] = ui_format(p->ui, "by own time (P%g is %.*s)", p->s->w->options.percentile,
                             STR_ARG(time_text(p, p->s->w->self_threshold)));
    add(p, "bottleneck", ui_facts(p->ui, facts, 2));
}

/* ---- neighbours ---- */

static void add_family(Panel *p) {
    const Waterfall *w = p->s->w;
    static const char *const by[] = {"contains it in time", "named by id", "by async context"};
    if (p->r.parent != TREE_NONE)
        add_link(p, "parent", p->r.parent,
                 str_format(p->arena, "%.*s · %s", STR_ARG(water_channel(p->s->view, p->r.parent)), by[p->r.by]));
    uint32_t children = 0;
    for (uint32_t c = p->row + 1; c < p->r.end && children < 100000; c = waterfall_row(w, c).end)
        children++;
    if (children)
        add(p, "children",
            str_format(p->arena, "%.*s, %.*s below in all", STR_ARG(count_format(p->arena, children)),
                       STR_ARG(count_format(p->arena, p->r.end - p->row - 1))));
    uint32_t before = p->s->water->before[p->row], after = p->s->water->after[p->row];
    if (before != WATERFALL_NONE)
        add_link(p, "follows", before,
                 str_format(p->arena, "%.*s, %.*s after its end", STR_ARG(water_channel(p->s->view, before)),
                            STR_ARG(time_text(p, p->o->start - waterfall_row(w, before).operation->end))));
    if (after != WATERFALL_NONE)
        add_link(p, "followed by", after,
                 str_format(p->arena, "%.*s, %.*s later", STR_ARG(water_channel(p->s->view, after)),
                            STR_ARG(time_text(p, waterfall_row(w, after).operation->start - p->o->end))));
    if (p->r.repeat != WATERFALL_NONE)
        add(p, "repeated",
            str_format(p->arena, "× %u here: total %.*s, average %.*s", w->repeats[p->r.repeat].count,
                       STR_ARG(time_text(p, w->repeats[p->r.repeat].total)),
                       STR_ARG(time_text(p, w->repeats[p->r.repeat].average))));
}

static void add_channel(Panel *p) {
    const Waterfall *w = p->s->w;
    for (size_t i = 0; i < w->channel_count; i++) {
        const WaterfallChannel *c = &w->channels[i];
        if (c->frame != p->o->frame || c->count < 2)
            continue;
        add(p, "channel",
            str_format(p->arena, "%.*s times · P50 %.*s · P95 %.*s · max %.*s",
                       STR_ARG(count_format(p->arena, c->count)),
                       STR_ARG(isfinite(c->p50) ? time_text(p, c->p50) : STR("–")),
                       STR_ARG(isfinite(c->p95) ? time_text(p, c->p95) : STR("–")),
                       STR_ARG(isfinite(c->max) ? time_text(p, c->max) : STR("–"))));
        return;
    }
}

/* ---- the panel ---- */

static void scroll_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    if (!tab)
        return;
    tab->water.panel_scroll = ui_scrolled(ui, p, tab->water.panel_scroll, tab->water.panel_content, ui_px(ui, LINE));
    ui_touch(ui);
}

static int draw_figures(Panel *p, Rect r, int y) {
    Ui *ui = p->ui;
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    for (int i = 0; i < p->count; i++) {
        const PanelLine *line = &p->lines[i];
        Rect at = {r.x, y, r.w, ui_px(ui, LINE)};
        Rect value = {r.x + ui_px(ui, KEY_WIDTH), y, r.w - ui_px(ui, KEY_WIDTH), at.h};
        int h = ui_paragraph(ui, value, style, line->color, line->value, false);
        value.h = h;
        if (y + h > r.y && y < r.y + r.h) {
            if (line->command.len && hot_command(ui, value, line->command))
                draw_rect(ui->list, (Rect){value.x, value.y, value.w, at.h}, color_alpha(ui->theme->accent, 24));
            ui_text(ui, at, ALIGN_LEFT, SMALL_SIZE, ui->theme->muted, line->key);
            ui_paragraph(ui, value, style, line->color, line->value, true);
        }
        y += h;
    }
    return y;
}

static void draw_head(Panel *p, Rect r) {
    Ui *ui = p->ui;
    Rect close = rect_cut_right(&r, ui_px(ui, 26));
    ui_icon_button(ui, close, ICON_CLOSE, 10, STR("details"));
    ui_text_cut(ui, r, ui_style(ui, FONT_BOLD, 14), ui->theme->text, water_channel(p->s->view, p->row));
}

void water_draw_panel(const WaterScene *s, Rect r) {
    Ui *ui = s->ui;
    Water *water = s->water;
    draw_rect(ui->list, r, ui->theme->panel);
    draw_rect(ui->list, rect_cut_left(&r, ui_px(ui, 1)), ui->theme->hairline);
    hot_pointer(ui, r, scroll_pointer, 0, CURSOR_ARROW);
    Rect in = rect_inset(r, ui_px(ui, PAD), 0);
    if (water->selected == WATERFALL_NONE) {
        ui_text(ui, rect_cut_top(&in, ui_px(ui, 60)), ALIGN_LEFT, SMALL_SIZE, ui->theme->muted,
                STR("Select an operation."));
        return;
    }
    Panel panel = {.s = s, .ui = ui, .arena = ui->frame->arena, .row = water->selected};
    panel.r = waterfall_row(s->w, panel.row);
    panel.o = panel.r.operation;
    draw_head(&panel, rect_cut_top(&in, ui_px(ui, 40)));
    add_state(&panel);
    add_times(&panel);
    add_slow(&panel);
    add_path(&panel);
    add_family(&panel);
    add_channel(&panel);
    draw_push_clip(ui->list, in);
    int y = in.y - (int)water->panel_scroll, top = y;
    Rect label = {in.x, y, in.w, in.h};
    y += ui_paragraph(ui, label, ui_style(ui, FONT_UI, SMALL_SIZE), ui->theme->text, water_label(s->view, panel.row),
                      true);
    y = draw_figures(&panel, in, y + ui_px(ui, 6)) + ui_px(ui, 10);
    y = record_lines(ui, in, y, record_text(ui, s->tab, panel.o->detail, panel.o->closing)) + ui_px(ui, 12);
    draw_pop_clip(ui->list);
    water->panel_content = y - top;
    water->panel_scroll = ui_clamp(water->panel_scroll, 0, y - top > in.h ? y - top - in.h : 0);
    ui_scroll_bar(ui, (Rect){r.x, in.y, r.w, in.h}, water->panel_scroll, water->panel_content, scroll_pointer, 0);
}
