/* codec/json: structure, numbers to the last digit, strings, and the ways in which real files are wrong. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/json.h"

/* Writes down what a reader sees: {k:v}, [v], "s", numbers as whole.nano, and the reason of a failure. No recursion. */
static Str tell(Arena *arena, Str in) {
    Text out = text_new(arena);
    Err err = {0};
    Json json = json_new(arena, source_memory(arena, in, NULL, &err));
    char kinds[64];
    int depth = 0;
    do {
        JsonNumber n;
        Str s;
        if (depth > 0 && kinds[depth - 1] == '{') {
            if (!json_key(&json, &s)) {
                text_add_char(&out, json.failed ? '!' : '}');
                depth--;
                continue;
            }
            text_addf(&out, "%.*s:", STR_ARG(s));
        } else if (depth > 0 && !json_item(&json)) {
            text_add_char(&out, json.failed ? '!' : ']');
            depth--;
            continue;
        }
        JsonType type = json_peek(&json);
        switch (type) {
        case JSON_OBJECT:
        case JSON_ARRAY:
            json_enter(&json, type);
            kinds[depth++] = type == JSON_OBJECT ? '{' : '[';
            text_add_char(&out, kinds[depth - 1]);
            break;
        case JSON_STRING:
            if (json_string(&json, &s))
                text_addf(&out, "'%.*s' ", STR_ARG(s));
            break;
        case JSON_NUMBER:
            if (json_number(&json, &n))
                text_addf(&out, "%s%llu.%09u ", n.negative ? "-" : "", (unsigned long long)n.whole, n.nano);
            else
                text_add_c(&out, "nan ");
            break;
        default:
            text_addf(&out, "%s ",
                      type == JSON_TRUE    ? "true"
                      : type == JSON_FALSE ? "false"
                      : type == JSON_NULL  ? "null"
                                           : "?");
            json_skip(&json);
        }
    } while (depth > 0 && !json.failed);
    if (json.failed)
        text_addf(&out, " %s at %llu", json.truncated ? "cut" : json.why, (unsigned long long)json.failed_at);
    return text_str(&out);
}

static const struct {
    const char *in, *want;
} documents[] = {
    {"{}", "{}"},
    {" [1, -2.5 ,3e2]", "[1.000000000 -2.500000000 300.000000000 ]"},
    {"{\"a\" : true,\"b\":null , \"c\":false}", "{a:true b:null c:false }"},
    {"{\"a\":{\"b\":[[],{}]}}", "{a:{b:[[]{}]}}"},
    {"[1,2,]", "[1.000000000 2.000000000 ]"},
    {"[1 2]", "[1.000000000 2.000000000 ]"},
    {"{\"a\":1 \"b\":2,}", "{a:1.000000000 b:2.000000000 }"},
    {"[NaN,nan,Infinity,-Infinity,null]", "[nan nan nan nan null ]"},
    {"[\"a\\\"b\\\\\\n\\u0041\"]", "['a\"b\\\nA' ]"},
    {"[\"\\uD83E\\uDD14 \\uD83E!\"]", "['\xF0\x9F\xA4\x94 \xEF\xBF\xBD!' ]"},
    {"[\"\xC3\xA4\xFF\"]", "['\xC3\xA4\xEF\xBF\xBD' ]"},
    {"[\"\\uD83E\\u0041\\uDC00\\u12\"]", "['\xEF\xBF\xBD"
                                         "A\xEF\xBF\xBD\xEF\xBF\xBD"
                                         "12' ]"},
    {"[1,", "[1.000000000 ! cut at 3"},
    {"{\"a\":\"bc", "{a: cut at 8"},
    {"{\"a\"", "{! cut at 4"},
    {"{\"a\" 1}", "{! expected ':' after a key at 1"},
    {"[1}", "[1.000000000 ! expected a value at 2"},
    {"{\"a\":1]", "{a:1.000000000 ! expected a key or '}' at 6"},
    {"", "?  cut at 0"},
};

START_TEST(structure) {
    Arena *arena = arena_new();
    Str got = tell(arena, str_from(documents[_i].in));
    ck_assert_str_eq(got.data, documents[_i].want);
    arena_free(arena);
}
END_TEST

