/* Whole-pixel rectangles. Sides far apart are summed in 64 bits, so that no layout can overflow. */
#include "draw/geom.h"

#include <limits.h>
#include <stdint.h>

static int clamp(int64_t v, int least, int most) {
    return v < least ? least : v > most ? most : (int)v;
}

Rect rect_meet(Rect a, Rect b) {
    int x = a.x > b.x ? a.x : b.x, y = a.y > b.y ? a.y : b.y;
    int64_t a_right = (int64_t)a.x + a.w, b_right = (int64_t)b.x + b.w;
    int64_t a_bottom = (int64_t)a.y + a.h, b_bottom = (int64_t)b.y + b.h;
    int64_t right = a_right < b_right ? a_right : b_right, bottom = a_bottom < b_bottom ? a_bottom : b_bottom;
    return (Rect){x, y, clamp(right - x, 0, INT_MAX), clamp(bottom - y, 0, INT_MAX)};
}

Rect rect_inset(Rect r, int dx, int dy) {
    return (Rect){r.x + dx, r.y + dy, clamp((int64_t)r.w - 2 * (int64_t)dx, 0, INT_MAX),
                  clamp((int64_t)r.h - 2 * (int64_t)dy, 0, INT_MAX)};
}

Rect rect_centred(Rect r, int w, int h) {
    return (Rect){r.x + (r.w - w) / 2, r.y + (r.h - h) / 2, w, h};
}

Rect rect_cut_top(Rect *r, int n) {
    int taken = clamp(n, 0, r->h > 0 ? r->h : 0);
    Rect cut = {r->x, r->y, r->w, taken};
    r->y += taken, r->h -= taken;
    return cut;
}

Rect rect_cut_bottom(Rect *r, int n) {
    int taken = clamp(n, 0, r->h > 0 ? r->h : 0);
    r->h -= taken;
    return (Rect){r->x, r->y + r->h, r->w, taken};
}

Rect rect_cut_left(Rect *r, int n) {
    int taken = clamp(n, 0, r->w > 0 ? r->w : 0);
    Rect cut = {r->x, r->y, taken, r->h};
    r->x += taken, r->w -= taken;
    return cut;
}

Rect rect_cut_right(Rect *r, int n) {
    int taken = clamp(n, 0, r->w > 0 ? r->w : 0);
    r->w -= taken;
    return (Rect){r->x + r->w, r->y, taken, r->h};
}
