/* Original names and places for functions of generated code, through source maps. */
#pragma once
#include "profile/document.h"

/* Rewrites name, file, line and column of the frames of a document that is still its reader's, where a map covers them. A map for
 * /x/app.js is looked for among maps (files, or folders that hold app.js.map), then beside the script (app.js.map), then
 * in the script's last line (sourceMappingURL: a neighbour's name or inline base64). Only local files are read. Counts what it did
 * as a note and returns it. Frame ids stay as they are. */
size_t originals_apply(Document *document, const char *const *maps, size_t map_count);
