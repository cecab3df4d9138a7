/* Runs every suite of tests/test_*.c; the list is made by the Makefile. With
 * arguments: only the suites whose names hold one of them, or, after a '-', all that do not. */
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SUITE(name) Suite *name(void);
#include "suites.inc"
#undef SUITE

static const struct {
    const char *name;
    Suite *(*make)(void);
} suites[] = {
#define SUITE(name) {#name, name},
#include "suites.inc"
#undef SUITE
};

static bool wanted(const char *name, int argc, char **argv) {
    bool only = false;
    for (int i = 1; i < argc; i++) {
        bool without = argv[i][0] == '-';
        if (strstr(name, argv[i] + without))
            return !without;
        only |= !without;
    }
    return !only;
}

int main(int argc, char **argv) {
    setenv("CK_DEFAULT_TIMEOUT", "60", 0); /* four seconds are short on a busy machine, and with sanitizers */
    SRunner *runner = srunner_create(NULL);
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        if (wanted(suites[i].name, argc, argv))
            srunner_add_suite(runner, suites[i].make());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
