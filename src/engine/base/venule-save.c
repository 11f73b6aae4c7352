/* venule-save.c: files that are there as a whole or not at all
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-save.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-temp-file.h"
#include "venule-write-error.h"

/* As much as the files of a small analysis take. */
#define PROBE_SIZE (256 * 1024)
#define TITLE_BYTES 256 /* in which the first title of a table ends */

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

/* A file that was written beside another; it is held until it has taken its place. */
typedef struct {
  char *path;
  int   held;
} Beside;

static void
beside_clear (Beside *self)
{
  if (self->path != NULL)
    {
      g_unlink (self->path); /* what has taken its place is no longer there under this name */
      close (self->held);
    }
  g_free (self->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Beside, beside_clear)

/* Returns: 0, or an errno */
static int
try_beside (const char *path,
            GBytes     *content,
            Beside     *temp_path)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (content, &size);

  temp_path->held = venule_temp_file_make (path, 0666, &temp_path->path);

  return temp_path->held >= 0 && write_whole (temp_path->held, data, size) && fsync (temp_path->held) == 0 ? 0 : errno;
}

static gboolean
write_beside (const char *path,
              GBytes     *content,
              Beside     *temp_path,
              GError    **error)
{
  int code = try_beside (path, content, temp_path);

  if (code != 0)
    venule_write_error_set (path, code, error);

  return code == 0;
}

static gboolean
take_place (const Beside *temp_path,
            const char   *path,
            GError      **error)
{
  if (g_rename (temp_path->path, path) == 0)
    return TRUE;

  venule_write_error_set (path, errno, error);

  return FALSE;
}

gboolean
venule_save_file (const char  *path,
                  GBytes      *content,
                  GError     **error)
{
  g_auto(Beside) temp_path = { NULL };

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (content != NULL, FALSE);

  return write_beside (path, content, &temp_path, error) && take_place (&temp_path, path, error);
}

gboolean
venule_save_over (const char  *path,
                  GBytes      *content,
                  const char  *stamp,
                  GError     **error)
{
  g_auto(Beside) temp_path = { NULL };

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (content != NULL, FALSE);

  return write_beside (path, content, &temp_path, error) &&
         venule_temp_file_take_place (temp_path.path, path, stamp, error);
}

gboolean
venule_save_is_same (const char *path,
                     const char *other)
{
  GStatBuf first, second;

  return g_stat (path, &first) == 0 && g_stat (other, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/* A file is replaced by renaming, which does not check whether it may be written to. */
gboolean
venule_save_check_protection (const char  *path,
                              GError     **error)
{
  g_autofree char *name = NULL;

  if (g_access (path, W_OK) == 0 || errno != EACCES)
    return TRUE;

  name = venule_display_name_dup_base (path);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, _("“%s” is write-protected. Choose another name."), name);
  return FALSE;
}

gboolean
venule_save_check (const char  *path,
                   GError     **error)
{
  g_autoptr(GBytes) probe = g_bytes_new_static ("Venule", strlen ("Venule"));
  g_auto(Beside) temp_path = { NULL };

  g_return_val_if_fail (path != NULL, FALSE);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      venule_write_error_set (path, EISDIR, error);
      return FALSE;
    }

  return venule_save_check_protection (path, error) && write_beside (path, probe, &temp_path, error);
}

static void
set_folder_error (const char  *directory,
                  int          code,
                  GError     **error)
{
  g_autofree char *shown = venule_display_name_dup (directory);

  if (code == ENOSPC || code == EDQUOT)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("Results cannot be kept in “%s”: the drive is full. Free some space or choose another folder."),
                 shown);
  else if (code == EACCES || code == EPERM || code == EROFS)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("Results cannot be kept in “%s”: you may not write there. Choose another folder."), shown);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("Results cannot be kept in “%s”: %s. Check the drive or choose another folder."), shown,
                 g_strerror (code));
}

/* Whether so much can be written there; nothing has changed. */
static gboolean
check_room (const char  *directory,
            gsize        size,
            GError     **error)
{
  g_autofree guint8 *zeros = g_malloc0 (size);
  g_autoptr(GBytes) probe = g_bytes_new_static (zeros, size);
  g_autofree char *path = g_build_filename (directory, "venule-check", NULL);
  g_auto(Beside) temp_path = { NULL };
  int code;

  code = try_beside (path, probe, &temp_path);
  if (code != 0)
    set_folder_error (directory, code, error);

  return code == 0;
}

