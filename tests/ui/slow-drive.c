/* slow-drive.c: a drive that stops answering, for a program that knows nothing of it (LD_PRELOAD)
 *
 * Whatever touches a path that begins with VENULE_TEST_DRIVE waits for as long as the file VENULE_TEST_DRIVE.stalled is
 * there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int
is_on_drive (const char *path)
{
  const char *drive = getenv ("VENULE_TEST_DRIVE");

  return drive != NULL && path != NULL && strncmp (path, drive, strlen (drive)) == 0 &&
         strstr (path, ".stalled") == NULL;
}

static void
wait_for_drive (const char *path)
{
  char flag[4096];

  if (!is_on_drive (path))
    return;
  snprintf (flag, sizeof flag, "%s.stalled", getenv ("VENULE_TEST_DRIVE"));
  while (syscall (SYS_access, flag, F_OK) == 0)
    nanosleep (&(struct timespec) { .tv_nsec = 20 * 1000 * 1000 }, NULL);
}

static void
wait_for_drive_of (int file)
{
  char link[64];
  char path[4096];
  ssize_t n;

  if (getenv ("VENULE_TEST_DRIVE") == NULL)
    return;
  snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  n = readlink (link, path, sizeof path - 1);
  if (n <= 0)
    return;
  path[n] = '\0';
  wait_for_drive (path);
}

#define NEXT(function) ((__typeof__ (&function)) dlsym (RTLD_NEXT, #function))

int
open (const char *path,
      int         flags,
      ...)
{
  va_list arguments;
  mode_t mode;

  va_start (arguments, flags);
  mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg (arguments, mode_t) : 0;
  va_end (arguments);
  wait_for_drive (path);
  return NEXT (open) (path, flags, mode);
}

int
open64 (const char *path,
        int         flags,
        ...)
{
  va_list arguments;
  mode_t mode;

  va_start (arguments, flags);
  mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg (arguments, mode_t) : 0;
  va_end (arguments);
  wait_for_drive (path);
  return NEXT (open64) (path, flags, mode);
}

ssize_t
pread (int     file,
       void   *buffer,
       size_t  size,
       off_t   offset)
{
  wait_for_drive_of (file);
  return NEXT (pread) (file, buffer, size, offset);
}

ssize_t
pread64 (int      file,
         void    *buffer,
         size_t   size,
         off64_t  offset)
{
  wait_for_drive_of (file);
  return NEXT (pread64) (file, buffer, size, offset);
}

int
stat (const char  *path,
      struct stat *status)
{
  wait_for_drive (path);
  return NEXT (stat) (path, status);
}

int
stat64 (const char    *path,
        struct stat64 *status)
{
  wait_for_drive (path);
  return NEXT (stat64) (path, status);
}

int
lstat (const char  *path,
       struct stat *status)
{
  wait_for_drive (path);
  return NEXT (lstat) (path, status);
}

int
lstat64 (const char    *path,
         struct stat64 *status)
{
  wait_for_drive (path);
  return NEXT (lstat64) (path, status);
}

int
statx (int            folder,
       const char    *path,
       int            flags,
       unsigned int   mask,
       struct statx  *status)
{
  wait_for_drive (path);
  return NEXT (statx) (folder, path, flags, mask, status);
}

int
access (const char *path,
        int         mode)
{
  wait_for_drive (path);
  return NEXT (access) (path, mode);
}
