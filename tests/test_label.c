/* layout/label and draw/text: names cut to a width, measured without a font. */
#include <check.h>
#include <string.h>

#include "layout/label.h"

START_TEST(shortening) {
    static const struct {
        const char *name, *want;
    } rows[] = {
        {"a::b::Type::method", "Type::method"},
        {"Type::method", "method"},
        {"method", ""},
        {"com.example.app.Main.run", "Main.run"},
        {"Main.run", "run"},
        {"Module._extensions..js", "_extensions..js"},
        {"Module._load", "_load"},
        {"std::vector<std::pair<int, a::b>>::push_back", "vector<std::pair<int, a::b>>::push_back"},
        {"vector<std::pair<int, a::b>>::push_back(int, a::b const&)", "push_back(int, a::b const&)"},
        {"(anonymous namespace)::f", "f"},
        {"<T as core::fmt::Debug>::fmt", "fmt"},
        {"core::ptr::drop::h0123456789abcdef", "core::ptr::drop"},
        {"github.com/acme/pkg.(*Server).Serve", "(*Server).Serve"},
        {"(*Server).Serve", "Serve"},
        {"runtime.main", "main"},
        {"/usr/lib/libc.so.6", "lib/libc.so.6"},
        {"src/app/index.js", "app/index.js"},
        {"index.js", "js"},
        {"GET /api/users", ""},
        {"SELECT a.b FROM t", ""},
        {"void ns::f(int)", "f(int)"},
        {"A::operator<", "operator<"},
        {"A::operator<<(B::C)", "operator<<(B::C)"},
        {"A::operator->", "operator->"},
        {"foo::bar::{{closure}}", "bar::{{closure}}"},
        {"v1.5", ""},
        {"a::", ""},
        {"::f", "f"},
        {"(unclosed::f", ""},
        {"msort_with_tmp.part.0", ""},
        {"ns::f.constprop.0.isra.0", "f.constprop.0.isra.0"},
        {"", ""},
    };
    Str got = label_shorten(str_from(rows[_i].name));
    ck_assert_msg(str_is(got, rows[_i].want), "%s: got %.*s, want %s", rows[_i].name, STR_ARG(got), rows[_i].want);
}
END_TEST

START_TEST(namespaces) {
    static const struct {
        const char *name;
        int most;
        const char *want;
    } rows[] = {{"v8::internal::Heap::Scavenge", 2, "v8::internal::"},
                {"v8::internal::Heap", 1, "v8::"},
                {"node::Start", 2, "node::"},
                {"main", 2, ""},
                {"cmd/go/internal/load.(*Package).load", 2, "cmd/go/"},
                {"std::vector<a::b>::at", 2, "std::vector<a::b>::"}};
    ck_assert(str_is(label_namespace(str_from(rows[_i].name), rows[_i].most), rows[_i].want));
}
END_TEST

/* Every code point is 6 pixels wide at size 10. */
static const TextStyle STYLE = {FONT_UI, 10};

