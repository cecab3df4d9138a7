/* The loop: sleep, read what the hand did, hand over what the jobs made, serve what the ui asks for, draw when something changed. At rest it
 * sleeps in the system's queue and draws nothing. */
#include "app/app.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "app/commands.h"
#include "app/dialogs.h"
#include "app/editor.h"
#include "app/platform.h"
#include "app/save.h"
#include "app/session.h"
#include "app/settings.h"
#include "base/file.h"
#include "base/path.h"
#include "render/glyphs.h"
#include "render/render.h"

typedef struct App {
    Arena *arena;       /* of the program */
    Arena *frame_arena; /* of one frame */
    Log *log;
    Waker waker;
    Platform *platform;
    Glyphs *glyphs;
    TextMetrics metrics;
    Renderer *renderer;
    Session *session;
    Dialogs *dialogs;
    int width, height; /* of the window as it was remembered */
    Err settings_err;  /* why they have their defaults: said once there is a window */
    double drawn_at, last_ms;
    bool exposed, resting, quit;
} App;

enum { FRAMES_PER_SECOND = 120, PROGRESS_PER_SECOND = 10 };

/* ---- beginning and end ---- */

static void load_settings(App *app, Settings *settings) {
    if (!settings_load(app->arena, settings, &app->settings_err))
        fprintf(stderr, "cresset: warning: %s; the defaults are used\n", app->settings_err.message);
    app->width = settings->width;
    app->height = settings->height;
}

/* Reading begins before there is a window, so that the first frame may already hold a picture. */
static void start_session(App *app, const Options *options) {
    Settings settings;
    load_settings(app, &settings);
    app->session = session_new(app->arena, &settings, app->log, true, platform_wake, &app->waker);
    for (size_t i = 0; i < options->files.list.count; i++)
        session_open(app->session, 0, options->files.list.data[i], clock_now());
}

static bool start_window(App *app, const Options *options, Err *err) {
    app->platform = platform_new(app->arena, &app->waker, "cresset", app->width, app->height, err);
    if (!app->platform)
        return false;
    app->glyphs = glyphs_new(app->arena, err);
    if (!app->glyphs)
        return false;
    app->metrics = glyphs_metrics(app->glyphs);
    RenderChoice choice = options->render > 0 ? (RenderChoice)(options->render - 1) : RENDER_AUTO;
    app->renderer = render_window(app->arena, platform_window(app->platform), app->glyphs, choice, err);
    app->dialogs = dialogs_new(platform_wake, &app->waker);
    app->exposed = true;
    return app->renderer != NULL;
}

static void store_settings(App *app) {
    Settings settings = *ui_settings(app->session->ui);
    Err err = {0};
    platform_design_size(app->platform, &settings.width, &settings.height);
    if (!settings_save(&settings, &err))
        ui_message(app->session->ui, str_from(err.message), clock_now());
    app->width = settings.width;
    app->height = settings.height;
}

static void store_size(App *app) {
    int width, height;
    platform_design_size(app->platform, &width, &height);
    if (width != app->width || height != app->height)
        store_settings(app);
}

/* The end of a job must not wake a window that is about to go: SDL would send to it through X, and X would answer too late. */
static void finish(App *app) {
    atomic_store(&app->waker.event, 0);
    dialogs_free(app->dialogs);
    session_free(app->session);
    if (app->renderer)
        render_free(app->renderer);
    if (app->glyphs)
        glyphs_free(app->glyphs);
    platform_free(app->platform);
    log_quit(app->log);
    log_free(app->log);
    arena_free(app->frame_arena);
}

/* ---- what the ui asks for ---- */

static void say(App *app, Str text) {
    ui_message(app->session->ui, text, clock_now());
}

static void show_open(App *app) {
    Err err = {0};
    if (!dialogs_open(app->dialogs) && !ui_command(app->session->ui, STR("open-path"), clock_now(), &err))
        say(app, str_from(err.message));
}

static void say_saved(App *app, bool ok, Str path, const Err *err) {
    say(app, ok ? str_format(app->frame_arena, "saved as %.*s", STR_ARG(path_shown(app->frame_arena, path)))
                : str_from(err->message));
}

static void write_file(App *app, Str path, Str bytes) {
    Err err = {0};
    say_saved(app, file_write(str_c(app->frame_arena, path), bytes, &err), path, &err);
}

static void save(App *app, Str name, Str bytes) {
    Err err = {0};
    Str path;
    if (dialogs_save(app->dialogs, name, bytes))
        return;
    bool ok = save_here(app->frame_arena, name, bytes, &path, &err);
    say_saved(app, ok, path, &err);
}

static void edit(App *app, const UiRequest *request) {
    Err err = {0};
    Str recording = request->document ? request->document->path : STR("");
    if (!editor_open(ui_settings(app->session->ui)->editor, request->text, request->number, recording, &err))
        say(app, str_from(err.message));
}

static void paste(App *app) {
    Input input = {.kind = INPUT_PASTE, .text = platform_paste(app->platform)};
    if (input.text.len > 0)
        ui_input(app->session->ui, &input, clock_now());
}

