/* JSON lines of what the window did. */
#include <math.h>

#include "flame.h"
#include "log.h"

static void add_string(Text *text, Str s) {
    text_add_char(text, '"');
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.data[i];
        if (c == '"' || c == '\\')
            text_addf(text, "\\%c", c);
        else if (c < 0x20)
            text_addf(text, "\\u%04x", c);
        else
            text_add_char(text, (char)c);
    }
    text_add_char(text, '"');
}

static void add_name(Text *text, const char *key, Str value) {
    text_addf(text, ",\"%s\":", key);
    add_string(text, value);
}

/* null when there is none. */
static void add_known(Text *text, const char *key, Str value) {
    if (value.len)
        add_name(text, key, value);
    else
        text_addf(text, ",\"%s\":null", key);
}

static void add_node(Text *text, const View *view, uint32_t node) {
    const Frames *frames = &view->document->frames;
    FrameId frame = view->tree->frame[node];
    text_addf(text, "\"node\":%u", node);
    add_name(text, "function", frame_name(frames, frame));
    add_known(text, "file", frame_file(frames, frame));
    if (frames->list[frame].line > 0)
        text_addf(text, ",\"line\":%d", frames->list[frame].line);
    else
        text_add_c(text, ",\"line\":null");
}

void log_hover(Ui *ui, const Lane *lane, const Box *box) {
    if (!lane || !box)
        return;
    const View *view = lane->view;
    const Tree *tree = view->tree;
    double factor = unit_json_factor(view->unit);
    Rect r = flame_box_rect(ui, lane, box);
    text_add_c(&ui->log, "{\"event\":\"hover\",");
    add_node(&ui->log, view, box->node);
    text_addf(&ui->log, ",\"self\":%.17g,\"total\":%.17g", tree->self[box->node] * factor,
              tree->total[box->node] * factor);
    add_name(&ui->log, "unit", unit_word(view->unit));
    text_addf(&ui->log, ",\"x\":%d,\"y\":%d,\"width\":%d,\"row\":%u,\"count\":%u}\n", r.x, r.y, r.w, box->row,
              box->count);
}

void log_focus(Ui *ui, const Flame *flame) {
    const View *view = flame_view(flame, flame->focus);
    text_add_c(&ui->log, "{\"event\":\"focus\",");
    if (view) {
        add_node(&ui->log, view, flame->focus.node);
        text_addf(&ui->log, ",\"row\":%u}\n", tree_row(view->tree, flame->focus.node));
    } else {
        text_add_c(&ui->log, "\"node\":null,\"function\":null,\"row\":null}\n");
    }
}

void log_view(Ui *ui, const char *name) {
    text_add_c(&ui->log, "{\"event\":\"view\"");
    add_name(&ui->log, "name", str_from(name));
    text_add_c(&ui->log, "}\n");
}

void log_search(Ui *ui, Str text, uint64_t matches, double percent) {
    text_add_c(&ui->log, "{\"event\":\"search\"");
    add_name(&ui->log, "text", text);
    text_addf(&ui->log, ",\"matches\":%llu,\"percent\":%.17g}\n", (unsigned long long)matches,
              isfinite(percent) ? percent : 0.0);
}
