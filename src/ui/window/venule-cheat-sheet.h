/* venule-cheat-sheet.h: the keys that work now, over the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shown as long as the key ? is held; as long as it is shown, it lists the keys whose actions are enabled. */
#define VENULE_TYPE_CHEAT_SHEET (venule_cheat_sheet_get_type ())
G_DECLARE_FINAL_TYPE (VenuleCheatSheet, venule_cheat_sheet, VENULE, CHEAT_SHEET, GtkWidget)

/* Shows it while ? is held anywhere in @window but where text is typed. */
void venule_cheat_sheet_watch (VenuleCheatSheet *self,
                               GtkWidget        *window);

G_END_DECLS
