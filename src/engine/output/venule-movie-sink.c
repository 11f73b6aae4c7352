/* venule-movie-sink.c: what the writers of movie files share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-movie-sink.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"

/**
 * venule_sink_set_error:
 * @spec: what was to be written
 * @reason: what the system says
 * @error: return location
 *
 * Returns: %FALSE, with %VENULE_ERROR_WRITE
 */
gboolean
venule_sink_set_error (const VenuleMovieSpec  *spec,
                       const char             *reason,
                       GError                **error)
{
  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_WRITE,
    _("“%s” could not be written: %s. Check the folder and the free space on its drive, or choose another folder."),
    spec->name, reason);
  return FALSE;
}