gboolean
venule_save_lock (const char  *directory,
                  int         *lock,
                  GError     **error)
{
  g_autofree char *shown = venule_display_name_dup (directory);

  *lock = g_open (directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (*lock < 0 || flock (*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return TRUE;

  close (*lock);
  *lock = -1;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("Another run is writing its results into “%s”. Wait for its end, or choose another folder."), shown);
  return FALSE;
}

/* All of them, whatever ends the program. */
static gboolean
take_places (const Beside      *besides,
             const char        *directory,
             const char *const *names,
             guint              n,
             GError           **error)
{
  gboolean saved = TRUE;
  sigset_t before;

  venule_temp_file_hold_signals (&before);
  for (guint i = 0; i < n && saved; i++)
    {
      g_autofree char *path = g_build_filename (directory, names[i], NULL);

      saved = take_place (&besides[i], path, error);
    }
  pthread_sigmask (SIG_SETMASK, &before, NULL);

  return saved;
}

gboolean
venule_save_all (const char         *directory,
                 const char *const  *names,
                 GBytes *const      *contents,
                 guint               n,
                 GError            **error)
{
  g_autofree Beside *besides = g_new0 (Beside, n);
  gboolean saved = TRUE;

  g_return_val_if_fail (directory != NULL, FALSE);

  for (guint i = 0; i < n && saved; i++)
    {
      g_autofree char *path = g_build_filename (directory, names[i], NULL);

      saved = write_beside (path, contents[i], &besides[i], error);
    }
  saved = saved && take_places (besides, directory, names, n, error);
  for (guint i = 0; i < n; i++)
    beside_clear (&besides[i]);

  return saved;
}

#define END_OF_TITLE ",;\t\r\n"
#define END_OF_LINE "\r\n"

/* (transfer full) (nullable): how a table begins, before any of @end. */
static char *
read_beginning (const char *path,
                const char *end)
{
  char head[TITLE_BYTES + 1];
  int descriptor = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0); /* it may be a pipe */
  gssize n = descriptor >= 0 ? read (descriptor, head, TITLE_BYTES) : -1;

  if (descriptor >= 0)
    close (descriptor);
  if (n < 0)
    return NULL;
  head[n] = '\0';
  return g_strndup (head, strcspn (head, end));
}

static gboolean
begin_alike (const char *path,
             GBytes     *content,
             const char *end)
{
  gsize size;
  const char *text = g_bytes_get_data (content, &size);
  g_autofree char *begin = g_strndup (text, MIN (size, TITLE_BYTES));
  g_autofree char *found = read_beginning (path, end);

  begin[strcspn (begin, end)] = '\0';
  return found != NULL && g_str_equal (found, begin);
}

static gboolean
is_such_a_table (const char *path,
                 GBytes     *content)
{
  return begin_alike (path, content, END_OF_TITLE);
}

gboolean
venule_save_has_columns_of (const char *path,
                            GBytes     *table)
{
  return begin_alike (path, table, END_OF_LINE);
}

gboolean
venule_save_check_others (const char         *directory,
                          const char *const  *names,
                          GBytes *const      *contents,
                          guint               n,
                          GError            **error)
{
  g_autofree char *table = NULL;
  gboolean is_own;

  g_return_val_if_fail (directory != NULL && n > 0, FALSE);

  table = g_build_filename (directory, names[0], NULL);
  is_own = is_such_a_table (table, contents[0]);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_build_filename (directory, names[i], NULL);
      g_autofree char *shown = NULL;
      g_autofree char *name = NULL;

      if (!g_file_test (path, G_FILE_TEST_EXISTS) ||
          (is_own && (!g_str_has_suffix (names[i], ".csv") || is_such_a_table (path, contents[i]))))
        continue;
      name = venule_display_name_dup_base (path);
      shown = venule_display_name_dup (directory);
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                   _("“%s” in “%s” is no such result, and would be replaced. Choose another folder."), name, shown);
      return FALSE;
    }
  return TRUE;
}

static gboolean
make_directory (const char  *directory,
                GError     **error)
{
  g_autofree char *shown = NULL;
  int code;

  if (g_mkdir_with_parents (directory, 0777) == 0)
    return TRUE;

  code = errno;
  shown = venule_display_name_dup (directory);
  if (code == ENOTDIR || code == EEXIST)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("The folder “%s” cannot be made: a file of that name is in the way. Choose another folder."), shown);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("The folder “%s” cannot be made: %s. Choose another folder."), shown, g_strerror (code));

  return FALSE;
}

gboolean
venule_save_check_directory (const char  *directory,
                             GError     **error)
{
  gboolean made;

  g_return_val_if_fail (directory != NULL, FALSE);

  made = !g_file_test (directory, G_FILE_TEST_EXISTS);
  if (!make_directory (directory, error))
    return FALSE;
  if (check_room (directory, PROBE_SIZE, error))
    return TRUE;

  if (made)
    g_rmdir (directory);

  return FALSE;
}
