/* Readable names for C++ and Rust symbols, where the build found libiberty (as GCC and binutils use it). Pure, any thread. */
#pragma once
#include "profile/document.h"

/* False when this build has no demangler: then names stay as they are. */
bool demangle_available(void);
/* "foo::bar(int)" of "_ZN3foo3barEi", in arena; what stands around the symbol ("module`", "+0x12", "_[k]") is kept. symbol itself when it is
 * none, or longer than DEMANGLE_MAX in full. */
Str demangle(Arena *arena, Str symbol);
enum { DEMANGLE_MAX = 16 * 1024 };
/* Renames the frames of a document that is still its reader's. Ids stay as they are. */
void demangle_frames(Document *document);
