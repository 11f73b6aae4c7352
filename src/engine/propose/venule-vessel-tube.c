/* venule-vessel-tube.c: the middle and the walls of a part of the picture that is longer than wide
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-vessel-tube.h"

#include <math.h>

#include "venule-blur.h"
#include "venule-medial-axis.h"

#define SHORTEST 12     /* places along the axis */
#define MEDIAN 1.0      /* widths to each side: what is shorter is no wall */
#define SMOOTH 6.0      /* of these standard deviations make a width */
#define LEAST_SMOOTH 2.0
#define END 3.0         /* of these make a width: so near its ends the border of the picture cuts the part off */

#define BENT 0.25       /* widths: a middle that leaves its chord by more is followed in its turn */
#define BENT_PASSES 3

/* The part in columns across its longer axis, or across a line along it, and the run of places in each that is
 * followed. */
typedef struct {
  const guint *labels;
  int          width, height;
  guint        label;
  double       x, y;          /* its centre */
  double       along_x, along_y;
  int          n;             /* columns */
  VenulePoint *at, *across;   /* of each column: its place on the axis, and a unit vector across */
  int          reach;         /* rows to each side */
  float       *low, *high;    /* of the run in each column; low > high: there is none */
} Axes;

static void
find_axis (Axes *self)
{
  double n = 0, xx = 0, xy = 0, yy = 0, angle;

  for (int pass = 0; pass < 2; pass++)
    for (int y = 0; y < self->height; y++)
      for (int x = 0; x < self->width; x++)
        if (self->labels[(gsize) y * self->width + x] == self->label)
          {
            if (pass == 0)
              {
                n++;
                self->x += (x - self->x) / n;
                self->y += (y - self->y) / n;
                continue;
              }
            xx += (x - self->x) * (x - self->x);
            xy += (x - self->x) * (y - self->y);
            yy += (y - self->y) * (y - self->y);
          }
  angle = atan2 (2 * xy, xx - yy) / 2;
  self->along_x = cos (angle);
  self->along_y = sin (angle);
}

static void
set_columns (Axes *self,
             int   n)
{
  self->n = n;
  self->at = g_renew (VenulePoint, self->at, n);
  self->across = g_renew (VenulePoint, self->across, n);
  self->low = g_renew (float, self->low, n);
  self->high = g_renew (float, self->high, n);
}

static void
axes_clear (Axes *self)
{
  g_free (self->at);
  g_free (self->across);
  g_free (self->low);
  g_free (self->high);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Axes, axes_clear)

static void
lay_straight (Axes *self)
{
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
  int first;

  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x++)
      if (self->labels[(gsize) y * self->width + x] == self->label)
        {
          double along = (x - self->x) * self->along_x + (y - self->y) * self->along_y;

          low = MIN (low, along);
          high = MAX (high, along);
        }
  first = (int) floor (low);
  set_columns (self, (int) ceil (high) - first + 1);
  for (int i = 0; i < self->n; i++)
    {
      self->at[i] = (VenulePoint) { self->x + (first + i) * self->along_x, self->y + (first + i) * self->along_y };
      self->across[i] = (VenulePoint) { -self->along_y, self->along_x };
    }
  self->reach = (int) ceil (hypot (self->width, self->height));
}

static VenulePoint
place (const Axes *self,
       int         column,
       double      across)
{
  return (VenulePoint) { self->at[column].x + across * self->across[column].x,
                         self->at[column].y + across * self->across[column].y };
}

static gboolean
is_part (const Axes *self,
         int         column,
         int         across)
{
  VenulePoint at = place (self, column, across);
  int x = (int) lround (at.x), y = (int) lround (at.y);

  return x >= 0 && y >= 0 && x < self->width && y < self->height &&
         self->labels[(gsize) y * self->width + x] == self->label;
}

/* The run in a column that is longest, or has most in common with that of the column before. */
static gboolean
find_run (Axes         *self,
          int           column,
          const float  *before)
{
  double most = before != NULL ? -1 : 0;

  self->low[column] = 1;
  self->high[column] = 0;
  for (int across = -self->reach; across <= self->reach; across++)
    {
      int end = across;
      double common;

      if (!is_part (self, column, across))
        continue;
      while (end < self->reach && is_part (self, column, end + 1))
        end++;
      common = before != NULL ? MIN (end, (double) before[1]) - MAX (across, (double) before[0]) : end - across + 1;
      if (common > most)
        {
          most = common;
          self->low[column] = (float) across;
          self->high[column] = (float) end;
        }
      across = end;
    }
  return self->low[column] <= self->high[column];
}

