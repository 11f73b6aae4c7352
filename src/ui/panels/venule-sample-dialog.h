/* venule-sample-dialog.h: how large a random sample is to be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-validation-sample.h"

G_BEGIN_DECLS

/* Asks how many stretches of how many frames are drawn; answers with the response "begin". */
#define VENULE_TYPE_SAMPLE_DIALOG (venule_sample_dialog_get_type ())
G_DECLARE_FINAL_TYPE (VenuleSampleDialog, venule_sample_dialog, VENULE, SAMPLE_DIALOG, AdwMessageDialog)

GtkWidget              *venule_sample_dialog_new  (GtkWindow          *parent,
                                                   VenuleDocument     *document);
/* (transfer full) (nullable): what was chosen. */
VenuleValidationSample *venule_sample_dialog_draw (VenuleSampleDialog *self,
                                                   GError            **error);

G_END_DECLS
