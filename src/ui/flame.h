/* One flame picture: where it stands (viewport, focus, history, selection), how it is drawn lane by lane, and what hand and
 * keys do to it. Time order, left heavy, inverted and both halves of the sandwich are all such pictures. */
#pragma once
#include "widget.h"

#define FLAME_EASE 0.18 /* seconds of a zoom */

/* ---- state (flame.c) ---- */
/* The picture that keys move, NULL when the view has none or there is no document. */
Flame *flame_current(Ui *ui);
/* Sets the axis: at first sight everything is shown; later a grown axis keeps what is shown. */
void flame_place(Flame *flame, Span all, double now);
/* Forgets focus, selection and history (their nodes belong to a tree that is gone). */
void flame_reset(Flame *flame);
/* Focus a node: its range fills the width, and the way back is kept. A root that covers everything shows all. */
void flame_focus(Ui *ui, Flame *flame, NodeRef ref);
void flame_zoom_to(Ui *ui, Flame *flame, Span span); /* a range; keeps the way back */
void flame_show_all(Ui *ui, Flame *flame);
bool flame_back(Ui *ui, Flame *flame);
bool flame_forward(Ui *ui, Flame *flame);
void flame_zoom(Ui *ui, Flame *flame, double factor); /* at the pointer when it is inside, else in the middle */
void flame_pan(Ui *ui, Flame *flame, double share);
/* The focus is dropped once the picture shows more than it. */
void flame_check_focus(Ui *ui, Flame *flame);
const Lane *flame_lane(const Flame *flame, uint32_t key); /* of the last frame; NULL */
/* The view a reference lies in, NULL when it is not on the glass or holds no such node. */
const View *flame_view(const Flame *flame, NodeRef ref);
static inline bool node_is(NodeRef a, NodeRef b) {
    return a.lane == b.lane && a.node == b.node;
}
/* What keys and copying mean: the selected node, else the one under the pointer, else the focus. */
NodeRef flame_subject(const Ui *ui, const Flame *flame);
/* The trees of the picture in the order they are drawn, also of tracks that are folded or scrolled away: O(1) each, for there may be a
 * million. */
typedef struct FlameTree {
    uint32_t key;     /* NodeRef.lane */
    const View *view; /* NULL: not built */
    const Tree *tree; /* of the view; of a track that is not built its own, where that is the same; else NULL */
} FlameTree;
size_t flame_tree_count(Ui *ui, const Flame *flame);
FlameTree flame_tree(Ui *ui, const Flame *flame, size_t at);
/* Samples lie in time order only in a view: asks for the first few trees that are missing among those from `at` up to, not with, `end`, to be
 * built side by side, since a file may have thousands. 0: all are there. */
size_t flame_ask_trees(Ui *ui, const Flame *flame, size_t at, size_t end);
/* Which of them has that key; the first when none has. */
size_t flame_tree_of(Ui *ui, const Flame *flame, uint32_t key);
/* First node of that name in preorder, tree by tree, as far as they are there. */
NodeRef flame_find(Ui *ui, const Flame *flame, Str name);
/* Selects or focuses a node of any of these trees: now, or once its track was unfolded and scrolled to. */
void flame_go_to(Ui *ui, Flame *flame, NodeRef ref, FlameWish wish);

/* ---- moving the selection (flame_move.c) ---- */
typedef enum FlameStep { STEP_UP, STEP_DOWN, STEP_LEFT, STEP_RIGHT } FlameStep;
void flame_step(Ui *ui, Flame *flame, FlameStep step);
void flame_select(Ui *ui, Flame *flame, NodeRef ref); /* and brings it into view */
/* Brings a node into view: scrolls, pans, and zooms when it is below a pixel. */
void flame_reveal(Ui *ui, Flame *flame, NodeRef ref);

/* ---- the way through a reload (flame_path.c) ---- */
Path flame_path(Arena *arena, const View *view, uint32_t node);
/* The node of that path, or of its longest beginning that is there; TREE_NONE when not even the first step is. */
uint32_t flame_resolve(const View *view, const Path *path);

/* ---- glass (flame_draw.c) ---- */
int flame_row_height(const Ui *ui);
/* Begins a frame of the picture in area, with content pixels of rows: moves the viewport on and keeps the scroll in bounds. */
void flame_begin(Ui *ui, Flame *flame, Rect area, int content);
/* Draws the visible rows of lane into its clip, and adds it to flame->lanes. */
void flame_draw_lane(Ui *ui, Tab *tab, Flame *flame, Lane lane);
/* Height in pixels of all rows of a view. */
int flame_height(const Ui *ui, const View *view);
/* The colour of a node under the chosen rule. */
Color flame_color(Ui *ui, Tab *tab, const View *view, uint32_t node);
Color flame_frame_color(Ui *ui, Tab *tab, FrameId frame);
/* The range being chosen, over r: a light veil. */
void flame_draw_range(Ui *ui, const Flame *flame, Rect r);
/* What was drawn at a point. False when it is empty there. */
bool flame_hit(const Flame *flame, int x, int y, const Lane **lane, const Box **box);
/* Where a box stands in the window. */
Rect flame_box_rect(const Ui *ui, const Lane *lane, const Box *box);
/* The box drawn for a node, NULL when it is not on the glass or in a crowd. */
const Box *flame_box(const Lane *lane, uint32_t node);

/* ---- hand (flame_hand.c) ---- */
/* PointerFn of every picture: part is its ViewKind. */
void flame_pointer(Ui *ui, const Pointer *pointer);
/* Dragging chooses a range; letting go zooms to it. True when the event was part of that. */
bool flame_choose_range(Ui *ui, Flame *flame, const Pointer *pointer);
void flame_scroll_pointer(Ui *ui, const Pointer *pointer);
/* Finds what is under the pointer after a frame was drawn, and logs a change. */
void flame_hover(Ui *ui);
