/* codec/source and codec/lines: every codec gives the same text, damage is told, long lines come whole. */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/file.h"
#include "codec/lines.h"

typedef struct Bytes {
    char data[4096];
    size_t len;
} Bytes;

static void put(Bytes *b, const void *data, size_t n) {
    memcpy(b->data + b->len, data, n);
    b->len += n;
}

static void put_gzip(Bytes *b, const char *text, int window) {
    z_stream z = {0};
    deflateInit2(&z, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
    z.next_in = (Bytef *)text;
    z.avail_in = (uInt)strlen(text);
    z.next_out = (Bytef *)b->data + b->len;
    z.avail_out = (uInt)(sizeof b->data - b->len);
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    b->len += z.total_out;
    deflateEnd(&z);
}

static void put_zstd(Bytes *b, const char *text) {
    b->len += ZSTD_compress(b->data + b->len, sizeof b->data - b->len, text, strlen(text), 3);
}

static void put_le(Bytes *b, uint32_t value, int n) {
    for (int i = 0; i < n; i++)
        b->data[b->len++] = (char)(value >> 8 * i);
}

/* A local header or a directory entry; both have the same core. */
typedef struct Packed {
    uint32_t method, checksum, packed, size;
} Packed;

static void put_zip_head(Bytes *b, const char *name, Packed m, int64_t local) {
    put(b, local < 0 ? "PK\3\4" : "PK\1\2", 4);
    put_le(b, 20, local < 0 ? 2 : 4);
    put_le(b, 0, 2);
    put_le(b, m.method, 2);
    put_le(b, 0, 4);
    put_le(b, m.checksum, 4);
    put_le(b, m.packed, 4);
    put_le(b, m.size, 4);
    put_le(b, (uint32_t)strlen(name), 2);
    put_le(b, 0, 2);
    if (local >= 0) {
        put(b, (char[10]){0}, 10);
        put_le(b, (uint32_t)local, 4);
    }
    put(b, name, strlen(name));
}

static void put_zip(Bytes *b, const char *text, bool deflated, int files) {
    Bytes packed = {0};
    if (deflated)
        put_gzip(&packed, text, -MAX_WBITS);
    else
        put(&packed, text, strlen(text));
    uint32_t size = (uint32_t)strlen(text), at[4];
    Packed m = {deflated ? 8 : 0, (uint32_t)crc32(0, (const Bytef *)text, size), (uint32_t)packed.len, size};
    for (int i = 0; i < files; i++) {
        at[i] = (uint32_t)b->len;
        put_zip_head(b, "trace.json", m, -1);
        put(b, packed.data, packed.len);
    }
    uint32_t directory = (uint32_t)b->len;
    put_zip_head(b, "folder/", (Packed){0}, 0);
    for (int i = 0; i < files; i++)
        put_zip_head(b, "trace.json", m, at[i]);
    put(b, "PK\5\6\0\0\0\0", 8);
    put_le(b, (uint32_t)files + 1, 2);
    put_le(b, (uint32_t)files + 1, 2);
    put_le(b, 0, 4);
    put_le(b, directory, 4);
    put_le(b, 0, 2);
}

static Str read_all(Arena *arena, Source *source) {
    Text text = text_new(arena);
    do {
        text_add(&text, (Str){(const char *)source->at, (size_t)(source->end - source->at)});
        source->at = source->end;
        for (size_t i = 0; i < SOURCE_GUARD; i++)
            ck_assert_uint_eq(source->end[i], 0);
    } while (source_fill(source));
    return text_str(&text);
}

typedef enum Way {
    PLAIN,
    BOM,
    GZIP,
    GZIP_TWO,
    GZIP_PADDED,
    ZSTD,
    ZSTD_TWO,
    ZIP_STORED,
    ZIP_DEFLATED,
    UTF16_LE,
    UTF16_BE,
    WAYS
} Way;
static const char *const codecs[WAYS] = {"plain", "plain", "gzip", "gzip",   "gzip",  "zstd",
                                         "zstd",  "zip",   "zip",  "utf-16", "utf-16"};

static void pack(Bytes *b, Way way, const char *text) {
    static const uint16_t units[] = {'h', 0xE4, 0xD83E, 0xDD14, '\n', 'x'};
    switch (way) {
    case BOM:
        put(b, "\xEF\xBB\xBF", 3); /* fall through */
    case PLAIN:
        put(b, text, strlen(text));
        break;
    case GZIP_TWO:
        put_gzip(b, "", MAX_WBITS + 16); /* fall through */
    case GZIP_PADDED:
    case GZIP:
        put_gzip(b, text, MAX_WBITS + 16);
        if (way == GZIP_PADDED)
            put(b, (char[100]){0}, 100);
        break;
    case ZSTD_TWO:
        put_zstd(b, ""); /* fall through */
    case ZSTD:
        put_zstd(b, text);
        break;
    case ZIP_STORED:
    case ZIP_DEFLATED:
        put_zip(b, text, way == ZIP_DEFLATED, 1);
        break;
    default:
        put_le(b, way == UTF16_LE ? 0xFEFF : 0xFFFE, 2);
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
            put_le(b, way == UTF16_LE ? units[i] : (uint32_t)(units[i] >> 8 | (units[i] & 0xFF) << 8), 2);
    }
}

START_TEST(ways) {
    static const char text[] = "h\xC3\xA4\xF0\x9F\xA4\x94\nx";
    Arena *arena = arena_new();
    Bytes b = {0};
    Err err = {0};
    pack(&b, (Way)_i, text);
    Progress progress = {0};
    Source *source = source_memory(arena, (Str){b.data, b.len}, &progress, &err);
    ck_assert_msg(source != NULL, "%s", err.message);
    ck_assert_str_eq(source_codec(source), codecs[_i]);
    for (int turn = 0; turn < 2; turn++) {
        ck_assert_str_eq(read_all(arena, source).data, text);
        ck_assert_int_eq(source->err.code, ERR_NONE);
        ck_assert(source->ended);
        ck_assert(source_rewind(source, &err));
    }
    ck_assert_uint_eq(progress.total, b.len);
    source_close(source);
    arena_free(arena);
}
END_TEST

START_TEST(damaged) {
    static const struct {
        Way way;
        size_t cut;     /* bytes taken from the end */
        size_t changed; /* one byte: so far from the end, or, of a zip, from the start */
        const char *told;
    } rows[] = {{GZIP, 0, 6, "damaged"},
                {ZSTD, 3, 0, "ends early"},
                {ZIP_STORED, 30, 0, "directory"},
                {GZIP, 1, 0, "ends early"},
                {ZIP_STORED, 0, 45, "damaged"}};
    Arena *arena = arena_new();
    Bytes b = {0};
    Err err = {0};
    pack(&b, rows[_i].way, "some text that is long enough to be cut");
    b.len -= rows[_i].cut;
    if (rows[_i].changed)
        b.data[rows[_i].way == GZIP ? b.len - rows[_i].changed : rows[_i].changed] ^= 1;
    Source *source = source_memory(arena, (Str){b.data, b.len}, NULL, &err);
    if (source) {
        read_all(arena, source);
        err = source->err;
        source_close(source);
    }
    ck_assert_ptr_nonnull(strstr(err.message, rows[_i].told));
    arena_free(arena);
}
END_TEST

START_TEST(two_files_in_a_zip) {
    Arena *arena = arena_new();
    Bytes b = {0};
    Err err = {0};
    put_zip(&b, "x", false, 2);
    ck_assert_ptr_null(source_memory(arena, (Str){b.data, b.len}, NULL, &err));
    ck_assert_ptr_nonnull(strstr(err.message, "holds 2 files"));
    arena_free(arena);
}
END_TEST

START_TEST(unreadable) {
    Arena *arena = arena_new();
    Err missing = {0}, folder = {0};
    ck_assert_ptr_null(source_open(arena, "/nowhere/at all", NULL, &missing));
    ck_assert_ptr_nonnull(strstr(missing.message, "No such file"));
    ck_assert_ptr_null(source_open(arena, "/", NULL, &folder));
    ck_assert_ptr_nonnull(strstr(folder.message, "folder"));
    arena_free(arena);
}
END_TEST

/* Big enough for a thread of its own: read whole, left in the middle, read again, cut. */
START_TEST(unpacked_ahead) {
    enum { LINES = 200000 };
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Err err = {0};
    for (int i = 0; i < LINES; i++)
        text_addf(&text, "%d line %x\n", i, i * 2654435761u);
    uLong room = compressBound(text.len) + 64;
    uint8_t *packed = arena_alloc(arena, room);
    size_t n;
    if (_i == 0) {
        z_stream z = {
            .next_in = (Bytef *)text.data, .avail_in = (uInt)text.len, .next_out = packed, .avail_out = (uInt)room};
        ck_assert_int_eq(deflateInit2(&z, 1, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
        ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
        n = z.total_out;
        deflateEnd(&z);
    } else
        n = ZSTD_compress(packed, room, text.data, text.len, 1);
    Source *source = source_memory(arena, (Str){(char *)packed, n}, NULL, &err);
    for (int turn = 0; turn < 3; turn++) {
        Lines lines = lines_new(source);
        Str line;
        int count = 0, most = turn == 1 ? LINES / 2 : LINES;
        while (count < most && lines_next(&lines, &line)) {
            ck_assert(line.len > 0 && line.data[0] == str_format(arena, "%d", count).data[0]);
            count++;
        }
        ck_assert_int_eq(count, most);
        ck_assert(source_rewind(source, &err));
    }
    source_close(source);
    source = source_memory(arena, (Str){(char *)packed, n - 20}, NULL, &err);
    ck_assert_uint_lt(read_all(arena, source).len, text.len + 1);
    ck_assert_ptr_nonnull(strstr(source->err.message, "ends early"));
    source_close(source);
    arena_free(arena);
}
END_TEST

/* Several megabytes: the window slides, a line longer than the window comes whole, the offset stays true. */
START_TEST(long_lines) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Err err = {0};
    static const size_t lengths[] = {0, 1, 3000000, 5, 1048575, 1048576, 70000};
    for (size_t i = 0; i < 7; i++) {
        for (size_t k = 0; k < lengths[i]; k++)
            text_add_char(&text, (char)('a' + i));
        text_add_c(&text, i % 2 ? "\r\n" : "\n");
    }
    text_add_c(&text, "last");
    Lines lines = lines_new(source_memory(arena, text_str(&text), NULL, &err));
    Str line;
    uint64_t offset = 0;
    for (size_t i = 0; i < 7; i++) {
        ck_assert(lines_next(&lines, &line));
        ck_assert_uint_eq(line.len, lengths[i]);
        ck_assert(line.len == 0 || (line.data[0] == (char)('a' + i) && line.data[line.len - 1] == line.data[0]));
        ck_assert_uint_eq(lines.number, i + 1);
        ck_assert_uint_eq(lines.offset, offset);
        offset += lengths[i] + (i % 2 ? 2 : 1);
    }
    ck_assert(lines_next(&lines, &line) && str_is(line, "last"));
    ck_assert(!lines_next(&lines, &line));
    arena_free(arena);
}
END_TEST

START_TEST(stopped) {
    Arena *arena = arena_new();
    Err err = {0};
    Progress progress = {0};
    Source *source = source_memory(arena, STR("abc"), &progress, &err);
    atomic_store(&progress.stop, JOB_KEEP);
    source->at = source->end;
    ck_assert(!source_fill(source));
    ck_assert(source->ended);
    ck_assert_int_eq(source->err.code, ERR_CANCELLED);
    arena_free(arena);
}
END_TEST

START_TEST(pipe_is_read_twice) {
    Arena *arena = arena_new();
    Err err = {0};
    int ends[2], saved = dup(STDIN_FILENO);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], "a\nb", 3), 3);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    Source *source = source_open(arena, "-", NULL, &err);
    dup2(saved, STDIN_FILENO);
    ck_assert_ptr_nonnull(source);
    ck_assert_str_eq(read_all(arena, source).data, "a\nb");
    ck_assert(source_rewind(source, &err));
    ck_assert_str_eq(read_all(arena, source).data, "a\nb");
    arena_free(arena);
}
END_TEST

