/* The reader of diagnostics events while it reads one. Internal to fmt_operations*.c. */
#pragma once
#include "format/context.h"
#include "format/format.h"
#include "format/known_gaps.h"
#include "format/operation_pairs.h"
#include "format/recent_texts.h"

enum { EVENT_PHASE = EVENT_ERROR + 1, EVENT_UNKNOWN };

/* An event as it is read. */
typedef struct OperationsEvent {
    PairEvent pair; /* its hint is not numbered yet */
    PairHint hint;
    bool has_time, negative;
    uint64_t whole; /* its time in ms, without the sign */
    uint32_t nano;  /* billionths of a ms */
} OperationsEvent;

/* An attribute's value as it stands between its quotes, in the window. */
typedef struct OperationsWord {
    Str raw;
    int attribute; /* as context_attribute numbers it */
    bool plain;    /* its text is as it stands */
} OperationsWord;

enum { OPERATIONS_WORDS = 4, OPERATIONS_LABEL = 224, OPERATIONS_LABELS = 512 };
enum { OPERATIONS_IDS_BITS = 10, OPERATIONS_FEW_BITS = 6 };

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
    Str texts[OPERATIONS_TEXTS]; /* ids that are not interned yet, with their hashes: they were asked for */
    uint32_t hashes[OPERATIONS_TEXTS];
    StrId *to[OPERATIONS_TEXTS]; /* where they belong: text[i] to to[i] */
    uint32_t text[OPERATIONS_TEXTS];
    size_t count, text_count, to_count;
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
    StrId recent[256]; /* labels met lately, by their hash; 0 = none */
    RecentText ids[1 << OPERATIONS_IDS_BITS], channels[1 << OPERATIONS_FEW_BITS];
    KnownGaps gaps;
    OperationsLabel labels[OPERATIONS_LABELS];
} OperationsReader;

/* EVENT_START...; EVENT_PHASE for other words. */
uint32_t operations_type(Str word);
/* What a key in the context means: one of these, else it may be an attribute. */
enum { NAME_PARENT, NAME_ASYNC, NAME_TRIGGER, NAME_ERROR, NAME_OTHER };
uint32_t operations_name(Str key);
/* Where the value of NAME_PARENT, _ASYNC or _TRIGGER goes. */
StrId *operations_hint(OperationsEvent *event, uint32_t name);
/* The label that the context gives an event of the channel, without secrets; 0 = none. */
StrId operations_label(OperationsReader *r, StrId channel);
/* Makes the event at offset the one being read, with nothing known of it. */
void operations_begin(OperationsReader *r, OperationsEvent *event, uint64_t offset);
/* Reads the events that come next, as long as they are wholly in the window and in the usual spelling, into r->batch, each as
 * fmt_operations.c would have read it. No event: nothing was consumed but blanks and commas. */
void operations_batch_fast(OperationsReader *r);
