/* venule-crowd.c: thousands of plain rings and lines in one picture
 *
 * Four px that lie side by side are blended at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-crowd.h"

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>

#include "venule-order.h"
#endif

/* Lines are not wider, px. */
#define MOST_LINE 24
#define GROUP VENULE_STAMP_GROUP
/* What a px that is covered all over is. */
#define WHOLE 256
/* Steps in a px, of distances from the middle of a line. */
#define STEPS (2 * WHOLE)

/* Two values for each of four px: of the half with red, and of that with blue. */
typedef guint16 Lanes __attribute__ ((vector_size (16)));
typedef gint16  Distances __attribute__ ((vector_size (16)));
typedef guint8  Bytes __attribute__ ((vector_size (8)));

/* A colour for four px: the lower and the upper byte of each half. */
typedef struct {
  Lanes low, high;
} Ink;

struct _VenuleCrowd
{
  guint32      *pixels;
  int           width, height, stride; /* px */
  double        line;
  VenuleStamps *stamps; /* borrowed */
  VenuleStamps *own;    /* for rings that have no stamp among them; NULL: there was none yet */
};

VenuleCrowd *
venule_crowd_new (cairo_surface_t *picture,
                  int              top,
                  int              height,
                  VenuleStamps    *stamps)
{
  VenuleCrowd *self;

  g_return_val_if_fail (cairo_image_surface_get_format (picture) == CAIRO_FORMAT_ARGB32, NULL);
  g_return_val_if_fail (top >= 0 && height > 0 && top + height <= cairo_image_surface_get_height (picture), NULL);
  g_return_val_if_fail (stamps != NULL && venule_stamps_get_line (stamps) > 0, NULL);

  self = g_new0 (VenuleCrowd, 1);
  self->stride = cairo_image_surface_get_stride (picture) / (int) sizeof (guint32);
  self->pixels = (guint32 *) (void *) cairo_image_surface_get_data (picture) + (gssize) top * self->stride;
  self->width = cairo_image_surface_get_width (picture);
  self->height = height;
  self->stamps = stamps;
  self->line = MIN (venule_stamps_get_line (stamps), MOST_LINE);

  return self;
}

void
venule_crowd_free (VenuleCrowd *self)
{
  if (self == NULL)
    return;

  venule_stamps_free (self->own);
  g_free (self);
}

/* ---- Pixels ---- */

static Ink
get_ink (guint32 color)
{
  guint32 four[GROUP] = { color, color, color, color };
  Lanes lanes;

  memcpy (&lanes, four, sizeof lanes);

  return (Ink){ lanes & 0xff, lanes >> 8 };
}

/* @over: how much of each px is covered, of WHOLE. Both colours as cairo has them. */
static inline void
blend_four (guint32   *row,
            const Ink *ink,
            Lanes      over)
{
  Lanes below, low, high, under = WHOLE - over;

  memcpy (&below, row, sizeof below);
  low = (below & 0xff) * under + ink->low * over;
  high = (below >> 8) * under + ink->high * over;
  below = (high & 0xff00) | (low >> 8);
  memcpy (row, &below, sizeof below);
}

/* The first @n of them; there is nothing behind those. */
static void
blend_some (guint32   *row,
            int        n,
            const Ink *ink,
            Lanes      over)
{
  guint32 four[GROUP] = { 0 };

  memcpy (four, row, (gsize) n * sizeof *row);
  blend_four (four, ink, over);
  memcpy (row, four, (gsize) n * sizeof *row);
}

/* ---- Rings ---- */

static Lanes
get_over (const guint8 *coverage)
{
  Bytes bytes;
  Lanes lanes;

  memcpy (&bytes, coverage, sizeof bytes);
  lanes = __builtin_convertvector (bytes, Lanes);

  return lanes + (lanes >> 7);
}

/* Its groups from @begin to before @end: all of them lie in the picture. */
static void
put_stamp (VenuleCrowd       *self,
           const VenuleStamp *stamp,
           guint              begin,
           guint              end,
           const Ink         *ink)
{
  guint32 *middle = self->pixels + (gssize) stamp->top * self->stride + stamp->left;

  for (guint i = begin; i < end; i++)
    {
      const VenuleStampGroup *group = &stamp->groups[i];

      blend_four (middle + (gssize) group->y * self->stride + group->x, ink, get_over (group->coverage));
    }
}

