/* The font files as bytes of the program, so that cresset looks the same on a machine without any font. The
 * Makefile rebuilds this when a font changes. */
#include "render/fonts.h"

#include "base/embed.h"

EMBED(cresset_font_ui, "fonts/Inter-Regular.otf");
EMBED(cresset_font_bold, "fonts/Inter-SemiBold.otf");
EMBED(cresset_font_mono, "fonts/JetBrainsMono-Regular.ttf");
EMBED(cresset_font_cjk, "fonts/DroidSansFallback.ttf");

Str fonts_bytes(FontFile file) {
    const struct {
        const char *from, *to;
    } table[FILE_COUNT] = {
        [FILE_UI] = {cresset_font_ui, cresset_font_ui_end},
        [FILE_BOLD] = {cresset_font_bold, cresset_font_bold_end},
        [FILE_MONO] = {cresset_font_mono, cresset_font_mono_end},
        [FILE_CJK] = {cresset_font_cjk, cresset_font_cjk_end},
    };
    return (Str){table[file].from, (size_t)(table[file].to - table[file].from)};
}
