/* format/perf_line: what perf script prints for a sample and for a frame, with the fields that people leave out. */
#include <check.h>

#include "format/perf_line.h"

static const struct {
    const char *in;
    const char *comm, *pid, *tid, *event, *rest; /* comm NULL: no header */
    double time, period;                         /* -1: not given */
} headers[] = {
    {"app 1/1 [000] 1.000000:     100000 cycles: ", "app", "1", "1", "cycles", "", 1e9, 100000},
    {"DOM Worker 21528 [003] 609678.457663:          1 cycles:u: ", "DOM Worker", "", "21528", "cycles:u", "",
     609678457663000, 1},
    {" CUPSManager cup 11320 186448.846888:    1008373 cycles: ", "CUPSManager cup", "", "11320", "cycles", "",
     186448846888000, 1008373},
    {"worker 12 345 [001] 186449.000002:          1 cycles:", "worker 12", "", "345", "cycles", "", 186449000002000, 1},
    {"Gecko\t25122 [007] 115539.936601:\t\t1000000 task-clock:u:", "Gecko", "", "25122", "task-clock:u", "",
     115539936601000, 1000000},
    {"func_ab 15294 cpu-clock: ", "func_ab", "", "15294", "cpu-clock", "", -1, -1},
    {"java 12688 [002] 1000 cpu-clock: ", "java", "", "12688", "cpu-clock", "", -1, 1000},
    {"swapper     0 [000] d.h2. 5.123456789:  7 sched:sched_switch: prev_comm=a b: c", "swapper", "", "0",
     "sched:sched_switch", "prev_comm=a b: c", 5123456789, 7},
    {"           false 39654 19115.489713:          1 cycles:u:  ffffffff9b201293 [unknown] ([unknown])", "false", "",
     "39654", "cycles:u", "ffffffff9b201293 [unknown] ([unknown])", 19115489713000, 1},
    {"t 20739  3264.133152: ", "t", "", "20739", "", "", 3264133152000, -1},
    {" 3264.133152: page-faults: ", "", "", "", "page-faults", "", 3264133152000, -1},
    {"a.out 5 [000] 1.0: PERF_RECORD_MMAP2 5/5: [0x1(0x2) @ 0]", "a.out", "", "5", "",
     "PERF_RECORD_MMAP2 5/5: [0x1(0x2) @ 0]", 1e9, -1},
    {" instruction trace error type 1 time 4525.744123981 cpu 0 pid 21595 tid 21595 ip 0 code 8: Lost", NULL, 0, 0, 0,
     0, 0, 0},
    {"Processed 4346 events and lost 144 chunks!", NULL, 0, 0, 0, 0, 0, 0},
    {"Failed to open /tmp/perf-12964.map, continuing without symbols", NULL, 0, 0, 0, 0, 0, 0},
    {"Warning:", NULL, 0, 0, 0, 0, 0, 0},
    {"\t4005d0 work (/usr/bin/app)", NULL, 0, 0, 0, 0, 0, 0},
    {"", NULL, 0, 0, 0, 0, 0, 0},
};

START_TEST(header) {
    PerfHeader h;
    bool ok = perf_header(str_from(headers[_i].in), &h);
    ck_assert_int_eq(ok, headers[_i].comm != NULL);
    if (!ok)
        return;
    ck_assert(str_is(h.comm, headers[_i].comm) && str_is(h.pid, headers[_i].pid) && str_is(h.tid, headers[_i].tid));
    ck_assert(str_is(h.event, headers[_i].event) && str_is(h.rest, headers[_i].rest));
    ck_assert_double_eq(h.timed ? (double)h.time : -1, headers[_i].time);
    ck_assert_double_eq(h.has_period ? h.period : -1, headers[_i].period);
}
END_TEST

static const struct {
    const char *in, *symbol, *dso; /* symbol NULL: no frame */
    bool inlined;
} frames[] = {
    {"\t          4005d0 work (/usr/bin/app)", "work", "/usr/bin/app", false},
    {"\t  a1 f(st_position*, unsigned int)+0x24 (/usr/libexec/mysqld)", "f(st_position*, unsigned int)",
     "/usr/libexec/mysqld", false},
    {"\ta2 std::function<void ()>::operator()() const+0x8 (/x)", "std::function<void ()>::operator()() const", "/x",
     false},
    {"\t7f00 Lcom/x/Y;::run (/memfd:doublemapper (deleted))", "Lcom/x/Y;::run", "/memfd:doublemapper (deleted)", false},
    {"\t7f10 call stub (/home/user/My App/lib jvm.so)", "call stub", "/home/user/My App/lib jvm.so", false},
    {"\t9c51fd34 java.lang.String.hashCode ([JIT app cache])", "java.lang.String.hashCode", "[JIT app cache]", false},
    {"\t7f3cc helper (inlined)", "helper", "", true},
    {"\tffffffff81775b9a elf_load", "elf_load", "", false},
    {"\tffffffff81775b9a f(int)", "f(int)", "", false},
    {"\t70aeb", "70aeb", "", false},
    {"        b3cea6c4\tLock::unlock() (/system/lib/libc.so+0x12)", "Lock::unlock()", "/system/lib/libc.so", false},
    {"\t1 [unknown] ([unknown])", "[unknown]", "[unknown]", false},
    {"\t1 (/a)", "1", "/a", false},
    {"  rtld.c:1280", NULL, NULL, false},
    {"hello world", NULL, NULL, false},
    {"", NULL, NULL, false},
};

START_TEST(frame) {
    PerfFrame f;
    ck_assert_int_eq(perf_frame(str_from(frames[_i].in), &f), frames[_i].symbol != NULL);
    if (!frames[_i].symbol)
        return;
    ck_assert(str_is(f.symbol, frames[_i].symbol));
    ck_assert(str_is(f.dso, frames[_i].dso));
    ck_assert_int_eq(f.inlined, frames[_i].inlined);
}
END_TEST

START_TEST(source_line) {
    Str file;
    int32_t number;
    ck_assert(perf_source_line(STR("  a b/rtld.c:1280"), &file, &number) && str_is(file, "a b/rtld.c") &&
              number == 1280);
    ck_assert(perf_source_line(STR("  ld-2.29.so[20bb]"), &file, &number) && file.len == 0 && number == 0);
    ck_assert(!perf_source_line(STR("\t70aeb x:1"), &file, &number));
    ck_assert(!perf_source_line(STR("   x:1"), &file, &number) && !perf_source_line(STR(""), &file, &number));
}
END_TEST

Suite *test_perf_line(void);
Suite *test_perf_line(void) {
    Suite *s = suite_create("perf_line");
    TCase *t = tcase_create("perf_line");
    tcase_add_loop_test(t, header, 0, (int)(sizeof headers / sizeof *headers));
    tcase_add_loop_test(t, frame, 0, (int)(sizeof frames / sizeof *frames));
    tcase_add_test(t, source_line);
    suite_add_tcase(s, t);
    return s;
}
