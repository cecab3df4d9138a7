/* Inputs of one shape at any size, each the worst of its kind: what is quadratic somewhere shows on one of them. */
#include "gen.h"

static void event(FILE *file, char phase, size_t ts, uint32_t name, size_t thread) {
    fprintf(file, ",\n{\"ph\":\"%c\",\"pid\":1,\"tid\":%zu,\"ts\":%zu,\"name\":\"step%u\"}", phase, thread, ts, name);
}

static bool trace_open(Output *output, const char *path) {
    if (!output_open(output, path))
        return false;
    fputs("[{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"growth\"}}", output->file);
    return true;
}

static void trace_close(Output *output) {
    fputs("\n]\n", output->file);
    output_close(output);
}

void gen_deep(const char *path, size_t levels) {
    Output output;
    if (!trace_open(&output, path))
        return;
    for (size_t i = 0; i < levels; i++)
        event(output.file, 'B', i, (uint32_t)(i % 97), 1);
    for (size_t i = levels; i-- > 0;)
        event(output.file, 'E', 2 * levels - i, (uint32_t)(i % 97), 1);
    trace_close(&output);
}

void gen_pairs(const char *path, size_t pairs) {
    Output output;
    Random random = {11};
    if (!trace_open(&output, path))
        return;
    for (size_t i = 0; i < pairs; i++) {
        uint32_t name = random_below(&random, 1000);
        event(output.file, 'B', 10 * i, name, 1);
        event(output.file, 'E', 10 * i + 1 + random_below(&random, 9), name, 1);
    }
    trace_close(&output);
}

void gen_tracks(const char *path, size_t tracks) {
    Output output;
    Random random = {12};
    if (!trace_open(&output, path))
        return;
    for (size_t i = 0; i < tracks; i++) {
        event(output.file, 'B', i, (uint32_t)(i % 97), i + 1);
        event(output.file, 'E', i + 1 + random_below(&random, 100000), (uint32_t)(i % 97), i + 1);
    }
    trace_close(&output);
}

void gen_wide(const char *path, size_t samples) {
    Output output;
    Random random = {13};
    if (!output_open(&output, path))
        return;
    fputs("{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\","
          "\"lineNumber\":-1,"
          "\"columnNumber\":-1},\"children\":[2,3]}",
          output.file);
    for (int i = 2; i < 4; i++)
        fprintf(output.file,
                ",{\"id\":%d,\"callFrame\":{\"functionName\":\"turn%d\",\"scriptId\":\"1\",\"url\":\"a.js\","
                "\"lineNumber\":%d,"
                "\"columnNumber\":1}}",
                i, i, i);
    fputs("],\"startTime\":0,\"samples\":[2", output.file);
    for (size_t i = 1; i < samples; i++)
        fputs(i % 2 ? ",3" : ",2", output.file);
    fputs("],\"timeDeltas\":[0", output.file);
    size_t end = 0;
    for (size_t i = 1; i < samples; i++) {
        uint32_t delta = 1 + random_below(&random, 9);
        end += delta;
        fprintf(output.file, ",%u", delta);
    }
    fprintf(output.file, "],\"endTime\":%zu}\n", end + 1);
    output_close(&output);
}

void gen_staircase(const char *path, size_t operations) {
    Output output;
    if (!output_open(&output, path))
        return;
    fputc('[', output.file);
    for (size_t i = 0; i < 2 * operations; i++) {
        bool start = i < operations;
        fprintf(output.file,
                "%s\n{\"channel\":\"stair\",\"eventType\":\"%s\",\"timestamp\":%zu,\"context\":{},\"operationId\":\"op%"
                "zu\"}",
                i ? "," : "", start ? "start" : "end", i, start ? i : i - operations);
    }
    fputs("\n]\n", output.file);
    output_close(&output);
}
