/* Grinds made-up text on two threads: splits it into words, counts them in a tree, sorts, packs with zlib, and solves a small
 * recursive puzzle between. Something for perf and callgrind. Build: cc -O1 -g -fno-omit-frame-pointer wordmill.c -lz -pthread */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct Node {
    struct Node *left, *right;
    char word[24];
    int count;
} Node;

typedef struct Mill {
    unsigned seed;
    int rounds;
    Node *root;
    long result;
} Mill;

static unsigned next_random(unsigned *seed) {
    return (*seed = *seed * 1103515245u + 12345u) >> 8;
}

static size_t write_text(Mill *mill, char *text, size_t size) {
    static const char *const parts[] = {"ce", "dar", "lin", "en", "mar", "ble", "sa", "ffron", "o", "live"};
    size_t at = 0;
    while (at + 32 < size) {
        for (unsigned n = 1 + next_random(&mill->seed) % 4; n > 0; n--)
            at += (size_t)sprintf(text + at, "%s", parts[next_random(&mill->seed) % 10]);
        text[at++] = ' ';
    }
    text[at] = 0;
    return at;
}

static Node **find_slot(Node **slot, const char *word) {
    while (*slot && strcmp((*slot)->word, word) != 0)
        slot = strcmp(word, (*slot)->word) < 0 ? &(*slot)->left : &(*slot)->right;
    return slot;
}

static void count_word(Mill *mill, const char *word) {
    Node **slot = find_slot(&mill->root, word);
    if (!*slot) {
        *slot = calloc(1, sizeof **slot);
        snprintf((*slot)->word, sizeof (*slot)->word, "%s", word);
    }
    (*slot)->count++;
}

static void split_words(Mill *mill, char *text) {
    for (char *save = NULL, *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save))
        count_word(mill, word);
}

static int collect(const Node *node, int *counts) {
    if (!node)
        return 0;
    int n = collect(node->left, counts);
    counts[n++] = node->count;
    return n + collect(node->right, counts + n);
}

static int by_count(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

static long rank_words(const Mill *mill) {
    static _Thread_local int counts[20000];
    int n = collect(mill->root, counts);
    qsort(counts, (size_t)n, sizeof *counts, by_count);
    return counts[n / 2];
}

static long pack_text(const char *text, size_t size) {
    static _Thread_local Bytef out[80000];
    uLongf packed = sizeof out;
    compress2(out, &packed, (const Bytef *)text, size, 6);
    return (long)packed;
}

static int place_queens(int row, int n, unsigned columns, unsigned up, unsigned down) {
    if (row == n)
        return 1;
    int found = 0;
    for (int c = 0; c < n; c++)
        if (!(columns >> c & 1) && !(up >> (row + c) & 1) && !(down >> (row - c + n) & 1))
            found += place_queens(row + 1, n, columns | 1u << c, up | 1u << (row + c), down | 1u << (row - c + n));
    return found;
}

static void *grind(void *user) {
    Mill *mill = user;
    char *text = malloc(65536);
    for (int i = 0; i < mill->rounds; i++) {
        size_t size = write_text(mill, text, 65536);
        mill->result += pack_text(text, size);
        split_words(mill, text);
        mill->result += rank_words(mill) + place_queens(0, 7, 0, 0, 0);
    }
    free(text);
    return NULL;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 20;
    Mill mills[2] = {{.seed = 1, .rounds = rounds}, {.seed = 2, .rounds = rounds / 2}};
    pthread_t helper;
    pthread_create(&helper, NULL, grind, &mills[1]);
    grind(&mills[0]);
    pthread_join(helper, NULL);
    printf("%ld\n", mills[0].result + mills[1].result);
    return 0;
}
