/* venule-temp-file.c: files that grow under a hidden name beside the one whose place they take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-temp-file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-write-error.h"

#define MARK ".venule-"
#define N_LETTERS 6
#define LETTERS "abcdefghijklmnopqrstuvwxyz0123456789"

/* ---- Making ---- */

static char *
dup_name (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *hidden = NULL;
  char random[N_LETTERS + 1] = { 0 };

  for (int i = 0; i < N_LETTERS; i++)
    random[i] = LETTERS[g_random_int_range (0, strlen (LETTERS))];
  hidden = g_strdup_printf (".%s" MARK "%s", base, random);

  return g_build_filename (folder, hidden, NULL);
}

/* FALSE: a program that looks for leftovers came in between, and has it or has removed it. Where the drive knows no
 * locks nothing is ever taken for a leftover. */
static gboolean
lock (int descriptor)
{
  struct stat status;

  return (flock (descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && fstat (descriptor, &status) == 0 &&
         status.st_nlink > 0;
}

static int
make (const char *name,
      guint       mode)
{
  if (!S_ISDIR (mode))
    return g_open (name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);

  return g_mkdir (name, mode & ~(guint) S_IFMT) == 0 ? g_open (name, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) : -1;
}

/* Whoever may write in /dev would replace a device for all programs. */
static gboolean
is_special (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode);
}

int
venule_temp_file_make (const char *path,
                       guint       mode,
                       char      **temp_path)
{
  if (is_special (path))
    {
      errno = ENODEV;
      return -1;
    }
  for (;;)
    {
      g_autofree char *name = dup_name (path);
      int descriptor = make (name, mode);

      if (descriptor < 0 && errno != EEXIST)
        return -1;
      if (descriptor >= 0 && lock (descriptor))
        {
          *temp_path = g_steal_pointer (&name);
          return descriptor;
        }
      if (descriptor >= 0)
        close (descriptor);
    }
}

/* ---- Taking the place ---- */

char *
venule_temp_file_dup_stamp (const char *path)
{
  struct stat status;

  if (path == NULL || stat (path, &status) != 0)
    return NULL;

  return g_strdup_printf ("%llu %lld %lld.%09ld", (unsigned long long) status.st_ino, (long long) status.st_size,
                          (long long) status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

/* As rename(), but fails with EEXIST where there is anything. NFS cannot do that at once but links files; some FUSE
 * drives can do neither. */
static int
rename_new (const char *from,
            const char *to)
{
  struct stat status;

  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  if (link (from, to) == 0)
    return unlink (from);
  if (errno == EEXIST)
    return -1;
  if (lstat (to, &status) == 0)
    {
      errno = EEXIST;
      return -1;
    }

  return rename (from, to);
}

/* Who may read the file that is replaced may read the one that takes its place; no others may. */
static void
keep_permissions (const char *temp_path,
                  const char *path)
{
  struct stat status;

  if (stat (path, &status) != 0)
    return;
  /* Before the permissions, which are the new group's then; only root, or a member, may. */
  if (chown (temp_path, (uid_t) -1, status.st_gid) != 0)
    g_debug ("%s keeps its group: %s", temp_path, g_strerror (errno));
  if (g_chmod (temp_path, (int) (status.st_mode & 0777)) != 0)
    g_debug ("%s keeps its permissions: %s", temp_path, g_strerror (errno));
}

gboolean
venule_temp_file_take_place (const char *temp_path,
                             const char *path,
                             const char *stamp,
                             GError    **error)
{
  g_autofree char *now = venule_temp_file_dup_stamp (path);
  g_autofree char *name = NULL;

  if (now == NULL || g_strcmp0 (now, stamp) == 0)
    {
      keep_permissions (temp_path, path);
      if ((now != NULL ? rename (temp_path, path) : rename_new (temp_path, path)) == 0)
        return TRUE;
      if (errno != EEXIST)
        {
          venule_write_error_set (path, errno, error);
          return FALSE;
        }
    }

  name = venule_display_name_dup_base (path);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("“%s” was written by another program meanwhile. Save under another name, so that neither is lost."),
               name);

  return FALSE;
}

/* ---- Leftovers ---- */

/* What else may lie there: the journal of a database, and a folder before it was replaced, of earlier versions. */
static const char *const endings[] = { "", "-journal", ".old" };

/* Behind the letters; NULL: the name is none of ours. */
static const char *
find_end (const char *name)
{
  const char *mark = name[0] == '.' ? g_strrstr (name, MARK) : NULL;

  return mark != NULL && strspn (mark + strlen (MARK), LETTERS) == N_LETTERS ? mark + strlen (MARK) + N_LETTERS : NULL;
}

/* Without such an ending: (transfer full) (nullable): NULL: the name is none of ours. */
static char *
dup_key (const char *name)
{
  const char *end = find_end (name);

  for (guint i = 0; end != NULL && i < G_N_ELEMENTS (endings); i++)
    if (g_str_equal (end, endings[i]))
      return g_strndup (name, (gsize) (end - name));

  return NULL;
}

/* Whether no program works on it; @descriptor keeps others out, and is below 0 where it is not there. */
static gboolean
seize (const char *path,
       int        *descriptor)
{
  struct stat status;

  *descriptor = open (path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (*descriptor < 0 && (errno == EISDIR || errno == EACCES))
    *descriptor = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (*descriptor < 0)
    return errno == ENOENT;
  if (fstat (*descriptor, &status) == 0 && (S_ISREG (status.st_mode) || S_ISDIR (status.st_mode)) &&
      flock (*descriptor, LOCK_EX | LOCK_NB) == 0)
    return TRUE;

  close (*descriptor);
  errno = EBUSY;

  return FALSE;
}

GPtrArray *
venule_temp_file_dup_leftovers (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *leftovers = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *key = dup_key (name);
      g_autofree char *path = key != NULL ? g_build_filename (folder, key, NULL) : NULL;
      int descriptor;

      if (path == NULL || !seize (path, &descriptor))
        continue;
      if (descriptor >= 0)
        close (descriptor);
      g_ptr_array_add (leftovers, g_build_filename (folder, name, NULL));
    }

  return leftovers;
}

/* For each name in a folder, without memory of its own: a signal handler may do no more. */
typedef gboolean (*Visit) (int         folder,
                           const char *name,
                           int         depth);

static gboolean
visit_all (int   folder,
           Visit visit,
           int   depth)
{
  _Alignas (struct dirent64) char entries[4096];
  gssize size;

  while ((size = getdents64 (folder, entries, sizeof entries)) > 0)
    for (gssize at = 0; at < size;)
      {
        const struct dirent64 *entry = (const struct dirent64 *) (entries + at);

        if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0 &&
            !visit (folder, entry->d_name, depth))
          return FALSE;
        at += entry->d_reclen;
      }

  return size == 0;
}

/* A file, or a folder with those in it and in its folders. Links are not followed. */
static gboolean
remove_all (int         folder,
            const char *name,
            int         depth)
{
  struct stat status;
  int inner;

  if (fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR (status.st_mode))
    return unlinkat (folder, name, 0) == 0;

  inner = depth > 0 ? openat (folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
  if (inner >= 0)
    {
      gboolean removed = visit_all (inner, remove_all, depth - 1);
      int code = errno;

      close (inner);
      errno = code;
      if (!removed)
        return FALSE;
    }

  return unlinkat (folder, name, AT_REMOVEDIR) == 0;
}

gboolean
venule_temp_file_remove (const char *leftover)
{
  g_autofree char *folder = g_path_get_dirname (leftover);
  g_autofree char *base = g_path_get_basename (leftover);
  g_autofree char *key = dup_key (base);
  g_autofree char *path = key != NULL ? g_build_filename (folder, key, NULL) : NULL;
  gboolean removed;
  int descriptor;

  errno = EINVAL;
  if (path == NULL || !seize (path, &descriptor))
    return FALSE;
  removed = remove_all (AT_FDCWD, leftover, 2);
  if (descriptor >= 0)
    close (descriptor);

  return removed;
}

/* ---- The end of the program ---- */

/* @name: of a descriptor, whose number it is. What is open to look for leftovers is opened with O_NONBLOCK. */
static gboolean
remove_begun (int         descriptors,
              const char *name,
              int         depth)
{
  char path[PATH_MAX + sizeof "-journal"];
  gssize length = readlinkat (descriptors, name, path, PATH_MAX);
  int flags = fcntl (atoi (name), F_GETFL);
  const char *end;

  if (length <= 0 || path[0] != '/' || (flags & O_NONBLOCK) != 0)
    return TRUE;
  path[length] = '\0';
  end = find_end (strrchr (path, '/') + 1);
  if (end == NULL || *end != '\0')
    return TRUE;

  remove_all (AT_FDCWD, path, depth);
  memcpy (path + length, "-journal", sizeof "-journal");
  unlink (path);

  return TRUE;
}

void
venule_temp_file_remove_begun (void)
{
  int descriptors = open ("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (descriptors < 0)
    return;
  visit_all (descriptors, remove_begun, 2);
  close (descriptors);
}

void
venule_temp_file_hold_signals (sigset_t *before)
{
  sigset_t ending;

  sigemptyset (&ending);
  sigaddset (&ending, SIGHUP);
  sigaddset (&ending, SIGINT);
  sigaddset (&ending, SIGTERM);
  pthread_sigmask (SIG_BLOCK, &ending, before);
}
