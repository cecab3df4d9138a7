/* The table of functions: sorted, filtered, virtual (only visible rows cost anything). Hotspots show all of its columns, the
 * sandwich a few. Columns are a table; their order and widths are the user's and kept in the settings. */
#pragma once
#include "widget.h"

typedef enum HotColumnId {
    COLUMN_RANK,
    COLUMN_FUNCTION,
    COLUMN_SOURCE,
    COLUMN_SELF,
    COLUMN_TOTAL,
    COLUMN_CALLS,
    COLUMN_AVERAGE,
    COLUMN_WORST,
    COLUMN_KIND,
    COLUMN_READING,
    COLUMN_COUNT
} HotColumnId;

typedef struct HotColumn {
    HotColumnId id;
    int x, w; /* device pixels */
} HotColumn;

/* How figures are written: with bar and share beside them, alone, without their word, "88.9 M". */
typedef enum HotForm { HOT_BARS, HOT_FULL, HOT_BARE, HOT_SHORT } HotForm;

/* Sorts and filters for the shown hotspots when anything changed. */
void hot_table_prepare(Ui *ui, Tab *tab, const View *view);
/* Draws head and rows in r. columns: which, from the left. */
void hot_table_draw(Ui *ui, Tab *tab, const View *view, Rect r, const HotColumn *columns, int count, HotForm form);
/* The columns that r has room for, in the user's order, wide enough for their figures. Returns how many. After hot_table_prepare. */
int hot_table_layout(Ui *ui, const Tab *tab, const View *view, Rect r, HotColumn *columns, HotForm *form);
/* The chosen row; NULL when there is none. */
const Hotspot *hot_table_chosen(const Tab *tab, const View *view);
/* Moves the choice to row `to` and brings it into sight. */
void hot_table_choose(Ui *ui, Tab *tab, int64_t to);
