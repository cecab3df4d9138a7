/* format/fmt_chrome: what a trace becomes, told as text: tracks with their boxes, operations, notes. */
#include <check.h>
#include <string.h>

#include "doc/load.h"

/* "title: depth name start+total/self ..." in microseconds; operations as "id name start-end status <parent"; notes behind "|". */
static Str tell(Arena *arena, const Document *document) {
    Text out = text_new(arena);
    for (size_t t = 0; t < document->tracks.count; t++) {
        const Track *track = document->tracks.data[t];
        const Tree *tree = track->tree;
        double unit = track->unit.kind == UNIT_TIME ? 1000 : 1;
        text_addf(&out, "%s%.*s:", t ? "\n" : "", STR_ARG(track->title));
        for (uint32_t i = 0; i < tree->count && !track->operations.count; i++)
            text_addf(&out, " %u %.*s %g+%g/%g%s", tree->depth[i],
                      STR_ARG(frame_name(&document->frames, tree->frame[i])), tree->start[i] / unit,
                      tree->total[i] / unit, tree->self[i] / unit,
                      tree->flags && tree->flags[i] & TREE_OPEN ? " open" : "");
        for (uint32_t i = 0; i < track->operations.count; i++) {
            const Operation *o = &track->operations.list[i];
            text_addf(&out, " %.*s %.*s %g-%g %d", STR_ARG(intern_str(document->frames.strings, o->id)),
                      STR_ARG(frame_name(&document->frames, o->frame)), o->start / unit, o->end / unit, o->status);
            if (o->parent != TREE_NONE)
                text_addf(&out, " <%u", o->parent);
        }
    }
    for (size_t i = 0; i < document->notes.count; i++)
        text_addf(&out, "|%.*s", STR_ARG(note_text(arena, &document->notes.list[i])));
    return text_str(&out);
}

