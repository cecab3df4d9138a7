/* SDL_ttf behind a small face: each file is opened twice, once at 2048 px to measure and once to draw. To get a
 * glyph at quarters of a pixel it is drawn four times as wide and summed over four columns, which is exact. */
#include "render/fonts.h"

#include <SDL_ttf.h>
#include <assert.h>
#include <stdlib.h>

enum { ASCII_FROM = 32, ASCII_COUNT = 95, KERNING_NOISE = 4 /* of rounding in four widths */ };

typedef struct Font {
    TTF_Font *measure, *draw;
    int size;         /* of draw */
    int edge, *alone; /* measured widths of "HH" and of "HxH", 0 until asked for */
} Font;

struct Fonts {
    Arena *arena;
    Font files[FILE_COUNT];
};

/* Who is asked for a character, in order. */
static const uint8_t chains[FONT_COUNT][FILE_COUNT] = {
    [FONT_UI] = {FILE_UI, FILE_MONO, FILE_CJK, FILE_BOLD},
    [FONT_BOLD] = {FILE_BOLD, FILE_UI, FILE_MONO, FILE_CJK},
    [FONT_MONO] = {FILE_MONO, FILE_UI, FILE_CJK, FILE_BOLD},
};

Fonts *fonts_open(Arena *arena, Err *err) {
    if (TTF_Init() != 0) {
        err_set(err, ERR_IO, "cannot start the font library: %s", TTF_GetError());
        return NULL;
    }
    Fonts *fonts = arena_one(arena, Fonts);
    fonts->arena = arena;
    return fonts;
}

void fonts_close(Fonts *fonts) {
    for (size_t i = 0; i < FILE_COUNT; i++) {
        if (fonts->files[i].measure)
            TTF_CloseFont(fonts->files[i].measure);
        if (fonts->files[i].draw)
            TTF_CloseFont(fonts->files[i].draw);
    }
    TTF_Quit();
}

static TTF_Font *open_file(FontFile file, int size, unsigned stretch, int hinting) {
    Str bytes = fonts_bytes(file);
    SDL_RWops *stream = SDL_RWFromConstMem(bytes.data, (int)bytes.len);
    TTF_Font *font = TTF_OpenFontDPIRW(stream, 1, size, 72 * stretch, 72);
    assert(font != NULL); /* the bytes are ours */
    TTF_SetFontHinting(font, hinting);
    return font;
}

static TTF_Font *measuring(Fonts *fonts, FontFile file) {
    Font *font = &fonts->files[file];
    if (!font->measure)
        font->measure = open_file(file, FONT_UNITS, 1, TTF_HINTING_NONE);
    return font->measure;
}

static TTF_Font *drawing(Fonts *fonts, FontFile file, int size) {
    Font *font = &fonts->files[file];
    if (!font->draw)
        font->draw = open_file(file, size, FONT_STEPS, TTF_HINTING_LIGHT);
    else if (font->size != size)
        TTF_SetFontSizeDPI(font->draw, size, 72 * FONT_STEPS, 72);
    font->size = size;
    return font->draw;
}

FontFile fonts_find(Fonts *fonts, FontFace face, uint32_t code_point) {
    for (size_t i = 0; i < FILE_COUNT; i++)
        if (TTF_GlyphIsProvided32(measuring(fonts, chains[face][i]), code_point))
            return chains[face][i];
    return FILE_NONE;
}

int fonts_advance(Fonts *fonts, FontFile file, uint32_t code_point) {
    int advance = 0;
    TTF_GlyphMetrics32(measuring(fonts, file), code_point, NULL, NULL, NULL, NULL, &advance);
    return advance;
}

TextLine fonts_line(Fonts *fonts, FontFile file) {
    TTF_Font *font = measuring(fonts, file);
    return (TextLine){TTF_FontAscent(font), -TTF_FontDescent(font)};
}

static int measured(TTF_Font *font, const char *text) {
    int w = 0, h = 0;
    TTF_SizeUTF8(font, text, &w, &h);
    return w;
}

/* Width of "HxH", measured once. */
static int alone(Fonts *fonts, FontFile file, uint32_t c) {
    Font *font = &fonts->files[file];
    char text[] = {'H', (char)c, 'H', 0};
    if (!font->alone) {
        font->alone = arena_many(fonts->arena, int, ASCII_COUNT);
        font->edge = measured(measuring(fonts, file), "HH");
    }
    int *width = &font->alone[c - ASCII_FROM];
    if (!*width)
        *width = measured(measuring(fonts, file), text);
    return *width;
}

