/* SDL's events as Inputs. */
#include "platform_impl.h"

typedef struct KeyPair {
    SDL_Keycode from;
    uint32_t to;
} KeyPair;

/* Keys that are no character; the keypad's digits and signs arrive as text, its other keys as these. */
static const KeyPair keys[] = {
    {SDLK_RETURN, KEY_ENTER},
    {SDLK_KP_ENTER, KEY_ENTER},
    {SDLK_ESCAPE, KEY_ESCAPE},
    {SDLK_BACKSPACE, KEY_BACKSPACE},
    {SDLK_TAB, KEY_TAB},
    {SDLK_DELETE, KEY_DELETE},
    {SDLK_INSERT, KEY_INSERT},
    {SDLK_LEFT, KEY_LEFT},
    {SDLK_RIGHT, KEY_RIGHT},
    {SDLK_UP, KEY_UP},
    {SDLK_DOWN, KEY_DOWN},
    {SDLK_HOME, KEY_HOME},
    {SDLK_END, KEY_END},
    {SDLK_PAGEUP, KEY_PAGE_UP},
    {SDLK_PAGEDOWN, KEY_PAGE_DOWN},
    {SDLK_KP_PLUS, '+'},
    {SDLK_KP_MINUS, '-'},
    {SDLK_KP_MULTIPLY, '*'},
    {SDLK_KP_DIVIDE, '/'},
    {SDLK_KP_0, '0'},
    {SDLK_F1, KEY_F1},
    {SDLK_F2, KEY_F2},
    {SDLK_F3, KEY_F3},
    {SDLK_F4, KEY_F4},
    {SDLK_F5, KEY_F5},
    {SDLK_F6, KEY_F6},
    {SDLK_F7, KEY_F7},
    {SDLK_F8, KEY_F8},
    {SDLK_F9, KEY_F9},
    {SDLK_F10, KEY_F10},
    {SDLK_F11, KEY_F11},
    {SDLK_F12, KEY_F12},
};

static uint32_t key_of(SDL_Keycode sym) {
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].from == sym)
            return keys[i].to;
    return sym & SDLK_SCANCODE_MASK ? 0 : (uint32_t)sym;
}

static unsigned mods_of(SDL_Keymod mod) {
#ifdef __APPLE__
    bool ctrl = mod & KMOD_GUI;
#else
    bool ctrl = mod & KMOD_CTRL;
#endif
    return (mod & KMOD_SHIFT ? MOD_SHIFT : 0u) | (ctrl ? MOD_CTRL : 0u) | (mod & KMOD_ALT ? MOD_ALT : 0u);
}

static int to_pixels(const Platform *platform, int units) {
    return (int)(units * platform->ratio);
}

static int button_of(Uint8 button) {
    static const int buttons[] = {0, BUTTON_LEFT, BUTTON_MIDDLE, BUTTON_RIGHT, BUTTON_BACK, BUTTON_FORWARD};
    return button < sizeof buttons / sizeof *buttons ? buttons[button] : 0;
}

static PlatformEvent read_pointer(const Platform *platform, Input *input) {
    const SDL_Event *e = &platform->event;
    *input = (Input){.mods = mods_of(SDL_GetModState())};
    if (e->type == SDL_MOUSEMOTION) {
        input->kind = INPUT_MOVE;
        input->x = to_pixels(platform, e->motion.x);
        input->y = to_pixels(platform, e->motion.y);
        return PLATFORM_INPUT;
    }
    if (e->type == SDL_MOUSEWHEEL) {
        input->kind = INPUT_WHEEL;
        input->x = to_pixels(platform, e->wheel.mouseX);
        input->y = to_pixels(platform, e->wheel.mouseY);
        input->dx = e->wheel.preciseX;
        input->dy = e->wheel.preciseY;
        return PLATFORM_INPUT;
    }
    input->kind = e->type == SDL_MOUSEBUTTONDOWN ? INPUT_DOWN : INPUT_UP;
    input->x = to_pixels(platform, e->button.x);
    input->y = to_pixels(platform, e->button.y);
    input->button = button_of(e->button.button);
    input->clicks = e->button.clicks;
    return input->button ? PLATFORM_INPUT : PLATFORM_OTHER;
}

static bool is_paste(const Input *input) {
    return (input->key == 'v' && input->mods == MOD_CTRL) || (input->key == KEY_INSERT && input->mods == MOD_SHIFT);
}

static PlatformEvent read_key(Platform *platform, Input *input) {
    *input = (Input){.kind = INPUT_KEY,
                     .key = key_of(platform->event.key.keysym.sym),
                     .mods = mods_of((SDL_Keymod)platform->event.key.keysym.mod)};
    if (is_paste(input))
        *input = (Input){.kind = INPUT_PASTE, .text = platform_paste(platform)};
    return input->key != 0 || input->kind == INPUT_PASTE ? PLATFORM_INPUT : PLATFORM_OTHER;
}

/* A dropped text is SDL's memory; it is kept until the next event. */
static PlatformEvent read_drop(Platform *platform, Input *input) {
    SDL_free(platform->text);
    platform->text = platform->event.drop.file;
    bool file = platform->event.type == SDL_DROPFILE;
    *input = (Input){.kind = file ? INPUT_DROP_FILE : INPUT_DROP_TEXT, .text = str_from(platform->text)};
    return platform->text ? PLATFORM_INPUT : PLATFORM_OTHER;
}

static PlatformEvent read_window(const Platform *platform, Input *input) {
    switch (platform->event.window.event) {
    case SDL_WINDOWEVENT_LEAVE:
        *input = (Input){.kind = INPUT_LEAVE};
        return PLATFORM_INPUT;
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_SIZE_CHANGED:
    case SDL_WINDOWEVENT_RESTORED:
    case SDL_WINDOWEVENT_DISPLAY_CHANGED:
        return PLATFORM_EXPOSED;
    case SDL_WINDOWEVENT_CLOSE:
        return PLATFORM_QUIT;
    default:
        return PLATFORM_OTHER;
    }
}

static PlatformEvent read_event(Platform *platform, Input *input) {
    switch (platform->event.type) {
    case SDL_MOUSEMOTION:
    case SDL_MOUSEWHEEL:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return read_pointer(platform, input);
    case SDL_KEYDOWN:
        return read_key(platform, input);
    case SDL_TEXTINPUT:
        *input = (Input){
            .kind = INPUT_TEXT, .text = str_from(platform->event.text.text), .mods = mods_of(SDL_GetModState())};
        return PLATFORM_INPUT;
    case SDL_DROPFILE:
    case SDL_DROPTEXT:
        return read_drop(platform, input);
    case SDL_WINDOWEVENT:
        return read_window(platform, input);
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        return PLATFORM_EXPOSED;
    case SDL_QUIT:
        return PLATFORM_QUIT;
    default:
        return PLATFORM_OTHER;
    }
}

PlatformEvent platform_next(Platform *platform, Input *input) {
    if (atomic_exchange(&platform->waker->pending, false))
        return PLATFORM_WAKE;
    if (!SDL_PollEvent(&platform->event))
        return PLATFORM_NOTHING;
    return read_event(platform, input);
}
