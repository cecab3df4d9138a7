/* Everything that changes in the window, in one place: nothing else in ui/ holds state. Private to src/ui.
 *
 * Lifetimes: Ui.arena lives with the window; Tab.arena with a tab; Ui.scene is what the last frame put on the glass (hot
 * regions, boxes), reset when the next one is drawn, so that input is read against what the eye saw. */
#pragma once
#include "base/array.h"
#include "base/map.h"
#include "derive/search.h"
#include "layout/viewport.h"
#include "theme.h"
#include "ui/ui.h"

/* ---- hot regions: what the pointer can do where (hot.h) ---- */
typedef enum PointerWhat { POINTER_DOWN, POINTER_DRAG, POINTER_UP, POINTER_CLICK, POINTER_WHEEL } PointerWhat;

typedef struct Pointer {
    PointerWhat what;
    int x, y;           /* now */
    int from_x, from_y; /* where the button went down */
    int last_x, last_y; /* at the event before */
    float dx, dy;       /* of the wheel */
    int button, clicks;
    unsigned mods;
    Rect rect; /* of the region */
    int part;  /* what the region's owner gave it */
    bool dragged;
    double now;
} Pointer;

typedef void (*PointerFn)(Ui *ui, const Pointer *pointer);

typedef struct Region {
    Rect rect;
    int layer;         /* regions below the topmost layer sleep */
    Str command;       /* run by a click; may be empty */
    PointerFn pointer; /* gets everything; may be NULL */
    int part;
    UiCursor cursor;
} Region;

/* ---- text fields (field.h) ---- */
typedef struct Field {
    char *data; /* UTF-8, in Ui.arena */
    size_t len, capacity;
    size_t caret, anchor; /* bytes; the selection lies between them */
    int scroll;           /* pixels hidden at the left */
} Field;

typedef enum FieldName {
    FIELD_SEARCH,
    FIELD_FILTER,
    FIELD_LAUNCHER,
    FIELD_PROMPT,
    FIELD_COUNT,
    FIELD_NONE = -1
} FieldName;

/* ---- flame pictures (flame.h) ---- */
#define LANE_NONE UINT32_MAX

/* A node on the glass: which lane (track in time order; 0 upper, 1 lower half of the sandwich; else 0) and which node. */
typedef struct NodeRef {
    uint32_t lane, node; /* node TREE_NONE: nothing */
} NodeRef;
#define NODE_NONE ((NodeRef){LANE_NONE, TREE_NONE})

/* What was painted for a node or a run, in device pixels. */
typedef struct Box {
    int x, w;
    uint32_t row, node;
    uint32_t count; /* 1, or how many of a run; node is then the longest */
    double sum;
} Box;

typedef struct BoxRow {
    Box *boxes; /* left to right */
    uint32_t count;
} BoxRow;

/* One tree on the glass. rows of it begin at `top` and go down, or up from `bottom` when up is set. */
typedef struct Lane {
    uint32_t key; /* NodeRef.lane */
    const View *view;
    Rect rect; /* all its rows; may reach beyond clip */
    Rect clip; /* what of it is visible */
    bool up;
    BoxRow *rows; /* the visible ones: first_row and on */
    uint32_t first_row, row_count;
} Lane;

typedef struct FlameStop {
    Span span;
    NodeRef focus;
    double scroll;
} FlameStop;

/* What is to be done with a node of a track that is not on the glass yet. */
typedef enum FlameWish { WISH_NONE, WISH_SELECT, WISH_FOCUS } FlameWish;

/* The state of one picture, kept per tab and kind of view. */
typedef struct Flame {
    Viewport viewport;
    bool placed; /* viewport has been set up for the shown document */
    bool resume; /* a reading anew: begin at resume_span, not at everything */
    Span resume_span;
    NodeRef focus, focus_before;
    double focus_since; /* when the focus changed: dimming eases with the motion */
    NodeRef selected;
    FlameWish wish;
    NodeRef wished;
    double scroll, scroll_max; /* pixels */
    Array(FlameStop) back, forward;
    Span drag; /* a range being chosen with the pointer, from >= to: none */
    /* of the last frame, in Ui.scene */
    Array(Lane) lanes;
    Rect area;
    uint64_t drawn, merged, culled;
} Flame;

