/* venule-run-panel.h: step 4: the run and what is drawn over the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-analysis.h"
#include "venule-document.h"

G_BEGIN_DECLS

#define VENULE_TYPE_RUN_PANEL (venule_run_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleRunPanel, venule_run_panel, VENULE, RUN_PANEL, GtkBox)

void  venule_run_panel_set_document (VenuleRunPanel               *self,
                                     VenuleDocument               *document);
/* The run that is at work, or the latest; NULL: none. */
void  venule_run_panel_set_analysis (VenuleRunPanel               *self,
                                     VenuleAnalysis               *analysis);
/* "48 frames/s · 13 seconds left". (transfer full) */
char *venule_run_describe_rate      (const VenuleAnalysisProgress *progress);

G_END_DECLS
