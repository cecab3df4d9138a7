/* Pointer and keys through XTest; files through XDND version 5 (freedesktop.org, "Drag-and-Drop Protocol for the X Window
 * System"), with a window of our own as the source. */
#include "hand.h"

#include "base/file.h"

#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <check.h>
#include <string.h>
#include <unistd.h>

struct Hand {
    Arena *arena;
    Display *display;
    Window root, target, source;
    int x, y; /* the target's place on the screen */
    Str uris; /* what a drop hands over */
};

static Atom atom(const Hand *hand, const char *name) {
    return XInternAtom(hand->display, name, False);
}

/* Windows vanish while we look at them: such errors are no fault of ours. */
static int ignore_error(Display *display, XErrorEvent *event) {
    (void)display;
    (void)event;
    return 0;
}

static bool is_titled(Display *display, Window window, const char *title) {
    char *name = NULL;
    XWindowAttributes attributes;
    bool found = XGetWindowAttributes(display, window, &attributes) && attributes.map_state == IsViewable &&
                 XFetchName(display, window, &name) && name && strncmp(name, title, strlen(title)) == 0;
    if (name)
        XFree(name);
    return found;
}

static Window find_window(Display *display, Window root, const char *title) {
    Window parent, *children = NULL, found = None;
    unsigned count = 0;
    if (!XQueryTree(display, root, &root, &parent, &children, &count))
        return None;
    for (unsigned i = 0; i < count && !found; i++)
        found = is_titled(display, children[i], title) ? children[i] : None;
    if (children)
        XFree(children);
    return found;
}

static void find_place(Hand *hand) {
    Window child;
    XTranslateCoordinates(hand->display, hand->target, hand->root, 0, 0, &hand->x, &hand->y, &child);
}

Hand *hand_open(Arena *arena, const char *display, const char *title, double seconds) {
    Hand *hand = arena_one(arena, Hand);
    hand->arena = arena;
    hand->display = XOpenDisplay(display);
    ck_assert_msg(hand->display != NULL, "cannot open display %s", display);
    XSetErrorHandler(ignore_error);
    hand->root = DefaultRootWindow(hand->display);
    for (double end = clock_now() + seconds; !hand->target && clock_now() < end; usleep(10000))
        hand->target = find_window(hand->display, hand->root, title);
    ck_assert_msg(hand->target != None, "no window '%s' after %g s", title, seconds);
    hand->source = XCreateSimpleWindow(hand->display, hand->root, 0, 0, 1, 1, 0, 0, 0);
    XSetInputFocus(hand->display, hand->target, RevertToParent, CurrentTime);
    find_place(hand);
    XSync(hand->display, False);
    return hand;
}

void hand_close(Hand *hand) {
    XDestroyWindow(hand->display, hand->source);
    XCloseDisplay(hand->display);
}

/* ---- pointer, keys, size ---- */
void hand_move(Hand *hand, int x, int y) {
    XTestFakeMotionEvent(hand->display, -1, hand->x + x, hand->y + y, CurrentTime);
    XSync(hand->display, False);
}

void hand_button(Hand *hand, int button, bool down) {
    XTestFakeButtonEvent(hand->display, (unsigned)button, down, CurrentTime);
    XSync(hand->display, False);
}

void hand_click(Hand *hand, int x, int y, int button) {
    hand_move(hand, x, y);
    hand_button(hand, button, true);
    hand_button(hand, button, false);
}

void hand_wheel(Hand *hand, int notches) {
    int button = notches > 0 ? 4 : 5;
    for (int n = notches > 0 ? notches : -notches; n > 0; n--) {
        hand_button(hand, button, true);
        hand_button(hand, button, false);
    }
}

static void press(Hand *hand, KeySym symbol, bool down) {
    KeyCode code = XKeysymToKeycode(hand->display, symbol);
    ck_assert_msg(code != 0, "no key for keysym %lx", symbol);
    XTestFakeKeyEvent(hand->display, code, down, CurrentTime);
    XSync(hand->display, False);
}

static KeySym modifier_symbol(Str word) {
    static const struct {
        const char *word;
        KeySym symbol;
    } rows[] = {{"ctrl", XK_Control_L}, {"shift", XK_Shift_L}, {"alt", XK_Alt_L}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (str_is(word, rows[i].word))
            return rows[i].symbol;
    return NoSymbol;
}

void hand_hold(Hand *hand, const char *modifier, bool down) {
    press(hand, modifier_symbol(str_from(modifier)), down);
}

/* The keysym of a name or of one printable character, and whether the layout needs Shift for it. */
static KeySym key_symbol(Hand *hand, const char *name, bool *shift) {
    KeySym symbol = XStringToKeysym(name);
    if (symbol == NoSymbol && name[0] && !name[1])
        symbol = (KeySym)name[0]; /* Latin 1 keysyms are the characters */
    ck_assert_msg(symbol != NoSymbol, "no keysym '%s'", name);
    KeyCode code = XKeysymToKeycode(hand->display, symbol);
    *shift = XkbKeycodeToKeysym(hand->display, code, 0, 0) != symbol &&
             XkbKeycodeToKeysym(hand->display, code, 0, 1) == symbol;
    return symbol;
}

void hand_key(Hand *hand, const char *keys) {
    KeySym held[4];
    size_t count = 0;
    const char *plus;
    for (; (plus = strchr(keys, '+')) && plus[1]; keys = plus + 1)
        held[count++] = modifier_symbol((Str){keys, (size_t)(plus - keys)});
    bool shift;
    KeySym symbol = key_symbol(hand, keys, &shift);
    if (shift)
        held[count++] = XK_Shift_L;
    for (size_t i = 0; i < count; i++)
        press(hand, held[i], true);
    press(hand, symbol, true);
    press(hand, symbol, false);
    while (count > 0)
        press(hand, held[--count], false);
    usleep(10000); /* SDL takes a release and a press of one key within 2 ms for auto-repeat */
}

void hand_resize(Hand *hand, int width, int height) {
    XResizeWindow(hand->display, hand->target, (unsigned)width, (unsigned)height);
    XSync(hand->display, False);
    find_place(hand);
}

static void send_message(Hand *hand, const char *type, const long data[5]) {
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = hand->target,
                                .message_type = atom(hand, type),
                                .format = 32,
                                .data.l = {data[0], data[1], data[2], data[3], data[4]}}};
    XSendEvent(hand->display, hand->target, False, NoEventMask, &event);
    XFlush(hand->display);
}

