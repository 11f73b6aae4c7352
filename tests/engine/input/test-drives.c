/* test-drives.c: drives that stall or fail, and files that change, do neither freeze nor fool anybody
 *
 * The functions of the C library that files are read with stand here once more; the engine calls these. So the test can
 * let a drive stop answering, or fail at some place of a file, without a drive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clips.h"
#include "stacks.h"
#include "venule-error.h"

/* Nobody should have to wait so long; a busy machine may need a part of it. */
#define FOR_EVER (60 * G_USEC_PER_SEC)

typedef struct {
  GMutex      mutex;
  GCond       changed;
  const char *path;         /* of the file that is on the drive */
  gboolean    stalls_open;
  gboolean    stalls_read;
  int         n_waiting;
  gint64      bad_from;     /* bytes that cannot be read */
  gint64      bad_to;
} Drive;

static Drive drive;

static gboolean
is_on_drive (const char *path)
{
  gboolean found;

  g_mutex_lock (&drive.mutex);
  found = drive.path != NULL && g_strcmp0 (path, drive.path) == 0;
  g_mutex_unlock (&drive.mutex);
  return found;
}

static gboolean
is_file_on_drive (int file)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", file);
  g_autofree char *path = g_file_read_link (link, NULL);

  return is_on_drive (path);
}

/* Those of so many bytes from a place on that can be read; below 0: none. */
static gssize
readable_bytes (gsize  size,
                gint64 offset)
{
  gssize n = (gssize) size;

  g_mutex_lock (&drive.mutex);
  if (offset >= drive.bad_from && offset < drive.bad_to)
    n = -1;
  else if (offset < drive.bad_from && offset + (gint64) size > drive.bad_from)
    n = (gssize) (drive.bad_from - offset);
  g_mutex_unlock (&drive.mutex);
  return n;
}

static void
make_bad (gint64 from,
          gint64 n_bytes)
{
  g_mutex_lock (&drive.mutex);
  drive.bad_from = from;
  drive.bad_to = from + n_bytes;
  g_mutex_unlock (&drive.mutex);
}

static void
stall (gboolean open,
       gboolean read)
{
  g_mutex_lock (&drive.mutex);
  drive.stalls_open = open;
  drive.stalls_read = read;
  g_mutex_unlock (&drive.mutex);
}

static void
wait_while (const gboolean *stalls)
{
  g_mutex_lock (&drive.mutex);
  drive.n_waiting++;
  g_cond_broadcast (&drive.changed);
  while (*stalls)
    g_cond_wait (&drive.changed, &drive.mutex);
  drive.n_waiting--;
  g_mutex_unlock (&drive.mutex);
}

int open (const char *path, int flags, ...);
ssize_t pread (int file, void *buffer, size_t size, off_t offset);

int
open (const char *path,
      int         flags,
      ...)
{
  mode_t mode = 0;

  if (flags & (O_CREAT | O_TMPFILE))
    {
      va_list arguments;

      va_start (arguments, flags);
      mode = va_arg (arguments, mode_t);
      va_end (arguments);
    }
  if (is_on_drive (path))
    wait_while (&drive.stalls_open);
  return syscall (SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t
pread (int     file,
       void   *buffer,
       size_t  size,
       off_t   offset)
{
  gssize n = (gssize) size;

  if (is_file_on_drive (file))
    {
      wait_while (&drive.stalls_read);
      n = readable_bytes (size, offset);
      if (n < 0)
        {
          errno = EIO;
          return -1;
        }
    }
  return syscall (SYS_pread64, file, buffer, (size_t) n, offset);
}

static void
put_on_drive (const char *path)
{
  g_mutex_lock (&drive.mutex);
  drive.path = path;
  drive.stalls_open = drive.stalls_read = FALSE;
  drive.bad_from = drive.bad_to = G_MAXINT64;
  g_cond_broadcast (&drive.changed);
  g_mutex_unlock (&drive.mutex);
}

/* What waits goes on, and is waited for. */
static void
take_from_drive (void)
{
  g_mutex_lock (&drive.mutex);
  drive.stalls_open = drive.stalls_read = FALSE;
  g_cond_broadcast (&drive.changed);
  while (drive.n_waiting > 0)
    g_cond_wait_until (&drive.changed, &drive.mutex, g_get_monotonic_time () + 10000);
  drive.path = NULL;
  g_mutex_unlock (&drive.mutex);
}

static gint64
size_of (const char *path)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  return status.st_size;
}

typedef struct {
  const char        *name;
  GrayMovieFormat    format;
} Kind;

static const Kind kinds[] = { { "clip.avi", GRAY_MOVIE_AVI },
                              { "clip.mkv", GRAY_MOVIE_FFV1 },
                              { "clip.mp4", GRAY_MOVIE_MP4 },
                              { "clip.tif", GRAY_MOVIE_TIFF } };

#define SIDE 128
#define N_FRAMES 60

static char *
write_clip (const char *folder,
            const Kind *kind)
{
  return clips_write (folder, kind->name, kind->format, SIDE, SIDE, 8, 30, N_FRAMES);
}

static void
assert_drive_is_named (GError     *error,
                       const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  g_test_message ("%s", error->message);
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, name));
  g_assert_nonnull (strstr (error->message, "drive is connected"));
}

