/* venule-measures-view.h: all numbers of the recording, each with what it means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-geometry-panel.h"

G_BEGIN_DECLS

/* Numbers are worked out in a thread; those on show are grey as soon as they are not the present ones. */
#define VENULE_TYPE_MEASURES_VIEW (venule_measures_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleMeasuresView, venule_measures_view, VENULE, MEASURES_VIEW, GtkWidget)

void                 venule_measures_view_set_document  (VenuleMeasuresView *self,
                                                         VenuleDocument     *document);
/* How results are measured is shown above them, and has the focus; or not any more. */
void                 venule_measures_view_show_settings (VenuleMeasuresView *self,
                                                         gboolean            shown);
/* Centreline, walls and flux line in numbers, while they are adjusted. */
VenuleGeometryPanel *venule_measures_view_get_geometry  (VenuleMeasuresView *self);
/* @what: (nullable): what is measured in the video just now; NULL: nothing */
void                 venule_measures_view_set_progress  (VenuleMeasuresView *self,
                                                         const char         *what,
                                                         double              share);
/* What came of it; @title NULL: nothing to say. */
void                 venule_measures_view_show_message  (VenuleMeasuresView *self,
                                                         gboolean            refused,
                                                         const char         *title,
                                                         const char         *text);
/* A message with @title stays as long as it says @text (nullable). */
void                 venule_measures_view_settle_message
                                                        (VenuleMeasuresView *self,
                                                         const char         *title,
                                                         const char         *text);
/* (transfer full) (nullable): name, value, unit, interval and n of all, a line each, with tabs between; NULL: none are
 * known. */
char                *venule_measures_view_dup_table     (VenuleMeasuresView *self);
/* (transfer full): "fresh" or "stale", then what is shown of each: for tests. */
char                *venule_measures_view_describe      (VenuleMeasuresView *self);

G_END_DECLS
