/* What is known of the frame under the pointer, in the design's order: below the frame, else above it, never over it. */
#include <math.h>

#include "flame.h"
#include "layout/label.h"
#include "panels.h"

enum { WIDTH = 350, PAD = 14, LINE = 20, MOST_WIDTH = 520 };

typedef struct Tip {
    Ui *ui;
    const View *view;
    uint32_t node;
    FrameId frame;
    Rect r; /* what is left to fill */
} Tip;

static Rect line(Tip *tip, int height) {
    return rect_cut_top(&tip->r, ui_px(tip->ui, height));
}

static void add_measure(Tip *tip, const char *word, double value, double all, Color color) {
    Ui *ui = tip->ui;
    Rect r = line(tip, LINE);
    Arena *arena = ui->frame->arena;
    ui_text(ui, rect_cut_left(&r, ui_px(ui, 52)), ALIGN_LEFT, SMALL_SIZE, ui->theme->muted, str_from(word));
    int w = ui_px(ui, 76);
    Str text = unit_format(arena, tip->view->unit, value);
    int need = ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), text) + ui_px(ui, 4);
    ui_text(ui, rect_cut_left(&r, need > w ? need : w), ALIGN_LEFT, SMALL_SIZE, ui->theme->text, text);
    ui_text(ui, rect_cut_left(&r, ui_px(ui, 40)), ALIGN_RIGHT, SMALL_SIZE, ui->theme->text,
            percent_format(arena, value, all));
    rect_cut_left(&r, ui_px(ui, 14));
    Rect bar = rect_centred(r, r.w, ui_px(ui, 8));
    if (all > 0 && bar.w > ui_px(ui, 20))
        ui_share_bar(ui, bar, value / all, color);
}

/* What a share is of: the active time, as in the tables; idle time is a part of everything. */
static double whole_of(const Tip *tip) {
    const Frames *frames = &tip->view->document->frames;
    FrameKind kind = frames->list[tip->frame].kind;
    bool outside = kind == FRAME_IDLE || kind == FRAME_ROOT;
    return tip->view->hotspots && !outside ? tip->view->hotspots->active : tip->view->total;
}

static Str of_parent(const Tip *tip) {
    const Tree *tree = tip->view->tree;
    uint32_t parent = tree->parent[tip->node];
    Arena *arena = tip->ui->frame->arena;
    if (parent == TREE_NONE || !(tree->total[parent] > 0))
        return (Str){0};
    return str_format(arena, "%.*s of %.*s",
                      STR_ARG(percent_format(arena, tree->total[tip->node], tree->total[parent])),
                      STR_ARG(frame_name(&tip->view->document->frames, tree->frame[parent])));
}

/* "Everywhere: 41 calls · self 101.7 ms · total 101.7 ms" */
static Str everywhere(const Tip *tip) {
    const Hotspots *h = tip->view->hotspots;
    Arena *arena = tip->ui->frame->arena;
    uint32_t at = h ? h->row_of[tip->frame] : UINT32_MAX;
    if (at == UINT32_MAX)
        return (Str){0};
    const Hotspot *row = &h->rows[at];
    Str facts[3] = {
        str_format(arena, "self %.*s", STR_ARG(unit_format(arena, tip->view->unit, row->self))),
        str_format(arena, "total %.*s", STR_ARG(unit_format(arena, tip->view->unit, row->total))),
        {0},
    };
    uint64_t n = h->has_calls ? row->calls : row->samples_total;
    if (n)
        facts[2] = ui_count(tip->ui, n, h->has_calls ? "call" : "sample");
    bool one = tip->view->spec.track >= 0 && tip->view->document->tracks.count > 1;
    return str_format(arena, "%s: %.*s", one ? "In this track" : "Everywhere", STR_ARG(ui_facts(tip->ui, facts, 3)));
}

