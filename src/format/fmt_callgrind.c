/* callgrind profiles (valgrind, Xdebug, gungraun and others): functions with own costs and the calls between them.
 * Format: Valgrind manual, "Callgrind Format Specification", version 1. */
#include "format/call_graph.h"
#include "format/format.h"

#include "base/map.h"
#include "codec/lines.h"

#include <stdlib.h>

enum { MAX_EVENTS = 64, MAX_NODES = 400000, SMALL_IDS = 1 << 16 };

static const NoteKind NEGATIVE = {"negative-cost", NOTE_WARNING, "{n} line{s} with a negative cost left out{names}"};
static const NoteKind BAD_LINE = {"bad-line", NOTE_WARNING, "{n} line{s} not understood{names}"};
static const NoteKind NEWER = {"newer-version", NOTE_WARNING,
                               "the file is of callgrind format version{names}, 1 is known"};
static const NoteKind UNROLLED = {
    "graph", NOTE_INFO, "the file holds a call graph, no stacks: calls are divided among callers in proportion"};
static const NoteKind PRUNED = {"pruned", NOTE_INFO, "{n} event{s} whose smallest calls were not unrolled{names}"};

/* Names of one kind may be written once as "(7) name" and then as "(7)". Most ids count from 1. */
typedef struct Names {
    Array(StrId) small; /* of ids below SMALL_IDS, 0 = not seen */
    Map others;
} Names;

typedef struct Function {
    StrId name, file, object;
    int32_t line;
} Function;

typedef struct Callgrind {
    Reading *reading;
    Document *document;
    Arena *scratch;
    Str events[MAX_EVENTS];
    uint32_t event_count, positions;
    Names functions, files, objects;
    StrId object, file, callee_object, callee_file; /* 0 = as the caller's */
    uint32_t function, callee;                      /* FRAME_NONE: none named yet */
    enum { OWN_COST, CALL_COST, SKIP_LINE } next;
    uint64_t last_position[4], last_cost[MAX_EVENTS];
    bool relative_costs; /* some writers compress costs too: seen "*" or "+" there */
    CallGraph *graph;
    Array(Function) list;
    Map by_identity;
    Array(uint32_t) last_of; /* by StrId of a name: the function so called that was named last, +1; 0 = none */
    uint64_t lines;
} Callgrind;

/* ---- names ---- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void set_name(Callgrind *c, Names *names, uint64_t id, StrId name) {
    names->others.arena = c->scratch;
    if (id >= SMALL_IDS) {
        map_set(&names->others, id, name);
        return;
    }
    array_reserve(c->scratch, &names->small, id + 1);
    while (names->small.count <= id)
        array_push(c->scratch, &names->small, 0);
    names->small.data[id] = name;
}

/* 0 when there is none. */
static StrId known_name(const Names *names, uint64_t id) {
    if (id < SMALL_IDS)
        return id < names->small.count ? names->small.data[id] : 0;
    uint32_t known = map_get(&names->others, id);
    return known == MAP_NONE ? 0 : known;
}

static StrId name_of(Callgrind *c, Names *names, Str text) {
    Intern *strings = c->document->frames.strings;
    text = str_trim(text);
    size_t close = text.len && text.data[0] == '(' ? str_find_char(text, ')') : SIZE_MAX;
    int64_t id;
    if (close == SIZE_MAX || !str_to_i64(str_slice(text, 1, close), &id))
        return intern_add(strings, text);
    Str name = close + 1 < text.len ? str_trim(str_slice(text, close + 1, text.len)) : STR("");
    if (name.len)
        set_name(c, names, (uint64_t)id, intern_add(strings, name));
    StrId known = known_name(names, (uint64_t)id);
    return known ? known : intern_add(strings, text);
}

static uint32_t new_function(Callgrind *c, StrId name, StrId file, StrId object) {
    if (!c->graph)
        c->graph = call_graph_new(c->scratch, c->event_count);
    uint64_t key = map_mix((uint64_t)name << 32 | file) ^ object; /* 64 mixed bits stand for the three ids */
    bool fresh;
    uint32_t index = *map_slot(&c->by_identity, key, (uint32_t)c->list.count, &fresh);
    if (fresh) {
        call_graph_add(c->graph);
        array_push(c->scratch, &c->list, (Function){name, file, object, 0});
    }
    return index;
}