void hand_quit(Hand *hand) {
    send_message(hand, "WM_PROTOCOLS", (long[5]){(long)atom(hand, "WM_DELETE_WINDOW"), CurrentTime});
}

/* ---- drag and drop ---- */
static Str uri_list(Arena *arena, const char *const *paths, size_t count) {
    Text list = text_new(arena);
    for (size_t i = 0; i < count; i++) {
        text_add_c(&list, "file://");
        for (const char *p = paths[i]; *p; p++)
            if (strchr("/-_.~", *p) || (*p >= '0' && *p <= '9') || ((*p | 32) >= 'a' && (*p | 32) <= 'z'))
                text_add_char(&list, *p);
            else
                text_addf(&list, "%%%02X", (unsigned char)*p);
        text_add_c(&list, "\r\n");
    }
    return text_str(&list);
}

/* The target asks for the data: it gets it where it wants it, or a refusal when it wants another type. */
static void answer_request(Hand *hand, const XSelectionRequestEvent *request) {
    bool known = request->target == atom(hand, "text/uri-list");
    if (known)
        XChangeProperty(hand->display, request->requestor, request->property, request->target, 8, PropModeReplace,
                        (const unsigned char *)hand->uris.data, (int)hand->uris.len);
    XEvent answer = {.xselection = {.type = SelectionNotify,
                                    .requestor = request->requestor,
                                    .selection = request->selection,
                                    .target = request->target,
                                    .property = known ? request->property : None,
                                    .time = request->time}};
    XSendEvent(hand->display, request->requestor, False, NoEventMask, &answer);
    XFlush(hand->display);
}

/* Serves requests until the target sends a message of this type. False after five seconds of silence. */
static bool wait_message(Hand *hand, const char *type, XClientMessageEvent *message) {
    for (double end = clock_now() + 5; clock_now() < end; usleep(2000))
        while (XPending(hand->display)) {
            XEvent event;
            XNextEvent(hand->display, &event);
            if (event.type == SelectionRequest)
                answer_request(hand, &event.xselectionrequest);
            if (event.type == ClientMessage && event.xclient.message_type == atom(hand, type)) {
                *message = event.xclient;
                return true;
            }
        }
    return false;
}

bool hand_drop(Hand *hand, int x, int y, const char *const *paths, size_t count) {
    XClientMessageEvent reply;
    long source = (long)hand->source, version = 5L << 24, place = (long)(hand->x + x) << 16 | (hand->y + y);
    hand->uris = uri_list(hand->arena, paths, count);
    hand_move(hand, x, y);
    XSetSelectionOwner(hand->display, atom(hand, "XdndSelection"), hand->source, CurrentTime);
    send_message(hand, "XdndEnter", (long[5]){source, version, (long)atom(hand, "text/uri-list")});
    send_message(hand, "XdndPosition", (long[5]){source, 0, place, CurrentTime, (long)atom(hand, "XdndActionCopy")});
    if (!wait_message(hand, "XdndStatus", &reply) || !(reply.data.l[1] & 1))
        return false;
    send_message(hand, "XdndDrop", (long[5]){source, 0, CurrentTime});
    return wait_message(hand, "XdndFinished", &reply);
}

/* ---- picture ---- */
uint32_t *hand_picture(Hand *hand, Arena *arena, int *width, int *height) {
    XWindowAttributes attributes;
    XGetWindowAttributes(hand->display, hand->target, &attributes);
    *width = attributes.width;
    *height = attributes.height;
    XImage *image =
        XGetImage(hand->display, hand->target, 0, 0, (unsigned)*width, (unsigned)*height, AllPlanes, ZPixmap);
    ck_assert_msg(image != NULL, "cannot read the window");
    uint32_t *pixels = arena_many(arena, uint32_t, (size_t)*width * (size_t)*height);
    for (int row = 0; row < *height; row++)
        for (int column = 0; column < *width; column++)
            pixels[row * *width + column] = (uint32_t)XGetPixel(image, column, row) & 0xFFFFFF;
    XDestroyImage(image);
    return pixels;
}
