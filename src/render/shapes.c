/* Icons as tables of numbers, corners and rings as two arcs, and one rasteriser for them all. It adds up, pixel by
 * pixel, how much of it lies right of each edge (signed by direction): running sums of a row are then exact coverage. */
#include "render/shapes.h"

#include <math.h>

#define GRID 16.0        /* icons are drawn in a square of 16 */
#define ARC  0.552284749 /* control points of a quarter circle, for a radius of 1 */

/* M, L and C as in SVG (absolute), Z closes; O: circle x, y, radius (negative: a hole); S: bar from x, y to x, y, width */
enum { M = 1, L, C, Z, O, S, END };

/* clang-format off: a verb with its numbers is one word */
static const double flame[] = {M,    8,   .5,  C,    11.2, 2.4,  13.2, 5.4,  13.2, 8.9, C,   13.2, 12.6, 10.9, 15.5, 8,
                               15.5, C,   5.1, 15.5, 2.8,  13.2, 2.8,  10.4, C,    2.8, 8.2, 4,    6.4,  5.85, 5.9,  C,
                               5.8,  6.9, 6,   7.5,  6.5,  7.5,  C,    7.3,  7.5,  8.2, 5.6, 8,    .5,   Z,    END};
static const double search[] = {O, 6.8, 6.8, 4.7, O, 6.8, 6.8, -3.4, S, 9.7, 9.7, 13.8, 13.8, 1.5, END};
static const double theme[] = {O, 8,    8, 5.6, O, 8, 8,   -4.4, M, 8, 13, C, 5.2, 13,
                               3, 10.8, 3, 8,   C, 3, 5.2, 5.2,  3, 8, 3,  Z, END};
static const double help[] = {M,   5,    5.9, C,    5,    4,    6.3,  2.8, 8,   2.8, C,    9.7,  2.8, 11,  4,
                              11,  5.6,  C,   11,   7.1,  10.1, 7.8,  9.4, 8.4, C,   8.85, 8.85, 8.7, 9.1, 8.7,
                              9.6, L,    8.7, 10.3, L,    7.3,  10.3, L,   7.3, 9.5, C,    7.3,  8.5, 7.8, 8,
                              8.4, 7.45, C,   9.1,  6.85, 9.6,  6.4,  9.6, 5.6, C,   9.6,  4.7,  8.9, 4.1, 8,
                              4.1, C,    7.1, 4.1,  6.4,  4.8,  6.4,  5.9, Z,   O,   8,    12.5, .95, END};
static const double close_x[] = {S, 4.4, 4.4, 11.6, 11.6, 1.2, S, 11.6, 4.4, 4.4, 11.6, 1.2, END};
static const double plus[] = {S, 3.5, 8, 12.5, 8, 1.2, S, 8, 3.5, 8, 12.5, 1.2, END};
static const double point_down[] = {M, 3.5, 5, L, 12.5, 5, L, 8, 11, Z, END};
static const double point_right[] = {M, 5, 3.5, L, 11, 8, L, 5, 12.5, Z, END};
static const double point_up[] = {M, 8, 5, L, 12.5, 11, L, 3.5, 11, Z, END};
static const double warn[] = {M,    8,    1.5,  C,   8.5,  1.5, 8.8, 1.8,  9, 2.1, L,    15,   12.7, C,   15.5,
                              13.6, 14.9, 14.5, 14,  14.5, L,   2,   14.5, C, 1.1, 14.5, .5,   13.6, 1,   12.7,
                              L,    7,    2.1,  C,   7.2,  1.8, 7.5, 1.5,  8, 1.5, Z,    M,    7.2,  5.8, L,
                              7.2,  10.2, L,    8.8, 10.2, L,   8.8, 5.8,  Z, O,   8,    12.1, -1,   END};
static const double check[] = {M,    2.5, 8.7, L,    3.7, 7.5, L,   6.6,  10.4, L,
                               12.4, 4.1, L,   13.6, 5.3, L,   6.6, 12.8, Z,    END};
/* clang-format on */

/* What is moved onto whole pixels, so that level and upright edges are sharp at every size. */
typedef enum Fit { FIT_NOTHING, FIT_X, FIT_Y, FIT_BARS } Fit;

static const struct {
    const double *table;
    Fit fit;
} icons[ICON_COUNT] = {
    [ICON_FLAME] = {flame, FIT_NOTHING}, [ICON_SEARCH] = {search, FIT_NOTHING}, [ICON_THEME] = {theme, FIT_NOTHING},
    [ICON_HELP] = {help, FIT_NOTHING},   [ICON_CLOSE] = {close_x, FIT_NOTHING}, [ICON_PLUS] = {plus, FIT_BARS},
    [ICON_DOWN] = {point_down, FIT_Y},   [ICON_RIGHT] = {point_right, FIT_X},   [ICON_UP] = {point_up, FIT_Y},
    [ICON_WARN] = {warn, FIT_NOTHING},   [ICON_CHECK] = {check, FIT_NOTHING},
};

static void add_point(Arena *arena, Path *path, PathVerb verb, double x, double y) {
    array_push(arena, path, (PathStep){.verb = verb, .x = {x}, .y = {y}});
}