/* Which node a focus stood on, in words that survive a new reading of the file. */
typedef struct PathStep {
    Str name, file;
    uint32_t nth; /* among siblings of the same name */
} PathStep;
typedef struct Path {
    Array(PathStep) steps;
} Path;

/* ---- the waterfall (water.h) ---- */
typedef enum WaterPill { PILL_NONE, PILL_ERRORS, PILL_SLOW } WaterPill;

typedef struct Water {
    /* what the user chose */
    uint32_t selected, hover; /* rows, WATERFALL_NONE */
    uint32_t want_hover;      /* the pointer is to be put there */
    WaterPill pill;           /* these are lit, the others dimmed */
    bool hide_path;           /* the critical path is not drawn */
    bool only;                /* what is dimmed is hidden instead */
    bool all_links;           /* not only those of the selected operation */
    bool details;             /* the panel is open */
    double least;             /* shorter operations are hidden, ns */
    double least_share;       /* percent of the root */
    FrameId channel;          /* FRAME_NONE, or only this one */
    double tree_width;        /* design pixels */
    double panel_scroll, panel_content;
    /* made for one waterfall */
    Arena *arena;
    const Waterfall *of;
    uint8_t *closed;                    /* by row: what is below it is folded away */
    uint8_t *opened;                    /* by repeat: its siblings stand one by one */
    uint32_t *before, *after;           /* by row: its sequential neighbours */
    uint32_t *segment_first, *segments; /* by row: its stretches of the critical path; one more at the end */
    uint32_t *member_first, *members;   /* by repeat: its rows in start order; one more at the end */
    double slowest_self;
    uint32_t slow_count; /* bottlenecks by duration, own time or both */
    uint32_t version;    /* grows when something is folded */
    uint8_t *lit;        /* by row: it is what search and pill ask for */
    uint32_t *lines;     /* rows from top to bottom */
    uint32_t *line_of;   /* by row, WATERFALL_NONE = not in the list */
    uint32_t line_count;
    SearchSums lit_sums;
    uint64_t key; /* what lit and lines were made for */
    /* of the last frame */
    Rect rows, bars;
} Water;

/* ---- search (search.h) ---- */
/* The matches in one view. */
typedef struct SearchView {
    const View *view;
    SearchSums sums;
    uint32_t *nodes;     /* row by row, left to right */
    uint32_t *row_first; /* per row, one more at the end */
} SearchView;

/* The matches in all tracks of time order, as far as they were counted. */
typedef struct SearchTracks {
    SearchSums sums;
    double all;    /* what shares are of */
    size_t at;     /* so many of count tracks were looked at */
    bool counting; /* time was up before the last one: the next frame goes on */
    /* what they were counted for */
    size_t count;
    int track;
    bool order_busy;
} SearchTracks;

typedef struct Search {
    bool match_case;
    bool log_due;             /* the text changed and was not logged */
    const Document *document; /* that the run is over; NULL: none was begun for the text */
    SearchRun *run;           /* goes on from frame to frame; NULL: done */
    SearchRun *found;         /* the last one that was done: hits are its own */
    const Document *found_in;
    uint32_t version;       /* grows with each change of what was found */
    Arena *arena;           /* all below, dropped when the next run is done */
    const SearchHits *hits; /* of the document; NULL: no text, or a bad pattern */
    Str error;              /* why the pattern is bad */
    Array(SearchView) views;
    Map view_index; /* by address of the view: which of them */
    SearchTracks tracks;
    const Hotspots *table; /* whose matches were counted, and what they are */
    SearchSums table_sums;
    NodeRef at;   /* the match the user stepped to */
    bool stepped; /* or to a row of the table */
} Search;

/* ---- the tracks of time order, one under another (tab_stack.c) ---- */
/* What lies above a track: how many that are not folded, and their rows. Pixels follow from these in any size of text. */
typedef struct TrackSum {
    uint32_t open, rows;
} TrackSum;

