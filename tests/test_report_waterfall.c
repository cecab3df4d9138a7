/* report/report_waterfall: the page for people, word for word; CSV; JSON of an empty and of a damaged file. */
#include <check.h>

#include "doc/load.h"
#include "report/report.h"

#define EVENT(type, ms, id, context)                                                                   \
    "{\"channel\":\"" id ":op\",\"eventType\":\"" type "\",\"timestamp\":" ms ",\"operationId\":\"" id \
    "\",\"context\":{" context "}},"
static const char request[] =
    "[" EVENT("start", "0", "web", "\"url\":\"/a|b\"") EVENT("start", "10", "q", "\"sql\":\"SELECT 1\"")
        EVENT("end", "40", "q", "") EVENT("start", "41", "q", "\"sql\":\"SELECT 2\"") EVENT("end", "50", "q", "")
            EVENT("start", "60", "q", "\"sql\":\"SELECT 3\"") EVENT("error", "70", "q", "\"error\":\"gone `away`\"")
                EVENT("start", "80", "x", "") EVENT("end", "100", "web", "") "]";

static const char page[] =
    "# Waterfall of `r.json` · Async operations · `operations`\n\n"
    "- 5 operations, 1 root, 2 levels, over 100.0 ms\n"
    "- times count from the start of the recording; the first operation starts at 0 ms\n"
    "- P95 of the durations 100.0 ms, of the own times 51.0 ms\n"
    "- 1 error, 1 incomplete\n"
    "- parents: 0 by id, 0 by async context, 4 by time; 1 sequential link (gap of at most 5.00 ms)\n"
    "- 1 operation incomplete: started, never ended (x:op)\n"
    "\n## Operations\n\nBars are within their root; * = on its critical path.\n\n```text\n"
    "  100.0 ms ████████████████████████ * web:op  /a|b · P95 · slow by own time (51.0 ms)\n"
    "   30.0 ms   ████████               *   q:op  SELECT 1 · x3: total 49.0 ms, max 30.0 ms\n"
    "   10.0 ms               ███        *   q:op  SELECT 3 · error: gone `away`\n"
    "      0 ms                    ╵         x:op · no end\n"
    "```\n\n4 of 5 operations; left out: like siblings (xN).\n"
    "\n## Bottlenecks\n\n| Operation | What | Start | Duration | Own time | Of its root | Because of "
    "|\n|---|---|---:|---:|---:|---:|---|\n"
    "| `web:op` | `/a\\|b` | 0 ms | 100.0 ms | 51.0 ms | 100% | duration, own time, critical path |\n"
    "\n## Critical paths\n\n`web:op` `/a\\|b`, 100.0 ms:\n\n"
    "| Operation | What | On the path | Of the path | Saves at most | Why |\n|---|---|---:|---:|---:|---|\n"
    "| `web:op` | `/a\\|b` | 51.0 ms | 51.0% |  | `the root` |\n"
    "| `q:op` | `SELECT 1` | 30.0 ms | 30.0% | 30.0 ms | `ended last before q:op began, 1.00 ms later` |\n"
    "| `q:op` | `SELECT 2` | 9.00 ms | 9.0% | 9.00 ms | `ended last before q:op began, 10.0 ms later` |\n"
    "| `q:op` | `SELECT 3` | 10.0 ms | 10.0% | 10.0 ms | `ended last before web:op ended, 30.0 ms later` |\n\n"
    "\n## Errors\n\n| Operation | What | Start | Duration | Error |\n|---|---|---:|---:|---|\n"
    "| `q:op` | `SELECT 3` | 60.0 ms | 10.0 ms | `` gone `away` `` |\n"
    "\n## Repeated under one parent (N+1)\n\n| Operation | What | Under | Times | Errors | Total | Average | Max |\n"
    "|---|---|---|---:|---:|---:|---:|---:|\n"
    "| `q:op` | `SELECT ?` | `web:op` | 3 | 1 | 49.0 ms | 16.3 ms | 30.0 ms |\n"
    "\n## Channels\n\n| Channel | Count | Errors | Incomplete | Total | Own time | On critical paths | Average | P50 | "
    "P95 | P99 | Min | Max |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
    "| `web:op` | 1 |  |  | 100.0 ms | 51.0 ms | 51.0 ms | 100.0 ms | 100.0 ms | 100.0 ms | 100.0 ms | 100.0 ms | "
    "100.0 ms |\n"
    "| `q:op` | 3 | 1 |  | 49.0 ms | 49.0 ms | 49.0 ms | 16.3 ms | 10.0 ms | 30.0 ms | 30.0 ms | 9.00 ms | 30.0 ms |\n"
    "| `x:op` | 1 |  | 1 | 0 ms | 0 ms | 0 ms |  |  |  |  |  |  |\n";

