/* CSS Color 4: hexadecimal, rgb(), hsl() in their old and new spellings, and the named colours. */
#include "draw/color.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 32 }; /* no colour word or number is longer */

static const struct Named {
    const char *name;
    uint32_t rrggbb;
} named[] = {
    /* CSS Color 4, section 6.1; in order */
    {"aliceblue", 0xF0F8FF},
    {"antiquewhite", 0xFAEBD7},
    {"aqua", 0x00FFFF},
    {"aquamarine", 0x7FFFD4},
    {"azure", 0xF0FFFF},
    {"beige", 0xF5F5DC},
    {"bisque", 0xFFE4C4},
    {"black", 0x000000},
    {"blanchedalmond", 0xFFEBCD},
    {"blue", 0x0000FF},
    {"blueviolet", 0x8A2BE2},
    {"brown", 0xA52A2A},
    {"burlywood", 0xDEB887},
    {"cadetblue", 0x5F9EA0},
    {"chartreuse", 0x7FFF00},
    {"chocolate", 0xD2691E},
    {"coral", 0xFF7F50},
    {"cornflowerblue", 0x6495ED},
    {"cornsilk", 0xFFF8DC},
    {"crimson", 0xDC143C},
    {"cyan", 0x00FFFF},
    {"darkblue", 0x00008B},
    {"darkcyan", 0x008B8B},
    {"darkgoldenrod", 0xB8860B},
    {"darkgray", 0xA9A9A9},
    {"darkgreen", 0x006400},
    {"darkgrey", 0xA9A9A9},
    {"darkkhaki", 0xBDB76B},
    {"darkmagenta", 0x8B008B},
    {"darkolivegreen", 0x556B2F},
    {"darkorange", 0xFF8C00},
    {"darkorchid", 0x9932CC},
    {"darkred", 0x8B0000},
    {"darksalmon", 0xE9967A},
    {"darkseagreen", 0x8FBC8F},
    {"darkslateblue", 0x483D8B},
    {"darkslategray", 0x2F4F4F},
    {"darkslategrey", 0x2F4F4F},
    {"darkturquoise", 0x00CED1},
    {"darkviolet", 0x9400D3},
    {"deeppink", 0xFF1493},
    {"deepskyblue", 0x00BFFF},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1E90FF},
    {"firebrick", 0xB22222},
    {"floralwhite", 0xFFFAF0},
    {"forestgreen", 0x228B22},
    {"fuchsia", 0xFF00FF},
    {"gainsboro", 0xDCDCDC},
    {"ghostwhite", 0xF8F8FF},
    {"gold", 0xFFD700},
    {"goldenrod", 0xDAA520},
    {"gray", 0x808080},
    {"green", 0x008000},
    {"greenyellow", 0xADFF2F},
    {"grey", 0x808080},
    {"honeydew", 0xF0FFF0},
    {"hotpink", 0xFF69B4},
    {"indianred", 0xCD5C5C},
    {"indigo", 0x4B0082},
    {"ivory", 0xFFFFF0},
    {"khaki", 0xF0E68C},
    {"lavender", 0xE6E6FA},
    {"lavenderblush", 0xFFF0F5},
    {"lawngreen", 0x7CFC00},
    {"lemonchiffon", 0xFFFACD},
    {"lightblue", 0xADD8E6},
    {"lightcoral", 0xF08080},
    {"lightcyan", 0xE0FFFF},
    {"lightgoldenrodyellow", 0xFAFAD2},
    {"lightgray", 0xD3D3D3},
    {"lightgreen", 0x90EE90},
    {"lightgrey", 0xD3D3D3},
    {"lightpink", 0xFFB6C1},
    {"lightsalmon", 0xFFA07A},
    {"lightseagreen", 0x20B2AA},
    {"lightskyblue", 0x87CEFA},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xB0C4DE},
    {"lightyellow", 0xFFFFE0},
    {"lime", 0x00FF00},
    {"limegreen", 0x32CD32},
    {"linen", 0xFAF0E6},
    {"magenta", 0xFF00FF},
    {"maroon", 0x800000},
    {"mediumaquamarine", 0x66CDAA},
    {"mediumblue", 0x0000CD},
    {"mediumorchid", 0xBA55D3},
    {"mediumpurple", 0x9370DB},
    {"mediumseagreen", 0x3CB371},
    {"mediumslateblue", 0x7B68EE},
    {"mediumspringgreen", 0x00FA9A},
    {"mediumturquoise", 0x48D1CC},
    {"mediumvioletred", 0xC71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xF5FFFA},
    {"mistyrose", 0xFFE4E1},
    {"moccasin", 0xFFE4B5},
    {"navajowhite", 0xFFDEAD},
    {"navy", 0x000080},
    {"oldlace", 0xFDF5E6},
    {"olive", 0x808000},
    {"olivedrab", 0x6B8E23},
    {"orange", 0xFFA500},
    {"orangered", 0xFF4500},
    {"orchid", 0xDA70D6},
    {"palegoldenrod", 0xEEE8AA},
    {"palegreen", 0x98FB98},
    {"paleturquoise", 0xAFEEEE},
    {"palevioletred", 0xDB7093},
    {"papayawhip", 0xFFEFD5},
    {"peachpuff", 0xFFDAB9},
    {"peru", 0xCD853F},
    {"pink", 0xFFC0CB},
    {"plum", 0xDDA0DD},
    {"powderblue", 0xB0E0E6},
    {"purple", 0x800080},
    {"rebeccapurple", 0x663399},
    {"red", 0xFF0000},
    {"rosybrown", 0xBC8F8F},
    {"royalblue", 0x4169E1},
    {"saddlebrown", 0x8B4513},
    {"salmon", 0xFA8072},
    {"sandybrown", 0xF4A460},
    {"seagreen", 0x2E8B57},
    {"seashell", 0xFFF5EE},
    {"sienna", 0xA0522D},
    {"silver", 0xC0C0C0},
    {"skyblue", 0x87CEEB},
    {"slateblue", 0x6A5ACD},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"snow", 0xFFFAFA},
    {"springgreen", 0x00FF7F},
    {"steelblue", 0x4682B4},
    {"tan", 0xD2B48C},
    {"teal", 0x008080},
    {"thistle", 0xD8BFD8},
    {"tomato", 0xFF6347},
    {"turquoise", 0x40E0D0},
    {"violet", 0xEE82EE},
    {"wheat", 0xF5DEB3},
    {"white", 0xFFFFFF},
    {"whitesmoke", 0xF5F5F5},
    {"yellow", 0xFFFF00},
    {"yellowgreen", 0x9ACD32},
};

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool parse_hex(Str s, Color *color) {
    int d[8];
    if (s.len != 3 && s.len != 4 && s.len != 6 && s.len != 8)
        return false;
    for (size_t i = 0; i < s.len; i++)
        if ((d[i] = hex_digit(s.data[i])) < 0)
            return false;
    uint8_t c[4] = {0, 0, 0, 255};
    bool brief = s.len < 6;
    for (size_t i = 0; i < (brief ? s.len : s.len / 2); i++)
        c[i] = (uint8_t)(brief ? d[i] * 17 : d[2 * i] * 16 + d[2 * i + 1]);
    *color = (Color){c[0], c[1], c[2], c[3]};
    return true;
}

