/* The file dialogs of the desktop, through zenity, qarma or kdialog in a process of their own, so that neither the loop waits nor the window
 * needs a toolkit. One dialog at a time. UI thread. */
#pragma once
#include "base/array.h"
#include "base/job.h"
#include "base/str.h"

typedef struct Dialogs Dialogs;

typedef struct DialogAnswer {
    bool save;
    Array(Str) paths; /* empty: the user closed it */
    Str bytes;        /* of save: what was to be written */
} DialogAnswer;

/* wake(user) is called in another thread when an answer is there. */
Dialogs *dialogs_new(JobWake wake, void *user);
/* Closes an open dialog. */
void dialogs_free(Dialogs *dialogs);

/* Shows a dialog to open files, or to choose where bytes (copied) go. False when the desktop has none of the programs. While one is
 * open, another is not shown (true). */
bool dialogs_open(Dialogs *dialogs);
bool dialogs_save(Dialogs *dialogs, Str name, Str bytes);
/* The answer once it is there, else NULL. Good until the next call of dialogs_. */
const DialogAnswer *dialogs_answer(Dialogs *dialogs);
