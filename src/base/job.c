/* A thread, a mailbox of one letter and a flag; see base/job.h. */
#include "base/job.h"

#include "base/arena.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct Job {
    Arena *arena;
    pthread_t thread;
    JobRun run;
    JobWake wake;
    void *input, *user, *result;
    Progress progress;
    _Atomic bool done;
    pthread_mutex_t lock; /* guards message */
    void *message;
};

bool progress_stopped(const Progress *progress) {
    return progress && atomic_load_explicit(&progress->stop, memory_order_relaxed) != JOB_GO;
}

int job_processors(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 1 ? (int)online : 1;
}

static void wake_owner(Job *job) {
    if (job->wake)
        job->wake(job->user);
}

/* The owner is a window that answers its user meanwhile: whenever it wants a processor it gets one at once. (Linux has priorities of threads.) */
static void stand_back(void) {
#ifdef __linux__
    enum { POLITE = 10 };
    setpriority(PRIO_PROCESS, (id_t)gettid(), POLITE);
#endif
}

static void *thread_main(void *arg) {
    Job *job = arg;
    if (job->wake)
        stand_back();
    job->result = job->run(job, job->input);
    JobWake wake = job->wake; /* the owner may free the job as soon as it sees done */
    void *user = job->user;
    atomic_store(&job->done, true);
    if (wake)
        wake(user);
    return NULL;
}

Job *job_start(JobRun run, void *input, JobWake wake, void *user) {
    Arena *arena = arena_new();
    Job *job = arena_one(arena, Job);
    job->arena = arena;
    job->run = run;
    job->input = input;
    job->wake = wake;
    job->user = user;
    pthread_mutex_init(&job->lock, NULL);
    if (pthread_create(&job->thread, NULL, thread_main, job) != 0) {
        fputs("cresset: cannot start a thread\n", stderr);
        exit(1);
    }
    return job;
}

Progress *job_progress(Job *job) {
    return &job->progress;
}

void job_stop(Job *job, JobStop how) {
    atomic_store(&job->progress.stop, how);
}

void job_post(Job *job, void *message, void (*drop)(void *)) {
    pthread_mutex_lock(&job->lock);
    void *old = job->message;
    job->message = message;
    pthread_mutex_unlock(&job->lock);
    if (old && drop)
        drop(old);
    wake_owner(job);
}

void *job_receive(Job *job) {
    pthread_mutex_lock(&job->lock);
    void *message = job->message;
    job->message = NULL;
    pthread_mutex_unlock(&job->lock);
    return message;
}

bool job_done(const Job *job) {
    return atomic_load(&job->done);
}

void *job_take(Job *job) {
    pthread_join(job->thread, NULL);
    void *result = job->result;
    pthread_mutex_destroy(&job->lock);
    arena_free(job->arena);
    return result;
}