/* From the column where it is as wide as usual, and nearest to the middle, to both ends. */
static void
follow (Axes *self)
{
  g_autofree float *widths = g_new (float, self->n);
  int start = self->n / 2;
  double best = G_MAXDOUBLE;
  float usual;

  for (int i = 0; i < self->n; i++)
    widths[i] = find_run (self, i, NULL) ? self->high[i] - self->low[i] : 0;
  usual = venule_median_of (widths, (guint) self->n);
  for (int i = 0; i < self->n; i++)
    {
      double far = (fabsf (widths[i] - usual) > 2 ? self->n : 0) + abs (i - self->n / 2);

      if (far < best)
        {
          best = far;
          start = i;
        }
    }
  for (int way = -1; way <= 1; way += 2)
    {
      float before[] = { self->low[start], self->high[start] };
      int i = start + way;

      for (; i >= 0 && i < self->n && find_run (self, i, before); i += way)
        {
          before[0] = self->low[i];
          before[1] = self->high[i];
        }
      for (; i >= 0 && i < self->n; i += way)
        {
          self->low[i] = 1;
          self->high[i] = 0;
        }
    }
}

/* Leaves the columns that have a run; there are no gaps between them. */
static void
trim (Axes *self)
{
  int first = 0, n = self->n;

  while (first < n && self->low[first] > self->high[first])
    first++;
  while (n > first && self->low[n - 1] > self->high[n - 1])
    n--;
  self->n = n - first;
  memmove (self->at, self->at + first, sizeof *self->at * self->n);
  memmove (self->across, self->across + first, sizeof *self->across * self->n);
  memmove (self->low, self->low + first, sizeof *self->low * self->n);
  memmove (self->high, self->high + first, sizeof *self->high * self->n);
}

/* A wall goes on to both ends as it came from the middle. */
static void
mend_ends (float *edge,
           int    n,
           int    reach)
{
  float first = edge[reach], slope = (edge[reach] - edge[2 * reach]) / (float) reach;
  float last = edge[n - 1 - reach], last_slope = (last - edge[n - 1 - 2 * reach]) / (float) reach;

  for (int i = 0; i < reach; i++)
    {
      edge[i] = first + slope * (float) (reach - i);
      edge[n - 1 - i] = last + last_slope * (float) (reach - i);
    }
}

static VenuleVesselTube *
make_tube (Axes *self)
{
  g_autoptr (VenuleVesselTube) tube = g_new0 (VenuleVesselTube, 1);
  guint n = (guint) self->n;
  g_autofree float *low = g_memdup2 (self->low, sizeof *low * n), *high = g_memdup2 (self->high, sizeof *high * n);
  g_autofree float *widths = g_new (float, n);
  float usual;

  for (guint i = 0; i < n; i++)
    widths[i] = high[i] - low[i];
  usual = venule_median_of (widths, n);
  for (int side = 0; side < 2; side++)
    {
      float *edge = side == 0 ? low : high;

      venule_median (edge, n, (guint) CLAMP (MEDIAN * (double) usual, 2, (n - 1) / 2));
      venule_blur (edge, n, MAX (LEAST_SMOOTH, (double) usual / SMOOTH));
      mend_ends (edge, (int) n, CLAMP ((int) ((double) usual / END), 1, (int) n / 4));
    }

  tube->n = n;
  tube->middle = g_new (VenulePoint, n);
  tube->walls = g_new (VenulePoint, 2 * n);
  for (guint i = 0; i < n; i++)
    {
      tube->roughness += (double) (fabsf (low[i] - self->low[i]) + fabsf (high[i] - self->high[i])) / n;
      widths[i] = high[i] - low[i];
      tube->middle[i] = place (self, i, (double) (low[i] + high[i]) / 2);
      tube->walls[i] = place (self, i, (double) low[i]);
      tube->walls[2 * n - 1 - i] = place (self, i, (double) high[i]);
      if (i > 0)
        tube->length += hypot (tube->middle[i].x - tube->middle[i - 1].x, tube->middle[i].y - tube->middle[i - 1].y);
    }
  tube->width = (double) venule_median_of (widths, n) + 1;
  tube->roughness /= tube->width;
  return g_steal_pointer (&tube);
}

/* ---- Along its own middle ---- */

/* How far the middle leaves the straight line from end to end. */
static double
find_bend (const VenuleVesselTube *tube)
{
  VenulePoint a = tube->middle[0], b = tube->middle[tube->n - 1];
  double chord = MAX (hypot (b.x - a.x, b.y - a.y), 1e-9), most = 0;

  for (guint i = 0; i < tube->n; i++)
    most = MAX (most, fabs ((tube->middle[i].x - a.x) * (b.y - a.y) - (tube->middle[i].y - a.y) * (b.x - a.x)) / chord);
  return most;
}

/* (element-type VenulePoint) (transfer full): points 1 apart in the picture, along the middle and straight on at its
 * ends. */