static void
a_bad_place_is_named_and_the_rest_is_read (gconstpointer data)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = write_clip (folder, data);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleFrame) early = NULL;
  VenuleFrameInfo info;

  put_on_drive (path);
  source = clips_open (path);
  make_bad (size_of (path) / 2, 4096);

  /* No table that ends where the drive fails: the video does not end there. */
  g_assert_false (venule_source_build_table (source, NULL, NULL, NULL, &error));
  assert_drive_is_named (error, path);
  g_clear_error (&error);
  g_assert_false (venule_source_has_table (source));

  reader = venule_source_open_reader (source, &error);
  g_assert_no_error (error);
  early = clips_read (reader, 5);
  g_assert_nonnull (early);
  for (int i = 0; i < N_FRAMES && error == NULL; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i, NULL, &error);

      g_assert_true (frame != NULL || error != NULL);
    }
  assert_drive_is_named (error, path);

  /* The drive has come back. */
  make_bad (G_MAXINT64, 0);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_FRAMES);
  for (int i = N_FRAMES - 1; i >= 0; i--)
    {
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_cmpuint (venule_frame_hash (frame), ==, info.hash);
    }
  take_from_drive ();
  clips_remove_folder (folder);
}

/* Of a large file of pictures that stand by themselves not every byte is read before the first frame is analysed. */
static void
times_are_told_by_the_index (gconstpointer data)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = write_clip (folder, data);
  g_autoptr (VenuleSource) source = NULL;
  double time;

  put_on_drive (path);
  source = clips_open (path);
  make_bad (size_of (path) / 2, 4096);
  g_assert_true (venule_source_scan_packets (source, NULL, NULL));
  make_bad (G_MAXINT64, 0);

  for (int i = 0; i < N_FRAMES; i++)
    {
      g_assert_true (venule_source_get_time (source, i, &time));
      g_assert_cmpfloat_with_epsilon (time, i / 30.0, 0.00051);
    }
  g_assert_false (venule_source_get_time (source, N_FRAMES, &time));
  take_from_drive ();
  clips_remove_folder (folder);
}

static void
a_place_that_goes_bad_costs_its_frames_alone (gconstpointer data)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = write_clip (folder, data);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  int n_bad = 0;

  put_on_drive (path);
  source = clips_open (path);
  clips_build_table (source);
  make_bad (size_of (path) / 2, 100);
  reader = venule_source_open_reader (source, NULL);

  for (int i = 0; i < N_FRAMES; i += i < N_FRAMES / 4 || i > N_FRAMES - 4 ? 1 : 5)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i, NULL, &error);
      VenuleFrameInfo info;

      if (frame == NULL)
        {
          g_assert_nonnull (error);
          g_assert_true (error->domain == VENULE_ERROR);
          n_bad++;
          continue;
        }
      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_cmpuint (venule_frame_hash (frame), ==, info.hash);
    }
  g_test_message ("%d frames could not be read", n_bad);
  g_assert_cmpint (n_bad, <=, 2);
  take_from_drive ();
  clips_remove_folder (folder);
}

/* Cancels when the drive has been waited for, as a person does. */
static gpointer
cancel_later (gpointer data)
{
  g_mutex_lock (&drive.mutex);
  while (drive.n_waiting == 0)
    g_cond_wait (&drive.changed, &drive.mutex);
  g_mutex_unlock (&drive.mutex);
  g_cancellable_cancel (data);
  return NULL;
}

typedef gboolean (*Deed) (const char   *path,
                          VenuleSource *source,
                          VenuleReader *reader,
                          GCancellable *cancellable,
                          GError      **error);