/* Their rows lie in the picture, but maybe not their columns. */
static void
put_clipped (VenuleCrowd       *self,
             const VenuleStamp *stamp,
             guint              begin,
             guint              end,
             const Ink         *ink)
{
  for (guint i = begin; i < end; i++)
    {
      const VenuleStampGroup *group = &stamp->groups[i];
      int x = stamp->left + group->x, first = MAX (-x, 0), n = MIN (self->width - x, GROUP) - first;
      guint8 coverage[2 * GROUP] = { 0 };
      guint32 *row = self->pixels + (gssize) (stamp->top + group->y) * self->stride;

      if (n <= 0)
        continue;

      if (n == GROUP)
        {
          blend_four (row + x, ink, get_over (group->coverage));
          continue;
        }
      memcpy (coverage, group->coverage + 2 * first, 2 * (gsize) n);
      blend_some (row + x + first, n, ink, get_over (coverage));
    }
}

/* The first of its groups at or below @row of the picture; they are there from the top to the bottom. */
static guint
find_group (const VenuleStamp *stamp,
            int                row)
{
  return (guint) venule_bisect (0, stamp->n, i, stamp->top + stamp->groups[i].y < row);
}

/* Rings without a stamp are few. */
static gboolean
find_stamp (VenuleCrowd *self,
            double       x,
            double       y,
            double       radius,
            VenuleStamp *stamp)
{
  if (venule_stamps_find (self->stamps, x, y, radius, stamp))
    return TRUE;

  if (self->own == NULL)
    self->own = venule_stamps_new ();
  venule_stamps_begin (self->own, self->line);

  return venule_stamps_trace (self->own, x, y, radius, stamp);
}

void
venule_crowd_draw_ring (VenuleCrowd *self,
                        double       x,
                        double       y,
                        double       radius,
                        guint32      color)
{
  double reach = radius + self->line + 2;
  guint begin = 0, end;
  VenuleStamp stamp;
  Ink ink;

  /* Nothing of it is seen, or it has no place at all. */
  if (!(radius >= 0 && x > -reach && y > -reach && x < self->width + reach &&
        y < self->height + reach) ||
      !find_stamp (self, x, y, radius, &stamp))
    return;

  ink = get_ink (0xff000000 | color);
  end = stamp.n;
  if (stamp.top < stamp.reach)
    begin = find_group (&stamp, 0);
  if (stamp.top + stamp.reach >= self->height)
    end = find_group (&stamp, self->height);
  /* A group may lead beyond what it covers. */
  if (stamp.left >= stamp.reach && stamp.left + stamp.reach + GROUP <= self->width)
    put_stamp (self, &stamp, begin, end, &ink);
  else
    put_clipped (self, &stamp, begin, end, &ink);
}

/* ---- Lines ---- */

/* Px, with 16 bits behind the point. */
typedef gint32 Fixed;

#define ONE (1 << 16)

/* A line, along which it is further from one row of px to the next, or from one column to the next, than across. */
typedef struct {
  int       first, last;  /* rows or columns of px, without the last one */
  double    across, slope;
  Fixed     from;         /* where it is in the middle of the first one, across */
  Fixed     step;         /* across for one px along */
  Fixed     half;         /* that it covers at most, to both sides */
  int       unit;         /* steps away from its middle for one px across */
  Distances apart;        /* steps, from the first of four px to each of them */
  gint16    reach, most;  /* steps that it reaches, and of a px that it covers at most */
  Ink       ink;
} Line;

/* Of four px, the first of which is @distance away from the middle: a px is taken for a disc, so that the direction does not
 * matter. */
static inline Lanes
get_over_of_line (const Line *line,
                  gint16      distance)
{
  Distances distances = line->apart + distance;
#ifdef __SSE2__
  __m128i away = _mm_max_epi16 ((__m128i) distances, (__m128i) -distances);
  __m128i covered = _mm_min_epi16 (_mm_subs_epu16 (_mm_set1_epi16 (line->reach), away), _mm_set1_epi16 (line->most));

  return (Lanes) covered >> 1;
#else
  Distances away = (distances ^ (distances >> 15)) - (distances >> 15);
  Distances covered = line->reach - away, above;

  covered &= ~(covered >> 15);
  above = covered - line->most;

  return (Lanes) (line->most + (above & (above >> 15))) >> 1;
#endif
}

static inline gint16
get_distance (const Line *line,
              int         pixel,
              Fixed       across)
{
  return (gint16) (((gint64) (pixel * ONE + ONE / 2 - across) * line->unit) / ONE);
}

