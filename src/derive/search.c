/* Strings are looked at, not frames, each once. Big tables are looked at by several threads, each over a part of its own. */
#include "derive/search.h"

#include "base/file.h"
#include "derive/matched.h"

enum { LANES = 4, LANE_FRAMES = 1 << 15 /* fewer are not worth a thread */, POLL = 1 << 10, AHEAD = 64 /* frames */ };
static const double PIECE = 0.02; /* s, between two looks at whether to stop */

/* Frames from next to end; ends lie on multiples of 64, so that no two lanes write one word of bits. */
typedef struct Lane {
    SearchRun *run;
    Matched matched;
    size_t next, end;
    uint64_t found;
    double until; /* of clock_now: when this step is over */
} Lane;

struct SearchRun {
    Arena *arena; /* its own; the matcher's too */
    Matcher matcher;
    const Frames *frames;
    SearchHits *hits;
    Lane lanes[LANES];
    size_t lane_count;
};

static void look_at(Lane *lane, size_t to) {
    for (; lane->next < to; lane->next++) {
        const Frame *frame = &lane->run->frames->list[lane->next];
        __builtin_prefetch(frame + AHEAD);
        if (!matched_has(&lane->matched, frame->name) && !matched_has(&lane->matched, frame->file))
            continue;
        lane->run->hits->bits[lane->next / 64] |= (uint64_t)1 << lane->next % 64;
        lane->found++;
    }
}

static void look_on(Lane *lane) {
    do
        look_at(lane, lane->end - lane->next < POLL ? lane->end : lane->next + POLL);
    while (lane->next < lane->end && clock_now() < lane->until);
}

static void *run_lane(Job *job, void *input) {
    (void)job;
    look_on(input);
    return NULL;
}

/* Shares the frames out. */
static void make_lanes(SearchRun *run) {
    size_t count = run->frames->count, n = 1 + count / LANE_FRAMES, processors = (size_t)job_processors(),
           most = processors < LANES ? processors : LANES;
    run->lane_count = n < most ? n : most;
    for (size_t i = 0; i < run->lane_count; i++) {
        Lane *lane = &run->lanes[i];
        size_t end = count / run->lane_count * (i + 1) / 64 * 64;
        *lane = (Lane){.run = run, .matched = matched_new(run->arena, &run->matcher, run->frames->strings)};
        lane->next = i ? run->lanes[i - 1].end : 0;
        lane->end = i + 1 < run->lane_count ? end : count;
    }
}

/* hits_arena NULL: the run's own. */
static SearchRun *begin(Arena *hits_arena, const Frames *frames, Str text, bool match_case, Err *err) {
    Arena *arena = arena_new();
    SearchRun *run = arena_one(arena, SearchRun);
    *run = (SearchRun){.arena = arena, .matcher = {.scratch = arena, .match_case = match_case}, .frames = frames};
    hits_arena = hits_arena ? hits_arena : arena;
    run->hits = arena_one(hits_arena, SearchHits);
    run->hits->bits = arena_many(hits_arena, uint64_t, frames->count / 64 + 1);
    if (text.len > 0 && !matcher_prepare(&run->matcher, text, err)) {
        search_end(run);
        return NULL;
    }
    if (text.len > 0)
        make_lanes(run);
    return run;
}

SearchRun *search_begin(const Frames *frames, Str text, bool match_case, Err *err) {
    return begin(NULL, frames, text, match_case, err);
}

bool search_step(SearchRun *run, double seconds) {
    Job *jobs[LANES] = {0};
    double until = clock_now() + seconds;
    bool done = true;
    run->hits->frames = 0;
    for (size_t i = run->lane_count; i-- > 0;) {
        Lane *lane = &run->lanes[i];
        lane->until = until;
        if (lane->next < lane->end && i > 0)
            jobs[i] = job_start(run_lane, lane, NULL, NULL);
        else if (lane->next < lane->end)
            look_on(lane);
    }
    for (size_t i = 0; i < run->lane_count; i++) {
        if (jobs[i])
            job_take(jobs[i]);
        run->hits->frames += run->lanes[i].found;
        done = done && run->lanes[i].next == run->lanes[i].end;
    }
    return done;
}

const SearchHits *search_hits(const SearchRun *run) {
    return run->hits;
}

void search_end(SearchRun *run) {
    if (!run)
        return;
    for (size_t i = 0; i < run->lane_count; i++)
        matched_free(&run->lanes[i].matched);
    matcher_free(&run->matcher);
    arena_free(run->arena);
}

SearchHits *search_frames(Arena *arena, const Frames *frames, Str text, bool match_case, Progress *progress, Err *err) {
    SearchRun *run = begin(arena, frames, text, match_case, err);
    if (!run)
        return NULL;
    bool done = false;
    while (!done && !progress_stopped(progress))
        done = search_step(run, PIECE);
    SearchHits *hits = done ? run->hits : NULL;
    if (!done)
        err_set(err, ERR_CANCELLED, "search was stopped");
    search_end(run);
    return hits;
}

bool search_strings(const Intern *strings, uint8_t *marks, Str text, bool match_case, Err *err) {
    Arena *scratch = arena_new();
    Matcher *m = arena_one(scratch, Matcher);
    *m = (Matcher){.scratch = scratch, .match_case = match_case};
    bool ok = text.len == 0 || matcher_prepare(m, text, err);
    MatcherRoom *room = matcher_room(m);
    for (StrId id = 0; ok && text.len > 0 && id < intern_count(strings); id++) {
        Str s = marks[id] == SEARCH_WANTED ? intern_str(strings, id) : STR("");
        if (s.len > 0 && matcher_matches(m, room, s))
            marks[id] = SEARCH_FOUND;
    }
    matcher_room_free(room);
    matcher_free(m);
    arena_free(scratch);
    return ok;
}

/* ---- trees ---- */

SearchSums search_sum(const SearchHits *hits, const Tree *tree) {
    SearchSums sums = {0};
    uint32_t covered = 0; /* nodes below this id lie inside a match */
    for (uint32_t i = 0; i < tree->count; i++) {
        if (!search_has(hits, tree->frame[i]))
            continue;
        sums.count++;
        sums.self += tree->self[i];
        if (i < covered)
            continue;
        sums.total += tree->total[i];
        covered = tree->end[i];
    }
    return sums;
}

uint32_t search_next(const SearchHits *hits, const Tree *tree, uint32_t node, int step) {
    int64_t at = node != TREE_NONE ? (int64_t)node : step > 0 ? -1 : (int64_t)tree->count;
    int64_t by = step > 0 ? 1 : -1;
    for (at += by; at >= 0 && at < tree->count; at += by)
        if (search_has(hits, tree->frame[at]))
            return (uint32_t)at;
    return TREE_NONE;
}
