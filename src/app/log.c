/* The watched window; see app/log.h. */
#include "app/log.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "report/json_out.h"

struct Log {
    FILE *file;
    double since, frame_at;
    bool ready;
    Text held; /* what happened before "ready", to be told after it: a watcher waits for one and then for the other */
};

/* `cresset --log trace.json` is one word short: no profile is to be lost by it. What is no file has nothing to lose. */
static bool may_write(const char *path) {
    static const char begin[] = "{\"event\"";
    char head[sizeof begin] = {0};
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0)
        return true;
    FILE *file = fopen(path, "r");
    bool ours = file && fread(head, 1, sizeof begin - 1, file) == sizeof begin - 1 && strcmp(head, begin) == 0;
    if (file)
        fclose(file);
    return ours;
}

Log *log_new(Arena *arena, const char *path, double since, Err *err) {
    if (!may_write(path)) {
        err_set(err, ERR_USAGE, "--log would overwrite '%s', which is no log", path);
        return NULL;
    }
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!file) {
        err_set(err, ERR_IO, "cannot write '%s': %s", path, strerror(errno));
        return NULL;
    }
    Log *log = arena_one(arena, Log);
    *log = (Log){.file = file, .since = since, .held = text_new(arena)};
    return log;
}

void log_free(Log *log) {
    if (log && log->file != stdout)
        fclose(log->file);
}

static double log_at(const Log *log) {
    return (double)(int64_t)((clock_now() - log->since) * 1e6) / 1e3;
}

typedef struct Line {
    Out out;
    JsonOut json;
} Line;

/* {"event": name, "at": ms, and what follows until end_line. */
static void begin_line(Log *log, Line *line, const char *event) {
    bool now = log->ready || strcmp(event, "open") == 0 || strcmp(event, "quit") == 0;
    line->out = now ? out_file(log->file) : out_text(&log->held);
    line->json = json_out_new(&line->out, 0);
    json_out_object(&line->json);
    json_out_key(&line->json, "event");
    json_out_str(&line->json, str_from(event));
    json_out_key(&line->json, "at");
    json_out_number(&line->json, log_at(log));
}

static void end_line(Log *log, Line *line) {
    json_out_end(&line->json);
    fflush(log->file);
}

static void add_str(Line *line, const char *key, Str value) {
    json_out_key(&line->json, key);
    json_out_str(&line->json, value);
}

static void add_number(Line *line, const char *key, double value) {
    json_out_key(&line->json, key);
    json_out_number(&line->json, value);
}

void log_ready(Log *log, const char *renderer) {
    Line line;
    if (!log)
        return;
    log->ready = true;
    begin_line(log, &line, "ready");
    add_number(&line, "ms", log_at(log));
    add_str(&line, "renderer", str_from(renderer));
    json_out_end(&line.json);
    fwrite(log->held.data, 1, log->held.len, log->file);
    fflush(log->file);
}

void log_open(Log *log, Str file) {
    Line line;
    if (!log)
        return;
    begin_line(log, &line, "open");
    add_str(&line, "file", file);
    end_line(log, &line);
}

void log_loaded(Log *log, Str file, const Document *document, double seconds) {
    Line line;
    if (!log)
        return;
    begin_line(log, &line, "loaded");
    add_str(&line, "file", file);
    add_str(&line, "format", document->format);
    add_number(&line, "tracks", (double)document->tracks.count);
    add_number(&line, "ms", seconds * 1e3);
    end_line(log, &line);
}

void log_failed(Log *log, Str file, const Err *err) {
    Line line;
    if (!log)
        return;
    begin_line(log, &line, "failed");
    add_str(&line, "file", file);
    add_str(&line, "message", str_from(err->message));
    end_line(log, &line);
}

void log_ui(Log *log, Str lines) {
    for (size_t at = 0; log && at < lines.len;) {
        size_t end = str_find(lines, STR("\n"), at);
        end = end == SIZE_MAX ? lines.len : end;
        Str line = str_slice(lines, at, end);
        if (line.len > 2 && line.data[line.len - 1] == '}')
            fprintf(log->file, "%.*s,\"at\":%.3f}\n", (int)line.len - 1, line.data, log_at(log));
        at = end + 1;
    }
    if (log && lines.len > 0)
        fflush(log->file);
}

void log_frame(Log *log, LogFrame frame, double now) {
    Line line;
    if (!log || (frame.ms <= 16 && now - log->frame_at < 1))
        return;
    log->frame_at = now;
    begin_line(log, &line, "frame");
    add_number(&line, "ms", frame.ms);
    add_number(&line, "drawn", (double)frame.drawn);
    add_number(&line, "culled", (double)frame.culled);
    add_number(&line, "merged", (double)frame.merged);
    end_line(log, &line);
}

static void log_plain(Log *log, const char *event) {
    Line line;
    if (!log)
        return;
    begin_line(log, &line, event);
    end_line(log, &line);
}

void log_rest(Log *log) {
    log_plain(log, "rest");
}

void log_quit(Log *log) {
    log_plain(log, "quit");
}
