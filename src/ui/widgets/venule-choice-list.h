/* venule-choice-list.h: the open list of a combo row, with whole names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows whole names in the popup list of @row, which libadwaita ellipsizes at 20 characters. */
void venule_choice_list_show_whole (AdwComboRow *row);

G_END_DECLS
