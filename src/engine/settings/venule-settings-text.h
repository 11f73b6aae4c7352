/* venule-settings-text.h: settings as a text for a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"

G_BEGIN_DECLS

/* (transfer full): all of @self, exactly, as JSON. */
char           *venule_settings_to_text          (const VenuleSettings  *self);

/* (transfer full) (nullable): settings; those that an older version did not know have their defaults.
 * VENULE_ERROR_DAMAGED for what is no settings, and for numbers that cannot be meant. */
VenuleSettings *venule_settings_from_text        (const char            *text,
                                                  GError               **error);
/* Whether these are settings and none of them has its default for want of another value. */
gboolean        venule_settings_text_is_complete (const char            *text);

G_END_DECLS
