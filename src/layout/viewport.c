/* Motion runs along the width on a geometric scale, and the edge follows the width, so that a zoom keeps its fixed point and
 * goes at one speed however far it goes. */
#include "layout/viewport.h"

#include <math.h>

static double width_of(Span span) {
    return span.to - span.from;
}

/* Of this width, beginning at from or as near to it as `all` allows. */
static Span place(const Viewport *v, double from, double width) {
    double all = width_of(v->all);
    if (!(width < all))
        return v->all;
    from = fmax(v->all.from, fmin(from, v->all.to - width));
    return (Span){from, from + width};
}

static double allowed_width(const Viewport *v, double width) {
    return width > v->least ? width : v->least;
}

Viewport viewport_new(Span all, double least) {
    if (!(all.to > all.from))
        all.to = all.from + (least > 0 ? least : 1);
    return (Viewport){.all = all, .shown = all, .aim = all, .left_from = all, .least = least};
}

static void start(Viewport *v, Span aim, double now, double seconds) {
    viewport_step(v, now);
    v->left_from = v->shown;
    v->aim = aim;
    v->since = now;
    v->lasts = seconds > 0 ? seconds : 0;
    viewport_step(v, now);
}

void viewport_aim(Viewport *v, Span span, double now, double seconds) {
    double asked = span.to > span.from ? width_of(span) : 0, width = allowed_width(v, asked);
    start(v, place(v, span.from - (width - asked) / 2, width), now, seconds);
}

static double ease(double t) {
    return t < 0.5 ? 4 * t * t * t : 1 - pow(2 - 2 * t, 3) / 2;
}

static Span between(Span a, Span b, double t) {
    double wa = width_of(a), wb = width_of(b), width = wa * pow(wb / wa, t);
    double share = fabs(wa - wb) < 1e-6 * wa ? t : (wa - width) / (wa - wb);
    double from = a.from + (b.from - a.from) * share;
    return (Span){from, from + width};
}

bool viewport_step(Viewport *v, double now) {
    double t = v->lasts > 0 ? (now - v->since) / v->lasts : 1;
    if (t >= 1) {
        v->shown = v->aim;
        v->lasts = 0;
        return false;
    }
    v->shown = between(v->left_from, v->aim, ease(fmax(0, t)));
    return true;
}

void viewport_zoom(Viewport *v, double ratio, double factor, double now, double seconds) {
    double before = width_of(v->aim), at = v->aim.from + ratio * before;
    double width = allowed_width(v, factor > 0 ? before / factor : before);
    start(v, place(v, at - ratio * width, width), now, seconds);
}

void viewport_pan(Viewport *v, double share, double now, double seconds) {
    double width = width_of(v->aim);
    start(v, place(v, v->aim.from + share * width, width), now, seconds);
}

double viewport_scale(const Viewport *v, int width) {
    return width / width_of(v->shown);
}

double viewport_at(const Viewport *v, int width, double pixel) {
    return width > 0 ? v->shown.from + pixel / width * width_of(v->shown) : v->shown.from;
}