static void serve(App *app, const UiRequest *request) {
    switch (request->kind) {
    case UI_OPEN_DIALOG:
        show_open(app);
        break;
    case UI_COPY:
        if (!platform_copy(app->platform, request->text))
            say(app, STR("the clipboard could not be reached"));
        break;
    case UI_PASTE:
        paste(app);
        break;
    case UI_SAVE:
        save(app, request->text, request->bytes);
        break;
    case UI_EDIT:
        edit(app, request);
        break;
    case UI_SETTINGS:
        store_settings(app);
        break;
    case UI_FULLSCREEN:
        platform_toggle_fullscreen(app->platform);
        break;
    case UI_QUIT:
        app->quit = true;
        break;
    default:
        break;
    }
}

static void serve_all(App *app) {
    UiRequest request = session_request(app->session, clock_now());
    for (; request.kind != UI_NOTHING && !app->quit; request = session_request(app->session, clock_now()))
        serve(app, &request);
    platform_cursor(app->platform, ui_cursor(app->session->ui));
    platform_title(app->platform, ui_title(app->session->ui));
}

static void take_answer(App *app) {
    const DialogAnswer *answer = dialogs_answer(app->dialogs);
    for (size_t i = 0; answer && i < answer->paths.count; i++) {
        if (answer->save)
            write_file(app, answer->paths.data[i], answer->bytes);
        else
            session_open(app->session, 0, answer->paths.data[i], clock_now());
    }
}

/* ---- the loop ---- */

static void read_events(App *app) {
    Input input;
    PlatformEvent event;
    while ((event = platform_next(app->platform, &input)) != PLATFORM_NOTHING) {
        if (event == PLATFORM_INPUT)
            ui_input(app->session->ui, &input, clock_now());
        app->exposed |= event == PLATFORM_EXPOSED;
        app->quit |= event == PLATFORM_QUIT;
    }
}

static void draw(App *app) {
    int width, height;
    double start = clock_now();
    render_size(app->renderer, &width, &height);
    if (width <= 0 || height <= 0)
        return;
    arena_reset(app->frame_arena);
    UiFrame frame = {.arena = app->frame_arena,
                     .metrics = &app->metrics,
                     .width = width,
                     .height = height,
                     .scale = platform_scale(app->platform),
                     .now = start,
                     .last_ms = app->last_ms,
                     .unix_now = (int64_t)time(NULL)};
    render_frame(app->renderer, ui_draw(app->session->ui, &frame, NULL));
    double end = clock_now();
    UiStats stats = ui_stats(app->session->ui);
    app->last_ms = (end - start) * 1e3;
    app->drawn_at = start;
    app->exposed = app->resting = false;
    log_frame(app->log, (LogFrame){app->last_ms, stats.drawn, stats.culled, stats.merged}, end);
}

/* Seconds to sleep: a frame that is wanted waits until the last one was shown long enough. */
static double time_to_sleep(const App *app, double now) {
    double wanted = app->exposed ? 0 : ui_wait(app->session->ui, now),
           due = app->drawn_at + 1.0 / FRAMES_PER_SECOND - now;
    double wait = isinf(wanted) || wanted > due ? wanted : due;
    return session_is_loading(app->session) ? fmin(wait, 1.0 / PROGRESS_PER_SECOND) : wait;
}

static void sleep_until_needed(App *app) {
    double wait = time_to_sleep(app, clock_now());
    if (isinf(wait) && !app->resting) {
        log_rest(app->log);
        app->resting = true;
    }
    platform_wait(app->platform, wait);
}

static void step(App *app) {
    read_events(app);
    session_receive(app->session, clock_now());
    take_answer(app);
    serve_all(app);
    if (time_to_sleep(app, clock_now()) <= 0 && !app->quit) {
        draw(app);
        serve_all(app); /* drawing finds out which views are needed */
    }
    log_ui(app->log, ui_log(app->session->ui, app->frame_arena));
}

/* The flame of the top bar, on the dark of the window. Drawn once the first frame is on the glass. */
static void set_icon(App *app) {
    enum { SIDE = 64, MARGIN = 8 };
    Err err = {0};
    Renderer *renderer = render_memory(app->arena, SIDE, SIDE, app->glyphs, RENDER_CPU, &err);
    DrawList *list = draw_new(app->frame_arena, &app->metrics, SIDE, SIDE, color_rgb(0x15171c));
    draw_icon(list, ICON_FLAME, (Rect){MARGIN, MARGIN, SIDE - 2 * MARGIN, SIDE - 2 * MARGIN}, color_rgb(0xfebc38));
    render_frame(renderer, list);
    platform_icon(app->platform, render_pixels(renderer));
    render_free(renderer);
}

static void run(App *app) {
    platform_show(app->platform);
    session_receive(app->session, clock_now());
    draw(app);
    serve_all(app);
    if (app->settings_err.code != ERR_NONE)
        say(app, str_format(app->frame_arena, "%s; the defaults are used", app->settings_err.message));
    log_ready(app->log, render_name(app->renderer));
    set_icon(app);
    while (!app->quit) {
        sleep_until_needed(app);
        step(app);
    }
    store_size(app);
}

int command_window(const Options *options) {
    App app = {.arena = options->arena, .frame_arena = arena_new()};
    Err err = {0};
    if (options->log.len > 0 && !(app.log = log_new(app.arena, str_c(app.arena, options->log), clock_now(), &err)))
        return command_fail(&err);
    start_session(&app, options);
    bool ok = start_window(&app, options, &err);
    if (ok)
        run(&app);
    finish(&app);
    return ok ? STATUS_DONE : command_fail(&err);
}