static Str print(Arena *arena, const char *text, ReportFormat format, uint32_t top) {
    Err err = {0};
    Document *document = load_memory(STR("r.json"), str_from(text), NULL, &err);
    ck_assert_msg(document, "%s", err.message);
    View *view = view_build(document, (ViewSpec){.kind = VIEW_WATERFALL, .track = 0}, NULL);
    Text out = text_new(arena);
    Out to = out_text(&out);
    report_waterfall(&to, format, view, top);
    view_free(view);
    document_free(document);
    return text_str(&out);
}

START_TEST(for_people) {
    Arena *arena = arena_new();
    Str got = print(arena, request, REPORT_MD, 60);
    size_t same = 0;
    while (same < got.len && got.data[same] == page[same])
        same++;
    ck_assert_msg(same + 1 == sizeof page && same == got.len, "differs from: %.200s", got.data + same);
    arena_free(arena);
}
END_TEST

START_TEST(the_important_stay) { /* room for two: the failed one and what it stands under */
    Arena *arena = arena_new();
    Str text = print(arena, request, REPORT_TEXT, 2);
    ck_assert(str_find(text, STR("  q:op  SELECT 3 · error"), 0) != SIZE_MAX);
    ck_assert(str_find(text, STR("* web:op"), 0) != SIZE_MAX);
    ck_assert(str_find(text, STR("no end\n"), 0) == SIZE_MAX);
    ck_assert(str_find(text, STR("2 of 5 operations"), 0) != SIZE_MAX);
    arena_free(arena);
}
END_TEST

static const struct {
    ReportFormat format;
    const char *holds;
} machines[] = {
    {REPORT_CSV, "\n2,q,q:op,SELECT 2,,41,50,9,9,1,0,time,success,,false,false,9,9,0\n"},
    {REPORT_CSV, "\n3,q,q:op,SELECT 3,,60,70,10,10,1,0,time,error,gone `away`,false,false,10,10,0\n"},
    {REPORT_CSV, "\n4,x,x:op,,,80,,0,0,1,0,time,incomplete,,false,false,,,\n"},
    {REPORT_JSON, "{\"source\": 1, \"target\": 2, \"type\": \"sequential\", \"gap\": 1}"},
    {REPORT_JSON, "{\"source\": 0, \"target\": 1, \"type\": \"parent-child\", \"gap\": null}"},
    {REPORT_JSON, "\"channel\": \"x:op\", \"count\": 1, \"errors\": 0, \"incomplete\": 1, \"average\": null"},
    {REPORT_JSON, "\"start\": 80, \"end\": null, \"duration\": 0"},
    {REPORT_JSON, "\"label\": \"SELECT ?\", \"count\": 3, \"errors\": 1, \"total\": 49"},
};

START_TEST(for_machines) {
    Arena *arena = arena_new();
    Str text = print(arena, request, machines[_i].format, 0);
    ck_assert_msg(str_find(text, str_from(machines[_i].holds), 0) != SIZE_MAX, "%.*s", STR_ARG(text));
    arena_free(arena);
}
END_TEST

Suite *test_report_waterfall(void);
Suite *test_report_waterfall(void) {
    Suite *s = suite_create("report_waterfall");
    TCase *t = tcase_create("report_waterfall");
    tcase_add_test(t, for_people);
    tcase_add_test(t, the_important_stay);
    tcase_add_loop_test(t, for_machines, 0, sizeof machines / sizeof *machines);
    suite_add_tcase(s, t);
    return s;
}
