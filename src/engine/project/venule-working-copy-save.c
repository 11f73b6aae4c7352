/* venule-working-copy-save.c: whether the document may be replaced, and what is noted of it then
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-working-copy-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-save.h"
#include "venule-temp-file.h"
#include "venule-working-copy-lock.h"
#include "venule-write-error.h"

struct _VenuleSaving
{
  char  *working_copy; /* paths of the database, */
  char  *temp_path;    /* of what grows beside the user's file, */
  char  *target;       /* of that, */
  char  *place;        /* and where it leads to when it is a link, which stays one */
  int    held;         /* of beside */
  char  *stamp;        /* of the file that may be replaced; NULL: none may. Then of what was written. */
  gint64 revision;     /* of what was written */
};

/* ---- Whose file it is ---- */

static gboolean
refuse (GError     **error,
        const char  *format,
        const char  *path)
{
  g_autofree char *name = venule_display_name_dup_base (path);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, format, name);
#pragma GCC diagnostic pop

  return FALSE;
}

/* TRUE without a lock where none can be had at all. */
static gboolean
lock_path (const char  *path,
           const char  *base,
           int         *descriptor,
           GError     **error)
{
  g_autofree char *lock = g_strconcat (base, ".lock", NULL);
  g_autofree char *folder = g_path_get_dirname (base);
  g_autoptr(GError) failure = NULL;

  g_mkdir_with_parents (folder, 0700);
  *descriptor = venule_working_copy_lock (lock, &failure);
  if (*descriptor >= 0 || failure != NULL)
    return TRUE;

  return refuse (error, _("“%s” is open in another window or program. Choose another name, or close it there first."),
                 path);
}

gboolean
venule_working_copy_lock_other (VenuleWorkingCopy *self,
                                const char        *path,
                                GError           **error)
{
  g_autofree char *base = venule_working_copy_base (path);
  int descriptor;

  if (g_str_equal (base, self->base) || g_strcmp0 (base, self->target_base) == 0)
    return TRUE;
  if (!lock_path (path, base, &descriptor, error))
    return FALSE;

  if (self->target_lock >= 0)
    {
      g_autofree char *old = g_strconcat (self->target_base, ".lock", NULL);

      venule_working_copy_unlock (self->target_lock, old);
    }
  g_free (self->target_base);
  self->target_base = g_steal_pointer (&base);
  self->target_lock = descriptor;

  return TRUE;
}

static gboolean
check_own_file (VenuleWorkingCopy *self,
                GError           **error)
{
  g_autofree char *stamp = NULL;

  if (self->read_only)
    return refuse (error, _("“%s” is open in another window. Save this copy of it under another name."), self->target);

  stamp = venule_temp_file_dup_stamp (self->target);
  if (stamp != NULL && self->stamp == NULL)
    return refuse (error, _("“%s” was written by another program meanwhile. Save under another name, so that neither "
                            "is lost."),
                   self->target);
  if (stamp != NULL && g_strcmp0 (stamp, self->stamp) != 0)
    return refuse (error, _("“%s” was changed by another program since it was opened here. Save under another name, so "
                            "that neither is lost."),
                   self->target);

  return venule_save_check_protection (self->target, error);
}

static gboolean
check_new (const char  *path,
           GError     **error)
{
  return !g_file_test (path, G_FILE_TEST_EXISTS | G_FILE_TEST_IS_SYMLINK) ||
         refuse (error, _("There is a document “%s” already, and it is not replaced. Choose another name."), path);
}

gboolean
venule_working_copy_check_path (const char *path,
                                gboolean    replace,
                                GError    **error)
{
  g_autofree char *base = venule_working_copy_base (path);
  g_autofree char *lock = g_strconcat (base, ".lock", NULL);
  int descriptor;

  if ((!replace && !check_new (path, error)) || !lock_path (path, base, &descriptor, error))
    return FALSE;
  venule_working_copy_unlock (descriptor, lock);

  return TRUE;
}

gboolean
venule_working_copy_claim (VenuleWorkingCopy *self,
                           const char        *path,
                           GError           **error)
{
  g_return_val_if_fail (self != NULL && self->target == NULL, FALSE);

  if (!venule_working_copy_lock_other (self, path, error) || !check_new (path, error))
    return FALSE;
  self->target = g_canonicalize_filename (path, NULL);

  return venule_working_copy_write_note (self, error);
}

