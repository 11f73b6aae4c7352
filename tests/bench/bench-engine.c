/* bench-engine.c: whole runs over frames in memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-parts.h"

#include <sys/resource.h>

#include "bench-energy.h"
#include "venule-backend.h"
#include "venule-pipeline.h"
#include "venule-track.h"

#define REPEATS 5
#define SEVERAL_REPEATS 3
#define MANY 64         /* videos at once on a device */

typedef struct {
  const BenchVideo *video;
  VenuleSettings   *settings;
  guint             n_frames;
  vnk_backend      *backend; /* NULL: one is opened */
  VenulePipeline   *run;
  gboolean          failed;
  guint             n_tracks;
  char             *device;
} Job;

/* All frames once, from the first to the linked tracks. */
static gboolean
run_through (Job            *job,
             VenulePipeline *run)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_autoptr (GPtrArray) tracks = NULL;

  for (guint i = 0; i < job->n_frames; i++)
    {
      VenuleFrame *frame = g_ptr_array_index (job->video->frames, i);

      g_array_set_size (ids, 0);
      g_array_set_size (spots, 0);
      if (!venule_pipeline_step (run, frame, frame->time, ids, spots, NULL))
        return FALSE;
    }
  tracks = venule_pipeline_finish (run, NULL);
  job->n_tracks = tracks->len;
  return TRUE;
}

static VenulePipeline *
new_run (const Job  *job,
         GError    **error)
{
  VenuleFrame *frame = g_ptr_array_index (job->video->frames, 0);

  if (job->backend != NULL)
    return venule_pipeline_new_on (job->settings, job->backend, frame->width, frame->height, job->video->frame_rate,
                                   error);
  return venule_pipeline_new (job->settings, frame->width, frame->height, job->video->frame_rate, error);
}

/* ms a frame of runs one after the other. */
static gboolean
time_runs (Job       *job,
           guint      repeats,
           BenchTime *time,
           GError   **error)
{
  double times[REPEATS + 1];

  for (guint i = 0; i <= repeats; i++)
    {
      g_autoptr (VenulePipeline) run = new_run (job, error);
      gint64 start = g_get_monotonic_time ();

      if (run == NULL)
        return FALSE;
      if (!run_through (job, run))
        {
          job->failed = TRUE;
          return TRUE;
        }
      times[i] = (double) (g_get_monotonic_time () - start) / 1000 / job->n_frames;
      g_free (job->device);
      job->device = g_strdup (venule_pipeline_get_device (run));
    }
  /* The first one warms it up. */
  *time = bench_time_of (times + 1, repeats);
  return TRUE;
}

static VenuleSettings *
settings_for (const BenchVideo   *video,
              const BenchOptions *options,
              const char         *backend,
              int                 interval)
{
  VenuleSettings *settings = venule_settings_copy (video->settings);

  settings->device = g_str_equal (backend, "cuda") ? VENULE_DEVICE_CUDA : VENULE_DEVICE_CPU;
  settings->threads = options->threads;
  settings->detect_interval = interval;
  return settings;
}

static void
add_run (BenchReport        *report,
         const BenchOptions *options,
         const char         *backend,
         const BenchVideo   *video,
         int                 interval)
{
  g_autoptr (VenuleSettings) settings = settings_for (video, options, backend, interval);
  g_autoptr (BenchEnergy) energy = bench_energy_new (backend);
  g_autoptr (GError) error = NULL;
  Job job = { video, settings, MIN ((guint) options->frames, video->frames->len) };
  BenchRow row = { .part = "whole engine", .backend = backend, .work = 1, .unit = "frames" };
  double before = bench_energy_read (energy), after;
  guint repeats = options->quick ? 1 : REPEATS;

  row.name = interval == 1
             ? g_strdup ("detection in every frame") : g_strdup_printf ("detection every %d frames", interval);
  if (!time_runs (&job, repeats, &row.time, &error))
    {
      bench_report_fail (report, g_strdup_printf ("whole engine on %s: %s", backend, error->message));
      g_free (row.name);
      return;
    }
  after = bench_energy_read (energy);
  if (before >= 0 && after > before)
    row.energy = (after - before) / ((repeats + 1) * job.n_frames);
  bench_report_add (report, &row);
  bench_report_note (report, g_strdup_printf ("whole engine, %s, on %s: %u tracks in %u frames", row.name, job.device,
                                              job.n_tracks, job.n_frames));
  g_free (job.device);
}