static uint32_t function_of(Callgrind *c, StrId name, StrId file, StrId object) {
    while (c->last_of.count <= name)
        array_push(c->scratch, &c->last_of, 0);
    uint32_t last = c->last_of.data[name];
    const Function *f = last ? &c->list.data[last - 1] : NULL;
    if (f && f->file == file && f->object == object)
        return last - 1;
    uint32_t index = new_function(c, name, file, object);
    c->last_of.data[name] = index + 1;
    return index;
}

/* ---- lines ---- */

static void set_events(Callgrind *c, Str rest) {
    if (c->graph)
        return; /* a second header in a file of several parts repeats the first */
    c->event_count = 0;
    while (rest.len && c->event_count < MAX_EVENTS) {
        rest = str_trim(rest);
        size_t end = 0;
        while (end < rest.len && rest.data[end] != ' ' && rest.data[end] != '\t')
            end++;
        if (end)
            c->events[c->event_count++] = str_copy(c->document->arena, str_slice(rest, 0, end));
        rest = str_slice(rest, end, rest.len);
    }
}

static void set_positions(Callgrind *c, Str rest) {
    c->positions = 0;
    for (size_t i = 0; i < rest.len; i++)
        c->positions += rest.data[i] > ' ' && (i == 0 || rest.data[i - 1] <= ' ');
    if (c->positions < 1 || c->positions > 4)
        c->positions = 1;
}

static void set_version(Callgrind *c, Str rest) {
    rest = str_trim(rest);
    if (!str_is(rest, "1"))
        notes_add(&c->document->notes, &NEWER, 1, rest);
}

static void on_function(Callgrind *c, Str rest) {
    c->function = function_of(c, name_of(c, &c->functions, rest), c->file, c->object);
    c->next = OWN_COST;
}
static void on_file(Callgrind *c, Str rest) {
    c->file = name_of(c, &c->files, rest);
}
static void on_inlined_file(Callgrind *c, Str rest) {
    name_of(c, &c->files, rest); /* only the file of the lines that follow; but its name may be defined here */
}
static void on_object(Callgrind *c, Str rest) {
    c->object = name_of(c, &c->objects, rest);
}
static void on_callee_object(Callgrind *c, Str rest) {
    c->callee_object = name_of(c, &c->objects, rest);
}
static void on_callee_file(Callgrind *c, Str rest) {
    c->callee_file = name_of(c, &c->files, rest);
}
static void on_callee(Callgrind *c, Str rest) {
    StrId file = c->callee_file ? c->callee_file : c->file, object = c->callee_object ? c->callee_object : c->object;
    c->callee = function_of(c, name_of(c, &c->functions, rest), file, object);
    c->callee_file = c->callee_object = 0;
}
static void on_calls(Callgrind *c, Str rest) {
    (void)rest;
    c->next = CALL_COST;
}
static void on_jump_function(Callgrind *c, Str rest) {
    name_of(c, &c->functions, rest);
}
static void on_jump(Callgrind *c, Str rest) {
    (void)rest;
    c->next = SKIP_LINE;
}

static const struct {
    const char *prefix;
    void (*on)(Callgrind *, Str);
} prefixes[] = {
    {"fn=", on_function},      {"cfn=", on_callee},        {"calls=", on_calls},     {"fl=", on_file},
    {"fi=", on_inlined_file},  {"fe=", on_inlined_file},   {"cfi=", on_callee_file}, {"cfl=", on_callee_file},
    {"jfi=", on_inlined_file}, {"jfn=", on_jump_function}, {"ob=", on_object},       {"cob=", on_callee_object},
    {"jump=", on_jump},        {"jcnd=", on_jump},         {"events:", set_events},  {"positions:", set_positions},
    {"version:", set_version},
};

static Str skip_blanks(Str s) {
    while (s.len && (*s.data == ' ' || *s.data == '\t' || *s.data == '\r' || *s.data == '\n'))
        s = (Str){s.data + 1, s.len - 1};
    return s;
}

enum { NUMBER_MAX = 31 };

/* Up to NUMBER_MAX bytes, in hexadecimal too. False when they are more than a number, of which *value has the beginning. */
static bool any_number(Str word, uint64_t *value) {
    char copy[NUMBER_MAX + 1], *parsed;
    memcpy(copy, word.data, word.len);
    copy[word.len] = 0;
    *value = strtoull(copy, &parsed, copy[0] == '0' && copy[1] == 'x' ? 16 : 10);
    return *parsed == 0;
}

