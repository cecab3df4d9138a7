/* The bar at the bottom: what is under the pointer, and what the picture holds. */
#include "do.h"
#include "flame.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "ui/command.h"
#include "ui/keymap.h"
#include "views.h"

static Str of_function(Ui *ui, const View *view, FrameId frame) {
    Arena *arena = ui->frame->arena;
    Str place = frame_place(arena, &view->document->frames, frame, false);
    Str name = frame_name(&view->document->frames, frame);
    Text text = text_new(arena);
    text_add(&text, name);
    if (place.len)
        text_addf(&text, " — %.*s", STR_ARG(place));
    return text_str(&text);
}

static Str with_share(Ui *ui, const char *word, const View *view, double value) {
    Arena *arena = ui->frame->arena;
    Str text = unit_format(arena, view->unit, value), share = percent_format(arena, value, view->hotspots->active);
    return share.len ? str_format(arena, "%s %.*s (%.*s)", word, STR_ARG(text), STR_ARG(share))
                     : str_format(arena, "%s %.*s", word, STR_ARG(text));
}

/* Two columns: who, and its sums everywhere. */
static void draw_function(Ui *ui, Rect r, const View *view, FrameId frame) {
    Str who = of_function(ui, view, frame), sums = {0};
    uint32_t row = view->hotspots ? view->hotspots->row_of[frame] : UINT32_MAX;
    if (row != UINT32_MAX)
        sums = str_format(ui->frame->arena, "%.*s   %.*s",
                          STR_ARG(with_share(ui, "self", view, view->hotspots->rows[row].self)),
                          STR_ARG(with_share(ui, "total", view, view->hotspots->rows[row].total)));
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int w = ui_text_width(ui, style, sums), gap = ui_px(ui, 18);
    int want = ui_text_width(ui, style, who);
    Rect left = r;
    if (w + gap < r.w / 2 || want + gap + w < r.w) {
        left.w = want + gap + w < r.w ? want : r.w - gap - w;
        Rect right = {left.x + left.w + gap, r.y, w + 1, r.h};
        draw_text_in(ui->list, right, ALIGN_LEFT, style, ui->theme->muted, sums);
    }
    ui_text_cut(ui, left, style, ui->theme->muted, who);
}

static Str crowd_text(Ui *ui, const View *view, const Box *box) {
    Arena *arena = ui->frame->arena;
    return str_format(arena, "%.*s frames below a pixel, together %.*s; the longest is %.*s",
                      STR_ARG(count_format(arena, box->count)), STR_ARG(unit_format(arena, view->unit, box->sum)),
                      STR_ARG(frame_name(&view->document->frames, view->tree->frame[box->node])));
}

/* The words of the command under the pointer, with its key: "Light or dark theme (T)". */
static Str hint(Ui *ui) {
    const Region *region = ui->inside && !ui->is_captured ? hot_at(ui, ui->x, ui->y) : NULL;
    Str args = {0};
    const Command *command = region && region->command.len ? command_find(region->command, &args) : NULL;
    char word[32] = "";
    int view = command && command->run == do_view ? views_find(args) : -1;
    if (view >= 0)
        return ui_format(ui, "%.*s (%s)", STR_ARG(views_label(ui_tab(ui), view)), views_key(view, word, sizeof word));
    for (int i = 0; command && i < keymap_count() && !word[0]; i++)
        if (str_is(region->command, keymap_at(i)->line))
            keymap_word(keymap_at(i), word, sizeof word);
    if (!command || !command->label[0])
        return (Str){0};
    return word[0] ? ui_format(ui, "%s (%s)", command->label, word) : str_from(command->label);
}

static void draw_left(Ui *ui, Tab *tab, Rect r) {
    const UiView *shown = views_at(tab->view);
    Flame *flame = ui->hover.node != TREE_NONE ? &tab->flames[ui->hover_kind] : flame_current(ui);
    Str own = shown->status ? shown->status(ui, tab, true) : (Str){0};
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    NodeRef ref = flame ? (ui->hover.node != TREE_NONE ? ui->hover : flame_subject(ui, flame)) : NODE_NONE;
    const View *view = flame ? flame_view(flame, ref) : NULL;
    const View *table = tab_view_now(tab, tab_spec(tab, VIEW_HOTSPOTS));
    bool sandwich = str_is(str_from(shown->name), "sandwich") && table && tab->function < tab->document->frames.count;
    if (ui->now < ui->message_until)
        ui_middle_cut(ui, r, style, ui->theme->text, str_from(ui->message)); /* a path tells by both its ends */
    else if (view && node_is(ref, ui->hover) && ui->hover_box.count > 1)
        ui_text_cut(ui, r, style, ui->theme->muted, crowd_text(ui, view, &ui->hover_box));
    else if (view)
        draw_function(ui, r, view, view->tree->frame[ref.node]);
    else if (sandwich && !hint(ui).len && !search_active(ui)) /* what it is about */
        draw_function(ui, r, table, tab->function);
    else if (hint(ui).len)
        ui_text_cut(ui, r, style, ui->theme->muted, hint(ui));
    else if (search_active(ui) || ui->search.error.len)
        ui_text_cut(ui, r, style, ui->theme->muted, search_summary(ui, tab, true));
    else
        ui_text_cut(ui, r, style, ui->theme->muted, own);
}

