/* What tells an operation from its like, taken from its attributes: the SQL, the method and URL, the command and key, the topic.
 * Attributes are recognised by name (one table for OpenTelemetry's, Node libraries' and older names); secrets are masked
 * (profile/secret.h). One Context is used again and again: no allocation per operation. One thread. */
#pragma once
#include "codec/json.h"

/* A copy of text in buffer (size bytes), cut between characters when it is too long. */
Str context_keep(char *buffer, size_t size, Str text);
/* The scalar that comes next as text in buffer ("true" and "false" too); false, with the value skipped, for anything else. */
bool context_scalar(Json *json, char *buffer, size_t size, Str *text);

enum { CONTEXT_TEXT = 240, CONTEXT_ROLES = 10, CONTEXT_NESTED = 3, CONTEXT_NAMES = 64, CONTEXT_NAME = 30 };

typedef struct ContextName {
    uint8_t len;
    char name[CONTEXT_NAME];
    int16_t attribute;
} ContextName;

/* Zero = new. */
typedef struct Context {
    ContextName known[CONTEXT_NAMES]; /* names met lately: files repeat a few */
    struct {
        uint8_t rank; /* of what is held, 1 the best; 0 = nothing */
        uint16_t len;
        char text[CONTEXT_TEXT];
    } role[CONTEXT_ROLES];
    char line[2 * CONTEXT_TEXT + 2]; /* where two are put together */
} Context;

/* Forgets everything: before each operation. */
void context_clear(Context *context);
/* The attribute's number in the table, -1 when the name means nothing here. */
int context_attribute(Context *context, Str name);
/* Notes the value of an attribute (as context_attribute numbers it; -1 is ignored). The best name of a kind wins, then the first. */
void context_add(Context *context, int attribute, Str value);
/* Reads the value that comes next in json for an attribute: a scalar, or an object whose members are looked at in turn, to a depth
 * of CONTEXT_NESTED. Always consumes it. */
void context_read(Context *context, Json *json, int attribute);
/* The label, good until the next call; empty when there is none, or when name (of the channel or span) says it already. scratch is
 * used only when something is masked. */
Str context_label(Context *context, Arena *scratch, Str name);
/* The same before secrets are masked: never to be shown. Good until the context is cleared. */
Str context_words(Context *context, Str name);
