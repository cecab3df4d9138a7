/* Where a frame goes: choosing a body, and the CPU's two targets, a window's surface and memory. */
#include "render/render.h"

#include "base/file.h"
#include "render/render_cpu.h"
#include "render/render_gpu.h"

#include <SDL.h>

struct Renderer {
    Arena *arena;
    Glyphs *glyphs;
    SDL_Window *window; /* NULL: into memory with the CPU */
    bool hidden;        /* the window is ours, behind a renderer into memory */
    RenderGpu *gpu;     /* NULL: the CPU */
    Pixels pixels;      /* what was drawn: the CPU's target, or read back */
    uint32_t *buffer;   /* ours, where the target is not the window's own memory */
    size_t buffer_size;
    char name[192];
};

/* Memory of ours for width x height pixels. */
static Pixels own_pixels(Renderer *renderer, int width, int height) {
    size_t size = (size_t)width * (size_t)height * sizeof(uint32_t);
    if (size > renderer->buffer_size || !renderer->buffer) {
        renderer->buffer = arena_grow(renderer->arena, renderer->buffer, size);
        renderer->buffer_size = size;
    }
    return (Pixels){width, height, width, renderer->buffer};
}

/* A look at the devices is 150 ms quicker than starting OpenGL in software to find out. */
static bool may_have_gpu(void) {
#ifdef __linux__
    static const char *const devices[] = {"/dev/dri", "/dev/nvidiactl", "/dev/dxg", "/dev/mali0", "/dev/kgsl-3d0"};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (file_exists(devices[i]))
            return true;
    return false;
#else
    return true;
#endif
}

static void set_name(Renderer *renderer) {
    if (renderer->gpu)
        SDL_snprintf(renderer->name, sizeof renderer->name, "gpu (%s)", render_gpu_driver(renderer->gpu));
    else
        SDL_strlcpy(renderer->name, "cpu", sizeof renderer->name);
}

/* Gives the graphics card back; the CPU draws from now on. */
static void leave_gpu(Renderer *renderer) {
    render_gpu_free(renderer->gpu);
    renderer->gpu = NULL;
    set_name(renderer);
}

static Renderer *new_renderer(Arena *arena, Glyphs *glyphs, SDL_Window *window) {
    Renderer *renderer = arena_one(arena, Renderer);
    *renderer = (Renderer){.arena = arena, .glyphs = glyphs, .window = window};
    set_name(renderer);
    return renderer;
}

Renderer *render_window(Arena *arena, void *sdl_window, Glyphs *glyphs, RenderChoice choice, Err *err) {
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"); /* else SDL shows the surface through OpenGL: 24 ms for 3 */
    Renderer *renderer = new_renderer(arena, glyphs, sdl_window);
    bool gpu = choice == RENDER_GPU || (choice == RENDER_AUTO && may_have_gpu());
    if (gpu)
        renderer->gpu = render_gpu_new(arena, sdl_window, glyphs, choice == RENDER_GPU ? err : NULL);
    if (choice == RENDER_GPU && !renderer->gpu)
        return NULL;
    if (choice == RENDER_AUTO && renderer->gpu && render_gpu_is_slow(renderer->gpu))
        leave_gpu(renderer);
    set_name(renderer);
    return renderer;
}

static SDL_Window *hidden_window(int width, int height, Err *err) {
    SDL_Window *window = SDL_CreateWindow("", 0, 0, width, height, SDL_WINDOW_HIDDEN);
    if (!window)
        err_set(err, ERR_IO, "cannot make a hidden window: %s", SDL_GetError());
    return window;
}

static Renderer *gpu_memory(Arena *arena, int width, int height, Glyphs *glyphs, Err *err) {
    SDL_Window *window = hidden_window(width, height, err);
    RenderGpu *gpu = window ? render_gpu_new(arena, window, glyphs, err) : NULL;
    if (!gpu) {
        SDL_DestroyWindow(window);
        return NULL;
    }
    Renderer *renderer = new_renderer(arena, glyphs, window);
    renderer->hidden = true;
    renderer->gpu = gpu;
    set_name(renderer);
    return renderer;
}

Renderer *render_memory(Arena *arena, int width, int height, Glyphs *glyphs, RenderChoice choice, Err *err) {
    width = width > 0 ? width : 0, height = height > 0 ? height : 0;
    Renderer *renderer = choice == RENDER_GPU && width && height ? gpu_memory(arena, width, height, glyphs, err)
                                                                 : new_renderer(arena, glyphs, NULL);
    if (renderer)
        renderer->pixels = own_pixels(renderer, width, height);
    return renderer;
}

const char *render_name(const Renderer *renderer) {
    return renderer->name;
}

void render_size(Renderer *renderer, int *width, int *height) {
    if (renderer->gpu)
        render_gpu_size(renderer->gpu, width, height);
    else if (renderer->window)
        SDL_GetWindowSizeInPixels(renderer->window, width, height);
    else
        *width = renderer->pixels.width, *height = renderer->pixels.height;
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

/* Only a hidden window is read back: it costs more than the frame. */
static void frame_on_gpu(Renderer *renderer, const DrawList *list) {
    int width, height;
    render_gpu_size(renderer->gpu, &width, &height);
    if (renderer->hidden)
        renderer->pixels = own_pixels(renderer, width, height);
    if (!render_gpu_frame(renderer->gpu, list, renderer->hidden ? &renderer->pixels : NULL))
        leave_gpu(renderer);
}

void render_frame(Renderer *renderer, const DrawList *list) {
    if (renderer->gpu)
        frame_on_gpu(renderer, list);
    if (renderer->gpu) /* it still works */
        return;
    if (renderer->window && !renderer->hidden)
        frame_in_window(renderer, list);
    else
        render_cpu_draw(renderer->pixels, list, renderer->glyphs);
}

Pixels render_pixels(Renderer *renderer) {
    return renderer->pixels;
}

void render_free(Renderer *renderer) {
    if (!renderer)
        return;
    render_gpu_free(renderer->gpu);
    if (renderer->hidden)
        SDL_DestroyWindow(renderer->window);
    arena_release(renderer->arena, renderer->buffer);
}
