/* Settings as JSON, by a table of fields; see app/settings.h. */
#include "app/settings.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

typedef enum FieldKind { FIELD_BOOL, FIELD_INT, FIELD_REAL, FIELD_TEXT, FIELD_COLOR } FieldKind;

typedef struct Field {
    const char *key;
    FieldKind kind;
    size_t offset;
    double low, high;
} Field;

static const Field fields[] = {
    {"light", FIELD_BOOL, offsetof(Settings, light), 0, 1},
    {"text_scale", FIELD_REAL, offsetof(Settings, text_scale), 0.7, 2},
    {"color", FIELD_COLOR, offsetof(Settings, color), 0, 0},
    {"flame", FIELD_BOOL, offsetof(Settings, flame), 0, 1},
    {"wheel_scrolls", FIELD_BOOL, offsetof(Settings, wheel_scrolls), 0, 1},
    {"gap_ms", FIELD_REAL, offsetof(Settings, gap_ms), 0, 1e9},
    {"percentile", FIELD_REAL, offsetof(Settings, percentile), 0, 100},
    {"editor", FIELD_TEXT, offsetof(Settings, editor), 0, 0},
    {"width", FIELD_INT, offsetof(Settings, width), 0, 16384},
    {"height", FIELD_INT, offsetof(Settings, height), 0, 16384},
};

Settings settings_default(void) {
    return (Settings){.text_scale = 1, .color = COLOR_MODULE, .gap_ms = 5, .percentile = 95};
}

Str settings_path(Arena *arena) {
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (config && config[0] == '/') /* the base directory specification wants absolute paths */
        return str_format(arena, "%s/cresset/settings.json", config);
    return home && home[0] ? str_format(arena, "%s/.config/cresset/settings.json", home) : STR("");
}

/* ---- from JSON ---- */

static void read_field(Arena *arena, const cJSON *root, const Field *field, Settings *settings) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, field->key);
    void *to = (char *)settings + field->offset;
    bool number = cJSON_IsNumber(item) && item->valuedouble >= field->low && item->valuedouble <= field->high;
    if (field->kind == FIELD_BOOL && cJSON_IsBool(item))
        *(bool *)to = cJSON_IsTrue(item);
    else if (field->kind == FIELD_INT && number)
        *(int *)to = (int)item->valuedouble;
    else if (field->kind == FIELD_REAL && number)
        *(double *)to = item->valuedouble;
    else if (field->kind == FIELD_TEXT && cJSON_IsString(item))
        *(Str *)to = str_copy(arena, str_from(item->valuestring));
    else if (field->kind == FIELD_COLOR && cJSON_IsString(item))
        color_rule_parse(str_from(item->valuestring), to);
}

static Str text_of(Arena *arena, const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return str_copy(arena, str_from(cJSON_IsString(item) ? item->valuestring : ""));
}

static void read_recent(Arena *arena, const cJSON *root, Settings *settings) {
    const cJSON *item;
    cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(root, "recent")) {
        const cJSON *opened = cJSON_GetObjectItemCaseSensitive(item, "opened");
        Recent recent = {.path = text_of(arena, item, "path"),
                         .format_label = text_of(arena, item, "format"),
                         .summary = text_of(arena, item, "summary"),
                         .opened_unix = cJSON_IsNumber(opened) ? (int64_t)opened->valuedouble : 0};
        if (recent.path.len > 0 && settings->recent_count < RECENT_MAX)
            settings->recent[settings->recent_count++] = recent;
    }
}

static void read_ints(const cJSON *root, const char *key, int *to, int count) {
    const cJSON *item;
    int i = 0;
    cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(root, key)) {
        if (i < count && cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble <= 10000)
            to[i] = (int)item->valuedouble;
        i++;
    }
}

enum { HOT_COLUMNS = sizeof(((Settings *)0)->hot_columns) / sizeof(int) };

static size_t line_of(Str json, const char *at) {
    size_t line = 1;
    for (const char *c = json.data; c < at && c < json.data + json.len; c++)
        line += *c == '\n';
    return line;
}

