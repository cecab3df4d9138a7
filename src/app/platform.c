/* The window: its size, scale, cursors and clipboard. Its events are in platform_events.c. */
#include "platform_impl.h"

#include <SDL_syswm.h>
#include <math.h>
#include <stdlib.h>

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 800, LEAST_WIDTH = 320, LEAST_HEIGHT = 200 };
/* SDL wakes its loop by sending to the window over a second connection to X; one still under way when the window is destroyed
 * ends the program with "BadWindow" and status 1. */
enum { SETTLE_MS = 30 };

void platform_wake(void *user) {
    Waker *waker = user;
    unsigned event = atomic_load(&waker->event);
    if (atomic_exchange(&waker->pending, true) || event == 0)
        return; /* one event in the queue is enough */
    SDL_Event wake = {.type = event};
    SDL_PushEvent(&wake);
}

static void set_hints(void) {
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"); /* the CPU renderer needs no GPU behind its surface */
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_APP_NAME, "cresset");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
}

#ifdef SDL_VIDEO_DRIVER_X11
/* What SDL loaded already. */
static void *x11_function(const char *name) {
    void *library = SDL_LoadObject("libX11.so.6");
    void *function = library ? SDL_LoadFunction(library, name) : NULL;
    if (library)
        SDL_UnloadObject(library);
    return function;
}

static int ignore_x11_error(Display *display, XErrorEvent *event) {
    (void)display;
    (void)event;
    return 0;
}
#endif

/* Xlib ends the program on any error, also when the window that dropped a file on us is gone before we thank for it. */
static void survive_x11_errors(void) {
#ifdef SDL_VIDEO_DRIVER_X11
    const char *driver = SDL_GetCurrentVideoDriver();
    typedef int (*Handler)(Display *, XErrorEvent *);
    Handler (*set_handler)(Handler) = NULL;
    if (driver && SDL_strcmp(driver, "x11") == 0)
        *(void **)&set_handler = x11_function("XSetErrorHandler");
    /* cppcheck-suppress legacyUninitvar */
    if (set_handler)
        set_handler(ignore_x11_error);
#endif
}

/* Xft.dpi is what X desktops set for "scale 200 %"; SDL 2 does not read it. */
static double x11_scale(SDL_Window *window) {
    double scale = 1;
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11)
        return 1;
    char *(*resources)(Display *) = NULL;
    *(void **)&resources = x11_function("XResourceManagerString");
    const char *text = resources ? resources(info.info.x11.display) : NULL;
    const char *dpi = text ? SDL_strstr(text, "Xft.dpi:") : NULL;
    double value = dpi ? strtod(dpi + 8, NULL) : 0;
    if (value >= 48 && value <= 960)
        scale = value / 96;
#else
    (void)window;
#endif
    return scale;
}

/* Sizes of a window count in units that may be larger than a pixel (Wayland, macOS) or not (X11, where only the text size tells). */
static void measure_scale(Platform *platform) {
    int pixels, units, unused;
    SDL_GetWindowSizeInPixels(platform->window, &pixels, &unused);
    SDL_GetWindowSize(platform->window, &units, &unused);
    platform->ratio = units > 0 ? (double)pixels / units : 1;
    platform->scale = platform->ratio * platform->desktop_scale;
}

static bool open_window(Platform *platform, const char *title, int width, int height, Err *err) {
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN;
    width = width > 0 ? width : DEFAULT_WIDTH;
    height = height > 0 ? height : DEFAULT_HEIGHT;
    platform->window = SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height, flags);
    if (!platform->window)
        return err_set(err, ERR_IO, "cannot open a window: %s", SDL_GetError());
    platform->desktop_scale = x11_scale(platform->window);
    SDL_Rect usable = {0, 0, 0, 0};
    SDL_GetDisplayUsableBounds(SDL_GetWindowDisplayIndex(platform->window), &usable);
    int w = (int)lround(width * platform->desktop_scale), h = (int)lround(height * platform->desktop_scale);
    w = usable.w > LEAST_WIDTH && w > usable.w ? usable.w : w;
    h = usable.h > LEAST_HEIGHT && h > usable.h ? usable.h : h;
    SDL_SetWindowSize(platform->window, w, h);
    SDL_SetWindowPosition(platform->window, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
    SDL_SetWindowMinimumSize(platform->window, LEAST_WIDTH, LEAST_HEIGHT);
    measure_scale(platform);
    return true;
}

/* SDL falls back to drivers that show nothing; those are for who asks for them (tests). */
static bool is_nowhere(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    bool asked = SDL_getenv("SDL_VIDEODRIVER") != NULL;
    return driver && !asked && (strcmp(driver, "dummy") == 0 || strcmp(driver, "offscreen") == 0);
}

