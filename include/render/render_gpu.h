/* A DrawList through SDL_Renderer: two batches a layer, untextured rectangles and pieces of one atlas texture. All
 * coordinates are whole device pixels, so that what is drawn is the same on every driver. UI thread only. */
#pragma once
#include "render/glyphs.h"
#include "render/render.h"

typedef struct RenderGpu RenderGpu;

/* Takes an SDL_Window over until render_gpu_free. NULL with err when there is no driver for it. */
RenderGpu *render_gpu_new(Arena *arena, void *sdl_window, Glyphs *glyphs, Err *err);
/* Gives the window free again; a window surface may be made of it then. */
void render_gpu_free(RenderGpu *gpu);
/* True when the driver is software in disguise: llvmpipe, softpipe, SwiftShader, SDL's own. */
bool render_gpu_is_slow(const RenderGpu *gpu);
/* The driver, such as "opengl: Mesa Intel(R) Xe Graphics". */
const char *render_gpu_driver(const RenderGpu *gpu);
void render_gpu_size(RenderGpu *gpu, int *width, int *height);
/* Draws and shows the list. pixels, when not NULL, must have the size of the output and gets what was drawn. False
 * when the driver failed: the device is gone, use another. */
bool render_gpu_frame(RenderGpu *gpu, const DrawList *list, Pixels *pixels);
