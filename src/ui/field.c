/* One line of text under the caret. */
#include "field.h"

Str field_text(const Field *field) {
    return (Str){field->data, field->len};
}

static void reserve(Ui *ui, Field *f, size_t want) {
    if (want <= f->capacity)
        return;
    size_t capacity = want < 64 ? 64 : want * 2;
    f->data = arena_grow(ui->arena, f->data, capacity);
    f->capacity = capacity;
}

void field_set(Ui *ui, FieldName name, Str text) {
    Field *f = &ui->fields[name];
    reserve(ui, f, text.len + 1);
    if (text.len)
        memmove(f->data, text.data, text.len);
    f->len = f->caret = f->anchor = text.len;
    f->scroll = 0;
    ui_touch(ui);
}

void field_open(Ui *ui, FieldName name) {
    Field *f = &ui->fields[name];
    reserve(ui, f, 1);
    ui->field = name;
    f->anchor = 0;
    f->caret = f->len;
    ui_touch(ui);
}

void field_close(Ui *ui) {
    ui->field = FIELD_NONE;
    ui_touch(ui);
}

static size_t low_of(const Field *f) {
    return f->caret < f->anchor ? f->caret : f->anchor;
}
static size_t high_of(const Field *f) {
    return f->caret > f->anchor ? f->caret : f->anchor;
}

static void replace(Ui *ui, Field *f, size_t from, size_t to, Str with) {
    reserve(ui, f, f->len - (to - from) + with.len + 1);
    memmove(f->data + from + with.len, f->data + to, f->len - to);
    if (with.len)
        memcpy(f->data + from, with.data, with.len);
    f->len = f->len - (to - from) + with.len;
    f->caret = f->anchor = from + with.len;
}

/* The next character border in a direction; whole words with Ctrl. */
static size_t border(const Field *f, size_t at, int step, bool word) {
    do {
        if (step < 0 && at == 0)
            break;
        if (step > 0 && at >= f->len)
            break;
        at = step < 0 ? at - 1 : at + 1;
        while (at > 0 && at < f->len && ((unsigned char)f->data[at] & 0xC0) == 0x80)
            at = step < 0 ? at - 1 : at + 1;
    } while (word && at > 0 && at < f->len && f->data[step < 0 ? at - 1 : at] != ' ');
    return at;
}

static bool erase(Ui *ui, Field *f, int step, bool word) {
    if (f->caret == f->anchor) {
        size_t to = border(f, f->caret, step, word);
        f->anchor = to;
    }
    if (f->caret == f->anchor)
        return false;
    replace(ui, f, low_of(f), high_of(f), (Str){0});
    return true;
}

static void move_to(Field *f, size_t to, bool select) {
    f->caret = to;
    if (!select)
        f->anchor = to;
}

static void copy_selection(Ui *ui, const Field *f) {
    if (f->caret != f->anchor)
        ui_ask(ui, (UiRequest){.kind = UI_COPY, .text = str_slice(field_text(f), low_of(f), high_of(f))});
}

static bool field_control(Ui *ui, Field *f, uint32_t key, bool *changed) {
    if (key == 'a') {
        f->anchor = 0;
        f->caret = f->len;
    } else if (key == 'c') {
        copy_selection(ui, f);
    } else if (key == 'x') {
        copy_selection(ui, f);
        *changed = f->caret != f->anchor && erase(ui, f, 1, false);
    } else if (key == 'v') {
        ui_ask(ui, (UiRequest){.kind = UI_PASTE});
    } else {
        return false;
    }
    return true;
}

