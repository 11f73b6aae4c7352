/* venule-document-save.c: saving a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-private.h"

#include "venule-thread.h"

/* ---- Whether there is anything to be saved ---- */

static void
take_modified (VenuleDocument *self,
               gboolean        modified)
{
  if (modified == self->modified)
    return;

  self->modified = modified;
  g_object_notify (G_OBJECT (self), "modified");
}

void
venule_document_set_modified (VenuleDocument *self,
                              gboolean        modified)
{
  self->saved.step = self->saved.step_before = -1;
  if (!modified)
    {
      venule_settings_free (self->saved.settings);
      self->saved.settings = venule_settings_copy (self->settings);
      self->saved.step = venule_project_db_get_last_step (self->db, self->run);
      self->saved.measure_step = venule_project_db_get_last_step (self->db, 0);
    }
  take_modified (self, modified);
}

void
venule_document_update_modified (VenuleDocument *self)
{
  gboolean saved = self->saved.step >= 0 && venule_project_db_get_last_step (self->db, self->run) == self->saved.step &&
                   venule_project_db_get_last_step (self->db, 0) == self->saved.measure_step &&
                   venule_settings_equal (self->settings, self->saved.settings);

  /* A program that is killed now leaves nothing to recover. */
  if (saved && self->working_copy != NULL)
    venule_working_copy_set_saved (self->working_copy);
  take_modified (self, !saved);
}

/* ---- Saving ---- */

/* What is only in memory, before the database is saved. */
static gboolean
complete_db (VenuleDocument *self,
             GError        **error)
{
  if (self->live.early_writer != NULL)
    venule_early_writer_invalidate (self->live.early_writer);

  return venule_document_keep_run (self, error) && venule_project_db_set_settings (self->db, self->settings, error) &&
         venule_document_keep_video (self, error);
}

static gboolean
save (VenuleDocument  *self,
      const char      *path,
      gboolean         replace,
      GError         **error)
{
  if (!complete_db (self, error))
    return FALSE;

  return self->working_copy != NULL ? venule_working_copy_save (self->working_copy, path, replace, error)
                               : venule_working_copy_save_db (self->db, path, replace, error);
}

static gboolean
save_at (VenuleDocument  *self,
         const char      *path,
         gboolean         replace,
         GError         **error)
{
  gboolean unsaved;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (path != NULL || self->working_copy != NULL, FALSE);
  g_return_val_if_fail (self->saving == NULL, FALSE);

  unsaved = self->working_copy == NULL || venule_working_copy_get_unsaved (self->working_copy);
  if (save (self, path, replace, error))
    {
      venule_document_set_modified (self, FALSE);
      return TRUE;
    }

  /* What was only written for this saving is no change of the user's. */
  if (!unsaved)
    venule_working_copy_set_saved (self->working_copy);

  return FALSE;
}

gboolean
venule_document_save (VenuleDocument  *self,
                      const char      *path,
                      GError         **error)
{
  return save_at (self, path, TRUE, error);
}

gboolean
venule_document_save_new (VenuleDocument  *self,
                          const char      *path,
                          GError         **error)
{
  return save_at (self, path, FALSE, error);
}

/* ---- In a thread ---- */

/* What stood in the database before it was completed, for a saving that fails. */
typedef struct {
  VenuleSaving *saving;
  gboolean      unsaved;  /* whether there were changes by then */
  gint64        revision; /* after it */
} Task;

static void
task_free (Task *task)
{
  venule_saving_free (task->saving);
  g_free (task);
}

static void
write_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      saving,
                 GCancellable *cancellable)
{
  GError *error = NULL;

  if (venule_saving_write (saving, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_written (GObject      *source_object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* A task of its own, that knows of no document: a thread may be the last to let go of its task, and a document must not
 * end in a thread. */
static void
write_beside (GTask        *task,
              VenuleSaving *saving)
{
  g_autoptr(GTask) work = g_task_new (NULL, NULL, on_written, g_object_ref (task));

  g_task_set_source_tag (work, write_beside);
  g_task_set_task_data (work, saving, NULL); /* the task's, which outlives this one */
  venule_thread_run_task (work, write_in_thread);
}

/* What is in memory alone is not changed meanwhile by being written at once. */
static void
save_at_once (VenuleDocument *self,
              const char     *path,
              GTask          *task)
{
  GError *error = NULL;

  if (venule_document_save (self, path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
venule_document_save_async (VenuleDocument      *self,
                            const char          *path,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  GError *error = NULL;
  Task *data;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (path != NULL || self->working_copy != NULL);
  g_return_if_fail (self->saving == NULL);

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, venule_document_save_async);
  if (self->working_copy == NULL)
    {
      save_at_once (self, path, task);
      return;
    }

  data = g_new0 (Task, 1);
  data->unsaved = venule_working_copy_get_unsaved (self->working_copy);
  g_task_set_task_data (task, data, (GDestroyNotify) task_free);
  if (complete_db (self, &error))
    data->saving = venule_working_copy_begin_save (self->working_copy, path, TRUE, &error);
  data->revision = venule_project_db_get_revision (self->db);
  self->saving = data->saving;
  if (data->saving != NULL)
    write_beside (task, data->saving);
  else
    g_task_return_error (task, error);
}

gboolean
venule_document_save_finish (VenuleDocument  *self,
                             GAsyncResult    *result,
                             GError         **error)
{
  const Task *data;
  gboolean saved;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  data = g_task_get_task_data (G_TASK (result));
  self->saving = NULL;
  saved = g_task_propagate_boolean (G_TASK (result), error);
  if (data == NULL)
    return saved;

  if (saved)
    venule_working_copy_end_save (self->working_copy, data->saving);
  else if (!data->unsaved && venule_project_db_get_revision (self->db) == data->revision)
    venule_working_copy_set_saved (
      self->working_copy); /* what was only written for this saving is no change of the user's */
  /* Something else may have been changed since it was begun. */
  if (saved)
    venule_document_set_modified (self, venule_working_copy_get_unsaved (self->working_copy));

  return saved;
}

gboolean
venule_document_get_saving (VenuleDocument *self,
                            double         *progress)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  if (self->saving != NULL && progress != NULL)
    *progress = venule_saving_get_progress (self->saving);

  return self->saving != NULL;
}
