/* format/fmt_chrome_halves: a trace read by two readers is the trace that one reads. The one reader is had by packing the file, since
 * what has to be unpacked is read in turn. */
#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "doc/load.h"

enum { EVENTS = 30000 }; /* some 4 MB: above the size from which there are two readers */

typedef struct Maker {
    Text out;
    uint64_t random;
    uint32_t at, total;
} Maker;

static uint32_t draw(Maker *m, uint32_t below) {
    m->random = m->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((m->random >> 33) % below);
}

static const char *name_of(uint32_t i) {
    static const char *const names[] = {"parse",
                                        "std::vector<int>::push_back(int const&) and so on to seventy bytes",
                                        "sn\\u00f6wman",
                                        "a \\\"quoted\\\" one",
                                        "\xE6\xB8\xB2 run",
                                        "",
                                        "update",
                                        "commit"};
    return names[i % 8];
}

/* Whole calls, pairs, operations and counters on four threads, the last of which begins in the second half. */
static void event(Maker *m) {
    uint32_t kind = draw(m, 100), thread = draw(m, m->at > m->total * 6 / 10 ? 4 : 3), time = m->at * 10;
    const char *const phases = kind < 60   ? "X"
                               : kind < 68 ? "B"
                               : kind < 76 ? "E"
                               : kind < 84 ? "b"
                               : kind < 92 ? "e"
                                           : "C";
    const char *form = draw(m, 50)
                           ? "{\"name\":\"%s\",\"cat\":\"c%u\",\"ph\":\"%s\",\"ts\":%u.%03u,\"pid\":%u,\"tid\":%u"
                           : "{ \"name\" : \"%s\", \"cat\":\"c%u\",\"ph\":\"%s\",\"ts\":%u.%03u,\"pid\":%u,\"tid\":%u";
    text_addf(&m->out, form, name_of(draw(m, 8)), draw(m, 3), phases, time, draw(m, 1000), 7 + thread / 2, thread);
    if (*phases == 'X')
        text_addf(&m->out, ",\"dur\":%u", draw(m, 9));
    if (*phases == 'b' || *phases == 'e')
        text_addf(&m->out, ",\"id\":\"0x%x\"", draw(m, 4000));
    text_addf(&m->out, ",\"args\":{\"list\":[{\"a\":1},{\"b\":\"},{\"}],\"at\":%u}}", m->at);
}

static void events(Maker *m, uint32_t count) {
    for (uint32_t i = 0; i < count; i++, m->at++) {
        text_addf(&m->out, i ? ",\n" : "");
        event(m);
    }
}

static void plain(Maker *m) {
    text_addf(&m->out, "[");
    events(m, EVENTS);
    text_addf(&m->out, ",{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":7,\"tid\":1,\"args\":{\"name\":\"Main\"}}]");
}

static void keys_behind(Maker *m) {
    text_addf(&m->out, "{\"traceEvents\":[");
    events(m, EVENTS);
    text_addf(&m->out, "],\"stackFrames\":{\"1\":{\"name\":\"root\"},\"2\":{\"name\":\"leaf\",\"parent\":1}},"
                       "\"samples\":[{\"tid\":1,\"ts\":5,\"sf\":2},{\"tid\":1,\"ts\":9,\"sf\":1}]}");
}

static void unterminated(Maker *m) {
    plain(m);
    m->out.len = m->out.len * 4 / 5;
}

static void damaged(Maker *m) {
    plain(m);
    memcpy(m->out.data + m->out.len * 4 / 5, "}]{:]]", 6);
}

static void ends_before_the_middle(Maker *m) {
    text_addf(&m->out, "{\"traceEvents\":[");
    events(m, EVENTS / 3);
    text_addf(&m->out, "],\"other\":[");
    events(m, EVENTS);
    text_addf(&m->out, "]}");
}

/* The middle lies among what looks like events and is an argument. */
static void events_in_args(Maker *m) {
    text_addf(&m->out, "[");
    events(m, EVENTS / 3);
    text_addf(&m->out, ",{\"name\":\"long\",\"ph\":\"X\",\"ts\":3,\"dur\":1,\"pid\":7,\"tid\":1,\"args\":{\"all\":[");
    events(m, EVENTS);
    text_addf(&m->out, "]}},");
    events(m, EVENTS / 3);
    text_addf(&m->out, "]");
}

static void profile(Maker *m) {
    text_addf(&m->out,
              "[{\"name\":\"Profile\",\"ph\":\"P\",\"id\":\"0x9\",\"pid\":7,\"tid\":1,\"ts\":1,\"args\":{\"data\":"
              "{\"startTime\":1}}},");
    events(m, EVENTS);
    for (uint32_t i = 0; i < 2000; i++)
        text_addf(
            &m->out,
            ",{\"name\":\"ProfileChunk\",\"ph\":\"P\",\"id\":\"0x9\",\"pid\":7,\"tid\":2,\"ts\":%u,\"args\":{\"data\":"
            "{\"cpuProfile\":{\"nodes\":[{\"id\":%u,\"callFrame\":{\"functionName\":\"f%u\"}%s%u}],\"samples\":[%u]},"
            "\"timeDeltas\":[5]}}}",
            i, i + 1, i % 7, i ? ",\"parent\":" : ",\"x\":", i ? 1 : 0, i + 1);
    text_addf(&m->out, "]");
}

