/* venule-working-copy-lock.c: who works on a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-working-copy-lock.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "venule-save.h"
#include "venule-write-error.h"

/* Whoever gave the lock back has removed its file: a lock on a file without a name excludes no one. */
static gboolean
is_still_there (int         descriptor,
                const char *path)
{
  struct stat held, named;

  return fstat (descriptor, &held) == 0 && stat (path, &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

int
venule_working_copy_lock (const char *path,
                          GError    **error)
{
  for (;;)
    {
      int descriptor = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

      if (descriptor < 0)
        {
          venule_write_error_set (path, errno, error);
          return -1;
        }
      if (flock (descriptor, LOCK_EX | LOCK_NB) != 0)
        {
          if (errno != EWOULDBLOCK && errno != EINTR)
            venule_write_error_set (path, errno, error);
          close (descriptor);
          return -1;
        }
      if (is_still_there (descriptor, path))
        return descriptor;
      close (descriptor);
    }
}

void
venule_working_copy_unlock (int         descriptor,
                            const char *path)
{
  if (descriptor < 0)
    return;

  g_unlink (path);
  close (descriptor);
}