static bool lower_word(Str s, char word[WORD]) {
    if (s.len >= WORD)
        return false;
    for (size_t i = 0; i < s.len; i++)
        word[i] = (char)(s.data[i] >= 'A' && s.data[i] <= 'Z' ? s.data[i] + 32 : s.data[i]);
    word[s.len] = 0;
    return true;
}

static int compare_name(const void *word, const void *row) {
    return strcmp(word, ((const struct Named *)row)->name);
}

static bool parse_name(Str s, Color *color) {
    char word[WORD];
    if (!lower_word(s, word))
        return false;
    const struct Named *row = bsearch(word, named, sizeof named / sizeof *named, sizeof *named, compare_name);
    if (row)
        *color = color_rgb(row->rrggbb);
    else if (strcmp(word, "transparent") == 0)
        *color = (Color){0};
    else
        return false;
    return true;
}

/* ---- functions ---- */

typedef struct Argument {
    double value;
    char unit[WORD]; /* "", "%", "deg" ... */
} Argument;

static const struct {
    const char *unit;
    double degrees;
} angles[] = {{"", 1}, {"deg", 1}, {"grad", 0.9}, {"rad", 57.29577951308232}, {"turn", 360}};

static bool is_number_char(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
}

static bool parse_argument(Str s, Argument *argument) {
    size_t len = 0;
    while (len < s.len && is_number_char(s.data[len]))
        len++;
    Str number = str_slice(s, s.data[0] == '+' ? 1 : 0, len);
    return str_to_double(number, &argument->value) && lower_word(str_slice(s, len, s.len), argument->unit);
}

