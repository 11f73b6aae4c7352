/* venule-device-benchmark.c: how fast a device analyses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-device-benchmark.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-pipeline.h"
#include "venule-track.h"

#define FRAME_RATE 30 /* frames/s */
#define RADIUS 10     /* px */
#define RIM 2.5       /* px, the dark edge around a cell */
#define LANES 4       /* cells that roll one behind the other, in px across */
#define BACKGROUND 90 /* gray levels */
#define BRIGHT 45
#define DARK 30
#define NOISE 12      /* gray levels, from the darkest to the brightest */
#define N_WARM 3      /* frames that do not count */
#define N_FRAMES 150  /* that are made */
#define LONGEST (G_USEC_PER_SEC / 2)

/* Where a cell is in a frame: those of a lane are as far from each other as they can be, and each lane has its own
 * speed. */
static void
place_cell (int     cell,
            int     frame,
            double *x,
            double *y)
{
  int lane = cell % LANES, n = (VENULE_DEVICE_BENCHMARK_CELLS - lane + LANES - 1) / LANES;

  *x = fmod ((cell / LANES) * (double) VENULE_DEVICE_BENCHMARK_WIDTH / n + 13 * lane + (1 + 0.5 * lane) * frame,
             VENULE_DEVICE_BENCHMARK_WIDTH);
  *y = (lane + 0.5) * VENULE_DEVICE_BENCHMARK_HEIGHT / LANES;
}

/* A bright disc with a dark edge. */
static void
paint_cell (VenuleFrame *frame,
            double       x,
            double       y)
{
  int reach = RADIUS + 3;

  for (int v = MAX ((int) y - reach, 0); v <= MIN ((int) y + reach, frame->height - 1); v++)
    for (int u = MAX ((int) x - reach, 0); u <= MIN ((int) x + reach, frame->width - 1); u++)
      {
        double inside = RADIUS - hypot (u - x, v - y);
        double level = inside > RIM ? BRIGHT * MIN ((inside - RIM) / 2, 1) : inside > 0
                       ? -DARK : -DARK * MAX (1 + inside / 2, 0);

        frame->data[v * frame->stride + u] += (guint8) (int) level;
      }
}

static VenuleFrame *
make_frame (int index)
{
  VenuleFrame *frame = venule_frame_new (VENULE_DEVICE_BENCHMARK_WIDTH, VENULE_DEVICE_BENCHMARK_HEIGHT, 8);
  guint32 chance = 2 * index + 1;

  frame->index = index;
  frame->time = (double) index / FRAME_RATE;
  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      {
        /* Numerical Recipes' generator: the noise is the same on every machine. */
        chance = chance * 1664525u + 1013904223u;
        frame->data[y * frame->stride + x] = (guint8) (BACKGROUND - NOISE / 2 + (chance >> 16) % NOISE);
      }
  for (int i = 0; i < VENULE_DEVICE_BENCHMARK_CELLS; i++)
    {
      double x, y;

      place_cell (i, index, &x, &y);
      paint_cell (frame, x, y);
    }
  return frame;
}

static VenuleSettings *
settings_of (const VenuleDeviceInfo *device)
{
  VenuleSettings *settings = venule_settings_new ();

  venule_vessel_set_rectangle (settings->vessel, 0, 0, VENULE_DEVICE_BENCHMARK_WIDTH, VENULE_DEVICE_BENCHMARK_HEIGHT,
                               0);
  settings->vessel->flow_x = 1;
  settings->vessel->flow_y = 0;
  settings->cell_diameter = 2 * RADIUS;
  settings->device = device->device;
  settings->cuda_device = device->number;
  return settings;
}

static gboolean
measure (VenulePipeline *run,
         GPtrArray      *frames,
         GCancellable   *cancellable,
         double         *frames_per_second,
         GError        **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  gint64 from = 0;
  guint n = 0;

  while (n < frames->len && (n <= N_WARM || g_get_monotonic_time () - from < LONGEST))
    {
      VenuleFrame *frame = g_ptr_array_index (frames, n);

      /* On a graphics card several frames are on their way at once. */
      if (n == N_WARM && !venule_pipeline_drain (run, ids, spots, error))
        return FALSE;
      if (n == N_WARM)
        from = g_get_monotonic_time ();
      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !venule_pipeline_step (run, frame, frame->time, ids, spots, error))
        return FALSE;
      n++;
    }
  if (!venule_pipeline_drain (run, ids, spots, error))
    return FALSE;
  *frames_per_second = (n - N_WARM) * (double) G_USEC_PER_SEC / MAX (g_get_monotonic_time () - from, 1);
  return TRUE;
}

gboolean
venule_device_benchmark_measure (const VenuleDeviceInfo  *device,
                                 GCancellable            *cancellable,
                                 double                  *frames_per_second,
                                 GError                 **error)
{
  g_autoptr (VenuleSettings) settings = settings_of (device);
  g_autoptr (VenulePipeline) run =
    venule_pipeline_new (settings, VENULE_DEVICE_BENCHMARK_WIDTH, VENULE_DEVICE_BENCHMARK_HEIGHT, FRAME_RATE, error);
  g_autoptr (GPtrArray) frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_frame_unref);

  if (run == NULL)
    return FALSE;
  for (int i = 0; i < N_FRAMES; i++)
    g_ptr_array_add (frames, make_frame (i));
  if (!measure (run, frames, cancellable, frames_per_second, error))
    return FALSE;

  /* A run goes on with the processor where a graphics card fails: that is not what was asked for. */
  if (g_strcmp0 (venule_pipeline_get_device (run), device->description) != 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DEVICE, _("It failed while its speed was being measured."));
      return FALSE;
    }
  return TRUE;
}
