/* The font files as bytes of the program, so that cresset looks the same on a machine without any font. The
 * assembler reads them (paths are from the root of the source); the Makefile rebuilds this when a font changes. */
#include "render/fonts.h"

#define TEXT_OF(x)   TEXT_OF_(x)
#define TEXT_OF_(x)  #x
#define SYMBOL(name) TEXT_OF(__USER_LABEL_PREFIX__) #name

#if defined(__APPLE__)
#define SECTION ".section __TEXT,__const\n"
#elif defined(_WIN32)
#define SECTION ".section .rdata,\"dr\"\n"
#else
#define SECTION ".section .rodata\n"
#endif

#define EMBED(name, path)                                                                                        \
    __asm__(SECTION ".globl " SYMBOL(name) "\n"                                                                  \
                                           ".balign 16\n" SYMBOL(name) ":\n"                                     \
                                                                       ".incbin \"" path "\"\n"                  \
                                                                       ".globl " SYMBOL(name##_end) "\n" SYMBOL( \
                                                                           name##_end) ":\n"                     \
                                                                                       ".byte 0\n"               \
                                                                                       ".text\n");               \
    extern const char name[], name##_end[]

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
