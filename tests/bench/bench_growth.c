/* No kind of input costs more than n log n: each at n and at 8 n, from bytes to the first picture with the window's own parts, without
 * its glass. */
#include "bench.h"
#include "gen.h"

#include "app/session.h"
#include "app/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIMES = 8, WIDTH = 1920, HEIGHT = 1080, FRAMES_AT_MOST = 100 };

typedef struct Shape {
    const char *what, *name;
    void (*write)(const char *path, size_t n);
    size_t n; /* the larger */
} Shape;

typedef struct Files {
    const char *small, *large;
} Files;

static void receive_all(Session *session, double now) {
    while (session_request(session, now).kind != UI_NOTHING)
        ;
    while (session_is_loading(session) || ui_busy(session->ui)) {
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        session_receive(session, now);
        while (session_request(session, now).kind != UI_NOTHING)
            ;
    }
}

/* Opens a file and draws until all of the first picture is there. Returns how many rectangles it has. */
static uint64_t look_at(const char *path) {
    Arena *arena = arena_new(), *frame_arena = arena_new();
    Settings settings = settings_default();
    TextMetrics metrics = text_metrics_plain();
    Session *session = session_new(arena, &settings, NULL, false, NULL, NULL);
    UiFrame frame = {.arena = frame_arena, .metrics = &metrics, .width = WIDTH, .height = HEIGHT, .scale = 1};
    session_open(session, 0, str_from(path), 0);
    uint64_t drawn = 0;
    for (int i = 0; i < FRAMES_AT_MOST; i++) {
        receive_all(session, frame.now);
        arena_reset(frame_arena);
        ui_draw(session->ui, &frame, NULL);
        drawn = ui_stats(session->ui).drawn + ui_stats(session->ui).merged;
        receive_all(session, frame.now);
        if (ui_wait(session->ui, frame.now) > 0 && drawn)
            break;
        frame.now += 0.05;
    }
    if (session->failed.code != ERR_NONE || !drawn) {
        fprintf(stderr, "%s: %s\n", path, session->failed.code ? session->failed.message : "nothing is drawn");
        exit(EXIT_FAILURE);
    }
    session_free(session);
    arena_free(frame_arena);
    arena_free(arena);
    return drawn;
}

static uint64_t look_at_small(void *user) {
    return look_at(((const Files *)user)->small);
}

static uint64_t look_at_large(void *user) {
    return look_at(((const Files *)user)->large);
}

void bench_growing(Bench *bench, Arena *arena) {
    static const Shape shapes[] = {
        {"100,000 levels deep", "deep.json", gen_deep, 100000},
        {"one level 10 M wide", "wide.cpuprofile", gen_wide, 10000000},
        {"400,000 operations, a staircase", "staircase.json", gen_staircase, 400000},
        {"1 M pairs of B and E, one thread", "pairs.json", gen_pairs, 1000000},
        {"1 M tracks", "tracks.json", gen_tracks, 1000000},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const Shape *shape = &shapes[i];
        Files files = {bench_path(arena, str_c(arena, str_format(arena, "small-%s", shape->name))),
                       bench_path(arena, str_c(arena, str_format(arena, "large-%s", shape->name)))};
        shape->write(files.small, shape->n / TIMES);
        shape->write(files.large, shape->n);
        const char *what = str_c(arena, str_format(arena, "%s: to a picture", shape->what));
        bench_growth(bench, what, look_at_small, look_at_large, &files, TIMES);
    }
}
