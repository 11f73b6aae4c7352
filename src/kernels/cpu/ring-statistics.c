/* ring-statistics.c: what discs of a plane look like
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>

#define RINGS 3
#define INNER 2 /* rings of which the slopes are taken, too */

typedef struct {
  const vnk_plane     *in;
  vnk_ring_statistics *looks;
} RingStatisticsJob;

static void
look_at (void *data, int index, int thread)
{
  static const double limits[RINGS] = VNK_RING_RADII;
  const RingStatisticsJob *job = data;
  const vnk_plane *in = job->in;
  vnk_ring_statistics *look = &job->looks[index];
  double radius = look->radius;
  double sums[RINGS] = { 0.0 }, along = 0.0, across = 0.0;
  int counts[RINGS] = { 0 };
  int reach = (int) ceil (limits[RINGS - 1] * radius);
  int middle_x = (int) lround (look->x), middle_y = (int) lround (look->y);
  int right = vnk_clamp_int (middle_x + reach, -1, in->width - 1);
  int bottom = vnk_clamp_int (middle_y + reach, -1, in->height - 1);

  for (int y = vnk_clamp_int (middle_y - reach, 0, in->height); y <= bottom; y++)
    for (int x = vnk_clamp_int (middle_x - reach, 0, in->width); x <= right; x++)
      {
        double value = (double) vnk_plane_row (in, y)[x];
        double dx = (x - look->x) / radius, dy = (y - look->y) / radius, distance = hypot (dx, dy);
        int ring = distance < limits[0] ? 0 : distance < limits[1] ? 1 : 2;

        if (distance > limits[RINGS - 1])
          continue;
        sums[ring] += value;
        counts[ring]++;
        if (ring < INNER)
          {
            along += 2 * dx * value;
            across += 2 * dy * value;
          }
      }

  int inner = counts[0] + counts[1];

  for (int i = 0; i < RINGS; i++)
    look->values[i] = (float) (sums[i] / (counts[i] > 1 ? counts[i] : 1));
  look->values[RINGS] = (float) (along / (inner > 1 ? inner : 1));
  look->values[RINGS + 1] = (float) (across / (inner > 1 ? inner : 1));
}

vnk_status
vnk_cpu_ring_statistics (vnk_backend *backend, const vnk_plane *in, vnk_ring_statistics *looks, int n)
{
  if (!vnk_check_ring_statistics (in, looks, n))
    return VNK_ERROR_INVALID;

  RingStatisticsJob job = { in, looks };

  vnk_pool_run (vnk_cpu_self (backend)->pool, n, look_at, &job);
  return VNK_OK;
}
