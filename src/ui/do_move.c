/* Commands that move in a flame picture. */
#include <math.h>

#include "do.h"
#include "flame.h"
#include "tab.h"
#include "views.h"
#include "water.h"

bool do_back(Ui *ui, Str args, Err *err) {
    (void)args;
    return flame_back(ui, flame_current(ui)) || err_set(err, ERR_USAGE, "there is nothing to go back to");
}

bool do_forward(Ui *ui, Str args, Err *err) {
    (void)args;
    return flame_forward(ui, flame_current(ui)) || err_set(err, ERR_USAGE, "there is nothing to go forward to");
}

bool do_all(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    flame_show_all(ui, flame_current(ui));
    return true;
}

bool do_zoom_in(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    flame_zoom(ui, flame_current(ui), 1.5);
    return true;
}

bool do_zoom_out(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    flame_zoom(ui, flame_current(ui), 1 / 1.5);
    return true;
}

static double share_of(Str args) {
    double share;
    return args.len && str_to_double(args, &share) ? share : 0.2;
}

bool do_pan_left(Ui *ui, Str args, Err *err) {
    (void)err;
    flame_pan(ui, flame_current(ui), -share_of(args));
    return true;
}

bool do_pan_right(Ui *ui, Str args, Err *err) {
    (void)err;
    flame_pan(ui, flame_current(ui), share_of(args));
    return true;
}

static bool page(Ui *ui, int direction) {
    Flame *flame = flame_current(ui);
    flame->scroll = ui_clamp(flame->scroll + direction * 0.9 * flame->area.h, 0, flame->scroll_max);
    return true;
}

bool do_page_up(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return page(ui, -1);
}

bool do_page_down(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    return page(ui, 1);
}

bool do_step(Ui *ui, Str args, Err *err) {
    static const char *const words[] = {"up", "down", "left", "right"};
    for (int i = 0; i < 4; i++)
        if (str_is(args, words[i])) {
            flame_step(ui, flame_current(ui), (FlameStep)i);
            return true;
        }
    return err_set(err, ERR_USAGE, "step where? up, down, left or right");
}

/* A name is looked for in all tracks of time order, also in those below the edge of the window. */
static bool trees_are_there(Ui *ui, const Flame *flame, Err *err) {
    size_t n = flame_tree_count(ui, flame);
    return flame_ask_trees(ui, flame, 0, n) == 0 || err_set(err, ERR_LATER, "the picture is being built");
}

static bool named(Ui *ui, Str args, NodeRef *ref, Err *err) {
    Flame *flame = flame_current(ui);
    if (!flame || !flame->placed)
        return err_set(err, ERR_USAGE, "no flame picture is on the screen");
    if (!trees_are_there(ui, flame, err))
        return false;
    *ref = flame_find(ui, flame, args);
    if (ref->node == TREE_NONE)
        return err_set(err, ERR_USAGE, "no frame is called '%.*s'", STR_ARG(args));
    return true;
}

/* In the waterfall the first operation of that channel or label. */
static bool focus_operation(Ui *ui, const View *view, Str name, bool hover, Err *err) {
    Tab *tab = ui_tab(ui);
    uint32_t row = water_find(view, name);
    if (row == WATERFALL_NONE)
        return err_set(err, ERR_USAGE, "no operation is called '%.*s'", STR_ARG(name));
    water_select(ui, tab, view, row);
    if (hover)
        tab->water.want_hover = row;
    else
        water_zoom_to(ui, tab, view, row);
    return true;
}

/* From a table: the function's heaviest frame in left heavy. */
static bool focus_function(Ui *ui, Tab *tab, Str name, Err *err) {
    tab->want_focus = tab_function(tab, name);
    if (tab->want_focus == FRAME_NONE)
        return err_set(err, ERR_USAGE, "no function is called '%.*s'", STR_ARG(name));
    return views_show(ui, tab, views_find(STR("heavy")));
}

