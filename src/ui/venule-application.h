/* venule-application.h: the application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define VENULE_TYPE_APPLICATION (venule_application_get_type ())
G_DECLARE_FINAL_TYPE (VenuleApplication, venule_application, VENULE, APPLICATION, AdwApplication)

VenuleApplication *venule_application_new          (void);
/* A window that asked about its changes may close, or stays open, and with it all others when the program was to end. */
void               venule_application_answer_close (GtkWindow *window,
                                                    gboolean   close);

G_END_DECLS
