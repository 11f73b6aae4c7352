/* venule-file.c: a file on a drive that may stall or fail
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

#include "venule-blocking-io.h"
#include "venule-display-name.h"
#include "venule-error.h"

/* Bytes per request: few after a seek, more when reading sequentially. */
#define MIN_REQUEST (8 << 10)
#define MAX_REQUEST (1 << 20)

/* Owned by the thread that waits for the drive, while a call is under way. */
typedef struct {
  char        *path;
  int          fd;
  struct stat  status;
  int          code;    /* errno of the last call, 0 */
  gint64       start;
  gsize        asked;
  gsize        length;
  guint8       content[MAX_REQUEST];  /* length bytes of the file from start on */
} Disk;

struct _VenuleFile
{
  VenuleBlockingIo *io;
  Disk             *disk;
  gint64            position;
  int               failure;  /* errno of a read since the last forgiveness, 0 */
  gboolean          cut;      /* whether one met the end before the size */
  VenuleFileStamp   stamp;
};

static void
disk_free (gpointer data)
{
  Disk *disk = data;

  if (disk->fd >= 0)
    close (disk->fd);
  g_free (disk->path);
  g_free (disk);
}

static void
open_now (gpointer data)
{
  Disk *disk = data;

  disk->code = 0;
  /* Checked first, as opening a pipe would block until its other end is opened. */
  if (stat (disk->path, &disk->status) == 0 && !S_ISREG (disk->status.st_mode))
    return;
  disk->fd = open (disk->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (disk->fd < 0 || fstat (disk->fd, &disk->status) != 0)
    disk->code = errno;
}

static void
read_now (gpointer data)
{
  Disk *disk = data;

  disk->code = 0;
  disk->length = 0;
  while (disk->length < disk->asked)
    {
      ssize_t n = pread (disk->fd, disk->content + disk->length, disk->asked - disk->length,
                         disk->start + (gint64) disk->length);

      if (n < 0 && errno == EINTR)
        continue;
      /* The bytes before the error are good; the next read, from here, reports it. */
      if (n < 0 && disk->length == 0)
        disk->code = errno;
      if (n <= 0)
        break;
      disk->length += (gsize) n;
    }
}

static void
stat_now (gpointer data)
{
  Disk *disk = data;

  disk->code = stat (disk->path, &disk->status) == 0 ? 0 : errno;
}

static gboolean
set_error_of (VenuleFile  *self,
              int          code,
              GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (self->disk->path);

  if (code == EMFILE || code == ENFILE || code == ENOMEM)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                 _("“%s” cannot be opened now: %s. Close other programs, or raise the limits of open files and memory "
                   "(“ulimit -n”, “ulimit -v”), and try again."),
                 name, g_strerror (code));
  else if (code == ENOENT || code == ENOTDIR)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("“%s” was not found. It may have been moved or renamed, or its drive is not connected."), name);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("“%s” cannot be read: %s. Check that you may read the file and that its drive is connected."), name,
                 g_strerror (code));
  return FALSE;
}

/* Returns %FALSE when cancelled. */
static gboolean
call (VenuleFile          *self,
      VenuleBlockingFunc   func,
      GError             **error)
{
  if (venule_blocking_io_call (self->io, func, G_MAXINT64))
    return TRUE;
  g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error);
  return FALSE;
}

static gboolean
check_kind (VenuleFile  *self,
            GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (self->disk->path);
  const struct stat *status = &self->disk->status;

  if (S_ISDIR (status->st_mode))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                 _("“%s” is a folder. Choose a video or an image stack in it."), name);
  else if (!S_ISREG (status->st_mode))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                 _("“%s” is a device or a pipe. Choose a video or an image stack in a file."), name);
  else if (status->st_size == 0)
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
 * %VENULE_ERROR_NO_MEMORY (memory, threads or open files ran out), %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the file at its beginning, or %NULL
 */
