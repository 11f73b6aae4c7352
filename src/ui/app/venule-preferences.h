/* venule-preferences.h: what a person likes, of all analyses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define VENULE_TYPE_PREFERENCES (venule_preferences_get_type ())
G_DECLARE_FINAL_TYPE (VenulePreferences, venule_preferences, VENULE, PREFERENCES, AdwPreferencesWindow)

GtkWidget *venule_preferences_new (GtkWindow *parent);

G_END_DECLS
