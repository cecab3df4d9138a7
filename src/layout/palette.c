/* A hue is a hash of the key, never an order of appearance, so that a name keeps its colour from file to file. Hues come from
 * a short list that the eye tells apart; the hash also moves saturation and lightness a little. */
#include "layout/palette.h"

#include "layout/label.h"

#include <math.h>
#include <string.h>

static const char *const rule_words[COLOR_RULES] = {"module", "name", "ramp", "self"};

const char *color_rule_word(ColorRule rule) {
    return rule_words[rule];
}

bool color_rule_parse(Str word, ColorRule *rule) {
    for (int i = 0; i < COLOR_RULES; i++) {
        if (!str_is(word, rule_words[i]))
            continue;
        *rule = (ColorRule)i;
        return true;
    }
    return false;
}

/* ---- what a frame belongs to ---- */

/* Packages by a mark in the path: what follows it, less `skip` parts, `take` parts long (one more after an @scope). */
static const struct {
    const char *mark;
    int skip, take;
} packages[] = {
    {"node_modules/", 0, 1}, {"site-packages/", 0, 1},      {"dist-packages/", 0, 1},
    {"/gems/", 0, 1},        {"/pkg/mod/", 0, 3},           {"registry/src/", 1, 1},
    {"/rustc/", 1, 2},       {"node:internal/", 0, 1},      {"node:", 0, 1},
    {"/node/lib/", 0, 1},    {"chrome-extension://", 0, 1},
};

/* Code that the user did not write, by a mark in its path or module. */
static const char *const libraries[] = {
    "node_modules/",
    "node:",
    "site-packages/",
    "dist-packages/",
    "/gems/",
    "/pkg/mod/",
    "registry/src/",
    "/rustc/",
    "/usr/lib",
    "/usr/local/lib",
    "/usr/share/",
    "/usr/include/",
    "/lib/x86_64-linux-gnu",
    "/lib64/",
    "/usr/local/go/",
    "/vendor/",
    "java.base",
    "chrome-extension://",
    "webpack/runtime",
    "internal/",
    "/System/Library/",
    "C:\\Windows\\",
    ".dll",
    "libc.so",
    "libpthread",
    "ld-linux",
};

/* The system below: no hue at all. */
static const char *const systems[] = {"[kernel",   "vmlinux",         "[vdso]", "[vsyscall]",
                                      "[unknown]", "kernel.kallsyms", ".ko.xz"};

static bool has_any(Str s, const char *const *marks, size_t count) {
    for (size_t i = 0; i < count && s.len; i++)
        if (str_find(s, str_from(marks[i]), 0) != SIZE_MAX)
            return true;
    return false;
}

static size_t last_mark(Str s, Str mark) {
    size_t found = SIZE_MAX;
    for (size_t at = str_find(s, mark, 0); at != SIZE_MAX; at = str_find(s, mark, at + 1))
        found = at;
    return found;
}

/* Index behind the next part of a path. */
static size_t skip_part(Str path, size_t at) {
    while (at < path.len && path.data[at] != '/')
        at++;
    return at < path.len ? at + 1 : at;
}

static Str package_of(Str path) {
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        Str mark = str_from(packages[i].mark);
        size_t at = last_mark(path, mark), from = at + mark.len;
        if (at == SIZE_MAX)
            continue;
        for (int n = 0; n < packages[i].skip; n++)
            from = skip_part(path, from);
        size_t to = from, parts = packages[i].take + (from < path.len && path.data[from] == '@');
        for (size_t n = 0; n < parts; n++)
            to = skip_part(path, to);
        return str_slice(path, at, to);
    }
    return STR("");
}

/* The last directory and the file: the same on every machine. */
static Str file_of(Str path) {
    size_t parts = 0;
    for (size_t i = path.len; i-- > 0;)
        if ((path.data[i] == '/' || path.data[i] == '\\') && ++parts == 2)
            return str_slice(path, i + 1, path.len);
    return path;
}