static gboolean
open_it (const char   *path,
         VenuleSource *source,
         VenuleReader *reader,
         GCancellable *cancellable,
         GError      **error)
{
  g_autoptr (VenuleSource) other = venule_source_open (path, cancellable, error);

  return other != NULL;
}

static gboolean
build_it (const char   *path,
          VenuleSource *source,
          VenuleReader *reader,
          GCancellable *cancellable,
          GError      **error)
{
  return venule_source_build_table (source, NULL, NULL, cancellable, error);
}

static gboolean
read_it (const char   *path,
         VenuleSource *source,
         VenuleReader *reader,
         GCancellable *cancellable,
         GError      **error)
{
  g_autoptr (VenuleFrame) frame = venule_reader_read (reader, N_FRAMES - 1, cancellable, error);

  return frame != NULL;
}

static gboolean
hash_it (const char   *path,
         VenuleSource *source,
         VenuleReader *reader,
         GCancellable *cancellable,
         GError      **error)
{
  g_autofree char *hash = venule_source_dup_hash (source, cancellable, error);

  return hash != NULL;
}

static void
assert_can_be_left (Deed          deed,
                    const char   *path,
                    VenuleSource *source,
                    VenuleReader *reader)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *person = g_thread_new ("person", cancel_later, cancellable);
  gint64 before = g_get_monotonic_time ();

  g_assert_false (deed (path, source, reader, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - before, <, FOR_EVER);
  g_thread_join (person);
}

static void
a_drive_that_does_not_answer_can_be_left (gconstpointer data)
{
  static const Deed deeds[] = { open_it, read_it, build_it, hash_it };
  char *folder = clips_make_folder ();
  g_autofree char *path = write_clip (folder, data);

  for (guint i = 0; i < G_N_ELEMENTS (deeds); i++)
    for (int opens = 0; opens < 2; opens++)
      {
        g_autoptr (VenuleSource) source = clips_open (path);
        g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
        gint64 before;

        if (opens && deeds[i] == read_it)
          continue;
        put_on_drive (path);
        stall (opens, !opens);
        assert_can_be_left (deeds[i], path, source, reader);

        /* Closing the window does not wait either. */
        before = g_get_monotonic_time ();
        g_clear_object (&reader);
        g_clear_object (&source);
        g_assert_cmpint (g_get_monotonic_time () - before, <, FOR_EVER);
        take_from_drive ();
      }
  clips_remove_folder (folder);
}

static void
a_drive_that_answers_again_goes_on (gconstpointer data)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = write_clip (folder, data);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);

  put_on_drive (path);
  stall (FALSE, TRUE);
  assert_can_be_left (read_it, path, source, reader);
  assert_can_be_left (build_it, path, source, reader);
  take_from_drive ();

  clips_build_table (source);
  for (int i = N_FRAMES - 1; i >= 0; i -= 7)
    {
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);
      VenuleFrameInfo info;

      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_cmpuint (venule_frame_hash (frame), ==, info.hash);
    }
  clips_remove_folder (folder);
}

/* The description of an OME-TIFF may be in a file of its own, and some of its pictures in others. */
static void
other_files_of_a_stack_hold_nobody (gconstpointer data)
{
  static const char head[] = "<?xml version=\"1.0\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\">";
  const StackLayout gray = { .mode = "w", .bits = 8, .kind = SAMPLEFORMAT_UINT, .photometric = PHOTOMETRIC_MINISBLACK };
  const char *other_name = data;
  g_autofree char *apart = g_strconcat (head, "<BinaryOnly MetadataFile=\"set.companion.ome\" UUID=\"x\"/></OME>",
                                        NULL);
  g_autofree char *whole = g_strconcat (
    head, "<Image><Pixels DimensionOrder=\"XYZCT\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"4\"><TiffData IFD=\"0\" "
          "PlaneCount=\"2\"><UUID FileName=\"first.ome.tif\">a</UUID></TiffData><TiffData IFD=\"0\" FirstT=\"2\" "
          "PlaneCount=\"2\"><UUID FileName=\"second.ome.tif\">b</UUID></TiffData></Pixels></Image></OME>", NULL);
  char *folder = clips_make_folder ();
  g_autofree char *first = g_build_filename (folder, "first.ome.tif", NULL);
  g_autofree char *second = g_build_filename (folder, "second.ome.tif", NULL);
  g_autofree char *companion = g_build_filename (folder, "set.companion.ome", NULL);
  g_autofree char *other = g_build_filename (folder, other_name, NULL);
  g_autoptr (VenuleSource) source = NULL;

  stacks_write (&gray, &(StackTags) { .description = apart }, first, SIDE, SIDE, 0, 2);
  stacks_write (&gray, &(StackTags) { .description = apart }, second, SIDE, SIDE, 2, 2);
  g_assert_true (g_file_set_contents (companion, whole, -1, NULL));
  source = clips_open (first);
  for (int opens = 0; opens < 2; opens++)
    {
      put_on_drive (other);
      stall (opens, !opens);
      assert_can_be_left (open_it, first, NULL, NULL);
      take_from_drive ();
    }
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 4);
  clips_remove_folder (folder);
}

