/* Lists of loads, builds, documents and views; see app/jobs.h. What is given up while its job still runs goes on as an orphan and is
 * freed when the job ends: the window never waits. */
#include "app/jobs.h"

#include <time.h>

#include "base/array.h"
#include "base/file.h"

typedef struct Load {
    uint32_t tab;
    Job *job;
    Str path;
    double since;
    bool orphan; /* nobody waits for it */
} Load;

enum { PARALLEL_BUILDS = 4 }; /* a time view asks for one build a track, and there may be hundreds */

typedef struct Build {
    uint32_t tab;
    Job *job; /* NULL: waits for its turn */
    const Document *document;
    ViewSpec spec;
    bool orphan;
} Build;

typedef struct Held {
    uint32_t tab;
    Document *document;
    bool orphan;
} Held;

struct Jobs {
    Arena *arena;
    JobWake wake;
    void *user;
    Array(Load) loads;
    Array(Build) builds;
    Array(Held) documents;
    Array(View *) views;
};

typedef struct BuildInput {
    Arena *arena;
    const Document *document;
    ViewSpec spec;
} BuildInput;

Jobs *jobs_new(JobWake wake, void *user) {
    Arena *arena = arena_new();
    Jobs *jobs = arena_one(arena, Jobs);
    *jobs = (Jobs){.arena = arena, .wake = wake, .user = user};
    return jobs;
}

#define REMOVE(list, i) ((list)->data[i] = (list)->data[--(list)->count])

/* ---- loads ---- */

static void orphan_load(Load *load) {
    load->orphan = true;
    job_stop(load->job, JOB_CANCEL);
}

static void add_load(Jobs *jobs, uint32_t tab, Str path, Job *job) {
    for (size_t i = 0; i < jobs->loads.count; i++)
        if (jobs->loads.data[i].tab == tab)
            orphan_load(&jobs->loads.data[i]);
    array_push(jobs->arena, &jobs->loads, (Load){.tab = tab, .job = job, .path = path, .since = clock_now()});
}

void jobs_load(Jobs *jobs, uint32_t tab, Str path, const char *const *maps, size_t map_count) {
    path = str_copy(jobs->arena, path);
    add_load(jobs, tab, path, load_start_mapped(path.data, maps, map_count, jobs->wake, jobs->user));
}

void jobs_load_memory(Jobs *jobs, uint32_t tab, Str name, Str bytes) {
    name = str_copy(jobs->arena, name);
    add_load(jobs, tab, name, load_start_memory(name, bytes, jobs->wake, jobs->user));
}

void jobs_stop_load(Jobs *jobs, uint32_t tab, JobStop how) {
    for (size_t i = 0; i < jobs->loads.count; i++)
        if (jobs->loads.data[i].tab == tab && !jobs->loads.data[i].orphan)
            job_stop(jobs->loads.data[i].job, how);
}

/* ---- builds ---- */

static void *run_build(Job *job, void *input) {
    BuildInput build = *(BuildInput *)input;
    arena_free(build.arena);
    return view_build(build.document, build.spec, job_progress(job));
}

static void start_build(Jobs *jobs, Build *build) {
    Arena *arena = arena_new();
    BuildInput *input = arena_one(arena, BuildInput);
    *input = (BuildInput){.arena = arena, .document = build->document, .spec = build->spec};
    build->job = job_start(run_build, input, jobs->wake, jobs->user);
}

/* The oldest first. */
static void start_builds(Jobs *jobs) {
    size_t running = 0;
    for (size_t i = 0; i < jobs->builds.count; i++)
        running += jobs->builds.data[i].job != NULL;
    for (size_t i = 0; i < jobs->builds.count && running < PARALLEL_BUILDS; i++) {
        if (jobs->builds.data[i].job)
            continue;
        start_build(jobs, &jobs->builds.data[i]);
        running++;
    }
}

void jobs_build(Jobs *jobs, uint32_t tab, const Document *document, ViewSpec spec) {
    array_push(jobs->arena, &jobs->builds, (Build){.tab = tab, .document = document, .spec = spec});
    start_builds(jobs);
}

static void remove_build(Jobs *jobs, size_t i) {
    jobs->builds.count--;
    memmove(&jobs->builds.data[i], &jobs->builds.data[i + 1], (jobs->builds.count - i) * sizeof(Build));
}

/* ---- letting go ---- */

static void free_view(Jobs *jobs, size_t i) {
    view_free(jobs->views.data[i]);
    REMOVE(&jobs->views, i);
}

void jobs_drop_view(Jobs *jobs, const View *view) {
    for (size_t i = 0; i < jobs->views.count; i++) {
        if (jobs->views.data[i] != view)
            continue;
        free_view(jobs, i);
        return;
    }
}

/* Freed by the next jobs_next: a window at rest is woken for it. */
static void orphan_document(Jobs *jobs, Held *held) {
    held->orphan = true;
    if (jobs->wake)
        jobs->wake(jobs->user);
    for (size_t i = jobs->builds.count; i-- > 0;) {
        Build *build = &jobs->builds.data[i];
        if (build->document != held->document)
            continue;
        build->orphan = true;
        if (build->job)
            job_stop(build->job, JOB_CANCEL);
        else
            remove_build(jobs, i);
    }
}

