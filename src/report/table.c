/* One table, five formats; see report/table.h. */
#include "report/table.h"

#include <math.h>
#include <string.h>

#include "report/safe.h"

enum {
    MEASURED_ROWS =
        5000, /* aligned text looks at this many rows for its widths; a wider cell further down sticks out */
    MOST_COLUMNS = 24,
};

Cell cell_none(void) {
    return (Cell){0};
}

Cell cell_text(const char *word) {
    return word ? (Cell){.kind = CELL_TEXT, .text = str_from(word)} : cell_none();
}

Cell cell_name(Str s) {
    return s.len > 0 ? (Cell){.kind = CELL_NAME, .text = s} : cell_none();
}

Cell cell_count(uint64_t n) {
    return (Cell){.kind = CELL_COUNT, .number = (double)n};
}

Cell cell_value(Unit unit, double value) {
    return (Cell){.kind = isfinite(value) ? CELL_VALUE : CELL_NONE, .number = value, .unit = unit};
}

Cell cell_percent(double part, double whole) {
    return (Cell){.kind = whole > 0 ? CELL_PERCENT : CELL_NONE, .number = part, .whole = whole};
}

/* ---- for people ---- */

static Str people_text(Arena *arena, ReportFormat format, const Cell *cell) {
    char buffer[NUMBER_SIZE];
    switch (cell->kind) {
    case CELL_NAME:
        return format == REPORT_MD ? safe_code(arena, cell->text) : safe_plain(arena, cell->text, SAFE_LONGEST);
    case CELL_TEXT:
        return cell->text;
    case CELL_COUNT:
        return count_format(arena, (uint64_t)cell->number);
    case CELL_NUMBER:
        return str_copy(arena, number_text(buffer, round(cell->number * 100) / 100));
    case CELL_VALUE:
        return unit_format(arena, cell->unit, cell->number);
    case CELL_PERCENT:
        return percent_format(arena, cell->number, cell->whole);
    case CELL_BOOL:
        return cell->number != 0 ? STR("yes") : STR("");
    case CELL_NONE:
        break;
    }
    return STR("");
}

static void write_md_head(Out *out, const Table *table) {
    for (int c = 0; c < table->column_count; c++)
        if (table->columns[c].shown & FOR_PEOPLE)
            outf(out, "| %s ", table->columns[c].title);
    out_add_c(out, "|\n");
    for (int c = 0; c < table->column_count; c++)
        if (table->columns[c].shown & FOR_PEOPLE)
            out_add_c(out, table->columns[c].right ? "|---:" : "|---");
    out_add_c(out, "|\n");
}

static void write_md(Out *out, const Table *table) {
    Arena *scratch = arena_new();
    write_md_head(out, table);
    for (uint64_t row = 0; row < table->row_count; row++) {
        for (int c = 0; c < table->column_count; c++) {
            if (!(table->columns[c].shown & FOR_PEOPLE))
                continue;
            Cell cell = table->cell(table->user, row, c, scratch);
            out_add_c(out, "| ");
            out_add(out, people_text(scratch, REPORT_MD, &cell));
            out_add_c(out, " ");
        }
        out_add_c(out, "|\n");
        arena_reset(scratch);
    }
    arena_free(scratch);
}

static void measure(const Table *table, size_t widths[MOST_COLUMNS]) {
    Arena *scratch = arena_new();
    for (int c = 0; c < table->column_count; c++)
        widths[c] = safe_columns(str_from(table->columns[c].title));
    for (uint64_t row = 0; row < table->row_count && row < MEASURED_ROWS; row++) {
        for (int c = 0; c < table->column_count; c++) {
            if (!(table->columns[c].shown & FOR_PEOPLE))
                continue;
            Cell cell = table->cell(table->user, row, c, scratch);
            size_t width = safe_columns(people_text(scratch, REPORT_TEXT, &cell));
            widths[c] = width > widths[c] ? width : widths[c];
        }
        arena_reset(scratch);
    }
    arena_free(scratch);
}

static int last_for_people(const Table *table) {
    int last = 0;
    for (int c = 0; c < table->column_count; c++)
        if (table->columns[c].shown & FOR_PEOPLE)
            last = c;
    return last;
}

void out_padded(Out *out, Str s, size_t width, bool right) {
    size_t columns = safe_columns(s), pad = width > columns ? width - columns : 0;
    out_repeat(out, ' ', right ? pad : 0);
    out_add(out, s);
    out_repeat(out, ' ', right ? 0 : pad);
}

static void add_text_cell(Out *out, const Table *table, int column, Str s, const size_t *widths, int last) {
    bool right = table->columns[column].right;
    out_padded(out, s, column == last && !right ? 0 : widths[column], right);
    out_add_c(out, column == last ? "\n" : "  ");
}

static void write_text(Out *out, const Table *table) {
    size_t widths[MOST_COLUMNS] = {0};
    measure(table, widths);
    int last = last_for_people(table);
    for (int c = 0; c < table->column_count; c++)
        if (table->columns[c].shown & FOR_PEOPLE)
            add_text_cell(out, table, c, str_from(table->columns[c].title), widths, last);
    Arena *scratch = arena_new();
    for (uint64_t row = 0; row < table->row_count; row++) {
        for (int c = 0; c < table->column_count; c++) {
            if (!(table->columns[c].shown & FOR_PEOPLE))
                continue;
            Cell cell = table->cell(table->user, row, c, scratch);
            add_text_cell(out, table, c, people_text(scratch, REPORT_TEXT, &cell), widths, last);
        }
        arena_reset(scratch);
    }
    arena_free(scratch);
}

