/* The parts of the Chrome trace reader and what they share. Internal to fmt_chrome*.c; times are ns from the whole microsecond of
 * the first timestamp (Chrome.base), until a document is built: there they count from its origin.
 *
 * Format: "Trace Event Format" (Chromium). ts and dur are microseconds whatever displayTimeUnit says. Everything a part gathers
 * stays as it is when a document is built from it, so that a snapshot and the final document come the same way. */
#pragma once
#include "base/map.h"
#include "format/cpu_nodes.h"
#include "format/format.h"
#include "format/name_table.h"

/* A number of microseconds, as exact as the file has it up to 1 ns. */
typedef struct ChromeNumber {
    int64_t whole;
    int32_t rest; /* ns, of the sign of the number, up to 1000 when it was rounded up */
    bool usable;  /* false: missing, no finite number, or beyond int64 */
} ChromeNumber;

typedef struct ChromeEvent {
    StrId name, id; /* 0 = none */
    FrameId frame;  /* FRAME_NONE = not looked up yet: ask chrome_frame */
    StrId pid, tid; /* as text; "0" when the event has none */
    ChromeNumber ts, dur;
    StrId category;       /* 0 = none, or not looked up yet: ask chrome_category */
    Str category_raw;     /* between the quotes, in the window; NULL = looked up */
    Str name_raw, id_raw; /* likewise, while a batch is read; no id_raw = looked up */
    uint32_t id_hash;
    uint64_t offset, args; /* of its '{' and of its args' value in the decoded input; args 0 = none */
    char phase;            /* 0 = none */
    bool global_id;        /* id2.global: the same operation in every process */
    bool id_plain;         /* its text is as it stands */
} ChromeEvent;

/* Events that lie in the window together, so that the tables of names are waited for once. Only the last may be one whose args are
 * read. */
enum { CHROME_BATCH = 32 };
typedef struct ChromeBatch {
    ChromeEvent events[CHROME_BATCH];
    size_t count, at; /* at: the next to be taken */
} ChromeBatch;

typedef struct ChromeThread {
    StrId pid, tid, name;
    int64_t sort;
    uint32_t process;
    Spans *spans; /* NULL until its first event */
} ChromeThread;

typedef struct ChromeProcess {
    StrId pid, name, labels;
    int64_t sort;
    uint32_t operations, first, last; /* how many, and their list */
} ChromeProcess;

typedef struct ChromeOperation {
    StrId id;
    FrameId frame;
    int64_t start, end;
    uint32_t process, parent;
    uint32_t place, next;  /* among those of its process; the next of them, TREE_NONE = last */
    uint32_t above, below; /* while open, the ones opened next and before under its key; TREE_NONE = none */
    uint32_t same;         /* the one opened before under its key and name */
    uint8_t status, no_start;
    uint64_t detail, closing;
} ChromeOperation;

/* What operations of one (process, category, id) are open. TREE_NONE = none. */
typedef struct ChromeAsyncKey {
    StrId pid, category, id; /* pid 0 = of all processes */
    FrameId frame;           /* the first function seen under it: mostly the only one */
    uint32_t named, open;    /* the innermost operation of `frame`, and of all */
} ChromeAsyncKey;

typedef struct ChromeAsync {
    Arena *arena;
    Array(ChromeOperation) list;
    Array(ChromeAsyncKey) keys;
    Array(uint32_t) key_of;  /* by id: 1 + the first key with it, 0 = none */
    Intern *more;            /* keys with an id that had one, as bytes */
    Array(uint32_t) more_of; /* and which they are */
    Map named;               /* (key, function other than its first) -> 1 + innermost open operation, 0 = none */
} ChromeAsync;

typedef struct ChromeProfile {
    StrId pid, tid, id;
    CpuNodes *nodes;
    bool started; /* a Profile event told the start */
} ChromeProfile;

typedef struct ChromeProfiles {
    Array(ChromeProfile) list;
    Map by_id; /* (pid, id) -> profile */
} ChromeProfiles;

typedef struct ChromeStackFrame {
    StrId id, parent;
    FrameId frame;
} ChromeStackFrame;

typedef struct ChromeSample {
    StrId tid, stack;
    int64_t time;
    uint32_t next; /* of its thread, TREE_NONE = last */
} ChromeSample;

/* The `samples` and `stackFrames` beside traceEvents. */
typedef struct ChromeSamples {
    Array(ChromeStackFrame) frames;
    Map by_id;
    Array(ChromeSample) list;
} ChromeSamples;

/* Pids and tids as they stand in the file, up to seven digits, by a quick hash of those. */
typedef struct ChromeDigits {
    uint64_t bytes; /* zeros behind them; 0 = free */
    StrId text;
    uint32_t length;
} ChromeDigits;
enum { CHROME_DIGITS_BITS = 6, CHROME_DIGITS = 1 << CHROME_DIGITS_BITS };

