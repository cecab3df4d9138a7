/* codec/wire: protobuf fields in memory and in a source, whole, cut and wrong. */
#include <check.h>

#include "codec/wire.h"

#define BYTES(s) \
    { s, sizeof(s) - 1 }

static const struct {
    Str in;
    const char *want; /* "number:value" or "number'bytes'" each, then "!" for a fault, "~" for a cut */
} rows[] = {
    {BYTES(""), ""},
    {BYTES("\x08\x96\x01"), "1:150 "},
    {BYTES("\x12\x07testing\x18\x01"), "2'testing' 3:1 "},
    {BYTES("\x0a\x00\x0d\x01\x00\x00\x00\x11\x02\x00\x00\x00\x00\x00\x00\x80"), "1'' 1:1 2:9223372036854775810 "},
    {BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "1:18446744073709551615 "},
    {BYTES("\xf8\xff\xff\xff\x0f\x05"), "536870911:5 "},
    {BYTES("\x08\x96"), "~"},
    {BYTES("\x12\x07tes"), "~"},
    {BYTES("\x12\xff\xff\xff\xff\x0f"), "~"}, /* 4 GB are promised */
    {BYTES("\x0d\x01\x00"), "~"},
    {BYTES("\x08"), "~"},
    {BYTES("\x00\x01 the field number 0 is none "), "!"},
    {BYTES("\x0b this would be a group, which is none "), "!"},
    {BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "!"},
    {BYTES("\x12\xff\xff\xff\xff\xff\xff\xff\xff\x7f and more bytes than a head"), "!"},
};

static void add_field(Text *text, const WireField *field) {
    if (field->type == WIRE_BYTES)
        text_addf(text, "%u'%.*s' ", field->number, STR_ARG(field->bytes));
    else
        text_addf(text, "%u:%llu ", field->number, (unsigned long long)field->value);
}

START_TEST(from_memory) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Wire wire = wire_new(rows[_i].in);
    WireField field;
    while (wire_next(&wire, &field))
        add_field(&text, &field);
    Str want = str_from(rows[_i].want);
    bool fault = want.len && (str_ends(want, "!") || str_ends(want, "~"));
    ck_assert_int_eq(wire.failed, fault);
    ck_assert(str_equal(text_str(&text), str_slice(want, 0, want.len - fault)));
    arena_free(arena);
}
END_TEST

/* Field by field; here: what is whole in the window is taken first. */
static void check_source(int row, bool here) {
    Arena *arena = arena_new();
    Err err = {0};
    Text text = text_new(arena);
    Source *source = source_memory(arena, rows[row].in, NULL, &err);
    WireField field;
    WireStep step = WIRE_FIELD;
    while ((here && wire_source_here(source, &field)) || (step = wire_source_next(source, &field)) == WIRE_FIELD)
        add_field(&text, &field);
    text_add_c(&text, step == WIRE_CUT ? "~" : step == WIRE_FAULT ? "!" : "");
    ck_assert_str_eq(str_c(arena, text_str(&text)), rows[row].want);
    source_close(source);
    arena_free(arena);
}

START_TEST(from_source) {
    check_source(_i, false);
}
END_TEST

START_TEST(from_window) {
    check_source(_i, true);
}
END_TEST

START_TEST(packed) {
    Wire wire = wire_new(STR("\x03\x8e\x02\x9e\xa7\x05"));
    uint64_t sum = 0, value;
    while (wire_varint(&wire, &value))
        sum += value;
    ck_assert_uint_eq(sum, 3 + 270 + 86942);
    ck_assert(!wire.failed);
    wire = wire_new(STR("\x03\x8e"));
    ck_assert(wire_varint(&wire, &value) && !wire_varint(&wire, &value) && wire.failed);
}
END_TEST

Suite *test_wire(void);
Suite *test_wire(void) {
    Suite *s = suite_create("wire");
    TCase *t = tcase_create("wire");
    tcase_add_loop_test(t, from_memory, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(t, from_source, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(t, from_window, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, packed);
    suite_add_tcase(s, t);
    return s;
}
