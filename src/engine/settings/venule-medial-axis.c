/* venule-medial-axis.c: the line half-way between the long sides of a polygon
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-medial-axis.h"

#include <math.h>

#define CELLS 64          /* of the grid along the longer side of the polygon */
#define ROUNDS 12         /* in which points are moved to the middle */
#define SPACING 0.3       /* widths, between the points */
#define MIN_SLENDER 1.0 /* widths that are left between the ends */
#define OPEN 0.8          /* of the clearance half a width on: less of it is in a corner */
#define TURNING 3u        /* steps that tell how the line turns at its ends */
#define MAX_TURNED G_PI_4
#define SHORT 0.25        /* of a step */

/* ---- The outline ---- */

double
venule_outline_cast (const GArray *outline,
                     double        x,
                     double        y,
                     double        dx,
                     double        dy,
                     VenulePoint  *edge)
{
  double nearest = INFINITY;

  for (guint i = 0, j = outline->len - 1; i < outline->len; j = i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, j), *q = &g_array_index (outline, VenulePoint, i);
      double ex = q->x - p->x, ey = q->y - p->y;
      double cross = dx * ey - dy * ex;
      double along, side;

      if (fabs (cross) < 1e-12)
        continue;
      along = ((p->x - x) * ey - (p->y - y) * ex) / cross;
      side = ((p->x - x) * dy - (p->y - y) * dx) / cross;
      if (!(along >= 0 && side >= -1e-9 && side <= 1 + 1e-9 && along < nearest))
        continue;
      nearest = along;
      if (edge != NULL)
        *edge = (VenulePoint){ ex, ey };
    }

  return nearest;
}

gboolean
venule_outline_contains (const GArray *outline,
                         double        x,
                         double        y)
{
  gboolean inside = FALSE;

  for (guint i = 0, j = outline->len - 1; i < outline->len; j = i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, i), *q = &g_array_index (outline, VenulePoint, j);

      if ((p->y > y) != (q->y > y) && x < (q->x - p->x) * (y - p->y) / (q->y - p->y) + p->x)
        inside = !inside;
    }

  return inside;
}

double
venule_outline_distance (const GArray *outline,
                         double        x,
                         double        y)
{
  double nearest = INFINITY;

  for (guint i = 0, j = outline->len - 1; i < outline->len; j = i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, j), *q = &g_array_index (outline, VenulePoint, i);
      double ex = q->x - p->x, ey = q->y - p->y, square = ex * ex + ey * ey;
      double t = square > 0 ? CLAMP (((x - p->x) * ex + (y - p->y) * ey) / square, 0, 1) : 0;

      double dx = x - p->x - t * ex, dy = y - p->y - t * ey;

      nearest = fmin (nearest, dx * dx + dy * dy);
    }

  return sqrt (nearest);
}

/* ---- The grid ---- */

typedef struct {
  int     width, height;
  double  x, y, step; /* of cell (0, 0), px */
  double *clearance;  /* of each cell; 0: outside */
  double *cost;       /* from where the search began */
  int    *from;       /* the cell before */
} Grid;

static void
grid_init (Grid         *self,
           const GArray *outline)
{
  double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;

  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, i);

      left = fmin (left, p->x);
      right = fmax (right, p->x);
      top = fmin (top, p->y);
      bottom = fmax (bottom, p->y);
    }
  self->step = fmax (fmax (right - left, bottom - top) / CELLS, 1e-6);
  self->x = left;
  self->y = top;
  self->width = (int) ((right - left) / self->step) + 2;
  self->height = (int) ((bottom - top) / self->step) + 2;
  self->clearance = g_new0 (double, self->width * self->height);
  self->cost = g_new (double, self->width * self->height);
  self->from = g_new (int, self->width * self->height);
  for (int i = 0; i < self->width * self->height; i++)
    {
      double x = self->x + i % self->width * self->step, y = self->y + i / self->width * self->step;

      if (venule_outline_contains (outline, x, y))
        self->clearance[i] = venule_outline_distance (outline, x, y);
    }
}

static void
grid_clear (Grid *self)
{
  g_free (self->clearance);
  g_free (self->cost);
  g_free (self->from);
}

/* Costs of the ways from @start to everywhere; @away: ways near the sides are dear. The cells are few: those whose
 * cost sinks are gone through again until there are none. Returns the farthest. */