START_TEST(fitting) {
    static const struct {
        Str (*fit)(Arena *, const TextMetrics *, TextStyle, Str, int);
        const char *name;
        int width;
        const char *want;
    } rows[] = {
        {label_fit, "a::b::Type::method", 108, "a::b::Type::method"},
        {label_fit, "a::b::Type::method", 107, "Type::method"},
        {label_fit, "a::b::Type::method", 71, "method"},
        {label_fit, "a::b::Type::method", 35, "meth…"},
        {label_fit, "a::b::Type::method", 18, "me…"},
        {label_fit, "a::b::Type::method", 17, ""}, /* one letter and an ellipsis is noise */
        {label_fit, "ab", 12, "ab"},
        {label_fit, "a", 6, "a"},
        {label_fit, "a", 5, ""},
        {label_fit, "abc", 0, ""},
        {label_fit, "abc", -3, ""},
        {label_fit, "äöüß", 23, "äö…"}, /* between characters, not inside one */
        {label_fit, "名前は長い", 60, "名前は長い"},
        {label_fit, "名前は長い", 40, "名前…"},
        {label_fit, "", 50, ""},
        {label_fit_path, "/opt/npm/lib/utils/log-file.js:199", 300, "/opt/npm/lib/utils/log-file.js:199"},
        {label_fit_path, "/opt/npm/lib/utils/log-file.js:199", 190, "…/npm/lib/utils/log-file.js:199"},
        {label_fit_path, "/opt/npm/lib/utils/log-file.js:199", 120, "…/log-file.js:199"},
        {label_fit_path, "/opt/npm/lib/utils/log-file.js:199", 92, "log-file.js:199"},
        {label_fit_path, "/opt/npm/lib/utils/log-file.js:199", 60, "…le.js:199"},
        {label_fit_path, "/opt/npm/lib/utils/log-file.js:199", 17, ""},
        {label_fit_path, "C:\\app\\main.c", 47, "main.c"},
        {label_fit_path, "/x/ää", 18, "ää"},
        {label_fit_path, "/x/äää", 17, ""},
        {label_fit_path, "/x/", 18, "/x/"},
        {label_fit_path, "/x/", 17, ""},
        {label_fit_middle, "trace-2026.json.gz", 108, "trace-2026.json.gz"},
        {label_fit_middle, "trace-2026.json.gz", 107, "trace-20….json.gz"},
        {label_fit_middle, "trace-2026.json.gz", 60, "trac…on.gz"},
        {label_fit_middle, "trace-2026.json.gz", 30, "tr…gz"},
        {label_fit_middle, "trace-2026.json.gz", 29, "tr…z"},
        {label_fit_middle, "trace-2026.json.gz", 23, "tr…"},
        {label_fit_middle, "trace-2026.json.gz", 17, ""},
        {label_fit_middle, "trace-2026.json.gz", 0, ""},
        {label_fit_middle, "äöüäöü.txt", 42, "äöü…txt"},
        {label_fit_middle, "名前は長い名前です", 72, "名前…前です"},
        {label_fit_file, "trace-2026.json.gz", 108, "trace-2026.json.gz"},
        {label_fit_file, "trace-2026.json.gz", 107, "trace-2026"},
        {label_fit_file, "trace-2026.json.gz", 60, "trace-2026"},
        {label_fit_file, "trace-2026.json.gz", 59, "trac…2026"},
        {label_fit_file, "CPU-20261130-134501.cpuprofile", 84, "CPU-20…-134501"},
        {label_fit_file, "orders.jaeger.json", 84, "orders.jaeger"},
        {label_fit_file, "trace.json (2)", 78, "trace.…on (2)"},
        {label_fit_file, "before/trace.json.zst", 78, "before/trace"},
        {label_fit_file, "perf.folded.gz.1a2b", 90, "perf.folded.gz"},
        {label_fit_file, "a.gz.gz.zst", 54, "a.gz"},
        {label_fit_file, ".json", 24, ".js…"},
        {label_fit_file, "no-extension", 42, "no-…ion"},
    };
    Arena *arena = arena_new();
    TextMetrics metrics = text_metrics_plain();
    Str got = rows[_i].fit(arena, &metrics, STYLE, str_from(rows[_i].name), rows[_i].width);
    ck_assert_msg(str_is(got, rows[_i].want), "%s in %d: got %.*s", rows[_i].name, rows[_i].width, STR_ARG(got));
    arena_free(arena);
}
END_TEST

/* Whatever the name and the width: what comes out fits, and is valid UTF-8. */
START_TEST(always_fits) {
    static const char *const names[] = {"a::b<c::d>::e", "\xF0\x9F\xA4\x94\xF0\x9F\xA4\x94x.y", "\xff\xfe::\x80",
                                        "((((", "/a/\xC3"};
    Arena *arena = arena_new();
    TextMetrics metrics = text_metrics_plain();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int width = 0; width < 120; width++) {
            Str name = utf8_clean(arena, str_from(names[i]));
            Str one = label_fit(arena, &metrics, STYLE, name, width);
            Str two = label_fit_path(arena, &metrics, STYLE, name, width);
            Str three = label_fit_file(arena, &metrics, STYLE, name, width);
            ck_assert_int_le(text_width(&metrics, STYLE, one), width);
            ck_assert_int_le(text_width(&metrics, STYLE, two), width);
            ck_assert_int_le(text_width(&metrics, STYLE, three), width);
            ck_assert(str_equal(utf8_clean(arena, one), one) && str_equal(utf8_clean(arena, two), two));
            ck_assert(str_equal(utf8_clean(arena, three), three));
        }
    arena_free(arena);
}
END_TEST

START_TEST(plain_metrics) {
    TextMetrics metrics = text_metrics_plain();
    ck_assert_int_eq(text_width(&metrics, (TextStyle){FONT_MONO, 12}, STR("abc")), 21);
    ck_assert_int_eq(text_width(&metrics, (TextStyle){FONT_MONO, 12}, STR("\xE4\xB8\xAD\x01")), 42);
    TextLine line = metrics.line(metrics.user, (TextStyle){FONT_UI, 12});
    ck_assert_int_eq(line.ascent, 10);
    ck_assert_int_eq(line.descent, 2);
}
END_TEST

Suite *test_label(void);
Suite *test_label(void) {
    Suite *s = suite_create("label");
    TCase *t = tcase_create("label");
    tcase_add_loop_test(t, shortening, 0, 32);
    tcase_add_loop_test(t, namespaces, 0, 6);
    tcase_add_loop_test(t, fitting, 0, 48);
    tcase_add_test(t, always_fits);
    tcase_add_test(t, plain_metrics);
    suite_add_tcase(s, t);
    return s;
}
