/* format/fmt_zipkin: v2 with shared halves and missing times, v1 by its annotations, shapes. ' stands for ". */
#include "operations_text.h"

/* clang-format off */
/* clang-format off */
#define SPAN(id, more) "{'traceId':'1','id':'" id "','name':'n" id "'" more "}"
#define AT(service) ",'localEndpoint':{'serviceName':'" service "'}"
#define NOTE(time, value, service) "{'timestamp':" time ",'value':'" value "','endpoint':{'serviceName':'" service "'}}"

static const struct {
    const char *in, *want;
} rows[] = {
    {"[" SPAN("1", ",'timestamp':1509704101447000,'duration':5000" AT("a")) ","
     SPAN("2", ",'parentId':'1','timestamp':1509704101448000") "," SPAN("3", ",'parentId':'2'") "]",
     "a · n1: n1@a#1 0+5000000; n2#2 1000000+0? <0; n3#3 1000000+0?^ <1;"
     " | 2 spans without a start, without an end, or ending before the start: length 0 (n2, n3)"},
    /* the server's half lies below the client's; children go to the half of their service */
    {"[" SPAN("1", ",'timestamp':1,'duration':100" AT("web")) ","
     SPAN("2", ",'parentId':'1','kind':'CLIENT','timestamp':10,'duration':50" AT("web")) ","
     SPAN("2", ",'parentId':'1','kind':'SERVER','shared':true,'timestamp':20,'duration':30" AT("api")) ","
     SPAN("3", ",'parentId':'2','timestamp':25,'duration':5" AT("api")) "," SPAN("4", ",'parentId':'2','timestamp':11,'duration':1" AT("web")) "]",
     "web · n1: n1@web#1 0+100000; n2@web#2 9000+50000 <0; n2@api#2 19000+30000 <1; n3@api#3 24000+5000 <2; n4@web#4 10000+1000 <1;"},
    /* traces in an array; one span; one a line */
    {"[[" SPAN("1", ",'timestamp':1,'duration':2") "],[{'traceId':'2','id':'1','name':'m','timestamp':3,'duration':2}]]",
     "n1 · 1: n1#1 0+2000; / m · 2: m#1 2000+2000;"},
    {SPAN("1", ",'timestamp':1,'duration':2,'tags':{'http.method':'GET','http.path':'/p','error':'boom'}"), "n1: n1#1 0+2000! [GET /p] {boom};"},
    {SPAN("1", ",'timestamp':1,'duration':2") "\n" SPAN("2", ",'parentId':'1','timestamp':1,'duration':1,'tags':{'error':''}"),
     "n1: n1#1 0+2000; n2#2 0+1000! <0;"},
    /* v1: times from annotations, services from their endpoints, both halves in one span */
    {"[" SPAN("1", ",'annotations':[" NOTE("1000", "sr", "client") "," NOTE("3000", "ss", "client") "]") ","
     SPAN("2", ",'parentId':'1','timestamp':1200,'duration':1000,'annotations':[" NOTE("1200", "cs", "client") "," NOTE("2200", "cr", "client")
          "],'binaryAnnotations':[[],null,'x',{'key':'http.url','value':'/g','endpoint':{'serviceName':'client'}},{'key':'sa','value':true,'endpoint':{'serviceName':'z'}}]") "]",
     "client · n1: n1@client#1 0+2000000; n2@client#2 200000+1000000 [/g] <0;"},
    {"[" SPAN("1", ",'annotations':[" NOTE("10", "cs", "a") "," NOTE("90", "cr", "a") "," NOTE("20", "sr", "b") "," NOTE("80", "ss", "b") "]") "]",
     "a · n1: n1@b#1 10000+60000 <1; n1@a#1 0+80000;"},
    {"[" SPAN("1", ",'timestamp':1,'duration':2") ",{'traceId':'1','id", "n1: n1#1 0+2000; | file ends early (byte 83; 1 span read)"},
};
/* clang-format on */

START_TEST(reads) {
    check_operations("zipkin", rows[_i].in, rows[_i].want);
}
END_TEST

Suite *test_fmt_zipkin(void);
Suite *test_fmt_zipkin(void) {
    Suite *s = suite_create("fmt_zipkin");
    TCase *t = tcase_create("fmt_zipkin");
    tcase_add_loop_test(t, reads, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(s, t);
    return s;
}