static char *
dup_place (const char *path)
{
  char *place = realpath (path, NULL);

  return place != NULL ? place : g_strdup (path);
}

gboolean
venule_working_copy_save_db (VenuleProjectDb *db,
                             const char      *path,
                             gboolean         replace,
                             GError         **error)
{
  g_autofree char *base = venule_working_copy_base (path);
  g_autofree char *lock = g_strconcat (base, ".lock", NULL);
  g_autofree char *stamp = replace ? venule_temp_file_dup_stamp (path) : NULL;
  g_autofree char *place = dup_place (path);
  gboolean saved;
  int descriptor;

  if ((!replace && !check_new (path, error)) || !lock_path (path, base, &descriptor, error))
    return FALSE;
  saved = venule_project_db_save_over (db, place, stamp, error);
  venule_working_copy_unlock (descriptor, lock);

  return saved;
}

/* ---- Saving in three parts ---- */

static VenuleSaving *
saving_new (VenuleWorkingCopy *self,
            const char        *target,
            gboolean           replace,
            GError           **error)
{
  g_autoptr(VenuleSaving) saving = g_new0 (VenuleSaving, 1);

  saving->working_copy = g_strconcat (self->base, VENULE_WORKING_COPY_SUFFIX, NULL);
  saving->target = g_strdup (target);
  saving->stamp = replace ? venule_temp_file_dup_stamp (target) : NULL;
  saving->place = dup_place (target);
  saving->held = venule_temp_file_make (saving->place, 0644, &saving->temp_path);
  if (saving->held >= 0)
    return g_steal_pointer (&saving);

  venule_write_error_set (target, errno, error);

  return NULL;
}

VenuleSaving *
venule_working_copy_begin_save (VenuleWorkingCopy *self,
                                const char        *path,
                                gboolean           replace,
                                GError           **error)
{
  g_autofree char *target = NULL;

  g_return_val_if_fail (self != NULL && (path != NULL || self->target != NULL), NULL);

  target = g_canonicalize_filename (path != NULL ? path : self->target, NULL);
  if (g_strcmp0 (target, self->target) == 0)
    return check_own_file (self, error) ? saving_new (self, target, TRUE, error) : NULL;
  if (!venule_working_copy_lock_other (self, target, error) || (!replace && !check_new (target, error)))
    return NULL;

  return saving_new (self, target, replace, error);
}

gboolean
venule_saving_write (VenuleSaving  *self,
                     GError       **error)
{
  if (!venule_project_db_save_file (self->working_copy, self->temp_path, self->place, self->stamp, &self->revision,
                                    error))
    return FALSE;
  g_free (self->stamp);
  self->stamp = venule_temp_file_dup_stamp (self->target);

  return TRUE;
}

static double
size_of_file (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 ? (double) status.st_size : 0;
}

double
venule_saving_get_progress (const VenuleSaving *self)
{
  double whole = size_of_file (self->working_copy);

  return whole > 0 ? MIN (size_of_file (self->temp_path) / whole, 1) : 0;
}

void
venule_working_copy_end_save (VenuleWorkingCopy  *self,
                              const VenuleSaving *saving)
{
  g_free (self->target);
  self->target = g_strdup (saving->target);
  g_free (self->stamp);
  self->stamp = g_strdup (saving->stamp);
  self->read_only = FALSE;
  self->saved_revision = saving->revision;

  /* Without the note the changes would be offered once more, which does no harm. */
  venule_working_copy_write_note (self, NULL);
}

void
venule_saving_free (VenuleSaving *self)
{
  if (self == NULL)
    return;

  /* What has taken its place is no longer there under this name. */
  if (self->temp_path != NULL)
    {
      g_unlink (self->temp_path);
      close (self->held);
    }
  g_free (self->working_copy);
  g_free (self->temp_path);
  g_free (self->target);
  g_free (self->place);
  g_free (self->stamp);
  g_free (self);
}

gboolean
venule_working_copy_save (VenuleWorkingCopy *self,
                          const char        *path,
                          gboolean           replace,
                          GError           **error)
{
  g_autoptr(VenuleSaving) saving = venule_working_copy_begin_save (self, path, replace, error);

  if (saving == NULL || !venule_saving_write (saving, error))
    return FALSE;
  venule_working_copy_end_save (self, saving);

  return TRUE;
}
