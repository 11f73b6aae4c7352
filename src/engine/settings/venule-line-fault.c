/* venule-line-fault.c: what is wrong with a line that was drawn along a vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-line-fault.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define CROSSES N_("The centreline crosses itself")
#define TURNS_BACK N_("The centreline turns back on itself")
#define REVERSAL -0.97 /* cosine of a turn by 166° */

/* Twice the area of a triangle: > 0 where @c lies to the right of the way from @a to @b, on the screen. */
static double
side (VenulePoint a,
      VenulePoint b,
      VenulePoint c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static gboolean
is_between (VenulePoint a,
            VenulePoint b,
            VenulePoint c)
{
  return c.x >= fmin (a.x, b.x) && c.x <= fmax (a.x, b.x) && c.y >= fmin (a.y, b.y) && c.y <= fmax (a.y, b.y);
}

/* Whether the segment from p[0] to p[1] meets that from q[0] to q[1], and where. */
static gboolean
meet (const VenulePoint *p,
      const VenulePoint *q,
      VenulePoint       *at)
{
  double p0 = side (q[0], q[1], p[0]), p1 = side (q[0], q[1], p[1]);
  double q0 = side (p[0], p[1], q[0]), q1 = side (p[0], p[1], q[1]);

  if (p0 * p1 < 0 && q0 * q1 < 0)
    {
      double t = p0 / (p0 - p1);

      *at = (VenulePoint){ p[0].x + t * (p[1].x - p[0].x), p[0].y + t * (p[1].y - p[0].y) };
      return TRUE;
    }
  for (int k = 0; k < 2; k++)
    {
      if ((k == 0 ? p0 : p1) == 0 && is_between (q[0], q[1], p[k]))
        *at = p[k];
      else if ((k == 0 ? q0 : q1) == 0 && is_between (p[0], p[1], q[k]))
        *at = q[k];
      else
        continue;
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_reversal (const VenulePoint *p)
{
  double ax = p[1].x - p[0].x, ay = p[1].y - p[0].y, bx = p[2].x - p[1].x, by = p[2].y - p[1].y;

  return ax * bx + ay * by < REVERSAL * hypot (ax, ay) * hypot (bx, by);
}

const char *
venule_line_find_fault (const GArray *points,
                        VenulePoint  *at)
{
  const VenulePoint *p = (const VenulePoint *) (void *) points->data;
  VenulePoint unused;

  if (at == NULL)
    at = &unused;
  for (guint i = 0; i + 2 < points->len; i++)
    if (is_reversal (&p[i]))
      {
        *at = p[i + 1];
        return TURNS_BACK;
      }
  for (guint i = 0; i + 3 < points->len; i++)
    for (guint k = i + 2; k + 1 < points->len; k++)
      if (meet (&p[i], &p[k], at))
        return CROSSES;
  return NULL;
}
