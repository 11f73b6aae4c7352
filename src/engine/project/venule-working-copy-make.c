/* venule-working-copy-make.c: a document is copied to be worked on, and checked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-working-copy-private.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-project-db-private.h"
#include "venule-temp-file.h"
#include "venule-thread.h"

/* How much of the time the copy takes; the check has the rest. */
#define SHARE_OF_COPY 0.5

#define PARTS 1000

struct _VenuleCopying
{
  char         *path;        /* the user's file, */
  char         *stamp;       /* as it was when it was opened, */
  char         *name;        /* and what it is called in messages */
  char         *base;
  GCancellable *cancellable;
  GThread      *thread;      /* NULL: it has ended, and was asked to */
  int           copied;      /* atomic; of PARTS */
  int           ended;       /* atomic */
  GError       *error;       /* of the thread, until it has ended */
};

/* ---- The file ---- */

void
venule_working_copy_set_full (GError **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_SPACE,
               _("The document needs a working copy, and the drive of “%s” is full. Free some space and try again."),
               g_get_user_state_dir ());
}

/* A copy takes its name when it is whole, so that half of one is never taken for a document. */
gboolean
venule_working_copy_make_file (const char           *path,
                               const char           *base,
                               GCancellable         *cancellable,
                               GFileProgressCallback progress,
                               gpointer              data,
                               GError              **error)
{
  g_autofree char *working_copy = g_strconcat (base, VENULE_WORKING_COPY_SUFFIX, NULL);
  g_autofree char *part = g_strconcat (base, ".part", NULL);
  g_autoptr(GFile) from = g_file_new_for_path (path);
  g_autoptr(GFile) to = g_file_new_for_path (part);
  g_autoptr(GError) failure = NULL;
  g_autofree char *name = venule_display_name_dup_base (path);
  int code;

  if (!venule_project_db_check_file (path, error) || !venule_project_db_check_beginning (path, name, error))
    return FALSE;
  if (g_file_copy (from, to, G_FILE_COPY_OVERWRITE | G_FILE_COPY_TARGET_DEFAULT_PERMS, cancellable, progress, data,
                   &failure) &&
      g_rename (part, working_copy) == 0)
    return TRUE;

  code = errno;
  g_unlink (part);
  if (failure != NULL ? g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NO_SPACE) : code == ENOSPC || code == EDQUOT)
    venule_working_copy_set_full (error);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, _("The document could not be copied to be worked on: %s"),
                 failure != NULL ? failure->message : g_strerror (code));

  return FALSE;
}

/* ---- The thread ---- */

static void
on_progress (goffset   done,
             goffset   whole,
             gpointer  data)
{
  VenuleCopying *self = data;

  if (whole > 0)
    g_atomic_int_set (&self->copied, (int) (done * PARTS / whole));
}

/* What is shown was read from the file meanwhile. */
static gboolean
check_unchanged (VenuleCopying  *self,
                 GError        **error)
{
  g_autofree char *stamp = venule_temp_file_dup_stamp (self->path);

  if (g_strcmp0 (stamp, self->stamp) == 0)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("“%s” was changed by another program while it was opened. Close this window and open it again."),
               self->name);

  return FALSE;
}

static gpointer
copy_in_thread (gpointer data)
{
  VenuleCopying *self = data;
  g_autofree char *working_copy = g_strconcat (self->base, VENULE_WORKING_COPY_SUFFIX, NULL);

  if (venule_working_copy_make_file (self->path, self->base, self->cancellable, on_progress, self, &self->error) &&
      check_unchanged (self, &self->error))
    venule_project_db_check (working_copy, self->name, self->cancellable, &self->error);
  g_atomic_int_set (&self->ended, TRUE);

  return NULL;
}

/* ---- Looking at it meanwhile ---- */

static gboolean
pass_gate (gpointer   data,
           GError   **error)
{
  return venule_working_copy_settle (data, error);
}

gboolean
venule_working_copy_begin_copy (VenuleWorkingCopy *self,
                                GError           **error)
{
  g_autofree char *name = venule_display_name_dup_base (self->target);
  VenuleCopying *copying;

  self->db = venule_project_db_peek (self->target, name, pass_gate, self, error);
  if (self->db == NULL)
    return FALSE;

  copying = self->copying = g_new0 (VenuleCopying, 1);
  copying->path = g_strdup (self->target);
  copying->stamp = g_strdup (self->stamp);
  copying->name = g_steal_pointer (&name);
  copying->base = g_strdup (self->base);
  copying->cancellable = g_cancellable_new ();
  copying->thread = venule_thread_new ("copy", copy_in_thread, copying, &copying->error);
  if (copying->thread == NULL)
    g_atomic_int_set (&copying->ended, TRUE);

  return TRUE;
}

static void
copying_free (VenuleCopying *self)
{
  g_free (self->path);
  g_free (self->stamp);
  g_free (self->name);
  g_free (self->base);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_free (self);
}

void
venule_working_copy_stop_copy (VenuleWorkingCopy *self)
{
  if (self->copying == NULL)
    return;

  g_cancellable_cancel (self->copying->cancellable);
  if (self->copying->thread != NULL)
    g_thread_join (self->copying->thread);
  g_clear_pointer (&self->copying, copying_free);
  self->discard = TRUE;
}

/* ---- Its end ---- */

gboolean
venule_working_copy_get_settled (VenuleWorkingCopy *self,
                                 double            *progress)
{
  double copied;

  g_return_val_if_fail (self != NULL, FALSE);

  if (self->copying == NULL)
    return TRUE;

  copied = (double) g_atomic_int_get (&self->copying->copied) / PARTS;
  if (progress != NULL)
    *progress = copied * SHARE_OF_COPY;

  return g_atomic_int_get (&self->copying->ended);
}

/* The database goes on in the copy. */
static gboolean
move (VenuleWorkingCopy *self,
      GError           **error)
{
  g_autofree char *working_copy = g_strconcat (self->base, VENULE_WORKING_COPY_SUFFIX, NULL);

  return venule_working_copy_write_note (self, error) && venule_project_db_move (self->db, working_copy, error);
}

gboolean
venule_working_copy_settle (VenuleWorkingCopy *self,
                            GError           **error)
{
  VenuleCopying *copying;

  g_return_val_if_fail (self != NULL, FALSE);

  copying = self->copying;
  if (copying == NULL)
    return TRUE;

  if (copying->thread != NULL)
    {
      g_thread_join (copying->thread);
      copying->thread = NULL;
      if (copying->error == NULL)
        move (self, &copying->error);
    }
  if (copying->error == NULL)
    {
      g_clear_pointer (&self->copying, copying_free);
      return TRUE;
    }

  if (error != NULL)
    *error = g_error_copy (copying->error);

  return FALSE;
}
