/* The built-in example; the Makefile rebuilds this when the sample changes. */
#include "app/example.h"

#include "base/embed.h"

EMBED(cresset_example, "samples/checkout.json.gz");

Str example_bytes(void) {
    /* both names stand at the ends of the same bytes */
    /* cppcheck-suppress comparePointers */
    return (Str){cresset_example, (size_t)(cresset_example_end - cresset_example)};
}
