/* venule-sample-panel.h: how far the marking of a random sample is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-validation-sample.h"

G_BEGIN_DECLS

#define VENULE_TYPE_SAMPLE_PANEL (venule_sample_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleSamplePanel, venule_sample_panel, VENULE, SAMPLE_PANEL, GtkWidget)

/* Nothing is marked now; (nullable) sample: that which can be gone on with, or compared. */
void venule_sample_panel_show_idle   (VenuleSamplePanel            *self,
                                      const VenuleValidationSample *sample);
/* What is marked now: @mark of the stretch, −1 in a frame that is not to be marked; @track: id of the cell, 0: a new
 * one; @clicks: whether clicks on the video mark it. */
void venule_sample_panel_show_active (VenuleSamplePanel            *self,
                                      const VenuleValidationSample *sample,
                                      guint                         stretch,
                                      int                           mark,
                                      guint                         track,
                                      gboolean                      clicks);

G_END_DECLS
