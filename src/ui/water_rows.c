/* The rows of the waterfall: tree and label, bar with its marks, duration. Only those in sight are drawn. */
#include <math.h>

#include "flame.h"
#include "search.h"
#include "water.h"

enum { INDENT = 18, BAR = 15, RADIUS = 3, DEEPEST = 14, NARROW = 300, NARROW_INDENT = 8, LEAST_LABEL = 40 };

/* One line. */
typedef struct Line {
    const WaterScene *s;
    Ui *ui;
    uint32_t row;
    WaterfallRow r;
    const Operation *o;
    Rect rect;
    bool lit, group;
    int x0, x1;    /* of the bar, in the window, not clipped */
    int words_end; /* of what stands beside the bar */
} Line;

int water_x(const WaterScene *s, double time) {
    double x = (time - s->flame->viewport.shown.from) * s->scale;
    return s->bars.x + (int)lround(ui_clamp(x, -1e6, 1e6));
}

int water_y(const WaterScene *s, uint32_t line) {
    return s->list.y + (int)ui_clamp((double)line * s->row - s->flame->scroll, -1e8, 1e8);
}

Color water_color(const WaterScene *s, uint32_t row) {
    const Operation *o = waterfall_row(s->w, row).operation;
    return o->status == OPERATION_ERROR ? s->ui->theme->bad : flame_frame_color(s->ui, s->tab, o->frame);
}

/* ---- tree ---- */

static bool has_children(const Line *l) {
    return l->r.end > l->row + 1;
}

static void draw_arrow(const Line *l, Rect r) {
    Ui *ui = l->ui;
    if (!has_children(l) && !l->group)
        return;
    bool open = water_is_open(l->s->water, l->s->w, l->row);
    bool over = hot_commandf(ui, r, "operation %s %u", open ? "close" : "open", l->row);
    draw_icon(ui->list, open ? ICON_DOWN : ICON_RIGHT, rect_centred(r, ui_px(ui, 9), ui_px(ui, 9)),
              over ? ui->theme->text : ui->theme->muted);
}

/* "× 12" in a capsule; returns its width. */
static int draw_times(const Line *l, Rect r) {
    Ui *ui = l->ui;
    Str text = ui_format(ui, "× %u", l->s->w->repeats[l->r.repeat].count);
    TextStyle style = ui_style(ui, FONT_BOLD, 11);
    int w = ui_text_width(ui, style, text) + ui_px(ui, 12);
    Rect capsule = rect_centred((Rect){r.x, r.y, w, r.h}, w, ui_px(ui, 17));
    draw_round(ui->list, capsule, ui_px(ui, 8), color_mix(ui->theme->background, ui->theme->accent, 0.22));
    draw_text_in(ui->list, capsule, ALIGN_CENTRE, style, ui->theme->accent, text);
    return w + ui_px(ui, 8);
}

/* Of a trace its service stands first. */
static Str label_of(const Line *l) {
    Str label = l->group ? l->s->w->repeats[l->r.repeat].label : water_label(l->s->view, l->row);
    return ui_facts(l->ui, (Str[]){water_service(l->s->view, l->row), label}, 2);
}

/* Cuts the indent off r. A third of the width at most: what is deeper has its depth as a number. */
static void draw_indent(const Line *l, Rect *r) {
    Ui *ui = l->ui;
    int step = ui_px(ui, r->w < ui_px(ui, NARROW) ? NARROW_INDENT : INDENT), deepest = r->w / 3 / step;
    deepest = deepest < DEEPEST ? deepest : DEEPEST;
    bool deeper = l->r.depth > (uint32_t)deepest;
    rect_cut_left(r, ui_px(ui, 4) + step * (deeper ? deepest : (int)l->r.depth));
    draw_arrow(l, rect_cut_left(r, ui_px(ui, 20)));
    rect_cut_right(r, ui_px(ui, 10));
    if (!deeper)
        return;
    TextStyle small = ui_style(ui, FONT_UI, SMALL_SIZE);
    Str deep = ui_format(ui, "%u ", l->r.depth);
    draw_text_in(ui->list, rect_cut_left(r, ui_text_width(ui, small, deep)), ALIGN_LEFT, small, ui->theme->faint, deep);
}