static const struct {
    const char *in;
    bool ok;
    uint64_t whole;
    uint32_t nano;
    bool negative;
    double value;
} numbers[] = {
    {"0", true, 0, 0, false, 0},
    {"-0.5", true, 0, 500000000, true, -0.5},
    {"1700000000000000.1", true, 1700000000000000u, 100000000, false, 1700000000000000.1},
    {"9007199254740993", true, 9007199254740993u, 0, false, 9007199254740992.0},
    {"18446744073709551615", true, UINT64_MAX, 0, false, 18446744073709551615.0},
    {"0.0000000005", true, 0, 1, false, 5e-10},
    {"1.9999999996", true, 2, 0, false, 1.9999999996},
    {"1.5e3", true, 1500, 0, false, 1500},
    {"1587074269993.629E-3", true, 1587074269, 993629000, false, 1587074269.993629},
    {"123456789012345678901234567890", true, 0, 0, false, 123456789012345678901234567890.0},
    {"00012", true, 12, 0, false, 12},
    {"1e-30", true, 0, 0, false, 1e-30},
    {"12a", false, 0, 0, false, 0},
    {"1e", false, 0, 0, false, 0},
    {"1e999", false, 0, 0, false, 0},
    {"0.10000000000000000000000000000000000000000000000000000000000000000000001", true, 0, 100000000, false, 0.1},
    {"000000000000000000000000000000.5", true, 0, 500000000, false, 0.5},
    {"", false, 0, 0, false, 0},
    {"-", false, 0, 0, true, 0},
};

START_TEST(decimal) {
    JsonNumber n;
    bool ok = json_number_parse(str_from(numbers[_i].in), &n);
    ck_assert_int_eq(ok, numbers[_i].ok);
    ck_assert_int_eq(n.finite, ok);
    if (!ok)
        return;
    ck_assert_uint_eq(n.whole, numbers[_i].whole);
    ck_assert_uint_eq(n.nano, numbers[_i].nano);
    ck_assert_int_eq(n.negative, numbers[_i].negative);
    ck_assert_double_eq_tol(n.value, numbers[_i].value, 1e-300 + fabs(numbers[_i].value) * 1e-15);
}
END_TEST

static const struct {
    const char *in;
    int scale;
    bool ok;
    int64_t want;
} scaled[] = {
    {"1.35", 3, true, 1350},
    {"156.23589", 3, true, 156236},
    {"-1.5", 0, true, -2},
    {"0.4999", 0, true, 0},
    {"9223372036854775807", 0, true, INT64_MAX},
    {"-9223372036854775808", 0, true, INT64_MIN},
    {"9223372036854775808", 0, false, 0},
    {"9223372036854775807", 3, false, 0},
    {"1.0000000006", 9, true, 1000000001},
};

START_TEST(scaling) {
    JsonNumber n;
    int64_t got;
    ck_assert(json_number_parse(str_from(scaled[_i].in), &n));
    ck_assert_int_eq(json_number_scaled(&n, scaled[_i].scale, &got), scaled[_i].ok);
    ck_assert_int_eq(got, scaled[_i].want);
}
END_TEST

START_TEST(number_arrays) {
    static const int64_t want[] = {1000, -2500, 0, JSON_NO_NUMBER, 1234567890123456000, JSON_NO_NUMBER, 7000};
    Arena *arena = arena_new();
    Err err = {0};
    Str in = STR("[[1,-2.5,0 ,null,1234567890123456,1e30,\"7\"],5]");
    for (size_t room = 1; room < 10; room++) {
        Json json = json_new(arena, source_memory(arena, in, NULL, &err));
        int64_t got[16], after;
        size_t count = 0, n;
        ck_assert(json_enter(&json, JSON_ARRAY) && json_item(&json) && json_enter(&json, JSON_ARRAY));
        do
            count += n = json_numbers(&json, 3, got + count, room);
        while (n == room);
        ck_assert_uint_eq(count, 7);
        ck_assert_mem_eq(got, want, sizeof want);
        ck_assert(json_i64(&json, &after) && after == 5);
    }
    arena_free(arena);
}
END_TEST

/* All numbers of an array by json_number_runs. */
static size_t read_runs(Json *json, size_t room, int64_t *got) {
    int64_t values[100];
    uint32_t counts[100];
    size_t count = 0, n;
    do {
        n = json_number_runs(json, values, counts, room);
        for (size_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < counts[i]; k++, count++)
                got[count] = values[i];
    } while (n == room);
    return count;
}

