/* Draws, answers and types for the tests of ui/. */
#include "desk.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Desk desk_new(void) {
    Settings settings = {.text_scale = 1};
    Desk desk = {.arena = arena_new(), .frame_arena = arena_new(), .width = 1440, .height = 900, .scale = 1, .now = 10};
    desk.ui = ui_new(&settings);
    desk.metrics = text_metrics_plain();
    desk.log = text_new(desk.arena);
    return desk;
}

void desk_free(Desk *desk) {
    for (int i = 0; i < desk->view_count; i++)
        view_free(desk->views[i]);
    for (int i = 0; i < desk->document_count; i++)
        document_free(desk->documents[i]);
    ui_free(desk->ui);
    arena_free(desk->frame_arena);
    arena_free(desk->arena);
}

void desk_draw(Desk *desk) {
    arena_reset(desk->frame_arena);
    UiFrame frame = {.arena = desk->frame_arena,
                     .metrics = &desk->metrics,
                     .width = desk->width,
                     .height = desk->height,
                     .scale = desk->scale,
                     .unix_now = desk->unix_now,
                     .now = desk->now};
    desk->list = ui_draw(desk->ui, &frame, NULL);
    desk->frames++;
    text_add(&desk->log, ui_log(desk->ui, desk->frame_arena));
}

static void drop(Desk *desk, const View *view) {
    for (int i = 0; i < desk->view_count; i++)
        if (desk->views[i] == view) {
            view_free(desk->views[i]);
            desk->views[i] = desk->views[--desk->view_count];
            return;
        }
    ck_abort_msg("a view is dropped that is not there");
}

static bool answer(Desk *desk) {
    bool any = false;
    for (UiRequest r = ui_request(desk->ui); r.kind != UI_NOTHING; r = ui_request(desk->ui)) {
        if (r.kind == UI_BUILD) {
            ck_assert_int_lt(desk->view_count, 256);
            View *view = view_build(r.document, r.spec, NULL);
            desk->views[desk->view_count++] = view;
            ui_view_ready(desk->ui, r.tab, view, desk->now);
            any = true;
        } else if (r.kind == UI_DROP_VIEW) {
            drop(desk, r.view);
        } else if (r.kind != UI_SETTINGS && r.kind != UI_DROP_DOCUMENT) {
            r.text = str_copy(desk->arena, r.text);
            r.bytes = str_copy(desk->arena, r.bytes);
            desk->last = r;
        }
    }
    return any;
}

void desk_rest(Desk *desk) {
    for (int i = 0; i < 200; i++) {
        desk_draw(desk);
        bool any = answer(desk);
        if (!any && ui_wait(desk->ui, desk->now) > 0)
            return;
        desk->now += 0.016;
    }
    ck_abort_msg("the window never comes to rest");
}

uint32_t desk_open(Desk *desk, uint32_t tab, const char *name, const char *text) {
    Err err = {0};
    tab = ui_load_begin(desk->ui, tab, str_from(name), desk->now);
    Document *document = load_memory(str_from(name), str_from(text), NULL, &err);
    if (document) {
        desk->documents[desk->document_count++] = document;
        ui_load_document(desk->ui, tab, document, true, desk->now);
    } else {
        ui_load_failed(desk->ui, tab, str_from(name), &err, desk->now);
    }
    desk_rest(desk);
    return tab;
}

static void input(Desk *desk, Input in) {
    ui_input(desk->ui, &in, desk->now);
    answer(desk);
}

void desk_key(Desk *desk, uint32_t key, unsigned mods) {
    input(desk, (Input){.kind = INPUT_KEY, .key = key, .mods = mods});
    desk_rest(desk);
}

void desk_type(Desk *desk, const char *text) {
    for (size_t i = 0; text[i]; i++) {
        char c[2] = {text[i], 0};
        input(desk, (Input){.kind = INPUT_KEY, .key = (unsigned char)c[0]});
        input(desk, (Input){.kind = INPUT_TEXT, .text = str_from(c)});
    }
    desk_rest(desk);
}

void desk_move(Desk *desk, int x, int y) {
    input(desk, (Input){.kind = INPUT_MOVE, .x = x, .y = y});
    desk_rest(desk);
}

void desk_button(Desk *desk, int x, int y, int button) {
    input(desk, (Input){.kind = INPUT_DOWN, .x = x, .y = y, .button = button, .clicks = 1});
    input(desk, (Input){.kind = INPUT_UP, .x = x, .y = y, .button = button, .clicks = 1});
}

void desk_click(Desk *desk, int x, int y) {
    desk_button(desk, x, y, BUTTON_LEFT);
    desk_rest(desk);
}

void desk_drag(Desk *desk, int x, int y, int to_x, int to_y) {
    input(desk, (Input){.kind = INPUT_DOWN, .x = x, .y = y, .button = BUTTON_LEFT, .clicks = 1});
    for (int i = 1; i <= 4; i++)
        input(desk, (Input){.kind = INPUT_MOVE, .x = x + (to_x - x) * i / 4, .y = y + (to_y - y) * i / 4});
    input(desk, (Input){.kind = INPUT_UP, .x = to_x, .y = to_y, .button = BUTTON_LEFT, .clicks = 1});
    desk_rest(desk);
}

void desk_wheel(Desk *desk, int x, int y, float dy, unsigned mods) {
    input(desk, (Input){.kind = INPUT_WHEEL, .x = x, .y = y, .dy = dy, .mods = mods});
    desk_rest(desk);
}

bool desk_do(Desk *desk, const char *line) {
    bool done = ui_command(desk->ui, str_from(line), desk->now, NULL);
    desk_rest(desk);
    return done;
}

Rect desk_find(const Desk *desk, const char *s) {
    for (size_t l = 0; l < desk->list->layers.count; l++) {
        const DrawLayer *layer = &desk->list->layers.data[l];
        for (size_t i = 0; i < layer->shapes.count; i++)
            if (layer->shapes.data[i].kind == SHAPE_TEXT && str_starts(layer->shapes.data[i].text, s))
                return layer->shapes.data[i].rect;
    }
    return (Rect){0};
}

bool desk_sees(const Desk *desk, const char *s) {
    Rect r = desk_find(desk, s);
    return r.x || r.y || r.w;
}

const char *desk_logged(Desk *desk, const char *event, const char *key) {
    Str log = text_str(&desk->log), value = STR("");
    char head[64], name[64];
    snprintf(head, sizeof head, "{\"event\":\"%s\"", event);
    snprintf(name, sizeof name, "\"%s\":", key);
    for (size_t at = 0; at < log.len;) {
        size_t end = str_find(log, STR("\n"), at);
        Str line = str_slice(log, at, end == SIZE_MAX ? log.len : end);
        size_t from = str_starts(line, head) ? str_find(line, str_from(name), 0) : SIZE_MAX;
        if (from != SIZE_MAX) {
            from += strlen(name);
            bool quoted = line.data[from] == '"';
            size_t to = str_find(line, quoted ? STR("\"") : STR(","), from + 1);
            value = quoted ? str_slice(line, from + 1, to) : str_slice(line, from, to == SIZE_MAX ? line.len - 1 : to);
        }
        at = end == SIZE_MAX ? log.len : end + 1;
    }
    return str_c(desk->arena, value);
}