static void draw_tree(const Line *l) {
    Ui *ui = l->ui;
    const Theme *t = ui->theme;
    Rect r = {l->s->tree.x, l->rect.y, l->s->tree.w, l->rect.h};
    bool narrow = r.w < ui_px(ui, NARROW);
    draw_indent(l, &r);
    TextStyle bold = ui_style(ui, FONT_BOLD, TEXT_SIZE), small = ui_style(ui, FONT_UI, SMALL_SIZE);
    if (l->group)
        rect_cut_left(&r, draw_times(l, r));
    Str channel = water_channel(l->s->view, l->row), label = label_of(l);
    int want = ui_text_width(ui, bold, channel), most = label.len && !narrow ? r.w * 7 / 10 : r.w;
    Rect name = rect_cut_left(&r, want < most ? want + 1 : most);
    bool match = search_active(ui) && l->s->water->lit[l->row];
    ui_text_cut(ui, name, bold, match ? t->accent : l->lit ? t->text : t->faint, channel);
    rect_cut_left(&r, ui_px(ui, 8));
    if (r.w >= ui_px(ui, LEAST_LABEL))
        ui_text_cut(ui, r, small, l->lit ? t->muted : t->faint, label);
}

/* ---- bar ---- */

static Rect bar_rect(const Line *l, int x0, int x1) {
    const Rect b = l->s->bars;
    int left = x0 < b.x - 8 ? b.x - 8 : x0, right = x1 > b.x + b.w + 8 ? b.x + b.w + 8 : x1;
    int least = ui_px(l->ui, 2);
    if (right - left < least)
        right = left + least;
    return rect_centred((Rect){left, l->rect.y, right - left, l->rect.h}, right - left, ui_px(l->ui, BAR));
}

static Color bar_color(const Line *l) {
    Color c = water_color(l->s, l->row);
    return l->lit ? c : ui_dim(c, l->ui->theme->background, 0.3);
}

/* The first member of a group at or behind `at` that starts at or after a time. */
static uint32_t first_from(const Line *l, uint32_t at, uint32_t end, double time) {
    const Water *water = l->s->water;
    while (at < end) {
        uint32_t mid = at + (end - at) / 2;
        if (waterfall_row(l->s->w, water->members[mid]).operation->start < time)
            at = mid + 1;
        else
            end = mid;
    }
    return at;
}

/* Like siblings in one row: each its own bar, merged where they touch. Costs what the row has pixels, not what the group has rows. */
static void draw_group(const Line *l) {
    const WaterScene *s = l->s;
    const Water *water = s->water;
    const WaterfallRepeat *repeat = &s->w->repeats[l->r.repeat];
    uint32_t at = water->member_first[l->r.repeat], end = water->member_first[l->r.repeat + 1];
    double from = s->flame->viewport.shown.from - repeat->max;
    int edge = s->bars.x + s->bars.w;
    while ((at = first_from(l, at, end, from)) < end) {
        const Operation *o = waterfall_row(s->w, water->members[at]).operation;
        Rect bar = bar_rect(l, water_x(s, o->start), water_x(s, o->end));
        if (bar.x > edge)
            return;
        draw_rect(l->ui->list, bar, bar_color(l));
        from = s->flame->viewport.shown.from +
               (bar.x + bar.w + 1 - s->bars.x) / s->scale; /* what begins under it is covered */
        at++;
    }
}

/* What has no end or no start is a hollow mark, so that nobody takes it for a short operation. */
static void draw_open_mark(const Line *l) {
    Ui *ui = l->ui;
    int side = ui_px(ui, 9);
    Rect mark = rect_centred((Rect){l->x0 - side / 2, l->rect.y, side, l->rect.h}, side, side);
    draw_round_outline(ui->list, mark, side / 2, ui_px(ui, 2), bar_color(l));
    if (!l->o->no_start) /* it went on: a dotted line to the right */
        for (int i = 0; i < 5; i++)
            draw_rect(ui->list,
                      (Rect){mark.x + side + ui_px(ui, 3 + 5 * i), mark.y + side / 2, ui_px(ui, 2), ui_px(ui, 1)},
                      bar_color(l));
}

static bool is_slow(const WaterfallRow *row) {
    return row->flags & (WATERFALL_SLOW | WATERFALL_SLOW_SELF);
}