/* A key of an event as it is usually written, with comma, quotes and colon, found by a hash of its first three letters. */
typedef struct ChromeKey {
    uint64_t bytes, mask; /* mask 0, bytes 1 = no key here */
    uint32_t key;         /* of those in fmt_chrome_fast.c */
} ChromeKey;
enum { CHROME_KEY_SLOTS = 32 };

/* Things that are counted, each with up to four names. */
typedef enum ChromeTallyKind {
    TALLY_METADATA,
    TALLY_COUNTER,
    TALLY_INSTANT,
    TALLY_FLOW,
    TALLY_OTHER,
    TALLY_NO_TIME,
    TALLY_NEGATIVE,
    TALLY_NO_DURATION,
    TALLY_NO_PHASE,
    TALLY_KINDS
} ChromeTallyKind;

typedef struct ChromeTally {
    uint64_t count;
    StrId names[4];
    int name_count;
} ChromeTally;

typedef struct ChromeHalf ChromeHalf;

typedef struct Chrome {
    Reading *reading;
    Json json;
    Frames *frames;
    Intern *strings;         /* of frames */
    Array(FrameId) frame_of; /* by name; FRAME_NONE = not seen as a function yet */
    Array(ChromeThread) threads;
    Array(ChromeProcess) processes;
    Map thread_of, process_of;
    StrId last_call_pid, last_call_tid; /* of the events that went to last_spans */
    Spans *last_spans;                  /* NULL = none yet */
    StrId zero;                         /* "0" */
    bool has_base;
    int64_t base; /* whole microseconds */
    uint64_t events;
    bool inside; /* an event has begun and not ended */
    ChromeTally tallies[TALLY_KINDS];
    NameTable *
        spellings; /* texts as they stand in the file, escapes and all, to strings: so a name is unescaped and checked once */
    Arena *spellings_arena;
    ChromeBatch batch;
    ChromeKey keys[CHROME_KEY_SLOTS];
    ChromeDigits digits[CHROME_DIGITS];
    ChromeDigits last_pid, last_tid; /* the last ones, with what stood behind them in bytes */
    ChromeAsync async;
    ChromeProfiles profiles;
    ChromeSamples samples;
    Arena *events_arena; /* of all spans: outlives a second reader */
    ChromeHalf *half;    /* the second reader at work, NULL = none */
    uint64_t meet;       /* offset where it began; UINT64_MAX = none */
    bool halved;         /* it was tried */
} Chrome;

/* ---- fmt_chrome.c ---- */

/* Empties chrome, to read from reading->source into the frames of reading->document. */
void chrome_start(Chrome *chrome, Reading *reading);
/* Reads up to `most` of the events that come next into the batch. False at the end of their array or when the reader failed. */
bool chrome_read_batch(Chrome *chrome, size_t most);
/* The next event of the array we are in, good until the next call; NULL at its end or when the reader failed. Reads many at a time:
 * the source is behind the last of them. */
static inline const ChromeEvent *chrome_next_event(Chrome *chrome) {
    ChromeBatch *batch = &chrome->batch;
    return batch->at < batch->count || chrome_read_batch(chrome, CHROME_BATCH) ? &batch->events[batch->at++] : NULL;
}
/* The event that begins where the source is, and no other. */
const ChromeEvent *chrome_one_event(Chrome *chrome);
/* Puts the event where it belongs. */
void chrome_take_event(Chrome *chrome, const ChromeEvent *event);

/* ---- fmt_chrome_event.c ---- */

/* Reads the object that comes next; its args are skipped and stay in the window for chrome_args. False when the reader failed. */
bool chrome_event_read(Chrome *chrome, ChromeEvent *event);
/* Goes back to the args of the event just read: true when they are an object, which comes next. chrome_args_end returns behind the
 * event; its result is to be kept until then. */
bool chrome_args(Chrome *chrome, const ChromeEvent *event, uint64_t *behind);
void chrome_args_end(Chrome *chrome, uint64_t behind);
/* A number of microseconds as ns; false when it is too large. */
static inline bool chrome_ns(const ChromeNumber *number, int64_t *ns) {
    return number->usable && !__builtin_mul_overflow(number->whole, 1000, ns) &&
           !__builtin_add_overflow(*ns, number->rest, ns);
}
/* Microseconds of the file as ns from base (which the first call sets). False when they are no finite number or too far away. */
static inline bool chrome_time(Chrome *chrome, const ChromeNumber *ts, int64_t *time) {
    ChromeNumber since = *ts;
    if (!chrome->has_base && ts->usable) {
        chrome->has_base = true;
        chrome->base = ts->whole;
    }
    return !__builtin_sub_overflow(ts->whole, chrome->base, &since.whole) && chrome_ns(&since, time);
}
/* The number that comes next. */
ChromeNumber chrome_number(Json *json);
/* The function of the event's name; its module is the category of its first event. */
FrameId chrome_frame(Chrome *chrome, const ChromeEvent *event);
/* The event's category. Good while the event is in the window: few events are asked for it. */
StrId chrome_category(Chrome *chrome, const ChromeEvent *event);
void chrome_tally(Chrome *chrome, ChromeTallyKind kind, StrId name);

