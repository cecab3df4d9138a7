/* Where a frame goes: choosing a body, and the CPU's two targets, a window's surface and memory. */
#include "render/render.h"

#include "render/render_cpu.h"

#include <SDL.h>

struct Renderer {
    Arena *arena;
    Glyphs *glyphs;
    SDL_Window *window; /* NULL: into memory */
    Pixels pixels;      /* the target of the CPU */
    uint32_t *buffer;   /* ours, where the target is not the window's own memory */
    size_t buffer_size;
};

/* Memory of ours for width x height pixels. */
static Pixels own_pixels(Renderer *renderer, int width, int height) {
    size_t size = (size_t)width * (size_t)height * sizeof(uint32_t);
    if (size > renderer->buffer_size) {
        renderer->buffer = arena_grow(renderer->arena, renderer->buffer, size);
        renderer->buffer_size = size;
    }
    return (Pixels){width, height, width, renderer->buffer};
}

static Renderer *new_renderer(Arena *arena, Glyphs *glyphs, SDL_Window *window) {
    Renderer *renderer = arena_one(arena, Renderer);
    *renderer = (Renderer){.arena = arena, .glyphs = glyphs, .window = window};
    return renderer;
}

Renderer *render_window(Arena *arena, void *sdl_window, Glyphs *glyphs, RenderChoice choice, Err *err) {
    (void)choice, (void)err;
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"); /* else SDL shows the surface through OpenGL: 24 ms for 3 */
    return new_renderer(arena, glyphs, sdl_window);
}

Renderer *render_memory(Arena *arena, int width, int height, Glyphs *glyphs, RenderChoice choice, Err *err) {
    (void)choice, (void)err;
    Renderer *renderer = new_renderer(arena, glyphs, NULL);
    renderer->pixels = own_pixels(renderer, width, height);
    return renderer;
}

const char *render_name(const Renderer *renderer) {
    (void)renderer;
    return "cpu";
}

void render_size(Renderer *renderer, int *width, int *height) {
    *width = renderer->pixels.width, *height = renderer->pixels.height;
    if (renderer->window)
        SDL_GetWindowSizeInPixels(renderer->window, width, height);
}

static bool is_native(const SDL_Surface *surface) {
    uint32_t format = surface->format->format;
    return (format == SDL_PIXELFORMAT_RGB888 || format == SDL_PIXELFORMAT_ARGB8888) && surface->pitch % 4 == 0 &&
           !SDL_MUSTLOCK(surface);
}

/* Other layouts of pixels are rare: drawn in ours, then turned into theirs. */
static void copy_to(SDL_Surface *surface, Pixels pixels) {
    SDL_Surface *ours = SDL_CreateRGBSurfaceWithFormatFrom(pixels.data, pixels.width, pixels.height, 32,
                                                           pixels.stride * 4, SDL_PIXELFORMAT_RGB888);
    if (ours)
        SDL_BlitSurface(ours, NULL, surface, NULL);
    SDL_FreeSurface(ours);
}

static void frame_in_window(Renderer *renderer, const DrawList *list) {
    SDL_Surface *surface = SDL_GetWindowSurface(renderer->window);
    if (!surface) /* between two sizes: the next frame will do */
        return;
    if (is_native(surface))
        renderer->pixels = (Pixels){surface->w, surface->h, surface->pitch / 4, surface->pixels};
    else
        renderer->pixels = own_pixels(renderer, surface->w, surface->h);
    render_cpu_draw(renderer->pixels, list, renderer->glyphs);
    if (!is_native(surface))
        copy_to(surface, renderer->pixels);
    SDL_UpdateWindowSurface(renderer->window);
}

void render_frame(Renderer *renderer, const DrawList *list) {
    if (renderer->window)
        frame_in_window(renderer, list);
    else
        render_cpu_draw(renderer->pixels, list, renderer->glyphs);
}

Pixels render_pixels(Renderer *renderer) {
    return renderer->pixels;
}

void render_free(Renderer *renderer) {
    if (renderer)
        arena_release(renderer->arena, renderer->buffer);
}
