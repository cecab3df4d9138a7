/* A file as bytes of the program. EMBED(name, "path") at file scope declares the bytes name .. name_end; the assembler reads the
 * path from the root of the source. name must be unique in the program. What embeds a file is rebuilt by a line in the Makefile. */
#pragma once

#define EMBED_TEXT(x)      EMBED_TEXT_(x)
#define EMBED_TEXT_(x)     #x
#define EMBED_SYMBOL(name) EMBED_TEXT(__USER_LABEL_PREFIX__) #name

#if defined(__APPLE__)
#define EMBED_SECTION ".section __TEXT,__const\n"
#elif defined(_WIN32)
#define EMBED_SECTION ".section .rdata,\"dr\"\n"
#else
#define EMBED_SECTION ".section .rodata\n"
#endif

#define EMBED_LABEL(name) ".globl " EMBED_SYMBOL(name) "\n" EMBED_SYMBOL(name) ":\n"
#define EMBED(name, path)                                                                             \
    __asm__(EMBED_SECTION ".balign 16\n" EMBED_LABEL(name) ".incbin \"" path                          \
                                                           "\"\n" EMBED_LABEL(name##_end) ".byte 0\n" \
                                                                                          ".text\n"); \
    extern const char name[], name##_end[] /* NOLINT(bugprone-macro-parentheses): a declaration takes none */
