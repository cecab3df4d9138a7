/* What is remembered between sessions: $XDG_CONFIG_HOME/cresset/settings.json (else ~/.config/cresset/), JSON. What is missing or out of
 * range has its default; a file that is no JSON is told, and kept under the name settings.json.bad. UI thread. */
#pragma once
#include "base/err.h"
#include "ui/ui.h"

/* What a first start has. */
Settings settings_default(void);
/* Path of the settings file, in arena; empty when the system names no home. */
Str settings_path(Arena *arena);
/* From JSON text; texts of the result live in arena. False with err when it is no JSON: then *settings has the defaults. */
bool settings_parse(Arena *arena, Str json, Settings *settings, Err *err);
/* As JSON text, in arena. */
Str settings_print(Arena *arena, const Settings *settings);
/* Reads the file; a missing one gives the defaults. False with err when it cannot be read: then *settings has the defaults, and the
 * file is moved to its name with .bad behind it. */
bool settings_load(Arena *arena, Settings *settings, Err *err);
/* Writes the file (and makes its folder). */
bool settings_save(const Settings *settings, Err *err);
