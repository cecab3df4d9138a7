/* Lists that are walked with the arrow keys: commands, menus, the welcome screen. */
#pragma once
#include "ui_state.h"

/* True while such a list has the keys. */
bool launcher_has_list(Ui *ui);
