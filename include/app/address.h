/* Paths as other programs hand them over: file:// addresses with %XX (RFC 8089, RFC 3986). Pure. */
#pragma once
#include "base/str.h"

/* The path of a file:// address (with or without a host, which is dropped), else the text itself, without blanks around it. */
Str address_path(Arena *arena, Str text);
