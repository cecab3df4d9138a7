/* Names of attributes, their roles, and how roles are put together. */
#include "format/context.h"

#include "profile/secret.h"

#include <stdio.h>
#include <string.h>

enum { SQL, METHOD, URL, RPC, COMMAND, KEY, TOPIC, FILE_NAME, NAME, SECRET };

typedef struct Attribute {
    Str name;
    uint8_t role, rank;
} Attribute;

/* clang-format off */
#define A(text, role, rank) {{(text), sizeof(text) - 1}, (role), (rank)}
static const Attribute attributes[] = {
    A("db.query.text", SQL, 1), A("db.statement", SQL, 2), A("sql.query", SQL, 3), A("sql", SQL, 3),
    A("db.sql", SQL, 3), A("query", SQL, 4), A("statement", SQL, 4), A("db.query.summary", SQL, 6),
    A("graphql.document", SQL, 7),
    A("http.request.method", METHOD, 1), A("http.method", METHOD, 2), A("method", METHOD, 3),
    A("http_method", METHOD, 3),
    A("url.full", URL, 1), A("http.url", URL, 2), A("http.target", URL, 3), A("url", URL, 4), A("uri", URL, 5),
    A("originalUrl", URL, 5), A("url.path", URL, 5), A("http.path", URL, 6), A("path", URL, 7),
    A("http.route", URL, 8), A("route", URL, 9), A("pathname", URL, 9), A("endpoint", URL, 9), A("http_url", URL, 9),
    A("graphql.operation.name", RPC, 1), A("operationName", RPC, 2), A("rpc.method", RPC, 3),
    A("grpc.method", RPC, 3), A("rpc.service", RPC, 6), A("aws.operation", RPC, 7),
    A("command", COMMAND, 1), A("cmd", COMMAND, 2), A("db.operation.name", COMMAND, 3), A("db.operation", COMMAND, 4),
    A("operation", COMMAND, 5), A("messaging.operation", COMMAND, 6),
    A("key", KEY, 1), A("cache.key", KEY, 1), A("redis.key", KEY, 1), A("db.redis.key", KEY, 1), A("keys", KEY, 2),
    A("db.collection.name", KEY, 3), A("db.mongodb.collection", KEY, 3), A("db.sql.table", KEY, 3),
    A("collection", KEY, 3), A("table", KEY, 4), A("bucket", KEY, 4), A("aws.s3.key", KEY, 1),
    A("aws.s3.bucket", KEY, 4),
    A("topic", TOPIC, 1), A("messaging.destination.name", TOPIC, 1), A("messaging.destination", TOPIC, 2),
    A("messaging.kafka.topic", TOPIC, 1), A("kafka.topic", TOPIC, 1), A("queue", TOPIC, 2),
    A("rabbit.queue", TOPIC, 2), A("routingKey", TOPIC, 3), A("rabbit.routing_key", TOPIC, 3),
    A("exchange", TOPIC, 4), A("rabbit.exchange", TOPIC, 4),
    A("file", FILE_NAME, 1), A("filename", FILE_NAME, 1), A("file.path", FILE_NAME, 1), A("view", FILE_NAME, 2),
    A("template", FILE_NAME, 2),
    A("job.name", NAME, 1), A("job", NAME, 2), A("task", NAME, 2), A("name", NAME, 3), A("event", NAME, 4),
    A("action", NAME, 4), A("server.address", NAME, 7), A("net.peer.name", NAME, 7), A("peer.service", NAME, 6),
    A("host", NAME, 8), A("hostname", NAME, 8), A("db.name", NAME, 8), A("db.namespace", NAME, 8),
    A("message", NAME, 9),
};
#undef A
/* clang-format on */
enum {
    ATTRIBUTES = sizeof attributes / sizeof *attributes,
    SECRETS = ATTRIBUTES /* any name that secret_name knows */
};

Str context_keep(char *buffer, size_t size, Str text) {
    size_t n = text.len < size ? text.len : size;
    while (n && n < text.len && (text.data[n] & 0xC0) == 0x80)
        n--;
    if (n)
        memcpy(buffer, text.data, n);
    return (Str){buffer, n};
}

bool context_scalar(Json *json, char *buffer, size_t size, Str *text) {
    JsonType type = json_peek(json);
    if (type == JSON_TRUE || type == JSON_FALSE) {
        json_skip(json);
        *text = type == JSON_TRUE ? STR("true") : STR("false");
        return true;
    }
    bool ok = json_scalar_text(json, text);
    *text = context_keep(buffer, size, *text);
    return ok;
}

void context_clear(Context *context) {
    for (int r = 0; r < CONTEXT_ROLES; r++)
        context->role[r].rank = 0;
}

static int look_up(Str name) {
    for (int i = 0; i < ATTRIBUTES; i++)
        if (attributes[i].name.len == name.len && memcmp(attributes[i].name.data, name.data, name.len) == 0)
            return i;
    return secret_name(name) ? SECRETS : -1;
}