bool do_focus(Ui *ui, Str args, Err *err) {
    NodeRef ref = NODE_NONE;
    if (water_current(ui))
        return focus_operation(ui, water_current(ui), args, false, err);
    if (!flame_current(ui))
        return focus_function(ui, ui_tab(ui), args, err);
    if (!named(ui, args, &ref, err))
        return false;
    flame_go_to(ui, flame_current(ui), ref, WISH_FOCUS);
    return true;
}

/* The pointer goes to the middle of what is drawn for the frame, once it is in view. */
bool do_hover(Ui *ui, Str args, Err *err) {
    NodeRef ref = NODE_NONE;
    if (water_current(ui))
        return focus_operation(ui, water_current(ui), args, true, err);
    if (!named(ui, args, &ref, err))
        return false;
    Flame *flame = flame_current(ui);
    flame_reveal(ui, flame, ref);
    ui->want_hover = ref;
    return true;
}

bool do_focus_node(Ui *ui, Str args, Err *err) {
    size_t space = str_find_char(args, ' ');
    int64_t lane, node;
    if (space == SIZE_MAX || !str_to_i64(str_slice(args, 0, space), &lane) ||
        !str_to_i64(str_trim(str_slice(args, space, args.len)), &node))
        return err_set(err, ERR_USAGE, "which node?");
    flame_focus(ui, flame_current(ui), (NodeRef){(uint32_t)lane, (uint32_t)node});
    return true;
}

bool do_focus_this(Ui *ui, Str args, Err *err) {
    (void)args;
    Flame *flame = flame_current(ui);
    NodeRef subject = flame_subject(ui, flame);
    if (subject.node == TREE_NONE)
        return err_set(err, ERR_USAGE, "nothing is selected");
    flame_focus(ui, flame, subject);
    return true;
}

/* "10ms", "1.5s", "200us", "40": in the unit of the picture. */
static bool to_value(Str word, Unit unit, double *value) {
    static const struct {
        const char *suffix;
        double factor;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    for (size_t i = 0; unit.kind == UNIT_TIME && i < sizeof units / sizeof *units; i++)
        if (str_ends(word, units[i].suffix) &&
            str_to_double(str_trim(str_slice(word, 0, word.len - strlen(units[i].suffix))), value)) {
            *value *= units[i].factor;
            return true;
        }
    if (!str_to_double(word, value))
        return false;
    *value /= unit_json_factor(unit);
    return true;
}

static bool to_span(const Flame *flame, Str args, Span *span, Err *err) {
    size_t space = str_find_char(args, ' ');
    if (!flame->lanes.count && !flame->placed)
        return err_set(err, ERR_USAGE, "no flame picture is on the screen");
    Unit unit = flame->lanes.count ? flame->lanes.data[0].view->unit : (Unit){.kind = UNIT_TIME};
    bool good = space != SIZE_MAX && to_value(str_slice(args, 0, space), unit, &span->from) &&
                to_value(str_trim(str_slice(args, space, args.len)), unit, &span->to) && span->to > span->from;
    return good || err_set(err, ERR_USAGE, "'%.*s' is no range such as '10ms 30ms'", STR_ARG(args));
}

bool do_zoom(Ui *ui, Str args, Err *err) {
    Span span = {0};
    Flame *flame = flame_current(ui);
    if (!to_span(flame, args, &span, err))
        return false;
    flame_zoom_to(ui, flame, span);
    return true;
}

/* The range of time that the merged views read. Without words: what time order shows, or no range when one is set. */
bool do_range(Ui *ui, Str args, Err *err) {
    Tab *tab = ui_tab(ui);
    Flame *flame = &tab->flames[VIEW_TIME];
    bool off = str_is(args, "off") || (!args.len && tab->range.to > tab->range.from);
    if (off) {
        tab->range = (Span){0, 0};
    } else if (tab->pane != VIEW_TIME) {
        return err_set(err, ERR_USAGE, "a range is chosen in time order");
    } else if (args.len) {
        if (!to_span(flame, args, &tab->range, err))
            return false;
    } else {
        tab->range = flame->viewport.aim;
    }
    flame_reset(&tab->flames[VIEW_HEAVY]);
    flame_reset(&tab->flames[VIEW_INVERTED]);
    return true;
}