typedef struct TrackStack {
    uint32_t *place; /* by track: its number in Tab.timed, UINT32_MAX = it is not there */
    uint32_t *rows;  /* by number: rows when open, plus one; 0 = not asked yet */
    TrackSum *above; /* by number, one more at the end */
    Span *reach;     /* by number: where it lies */
    Span axis;       /* all of these together */
    bool stale;      /* folds or rows are not what above was made of */
} TrackStack;

/* ---- tabs ---- */
typedef struct Tab Tab;
typedef struct TabSlot {
    Tab *tab;
} TabSlot;

typedef enum TabState { TAB_LOADING, TAB_OPEN, TAB_FAILED } TabState;

/* A view of the document, when it was last drawn, counted in frames. */
typedef struct TabView {
    const View *view;
    uint64_t used;
} TabView;
typedef struct TabAsk {
    const Document *document;
    ViewSpec spec;
} TabAsk;

/* Records of the file as text, kept until others are asked for (record.c). All zero: none yet. */
typedef struct Records {
    Arena *arena;
    const View *of;
    uint64_t detail;
    Str text;
} Records;

struct Tab {
    uint32_t id;
    Arena *arena;
    Str path, name;
    TabState state;
    bool loading;   /* a load runs (also again, behind a picture) */
    bool dismissed; /* the bar about a partial file was closed */
    bool
        chosen; /* a hand was laid on view, tracks or picture: what a longer reading would begin with no longer counts */
    UiProgress progress;
    double load_began;
    Err error;
    const Document *document; /* on the glass; NULL before the first */
    const Document *next;     /* arrived, its views not all built */
    bool next_final, final;
    Array(TabView) views;  /* of document and of next */
    Map view_index;        /* which of them is which (tab_views.c) */
    Arena *views_arena;    /* of the index */
    size_t passing;        /* how many of them give way to others */
    Array(TabAsk) asked;   /* builds under way */
    Array(ViewSpec) shown; /* specs that the last frame asked for */
    int view;              /* row of the table of views */
    ViewKind pane;         /* of tab.flames: which picture the keys move */
    int track;             /* of merged views: index or VIEW_ALL_TRACKS */
    Span range;            /* chosen range of time, from >= to: none */
    Flame flames[VIEW_KINDS];
    Records records;
    Water water;
    uint8_t *folded;     /* by track: 1 = folded in time order */
    Arena *tracks_arena; /* of the next ones */
    uint32_t *order;     /* tracks in the order they are drawn */
    uint32_t *timed;     /* those of them on the axis of time: a frame does not look at a million tracks for that */
    size_t timed_count;
    TrackStack stack; /* where each of timed stands */
    bool order_busy;  /* ordered by busy time */
    /* hotspots and sandwich */
    FrameId function; /* subject of the sandwich, FRAME_NONE = none yet */
    uint32_t *rows;   /* filtered, sorted rows of the table */
    uint32_t *sorted; /* all of them, before the filter */
    uint64_t sorted_by;
    size_t row_count;
    const Hotspots *rows_of;
    Hotspot most;      /* the largest that rows_of has in each column */
    SearchRun *filter; /* the functions that pass, looked for from frame to frame; NULL: all do */
    bool filter_done;
    uint64_t filter_key; /* text and document it was begun for */
    uint64_t rows_key;   /* sort, direction and filter they were made for */
    Arena *rows_arena;
    int sort;
    bool ascending;
    uint32_t cursor;     /* chosen row, index in rows */
    uint32_t cursor_was; /* at the last frame: who moved, the hand or the subject */
    double table_scroll; /* pixels */
    int table_height;    /* of the rows' area in the last frame */
    FrameId want_row;    /* to be chosen in the table once it is there; FRAME_NONE */
    FrameId want_focus;  /* to be focused once the picture is there; FRAME_NONE */
    double list_width;   /* design pixels, of the sandwich's list */
    /* colours by frame of the shown document */
    Arena *colors_arena;
    Color *colors;
    const Document *colors_of;
    ColorRule colors_rule;
    bool colors_light;
};

