/* venule-window.h: the window of one analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-batch-set-up.h"
#include "venule-document.h"

G_BEGIN_DECLS

#define VENULE_TYPE_WINDOW (venule_window_get_type ())
G_DECLARE_FINAL_TYPE (VenuleWindow, venule_window, VENULE, WINDOW, AdwApplicationWindow)

VenuleWindow   *venule_window_new          (AdwApplication *application);
/* Opens a video here; the window must be empty. Errors are shown in the window. */
void            venule_window_open         (VenuleWindow   *self,
                                            GFile          *file);
/* Opens a video of several here, to be drawn and kept for them; the window must be empty. */
void            venule_window_set_up       (VenuleWindow     *self,
                                            VenuleBatchSetUp *set_up);
/* An offer at the top of the window: @label is that of the button which activates @action. */
void            venule_window_offer        (VenuleWindow   *self,
                                            const char     *title,
                                            const char     *text,
                                            const char     *label,
                                            const char     *action);
/* Presents the window in which @file is the document that can be saved, or is being opened, if there is one. */
gboolean        venule_window_present_open (GFile          *file);
/* Whether nothing is open, nor being opened, here. */
gboolean        venule_window_is_empty     (VenuleWindow   *self);

G_END_DECLS
