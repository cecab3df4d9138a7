/* A bounded ring of pieces, one producer, one consumer; see base/pump.h. */
#include "base/pump.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES = 4, PIECE = 256 * 1024 };

struct Pump {
    pthread_t thread;
    PumpFill fill;
    void *user;
    uint8_t *data[PIECES];
    size_t size[PIECES];
    size_t at;            /* the reader's place in its piece */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t made_one, took_one;
    uint64_t made, taken; /* pieces */
    bool ended, quit;
};

/* The next piece to fill; NULL when the pump is to stop. */
static uint8_t *wait_for_room(Pump *pump) {
    pthread_mutex_lock(&pump->lock);
    while (pump->made - pump->taken == PIECES && !pump->quit)
        pthread_cond_wait(&pump->took_one, &pump->lock);
    uint8_t *piece = pump->quit ? NULL : pump->data[pump->made % PIECES];
    pthread_mutex_unlock(&pump->lock);
    return piece;
}

static void hand_over(Pump *pump, size_t size) {
    pthread_mutex_lock(&pump->lock);
    pump->size[pump->made % PIECES] = size;
    pump->made += size > 0;
    pump->ended = size == 0;
    pthread_cond_signal(&pump->made_one);
    pthread_mutex_unlock(&pump->lock);
}

static void *run(void *arg) {
    Pump *pump = arg;
    uint8_t *piece;
    size_t size = 1;
    while (size > 0 && (piece = wait_for_room(pump))) {
        size = pump->fill(pump->user, piece, PIECE);
        hand_over(pump, size);
    }
    return NULL;
}

Pump *pump_start(Arena *arena, PumpFill fill, void *user) {
    Pump *pump = arena_one(arena, Pump);
    pump->fill = fill;
    pump->user = user;
    for (int i = 0; i < PIECES; i++)
        pump->data[i] = arena_grow(arena, NULL, PIECE);
    pthread_mutex_init(&pump->lock, NULL);
    pthread_cond_init(&pump->made_one, NULL);
    pthread_cond_init(&pump->took_one, NULL);
    if (pthread_create(&pump->thread, NULL, run, pump) != 0) {
        fputs("cresset: cannot start a thread\n", stderr);
        exit(1);
    }
    return pump;
}

/* The size of the piece that the reader is in; 0 at the end. */
static size_t wait_for_piece(Pump *pump) {
    pthread_mutex_lock(&pump->lock);
    while (pump->made == pump->taken && !pump->ended)
        pthread_cond_wait(&pump->made_one, &pump->lock);
    size_t size = pump->made == pump->taken ? 0 : pump->size[pump->taken % PIECES];
    pthread_mutex_unlock(&pump->lock);
    return size;
}

static void give_back(Pump *pump) {
    pthread_mutex_lock(&pump->lock);
    pump->taken++;
    pump->at = 0;
    pthread_cond_signal(&pump->took_one);
    pthread_mutex_unlock(&pump->lock);
}

size_t pump_read(Pump *pump, uint8_t *out, size_t room) {
    size_t size = wait_for_piece(pump), left = size - pump->at, n = left < room ? left : room;
    if (size == 0)
        return 0;
    memcpy(out, pump->data[pump->taken % PIECES] + pump->at, n);
    pump->at += n;
    if (pump->at == size)
        give_back(pump);
    return n;
}

void pump_stop(Pump *pump) {
    if (!pump)
        return;
    pthread_mutex_lock(&pump->lock);
    pump->quit = true;
    pthread_cond_signal(&pump->took_one);
    pthread_mutex_unlock(&pump->lock);
    pthread_join(pump->thread, NULL);
    pthread_cond_destroy(&pump->made_one);
    pthread_cond_destroy(&pump->took_one);
    pthread_mutex_destroy(&pump->lock);
}