/* An address that nobody could name. */
static bool is_address(Str name) {
    if (!str_starts(name, "0x"))
        return false;
    for (size_t i = 2; i < name.len; i++)
        if (!strchr("0123456789abcdefABCDEF", name.data[i]))
            return false;
    return true;
}

Str palette_key(const Frames *frames, FrameId frame) {
    Str module = frame_module(frames, frame), file = frame_file(frames, frame), name = frame_name(frames, frame);
    if (file.len) {
        Str package = package_of(file);
        return package.len ? package : file_of(file);
    }
    Str space = label_namespace(name, 2);
    if (space.len || module.len)
        return space.len ? space : module;
    return is_address(name) ? STR("0x") : name;
}

/* ---- colours ---- */

typedef enum Look { LOOK_OWN, LOOK_LIBRARY, LOOK_NATIVE, LOOK_SYSTEM } Look;

static const struct {
    double saturation, more_saturation, lightness, more_lightness;
} looks[] = {
    [LOOK_OWN] = {0.48, 0.10, 0.66, 0.06},
    [LOOK_LIBRARY] = {0.34, 0.08, 0.66, 0.06},
    [LOOK_NATIVE] = {0.14, 0.04, 0.64, 0.06},
    [LOOK_SYSTEM] = {0.06, 0, 0.60, 0.04},
};

static const uint16_t hues[] = {8,   20,  32,  45,  54,  88,  118, 142, 156, 172,
                                186, 200, 214, 230, 248, 263, 282, 302, 322, 340};

enum { SYSTEM_HUE = 218 };

/* FNV-1a, mixed once more: the same on every machine. */
static uint32_t stable_hash(Str s) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)s.data[i]) * 16777619u;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    return h ^ h >> 13;
}

static Color paint(Str key, Look look, bool light) {
    uint32_t h = stable_hash(key);
    double a = (h >> 8 & 0xff) / 255.0, b = (h >> 16 & 0xff) / 255.0;
    double saturation = looks[look].saturation + a * looks[look].more_saturation;
    double lightness = looks[look].lightness + b * looks[look].more_lightness + (light ? 0.08 : 0);
    double hue = look == LOOK_SYSTEM ? SYSTEM_HUE : hues[h % (sizeof hues / sizeof *hues)];
    return color_hsl(hue, saturation, lightness);
}

static Look look_of_place(const Frames *frames, FrameId frame) {
    Str file = frame_file(frames, frame), module = frame_module(frames, frame);
    enum { SYSTEMS = sizeof systems / sizeof *systems, LIBRARIES = sizeof libraries / sizeof *libraries };
    if (has_any(file, systems, SYSTEMS) || has_any(module, systems, SYSTEMS))
        return LOOK_SYSTEM;
    return has_any(file, libraries, LIBRARIES) || has_any(module, libraries, LIBRARIES) ? LOOK_LIBRARY : LOOK_OWN;
}

/* By kind and name; LOOK_OWN: its place must tell. */
static Look look_of_name(const Frames *frames, FrameId frame) {
    Str name = frame_name(frames, frame);
    switch (frames->list[frame].kind) {
    case FRAME_CODE:
        return is_address(name) ? LOOK_NATIVE : str_is(name, "(root)") ? LOOK_SYSTEM : LOOK_OWN;
    case FRAME_NATIVE:
        return str_is(name, "(root)") ? LOOK_SYSTEM : LOOK_NATIVE;
    case FRAME_PROGRAM:
    case FRAME_GC:
    case FRAME_IDLE:
    case FRAME_ROOT:
    case FRAME_UNKNOWN:
        break;
    }
    return LOOK_SYSTEM;
}

/* The place of the frame seen last with a file, or a module: most frames share one, and paths are long to search. */
typedef struct Known {
    uint32_t frame; /* + 1 */
    Look look;
    Color color; /* of a frame with a file and LOOK_OWN by its name */
} Known;