Platform *platform_new(Arena *arena, Waker *waker, const char *title, int width, int height, Err *err) {
    Platform *platform = arena_one(arena, Platform);
    platform->arena = arena;
    platform->waker = waker;
    set_hints();
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        err_set(err, ERR_IO, "no display: %s", SDL_GetError());
        return NULL;
    }
    if (is_nowhere()) {
        err_set(err, ERR_IO, "there is no display here; `cresset shot FILE -o OUT.png` draws without one");
        SDL_Quit();
        return NULL;
    }
    survive_x11_errors();
    SDL_EnableScreenSaver();
    SDL_EventState(SDL_DROPTEXT, SDL_ENABLE);
    atomic_store(&waker->event, SDL_RegisterEvents(1));
    if (!open_window(platform, title, width, height, err)) {
        platform_free(platform);
        return NULL;
    }
    SDL_StartTextInput();
    return platform;
}

void platform_free(Platform *platform) {
    if (!platform)
        return;
    atomic_store(&platform->waker->event, 0);
    for (int i = 0; i < CURSOR_KINDS; i++)
        SDL_FreeCursor(platform->cursors[i]);
    SDL_free(platform->text);
    if (platform->window) {
        SDL_HideWindow(platform->window);
        SDL_Delay(SETTLE_MS);
        SDL_DestroyWindow(platform->window);
    }
    SDL_Quit();
}

void *platform_window(Platform *platform) {
    return platform->window;
}

void platform_show(Platform *platform) {
    SDL_ShowWindow(platform->window);
}

void platform_wait(Platform *platform, double seconds) {
    if (atomic_load(&platform->waker->pending) || seconds <= 0)
        return;
    if (isinf(seconds))
        SDL_WaitEvent(NULL);
    else
        SDL_WaitEventTimeout(NULL, (int)ceil(seconds * 1e3));
}

double platform_scale(Platform *platform) {
    measure_scale(platform);
    return platform->scale;
}

void platform_design_size(Platform *platform, int *width, int *height) {
    SDL_GetWindowSize(platform->window, width, height);
    *width = (int)lround(*width / platform->desktop_scale);
    *height = (int)lround(*height / platform->desktop_scale);
}

void platform_icon(Platform *platform, Pixels pixels) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(pixels.data, pixels.width, pixels.height, 32,
                                                              pixels.stride * 4, SDL_PIXELFORMAT_ARGB8888);
    if (surface)
        SDL_SetWindowIcon(platform->window, surface);
    SDL_FreeSurface(surface);
}

void platform_title(Platform *platform, Str title) {
    if (title.len < sizeof platform->title &&
        (title.len != platform->title_len || SDL_memcmp(title.data, platform->title, title.len) != 0)) {
        SDL_memcpy(platform->title, title.data, title.len);
        platform->title[title.len] = 0;
        platform->title_len = title.len;
        SDL_SetWindowTitle(platform->window, platform->title);
    }
}

void platform_cursor(Platform *platform, UiCursor cursor) {
    static const SDL_SystemCursor shapes[CURSOR_KINDS] = {
        [CURSOR_ARROW] = SDL_SYSTEM_CURSOR_ARROW,  [CURSOR_HAND] = SDL_SYSTEM_CURSOR_HAND,
        [CURSOR_TEXT] = SDL_SYSTEM_CURSOR_IBEAM,   [CURSOR_RESIZE_X] = SDL_SYSTEM_CURSOR_SIZEWE,
        [CURSOR_GRAB] = SDL_SYSTEM_CURSOR_SIZEALL,
    };
    if (platform->cursors[cursor] && platform->cursor == cursor)
        return;
    if (!platform->cursors[cursor])
        platform->cursors[cursor] = SDL_CreateSystemCursor(shapes[cursor]);
    platform->cursor = cursor;
    SDL_SetCursor(platform->cursors[cursor]);
}

void platform_toggle_fullscreen(Platform *platform) {
    bool full = SDL_GetWindowFlags(platform->window) & SDL_WINDOW_FULLSCREEN_DESKTOP;
    SDL_SetWindowFullscreen(platform->window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

bool platform_copy(Platform *platform, Str text) {
    Arena *scratch = arena_new();
    bool ok = platform->window && SDL_SetClipboardText(str_c(scratch, text)) == 0;
    arena_free(scratch);
    return ok;
}

Str platform_paste(Platform *platform) {
    SDL_free(platform->text);
    platform->text = SDL_GetClipboardText();
    return str_from(platform->text);
}
