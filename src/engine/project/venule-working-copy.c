/* venule-working-copy.c: the working copy of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-working-copy-private.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-load.h"
#include "venule-project-db-private.h"
#include "venule-temp-file.h"
#include "venule-working-copy-lock.h"

#define SUFFIX VENULE_WORKING_COPY_SUFFIX

/* ---- Names ---- */

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
}

static char *
with_ending (const char *base,
             const char *ending)
{
  return g_strconcat (base, ending, NULL);
}

/* One for each file, by whatever way it is reached. */
char *
venule_working_copy_base (const char *path)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *real = realpath (absolute, NULL);
  g_autofree char *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, real != NULL ? real : absolute, -1);

  return g_build_filename (folder, key, NULL);
}

static char *
new_base (void)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *key = g_uuid_string_random ();

  return g_build_filename (folder, key, NULL);
}

/* What lies under it, but its lock. */
static void
remove_files (const char *base)
{
  static const char *const endings[] = { SUFFIX, SUFFIX "-wal", SUFFIX "-shm", SUFFIX "-journal", ".part", ".note" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = with_ending (base, endings[i]);

      g_unlink (path);
    }
}

/* ---- Making one ---- */

static VenuleWorkingCopy *
working_new (char *base)
{
  VenuleWorkingCopy *self = g_new0 (VenuleWorkingCopy, 1);

  self->base = base;
  self->lock = self->target_lock = -1;

  return self;
}

/* TRUE without a lock when another has it. */
static gboolean
take_lock (VenuleWorkingCopy *self,
           GError           **error)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *path = with_ending (self->base, ".lock");
  g_autoptr(GError) failure = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                   _("The folder for working copies, “%s”, cannot be made: %s."), folder, g_strerror (errno));
      return FALSE;
    }

  self->lock = venule_working_copy_lock (path, &failure);
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));

  return FALSE;
}

VenuleWorkingCopy *
venule_working_copy_new (GError **error)
{
  g_autoptr(VenuleWorkingCopy) self = working_new (new_base ());
  g_autofree char *path = with_ending (self->base, SUFFIX);

  if (!take_lock (self, error))
    return NULL;
  self->db = venule_project_db_create (path, error);
  if (self->db == NULL)
    return NULL;
  self->saved_revision = venule_project_db_get_revision (self->db);
  if (!venule_working_copy_write_note (self, error))
    return NULL;

  return g_steal_pointer (&self);
}

VenuleWorkingCopy *
venule_working_copy_rescue (const char   *path,
                            VenuleRescue *rescue,
                            GCancellable *cancellable,
                            GError      **error)
{
  g_autoptr(VenuleWorkingCopy) self = working_new (new_base ());
  g_autofree char *working_copy = with_ending (self->base, SUFFIX);

  if (!take_lock (self, error))
    return NULL;
  self->saved_revision = -1; /* all of it is to be saved */
  self->db = venule_project_db_rescue (path, working_copy, rescue, cancellable, error);
  if (self->db == NULL || !venule_working_copy_write_note (self, error))
    {
      self->discard = TRUE;
      return NULL;
    }

  return g_steal_pointer (&self);
}

static gboolean
open_db (VenuleWorkingCopy *self,
         GError           **error)
{
  g_autofree char *path = with_ending (self->base, SUFFIX);
  g_autofree char *name = self->target != NULL ? venule_display_name_dup_base (self->target) : g_strdup (_("Untitled"));

  self->db = venule_project_db_open (path, name, error);

  return self->db != NULL;
}

static gboolean
has_working_file (VenuleWorkingCopy *self)
{
  g_autofree char *path = with_ending (self->base, SUFFIX);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
set_target (VenuleWorkingCopy *self,
            const char        *path)
{
  g_free (self->target);
  self->target = g_canonicalize_filename (path, NULL);
  g_free (self->stamp);
  self->stamp = venule_temp_file_dup_stamp (path);
}

static gboolean
open_copy (VenuleWorkingCopy *self,
           const char        *path,
           GError           **error)
{
  remove_files (self->base);
  set_target (self, path);
  if (!venule_working_copy_make_file (path, self->base, NULL, NULL, NULL, error))
    return FALSE;
  if (!open_db (self, error))
    {
      self->discard = TRUE;
      return FALSE;
    }
  self->saved_revision = venule_project_db_get_revision (self->db);

  return venule_working_copy_write_note (self, error);
}

/* FALSE without an error: it has to be copied first. */
static gboolean
look (VenuleWorkingCopy *self,
      const char        *path,
      GError           **error)
{
  set_target (self, path);
  remove_files (self->base);
  if (!venule_working_copy_begin_copy (self, error))
    return FALSE;
  self->saved_revision = venule_project_db_get_revision (self->db);

  return TRUE;
}

static gboolean
is_large (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 && status.st_size >= VENULE_WORKING_COPY_LARGE;
}

static void
set_question (GError **error)
{
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_QUESTION,
                       _("There are changes to this document that were not saved when Venule ended."));
}