/* All numbers of an array by json_integers, others one by one. */
static size_t read_integers(Json *json, size_t room, int64_t *got) {
    JsonNumber number;
    size_t count = 0, n;
    for (;; count++) {
        while ((n = json_integers(json, got + count, room)) == room)
            count += n;
        count += n;
        if (!json_item(json))
            return count;
        if (!json_number(json, &number) || !json_number_scaled(&number, 0, &got[count]))
            got[count] = JSON_NO_NUMBER;
    }
}

enum { MOST_NUMBERS = 300 };

/* An array as text, and its numbers, each parsed alone: times 1000, and as they are. */
typedef struct Numbers {
    Str text;
    size_t count;
    int64_t thousandfold[MOST_NUMBERS], plain[MOST_NUMBERS];
} Numbers;

static int64_t parsed_alone(Str number, int scale) {
    JsonNumber parsed;
    int64_t value;
    Str bare = str_starts(number, "\"") ? str_slice(number, 1, number.len - 1) : number;
    return json_number_parse(bare, &parsed) && json_number_scaled(&parsed, scale, &value) ? value : JSON_NO_NUMBER;
}

/* Integers of every length, some odd ones among them, between all kinds of commas; in some turns long runs of one number. */
static Numbers random_numbers(Arena *arena, int turn, uint32_t *random) {
    static const char *const between[] = {",", ",", ",", ",", ",", ",", " ,", ", ", ",\n\t", ",,"};
    static const char *const odd[] = {"1.5",
                                      "-7",
                                      "null",
                                      "1e3",
                                      "\"12\"",
                                      "12345678",
                                      "123456789",
                                      "0",
                                      "00000000",
                                      "123456789012345",
                                      "9999999999999999"};
    Numbers all = {.count = 1 + (size_t)turn * 3 % 298};
    Text text = text_new(arena);
    Str number = {0};
    text_add_c(&text, "[");
    for (size_t i = 0; i < all.count; i++) {
        uint32_t r = *random = *random * 1664525 + 1013904223;
        if (i == 0 || turn % 3 || r >> 30 == 0)
            number = str_format(arena, "%u", (r >> 4) >> (r >> 27) % 28);
        if ((r >> 8) % 40 < 9 - (unsigned)turn % 10)
            number = str_from(odd[(r >> 16) % (sizeof odd / sizeof *odd)]);
        all.thousandfold[i] = parsed_alone(number, 3);
        all.plain[i] = parsed_alone(number, 0);
        text_add(&text, number);
        text_add_c(&text, i + 1 < all.count ? between[(r >> 12) % 10] : "]");
    }
    all.text = text_str(&text);
    return all;
}

static size_t read_numbers(Json *json, size_t room, int64_t *got) {
    size_t count = 0, n, most;
    do {
        most = room < MOST_NUMBERS - count ? room : MOST_NUMBERS - count;
        n = json_numbers(json, 3, got + count, most);
        count += n;
    } while (n == most);
    return count;
}

/* The usual ones many at a time, against each parsed alone. */
START_TEST(number_runs) {
    static size_t (*const ways[])(Json *, size_t, int64_t *) = {read_numbers, read_runs, read_integers};
    uint32_t random = 3;
    for (int turn = 0; turn < 400; turn++) {
        Arena *arena = arena_new();
        Numbers want = random_numbers(arena, turn, &random);
        for (int way = 0; way < 3; way++) {
            int64_t got[MOST_NUMBERS + 100] = {0};
            Err err = {0};
            Json json = json_new(arena, source_memory(arena, want.text, NULL, &err));
            size_t room = way == 0 ? 7 + (size_t)turn % 90 : 1 + (size_t)turn % 90;
            ck_assert(json_enter(&json, JSON_ARRAY));
            ck_assert_uint_eq(ways[way](&json, room, got), want.count);
            ck_assert_mem_eq(got, way == 0 ? want.thousandfold : want.plain, want.count * sizeof *got);
        }
        arena_free(arena);
    }
}
END_TEST

