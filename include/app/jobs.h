/* The background work of the window: loads and view builds of each tab, and who owns what they made. Documents and views live here until the
 * ui lets go of them; what is still being built on a document outlives the wish to free it. UI thread only, never blocks. */
#pragma once
#include "doc/load.h"
#include "doc/view.h"

typedef struct Jobs Jobs;

typedef enum NewsKind {
    NEWS_NONE,
    NEWS_DOCUMENT, /* document, final or partial */
    NEWS_FAILED,   /* err */
    NEWS_VIEW,     /* view */
} NewsKind;

typedef struct News {
    NewsKind kind;
    uint32_t tab;
    Str path; /* of the load; good until the tab is closed */
    const Document *document;
    bool final;
    double seconds; /* NEWS_DOCUMENT: since the load began */
    Err err;
    const View *view;
} News;

/* wake(user) is called in another thread whenever there may be news. */
Jobs *jobs_new(JobWake wake, void *user);
/* Stops everything, waits for it (at most a tenth of a second a job) and frees all. */
void jobs_free(Jobs *jobs);

/* A load of a tab; one that is under way is cancelled. maps: source maps, as load_mapped. All is copied. */
void jobs_load(Jobs *jobs, uint32_t tab, Str path, const char *const *maps, size_t map_count);
void jobs_load_memory(Jobs *jobs, uint32_t tab, Str name, Str bytes);
void jobs_stop_load(Jobs *jobs, uint32_t tab, JobStop how);
/* Builds a view of a document that came from here. */
void jobs_build(Jobs *jobs, uint32_t tab, const Document *document, ViewSpec spec);
void jobs_drop_view(Jobs *jobs, const View *view);
void jobs_drop_document(Jobs *jobs, const Document *document);
void jobs_close(Jobs *jobs, uint32_t tab);

/* The next thing that happened, NEWS_NONE when there is nothing more; also frees what nobody uses any longer. */
News jobs_next(Jobs *jobs);
/* Progress of the i-th load under way, NULL when there are fewer; *tab is set. */
const Progress *jobs_loading(const Jobs *jobs, size_t i, uint32_t *tab);