VenuleFile *
venule_file_open (const char  *path,
                  GError     **error)
{
  g_autoptr (VenuleFile) self = g_new0 (VenuleFile, 1);
  Disk *disk = g_malloc (sizeof *disk);

  disk->path = g_strdup (path);
  disk->fd = -1;
  disk->length = 0;
  self->disk = disk;
  self->io = venule_blocking_io_new (disk, disk_free, error);
  if (self->io == NULL)
    {
      disk_free (disk);
      return NULL;
    }
  if (!call (self, open_now, error) || (disk->code != 0 && !set_error_of (self, disk->code, error)) ||
      !check_kind (self, error))
    return NULL;

  self->stamp = make_stamp (&disk->status);
  return g_steal_pointer (&self);
}

/**
 * venule_file_close:
 * @self: (transfer full): a file
 *
 * Releases the file without blocking: its thread closes it once the drive has answered.
 */
void
venule_file_close (VenuleFile *self)
{
  g_clear_pointer (&self->io, venule_blocking_io_free);
  g_free (self);
}

/**
 * venule_file_get_stamp:
 * @self: a file
 *
 * Returns: (transfer none): size and modification time when the file was opened
 */
const VenuleFileStamp *
venule_file_get_stamp (VenuleFile *self)
{
  return &self->stamp;
}

/**
 * venule_file_seek:
 * @self: a file
 * @offset: bytes
 * @whence: from where, as in lseek()
 *
 * Returns: the new position; −1 where there is none: the old one stands
 */
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

/* Fills the buffer at the position, if needed. %FALSE at the end, after a failure, or when cancelled. */
static gboolean
fetch (VenuleFile *self,
       gsize       wanted)
{
  Disk *disk = self->disk;
  gint64 end = disk->start + (gint64) disk->length;
  gsize size = MIN_REQUEST;

  if (disk->length > 0 && self->position >= disk->start && self->position < end)
    return TRUE;
  /* Bytes appended since the file was opened are not part of it, and offsets in it may point anywhere. */
  if (self->position >= self->stamp.size)
    return FALSE;

  /* Sequential reading: the request size doubles. */
  if (disk->length > 0 && self->position == end)
    size = MIN (2 * disk->asked, MAX_REQUEST / 4);
  size = CLAMP (MAX (size, wanted), MIN_REQUEST, MAX_REQUEST);
  disk->start = self->position;
  disk->asked = (gsize) MIN ((gint64) size, self->stamp.size - self->position);
  if (!call (self, read_now, NULL))
    return FALSE;

  if (disk->code != 0)
    self->failure = disk->code;
  else if (disk->length == 0)
    self->cut = TRUE;
  return disk->length > 0;
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
 *   venule_file_check() has the error
 */
gssize
venule_file_read (VenuleFile *self,
                  void       *buffer,
                  gsize       size)
{
  guint8 *to = buffer;
  gsize done = 0;

  if (self->position < 0 || !call (self, NULL, NULL))
    return -1;

  while (done < size && fetch (self, size - done))
    {
      gsize within = (gsize) (self->position - self->disk->start);
      gsize n = MIN (size - done, self->disk->length - within);

      memcpy (to + done, self->disk->content + within, n);
      self->position += (gint64) n;
      done += n;
    }
  return done == 0 && (self->failure != 0 || g_cancellable_is_cancelled (g_cancellable_get_current ())) ? -1
                                                                                                        : (gssize) done;
}

/**
 * venule_file_read_at:
 * @self: a file
 * @offset: from where
 * @buffer: where to
 * @size: bytes
 *
 * Returns: as venule_file_read(), but the position stays
 */
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

static gboolean
set_changed (VenuleFile  *self,
             GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (self->disk->path);

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
 * Clears the error of venule_file_check(), so that reading is tried again.
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
 * A file that was removed since it was opened counts as unchanged.
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
  const Disk *disk = self->disk;
  VenuleFileStamp now;

  if (!call (self, stat_now, error))
    return FALSE;
  if (disk->code == ENOENT)
    return stamps_equal (&self->stamp, stamp) || set_changed (self, error);
  if (disk->code != 0)
    return set_error_of (self, disk->code, error);

  now = make_stamp (&disk->status);
  return (stamps_equal (&now, stamp) && stamps_equal (&self->stamp, stamp)) || set_changed (self, error);
}
