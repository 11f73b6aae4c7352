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

G_END_DECLS
