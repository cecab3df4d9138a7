/* Commands of the waterfall. */
#include "do.h"
#include "report/quantity.h"
#include "tab.h"
#include "water.h"

static bool ready(Ui *ui, const View **view, Err *err) {
    *view = water_current(ui);
    if (!*view || ui_tab(ui)->water.of != (*view)->waterfall)
        return err_set(err, ERR_USAGE, "the waterfall is not on the screen");
    return true;
}

/* ---- operation ---- */

typedef struct Walk {
    Ui *ui;
    Tab *tab;
    Water *water;
    const View *view;
    const Waterfall *w;
    uint32_t row; /* selected, WATERFALL_NONE */
} Walk;

static void select_line(Walk *walk, int64_t line) {
    int64_t last = (int64_t)walk->water->line_count - 1;
    if (last < 0)
        return;
    line = line < 0 ? 0 : line > last ? last : line;
    water_select(walk->ui, walk->tab, walk->view, walk->water->lines[line]);
}

static int64_t line_now(const Walk *walk, int64_t otherwise) {
    uint32_t line = walk->row == WATERFALL_NONE ? WATERFALL_NONE : walk->water->line_of[walk->row];
    return line == WATERFALL_NONE ? otherwise : line;
}

static void go_up(Walk *walk) {
    select_line(walk, line_now(walk, walk->water->line_count) - 1);
}

static void go_down(Walk *walk) {
    select_line(walk, line_now(walk, -1) + 1);
}

static int64_t page(const Walk *walk) {
    return walk->water->rows.h / ui_px(walk->ui, WATER_ROW) - 1;
}

static void page_up(Walk *walk) {
    select_line(walk, line_now(walk, 0) - page(walk));
}

static void page_down(Walk *walk) {
    select_line(walk, line_now(walk, 0) + page(walk));
}

static void go_first(Walk *walk) {
    select_line(walk, 0);
}

static void go_last(Walk *walk) {
    select_line(walk, walk->water->line_count);
}

static bool folds(const Walk *walk, uint32_t row) {
    return waterfall_row(walk->w, row).end > row + 1 || water_is_group(walk->water, walk->w, row);
}

/* Closes what is open, else goes to the parent. */
static void go_left(Walk *walk) {
    if (walk->row == WATERFALL_NONE)
        return;
    if (folds(walk, walk->row) && water_is_open(walk->water, walk->w, walk->row))
        water_fold(walk->ui, walk->tab, walk->w, walk->row, true);
    else if (waterfall_row(walk->w, walk->row).parent != TREE_NONE)
        water_select(walk->ui, walk->tab, walk->view, waterfall_row(walk->w, walk->row).parent);
}

/* Opens what is closed, else goes to the first child. */
static void go_right(Walk *walk) {
    if (walk->row == WATERFALL_NONE || !folds(walk, walk->row))
        return;
    if (!water_is_open(walk->water, walk->w, walk->row))
        water_fold(walk->ui, walk->tab, walk->w, walk->row, false);
    else
        water_select(walk->ui, walk->tab, walk->view, walk->row + 1);
}

static void open_all(Walk *walk) {
    water_fold_to(walk->ui, walk->tab, walk->w, UINT32_MAX);
}

static void close_all(Walk *walk) {
    water_fold_to(walk->ui, walk->tab, walk->w, 0);
}

static void zoom(Walk *walk) {
    if (walk->row != WATERFALL_NONE)
        water_zoom_to(walk->ui, walk->tab, walk->view, walk->row);
}

static void fit(Walk *walk) {
    water_fit(walk->ui, walk->tab, walk->view);
}

static const struct {
    const char *word;
    void (*run)(Walk *walk);
} words[] = {
    {"-1", go_up},          {"+1", go_down},          {"-page", page_up},  {"+page", page_down}, {"first", go_first},
    {"last", go_last},      {"left", go_left},        {"right", go_right}, {"up", go_up},        {"down", go_down},
    {"open-all", open_all}, {"close-all", close_all}, {"zoom", zoom},      {"fit", fit},
};

/* "open N", "close N", "depth N". False when it is none of them. */
static bool run_on_number(Walk *walk, Str args) {
    size_t space = str_find_char(args, ' ');
    Str word = str_slice(args, 0, space);
    int64_t n;
    if (space == SIZE_MAX || !str_to_i64(str_trim(str_slice(args, space, args.len)), &n) || n < 0 || n >= UINT32_MAX)
        return false;
    bool open = str_is(word, "open"), close = str_is(word, "close");
    if (str_is(word, "depth"))
        water_fold_to(walk->ui, walk->tab, walk->w, n > 0 ? (uint32_t)n - 1 : 0);
    else if ((open || close) && n < walk->w->count)
        water_fold(walk->ui, walk->tab, walk->w, (uint32_t)n, close);
    else
        return false;
    return true;
}

