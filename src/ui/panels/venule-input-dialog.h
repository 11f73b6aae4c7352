/* venule-input-dialog.h: asks what of a file is the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-source.h"
#include "venule-stack.h"

G_BEGIN_DECLS

/* Responses: "cancel" and "open"; the second can be had when everything is chosen. */
#define VENULE_TYPE_INPUT_DIALOG (venule_input_dialog_get_type ())
G_DECLARE_FINAL_TYPE (VenuleInputDialog, venule_input_dialog, VENULE, INPUT_DIALOG, AdwMessageDialog)

/* @stack: (nullable) (transfer full): what there is to choose from in a stack; @source: (nullable): the video, when it
 * is open already and is to be read in another way */
GtkWidget                *venule_input_dialog_new         (GtkWindow                *parent,
                                                           const char               *name,
                                                           VenuleStack              *stack,
                                                           const VenuleInputOptions *options,
                                                           VenuleSource             *source);
const VenuleInputOptions *venule_input_dialog_get_options (VenuleInputDialog        *self);

G_END_DECLS