/* ---- Several at once ---- */

static gpointer
run_one (gpointer data)
{
  Job *job = data;

  job->failed = job->run == NULL || !run_through (job, job->run);
  return NULL;
}

/* On a device each has a lane of it. */
static void
open_runs (Job         *jobs,
           guint        n,
           const Job   *like,
           vnk_backend *device)
{
  for (guint i = 0; i < n; i++)
    {
      jobs[i] = *like;
      if (device != NULL && device->stream_new != NULL && device->stream_new (device, &jobs[i].backend) != VNK_OK)
        jobs[i].backend = NULL;
    }
  for (guint i = 0; i < n; i++)
    jobs[i].run = new_run (&jobs[i], NULL);
}

/* ms of all processors, for the process since it began. */
static double
processor_time (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return 1e3 * (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-3 * (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* ms a frame of all videos together, as of one: from the first frame to the linked tracks; below 0: one of them
 * failed. */
static double
run_several (const Job   *like,
             vnk_backend *device,
             guint        n,
             double      *opening,
             double      *busy)
{
  g_autofree Job *jobs = g_new0 (Job, n);
  g_autofree GThread **threads = g_new0 (GThread *, n);
  gint64 opened = g_get_monotonic_time (), start, end;
  gboolean failed = FALSE;

  open_runs (jobs, n, like, device);
  *busy = -processor_time ();
  start = g_get_monotonic_time ();
  for (guint i = 0; i < n; i++)
    threads[i] = g_thread_new ("video", run_one, &jobs[i]);
  for (guint i = 0; i < n; i++)
    {
      g_thread_join (threads[i]);
      failed |= jobs[i].failed;
    }
  end = g_get_monotonic_time ();
  *busy += processor_time ();
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&jobs[i].run, venule_pipeline_free);
  *opening = (double) (start - opened + g_get_monotonic_time () - end) / 1000 / n;
  return failed ? -1 : (double) (end - start) / 1000 / (n * like->n_frames);
}

static void
add_several (BenchReport        *report,
             const BenchOptions *options,
             const char         *backend,
             const BenchVideo   *video)
{
  g_autoptr (VenuleSettings) settings = settings_for (video, options, backend, 10);
  g_autoptr (BenchEnergy) energy = bench_energy_new (backend);
  g_autoptr (vnk_backend) opened = NULL;
  gboolean device = g_str_equal (backend, "cuda");
  guint n = (guint) options->videos;
  Job job = { video, settings, MIN ((guint) options->frames, video->frames->len) };
  BenchRow row = { .part = "whole engine", .backend = backend, .work = 1, .unit = "frames" };
  double times[SEVERAL_REPEATS], before = bench_energy_read (energy), after, opening = 0, busy = 0;
  guint repeats = options->quick ? 1 : SEVERAL_REPEATS;

  if (n == 0)
    n = device && !options->quick ? MANY : options->threads > 0 ? (guint) options->threads : g_get_num_processors ();
  settings->threads = 1;
  if (device)
    opened = venule_backend_open (settings, NULL);
  for (guint i = 0; i < repeats; i++)
    {
      times[i] = run_several (&job, opened, n, &opening, &busy);
      if (times[i] < 0)
        {
          bench_report_fail (report, g_strdup_printf ("%u videos at once on %s: a run failed", n, backend));
          return;
        }
    }
  after = bench_energy_read (energy);
  if (before >= 0 && after > before)
    row.energy = (after - before) / (repeats * n * job.n_frames);
  row.name = g_strdup_printf ("%u videos at once, detection every 10 frames", n);
  row.time = bench_time_of (times, repeats);
  bench_report_note (report, g_strdup_printf ("%s: %.3f ms a frame of processor time, %.2f ms to open and close one",
                                              row.name, busy / (n * job.n_frames), opening));
  bench_report_add (report, &row);
}

void
bench_engine (BenchReport        *report,
              const BenchOptions *options,
              const char         *backend,
              const BenchVideo   *video)
{
  add_run (report, options, backend, video, 10);
  add_run (report, options, backend, video, 1);
  add_several (report, options, backend, video);
}
