/* Bodies of the commands, as the table in command.c names them. Each returns false with a sentence in err when it cannot;
 * with ERR_LATER when it has asked for views that it needs, and is to be called again once they are there. */
#pragma once
#include "ui/command.h"
#include "ui_state.h"

/* The function that copying and looking up mean (selected, under the pointer, row of the table), and the view it was measured in.
 * FRAME_NONE when there is none. */
FrameId ui_subject(Ui *ui, const View **view);

/* Runs the command that waits for a view of this tab, if one does: when a view has come. */
void command_later(Ui *ui, const Tab *tab);

typedef bool CommandRun(Ui *ui, Str args, Err *err);

/* do_move.c */
CommandRun do_back, do_forward, do_all, do_zoom_in, do_zoom_out, do_pan_left, do_pan_right, do_page_up, do_page_down;
CommandRun do_step, do_focus, do_focus_node, do_focus_this, do_zoom, do_hover, do_range;
/* do_file.c */
CommandRun do_open, do_open_path, do_open_recent, do_reload, do_close_file, do_file, do_next_file, do_previous_file,
    do_example;
CommandRun do_files, do_stop, do_keep, do_quit, do_paste;
/* do_see.c */
CommandRun do_view, do_inverted, do_flip, do_theme, do_color, do_next_color, do_track, do_next_track;
CommandRun do_previous_track, do_fold, do_fold_all, do_sort_tracks, do_text_larger, do_text_smaller, do_text_normal;
CommandRun do_help, do_commands, do_notes, do_bytes, do_record, do_close, do_fullscreen, do_menu, do_wheel, do_dismiss;
/* do_take.c */
CommandRun do_copy_name, do_copy_row, do_copy_error, do_copy_record, do_edit;
/* do_report.c */
CommandRun do_copy_table, do_export;
/* search.c */
CommandRun do_search, do_find, do_find_this, do_next_match, do_previous_match, do_match_case;
/* do_water.c */
CommandRun do_operation, do_details, do_links, do_pill, do_only, do_least, do_channel;
/* view_hotspots.c, launcher.c */
CommandRun do_row, do_sort, do_filter, do_sandwich, do_hotspot, do_pick;
