/* Commands on files: open, read again, close, choose. */
#include "do.h"
#include "field.h"
#include "menu.h"
#include "tab.h"

#include "base/file.h"

static bool index_of(const Ui *ui, Str args, int *index, Err *err) {
    int64_t n;
    if (!str_to_i64(args, &n) || n < 0 || (size_t)n >= ui->tabs.count)
        return err_set(err, ERR_USAGE, "no file number '%.*s'", STR_ARG(args));
    *index = (int)n;
    return true;
}

bool do_open(Ui *ui, Str args, Err *err) {
    (void)err;
    if (args.len)
        ui_ask(ui, (UiRequest){.kind = UI_OPEN, .text = args});
    else
        ui_ask(ui, (UiRequest){.kind = UI_OPEN_DIALOG});
    return true;
}

bool do_open_path(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui->overlay = OVERLAY_PROMPT;
    field_set(ui, FIELD_PROMPT, (Str){0});
    field_open(ui, FIELD_PROMPT);
    return true;
}

bool do_open_recent(Ui *ui, Str args, Err *err) {
    int64_t n;
    if (!str_to_i64(args, &n) || n < 0 || n >= ui->settings.recent_count)
        return err_set(err, ERR_USAGE, "no recent file number '%.*s'", STR_ARG(args));
    ui_ask(ui, (UiRequest){.kind = UI_OPEN, .text = ui->settings.recent[n].path});
    return true;
}

bool do_example(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui_ask(ui, (UiRequest){.kind = UI_EXAMPLE});
    return true;
}

bool do_reload(Ui *ui, Str args, Err *err) {
    (void)args;
    Tab *tab = ui_tab(ui);
    if (tab->loading)
        return err_set(err, ERR_USAGE, "the file is being read");
    if (file_gives_once(tab->path.data))
        return err_set(err, ERR_USAGE, "standard input and pipes can be read only once");
    ui_hush(ui); /* what was said of the reading before */
    ui_ask(ui, (UiRequest){.kind = UI_OPEN, .tab = tab->id, .text = tab->path});
    return true;
}

bool do_close_file(Ui *ui, Str args, Err *err) {
    int index = ui->active;
    if (args.len && !index_of(ui, args, &index, err))
        return false;
    ui_hush(ui);
    tab_close(ui, (size_t)index);
    return true;
}

bool do_file(Ui *ui, Str args, Err *err) {
    int index = 0;
    if (!index_of(ui, args, &index, err))
        return false;
    tab_activate(ui, index);
    return true;
}

static bool turn(Ui *ui, int step) {
    int n = (int)ui->tabs.count;
    tab_activate(ui, (ui->active + step + n) % n);
    return true;
}

bool do_next_file(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return turn(ui, 1);
}

bool do_previous_file(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return turn(ui, -1);
}

bool do_files(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    field_close(ui); /* the arrow keys walk the list */
    menu_files(ui);
    return true;
}

/* Stops a load: without a picture the tab goes, with one it keeps what it has. */
bool do_stop(Ui *ui, Str args, Err *err) {
    (void)args;
    Tab *tab = ui_tab(ui);
    if (!tab->loading)
        return err_set(err, ERR_USAGE, "nothing is being read");
    if (tab->document)
        return do_keep(ui, args, err);
    tab_close(ui, (size_t)ui->active);
    return true;
}

bool do_keep(Ui *ui, Str args, Err *err) {
    (void)args;
    Tab *tab = ui_tab(ui);
    if (!tab->loading)
        return err_set(err, ERR_USAGE, "nothing is being read");
    ui_ask(ui, (UiRequest){.kind = UI_STOP_LOAD, .tab = tab->id, .keep = true});
    return true;
}

bool do_paste(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui_ask(ui, (UiRequest){.kind = UI_PASTE});
    return true;
}

bool do_quit(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui_ask(ui, (UiRequest){.kind = UI_QUIT});
    return true;
}
