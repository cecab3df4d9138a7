/* What must not be shown: passwords, tokens, keys and cookies that traces carry in their attributes and addresses.
 * A name decides (secret_name), or a "name = value" inside a text (secret_mask). Pure. */
#pragma once
#include "base/str.h"

#define SECRET_SHOWN "***"

/* True when a value of this name is a secret: "password", "x-api-key", "accessToken". Case does not matter; counts ("total_tokens") are none. */
bool secret_name(Str name);
/* text with *** for each value that follows a secret name and '=' or ':', for the password of an address (a://user:PASSWORD@host),
 * for what follows "Bearer " or "Basic ", and for the argument of a leading AUTH command. Placeholders (?, $1, :id, %s) stay.
 * text itself when there is nothing to hide. */
Str secret_mask(Arena *arena, Str text);