/* Takes a word of up to 18 digits and nothing else, as nearly all are. */
static bool take_plain(Str *rest, uint64_t *value) {
    Str s = skip_blanks(*rest);
    uint64_t number = 0;
    size_t n = 0;
    for (; n < s.len && n < 18 && is_digit(s.data[n]); n++)
        number = number * 10 + (uint64_t)(s.data[n] - '0');
    if (n == 0 || (n < s.len && s.data[n] != ' ' && s.data[n] != '\t'))
        return false;
    *rest = (Str){s.data + n, s.len - n};
    *value = number;
    return true;
}

/* The next word of a cost line as a number that may lean on the one before it ("+3", "-3", "*"). */
static bool take_number(Str *rest, uint64_t before, uint64_t *value, char *sign) {
    *sign = 0;
    if (take_plain(rest, value))
        return true;
    Str word = skip_blanks(*rest);
    size_t end = 0;
    while (end < word.len && word.data[end] != ' ' && word.data[end] != '\t')
        end++;
    *rest = (Str){word.data + end, word.len - end};
    word.len = end;
    *sign = word.len && (*word.data == '+' || *word.data == '-' || *word.data == '*') ? *word.data : 0;
    if (*sign == '*')
        return *value = before, word.len == 1;
    Str digits = str_slice(word, *sign != 0, word.len);
    uint64_t number;
    if (digits.len == 0 || digits.len > NUMBER_MAX)
        return false;
    bool ok = take_plain(&digits, &number) || any_number(digits, &number);
    *value = *sign == '+' ? before + number : *sign == '-' ? before - number : number;
    return ok;
}

static Str where(Callgrind *c) {
    return str_format(c->scratch, "line %llu", (unsigned long long)c->lines);
}

static bool read_costs(Callgrind *c, Str rest, double *costs) {
    char sign;
    for (uint32_t p = 0; p < c->positions; p++)
        if (!take_number(&rest, c->last_position[p], &c->last_position[p], &sign))
            return false;
    for (uint32_t e = 0; e < c->event_count && skip_blanks(rest).len; e++) {
        uint64_t value;
        if (!take_number(&rest, c->last_cost[e], &value, &sign))
            return false;
        c->relative_costs |= sign == '*' || sign == '+';
        if (sign == '-' && !c->relative_costs) {
            notes_add(&c->document->notes, &NEGATIVE, 1, where(c));
            continue;
        }
        c->last_cost[e] = value;
        costs[e] = (double)value;
    }
    return true;
}

static void on_costs(Callgrind *c, Str line) {
    double costs[MAX_EVENTS];
    bool skip = c->next == SKIP_LINE, call = c->next == CALL_COST;
    c->next = OWN_COST;
    memset(costs, 0, c->event_count * sizeof *costs);
    if (!c->event_count || c->function == FRAME_NONE || !read_costs(c, line, costs)) {
        notes_add(&c->document->notes, &BAD_LINE, 1, where(c));
        return;
    }
    Function *f = &c->list.data[c->function];
    if (f->line == 0 && c->last_position[c->positions - 1] < INT32_MAX)
        f->line = (int32_t)c->last_position[c->positions - 1];
    if (call && c->callee != FRAME_NONE)
        call_graph_call(c->graph, c->function, c->callee, costs);
    else if (!call && !skip)
        call_graph_self(c->graph, c->function, costs);
}