START_TEST(values) {
    Arena *arena = arena_new();
    Err err = {0};
    Json json = json_new(
        arena,
        source_memory(arena, STR("[\" 123.5 \", {\"x\":[1]}, 7, \"7\", 1, false, [[[\"]\"]]], \"end\"]"), NULL, &err));
    double d;
    int64_t i;
    Str s;
    bool b;
    ck_assert(json_enter(&json, JSON_ARRAY));
    ck_assert(json_double(&json, &d) && d == 123.5);
    ck_assert(!json_double(&json, &d) && isnan(d));
    ck_assert(json_scalar_text(&json, &s) && str_is(s, "7"));
    ck_assert(json_scalar_text(&json, &s) && str_is(s, "7"));
    ck_assert(json_bool(&json, &b) && b);
    ck_assert(json_bool(&json, &b) && !b);
    ck_assert(!json_i64(&json, &i) && i == 0);
    json_peek(&json);
    ck_assert_uint_eq(json_offset(&json), 52);
    ck_assert(json_string(&json, &s) && str_is(s, "end"));
    ck_assert(!json_item(&json) && !json.failed);
    arena_free(arena);
}
END_TEST

/* A hundred thousand brackets, skipped without recursion. */
START_TEST(depth) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Err err = {0};
    text_add_c(&text, "[");
    for (int i = 0; i < 100000; i++)
        text_add_c(&text, i % 2 ? "[" : "{\"a\":");
    for (int i = 100000; i-- > 0;)
        text_add_c(&text, i % 2 ? "]" : "}");
    text_add_c(&text, ",5]");
    Json json = json_new(arena, source_memory(arena, text_str(&text), NULL, &err));
    int64_t value;
    ck_assert(json_enter(&json, JSON_ARRAY) && json_skip(&json));
    ck_assert(json_i64(&json, &value) && value == 5);
    arena_free(arena);
}
END_TEST

/* Every set of scans gives what the plain one gives, wherever the byte lies. */
START_TEST(scans) {
    for (const Scan *const *scan = scan_all(); *scan; scan++)
        for (size_t from = 0; from < 70; from += 3)
            for (size_t hit = from; hit < 300; hit += 1 + hit / 20)
                for (size_t end = from; end <= 300; end += 1 + end / 10) {
                    uint8_t bytes[300 + SOURCE_GUARD] = {0};
                    memset(bytes, 'x', end);
                    if (hit < end)
                        bytes[hit] = hit % 2 ? '"' : '\\';
                    if (hit + 1 < end)
                        bytes[hit + 1] = 0xFF;
                    if ((from + hit) / 2 < end)
                        bytes[(from + hit) / 2] |= hit % 3 ? 0 : 0x80;
                    bool want_high = false, high = false;
                    const uint8_t *want = scan_all()[0]->string(bytes + from, bytes + end, &want_high);
                    ck_assert_ptr_eq((*scan)->string(bytes + from, bytes + end, &high), want);
                    ck_assert_int_eq(high, want_high);
                }
}
END_TEST

/* The same for nested brackets: every piece of a text full of quotes, escapes and brackets, cut at every place. */
START_TEST(nests) {
    static const char alphabet[] = "{}[]\"\\\\xxxxxxxx";
    uint8_t bytes[400 + SOURCE_GUARD] = {0};
    uint32_t random = 7;
    for (int turn = 0; turn < 300; turn++) {
        size_t n = 1 + (size_t)turn % 399;
        memset(bytes, 0, sizeof bytes);
        for (size_t i = 0; i < n; i++)
            bytes[i] = (uint8_t)(i == 0 ? '{' : alphabet[(random = random * 1664525 + 1013904223) >> 28]);
        for (const Scan *const *scan = scan_all(); *scan; scan++)
            for (size_t cut = 1; cut < n; cut += 1 + cut / 20) {
                ScanNest want = {0}, got = {0};
                uint8_t first[400 + SOURCE_GUARD] = {0};
                memcpy(first, bytes, cut);
                const uint8_t *a = scan_all()[0]->nested(first, first + cut, &want),
                              *b = (*scan)->nested(first, first + cut, &got);
                ck_assert_ptr_eq(a, b);
                if (a)
                    continue;
                ck_assert(want.depth == got.depth && want.in_string == got.in_string && want.escaped == got.escaped);
                a = scan_all()[0]->nested(bytes + cut, bytes + n, &want);
                b = (*scan)->nested(bytes + cut, bytes + n, &got);
                ck_assert_ptr_eq(a, b);
            }
    }
}
END_TEST

