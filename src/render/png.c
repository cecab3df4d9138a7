/* PNG (W3C, second edition): 8-bit RGB, one IDAT, each row with the filter whose bytes are smallest in sum. */
#include "base/file.h"
#include "render/render.h"

#include <stdlib.h>
#include <zlib.h>

enum { BYTES = 3 }; /* a pixel */

static void put32(uint8_t *to, uint32_t v) {
    to[0] = (uint8_t)(v >> 24), to[1] = (uint8_t)(v >> 16), to[2] = (uint8_t)(v >> 8), to[3] = (uint8_t)v;
}

static void add_chunk(Text *out, const char *type, const uint8_t *data, size_t len) {
    uint8_t head[8], tail[4];
    put32(head, (uint32_t)len);
    memcpy(head + 4, type, 4);
    uLong crc = crc32_z(crc32(0, head + 4, 4), data, len);
    put32(tail, (uint32_t)crc);
    text_add(out, (Str){(const char *)head, sizeof head});
    text_add(out, (Str){(const char *)data, len});
    text_add(out, (Str){(const char *)tail, sizeof tail});
}

static int paeth(int left, int up, int corner) {
    int p = left + up - corner, a = abs(p - left), b = abs(p - up), c = abs(p - corner);
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

/* One filtered row behind its filter byte; returns the sum of its bytes as signed distances. Average, filter 3, is
 * for photographs. row and above have BYTES zeros before them. */
static uint64_t filter_row(uint8_t *to, int filter, const uint8_t *row, const uint8_t *above, size_t len) {
    uint64_t sum = 0;
    *to++ = (uint8_t)filter;
    if (filter == 0)
        memcpy(to, row, len);
    for (size_t i = 0; filter == 1 && i < len; i++)
        to[i] = (uint8_t)(row[i] - row[i - BYTES]);
    for (size_t i = 0; filter == 2 && i < len; i++)
        to[i] = (uint8_t)(row[i] - above[i]);
    for (size_t i = 0; filter == 4 && i < len; i++)
        to[i] = (uint8_t)(row[i] - paeth(row[i - BYTES], above[i], above[i - BYTES]));
    for (size_t i = 0; i < len; i++)
        sum += to[i] < 128 ? to[i] : 256u - to[i];
    return sum;
}

static void unpack_row(uint8_t *to, const uint32_t *pixels, int width) {
    for (int x = 0; x < width; x++, to += BYTES) {
        to[0] = (uint8_t)(pixels[x] >> 16);
        to[1] = (uint8_t)(pixels[x] >> 8);
        to[2] = (uint8_t)pixels[x];
    }
}

/* The row with the filter whose bytes are smallest in sum. Most rows of a window are like the one above: "up" comes
 * first and leaves nothing to beat. */
static void best_row(uint8_t *to, uint8_t *tried, const uint8_t *row, const uint8_t *above, size_t len) {
    static const uint8_t filters[] = {0, 1, 4};
    uint64_t least = filter_row(to, 2, row, above, len);
    for (size_t i = 0; least && i < sizeof filters; i++) {
        uint64_t sum = filter_row(tried, filters[i], row, above, len);
        if (sum < least) {
            memcpy(to, tried, len + 1);
            least = sum;
        }
    }
}

static uint8_t *filter_all(Arena *arena, Pixels pixels, size_t *size) {
    size_t len = (size_t)pixels.width * BYTES;
    uint8_t *all = arena_alloc_array(arena, (size_t)pixels.height, len + 1), *to = all;
    uint8_t *row = (uint8_t *)arena_alloc(arena, len + BYTES) + BYTES;
    uint8_t *above = (uint8_t *)arena_alloc(arena, len + BYTES) + BYTES;
    uint8_t *tried = arena_alloc(arena, len + 1);
    for (int y = 0; y < pixels.height; y++, to += len + 1) {
        unpack_row(row, pixels.data + (size_t)y * (size_t)pixels.stride, pixels.width);
        best_row(to, tried, row, above, len);
        uint8_t *swap = row;
        row = above, above = swap;
    }
    *size = (size_t)(to - all);
    return all;
}

Str render_png(Arena *arena, Pixels pixels) {
    size_t size;
    uint8_t *raw = filter_all(arena, pixels, &size);
    uLongf packed_size = compressBound((uLong)size);
    uint8_t *packed = arena_alloc(arena, packed_size), head[13] = {0};
    compress2(packed, &packed_size, raw, (uLong)size, 6); /* cannot fail: memory aside, the bound is enough */
    put32(head, (uint32_t)pixels.width);
    put32(head + 4, (uint32_t)pixels.height);
    head[8] = 8, head[9] = 2; /* bits a channel; RGB */
    Text out = text_new(arena);
    text_add_c(&out, "\x89PNG\r\n\x1a\n");
    add_chunk(&out, "IHDR", head, sizeof head);
    add_chunk(&out, "IDAT", packed, packed_size);
    add_chunk(&out, "IEND", head, 0); /* not NULL: crc32 of NULL begins anew */
    return text_str(&out);
}

bool render_save_png(Pixels pixels, const char *path, Err *err) {
    if (pixels.width <= 0 || pixels.height <= 0 || !pixels.data)
        return err_set(err, ERR_EMPTY, "cannot write '%s': the picture has no pixels", path);
    Arena *arena = arena_new();
    bool ok = file_write(path, render_png(arena, pixels), err);
    arena_free(arena);
    return ok;
}
