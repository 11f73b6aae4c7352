/* venule-document-proposed.c: a person confirms what the run on show was made with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-proposed.h"

#include <glib/gi18n-lib.h>

#include "venule-document-private.h"

/* The text has “RUN:PARTS” for each run of which anything was confirmed, as numbers. */
static char *
dup_text (VenuleDocument *self,
          guint           parts)
{
  const char *text = g_hash_table_lookup (self->measures->others, VENULE_MEASURE_CONFIRMED);
  g_auto (GStrv) runs = g_strsplit (text != NULL ? text : "", " ", -1);
  GString *all = g_string_new (NULL);

  for (guint i = 0; runs[i] != NULL; i++)
    if (*runs[i] != '\0' && g_ascii_strtoll (runs[i], NULL, 10) != self->run)
      g_string_append_printf (all, "%s ", runs[i]);
  g_string_append_printf (all, "%" G_GINT64_FORMAT ":%u", self->run, parts);
  return g_string_free (all, FALSE);
}

VenuleProposed
venule_document_get_confirmed (VenuleDocument *self)
{
  const char *text = g_hash_table_lookup (self->measures->others, VENULE_MEASURE_CONFIRMED);
  g_auto (GStrv) runs = g_strsplit (text != NULL ? text : "", " ", -1);

  for (guint i = 0; runs[i] != NULL; i++)
    {
      char *end = NULL;

      if (g_ascii_strtoll (runs[i], &end, 10) == self->run && *end == ':')
        return (VenuleProposed) (g_ascii_strtoull (end + 1, NULL, 10) & ((1u << VENULE_N_PROPOSED) - 1));
    }
  return VENULE_PROPOSED_NOTHING;
}

/* Of @parts those with which both settings have the same value. */
static guint
same_parts (const VenuleSettings *a,
            const VenuleSettings *b,
            guint                 parts)
{
  g_autoptr (VenuleSettings) before = venule_settings_copy (a), after = venule_settings_copy (b);

  before->proposed = after->proposed = (VenuleProposed) parts;
  venule_settings_confirm_changes (after, before);
  return after->proposed;
}

void
venule_document_mark_proposed (VenuleDocument *self,
                               VenuleProposed  before)
{
  guint now = venule_document_get_confirmed (self), marks, same;
  g_autoptr (GError) error = NULL;

  if (self->run_settings == NULL || now == (guint) before)
    return;

  marks = (self->run_settings->proposed | before) & ~now;
  same = same_parts (self->run_settings, self->settings, now ^ before);
  self->run_settings->proposed = (VenuleProposed) marks;
  self->settings->proposed = (VenuleProposed) ((self->settings->proposed & ~same) | (marks & same));
  if (!venule_project_db_set_settings (self->db, self->settings, &error) ||
      (self->run > 0 && !venule_document_write_classes (self, &error)))
    venule_document_fail (self, error);
  g_object_notify (G_OBJECT (self), "run-settings");
  g_signal_emit_by_name (self, "settings-changed");
}

gboolean
venule_document_confirm_run (VenuleDocument  *self,
                             VenuleProposed   parts,
                             GError         **error)
{
  g_autofree char *text = NULL;
  guint open;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  if (self->run_settings == NULL || self->running)
    return TRUE;
  open = same_parts (self->run_settings, self->settings, self->run_settings->proposed & parts);
  if (open == 0)
    return TRUE;
  /* Which gives it its number. */
  if (!venule_document_keep_run (self, error))
    return FALSE;
  text = dup_text (self, venule_document_get_confirmed (self) | open);
  return venule_document_set_measure (self, VENULE_MEASURE_CONFIRMED, text, error);
}