/* One that cannot be opened as a document makes room for another, and stays for who can rescue more of it by hand. */
static void
set_aside (VenuleWorkingCopy *self)
{
  static const char *const endings[] = { ".note", SUFFIX "-wal", SUFFIX };
  g_autofree char *base = new_base ();

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *from = with_ending (self->base, endings[i]), *to = with_ending (base, endings[i]);

      g_rename (from, to);
    }
  self->had_damaged = TRUE;
}

/* Goes on with what an earlier program left; FALSE without an error when that is nothing new. */
static gboolean
open_leftover (VenuleWorkingCopy      *self,
               VenuleWorkingCopyChoice choice,
               GError                **error)
{
  g_autoptr(GError) failure = NULL;

  /* Without a note it was killed before there was anything in it. */
  if (choice == VENULE_WORKING_COPY_FORGET || !has_working_file (self) || !venule_working_copy_has_note (self))
    return FALSE;

  venule_working_copy_read_note (self);
  if (!open_db (self, &failure))
    {
      if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_NO_SPACE))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      g_clear_pointer (&self->target, g_free);
      set_aside (self);
      return FALSE;
    }
  if (!venule_working_copy_get_unsaved (self))
    {
      g_clear_pointer (&self->db, venule_project_db_free);
      return FALSE;
    }
  if (choice == VENULE_WORKING_COPY_RECOVER)
    return TRUE;

  g_clear_pointer (&self->db, venule_project_db_free);
  set_question (error);

  return FALSE;
}

/* TRUE when there is nothing more to do. */
static gboolean
open_quickly (VenuleWorkingCopy      *self,
              const char             *path,
              VenuleWorkingCopyChoice choice,
              gboolean                at_once,
              GError                **error)
{
  if (self->lock >= 0 && open_leftover (self, choice, error))
    return TRUE;
  if (*error != NULL)
    return FALSE;

  if (self->lock < 0)
    {
      g_free (self->base);
      self->base = new_base ();
      self->read_only = TRUE;
      if (!take_lock (self, error))
        return FALSE;
    }

  return at_once && is_large (path) && look (self, path, error);
}

/* ---- Leftovers ---- */

void
venule_leftover_free (VenuleLeftover *self)
{
  if (self == NULL)
    return;

  g_free (self->working_copy);
  g_free (self->target);
  g_free (self->video);
  g_free (self);
}

static char *
base_of_leftover (const char *working_copy)
{
  return g_strndup (working_copy, strlen (working_copy) - strlen (SUFFIX));
}

/* A working copy that is not in use, locked by us: (transfer full) (nullable). */
static VenuleWorkingCopy *
seize (const char *working_copy)
{
  g_autoptr(VenuleWorkingCopy) self = working_new (base_of_leftover (working_copy));

  if (!take_lock (self, NULL) || self->lock < 0)
    return NULL;
  venule_working_copy_read_note (self);

  return g_steal_pointer (&self);
}

/* What was written last may not be in the database itself yet. */
static gint64
get_change (const char *working_copy)
{
  g_autofree char *log = g_strconcat (working_copy, "-wal", NULL);
  struct stat status[2] = { { 0 }, { 0 } };

  stat (working_copy, &status[0]);
  stat (log, &status[1]);

  return MAX (status[0].st_mtim.tv_sec, status[1].st_mtim.tv_sec);
}

static VenuleLeftover *
leftover_new (const char              *working_copy,
              const VenuleWorkingCopy *self,
              gint64                   changed)
{
  g_autoptr(VenuleSourceRecord) video = self->db != NULL ? venule_project_db_dup_video (self->db, NULL) : NULL;
  VenuleLeftover *leftover = g_new (VenuleLeftover, 1);

  *leftover = (VenuleLeftover) { .working_copy = g_strdup (working_copy),
                                 .target = g_strdup (self->target),
                                 .video = g_strdup (video != NULL ? video->path : NULL),
                                 .changed = changed };

  return leftover;
}

