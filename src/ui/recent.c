/* The files that were opened last, the newest first, each once. */
#include "ui_state.h"

static Recent copy_recent(Arena *arena, const Recent *recent) {
    return (Recent){.path = str_copy(arena, recent->path),
                    .format_label = str_copy(arena, recent->format_label),
                    .summary = str_copy(arena, recent->summary),
                    .opened_unix = recent->opened_unix};
}

void ui_add_recent(Ui *ui, const Recent *recent) {
    Settings *s = &ui->settings;
    int old = 0;
    while (old < s->recent_count && !str_equal(s->recent[old].path, recent->path))
        old++;
    if (old == s->recent_count && s->recent_count < RECENT_MAX)
        s->recent_count++;
    old = old < RECENT_MAX ? old : RECENT_MAX - 1;
    for (int i = old; i > 0; i--)
        s->recent[i] = s->recent[i - 1];
    s->recent[0] = copy_recent(ui->arena, recent);
    ui_settings_changed(ui);
}
