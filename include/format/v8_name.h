/* What V8 calls functions in perf maps and logs, and its own names for what is no function. Pure. */
#pragma once
#include "profile/frames.h"

typedef struct V8Name {
    Str name, file; /* name may be empty */
    int32_t line, column;
} V8Name;

/* Splits "JS:*name /path/file.js:12:3" (LazyCompile:, Function:, Script:, Eval:; with or without a column). False for any other symbol. */
bool v8_name_split(Str symbol, V8Name *parts);
/* "(program)", "(garbage collector)", "(idle)", "(root)"; FRAME_CODE for anything else. */
FrameKind v8_name_kind(Str name);
