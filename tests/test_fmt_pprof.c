/* format/fmt_pprof: profiles made here field by field, in words: "1{1:1 2:2} 6'name' 2{1:1 2:5}". */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "doc/load.h"

static void add_varint(Text *out, uint64_t value) {
    for (; value > 127; value >>= 7)
        text_add_char(out, (char)(value | 0x80));
    text_add_char(out, (char)value);
}

/* One message from text up to '}' or its end: "n:value", "n'string'", "n{message}", "n<packed numbers>". */
static const char *encode(Arena *arena, Text *out, const char *text) {
    while (*text && *text != '}') {
        char *at;
        uint64_t number = strtoull(text, &at, 10);
        Text inner = text_new(arena);
        if (*at == ':') {
            add_varint(out, number << 3);
            add_varint(out, (uint64_t)strtoll(at + 1, &at, 0));
        } else {
            const char *end = strchr(at + 1, *at == '<' ? '>' : '\'');
            if (*at == '{')
                end = encode(arena, &inner, at + 1);
            else if (*at == '\'')
                text_add(&inner, (Str){at + 1, (size_t)(end - at - 1)});
            else
                for (at++; at < end; at += *at == ' ')
                    add_varint(&inner, (uint64_t)strtoll(at, &at, 0));
            add_varint(out, number << 3 | 2);
            add_varint(out, inner.len);
            text_add(out, text_str(&inner));
            at = (char *)end + 1;
        }
        text = at + strspn(at, " ");
    }
    return text;
}

/* strings: 1 cpu, 2 nanoseconds, 3 main, 4 f, 5 a.c, 6 count, 7 samples, 8 /bin/app, 9 inuse_objects */
#define STRINGS   "6'' 6'cpu' 6'nanoseconds' 6'main' 6'f' 6'a.c' 6'count' 6'samples' 6'/bin/app' 6'inuse_objects' "
#define FUNCTIONS "5{1:1 2:3 4:5} 5{1:2 2:4 4:5 5:40} "
#define LOCATIONS "4{1:1 4{1:1 2:7}} 4{1:2 2:1 3:0x1234 4{1:2 2:44} 4{1:1 2:6}} 4{1:3 2:1 3:0xbeef} 3{1:1 5:8} "
#define CPU       "1{1:1 2:2} "

static const struct {
    const char *in, *want;
} rows[] = {
    {CPU "2{1<1> 2<5000000>} 2{1<2 1> 2<1000000>} " LOCATIONS FUNCTIONS STRINGS, "cpu ms 6/3: f 1/1, main 5/6\n"},
    {CPU "2{1:2 1:1 2:1000000} " STRINGS FUNCTIONS LOCATIONS,
     "cpu ms 1/3: f 1/1, main 0/1\n"}, /* not packed, tables in another order */
    {"1{1:7 2:6} 1{1:9 2:6} 2{1<1> 2<3 5>} 2{1<3> 2<1 0>} 14:7 " LOCATIONS FUNCTIONS STRINGS,
     "samples samples 4/1: 0xbeef app 1/1, main 3/3\ninuse_objects objects 5/1: main 5/5\n"},
    {CPU "2{1<1> 2<1000000>} 2{1<2> 2<-30>} " LOCATIONS FUNCTIONS STRINGS,
     "cpu ms 1/1: main 1/1\nnegative-values: 1 sample with a negative value left out (cpu: -30)\n"},
    {CPU "2{1<9> 2<1000000>} 2{1<4> 2<1000000>} 2{2<1000000>} 4{1:4 3:0x7 4{1:77}} " FUNCTIONS STRINGS,
     "cpu ms 3/1: (unknown location) 1/1, 0x7 1/1; idle 0 unattributed 1\n"
     "unknown-location: 2 locations or functions named but not in the file\n"},
    {CPU "2{1<1> 2<1000000 4>} 2{1<1>} " LOCATIONS FUNCTIONS STRINGS,
     "cpu ms 1/1: main 1/1\nragged-values: 2 samples with more or fewer values than there are types\n"},
    {CPU "2{1<1> 2<1000000> 3{1:3 2:4}} 7:4 " LOCATIONS FUNCTIONS STRINGS,
     "cpu ms 1/1: main 1/1\ndrop-frames: the file asks to drop frames, which are shown all the same (f)\n"
     "labels: labels of samples are not drawn (main)\n"},
    {CPU "2{1<1> 2<1000000>} 4{1:1 4{1:1}} 5{1:1 2:3} 5{1:1 2:4} " STRINGS,
     "cpu ms 1/1: main 1/1\n"},                                                               /* first of one id */
    {CPU "2{1<1> 2<1000000>} 4{1:1 4{1:1}} 5{1:1 2:99 3:4} " STRINGS, "cpu ms 1/1: f 1/1\n"}, /* system name */
    {CPU "2{1<2 1> 2<1000000>} 2{1<1> 2<0>} 2{1:2 1:1 2:2000000} 2{1<2> 2<3000000> 1<1>} 2{1<1> 2<5000000>} " LOCATIONS
         FUNCTIONS STRINGS,
     "cpu ms 11/3: f 6/6, main 5/11\n"}, /* one stack in one piece, number by number and in two pieces */
    {CPU "2{1'\1\x81' 2<1000000>} 2{1'\1\x81' 2<-1>} 2{1<1> 2'\1\x81'} 2{1'\x81' 1<1> 2<1000000>} 2{1<1> "
         "2<1000000>} " LOCATIONS FUNCTIONS STRINGS,
     "cpu ms 3.000001/1: main 3.000001/3.000001\nnegative-values: 1 sample with a negative value left out (cpu: -1)\n"
     "malformed: 4 messages that could be read in part only\n"},
    {CPU STRINGS, "error: a pprof profile with 1 sample types and 0 samples\n"},
};