/* Between the first frame and the table. */
static void
assert_no_table (VenuleSource *source)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (venule_source_build_table (source, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "has changed since it was opened"));
  g_assert_false (venule_source_has_table (source));
}

static void
a_file_that_changes_before_it_is_counted_is_reported (gconstpointer data)
{
  const Kind *kind = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = write_clip (folder, kind);
  g_autofree char *other = clips_write (folder, "other", kind->format, SIDE, SIDE, 8, 30, N_FRAMES / 2);
  g_autoptr (VenuleSource) replaced = clips_open (path);
  g_autoptr (VenuleSource) cut = NULL;
  g_autoptr (VenuleSource) same = NULL;

  g_assert_cmpint (g_rename (other, path), ==, 0);
  assert_no_table (replaced);

  cut = clips_open (path);
  g_assert_cmpint (truncate (path, size_of (path) - 500), ==, 0);
  assert_no_table (cut);

  /* A second opening sees the file as it is now. */
  same = venule_source_open (path, NULL, NULL);
  if (same != NULL)
    clips_build_table (same);
  else
    g_assert_cmpint (kind->format, ==, GRAY_MOVIE_MP4);
  clips_remove_folder (folder);
}

static void
grow (VenuleSource *source,
      gint64        frames_done,
      gpointer      path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) stream = g_file_append_to (file, G_FILE_CREATE_NONE, NULL, NULL);

  g_assert_nonnull (stream);
  g_assert_true (g_output_stream_write_all (G_OUTPUT_STREAM (stream), "more", 4, NULL, NULL, NULL));
}

/* As when the camera is still writing, or the file is still being copied. */
static void
a_file_that_grows_while_it_is_counted_is_reported (gconstpointer data)
{
  const Kind *kind = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, kind->name, kind->format, 512, 512, 8, 30, 10 * N_FRAMES);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (GError) error = NULL;

  if (venule_source_build_table (source, grow, path, NULL, &error))
    g_test_skip ("the file was counted within a tenth of a second");
  else
    {
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
      g_assert_nonnull (strstr (error->message, "Wait until it is complete"));
    }
  clips_remove_folder (folder);
}

static void
add (const char          *name,
     const Kind          *kind,
     GTestDataFunc        test)
{
  g_autofree char *path = g_strdup_printf ("/drives/%s/%s", name, strrchr (kind->name, '.') + 1);

  g_test_add_data_func (path, kind, test);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      add ("a-bad-place-is-named-and-the-rest-is-read", &kinds[i], a_bad_place_is_named_and_the_rest_is_read);
      /* In the others a frame takes those with it that are told by their difference to it. */
      if (kinds[i].format != GRAY_MOVIE_MP4)
        add ("a-place-that-goes-bad-costs-its-frames-alone", &kinds[i], a_place_that_goes_bad_costs_its_frames_alone);
      add ("a-drive-that-does-not-answer-can-be-left", &kinds[i], a_drive_that_does_not_answer_can_be_left);
      add ("a-drive-that-answers-again-goes-on", &kinds[i], a_drive_that_answers_again_goes_on);
      add ("a-file-that-changes-before-it-is-counted-is-reported", &kinds[i],
           a_file_that_changes_before_it_is_counted_is_reported);
    }
  add ("times-are-told-by-the-index", &kinds[0], times_are_told_by_the_index);
  add ("times-are-told-by-the-index", &kinds[1], times_are_told_by_the_index);
  g_test_add_data_func ("/drives/other-files-of-a-stack-hold-nobody/description", "set.companion.ome",
                        other_files_of_a_stack_hold_nobody);
  g_test_add_data_func ("/drives/other-files-of-a-stack-hold-nobody/pictures", "second.ome.tif",
                        other_files_of_a_stack_hold_nobody);
  add ("a-file-that-grows-while-it-is-counted-is-reported", &kinds[0],
       a_file_that_grows_while_it_is_counted_is_reported);
  return g_test_run ();
}