static int
search (Grid     *self,
        int       start,
        gboolean  away)
{
  g_autoptr(GQueue) queue = g_queue_new ();
  int farthest = start;

  for (int i = 0; i < self->width * self->height; i++)
    self->cost[i] = INFINITY;
  self->cost[start] = 0;
  self->from[start] = -1;
  g_queue_push_tail (queue, GINT_TO_POINTER (start));
  while (!g_queue_is_empty (queue))
    {
      int at = GPOINTER_TO_INT (g_queue_pop_head (queue));

      for (int k = 0; k < 9; k++)
        {
          int dx = k % 3 - 1, dy = k / 3 - 1, x = at % self->width + dx, y = at / self->width + dy;
          int to = y * self->width + x;
          double cost;

          if (k == 4 || x < 0 || y < 0 || x >= self->width || y >= self->height || self->clearance[to] <= 0)
            continue;
          cost = self->cost[at] + (dx != 0 && dy != 0 ? G_SQRT2 : 1) *
                 (away ? 1 / (self->clearance[to] * self->clearance[to]) : 1);
          if (cost >= self->cost[to] * (1 - 1e-12))
            continue;
          self->cost[to] = cost;
          self->from[to] = at;
          g_queue_push_tail (queue, GINT_TO_POINTER (to));
        }
    }
  for (int i = 0; i < self->width * self->height; i++)
    if (isfinite (self->cost[i]) && self->cost[i] > self->cost[farthest])
      farthest = i;

  return farthest;
}

/* How many points of @way to leave out at an end: those within half a width of it, and those that lead into a corner
 * of an oblique end, where the sides still come nearer. */
static guint
count_end (const GArray *way,
           const GArray *outline,
           double        half_width,
           double        step,
           gboolean      behind)
{
  guint n = (guint) ceil (1.2 * half_width / step), ahead = (guint) ceil (half_width / step);

  for (; n + ahead < way->len; n++)
    {
      const VenulePoint *here = &g_array_index (way, VenulePoint, behind ? way->len - 1 - n : n);
      const VenulePoint *there = behind ? here - ahead : here + ahead;
      double clearance = venule_outline_distance (outline, here->x, here->y);

      if (clearance >= OPEN * venule_outline_distance (outline, there->x, there->y))
        break;
    }

  return n;
}

/* (transfer full) (nullable) (element-type VenulePoint): from one end to the other, without its ends. @half_width:
 * px, in the middle of the way. */
static GArray *
find_way (const GArray *outline,
          double       *half_width)
{
  Grid grid;
  g_autoptr(GArray) way = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  int start = 0, end;
  guint n_before, n_behind;

  grid_init (&grid, outline);
  for (int i = 0; i < grid.width * grid.height; i++)
    if (grid.clearance[i] > grid.clearance[start])
      start = i;
  *half_width = grid.clearance[start];
  start = search (&grid, start, FALSE);
  end = search (&grid, start, FALSE);
  search (&grid, start, TRUE);
  for (int at = end; at >= 0; at = grid.from[at])
    {
      VenulePoint point = { grid.x + at % grid.width * grid.step, grid.y + at / grid.width * grid.step };

      g_array_append_val (way, point);
    }
  if (way->len > 0)
    {
      const VenulePoint *middle = &g_array_index (way, VenulePoint, way->len / 2);

      *half_width = fmax (venule_outline_distance (outline, middle->x, middle->y), grid.step);
    }
  n_before = count_end (way, outline, *half_width, grid.step, FALSE);
  n_behind = count_end (way, outline, *half_width, grid.step, TRUE);
  grid_clear (&grid);
  if (way->len < n_before + n_behind + 3)
    return NULL;
  g_array_remove_range (way, way->len - n_behind, n_behind);
  g_array_remove_range (way, 0, n_before);

  return g_steal_pointer (&way);
}

/* ---- The line ---- */

static double
length_of (const GArray *line)
{
  double length = 0;

  for (guint i = 1; i < line->len; i++)
    {
      const VenulePoint *p = &g_array_index (line, VenulePoint, i);

      length += hypot (p->x - p[-1].x, p->y - p[-1].y);
    }

  return length;
}

/* (transfer full): @n points at equal distances. */
static GArray *
resample (const GArray *line,
          guint         n)
{
  GArray *points = g_array_sized_new (FALSE, FALSE, sizeof (VenulePoint), n);
  double step = length_of (line) / (n - 1), before = 0;
  guint k = 0;

  for (guint i = 0; i < n; i++)
    {
      const VenulePoint *p = &g_array_index (line, VenulePoint, k);
      double piece = hypot (p[1].x - p->x, p[1].y - p->y), t;
      VenulePoint point;

      while (before + piece < i * step && k + 2 < line->len)
        {
          before += piece;
          p = &g_array_index (line, VenulePoint, ++k);
          piece = hypot (p[1].x - p->x, p[1].y - p->y);
        }
      t = piece > 0 ? CLAMP ((i * step - before) / piece, 0, 1) : 0;
      point = (VenulePoint){ p->x + t * (p[1].x - p->x), p->y + t * (p[1].y - p->y) };
      g_array_append_val (points, point);
    }

  return points;
}

