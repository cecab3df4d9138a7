/* The inside of JSON strings. Internal to codec/json. */
#pragma once
#include "codec/json.h"

/* raw with its escapes resolved and bytes that are no UTF-8 replaced; in json's scratch, good until the next call. */
Str json_unescape(Json *json, Str raw);
