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

typedef enum Look { LOOK_OWN, LOOK_NATIVE, LOOK_LIBRARY, LOOK_SYSTEM } Look;

/* What a path or module tells where one of its parts begins so. LOOK_LIBRARY: code that the user did not write. LOOK_SYSTEM: what lies
 * below, without any hue. take: the package is the mark and so many parts (one more after an @scope), behind `skip` parts. */
static const struct Mark {
    const char *text;
    Look look;
    int skip, take;
} marks[] = {
    {"node_modules/", LOOK_LIBRARY, 0, 1},
    {"site-packages/", LOOK_LIBRARY, 0, 1},
    {"dist-packages/", LOOK_LIBRARY, 0, 1},
    {"gems/", LOOK_LIBRARY, 0, 1},
    {"pkg/mod/", LOOK_LIBRARY, 0, 3},
    {"registry/src/", LOOK_LIBRARY, 1, 1},
    {"rustc/", LOOK_LIBRARY, 1, 2},
    {"node:internal/", LOOK_LIBRARY, 0, 1},
    {"node:", LOOK_LIBRARY, 0, 1},
    {"node/lib/", LOOK_LIBRARY, 0, 1},
    {"chrome-extension://", LOOK_LIBRARY, 0, 1},
    {"usr/lib", LOOK_LIBRARY, 0, 0},
    {"usr/local/lib", LOOK_LIBRARY, 0, 0},
    {"usr/local/go/", LOOK_LIBRARY, 0, 0},
    {"usr/share/", LOOK_LIBRARY, 0, 0},
    {"usr/include/", LOOK_LIBRARY, 0, 0},
    {"lib/x86_64-linux-gnu", LOOK_LIBRARY, 0, 0},
    {"lib/aarch64-linux-gnu", LOOK_LIBRARY, 0, 0},
    {"lib64/", LOOK_LIBRARY, 0, 0},
    {"libc.so", LOOK_LIBRARY, 0, 0},
    {"libpthread", LOOK_LIBRARY, 0, 0},
    {"ld-linux", LOOK_LIBRARY, 0, 0},
    {"vendor/", LOOK_LIBRARY, 0, 0},
    {"internal/", LOOK_LIBRARY, 0, 0},
    {"java.base", LOOK_LIBRARY, 0, 0},
    {"webpack/runtime", LOOK_LIBRARY, 0, 0},
    {"System/Library/", LOOK_LIBRARY, 0, 0},
    {"Windows\\", LOOK_LIBRARY, 0, 0},
    {"[kernel", LOOK_SYSTEM, 0, 0}, /* [kernel.kallsyms], [kernel] */
    {"[guest.kernel", LOOK_SYSTEM, 0, 0},
    {"vmlinux", LOOK_SYSTEM, 0, 0},
    {"[vdso]", LOOK_SYSTEM, 0, 0},
    {"[vsyscall]", LOOK_SYSTEM, 0, 0},
    {"[unknown]", LOOK_SYSTEM, 0, 0},
    {"lib/modules/", LOOK_SYSTEM, 0, 0},
};

typedef struct Place {
    Look look;
    const struct Mark *package; /* the first of its kind in the table; NULL = none */
    size_t at;                  /* where its mark stands last */
} Place;

static bool begins_part(Str s, size_t at) {
    return at == 0 || s.data[at - 1] == '/' || s.data[at - 1] == '\\';
}

static bool stands_at(Str s, size_t at, const char *text) {
    while (*text && at < s.len && s.data[at] == *text)
        at++, text++;
    return *text == 0;
}

static void look_at(Place *place, Str s, size_t at) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (!stands_at(s, at, marks[i].text))
            continue;
        place->look = marks[i].look > place->look ? marks[i].look : place->look;
        if (marks[i].take && (!place->package || &marks[i] <= place->package)) {
            place->package = &marks[i];
            place->at = at;
        }
    }
}

static Place find_place(Str path) {
    Place place = {0};
    bool first[256] = {false}; /* few parts begin like a mark */
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        first[(unsigned char)marks[i].text[0]] = true;
    for (size_t at = 0; at < path.len; at++)
        if (first[(unsigned char)path.data[at]] && begins_part(path, at))
            look_at(&place, path, at);
    return place;
}

/* Index behind the next part of a path. */
static size_t skip_part(Str path, size_t at) {
    while (at < path.len && path.data[at] != '/')
        at++;
    return at < path.len ? at + 1 : at;
}

static Str package_of(Str path, Place place) {
    size_t to = place.at + strlen(place.package->text);
    for (int n = 0; n < place.package->skip; n++)
        to = skip_part(path, to);
    int parts = place.package->take + (to < path.len && path.data[to] == '@');
    for (int n = 0; n < parts; n++)
        to = skip_part(path, to);
    return str_slice(path, place.at, to);
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

static Str key_of_file(Str file, Place place) {
    return place.package ? package_of(file, place) : file_of(file);
}

Str palette_key(const Frames *frames, FrameId frame) {
    Str module = frame_module(frames, frame), file = frame_file(frames, frame), name = frame_name(frames, frame);
    if (file.len)
        return key_of_file(file, find_place(file));
    Str space = label_namespace(name, 2);
    if (space.len || module.len)
        return space.len ? space : module;
    return is_address(name) ? STR("0x") : name;
}

/* ---- colours ---- */

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

static Look look_of_place(const Frames *frames, FrameId frame, Place file) {
    Look module = find_place(frame_module(frames, frame)).look;
    return file.look > module ? file.look : module;
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
    Str file = frame_file(frames, f);
    Place place = find_place(file);
    k->look = look_of_place(frames, f, place);
    k->color = paint(key_of_file(file, place), k->look, light);
    return k;
}

Color palette_frame(const Frames *frames, FrameId frame, ColorRule rule, bool light) {
    Look look = look_of_name(frames, frame);
    if (look == LOOK_OWN)
        look = look_of_place(frames, frame, find_place(frame_file(frames, frame)));
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
