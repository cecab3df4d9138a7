/* Commands that change what is seen: view, theme, colours, tracks, sheets. */
#include "do.h"
#include "field.h"
#include "flame.h"
#include "menu.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "views.h"
#include "water.h"

bool do_view(Ui *ui, Str args, Err *err) {
    int index = views_find(args);
    if (index < 0)
        return err_set(err, ERR_USAGE, "no view '%.*s'", STR_ARG(args));
    return views_show(ui, ui_tab(ui), index) || err_set(err, ERR_USAGE, "%s", views_at(index)->lacks);
}

/* Left heavy and inverted are two sides of one picture. */
bool do_inverted(Ui *ui, Str args, Err *err) {
    (void)args;
    Tab *tab = ui_tab(ui);
    bool is = str_is(str_from(views_at(tab->view)->name), "inverted");
    return do_view(ui, is ? STR("heavy") : STR("inverted"), err);
}

bool do_flip(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui->settings.flame = !ui->settings.flame;
    Flame *flame = flame_current(ui);
    if (flame) /* what was at the top is now at the bottom: keep the roots in sight */
        flame->scroll = ui->settings.flame ? 1e9 : 0;
    ui_settings_changed(ui);
    return true;
}

bool do_theme(Ui *ui, Str args, Err *err) {
    if (args.len && !str_is(args, "light") && !str_is(args, "dark"))
        return err_set(err, ERR_USAGE, "no theme '%.*s': light or dark", STR_ARG(args));
    ui->settings.light = args.len ? str_is(args, "light") : !ui->settings.light;
    ui_settings_changed(ui);
    return true;
}

bool do_color(Ui *ui, Str args, Err *err) {
    ColorRule rule;
    if (!color_rule_parse(args, &rule))
        return err_set(err, ERR_USAGE, "no colour rule '%.*s': module, name, ramp or self", STR_ARG(args));
    ui->settings.color = rule;
    ui_settings_changed(ui);
    return true;
}

bool do_next_color(Ui *ui, Str args, Err *err) {
    static const char *const by[] = {"package or file", "name", "share of the whole", "share of self time"};
    (void)args;
    (void)err;
    ui->settings.color = (ColorRule)((ui->settings.color + 1) % COLOR_RULES);
    ui_say(ui, "coloured by %s", by[ui->settings.color]);
    ui_settings_changed(ui);
    return true;
}

bool do_wheel(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui->settings.wheel_scrolls = !ui->settings.wheel_scrolls;
    ui_say(ui,
           ui->settings.wheel_scrolls ? "the wheel scrolls, Ctrl wheel zooms" : "the wheel zooms, Alt wheel scrolls");
    ui_settings_changed(ui);
    return true;
}

/* ---- tracks ---- */
bool do_track(Ui *ui, Str args, Err *err) {
    Tab *tab = ui_tab(ui);
    int64_t n;
    if (str_is(args, "all")) {
        tab_choose_track(ui, tab, VIEW_ALL_TRACKS);
        return true;
    }
    if (!str_to_i64(args, &n) || n < 0 || (size_t)n >= tab->document->tracks.count)
        return err_set(err, ERR_USAGE, "no track '%.*s'", STR_ARG(args));
    tab_choose_track(ui, tab, (int)n);
    return true;
}

static bool turn_track(Ui *ui, int step) {
    Tab *tab = ui_tab(ui);
    int n = (int)tab->document->tracks.count, at = 0;
    for (int i = 0; i < n; i++)
        if ((int)tab->order[i] == tab->track)
            at = i;
    if (n)
        tab_choose_track(ui, tab, (int)tab->order[(at + step + n) % n]);
    ui_say(ui, "track: %.*s", STR_ARG(tab_track_title(tab)));
    return true;
}

bool do_next_track(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return turn_track(ui, 1);
}

bool do_previous_track(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return turn_track(ui, -1);
}

bool do_fold(Ui *ui, Str args, Err *err) {
    Tab *tab = ui_tab(ui);
    int64_t n;
    if (!str_to_i64(args, &n) || n < 0 || (size_t)n >= tab->document->tracks.count)
        return err_set(err, ERR_USAGE, "no track '%.*s'", STR_ARG(args));
    tab_fold(tab, (uint32_t)n, !tab->folded[n]);
    tab->chosen = true;
    return true;
}

