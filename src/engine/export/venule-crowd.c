/* venule-crowd.c: thousands of plain rings and lines in one picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-crowd.h"

#include <math.h>
#include <string.h>

/* Steps in a px, of places and of radii, for which there is a stamp each. */
#define STEPS 4
/* Radii above these are rare where there are many cells, px. */
#define MOST_STAMPED 64
/* No cell is larger than the picture, px. */
#define MOST 32768
/* Steps in a px, of places across a line. */
#define FINE 16

/* Px of a row that lie side by side. */
typedef struct {
  int   x, y;  /* from the px in which the ring's middle is */
  guint n;
  guint first; /* its first value in VenuleCrowd.coverage */
} Span;

/* What a ring covers: a part of VenuleCrowd.spans. Made when it is needed. */
typedef struct {
  guint first, n; /* 0: it is not made yet */
} Stamp;

struct _VenuleCrowd
{
  guint32    *pixels;
  int         width, height, stride; /* px */
  double      line;
  double      most;     /* of a px that a line covers */
  Stamp       stamps[MOST_STAMPED * STEPS + 1][STEPS][STEPS]; /* by radius, and the middle's place in its px: y, x */
  GArray     *spans;    /* of Span */
  GByteArray *coverage; /* of 255 */
};

VenuleCrowd *
venule_crowd_new (cairo_surface_t *picture,
                  int              top,
                  int              height,
                  double           line)
{
  VenuleCrowd *self;

  g_return_val_if_fail (cairo_image_surface_get_format (picture) == CAIRO_FORMAT_ARGB32, NULL);
  g_return_val_if_fail (top >= 0 && height > 0 && top + height <= cairo_image_surface_get_height (picture), NULL);
  g_return_val_if_fail (line > 0, NULL);

  self = g_new0 (VenuleCrowd, 1);
  self->stride = cairo_image_surface_get_stride (picture) / (int) sizeof (guint32);
  self->pixels = (guint32 *) (void *) cairo_image_surface_get_data (picture) + (gssize) top * self->stride;
  self->width = cairo_image_surface_get_width (picture);
  self->height = height;
  self->line = line;
  self->most = MIN (line, 1);
  self->spans = g_array_new (FALSE, FALSE, sizeof (Span));
  self->coverage = g_byte_array_new ();

  return self;
}

void
venule_crowd_free (VenuleCrowd *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->spans);
  g_byte_array_unref (self->coverage);
  g_free (self);
}

/* ---- Pixels ---- */

/* How much of a px, of 255, a line covers whose middle is @distance away: a px is taken for a disc, so that the direction does not matter. */
static guint
get_coverage (const VenuleCrowd *self,
              double             distance)
{
  double share = self->line / 2 + 0.5 - fabs (distance);

  return share <= 0 ? 0 : (guint) (MIN (share, self->most) * 255 + 0.5);
}

/* @color over @below, both as cairo has them; two channels at a time. */
static guint32
blend (guint32 below,
       guint32 color,
       guint   coverage)
{
  guint32 over = coverage + (coverage >> 7), under = 256 - over;
  guint32 odd = ((below >> 8) & 0xff00ff) * under + ((color >> 8) & 0xff00ff) * over;
  guint32 even = (below & 0xff00ff) * under + (color & 0xff00ff) * over;

  return (odd & 0xff00ff00) | ((even >> 8) & 0xff00ff);
}

/* Four px at once. */
typedef guint32 Four __attribute__ ((vector_size (16)));

/* @n px side by side that are covered alike. */
static void
blend_row (guint32 *row,
           int      n,
           guint32  color,
           guint    coverage)
{
  guint32 over = coverage + (coverage >> 7), under = 256 - over;
  guint32 odd = ((color >> 8) & 0xff00ff) * over, even = (color & 0xff00ff) * over;
  int i = 0;

  for (; i + 4 <= n; i += 4)
    {
      Four four;

      memcpy (&four, row + i, sizeof four);
      four = ((((four >> 8) & 0xff00ff) * under + odd) & 0xff00ff00) | ((((four & 0xff00ff) * under + even) >> 8) & 0xff00ff);
      memcpy (row + i, &four, sizeof four);
    }
  for (; i < n; i++)
    row[i] = blend (row[i], color, coverage);
}

/* ---- Rings ---- */

/* From px @from to before px @to of a row, as far as they are covered at all. */
static void
add_span (VenuleCrowd *self,
          double       middle_x,
          double       middle_y,
          double       radius,
          int          y,
          int          from,
          int          to)
{
  Span span = { .x = from, .y = y, .n = (guint) MAX (to - from, 0), .first = self->coverage->len };

  g_byte_array_set_size (self->coverage, span.first + span.n);
  for (guint i = 0; i < span.n; i++)
    self->coverage->data[span.first + i] =
      (guint8) get_coverage (self, hypot (from + (int) i + 0.5 - middle_x, y + 0.5 - middle_y) - radius);
  if (span.n > 0)
    g_array_append_val (self->spans, span);
}

/* Left and right of the hole, or across where there is none. */
static void
add_row (VenuleCrowd *self,
         double       middle_x,
         double       middle_y,
         double       radius,
         int          y)
{
  double dy = y + 0.5 - middle_y, outer = radius + self->line / 2 + 0.5, inner = radius - self->line / 2 - 0.5;
  double reach, hole;

  if (fabs (dy) >= outer)
    return;

  reach = sqrt (outer * outer - dy * dy);
  hole = inner > fabs (dy) ? sqrt (inner * inner - dy * dy) : 0;
  if (hole < 1)
    {
      add_span (self, middle_x, middle_y, radius, y, (int) floor (middle_x - reach), (int) ceil (middle_x + reach));
      return;
    }
  add_span (self, middle_x, middle_y, radius, y, (int) floor (middle_x - reach), (int) ceil (middle_x - hole));
  add_span (self, middle_x, middle_y, radius, y, (int) floor (middle_x + hole), (int) ceil (middle_x + reach));
}