static const struct {
    const char *what;
    void (*make)(Maker *);
} rows[] = {{"array", plain},
            {"object with more behind", keys_behind},
            {"unterminated", unterminated},
            {"damaged", damaged},
            {"the array ends before the middle", ends_before_the_middle},
            {"what looks like events in args", events_in_args},
            {"a profile in chunks", profile}};

static void tell_tree(Text *out, const Document *document, const Track *track) {
    const Tree *tree = track->tree;
    for (uint32_t i = 0; i < tree->count; i++)
        text_addf(out, " %u %.*s %g+%g/%g @%llu\n", tree->depth[i],
                  STR_ARG(frame_name(&document->frames, tree->frame[i])), tree->start[i], tree->total[i], tree->self[i],
                  (unsigned long long)(tree->detail ? tree->detail[i] : 0));
    for (uint32_t i = 0; i < track->operations.count; i++) {
        const Operation *o = &track->operations.list[i];
        text_addf(out, " %.*s %g-%g %d <%u\n", STR_ARG(intern_str(document->frames.strings, o->id)), o->start, o->end,
                  o->status, o->parent);
    }
}

/* Everything a document has, as text. */
static Str tell(Arena *arena, Str bytes) {
    Err err = {0};
    Document *document = load_memory(STR("trace.json"), bytes, NULL, &err);
    ck_assert_msg(document != NULL, "%s", err.message);
    Text out = text_new(arena);
    for (size_t t = 0; t < document->tracks.count; t++) {
        text_addf(&out, "%.*s\n", STR_ARG(document->tracks.data[t]->title));
        tell_tree(&out, document, document->tracks.data[t]);
    }
    for (FrameId i = 0; i < document->frames.count; i++)
        text_addf(&out, "%.*s (%.*s)\n", STR_ARG(frame_name(&document->frames, i)),
                  STR_ARG(frame_module(&document->frames, i)));
    for (size_t i = 0; i < document->notes.count; i++)
        text_addf(&out, "|%.*s\n", STR_ARG(note_text(arena, &document->notes.list[i])));
    text_addf(&out, "%llu at %llu", (unsigned long long)document->records, (unsigned long long)document->stopped_at);
    document_free(document);
    return text_str(&out);
}

static Str packed(Arena *arena, Str bytes, int level) {
    z_stream z = {.next_in = (Bytef *)bytes.data, .avail_in = (uInt)bytes.len};
    ck_assert_int_eq(deflateInit2(&z, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    size_t room = deflateBound(&z, z.avail_in);
    z.next_out = arena_alloc(arena, room);
    z.avail_out = (uInt)room;
    char *data = (char *)z.next_out;
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    Str out = {data, z.total_out};
    deflateEnd(&z);
    return out;
}

/* Shows the first line that is not the same. */
static void same_lines(const char *what, Str in_turn, Str halves) {
    size_t i = 0, line = 0;
    while (i < in_turn.len && i < halves.len && in_turn.data[i] == halves.data[i]) {
        line = in_turn.data[i] == '\n' ? i + 1 : line;
        i++;
    }
    ck_assert_msg(i == in_turn.len && i == halves.len, "%s: '%.80s' in turn, '%.80s' in halves", what,
                  in_turn.data + line, halves.data + line);
}

START_TEST(halves) {
    Arena *arena = arena_new();
    Maker m = {.out = text_new(arena), .random = 7, .total = EVENTS};
    rows[_i].make(&m);
    Str bytes = text_str(&m.out);
    ck_assert_uint_gt(bytes.len, (size_t)3 << 20);
    same_lines(rows[_i].what, tell(arena, packed(arena, bytes, 1)), tell(arena, bytes));
    arena_free(arena);
}
END_TEST

static int open_files(void) {
    int n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

/* Also where the second reader finds that the bytes, many as they are, have to be unpacked first. */
START_TEST(closes_its_files) {
    Arena *arena = arena_new();
    Maker m = {.out = text_new(arena), .random = 7, .total = EVENTS};
    plain(&m);
    char path[] = "/tmp/cresset-halves-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
    Str bytes = text_str(&m.out), files[] = {bytes, packed(arena, bytes, 0)};
    for (int i = 0; i < 2; i++) {
        Err err = {0};
        int before = open_files();
        ck_assert(file_write(path, files[i], &err));
        Document *document = load_document(path, NULL, &err);
        ck_assert_msg(document != NULL, "%s", err.message);
        document_free(document);
        ck_assert_int_eq(open_files(), before);
    }
    unlink(path);
    arena_free(arena);
}
END_TEST

Suite *test_chrome_halves(void);
Suite *test_chrome_halves(void) {
    Suite *suite = suite_create("chrome_halves");
    TCase *t = tcase_create("halves");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, halves, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, closes_its_files);
    suite_add_tcase(suite, t);
    return suite;
}
