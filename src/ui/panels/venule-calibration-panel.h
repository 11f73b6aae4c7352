/* venule-calibration-panel.h: step 1: micrometres a pixel and frames a second
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"

G_BEGIN_DECLS

/* Signal: continued: the person goes on to the next step. */
#define VENULE_TYPE_CALIBRATION_PANEL (venule_calibration_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleCalibrationPanel, venule_calibration_panel, VENULE, CALIBRATION_PANEL, GtkBox)

void venule_calibration_panel_set_document  (VenuleCalibrationPanel *self,
                                             VenuleDocument         *document);
/* A line of @length px was drawn over a scale bar: asks for the bar's length. */
void venule_calibration_panel_set_scale_bar (VenuleCalibrationPanel *self,
                                             double                  length);
/* The source's frame rate is known better than before. */
void venule_calibration_panel_update        (VenuleCalibrationPanel *self);
/* Goes to the row where the frame rate is typed. */
void venule_calibration_panel_edit_rate     (VenuleCalibrationPanel *self);

G_END_DECLS