static const struct {
    const char *what, *in, *want; /* want: the telling, or the error */
} rows[] = {
    {"X nests, titles",
     "[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":7,\"tid\":1,\"args\":{\"name\":\"Renderer\"}},"
     "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":7,\"args\":{\"labels\":\"shop\"}},"
     "{\"ph\":\"X\",\"name\":\"a\",\"ts\":10,\"dur\":10,\"pid\":7,\"tid\":1},{\"ph\":\"X\",\"name\":\"b\",\"ts\":12.5,"
     "\"dur\":2,\"pid\":7,\"tid\":1},"
     "{\"args\":{\"name\":\"Main\"},\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":7,\"tid\":1}]",
     "shop — Renderer · Main: 0 a 0+10/8 1 b 2.5+2/2"},
    {"sort indices order processes and threads",
     "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":1,\"pid\":1,\"tid\":1},{\"ph\":\"X\",\"name\":\"b\",\"ts\":0,"
     "\"dur\":1,\"pid\":2,\"tid\":1},"
     "{\"ph\":\"X\",\"name\":\"c\",\"ts\":0,\"dur\":1,\"pid\":2,\"tid\":2},"
     "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":2,\"args\":{\"sort_index\":-1}},"
     "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":2,\"tid\":2,\"args\":{\"sort_index\":-5}}]",
     "process 2 · thread 2: 0 c 0+1/1\nprocess 2 · thread 1: 0 b 0+1/1\nprocess 1 · thread 1: 0 a 0+1/1"},
    {"B and E, one left open",
     "{\"traceEvents\":[{\"ph\":\"B\",\"name\":\"a\",\"ts\":0},{\"ph\":\"B\",\"name\":\"b\",\"ts\":1},{\"ph\":\"E\","
     "\"ts\":5},"
     "{\"ph\":\"E\",\"name\":\"zz\",\"ts\":6}]}",
     "thread 0: 0 a 0+6/2 open 1 b 1+4/4|1 end event without a begin|1 begin event without an end (a)"},
    {"async pairs by id and name, one id inside the other",
     "[{\"ph\":\"b\",\"name\":\"load\",\"cat\":\"n\",\"id\":\"0x1\",\"ts\":0,\"pid\":1},{\"ph\":\"b\",\"name\":\"dns\","
     "\"cat\":\"n\",\"id\":\"0x1\",\"ts\":1,\"pid\":1},"
     "{\"ph\":\"b\",\"name\":\"load\",\"cat\":\"n\",\"id2\":{\"local\":\"0x2\"},\"ts\":2,\"pid\":1},{\"ph\":\"n\","
     "\"name\":\"load\",\"cat\":\"n\",\"id\":\"0x1\",\"ts\":3,\"pid\":1},"
     "{\"ph\":\"e\",\"name\":\"load\",\"cat\":\"n\",\"id\":\"0x1\",\"ts\":9,\"pid\":1},{\"ph\":\"e\",\"name\":\"dns\","
     "\"cat\":\"n\",\"id\":\"0x1\",\"ts\":4,\"pid\":1},"
     "{\"ph\":\"e\",\"name\":\"load\",\"cat\":\"n\",\"id\":\"0x7\",\"ts\":5,\"pid\":1}]",
     "async: 0x1 load 0-9 0 0x1 dns 1-4 0 <0 0x2 load 2-2 2 0x7 load 5-5 2|1 async operation without an end (load)|"
     "1 async end without a begin (load)|1 instant event not drawn (load)"},
    {"an async end alone", "[{\"ph\":\"F\",\"name\":\"a\",\"id\":1,\"ts\":5}]",
     "async: 1 a 0-0 2|1 async end without a begin (a)"},
    {"what is not drawn is counted",
     "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":-4},{\"ph\":\"C\",\"name\":\"mem\",\"ts\":1},{\"ph\":\"s\","
     "\"name\":\"flow\",\"ts\":1},"
     "{\"ph\":\"f\",\"name\":\"flow\",\"ts\":2},{\"ph\":\"O\",\"name\":\"obj\",\"ts\":2},{\"name\":\"x\"},{\"ph\":"
     "\"X\",\"name\":\"n\",\"ts\":null}]",
     "thread 0: 0 a 0+0/0|1 event without a finite timestamp skipped (n)|1 event with negative duration (a), taken as "
     "0|"
     "1 event without a phase skipped (x)|1 counter value not drawn (mem)|2 flow events not drawn (flow)|1 event of "
     "other kinds not drawn (obj)"},
    {"a duration that is missing, too long or negative",
     "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":9223372036854775807},{\"ph\":\"X\",\"name\":\"b\",\"ts\":0},"
     "{\"ph\":\"X\",\"name\":\"c\",\"ts\":5,\"dur\":-1}]",
     "thread 0: 0 a 0+0/0 1 b 0+0/0 0 c 5+0/0|1 event with negative duration (c), taken as 0|2 complete events without "
     "a "
     "usable duration (a, b), taken as 0"},
    {"stackFrames and samples",
     "{\"samples\":[{\"tid\":1,\"ts\":10,\"sf\":3},{\"tid\":1,\"ts\":14,\"sf\":0},{\"tid\":1,\"ts\":20,\"sf\":\"3\"}],"
     "\"traceEvents\":[],"
     "\"stackFrames\":{\"0\":{\"name\":\"main\"},\"3\":{\"name\":\"f\",\"category\":\"lib\",\"parent\":0}}}",
     "thread 1 · samples: 0 main 0+15/6 1 f 0+9/9"},
    {"a whole profile before its own name",
     "[{\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\",\"url\":\"u."
     "js\",\"lineNumber\":1}}],"
     "\"startTime\":100,\"endTime\":130,\"samples\":[1,1],\"timeDeltas\":[5,10]},\"more\":1}},\"name\":\"CpuProfile\","
     "\"ph\":\"I\",\"pid\":1,\"tid\":2,\"ts\":90}]",
     "thread 2 · samples: 0 f 0+25/25"},
    {"cut inside an event", "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":3},{\"ph\":\"X\",\"na",
     "thread 0: 0 a 0+3/3|file ends early (byte 51; 1 event read)"},
    {"an object cut between events", "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":3},",
     "thread 0: 0 a 0+3/3|file ends early (byte 53; 1 event read)"},
    {"an array may lack its end", "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":3},\n", "thread 0: 0 a 0+3/3"},
    {"nothing to draw",
     "{\"traceEvents\":[{\"ph\":\"M\",\"name\":\"x\"},{\"ph\":\"C\",\"ts\":1},{\"ph\":\"C\",\"ts\":2}]}",
     "it is a Chrome trace, but has no duration events (1 metadata, 2 counter)"},
    {"times far apart keep their last digit",
     "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":9223372036854775000,\"dur\":2},{\"ph\":\"X\",\"name\":\"b\",\"ts\":"
     "9223372036854775001.5,\"dur\":0.25}]",
     "thread 0: 0 a 0+2/1.75 1 b 1.5+0.25/0.25"},
};

