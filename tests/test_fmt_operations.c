/* format/fmt_operations: pairing, ids, hints, labels, faults. ' stands for ". */
#include "operations_text.h"
#include "snapshots.h"

static const struct {
    const char *in, *want;
} rows[] = {
    {"[{'channel':'a:b','eventType':'start','timestamp':1710000000000,'operationId':'x','context':{'query':'SELECT\\n "
     "1'}},"
     "{'channel':'a:b','eventType':'end','timestamp':1710000000000.125,'operationId':'x','context':{'rows':3}}]",
     "operations: a:b@a#x 0+125000 [SELECT 1];"},
    /* out of order, faults, phases */
    {"[{'channel':'s','eventType':'end','timestamp':30,'operationId':'b'},{'channel':'s','eventType':'start','"
     "timestamp':0,'operationId':'a'},"
     "{'channel':'','eventType':'start','timestamp':1},{'channel':'k','eventType':'start','timestamp':'5'},3,"
     "{'channel':'s','eventType':'start','timestamp':10,'operationId':'b'},{'channel':'k','timestamp':3},"
     "{'channel':'s','eventType':'asyncStart','timestamp':12,'operationId':'b'},{'channel':'s','eventType':'end','"
     "timestamp':50,'operationId':'a'}]",
     "operations: s@s#a 0+50000000; s@s#b 10000000+20000000; | 4 events without channel, eventType or numeric "
     "timestamp, left out"
     " | 1 event other than start, end and error (asyncStart, asyncEnd), not drawn"},
    /* the latest start wins, the first stays incomplete */
    {"[{'channel':'c','eventType':'start','timestamp':1,'operationId':'i'},{'channel':'c','eventType':'start','"
     "timestamp':2,'operationId':'i'},"
     "{'channel':'c','eventType':'end','timestamp':5,'operationId':'i'}]",
     "operations: c@c#i 0+0?; c@c#i 1000000+3000000; | 1 operation incomplete: started, never ended (c)"},
    /* one id in two channels at a time: each end finds its own */
    {"[{'channel':'h','eventType':'start','timestamp':0,'operationId':'r'},{'channel':'q','eventType':'start','"
     "timestamp':1,'operationId':'r'},"
     "{'channel':'q','eventType':'end','timestamp':2,'operationId':'r'},{'channel':'h','eventType':'end','timestamp':9,"
     "'operationId':'r'}]",
     "operations: h@h#r 0+9000000; q@q#r 1000000+1000000;"},
    /* an end of another channel closes the latest open one of its id */
    {"[{'channel':'h','eventType':'start','timestamp':0,'operationId':'r'},{'channel':'q','eventType':'start','"
     "timestamp':1,'operationId':'r'},"
     "{'channel':'z','eventType':'end','timestamp':2,'operationId':'r'},{'channel':'z','eventType':'end','timestamp':3,"
     "'operationId':'r'}]",
     "operations: h@h#r 0+3000000; q@q#r 1000000+1000000;"},
    /* without ids only what begins and ends in one instant pairs */
    {"[{'channel':'n','eventType':'start','timestamp':0.5},{'channel':'n','eventType':'end','timestamp':0.50},"
     "{'channel':'n','eventType':'start','timestamp':1e1},{'channel':'n','eventType':'end','timestamp':11}]",
     "operations: n@n#n:0.5 0+0; n@n#n:10 9500000+0?; n@n#n:11 10500000+0?^; | 1 end without a start (n)"
     " | 1 operation incomplete: started, never ended (n)"},
    /* errors: message, text, name; a lone one; in the context */
    {"[{'channel':'e','eventType':'start','timestamp':0,'operationId':'1'},"
     "{'channel':'e','eventType':'error','timestamp':1,'operationId':'1','error':{'name':'E','message':'boom','stack':'"
     "at x'}},"
     "{'channel':'e','eventType':'error','timestamp':2,'operationId':'2','error':'bad'},"
     "{'channel':'e','eventType':'start','timestamp':3,'operationId':'3'},"
     "{'channel':'e','eventType':'error','timestamp':4,'operationId':'3','context':{'error':'ER_LOCK'}}]",
     "operations: e@e#1 0+1000000! {boom}; e@e#2 2000000+0!^ {bad}; e@e#3 3000000+1000000! {ER_LOCK};"
     " | 1 end without a start (e)"},
    /* parents: by id, one that starts later, a missing one; async contexts */
    {"[{'channel':'p','eventType':'start','timestamp':0,'operationId':'a','context':{'parentId':'late','asyncId':7}},"
     "{'channel':'p','eventType':'start','timestamp':1,'operationId':'late'},"
     "{'channel':'p','eventType':'start','timestamp':2,'operationId':'b','context':{'parentOperationId':'a'}},"
     "{'channel':'p','eventType':'start','timestamp':3,'operationId':'c','context':{'parentSpanId':'ghost'}},"
     "{'channel':'p','eventType':'start','timestamp':4,'operationId':'d','context':{'triggerAsyncId':7,'asyncId':8}},"
     "{'channel':'p','eventType':'start','timestamp':5,'operationId':'e','context':{'trigger_async_id':8,'parent_span_"
     "id':'b'}},"
     "{'channel':'p','eventType':'end','timestamp':6,'operationId':'c','context':{'parentSpanId':'ghost'}}]",
     "operations: p@p#a 0+0? <1; p@p#late 1000000+0?; p@p#b 2000000+0? <0; p@p#c 3000000+3000000; p@p#d 4000000+0? ~0;"
     " p@p#e 5000000+0? <2; | 1 operation with a parent that is not in the file (ghost)"
     " | 5 operations incomplete: started, never ended (p)"},
    /* labels of the same words, in several channels; escapes; more words than are remembered */
    {"[{'channel':'w','eventType':'start','timestamp':1,'operationId':1,'context':{'sql':'A\\u0042'}},"
     "{'channel':'w','eventType':'start','timestamp':2,'operationId':2,'context':{'sql':'A\\u0042'}},"
     "{'channel':'AB','eventType':'start','timestamp':3,'operationId':3,'context':{'sql':'A\\u0042'}},"
     "{'channel':'w','eventType':'start','timestamp':4,'operationId':4,'context':{'method':'A\\u0042'}},"
     "{'channel':'w','eventType':'start','timestamp':5,'operationId':5,'context':{'method':'GET','url':'/a'}},"
     "{'channel':'w','eventType':'start','timestamp':6,'operationId':6,'context':{'method':'GET','url':'/b'}},"
     "{'channel':'w','eventType':'start','timestamp':7,'operationId':7,'context':{'method':'GET','url':'/a'}},"
     "{'channel':'w','eventType':'start','timestamp':8,'operationId':8,'context':{'host':'h','name':'n','key':'k',"
     "'topic':'t','command':'c'}}]",
     "operations: w@w#1 0+0? [AB]; w@w#2 1000000+0? [AB]; AB@AB#3 2000000+0?; w@w#4 3000000+0? [AB]; w@w#5 4000000+0? "
     "[GET /a]; w@w#6 5000000+0? [GET /b]; w@w#7 6000000+0? [GET /a]; w@w#8 7000000+0? [c k]; | 8 operations "
     "incomplete: started, never ended (w, AB)"},
    /* ids: a number is its digits; what differs in the middle alone is different; an escape */
    {"[{'channel':'i','eventType':'start','timestamp':0,'operationId':7},{'channel':'i','eventType':'end','timestamp':"
     "1,"
     "'operationId':'7'},{'channel':'i','eventType':'start','timestamp':2,'operationId':'12345678-a-12345678'},"
     "{'channel':'i','eventType':'start','timestamp':3,'operationId':'12345678-b-12345678'},"
     "{'channel':'i','eventType':'end','timestamp':4,'operationId':'12345678-a-12345678'},"
     "{'channel':'i','eventType':'start','timestamp':5,'operationId':'\\u0061b','context':{'parentId':7,'values':[[1],"
     "'}']}},{'channel':'i','eventType':'end','timestamp':6,'operationId':'ab','context':{'rows':[ ]}},"
     "{'channel':'i','eventType':'end','timestamp':7,'operationId':'12345678-b-12345678','context':{'a':{},'b':[]}}]",
     "operations: i@i#7 0+1000000; i@i#12345678-a-12345678 2000000+2000000; i@i#12345678-b-12345678 3000000+4000000; "
     "i@i#ab 5000000+1000000 <0;"},
    /* digits of times: as many as are usual, and more */
    {"[{'channel':'t','eventType':'start','timestamp':1710000000000.1234561,'operationId':'a'},"
     "{'channel':'t','eventType':'end','timestamp':1710000000000.123456500,'operationId':'a'},"
     "{'channel':'t','eventType':'start','timestamp':1710000000001.00000049,'operationId':'b'},"
     "{'channel':'t','eventType':'end','timestamp':1710000000123.9999999999,'operationId':'b'},"
     "{'channel':'t','eventType':'start','timestamp':99999999999999999999,'operationId':'c'}]",
     "operations: t@t#a 0+1; t@t#b 876544+123000000; | 1 event without channel, eventType or numeric timestamp, left "
     "out"},
    /* one a line, cut */
    {"{'channel':'l','eventType':'start','timestamp':0,'operationId':'a'}\n{'channel':'l','eventType':'end','timestamp'"
     ":1,'operationId':'a'}\n{'chan",
     "operations: l@l#a 0+1000000; | file ends early (byte 140; 2 events read)"},
    {"[{'channel':'l','eventType':'asyncStart','timestamp':0}]", "no event in it starts or ends an operation (1 read)"},
};

