/* venule-stamps.c: what rings cover, kept for the next ones of their size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-stamps.h"

#include <math.h>
#include <string.h>

/* Steps in a px, of places and of radii, for which there is a stamp each. */
#define STEPS 4
/* Radii above these, px, are rare where there are many cells. */
#define MOST_STAMPED 64
/* No picture is as large, px. */
#define MOST_PLACE 1e6
#define MOST_RADIUS 30000
/* All of them are forgotten above this: 3 MiB. */
#define MOST_GROUPS (1 << 18)
/* A part of VenuleStamps.groups. */
typedef struct {
  guint first, n; /* 0: it is not made yet */
} Part;

struct _VenuleStamps
{
  double  line;
  Part    parts[MOST_STAMPED * STEPS + 1][STEPS][STEPS]; /* by radius, and the middle's place in its px: y, x */
  GArray *groups; /* of VenuleStampGroup */
};

/* Where a ring lies among the stamps. */
typedef struct {
  int   left, top;
  guint size, x, y;
} Place;

VenuleStamps *
venule_stamps_new (void)
{
  VenuleStamps *self = g_new0 (VenuleStamps, 1);

  self->groups = g_array_new (FALSE, FALSE, sizeof (VenuleStampGroup));

  return self;
}

void
venule_stamps_free (VenuleStamps *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->groups);
  g_free (self);
}

static void
forget (VenuleStamps *self)
{
  memset (self->parts, 0, sizeof self->parts);
  g_array_set_size (self->groups, 0);
}

void
venule_stamps_begin (VenuleStamps *self,
                     double        line)
{
  g_return_if_fail (line > 0);

  if (line == self->line && self->groups->len < MOST_GROUPS)
    return;

  self->line = line;
  forget (self);
}

double
venule_stamps_get_line (VenuleStamps *self)
{
  return self->line;
}

/* ---- Making them ---- */

/* How much of a px, of 255, a line covers whose middle is @distance away: a px is taken for a disc, so that the direction does
 * not matter. */
static guint8
get_coverage (const VenuleStamps *self,
              double              distance)
{
  double share = self->line / 2 + 0.5 - fabs (distance);

  return share <= 0 ? 0 : (guint8) (MIN (share, MIN (self->line, 1)) * 255 + 0.5);
}

static guint8
get_coverage_at (const VenuleStamps *self,
                 double              dx,
                 double              dy,
                 double              radius)
{
  return get_coverage (self, hypot (dx, dy) - radius);
}

/* From px @from to before px @to of a row, as far as they are covered at all. */
static void
add_span (VenuleStamps *self,
          double        middle_x,
          double        dy,
          double        radius,
          int           y,
          int           from,
          int           to)
{
  while (from < to && get_coverage_at (self, from + 0.5 - middle_x, dy, radius) == 0)
    from++;
  while (from < to && get_coverage_at (self, to - 0.5 - middle_x, dy, radius) == 0)
    to--;

  for (int x = from; x < to; x += VENULE_STAMP_GROUP)
    {
      VenuleStampGroup group = { .x = (gint16) x, .y = (gint16) y };

      for (int i = 0; i < VENULE_STAMP_GROUP && x + i < to; i++)
        group.coverage[2 * i] = group.coverage[2 * i + 1] = get_coverage_at (self, x + i + 0.5 - middle_x, dy, radius);
      g_array_append_val (self->groups, group);
    }
}

/* Left and right of the hole, or across where there is none. */
static void
add_row (VenuleStamps *self,
         double        middle_x,
         double        middle_y,
         double        radius,
         int           y)
{
  double dy = y + 0.5 - middle_y, outer = radius + self->line / 2 + 0.5, inner = radius - self->line / 2 - 0.5;
  double reach, hole;

  if (fabs (dy) >= outer)
    return;

  reach = sqrt (outer * outer - dy * dy);
  hole = inner > fabs (dy) ? sqrt (inner * inner - dy * dy) : 0;
  if (hole < 1)
    {
      add_span (self, middle_x, dy, radius, y, (int) floor (middle_x - reach), (int) ceil (middle_x + reach));
      return;
    }
  add_span (self, middle_x, dy, radius, y, (int) floor (middle_x - reach), (int) ceil (middle_x - hole));
  add_span (self, middle_x, dy, radius, y, (int) floor (middle_x + hole), (int) ceil (middle_x + reach));
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

static gboolean
find_place (double  x,
            double  y,
            double  radius,
            Place  *place)
{
  if (!(radius >= 0 && radius < MOST_RADIUS && fabs (x) < MOST_PLACE && fabs (y) < MOST_PLACE))
    return FALSE;

  place->size = (guint) lround (radius * STEPS);
  place->left = split (x, &place->x);
  place->top = split (y, &place->y);

  return TRUE;
}

static int
get_reach (const VenuleStamps *self,
           const Place        *place)
{
  return (int) ceil ((double) place->size / STEPS + self->line / 2 + 0.5) + 1;
}

static void
trace (VenuleStamps *self,
       const Place  *place)
{
  double radius = (double) place->size / STEPS;
  int reach = get_reach (self, place);

  for (int y = -reach; y <= reach; y++)
    add_row (self, (place->x + 0.5) / STEPS, (place->y + 0.5) / STEPS, radius, y);
}

static Part *
get_part (VenuleStamps *self,
          const Place  *place)
{
  return place->size <= MOST_STAMPED * STEPS ? &self->parts[place->size][place->y][place->x] : NULL;
}

void
venule_stamps_make (VenuleStamps *self,
                    double        x,
                    double        y,
                    double        radius)
{
  Place place;
  Part *part = find_place (x, y, radius, &place) ? get_part (self, &place) : NULL;

  if (part == NULL || part->n > 0)
    return;

  part->first = self->groups->len;
  trace (self, &place);
  part->n = self->groups->len - part->first;
}

/* ---- Taking them ---- */

static void
set_stamp (const VenuleStamps *self,
           const Place        *place,
           Part                part,
           VenuleStamp        *stamp)
{
  *stamp = (VenuleStamp){ .left = place->left, .top = place->top, .reach = get_reach (self, place), .n = part.n,
                          .groups = &g_array_index (self->groups, VenuleStampGroup, part.first) };
}

gboolean
venule_stamps_find (VenuleStamps *self,
                    double        x,
                    double        y,
                    double        radius,
                    VenuleStamp  *stamp)
{
  Place place;
  const Part *part = find_place (x, y, radius, &place) ? get_part (self, &place) : NULL;

  if (part == NULL || part->n == 0)
    return FALSE;

  set_stamp (self, &place, *part, stamp);

  return TRUE;
}

gboolean
venule_stamps_trace (VenuleStamps *self,
                     double        x,
                     double        y,
                     double        radius,
                     VenuleStamp  *stamp)
{
  Place place;

  if (!find_place (x, y, radius, &place))
    return FALSE;

  forget (self);
  trace (self, &place);
  set_stamp (self, &place, (Part){ .n = self->groups->len }, stamp);

  return TRUE;
}
