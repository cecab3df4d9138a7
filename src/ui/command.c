/* The table of commands, and running a line of it. */
#include <stdio.h>
#include <string.h>

#include "do.h"
#include "flame.h"
#include "views.h"
#include "water.h"

static const Command commands[] = {
    /* move */
    {"focus-this", "", GROUP_MOVE, "focus", "Focus the selected frame", NEEDS_PICTURE, do_focus_this},
    {"zoom-in", "", GROUP_MOVE, "zoom", "Zoom in", NEEDS_PICTURE, do_zoom_in},
    {"zoom-out", "", GROUP_MOVE, "zoom", "Zoom out", NEEDS_PICTURE, do_zoom_out},
    {"pan-left", "", GROUP_MOVE, "pan", "", NEEDS_PICTURE, do_pan_left},
    {"pan-right", "", GROUP_MOVE, "pan", "", NEEDS_PICTURE, do_pan_right},
    {"step", "up|down|left|right", GROUP_MOVE, "parent, child, neighbours", "", NEEDS_PICTURE, do_step},
    {"all", "", GROUP_MOVE, "show all", "Show all", NEEDS_PICTURE, do_all},
    {"back", "", GROUP_MOVE, "one focus back", "Back to the focus before", NEEDS_PICTURE, do_back},
    {"forward", "", GROUP_MOVE, "forward again", "Forward again", NEEDS_PICTURE, do_forward},
    {"page-up", "", GROUP_NONE, "", "", NEEDS_PICTURE, do_page_up},
    {"page-down", "", GROUP_NONE, "", "", NEEDS_PICTURE, do_page_down},
    {"close", "", GROUP_MOVE, "peel one layer", "", NEEDS_NOTHING, do_close},
    {"focus", "NAME", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_focus},
    {"focus-node", "LANE NODE", GROUP_NONE, "", "", NEEDS_PICTURE, do_focus_node},
    {"zoom", "FROM TO", GROUP_NONE, "", "", NEEDS_PICTURE, do_zoom},
    {"hover", "NAME", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_hover},
    {"range", "[FROM TO|off]", GROUP_MOVE, "use this range in all views", "Use the shown range in all views",
     NEEDS_PICTURE, do_range},
    /* find */
    {"find", "", GROUP_FIND, "search", "Search", NEEDS_DOCUMENT, do_find},
    {"next-match", "", GROUP_FIND, "next match", "Next match", NEEDS_DOCUMENT, do_next_match},
    {"previous-match", "", GROUP_FIND, "previous", "Previous match", NEEDS_DOCUMENT, do_previous_match},
    {"find-this", "", GROUP_FIND, "search this name", "Search the name under the pointer", NEEDS_NODE, do_find_this},
    {"match-case", "", GROUP_FIND, "match case", "Match upper and lower case", NEEDS_DOCUMENT, do_match_case},
    {"search", "TEXT", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_search},
    {"filter", "TEXT", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_filter},
    /* see */
    {"view", "NAME", GROUP_SEE, "views", "", NEEDS_DOCUMENT, do_view},
    {"inverted", "", GROUP_SEE, "inverted", "Inverted: who is costly, and who calls it", NEEDS_DOCUMENT, do_inverted},
    {"flip", "", GROUP_SEE, "icicle or flame", "Flip: roots at the top or at the bottom", NEEDS_NOTHING, do_flip},
    {"next-color", "", GROUP_SEE, "colours", "Next colour rule", NEEDS_NOTHING, do_next_color},
    {"color", "module|name|ramp|self", GROUP_NONE, "", "", NEEDS_NOTHING, do_color},
    {"theme", "[light|dark]", GROUP_SEE, "theme", "Light or dark theme", NEEDS_NOTHING, do_theme},
    {"text-larger", "", GROUP_SEE, "text size", "Larger text", NEEDS_NOTHING, do_text_larger},
    {"text-smaller", "", GROUP_SEE, "text size", "Smaller text", NEEDS_NOTHING, do_text_smaller},
    {"text-normal", "", GROUP_NONE, "", "Text at its usual size", NEEDS_NOTHING, do_text_normal},
    {"previous-track", "", GROUP_SEE, "previous, next track", "Previous track", NEEDS_DOCUMENT, do_previous_track},
    {"next-track", "", GROUP_SEE, "previous, next track", "Next track", NEEDS_DOCUMENT, do_next_track},
    {"track", "N|all", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_track},
    {"fold", "TRACK", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_fold},
    {"fold-all", "", GROUP_NONE, "", "Fold or open all tracks", NEEDS_DOCUMENT, do_fold_all},
    {"sort-tracks", "", GROUP_NONE, "", "Sort tracks by busy time, or as the file has them", NEEDS_DOCUMENT,
     do_sort_tracks},
    {"wheel", "", GROUP_NONE, "", "Wheel zooms, or scrolls", NEEDS_NOTHING, do_wheel},
    {"next-file", "", GROUP_SEE, "next file", "Next file", NEEDS_TAB, do_next_file},
    {"previous-file", "", GROUP_NONE, "", "Previous file", NEEDS_TAB, do_previous_file},
    {"file", "N", GROUP_NONE, "", "", NEEDS_TAB, do_file},
    {"fullscreen", "", GROUP_SEE, "full screen", "Full screen", NEEDS_NOTHING, do_fullscreen},
    {"notes", "", GROUP_NONE, "", "What was repaired or left out while reading", NEEDS_DOCUMENT, do_notes},
    {"menu", "tracks", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_menu},
    {"dismiss", "", GROUP_NONE, "", "", NEEDS_TAB, do_dismiss},
    {"sandwich", "[NAME]", GROUP_NONE, "", "Callers and callees of the selected function", NEEDS_DOCUMENT, do_sandwich},
    {"hotspot", "", GROUP_NONE, "", "Show the selected function in the hotspots", NEEDS_NODE, do_hotspot},
    {"sort", "COLUMN", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_sort},
    {"row", "-1|+1|-page|+page|first|last|open|N", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_row},
    {"operation", "up|down|left|right|first|last|open|close|open-all|close-all|depth N|zoom|fit|N|NAME", GROUP_NONE, "",
     "", NEEDS_DOCUMENT, do_operation},
    {"record", "", GROUP_SEE, "record of a call", "The record of the selected call, as the file has it", NEEDS_NODE,
     do_record},
    {"details", "", GROUP_WATERFALL, "details of an operation", "Details of the selected operation", NEEDS_DOCUMENT,
     do_details},
    {"links", "[all|selected]", GROUP_WATERFALL, "all links", "Links of all operations, or of the selected one",
     NEEDS_DOCUMENT, do_links},
    {"pill", "critical|errors|slow|none", GROUP_WATERFALL, "critical path, errors, slow", "", NEEDS_DOCUMENT, do_pill},
    {"only", "", GROUP_WATERFALL, "only what matches", "Show only the operations that match", NEEDS_DOCUMENT, do_only},
    {"least", "TIME|SHARE%|0", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_least},
    {"channel", "[NAME]", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_channel},
    {"pick", "-1|+1|open|N", GROUP_NONE, "", "", NEEDS_NOTHING, do_pick},
    {"help", "", GROUP_SEE, "every key", "Every key", NEEDS_NOTHING, do_help},
    /* take */
    {"copy-name", "", GROUP_TAKE, "copy the name", "Copy the name", NEEDS_NODE, do_copy_name},
    {"copy-row", "", GROUP_TAKE, "copy as Markdown", "Copy as a row of Markdown", NEEDS_NODE, do_copy_row},
    {"copy-table", "[md|json|csv|tsv|text]", GROUP_NONE, "", "Copy the hotspots as Markdown", NEEDS_DOCUMENT,
     do_copy_table},
    {"export", "[md|json|csv|tsv|text]", GROUP_TAKE, "export the hotspots", "Export the hotspots as Markdown",
     NEEDS_DOCUMENT, do_export},
    {"open", "[PATH]", GROUP_TAKE, "open", "Open a file", NEEDS_NOTHING, do_open},
    {"open-path", "", GROUP_NONE, "", "Open a file by its path", NEEDS_NOTHING, do_open_path},
    {"open-recent", "N", GROUP_NONE, "", "", NEEDS_NOTHING, do_open_recent},
    {"example", "", GROUP_NONE, "", "Open the example", NEEDS_NOTHING, do_example},
    {"paste", "", GROUP_TAKE, "open what was copied", "Open a path or a profile from the clipboard", NEEDS_NOTHING,
     do_paste},
    {"reload", "", GROUP_TAKE, "read again", "Read the file again", NEEDS_TAB, do_reload},
    {"files", "", GROUP_TAKE, "all open files", "Choose among the open files", NEEDS_TAB, do_files},
    {"close-file", "[N]", GROUP_TAKE, "close the file", "Close the file", NEEDS_TAB, do_close_file},
    {"stop", "", GROUP_NONE, "", "", NEEDS_TAB, do_stop},
    {"keep", "", GROUP_NONE, "", "Stop reading and keep what was read", NEEDS_TAB, do_keep},
    {"copy-record", "", GROUP_NONE, "", "", NEEDS_DOCUMENT, do_copy_record},
    {"bytes", "", GROUP_NONE, "", "Show the bytes where reading stopped", NEEDS_STOP, do_bytes},
    {"copy-error", "", GROUP_NONE, "", "", NEEDS_TAB, do_copy_error},
    {"edit", "", GROUP_TAKE, "open in the editor", "Open the source in the editor", NEEDS_NODE, do_edit},
    {"commands", "", GROUP_TAKE, "every command", "", NEEDS_NOTHING, do_commands},
    {"quit", "", GROUP_NONE, "", "Quit", NEEDS_NOTHING, do_quit},
};

