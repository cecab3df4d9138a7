/* The shape of a JSON file's top, in one pass that skips all that a probe does not ask for. */
#include "format/format.h"

#define OUTLINE_KEYS  (sizeof(((Outline *)0)->keys) / sizeof(OutlineKey))
#define OUTLINE_INNER (sizeof(((OutlineKey *)0)->keys) / sizeof(Str))

/* The keys of the object that comes next. */
static void read_inner(Arena *arena, Json *json, OutlineKey *key) {
    Str name;
    if (!json_enter(json, JSON_OBJECT))
        return;
    while (json_key(json, &name)) {
        JsonType type = json_peek(json);
        if ((size_t)key->key_count < OUTLINE_INNER && type != JSON_END) {
            key->keys[key->key_count] = str_copy(arena, name);
            key->key_types[key->key_count++] = type;
        }
        json_skip(json);
    }
}

static void read_array(Arena *arena, Json *json, OutlineKey *key) {
    json_enter(json, JSON_ARRAY);
    while (json_item(json)) {
        JsonType item = json_peek(json);
        bool first = key->item == JSON_END;
        if (first)
            key->item = item;
        if (first && item == JSON_OBJECT)
            read_inner(arena, json, key);
        else
            json_skip(json);
    }
}

static void read_value(Arena *arena, Json *json, OutlineKey *key) {
    Str text;
    switch (key->type) {
    case JSON_OBJECT:
        read_inner(arena, json, key);
        break;
    case JSON_ARRAY:
        read_array(arena, json, key);
        break;
    default:
        if (json_scalar_text(json, &text))
            key->text = str_copy(arena, str_slice(text, 0, 64));
    }
}

static void read_object(Arena *arena, Json *json, Outline *outline) {
    Str name;
    if (!json_enter(json, JSON_OBJECT))
        return;
    while (json_key(json, &name)) {
        OutlineKey *key = &outline->keys[outline->key_count];
        Str copy = str_copy(arena, name);
        JsonType type = json_peek(json);
        if ((size_t)outline->key_count >= OUTLINE_KEYS || type == JSON_END) {
            json_skip(json);
            continue;
        }
        *key = (OutlineKey){.name = copy, .type = type};
        outline->key_count++;
        read_value(arena, json, key);
    }
}

Outline outline_read(Arena *arena, Source *source) {
    Outline outline = {0};
    Json json = json_new(arena, source);
    outline.top = json_peek(&json);
    if (outline.top == JSON_OBJECT)
        read_object(arena, &json, &outline);
    else if (outline.top == JSON_ARRAY && json_enter(&json, JSON_ARRAY) && json_item(&json)) {
        outline.item = json_peek(&json);
        if (outline.item == JSON_OBJECT)
            read_object(arena, &json, &outline);
    } else
        outline.top = outline.top == JSON_ARRAY ? JSON_ARRAY : JSON_END;
    outline.whole = !json.failed && outline.top != JSON_END;
    return outline;
}

const OutlineKey *outline_find(const Outline *outline, const char *key) {
    for (int i = 0; i < outline->key_count; i++)
        if (str_is(outline->keys[i].name, key))
            return &outline->keys[i];
    return NULL;
}

bool outline_has(const Outline *outline, const char *key, JsonType type) {
    const OutlineKey *found = outline_find(outline, key);
    return found && found->type == type;
}

bool outline_has_in(const Outline *outline, const char *key, const char *inner) {
    const OutlineKey *found = outline_find(outline, key);
    for (int i = 0; found && i < found->key_count; i++)
        if (str_is(found->keys[i], inner))
            return true;
    return false;
}