static bool is_letter_or_digit(uint32_t c) {
    return c - '0' < 10 || (c | 32) - 'a' < 26;
}

/* SDL_ttf tells kerning of old "kern" tables only; Inter keeps its own where just shaping a text reads it. Between
 * two H the ink begins and ends the same, so that widths differ by advances and kerning alone. Two signs of
 * punctuation are left alone: shaping makes one arrow of "->". */
int fonts_kerning(Fonts *fonts, FontFile file, uint32_t left, uint32_t right) {
    bool ascii = left - ASCII_FROM < ASCII_COUNT && right - ASCII_FROM < ASCII_COUNT;
    if (!ascii || file >= FILE_CJK || file == FILE_MONO || (!is_letter_or_digit(left) && !is_letter_or_digit(right)))
        return 0;
    char text[] = {'H', (char)left, (char)right, 'H', 0};
    int apart = alone(fonts, file, left) + alone(fonts, file, right) - fonts->files[file].edge;
    int by = measured(measuring(fonts, file), text) - apart;
    return abs(by) < KERNING_NOISE ? 0 : by;
}

/* The ink of a glyph drawn FONT_STEPS times as wide: 8-bit coverage, and where the pen is in it. */
typedef struct Wide {
    SDL_Surface *surface;
    int pen, baseline;
    int x0, x1, y0, y1; /* ink, relative to pen and baseline, x in steps */
} Wide;

static Wide draw_wide(TTF_Font *font, uint32_t code_point) {
    int minx, maxx, miny, maxy, advance;
    Wide wide = {0};
    if (TTF_GlyphMetrics32(font, code_point, &minx, &maxx, &miny, &maxy, &advance) != 0)
        return wide;
    if (maxx <= minx || maxy <= miny)
        return wide;
    SDL_Color white = {255, 255, 255, 255}, black = {0, 0, 0, 255};
    wide.surface = TTF_RenderGlyph32_Shaded(font, code_point, white, black);
    if (!wide.surface)
        return wide;
    /* SDL_ttf puts the pen at column 0 and the baseline at the ascent, unless the ink begins left of or above that */
    int ascent = TTF_FontAscent(font);
    wide.pen = minx < 0 ? -minx : 0;
    wide.baseline = maxy > ascent ? maxy : ascent;
    wide.x0 = minx, wide.x1 = maxx;
    wide.y0 = -maxy, wide.y1 = -miny;
    return wide;
}

static int floor_steps(int x) {
    return x >= 0 ? x / FONT_STEPS : -((FONT_STEPS - 1 - x) / FONT_STEPS);
}

static int wide_at(const Wide *wide, int x, int y) {
    int column = wide->pen + x, row = wide->baseline + y;
    bool inside = column >= 0 && column < wide->surface->w && row >= 0 && row < wide->surface->h;
    return inside ? ((const uint8_t *)wide->surface->pixels)[row * wide->surface->pitch + column] : 0;
}

Coverage fonts_raster(Fonts *fonts, Arena *arena, FontFile file, int size, uint32_t code_point, int step) {
    Wide wide = draw_wide(drawing(fonts, file, size), code_point);
    if (!wide.surface)
        return (Coverage){0};
    int first = floor_steps(wide.x0 + step), last = floor_steps(wide.x1 - 1 + step);
    Coverage out = {.w = last - first + 1, .h = wide.y1 - wide.y0, .left = first, .top = -wide.y0};
    uint8_t *bytes = arena_alloc_array(arena, (size_t)out.w * (size_t)out.h, 1);
    out.data = bytes;
    for (int y = 0; y < out.h; y++)
        for (int x = 0; x < out.w; x++) {
            int sum = 0, from = (first + x) * FONT_STEPS - step;
            for (int i = 0; i < FONT_STEPS; i++)
                sum += wide_at(&wide, from + i, wide.y0 + y);
            *bytes++ = (uint8_t)((sum + FONT_STEPS / 2) / FONT_STEPS);
        }
    SDL_FreeSurface(wide.surface);
    return out;
}
