/* fuzz-file.c: VenuleFile on bytes in memory
 *
 * Takes the place of venule-file.c in the fuzzer. A thread a file, and a file on a drive, would take ten times as long
 * as what is to be tried; what they do is tried by tests/engine/input/test-drives.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "fuzz-file.h"

#include <string.h>

#include "venule-error.h"
#include "venule-file.h"

struct _VenuleFile
{
  GBytes          *content;
  VenuleFileStamp  stamp;
  gint64           position;
};

/* The fuzzer's own door has no other way to hand something over. */
static GBytes *all;

/**
 * fuzz_file_set:
 * @data: what %FUZZ_FILE_PATH is from now on
 * @size: bytes
 */
void
fuzz_file_set (const guint8 *data,
               gsize         size)
{
  g_clear_pointer (&all, g_bytes_unref);
  /* A copy of its own, whose end the address sanitizer knows. */
  all = g_bytes_new (data, size);
}

/* A description in a file of its own is what follows the last "<?xml" of the bytes. */
static GBytes *
find_content (const char *path)
{
  gsize size;
  const char *data = g_bytes_get_data (all, &size);
  const char *at = data;
  const char *last = NULL;

  if (!g_str_has_suffix (path, ".companion.ome"))
    return g_bytes_ref (all);
  while (at != NULL && (at = memmem (at, size - (gsize) (at - data), "<?xml", 5)) != NULL)
    last = at++;
  return last != NULL ? g_bytes_new_from_bytes (all, (gsize) (last - data), size - (gsize) (last - data)) : NULL;
}

VenuleFile *
venule_file_open (const char  *path,
                  GError     **error)
{
  VenuleFile *self;
  g_autoptr (GBytes) content = g_str_has_prefix (path, "/nowhere/") ? find_content (path) : NULL;

  if (content == NULL || g_bytes_get_size (content) == 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, "There is only one file here.");
      return NULL;
    }

  self = g_new0 (VenuleFile, 1);
  self->content = g_steal_pointer (&content);
  self->stamp.size = (gint64) g_bytes_get_size (self->content);
  return self;
}

void
venule_file_close (VenuleFile *self)
{
  g_bytes_unref (self->content);
  g_free (self);
}

const VenuleFileStamp *
venule_file_get_stamp (VenuleFile *self)
{
  return &self->stamp;
}

gint64
venule_file_seek (VenuleFile *self,
                  gint64      offset,
                  int         whence)
{
  gint64 base = whence == SEEK_CUR ? self->position : whence == SEEK_END ? self->stamp.size : 0;
  gint64 position;

  if (__builtin_add_overflow (base, offset, &position) || position < 0)
    return -1;
  return self->position = position;
}

gssize
venule_file_read (VenuleFile *self,
                  void       *buffer,
                  gsize       size)
{
  gsize n;

  if (self->position < 0 || g_cancellable_is_cancelled (g_cancellable_get_current ()))
    return -1;
  if (self->position >= self->stamp.size)
    return 0;

  n = MIN (size, (gsize) (self->stamp.size - self->position));
  memcpy (buffer, (const guint8 *) g_bytes_get_data (self->content, NULL) + self->position, n);
  self->position += (gint64) n;
  return (gssize) n;
}

gssize
venule_file_read_at (VenuleFile *self,
                     gint64      offset,
                     void       *buffer,
                     gsize       size)
{
  gint64 position = self->position;
  gssize n;

  self->position = offset;
  n = venule_file_read (self, buffer, size);
  self->position = position;
  return n;
}

gboolean
venule_file_check (VenuleFile  *self,
                   GError     **error)
{
  return !g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error);
}

void
venule_file_forgive (VenuleFile *self)
{
}

gboolean
venule_file_check_path (const char             *path,
                        const VenuleFileStamp  *stamp,
                        GError                **error)
{
  return TRUE;
}

gboolean
venule_file_check_unchanged (VenuleFile             *self,
                             const VenuleFileStamp  *stamp,
                             GError                **error)
{
  return TRUE;
}
