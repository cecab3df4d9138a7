/* Rectangles and glyphs as batches of triangles. The atlas is a texture of white whose alpha is coverage; only rows
 * with new pieces are sent up. A device that was reset has lost its textures: they are made again. */
#include "render/render_gpu.h"

#include <SDL.h>

enum { GL_RENDERER_NAME = 0x1F01, TRIES = 32 };

struct RenderGpu {
    Arena *arena;
    Glyphs *glyphs;
    SDL_Renderer *sdl;
    SDL_atomic_t lost; /* set by SDL's event watch, on any thread */
    SDL_Texture *texture;
    int texture_height;
    size_t texture_pieces;
    uint32_t texture_generation;
    Array(uint32_t) rows; /* of the texture, on their way up */
    Array(SDL_Vertex) vertices;
    Array(int) indices; /* the pattern of two triangles, as often as ever needed */
    bool failed;
    char driver[160];
};

static int SDLCALL watch(void *user, SDL_Event *event) {
    RenderGpu *gpu = user;
    if (event->type == SDL_RENDER_DEVICE_RESET || event->type == SDL_RENDER_TARGETS_RESET)
        SDL_AtomicSet(&gpu->lost, 1);
    return 1;
}

static void name_driver(RenderGpu *gpu) {
    SDL_RendererInfo info = {0};
    SDL_GetRendererInfo(gpu->sdl, &info);
    const unsigned char *(*get)(unsigned) = NULL;
    if (info.name && SDL_strncmp(info.name, "opengl", 6) == 0)
        *(void **)&get = SDL_GL_GetProcAddress("glGetString");
    const unsigned char *device = get ? get(GL_RENDERER_NAME) : NULL;
    SDL_snprintf(gpu->driver, sizeof gpu->driver, "%s%s%s", info.name ? info.name : "unknown", device ? ": " : "",
                 device ? (const char *)device : "");
}

