/* The table of views. */
#include "views.h"
#include "log.h"
#include "ui/keymap.h"

static const UiLink take_table[] = {{"Copy as Markdown (Ctrl Shift C)", "copy-table md"},
                                    {"JSON", "copy-table json"},
                                    {"CSV", "copy-table csv"},
                                    {"Export", "export"},
                                    {NULL, NULL}};

static const UiView views[] = {
    {
        .name = "time",
        .label = "Time order",
        .tab = true,
        .picture = true,
        .pane = VIEW_TIME,
        .minimap = true,
        .lacks = "This file has no time order: it tells sums, not when.",
        .can = view_can_time,
        .draw = view_time_draw,
    },
    {
        .name = "heavy",
        .label = "Left heavy",
        .tab = true,
        .picture = true,
        .pane = VIEW_HEAVY,
        .minimap = true,
        .crumb = true,
        .lacks = "This file has no stacks.",
        .can = view_can_merge,
        .draw = view_heavy_draw,
    },
    {
        .name = "inverted",
        .label = "Inverted",
        .picture = true,
        .pane = VIEW_INVERTED,
        .minimap = true,
        .crumb = true,
        .lacks = "This file has no stacks.",
        .can = view_can_merge,
        .draw = view_inverted_draw,
    },
    {
        .name = "sandwich",
        .label = "Sandwich",
        .tab = true,
        .picture = true,
        .pane = VIEW_CALLEES,
        .lacks = "This file has no stacks.",
        .can = view_can_merge,
        .draw = view_sandwich_draw,
        .key = view_sandwich_key,
        .status = view_sandwich_status,
    },
    {
        .name = "hotspots",
        .label = "Hotspots",
        .tab = true,
        .minimap = true,
        .crumb = true,
        .lacks = "This file has no functions.",
        .can = view_can_merge,
        .draw = view_hotspots_draw,
        .key = view_hotspots_key,
        .status = view_hotspots_status,
        .links = take_table,
    },
    {
        .name = "waterfall",
        .label = "Waterfall",
        .tab = true,
        .picture = true,
        .pane = VIEW_WATERFALL,
        .minimap = true,
        .lacks = "This file has no waterfall: it has no async operations.",
        .can = view_can_waterfall,
        .draw = view_waterfall_draw,
        .key = view_waterfall_key,
        .status = view_waterfall_status,
    },
};

enum { VIEW_ROWS = sizeof views / sizeof *views };

int views_count(void) {
    return VIEW_ROWS;
}

const UiView *views_at(int index) {
    return &views[index];
}

Str views_label(const Tab *tab, int index) {
    const Document *d = tab->document;
    bool timed = false;
    for (size_t i = 0; i < d->tracks.count && !timed; i++)
        timed = d->tracks.data[i]->ordered;
    return views[index].picture && views[index].pane == VIEW_TIME && !timed ? STR("File order")
                                                                            : str_from(views[index].label);
}

const char *views_key(int index, char *buffer, size_t size) {
    for (int i = 0; i < keymap_count(); i++) {
        const char *line = keymap_at(i)->line;
        bool is = strcmp(line, views[index].name) == 0 ||
                  (strncmp(line, "view ", 5) == 0 && strcmp(line + 5, views[index].name) == 0);
        if (is)
            return keymap_word(keymap_at(i), buffer, size);
    }
    return "";
}

int views_find(Str name) {
    for (int i = 0; i < VIEW_ROWS; i++)
        if (str_is(name, views[i].name))
            return i;
    return -1;
}

bool views_show(Ui *ui, Tab *tab, int index) {
    if (!views[index].can(tab))
        return false;
    for (int i = 0; i < VIEW_ROWS; i++)
        if (strcmp(views[i].lacks, ui->message) == 0) /* that another one is not there was said */
            ui_hush(ui);
    if (tab->view != index) {
        tab->view = index;
        log_view(ui, views[index].name);
    }
    tab->pane = views[index].pane;
    tab->chosen = true;
    ui->hover = NODE_NONE;
    ui_touch(ui);
    return true;
}

/* Beside threads, operations are tracks among others. */
int views_first(const Tab *tab) {
    const Track *track = tab->document->busiest;
    if (track && view_default(track) == VIEW_WATERFALL)
        return views_find(STR("waterfall"));
    if (track && view_default(track) == VIEW_TIME && views[0].can(tab))
        return 0;
    return views_find(STR("heavy"));
}
