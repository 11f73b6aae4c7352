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

/* ---- What was edited during a run ---- */

void
venule_document_keep_draft (VenuleDocument *self)
{
  VenuleCorrections *corrections = self->draft != NULL ? venule_draft_collect (self->draft, self) : NULL;

  g_clear_pointer (&self->draft, venule_draft_free);
  self->group_step = 0;
  if (corrections != NULL)
    g_ptr_array_add (self->pending, corrections);
}

void
venule_document_apply_drafts (VenuleDocument *self)
{
  g_autoptr(GError) failure = NULL;

  for (guint i = 0; i < self->pending->len; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GPtrArray) conflicts = NULL;
      guint n = 0;

      conflicts = venule_corrections_apply (g_ptr_array_index (self->pending, i), self, _("Corrections During the Run"), &n,
                                            &error);
      if (conflicts == NULL)
        {
          /* They are in the beginning of the run, which stays. */
          g_clear_pointer (&self->live, venule_live_free);
          g_array_set_size (self->left, 0);
          venule_document_fail (self, error);
          continue;
        }
      if (self->conflicts == NULL)
        self->conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_conflict_free);
      self->n_carried += n;
      g_ptr_array_extend_and_steal (self->conflicts, g_steal_pointer (&conflicts));
    }
  g_ptr_array_set_size (self->pending, 0);
  if (self->run > 0 && !venule_document_end_live (self, &failure))
    venule_document_fail (self, failure);
}

GPtrArray *
venule_document_steal_conflicts (VenuleDocument *self,
                                 guint          *n_carried)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (n_carried != NULL, NULL);

  *n_carried = self->n_carried;
  self->n_carried = 0;

  return g_steal_pointer (&self->conflicts);
}

/* ---- What was corrected in another run ---- */

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
