/* The recording that the welcome screen offers: a sample inside the program. */
#pragma once
#include "base/str.h"

#define EXAMPLE_NAME "checkout.json.gz"

/* The file as it is in samples/. */
Str example_bytes(void);
