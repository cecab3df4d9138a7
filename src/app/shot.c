/* `cresset shot`: the window without a window. The same ui and the same jobs, drawn into memory until nothing moves; commands of --do run in
 * between, each on a finished picture. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "app/app.h"
#include "app/commands.h"
#include "app/save.h"
#include "app/session.h"
#include "app/settings.h"
#include "base/file.h"
#include "derive/matcher.h"
#include "render/glyphs.h"
#include "render/render.h"

typedef struct Shot {
    Arena *arena, *frame_arena;
    Session *session;
    Glyphs *glyphs;
    TextMetrics metrics;
    int width, height;
    double scale;
    double now; /* a clock of its own: motion ends without waiting for it */
    const DrawList *list;
    bool late; /* a job did not end in time: nobody waits for it */
    Err err;
} Shot;

enum { SCALE_MOST = 8, STEPS_AT_MOST = 1000, SECONDS_AT_MOST = 600, DEFAULT_WIDTH = 1440, DEFAULT_HEIGHT = 900 };

static void draw(Shot *shot) {
    arena_reset(shot->frame_arena);
    UiFrame frame = {.arena = shot->frame_arena,
                     .metrics = &shot->metrics,
                     .width = shot->width,
                     .height = shot->height,
                     .scale = shot->scale,
                     .now = shot->now};
    shot->list = ui_draw(shot->session->ui, &frame, NULL);
}

static void save_file(Shot *shot, const UiRequest *request) {
    Str path;
    if (save_here(shot->arena, request->text, request->bytes, &path, &shot->session->failed))
        fprintf(stderr, "cresset: saved as '%.*s'\n", STR_ARG(path));
}

/* What needs a desktop is not for a picture; the rest is served. */
static void serve(Shot *shot) {
    UiRequest request = session_request(shot->session, shot->now);
    for (; request.kind != UI_NOTHING; request = session_request(shot->session, shot->now))
        if (request.kind == UI_SAVE)
            save_file(shot, &request);
}

static void nap(void) {
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
}

static bool wait_for_jobs(Shot *shot, double until) {
    const Ui *ui = shot->session->ui;
    serve(shot);
    while (ui_busy(ui) && !ui_searching(ui)) {
        if (clock_now() > until)
            return false;
        nap();
        session_receive(shot->session, shot->now);
        serve(shot);
    }
    return true;
}

/* Draws until everything has come and nothing moves. False with shot->err when that takes too long. */
static bool settle(Shot *shot) {
    const Ui *ui = shot->session->ui;
    double until = clock_now() + SECONDS_AT_MOST;
    for (int steps = 0; steps < STEPS_AT_MOST; steps += !ui_searching(ui)) {
        session_receive(shot->session, shot->now);
        shot->late = !wait_for_jobs(shot, until) || clock_now() > until;
        if (shot->late)
            return err_set(&shot->err, ERR_LATER, "the picture is not ready after %d s", SECONDS_AT_MOST);
        draw(shot);
        serve(shot);
        double wait = ui_wait(ui, shot->now);
        if (isinf(wait) && !ui_busy(ui))
            return true;
        shot->now += isinf(wait) ? 0 : fmax(wait, 0.05);
    }
    return true;
}

/* The window says beside the field that an expression is wrong; here nobody goes on typing it. */
static bool expression_is_good(Shot *shot, Str line) {
    Matcher matcher = {.scratch = shot->arena};
    Str text = str_starts(line, "search ") ? str_trim(str_slice(line, 7, line.len)) : (Str){0};
    bool good = text.len == 0 || matcher_prepare(&matcher, text, &shot->err);
    matcher_free(&matcher);
    return good;
}

static bool run_action(Shot *shot, Str line) {
    if (!expression_is_good(shot, line) || !ui_command(shot->session->ui, line, shot->now, &shot->err))
        return false;
    if (!settle(shot) || !ui_waited(shot->session->ui, &shot->err))
        return false;
    shot->err = shot->session->failed; /* of a file that the command opened, or wrote */
    return shot->err.code == ERR_NONE;
}

static bool run_actions(Shot *shot, const TextList *actions) {
    for (size_t i = 0; i < actions->list.count; i++) {
        Str line = str_trim(actions->list.data[i]);
        if (run_action(shot, line))
            continue;
        shot->err.code = shot->late ? ERR_LATER : ERR_USAGE;
        return err_context(&shot->err, "--do '%.*s'", STR_ARG(line));
    }
    return true;
}

static bool save(Shot *shot, Str output) {
    const char *path = str_c(shot->arena, output);
    if (str_ends(output, ".svg"))
        return render_save_svg(shot->arena, shot->list, path, &shot->err);
    Renderer *renderer = render_memory(shot->arena, shot->width, shot->height, shot->glyphs, RENDER_CPU, &shot->err);
    render_frame(renderer, shot->list);
    bool ok = render_save_png(render_pixels(renderer), path, &shot->err);
    render_free(renderer);
    return ok;
}

/* A load that failed is a picture of the failure in the window; here it is the answer. */
static bool open_file(Shot *shot, const Options *options) {
    if (options->files.list.count == 0)
        return true;
    session_open(shot->session, 0, options->files.list.data[0], shot->now);
    while (session_is_loading(shot->session)) {
        nap();
        session_receive(shot->session, shot->now);
    }
    shot->err = shot->session->failed;
    command_cannot_open(options->files.list.data[0], &shot->err);
    return shot->err.code == ERR_NONE;
}

static bool begin(Shot *shot, const Options *options) {
    Settings settings = settings_default();
    settings.light = options->theme == 2;
    shot->scale = options->scale > 0 ? options->scale : 1;
    shot->width = options->size[0] > 0 ? (int)options->size[0] : DEFAULT_WIDTH;
    shot->height = options->size[1] > 0 ? (int)options->size[1] : DEFAULT_HEIGHT;
    shot->glyphs = glyphs_new(shot->arena, &shot->err);
    if (!shot->glyphs)
        return false;
    shot->metrics = glyphs_metrics(shot->glyphs);
    shot->session = session_new(shot->arena, &settings, NULL, false, NULL, NULL);
    return true;
}

static bool check_output(Shot *shot, const Options *options) {
    Str output = options->output;
    if (output.len == 0)
        return err_set(&shot->err, ERR_USAGE, "shot needs -o OUT.png or -o OUT.svg");
    if (options->scale > SCALE_MOST)
        return err_set(&shot->err, ERR_USAGE, "--scale is at most %d, not %g", SCALE_MOST, options->scale);
    return str_ends(output, ".png") || str_ends(output, ".svg") ||
           err_set(&shot->err, ERR_USAGE, "shot writes .png or .svg, not '%.*s'", STR_ARG(output));
}

int command_shot(const Options *options) {
    Shot shot = {.arena = options->arena, .frame_arena = arena_new()};
    bool ok = check_output(&shot, options) && begin(&shot, options) && open_file(&shot, options);
    ok = ok && settle(&shot) && run_actions(&shot, &options->actions) && save(&shot, options->output);
    if (shot.session && !shot.late)
        session_free(shot.session);
    if (shot.glyphs)
        glyphs_free(shot.glyphs);
    arena_free(shot.frame_arena);
    return ok ? STATUS_DONE : command_fail(&shot.err);
}
