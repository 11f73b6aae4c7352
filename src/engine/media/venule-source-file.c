/* venule-source-file.c: the file beneath a source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-source-file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "venule-error.h"

static gboolean
set_file_error (const char  *name,
                int          code,
                GError     **error)
{
  if (code == ENOENT || code == ENOTDIR)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("“%s” was not found. It may have been moved or renamed, or its drive is not connected."), name);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("“%s” cannot be read: %s. Check that you may read the file and that its drive is connected."), name,
                 g_strerror (code));
  return FALSE;
}

/**
 * venule_source_file_check:
 * @path: a file
 * @magic: its first four bytes
 * @error: return location
 *
 * Says plainly what is wrong with a file before a demultiplexer guesses at it, and reads its first bytes.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_NOT_A_VIDEO.
 *
 * Returns: whether it is a file with content that can be read
 */
gboolean
venule_source_file_check (const char  *path,
                          guint8       magic[4],
                          GError     **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  GStatBuf status;
  FILE *file;
  gsize n;

  if (g_stat (path, &status) != 0)
    return set_file_error (name, errno, error);

  if (S_ISDIR (status.st_mode))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                   _("“%s” is a folder. Choose a video or an image stack in it."), name);
      return FALSE;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                   _("“%s” is a device or a pipe. Choose a video or an image stack in a file."), name);
      return FALSE;
    }
  if (status.st_size == 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                   _("“%s” is empty: it has no content at all. Copy it again from the microscope."), name);
      return FALSE;
    }

  file = g_fopen (path, "rb");
  if (file == NULL)
    return set_file_error (name, errno, error);
  memset (magic, 0, 4);
  n = fread (magic, 1, 4, file);
  fclose (file);
  if (n == 0)
    return set_file_error (name, EIO, error);
  return TRUE;
}

/**
 * venule_source_file_is_tiff:
 * @magic: the first four bytes of a file
 *
 * Returns: whether they begin a TIFF or BigTIFF file, of either byte order
 */
gboolean
venule_source_file_is_tiff (const guint8 magic[4])
{
  return memcmp (magic, "II*\0", 4) == 0 || memcmp (magic, "MM\0*", 4) == 0 || memcmp (magic, "II+\0", 4) == 0 ||
         memcmp (magic, "MM\0+", 4) == 0;
}

/**
 * venule_source_file_hash:
 * @path: a file
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Reads the whole file.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): SHA-256 of the content in hexadecimal digits, or %NULL
 */
char *
venule_source_file_hash (const char    *path,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GError) local_error = NULL;
  g_autofree char *name = g_filename_display_basename (path);
  const gsize size = 1 << 18;
  g_autofree guint8 *buffer = g_malloc (size);
  gssize n = -1;

  stream = g_file_read (file, cancellable, &local_error);
  if (stream != NULL)
    while ((n = g_input_stream_read (G_INPUT_STREAM (stream), buffer, size, cancellable, &local_error)) > 0)
      g_checksum_update (checksum, buffer, n);

  if (n == 0)
    return g_strdup (g_checksum_get_string (checksum));

  if (g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&local_error));
  else if (g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    set_file_error (name, ENOENT, error);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("“%s” cannot be read: %s. Check that you may read the file and that its drive is connected."), name,
                 local_error->message);
  return NULL;
}

/**
 * venule_source_files_hash:
 * @paths: (element-type filename): files
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Returns: (transfer full): that of the one file, or SHA-256 of the hexadecimal digits of all files in their order;
 *   %NULL with an error of venule_source_file_hash()
 */
char *
venule_source_files_hash (GPtrArray     *paths,
                          GCancellable  *cancellable,
                          GError       **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  if (paths->len == 1)
    return venule_source_file_hash (g_ptr_array_index (paths, 0), cancellable, error);

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *digits = venule_source_file_hash (g_ptr_array_index (paths, i), cancellable, error);

      if (digits == NULL)
        return NULL;
      g_checksum_update (checksum, (const guchar *) digits, -1);
    }
  return g_strdup (g_checksum_get_string (checksum));
}
