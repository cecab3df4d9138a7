/* Work in the background: one Job, one thread, one result that is const from then on.
 *
 * The owner (the UI thread) starts a job with its input by value, may cancel it, and polls it; the job polls its
 * cancel flag (every few thousand records, so that it stops within 100 ms), reports progress, and may post messages
 * to the mailbox: pointers handed over for good. One mutex, in the mailbox; nothing else is shared. */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum JobStop {
    JOB_GO,     /* carry on */
    JOB_KEEP,   /* stop reading and hand over what was read so far */
    JOB_CANCEL, /* stop and throw everything away */
} JobStop;

/* What a running job tells its watchers. Written by the job, read by anyone, in any order. */
typedef struct Progress {
    _Atomic uint64_t done, total; /* bytes of the file on disk; total 0 = unknown */
    _Atomic uint64_t records;     /* events, samples or lines read so far */
    _Atomic uint64_t decoded;     /* bytes of the input after decompression; set at the end, as is memory */
    _Atomic uint64_t memory;      /* the most bytes that the reading held at one time */
    _Atomic int stop;             /* JobStop; written by the owner */
} Progress;

/* True when the owner asked to stop, either way. progress may be NULL. */
bool progress_stopped(const Progress *progress);

/* How many processors this process may use, at least 1: with one, helpers of a job only cost. */
int job_processors(void);

typedef struct Job Job;

/* Runs in the job's thread. Returns the result, which job_take hands to the owner. */
typedef void *(*JobRun)(Job *job, void *input);
/* Called in the job's thread after each post and at the end: wakes the owner's event loop. A job with one stands back for its owner, and what
 * it starts does too: where processors are scarce the window comes first. */
typedef void (*JobWake)(void *user);

/* Starts run(job, input) in a new thread. input belongs to the job. Never NULL. */
Job *job_start(JobRun run, void *input, JobWake wake, void *user);
Progress *job_progress(Job *job);
/* Owner: asks the job to stop. Returns at once. */
void job_stop(Job *job, JobStop how);
/* Job: puts message into the mailbox; a message still there is handed to drop(message) first. */
void job_post(Job *job, void *message, void (*drop)(void *));
/* Owner: takes the message of the mailbox, NULL when there is none. */
void *job_receive(Job *job);
/* Owner: true once run has returned. */
bool job_done(const Job *job);
/* Owner: waits for the end, frees the job and returns run's result. Messages must have been received. */
void *job_take(Job *job);
