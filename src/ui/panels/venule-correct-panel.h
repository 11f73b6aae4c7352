/* venule-correct-panel.h: step 5: the selected tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-selection.h"

G_BEGIN_DECLS

#define VENULE_TYPE_CORRECT_PANEL (venule_correct_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleCorrectPanel, venule_correct_panel, VENULE, CORRECT_PANEL, GtkBox)

void venule_correct_panel_set_document  (VenuleCorrectPanel *self,
                                         VenuleDocument     *document);
void venule_correct_panel_set_selection (VenuleCorrectPanel *self,
                                         VenuleSelection    *selection);

/* Signal: note-written (uint id, string note). */
void venule_correct_panel_edit_note     (VenuleCorrectPanel *self);
void venule_correct_panel_take_note     (VenuleCorrectPanel *self);

G_END_DECLS