static Str bytes_of(Arena *arena, const char *words) {
    Text out = text_new(arena);
    encode(arena, &out, words);
    return text_str(&out);
}

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, bytes_of(arena, rows[_i].in));
    ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    arena_free(arena);
}
END_TEST

START_TEST(facts) {
    Arena *arena = arena_new();
    Err err = {0};
    Document *d = load_memory(
        STR("x"),
        bytes_of(arena,
                 "1{1:7 2:6} 1{1:1 2:2} 2{1<2 1> 2<1 9>} 11{1:1 2:2} 12:10000000 9:1700000000000000000 14:7 " LOCATIONS
                     FUNCTIONS STRINGS),
        NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    const Track *track = d->busiest;
    ck_assert(str_is(track->name, "samples") && track->kind == TRACK_MERGED && !track->ordered);
    ck_assert_double_eq(track->interval, 1e7);
    ck_assert_double_eq(d->origin_unix_ms, 1.7e12);
    const Frame *main_frame = &d->frames.list[track->tree->frame[0]], *f = &d->frames.list[track->tree->frame[2]];
    ck_assert_int_eq(main_frame->line, 6); /* the least line seen */
    ck_assert_int_eq(f->line, 40);
    ck_assert(str_is(intern_str(d->frames.strings, f->file), "a.c") &&
              str_is(intern_str(d->frames.strings, f->module), "app"));
    document_free(d);
    arena_free(arena);
}
END_TEST

/* Cut anywhere: what came before is read or refused, never more. */
START_TEST(cut) {
    Arena *arena = arena_new();
    Str whole = bytes_of(arena, rows[0].in);
    size_t opened = 0;
    for (size_t len = 0; len < whole.len; len++) {
        Err err = {0};
        Document *d = load_memory(STR("x"), str_slice(whole, 0, len), NULL, &err);
        ck_assert(d || err.code != ERR_NONE);
        opened += d != NULL;
        document_free(d);
    }
    ck_assert_uint_gt(opened, whole.len / 2);
    arena_free(arena);
}
END_TEST

/* Half a kilobyte that stands for a stack of a hundred million frames. */
START_TEST(inline_bomb) {
    Arena *arena = arena_new();
    Text out = text_new(arena), location = text_new(arena), sample = text_new(arena);
    encode(arena, &out, CPU "5{1:1 2:3} " STRINGS);
    text_add_c(&location, "4{1:1 ");
    for (int i = 0; i < 10000; i++)
        text_add_c(&location, "4{1:1} ");
    text_add_c(&sample, "} 2{2<1> 1<");
    for (int i = 0; i < 10000; i++)
        text_add_c(&sample, "1 ");
    text_add_c(&sample, "1>}");
    text_add(&location, text_str(&sample));
    encode(arena, &out, str_c(arena, text_str(&location)));
    Str got = describe_bytes(arena, text_str(&out));
    ck_assert_msg(str_find(got, STR("cut-stacks: 1 sample with more inlined frames"), 0) != SIZE_MAX, "%s", got.data);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_pprof(void);
Suite *test_fmt_pprof(void) {
    Suite *s = suite_create("fmt_pprof");
    TCase *t = tcase_create("fmt_pprof");
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, facts);
    tcase_add_test(t, cut);
    tcase_add_test(t, inline_bomb);
    suite_add_tcase(s, t);
    return s;
}