static void add_curve(Arena *arena, Path *path, const double xy[6]) {
    array_push(arena, path, (PathStep){.verb = PATH_CURVE, .x = {xy[0], xy[2], xy[4]}, .y = {xy[1], xy[3], xy[5]}});
}

static void add_close(Arena *arena, Path *path) {
    array_push(arena, path, (PathStep){.verb = PATH_CLOSE});
}

/* r < 0 runs against the clock. */
static void add_circle(Arena *arena, Path *path, double cx, double cy, double r) {
    static const double quarters[4][6] = {
        {1, ARC, ARC, 1, 0, 1}, {-ARC, 1, -1, ARC, -1, 0}, {-1, -ARC, -ARC, -1, 0, -1}, {ARC, -1, 1, -ARC, 1, 0}};
    add_point(arena, path, PATH_MOVE, cx + fabs(r), cy);
    for (size_t i = 0; i < 4; i++) {
        double xy[6];
        for (size_t k = 0; k < 6; k++)
            xy[k] = k & 1 ? cy + r * quarters[i][k] : cx + fabs(r) * quarters[i][k];
        add_curve(arena, path, xy);
    }
    add_close(arena, path);
}

static void add_bar(Arena *arena, Path *path, const double v[5]) {
    double dx = v[2] - v[0], dy = v[3] - v[1], half = v[4] / 2 / hypot(dx, dy);
    double nx = dy * half, ny = -dx * half;
    add_point(arena, path, PATH_MOVE, v[0] + nx, v[1] + ny);
    add_point(arena, path, PATH_LINE, v[2] + nx, v[3] + ny);
    add_point(arena, path, PATH_LINE, v[2] - nx, v[3] - ny);
    add_point(arena, path, PATH_LINE, v[0] - nx, v[1] - ny);
    add_close(arena, path);
}

/* An upright or level bar of whole pixels, at least one thick, as long on either side of its middle. */
static void fit_bar(double v[5]) {
    double thick = fmax(1, round(v[4]));
    for (size_t k = 0; k < 2; k++) {
        double middle = (v[k] + v[k + 2]) / 2, edge = round(middle - thick / 2);
        double arm = v[k] == v[k + 2] ? -thick / 2 : fmax(0, round((fabs(v[k + 2] - v[k]) - thick) / 2));
        v[k] = edge - arm, v[k + 2] = edge + thick + arm;
    }
    v[4] = thick;
}

static void add_step(Arena *arena, Path *path, int verb, const double *v) {
    if (verb == M || verb == L)
        add_point(arena, path, verb == M ? PATH_MOVE : PATH_LINE, v[0], v[1]);
    else if (verb == C)
        add_curve(arena, path, v);
    else if (verb == Z)
        add_close(arena, path);
    else if (verb == O)
        add_circle(arena, path, v[0], v[1], v[2]);
    else
        add_bar(arena, path, v);
}

Path shapes_icon(Arena *arena, Icon icon, double size, bool fitted) {
    static const size_t lengths[] = {[M] = 2, [L] = 2, [C] = 6, [Z] = 0, [O] = 3, [S] = 5};
    Fit fit = fitted ? icons[icon].fit : FIT_NOTHING;
    Path path = {0};
    const double *v = icons[icon].table;
    for (int verb; (verb = (int)*v++) != END; v += lengths[verb]) {
        double scaled[6] = {0};
        for (size_t k = 0; k < lengths[verb]; k++) {
            bool whole = (fit == FIT_X && !(k & 1)) || (fit == FIT_Y && (k & 1));
            scaled[k] = whole ? round(v[k] * size / GRID) : v[k] * size / GRID;
        }
        if (verb == S && fit == FIT_BARS)
            fit_bar(scaled);
        add_step(arena, &path, verb, scaled);
    }
    return path;
}

/* Turns the path of a top left corner in a square of side n into that of another. */
static Path turned(Path path, int which, double n) {
    for (size_t i = 0; i < path.count; i++)
        for (size_t k = 0; k < 3; k++) {
            double x = path.data[i].x[k], y = path.data[i].y[k];
            const double xs[] = {x, n - y, n - x, y}, ys[] = {y, x, n - y, n - x};
            path.data[i].x[k] = xs[which & 3];
            path.data[i].y[k] = ys[which & 3];
        }
    return path;
}

Path shapes_corner(Arena *arena, int radius, int which) {
    double r = radius, c = r * (1 - ARC);
    Path path = {0};
    add_point(arena, &path, PATH_MOVE, r, r);
    add_point(arena, &path, PATH_LINE, 0, r);
    add_curve(arena, &path, (const double[]){0, c, c, 0, r, 0});
    add_close(arena, &path);
    return turned(path, which, r);
}

Path shapes_ring(Arena *arena, int radius, int thickness, int which) {
    if (thickness >= radius)
        return shapes_corner(arena, radius, which);
    double r = radius, c = r * (1 - ARC), t = thickness, d = t + (r - t) * (1 - ARC);
    Path path = {0};
    add_point(arena, &path, PATH_MOVE, 0, r);
    add_curve(arena, &path, (const double[]){0, c, c, 0, r, 0});
    add_point(arena, &path, PATH_LINE, r, t);
    add_curve(arena, &path, (const double[]){d, t, t, d, t, r});
    add_close(arena, &path);
    return turned(path, which, r);
}

