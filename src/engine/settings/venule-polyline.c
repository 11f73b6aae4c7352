/* venule-polyline.c: lines with few corners in place of those with many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-polyline.h"

#include <math.h>

static double
distance_from (const VenulePoint *point,
               const VenulePoint *from,
               const VenulePoint *to)
{
  double dx = to->x - from->x, dy = to->y - from->y, length = hypot (dx, dy);

  return length > 0 ? fabs ((point->x - from->x) * dy - (point->y - from->y) * dx) / length
                    : hypot (point->x - from->x, point->y - from->y);
}

/* Those after the first. */
static void
append_rest (GArray            *points,
             const VenulePoint *all,
             guint              n,
             double             within)
{
  guint farthest = 0;

  for (guint i = 1; i + 1 < n; i++)
    if (farthest == 0 ||
        distance_from (&all[i], &all[0], &all[n - 1]) > distance_from (&all[farthest], &all[0], &all[n - 1]))
      farthest = i;
  if (farthest > 0 && distance_from (&all[farthest], &all[0], &all[n - 1]) > within)
    {
      append_rest (points, all, farthest + 1, within);
      append_rest (points, all + farthest, n - farthest, within);
    }
  else
    g_array_append_val (points, all[n - 1]);
}

void
venule_polyline_append_bends (GArray            *points,
                              const VenulePoint *all,
                              guint              n,
                              double             within)
{
  g_array_append_val (points, all[0]);
  if (n > 1)
    append_rest (points, all, n, within);
}