/* ---- for machines ---- */

static Str machine_text(char buffer[NUMBER_SIZE], const Cell *cell) {
    switch (cell->kind) {
    case CELL_NAME:
    case CELL_TEXT:
        return cell->text;
    case CELL_COUNT:
    case CELL_NUMBER:
        return number_text(buffer, cell->number);
    case CELL_VALUE:
        return number_text_unit(buffer, cell->unit, cell->number);
    case CELL_PERCENT:
        return number_text(buffer, cell->number / cell->whole * 100);
    case CELL_BOOL:
        return cell->number != 0 ? STR("true") : STR("false");
    case CELL_NONE:
        break;
    }
    return STR("");
}

/* RFC 4180: quoted where it must be, quotes doubled. */
static void add_csv(Out *out, Str s) {
    bool quote = false;
    for (size_t i = 0; i < s.len && !quote; i++)
        quote = s.data[i] && strchr(",\"\r\n", s.data[i]);
    if (!quote) {
        out_add(out, s);
        return;
    }
    out_add_c(out, "\"");
    for (size_t i = 0; i < s.len; i++)
        out_add(out, s.data[i] == '"' ? STR("\"\"") : str_slice(s, i, i + 1));
    out_add_c(out, "\"");
}

/* IANA text/tab-separated-values has no quotes: what would end a cell or a row is written as \t, \n, \r, \\. */
static Str tsv_text(Arena *scratch, Str s) {
    Text text = text_new(scratch);
    for (size_t i = 0; i < s.len; i++) {
        char c = s.data[i];
        char letter = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\\' ? '\\' : 0;
        if (letter)
            text_addf(&text, "\\%c", letter);
        else
            text_add_char(&text, c);
    }
    return text_str(&text);
}

static void add_machine(Out *out, ReportFormat format, Str s, Arena *scratch) {
    if (format == REPORT_CSV)
        add_csv(out, safe_controls(scratch, s));
    else
        out_add(out, safe_controls(scratch, tsv_text(scratch, s)));
}

void table_write_more(Out *out, ReportFormat format, const Table *table) {
    Arena *scratch = arena_new();
    const char *comma = format == REPORT_CSV ? "," : "\t";
    for (uint64_t row = 0; row < table->row_count; row++) {
        const char *before = "";
        for (int c = 0; c < table->column_count; c++) {
            if (!(table->columns[c].shown & FOR_SHEETS))
                continue;
            char buffer[NUMBER_SIZE];
            Cell cell = table->cell(table->user, row, c, scratch);
            out_add_c(out, before);
            add_machine(out, format, machine_text(buffer, &cell), scratch);
            before = comma;
        }
        out_add_c(out, "\n");
        arena_reset(scratch);
    }
    arena_free(scratch);
}

static void write_machine_head(Out *out, ReportFormat format, const Table *table) {
    const char *before = "";
    for (int c = 0; c < table->column_count; c++) {
        if (!(table->columns[c].shown & FOR_SHEETS))
            continue;
        outf(out, "%s%s", before, table->columns[c].key);
        before = format == REPORT_CSV ? "," : "\t";
    }
    out_add_c(out, "\n");
}

void table_write(Out *out, ReportFormat format, const Table *table) {
    if (format == REPORT_MD) {
        write_md(out, table);
    } else if (format == REPORT_TEXT) {
        write_text(out, table);
    } else {
        write_machine_head(out, format, table);
        table_write_more(out, format, table);
    }
}

static void json_cell(JsonOut *json, const Cell *cell) {
    if (cell->kind == CELL_NONE)
        json_out_null(json);
    else if (cell->kind == CELL_TEXT || cell->kind == CELL_NAME)
        json_out_str(json, cell->text);
    else if (cell->kind == CELL_VALUE)
        json_out_value(json, cell->unit, cell->number);
    else if (cell->kind == CELL_BOOL)
        json_out_bool(json, cell->number != 0);
    else if (cell->kind == CELL_PERCENT)
        json_out_number(json, cell->number / cell->whole * 100);
    else
        json_out_number(json, cell->number);
}

void table_json_members(JsonOut *json, const Table *table, uint64_t row, Arena *scratch) {
    for (int c = 0; c < table->column_count; c++) {
        if (!(table->columns[c].shown & FOR_JSON))
            continue;
        Cell cell = table->cell(table->user, row, c, scratch);
        json_out_key(json, table->columns[c].key);
        json_cell(json, &cell);
    }
}

void table_json(JsonOut *json, const Table *table) {
    Arena *scratch = arena_new();
    json_out_array(json);
    for (uint64_t row = 0; row < table->row_count; row++) {
        json_out_object(json);
        table_json_members(json, table, row, scratch);
        json_out_end(json);
        arena_reset(scratch);
    }
    json_out_end(json);
    arena_free(scratch);
}
