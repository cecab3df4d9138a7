/* How a DrawList gets onto glass, or into memory. One contract, two bodies with the same pixels within 2/255:
 *   render_gpu   SDL_Renderer, two SDL_RenderGeometry calls a layer, glyphs in one atlas texture
 *   render_cpu   our own raster into 32-bit memory: no GPU, pictures, tests
 * Both take coverage (glyphs, corners, icons) from the same glyph cache. UI thread only. */
#pragma once
#include "base/err.h"
#include "draw/draw_list.h"

typedef struct Glyphs Glyphs;     /* render/glyphs.h: fonts and the atlas */
typedef struct Renderer Renderer; /* one window, or one picture in memory */

typedef struct Pixels {
    int width, height;
    int stride;     /* pixels from one row to the next */
    uint32_t *data; /* 0xFFRRGGBB in native order, row by row from the top */
} Pixels;

typedef enum RenderChoice { RENDER_AUTO, RENDER_GPU, RENDER_CPU } RenderChoice;

/* A renderer for an SDL_Window (passed as void *, so that callers below app/ need no SDL). AUTO takes the GPU when
 * SDL's driver is hardware (not llvmpipe, softpipe, SwiftShader, "software"), else the CPU. glyphs must outlive it.
 * NULL with err only when GPU was asked for by name and there is none. Create it before anything else draws into the
 * window, and only one at a time: a window surface and an SDL_Renderer never share a window. */
Renderer *render_window(Arena *arena, void *sdl_window, Glyphs *glyphs, RenderChoice choice, Err *err);
/* A renderer into memory. AUTO is the CPU, which needs no SDL_Init. GPU draws into a hidden window of SDL's video
 * driver, which must be started: SDL_VIDEODRIVER=offscreen works without a display (tests). */
Renderer *render_memory(Arena *arena, int width, int height, Glyphs *glyphs, RenderChoice choice, Err *err);
/* "cpu", or "gpu (NAME OF THE DRIVER)". */
const char *render_name(const Renderer *renderer);
/* What there is to paint on now, in device pixels: lay out for this. */
void render_size(Renderer *renderer, int *width, int *height);
/* Draws the list and shows it. Follows a change of the window's size by itself; a list of another size is cut, or
 * surrounded by its background. */
void render_frame(Renderer *renderer, const DrawList *list);
/* What the last render_frame drew. NULL data when it cannot be read back (a window on the GPU: draw the same list
 * with a renderer into memory instead). Memory of the renderer, good until the next frame. */
Pixels render_pixels(Renderer *renderer);
void render_free(Renderer *renderer);

/* PNG: 8-bit RGB. At least one pixel. */
Str render_png(Arena *arena, Pixels pixels);
bool render_save_png(Pixels pixels, const char *path, Err *err);
/* The list as SVG 1.1 with real text elements. */
Str render_svg(Arena *arena, const DrawList *list);
bool render_save_svg(Arena *arena, const DrawList *list, const char *path, Err *err);