static GArray *
dup_line (const Axes             *self,
          const VenuleVesselTube *tube)
{
  guint n = tube->n, back = CLAMP ((guint) tube->width / 2, 2, n - 1);
  double further = hypot (self->width, self->height), sigma = MAX (LEAST_SMOOTH, tube->width / SMOOTH);
  g_autofree float *x = g_new (float, n), *y = g_new (float, n);
  g_autofree VenulePoint *line = g_new (VenulePoint, n + 2);
  GArray *points;

  for (guint i = 0; i < n; i++)
    {
      x[i] = (float) tube->middle[i].x;
      y[i] = (float) tube->middle[i].y;
    }
  venule_blur (x, n, sigma);
  venule_blur (y, n, sigma);
  for (guint i = 0; i < n; i++)
    line[i + 1] = (VenulePoint) { (double) x[i], (double) y[i] };
  for (int end = 0; end < 2; end++)
    {
      VenulePoint last = line[end == 0 ? 1 : n], before = line[end == 0 ? 1 + back : n - back];
      double far = MAX (hypot (last.x - before.x, last.y - before.y), 1e-9);

      line[end == 0 ? 0 : n + 1] = (VenulePoint) { last.x + further * (last.x - before.x) / far,
                                                   last.y + further * (last.y - before.y) / far };
    }
  points = venule_vessel_tube_dup_points (line, n + 2);
  for (guint i = points->len; i > 0; i--)
    {
      VenulePoint at = g_array_index (points, VenulePoint, i - 1);

      if (at.x < 0 || at.y < 0 || at.x > self->width - 1 || at.y > self->height - 1)
        g_array_remove_index (points, i - 1);
    }
  return points;
}

/* FALSE: it is too short. */
static gboolean
lay_along (Axes                   *self,
           const VenuleVesselTube *tube)
{
  g_autoptr (GArray) line = dup_line (self, tube);

  if (line->len < SHORTEST)
    return FALSE;
  set_columns (self, (int) line->len);
  for (guint i = 0; i < line->len; i++)
    {
      VenulePoint a = g_array_index (line, VenulePoint, i > 0 ? i - 1 : 0);
      VenulePoint b = g_array_index (line, VenulePoint, MIN (i + 1, line->len - 1));
      double far = MAX (hypot (b.x - a.x, b.y - a.y), 1e-9);

      self->at[i] = g_array_index (line, VenulePoint, i);
      self->across[i] = (VenulePoint) { -(b.y - a.y) / far, (b.x - a.x) / far };
    }
  self->reach = (int) ceil (tube->width); /* no further: beyond the middle of its turn columns cross */
  return TRUE;
}

GArray *
venule_vessel_tube_dup_points (const VenulePoint *line,
                               guint              n)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  double next = 0, gone = 0;

  for (guint i = 1; i < n; i++)
    {
      VenulePoint a = line[i - 1], b = line[i];
      double step = hypot (b.x - a.x, b.y - a.y);

      for (; next <= gone + step; next++)
        {
          double at = step > 0 ? (next - gone) / step : 0;
          VenulePoint point = { a.x + at * (b.x - a.x), a.y + at * (b.y - a.y) };

          g_array_append_val (points, point);
        }
      gone += step;
    }
  return points;
}

VenuleVesselTube *
venule_vessel_tube_new (const guint *labels,
                        int          width,
                        int          height,
                        guint        label)
{
  g_auto (Axes) axes = { .labels = labels, .width = width, .height = height, .label = label };
  g_autoptr (VenuleVesselTube) tube = NULL;

  find_axis (&axes);
  lay_straight (&axes);
  follow (&axes);
  trim (&axes);
  if (axes.n < SHORTEST)
    return NULL;
  tube = make_tube (&axes);
  for (int pass = 0; pass < BENT_PASSES && find_bend (tube) > BENT * tube->width && lay_along (&axes, tube); pass++)
    {
      follow (&axes);
      trim (&axes);
      if (axes.n < SHORTEST)
        break;
      venule_vessel_tube_free (tube);
      tube = make_tube (&axes);
    }
  return g_steal_pointer (&tube);
}

void
venule_vessel_tube_free (VenuleVesselTube *self)
{
  if (self == NULL)
    return;

  g_free (self->middle);
  g_free (self->walls);
  g_free (self);
}

VenuleMap *
venule_vessel_tube_dup_mask (const VenuleVesselTube *self,
                             int                     width,
                             int                     height)
{
  g_autoptr (GArray) outline = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  VenuleMap *mask = venule_map_new (width, height);

  g_array_append_vals (outline, self->walls, 2 * self->n);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      mask->values[(gsize) y * width + x] = venule_outline_contains (outline, x, y);
  return mask;
}
