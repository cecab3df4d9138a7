/* Whole-pixel rectangles, and cutting a layout out of one. Device pixels: the caller has scaled already. Pure. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct Rect {
    int x, y, w, h; /* covers x .. x+w-1; w or h <= 0 is empty */
} Rect;

static inline bool rect_has(Rect r, int x, int y) {
    return x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h;
}
static inline bool rect_is_empty(Rect r) {
    return r.w <= 0 || r.h <= 0;
}
/* r lies wholly in outer. */
static inline bool rect_is_within(Rect r, Rect outer) {
    return r.x >= outer.x && r.y >= outer.y && (int64_t)r.x + r.w <= (int64_t)outer.x + outer.w &&
           (int64_t)r.y + r.h <= (int64_t)outer.y + outer.h;
}
/* What both cover; empty when they do not meet. */
Rect rect_meet(Rect a, Rect b);
/* r without a border of dx left and right, dy above and below. */
Rect rect_inset(Rect r, int dx, int dy);
/* A rectangle of w by h centred in r (may be larger than r). */
Rect rect_centred(Rect r, int w, int h);
/* Cuts a strip of n pixels off *r (at most what is there) and returns it. */
Rect rect_cut_top(Rect *r, int n);
Rect rect_cut_bottom(Rect *r, int n);
Rect rect_cut_left(Rect *r, int n);
Rect rect_cut_right(Rect *r, int n);
