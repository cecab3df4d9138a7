/* Rows and columns, written as any of the formats: what a column is and how a cell is got is stated once, Markdown, aligned text, CSV (RFC 4180), TSV
 * and JSON follow. Rows are asked for one at a time and not kept, so a table may have millions. */
#pragma once
#include "report/json_out.h"

typedef enum ReportFormat { REPORT_TEXT, REPORT_MD, REPORT_JSON, REPORT_CSV, REPORT_TSV, REPORT_FOLDED } ReportFormat;

typedef enum CellKind {
    CELL_NONE,    /* unknown or none: null, or an empty cell */
    CELL_TEXT,    /* a word of ours */
    CELL_NAME,    /* text of the file: a code span in Markdown */
    CELL_COUNT,   /* a whole number */
    CELL_NUMBER,  /* a number without unit */
    CELL_VALUE,   /* in unit */
    CELL_PERCENT, /* number of whole, in percent */
    CELL_BOOL,
} CellKind;

typedef struct Cell {
    CellKind kind;
    Str text;
    double number, whole;
    Unit unit;
} Cell;

enum ColumnFor {
    FOR_PEOPLE = 1, /* Markdown and text: formatted */
    FOR_JSON = 2,   /* in full */
    FOR_SHEETS = 4, /* CSV and TSV: in full */
    FOR_MACHINES = FOR_JSON | FOR_SHEETS,
    FOR_BOTH = FOR_PEOPLE | FOR_MACHINES,
};

typedef struct Column {
    const char *key;   /* of JSON, CSV and TSV */
    const char *title; /* of Markdown and text */
    int shown;         /* ColumnFor */
    bool right;
} Column;

typedef struct Table {
    const Column *columns;
    int column_count;
    uint64_t row_count;
    const void *user;
    /* The cell of a row; its text may live in scratch, which is reset after each row. */
    Cell (*cell)(const void *user, uint64_t row, int column, Arena *scratch);
} Table;

/* TEXT, MD, CSV or TSV. */
void table_write(Out *out, ReportFormat format, const Table *table);
/* CSV and TSV: the rows without the line of titles, to go on with a table of the same columns. */
void table_write_more(Out *out, ReportFormat format, const Table *table);
/* An array of objects. */
void table_json(JsonOut *json, const Table *table);
/* The cells of one row as members of the object that is open. */
void table_json_members(JsonOut *json, const Table *table, uint64_t row, Arena *scratch);
/* s in a column of `width`, its end or its start aligned. */
void out_padded(Out *out, Str s, size_t width, bool right);

Cell cell_text(const char *word); /* NULL: none */
Cell cell_name(Str s);            /* empty: none */
/* An empty cell: null for machines, nothing for people. */
Cell cell_none(void);
Cell cell_count(uint64_t n);
Cell cell_value(Unit unit, double value);
Cell cell_percent(double part, double whole);
