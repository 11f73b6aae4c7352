/* venule-file.c: a file on a drive that may stall or fail
 *
 * A read from a network folder that does not answer, or from a drive that tries a bad place again and again, cannot be
 * broken off: the thread that asked waits in the kernel for as long as it takes. So each file has a thread of its own
 * for the asking. Who reads waits for that thread, and goes when the thread's current cancellable (venule_current_new())
 * is cancelled; the file's thread stays behind until the drive answers, and then closes the file.
 *
 * Only regular files are opened, by their path alone: no name means a protocol, a pattern of names or a device here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "venule-error.h"
#include "venule-name.h"
#include "venule-thread.h"

/* Bytes that are asked for at once: few where reading jumps about, more where it goes on. */
#define LEAST_ASKED (8 << 10)
#define MOST_ASKED  (1 << 20)

/* How often a reader that waits looks whether it was cancelled, µs. */
#define PATIENCE (20 * 1000)

typedef enum {
  TASK_NONE,
  TASK_OPEN,
  TASK_READ,
  TASK_LOOK,
} Task;

struct _VenuleFile
{
  gatomicrefcount  ref_count;  /* of who reads, and of the thread */
  char            *path;

  /* Of who reads. */
  gint64           position;
  gsize            asked_last;
  int              failure;  /* errno of a read since the last forgiveness, 0 */
  gboolean         cut;      /* whether one met the end before the size */
  VenuleFileStamp  stamp;

  GMutex           mutex;
  GCond            changed;
  gboolean         quit;
  /* What the thread is to do; what follows is the thread's while it is not TASK_NONE. */
  Task             task;
  int              fd;
  struct stat      status;
  int              code;  /* errno of the task, 0 */
  gint64           start;
  gsize            asked;
  gsize            length;
  gsize            capacity;
  guint8          *content;  /* length bytes of the file from start on */
};

static void
file_unref (VenuleFile *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_free (self->content);
  g_free (self->path);
  g_free (self);
}

/* In the thread. */

static void
open_now (VenuleFile *self)
{
  /* Asked first, as opening a pipe would wait for its other end. */
  if (stat (self->path, &self->status) != 0)
    {
      self->code = errno;
      return;
    }
  if (!S_ISREG (self->status.st_mode))
    return;

  self->fd = open (self->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (self->fd < 0 || fstat (self->fd, &self->status) != 0)
    self->code = errno;
}

static void
read_now (VenuleFile *self)
{
  if (self->capacity < self->asked)
    {
      self->content = g_realloc (self->content, self->asked);
      self->capacity = self->asked;
    }

  self->length = 0;
  while (self->length < self->asked)
    {
      ssize_t n = pread (self->fd, self->content + self->length, self->asked - self->length,
                         self->start + (gint64) self->length);

      if (n < 0 && errno == EINTR)
        continue;
      /* What came before is good; the next read, from here, will tell. */
      if (n < 0 && self->length == 0)
        self->code = errno;
      if (n <= 0)
        break;
      self->length += n;
    }
}

static gpointer
serve (gpointer data)
{
  VenuleFile *self = data;

  g_mutex_lock (&self->mutex);
  while (!self->quit)
    {
      if (self->task == TASK_NONE)
        {
          g_cond_wait (&self->changed, &self->mutex);
          continue;
        }

      g_mutex_unlock (&self->mutex);
      self->code = 0;
      if (self->task == TASK_OPEN)
        open_now (self);
      else if (self->task == TASK_READ)
        read_now (self);
      else if (stat (self->path, &self->status) != 0)
        self->code = errno;
      g_mutex_lock (&self->mutex);
      self->task = TASK_NONE;
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->mutex);

  if (self->fd >= 0)
    close (self->fd);
  file_unref (self);
  return NULL;
}

/* For who reads. */

static gboolean
wait_for_thread (VenuleFile *self)
{
  GCancellable *cancellable = g_cancellable_get_current ();

  while (self->task != TASK_NONE)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (cancellable == NULL)
        g_cond_wait (&self->changed, &self->mutex);
      else
        g_cond_wait_until (&self->changed, &self->mutex, g_get_monotonic_time () + PATIENCE);
    }
  return TRUE;
}