static bool field_key(Ui *ui, Field *f, const Input *input, bool *changed) {
    bool word = input->mods & MOD_CTRL, select = input->mods & MOD_SHIFT;
    if (input->mods & MOD_ALT)
        return false;
    switch (input->key) {
    case KEY_LEFT:
        move_to(f, border(f, f->caret, -1, word), select);
        return true;
    case KEY_RIGHT:
        move_to(f, border(f, f->caret, 1, word), select);
        return true;
    case KEY_HOME:
        move_to(f, 0, select);
        return true;
    case KEY_END:
        move_to(f, f->len, select);
        return true;
    case KEY_BACKSPACE:
        *changed = erase(ui, f, -1, word);
        return true;
    case KEY_DELETE:
        *changed = erase(ui, f, 1, word);
        return true;
    default:
        break;
    }
    if ((input->mods & MOD_CTRL) && !(input->mods & MOD_SHIFT))
        return field_control(ui, f, input->key, changed);
    /* a printable key alone comes again as text */
    return !(input->mods & MOD_CTRL) && input->key < 0x110000;
}

bool field_input(Ui *ui, const Input *input, bool *changed) {
    *changed = false;
    if (ui->field == FIELD_NONE)
        return false;
    Field *f = &ui->fields[ui->field];
    if (input->kind == INPUT_KEY)
        return field_key(ui, f, input, changed);
    if (input->kind != INPUT_TEXT && input->kind != INPUT_PASTE)
        return false;
    Str text = input->text;
    size_t line = 0;
    while (line < text.len && (unsigned char)text.data[line] >= 0x20)
        line++;
    text.len = line;
    if (text.len)
        replace(ui, f, low_of(f), high_of(f), text);
    *changed = text.len > 0;
    return true;
}

/* ---- drawing ---- */
static void pointer(Ui *ui, const Pointer *p) {
    Field *f = &ui->fields[p->part];
    if (p->what != POINTER_DOWN && p->what != POINTER_DRAG)
        return;
    bool fresh = ui->field != (FieldName)p->part;
    if (fresh)
        field_open(ui, (FieldName)p->part);
    ui_touch(ui);
    if (!ui->metrics.width || fresh)
        return;
    TextStyle style = ui->field_style;
    size_t at = 0;
    int x = p->rect.x - f->scroll;
    while (at < f->len) {
        size_t next = border(f, at, 1, false);
        int w = ui->metrics.width(ui->metrics.user, style, str_slice(field_text(f), at, next));
        if (x + w / 2 >= p->x)
            break;
        x += w;
        at = next;
    }
    move_to(f, at, p->what == POINTER_DRAG);
}

static int width_to(const Ui *ui, const Field *f, TextStyle style, size_t to) {
    return ui_text_width(ui, style, str_slice(field_text(f), 0, to));
}

void field_draw(Ui *ui, Rect r, FieldName name, Str placeholder, double size) {
    Field *f = &ui->fields[name];
    TextStyle style = ui_style(ui, FONT_UI, size);
    bool active = ui->field == name;
    hot_pointer(ui, r, pointer, (int)name, CURSOR_TEXT);
    if (!f->len && !active) {
        ui_text_cut(ui, r, style, ui->theme->faint, placeholder);
        return;
    }
    int caret = width_to(ui, f, style, f->caret);
    int room = r.w - ui_px(ui, 2);
    if (caret - f->scroll > room)
        f->scroll = caret - room;
    if (caret < f->scroll)
        f->scroll = caret;
    draw_push_clip(ui->list, r);
    int h = ui_px(ui, size + 4), y = r.y + (r.h - h) / 2;
    if (active && f->caret != f->anchor) {
        int from = width_to(ui, f, style, low_of(f)), to = width_to(ui, f, style, high_of(f));
        draw_rect(ui->list, (Rect){r.x + from - f->scroll, y, to - from, h},
                  color_mix(ui->theme->raised, ui->theme->accent, 0.35));
    }
    if (!f->len)
        draw_text_in(ui->list, r, ALIGN_LEFT, style, ui->theme->faint, placeholder);
    Rect text = {r.x - f->scroll, r.y, width_to(ui, f, style, f->len) + 1, r.h};
    draw_text_in(ui->list, text, ALIGN_LEFT, style, ui->theme->text, str_copy(ui->frame->arena, field_text(f)));
    if (active) {
        ui->field_style = style;
        draw_rect(ui->list, (Rect){r.x + caret - f->scroll, y, ui_px(ui, 1), h}, ui->theme->accent);
    }
    draw_pop_clip(ui->list);
}