/* "Each: average 1.2 ms · P95 3.1 ms · longest 9 ms", where calls were measured one by one. */
static Str each_call(const Tip *tip) {
    const Hotspots *h = tip->view->hotspots;
    Arena *arena = tip->ui->frame->arena;
    uint32_t at = h && h->has_calls ? h->row_of[tip->frame] : UINT32_MAX;
    if (at == UINT32_MAX || h->rows[at].calls < 2 || !isfinite(h->rows[at].average))
        return (Str){0};
    Unit unit = tip->view->unit;
    return str_format(
        arena, "Each: average %.*s · P95 %.*s · longest %.*s", STR_ARG(unit_format(arena, unit, h->rows[at].average)),
        STR_ARG(unit_format(arena, unit, h->rows[at].p95)), STR_ARG(unit_format(arena, unit, h->rows[at].max)));
}

static Str styled_tip(const Tip *tip) {
    const TreeStyle *style = tip->view->tree->style;
    if (!style || !style->tooltip || !style->tooltip[tip->node])
        return (Str){0};
    return intern_str(tip->view->document->frames.strings, style->tooltip[tip->node] - 1);
}

static Str track_of(const Tip *tip) {
    const Document *d = tip->view->document;
    if (tip->view->spec.track < 0 || d->tracks.count < 2)
        return (Str){0};
    return d->tracks.data[tip->view->spec.track]->title;
}

typedef struct TipText {
    Str name, place, tip, parent, everywhere, each, track, crowd;
} TipText;

static int least_width(const Ui *ui, const TipText *t) {
    int most = ui_px(ui, WIDTH) - 2 * ui_px(ui, PAD);
    const struct {
        Str text;
        FontFace face;
        int size;
    } lines[] = {{t->name, FONT_BOLD, 14},       {t->place, FONT_MONO, SMALL_SIZE},    {t->tip, FONT_UI, SMALL_SIZE},
                 {t->each, FONT_UI, SMALL_SIZE}, {t->everywhere, FONT_UI, SMALL_SIZE}, {t->crowd, FONT_UI, SMALL_SIZE},
                 {t->track, FONT_UI, SMALL_SIZE}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int w = ui_text_width(ui, ui_style(ui, lines[i].face, lines[i].size), lines[i].text);
        most = w > most ? w : most;
    }
    int limit = ui_px(ui, MOST_WIDTH) - 2 * ui_px(ui, PAD);
    int w = (most < limit ? most : limit) + 2 * ui_px(ui, PAD), window = ui->frame->width - 2 * ui_px(ui, 6);
    return w < window ? w : window;
}

static int height_of(const Ui *ui, const TipText *t) {
    int lines = (t->tip.len > 0) + (t->everywhere.len > 0) + (t->each.len > 0) + (t->crowd.len > 0) +
                (t->track.len > 0) + (t->parent.len > 0);
    return 2 * ui_px(ui, 10) + ui_px(ui, 22) + (t->place.len ? ui_px(ui, LINE) : 0) + ui_px(ui, 6) +
           2 * ui_px(ui, LINE) + lines * ui_px(ui, LINE);
}

/* Where it begins in a column of the window from `from` to `to`; false when it has no room there. */
static bool above_or_below(Rect target, int gap, int h, int from, int to, int *y) {
    int below = target.y + target.h + gap, above = target.y - gap - h;
    bool fits_below = below >= from && below + h <= to;
    if (!fits_below && (above < from || above + h > to))
        return false;
    *y = fits_below ? below : above;
    return true;
}

/* Within the picture, then over what stands around it; beside the pointer, or cut, where the window is too low for both. */
Rect tooltip_place(const Ui *ui, Rect picture, Rect target, int w, int h) {
    int gap = ui_px(ui, 14), edge = ui_px(ui, 6);
    Rect window = {edge, edge, ui->frame->width - 2 * edge, ui->frame->height - 2 * edge};
    Rect r = {ui->x + gap, 0, w, h};
    if (r.x + w > window.x + window.w)
        r.x = ui->x - gap - w;
    bool beside = r.x >= window.x && r.x + w <= window.x + window.w;
    if (!beside)
        r.x = (int)ui_clamp(r.x, window.x, window.x + window.w - w);
    if (above_or_below(target, edge, h, picture.y, picture.y + picture.h, &r.y) ||
        above_or_below(target, edge, h, window.y, window.y + window.h, &r.y))
        return r;
    int middle = ui->y - h / 2;
    r.y = beside ? (int)ui_clamp(middle, window.y, window.y + window.h - h) : target.y - gap - h;
    r.y = r.y > window.y ? r.y : window.y; /* the name is at the top */
    return r;
}