/* ---- overlays ---- */
typedef enum Overlay {
    OVERLAY_NONE,
    OVERLAY_HELP,
    OVERLAY_LAUNCHER,
    OVERLAY_NOTES,
    OVERLAY_BYTES,
    OVERLAY_RECORD,
    OVERLAY_MENU,
    OVERLAY_PROMPT
} Overlay;

typedef struct MenuItem {
    Str label, detail, command; /* command empty: a heading */
    bool checked;
} MenuItem;

/* What in the window a list hangs from, as last drawn. */
typedef enum Anchor { ANCHOR_TRACKS, ANCHOR_VIEWS, ANCHOR_FILES, ANCHORS } Anchor;

struct Ui {
    Arena *arena;
    Arena *scene; /* of the last frame */
    Settings settings;
    Str formats;

    Array(TabSlot) tabs;
    int active; /* index, -1: the welcome screen */
    uint32_t next_id;
    int welcome_row; /* chosen recent file */

    /* requests not yet taken */
    Array(UiRequest) requests;
    size_t request_at;
    Arena *request_arena;

    /* the hand */
    int x, y;
    bool inside;
    bool pointed; /* the pointer moved since the last frame: the row of a list under it is chosen */
    unsigned mods;
    Array(Region) regions; /* in scene */
    int layer;             /* of the regions now being added */
    int top_layer;         /* highest of the last frame */
    Region captured;       /* holds the pointer while a button is down */
    Arena *press_arena;    /* its command */
    bool is_captured, dragged;
    int button, clicks, down_x, down_y, last_x, last_y;
    int grip;          /* which part of the range in the minimap is dragged */
    bool swallow_text; /* the key that opened a field must not be typed into it */
    bool drag_file;
    NodeRef hover;      /* in the current picture */
    NodeRef want_hover; /* the pointer is to be put there */
    Box hover_box;
    ViewKind hover_kind; /* whose picture */

    struct HotColumn *columns; /* of the table in the last frame, in scene */
    int column_count;

    /* what the keyboard talks to */
    Field fields[FIELD_COUNT];
    FieldName field;
    TextStyle field_style; /* as last drawn, and the metrics of the last frame: a click finds its letter */
    TextMetrics metrics;
    Overlay overlay;
    double overlay_scroll, overlay_content; /* pixels */
    int overlay_row;
    uint64_t record[2]; /* of the sheet of one call, as ViewSpec.detail (record.c) */
    uint32_t record_tab;
    bool overlay_moved; /* by a key: bring the row into sight */
    Array(MenuItem) menu;
    bool menu_of_tracks; /* behind these stands one for each track: made when seen, there may be a million */
    Rect menu_at;
    Rect anchors[ANCHORS];
    Arena *menu_arena;

    Search search;

    /* a command that waits for a view of a tab (command.c) */
    char later[512];
    uint32_t later_tab; /* 0: none waits */
    Err later_err;      /* how the last one ended */

    /* the frame being drawn */
    const UiFrame *frame;
    DrawList *list;
    const Theme *theme;
    double px; /* device pixels per design pixel */
    int frame_width;
    uint64_t frame_number;
    double now, last_drawn;
    bool dirty, moving;

    char message[1024];
    double message_until;
    Text log;
    Arena *log_arena;
};

/* The tab on the glass, NULL on the welcome screen. */
static inline Tab *ui_tab(const Ui *ui) {
    return ui->active >= 0 && (size_t)ui->active < ui->tabs.count ? ui->tabs.data[ui->active].tab : NULL;
}
/* Asks for a new frame. */
static inline void ui_touch(Ui *ui) {
    ui->dirty = true;
}
/* Queues a request; its text and bytes are copied. */
void ui_ask(Ui *ui, UiRequest request);
/* Stores the settings and redraws. */
void ui_settings_changed(Ui *ui);
void ui_say(Ui *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes back what was said last. */
void ui_hush(Ui *ui);
