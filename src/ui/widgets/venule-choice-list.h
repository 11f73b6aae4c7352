/* venule-choice-list.h: the open list of a combo row, with whole names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows the strings of @row's model in full in its open list, which cuts them at 20 letters by itself. */
void venule_choice_list_show_whole (AdwComboRow *row);

G_END_DECLS