bool do_fold_all(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    Tab *tab = ui_tab(ui);
    size_t n = tab->document->tracks.count, open = 0;
    for (size_t i = 0; i < n; i++)
        open += !tab->folded[i];
    tab_fold_all(tab, open > 0);
    return true;
}

bool do_sort_tracks(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    Tab *tab = ui_tab(ui);
    tab->order_busy = !tab->order_busy;
    tab_order_tracks(tab);
    ui_say(ui, tab->order_busy ? "tracks by busy time" : "tracks as the file has them");
    return true;
}

/* ---- text size ---- */
static bool text_scale(Ui *ui, double scale) {
    ui->settings.text_scale = ui_clamp(scale, 0.7, 2);
    ui_say(ui, "text %.0f %%", ui->settings.text_scale * 100);
    ui_settings_changed(ui);
    return true;
}

bool do_text_larger(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return text_scale(ui, ui->settings.text_scale + 0.1);
}

bool do_text_smaller(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return text_scale(ui, ui->settings.text_scale - 0.1);
}

bool do_text_normal(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return text_scale(ui, 1);
}

/* ---- sheets ---- */
static bool open_sheet(Ui *ui, Overlay sheet) {
    ui->overlay = ui->overlay == sheet ? OVERLAY_NONE : sheet;
    ui->overlay_scroll = 0;
    ui->overlay_row = 0;
    field_close(ui);
    return true;
}

bool do_help(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return open_sheet(ui, OVERLAY_HELP);
}

bool do_notes(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return open_sheet(ui, OVERLAY_NOTES);
}

bool do_bytes(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return open_sheet(ui, OVERLAY_BYTES);
}

bool do_record(Ui *ui, Str args, Err *err) {
    (void)args;
    uint64_t detail[2] = {0};
    if (!record_subject(ui, detail))
        return err_set(err, ERR_USAGE, "the file has no record of this box alone");
    memcpy(ui->record, detail, sizeof ui->record);
    ui->record_tab = ui_tab(ui)->id;
    return open_sheet(ui, OVERLAY_RECORD);
}

bool do_commands(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    open_sheet(ui, OVERLAY_LAUNCHER);
    if (ui->overlay == OVERLAY_LAUNCHER) {
        field_set(ui, FIELD_LAUNCHER, (Str){0});
        field_open(ui, FIELD_LAUNCHER);
    }
    return true;
}

bool do_menu(Ui *ui, Str args, Err *err) {
    if (str_is(args, "tracks"))
        return menu_tracks(ui), true;
    if (str_is(args, "node"))
        return menu_node(ui), true;
    if (str_is(args, "row"))
        return menu_row(ui), true;
    if (str_is(args, "views"))
        return menu_views(ui), true;
    if (water_current(ui) && menu_water(ui, args))
        return true;
    return err_set(err, ERR_USAGE, "no menu '%.*s'", STR_ARG(args));
}

bool do_dismiss(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui_tab(ui)->dismissed = true;
    return true;
}

bool do_fullscreen(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui_ask(ui, (UiRequest){.kind = UI_FULLSCREEN});
    return true;
}

/* One layer at a time: sheet, field, load, search, selection, range, focus. A field that searches is left and the search stays. */
bool do_close(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    Tab *tab = ui_tab(ui);
    Flame *flame = flame_current(ui);
    if (ui->overlay != OVERLAY_NONE) {
        ui->overlay = OVERLAY_NONE;
        field_close(ui);
    } else if (ui->field == FIELD_SEARCH && search_asked(ui)) {
        field_close(ui);
    } else if (ui->field != FIELD_NONE) {
        field_set(ui, ui->field, (Str){0});
        field_close(ui);
    } else if (tab && tab->loading) {
        return do_stop(ui, args, err);
    } else if (tab && !tab->document) {
        tab_close(ui, (size_t)ui->active);
    } else if (search_asked(ui)) {
        search_set(ui, (Str){0});
    } else if (water_peel(ui)) {
        return true;
    } else if (ui->fields[FIELD_FILTER].len) {
        field_set(ui, FIELD_FILTER, (Str){0});
    } else if (flame && flame->selected.node != TREE_NONE && !node_is(flame->selected, flame->focus)) {
        flame->selected = NODE_NONE;
    } else if (tab && tab->range.to > tab->range.from) {
        return do_range(ui, STR("off"), err);
    } else if (flame) {
        flame->selected = NODE_NONE;
        flame_show_all(ui, flame);
    }
    return true;
}
