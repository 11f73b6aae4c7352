/* venule-bench.c: how fast Venule is, in tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "bench-parts.h"
#include "bench-peak.h"

#define MAX_BACKENDS 2

typedef struct {
  vnk_backend *backends[MAX_BACKENDS];
  guint        n;
} Backends;

/* What is asked for by its name has to be there. */
static gboolean
open_backends (Backends            *self,
               BenchReport         *report,
               const BenchOptions  *options,
               GError             **error)
{
  char reason[256] = "";

  if (bench_options_wants (options->backends, "cpu") &&
      vnk_cpu_open (options->threads, &self->backends[self->n]) == VNK_OK)
    self->n++;
  if (!bench_options_wants (options->backends, "cuda"))
    return TRUE;

  gint64 start = g_get_monotonic_time ();

  if (vnk_cuda_open (0, &self->backends[self->n], reason, sizeof reason) == VNK_OK)
    {
      self->n++;
      bench_report_note (report, g_strdup_printf ("cuda was opened in %.0f ms",
                                                  (double) (g_get_monotonic_time () - start) / 1000));
    }
  else if (options->backends != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "cuda: %s.", reason);
      return FALSE;
    }
  else
    bench_report_note (report, g_strdup_printf ("cuda: %s", reason));
  return TRUE;
}

static void
close_backends (Backends *self)
{
  for (guint i = 0; i < self->n; i++)
    self->backends[i]->close (self->backends[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Backends, close_backends)

static void
measure_peaks (const Backends     *backends,
               BenchReport        *report,
               const BenchOptions *options)
{
  double bytes = (double) options->width * options->height * sizeof (float);

  for (guint i = 0; i < backends->n; i++)
    {
      vnk_backend *backend = backends->backends[i];
      BenchLimits limits;

      if (g_str_equal (backend->name, "cuda"))
        bench_peak_cuda (0, bytes, &limits);
      else
        bench_peak_cpu (options->threads > 0 ? options->threads : (int) g_get_num_processors (), bytes, &limits);
      bench_report_add_device (report, backend->name, backend->device,
                               &(BenchPeak){ limits.copied, limits.memory, limits.flops, limits.call });
    }
}

/* Beside the program, as meson builds it. */
static void
find_cli (BenchOptions *options,
          const char   *program)
{
  g_autofree char *folder = g_path_get_dirname (program);

  if (options->cli == NULL)
    options->cli = g_build_filename (folder, "..", "..", "src", "cli", "venule-cli", NULL);
}

static gboolean
analyze (const Backends      *backends,
         BenchReport         *report,
         const BenchOptions  *options,
         const BenchVideo    *video,
         GError             **error)
{
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  gboolean ok = TRUE;

  if (!g_file_test (options->cli, G_FILE_TEST_IS_EXECUTABLE))
    {
      bench_report_fail (report, g_strdup_printf ("venule-cli analyze: there is no %s; say where with --cli",
                                                  options->cli));
      return TRUE;
    }
  if (options->video == NULL)
    {
      folder = g_dir_make_tmp ("venule-bench-XXXXXX", error);
      if (folder == NULL)
        return FALSE;
      path = g_build_filename (folder, "made.mkv", NULL);
      ok = bench_write_video (video, path, error);
    }
  for (guint i = 0; ok && i < backends->n; i++)
    bench_analyze (report, options, backends->backends[i]->name, video, path != NULL ? path : options->video);
  if (path != NULL)
    {
      g_unlink (path);
      g_rmdir (folder);
    }
  return ok;
}

static gboolean
measure (BenchReport         *report,
         const BenchOptions  *options,
         GError             **error)
{
  g_auto (Backends) backends = { 0 };
  gboolean engine = bench_options_wants (options->parts, "engine"),
           command = bench_options_wants (options->parts, "analyze");
  guint n_frames = command ? (guint) MAX (options->frames, options->analyze_frames) : engine
                   ? (guint) options->frames : 2;
  g_autoptr (BenchVideo) made = NULL;
  g_autoptr (BenchVideo) file = NULL;
  const BenchVideo *video;

  if (!open_backends (&backends, report, options, error) ||
      (made = bench_video_new_made (options, options->video != NULL ? 2 : n_frames, error)) == NULL ||
      (options->video != NULL && (file = bench_video_new_file (options, n_frames, error)) == NULL) ||
      (file != NULL && file->frames->len == 0))
    return FALSE;
  video = file != NULL ? file : made;

  measure_peaks (&backends, report, options);
  bench_report_note (report, g_strdup (made->what));
  for (guint i = 0; i < backends.n; i++)
    if (bench_options_wants (options->parts, "operations"))
      bench_operations (report, options, backends.backends[i], made);
  for (guint i = 0; i < backends.n; i++)
    if (bench_options_wants (options->parts, "steps"))
      bench_steps (report, options, backends.backends[i], made);
  for (guint i = 0; i < backends.n; i++)
    if (bench_options_wants (options->parts, "growth"))
      bench_growth (report, options, backends.backends[i]);
  for (guint i = 0; i < backends.n; i++)
    if (bench_options_wants (options->parts, "streams"))
      bench_streams (report, options, backends.backends[i], made);
  for (guint i = 0; i < backends.n; i++)
    if (bench_options_wants (options->parts, "vesselness"))
      bench_vesselness (report, options, backends.backends[i]);
  for (guint i = 0; engine && i < backends.n; i++)
    bench_engine (report, options, backends.backends[i]->name, video);
  return !command || analyze (&backends, report, options, video, error);
}

/* Up to the first of the delimiters. */
static char *
first_of (const char *text,
          const char *delimiters)
{
  return g_strstrip (g_strndup (text, strcspn (text, delimiters)));
}

static char *
describe_machine (void)
{
  g_autofree char *text = NULL;
  g_autofree char *load = NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format (now, "%Y-%m-%d");
  g_autofree char *model = NULL;
  g_autofree char *busy = NULL;
  const char *found;

  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) && (found = strstr (text, "model name")) != NULL &&
      (found = strchr (found, ':')) != NULL)
    model = first_of (found + 1, "\n");
  if (g_file_get_contents ("/proc/loadavg", &load, NULL, NULL))
    busy = first_of (load, " ");
  return g_strdup_printf ("%s, %u threads; %s; load %s", model != NULL ? model : "unknown processor",
                          g_get_num_processors (), date, busy != NULL ? busy : "unknown");
}

int
main (int    argc,
      char **argv)
{
  g_auto (BenchOptions) options = { 0 };
  g_autofree char *machine = describe_machine ();
  g_autoptr (BenchReport) report = bench_report_new (machine);
  g_autoptr (GError) error = NULL;
  g_autofree char *tables = NULL;
  g_autofree char *json = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  if (!bench_options_parse (&options, &argc, &argv, &error))
    {
      fprintf (stderr, "venule-bench: %s\n", error->message);
      return 2;
    }
  find_cli (&options, argv[0]);
  if (!measure (report, &options, &error))
    {
      fprintf (stderr, "venule-bench: %s\n", error != NULL ? error->message : "the video has no frames");
      return 1;
    }

  tables = bench_report_to_tables (report);
  fputs (tables, stdout);
  json = bench_report_to_json (report);
  if (options.json != NULL && !g_file_set_contents (options.json, json, -1, &error))
    {
      fprintf (stderr, "venule-bench: %s\n", error->message);
      return 1;
    }
  return bench_report_has_failed (report) ? 1 : 0;
}
