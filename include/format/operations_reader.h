/* The reader of diagnostics events while it reads one. Internal to fmt_operations*.c. */
#pragma once
#include "format/context.h"
#include "format/format.h"
#include "format/operation_pairs.h"

enum { EVENT_PHASE = EVENT_ERROR + 1, EVENT_UNKNOWN };

/* An event as it is read. */
typedef struct OperationsEvent {
    PairEvent pair; /* its hint is not numbered yet */
    PairHint hint;
    bool has_time;
    JsonNumber time;
} OperationsEvent;

/* An attribute's value as it stands between its quotes, in the window. */
typedef struct OperationsWord {
    Str raw;
    int attribute; /* as context_attribute numbers it */
    bool plain;    /* its text is as it stands */
} OperationsWord;

enum { OPERATIONS_WORDS = 4, OPERATIONS_LABEL = 224, OPERATIONS_LABELS = 512, OPERATIONS_CHANNELS = 64 };

/* What words became as a label, and the words, one behind the other. */
typedef struct OperationsLabel {
    StrId channel, label; /* channel 0 = free */
    struct {
        int16_t attribute;
        uint16_t length; /* attribute -1: no more words */
    } word[OPERATIONS_WORDS];
    char text[OPERATIONS_LABEL];
} OperationsLabel;

/* Events that lie in the window together, so that the table of ids is waited for once. */
enum { OPERATIONS_BATCH = 32, OPERATIONS_TEXTS = 4 * OPERATIONS_BATCH };
typedef struct OperationsBatch {
    OperationsEvent events[OPERATIONS_BATCH];
    Str texts[OPERATIONS_TEXTS]; /* ids that are not interned yet */
    StrId *to[OPERATIONS_TEXTS]; /* and where they belong */
    size_t count, text_count;
} OperationsBatch;

typedef struct OperationsReader {
    Reading *reading;
    Intern *strings;
    Json json;
    Context context;
    Pairing *pairing; /* events are paired as they come, until disorder: one came that is earlier than the one before */
    bool disorder;
    PairInput input; /* or, without a pairing, kept */
    uint64_t seen, bad, phases, kept;
    OperationsEvent *event; /* being read */
    StrId error_name;
    OperationsWord words[OPERATIONS_WORDS]; /* of the event being read, on the fast way */
    size_t word_count;
    OperationsBatch batch;
    StrId channels[OPERATIONS_CHANNELS], recent[256]; /* texts met lately, by their hash; 0 = none */
    OperationsLabel labels[OPERATIONS_LABELS];
} OperationsReader;

/* EVENT_START...; EVENT_PHASE for other words. */
uint32_t operations_type(Str word);
/* Where a hint's value goes; NULL when the key is none. */
StrId *operations_hint(OperationsReader *r, Str key);
/* The label that the context gives an event of the channel, without secrets; 0 = none. */
StrId operations_label(OperationsReader *r, StrId channel);
/* Makes the event at offset the one being read, with nothing known of it. */
void operations_begin(OperationsReader *r, OperationsEvent *event, uint64_t offset);
/* Reads the events that come next, as long as they are wholly in the window and in the usual spelling, into r->batch, each as
 * fmt_operations.c would have read it. No event: nothing was consumed but blanks and commas. */
void operations_batch_fast(OperationsReader *r);
