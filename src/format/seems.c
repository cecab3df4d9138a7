/* What a file seems to be when it is no profile: by its first bytes, by the keys of its JSON, by its text. */
#include "format/seems.h"

#include <string.h>

/* First bytes (at an offset) of things that people take for profiles, or that become one with a command. */
static const struct {
    size_t at, len;
    const char *bytes, *sentence;
} magics[] = {
    {0, 8, "PERFILE2", "a binary perf.data file; run: perf script > out.perf, and open that"},
    {0, 8, "2ELIFREP", "a binary perf.data file; run: perf script > out.perf, and open that"},
    {0, 10, "SIMPLEPERF", "a simpleperf recording; run: simpleperf report-sample --protobuf, or its report_sample.py"},
    {0, 16, "\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", "a gperftools CPU profile; run: pprof -proto PROGRAM FILE > out.pb.gz"},
    {0, 4, "FLR\0", "a Java Flight Recorder file; convert it to folded stacks with jfrconv (async-profiler)"},
    {0, 8, "Nettrace", "a .NET trace; run: dotnet-trace convert --format Speedscope"},
    {0, 5, "SLOW!", "an Android method trace"},
    {0, 8, "*version", "an Android method trace"},
    {0, 3, "NDV", "a NodeVerdict binary; export it as JSON"},
    {0, 4, "tPvT", "a Tracy capture; run: tracy-csvexport"},
    {0, 4, "\177ELF", "an ELF program or library, not a recording of one"},
    {0, 4, "\xCF\xFA\xED\xFE", "a Mach-O program, not a recording of one"},
    {0, 2, "MZ", "a Windows program, not a recording of one"},
    {0, 8, "\x89PNG\r\n\x1A\n", "a PNG picture; the data it was drawn from is needed"},
    {0, 3, "\xFF\xD8\xFF", "a JPEG picture; the data it was drawn from is needed"},
    {0, 4, "GIF8", "a GIF picture; the data it was drawn from is needed"},
    {0, 5, "%PDF-", "a PDF document; the data it was drawn from is needed"},
    {0, 16, "SQLite format 3\0", "an SQLite database (Nsight or Perfetto export?); export a trace as JSON"},
    {0, 6,
     "\xFD"
     "7zXZ\0",
     "xz-compressed; run: xz -d"},
    {0, 3, "BZh", "bzip2-compressed; run: bzip2 -d"},
    {0, 2, "\x1F\x8B", "compressed twice; unpack it once with gunzip"},
    {0, 4, "\x28\xB5\x2F\xFD", "compressed twice; unpack it once with zstd -d"},
    {0, 6, "7z\xBC\xAF\x27\x1C", "a 7z archive; unpack it"},
    {0, 4, "PK\5\6", "an empty zip archive"},
    {257, 5, "ustar", "a tar archive; unpack it and open one of its files"},
    {0, 8, "isolate,", "a raw V8 --prof log; run: node --prof-process --preprocess"},
    {0, 11, "v8-version,", "a raw V8 --prof log; run: node --prof-process --preprocess"},
};

/* Words near the beginning of a text. */
static const struct {
    const char *word, *sentence;
} texts[] = {
    {"<svg", "an SVG picture, maybe of a flame graph; the folded stacks it was drawn from are needed"},
    {"<!DOCTYPE html", "an HTML page; if it is a flame graph, the data it was made from is needed"},
    {"<html", "an HTML page; if it is a flame graph, the data it was made from is needed"},
    {"<?xml", "XML; Instruments: xctrace export is not read yet"},
    {"heap profile:", "a gperftools heap profile in its old text form; run: pprof -proto, and open that"},
    {"--- contention", "a gperftools contention profile in its old text form; run: pprof -proto, and open that"},
    {"Stack_", "a Papyrus stack log"},
    {"--- heapz", "a gperftools text heap profile, no pprof protobuf; run: pprof -proto FILE > out.pb.gz"},
    {"goroutine profile: total", "a Go goroutine listing as text; fetch it without debug=1, as pprof protobuf"},
    {"CPU     ID                    FUNCTION:NAME", "DTrace output; fold it with stackcollapse.pl"},
};

/* Keys that tell JSON files apart which are no profiles of time. inner: a key in the value of key, or NULL. */
static const struct {
    const char *key, *inner, *other, *sentence;
} jsons[] = {
    {"snapshot", "meta", "strings", "a V8 heap snapshot: memory, not time"},
    {"dhatFileVersion", NULL, NULL, "a DHAT heap profile"},
    {"log", "entries", NULL, "a HAR network log"},
    {"mappings", NULL, "sources", "a source map"},
    {"lighthouseVersion", NULL, NULL, "a Lighthouse report; open the trace saved beside it"},
    {"dependencies", NULL, "version", "a package.json"},
    {"cells", NULL, "nbformat", "a Jupyter notebook"},
    {"benchmarks", NULL, "context", "a benchmark result"},
};

