/* Ids of V8's nodes in 32 bits, the rows that they name, and runs of samples on them. */
#include "format/cpu_table.h"

uint32_t cpu_code(CpuTable *table, int64_t id) {
    bool fresh;
    if ((uint64_t)id < CPU_ODD)
        return (uint32_t)id;
    uint32_t *odd = map_slot(&table->ids.codes, (uint64_t)id, (uint32_t)table->ids.odd.count, &fresh);
    if (fresh)
        array_push(table->scratch, &table->ids.odd, id);
    return CPU_ODD | *odd;
}

int64_t cpu_id(const CpuTable *table, uint32_t code) {
    return code < CPU_ODD ? (int64_t)code : table->ids.odd.data[code - CPU_ODD];
}

uint32_t cpu_row(const CpuTable *table, uint32_t code) {
    uint32_t row = code < table->row_of.count ? table->row_of.data[code] : (uint32_t)MAP_NONE;
    return row != MAP_NONE || !table->other_rows.count ? row : map_get(&table->other_rows, code);
}

/* V8 counts its nodes from 1, so that an array does for nearly all files. */
void cpu_set_row(CpuTable *table, uint32_t code, uint32_t row) {
    size_t most = 4 * table->rows.count + 64;
    if (code >= most && code >= table->row_of.count) {
        map_set(&table->other_rows, code, row);
        return;
    }
    while (table->row_of.count <= code)
        array_push(table->scratch, &table->row_of, MAP_NONE);
    table->row_of.data[code] = row;
}

static bool can_grow(const SampleRun *run, uint32_t node, uint32_t count) {
    return run->node == node && count <= UINT32_MAX - run->count;
}

void cpu_samples_add(Arena *arena, CpuSamples *samples, uint32_t node, uint32_t count) {
    if (samples->runs.count && can_grow(&array_last(&samples->runs), node, count))
        array_last(&samples->runs).count += count;
    else
        array_push(arena, &samples->runs, (SampleRun){node, count});
    samples->count += count;
}

void cpu_samples_cut(CpuSamples *samples, size_t n) {
    while (samples->count > n) {
        SampleRun *last = &array_last(&samples->runs);
        size_t more = samples->count - n;
        if (more < last->count) {
            last->count -= (uint32_t)more;
            samples->count = n;
        } else {
            samples->count -= last->count;
            samples->runs.count--;
        }
    }
}