/* %FALSE when cancelled, with the task still under way. */
static gboolean
ask (VenuleFile *self,
     Task        task,
     gint64      start,
     gsize       size)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  /* One that was given up may still be under way. */
  if (!wait_for_thread (self))
    return FALSE;

  self->task = task;
  if (task == TASK_READ)
    {
      self->start = start;
      self->asked = size;
    }
  g_cond_broadcast (&self->changed);
  return wait_for_thread (self);
}

static gboolean
set_error_of (VenuleFile  *self,
              int          code,
              GError     **error)
{
  g_autofree char *name = venule_name_dup_base_shown (self->path);

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
check_kind (VenuleFile  *self,
            GError     **error)
{
  g_autofree char *name = venule_name_dup_base_shown (self->path);

  if (S_ISDIR (self->status.st_mode))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                 _("“%s” is a folder. Choose a video or an image stack in it."), name);
  else if (!S_ISREG (self->status.st_mode))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                 _("“%s” is a device or a pipe. Choose a video or an image stack in a file."), name);
  else if (self->status.st_size == 0)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                 _("“%s” is empty: it has no content at all. Copy it again from the microscope."), name);
  else
    return TRUE;
  return FALSE;
}

static VenuleFileStamp
make_stamp (const struct stat *status)
{
  return (VenuleFileStamp) {
    .size = status->st_size,
    .changed = (gint64) status->st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + status->st_mtim.tv_nsec,
  };
}

/**
 * venule_file_open:
 * @path: a file
 * @error: return location
 *
 * Opens a regular file with content for reading, whatever its name looks like.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND (not there, not readable), %VENULE_ERROR_NOT_A_VIDEO (a folder, a device, empty),
 * %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the file at its beginning, or %NULL
 */
VenuleFile *
venule_file_open (const char  *path,
                  GError     **error)
{
  g_autoptr (VenuleFile) self = g_new0 (VenuleFile, 1);
  GThread *thread;

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->path = g_strdup (path);
  self->fd = -1;

  g_atomic_ref_count_inc (&self->ref_count);
  thread = venule_thread_new ("venule-file", serve, self, error);
  if (thread == NULL)
    {
      file_unref (self);
      return NULL;
    }
  g_thread_unref (thread);
  if (!ask (self, TASK_OPEN, 0, 0))
    {
      g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error);
      return NULL;
    }
  if (self->code != 0)
    {
      set_error_of (self, self->code, error);
      return NULL;
    }
  if (!check_kind (self, error))
    return NULL;

  self->stamp = make_stamp (&self->status);
  return g_steal_pointer (&self);
}

/**
 * venule_file_close:
 * @self: (transfer full): a file
 *
 * Lets go of the file. Never waits: its thread closes it when the drive has answered.
 */
void
venule_file_close (VenuleFile *self)
{
  g_mutex_lock (&self->mutex);
  self->quit = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
  file_unref (self);
}

/**
 * venule_file_get_stamp:
 * @self: a file
 *
 * Returns: (transfer none): by which the file was known when it was opened
 */
const VenuleFileStamp *
venule_file_get_stamp (VenuleFile *self)
{
  return &self->stamp;
}

gint64
venule_file_tell (VenuleFile *self)
{
  return self->position;
}

void
venule_file_seek (VenuleFile *self,
                  gint64      position)
{
  self->position = position;
}

/* More and more where one read follows the other, little after a jump. */
static gsize
choose_size (VenuleFile *self,
             gsize       wanted)
{
  gboolean goes_on = self->length > 0 && self->position == self->start + (gint64) self->length;
  gsize size = goes_on ? MIN (2 * self->asked_last, MOST_ASKED / 4) : LEAST_ASKED;

  return CLAMP (MAX (size, wanted), LEAST_ASKED, MOST_ASKED);
}

static gboolean
holds_position (VenuleFile *self)
{
  return self->position >= self->start && self->position < self->start + (gint64) self->length;
}