bool settings_parse(Arena *arena, Str json, Settings *settings, Err *err) {
    *settings = settings_default();
    const char *end = json.data;
    cJSON *root = cJSON_ParseWithLengthOpts(json.data, json.len, &end, 0);
    if (!root)
        return err_set(err, ERR_FORMAT, "the settings are no JSON (line %zu)", line_of(json, end));
    if (!cJSON_IsObject(root)) {
        cJSON_Delete(root);
        return err_set(err, ERR_FORMAT, "the settings are no JSON object");
    }
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        read_field(arena, root, &fields[i], settings);
    read_recent(arena, root, settings);
    read_ints(root, "hot_columns", settings->hot_columns, HOT_COLUMNS);
    read_ints(root, "hot_widths", settings->hot_widths, HOT_COLUMNS);
    cJSON_Delete(root);
    return true;
}

/* ---- to JSON ---- */

static void write_field(Arena *arena, cJSON *root, const Field *field, const Settings *settings) {
    const void *from = (const char *)settings + field->offset;
    switch (field->kind) {
    case FIELD_BOOL:
        cJSON_AddBoolToObject(root, field->key, *(const bool *)from);
        break;
    case FIELD_INT:
        cJSON_AddNumberToObject(root, field->key, *(const int *)from);
        break;
    case FIELD_REAL:
        cJSON_AddNumberToObject(root, field->key, *(const double *)from);
        break;
    case FIELD_TEXT:
        cJSON_AddStringToObject(root, field->key, str_c(arena, *(const Str *)from));
        break;
    case FIELD_COLOR:
        cJSON_AddStringToObject(root, field->key, color_rule_word(*(const ColorRule *)from));
        break;
    }
}

static void write_recent(Arena *arena, cJSON *root, const Settings *settings) {
    cJSON *list = cJSON_AddArrayToObject(root, "recent");
    for (int i = 0; i < settings->recent_count; i++) {
        const Recent *recent = &settings->recent[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "path", str_c(arena, recent->path));
        cJSON_AddStringToObject(item, "format", str_c(arena, recent->format_label));
        cJSON_AddStringToObject(item, "summary", str_c(arena, recent->summary));
        cJSON_AddNumberToObject(item, "opened", (double)recent->opened_unix);
        cJSON_AddItemToArray(list, item);
    }
}

Str settings_print(Arena *arena, const Settings *settings) {
    cJSON *root = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        write_field(arena, root, &fields[i], settings);
    write_recent(arena, root, settings);
    cJSON_AddItemToObject(root, "hot_columns", cJSON_CreateIntArray(settings->hot_columns, HOT_COLUMNS));
    cJSON_AddItemToObject(root, "hot_widths", cJSON_CreateIntArray(settings->hot_widths, HOT_COLUMNS));
    char *text = cJSON_Print(root);
    Str printed = str_format(arena, "%s\n", text ? text : "{}");
    cJSON_free(text);
    cJSON_Delete(root);
    return printed;
}

/* ---- the file ---- */

/* Out of the way of the defaults, which will be written to path. */
static bool keep_bad(Arena *arena, Str path, const Err *why, Err *err) {
    Str bad = str_format(arena, "%.*s.bad", STR_ARG(path));
    const char *name = str_c(arena, str_base_name(bad));
    if (rename(path.data, bad.data) != 0)
        return err_set(err, why->code, "%s; it cannot be kept as %s: %s", why->message, name, strerror(errno));
    return err_set(err, why->code, "%s; it is kept as %s", why->message, name);
}

bool settings_load(Arena *arena, Settings *settings, Err *err) {
    Str path = settings_path(arena), json;
    *settings = settings_default();
    if (path.len == 0 || !file_exists(path.data))
        return true;
    Err why = {0};
    if (file_read(arena, path.data, 1 << 20, &json, &why) &&
        (settings_parse(arena, json, settings, &why) || err_context(&why, "'%s'", path.data)))
        return true;
    return keep_bad(arena, path, &why, err);
}

static bool make_folders(Arena *arena, Str path, Err *err) {
    for (size_t i = 1; i < path.len; i++) {
        if (path.data[i] != '/')
            continue;
        const char *folder = str_c(arena, str_slice(path, 0, i));
        if (mkdir(folder, 0755) != 0 && errno != EEXIST)
            return err_set(err, ERR_IO, "cannot make the folder '%s': %s", folder, strerror(errno));
    }
    return true;
}

bool settings_save(const Settings *settings, Err *err) {
    Arena *arena = arena_new();
    Str path = settings_path(arena);
    bool ok = path.len == 0 ||
              (make_folders(arena, path, err) && file_write(path.data, settings_print(arena, settings), err));
    arena_free(arena);
    return ok;
}