START_TEST(reads) {
    check_operations("operations", rows[_i].in, rows[_i].want);
}
END_TEST

/* The same with an escape in each event's first key, which is unusual: the events are read on the slow way then. */
static const char *slow(Arena *arena, const char *in) {
    static const char key[] = "channel";
    Text text = text_new(arena);
    for (const char *p = in; *p; p++)
        if (strncmp(p, key, sizeof key - 1) == 0 && (p[-1] == '\'' || p[-1] == '"')) {
            text_add_c(&text, "\\u0063hannel");
            p += sizeof key - 2;
        } else
            text_add_char(&text, *p);
    return str_c(arena, text_str(&text));
}

START_TEST(reads_slowly) {
    if (strstr(rows[_i].want, "byte "))
        return;
    Arena *arena = arena_new();
    check_operations("operations", slow(arena, rows[_i].in), rows[_i].want);
    arena_free(arena);
}
END_TEST

static const char *one_of(uint32_t *random, const char *const *list, size_t n) {
    *random = *random * 1664525 + 1013904223;
    return list[(*random >> 16) % n];
}

#define ONE_OF(random, ...) \
    one_of((random), (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* An event with members in any order, of any kind, some of them not there. */
static void add_event(Text *text, uint32_t *random, int i) {
    const char *members[] = {
        ONE_OF(random, "'channel':'a:b'", "'channel' : 'c'"),
        ONE_OF(random, "'eventType':'start'", "'eventType':'end'", "'eventType': 'asyncStart'"),
        ONE_OF(random, "'context':{}", "'context':null", "'context' :{'sql':'S 1' }",
               "'context':{'parentId':'1','x':2}", "'context':{'x':[1],'sql':'S\\n2','parentOperationId':'2'}",
               "'context':'none'", "'context':{'x':{'sql':3}}",
               "'context':{'a key that is longer than most':1,'asyncId':4}"),
        ONE_OF(random, "'operationId':'1'", "'operationId':2", "'operationId' :'3'", "'other':[{'channel':1}]"),
        ONE_OF(random, "'more':1", "'error':'bad'", "'error' :{'message':'m'}", "'more':'\\u0041'", "'more':-1.5e3"),
    };
    for (size_t k = 5; k > 1; k--) {
        const char **with = &members[*random >> 8 & 1 ? k - 2 : k - 1], *member = *with;
        *with = members[k - 1];
        members[k - 1] = member;
    }
    text_addf(text, "{'timestamp':%d", i);
    for (size_t k = 0; k < 5; k++)
        text_addf(text, "%s%s", ONE_OF(random, ",", ",", ", ", " ,\n"), members[k]);
    text_add_c(text, ONE_OF(random, "},", "} ,", "},\n"));
}

static const char *quoted(Arena *arena, Str text) {
    char *copy = arena_alloc(arena, text.len + 1);
    for (size_t i = 0; i < text.len; i++)
        copy[i] = text.data[i] == '\'' ? '"' : text.data[i];
    return copy;
}

START_TEST(reads_any_order) {
    enum { EVENTS = 400 };
    Arena *arena = arena_new();
    Text text = text_new(arena);
    uint32_t random = (uint32_t)_i;
    text_add_char(&text, '[');
    for (int i = 0; i < EVENTS; i++)
        add_event(&text, &random, i);
    text_add_char(&text, ']');
    const char *in = quoted(arena, text_str(&text));
    Document *fast = load_memory(STR("test"), str_from(in), NULL, &(Err){0});
    Document *slowly = load_memory(STR("test"), str_from(slow(arena, in)), NULL, &(Err){0});
    ck_assert(fast && slowly && fast->tracks.data[0]->operations.count > EVENTS / 8);
    ck_assert_str_eq(str_c(arena, operations_text(arena, fast)), str_c(arena, operations_text(arena, slowly)));
    document_free(fast);
    document_free(slowly);
    arena_free(arena);
}
END_TEST

static const struct {
    const char *context, *want;
} labels[] = {
    {"'http.method':'GET','http.url':'/api/products'", "GET /api/products"},
    {"'method':'POST','url':'/x?token=abc&n=1'", "POST /x?token=***&n=1"},
    {"'command':'get','key':'cache:1'", "get cache:1"},
    {"'operation':'query','key':'k'", "k"}, /* the channel says query already */
    {"'topic':'orders','key':'k1','value':'{}'", "orders"},
    {"'token':'jwt-abc','user':'u'", "token ***"},
    {"'total_tokens':17", ""},
    {"'values':[1,{'sql':'no'}],'sql':'SELECT 2'", "SELECT 2"},
    {"'req':{'method':'GET','path':'/deep'}", "GET /deep"},
    {"'query':'UPDATE u SET password = \\u0027x y\\u0027 WHERE id=1'", "UPDATE u SET password = '***' WHERE id=1"},
    {"'url':'redis://me:hunter2@host:1/0'", "redis://me:***@host:1/0"},
};

START_TEST(label) {
    Arena *arena = arena_new();
    Str in = str_format(arena,
                        "[{'channel':'a:query','eventType':'start','timestamp':0,'operationId':'i','context':{%s}},"
                        "{'channel':'a:query','eventType':'end','timestamp':0,'operationId':'i'}]",
                        labels[_i].context);
    const char *want = labels[_i].want;
    Str text =
        str_format(arena, want[0] ? "operations: a:query@a#i 0+0 [%s];" : "operations: a:query@a#i 0+0;%s", want);
    check_operations("operations", in.data, text.data);
    arena_free(arena);
}
END_TEST

START_TEST(snapshots) { /* what is published on the way does not disturb the rest; in time order, and not */
    Arena *arena = arena_new();
    Text text = text_new(arena);
    double last = 0, total = 0;
    text_add_char(&text, '[');
    for (int i = 0; i < 20000; i++) {
        int at = _i ? 20000 - i : 10 * i;
        text_addf(
            &text,
            "{\"channel\":\"a\",\"eventType\":\"start\",\"timestamp\":%d,\"operationId\":\"%d\",\"context\":{"
            "\"parentId\":\"%s\"}},{\"channel\":\"a\",\"eventType\":\"end\",\"timestamp\":%d,\"operationId\":\"%d\"},",
            at, i, i % 2 ? "0" : "", at + 3, i);
    }
    text_add_char(&text, ']');
    ck_assert_uint_ge(snapshots_of(text_str(&text), &last, &total), 1);
    ck_assert(last > 0 && last < total);
    Err err = {0};
    Document *document = load_memory(STR("test"), text_str(&text), NULL, &err);
    ck_assert_double_eq(document->tracks.data[0]->total, total);
    document_free(document);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_operations(void);
Suite *test_fmt_operations(void) {
    Suite *s = suite_create("fmt_operations");
    TCase *t = tcase_create("fmt_operations");
    tcase_add_loop_test(t, reads, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(t, reads_slowly, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(t, reads_any_order, 0, 20);
    tcase_add_loop_test(t, label, 0, sizeof labels / sizeof *labels);
    tcase_add_loop_test(t, snapshots, 0, 2);
    suite_add_tcase(s, t);
    return s;
}
