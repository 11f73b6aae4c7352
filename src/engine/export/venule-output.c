/* venule-output.c: files that are there as a whole or not at all
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "venule-error.h"
#include "venule-name.h"

void
venule_output_set_error (const char  *path,
                         int          code,
                         GError     **error)
{
  g_autofree char *name = venule_name_dup_base_shown (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown_folder = venule_name_dup_shown (folder);
  const char *format;

  switch (code)
    {
    case ENOSPC:
    case EDQUOT:
      format = _("“%s” could not be written to “%s”: the drive is full. Free some space or choose another folder.");
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      format = _("“%s” could not be written to “%s”: you may not write there. Choose another folder.");
      break;
    case ENOENT:
    case ENOTDIR:
      format = _("“%s” could not be written: there is no folder “%s”. Choose another one.");
      break;
    case EISDIR:
      format = _("“%s” could not be written to “%s”: a folder of that name is there. Choose another name or folder.");
      break;
    case ENAMETOOLONG:
      format = _("“%s” could not be written to “%s”: the name is too long. Choose a shorter one.");
      break;
    default:
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                   _("“%s” could not be written to “%s”: %s. Check the drive or choose another folder."), name,
                   shown_folder, g_strerror (code));
      return;
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, format, name, shown_folder);
#pragma GCC diagnostic pop
}

static gboolean
write_whole (int           descriptor,
             const guint8 *data,
             gsize         size)
{
  while (size > 0)
    {
      gssize written = write (descriptor, data, size);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return FALSE;
      data += written;
      size -= (gsize) written;
    }

  return TRUE;
}

/* Returns: (transfer full) (nullable): the name of the file that was written beside @path; @code is an errno otherwise */
static char *
try_beside (const char *path,
            GBytes     *content,
            int        *code)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *hidden = g_strdup_printf (".%s.XXXXXX", base);
  g_autofree char *beside = g_build_filename (folder, hidden, NULL);
  gsize size;
  const guint8 *data = g_bytes_get_data (content, &size);
  int descriptor = g_mkstemp_full (beside, O_WRONLY | O_CLOEXEC, 0666);
  gboolean written;

  if (descriptor < 0)
    {
      *code = errno;
      return NULL;
    }

  written = write_whole (descriptor, data, size) && fsync (descriptor) == 0;
  *code = errno;
  if (close (descriptor) != 0 && written)
    {
      written = FALSE;
      *code = errno;
    }
  if (!written)
    {
      g_unlink (beside);
      return NULL;
    }

  return g_steal_pointer (&beside);
}

static char *
write_beside (const char  *path,
              GBytes      *content,
              GError     **error)
{
  int code;
  char *beside = try_beside (path, content, &code);

  if (beside == NULL)
    venule_output_set_error (path, code, error);

  return beside;
}

static gboolean
take_place (const char  *beside,
            const char  *path,
            GError     **error)
{
  if (g_rename (beside, path) == 0)
    return TRUE;

  venule_output_set_error (path, errno, error);

  return FALSE;
}

gboolean
venule_output_save (const char  *path,
                    GBytes      *content,
                    GError     **error)
{
  g_autofree char *beside = NULL;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (content != NULL, FALSE);

  beside = write_beside (path, content, error);
  if (beside == NULL)
    return FALSE;
  if (take_place (beside, path, error))
    return TRUE;

  g_unlink (beside);

  return FALSE;
}

gboolean
venule_output_is_same (const char *path,
                       const char *other)
{
  GStatBuf first, second;

  return g_stat (path, &first) == 0 && g_stat (other, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

gboolean
venule_output_check (const char  *path,
                     GError     **error)
{
  g_autoptr(GBytes) probe = g_bytes_new_static ("Venule", strlen ("Venule"));
  g_autofree char *beside = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      venule_output_set_error (path, EISDIR, error);
      return FALSE;
    }
  beside = write_beside (path, probe, error);
  if (beside == NULL)
    return FALSE;
  g_unlink (beside);

  return TRUE;
}

static void
set_folder_error (const char  *directory,
                  int          code,
                  GError     **error)
{
  g_autofree char *shown = venule_name_dup_shown (directory);

  if (code == ENOSPC || code == EDQUOT)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("Results cannot be kept in “%s”: the drive is full. Free some space or choose another folder."), shown);
  else if (code == EACCES || code == EPERM || code == EROFS)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("Results cannot be kept in “%s”: you may not write there. Choose another folder."), shown);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("Results cannot be kept in “%s”: %s. Check the drive or choose another folder."), shown, g_strerror (code));
}

gboolean
venule_output_check_room (const char  *directory,
                          gsize        size,
                          GError     **error)
{
  g_autofree guint8 *zeros = g_malloc0 (size);
  g_autoptr(GBytes) probe = g_bytes_new_static (zeros, size);
  g_autofree char *path = g_build_filename (directory, "venule-check", NULL);
  g_autofree char *beside = NULL;
  int code;

  g_return_val_if_fail (directory != NULL, FALSE);

  beside = try_beside (path, probe, &code);
  if (beside == NULL)
    {
      set_folder_error (directory, code, error);
      return FALSE;
    }
  g_unlink (beside);

  return TRUE;
}

gboolean
venule_output_lock (const char  *directory,
                    int         *lock,
                    GError     **error)
{
  g_autofree char *shown = venule_name_dup_shown (directory);

  *lock = g_open (directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (*lock < 0 || flock (*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return TRUE;

  close (*lock);
  *lock = -1;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("Another run is writing its results into “%s”. Wait for its end, or choose another folder."), shown);
  return FALSE;
}

gboolean
venule_output_save_all (const char         *directory,
                        const char *const  *names,
                        GBytes *const      *contents,
                        guint               n,
                        GError            **error)
{
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) besides = g_ptr_array_new_with_free_func (g_free);
  gboolean saved = TRUE;

  g_return_val_if_fail (directory != NULL, FALSE);

  for (guint i = 0; i < n && saved; i++)
    {
      char *path = g_build_filename (directory, names[i], NULL);
      char *beside = write_beside (path, contents[i], error);

      g_ptr_array_add (paths, path);
      saved = beside != NULL;
      if (saved)
        g_ptr_array_add (besides, beside);
    }

  for (guint i = 0; i < n && saved; i++)
    saved = take_place (g_ptr_array_index (besides, i), g_ptr_array_index (paths, i), error);

  /* Those that have taken their place are no longer there under this name. */
  for (guint i = 0; i < besides->len && !saved; i++)
    g_unlink (g_ptr_array_index (besides, i));

  return saved;
}