Path shapes_unknown(Arena *arena, int size) {
    double left = round(size * 0.08), right = round(size * 0.52), top = round(size * 0.27), bottom = size;
    double line = size > 20 ? round(size / 16.0) : 1;
    const double box[2][4] = {{left, right, top, bottom}, {right - line, left + line, top + line, bottom - line}};
    Path path = {0};
    for (size_t i = 0; i < 2; i++) {
        add_point(arena, &path, PATH_MOVE, box[i][0], box[i][2]);
        add_point(arena, &path, PATH_LINE, box[i][1], box[i][2]);
        add_point(arena, &path, PATH_LINE, box[i][1], box[i][3]);
        add_point(arena, &path, PATH_LINE, box[i][0], box[i][3]);
        add_close(arena, &path);
    }
    return path;
}

typedef struct Sums {
    int w, h;
    float *cells; /* w + 2 in a row */
} Sums;

/* The mean of max(t - x, 0) over x from left to right. */
static double ramp(double t, double left, double right) {
    if (t <= left)
        return 0;
    return t >= right ? t - (left + right) / 2 : (t - left) * (t - left) / (2 * (right - left));
}

/* An edge from x0 to x1 that takes dy of the row's height (signed by direction) covers what lies right of it. */
static void add_row(float *row, double x0, double x1, double dy) {
    double left = x0 < x1 ? x0 : x1, right = x0 < x1 ? x1 : x0, before = 0;
    int last = (int)ceil(right);
    for (int x = (int)floor(left); x <= last; x++) {
        double covered = ramp(x + 1, left, right) - ramp(x, left, right);
        row[x] += (float)(dy * (covered - before));
        before = covered;
    }
}

static void add_edge(Sums *sums, double x0, double y0, double x1, double y1) {
    double sign = y0 < y1 ? -1 : 1, top = fmin(y0, y1), bottom = fmax(y0, y1), slope = (x1 - x0) / (y1 - y0);
    for (int y = (int)floor(top); y < bottom; y++) {
        double from = fmax(top, y), to = fmin(bottom, y + 1);
        add_row(sums->cells + (size_t)y * (size_t)(sums->w + 2), x0 + (from - y0) * slope, x0 + (to - y0) * slope,
                sign * (to - from));
    }
}

static double inside(double v, double most) {
    return v < 0 ? 0 : v > most ? most : v;
}

/* The pen of the rasteriser: where it is and where its contour began. */
typedef struct Pen {
    double x, y, start_x, start_y;
} Pen;

static void pen_to(Sums *sums, Pen *pen, double x, double y) {
    double to_x = inside(x, sums->w), to_y = inside(y, sums->h);
    if (to_y != pen->y)
        add_edge(sums, pen->x, pen->y, to_x, to_y);
    pen->x = to_x, pen->y = to_y;
}

/* A cubic Bezier as chords; 16 stay within 1/100 pixel of an arc up to a radius of 60. */
static void pen_curve(Sums *sums, Pen *pen, const PathStep *step) {
    double x0 = pen->x, y0 = pen->y;
    int chords = 16 + (sums->w + sums->h) / 8;
    for (int i = 1; i <= chords; i++) {
        double t = (double)i / chords, u = 1 - t;
        double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
        pen_to(sums, pen, a * x0 + b * step->x[0] + c * step->x[1] + d * step->x[2],
               a * y0 + b * step->y[0] + c * step->y[1] + d * step->y[2]);
    }
}

static void trace(Sums *sums, Path path) {
    Pen pen = {0};
    for (size_t i = 0; i < path.count; i++) {
        const PathStep *step = &path.data[i];
        if (step->verb == PATH_MOVE) {
            pen.x = pen.start_x = inside(step->x[0], sums->w);
            pen.y = pen.start_y = inside(step->y[0], sums->h);
        } else if (step->verb == PATH_LINE)
            pen_to(sums, &pen, step->x[0], step->y[0]);
        else if (step->verb == PATH_CURVE)
            pen_curve(sums, &pen, step);
        else
            pen_to(sums, &pen, pen.start_x, pen.start_y);
    }
}

Coverage shapes_fill(Arena *arena, Path path, int w, int h) {
    Sums sums = {w, h, arena_many(arena, float, (size_t)(w + 2) * (size_t)h)};
    trace(&sums, path);
    uint8_t *bytes = arena_alloc_array(arena, (size_t)w * (size_t)h, 1);
    Coverage out = {.w = w, .h = h, .data = bytes};
    for (int y = 0; y < h; y++) {
        const float *row = sums.cells + (size_t)y * (size_t)(w + 2);
        double sum = 0;
        for (int x = 0; x < w; x++) {
            sum += row[x];
            *bytes++ = (uint8_t)(inside(fabs(sum), 1) * 255 + 0.5);
        }
    }
    return out;
}
