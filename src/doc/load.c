/* Path to Document: open, detect, read, seal. The document has an arena of its own from the first moment, so that a
 * snapshot, a finished document and a failed one are given away or freed alike. */
#include "doc/load.h"

#include "doc/demangle.h"
#include "doc/originals.h"
#include "doc/perf_data.h"
#include "format/formats.h"

typedef struct Load {
    Str name; /* path as the user gave it */
    bool from_memory;
    Str bytes;               /* of from_memory */
    const char *const *maps; /* source maps given by the user */
    size_t map_count;
    const Format *format;
    Job *job; /* NULL: nobody waits for partial documents */
} Load;

enum { KEEP_MOST = 64 << 20 }; /* bytes from memory that are kept for details: there is no file to read them from */

static Source *open_source(const Load *load, Arena *scratch, Progress *progress, Err *err) {
    const char *path = str_c(scratch, load->name);
    Source *source = NULL;
    if (load->from_memory)
        return source_memory(scratch, load->bytes, progress, err);
    if (perf_data_is(path))
        source = perf_data_open(scratch, path, progress, err);
    return source || err->code != ERR_NONE ? source : source_open(scratch, path, progress, err);
}

static void drop_document(void *document) {
    document_free(document);
}

/* What is true of the document whatever its format. */
static void describe(Document *document, const Load *load, const Source *source) {
    document->path = str_copy(document->arena, load->name);
    document->base_name =
        str_copy(document->arena, str_is(load->name, "-") ? STR("standard input") : str_base_name(load->name));
    document->format = str_from(load->format->name);
    document->format_label = str_from(load->format->label);
    document->bytes = source_file_bytes(source);
    document->decoded = source_offset(source);
    if (load->from_memory && load->bytes.len <= KEEP_MOST)
        document->kept = str_copy(document->arena, load->bytes);
}

/* Trees that somebody made by hand say what they want to say. */
static void rename_frames(Document *document) {
    if (!str_is(document->format, "react-tree"))
        demangle_frames(document);
}

/* Reading.publish: a document of what was read so far, posted to whoever waits. */
static void publish(Reading *reading, ReadingSnapshot snapshot, void *user) {
    Load *load = reading->user;
    Document *document = document_new(arena_new());
    describe(document, load, reading->source);
    document->records = reading->document->records;
    document->complete = false;
    snapshot(user, document);
    rename_frames(document);
    document_seal(document);
    if (document->tracks.count)
        job_post(load->job, document, drop_document);
    else
        document_free(document);
}

static bool read_document(Load *load, Source *source, Arena *scratch, Document *document, Progress *progress,
                          Err *err) {
    load->format = formats_detect(scratch, source, err);
    if (!load->format)
        return false;
    Reading reading = {.source = source,
                       .scratch = scratch,
                       .document = document,
                       .progress = progress,
                       .publish = load->job ? publish : NULL,
                       .user = load};
    if (!load->format->read(&reading, err))
        return false;
    describe(document, load, source);
    reading_rest(&reading);
    if (!load->from_memory)
        originals_apply(document, load->maps, load->map_count);
    rename_frames(document);
    document_seal(document);
    if (document->tracks.count == 0)
        return err_set(err, ERR_EMPTY, "it is a %s file, but there is nothing in it to show", load->format->label);
    return true;
}

static void tell_cost(Progress *progress, const Arena *arena) {
    if (!progress)
        return;
    atomic_store(&progress->decoded, arena_earned(arena));
    atomic_store(&progress->memory, arena_peak(arena));
}

static Document *load_now(Load *load, Progress *progress, Err *err) {
    Document *document = document_new(arena_new());
    Arena *scratch = arena_new_in(document->arena);
    Source *source = open_source(load, scratch, progress, err);
    bool ok = source && read_document(load, source, scratch, document, progress, err);
    if (err && err->code == ERR_EMPTY && document->stopped.len) /* the cause first: why there is nothing in it */
        err_context(err, "%s", str_c(scratch, document->stopped));
    if (progress && atomic_load(&progress->stop) == JOB_CANCEL) {
        if (err)
            *err = (Err){0};
        ok = err_set(err, ERR_CANCELLED, "cancelled");
    }
    if (source)
        source_close(source);
    tell_cost(progress, scratch);
    arena_free(scratch);
    if (!ok)
        document_free(document);
    return ok ? document : NULL;
}

Document *load_document(const char *path, Progress *progress, Err *err) {
    return load_now(&(Load){.name = str_from(path)}, progress, err);
}

Document *load_mapped(const char *path, const char *const *maps, size_t map_count, Progress *progress, Err *err) {
    return load_now(&(Load){.name = str_from(path), .maps = maps, .map_count = map_count}, progress, err);
}

Document *load_memory(Str name, Str bytes, Progress *progress, Err *err) {
    return load_now(&(Load){.name = name, .from_memory = true, .bytes = bytes}, progress, err);
}

/* What a job is given and what it gives back, in one arena: result is first, so that its address is the arena's owner. */
typedef struct LoadJob {
    LoadResult result;
    Arena *arena;
    Load load;
} LoadJob;

static void *run(Job *job, void *input) {
    LoadJob *mine = input;
    mine->load.job = job;
    mine->result.document = load_now(&mine->load, job_progress(job), &mine->result.err);
    return &mine->result;
}

static LoadJob *job_new(Str name) {
    Arena *arena = arena_new();
    LoadJob *mine = arena_one(arena, LoadJob);
    mine->arena = arena;
    mine->load.name = str_copy(arena, name);
    return mine;
}

Job *load_start(const char *path, JobWake wake, void *user) {
    return job_start(run, job_new(str_from(path)), wake, user);
}

Job *load_start_mapped(const char *path, const char *const *maps, size_t map_count, JobWake wake, void *user) {
    LoadJob *mine = job_new(str_from(path));
    const char **copies = arena_many(mine->arena, const char *, map_count);
    for (size_t i = 0; i < map_count; i++)
        copies[i] = str_c(mine->arena, str_from(maps[i]));
    mine->load.maps = copies;
    mine->load.map_count = map_count;
    return job_start(run, mine, wake, user);
}

Job *load_start_memory(Str name, Str bytes, JobWake wake, void *user) {
    LoadJob *mine = job_new(name);
    mine->load.from_memory = true;
    mine->load.bytes = str_copy(mine->arena, bytes);
    return job_start(run, mine, wake, user);
}

void load_result_free(LoadResult *result) {
    if (!result)
        return;
    document_free(result->document);
    arena_free(((LoadJob *)(void *)result)->arena);
}