/* Asks for content at the position, when it is not there. %FALSE at the end, after a failure, or when cancelled. */
static gboolean
fetch (VenuleFile *self,
       gsize       wanted)
{
  gsize size;

  if (holds_position (self))
    return TRUE;

  /* What has been added since it was opened is not part of it, and numbers in it may lead anywhere. */
  if (self->position >= self->stamp.size)
    return FALSE;

  size = MIN ((gint64) choose_size (self, wanted), self->stamp.size - self->position);
  self->asked_last = size;
  if (!ask (self, TASK_READ, self->position, size))
    return FALSE;

  if (self->code != 0)
    self->failure = self->code;
  else if (self->length == 0)
    self->cut = TRUE;
  return self->length > 0;
}

/**
 * venule_file_read:
 * @self: a file
 * @buffer: where to
 * @size: bytes
 *
 * Reads on from the position.
 *
 * Returns: bytes read: less than @size only at the end of the file; −1 when it cannot be read there, or when cancelled:
 *   venule_file_check() tells
 */
gssize
venule_file_read (VenuleFile *self,
                  void       *buffer,
                  gsize       size)
{
  guint8 *to = buffer;
  gsize done = 0;

  if (self->position < 0)
    return -1;

  g_mutex_lock (&self->mutex);
  if (!wait_for_thread (self))
    {
      g_mutex_unlock (&self->mutex);
      return -1;
    }
  g_mutex_unlock (&self->mutex);

  while (done < size && fetch (self, size - done))
    {
      gsize within = self->position - self->start;
      gsize n = MIN (size - done, self->length - within);

      memcpy (to + done, self->content + within, n);
      self->position += n;
      done += n;
    }
  return done == 0 && (self->failure != 0 || g_cancellable_is_cancelled (g_cancellable_get_current ())) ? -1 : (gssize) done;
}

static gboolean
set_changed (VenuleFile  *self,
             GError     **error)
{
  g_autofree char *name = venule_name_dup_base_shown (self->path);

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("“%s” has changed since it was opened. Wait until it is complete, and open the video again."), name);
  return FALSE;
}

/**
 * venule_file_check:
 * @self: a file
 * @error: return location
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_DAMAGED when the file has become shorter, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether all that was asked for since venule_file_forgive() came, or ended where the file ended when it was
 *   opened
 */
gboolean
venule_file_check (VenuleFile  *self,
                   GError     **error)
{
  if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
    return FALSE;
  if (self->failure != 0)
    return set_error_of (self, self->failure, error);
  return !self->cut || set_changed (self, error);
}

/**
 * venule_file_forgive:
 * @self: a file
 *
 * Forgets what venule_file_check() tells: the next reads are tried anew.
 */
void
venule_file_forgive (VenuleFile *self)
{
  self->failure = 0;
  self->cut = FALSE;
}

static gboolean
stamps_equal (const VenuleFileStamp *a,
              const VenuleFileStamp *b)
{
  return a->size == b->size && a->changed == b->changed;
}

/**
 * venule_file_check_path:
 * @path: a file
 * @stamp: what it was
 * @error: return location
 *
 * Errors: as venule_file_open() and venule_file_check_unchanged().
 *
 * Returns: whether @path leads to a file with this stamp that can be opened
 */
gboolean
venule_file_check_path (const char             *path,
                        const VenuleFileStamp  *stamp,
                        GError                **error)
{
  g_autoptr (VenuleFile) file = venule_file_open (path, error);

  return file != NULL && (stamps_equal (&file->stamp, stamp) || set_changed (file, error));
}

/**
 * venule_file_check_unchanged:
 * @self: a file
 * @stamp: what it was
 * @error: return location
 *
 * A file that was removed meanwhile is what it was to whoever has it open.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_DAMAGED, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether the path leads to a file with this stamp or to none any more, and @self had it when it was opened
 */
gboolean
venule_file_check_unchanged (VenuleFile             *self,
                             const VenuleFileStamp  *stamp,
                             GError                **error)
{
  VenuleFileStamp now;

  if (!ask (self, TASK_LOOK, 0, 0))
    {
      g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error);
      return FALSE;
    }
  if (self->code == ENOENT)
    return stamps_equal (&self->stamp, stamp) || set_changed (self, error);
  if (self->code != 0)
    return set_error_of (self, self->code, error);

  now = make_stamp (&self->status);
  return (stamps_equal (&now, stamp) && stamps_equal (&self->stamp, stamp)) || set_changed (self, error);
}
