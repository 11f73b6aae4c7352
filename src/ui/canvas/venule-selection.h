/* venule-selection.h: which tracks are selected, shared by video, tables and plots
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Signal: changed. A set of track ids. */
#define VENULE_TYPE_SELECTION (venule_selection_get_type ())
G_DECLARE_FINAL_TYPE (VenuleSelection, venule_selection, VENULE, SELECTION, GObject)

VenuleSelection *venule_selection_new      (void);
void             venule_selection_clear    (VenuleSelection *self);
void             venule_selection_set      (VenuleSelection *self,
                                            const guint     *ids,
                                            guint            n);
void             venule_selection_toggle   (VenuleSelection *self,
                                            guint            id);
gboolean         venule_selection_contains (VenuleSelection *self,
                                            guint            id);
/* (element-type guint), sorted; owned by the selection. */
GArray          *venule_selection_get_ids  (VenuleSelection *self);

G_END_DECLS
