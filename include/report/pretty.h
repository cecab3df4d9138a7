/* JSON of a file made readable for people: indented by two blanks, secrets masked (profile/secret.h, by the name of a member and of
 * OpenTelemetry's and Jaeger's {"key", "value"} pairs), whole numbers of any length digit for digit. Uses cJSON: UI thread or command line. */
#pragma once
#include "base/str.h"

/* What is no JSON comes back as it is, with secrets in its text masked. */
Str pretty_json(Arena *arena, Str json);