/* ---- fmt_chrome_fast.c ---- */

/* chrome_event_read for events in the usual spelling that lie wholly in the window, after blanks and commas: several times as fast.
 * False, with nothing consumed, for all others. Its name is not looked up yet. */
bool chrome_event_fast(Chrome *chrome, ChromeEvent *event);
/* Reads up to `most` such events into the batch. Returns how many. */
size_t chrome_batch_fast(Chrome *chrome, size_t most);
/* What a text between quotes means, found by its spelling. */
StrId chrome_meaning(Chrome *chrome, Str raw);
/* Fills chrome->keys and chrome->spellings. */
void chrome_fast_start(Chrome *chrome);
/* Gives the memory of chrome->spellings back: no event is read afterwards. */
void chrome_fast_end(Chrome *chrome);

/* ---- fmt_chrome_halves.c ---- */

/* Starts the second reader when there is enough left to read, once. To be called between two events. */
void chrome_halve(Chrome *chrome);
/* At the event at chrome->meet, which was read but not taken: adds what the second reader found and goes to where it ended. */
void chrome_join_half(Chrome *chrome);
/* Stops the second reader, if there is one, and forgets what it found. */
void chrome_drop_half(Chrome *chrome);

/* ---- fmt_chrome_tracks.c ---- */

/* The thread of that name pair, added when new. */
uint32_t chrome_thread(Chrome *chrome, StrId pid, StrId tid);
/* The events of a thread. */
Spans *chrome_spans(Chrome *chrome, uint32_t thread);
/* An M event: names, labels and sort indices, whenever they come. */
void chrome_metadata(Chrome *chrome, const ChromeEvent *event);
/* Adds all tracks and notes to document, whose frames have the ids of chrome->frames. last: no event will come, and the operations are spent. Returns
 * how many tracks there are. */
size_t chrome_build(Chrome *chrome, Document *document, bool last);
/* A track of a thread or of a process (tid 0 = none) with its names filled; kind ("samples", "async") ends the title when not empty. */
Track *chrome_add_track(const Chrome *chrome, Document *document, StrId pid, StrId tid, const char *kind);

/* ---- fmt_chrome_nest.c ---- */

typedef struct ChromeNested {
    const Spans *spans;
    Track *track;
    SpanRepairs repairs;
} ChromeNested;

/* Threads whose events wait to be nested. */
typedef struct ChromeNesting {
    Document *document;
    int64_t origin;
    Arena *scratch; /* of list */
    const Reading *reading;
    Array(ChromeNested) list;
} ChromeNesting;

/* Fills the tracks of all in the list and notes what was repaired; on two processors when it is much. Leaves tracks without a tree when
 * the reading is cancelled. */
void chrome_nest(ChromeNesting *nesting);
/* ---- fmt_chrome_async.c: b n e, S T p F ---- */
void chrome_async_start(Chrome *chrome);
/* Gives the memory of all operations back. */
void chrome_async_end(Chrome *chrome);
void chrome_async(Chrome *chrome, const ChromeEvent *event, int64_t time);
/* Ask for the memory that chrome_async will need for an operation of that id: the first step, and some work later the second. */
void chrome_async_ask(const Chrome *chrome, StrId id);
void chrome_async_ask_key(const Chrome *chrome, StrId id);
bool chrome_async_first(const Chrome *chrome, int64_t *first);
/* The track of a process's operations. */
void chrome_async_build(const Chrome *chrome, Document *document, uint32_t process, int64_t origin);

/* ---- fmt_chrome_profile.c: Profile, ProfileChunk, CpuProfile; samples with stackFrames ---- */

/* Whether the event is part of a CPU profile. */
bool chrome_is_profile(const Chrome *chrome, const ChromeEvent *event);
/* Takes an event that is; false, with nothing done, for all others. */
bool chrome_profile(Chrome *chrome, const ChromeEvent *event);
bool chrome_profile_first(const Chrome *chrome, int64_t *first);
/* The profiles of each thread, in the order of the file. */
typedef struct ChromeProfileLists {
    uint32_t *first, *next; /* by thread, by profile; TREE_NONE = no more */
} ChromeProfileLists;
ChromeProfileLists chrome_profile_lists(const Chrome *chrome, Arena *arena);
/* The tracks of a thread's profiles. */
void chrome_profile_build(const Chrome *chrome, Document *document, const ChromeProfileLists *lists, uint32_t thread,
                          int64_t origin);

/* ---- fmt_chrome_samples.c ---- */
void chrome_samples_read(Chrome *chrome);
void chrome_stack_frames_read(Chrome *chrome);
bool chrome_samples_first(const Chrome *chrome, int64_t *first);
void chrome_samples_build(const Chrome *chrome, Document *document, int64_t origin);
