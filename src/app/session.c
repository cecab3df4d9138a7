/* Between the ui and the jobs; see app/session.h. */
#include "app/session.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>

#include "app/address.h"
#include "app/example.h"
#include "base/file.h"
#include "base/path.h"
#include "format/formats.h"

static void name_formats(Session *session) {
    const Format *const *all = formats_all();
    Array(Str) labels = {0};
    for (size_t i = 0; all[i]; i++)
        array_push(session->arena, &labels, str_from(all[i]->label));
    ui_set_formats(session->ui, labels.data, labels.count);
}

Session *session_new(Arena *arena, const Settings *settings, Log *log, bool live, JobWake wake, void *user) {
    Session *session = arena_one(arena, Session);
    *session = (Session){.arena = arena, .log = log, .live = live};
    session->ui = ui_new(settings);
    session->jobs = jobs_new(wake, user);
    name_formats(session);
    return session;
}

void session_free(Session *session) {
    ui_free(session->ui);
    jobs_free(session->jobs);
}

/* ---- opening ---- */

static void load_path(Session *session, uint32_t tab, Str path, double now) {
    tab = ui_load_begin(session->ui, tab, path, now);
    log_open(session->log, path);
    jobs_load(session->jobs, tab, path, session->maps.data, session->maps.count);
}

static void add_map(Session *session, Str path, double now) {
    Err err = {0};
    array_push(session->arena, &session->maps, str_c(session->arena, path));
    if (ui_command(session->ui, STR("reload"), now, &err))
        ui_message(session->ui, STR("reading again with the source map"), now);
    else
        ui_message(session->ui, STR("the source map is used for the next file"), now);
}

void session_open(Session *session, uint32_t tab, Str path, double now) {
    Arena *scratch = arena_new();
    path = str_copy(scratch, address_path(scratch, path)); /* a request's text is gone with the next call of the ui */
    if (str_ends(path, ".map"))
        add_map(session, path, now);
    else
        load_path(session, tab, path, now);
    arena_free(scratch);
}

static void open_bytes(Session *session, Str name, Str bytes, double now) {
    uint32_t tab = ui_load_begin(session->ui, 0, name, now);
    log_open(session->log, name);
    jobs_load_memory(session->jobs, tab, name, bytes);
}

static bool names_a_file(Str line) {
    line = str_trim(line);
    if (line.len == 0 || line.len > 4096 || str_find_char(line, '\n') != SIZE_MAX)
        return false;
    Arena *scratch = arena_new();
    bool exists = file_exists(str_c(scratch, address_path(scratch, path_expand(scratch, line))));
    arena_free(scratch);
    return exists;
}

void session_open_text(Session *session, Str text, double now) {
    Arena *scratch = arena_new(); /* text may be a request's: gone with the next call of the ui */
    text = str_copy(scratch, text);
    if (names_a_file(text))
        session_open(session, 0, path_expand(scratch, text), now);
    else
        open_bytes(session, STR("pasted text"), text, now);
    arena_free(scratch);
}

void session_open_example(Session *session, double now) {
    open_bytes(session, str_from(EXAMPLE_NAME), example_bytes(), now);
}

/* ---- what came ---- */

/* Files, not pipes and pasted text, under a path that holds wherever cresset is started. */
static void remember(Session *session, const News *news) {
    Arena *scratch = arena_new();
    char whole[PATH_MAX], *path = realpath(str_c(scratch, news->path), whole);
    const Track *track = news->document->busiest;
    if (path && session->live && !file_gives_once(path))
        ui_add_recent(session->ui, &(Recent){.path = str_from(path),
                                             .format_label = news->document->format_label,
                                             .summary = unit_format(scratch, track->unit, track->total),
                                             .opened_unix = (int64_t)time(NULL)});
    arena_free(scratch);
}

static void hand_over(Session *session, const News *news, double now) {
    switch (news->kind) {
    case NEWS_DOCUMENT:
        if (!news->final && !session->live) {
            jobs_drop_document(session->jobs, news->document);
            return;
        }
        ui_load_document(session->ui, news->tab, news->document, news->final, now);
        if (news->final) {
            log_loaded(session->log, news->path, news->document, news->seconds);
            remember(session, news);
        }
        return;
    case NEWS_FAILED:
        ui_load_failed(session->ui, news->tab, news->path, &news->err, now);
        log_failed(session->log, news->path, &news->err);
        session->failed = news->err;
        return;
    case NEWS_VIEW:
        ui_view_ready(session->ui, news->tab, news->view, now);
        return;
    case NEWS_NONE:
        return;
    }
}

static void show_progress(Session *session, double now) {
    uint32_t tab = 0;
    const Progress *progress;
    for (size_t i = 0; (progress = jobs_loading(session->jobs, i, &tab)); i++) {
        UiProgress shown = {.done = atomic_load(&progress->done),
                            .total = atomic_load(&progress->total),
                            .records = atomic_load(&progress->records)};
        if (shown.total && shown.done > shown.total) /* a part was read twice */
            shown.done = shown.total;
        ui_load_progress(session->ui, tab, shown, now);
    }
}

void session_receive(Session *session, double now) {
    for (News news = jobs_next(session->jobs); news.kind != NEWS_NONE; news = jobs_next(session->jobs))
        hand_over(session, &news, now);
    show_progress(session, now);
}

bool session_is_loading(const Session *session) {
    uint32_t tab;
    return jobs_loading(session->jobs, 0, &tab) != NULL;
}

/* ---- requests ---- */

/* False: this one is for the caller. */
static bool serve(Session *session, const UiRequest *request, double now) {
    switch (request->kind) {
    case UI_OPEN:
        session_open(session, request->tab, request->text, now);
        return true;
    case UI_OPEN_TEXT:
        session_open_text(session, request->text, now);
        return true;
    case UI_EXAMPLE:
        session_open_example(session, now);
        return true;
    case UI_BUILD:
        jobs_build(session->jobs, request->tab, request->document, request->spec);
        return true;
    case UI_DROP_VIEW:
        jobs_drop_view(session->jobs, request->view);
        return true;
    case UI_DROP_DOCUMENT:
        jobs_drop_document(session->jobs, request->document);
        return true;
    case UI_STOP_LOAD:
        jobs_stop_load(session->jobs, request->tab, request->keep ? JOB_KEEP : JOB_CANCEL);
        return true;
    case UI_CLOSE:
        jobs_close(session->jobs, request->tab);
        return true;
    default:
        return false;
    }
}

UiRequest session_request(Session *session, double now) {
    UiRequest request = ui_request(session->ui);
    while (request.kind != UI_NOTHING && serve(session, &request, now))
        request = ui_request(session->ui);
    return request;
}