static bool has_magic(Str head, size_t at, const char *bytes, size_t len) {
    return head.len >= at + len && memcmp(head.data + at, bytes, len) == 0;
}

static const char *by_magic(Str head) {
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (has_magic(head, magics[i].at, magics[i].bytes, magics[i].len))
            return magics[i].sentence;
    return NULL;
}

static const char *by_keys(const Outline *outline) {
    for (size_t i = 0; i < sizeof jsons / sizeof *jsons; i++)
        if (outline_find(outline, jsons[i].key) && (!jsons[i].other || outline_find(outline, jsons[i].other)) &&
            (!jsons[i].inner || outline_has_in(outline, jsons[i].key, jsons[i].inner)))
            return jsons[i].sentence;
    return NULL;
}

static const char *by_text(Arena *scratch, Str head) {
    const char *start = str_c(scratch, str_slice(head, 0, 1024));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcasestr(start, texts[i].word))
            return texts[i].sentence;
    return NULL;
}

/* More than one byte in fifty that no text holds. */
static bool is_binary(Str head) {
    size_t odd = 0;
    for (size_t i = 0; i < head.len; i++) {
        unsigned char c = (unsigned char)head.data[i];
        odd += (c < 32 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 27) || c == 127;
    }
    return odd * 50 > head.len;
}

static Str list_formats(Arena *scratch, const Format *const *formats) {
    Text text = text_new(scratch);
    for (size_t i = 0; formats[i]; i++)
        text_addf(&text, "%s%s", i ? ", " : "", formats[i]->label);
    return text_str(&text);
}

static Str list_keys(Arena *scratch, const Outline *outline) {
    Text text = text_new(scratch);
    for (int i = 0; i < outline->key_count && i < 6; i++)
        text_addf(&text, "%s%.*s", i ? ", " : " (keys: ", STR_ARG(str_slice(outline->keys[i].name, 0, 24)));
    if (outline->key_count)
        text_add_c(&text, outline->key_count > 6 ? ", …)" : ")");
    return text_str(&text);
}

/* Frames divided by ';', as in a folded stack. */
static bool is_stack(Str line) {
    size_t at = str_find_char(line, ';');
    return at != SIZE_MAX && at > 0 && at + 1 < line.len && line.data[line.len - 1] != ';';
}

/* Folded stacks but for the counts: all of the first lines, two at least. */
static const char *by_lines(Str head) {
    enum { LINES = 20 };
    int lines = 0;
    for (size_t at = 0; at < head.len && lines < LINES; lines++) {
        size_t end = str_find(head, STR("\n"), at);
        if (!is_stack(str_trim(str_slice(head, at, end))))
            return NULL;
        at = end == SIZE_MAX ? head.len : end + 1;
    }
    return lines < 2 ? NULL : "folded stacks without counts; each line has to end in a blank and a number";
}

/* What it is, when that is known; NULL otherwise. */
static const char *recognise(Arena *scratch, const Probe *probe) {
    const char *known = by_magic(probe->head);
    if (known)
        return known;
    if (probe->outline.top != JSON_END)
        return by_keys(&probe->outline);
    known = by_text(scratch, probe->head);
    return known ? known : by_lines(probe->head);
}

/* The kind of thing it is, as far as that can be told. */
static Str guess(Arena *scratch, const Probe *probe) {
    const Outline *outline = &probe->outline;
    if (outline->top != JSON_END)
        return str_format(scratch, "JSON, but no profile that is known here%.*s", STR_ARG(list_keys(scratch, outline)));
    return is_binary(probe->head) ? STR("binary data that is no profile known here")
                                  : STR("text that is no profile known here");
}

static void refuse_empty(const Source *source, Err *err) {
    Str codec = str_from(source_codec(source));
    if (source->err.code != ERR_NONE)
        err_set(err, source->err.code, "%s", source->err.message);
    else if (str_is(codec, "plain"))
        err_set(err, ERR_EMPTY, "the file is empty (0 bytes)");
    else
        err_set(err, ERR_EMPTY, "the file is empty (0 bytes in the %.*s)", STR_ARG(codec));
}

void seems_refuse(Arena *scratch, const Source *source, const Probe *probe, const Format *const *formats, Err *err) {
    const char *known = recognise(scratch, probe);
    if (probe->head.len == 0)
        refuse_empty(source, err);
    else if (str_trim(probe->head).len == 0 && probe->outline.top == JSON_END)
        err_set(err, ERR_EMPTY, "there is no profile in it, only blanks");
    else if (known)
        err_set(err, ERR_UNKNOWN, "it seems to be %s", known);
    else
        err_set(err, ERR_UNKNOWN, "it seems to be %.*s; looked for: %.*s", STR_ARG(guess(scratch, probe)),
                STR_ARG(list_formats(scratch, formats)));
}
