/* test-shortage.c: where memory or files run out a video is neither damaged nor none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clips.h"
#include "stacks.h"
#include "venule-error.h"

#define WIDTH    480
#define HEIGHT   448
#define FRAME    (WIDTH * HEIGHT)
#define N_FRAMES 6
/* What is smaller is there as a rule, and FFmpeg and GLib do not live without it. */
#define LARGE (32 << 10)

/* The sanitizers have their own. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/* The C library's, of which the one that is due gives nothing to FFmpeg, to libtiff, or for a frame. */
static int n_asked;
static int refused_one; /* 0: none */

static gboolean
is_refused (gsize size,
            void *caller)
{
  Dl_info info;

  if (g_atomic_int_get (&refused_one) == 0 || size < LARGE || dladdr (caller, &info) == 0 || info.dli_fname == NULL)
    return FALSE;
  if (size >= 4 * FRAME && strstr (info.dli_fname, "libav") == NULL && strstr (info.dli_fname, "libtiff") == NULL)
    return FALSE;
  if (g_atomic_int_add (&n_asked, 1) + 1 != g_atomic_int_get (&refused_one))
    return FALSE;
  errno = ENOMEM;
  return TRUE;
}

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *data, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

void *
malloc (size_t size)
{
  return is_refused (size, __builtin_return_address (0)) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n,
        size_t size)
{
  return is_refused (n * size, __builtin_return_address (0)) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void   *data,
         size_t  size)
{
  return is_refused (size, __builtin_return_address (0)) ? NULL : __libc_realloc (data, size);
}

int
posix_memalign (void   **data,
                size_t   alignment,
                size_t   size)
{
  *data = is_refused (size, __builtin_return_address (0)) ? NULL : __libc_memalign (alignment, size);
  return *data != NULL ? 0 : ENOMEM;
}

static VenuleSource *
read_whole (const char  *path,
            GError     **error)
{
  g_autoptr (VenuleSource) source = venule_source_open (path, NULL, error);

  if (source == NULL || !venule_source_build_table (source, NULL, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&source);
}

/* As it is read where nothing is short. */
static void
assert_equal (VenuleSource *source,
              VenuleSource *expected)
{
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_FRAMES);
  for (int i = 0; i < N_FRAMES; i++)
    {
      VenuleFrameInfo info, other;

      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_true (venule_source_get_frame_info (expected, i, &other));
      g_assert_false (info.corrupt);
      g_assert_cmpuint (info.hash, ==, other.hash);
    }
}

typedef struct {
  const char        *name;
  GrayMovieFormat  format;
  StackLayout        layout; /* or a stack like this */
} Kind;

#define GRAY .kind = SAMPLEFORMAT_UINT, .photometric = PHOTOMETRIC_MINISBLACK

static const Kind kinds[] = {
  { "avi", GRAY_MOVIE_AVI, { 0 } },
  { "ffv1", GRAY_MOVIE_FFV1, { 0 } },
  { "mp4", GRAY_MOVIE_MP4, { 0 } },
  { "tiff", GRAY_MOVIE_TIFF, { 0 } },
  { "deflate", 0, { .bits = 8, .compression = COMPRESSION_ADOBE_DEFLATE, GRAY } },
  { "differences", 0, { .bits = 16, .compression = COMPRESSION_ADOBE_DEFLATE, .predictor = 2, .mode = "wb", GRAY } },
  { "lzw", 0, { .bits = 8, .compression = COMPRESSION_LZW, GRAY } },
  { "floating-point", 0, { .bits = 32, .kind = SAMPLEFORMAT_IEEEFP, .photometric = PHOTOMETRIC_MINISBLACK } },
};

static char *
write_video (const Kind *kind,
             const char *folder)
{
  char *path = g_build_filename (folder, "clip", NULL);

  if (kind->layout.bits == 0)
    {
      g_free (path);
      return clips_write (folder, "clip", kind->format, WIDTH, HEIGHT, 8, 25, N_FRAMES);
    }
  stacks_write (&kind->layout, NULL, path, WIDTH, HEIGHT, 0, N_FRAMES);
  return path;
}

static void
memory_runs_out (gconstpointer data)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = write_video (data, folder);
  g_autoptr (VenuleSource) expected = read_whole (path, NULL);
  gboolean enough = FALSE;
  int n_refused = 0;

  g_assert_nonnull (expected);
  for (int i = 1; !enough; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleSource) source = NULL;

      g_atomic_int_set (&n_asked, 0);
      g_atomic_int_set (&refused_one, i);
      source = read_whole (path, &error);
      enough = g_atomic_int_get (&n_asked) < i;
      g_atomic_int_set (&refused_one, 0);
      g_test_message ("%d: %s", i, error != NULL ? error->message : "read");
      if (source != NULL)
        assert_equal (source, expected);
      else
        g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY);
      n_refused += source == NULL;
    }
  g_assert_cmpint (n_refused, >=, N_FRAMES);
  clips_remove_folder (folder);
}

#endif

/* None may be opened beside the standard ones. */
static void
files_run_out (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *first = clips_write (folder, "clip1.tif", GRAY_MOVIE_TIFF, WIDTH, HEIGHT, 8, 25, 1);
  g_autofree char *second = clips_write (folder, "clip2.tif", GRAY_MOVIE_TIFF, WIDTH, HEIGHT, 8, 25, 1);
  g_autofree char *third = clips_write (folder, "clip.mkv", GRAY_MOVIE_FFV1, WIDTH, HEIGHT, 8, 25, 1);
  g_autoptr (VenuleSource) pictures = clips_open (folder);
  struct rlimit limit, none;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  none = (struct rlimit) { STDERR_FILENO + 1, limit.rlim_max };
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleSource) source = NULL;

      g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &none), ==, 0);
      if (i == 0)
        g_assert_false (venule_source_build_table (pictures, NULL, NULL, NULL, &error));
      else
        source = venule_source_open (i == 1 ? second : third, NULL, &error);
      g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
      g_assert_null (source);
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY);
      g_assert_nonnull (strstr (error->message, "Too many open files"));
    }
  clips_build_table (pictures);
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strconcat ("/shortage/memory-runs-out/", kinds[i].name, NULL);

      g_test_add_data_func (path, &kinds[i], memory_runs_out);
    }
#endif
  g_test_add_func ("/shortage/files-run-out", files_run_out);
  return g_test_run ();
}