int command_count(void) {
    return sizeof commands / sizeof *commands;
}

const Command *command_at(int index) {
    return &commands[index];
}

const char *command_group_word(CommandGroup group) {
    static const char *const words[] = {"Move", "Find", "See", "Take", "In the waterfall"};
    return group >= 0 && group < GROUP_COUNT ? words[group] : "";
}

const Command *command_find(Str line, Str *args) {
    line = str_trim(line);
    size_t space = str_find_char(line, ' ');
    Str word = str_slice(line, 0, space == SIZE_MAX ? line.len : space);
    *args = str_trim(str_slice(line, word.len, line.len));
    for (int i = 0; i < command_count(); i++)
        if (str_is(word, commands[i].name))
            return &commands[i];
    return NULL;
}

static bool has_node(Ui *ui, const Tab *tab) {
    Flame *flame = flame_current(ui);
    if (water_current(ui))
        return true;
    if (flame)
        return flame_view(flame, flame_subject(ui, flame)) != NULL;
    return tab->rows_of && tab->cursor < tab->row_count;
}

bool command_can(Ui *ui, const Command *command, Err *err) {
    Tab *tab = ui_tab(ui);
    if (command->needs >= NEEDS_TAB && !tab)
        return err_set(err, ERR_USAGE, "no file is open");
    if (command->needs >= NEEDS_DOCUMENT && !tab->document)
        return err_set(err, ERR_USAGE,
                       tab->state == TAB_FAILED ? "this file could not be opened" : "the file is not open yet");
    if (command->needs == NEEDS_PICTURE && !flame_current(ui))
        return err_set(err, ERR_USAGE, "this view has no flame picture");
    if (command->needs == NEEDS_STOP && (tab->document->complete || !tab->document->stopped_at))
        return err_set(err, ERR_USAGE, "nothing stopped the reading of this file");
    if (command->needs == NEEDS_NODE && !has_node(ui, tab))
        return err_set(err, ERR_USAGE, "nothing is selected");
    return true;
}

