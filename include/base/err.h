/* The reason why something could not be done, as a value on the caller's stack.
 *
 * A function that can fail for a reason the user should hear takes an Err * last and returns bool.
 * The first error wins: err_set on an Err that already holds one does nothing, so that the cause is
 * told and not its consequence. Each caller may add context once with err_context.
 * Wording: lower case, the failure first, the subject quoted, the place given
 * ("bad weight 'x' at line 12"). A broken program is an assert, not an Err. Any thread. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef enum ErrCode {
    ERR_NONE,
    ERR_IO,        /* the system would not let us read or write */
    ERR_FORMAT,    /* the bytes are not what they seem to be */
    ERR_UNKNOWN,   /* no format recognises them */
    ERR_EMPTY,     /* recognised, but nothing to show */
    ERR_CANCELLED, /* the user asked to stop */
    ERR_MEMORY,    /* it would take more memory than its size is worth (arena.h) */
    ERR_USAGE,     /* wrong command line */
    ERR_LATER,     /* what it takes is being made: the same can be done once it is there */
} ErrCode;

typedef struct Err {
    ErrCode code;
    uint64_t offset;   /* byte of the decoded input, 0 when unknown */
    char message[512]; /* UTF-8, always terminated, cut at a character */
} Err;

/* Sets code and a printf-formatted message unless err already holds an error. err may be NULL. Always false. */
bool err_set(Err *err, ErrCode code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Puts "context: " before the message of an error. No-op on ERR_NONE or NULL. Always false. */
bool err_context(Err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