/* Row by row, the px of each that lie side by side. */
static void
draw_steep (VenuleCrowd *self,
            const Line  *line)
{
  guint32 *row = self->pixels + (gssize) line->first * self->stride;
  Fixed across = line->from;

  for (int y = line->first; y < line->last; y++, row += self->stride, across += line->step)
    {
      int end = MIN ((across + line->half + ONE / 2) >> 16, self->width);

      for (int x = MAX ((across - line->half + ONE / 2) >> 16, 0); x < end; x += GROUP)
        {
          Lanes over = get_over_of_line (line, get_distance (line, x, across));

          if (x + GROUP <= self->width)
            blend_four (row + x, &line->ink, over);
          else
            blend_some (row + x, self->width - x, &line->ink, over);
        }
    }
}

/* The last columns, of which there are less than four. */
static Lanes
get_first (int n)
{
  guint16 first[2 * GROUP];
  Lanes lanes;

  for (int i = 0; i < 2 * GROUP; i++)
    first[i] = i / 2 < n ? 0xffff : 0;
  memcpy (&lanes, first, sizeof lanes);

  return lanes;
}

/* Four columns at once, row by row. */
static void
draw_flat (VenuleCrowd *self,
           const Line  *line)
{
  Fixed above = line->half - ONE / 2 + MAX (-line->step, 0) * (GROUP - 1);
  Fixed below = line->half + ONE / 2 + MAX (line->step, 0) * (GROUP - 1);
  Fixed across = line->from;

  for (int x = line->first; x < line->last; x += GROUP, across += GROUP * line->step)
    {
      int n = MIN (line->last - x, GROUP);
      int y = MAX ((across - above) >> 16, 0), end = MIN ((across + below) >> 16, self->height);
      int distance = get_distance (line, y, across);
      guint32 *pixel = self->pixels + (gssize) y * self->stride + x;

      if (n == GROUP)
        for (; y < end; y++, distance += line->unit, pixel += self->stride)
          blend_four (pixel, &line->ink, get_over_of_line (line, (gint16) distance));
      else if (x + GROUP <= self->width)
        for (Lanes wanted = get_first (n); y < end; y++, distance += line->unit, pixel += self->stride)
          blend_four (pixel, &line->ink, get_over_of_line (line, (gint16) distance) & wanted);
      else
        for (Lanes wanted = get_first (n); y < end; y++, distance += line->unit, pixel += self->stride)
          blend_some (pixel, n, &line->ink, get_over_of_line (line, (gint16) distance) & wanted);
    }
}

/* From each of four px to the next. */
static Distances
get_apart (double step)
{
  gint16 apart[2 * GROUP];
  Distances lanes;

  for (int i = 0; i < GROUP; i++)
    apart[2 * i] = apart[2 * i + 1] = (gint16) (i * step);
  memcpy (&lanes, apart, sizeof lanes);

  return lanes;
}

/* Leaves out what lies beside the picture, which is @wide across. */
static void
clip (Line *line,
      int   wide)
{
  double margin = MOST_LINE, n = line->last - line->first;
  double in = (line->slope > 0 ? -margin : wide + margin) - line->across;
  double out = (line->slope > 0 ? wide + margin : -margin) - line->across;

  if (line->slope == 0)
    {
      line->last = line->across > -margin && line->across < wide + margin ? line->last : line->first;
      return;
    }

  in = CLAMP (floor (in / line->slope), 0, n);
  out = CLAMP (ceil (out / line->slope), in, n);
  line->last = line->first + (int) out;
  line->first += (int) in;
  line->across += in * line->slope;
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
  double slope = ((steep ? x1 : y1) - across) / (to - from), slant = 1 / sqrt (1 + slope * slope);
  double reach = self->line / 2 + 0.5;
  int most = steep ? self->height : self->width;
  Line line = { .slope = slope };

  /* Each row of px once, so that a line of several pieces is as dark where they meet. */
  line.first = (int) floor (CLAMP (MIN (from, to), 0, most));
  line.last = (int) floor (CLAMP (MAX (from, to), 0, most));
  line.across = across + (line.first + 0.5 - from) * slope;
  /* Without a length, or without a place. */
  if (!isfinite (slope) || !isfinite (line.across))
    return;

  clip (&line, steep ? self->width : self->height);
  if (line.first == line.last)
    return;

  line.from = (Fixed) (line.across * ONE);
  line.step = (Fixed) (slope * ONE);
  line.half = (Fixed) (reach / slant * ONE);
  line.unit = (int) (STEPS * slant);
  line.apart = get_apart (steep ? line.unit : -slope * line.unit);
  line.reach = (gint16) (STEPS * reach);
  line.most = (gint16) (STEPS * MIN (self->line, 1));
  line.ink = get_ink (0xff000000 | color);
  if (steep)
    draw_steep (self, &line);
  else
    draw_flat (self, &line);
}
