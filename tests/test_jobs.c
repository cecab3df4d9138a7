/* app/jobs: loads and builds of tabs, and that nothing is freed too early or never (the sanitizers watch). */
#include <check.h>
#include <time.h>

#include "app/jobs.h"
#include "base/file.h"

#define SAMPLE "samples/shop.cpuprofile"
#define LARGE  "samples/firefox.json.gz"

static _Atomic int wakes;

static void wake(void *user) {
    (void)user;
    wakes++;
}

/* The next news within ten seconds. */
static News wait_for_news(Jobs *jobs) {
    News news = jobs_next(jobs);
    for (int i = 0; i < 10000 && news.kind == NEWS_NONE; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        news = jobs_next(jobs);
    }
    return news;
}

static const Document *load(Jobs *jobs, uint32_t tab, const char *path) {
    jobs_load(jobs, tab, str_from(path), NULL, 0);
    News news = wait_for_news(jobs);
    while (news.kind == NEWS_DOCUMENT && !news.final)
        news = wait_for_news(jobs);
    ck_assert_int_eq(news.kind, NEWS_DOCUMENT);
    ck_assert_uint_eq(news.tab, tab);
    ck_assert(str_is(news.path, path));
    return news.document;
}

static ViewSpec spec(ViewKind kind) {
    return (ViewSpec){.kind = kind, .function = FRAME_NONE};
}

START_TEST(loads_and_builds) {
    Jobs *jobs = jobs_new(wake, NULL);
    const Document *document = load(jobs, 1, SAMPLE);
    ck_assert(str_is(document->format, "cpuprofile"));
    ck_assert_int_gt(wakes, 0);
    for (int kind = VIEW_TIME; kind <= VIEW_HOTSPOTS; kind++) /* more than run at once */
        jobs_build(jobs, 1, document, spec((ViewKind)kind));
    jobs_build(jobs, 1, document, spec(VIEW_HEAVY));
    bool seen[VIEW_KINDS] = {false};
    for (int i = 0; i < 5; i++) {
        News news = wait_for_news(jobs);
        ck_assert_int_eq(news.kind, NEWS_VIEW);
        ck_assert_ptr_eq(news.view->document, document);
        seen[news.view->spec.kind] = true;
        jobs_drop_view(jobs, news.view);
    }
    ck_assert(seen[VIEW_TIME] && seen[VIEW_HEAVY] && seen[VIEW_INVERTED] && seen[VIEW_HOTSPOTS]);
    ck_assert_int_eq(jobs_next(jobs).kind, NEWS_NONE);
    wakes = 0;
    jobs_close(jobs, 1);
    ck_assert_int_gt(wakes, 0); /* a window at rest has to come and free it */
    jobs_free(jobs);
}
END_TEST

START_TEST(says_what_failed) {
    Jobs *jobs = jobs_new(NULL, NULL);
    jobs_load(jobs, 3, STR("samples/nothing.json"), NULL, 0);
    News news = wait_for_news(jobs);
    ck_assert_int_eq(news.kind, NEWS_FAILED);
    ck_assert_uint_eq(news.tab, 3);
    ck_assert_int_eq(news.err.code, ERR_IO);
    jobs_load_memory(jobs, 4, STR("pasted"), STR("a;b 3\na 1\n"));
    news = wait_for_news(jobs);
    ck_assert_int_eq(news.kind, NEWS_DOCUMENT);
    ck_assert(str_is(news.document->base_name, "pasted"));
    jobs_free(jobs);
}
END_TEST

/* A document that is let go while views are built on it lives until they are done, and none of them is handed over. */
START_TEST(dropped_while_built) {
    Jobs *jobs = jobs_new(NULL, NULL);
    const Document *document = load(jobs, 1, LARGE);
    for (int i = 0; i < 8; i++)
        jobs_build(jobs, 1, document, spec(VIEW_INVERTED));
    if (_i == 0)
        jobs_drop_document(jobs, document);
    else if (_i == 1)
        jobs_close(jobs, 1);
    for (int i = 0; i < 200 && _i < 2; i++) {
        ck_assert_int_eq(jobs_next(jobs).kind, NEWS_NONE);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    jobs_free(jobs); /* _i == 2: at once */
}
END_TEST

/* The second load of a tab takes the place of the first; a closed tab hears of none. */
START_TEST(loads_take_over) {
    Jobs *jobs = jobs_new(NULL, NULL);
    uint32_t tab = 0;
    jobs_load(jobs, 1, STR(LARGE), NULL, 0);
    ck_assert_ptr_nonnull(jobs_loading(jobs, 0, &tab));
    ck_assert_uint_eq(tab, 1);
    const Document *document = load(jobs, 1, SAMPLE);
    ck_assert(str_is(document->base_name, "shop.cpuprofile"));
    ck_assert_ptr_null(jobs_loading(jobs, 0, &tab));
    jobs_load(jobs, 2, STR(LARGE), NULL, 0);
    jobs_close(jobs, 2);
    for (int i = 0; i < 100; i++) {
        ck_assert_int_eq(jobs_next(jobs).kind, NEWS_NONE);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    jobs_free(jobs);
}
END_TEST

START_TEST(stops_at_once) {
    Jobs *jobs = jobs_new(NULL, NULL);
    double since = clock_now();
    for (uint32_t tab = 1; tab < 5; tab++)
        jobs_load(jobs, tab, STR(LARGE), NULL, 0);
    jobs_free(jobs);
    ck_assert_double_lt(clock_now() - since, 5);
    jobs = jobs_new(NULL, NULL);
    jobs_load(jobs, 1, STR(LARGE), NULL, 0);
    jobs_stop_load(jobs, 1, JOB_CANCEL);
    News news = wait_for_news(jobs);
    ck_assert(news.kind == NEWS_FAILED ? news.err.code == ERR_CANCELLED : news.kind == NEWS_DOCUMENT);
    jobs_free(jobs);
}
END_TEST

Suite *test_jobs(void);
Suite *test_jobs(void) {
    Suite *s = suite_create("jobs");
    TCase *t = tcase_create("jobs");
    tcase_add_test(t, loads_and_builds);
    tcase_add_test(t, says_what_failed);
    tcase_add_loop_test(t, dropped_while_built, 0, 3);
    tcase_add_test(t, loads_take_over);
    tcase_add_test(t, stops_at_once);
    tcase_set_timeout(t, 60);
    suite_add_tcase(s, t);
    return s;
}
