/* bench-steps.c: what a frame costs, and how that grows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-parts.h"

#include "bench-energy.h"
#include "bench-stage.h"

#define SOR_FLOPS 67 /* of a pixel in a sweep: six neighbours one by one, two together, the step */

static BenchRow
time_step (const BenchOptions *options,
           BenchStage         *stage,
           BenchWork           work)
{
  g_autoptr (BenchEnergy) energy = bench_energy_new (stage->backend->name);
  BenchRow row = { .backend = stage->backend->name };
  double before = bench_energy_read (energy), after;
  guint runs = (guint) options->runs;

  row.time = bench_time (work, bench_stage_wait, stage, runs, options->budget);
  after = bench_energy_read (energy);

  /* The counters are too coarse for short work; then the energy is only known of whole runs. */
  if (before >= 0 && after > before && row.time.median >= 1)
    row.energy = (after - before) / row.time.done;
  return row;
}

/* Has the backend what this step needs? A step that cannot be done is not a failure. */
static gboolean
add_step (BenchReport        *report,
          const BenchOptions *options,
          BenchStage         *stage,
          const char         *part,
          char               *name,
          BenchWork           work)
{
  BenchRow row;

  if (!work (stage))
    {
      bench_report_note (report, g_strdup_printf ("%s: %s cannot do all of it", name, stage->backend->name));
      g_free (name);
      return FALSE;
    }
  row = time_step (options, stage, work);
  row.part = part;
  row.name = name;
  row.work = 1;
  row.unit = "frames";
  bench_report_add (report, &row);
  return TRUE;
}

/* What sweeps cost within a track: a track with all of its sweeps less one with a single sweep and no smaller maps,
 * neither with the snake. The sweeps of the smaller maps are in the time, not in the number. */
static void
add_mgvf (BenchReport        *report,
          const BenchOptions *options,
          BenchStage         *stage)
{
  vnk_mgvf_snake_params params = stage->track;
  double n = stage->cells->len, pixels = n * params.window_length * params.window_width, sweeps, all, one;
  BenchRow row = { 0 };

  stage->track.ellipse.max_iterations = 1;
  row = time_step (options, stage, bench_stage_track);
  all = row.time.median;
  sweeps = bench_stage_mean_sweeps (stage);
  stage->track.mgvf.max_sweeps = 1;
  stage->track.mgvf.coarse_sweeps = 0;
  one = time_step (options, stage, bench_stage_track).time.median;
  stage->track = params;
  if (sweeps <= 1 || row.time.runs == 0)
    return;
  if (all <= one)
    {
      bench_report_note (report, g_strdup_printf ("of it MGVF, %s: too little work to be told from a track without it",
                                                  stage->backend->name));
      return;
    }

  double share = (all - one) / (sweeps - 1) * sweeps / all;

  row.part = "steps";
  row.name = g_strdup_printf ("of it MGVF, %.1f sweeps", sweeps);
  row.time.median *= share;
  row.time.low *= share;
  row.time.high *= share;
  row.time.best *= share;
  row.work = n * sweeps;
  row.unit = "sweeps";
  row.bytes = 2 * sizeof (float) * pixels;
  row.flops = SOR_FLOPS * pixels * sweeps;
  bench_report_add (report, &row);
}

void
bench_steps (BenchReport        *report,
             const BenchOptions *options,
             vnk_backend        *backend,
             const BenchVideo   *video)
{
  g_autoptr (BenchPicture) picture = bench_picture_new_of_video (video);
  g_autoptr (BenchStage) stage = bench_stage_new (backend, picture);
  guint n = picture->cells->len;

  if (stage == NULL)
    {
      bench_report_fail (report, g_strdup_printf ("steps on %s: the picture could not be prepared", backend->name));
      return;
    }

  if (add_step (report, options, stage, "steps", g_strdup ("detection as published"), bench_stage_published))
    bench_report_note (report, g_strdup_printf ("detection as published, %s: %d candidates became contours",
                                                backend->name, stage->found));
  if (add_step (report, options, stage, "steps", g_strdup ("detection"), bench_stage_learned))
    bench_report_note (report, g_strdup_printf ("detection, %s: %d candidates became contours", backend->name,
                                                stage->found));
  if (add_step (report, options, stage, "steps", g_strdup_printf ("tracked frame, %u cells", n), bench_stage_follow) &&
      add_step (report, options, stage, "steps", g_strdup_printf ("of it correlation, %u cells", n),
                bench_stage_match) &&
      add_step (report, options, stage, "steps", g_strdup_printf ("of it snakes, %u cells", n), bench_stage_track))
    add_mgvf (report, options, stage);
}

/* ---- Growth ---- */

static void
add_growth (BenchReport        *report,
            const BenchOptions *options,
            vnk_backend        *backend,
            BenchPicture       *taken,
            gboolean            detect,
            const char         *what)
{
  g_autoptr (BenchPicture) picture = taken;
  g_autoptr (BenchStage) stage = bench_stage_new (backend, picture);
  guint n = picture->cells->len;

  if (stage == NULL)
    {
      bench_report_fail (report, g_strdup_printf ("%s, %d×%d px on %s: not enough memory", what, picture->width,
                                                  picture->height, backend->name));
      return;
    }
  if (!detect)
    {
      add_step (report, options, stage, "growth",
                g_strdup_printf ("%s: tracked frame, %u cells of %.3g px, %d×%d px", what, n, picture->radius,
                                 picture->width, picture->height), bench_stage_follow);
      add_step (report, options, stage, "growth", g_strdup_printf ("%s: of it correlation, %u cells", what, n),
                bench_stage_match);
      add_step (report, options, stage, "growth", g_strdup_printf ("%s: of it snakes, %u cells", what, n),
                bench_stage_track);
      return;
    }
  add_step (report, options, stage, "growth",
            g_strdup_printf ("%s: detection, %u cells of %.3g px, %d×%d px", what, n, picture->radius, picture->width,
                             picture->height), bench_stage_learned);
  add_step (report, options, stage, "growth",
            g_strdup_printf ("%s: detection as published, %u cells of %.3g px, %d×%d px", what, n, picture->radius,
                             picture->width, picture->height), bench_stage_published);
}

void
bench_growth (BenchReport        *report,
              const BenchOptions *options,
              vnk_backend        *backend)
{
  static const guint cells[] = { 36, 100, 300, 1000, 3000, 10000 };
  static const double radii[] = { 4, 6, 10, 15, 20, 30, 45, 60 };
  static const int sides[][2] = { { 320, 110 }, { 640, 219 }, { 1280, 438 }, { 2048, 2048 }, { 4096, 4096 } };

  for (guint i = 0; i < (options->quick ? 2 : G_N_ELEMENTS (cells)); i++)
    add_growth (report, options, backend, bench_picture_new_discs (0, 0, options->radius, cells[i]), FALSE, "cells");
  for (guint i = 0; i < (options->quick ? 2 : G_N_ELEMENTS (radii)); i++)
    {
      add_growth (report, options, backend, bench_picture_new_discs (0, 0, radii[i], 36), FALSE, "radius");
      add_growth (report, options, backend, bench_picture_new_discs (0, 0, radii[i], 36), TRUE, "radius");
    }
  for (guint i = 0; i < (options->quick ? 1 : G_N_ELEMENTS (sides)); i++)
    add_growth (report, options, backend, bench_picture_new_discs (sides[i][0], sides[i][1], options->radius, 36), TRUE,
                "frame");
}