START_TEST(traces) {
    Arena *arena = arena_new();
    Err err = {0};
    Document *document = load_memory(STR("t.json"), str_from(rows[_i].in), NULL, &err);
    Str got = document ? tell(arena, document) : str_from(err.message);
    ck_assert_msg(str_is(got, rows[_i].want), "%s:\ngot  %.*s\nwant %s", rows[_i].what, STR_ARG(got), rows[_i].want);
    for (size_t i = 0; document && i < document->tracks.count; i++)
        ck_assert_ptr_null(tree_check(document->tracks.data[i]->tree));
    document_free(document);
    arena_free(arena);
}
END_TEST

/* The same events in an unusual spelling, a blank before each colon: what reads the usual one fast must not read it differently. */
START_TEST(spellings) {
    static const char *const names[] = {"a",
                                        "eightlet",
                                        "ninelette",
                                        "name\\u0041\\n\\\"q\\\"",
                                        "\xC3\xA4\xFFxxxxxxxx",
                                        "",
                                        "a much longer name that is over fifty-six bytes, in fact"};
    static const char *const numbers[] = {"0",
                                          "7.5",
                                          "12345678",
                                          "123456789.1234567",
                                          "1e3",
                                          "-5",
                                          "\"12\"",
                                          "0.0005",
                                          "0.0004",
                                          "99.9996",
                                          "1234567890123456.5",
                                          "12345678901234567",
                                          "1234567.12345678",
                                          "00012",
                                          "3.",
                                          "nan"};
    static const char *const others[] = {"",
                                         ",\"tts\":12.5",
                                         ",\"args\":{\"x\":\"}\\\"{\",\"y\":[[]]}",
                                         ",\"bp\":\"e\",\"s\":null",
                                         ",\"tidy\":1,\"nam\":2",
                                         ", \"args\": {}",
                                         ",\"ts\":1.25,\"ts\":123456789,\"dur\":0.5,\"dur\":12345678"};
    Arena *arena = arena_new();
    Text usual = text_new(arena), unusual = text_new(arena);
    text_add_c(&usual, "[");
    for (int i = 0; i < 2000; i++)
        text_addf(&usual,
                  "{\"name\":\"%s\",\"cat\":\"%s\",\"ph\":\"%c\",\"ts\":%s,\"dur\": "
                  "%s,\"pid\":%d,\"tid\":\"%d\",\"id\":%d%s},\n",
                  names[i % 7], names[i % 3], "XBEbeX"[i % 6], numbers[i % 15], numbers[i * 7 % 16], i % 4 * 1000000,
                  i % 2, i % 5, others[i / 3 % 7]);
    for (size_t i = 0; i < usual.len; i++) {
        if (usual.data[i] == ':' && usual.data[i - 1] == '"')
            text_add_char(&unusual, ' ');
        text_add_char(&unusual, usual.data[i]);
    }
    Err err = {0};
    Document *a = load_memory(STR("t.json"), text_str(&usual), NULL, &err),
             *b = load_memory(STR("t.json"), text_str(&unusual), NULL, &err);
    ck_assert(a && b && a->records == 2000);
    ck_assert_str_eq(tell(arena, a).data, tell(arena, b).data);
    ck_assert_uint_gt(a->notes.count, 4);
    document_free(a);
    document_free(b);
    arena_free(arena);
}
END_TEST

