/* Hot regions of the last frame, and how pointer events find them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "hot.h"
#include "widget.h"

static bool add(Ui *ui, Region region) {
    region.rect = rect_meet(region.rect, draw_clip(ui->list));
    if (rect_is_empty(region.rect))
        return false;
    region.layer = ui->layer;
    array_push(ui->scene, &ui->regions, region);
    return hot_over(ui, region.rect);
}

bool hot_command(Ui *ui, Rect r, Str command) {
    return add(ui, (Region){.rect = r, .command = command, .cursor = CURSOR_HAND});
}

bool hot_commandf(Ui *ui, Rect r, const char *format, ...) {
    char line[256];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return hot_command(ui, r, str_copy(ui->scene, str_from(line)));
}

bool hot_pointer(Ui *ui, Rect r, PointerFn fn, int part, UiCursor cursor) {
    return add(ui, (Region){.rect = r, .pointer = fn, .part = part, .cursor = cursor});
}

void hot_block(Ui *ui, Rect r) {
    add(ui, (Region){.rect = r, .cursor = CURSOR_ARROW});
}

void hot_next_layer(Ui *ui) {
    ui->layer++;
}

bool hot_over(const Ui *ui, Rect r) {
    return ui->inside && ui->layer >= ui->top_layer && rect_has(r, ui->x, ui->y);
}

const Region *hot_at(const Ui *ui, int x, int y) {
    for (size_t i = ui->regions.count; i-- > 0;) {
        const Region *region = &ui->regions.data[i];
        if (region->layer == ui->top_layer && rect_has(region->rect, x, y))
            return region;
    }
    return NULL;
}

static Pointer pointer_of(const Ui *ui, const Input *input, PointerWhat what, const Region *region) {
    return (Pointer){
        .what = what,
        .x = input->x,
        .y = input->y,
        .from_x = ui->down_x,
        .from_y = ui->down_y,
        .last_x = ui->last_x,
        .last_y = ui->last_y,
        .dx = input->dx,
        .dy = input->dy,
        .button = ui->is_captured ? ui->button : input->button,
        .clicks = ui->is_captured ? ui->clicks : input->clicks,
        .mods = input->mods,
        .rect = region->rect,
        .part = region->part,
        .dragged = ui->dragged,
        .now = ui->now,
    };
}

static void tell(Ui *ui, const Input *input, PointerWhat what, const Region *region) {
    Pointer pointer = pointer_of(ui, input, what, region);
    if (region->pointer)
        region->pointer(ui, &pointer);
}

static bool press(Ui *ui, const Input *input) {
    const Region *region = hot_at(ui, input->x, input->y);
    ui->down_x = ui->last_x = input->x;
    ui->down_y = ui->last_y = input->y;
    ui->dragged = false;
    if (!region)
        return false;
    ui->captured = *region;
    arena_reset(ui->press_arena); /* frames may be drawn, and the scene go, before the button comes up */
    ui->captured.command = str_copy(ui->press_arena, region->command);
    ui->is_captured = true;
    ui->button = input->button;
    ui->clicks = input->clicks;
    tell(ui, input, POINTER_DOWN, &ui->captured);
    return true;
}

static bool move(Ui *ui, const Input *input) {
    if (!ui->is_captured)
        return false;
    int slack = ui_px(ui, 4);
    if (abs(input->x - ui->down_x) > slack || abs(input->y - ui->down_y) > slack)
        ui->dragged = true;
    tell(ui, input, POINTER_DRAG, &ui->captured);
    ui->last_x = input->x;
    ui->last_y = input->y;
    return true;
}

/* The region is copied first: a command may draw the ground from under it. */
static bool release(Ui *ui, const Input *input) {
    if (!ui->is_captured || input->button != ui->button)
        return false;
    Region region = ui->captured;
    char line[512];
    int len = snprintf(line, sizeof line, "%.*s", STR_ARG(region.command));
    tell(ui, input, POINTER_UP, &region);
    bool click = !ui->dragged && rect_has(region.rect, input->x, input->y);
    if (click && region.pointer)
        tell(ui, input, POINTER_CLICK, &region);
    ui->is_captured = false;
    if (click && len > 0 && ui->button == BUTTON_LEFT) {
        Err err = {0};
        if (!ui_command(ui, str_from(line), ui->now, &err))
            ui_say(ui, "%s", err.message);
    }
    return true;
}

bool hot_input(Ui *ui, const Input *input) {
    switch (input->kind) {
    case INPUT_DOWN:
        return press(ui, input);
    case INPUT_UP:
        return release(ui, input);
    case INPUT_MOVE:
        return move(ui, input);
    case INPUT_WHEEL: {
        const Region *region = hot_at(ui, input->x, input->y);
        if (!region || !region->pointer)
            return false;
        Region copy = *region;
        tell(ui, input, POINTER_WHEEL, &copy);
        return true;
    }
    default:
        return false;
    }
}