/* Where @damaged one that cannot be opened as a document, else one that has changes, or may have some where there is no
 * room to look. */
static VenuleLeftover *
look_at (const char *working_copy,
         gboolean    damaged)
{
  g_autoptr(VenuleWorkingCopy) self = seize (working_copy);
  gint64 changed = get_change (working_copy);
  g_autoptr(GError) failure = NULL;
  VenuleLeftover *leftover;
  gboolean opened, full;

  if (self == NULL)
    return NULL;
  /* Without a note it was killed while it was made. */
  if (!venule_working_copy_has_note (self))
    {
      self->discard = !damaged;
      return NULL;
    }
  opened = open_db (self, &failure);
  full = g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_NO_SPACE);
  if (damaged || full)
    return !opened && damaged != full ? leftover_new (working_copy, self, changed) : NULL;
  /* One that cannot be opened as a document stays, for who can rescue more of it by hand. */
  if (!opened || !venule_working_copy_get_unsaved (self))
    {
      self->discard = opened;
      return NULL;
    }

  leftover = leftover_new (working_copy, self, changed);
  /* To be looked at is no change. */
  g_clear_pointer (&self->db, venule_project_db_free);
  g_utime (working_copy, &(struct utimbuf) { changed, changed });

  return leftover;
}

/* What programs left that were killed while they made a working copy, removed it or wrote its note: a lock, half a
 * copy, half a note. It is not in use when its lock can be taken. */
static void
sweep (const char *folder,
       const char *name)
{
  g_autofree char *key = g_strndup (name, strcspn (name, "."));
  g_autofree char *base = g_build_filename (folder, key, NULL);
  g_autofree char *working_copy = with_ending (base, SUFFIX);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr(VenuleWorkingCopy) self = seize (working_copy);

  if (self == NULL)
    return;
  if (!has_working_file (self))
    self->discard = TRUE;
  if (strstr (name, ".note.") != NULL)
    g_unlink (path);
}

/* A document that got its file, or another one, while it was worked on lies under another name than that of its
 * file. */
static gboolean
belongs_to (const char *working_copy,
            const char *base)
{
  g_autoptr(VenuleWorkingCopy) self = working_new (base_of_leftover (working_copy));
  g_autofree char *target_base = NULL;

  venule_working_copy_read_note (self);
  if (self->target != NULL)
    target_base = venule_working_copy_base (self->target);

  return g_strcmp0 (target_base, base) == 0;
}

/* Of a file, under another name than that of the file: (transfer full) (nullable). */
static VenuleLeftover *
find_renamed_leftover (const char *path)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *base = venule_working_copy_base (path);
  g_autofree char *own = with_ending (base, SUFFIX);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  VenuleLeftover *leftover = NULL;
  const char *name;

  while (leftover == NULL && dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *working_copy = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, SUFFIX) && !g_str_equal (working_copy, own) && belongs_to (working_copy, base))
        leftover = look_at (working_copy, FALSE);
    }

  return leftover;
}

GPtrArray *
venule_working_copy_dup_leftovers (const char *but)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *base = but != NULL ? venule_working_copy_base (but) : NULL;
  g_autofree char *key = base != NULL ? g_path_get_basename (base) : NULL;
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *leftovers = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_leftover_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      VenuleLeftover *leftover;

      if (key != NULL && (g_str_has_prefix (name, key) || (g_str_has_suffix (name, SUFFIX) && belongs_to (path, base))))
        continue;
      leftover = g_str_has_suffix (name, SUFFIX) ? look_at (path, FALSE) : NULL;
      if (leftover != NULL)
        g_ptr_array_add (leftovers, leftover);
      else if (!g_str_has_suffix (name, SUFFIX))
        sweep (folder, name);
    }

  return leftovers;
}

GPtrArray *
venule_working_copy_dup_damaged (void)
{
  g_autofree char *folder = dup_folder ();
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *damaged = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_leftover_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      VenuleLeftover *leftover = g_str_has_suffix (name, SUFFIX) ? look_at (path, TRUE) : NULL;

      if (leftover != NULL)
        g_ptr_array_add (damaged, leftover);
    }

  return damaged;
}