static void
make_stamp (VenuleCrowd *self,
            double       middle_x,
            double       middle_y,
            double       radius,
            Stamp       *stamp)
{
  int reach = (int) ceil (radius + self->line / 2 + 0.5) + 1;

  stamp->first = self->spans->len;
  for (int y = -reach; y <= reach; y++)
    add_row (self, middle_x, middle_y, radius, y);
  stamp->n = self->spans->len - stamp->first;
}

/* As much of it as lies in the picture. */
static void
put_span (VenuleCrowd *self,
          const Span  *span,
          int          left,
          int          top,
          guint32      color)
{
  int y = top + span->y, x = left + span->x;
  int first = MAX (-x, 0), end = MIN ((int) span->n, self->width - x);
  const guint8 *coverage = self->coverage->data + span->first;
  guint32 *row = self->pixels + (gssize) y * self->stride + x;

  if (y < 0 || y >= self->height)
    return;

  for (int i = first; i < end; i++)
    row[i] = blend (row[i], color, coverage[i]);
}

/* The whole px that holds the place, and the nearest step within it. */
static int
split (double  place,
       guint  *step)
{
  int steps = (int) floor (place * STEPS);

  *step = (guint) steps & (STEPS - 1);

  return (steps - (int) *step) / STEPS;
}

void
venule_crowd_draw_ring (VenuleCrowd *self,
                        double       x,
                        double       y,
                        double       radius,
                        guint32      color)
{
  double reach = radius + self->line + 2;
  guint spans = self->spans->len, covered = self->coverage->len;
  guint size, step_x, step_y;
  Stamp large, *stamp;
  int left, top;

  /* Nothing of it is seen, or it has no place at all. */
  if (!(radius >= 0 && radius < MOST && x > -reach && y > -reach && x < self->width + reach && y < self->height + reach))
    return;

  size = (guint) lround (radius * STEPS);
  left = split (x, &step_x);
  top = split (y, &step_y);
  stamp = radius < MOST_STAMPED ? &self->stamps[size][step_y][step_x] : &large;
  if (stamp == &large || stamp->n == 0)
    make_stamp (self, (step_x + 0.5) / STEPS, (step_y + 0.5) / STEPS, (double) size / STEPS, stamp);
  for (guint i = stamp->first; i < stamp->first + stamp->n; i++)
    put_span (self, &g_array_index (self->spans, Span, i), left, top, 0xff000000 | color);
  if (stamp == &large)
    {
      g_array_set_size (self->spans, spans);
      g_byte_array_set_size (self->coverage, covered);
    }
}

/* ---- Lines ---- */

/* @n px side by side, or one below the other. */
static void
put_run (VenuleCrowd *self,
         gboolean     steep,
         int          along,
         int          across,
         int          n,
         guint32      color,
         guint        coverage)
{
  guint32 *pixel = self->pixels + (gssize) (steep ? along : across) * self->stride + (steep ? across : along);

  if (!steep)
    blend_row (pixel, n, color, coverage);
  for (int i = 0; steep && i < n; i++)
    pixel[(gssize) i * self->stride] = blend (pixel[(gssize) i * self->stride], color, coverage);
}

/* The px of @n columns or rows, from @along on, whose middle is @across away from the edge. */
static void
put_across (VenuleCrowd *self,
            gboolean     steep,
            int          along,
            int          n,
            double       across,
            double       slant,
            guint32      color)
{
  int most = steep ? self->width : self->height;
  double half = (self->line / 2 + 0.5) / slant;
  int end = MIN ((int) floor (across + half), most - 1);

  for (int i = MAX ((int) floor (across - half), 0); i <= end; i++)
    {
      guint coverage = get_coverage (self, (i + 0.5 - across) * slant);

      if (coverage > 0)
        put_run (self, steep, along, i, n, color, coverage);
    }
}

void
venule_crowd_draw_line (VenuleCrowd *self,
                        double       x0,
                        double       y0,
                        double       x1,
                        double       y1,
                        guint32      color)
{
  gboolean steep = fabs (y1 - y0) > fabs (x1 - x0);
  double from = steep ? y0 : x0, to = steep ? y1 : x1, across = steep ? x0 : y0;
  double slope = ((steep ? x1 : y1) - across) / (to - from), margin = self->line + 1;
  int most = steep ? self->height : self->width, wide = steep ? self->width : self->height;
  int first, last;

  /* Without a length, or without a place. */
  if (!isfinite (slope))
    return;

  /* Each row of px once, so that a line of several pieces is as dark where they meet. */
  first = (int) floor (CLAMP (MIN (from, to), 0, most));
  last = (int) floor (CLAMP (MAX (from, to), 0, most));
  for (int n, i = first; i < last; i += n)
    {
      double middle = across + (i + 0.5 - from) * slope, step = floor (middle * FINE);
      /* Px until the next step. */
      double run = slope == 0 ? last : (slope > 0 ? step + 1 - middle * FINE : middle * FINE - step) / (fabs (slope) * FINE);

      n = run < last - i ? MAX ((int) ceil (run), 1) : last - i;
      if (middle > -margin && middle < wide + margin)
        put_across (self, steep, i, n, (step + 0.5) / FINE, 1 / hypot (1, slope), 0xff000000 | color);
    }
}