/* Opened while nobody writes there, and while somebody does who does not end. */
START_TEST(pipe_can_be_stopped) {
    Arena *arena = arena_new();
    Err err = {0};
    Progress progress = {0};
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], "a\nb", 3), 3);
    const char *path = str_format(arena, "/dev/fd/%d", ends[0]).data;
    ck_assert(file_gives_once(path) && file_gives_once("-") && !file_gives_once(".") && !file_gives_once("Makefile"));
    atomic_store(&progress.stop, JOB_KEEP);
    Source *source = source_open(arena, path, &progress, &err);
    ck_assert_ptr_nonnull(source);
    ck_assert(!source_fill(source));
    close(ends[1]);
    atomic_store(&progress.stop, 0);
    source = source_open(arena, path, &progress, &err);
    ck_assert_str_eq(read_all(arena, source).data, "a\nb");
    arena_free(arena);
}
END_TEST

Suite *test_source(void);
Suite *test_source(void) {
    Suite *s = suite_create("source");
    TCase *t = tcase_create("source");
    tcase_add_loop_test(t, ways, 0, WAYS);
    tcase_add_loop_test(t, damaged, 0, 5);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, unpacked_ahead, 0, 2);
    tcase_add_test(t, two_files_in_a_zip);
    tcase_add_test(t, unreadable);
    tcase_add_test(t, long_lines);
    tcase_add_test(t, stopped);
    tcase_add_test(t, pipe_is_read_twice);
    tcase_add_test(t, pipe_can_be_stopped);
    suite_add_tcase(s, t);
    return s;
}
