/* The fonts inside the binary, and what SDL_ttf makes of them: exact advances, kerning, coverage of one glyph.
 *
 * Advances are kept in font units of 1/2048 em, read from outlines of 2048 px without hinting: at 12 px a rounded
 * advance would be up to 8 % off, and text would look unevenly spaced. Coverage is hinted vertically only ("light"),
 * so stems keep their place between the pixels of a row. UI thread only. */
#pragma once
#include "base/err.h"
#include "base/str.h"
#include "draw/text.h"

enum {
    FONT_UNITS = 2048, /* per em */
    FONT_STEPS = 4,    /* a glyph can stand at quarters of a pixel */
};

typedef enum FontFile {
    FILE_UI,
    FILE_BOLD,
    FILE_MONO,
    FILE_CJK,
    FILE_COUNT,
    FILE_NONE = FILE_COUNT, /* no font has it */
} FontFile;

/* The bytes of an embedded font, for the life of the program. */
Str fonts_bytes(FontFile file);

typedef struct Fonts Fonts;

/* Starts SDL_ttf. A font is opened when first needed. NULL with err when SDL_ttf does not start. */
Fonts *fonts_open(Arena *arena, Err *err);
void fonts_close(Fonts *fonts);

/* The first font in the face's order of preference that has the character. */
FontFile fonts_find(Fonts *fonts, FontFace face, uint32_t code_point);
/* Advance in font units. */
int fonts_advance(Fonts *fonts, FontFile file, uint32_t code_point);
/* What the pair moves together (negative) or apart, in font units; printable ASCII only, 0 for all else. Measured
 * anew each time, some microseconds: keep it. */
int fonts_kerning(Fonts *fonts, FontFile file, uint32_t left, uint32_t right);
/* Height above and below the baseline, in font units. */
TextLine fonts_line(Fonts *fonts, FontFile file);

typedef struct Coverage {
    int w, h;            /* 0 when blank */
    int left, top;       /* from the pen on the baseline to the first column, and up to the first row */
    const uint8_t *data; /* w * h bytes, 255 is full */
} Coverage;

/* The glyph at an em of `size` pixels, its pen step/FONT_STEPS of a pixel right of a whole pixel; in the arena. */
Coverage fonts_raster(Fonts *fonts, Arena *arena, FontFile file, int size, uint32_t code_point, int step);