void jobs_drop_document(Jobs *jobs, const Document *document) {
    for (size_t i = 0; i < jobs->documents.count; i++)
        if (jobs->documents.data[i].document == document)
            orphan_document(jobs, &jobs->documents.data[i]);
}

void jobs_close(Jobs *jobs, uint32_t tab) {
    for (size_t i = 0; i < jobs->loads.count; i++)
        if (jobs->loads.data[i].tab == tab)
            orphan_load(&jobs->loads.data[i]);
    for (size_t i = 0; i < jobs->documents.count; i++)
        if (jobs->documents.data[i].tab == tab)
            orphan_document(jobs, &jobs->documents.data[i]);
}

static bool is_built_on(const Jobs *jobs, const Document *document) {
    for (size_t i = 0; i < jobs->builds.count; i++)
        if (jobs->builds.data[i].document == document)
            return true;
    return false;
}

/* A load that still runs would ask for it again. */
static void give_back(const Jobs *jobs) {
    if (jobs->loads.count == 0)
        arena_trim();
}

static void free_orphans(Jobs *jobs) {
    for (size_t i = jobs->documents.count; i-- > 0;) {
        Held held = jobs->documents.data[i];
        if (!held.orphan || is_built_on(jobs, held.document))
            continue;
        for (size_t v = jobs->views.count; v-- > 0;)
            if (jobs->views.data[v]->document == held.document)
                free_view(jobs, v);
        document_free(held.document);
        REMOVE(&jobs->documents, i);
        give_back(jobs);
    }
}

/* ---- news ---- */

static News document_news(Jobs *jobs, const Load *load, Document *document, bool final) {
    array_push(jobs->arena, &jobs->documents, (Held){.tab = load->tab, .document = document});
    return (News){.kind = NEWS_DOCUMENT,
                  .tab = load->tab,
                  .path = load->path,
                  .document = document,
                  .final = final,
                  .seconds = clock_now() - load->since};
}

/* A load has ended: its document is ours, or goes with the orphan. */
static News load_ended(Jobs *jobs, size_t i) {
    Load load = jobs->loads.data[i];
    LoadResult *result = job_take(load.job);
    News news = {0};
    REMOVE(&jobs->loads, i);
    if (!load.orphan && result->document) {
        news = document_news(jobs, &load, result->document, true);
        result->document = NULL;
    } else if (!load.orphan) {
        news = (News){.kind = NEWS_FAILED, .tab = load.tab, .path = load.path, .err = result->err};
    }
    load_result_free(result);
    if (load.orphan)
        give_back(jobs);
    return news;
}

static News poll_load(Jobs *jobs, size_t i) {
    Load *load = &jobs->loads.data[i];
    bool done = job_done(load->job); /* asked first: what is posted before the end is received before it */
    Document *partial = job_receive(load->job);
    if (partial && !load->orphan && !done)
        return document_news(jobs, load, partial, false);
    document_free(partial);
    return done ? load_ended(jobs, i) : (News){0};
}

static News poll_build(Jobs *jobs, size_t i) {
    Build build = jobs->builds.data[i];
    if (!build.job || !job_done(build.job))
        return (News){0};
    View *view = job_take(build.job);
    remove_build(jobs, i);
    if (view && !build.orphan) {
        array_push(jobs->arena, &jobs->views, view);
        return (News){.kind = NEWS_VIEW, .tab = build.tab, .view = view};
    }
    view_free(view);
    return (News){0};
}

News jobs_next(Jobs *jobs) {
    News news = {0};
    for (size_t i = jobs->loads.count; i-- > 0 && news.kind == NEWS_NONE;)
        news = poll_load(jobs, i);
    for (size_t i = jobs->builds.count; i-- > 0 && news.kind == NEWS_NONE;)
        news = poll_build(jobs, i);
    start_builds(jobs);
    free_orphans(jobs);
    return news;
}

const Progress *jobs_loading(const Jobs *jobs, size_t i, uint32_t *tab) {
    for (size_t l = 0; l < jobs->loads.count; l++) {
        if (jobs->loads.data[l].orphan || i-- > 0)
            continue;
        *tab = jobs->loads.data[l].tab;
        return job_progress(jobs->loads.data[l].job);
    }
    return NULL;
}

void jobs_free(Jobs *jobs) {
    if (!jobs)
        return;
    for (size_t i = 0; i < jobs->loads.count; i++)
        orphan_load(&jobs->loads.data[i]);
    for (size_t i = 0; i < jobs->documents.count; i++)
        orphan_document(jobs, &jobs->documents.data[i]);
    for (size_t i = jobs->loads.count; i-- > 0;) {
        while (!job_done(jobs->loads.data[i].job)) /* only then is its mailbox empty for good */
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        document_free(job_receive(jobs->loads.data[i].job));
        load_result_free(job_take(jobs->loads.data[i].job));
    }
    for (size_t i = jobs->builds.count; i-- > 0;)
        view_free(job_take(jobs->builds.data[i].job));
    jobs->loads.count = jobs->builds.count = 0;
    free_orphans(jobs);
    arena_free(jobs->arena);
}
