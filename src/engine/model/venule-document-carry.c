/* venule-document-carry.c: what was corrected in a run, in the next one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-tracks.h"

#include <glib/gi18n-lib.h>

#include "venule-corrections.h"
#include "venule-document-private.h"

gint64
venule_document_get_run_before (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  return self->run_before;
}

GPtrArray *
venule_document_carry_edits (VenuleDocument  *self,
                             gint64           from_run,
                             guint           *n_carried,
                             GError         **error)
{
  g_autoptr(GPtrArray) tracks = NULL;
  g_autoptr(GPtrArray) originals = NULL;
  g_autoptr(GHashTable) touched = NULL;
  g_autoptr(VenuleCorrections) corrections = NULL;
  guint n = 0;
  GPtrArray *conflicts;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (!self->running && self->run_settings != NULL, NULL);

  tracks = venule_store_dup_tracks (self->store, from_run, error);
  if (tracks == NULL)
    return NULL;
  originals = venule_store_dup_originals (self->store, from_run, &touched, error);
  if (originals == NULL)
    return NULL;

  corrections = venule_corrections_collect (tracks, originals, touched);
  conflicts = venule_corrections_apply (corrections, self, _("Carry Corrections Over"), &n, error);
  if (n_carried != NULL)
    *n_carried = n;

  return conflicts;
}