static void draw_lines(Tip *tip, const TipText *t) {
    Ui *ui = tip->ui;
    const Theme *theme = ui->theme;
    const Tree *tree = tip->view->tree;
    ui_name_cut(ui, line(tip, 22), ui_style(ui, FONT_BOLD, 14), theme->text, t->name);
    if (t->place.len) {
        TextStyle mono = ui_style(ui, FONT_MONO, SMALL_SIZE);
        Rect r = line(tip, LINE);
        draw_text_in(ui->list, r, ALIGN_LEFT, mono, theme->muted,
                     label_fit_path(ui->frame->arena, ui->list->metrics, mono, t->place, r.w));
    }
    if (t->tip.len)
        ui_text_cut(ui, line(tip, LINE), ui_style(ui, FONT_UI, SMALL_SIZE), theme->text, t->tip);
    line(tip, 6);
    add_measure(tip, "Self", tree->self[tip->node], whole_of(tip), theme->accent);
    add_measure(tip, "Total", tree->total[tip->node], whole_of(tip), theme->total);
    const Str rest[] = {t->parent, t->everywhere, t->each, t->crowd, t->track};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        if (rest[i].len)
            ui_text_cut(ui, line(tip, LINE), ui_style(ui, FONT_UI, SMALL_SIZE), theme->muted, rest[i]);
}

void tooltip_bubble(Ui *ui, Rect r) {
    int radius = ui_px(ui, 7);
    Rect below = {r.x, r.y + ui_px(ui, 5), r.w, r.h};
    draw_shadow(ui->list, below, radius, ui_px(ui, 16), (Color){0, 0, 0, ui->theme->light ? 44 : 72});
    draw_next_layer(ui->list);
    draw_round(ui->list, r, radius, ui->theme->bubble);
    draw_round_outline(ui->list, r, radius, ui_px(ui, 1), ui->theme->hairline);
}

void tooltip_draw(Ui *ui, Tab *tab) {
    if (ui->hover.node == TREE_NONE || ui->overlay != OVERLAY_NONE || (ui->is_captured && ui->dragged))
        return;
    const View *view = flame_view(&tab->flames[ui->hover_kind], ui->hover);
    if (!view)
        return;
    Tip tip = {.ui = ui, .view = view, .node = ui->hover.node, .frame = view->tree->frame[ui->hover.node]};
    Arena *arena = ui->frame->arena;
    const Frames *frames = &view->document->frames;
    TipText text = {
        .name = frame_name(frames, tip.frame),
        .place = frame_place(arena, frames, tip.frame, true),
        .tip = styled_tip(&tip),
        .parent = of_parent(&tip),
        .everywhere = everywhere(&tip),
        .each = each_call(&tip),
        .track = track_of(&tip),
    };
    if (ui->hover_box.count > 1)
        text.crowd = str_format(arena, "the longest of %.*s frames here, together %.*s",
                                STR_ARG(count_format(arena, ui->hover_box.count)),
                                STR_ARG(unit_format(arena, view->unit, ui->hover_box.sum)));
    const Flame *flame = &tab->flames[ui->hover_kind];
    const Lane *lane = flame_lane(flame, ui->hover.lane);
    Rect target = lane ? flame_box_rect(ui, lane, &ui->hover_box) : (Rect){ui->x, ui->y, 0, 0};
    Rect r = tooltip_place(ui, flame->area, target, least_width(ui, &text), height_of(ui, &text));
    draw_next_layer(ui->list);
    tooltip_bubble(ui, r);
    tip.r = rect_inset(r, ui_px(ui, PAD), ui_px(ui, 10));
    draw_push_clip(ui->list, r);
    draw_lines(&tip, &text);
    draw_pop_clip(ui->list);
}
