/* bench-streams.c: the same operation by many streams of a device at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What many videos at once ask of a device, an operation at a time: each stream has a thread and planes of its own, and
 * asks again as soon as it has been answered. From one stream to many the time of an operation falls until the device,
 * its driver or the processor is busy all the time.
 */

#include "bench-parts.h"

#include "bench-stage.h"

#define SECONDS 0.1
#define REPEATS 3

typedef struct {
  const char *name;
  BenchWork   work;
} Kind;

typedef struct {
  BenchStage *stage;
  vnk_backend *stream;
  BenchWork work;
  gint64    end;
  guint     done;
  gboolean  failed;
} Asker;

static gboolean
upload (gpointer stage)
{
  BenchStage *self = stage;
  const BenchPicture *picture = self->picture;

  return self->backend->convert (self->backend, &picture->next, picture->x0, picture->y0, 1, 0,
                                 &self->next) == VNK_OK &&
         self->backend->wait (self->backend) == VNK_OK;
}

static gboolean
shift (gpointer stage)
{
  BenchStage *self = stage;
  vnk_translation found = { .range = 8 };

  return self->backend->translation (self->backend, &self->first, NULL, &self->next, &found, &self->aligned) == VNK_OK;
}

static const Kind kinds[] = {
  { "upload", upload },
  { "translation", shift },
  { "correlation", bench_stage_match },
  { "snakes", bench_stage_track },
  { "detection", bench_stage_learned },
};

gboolean
bench_streams_has (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      return TRUE;
  return FALSE;
}

static gpointer
ask (gpointer data)
{
  Asker *self = data;

  while (g_get_monotonic_time () < self->end && !self->failed)
    {
      self->failed = !self->work (self->stage);
      self->done++;
    }
  return NULL;
}

/* ms for each time that any of the streams was answered; below 0: it failed. */
static double
time_together (Asker     *askers,
               guint      n,
               BenchWork  work,
               double     seconds)
{
  g_autofree GThread **threads = g_new0 (GThread *, n);
  gint64 start = g_get_monotonic_time ();
  gboolean failed = FALSE;
  guint done = 0;

  for (guint i = 0; i < n; i++)
    {
      askers[i].work = work;
      askers[i].done = 0;
      askers[i].end = start + (gint64) (seconds * G_USEC_PER_SEC);
      threads[i] = g_thread_new ("stream", ask, &askers[i]);
    }
  for (guint i = 0; i < n; i++)
    {
      g_thread_join (threads[i]);
      failed |= askers[i].failed;
      done += askers[i].done;
    }
  return failed || done == 0 ? -1 : (double) (g_get_monotonic_time () - start) / 1000 / done;
}

static void
add_kind (BenchReport *report,
          const char  *backend,
          Asker       *askers,
          guint        n,
          const Kind  *kind)
{
  BenchRow row = { .part = "many streams", .backend = backend, .work = 1, .unit = "times" };
  double times[REPEATS];

  row.name = g_strdup_printf ("%s, %u streams", kind->name, n);
  time_together (askers, n, kind->work, SECONDS / 4);
  for (guint i = 0; i < REPEATS; i++)
    times[i] = time_together (askers, n, kind->work, SECONDS);
  row.time = bench_time_of (times, times[0] > 0 ? REPEATS : 0);
  bench_report_add (report, &row);
}

void
bench_streams (BenchReport        *report,
             const BenchOptions *options,
             vnk_backend        *backend,
             const BenchVideo   *video)
{
  g_autoptr (BenchPicture) picture = bench_picture_new_of_video (video);
  guint most = options->videos > 0 ? (guint) options->videos : options->quick ? 2 : 64, made = 0;
  g_autofree Asker *askers = g_new0 (Asker, most);
  gint64 start = g_get_monotonic_time ();

  if (backend->stream_new == NULL)
    return;

  for (; made < most; made++)
    {
      if (backend->stream_new (backend, &askers[made].stream) != VNK_OK)
        break;
      askers[made].stage = bench_stage_new (askers[made].stream, picture);
      if (askers[made].stage == NULL)
        {
          askers[made].stream->close (askers[made].stream);
          break;
        }
    }
  bench_report_note (report, g_strdup_printf ("%u streams with their planes were made in %.0f ms", made,
                                              (double) (g_get_monotonic_time () - start) / 1000));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint n = 1; n <= made && bench_options_wants (options->operations, kinds[i].name); n *= 4)
      add_kind (report, backend->name, askers, n, &kinds[i]);

  start = g_get_monotonic_time ();
  for (guint i = 0; i < made; i++)
    {
      bench_stage_free (askers[i].stage);
      askers[i].stream->close (askers[i].stream);
    }
  bench_report_note (report,
                     g_strdup_printf ("… and closed in %.0f ms", (double) (g_get_monotonic_time () - start) / 1000));
}