static void on_line(Callgrind *c, Str line) {
    line = str_trim(line);
    if (line.len == 0 || line.data[0] == '#')
        return;
    if (is_digit(line.data[0]) || strchr("+-*", line.data[0])) {
        on_costs(c, line);
        return;
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (line.data[0] == prefixes[i].prefix[0] && str_starts(line, prefixes[i].prefix)) {
            prefixes[i].on(c, str_slice(line, strlen(prefixes[i].prefix), line.len));
            return;
        }
    size_t colon = str_find_char(line, ':'); /* "desc: …" and other headers say nothing that is drawn */
    if (colon == SIZE_MAX || str_find_char(str_slice(line, 0, colon), '=') != SIZE_MAX)
        notes_add(&c->document->notes, &BAD_LINE, 1, where(c));
}

/* ---- result ---- */

static const struct {
    const char *event;
    UnitKind kind;
    double factor;
} event_units[] = {
    {"Time_(10ns)", UNIT_TIME, 10},    {"Time_(us)", UNIT_TIME, 1e3}, {"Time_(ns)", UNIT_TIME, 1},
    {"Memory_(bytes)", UNIT_BYTES, 1}, {"sTimeNs", UNIT_TIME, 1},     {"sysTime", UNIT_TIME, 1e3},
};

static Unit unit_of(Str event, double *factor) {
    *factor = 1;
    for (size_t i = 0; i < sizeof event_units / sizeof *event_units; i++)
        if (str_is(event, event_units[i].event)) {
            *factor = event_units[i].factor;
            return (Unit){.kind = event_units[i].kind};
        }
    return (Unit){.kind = UNIT_OTHER, .word = event};
}

static FrameId *make_frames(Callgrind *c) {
    FrameId *frames = arena_many(c->scratch, FrameId, c->list.count);
    Intern *strings = c->document->frames.strings;
    for (size_t i = 0; i < c->list.count; i++) {
        const Function *f = &c->list.data[i];
        Str file = intern_str(strings, f->file), object = intern_str(strings, f->object);
        bool known = file.len && !str_is(file, "???");
        StrId module = intern_add(strings, str_is(object, "???") ? STR("") : str_base_name(object));
        frames[i] = frames_add(&c->document->frames, &(Frame){.name = f->name,
                                                              .file = known ? f->file : 0,
                                                              .module = module,
                                                              .line = known ? f->line : 0,
                                                              .kind = known ? FRAME_CODE : FRAME_NATIVE});
    }
    return frames;
}

static void scale(Tree *tree, double factor) {
    for (uint32_t i = 0; i < tree->count; i++) {
        tree->start[i] *= factor;
        tree->total[i] *= factor;
        tree->self[i] *= factor;
    }
    tree_seal(tree);
}

static void add_track(Callgrind *c, uint32_t event, const FrameId *frames, FrameId rest) {
    Arena *own = arena_new_in(c->document->arena);
    Stacks *stacks = stacks_new(own);
    Track *track = document_add_track(c->document);
    double factor, pruned = call_graph_unroll(c->graph, event, frames, rest, MAX_NODES, stacks);
    track->name = c->events[event];
    track->unit = unit_of(track->name, &factor);
    stacks_finish(stacks, c->document->arena, track, false);
    ((Tree *)track->tree)->hits = NULL; /* a graph knows no samples */
    track->sample_count = 0;
    if (factor != 1) {
        scale((Tree *)track->tree, factor);
        track->total *= factor;
    }
    if (pruned > 0)
        notes_add(&c->document->notes, &PRUNED, 1, track->name);
    arena_free(own);
}

static bool read(Reading *reading, Err *err) {
    Callgrind c = {.reading = reading, .document = reading->document, .scratch = reading->scratch, .positions = 1};
    c.function = c.callee = FRAME_NONE;
    c.by_identity.arena = c.scratch;
    Lines lines = lines_new(reading->source);
    for (Str line; lines_next(&lines, &line);) {
        c.lines = lines.number;
        on_line(&c, line);
        if (lines.number % 4096 == 0 && !reading_tick(reading, 4096, NULL, NULL))
            break;
    }
    if (!c.graph || c.list.count == 0)
        return err_set(err, ERR_EMPTY, "it is a callgrind profile, but no line of it has a cost");
    notes_add(&c.document->notes, &UNROLLED, 1, STR(""));
    FrameId *frames = make_frames(&c);
    FrameId rest = frames_add_name(&c.document->frames, STR("(small calls)"), FRAME_UNKNOWN);
    for (uint32_t e = 0; e < c.event_count; e++)
        add_track(&c, e, frames, rest);
    c.document->records = c.lines;
    return true;
}

static bool has_line(Str head, const char *start) {
    size_t n = strlen(start);
    for (size_t at = 0; at != SIZE_MAX && at < head.len; at = str_find(head, STR("\n"), at)) {
        at += at || head.data[0] == '\n';
        if (str_starts(str_slice(head, at, at + n), start))
            return true;
    }
    return false;
}

static int probe(const Probe *p) {
    if (str_starts(p->head, "# callgrind format"))
        return 95;
    bool events = has_line(p->head, "events:"), function = has_line(p->head, "fn="),
         creator = has_line(p->head, "creator:");
    return events && (function || creator) ? 90 : 0;
}

const Format fmt_callgrind = {
    .name = "callgrind",
    .label = "Callgrind profile",
    .extensions = "out;callgrind;cachegrind",
    .recognised = "a line `# callgrind format`, or lines `events:` and `fn=`",
    .probe = probe,
    .read = read,
};
