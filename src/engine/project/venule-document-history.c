/* venule-document-history.c: steps are taken back, done again, and made out of several edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-tracks.h"

#include "venule-classify.h"
#include "venule-document-private.h"
#include "venule-step-name.h"

/* ---- Names ---- */

/* (transfer full) (nullable): takes @name (nullable) */
static char *
dup_shown (char *name)
{
  g_autofree char *stored = name;

  return stored != NULL ? venule_step_name_dup_shown (stored) : NULL;
}

char *
venule_document_dup_undo_name (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return dup_shown (self->checking ? NULL : venule_project_db_dup_undo_name (self->db, self->run));
}

char *
venule_document_dup_redo_name (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return dup_shown (self->checking ? NULL : venule_project_db_dup_redo_name (self->db, self->run));
}

gboolean
venule_document_can_undo (VenuleDocument *self)
{
  g_autofree char *name = venule_document_dup_undo_name (self);

  return name != NULL;
}

gboolean
venule_document_can_redo (VenuleDocument *self)
{
  g_autofree char *name = venule_document_dup_redo_name (self);

  return name != NULL;
}

gboolean
venule_document_get_corrected (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return self->run > 0 && venule_project_db_has_corrections (self->db, self->run);
}

gint64
venule_document_get_undo_step (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  return venule_project_db_get_undo_step (self->db, self->run);
}

gint64
venule_document_get_redo_step (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  return venule_project_db_get_redo_step (self->db, self->run);
}

GPtrArray *
venule_document_dup_history (VenuleDocument *self,
                             guint          *position)
{
  guint n_done = 0;
  GPtrArray *names;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  names = venule_project_db_dup_steps (self->db, self->run, &n_done);
  for (guint i = 0; i < names->len; i++)
    names->pdata[i] = dup_shown (names->pdata[i]);
  if (position != NULL)
    *position = n_done;

  return names;
}

/* ---- To and fro ---- */

/* Tracks that come back from a time when they were measured otherwise are classified as all others are now. */
static void
classify_again (VenuleDocument *self)
{
  g_autoptr(GError) error = NULL;

  venule_classify_tracks (venule_track_list_get_tracks (self->tracks), self->run_settings);
  if (!venule_document_write_classes (self, &error))
    venule_document_fail (self, error);
}

/* One step. @ids (element-type guint) grows by what it changed; *@otherwise: it was measured otherwise then. */
static gboolean
walk_step (VenuleDocument  *self,
           gboolean         back,
           GArray          *ids,
           gboolean        *otherwise,
           GError         **error)
{
  g_autofree char *now = venule_document_describe_measuring (self);
  g_autofree char *then = NULL;
  g_autoptr(GArray) changed = NULL;
  gboolean walked = back ? venule_project_db_undo (self->db, self->run, &changed, &then, error)
                         : venule_project_db_redo (self->db, self->run, &changed, &then, error);

  if (!walked)
    return FALSE;

  g_array_append_vals (ids, changed->data, changed->len);
  *otherwise = *otherwise || g_strcmp0 (now, then) != 0;

  return TRUE;
}

/* All of it or nothing. */
static gboolean
walk (VenuleDocument *self,
      gboolean        back,
      guint           n_steps)
{
  g_autoptr(GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GArray) next = NULL;
  g_autoptr(GError) error = NULL;
  gboolean otherwise = FALSE, walked;

  self->group.step = 0;
  venule_document_commit_group (self);
  next = venule_project_db_dup_next (self->db, self->run, back, n_steps);
  walked = venule_document_catch_up (self, next, &error) && venule_project_db_begin (self->db, &error);
  for (guint i = 0; walked && i < n_steps; i++)
    walked = walk_step (self, back, ids, &otherwise, &error);
  if (!walked || !venule_project_db_commit (self->db, &error))
    {
      venule_project_db_rollback (self->db);
      venule_document_fail (self, error);
      return FALSE;
    }

  if (self->live.run != NULL)
    venule_live_run_update (self->live.run);
  venule_document_sort_ids (ids);
  venule_document_take_measures (self);
  venule_document_show_edit (self, ids);
  if (otherwise)
    classify_again (self);

  return TRUE;
}

gboolean
venule_document_undo (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return venule_document_can_undo (self) && walk (self, TRUE, 1);
}

gboolean
venule_document_redo (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return venule_document_can_redo (self) && walk (self, FALSE, 1);
}

gboolean
venule_document_go_to_step (VenuleDocument *self,
                            guint           position)
{
  g_autoptr(GPtrArray) steps = NULL;
  guint now;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  steps = venule_document_dup_history (self, &now);
  if (position > steps->len || self->checking)
    return FALSE;

  return position == now || walk (self, position < now, position < now ? now - position : position - now);
}

/* ---- Groups ---- */

void
venule_document_begin_group (VenuleDocument *self,
                             const char     *name)
{
  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (name != NULL);

  if (self->group.depth++ > 0)
    return;

  g_free (self->group.name);
  self->group.name = g_strdup (name);
  self->group.step = 0;
}

void
venule_document_end_group (VenuleDocument *self)
{
  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (self->group.depth > 0);

  if (--self->group.depth > 0)
    return;

  self->group.step = 0;
  venule_document_commit_group (self);
}

guint
venule_document_count_removed (VenuleDocument *self)
{
  g_autoptr(GArray) ids = NULL;
  g_autoptr(GError) error = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  ids = self->run > 0 ? venule_project_db_dup_removed (self->db, self->run, &error) : NULL;
  if (error != NULL)
    venule_document_fail (self, error);

  return ids != NULL ? ids->len : 0;
}
