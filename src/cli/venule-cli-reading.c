/* venule-cli-reading.c: the options that say what of a file is the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-reading.h"

#include <glib/gi18n.h>

#include "venule-error.h"

void
venule_cli_reading_add (VenuleCliReading *self,
                        GOptionContext   *context)
{
  const GOptionEntry entries[] = {
    { "gray", 0, 0, G_OPTION_ARG_STRING, &self->gray,
      N_("How gray levels are made of colours: by brightness, or from one colour alone (default: luma)"),
      "luma|red|green|blue" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

static gboolean
fail (GError     **error,
      const char  *option,
      const char  *text,
      const char  *expected)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: “%s” is not %s."), option, text, expected);
  return FALSE;
}

gboolean
venule_cli_reading_parse (const VenuleCliReading  *self,
                          VenuleReading           *reading,
                          GError                 **error)
{
  if (self->gray != NULL && !venule_gray_from_string (self->gray, &reading->gray))
    return fail (error, "--gray", self->gray, _("luma, red, green or blue"));
  return TRUE;
}

void
venule_cli_reading_clear (VenuleCliReading *self)
{
  g_clear_pointer (&self->gray, g_free);
}
