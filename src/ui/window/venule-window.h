/* venule-window.h: the window of one analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-document.h"

G_BEGIN_DECLS

#define VENULE_TYPE_WINDOW (venule_window_get_type ())
G_DECLARE_FINAL_TYPE (VenuleWindow, venule_window, VENULE, WINDOW, AdwApplicationWindow)

VenuleWindow   *venule_window_new          (AdwApplication *application);
/* Opens a video here; the window must be empty. Errors are shown in the window. */
void            venule_window_open         (VenuleWindow   *self,
                                            GFile          *file);
/* Presents the window in which @file is the document that can be saved, or is being opened, if there is one. */
gboolean        venule_window_present_open (GFile          *file);
/* Whether nothing is open, nor being opened, here. */
gboolean        venule_window_is_empty     (VenuleWindow   *self);

G_END_DECLS
