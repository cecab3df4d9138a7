/* What the columns of the function table are, and how they are dragged. */
#pragma once
#include "hot_table.h"

typedef struct HotColumnKind {
    const char *label, *word; /* word: of `sort WORD` */
    int width;                /* design pixels; 0: shares what is left */
    int sort;                 /* HotspotSort; -1: no order of its own */
    int drop;                 /* the higher, the earlier it goes when there is no room */
    bool number;              /* right aligned */
    bool calls;               /* only of events */
} HotColumnKind;

const HotColumnKind *hot_column_kind(HotColumnId id);
/* A column of self or total, its figures this wide: what has no room is empty. */
typedef struct HotMeasure {
    Rect figure, bar, share;
} HotMeasure;
HotMeasure hot_columns_measure(const Ui *ui, Rect r, int figure);
/* The pointer in the head: part = column to be moved, COLUMN_COUNT + column to be resized. */
void hot_columns_drag(Ui *ui, const Pointer *p, const HotColumn *columns, int count);
