/* The matches in all tracks of time order, also in those that are folded and were never drawn: counted some milliseconds a frame, since a
 * file may have a million. */
#include "base/file.h"
#include "flame.h"
#include "search.h"
#include "tab.h"

enum { STEP_MS = 8, POLL = 256, AHEAD = 16 };

/* What view->hotspots->active is, of a track that is not built. */
static double active_of(const Frames *frames, const Tree *tree) {
    double sum = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        if (frames->list[tree->frame[i]].kind != FRAME_IDLE)
            sum += tree->self[i];
    return sum;
}

static void add(Ui *ui, const Tab *tab, FlameTree t) {
    SearchTracks *s = &ui->search.tracks;
    SearchSums sums = search_sum(ui->search.hits, t.tree);
    s->sums.count += sums.count;
    s->sums.self += sums.self;
    s->sums.total += sums.total;
    s->all += t.view ? t.view->hotspots->active : active_of(&tab->document->frames, t.tree);
}

/* Counts anew where other tracks are drawn, or in another order. */
static void begin(Ui *ui, const Tab *tab, size_t n) {
    SearchTracks *s = &ui->search.tracks;
    bool same = s->count == n && s->track == tab->track && s->order_busy == tab->order_busy;
    if (!same)
        *s = (SearchTracks){.count = n, .track = tab->track, .order_busy = tab->order_busy};
}

void search_count_tracks(Ui *ui, Tab *tab) {
    SearchTracks *s = &ui->search.tracks;
    Flame *flame = &tab->flames[VIEW_TIME];
    size_t n = flame_tree_count(ui, flame);
    double until = clock_now() + STEP_MS / 1e3;
    begin(ui, tab, n);
    for (; s->at < n && !s->counting; s->at++) {
        FlameTree t = flame_tree(ui, flame, s->at);
        if (!t.tree) {
            flame_ask_trees(ui, flame, s->at, n - s->at < AHEAD ? n : s->at + AHEAD);
            return;
        }
        add(ui, tab, t);
        s->counting = s->at % POLL == POLL - 1 && clock_now() > until;
    }
    s->counting &= s->at < n;
    if (s->counting)
        ui_touch(ui);
}
