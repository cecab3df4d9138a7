/* From a path to a Document: source, detection, reader, seal. The same call serves the window's job and the command line. */
#pragma once
#include "base/err.h"
#include "base/job.h"
#include "profile/document.h"

/* Reads path ("-": standard input). NULL with a sentence in err (file name not included; err is not NULL) when nothing can be shown,
 * or when it was cancelled; stopped with JOB_KEEP it gives what was read. Blocks; any thread. */
Document *load_document(const char *path, Progress *progress, Err *err);
/* The same with source maps (files or folders, see doc/originals.h) beside those that lie with the scripts. */
Document *load_mapped(const char *path, const char *const *maps, size_t map_count, Progress *progress, Err *err);
/* The same from bytes in memory (pasted text, tests, fuzzing); name stands for the path. */
Document *load_memory(Str name, Str bytes, Progress *progress, Err *err);

typedef struct LoadResult {
    Document *document; /* NULL when it failed */
    Err err;
} LoadResult;
/* A job that loads path: its result is a LoadResult * (load_result_free frees it and, unless taken out and set to NULL, its
 * document). Its mailbox carries partial Documents (complete false, stopped empty): first after about 0.2 s, then each time as
 * much again was read. Each owns all it needs. */
Job *load_start(const char *path, JobWake wake, void *user);
Job *load_start_mapped(const char *path, const char *const *maps, size_t map_count, JobWake wake,
                       void *user);                                    /* maps are copied */
Job *load_start_memory(Str name, Str bytes, JobWake wake, void *user); /* bytes are copied */
void load_result_free(LoadResult *result);
