/* format/fmt_jaeger: every shape of the UI's export, references, processes, tags. ' stands for ". */
#include "operations_text.h"

/* clang-format off */
/* clang-format off */
#define REF(type, trace, span) "{'refType':'" type "','traceID':'" trace "','spanID':'" span "'}"
#define SPAN(trace, id, name, refs, from, lasts, more) \
    "{'traceID':'" trace "','spanID':'" id "','operationName':'" name "','references':[" refs "],'startTime':" from ",'duration':" lasts more "}"
#define PROCESSES "'processes':{'p1':{'serviceName':'api'},'p2':{'serviceName':'db'}}"

static const struct {
    const char *in, *want;
} rows[] = {
    {"{'data':[{'traceID':'t','spans':[" SPAN("t", "a", "get", "", "1700000000000000", "50", ",'processID':'p1'") ","
     SPAN("t", "b", "sql", REF("CHILD_OF", "t", "a"), "1700000000000010", "20", ",'processID':'p2'") "]," PROCESSES "}],'errors':null}",
     "api · get: get@api#a 0+50000; sql@db#b 10000+20000 <0;"},
    /* one trace, its id and processes last or first; a child that outlives its parent */
    {"{" PROCESSES ",'spans':[" SPAN("t", "a", "r", "", "100", "40", ",'processID':'p1'") ","
     SPAN("t", "b", "x", REF("FOLLOWS_FROM", "t", "a"), "200", "300", ",'processID':'p2'") "],'traceID':'t'}",
     "api · r: r@api#a 0+40000; x@db#b 100000+300000 <0;"},
    /* an array of traces, p1 is another service in each */
    {"[{'traceID':'t','spans':[" SPAN("t", "a", "r", "", "1", "2", ",'processID':'p1'") "]," PROCESSES "},"
     "{'traceID':'u','spans':[" SPAN("u", "a", "r", "", "1", "2", ",'processID':'p1'") "],'processes':{'p1':{'serviceName':'web'}}}]",
     "api · r · t: r@api#a 0+2000; / web · r · u: r@web#a 0+2000;"},
    /* spans of Elasticsearch, one a line */
    {SPAN("t", "a", "r", "", "1", "9", ",'process':{'serviceName':'es'},'tag':{'http@method':'PUT','http@url':'/v'}") "\n"
     SPAN("t", "b", "q", "", "2", "3", ",'parentSpanID':'a','tags':[[[]],null,7,{'key':'db.statement','type':'string','value':'SELECT 1'}]"),
     "es · r: r@es#a 0+9000 [PUT /v]; q#b 1000+3000 [SELECT 1] <0;"},
    /* CHILD_OF before FOLLOWS_FROM; other traces do not count; 64-bit ids match the low half of 128-bit ones */
    {"{'data':[{'traceID':'x','spans':[" SPAN("7ca373f7c7e0f17df9965485593768ce", "1", "a", "", "1", "90", "") ","
     SPAN("f9965485593768ce", "2", "b", REF("FOLLOWS_FROM", "f9965485593768ce", "9") ","
          REF("CHILD_OF", "7ca373f7c7e0f17df9965485593768ce", "1"), "2", "5", "") ","
     SPAN("f9965485593768ce", "3", "c", REF("CHILD_OF", "ffff", "1") "," REF("CHILD_OF", "f9965485593768ce", "2"), "3", "1", "") "]}]}",
     "a: a#1 0+90000; b#2 1000+5000 <0; c#3 2000+1000 <1;"},
    /* errors: a tag that is true, a status, the message from a log; a negative duration */
    {"{'traceID':'t','spans':[" SPAN("t", "a", "r", "", "1", "9", ",'tags':[{'key':'error','type':'bool','value':true}],"
     "'logs':[{'timestamp':2,'fields':[{'key':'message','value':'m'},{'key':'error.object','value':'boom'}]}]") ","
     SPAN("t", "b", "s", "", "1", "8", ",'tags':[{'key':'error','type':'bool','value':false},{'key':'otel.status_code','value':'ERROR'},"
     "{'key':'otel.status_description','value':'why'}]") "," SPAN("t", "c", "u", "", "1", "-5", "") "]}",
     "r: r#a 0+9000! {boom}; s#b 0+8000! {why}; u#c 0+0?;"
     " | 1 span without a start, without an end, or ending before the start: length 0 (u)"},
    {"{'data':[{'traceID':'t1','spans':[" SPAN("t1", "x", "m", REF("CHILD_OF", "t1", "ce85"), "1", "9", "") "]}]}",
     "m: m#x 0+9000; | 1 span with a parent that is not in the file, shown as root (ce85)"},
    {"{'data':[{'traceID':'t','spans':[" SPAN("t", "a", "r", "", "1", "9", "") ",{'traceID':'t','sp",
     "r: r#a 0+9000; | file ends early (byte 143; 1 span read)"},
};
/* clang-format on */

START_TEST(reads) {
    check_operations("jaeger", rows[_i].in, rows[_i].want);
}
END_TEST

Suite *test_fmt_jaeger(void);
Suite *test_fmt_jaeger(void) {
    Suite *s = suite_create("fmt_jaeger");
    TCase *t = tcase_create("fmt_jaeger");
    tcase_add_loop_test(t, reads, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(s, t);
    return s;
}
