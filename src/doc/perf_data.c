/* perf script into a file without a name, which then is the source. Without --inline, which can take perf hours. */
#include "doc/perf_data.h"

#include "base/file.h"
#include "base/process.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool perf_data_is(const char *path) {
    char magic[8] = "";
    FILE *file = file_gives_once(path) ? NULL : fopen(path, "rb");
    bool whole = file && fread(magic, 1, sizeof magic, file) == sizeof magic;
    if (file)
        fclose(file);
    return whole && (memcmp(magic, "PERFILE2", 8) == 0 || memcmp(magic, "2ELIFREP", 8) == 0);
}

/* What perf had to say, on one line. */
static Str complaint(Arena *arena, int errors) {
    char text[400];
    ssize_t n = pread(errors, text, sizeof text, 0);
    Str said = str_copy(arena, str_trim((Str){text, n > 0 ? (size_t)n : 0}));
    for (size_t i = 0; i < said.len; i++)
        if ((unsigned char)said.data[i] < ' ')
            ((char *)said.data)[i] = ' ';
    return said;
}

static Source *run_perf(Arena *arena, const char *path, int output, int errors, Progress *progress, Err *err) {
    const char *const argv[] = {"perf", "script", "--force", "--no-inline", "--input", path, NULL};
    int status = process_run(argv, output, errors, progress);
    if (status == PROCESS_STOPPED)
        err_set(err, ERR_CANCELLED, "stopped while perf script was reading it");
    else if (status > 0)
        err_set(err, ERR_FORMAT, "it is a perf.data file that `perf script` cannot read: %s",
                str_c(arena, complaint(arena, errors)));
    if (status != 0)
        return NULL;
    return source_open(arena, str_c(arena, str_format(arena, "/dev/fd/%d", output)), progress, err);
}

Source *perf_data_open(Arena *arena, const char *path, Progress *progress, Err *err) {
    int output = process_scratch_file(), errors = process_scratch_file();
    Source *source = NULL;
    if (output >= 0 && errors >= 0)
        source = run_perf(arena, path, output, errors, progress, err);
    if (output >= 0)
        close(output);
    if (errors >= 0)
        close(errors);
    return source;
}