static bool is_like(const Frame *a, const Frame *b) {
    return a->file == b->file && a->module == b->module && (a->file || a->module);
}

static const Known *know_place(Known *known, const Frames *frames, FrameId f, bool light) {
    const Frame *frame = &frames->list[f];
    Known *k = &known[frame->file ? frame->file : frame->module];
    if (k->frame && is_like(frame, &frames->list[k->frame - 1]))
        return k;
    k->frame = f + 1;
    k->look = look_of_place(frames, f);
    k->color = paint(palette_key(frames, f), k->look, light);
    return k;
}

Color palette_frame(const Frames *frames, FrameId frame, ColorRule rule, bool light) {
    Look look = look_of_name(frames, frame);
    if (look == LOOK_OWN)
        look = look_of_place(frames, frame);
    return paint(rule == COLOR_NAME ? frame_name(frames, frame) : palette_key(frames, frame), look, light);
}

Color *palette_table(Arena *arena, const Frames *frames, ColorRule rule, bool light) {
    Color *table = arena_many(arena, Color, frames->count);
    Arena *scratch = arena_new();
    Known *known = arena_many(scratch, Known, intern_count(frames->strings)); /* by file, else by module */
    for (FrameId f = 0; f < frames->count; f++) {
        Look look = look_of_name(frames, f);
        const Known *place = look == LOOK_OWN ? know_place(known, frames, f, light) : NULL;
        look = place ? place->look : look;
        if (rule == COLOR_NAME)
            table[f] = paint(frame_name(frames, f), look, light);
        else
            table[f] = place && frames->list[f].file ? place->color : paint(palette_key(frames, f), look, light);
    }
    arena_free(scratch);
    return table;
}

static const uint32_t ramp[25] = {
    0x37afa9, 0x4bb0a5, 0x5ab0a1, 0x67b19d, 0x72b299, 0x7cb295, 0x86b390, 0x8fb48c, 0x97b488,
    0x9fb584, 0xa6b680, 0xaeb67b, 0xb5b777, 0xbcb772, 0xc2b86e, 0xc9b869, 0xcfb965, 0xd5b960,
    0xdbba5b, 0xe1ba56, 0xe7bb50, 0xedbb4b, 0xf3bb45, 0xf8bc3f, 0xfebc38,
};

Color palette_ramp(double ratio) {
    double at = floor(ratio * 24 + 0.5);
    return color_rgb(ramp[at >= 24 ? 24 : at > 0 ? (int)at : 0]);
}

/* Cold grey over amber to red; shares are small, so the scale is a root. */
static Color heat(double share, bool light) {
    double t = pow(fmax(0, fmin(1, share)), 0.4);
    Color cold = light ? color_rgb(0xd3d8e0) : color_rgb(0x9aa2b1), warm = color_rgb(0xfebc38),
          hot = color_rgb(0xf0705c);
    return t < 0.5 ? color_mix(cold, warm, t * 2) : color_mix(warm, hot, t * 2 - 1);
}

Color palette_node(const Document *document, const Tree *tree, uint32_t node, ColorRule rule, const Color *table,
                   bool light) {
    Color own;
    StrId fill = tree->style && tree->style->fill ? tree->style->fill[node] : 0;
    if (fill && color_parse(intern_str(document->frames.strings, fill), &own))
        return own;
    if (rule == COLOR_RAMP)
        return palette_ramp(tree->sum > 0 ? tree->total[node] / tree->sum : 0);
    if (rule == COLOR_SELF)
        return heat(tree->sum > 0 ? tree->self[node] / tree->sum : 0, light);
    return table[tree->frame[node]];
}

Color palette_text_on(Color fill) {
    Color dark = color_rgb(0x15171c), white = color_rgb(0xffffff);
    return color_contrast(fill, dark) >= color_contrast(fill, white) ? dark : white;
}
