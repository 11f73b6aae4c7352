/* faulty-drive.c: a drive that fills up or fails at any write, and what of it a power cut leaves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "faulty-drive.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

FaultyDrive drive = { .calls_left = -1 };

/* Once a drive is full it stays so, mostly. */
static gboolean
fails (void)
{
  if (drive.calls_left < 0)
    return FALSE;
  if (drive.calls_left > 0)
    {
      drive.calls_left--;
      return FALSE;
    }

  drive.fired = TRUE;
  if (drive.once)
    drive.calls_left = -1;
  errno = drive.code;

  return TRUE;
}

static ssize_t
faulty_pwrite (int         descriptor,
               const void *data,
               size_t      size,
               off_t       offset)
{
  return fails () ? -1 : syscall (SYS_pwrite64, descriptor, data, size, offset);
}

static ssize_t
faulty_write (int         descriptor,
              const void *data,
              size_t      size)
{
  return fails () ? -1 : syscall (SYS_write, descriptor, data, size);
}

static int
faulty_ftruncate (int   descriptor,
                  off_t size)
{
  return fails () ? -1 : (int) syscall (SYS_ftruncate, descriptor, size);
}

/* What has reached the disk of the file that is called so. */
static char *
on_platter (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_build_filename (drive.platter, name, NULL);
}

/* A folder that has reached it says which files are gone. */
static void
remove_from_platter (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (drive.platter, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *real = g_build_filename (folder, name, NULL);
      g_autofree char *there = g_build_filename (drive.platter, name, NULL);

      if (!g_file_test (real, G_FILE_TEST_EXISTS))
        g_unlink (there);
    }
}

static void
reach_platter (int descriptor)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", descriptor);
  g_autofree char *path = g_file_read_link (link, NULL);
  g_autofree char *there = drive.platter != NULL && path != NULL ? on_platter (path) : NULL;
  g_autofree char *bytes = NULL;
  gsize size;

  if (there != NULL && g_file_test (path, G_FILE_TEST_IS_DIR))
    remove_from_platter (path);
  if (there != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR) && g_file_get_contents (path, &bytes, &size, NULL))
    {
      int written = open (there, O_WRONLY | O_CREAT | O_TRUNC, 0600);

      g_assert_cmpint (syscall (SYS_write, written, bytes, size), ==, size);
      close (written);
    }
}

/* In the place of those of the C library. */
int fsync (int descriptor);
int fdatasync (int descriptor);
int rename (const char *from,
            const char *to);
int renameat2 (int          from_folder,
               const char  *from,
               int          to_folder,
               const char  *to,
               unsigned int flags);
ssize_t write (int         descriptor,
               const void *data,
               size_t      size);
ssize_t splice (int           from,
                off64_t      *from_offset,
                int           to,
                off64_t      *to_offset,
                size_t        size,
                unsigned int  flags);

ssize_t
write (int         descriptor,
       const void *data,
       size_t      size)
{
  return faulty_write (descriptor, data, size);
}

ssize_t
splice (int           from,
        off64_t      *from_offset,
        int           to,
        off64_t      *to_offset,
        size_t        size,
        unsigned int  flags)
{
  return fails () ? -1 : syscall (SYS_splice, from, from_offset, to, to_offset, size, flags);
}

int
fdatasync (int descriptor)
{
  return fsync (descriptor);
}

int
fsync (int descriptor)
{
  if (fails ())
    return -1;
  reach_platter (descriptor);

  return (int) syscall (SYS_fsync, descriptor);
}

int
rename (const char *from,
        const char *to)
{
  return renameat2 (AT_FDCWD, from, AT_FDCWD, to, 0);
}

int
renameat2 (int          from_folder,
           const char  *from,
           int          to_folder,
           const char  *to,
           unsigned int flags)
{
  if (fails ())
    return -1;

  /* Cut here, the name leads to what had reached the disk of what is moved there. */
  if (drive.platter != NULL && g_str_has_suffix (to, "test.venule"))
    {
      g_autofree char *old = on_platter (from);
      g_autofree char *new = on_platter (to);

      drive.n_renamed++;
      g_assert_cmpint (syscall (SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0), ==, 0);
    }

  return (int) syscall (SYS_renameat2, from_folder, from, to_folder, to, flags);
}

void
faulty_drive_take_over (void)
{
  sqlite3_vfs *vfs = sqlite3_vfs_find (NULL);
  const struct {
    const char        *name;
    sqlite3_syscall_ptr call;
  } calls[] = {
    { "pwrite", (sqlite3_syscall_ptr) faulty_pwrite },
    { "pwrite64", (sqlite3_syscall_ptr) faulty_pwrite },
    { "write", (sqlite3_syscall_ptr) faulty_write },
    { "ftruncate", (sqlite3_syscall_ptr) faulty_ftruncate },
  };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    g_assert_cmpint (vfs->xSetSystemCall (vfs, calls[i].name, calls[i].call), ==, SQLITE_OK);
}
