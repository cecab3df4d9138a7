/* cJSON keeps numbers as doubles, so a number too long for that goes through it as a string with a mark before it and is
 * printed raw. The tree is walked with a stack of parents: no recursion over input. */
#include "report/pretty.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/array.h"
#include "profile/secret.h"

enum { EXACT_DIGITS = 15 }; /* what a double surely holds */
#define MARK "\x02"         /* cannot stand in a JSON string unescaped */

static size_t number_length(Str json, size_t at) {
    size_t n = 0;
    while (at + n < json.len && json.data[at + n] && strchr("+-.0123456789eE", json.data[at + n]))
        n++;
    return n;
}

static size_t string_length(Str json, size_t at) {
    size_t n = 1;
    while (at + n < json.len && json.data[at + n] != '"')
        n += json.data[at + n] == '\\' ? 2 : 1;
    return at + n < json.len ? n + 1 : json.len - at;
}

/* Long numbers as marked strings. */
static Str mark_numbers(Arena *arena, Str json) {
    Text out = text_new(arena);
    for (size_t at = 0, n; at < json.len; at += n) {
        char c = json.data[at];
        bool number = c == '-' || (c >= '0' && c <= '9');
        n = c == '"' ? string_length(json, at) : number ? number_length(json, at) : 1;
        bool is_long = number && n > EXACT_DIGITS;
        text_add_c(&out, is_long ? "\"" MARK : "");
        text_add(&out, str_slice(json, at, at + n));
        text_add_c(&out, is_long ? "\"" : "");
    }
    return text_str(&out);
}

static void set_text(cJSON *item, const char *text) {
    if (cJSON_IsString(item))
        cJSON_SetValuestring(item, text);
}

/* {"key": "password", "value": ...}: the names of others. */
static bool is_secret_pair(const cJSON *object) {
    const cJSON *key = cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, "key") : NULL;
    return key && cJSON_IsString(key) && secret_name(str_from(key->valuestring));
}

static void treat(Arena *arena, cJSON *item, bool secret) {
    if (!cJSON_IsString(item))
        return;
    Str digits = str_from(item->valuestring + (item->valuestring[0] == MARK[0]));
    if (digits.data != item->valuestring && digits.len > 0 && number_length(digits, 0) == digits.len) {
        item->type = (item->type & ~0xFF) | cJSON_Raw;
        memmove(item->valuestring, item->valuestring + 1, strlen(item->valuestring));
        return;
    }
    Str text = str_from(item->valuestring), masked = secret ? STR(SECRET_SHOWN) : secret_mask(arena, text);
    if (masked.data != text.data)
        set_text(item, str_c(arena, masked));
}

typedef struct Place {
    cJSON *item; /* the next to be looked at among its siblings */
    bool secret; /* they stand under a secret name */
    bool pair;   /* of a secret {"key", "value"} */
} Place;

static bool names_secret(const Place *place) {
    const char *name = place->item->string;
    bool value = place->pair && name && strcmp(name, "value") == 0;
    return place->secret || value || (name && secret_name(str_from(name)));
}

static void walk(Arena *arena, cJSON *root) {
    Array(Place) stack = {0};
    array_push(arena, &stack, (Place){root, false, false});
    while (stack.count) {
        Place place = array_last(&stack);
        if (!place.item) {
            stack.count--;
            continue;
        }
        array_last(&stack).item = place.item == root ? NULL : place.item->next;
        bool secret = names_secret(&place);
        treat(arena, place.item, secret);
        if (place.item->child && !cJSON_IsRaw(place.item))
            array_push(arena, &stack, (Place){place.item->child, secret, is_secret_pair(place.item)});
    }
}

static Str untabbed(Arena *arena, const char *text) {
    Text out = text_new(arena);
    bool line_begins = true;
    for (; *text; text++) {
        if (*text == '\t')
            text_add_c(&out, line_begins ? "  " : " ");
        else
            text_add_char(&out, *text);
        line_begins = *text == '\n' || (line_begins && *text == '\t');
    }
    return text_str(&out);
}

Str pretty_json(Arena *arena, Str json) {
    Str marked = mark_numbers(arena, json);
    cJSON *root = cJSON_ParseWithLength(marked.data, marked.len);
    if (!root)
        return secret_mask(arena, json);
    walk(arena, root);
    char *printed = cJSON_Print(root);
    Str text = printed ? untabbed(arena, printed) : json;
    cJSON_free(printed);
    cJSON_Delete(root);
    return text;
}