static void draw_bar(const Line *l) {
    Ui *ui = l->ui;
    if (l->group) {
        draw_group(l);
        return;
    }
    if (l->o->status == OPERATION_INCOMPLETE) {
        draw_open_mark(l);
        return;
    }
    Rect bar = bar_rect(l, l->x0, l->x1);
    if (is_slow(&l->r) && l->lit)
        draw_round_outline(ui->list, rect_inset(bar, -ui_px(ui, 2.5), -ui_px(ui, 2.5)), ui_px(ui, RADIUS + 2),
                           ui_px(ui, 1.5), ui->theme->accent);
    int radius = ui_px(ui, RADIUS);
    draw_round(ui->list, bar, bar.w < 2 * radius ? bar.w / 2 : radius, bar_color(l));
}

/* The first stretch of a row, at or behind `at`, that ends after a time. */
static uint32_t segment_from(const Line *l, uint32_t at, uint32_t end, double time) {
    while (at < end) {
        uint32_t mid = at + (end - at) / 2;
        if (l->s->w->segments[l->s->water->segments[mid]].to <= time)
            at = mid + 1;
        else
            end = mid;
    }
    return at;
}

/* The own time on the critical path, as a line along the bar. */
static void draw_path(const Line *l) {
    const WaterScene *s = l->s;
    const Water *water = s->water;
    if (water->hide_path || l->group || !(l->r.flags & WATERFALL_CRITICAL))
        return;
    Rect bar = bar_rect(l, l->x0, l->x1);
    int h = ui_px(l->ui, 2), edge = s->bars.x + s->bars.w;
    uint32_t at = water->segment_first[l->row], end = water->segment_first[l->row + 1];
    double from = s->flame->viewport.shown.from;
    while ((at = segment_from(l, at, end, from)) < end) {
        const WaterfallSegment *segment = &s->w->segments[water->segments[at]];
        Rect part = bar_rect(l, water_x(s, segment->from), water_x(s, segment->to));
        if (part.x > edge)
            return;
        draw_rect(l->ui->list, (Rect){part.x, bar.y + bar.h - h, part.w, h},
                  l->lit ? l->ui->theme->text : l->ui->theme->faint);
        from = s->flame->viewport.shown.from + (part.x + part.w - s->bars.x) / s->scale;
        at++;
    }
}

/* ---- words beside the bar ---- */

/* The first facts, as many as there is room for. */
static Str mark_text(const Line *l, TextStyle style, int room) {
    Ui *ui = l->ui;
    Arena *arena = ui->frame->arena;
    const Waterfall *w = l->s->w;
    Str facts[4] = {0};
    if (l->r.flags & WATERFALL_SLOW)
        facts[0] = ui_format(ui, "P%g", w->options.percentile);
    if (l->r.flags & WATERFALL_SLOW_SELF) {
        Str self = unit_format(arena, l->s->view->unit, l->r.self);
        facts[1] = l->r.self >= l->s->water->slowest_self ? STR("slowest by own time") : STR("slow by own time");
        facts[2] = self;
    }
    if ((l->r.flags & WATERFALL_CRITICAL) && facts[1].len)
        facts[3] = STR("on the critical path");
    Str text = {0};
    for (size_t n = 4; n > 0; n--) {
        text = ui_facts(ui, facts, n);
        if (ui_text_width(ui, style, text) <= room)
            break;
    }
    return text;
}

static Str state_text(const Line *l) {
    Ui *ui = l->ui;
    if (l->o->status == OPERATION_ERROR) {
        Str error = intern_str(l->s->view->document->frames.strings, l->o->error);
        return error.len ? ui_format(ui, "error: %.*s", (int)(error.len < 200 ? error.len : 200), error.data)
                         : STR("error");
    }
    if (l->o->status == OPERATION_INCOMPLETE)
        return l->o->no_start ? STR("no start") : STR("no end");
    return (Str){0};
}

static int left_of_bar(const Line *l) {
    const Rect b = l->s->bars;
    return (l->x0 < b.x + b.w ? l->x0 : b.x + b.w) - ui_px(l->ui, 9);
}

static int right_of_bar(const Line *l, int used) {
    return (l->x1 > l->s->bars.x ? l->x1 : l->s->bars.x) + ui_px(l->ui, 9) + used;
}

/* Right of the bar where there is room, else left of it. */
static void draw_words(const Line *l, Str text, TextStyle style, Color color, int used) {
    Ui *ui = l->ui;
    const Rect b = l->s->bars;
    if (!text.len)
        return;
    int w = ui_text_width(ui, style, text), right = right_of_bar(l, used), left = left_of_bar(l) - w;
    Rect r = {right, l->rect.y, l->words_end - right, l->rect.h};
    if (w > r.w && left >= b.x)
        r = (Rect){left, l->rect.y, w + 1, l->rect.h};
    if (r.w > ui_px(ui, 24))
        ui_text_cut(ui, r, style, color, text);
}