bool do_operation(Ui *ui, Str args, Err *err) {
    Walk walk = {.ui = ui, .tab = ui_tab(ui)};
    int64_t n;
    if (!ready(ui, &walk.view, err))
        return false;
    walk.w = walk.view->waterfall;
    walk.water = &walk.tab->water;
    walk.row = walk.water->selected;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_is(args, words[i].word)) {
            words[i].run(&walk);
            return true;
        }
    if (run_on_number(&walk, args))
        return true;
    uint32_t row = str_to_i64(args, &n) && n >= 0 && n < walk.w->count ? (uint32_t)n : water_find(walk.view, args);
    if (row == WATERFALL_NONE)
        return err_set(err, ERR_USAGE, "no operation '%.*s'", STR_ARG(args));
    water_select(ui, walk.tab, walk.view, row);
    return true;
}

/* ---- what is shown ---- */

bool do_details(Ui *ui, Str args, Err *err) {
    (void)args;
    const View *view;
    if (!ready(ui, &view, err))
        return false;
    ui_tab(ui)->water.details = !ui_tab(ui)->water.details;
    return true;
}

bool do_links(Ui *ui, Str args, Err *err) {
    const View *view;
    if (!ready(ui, &view, err))
        return false;
    Water *water = &ui_tab(ui)->water;
    water->all_links = args.len ? str_is(args, "all") : !water->all_links;
    ui_say(ui, water->all_links ? "links of all operations" : "links of the selected operation");
    return true;
}

bool do_pill(Ui *ui, Str args, Err *err) {
    const View *view;
    if (!ready(ui, &view, err))
        return false;
    Water *water = &ui_tab(ui)->water;
    if (str_is(args, "critical"))
        water->hide_path = !water->hide_path;
    else if (str_is(args, "errors"))
        water->pill = water->pill == PILL_ERRORS ? PILL_NONE : PILL_ERRORS;
    else if (str_is(args, "slow"))
        water->pill = water->pill == PILL_SLOW ? PILL_NONE : PILL_SLOW;
    else if (str_is(args, "none"))
        water->pill = PILL_NONE;
    else
        return err_set(err, ERR_USAGE, "no pill '%.*s': critical, errors, slow or none", STR_ARG(args));
    return true;
}

bool do_only(Ui *ui, Str args, Err *err) {
    (void)args;
    const View *view;
    if (!ready(ui, &view, err))
        return false;
    Water *water = &ui_tab(ui)->water;
    if (!water_can_narrow(ui, water, view->waterfall) && !water->only)
        return err_set(err, ERR_USAGE, "search, or choose errors or slow first");
    water->only = !water->only;
    return true;
}

/* "10ms", "2.5%", "0": shorter operations are hidden. */
bool do_least(Ui *ui, Str args, Err *err) {
    const View *view;
    Quantity quantity;
    if (!ready(ui, &view, err) || !quantity_parse(args, &quantity, err))
        return false;
    Water *water = &ui_tab(ui)->water;
    if (quantity.kind == QUANTITY_PERCENT)
        water->least_share = quantity.value;
    else if (!quantity_in(quantity, view->unit, &water->least, err))
        return false;
    return true;
}

/* A name, "fN", "this" for that of the selected operation, or nothing for all. */
bool do_channel(Ui *ui, Str args, Err *err) {
    const View *view;
    if (!ready(ui, &view, err))
        return false;
    Water *water = &ui_tab(ui)->water;
    const Waterfall *w = view->waterfall;
    FrameId frame = FRAME_NONE;
    int64_t n;
    if (str_is(args, "this") && water->selected != WATERFALL_NONE)
        frame = waterfall_row(w, water->selected).operation->frame;
    bool numbered = str_starts(args, "f") && str_to_i64(str_slice(args, 1, args.len), &n);
    for (size_t i = 0; i < w->channel_count && frame == FRAME_NONE && args.len; i++)
        if (numbered ? w->channels[i].frame == n
                     : str_equal(frame_name(&view->document->frames, w->channels[i].frame), args))
            frame = w->channels[i].frame;
    if (args.len && frame == FRAME_NONE)
        return err_set(err, ERR_USAGE, "no channel '%.*s'", STR_ARG(args));
    water->channel = frame;
    return true;
}