/* All beginnings of what is at a, against what is at b. */
static void check_strings(const Scan *scan, const uint8_t *a, const uint8_t *b, size_t n) {
    enum { MANY = 64 };
    Str list[MANY];
    const uint8_t *kept[MANY], *self[MANY];
    uint32_t want[MANY], got[MANY];
    for (size_t i = 0; i < MANY; i++) {
        list[i] = (Str){(const char *)a, n * (i + 1) / MANY};
        kept[i] = i % 2 ? b : a;
        self[i] = a;
    }
    scan_all()[0]->hashes(list, MANY, want);
    scan->hashes(list, MANY, got);
    ck_assert(memcmp(got, want, sizeof want) == 0);
    ck_assert_uint_eq(scan->sames(kept, list, MANY), scan_all()[0]->sames(kept, list, MANY));
    ck_assert_uint_eq(scan->sames(self, list, MANY), UINT64_MAX);
    ck_assert_uint_eq(scan->sames(self, list, 3), 7);
}

/* And for equal fronts and for places of a character: random bytes of few kinds, at every distance from a page that must not be
 * read beyond the guard. */
START_TEST(fronts_and_places) {
    uint8_t a[300 + SOURCE_GUARD] = {0}, b[300 + SOURCE_GUARD] = {0};
    uint32_t want[300 + SCAN_SPARE], got[300 + SCAN_SPARE], random = 11;
    static const char ends[] = {'\n', 'x'};
    for (int turn = 0; turn < 3000; turn++) {
        size_t n = (size_t)turn % 300;
        const char *kinds = turn % 4 < 2 ? ";;x\xBB" : turn % 4 == 2 ? "yyyy" : "y;yy";
        for (size_t i = 0; i < sizeof a; i++)
            a[i] = b[i] = (uint8_t)(kinds[(random = random * 1664525 + 1013904223) >> 30]);
        if (turn % 3)
            b[(random >> 8) % 320] ^= 1;
        for (const Scan *const *scan = scan_all(); *scan; scan++) {
            ck_assert_uint_eq((*scan)->common(a, b, n), scan_all()[0]->common(a, b, n));
            ck_assert_uint_eq((*scan)->common(a, a, n), n);
            check_strings(*scan, a, b, n);
            size_t count = scan_all()[0]->places(a, n, ';', want);
            ck_assert_uint_eq((*scan)->places(a, n, ';', got), count);
            ck_assert(memcmp(got, want, count * sizeof *want) == 0);
            char end = ends[turn % 2];
            size_t stop, same_stop;
            count = scan_all()[0]->fields(a, n, ';', end, want, &stop);
            ck_assert_uint_eq((*scan)->fields(a, n, ';', end, got, &same_stop), count);
            ck_assert_uint_eq(same_stop, stop);
            ck_assert(memcmp(got, want, count * sizeof *want) == 0);
        }
    }
}
END_TEST

/* Of more than nine decimals: the nearest double, and the nine first with the tenth rounded. */
START_TEST(many_decimals) {
    srand(1);
    int wrong = 0;
    for (int i = 0; i < 20000; i++) {
        char text[64];
        double number = ldexp((double)rand() * 4194304 + rand(), rand() % 70 - 60);
        int length = snprintf(text, sizeof text, "%.*f", 10 + rand() % 13, number);
        uint64_t nano = 0;
        const char *point = strchr(text, '.');
        for (int d = 1; d <= 9; d++)
            nano = nano * 10 + (uint64_t)(point[d] - '0');
        nano += point[10] >= '5';
        JsonNumber n;
        wrong += !json_number_parse((Str){text, (size_t)length}, &n) || n.value != strtod(text, NULL);
        wrong += n.overflow ? strtod(text, NULL) < 1.8e19
                            : n.nano != nano % 1000000000 || n.whole != strtoull(text, NULL, 10) + (nano == 1000000000);
    }
    ck_assert_int_eq(wrong, 0);
}
END_TEST

Suite *test_json(void);
Suite *test_json(void) {
    Suite *s = suite_create("json");
    TCase *t = tcase_create("json");
    tcase_add_test(t, many_decimals);
    tcase_add_loop_test(t, structure, 0, sizeof documents / sizeof *documents);
    tcase_add_loop_test(t, decimal, 0, sizeof numbers / sizeof *numbers);
    tcase_add_loop_test(t, scaling, 0, sizeof scaled / sizeof *scaled);
    tcase_add_test(t, number_arrays);
    tcase_add_test(t, number_runs);
    tcase_add_test(t, values);
    tcase_add_test(t, depth);
    tcase_add_test(t, scans);
    tcase_add_test(t, nests);
    tcase_add_test(t, fronts_and_places);
    suite_add_tcase(s, t);
    return s;
}