RenderGpu *render_gpu_new(Arena *arena, void *sdl_window, Glyphs *glyphs, Err *err) {
    SDL_Renderer *sdl = SDL_CreateRenderer(sdl_window, -1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
    if (!sdl)
        sdl = SDL_CreateRenderer(sdl_window, -1, SDL_RENDERER_ACCELERATED);
    if (!sdl) {
        err_set(err, ERR_IO, "cannot draw with the graphics card: %s", SDL_GetError());
        return NULL;
    }
    RenderGpu *gpu = arena_one(arena, RenderGpu);
    gpu->arena = arena, gpu->glyphs = glyphs, gpu->sdl = sdl;
    name_driver(gpu);
    SDL_SetRenderDrawBlendMode(sdl, SDL_BLENDMODE_BLEND);
    SDL_AddEventWatch(watch, gpu);
    return gpu;
}

static void drop_texture(RenderGpu *gpu) {
    if (gpu->texture)
        SDL_DestroyTexture(gpu->texture);
    gpu->texture = NULL;
    gpu->texture_pieces = 0;
}

void render_gpu_free(RenderGpu *gpu) {
    if (!gpu)
        return;
    SDL_DelEventWatch(watch, gpu);
    drop_texture(gpu);
    SDL_DestroyRenderer(gpu->sdl);
    array_release(gpu->arena, &gpu->rows);
    array_release(gpu->arena, &gpu->vertices);
    array_release(gpu->arena, &gpu->indices);
}

bool render_gpu_is_slow(const RenderGpu *gpu) {
    static const char *const slow[] = {"llvmpipe", "softpipe", "SwiftShader", "software", "swrast", "Basic Render"};
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
        if (SDL_strcasestr(gpu->driver, slow[i]))
            return true;
    return false;
}

const char *render_gpu_driver(const RenderGpu *gpu) {
    return gpu->driver;
}

void render_gpu_size(RenderGpu *gpu, int *width, int *height) {
    if (SDL_GetRendererOutputSize(gpu->sdl, width, height) != 0)
        *width = *height = 0;
}

static void check(RenderGpu *gpu, int result) {
    gpu->failed |= result != 0;
}

static void make_texture(RenderGpu *gpu, Atlas atlas) {
    drop_texture(gpu);
    gpu->texture =
        SDL_CreateTexture(gpu->sdl, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, atlas.width, atlas.height);
    gpu->texture_height = atlas.height;
    if (!gpu->texture) {
        gpu->failed = true;
        return;
    }
    SDL_SetTextureBlendMode(gpu->texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(gpu->texture, SDL_ScaleModeNearest);
}

static void send_rows(RenderGpu *gpu, Atlas atlas, int from, int to) {
    size_t count = (size_t)(to - from) * (size_t)atlas.width;
    array_reserve(gpu->arena, &gpu->rows, count);
    const uint8_t *coverage = atlas.data + (size_t)from * (size_t)atlas.width;
    for (size_t i = 0; i < count; i++)
        gpu->rows.data[i] = (uint32_t)coverage[i] << 24 | 0xFFFFFF;
    SDL_Rect rect = {0, from, atlas.width, to - from};
    check(gpu, SDL_UpdateTexture(gpu->texture, &rect, gpu->rows.data, atlas.width * 4));
}

static void update_texture(RenderGpu *gpu) {
    Atlas atlas = glyphs_atlas(gpu->glyphs);
    if (!gpu->texture || gpu->texture_height != atlas.height)
        make_texture(gpu, atlas);
    if (gpu->texture_generation != atlas.generation)
        gpu->texture_pieces = 0;
    if (!gpu->texture || gpu->texture_pieces == atlas.piece_count)
        return;
    int from = atlas.height, to = 0;
    for (size_t i = gpu->texture_pieces; i < atlas.piece_count; i++) {
        AtlasPiece piece = atlas.pieces[i];
        from = piece.v < from ? piece.v : from;
        to = piece.v + piece.h > to ? piece.v + piece.h : to;
    }
    send_rows(gpu, atlas, from, to);
    gpu->texture_pieces = atlas.piece_count;
    gpu->texture_generation = atlas.generation;
}

/* Room for count quads. */
static SDL_Vertex *begin_batch(RenderGpu *gpu, size_t count) {
    gpu->vertices.count = 0;
    array_reserve(gpu->arena, &gpu->vertices, count * 4);
    return gpu->vertices.data;
}

static void add_quad(SDL_Vertex to[4], Rect r, Color c, SDL_FPoint from, SDL_FPoint until) {
    SDL_Color color = {c.r, c.g, c.b, c.a};
    float x0 = (float)r.x, y0 = (float)r.y, x1 = (float)(r.x + r.w), y1 = (float)(r.y + r.h);
    to[0] = (SDL_Vertex){{x0, y0}, color, from};
    to[1] = (SDL_Vertex){{x1, y0}, color, {until.x, from.y}};
    to[2] = (SDL_Vertex){{x1, y1}, color, until};
    to[3] = (SDL_Vertex){{x0, y1}, color, {from.x, until.y}};
}

static void end_batch(RenderGpu *gpu, SDL_Texture *texture) {
    static const int pattern[6] = {0, 1, 2, 0, 2, 3};
    size_t count = gpu->vertices.count, wanted = count / 4 * 6;
    array_reserve(gpu->arena, &gpu->indices, wanted);
    for (size_t i = gpu->indices.count; i < wanted; i++)
        gpu->indices.data[i] = (int)(i / 6 * 4) + pattern[i % 6];
    gpu->indices.count = wanted > gpu->indices.count ? wanted : gpu->indices.count;
    if (count)
        check(gpu,
              SDL_RenderGeometry(gpu->sdl, texture, gpu->vertices.data, (int)count, gpu->indices.data, (int)wanted));
}

static void draw_rects(RenderGpu *gpu, const DrawLayer *layer) {
    SDL_Vertex *to = begin_batch(gpu, layer->rects.count);
    for (size_t i = 0; i < layer->rects.count; i++)
        add_quad(to + 4 * i, layer->rects.data[i].rect, layer->rects.data[i].color, (SDL_FPoint){0}, (SDL_FPoint){0});
    gpu->vertices.count = 4 * layer->rects.count;
    end_batch(gpu, NULL);
}

/* The quads of the shapes from .. to-1. False when the atlas was emptied on the way, which killed the first. */
static bool collect_quads(RenderGpu *gpu, const DrawLayer *layer, size_t from, size_t to) {
    uint32_t generation = glyphs_atlas(gpu->glyphs).generation;
    gpu->vertices.count = 0;
    for (size_t i = from; i < to; i++) {
        const DrawShape *shape = &layer->shapes.data[i];
        QuadWalk walk = quads_of(gpu->glyphs, shape);
        for (Quad q; quads_next(&walk, &q);) {
            array_reserve(gpu->arena, &gpu->vertices, gpu->vertices.count + 4);
            /* in pixels of the atlas: its height may still change before the batch ends */
            SDL_FPoint first = {(float)q.u, (float)q.v}, last = {(float)(q.u + q.w), (float)(q.v + q.h)};
            SDL_FPoint middle = {first.x + 0.5f, first.y + 0.5f};
            add_quad(gpu->vertices.data + gpu->vertices.count, (Rect){q.x, q.y, q.w, q.h}, shape->color,
                     q.solid ? middle : first, q.solid ? middle : last);
            gpu->vertices.count += 4;
        }
    }
    return generation == glyphs_atlas(gpu->glyphs).generation;
}

static void end_shapes(RenderGpu *gpu) {
    Atlas atlas = glyphs_atlas(gpu->glyphs);
    if (!atlas.height)
        return;
    update_texture(gpu);
    float du = 1.0f / (float)atlas.width, dv = 1.0f / (float)atlas.height;
    for (size_t i = 0; i < gpu->vertices.count; i++) {
        gpu->vertices.data[i].tex_coord.x *= du;
        gpu->vertices.data[i].tex_coord.y *= dv;
    }
    if (gpu->texture)
        end_batch(gpu, gpu->texture);
}

/* In one batch, or in as many as it takes where one holds more glyphs than the atlas. */
static void draw_shapes(RenderGpu *gpu, const DrawLayer *layer) {
    size_t count = layer->shapes.count, take = count;
    int tries = TRIES;
    for (size_t from = 0; from < count;) {
        size_t to = count - from < take ? count : from + take;
        if (!collect_quads(gpu, layer, from, to) && tries-- > 0) {
            take = (to - from + 1) / 2;
            continue;
        }
        end_shapes(gpu);
        from = to;
    }
}

static void read_back(RenderGpu *gpu, Pixels *pixels) {
    check(gpu, SDL_RenderReadPixels(gpu->sdl, NULL, SDL_PIXELFORMAT_ARGB8888, pixels->data, pixels->stride * 4));
    size_t count = (size_t)pixels->stride * (size_t)pixels->height;
    for (size_t i = 0; i < count; i++)
        pixels->data[i] |= 0xFF000000u;
}

bool render_gpu_frame(RenderGpu *gpu, const DrawList *list, Pixels *pixels) {
    Color c = list->background;
    gpu->failed = false;
    if (SDL_AtomicSet(&gpu->lost, 0))
        drop_texture(gpu);
    check(gpu, SDL_SetRenderDrawColor(gpu->sdl, c.r, c.g, c.b, 255));
    check(gpu, SDL_RenderClear(gpu->sdl));
    for (size_t i = 0; i < list->layers.count; i++) {
        draw_rects(gpu, &list->layers.data[i]);
        draw_shapes(gpu, &list->layers.data[i]);
    }
    if (pixels)
        read_back(gpu, pixels); /* before it is shown: afterwards the buffer may hold anything */
    SDL_RenderPresent(gpu->sdl);
    return !gpu->failed;
}