static bool run(Ui *ui, Str line, Err *err) {
    Str args;
    const Command *command = command_find(line, &args);
    if (!command)
        return err_set(err, ERR_USAGE, "no command '%.*s'", STR_ARG(line));
    if (!command_can(ui, command, err))
        return false;
    ui_touch(ui);
    return command->run(ui, args, err);
}

/* ---- what has to wait ---- */
static void wait_for_views(Ui *ui, Str line, const Err *why) {
    if (ui->later_tab == 0)
        ui_say(ui, "%s", why->message);
    snprintf(ui->later, sizeof ui->later, "%.*s", STR_ARG(line));
    ui->later_tab = ui_tab(ui)->id;
}

bool ui_command(Ui *ui, Str line, double now, Err *err) {
    Err why = {0};
    ui->now = now;
    if (run(ui, line, &why))
        return true;
    if (why.code == ERR_LATER && line.len < sizeof ui->later) {
        wait_for_views(ui, line, &why);
        return true;
    }
    return err_set(err, why.code, "%s", why.message);
}

void command_later(Ui *ui, const Tab *tab) {
    Err why = {0};
    if (ui->later_tab != tab->id || ui_tab(ui) != tab)
        return;
    bool done = run(ui, str_from(ui->later), &why);
    if (!done && why.code == ERR_LATER)
        return;
    ui->later_tab = 0;
    ui->later_err = why;
    if (!done)
        ui_say(ui, "%s", why.message);
}

bool ui_waited(Ui *ui, Err *err) {
    Err last = ui->later_err;
    ui->later_err = (Err){0};
    return last.code == ERR_NONE || err_set(err, last.code, "%s", last.message);
}
