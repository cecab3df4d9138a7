/* A file in the window: its documents as they arrive, the views built of them, and the swap from an old reading to a new one. */
#pragma once
#include "ui_state.h"

Tab *tab_new(Ui *ui, Str path);
/* The name of the file; with its folder, or a number, where another tab has the same. In arena, or the tab's. */
Str tab_label(Arena *arena, const Ui *ui, const Tab *tab);
Tab *tab_by_id(const Ui *ui, uint32_t id); /* NULL */
void tab_free(Tab *tab);
void tab_close(Ui *ui, size_t index);
void tab_activate(Ui *ui, int index);

/* The view of the shown document, or NULL while it is being built: the first question asks for it. */
const View *tab_view(Ui *ui, Tab *tab, ViewSpec spec);
/* One track in time order. */
static inline ViewSpec tab_time_spec(uint32_t track) {
    return (ViewSpec){.kind = VIEW_TIME, .track = (int)track, .function = FRAME_NONE};
}
/* The same without asking. */
const View *tab_view_now(const Tab *tab, ViewSpec spec);
/* Tracks chosen for merged views: the spec of kind over them, in the chosen range. */
ViewSpec tab_spec(const Tab *tab, ViewKind kind);
/* Asks to free views of functions and ranges that were not on the glass for a while. After each frame. */
void tab_forget(Ui *ui, Tab *tab);
/* Forgets a document's views and builds, and asks to free it. */
void tab_drop_document(Ui *ui, Tab *tab, const Document *document);

/* Track, view and folds that its document begins with. */
void tab_defaults(Tab *tab);
void tab_document(Ui *ui, Tab *tab, const Document *document, bool final);
void tab_view_ready(Ui *ui, Tab *tab, const View *view);
void tab_failed(Ui *ui, Tab *tab, const Err *err);

/* The first function of that name; FRAME_NONE. */
FrameId tab_function(const Tab *tab, Str name);

/* ---- tracks ---- */
/* Tracks of time order as they are drawn: all on the axis of time, or the chosen one alone. */
size_t tab_time_tracks(Arena *arena, const Tab *tab, const uint32_t **tracks);
/* On the axis of time, beside others. */
static inline bool tab_is_timed(const Track *track) {
    return track->ordered && track->unit.kind == UNIT_TIME;
}
void tab_order_tracks(Tab *tab);
void tab_choose_track(Ui *ui, Tab *tab, int track);
Str tab_track_title(const Tab *tab); /* of the chosen track(s) */
/* The title of a track; what kind of file it is when its only track has no name of its own. */
Str tab_title_of(const Tab *tab, const Track *track);

/* ---- the tracks of time order under one another (tab_stack.c): where they stand, in device pixels; `at` counts tab->timed ---- */
/* Finds the timed tracks of tab->order, folded as tab->folded says. Linear; after tab_order_tracks all is known. */
void stack_make(Tab *tab);
/* A view has come: it may have other rows, or another reach, than its track said. */
void stack_view(Tab *tab, const View *view);
/* All that changes tab->folded goes through these: the next question sums all heights again. */
void tab_fold(Tab *tab, uint32_t track, bool folded);
void tab_fold_all(Tab *tab, bool folded);
/* Where the header of a track begins; of timed_count: the height of all. */
int stack_top(const Ui *ui, Tab *tab, size_t at);
/* Of a track that is alone, and so never folded. */
int stack_height_alone(const Ui *ui, uint32_t rows);
/* The last track that begins at y or above; the first when there is none. O(log tracks). */
size_t stack_at(const Ui *ui, Tab *tab, int y);
/* The number of a track; timed_count when it is none of them. */
size_t stack_place(const Tab *tab, uint32_t track);
/* The same of the track that a view of this document shows whole. */
size_t stack_place_of_view(const Tab *tab, const View *view);
size_t stack_open(Tab *tab); /* how many are not folded */
