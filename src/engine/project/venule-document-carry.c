/* venule-document-carry.c: what was corrected in a run, in the next one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-tracks.h"

#include <glib/gi18n-lib.h>

#include "venule-document-private.h"
#include "venule-target.h"

gint64
venule_document_get_run_before (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  return self->run_before;
}

/* ---- What was edited during a run ---- */

void
venule_document_keep_draft (VenuleDocument *self,
                            gboolean        undone)
{
  VenuleReplay *replay = self->draft != NULL ? venule_draft_collect (self->draft, undone) : NULL;

  g_clear_pointer (&self->draft, venule_draft_free);
  self->group_step = 0;
  if (replay != NULL)
    g_ptr_array_add (self->pending, replay);
}

static void
take_conflicts (VenuleDocument *self,
                GPtrArray      *conflicts,
                guint           n)
{
  if (self->conflicts == NULL)
    self->conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_conflict_free);
  self->n_carried += n;
  g_ptr_array_extend_and_steal (self->conflicts, conflicts);
}

/* One after the other, each from what was measured before it. */
static gboolean
make_replay (VenuleDocument *self,
             guint           number)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_copy (self->measures);
  g_autoptr(GPtrArray) conflicts = NULL;
  g_autoptr(GError) error = NULL;
  guint n = 0;

  for (guint i = self->pending->len; i-- > number;)
    venule_replay_rewind (g_ptr_array_index (self->pending, i), measures);
  conflicts = venule_replay_make (g_ptr_array_index (self->pending, number), self, measures, &n, &error);
  if (conflicts == NULL)
    {
      /* They are in the beginning of the run, which stays, and is what a program that is killed now comes back with. */
      g_clear_pointer (&self->live, venule_live_free);
      g_array_set_size (self->left, 0);
      self->unshown = self->run > 0;
      venule_document_fail (self, error);
      return FALSE;
    }

  take_conflicts (self, g_steal_pointer (&conflicts), n);

  return TRUE;
}

/* What was corrected while this run went on is newer than what was in the run before, and has the last word. */
static void
carry_first (VenuleDocument *self)
{
  g_autoptr(GPtrArray) conflicts = NULL;
  g_autoptr(GError) error = NULL;
  guint n = 0;

  if (self->pending->len == 0 || self->run_before == 0 || self->run_facts == NULL || !self->run_facts->complete)
    return;

  conflicts = venule_document_carry_edits (self, self->run_before, &n, &error);
  if (conflicts == NULL)
    {
      venule_document_fail (self, error);
      return;
    }
  self->run_before = 0;
  take_conflicts (self, g_steal_pointer (&conflicts), n);
}

void
venule_document_make_drafts (VenuleDocument *self)
{
  g_autoptr(GError) failure = NULL;

  carry_first (self);
  /* What came after steps that could not be written does not stand without them. */
  for (guint i = 0; i < self->pending->len && make_replay (self, i); i++)
    ;
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

/* Each once. */
static void
add_all (GPtrArray  *others,
         GHashTable *seen,
         GPtrArray  *tracks)
{
  for (guint i = 0; i < tracks->len; i++)
    if (g_hash_table_add (seen, g_ptr_array_index (tracks, i)))
      g_ptr_array_add (others, g_ptr_array_index (tracks, i));
}

/* Where all tracks of @corrections lie. */
static VenuleCovers *
find_covers (VenuleDocument    *self,
             VenuleCorrections *corrections)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr(GPtrArray) others = g_ptr_array_new ();

  add_all (others, seen, corrections->kept);
  add_all (others, seen, corrections->marked);
  add_all (others, seen, corrections->owned);

  return venule_covers_new (venule_track_store_get_tracks (self->tracks), others);
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
  g_autoptr(VenuleCovers) covers = NULL;
  g_autoptr(VenuleTarget) target = NULL;
  g_autoptr(VenuleEdit) edit = NULL;
  g_autoptr(GPtrArray) conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_conflict_free);

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (!self->running && self->run_settings != NULL, NULL);

  tracks = venule_store_dup_tracks (self->store, from_run, error);
  if (tracks == NULL)
    return NULL;
  originals = venule_store_dup_originals (self->store, from_run, &touched, error);
  if (originals == NULL)
    return NULL;

  corrections = venule_corrections_collect (tracks, originals, touched);
  covers = find_covers (self, corrections);
  target = venule_target_new (self, covers);
  edit = venule_target_aim (target, corrections, conflicts);
  edit->name = g_strdup (_("Carry Corrections Over"));
  if (!venule_document_do_edit (self, edit, error))
    return NULL;
  if (n_carried != NULL)
    *n_carried = venule_target_get_n_carried (target);

  return g_steal_pointer (&conflicts);
}
