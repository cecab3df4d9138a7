/* Commands that take something along: names, rows, errors, the source. */
#include <math.h>

#include "do.h"
#include "flame.h"
#include "panels.h"
#include "report/safe.h"
#include "tab.h"
#include "report/report.h"
#include "views.h"
#include "water.h"

FrameId ui_subject(Ui *ui, const View **view) {
    Tab *tab = ui_tab(ui);
    Flame *flame = flame_current(ui);
    const View *waterfall = water_current(ui);
    if (waterfall) {
        uint32_t row = tab->water.of == waterfall->waterfall ? tab->water.selected : WATERFALL_NONE;
        *view = row == WATERFALL_NONE ? NULL : waterfall;
        return *view ? waterfall_row(waterfall->waterfall, row).operation->frame : FRAME_NONE;
    }
    if (flame) {
        NodeRef ref = flame_subject(ui, flame);
        *view = flame_view(flame, ref);
        return *view ? (*view)->tree->frame[ref.node] : FRAME_NONE;
    }
    *view = tab_view_now(tab, tab_spec(tab, VIEW_HOTSPOTS));
    if (!*view || tab->cursor >= tab->row_count)
        return FRAME_NONE;
    return (*view)->hotspots->rows[tab->rows[tab->cursor]].frame;
}

static bool copy(Ui *ui, Str text, const char *what) {
    ui_ask(ui, (UiRequest){.kind = UI_COPY, .text = text});
    ui_say(ui, "copied %s", what);
    return true;
}

/* The whole waterfall as a page for a review. */
static bool copy_waterfall(Ui *ui, const View *view) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Out out = out_text(&text);
    report_waterfall(&out, REPORT_MD, view, 60);
    copy(ui, text_str(&text), "the waterfall as Markdown");
    arena_free(arena);
    return true;
}

static bool copy_operation(Ui *ui, const View *view, uint32_t row) {
    Arena *arena = arena_new();
    Str channel = water_channel(view, row), label = water_label(view, row);
    copy(ui, str_format(arena, "%.*s%s%.*s", STR_ARG(channel), label.len ? " " : "", STR_ARG(label)), "the operation");
    arena_free(arena);
    return true;
}

bool do_copy_name(Ui *ui, Str args, Err *err) {
    (void)args;
    const View *waterfall = water_current(ui);
    if (waterfall && ui_tab(ui)->water.selected != WATERFALL_NONE)
        return copy_operation(ui, waterfall, ui_tab(ui)->water.selected);
    const View *view = NULL;
    FrameId frame = ui_subject(ui, &view);
    if (frame == FRAME_NONE)
        return err_set(err, ERR_USAGE, "nothing is selected");
    return copy(ui, frame_name(&view->document->frames, frame), "the name");
}

bool do_copy_record(Ui *ui, Str args, Err *err) {
    (void)args;
    if (ui->overlay != OVERLAY_RECORD || !record_is_here(ui, ui_tab(ui)))
        return err_set(err, ERR_USAGE, "no record is shown");
    return copy(ui, record_text(ui, ui_tab(ui), ui->record[0], ui->record[1]), "the record");
}

static void add_value(Text *text, Arena *arena, const View *view, double value) {
    text_add(text, unit_format(arena, view->unit, value));
    text_addf(text, " (%.*s)", STR_ARG(percent_format(arena, value, view->hotspots->active)));
}

bool do_copy_row(Ui *ui, Str args, Err *err) {
    (void)args;
    const View *waterfall = water_current(ui);
    if (waterfall)
        return copy_waterfall(ui, waterfall);
    const View *view = NULL;
    FrameId frame = ui_subject(ui, &view);
    if (frame == FRAME_NONE || !view->hotspots || view->hotspots->row_of[frame] == UINT32_MAX)
        return err_set(err, ERR_USAGE, "nothing is selected");
    const Hotspot *row = &view->hotspots->rows[view->hotspots->row_of[frame]];
    Arena *arena = arena_new();
    Text text = text_new(arena);
    text_add_c(&text, "| Function | Source | Self | Total |\n|---|---|--:|--:|\n| ");
    text_add(&text, safe_code(arena, frame_name(&view->document->frames, frame)));
    text_add_c(&text, " | ");
    text_add(&text, safe_code(arena, frame_place(arena, &view->document->frames, frame, false)));
    text_add_c(&text, " | ");
    add_value(&text, arena, view, row->self);
    text_add_c(&text, " | ");
    add_value(&text, arena, view, row->total);
    text_add_c(&text, " |\n");
    copy(ui, text_str(&text), "a row of Markdown");
    arena_free(arena);
    return true;
}

bool do_copy_error(Ui *ui, Str args, Err *err) {
    (void)args;
    Tab *tab = ui_tab(ui);
    Arena *arena = arena_new();
    Text text = text_new(arena);
    text_addf(&text, "%.*s: ", STR_ARG(tab->path));
    if (tab->state == TAB_FAILED)
        text_add_c(&text, tab->error.message);
    text_add_char(&text, '\n');
    for (size_t i = 0; tab->document && i < tab->document->notes.count; i++) {
        text_add(&text, note_text(arena, &tab->document->notes.list[i]));
        text_add_char(&text, '\n');
    }
    copy(ui, text_str(&text), "the details");
    arena_free(arena);
    (void)err;
    return true;
}

bool do_edit(Ui *ui, Str args, Err *err) {
    (void)args;
    const View *view = NULL;
    FrameId frame = ui_subject(ui, &view);
    Str file = frame == FRAME_NONE ? STR("") : frame_file(&view->document->frames, frame);
    if (!file.len)
        return err_set(err, ERR_USAGE, "the file does not say where this function stands");
    ui_ask(ui, (UiRequest){.kind = UI_EDIT,
                           .text = file,
                           .number = view->document->frames.list[frame].line,
                           .document = view->document});
    return true;
}