static void draw_marks(const Line *l) {
    Ui *ui = l->ui;
    const Theme *t = ui->theme;
    if (!l->lit || l->group || l->x1 < l->s->bars.x - ui_px(ui, 200) || l->x0 > l->s->bars.x + l->s->bars.w)
        return;
    TextStyle bold = ui_style(ui, FONT_BOLD, SMALL_SIZE), plain = ui_style(ui, FONT_UI, SMALL_SIZE);
    Str state = state_text(l);
    bool open = l->o->status == OPERATION_INCOMPLETE;
    int used = open ? ui_px(ui, 30) : 0;
    draw_words(l, state, plain, l->o->status == OPERATION_ERROR ? t->bad : t->muted, used);
    used += state.len ? ui_text_width(ui, plain, state) + ui_px(ui, 12) : 0;
    int room = l->words_end - right_of_bar(l, used), before = left_of_bar(l) - l->s->bars.x;
    draw_words(l, mark_text(l, bold, room > before ? room : before), bold, t->accent, used);
}

/* ---- lines ---- */

static Str duration_text(const Line *l) {
    double value = l->group ? l->s->w->repeats[l->r.repeat].total : operation_duration(l->o);
    bool open = l->o->status == OPERATION_INCOMPLETE && !l->group;
    return open ? STR("–") : unit_format(l->ui->frame->arena, l->s->view->unit, value);
}

static void draw_duration(const Line *l) {
    Ui *ui = l->ui;
    Rect r = {l->s->durations.x, l->rect.y, l->s->durations.w, l->rect.h};
    if (r.w <= 0)
        return;
    rect_cut_right(&r, ui_px(ui, SIDE));
    ui_text(ui, r, ALIGN_RIGHT, TEXT_SIZE, l->lit ? ui->theme->text : ui->theme->faint, duration_text(l));
}

/* Words beside a bar may reach into the column of durations, as far as the duration leaves it free. */
static int end_of_words(const Line *l) {
    const WaterScene *s = l->s;
    int w = ui_text_width(l->ui, ui_style(l->ui, FONT_UI, TEXT_SIZE), duration_text(l)) + ui_px(l->ui, SIDE + 16);
    return s->bars.x + s->bars.w + (s->durations.w > w ? s->durations.w - w : 0);
}

static void draw_line(const WaterScene *s, uint32_t line) {
    Ui *ui = s->ui;
    uint32_t row = s->water->lines[line];
    Line l = {.s = s, .ui = ui, .row = row, .r = waterfall_row(s->w, row)};
    l.o = l.r.operation;
    l.rect = (Rect){s->list.x, water_y(s, line), s->list.w, s->row};
    l.lit = !water_asks(ui, s->water) || s->water->lit[row];
    l.group = water_is_group(s->water, s->w, row);
    l.x0 = water_x(s, l.o->start);
    l.x1 = water_x(s, l.o->end);
    if (row == s->water->selected)
        draw_rect(ui->list, l.rect, ui->theme->raised);
    else if (row == s->water->hover)
        draw_rect(ui->list, l.rect, color_mix(ui->theme->background, ui->theme->raised, 0.5));
    int ring = ui_px(ui, 4); /* of a bar that begins at the edge */
    draw_push_clip(ui->list, (Rect){s->bars.x - ring, s->bars.y, s->bars.w + 2 * ring, s->bars.h});
    draw_bar(&l);
    draw_path(&l);
    draw_pop_clip(ui->list);
    l.words_end = end_of_words(&l);
    draw_push_clip(ui->list, (Rect){s->bars.x, s->bars.y, l.words_end - s->bars.x, s->bars.h});
    draw_marks(&l);
    draw_pop_clip(ui->list);
    draw_push_clip(ui->list, s->tree);
    draw_tree(&l);
    draw_pop_clip(ui->list);
    draw_duration(&l);
}

void water_draw_rows(const WaterScene *s) {
    uint32_t first = (uint32_t)(s->flame->scroll / s->row);
    uint64_t drawn = 0;
    for (uint32_t line = first; line < s->water->line_count && water_y(s, line) < s->list.y + s->list.h;
         line++, drawn++)
        draw_line(s, line);
    s->flame->drawn = drawn;
    s->flame->culled = s->w->count - drawn;
}
