/* bench-analyze.c: the command, with decoding and writing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-parts.h"

#include <glib/gstdio.h>
#include <string.h>

#include "gray-movie.h"

#define REPEATS 3

gboolean
bench_write_video (const BenchVideo  *video,
                   const char        *path,
                   GError           **error)
{
  VenuleFrame *first = g_ptr_array_index (video->frames, 0);
  g_autoptr (GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_FFV1, first->width, first->height,
                                                                  first->bit_depth, video->frame_rate, error);

  if (writer == NULL)
    return FALSE;
  for (guint i = 0; i < video->frames->len; i++)
    if (!gray_movie_add (writer, g_ptr_array_index (video->frames, i), error))
      return FALSE;
  return gray_movie_finish (writer, error);
}

static void
add_word (GPtrArray  *words,
          const char *format,
          ...) G_GNUC_PRINTF (2, 3);

static void
add_word (GPtrArray  *words,
          const char *format,
          ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (words, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

static GPtrArray *
command_for (const BenchOptions *options,
             const char         *backend,
             const BenchVideo   *video,
             const char         *path,
             const char         *output)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  const VenuleVessel *vessel = video->settings->vessel;
  char diameter[G_ASCII_DTOSTR_BUF_SIZE];

  add_word (words, "%s", options->cli);
  add_word (words, "analyze");
  add_word (words, "%s", path);
  add_word (words, "--output=%s", output);
  add_word (words, "--device=%s", backend);
  add_word (words, "--threads=%d", options->threads);
  add_word (words, "--detect-every=10");
  if (options->video == NULL)
    {
      add_word (words, "--crop=%d,%d,%d,%d", (int) vessel->x, (int) vessel->y, (int) vessel->width,
                (int) vessel->height);
      add_word (words, "--flow=1,0");
      add_word (words, "--cell-diameter=%s",
                g_ascii_dtostr (diameter, sizeof diameter, video->settings->cell_diameter));
    }
  for (guint i = 0; options->video != NULL && options->video_options[i] != NULL; i++)
    add_word (words, "%s", options->video_options[i]);
  g_ptr_array_add (words, NULL);
  return words;
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}

/* s of the whole command; below 0: it failed. */
static double
run_command (GPtrArray  *words,
             char      **said,
             GError    **error)
{
  gint64 start = g_get_monotonic_time ();
  int status = 0;

  if (!g_spawn_sync (NULL, (char **) words->pdata, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, said, NULL, &status,
                     error) ||
      !g_spawn_check_wait_status (status, error))
    return -1;
  return (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

void
bench_analyze (BenchReport        *report,
               const BenchOptions *options,
               const char         *backend,
               const BenchVideo   *video,
               const char         *path)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-bench-XXXXXX", NULL);
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  BenchRow row = { .part = "venule-cli analyze", .backend = backend, .work = 1, .unit = "frames" };
  double times[REPEATS];
  guint n = options->quick ? 1 : REPEATS;

  if (folder == NULL)
    return;

  g_autoptr (GPtrArray) words = command_for (options, backend, video, path, folder);

  for (guint i = 0; i < n; i++)
    {
      g_clear_pointer (&said, g_free);
      times[i] = run_command (words, &said, &error) * 1000 / video->frames->len;
      if (times[i] < 0)
        {
          bench_report_fail (report, g_strdup_printf ("venule-cli analyze on %s: %s", backend, error->message));
          remove_folder (folder);
          return;
        }
    }
  remove_folder (folder);
  row.name = g_strdup_printf ("%u frames with decoding and writing", video->frames->len);
  row.time = bench_time_of (times, n);
  bench_report_add (report, &row);
  if (strchr (said, '\n') != NULL)
    *strchr (said, '\n') = '\0';
  bench_report_note (report, g_strdup_printf ("venule-cli analyze on %s says: %s", backend, said));
}
