/* What the hand did: pointer to the hot regions, keys to the field or through the key table to commands, files to the app. */
#include "field.h"
#include "flame.h"
#include "launcher.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "ui/keymap.h"
#include "views.h"

static void run(Ui *ui, const char *line) {
    Err err = {0};
    if (!ui_command(ui, str_from(line), ui->now, &err))
        ui_say(ui, "%s", err.message);
}

static bool run_key(Ui *ui, KeyContext context, const Input *input) {
    const char *line = keymap_find(context, input);
    if (line)
        run(ui, line);
    return line != NULL;
}

/* ---- keys ---- */
static void field_changed(Ui *ui) {
    if (ui->field == FIELD_SEARCH)
        search_set(ui, field_text(&ui->fields[FIELD_SEARCH]));
    if (ui->field == FIELD_LAUNCHER)
        ui->overlay_row = 0;
    if (ui->field == FIELD_FILTER && ui_tab(ui))
        ui_tab(ui)->table_scroll = 0;
    ui_touch(ui);
}

/* Enter in a field means what the field is for; Tab completes a path. */
static bool field_means(Ui *ui, const Input *input) {
    if (input->kind != INPUT_KEY)
        return false;
    if (ui->field == FIELD_PROMPT && input->key == KEY_TAB && !input->mods)
        return prompt_complete(ui), true;
    if (input->key != KEY_ENTER)
        return false;
    if (ui->field == FIELD_PROMPT)
        return prompt_open(ui), true;
    if (ui->field == FIELD_FILTER) {
        field_close(ui);
        return true;
    }
    return ui->field == FIELD_SEARCH && run_key(ui, KEYS_SEARCH, input);
}

static void key(Ui *ui, const Input *input) {
    Tab *tab = ui_tab(ui);
    bool changed;
    if (ui->field != FIELD_NONE) {
        bool list = ui->field == FIELD_LAUNCHER && run_key(ui, KEYS_LIST, input);
        if (list || field_means(ui, input) || run_key(ui, KEYS_ANYWHERE, input))
            return;
        if (field_input(ui, input, &changed)) {
            ui_touch(ui);
            if (changed)
                field_changed(ui);
        }
        return;
    }
    if (launcher_has_list(ui) && run_key(ui, KEYS_LIST, input))
        return;
    bool bare = ui->overlay == OVERLAY_NONE;
    if (bare && tab && tab->document && views_at(tab->view)->key && views_at(tab->view)->key(ui, tab, input))
        return;
    if (bare && flame_current(ui) && run_key(ui, KEYS_PICTURE, input))
        return;
    if (run_key(ui, KEYS_ANYWHERE, input))
        return;
    run_key(ui, KEYS_WINDOW, input);
}

/* ---- pointer ---- */
static void pointer(Ui *ui, const Input *input) {
    const Region *was = ui->inside ? hot_at(ui, ui->x, ui->y) : NULL;
    bool tip = ui->hover.node != TREE_NONE;
    ui->x = input->x;
    ui->y = input->y;
    ui->inside = input->kind != INPUT_LEAVE;
    ui->mods = input->mods;
    const Region *now = ui->inside ? hot_at(ui, ui->x, ui->y) : NULL;
    NodeRef hover = ui->hover;
    flame_hover(ui);
    if (was != now || tip || !node_is(hover, ui->hover) || (now && now->pointer != flame_pointer))
        ui_touch(ui); /* a light goes on or off, or the tooltip follows */
}

static void press(Ui *ui, const Input *input) {
    if (input->button == BUTTON_BACK || input->button == BUTTON_FORWARD) {
        Flame *flame = flame_current(ui);
        if (flame)
            (void)(input->button == BUTTON_BACK ? flame_back(ui, flame) : flame_forward(ui, flame));
        return;
    }
    const Region *region = hot_at(ui, input->x, input->y);
    bool search = region && (region->cursor == CURSOR_TEXT || str_is(region->command, "match-case"));
    if (ui->field != FIELD_NONE && !search && ui->overlay == OVERLAY_NONE)
        field_close(ui); /* the field keeps its text, the keys go back to the view */
    hot_input(ui, input);
    ui_touch(ui);
}

void ui_input(Ui *ui, const Input *input, double now) {
    bool changed;
    ui->now = now;
    switch (input->kind) {
    case INPUT_MOVE:
        ui->pointed = true;
        pointer(ui, input);
        hot_input(ui, input);
        return;
    case INPUT_LEAVE:
        pointer(ui, input);
        return;
    case INPUT_DOWN:
        pointer(ui, input);
        press(ui, input);
        return;
    case INPUT_UP:
    case INPUT_WHEEL:
        pointer(ui, input);
        hot_input(ui, input);
        ui_touch(ui);
        return;
    case INPUT_KEY:
        ui->swallow_text = ui->field == FIELD_NONE && !(input->mods & (MOD_CTRL | MOD_ALT)) && input->key < KEY_ENTER;
        key(ui, input);
        return;
    case INPUT_TEXT:
        if ((input->mods & (MOD_CTRL | MOD_ALT)) == MOD_CTRL)
            return; /* X11 makes a text of Ctrl + and the like, whose key came before; AltGr is Ctrl Alt */
        if (ui->field == FIELD_NONE)
            key(ui, input);
        else if (!ui->swallow_text && field_input(ui, input, &changed) && changed)
            field_changed(ui);
        ui_touch(ui);
        return;
    case INPUT_PASTE:
        if (ui->field != FIELD_NONE && field_input(ui, input, &changed)) {
            if (changed)
                field_changed(ui);
        } else if (input->text.len) {
            ui_ask(ui, (UiRequest){.kind = UI_OPEN_TEXT, .text = input->text});
        }
        return;
    case INPUT_DRAG_FILE:
        ui->drag_file = true;
        ui_touch(ui);
        return;
    case INPUT_DROP_FILE:
        ui->drag_file = false;
        ui_ask(ui, (UiRequest){.kind = UI_OPEN, .text = input->text});
        ui_touch(ui);
        return;
    case INPUT_DROP_TEXT:
        ui->drag_file = false;
        ui_ask(ui, (UiRequest){.kind = UI_OPEN_TEXT, .text = input->text});
        ui_touch(ui);
        return;
    }
}