VenuleWorkingCopy *
venule_working_copy_recover (const VenuleLeftover *leftover,
                             GError              **error)
{
  g_autoptr(VenuleWorkingCopy) self = NULL;

  g_return_val_if_fail (leftover != NULL, NULL);

  self = seize (leftover->working_copy);
  if (self == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                           _("Another window has opened these changes meanwhile."));
      return NULL;
    }

  if (!open_db (self, error))
    return NULL;
  /* Its file may be open elsewhere by now: it can be saved under another name then. */
  if (self->target != NULL && !venule_working_copy_lock_other (self, self->target, NULL))
    self->read_only = TRUE;

  return g_steal_pointer (&self);
}

void
venule_leftover_remove (const VenuleLeftover *self)
{
  g_autoptr(VenuleWorkingCopy) working_copy = seize (self->working_copy);

  if (working_copy != NULL)
    working_copy->discard = TRUE;
}

/* ---- Opening ---- */

static VenuleWorkingCopy *
open_any (const char             *path,
          VenuleWorkingCopyChoice choice,
          gboolean                at_once,
          GError                **error)
{
  g_autoptr(VenuleWorkingCopy) self = NULL;
  g_autoptr(VenuleLeftover) leftover = NULL;
  g_autoptr(GError) failure = NULL;

  if (!venule_project_db_check_file (path, error))
    return NULL;
  leftover = find_renamed_leftover (path);
  if (leftover != NULL && choice == VENULE_WORKING_COPY_RECOVER)
    return venule_working_copy_recover (leftover, error);
  if (leftover != NULL && choice == VENULE_WORKING_COPY_ASK)
    {
      set_question (error);
      return NULL;
    }
  if (leftover != NULL)
    venule_leftover_remove (leftover);

  self = working_new (venule_working_copy_base (path));
  if (!take_lock (self, error))
    return NULL;
  if (open_quickly (self, path, choice, at_once, &failure))
    return g_steal_pointer (&self);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }

  return open_copy (self, path, error) ? g_steal_pointer (&self) : NULL;
}

VenuleWorkingCopy *
venule_working_copy_open (const char             *path,
                          VenuleWorkingCopyChoice choice,
                          GError                **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  return open_any (path, choice, FALSE, error);
}

VenuleWorkingCopy *
venule_working_copy_open_at_once (const char             *path,
                                  VenuleWorkingCopyChoice choice,
                                  GError                **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  return open_any (path, choice, TRUE, error);
}

/* ---- Its end ---- */

void
venule_working_copy_free (VenuleWorkingCopy *self)
{
  g_autofree char *lock = NULL;
  g_autofree char *target_lock = NULL;

  if (self == NULL)
    return;

  venule_working_copy_stop_copy (self);
  if (self->db != NULL && !venule_working_copy_get_unsaved (self))
    self->discard = TRUE;
  venule_project_db_free (self->db);
  if (self->discard && self->lock >= 0)
    remove_files (self->base);

  lock = with_ending (self->base, ".lock");
  venule_working_copy_unlock (self->lock, lock);
  if (self->target_lock >= 0)
    {
      target_lock = with_ending (self->target_base, ".lock");
      venule_working_copy_unlock (self->target_lock, target_lock);
    }
  g_free (self->target_base);
  g_free (self->base);
  g_free (self->target);
  g_free (self->stamp);
  g_free (self);
}

void
venule_working_copy_discard (VenuleWorkingCopy *self)
{
  g_autofree char *note = with_ending (self->base, ".note");

  /* Nor is it offered if the program is killed first: what has no note is removed by the next one. */
  g_unlink (note);
  self->discard = TRUE;
}

void
venule_working_copy_set_saved (VenuleWorkingCopy *self)
{
  self->saved_revision = venule_project_db_get_revision (self->db);
  venule_working_copy_write_note (self, NULL);
}

VenuleProjectDb *
venule_working_copy_get_db (VenuleWorkingCopy *self)
{
  return self->db;
}

const char *
venule_working_copy_get_path (VenuleWorkingCopy *self)
{
  return self->target;
}

gboolean
venule_working_copy_had_damaged (VenuleWorkingCopy *self)
{
  return self->had_damaged;
}

gboolean
venule_working_copy_get_read_only (VenuleWorkingCopy *self)
{
  return self->read_only;
}

gboolean
venule_working_copy_get_unsaved (VenuleWorkingCopy *self)
{
  return venule_project_db_get_revision (self->db) != self->saved_revision;
}
