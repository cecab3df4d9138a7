/* File dialogs as other programs; see app/dialogs.h. */
#include "app/dialogs.h"

#include <signal.h>
#include <stdlib.h>

#include "app/program.h"

enum { MOST_WORDS = 12 };

/* %s stands for the proposed name. */
typedef struct DialogProgram {
    const char *name;
    const char *open[MOST_WORDS], *save[MOST_WORDS];
} DialogProgram;

static const DialogProgram programs[] = {
    {"zenity",
     {"zenity", "--file-selection", "--title=Open a profile", "--multiple", "--separator=\n"},
     {"zenity", "--file-selection", "--title=Save", "--save", "--confirm-overwrite", "--filename=%s"}},
    {"kdialog",
     {"kdialog", "--title", "Open a profile", "--multiple", "--separate-output", "--getopenfilename", "."},
     {"kdialog", "--title", "Save", "--getsavefilename", "%s"}},
    {"qarma",
     {"qarma", "--file-selection", "--title=Open a profile", "--multiple", "--separator=\n"},
     {"qarma", "--file-selection", "--title=Save", "--save", "--filename=%s"}},
};

typedef struct Task {
    Arena *arena;
    const char *argv[MOST_WORDS];
    _Atomic int *pid;
    DialogAnswer answer;
} Task;

struct Dialogs {
    Arena *arena;
    JobWake wake;
    void *user;
    Job *job;   /* NULL: none is open */
    Task *task; /* of the job, or of the answer given last */
    _Atomic int pid;
};

Dialogs *dialogs_new(JobWake wake, void *user) {
    Arena *arena = arena_new();
    Dialogs *dialogs = arena_one(arena, Dialogs);
    dialogs->arena = arena;
    dialogs->wake = wake;
    dialogs->user = user;
    return dialogs;
}

static void forget_task(Dialogs *dialogs) {
    if (dialogs->task)
        arena_free(dialogs->task->arena);
    dialogs->task = NULL;
}

void dialogs_free(Dialogs *dialogs) {
    if (!dialogs)
        return;
    if (dialogs->job) {
        int pid = dialogs->pid;
        if (pid > 0)
            kill(pid, SIGTERM);
        job_take(dialogs->job);
    }
    forget_task(dialogs);
    arena_free(dialogs->arena);
}

/* KDE's own first where KDE runs. */
static const DialogProgram *choose_program(void) {
    const size_t count = sizeof programs / sizeof *programs;
    bool kde = str_find(str_from(getenv("XDG_CURRENT_DESKTOP")), STR("KDE"), 0) != SIZE_MAX;
    if (kde && program_exists("kdialog"))
        return &programs[1];
    for (size_t i = 0; i < count; i++)
        if (program_exists(programs[i].name))
            return &programs[i];
    return NULL;
}

static void add_lines(Arena *arena, Str output, DialogAnswer *answer) {
    for (size_t at = 0; at < output.len;) {
        size_t end = str_find(output, STR("\n"), at);
        end = end == SIZE_MAX ? output.len : end;
        if (end > at)
            array_push(arena, &answer->paths, str_slice(output, at, end));
        at = end + 1;
    }
}

static void *run(Job *job, void *input) {
    Task *task = input;
    Str output;
    int status;
    (void)job;
    if (program_read(task->arena, task->argv, task->pid, &output, &status) && status == 0)
        add_lines(task->arena, output, &task->answer);
    return task;
}

static const char *word_for(Arena *arena, const char *word, Str name) {
    size_t at = word ? str_find(str_from(word), STR("%s"), 0) : SIZE_MAX;
    return at == SIZE_MAX ? word : str_format(arena, "%.*s%.*s", (int)at, word, STR_ARG(name)).data;
}

static bool start(Dialogs *dialogs, bool save, Str name, Str bytes) {
    if (dialogs->job)
        return true;
    const DialogProgram *program = choose_program();
    if (!program)
        return false;
    forget_task(dialogs);
    Arena *arena = arena_new();
    Task *task = arena_one(arena, Task);
    task->arena = arena;
    task->pid = &dialogs->pid;
    task->answer.save = save;
    task->answer.bytes = str_copy(arena, bytes);
    for (size_t i = 0; i < MOST_WORDS; i++)
        task->argv[i] = word_for(arena, (save ? program->save : program->open)[i], name);
    dialogs->task = task;
    dialogs->job = job_start(run, task, dialogs->wake, dialogs->user);
    return true;
}

bool dialogs_open(Dialogs *dialogs) {
    return start(dialogs, false, STR(""), STR(""));
}

bool dialogs_save(Dialogs *dialogs, Str name, Str bytes) {
    return start(dialogs, true, name, bytes);
}

const DialogAnswer *dialogs_answer(Dialogs *dialogs) {
    if (!dialogs->job || !job_done(dialogs->job))
        return NULL;
    job_take(dialogs->job);
    dialogs->job = NULL;
    return &dialogs->task->answer;
}
