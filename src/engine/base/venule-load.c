/* venule-load.c: small files that are read as a whole
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-load.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "venule-display-name.h"
#include "venule-error.h"

static gboolean
set_error_of_system (const char  *name,
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

static gboolean
check_kind (const char         *name,
            const struct stat  *status,
            gsize               most,
            GError            **error)
{
  if (S_ISDIR (status->st_mode))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("“%s” is a folder. Choose a file in it."), name);
  else if (!S_ISREG (status->st_mode))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("“%s” is a device or a pipe. Choose a file."), name);
  else if (status->st_size > (goffset) most)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE, _("“%s” is too large to be such a file."), name);
  else
    return TRUE;

  return FALSE;
}

/* Returns: -1 with an error, or a descriptor. Opening a pipe would wait for its other end. */
static int
open_regular (const char   *path,
              const char   *name,
              gsize         most,
              struct stat  *status,
              GError      **error)
{
  int descriptor = g_open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);

  /* What cannot be opened at all, as a socket, is no file either. */
  if (descriptor < 0 ? errno != ENXIO || stat (path, status) != 0 : fstat (descriptor, status) != 0)
    set_error_of_system (name, errno, error);
  else if (check_kind (name, status, most, error))
    return descriptor;
  if (descriptor >= 0)
    close (descriptor);

  return -1;
}

/**
 * venule_load_file:
 * @path: a file
 * @most: bytes that it may have
 * @size: (out): bytes that it has
 * @error: return location
 *
 * Reads a regular file. A folder, a pipe, a device or a socket is refused without waiting for it.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_TOO_LARGE.
 *
 * Returns: (transfer full) (nullable): its content, and a NUL behind it
 */
char *
venule_load_file (const char  *path,
                  gsize        most,
                  gsize       *size,
                  GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (path);
  g_autofree char *content = NULL;
  struct stat status;
  gssize n = 1;
  int descriptor;

  g_return_val_if_fail (path != NULL && size != NULL, NULL);

  *size = 0;
  descriptor = open_regular (path, name, most, &status, error);
  if (descriptor < 0)
    return NULL;

  content = g_malloc ((gsize) status.st_size + 1);
  while (n > 0 && *size < (gsize) status.st_size)
    {
      do
        n = read (descriptor, content + *size, (gsize) status.st_size - *size);
      while (n < 0 && errno == EINTR);
      *size += (gsize) MAX (n, 0);
    }
  if (n < 0)
    set_error_of_system (name, errno, error);
  close (descriptor);
  content[*size] = '\0';

  return n >= 0 ? g_steal_pointer (&content) : NULL;
}