/* Each point to the middle between the sides, across the line; where one is far off, the line has left the vessel
 * there. */
static void
move_to_middle (GArray       *line,
                const GArray *outline,
                double        half_width)
{
  g_autoptr(GArray) old = g_array_copy (line);
  const VenulePoint *p = (const VenulePoint *) (void *) old->data;

  for (guint i = 0; i < line->len; i++)
    {
      const VenulePoint *a = &p[i > 0 ? i - 1 : i], *b = &p[i + 1 < line->len ? i + 1 : i];
      double length = fmax (hypot (b->x - a->x, b->y - a->y), 1e-9);
      double nx = -(b->y - a->y) / length, ny = (b->x - a->x) / length;
      double right = venule_outline_cast (outline, p[i].x, p[i].y, nx, ny, NULL);
      double left = venule_outline_cast (outline, p[i].x, p[i].y, -nx, -ny, NULL);
      VenulePoint *point = &g_array_index (line, VenulePoint, i);

      if (!(right + left < 4 * half_width))
        continue;
      point->x += (right - left) / 2 * nx;
      point->y += (right - left) / 2 * ny;
    }
}

/* How much the line turns from a step to the next at its end. */
static double
turning_at_end (const GArray *line)
{
  guint n = line->len, steps = MIN (TURNING, n - 2);
  const VenulePoint *p = (const VenulePoint *) (void *) line->data;
  double first = atan2 (p[n - 1 - steps].y - p[n - 2 - steps].y, p[n - 1 - steps].x - p[n - 2 - steps].x);
  double last = atan2 (p[n - 1].y - p[n - 2].y, p[n - 1].x - p[n - 2].x);

  return steps > 0 ? remainder (last - first, 2 * G_PI) / steps : 0;
}

/* On to the outline, turning as it did before, but not in circles. What is left of a step at the end is added to the
 * last one if it is short: a curve through points that lie unevenly overshoots. */
static void
extend (GArray       *line,
        const GArray *outline)
{
  double turning = turning_at_end (line), turned = 0, reach = INFINITY;
  const VenulePoint *p = &g_array_index (line, VenulePoint, line->len - 1);
  double step = hypot (p->x - p[-1].x, p->y - p[-1].y);
  double angle = atan2 (p->y - p[-1].y, p->x - p[-1].x);

  for (guint i = 0; i < 1000 && reach > step; i++)
    {
      VenulePoint next = g_array_index (line, VenulePoint, line->len - 1);

      if (fabs (turned + turning) <= MAX_TURNED)
        turned += turning;
      reach = venule_outline_cast (outline, next.x, next.y, cos (angle + turned), sin (angle + turned), NULL);
      if (!isfinite (reach))
        return;
      next.x += fmin (reach, step) * cos (angle + turned);
      next.y += fmin (reach, step) * sin (angle + turned);
      if (reach < SHORT * step)
        g_array_index (line, VenulePoint, line->len - 1) = next;
      else
        g_array_append_val (line, next);
    }
}

static void
reverse (GArray *line)
{
  for (guint i = 0; i < line->len / 2; i++)
    {
      VenulePoint *a = &g_array_index (line, VenulePoint, i),
                  *b = &g_array_index (line, VenulePoint, line->len - 1 - i);
      VenulePoint kept = *a;

      *a = *b;
      *b = kept;
    }
}

GArray *
venule_medial_axis_dup_line (const GArray *outline)
{
  g_autoptr(GArray) way = NULL;
  GArray *line;
  double half_width, length;

  g_return_val_if_fail (outline != NULL && outline->len >= 3, NULL);

  way = find_way (outline, &half_width);
  length = way != NULL ? length_of (way) : 0;
  if (length < 2 * MIN_SLENDER * half_width)
    return NULL;

  line = resample (way, CLAMP ((guint) (length / (2 * SPACING * half_width)), 4, 100));
  for (guint i = 0; i < ROUNDS; i++)
    {
      GArray *even;

      move_to_middle (line, outline, half_width);
      even = resample (line, line->len);
      g_array_unref (line);
      line = even;
    }
  move_to_middle (line, outline, half_width);
  extend (line, outline);
  reverse (line);
  extend (line, outline);

  return line;
}