int context_attribute(Context *context, Str name) {
    if (!name.len || name.len > CONTEXT_NAME)
        return look_up(name);
    uint32_t mix = (uint32_t)name.len * 31 + (unsigned char)name.data[0] * 7u +
                   (unsigned char)name.data[name.len - 1] * 3u + (unsigned char)name.data[name.len / 2];
    _Static_assert(CONTEXT_NAMES == 1 << (32 - 26), "the upper bits count them");
    ContextName *slot = &context->known[mix * 2654435761u >> 26];
    if (slot->len == name.len && memcmp(slot->name, name.data, name.len) == 0)
        return slot->attribute;
    slot->len = (uint8_t)name.len;
    memcpy(slot->name, name.data, name.len);
    return slot->attribute = (int16_t)look_up(name);
}

/* One line: runs of blanks and control characters become one space; cut between characters when it is too long. */
static size_t copy_line(char out[CONTEXT_TEXT], Str value) {
    size_t n = 0, mark = 0;
    for (size_t i = 0; i < value.len && n < CONTEXT_TEXT; i++) {
        unsigned char c = (unsigned char)value.data[i];
        if ((c & 0xC0) != 0x80)
            mark = n;
        if (c > ' ' && c != 0x7F)
            out[n++] = (char)c;
        else if (n && out[n - 1] != ' ')
            out[n++] = ' ';
    }
    if (n == CONTEXT_TEXT) {
        n = mark < CONTEXT_TEXT - 3 ? mark : CONTEXT_TEXT - 3;
        while (n && (out[n] & 0xC0) == 0x80)
            n--;
        for (const char *dots = "…"; *dots; dots++)
            out[n++] = *dots;
        return n;
    }
    return n && out[n - 1] == ' ' ? n - 1 : n;
}

static void keep(Context *context, int role, int rank, Str value) {
    if (context->role[role].rank && context->role[role].rank <= rank)
        return;
    size_t len = copy_line(context->role[role].text, value);
    context->role[role].len = (uint16_t)len;
    context->role[role].rank = len ? (uint8_t)rank : 0;
}

static void add(Context *context, int attribute, int nested, Str value) {
    if (attribute == SECRETS)
        keep(context, SECRET, 1 + nested, STR(SECRET_SHOWN));
    else if (attribute >= 0)
        keep(context, attributes[attribute].role, attributes[attribute].rank + 16 * nested, value);
}

void context_add(Context *context, int attribute, Str value) {
    add(context, attribute, 0, value);
}

static void read_scalar(Context *context, Json *json, int attribute, int nested) {
    Str value;
    if (attribute >= 0 && json_scalar_text(json, &value))
        add(context, attribute, nested, value);
    else if (attribute < 0)
        json_skip(json);
}

void context_read(Context *context, Json *json, int attribute) {
    int depth = 0;
    for (;;) {
        if (json_peek(json) == JSON_OBJECT && depth < CONTEXT_NESTED && attribute != SECRETS) {
            json_enter(json, JSON_OBJECT);
            depth++;
        } else
            read_scalar(context, json, attribute, depth);
        Str key;
        while (depth && !json_key(json, &key))
            depth--;
        if (!depth)
            return;
        attribute = context_attribute(context, key);
    }
}

static Str held(const Context *context, int role) {
    return context->role[role].rank ? (Str){context->role[role].text, context->role[role].len} : STR("");
}

static bool equal_fold(Str a, Str b) {
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if ((a.data[i] | 0x20) != (b.data[i] | 0x20))
            return false;
    return true;
}

/* "redis:get" says the command get already. */
static bool name_ends(Str name, Str word) {
    size_t n = name.len, w = word.len;
    return w && n >= w && equal_fold(str_slice(name, n - w, n), word) &&
           (n == w || strchr(":. /", name.data[n - w - 1]));
}

static Str join(Context *context, Str a, Str b) {
    if (!a.len || !b.len)
        return a.len ? a : b;
    int n = snprintf(context->line, sizeof context->line, "%.*s %.*s", STR_ARG(a), STR_ARG(b));
    return (Str){context->line, (size_t)n};
}

static Str compose(Context *context, Str name) {
    Str command = held(context, COMMAND), key = held(context, KEY), topic = held(context, TOPIC);
    if (context->role[SQL].rank)
        return held(context, SQL);
    if (context->role[URL].rank)
        return join(context, held(context, METHOD), held(context, URL));
    if (context->role[RPC].rank)
        return held(context, RPC);
    if (name_ends(name, command))
        command = STR("");
    if (command.len)
        return join(context, command, key.len ? key : topic);
    if (topic.len || key.len)
        return topic.len ? topic : key;
    static const uint8_t rest[] = {METHOD, FILE_NAME, NAME};
    for (size_t i = 0; i < sizeof rest; i++)
        if (context->role[rest[i]].rank)
            return held(context, rest[i]);
    return context->role[SECRET].rank ? STR("token " SECRET_SHOWN) : STR("");
}

Str context_words(Context *context, Str name) {
    Str label = compose(context, name);
    return label.len && str_find(name, label, 0) == SIZE_MAX ? label : STR("");
}

Str context_label(Context *context, Arena *scratch, Str name) {
    return secret_mask(scratch, context_words(context, name));
}
