/* format/fmt_otlp: shapes, ids, exact times, services, errors. ' stands for ". */
#include "operations_text.h"
#include "snapshots.h"

/* clang-format off */
/* clang-format off */
#define SPAN(id, parent, name, from, to) \
    "{'traceId':'t1','spanId':'" id "','parentSpanId':'" parent "','name':'" name "','startTimeUnixNano':" from ",'endTimeUnixNano':" to "}"
#define SHOP "'resource':{'attributes':[{'key':'service.name','value':{'stringValue':'shop'}}]}"
#define SPANS(list) "{'resourceSpans':[{'scopeSpans':[{'spans':[" list "]}]}]}"

static const struct {
    const char *in, *want;
} rows[] = {
    {"{'resourceSpans':[{" SHOP ",'scopeSpans':[{'scope':{'name':'lib'},'spans':["
     SPAN("1", "", "op", "'1544712660300000001'", "'1544712660300000101'") ","
     SPAN("2", "1", "part", "1544712660300000002", "1544712660300000052") "]}]}]}",
     "shop · op: op@shop#1 0+100; part@shop#2 1+50 <0;"},
    /* the resource after its spans, two documents in a row; an array of them in old names; Tempo's envelope */
    {"{'resourceSpans':[{'scopeSpans':[{'spans':[" SPAN("1", "", "a", "10", "20") "]}]," SHOP "}]}\n"
     "{'batches':[{'instrumentationLibrarySpans':[{'spans':[" SPAN("2", "1", "b", "12", "15") "]}]}]}",
     "shop · a: a@shop#1 0+10; b#2 2+3 <0;"},
    {"[{'resource_spans':[{'scope_spans':[{'spans':[{'trace_id':'t','span_id':'1','name':'a','start_time_unix_nano':1,"
     "'end_time_unix_nano':'3'}]}]}]}]", "a: a#1 0+2;"},
    {"{'trace':" SPANS(SPAN("1", "", "a", "1", "2")) "}", "a: a#1 0+1;"},
    /* ids: empty and all zeros are none; base64 is opaque; repeated */
    {SPANS(SPAN("", "", "a", "1", "2") "," SPAN("0000000000000000", "0000000000000000", "b", "1", "3") ","
           SPAN("gMEgDJS+EXg=", "", "c", "2", "9") "," SPAN("gMEgDJS+EXg=", "gMEgDJS+EXg=", "d", "3", "4")),
     "c: a# 0+1; b# 0+2; c#gMEgDJS+EXg= 1+7; d#gMEgDJS+EXg= 2+1 <2; | 1 span with an id that its trace has already (gMEgDJS+EXg=)"},
    /* no end, an end before the start, no start, neither */
    {SPANS(SPAN("1", "", "a", "1000", "5000") "," SPAN("2", "1", "b", "4000", "3000") "," SPAN("3", "1", "c", "2000", "0") ","
           "{'traceId':'t1','spanId':'4','parentSpanId':'2','name':'d'},{'traceId':'t1','spanId':'5','name':'e','endTimeUnixNano':'4500'}"),
     "a: a#1 0+4000; b#2 3000+0? <0; c#3 1000+0? <0; d#4 3000+0?^ <1; e#5 3500+0?^;"
     " | 4 spans without a start, without an end, or ending before the start: length 0 (b, c, d, …)"},
    /* traces are tracks; errors by code, word and exception; labels; circles; parents that are missing */
    {SPANS("{'traceId':'t1','spanId':'1','name':'a','startTimeUnixNano':1,'endTimeUnixNano':2,'status':{'code':2,'message':'no'}},"
           "{'traceId':'t2','spanId':'1','parentSpanId':'2','name':'b','startTimeUnixNano':5,'endTimeUnixNano':9,"
           "'status':{'code':'STATUS_CODE_ERROR'},"
           "'events':[{'name':'exception','attributes':[{'value':{'stringValue':'boom'},'key':'exception.message'}]}],"
           "'attributes':[[[]],null,7,{'key':'http.request.method','value':{'stringValue':'GET'}},{'key':'url.full','value':{'stringValue':'/u'}},"
           "{'key':'n','value':{'arrayValue':{'values':[{'intValue':1}]}}}]},"
           "{'traceId':'t2','spanId':'2','parentSpanId':'1','name':'c','startTimeUnixNano':5,'endTimeUnixNano':6,'droppedAttributesCount':-1},"
           "{'traceId':'t2','spanId':'3','parentSpanId':'9','name':'d','startTimeUnixNano':7,'endTimeUnixNano':8}"),
     "a · t1: a#1 0+1! {no}; / b · t2: b#1 4+4! [GET /u] {boom} <1; c#2 4+1 <0; d#3 6+1;"
     " | 1 span with a parent that is not in the file, shown as root (9)"
     " | 1 circle of parents, each cut at its earliest span"},
    {"{'resourceSpans':[]}", "it has no spans"},
    {"{'resourceSpans':[{'scopeSpans':[{'spans':[{'traceId'", "no span could be read: file ends early (byte 53; 0 spans read)"},
};
/* clang-format on */

START_TEST(reads) {
    check_operations("otlp", rows[_i].in, rows[_i].want);
}
END_TEST

START_TEST(snapshots) { /* what is published on the way does not disturb the rest */
    Arena *arena = arena_new();
    Text text = text_new(arena);
    double last = 0, total = 0;
    text_add_c(&text, "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[");
    for (int i = 0; i < 20000; i++)
        text_addf(
            &text,
            "{\"traceId\":\"t%d\",\"spanId\":\"%d\",\"name\":\"n%d\",\"startTimeUnixNano\":%d,\"endTimeUnixNano\":%d},",
            i % 5, i, i % 3, 900000 - i, 900007 - i);
    text_add_c(&text, "]}]}]}");
    ck_assert_uint_ge(snapshots_of(text_str(&text), &last, &total), 1);
    ck_assert(last > 0 && last < total);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_otlp(void);
Suite *test_fmt_otlp(void) {
    Suite *s = suite_create("fmt_otlp");
    TCase *t = tcase_create("fmt_otlp");
    tcase_add_loop_test(t, reads, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, snapshots);
    suite_add_tcase(s, t);
    return s;
}