/* Three or four arguments, parted by commas, blanks or a slash. Returns how many; 0 when one is wrong. */
static int parse_arguments(Str s, Argument out[4]) {
    int count = 0;
    for (size_t at = 0; at < s.len;) {
        size_t from = at;
        while (at < s.len && !strchr(", /\t\r\n", s.data[at]))
            at++;
        if (at == from) {
            at++;
            continue;
        }
        if (count == 4 || !parse_argument(str_slice(s, from, at), &out[count++]))
            return 0;
    }
    return count >= 3 ? count : 0;
}

/* A share 0..1 from a percentage, or from a plain number of which `whole` is 1. */
static bool get_share(const Argument *a, double whole, double *share) {
    bool percent = strcmp(a->unit, "%") == 0;
    *share = fmax(0, fmin(1, a->value / (percent ? 100 : whole)));
    return percent || a->unit[0] == 0;
}

static bool get_hue(const Argument *a, double *degrees) {
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        if (strcmp(a->unit, angles[i].unit) != 0)
            continue;
        *degrees = a->value * angles[i].degrees;
        return true;
    }
    return false;
}

static uint8_t share_byte(double share) {
    return (uint8_t)(share * 255 + 0.5);
}

static bool parse_function(Str name, Str inside, Color *color) {
    Argument a[4];
    double x, y, z, alpha = 1;
    char word[WORD];
    int count = parse_arguments(inside, a);
    if (count == 0 || !lower_word(name, word) || (count == 4 && !get_share(&a[3], 1, &alpha)))
        return false;
    if (strcmp(word, "rgb") == 0 || strcmp(word, "rgba") == 0) {
        if (!get_share(&a[0], 255, &x) || !get_share(&a[1], 255, &y) || !get_share(&a[2], 255, &z))
            return false;
        *color = (Color){share_byte(x), share_byte(y), share_byte(z), share_byte(alpha)};
        return true;
    }
    if (strcmp(word, "hsl") != 0 && strcmp(word, "hsla") != 0)
        return false;
    if (!get_hue(&a[0], &x) || !get_share(&a[1], 100, &y) || !get_share(&a[2], 100, &z))
        return false;
    *color = color_alpha(color_hsl(x, y, z), share_byte(alpha));
    return true;
}

bool color_parse(Str css, Color *color) {
    css = str_trim(css);
    if (css.len && css.data[0] == '#')
        return parse_hex(str_slice(css, 1, css.len), color);
    size_t open = str_find_char(css, '(');
    if (open != SIZE_MAX && css.data[css.len - 1] == ')')
        return parse_function(str_slice(css, 0, open), str_slice(css, open + 1, css.len - 1), color);
    return parse_name(css, color);
}