/* Thousands of operations, each begun before the one a hundred places earlier ends: every end finds its begin. */
START_TEST(async_pairs) {
    enum { N = 5000, OPEN = 100 };
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Err err = {0};
    text_add_c(&text, "[");
    for (int i = 0; i < N + OPEN; i++) {
        if (i < N)
            text_addf(&text, "{\"ph\":\"b\",\"name\":\"n%d\",\"cat\":\"c\",\"id\":\"0x%x\",\"ts\":%d},", i % 7, i, i);
        if (i >= OPEN)
            text_addf(&text, "{\"ph\":\"e\",\"name\":\"n%d\",\"cat\":\"c\",\"id\":\"0x%x\",\"ts\":%d},", (i - OPEN) % 7,
                      i - OPEN, i);
    }
    Document *document = load_memory(STR("t.json"), text_str(&text), NULL, &err);
    ck_assert_uint_eq(document->notes.count, 0);
    ck_assert_uint_eq(document->tracks.count, 1);
    const Operations *operations = &document->tracks.data[0]->operations;
    ck_assert_uint_eq(operations->count, N);
    for (uint32_t i = 0; i < N; i++)
        ck_assert_double_eq(operations->list[i].end - operations->list[i].start, OPEN * 1000);
    document_free(document);
    arena_free(arena);
}
END_TEST

START_TEST(details_are_offsets) {
    Arena *arena = arena_new();
    Err err = {0};
    Str in = STR("\xEF\xBB\xBF[ {\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":3} "
                 ",{\"ph\":\"X\",\"name\":\"b\",\"ts\":1,\"dur\":1}]");
    Document *document = load_memory(STR("t.json"), in, NULL, &err);
    const Tree *tree = document->tracks.data[0]->tree;
    ck_assert_uint_eq(tree->count, 2);
    for (uint32_t i = 0; i < 2; i++)
        ck_assert_int_eq(in.data[tree->detail[i] - 1], '{');
    ck_assert_uint_eq(tree->detail[0] - 1, 5);
    document_free(document);
    arena_free(arena);
}
END_TEST

static const struct {
    const char *name;
    FrameKind want;
} kinds[] = {
    {"MinorGC", FRAME_GC},    {"MajorGC", FRAME_GC}, {"V8.GC_SCAVENGER", FRAME_GC}, {"V8.GCFinalizeMC", FRAME_GC},
    {"MinorGCs", FRAME_CODE}, {"GC", FRAME_CODE},    {"V8.Execute", FRAME_CODE},    {"v8.gc", FRAME_CODE},
};

START_TEST(garbage_collection_stands_apart) {
    Arena *arena = arena_new();
    Err err = {0};
    Str in = str_format(arena, "[{\"ph\":\"X\",\"name\":\"%s\",\"ts\":0,\"dur\":2}]", kinds[_i].name);
    Document *document = load_memory(STR("x.json"), in, NULL, &err);
    ck_assert_msg(document != NULL, "%s", err.message);
    ck_assert_int_eq(document->frames.list[document->tracks.data[0]->tree->frame[0]].kind, kinds[_i].want);
    document_free(document);
    arena_free(arena);
}
END_TEST

/* The sum of operations that lie beside each other is no measure of a thread. */
START_TEST(a_thread_is_busier_than_operations) {
    Err err = {0};
    Document *document =
        load_memory(STR("t.json"),
                    STR("[{\"ph\":\"b\",\"cat\":\"c\",\"name\":\"op\",\"id\":1,\"ts\":0,\"pid\":1,\"tid\":1},"
                        "{\"ph\":\"X\",\"name\":\"f\",\"ts\":0,\"dur\":5,\"pid\":1,\"tid\":1},"
                        "{\"ph\":\"X\",\"name\":\"g\",\"ts\":0,\"dur\":9,\"pid\":1,\"tid\":2},"
                        "{\"ph\":\"e\",\"cat\":\"c\",\"name\":\"op\",\"id\":1,\"ts\":900,\"pid\":1,\"tid\":1}]"),
                    NULL, &err);
    ck_assert_msg(document != NULL, "%s", err.message);
    ck_assert(str_is(document->busiest->tid, "2"));
    document_free(document);
}
END_TEST

Suite *test_fmt_chrome(void);
Suite *test_fmt_chrome(void) {
    Suite *s = suite_create("fmt_chrome");
    TCase *t = tcase_create("fmt_chrome");
    tcase_add_loop_test(t, garbage_collection_stands_apart, 0, sizeof kinds / sizeof *kinds);
    tcase_add_loop_test(t, traces, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, spellings);
    tcase_add_test(t, async_pairs);
    tcase_add_test(t, a_thread_is_busier_than_operations);
    tcase_add_test(t, details_are_offsets);
    suite_add_tcase(s, t);
    return s;
}