static Str progress_text(Ui *ui, const Tab *tab) {
    const UiProgress *p = &tab->progress;
    if (!tab->loading)
        return (Str){0};
    if (!p->total)
        return STR("reading");
    return ui_format(ui, "reading, %.*s · Esc keeps what is there",
                     STR_ARG(percent_format(ui->frame->arena, (double)p->done, (double)p->total)));
}

static Str picture_text(Ui *ui, const Tab *tab, const Flame *flame) {
    Arena *arena = ui->frame->arena;
    if (!flame->lanes.count)
        return (Str){0};
    const View *view = flame->lanes.data[0].view;
    uint64_t samples = 0, nodes = 0;
    for (size_t i = 0; i < flame->lanes.count; i++) {
        samples += flame->lanes.data[i].view->samples;
        nodes += flame->lanes.data[i].view->tree->count;
    }
    Str facts[8] = {progress_text(ui, tab)};
    int n = 1;
    facts[n++] = unit_format(arena, view->unit,
                             flame->lanes.count == 1 ? view->total : flame->viewport.all.to - flame->viewport.all.from);
    if (samples && view->unit.kind != UNIT_SAMPLES)
        facts[n++] = ui_count(ui, samples, "sample");
    facts[n++] = ui_count(ui, nodes, "frame");
    facts[n++] = str_format(arena, "drew %.*s%s%.*s, culled %.*s", STR_ARG(count_format(arena, flame->drawn)),
                            flame->merged ? ", merged " : "",
                            STR_ARG(flame->merged ? count_format(arena, flame->merged) : (Str){0}),
                            STR_ARG(count_format(arena, flame->culled)));
    if (ui->frame->last_ms > 0)
        facts[n++] = str_format(arena, "drawn in %.1f ms", ui->frame->last_ms);
    return ui_facts(ui, facts, (size_t)n);
}

static Str right_text(Ui *ui, Tab *tab) {
    const UiView *table = views_at(tab->view);
    Str own = table->status ? table->status(ui, tab, false) : (Str){0};
    Flame *flame = flame_current(ui);
    if (own.len)
        return own;
    if (search_active(ui) && ui->field == FIELD_SEARCH)
        return STR("F3 next · Shift F3 previous · Esc leaves the field");
    if (flame && flame->selected.node != TREE_NONE && flame_view(flame, flame->selected))
        return STR("Esc back · Enter focus · ←→ neighbours · ↑↓ depth");
    return flame ? picture_text(ui, tab, flame) : progress_text(ui, tab);
}

static int draw_notes(Ui *ui, const Tab *tab, Rect r) {
    size_t n = notes_warnings(&tab->document->notes);
    if (!n && !tab->document->notes.count)
        return 0;
    Str text = n ? ui_format(ui, "%zu warning%s", n, n == 1 ? "" : "s")
                 : ui_format(ui, "%zu note%s", tab->document->notes.count, tab->document->notes.count == 1 ? "" : "s");
    int icon = ui_px(ui, 18), w = ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), text) + icon;
    Rect box = {r.x + r.w - w, r.y, w, r.h};
    bool over = hot_command(ui, box, STR("notes"));
    Color color = n ? ui->theme->accent : over ? ui->theme->text : ui->theme->muted;
    Rect at = rect_cut_left(&box, icon);
    draw_icon(ui->list, ICON_WARN, rect_centred(at, ui_px(ui, 13), ui_px(ui, 13)), color);
    ui_text(ui, box, ALIGN_RIGHT, SMALL_SIZE, over ? ui->theme->text : color, text);
    return w + ui_px(ui, 14);
}

/* From the right: the last link first. Returns the width taken. */
static int draw_links(Ui *ui, const UiLink *links, Rect r) {
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int n = 0, all = 0, gap = ui_px(ui, 16);
    while (links && links[n].label)
        all += ui_text_width(ui, style, str_from(links[n++].label)) + gap;
    if (all > r.w / 2)
        return 0;
    for (int i = n - 1; i >= 0; i--) {
        Str label = str_from(links[i].label);
        Rect box = rect_cut_right(&r, ui_text_width(ui, style, label));
        bool over = hot_command(ui, box, str_from(links[i].command));
        draw_text_in(ui->list, box, ALIGN_LEFT, style, over ? ui->theme->text : ui->theme->muted, label);
        Rect dot = rect_cut_right(&r, gap);
        if (i)
            draw_text_in(ui->list, dot, ALIGN_CENTRE, style, ui->theme->faint, STR("·"));
    }
    return all;
}

void statusbar_draw(Ui *ui, Tab *tab, Rect r) {
    draw_rect(ui->list, r, ui->theme->panel);
    draw_rect(ui->list, rect_cut_top(&r, ui_px(ui, 1)), ui->theme->hairline);
    r = rect_inset(r, ui_px(ui, SIDE), 0);
    if (!tab->document) {
        ui_text(ui, r, ALIGN_LEFT, SMALL_SIZE, ui->theme->muted, tab->progress.format_label);
        if (tab->loading && r.w > ui_px(ui, 460))
            ui_text(ui, r, ALIGN_RIGHT, SMALL_SIZE, ui->theme->muted, STR("Esc cancels; what is open stays open"));
        return;
    }
    r.w -= draw_notes(ui, tab, r);
    r.w -= draw_links(ui, views_at(tab->view)->links, r);
    Str right = right_text(ui, tab);
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int w = ui_text_width(ui, style, right);
    if (w < r.w * 6 / 10) {
        draw_text_in(ui->list, r, ALIGN_RIGHT, style, ui->theme->muted, right);
        r.w -= w + ui_px(ui, 20);
    }
    draw_left(ui, tab, r);
}
