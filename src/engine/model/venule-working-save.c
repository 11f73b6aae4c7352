/* venule-working-save.c: from the working copy to the person's file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-working-private.h"

#include <glib/gi18n-lib.h>
#include <sys/stat.h>

#include "venule-error.h"
#include "venule-name.h"
#include "venule-working-lock.h"

struct _VenuleSaving
{
  char   *working;  /* paths of the database, */
  char   *beside;   /* of what grows beside the person's file, */
  char   *target;   /* and of that */
  gint64  revision; /* of what was written */
};

/* ---- Whose file it is ---- */

static gboolean
refuse (GError     **error,
        const char  *format,
        const char  *path)
{
  g_autofree char *name = venule_name_dup_base_shown (path);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, format, name);
#pragma GCC diagnostic pop

  return FALSE;
}

gboolean
venule_working_lock_other (VenuleWorking  *self,
                           const char     *path,
                           GError        **error)
{
  g_autofree char *base = venule_working_base (path);
  g_autofree char *lock = g_strconcat (base, ".lock", NULL);
  g_autoptr(GError) failure = NULL;
  int descriptor;

  if (g_str_equal (base, self->base) || g_strcmp0 (base, self->target_base) == 0)
    return TRUE;

  descriptor = venule_working_lock (lock, &failure);
  if (descriptor < 0)
    return refuse (error, _("“%s” is open in another window. Choose another name, or close that window first."), path);

  if (self->target_lock >= 0)
    {
      g_autofree char *old = g_strconcat (self->target_base, ".lock", NULL);

      venule_working_unlock (self->target_lock, old);
    }
  g_free (self->target_base);
  self->target_base = g_steal_pointer (&base);
  self->target_lock = descriptor;

  return TRUE;
}

static gboolean
check_own_file (VenuleWorking  *self,
                GError        **error)
{
  g_autofree char *stamp = NULL;

  if (self->read_only)
    return refuse (error, _("“%s” is open in another window. Save this copy of it under another name."), self->target);

  stamp = venule_working_stamp (self->target);
  if (stamp != NULL && g_strcmp0 (stamp, self->stamp) != 0)
    return refuse (error, _("“%s” was changed by another program since it was opened here. Save under another name, so "
                            "that neither is lost."),
                   self->target);

  return TRUE;
}

/* ---- Saving in three parts ---- */

VenuleSaving *
venule_working_begin_save (VenuleWorking  *self,
                           const char     *path,
                           GError        **error)
{
  g_autofree char *target = NULL;
  VenuleSaving *saving;

  g_return_val_if_fail (self != NULL && (path != NULL || self->target != NULL), NULL);

  target = g_canonicalize_filename (path != NULL ? path : self->target, NULL);
  if (g_strcmp0 (target, self->target) == 0 ? !check_own_file (self, error)
                                            : !venule_working_lock_other (self, target, error))
    return NULL;

  saving = g_new0 (VenuleSaving, 1);
  saving->working = g_strconcat (self->base, VENULE_WORKING_SUFFIX, NULL);
  saving->beside = venule_store_name_beside (target);
  saving->target = g_steal_pointer (&target);

  return saving;
}

gboolean
venule_saving_write (VenuleSaving  *self,
                     GError       **error)
{
  return venule_store_save_file (self->working, self->beside, self->target, &self->revision, error);
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
  double whole = size_of_file (self->working);

  return whole > 0 ? MIN (size_of_file (self->beside) / whole, 1) : 0;
}

void
venule_working_end_save (VenuleWorking      *self,
                         const VenuleSaving *saving)
{
  g_free (self->target);
  self->target = g_strdup (saving->target);
  g_free (self->stamp);
  self->stamp = venule_working_stamp (self->target);
  self->read_only = FALSE;
  self->saved_revision = saving->revision;

  /* Without the note the changes would be offered once more, which costs nobody anything. */
  venule_working_write_note (self, NULL);
}

void
venule_saving_free (VenuleSaving *self)
{
  if (self == NULL)
    return;

  g_free (self->working);
  g_free (self->beside);
  g_free (self->target);
  g_free (self);
}

gboolean
venule_working_save (VenuleWorking  *self,
                     const char     *path,
                     GError        **error)
{
  g_autoptr(VenuleSaving) saving = venule_working_begin_save (self, path, error);

  if (saving == NULL || !venule_saving_write (saving, error))
    return FALSE;
  venule_working_end_save (self, saving);

  return TRUE;
}
