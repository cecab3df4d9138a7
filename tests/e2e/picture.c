/* The other half of a PNG writer: inflate, undo the filters (PNG, second edition, section 9). */
#include "picture.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static uint32_t get32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static int paeth(int left, int up, int corner) {
    int p = left + up - corner, a = abs(p - left), b = abs(p - up), c = abs(p - corner);
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

/* Turns a filtered row into bytes. before is the row above, zeros for the first. */
static void unfilter(uint8_t *row, const uint8_t *before, size_t size, size_t step, int filter) {
    for (size_t i = 0; i < size; i++) {
        int left = i >= step ? row[i - step] : 0, up = before[i], corner = i >= step ? before[i - step] : 0;
        const int guess[] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
        row[i] = (uint8_t)(row[i] + guess[filter]);
    }
}

/* The image data of all IDAT chunks, joined. */
static Str image_data(Arena *arena, Str png) {
    Text data = text_new(arena);
    const uint8_t *p = (const uint8_t *)png.data;
    for (size_t at = 8; at + 12 <= png.len; at += 12 + get32(p + at))
        if (memcmp(p + at + 4, "IDAT", 4) == 0 && get32(p + at) <= png.len - at - 12)
            text_add(&data, (Str){png.data + at + 8, get32(p + at)});
    return text_str(&data);
}

static bool decode(Arena *arena, uint8_t *rows, size_t channels, Picture *picture) {
    size_t size = (size_t)picture->width * channels;
    uint8_t *before = arena_alloc(arena, size);
    for (int y = 0; y < picture->height; y++) {
        uint8_t *row = rows + (size_t)y * (size + 1);
        if (row[0] > 4)
            return false;
        unfilter(row + 1, before, size, channels, row[0]);
        before = row + 1;
        for (int x = 0; x < picture->width; x++) {
            const uint8_t *p = before + (size_t)x * channels;
            picture->pixels[y * picture->width + x] = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        }
    }
    return true;
}

bool picture_read(Arena *arena, const char *path, Picture *picture, Err *err) {
    Str png = {0};
    if (!file_read(arena, path, SIZE_MAX, &png, err))
        return false;
    const uint8_t *head = (const uint8_t *)png.data;
    if (png.len < 33 || memcmp(head, "\x89PNG\r\n\x1a\n", 8) != 0 || head[24] != 8 ||
        (head[25] != 2 && head[25] != 6) || head[28])
        return err_set(err, ERR_FORMAT, "'%s' is no PNG of 8 bits a channel", path);
    size_t channels = head[25] == 2 ? 3 : 4;
    picture->width = (int)get32(head + 16);
    picture->height = (int)get32(head + 20);
    uLongf size = ((size_t)picture->width * channels + 1) * (size_t)picture->height;
    uint8_t *rows = arena_alloc(arena, size);
    Str packed = image_data(arena, png);
    picture->pixels = arena_many(arena, uint32_t, (size_t)picture->width * (size_t)picture->height);
    if (uncompress(rows, &size, (const Bytef *)packed.data, packed.len) != Z_OK ||
        !decode(arena, rows, channels, picture))
        return err_set(err, ERR_FORMAT, "'%s' is damaged", path);
    return true;
}

static bool is_far(uint32_t a, uint32_t b, int tolerance) {
    for (int shift = 0; shift < 24; shift += 8)
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > tolerance)
            return true;
    return false;
}

double picture_difference(const Picture *a, const Picture *b, int tolerance, int from, int to) {
    if (a->width != b->width || a->height != b->height || from >= to)
        return 1;
    size_t far = 0, first = (size_t)from * (size_t)a->width, last = (size_t)to * (size_t)a->width;
    for (size_t i = first; i < last; i++)
        far += is_far(a->pixels[i], b->pixels[i], tolerance);
    return (double)far / (double)(last - first);
}
